# What operators of PyTorch did before they changed, in code for the release that changed them: see operator_versions.yaml.

# Fourier transforms on pairs of real numbers, over the last dimensions before the pairs.

def signal_dims(signal_ndim: int) -> List[int]:
  dims = annotate(List[int], [])
  for i in range(signal_ndim):
    dims.append(i - signal_ndim)
  return dims

def signal_norm(normalized: bool) -> str:
  if normalized:
    norm = "ortho"
  else:
    norm = "backward"
  return norm

def fft_0_107(self: Tensor, signal_ndim: int, normalized: bool=False) -> Tensor:
  dims = __torch__.outlast_upgraders.signal_dims(signal_ndim)
  norm = __torch__.outlast_upgraders.signal_norm(normalized)
  return torch.view_as_real(torch.fft_fftn(torch.view_as_complex(torch.contiguous(self)), None, dims, norm))

def ifft_0_107(self: Tensor, signal_ndim: int, normalized: bool=False) -> Tensor:
  dims = __torch__.outlast_upgraders.signal_dims(signal_ndim)
  norm = __torch__.outlast_upgraders.signal_norm(normalized)
  return torch.view_as_real(torch.fft_ifftn(torch.view_as_complex(torch.contiguous(self)), None, dims, norm))

def rfft_0_107(self: Tensor, signal_ndim: int, normalized: bool=False, onesided: bool=True) -> Tensor:
  dims = __torch__.outlast_upgraders.signal_dims(signal_ndim)
  norm = __torch__.outlast_upgraders.signal_norm(normalized)
  if onesided:
    out = torch.fft_rfftn(self, None, dims, norm)
  else:
    out = torch.fft_fftn(self, None, dims, norm)
  return torch.view_as_real(out)

