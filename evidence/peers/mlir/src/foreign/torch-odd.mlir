// Constants, classes, lists and operators that nobody knows in the torch dialect.
module {
  torch.class_type @Net {
    torch.attr private "scale" : !torch.float
    torch.attr "training" : !torch.bool
    torch.method "forward", @forward
  }
  %scale = torch.constant.float 2.5
  %training = torch.constant.bool false
  %net = torch.nn_module {
    torch.slot "scale", %scale : !torch.float
    torch.slot "training", %training : !torch.bool
  } : !torch.nn.Module<"Net">
  func.func private @forward(%self: !torch.nn.Module<"Net">, %x: !torch.tensor) -> !torch.tensor {
    %s = torch.prim.GetAttr %self["scale"] : !torch.nn.Module<"Net"> -> !torch.float
    %r = torch.aten.mul.Scalar %x, %s : !torch.tensor, !torch.float -> !torch.tensor
    return %r : !torch.tensor
  }
  func.func @constants() -> !torch.int {
    %s = torch.constant.str "text"
    %d = torch.constant.device "cpu"
    %n = torch.constant.int 7
    %t = torch.prim.TupleConstruct %s, %d, %n : !torch.str, !torch.Device, !torch.int -> !torch.tuple<str, Device, int>
    return %n : !torch.int
  }
  func.func @literals() -> !torch.vtensor<[2,2],si64> {
    %a = torch.vtensor.literal(dense<[[1, 2], [3, 4]]> : tensor<2x2xsi64>) : !torch.vtensor<[2,2],si64>
    %b = torch.tensor.literal(dense<5.0> : tensor<3xf64>) : !torch.tensor<[3],f64>
    %c = torch.operator "custom.op"(%a) : (!torch.vtensor<[2,2],si64>) -> !torch.vtensor<[2,2],si64>
    return %c : !torch.vtensor<[2,2],si64>
  }
  func.func @loop(%n: !torch.int, %x: !torch.tensor) -> !torch.tensor {
    %true = torch.constant.bool true
    %r = torch.prim.Loop %n, %true, init(%x) {
    ^bb0(%i: !torch.int, %a: !torch.tensor):
      %b = torch.aten.tanh %a : !torch.tensor -> !torch.tensor
      torch.prim.Loop.condition %true, iter(%b : !torch.tensor)
    } : (!torch.int, !torch.bool, !torch.tensor) -> !torch.tensor
    return %r : !torch.tensor
  }
}
