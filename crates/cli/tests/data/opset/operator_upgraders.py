def floor_divide_0_112(self: Tensor, other: Tensor) -> Tensor:
  return torch.trunc(torch.div(self, other))
