module {
  func.func @weights() -> (tensor<4xf32>, tensor<2x2xi8>) {
    %0 = "tool.constant"() {value = dense_resource<first> : tensor<4xf32>} : () -> tensor<4xf32>
    %1 = "tool.constant"() {value = dense_resource<second> : tensor<2x2xi8>} : () -> tensor<2x2xi8>
    return %0, %1 : tensor<4xf32>, tensor<2x2xi8>
  }
}
{-#
  dialect_resources: {
    builtin: {
      first: "0x100000000000803F000000400000404000008040",
      second: "0x0800000001020304"
    }
  },
  external_resources: {
    tool: {
      level: "two",
      exact: true,
      table: "0x01000000CAFE"
    }
  }
#-}
