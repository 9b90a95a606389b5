// A file of the producer of lesson.mlir, in operations that are there.
module @model {
  func.func private @outside(!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  func.func @model(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
    %three = torch.constant.int 3
    %w = torch.vtensor.literal(dense<5.0e-01> : tensor<4xf32>) : !torch.vtensor<[4],f32>
    %b = torch.aten.add.Tensor %a, %w, %three : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[4],f32>
    %c = func.call @outside(%b) {tag = "last"} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
    %d = func.call @other(%c) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
    return %d : !torch.vtensor<[4],f32>
  }
  func.func @other(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
    %none = torch.constant.device "cuda:1"
    return %a : !torch.vtensor<[4],f32>
  }
}
