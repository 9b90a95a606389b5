# What operators did for files of older format versions, in code for the version that changed them: see format_versions.yaml.

# Division of whole numbers was to whole numbers, toward zero.

def div_Tensor_0_3(self: Tensor, other: Tensor) -> Tensor:
  if torch.is_floating_point(self) or torch.is_floating_point(other):
    out = torch.true_divide(self, other)
  else:
    out = torch.div(self, other, rounding_mode="trunc")
  return out

def div_Scalar_0_3(self: Tensor, other: number) -> Tensor:
  if torch.is_floating_point(self) or isinstance(other, float):
    out = torch.true_divide(self, other)
  else:
    out = torch.div(self, other, rounding_mode="trunc")
  return out

def div_out_0_3(self: Tensor, other: Tensor, *, out: Tensor) -> Tensor:
  if torch.is_floating_point(self) or torch.is_floating_point(other) or torch.is_floating_point(out):
    done = torch.true_divide(self, other, out=out)
  else:
    done = torch.div(self, other, rounding_mode="trunc", out=out)
  return done

def div__Tensor_0_3(self: Tensor, other: Tensor) -> Tensor:
  if torch.is_floating_point(self) or torch.is_floating_point(other):
    out = torch.true_divide_(self, other)
  else:
    out = torch.div_(self, other, rounding_mode="trunc")
  return out

def div__Scalar_0_3(self: Tensor, other: number) -> Tensor:
  if torch.is_floating_point(self) or isinstance(other, float):
    out = torch.true_divide_(self, other)
  else:
    out = torch.div_(self, other, rounding_mode="trunc")
  return out

# Divisions that say how they round meant the same.

def div_Tensor_mode_0_3(self: Tensor, other: Tensor, *, rounding_mode: Optional[str]) -> Tensor:
  return torch.div(self, other, rounding_mode=rounding_mode)

def div_Scalar_mode_0_3(self: Tensor, other: number, *, rounding_mode: Optional[str]) -> Tensor:
  return torch.div(self, other, rounding_mode=rounding_mode)

def div_out_mode_0_3(self: Tensor, other: Tensor, *, rounding_mode: Optional[str], out: Tensor) -> Tensor:
  return torch.div(self, other, rounding_mode=rounding_mode, out=out)

def div__Tensor_mode_0_3(self: Tensor, other: Tensor, *, rounding_mode: Optional[str]) -> Tensor:
  return torch.div_(self, other, rounding_mode=rounding_mode)

def div__Scalar_mode_0_3(self: Tensor, other: number, *, rounding_mode: Optional[str]) -> Tensor:
  return torch.div_(self, other, rounding_mode=rounding_mode)

# Tensors full of a whole number were floating-point numbers.

def full_0_4(size: List[int], fill_value: number, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  if dtype is None:
    out = torch.full(size, float(fill_value), dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)
  else:
    out = torch.full(size, fill_value, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)
  return out

# PyTorch's own passes the names on, which 2.14 and later do not take; no release reads them without Python.
def full_names_0_4(size: List[int], fill_value: number, *, names: Optional[List[str]], dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  return torch.full(size, fill_value, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)

def full_out_0_4(size: List[int], fill_value: number, *, out: Tensor) -> Tensor:
  return torch.full(size, fill_value, out=out)

# Sequences had 100 steps where none were asked for.

def linspace_0_7(start: number, end: number, steps: Optional[int]=None, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  count = 100
  if steps is not None:
    count = steps
  return torch.linspace(start, end, count, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)

def linspace_out_0_7(start: number, end: number, steps: Optional[int]=None, *, out: Tensor) -> Tensor:
  count = 100
  if steps is not None:
    count = steps
  return torch.linspace(start, end, count, out=out)

def logspace_0_8(start: number, end: number, steps: Optional[int]=None, base: float=10., *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  count = 100
  if steps is not None:
    count = steps
  return torch.logspace(start, end, count, base, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)

def logspace_out_0_8(start: number, end: number, steps: Optional[int]=None, base: float=10., *, out: Tensor) -> Tensor:
  count = 100
  if steps is not None:
    count = steps
  return torch.logspace(start, end, count, base, out=out)

# The only form that there was.

def gelu_0_9(self: Tensor) -> Tensor:
  return torch.gelu(self, approximate="none")

def gelu_out_0_9(self: Tensor, *, out: Tensor) -> Tensor:
  return torch.gelu(self, approximate="none", out=out)
