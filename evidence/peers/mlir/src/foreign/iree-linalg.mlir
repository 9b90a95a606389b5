// Products, reductions, a softmax and dynamic shapes for IREE.
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
module @linalg {
  util.global private mutable @count = dense<0> : tensor<i64>
  util.global private @weights = dense<5.0e-01> : tensor<16x8xf32>
  func.func @dense(%x: tensor<?x16xf32>) -> tensor<?x8xf32> {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %n = tensor.dim %x, %c0 : tensor<?x16xf32>
    %w = util.global.load @weights : tensor<16x8xf32>
    %empty = tensor.empty(%n) : tensor<?x8xf32>
    %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
    %y = linalg.matmul ins(%x, %w : tensor<?x16xf32>, tensor<16x8xf32>) outs(%start : tensor<?x8xf32>) -> tensor<?x8xf32>
    %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) {
    ^bb0(%a: f32, %b: f32):
      %m = arith.maximumf %a, %zero : f32
      linalg.yield %m : f32
    } -> tensor<?x8xf32>
    return %r : tensor<?x8xf32>
  }
  func.func @softmax(%x: tensor<4x32xf32>) -> tensor<4x32xf32> {
    %e = tensor.empty() : tensor<4x32xf32>
    %s = linalg.softmax dimension(1) ins(%x : tensor<4x32xf32>) outs(%e : tensor<4x32xf32>) -> tensor<4x32xf32>
    return %s : tensor<4x32xf32>
  }
  func.func @sums(%x: tensor<8x32xi32>) -> tensor<8xi32> {
    %c = arith.constant 0 : i32
    %e = tensor.empty() : tensor<8xi32>
    %f = linalg.fill ins(%c : i32) outs(%e : tensor<8xi32>) -> tensor<8xi32>
    %r = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x32xi32>) outs(%f : tensor<8xi32>) {
    ^bb0(%a: i32, %b: i32):
      %m = arith.addi %a, %b : i32
      linalg.yield %m : i32
    } -> tensor<8xi32>
    return %r : tensor<8xi32>
  }
  func.func @counted() -> tensor<i64> {
    %one = arith.constant dense<1> : tensor<i64>
    %old = util.global.load @count : tensor<i64>
    %new = arith.addi %old, %one : tensor<i64>
    util.global.store %new, @count : tensor<i64>
    return %new : tensor<i64>
  }
}