# Of a transform that is not onesided, the half that tells the rest was read.
def irfft_0_107(self: Tensor, signal_ndim: int, normalized: bool=False, onesided: bool=True, signal_sizes: List[int]=annotate(List[int], [])) -> Tensor:
  dims = __torch__.outlast_upgraders.signal_dims(signal_ndim)
  norm = __torch__.outlast_upgraders.signal_norm(normalized)
  x = torch.view_as_complex(torch.contiguous(self))
  sizes = annotate(Optional[List[int]], None)
  if len(signal_sizes) > 0:
    sizes = signal_sizes
  if not onesided:
    n = torch.size(x, -1)
    if sizes is None:
      full = annotate(List[int], [])
      for i in range(signal_ndim):
        full.append(torch.size(x, i - signal_ndim))
      sizes = full
    x = torch.slice(x, -1, 0, n // 2 + 1)
  return torch.fft_irfftn(x, sizes, dims, norm)

# Linear algebra.

def solve_0_111(self: Tensor, A: Tensor) -> Tuple[Tensor, Tensor]:
  LU, pivots, info = torch._lu_with_info(A, True, True)
  return (torch.linalg_solve(A, self), LU)

# The values that LAPACK leaves in the matrices: solutions, and below them what remains of the right side.
def lstsq_0_112(self: Tensor, A: Tensor) -> Tuple[Tensor, Tensor]:
  m = torch.size(A, 0)
  n = torch.size(A, 1)
  if m >= n:
    a, tau = torch.geqrf(A)
    right = torch.ormqr(a, tau, self, True, True)
    R = torch.triu(torch.slice(a, 0, 0, n))
    x = torch.linalg_solve(R, torch.slice(right, 0, 0, n))
    return (torch.cat([x, torch.slice(right, 0, n, m)]), a)
  a, tau = torch.geqrf(torch.t(A))
  R = torch.triu(torch.slice(a, 0, 0, m))
  y = torch.linalg_solve(torch.t(R), self)
  padded = torch.cat([y, torch.new_zeros(y, [n - m, torch.size(y, 1)])])
  return (torch.ormqr(a, tau, padded), torch.t(a))

# Columns of real eigenvectors; of a pair of complex ones, the real and the imaginary parts.
def eig_0_112(self: Tensor, eigenvectors: bool=False) -> Tuple[Tensor, Tensor]:
  values, vectors = torch.linalg_eig(self)
  pairs = torch.view_as_real(values)
  if not eigenvectors:
    return (pairs, torch.new_empty(self, [0]))
  parts = torch.view_as_real(vectors)
  n = torch.size(self, 0)
  columns = annotate(List[Tensor], [])
  second = False
  for i in range(n):
    if second:
      columns.append(torch.select(torch.select(parts, -1, 1), 1, i - 1))
      second = False
    else:
      columns.append(torch.select(torch.select(parts, -1, 0), 1, i))
      if bool(torch.ne(torch.select(torch.select(pairs, 1, 1), 0, i), 0)):
        second = True
  return (pairs, torch.stack(columns, 1))

def matrix_rank_0_112(self: Tensor, symmetric: bool=False) -> Tensor:
  return torch.linalg_matrix_rank(self, hermitian=symmetric)

def matrix_rank_tol_0_112(self: Tensor, tol: float, symmetric: bool=False) -> Tensor:
  return torch.linalg_matrix_rank(self, tol, symmetric)

def symeig_0_199(self: Tensor, eigenvectors: bool=False, upper: bool=True) -> Tuple[Tensor, Tensor]:
  if upper:
    side = "U"
  else:
    side = "L"
  if eigenvectors:
    values, vectors = torch.linalg_eigh(self, side)
    return (values, vectors)
  return (torch.linalg_eigvalsh(self, side), torch.new_empty(self, [0]))

def frobenius_norm_0_199(self: Tensor) -> Tensor:
  return torch.norm(self, 2)

def qr_0_213(self: Tensor, some: bool=True) -> Tuple[Tensor, Tensor]:
  if some:
    mode = "reduced"
  else:
    mode = "complete"
  Q, R = torch.linalg_qr(self, mode)
  return (Q, R)

def cholesky_0_213(self: Tensor, upper: bool=False) -> Tensor:
  return torch.linalg_cholesky(self, upper=upper)

# Division that rounds toward zero, whatever the types.

def floor_divide_105_112(self: Tensor, other: Tensor) -> Tensor:
  return torch.div(self, other, rounding_mode="trunc")

def floor_divide_Scalar_105_112(self: Tensor, other: number) -> Tensor:
  return torch.div(self, other, rounding_mode="trunc")

def floor_divide__Tensor_105_112(self: Tensor, other: Tensor) -> Tensor:
  return torch.div_(self, other, rounding_mode="trunc")

def floor_divide__Scalar_105_112(self: Tensor, other: number) -> Tensor:
  return torch.div_(self, other, rounding_mode="trunc")

def floor_divide_out_0_112(self: Tensor, other: Tensor, *, out: Tensor) -> Tensor:
  return torch.div(self, other, rounding_mode="trunc", out=out)

# Short-time Fourier transforms of real signals gave pairs of real numbers, and took them.

def stft_is_complex(self: Tensor, window: Optional[Tensor], return_complex: Optional[bool]) -> bool:
  out = torch.is_complex(self)
  if return_complex is not None:
    out = return_complex
  elif window is not None:
    out = out or torch.is_complex(window)
  return out

def stft_0_199(self: Tensor, n_fft: int, hop_length: Optional[int]=None, win_length: Optional[int]=None, window: Optional[Tensor]=None, normalized: bool=False, onesided: Optional[bool]=None, return_complex: Optional[bool]=None) -> Tensor:
  out = torch.stft(self, n_fft, hop_length, win_length, window, normalized, onesided, True)
  if not __torch__.outlast_upgraders.stft_is_complex(self, window, return_complex):
    out = torch.view_as_real(out)
  return out

def stft_center_112_199(self: Tensor, n_fft: int, hop_length: Optional[int]=None, win_length: Optional[int]=None, window: Optional[Tensor]=None, center: bool=True, pad_mode: str="reflect", normalized: bool=False, onesided: Optional[bool]=None, return_complex: Optional[bool]=None) -> Tensor:
  out = torch.stft(self, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, True)
  if not __torch__.outlast_upgraders.stft_is_complex(self, window, return_complex):
    out = torch.view_as_real(out)
  return out

def istft_0_199(self: Tensor, n_fft: int, hop_length: Optional[int]=None, win_length: Optional[int]=None, window: Optional[Tensor]=None, center: bool=True, normalized: bool=False, onesided: Optional[bool]=None, length: Optional[int]=None, return_complex: bool=False) -> Tensor:
  x = self
  if not torch.is_complex(self):
    x = torch.view_as_complex(torch.contiguous(self))
  return torch.istft(x, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)

# Half precision had an epsilon of its own until 2.6, and was rounded before the weights.

def rms_norm_205_206(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor]=None, eps: Optional[float]=None) -> Tensor:
  dtype = ops.prim.dtype(input)
  if dtype == 5 or dtype == 15:
    small = 0.0009765625
    if eps is not None:
      small = eps
    elif dtype == 15:
      small = 0.0078125
    out = torch.rms_norm(input, normalized_shape, None, small)
    if weight is not None:
      out = torch.mul(out, weight)
  else:
    out = torch.rms_norm(input, normalized_shape, weight, eps)
  return out

