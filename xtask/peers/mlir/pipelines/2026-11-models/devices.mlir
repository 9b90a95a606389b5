// Vectors, kernels of GPUs, shaders and OpenMP, of the set 2026-11-models; the form is that of ../development.
// ----- lane_blend: vector_x86 vector_arm
func.func @blend(%a: memref<?xf32>, %b: memref<?xf32>, %m: memref<?xi8>, %o: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f32
  %z8 = arith.constant 0 : i8
  %zero = arith.constant dense<0> : vector<8xi8>
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c8 {
    %x = vector.transfer_read %a[%i], %z : memref<?xf32>, vector<8xf32>
    %y = vector.transfer_read %b[%i], %z : memref<?xf32>, vector<8xf32>
    %k = vector.transfer_read %m[%i], %z8 : memref<?xi8>, vector<8xi8>
    %t = arith.cmpi ne, %k, %zero : vector<8xi8>
    %r = arith.select %t, %x, %y : vector<8xi1>, vector<8xf32>
    vector.transfer_write %r, %o[%i] : vector<8xf32>, memref<?xf32>
  }
  return
}
// ----- lane_norm: vector_x86 vector_arm math_lowering
func.func @norm(%x: memref<64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %s = scf.for %i = %c0 to %c64 step %c16 iter_args(%a = %zero) -> (vector<16xf32>) {
    %v = vector.load %x[%i] : memref<64xf32>, vector<16xf32>
    %f = vector.fma %v, %v, %a : vector<16xf32>
    scf.yield %f : vector<16xf32>
  }
  %t = vector.reduction <add>, %s : vector<16xf32> into f32
  %r = math.sqrt %t : f32
  return %r : f32
}
// ----- lane_outer: vector_x86 vector_arm
func.func @tile(%a: memref<4x16xf32>, %b: memref<16x8xf32>, %c: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %z {in_bounds = [true, true]} : memref<4x16xf32>, vector<4x16xf32>
  %y = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
  %w = vector.transfer_read %c[%c0, %c0], %z {in_bounds = [true, true]} : memref<4x8xf32>, vector<4x8xf32>
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %w : vector<4x16xf32>, vector<16x8xf32> into vector<4x8xf32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<4x8xf32>
  return
}
// ----- lane_softplus: vector_x86 math_lowering
func.func @softplus(%x: vector<8xf32>) -> vector<8xf32> {
  %t = arith.constant dense<20.0> : vector<8xf32>
  %big = arith.cmpf ogt, %x, %t : vector<8xf32>
  %e = math.exp %x : vector<8xf32>
  %l = math.log1p %e : vector<8xf32>
  %r = arith.select %big, %x, %l : vector<8xi1>, vector<8xf32>
  return %r : vector<8xf32>
}
// ----- lane_deinterleave: vector_x86 vector_arm
func.func @stereo(%x: memref<32xi16>, %l: memref<16xi16>, %r: memref<16xi16>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0] : memref<32xi16>, vector<32xi16>
  %a = vector.shuffle %v, %v [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xi16>, vector<32xi16>
  %b = vector.shuffle %v, %v [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xi16>, vector<32xi16>
  vector.store %a, %l[%c0] : memref<16xi16>, vector<16xi16>
  vector.store %b, %r[%c0] : memref<16xi16>, vector<16xi16>
  return
}
// ----- lane_tail: vector_x86 vector_arm
func.func @scale(%x: memref<?xf64>, %k: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant dense<0.0> : vector<4xf64>
  %kv = vector.broadcast %k : f64 to vector<4xf64>
  scf.for %i = %c0 to %n step %c4 {
    %left = arith.subi %n, %i : index
    %m = vector.create_mask %left : vector<4xi1>
    %v = vector.maskedload %x[%i], %m, %zero : memref<?xf64>, vector<4xi1>, vector<4xf64> into vector<4xf64>
    %w = arith.mulf %v, %kv : vector<4xf64>
    vector.maskedstore %x[%i], %m, %w : memref<?xf64>, vector<4xi1>, vector<4xf64>
  }
  return
}
// ----- lane_rows_sum: vector_x86 vector_arm
func.func @rows(%x: memref<8x8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : vector<8xf32>
  %v = vector.transfer_read %x[%c0, %c0], %z {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %t = vector.transpose %v, [1, 0] : vector<8x8xf32> to vector<8x8xf32>
  %s = vector.multi_reduction <add>, %t, %init [0] : vector<8x8xf32> to vector<8xf32>
  vector.transfer_write %s, %o[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}
// ----- scalable_scale: vector_arm
func.func @scale(%x: memref<?xf32>, %y: memref<?xf32>, %k: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %vs = vector.vscale
  %step = arith.muli %vs, %c4 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %kv = vector.broadcast %k : f32 to vector<[4]xf32>
  scf.for %i = %c0 to %n step %step {
    %left = arith.subi %n, %i : index
    %m = vector.create_mask %left : vector<[4]xi1>
    %v = vector.transfer_read %x[%i], %z, %m {in_bounds = [true]} : memref<?xf32>, vector<[4]xf32>
    %w = arith.mulf %v, %kv : vector<[4]xf32>
    vector.transfer_write %w, %y[%i], %m {in_bounds = [true]} : vector<[4]xf32>, memref<?xf32>
  }
  return
}
// ----- grid_saxpy: gpu_nvvm gpu_rocdl gpu_opencl gpu_vulkan
func.func @saxpy(%a: f32, %x: memref<1024xf32>, %y: memref<1024xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %o = arith.muli %bx, %sx : index
    %i = arith.addi %o, %tx : index
    %u = memref.load %x[%i] : memref<1024xf32>
    %v = memref.load %y[%i] : memref<1024xf32>
    %p = arith.mulf %a, %u : f32
    %s = arith.addf %p, %v : f32
    memref.store %s, %y[%i] : memref<1024xf32>
    gpu.terminator
  }
  return
}
// ----- grid_layernorm: gpu_nvvm gpu_rocdl
func.func @layernorm(%x: memref<?x128xf32>, %g: memref<128xf32>, %rows: index) {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %rows, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %n = arith.constant 128.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %v = memref.load %x[%bx, %tx] : memref<?x128xf32>
    %s = gpu.all_reduce add %v uniform {} : (f32) -> f32
    %m = arith.divf %s, %n : f32
    %d = arith.subf %v, %m : f32
    %q = arith.mulf %d, %d : f32
    %t = gpu.all_reduce add %q uniform {} : (f32) -> f32
    %w = arith.divf %t, %n : f32
    %e = arith.addf %w, %eps : f32
    %r = math.rsqrt %e : f32
    %k = memref.load %g[%tx] : memref<128xf32>
    %y = arith.mulf %d, %r : f32
    %z = arith.mulf %y, %k : f32
    memref.store %z, %x[%bx, %tx] : memref<?x128xf32>
    gpu.terminator
  }
  return
}
// ----- grid_shared_tile: gpu_nvvm gpu_rocdl
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @mm(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) workgroup(%ta: memref<16x16xf32, #gpu.address_space<workgroup>>, %tb: memref<16x16xf32, #gpu.address_space<workgroup>>) kernel attributes {gpu.known_block_size = array<i32: 16, 16, 1>, gpu.known_grid_size = array<i32: 4, 4, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c16 = arith.constant 16 : index
      %z = arith.constant 0.0 : f32
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %r0 = arith.muli %by, %c16 : index
      %row = arith.addi %r0, %ty : index
      %q0 = arith.muli %bx, %c16 : index
      %col = arith.addi %q0, %tx : index
      %s = scf.for %k = %c0 to %c4 step %c1 iter_args(%acc = %z) -> (f32) {
        %o = arith.muli %k, %c16 : index
        %ka = arith.addi %o, %tx : index
        %kb = arith.addi %o, %ty : index
        %u = memref.load %a[%row, %ka] : memref<64x64xf32>
        %v = memref.load %b[%kb, %col] : memref<64x64xf32>
        memref.store %u, %ta[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        memref.store %v, %tb[%ty, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %t = scf.for %j = %c0 to %c16 step %c1 iter_args(%p = %acc) -> (f32) {
          %x = memref.load %ta[%ty, %j] : memref<16x16xf32, #gpu.address_space<workgroup>>
          %y = memref.load %tb[%j, %tx] : memref<16x16xf32, #gpu.address_space<workgroup>>
          %f = math.fma %x, %y, %p : f32
          scf.yield %f : f32
        }
        gpu.barrier
        scf.yield %t : f32
      }
      memref.store %s, %c[%row, %col] : memref<64x64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    gpu.launch_func @kernels::@mm blocks in (%c4, %c4, %c1) threads in (%c16, %c16, %c1) args(%a : memref<64x64xf32>, %b : memref<64x64xf32>, %c : memref<64x64xf32>)
    return
  }
}
// ----- grid_warp_max: gpu_nvvm gpu_rocdl
func.func @row_max(%x: memref<?x32xf32>, %o: memref<?xf32>, %rows: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %rows, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %w = arith.constant 32 : i32
    %d1 = arith.constant 16 : i32
    %d2 = arith.constant 8 : i32
    %v = memref.load %x[%bx, %tx] : memref<?x32xf32>
    %a, %ok = gpu.shuffle xor %v, %d1, %w : f32
    %b = arith.maximumf %v, %a : f32
    %c, %ok2 = gpu.shuffle xor %b, %d2, %w : f32
    %d = arith.maximumf %b, %c : f32
    %first = arith.cmpi eq, %tx, %c0 : index
    scf.if %first {
      memref.store %d, %o[%bx] : memref<?xf32>
    }
    gpu.terminator
  }
  return
}
// ----- grid_counts: gpu_nvvm gpu_rocdl gpu_opencl
func.func @counts(%x: memref<?xi32>, %bins: memref<64xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %g = arith.ceildivui %n, %c256 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %g, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %one = arith.constant 1 : i32
    %mask = arith.constant 63 : i32
    %o = arith.muli %bx, %sx : index
    %i = arith.addi %o, %tx : index
    %in = arith.cmpi ult, %i, %n : index
    scf.if %in {
      %v = memref.load %x[%i] : memref<?xi32>
      %m = arith.andi %v, %mask : i32
      %k = arith.index_cast %m : i32 to index
      %old = memref.atomic_rmw addi %one, %bins[%k] : (i32, memref<64xi32>) -> i32
    }
    gpu.terminator
  }
  return
}
// ----- grid_async_host: gpu_nvvm gpu_rocdl
func.func @host(%x: memref<256xf32>) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %t0 = gpu.wait async
  %d, %t1 = gpu.alloc async [%t0] () : memref<256xf32>
  %t2 = gpu.memcpy async [%t1] %d, %x : memref<256xf32>, memref<256xf32>
  %t3 = gpu.launch async [%t2] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %v = memref.load %d[%tx] : memref<256xf32>
    %e = math.exp %v : f32
    memref.store %e, %d[%tx] : memref<256xf32>
    gpu.terminator
  }
  %t4 = gpu.memcpy async [%t3] %x, %d : memref<256xf32>, memref<256xf32>
  %t5 = gpu.dealloc async [%t4] %d : memref<256xf32>
  gpu.wait [%t5]
  return
}
// ----- grid_pixels: gpu_opencl gpu_vulkan gpu_rocdl
func.func @grey(%image: memref<64x64xf32>, %out: memref<64x64xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c8, %gy = %c8, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c8, %sz = %c1) {
    %lo = arith.constant 0.0 : f32
    %hi = arith.constant 1.0 : f32
    %k = arith.constant 1.2 : f32
    %half = arith.constant 0.5 : f32
    %a = arith.muli %by, %sy : index
    %y = arith.addi %a, %ty : index
    %b = arith.muli %bx, %sx : index
    %x = arith.addi %b, %tx : index
    %v = memref.load %image[%y, %x] : memref<64x64xf32>
    %d = arith.subf %v, %half : f32
    %e = arith.mulf %d, %k : f32
    %f = arith.addf %e, %half : f32
    %over = arith.cmpf ogt, %f, %hi : f32
    %g = arith.select %over, %hi, %f : f32
    %under = arith.cmpf olt, %g, %lo : f32
    %h = arith.select %under, %lo, %g : f32
    memref.store %h, %out[%y, %x] : memref<64x64xf32>
    gpu.terminator
  }
  return
}
// ----- omp_matmul: omp_code
func.func @matmul(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf64>
  %m = memref.dim %b, %c1 : memref<?x?xf64>
  %k = memref.dim %a, %c1 : memref<?x?xf64>
  %z = arith.constant 0.0 : f64
  omp.parallel {
    omp.wsloop schedule(static) {
      omp.loop_nest (%i, %j) : index = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
        %s = scf.for %l = %c0 to %k step %c1 iter_args(%acc = %z) -> (f64) {
          %x = memref.load %a[%i, %l] : memref<?x?xf64>
          %y = memref.load %b[%l, %j] : memref<?x?xf64>
          %p = arith.mulf %x, %y : f64
          %t = arith.addf %acc, %p : f64
          scf.yield %t : f64
        }
        memref.store %s, %c[%i, %j] : memref<?x?xf64>
        omp.yield
      }
-19!      omp.terminator
    }
    omp.terminator
  }
  return
}
// ----- omp_once: omp_code
func.func @once(%x: memref<?xi32>, %n: index, %threads: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i32
  omp.parallel num_threads(%threads : i32) {
    omp.single nowait {
      memref.store %two, %x[%c0] : memref<?xi32>
      omp.terminator
    }
    omp.barrier
    omp.wsloop schedule(dynamic = %two : i32) {
      omp.loop_nest (%i) : index = (%c1) to (%n) step (%c1) {
        %v = memref.load %x[%i] : memref<?xi32>
        %w = arith.muli %v, %two : i32
        memref.store %w, %x[%i] : memref<?xi32>
        omp.yield
      }
-19!      omp.terminator
    }
    omp.master {
      memref.store %threads, %x[%c1] : memref<?xi32>
      omp.terminator
    }
    omp.terminator
  }
  return
}
// ----- omp_simd_add: omp_code
func.func @add(%x: memref<1024xf32>, %y: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1024 : index
  omp.simd simdlen(8) {
    omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
      %u = memref.load %x[%i] : memref<1024xf32>
      %v = memref.load %y[%i] : memref<1024xf32>
      %w = arith.addf %u, %v : f32
      memref.store %w, %y[%i] : memref<1024xf32>
      omp.yield
    }
-19!    omp.terminator
  }
  return
}
// ----- omp_tree_tasks: omp_code
func.func private @leaf(%n: index)
func.func @walk(%n: index) {
  %c1 = arith.constant 1 : index
  %stop = arith.cmpi ule, %n, %c1 : index
  scf.if %stop {
    func.call @leaf(%n) : (index) -> ()
  } else {
    %h = arith.shrui %n, %c1 : index
    omp.taskgroup {
      omp.task {
        func.call @walk(%h) : (index) -> ()
        omp.terminator
      }
      omp.task final(%stop) {
        func.call @walk(%h) : (index) -> ()
        omp.terminator
      }
      omp.terminator
    }
  }
  return
}
// ----- omp_locked_sum: omp_code
omp.critical.declare @total
func.func @sum(%x: memref<?xf64>, %t: memref<1xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %v = memref.load %x[%i] : memref<?xf64>
        omp.critical(@total) {
          %o = memref.load %t[%c0] : memref<1xf64>
          %s = arith.addf %o, %v : f64
          memref.store %s, %t[%c0] : memref<1xf64>
          omp.terminator
        }
        omp.yield
      }
