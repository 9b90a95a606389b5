def straight(self, x: Tensor, y: Tensor) -> Tensor:
  return torch.mul(torch.add(x, y, alpha=2), torch.sub(x, y))

def reused(self, x: Tensor) -> Tensor:
  y = torch.relu(x)
  return torch.add(torch.mul(y, y), x)

def chosen(self, x: Tensor, flag: bool) -> Tensor:
  if flag:
    out = torch.relu(x)
  else:
    out = torch.neg(x)
  return out

def kind_of(self, x: Tensor, mode: str) -> Tensor:
  out = x
  if mode == "constant":
    out = torch.constant_pad_nd(x, [1, 1], 0)
  elif mode == "roll":
    out = torch.roll(x, [1, 2], [0, 1])
  return out

def taken_apart(self, x: Tensor) -> Tuple[Tensor, Tensor]:
  values, indices = torch.max(x, 0)
  return (values, indices)

def one_of_two(self, x: Tensor) -> Tensor:
  values, indices = torch.max(x, 0)
  return indices

def counted(self, x: Tensor, n: int) -> Tensor:
  out = x
  for i in range(n):
    out = torch.add(out, i)
  return out

def listed(self, x: Tensor, n: int) -> Tensor:
  all: List[Tensor] = []
  for i in range(n):
    all.append(torch.mul(x, i))
  return torch.cat(all, 0)

def gone_through(self, sizes: List[int], x: Tensor) -> int:
  product = 1
  for size in sizes:
    product = product * size
  return product + x.dim()

def halved(self, x: Tensor, limit: float) -> Tensor:
  while bool(torch.gt(torch.max(x), limit)):
    x = torch.div(x, 2)
  return x

def nested(self, x: Tensor) -> Tensor:
  n = x.dim()
  out = x
  for i in range(n):
    if i % 2 == 0:
      for j in range(i):
        out = torch.unsqueeze(out, j)
    else:
      out = torch.squeeze(out, 0)
  return out

def both(self, a: int, b: int) -> bool:
  return a > 0 and b > 0 or a == b

def absent(self, x: Optional[Tensor], y: Tensor) -> Tensor:
  out = y
  if x is not None:
    out = torch.add(x, y)
  return out

def into(self, x: Tensor, y: Tensor) -> Tensor:
  torch.add(x, y, out=x)
  return x

def elements(self, sizes: List[int]) -> List[int]:
  return [sizes[0] // 2, sizes[-1], len(sizes)]

def numbers(self, x: int, y: float) -> float:
  return float(x) / y + float(x // 3) ** y
