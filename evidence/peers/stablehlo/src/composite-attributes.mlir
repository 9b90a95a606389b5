module @composite_attributes {
  func.func private @inner(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> { %0 = stablehlo.add %a, %b : tensor<f32> return %0 : tensor<f32> }
  func.func public @main(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %0 = stablehlo.composite "vendor.plain" %x, %x {decomposition = @inner} : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %1 = stablehlo.composite "vendor.with" %x, %x {composite_attributes = {axes = [1, 2], flag = true, nested = {k = "v"}, shape = dense<[2, 3]> : tensor<2xi64>, ty = tensor<2xf32>}, decomposition = @inner, version = 3 : i32} : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %0, %1 : tensor<f32>, tensor<f32>
  }
}
