// Kernels of GPUs, OpenMP, LLVM's dialect and other targets.
// ----- launch: gpu_kernels nvvm rocdl
func.func @launch(%m: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %c1, %sz = %c1) {
    %i = affine.apply affine_map<(b, t)[s] -> (b * s + t)>(%bx, %tx)[%sx]
    %v = memref.load %m[%i] : memref<?xf32>
    %w = arith.mulf %v, %v : f32
    memref.store %w, %m[%i] : memref<?xf32>
    gpu.terminator
  }
  return
}
// ----- shared: gpu_kernels nvvm
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sum(%m: memref<256xf32>) workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %o = arith.muli %b, %d : index
      %i = arith.addi %o, %t : index
      %v = memref.load %m[%i] : memref<256xf32>
      memref.store %v, %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %r = gpu.all_reduce add %v uniform {} : (f32) -> (f32)
      memref.store %r, %m[%i] : memref<256xf32>
      gpu.return
    }
  }
  func.func @run(%m: memref<256xf32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %t0 = gpu.wait async
    %a, %t1 = gpu.alloc async [%t0] () : memref<256xf32>
    %t2 = gpu.memcpy async [%t1] %a, %m : memref<256xf32>, memref<256xf32>
    %t3 = gpu.launch_func async [%t2] @k::@sum blocks in (%c8, %c1, %c1) threads in (%c32, %c1, %c1) args(%a : memref<256xf32>)
    %t4 = gpu.dealloc async [%t3] %a : memref<256xf32>
    gpu.wait [%t4]
    return
  }
}
// ----- warps: nvvm rocdl
gpu.module @warps {
  gpu.func @warp(%x: f32, %m: memref<64xf32>) kernel {
    %o = arith.constant 4 : i32
    %w = arith.constant 32 : i32
    %l = gpu.lane_id
    %y, %p = gpu.shuffle xor %x, %o, %w : f32
    %s = gpu.subgroup_id : index
    %z = arith.addf %x, %y : f32
    %c = gpu.subgroup_reduce add %z : (f32) -> (f32)
    memref.store %c, %m[%l] : memref<64xf32>
    gpu.return
  }
}
// ----- omp_wsloop: omp
func.func @wsloop(%m: memref<?xf32>, %lb: index, %ub: index, %st: index) {
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%lb) to (%ub) step (%st) {
        %v = memref.load %m[%i] : memref<?xf32>
        %w = arith.addf %v, %v : f32
        memref.store %w, %m[%i] : memref<?xf32>
        omp.yield
      }
