module @quantised_per_axis {
  func.func public @main(%q: tensor<2x2x!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01:0,2.500000e-01:1}>>) -> tensor<2x2xf32> {
    %0 = stablehlo.uniform_dequantize %q : (tensor<2x2x!quant.uniform<i8<-127:127>:f32:0, {5.000000e-01:0,2.500000e-01:1}>>) -> tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
}
