// Programs on tensors, whole and small. `// -----` begins one: its name, then the pipelines that it goes through (pipelines.txt).
// ----- mlp: affine omp parallel gpu
func.func @mlp(%x: tensor<4x16xf32>, %w: tensor<16x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = linalg.matmul ins(%x, %w : tensor<4x16xf32>, tensor<16x8xf32>) outs(%init : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%p, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %c: f32, %o: f32):
      %s = arith.addf %a, %c fastmath<reassoc,nnan> : f32
      %m = arith.maximumf %s, %zero : f32
      linalg.yield %m : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
// ----- batch_matmul: affine omp vector
func.func @batch(%a: tensor<2x4x8xf32>, %b: tensor<2x8x4xf32>, %c: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%c : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}
// ----- pooling: affine parallel
func.func @pool(%i: tensor<1x8x8x2xf32>) -> tensor<1x4x4x2xf32> {
  %low = arith.constant 0xFF800000 : f32
  %k = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x4x4x2xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %0 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
    ins(%i, %k : tensor<1x8x8x2xf32>, tensor<2x2xf32>) outs(%f : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %0 : tensor<1x4x4x2xf32>
}
// ----- depthwise: affine omp
func.func @depthwise(%i: tensor<1x6x6x4xf32>, %k: tensor<3x3x4xf32>, %o: tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%i, %k : tensor<1x6x6x4xf32>, tensor<3x3x4xf32>) outs(%o : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<1x4x4x4xf32>
}
// ----- map_reduce: affine parallel bufferise
func.func @map_reduce(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %m = linalg.map { arith.mulf } ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>)
  %zero = arith.constant 0.0 : f32
  %v = tensor.empty() : tensor<8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%v : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.reduce { arith.addf } ins(%m : tensor<8x4xf32>) outs(%z : tensor<8xf32>) dimensions = [1]
  return %r : tensor<8xf32>
}
// ----- transpose_broadcast: affine bufferise
func.func @tb(%a: tensor<3x5xf32>, %v: tensor<3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>) {
  %e = tensor.empty() : tensor<5x3xf32>
  %t = linalg.transpose ins(%a : tensor<3x5xf32>) outs(%e : tensor<5x3xf32>) permutation = [1, 0]
  %b = linalg.broadcast ins(%v : tensor<3xf32>) outs(%e : tensor<5x3xf32>) dimensions = [0]
  return %t, %b : tensor<5x3xf32>, tensor<5x3xf32>
}
// ----- slices: bufferise affine
func.func @slices(%t: tensor<16x16xf32>, %n: index) -> (tensor<16x16xf32>, tensor<?x4xf32>) {
  %c4 = arith.constant 4 : index
  %s = tensor.extract_slice %t[%n, 2] [4, 4] [1, 2] : tensor<16x16xf32> to tensor<4x4xf32>
  %d = tensor.extract_slice %t[0, %n] [%c4, 4] [2, 1] : tensor<16x16xf32> to tensor<?x4xf32>
  %r = tensor.extract_slice %t[3, 0] [1, 16] [1, 1] : tensor<16x16xf32> to tensor<16xf32>
  %i = tensor.insert_slice %s into %t[4, %n] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<16x16xf32>
  %j = tensor.insert_slice %r into %i[%n, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<16x16xf32>
  return %j, %d : tensor<16x16xf32>, tensor<?x4xf32>
}
// ----- reshapes: bufferise
func.func @reshapes(%t: tensor<4x6x5xf32>, %d: tensor<?x8xf32>) -> (tensor<24x5xf32>, tensor<2x2x6x5xf32>, tensor<?xf32>, index) {
  %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<4x6x5xf32> into tensor<24x5xf32>
  %e = tensor.expand_shape %t [[0, 1], [2], [3]] output_shape [2, 2, 6, 5] : tensor<4x6x5xf32> into tensor<2x2x6x5xf32>
  %f = tensor.collapse_shape %d [[0, 1]] : tensor<?x8xf32> into tensor<?xf32>
  %z = arith.constant 0 : index
  %n = tensor.dim %f, %z : tensor<?xf32>
  return %c, %e, %f, %n : tensor<24x5xf32>, tensor<2x2x6x5xf32>, tensor<?xf32>, index
}
// ----- pad: affine bufferise parallel
func.func @pad(%t: tensor<?x4xf32>, %n: index) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %t low[1, %n] high[2, 0] { ^bb0(%i: index, %j: index): tensor.yield %zero : f32 } : tensor<?x4xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}
// ----- generate: bufferise parallel
func.func @generate(%n: index) -> tensor<?x3xindex> {
  %g = tensor.generate %n { ^bb0(%i: index, %j: index): %s = arith.addi %i, %j : index tensor.yield %s : index } : tensor<?x3xindex>
  return %g : tensor<?x3xindex>
}
// ----- elements: bufferise
func.func @elements(%a: i32, %i: index) -> (tensor<2x2xi32>, i32, tensor<4xi32>) {
  %t = tensor.from_elements %a, %a, %a, %a : tensor<2x2xi32>
  %j = arith.constant 1 : index
  %x = tensor.extract %t[%i, %j] : tensor<2x2xi32>
  %s = tensor.insert %x into %t[%j, %i] : tensor<2x2xi32>
  %k = arith.constant dense<[1, -2, 3, 2147483647]> : tensor<4xi32>
  return %s, %x, %k : tensor<2x2xi32>, i32, tensor<4xi32>
}
// ----- forall: bufferise forall
func.func @forall(%a: tensor<64xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%s = %o) -> (tensor<64xf32>) {
    %at = affine.apply affine_map<(d) -> (d * 8)>(%i)
    %x = tensor.extract_slice %a[%at] [8] [1] : tensor<64xf32> to tensor<8xf32>
    %y = tensor.extract_slice %s[%at] [8] [1] : tensor<64xf32> to tensor<8xf32>
    %z = linalg.exp ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %z into %s[%at] [8] [1] : tensor<8xf32> into tensor<64xf32> }
  }
  return %r : tensor<64xf32>
}
// ----- layernorm: affine omp gpu
func.func @layernorm(%x: tensor<4x8xf32>, %g: tensor<8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %v = tensor.empty() : tensor<4xf32>
  %o = tensor.empty() : tensor<4x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<4x8xf32>) outs(%z : tensor<4xf32>) { ^bb0(%a: f32, %b: f32): %s = arith.addf %a, %b : f32 linalg.yield %s : f32 } -> tensor<4xf32>
  %sq = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum : tensor<4x8xf32>, tensor<4xf32>) outs(%z : tensor<4xf32>) { ^bb0(%a: f32, %s: f32, %b: f32): %m = arith.divf %s, %n : f32 %d = arith.subf %a, %m : f32 %q = math.fma %d, %d, %b : f32 linalg.yield %q : f32 } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%x, %sum, %g : tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
    ^bb0(%a: f32, %q: f32, %h: f32, %b: f32):
      %var = arith.addf %q, %eps : f32
      %i = math.rsqrt %var : f32
      %m = arith.mulf %a, %i : f32
      %w = arith.mulf %m, %h : f32
      linalg.yield %w : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
