module @custom_calls {
  func.func private @helper(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
  func.func public @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.custom_call @plain(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.custom_call @configured(%0) {backend_config = "opaque\00\01", has_side_effect = true, api_version = 2 : i32, called_computations = [@helper], operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<4xf32>) -> tensor<4xf32>
    %2 = "stablehlo.custom_call"(%1) {call_target_name = "aliased", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tensor<4xf32>
    return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
