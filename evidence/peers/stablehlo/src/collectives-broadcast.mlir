module @collectives_broadcast {
  func.func public @main(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
