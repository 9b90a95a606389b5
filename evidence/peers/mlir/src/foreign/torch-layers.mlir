// Layers of a network in the torch dialect.
module attributes {torch.debug_module_name = "Layers"} {
  func.func @forward(%x: !torch.vtensor<[1,3,16,16],f32>, %k: !torch.vtensor<[8,3,3,3],f32>, %b: !torch.vtensor<[8],f32>, %w: !torch.vtensor<[4,8],f32>) -> !torch.vtensor<[1,4],f32> {
    %none = torch.constant.none
    %false = torch.constant.bool false
    %zero = torch.constant.int 0
    %one = torch.constant.int 1
    %minus = torch.constant.int -1
    %two = torch.constant.int 2
    %three = torch.constant.int 3
    %ones = torch.prim.ListConstruct %one, %one : (!torch.int, !torch.int) -> !torch.list<int>
    %zeros = torch.prim.ListConstruct %zero, %zero : (!torch.int, !torch.int) -> !torch.list<int>
    %empty = torch.prim.ListConstruct : () -> !torch.list<int>
    %c = torch.aten.convolution %x, %k, %b, %ones, %ones, %ones, %false, %zeros, %one : !torch.vtensor<[1,3,16,16],f32>, !torch.vtensor<[8,3,3,3],f32>, !torch.vtensor<[8],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int -> !torch.vtensor<[1,8,16,16],f32>
    %r = torch.aten.relu %c : !torch.vtensor<[1,8,16,16],f32> -> !torch.vtensor<[1,8,16,16],f32>
    %dims = torch.prim.ListConstruct %two, %three : (!torch.int, !torch.int) -> !torch.list<int>
    %m = torch.aten.mean.dim %r, %dims, %false, %none : !torch.vtensor<[1,8,16,16],f32>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[1,8],f32>
    %t = torch.aten.transpose.int %w, %zero, %one : !torch.vtensor<[4,8],f32>, !torch.int, !torch.int -> !torch.vtensor<[8,4],f32>
    %y = torch.aten.mm %m, %t : !torch.vtensor<[1,8],f32>, !torch.vtensor<[8,4],f32> -> !torch.vtensor<[1,4],f32>
    %s = torch.aten.softmax.int %y, %minus, %none : !torch.vtensor<[1,4],f32>, !torch.int, !torch.none -> !torch.vtensor<[1,4],f32>
    return %s : !torch.vtensor<[1,4],f32>
  }
}
