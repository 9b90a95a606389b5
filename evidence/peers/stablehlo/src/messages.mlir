module @messages {
  func.func public @main(%x: tensor<3x4xi32>, %t: !stablehlo.token) -> (tensor<3x4xi32>, !stablehlo.token) {
    %0 = "stablehlo.send"(%x, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true} : (tensor<3x4xi32>, !stablehlo.token) -> !stablehlo.token
    %1:2 = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<3x4xi32>, !stablehlo.token)
    %2 = "stablehlo.after_all"(%1#1, %t) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
    %3:2 = "stablehlo.infeed"(%2) {infeed_config = "in", layout = [[0, 1]]} : (!stablehlo.token) -> (tensor<3x4xi32>, !stablehlo.token)
    %4 = "stablehlo.outfeed"(%3#0, %3#1) {outfeed_config = "out"} : (tensor<3x4xi32>, !stablehlo.token) -> !stablehlo.token
    %5 = "stablehlo.create_token"() : () -> !stablehlo.token
    return %1#0, %5 : tensor<3x4xi32>, !stablehlo.token
  }
}
