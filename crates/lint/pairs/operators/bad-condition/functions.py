def scale_0_2(x: Tensor, by: float=1.) -> Tensor:
  return ops.my.scale(x)
def scale_back(x: Tensor) -> Tensor:
  return ops.my.scale(x, 1.)
