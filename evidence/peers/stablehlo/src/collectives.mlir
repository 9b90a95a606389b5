module @collectives {
  func.func public @main(%x: tensor<16x8xf32>) -> (tensor<16x16xf32>, tensor<16x8xf32>, tensor<4x32xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<16x8xf32>) -> tensor<16x16xf32>
    %1 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %2 = "stablehlo.all_to_all"(%x) {concat_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64} : (tensor<16x8xf32>) -> tensor<4x32xf32>
    %3 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %4 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>} : (tensor<16x8xf32>) -> tensor<16x8xf32>
    return %0, %1, %2, %3, %4 : tensor<16x16xf32>, tensor<16x8xf32>, tensor<4x32xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
}
