// Kernels of GPUs, shaders, OpenMP and OpenACC, of the set 2026-11-releases; the form is that of ../development.
// ----- grid_dye: d_nvvm d_rocdl d_spirv
func.func @dye(%cloth: memref<256xf32>, %tone: f32, %n: index) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    %b = arith.muli %bx, %c64 : index
    %i = arith.addi %b, %tx : index
    %in = arith.cmpi slt, %i, %n : index
    scf.if %in {
      %v = memref.load %cloth[%i] : memref<256xf32>
      %w = arith.mulf %v, %tone : f32
      memref.store %w, %cloth[%i] : memref<256xf32>
    }
    gpu.terminator
  }
  return
}
// ----- grid_stitches: d_nvvm d_rocdl
gpu.module @stitches {
  gpu.func @run(%a: memref<?xf32>, %o: memref<?xf32>) workgroup(%s : memref<64xf32, #gpu.address_space<workgroup>>) private(%p : memref<2xf32, #gpu.address_space<private>>) kernel attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %d = gpu.block_dim x
    %g = gpu.grid_dim x
    %m = arith.muli %b, %d : index
    %i = arith.addi %m, %t : index
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %k = arith.subi %c63, %t : index
    %w = memref.load %s[%k] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %w, %p[%c0] : memref<2xf32, #gpu.address_space<private>>
    %x = memref.load %p[%c0] : memref<2xf32, #gpu.address_space<private>>
    %r = gpu.all_reduce add %x uniform {} : (f32) -> (f32)
    %q = arith.addf %r, %w : f32
    memref.store %q, %o[%i] : memref<?xf32>
    gpu.return
  }
}
// ----- grid_votes: d_nvvm
gpu.module @votes {
  gpu.func @count(%v: memref<?xi32>, %o: memref<?xi32>) kernel {
    %w = arith.constant 32 : i32
    %k = arith.constant 4 : i32
    %i = gpu.global_id x
    %l = gpu.lane_id
    %x = memref.load %v[%i] : memref<?xi32>
    %y, %ok = gpu.shuffle xor %x, %k, %w : i32
    %z, %in = gpu.shuffle down %y, %k, %w : i32
    %c = arith.andi %ok, %in : i1
    %s = arith.select %c, %z, %x : i32
    memref.store %s, %o[%l] : memref<?xi32>
    %old = memref.atomic_rmw addi %s, %o[%i] : (i32, memref<?xi32>) -> i32
    gpu.return
  }
}
// ----- host_of_grids: d_nvvm d_rocdl
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @scale(%a: memref<?xf32>, %x: f32) kernel {
      %i = gpu.thread_id x
      %v = memref.load %a[%i] : memref<?xf32>
      %w = arith.mulf %v, %x : f32
      memref.store %w, %a[%i] : memref<?xf32>
      gpu.return
    }
  }
  func.func @host(%h: memref<?xf32>, %n: index, %x: f32) {
    %c1 = arith.constant 1 : index
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32>
    %t2 = gpu.memcpy async [%t1] %d, %h : memref<?xf32>, memref<?xf32>
    %t3 = gpu.launch_func async [%t2] @k::@scale blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%d : memref<?xf32>, %x : f32)
    %t4 = gpu.memcpy async [%t3] %h, %d : memref<?xf32>, memref<?xf32>
    %t5 = gpu.dealloc async [%t4] %d : memref<?xf32>
    gpu.wait [%t5]
    return
  }
}
// ----- fragments_of_wood: d_nvvm
gpu.module @wood {
  gpu.func @mma(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %c: memref<16x16xf16>) kernel {
    %i = arith.constant 0 : index
    %x = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %y = gpu.subgroup_mma_load_matrix %b[%i, %i] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %z = gpu.subgroup_mma_load_matrix %c[%i, %i] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
    %r = gpu.subgroup_mma_compute %x, %y, %z : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %r, %c[%i, %i] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
    gpu.return
  }
}
// ----- registers_read: x_llvm
llvm.func @lanes(%p: !llvm.ptr) -> i32 {
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %b = nvvm.read.ptx.sreg.ctaid.y : i32
  %d = nvvm.read.ptx.sreg.ntid.x : i32
  %m = llvm.mul %b, %d : i32
  %i = llvm.add %m, %x : i32
-22!  nvvm.barrier0
23-!  nvvm.barrier
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %v = llvm.load %q : !llvm.ptr -> i32
  llvm.return %v : i32
}
// ----- amd_registers: x_llvm
llvm.func @items(%p: !llvm.ptr<1>) -> i32 {
  %x = rocdl.workitem.id.x : i32
  %g = rocdl.workgroup.id.x : i32
-22!  %s = rocdl.workgroup.dim.x : i64
23-!  %s = llvm.mlir.constant(64 : i64) : i64
  %w = llvm.sext %g : i32 to i64
  %m = llvm.mul %w, %s : i64
  %t = llvm.trunc %m : i64 to i32
  %i = llvm.add %t, %x : i32
  rocdl.barrier
  %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %i, %q : i32, !llvm.ptr<1>
  llvm.return %i : i32
}
// ----- shader_of_glaze: s_module
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
  spirv.GlobalVariable @glaze bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>
  spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.func @fire() "None" {
    %z = spirv.Constant 0 : i32
    %h = spirv.Constant 0.5 : f32
    %a = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    %v = spirv.Load "Input" %a : vector<3xi32>
    %i = spirv.CompositeExtract %v[0 : i32] : vector<3xi32>
    %g = spirv.mlir.addressof @glaze : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>
-20!    %p = spirv.AccessChain %g[%z, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>, i32, i32
21-!    %p = spirv.AccessChain %g[%z, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %x = spirv.Load "StorageBuffer" %p : f32
    %y = spirv.FMul %x, %h : f32
    %s = spirv.GL.FMax %y, %h : f32
    spirv.Store "StorageBuffer" %p, %s : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @fire, @id
  spirv.ExecutionMode @fire "LocalSize", 16, 2, 1
}
// ----- shader_functions: s_module
spirv.module Logical GLSL450 {
  spirv.SpecConstant @tint spec_id(4) = 3 : i32
  spirv.func @mix(%a: vector<4xf32>, %b: vector<4xf32>, %t: f32) -> vector<4xf32> "Inline" {
    %s = spirv.VectorTimesScalar %a, %t : (vector<4xf32>, f32) -> vector<4xf32>
    %d = spirv.FSub %b, %s : vector<4xf32>
-17!    %l = spirv.CompositeExtract %d[1 : i32] : vector<4xf32>
18-!    %l = spirv.Dot %d, %d : vector<4xf32> -> f32
    %q = spirv.GL.Sqrt %l : f32
    %r = spirv.VectorTimesScalar %d, %q : (vector<4xf32>, f32) -> vector<4xf32>
    spirv.ReturnValue %r : vector<4xf32>
  }
  spirv.func @pick(%n: i32) -> i32 "None" {
    %t = spirv.mlir.referenceof @tint : i32
    %c = spirv.SLessThan %n, %t : i32
    %m = spirv.Select %c, %n, %t : i1, i32
    %b = spirv.BitwiseAnd %m, %n : i32
    %v = spirv.Variable : !spirv.ptr<i32, Function>
    spirv.mlir.selection {
      spirv.BranchConditional %c, ^then, ^merge
    ^then:
      spirv.Store "Function" %v, %b : i32
      spirv.Branch ^merge
    ^merge:
      spirv.mlir.merge
    }
    %o = spirv.Load "Function" %v : i32
    spirv.ReturnValue %o : i32
  }
}
// ----- kernel_of_beads: s_module
spirv.module Physical64 OpenCL requires #spirv.vce<v1.0, [Kernel, Addresses, Int64], []> {
  spirv.func @count(%n: i64, %p: !spirv.ptr<i64, CrossWorkgroup>) "None" {
    %one = spirv.Constant 1 : i64
    %zero = spirv.Constant 0 : i64
    %i = spirv.Variable init(%zero) : !spirv.ptr<i64, Function>
    spirv.mlir.loop {
      spirv.Branch ^head
    ^head:
      %v = spirv.Load "Function" %i : i64
      %c = spirv.ULessThan %v, %n : i64
      spirv.BranchConditional %c, ^body, ^merge
    ^body:
      %w = spirv.Load "CrossWorkgroup" %p ["Aligned", 8] : i64
      %x = spirv.IAdd %w, %v : i64
      spirv.Store "CrossWorkgroup" %p, %x ["Aligned", 8] : i64
      spirv.Branch ^again
    ^again:
      %u = spirv.Load "Function" %i : i64
      %k = spirv.IAdd %u, %one : i64
      spirv.Store "Function" %i, %k : i64
      spirv.Branch ^head
    ^merge:
      spirv.mlir.merge
    }
    spirv.Return
  }
}
// ----- omp_looms: o_threads
func.func @looms(%a: memref<?xf32>, %n: index, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.5 : f32
  omp.parallel num_threads(%k : i32) {
-18!    omp.wsloop for (%i) : index = (%c0) to (%n) step (%c1) {
19-!    omp.wsloop {
19-!    omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
      %v = memref.load %a[%i] : memref<?xf32>
      %w = arith.mulf %v, %x : f32
      memref.store %w, %a[%i] : memref<?xf32>
      omp.yield
    }
19-20!    omp.terminator
19-!    }
    omp.barrier
    omp.master {
      memref.store %x, %a[%c0] : memref<?xf32>
      omp.terminator
    }
    omp.terminator
  }
  return
}
// ----- omp_kilns: o_threads
func.func @kilns(%a: memref<8xi64>, %x: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.critical {
      memref.store %x, %a[%c0] : memref<8xi64>
      omp.terminator
    }
    omp.single nowait {
      %v = memref.load %a[%c1] : memref<8xi64>
      %w = arith.addi %v, %x : i64
      memref.store %w, %a[%c1] : memref<8xi64>
      omp.terminator
    }
    omp.taskgroup {
      omp.task {
        memref.store %x, %a[%c1] : memref<8xi64>
        omp.terminator
      }
      omp.terminator
    }
    omp.taskwait
    omp.taskyield
    omp.terminator
  }
  return
}
// ----- omp_bell_ringers: o_threads
llvm.func @ring(%p: !llvm.ptr, %q: !llvm.ptr, %v: i32) {
  omp.parallel {
-20!    omp.atomic.read %p = %q : !llvm.ptr, i32
21-!    omp.atomic.read %p = %q : !llvm.ptr, !llvm.ptr, i32
    omp.atomic.update %p : !llvm.ptr {
    ^bb0(%x: i32):
      %n = llvm.add %x, %v : i32
      omp.yield(%n : i32)
    }
    omp.flush
    omp.terminator
  }
  omp.sections {
    omp.section {
      omp.terminator
    }
    omp.section {
      llvm.store %v, %q : i32, !llvm.ptr
      omp.terminator
    }
    omp.terminator
  }
  llvm.return
}
// ----- acc_beehives: l_plain
func.func @hives(%a: memref<32xf32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = acc.copyin varPtr(%a : memref<32xf32>) -> memref<32xf32> {name = "a"}
  acc.parallel dataOperands(%d : memref<32xf32>) {
    %v = memref.load %d[%c0] : memref<32xf32>
    memref.store %v, %d[%c1] : memref<32xf32>
    acc.yield
  }
  acc.copyout accPtr(%d : memref<32xf32>) to varPtr(%a : memref<32xf32>) {name = "a"}
  acc.wait
  return
}
