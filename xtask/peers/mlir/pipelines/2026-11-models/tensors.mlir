// Kernels on tensors and buffers, schedules and sparse tensors, of the set 2026-11-models; the form is that of ../development.
// ----- dense_layer: cpu_loops cpu_packed cuda_sm80
#bias = affine_map<(i, j) -> (j)>
#both = affine_map<(i, j) -> (i, j)>
func.func @layer(%x: tensor<?x16xf32>, %w: tensor<16x8xf32>, %b: tensor<8xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x16xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x16xf32>, tensor<16x8xf32>) outs(%f : tensor<?x8xf32>) -> tensor<?x8xf32>
  %r = linalg.generic {indexing_maps = [#both, #bias, #both], iterator_types = ["parallel", "parallel"]} ins(%m, %b : tensor<?x8xf32>, tensor<8xf32>) outs(%e : tensor<?x8xf32>) {
  ^bb0(%v: f32, %c: f32, %o: f32):
    %s = arith.addf %v, %c : f32
    %t = arith.maximumf %s, %z : f32
    linalg.yield %t : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
// ----- log_sum_rows: cpu_affine omp_threads rocm_mi
#row = affine_map<(i, j) -> (i)>
#both = affine_map<(i, j) -> (i, j)>
func.func @log_sum(%x: tensor<6x10xf32>) -> tensor<6xf32> {
  %low = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %l = linalg.fill ins(%low : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %top = linalg.reduce { arith.maximumf } ins(%x : tensor<6x10xf32>) outs(%l : tensor<6xf32>) dimensions = [1]
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %s = linalg.generic {indexing_maps = [#both, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %top : tensor<6x10xf32>, tensor<6xf32>) outs(%f : tensor<6xf32>) {
  ^bb0(%v: f32, %t: f32, %a: f32):
    %d = arith.subf %v, %t : f32
    %p = math.exp %d : f32
    %q = arith.addf %a, %p : f32
    linalg.yield %q : f32
  } -> tensor<6xf32>
  %g = linalg.log ins(%s : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %r = linalg.add ins(%g, %top : tensor<6xf32>, tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}
// ----- strided_conv: cpu_loops cpu_vector omp_threads
func.func @stem(%x: tensor<1x17x17x3xf32>, %k: tensor<3x3x3x8xf32>) -> tensor<1x8x8x8xf32> {
  %z = arith.constant 0.0 : f32
  %six = arith.constant dense<6.0> : tensor<1x8x8x8xf32>
  %zero = arith.constant dense<0.0> : tensor<1x8x8x8xf32>
  %e = tensor.empty() : tensor<1x8x8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %c = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %k : tensor<1x17x17x3xf32>, tensor<3x3x3x8xf32>) outs(%f : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %m = arith.maximumf %c, %zero : tensor<1x8x8x8xf32>
  %r = arith.minimumf %m, %six : tensor<1x8x8x8xf32>
  return %r : tensor<1x8x8x8xf32>
}
// ----- int8_gemm: cpu_packed cpu_vector cuda_sm80
func.func @gemm(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>, %s: tensor<8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x8xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<8x8xi32>) -> tensor<8x8xi32>
  %m = linalg.matmul ins(%a, %b : tensor<8x16xi8>, tensor<16x8xi8>) outs(%f : tensor<8x8xi32>) -> tensor<8x8xi32>
  %o = tensor.empty() : tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m, %s : tensor<8x8xi32>, tensor<8xf32>) outs(%o : tensor<8x8xf32>) {
  ^bb0(%v: i32, %c: f32, %u: f32):
    %w = arith.sitofp %v : i32 to f32
    %p = arith.mulf %w, %c : f32
    linalg.yield %p : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
// ----- top_rows: cpu_dealloc cpu_loops
func.func @argmin(%d: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %d, %c0 : tensor<?x?xf32>
  %inf = arith.constant 0x7F800000 : f32
  %none = arith.constant -1 : i32
  %e = tensor.empty(%n) : tensor<?xf32>
  %h = tensor.empty(%n) : tensor<?xi32>
  %f = linalg.fill ins(%inf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %g = linalg.fill ins(%none : i32) outs(%h : tensor<?xi32>) -> tensor<?xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%d : tensor<?x?xf32>) outs(%f, %g : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%v: f32, %best: f32, %at: i32):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i32
    %less = arith.cmpf olt, %v, %best : f32
    %b = arith.select %less, %v, %best : f32
    %i = arith.select %less, %k, %at : i32
    linalg.yield %b, %i : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi32>
}
// ----- power_series: cpu_dealloc cpu_affine
func.func @series(%a: tensor<4x4xf64>, %n: index) -> tensor<4x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x4xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<4x4xf64>) -> tensor<4x4xf64>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %p = %a) -> (tensor<4x4xf64>, tensor<4x4xf64>) {
    %m = linalg.matmul ins(%p, %a : tensor<4x4xf64>, tensor<4x4xf64>) outs(%f : tensor<4x4xf64>) -> tensor<4x4xf64>
    %t = linalg.add ins(%s, %m : tensor<4x4xf64>, tensor<4x4xf64>) outs(%e : tensor<4x4xf64>) -> tensor<4x4xf64>
    scf.yield %t, %m : tensor<4x4xf64>, tensor<4x4xf64>
  }
  return %r#0 : tensor<4x4xf64>
}
// ----- sequence_padding: cpu_loops cpu_dealloc
func.func @pad(%x: tensor<?x8xf32>, %n: index, %v: f32) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %have = tensor.dim %x, %c0 : tensor<?x8xf32>
  %more = arith.subi %n, %have : index
  %p = tensor.pad %x low[0, 0] high[%more, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x8xf32> to tensor<?x8xf32>
  return %p : tensor<?x8xf32>
}
// ----- heads_split: cpu_affine cuda_sm80 cpu_packed
func.func @heads(%q: tensor<6x16xf32>, %k: tensor<6x16xf32>) -> tensor<4x6x6xf32> {
  %z = arith.constant 0.0 : f32
  %q4 = tensor.expand_shape %q [[0], [1, 2]] output_shape [6, 4, 4] : tensor<6x16xf32> into tensor<6x4x4xf32>
  %k4 = tensor.expand_shape %k [[0], [1, 2]] output_shape [6, 4, 4] : tensor<6x16xf32> into tensor<6x4x4xf32>
  %e = tensor.empty() : tensor<4x6x4xf32>
  %g = tensor.empty() : tensor<4x4x6xf32>
  %qt = linalg.transpose ins(%q4 : tensor<6x4x4xf32>) outs(%e : tensor<4x6x4xf32>) permutation = [1, 0, 2]
  %kt = linalg.transpose ins(%k4 : tensor<6x4x4xf32>) outs(%g : tensor<4x4x6xf32>) permutation = [1, 2, 0]
  %o = tensor.empty() : tensor<4x6x6xf32>
  %f = linalg.fill ins(%z : f32) outs(%o : tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  %r = linalg.batch_matmul ins(%qt, %kt : tensor<4x6x4xf32>, tensor<4x4x6xf32>) outs(%f : tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  return %r : tensor<4x6x6xf32>
}
// ----- ring_push: cpu_dealloc cpu_loops
func.func @push(%ring: tensor<8x4xf32>, %row: tensor<1x4xf32>, %at: index) -> (tensor<8x4xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %r = tensor.insert_slice %row into %ring[%at, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.reduce { arith.addf } ins(%r : tensor<8x4xf32>) outs(%f : tensor<4xf32>) dimensions = [0]
  return %r, %s : tensor<8x4xf32>, tensor<4xf32>
}
// ----- half_pool: small_floats cpu_vector rocm_mi
func.func @pool(%x: tensor<1x8x8x4xbf16>) -> tensor<1x4x4x4xbf16> {
  %z = arith.constant 0.0 : bf16
  %q = arith.constant dense<0.25> : tensor<1x4x4x4xbf16>
  %w = tensor.empty() : tensor<2x2xbf16>
  %e = tensor.empty() : tensor<1x4x4x4xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<1x4x4x4xbf16>) -> tensor<1x4x4x4xbf16>
  %s = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %w : tensor<1x8x8x4xbf16>, tensor<2x2xbf16>) outs(%f : tensor<1x4x4x4xbf16>) -> tensor<1x4x4x4xbf16>
  %r = arith.mulf %s, %q : tensor<1x4x4x4xbf16>
  return %r : tensor<1x4x4x4xbf16>
}
// ----- buffers_gemm: omp_threads cuda_sm80 vulkan_gpu
func.func @gemm(%a: memref<32x32xf32>, %b: memref<32x32xf32>, %c: memref<32x32xf32>) {
  linalg.matmul ins(%a, %b : memref<32x32xf32>, memref<32x32xf32>) outs(%c : memref<32x32xf32>)
  return
}
// ----- buffers_blend: vulkan_gpu rocm_mi cpu_vector
#id = affine_map<(i, j) -> (i, j)>
func.func @blend(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %alpha: f32, %o: memref<16x16xf32>) {
  %one = arith.constant 1.0 : f32
  %beta = arith.subf %one, %alpha : f32
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>) outs(%o : memref<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32):
    %p = arith.mulf %x, %alpha : f32
    %q = arith.mulf %y, %beta : f32
    %r = arith.addf %p, %q : f32
    linalg.yield %r : f32
  }
  return
}
// ----- tosa_mobile: tosa_linalg
func.func @mobile(%x: tensor<1x8x8x4xf32>, %g: tensor<1x1x1x4xf32>) -> tensor<1x4x4x4xf32> {
  %h = tosa.add %x, %g : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32>
-19!  %c = tosa.clamp %h {min_fp = 0.0 : f32, max_fp = 6.0 : f32, min_int = 0 : i64, max_int = 6 : i64} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
20-!  %c = tosa.clamp %h {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %p = tosa.max_pool2d %c {kernel = array<i64: 2, 2>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
  return %p : tensor<1x4x4x4xf32>
}
// ----- tosa_scores: tosa_linalg
func.func @scores(%x: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %m = tosa.reduce_max %x {axis = 1 : i32} : (tensor<2x5xf32>) -> tensor<2x1xf32>
  %d = tosa.sub %x, %m : (tensor<2x5xf32>, tensor<2x1xf32>) -> tensor<2x5xf32>
  %e = tosa.exp %d : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %s = tosa.reduce_sum %e {axis = 1 : i32} : (tensor<2x5xf32>) -> tensor<2x1xf32>
  %r = tosa.reciprocal %s : (tensor<2x1xf32>) -> tensor<2x1xf32>
-19!  %p = tosa.mul %e, %r {shift = 0 : i8} : (tensor<2x5xf32>, tensor<2x1xf32>) -> tensor<2x5xf32>
20-!  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
20-!  %p = tosa.mul %e, %r, %z : (tensor<2x5xf32>, tensor<2x1xf32>, tensor<1xi8>) -> tensor<2x5xf32>
  return %p : tensor<2x5xf32>
}
// ----- tosa_layer: tosa_linalg
func.func @layer(%x: tensor<1x4x8xf32>, %w: tensor<1x8x6xf32>, %b: tensor<1x1x6xf32>) -> tensor<1x4x6xf32> {
-19!  %m = tosa.matmul %x, %w : (tensor<1x4x8xf32>, tensor<1x8x6xf32>) -> tensor<1x4x6xf32>
20-!  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
20-!  %m = tosa.matmul %x, %w, %z, %z : (tensor<1x4x8xf32>, tensor<1x8x6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x6xf32>
  %s = tosa.add %m, %b : (tensor<1x4x6xf32>, tensor<1x1x6xf32>) -> tensor<1x4x6xf32>
  %t = tosa.tanh %s : (tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
  %g = tosa.sigmoid %s : (tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
  %r = tosa.maximum %t, %g : (tensor<1x4x6xf32>, tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
  return %r : tensor<1x4x6xf32>
}
// ----- tosa_mask: tosa_linalg
func.func @mask(%x: tensor<?x6xi32>, %y: tensor<?x6xi32>) -> (tensor<?x6xi32>, tensor<?x6xf32>) {
  %g = tosa.greater %x, %y : (tensor<?x6xi32>, tensor<?x6xi32>) -> tensor<?x6xi1>
  %s = tosa.select %g, %x, %y : (tensor<?x6xi1>, tensor<?x6xi32>, tensor<?x6xi32>) -> tensor<?x6xi32>
  %c = tosa.cast %s : (tensor<?x6xi32>) -> tensor<?x6xf32>
  %e = tosa.rsqrt %c : (tensor<?x6xf32>) -> tensor<?x6xf32>
  return %s, %e : tensor<?x6xi32>, tensor<?x6xf32>
}
// ----- schedule_two_levels: schedule_cpu
module attributes {transform.with_named_sequence} {
  func.func @mm(%a: tensor<64x48xf32>, %b: tensor<48x32xf32>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<64x48xf32>, tensor<48x32xf32>) outs(%c : tensor<64x32xf32>) -> tensor<64x32xf32>
    return %0 : tensor<64x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %f = transform.structured.tile_using_forall %m tile_sizes [16, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %u, %l:3 = transform.structured.tile_using_for %t tile_sizes [4, 4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %u : !transform.any_op
    %g = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %g {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = outerproduct
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }
}
// ----- schedule_elementwise: schedule_cpu
#id = affine_map<(i) -> (i)>
module attributes {transform.with_named_sequence} {
  func.func @axpy(%a: f32, %x: tensor<128xf32>, %y: tensor<128xf32>) -> tensor<128xf32> {
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<128xf32>) outs(%y : tensor<128xf32>) {
    ^bb0(%u: f32, %v: f32):
      %p = arith.mulf %a, %u : f32
      %q = arith.addf %p, %v : f32
      linalg.yield %q : f32
    } -> tensor<128xf32>
    return %r : tensor<128xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %g tile_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.structured.vectorize %t vector_sizes [16] : !transform.any_op
    transform.loop.unroll %l {factor = 2} : !transform.any_op
    transform.yield
  }
}
// ----- schedule_conv: schedule_cpu
module attributes {transform.with_named_sequence} {
  func.func @conv(%x: tensor<1x10x10x4xf32>, %k: tensor<3x3x4x8xf32>, %o: tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32> {
    %r = linalg.conv_2d_nhwc_hwcf ins(%x, %k : tensor<1x10x10x4xf32>, tensor<3x3x4x8xf32>) outs(%o : tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
    return %r : tensor<1x8x8x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %i, %m = transform.structured.convert_conv2d_to_img2col %c : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
// ----- schedule_softmax: schedule_cpu
module attributes {transform.with_named_sequence} {
  func.func @softmax(%x: tensor<16x64xf32>, %o: tensor<16x64xf32>) -> tensor<16x64xf32> {
    %r = linalg.softmax dimension(1) ins(%x : tensor<16x64xf32>) outs(%o : tensor<16x64xf32>) -> tensor<16x64xf32>
    return %r : tensor<16x64xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %f = transform.structured.tile_using_forall %s tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %d = transform.structured.decompose_interface %t : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// ----- sparse_spmm_csr: sparse_codegen sparse_runtime
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
func.func @spmm(%a: tensor<?x?xf64, #CSR>, %b: tensor<?x4xf64>, %c: tensor<?x4xf64>) -> tensor<?x4xf64> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf64, #CSR>, tensor<?x4xf64>) outs(%c : tensor<?x4xf64>) -> tensor<?x4xf64>
  return %r : tensor<?x4xf64>
}
// ----- sparse_normalise: sparse_codegen sparse_runtime
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed), posWidth = 32, crdWidth = 32 }>
#both = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @scale(%a: tensor<32x32xf32, #CSR>, %d: tensor<32xf32>, %o: tensor<32xf32>) -> tensor<32xf32> {
  %r = linalg.generic {indexing_maps = [#both, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%a, %d : tensor<32x32xf32, #CSR>, tensor<32xf32>) outs(%o : tensor<32xf32>) {
  ^bb0(%v: f32, %s: f32, %acc: f32):
    %q = math.absf %v : f32
    %p = arith.mulf %q, %s : f32
    %t = arith.addf %acc, %p : f32
    linalg.yield %t : f32
  } -> tensor<32xf32>
  return %r : tensor<32xf32>
}
// ----- sparse_vectors: sparse_codegen sparse_runtime
#SV = #sparse_tensor.encoding<{ map = (i) -> (i : compressed) }>
#id = affine_map<(i) -> (i)>
func.func @dot(%a: tensor<1024xf32, #SV>, %b: tensor<1024xf32, #SV>, %x: tensor<f32>) -> tensor<f32> {
  %r = linalg.generic {indexing_maps = [#id, #id, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%a, %b : tensor<1024xf32, #SV>, tensor<1024xf32, #SV>) outs(%x : tensor<f32>) {
  ^bb0(%u: f32, %v: f32, %s: f32):
    %p = arith.mulf %u, %v : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}
// ----- sparse_transposed: sparse_codegen sparse_runtime
#CSR = #sparse_tensor.encoding<{ map = (i, j) -> (i : dense, j : compressed) }>
#CSC = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>
func.func @columns(%a: tensor<16x24xf32, #CSR>) -> (tensor<16x24xf32, #CSC>, index) {
  %c = sparse_tensor.convert %a : tensor<16x24xf32, #CSR> to tensor<16x24xf32, #CSC>
  %n = sparse_tensor.number_of_entries %c : tensor<16x24xf32, #CSC>
  return %c, %n : tensor<16x24xf32, #CSC>, index
}
