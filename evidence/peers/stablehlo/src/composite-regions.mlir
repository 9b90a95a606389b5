module @composite_regions {
  func.func private @inner(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
  func.func public @main(%x: tensor<f32>) -> tensor<f32> {
    %0 = "stablehlo.composite"(%x) ({
    ^bb0(%a: tensor<f32>):
      %1 = stablehlo.negate %a : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {name = "vendor.region", decomposition = @inner} : (tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}
