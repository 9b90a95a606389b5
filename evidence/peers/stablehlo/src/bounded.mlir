module @bounded attributes {mhlo.num_replicas = 1 : i32, vendor.note = "kept"} {
  func.func public @main(%x: tensor<?x4xf32, #stablehlo.bounds<8, ?>> {vendor.arg = 1 : i32}, %n: tensor<i32>) -> (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) attributes {vendor.func = [1, "two"]} {
    %0 = stablehlo.add %x, %x {vendor.op = 2 : i64} : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
    %1 = stablehlo.set_dimension_size %0, %n, dim = 0 : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>, tensor<i32>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>>
    return %1 : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  }
}
