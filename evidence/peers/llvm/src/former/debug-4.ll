target triple = "x86_64-unknown-linux-gnu"
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, i64, metadata, metadata)
define i32 @f(i32 %a) !dbg !6 {
entry:
  %p = alloca i32, align 4
  store i32 %a, i32* %p, align 4
  call void @llvm.dbg.declare(metadata i32* %p, metadata !10, metadata !12), !dbg !13
  call void @llvm.dbg.value(metadata i32 %a, i64 0, metadata !11, metadata !12), !dbg !14
  %l = load i32, i32* %p, align 4, !dbg !14
  ret i32 %l, !dbg !15
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "clang", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !2, globals: !16)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{}
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !7, isLocal: false, isDefinition: true, scopeLine: 1, flags: DIFlagPrototyped, isOptimized: false, unit: !0, variables: !2)
!7 = !DISubroutineType(types: !8)
!8 = !{!9, !9}
!9 = !DIBasicType(name: "int", size: 32, align: 32, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "p", scope: !6, file: !1, line: 2, type: !9)
!11 = !DILocalVariable(name: "a", arg: 1, scope: !6, file: !1, line: 1, type: !17)
!12 = !DIExpression()
!13 = !DILocation(line: 2, column: 3, scope: !6)
!14 = !DILocation(line: 3, column: 3, scope: !18)
!15 = !DILocation(line: 4, column: 3, scope: !6)
!16 = !{!19}
!17 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!18 = distinct !DILexicalBlock(scope: !6, file: !1, line: 3, column: 1)
!19 = !DIGlobalVariableExpression(var: !21, expr: !12)
!20 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, line: 1, size: 64, elements: !22)
!21 = !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !9, isLocal: false, isDefinition: true)
!22 = !{!23}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !20, file: !1, line: 1, baseType: !24, size: 32)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 128, elements: !25)
!25 = !{!26}
!26 = !DISubrange(count: 4)
