// Kernels of GPUs, OpenMP and OpenACC, of the set 2026-11-kernels; the form is that of ../development.
// ----- block_sum: kernels_nv kernels_amd
func.func @block_sum(%in: memref<?xf32>, %out: memref<?xf32>, %blocks: index) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) workgroup(%w : memref<128xf32, #gpu.address_space<workgroup>>) {
    %c0 = arith.constant 0 : index
    %two = arith.constant 2 : index
    %half = arith.constant 64 : index
    %b = arith.muli %bx, %sx : index
    %i = arith.addi %b, %tx : index
    %v = memref.load %in[%i] : memref<?xf32>
    memref.store %v, %w[%tx] : memref<128xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %l = scf.while (%s = %half) : (index) -> index {
      %go = arith.cmpi ugt, %s, %c0 : index
      scf.condition(%go) %s : index
    } do {
    ^bb0(%s: index):
      %c = arith.cmpi ult, %tx, %s : index
      scf.if %c {
        %j = arith.addi %tx, %s : index
        %x = memref.load %w[%tx] : memref<128xf32, #gpu.address_space<workgroup>>
        %y = memref.load %w[%j] : memref<128xf32, #gpu.address_space<workgroup>>
        %z = arith.addf %x, %y : f32
        memref.store %z, %w[%tx] : memref<128xf32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      %h = arith.divui %s, %two : index
      scf.yield %h : index
    }
    %first = arith.cmpi eq, %tx, %c0 : index
    scf.if %first {
      %r = memref.load %w[%c0] : memref<128xf32, #gpu.address_space<workgroup>>
      memref.store %r, %out[%bx] : memref<?xf32>
    }
    gpu.terminator
  }
  return
}
// ----- tiled_gemm: kernels_nv kernels_amd
func.func @gemm(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c4, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c16, %sz = %c1)
      workgroup(%p : memref<16x16xf32, #gpu.address_space<workgroup>>, %q : memref<16x16xf32, #gpu.address_space<workgroup>>) {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : index
    %n = arith.constant 16 : index
    %all = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %row = affine.apply affine_map<(b, t) -> (b * 16 + t)>(%by, %ty)
    %col = affine.apply affine_map<(b, t) -> (b * 16 + t)>(%bx, %tx)
    %r = scf.for %k = %c0 to %all step %n iter_args(%acc = %zero) -> (f32) {
      %kx = arith.addi %k, %tx : index
      %ky = arith.addi %k, %ty : index
      %x = memref.load %a[%row, %kx] : memref<64x64xf32>
      %y = memref.load %b[%ky, %col] : memref<64x64xf32>
      memref.store %x, %p[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
      memref.store %y, %q[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %s = scf.for %j = %c0 to %n step %one iter_args(%t = %acc) -> (f32) {
        %u = memref.load %p[%ty, %j] : memref<16x16xf32, #gpu.address_space<workgroup>>
        %v = memref.load %q[%j, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        %w = math.fma %u, %v, %t : f32
        scf.yield %w : f32
      }
      gpu.barrier
      scf.yield %s : f32
    }
    memref.store %r, %c[%row, %col] : memref<64x64xf32>
    gpu.terminator
  }
  return
}
// ----- warp_sum: kernels_nv kernels_amd
func.func @warp_sum(%in: memref<32x32xf32>, %out: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c32, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %v = memref.load %in[%bx, %tx] : memref<32x32xf32>
    %o1 = arith.constant 16 : i32
    %o2 = arith.constant 8 : i32
    %w = arith.constant 32 : i32
    %a, %p = gpu.shuffle xor %v, %o1, %w : f32
    %x = arith.addf %v, %a : f32
    %b, %q = gpu.shuffle xor %x, %o2, %w : f32
    %y = arith.maximumf %x, %b : f32
    %s = gpu.subgroup_reduce add %y : (f32) -> f32
    memref.store %s, %out[%bx] : memref<32xf32>
    gpu.terminator
  }
  return
}
// ----- streams: kernels_nv
func.func @streams(%host: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %t0 = gpu.wait async
  %dev, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32>
  %t2 = gpu.memcpy async [%t1] %dev, %host : memref<?xf32>, memref<?xf32>
  %g = arith.ceildivui %n, %c256 : index
  %t3 = gpu.launch async [%t2] blocks(%bx, %by, %bz) in (%gx = %g, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %b = arith.muli %bx, %sx : index
    %i = arith.addi %b, %tx : index
    %in = arith.cmpi ult, %i, %n : index
    scf.if %in {
      %v = memref.load %dev[%i] : memref<?xf32>
      %e = math.exp %v : f32
      %l = math.log %e : f32
      %s = math.sqrt %l : f32
      memref.store %s, %dev[%i] : memref<?xf32>
    }
    gpu.terminator
  }
  %t4 = gpu.memcpy async [%t3] %host, %dev : memref<?xf32>, memref<?xf32>
  %t5 = gpu.dealloc async [%t4] %dev : memref<?xf32>
  gpu.wait [%t5]
  return
}
// ----- histogram_gpu: kernels_nv kernels_amd
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @count(%image: memref<?xi32>, %bins: memref<256xi32>, %n: index) kernel {
      %t = gpu.global_id x
      %bd = gpu.block_dim x
      %gd = gpu.grid_dim x
      %step = arith.muli %bd, %gd : index
      %one = arith.constant 1 : i32
      scf.for %i = %t to %n step %step {
        %v = memref.load %image[%i] : memref<?xi32>
        %b = arith.index_cast %v : i32 to index
        %o = memref.atomic_rmw addi %one, %bins[%b] : (i32, memref<256xi32>) -> i32
      }
      gpu.return
    }
  }
  func.func @run(%image: memref<?xi32>, %bins: memref<256xi32>, %n: index) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %shared = arith.constant 1024 : i32
    gpu.launch_func @kernels::@count blocks in (%c64, %c1, %c1) threads in (%c64, %c1, %c1) dynamic_shared_memory_size %shared args(%image : memref<?xi32>, %bins : memref<256xi32>, %n : index)
    return
  }
}
// ----- async_copy: kernels_nv
gpu.module @pipeline {
  gpu.func @stage(%src: memref<128x64xf16>, %dst: memref<64x64xf16, 3>, %i: index) kernel {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %k = nvgpu.device_async_copy %src[%i, %t], %dst[%t, %c0], 8 : memref<128x64xf16> to memref<64x64xf16, 3>
    %g = nvgpu.device_async_create_group %k
    nvgpu.device_async_wait %g {numGroups = 1 : i32}
    gpu.barrier
    %a = nvgpu.ldmatrix %dst[%t, %c0] {numTiles = 4 : i32, transpose = false} : memref<64x64xf16, 3> -> vector<4x2xf16>
    %b = nvgpu.ldmatrix %dst[%c0, %t] {numTiles = 2 : i32, transpose = true} : memref<64x64xf16, 3> -> vector<2x2xf16>
    %zero = arith.constant dense<0.0> : vector<2x2xf16>
    %r = nvgpu.mma.sync (%a, %b, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
    %e = vector.extract %r[0] : vector<2xf16> from vector<2x2xf16>
    vector.store %e, %dst[%t, %c0] : memref<64x64xf16, 3>, vector<2xf16>
    gpu.return
  }
}
// ----- softmax_gpu: kernels_cl kernels_amd
gpu.module @rows {
  gpu.func @softmax(%m: memref<64x32xf32, 1>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %r = gpu.block_id x
    %c = gpu.thread_id x
    %v = memref.load %m[%r, %c] : memref<64x32xf32, 1>
    %w = arith.constant 32 : i32
    %one = arith.constant 1 : i32
    %u, %ok = gpu.shuffle down %v, %one, %w : f32
    %t = arith.maximumf %v, %u : f32
    %d = arith.subf %v, %t : f32
    %e = math.exp %d : f32
    gpu.barrier
    memref.store %e, %m[%r, %c] : memref<64x32xf32, 1>
    gpu.return
  }
}
// ----- cl_blur: kernels_cl
gpu.module @filters {
  gpu.func @blur(%in: memref<?x?xf32>, %out: memref<?x?xf32>, %w: index) kernel {
    %x = gpu.global_id x
    %y = gpu.global_id y
    %c1 = arith.constant 1 : index
    %lx = gpu.thread_id x
    %bx = gpu.block_dim x
    %l = arith.subi %x, %c1 : index
    %in_range = arith.cmpi ult, %x, %w : index
    cf.cond_br %in_range, ^body, ^end
  ^body:
    %a = memref.load %in[%y, %l] : memref<?x?xf32>
    %b = memref.load %in[%y, %x] : memref<?x?xf32>
    %s = arith.addf %a, %b : f32
    %half = arith.constant 0.5 : f32
    %r = arith.mulf %s, %half : f32
    memref.store %r, %out[%y, %x] : memref<?x?xf32>
    cf.br ^end
  ^end:
    gpu.return
  }
}
// ----- vk_saxpy: vulkan
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  gpu.module @kernels {
    gpu.func @saxpy(%x: memref<1024xf32, #spirv.storage_class<StorageBuffer>>, %y: memref<1024xf32, #spirv.storage_class<StorageBuffer>>, %a: f32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
      %b = gpu.block_id x
      %t = gpu.thread_id x
      %d = gpu.block_dim x
      %m = arith.muli %b, %d : index
      %i = arith.addi %m, %t : index
      %u = memref.load %x[%i] : memref<1024xf32, #spirv.storage_class<StorageBuffer>>
      %v = memref.load %y[%i] : memref<1024xf32, #spirv.storage_class<StorageBuffer>>
      %p = arith.mulf %u, %a : f32
      %s = arith.addf %p, %v : f32
      %g = math.tanh %s : f32
      memref.store %g, %y[%i] : memref<1024xf32, #spirv.storage_class<StorageBuffer>>
      gpu.return
    }
  }
}
// ----- vk_scan: vulkan
module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniformArithmetic, Int64], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  gpu.module @kernels {
    gpu.func @scan(%m: memref<64xi32, #spirv.storage_class<StorageBuffer>>, %n: i32) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 1, 1]>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0 : i32
      %s = scf.for %i = %c0 to %t step %c1 iter_args(%a = %zero) -> (i32) {
        %v = memref.load %m[%i] : memref<64xi32, #spirv.storage_class<StorageBuffer>>
        %w = arith.addi %a, %v : i32
        scf.yield %w : i32
      }
      gpu.barrier
      %c = arith.cmpi slt, %s, %n : i32
      scf.if %c {
        memref.store %s, %m[%t] : memref<64xi32, #spirv.storage_class<StorageBuffer>>
      }
      gpu.return
    }
  }
}
// ----- omp_stencil: offload
llvm.func @kernel(f64) -> f64
func.func @stencil(%u: memref<?xf64>, %v: memref<?xf64>, %n: index, %steps: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f64
  %e = arith.subi %n, %c1 : index
  omp.parallel {
    scf.for %t = %c0 to %steps step %c1 {
      omp.wsloop schedule(guided, nonmonotonic) nowait {
        omp.loop_nest (%i) : index = (%c1) to (%e) step (%c1) {
          %l = arith.subi %i, %c1 : index
          %a = memref.load %u[%l] : memref<?xf64>
          %b = memref.load %u[%i] : memref<?xf64>
          %s = arith.addf %a, %b : f64
          %r = arith.mulf %s, %half : f64
          memref.store %r, %v[%i] : memref<?xf64>
          omp.yield
        }
-19!        omp.terminator
      }
      omp.barrier
    }
    omp.terminator
  }
  return
}
// ----- omp_dot: offload
omp.declare_reduction @add_f64 : f64 init {
^bb0(%x: f64):
  %0 = llvm.mlir.constant(0.0 : f64) : f64
  omp.yield(%0 : f64)
} combiner {
^bb0(%x: f64, %y: f64):
  %0 = llvm.fadd %x, %y : f64
  omp.yield(%0 : f64)
} atomic {
^bb0(%x: !llvm.ptr, %y: !llvm.ptr):
  %0 = llvm.load %y : !llvm.ptr -> f64
  %1 = llvm.atomicrmw fadd %x, %0 monotonic : !llvm.ptr, f64
  omp.yield
}
llvm.func @dot(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) -> f64 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %zero = llvm.mlir.constant(0 : i64) : i64
  %z = llvm.mlir.constant(0.0 : f64) : f64
  %s = llvm.alloca %one x f64 : (i64) -> !llvm.ptr
  llvm.store %z, %s : f64, !llvm.ptr
  omp.parallel {
    omp.wsloop reduction(@add_f64 %s -> %p : !llvm.ptr) {
      omp.loop_nest (%i) : i64 = (%zero) to (%n) step (%one) {
        %ga = llvm.getelementptr inbounds %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
        %gb = llvm.getelementptr inbounds %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
        %x = llvm.load %ga : !llvm.ptr -> f64
        %y = llvm.load %gb : !llvm.ptr -> f64
        %m = llvm.fmul %x, %y : f64
        %old = llvm.load %p : !llvm.ptr -> f64
        %new = llvm.fadd %old, %m {fastmathFlags = #llvm.fastmath<contract>} : f64
        llvm.store %new, %p : f64, !llvm.ptr
        omp.yield
      }
-19!      omp.terminator
    }
    omp.terminator
  }
  %r = llvm.load %s : !llvm.ptr -> f64
  llvm.return %r : f64
}
// ----- omp_fib: offload
func.func @fib(%n: i32, %out: memref<i32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %c = arith.cmpi slt, %n, %two : i32
  cf.cond_br %c, ^leaf, ^fork
^leaf:
  memref.store %n, %out[] : memref<i32>
  return
^fork:
  %x = memref.alloca() : memref<i32>
  %y = memref.alloca() : memref<i32>
  %a = arith.subi %n, %one : i32
  %b = arith.subi %n, %two : i32
  omp.taskgroup {
    omp.task final(%c) untied {
      func.call @fib(%a, %x) : (i32, memref<i32>) -> ()
      omp.terminator
    }
    omp.task mergeable {
      func.call @fib(%b, %y) : (i32, memref<i32>) -> ()
      omp.terminator
    }
    omp.terminator
  }
  %u = memref.load %x[] : memref<i32>
  %v = memref.load %y[] : memref<i32>
  %s = arith.addi %u, %v : i32
  memref.store %s, %out[] : memref<i32>
  return
}
// ----- omp_bins: offload
omp.critical.declare @lock hint(contended)
func.func @bins(%m: memref<?xi32>, %h: memref<16xi32>, %p: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  omp.parallel num_threads(%four : i32) {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %v = memref.load %m[%i] : memref<?xi32>
        %b = arith.index_cast %v : i32 to index
        omp.critical(@lock) {
          %o = memref.load %h[%b] : memref<16xi32>
          %w = arith.addi %o, %one : i32
          memref.store %w, %h[%b] : memref<16xi32>
          omp.terminator
        }
        omp.yield
      }
-19!      omp.terminator
    }
    omp.single {
      omp.atomic.update %p : !llvm.ptr {
      ^bb0(%x: i32):
        %y = llvm.add %x, %one : i32
        omp.yield(%y : i32)
      }
      omp.terminator
    }
    omp.master { omp.terminator }
    omp.terminator
  }
  return
}
// ----- acc_saxpy: offload_acc
func.func @saxpy(%x: memref<1024xf32>, %y: memref<1024xf32>, %a: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  %dx = acc.copyin varPtr(%x : memref<1024xf32>) -> memref<1024xf32> {name = "x"}
  %dy = acc.create varPtr(%y : memref<1024xf32>) -> memref<1024xf32> {name = "y"}
  acc.parallel dataOperands(%dx, %dy : memref<1024xf32>, memref<1024xf32>) {
    scf.for %i = %c0 to %n step %c1 {
      %u = memref.load %dx[%i] : memref<1024xf32>
      %v = memref.load %dy[%i] : memref<1024xf32>
      %p = arith.mulf %u, %a : f32
      %s = arith.addf %p, %v : f32
      memref.store %s, %dy[%i] : memref<1024xf32>
    }
    acc.yield
  }
  acc.copyout accPtr(%dy : memref<1024xf32>) to varPtr(%y : memref<1024xf32>) {name = "y"}
  acc.delete accPtr(%dx : memref<1024xf32>) {name = "x"}
  return
}
// ----- acc_region: offload_acc
func.func @data(%m: memref<64xf64>, %c: i1, %q: i32) {
  %d = acc.copyin varPtr(%m : memref<64xf64>) -> memref<64xf64>
  acc.data if(%c) dataOperands(%d : memref<64xf64>) {
    acc.serial dataOperands(%d : memref<64xf64>) {
      %c3 = arith.constant 3 : index
      %v = arith.constant 1.0 : f64
      memref.store %v, %d[%c3] : memref<64xf64>
      acc.yield
    }
    acc.terminator
  }
  acc.wait async(%q : i32)
  acc.copyout accPtr(%d : memref<64xf64>) to varPtr(%m : memref<64xf64>)
  return
}
