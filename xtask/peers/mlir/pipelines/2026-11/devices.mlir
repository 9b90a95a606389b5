// Kernels of GPUs, OpenMP, LLVM's dialect and other targets of the set 2026-11-pipelines.
// ----- transpose_kernel: device_code cuda amd
func.func @transpose(%a: memref<32x32xf32>, %b: memref<32x32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c32, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %v = memref.load %a[%tx, %by] : memref<32x32xf32>
    gpu.barrier
    memref.store %v, %b[%by, %tx] : memref<32x32xf32>
-19!    gpu.printf "%d\n" %tx : index
20-!    gpu.printf "%d\n", %tx : index
    gpu.terminator
  }
  return
}
// ----- device_module: device_code cuda amd
module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90", O = 3>] {
    gpu.func @stage(%m: memref<?xi32>, %n: index) workgroup(%w: memref<16xi32, 3>) private(%p: memref<4xi32, 5>) kernel {
      %gid = gpu.global_id x
      %gd = gpu.grid_dim y
      %c = arith.cmpi ult, %gid, %n : index
      scf.if %c {
        %v = memref.load %m[%gid] : memref<?xi32>
        %t = gpu.thread_id z
        memref.store %v, %w[%t] : memref<16xi32, 3>
        memref.store %v, %p[%t] : memref<4xi32, 5>
      }
      gpu.return
    }
    gpu.func @other(%x: f32) -> f32 { gpu.return %x : f32 }
  }
  func.func @host(%m: memref<?xi32>, %n: index) {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : i32
    %u = memref.cast %m : memref<?xi32> to memref<*xi32>
    gpu.host_register %u : memref<*xi32>
    gpu.set_default_device %c0
    %t = gpu.wait async
    %f = gpu.memset async [%t] %m, %c0 : memref<?xi32>, i32
    gpu.launch_func [%f] @m::@stage blocks in (%n, %c1, %c1) threads in (%c1, %c1, %n) dynamic_shared_memory_size %c0 args(%m : memref<?xi32>, %n : index)
    gpu.host_unregister %u : memref<*xi32>
    return
  }
}
// ----- subgroup_matrix: device_code cuda
gpu.module @mma {
  gpu.func @tile(%a: memref<16x16xf16>, %c: memref<16x16xf16>) kernel {
    %z = arith.constant 0 : index
    %x = gpu.subgroup_mma_load_matrix %a[%z, %z] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %y = gpu.subgroup_mma_load_matrix %a[%z, %z] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %k = arith.constant 0.0 : f16
    %i = gpu.subgroup_mma_constant_matrix %k : !gpu.mma_matrix<16x16xf16, "COp">
    %r = gpu.subgroup_mma_compute %x, %y, %i : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    %e = gpu.subgroup_mma_elementwise maxf %r, %i : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %e, %c[%z, %z] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
    gpu.return
  }
}
// ----- shuffles_of_lanes: cuda amd
gpu.module @lanes {
  gpu.func @reduce(%x: i32, %m: memref<64xi32>) kernel {
    %one = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %a, %p = gpu.shuffle down %x, %one, %w : i32
    %b, %q = gpu.shuffle idx %a, %one, %w : i32
    %s = gpu.subgroup_size : index
    %n = gpu.num_subgroups : index
    %r = gpu.all_reduce %b {
    ^bb0(%u: i32, %v: i32):
      %t = arith.maxui %u, %v : i32
      "gpu.yield"(%t) : (i32) -> ()
    } : (i32) -> (i32)
    memref.store %r, %m[%s] : memref<64xi32>
    gpu.return
  }
}
// ----- spirv_from_gpu: device_spirv
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Kernel, Addresses], []>, #spirv.resource_limits<>>} {
  gpu.module @k {
    gpu.func @f(%x: f32, %m: memref<12xf32, #spirv.storage_class<CrossWorkgroup>>) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} {
      %i = gpu.thread_id x
      %v = memref.load %m[%i] : memref<12xf32, #spirv.storage_class<CrossWorkgroup>>
      %w = arith.addf %v, %x : f32
      memref.store %w, %m[%i] : memref<12xf32, #spirv.storage_class<CrossWorkgroup>>
      gpu.return
    }
  }
}
// ----- omp_distribute: directives
func.func @distribute(%m: memref<?xi32>, %l: index, %u: index, %s: index, %v: i32) {
  omp.teams {
    omp.distribute {
      omp.loop_nest (%i) : index = (%l) to (%u) step (%s) {
        memref.store %v, %m[%i] : memref<?xi32>
        omp.yield
      }
-19!      omp.terminator
    }
    omp.terminator
  }
  return
}
// ----- omp_nested: directives
func.func @nested(%m: memref<?x?xf64>, %l: index, %u: index, %s: index, %n: i32) {
  omp.parallel num_threads(%n : i32) proc_bind(spread) {
    omp.wsloop schedule(static) ordered(0) {
      omp.loop_nest (%i, %j) : index = (%l, %l) to (%u, %u) step (%s, %s) {
        %v = memref.load %m[%i, %j] : memref<?x?xf64>
        %w = math.exp %v : f64
        omp.ordered.region { memref.store %w, %m[%i, %j] : memref<?x?xf64> omp.terminator }
        omp.yield
      }
-19!      omp.terminator
    }
    omp.terminator
  }
  return
}
// ----- omp_composite: directives
func.func @composite(%l: i32, %u: i32, %s: i32, %p: !llvm.ptr) {
  omp.parallel {
-19!    omp.wsloop {
20-!    omp.wsloop {
      omp.simd safelen(4) {
        omp.loop_nest (%i) : i32 = (%l) to (%u) inclusive step (%s) {
          llvm.store %i, %p : i32, !llvm.ptr
          omp.yield
        }
-19!        omp.terminator
-19!      }
20-!      } {omp.composite}
-19!      omp.terminator
-19!    }
20-!    } {omp.composite}
    omp.terminator
  }
  return
}
// ----- omp_captures: directives
func.func @captures(%x: !llvm.ptr, %v: !llvm.ptr, %e: i32) {
  omp.atomic.capture memory_order(seq_cst) hint(speculative) {
-19!    omp.atomic.read %v = %x : !llvm.ptr, i32
20-!    omp.atomic.read %v = %x : !llvm.ptr, !llvm.ptr, i32
    omp.atomic.write %x = %e : !llvm.ptr, i32
  }
  return
}
// ----- omp_cancels: directives
func.func @cancels(%c: i1) {
  omp.parallel {
    omp.cancel cancellation_construct_type(parallel) if(%c)
    omp.cancellation_point cancellation_construct_type(parallel)
    omp.masked { omp.terminator }
    omp.terminator
  }
  omp.sections {
    omp.section { omp.cancel cancellation_construct_type(sections) omp.terminator }
    omp.terminator
  }
  return
}
// ----- omp_taskloops: directives
func.func @taskloops(%p: !llvm.ptr, %l: i32, %u: i32, %s: i32, %g: i64, %c: i1) {
-19!  omp.taskloop if(%c) grain_size(%g : i64) nogroup {
20-!  omp.taskloop if(%c) grainsize(%g : i64) nogroup {
    omp.loop_nest (%i) : i32 = (%l) to (%u) step (%s) {
      llvm.store %i, %p : i32, !llvm.ptr
      omp.yield
    }
-19!    omp.terminator
  }
  omp.flush
  omp.taskyield
  return
}
// ----- omp_depends: directives
func.func @depends(%p: !llvm.ptr, %q: !llvm.ptr, %n: i32) {
  omp.task depend(taskdependin -> %p : !llvm.ptr, taskdependout -> %q : !llvm.ptr) priority(%n : i32) { omp.terminator }
  omp.task depend(taskdependinout -> %q : !llvm.ptr) { omp.terminator }
  omp.taskwait
  return
}
// ----- omp_private: directives
-19!omp.private {type = private} @x.privatizer : !llvm.ptr alloc {
-19!^bb0(%o: !llvm.ptr):
-19!  %n = llvm.mlir.constant(1 : i64) : i64
-19!  %a = llvm.alloca %n x i32 : (i64) -> !llvm.ptr
-19!  omp.yield(%a : !llvm.ptr)
-19!}
20-!omp.private {type = private} @x.privatizer : i32
llvm.func @private(%x: !llvm.ptr) {
  omp.parallel private(@x.privatizer %x -> %y : !llvm.ptr) {
    %k = llvm.mlir.constant(9 : i32) : i32
    llvm.store %k, %y : i32, !llvm.ptr
    omp.terminator
  }
  llvm.return
}
// ----- omp_threadprivate: directives
llvm.mlir.global internal @tp(5 : i32) : i32
llvm.func @threads() -> i32 {
  %a = llvm.mlir.addressof @tp : !llvm.ptr
  %t = omp.threadprivate %a : !llvm.ptr -> !llvm.ptr
  %v = llvm.load %t : !llvm.ptr -> i32
  omp.barrier
  llvm.return %v : i32
}
// ----- omp_device_data: directives
llvm.func @device_data(%p: !llvm.ptr, %d: i32, %c: i1) {
  %m = omp.map.info var_ptr(%p : !llvm.ptr, i64) map_clauses(tofrom) capture(ByRef) -> !llvm.ptr {name = "data"}
  omp.target_data if(%c) map_entries(%m : !llvm.ptr) { omp.terminator }
  %f = omp.map.info var_ptr(%p : !llvm.ptr, i64) map_clauses(from) capture(ByRef) -> !llvm.ptr {name = "data"}
  omp.target_exit_data map_entries(%f : !llvm.ptr)
  llvm.return
}
// ----- structs: backend
llvm.func @structs(%p: !llvm.ptr, %i: i32, %v: !llvm.struct<(i32, f64)>, %q: !llvm.ptr<1>) -> f64 {
  %0 = llvm.getelementptr inbounds %p[%i, 1] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<"node", (i64, array<8 x i16>, ptr)>
  %1 = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
  %2 = llvm.extractvalue %v[1] : !llvm.struct<(i32, f64)>
  %3 = llvm.load %0 {alignment = 2 : i64, nontemporal} : !llvm.ptr -> i16
  %4 = llvm.addrspacecast %q : !llvm.ptr<1> to !llvm.ptr
  %5 = llvm.load %4 invariant : !llvm.ptr -> f64
  %6 = llvm.sext %3 : i16 to i64
  %7 = llvm.sitofp %6 : i64 to f64
  %8 = llvm.fadd %5, %7 {fastmathFlags = #llvm.fastmath<fast>} : f64
  %9 = llvm.fneg %8 : f64
  llvm.store volatile %9, %1 {alignment = 8 : i64} : f64, !llvm.ptr
  llvm.return %2 : f64
}
// ----- atomics: backend
llvm.func @atomics(%p: !llvm.ptr, %v: i64, %f: f32) -> i64 {
  %0 = llvm.load %p atomic syncscope("wavefront") acquire {alignment = 8 : i64} : !llvm.ptr -> i64
  llvm.store %v, %p atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  %1 = llvm.atomicrmw umax %p, %v syncscope("agent") monotonic {alignment = 8 : i64} : !llvm.ptr, i64
  %2 = llvm.atomicrmw fadd %p, %f seq_cst : !llvm.ptr, f32
  %3 = llvm.atomicrmw volatile xchg %p, %1 acquire : !llvm.ptr, i64
  %4 = llvm.cmpxchg weak volatile %p, %0, %3 syncscope("one") acq_rel acquire : !llvm.ptr, i64
  %5 = llvm.extractvalue %4[0] : !llvm.struct<(i64, i1)>
  llvm.fence release
  llvm.return %5 : i64
}
// ----- vectors_of_llvm: backend
llvm.func @lanes(%v: vector<4xi32>, %w: vector<4xf32>, %i: i32, %p: !llvm.ptr, %m: vector<4xi1>) -> i32 {
  %0 = llvm.extractelement %v[%i : i32] : vector<4xi32>
  %1 = llvm.insertelement %0, %v[%i : i32] : vector<4xi32>
  %2 = llvm.shufflevector %1, %v [7, 0, 2, 5] : vector<4xi32>
  %3 = "llvm.intr.vector.reduce.umin"(%2) : (vector<4xi32>) -> i32
  %4 = llvm.intr.masked.load %p, %m, %w {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %4, %p, %m {alignment = 16 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %5 = llvm.intr.fabs(%4) {fastmathFlags = #llvm.fastmath<nnan, arcp>} : (vector<4xf32>) -> vector<4xf32>
  %6 = "llvm.intr.abs"(%v) <{is_int_min_poison = false}> : (vector<4xi32>) -> vector<4xi32>
  %7 = llvm.intr.pow(%w, %5) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return %3 : i32
}
// ----- bit_intrinsics: backend
llvm.func @bit_intrinsics(%a: i32, %b: i64, %x: f64, %p: !llvm.ptr) -> i64 {
  %0 = llvm.intr.ctpop(%a) : (i32) -> i32
  %1 = llvm.intr.bswap(%0) : (i32) -> i32
  %2 = llvm.intr.fshl(%1, %0, %a) : (i32, i32, i32) -> i32
  %3 = "llvm.intr.cttz"(%b) <{is_zero_poison = false}> : (i64) -> i64
  %4 = llvm.intr.umin(%3, %b) : (i64, i64) -> i64
  %5 = "llvm.intr.umul.with.overflow"(%4, %b) : (i64, i64) -> !llvm.struct<(i64, i1)>
  %6 = llvm.extractvalue %5[0] : !llvm.struct<(i64, i1)>
  %7 = llvm.intr.copysign(%x, %x) : (f64, f64) -> f64
  %8 = llvm.intr.fmuladd(%7, %x, %x) : (f64, f64, f64) -> f64
  %9 = "llvm.intr.usub.sat"(%6, %b) : (i64, i64) -> i64
  "llvm.intr.memmove"(%p, %p, %9) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy.inline"(%p, %p) <{isVolatile = false, len = 16 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  %s = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %s : !llvm.ptr
  "llvm.intr.trap"() : () -> ()
  llvm.return %9 : i64
}
// ----- startup: backend
module attributes {llvm.target_triple = "aarch64-linux-gnu", dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<!llvm.ptr, dense<64> : vector<4xi64>>, #dlti.dl_entry<i64, dense<[32, 64]> : vector<2xi64>>>} {
  llvm.func internal @init() attributes {sym_visibility = "private"} { llvm.return }
-19!  llvm.mlir.global_ctors {ctors = [@init], priorities = [7 : i32]}
20-!  llvm.mlir.global_ctors ctors = [@init], priorities = [7 : i32], data = [#llvm.zero]
  llvm.mlir.global weak hidden thread_local @tls(0 : i64) {section = ".tdata"} : i64
  llvm.mlir.global common hidden @c(0 : i32) {alignment = 16 : i64} : i32
  llvm.mlir.global extern_weak protected @w() : !llvm.ptr
  llvm.mlir.global appending @used() : !llvm.array<1 x ptr> { %0 = llvm.mlir.addressof @tls : !llvm.ptr %1 = llvm.mlir.undef : !llvm.array<1 x ptr> %2 = llvm.insertvalue %0, %1[0] : !llvm.array<1 x ptr> llvm.return %2 : !llvm.array<1 x ptr> }
}
// ----- attributes_of_functions: backend
llvm.func linkonce_odr hidden preserve_mostcc @attrs(%p: !llvm.ptr {llvm.nonnull, llvm.readonly, llvm.dereferenceable = 8 : i64}, %s: !llvm.ptr {llvm.sret = !llvm.struct<(i32)>, llvm.nocapture}, %b: i8 {llvm.zeroext}) -> (i8 {llvm.signext, llvm.noundef}) attributes {dso_local, garbageCollector = "statepoint", section = ".hot", alignment = 32 : i64, no_inline, optimize_none, target_features = #llvm.target_features<["+sse2", "-avx"]>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>, tune_cpu = "generic"} {
  %r = llvm.call fastcc @callee(%b) {fastmathFlags = #llvm.fastmath<nnan>, branch_weights = array<i32: 3>} : (i8) -> i8
  llvm.return %r : i8
}
llvm.func fastcc @callee(i8) -> i8 attributes {will_return, arm_streaming, passthrough = ["cold", ["frame-pointer", "none"]]}
// ----- loop_metadata: backend
#access = #llvm.access_group<id = distinct[0]<>>
#vec = #llvm.loop_vectorize<disable = false, width = 8 : i32, scalableEnable = false>
#lic = #llvm.loop_licm<disable = true, versioningDisable = false>
#int = #llvm.loop_interleave<count = 4 : i32>
#pipe = #llvm.loop_pipeline<disable = false, initiationinterval = 2 : i32>
#loop = #llvm.loop_annotation<vectorize = #vec, licm = #lic, interleave = #int, pipeline = #pipe, isVectorized = false, parallelAccesses = #access>
llvm.func @metadata(%p: !llvm.ptr, %n: i64) {
  %z = llvm.mlir.constant(0 : i64) : i64
  %o = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%z : i64)
^loop(%i: i64):
  %g = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %g {access_groups = [#access]} : !llvm.ptr -> f32
  llvm.store %v, %g {access_groups = [#access]} : f32, !llvm.ptr
  %j = llvm.add %i, %o overflow<nuw> : i64
  %c = llvm.icmp "ne" %j, %n : i64
  llvm.cond_br %c, ^loop(%j : i64), ^end {loop_annotation = #loop}
^end:
  llvm.return
}
// ----- debugging: backend
#f = #llvm.di_file<"prog.cpp" in "/src">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C_plus_plus_14, file = #f, producer = "c++", isOptimized = false, emissionKind = LineTablesOnly, nameTableKind = None>
#i = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "long", sizeInBits = 64, encoding = DW_ATE_signed>
#ptr = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #i, sizeInBits = 64>
#m = #llvm.di_derived_type<tag = DW_TAG_member, name = "next", baseType = #ptr, sizeInBits = 64, alignInBits = 64, offsetInBits = 64>
#s = #llvm.di_composite_type<tag = DW_TAG_structure_type, name = "Node", file = #f, line = 2, sizeInBits = 128, elements = #m>
#t = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #i, #s>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #f, name = "walk", linkageName = "_Z4walk", file = #f, line = 5, scopeLine = 6, subprogramFlags = Definition, type = #t>
#b = #llvm.di_lexical_block<scope = #sp, file = #f, line = 7, column = 3>
#v = #llvm.di_local_variable<scope = #b, name = "n", file = #f, line = 8, type = #s, alignInBits = 32>
#l = #llvm.di_label<scope = #sp, name = "again", file = #f, line = 9>
llvm.func @walk(%x: i64, %p: !llvm.ptr) -> i64 {
  llvm.intr.dbg.declare #v #llvm.di_expression<[DW_OP_plus_uconst(8), DW_OP_deref]> = %p : !llvm.ptr loc(#at)
  llvm.intr.dbg.label #l loc(#at)
  llvm.intr.dbg.value #v = %x : i64 loc(#in)
  llvm.return %x : i64 loc(#at)
} loc(fused<#sp>["prog.cpp":5:1])
#at = loc("prog.cpp":8:2)
#in = loc(callsite(#at at "prog.cpp":20:1))
// ----- exceptions: backend
llvm.mlir.global external constant @_ZTIi() : !llvm.ptr
llvm.func @__gxx_personality_v0(...) -> i32
llvm.func @thrower(i32) -> i32
llvm.func @catcher(%x: i32) -> i32 attributes {personality = @__gxx_personality_v0} {
  %n = llvm.mlir.zero : !llvm.ptr
  %t = llvm.mlir.addressof @_ZTIi : !llvm.ptr
  %r = llvm.invoke @thrower(%x) to ^ok unwind ^bad : (i32) -> i32
^ok:
  llvm.return %r : i32
^bad:
  %e = llvm.landingpad (catch %t : !llvm.ptr) (catch %n : !llvm.ptr) : !llvm.struct<(ptr, i32)>
  %k = llvm.extractvalue %e[1] : !llvm.struct<(ptr, i32)>
  llvm.return %k : i32
}
// ----- variadics: backend
llvm.func @vsum(%n: i32, ...) -> i32 {
  %o = llvm.mlir.constant(1 : i32) : i32
  %l = llvm.alloca %o x !llvm.ptr {alignment = 8 : i64} : (i32) -> !llvm.ptr
  llvm.intr.vastart %l : !llvm.ptr
  llvm.intr.vacopy %l to %l : !llvm.ptr, !llvm.ptr
  llvm.intr.vaend %l : !llvm.ptr
  %c = llvm.call @vsum(%n, %o) vararg(!llvm.func<i32 (i32, ...)>) : (i32, i32) -> i32
  llvm.return %c : i32
}
// ----- tensor_cores: backend
llvm.func @wmma(%a: vector<2xf16>, %c: f32, %p: !llvm.ptr<3>, %g: !llvm.ptr<1>, %i: i32) -> !llvm.struct<(f32, f32, f32, f32)> attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 4, 1>, nvvm.minctasm = 2 : i32} {
  %0 = nvvm.mma.sync A[%a, %a] B[%a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  nvvm.cp.async.shared.global %p, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  %t = nvvm.read.ptx.sreg.laneid : i32
-19!  nvvm.mbarrier.init.shared %p, %i : !llvm.ptr<3>, i32
20-!  nvvm.mbarrier.init %p, %i : !llvm.ptr<3>, i32
  llvm.return %0 : !llvm.struct<(f32, f32, f32, f32)>
}
// ----- amd_code: backend
llvm.func @amd(%a: i32, %v: vector<4xf32>, %h: vector<4xf16>) -> vector<4xf32> attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 64, 1, 1>, rocdl.waves_per_eu = 2 : i32} {
  %z = llvm.mlir.constant(0 : i32) : i32
  %0 = rocdl.workgroup.id.y : i32
  %1 = rocdl.grid.dim.x : i64
  %2 = rocdl.mfma.f32.16x16x16f16 %h, %h, %v, %z, %z, %z : (vector<4xf16>, vector<4xf16>, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  %3 = rocdl.ds_bpermute %a, %0 : (i32, i32) -> i32
  rocdl.s.barrier
  rocdl.sched.barrier 0
  llvm.return %2 : vector<4xf32>
}
// ----- shader: shaders
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, Int64], []> attributes {} {
  spirv.SpecConstant @size spec_id(3) = 64 : i32
  spirv.GlobalVariable @buf bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<16 x f32, stride=4> [0])>, Uniform>
  spirv.func @shade(%i: i32, %x: f32) -> f32 "Pure|Const" {
    %a = spirv.mlir.addressof @buf : !spirv.ptr<!spirv.struct<(!spirv.array<16 x f32, stride=4> [0])>, Uniform>
    %z = spirv.Constant 0 : i32
-19!    %p = spirv.AccessChain %a[%z, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<16 x f32, stride=4> [0])>, Uniform>, i32, i32
20-!    %p = spirv.AccessChain %a[%z, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<16 x f32, stride=4> [0])>, Uniform>, i32, i32 -> !spirv.ptr<f32, Uniform>
    %v = spirv.Load "Uniform" %p ["Aligned", 4] : f32
    %g = spirv.GL.FMax %v, %x : f32
    %s = spirv.GL.Sqrt %g : f32
    %f = spirv.ConvertFToS %s : f32 to i32
    %b = spirv.BitwiseAnd %f, %i : i32
    %u = spirv.ShiftRightLogical %b, %i : i32, i32
    %h = spirv.ConvertUToF %u : i32 to f32
    spirv.mlir.selection {
      %c = spirv.FOrdGreaterThan %h, %x : f32
      spirv.BranchConditional %c [3, 1], ^then, ^merge
    ^then:
      spirv.Store "Uniform" %p, %h : f32
      spirv.Branch ^merge
    ^merge:
      spirv.mlir.merge
    }
    spirv.ReturnValue %h : f32
  }
  spirv.EntryPoint "Fragment" @entry
  spirv.ExecutionMode @entry "OriginUpperLeft"
  spirv.func @entry() "None" { spirv.Return }
}
// ----- opencl: shaders
spirv.module Physical64 OpenCL requires #spirv.vce<v1.2, [Kernel, Addresses, Float16Buffer], []> {
  spirv.func @k(%a: !spirv.ptr<f32, CrossWorkgroup>, %x: f32, %v: vector<4xi32>) "DontInline" {
    %0 = spirv.CL.exp %x : f32
    %1 = spirv.CL.fma %0, %x, %x : f32
    %2 = spirv.FNegate %1 : f32
    %3 = spirv.IMul %v, %v : vector<4xi32>
    %4 = spirv.VectorShuffle [0: i32, 5: i32, 1: i32] %3, %3 : vector<4xi32>, vector<4xi32> -> vector<3xi32>
    spirv.MemoryBarrier <Device>, <SequentiallyConsistent|CrossWorkgroupMemory>
    spirv.Store "CrossWorkgroup" %a, %2 ["Volatile"] : f32
    spirv.Return
  }
}
// ----- accelerate: accs
func.func @accelerate(%a: memref<64xf32>, %n: i32, %c: i1) {
  %d = acc.create varPtr(%a : memref<64xf32>) -> memref<64xf32> {name = "a"}
  acc.enter_data if(%c) dataOperands(%d : memref<64xf32>)
  acc.kernels num_workers(%n : i32) { acc.terminator }
  acc.serial { acc.yield }
  acc.wait(%n : i32) async(%n : i32)
  acc.shutdown device_num(%n : i32) if(%c)
  %e = acc.getdeviceptr varPtr(%a : memref<64xf32>) -> memref<64xf32> {dataClause = #acc<data_clause acc_delete>}
  acc.exit_data dataOperands(%e : memref<64xf32>)
  acc.delete accPtr(%e : memref<64xf32>)
  return
}
// ----- c_code: ccode
func.func @c_code(%a: i32, %p: !emitc.ptr<f32>) -> i32 {
  %0 = emitc.call_opaque "pick"(%a, %p) {args = [1 : index, 0 : index, #emitc.opaque<"X">], template_args = [i32, 3 : i32]} : (i32, !emitc.ptr<f32>) -> i32
  %2 = emitc.mul %0, %a : (i32, i32) -> i32
  %3 = emitc.cast %2 : i32 to f64
  %4 = emitc.bitwise_and %2, %a : (i32, i32) -> i32
  %5 = emitc.logical_not %4 : i32
  %6 = emitc.conditional %5, %4, %a : i32
  return %6 : i32
}
// ----- interpreter: rules
pdl.pattern @fold : benefit(1) {
  %t = pdl.type
  %a = pdl.operand
  %b = pdl.operand : %t
  %op = pdl.operation "math.powf" (%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %op
  pdl.apply_native_constraint "isTwo"(%b : !pdl.value)
  pdl.rewrite %op with "square"(%a, %r : !pdl.value, !pdl.value)
}
// ----- own_dialect: rules
irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
-19!    irdl.parameters(%2)
20-!    irdl.parameters(elem: %2)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @cmath::@complex<%0>
-19!    irdl.operands(%1)
-19!    irdl.results(%0)
20-!    irdl.operands(in: %1)
20-!    irdl.results(out: %0)
  }
}
// ----- schedule: rules
module attributes {transform.with_named_sequence} {
  transform.named_sequence @helper(%f: !transform.any_op {transform.readonly}, %n: !transform.param<i64> {transform.readonly}) {
    transform.apply_patterns to %f {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct"
      transform.apply_patterns.vector.lower_transpose lowering_strategy = "shuffle_1d"
      transform.apply_patterns.vector.lower_transfer max_transfer_rank = 1
      transform.apply_patterns.memref.fold_memref_alias_ops
    } {apply_cse} : !transform.any_op
    transform.yield
  }
  transform.named_sequence @outer(%r: !transform.any_op {transform.consumed}) {
    %l = transform.structured.match interface{LoopLikeInterface} in %r : (!transform.any_op) -> !transform.op<"scf.for">
    transform.loop.unroll %l {factor = 4} : !transform.op<"scf.for">
    %f = transform.structured.match ops{["func.func"]} attributes{hot} in %r : (!transform.any_op) -> !transform.any_op
    %p = transform.num_associations %f : (!transform.any_op) -> !transform.param<i64>
    transform.include @helper failures(suppress) (%f, %p) : (!transform.any_op, !transform.param<i64>) -> ()
    transform.alternatives %f : !transform.any_op { ^bb0(%x: !transform.any_op): transform.yield }, { ^bb0(%y: !transform.any_op): transform.yield }
    transform.yield
  }
}
// ----- arm: lanes
func.func @arm(%a: vector<4xi32>, %b: vector<16xi8>, %c: vector<[8]xi16>, %d: vector<[4]xi32>) -> (vector<4xi32>, vector<[4]xi32>) {
  %0 = arm_neon.intr.sdot %a, %b, %b : vector<16xi8>, vector<16xi8> to vector<4xi32>
  %e = arith.constant dense<1> : vector<[16]xi8>
  %1 = arm_sve.smmla %d, %e, %e : vector<[16]xi8> to vector<[4]xi32>
  return %0, %1 : vector<4xi32>, vector<[4]xi32>
}
// ----- tiles_of_intel: lanes
func.func @intel(%m: memref<?x?xbf16>, %n: memref<?x?xf32>) {
  %z = arith.constant 0 : index
-19!  %a = amx.tile_load %m[%z, %z] : memref<?x?xbf16> into vector<16x32xbf16>
-19!  %b = amx.tile_zero : vector<16x16xf32>
-19!  %c = amx.tile_mulf %a, %a, %b : vector<16x32xbf16>, vector<16x32xbf16>, vector<16x16xf32>
-19!  amx.tile_store %n[%z, %z], %c : memref<?x?xf32>, vector<16x16xf32>
20-!  %a = amx.tile_load %m[%z, %z] : memref<?x?xbf16> into !amx.tile<16x32xbf16>
20-!  %b = amx.tile_zero : !amx.tile<16x16xf32>
20-!  %c = amx.tile_mulf %a, %a, %b : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
20-!  amx.tile_store %n[%z, %z], %c : memref<?x?xf32>, !amx.tile<16x16xf32>
  return
}
// ----- meshes: numbers
-19!mesh.mesh @grid(shape = 2x4)
-19!func.func @shard(%t: tensor<8x16xf32>) -> tensor<8x16xf32> {
-19!  %r = mesh.all_reduce %t on @grid mesh_axes = [0] reduction = <max> : tensor<8x16xf32> -> tensor<8x16xf32>
21-!shard.grid @grid(shape = 2x4)
21-!func.func @shard(%t: tensor<8x16xf32>) -> tensor<8x16xf32> {
21-!  %r = shard.all_reduce %t on @grid grid_axes = [0] reduction = max : tensor<8x16xf32> -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
// ----- ranges: numbers
-19!module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" : #dlti.target_device_spec<#dlti.dl_entry<"cache", 32768 : i64>>>} {
20-!module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"cache" = 32768 : i64>>} {
  func.func @ranges(%a: !quant.uniform<u8<1:255>:f32:0, {2.0e-2:120, 0.5}>, %p: tensor<2x!quant.calibrated<f32<-0.9:1.1>>>) -> tensor<2x!quant.calibrated<f32<-0.9:1.1>>> {
    return %p : tensor<2x!quant.calibrated<f32<-0.9:1.1>>>
  }
}
// ----- messages: numbers
func.func @messages(%m: memref<100xf32>) {
-19!  %err = mpi.init : !mpi.retval
-19!  %e2, %rank = mpi.comm_rank : !mpi.retval, i32
-19!  mpi.send(%m, %rank, %rank) : memref<100xf32>, i32, i32
-19!  %e3 = mpi.finalize : !mpi.retval
20-!  %err = mpi.init : !mpi.retval
20-!  %comm = mpi.comm_world : !mpi.comm
20-!  %rank = mpi.comm_rank(%comm) : i32
20-!  mpi.send(%m, %rank, %rank, %comm) : memref<100xf32>, i32, i32
20-!  %e3 = mpi.finalize : !mpi.retval
  return
}
// ----- intel_gpu: numbers
func.func @xe(%s: memref<24x32xf32>) {
  %d = xegpu.create_nd_tdesc %s[0, 0] : memref<24x32xf32> -> !xegpu.tensor_desc<8x16xf32>
  xegpu.prefetch_nd %d {l1_hint = #xegpu.cache_hint<cached>} : !xegpu.tensor_desc<8x16xf32>
  %v = xegpu.load_nd %d {l2_hint = #xegpu.cache_hint<uncached>} : !xegpu.tensor_desc<8x16xf32> -> vector<8x16xf32>
  xegpu.store_nd %v, %d : vector<8x16xf32>, !xegpu.tensor_desc<8x16xf32>
  return
}
