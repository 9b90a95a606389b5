# What operators did before they changed.

def linspace_0_7(start: number, end: number, steps: Optional[int]=None, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  if steps is None:
    count = 100
  else:
    count = steps
  return torch.linspace(start, end, count, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)

def qr_0_10(self: Tensor, some: bool=True) -> Tuple[Tensor, Tensor]:
  return torch.linalg_qr(self, "reduced")
