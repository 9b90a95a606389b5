// What compilers of C, C++, OpenCL C and Rust make, of the set 2026-11-workloads; the form is that of ../development. The text of each release is
// what its own clang made (rustc 1.95 for Rust) and its own mlir-translate --import-llvm imported.
// ----- c_hash_map_debug: debug_c native
// clang -O1 -g -fno-inline of a hash table in C
#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_basic_type1 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "unsigned long", sizeInBits = 64, encoding = DW_ATE_unsigned>
#di_basic_type2 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "unsigned char", sizeInBits = 8, encoding = DW_ATE_unsigned_char>
#di_file = #llvm.di_file<"c_hash_map.c" in "/project">
20-!#di_subprogram = #llvm.di_subprogram<recId = distinct[0]<>, isRecSelf = true>
20-!#di_subprogram1 = #llvm.di_subprogram<recId = distinct[1]<>, isRecSelf = true>
20-!#di_subprogram2 = #llvm.di_subprogram<recId = distinct[2]<>, isRecSelf = true>
#loc = loc("c_hash_map.c":0:0)
-19!#loc1 = loc("lookup")
-19!#loc2 = loc("c_hash_map.c":5:0)
-19!#loc3 = loc(unknown)
-19!#loc8 = loc("c_hash_map.c":7:3)
-19!#loc10 = loc("c_hash_map.c":7:108)
-19!#loc17 = loc("fnv")
-19!#loc18 = loc("c_hash_map.c":4:0)
-19!#loc19 = loc("c_hash_map.c":4:56)
-19!#loc27 = loc("c_hash_map.c":4:131)
-19!#loc28 = loc("insert")
-19!#loc29 = loc("c_hash_map.c":10:0)
-19!#loc41 = loc("c_hash_map.c":15:3)
-19!#loc45 = loc("c_hash_map.c":15:45)
20-!#loc1 = loc("c_hash_map.c":5:0)
20-!#loc2 = loc(unknown)
20-!#loc7 = loc("c_hash_map.c":7:3)
20-!#loc9 = loc("c_hash_map.c":7:108)
20-!#loc15 = loc("c_hash_map.c":4:0)
20-!#loc16 = loc("c_hash_map.c":4:56)
20-!#loc24 = loc("c_hash_map.c":4:131)
20-!#loc25 = loc("c_hash_map.c":10:0)
20-!#loc36 = loc("c_hash_map.c":15:3)
20-!#loc40 = loc("c_hash_map.c":15:45)
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
-19!#di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "Debian clang version 19.1.7 (3~deb12u1)", isOptimized = true, emissionKind = Full, nameTableKind = None>
20-!#di_compile_unit = #llvm.di_compile_unit<id = distinct[3]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "Debian clang version 22.1.8 (1~deb12u1)", isOptimized = true, emissionKind = Full, nameTableKind = None>
#di_derived_type = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_basic_type, sizeInBits = 64>
#di_derived_type1 = #llvm.di_derived_type<tag = DW_TAG_typedef, name = "u64", baseType = #di_basic_type1>
#di_derived_type2 = #llvm.di_derived_type<tag = DW_TAG_member, name = "value", baseType = #di_basic_type, sizeInBits = 32, offsetInBits = 64>
#di_derived_type3 = #llvm.di_derived_type<tag = DW_TAG_member, name = "used", baseType = #di_basic_type2, sizeInBits = 8, offsetInBits = 96>
20-!#di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram1, file = #di_file, line = 4, column = 56>
20-!#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram2, name = "value", file = #di_file, line = 10, arg = 3, type = #di_basic_type>
#di_derived_type4 = #llvm.di_derived_type<tag = DW_TAG_member, name = "key", baseType = #di_derived_type1, sizeInBits = 64>
#di_derived_type5 = #llvm.di_derived_type<tag = DW_TAG_member, name = "mask", baseType = #di_derived_type1, sizeInBits = 64, offsetInBits = 64>
#di_derived_type6 = #llvm.di_derived_type<tag = DW_TAG_member, name = "count", baseType = #di_derived_type1, sizeInBits = 64, offsetInBits = 128>
20-!#di_local_variable1 = #llvm.di_local_variable<scope = #di_subprogram, name = "key", file = #di_file, line = 5, arg = 2, type = #di_derived_type1>
20-!#di_local_variable2 = #llvm.di_local_variable<scope = #di_subprogram, name = "i", file = #di_file, line = 6, type = #di_derived_type1>
20-!#di_local_variable3 = #llvm.di_local_variable<scope = #di_subprogram1, name = "k", file = #di_file, line = 4, arg = 1, type = #di_derived_type1>
20-!#di_local_variable4 = #llvm.di_local_variable<scope = #di_subprogram1, name = "h", file = #di_file, line = 4, type = #di_derived_type1>
20-!#di_local_variable5 = #llvm.di_local_variable<scope = #di_lexical_block, name = "i", file = #di_file, line = 4, type = #di_basic_type>
20-!#di_local_variable6 = #llvm.di_local_variable<scope = #di_subprogram2, name = "key", file = #di_file, line = 10, arg = 2, type = #di_derived_type1>
20-!#di_local_variable7 = #llvm.di_local_variable<scope = #di_subprogram2, name = "p", file = #di_file, line = 11, type = #di_derived_type>
20-!#di_local_variable8 = #llvm.di_local_variable<scope = #di_subprogram2, name = "i", file = #di_file, line = 14, type = #di_derived_type1>
#di_subroutine_type = #llvm.di_subroutine_type<types = #di_derived_type1, #di_derived_type1>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#di_composite_type = #llvm.di_composite_type<tag = DW_TAG_structure_type, name = "entry", file = #di_file, line = 2, sizeInBits = 128, elements = #di_derived_type4, #di_derived_type2, #di_derived_type3>
-19!#di_subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "fnv", file = #di_file, line = 4, scopeLine = 4, subprogramFlags = "LocalToUnit|Definition|Optimized", type = #di_subroutine_type>
20-!#di_subprogram3 = #llvm.di_subprogram<recId = distinct[1]<>, id = distinct[4]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "fnv", file = #di_file, line = 4, scopeLine = 4, subprogramFlags = "LocalToUnit|Definition|Optimized", type = #di_subroutine_type, retainedNodes = #di_local_variable3, #di_local_variable4, #di_local_variable5>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
#di_derived_type7 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type, sizeInBits = 64>
-19!#di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 4, column = 56>
-19!#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "k", file = #di_file, line = 4, arg = 1, type = #di_derived_type1>
-19!#di_local_variable1 = #llvm.di_local_variable<scope = #di_subprogram, name = "h", file = #di_file, line = 4, type = #di_derived_type1>
-19!#loc49 = loc(fused<#di_subprogram>[#loc17, #loc18])
20-!#di_lexical_block1 = #llvm.di_lexical_block<scope = #di_subprogram3, file = #di_file, line = 4, column = 56>
20-!#di_local_variable9 = #llvm.di_local_variable<scope = #di_subprogram3, name = "k", file = #di_file, line = 4, arg = 1, type = #di_derived_type1>
20-!#di_local_variable10 = #llvm.di_local_variable<scope = #di_subprogram3, name = "h", file = #di_file, line = 4, type = #di_derived_type1>
20-!#loc44 = loc(fused<#di_subprogram3>[#loc15])
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "any pointer", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "long", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#di_derived_type8 = #llvm.di_derived_type<tag = DW_TAG_member, name = "slots", baseType = #di_derived_type7, sizeInBits = 64>
-19!#di_local_variable2 = #llvm.di_local_variable<scope = #di_lexical_block, name = "i", file = #di_file, line = 4, type = #di_basic_type>
-19!#loc53 = loc(fused<#di_lexical_block>[#loc19])
-19!#loc54 = loc(fused<#di_lexical_block>[#loc27])
20-!#di_local_variable11 = #llvm.di_local_variable<scope = #di_lexical_block1, name = "i", file = #di_file, line = 4, type = #di_basic_type>
20-!#loc48 = loc(fused<#di_lexical_block1>[#loc16])
20-!#loc49 = loc(fused<#di_lexical_block1>[#loc24])
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc3, offset = 0>
#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc2, offset = 0>
#di_composite_type1 = #llvm.di_composite_type<tag = DW_TAG_structure_type, name = "map", file = #di_file, line = 3, sizeInBits = 192, elements = #di_derived_type8, #di_derived_type5, #di_derived_type6>
-19!#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, startLoc = #loc53, endLoc = #loc54>
-19!#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "map", members = {<#tbaa_type_desc1, 0>, <#tbaa_type_desc2, 8>, <#tbaa_type_desc2, 16>}>
20-!#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, startLoc = #loc48, endLoc = #loc49>
20-!#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "p1 _ZTS5entry", members = {<#tbaa_type_desc1, 0>}>
#tbaa_type_desc5 = #llvm.tbaa_type_desc<id = "entry", members = {<#tbaa_type_desc2, 0>, <#tbaa_type_desc3, 8>, <#tbaa_type_desc, 12>}>
#di_derived_type9 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type1, sizeInBits = 64>
-19!#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc2, offset = 8>
-19!#tbaa_tag4 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc1, offset = 0>
-19!#tbaa_tag5 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc, offset = 12>
-19!#tbaa_tag6 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc2, offset = 0>
-19!#tbaa_tag7 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc2, offset = 16>
20-!#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc, offset = 12>
20-!#tbaa_tag4 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc2, offset = 0>
20-!#di_local_variable12 = #llvm.di_local_variable<scope = #di_subprogram, name = "m", file = #di_file, line = 5, arg = 1, type = #di_derived_type9>
20-!#di_local_variable13 = #llvm.di_local_variable<scope = #di_subprogram2, name = "m", file = #di_file, line = 10, arg = 1, type = #di_derived_type9>
#di_subroutine_type1 = #llvm.di_subroutine_type<types = #di_derived_type, #di_derived_type9, #di_derived_type1>
#di_subroutine_type2 = #llvm.di_subroutine_type<types = #di_basic_type, #di_derived_type9, #di_derived_type1, #di_basic_type>
-19!#di_subprogram1 = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "lookup", file = #di_file, line = 5, scopeLine = 5, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type1>
-19!#di_subprogram2 = #llvm.di_subprogram<id = distinct[3]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "insert", file = #di_file, line = 10, scopeLine = 10, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type2>
-19!#di_local_variable3 = #llvm.di_local_variable<scope = #di_subprogram1, name = "key", file = #di_file, line = 5, arg = 2, type = #di_derived_type1>
-19!#di_local_variable4 = #llvm.di_local_variable<scope = #di_subprogram1, name = "m", file = #di_file, line = 5, arg = 1, type = #di_derived_type9>
-19!#di_local_variable5 = #llvm.di_local_variable<scope = #di_subprogram1, name = "i", file = #di_file, line = 6, type = #di_derived_type1>
-19!#di_local_variable6 = #llvm.di_local_variable<scope = #di_subprogram2, name = "value", file = #di_file, line = 10, arg = 3, type = #di_basic_type>
-19!#di_local_variable7 = #llvm.di_local_variable<scope = #di_subprogram2, name = "key", file = #di_file, line = 10, arg = 2, type = #di_derived_type1>
-19!#di_local_variable8 = #llvm.di_local_variable<scope = #di_subprogram2, name = "m", file = #di_file, line = 10, arg = 1, type = #di_derived_type9>
-19!#di_local_variable9 = #llvm.di_local_variable<scope = #di_subprogram2, name = "p", file = #di_file, line = 11, type = #di_derived_type>
-19!#di_local_variable10 = #llvm.di_local_variable<scope = #di_subprogram2, name = "i", file = #di_file, line = 14, type = #di_derived_type1>
-19!#loc61 = loc(fused<#di_subprogram1>[#loc1, #loc2])
-19!#loc62 = loc(fused<#di_subprogram1>[#loc])
-19!#loc67 = loc(fused<#di_subprogram1>[#loc8])
-19!#loc68 = loc(fused<#di_subprogram1>[#loc10])
-19!#loc70 = loc(fused<#di_subprogram2>[#loc28, #loc29])
-19!#loc71 = loc(fused<#di_subprogram2>[#loc])
-19!#loc76 = loc(fused<#di_subprogram2>[#loc41])
-19!#loc80 = loc(fused<#di_subprogram2>[#loc45])
-19!#loop_annotation1 = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, startLoc = #loc67, endLoc = #loc68>
-19!#loop_annotation2 = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, startLoc = #loc76, endLoc = #loc80>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
-19!  llvm.func local_unnamed_addr @lookup(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly} loc(fused<#di_subprogram1>[#loc1, #loc2]), %arg1: i64 {llvm.noundef} loc(fused<#di_subprogram1>[#loc1, #loc2])) -> !llvm.ptr attributes {memory = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none>, no_inline, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
-19!    llvm.intr.dbg.value #di_local_variable3 = %arg1 : i64 loc(#loc62)
-19!    llvm.intr.dbg.value #di_local_variable4 = %arg0 : !llvm.ptr loc(#loc62)
-19!    %0 = llvm.mlir.constant(8 : i64) : i64 loc(#loc3)
-19!    %1 = llvm.mlir.constant(12 : i64) : i64 loc(#loc3)
-19!    %2 = llvm.mlir.constant(0 : i8) : i8 loc(#loc3)
-19!    %3 = llvm.mlir.zero : !llvm.ptr loc(#loc3)
-19!    %4 = llvm.mlir.constant(1 : i64) : i64 loc(#loc3)
-19!    %5 = llvm.call fastcc tail @fnv(%arg1) : (i64) -> i64 loc(#loc63)
-19!    %6 = llvm.getelementptr inbounds %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc64)
-19!    %7 = llvm.load %6 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i64 loc(#loc64)
-19!    %8 = llvm.load %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : !llvm.ptr -> !llvm.ptr loc(#loc3)
-19!    %9 = llvm.and %5, %7  : i64 loc(#loc62)
-19!    %10 = llvm.getelementptr inbounds %8[%9] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.entry", (i64, i32, i8)> loc(#loc65)
-19!    %11 = llvm.getelementptr inbounds %10[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc66)
-19!    %12 = llvm.load %11 {alignment = 4 : i64, tbaa = [#tbaa_tag5]} : !llvm.ptr -> i8 loc(#loc66)
-19!    %13 = llvm.icmp "eq" %12, %2 : i8 loc(#loc67)
-19!    llvm.cond_br %13, ^bb4(%3 : !llvm.ptr), ^bb2(%10, %9 : !llvm.ptr, i64) loc(#loc67)
20-!#tbaa_type_desc6 = #llvm.tbaa_type_desc<id = "map", members = {<#tbaa_type_desc4, 0>, <#tbaa_type_desc2, 8>, <#tbaa_type_desc2, 16>}>
20-!#di_subprogram4 = #llvm.di_subprogram<recId = distinct[0]<>, id = distinct[5]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "lookup", file = #di_file, line = 5, scopeLine = 5, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type1, retainedNodes = #di_local_variable12, #di_local_variable1, #di_local_variable2>
20-!#di_subprogram5 = #llvm.di_subprogram<recId = distinct[2]<>, id = distinct[6]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "insert", file = #di_file, line = 10, scopeLine = 10, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type2, retainedNodes = #di_local_variable13, #di_local_variable6, #di_local_variable, #di_local_variable7, #di_local_variable8>
20-!#tbaa_tag5 = #llvm.tbaa_tag<base_type = #tbaa_type_desc6, access_type = #tbaa_type_desc2, offset = 8>
20-!#tbaa_tag6 = #llvm.tbaa_tag<base_type = #tbaa_type_desc6, access_type = #tbaa_type_desc4, offset = 0>
20-!#tbaa_tag7 = #llvm.tbaa_tag<base_type = #tbaa_type_desc6, access_type = #tbaa_type_desc2, offset = 16>
20-!#di_local_variable14 = #llvm.di_local_variable<scope = #di_subprogram4, name = "key", file = #di_file, line = 5, arg = 2, type = #di_derived_type1>
20-!#di_local_variable15 = #llvm.di_local_variable<scope = #di_subprogram4, name = "m", file = #di_file, line = 5, arg = 1, type = #di_derived_type9>
20-!#di_local_variable16 = #llvm.di_local_variable<scope = #di_subprogram4, name = "i", file = #di_file, line = 6, type = #di_derived_type1>
20-!#di_local_variable17 = #llvm.di_local_variable<scope = #di_subprogram5, name = "value", file = #di_file, line = 10, arg = 3, type = #di_basic_type>
20-!#di_local_variable18 = #llvm.di_local_variable<scope = #di_subprogram5, name = "key", file = #di_file, line = 10, arg = 2, type = #di_derived_type1>
20-!#di_local_variable19 = #llvm.di_local_variable<scope = #di_subprogram5, name = "m", file = #di_file, line = 10, arg = 1, type = #di_derived_type9>
20-!#di_local_variable20 = #llvm.di_local_variable<scope = #di_subprogram5, name = "p", file = #di_file, line = 11, type = #di_derived_type>
20-!#di_local_variable21 = #llvm.di_local_variable<scope = #di_subprogram5, name = "i", file = #di_file, line = 14, type = #di_derived_type1>
20-!#loc56 = loc(fused<#di_subprogram4>[#loc1])
20-!#loc57 = loc(fused<#di_subprogram4>[#loc])
20-!#loc62 = loc(fused<#di_subprogram4>[#loc7])
20-!#loc63 = loc(fused<#di_subprogram4>[#loc9])
20-!#loc65 = loc(fused<#di_subprogram5>[#loc25])
20-!#loc66 = loc(fused<#di_subprogram5>[#loc])
20-!#loc69 = loc(fused<#di_subprogram5>[#loc36])
20-!#loc73 = loc(fused<#di_subprogram5>[#loc40])
20-!#loop_annotation1 = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, startLoc = #loc62, endLoc = #loc63>
20-!#loop_annotation2 = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, startLoc = #loc69, endLoc = #loc73>
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<max, "Dwarf Version", 5 : i32>, #llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>, #llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>, #llvm.mlir.module_flag<max, "debug-info-assignment-tracking", 1 : i32>] loc(#loc)
20-!  llvm.func local_unnamed_addr @lookup(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly} loc(fused<#di_subprogram4>[#loc1]), %arg1: i64 {llvm.noundef} loc(fused<#di_subprogram4>[#loc1])) -> !llvm.ptr attributes {dso_local, memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none, errnoMem = read, targetMem0 = none, targetMem1 = none>, no_inline, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
20-!    llvm.intr.dbg.value #di_local_variable14 = %arg1 : i64 loc(#loc57)
20-!    llvm.intr.dbg.value #di_local_variable15 = %arg0 : !llvm.ptr loc(#loc57)
20-!    %0 = llvm.mlir.constant(8 : i64) : i64 loc(#loc2)
20-!    %1 = llvm.mlir.constant(12 : i64) : i64 loc(#loc2)
20-!    %2 = llvm.mlir.constant(0 : i8) : i8 loc(#loc2)
20-!    %3 = llvm.mlir.zero : !llvm.ptr loc(#loc2)
20-!    %4 = llvm.mlir.constant(1 : i64) : i64 loc(#loc2)
20-!    %5 = llvm.call fastcc tail @fnv(%arg1) {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} : (i64 {llvm.noundef}) -> i64 loc(#loc58)
20-!    %6 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc59)
20-!    %7 = llvm.load %6 {alignment = 8 : i64, tbaa = [#tbaa_tag5]} : !llvm.ptr -> i64 loc(#loc59)
20-!    %8 = llvm.load %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag6]} : !llvm.ptr -> !llvm.ptr loc(#loc2)
20-!    %9 = llvm.and %5, %7 : i64 loc(#loc57)
20-!    %10 = llvm.getelementptr inbounds|nuw %8[%9] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.entry", (i64, i32, i8)> loc(#loc60)
20-!    %11 = llvm.getelementptr inbounds|nuw %10[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc61)
20-!    %12 = llvm.load %11 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i8 loc(#loc61)
20-!    %13 = llvm.icmp "eq" %12, %2 : i8 loc(#loc62)
20-!    llvm.cond_br %13, ^bb4(%3 : !llvm.ptr), ^bb2(%10, %9 : !llvm.ptr, i64) loc(#loc62)
  ^bb1:  // pred: ^bb2
-19!    %14 = llvm.add %21, %4 : i64 loc(#loc84)
-19!    %15 = llvm.and %14, %7  : i64 loc(#loc62)
-19!    llvm.intr.dbg.value #di_local_variable5 = %15 : i64 loc(#loc62)
-19!    %16 = llvm.getelementptr inbounds %8[%15] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.entry", (i64, i32, i8)> loc(#loc65)
-19!    %17 = llvm.getelementptr inbounds %16[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc66)
-19!    %18 = llvm.load %17 {alignment = 4 : i64, tbaa = [#tbaa_tag5]} : !llvm.ptr -> i8 loc(#loc66)
-19!    %19 = llvm.icmp "eq" %18, %2 : i8 loc(#loc67)
-19!    llvm.cond_br %19, ^bb4(%3 : !llvm.ptr), ^bb2(%16, %15 : !llvm.ptr, i64) {loop_annotation = #loop_annotation1} loc(#loc67)
20-!    %14 = llvm.add %21, %4 : i64 loc(#loc77)
20-!    %15 = llvm.and %14, %7 : i64 loc(#loc57)
20-!    llvm.intr.dbg.value #di_local_variable16 = %15 : i64 loc(#loc57)
20-!    %16 = llvm.getelementptr inbounds|nuw %8[%15] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.entry", (i64, i32, i8)> loc(#loc60)
20-!    %17 = llvm.getelementptr inbounds|nuw %16[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc61)
20-!    %18 = llvm.load %17 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i8 loc(#loc61)
20-!    %19 = llvm.icmp "eq" %18, %2 : i8 loc(#loc62)
20-!    llvm.cond_br %19, ^bb4(%3 : !llvm.ptr), ^bb2(%16, %15 : !llvm.ptr, i64) {loop_annotation = #loop_annotation1} loc(#loc62)
  ^bb2(%20: !llvm.ptr loc(unknown), %21: i64 loc(unknown)):  // 2 preds: ^bb0, ^bb1
-19!    %22 = llvm.load %20 {alignment = 8 : i64, tbaa = [#tbaa_tag6]} : !llvm.ptr -> i64 loc(#loc92)
-19!    %23 = llvm.icmp "eq" %22, %arg1 : i64 loc(#loc93)
20-!    %22 = llvm.load %20 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : !llvm.ptr -> i64 loc(#loc84)
20-!    %23 = llvm.icmp "eq" %22, %arg1 : i64 loc(#loc85)
    llvm.cond_br %23, ^bb3, ^bb1 loc(#loc85)
  ^bb3:  // pred: ^bb2
-19!    %24 = llvm.getelementptr inbounds %20[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc94)
-19!    llvm.br ^bb4(%24 : !llvm.ptr) loc(#loc95)
-19!  ^bb4(%25: !llvm.ptr loc(fused<#di_subprogram1>[#loc])):  // 3 preds: ^bb0, ^bb1, ^bb3
-19!    llvm.return %25 : !llvm.ptr loc(#loc69)
-19!  } loc(#loc61)
-19!  llvm.func internal unnamed_addr fastcc @fnv(%arg0: i64 {llvm.noundef} loc(fused<#di_subprogram>[#loc17, #loc18])) -> i64 attributes {dso_local, memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_inline, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
-19!    llvm.intr.dbg.value #di_local_variable = %arg0 : i64 loc(#loc50)
-19!    %0 = llvm.mlir.constant(0 : i32) : i32 loc(#loc3)
-19!    llvm.intr.dbg.value #di_local_variable2 = %0 : i32 loc(#loc52)
-19!    %1 = llvm.mlir.constant(1469598103934665603 : i64) : i64 loc(#loc3)
-19!    llvm.intr.dbg.value #di_local_variable1 = %1 : i64 loc(#loc50)
-19!    %2 = llvm.mlir.constant(255 : i64) : i64 loc(#loc3)
-19!    %3 = llvm.mlir.constant(1099511628211 : i64) : i64 loc(#loc3)
-19!    %4 = llvm.mlir.constant(8 : i64) : i64 loc(#loc3)
-19!    %5 = llvm.mlir.constant(1 : i32) : i32 loc(#loc3)
-19!    %6 = llvm.mlir.constant(8 : i32) : i32 loc(#loc3)
-19!    llvm.br ^bb2(%0, %1, %arg0 : i32, i64, i64) loc(#loc53)
20-!    %24 = llvm.getelementptr inbounds|nuw %20[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc86)
20-!    llvm.br ^bb4(%24 : !llvm.ptr) loc(#loc87)
20-!  ^bb4(%25: !llvm.ptr loc(fused<#di_subprogram4>[#loc])):  // 3 preds: ^bb0, ^bb1, ^bb3
20-!    llvm.return %25 : !llvm.ptr loc(#loc64)
20-!  } loc(#loc56)
20-!  llvm.func internal unnamed_addr fastcc @fnv(%arg0: i64 {llvm.noundef} loc(fused<#di_subprogram3>[#loc15])) -> i64 attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_inline, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
20-!    llvm.intr.dbg.value #di_local_variable9 = %arg0 : i64 loc(#loc45)
20-!    %0 = llvm.mlir.constant(0 : i32) : i32 loc(#loc2)
20-!    llvm.intr.dbg.value #di_local_variable11 = %0 : i32 loc(#loc47)
20-!    %1 = llvm.mlir.constant(1469598103934665603 : i64) : i64 loc(#loc2)
20-!    llvm.intr.dbg.value #di_local_variable10 = %1 : i64 loc(#loc45)
20-!    %2 = llvm.mlir.constant(255 : i64) : i64 loc(#loc2)
20-!    %3 = llvm.mlir.constant(1099511628211 : i64) : i64 loc(#loc2)
20-!    %4 = llvm.mlir.constant(8 : i64) : i64 loc(#loc2)
20-!    %5 = llvm.mlir.constant(1 : i32) : i32 loc(#loc2)
20-!    %6 = llvm.mlir.constant(8 : i32) : i32 loc(#loc2)
20-!    llvm.br ^bb2(%0, %1, %arg0 : i32, i64, i64) loc(#loc48)
  ^bb1:  // pred: ^bb2
-19!    llvm.return %12 : i64 loc(#loc51)
20-!    llvm.return %12 : i64 loc(#loc46)
  ^bb2(%7: i32 loc(unknown), %8: i64 loc(unknown), %9: i64 loc(unknown)):  // 2 preds: ^bb0, ^bb2
-19!    llvm.intr.dbg.value #di_local_variable = %9 : i64 loc(#loc50)
-19!    llvm.intr.dbg.value #di_local_variable1 = %8 : i64 loc(#loc50)
-19!    llvm.intr.dbg.value #di_local_variable2 = %7 : i32 loc(#loc52)
-19!    %10 = llvm.and %9, %2  : i64 loc(#loc57)
-19!    %11 = llvm.xor %8, %10  : i64 loc(#loc58)
-19!    llvm.intr.dbg.value #di_local_variable1 = %11 : i64 loc(#loc50)
-19!    %12 = llvm.mul %11, %3 : i64 loc(#loc59)
-19!    llvm.intr.dbg.value #di_local_variable1 = %12 : i64 loc(#loc50)
-19!    %13 = llvm.lshr %9, %4  : i64 loc(#loc60)
-19!    llvm.intr.dbg.value #di_local_variable = %13 : i64 loc(#loc50)
-19!    %14 = llvm.add %7, %5 overflow<nsw, nuw> : i32 loc(#loc55)
-19!    llvm.intr.dbg.value #di_local_variable2 = %14 : i32 loc(#loc52)
-19!    %15 = llvm.icmp "eq" %14, %6 : i32 loc(#loc56)
-19!    llvm.cond_br %15, ^bb1, ^bb2(%14, %12, %13 : i32, i64, i64) {loop_annotation = #loop_annotation} loc(#loc53)
-19!  } loc(#loc49)
-19!  llvm.func local_unnamed_addr @insert(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef} loc(fused<#di_subprogram2>[#loc28, #loc29]), %arg1: i64 {llvm.noundef} loc(fused<#di_subprogram2>[#loc28, #loc29]), %arg2: i32 {llvm.noundef} loc(fused<#di_subprogram2>[#loc28, #loc29])) -> i32 attributes {memory = #llvm.memory_effects<other = readwrite, argMem = readwrite, inaccessibleMem = none>, no_inline, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
-19!    llvm.intr.dbg.value #di_local_variable6 = %arg2 : i32 loc(#loc71)
-19!    llvm.intr.dbg.value #di_local_variable7 = %arg1 : i64 loc(#loc71)
-19!    llvm.intr.dbg.value #di_local_variable8 = %arg0 : !llvm.ptr loc(#loc71)
-19!    %0 = llvm.mlir.zero : !llvm.ptr loc(#loc3)
-19!    %1 = llvm.mlir.constant(0 : i32) : i32 loc(#loc3)
-19!    %2 = llvm.mlir.constant(16 : i64) : i64 loc(#loc3)
-19!    %3 = llvm.mlir.constant(2 : i64) : i64 loc(#loc3)
-19!    %4 = llvm.mlir.constant(8 : i64) : i64 loc(#loc3)
-19!    %5 = llvm.mlir.constant(3 : i64) : i64 loc(#loc3)
-19!    %6 = llvm.mlir.constant(-1 : i32) : i32 loc(#loc3)
-19!    %7 = llvm.mlir.constant(12 : i64) : i64 loc(#loc3)
-19!    %8 = llvm.mlir.constant(0 : i8) : i8 loc(#loc3)
-19!    %9 = llvm.mlir.constant(1 : i64) : i64 loc(#loc3)
-19!    %10 = llvm.mlir.constant(1 : i8) : i8 loc(#loc3)
-19!    %11 = llvm.mlir.constant(1 : i32) : i32 loc(#loc3)
-19!    %12 = llvm.call tail @lookup(%arg0, %arg1) : (!llvm.ptr, i64) -> !llvm.ptr loc(#loc72)
-19!    llvm.intr.dbg.value #di_local_variable9 = %12 : !llvm.ptr loc(#loc71)
-19!    %13 = llvm.icmp "eq" %12, %0 : !llvm.ptr loc(#loc86)
-19!    llvm.cond_br %13, ^bb2, ^bb1 loc(#loc73)
20-!    llvm.intr.dbg.value #di_local_variable9 = %9 : i64 loc(#loc45)
20-!    llvm.intr.dbg.value #di_local_variable10 = %8 : i64 loc(#loc45)
20-!    llvm.intr.dbg.value #di_local_variable11 = %7 : i32 loc(#loc47)
20-!    %10 = llvm.and %9, %2 : i64 loc(#loc52)
20-!    %11 = llvm.xor %8, %10 : i64 loc(#loc53)
20-!    llvm.intr.dbg.value #di_local_variable10 = %11 : i64 loc(#loc45)
20-!    %12 = llvm.mul %11, %3 : i64 loc(#loc54)
20-!    llvm.intr.dbg.value #di_local_variable10 = %12 : i64 loc(#loc45)
20-!    %13 = llvm.lshr %9, %4 : i64 loc(#loc55)
20-!    llvm.intr.dbg.value #di_local_variable9 = %13 : i64 loc(#loc45)
20-!    %14 = llvm.add %7, %5 overflow<nsw, nuw> : i32 loc(#loc50)
20-!    llvm.intr.dbg.value #di_local_variable11 = %14 : i32 loc(#loc47)
20-!    %15 = llvm.icmp "eq" %14, %6 : i32 loc(#loc51)
20-!    llvm.cond_br %15, ^bb1, ^bb2(%14, %12, %13 : i32, i64, i64) {loop_annotation = #loop_annotation} loc(#loc48)
20-!  } loc(#loc44)
20-!  llvm.func local_unnamed_addr @insert(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef} loc(fused<#di_subprogram5>[#loc25]), %arg1: i64 {llvm.noundef} loc(fused<#di_subprogram5>[#loc25]), %arg2: i32 {llvm.noundef} loc(fused<#di_subprogram5>[#loc25])) -> (i32 {llvm.range = #llvm.constant_range<i32, -1, 2>}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = readwrite, argMem = readwrite, inaccessibleMem = none, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>, no_inline, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
20-!    llvm.intr.dbg.value #di_local_variable17 = %arg2 : i32 loc(#loc66)
20-!    llvm.intr.dbg.value #di_local_variable18 = %arg1 : i64 loc(#loc66)
20-!    llvm.intr.dbg.value #di_local_variable19 = %arg0 : !llvm.ptr loc(#loc66)
20-!    %0 = llvm.mlir.zero : !llvm.ptr loc(#loc2)
20-!    %1 = llvm.mlir.constant(0 : i32) : i32 loc(#loc2)
20-!    %2 = llvm.mlir.constant(16 : i64) : i64 loc(#loc2)
20-!    %3 = llvm.mlir.constant(2 : i64) : i64 loc(#loc2)
20-!    %4 = llvm.mlir.constant(8 : i64) : i64 loc(#loc2)
20-!    %5 = llvm.mlir.constant(3 : i64) : i64 loc(#loc2)
20-!    %6 = llvm.mlir.constant(-1 : i32) : i32 loc(#loc2)
20-!    %7 = llvm.mlir.constant(12 : i64) : i64 loc(#loc2)
20-!    %8 = llvm.mlir.constant(0 : i8) : i8 loc(#loc2)
20-!    %9 = llvm.mlir.constant(1 : i64) : i64 loc(#loc2)
20-!    %10 = llvm.mlir.constant(1 : i8) : i8 loc(#loc2)
20-!    %11 = llvm.mlir.constant(13 : i64) : i64 loc(#loc2)
20-!    %12 = llvm.mlir.constant(1 : i32) : i32 loc(#loc2)
20-!    %13 = llvm.call tail @lookup(%arg0, %arg1) {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none, errnoMem = read, targetMem0 = none, targetMem1 = none>} : (!llvm.ptr {llvm.noundef}, i64 {llvm.noundef}) -> !llvm.ptr loc(#loc67)
20-!    llvm.intr.dbg.value #di_local_variable20 = %13 : !llvm.ptr loc(#loc66)
20-!    %14 = llvm.icmp "eq" %13, %0 : !llvm.ptr loc(#loc78)
20-!    llvm.cond_br %14, ^bb2, ^bb1 loc(#loc78)
  ^bb1:  // pred: ^bb0
-19!    llvm.store %arg2, %12 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr loc(#loc96)
-19!    llvm.br ^bb6(%1 : i32) loc(#loc97)
20-!    llvm.store %arg2, %13 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr loc(#loc88)
20-!    llvm.br ^bb6(%1 : i32) loc(#loc89)
  ^bb2:  // pred: ^bb0
-19!    %14 = llvm.getelementptr inbounds %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc87)
-19!    %15 = llvm.load %14 {alignment = 8 : i64, tbaa = [#tbaa_tag7]} : !llvm.ptr -> i64 loc(#loc87)
-19!    %16 = llvm.shl %15, %3 : i64 loc(#loc88)
-19!    %17 = llvm.getelementptr inbounds %arg0[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc89)
-19!    %18 = llvm.load %17 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i64 loc(#loc89)
-19!    %19 = llvm.mul %18, %5 : i64 loc(#loc90)
-19!    %20 = llvm.add %19, %5 : i64 loc(#loc90)
-19!    %21 = llvm.icmp "ult" %16, %20 : i64 loc(#loc91)
-19!    llvm.cond_br %21, ^bb3, ^bb6(%6 : i32) loc(#loc74)
20-!    %15 = llvm.getelementptr inbounds|nuw %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc79)
20-!    %16 = llvm.load %15 {alignment = 8 : i64, tbaa = [#tbaa_tag7]} : !llvm.ptr -> i64 loc(#loc79)
20-!    %17 = llvm.shl %16, %3 : i64 loc(#loc80)
20-!    %18 = llvm.getelementptr inbounds|nuw %arg0[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc81)
20-!    %19 = llvm.load %18 {alignment = 8 : i64, tbaa = [#tbaa_tag5]} : !llvm.ptr -> i64 loc(#loc81)
20-!    %20 = llvm.mul %19, %5 : i64 loc(#loc82)
20-!    %21 = llvm.add %20, %5 : i64 loc(#loc82)
20-!    %22 = llvm.icmp "ult" %17, %21 : i64 loc(#loc83)
20-!    llvm.cond_br %22, ^bb3, ^bb6(%6 : i32) loc(#loc83)
  ^bb3:  // pred: ^bb2
-19!    %22 = llvm.call fastcc tail @fnv(%arg1) : (i64) -> i64 loc(#loc75)
-19!    %23 = llvm.load %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : !llvm.ptr -> !llvm.ptr loc(#loc3)
-19!    llvm.br ^bb4(%22 : i64) loc(#loc76)
-19!  ^bb4(%24: i64 loc(unknown)):  // 2 preds: ^bb3, ^bb4
-19!    %25 = llvm.and %24, %18  : i64 loc(#loc71)
-19!    llvm.intr.dbg.value #di_local_variable10 = %25 : i64 loc(#loc71)
-19!    %26 = llvm.getelementptr inbounds %23[%25] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.entry", (i64, i32, i8)> loc(#loc77)
-19!    %27 = llvm.getelementptr inbounds %26[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc78)
-19!    %28 = llvm.load %27 {alignment = 4 : i64, tbaa = [#tbaa_tag5]} : !llvm.ptr -> i8 loc(#loc78)
-19!    %29 = llvm.icmp "eq" %28, %8 : i8 loc(#loc76)
-19!    %30 = llvm.add %25, %9 : i64 loc(#loc79)
-19!    llvm.cond_br %29, ^bb5, ^bb4(%30 : i64) {loop_annotation = #loop_annotation2} loc(#loc76)
20-!    %23 = llvm.call fastcc tail @fnv(%arg1) {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} : (i64 {llvm.noundef}) -> i64 loc(#loc68)
20-!    %24 = llvm.load %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag6]} : !llvm.ptr -> !llvm.ptr loc(#loc2)
20-!    llvm.br ^bb4(%23 : i64) loc(#loc69)
20-!  ^bb4(%25: i64 loc(unknown)):  // 2 preds: ^bb3, ^bb4
20-!    %26 = llvm.and %25, %19 : i64 loc(#loc66)
20-!    llvm.intr.dbg.value #di_local_variable21 = %26 : i64 loc(#loc66)
20-!    %27 = llvm.getelementptr inbounds|nuw %24[%26] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.entry", (i64, i32, i8)> loc(#loc70)
20-!    %28 = llvm.getelementptr inbounds|nuw %27[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc71)
20-!    %29 = llvm.load %28 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i8 loc(#loc71)
20-!    %30 = llvm.icmp "eq" %29, %8 : i8 loc(#loc69)
20-!    %31 = llvm.add %26, %9 : i64 loc(#loc72)
20-!    llvm.cond_br %30, ^bb5, ^bb4(%31 : i64) {loop_annotation = #loop_annotation2} loc(#loc69)
  ^bb5:  // pred: ^bb4
-19!    %31 = llvm.getelementptr inbounds %26[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc3)
-19!    llvm.store %arg1, %26 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i64, !llvm.ptr loc(#loc81)
-19!    %32 = llvm.getelementptr inbounds %26[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc81)
-19!    llvm.store %arg2, %32 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr loc(#loc81)
-19!    llvm.store %10, %31 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr loc(#loc81)
-19!    %33 = llvm.load %14 {alignment = 8 : i64, tbaa = [#tbaa_tag7]} : !llvm.ptr -> i64 loc(#loc82)
-19!    %34 = llvm.add %33, %9 : i64 loc(#loc82)
-19!    llvm.store %34, %14 {alignment = 8 : i64, tbaa = [#tbaa_tag7]} : i64, !llvm.ptr loc(#loc82)
-19!    llvm.br ^bb6(%11 : i32) loc(#loc3)
-19!  ^bb6(%35: i32 loc(fused<#di_subprogram2>[#loc])):  // 3 preds: ^bb1, ^bb2, ^bb5
-19!    llvm.return %35 : i32 loc(#loc83)
-19!  } loc(#loc70)
20-!    %32 = llvm.getelementptr inbounds|nuw %27[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc2)
20-!    llvm.store %arg1, %27 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i64, !llvm.ptr loc(#loc74)
20-!    %33 = llvm.getelementptr inbounds|nuw %27[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc74)
20-!    llvm.store %arg2, %33 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr loc(#loc74)
20-!    llvm.store %10, %32 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr loc(#loc74)
20-!    %34 = llvm.getelementptr inbounds|nuw %27[%11] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc74)
20-!    "llvm.intr.memset"(%34, %8, %5) <{arg_attrs = [{llvm.align = 1 : i64, llvm.dereferenceable = 3 : i64, llvm.nonnull, llvm.noundef}, {}, {}], isVolatile = false}> : (!llvm.ptr, i8, i64) -> () loc(#loc74)
20-!    %35 = llvm.load %15 {alignment = 8 : i64, tbaa = [#tbaa_tag7]} : !llvm.ptr -> i64 loc(#loc75)
20-!    %36 = llvm.add %35, %9 : i64 loc(#loc75)
20-!    llvm.store %36, %15 {alignment = 8 : i64, tbaa = [#tbaa_tag7]} : i64, !llvm.ptr loc(#loc75)
20-!    llvm.br ^bb6(%12 : i32) loc(#loc2)
20-!  ^bb6(%37: i32 loc(fused<#di_subprogram5>[#loc])):  // 3 preds: ^bb1, ^bb2, ^bb5
20-!    llvm.return %37 : i32 loc(#loc76)
20-!  } loc(#loc65)
} loc(#loc)
-19!#loc4 = loc("c_hash_map.c":6:11)
-19!#loc5 = loc("c_hash_map.c":6:25)
-19!#loc6 = loc("c_hash_map.c":7:10)
-19!#loc7 = loc("c_hash_map.c":7:22)
-19!#loc9 = loc("c_hash_map.c":7:92)
-19!#loc11 = loc("c_hash_map.c":7:46)
-19!#loc12 = loc("c_hash_map.c":7:50)
-19!#loc13 = loc("c_hash_map.c":7:34)
-19!#loc14 = loc("c_hash_map.c":7:78)
-19!#loc15 = loc("c_hash_map.c":7:58)
-19!#loc16 = loc("c_hash_map.c":9:1)
-19!#loc20 = loc("c_hash_map.c":4:133)
-19!#loc21 = loc("c_hash_map.c":4:93)
-19!#loc22 = loc("c_hash_map.c":4:88)
-19!#loc23 = loc("c_hash_map.c":4:102)
-19!#loc24 = loc("c_hash_map.c":4:124)
-19!#loc25 = loc("c_hash_map.c":4:80)
-19!#loc26 = loc("c_hash_map.c":4:74)
-19!#loc30 = loc("c_hash_map.c":11:12)
-19!#loc31 = loc("c_hash_map.c":12:7)
-19!#loc32 = loc("c_hash_map.c":12:15)
-19!#loc33 = loc("c_hash_map.c":12:24)
-19!#loc34 = loc("c_hash_map.c":13:10)
-19!#loc35 = loc("c_hash_map.c":13:16)
-19!#loc36 = loc("c_hash_map.c":13:27)
-19!#loc37 = loc("c_hash_map.c":13:37)
-19!#loc38 = loc("c_hash_map.c":13:20)
-19!#loc39 = loc("c_hash_map.c":13:7)
-19!#loc40 = loc("c_hash_map.c":14:11)
-19!#loc42 = loc("c_hash_map.c":15:10)
-19!#loc43 = loc("c_hash_map.c":15:22)
-19!#loc44 = loc("c_hash_map.c":15:35)
-19!#loc46 = loc("c_hash_map.c":16:17)
-19!#loc47 = loc("c_hash_map.c":16:56)
-19!#loc48 = loc("c_hash_map.c":18:1)
-19!#loc50 = loc(fused<#di_subprogram>[#loc])
-19!#loc51 = loc(fused<#di_subprogram>[#loc20])
-19!#di_lexical_block1 = #llvm.di_lexical_block<scope = #di_lexical_block, file = #di_file, line = 4, column = 56>
-19!#loc52 = loc(fused<#di_lexical_block>[#loc])
-19!#di_lexical_block2 = #llvm.di_lexical_block<scope = #di_lexical_block1, file = #di_file, line = 4, column = 84>
-19!#loc55 = loc(fused<#di_lexical_block1>[#loc25])
-19!#loc56 = loc(fused<#di_lexical_block1>[#loc26])
-19!#loc57 = loc(fused<#di_lexical_block2>[#loc21])
-19!#loc58 = loc(fused<#di_lexical_block2>[#loc22])
-19!#loc59 = loc(fused<#di_lexical_block2>[#loc23])
-19!#loc60 = loc(fused<#di_lexical_block2>[#loc24])
-19!#di_lexical_block3 = #llvm.di_lexical_block<scope = #di_subprogram1, file = #di_file, line = 7, column = 28>
-19!#di_lexical_block4 = #llvm.di_lexical_block<scope = #di_subprogram2, file = #di_file, line = 12, column = 7>
-19!#di_lexical_block5 = #llvm.di_lexical_block<scope = #di_subprogram2, file = #di_file, line = 13, column = 7>
-19!#loc63 = loc(fused<#di_subprogram1>[#loc4])
-19!#loc64 = loc(fused<#di_subprogram1>[#loc5])
-19!#loc65 = loc(fused<#di_subprogram1>[#loc6])
-19!#loc66 = loc(fused<#di_subprogram1>[#loc7])
-19!#loc69 = loc(fused<#di_subprogram1>[#loc16])
-19!#loc72 = loc(fused<#di_subprogram2>[#loc30])
-19!#loc73 = loc(fused<#di_subprogram2>[#loc31])
-19!#loc74 = loc(fused<#di_subprogram2>[#loc39])
-19!#loc75 = loc(fused<#di_subprogram2>[#loc40])
-19!#loc77 = loc(fused<#di_subprogram2>[#loc42])
-19!#loc78 = loc(fused<#di_subprogram2>[#loc43])
-19!#loc79 = loc(fused<#di_subprogram2>[#loc44])
-19!#loc81 = loc(fused<#di_subprogram2>[#loc46])
-19!#loc82 = loc(fused<#di_subprogram2>[#loc47])
-19!#loc83 = loc(fused<#di_subprogram2>[#loc48])
-19!#di_lexical_block6 = #llvm.di_lexical_block<scope = #di_lexical_block3, file = #di_file, line = 7, column = 34>
-19!#di_lexical_block7 = #llvm.di_lexical_block<scope = #di_lexical_block4, file = #di_file, line = 12, column = 10>
-19!#loc84 = loc(fused<#di_lexical_block3>[#loc9])
-19!#loc85 = loc(fused<#di_lexical_block3>[#loc13])
-19!#loc86 = loc(fused<#di_lexical_block4>[#loc31])
-19!#loc87 = loc(fused<#di_lexical_block5>[#loc34])
-19!#loc88 = loc(fused<#di_lexical_block5>[#loc35])
-19!#loc89 = loc(fused<#di_lexical_block5>[#loc36])
-19!#loc90 = loc(fused<#di_lexical_block5>[#loc37])
-19!#loc91 = loc(fused<#di_lexical_block5>[#loc38])
-19!#loc92 = loc(fused<#di_lexical_block6>[#loc11])
-19!#loc93 = loc(fused<#di_lexical_block6>[#loc12])
-19!#loc94 = loc(fused<#di_lexical_block6>[#loc14])
-19!#loc95 = loc(fused<#di_lexical_block6>[#loc15])
-19!#loc96 = loc(fused<#di_lexical_block7>[#loc32])
-19!#loc97 = loc(fused<#di_lexical_block7>[#loc33])
20-!#loc3 = loc("c_hash_map.c":6:11)
20-!#loc4 = loc("c_hash_map.c":6:25)
20-!#loc5 = loc("c_hash_map.c":7:10)
20-!#loc6 = loc("c_hash_map.c":7:22)
20-!#loc8 = loc("c_hash_map.c":7:92)
20-!#loc10 = loc("c_hash_map.c":7:46)
20-!#loc11 = loc("c_hash_map.c":7:50)
20-!#loc12 = loc("c_hash_map.c":7:78)
20-!#loc13 = loc("c_hash_map.c":7:58)
20-!#loc14 = loc("c_hash_map.c":9:1)
20-!#loc17 = loc("c_hash_map.c":4:133)
20-!#loc18 = loc("c_hash_map.c":4:93)
20-!#loc19 = loc("c_hash_map.c":4:88)
20-!#loc20 = loc("c_hash_map.c":4:102)
20-!#loc21 = loc("c_hash_map.c":4:124)
20-!#loc22 = loc("c_hash_map.c":4:80)
20-!#loc23 = loc("c_hash_map.c":4:74)
20-!#loc26 = loc("c_hash_map.c":11:12)
20-!#loc27 = loc("c_hash_map.c":12:7)
20-!#loc28 = loc("c_hash_map.c":12:15)
20-!#loc29 = loc("c_hash_map.c":12:24)
20-!#loc30 = loc("c_hash_map.c":13:10)
20-!#loc31 = loc("c_hash_map.c":13:16)
20-!#loc32 = loc("c_hash_map.c":13:27)
20-!#loc33 = loc("c_hash_map.c":13:37)
20-!#loc34 = loc("c_hash_map.c":13:20)
20-!#loc35 = loc("c_hash_map.c":14:11)
20-!#loc37 = loc("c_hash_map.c":15:10)
20-!#loc38 = loc("c_hash_map.c":15:22)
20-!#loc39 = loc("c_hash_map.c":15:35)
20-!#loc41 = loc("c_hash_map.c":16:17)
20-!#loc42 = loc("c_hash_map.c":16:56)
20-!#loc43 = loc("c_hash_map.c":18:1)
20-!#loc45 = loc(fused<#di_subprogram3>[#loc])
20-!#loc46 = loc(fused<#di_subprogram3>[#loc17])
20-!#di_lexical_block2 = #llvm.di_lexical_block<scope = #di_lexical_block1, file = #di_file, line = 4, column = 56>
20-!#loc47 = loc(fused<#di_lexical_block1>[#loc])
20-!#di_lexical_block3 = #llvm.di_lexical_block<scope = #di_lexical_block2, file = #di_file, line = 4, column = 84>
20-!#loc50 = loc(fused<#di_lexical_block2>[#loc22])
20-!#loc51 = loc(fused<#di_lexical_block2>[#loc23])
20-!#loc52 = loc(fused<#di_lexical_block3>[#loc18])
20-!#loc53 = loc(fused<#di_lexical_block3>[#loc19])
20-!#loc54 = loc(fused<#di_lexical_block3>[#loc20])
20-!#loc55 = loc(fused<#di_lexical_block3>[#loc21])
20-!#di_lexical_block4 = #llvm.di_lexical_block<scope = #di_subprogram4, file = #di_file, line = 7, column = 28>
20-!#di_lexical_block5 = #llvm.di_lexical_block<scope = #di_subprogram5, file = #di_file, line = 12, column = 7>
20-!#di_lexical_block6 = #llvm.di_lexical_block<scope = #di_subprogram5, file = #di_file, line = 13, column = 7>
20-!#loc58 = loc(fused<#di_subprogram4>[#loc3])
20-!#loc59 = loc(fused<#di_subprogram4>[#loc4])
20-!#loc60 = loc(fused<#di_subprogram4>[#loc5])
20-!#loc61 = loc(fused<#di_subprogram4>[#loc6])
20-!#loc64 = loc(fused<#di_subprogram4>[#loc14])
20-!#loc67 = loc(fused<#di_subprogram5>[#loc26])
20-!#loc68 = loc(fused<#di_subprogram5>[#loc35])
20-!#loc70 = loc(fused<#di_subprogram5>[#loc37])
20-!#loc71 = loc(fused<#di_subprogram5>[#loc38])
20-!#loc72 = loc(fused<#di_subprogram5>[#loc39])
20-!#loc74 = loc(fused<#di_subprogram5>[#loc41])
20-!#loc75 = loc(fused<#di_subprogram5>[#loc42])
20-!#loc76 = loc(fused<#di_subprogram5>[#loc43])
20-!#di_lexical_block7 = #llvm.di_lexical_block<scope = #di_lexical_block4, file = #di_file, line = 7, column = 34>
20-!#di_lexical_block8 = #llvm.di_lexical_block<scope = #di_lexical_block5, file = #di_file, line = 12, column = 10>
20-!#loc77 = loc(fused<#di_lexical_block4>[#loc8])
20-!#loc78 = loc(fused<#di_lexical_block5>[#loc27])
20-!#loc79 = loc(fused<#di_lexical_block6>[#loc30])
20-!#loc80 = loc(fused<#di_lexical_block6>[#loc31])
20-!#loc81 = loc(fused<#di_lexical_block6>[#loc32])
20-!#loc82 = loc(fused<#di_lexical_block6>[#loc33])
20-!#loc83 = loc(fused<#di_lexical_block6>[#loc34])
20-!#loc84 = loc(fused<#di_lexical_block7>[#loc10])
20-!#loc85 = loc(fused<#di_lexical_block7>[#loc11])
20-!#loc86 = loc(fused<#di_lexical_block7>[#loc12])
20-!#loc87 = loc(fused<#di_lexical_block7>[#loc13])
20-!#loc88 = loc(fused<#di_lexical_block8>[#loc28])
20-!#loc89 = loc(fused<#di_lexical_block8>[#loc29])
// ----- c_lz: native debug_c
// clang -O2 of a decompressor in C
#loop_annotation = #llvm.loop_annotation<mustProgress = true>
#loop_annotation1 = #llvm.loop_annotation<mustProgress = true, isVectorized = true>
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation2 = #llvm.loop_annotation<unroll = #loop_unroll>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
-19!  llvm.func local_unnamed_addr @unpack(%arg0: !llvm.ptr {llvm.noalias, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef}, %arg2: !llvm.ptr {llvm.noalias, llvm.noundef}, %arg3: i64 {llvm.noundef}) -> i64 attributes {memory = #llvm.memory_effects<other = readwrite, argMem = readwrite, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @unpack(%arg0: !llvm.ptr {llvm.noalias, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef}, %arg2: !llvm.ptr {llvm.noalias, llvm.noundef}, %arg3: i64 {llvm.noundef}) -> i64 attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(1 : i64) : i64
    %2 = llvm.mlir.constant(4 : i32) : i32
    %3 = llvm.mlir.constant(15 : i32) : i32
    %4 = llvm.mlir.constant(15 : i64) : i64
    %5 = llvm.mlir.constant(-1 : i8) : i8
    %6 = llvm.mlir.constant(-1 : i64) : i64
    %7 = llvm.mlir.constant(8 : i32) : i32
    %8 = llvm.mlir.constant(2 : i64) : i64
    %9 = llvm.mlir.constant(0 : i32) : i32
    %10 = llvm.mlir.constant(-2 : i64) : i64
    %11 = llvm.mlir.constant(1 : i32) : i32
    %12 = llvm.mlir.constant(12 : i32) : i32
    %13 = llvm.mlir.constant(16 : i32) : i32
-19!    %14 = llvm.mlir.constant(16 : i64) : i64
-19!    %15 = llvm.mlir.constant(7 : i64) : i64
-19!    %16 = llvm.mlir.poison : !llvm.ptr
-19!    %17 = llvm.mlir.constant(3 : i64) : i64
-19!    %18 = llvm.mlir.constant(4 : i64) : i64
-19!    %19 = llvm.mlir.constant(5 : i64) : i64
-19!    %20 = llvm.mlir.constant(6 : i64) : i64
-19!    %21 = llvm.mlir.constant(-8 : i64) : i64
-19!    %22 = llvm.mlir.constant(8 : i64) : i64
-19!    %23 = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %24 = llvm.getelementptr inbounds %arg2[%arg3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %25 = llvm.icmp "sgt" %arg1, %0 : i64
-19!    %26 = llvm.ptrtoint %arg2 : !llvm.ptr to i64
-19!    llvm.cond_br %25, ^bb1(%arg0, %arg2 : !llvm.ptr, !llvm.ptr), ^bb18(%26 : i64)
-19!  ^bb1(%27: !llvm.ptr, %28: !llvm.ptr):  // 2 preds: ^bb0, ^bb16
-19!    %29 = llvm.getelementptr inbounds %27[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %30 = llvm.load %27 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %31 = llvm.zext %30 : i8 to i32
-19!    %32 = llvm.lshr %31, %2  : i32
-19!    %33 = llvm.zext %32 : i32 to i64
-19!    %34 = llvm.icmp "eq" %32, %3 : i32
-19!    llvm.cond_br %34, ^bb2(%4, %29 : i64, !llvm.ptr), ^bb3(%33, %29 : i64, !llvm.ptr)
-19!  ^bb2(%35: i64, %36: !llvm.ptr):  // 2 preds: ^bb1, ^bb2
-19!    %37 = llvm.getelementptr inbounds %36[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %38 = llvm.load %36 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %39 = llvm.zext %38 : i8 to i64
-19!    %40 = llvm.add %35, %39 overflow<nsw, nuw> : i64
-19!    %41 = llvm.icmp "eq" %38, %5 : i8
-19!    llvm.cond_br %41, ^bb2(%40, %37 : i64, !llvm.ptr), ^bb3(%40, %37 : i64, !llvm.ptr) {loop_annotation = #loop_annotation}
-19!  ^bb3(%42: i64, %43: !llvm.ptr):  // 2 preds: ^bb1, ^bb2
-19!    %44 = llvm.getelementptr inbounds %28[%42] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %45 = llvm.icmp "ugt" %44, %24 : !llvm.ptr
-19!    llvm.cond_br %45, ^bb19(%6 : i64), ^bb4
20-!    %14 = llvm.mlir.constant(true) : i1
20-!    %15 = llvm.mlir.constant(16 : i64) : i64
20-!    %16 = llvm.mlir.constant(7 : i64) : i64
20-!    %17 = llvm.mlir.poison : !llvm.ptr
20-!    %18 = llvm.mlir.constant(3 : i64) : i64
20-!    %19 = llvm.mlir.constant(4 : i64) : i64
20-!    %20 = llvm.mlir.constant(5 : i64) : i64
20-!    %21 = llvm.mlir.constant(6 : i64) : i64
20-!    %22 = llvm.mlir.constant(-8 : i64) : i64
20-!    %23 = llvm.mlir.constant(8 : i64) : i64
20-!    %24 = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %25 = llvm.getelementptr inbounds %arg2[%arg3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %26 = llvm.icmp "sgt" %arg1, %0 : i64
20-!    %27 = llvm.ptrtoint %arg2 : !llvm.ptr to i64
20-!    llvm.cond_br %26, ^bb1(%arg0, %arg2 : !llvm.ptr, !llvm.ptr), ^bb18(%27 : i64)
20-!  ^bb1(%28: !llvm.ptr, %29: !llvm.ptr):  // 2 preds: ^bb0, ^bb16
20-!    %30 = llvm.getelementptr inbounds|nuw %28[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %31 = llvm.load %28 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %32 = llvm.zext %31 : i8 to i32
20-!    %33 = llvm.lshr %32, %2 : i32
20-!    %34 = llvm.zext nneg %33 : i32 to i64
20-!    %35 = llvm.icmp "eq" %33, %3 : i32
20-!    llvm.cond_br %35, ^bb2(%4, %30 : i64, !llvm.ptr), ^bb3(%34, %30 : i64, !llvm.ptr)
20-!  ^bb2(%36: i64, %37: !llvm.ptr):  // 2 preds: ^bb1, ^bb2
20-!    %38 = llvm.getelementptr inbounds|nuw %37[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %39 = llvm.load %37 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %40 = llvm.zext %39 : i8 to i64
20-!    %41 = llvm.add %36, %40 overflow<nsw, nuw> : i64
20-!    %42 = llvm.icmp "eq" %39, %5 : i8
20-!    llvm.cond_br %42, ^bb2(%41, %38 : i64, !llvm.ptr), ^bb3(%41, %38 : i64, !llvm.ptr) {loop_annotation = #loop_annotation}
20-!  ^bb3(%43: i64, %44: !llvm.ptr):  // 2 preds: ^bb1, ^bb2
20-!    %45 = llvm.getelementptr inbounds %29[%43] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %46 = llvm.icmp "ugt" %45, %25 : !llvm.ptr
20-!    llvm.cond_br %46 weights([1, 2000]), ^bb19(%6 : i64), ^bb4
  ^bb4:  // pred: ^bb3
-19!    "llvm.intr.memcpy"(%28, %43, %42) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
-19!    %46 = llvm.getelementptr inbounds %43[%42] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %47 = llvm.icmp "ult" %46, %23 : !llvm.ptr
-19!    llvm.cond_br %47, ^bb5, ^bb17(%44 : !llvm.ptr)
20-!    "llvm.intr.memcpy"(%29, %44, %43) <{arg_attrs = [{llvm.align = 1 : i64}, {llvm.align = 1 : i64, llvm.nonnull}, {}], isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
20-!    %47 = llvm.getelementptr inbounds %44[%43] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %48 = llvm.icmp "ult" %47, %24 : !llvm.ptr
20-!    llvm.cond_br %48, ^bb5, ^bb17(%45 : !llvm.ptr)
  ^bb5:  // pred: ^bb4
-19!    %48 = llvm.load %46 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %49 = llvm.zext %48 : i8 to i32
-19!    %50 = llvm.getelementptr inbounds %46[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %51 = llvm.load %50 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %52 = llvm.zext %51 : i8 to i32
-19!    %53 = llvm.shl %52, %7 overflow<nsw, nuw> : i32
-19!    %54 = llvm.or %53, %49  : i32
-19!    %55 = llvm.getelementptr inbounds %46[%8] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %56 = llvm.and %31, %3  : i32
-19!    %57 = llvm.add %56, %2 overflow<nsw, nuw> : i32
-19!    %58 = llvm.zext %57 : i32 to i64
-19!    %59 = llvm.icmp "eq" %54, %9 : i32
-19!    llvm.cond_br %59, ^bb19(%10 : i64), ^bb6
20-!    %49 = llvm.load %47 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %50 = llvm.zext %49 : i8 to i32
20-!    %51 = llvm.getelementptr inbounds|nuw %47[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %52 = llvm.load %51 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %53 = llvm.zext %52 : i8 to i32
20-!    %54 = llvm.shl %53, %7 overflow<nsw, nuw> : i32
20-!    %55 = llvm.or disjoint %54, %50 : i32
20-!    %56 = llvm.getelementptr inbounds|nuw %47[%8] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %57 = llvm.and %32, %3 : i32
20-!    %58 = llvm.add %57, %2 overflow<nsw, nuw> : i32
20-!    %59 = llvm.zext nneg %58 : i32 to i64
20-!    %60 = llvm.icmp "eq" %55, %9 : i32
20-!    llvm.cond_br %60, ^bb19(%10 : i64), ^bb6
  ^bb6:  // pred: ^bb5
-19!    %60 = llvm.ptrtoint %44 : !llvm.ptr to i64
-19!    %61 = llvm.sub %60, %26 : i64
-19!    %62 = llvm.zext %54 : i32 to i64
-19!    %63 = llvm.icmp "slt" %61, %62 : i64
-19!    llvm.cond_br %63, ^bb19(%10 : i64), ^bb7
20-!    %61 = llvm.ptrtoint %45 : !llvm.ptr to i64
20-!    %62 = llvm.sub %61, %27 : i64
20-!    %63 = llvm.zext nneg %55 : i32 to i64
20-!    %64 = llvm.icmp "slt" %62, %63 : i64
20-!    llvm.cond_br %64, ^bb19(%10 : i64), ^bb7
  ^bb7:  // pred: ^bb6
-19!    %64 = llvm.getelementptr inbounds %44[%58] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %65 = llvm.icmp "ugt" %64, %24 : !llvm.ptr
-19!    llvm.cond_br %65, ^bb19(%10 : i64), ^bb8
20-!    %65 = llvm.getelementptr inbounds|nuw %45[%59] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %66 = llvm.icmp "ugt" %65, %25 : !llvm.ptr
20-!    llvm.cond_br %66, ^bb19(%10 : i64), ^bb8
  ^bb8:  // pred: ^bb7
-19!    %66 = llvm.icmp "eq" %54, %11 : i32
-19!    llvm.cond_br %66, ^bb14, ^bb9
20-!    %67 = llvm.icmp "eq" %55, %11 : i32
20-!    llvm.cond_br %67, ^bb14, ^bb9
  ^bb9:  // pred: ^bb8
-19!    %67 = llvm.sub %0, %62 overflow<nsw> : i64
-19!    %68 = llvm.icmp "ult" %56, %12 : i32
-19!    %69 = llvm.icmp "ult" %54, %13 : i32
-19!    %70 = llvm.or %68, %69  : i1
-19!    llvm.cond_br %70, ^bb10(%58, %44 : i64, !llvm.ptr), ^bb13
-19!  ^bb10(%71: i64, %72: !llvm.ptr):  // 2 preds: ^bb9, ^bb13
-19!    %73 = llvm.add %71, %6 overflow<nsw> : i64
-19!    %74 = llvm.and %71, %15  : i64
-19!    %75 = llvm.icmp "eq" %74, %0 : i64
-19!    llvm.cond_br %75, ^bb12(%16, %71, %72 : !llvm.ptr, i64, !llvm.ptr), ^bb11(%71, %72, %0 : i64, !llvm.ptr, i64)
-19!  ^bb11(%76: i64, %77: !llvm.ptr, %78: i64):  // 2 preds: ^bb10, ^bb11
-19!    %79 = llvm.add %76, %6 overflow<nsw> : i64
-19!    %80 = llvm.getelementptr inbounds %77[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %81 = llvm.load %80 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.store %81, %77 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %82 = llvm.getelementptr inbounds %77[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %83 = llvm.add %78, %1 : i64
-19!    %84 = llvm.icmp "eq" %83, %74 : i64
-19!    llvm.cond_br %84, ^bb12(%82, %79, %82 : !llvm.ptr, i64, !llvm.ptr), ^bb11(%79, %82, %83 : i64, !llvm.ptr, i64) {loop_annotation = #loop_annotation2}
-19!  ^bb12(%85: !llvm.ptr, %86: i64, %87: !llvm.ptr):  // 2 preds: ^bb10, ^bb11
-19!    %88 = llvm.icmp "ult" %73, %15 : i64
-19!    llvm.cond_br %88, ^bb16(%85 : !llvm.ptr), ^bb15(%86, %87 : i64, !llvm.ptr)
-19!  ^bb13:  // pred: ^bb9
-19!    %89 = llvm.and %58, %14  : i64
-19!    %90 = llvm.getelementptr %44[%89] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %91 = llvm.and %58, %4  : i64
-19!    %92 = llvm.getelementptr inbounds %44[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %93 = llvm.load %92 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<16xi8>
-19!    llvm.store %93, %44 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : vector<16xi8>, !llvm.ptr
-19!    %94 = llvm.icmp "eq" %89, %58 : i64
-19!    llvm.cond_br %94, ^bb16(%90 : !llvm.ptr), ^bb10(%91, %90 : i64, !llvm.ptr)
20-!    %68 = llvm.sub %0, %63 overflow<nsw> : i64
20-!    %69 = llvm.icmp "ult" %57, %12 : i32
20-!    %70 = llvm.icmp "ult" %55, %13 : i32
20-!    %71 = llvm.select %69, %14, %70 : i1, i1
20-!    llvm.cond_br %71, ^bb11(%59, %45 : i64, !llvm.ptr), ^bb10
20-!  ^bb10:  // pred: ^bb9
20-!    %72 = llvm.and %59, %15 : i64
20-!    %73 = llvm.getelementptr %45[%72] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %74 = llvm.and %59, %4 : i64
20-!    %75 = llvm.getelementptr inbounds %45[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %76 = llvm.load %75 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<16xi8>
20-!    llvm.store %76, %45 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : vector<16xi8>, !llvm.ptr
20-!    %77 = llvm.icmp "eq" %72, %59 : i64
20-!    llvm.cond_br %77, ^bb16(%73 : !llvm.ptr), ^bb11(%74, %73 : i64, !llvm.ptr)
20-!  ^bb11(%78: i64, %79: !llvm.ptr):  // 2 preds: ^bb9, ^bb10
20-!    %80 = llvm.add %78, %6 overflow<nsw> : i64
20-!    %81 = llvm.and %78, %16 : i64
20-!    %82 = llvm.icmp "eq" %81, %0 : i64
20-!    llvm.cond_br %82, ^bb13(%17, %78, %79 : !llvm.ptr, i64, !llvm.ptr), ^bb12(%78, %79, %0 : i64, !llvm.ptr, i64)
20-!  ^bb12(%83: i64, %84: !llvm.ptr, %85: i64):  // 2 preds: ^bb11, ^bb12
20-!    %86 = llvm.add %83, %6 overflow<nsw> : i64
20-!    %87 = llvm.getelementptr inbounds %84[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %88 = llvm.load %87 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.store %88, %84 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %89 = llvm.getelementptr inbounds|nuw %84[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %90 = llvm.add %85, %1 : i64
20-!    %91 = llvm.icmp "eq" %90, %81 : i64
20-!    llvm.cond_br %91, ^bb13(%89, %86, %89 : !llvm.ptr, i64, !llvm.ptr), ^bb12(%86, %89, %90 : i64, !llvm.ptr, i64) {loop_annotation = #loop_annotation2}
20-!  ^bb13(%92: !llvm.ptr, %93: i64, %94: !llvm.ptr):  // 2 preds: ^bb11, ^bb12
20-!    %95 = llvm.icmp "ult" %80, %16 : i64
20-!    llvm.cond_br %95, ^bb16(%92 : !llvm.ptr), ^bb15(%93, %94 : i64, !llvm.ptr)
  ^bb14:  // pred: ^bb8
-19!    %95 = llvm.getelementptr inbounds %44[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %96 = llvm.load %95 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    "llvm.intr.memset"(%44, %96, %58) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
-19!    llvm.br ^bb16(%64 : !llvm.ptr)
-19!  ^bb15(%97: i64, %98: !llvm.ptr):  // 2 preds: ^bb12, ^bb15
-19!    %99 = llvm.getelementptr inbounds %98[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %100 = llvm.load %99 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.store %100, %98 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %101 = llvm.getelementptr inbounds %98[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %102 = llvm.getelementptr inbounds %101[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %103 = llvm.load %102 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.store %103, %101 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %104 = llvm.getelementptr inbounds %98[%8] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %105 = llvm.getelementptr inbounds %104[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %106 = llvm.load %105 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.store %106, %104 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %107 = llvm.getelementptr inbounds %98[%17] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %108 = llvm.getelementptr inbounds %107[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %109 = llvm.load %108 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.store %109, %107 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %110 = llvm.getelementptr inbounds %98[%18] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %111 = llvm.getelementptr inbounds %110[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %112 = llvm.load %111 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.store %112, %110 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %113 = llvm.getelementptr inbounds %98[%19] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %114 = llvm.getelementptr inbounds %113[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %115 = llvm.load %114 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.store %115, %113 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %116 = llvm.getelementptr inbounds %98[%20] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %117 = llvm.getelementptr inbounds %116[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %118 = llvm.load %117 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.store %118, %116 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %119 = llvm.getelementptr inbounds %98[%15] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %120 = llvm.add %97, %21 overflow<nsw> : i64
-19!    %121 = llvm.getelementptr inbounds %119[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %122 = llvm.load %121 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.store %122, %119 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %123 = llvm.getelementptr inbounds %98[%22] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %124 = llvm.icmp "eq" %120, %0 : i64
-19!    llvm.cond_br %124, ^bb16(%123 : !llvm.ptr), ^bb15(%120, %123 : i64, !llvm.ptr) {loop_annotation = #loop_annotation1}
-19!  ^bb16(%125: !llvm.ptr):  // 4 preds: ^bb12, ^bb13, ^bb14, ^bb15
-19!    %126 = llvm.icmp "ult" %55, %23 : !llvm.ptr
-19!    llvm.cond_br %126, ^bb1(%55, %125 : !llvm.ptr, !llvm.ptr), ^bb17(%125 : !llvm.ptr)
-19!  ^bb17(%127: !llvm.ptr):  // 2 preds: ^bb4, ^bb16
-19!    %128 = llvm.ptrtoint %127 : !llvm.ptr to i64
-19!    llvm.br ^bb18(%128 : i64)
-19!  ^bb18(%129: i64):  // 2 preds: ^bb0, ^bb17
-19!    %130 = llvm.sub %129, %26 : i64
-19!    llvm.br ^bb19(%130 : i64)
-19!  ^bb19(%131: i64):  // 5 preds: ^bb3, ^bb5, ^bb6, ^bb7, ^bb18
-19!    llvm.return %131 : i64
20-!    %96 = llvm.getelementptr inbounds %45[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %97 = llvm.load %96 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    "llvm.intr.memset"(%45, %97, %59) <{arg_attrs = [{llvm.align = 1 : i64, llvm.dereferenceable = 1 : i64, llvm.nonnull, llvm.noundef}, {}, {}], isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
20-!    llvm.br ^bb16(%65 : !llvm.ptr)
20-!  ^bb15(%98: i64, %99: !llvm.ptr):  // 2 preds: ^bb13, ^bb15
20-!    %100 = llvm.getelementptr inbounds %99[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %101 = llvm.load %100 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.store %101, %99 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %102 = llvm.getelementptr inbounds|nuw %99[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %103 = llvm.getelementptr inbounds %102[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %104 = llvm.load %103 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.store %104, %102 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %105 = llvm.getelementptr inbounds|nuw %99[%8] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %106 = llvm.getelementptr inbounds %105[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %107 = llvm.load %106 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.store %107, %105 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %108 = llvm.getelementptr inbounds|nuw %99[%18] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %109 = llvm.getelementptr inbounds %108[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %110 = llvm.load %109 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.store %110, %108 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %111 = llvm.getelementptr inbounds|nuw %99[%19] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %112 = llvm.getelementptr inbounds %111[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %113 = llvm.load %112 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.store %113, %111 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %114 = llvm.getelementptr inbounds|nuw %99[%20] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %115 = llvm.getelementptr inbounds %114[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %116 = llvm.load %115 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.store %116, %114 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %117 = llvm.getelementptr inbounds|nuw %99[%21] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %118 = llvm.getelementptr inbounds %117[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %119 = llvm.load %118 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.store %119, %117 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %120 = llvm.getelementptr inbounds|nuw %99[%16] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %121 = llvm.add %98, %22 overflow<nsw> : i64
20-!    %122 = llvm.getelementptr inbounds %120[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %123 = llvm.load %122 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.store %123, %120 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %124 = llvm.getelementptr inbounds|nuw %99[%23] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %125 = llvm.icmp "eq" %121, %0 : i64
20-!    llvm.cond_br %125, ^bb16(%124 : !llvm.ptr), ^bb15(%121, %124 : i64, !llvm.ptr) {loop_annotation = #loop_annotation1}
20-!  ^bb16(%126: !llvm.ptr):  // 4 preds: ^bb10, ^bb13, ^bb14, ^bb15
20-!    %127 = llvm.icmp "ult" %56, %24 : !llvm.ptr
20-!    llvm.cond_br %127, ^bb1(%56, %126 : !llvm.ptr, !llvm.ptr), ^bb17(%126 : !llvm.ptr)
20-!  ^bb17(%128: !llvm.ptr):  // 2 preds: ^bb4, ^bb16
20-!    %129 = llvm.ptrtoint %128 : !llvm.ptr to i64
20-!    llvm.br ^bb18(%129 : i64)
20-!  ^bb18(%130: i64):  // 2 preds: ^bb0, ^bb17
20-!    %131 = llvm.sub %130, %27 : i64
20-!    llvm.br ^bb19(%131 : i64)
20-!  ^bb19(%132: i64):  // 5 preds: ^bb3, ^bb5, ^bb6, ^bb7, ^bb18
20-!    llvm.return %132 : i64
  }
}
// ----- c_json: clang_ssa debug_c
// clang -O1 of a lexer in C
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "any pointer", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
-19!#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "lexer", members = {<#tbaa_type_desc1, 0>, <#tbaa_type_desc2, 8>, <#tbaa_type_desc2, 12>}>
-19!#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "token", members = {<#tbaa_type_desc2, 0>, <#tbaa_type_desc1, 8>, <#tbaa_type_desc2, 16>}>
-19!#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc1, offset = 0>
-19!#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc2, offset = 8>
-19!#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc2, offset = 0>
-19!#tbaa_tag4 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc1, offset = 8>
-19!#tbaa_tag5 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc2, offset = 16>
-19!#tbaa_tag6 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc2, offset = 12>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
-19!  llvm.func local_unnamed_addr @next(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.noalias, llvm.nocapture, llvm.sret = !llvm.struct<"struct.token", (i32, ptr, i32)>}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef}) attributes {memory = #llvm.memory_effects<other = read, argMem = readwrite, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "p1 omnipotent char", members = {<#tbaa_type_desc1, 0>}>
20-!#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "lexer", members = {<#tbaa_type_desc3, 0>, <#tbaa_type_desc2, 8>, <#tbaa_type_desc2, 12>}>
20-!#tbaa_type_desc5 = #llvm.tbaa_type_desc<id = "token", members = {<#tbaa_type_desc2, 0>, <#tbaa_type_desc3, 8>, <#tbaa_type_desc2, 16>}>
20-!#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc3, offset = 0>
20-!#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc2, offset = 8>
20-!#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc2, offset = 0>
20-!#tbaa_tag4 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc3, offset = 8>
20-!#tbaa_tag5 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc2, offset = 16>
20-!#tbaa_tag6 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc2, offset = 12>
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @next(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.noalias, llvm.nocapture, llvm.sret = !llvm.struct<"struct.token", (i32, ptr, i32)>}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = read, argMem = readwrite, inaccessibleMem = none, errnoMem = read, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(8 : i64) : i64
    %1 = llvm.mlir.constant(1 : i32) : i32
    %2 = llvm.mlir.constant(1 : i64) : i64
    %3 = llvm.mlir.constant(8 : i32) : i32
-19!    %4 = llvm.mlir.constant(16 : i64) : i64
-19!    %5 = llvm.mlir.constant(3 : i32) : i32
-19!    %6 = llvm.mlir.constant(-1 : i64) : i64
-19!    %7 = llvm.mlir.constant(92 : i8) : i8
-19!    %8 = llvm.mlir.constant(2 : i32) : i32
-19!    %9 = llvm.mlir.constant(34 : i8) : i8
-19!    %10 = llvm.mlir.constant(5 : i32) : i32
-19!    %11 = llvm.mlir.constant(4 : i32) : i32
-19!    %12 = llvm.mlir.constant(12 : i64) : i64
-19!    %13 = llvm.mlir.constant(-1 : i32) : i32
-19!    %14 = llvm.mlir.constant(0 : i32) : i32
-19!    %15 = llvm.mlir.constant(15 : i8) : i8
-19!    %16 = llvm.mlir.constant(63736 : i64) : i64
-19!    %17 = llvm.mlir.constant(0 : i64) : i64
-19!    %18 = llvm.mlir.constant(7 : i32) : i32
-19!    %19 = llvm.mlir.constant(6 : i32) : i32
-19!    %20 = llvm.load %arg1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> !llvm.ptr
-19!    %21 = llvm.getelementptr inbounds %arg1[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    llvm.br ^bb1(%20 : !llvm.ptr)
-19!  ^bb1(%22: !llvm.ptr):  // 2 preds: ^bb0, ^bb3
-19!    %23 = llvm.load %22 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.switch %23 : i8, ^bb4 [
20-!    %4 = llvm.mlir.constant(4 : i64) : i64
20-!    %5 = llvm.mlir.constant(0 : i32) : i32
20-!    %6 = llvm.mlir.constant(16 : i64) : i64
20-!    %7 = llvm.mlir.constant(20 : i64) : i64
20-!    %8 = llvm.mlir.constant(3 : i32) : i32
20-!    %9 = llvm.mlir.constant(92 : i8) : i8
20-!    %10 = llvm.mlir.constant(2 : i32) : i32
20-!    %11 = llvm.mlir.constant(-1 : i64) : i64
20-!    %12 = llvm.mlir.constant(34 : i8) : i8
20-!    %13 = llvm.mlir.constant(5 : i32) : i32
20-!    %14 = llvm.mlir.constant(4 : i32) : i32
20-!    %15 = llvm.mlir.constant(12 : i64) : i64
20-!    %16 = llvm.mlir.constant(-1 : i32) : i32
20-!    %17 = llvm.mlir.constant(15 : i8) : i8
20-!    %18 = llvm.mlir.constant(63736 : i64) : i64
20-!    %19 = llvm.mlir.constant(0 : i64) : i64
20-!    %20 = llvm.mlir.constant(7 : i32) : i32
20-!    %21 = llvm.mlir.constant(6 : i32) : i32
20-!    %22 = llvm.load %arg1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> !llvm.ptr
20-!    %23 = llvm.getelementptr inbounds|nuw %arg1[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.br ^bb1(%22 : !llvm.ptr)
20-!  ^bb1(%24: !llvm.ptr):  // 2 preds: ^bb0, ^bb3
20-!    %25 = llvm.load %24 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.switch %25 : i8, ^bb4 [
      10: ^bb2,
      32: ^bb3,
      9: ^bb3
    ]
  ^bb2:  // pred: ^bb1
-19!    %24 = llvm.load %21 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %25 = llvm.add %24, %1 overflow<nsw> : i32
-19!    llvm.store %25, %21 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
20-!    %26 = llvm.load %23 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    %27 = llvm.add %26, %1 overflow<nsw> : i32
20-!    llvm.store %27, %23 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // 3 preds: ^bb1, ^bb1, ^bb2
-19!    %26 = llvm.getelementptr inbounds %22[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    llvm.store %26, %arg1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr, !llvm.ptr
-19!    llvm.br ^bb1(%26 : !llvm.ptr)
20-!    %28 = llvm.getelementptr inbounds|nuw %24[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.store %28, %arg1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr, !llvm.ptr
20-!    llvm.br ^bb1(%28 : !llvm.ptr)
  ^bb4:  // pred: ^bb1
    llvm.store %3, %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
-19!    %27 = llvm.getelementptr inbounds %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %28 = llvm.load %arg1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> !llvm.ptr
-19!    llvm.store %28, %27 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : !llvm.ptr, !llvm.ptr
-19!    %29 = llvm.getelementptr inbounds %arg0[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    llvm.store %1, %29 {alignment = 8 : i64, tbaa = [#tbaa_tag5]} : i32, !llvm.ptr
-19!    %30 = llvm.load %28 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    llvm.switch %30 : i8, ^bb12 [
20-!    %29 = llvm.getelementptr inbounds|nuw %arg0[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.store %5, %29 {alignment = 4 : i64} : i32, !llvm.ptr
20-!    %30 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %31 = llvm.load %arg1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> !llvm.ptr
20-!    llvm.store %31, %30 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : !llvm.ptr, !llvm.ptr
20-!    %32 = llvm.getelementptr inbounds|nuw %arg0[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.store %1, %32 {alignment = 8 : i64, tbaa = [#tbaa_tag5]} : i32, !llvm.ptr
20-!    %33 = llvm.getelementptr inbounds|nuw %arg0[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.store %5, %33 {alignment = 4 : i64} : i32, !llvm.ptr
20-!    %34 = llvm.load %31 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    llvm.switch %34 : i8, ^bb12 [
      0: ^bb6,
      123: ^bb7,
      91: ^bb7,
      125: ^bb8,
      93: ^bb8,
-19!      58: ^bb13(%5 : i32),
20-!      58: ^bb13(%8 : i32),
      44: ^bb9,
      34: ^bb5
    ]
  ^bb5:  // pred: ^bb4
-19!    %31 = llvm.getelementptr %28[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %32 = llvm.load %29 {alignment = 8 : i64, tbaa = [#tbaa_tag5]} : !llvm.ptr -> i32
-19!    llvm.br ^bb10(%32 : i32)
20-!    %35 = llvm.load %32 {alignment = 8 : i64, tbaa = [#tbaa_tag5]} : !llvm.ptr -> i32
20-!    llvm.br ^bb10(%35 : i32)
  ^bb6:  // pred: ^bb4
-19!    llvm.store %14, %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
20-!    llvm.store %5, %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
    llvm.br ^bb14
  ^bb7:  // 2 preds: ^bb4, ^bb4
-19!    %33 = llvm.getelementptr inbounds %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %34 = llvm.load %33 {alignment = 4 : i64, tbaa = [#tbaa_tag6]} : !llvm.ptr -> i32
-19!    %35 = llvm.add %34, %1 overflow<nsw> : i32
-19!    llvm.store %35, %33 {alignment = 4 : i64, tbaa = [#tbaa_tag6]} : i32, !llvm.ptr
20-!    %36 = llvm.getelementptr inbounds|nuw %arg1[%15] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %37 = llvm.load %36 {alignment = 4 : i64, tbaa = [#tbaa_tag6]} : !llvm.ptr -> i32
20-!    %38 = llvm.add %37, %1 overflow<nsw> : i32
20-!    llvm.store %38, %36 {alignment = 4 : i64, tbaa = [#tbaa_tag6]} : i32, !llvm.ptr
    llvm.br ^bb13(%1 : i32)
  ^bb8:  // 2 preds: ^bb4, ^bb4
-19!    %36 = llvm.getelementptr inbounds %arg1[%12] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %37 = llvm.load %36 {alignment = 4 : i64, tbaa = [#tbaa_tag6]} : !llvm.ptr -> i32
-19!    %38 = llvm.add %37, %13 overflow<nsw> : i32
-19!    llvm.store %38, %36 {alignment = 4 : i64, tbaa = [#tbaa_tag6]} : i32, !llvm.ptr
-19!    %39 = llvm.icmp "slt" %37, %1 : i32
-19!    llvm.cond_br %39, ^bb14, ^bb13(%8 : i32)
20-!    %39 = llvm.getelementptr inbounds|nuw %arg1[%15] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %40 = llvm.load %39 {alignment = 4 : i64, tbaa = [#tbaa_tag6]} : !llvm.ptr -> i32
20-!    %41 = llvm.add %40, %16 overflow<nsw> : i32
20-!    llvm.store %41, %39 {alignment = 4 : i64, tbaa = [#tbaa_tag6]} : i32, !llvm.ptr
20-!    %42 = llvm.icmp "slt" %40, %1 : i32
20-!    llvm.cond_br %42, ^bb14, ^bb13(%10 : i32)
  ^bb9:  // pred: ^bb4
-19!    llvm.br ^bb13(%11 : i32)
-19!  ^bb10(%40: i32):  // 2 preds: ^bb5, ^bb10
-19!    %41 = llvm.sext %40 : i32 to i64
-19!    %42 = llvm.getelementptr inbounds %28[%41] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %43 = llvm.load %42 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %44 = llvm.icmp "eq" %43, %7 : i8
-19!    %45 = llvm.select %44, %8, %1 : i1, i32
-19!    %46 = llvm.add %40, %45 overflow<nsw> : i32
-19!    %47 = llvm.sext %46 : i32 to i64
-19!    %48 = llvm.getelementptr %31[%47] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %49 = llvm.load %48 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %50 = llvm.icmp "eq" %49, %9 : i8
-19!    llvm.cond_br %50, ^bb11, ^bb10(%46 : i32) {loop_annotation = #loop_annotation}
20-!    llvm.br ^bb13(%14 : i32)
20-!  ^bb10(%43: i32):  // 2 preds: ^bb5, ^bb10
20-!    %44 = llvm.sext %43 : i32 to i64
20-!    %45 = llvm.getelementptr inbounds %31[%44] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %46 = llvm.load %45 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %47 = llvm.icmp "eq" %46, %9 : i8
20-!    %48 = llvm.select %47, %10, %1 : i1, i32
20-!    %49 = llvm.add %43, %48 overflow<nsw> : i32
20-!    %50 = llvm.sext %49 : i32 to i64
20-!    %51 = llvm.getelementptr %31[%50] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %52 = llvm.getelementptr %51[%11] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %53 = llvm.load %52 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %54 = llvm.icmp "eq" %53, %12 : i8
20-!    llvm.cond_br %54, ^bb11, ^bb10(%49 : i32) {loop_annotation = #loop_annotation}
  ^bb11:  // pred: ^bb10
-19!    llvm.store %46, %29 {alignment = 8 : i64, tbaa = [#tbaa_tag5]} : i32, !llvm.ptr
-19!    llvm.br ^bb13(%10 : i32)
20-!    llvm.store %49, %32 {alignment = 8 : i64, tbaa = [#tbaa_tag5]} : i32, !llvm.ptr
20-!    llvm.br ^bb13(%13 : i32)
  ^bb12:  // pred: ^bb4
-19!    %51 = llvm.and %30, %15  : i8
-19!    %52 = llvm.zext %51 : i8 to i64
-19!    %53 = llvm.lshr %16, %52  : i64
-19!    %54 = llvm.and %53, %2  : i64
-19!    %55 = llvm.icmp "eq" %54, %17 : i64
-19!    %56 = llvm.select %55, %18, %19 : i1, i32
-19!    llvm.br ^bb13(%56 : i32)
-19!  ^bb13(%57: i32):  // 6 preds: ^bb4, ^bb7, ^bb8, ^bb9, ^bb11, ^bb12
-19!    llvm.store %57, %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
-19!    %58 = llvm.load %29 {alignment = 8 : i64, tbaa = [#tbaa_tag5]} : !llvm.ptr -> i32
-19!    %59 = llvm.sext %58 : i32 to i64
-19!    %60 = llvm.getelementptr inbounds %28[%59] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    llvm.store %60, %arg1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr, !llvm.ptr
20-!    %55 = llvm.and %34, %17 : i8
20-!    %56 = llvm.zext nneg %55 : i8 to i64
20-!    %57 = llvm.shl %2, %56 overflow<nsw, nuw> : i64
20-!    %58 = llvm.and %57, %18 : i64
20-!    %59 = llvm.icmp "eq" %58, %19 : i64
20-!    %60 = llvm.select %59, %20, %21 : i1, i32
20-!    llvm.br ^bb13(%60 : i32)
20-!  ^bb13(%61: i32):  // 6 preds: ^bb4, ^bb7, ^bb8, ^bb9, ^bb11, ^bb12
20-!    llvm.store %61, %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
20-!    %62 = llvm.load %32 {alignment = 8 : i64, tbaa = [#tbaa_tag5]} : !llvm.ptr -> i32
20-!    %63 = llvm.sext %62 : i32 to i64
20-!    %64 = llvm.getelementptr inbounds %31[%63] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.store %64, %arg1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr, !llvm.ptr
    llvm.br ^bb14
  ^bb14:  // 3 preds: ^bb6, ^bb8, ^bb13
    llvm.return
  }
}
// ----- c_aes: clang_ssa native
// clang -O1 of rounds of a cipher in C
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "any pointer", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
-19!#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "", members = {<#tbaa_type_desc1, 0>, <#tbaa_type_desc2, 8>}>
-19!#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc2, offset = 8>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
20-!#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "p1 omnipotent char", members = {<#tbaa_type_desc1, 0>}>
20-!#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "", members = {<#tbaa_type_desc3, 0>, <#tbaa_type_desc2, 8>}>
20-!#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc2, offset = 8>
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.mlir.global private unnamed_addr constant @".str"("short\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
  llvm.mlir.global private unnamed_addr constant @".str.1"("long\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
-19!  llvm.mlir.global external local_unnamed_addr constant @modes() {addr_space = 0 : i32, alignment = 16 : i64, dso_local} : !llvm.array<2 x struct<"struct.anon", (ptr, i32)>> {
-19!    %0 = llvm.mlir.constant(14 : i32) : i32
-19!    %1 = llvm.mlir.constant("long\00") : !llvm.array<5 x i8>
-19!    %2 = llvm.mlir.addressof @".str.1" : !llvm.ptr
-19!    %3 = llvm.mlir.undef : !llvm.struct<"struct.anon", (ptr, i32)>
-19!    %4 = llvm.insertvalue %2, %3[0] : !llvm.struct<"struct.anon", (ptr, i32)> 
-19!    %5 = llvm.insertvalue %0, %4[1] : !llvm.struct<"struct.anon", (ptr, i32)> 
-19!    %6 = llvm.mlir.constant(10 : i32) : i32
-19!    %7 = llvm.mlir.constant("short\00") : !llvm.array<6 x i8>
-19!    %8 = llvm.mlir.addressof @".str" : !llvm.ptr
-19!    %9 = llvm.mlir.undef : !llvm.struct<"struct.anon", (ptr, i32)>
-19!    %10 = llvm.insertvalue %8, %9[0] : !llvm.struct<"struct.anon", (ptr, i32)> 
-19!    %11 = llvm.insertvalue %6, %10[1] : !llvm.struct<"struct.anon", (ptr, i32)> 
-19!    %12 = llvm.mlir.undef : !llvm.array<2 x struct<"struct.anon", (ptr, i32)>>
-19!    %13 = llvm.insertvalue %11, %12[0] : !llvm.array<2 x struct<"struct.anon", (ptr, i32)>> 
-19!    %14 = llvm.insertvalue %5, %13[1] : !llvm.array<2 x struct<"struct.anon", (ptr, i32)>> 
-19!    llvm.return %14 : !llvm.array<2 x struct<"struct.anon", (ptr, i32)>>
20-!  llvm.mlir.global external local_unnamed_addr constant @modes() {addr_space = 0 : i32, alignment = 16 : i64, dso_local} : !llvm.array<2 x struct<(ptr, i32, array<4 x i8>)>> {
20-!    %0 = llvm.mlir.constant(0 : i8) : i8
20-!    %1 = llvm.mlir.constant(dense<0> : tensor<4xi8>) : !llvm.array<4 x i8>
20-!    %2 = llvm.mlir.constant(14 : i32) : i32
20-!    %3 = llvm.mlir.addressof @".str.1" : !llvm.ptr
20-!    %4 = llvm.mlir.undef : !llvm.struct<(ptr, i32, array<4 x i8>)>
20-!    %5 = llvm.insertvalue %3, %4[0] : !llvm.struct<(ptr, i32, array<4 x i8>)> 
20-!    %6 = llvm.insertvalue %2, %5[1] : !llvm.struct<(ptr, i32, array<4 x i8>)> 
20-!    %7 = llvm.insertvalue %1, %6[2] : !llvm.struct<(ptr, i32, array<4 x i8>)> 
20-!    %8 = llvm.mlir.constant(10 : i32) : i32
20-!    %9 = llvm.mlir.addressof @".str" : !llvm.ptr
20-!    %10 = llvm.mlir.undef : !llvm.struct<(ptr, i32, array<4 x i8>)>
20-!    %11 = llvm.insertvalue %9, %10[0] : !llvm.struct<(ptr, i32, array<4 x i8>)> 
20-!    %12 = llvm.insertvalue %8, %11[1] : !llvm.struct<(ptr, i32, array<4 x i8>)> 
20-!    %13 = llvm.insertvalue %1, %12[2] : !llvm.struct<(ptr, i32, array<4 x i8>)> 
20-!    %14 = llvm.mlir.undef : !llvm.array<2 x struct<(ptr, i32, array<4 x i8>)>>
20-!    %15 = llvm.insertvalue %13, %14[0] : !llvm.array<2 x struct<(ptr, i32, array<4 x i8>)>> 
20-!    %16 = llvm.insertvalue %7, %15[1] : !llvm.array<2 x struct<(ptr, i32, array<4 x i8>)>> 
20-!    llvm.return %16 : !llvm.array<2 x struct<(ptr, i32, array<4 x i8>)>>
  }
  llvm.mlir.global internal unnamed_addr constant @box("c|w{\F2ko\C50\01g+\FE\D7\ABv") {addr_space = 0 : i32, alignment = 16 : i64, dso_local}
  llvm.mlir.global external local_unnamed_addr @state(dense<0> : tensor<4x4xi8>) {addr_space = 0 : i32, alignment = 16 : i64, dso_local} : !llvm.array<4 x array<4 x i8>>
-19!  llvm.func local_unnamed_addr @round_of(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = readwrite, argMem = read, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @round_of(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = readwrite, argMem = read, inaccessibleMem = none, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(2 : i32) : i32
-19!    %2 = llvm.mlir.constant(14 : i32) : i32
-19!    %3 = llvm.mlir.constant("long\00") : !llvm.array<5 x i8>
-19!    %4 = llvm.mlir.addressof @".str.1" : !llvm.ptr
-19!    %5 = llvm.mlir.undef : !llvm.struct<"struct.anon", (ptr, i32)>
-19!    %6 = llvm.insertvalue %4, %5[0] : !llvm.struct<"struct.anon", (ptr, i32)> 
-19!    %7 = llvm.insertvalue %2, %6[1] : !llvm.struct<"struct.anon", (ptr, i32)> 
-19!    %8 = llvm.mlir.constant(10 : i32) : i32
-19!    %9 = llvm.mlir.constant("short\00") : !llvm.array<6 x i8>
-19!    %10 = llvm.mlir.addressof @".str" : !llvm.ptr
-19!    %11 = llvm.mlir.undef : !llvm.struct<"struct.anon", (ptr, i32)>
-19!    %12 = llvm.insertvalue %10, %11[0] : !llvm.struct<"struct.anon", (ptr, i32)> 
-19!    %13 = llvm.insertvalue %8, %12[1] : !llvm.struct<"struct.anon", (ptr, i32)> 
-19!    %14 = llvm.mlir.undef : !llvm.array<2 x struct<"struct.anon", (ptr, i32)>>
-19!    %15 = llvm.insertvalue %13, %14[0] : !llvm.array<2 x struct<"struct.anon", (ptr, i32)>> 
-19!    %16 = llvm.insertvalue %7, %15[1] : !llvm.array<2 x struct<"struct.anon", (ptr, i32)>> 
-19!    %17 = llvm.mlir.addressof @modes : !llvm.ptr
-19!    %18 = llvm.mlir.constant(0 : i64) : i64
-19!    %19 = llvm.mlir.constant(1 : i64) : i64
-19!    %20 = llvm.mlir.constant(2 : i64) : i64
-19!    %21 = llvm.mlir.constant(3 : i64) : i64
-19!    %22 = llvm.mlir.constant(0 : i32) : i32
-19!    %23 = llvm.mlir.constant(0 : i8) : i8
-19!    %24 = llvm.mlir.constant(dense<0> : tensor<4xi8>) : !llvm.array<4 x i8>
-19!    %25 = llvm.mlir.constant(dense<0> : tensor<4x4xi8>) : !llvm.array<4 x array<4 x i8>>
-19!    %26 = llvm.mlir.addressof @state : !llvm.ptr
-19!    %27 = llvm.mlir.constant(15 : i8) : i8
-19!    %28 = llvm.mlir.constant("c|w{\F2ko\C50\01g+\FE\D7\ABv") : !llvm.array<16 x i8>
-19!    %29 = llvm.mlir.addressof @box : !llvm.ptr
-19!    %30 = llvm.mlir.constant(4 : i64) : i64
-19!    %31 = llvm.mlir.constant(1 : i8) : i8
-19!    %32 = llvm.mlir.constant(27 : i8) : i8
-19!    %33 = llvm.alloca %0 x !llvm.array<4 x i8> {alignment = 1 : i64} : (i32) -> !llvm.ptr
-19!    %34 = llvm.icmp "ult" %arg1, %1 : i32
-19!    llvm.cond_br %34, ^bb1, ^bb3
20-!    %2 = llvm.mlir.addressof @modes : !llvm.ptr
20-!    %3 = llvm.mlir.constant(8 : i64) : i64
20-!    %4 = llvm.mlir.constant(1 : i64) : i64
20-!    %5 = llvm.mlir.constant(2 : i64) : i64
20-!    %6 = llvm.mlir.constant(3 : i64) : i64
20-!    %7 = llvm.mlir.constant(0 : i32) : i32
20-!    %8 = llvm.mlir.constant(0 : i64) : i64
20-!    %9 = llvm.mlir.addressof @state : !llvm.ptr
20-!    %10 = llvm.mlir.constant(15 : i8) : i8
20-!    %11 = llvm.mlir.addressof @box : !llvm.ptr
20-!    %12 = llvm.mlir.constant(4 : i64) : i64
20-!    %13 = llvm.mlir.constant(1 : i8) : i8
20-!    %14 = llvm.mlir.constant(0 : i8) : i8
20-!    %15 = llvm.mlir.constant(27 : i8) : i8
20-!    %16 = llvm.alloca %0 x !llvm.array<4 x i8> {alignment = 1 : i64} : (i32) -> !llvm.ptr
20-!    %17 = llvm.icmp "ult" %arg1, %1 : i32
20-!    llvm.cond_br %17, ^bb1, ^bb3
  ^bb1:  // pred: ^bb0
-19!    %35 = llvm.zext %arg1 : i32 to i64
-19!    %36 = llvm.getelementptr inbounds %17[%18, %35, 1] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<2 x struct<"struct.anon", (ptr, i32)>>
-19!    %37 = llvm.load %36 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
-19!    %38 = llvm.getelementptr inbounds %33[%19] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %39 = llvm.getelementptr inbounds %33[%20] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %40 = llvm.getelementptr inbounds %33[%21] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %41 = llvm.intr.smax(%37, %0)  : (i32, i32) -> i32
-19!    llvm.br ^bb2(%22 : i32)
-19!  ^bb2(%42: i32):  // 2 preds: ^bb1, ^bb4
-19!    llvm.br ^bb5(%18 : i64)
20-!    %18 = llvm.zext nneg %arg1 : i32 to i64
20-!    %19 = llvm.getelementptr inbounds|nuw %2[%18] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.anon", (ptr, i32)>
20-!    %20 = llvm.getelementptr inbounds|nuw %19[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %21 = llvm.load %20 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
20-!    %22 = llvm.getelementptr inbounds|nuw %16[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %23 = llvm.getelementptr inbounds|nuw %16[%5] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %24 = llvm.getelementptr inbounds|nuw %16[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %25 = llvm.intr.smax(%21, %0) : (i32, i32) -> i32
20-!    llvm.br ^bb2(%7 : i32)
20-!  ^bb2(%26: i32):  // 2 preds: ^bb1, ^bb4
20-!    llvm.br ^bb5(%8 : i64)
  ^bb3:  // 2 preds: ^bb0, ^bb4
    llvm.return
  ^bb4:  // pred: ^bb8
-19!    %43 = llvm.add %42, %0 overflow<nsw, nuw> : i32
-19!    %44 = llvm.icmp "eq" %43, %41 : i32
-19!    llvm.cond_br %44, ^bb3, ^bb2(%43 : i32) {loop_annotation = #loop_annotation}
-19!  ^bb5(%45: i64):  // 2 preds: ^bb2, ^bb8
-19!    llvm.intr.lifetime.start 4, %33 : !llvm.ptr
-19!    llvm.br ^bb7(%18 : i64)
20-!    %27 = llvm.add %26, %0 overflow<nsw, nuw> : i32
20-!    %28 = llvm.icmp "eq" %27, %25 : i32
20-!    llvm.cond_br %28, ^bb3, ^bb2(%27 : i32) {loop_annotation = #loop_annotation}
20-!  ^bb5(%29: i64):  // 2 preds: ^bb2, ^bb8
20-!    llvm.intr.lifetime.start %16 : !llvm.ptr
20-!    llvm.br ^bb7(%8 : i64)
  ^bb6:  // pred: ^bb7
-19!    %46 = llvm.load %33 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %47 = llvm.load %38 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %48 = llvm.load %39 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %49 = llvm.load %40 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %50 = llvm.shl %45, %20 overflow<nsw, nuw> : i64
-19!    %51 = llvm.xor %47, %46  : i8
-19!    %52 = llvm.xor %51, %48  : i8
-19!    %53 = llvm.xor %52, %49  : i8
-19!    %54 = llvm.getelementptr inbounds %arg0[%50] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    llvm.br ^bb9(%18 : i64)
-19!  ^bb7(%55: i64):  // 2 preds: ^bb5, ^bb7
-19!    %56 = llvm.add %55, %45 overflow<nsw, nuw> : i64
-19!    %57 = llvm.and %56, %21  : i64
-19!    %58 = llvm.getelementptr inbounds %26[%18, %55, %57] : (!llvm.ptr, i64, i64, i64) -> !llvm.ptr, !llvm.array<4 x array<4 x i8>>
-19!    %59 = llvm.load %58 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %60 = llvm.and %59, %27  : i8
-19!    %61 = llvm.zext %60 : i8 to i64
-19!    %62 = llvm.getelementptr inbounds %29[%18, %61] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<16 x i8>
-19!    %63 = llvm.load %62 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %64 = llvm.getelementptr inbounds %33[%18, %55] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x i8>
-19!    llvm.store %63, %64 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %65 = llvm.add %55, %19 overflow<nsw, nuw> : i64
-19!    %66 = llvm.icmp "eq" %65, %30 : i64
-19!    llvm.cond_br %66, ^bb6, ^bb7(%65 : i64) {loop_annotation = #loop_annotation}
20-!    %30 = llvm.load %16 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %31 = llvm.load %22 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %32 = llvm.load %23 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %33 = llvm.load %24 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %34 = llvm.shl %29, %5 overflow<nsw, nuw> : i64
20-!    %35 = llvm.xor %31, %30 : i8
20-!    %36 = llvm.xor %35, %32 : i8
20-!    %37 = llvm.xor %36, %33 : i8
20-!    %38 = llvm.getelementptr inbounds|nuw %9[%29] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %39 = llvm.getelementptr inbounds %arg0[%34] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.br ^bb9(%8 : i64)
20-!  ^bb7(%40: i64):  // 2 preds: ^bb5, ^bb7
20-!    %41 = llvm.getelementptr inbounds|nuw %9[%40] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x i8>
20-!    %42 = llvm.add %40, %29 overflow<nsw, nuw> : i64
20-!    %43 = llvm.and %42, %6 : i64
20-!    %44 = llvm.getelementptr inbounds|nuw %41[%43] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %45 = llvm.load %44 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %46 = llvm.and %45, %10 : i8
20-!    %47 = llvm.zext nneg %46 : i8 to i64
20-!    %48 = llvm.getelementptr inbounds|nuw %11[%47] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %49 = llvm.load %48 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %50 = llvm.getelementptr inbounds|nuw %16[%40] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.store %49, %50 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %51 = llvm.add %40, %4 overflow<nsw, nuw> : i64
20-!    %52 = llvm.icmp "eq" %51, %12 : i64
20-!    llvm.cond_br %52, ^bb6, ^bb7(%51 : i64) {loop_annotation = #loop_annotation}
  ^bb8:  // pred: ^bb9
-19!    llvm.intr.lifetime.end 4, %33 : !llvm.ptr
-19!    %67 = llvm.add %45, %19 overflow<nsw, nuw> : i64
-19!    %68 = llvm.icmp "eq" %67, %30 : i64
-19!    llvm.cond_br %68, ^bb4, ^bb5(%67 : i64) {loop_annotation = #loop_annotation}
-19!  ^bb9(%69: i64):  // 2 preds: ^bb6, ^bb9
-19!    %70 = llvm.getelementptr inbounds %33[%18, %69] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x i8>
-19!    %71 = llvm.load %70 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %72 = llvm.add %69, %19 overflow<nsw, nuw> : i64
-19!    %73 = llvm.and %72, %21  : i64
-19!    %74 = llvm.getelementptr inbounds %33[%18, %73] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x i8>
-19!    %75 = llvm.load %74 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %76 = llvm.xor %75, %71  : i8
-19!    %77 = llvm.shl %76, %31 : i8
-19!    %78 = llvm.icmp "slt" %76, %23 : i8
-19!    %79 = llvm.select %78, %32, %23 : i1, i8
-19!    %80 = llvm.getelementptr inbounds %54[%69] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %81 = llvm.load %80 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
-19!    %82 = llvm.xor %53, %81  : i8
-19!    %83 = llvm.xor %82, %77  : i8
-19!    %84 = llvm.xor %83, %79  : i8
-19!    %85 = llvm.xor %84, %71  : i8
-19!    %86 = llvm.getelementptr inbounds %26[%18, %69, %45] : (!llvm.ptr, i64, i64, i64) -> !llvm.ptr, !llvm.array<4 x array<4 x i8>>
-19!    llvm.store %85, %86 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
-19!    %87 = llvm.icmp "eq" %72, %30 : i64
-19!    llvm.cond_br %87, ^bb8, ^bb9(%72 : i64) {loop_annotation = #loop_annotation}
20-!    llvm.intr.lifetime.end %16 : !llvm.ptr
20-!    %53 = llvm.add %29, %4 overflow<nsw, nuw> : i64
20-!    %54 = llvm.icmp "eq" %53, %12 : i64
20-!    llvm.cond_br %54, ^bb4, ^bb5(%53 : i64) {loop_annotation = #loop_annotation}
20-!  ^bb9(%55: i64):  // 2 preds: ^bb6, ^bb9
20-!    %56 = llvm.getelementptr inbounds|nuw %16[%55] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %57 = llvm.load %56 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %58 = llvm.add %55, %4 overflow<nsw, nuw> : i64
20-!    %59 = llvm.and %58, %6 : i64
20-!    %60 = llvm.getelementptr inbounds|nuw %16[%59] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %61 = llvm.load %60 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %62 = llvm.xor %61, %57 : i8
20-!    %63 = llvm.shl %62, %13 : i8
20-!    %64 = llvm.icmp "slt" %62, %14 : i8
20-!    %65 = llvm.select %64, %15, %14 : i1, i8
20-!    %66 = llvm.getelementptr inbounds %39[%55] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %67 = llvm.load %66 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i8
20-!    %68 = llvm.xor %37, %67 : i8
20-!    %69 = llvm.xor %68, %63 : i8
20-!    %70 = llvm.xor %69, %65 : i8
20-!    %71 = llvm.xor %70, %57 : i8
20-!    %72 = llvm.getelementptr inbounds|nuw %38[%55] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x i8>
20-!    llvm.store %71, %72 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : i8, !llvm.ptr
20-!    %73 = llvm.icmp "eq" %58, %12 : i64
20-!    llvm.cond_br %73, ^bb8, ^bb9(%58 : i64) {loop_annotation = #loop_annotation}
  }
}
// ----- c_events: clang_ssa native
// clang -O1 of a queue of events in C
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "any pointer", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc2, offset = 0>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "queue", members = {<#tbaa_type_desc, 0>, <#tbaa_type_desc, 32>, <#tbaa_type_desc1, 64>, <#tbaa_type_desc1, 68>, <#tbaa_type_desc1, 68>, <#tbaa_type_desc1, 68>}>
#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc1, offset = 64>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.mlir.global internal unnamed_addr @errors(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64, dso_local} : i32
  llvm.mlir.global private unnamed_addr constant @".str"("one\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
  llvm.mlir.global private unnamed_addr constant @".str.1"("two\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
-19!  llvm.mlir.global internal @main_queue() {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> {
-19!    %0 = llvm.mlir.constant(6 : i8) : i8
-19!    %1 = llvm.mlir.constant(66 : i8) : i8
-19!    %2 = llvm.mlir.constant(0 : i32) : i32
-19!    %3 = llvm.mlir.zero : !llvm.ptr
-19!    %4 = llvm.mlir.constant("two\00") : !llvm.array<4 x i8>
-19!    %5 = llvm.mlir.addressof @".str.1" : !llvm.ptr
-19!    %6 = llvm.mlir.constant("one\00") : !llvm.array<4 x i8>
20-!  llvm.mlir.global internal @main_queue() {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8, array<2 x i8>)> {
20-!    %0 = llvm.mlir.constant(0 : i8) : i8
20-!    %1 = llvm.mlir.constant(dense<0> : tensor<2xi8>) : !llvm.array<2 x i8>
20-!    %2 = llvm.mlir.constant(6 : i8) : i8
20-!    %3 = llvm.mlir.constant(66 : i8) : i8
20-!    %4 = llvm.mlir.constant(0 : i32) : i32
20-!    %5 = llvm.mlir.zero : !llvm.ptr
20-!    %6 = llvm.mlir.addressof @".str.1" : !llvm.ptr
    %7 = llvm.mlir.addressof @".str" : !llvm.ptr
    %8 = llvm.mlir.undef : !llvm.array<4 x ptr>
    %9 = llvm.insertvalue %7, %8[0] : !llvm.array<4 x ptr> 
-19!    %10 = llvm.insertvalue %5, %9[1] : !llvm.array<4 x ptr> 
-19!    %11 = llvm.insertvalue %3, %10[2] : !llvm.array<4 x ptr> 
-19!    %12 = llvm.insertvalue %3, %11[3] : !llvm.array<4 x ptr> 
20-!    %10 = llvm.insertvalue %6, %9[1] : !llvm.array<4 x ptr> 
20-!    %11 = llvm.insertvalue %5, %10[2] : !llvm.array<4 x ptr> 
20-!    %12 = llvm.insertvalue %5, %11[3] : !llvm.array<4 x ptr> 
    %13 = llvm.mlir.addressof @trace : !llvm.ptr
    %14 = llvm.mlir.undef : !llvm.array<4 x ptr>
    %15 = llvm.insertvalue %13, %14[0] : !llvm.array<4 x ptr> 
    %16 = llvm.insertvalue %13, %15[1] : !llvm.array<4 x ptr> 
-19!    %17 = llvm.insertvalue %3, %16[2] : !llvm.array<4 x ptr> 
-19!    %18 = llvm.insertvalue %3, %17[3] : !llvm.array<4 x ptr> 
-19!    %19 = llvm.mlir.undef : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)>
-19!    %20 = llvm.insertvalue %18, %19[0] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> 
-19!    %21 = llvm.insertvalue %12, %20[1] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> 
-19!    %22 = llvm.insertvalue %2, %21[2] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> 
-19!    %23 = llvm.insertvalue %1, %22[3] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> 
-19!    %24 = llvm.insertvalue %0, %23[4] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> 
-19!    llvm.return %24 : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)>
20-!    %17 = llvm.insertvalue %5, %16[2] : !llvm.array<4 x ptr> 
20-!    %18 = llvm.insertvalue %5, %17[3] : !llvm.array<4 x ptr> 
20-!    %19 = llvm.mlir.undef : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8, array<2 x i8>)>
20-!    %20 = llvm.insertvalue %18, %19[0] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8, array<2 x i8>)> 
20-!    %21 = llvm.insertvalue %12, %20[1] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8, array<2 x i8>)> 
20-!    %22 = llvm.insertvalue %4, %21[2] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8, array<2 x i8>)> 
20-!    %23 = llvm.insertvalue %3, %22[3] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8, array<2 x i8>)> 
20-!    %24 = llvm.insertvalue %2, %23[4] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8, array<2 x i8>)> 
20-!    %25 = llvm.insertvalue %1, %24[5] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8, array<2 x i8>)> 
20-!    llvm.return %25 : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8, array<2 x i8>)>
  }
  llvm.mlir.global private unnamed_addr constant @".str.3"("%s: %d %f\0A\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
-19!  llvm.func local_unnamed_addr @pump(%arg0: !llvm.ptr {llvm.noundef}) -> i32 attributes {no_unwind, passthrough = [["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @pump(%arg0: !llvm.ptr {llvm.noundef}) -> i32 attributes {dso_local, no_unwind, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(64 : i64) : i64
    %1 = llvm.mlir.constant(68 : i64) : i64
    %2 = llvm.mlir.constant(32 : i64) : i64
    %3 = llvm.mlir.constant(0 : i64) : i64
    %4 = llvm.mlir.constant(0 : i32) : i32
    %5 = llvm.mlir.constant(1 : i32) : i32
    %6 = llvm.mlir.constant(8 : i16) : i16
    %7 = llvm.mlir.constant(0 : i16) : i16
    %8 = llvm.mlir.zero : !llvm.ptr
    %9 = llvm.mlir.constant(4 : i16) : i16
    %10 = llvm.mlir.constant(-1 : i32) : i32
    %11 = llvm.mlir.addressof @errors : !llvm.ptr
    %12 = llvm.mlir.constant(1 : i64) : i64
    %13 = llvm.mlir.constant(4 : i64) : i64
-19!    %14 = llvm.getelementptr inbounds %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %15 = llvm.getelementptr inbounds %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %16 = llvm.getelementptr inbounds %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %14 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %15 = llvm.getelementptr inbounds|nuw %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %16 = llvm.getelementptr inbounds|nuw %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.br ^bb2(%3, %4 : i64, i32)
  ^bb1:  // pred: ^bb7
    llvm.return %40 : i32
  ^bb2(%17: i64, %18: i32):  // 2 preds: ^bb0, ^bb7
    %19 = llvm.load volatile %14 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %20 = llvm.trunc %17 : i64 to i32
20-!    %20 = llvm.trunc %17 overflow<nsw, nuw> : i64 to i32
    %21 = llvm.shl %5, %20 overflow<nsw, nuw> : i32
-19!    %22 = llvm.and %19, %21  : i32
20-!    %22 = llvm.and %19, %21 : i32
    %23 = llvm.icmp "eq" %22, %4 : i32
    llvm.cond_br %23, ^bb7(%18 : i32), ^bb3
  ^bb3:  // pred: ^bb2
    %24 = llvm.load %15 {alignment = 4 : i64} : !llvm.ptr -> i16
-19!    %25 = llvm.and %24, %6  : i16
20-!    %25 = llvm.and %24, %6 : i16
    %26 = llvm.icmp "eq" %25, %7 : i16
    llvm.cond_br %26, ^bb4, ^bb7(%18 : i32)
  ^bb4:  // pred: ^bb3
-19!    %27 = llvm.getelementptr inbounds %arg0[%3, %17] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x ptr>
20-!    %27 = llvm.getelementptr inbounds|nuw %arg0[%17] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
    %28 = llvm.load %27 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
    %29 = llvm.icmp "eq" %28, %8 : !llvm.ptr
    llvm.cond_br %29, ^bb5, ^bb6
  ^bb5:  // pred: ^bb4
    %30 = llvm.load %11 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
    %31 = llvm.add %30, %5 overflow<nsw> : i32
    llvm.store %31, %11 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr
    llvm.br ^bb7(%18 : i32)
  ^bb6:  // pred: ^bb4
-19!    %32 = llvm.getelementptr inbounds %16[%3, %17] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x ptr>
20-!    %32 = llvm.getelementptr inbounds|nuw %16[%17] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
    %33 = llvm.load %32 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
-19!    %34 = llvm.lshr %24, %9  : i16
-19!    %35 = llvm.zext %34 : i16 to i32
-19!    llvm.call tail %28(%33, %35) : !llvm.ptr, (!llvm.ptr, i32) -> ()
-19!    %36 = llvm.xor %21, %10  : i32
20-!    %34 = llvm.lshr %24, %9 : i16
20-!    %35 = llvm.zext nneg %34 : i16 to i32
20-!    llvm.call tail %28(%33, %35) {no_unwind} : !llvm.ptr, (!llvm.ptr {llvm.noundef}, i32 {llvm.noundef}) -> ()
20-!    %36 = llvm.xor %21, %10 : i32
    %37 = llvm.load volatile %14 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %38 = llvm.and %37, %36  : i32
20-!    %38 = llvm.and %37, %36 : i32
    llvm.store volatile %38, %14 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
    %39 = llvm.add %18, %5 overflow<nsw> : i32
    llvm.br ^bb7(%39 : i32)
  ^bb7(%40: i32):  // 4 preds: ^bb2, ^bb3, ^bb5, ^bb6
    %41 = llvm.add %17, %12 overflow<nsw, nuw> : i64
    %42 = llvm.icmp "eq" %41, %13 : i64
    llvm.cond_br %42, ^bb1, ^bb2(%41, %40 : i64, i32) {loop_annotation = #loop_annotation}
  }
-19!  llvm.func local_unnamed_addr @main(%arg0: i32 {llvm.noundef}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readnone}) -> i32 attributes {no_unwind, passthrough = [["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func local_unnamed_addr @main(%arg0: i32 {llvm.noundef}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readnone}) -> (i32 {llvm.range = #llvm.constant_range<i32, 0, 2>}) attributes {dso_local, no_unwind, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(64 : i64) : i64
-19!    %1 = llvm.mlir.constant(6 : i8) : i8
-19!    %2 = llvm.mlir.constant(66 : i8) : i8
-19!    %3 = llvm.mlir.constant(0 : i32) : i32
-19!    %4 = llvm.mlir.zero : !llvm.ptr
-19!    %5 = llvm.mlir.constant("two\00") : !llvm.array<4 x i8>
-19!    %6 = llvm.mlir.addressof @".str.1" : !llvm.ptr
-19!    %7 = llvm.mlir.constant("one\00") : !llvm.array<4 x i8>
-19!    %8 = llvm.mlir.addressof @".str" : !llvm.ptr
-19!    %9 = llvm.mlir.undef : !llvm.array<4 x ptr>
-19!    %10 = llvm.insertvalue %8, %9[0] : !llvm.array<4 x ptr> 
-19!    %11 = llvm.insertvalue %6, %10[1] : !llvm.array<4 x ptr> 
-19!    %12 = llvm.insertvalue %4, %11[2] : !llvm.array<4 x ptr> 
-19!    %13 = llvm.insertvalue %4, %12[3] : !llvm.array<4 x ptr> 
-19!    %14 = llvm.mlir.addressof @trace : !llvm.ptr
-19!    %15 = llvm.mlir.undef : !llvm.array<4 x ptr>
-19!    %16 = llvm.insertvalue %14, %15[0] : !llvm.array<4 x ptr> 
-19!    %17 = llvm.insertvalue %14, %16[1] : !llvm.array<4 x ptr> 
-19!    %18 = llvm.insertvalue %4, %17[2] : !llvm.array<4 x ptr> 
-19!    %19 = llvm.insertvalue %4, %18[3] : !llvm.array<4 x ptr> 
-19!    %20 = llvm.mlir.undef : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)>
-19!    %21 = llvm.insertvalue %19, %20[0] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> 
-19!    %22 = llvm.insertvalue %13, %21[1] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> 
-19!    %23 = llvm.insertvalue %3, %22[2] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> 
-19!    %24 = llvm.insertvalue %2, %23[3] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> 
-19!    %25 = llvm.insertvalue %1, %24[4] : !llvm.struct<(array<4 x ptr>, array<4 x ptr>, i32, i8, i8)> 
-19!    %26 = llvm.mlir.addressof @main_queue : !llvm.ptr
-19!    %27 = llvm.getelementptr inbounds %26[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %28 = llvm.mlir.constant(0 : i64) : i64
-19!    %29 = llvm.mlir.constant(1 : i32) : i32
-19!    %30 = llvm.mlir.constant(68 : i64) : i64
-19!    %31 = llvm.getelementptr inbounds %26[%30] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %32 = llvm.mlir.constant(8 : i16) : i16
-19!    %33 = llvm.mlir.constant(0 : i16) : i16
-19!    %34 = llvm.mlir.constant(32 : i64) : i64
-19!    %35 = llvm.getelementptr inbounds %26[%34] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %36 = llvm.mlir.constant(4 : i16) : i16
-19!    %37 = llvm.mlir.constant(-1 : i32) : i32
-19!    %38 = llvm.mlir.addressof @errors : !llvm.ptr
-19!    %39 = llvm.mlir.constant(1 : i64) : i64
-19!    %40 = llvm.mlir.constant(4 : i64) : i64
-19!    llvm.store volatile %arg0, %27 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
-19!    llvm.br ^bb1(%28, %3 : i64, i32)
-19!  ^bb1(%41: i64, %42: i32):  // 2 preds: ^bb0, ^bb6
-19!    %43 = llvm.load volatile %27 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %44 = llvm.trunc %41 : i64 to i32
-19!    %45 = llvm.shl %29, %44 overflow<nsw, nuw> : i32
-19!    %46 = llvm.and %43, %45  : i32
-19!    %47 = llvm.icmp "eq" %46, %3 : i32
-19!    llvm.cond_br %47, ^bb6(%42 : i32), ^bb2
20-!    %1 = llvm.mlir.addressof @main_queue : !llvm.ptr
20-!    %2 = llvm.getelementptr inbounds|nuw %1[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %3 = llvm.mlir.constant(0 : i64) : i64
20-!    %4 = llvm.mlir.constant(0 : i32) : i32
20-!    %5 = llvm.mlir.constant(1 : i32) : i32
20-!    %6 = llvm.mlir.constant(68 : i64) : i64
20-!    %7 = llvm.getelementptr inbounds|nuw %1[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %8 = llvm.mlir.constant(8 : i16) : i16
20-!    %9 = llvm.mlir.constant(0 : i16) : i16
20-!    %10 = llvm.mlir.zero : !llvm.ptr
20-!    %11 = llvm.mlir.constant(32 : i64) : i64
20-!    %12 = llvm.getelementptr inbounds|nuw %1[%11] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %13 = llvm.mlir.constant(4 : i16) : i16
20-!    %14 = llvm.mlir.constant(-1 : i32) : i32
20-!    %15 = llvm.mlir.addressof @errors : !llvm.ptr
20-!    %16 = llvm.mlir.constant(1 : i64) : i64
20-!    %17 = llvm.mlir.constant(4 : i64) : i64
20-!    llvm.store volatile %arg0, %2 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
20-!    llvm.br ^bb1(%3, %4 : i64, i32)
20-!  ^bb1(%18: i64, %19: i32):  // 2 preds: ^bb0, ^bb6
20-!    %20 = llvm.load volatile %2 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    %21 = llvm.trunc %18 overflow<nsw, nuw> : i64 to i32
20-!    %22 = llvm.shl %5, %21 overflow<nsw, nuw> : i32
20-!    %23 = llvm.and %20, %22 : i32
20-!    %24 = llvm.icmp "eq" %23, %4 : i32
20-!    llvm.cond_br %24, ^bb6(%19 : i32), ^bb2
  ^bb2:  // pred: ^bb1
-19!    %48 = llvm.load %31 {alignment = 4 : i64} : !llvm.ptr -> i16
-19!    %49 = llvm.and %48, %32  : i16
-19!    %50 = llvm.icmp "eq" %49, %33 : i16
-19!    llvm.cond_br %50, ^bb3, ^bb6(%42 : i32)
20-!    %25 = llvm.load %7 {alignment = 4 : i64} : !llvm.ptr -> i16
20-!    %26 = llvm.and %25, %8 : i16
20-!    %27 = llvm.icmp "eq" %26, %9 : i16
20-!    llvm.cond_br %27, ^bb3, ^bb6(%19 : i32)
  ^bb3:  // pred: ^bb2
-19!    %51 = llvm.getelementptr inbounds %26[%28, %41] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x ptr>
-19!    %52 = llvm.load %51 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
-19!    %53 = llvm.icmp "eq" %52, %4 : !llvm.ptr
-19!    llvm.cond_br %53, ^bb4, ^bb5
20-!    %28 = llvm.getelementptr inbounds|nuw %1[%18] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
20-!    %29 = llvm.load %28 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
20-!    %30 = llvm.icmp "eq" %29, %10 : !llvm.ptr
20-!    llvm.cond_br %30, ^bb4, ^bb5
  ^bb4:  // pred: ^bb3
-19!    %54 = llvm.load %38 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
-19!    %55 = llvm.add %54, %29 overflow<nsw> : i32
-19!    llvm.store %55, %38 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr
-19!    llvm.br ^bb6(%42 : i32)
20-!    %31 = llvm.load %15 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
20-!    %32 = llvm.add %31, %5 overflow<nsw> : i32
20-!    llvm.store %32, %15 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr
20-!    llvm.br ^bb6(%19 : i32)
  ^bb5:  // pred: ^bb3
-19!    %56 = llvm.getelementptr inbounds %35[%28, %41] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x ptr>
-19!    %57 = llvm.load %56 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
-19!    %58 = llvm.lshr %48, %36  : i16
-19!    %59 = llvm.zext %58 : i16 to i32
-19!    llvm.call tail %52(%57, %59) : !llvm.ptr, (!llvm.ptr, i32) -> ()
-19!    %60 = llvm.xor %45, %37  : i32
-19!    %61 = llvm.load volatile %27 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %62 = llvm.and %61, %60  : i32
-19!    llvm.store volatile %62, %27 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
-19!    %63 = llvm.add %42, %29 overflow<nsw> : i32
-19!    llvm.br ^bb6(%63 : i32)
-19!  ^bb6(%64: i32):  // 4 preds: ^bb1, ^bb2, ^bb4, ^bb5
-19!    %65 = llvm.add %41, %39 overflow<nsw, nuw> : i64
-19!    %66 = llvm.icmp "eq" %65, %40 : i64
-19!    llvm.cond_br %66, ^bb7, ^bb1(%65, %64 : i64, i32) {loop_annotation = #loop_annotation}
20-!    %33 = llvm.getelementptr inbounds|nuw %12[%18] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
20-!    %34 = llvm.load %33 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
20-!    %35 = llvm.lshr %25, %13 : i16
20-!    %36 = llvm.zext nneg %35 : i16 to i32
20-!    llvm.call tail %29(%34, %36) {no_unwind} : !llvm.ptr, (!llvm.ptr {llvm.noundef}, i32 {llvm.noundef}) -> ()
20-!    %37 = llvm.xor %22, %14 : i32
20-!    %38 = llvm.load volatile %2 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    %39 = llvm.and %38, %37 : i32
20-!    llvm.store volatile %39, %2 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
20-!    %40 = llvm.add %19, %5 overflow<nsw> : i32
20-!    llvm.br ^bb6(%40 : i32)
20-!  ^bb6(%41: i32):  // 4 preds: ^bb1, ^bb2, ^bb4, ^bb5
20-!    %42 = llvm.add %18, %16 overflow<nsw, nuw> : i64
20-!    %43 = llvm.icmp "eq" %42, %17 : i64
20-!    llvm.cond_br %43, ^bb7, ^bb1(%42, %41 : i64, i32) {loop_annotation = #loop_annotation}
  ^bb7:  // pred: ^bb6
-19!    %67 = llvm.icmp "ne" %64, %arg0 : i32
-19!    %68 = llvm.zext %67 : i1 to i32
-19!    llvm.return %68 : i32
20-!    %44 = llvm.icmp "ne" %41, %arg0 : i32
20-!    %45 = llvm.zext %44 : i1 to i32
20-!    llvm.return %45 : i32
  }
-19!  llvm.func internal @trace(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) attributes {dso_local, no_unwind, passthrough = ["nofree", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func internal @trace(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) attributes {dso_local, no_unwind, passthrough = ["nofree", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(5.000000e-01 : f64) : f64
-19!    %1 = llvm.mlir.constant("%s: %d %f\0A\00") : !llvm.array<11 x i8>
-19!    %2 = llvm.mlir.addressof @".str.3" : !llvm.ptr
-19!    %3 = llvm.sitofp %arg1 : i32 to f64
-19!    %4 = llvm.fmul %3, %0  : f64
-19!    %5 = llvm.call tail @printf(%2, %arg0, %arg1, %4) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr, i32, f64) -> i32
20-!    %1 = llvm.mlir.addressof @".str.3" : !llvm.ptr
20-!    %2 = llvm.sitofp %arg1 : i32 to f64
20-!    %3 = llvm.fmul %2, %0 : f64
20-!    %4 = llvm.call tail @printf(%1, %arg0, %arg1, %3) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr {llvm.dereferenceable = 1 : i64, llvm.nonnull, llvm.noundef}, !llvm.ptr {llvm.noundef}, i32 {llvm.noundef}, f64 {llvm.noundef}) -> i32
    llvm.return
  }
  llvm.func local_unnamed_addr @printf(!llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, ...) -> (i32 {llvm.noundef}) attributes {no_unwind, passthrough = ["nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"}
}
// ----- c_atomics: debug_c clang_ssa
// clang -O2 -g of a stack without locks in C
#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_basic_type1 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "long", sizeInBits = 64, encoding = DW_ATE_signed>
#di_basic_type2 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "unsigned int", sizeInBits = 32, encoding = DW_ATE_unsigned>
-19!#di_composite_type = #llvm.di_composite_type<tag = DW_TAG_null, recId = distinct[0]<>>
20-!#di_composite_type = #llvm.di_composite_type<recId = distinct[0]<>, isRecSelf = true>
#di_file = #llvm.di_file<"c_atomics.c" in "/project">
#di_null_type = #llvm.di_null_type
20-!#di_subprogram = #llvm.di_subprogram<recId = distinct[1]<>, isRecSelf = true>
20-!#di_subprogram1 = #llvm.di_subprogram<recId = distinct[2]<>, isRecSelf = true>
#loc1 = loc(unknown)
-19!#loc2 = loc("push")
-19!#loc3 = loc("c_atomics.c":3:0)
-19!#loc5 = loc("c_atomics.c":5:3)
-19!#loc10 = loc("c_atomics.c":5:114)
-19!#loc17 = loc("mark")
-19!#loc18 = loc("c_atomics.c":9:0)
20-!#loc2 = loc("c_atomics.c":3:0)
20-!#loc4 = loc("c_atomics.c":5:3)
20-!#loc8 = loc("c_atomics.c":5:114)
20-!#loc14 = loc("c_atomics.c":9:0)
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
-19!#di_compile_unit = #llvm.di_compile_unit<id = distinct[1]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "Debian clang version 19.1.7 (3~deb12u1)", isOptimized = true, emissionKind = Full, nameTableKind = None>
20-!#di_compile_unit = #llvm.di_compile_unit<id = distinct[3]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "Debian clang version 22.1.8 (1~deb12u1)", isOptimized = true, emissionKind = Full, nameTableKind = None>
#di_derived_type = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type, sizeInBits = 64>
#di_derived_type1 = #llvm.di_derived_type<tag = DW_TAG_member, name = "value", baseType = #di_basic_type, sizeInBits = 32, offsetInBits = 64>
#di_derived_type2 = #llvm.di_derived_type<tag = DW_TAG_atomic_type, baseType = #di_basic_type1>
#di_derived_type3 = #llvm.di_derived_type<tag = DW_TAG_atomic_type, baseType = #di_basic_type2>
20-!#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram1, name = "bit", file = #di_file, line = 9, arg = 1, type = #di_basic_type2>
20-!#di_local_variable1 = #llvm.di_local_variable<scope = #di_subprogram1, name = "before", file = #di_file, line = 10, type = #di_basic_type2>
#di_subroutine_type = #llvm.di_subroutine_type<types = #di_basic_type2, #di_basic_type2>
#di_derived_type4 = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #di_derived_type, sizeInBits = 64>
#di_global_variable = #llvm.di_global_variable<scope = #di_compile_unit, name = "pushes", file = #di_file, line = 2, type = #di_derived_type2, isDefined = true>
#di_global_variable1 = #llvm.di_global_variable<scope = #di_compile_unit, name = "flags", file = #di_file, line = 2, type = #di_derived_type3, isDefined = true>
-19!#di_subprogram = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "mark", file = #di_file, line = 9, scopeLine = 9, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type>
20-!#di_subprogram2 = #llvm.di_subprogram<recId = distinct[2]<>, id = distinct[4]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "mark", file = #di_file, line = 9, scopeLine = 9, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type, retainedNodes = #di_local_variable, #di_local_variable1>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
-19!#di_composite_type1 = #llvm.di_composite_type<tag = DW_TAG_structure_type, recId = distinct[0]<>, name = "node", file = #di_file, line = 1, sizeInBits = 128, elements = #di_derived_type4, #di_derived_type1>
20-!#di_composite_type1 = #llvm.di_composite_type<recId = distinct[0]<>, tag = DW_TAG_structure_type, name = "node", file = #di_file, line = 1, sizeInBits = 128, elements = #di_derived_type4, #di_derived_type1>
#di_global_variable_expression = #llvm.di_global_variable_expression<var = #di_global_variable, expr = <>>
#di_global_variable_expression1 = #llvm.di_global_variable_expression<var = #di_global_variable1, expr = <>>
-19!#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "bit", file = #di_file, line = 9, arg = 1, type = #di_basic_type2>
-19!#di_local_variable1 = #llvm.di_local_variable<scope = #di_subprogram, name = "before", file = #di_file, line = 10, type = #di_basic_type2>
-19!#loc26 = loc(fused<#di_subprogram>[#loc17, #loc18])
20-!#di_local_variable2 = #llvm.di_local_variable<scope = #di_subprogram2, name = "bit", file = #di_file, line = 9, arg = 1, type = #di_basic_type2>
20-!#di_local_variable3 = #llvm.di_local_variable<scope = #di_subprogram2, name = "before", file = #di_file, line = 10, type = #di_basic_type2>
20-!#loc22 = loc(fused<#di_subprogram2>[#loc14])
#di_derived_type5 = #llvm.di_derived_type<tag = DW_TAG_typedef, name = "node", baseType = #di_composite_type1>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "any pointer", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#di_derived_type6 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_derived_type5, sizeInBits = 64>
#di_derived_type7 = #llvm.di_derived_type<tag = DW_TAG_atomic_type, baseType = #di_derived_type6>
20-!#di_local_variable4 = #llvm.di_local_variable<scope = #di_subprogram, name = "n", file = #di_file, line = 3, arg = 1, type = #di_derived_type6>
20-!#di_local_variable5 = #llvm.di_local_variable<scope = #di_subprogram, name = "old", file = #di_file, line = 4, type = #di_derived_type6>
#di_subroutine_type1 = #llvm.di_subroutine_type<types = #di_null_type, #di_derived_type6>
-19!#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "node", members = {<#tbaa_type_desc1, 0>, <#tbaa_type_desc2, 8>}>
20-!#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "p1 _ZTS4node", members = {<#tbaa_type_desc1, 0>}>
#di_global_variable2 = #llvm.di_global_variable<scope = #di_compile_unit, name = "top", file = #di_file, line = 2, type = #di_derived_type7, isDefined = true>
-19!#di_subprogram1 = #llvm.di_subprogram<id = distinct[3]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "push", file = #di_file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type1>
-19!#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc1, offset = 0>
20-!#di_subprogram3 = #llvm.di_subprogram<recId = distinct[1]<>, id = distinct[5]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "push", file = #di_file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type1, retainedNodes = #di_local_variable4, #di_local_variable5>
#di_global_variable_expression2 = #llvm.di_global_variable_expression<var = #di_global_variable2, expr = <>>
-19!#di_local_variable2 = #llvm.di_local_variable<scope = #di_subprogram1, name = "n", file = #di_file, line = 3, arg = 1, type = #di_derived_type6>
-19!#di_local_variable3 = #llvm.di_local_variable<scope = #di_subprogram1, name = "old", file = #di_file, line = 4, type = #di_derived_type6>
-19!#loc35 = loc(fused<#di_subprogram1>[#loc2, #loc3])
-19!#loc38 = loc(fused<#di_subprogram1>[#loc5])
-19!#loc43 = loc(fused<#di_subprogram1>[#loc10])
-19!#loop_annotation = #llvm.loop_annotation<mustProgress = true, startLoc = #loc38, endLoc = #loc43>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
-19!  llvm.mlir.global external @top() {addr_space = 0 : i32, alignment = 8 : i64, dbg_expr = #di_global_variable_expression2, dso_local} : !llvm.ptr {
20-!#di_local_variable6 = #llvm.di_local_variable<scope = #di_subprogram3, name = "n", file = #di_file, line = 3, arg = 1, type = #di_derived_type6>
20-!#di_local_variable7 = #llvm.di_local_variable<scope = #di_subprogram3, name = "old", file = #di_file, line = 4, type = #di_derived_type6>
20-!#loc31 = loc(fused<#di_subprogram3>[#loc2])
20-!#loc34 = loc(fused<#di_subprogram3>[#loc4])
20-!#loc38 = loc(fused<#di_subprogram3>[#loc8])
20-!#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "node", members = {<#tbaa_type_desc3, 0>, <#tbaa_type_desc2, 8>}>
20-!#loop_annotation = #llvm.loop_annotation<mustProgress = true, startLoc = #loc34, endLoc = #loc38>
20-!#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc3, offset = 0>
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.mlir.global external @top() {addr_space = 0 : i32, alignment = 8 : i64, dbg_exprs = [#di_global_variable_expression2], dso_local} : !llvm.ptr {
    %0 = llvm.mlir.zero : !llvm.ptr loc(#loc1)
    llvm.return %0 : !llvm.ptr loc(#loc)
  } loc(#loc)
-19!  llvm.mlir.global external @pushes(0 : i64) {addr_space = 0 : i32, alignment = 8 : i64, dbg_expr = #di_global_variable_expression, dso_local} : i64 loc(#loc)
-19!  llvm.mlir.global external @flags(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64, dbg_expr = #di_global_variable_expression1, dso_local} : i32 loc(#loc)
-19!  llvm.func local_unnamed_addr @push(%arg0: !llvm.ptr {llvm.noundef} loc(fused<#di_subprogram1>[#loc2, #loc3])) attributes {memory = #llvm.memory_effects<other = readwrite, argMem = write, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
-19!    llvm.intr.dbg.value #di_local_variable2 = %arg0 : !llvm.ptr loc(#loc36)
-19!    %0 = llvm.mlir.zero : !llvm.ptr loc(#loc1)
-19!    %1 = llvm.mlir.addressof @top : !llvm.ptr loc(#loc1)
-19!    %2 = llvm.mlir.constant(0 : i64) : i64 loc(#loc1)
-19!    %3 = llvm.mlir.addressof @pushes : !llvm.ptr loc(#loc1)
-19!    %4 = llvm.mlir.constant(1 : i64) : i64 loc(#loc1)
-19!    %5 = llvm.mlir.poison : !llvm.ptr loc(#loc1)
-19!    llvm.intr.dbg.value #di_local_variable3 = %5 : !llvm.ptr loc(#loc36)
-19!    %6 = llvm.load %1 atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64 loc(#loc37)
-19!    llvm.intr.dbg.value #di_local_variable3 = %6 : i64 loc(#loc36)
-19!    %7 = llvm.ptrtoint %arg0 : !llvm.ptr to i64 loc(#loc1)
-19!    llvm.br ^bb1(%6 : i64) loc(#loc38)
-19!  ^bb1(%8: i64 loc(unknown)):  // 2 preds: ^bb0, ^bb1
-19!    %9 = llvm.inttoptr %8 : i64 to !llvm.ptr loc(#loc39)
-19!    llvm.intr.dbg.value #di_local_variable3 = %9 : !llvm.ptr loc(#loc36)
-19!    llvm.store %9, %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr, !llvm.ptr loc(#loc40)
-19!    %10 = llvm.cmpxchg weak %1, %8, %7 release monotonic {alignment = 8 : i64} : !llvm.ptr, i64 loc(#loc41)
-19!    %11 = llvm.extractvalue %10[1] : !llvm.struct<(i64, i1)>  loc(#loc41)
-19!    %12 = llvm.extractvalue %10[0] : !llvm.struct<(i64, i1)>  loc(#loc41)
-19!    llvm.cond_br %11, ^bb2, ^bb1(%12 : i64) {loop_annotation = #loop_annotation} loc(#loc42)
20-!  llvm.mlir.global external @pushes(0 : i64) {addr_space = 0 : i32, alignment = 8 : i64, dbg_exprs = [#di_global_variable_expression], dso_local} : i64 loc(#loc)
20-!  llvm.mlir.global external @flags(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64, dbg_exprs = [#di_global_variable_expression1], dso_local} : i32 loc(#loc)
20-!  llvm.module_flags [#llvm.mlir.module_flag<max, "Dwarf Version", 5 : i32>, #llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>, #llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>, #llvm.mlir.module_flag<max, "debug-info-assignment-tracking", 1 : i32>] loc(#loc)
20-!  llvm.func local_unnamed_addr @push(%arg0: !llvm.ptr {llvm.noundef} loc(fused<#di_subprogram3>[#loc2])) attributes {dso_local, memory_effects = #llvm.memory_effects<other = readwrite, argMem = write, inaccessibleMem = none, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
20-!    llvm.intr.dbg.value #di_local_variable6 = %arg0 : !llvm.ptr loc(#loc32)
20-!    %0 = llvm.mlir.addressof @top : !llvm.ptr loc(#loc1)
20-!    %1 = llvm.mlir.addressof @pushes : !llvm.ptr loc(#loc1)
20-!    %2 = llvm.mlir.constant(1 : i64) : i64 loc(#loc1)
20-!    %3 = llvm.mlir.poison : !llvm.ptr loc(#loc1)
20-!    llvm.intr.dbg.value #di_local_variable7 = %3 : !llvm.ptr loc(#loc32)
20-!    %4 = llvm.load %0 atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64 loc(#loc33)
20-!    llvm.intr.dbg.value #di_local_variable7 = %4 : i64 loc(#loc32)
20-!    %5 = llvm.ptrtoint %arg0 : !llvm.ptr to i64 loc(#loc1)
20-!    llvm.br ^bb1(%4 : i64) loc(#loc34)
20-!  ^bb1(%6: i64 loc(unknown)):  // 2 preds: ^bb0, ^bb1
20-!    %7 = llvm.inttoptr %6 : i64 to !llvm.ptr loc(#loc32)
20-!    llvm.intr.dbg.value #di_local_variable7 = %7 : !llvm.ptr loc(#loc32)
20-!    llvm.store %7, %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr, !llvm.ptr loc(#loc35)
20-!    %8 = llvm.cmpxchg weak %0, %6, %5 release monotonic {alignment = 8 : i64} : !llvm.ptr, i64 loc(#loc36)
20-!    %9 = llvm.extractvalue %8[1] : !llvm.struct<(i64, i1)>  loc(#loc36)
20-!    %10 = llvm.extractvalue %8[0] : !llvm.struct<(i64, i1)>  loc(#loc36)
20-!    llvm.cond_br %9, ^bb2, ^bb1(%10 : i64) {loop_annotation = #loop_annotation} loc(#loc37)
  ^bb2:  // pred: ^bb1
-19!    %13 = llvm.atomicrmw add %3, %4 acq_rel {alignment = 8 : i64} : !llvm.ptr, i64 loc(#loc44)
-19!    llvm.return loc(#loc45)
-19!  } loc(#loc35)
-19!  llvm.func local_unnamed_addr @take() -> !llvm.ptr attributes {memory = #llvm.memory_effects<other = readwrite, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
-19!    %0 = llvm.mlir.zero : !llvm.ptr loc(#loc1)
-19!    %1 = llvm.mlir.addressof @top : !llvm.ptr loc(#loc1)
-19!    %2 = llvm.mlir.constant(0 : i64) : i64 loc(#loc1)
-19!    %3 = llvm.atomicrmw xchg %1, %2 seq_cst {alignment = 8 : i64} : !llvm.ptr, i64 loc(#loc47)
-19!    %4 = llvm.inttoptr %3 : i64 to !llvm.ptr loc(#loc47)
-19!    llvm.return %4 : !llvm.ptr loc(#loc48)
-19!  } loc(#loc46)
-19!  llvm.func local_unnamed_addr @mark(%arg0: i32 {llvm.noundef} loc(fused<#di_subprogram>[#loc17, #loc18])) -> i32 attributes {no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
-19!    llvm.intr.dbg.value #di_local_variable = %arg0 : i32 loc(#loc27)
-19!    %0 = llvm.mlir.constant(0 : i32) : i32 loc(#loc1)
-19!    %1 = llvm.mlir.addressof @flags : !llvm.ptr loc(#loc1)
-19!    %2 = llvm.mlir.constant(-1 : i32) : i32 loc(#loc1)
-19!    %3 = llvm.atomicrmw _or %1, %arg0 acquire {alignment = 4 : i64} : !llvm.ptr, i32 loc(#loc28)
-19!    llvm.intr.dbg.value #di_local_variable1 = %3 : i32 loc(#loc27)
-19!    llvm.fence release loc(#loc29)
-19!    llvm.fence syncscope("singlethread") seq_cst loc(#loc30)
-19!    %4 = llvm.xor %arg0, %2  : i32 loc(#loc31)
-19!    %5 = llvm.atomicrmw _and %1, %4 monotonic {alignment = 4 : i64} : !llvm.ptr, i32 loc(#loc32)
-19!    %6 = llvm.xor %5, %3  : i32 loc(#loc33)
-19!    llvm.return %6 : i32 loc(#loc34)
-19!  } loc(#loc26)
20-!    %11 = llvm.atomicrmw add %1, %2 acq_rel {alignment = 8 : i64} : !llvm.ptr, i64 loc(#loc39)
20-!    llvm.return loc(#loc40)
20-!  } loc(#loc31)
20-!  llvm.func local_unnamed_addr @take() -> !llvm.ptr attributes {dso_local, memory_effects = #llvm.memory_effects<other = readwrite, argMem = none, inaccessibleMem = none, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
20-!    %0 = llvm.mlir.addressof @top : !llvm.ptr loc(#loc1)
20-!    %1 = llvm.mlir.constant(0 : i64) : i64 loc(#loc1)
20-!    %2 = llvm.atomicrmw xchg %0, %1 seq_cst {alignment = 8 : i64} : !llvm.ptr, i64 loc(#loc42)
20-!    %3 = llvm.inttoptr %2 : i64 to !llvm.ptr loc(#loc42)
20-!    llvm.return %3 : !llvm.ptr loc(#loc43)
20-!  } loc(#loc41)
20-!  llvm.func local_unnamed_addr @mark(%arg0: i32 {llvm.noundef} loc(fused<#di_subprogram2>[#loc14])) -> i32 attributes {dso_local, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
20-!    llvm.intr.dbg.value #di_local_variable2 = %arg0 : i32 loc(#loc23)
20-!    %0 = llvm.mlir.addressof @flags : !llvm.ptr loc(#loc1)
20-!    %1 = llvm.mlir.constant(-1 : i32) : i32 loc(#loc1)
20-!    %2 = llvm.atomicrmw _or %0, %arg0 acquire {alignment = 4 : i64} : !llvm.ptr, i32 loc(#loc24)
20-!    llvm.intr.dbg.value #di_local_variable3 = %2 : i32 loc(#loc23)
20-!    llvm.fence release loc(#loc25)
20-!    llvm.fence syncscope("singlethread") seq_cst loc(#loc26)
20-!    %3 = llvm.xor %arg0, %1 : i32 loc(#loc27)
20-!    %4 = llvm.atomicrmw _and %0, %3 monotonic {alignment = 4 : i64} : !llvm.ptr, i32 loc(#loc28)
20-!    %5 = llvm.xor %4, %2 : i32 loc(#loc29)
20-!    llvm.return %5 : i32 loc(#loc30)
20-!  } loc(#loc22)
} loc(#loc)
#loc = loc("c_atomics.c":0:0)
-19!#loc4 = loc("c_atomics.c":4:15)
-19!#loc6 = loc("c_atomics.c":4:9)
-19!#loc7 = loc("c_atomics.c":5:14)
-19!#loc8 = loc("c_atomics.c":5:29)
-19!#loc9 = loc("c_atomics.c":5:6)
-19!#loc11 = loc("c_atomics.c":6:3)
-19!#loc12 = loc("c_atomics.c":7:1)
-19!#loc13 = loc("take")
-19!#loc14 = loc("c_atomics.c":8:0)
-19!#loc15 = loc("c_atomics.c":8:27)
-19!#loc16 = loc("c_atomics.c":8:20)
-19!#loc19 = loc("c_atomics.c":10:21)
-19!#loc20 = loc("c_atomics.c":11:3)
-19!#loc21 = loc("c_atomics.c":11:48)
-19!#loc22 = loc("c_atomics.c":12:50)
-19!#loc23 = loc("c_atomics.c":12:19)
-19!#loc24 = loc("c_atomics.c":12:17)
-19!#loc25 = loc("c_atomics.c":12:3)
-19!#loc27 = loc(fused<#di_subprogram>[#loc])
-19!#loc28 = loc(fused<#di_subprogram>[#loc19])
-19!#loc29 = loc(fused<#di_subprogram>[#loc20])
-19!#loc30 = loc(fused<#di_subprogram>[#loc21])
-19!#loc31 = loc(fused<#di_subprogram>[#loc22])
-19!#loc32 = loc(fused<#di_subprogram>[#loc23])
-19!#loc33 = loc(fused<#di_subprogram>[#loc24])
-19!#loc34 = loc(fused<#di_subprogram>[#loc25])
20-!#loc3 = loc("c_atomics.c":4:15)
20-!#loc5 = loc("c_atomics.c":5:14)
20-!#loc6 = loc("c_atomics.c":5:29)
20-!#loc7 = loc("c_atomics.c":5:6)
20-!#loc9 = loc("c_atomics.c":6:3)
20-!#loc10 = loc("c_atomics.c":7:1)
20-!#loc11 = loc("c_atomics.c":8:0)
20-!#loc12 = loc("c_atomics.c":8:27)
20-!#loc13 = loc("c_atomics.c":8:20)
20-!#loc15 = loc("c_atomics.c":10:21)
20-!#loc16 = loc("c_atomics.c":11:3)
20-!#loc17 = loc("c_atomics.c":11:48)
20-!#loc18 = loc("c_atomics.c":12:50)
20-!#loc19 = loc("c_atomics.c":12:19)
20-!#loc20 = loc("c_atomics.c":12:17)
20-!#loc21 = loc("c_atomics.c":12:3)
20-!#loc23 = loc(fused<#di_subprogram2>[#loc])
20-!#loc24 = loc(fused<#di_subprogram2>[#loc15])
20-!#loc25 = loc(fused<#di_subprogram2>[#loc16])
20-!#loc26 = loc(fused<#di_subprogram2>[#loc17])
20-!#loc27 = loc(fused<#di_subprogram2>[#loc18])
20-!#loc28 = loc(fused<#di_subprogram2>[#loc19])
20-!#loc29 = loc(fused<#di_subprogram2>[#loc20])
20-!#loc30 = loc(fused<#di_subprogram2>[#loc21])
#di_subroutine_type2 = #llvm.di_subroutine_type<types = #di_derived_type6>
-19!#di_subprogram2 = #llvm.di_subprogram<id = distinct[4]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "take", file = #di_file, line = 8, scopeLine = 8, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type2>
-19!#loc36 = loc(fused<#di_subprogram1>[#loc])
-19!#loc37 = loc(fused<#di_subprogram1>[#loc4])
-19!#loc39 = loc(fused<#di_subprogram1>[#loc6])
-19!#loc40 = loc(fused<#di_subprogram1>[#loc7])
-19!#loc41 = loc(fused<#di_subprogram1>[#loc8])
-19!#loc42 = loc(fused<#di_subprogram1>[#loc9])
-19!#loc44 = loc(fused<#di_subprogram1>[#loc11])
-19!#loc45 = loc(fused<#di_subprogram1>[#loc12])
-19!#loc46 = loc(fused<#di_subprogram2>[#loc13, #loc14])
-19!#loc47 = loc(fused<#di_subprogram2>[#loc15])
-19!#loc48 = loc(fused<#di_subprogram2>[#loc16])
20-!#di_subprogram4 = #llvm.di_subprogram<id = distinct[6]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "take", file = #di_file, line = 8, scopeLine = 8, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type2>
20-!#loc32 = loc(fused<#di_subprogram3>[#loc])
20-!#loc33 = loc(fused<#di_subprogram3>[#loc3])
20-!#loc35 = loc(fused<#di_subprogram3>[#loc5])
20-!#loc36 = loc(fused<#di_subprogram3>[#loc6])
20-!#loc37 = loc(fused<#di_subprogram3>[#loc7])
20-!#loc39 = loc(fused<#di_subprogram3>[#loc9])
20-!#loc40 = loc(fused<#di_subprogram3>[#loc10])
20-!#loc41 = loc(fused<#di_subprogram4>[#loc11])
20-!#loc42 = loc(fused<#di_subprogram4>[#loc12])
20-!#loc43 = loc(fused<#di_subprogram4>[#loc13])
// ----- c_numbers: native clang_ssa
// clang -O2 of a test of primes and intrinsics in C
#loop_annotation = #llvm.loop_annotation<mustProgress = true>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
-19!  llvm.func local_unnamed_addr @mul_mod(%arg0: i64 {llvm.noundef}, %arg1: i64 {llvm.noundef}, %arg2: i64 {llvm.noundef}) -> i64 attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @mul_mod(%arg0: i64 {llvm.noundef}, %arg1: i64 {llvm.noundef}, %arg2: i64 {llvm.noundef}) -> (i64 {llvm.range = #llvm.constant_range<i64, 0, -1>}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.zext %arg0 : i64 to i128
    %1 = llvm.zext %arg1 : i64 to i128
    %2 = llvm.mul %1, %0 overflow<nuw> : i128
    %3 = llvm.zext %arg2 : i64 to i128
-19!    %4 = llvm.urem %2, %3  : i128
-19!    %5 = llvm.trunc %4 : i128 to i64
20-!    %4 = llvm.urem %2, %3 : i128
20-!    %5 = llvm.trunc %4 overflow<nuw> : i128 to i64
    llvm.return %5 : i64
  }
-19!  llvm.func local_unnamed_addr @power(%arg0: i64 {llvm.noundef}, %arg1: i64 {llvm.noundef}, %arg2: i64 {llvm.noundef}) -> i64 attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func local_unnamed_addr @power(%arg0: i64 {llvm.noundef}, %arg1: i64 {llvm.noundef}, %arg2: i64 {llvm.noundef}) -> (i64 {llvm.range = #llvm.constant_range<i64, 0, -1>}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(1 : i64) : i64
-19!    %2 = llvm.mlir.constant(2 : i64) : i64
-19!    %3 = llvm.icmp "eq" %arg1, %0 : i64
-19!    llvm.cond_br %3, ^bb6(%1 : i64), ^bb1
20-!    %2 = llvm.icmp "eq" %arg1, %0 : i64
20-!    llvm.cond_br %2, ^bb6(%1 : i64), ^bb1
  ^bb1:  // pred: ^bb0
-19!    %4 = llvm.zext %arg2 : i64 to i128
20-!    %3 = llvm.zext %arg2 : i64 to i128
    llvm.br ^bb2(%1, %arg0, %arg1 : i64, i64, i64)
-19!  ^bb2(%5: i64, %6: i64, %7: i64):  // 2 preds: ^bb1, ^bb5
-19!    %8 = llvm.and %7, %1  : i64
-19!    %9 = llvm.icmp "eq" %8, %0 : i64
-19!    llvm.cond_br %9, ^bb3, ^bb4
20-!  ^bb2(%4: i64, %5: i64, %6: i64):  // 2 preds: ^bb1, ^bb5
20-!    %7 = llvm.and %6, %1 : i64
20-!    %8 = llvm.icmp "eq" %7, %0 : i64
20-!    llvm.cond_br %8, ^bb3, ^bb4
  ^bb3:  // pred: ^bb2
-19!    %10 = llvm.zext %6 : i64 to i128
-19!    llvm.br ^bb5(%10, %5 : i128, i64)
20-!    %9 = llvm.zext %5 : i64 to i128
20-!    llvm.br ^bb5(%9, %4 : i128, i64)
  ^bb4:  // pred: ^bb2
20-!    %10 = llvm.zext %4 : i64 to i128
    %11 = llvm.zext %5 : i64 to i128
-19!    %12 = llvm.zext %6 : i64 to i128
-19!    %13 = llvm.mul %11, %12 overflow<nuw> : i128
-19!    %14 = llvm.urem %13, %4  : i128
-19!    %15 = llvm.trunc %14 : i128 to i64
-19!    llvm.br ^bb5(%12, %15 : i128, i64)
-19!  ^bb5(%16: i128, %17: i64):  // 2 preds: ^bb3, ^bb4
-19!    %18 = llvm.mul %16, %16 overflow<nuw> : i128
-19!    %19 = llvm.urem %18, %4  : i128
-19!    %20 = llvm.trunc %19 : i128 to i64
-19!    %21 = llvm.lshr %7, %1  : i64
-19!    %22 = llvm.icmp "ult" %7, %2 : i64
-19!    llvm.cond_br %22, ^bb6(%17 : i64), ^bb2(%17, %20, %21 : i64, i64, i64) {loop_annotation = #loop_annotation}
-19!  ^bb6(%23: i64):  // 2 preds: ^bb0, ^bb5
-19!    llvm.return %23 : i64
20-!    %12 = llvm.mul %10, %11 overflow<nuw> : i128
20-!    %13 = llvm.urem %12, %3 : i128
20-!    %14 = llvm.trunc %13 overflow<nuw> : i128 to i64
20-!    llvm.br ^bb5(%11, %14 : i128, i64)
20-!  ^bb5(%15: i128, %16: i64):  // 2 preds: ^bb3, ^bb4
20-!    %17 = llvm.mul %15, %15 overflow<nuw> : i128
20-!    %18 = llvm.urem %17, %3 : i128
20-!    %19 = llvm.trunc %18 overflow<nuw> : i128 to i64
20-!    %20 = llvm.lshr %6, %1 : i64
20-!    %21 = llvm.icmp "eq" %20, %0 : i64
20-!    llvm.cond_br %21, ^bb6(%16 : i64), ^bb2(%16, %19, %20 : i64, i64, i64) {loop_annotation = #loop_annotation}
20-!  ^bb6(%22: i64):  // 2 preds: ^bb0, ^bb5
20-!    llvm.return %22 : i64
  }
-19!  llvm.func local_unnamed_addr @prime(%arg0: i64 {llvm.noundef}) -> i32 attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func local_unnamed_addr @prime(%arg0: i64 {llvm.noundef}) -> (i32 {llvm.range = #llvm.constant_range<i32, 0, 2>}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(2 : i64) : i64
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(-1 : i64) : i64
-19!    %3 = llvm.mlir.constant(0 : i64) : i64
-19!    %4 = llvm.mlir.constant(1 : i32) : i32
-19!    %5 = llvm.mlir.constant(1 : i64) : i64
20-!    %3 = llvm.mlir.constant(1 : i64) : i64
20-!    %4 = llvm.mlir.constant(0 : i64) : i64
20-!    %5 = llvm.mlir.constant(1 : i32) : i32
    %6 = llvm.mlir.constant(-1 : i32) : i32
    %7 = llvm.icmp "ult" %arg0, %0 : i64
-19!    llvm.cond_br %7, ^bb11(%1 : i32), ^bb1
20-!    llvm.cond_br %7, ^bb10(%1 : i32), ^bb1
  ^bb1:  // pred: ^bb0
    %8 = llvm.add %arg0, %2 : i64
    %9 = "llvm.intr.cttz"(%8) <{is_zero_poison = true}> : (i64) -> i64
-19!    %10 = llvm.lshr %8, %9  : i64
-19!    %11 = llvm.icmp "eq" %10, %3 : i64
-19!    llvm.cond_br %11, ^bb11(%4 : i32), ^bb2
-19!  ^bb2:  // pred: ^bb1
-19!    %12 = llvm.zext %arg0 : i64 to i128
-19!    llvm.br ^bb3(%5, %0, %10 : i64, i64, i64)
-19!  ^bb3(%13: i64, %14: i64, %15: i64):  // 2 preds: ^bb2, ^bb6
-19!    %16 = llvm.and %15, %5  : i64
-19!    %17 = llvm.icmp "eq" %16, %3 : i64
-19!    llvm.cond_br %17, ^bb4, ^bb5
-19!  ^bb4:  // pred: ^bb3
-19!    %18 = llvm.zext %14 : i64 to i128
-19!    llvm.br ^bb6(%18, %13 : i128, i64)
-19!  ^bb5:  // pred: ^bb3
20-!    %10 = llvm.lshr exact %8, %9 : i64
20-!    %11 = llvm.zext %arg0 : i64 to i128
20-!    llvm.br ^bb2(%3, %0, %10 : i64, i64, i64)
20-!  ^bb2(%12: i64, %13: i64, %14: i64):  // 2 preds: ^bb1, ^bb5
20-!    %15 = llvm.and %14, %3 : i64
20-!    %16 = llvm.icmp "eq" %15, %4 : i64
20-!    llvm.cond_br %16, ^bb3, ^bb4
20-!  ^bb3:  // pred: ^bb2
20-!    %17 = llvm.zext %13 : i64 to i128
20-!    llvm.br ^bb5(%17, %12 : i128, i64)
20-!  ^bb4:  // pred: ^bb2
20-!    %18 = llvm.zext %12 : i64 to i128
    %19 = llvm.zext %13 : i64 to i128
-19!    %20 = llvm.zext %14 : i64 to i128
-19!    %21 = llvm.mul %20, %19 overflow<nuw> : i128
-19!    %22 = llvm.urem %21, %12  : i128
-19!    %23 = llvm.trunc %22 : i128 to i64
-19!    llvm.br ^bb6(%20, %23 : i128, i64)
-19!  ^bb6(%24: i128, %25: i64):  // 2 preds: ^bb4, ^bb5
-19!    %26 = llvm.mul %24, %24 overflow<nuw> : i128
-19!    %27 = llvm.urem %26, %12  : i128
-19!    %28 = llvm.trunc %27 : i128 to i64
-19!    %29 = llvm.lshr %15, %5  : i64
-19!    %30 = llvm.icmp "ult" %15, %0 : i64
-19!    llvm.cond_br %30, ^bb7, ^bb3(%25, %28, %29 : i64, i64, i64) {loop_annotation = #loop_annotation}
20-!    %20 = llvm.mul %19, %18 overflow<nuw> : i128
20-!    %21 = llvm.urem %20, %11 : i128
20-!    %22 = llvm.trunc %21 overflow<nuw> : i128 to i64
20-!    llvm.br ^bb5(%19, %22 : i128, i64)
20-!  ^bb5(%23: i128, %24: i64):  // 2 preds: ^bb3, ^bb4
20-!    %25 = llvm.mul %23, %23 overflow<nuw> : i128
20-!    %26 = llvm.urem %25, %11 : i128
20-!    %27 = llvm.trunc %26 overflow<nuw> : i128 to i64
20-!    %28 = llvm.lshr %14, %3 : i64
20-!    %29 = llvm.icmp "eq" %28, %4 : i64
20-!    llvm.cond_br %29, ^bb6, ^bb2(%24, %27, %28 : i64, i64, i64) {loop_annotation = #loop_annotation}
20-!  ^bb6:  // pred: ^bb5
20-!    %30 = llvm.icmp "eq" %24, %3 : i64
20-!    %31 = llvm.icmp "eq" %24, %8 : i64
20-!    %32 = llvm.or %30, %31 : i1
20-!    llvm.cond_br %32, ^bb10(%5 : i32), ^bb7
  ^bb7:  // pred: ^bb6
-19!    %31 = llvm.icmp "eq" %25, %5 : i64
-19!    %32 = llvm.icmp "eq" %25, %8 : i64
-19!    %33 = llvm.or %31, %32  : i1
-19!    llvm.cond_br %33, ^bb11(%4 : i32), ^bb8
-19!  ^bb8:  // pred: ^bb7
-19!    %34 = llvm.trunc %9 : i64 to i32
-19!    llvm.br ^bb9(%34, %25 : i32, i64)
-19!  ^bb9(%35: i32, %36: i64):  // 2 preds: ^bb8, ^bb10
-19!    %37 = llvm.icmp "sgt" %35, %4 : i32
-19!    llvm.cond_br %37, ^bb10, ^bb11(%1 : i32)
-19!  ^bb10:  // pred: ^bb9
-19!    %38 = llvm.add %35, %6 overflow<nsw> : i32
-19!    %39 = llvm.zext %36 : i64 to i128
-19!    %40 = llvm.mul %39, %39 overflow<nuw> : i128
-19!    %41 = llvm.urem %40, %12  : i128
-19!    %42 = llvm.trunc %41 : i128 to i64
-19!    %43 = llvm.icmp "eq" %8, %42 : i64
-19!    llvm.cond_br %43, ^bb11(%4 : i32), ^bb9(%38, %42 : i32, i64) {loop_annotation = #loop_annotation}
-19!  ^bb11(%44: i32):  // 5 preds: ^bb0, ^bb1, ^bb7, ^bb9, ^bb10
-19!    llvm.return %44 : i32
20-!    %33 = llvm.trunc %9 overflow<nsw, nuw> : i64 to i32
20-!    llvm.br ^bb8(%33, %24 : i32, i64)
20-!  ^bb8(%34: i32, %35: i64):  // 2 preds: ^bb7, ^bb9
20-!    %36 = llvm.icmp "sgt" %34, %5 : i32
20-!    llvm.cond_br %36, ^bb9, ^bb10(%1 : i32)
20-!  ^bb9:  // pred: ^bb8
20-!    %37 = llvm.add %34, %6 overflow<nsw> : i32
20-!    %38 = llvm.zext %35 : i64 to i128
20-!    %39 = llvm.mul %38, %38 overflow<nuw> : i128
20-!    %40 = llvm.urem %39, %11 : i128
20-!    %41 = llvm.trunc %40 overflow<nuw> : i128 to i64
20-!    %42 = llvm.icmp "eq" %8, %41 : i64
20-!    llvm.cond_br %42, ^bb10(%5 : i32), ^bb8(%37, %41 : i32, i64) {loop_annotation = #loop_annotation}
20-!  ^bb10(%43: i32):  // 4 preds: ^bb0, ^bb6, ^bb8, ^bb9
20-!    llvm.return %43 : i32
  }
-19!  llvm.func local_unnamed_addr @bits(%arg0: i64 {llvm.noundef}) -> i32 attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func local_unnamed_addr @bits(%arg0: i64 {llvm.noundef}) -> (i32 {llvm.range = #llvm.constant_range<i32, 0, 129>}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.mlir.constant(1 : i64) : i64
    %1 = llvm.mlir.constant(1 : i32) : i32
-19!    %2 = llvm.intr.ctpop(%arg0)  : (i64) -> i64
-19!    %3 = llvm.trunc %2 : i64 to i32
-19!    %4 = llvm.or %arg0, %0  : i64
20-!    %2 = llvm.intr.ctpop(%arg0) : (i64) -> i64
20-!    %3 = llvm.trunc %2 overflow<nsw, nuw> : i64 to i32
20-!    %4 = llvm.or %arg0, %0 : i64
    %5 = "llvm.intr.ctlz"(%4) <{is_zero_poison = true}> : (i64) -> i64
-19!    %6 = llvm.trunc %5 : i64 to i32
20-!    %6 = llvm.trunc %5 overflow<nsw, nuw> : i64 to i32
    %7 = llvm.add %6, %3 overflow<nsw, nuw> : i32
-19!    %8 = llvm.and %3, %1  : i32
20-!    %8 = llvm.and %3, %1 : i32
    %9 = llvm.add %7, %8 overflow<nsw, nuw> : i32
    llvm.return %9 : i32
  }
-19!  llvm.func local_unnamed_addr @swap(%arg0: i64 {llvm.noundef}) -> (i64 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func local_unnamed_addr @swap(%arg0: i64 {llvm.noundef}) -> (i64 {llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.mlir.constant(13 : i64) : i64
-19!    %1 = llvm.intr.bitreverse(%arg0)  : (i64) -> i64
-19!    %2 = llvm.intr.bswap(%1)  : (i64) -> i64
-19!    %3 = llvm.intr.fshl(%arg0, %arg0, %0)  : (i64, i64, i64) -> i64
-19!    %4 = llvm.xor %2, %3  : i64
20-!    %1 = llvm.intr.bitreverse(%arg0) : (i64) -> i64
20-!    %2 = llvm.intr.bswap(%1) : (i64) -> i64
20-!    %3 = llvm.intr.fshl(%arg0, %arg0, %0) : (i64, i64, i64) -> i64
20-!    %4 = llvm.xor %2, %3 : i64
    llvm.return %4 : i64
  }
-19!  llvm.func local_unnamed_addr @sum(%arg0: i32 {llvm.noundef}, %arg1: i32 {llvm.noundef}, %arg2: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.writeonly}) -> (i1 {llvm.noundef, llvm.zeroext}) attributes {memory = #llvm.memory_effects<other = none, argMem = write, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func local_unnamed_addr @sum(%arg0: i32 {llvm.noundef}, %arg1: i32 {llvm.noundef}, %arg2: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.writeonly}) -> (i1 {llvm.noundef, llvm.zeroext}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = write, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = "llvm.intr.sadd.with.overflow"(%arg0, %arg1) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %1 = llvm.extractvalue %0[1] : !llvm.struct<(i32, i1)> 
    %2 = "llvm.intr.umul.with.overflow"(%arg0, %arg1) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %3 = llvm.extractvalue %2[1] : !llvm.struct<(i32, i1)> 
    %4 = llvm.extractvalue %2[0] : !llvm.struct<(i32, i1)> 
    llvm.store %4, %arg2 {alignment = 4 : i64} : i32, !llvm.ptr
-19!    %5 = llvm.or %1, %3  : i1
20-!    %5 = llvm.or %1, %3 : i1
    llvm.return %5 : i1
  }
-19!  llvm.func local_unnamed_addr @mean(%arg0: f80 {llvm.noundef}, %arg1: f64 {llvm.noundef}, %arg2: f16 {llvm.noundef}) -> (f80 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func local_unnamed_addr @mean(%arg0: f80 {llvm.noundef}, %arg1: f64 {llvm.noundef}, %arg2: f16 {llvm.noundef}) -> (f80 {llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.mlir.constant(3.000000e+00 : f80) : f80
    %1 = llvm.fpext %arg1 : f64 to f80
-19!    %2 = llvm.fadd %1, %arg0  : f80
20-!    %2 = llvm.fadd %arg0, %1 : f80
    %3 = llvm.fpext %arg2 : f16 to f80
-19!    %4 = llvm.fadd %2, %3  : f80
-19!    %5 = llvm.fdiv %4, %0  : f80
20-!    %4 = llvm.fadd %2, %3 : f80
20-!    %5 = llvm.fdiv %4, %0 : f80
    llvm.return %5 : f80
  }
}
// ----- cpp_shapes: clang_ssa debug_c
// clang++ -O1 of virtual calls and exceptions in C++
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C++ TBAA">
#tbaa_root1 = #llvm.tbaa_root<id = "_ZTS5shape">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "vtable pointer", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "any pointer", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "double", members = {<#tbaa_type_desc, 0>}>
-19!#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc2, offset = 0>
-19!#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc3, offset = 0>
-19!#tbaa_type_desc5 = #llvm.tbaa_type_desc<id = "_ZTS4disc", members = {<#tbaa_root1, 0>, <#tbaa_type_desc4, 8>}>
-19!#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc4, offset = 8>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
20-!#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc3, offset = 0>
20-!#tbaa_type_desc5 = #llvm.tbaa_type_desc<id = "p1 _ZTS5shape", members = {<#tbaa_type_desc2, 0>}>
20-!#tbaa_type_desc6 = #llvm.tbaa_type_desc<id = "_ZTS4disc", members = {<#tbaa_root1, 0>, <#tbaa_type_desc4, 8>}>
20-!#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc5, offset = 0>
20-!#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc6, access_type = #tbaa_type_desc4, offset = 8>
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.comdat @__llvm_global_comdat {
    llvm.comdat_selector @_ZTV4disc any
20-!    llvm.comdat_selector @_ZTI4disc any
    llvm.comdat_selector @_ZTS4disc any
20-!    llvm.comdat_selector @_ZTI5shape any
    llvm.comdat_selector @_ZTS5shape any
-19!    llvm.comdat_selector @_ZTI5shape any
-19!    llvm.comdat_selector @_ZTI4disc any
    llvm.comdat_selector @_ZNK4disc4areaEv any
  }
  llvm.mlir.global private unnamed_addr constant @".str"("total\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
  llvm.mlir.global external constant @_ZTIi() {addr_space = 0 : i32} : !llvm.ptr
  llvm.mlir.global private unnamed_addr constant @".str.1"("left\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
  llvm.mlir.global linkonce_odr unnamed_addr constant @_ZTV4disc() comdat(@__llvm_global_comdat::@_ZTV4disc) {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<(array<3 x ptr>)> {
    %0 = llvm.mlir.addressof @_ZNK4disc4areaEv : !llvm.ptr
-19!    %1 = llvm.mlir.constant("5shape\00") : !llvm.array<7 x i8>
-19!    %2 = llvm.mlir.addressof @_ZTS5shape : !llvm.ptr
-19!    %3 = llvm.mlir.constant(2 : i64) : i64
-19!    %4 = llvm.mlir.addressof @_ZTVN10__cxxabiv117__class_type_infoE : !llvm.ptr
-19!    %5 = llvm.getelementptr inbounds %4[%3] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
-19!    %6 = llvm.mlir.undef : !llvm.struct<(ptr, ptr)>
-19!    %7 = llvm.insertvalue %5, %6[0] : !llvm.struct<(ptr, ptr)> 
-19!    %8 = llvm.insertvalue %2, %7[1] : !llvm.struct<(ptr, ptr)> 
-19!    %9 = llvm.mlir.addressof @_ZTI5shape : !llvm.ptr
-19!    %10 = llvm.mlir.constant("4disc\00") : !llvm.array<6 x i8>
-19!    %11 = llvm.mlir.addressof @_ZTS4disc : !llvm.ptr
-19!    %12 = llvm.mlir.addressof @_ZTVN10__cxxabiv120__si_class_type_infoE : !llvm.ptr
-19!    %13 = llvm.getelementptr inbounds %12[%3] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
-19!    %14 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, ptr)>
-19!    %15 = llvm.insertvalue %13, %14[0] : !llvm.struct<(ptr, ptr, ptr)> 
-19!    %16 = llvm.insertvalue %11, %15[1] : !llvm.struct<(ptr, ptr, ptr)> 
-19!    %17 = llvm.insertvalue %9, %16[2] : !llvm.struct<(ptr, ptr, ptr)> 
-19!    %18 = llvm.mlir.addressof @_ZTI4disc : !llvm.ptr
-19!    %19 = llvm.mlir.zero : !llvm.ptr
-19!    %20 = llvm.mlir.undef : !llvm.array<3 x ptr>
-19!    %21 = llvm.insertvalue %19, %20[0] : !llvm.array<3 x ptr> 
-19!    %22 = llvm.insertvalue %18, %21[1] : !llvm.array<3 x ptr> 
-19!    %23 = llvm.insertvalue %0, %22[2] : !llvm.array<3 x ptr> 
-19!    %24 = llvm.mlir.undef : !llvm.struct<(array<3 x ptr>)>
-19!    %25 = llvm.insertvalue %23, %24[0] : !llvm.struct<(array<3 x ptr>)> 
-19!    llvm.return %25 : !llvm.struct<(array<3 x ptr>)>
20-!    %1 = llvm.mlir.addressof @_ZTI4disc : !llvm.ptr
20-!    %2 = llvm.mlir.zero : !llvm.ptr
20-!    %3 = llvm.mlir.undef : !llvm.array<3 x ptr>
20-!    %4 = llvm.insertvalue %2, %3[0] : !llvm.array<3 x ptr> 
20-!    %5 = llvm.insertvalue %1, %4[1] : !llvm.array<3 x ptr> 
20-!    %6 = llvm.insertvalue %0, %5[2] : !llvm.array<3 x ptr> 
20-!    %7 = llvm.mlir.undef : !llvm.struct<(array<3 x ptr>)>
20-!    %8 = llvm.insertvalue %6, %7[0] : !llvm.struct<(array<3 x ptr>)> 
20-!    llvm.return %8 : !llvm.struct<(array<3 x ptr>)>
20-!  }
20-!  llvm.mlir.global linkonce_odr constant @_ZTI4disc() comdat(@__llvm_global_comdat::@_ZTI4disc) {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<(ptr, ptr, ptr)> {
20-!    %0 = llvm.mlir.addressof @_ZTI5shape : !llvm.ptr
20-!    %1 = llvm.mlir.addressof @_ZTS4disc : !llvm.ptr
20-!    %2 = llvm.mlir.constant(2 : i64) : i64
20-!    %3 = llvm.mlir.addressof @_ZTVN10__cxxabiv120__si_class_type_infoE : !llvm.ptr
20-!    %4 = llvm.getelementptr inbounds %3[%2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
20-!    %5 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, ptr)>
20-!    %6 = llvm.insertvalue %4, %5[0] : !llvm.struct<(ptr, ptr, ptr)> 
20-!    %7 = llvm.insertvalue %1, %6[1] : !llvm.struct<(ptr, ptr, ptr)> 
20-!    %8 = llvm.insertvalue %0, %7[2] : !llvm.struct<(ptr, ptr, ptr)> 
20-!    llvm.return %8 : !llvm.struct<(ptr, ptr, ptr)>
  }
  llvm.mlir.global external @_ZTVN10__cxxabiv120__si_class_type_infoE() {addr_space = 0 : i32} : !llvm.array<0 x ptr>
  llvm.mlir.global linkonce_odr constant @_ZTS4disc("4disc\00") comdat(@__llvm_global_comdat::@_ZTS4disc) {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
20-!  llvm.mlir.global linkonce_odr constant @_ZTI5shape() comdat(@__llvm_global_comdat::@_ZTI5shape) {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<(ptr, ptr)> {
20-!    %0 = llvm.mlir.addressof @_ZTS5shape : !llvm.ptr
20-!    %1 = llvm.mlir.constant(2 : i64) : i64
20-!    %2 = llvm.mlir.addressof @_ZTVN10__cxxabiv117__class_type_infoE : !llvm.ptr
20-!    %3 = llvm.getelementptr inbounds %2[%1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
20-!    %4 = llvm.mlir.undef : !llvm.struct<(ptr, ptr)>
20-!    %5 = llvm.insertvalue %3, %4[0] : !llvm.struct<(ptr, ptr)> 
20-!    %6 = llvm.insertvalue %0, %5[1] : !llvm.struct<(ptr, ptr)> 
20-!    llvm.return %6 : !llvm.struct<(ptr, ptr)>
20-!  }
  llvm.mlir.global external @_ZTVN10__cxxabiv117__class_type_infoE() {addr_space = 0 : i32} : !llvm.array<0 x ptr>
  llvm.mlir.global linkonce_odr constant @_ZTS5shape("5shape\00") comdat(@__llvm_global_comdat::@_ZTS5shape) {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
-19!  llvm.mlir.global linkonce_odr constant @_ZTI5shape() comdat(@__llvm_global_comdat::@_ZTI5shape) {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<(ptr, ptr)> {
-19!    %0 = llvm.mlir.constant("5shape\00") : !llvm.array<7 x i8>
-19!    %1 = llvm.mlir.addressof @_ZTS5shape : !llvm.ptr
-19!    %2 = llvm.mlir.constant(2 : i64) : i64
-19!    %3 = llvm.mlir.addressof @_ZTVN10__cxxabiv117__class_type_infoE : !llvm.ptr
-19!    %4 = llvm.getelementptr inbounds %3[%2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
-19!    %5 = llvm.mlir.undef : !llvm.struct<(ptr, ptr)>
-19!    %6 = llvm.insertvalue %4, %5[0] : !llvm.struct<(ptr, ptr)> 
-19!    %7 = llvm.insertvalue %1, %6[1] : !llvm.struct<(ptr, ptr)> 
-19!    llvm.return %7 : !llvm.struct<(ptr, ptr)>
-19!  }
-19!  llvm.mlir.global linkonce_odr constant @_ZTI4disc() comdat(@__llvm_global_comdat::@_ZTI4disc) {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<(ptr, ptr, ptr)> {
-19!    %0 = llvm.mlir.constant("5shape\00") : !llvm.array<7 x i8>
-19!    %1 = llvm.mlir.addressof @_ZTS5shape : !llvm.ptr
-19!    %2 = llvm.mlir.constant(2 : i64) : i64
-19!    %3 = llvm.mlir.addressof @_ZTVN10__cxxabiv117__class_type_infoE : !llvm.ptr
-19!    %4 = llvm.getelementptr inbounds %3[%2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
-19!    %5 = llvm.mlir.undef : !llvm.struct<(ptr, ptr)>
-19!    %6 = llvm.insertvalue %4, %5[0] : !llvm.struct<(ptr, ptr)> 
-19!    %7 = llvm.insertvalue %1, %6[1] : !llvm.struct<(ptr, ptr)> 
-19!    %8 = llvm.mlir.addressof @_ZTI5shape : !llvm.ptr
-19!    %9 = llvm.mlir.constant("4disc\00") : !llvm.array<6 x i8>
-19!    %10 = llvm.mlir.addressof @_ZTS4disc : !llvm.ptr
-19!    %11 = llvm.mlir.addressof @_ZTVN10__cxxabiv120__si_class_type_infoE : !llvm.ptr
-19!    %12 = llvm.getelementptr inbounds %11[%2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
-19!    %13 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, ptr)>
-19!    %14 = llvm.insertvalue %12, %13[0] : !llvm.struct<(ptr, ptr, ptr)> 
-19!    %15 = llvm.insertvalue %10, %14[1] : !llvm.struct<(ptr, ptr, ptr)> 
-19!    %16 = llvm.insertvalue %8, %15[2] : !llvm.struct<(ptr, ptr, ptr)> 
-19!    llvm.return %16 : !llvm.struct<(ptr, ptr, ptr)>
-19!  }
-19!  llvm.func local_unnamed_addr @_Z5totalPP5shapei(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}) -> (f64 {llvm.noundef}) attributes {passthrough = ["mustprogress", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], personality = @__gxx_personality_v0, target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
-19!    %0 = llvm.mlir.constant("total\00") : !llvm.array<6 x i8>
-19!    %1 = llvm.mlir.addressof @".str" : !llvm.ptr
-19!    %2 = llvm.mlir.constant(0 : i32) : i32
-19!    %3 = llvm.mlir.constant(0.000000e+00 : f64) : f64
-19!    %4 = llvm.mlir.constant(0 : i64) : i64
-19!    %5 = llvm.mlir.zero : !llvm.ptr
-19!    %6 = llvm.mlir.constant(1 : i64) : i64
-19!    %7 = llvm.mlir.constant("left\00") : !llvm.array<5 x i8>
-19!    %8 = llvm.mlir.addressof @".str.1" : !llvm.ptr
-19!    %9 = llvm.mlir.constant(4 : i64) : i64
-19!    %10 = llvm.mlir.constant(7 : i32) : i32
-19!    %11 = llvm.mlir.addressof @_ZTIi : !llvm.ptr
-19!    llvm.call tail @_Z3logPKc(%1) : (!llvm.ptr) -> ()
-19!    %12 = llvm.icmp "sgt" %arg1, %2 : i32
-19!    llvm.cond_br %12, ^bb1, ^bb2(%3 : f64)
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @_Z5totalPP5shapei(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}) -> (f64 {llvm.noundef}) attributes {dso_local, passthrough = ["mustprogress", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], personality = @__gxx_personality_v0, target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
20-!    %0 = llvm.mlir.addressof @".str" : !llvm.ptr
20-!    %1 = llvm.mlir.constant(0 : i32) : i32
20-!    %2 = llvm.mlir.constant(0.000000e+00 : f64) : f64
20-!    %3 = llvm.mlir.constant(0 : i64) : i64
20-!    %4 = llvm.mlir.zero : !llvm.ptr
20-!    %5 = llvm.mlir.constant(1 : i64) : i64
20-!    %6 = llvm.mlir.addressof @".str.1" : !llvm.ptr
20-!    %7 = llvm.mlir.constant(4 : i64) : i64
20-!    %8 = llvm.mlir.constant(7 : i32) : i32
20-!    %9 = llvm.mlir.addressof @_ZTIi : !llvm.ptr
20-!    llvm.call tail @_Z3logPKc(%0) {no_unwind} : (!llvm.ptr {llvm.nonnull, llvm.noundef}) -> ()
20-!    %10 = llvm.icmp "sgt" %arg1, %1 : i32
20-!    llvm.cond_br %10, ^bb1, ^bb2(%2 : f64)
  ^bb1:  // pred: ^bb0
-19!    %13 = llvm.zext %arg1 : i32 to i64
-19!    llvm.br ^bb3(%4, %3 : i64, f64)
-19!  ^bb2(%14: f64):  // 2 preds: ^bb0, ^bb9
-19!    llvm.call tail @_Z3logPKc(%8) : (!llvm.ptr) -> ()
-19!    llvm.return %14 : f64
-19!  ^bb3(%15: i64, %16: f64):  // 2 preds: ^bb1, ^bb9
-19!    %17 = llvm.getelementptr inbounds %arg0[%15] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
-19!    %18 = llvm.load %17 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> !llvm.ptr
-19!    %19 = llvm.icmp "eq" %18, %5 : !llvm.ptr
-19!    llvm.cond_br %19, ^bb4, ^bb8
20-!    %11 = llvm.zext nneg %arg1 : i32 to i64
20-!    llvm.br ^bb3(%3, %2 : i64, f64)
20-!  ^bb2(%12: f64):  // 2 preds: ^bb0, ^bb9
20-!    llvm.call tail @_Z3logPKc(%6) {no_unwind} : (!llvm.ptr {llvm.nonnull, llvm.noundef}) -> ()
20-!    llvm.return %12 : f64
20-!  ^bb3(%13: i64, %14: f64):  // 2 preds: ^bb1, ^bb9
20-!    %15 = llvm.getelementptr inbounds|nuw %arg0[%13] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
20-!    %16 = llvm.load %15 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> !llvm.ptr
20-!    %17 = llvm.icmp "eq" %16, %4 : !llvm.ptr
20-!    llvm.cond_br %17, ^bb4, ^bb8
  ^bb4:  // pred: ^bb3
-19!    %20 = llvm.call tail @__cxa_allocate_exception(%9) : (i64) -> !llvm.ptr
-19!    llvm.store %10, %20 {alignment = 16 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
-19!    llvm.invoke @__cxa_throw(%20, %11, %5) to ^bb10 unwind ^bb6 : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
20-!    %18 = llvm.call tail @__cxa_allocate_exception(%7) {no_unwind} : (i64) -> !llvm.ptr
20-!    llvm.store %8, %18 {alignment = 16 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr
20-!    llvm.invoke @__cxa_throw(%18, %9, %4) to ^bb10 unwind ^bb6 : (!llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}, !llvm.ptr) -> ()
  ^bb5:  // pred: ^bb8
-19!    %21 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
-19!    llvm.br ^bb7(%21 : !llvm.struct<(ptr, i32)>)
20-!    %19 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
20-!    llvm.br ^bb7(%19 : !llvm.struct<(ptr, i32)>)
  ^bb6:  // pred: ^bb4
-19!    %22 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
-19!    llvm.br ^bb7(%22 : !llvm.struct<(ptr, i32)>)
-19!  ^bb7(%23: !llvm.struct<(ptr, i32)>):  // 2 preds: ^bb5, ^bb6
-19!    llvm.call tail @_Z3logPKc(%8) : (!llvm.ptr) -> ()
-19!    llvm.resume %23 : !llvm.struct<(ptr, i32)>
20-!    %20 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
20-!    llvm.br ^bb7(%20 : !llvm.struct<(ptr, i32)>)
20-!  ^bb7(%21: !llvm.struct<(ptr, i32)>):  // 2 preds: ^bb5, ^bb6
20-!    llvm.call tail @_Z3logPKc(%6) {no_unwind} : (!llvm.ptr {llvm.nonnull, llvm.noundef}) -> ()
20-!    llvm.resume %21 : !llvm.struct<(ptr, i32)>
  ^bb8:  // pred: ^bb3
-19!    %24 = llvm.load %18 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
-19!    %25 = llvm.load %24 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    %26 = llvm.invoke %25(%18) to ^bb9 unwind ^bb5 : !llvm.ptr, (!llvm.ptr) -> f64
20-!    %22 = llvm.load %16 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
20-!    %23 = llvm.load %22 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
20-!    %24 = llvm.invoke %23(%16) to ^bb9 unwind ^bb5 : !llvm.ptr, (!llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nonnull, llvm.noundef}) -> (f64 {llvm.noundef})
  ^bb9:  // pred: ^bb8
-19!    %27 = llvm.fadd %16, %26  : f64
-19!    %28 = llvm.add %15, %6 overflow<nsw, nuw> : i64
-19!    %29 = llvm.icmp "eq" %28, %13 : i64
-19!    llvm.cond_br %29, ^bb2(%27 : f64), ^bb3(%28, %27 : i64, f64) {loop_annotation = #loop_annotation}
20-!    %25 = llvm.fadd %14, %24 : f64
20-!    %26 = llvm.add %13, %5 overflow<nsw, nuw> : i64
20-!    %27 = llvm.icmp "eq" %26, %11 : i64
20-!    llvm.cond_br %27, ^bb2(%25 : f64), ^bb3(%26, %25 : i64, f64) {loop_annotation = #loop_annotation}
  ^bb10:  // pred: ^bb4
    llvm.unreachable
  }
  llvm.func local_unnamed_addr @__cxa_allocate_exception(i64) -> !llvm.ptr
-19!  llvm.func local_unnamed_addr @__cxa_throw(!llvm.ptr, !llvm.ptr, !llvm.ptr)
20-!  llvm.func local_unnamed_addr @__cxa_throw(!llvm.ptr, !llvm.ptr, !llvm.ptr) attributes {passthrough = ["cold", "noreturn"]}
  llvm.func @__gxx_personality_v0(...) -> i32
-19!  llvm.func local_unnamed_addr @_Z4safePP5shapei(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}) -> (f64 {llvm.noundef}) attributes {passthrough = ["mustprogress", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], personality = @__gxx_personality_v0, target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func local_unnamed_addr @_Z4safePP5shapei(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}) -> (f64 {llvm.noundef}) attributes {dso_local, passthrough = ["mustprogress", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], personality = @__gxx_personality_v0, target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.addressof @_ZTIi : !llvm.ptr
    %1 = llvm.mlir.constant(0 : i32) : i32
-19!    %2 = llvm.invoke @_Z5totalPP5shapei(%arg0, %arg1) to ^bb3 unwind ^bb1 : (!llvm.ptr, i32) -> f64
20-!    %2 = llvm.invoke @_Z5totalPP5shapei(%arg0, %arg1) to ^bb3 unwind ^bb1 : (!llvm.ptr {llvm.noundef}, i32 {llvm.noundef}) -> (f64 {llvm.noundef})
  ^bb1:  // pred: ^bb0
    %3 = llvm.landingpad (catch %0 : !llvm.ptr) : !llvm.struct<(ptr, i32)>
    %4 = llvm.extractvalue %3[1] : !llvm.struct<(ptr, i32)> 
    %5 = llvm.intr.eh.typeid.for %0 : (!llvm.ptr) -> i32
    %6 = llvm.icmp "eq" %4, %5 : i32
    llvm.cond_br %6, ^bb2, ^bb5
  ^bb2:  // pred: ^bb1
    %7 = llvm.extractvalue %3[0] : !llvm.struct<(ptr, i32)> 
-19!    %8 = llvm.call tail @__cxa_begin_catch(%7) : (!llvm.ptr) -> !llvm.ptr
-19!    %9 = llvm.load %8 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    %8 = llvm.call tail @__cxa_begin_catch(%7) {no_unwind} : (!llvm.ptr) -> !llvm.ptr
20-!    %9 = llvm.load %8 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
    %10 = llvm.sub %1, %9 overflow<nsw> : i32
    %11 = llvm.sitofp %10 : i32 to f64
-19!    llvm.call tail @__cxa_end_catch() : () -> ()
20-!    llvm.call tail @__cxa_end_catch() {no_unwind} : () -> ()
    llvm.br ^bb4(%11 : f64)
  ^bb3:  // pred: ^bb0
    llvm.br ^bb4(%2 : f64)
  ^bb4(%12: f64):  // 2 preds: ^bb2, ^bb3
    llvm.return %12 : f64
  ^bb5:  // pred: ^bb1
    llvm.resume %3 : !llvm.struct<(ptr, i32)>
  }
  llvm.func local_unnamed_addr @__cxa_begin_catch(!llvm.ptr) -> !llvm.ptr
  llvm.func local_unnamed_addr @__cxa_end_catch()
-19!  llvm.func local_unnamed_addr @_Z4makei(%arg0: i32 {llvm.noundef}) -> (!llvm.ptr {llvm.noalias, llvm.nonnull, llvm.noundef}) attributes {passthrough = ["mustprogress", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], personality = @__gxx_personality_v0, target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func local_unnamed_addr @_Z4makei(%arg0: i32 {llvm.noundef}) -> (!llvm.ptr {llvm.noalias, llvm.nonnull, llvm.noundef}) attributes {dso_local, passthrough = ["mustprogress", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], personality = @__gxx_personality_v0, target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(16 : i64) : i64
-19!    %1 = llvm.mlir.addressof @_ZNK4disc4areaEv : !llvm.ptr
-19!    %2 = llvm.mlir.constant("5shape\00") : !llvm.array<7 x i8>
-19!    %3 = llvm.mlir.addressof @_ZTS5shape : !llvm.ptr
-19!    %4 = llvm.mlir.constant(2 : i64) : i64
-19!    %5 = llvm.mlir.addressof @_ZTVN10__cxxabiv117__class_type_infoE : !llvm.ptr
-19!    %6 = llvm.getelementptr inbounds %5[%4] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
-19!    %7 = llvm.mlir.undef : !llvm.struct<(ptr, ptr)>
-19!    %8 = llvm.insertvalue %6, %7[0] : !llvm.struct<(ptr, ptr)> 
-19!    %9 = llvm.insertvalue %3, %8[1] : !llvm.struct<(ptr, ptr)> 
-19!    %10 = llvm.mlir.addressof @_ZTI5shape : !llvm.ptr
-19!    %11 = llvm.mlir.constant("4disc\00") : !llvm.array<6 x i8>
-19!    %12 = llvm.mlir.addressof @_ZTS4disc : !llvm.ptr
-19!    %13 = llvm.mlir.addressof @_ZTVN10__cxxabiv120__si_class_type_infoE : !llvm.ptr
-19!    %14 = llvm.getelementptr inbounds %13[%4] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
-19!    %15 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, ptr)>
-19!    %16 = llvm.insertvalue %14, %15[0] : !llvm.struct<(ptr, ptr, ptr)> 
-19!    %17 = llvm.insertvalue %12, %16[1] : !llvm.struct<(ptr, ptr, ptr)> 
-19!    %18 = llvm.insertvalue %10, %17[2] : !llvm.struct<(ptr, ptr, ptr)> 
-19!    %19 = llvm.mlir.addressof @_ZTI4disc : !llvm.ptr
-19!    %20 = llvm.mlir.zero : !llvm.ptr
-19!    %21 = llvm.mlir.undef : !llvm.array<3 x ptr>
-19!    %22 = llvm.insertvalue %20, %21[0] : !llvm.array<3 x ptr> 
-19!    %23 = llvm.insertvalue %19, %22[1] : !llvm.array<3 x ptr> 
-19!    %24 = llvm.insertvalue %1, %23[2] : !llvm.array<3 x ptr> 
-19!    %25 = llvm.mlir.undef : !llvm.struct<(array<3 x ptr>)>
-19!    %26 = llvm.insertvalue %24, %25[0] : !llvm.struct<(array<3 x ptr>)> 
-19!    %27 = llvm.mlir.addressof @_ZTV4disc : !llvm.ptr
-19!    %28 = llvm.getelementptr inbounds %27[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %29 = llvm.mlir.constant(8 : i64) : i64
-19!    %30 = llvm.call tail @_Znwm(%0) : (i64) -> !llvm.ptr
-19!    %31 = llvm.sitofp %arg0 : i32 to f64
-19!    llvm.store %28, %30 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr, !llvm.ptr
-19!    %32 = llvm.getelementptr inbounds %30[%29] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    llvm.store %31, %32 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : f64, !llvm.ptr
-19!    llvm.return %30 : !llvm.ptr
20-!    %1 = llvm.mlir.addressof @_ZTV4disc : !llvm.ptr
20-!    %2 = llvm.getelementptr inbounds|nuw %1[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %3 = llvm.mlir.constant(8 : i64) : i64
20-!    %4 = llvm.call tail @_Znwm(%0) : (i64 {llvm.noundef}) -> (!llvm.ptr {llvm.dereferenceable = 16 : i64, llvm.noalias, llvm.nonnull, llvm.noundef})
20-!    %5 = llvm.sitofp %arg0 : i32 to f64
20-!    llvm.store %2, %4 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr, !llvm.ptr
20-!    %6 = llvm.getelementptr inbounds|nuw %4[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.store %5, %6 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : f64, !llvm.ptr
20-!    llvm.return %4 : !llvm.ptr
  }
  llvm.func local_unnamed_addr @_Znwm(i64 {llvm.noundef}) -> (!llvm.ptr {llvm.nonnull, llvm.noundef}) attributes {passthrough = ["nobuiltin", ["allocsize", "4294967295"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"}
  llvm.func local_unnamed_addr @_Z3logPKc(!llvm.ptr {llvm.noundef}) attributes {no_unwind, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"}
-19!  llvm.func linkonce_odr unnamed_addr @_ZNK4disc4areaEv(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64, llvm.nonnull, llvm.noundef}) -> (f64 {llvm.noundef}) comdat(@__llvm_global_comdat::@_ZNK4disc4areaEv) attributes {alignment = 2 : i64, no_unwind, passthrough = ["mustprogress", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func linkonce_odr unnamed_addr @_ZNK4disc4areaEv(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64, llvm.nonnull, llvm.noundef}) -> (f64 {llvm.noundef}) comdat(@__llvm_global_comdat::@_ZNK4disc4areaEv) attributes {alignment = 2 : i64, dso_local, no_unwind, passthrough = ["mustprogress", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(8 : i64) : i64
    %1 = llvm.mlir.constant(3.141590e+00 : f64) : f64
-19!    %2 = llvm.getelementptr inbounds %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %2 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %3 = llvm.load %2 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> f64
-19!    %4 = llvm.fmul %3, %1  : f64
-19!    %5 = llvm.fmul %3, %4  : f64
20-!    %4 = llvm.fmul %3, %1 : f64
20-!    %5 = llvm.fmul %3, %4 : f64
    llvm.return %5 : f64
  }
}
// ----- cpp_statics: clang_ssa native debug_c
// clang++ -O1 of templates and guarded statics in C++
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "short", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc2, offset = 0>
#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "_ZTS4ringIsLi8EE", members = {<#tbaa_type_desc, 0>, <#tbaa_type_desc1, 16>, <#tbaa_type_desc1, 20>}>
#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc1, offset = 20>
#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc1, offset = 16>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.comdat @__llvm_global_comdat {
    llvm.comdat_selector @_ZTW5calls any
  }
  llvm.mlir.global external local_unnamed_addr @base(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64, dso_local} : i32
  llvm.mlir.global external thread_local @calls(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64, dso_local} : i32
  llvm.mlir.global internal unnamed_addr @_ZN12_GLOBAL__N_16recentE() {addr_space = 0 : i32, alignment = 4 : i64, dso_local} : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)> {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0 : i16) : i16
    %2 = llvm.mlir.constant(dense<0> : tensor<8xi16>) : !llvm.array<8 x i16>
-19!    %3 = llvm.mlir.undef : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)>
-19!    %4 = llvm.insertvalue %2, %3[0] : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)> 
-19!    %5 = llvm.insertvalue %0, %4[1] : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)> 
-19!    %6 = llvm.insertvalue %0, %5[2] : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)> 
-19!    llvm.return %6 : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)>
20-!    %3 = llvm.mlir.zero : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)>
20-!    llvm.return %3 : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)>
  }
  llvm.mlir.global internal unnamed_addr @_ZZL5levelvE1l(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64, dso_local} : i32
  llvm.mlir.global internal @_ZGVZL5levelvE1l(0 : i64) {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : i64
  llvm.mlir.global private unnamed_addr constant @".str"("LEVEL\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
-19!  llvm.mlir.global_ctors {ctors = [@_GLOBAL__sub_I_cpp_statics.cpp], priorities = [65535 : i32]}
-19!  llvm.func local_unnamed_addr @_Z4notes(%arg0: i16 {llvm.noundef, llvm.signext}) -> (i32 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = readwrite, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
-19!    %0 = llvm.mlir.constant(0 : i32) : i32
-19!    %1 = llvm.mlir.addressof @calls : !llvm.ptr
-19!    %2 = llvm.mlir.constant(1 : i32) : i32
-19!    %3 = llvm.mlir.constant(20 : i64) : i64
-19!    %4 = llvm.mlir.constant(0 : i16) : i16
-19!    %5 = llvm.mlir.constant(dense<0> : tensor<8xi16>) : !llvm.array<8 x i16>
-19!    %6 = llvm.mlir.undef : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)>
-19!    %7 = llvm.insertvalue %5, %6[0] : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)> 
-19!    %8 = llvm.insertvalue %0, %7[1] : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)> 
-19!    %9 = llvm.insertvalue %0, %8[2] : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)> 
-19!    %10 = llvm.mlir.addressof @_ZN12_GLOBAL__N_16recentE : !llvm.ptr
-19!    %11 = llvm.getelementptr inbounds %10[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %12 = llvm.mlir.constant(8 : i32) : i32
-19!    %13 = llvm.mlir.constant(16 : i64) : i64
-19!    %14 = llvm.getelementptr inbounds %10[%13] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %15 = llvm.mlir.constant(0 : i64) : i64
-19!    %16 = llvm.mlir.addressof @base : !llvm.ptr
-19!    %17 = "llvm.intr.threadlocal.address"(%1) : (!llvm.ptr) -> !llvm.ptr
-19!    %18 = llvm.load %17 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
-19!    %19 = llvm.add %18, %2 overflow<nsw> : i32
-19!    llvm.store %19, %17 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
-19!    %20 = llvm.load %11 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %21 = llvm.icmp "eq" %20, %12 : i32
-19!    %22 = llvm.load %14 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i32
-19!    llvm.cond_br %21, ^bb2, ^bb1
20-!  llvm.mlir.global_ctors ctors = [@_GLOBAL__sub_I_cpp_statics.cpp], priorities = [65535 : i32], data = [#llvm.zero]
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @_Z4notes(%arg0: i16 {llvm.noundef, llvm.signext}) -> (i32 {llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = readwrite, argMem = none, inaccessibleMem = none, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
20-!    %0 = llvm.mlir.addressof @calls : !llvm.ptr
20-!    %1 = llvm.mlir.constant(1 : i32) : i32
20-!    %2 = llvm.mlir.constant(20 : i64) : i64
20-!    %3 = llvm.mlir.addressof @_ZN12_GLOBAL__N_16recentE : !llvm.ptr
20-!    %4 = llvm.getelementptr inbounds|nuw %3[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %5 = llvm.mlir.constant(8 : i32) : i32
20-!    %6 = llvm.mlir.constant(16 : i64) : i64
20-!    %7 = llvm.getelementptr inbounds|nuw %3[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %8 = llvm.mlir.addressof @base : !llvm.ptr
20-!    %9 = llvm.mlir.constant(0 : i32) : i32
20-!    %10 = "llvm.intr.threadlocal.address"(%0) : (!llvm.ptr) -> !llvm.ptr
20-!    %11 = llvm.load %10 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
20-!    %12 = llvm.add %11, %1 overflow<nsw> : i32
20-!    llvm.store %12, %10 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
20-!    %13 = llvm.load %4 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    %14 = llvm.icmp "eq" %13, %5 : i32
20-!    %15 = llvm.load %7 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i32
20-!    llvm.cond_br %14, ^bb2, ^bb1
  ^bb1:  // pred: ^bb0
-19!    %23 = llvm.add %20, %2 overflow<nsw> : i32
-19!    llvm.store %23, %11 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
-19!    %24 = llvm.add %22, %20 overflow<nsw> : i32
-19!    %25 = llvm.srem %24, %12  : i32
-19!    %26 = llvm.sext %25 : i32 to i64
-19!    %27 = llvm.getelementptr inbounds %10[%15, %26] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<8 x i16>
-19!    llvm.store %arg0, %27 {alignment = 2 : i64, tbaa = [#tbaa_tag1]} : i16, !llvm.ptr
20-!    %16 = llvm.add %13, %1 overflow<nsw> : i32
20-!    llvm.store %16, %4 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
20-!    %17 = llvm.add %15, %13 overflow<nsw> : i32
20-!    %18 = llvm.srem %17, %5 : i32
20-!    %19 = llvm.sext %18 : i32 to i64
20-!    %20 = llvm.getelementptr inbounds %3[%19] : (!llvm.ptr, i64) -> !llvm.ptr, i16
20-!    llvm.store %arg0, %20 {alignment = 2 : i64, tbaa = [#tbaa_tag1]} : i16, !llvm.ptr
    llvm.br ^bb3
  ^bb2:  // pred: ^bb0
-19!    %28 = llvm.add %22, %2 overflow<nsw> : i32
-19!    %29 = llvm.srem %28, %12  : i32
-19!    llvm.store %29, %14 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
20-!    %21 = llvm.add %15, %1 overflow<nsw> : i32
20-!    %22 = llvm.srem %21, %5 : i32
20-!    llvm.store %22, %7 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
    llvm.br ^bb3
  ^bb3:  // 2 preds: ^bb1, ^bb2
-19!    %30 = llvm.load %16 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
-19!    %31 = llvm.load %11 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %32 = llvm.icmp "sgt" %31, %0 : i32
-19!    llvm.cond_br %32, ^bb4, ^bb6(%0 : i32)
20-!    %23 = llvm.load %8 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
20-!    %24 = llvm.load %4 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    %25 = llvm.icmp "sgt" %24, %9 : i32
20-!    llvm.cond_br %25, ^bb4, ^bb6(%9 : i32)
  ^bb4:  // pred: ^bb3
-19!    %33 = llvm.load %14 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i32
-19!    llvm.br ^bb5(%0, %0 : i32, i32)
-19!  ^bb5(%34: i32, %35: i32):  // 2 preds: ^bb4, ^bb5
-19!    %36 = llvm.add %34, %33 overflow<nsw> : i32
-19!    %37 = llvm.srem %36, %12  : i32
-19!    %38 = llvm.sext %37 : i32 to i64
-19!    %39 = llvm.getelementptr inbounds %10[%15, %38] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<8 x i16>
-19!    %40 = llvm.load %39 {alignment = 2 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i16
-19!    %41 = llvm.sext %40 : i16 to i32
-19!    %42 = llvm.icmp "slt" %30, %41 : i32
-19!    %43 = llvm.zext %42 : i1 to i32
-19!    %44 = llvm.add %35, %43 overflow<nsw, nuw> : i32
-19!    %45 = llvm.add %34, %2 overflow<nsw, nuw> : i32
-19!    %46 = llvm.icmp "eq" %45, %31 : i32
-19!    llvm.cond_br %46, ^bb6(%44 : i32), ^bb5(%45, %44 : i32, i32) {loop_annotation = #loop_annotation}
-19!  ^bb6(%47: i32):  // 2 preds: ^bb3, ^bb5
-19!    llvm.return %47 : i32
20-!    %26 = llvm.load %7 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i32
20-!    llvm.br ^bb5(%9, %9 : i32, i32)
20-!  ^bb5(%27: i32, %28: i32):  // 2 preds: ^bb4, ^bb5
20-!    %29 = llvm.add %27, %26 overflow<nsw> : i32
20-!    %30 = llvm.srem %29, %5 : i32
20-!    %31 = llvm.sext %30 : i32 to i64
20-!    %32 = llvm.getelementptr inbounds %3[%31] : (!llvm.ptr, i64) -> !llvm.ptr, i16
20-!    %33 = llvm.load %32 {alignment = 2 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i16
20-!    %34 = llvm.sext %33 : i16 to i32
20-!    %35 = llvm.icmp "slt" %23, %34 : i32
20-!    %36 = llvm.zext %35 : i1 to i32
20-!    %37 = llvm.add %28, %36 overflow<nsw, nuw> : i32
20-!    %38 = llvm.add %27, %1 overflow<nsw, nuw> : i32
20-!    %39 = llvm.icmp "eq" %38, %24 : i32
20-!    llvm.cond_br %39, ^bb6(%37 : i32), ^bb5(%38, %37 : i32, i32) {loop_annotation = #loop_annotation}
20-!  ^bb6(%40: i32):  // 2 preds: ^bb3, ^bb5
20-!    llvm.return %40 : i32
  }
  llvm.func local_unnamed_addr @__cxa_guard_acquire(!llvm.ptr) -> i32 attributes {no_unwind, passthrough = ["nofree"]}
-19!  llvm.func local_unnamed_addr @atoi(!llvm.ptr {llvm.nocapture, llvm.noundef}) -> i32 attributes {memory = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return}
-19!  llvm.func local_unnamed_addr @getenv(!llvm.ptr {llvm.nocapture, llvm.noundef}) -> (!llvm.ptr {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read>, no_unwind, passthrough = ["nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"}
20-!  llvm.func local_unnamed_addr @atoi(!llvm.ptr {llvm.nocapture, llvm.noundef}) -> i32 attributes {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = read, targetMem0 = read, targetMem1 = read>, no_unwind, passthrough = ["mustprogress", "nocallback", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return}
20-!  llvm.func local_unnamed_addr @getenv(!llvm.ptr {llvm.nocapture, llvm.noundef}) -> (!llvm.ptr {llvm.noundef}) attributes {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = read, targetMem0 = read, targetMem1 = read>, no_unwind, passthrough = ["nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"}
  llvm.func @__gxx_personality_v0(...) -> i32
  llvm.func local_unnamed_addr @__cxa_guard_release(!llvm.ptr) attributes {no_unwind, passthrough = ["nofree"]}
-19!  llvm.func internal @_GLOBAL__sub_I_cpp_statics.cpp() attributes {dso_local, no_unwind, passthrough = ["nofree", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], personality = @__gxx_personality_v0, section = ".text.startup", target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
-19!    %0 = llvm.mlir.constant(0 : i64) : i64
-19!    %1 = llvm.mlir.addressof @_ZGVZL5levelvE1l : !llvm.ptr
-19!    %2 = llvm.mlir.constant(0 : i8) : i8
-19!    %3 = llvm.mlir.constant(0 : i32) : i32
-19!    %4 = llvm.mlir.constant("LEVEL\00") : !llvm.array<6 x i8>
-19!    %5 = llvm.mlir.addressof @".str" : !llvm.ptr
-19!    %6 = llvm.mlir.addressof @_ZZL5levelvE1l : !llvm.ptr
-19!    %7 = llvm.mlir.constant(1 : i32) : i32
-19!    %8 = llvm.mlir.addressof @base : !llvm.ptr
-19!    %9 = llvm.mlir.constant(16 : i64) : i64
-19!    %10 = llvm.mlir.constant(0 : i16) : i16
-19!    %11 = llvm.mlir.constant(dense<0> : tensor<8xi16>) : !llvm.array<8 x i16>
-19!    %12 = llvm.mlir.undef : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)>
-19!    %13 = llvm.insertvalue %11, %12[0] : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)> 
-19!    %14 = llvm.insertvalue %3, %13[1] : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)> 
-19!    %15 = llvm.insertvalue %3, %14[2] : !llvm.struct<"struct.ring", (array<8 x i16>, i32, i32)> 
-19!    %16 = llvm.mlir.addressof @_ZN12_GLOBAL__N_16recentE : !llvm.ptr
-19!    %17 = llvm.getelementptr inbounds %16[%9] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %18 = llvm.mlir.constant(20 : i64) : i64
-19!    %19 = llvm.getelementptr inbounds %16[%18] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %20 = llvm.load %1 atomic acquire {alignment = 8 : i64} : !llvm.ptr -> i8
-19!    %21 = llvm.icmp "eq" %20, %2 : i8
-19!    llvm.cond_br %21 weights([1, 1048575]), ^bb1, ^bb3
20-!  llvm.func internal @_GLOBAL__sub_I_cpp_statics.cpp() attributes {dso_local, no_unwind, passthrough = ["nofree", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], personality = @__gxx_personality_v0, section = ".text.startup", target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
20-!    %0 = llvm.mlir.addressof @_ZGVZL5levelvE1l : !llvm.ptr
20-!    %1 = llvm.mlir.constant(0 : i8) : i8
20-!    %2 = llvm.mlir.constant(0 : i32) : i32
20-!    %3 = llvm.mlir.addressof @".str" : !llvm.ptr
20-!    %4 = llvm.mlir.addressof @_ZZL5levelvE1l : !llvm.ptr
20-!    %5 = llvm.mlir.constant(1 : i32) : i32
20-!    %6 = llvm.mlir.addressof @base : !llvm.ptr
20-!    %7 = llvm.mlir.constant(16 : i64) : i64
20-!    %8 = llvm.mlir.addressof @_ZN12_GLOBAL__N_16recentE : !llvm.ptr
20-!    %9 = llvm.getelementptr inbounds|nuw %8[%7] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %10 = llvm.mlir.constant(20 : i64) : i64
20-!    %11 = llvm.getelementptr inbounds|nuw %8[%10] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %12 = llvm.load %0 atomic acquire {alignment = 8 : i64} : !llvm.ptr -> i8
20-!    %13 = llvm.icmp "eq" %12, %1 : i8
20-!    llvm.cond_br %13 weights([1, 1048575]), ^bb1, ^bb3
  ^bb1:  // pred: ^bb0
-19!    %22 = llvm.call tail @__cxa_guard_acquire(%1) : (!llvm.ptr) -> i32
-19!    %23 = llvm.icmp "eq" %22, %3 : i32
-19!    llvm.cond_br %23, ^bb3, ^bb2
20-!    %14 = llvm.call tail @__cxa_guard_acquire(%0) {no_unwind} : (!llvm.ptr {llvm.nonnull}) -> i32
20-!    %15 = llvm.icmp "eq" %14, %2 : i32
20-!    llvm.cond_br %15, ^bb3, ^bb2
  ^bb2:  // pred: ^bb1
-19!    %24 = llvm.call tail @getenv(%5) : (!llvm.ptr) -> !llvm.ptr
-19!    %25 = llvm.call tail @atoi(%24) : (!llvm.ptr) -> i32
-19!    llvm.store %25, %6 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
-19!    llvm.call tail @__cxa_guard_release(%1) : (!llvm.ptr) -> ()
20-!    %16 = llvm.call tail @getenv(%3) {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = read, targetMem0 = read, targetMem1 = read>} : (!llvm.ptr {llvm.nonnull, llvm.noundef}) -> !llvm.ptr
20-!    %17 = llvm.call tail @atoi(%16) {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = read, errnoMem = read, targetMem0 = read, targetMem1 = read>} : (!llvm.ptr {llvm.noundef}) -> i32
20-!    llvm.store %17, %4 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
20-!    llvm.call tail @__cxa_guard_release(%0) {no_unwind} : (!llvm.ptr {llvm.nonnull}) -> ()
    llvm.br ^bb3
  ^bb3:  // 3 preds: ^bb0, ^bb1, ^bb2
-19!    %26 = llvm.load %6 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
-19!    %27 = llvm.shl %26, %7 overflow<nsw> : i32
-19!    llvm.store %27, %8 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
-19!    llvm.store %3, %17 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
-19!    llvm.store %3, %19 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
20-!    %18 = llvm.load %4 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
20-!    %19 = llvm.shl %18, %5 overflow<nsw> : i32
20-!    llvm.store %19, %6 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
20-!    llvm.store %2, %9 {alignment = 4 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
20-!    llvm.store %2, %11 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
    llvm.return
  }
-19!  llvm.func weak_odr hidden local_unnamed_addr @_ZTW5calls() -> (!llvm.ptr {llvm.noundef}) comdat(@__llvm_global_comdat::@_ZTW5calls) attributes {passthrough = [["uwtable", "2"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
-19!    %0 = llvm.mlir.constant(0 : i32) : i32
-19!    %1 = llvm.mlir.addressof @calls : !llvm.ptr
-19!    %2 = "llvm.intr.threadlocal.address"(%1) : (!llvm.ptr) -> !llvm.ptr
-19!    llvm.return %2 : !llvm.ptr
20-!  llvm.func weak_odr hidden local_unnamed_addr @_ZTW5calls() -> (!llvm.ptr {llvm.noundef}) comdat(@__llvm_global_comdat::@_ZTW5calls) attributes {dso_local, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
20-!    %0 = llvm.mlir.addressof @calls : !llvm.ptr
20-!    %1 = "llvm.intr.threadlocal.address"(%0) : (!llvm.ptr) -> !llvm.ptr
20-!    llvm.return %1 : !llvm.ptr
  }
}
// ----- cpp_matrix: native clang_ssa
// clang++ -O1 of vector extensions in C++
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
-19!  llvm.func local_unnamed_addr @_ZmlRK3matS1_(%arg0: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias, llvm.nocapture, llvm.sret = !llvm.struct<"struct.mat", (array<4 x vector<4xf32>>)>, llvm.writeonly}, %arg1: !llvm.ptr {llvm.align = 16 : i64, llvm.dereferenceable = 64 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: !llvm.ptr {llvm.align = 16 : i64, llvm.dereferenceable = 64 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}) attributes {memory = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @_ZmlRK3matS1_(%arg0: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias, llvm.nocapture, llvm.sret = !llvm.struct<"struct.mat", (array<4 x vector<4xf32>>)>, llvm.writeonly}, %arg1: !llvm.ptr {llvm.align = 16 : i64, llvm.dereferenceable = 64 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg2: !llvm.ptr {llvm.align = 16 : i64, llvm.dereferenceable = 64 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %2 = llvm.mlir.constant(dense<0.000000e+00> : vector<4xf32>) : vector<4xf32>
    %3 = llvm.mlir.poison : vector<4xf32>
    %4 = llvm.mlir.constant(1 : i64) : i64
    %5 = llvm.mlir.constant(4 : i64) : i64
    llvm.br ^bb1(%0 : i64)
  ^bb1(%6: i64):  // 2 preds: ^bb0, ^bb3
-19!    %7 = llvm.getelementptr inbounds %arg1[%0, %6] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x vector<4xf32>>
20-!    %7 = llvm.getelementptr inbounds|nuw %arg1[%6] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
    %8 = llvm.load %7 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
    llvm.br ^bb4(%0, %2 : i64, vector<4xf32>)
  ^bb2:  // pred: ^bb3
    llvm.return
  ^bb3:  // pred: ^bb4
-19!    %9 = llvm.getelementptr inbounds %arg0[%0, %6] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x vector<4xf32>>
20-!    %9 = llvm.getelementptr inbounds|nuw %arg0[%6] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
    llvm.store %20, %9 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr
    %10 = llvm.add %6, %4 overflow<nsw, nuw> : i64
    %11 = llvm.icmp "eq" %10, %5 : i64
    llvm.cond_br %11, ^bb2, ^bb1(%10 : i64) {loop_annotation = #loop_annotation}
  ^bb4(%12: i64, %13: vector<4xf32>):  // 2 preds: ^bb1, ^bb4
-19!    %14 = llvm.trunc %12 : i64 to i32
20-!    %14 = llvm.trunc %12 overflow<nsw, nuw> : i64 to i32
    %15 = llvm.extractelement %8[%14 : i32] : vector<4xf32>
    %16 = llvm.insertelement %15, %3[%0 : i64] : vector<4xf32>
    %17 = llvm.shufflevector %16, %3 [0, 0, 0, 0] : vector<4xf32> 
-19!    %18 = llvm.getelementptr inbounds %arg2[%0, %12] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<4 x vector<4xf32>>
20-!    %18 = llvm.getelementptr inbounds|nuw %arg2[%12] : (!llvm.ptr, i64) -> !llvm.ptr, vector<4xf32>
    %19 = llvm.load %18 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
-19!    %20 = llvm.intr.fmuladd(%17, %19, %13)  : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
20-!    %20 = llvm.intr.fmuladd(%17, %19, %13) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %21 = llvm.add %12, %4 overflow<nsw, nuw> : i64
    %22 = llvm.icmp "eq" %21, %5 : i64
    llvm.cond_br %22, ^bb3, ^bb4(%21, %20 : i64, vector<4xf32>) {loop_annotation = #loop_annotation}
  }
-19!  llvm.func local_unnamed_addr @_Z6insideDv4_fS_S_(%arg0: vector<4xf32> {llvm.noundef}, %arg1: vector<4xf32> {llvm.noundef}, %arg2: vector<4xf32> {llvm.noundef}) -> (vector<4xi32> {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "128"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func local_unnamed_addr @_Z6insideDv4_fS_S_(%arg0: vector<4xf32> {llvm.noundef}, %arg1: vector<4xf32> {llvm.noundef}, %arg2: vector<4xf32> {llvm.noundef}) -> (vector<4xi32> {llvm.noundef, llvm.range = #llvm.constant_range<i32, -1, 1>}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "128"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %1 = llvm.mlir.constant(dense<0.000000e+00> : vector<4xf32>) : vector<4xf32>
-19!    %2 = llvm.fmul %arg1, %arg1  : vector<4xf32>
-19!    %3 = llvm.intr.fmuladd(%arg0, %arg0, %2)  : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
20-!    %2 = llvm.fmul %arg1, %arg1 : vector<4xf32>
20-!    %3 = llvm.intr.fmuladd(%arg0, %arg0, %2) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %4 = llvm.fcmp "olt" %3, %arg2 : vector<4xf32>
    %5 = llvm.fcmp "ogt" %arg0, %1 : vector<4xf32>
-19!    %6 = llvm.and %4, %5  : vector<4xi1>
20-!    %6 = llvm.and %5, %4 : vector<4xi1>
    %7 = llvm.sext %6 : vector<4xi1> to vector<4xi32>
    llvm.return %7 : vector<4xi32>
  }
-19!  llvm.func local_unnamed_addr @_Z5blendDv4_fS_(%arg0: vector<4xf32> {llvm.noundef}, %arg1: vector<4xf32> {llvm.noundef}) -> (vector<4xf32> {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "128"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func local_unnamed_addr @_Z5blendDv4_fS_(%arg0: vector<4xf32> {llvm.noundef}, %arg1: vector<4xf32> {llvm.noundef}) -> (vector<4xf32> {llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "128"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.shufflevector %arg0, %arg1 [0, 5, 2, 7] : vector<4xf32> 
-19!    %1 = llvm.intr.maxnum(%arg0, %arg1)  : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
-19!    %2 = llvm.intr.fabs(%arg1)  : (vector<4xf32>) -> vector<4xf32>
-19!    %3 = llvm.intr.fmuladd(%1, %2, %0)  : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
20-!    %1 = llvm.intr.maxnum(%arg0, %arg1) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
20-!    %2 = llvm.intr.fabs(%arg1) : (vector<4xf32>) -> vector<4xf32>
20-!    %3 = llvm.intr.fmuladd(%1, %2, %0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    llvm.return %3 : vector<4xf32>
  }
-19!  llvm.func local_unnamed_addr @_Z3sumDv4_i(%arg0: vector<4xi32> {llvm.noundef}) -> (f32 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "128"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func local_unnamed_addr @_Z3sumDv4_i(%arg0: vector<4xi32> {llvm.noundef}) -> (f32 {llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "128"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = "llvm.intr.vector.reduce.add"(%arg0) : (vector<4xi32>) -> i32
    %1 = "llvm.intr.vector.reduce.smax"(%arg0) : (vector<4xi32>) -> i32
    %2 = llvm.add %0, %1 overflow<nsw> : i32
    %3 = llvm.sitofp %2 : i32 to f32
    llvm.return %3 : f32
  }
}
// ----- c_openmp: clang_ssa debug_c
// clang -O1 -fopenmp of an integral in C
#access_group = #llvm.access_group<id = distinct[0]<>>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation = #llvm.loop_annotation<parallelAccesses = #access_group>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "any pointer", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "double", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc2, offset = 0>
#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc3, offset = 0>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.mlir.global private unnamed_addr constant @anon.0(";unknown;unknown;0;0;;\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
  llvm.mlir.global private unnamed_addr constant @anon.1() {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> {
-19!    %0 = llvm.mlir.constant(";unknown;unknown;0;0;;\00") : !llvm.array<23 x i8>
-19!    %1 = llvm.mlir.addressof @anon.0 : !llvm.ptr
-19!    %2 = llvm.mlir.constant(22 : i32) : i32
-19!    %3 = llvm.mlir.constant(0 : i32) : i32
-19!    %4 = llvm.mlir.constant(2 : i32) : i32
-19!    %5 = llvm.mlir.undef : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
-19!    %6 = llvm.insertvalue %3, %5[0] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %7 = llvm.insertvalue %4, %6[1] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %8 = llvm.insertvalue %3, %7[2] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %9 = llvm.insertvalue %2, %8[3] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %10 = llvm.insertvalue %1, %9[4] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    llvm.return %10 : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
20-!    %0 = llvm.mlir.addressof @anon.0 : !llvm.ptr
20-!    %1 = llvm.mlir.constant(22 : i32) : i32
20-!    %2 = llvm.mlir.constant(0 : i32) : i32
20-!    %3 = llvm.mlir.constant(2 : i32) : i32
20-!    %4 = llvm.mlir.undef : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
20-!    %5 = llvm.insertvalue %2, %4[0] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
20-!    %6 = llvm.insertvalue %3, %5[1] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
20-!    %7 = llvm.insertvalue %2, %6[2] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
20-!    %8 = llvm.insertvalue %1, %7[3] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
20-!    %9 = llvm.insertvalue %0, %8[4] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
20-!    llvm.return %9 : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
  }
  llvm.mlir.global common @".gomp_critical_user_.reduction.var"(dense<0> : tensor<8xi32>) {addr_space = 0 : i32, alignment = 8 : i64} : !llvm.array<8 x i32>
  llvm.mlir.global private unnamed_addr constant @anon.2() {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> {
-19!    %0 = llvm.mlir.constant(";unknown;unknown;0;0;;\00") : !llvm.array<23 x i8>
-19!    %1 = llvm.mlir.addressof @anon.0 : !llvm.ptr
-19!    %2 = llvm.mlir.constant(22 : i32) : i32
-19!    %3 = llvm.mlir.constant(0 : i32) : i32
-19!    %4 = llvm.mlir.constant(18 : i32) : i32
-19!    %5 = llvm.mlir.undef : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
-19!    %6 = llvm.insertvalue %3, %5[0] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %7 = llvm.insertvalue %4, %6[1] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %8 = llvm.insertvalue %3, %7[2] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %9 = llvm.insertvalue %2, %8[3] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %10 = llvm.insertvalue %1, %9[4] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    llvm.return %10 : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
20-!    %0 = llvm.mlir.addressof @anon.0 : !llvm.ptr
20-!    %1 = llvm.mlir.constant(22 : i32) : i32
20-!    %2 = llvm.mlir.constant(0 : i32) : i32
20-!    %3 = llvm.mlir.constant(18 : i32) : i32
20-!    %4 = llvm.mlir.undef : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
20-!    %5 = llvm.insertvalue %2, %4[0] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
20-!    %6 = llvm.insertvalue %3, %5[1] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
20-!    %7 = llvm.insertvalue %2, %6[2] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
20-!    %8 = llvm.insertvalue %1, %7[3] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
20-!    %9 = llvm.insertvalue %0, %8[4] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
20-!    llvm.return %9 : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
  }
-19!  llvm.func local_unnamed_addr @integrate(%arg0: !llvm.ptr {llvm.noundef}, %arg1: f64 {llvm.noundef}, %arg2: f64 {llvm.noundef}, %arg3: i32 {llvm.noundef}) -> f64 attributes {no_unwind, passthrough = [["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<max, "openmp", 51 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @integrate(%arg0: !llvm.ptr {llvm.noundef}, %arg1: f64 {llvm.noundef}, %arg2: f64 {llvm.noundef}, %arg3: i32 {llvm.noundef}) -> f64 attributes {dso_local, no_unwind, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0.000000e+00 : f64) : f64
-19!    %2 = llvm.mlir.constant(";unknown;unknown;0;0;;\00") : !llvm.array<23 x i8>
-19!    %3 = llvm.mlir.addressof @anon.0 : !llvm.ptr
-19!    %4 = llvm.mlir.constant(22 : i32) : i32
-19!    %5 = llvm.mlir.constant(0 : i32) : i32
-19!    %6 = llvm.mlir.constant(2 : i32) : i32
-19!    %7 = llvm.mlir.undef : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
-19!    %8 = llvm.insertvalue %5, %7[0] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %9 = llvm.insertvalue %6, %8[1] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %10 = llvm.insertvalue %5, %9[2] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %11 = llvm.insertvalue %4, %10[3] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %12 = llvm.insertvalue %3, %11[4] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %13 = llvm.mlir.addressof @anon.1 : !llvm.ptr
-19!    %14 = llvm.mlir.constant(5 : i32) : i32
-19!    %15 = llvm.mlir.addressof @integrate.omp_outlined : !llvm.ptr
-19!    %16 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
-19!    %17 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
-19!    %18 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
-19!    %19 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
-19!    %20 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
-19!    llvm.store %arg0, %16 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr, !llvm.ptr
-19!    llvm.store %arg1, %17 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
-19!    llvm.store %arg3, %18 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
-19!    llvm.intr.lifetime.start 8, %19 : !llvm.ptr
-19!    llvm.store %1, %19 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
-19!    llvm.intr.lifetime.start 8, %20 : !llvm.ptr
-19!    %21 = llvm.fsub %arg2, %arg1  : f64
-19!    %22 = llvm.sitofp %arg3 : i32 to f64
-19!    %23 = llvm.fdiv %21, %22  : f64
-19!    llvm.store %23, %20 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
-19!    llvm.call @__kmpc_fork_call(%13, %14, %15, %18, %19, %16, %17, %20) vararg(!llvm.func<void (ptr, i32, ptr, ...)>) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
-19!    %24 = llvm.load %19 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    %25 = llvm.load %20 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    %26 = llvm.fmul %24, %25  : f64
-19!    llvm.intr.lifetime.end 8, %20 : !llvm.ptr
-19!    llvm.intr.lifetime.end 8, %19 : !llvm.ptr
-19!    llvm.return %26 : f64
20-!    %2 = llvm.mlir.addressof @anon.1 : !llvm.ptr
20-!    %3 = llvm.mlir.constant(5 : i32) : i32
20-!    %4 = llvm.mlir.addressof @integrate.omp_outlined : !llvm.ptr
20-!    %5 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
20-!    %6 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
20-!    %7 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
20-!    %8 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
20-!    %9 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
20-!    llvm.store %arg0, %5 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr, !llvm.ptr
20-!    llvm.store %arg1, %6 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
20-!    llvm.store %arg3, %7 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
20-!    llvm.intr.lifetime.start %8 : !llvm.ptr
20-!    llvm.store %1, %8 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
20-!    llvm.intr.lifetime.start %9 : !llvm.ptr
20-!    %10 = llvm.fsub %arg2, %arg1 : f64
20-!    %11 = llvm.sitofp %arg3 : i32 to f64
20-!    %12 = llvm.fdiv %10, %11 : f64
20-!    llvm.store %12, %9 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
20-!    llvm.call @__kmpc_fork_call(%2, %3, %4, %7, %8, %5, %6, %9) vararg(!llvm.func<void (ptr, i32, ptr, ...)>) : (!llvm.ptr {llvm.nonnull}, i32, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}) -> ()
20-!    %13 = llvm.load %8 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
20-!    %14 = llvm.load %9 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
20-!    %15 = llvm.fmul %13, %14 : f64
20-!    llvm.intr.lifetime.end %9 : !llvm.ptr
20-!    llvm.intr.lifetime.end %8 : !llvm.ptr
20-!    llvm.return %15 : f64
  }
-19!  llvm.func internal @integrate.omp_outlined(%arg0: !llvm.ptr {llvm.noalias, llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr {llvm.noalias, llvm.nocapture, llvm.readnone}, %arg2: !llvm.ptr {llvm.align = 4 : i64, llvm.dereferenceable = 4 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef}, %arg4: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg5: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg6: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}) attributes {always_inline, dso_local, no_unwind, passthrough = ["norecurse", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func internal @integrate.omp_outlined(%arg0: !llvm.ptr {llvm.noalias, llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr {llvm.noalias, llvm.nocapture, llvm.readnone}, %arg2: !llvm.ptr {llvm.align = 4 : i64, llvm.dereferenceable = 4 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef}, %arg4: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg5: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg6: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}) attributes {always_inline, dso_local, no_unwind, passthrough = ["norecurse", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(-1 : i32) : i32
    %3 = llvm.mlir.constant(0.000000e+00 : f64) : f64
-19!    %4 = llvm.mlir.constant(";unknown;unknown;0;0;;\00") : !llvm.array<23 x i8>
-19!    %5 = llvm.mlir.addressof @anon.0 : !llvm.ptr
-19!    %6 = llvm.mlir.constant(22 : i32) : i32
-19!    %7 = llvm.mlir.constant(2 : i32) : i32
-19!    %8 = llvm.mlir.undef : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
-19!    %9 = llvm.insertvalue %1, %8[0] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %10 = llvm.insertvalue %7, %9[1] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %11 = llvm.insertvalue %1, %10[2] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %12 = llvm.insertvalue %6, %11[3] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %13 = llvm.insertvalue %5, %12[4] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %14 = llvm.mlir.addressof @anon.1 : !llvm.ptr
-19!    %15 = llvm.mlir.constant(1073741859 : i32) : i32
-19!    %16 = llvm.mlir.constant(16 : i32) : i32
-19!    %17 = llvm.mlir.constant(5.000000e-01 : f64) : f64
-19!    %18 = llvm.mlir.constant(18 : i32) : i32
-19!    %19 = llvm.mlir.undef : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)>
-19!    %20 = llvm.insertvalue %1, %19[0] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %21 = llvm.insertvalue %18, %20[1] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %22 = llvm.insertvalue %1, %21[2] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %23 = llvm.insertvalue %6, %22[3] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %24 = llvm.insertvalue %5, %23[4] : !llvm.struct<"struct.ident_t", (i32, i32, i32, i32, ptr)> 
-19!    %25 = llvm.mlir.addressof @anon.2 : !llvm.ptr
-19!    %26 = llvm.mlir.constant(8 : i64) : i64
-19!    %27 = llvm.mlir.addressof @integrate.omp_outlined.omp.reduction.reduction_func : !llvm.ptr
-19!    %28 = llvm.mlir.constant(dense<0> : tensor<8xi32>) : !llvm.array<8 x i32>
-19!    %29 = llvm.mlir.addressof @".gomp_critical_user_.reduction.var" : !llvm.ptr
-19!    %30 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
-19!    %31 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
-19!    %32 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
-19!    %33 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
-19!    %34 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
-19!    %35 = llvm.alloca %0 x !llvm.array<1 x ptr> {alignment = 8 : i64} : (i32) -> !llvm.ptr
-19!    %36 = llvm.load %arg2 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %37 = llvm.icmp "sgt" %36, %1 : i32
-19!    llvm.cond_br %37, ^bb1, ^bb9
20-!    %4 = llvm.mlir.addressof @anon.1 : !llvm.ptr
20-!    %5 = llvm.mlir.constant(1073741859 : i32) : i32
20-!    %6 = llvm.mlir.constant(16 : i32) : i32
20-!    %7 = llvm.mlir.constant(5.000000e-01 : f64) : f64
20-!    %8 = llvm.mlir.addressof @anon.2 : !llvm.ptr
20-!    %9 = llvm.mlir.constant(8 : i64) : i64
20-!    %10 = llvm.mlir.addressof @integrate.omp_outlined.omp.reduction.reduction_func : !llvm.ptr
20-!    %11 = llvm.mlir.addressof @".gomp_critical_user_.reduction.var" : !llvm.ptr
20-!    %12 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
20-!    %13 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
20-!    %14 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
20-!    %15 = llvm.alloca %0 x i32 {alignment = 4 : i64} : (i32) -> !llvm.ptr
20-!    %16 = llvm.alloca %0 x f64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
20-!    %17 = llvm.alloca %0 x !llvm.array<1 x ptr> {alignment = 8 : i64} : (i32) -> !llvm.ptr
20-!    %18 = llvm.load %arg2 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    %19 = llvm.icmp "sgt" %18, %1 : i32
20-!    llvm.cond_br %19, ^bb1, ^bb9
  ^bb1:  // pred: ^bb0
-19!    %38 = llvm.add %36, %2 overflow<nsw> : i32
-19!    llvm.intr.lifetime.start 4, %30 : !llvm.ptr
-19!    llvm.store %1, %30 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
-19!    llvm.intr.lifetime.start 4, %31 : !llvm.ptr
-19!    llvm.store %38, %31 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
-19!    llvm.intr.lifetime.start 4, %32 : !llvm.ptr
-19!    llvm.store %0, %32 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
-19!    llvm.intr.lifetime.start 4, %33 : !llvm.ptr
-19!    llvm.store %1, %33 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
-19!    llvm.intr.lifetime.start 8, %34 : !llvm.ptr
-19!    llvm.store %3, %34 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
-19!    %39 = llvm.load %arg0 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    llvm.call tail @__kmpc_dispatch_init_4(%14, %39, %15, %1, %38, %0, %16) : (!llvm.ptr, i32, i32, i32, i32, i32, i32) -> ()
-19!    %40 = llvm.call @__kmpc_dispatch_next_4(%14, %39, %33, %30, %31, %32) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
-19!    %41 = llvm.icmp "eq" %40, %1 : i32
-19!    llvm.cond_br %41, ^bb5, ^bb3
20-!    %20 = llvm.add %18, %2 overflow<nsw> : i32
20-!    llvm.intr.lifetime.start %12 : !llvm.ptr
20-!    llvm.store %1, %12 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
20-!    llvm.intr.lifetime.start %13 : !llvm.ptr
20-!    llvm.store %20, %13 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
20-!    llvm.intr.lifetime.start %14 : !llvm.ptr
20-!    llvm.store %0, %14 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
20-!    llvm.intr.lifetime.start %15 : !llvm.ptr
20-!    llvm.store %1, %15 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : i32, !llvm.ptr
20-!    llvm.intr.lifetime.start %16 : !llvm.ptr
20-!    llvm.store %3, %16 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
20-!    %21 = llvm.load %arg0 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    llvm.call tail @__kmpc_dispatch_init_4(%4, %21, %5, %1, %20, %0, %6) : (!llvm.ptr {llvm.nonnull}, i32, i32, i32, i32, i32, i32) -> ()
20-!    %22 = llvm.call @__kmpc_dispatch_next_4(%4, %21, %15, %12, %13, %14) : (!llvm.ptr {llvm.nonnull}, i32, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}) -> i32
20-!    %23 = llvm.icmp "eq" %22, %1 : i32
20-!    llvm.cond_br %23, ^bb5, ^bb3
  ^bb2:  // 2 preds: ^bb3, ^bb4
-19!    %42 = llvm.call @__kmpc_dispatch_next_4(%14, %39, %33, %30, %31, %32) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
-19!    %43 = llvm.icmp "eq" %42, %1 : i32
-19!    llvm.cond_br %43, ^bb5, ^bb3
20-!    %24 = llvm.call @__kmpc_dispatch_next_4(%4, %21, %15, %12, %13, %14) : (!llvm.ptr {llvm.nonnull}, i32, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}) -> i32
20-!    %25 = llvm.icmp "eq" %24, %1 : i32
20-!    llvm.cond_br %25, ^bb5, ^bb3
  ^bb3:  // 2 preds: ^bb1, ^bb2
-19!    %44 = llvm.load %30 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %45 = llvm.load %31 {access_groups = [#access_group], alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %46 = llvm.icmp "sgt" %44, %45 : i32
-19!    llvm.cond_br %46, ^bb2, ^bb4(%44 : i32)
-19!  ^bb4(%47: i32):  // 2 preds: ^bb3, ^bb4
-19!    %48 = llvm.load %arg4 {access_groups = [#access_group], alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
-19!    %49 = llvm.load %arg5 {access_groups = [#access_group], alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    %50 = llvm.sitofp %47 : i32 to f64
-19!    %51 = llvm.fadd %50, %17  : f64
-19!    %52 = llvm.load %arg6 {access_groups = [#access_group], alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    %53 = llvm.intr.fmuladd(%51, %52, %49)  : (f64, f64, f64) -> f64
-19!    %54 = llvm.call %48(%53) {access_groups = [#access_group]} : !llvm.ptr, (f64) -> f64
-19!    %55 = llvm.load %34 {access_groups = [#access_group], alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    %56 = llvm.fadd %54, %55  : f64
-19!    llvm.store %56, %34 {access_groups = [#access_group], alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
-19!    %57 = llvm.add %47, %0 overflow<nsw> : i32
-19!    %58 = llvm.load %31 {access_groups = [#access_group], alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
-19!    %59 = llvm.icmp "slt" %47, %58 : i32
-19!    llvm.cond_br %59, ^bb4(%57 : i32), ^bb2 {loop_annotation = #loop_annotation}
20-!    %26 = llvm.load %12 {alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    %27 = llvm.load %13 {access_groups = [#access_group], alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    %28 = llvm.icmp "sgt" %26, %27 : i32
20-!    llvm.cond_br %28, ^bb2, ^bb4(%26 : i32)
20-!  ^bb4(%29: i32):  // 2 preds: ^bb3, ^bb4
20-!    %30 = llvm.load %arg4 {access_groups = [#access_group], alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
20-!    %31 = llvm.load %arg5 {access_groups = [#access_group], alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
20-!    %32 = llvm.sitofp %29 : i32 to f64
20-!    %33 = llvm.fadd %32, %7 : f64
20-!    %34 = llvm.load %arg6 {access_groups = [#access_group], alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
20-!    %35 = llvm.intr.fmuladd(%33, %34, %31) : (f64, f64, f64) -> f64
20-!    %36 = llvm.call %30(%35) {access_groups = [#access_group], no_unwind} : !llvm.ptr, (f64 {llvm.noundef}) -> f64
20-!    %37 = llvm.load %16 {access_groups = [#access_group], alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
20-!    %38 = llvm.fadd %36, %37 : f64
20-!    llvm.store %38, %16 {access_groups = [#access_group], alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
20-!    %39 = llvm.add %29, %0 overflow<nsw> : i32
20-!    %40 = llvm.load %13 {access_groups = [#access_group], alignment = 4 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i32
20-!    %41 = llvm.icmp "slt" %29, %40 : i32
20-!    llvm.cond_br %41, ^bb4(%39 : i32), ^bb2 {loop_annotation = #loop_annotation}
  ^bb5:  // 2 preds: ^bb1, ^bb2
-19!    llvm.call @__kmpc_dispatch_deinit(%14, %39) : (!llvm.ptr, i32) -> ()
-19!    llvm.store %34, %35 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
-19!    %60 = llvm.call @__kmpc_reduce_nowait(%25, %39, %0, %26, %35, %27, %29) : (!llvm.ptr, i32, i32, i64, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
-19!    llvm.switch %60 : i32, ^bb8 [
20-!    llvm.call @__kmpc_dispatch_deinit(%4, %21) : (!llvm.ptr {llvm.nonnull}, i32) -> ()
20-!    llvm.store %16, %17 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
20-!    %42 = llvm.call @__kmpc_reduce_nowait(%8, %21, %0, %9, %17, %10, %11) : (!llvm.ptr {llvm.nonnull}, i32, i32, i64, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}, !llvm.ptr {llvm.nonnull}) -> i32
20-!    llvm.switch %42 : i32, ^bb8 [
      1: ^bb6,
      2: ^bb7
    ]
  ^bb6:  // pred: ^bb5
-19!    %61 = llvm.load %arg3 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    %62 = llvm.load %34 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    %63 = llvm.fadd %61, %62  : f64
-19!    llvm.store %63, %arg3 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
-19!    llvm.call @__kmpc_end_reduce_nowait(%25, %39, %29) : (!llvm.ptr, i32, !llvm.ptr) -> ()
20-!    %43 = llvm.load %arg3 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
20-!    %44 = llvm.load %16 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
20-!    %45 = llvm.fadd %43, %44 : f64
20-!    llvm.store %45, %arg3 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
20-!    llvm.call @__kmpc_end_reduce_nowait(%8, %21, %11) : (!llvm.ptr {llvm.nonnull}, i32, !llvm.ptr {llvm.nonnull}) -> ()
    llvm.br ^bb8
  ^bb7:  // pred: ^bb5
-19!    %64 = llvm.load %34 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    %65 = llvm.atomicrmw fadd %arg3, %64 monotonic {alignment = 8 : i64} : !llvm.ptr, f64
20-!    %46 = llvm.load %16 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
20-!    %47 = llvm.atomicrmw fadd %arg3, %46 monotonic {alignment = 8 : i64} : !llvm.ptr, f64
    llvm.br ^bb8
  ^bb8:  // 3 preds: ^bb5, ^bb6, ^bb7
-19!    llvm.intr.lifetime.end 8, %34 : !llvm.ptr
-19!    llvm.intr.lifetime.end 4, %33 : !llvm.ptr
-19!    llvm.intr.lifetime.end 4, %32 : !llvm.ptr
-19!    llvm.intr.lifetime.end 4, %31 : !llvm.ptr
-19!    llvm.intr.lifetime.end 4, %30 : !llvm.ptr
20-!    llvm.intr.lifetime.end %16 : !llvm.ptr
20-!    llvm.intr.lifetime.end %15 : !llvm.ptr
20-!    llvm.intr.lifetime.end %14 : !llvm.ptr
20-!    llvm.intr.lifetime.end %13 : !llvm.ptr
20-!    llvm.intr.lifetime.end %12 : !llvm.ptr
    llvm.br ^bb9
  ^bb9:  // 2 preds: ^bb0, ^bb8
    llvm.return
  }
  llvm.func local_unnamed_addr @__kmpc_dispatch_init_4(!llvm.ptr, i32, i32, i32, i32, i32, i32) attributes {no_unwind}
  llvm.func local_unnamed_addr @__kmpc_dispatch_next_4(!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32 attributes {no_unwind}
  llvm.func local_unnamed_addr @__kmpc_dispatch_deinit(!llvm.ptr, i32) attributes {no_unwind}
-19!  llvm.func internal @integrate.omp_outlined.omp.reduction.reduction_func(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}) attributes {dso_local, memory = #llvm.memory_effects<other = readwrite, argMem = readwrite, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func internal @integrate.omp_outlined.omp.reduction.reduction_func(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = readwrite, argMem = readwrite, inaccessibleMem = none, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.load %arg1 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %1 = llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %2 = llvm.load %1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
    %3 = llvm.load %0 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    %4 = llvm.fadd %2, %3  : f64
20-!    %4 = llvm.fadd %2, %3 : f64
    llvm.store %4, %1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : f64, !llvm.ptr
    llvm.return
  }
  llvm.func local_unnamed_addr @__kmpc_reduce_nowait(!llvm.ptr, i32, i32, i64, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32 attributes {convergent, no_unwind}
  llvm.func local_unnamed_addr @__kmpc_end_reduce_nowait(!llvm.ptr, i32, !llvm.ptr) attributes {convergent, no_unwind}
  llvm.func local_unnamed_addr @__kmpc_fork_call(!llvm.ptr, i32, !llvm.ptr, ...) attributes {no_unwind}
}
// ----- cl_filter: native clang_ssa
// clang -O1 of a kernel in OpenCL C, for SPIR-V
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "float", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.global_memory_space", 1 : ui64>>} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<64> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.global_memory_space" = 1 : ui64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "spirv64"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<max, "frame-pointer", 2 : i32>]
  llvm.func local_unnamed_addr spir_kernelcc @filter(%arg0: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg2: !llvm.ptr<2> {llvm.align = 4 : i64, llvm.nocapture, llvm.noundef, llvm.readonly}, %arg3: !llvm.ptr<3> {llvm.align = 16 : i64, llvm.nocapture, llvm.noundef}, %arg4: i32 {llvm.noundef}) attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, no_unwind, passthrough = ["norecurse", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["uniform-work-group-size", "false"]]} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(32 : i64) : i64
-19!    %2 = llvm.mlir.constant(1 : i32) : i32
-19!    %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
-19!    %4 = llvm.mlir.constant(dense<0.000000e+00> : vector<4xf32>) : vector<4xf32>
-19!    %5 = llvm.mlir.constant(63 : i32) : i32
-19!    %6 = llvm.mlir.poison : vector<4xf32>
-19!    %7 = llvm.mlir.constant(0 : i64) : i64
-19!    %8 = llvm.call spir_funccc tail @_Z13get_global_idj(%0) : (i32) -> i64
-19!    %9 = llvm.call spir_funccc tail @_Z12get_local_idj(%0) : (i32) -> i64
-19!    %10 = llvm.trunc %9 : i64 to i32
-19!    %11 = llvm.shl %8, %1 : i64
-19!    %12 = llvm.ashr %11, %1  : i64
-19!    %13 = llvm.getelementptr inbounds %arg0[%12] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
-19!    %14 = llvm.load %13 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> vector<4xf32>
-19!    %15 = llvm.sext %10 : i32 to i64
-19!    %16 = llvm.getelementptr inbounds %arg3[%15] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, vector<4xf32>
-19!    llvm.store %14, %16 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr<3>
-19!    llvm.call spir_funccc tail @_Z7barrierj(%2) : (i32) -> ()
-19!    %17 = llvm.icmp "sgt" %arg4, %0 : i32
-19!    llvm.cond_br %17, ^bb2(%0, %4 : i32, vector<4xf32>), ^bb1(%4 : vector<4xf32>)
-19!  ^bb1(%18: vector<4xf32>):  // 2 preds: ^bb0, ^bb2
-19!    %19 = llvm.fneg %18  : vector<4xf32>
-19!    %20 = llvm.call spir_funccc tail @_Z6islessDv4_fS_(%18, %4) : (vector<4xf32>, vector<4xf32>) -> vector<4xi32>
-19!    %21 = llvm.call spir_funccc tail @_Z6selectDv4_fS_Dv4_i(%18, %19, %20) : (vector<4xf32>, vector<4xf32>, vector<4xi32>) -> vector<4xf32>
-19!    %22 = llvm.getelementptr inbounds %arg1[%12] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
-19!    llvm.store %21, %22 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr<1>
20-!    %2 = llvm.mlir.constant(28 : i64) : i64
20-!    %3 = llvm.mlir.constant(1 : i32) : i32
20-!    %4 = llvm.mlir.constant(0.000000e+00 : f32) : f32
20-!    %5 = llvm.mlir.constant(dense<0.000000e+00> : vector<4xf32>) : vector<4xf32>
20-!    %6 = llvm.mlir.constant(0 : i64) : i64
20-!    %7 = llvm.mlir.constant(63 : i64) : i64
20-!    %8 = llvm.mlir.poison : vector<4xf32>
20-!    %9 = llvm.mlir.constant(1 : i64) : i64
20-!    %10 = llvm.call spir_funccc tail @_Z13get_global_idj(%0) {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return} : (i32 {llvm.noundef}) -> i64
20-!    %11 = llvm.call spir_funccc tail @_Z12get_local_idj(%0) {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return} : (i32 {llvm.noundef}) -> i64
20-!    %12 = llvm.shl %10, %1 : i64
20-!    %13 = llvm.ashr exact %12, %1 : i64
20-!    %14 = llvm.getelementptr inbounds %arg0[%13] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
20-!    %15 = llvm.load %14 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> vector<4xf32>
20-!    %16 = llvm.shl %11, %1 : i64
20-!    %17 = llvm.ashr exact %16, %2 : i64
20-!    %18 = llvm.getelementptr inbounds %arg3[%17] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
20-!    llvm.store %15, %18 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr<3>
20-!    llvm.call spir_funccc tail @_Z7barrierj(%3) {convergent, no_unwind} : (i32 {llvm.noundef}) -> ()
20-!    %19 = llvm.icmp "sgt" %arg4, %0 : i32
20-!    llvm.cond_br %19, ^bb1, ^bb3(%5 : vector<4xf32>)
20-!  ^bb1:  // pred: ^bb0
20-!    %20 = llvm.zext nneg %arg4 : i32 to i64
20-!    llvm.br ^bb2(%6, %5 : i64, vector<4xf32>)
20-!  ^bb2(%21: i64, %22: vector<4xf32>):  // 2 preds: ^bb1, ^bb2
20-!    %23 = llvm.add %21, %11 : i64
20-!    %24 = llvm.and %23, %7 : i64
20-!    %25 = llvm.getelementptr inbounds|nuw %arg3[%24] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, vector<4xf32>
20-!    %26 = llvm.load %25 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> vector<4xf32>
20-!    %27 = llvm.getelementptr inbounds|nuw %arg2[%21] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, f32
20-!    %28 = llvm.load %27 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr<2> -> f32
20-!    %29 = llvm.insertelement %28, %8[%6 : i64] : vector<4xf32>
20-!    %30 = llvm.shufflevector %29, %8 [0, 0, 0, 0] : vector<4xf32> 
20-!    %31 = llvm.call spir_funccc tail @_Z3fmaDv4_fS_S_(%26, %30, %22) {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return} : (vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}) -> vector<4xf32>
20-!    %32 = llvm.add %21, %9 overflow<nsw, nuw> : i64
20-!    %33 = llvm.icmp "eq" %32, %20 : i64
20-!    llvm.cond_br %33, ^bb3(%31 : vector<4xf32>), ^bb2(%32, %31 : i64, vector<4xf32>) {loop_annotation = #loop_annotation}
20-!  ^bb3(%34: vector<4xf32>):  // 2 preds: ^bb0, ^bb2
20-!    %35 = llvm.fneg %34 : vector<4xf32>
20-!    %36 = llvm.call spir_funccc tail @_Z6islessDv4_fS_(%34, %5) {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return} : (vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}) -> vector<4xi32>
20-!    %37 = llvm.call spir_funccc tail @_Z6selectDv4_fS_Dv4_i(%34, %35, %36) {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return} : (vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}, vector<4xi32> {llvm.noundef}) -> vector<4xf32>
20-!    %38 = llvm.getelementptr inbounds %arg1[%13] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
20-!    llvm.store %37, %38 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr<1>
    llvm.return
-19!  ^bb2(%23: i32, %24: vector<4xf32>):  // 2 preds: ^bb0, ^bb2
-19!    %25 = llvm.add %23, %10 overflow<nsw> : i32
-19!    %26 = llvm.and %25, %5  : i32
-19!    %27 = llvm.zext %26 : i32 to i64
-19!    %28 = llvm.getelementptr inbounds %arg3[%27] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, vector<4xf32>
-19!    %29 = llvm.load %28 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> vector<4xf32>
-19!    %30 = llvm.zext %23 : i32 to i64
-19!    %31 = llvm.getelementptr inbounds %arg2[%30] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, f32
-19!    %32 = llvm.load %31 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr<2> -> f32
-19!    %33 = llvm.insertelement %32, %6[%7 : i64] : vector<4xf32>
-19!    %34 = llvm.shufflevector %33, %6 [0, 0, 0, 0] : vector<4xf32> 
-19!    %35 = llvm.call spir_funccc tail @_Z3fmaDv4_fS_S_(%29, %34, %24) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
-19!    %36 = llvm.add %23, %2 overflow<nsw, nuw> : i32
-19!    %37 = llvm.icmp "slt" %36, %arg4 : i32
-19!    llvm.cond_br %37, ^bb2(%36, %35 : i32, vector<4xf32>), ^bb1(%35 : vector<4xf32>) {loop_annotation = #loop_annotation}
  }
-19!  llvm.func local_unnamed_addr spir_funccc @_Z13get_global_idj(i32 {llvm.noundef}) -> i64 attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], will_return}
-19!  llvm.func local_unnamed_addr spir_funccc @_Z12get_local_idj(i32 {llvm.noundef}) -> i64 attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], will_return}
20-!  llvm.func local_unnamed_addr spir_funccc @__clang_ocl_kern_imp_filter(%arg0: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.nocapture, llvm.noundef, llvm.writeonly}, %arg2: !llvm.ptr<2> {llvm.align = 4 : i64, llvm.nocapture, llvm.noundef, llvm.readonly}, %arg3: !llvm.ptr<3> {llvm.align = 16 : i64, llvm.nocapture, llvm.noundef}, %arg4: i32 {llvm.noundef}) attributes {always_inline, convergent, frame_pointer = #llvm.framePointerKind<all>, no_unwind, passthrough = ["norecurse", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["uniform-work-group-size", "false"]]} {
20-!    %0 = llvm.mlir.constant(0 : i32) : i32
20-!    %1 = llvm.mlir.constant(32 : i64) : i64
20-!    %2 = llvm.mlir.constant(28 : i64) : i64
20-!    %3 = llvm.mlir.constant(1 : i32) : i32
20-!    %4 = llvm.mlir.constant(0.000000e+00 : f32) : f32
20-!    %5 = llvm.mlir.constant(dense<0.000000e+00> : vector<4xf32>) : vector<4xf32>
20-!    %6 = llvm.mlir.constant(0 : i64) : i64
20-!    %7 = llvm.mlir.constant(63 : i64) : i64
20-!    %8 = llvm.mlir.poison : vector<4xf32>
20-!    %9 = llvm.mlir.constant(1 : i64) : i64
20-!    %10 = llvm.call spir_funccc tail @_Z13get_global_idj(%0) {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return} : (i32 {llvm.noundef}) -> i64
20-!    %11 = llvm.call spir_funccc tail @_Z12get_local_idj(%0) {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return} : (i32 {llvm.noundef}) -> i64
20-!    %12 = llvm.shl %10, %1 : i64
20-!    %13 = llvm.ashr exact %12, %1 : i64
20-!    %14 = llvm.getelementptr inbounds %arg0[%13] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
20-!    %15 = llvm.load %14 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<1> -> vector<4xf32>
20-!    %16 = llvm.shl %11, %1 : i64
20-!    %17 = llvm.ashr exact %16, %2 : i64
20-!    %18 = llvm.getelementptr inbounds %arg3[%17] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
20-!    llvm.store %15, %18 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr<3>
20-!    llvm.call spir_funccc tail @_Z7barrierj(%3) {convergent, no_unwind} : (i32 {llvm.noundef}) -> ()
20-!    %19 = llvm.icmp "sgt" %arg4, %0 : i32
20-!    llvm.cond_br %19, ^bb1, ^bb2(%5 : vector<4xf32>)
20-!  ^bb1:  // pred: ^bb0
20-!    %20 = llvm.zext nneg %arg4 : i32 to i64
20-!    llvm.br ^bb3(%6, %5 : i64, vector<4xf32>)
20-!  ^bb2(%21: vector<4xf32>):  // 2 preds: ^bb0, ^bb3
20-!    %22 = llvm.fneg %21 : vector<4xf32>
20-!    %23 = llvm.call spir_funccc tail @_Z6islessDv4_fS_(%21, %5) {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return} : (vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}) -> vector<4xi32>
20-!    %24 = llvm.call spir_funccc tail @_Z6selectDv4_fS_Dv4_i(%21, %22, %23) {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return} : (vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}, vector<4xi32> {llvm.noundef}) -> vector<4xf32>
20-!    %25 = llvm.getelementptr inbounds %arg1[%13] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xf32>
20-!    llvm.store %24, %25 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr<1>
20-!    llvm.return
20-!  ^bb3(%26: i64, %27: vector<4xf32>):  // 2 preds: ^bb1, ^bb3
20-!    %28 = llvm.add %26, %11 : i64
20-!    %29 = llvm.and %28, %7 : i64
20-!    %30 = llvm.getelementptr inbounds|nuw %arg3[%29] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, vector<4xf32>
20-!    %31 = llvm.load %30 {alignment = 16 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr<3> -> vector<4xf32>
20-!    %32 = llvm.getelementptr inbounds|nuw %arg2[%26] : (!llvm.ptr<2>, i64) -> !llvm.ptr<2>, f32
20-!    %33 = llvm.load %32 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr<2> -> f32
20-!    %34 = llvm.insertelement %33, %8[%6 : i64] : vector<4xf32>
20-!    %35 = llvm.shufflevector %34, %8 [0, 0, 0, 0] : vector<4xf32> 
20-!    %36 = llvm.call spir_funccc tail @_Z3fmaDv4_fS_S_(%31, %35, %27) {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return} : (vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}) -> vector<4xf32>
20-!    %37 = llvm.add %26, %9 overflow<nsw, nuw> : i64
20-!    %38 = llvm.icmp "eq" %37, %20 : i64
20-!    llvm.cond_br %38, ^bb2(%36 : vector<4xf32>), ^bb3(%37, %36 : i64, vector<4xf32>) {loop_annotation = #loop_annotation}
20-!  }
20-!  llvm.func local_unnamed_addr spir_funccc @_Z13get_global_idj(i32 {llvm.noundef}) -> i64 attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], will_return}
20-!  llvm.func local_unnamed_addr spir_funccc @_Z12get_local_idj(i32 {llvm.noundef}) -> i64 attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], will_return}
  llvm.func local_unnamed_addr spir_funccc @_Z7barrierj(i32 {llvm.noundef}) attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, no_unwind, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]]}
-19!  llvm.func local_unnamed_addr spir_funccc @_Z3fmaDv4_fS_S_(vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}) -> vector<4xf32> attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], will_return}
-19!  llvm.func local_unnamed_addr spir_funccc @_Z6selectDv4_fS_Dv4_i(vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}, vector<4xi32> {llvm.noundef}) -> vector<4xf32> attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], will_return}
-19!  llvm.func local_unnamed_addr spir_funccc @_Z6islessDv4_fS_(vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}) -> vector<4xi32> attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], will_return}
20-!  llvm.func local_unnamed_addr spir_funccc @_Z3fmaDv4_fS_S_(vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}) -> vector<4xf32> attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], will_return}
20-!  llvm.func local_unnamed_addr spir_funccc @_Z6selectDv4_fS_Dv4_i(vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}, vector<4xi32> {llvm.noundef}) -> vector<4xf32> attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], will_return}
20-!  llvm.func local_unnamed_addr spir_funccc @_Z6islessDv4_fS_(vector<4xf32> {llvm.noundef}, vector<4xf32> {llvm.noundef}) -> vector<4xi32> attributes {convergent, frame_pointer = #llvm.framePointerKind<all>, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"]], will_return}
}
// ----- wasm_paint: clang_ssa native
// clang -O1 of a frame in C, for WebAssembly
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<20>, dense<8> : vector<4xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<10>, dense<8> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<32> : vector<4xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<32> : vector<4xi64>, !llvm.ptr<10> = dense<8> : vector<4xi64>, !llvm.ptr<20> = dense<8> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "wasm32"} {
  llvm.mlir.global internal @frame(dense<0> : tensor<64xi32>) {addr_space = 0 : i32, alignment = 16 : i64, dso_local} : !llvm.array<64 x i32>
  llvm.mlir.global appending @llvm.used() {addr_space = 0 : i32, section = "llvm.metadata"} : !llvm.array<1 x ptr> {
    %0 = llvm.mlir.addressof @paint : !llvm.ptr
    %1 = llvm.mlir.undef : !llvm.array<1 x ptr>
    %2 = llvm.insertvalue %0, %1[0] : !llvm.array<1 x ptr> 
    llvm.return %2 : !llvm.array<1 x ptr>
  }
-19!  llvm.func hidden @paint(%arg0: i32 {llvm.noundef}) attributes {no_unwind, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "generic"], ["wasm-export-name", "paint"]], target_cpu = "generic", target_features = #llvm.target_features<["+multivalue", "+mutable-globals", "+reference-types", "+sign-ext"]>} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]
20-!  llvm.func hidden @paint(%arg0: i32 {llvm.noundef}) attributes {dso_local, no_unwind, passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "generic"], ["wasm-export-name", "paint"]], target_cpu = "generic", target_features = #llvm.target_features<["+bulk-memory", "+bulk-memory-opt", "+call-indirect-overlong", "+multivalue", "+mutable-globals", "+nontrapping-fptoint", "+reference-types", "+sign-ext"]>} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(3 : i32) : i32
    %2 = llvm.mlir.constant(255 : i32) : i32
    %3 = llvm.mlir.constant(65792 : i32) : i32
    %4 = llvm.mlir.constant(65408 : i32) : i32
-19!    %5 = llvm.mlir.constant(dense<0> : tensor<64xi32>) : !llvm.array<64 x i32>
-19!    %6 = llvm.mlir.addressof @frame : !llvm.ptr
-19!    %7 = llvm.mlir.constant(1 : i32) : i32
-19!    %8 = llvm.mlir.constant(64 : i32) : i32
20-!    %5 = llvm.mlir.addressof @frame : !llvm.ptr
20-!    %6 = llvm.mlir.constant(1 : i32) : i32
20-!    %7 = llvm.mlir.constant(64 : i32) : i32
    llvm.br ^bb2(%0 : i32)
  ^bb1:  // pred: ^bb2
-19!    %9 = llvm.icmp "eq" %arg0, %0 : i32
-19!    llvm.cond_br %9, ^bb4, ^bb3
-19!  ^bb2(%10: i32):  // 2 preds: ^bb0, ^bb2
-19!    %11 = llvm.mul %10, %1 overflow<nsw, nuw> : i32
-19!    %12 = llvm.add %11, %arg0 overflow<nsw> : i32
-19!    %13 = llvm.and %12, %2  : i32
-19!    %14 = llvm.mul %13, %3 overflow<nsw, nuw> : i32
-19!    %15 = llvm.xor %14, %4  : i32
-19!    %16 = llvm.getelementptr inbounds %6[%0, %10] : (!llvm.ptr, i32, i32) -> !llvm.ptr, !llvm.array<64 x i32>
-19!    llvm.store %15, %16 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
-19!    %17 = llvm.add %10, %7 overflow<nsw, nuw> : i32
-19!    %18 = llvm.icmp "eq" %17, %8 : i32
-19!    llvm.cond_br %18, ^bb1, ^bb2(%17 : i32) {loop_annotation = #loop_annotation}
20-!    %8 = llvm.icmp "eq" %arg0, %0 : i32
20-!    llvm.cond_br %8, ^bb4, ^bb3
20-!  ^bb2(%9: i32):  // 2 preds: ^bb0, ^bb2
20-!    %10 = llvm.mul %9, %1 overflow<nsw, nuw> : i32
20-!    %11 = llvm.add %10, %arg0 overflow<nsw> : i32
20-!    %12 = llvm.and %11, %2 : i32
20-!    %13 = llvm.mul %12, %3 overflow<nsw, nuw> : i32
20-!    %14 = llvm.xor %13, %4 : i32
20-!    %15 = llvm.getelementptr inbounds|nuw %5[%9] : (!llvm.ptr, i32) -> !llvm.ptr, i32
20-!    llvm.store %14, %15 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
20-!    %16 = llvm.add %9, %6 overflow<nsw, nuw> : i32
20-!    %17 = llvm.icmp "eq" %16, %7 : i32
20-!    llvm.cond_br %17, ^bb1, ^bb2(%16 : i32) {loop_annotation = #loop_annotation}
  ^bb3:  // pred: ^bb1
-19!    llvm.call tail @flush(%6, %8) : (!llvm.ptr, i32) -> ()
20-!    llvm.call tail @flush(%5, %7) {no_unwind} : (!llvm.ptr {llvm.nonnull, llvm.noundef}, i32 {llvm.noundef}) -> ()
    llvm.br ^bb4
  ^bb4:  // 2 preds: ^bb1, ^bb3
    llvm.return
  }
-19!  llvm.func local_unnamed_addr @flush(!llvm.ptr {llvm.noundef}, i32 {llvm.noundef}) attributes {passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "generic"], ["wasm-import-module", "env"], ["wasm-import-name", "flush"]], target_cpu = "generic", target_features = #llvm.target_features<["+multivalue", "+mutable-globals", "+reference-types", "+sign-ext"]>}
20-!  llvm.func local_unnamed_addr @flush(!llvm.ptr {llvm.noundef}, i32 {llvm.noundef}) attributes {passthrough = [["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "generic"], ["wasm-import-module", "env"], ["wasm-import-name", "flush"]], target_cpu = "generic", target_features = #llvm.target_features<["+bulk-memory", "+bulk-memory-opt", "+call-indirect-overlong", "+multivalue", "+mutable-globals", "+nontrapping-fptoint", "+reference-types", "+sign-ext"]>}
}
// ----- rust_parse: clang_ssa native debug_c
// rustc -C opt-level=1 of enumerations and checked numbers
#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$4swap17hc8a40472daad48fcE">
#alias_scope = #llvm.alias_scope<id = distinct[1]<>, domain = #alias_scope_domain, description = "_ZN4core5slice29_$LT$impl$u20$$u5b$T$u5d$$GT$4swap17hc8a40472daad48fcE: %self.0">
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "rustc version 1.95.0 (59807616e 2026-04-14)", llvm.module_asm = [], llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  llvm.mlir.global private unnamed_addr constant @alloc_8d67db8691b6ec937da6a690dd176084("rs_parse.rs\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
  llvm.mlir.global private unnamed_addr constant @alloc_ae046a742274b48dd71b386a2fcd8170() {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<packed (ptr, array<16 x i8>)> {
    %0 = llvm.mlir.constant("\0B\00\00\00\00\00\00\00\05\00\00\00\98\00\00\00") : !llvm.array<16 x i8>
-19!    %1 = llvm.mlir.constant("rs_parse.rs\00") : !llvm.array<12 x i8>
-19!    %2 = llvm.mlir.addressof @alloc_8d67db8691b6ec937da6a690dd176084 : !llvm.ptr
-19!    %3 = llvm.mlir.undef : !llvm.struct<packed (ptr, array<16 x i8>)>
-19!    %4 = llvm.insertvalue %2, %3[0] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    %5 = llvm.insertvalue %0, %4[1] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    llvm.return %5 : !llvm.struct<packed (ptr, array<16 x i8>)>
20-!    %1 = llvm.mlir.addressof @alloc_8d67db8691b6ec937da6a690dd176084 : !llvm.ptr
20-!    %2 = llvm.mlir.undef : !llvm.struct<packed (ptr, array<16 x i8>)>
20-!    %3 = llvm.insertvalue %1, %2[0] : !llvm.struct<packed (ptr, array<16 x i8>)> 
20-!    %4 = llvm.insertvalue %0, %3[1] : !llvm.struct<packed (ptr, array<16 x i8>)> 
20-!    llvm.return %4 : !llvm.struct<packed (ptr, array<16 x i8>)>
  }
  llvm.mlir.global private unnamed_addr constant @alloc_f7ef1389f90ad2e3c56fff17eb6f8cbb() {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<packed (ptr, array<16 x i8>)> {
    %0 = llvm.mlir.constant("\0B\00\00\00\00\00\00\00\05\00\00\00h\00\00\00") : !llvm.array<16 x i8>
-19!    %1 = llvm.mlir.constant("rs_parse.rs\00") : !llvm.array<12 x i8>
-19!    %2 = llvm.mlir.addressof @alloc_8d67db8691b6ec937da6a690dd176084 : !llvm.ptr
-19!    %3 = llvm.mlir.undef : !llvm.struct<packed (ptr, array<16 x i8>)>
-19!    %4 = llvm.insertvalue %2, %3[0] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    %5 = llvm.insertvalue %0, %4[1] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    llvm.return %5 : !llvm.struct<packed (ptr, array<16 x i8>)>
20-!    %1 = llvm.mlir.addressof @alloc_8d67db8691b6ec937da6a690dd176084 : !llvm.ptr
20-!    %2 = llvm.mlir.undef : !llvm.struct<packed (ptr, array<16 x i8>)>
20-!    %3 = llvm.insertvalue %1, %2[0] : !llvm.struct<packed (ptr, array<16 x i8>)> 
20-!    %4 = llvm.insertvalue %0, %3[1] : !llvm.struct<packed (ptr, array<16 x i8>)> 
20-!    llvm.return %4 : !llvm.struct<packed (ptr, array<16 x i8>)>
  }
  llvm.mlir.global private unnamed_addr constant @alloc_4506031269c5a2a65961d2b3a8eb722d() {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<packed (ptr, array<16 x i8>)> {
    %0 = llvm.mlir.constant("\0B\00\00\00\00\00\00\00\05\00\00\00s\00\00\00") : !llvm.array<16 x i8>
-19!    %1 = llvm.mlir.constant("rs_parse.rs\00") : !llvm.array<12 x i8>
-19!    %2 = llvm.mlir.addressof @alloc_8d67db8691b6ec937da6a690dd176084 : !llvm.ptr
-19!    %3 = llvm.mlir.undef : !llvm.struct<packed (ptr, array<16 x i8>)>
-19!    %4 = llvm.insertvalue %2, %3[0] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    %5 = llvm.insertvalue %0, %4[1] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    llvm.return %5 : !llvm.struct<packed (ptr, array<16 x i8>)>
20-!    %1 = llvm.mlir.addressof @alloc_8d67db8691b6ec937da6a690dd176084 : !llvm.ptr
20-!    %2 = llvm.mlir.undef : !llvm.struct<packed (ptr, array<16 x i8>)>
20-!    %3 = llvm.insertvalue %1, %2[0] : !llvm.struct<packed (ptr, array<16 x i8>)> 
20-!    %4 = llvm.insertvalue %0, %3[1] : !llvm.struct<packed (ptr, array<16 x i8>)> 
20-!    llvm.return %4 : !llvm.struct<packed (ptr, array<16 x i8>)>
  }
-19!  llvm.func unnamed_addr @digits(%arg0: !llvm.ptr {llvm.align = 1 : i64, llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef}) -> !llvm.struct<(i64, i64)> attributes {memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", "nonlazybind", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<warning, "RtLibUseGOT", 1 : i32>]
20-!  llvm.func unnamed_addr @digits(%arg0: !llvm.ptr {llvm.align = 1 : i64, llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef, llvm.range = #llvm.constant_range<i64, 0, -9223372036854775808>}) -> !llvm.struct<(i64, i64)> attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", "nonlazybind", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(1 : i64) : i64
    %2 = llvm.mlir.constant(-48 : i8) : i8
    %3 = llvm.mlir.constant(10 : i8) : i8
    %4 = llvm.mlir.undef : i64
    %5 = llvm.mlir.constant(10 : i64) : i64
    %6 = llvm.mlir.poison : !llvm.struct<(i64, i64)>
-19!    %7 = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %7 = llvm.getelementptr inbounds|nuw %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.br ^bb1(%arg0, %0 : !llvm.ptr, i64)
  ^bb1(%8: !llvm.ptr, %9: i64):  // 2 preds: ^bb0, ^bb5
    %10 = llvm.icmp "ne" %8, %7 : !llvm.ptr
    %11 = llvm.zext %10 : i1 to i64
-19!    %12 = llvm.getelementptr inbounds %8[%11] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %12 = llvm.getelementptr inbounds|nuw %8[%11] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.cond_br %10, ^bb2, ^bb3(%9, %1 : i64, i64)
  ^bb2:  // pred: ^bb1
    %13 = llvm.load %8 {alignment = 1 : i64} : !llvm.ptr -> i8
    %14 = llvm.add %13, %2 : i8
    %15 = llvm.icmp "ult" %14, %3 : i8
    llvm.cond_br %15, ^bb4, ^bb3(%4, %0 : i64, i64)
  ^bb3(%16: i64, %17: i64):  // 4 preds: ^bb1, ^bb2, ^bb4, ^bb5
    %18 = llvm.insertvalue %17, %6[0] : !llvm.struct<(i64, i64)> 
    %19 = llvm.insertvalue %16, %18[1] : !llvm.struct<(i64, i64)> 
    llvm.return %19 : !llvm.struct<(i64, i64)>
  ^bb4:  // pred: ^bb2
    %20 = "llvm.intr.smul.with.overflow"(%9, %5) : (i64, i64) -> !llvm.struct<(i64, i1)>
    %21 = llvm.extractvalue %20[1] : !llvm.struct<(i64, i1)> 
    llvm.cond_br %21, ^bb3(%4, %0 : i64, i64), ^bb5
  ^bb5:  // pred: ^bb4
    %22 = llvm.extractvalue %20[0] : !llvm.struct<(i64, i1)> 
-19!    %23 = llvm.zext %14 : i8 to i64
20-!    %23 = llvm.zext nneg %14 : i8 to i64
    %24 = "llvm.intr.sadd.with.overflow"(%22, %23) : (i64, i64) -> !llvm.struct<(i64, i1)>
    %25 = llvm.extractvalue %24[1] : !llvm.struct<(i64, i1)> 
    %26 = llvm.extractvalue %24[0] : !llvm.struct<(i64, i1)> 
    llvm.cond_br %25, ^bb3(%4, %0 : i64, i64), ^bb1(%12, %26 : !llvm.ptr, i64)
  }
-19!  llvm.func unnamed_addr @median(%arg0: !llvm.ptr {llvm.align = 4 : i64, llvm.noalias, llvm.nocapture, llvm.nonnull, llvm.noundef}, %arg1: i64 {llvm.noundef}) -> (i32 {llvm.noundef}) attributes {passthrough = ["nonlazybind", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64"} {
20-!  llvm.func unnamed_addr @median(%arg0: !llvm.ptr {llvm.align = 4 : i64, llvm.noalias, llvm.nocapture, llvm.nonnull, llvm.noundef}, %arg1: i64 {llvm.noundef, llvm.range = #llvm.constant_range<i64, 0, 2305843009213693952>}) -> (i32 {llvm.noundef}) attributes {passthrough = ["nonlazybind", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(1 : i64) : i64
    %1 = llvm.mlir.constant(2 : i64) : i64
    %2 = llvm.mlir.constant(-1 : i64) : i64
-19!    %3 = llvm.mlir.constant("\0B\00\00\00\00\00\00\00\05\00\00\00h\00\00\00") : !llvm.array<16 x i8>
-19!    %4 = llvm.mlir.constant("rs_parse.rs\00") : !llvm.array<12 x i8>
-19!    %5 = llvm.mlir.addressof @alloc_8d67db8691b6ec937da6a690dd176084 : !llvm.ptr
-19!    %6 = llvm.mlir.undef : !llvm.struct<packed (ptr, array<16 x i8>)>
-19!    %7 = llvm.insertvalue %5, %6[0] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    %8 = llvm.insertvalue %3, %7[1] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    %9 = llvm.mlir.addressof @alloc_f7ef1389f90ad2e3c56fff17eb6f8cbb : !llvm.ptr
-19!    %10 = llvm.mlir.constant("\0B\00\00\00\00\00\00\00\05\00\00\00s\00\00\00") : !llvm.array<16 x i8>
-19!    %11 = llvm.mlir.undef : !llvm.struct<packed (ptr, array<16 x i8>)>
-19!    %12 = llvm.insertvalue %5, %11[0] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    %13 = llvm.insertvalue %10, %12[1] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    %14 = llvm.mlir.addressof @alloc_4506031269c5a2a65961d2b3a8eb722d : !llvm.ptr
-19!    %15 = llvm.mlir.constant(0 : i64) : i64
-19!    %16 = llvm.mlir.constant("\0B\00\00\00\00\00\00\00\05\00\00\00\98\00\00\00") : !llvm.array<16 x i8>
-19!    %17 = llvm.mlir.undef : !llvm.struct<packed (ptr, array<16 x i8>)>
-19!    %18 = llvm.insertvalue %5, %17[0] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    %19 = llvm.insertvalue %16, %18[1] : !llvm.struct<packed (ptr, array<16 x i8>)> 
-19!    %20 = llvm.mlir.addressof @alloc_ae046a742274b48dd71b386a2fcd8170 : !llvm.ptr
-19!    %21 = llvm.icmp "ugt" %arg1, %0 : i64
-19!    llvm.cond_br %21, ^bb1(%1, %0 : i64, i64), ^bb2
-19!  ^bb1(%22: i64, %23: i64):  // 2 preds: ^bb0, ^bb6
-19!    %24 = llvm.add %23, %2 overflow<nsw> : i64
-19!    %25 = llvm.icmp "ult" %24, %arg1 : i64
-19!    llvm.br ^bb5(%23 : i64)
20-!    %3 = llvm.mlir.addressof @alloc_f7ef1389f90ad2e3c56fff17eb6f8cbb : !llvm.ptr
20-!    %4 = llvm.mlir.addressof @alloc_4506031269c5a2a65961d2b3a8eb722d : !llvm.ptr
20-!    %5 = llvm.mlir.constant(0 : i64) : i64
20-!    %6 = llvm.mlir.addressof @alloc_ae046a742274b48dd71b386a2fcd8170 : !llvm.ptr
20-!    %7 = llvm.icmp "ugt" %arg1, %0 : i64
20-!    llvm.cond_br %7, ^bb1(%1, %0 : i64, i64), ^bb2
20-!  ^bb1(%8: i64, %9: i64):  // 2 preds: ^bb0, ^bb6
20-!    %10 = llvm.add %9, %2 overflow<nsw> : i64
20-!    %11 = llvm.icmp "ult" %10, %arg1 : i64
20-!    llvm.br ^bb5(%9 : i64)
  ^bb2:  // 2 preds: ^bb0, ^bb6
-19!    %26 = llvm.lshr %arg1, %0  : i64
-19!    %27 = llvm.icmp "eq" %arg1, %15 : i64
-19!    llvm.cond_br %27, ^bb4, ^bb3
20-!    %12 = llvm.lshr %arg1, %0 : i64
20-!    %13 = llvm.icmp "eq" %arg1, %5 : i64
20-!    llvm.cond_br %13, ^bb4, ^bb3
  ^bb3:  // pred: ^bb2
-19!    %28 = llvm.getelementptr inbounds %arg0[%26] : (!llvm.ptr, i64) -> !llvm.ptr, i32
-19!    %29 = llvm.load %28 {alignment = 4 : i64} : !llvm.ptr -> i32
-19!    llvm.return %29 : i32
20-!    %14 = llvm.getelementptr inbounds|nuw %arg0[%12] : (!llvm.ptr, i64) -> !llvm.ptr, i32
20-!    %15 = llvm.load %14 {alignment = 4 : i64} : !llvm.ptr -> i32
20-!    llvm.return %15 : i32
  ^bb4:  // pred: ^bb2
-19!    llvm.call tail @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(%26, %15, %20) : (i64, i64, !llvm.ptr) -> ()
20-!    llvm.call tail @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(%12, %5, %6) {no_inline} : (i64 {llvm.noundef}, i64 {llvm.noundef}, !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 24 : i64, llvm.noalias, llvm.noundef, llvm.readonly}) -> ()
    llvm.unreachable
-19!  ^bb5(%30: i64):  // 2 preds: ^bb1, ^bb11
-19!    %31 = llvm.add %30, %2 : i64
-19!    llvm.cond_br %25, ^bb7, ^bb8
20-!  ^bb5(%16: i64):  // 2 preds: ^bb1, ^bb11
20-!    %17 = llvm.add %16, %2 : i64
20-!    llvm.cond_br %11, ^bb7, ^bb8
  ^bb6:  // 2 preds: ^bb9, ^bb11
-19!    %32 = llvm.icmp "ult" %22, %arg1 : i64
-19!    %33 = llvm.zext %32 : i1 to i64
-19!    %34 = llvm.add %22, %33 overflow<nuw> : i64
-19!    llvm.cond_br %32, ^bb1(%34, %22 : i64, i64), ^bb2
20-!    %18 = llvm.icmp "ult" %8, %arg1 : i64
20-!    %19 = llvm.zext %18 : i1 to i64
20-!    %20 = llvm.add %8, %19 overflow<nuw> : i64
20-!    llvm.cond_br %18, ^bb1(%20, %8 : i64, i64), ^bb2
  ^bb7:  // pred: ^bb5
-19!    %35 = llvm.icmp "ult" %30, %arg1 : i64
-19!    llvm.cond_br %35, ^bb9, ^bb10
20-!    %21 = llvm.icmp "ult" %16, %arg1 : i64
20-!    llvm.cond_br %21, ^bb9, ^bb10
  ^bb8:  // pred: ^bb5
-19!    llvm.call tail @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(%31, %arg1, %9) : (i64, i64, !llvm.ptr) -> ()
20-!    llvm.call tail @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(%17, %arg1, %3) {no_inline} : (i64 {llvm.noundef}, i64 {llvm.noundef}, !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 24 : i64, llvm.noalias, llvm.noundef, llvm.readonly}) -> ()
    llvm.unreachable
  ^bb9:  // pred: ^bb7
-19!    %36 = llvm.getelementptr inbounds %arg0[%31] : (!llvm.ptr, i64) -> !llvm.ptr, i32
-19!    %37 = llvm.load %36 {alignment = 4 : i64} : !llvm.ptr -> i32
-19!    %38 = llvm.getelementptr inbounds %arg0[%30] : (!llvm.ptr, i64) -> !llvm.ptr, i32
-19!    %39 = llvm.load %38 {alignment = 4 : i64} : !llvm.ptr -> i32
-19!    %40 = llvm.icmp "sgt" %37, %39 : i32
-19!    llvm.cond_br %40, ^bb11, ^bb6
20-!    %22 = llvm.getelementptr inbounds|nuw %arg0[%17] : (!llvm.ptr, i64) -> !llvm.ptr, i32
20-!    %23 = llvm.load %22 {alignment = 4 : i64} : !llvm.ptr -> i32
20-!    %24 = llvm.getelementptr inbounds|nuw %arg0[%16] : (!llvm.ptr, i64) -> !llvm.ptr, i32
20-!    %25 = llvm.load %24 {alignment = 4 : i64} : !llvm.ptr -> i32
20-!    %26 = llvm.icmp "sgt" %23, %25 : i32
20-!    llvm.cond_br %26, ^bb11, ^bb6
  ^bb10:  // pred: ^bb7
-19!    llvm.call tail @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(%30, %arg1, %14) : (i64, i64, !llvm.ptr) -> ()
20-!    llvm.call tail @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(%16, %arg1, %4) {no_inline} : (i64 {llvm.noundef}, i64 {llvm.noundef}, !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 24 : i64, llvm.noalias, llvm.noundef, llvm.readonly}) -> ()
    llvm.unreachable
  ^bb11:  // pred: ^bb9
-19!    llvm.store %39, %36 {alias_scopes = [#alias_scope], alignment = 4 : i64} : i32, !llvm.ptr
-19!    llvm.store %37, %38 {alias_scopes = [#alias_scope], alignment = 4 : i64} : i32, !llvm.ptr
-19!    %41 = llvm.icmp "eq" %31, %15 : i64
-19!    llvm.cond_br %41, ^bb6, ^bb5(%31 : i64)
20-!    llvm.store %25, %22 {alias_scopes = [#alias_scope], alignment = 4 : i64} : i32, !llvm.ptr
20-!    llvm.store %23, %24 {alias_scopes = [#alias_scope], alignment = 4 : i64} : i32, !llvm.ptr
20-!    %27 = llvm.icmp "eq" %17, %5 : i64
20-!    llvm.cond_br %27, ^bb6, ^bb5(%17 : i64)
  }
-19!  llvm.func unnamed_addr @weight(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64, llvm.noalias, llvm.nocapture, llvm.noundef, llvm.readonly}) -> (i64 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", "nonlazybind", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", will_return} {
20-!  llvm.func unnamed_addr @weight(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64, llvm.noalias, llvm.nocapture, llvm.noundef, llvm.readonly}) -> (i64 {llvm.noundef}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", "nonlazybind", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(1 : i64) : i64
    %2 = llvm.mlir.constant(4 : i64) : i64
    %3 = llvm.mlir.constant(8 : i64) : i64
    %4 = llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr -> i8
    llvm.switch %4 : i8, ^bb1 [
      0: ^bb5(%0 : i64),
      1: ^bb2,
      2: ^bb3,
      3: ^bb4
    ]
  ^bb1:  // pred: ^bb0
    llvm.unreachable
  ^bb2:  // pred: ^bb0
-19!    %5 = llvm.getelementptr inbounds %arg0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %5 = llvm.getelementptr inbounds|nuw %arg0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %6 = llvm.load %5 {alignment = 8 : i64} : !llvm.ptr -> i64
    llvm.br ^bb5(%6 : i64)
  ^bb3:  // pred: ^bb0
-19!    %7 = llvm.getelementptr inbounds %arg0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %7 = llvm.getelementptr inbounds|nuw %arg0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %8 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> i32
-19!    %9 = llvm.getelementptr inbounds %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %9 = llvm.getelementptr inbounds|nuw %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %10 = llvm.load %9 {alignment = 4 : i64} : !llvm.ptr -> i32
    %11 = llvm.sub %8, %10 : i32
    %12 = llvm.zext %11 : i32 to i64
    llvm.br ^bb5(%12 : i64)
  ^bb4:  // pred: ^bb0
-19!    %13 = llvm.getelementptr inbounds %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %13 = llvm.getelementptr inbounds|nuw %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %14 = llvm.load %13 {alignment = 1 : i64} : !llvm.ptr -> i8
    %15 = llvm.zext %14 : i8 to i64
-19!    %16 = llvm.getelementptr inbounds %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %16 = llvm.getelementptr inbounds|nuw %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %17 = llvm.load %16 {alignment = 4 : i64} : !llvm.ptr -> i16
    %18 = llvm.zext %17 : i16 to i64
    %19 = llvm.add %18, %15 overflow<nsw, nuw> : i64
    llvm.br ^bb5(%19 : i64)
  ^bb5(%20: i64):  // 4 preds: ^bb0, ^bb2, ^bb3, ^bb4
    llvm.return %20 : i64
  }
-19!  llvm.func unnamed_addr @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64 {llvm.noundef}, i64 {llvm.noundef}, !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 24 : i64, llvm.noalias, llvm.noundef, llvm.readonly}) attributes {no_inline, passthrough = ["cold", "minsize", "noreturn", "nonlazybind", "optsize", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64"}
20-!  llvm.func unnamed_addr @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64 {llvm.noundef}, i64 {llvm.noundef}, !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 24 : i64, llvm.noalias, llvm.noundef, llvm.readonly}) attributes {no_inline, passthrough = ["cold", "minsize", "noreturn", "nonlazybind", "optsize", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>}
}
// ----- rust_sum: native clang_ssa
// rustc -C opt-level=2 of iterators
#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "_ZN6rs_sum3crc28_$u7b$$u7b$closure$u7d$$u7d$17h2abbda2dc4dec8d7E">
#alias_scope_domain1 = #llvm.alias_scope_domain<id = distinct[1]<>, description = "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17he5d40e6618115916E">
#alias_scope_domain2 = #llvm.alias_scope_domain<id = distinct[2]<>, description = "_ZN6rs_sum3dot28_$u7b$$u7b$closure$u7d$$u7d$17h9721a9d756b24b2bE">
#alias_scope_domain3 = #llvm.alias_scope_domain<id = distinct[3]<>, description = "_ZN111_$LT$core..iter..adapters..zip..Zip$LT$A$C$B$GT$$u20$as$u20$core..iter..adapters..zip..ZipImpl$LT$A$C$B$GT$$GT$4fold17h797cc07500250b15E">
#loop_unroll = #llvm.loop_unroll<disable = true>
#alias_scope = #llvm.alias_scope<id = distinct[4]<>, domain = #alias_scope_domain, description = "_ZN6rs_sum3crc28_$u7b$$u7b$closure$u7d$$u7d$17h2abbda2dc4dec8d7E: %_3">
#alias_scope1 = #llvm.alias_scope<id = distinct[5]<>, domain = #alias_scope_domain, description = "_ZN6rs_sum3crc28_$u7b$$u7b$closure$u7d$$u7d$17h2abbda2dc4dec8d7E: %_3:It1">
#alias_scope2 = #llvm.alias_scope<id = distinct[6]<>, domain = #alias_scope_domain1, description = "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17he5d40e6618115916E: %elt.0">
#alias_scope3 = #llvm.alias_scope<id = distinct[7]<>, domain = #alias_scope_domain1, description = "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17he5d40e6618115916E: %elt.1">
#alias_scope4 = #llvm.alias_scope<id = distinct[8]<>, domain = #alias_scope_domain2, description = "_ZN6rs_sum3dot28_$u7b$$u7b$closure$u7d$$u7d$17h9721a9d756b24b2bE: %_2.0">
#alias_scope5 = #llvm.alias_scope<id = distinct[9]<>, domain = #alias_scope_domain2, description = "_ZN6rs_sum3dot28_$u7b$$u7b$closure$u7d$$u7d$17h9721a9d756b24b2bE: %_2.1">
#alias_scope6 = #llvm.alias_scope<id = distinct[10]<>, domain = #alias_scope_domain3, description = "_ZN111_$LT$core..iter..adapters..zip..Zip$LT$A$C$B$GT$$u20$as$u20$core..iter..adapters..zip..ZipImpl$LT$A$C$B$GT$$GT$4fold17h797cc07500250b15E: %self">
#alias_scope7 = #llvm.alias_scope<id = distinct[11]<>, domain = #alias_scope_domain1, description = "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17he5d40e6618115916E: %elt.0:It1">
#alias_scope8 = #llvm.alias_scope<id = distinct[12]<>, domain = #alias_scope_domain1, description = "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17he5d40e6618115916E: %elt.1:It1">
#alias_scope9 = #llvm.alias_scope<id = distinct[13]<>, domain = #alias_scope_domain2, description = "_ZN6rs_sum3dot28_$u7b$$u7b$closure$u7d$$u7d$17h9721a9d756b24b2bE: %_2.0:It1">
#alias_scope10 = #llvm.alias_scope<id = distinct[14]<>, domain = #alias_scope_domain2, description = "_ZN6rs_sum3dot28_$u7b$$u7b$closure$u7d$$u7d$17h9721a9d756b24b2bE: %_2.1:It1">
#alias_scope11 = #llvm.alias_scope<id = distinct[15]<>, domain = #alias_scope_domain1, description = "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17he5d40e6618115916E: %elt.0:It2">
#alias_scope12 = #llvm.alias_scope<id = distinct[16]<>, domain = #alias_scope_domain1, description = "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17he5d40e6618115916E: %elt.1:It2">
#alias_scope13 = #llvm.alias_scope<id = distinct[17]<>, domain = #alias_scope_domain2, description = "_ZN6rs_sum3dot28_$u7b$$u7b$closure$u7d$$u7d$17h9721a9d756b24b2bE: %_2.0:It2">
#alias_scope14 = #llvm.alias_scope<id = distinct[18]<>, domain = #alias_scope_domain2, description = "_ZN6rs_sum3dot28_$u7b$$u7b$closure$u7d$$u7d$17h9721a9d756b24b2bE: %_2.1:It2">
#alias_scope15 = #llvm.alias_scope<id = distinct[19]<>, domain = #alias_scope_domain1, description = "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17he5d40e6618115916E: %elt.0:It3">
#alias_scope16 = #llvm.alias_scope<id = distinct[20]<>, domain = #alias_scope_domain1, description = "_ZN4core4iter8adapters3map8map_fold28_$u7b$$u7b$closure$u7d$$u7d$17he5d40e6618115916E: %elt.1:It3">
#alias_scope17 = #llvm.alias_scope<id = distinct[21]<>, domain = #alias_scope_domain2, description = "_ZN6rs_sum3dot28_$u7b$$u7b$closure$u7d$$u7d$17h9721a9d756b24b2bE: %_2.0:It3">
#alias_scope18 = #llvm.alias_scope<id = distinct[22]<>, domain = #alias_scope_domain2, description = "_ZN6rs_sum3dot28_$u7b$$u7b$closure$u7d$$u7d$17h9721a9d756b24b2bE: %_2.1:It3">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "rustc version 1.95.0 (59807616e 2026-04-14)", llvm.module_asm = [], llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  llvm.mlir.global private unnamed_addr constant @".crctable"(dense<"0x00000000963007772C610EEEBA51099919C46D078FF46A7035A563E9A395649E3288DB0EA4B8DC791EE9D5E088D9D2972B4CB609BD7CB17E072DB8E7911DBF906410B71DF220B06A4871B9F3DE41BE847DD4DA1AEBE4DD6D51B5D4F4C785D38356986C13C0A86B647AF962FDECC9658A4F5C0114D96C0663633D0FFAF50D088DC8206E3B5E10694CE44160D5727167A2D1E4033C47D4044BFD850DD26BB50AA5FAA8B5356C98B242D6C9BBDB40F9BCACE36CD832755CDF45CF0DD6DC593DD1ABAC30D9263A00DE518051D7C81661D0BFB5F4B42123C4B3569995BACF0FA5BDB89EB802280888055FB2D90CC624E90BB1877C6F2F114C6858AB1D61C13D2D66B69041DC760671DB01BC20D2982A10D5EF8985B1711FB5B606A5E4BF9F33D4B8E8A2C9077834F9000F8EA8099618980EE1BB0D6A7F2D3D6D08976C6491015C63E6F4516B6B62616C1CD83065854E0062F2ED95066C7BA5011BC1F4088257C40FF5C6D9B06550E9B712EAB8BE8B7C88B9FCDF1DDD62492DDA15F37CD38C654CD4FB5861B24DCE51B53A7400BCA3E230BBD441A5DF4AD795D83D6DC4D1A4FBF4D6D36AE96943FCD96E34468867ADD0B860DA732D0444E51D03335F4C0AAAC97C0DDD3C710550AA41022710100BBE86200CC925B56857B3856F2009D466B99FE461CE0EF9DE5E98C9D9292298D0B0B4A8D7C7173DB359810DB42E3B5CBDB7AD6CBAC02083B8EDB6B3BF9A0CE2B6039AD2B1743947D5EAAF77D29D1526DB048316DC73120B63E3843B64943E6A6D0DA85A6A7A0BCF0EE49DFF099327AE000AB19E077D44930FF0D2A3088768F2011EFEC206695D5762F7CB67658071366C19E7066B6E761BD4FEE02BD3895A7ADA10CC4ADD676FDFB9F9F9EFBE8E43BEB717D58EB060E8A3D6D67E93D1A1C4C2D83852F2DF4FF167BBD16757BCA6DD06B53F4B36B248DA2B0DD84C1B0AAFF64A0336607A0441C3EF60DF55DF67A8EF8E6E3179BE69468CB361CB1A8366BCA0D26F2536E2685295770CCC03470BBBB91602222F260555BE3BBAC5280BBDB2925AB42B046AB35CA7FFD7C231CFD0B58B9ED92C1DAEDE5BB0C2649B26F263EC9CA36A750A936D02A906099C3F360EEB8567077213570005824ABF95147AB8E2AE2BB17B381BB60C9B8ED2920DBED5E5B7EFDC7C21DFDB0BD4D2D38642E2D4F1F8B3DD686E83DA1FCD16BE815B26B9F6E177B06F7747B718E65A0888706A0FFFCA3B06665C0B0111FF9E658F69AE62F8D3FF6B6145CF6C1678E20AA0EED20DD75483044EC2B30339612667A7F71660D04D476949DB776E3E4A6AD1AEDC5AD6D9660BDF40F03BD83753AEBCA9C59EBBDE7FCFB247E9FFB5301CF2BDBD8AC2BACA3093B353A6A3B4240536D0BA9306D7CD2957DE54BF67D9232E7A66B3B84A61C4021B685D942B6F2A37BE0BB4A18E0CC31BDF055A8DEF022D"> : tensor<256xi32>) {addr_space = 0 : i32, dso_local} : !llvm.array<256 x i32>
-19!  llvm.func unnamed_addr @crc(%arg0: !llvm.ptr {llvm.align = 1 : i64, llvm.noalias, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef}) -> (i32 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = readwrite>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", "nonlazybind", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], personality = @rust_eh_personality, target_cpu = "x86-64"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<warning, "RtLibUseGOT", 1 : i32>]
20-!  llvm.func unnamed_addr @crc(%arg0: !llvm.ptr {llvm.align = 1 : i64, llvm.noalias, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef, llvm.range = #llvm.constant_range<i64, 0, -9223372036854775808>}) -> (i32 {llvm.noundef}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", "nonlazybind", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], personality = @rust_eh_personality, target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(-1 : i32) : i32
    %2 = llvm.mlir.constant(1 : i64) : i64
    %3 = llvm.mlir.constant(9223372036854775806 : i64) : i64
    %4 = llvm.mlir.constant(8 : i32) : i32
-19!    %5 = llvm.mlir.constant(dense<"0x00000000963007772C610EEEBA51099919C46D078FF46A7035A563E9A395649E3288DB0EA4B8DC791EE9D5E088D9D2972B4CB609BD7CB17E072DB8E7911DBF906410B71DF220B06A4871B9F3DE41BE847DD4DA1AEBE4DD6D51B5D4F4C785D38356986C13C0A86B647AF962FDECC9658A4F5C0114D96C0663633D0FFAF50D088DC8206E3B5E10694CE44160D5727167A2D1E4033C47D4044BFD850DD26BB50AA5FAA8B5356C98B242D6C9BBDB40F9BCACE36CD832755CDF45CF0DD6DC593DD1ABAC30D9263A00DE518051D7C81661D0BFB5F4B42123C4B3569995BACF0FA5BDB89EB802280888055FB2D90CC624E90BB1877C6F2F114C6858AB1D61C13D2D66B69041DC760671DB01BC20D2982A10D5EF8985B1711FB5B606A5E4BF9F33D4B8E8A2C9077834F9000F8EA8099618980EE1BB0D6A7F2D3D6D08976C6491015C63E6F4516B6B62616C1CD83065854E0062F2ED95066C7BA5011BC1F4088257C40FF5C6D9B06550E9B712EAB8BE8B7C88B9FCDF1DDD62492DDA15F37CD38C654CD4FB5861B24DCE51B53A7400BCA3E230BBD441A5DF4AD795D83D6DC4D1A4FBF4D6D36AE96943FCD96E34468867ADD0B860DA732D0444E51D03335F4C0AAAC97C0DDD3C710550AA41022710100BBE86200CC925B56857B3856F2009D466B99FE461CE0EF9DE5E98C9D9292298D0B0B4A8D7C7173DB359810DB42E3B5CBDB7AD6CBAC02083B8EDB6B3BF9A0CE2B6039AD2B1743947D5EAAF77D29D1526DB048316DC73120B63E3843B64943E6A6D0DA85A6A7A0BCF0EE49DFF099327AE000AB19E077D44930FF0D2A3088768F2011EFEC206695D5762F7CB67658071366C19E7066B6E761BD4FEE02BD3895A7ADA10CC4ADD676FDFB9F9F9EFBE8E43BEB717D58EB060E8A3D6D67E93D1A1C4C2D83852F2DF4FF167BBD16757BCA6DD06B53F4B36B248DA2B0DD84C1B0AAFF64A0336607A0441C3EF60DF55DF67A8EF8E6E3179BE69468CB361CB1A8366BCA0D26F2536E2685295770CCC03470BBBB91602222F260555BE3BBAC5280BBDB2925AB42B046AB35CA7FFD7C231CFD0B58B9ED92C1DAEDE5BB0C2649B26F263EC9CA36A750A936D02A906099C3F360EEB8567077213570005824ABF95147AB8E2AE2BB17B381BB60C9B8ED2920DBED5E5B7EFDC7C21DFDB0BD4D2D38642E2D4F1F8B3DD686E83DA1FCD16BE815B26B9F6E177B06F7747B718E65A0888706A0FFFCA3B06665C0B0111FF9E658F69AE62F8D3FF6B6145CF6C1678E20AA0EED20DD75483044EC2B30339612667A7F71660D04D476949DB776E3E4A6AD1AEDC5AD6D9660BDF40F03BD83753AEBCA9C59EBBDE7FCFB247E9FFB5301CF2BDBD8AC2BACA3093B353A6A3B4240536D0BA9306D7CD2957DE54BF67D9232E7A66B3B84A61C4021B685D942B6F2A37BE0BB4A18E0CC31BDF055A8DEF022D"> : tensor<256xi32>) : !llvm.array<256 x i32>
-19!    %6 = llvm.mlir.addressof @".crctable" : !llvm.ptr
-19!    %7 = llvm.mlir.constant(2 : i64) : i64
-19!    %8 = llvm.icmp "eq" %arg1, %0 : i64
-19!    llvm.cond_br %8, ^bb6(%1 : i32), ^bb1
20-!    %5 = llvm.mlir.addressof @".crctable" : !llvm.ptr
20-!    %6 = llvm.mlir.constant(2 : i64) : i64
20-!    %7 = llvm.icmp "eq" %arg1, %0 : i64
20-!    llvm.cond_br %7, ^bb6(%1 : i32), ^bb1
  ^bb1:  // pred: ^bb0
-19!    %9 = llvm.and %arg1, %2  : i64
-19!    %10 = llvm.icmp "eq" %arg1, %2 : i64
-19!    llvm.cond_br %10, ^bb5(%0, %1 : i64, i32), ^bb2
20-!    %8 = llvm.and %arg1, %2 : i64
20-!    %9 = llvm.icmp "eq" %arg1, %2 : i64
20-!    llvm.cond_br %9, ^bb5(%0, %1 : i64, i32), ^bb2
  ^bb2:  // pred: ^bb1
-19!    %11 = llvm.and %arg1, %3  : i64
20-!    %10 = llvm.and %arg1, %3 : i64
    llvm.br ^bb3(%0, %1, %0 : i64, i32, i64)
-19!  ^bb3(%12: i64, %13: i32, %14: i64):  // 2 preds: ^bb2, ^bb3
-19!    %15 = llvm.getelementptr inbounds %arg0[%12] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!  ^bb3(%11: i64, %12: i32, %13: i64):  // 2 preds: ^bb2, ^bb3
20-!    %14 = llvm.getelementptr inbounds|nuw %arg0[%11] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.intr.experimental.noalias.scope.decl #alias_scope
-19!    %16 = llvm.load %15 {alias_scopes = [#alias_scope], alignment = 1 : i64} : !llvm.ptr -> i8
-19!    %17 = llvm.lshr %13, %4  : i32
-19!    %18 = llvm.trunc %13 : i32 to i8
-19!    %19 = llvm.xor %16, %18  : i8
-19!    %20 = llvm.zext %19 : i8 to i64
-19!    %21 = llvm.getelementptr inbounds %6[%20] : (!llvm.ptr, i64) -> !llvm.ptr, i32
-19!    %22 = llvm.load %21 {alignment = 4 : i64, noalias_scopes = [#alias_scope]} : !llvm.ptr -> i32
-19!    %23 = llvm.xor %22, %17  : i32
-19!    %24 = llvm.getelementptr inbounds %arg0[%12] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %25 = llvm.getelementptr inbounds %24[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %15 = llvm.load %14 {alias_scopes = [#alias_scope], alignment = 1 : i64} : !llvm.ptr -> i8
20-!    %16 = llvm.lshr %12, %4 : i32
20-!    %17 = llvm.trunc %12 : i32 to i8
20-!    %18 = llvm.xor %15, %17 : i8
20-!    %19 = llvm.zext %18 : i8 to i64
20-!    %20 = llvm.getelementptr inbounds|nuw %5[%19] : (!llvm.ptr, i64) -> !llvm.ptr, i32
20-!    %21 = llvm.load %20 {alignment = 4 : i64, noalias_scopes = [#alias_scope]} : !llvm.ptr -> i32
20-!    %22 = llvm.xor %21, %16 : i32
20-!    %23 = llvm.getelementptr inbounds|nuw %arg0[%11] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %24 = llvm.getelementptr inbounds|nuw %23[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.intr.experimental.noalias.scope.decl #alias_scope1
-19!    %26 = llvm.load %25 {alias_scopes = [#alias_scope1], alignment = 1 : i64} : !llvm.ptr -> i8
-19!    %27 = llvm.lshr %23, %4  : i32
-19!    %28 = llvm.trunc %23 : i32 to i8
-19!    %29 = llvm.xor %26, %28  : i8
-19!    %30 = llvm.zext %29 : i8 to i64
-19!    %31 = llvm.getelementptr inbounds %6[%30] : (!llvm.ptr, i64) -> !llvm.ptr, i32
-19!    %32 = llvm.load %31 {alignment = 4 : i64, noalias_scopes = [#alias_scope1]} : !llvm.ptr -> i32
-19!    %33 = llvm.xor %32, %27  : i32
-19!    %34 = llvm.add %12, %7 overflow<nsw, nuw> : i64
-19!    %35 = llvm.add %14, %7 : i64
-19!    %36 = llvm.icmp "eq" %35, %11 : i64
-19!    llvm.cond_br %36, ^bb4, ^bb3(%34, %33, %35 : i64, i32, i64)
20-!    %25 = llvm.load %24 {alias_scopes = [#alias_scope1], alignment = 1 : i64} : !llvm.ptr -> i8
20-!    %26 = llvm.lshr %22, %4 : i32
20-!    %27 = llvm.trunc %22 : i32 to i8
20-!    %28 = llvm.xor %25, %27 : i8
20-!    %29 = llvm.zext %28 : i8 to i64
20-!    %30 = llvm.getelementptr inbounds|nuw %5[%29] : (!llvm.ptr, i64) -> !llvm.ptr, i32
20-!    %31 = llvm.load %30 {alignment = 4 : i64, noalias_scopes = [#alias_scope1]} : !llvm.ptr -> i32
20-!    %32 = llvm.xor %31, %26 : i32
20-!    %33 = llvm.add %11, %6 overflow<nsw, nuw> : i64
20-!    %34 = llvm.add %13, %6 : i64
20-!    %35 = llvm.icmp "eq" %34, %10 : i64
20-!    llvm.cond_br %35, ^bb4, ^bb3(%33, %32, %34 : i64, i32, i64)
  ^bb4:  // pred: ^bb3
-19!    %37 = llvm.icmp "eq" %9, %0 : i64
-19!    llvm.cond_br %37, ^bb6(%33 : i32), ^bb5(%34, %33 : i64, i32)
-19!  ^bb5(%38: i64, %39: i32):  // 2 preds: ^bb1, ^bb4
-19!    %40 = llvm.icmp "ne" %9, %0 : i64
-19!    "llvm.intr.assume"(%40) : (i1) -> ()
-19!    %41 = llvm.getelementptr inbounds %arg0[%38] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %36 = llvm.icmp "eq" %8, %0 : i64
20-!    llvm.cond_br %36, ^bb6(%32 : i32), ^bb5(%33, %32 : i64, i32)
20-!  ^bb5(%37: i64, %38: i32):  // 2 preds: ^bb1, ^bb4
20-!    %39 = llvm.icmp "ne" %8, %0 : i64
20-!    llvm.intr.assume %39  : i1
20-!    %40 = llvm.getelementptr inbounds|nuw %arg0[%37] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.intr.experimental.noalias.scope.decl #alias_scope
-19!    %42 = llvm.load %41 {alias_scopes = [#alias_scope], alignment = 1 : i64} : !llvm.ptr -> i8
-19!    %43 = llvm.lshr %39, %4  : i32
-19!    %44 = llvm.trunc %39 : i32 to i8
-19!    %45 = llvm.xor %42, %44  : i8
-19!    %46 = llvm.zext %45 : i8 to i64
-19!    %47 = llvm.getelementptr inbounds %6[%46] : (!llvm.ptr, i64) -> !llvm.ptr, i32
-19!    %48 = llvm.load %47 {alignment = 4 : i64, noalias_scopes = [#alias_scope]} : !llvm.ptr -> i32
-19!    %49 = llvm.xor %48, %43  : i32
-19!    llvm.br ^bb6(%49 : i32)
-19!  ^bb6(%50: i32):  // 3 preds: ^bb0, ^bb4, ^bb5
-19!    llvm.return %50 : i32
20-!    %41 = llvm.load %40 {alias_scopes = [#alias_scope], alignment = 1 : i64} : !llvm.ptr -> i8
20-!    %42 = llvm.lshr %38, %4 : i32
20-!    %43 = llvm.trunc %38 : i32 to i8
20-!    %44 = llvm.xor %41, %43 : i8
20-!    %45 = llvm.zext %44 : i8 to i64
20-!    %46 = llvm.getelementptr inbounds|nuw %5[%45] : (!llvm.ptr, i64) -> !llvm.ptr, i32
20-!    %47 = llvm.load %46 {alignment = 4 : i64, noalias_scopes = [#alias_scope]} : !llvm.ptr -> i32
20-!    %48 = llvm.xor %47, %42 : i32
20-!    llvm.br ^bb6(%48 : i32)
20-!  ^bb6(%49: i32):  // 3 preds: ^bb0, ^bb4, ^bb5
20-!    llvm.return %49 : i32
  }
-19!  llvm.func unnamed_addr @dot(%arg0: !llvm.ptr {llvm.align = 4 : i64, llvm.noalias, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef}, %arg2: !llvm.ptr {llvm.align = 4 : i64, llvm.noalias, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: i64 {llvm.noundef}) -> (f32 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = readwrite>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", "nonlazybind", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], personality = @rust_eh_personality, target_cpu = "x86-64"} {
20-!  llvm.func unnamed_addr @dot(%arg0: !llvm.ptr {llvm.align = 4 : i64, llvm.noalias, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef, llvm.range = #llvm.constant_range<i64, 0, 2305843009213693952>}, %arg2: !llvm.ptr {llvm.align = 4 : i64, llvm.noalias, llvm.nocapture, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg3: i64 {llvm.noundef, llvm.range = #llvm.constant_range<i64, 0, 2305843009213693952>}) -> (f32 {llvm.noundef}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", "nonlazybind", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], personality = @rust_eh_personality, target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(-0.000000e+00 : f32) : f32
    %2 = llvm.mlir.constant(3 : i64) : i64
    %3 = llvm.mlir.constant(4 : i64) : i64
    %4 = llvm.mlir.constant(2305843009213693948 : i64) : i64
    %5 = llvm.mlir.constant(1 : i64) : i64
    %6 = llvm.mlir.constant(2 : i64) : i64
-19!    %7 = llvm.intr.umin(%arg3, %arg1)  : (i64, i64) -> i64
20-!    %7 = llvm.intr.umin(%arg3, %arg1) : (i64, i64) -> i64
    %8 = llvm.icmp "eq" %7, %0 : i64
    llvm.cond_br %8, ^bb7(%1 : f32), ^bb1
  ^bb1:  // pred: ^bb0
-19!    %9 = llvm.and %7, %2  : i64
20-!    %9 = llvm.and %7, %2 : i64
    %10 = llvm.icmp "ult" %7, %3 : i64
    llvm.cond_br %10, ^bb5(%1, %0 : f32, i64), ^bb2
  ^bb2:  // pred: ^bb1
-19!    %11 = llvm.and %7, %4  : i64
20-!    %11 = llvm.and %7, %4 : i64
    llvm.br ^bb3(%1, %0, %0 : f32, i64, i64)
  ^bb3(%12: f32, %13: i64, %14: i64):  // 2 preds: ^bb2, ^bb3
-19!    %15 = llvm.or %13, %5  : i64
-19!    %16 = llvm.getelementptr inbounds %arg0[%13] : (!llvm.ptr, i64) -> !llvm.ptr, f32
-19!    %17 = llvm.getelementptr inbounds %arg2[%13] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %15 = llvm.or disjoint %13, %5 : i64
20-!    %16 = llvm.getelementptr inbounds|nuw %arg0[%13] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %17 = llvm.getelementptr inbounds|nuw %arg2[%13] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.intr.experimental.noalias.scope.decl #alias_scope2
    llvm.intr.experimental.noalias.scope.decl #alias_scope3
    llvm.intr.experimental.noalias.scope.decl #alias_scope4
    llvm.intr.experimental.noalias.scope.decl #alias_scope5
    %18 = llvm.load %16 {alias_scopes = [#alias_scope4, #alias_scope2], alignment = 4 : i64, noalias_scopes = [#alias_scope5, #alias_scope3, #alias_scope6]} : !llvm.ptr -> f32
    %19 = llvm.load %17 {alias_scopes = [#alias_scope5, #alias_scope3], alignment = 4 : i64, noalias_scopes = [#alias_scope4, #alias_scope2, #alias_scope6]} : !llvm.ptr -> f32
-19!    %20 = llvm.fmul %18, %19  : f32
-19!    %21 = llvm.fadd %12, %20  : f32
-19!    %22 = llvm.or %13, %6  : i64
-19!    %23 = llvm.getelementptr inbounds %arg0[%15] : (!llvm.ptr, i64) -> !llvm.ptr, f32
-19!    %24 = llvm.getelementptr inbounds %arg2[%15] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %20 = llvm.fmul %18, %19 : f32
20-!    %21 = llvm.fadd %12, %20 : f32
20-!    %22 = llvm.or disjoint %13, %6 : i64
20-!    %23 = llvm.getelementptr inbounds|nuw %arg0[%15] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %24 = llvm.getelementptr inbounds|nuw %arg2[%15] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.intr.experimental.noalias.scope.decl #alias_scope7
    llvm.intr.experimental.noalias.scope.decl #alias_scope8
    llvm.intr.experimental.noalias.scope.decl #alias_scope9
    llvm.intr.experimental.noalias.scope.decl #alias_scope10
    %25 = llvm.load %23 {alias_scopes = [#alias_scope9, #alias_scope7], alignment = 4 : i64, noalias_scopes = [#alias_scope10, #alias_scope8, #alias_scope6]} : !llvm.ptr -> f32
    %26 = llvm.load %24 {alias_scopes = [#alias_scope10, #alias_scope8], alignment = 4 : i64, noalias_scopes = [#alias_scope9, #alias_scope7, #alias_scope6]} : !llvm.ptr -> f32
-19!    %27 = llvm.fmul %25, %26  : f32
-19!    %28 = llvm.fadd %21, %27  : f32
-19!    %29 = llvm.or %13, %2  : i64
-19!    %30 = llvm.getelementptr inbounds %arg0[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f32
-19!    %31 = llvm.getelementptr inbounds %arg2[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %27 = llvm.fmul %25, %26 : f32
20-!    %28 = llvm.fadd %21, %27 : f32
20-!    %29 = llvm.or disjoint %13, %2 : i64
20-!    %30 = llvm.getelementptr inbounds|nuw %arg0[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %31 = llvm.getelementptr inbounds|nuw %arg2[%22] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.intr.experimental.noalias.scope.decl #alias_scope11
    llvm.intr.experimental.noalias.scope.decl #alias_scope12
    llvm.intr.experimental.noalias.scope.decl #alias_scope13
    llvm.intr.experimental.noalias.scope.decl #alias_scope14
    %32 = llvm.load %30 {alias_scopes = [#alias_scope13, #alias_scope11], alignment = 4 : i64, noalias_scopes = [#alias_scope14, #alias_scope12, #alias_scope6]} : !llvm.ptr -> f32
    %33 = llvm.load %31 {alias_scopes = [#alias_scope14, #alias_scope12], alignment = 4 : i64, noalias_scopes = [#alias_scope13, #alias_scope11, #alias_scope6]} : !llvm.ptr -> f32
-19!    %34 = llvm.fmul %32, %33  : f32
-19!    %35 = llvm.fadd %28, %34  : f32
20-!    %34 = llvm.fmul %32, %33 : f32
20-!    %35 = llvm.fadd %28, %34 : f32
    %36 = llvm.add %13, %3 overflow<nsw, nuw> : i64
-19!    %37 = llvm.getelementptr inbounds %arg0[%29] : (!llvm.ptr, i64) -> !llvm.ptr, f32
-19!    %38 = llvm.getelementptr inbounds %arg2[%29] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %37 = llvm.getelementptr inbounds|nuw %arg0[%29] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %38 = llvm.getelementptr inbounds|nuw %arg2[%29] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.intr.experimental.noalias.scope.decl #alias_scope15
    llvm.intr.experimental.noalias.scope.decl #alias_scope16
    llvm.intr.experimental.noalias.scope.decl #alias_scope17
    llvm.intr.experimental.noalias.scope.decl #alias_scope18
    %39 = llvm.load %37 {alias_scopes = [#alias_scope17, #alias_scope15], alignment = 4 : i64, noalias_scopes = [#alias_scope18, #alias_scope16, #alias_scope6]} : !llvm.ptr -> f32
    %40 = llvm.load %38 {alias_scopes = [#alias_scope18, #alias_scope16], alignment = 4 : i64, noalias_scopes = [#alias_scope17, #alias_scope15, #alias_scope6]} : !llvm.ptr -> f32
-19!    %41 = llvm.fmul %39, %40  : f32
-19!    %42 = llvm.fadd %35, %41  : f32
20-!    %41 = llvm.fmul %39, %40 : f32
20-!    %42 = llvm.fadd %35, %41 : f32
    %43 = llvm.add %14, %3 : i64
    %44 = llvm.icmp "eq" %43, %11 : i64
    llvm.cond_br %44, ^bb4, ^bb3(%42, %36, %43 : f32, i64, i64)
  ^bb4:  // pred: ^bb3
    %45 = llvm.icmp "eq" %9, %0 : i64
    llvm.cond_br %45, ^bb7(%42 : f32), ^bb5(%42, %36 : f32, i64)
  ^bb5(%46: f32, %47: i64):  // 2 preds: ^bb1, ^bb4
    %48 = llvm.icmp "ne" %9, %0 : i64
-19!    "llvm.intr.assume"(%48) : (i1) -> ()
20-!    llvm.intr.assume %48  : i1
    llvm.br ^bb6(%46, %47, %0 : f32, i64, i64)
  ^bb6(%49: f32, %50: i64, %51: i64):  // 2 preds: ^bb5, ^bb6
    %52 = llvm.add %50, %5 overflow<nsw, nuw> : i64
-19!    %53 = llvm.getelementptr inbounds %arg0[%50] : (!llvm.ptr, i64) -> !llvm.ptr, f32
-19!    %54 = llvm.getelementptr inbounds %arg2[%50] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %53 = llvm.getelementptr inbounds|nuw %arg0[%50] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %54 = llvm.getelementptr inbounds|nuw %arg2[%50] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.intr.experimental.noalias.scope.decl #alias_scope2
    llvm.intr.experimental.noalias.scope.decl #alias_scope3
    llvm.intr.experimental.noalias.scope.decl #alias_scope4
    llvm.intr.experimental.noalias.scope.decl #alias_scope5
    %55 = llvm.load %53 {alias_scopes = [#alias_scope4, #alias_scope2], alignment = 4 : i64, noalias_scopes = [#alias_scope5, #alias_scope3, #alias_scope6]} : !llvm.ptr -> f32
    %56 = llvm.load %54 {alias_scopes = [#alias_scope5, #alias_scope3], alignment = 4 : i64, noalias_scopes = [#alias_scope4, #alias_scope2, #alias_scope6]} : !llvm.ptr -> f32
-19!    %57 = llvm.fmul %55, %56  : f32
-19!    %58 = llvm.fadd %49, %57  : f32
20-!    %57 = llvm.fmul %55, %56 : f32
20-!    %58 = llvm.fadd %49, %57 : f32
    %59 = llvm.add %51, %5 : i64
    %60 = llvm.icmp "eq" %59, %9 : i64
    llvm.cond_br %60, ^bb7(%58 : f32), ^bb6(%58, %52, %59 : f32, i64, i64) {loop_annotation = #loop_annotation}
  ^bb7(%61: f32):  // 3 preds: ^bb0, ^bb4, ^bb6
    llvm.return %61 : f32
  }
-19!  llvm.func unnamed_addr @rust_eh_personality(i32 {llvm.noundef}, i32 {llvm.noundef}, i64 {llvm.noundef}, !llvm.ptr {llvm.noundef}, !llvm.ptr {llvm.noundef}) -> (i32 {llvm.noundef}) attributes {no_unwind, passthrough = ["nonlazybind", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64"}
20-!  llvm.func unnamed_addr @rust_eh_personality(i32 {llvm.noundef}, i32 {llvm.noundef}, i64 {llvm.noundef}, !llvm.ptr {llvm.noundef}, !llvm.ptr {llvm.noundef}) -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 10>}) attributes {no_unwind, passthrough = ["nonlazybind", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>}
}
// ----- rust_window: debug_c clang_ssa native
// rustc -C opt-level=1 -C debuginfo=1 of a window of numbers
#di_file = #llvm.di_file<"rs_small.rs/@/rs_small.4441eb6d4eba0954-cgu.0" in "/project">
#di_file1 = #llvm.di_file<"rs_small.rs" in "/project">
#di_namespace = #llvm.di_namespace<name = "rs_small", exportSymbols = false>
#di_subroutine_type = #llvm.di_subroutine_type<>
-19!#loc1 = loc("accept")
-19!#loc2 = loc("rs_small.rs":3:0)
20-!#loc1 = loc("rs_small.rs":3:0)
#di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_Rust, file = #di_file, producer = "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized = true, emissionKind = Full, nameTableKind = None>
#di_subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #di_compile_unit, scope = #di_namespace, name = "accept", file = #di_file1, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type>
-19!#loc16 = loc(fused<#di_subprogram>[#loc1, #loc2])
-19!#loc23 = loc(fused<#di_subprogram>[#loc2])
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
-19!  llvm.func unnamed_addr @accept(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64, llvm.noalias, llvm.nocapture, llvm.noundef} loc(fused<#di_subprogram>[#loc1, #loc2]), %arg1: i32 {llvm.noundef} loc(fused<#di_subprogram>[#loc1, #loc2])) -> (i1 {llvm.noundef, llvm.zeroext}) attributes {memory = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", "nonlazybind", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", will_return} {
-19!    %0 = llvm.mlir.constant(8 : i64) : i64 loc(#loc3)
-19!    %1 = llvm.mlir.constant(63 : i32) : i32 loc(#loc3)
-19!    %2 = llvm.mlir.constant(false) : i1 loc(#loc3)
-19!    %3 = llvm.mlir.constant(1 : i64) : i64 loc(#loc3)
-19!    %4 = llvm.mlir.constant(0 : i64) : i64 loc(#loc3)
-19!    %5 = llvm.mlir.constant(true) : i1 loc(#loc3)
-19!    %6 = llvm.mlir.constant(64 : i32) : i32 loc(#loc3)
-19!    %7 = llvm.getelementptr inbounds %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc17)
-19!    %8 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> i32 loc(#loc17)
-19!    %9 = llvm.icmp "ugt" %arg1, %8 : i32 loc(#loc18)
-19!    llvm.cond_br %9, ^bb2, ^bb1 loc(#loc18)
20-!#loc15 = loc(fused<#di_subprogram>[#loc1])
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "rustc version 1.95.0 (59807616e 2026-04-14)", llvm.module_asm = [], llvm.target_triple = "x86_64-unknown-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<warning, "RtLibUseGOT", 1 : i32>, #llvm.mlir.module_flag<max, "Dwarf Version", 4 : i32>, #llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>] loc(#loc)
20-!  llvm.func unnamed_addr @accept(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64, llvm.noalias, llvm.nocapture, llvm.noundef} loc(fused<#di_subprogram>[#loc1]), %arg1: i32 {llvm.noundef} loc(fused<#di_subprogram>[#loc1])) -> (i1 {llvm.noundef, llvm.zeroext}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", "nonlazybind", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
20-!    %0 = llvm.mlir.constant(8 : i64) : i64 loc(#loc2)
20-!    %1 = llvm.mlir.constant(63 : i32) : i32 loc(#loc2)
20-!    %2 = llvm.mlir.constant(false) : i1 loc(#loc2)
20-!    %3 = llvm.mlir.constant(1 : i64) : i64 loc(#loc2)
20-!    %4 = llvm.mlir.constant(0 : i64) : i64 loc(#loc2)
20-!    %5 = llvm.mlir.constant(true) : i1 loc(#loc2)
20-!    %6 = llvm.mlir.constant(64 : i32) : i32 loc(#loc2)
20-!    %7 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8 loc(#loc16)
20-!    %8 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> i32 loc(#loc16)
20-!    %9 = llvm.icmp "ugt" %arg1, %8 : i32 loc(#loc17)
20-!    llvm.cond_br %9, ^bb2, ^bb1 loc(#loc17)
  ^bb1:  // pred: ^bb0
-19!    %10 = llvm.sub %8, %arg1 overflow<nuw> : i32 loc(#loc19)
-19!    %11 = llvm.icmp "ugt" %10, %1 : i32 loc(#loc24)
-19!    llvm.cond_br %11, ^bb5(%2 : i1), ^bb3 loc(#loc24)
20-!    %10 = llvm.sub %8, %arg1 overflow<nuw> : i32 loc(#loc18)
20-!    %11 = llvm.icmp "ugt" %10, %1 : i32 loc(#loc22)
20-!    llvm.cond_br %11, ^bb5(%2 : i1), ^bb3 loc(#loc22)
  ^bb2:  // pred: ^bb0
-19!    %12 = llvm.sub %arg1, %8 overflow<nuw> : i32 loc(#loc20)
-19!    %13 = llvm.icmp "ult" %12, %6 : i32 loc(#loc25)
-19!    %14 = llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr -> i64 loc(#loc25)
-19!    %15 = llvm.zext %12 : i32 to i64 loc(#loc25)
-19!    %16 = llvm.shl %14, %15 : i64 loc(#loc25)
-19!    %17 = llvm.or %16, %3  : i64 loc(#loc25)
-19!    %18 = llvm.select %13, %17, %3 : i1, i64 loc(#loc25)
-19!    llvm.store %18, %arg0 {alignment = 8 : i64} : i64, !llvm.ptr loc(#loc26)
-19!    llvm.store %arg1, %7 {alignment = 8 : i64} : i32, !llvm.ptr loc(#loc27)
20-!    %12 = llvm.sub %arg1, %8 overflow<nuw> : i32 loc(#loc19)
20-!    %13 = llvm.icmp "ult" %12, %6 : i32 loc(#loc23)
20-!    %14 = llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr -> i64 loc(#loc23)
20-!    %15 = llvm.zext nneg %12 : i32 to i64 loc(#loc23)
20-!    %16 = llvm.shl %14, %15 : i64 loc(#loc23)
20-!    %17 = llvm.or %16, %3 : i64 loc(#loc23)
20-!    %18 = llvm.select %13, %17, %3 : i1, i64 loc(#loc23)
20-!    llvm.store %18, %arg0 {alignment = 8 : i64} : i64, !llvm.ptr loc(#loc24)
20-!    llvm.store %arg1, %7 {alignment = 8 : i64} : i32, !llvm.ptr loc(#loc25)
20-!    llvm.br ^bb5(%5 : i1) loc(#loc20)
20-!  ^bb3:  // pred: ^bb1
20-!    %19 = llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr -> i64 loc(#loc26)
20-!    %20 = llvm.zext nneg %10 : i32 to i64 loc(#loc26)
20-!    %21 = llvm.shl %3, %20 overflow<nuw> : i64 loc(#loc26)
20-!    %22 = llvm.and %19, %21 : i64 loc(#loc26)
20-!    %23 = llvm.icmp "eq" %22, %4 : i64 loc(#loc26)
20-!    llvm.cond_br %23, ^bb4, ^bb5(%2 : i1) loc(#loc26)
20-!  ^bb4:  // pred: ^bb3
20-!    %24 = llvm.or %19, %21 : i64 loc(#loc27)
20-!    llvm.store %24, %arg0 {alignment = 8 : i64} : i64, !llvm.ptr loc(#loc27)
    llvm.br ^bb5(%5 : i1) loc(#loc21)
-19!  ^bb3:  // pred: ^bb1
-19!    %19 = llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr -> i64 loc(#loc28)
-19!    %20 = llvm.zext %10 : i32 to i64 loc(#loc28)
-19!    %21 = llvm.shl %3, %20 overflow<nuw> : i64 loc(#loc28)
-19!    %22 = llvm.and %19, %21  : i64 loc(#loc28)
-19!    %23 = llvm.icmp "eq" %22, %4 : i64 loc(#loc28)
-19!    llvm.cond_br %23, ^bb4, ^bb5(%2 : i1) loc(#loc28)
-19!  ^bb4:  // pred: ^bb3
-19!    %24 = llvm.or %19, %21  : i64 loc(#loc29)
-19!    llvm.store %24, %arg0 {alignment = 8 : i64} : i64, !llvm.ptr loc(#loc29)
-19!    llvm.br ^bb5(%5 : i1) loc(#loc22)
-19!  ^bb5(%25: i1 loc(fused<#di_subprogram>[#loc2])):  // 4 preds: ^bb1, ^bb2, ^bb3, ^bb4
-19!    llvm.return %25 : i1 loc(#loc22)
-19!  } loc(#loc16)
20-!  ^bb5(%25: i1 loc(fused<#di_subprogram>[#loc1])):  // 4 preds: ^bb1, ^bb2, ^bb3, ^bb4
20-!    llvm.return %25 : i1 loc(#loc21)
20-!  } loc(#loc15)
} loc(#loc)
#loc = loc("rs_small.4441eb6d4eba0954-cgu.0":0:0)
-19!#loc3 = loc(unknown)
-19!#loc4 = loc("rs_small.rs":3:69)
-19!#loc5 = loc("rs_small.rs":3:65)
-19!#loc6 = loc("rs_small.rs":3:184)
-19!#loc7 = loc("rs_small.rs":3:199)
-19!#loc8 = loc("rs_small.rs":3:86)
-19!#loc9 = loc("rs_small.rs":3:110)
-19!#loc10 = loc("rs_small.rs":3:98)
-19!#loc11 = loc("rs_small.rs":3:149)
-19!#loc12 = loc("rs_small.rs":0:0)
-19!#loc13 = loc("rs_small.rs":3:210)
-19!#loc14 = loc("rs_small.rs":3:249)
-19!#loc15 = loc("rs_small.rs":3:273)
20-!#loc2 = loc(unknown)
20-!#loc3 = loc("rs_small.rs":3:69)
20-!#loc4 = loc("rs_small.rs":3:65)
20-!#loc5 = loc("rs_small.rs":3:184)
20-!#loc6 = loc("rs_small.rs":3:199)
20-!#loc7 = loc("rs_small.rs":3:86)
20-!#loc8 = loc("rs_small.rs":3:110)
20-!#loc9 = loc("rs_small.rs":3:98)
20-!#loc10 = loc("rs_small.rs":3:149)
20-!#loc11 = loc("rs_small.rs":0:0)
20-!#loc12 = loc("rs_small.rs":3:210)
20-!#loc13 = loc("rs_small.rs":3:249)
20-!#loc14 = loc("rs_small.rs":3:273)
#di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram, file = #di_file1, line = 3, column = 176>
#di_lexical_block1 = #llvm.di_lexical_block<scope = #di_subprogram, file = #di_file1, line = 3, column = 78>
20-!#loc16 = loc(fused<#di_subprogram>[#loc3])
#loc17 = loc(fused<#di_subprogram>[#loc4])
#loc18 = loc(fused<#di_subprogram>[#loc5])
-19!#loc19 = loc(fused<#di_subprogram>[#loc6])
-19!#loc20 = loc(fused<#di_subprogram>[#loc8])
-19!#loc21 = loc(fused<#di_subprogram>[#loc12])
-19!#loc22 = loc(fused<#di_subprogram>[#loc15])
-19!#loc24 = loc(fused<#di_lexical_block>[#loc7])
-19!#loc25 = loc(fused<#di_lexical_block1>[#loc9])
-19!#loc26 = loc(fused<#di_lexical_block1>[#loc10])
-19!#loc27 = loc(fused<#di_lexical_block1>[#loc11])
-19!#loc28 = loc(fused<#di_lexical_block>[#loc13])
-19!#loc29 = loc(fused<#di_lexical_block>[#loc14])
20-!#loc19 = loc(fused<#di_subprogram>[#loc7])
20-!#loc20 = loc(fused<#di_subprogram>[#loc11])
20-!#loc21 = loc(fused<#di_subprogram>[#loc14])
20-!#loc22 = loc(fused<#di_lexical_block>[#loc6])
20-!#loc23 = loc(fused<#di_lexical_block1>[#loc8])
20-!#loc24 = loc(fused<#di_lexical_block1>[#loc9])
20-!#loc25 = loc(fused<#di_lexical_block1>[#loc10])
20-!#loc26 = loc(fused<#di_lexical_block>[#loc12])
20-!#loc27 = loc(fused<#di_lexical_block>[#loc13])
