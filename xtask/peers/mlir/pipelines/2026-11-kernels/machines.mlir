// Kernels of GPUs, OpenMP and OpenACC, and what compilers of C, Fortran and shaders emit, of the set 2026-11-kernels; the form is that of ../development.
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
