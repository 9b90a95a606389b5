module @messages_paired {
  func.func public @main(%x: tensor<3x4xi32>, %t: !stablehlo.token) -> (tensor<3x4xi32>, !stablehlo.token) {
    %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<3x4xi32>, !stablehlo.token) -> !stablehlo.token
    %1:2 = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<3x4xi32>, !stablehlo.token)
    return %1#0, %1#1 : tensor<3x4xi32>, !stablehlo.token
  }
}
