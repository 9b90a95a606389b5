// Kernels on tensors and vectors of the set 2026-11-kernels; the form is that of ../development.
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
// ----- schedule_matmul: scheduled
module attributes {transform.with_named_sequence} {
  func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:3 = transform.structured.tile_using_for %m tile_sizes [8, 16, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %t : !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.vector.lower_contraction lowering_strategy = "outerproduct"
      transform.apply_patterns.vector.lower_transpose lowering_strategy = "shuffle_1d"
    } : !transform.any_op
    transform.yield
  }
}
// ----- schedule_fusion: scheduled
module attributes {transform.with_named_sequence} {
  func.func @bias_relu(%a: tensor<32x16xf32>, %b: tensor<16x32xf32>, %bias: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<32x32xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<32x16xf32>, tensor<16x32xf32>) outs(%f : tensor<32x32xf32>) -> tensor<32x32xf32>
    %1 = linalg.add ins(%0, %bias : tensor<32x32xf32>, tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
    return %1 : tensor<32x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %add = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %loop = transform.structured.tile_using_forall %add tile_sizes [8, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %p, %l2 = transform.structured.fuse_into_containing_op %mm into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %q, %l3 = transform.structured.fuse_into_containing_op %fill into %l2 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
// ----- schedule_reduction: scheduled
module attributes {transform.with_named_sequence} {
  func.func @sum(%x: tensor<16x256xf32>, %o: tensor<16xf32>) -> tensor<16xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x256xf32>) outs(%o : tensor<16xf32>) { ^bb0(%a: f32, %b: f32): %s = arith.addf %a, %b : f32 linalg.yield %s : f32 } -> tensor<16xf32>
    return %0 : tensor<16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill, %split, %comb, %x = transform.structured.split_reduction %0 {split_factor = 8, insert_split_dimension = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
// ----- schedule_pack: scheduled
module attributes {transform.with_named_sequence} {
  func.func @pack(%a: tensor<24x32xf32>, %b: tensor<32x16xf32>, %c: tensor<24x16xf32>) -> tensor<24x16xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<24x32xf32>, tensor<32x16xf32>) outs(%c : tensor<24x16xf32>) -> tensor<24x16xf32>
    return %0 : tensor<24x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [8, 8, 16] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
// ----- schedule_library: scheduled
module attributes {transform.with_named_sequence} {
  func.func @norm(%x: tensor<8x32xf32>, %o: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %0 = linalg.exp ins(%x : tensor<8x32xf32>) outs(%o : tensor<8x32xf32>) -> tensor<8x32xf32>
    %1 = linalg.mul ins(%0, %x : tensor<8x32xf32>, tensor<8x32xf32>) outs(%o : tensor<8x32xf32>) -> tensor<8x32xf32>
    return %1 : tensor<8x32xf32>
  }
  transform.named_sequence private @is_exp(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.exp"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence private @tile(%op: !transform.any_op {transform.consumed}) {
    %t, %l = transform.structured.tile_using_for %op tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %k = transform.param.constant 3 : i64 -> !transform.param<i64>
    transform.annotate %l "unroll" = %k : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %u = transform.foreach_match in %root @is_exp -> @tile : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// ----- spmm: sparse_cpu sparse_lib
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @spmm(%a: tensor<16x32xf64, #CSR>, %b: tensor<32x8xf64>, %c: tensor<16x8xf64>) -> tensor<16x8xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x32xf64, #CSR>, tensor<32x8xf64>) outs(%c : tensor<16x8xf64>) -> tensor<16x8xf64>
  return %0 : tensor<16x8xf64>
}
// ----- sddmm: sparse_cpu
#DCSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed, j : compressed), posWidth = 32, crdWidth = 32 }>
func.func @sddmm(%s: tensor<8x8xf32, #DCSR>, %a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%s, %a, %b : tensor<8x8xf32, #DCSR>, tensor<8x16xf32>, tensor<16x8xf32>) outs(%x : tensor<8x8xf32>) {
    ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
      %1 = arith.mulf %q, %r : f32
      %2 = arith.mulf %1, %p : f32
      %3 = arith.addf %o, %2 : f32
      linalg.yield %3 : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// ----- sparse_filter: sparse_cpu sparse_lib
#V = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
func.func @filter(%a: tensor<64xi32, #V>) -> tensor<64xi32, #V> {
  %e = tensor.empty() : tensor<64xi32, #V>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : tensor<64xi32, #V>) outs(%e : tensor<64xi32, #V>) {
    ^bb0(%x: i32, %o: i32):
      %r = sparse_tensor.unary %x : i32 to i32
        present = { ^bb0(%v: i32): %two = arith.constant 2 : i32 %w = arith.muli %v, %two : i32 sparse_tensor.yield %w : i32 }
        absent = {}
      linalg.yield %r : i32
  } -> tensor<64xi32, #V>
  return %0 : tensor<64xi32, #V>
}
// ----- sparse_io: sparse_lib
#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton) }>
#CSC = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>
func.func @assemble(%d: tensor<10x12xf64>) -> (tensor<10x12xf64, #CSC>, index) {
  %a = sparse_tensor.convert %d : tensor<10x12xf64> to tensor<10x12xf64, #COO>
  %b = sparse_tensor.convert %a : tensor<10x12xf64, #COO> to tensor<10x12xf64, #CSC>
  %n = sparse_tensor.number_of_entries %b : tensor<10x12xf64, #CSC>
  return %b, %n : tensor<10x12xf64, #CSC>, index
}
// ----- tosa_residual: tosa_cpu
func.func @residual(%x: tensor<1x8x8x4xf32>, %y: tensor<1x8x8x4xf32>, %s: tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32> {
  %0 = tosa.add %x, %y : (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = tosa.sub %0, %s : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32>
-19!  %2 = tosa.clamp %1 {min_int = 0 : i64, max_int = 6 : i64, min_fp = 0.0 : f32, max_fp = 6.0 : f32} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
20-!  %2 = tosa.clamp %1 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %3 = tosa.exp %2 : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %4 = tosa.reciprocal %3 : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %4 : tensor<1x8x8x4xf32>
}
// ----- tosa_dynamic: tosa_cpu
func.func @dynamic(%x: tensor<?x16xf32>, %y: tensor<?x16xf32>) -> (tensor<?x16xf32>, tensor<?x1xf32>) {
  %0 = tosa.maximum %x, %y : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %1 = tosa.tanh %0 : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %2 = tosa.greater %1, %x : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xi1>
  %3 = tosa.select %2, %1, %y : (tensor<?x16xi1>, tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %4 = tosa.reduce_max %3 {axis = 1 : i32} : (tensor<?x16xf32>) -> tensor<?x1xf32>
  return %3, %4 : tensor<?x16xf32>, tensor<?x1xf32>
}
// ----- tosa_control: tosa_cpu
func.func @control(%c: tensor<i1>, %x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
-19!  %0 = tosa.cond_if %c -> (tensor<4xi32>) {
20-!  %0 = tosa.cond_if %c : tensor<i1> -> tensor<4xi32> {
    %1 = tosa.add %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    tosa.yield %1 : tensor<4xi32>
  } else {
    %1 = tosa.bitwise_and %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    tosa.yield %1 : tensor<4xi32>
  }
  return %0 : tensor<4xi32>
}
// ----- micro_kernel: wide scalable
func.func @micro(%a: memref<?x8xf32>, %b: memref<?x8xf32>, %c: memref<8x8xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f32
  %init = vector.transfer_read %c[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %r = scf.for %p = %c0 to %k step %c1 iter_args(%acc = %init) -> (vector<8x8xf32>) {
    %x = vector.load %a[%p, %c0] : memref<?x8xf32>, vector<8xf32>
    %y = vector.load %b[%p, %c0] : memref<?x8xf32>, vector<8xf32>
    %s = vector.outerproduct %x, %y, %acc {kind = #vector.kind<add>} : vector<8xf32>, vector<8xf32>
    scf.yield %s : vector<8x8xf32>
  }
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, memref<8x8xf32>
  return
}
// ----- transpose_block: wide
func.func @transpose(%m: memref<?x?xf32, strided<[?, 1], offset: ?>>, %o: memref<?x?xf32>, %i: index, %j: index) {
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%i, %j], %pad : memref<?x?xf32, strided<[?, 1], offset: ?>>, vector<4x8xf32>
  %t = vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %e = vector.extract_strided_slice %t {offsets = [2, 0], sizes = [4, 4], strides = [1, 1]} : vector<8x4xf32> to vector<4x4xf32>
  %f = vector.insert_strided_slice %e, %t {offsets = [4, 0], strides = [1, 1]} : vector<4x4xf32> into vector<8x4xf32>
  vector.transfer_write %f, %o[%j, %i] : vector<8x4xf32>, memref<?x?xf32>
  return
}
// ----- soft_max_row: wide simd_rows
func.func @row(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %low = arith.constant -1.0e+30 : f32
  %zero = arith.constant 0.0 : f32
  %lows = arith.constant dense<-1.0e+30> : vector<16xf32>
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %tops = scf.for %i = %c0 to %n step %c16 iter_args(%t = %lows) -> (vector<16xf32>) {
    %v = vector.transfer_read %m[%i], %low : memref<?xf32>, vector<16xf32>
    %u = arith.maximumf %t, %v : vector<16xf32>
    scf.yield %u : vector<16xf32>
  }
  %top = vector.reduction <maximumf>, %tops : vector<16xf32> into f32
  %tv = vector.broadcast %top : f32 to vector<16xf32>
  %sums = scf.for %i = %c0 to %n step %c16 iter_args(%s = %zeros) -> (vector<16xf32>) {
    %left = arith.subi %n, %i : index
    %k = vector.create_mask %left : vector<16xi1>
    %v = vector.transfer_read %m[%i], %low, %k : memref<?xf32>, vector<16xf32>
    %d = arith.subf %v, %tv : vector<16xf32>
    %e = math.exp %d : vector<16xf32>
    vector.transfer_write %e, %m[%i], %k : vector<16xf32>, memref<?xf32>
    %u = arith.addf %s, %e : vector<16xf32>
    scf.yield %u : vector<16xf32>
  }
  %sum = vector.reduction <add>, %sums : vector<16xf32> into f32
  %r = vector.broadcast %sum : f32 to vector<16xf32>
  vector.print %r : vector<16xf32>
  return
}
// ----- gather_rows: wide simd_rows
func.func @gather(%table: memref<?xf32>, %ids: memref<?xi32>, %out: memref<?xf32>, %at: index) {
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<[true, true, true, true, true, true, false, false]> : vector<8xi1>
  %pass = arith.constant dense<0.0> : vector<8xf32>
  %i = vector.load %ids[%at] : memref<?xi32>, vector<8xi32>
  %v = vector.gather %table[%c0] [%i], %mask, %pass : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %b = vector.bitcast %v : vector<8xf32> to vector<8xi32>
  %r = vector.shuffle %b, %i [0, 8, 1, 9, 2, 10, 3, 11] : vector<8xi32>, vector<8xi32>
  %f = vector.bitcast %r : vector<8xi32> to vector<8xf32>
  vector.scatter %out[%c0] [%i], %mask, %f : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  return
}
// ----- int8_dot: wide simd_rows
func.func @dot(%a: memref<4x16xi8>, %b: memref<16x4xi8>, %c: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %z8 = arith.constant 0 : i8
  %z32 = arith.constant 0 : i32
  %x = vector.transfer_read %a[%c0, %c0], %z8 {in_bounds = [true, true]} : memref<4x16xi8>, vector<4x16xi8>
  %y = vector.transfer_read %b[%c0, %c0], %z8 {in_bounds = [true, true]} : memref<16x4xi8>, vector<16x4xi8>
  %s = vector.transfer_read %c[%c0, %c0], %z32 {in_bounds = [true, true]} : memref<4x4xi32>, vector<4x4xi32>
  %u = arith.extsi %x : vector<4x16xi8> to vector<4x16xi32>
  %v = arith.extsi %y : vector<16x4xi8> to vector<16x4xi32>
  %r = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %u, %v, %s : vector<4x16xi32>, vector<16x4xi32> into vector<4x4xi32>
  vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xi32>, memref<4x4xi32>
  return
}
// ----- scalable_axpy: scalable
func.func @axpy(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %pad = arith.constant 0.0 : f32
  %vs = vector.vscale
  %step = arith.muli %c4, %vs : index
  %av = vector.broadcast %a : f32 to vector<[4]xf32>
  scf.for %i = %c0 to %n step %step {
    %left = arith.subi %n, %i : index
    %k = vector.create_mask %left : vector<[4]xi1>
    %u = vector.transfer_read %x[%i], %pad, %k {in_bounds = [true]} : memref<?xf32>, vector<[4]xf32>
    %v = vector.transfer_read %y[%i], %pad, %k {in_bounds = [true]} : memref<?xf32>, vector<[4]xf32>
    %r = vector.fma %av, %u, %v : vector<[4]xf32>
    vector.transfer_write %r, %y[%i], %k {in_bounds = [true]} : vector<[4]xf32>, memref<?xf32>
  }
  return
}
// ----- streaming_tile: scalable
func.func @tile(%a: memref<?x?xf32>, %o: memref<?x?xf32>, %i: index) {
  %pad = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %a[%i, %c0], %pad {in_bounds = [true, true]} : memref<?x?xf32>, vector<[4]x[4]xf32>
  %t = vector.transpose %v, [1, 0] : vector<[4]x[4]xf32> to vector<[4]x[4]xf32>
  vector.transfer_write %t, %o[%c0, %i] {in_bounds = [true, true]} : vector<[4]x[4]xf32>, memref<?x?xf32>
  return
}
