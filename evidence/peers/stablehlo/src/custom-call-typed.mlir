module @custom_call_typed {
  func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.custom_call @typed(%x) {backend_config = {alpha = 1.500000e+00 : f32, mode = "fast", n = 3 : i64}, api_version = 4 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
