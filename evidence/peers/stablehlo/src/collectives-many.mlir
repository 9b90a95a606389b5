module @collectives_many {
  func.func public @main(%x: tensor<8x2xf32>, %y: tensor<8x4xf32>) -> (tensor<8x8xf32>, tensor<8x16xf32>, tensor<8x2xf32>, tensor<8x4xf32>) {
    %0:2 = "stablehlo.all_gather"(%x, %y) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>} : (tensor<8x2xf32>, tensor<8x4xf32>) -> (tensor<8x8xf32>, tensor<8x16xf32>)
    %1:2 = "stablehlo.all_reduce"(%x, %y) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>} : (tensor<8x2xf32>, tensor<8x4xf32>) -> (tensor<8x2xf32>, tensor<8x4xf32>)
    return %0#0, %0#1, %1#0, %1#1 : tensor<8x8xf32>, tensor<8x16xf32>, tensor<8x2xf32>, tensor<8x4xf32>
  }
}