-19!      omp.terminator
    }
    omp.terminator
  }
  return
}
// ----- shader_copy: spirv_shader
spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  spirv.GlobalVariable @id built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @in bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
  spirv.GlobalVariable @out bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
  spirv.func @scale() "None" {
    %0 = spirv.Constant 0 : i32
    %k = spirv.Constant 2.5 : f32
    %p = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
    %v = spirv.Load "Input" %p : vector<3xi32>
    %i = spirv.CompositeExtract %v[0 : i32] : vector<3xi32>
    %a = spirv.mlir.addressof @in : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
    %b = spirv.mlir.addressof @out : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>
-19!    %x = spirv.AccessChain %a[%0, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32
-19!    %y = spirv.AccessChain %b[%0, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32
20-!    %x = spirv.AccessChain %a[%0, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
20-!    %y = spirv.AccessChain %b[%0, %i] : !spirv.ptr<!spirv.struct<(!spirv.rtarray<f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
    %f = spirv.Load "StorageBuffer" %x : f32
    %g = spirv.FMul %f, %k : f32
    %h = spirv.GL.FAbs %g : f32
    spirv.Store "StorageBuffer" %y, %h : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @scale, @id
  spirv.ExecutionMode @scale "LocalSize", 64, 1, 1
}
// ----- shader_function: spirv_shader
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {
  spirv.func @luma(%c: vector<4xf32>) -> f32 "Pure|Inline" {
    %r = spirv.CompositeExtract %c[0 : i32] : vector<4xf32>
    %g = spirv.CompositeExtract %c[1 : i32] : vector<4xf32>
    %b = spirv.CompositeExtract %c[2 : i32] : vector<4xf32>
    %kr = spirv.Constant 0.299 : f32
    %kg = spirv.Constant 0.587 : f32
    %kb = spirv.Constant 0.114 : f32
    %0 = spirv.FMul %r, %kr : f32
    %1 = spirv.FMul %g, %kg : f32
    %2 = spirv.FMul %b, %kb : f32
    %3 = spirv.FAdd %0, %1 : f32
    %4 = spirv.FAdd %3, %2 : f32
    spirv.ReturnValue %4 : f32
  }
  spirv.func @pick(%c: vector<4xf32>, %t: f32) -> f32 "None" {
    %l = spirv.FunctionCall @luma(%c) : (vector<4xf32>) -> f32
    %m = spirv.FOrdGreaterThan %l, %t : f32
    %z = spirv.Constant 0.0 : f32
    %s = spirv.Select %m, %l, %z : i1, f32
    spirv.ReturnValue %s : f32
  }
}
