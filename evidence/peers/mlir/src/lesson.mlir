// What a producer of its own writes, twice: with names of properties and without. Another file of it is read with what that shows.
module @lesson {
  ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
  func.func private @outside(!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  func.func @scaled(%a: !torch.vtensor<[4],f32> {torch.type_bound = !torch.vtensor<[4],f32>}) -> !torch.vtensor<[4],f32> {
    %two = torch.constant.float 2.0
    %one = torch.constant.int 1
    %yes = torch.constant.bool true
    %s = torch.constant.str "cpu"
    %w = torch.vtensor.literal(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) : !torch.vtensor<[4],f32>
    %b = torch.aten.add.Tensor %a, %w, %one : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[4],f32>
    %c = torch.aten.mul.Scalar %b, %two : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
    %d = func.call @outside(%c) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
    return %d : !torch.vtensor<[4],f32>
  }
  func.func @product(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<2x2xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
    %1 = tensor.extract_slice %0[0, 0] [2, 2] [1, 1] : tensor<4x2xf32> to tensor<2x2xf32>
    return %1 : tensor<2x2xf32>
  }
}
