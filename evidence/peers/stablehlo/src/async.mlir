module @async {
  func.func public @main(%x: tensor<16x8xf32>) -> tensor<16x16xf32> {
    %0 = "stablehlo.async_start"(%x) ({
    ^bb0(%a: tensor<16x8xf32>):
      %1 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<16x8xf32>) -> tensor<16x16xf32>
      stablehlo.return %1 : tensor<16x16xf32>
    }) : (tensor<16x8xf32>) -> !stablehlo.future<tensor<16x16xf32>>
    %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<16x16xf32>>) -> tensor<16x16xf32>
    return %2 : tensor<16x16xf32>
  }
}
