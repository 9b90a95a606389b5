module @dynamic {
  func.func public @main(%x: tensor<?x?xf32>, %s: tensor<2xindex>, %i: tensor<2xi32>, %o: tensor<1x8x8x207xf32>, %k: tensor<3x3x207x16xf32>, %p: tensor<2x2xi32>, %g: tensor<1x2xi32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>, tensor<1x?x?x16xf32>) {
    %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) {broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %2 = "stablehlo.real_dynamic_slice"(%x, %i, %i, %i) : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
    %3 = "stablehlo.dynamic_iota"(%s) {iota_dimension = 0 : i64} : (tensor<2xindex>) -> tensor<?x?xf32>
    %4 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
    %5 = "stablehlo.dynamic_conv"(%o, %k, %p) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 1, 1>} : (tensor<1x8x8x207xf32>, tensor<3x3x207x16xf32>, tensor<2x2xi32>) -> tensor<1x?x?x16xf32>
    return %0, %1, %2, %3, %4, %5 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<i32>, tensor<1x?x?x16xf32>
  }
}
