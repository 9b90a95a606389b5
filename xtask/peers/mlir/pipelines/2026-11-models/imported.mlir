// What compilers of C, C++ and Rust make, of the set 2026-11-models; the form is that of ../development. The text of each release is what
// its own clang made (rustc 1.95 for Rust) and its own mlir-translate --import-llvm imported.
// ----- c_tree: clang_import
// clang -O1 of a search tree in C
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "any pointer", members = {<#tbaa_type_desc, 0>}>
-19!#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc2, offset = 0>
-19!#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "node", members = {<#tbaa_type_desc1, 0>, <#tbaa_type_desc2, 8>, <#tbaa_type_desc2, 16>}>
-19!#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc1, offset = 0>
-19!#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc2, offset = 8>
-19!#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc2, offset = 16>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
-19!  llvm.func local_unnamed_addr @insert(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> (!llvm.ptr {llvm.noundef}) attributes {no_unwind, passthrough = ["nofree", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "p1 _ZTS4node", members = {<#tbaa_type_desc2, 0>}>
20-!#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc3, offset = 0>
20-!#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "node", members = {<#tbaa_type_desc1, 0>, <#tbaa_type_desc3, 8>, <#tbaa_type_desc3, 16>}>
20-!#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc1, offset = 0>
20-!#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc3, offset = 8>
20-!#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc3, offset = 16>
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @insert(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i32 {llvm.noundef}) -> (!llvm.ptr {llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = readwrite, argMem = readwrite, inaccessibleMem = readwrite, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.zero : !llvm.ptr
    %1 = llvm.mlir.constant(16 : i64) : i64
    %2 = llvm.mlir.constant(8 : i64) : i64
    %3 = llvm.mlir.constant(24 : i64) : i64
    %4 = llvm.mlir.constant(0 : i8) : i8
    %5 = llvm.icmp "eq" %arg0, %0 : !llvm.ptr
    llvm.cond_br %5, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
-19!    %6 = llvm.call tail @malloc(%3) : (i64) -> !llvm.ptr
20-!    %6 = llvm.call tail @malloc(%3) {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind} : (i64 {llvm.noundef}) -> (!llvm.ptr {llvm.dereferenceable_or_null = 24 : i64, llvm.noalias})
    llvm.store %arg1, %6 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : i32, !llvm.ptr
-19!    %7 = llvm.getelementptr inbounds %6[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    "llvm.intr.memset"(%7, %4, %1) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
20-!    %7 = llvm.getelementptr inbounds|nuw %6[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    "llvm.intr.memset"(%7, %4, %1) <{arg_attrs = [{llvm.align = 8 : i64, llvm.dereferenceable = 16 : i64, llvm.nonnull, llvm.noundef}, {}, {}], isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
    llvm.br ^bb3(%6 : !llvm.ptr)
  ^bb2:  // pred: ^bb0
    %8 = llvm.load %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
-19!    %9 = llvm.icmp "sgt" %8, %arg1 : i32
20-!    %9 = llvm.icmp "slt" %arg1, %8 : i32
    llvm.cond_br %9, ^bb4, ^bb5
  ^bb3(%10: !llvm.ptr):  // 4 preds: ^bb1, ^bb4, ^bb5, ^bb6
    llvm.return %10 : !llvm.ptr
  ^bb4:  // pred: ^bb2
-19!    %11 = llvm.getelementptr inbounds %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %11 = llvm.getelementptr inbounds|nuw %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %12 = llvm.load %11 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> !llvm.ptr
-19!    %13 = llvm.call tail @insert(%12, %arg1) : (!llvm.ptr, i32) -> !llvm.ptr
20-!    %13 = llvm.call tail @insert(%12, %arg1) {memory_effects = #llvm.memory_effects<other = readwrite, argMem = readwrite, inaccessibleMem = readwrite, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>} : (!llvm.ptr {llvm.noundef}, i32 {llvm.noundef}) -> !llvm.ptr
    llvm.store %13, %11 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr, !llvm.ptr
    llvm.br ^bb3(%arg0 : !llvm.ptr)
  ^bb5:  // pred: ^bb2
-19!    %14 = llvm.icmp "slt" %8, %arg1 : i32
20-!    %14 = llvm.icmp "sgt" %arg1, %8 : i32
    llvm.cond_br %14, ^bb6, ^bb3(%arg0 : !llvm.ptr)
  ^bb6:  // pred: ^bb5
-19!    %15 = llvm.getelementptr inbounds %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %15 = llvm.getelementptr inbounds|nuw %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %16 = llvm.load %15 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> !llvm.ptr
-19!    %17 = llvm.call tail @insert(%16, %arg1) : (!llvm.ptr, i32) -> !llvm.ptr
20-!    %17 = llvm.call tail @insert(%16, %arg1) {memory_effects = #llvm.memory_effects<other = readwrite, argMem = readwrite, inaccessibleMem = readwrite, errnoMem = readwrite, targetMem0 = none, targetMem1 = none>} : (!llvm.ptr {llvm.noundef}, i32 {llvm.noundef}) -> !llvm.ptr
    llvm.store %17, %15 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr, !llvm.ptr
    llvm.br ^bb3(%arg0 : !llvm.ptr)
  }
-19!  llvm.func local_unnamed_addr @malloc(i64 {llvm.noundef}) -> (!llvm.ptr {llvm.noalias, llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = readwrite>, no_unwind, passthrough = ["mustprogress", "nofree", ["allockind", "9"], ["allocsize", "4294967295"], ["alloc-family", "malloc"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return}
-19!  llvm.func local_unnamed_addr @depth(%arg0: !llvm.ptr {llvm.noundef, llvm.readonly}) -> i32 attributes {memory = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func local_unnamed_addr @malloc(i64 {llvm.noundef}) -> (!llvm.ptr {llvm.noalias, llvm.noundef}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = readwrite, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", ["allockind", "9"], ["allocsize", "4294967295"], ["alloc-family", "malloc"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return}
20-!  llvm.func local_unnamed_addr @depth(%arg0: !llvm.ptr {llvm.noundef, llvm.readonly}) -> i32 attributes {dso_local, memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none, errnoMem = read, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.zero : !llvm.ptr
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(8 : i64) : i64
    %3 = llvm.mlir.constant(16 : i64) : i64
    %4 = llvm.mlir.constant(1 : i32) : i32
    %5 = llvm.icmp "eq" %arg0, %0 : !llvm.ptr
    llvm.cond_br %5, ^bb1(%1 : i32), ^bb2
  ^bb1(%6: i32):  // 2 preds: ^bb0, ^bb2
    llvm.return %6 : i32
  ^bb2:  // pred: ^bb0
-19!    %7 = llvm.getelementptr inbounds %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %7 = llvm.getelementptr inbounds|nuw %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %8 = llvm.load %7 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> !llvm.ptr
-19!    %9 = llvm.call tail @depth(%8) : (!llvm.ptr) -> i32
-19!    %10 = llvm.getelementptr inbounds %arg0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %9 = llvm.call tail @depth(%8) {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none, errnoMem = read, targetMem0 = none, targetMem1 = none>} : (!llvm.ptr {llvm.noundef}) -> i32
20-!    %10 = llvm.getelementptr inbounds|nuw %arg0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %11 = llvm.load %10 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> !llvm.ptr
-19!    %12 = llvm.call tail @depth(%11) : (!llvm.ptr) -> i32
-19!    %13 = llvm.intr.smax(%9, %12)  : (i32, i32) -> i32
20-!    %12 = llvm.call tail @depth(%11) {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none, errnoMem = read, targetMem0 = none, targetMem1 = none>} : (!llvm.ptr {llvm.noundef}) -> i32
20-!    %13 = llvm.intr.smax(%9, %12) : (i32, i32) -> i32
    %14 = llvm.add %13, %4 overflow<nsw> : i32
    llvm.br ^bb1(%14 : i32)
  }
-19!  llvm.func local_unnamed_addr @sum_between(%arg0: !llvm.ptr {llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}, %arg2: i32 {llvm.noundef}) -> i32 attributes {memory = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func local_unnamed_addr @sum_between(%arg0: !llvm.ptr {llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}, %arg2: i32 {llvm.noundef}) -> i32 attributes {dso_local, memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none, errnoMem = read, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.zero : !llvm.ptr
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(8 : i64) : i64
    %3 = llvm.mlir.constant(16 : i64) : i64
    %4 = llvm.icmp "eq" %arg0, %0 : !llvm.ptr
    llvm.cond_br %4, ^bb4(%1 : i32), ^bb1(%1, %arg0 : i32, !llvm.ptr)
  ^bb1(%5: i32, %6: !llvm.ptr):  // 2 preds: ^bb0, ^bb3
    %7 = llvm.load %6 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
    %8 = llvm.icmp "sge" %7, %arg1 : i32
    %9 = llvm.icmp "slt" %7, %arg2 : i32
-19!    %10 = llvm.and %8, %9  : i1
20-!    %10 = llvm.and %8, %9 : i1
    llvm.cond_br %10, ^bb2, ^bb3(%5 : i32)
  ^bb2:  // pred: ^bb1
-19!    %11 = llvm.getelementptr inbounds %6[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %11 = llvm.getelementptr inbounds|nuw %6[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %12 = llvm.load %11 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> !llvm.ptr
-19!    %13 = llvm.call tail @sum_between(%12, %arg1, %arg2) : (!llvm.ptr, i32, i32) -> i32
20-!    %13 = llvm.call tail @sum_between(%12, %arg1, %arg2) {memory_effects = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none, errnoMem = read, targetMem0 = none, targetMem1 = none>} : (!llvm.ptr {llvm.noundef}, i32 {llvm.noundef}, i32 {llvm.noundef}) -> i32
    %14 = llvm.add %7, %5 : i32
    %15 = llvm.add %14, %13 : i32
    llvm.br ^bb3(%15 : i32)
  ^bb3(%16: i32):  // 2 preds: ^bb1, ^bb2
    %17 = llvm.select %9, %3, %2 : i1, i64
-19!    %18 = llvm.getelementptr inbounds %6[%17] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %18 = llvm.getelementptr inbounds|nuw %6[%17] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %19 = llvm.load %18 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
    %20 = llvm.icmp "eq" %19, %0 : !llvm.ptr
    llvm.cond_br %20, ^bb4(%16 : i32), ^bb1(%16, %19 : i32, !llvm.ptr) {loop_annotation = #loop_annotation}
  ^bb4(%21: i32):  // 2 preds: ^bb0, ^bb3
    llvm.return %21 : i32
  }
}
// ----- c_fourier: clang_import
// clang -O2 -ffast-math of a transform in C
#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "LVerDomain">
#loop_unroll = #llvm.loop_unroll<disable = true>
#loop_unroll1 = #llvm.loop_unroll<disable = true, runtimeDisable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#alias_scope = #llvm.alias_scope<id = distinct[1]<>, domain = #alias_scope_domain>
#alias_scope1 = #llvm.alias_scope<id = distinct[2]<>, domain = #alias_scope_domain>
#alias_scope2 = #llvm.alias_scope<id = distinct[3]<>, domain = #alias_scope_domain>
#alias_scope3 = #llvm.alias_scope<id = distinct[4]<>, domain = #alias_scope_domain>
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#loop_annotation1 = #llvm.loop_annotation<unroll = #loop_unroll1, mustProgress = true, isVectorized = true>
#loop_annotation2 = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, isVectorized = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "float", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
-19!  llvm.func local_unnamed_addr @fft(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg2: i32 {llvm.noundef}) attributes {approx_func_fp_math = true, memory = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none>, no_infs_fp_math = true, no_nans_fp_math = true, no_signed_zeros_fp_math = true, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", unsafe_fp_math = true} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @fft(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg2: i32 {llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_infs_fp_math = true, no_nans_fp_math = true, no_signed_zeros_fp_math = true, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(1 : i64) : i64
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(2 : i32) : i32
    %4 = llvm.mlir.constant(2 : i64) : i64
    %5 = llvm.mlir.constant(-1 : i64) : i64
    %6 = llvm.mlir.constant(4 : i32) : i32
    %7 = llvm.mlir.constant(2147483644 : i64) : i64
    %8 = llvm.mlir.poison : vector<4xf32>
    %9 = llvm.mlir.constant(0 : i64) : i64
    %10 = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
    %11 = llvm.mlir.constant(1.000000e+00 : f32) : f32
    %12 = llvm.mlir.constant(dense<[0, 1, 2, 3]> : vector<4xi32>) : vector<4xi32>
    %13 = llvm.mlir.constant(dense<6.28318548> : vector<4xf32>) : vector<4xf32>
    %14 = llvm.mlir.constant(4 : i64) : i64
    %15 = llvm.mlir.constant(dense<4> : vector<4xi32>) : vector<4xi32>
    %16 = llvm.mlir.constant(6.28318548 : f32) : f32
    %17 = llvm.icmp "sgt" %arg2, %0 : i32
    llvm.cond_br %17, ^bb1, ^bb8
  ^bb1:  // pred: ^bb0
-19!    %18 = llvm.zext %arg2 : i32 to i64
20-!    %18 = llvm.zext nneg %arg2 : i32 to i64
    llvm.br ^bb2(%1, %2 : i64, i32)
  ^bb2(%19: i64, %20: i32):  // 2 preds: ^bb1, ^bb7
    llvm.br ^bb4(%arg2, %20 : i32, i32)
  ^bb3:  // pred: ^bb7
-19!    %21 = llvm.zext %arg2 : i32 to i64
20-!    %21 = llvm.zext nneg %arg2 : i32 to i64
    llvm.br ^bb9(%3 : i32)
  ^bb4(%22: i32, %23: i32):  // 2 preds: ^bb2, ^bb4
-19!    %24 = llvm.lshr %22, %0  : i32
-19!    %25 = llvm.and %23, %24  : i32
20-!    %24 = llvm.lshr %22, %0 : i32
20-!    %25 = llvm.and %23, %24 : i32
    %26 = llvm.icmp "eq" %25, %2 : i32
-19!    %27 = llvm.xor %23, %24  : i32
20-!    %27 = llvm.xor %23, %24 : i32
    llvm.cond_br %26, ^bb5, ^bb4(%24, %27 : i32, i32) {loop_annotation = #loop_annotation}
  ^bb5:  // pred: ^bb4
-19!    %28 = llvm.zext %27 : i32 to i64
20-!    %28 = llvm.zext nneg %27 : i32 to i64
    %29 = llvm.icmp "ult" %19, %28 : i64
    llvm.cond_br %29, ^bb6, ^bb7
  ^bb6:  // pred: ^bb5
-19!    %30 = llvm.getelementptr inbounds %arg0[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %30 = llvm.getelementptr inbounds|nuw %arg0[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %31 = llvm.load %30 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f32
-19!    %32 = llvm.getelementptr inbounds %arg0[%28] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %32 = llvm.getelementptr inbounds|nuw %arg0[%28] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %33 = llvm.load %32 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f32
    llvm.store %33, %30 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr
    llvm.store %31, %32 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr
-19!    %34 = llvm.getelementptr inbounds %arg1[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %34 = llvm.getelementptr inbounds|nuw %arg1[%19] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %35 = llvm.load %34 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f32
-19!    %36 = llvm.getelementptr inbounds %arg1[%28] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %36 = llvm.getelementptr inbounds|nuw %arg1[%28] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %37 = llvm.load %36 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f32
    llvm.store %37, %34 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr
    llvm.store %35, %36 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr
    llvm.br ^bb7
  ^bb7:  // 2 preds: ^bb5, ^bb6
    %38 = llvm.add %19, %1 overflow<nsw, nuw> : i64
    %39 = llvm.icmp "eq" %38, %18 : i64
    llvm.cond_br %39, ^bb3, ^bb2(%38, %27 : i64, i32) {loop_annotation = #loop_annotation}
  ^bb8:  // 2 preds: ^bb0, ^bb16
    llvm.return
  ^bb9(%40: i32):  // 2 preds: ^bb3, ^bb16
    %41 = llvm.sitofp %40 : i32 to f32
-19!    %42 = llvm.ashr %40, %0  : i32
20-!    %42 = llvm.ashr exact %40, %0 : i32
    %43 = llvm.icmp "sgt" %42, %2 : i32
    %44 = llvm.sext %42 : i32 to i64
    %45 = llvm.sext %40 : i32 to i64
    %46 = llvm.zext %42 : i32 to i64
    %47 = llvm.shl %44, %4 overflow<nsw> : i64
    %48 = llvm.getelementptr %arg0[%47] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %49 = llvm.intr.smax(%45, %18)  : (i64, i64) -> i64
20-!    %49 = llvm.intr.smax(%45, %18) : (i64, i64) -> i64
    %50 = llvm.add %49, %5 overflow<nsw> : i64
    %51 = llvm.shl %46, %4 overflow<nsw, nuw> : i64
    %52 = llvm.getelementptr %arg1[%47] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %53 = llvm.icmp "ult" %42, %6 : i32
-19!    %54 = llvm.icmp "slt" %40, %2 : i32
-19!    %55 = llvm.and %46, %7  : i64
-19!    %56 = llvm.insertelement %41, %8[%9 : i64] : vector<4xf32>
-19!    %57 = llvm.shufflevector %56, %8 [0, 0, 0, 0] : vector<4xf32>
-19!    %58 = llvm.fdiv %10, %57  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    %59 = llvm.icmp "eq" %55, %46 : i64
-19!    %60 = llvm.fdiv %11, %41  {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %54 = llvm.add %47, %51 : i64
20-!    %55 = llvm.icmp "slt" %40, %2 : i32
20-!    %56 = llvm.and %46, %7 : i64
20-!    %57 = llvm.insertelement %41, %8[%9 : i64] : vector<4xf32>
20-!    %58 = llvm.shufflevector %57, %8 [0, 0, 0, 0] : vector<4xf32>
20-!    %59 = llvm.fdiv %10, %58 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    %60 = llvm.icmp "eq" %56, %46 : i64
20-!    %61 = llvm.fdiv %11, %41 {fastmathFlags = #llvm.fastmath<fast>} : f32
    llvm.br ^bb10(%9 : i64)
-19!  ^bb10(%61: i64):  // 2 preds: ^bb9, ^bb17
20-!  ^bb10(%62: i64):  // 2 preds: ^bb9, ^bb17
    llvm.cond_br %43, ^bb11, ^bb17
  ^bb11:  // pred: ^bb10
-19!    llvm.cond_br %53, ^bb12(%9 : i64), ^bb13
-19!  ^bb12(%62: i64):  // 3 preds: ^bb11, ^bb13, ^bb15
-19!    llvm.br ^bb18(%62 : i64)
-19!  ^bb13:  // pred: ^bb11
-19!    %63 = llvm.udiv %50, %45  : i64
20-!    llvm.cond_br %53, ^bb15(%9 : i64), ^bb12
20-!  ^bb12:  // pred: ^bb11
20-!    %63 = llvm.udiv %50, %45 : i64
    %64 = llvm.shl %63, %4 : i64
    %65 = llvm.mul %64, %45 : i64
-19!    %66 = llvm.add %65, %47 : i64
-19!    %67 = llvm.add %66, %51 : i64
-19!    %68 = llvm.getelementptr %arg0[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %69 = llvm.getelementptr %arg1[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %70 = llvm.add %65, %51 : i64
-19!    %71 = llvm.getelementptr %arg0[%70] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %72 = llvm.getelementptr %arg1[%70] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %73 = llvm.icmp "ult" %48, %69 : !llvm.ptr
-19!    %74 = llvm.icmp "ult" %52, %68 : !llvm.ptr
-19!    %75 = llvm.and %73, %74  : i1
-19!    %76 = llvm.icmp "ult" %48, %71 : !llvm.ptr
-19!    %77 = llvm.icmp "ugt" %68, %arg0 : !llvm.ptr
-19!    %78 = llvm.and %76, %77  : i1
-19!    %79 = llvm.or %78, %54  : i1
-19!    %80 = llvm.or %75, %79  : i1
-19!    %81 = llvm.icmp "ult" %48, %72 : !llvm.ptr
-19!    %82 = llvm.icmp "ugt" %68, %arg1 : !llvm.ptr
-19!    %83 = llvm.and %81, %82  : i1
-19!    %84 = llvm.or %83, %80  : i1
-19!    %85 = llvm.icmp "ult" %52, %71 : !llvm.ptr
-19!    %86 = llvm.icmp "ugt" %69, %arg0 : !llvm.ptr
-19!    %87 = llvm.and %85, %86  : i1
-19!    %88 = llvm.or %87, %84  : i1
-19!    %89 = llvm.icmp "ult" %52, %72 : !llvm.ptr
-19!    %90 = llvm.icmp "ugt" %69, %arg1 : !llvm.ptr
-19!    %91 = llvm.and %89, %90  : i1
-19!    %92 = llvm.or %91, %88  : i1
-19!    %93 = llvm.icmp "ugt" %72, %arg0 : !llvm.ptr
-19!    %94 = llvm.icmp "ugt" %71, %arg1 : !llvm.ptr
-19!    %95 = llvm.and %93, %94  : i1
-19!    %96 = llvm.or %95, %92  : i1
-19!    llvm.cond_br %96, ^bb12(%9 : i64), ^bb14(%9, %12 : i64, vector<4xi32>)
-19!  ^bb14(%97: i64, %98: vector<4xi32>):  // 2 preds: ^bb13, ^bb14
-19!    %99 = llvm.uitofp %98 : vector<4xi32> to vector<4xf32>
-19!    %100 = llvm.fmul %99, %13  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    %101 = llvm.fmul %100, %58  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    %102 = llvm.intr.cos(%101)  {fastmathFlags = #llvm.fastmath<fast>} : (vector<4xf32>) -> vector<4xf32>
-19!    %103 = llvm.intr.sin(%101)  {fastmathFlags = #llvm.fastmath<fast>} : (vector<4xf32>) -> vector<4xf32>
-19!    %104 = llvm.add %97, %61 overflow<nsw> : i64
-19!    %105 = llvm.add %104, %44 overflow<nsw> : i64
-19!    %106 = llvm.getelementptr inbounds %arg0[%105] : (!llvm.ptr, i64) -> !llvm.ptr, f32
-19!    %107 = llvm.load %106 {alias_scopes = [#alias_scope], alignment = 4 : i64, noalias_scopes = [#alias_scope1, #alias_scope2, #alias_scope3], tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
-19!    %108 = llvm.getelementptr inbounds %arg1[%105] : (!llvm.ptr, i64) -> !llvm.ptr, f32
-19!    %109 = llvm.load %108 {alias_scopes = [#alias_scope1], alignment = 4 : i64, noalias_scopes = [#alias_scope2, #alias_scope3], tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
-19!    %110 = llvm.fmul %107, %102  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    %111 = llvm.fmul %109, %103  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    %112 = llvm.fsub %110, %111  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    %113 = llvm.fmul %107, %103  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    %114 = llvm.fmul %109, %102  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    %115 = llvm.fadd %114, %113  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    %116 = llvm.getelementptr inbounds %arg0[%104] : (!llvm.ptr, i64) -> !llvm.ptr, f32
-19!    %117 = llvm.load %116 {alias_scopes = [#alias_scope2], alignment = 4 : i64, noalias_scopes = [#alias_scope3], tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
-19!    %118 = llvm.fsub %117, %112  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    llvm.store %118, %106 {alias_scopes = [#alias_scope], alignment = 4 : i64, noalias_scopes = [#alias_scope1, #alias_scope2, #alias_scope3], tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr
-19!    %119 = llvm.getelementptr inbounds %arg1[%104] : (!llvm.ptr, i64) -> !llvm.ptr, f32
-19!    %120 = llvm.load %119 {alias_scopes = [#alias_scope3], alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
-19!    %121 = llvm.fsub %120, %115  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    llvm.store %121, %108 {alias_scopes = [#alias_scope1], alignment = 4 : i64, noalias_scopes = [#alias_scope2, #alias_scope3], tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr
-19!    %122 = llvm.load %116 {alias_scopes = [#alias_scope2], alignment = 4 : i64, noalias_scopes = [#alias_scope3], tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
-19!    %123 = llvm.fadd %122, %112  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    llvm.store %123, %116 {alias_scopes = [#alias_scope2], alignment = 4 : i64, noalias_scopes = [#alias_scope3], tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr
-19!    %124 = llvm.fadd %120, %115  {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
-19!    llvm.store %124, %119 {alias_scopes = [#alias_scope3], alignment = 4 : i64, tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr
-19!    %125 = llvm.add %97, %14 overflow<nuw> : i64
-19!    %126 = llvm.add %98, %15 : vector<4xi32>
-19!    %127 = llvm.icmp "eq" %125, %55 : i64
-19!    llvm.cond_br %127, ^bb15, ^bb14(%125, %126 : i64, vector<4xi32>) {loop_annotation = #loop_annotation1}
-19!  ^bb15:  // pred: ^bb14
-19!    llvm.cond_br %59, ^bb17, ^bb12(%55 : i64)
20-!    %66 = llvm.add %65, %54 : i64
20-!    %67 = llvm.getelementptr %arg0[%66] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %68 = llvm.getelementptr %arg1[%66] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %69 = llvm.add %65, %51 : i64
20-!    %70 = llvm.getelementptr %arg0[%69] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %71 = llvm.getelementptr %arg1[%69] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %72 = llvm.icmp "ult" %48, %68 : !llvm.ptr
20-!    %73 = llvm.icmp "ult" %52, %67 : !llvm.ptr
20-!    %74 = llvm.and %72, %73 : i1
20-!    %75 = llvm.icmp "ult" %48, %70 : !llvm.ptr
20-!    %76 = llvm.icmp "ult" %arg0, %67 : !llvm.ptr
20-!    %77 = llvm.and %75, %76 : i1
20-!    %78 = llvm.or %77, %55 : i1
20-!    %79 = llvm.or %74, %78 : i1
20-!    %80 = llvm.icmp "ult" %48, %71 : !llvm.ptr
20-!    %81 = llvm.icmp "ult" %arg1, %67 : !llvm.ptr
20-!    %82 = llvm.and %80, %81 : i1
20-!    %83 = llvm.or %82, %79 : i1
20-!    %84 = llvm.icmp "ult" %52, %70 : !llvm.ptr
20-!    %85 = llvm.icmp "ult" %arg0, %68 : !llvm.ptr
20-!    %86 = llvm.and %84, %85 : i1
20-!    %87 = llvm.or %86, %83 : i1
20-!    %88 = llvm.icmp "ult" %52, %71 : !llvm.ptr
20-!    %89 = llvm.icmp "ult" %arg1, %68 : !llvm.ptr
20-!    %90 = llvm.and %88, %89 : i1
20-!    %91 = llvm.or %90, %87 : i1
20-!    %92 = llvm.icmp "ult" %arg0, %71 : !llvm.ptr
20-!    %93 = llvm.icmp "ult" %arg1, %70 : !llvm.ptr
20-!    %94 = llvm.and %92, %93 : i1
20-!    %95 = llvm.or %94, %91 : i1
20-!    llvm.cond_br %95, ^bb15(%9 : i64), ^bb13(%9, %12 : i64, vector<4xi32>)
20-!  ^bb13(%96: i64, %97: vector<4xi32>):  // 2 preds: ^bb12, ^bb13
20-!    %98 = llvm.uitofp nneg %97 : vector<4xi32> to vector<4xf32>
20-!    %99 = llvm.fmul %98, %13 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    %100 = llvm.fmul %99, %59 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    %101 = llvm.intr.cos(%100) {fastmathFlags = #llvm.fastmath<fast>} : (vector<4xf32>) -> vector<4xf32>
20-!    %102 = llvm.intr.sin(%100) {fastmathFlags = #llvm.fastmath<fast>} : (vector<4xf32>) -> vector<4xf32>
20-!    %103 = llvm.add %96, %62 overflow<nsw> : i64
20-!    %104 = llvm.add %103, %44 overflow<nsw> : i64
20-!    %105 = llvm.getelementptr inbounds %arg0[%104] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %106 = llvm.load %105 {alias_scopes = [#alias_scope], alignment = 4 : i64, noalias_scopes = [#alias_scope1, #alias_scope2, #alias_scope3], tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
20-!    %107 = llvm.getelementptr inbounds %arg1[%104] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %108 = llvm.load %107 {alias_scopes = [#alias_scope1], alignment = 4 : i64, noalias_scopes = [#alias_scope2, #alias_scope3], tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
20-!    %109 = llvm.fmul %106, %101 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    %110 = llvm.fmul %108, %102 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    %111 = llvm.fsub %109, %110 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    %112 = llvm.fmul %106, %102 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    %113 = llvm.fmul %108, %101 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    %114 = llvm.fadd %113, %112 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    %115 = llvm.getelementptr inbounds %arg0[%103] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %116 = llvm.load %115 {alias_scopes = [#alias_scope2], alignment = 4 : i64, noalias_scopes = [#alias_scope3], tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
20-!    %117 = llvm.fsub %116, %111 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    llvm.store %117, %105 {alias_scopes = [#alias_scope], alignment = 4 : i64, noalias_scopes = [#alias_scope1, #alias_scope2, #alias_scope3], tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr
20-!    %118 = llvm.getelementptr inbounds %arg1[%103] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %119 = llvm.load %118 {alias_scopes = [#alias_scope3], alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
20-!    %120 = llvm.fsub %119, %114 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    llvm.store %120, %107 {alias_scopes = [#alias_scope1], alignment = 4 : i64, noalias_scopes = [#alias_scope2, #alias_scope3], tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr
20-!    %121 = llvm.load %115 {alias_scopes = [#alias_scope2], alignment = 4 : i64, noalias_scopes = [#alias_scope3], tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xf32>
20-!    %122 = llvm.fadd %121, %111 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    llvm.store %122, %115 {alias_scopes = [#alias_scope2], alignment = 4 : i64, noalias_scopes = [#alias_scope3], tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr
20-!    %123 = llvm.fadd %119, %114 {fastmathFlags = #llvm.fastmath<fast>} : vector<4xf32>
20-!    llvm.store %123, %118 {alias_scopes = [#alias_scope3], alignment = 4 : i64, tbaa = [#tbaa_tag]} : vector<4xf32>, !llvm.ptr
20-!    %124 = llvm.add %96, %14 overflow<nuw> : i64
20-!    %125 = llvm.add %97, %15 : vector<4xi32>
20-!    %126 = llvm.icmp "eq" %124, %56 : i64
20-!    llvm.cond_br %126, ^bb14, ^bb13(%124, %125 : i64, vector<4xi32>) {loop_annotation = #loop_annotation1}
20-!  ^bb14:  // pred: ^bb13
20-!    llvm.cond_br %60, ^bb17, ^bb15(%56 : i64)
20-!  ^bb15(%127: i64):  // 3 preds: ^bb11, ^bb12, ^bb14
20-!    llvm.br ^bb18(%127 : i64)
  ^bb16:  // pred: ^bb17
    %128 = llvm.shl %40, %0 : i32
    %129 = llvm.icmp "sgt" %128, %arg2 : i32
    llvm.cond_br %129, ^bb8, ^bb9(%128 : i32) {loop_annotation = #loop_annotation}
-19!  ^bb17:  // 3 preds: ^bb10, ^bb15, ^bb18
-19!    %130 = llvm.add %61, %45 overflow<nsw> : i64
20-!  ^bb17:  // 3 preds: ^bb10, ^bb14, ^bb18
20-!    %130 = llvm.add %62, %45 overflow<nsw> : i64
    %131 = llvm.icmp "slt" %130, %21 : i64
    llvm.cond_br %131, ^bb10(%130 : i64), ^bb16 {loop_annotation = #loop_annotation}
-19!  ^bb18(%132: i64):  // 2 preds: ^bb12, ^bb18
-19!    %133 = llvm.trunc %132 : i64 to i32
-19!    %134 = llvm.uitofp %133 : i32 to f32
-19!    %135 = llvm.fmul %134, %16  {fastmathFlags = #llvm.fastmath<fast>} : f32
-19!    %136 = llvm.fmul %135, %60  {fastmathFlags = #llvm.fastmath<fast>} : f32
-19!    %137 = llvm.intr.cos(%136)  {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
-19!    %138 = llvm.intr.sin(%136)  {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
-19!    %139 = llvm.add %132, %61 overflow<nsw> : i64
20-!  ^bb18(%132: i64):  // 2 preds: ^bb15, ^bb18
20-!    %133 = llvm.trunc %132 overflow<nsw, nuw> : i64 to i32
20-!    %134 = llvm.uitofp nneg %133 : i32 to f32
20-!    %135 = llvm.fmul %134, %16 {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %136 = llvm.fmul %135, %61 {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %137 = llvm.intr.cos(%136) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
20-!    %138 = llvm.intr.sin(%136) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
20-!    %139 = llvm.add %132, %62 overflow<nsw> : i64
    %140 = llvm.add %139, %44 overflow<nsw> : i64
    %141 = llvm.getelementptr inbounds %arg0[%140] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %142 = llvm.load %141 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f32
    %143 = llvm.getelementptr inbounds %arg1[%140] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %144 = llvm.load %143 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f32
-19!    %145 = llvm.fmul %142, %137  {fastmathFlags = #llvm.fastmath<fast>} : f32
-19!    %146 = llvm.fmul %144, %138  {fastmathFlags = #llvm.fastmath<fast>} : f32
-19!    %147 = llvm.fsub %145, %146  {fastmathFlags = #llvm.fastmath<fast>} : f32
-19!    %148 = llvm.fmul %142, %138  {fastmathFlags = #llvm.fastmath<fast>} : f32
-19!    %149 = llvm.fmul %144, %137  {fastmathFlags = #llvm.fastmath<fast>} : f32
-19!    %150 = llvm.fadd %149, %148  {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %145 = llvm.fmul %142, %137 {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %146 = llvm.fmul %144, %138 {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %147 = llvm.fsub %145, %146 {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %148 = llvm.fmul %142, %138 {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %149 = llvm.fmul %144, %137 {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %150 = llvm.fadd %149, %148 {fastmathFlags = #llvm.fastmath<fast>} : f32
    %151 = llvm.getelementptr inbounds %arg0[%139] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %152 = llvm.load %151 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f32
-19!    %153 = llvm.fsub %152, %147  {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %153 = llvm.fsub %152, %147 {fastmathFlags = #llvm.fastmath<fast>} : f32
    llvm.store %153, %141 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr
    %154 = llvm.getelementptr inbounds %arg1[%139] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %155 = llvm.load %154 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f32
-19!    %156 = llvm.fsub %155, %150  {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %156 = llvm.fsub %155, %150 {fastmathFlags = #llvm.fastmath<fast>} : f32
    llvm.store %156, %143 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr
    %157 = llvm.load %151 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f32
-19!    %158 = llvm.fadd %157, %147  {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %158 = llvm.fadd %157, %147 {fastmathFlags = #llvm.fastmath<fast>} : f32
    llvm.store %158, %151 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr
    %159 = llvm.load %154 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> f32
-19!    %160 = llvm.fadd %159, %150  {fastmathFlags = #llvm.fastmath<fast>} : f32
20-!    %160 = llvm.fadd %159, %150 {fastmathFlags = #llvm.fastmath<fast>} : f32
    llvm.store %160, %154 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : f32, !llvm.ptr
    %161 = llvm.add %132, %1 overflow<nsw, nuw> : i64
    %162 = llvm.icmp "eq" %161, %46 : i64
    llvm.cond_br %162, ^bb17, ^bb18(%161 : i64) {loop_annotation = #loop_annotation2}
  }
}
// ----- c_axpy_vectors: clang_import
// clang -O3 -mavx2 of loops in C
#loop_unroll = #llvm.loop_unroll<disable = true, runtimeDisable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, isVectorized = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "float", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "short", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc2, offset = 0>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
-19!  llvm.func local_unnamed_addr @axpy(%arg0: !llvm.ptr {llvm.noalias, llvm.nocapture, llvm.noundef}, %arg1: !llvm.ptr {llvm.noalias, llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: f32 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "haswell"]], target_cpu = "haswell", target_features = #llvm.target_features<["+avx", "+avx2", "+bmi", "+bmi2", "+cmov", "+crc32", "+cx16", "+cx8", "+f16c", "+fma", "+fsgsbase", "+fxsr", "+invpcid", "+lzcnt", "+mmx", "+movbe", "+pclmul", "+popcnt", "+rdrnd", "+sahf", "+sse", "+sse2", "+sse3", "+sse4.1", "+sse4.2", "+ssse3", "+x87", "+xsave", "+xsaveopt"]>} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @axpy(%arg0: !llvm.ptr {llvm.noalias, llvm.nocapture, llvm.noundef}, %arg1: !llvm.ptr {llvm.noalias, llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: f32 {llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "haswell"]], target_cpu = "haswell", target_features = #llvm.target_features<["+avx", "+avx2", "+bmi", "+bmi2", "+cmov", "+crc32", "+cx16", "+cx8", "+f16c", "+fma", "+fsgsbase", "+fxsr", "+invpcid", "+lzcnt", "+mmx", "+movbe", "+pclmul", "+popcnt", "+rdrnd", "+sahf", "+sse", "+sse2", "+sse3", "+sse4.1", "+sse4.2", "+ssse3", "+x87", "+xsave", "+xsaveopt"]>, uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.poison : vector<8xf32>
    %1 = llvm.mlir.constant(0 : i64) : i64
    %2 = llvm.mlir.constant(8 : i64) : i64
    %3 = llvm.mlir.constant(4096 : i64) : i64
    %4 = llvm.insertelement %arg2, %0[%1 : i64] : vector<8xf32>
    %5 = llvm.shufflevector %4, %0 [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xf32>
    llvm.br ^bb1(%1 : i64)
  ^bb1(%6: i64):  // 2 preds: ^bb0, ^bb1
-19!    %7 = llvm.getelementptr inbounds %arg1[%6] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %7 = llvm.getelementptr inbounds|nuw %arg1[%6] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %8 = llvm.load %7 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> vector<8xf32>
-19!    %9 = llvm.getelementptr inbounds %arg0[%6] : (!llvm.ptr, i64) -> !llvm.ptr, f32
20-!    %9 = llvm.getelementptr inbounds|nuw %arg0[%6] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %10 = llvm.load %9 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> vector<8xf32>
-19!    %11 = llvm.intr.fmuladd(%5, %8, %10)  : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
20-!    %11 = llvm.intr.fmuladd(%5, %8, %10) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
    llvm.store %11, %9 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : vector<8xf32>, !llvm.ptr
    %12 = llvm.add %6, %2 overflow<nuw> : i64
    %13 = llvm.icmp "eq" %12, %3 : i64
    llvm.cond_br %13, ^bb2, ^bb1(%12 : i64) {loop_annotation = #loop_annotation}
  ^bb2:  // pred: ^bb1
    llvm.return
  }
-19!  llvm.func local_unnamed_addr @dot(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}) -> i32 attributes {memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "haswell"]], target_cpu = "haswell", target_features = #llvm.target_features<["+avx", "+avx2", "+bmi", "+bmi2", "+cmov", "+crc32", "+cx16", "+cx8", "+f16c", "+fma", "+fsgsbase", "+fxsr", "+invpcid", "+lzcnt", "+mmx", "+movbe", "+pclmul", "+popcnt", "+rdrnd", "+sahf", "+sse", "+sse2", "+sse3", "+sse4.1", "+sse4.2", "+ssse3", "+x87", "+xsave", "+xsaveopt"]>} {
20-!  llvm.func local_unnamed_addr @dot(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}) -> i32 attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "haswell"]], target_cpu = "haswell", target_features = #llvm.target_features<["+avx", "+avx2", "+bmi", "+bmi2", "+cmov", "+crc32", "+cx16", "+cx8", "+f16c", "+fma", "+fsgsbase", "+fxsr", "+invpcid", "+lzcnt", "+mmx", "+movbe", "+pclmul", "+popcnt", "+rdrnd", "+sahf", "+sse", "+sse2", "+sse3", "+sse4.1", "+sse4.2", "+ssse3", "+x87", "+xsave", "+xsaveopt"]>, uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(0 : i32) : i32
    %2 = llvm.mlir.constant(dense<0> : vector<8xi32>) : vector<8xi32>
    %3 = llvm.mlir.constant(8 : i64) : i64
    %4 = llvm.mlir.constant(512 : i64) : i64
    llvm.br ^bb1(%0, %2 : i64, vector<8xi32>)
  ^bb1(%5: i64, %6: vector<8xi32>):  // 2 preds: ^bb0, ^bb1
-19!    %7 = llvm.getelementptr inbounds %arg0[%5] : (!llvm.ptr, i64) -> !llvm.ptr, i16
20-!    %7 = llvm.getelementptr inbounds|nuw %arg0[%5] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %8 = llvm.load %7 {alignment = 2 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> vector<8xi16>
    %9 = llvm.sext %8 : vector<8xi16> to vector<8xi32>
-19!    %10 = llvm.getelementptr inbounds %arg1[%5] : (!llvm.ptr, i64) -> !llvm.ptr, i16
20-!    %10 = llvm.getelementptr inbounds|nuw %arg1[%5] : (!llvm.ptr, i64) -> !llvm.ptr, i16
    %11 = llvm.load %10 {alignment = 2 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> vector<8xi16>
    %12 = llvm.sext %11 : vector<8xi16> to vector<8xi32>
    %13 = llvm.mul %12, %9 overflow<nsw> : vector<8xi32>
    %14 = llvm.add %13, %6 : vector<8xi32>
    %15 = llvm.add %5, %3 overflow<nuw> : i64
    %16 = llvm.icmp "eq" %15, %4 : i64
    llvm.cond_br %16, ^bb2, ^bb1(%15, %14 : i64, vector<8xi32>) {loop_annotation = #loop_annotation}
  ^bb2:  // pred: ^bb1
    %17 = "llvm.intr.vector.reduce.add"(%14) : (vector<8xi32>) -> i32
    llvm.return %17 : i32
  }
-19!  llvm.func local_unnamed_addr @clip(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg1: i8 {llvm.noundef, llvm.zeroext}) attributes {memory = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "haswell"]], target_cpu = "haswell", target_features = #llvm.target_features<["+avx", "+avx2", "+bmi", "+bmi2", "+cmov", "+crc32", "+cx16", "+cx8", "+f16c", "+fma", "+fsgsbase", "+fxsr", "+invpcid", "+lzcnt", "+mmx", "+movbe", "+pclmul", "+popcnt", "+rdrnd", "+sahf", "+sse", "+sse2", "+sse3", "+sse4.1", "+sse4.2", "+ssse3", "+x87", "+xsave", "+xsaveopt"]>} {
20-!  llvm.func local_unnamed_addr @clip(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg1: i8 {llvm.noundef, llvm.zeroext}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "haswell"]], target_cpu = "haswell", target_features = #llvm.target_features<["+avx", "+avx2", "+bmi", "+bmi2", "+cmov", "+crc32", "+cx16", "+cx8", "+f16c", "+fma", "+fsgsbase", "+fxsr", "+invpcid", "+lzcnt", "+mmx", "+movbe", "+pclmul", "+popcnt", "+rdrnd", "+sahf", "+sse", "+sse2", "+sse3", "+sse4.1", "+sse4.2", "+ssse3", "+x87", "+xsave", "+xsaveopt"]>, uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.poison : vector<32xi8>
    %1 = llvm.mlir.constant(0 : i64) : i64
    %2 = llvm.mlir.constant(32 : i64) : i64
    %3 = llvm.mlir.constant(256 : i64) : i64
    %4 = llvm.insertelement %arg1, %0[%1 : i64] : vector<32xi8>
    %5 = llvm.shufflevector %4, %0 [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<32xi8>
    llvm.br ^bb1(%1 : i64)
  ^bb1(%6: i64):  // 2 preds: ^bb0, ^bb1
-19!    %7 = llvm.getelementptr inbounds %arg0[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %7 = llvm.getelementptr inbounds|nuw %arg0[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %8 = llvm.load %7 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<32xi8>
-19!    %9 = llvm.intr.umin(%8, %5)  : (vector<32xi8>, vector<32xi8>) -> vector<32xi8>
20-!    %9 = llvm.intr.umin(%8, %5) : (vector<32xi8>, vector<32xi8>) -> vector<32xi8>
    llvm.store %9, %7 {alignment = 1 : i64, tbaa = [#tbaa_tag]} : vector<32xi8>, !llvm.ptr
    %10 = llvm.add %6, %2 overflow<nuw> : i64
    %11 = llvm.icmp "eq" %10, %3 : i64
    llvm.cond_br %11, ^bb2, ^bb1(%10 : i64) {loop_annotation = #loop_annotation}
  ^bb2:  // pred: ^bb1
    llvm.return
  }
}
// ----- c_lexer: clang_import
// clang -O0 of a lexer in C
#loop_annotation = #llvm.loop_annotation<mustProgress = true>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
-19!  llvm.func @next(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.noalias, llvm.sret = !llvm.struct<"struct.token", (i32, ptr, i32)>}, %arg1: !llvm.ptr {llvm.noundef}) attributes {frame_pointer = #llvm.framePointerKind<all>, no_inline, no_unwind, optimize_none, passthrough = [["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>, #llvm.mlir.module_flag<max, "frame-pointer", 2 : i32>]
20-!  llvm.func @next(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.noalias, llvm.sret = !llvm.struct<"struct.token", (i32, ptr, i32)>}, %arg1: !llvm.ptr {llvm.noundef}) attributes {dso_local, frame_pointer = #llvm.framePointerKind<all>, no_inline, no_unwind, optimize_none, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(32 : i32) : i32
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(2 : i32) : i32
    %4 = llvm.mlir.constant(48 : i32) : i32
    %5 = llvm.mlir.constant(false) : i1
    %6 = llvm.mlir.constant(57 : i32) : i32
    %7 = llvm.mlir.constant(3 : i32) : i32
    %8 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    %9 = llvm.alloca %0 x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg1, %8 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %10 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %11 = llvm.load %10 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    llvm.store %11, %9 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb2
    %12 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %13 = llvm.load %12 {alignment = 1 : i64} : !llvm.ptr -> i8
    %14 = llvm.sext %13 : i8 to i32
    %15 = llvm.icmp "eq" %14, %1 : i32
    llvm.cond_br %15, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
    %16 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    %17 = llvm.getelementptr inbounds %16[%0] : (!llvm.ptr, i32) -> !llvm.ptr, i8
20-!    %17 = llvm.getelementptr inbounds|nuw %16[%0] : (!llvm.ptr, i32) -> !llvm.ptr, i8
    llvm.store %17, %9 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.br ^bb1 {loop_annotation = #loop_annotation}
  ^bb3:  // pred: ^bb1
    %18 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    %19 = llvm.getelementptr inbounds %arg0[%2, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
20-!    %19 = llvm.getelementptr inbounds|nuw %arg0[%2, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
    llvm.store %18, %19 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    %20 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %21 = llvm.load %20 {alignment = 1 : i64} : !llvm.ptr -> i8
    %22 = llvm.sext %21 : i8 to i32
    llvm.switch %22 : i32, ^bb12 [
      0: ^bb4,
      43: ^bb5,
      45: ^bb5,
      42: ^bb5,
      47: ^bb5,
      48: ^bb6,
      49: ^bb6,
      50: ^bb6,
      51: ^bb6
    ]
  ^bb4:  // pred: ^bb3
-19!    %23 = llvm.getelementptr inbounds %arg0[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
20-!    %23 = llvm.getelementptr inbounds|nuw %arg0[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
    llvm.store %2, %23 {alignment = 8 : i64} : i32, !llvm.ptr
    llvm.br ^bb16
  ^bb5:  // 4 preds: ^bb3, ^bb3, ^bb3, ^bb3
-19!    %24 = llvm.getelementptr inbounds %arg0[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
20-!    %24 = llvm.getelementptr inbounds|nuw %arg0[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
    llvm.store %7, %24 {alignment = 8 : i64} : i32, !llvm.ptr
    %25 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    %26 = llvm.getelementptr inbounds %25[%0] : (!llvm.ptr, i32) -> !llvm.ptr, i8
20-!    %26 = llvm.getelementptr inbounds|nuw %25[%0] : (!llvm.ptr, i32) -> !llvm.ptr, i8
    llvm.store %26, %9 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.br ^bb16
  ^bb6:  // 4 preds: ^bb3, ^bb3, ^bb3, ^bb3
-19!    %27 = llvm.getelementptr inbounds %arg0[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
20-!    %27 = llvm.getelementptr inbounds|nuw %arg0[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
    llvm.store %3, %27 {alignment = 8 : i64} : i32, !llvm.ptr
    llvm.br ^bb7
  ^bb7:  // 2 preds: ^bb6, ^bb10
    %28 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %29 = llvm.load %28 {alignment = 1 : i64} : !llvm.ptr -> i8
    %30 = llvm.sext %29 : i8 to i32
    %31 = llvm.icmp "sge" %30, %4 : i32
    llvm.cond_br %31, ^bb8, ^bb9(%5 : i1)
  ^bb8:  // pred: ^bb7
    %32 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %33 = llvm.load %32 {alignment = 1 : i64} : !llvm.ptr -> i8
    %34 = llvm.sext %33 : i8 to i32
    %35 = llvm.icmp "sle" %34, %6 : i32
    llvm.br ^bb9(%35 : i1)
  ^bb9(%36: i1):  // 2 preds: ^bb7, ^bb8
    llvm.cond_br %36, ^bb10, ^bb11
  ^bb10:  // pred: ^bb9
    %37 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    %38 = llvm.getelementptr inbounds %37[%0] : (!llvm.ptr, i32) -> !llvm.ptr, i8
20-!    %38 = llvm.getelementptr inbounds|nuw %37[%0] : (!llvm.ptr, i32) -> !llvm.ptr, i8
    llvm.store %38, %9 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.br ^bb7 {loop_annotation = #loop_annotation}
  ^bb11:  // pred: ^bb9
    llvm.br ^bb16
  ^bb12:  // pred: ^bb3
-19!    %39 = llvm.getelementptr inbounds %arg0[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
20-!    %39 = llvm.getelementptr inbounds|nuw %arg0[%2, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
    llvm.store %0, %39 {alignment = 8 : i64} : i32, !llvm.ptr
    llvm.br ^bb13
  ^bb13:  // 2 preds: ^bb12, ^bb14
    %40 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    %41 = llvm.getelementptr inbounds %40[%0] : (!llvm.ptr, i32) -> !llvm.ptr, i8
20-!    %41 = llvm.getelementptr inbounds|nuw %40[%0] : (!llvm.ptr, i32) -> !llvm.ptr, i8
    llvm.store %41, %9 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.br ^bb14
  ^bb14:  // pred: ^bb13
    %42 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %43 = llvm.load %42 {alignment = 1 : i64} : !llvm.ptr -> i8
-19!    %44 = llvm.call @is_letter(%43) : (i8) -> i32
20-!    %44 = llvm.call @is_letter(%43) : (i8 {llvm.noundef, llvm.signext}) -> i32
    %45 = llvm.icmp "ne" %44, %2 : i32
    llvm.cond_br %45, ^bb13, ^bb15 {loop_annotation = #loop_annotation}
  ^bb15:  // pred: ^bb14
    llvm.br ^bb16
  ^bb16:  // 4 preds: ^bb4, ^bb5, ^bb11, ^bb15
    %46 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    %47 = llvm.getelementptr inbounds %arg0[%2, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
20-!    %47 = llvm.getelementptr inbounds|nuw %arg0[%2, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
    %48 = llvm.load %47 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %49 = llvm.ptrtoint %46 : !llvm.ptr to i64
    %50 = llvm.ptrtoint %48 : !llvm.ptr to i64
    %51 = llvm.sub %49, %50 : i64
    %52 = llvm.trunc %51 : i64 to i32
-19!    %53 = llvm.getelementptr inbounds %arg0[%2, 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
20-!    %53 = llvm.getelementptr inbounds|nuw %arg0[%2, 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"struct.token", (i32, ptr, i32)>
    llvm.store %52, %53 {alignment = 8 : i64} : i32, !llvm.ptr
    %54 = llvm.load %9 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    %55 = llvm.load %8 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
    llvm.store %54, %55 {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
    llvm.return
  }
-19!  llvm.func internal @is_letter(%arg0: i8 {llvm.noundef, llvm.signext}) -> i32 attributes {dso_local, frame_pointer = #llvm.framePointerKind<all>, no_inline, no_unwind, optimize_none, passthrough = [["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func internal @is_letter(%arg0: i8 {llvm.noundef, llvm.signext}) -> i32 attributes {dso_local, frame_pointer = #llvm.framePointerKind<all>, no_inline, no_unwind, optimize_none, passthrough = [["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(97 : i32) : i32
    %2 = llvm.mlir.constant(122 : i32) : i32
    %3 = llvm.mlir.constant(true) : i1
    %4 = llvm.mlir.constant(95 : i32) : i32
    %5 = llvm.alloca %0 x i8 {alignment = 1 : i64} : (i32) -> !llvm.ptr
    llvm.store %arg0, %5 {alignment = 1 : i64} : i8, !llvm.ptr
    %6 = llvm.load %5 {alignment = 1 : i64} : !llvm.ptr -> i8
    %7 = llvm.sext %6 : i8 to i32
    %8 = llvm.icmp "sge" %7, %1 : i32
    llvm.cond_br %8, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %9 = llvm.load %5 {alignment = 1 : i64} : !llvm.ptr -> i8
    %10 = llvm.sext %9 : i8 to i32
    %11 = llvm.icmp "sle" %10, %2 : i32
    llvm.cond_br %11, ^bb3(%3 : i1), ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    %12 = llvm.load %5 {alignment = 1 : i64} : !llvm.ptr -> i8
    %13 = llvm.sext %12 : i8 to i32
    %14 = llvm.icmp "eq" %13, %4 : i32
    llvm.br ^bb3(%14 : i1)
  ^bb3(%15: i1):  // 2 preds: ^bb1, ^bb2
    %16 = llvm.zext %15 : i1 to i32
    llvm.return %16 : i32
  }
}
// ----- c_sorting: clang_import
// clang -O1 -g of callbacks in C
#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "long", sizeInBits = 64, encoding = DW_ATE_signed>
#di_basic_type1 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "double", sizeInBits = 64, encoding = DW_ATE_float>
#di_basic_type2 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "char", sizeInBits = 8, encoding = DW_ATE_signed_char>
#di_basic_type3 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "unsigned long", sizeInBits = 64, encoding = DW_ATE_unsigned>
#di_basic_type4 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_derived_type = #llvm.di_derived_type<tag = DW_TAG_const_type>
#di_file = #llvm.di_file<"c_sorting.c" in "/project">
20-!#di_subprogram = #llvm.di_subprogram<recId = distinct[0]<>, isRecSelf = true>
20-!#di_subprogram1 = #llvm.di_subprogram<recId = distinct[1]<>, isRecSelf = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
-19!#di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "Debian clang version 19.1.7 (3~deb12u1)", isOptimized = true, emissionKind = Full, nameTableKind = None>
20-!#di_compile_unit = #llvm.di_compile_unit<id = distinct[2]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "Debian clang version 22.1.8 (1~deb12u1)", isOptimized = true, emissionKind = Full, nameTableKind = None>
#di_composite_type = #llvm.di_composite_type<tag = DW_TAG_array_type, baseType = #di_basic_type2, sizeInBits = 96, elements = #llvm.di_subrange<count = 12 : i64>>
#di_derived_type1 = #llvm.di_derived_type<tag = DW_TAG_member, name = "weight", baseType = #di_basic_type1, sizeInBits = 64>
#di_derived_type2 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_derived_type, sizeInBits = 64>
20-!#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "n", file = #di_file, line = 7, arg = 2, type = #di_basic_type3>
20-!#di_local_variable1 = #llvm.di_local_variable<scope = #di_subprogram1, name = "x", file = #di_file, line = 5, type = #di_basic_type1>
20-!#di_local_variable2 = #llvm.di_local_variable<scope = #di_subprogram1, name = "y", file = #di_file, line = 5, type = #di_basic_type1>
#di_derived_type3 = #llvm.di_derived_type<tag = DW_TAG_member, name = "name", baseType = #di_composite_type, sizeInBits = 96, offsetInBits = 64>
#di_global_variable = #llvm.di_global_variable<scope = #di_compile_unit, name = "calls", file = #di_file, line = 6, type = #di_basic_type, isLocalToUnit = true, isDefined = true>
20-!#di_local_variable3 = #llvm.di_local_variable<scope = #di_subprogram1, name = "a", file = #di_file, line = 5, arg = 1, type = #di_derived_type2>
20-!#di_local_variable4 = #llvm.di_local_variable<scope = #di_subprogram1, name = "b", file = #di_file, line = 5, arg = 2, type = #di_derived_type2>
#di_subroutine_type = #llvm.di_subroutine_type<types = #di_basic_type4, #di_derived_type2, #di_derived_type2>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#di_composite_type1 = #llvm.di_composite_type<tag = DW_TAG_structure_type, name = "item", file = #di_file, line = 4, sizeInBits = 192, elements = #di_derived_type1, #di_derived_type3>
#di_global_variable_expression = #llvm.di_global_variable_expression<var = #di_global_variable, expr = <>>
-19!#di_subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "by_weight", file = #di_file, line = 5, scopeLine = 5, subprogramFlags = "LocalToUnit|Definition|Optimized", type = #di_subroutine_type>
20-!#di_subprogram2 = #llvm.di_subprogram<recId = distinct[1]<>, id = distinct[3]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "by_weight", file = #di_file, line = 5, scopeLine = 5, subprogramFlags = "LocalToUnit|Definition|Optimized", type = #di_subroutine_type, retainedNodes = #di_local_variable3, #di_local_variable4, #di_local_variable1, #di_local_variable2>
#di_derived_type4 = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #di_composite_type1, sizeInBits = 64>
-19!#di_local_variable = #llvm.di_local_variable<scope = #di_subprogram, name = "b", file = #di_file, line = 5, arg = 2, type = #di_derived_type2>
-19!#di_local_variable1 = #llvm.di_local_variable<scope = #di_subprogram, name = "a", file = #di_file, line = 5, arg = 1, type = #di_derived_type2>
-19!#di_local_variable2 = #llvm.di_local_variable<scope = #di_subprogram, name = "x", file = #di_file, line = 5, type = #di_basic_type1>
-19!#di_local_variable3 = #llvm.di_local_variable<scope = #di_subprogram, name = "y", file = #di_file, line = 5, type = #di_basic_type1>
20-!#di_local_variable5 = #llvm.di_local_variable<scope = #di_subprogram2, name = "b", file = #di_file, line = 5, arg = 2, type = #di_derived_type2>
20-!#di_local_variable6 = #llvm.di_local_variable<scope = #di_subprogram2, name = "a", file = #di_file, line = 5, arg = 1, type = #di_derived_type2>
20-!#di_local_variable7 = #llvm.di_local_variable<scope = #di_subprogram2, name = "x", file = #di_file, line = 5, type = #di_basic_type1>
20-!#di_local_variable8 = #llvm.di_local_variable<scope = #di_subprogram2, name = "y", file = #di_file, line = 5, type = #di_basic_type1>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "long", members = {<#tbaa_type_desc, 0>}>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "double", members = {<#tbaa_type_desc, 0>}>
20-!#di_local_variable9 = #llvm.di_local_variable<scope = #di_subprogram, name = "items", file = #di_file, line = 7, arg = 1, type = #di_derived_type4>
#di_subroutine_type1 = #llvm.di_subroutine_type<types = #di_basic_type1, #di_derived_type4, #di_basic_type3>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
-19!#di_subprogram1 = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "median", file = #di_file, line = 7, scopeLine = 7, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type1>
20-!#di_subprogram3 = #llvm.di_subprogram<recId = distinct[0]<>, id = distinct[4]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "median", file = #di_file, line = 7, scopeLine = 7, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type1, retainedNodes = #di_local_variable9, #di_local_variable>
#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "item", members = {<#tbaa_type_desc2, 0>, <#tbaa_type_desc, 8>}>
-19!#di_local_variable4 = #llvm.di_local_variable<scope = #di_subprogram1, name = "n", file = #di_file, line = 7, arg = 2, type = #di_basic_type3>
-19!#di_local_variable5 = #llvm.di_local_variable<scope = #di_subprogram1, name = "items", file = #di_file, line = 7, arg = 1, type = #di_derived_type4>
20-!#di_local_variable10 = #llvm.di_local_variable<scope = #di_subprogram3, name = "n", file = #di_file, line = 7, arg = 2, type = #di_basic_type3>
20-!#di_local_variable11 = #llvm.di_local_variable<scope = #di_subprogram3, name = "items", file = #di_file, line = 7, arg = 1, type = #di_derived_type4>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc2, offset = 0>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>>} {
-19!  llvm.mlir.global internal unnamed_addr @calls(0 : i64) {addr_space = 0 : i32, alignment = 8 : i64, dbg_expr = #di_global_variable_expression, dso_local} : i64
-19!  llvm.func local_unnamed_addr @median(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i64 {llvm.noundef}) -> f64 attributes {no_unwind, passthrough = ["nofree", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
-19!    llvm.intr.dbg.value #di_local_variable4 = %arg1 : i64
-19!    llvm.intr.dbg.value #di_local_variable5 = %arg0 : !llvm.ptr
-19!    %0 = llvm.mlir.constant(0 : i64) : i64
-19!    %1 = llvm.mlir.addressof @calls : !llvm.ptr
-19!    %2 = llvm.mlir.constant(1 : i64) : i64
-19!    %3 = llvm.mlir.constant(24 : i64) : i64
-19!    %4 = llvm.mlir.addressof @by_weight : !llvm.ptr
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.mlir.global internal unnamed_addr @calls(0 : i64) {addr_space = 0 : i32, alignment = 8 : i64, dbg_exprs = [#di_global_variable_expression], dso_local} : i64
20-!  llvm.module_flags [#llvm.mlir.module_flag<max, "Dwarf Version", 5 : i32>, #llvm.mlir.module_flag<warning, "Debug Info Version", 3 : i32>, #llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>, #llvm.mlir.module_flag<max, "debug-info-assignment-tracking", 1 : i32>]
20-!  llvm.func local_unnamed_addr @median(%arg0: !llvm.ptr {llvm.noundef}, %arg1: i64 {llvm.noundef}) -> f64 attributes {dso_local, no_unwind, passthrough = ["nofree", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
20-!    llvm.intr.dbg.value #di_local_variable10 = %arg1 : i64
20-!    llvm.intr.dbg.value #di_local_variable11 = %arg0 : !llvm.ptr
20-!    %0 = llvm.mlir.addressof @calls : !llvm.ptr
20-!    %1 = llvm.mlir.constant(1 : i64) : i64
20-!    %2 = llvm.mlir.constant(24 : i64) : i64
20-!    %3 = llvm.mlir.addressof @by_weight : !llvm.ptr
20-!    %4 = llvm.mlir.constant(0 : i64) : i64
    %5 = llvm.mlir.constant(-24 : i64) : i64
    %6 = llvm.mlir.constant(5.000000e-01 : f64) : f64
-19!    %7 = llvm.load %1 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i64
-19!    %8 = llvm.add %7, %2 overflow<nsw> : i64
-19!    llvm.store %8, %1 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : i64, !llvm.ptr
-19!    llvm.call tail @qsort(%arg0, %arg1, %3, %4) : (!llvm.ptr, i64, i64, !llvm.ptr) -> ()
-19!    %9 = llvm.and %arg1, %2  : i64
-19!    %10 = llvm.icmp "eq" %9, %0 : i64
-19!    %11 = llvm.lshr %arg1, %2  : i64
20-!    %7 = llvm.load %0 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i64
20-!    %8 = llvm.add %7, %1 overflow<nsw> : i64
20-!    llvm.store %8, %0 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : i64, !llvm.ptr
20-!    llvm.call tail @qsort(%arg0, %arg1, %2, %3) {no_unwind} : (!llvm.ptr {llvm.noundef}, i64 {llvm.noundef}, i64 {llvm.noundef}, !llvm.ptr {llvm.nonnull, llvm.noundef}) -> ()
20-!    %9 = llvm.and %arg1, %1 : i64
20-!    %10 = llvm.icmp "eq" %9, %4 : i64
20-!    %11 = llvm.lshr %arg1, %1 : i64
    %12 = llvm.getelementptr %arg0[%11] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"struct.item", (f64, array<12 x i8>)>
    llvm.cond_br %10, ^bb2, ^bb1
  ^bb1:  // pred: ^bb0
    %13 = llvm.load %12 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
    llvm.br ^bb3(%13 : f64)
  ^bb2:  // pred: ^bb0
    %14 = llvm.getelementptr %12[%5] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %15 = llvm.load %14 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
    %16 = llvm.load %12 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    %17 = llvm.fadd %15, %16  : f64
-19!    %18 = llvm.fmul %17, %6  : f64
20-!    %17 = llvm.fadd %15, %16 : f64
20-!    %18 = llvm.fmul %17, %6 : f64
    llvm.br ^bb3(%18 : f64)
  ^bb3(%19: f64):  // 2 preds: ^bb1, ^bb2
    llvm.return %19 : f64
  }
  llvm.func local_unnamed_addr @qsort(!llvm.ptr {llvm.noundef}, i64 {llvm.noundef}, i64 {llvm.noundef}, !llvm.ptr {llvm.nocapture, llvm.noundef}) attributes {passthrough = ["nofree", ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"}
-19!  llvm.func internal @by_weight(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}) -> i32 attributes {dso_local, memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
-19!    llvm.intr.dbg.value #di_local_variable = %arg1 : !llvm.ptr
-19!    llvm.intr.dbg.value #di_local_variable1 = %arg0 : !llvm.ptr
20-!  llvm.func internal @by_weight(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}) -> (i32 {llvm.range = #llvm.constant_range<i32, -1, 2>}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
20-!    llvm.intr.dbg.value #di_local_variable5 = %arg1 : !llvm.ptr
20-!    llvm.intr.dbg.value #di_local_variable6 = %arg0 : !llvm.ptr
    %0 = llvm.mlir.constant(-1 : i32) : i32
    %1 = llvm.load %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    llvm.intr.dbg.value #di_local_variable2 = %1 : f64
20-!    llvm.intr.dbg.value #di_local_variable7 = %1 : f64
    %2 = llvm.load %arg1 {alignment = 8 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> f64
-19!    llvm.intr.dbg.value #di_local_variable3 = %2 : f64
20-!    llvm.intr.dbg.value #di_local_variable8 = %2 : f64
    %3 = llvm.fcmp "olt" %1, %2 : f64
    %4 = llvm.fcmp "ogt" %1, %2 : f64
    %5 = llvm.zext %4 : i1 to i32
    %6 = llvm.select %3, %0, %5 : i1, i32
    llvm.return %6 : i32
  }
}
// ----- c_locks: clang_import
// clang -O1 of a bounded queue in C
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
-19!  llvm.func local_unnamed_addr @push(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg1: i32 {llvm.noundef}) -> (i1 {llvm.noundef, llvm.zeroext}) attributes {memory = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @push(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg1: i32 {llvm.noundef}) -> (i1 {llvm.noundef, llvm.zeroext}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.mlir.constant(8 : i64) : i64
    %1 = llvm.mlir.constant(64 : i64) : i64
    %2 = llvm.mlir.constant(16 : i64) : i64
    %3 = llvm.mlir.constant(63 : i64) : i64
-19!    %4 = llvm.mlir.constant(0 : i64) : i64
-19!    %5 = llvm.mlir.constant(1 : i64) : i64
-19!    %6 = llvm.getelementptr inbounds %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %7 = llvm.load %6 atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
-19!    %8 = llvm.load %arg0 atomic acquire {alignment = 8 : i64} : !llvm.ptr -> i64
-19!    %9 = llvm.sub %7, %8 : i64
-19!    %10 = llvm.icmp "ne" %9, %1 : i64
-19!    llvm.cond_br %10, ^bb1, ^bb2
20-!    %4 = llvm.mlir.constant(1 : i64) : i64
20-!    %5 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %6 = llvm.load %5 atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
20-!    %7 = llvm.load %arg0 atomic acquire {alignment = 8 : i64} : !llvm.ptr -> i64
20-!    %8 = llvm.sub %6, %7 : i64
20-!    %9 = llvm.icmp "ne" %8, %1 : i64
20-!    llvm.cond_br %9, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
-19!    %11 = llvm.getelementptr inbounds %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %12 = llvm.and %7, %3  : i64
-19!    %13 = llvm.getelementptr inbounds %11[%4, %12] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<64 x i32>
-19!    llvm.store %arg1, %13 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
-19!    %14 = llvm.add %7, %5 : i64
-19!    llvm.store %14, %6 atomic release {alignment = 8 : i64} : i64, !llvm.ptr
20-!    %10 = llvm.getelementptr inbounds|nuw %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %11 = llvm.and %6, %3 : i64
20-!    %12 = llvm.getelementptr inbounds|nuw %10[%11] : (!llvm.ptr, i64) -> !llvm.ptr, i32
20-!    llvm.store %arg1, %12 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
20-!    %13 = llvm.add %6, %4 : i64
20-!    llvm.store %13, %5 atomic release {alignment = 8 : i64} : i64, !llvm.ptr
    llvm.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
-19!    llvm.return %10 : i1
20-!    llvm.return %9 : i1
  }
-19!  llvm.func local_unnamed_addr @pop(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.writeonly}) -> (i1 {llvm.noundef, llvm.zeroext}) attributes {memory = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func local_unnamed_addr @pop(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.writeonly}) -> (i1 {llvm.noundef, llvm.zeroext}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(8 : i64) : i64
    %1 = llvm.mlir.constant(16 : i64) : i64
    %2 = llvm.mlir.constant(63 : i64) : i64
-19!    %3 = llvm.mlir.constant(0 : i64) : i64
-19!    %4 = llvm.mlir.constant(1 : i64) : i64
-19!    %5 = llvm.load %arg0 atomic seq_cst {alignment = 8 : i64} : !llvm.ptr -> i64
-19!    %6 = llvm.getelementptr inbounds %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %7 = llvm.getelementptr inbounds %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    llvm.br ^bb1(%5 : i64)
-19!  ^bb1(%8: i64):  // 2 preds: ^bb0, ^bb2
-19!    %9 = llvm.load %6 atomic seq_cst {alignment = 8 : i64} : !llvm.ptr -> i64
-19!    %10 = llvm.icmp "ne" %8, %9 : i64
-19!    llvm.cond_br %10, ^bb2, ^bb3
20-!    %3 = llvm.mlir.constant(1 : i64) : i64
20-!    %4 = llvm.load %arg0 atomic seq_cst {alignment = 8 : i64} : !llvm.ptr -> i64
20-!    %5 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %6 = llvm.getelementptr inbounds|nuw %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.br ^bb1(%4 : i64)
20-!  ^bb1(%7: i64):  // 2 preds: ^bb0, ^bb2
20-!    %8 = llvm.load %5 atomic seq_cst {alignment = 8 : i64} : !llvm.ptr -> i64
20-!    %9 = llvm.icmp "ne" %7, %8 : i64
20-!    llvm.cond_br %9, ^bb2, ^bb3
  ^bb2:  // pred: ^bb1
-19!    %11 = llvm.and %8, %2  : i64
-19!    %12 = llvm.getelementptr inbounds %7[%3, %11] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<64 x i32>
-19!    %13 = llvm.load %12 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
-19!    llvm.store %13, %arg1 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
-19!    %14 = llvm.add %8, %4 : i64
-19!    %15 = llvm.cmpxchg weak %arg0, %8, %14 seq_cst seq_cst {alignment = 8 : i64} : !llvm.ptr, i64
-19!    %16 = llvm.extractvalue %15[1] : !llvm.struct<(i64, i1)>
-19!    %17 = llvm.extractvalue %15[0] : !llvm.struct<(i64, i1)>
-19!    llvm.cond_br %16, ^bb3, ^bb1(%17 : i64) {loop_annotation = #loop_annotation}
20-!    %10 = llvm.and %7, %2 : i64
20-!    %11 = llvm.getelementptr inbounds|nuw %6[%10] : (!llvm.ptr, i64) -> !llvm.ptr, i32
20-!    %12 = llvm.load %11 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
20-!    llvm.store %12, %arg1 {alignment = 4 : i64, tbaa = [#tbaa_tag]} : i32, !llvm.ptr
20-!    %13 = llvm.add %7, %3 : i64
20-!    %14 = llvm.cmpxchg weak %arg0, %7, %13 seq_cst seq_cst {alignment = 8 : i64} : !llvm.ptr, i64
20-!    %15 = llvm.extractvalue %14[1] : !llvm.struct<(i64, i1)>
20-!    %16 = llvm.extractvalue %14[0] : !llvm.struct<(i64, i1)>
20-!    llvm.cond_br %15, ^bb3, ^bb1(%16 : i64) {loop_annotation = #loop_annotation}
  ^bb3:  // 2 preds: ^bb1, ^bb2
-19!    llvm.return %10 : i1
20-!    llvm.return %9 : i1
  }
}
// ----- cpp_stack: clang_import
// clang -O1 -fno-exceptions of templates and virtual functions in C++
#loop_unroll = #llvm.loop_unroll<disable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C++ TBAA">
#tbaa_root1 = #llvm.tbaa_root<id = "_ZTS7Visitor">
#loop_annotation = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "vtable pointer", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
#tbaa_type_desc2 = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_type_desc1, 0>}>
#tbaa_type_desc3 = #llvm.tbaa_type_desc<id = "long", members = {<#tbaa_type_desc1, 0>}>
#tbaa_tag1 = #llvm.tbaa_tag<base_type = #tbaa_type_desc2, access_type = #tbaa_type_desc2, offset = 0>
#tbaa_tag2 = #llvm.tbaa_tag<base_type = #tbaa_type_desc3, access_type = #tbaa_type_desc3, offset = 0>
#tbaa_type_desc4 = #llvm.tbaa_type_desc<id = "_ZTS5StackIlLi16EE", members = {<#tbaa_type_desc1, 0>, <#tbaa_type_desc2, 128>}>
#tbaa_tag3 = #llvm.tbaa_tag<base_type = #tbaa_type_desc4, access_type = #tbaa_type_desc2, offset = 128>
#tbaa_type_desc5 = #llvm.tbaa_type_desc<id = "_ZTS3Sum", members = {<#tbaa_root1, 0>, <#tbaa_type_desc4, 8>, <#tbaa_type_desc3, 144>}>
#tbaa_tag4 = #llvm.tbaa_tag<base_type = #tbaa_type_desc5, access_type = #tbaa_type_desc3, offset = 144>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
  llvm.comdat @__llvm_global_comdat {
    llvm.comdat_selector @_ZTV3Sum any
    llvm.comdat_selector @_ZN3Sum6numberEl any
    llvm.comdat_selector @_ZNK3Sum6resultEv any
  }
  llvm.mlir.global linkonce_odr unnamed_addr constant @_ZTV3Sum() comdat(@__llvm_global_comdat::@_ZTV3Sum) {addr_space = 0 : i32, alignment = 8 : i64, dso_local} : !llvm.struct<(array<4 x ptr>)> {
    %0 = llvm.mlir.addressof @_ZNK3Sum6resultEv : !llvm.ptr
    %1 = llvm.mlir.addressof @_ZN3Sum6numberEl : !llvm.ptr
    %2 = llvm.mlir.zero : !llvm.ptr
    %3 = llvm.mlir.undef : !llvm.array<4 x ptr>
    %4 = llvm.insertvalue %2, %3[0] : !llvm.array<4 x ptr>
    %5 = llvm.insertvalue %2, %4[1] : !llvm.array<4 x ptr>
    %6 = llvm.insertvalue %1, %5[2] : !llvm.array<4 x ptr>
    %7 = llvm.insertvalue %0, %6[3] : !llvm.array<4 x ptr>
    %8 = llvm.mlir.undef : !llvm.struct<(array<4 x ptr>)>
    %9 = llvm.insertvalue %7, %8[0] : !llvm.struct<(array<4 x ptr>)>
    llvm.return %9 : !llvm.struct<(array<4 x ptr>)>
  }
-19!  llvm.func local_unnamed_addr @_Z3runR7VisitorPKii(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nonnull, llvm.noundef}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) -> (i64 {llvm.noundef}) attributes {no_unwind, passthrough = ["mustprogress", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @_Z3runR7VisitorPKii(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nonnull, llvm.noundef}, %arg1: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg2: i32 {llvm.noundef}) -> (i64 {llvm.noundef}) attributes {dso_local, no_unwind, passthrough = ["mustprogress", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(0 : i64) : i64
    %2 = llvm.mlir.constant(1 : i64) : i64
    %3 = llvm.mlir.constant(8 : i64) : i64
    %4 = llvm.icmp "sgt" %arg2, %0 : i32
    llvm.cond_br %4, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
-19!    %5 = llvm.zext %arg2 : i32 to i64
20-!    %5 = llvm.zext nneg %arg2 : i32 to i64
    llvm.br ^bb3(%1 : i64)
  ^bb2:  // 2 preds: ^bb0, ^bb3
    %6 = llvm.load %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
-19!    %7 = llvm.getelementptr inbounds %6[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %7 = llvm.getelementptr inbounds|nuw %6[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %8 = llvm.load %7 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    %9 = llvm.call tail %8(%arg0) : !llvm.ptr, (!llvm.ptr) -> i64
20-!    %9 = llvm.call tail %8(%arg0) {no_unwind} : !llvm.ptr, (!llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nonnull, llvm.noundef}) -> (i64 {llvm.noundef})
    llvm.return %9 : i64
  ^bb3(%10: i64):  // 2 preds: ^bb1, ^bb3
-19!    %11 = llvm.getelementptr inbounds %arg1[%10] : (!llvm.ptr, i64) -> !llvm.ptr, i32
20-!    %11 = llvm.getelementptr inbounds|nuw %arg1[%10] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %12 = llvm.load %11 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
    %13 = llvm.sext %12 : i32 to i64
    %14 = llvm.load %arg0 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
    %15 = llvm.load %14 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    llvm.call tail %15(%arg0, %13) : !llvm.ptr, (!llvm.ptr, i64) -> ()
20-!    llvm.call tail %15(%arg0, %13) {no_unwind} : !llvm.ptr, (!llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nonnull, llvm.noundef}, i64 {llvm.noundef}) -> ()
    %16 = llvm.add %10, %2 overflow<nsw, nuw> : i64
    %17 = llvm.icmp "eq" %16, %5 : i64
    llvm.cond_br %17, ^bb2, ^bb3(%16 : i64) {loop_annotation = #loop_annotation}
  }
-19!  llvm.func local_unnamed_addr @_Z4bothPKii(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}) -> (i64 {llvm.noundef}) attributes {no_unwind, passthrough = ["mustprogress", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func local_unnamed_addr @_Z4bothPKii(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}) -> (i64 {llvm.noundef}) attributes {dso_local, no_unwind, passthrough = ["mustprogress", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    %1 = llvm.mlir.constant(16 : i64) : i64
-19!    %2 = llvm.mlir.addressof @_ZNK3Sum6resultEv : !llvm.ptr
-19!    %3 = llvm.mlir.addressof @_ZN3Sum6numberEl : !llvm.ptr
-19!    %4 = llvm.mlir.zero : !llvm.ptr
-19!    %5 = llvm.mlir.undef : !llvm.array<4 x ptr>
-19!    %6 = llvm.insertvalue %4, %5[0] : !llvm.array<4 x ptr>
-19!    %7 = llvm.insertvalue %4, %6[1] : !llvm.array<4 x ptr>
-19!    %8 = llvm.insertvalue %3, %7[2] : !llvm.array<4 x ptr>
-19!    %9 = llvm.insertvalue %2, %8[3] : !llvm.array<4 x ptr>
-19!    %10 = llvm.mlir.undef : !llvm.struct<(array<4 x ptr>)>
-19!    %11 = llvm.insertvalue %9, %10[0] : !llvm.struct<(array<4 x ptr>)>
-19!    %12 = llvm.mlir.addressof @_ZTV3Sum : !llvm.ptr
-19!    %13 = llvm.getelementptr inbounds %12[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %14 = llvm.mlir.constant(136 : i64) : i64
-19!    %15 = llvm.mlir.constant(0 : i32) : i32
-19!    %16 = llvm.mlir.constant(144 : i64) : i64
-19!    %17 = llvm.mlir.constant(0 : i64) : i64
-19!    %18 = llvm.mlir.constant(1 : i64) : i64
-19!    %19 = llvm.mlir.constant(8 : i64) : i64
-19!    %20 = llvm.mlir.constant(-1 : i32) : i32
-19!    %21 = llvm.alloca %0 x !llvm.struct<"struct.Sum", (struct<"struct.Visitor", (ptr)>, struct<"class.Stack", packed (array<16 x i64>, i32, array<4 x i8>)>, i64)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
-19!    llvm.intr.lifetime.start 152, %21 : !llvm.ptr
-19!    llvm.store %13, %21 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr, !llvm.ptr
-19!    %22 = llvm.getelementptr inbounds %21[%14] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    llvm.store %15, %22 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
-19!    %23 = llvm.getelementptr inbounds %21[%16] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    llvm.store %17, %23 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : i64, !llvm.ptr
-19!    %24 = llvm.icmp "sgt" %arg1, %15 : i32
-19!    llvm.cond_br %24, ^bb1, ^bb3
20-!    %2 = llvm.mlir.addressof @_ZTV3Sum : !llvm.ptr
20-!    %3 = llvm.getelementptr inbounds|nuw %2[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %4 = llvm.mlir.constant(136 : i64) : i64
20-!    %5 = llvm.mlir.constant(0 : i32) : i32
20-!    %6 = llvm.mlir.constant(144 : i64) : i64
20-!    %7 = llvm.mlir.constant(0 : i64) : i64
20-!    %8 = llvm.mlir.constant(1 : i64) : i64
20-!    %9 = llvm.mlir.constant(8 : i64) : i64
20-!    %10 = llvm.mlir.constant(-1 : i32) : i32
20-!    %11 = llvm.alloca %0 x !llvm.struct<"struct.Sum", (struct<"struct.Visitor", (ptr)>, struct<"class.Stack", packed (array<16 x i64>, i32, array<4 x i8>)>, i64)> {alignment = 8 : i64} : (i32) -> !llvm.ptr
20-!    llvm.intr.lifetime.start %11 : !llvm.ptr
20-!    llvm.store %3, %11 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr, !llvm.ptr
20-!    %12 = llvm.getelementptr inbounds|nuw %11[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.store %5, %12 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
20-!    %13 = llvm.getelementptr inbounds|nuw %11[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.store %7, %13 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : i64, !llvm.ptr
20-!    %14 = llvm.icmp "sgt" %arg1, %5 : i32
20-!    llvm.cond_br %14, ^bb1, ^bb3
  ^bb1:  // pred: ^bb0
-19!    %25 = llvm.zext %arg1 : i32 to i64
-19!    llvm.br ^bb2(%17 : i64)
-19!  ^bb2(%26: i64):  // 2 preds: ^bb1, ^bb2
-19!    %27 = llvm.getelementptr inbounds %arg0[%26] : (!llvm.ptr, i64) -> !llvm.ptr, i32
-19!    %28 = llvm.load %27 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
-19!    %29 = llvm.sext %28 : i32 to i64
-19!    %30 = llvm.load %21 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
-19!    %31 = llvm.load %30 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    llvm.call %31(%21, %29) : !llvm.ptr, (!llvm.ptr, i64) -> ()
-19!    %32 = llvm.add %26, %18 overflow<nsw, nuw> : i64
-19!    %33 = llvm.icmp "eq" %32, %25 : i64
-19!    llvm.cond_br %33, ^bb3, ^bb2(%32 : i64) {loop_annotation = #loop_annotation}
20-!    %15 = llvm.zext nneg %arg1 : i32 to i64
20-!    llvm.br ^bb2(%7 : i64)
20-!  ^bb2(%16: i64):  // 2 preds: ^bb1, ^bb2
20-!    %17 = llvm.getelementptr inbounds|nuw %arg0[%16] : (!llvm.ptr, i64) -> !llvm.ptr, i32
20-!    %18 = llvm.load %17 {alignment = 4 : i64, tbaa = [#tbaa_tag1]} : !llvm.ptr -> i32
20-!    %19 = llvm.sext %18 : i32 to i64
20-!    %20 = llvm.load %11 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
20-!    %21 = llvm.load %20 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
20-!    llvm.call %21(%11, %19) {no_unwind} : !llvm.ptr, (!llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nonnull, llvm.noundef}, i64 {llvm.noundef}) -> ()
20-!    %22 = llvm.add %16, %8 overflow<nsw, nuw> : i64
20-!    %23 = llvm.icmp "eq" %22, %15 : i64
20-!    llvm.cond_br %23, ^bb3, ^bb2(%22 : i64) {loop_annotation = #loop_annotation}
  ^bb3:  // 2 preds: ^bb0, ^bb2
-19!    %34 = llvm.load %21 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
-19!    %35 = llvm.getelementptr inbounds %34[%19] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %36 = llvm.load %35 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
-19!    %37 = llvm.call %36(%21) : !llvm.ptr, (!llvm.ptr) -> i64
-19!    %38 = llvm.getelementptr inbounds %21[%14] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %39 = llvm.load %38 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i32
-19!    %40 = llvm.icmp "eq" %39, %15 : i32
-19!    llvm.cond_br %40, ^bb5(%17 : i64), ^bb4
20-!    %24 = llvm.load %11 {alignment = 8 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
20-!    %25 = llvm.getelementptr inbounds|nuw %24[%9] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %26 = llvm.load %25 {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
20-!    %27 = llvm.call %26(%11) {no_unwind} : !llvm.ptr, (!llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 8 : i64, llvm.nonnull, llvm.noundef}) -> (i64 {llvm.noundef})
20-!    %28 = llvm.getelementptr inbounds|nuw %11[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %29 = llvm.load %28 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i32
20-!    %30 = llvm.icmp "eq" %29, %5 : i32
20-!    llvm.cond_br %30, ^bb5(%7 : i64), ^bb4
  ^bb4:  // pred: ^bb3
-19!    %41 = llvm.getelementptr inbounds %21[%19] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %42 = llvm.add %39, %20 overflow<nsw> : i32
-19!    llvm.store %42, %38 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
-19!    %43 = llvm.sext %42 : i32 to i64
-19!    %44 = llvm.getelementptr inbounds %41[%17, %43] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<16 x i64>
-19!    %45 = llvm.load %44 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i64
-19!    llvm.br ^bb5(%45 : i64)
-19!  ^bb5(%46: i64):  // 2 preds: ^bb3, ^bb4
-19!    %47 = llvm.add %46, %37 overflow<nsw> : i64
-19!    llvm.intr.lifetime.end 152, %21 : !llvm.ptr
-19!    llvm.return %47 : i64
20-!    %31 = llvm.getelementptr inbounds|nuw %11[%9] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %32 = llvm.add %29, %10 overflow<nsw> : i32
20-!    llvm.store %32, %28 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
20-!    %33 = llvm.sext %32 : i32 to i64
20-!    %34 = llvm.getelementptr inbounds %31[%33] : (!llvm.ptr, i64) -> !llvm.ptr, i64
20-!    %35 = llvm.load %34 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : !llvm.ptr -> i64
20-!    llvm.br ^bb5(%35 : i64)
20-!  ^bb5(%36: i64):  // 2 preds: ^bb3, ^bb4
20-!    %37 = llvm.add %36, %27 overflow<nsw> : i64
20-!    llvm.intr.lifetime.end %11 : !llvm.ptr
20-!    llvm.return %37 : i64
  }
-19!  llvm.func linkonce_odr unnamed_addr @_ZN3Sum6numberEl(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 152 : i64, llvm.nonnull, llvm.noundef}, %arg1: i64 {llvm.noundef}) comdat(@__llvm_global_comdat::@_ZN3Sum6numberEl) attributes {alignment = 2 : i64, no_unwind, passthrough = ["mustprogress", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func linkonce_odr unnamed_addr @_ZN3Sum6numberEl(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 152 : i64, llvm.nonnull, llvm.noundef}, %arg1: i64 {llvm.noundef}) comdat(@__llvm_global_comdat::@_ZN3Sum6numberEl) attributes {alignment = 2 : i64, dso_local, no_unwind, passthrough = ["mustprogress", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(144 : i64) : i64
    %1 = llvm.mlir.constant(136 : i64) : i64
    %2 = llvm.mlir.constant(16 : i32) : i32
    %3 = llvm.mlir.constant(8 : i64) : i64
    %4 = llvm.mlir.constant(1 : i32) : i32
-19!    %5 = llvm.mlir.constant(0 : i64) : i64
-19!    %6 = llvm.getelementptr inbounds %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %7 = llvm.load %6 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : !llvm.ptr -> i64
-19!    %8 = llvm.add %7, %arg1 overflow<nsw> : i64
-19!    llvm.store %8, %6 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : i64, !llvm.ptr
-19!    %9 = llvm.getelementptr inbounds %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %10 = llvm.load %9 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i32
-19!    %11 = llvm.icmp "eq" %10, %2 : i32
-19!    llvm.cond_br %11, ^bb2, ^bb1
20-!    %5 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %6 = llvm.load %5 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : !llvm.ptr -> i64
20-!    %7 = llvm.add %6, %arg1 overflow<nsw> : i64
20-!    llvm.store %7, %5 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : i64, !llvm.ptr
20-!    %8 = llvm.getelementptr inbounds|nuw %arg0[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %9 = llvm.load %8 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : !llvm.ptr -> i32
20-!    %10 = llvm.icmp "eq" %9, %2 : i32
20-!    llvm.cond_br %10, ^bb2, ^bb1
  ^bb1:  // pred: ^bb0
-19!    %12 = llvm.getelementptr inbounds %arg0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %13 = llvm.add %10, %4 overflow<nsw> : i32
-19!    llvm.store %13, %9 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
-19!    %14 = llvm.sext %10 : i32 to i64
-19!    %15 = llvm.getelementptr inbounds %12[%5, %14] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<16 x i64>
-19!    llvm.store %arg1, %15 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i64, !llvm.ptr
20-!    %11 = llvm.getelementptr inbounds|nuw %arg0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %12 = llvm.add %9, %4 overflow<nsw> : i32
20-!    llvm.store %12, %8 {alignment = 8 : i64, tbaa = [#tbaa_tag3]} : i32, !llvm.ptr
20-!    %13 = llvm.sext %9 : i32 to i64
20-!    %14 = llvm.getelementptr inbounds %11[%13] : (!llvm.ptr, i64) -> !llvm.ptr, i64
20-!    llvm.store %arg1, %14 {alignment = 8 : i64, tbaa = [#tbaa_tag2]} : i64, !llvm.ptr
    llvm.br ^bb2
  ^bb2:  // 2 preds: ^bb0, ^bb1
    llvm.return
  }
-19!  llvm.func linkonce_odr unnamed_addr @_ZNK3Sum6resultEv(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 152 : i64, llvm.nonnull, llvm.noundef}) -> (i64 {llvm.noundef}) comdat(@__llvm_global_comdat::@_ZNK3Sum6resultEv) attributes {alignment = 2 : i64, no_unwind, passthrough = ["mustprogress", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func linkonce_odr unnamed_addr @_ZNK3Sum6resultEv(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 152 : i64, llvm.nonnull, llvm.noundef}) -> (i64 {llvm.noundef}) comdat(@__llvm_global_comdat::@_ZNK3Sum6resultEv) attributes {alignment = 2 : i64, dso_local, no_unwind, passthrough = ["mustprogress", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(144 : i64) : i64
-19!    %1 = llvm.getelementptr inbounds %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %1 = llvm.getelementptr inbounds|nuw %arg0[%0] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %2 = llvm.load %1 {alignment = 8 : i64, tbaa = [#tbaa_tag4]} : !llvm.ptr -> i64
    llvm.return %2 : i64
  }
}
// ----- c_bits: clang_import
// clang -O2 of builtins in C
#loop_annotation = #llvm.loop_annotation<mustProgress = true>
#loop_unroll = #llvm.loop_unroll<runtimeDisable = true>
#tbaa_root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#loop_annotation1 = #llvm.loop_annotation<unroll = #loop_unroll, mustProgress = true, isVectorized = true>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#tbaa_root, 0>}>
#tbaa_type_desc1 = #llvm.tbaa_type_desc<id = "short", members = {<#tbaa_type_desc, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc1, access_type = #tbaa_type_desc1, offset = 0>
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
-19!  llvm.func local_unnamed_addr @width(%arg0: i64 {llvm.noundef}) -> i32 attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "Debian clang version 22.1.8 (1~deb12u1)", llvm.module_asm = [], llvm.target_triple = "x86_64-pc-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<max, "PIE Level", 2 : i32>, #llvm.mlir.module_flag<max, "uwtable", 2 : i32>]
20-!  llvm.func local_unnamed_addr @width(%arg0: i64 {llvm.noundef}) -> (i32 {llvm.range = #llvm.constant_range<i32, 0, 65>}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(64 : i32) : i32
    %2 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.icmp "eq" %arg0, %0 : i64
    %4 = "llvm.intr.ctlz"(%arg0) <{is_zero_poison = true}> : (i64) -> i64
-19!    %5 = llvm.trunc %4 : i64 to i32
20-!    %5 = llvm.trunc %4 overflow<nsw, nuw> : i64 to i32
    %6 = llvm.sub %1, %5 overflow<nsw, nuw> : i32
    %7 = llvm.select %3, %2, %6 : i1, i32
    llvm.return %7 : i32
  }
-19!  llvm.func local_unnamed_addr @spread(%arg0: i32 {llvm.noundef}) -> i32 attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func local_unnamed_addr @spread(%arg0: i32 {llvm.noundef}) -> i32 attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.mlir.constant(7 : i32) : i32
    %1 = llvm.mlir.constant(256 : i32) : i32
    %2 = llvm.mlir.constant(4 : i32) : i32
-19!    %3 = llvm.intr.bswap(%arg0)  : (i32) -> i32
-19!    %4 = llvm.intr.fshl(%3, %3, %0)  : (i32, i32, i32) -> i32
-19!    %5 = llvm.intr.ctpop(%arg0)  : (i32) -> i32
-19!    %6 = llvm.xor %4, %5  : i32
-19!    %7 = llvm.or %3, %1  : i32
20-!    %3 = llvm.intr.bswap(%arg0) : (i32) -> i32
20-!    %4 = llvm.intr.fshl(%3, %3, %0) : (i32, i32, i32) -> i32
20-!    %5 = llvm.intr.ctpop(%arg0) : (i32) -> i32
20-!    %6 = llvm.xor %4, %5 : i32
20-!    %7 = llvm.or %3, %1 : i32
    %8 = "llvm.intr.cttz"(%7) <{is_zero_poison = true}> : (i32) -> i32
    %9 = llvm.shl %8, %2 overflow<nsw, nuw> : i32
-19!    %10 = llvm.xor %6, %9  : i32
20-!    %10 = llvm.xor %6, %9 : i32
    llvm.return %10 : i32
  }
-19!  llvm.func local_unnamed_addr @add_checked(%arg0: i32 {llvm.noundef}, %arg1: i32 {llvm.noundef}, %arg2: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.writeonly}) -> (i32 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = write, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func local_unnamed_addr @add_checked(%arg0: i32 {llvm.noundef}, %arg1: i32 {llvm.noundef}, %arg2: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.writeonly}) -> (i32 {llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 2>}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = write, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.mlir.constant(31 : i32) : i32
    %1 = llvm.mlir.constant(1 : i32) : i32
    %2 = "llvm.intr.sadd.with.overflow"(%arg0, %arg1) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %3 = llvm.extractvalue %2[1] : !llvm.struct<(i32, i1)>
    %4 = llvm.extractvalue %2[0] : !llvm.struct<(i32, i1)>
    llvm.store %4, %arg2 {alignment = 4 : i64} : i32, !llvm.ptr
-19!    %5 = llvm.lshr %4, %0  : i32
20-!    %5 = llvm.lshr %4, %0 : i32
    %6 = llvm.select %3, %1, %5 : i1, i32
    llvm.return %6 : i32
  }
-19!  llvm.func local_unnamed_addr @half_sum(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}) -> (i16 {llvm.zeroext}) attributes {memory = #llvm.memory_effects<other = read, argMem = read, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic"} {
20-!  llvm.func local_unnamed_addr @half_sum(%arg0: !llvm.ptr {llvm.nocapture, llvm.noundef, llvm.readonly}, %arg1: i32 {llvm.noundef}) -> (i16 {llvm.zeroext}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(8 : i32) : i32
    %2 = llvm.mlir.constant(4294967288 : i64) : i64
    %3 = llvm.mlir.constant(1 : i64) : i64
    %4 = llvm.mlir.constant(0 : i64) : i64
    %5 = llvm.mlir.constant(dense<0> : vector<4xi32>) : vector<4xi32>
    %6 = llvm.mlir.constant(8 : i64) : i64
    %7 = llvm.mlir.constant(-1 : i32) : i32
    %8 = llvm.mlir.constant(2 : i64) : i64
-19!    %9 = llvm.mlir.constant(65536 : i32) : i32
-19!    %10 = llvm.mlir.constant(16 : i32) : i32
-19!    %11 = llvm.mlir.constant(65535 : i32) : i32
-19!    %12 = llvm.mlir.constant(-1 : i16) : i16
-19!    %13 = llvm.icmp "eq" %arg1, %0 : i32
-19!    llvm.cond_br %13, ^bb9(%0 : i32), ^bb1
20-!    %9 = llvm.mlir.constant(16 : i32) : i32
20-!    %10 = llvm.mlir.constant(65535 : i32) : i32
20-!    %11 = llvm.mlir.constant(-1 : i16) : i16
20-!    %12 = llvm.icmp "eq" %arg1, %0 : i32
20-!    llvm.cond_br %12, ^bb9(%0 : i32), ^bb1
  ^bb1:  // pred: ^bb0
-19!    %14 = llvm.zext %arg1 : i32 to i64
-19!    %15 = llvm.icmp "ult" %arg1, %1 : i32
-19!    llvm.cond_br %15, ^bb2(%0, %arg1, %arg0 : i32, i32, !llvm.ptr), ^bb3
-19!  ^bb2(%16: i32, %17: i32, %18: !llvm.ptr):  // 2 preds: ^bb1, ^bb5
-19!    llvm.br ^bb7(%16, %17, %18 : i32, i32, !llvm.ptr)
-19!  ^bb3:  // pred: ^bb1
-19!    %19 = llvm.and %14, %2  : i64
-19!    %20 = llvm.trunc %19 : i64 to i32
-19!    %21 = llvm.sub %arg1, %20 : i32
-19!    %22 = llvm.shl %19, %3 overflow<nsw, nuw> : i64
-19!    %23 = llvm.getelementptr %arg0[%22] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    llvm.br ^bb4(%4, %5, %5 : i64, vector<4xi32>, vector<4xi32>)
-19!  ^bb4(%24: i64, %25: vector<4xi32>, %26: vector<4xi32>):  // 2 preds: ^bb3, ^bb4
-19!    %27 = llvm.shl %24, %3 : i64
-19!    %28 = llvm.getelementptr %arg0[%27] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %29 = llvm.getelementptr %28[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
-19!    %30 = llvm.load %28 {alignment = 2 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xi16>
-19!    %31 = llvm.load %29 {alignment = 2 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xi16>
-19!    %32 = llvm.zext %30 : vector<4xi16> to vector<4xi32>
-19!    %33 = llvm.zext %31 : vector<4xi16> to vector<4xi32>
-19!    %34 = llvm.add %25, %32 : vector<4xi32>
-19!    %35 = llvm.add %26, %33 : vector<4xi32>
-19!    %36 = llvm.add %24, %6 overflow<nuw> : i64
-19!    %37 = llvm.icmp "eq" %36, %19 : i64
-19!    llvm.cond_br %37, ^bb5, ^bb4(%36, %34, %35 : i64, vector<4xi32>, vector<4xi32>) {loop_annotation = #loop_annotation1}
-19!  ^bb5:  // pred: ^bb4
-19!    %38 = llvm.add %35, %34 : vector<4xi32>
-19!    %39 = "llvm.intr.vector.reduce.add"(%38) : (vector<4xi32>) -> i32
-19!    %40 = llvm.icmp "eq" %19, %14 : i64
-19!    llvm.cond_br %40, ^bb6(%39 : i32), ^bb2(%39, %21, %23 : i32, i32, !llvm.ptr)
-19!  ^bb6(%41: i32):  // 2 preds: ^bb5, ^bb7
-19!    %42 = llvm.icmp "ult" %41, %9 : i32
-19!    llvm.cond_br %42, ^bb9(%41 : i32), ^bb8(%41 : i32)
-19!  ^bb7(%43: i32, %44: i32, %45: !llvm.ptr):  // 2 preds: ^bb2, ^bb7
20-!    %13 = llvm.zext %arg1 : i32 to i64
20-!    %14 = llvm.icmp "ult" %arg1, %1 : i32
20-!    llvm.cond_br %14, ^bb5(%0, %arg1, %arg0 : i32, i32, !llvm.ptr), ^bb2
20-!  ^bb2:  // pred: ^bb1
20-!    %15 = llvm.and %13, %2 : i64
20-!    %16 = llvm.trunc %15 overflow<nuw> : i64 to i32
20-!    %17 = llvm.sub %arg1, %16 : i32
20-!    %18 = llvm.shl %15, %3 overflow<nsw, nuw> : i64
20-!    %19 = llvm.getelementptr %arg0[%18] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    llvm.br ^bb3(%4, %5, %5 : i64, vector<4xi32>, vector<4xi32>)
20-!  ^bb3(%20: i64, %21: vector<4xi32>, %22: vector<4xi32>):  // 2 preds: ^bb2, ^bb3
20-!    %23 = llvm.shl %20, %3 : i64
20-!    %24 = llvm.getelementptr %arg0[%23] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %25 = llvm.getelementptr %24[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %26 = llvm.load %24 {alignment = 2 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xi16>
20-!    %27 = llvm.load %25 {alignment = 2 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> vector<4xi16>
20-!    %28 = llvm.zext %26 : vector<4xi16> to vector<4xi32>
20-!    %29 = llvm.zext %27 : vector<4xi16> to vector<4xi32>
20-!    %30 = llvm.add %21, %28 : vector<4xi32>
20-!    %31 = llvm.add %22, %29 : vector<4xi32>
20-!    %32 = llvm.add %20, %6 overflow<nuw> : i64
20-!    %33 = llvm.icmp "eq" %32, %15 : i64
20-!    llvm.cond_br %33, ^bb4, ^bb3(%32, %30, %31 : i64, vector<4xi32>, vector<4xi32>) {loop_annotation = #loop_annotation1}
20-!  ^bb4:  // pred: ^bb3
20-!    %34 = llvm.add %31, %30 : vector<4xi32>
20-!    %35 = "llvm.intr.vector.reduce.add"(%34) : (vector<4xi32>) -> i32
20-!    %36 = llvm.icmp "eq" %15, %13 : i64
20-!    llvm.cond_br %36, ^bb6(%35 : i32), ^bb5(%35, %17, %19 : i32, i32, !llvm.ptr)
20-!  ^bb5(%37: i32, %38: i32, %39: !llvm.ptr):  // 2 preds: ^bb1, ^bb4
20-!    llvm.br ^bb7(%37, %38, %39 : i32, i32, !llvm.ptr)
20-!  ^bb6(%40: i32):  // 2 preds: ^bb4, ^bb7
20-!    %41 = llvm.lshr %40, %9 : i32
20-!    %42 = llvm.icmp "eq" %41, %0 : i32
20-!    llvm.cond_br %42, ^bb9(%40 : i32), ^bb8(%41, %40 : i32, i32)
20-!  ^bb7(%43: i32, %44: i32, %45: !llvm.ptr):  // 2 preds: ^bb5, ^bb7
    %46 = llvm.add %44, %7 : i32
-19!    %47 = llvm.getelementptr inbounds %45[%8] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %47 = llvm.getelementptr inbounds|nuw %45[%8] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %48 = llvm.load %45 {alignment = 2 : i64, tbaa = [#tbaa_tag]} : !llvm.ptr -> i16
    %49 = llvm.zext %48 : i16 to i32
    %50 = llvm.add %43, %49 : i32
    %51 = llvm.icmp "eq" %46, %0 : i32
    llvm.cond_br %51, ^bb6(%50 : i32), ^bb7(%50, %46, %47 : i32, i32, !llvm.ptr) {loop_annotation = #loop_annotation1}
-19!  ^bb8(%52: i32):  // 2 preds: ^bb6, ^bb8
-19!    %53 = llvm.lshr %52, %10  : i32
-19!    %54 = llvm.and %52, %11  : i32
-19!    %55 = llvm.add %54, %53 overflow<nsw, nuw> : i32
-19!    %56 = llvm.icmp "ult" %55, %9 : i32
-19!    llvm.cond_br %56, ^bb9(%55 : i32), ^bb8(%55 : i32) {loop_annotation = #loop_annotation}
-19!  ^bb9(%57: i32):  // 3 preds: ^bb0, ^bb6, ^bb8
-19!    %58 = llvm.trunc %57 : i32 to i16
-19!    %59 = llvm.xor %58, %12  : i16
-19!    llvm.return %59 : i16
20-!  ^bb8(%52: i32, %53: i32):  // 2 preds: ^bb6, ^bb8
20-!    %54 = llvm.and %53, %10 : i32
20-!    %55 = llvm.add %54, %52 overflow<nsw, nuw> : i32
20-!    %56 = llvm.lshr %55, %9 : i32
20-!    %57 = llvm.icmp "eq" %56, %0 : i32
20-!    llvm.cond_br %57, ^bb9(%55 : i32), ^bb8(%56, %55 : i32, i32) {loop_annotation = #loop_annotation}
20-!  ^bb9(%58: i32):  // 3 preds: ^bb0, ^bb6, ^bb8
20-!    %59 = llvm.trunc %58 overflow<nuw> : i32 to i16
20-!    %60 = llvm.xor %59, %11 : i16
20-!    llvm.return %60 : i16
  }
-19!  llvm.func local_unnamed_addr @polish(%arg0: f64 {llvm.noundef}) -> (f64 {llvm.noundef}) attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["uwtable", "2"], ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", will_return} {
20-!  llvm.func local_unnamed_addr @polish(%arg0: f64 {llvm.noundef}) -> (f64 {llvm.noundef}) attributes {dso_local, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["mustprogress", "nofree", "norecurse", "nosync", ["min-legal-vector-width", "0"], ["no-trapping-math", "true"], ["stack-protector-buffer-size", "8"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", target_features = #llvm.target_features<["+cmov", "+cx8", "+fxsr", "+mmx", "+sse", "+sse2", "+x87"]>, tune_cpu = "generic", uwtable_kind = #llvm.uwtableKind<async>, will_return} {
    %0 = llvm.mlir.constant(1.000000e+00 : f64) : f64
-19!    %1 = llvm.intr.fabs(%arg0)  : (f64) -> f64
-19!    %2 = llvm.intr.fma(%arg0, %arg0, %1)  : (f64, f64, f64) -> f64
-19!    %3 = llvm.intr.trunc(%arg0)  : (f64) -> f64
-19!    %4 = llvm.fadd %3, %2  : f64
-19!    %5 = llvm.intr.copysign(%0, %arg0)  : (f64, f64) -> f64
-19!    %6 = llvm.fadd %5, %4  : f64
20-!    %1 = llvm.intr.fabs(%arg0) : (f64) -> f64
20-!    %2 = llvm.intr.fma(%arg0, %arg0, %1) : (f64, f64, f64) -> f64
20-!    %3 = llvm.intr.trunc(%arg0) : (f64) -> f64
20-!    %4 = llvm.fadd %3, %2 : f64
20-!    %5 = llvm.intr.copysign(%0, %arg0) : (f64, f64) -> f64
20-!    %6 = llvm.fadd %5, %4 : f64
    llvm.return %6 : f64
  }
}
// ----- rust_words: clang_import
// rustc -O of counting words in Rust
-19!module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<f80, dense<128> : vector<2xi64>>, #dlti.dl_entry<i16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i8, dense<8> : vector<2xi64>>, #dlti.dl_entry<i1, dense<8> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<270>, dense<32> : vector<4xi64>>, #dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<i128, dense<128> : vector<2xi64>>, #dlti.dl_entry<f16, dense<16> : vector<2xi64>>, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f64, dense<64> : vector<2xi64>>, #dlti.dl_entry<f128, dense<128> : vector<2xi64>>, #dlti.dl_entry<!llvm.ptr<272>, dense<64> : vector<4xi64>>, #dlti.dl_entry<!llvm.ptr<271>, dense<32> : vector<4xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<"dlti.endianness", "little">>} {
-19!  llvm.func unnamed_addr @_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 24 : i64, llvm.noalias, llvm.noundef, llvm.readonly}) attributes {memory = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "noreturn", "nosync", "nonlazybind", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64"} {
20-!module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, i32 = dense<32> : vector<2xi64>, f16 = dense<16> : vector<2xi64>, f64 = dense<64> : vector<2xi64>, f128 = dense<128> : vector<2xi64>, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.legal_int_widths" = array<i32: 8, 16, 32, 64>, "dlti.stack_alignment" = 128 : i64>, llvm.ident = "rustc version 1.95.0 (59807616e 2026-04-14)", llvm.module_asm = [], llvm.target_triple = "x86_64-unknown-linux-gnu"} {
20-!  llvm.module_flags [#llvm.mlir.module_flag<min, "PIC Level", 2 : i32>, #llvm.mlir.module_flag<warning, "RtLibUseGOT", 1 : i32>]
20-!  llvm.func unnamed_addr @_RNvCsfLfy6EI15iL_7___rustc17rust_begin_unwind(%arg0: !llvm.ptr {llvm.align = 8 : i64, llvm.dereferenceable = 24 : i64, llvm.noalias, llvm.nocapture, llvm.noundef, llvm.readonly}) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "noreturn", "nosync", "nonlazybind", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>} {
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb1
    llvm.br ^bb1
  }
-19!  llvm.func unnamed_addr @parse(%arg0: !llvm.ptr {llvm.align = 1 : i64, llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef}) -> !llvm.struct<(i32, i32)> attributes {memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", "nonlazybind", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64"} {
20-!  llvm.func unnamed_addr @parse(%arg0: !llvm.ptr {llvm.align = 1 : i64, llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef, llvm.range = #llvm.constant_range<i64, 0, -9223372036854775808>}) -> !llvm.struct<(i32, i32)> attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", "nonlazybind", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(1 : i32) : i32
    %2 = llvm.mlir.constant(-48 : i32) : i32
    %3 = llvm.mlir.constant(10 : i32) : i32
    %4 = llvm.mlir.constant(1 : i64) : i64
    %5 = llvm.mlir.poison : !llvm.struct<(i32, i32)>
-19!    %6 = llvm.getelementptr inbounds %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %6 = llvm.getelementptr inbounds|nuw %arg0[%arg1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    llvm.br ^bb1(%0, %arg0 : i32, !llvm.ptr)
  ^bb1(%7: i32, %8: !llvm.ptr):  // 2 preds: ^bb0, ^bb3
    %9 = llvm.icmp "eq" %8, %6 : !llvm.ptr
    llvm.cond_br %9, ^bb4(%1 : i32), ^bb2
  ^bb2:  // pred: ^bb1
    %10 = llvm.load %8 {alignment = 1 : i64} : !llvm.ptr -> i8
    %11 = llvm.zext %10 : i8 to i32
    %12 = llvm.add %11, %2 overflow<nsw> : i32
    %13 = llvm.icmp "ult" %12, %3 : i32
    llvm.cond_br %13, ^bb3, ^bb4(%0 : i32)
  ^bb3:  // pred: ^bb2
-19!    %14 = llvm.getelementptr inbounds %8[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %14 = llvm.getelementptr inbounds|nuw %8[%4] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %15 = "llvm.intr.umul.with.overflow"(%7, %3) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %16 = llvm.extractvalue %15[1] : !llvm.struct<(i32, i1)>
    %17 = llvm.extractvalue %15[0] : !llvm.struct<(i32, i1)>
    %18 = llvm.add %12, %17 : i32
    %19 = llvm.icmp "ult" %18, %17 : i32
-19!    %20 = llvm.or %16, %19  : i1
20-!    %20 = llvm.or %16, %19 : i1
    llvm.cond_br %20 weights([4001, 4000000]), ^bb4(%0 : i32), ^bb1(%18, %14 : i32, !llvm.ptr)
  ^bb4(%21: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
    %22 = llvm.insertvalue %21, %5[0] : !llvm.struct<(i32, i32)>
    %23 = llvm.insertvalue %7, %22[1] : !llvm.struct<(i32, i32)>
    llvm.return %23 : !llvm.struct<(i32, i32)>
  }
-19!  llvm.func unnamed_addr @words(%arg0: !llvm.ptr {llvm.align = 1 : i64, llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef}) -> !llvm.struct<(i64, i64)> attributes {memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", "nonlazybind", ["uwtable", "2"], ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], personality = @rust_eh_personality, target_cpu = "x86-64"} {
20-!  llvm.func unnamed_addr @words(%arg0: !llvm.ptr {llvm.align = 1 : i64, llvm.noalias, llvm.nonnull, llvm.noundef, llvm.readonly}, %arg1: i64 {llvm.noundef, llvm.range = #llvm.constant_range<i64, 0, -9223372036854775808>}) -> !llvm.struct<(i64, i64)> attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, passthrough = ["nofree", "norecurse", "nosync", "nonlazybind", ["probe-stack", "inline-asm"], ["target-cpu", "x86-64"]], personality = @rust_eh_personality, target_cpu = "x86-64", uwtable_kind = #llvm.uwtableKind<async>} {
    %0 = llvm.mlir.constant(0 : i64) : i64
    %1 = llvm.mlir.constant(1 : i64) : i64
    %2 = llvm.mlir.constant(9223372036854775806 : i64) : i64
    %3 = llvm.mlir.constant(-33 : i8) : i8
    %4 = llvm.mlir.constant(-65 : i8) : i8
    %5 = llvm.mlir.constant(26 : i8) : i8
    %6 = llvm.mlir.constant(2 : i64) : i64
    %7 = llvm.mlir.poison : !llvm.struct<(i64, i64)>
    %8 = llvm.icmp "eq" %arg1, %0 : i64
    llvm.cond_br %8, ^bb7(%0, %0 : i64, i64), ^bb1
  ^bb1:  // pred: ^bb0
-19!    %9 = llvm.and %arg1, %1  : i64
20-!    %9 = llvm.and %arg1, %1 : i64
    %10 = llvm.icmp "eq" %arg1, %1 : i64
    llvm.cond_br %10, ^bb5(%0, %0, %0, %arg0 : i64, i64, i64, !llvm.ptr), ^bb2
  ^bb2:  // pred: ^bb1
-19!    %11 = llvm.and %arg1, %2  : i64
20-!    %11 = llvm.and %arg1, %2 : i64
    llvm.br ^bb3(%0, %0, %0, %arg0, %0 : i64, i64, i64, !llvm.ptr, i64)
  ^bb3(%12: i64, %13: i64, %14: i64, %15: !llvm.ptr, %16: i64):  // 2 preds: ^bb2, ^bb11
-19!    %17 = llvm.getelementptr inbounds %15[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %17 = llvm.getelementptr inbounds|nuw %15[%1] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %18 = llvm.load %15 {alignment = 1 : i64} : !llvm.ptr -> i8
-19!    %19 = llvm.and %18, %3  : i8
20-!    %19 = llvm.and %18, %3 : i8
    %20 = llvm.add %19, %4 : i8
    %21 = llvm.icmp "ult" %20, %5 : i8
    llvm.cond_br %21, ^bb8, ^bb9(%0, %13, %12 : i64, i64, i64)
  ^bb4:  // pred: ^bb11
    %22 = llvm.icmp "eq" %9, %0 : i64
    llvm.cond_br %22, ^bb7(%60, %61 : i64, i64), ^bb5(%61, %60, %59, %49 : i64, i64, i64, !llvm.ptr)
  ^bb5(%23: i64, %24: i64, %25: i64, %26: !llvm.ptr):  // 2 preds: ^bb1, ^bb4
    %27 = llvm.icmp "ne" %9, %0 : i64
-19!    "llvm.intr.assume"(%27) : (i1) -> ()
20-!    llvm.intr.assume %27  : i1
    %28 = llvm.load %26 {alignment = 1 : i64} : !llvm.ptr -> i8
-19!    %29 = llvm.and %28, %3  : i8
20-!    %29 = llvm.and %28, %3 : i8
    %30 = llvm.add %29, %4 : i8
    %31 = llvm.icmp "ult" %30, %5 : i8
    llvm.cond_br %31, ^bb6, ^bb7(%24, %23 : i64, i64)
  ^bb6:  // pred: ^bb5
    %32 = llvm.icmp "eq" %25, %0 : i64
    %33 = llvm.zext %32 : i1 to i64
    %34 = llvm.add %23, %33 : i64
    %35 = llvm.add %25, %1 : i64
-19!    %36 = llvm.intr.umax(%35, %24)  : (i64, i64) -> i64
20-!    %36 = llvm.intr.umax(%35, %24) : (i64, i64) -> i64
    llvm.br ^bb7(%36, %34 : i64, i64)
  ^bb7(%37: i64, %38: i64):  // 4 preds: ^bb0, ^bb4, ^bb5, ^bb6
    %39 = llvm.insertvalue %38, %7[0] : !llvm.struct<(i64, i64)>
    %40 = llvm.insertvalue %37, %39[1] : !llvm.struct<(i64, i64)>
    llvm.return %40 : !llvm.struct<(i64, i64)>
  ^bb8:  // pred: ^bb3
    %41 = llvm.icmp "eq" %14, %0 : i64
    %42 = llvm.zext %41 : i1 to i64
    %43 = llvm.add %12, %42 : i64
    %44 = llvm.add %14, %1 : i64
-19!    %45 = llvm.intr.umax(%44, %13)  : (i64, i64) -> i64
20-!    %45 = llvm.intr.umax(%44, %13) : (i64, i64) -> i64
    llvm.br ^bb9(%44, %45, %43 : i64, i64, i64)
  ^bb9(%46: i64, %47: i64, %48: i64):  // 2 preds: ^bb3, ^bb8
-19!    %49 = llvm.getelementptr inbounds %15[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
20-!    %49 = llvm.getelementptr inbounds|nuw %15[%6] : (!llvm.ptr, i64) -> !llvm.ptr, i8
    %50 = llvm.load %17 {alignment = 1 : i64} : !llvm.ptr -> i8
-19!    %51 = llvm.and %50, %3  : i8
20-!    %51 = llvm.and %50, %3 : i8
    %52 = llvm.add %51, %4 : i8
    %53 = llvm.icmp "ult" %52, %5 : i8
    llvm.cond_br %53, ^bb10, ^bb11(%0, %47, %48 : i64, i64, i64)
  ^bb10:  // pred: ^bb9
    %54 = llvm.icmp "eq" %46, %0 : i64
    %55 = llvm.zext %54 : i1 to i64
    %56 = llvm.add %48, %55 : i64
    %57 = llvm.add %46, %1 : i64
-19!    %58 = llvm.intr.umax(%57, %47)  : (i64, i64) -> i64
20-!    %58 = llvm.intr.umax(%57, %47) : (i64, i64) -> i64
    llvm.br ^bb11(%57, %58, %56 : i64, i64, i64)
  ^bb11(%59: i64, %60: i64, %61: i64):  // 2 preds: ^bb9, ^bb10
    %62 = llvm.add %16, %6 : i64
    %63 = llvm.icmp "eq" %62, %11 : i64
    llvm.cond_br %63, ^bb4, ^bb3(%61, %60, %59, %49, %62 : i64, i64, i64, !llvm.ptr, i64)
  }
  llvm.func unnamed_addr @rust_eh_personality(...) -> i32 attributes {passthrough = ["nonlazybind", ["target-cpu", "x86-64"]], target_cpu = "x86-64"}
}
