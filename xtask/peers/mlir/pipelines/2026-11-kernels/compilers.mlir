// What compilers of C, Fortran and shaders emit, of the set 2026-11-kernels; the form is that of ../development.
// ----- linked_list: backend_c
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr {llvm.noundef})
llvm.func @reverse(%head: !llvm.ptr) -> !llvm.ptr {
  %null = llvm.mlir.zero : !llvm.ptr
  %one = llvm.mlir.constant(1 : i32) : i32
  %prev = llvm.alloca %one x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
  %curr = llvm.alloca %one x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
  llvm.store %null, %prev {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %head, %curr {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.br ^test
^test:
  %c = llvm.load %curr {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %more = llvm.icmp "ne" %c, %null : !llvm.ptr
  llvm.cond_br %more weights([100, 1]), ^body, ^done
^body:
  %field = llvm.getelementptr inbounds %c[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"struct.node", (i32, ptr)>
  %next = llvm.load %field {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %p = llvm.load %prev {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  llvm.store %p, %field {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %c, %prev {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %next, %curr {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.br ^test
^done:
  %r = llvm.load %prev {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  llvm.return %r : !llvm.ptr
}
// ----- hello: backend_c
llvm.mlir.global private unnamed_addr constant @str.0("value %d of %s\0A\00") {addr_space = 0 : i32, alignment = 1 : i64, dso_local}
llvm.mlir.global external @counter(0 : i32) {alignment = 4 : i64} : i32
llvm.mlir.global internal constant @table(dense<[1, 2, 4, 8]> : tensor<4xi32>) {alignment = 16 : i64, dso_local} : !llvm.array<4 x i32>
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @main(%argc: i32 {llvm.noundef}, %argv: !llvm.ptr {llvm.noundef}) -> i32 attributes {passthrough = ["nounwind", ["target-cpu", "x86-64"]]} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %fmt = llvm.mlir.addressof @str.0 : !llvm.ptr
  %ctr = llvm.mlir.addressof @counter : !llvm.ptr
  %tab = llvm.mlir.addressof @table : !llvm.ptr
  %m = llvm.and %argc, %three : i32
  %i = llvm.sext %m : i32 to i64
  %g = llvm.getelementptr inbounds %tab[0, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x i32>
  %v = llvm.load %g {alignment = 4 : i64} : !llvm.ptr -> i32
  %old = llvm.load %ctr {alignment = 4 : i64} : !llvm.ptr -> i32
  %new = llvm.add %old, %v overflow<nsw> : i32
  llvm.store %new, %ctr {alignment = 4 : i64} : i32, !llvm.ptr
  %name = llvm.load %argv {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %r = llvm.call @printf(%fmt, %new, %name) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, !llvm.ptr) -> i32
  llvm.return %zero : i32
}
// ----- virtual_call: backend_c
llvm.func @__gxx_personality_v0(...) -> i32
llvm.func linkonce_odr @area(%this: !llvm.ptr {llvm.nonnull, llvm.noundef, llvm.dereferenceable = 16 : i64}) -> f64 attributes {personality = @__gxx_personality_v0} {
  %null = llvm.mlir.zero : !llvm.ptr
  %table = llvm.load %this {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %slot = llvm.getelementptr inbounds %table[2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
  %f = llvm.load %slot {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %r = llvm.invoke %f(%this) to ^ok unwind ^bad : !llvm.ptr, (!llvm.ptr) -> f64
^ok:
  llvm.return %r : f64
^bad:
  %e = llvm.landingpad (catch %null : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  %p = llvm.extractvalue %e[0] : !llvm.struct<(ptr, i32)>
  %nan = llvm.mlir.constant(0x7FF8000000000000 : f64) : f64
  llvm.return %nan : f64
}
// ----- string_length: backend_c
#root = #llvm.tbaa_root<id = "Simple C/C++ TBAA">
#char = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #char, access_type = #char, offset = 0>
#loop = #llvm.loop_annotation<mustProgress = true, unroll = <disable = true>>
llvm.func @length(%s: !llvm.ptr {llvm.readonly}) -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %nul = llvm.mlir.constant(0 : i8) : i8
  llvm.br ^loop(%zero : i64)
^loop(%i: i64):
  %p = llvm.getelementptr inbounds %s[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %c = llvm.load %p {alignment = 1 : i64, tbaa = [#tag]} : !llvm.ptr -> i8
  %d = llvm.icmp "eq" %c, %nul : i8
  %n = llvm.add %i, %one overflow<nsw, nuw> : i64
  llvm.cond_br %d, ^end, ^loop(%n : i64) {loop_annotation = #loop}
^end:
  llvm.return %i : i64
}
// ----- spin_lock: backend_c
llvm.func @lock(%p: !llvm.ptr, %spins: !llvm.ptr) attributes {dso_local} {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^try
^try:
  %x = llvm.cmpxchg %p, %zero, %one acquire monotonic {alignment = 4 : i64} : !llvm.ptr, i32
  %ok = llvm.extractvalue %x[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %ok, ^in, ^wait
^wait:
  llvm.inline_asm has_side_effects asm_dialect = att "pause", "~{memory}" : () -> ()
  %o = llvm.atomicrmw add %spins, %one monotonic : !llvm.ptr, i32
  llvm.br ^try
^in:
  llvm.fence acquire
  llvm.return
}
// ----- fortran_loop: backend_c
llvm.func @daxpy_(%n: !llvm.ptr {llvm.noalias}, %a: !llvm.ptr {llvm.noalias}, %x: !llvm.ptr {llvm.noalias}, %y: !llvm.ptr {llvm.noalias}) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %z = llvm.mlir.constant(0 : i64) : i64
  %k32 = llvm.load %n : !llvm.ptr -> i32
  %k = llvm.sext %k32 : i32 to i64
  %c = llvm.load %a : !llvm.ptr -> f64
  llvm.br ^head(%one, %k : i64, i64)
^head(%i: i64, %left: i64):
  %m = llvm.icmp "sgt" %left, %z : i64
  llvm.cond_br %m, ^body, ^exit
^body:
  %o = llvm.sub %i, %one overflow<nsw> : i64
  %gx = llvm.getelementptr %x[%o] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %gy = llvm.getelementptr %y[%o] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %u = llvm.load %gx : !llvm.ptr -> f64
  %v = llvm.load %gy : !llvm.ptr -> f64
  %p = llvm.fmul %c, %u {fastmathFlags = #llvm.fastmath<contract>} : f64
  %s = llvm.fadd %v, %p {fastmathFlags = #llvm.fastmath<contract>} : f64
  llvm.store %s, %gy : f64, !llvm.ptr
  %j = llvm.add %i, %one overflow<nsw> : i64
  %l = llvm.sub %left, %one : i64
  llvm.br ^head(%j, %l : i64, i64)
^exit:
  llvm.return
}
// ----- rust_checked: backend_c
llvm.mlir.global private constant @msg("attempt to add with overflow") {addr_space = 0 : i32}
llvm.func @panic(!llvm.ptr, i64) attributes {passthrough = ["noreturn", "cold"]}
llvm.func @sum(%p: !llvm.ptr {llvm.noundef, llvm.align = 4 : i64}, %n: i64 {llvm.noundef}) -> (i32 {llvm.noundef}) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %s0 = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i64) : i64
  %len = llvm.mlir.constant(28 : i64) : i64
  llvm.br ^head(%zero, %s0 : i64, i32)
^head(%i: i64, %s: i32):
  %in = llvm.icmp "ult" %i, %n : i64
  llvm.cond_br %in, ^body, ^exit
^body:
  %g = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %v = llvm.load %g {alignment = 4 : i64} : !llvm.ptr -> i32
  %r = "llvm.intr.sadd.with.overflow"(%s, %v) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %t = llvm.extractvalue %r[0] : !llvm.struct<(i32, i1)>
  %o = llvm.extractvalue %r[1] : !llvm.struct<(i32, i1)>
  %false = llvm.mlir.constant(false) : i1
  %e = llvm.intr.expect %o, %false : i1
  %j = llvm.add %i, %one : i64
  llvm.cond_br %e, ^panic, ^head(%j, %t : i64, i32)
^panic:
  %m = llvm.mlir.addressof @msg : !llvm.ptr
  llvm.call @panic(%m, %len) : (!llvm.ptr, i64) -> ()
  llvm.unreachable
^exit:
  llvm.return %s : i32
}
// ----- debug_program: backend_c
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#float = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "float", sizeInBits = 32, encoding = DW_ATE_float>
#file = #llvm.di_file<"solver.c" in "/project">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C11, file = #file, producer = "cc", isOptimized = true, emissionKind = Full>
#range = #llvm.di_subrange<count = 8 : i64>
#array = #llvm.di_composite_type<tag = DW_TAG_array_type, baseType = #float, sizeInBits = 256, elements = #range>
#pointer = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #array, sizeInBits = 64>
#type = #llvm.di_subroutine_type<types = #int, #pointer, #int>
#solve = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "solve", file = #file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #type>
#block = #llvm.di_lexical_block<scope = #solve, file = #file, line = 4, column = 5>
#a = #llvm.di_local_variable<scope = #solve, name = "a", file = #file, line = 3, arg = 1, type = #pointer>
#i = #llvm.di_local_variable<scope = #block, name = "i", file = #file, line = 4, type = #int>
llvm.func @solve(%p: !llvm.ptr, %n: i32) -> i32 {
  llvm.intr.dbg.value #a = %p : !llvm.ptr loc(#l1)
  %k = llvm.mlir.constant(7 : i32) : i32 loc(#l2)
  %r = llvm.urem %n, %k : i32 loc(#l2)
  llvm.intr.dbg.value #i = %r : i32 loc(#l2)
  llvm.return %r : i32 loc(#l3)
} loc(#lf)
#l1 = loc("solver.c":3:11)
#l2 = loc(fused<#block>["solver.c":4:9])
#l3 = loc(fused<#solve>["solver.c":6:3])
#lf = loc(fused<#solve>["solver.c":3:1])
// ----- compute_shader: shader_mod
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
  spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @data bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
  spirv.func @main() "None" {
    %ip = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    %iv = spirv.Load "Input" %ip : vector<3xi32>
    %i = spirv.CompositeExtract %iv[0 : i32] : vector<3xi32>
    %zero = spirv.Constant 0 : i32
    %dp = spirv.mlir.addressof @data : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
-19!    %ep = spirv.AccessChain %dp[%zero, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32
20-!    %ep = spirv.AccessChain %dp[%zero, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %ep : f32
    %e = spirv.GL.Exp %v : f32
    %one = spirv.Constant 1.0 : f32
    %s = spirv.FAdd %e, %one : f32
    %l = spirv.GL.Log %s : f32
    %c = spirv.FOrdGreaterThan %v, %one : f32
    %r = spirv.Select %c, %v, %l : i1, f32
    spirv.Store "StorageBuffer" %ep, %r : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @id
  spirv.ExecutionMode @main "LocalSize", 64, 1, 1
}
// ----- cl_kernel: shader_mod
spirv.module Physical64 OpenCL requires #spirv.vce<v1.0, [Kernel, Addresses, Int64, Linkage], []> {
  spirv.func @clamp(%x: i64, %low: i64, %high: i64) -> i64 "Inline" {
    %a = spirv.CL.s_max %x, %low : i64
    %b = spirv.CL.s_min %a, %high : i64
    spirv.ReturnValue %b : i64
  }
  spirv.func @sum(%n: i64) -> i64 "None" {
    %zero = spirv.Constant 0 : i64
    %one = spirv.Constant 1 : i64
    %top = spirv.Constant 1000 : i64
    %s = spirv.Variable init(%zero) : !spirv.ptr<i64, Function>
    %i = spirv.Variable init(%zero) : !spirv.ptr<i64, Function>
    spirv.mlir.loop {
      spirv.Branch ^header
    ^header:
      %k = spirv.Load "Function" %i : i64
      %c = spirv.SLessThan %k, %n : i64
      spirv.BranchConditional %c, ^body, ^merge
    ^body:
      %o = spirv.Load "Function" %s : i64
      %p = spirv.IAdd %o, %k : i64
      %q = spirv.FunctionCall @clamp(%p, %zero, %top) : (i64, i64, i64) -> i64
      spirv.Store "Function" %s, %q : i64
      spirv.Branch ^continue
    ^continue:
      %m = spirv.IAdd %k, %one : i64
      spirv.Store "Function" %i, %m : i64
      spirv.Branch ^header
    ^merge:
      spirv.mlir.merge
    }
    %r = spirv.Load "Function" %s : i64
    spirv.ReturnValue %r : i64
  }
}
// ----- std_to_spirv: spirv_std
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, Int64, Float16, Int16, Int8, Float64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  func.func @collatz(%n: i32, %m: memref<16xi32, #spirv.storage_class<StorageBuffer>>) -> i32 {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %three = arith.constant 3 : i32
    %c0 = arith.constant 0 : index
    %r:2 = scf.while (%x = %n, %k = %zero) : (i32, i32) -> (i32, i32) {
      %c = arith.cmpi ne, %x, %one : i32
      scf.condition(%c) %x, %k : i32, i32
    } do {
    ^bb0(%x: i32, %k: i32):
      %odd = arith.andi %x, %one : i32
      %is = arith.cmpi eq, %odd, %one : i32
      %t = arith.muli %x, %three : i32
      %u = arith.addi %t, %one : i32
      %h = arith.divui %x, %two : i32
      %y = arith.select %is, %u, %h : i32
      %j = arith.addi %k, %one : i32
      scf.yield %y, %j : i32, i32
    }
    memref.store %r#1, %m[%c0] : memref<16xi32, #spirv.storage_class<StorageBuffer>>
    return %r#1 : i32
  }
}
// ----- vectors_to_spirv: spirv_std
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.5, [Shader, Float16, Int64], []>, #spirv.resource_limits<>>} {
  func.func @shade(%n: vector<3xf32>, %l: vector<3xf32>, %k: f32) -> (vector<3xf32>, f32) {
    %p = arith.mulf %n, %l : vector<3xf32>
    %d = vector.reduction <add>, %p : vector<3xf32> into f32
    %z = arith.constant 0.0 : f32
    %m = arith.maximumf %d, %z : f32
    %w = math.powf %m, %k : f32
    %b = vector.broadcast %w : f32 to vector<3xf32>
    %r = vector.fma %b, %l, %n : vector<3xf32>
    %e = vector.extract %r[1] : f32 from vector<3xf32>
    return %r, %e : vector<3xf32>, f32
  }
}
// ----- firmware: c_code
emitc.include <"stdint.h">
emitc.include "board.h"
emitc.verbatim "/* generated */"
emitc.func @delay(%ticks: i32) -> i32 {
  %zero = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  %k = emitc.call_opaque "read_timer"() : () -> i32
  %s = emitc.add %k, %ticks : (i32, i32) -> i32
  %m = emitc.rem %s, %k : (i32, i32) -> i32
  %c = emitc.cmp lt, %m, %zero : (i32, i32) -> i1
  emitc.if %c {
    emitc.call_opaque "watchdog_reset"() {args = [1 : i32]} : () -> ()
  }
  %r = emitc.conditional %c, %zero, %m : i32
  emitc.return %r : i32
}
// ----- c_loop: c_out
func.func @checksum(%m: memref<64xi32>, %k: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (i32) {
    %v = memref.load %m[%i] : memref<64xi32>
    %x = arith.muli %v, %k : i32
    %y = arith.addi %a, %x : i32
    scf.yield %y : i32
  }
  %c = arith.cmpi slt, %s, %zero : i32
  %r = scf.if %c -> (i32) {
    %d = arith.subi %zero, %s : i32
    scf.yield %d : i32
  } else {
    scf.yield %s : i32
  }
  return %r : i32
}
// ----- peepholes: patterns
pdl.pattern @double_negation : benefit(2) {
  %t = pdl.type
  %x = pdl.operand : %t
  %inner = pdl.operation "arith.negf"(%x : !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %inner
  %outer = pdl.operation "arith.negf"(%v : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %outer { pdl.replace %outer with (%x : !pdl.value) }
}
func.func @f(%x: f32) -> f32 {
  %0 = arith.negf %x : f32
  %1 = arith.negf %0 : f32
  return %1 : f32
}
// ----- dialect_of_own: patterns
irdl.dialect @audio {
  irdl.type @sample {
    %0 = irdl.is i16
    %1 = irdl.is f32
    %2 = irdl.any_of(%0, %1)
-19!    irdl.parameters(%2)
20-!    irdl.parameters(format: %2)
  }
  irdl.operation @mix {
    %0 = irdl.any
-19!    irdl.operands(%0, %0)
-19!    irdl.results(%0)
20-!    irdl.operands(left: %0, right: %0)
20-!    irdl.results(out: %0)
  }
}
