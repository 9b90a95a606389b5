module @quantised {
  func.func public @main(%x: tensor<4xf32>, %q: tensor<2x!quant.uniform<i8:f32, 3.400000e+01:16>>) -> (tensor<4xf32>, tensor<2x!quant.uniform<i8:f32, 3.400000e+01:16>>) {
    %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-3>>
    %1 = stablehlo.add %0, %0 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-3>>
    %2 = stablehlo.uniform_dequantize %1 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:-3>>) -> tensor<4xf32>
    %3 = stablehlo.add %q, %q : tensor<2x!quant.uniform<i8:f32, 3.400000e+01:16>>
    return %2, %3 : tensor<4xf32>, tensor<2x!quant.uniform<i8:f32, 3.400000e+01:16>>
  }
}
