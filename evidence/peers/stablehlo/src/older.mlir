module @older {
  func.func public @main(%x: tensor<8x16xf32>, %y: tensor<16x8xf32>, %i: tensor<2xi32>, %v: tensor<16xf32>, %c: tensor<f32>, %r: tensor<1xi64>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>, tuple<tensor<16xf32>, tensor<f32>>) {
    %0 = "stablehlo.dot"(%x, %y) {precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>]} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %1 = "stablehlo.einsum"(%x, %y) {einsum_config = "ab,bc->ac"} : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
    %2 = "stablehlo.torch_index_select"(%x, %i) {batch_dims = 0 : i64, dim = 0 : i64} : (tensor<8x16xf32>, tensor<2xi32>) -> tensor<2x16xf32>
    %3 = "stablehlo.map"(%x, %x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.multiply %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {dimensions = array<i64: 0, 1>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %4 = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<8x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
    %5 = "stablehlo.broadcast"(%c) {broadcast_sizes = array<i64: 16>} : (tensor<f32>) -> tensor<16xf32>
    %6 = "stablehlo.rng"(%c, %c, %r) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<16xf32>
    %7 = "stablehlo.tuple"(%6, %c) : (tensor<16xf32>, tensor<f32>) -> tuple<tensor<16xf32>, tensor<f32>>
    %8 = "stablehlo.get_tuple_element"(%7) {index = 0 : i32} : (tuple<tensor<16xf32>, tensor<f32>>) -> tensor<16xf32>
    return %0, %1, %2, %3, %4, %8, %7 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<16xf32>, tuple<tensor<16xf32>, tensor<f32>>
  }
}
