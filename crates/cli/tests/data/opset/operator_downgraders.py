def gelu_112_back(self: Tensor, *, approximate: str="none") -> Tensor:
  return torch.gelu(self)
