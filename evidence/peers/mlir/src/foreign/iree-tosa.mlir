// TOSA for IREE.
module @tosa {
  func.func @add(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) -> tensor<4x8xf32> {
    %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %0 = tosa.add %a, %b : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
    %1 = "tosa.clamp"(%0) <{min_val = 0.0 : f32, max_val = 6.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "tosa.reduce_sum"(%1) <{axis = 1 : i32}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
    %3 = "tosa.mul"(%1, %2, %shift) : (tensor<4x8xf32>, tensor<4x1xf32>, tensor<1xi8>) -> tensor<4x8xf32>
    return %3 : tensor<4x8xf32>
  }
}
