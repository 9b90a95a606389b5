module attributes {torch.debug_module_name = "Small"} {
  func.func @forward(%x: !torch.vtensor<[2,4],f32>, %w: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[2,3],f32> {
    %y = torch.aten.mm %x, %w : !torch.vtensor<[2,4],f32>, !torch.vtensor<[4,3],f32> -> !torch.vtensor<[2,3],f32>
    %dim = torch.constant.int 1
    %z = torch.aten.relu %y : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
    return %z : !torch.vtensor<[2,3],f32>
  }
}
