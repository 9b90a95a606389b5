module @normalised {
  func.func public @main(%x: tensor<2x2x2x2xf32>, %s: tensor<2xf32>, %o: tensor<10x24x24x64xf32>, %u: tensor<10x12x12x64xf32>, %z: tensor<f32>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<10x24x24x64xf32>) {
    %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
    %1:3 = "stablehlo.batch_norm_grad"(%x, %s, %0#1, %0#2, %0#0) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2x2xf32>) -> (tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
    %2 = "stablehlo.select_and_scatter"(%o, %u, %z) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) {window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>} : (tensor<10x24x24x64xf32>, tensor<10x12x12x64xf32>, tensor<f32>) -> tensor<10x24x24x64xf32>
    return %1#0, %1#1, %2 : tensor<2x2x2x2xf32>, tensor<2xf32>, tensor<10x24x24x64xf32>
  }
}
