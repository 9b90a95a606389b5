# What operators of PyTorch did before they changed, in code for the release that changed them: see operator_versions.yaml.

def qr_0_213(self: Tensor, some: bool=True) -> Tuple[Tensor, Tensor]:
  if some:
    mode = "reduced"
  else:
    mode = "complete"
  Q, R = torch.linalg_qr(self, mode)
  return (Q, R)

def cholesky_0_213(self: Tensor, upper: bool=False) -> Tensor:
  return torch.linalg_cholesky(self, upper=upper)
