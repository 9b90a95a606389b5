def relu_206_back(self: Tensor) -> Tensor:
  return torch.mul(self, torch.gt(self, 0))

def add_205_back(self: Tensor, other: Tensor, *, alpha: number=1) -> Tensor:
  return torch.sub(self, torch.mul(other, -2))