# Numbers: halves away from zero.

def round_float_0_106(a: float) -> float:
  out = a
  x = ops.prim.abs(a)
  part = torch.fmod(x, 1.)
  if torch.eq(part, part):
    whole = torch.sub(x, part)
    if torch.ge(part, 0.5):
      whole = torch.add(whole, 1.)
    out = torch.copysign(whole, a)
  return out

# The results say that they are truth values, and are 0 or 1.

def isnan_float_0_206(a: float) -> bool:
  return unchecked_cast(bool, int(torch.isnan(a)))

def isinf_float_0_206(a: float) -> bool:
  return unchecked_cast(bool, int(torch.isinf(a)))

# Shifts to the right that shift zeros in, by the low bits of the distance as processors take them.

def shift_width(self: Tensor) -> int:
  kind = ops.prim.dtype(self)
  width = 64
  if kind == 3:
    width = 32
  elif kind == 2:
    width = 16
  elif kind == 1 or kind == 0:
    width = 8
  return width

def __rshift___Scalar_0_106(self: Tensor, other: number) -> Tensor:
  if torch.is_floating_point(self):
    out = torch.div(self, torch.pow(2., float(other)))
  else:
    width = __torch__.outlast_upgraders.shift_width(self)
    by = int(other) & 31
    if width == 64:
      by = int(other) & 63
    if by == 0:
      out = torch.clone(self)
    elif by >= width:
      out = torch.zeros_like(self)
    else:
      out = torch.__and__(torch.__rshift__(self, by), ((1 << (width - by - 1)) - 1) * 2 + 1)
  return out

def __rshift___Tensor_0_106(self: Tensor, other: Tensor) -> Tensor:
  if torch.is_floating_point(self):
    out = torch.div(self, torch.pow(2., other))
  else:
    width = __torch__.outlast_upgraders.shift_width(self)
    by = torch.__and__(torch.to(other, ops.prim.dtype(self)), 31)
    if width == 64:
      by = torch.__and__(other, 63)
    kept = torch.__rshift__(self, torch.clamp(by, None, width - 1))
    top = torch.__lshift__(torch.ones_like(by), torch.clamp(torch.rsub(by, width - 1), 0))
    mask = torch.add(torch.mul(torch.sub(top, 1), 2), 1)
    out = torch.where(torch.eq(by, 0), self, torch.__and__(kept, mask))
    out = torch.where(torch.ge(by, width), torch.zeros_like(out), out)
  return out

