// Kernels on tensors, of the set 2026-11-kernels; the form is that of ../development.
// ----- attention_head: fused_cpu simt
func.func @attention(%q: tensor<8x16xf32>, %k: tensor<12x16xf32>, %v: tensor<12x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e0 = tensor.empty() : tensor<16x12xf32>
  %kt = linalg.transpose ins(%k : tensor<12x16xf32>) outs(%e0 : tensor<16x12xf32>) permutation = [1, 0]
  %e1 = tensor.empty() : tensor<8x12xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x12xf32>) -> tensor<8x12xf32>
  %s = linalg.matmul ins(%q, %kt : tensor<8x16xf32>, tensor<16x12xf32>) outs(%f1 : tensor<8x12xf32>) -> tensor<8x12xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%s : tensor<8x12xf32>) outs(%e1 : tensor<8x12xf32>) { ^bb0(%x: f32, %o: f32): %y = arith.mulf %x, %scale : f32 linalg.yield %y : f32 } -> tensor<8x12xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<8x12xf32>) outs(%e1 : tensor<8x12xf32>) -> tensor<8x12xf32>
  %e2 = tensor.empty() : tensor<8x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.matmul ins(%p, %v : tensor<8x12xf32>, tensor<12x16xf32>) outs(%f2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
// ----- rms_norm: fused_cpu simd
func.func @rms_norm(%x: tensor<?x64xf32>, %g: tensor<64xf32>, %n: index) -> tensor<?x64xf32> {
  %zero = arith.constant 0.0 : f32
  %eps = arith.constant 1.0e-6 : f32
  %w = arith.constant 64.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<?x64xf32>) outs(%f : tensor<?xf32>) { ^bb0(%a: f32, %b: f32): %q = arith.mulf %a, %a : f32 %t = arith.addf %b, %q : f32 linalg.yield %t : f32 } -> tensor<?xf32>
  %o = tensor.empty(%n) : tensor<?x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %s, %g : tensor<?x64xf32>, tensor<?xf32>, tensor<64xf32>) outs(%o : tensor<?x64xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
      %m = arith.divf %b, %w : f32
      %p = arith.addf %m, %eps : f32
      %i = math.rsqrt %p : f32
      %y = arith.mulf %a, %i : f32
      %z = arith.mulf %y, %c : f32
      linalg.yield %z : f32
  } -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}