// ----- histogram: parallel bufferise
func.func @indices(%t: tensor<6x?xi32>) -> tensor<6x?xi64> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c1 : tensor<6x?xi32>
  %e = tensor.empty(%n) : tensor<6x?xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%t : tensor<6x?xi32>) outs(%e : tensor<6x?xi64>) {
    ^bb0(%a: i32, %b: i64):
      %i = linalg.index 0 : index
      %j = arith.index_cast %i : index to i64
      %w = arith.extsi %a : i32 to i64
      %s = arith.muli %w, %j overflow<nsw> : i64
      linalg.yield %s : i64
  } -> tensor<6x?xi64>
  return %r : tensor<6x?xi64>
}
// ----- packs: parallel
func.func @pack(%t: tensor<16x16xf32>, %d: tensor<2x2x8x8xf32>) -> tensor<2x2x8x8xf32> {
-19!  %p = tensor.pack %t inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<16x16xf32> -> tensor<2x2x8x8xf32>
20-!  %p = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<16x16xf32> -> tensor<2x2x8x8xf32>
  return %p : tensor<2x2x8x8xf32>
}
// ----- tiled: transform
module attributes {transform.with_named_sequence} {
  func.func @tiled(%a: tensor<32x64xf32>, %b: tensor<64x16xf32>, %c: tensor<32x16xf32>) -> tensor<32x16xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x16xf32>) outs(%c : tensor<32x16xf32>) -> tensor<32x16xf32>
    return %0 : tensor<32x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %m tile_sizes [8, 8, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %t vector_sizes [8, 8, 64] : !transform.any_op
    transform.yield
  }
}
// ----- tiled_forall: transform
module attributes {transform.with_named_sequence} {
  func.func @tiled(%a: tensor<64x64xf32>, %o: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = linalg.exp ins(%a : tensor<64x64xf32>) outs(%o : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = linalg.add ins(%0, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%o : tensor<64x64xf32>) -> tensor<64x64xf32>
    return %1 : tensor<64x64xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %m tile_sizes [16, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f { transform.apply_patterns.canonicalization transform.apply_patterns.linalg.tiling_canonicalization } : !transform.any_op
    transform.yield
  }
}
// ----- sparse_spmv: sparse
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @spmv(%a: tensor<8x8xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %0 = linalg.matvec ins(%a, %x : tensor<8x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<8xf64>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
// ----- sparse_sum: sparse
#Vec = #sparse_tensor.encoding<{ map = (i) -> (i : compressed), posWidth = 32, crdWidth = 32 }>
func.func @sum(%a: tensor<?xf32, #Vec>, %s: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
    ins(%a : tensor<?xf32, #Vec>) outs(%s : tensor<f32>) { ^bb0(%x: f32, %o: f32): %t = arith.addf %x, %o : f32 linalg.yield %t : f32 } -> tensor<f32>
  return %0 : tensor<f32>
}
// ----- sparse_convert: sparse
#CSC = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>
func.func @make(%t: tensor<4x6xf32>) -> (tensor<4x6xf32, #CSC>, memref<?xf32>, index) {
  %0 = sparse_tensor.convert %t : tensor<4x6xf32> to tensor<4x6xf32, #CSC>
  %v = sparse_tensor.values %0 : tensor<4x6xf32, #CSC> to memref<?xf32>
  %n = sparse_tensor.number_of_entries %0 : tensor<4x6xf32, #CSC>
  return %0, %v, %n : tensor<4x6xf32, #CSC>, memref<?xf32>, index
}
// ----- tosa_dense: tosa
func.func @dense(%x: tensor<1x4x8xf32>, %w: tensor<1x8x3xf32>, %b: tensor<1x1x3xf32>) -> tensor<1x4x3xf32> {
-19!  %0 = tosa.matmul %x, %w : (tensor<1x4x8xf32>, tensor<1x8x3xf32>) -> tensor<1x4x3xf32>
20-!  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
20-!  %0 = tosa.matmul %x, %w, %z, %z : (tensor<1x4x8xf32>, tensor<1x8x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3xf32>
  %1 = tosa.add %0, %b : (tensor<1x4x3xf32>, tensor<1x1x3xf32>) -> tensor<1x4x3xf32>
  %2 = tosa.sigmoid %1 : (tensor<1x4x3xf32>) -> tensor<1x4x3xf32>
  %3 = tosa.exp %2 : (tensor<1x4x3xf32>) -> tensor<1x4x3xf32>
  return %3 : tensor<1x4x3xf32>
}
// ----- tosa_reduce: tosa
func.func @reduce(%x: tensor<2x5x3xf32>) -> tensor<2x1x3xf32> {
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<2x5x3xf32>) -> tensor<2x1x3xf32>
  %1 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<2x5x3xf32>) -> tensor<2x1x3xf32>
  %2 = tosa.maximum %0, %1 : (tensor<2x1x3xf32>, tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  %3 = tosa.greater %2, %1 : (tensor<2x1x3xf32>, tensor<2x1x3xf32>) -> tensor<2x1x3xi1>
  %4 = tosa.select %3, %2, %1 : (tensor<2x1x3xi1>, tensor<2x1x3xf32>, tensor<2x1x3xf32>) -> tensor<2x1x3xf32>
  return %4 : tensor<2x1x3xf32>
}
// ----- tosa_conv: tosa
func.func @conv(%i: tensor<1x6x6x2xf32>, %k: tensor<3x3x3x2xf32>, %b: tensor<3xf32>) -> tensor<1x4x4x3xf32> {
-19!  %0 = tosa.conv2d %i, %k, %b {dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x6x6x2xf32>, tensor<3x3x3x2xf32>, tensor<3xf32>) -> tensor<1x4x4x3xf32>
20-!  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
20-!  %0 = tosa.conv2d %i, %k, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x6x6x2xf32>, tensor<3x3x3x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
  return %0 : tensor<1x4x4x3xf32>
}
// ----- globals: bufferise
module {
  ml_program.global private mutable @state(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
  func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
    %s = ml_program.global_load @state : tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %n = linalg.add ins(%s, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    ml_program.global_store @state = %n : tensor<4xf32>
    return %n : tensor<4xf32>
  }
}
// ----- shapes: shape bufferise
func.func @shapes(%t: tensor<?x?xf32>, %u: tensor<?x?xf32>) -> tensor<2xindex> {
  %a = shape.shape_of %t : tensor<?x?xf32> -> tensor<2xindex>
  %b = shape.shape_of %u : tensor<?x?xf32> -> tensor<2xindex>
  %w = shape.cstr_broadcastable %a, %b : tensor<2xindex>, tensor<2xindex>
  %r = shape.assuming %w -> (tensor<2xindex>) {
    %c = shape.broadcast %a, %b : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
    shape.assuming_yield %c : tensor<2xindex>
  }
  return %r : tensor<2xindex>
}
