module @reduce_scatter {
  func.func public @main(%x: tensor<4x16xf32>) -> (tensor<4x4xf32>, tensor<4xf64>) {
    %0 = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, scatter_dimension = 1 : i64} : (tensor<4x16xf32>) -> tensor<4x4xf32>
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = "stablehlo.reduce"(%x, %c) ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %s = stablehlo.add %a, %b : tensor<f64>
      stablehlo.return %s : tensor<f64>
    }) {dimensions = array<i64: 1>} : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf64>
    return %0, %1 : tensor<4x4xf32>, tensor<4xf64>
  }
}