// ----- packed_gemm: packing fused_cpu
func.func @gemm(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>, %c: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>) outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %0 : tensor<32x48xf32>
}
// ----- half_gemm: packing simd
func.func @half(%a: tensor<16x32xf16>, %b: tensor<32x16xf16>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<16x32xf16>, tensor<32x16xf16>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
// ----- winograd: packing
func.func @winograd(%x: tensor<2x6x6x5xf32>, %k: tensor<2x3x3x5xf32>, %o: tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32> {
  %0 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %k : tensor<2x6x6x5xf32>, tensor<2x3x3x5xf32>) outs(%o : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  return %0 : tensor<2x4x4x2xf32>
}
// ----- mobile_block: fused_cpu
func.func @mobile(%x: tensor<1x10x10x8xf32>, %d: tensor<3x3x8xf32>, %p: tensor<8x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<1x8x8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %c = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%x, %d : tensor<1x10x10x8xf32>, tensor<3x3x8xf32>) outs(%f : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
    ins(%c : tensor<1x8x8x8xf32>) outs(%e : tensor<1x8x8x8xf32>) {
    ^bb0(%u: f32, %o: f32):
      %m = arith.minimumf %u, %six : f32
      %n = arith.maximumf %m, %zero : f32
      linalg.yield %n : f32
  } -> tensor<1x8x8x8xf32>
  %flat = tensor.collapse_shape %r [[0, 1, 2], [3]] : tensor<1x8x8x8xf32> into tensor<64x8xf32>
  %e2 = tensor.empty() : tensor<64x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  %y = linalg.matmul ins(%flat, %p : tensor<64x8xf32>, tensor<8x16xf32>) outs(%f2 : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %y : tensor<64x16xf32>
}
// ----- upsample: fused_cpu tensors_c
func.func @bilinear(%x: tensor<8x8xf32>) -> tensor<15x15xf32> {
  %half = arith.constant 0.5 : f32
  %r = tensor.generate {
  ^bb0(%i: index, %j: index):
    %two = arith.constant 2 : index
    %one = arith.constant 1 : index
    %a = arith.divui %i, %two : index
    %b = arith.divui %j, %two : index
    %c = arith.addi %i, %one : index
    %d = arith.divui %c, %two : index
    %u = tensor.extract %x[%a, %b] : tensor<8x8xf32>
    %v = tensor.extract %x[%d, %b] : tensor<8x8xf32>
    %s = arith.addf %u, %v : f32
    %m = arith.mulf %s, %half : f32
    tensor.yield %m : f32
  } : tensor<15x15xf32>
  return %r : tensor<15x15xf32>
}
// ----- embedding_bag: ownership
func.func @bag(%table: tensor<100x16xf32>, %ids: tensor<4x6xi64>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%ids : tensor<4x6xi64>) outs(%f : tensor<4x16xf32>) {
    ^bb0(%id: i64, %acc: f32):
      %row = arith.index_cast %id : i64 to index
      %col = linalg.index 1 : index
      %v = tensor.extract %table[%row, %col] : tensor<100x16xf32>
      %s = arith.addf %acc, %v : f32
      linalg.yield %s : f32
  } -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}
// ----- beam_step: ownership tensors_c
func.func @step(%scores: tensor<?xf32>, %width: index) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant -1.0e+30 : f32
  %n = tensor.dim %scores, %c0 : tensor<?xf32>
  %out = tensor.empty(%width) : tensor<?xf32>
  %r:3 = scf.for %k = %c0 to %width step %c1 iter_args(%left = %scores, %best = %out, %last = %c0) -> (tensor<?xf32>, tensor<?xf32>, index) {
    %m:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %low, %at = %c0) -> (f32, index) {
      %x = tensor.extract %left[%i] : tensor<?xf32>
      %c = arith.cmpf ogt, %x, %v : f32
      %y = arith.select %c, %x, %v : f32
      %j = arith.select %c, %i, %at : index
      scf.yield %y, %j : f32, index
    }
    %used = tensor.insert %low into %left[%m#1] : tensor<?xf32>
    %kept = tensor.insert %m#0 into %best[%k] : tensor<?xf32>
    scf.yield %used, %kept, %m#1 : tensor<?xf32>, tensor<?xf32>, index
  }
  return %r#1, %r#2 : tensor<?xf32>, index
}
// ----- key_cache: ownership
func.func @append(%cache: tensor<2x128x16xf16>, %new: tensor<2x1x16xf16>, %at: index) -> (tensor<2x128x16xf16>, tensor<2x?x16xf16>) {
  %c1 = arith.constant 1 : index
  %n = arith.addi %at, %c1 : index
  %c = tensor.insert_slice %new into %cache[0, %at, 0] [2, 1, 16] [1, 1, 1] : tensor<2x1x16xf16> into tensor<2x128x16xf16>
  %seen = tensor.extract_slice %c[0, 0, 0] [2, %n, 16] [1, 1, 1] : tensor<2x128x16xf16> to tensor<2x?x16xf16>
  return %c, %seen : tensor<2x128x16xf16>, tensor<2x?x16xf16>
}
// ----- residual: ownership
func.func private @layer(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.tanh ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func @network(%x: tensor<4x8xf32>, %a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %deep: i1) -> tensor<4x8xf32> {
  %0 = call @layer(%x, %a) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %r = scf.if %deep -> (tensor<4x8xf32>) {
    %1 = func.call @layer(%0, %b) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %2 = arith.addf %1, %0 : tensor<4x8xf32>
    scf.yield %2 : tensor<4x8xf32>
  } else {
    scf.yield %0 : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
// ----- elementwise_tensors: fused_cpu vulkan_cpu
func.func @mish(%x: tensor<16x16xf32>, %m: tensor<16x16xi1>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = math.exp %x : tensor<16x16xf32>
  %1 = math.log1p %0 : tensor<16x16xf32>
  %2 = math.tanh %1 : tensor<16x16xf32>
  %3 = arith.mulf %x, %2 : tensor<16x16xf32>
  %4 = arith.select %m, %3, %y : tensor<16x16xi1>, tensor<16x16xf32>
  return %4 : tensor<16x16xf32>
}
// ----- batched: cores
func.func @batched(%a: tensor<4x8x8xf32>, %b: tensor<4x8x8xf32>, %v: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<4x8x8xf32>, tensor<4x8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %g = tensor.empty() : tensor<4x8xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.batch_matvec ins(%a, %v : tensor<4x8x8xf32>, tensor<4x8xf32>) outs(%h : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<4x8xf32>
}
// ----- average_pool: cores
func.func @pool(%x: tensor<1x4x12x12xf32>, %w: tensor<3x3xf32>) -> (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -3.4e+38 : f32
  %e = tensor.empty() : tensor<1x4x4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %0 = linalg.pooling_nchw_sum {strides = dense<3> : tensor<2xi64>} ins(%x, %w : tensor<1x4x12x12xf32>, tensor<3x3xf32>) outs(%f : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %g = linalg.fill ins(%low : f32) outs(%e : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %1 = linalg.pooling_nchw_max {strides = dense<3> : tensor<2xi64>} ins(%x, %w : tensor<1x4x12x12xf32>, tensor<3x3xf32>) outs(%g : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %0, %1 : tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>
}
// ----- group_scale: simt tensors_c
func.func @dequantise(%q: tensor<8x4x16xi8>, %s: tensor<8x4xf32>, %z: tensor<8x4xi8>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<8x4x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%q, %s, %z : tensor<8x4x16xi8>, tensor<8x4xf32>, tensor<8x4xi8>) outs(%e : tensor<8x4x16xf32>) {
    ^bb0(%a: i8, %b: f32, %c: i8, %o: f32):
      %0 = arith.extsi %a : i8 to i32
      %1 = arith.extsi %c : i8 to i32
      %2 = arith.subi %0, %1 : i32
      %3 = arith.sitofp %2 : i32 to f32
      %4 = arith.mulf %3, %b : f32
      linalg.yield %4 : f32
  } -> tensor<8x4x16xf32>
  %flat = tensor.collapse_shape %r [[0], [1, 2]] : tensor<8x4x16xf32> into tensor<8x64xf32>
  return %flat : tensor<8x64xf32>
}
// ----- image_reduce: poly
func.func @variance(%x: tensor<3x16x16xf32>) -> (tensor<3xf32>, tensor<3x16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 256.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<3x16x16xf32>) outs(%f : tensor<3xf32>) dimensions = [1, 2]
  %b0 = tensor.empty() : tensor<3x16x16xf32>
  %b = linalg.broadcast ins(%s : tensor<3xf32>) outs(%b0 : tensor<3x16x16xf32>) dimensions = [1, 2]
  %d = linalg.generic {indexing_maps = [affine_map<(c, i, j) -> (c, i, j)>, affine_map<(c, i, j) -> (c, i, j)>, affine_map<(c, i, j) -> (c, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %b : tensor<3x16x16xf32>, tensor<3x16x16xf32>) outs(%b0 : tensor<3x16x16xf32>) { ^bb0(%u: f32, %v: f32, %o: f32): %m = arith.divf %v, %n : f32 %w = arith.subf %u, %m : f32 linalg.yield %w : f32 } -> tensor<3x16x16xf32>
  return %s, %d : tensor<3xf32>, tensor<3x16x16xf32>
}
