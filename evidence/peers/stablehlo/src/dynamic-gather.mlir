module @dynamic_gather {
  func.func public @main(%x: tensor<2x4x9xf32>, %i: tensor<1x5x2xi32>, %s: tensor<3xi32>, %l: tensor<3xindex>, %y: tensor<?x?x?xf32>, %c: tensor<f32>) -> (tensor<1x5x8xf32>, tensor<?x?x?xf32>) {
    %0 = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = true} : (tensor<2x4x9xf32>, tensor<1x5x2xi32>, tensor<3xi32>) -> tensor<1x5x8xf32>
    %1 = stablehlo.dynamic_pad %y, %c, %l, %l, %l : (tensor<?x?x?xf32>, tensor<f32>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>) -> tensor<?x?x?xf32>
    return %0, %1 : tensor<1x5x8xf32>, tensor<?x?x?xf32>
  }
}