-19!      omp.terminator
    }
    omp.terminator
  }
  return
}
// ----- omp_schedules: omp
func.func @schedules(%m: memref<?xf32>, %lb: i64, %ub: i64, %st: i64, %ch: i64) {
  omp.parallel proc_bind(close) {
    omp.wsloop nowait schedule(dynamic = %ch : i64, nonmonotonic) {
      omp.loop_nest (%i, %j) : i64 = (%lb, %lb) to (%ub, %ub) inclusive step (%st, %st) {
        %k = arith.index_cast %i : i64 to index
        %z = arith.constant 0.0 : f32
        memref.store %z, %m[%k] : memref<?xf32>
        omp.yield
      }
-19!      omp.terminator
    }
    omp.barrier
    omp.terminator
  }
  return
}
// ----- omp_simd: omp
func.func @simd(%m: memref<?xf32>, %lb: index, %ub: index, %st: index, %c: i1) {
  omp.simd if(%c) simdlen(8) safelen(16) {
    omp.loop_nest (%i) : index = (%lb) to (%ub) step (%st) {
      %v = memref.load %m[%i] : memref<?xf32>
      omp.yield
    }
-19!    omp.terminator
  }
  return
}
// ----- omp_tasks: omp
func.func @tasks(%p: !llvm.ptr, %c: i1, %n: i32) {
  omp.parallel num_threads(%n : i32) if(%c) {
    omp.single {
      omp.task if(%c) final(%c) untied mergeable {
        %k = llvm.mlir.constant(3 : i32) : i32
        llvm.store %k, %p : i32, !llvm.ptr
        omp.terminator
      }
      omp.taskgroup {
        omp.task { omp.terminator }
        omp.terminator
      }
      omp.taskwait
      omp.terminator
    }
    omp.master { omp.terminator }
    omp.terminator
  }
  return
}
// ----- omp_sections: omp
func.func @sections() {
  omp.sections nowait {
    omp.section { omp.terminator }
    omp.section { omp.taskyield omp.terminator }
    omp.terminator
  }
  return
}
// ----- omp_atomics: omp
func.func @atomics(%x: memref<i32>, %y: memref<i32>, %v: i32) {
-19!  omp.atomic.read %y = %x memory_order(acquire) hint(none) : memref<i32>, i32
20-!  omp.atomic.read %y = %x memory_order(acquire) hint(none) : memref<i32>, memref<i32>, i32
  omp.atomic.write %x = %v memory_order(release) : memref<i32>, i32
  omp.atomic.update memory_order(relaxed) %x : memref<i32> {
  ^bb0(%a: i32):
    %n = arith.addi %a, %v : i32
    omp.yield(%n : i32)
  }
  omp.flush(%x : memref<i32>)
  return
}
// ----- omp_critical: omp
omp.critical.declare @mutex hint(contended, nonspeculative)
func.func @critical(%m: memref<i32>) {
  omp.critical(@mutex) { omp.terminator }
  omp.critical { omp.terminator }
  omp.ordered.region { omp.terminator }
  return
}
// ----- omp_target: omp
func.func @target(%a: memref<?xf32>, %d: i32, %n: i64, %c: i1) {
  omp.target if(%c) device(%d : i32) nowait { omp.terminator }
  omp.teams { omp.terminator }
  return
}
// ----- omp_map: omp
func.func @map(%p: !llvm.ptr) {
  %m = omp.map.info var_ptr(%p : !llvm.ptr, i32) map_clauses(tofrom) capture(ByRef) -> !llvm.ptr {name = "x"}
  %t = omp.map.info var_ptr(%p : !llvm.ptr, i32) map_clauses(to) capture(ByRef) -> !llvm.ptr {name = "x"}
  omp.target_enter_data map_entries(%t : !llvm.ptr)
  omp.target_update map_entries(%t : !llvm.ptr)
  return
}
// ----- omp_reduction: omp
omp.declare_reduction @add_f32 : f32
init { ^bb0(%a: f32): %z = arith.constant 0.0 : f32 omp.yield(%z : f32) }
combiner { ^bb1(%a: f32, %b: f32): %s = arith.addf %a, %b : f32 omp.yield(%s : f32) }
func.func @reduce(%p: !llvm.ptr, %lb: index, %ub: index, %st: index) {
  omp.parallel reduction(@add_f32 %p -> %q : !llvm.ptr) { omp.terminator }
  return
}
// ----- llvm_geps: llvm
module {
  llvm.mlir.global internal constant @text("hello\00") {addr_space = 0 : i32, dso_local}
  llvm.mlir.global external @counter(7 : i32) {alignment = 4 : i64} : i32
  llvm.func @printf(!llvm.ptr, ...) -> i32 attributes {passthrough = ["nounwind", ["memory", "1"]]}
  llvm.func internal @geps(%p: !llvm.ptr {llvm.noalias, llvm.align = 16 : i64}, %i: i64) -> i32 {
    %0 = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %1 = llvm.getelementptr inbounds %p[0, 1, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<4 x f64>)>
    %2 = llvm.load %1 {alignment = 8 : i64} : !llvm.ptr -> f64
    %3 = llvm.load volatile %0 : !llvm.ptr -> f32
    llvm.store %3, %0 {nontemporal} : f32, !llvm.ptr
    %4 = llvm.mlir.addressof @text : !llvm.ptr
    %5 = llvm.call @printf(%4, %2) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
    %6 = llvm.mlir.addressof @counter : !llvm.ptr
    %7 = llvm.atomicrmw add %6, %5 acq_rel : !llvm.ptr, i32
    %8 = llvm.cmpxchg %6, %5, %7 seq_cst monotonic : !llvm.ptr, i32
    %9 = llvm.extractvalue %8[0] : !llvm.struct<(i32, i1)>
    llvm.fence syncscope("agent") seq_cst
    llvm.return %9 : i32
  }
}
// ----- llvm_flags: llvm
llvm.func @flags(%a: i32, %b: i32, %x: f32, %p: !llvm.ptr) -> i32 {
  %0 = llvm.add %a, %b overflow<nsw, nuw> : i32
  %1 = llvm.sub %0, %b overflow<nsw> : i32
  %2 = llvm.mul %1, %b : i32
  %3 = llvm.shl %2, %b overflow<nuw> : i32
  %4 = llvm.icmp "slt" %3, %b : i32
  %5 = llvm.fadd %x, %x {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  %6 = llvm.fcmp "ogt" %5, %x : f32
  %7 = llvm.select %4, %6, %4 : i1, i1
  llvm.cond_br %7 weights([1, 99]), ^a, ^b(%3 : i32)
^a:
  %8 = llvm.zext %7 : i1 to i32
  %9 = llvm.ptrtoint %p : !llvm.ptr to i64
  llvm.switch %8 : i32, ^b(%0 : i32) [1: ^b(%1 : i32), 7: ^b(%2 : i32)]
^b(%r: i32):
  llvm.return %r : i32
}
// ----- llvm_intrinsics: llvm
llvm.func @intrinsics(%a: f32, %v: vector<4xf32>, %p: !llvm.ptr, %n: i64, %i: i32) -> f32 {
  %0 = llvm.intr.sqrt(%a) : (f32) -> f32
  %1 = llvm.intr.fma(%a, %0, %a) : (f32, f32, f32) -> f32
  %2 = "llvm.intr.vector.reduce.fadd"(%1, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %x = llvm.mlir.constant(0 : i8) : i8
  "llvm.intr.memset"(%p, %x, %n) <{isVolatile = true}> : (!llvm.ptr, i8, i64) -> ()
  %3 = llvm.intr.smax(%i, %i) : (i32, i32) -> i32
  %4 = "llvm.intr.ctlz"(%3) <{is_zero_poison = true}> : (i32) -> i32
  %5 = "llvm.intr.sadd.with.overflow"(%4, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.return %2 : f32
}
// ----- llvm_memory: llvm
module attributes {llvm.data_layout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128", llvm.target_triple = "x86_64-unknown-linux-gnu"} {
  llvm.comdat @c { llvm.comdat_selector @any any }
  llvm.mlir.global linkonce_odr @table(dense<[1, 2, 3]> : tensor<3xi32>) comdat(@c::@any) : !llvm.array<3 x i32>
  llvm.mlir.global private @zero() : !llvm.struct<"pair", (i32, ptr)> {
    %0 = llvm.mlir.zero : !llvm.struct<"pair", (i32, ptr)>
    llvm.return %0 : !llvm.struct<"pair", (i32, ptr)>
  }
-19!  llvm.func @pure(i32) -> i32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>}
20-21!  llvm.func @pure(i32) -> i32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>}
22-!  llvm.func @pure(i32) -> i32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}
  llvm.func fastcc @caller(%x: i32) -> i32 attributes {frame_pointer = #llvm.framePointerKind<all>, no_unwind, target_cpu = "znver3"} {
    %0 = llvm.call @pure(%x) : (i32) -> i32
    %one = llvm.mlir.constant(1 : i64) : i64
    %1 = llvm.alloca %one x i32 {alignment = 4 : i64} : (i64) -> !llvm.ptr
-21!    llvm.intr.lifetime.start 4, %1 : !llvm.ptr
22-!    llvm.intr.lifetime.start %1 : !llvm.ptr
    llvm.store %0, %1 : i32, !llvm.ptr
    %2 = llvm.load %1 : !llvm.ptr -> i32
    %3 = llvm.mlir.undef : !llvm.struct<(i32, i32)>
    %4 = llvm.insertvalue %2, %3[1] : !llvm.struct<(i32, i32)>
    llvm.return %2 : i32
  }
}
// ----- llvm_loops: llvm
#unroll = #llvm.loop_unroll<disable = true>
#ann = #llvm.loop_annotation<unroll = #unroll, mustProgress = true>
#root = #llvm.tbaa_root<id = "Simple C++ TBAA">
#char = #llvm.tbaa_type_desc<id = "omnipotent char", members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #char, access_type = #char, offset = 0>
#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "d">
#scope = #llvm.alias_scope<id = distinct[1]<>, domain = #domain>
llvm.func @loops(%n: i32, %p: !llvm.ptr) {
  %z = llvm.mlir.constant(0 : i32) : i32
  %o = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^head(%z : i32)
^head(%i: i32):
  %v = llvm.load %p {tbaa = [#tag], alias_scopes = [#scope]} : !llvm.ptr -> i32
  %j = llvm.add %i, %o : i32
  %c = llvm.icmp "ult" %j, %n : i32
  llvm.cond_br %c, ^head(%j : i32), ^end {loop_annotation = #ann}
^end:
  llvm.return
}
// ----- llvm_debug: llvm
#file = #llvm.di_file<"a.c" in "src">
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#type = #llvm.di_subroutine_type<types = #int, #int>
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C99, file = #file, producer = "cc", isOptimized = true, emissionKind = Full>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #file, name = "f", linkageName = "f", file = #file, line = 3, scopeLine = 3, subprogramFlags = "Definition|Optimized", type = #type>
#var = #llvm.di_local_variable<scope = #sp, name = "x", file = #file, line = 4, arg = 1, type = #int>
llvm.func @f(%x: i32) -> i32 {
  llvm.intr.dbg.value #var = %x : i32 loc(#l)
  llvm.return %x : i32 loc(#l)
} loc(fused<#sp>["a.c":3:1])
#l = loc("a.c":4:5)
// ----- llvm_asm: llvm
llvm.func @asm(%x: i32) -> i32 {
  %0 = llvm.inline_asm has_side_effects asm_dialect = intel "mov $0, $1", "=r,r" %x : (i32) -> i32
  %1 = llvm.freeze %0 : i32
  %2 = llvm.mlir.poison : i32
  llvm.unreachable
}
// ----- llvm_eh: llvm
llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @may() 
llvm.func @eh() -> i32 attributes {personality = @__gxx_personality_v0} {
  %z = llvm.mlir.constant(0 : i32) : i32
  llvm.invoke @may() to ^ok unwind ^bad : () -> ()
^ok:
  llvm.return %z : i32
^bad:
  %0 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %0 : !llvm.struct<(ptr, i32)>
}
// ----- spirv_kernel: spirv
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
  spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.func @add(%a: f32, %b: f32) -> f32 "Inline" {
    %0 = spirv.FAdd %a, %b : f32
    %1 = spirv.FOrdLessThan %0, %a : f32
    %2 = spirv.Select %1, %0, %b : i1, f32
    spirv.ReturnValue %2 : f32
  }
  spirv.func @main() "None" {
    %c = spirv.Constant 2.0 : f32
    %r = spirv.FunctionCall @add(%c, %c) : (f32, f32) -> f32
    %p = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    %v = spirv.Load "Input" %p : vector<3xi32>
    %x = spirv.CompositeExtract %v[0 : i32] : vector<3xi32>
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main, @id
  spirv.ExecutionMode @main "LocalSize", 32, 1, 1
}
// ----- spirv_loop: spirv
spirv.module Logical GLSL450 {
  spirv.func @loop(%n: i32) -> i32 "None" {
    %z = spirv.Constant 0 : i32
    %o = spirv.Constant 1 : i32
    %v = spirv.Variable init(%z) : !spirv.ptr<i32, Function>
    spirv.mlir.loop {
      spirv.Branch ^head
    ^head:
      %i = spirv.Load "Function" %v : i32
      %c = spirv.SLessThan %i, %n : i32
      spirv.BranchConditional %c, ^body, ^merge
    ^body:
      spirv.Branch ^cont
    ^cont:
      %j = spirv.IAdd %i, %o : i32
      spirv.Store "Function" %v, %j : i32
      spirv.Branch ^head
    ^merge:
      spirv.mlir.merge
    }
    %r = spirv.Load "Function" %v : i32
    spirv.ReturnValue %r : i32
  }
}
// ----- nvvm_mma: llvm
llvm.func @mma(%a: vector<2xf16>, %s: i32, %p: !llvm.ptr<3>) -> i32 attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>} {
  %0 = nvvm.read.ptx.sreg.tid.x : i32
-19!  %1 = nvvm.read.ptx.sreg.ctaid.x : i32
20-!  %1 = nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 1024> : i32
  nvvm.barrier0
  %2 = nvvm.shfl.sync bfly %s, %0, %1, %s : i32 -> i32
-19!  %m = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<row>} : (!llvm.ptr<3>) -> i32
20-!  %m = nvvm.ldmatrix %p {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  llvm.return %2 : i32
}
// ----- rocdl_kernel: llvm
llvm.func @rocdl(%a: f32, %b: vector<32xf32>) -> vector<32xf32> attributes {rocdl.kernel, rocdl.flat_work_group_size = "1,256"} {
  %0 = rocdl.workitem.id.x : i32
  %1 = rocdl.workgroup.dim.x : i64
  rocdl.barrier
  %z = llvm.mlir.constant(0 : i32) : i32
  %r = rocdl.mfma.f32.32x32x1f32 %a, %a, %b, %z, %z, %z : (f32, f32, vector<32xf32>, i32, i32, i32) -> vector<32xf32>
  llvm.return %r : vector<32xf32>
}
// ----- nvgpu: nvvm
gpu.module @n {
  func.func @copy(%s: memref<128x128xf16>, %d: memref<3x16x128xf16, 3>, %i: index) {
    %t = nvgpu.device_async_copy %s[%i, %i], %d[%i, %i, %i], 8 : memref<128x128xf16> to memref<3x16x128xf16, 3>
    %g = nvgpu.device_async_create_group %t
    nvgpu.device_async_wait %g {numGroups = 1 : i32}
    %m = nvgpu.ldmatrix %d[%i, %i, %i] {numTiles = 4 : i32, transpose = false} : memref<3x16x128xf16, 3> -> vector<4x2xf16>
    return
  }
}
// ----- acc: acc
func.func @acc(%m: memref<10xf32>, %n: i64) {
  acc.parallel num_gangs({%n : i64}) {
    acc.yield
  }
  %c = acc.copyin varPtr(%m : memref<10xf32>) -> memref<10xf32>
  acc.data dataOperands(%c : memref<10xf32>) { acc.terminator }
  acc.init
  return
}
// ----- emit: emitc
func.func @emit(%a: i32, %x: f32) -> i32 {
  %0 = emitc.call_opaque "abs"(%a) : (i32) -> i32
  %1 = "emitc.constant"() <{value = 4 : i32}> : () -> i32
  %2 = emitc.add %0, %1 : (i32, i32) -> i32
  %3 = emitc.cmp lt, %2, %1 : (i32, i32) -> i1
  emitc.if %3 { emitc.verbatim "// nothing" }
  return %2 : i32
}
// ----- pdl: patterns
pdl.pattern @rewrite : benefit(3) {
  %t = pdl.type : i32
  %v = pdl.operand : %t
  %a = pdl.attribute = 4 : i32
  %o = pdl.operation "arith.addi"(%v, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %o {
    %n = pdl.operation "arith.shli"(%v, %v : !pdl.value, !pdl.value) {"k" = %a} -> (%t : !pdl.type)
    pdl.replace %o with %n
  }
}
// ----- transforms: patterns
module attributes {transform.with_named_sequence} {
  transform.named_sequence @main(%r: !transform.any_op {transform.consumed}) -> !transform.any_op {
    %m = transform.structured.match ops{["linalg.matmul"]} in %r : (!transform.any_op) -> !transform.any_op
    %n = transform.param.constant 4 : i64 -> !transform.param<i64>
    %s = transform.sequence %r : !transform.any_op -> !transform.any_op failures(propagate) {
    ^bb0(%x: !transform.any_op):
      %c = transform.get_parent_op %x {op_name = "func.func"} : (!transform.any_op) -> !transform.any_op
      transform.yield %c : !transform.any_op
    }
    %g = transform.structured.generalize %m : (!transform.any_op) -> !transform.any_op
    transform.foreach %g : !transform.any_op { ^bb0(%y: !transform.any_op): transform.debug.emit_remark_at %y, "here" : !transform.any_op }
    transform.yield %s : !transform.any_op
  }
}
// ----- amx: vectors
func.func @x86(%a: vector<8xf32>, %b: vector<8xf32>) -> vector<8xf32> {
  %0 = x86vector.avx.intr.dot %a, %b : vector<8xf32>
  %1 = x86vector.avx.rsqrt %0 : vector<8xf32>
  return %1 : vector<8xf32>
}
// ----- neon: vectors
func.func @neon(%a: vector<8xi8>, %b: vector<8xi8>, %c: vector<[4]xi32>, %d: vector<[16]xi8>) -> vector<8xi16> {
  %0 = arm_neon.intr.smull %a, %b : vector<8xi8> to vector<8xi16>
  %1 = arm_sve.sdot %c, %d, %d : vector<[16]xi8> to vector<[4]xi32>
  return %0 : vector<8xi16>
}
// ----- quants: quantised
func.func @quants(%t: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = "quant.qcast"(%t) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}
// ----- dlti: arith
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32>, #dlti.dl_entry<"dlti.endianness", "little">>} {
  func.func @size(%a: index, %b: index) -> index { %0 = arith.muli %a, %b : index return %0 : index }
}
// ----- ubs: arith
func.func @ub(%x: f32) -> (f32, i8) {
  %0 = ub.poison : f32
  %1 = arith.addf %0, %x : f32
  %2 = arith.constant -3 : i8
  return %1, %2 : f32, i8
}