# Division of whole numbers that ended in a tensor of floating-point numbers.

def div_out_0_106(self: Tensor, other: Tensor, *, out: Tensor) -> Tensor:
  whole = not (torch.is_floating_point(self) or torch.is_complex(self) or torch.is_floating_point(other) or torch.is_complex(other))
  if whole and torch.is_floating_point(out):
    return torch.floor_divide(self, other, out=out)
  return torch.true_divide(self, other, out=out)

# Whole numbers at random were floating-point numbers where no type was asked for.

def default_dtype(dtype: Optional[int]) -> int:
  kind = ops.prim.dtype(torch.empty([0]))
  if dtype is not None:
    kind = dtype
  return kind

def randperm_0_108(n: int, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.default_dtype(dtype)
  return torch.randperm(n, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def randint_0_112(high: int, size: List[int], *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.default_dtype(dtype)
  return torch.randint(high, size, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def randint_low_0_112(low: int, high: int, size: List[int], *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.default_dtype(dtype)
  return torch.randint(low, high, size, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

# Names of dimensions are left away: no release without Python read them (`all symbols must have a namespace`).

def full_names_0_213(size: List[int], fill_value: number, *, names: Optional[List[str]], dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  return torch.full(size, fill_value, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)

# Ranks and singular values of 1.8 to 1.10.

def linalg_matrix_rank_0_110(self: Tensor, tol: Optional[float]=None, hermitian: bool=False) -> Tensor:
  if tol is not None:
    out = torch.linalg_matrix_rank(self, tol, hermitian)
  else:
    out = torch.linalg_matrix_rank(self, hermitian=hermitian)
  return out

def linalg_svd_0_108(self: Tensor, full_matrices: bool=True, compute_uv: bool=True) -> Tuple[Tensor, Tensor, Tensor]:
  U, S, Vh, = torch.linalg_svd(self, full_matrices)
  if not compute_uv:
    U = torch.new_empty(U, [0])
    Vh = torch.new_empty(Vh, [0])
  return (U, S, Vh)

# Tensors of whole numbers stayed so, whatever number was added, and ranges were of floating-point numbers where no type was asked for.

def add_Scalar_0_102(self: Tensor, other: number, alpha: number=1) -> Tensor:
  if torch.is_floating_point(self):
    out = torch.add(self, other, alpha)
  else:
    out = torch.add(self, int(other), int(alpha))
  return out

def sub_Scalar_0_102(self: Tensor, other: number, alpha: number=1) -> Tensor:
  if torch.is_floating_point(self):
    out = torch.sub(self, other, alpha)
  else:
    out = torch.sub(self, int(other), int(alpha))
  return out

def rsub_Scalar_0_102(self: Tensor, other: number, alpha: number=1) -> Tensor:
  if torch.is_floating_point(self):
    out = torch.rsub(self, other, alpha)
  else:
    out = torch.rsub(self, int(other), int(alpha))
  return out

def mul_Scalar_0_102(self: Tensor, other: number) -> Tensor:
  if torch.is_floating_point(self):
    out = torch.mul(self, other)
  else:
    out = torch.mul(self, int(other))
  return out

def div_Scalar_0_102(self: Tensor, other: number) -> Tensor:
  if torch.is_floating_point(self):
    out = torch.div(self, other)
  else:
    out = torch.div(self, int(other))
  return out

def arange_0_103(end: number, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.default_dtype(dtype)
  return torch.arange(end, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def arange_start_0_103(start: number, end: number, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.default_dtype(dtype)
  return torch.arange(start, end, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def arange_start_step_0_103(start: number, end: number, step: number, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.default_dtype(dtype)
  return torch.arange(start, end, step, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

# Up to 1.6 the index is that of the last of equal elements, and since 1.7 that of the first (`max` and `min`: up to 1.5, since 1.6).
# Either is found by the other in reverse order; the downgraders call these, too.
def argmax_reversed(self: Tensor, dim: Optional[int], keepdim: bool) -> Tensor:
  if dim is None:
    flat = torch.reshape(self, [-1])
    index = torch.argmax(torch.flip(flat, [0]))
    out = torch.rsub(index, torch.numel(flat) - 1)
  else:
    along = unchecked_cast(int, dim)
    if torch.dim(self) == 0:
      out = torch.argmax(self, along, keepdim)
    else:
      place = torch.argmax(torch.flip(self, [along]), along, keepdim)
      out = torch.rsub(place, torch.size(self, along) - 1)
  return out

def argmax_0_106(self: Tensor, dim: Optional[int]=None, keepdim: bool=False) -> Tensor:
  return __torch__.outlast_upgraders.argmax_reversed(self, dim, keepdim)

def argmin_reversed(self: Tensor, dim: Optional[int], keepdim: bool) -> Tensor:
  if dim is None:
    flat = torch.reshape(self, [-1])
    index = torch.argmin(torch.flip(flat, [0]))
    out = torch.rsub(index, torch.numel(flat) - 1)
  else:
    along = unchecked_cast(int, dim)
    if torch.dim(self) == 0:
      out = torch.argmin(self, along, keepdim)
    else:
      place = torch.argmin(torch.flip(self, [along]), along, keepdim)
      out = torch.rsub(place, torch.size(self, along) - 1)
  return out

def argmin_0_106(self: Tensor, dim: Optional[int]=None, keepdim: bool=False) -> Tensor:
  return __torch__.outlast_upgraders.argmin_reversed(self, dim, keepdim)

def max_reversed(self: Tensor, dim: int, keepdim: bool) -> Tuple[Tensor, Tensor]:
  if torch.dim(self) == 0:
    values, indices = torch.max(self, dim, keepdim)
  else:
    values, places = torch.max(torch.flip(self, [dim]), dim, keepdim)
    indices = torch.rsub(places, torch.size(self, dim) - 1)
  return (values, indices)

def max_dim_0_105(self: Tensor, dim: int, keepdim: bool=False) -> Tuple[Tensor, Tensor]:
  return __torch__.outlast_upgraders.max_reversed(self, dim, keepdim)

def min_reversed(self: Tensor, dim: int, keepdim: bool) -> Tuple[Tensor, Tensor]:
  if torch.dim(self) == 0:
    values, indices = torch.min(self, dim, keepdim)
  else:
    values, places = torch.min(torch.flip(self, [dim]), dim, keepdim)
    indices = torch.rsub(places, torch.size(self, dim) - 1)
  return (values, indices)

def min_dim_0_105(self: Tensor, dim: int, keepdim: bool=False) -> Tuple[Tensor, Tensor]:
  return __torch__.outlast_upgraders.min_reversed(self, dim, keepdim)

# Zero points are of int32 since 1.10, and were of int64.
def fake_quantize_per_channel_affine_0_109(self: Tensor, scale: Tensor, zero_point: Tensor, axis: int, quant_min: int, quant_max: int) -> Tensor:
  return torch.fake_quantize_per_channel_affine(self, scale, torch.to(zero_point, 3), axis, quant_min, quant_max)

# Numbers that are not complex had the angle 0, and negative ones have pi since 1.8.
def angle_0_107(self: Tensor) -> Tensor:
  if torch.is_complex(self):
    out = torch.angle(self)
  else:
    out = torch.zeros_like(self)
  return out

# Distances are along the last dimension since 1.10, and were along the second.
def pairwise_distance_0_109(x1: Tensor, x2: Tensor, p: float=2., eps: float=9.9999999999999995e-07, keepdim: bool=False) -> Tensor:
  return torch.norm(torch.add(torch.sub(x1, x2), eps), p, [1], keepdim)
