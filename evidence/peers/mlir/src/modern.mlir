module {
  llvm.func @add(%a: i64, %b: i64 {llvm.noundef}) -> i64 attributes {passthrough = ["nounwind"]} {
    %0 = llvm.add %a, %b overflow<nsw, nuw> : i64
    llvm.return %0 : i64
  }
  func.func @tensors(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
    %1 = tensor.extract_slice %0[0, 0] [2, 2] [1, 1] : tensor<4x2xf32> to tensor<2x2xf32>
    %2 = tensor.insert_slice %1 into %0[2, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x2xf32>
    %3 = arith.addf %2, %0 fastmath<reassoc, contract> : tensor<4x2xf32>
    return %3 : tensor<4x2xf32>
  }
  "tool.identities"() {one = distinct[0]<"same">, other = distinct[1]<"same">,
    quantized = !quant.uniform<i8:f32, 2.500000e-01:3>, layout = strided<[1, ?], offset: 4>} : () -> ()
}
