# What operators of newer releases of PyTorch do, in code for the release before they changed: see operator_versions.yaml.

def RaiseException_111_back(msg: str, cls: Optional[str]=None) -> None:
  ops.prim.RaiseException(msg)

def gelu_112_back(self: Tensor, *, approximate: str="none") -> Tensor:
  if approximate == "none":
    out = torch.gelu(self)
  else:
    inner = torch.add(self, torch.mul(torch.pow(self, 3), 0.044715))
    out = torch.mul(torch.mul(self, 0.5), torch.add(torch.tanh(torch.mul(inner, 0.7978845608028654)), 1))
  return out

def round_decimals_111_back(self: Tensor, *, decimals: int) -> Tensor:
  if decimals == 0:
    out = torch.round(self)
  elif decimals > 0:
    scale = float(10 ** decimals)
    out = torch.div(torch.round(torch.mul(self, scale)), scale)
  else:
    scale = float(10 ** (-decimals))
    out = torch.mul(torch.round(torch.div(self, scale)), scale)
  return out

def linalg_matrix_exp_111_back(self: Tensor) -> Tensor:
  return torch.matrix_exp(self)

def linalg_lu_112_back(A: Tensor, *, pivot: bool=True) -> Tuple[Tensor, Tensor, Tensor]:
  LU, pivots, info = torch._lu_with_info(A, pivot, True)
  P, L, U = torch.lu_unpack(LU, pivots, True, True)
  return (P, L, U)

# Padding.

def pad_circular(self: Tensor, pad: List[int]) -> Tensor:
  out = self
  for i in range(len(pad) // 2):
    dim = torch.dim(self) - 1 - i
    size = torch.size(out, dim)
    left = pad[2 * i]
    right = pad[2 * i + 1]
    if left < 0 or right < 0 or left > size or right > size:
      ops.prim.RaiseException("circular padding that is negative or wraps around more than once has no counterpart before 1.12")
    before = torch.slice(out, dim, size - left, size)
    behind = torch.slice(out, dim, 0, right)
    out = torch.cat([before, out, behind], dim)
  return out

def pad_112_back(self: Tensor, pad: List[int], mode: str="constant", value: Optional[float]=None) -> Tensor:
  out = self
  if mode == "constant":
    if value is None:
      out = torch.constant_pad_nd(self, pad, 0)
    else:
      out = torch.constant_pad_nd(self, pad, value)
  elif mode == "circular":
    out = __torch__.outlast_upgraders.pad_circular(self, pad)
  elif mode == "reflect":
    if len(pad) == 2:
      out = torch.reflection_pad1d(self, pad)
    elif len(pad) == 4:
      out = torch.reflection_pad2d(self, pad)
    else:
      out = torch.reflection_pad3d(self, pad)
  elif mode == "replicate":
    if len(pad) == 2:
      out = torch.replication_pad1d(self, pad)
    elif len(pad) == 4:
      out = torch.replication_pad2d(self, pad)
    else:
      out = torch.replication_pad3d(self, pad)
  else:
    ops.prim.RaiseException("a mode of padding that releases before 1.12 do not have")
  return out

# Sizes that changed in number: the newest release asks for the scale or the size.

def upsampled_size(size: int, at: int, output_size: Optional[List[int]], scale_factors: Optional[List[float]]) -> int:
  out = size
  if output_size is not None:
    out = output_size[at]
  elif scale_factors is not None:
    out = int(float(size) * scale_factors[at])
  return out

def upsampled_scale(size: int, out: int, at: int, align_corners: bool, scale_factors: Optional[List[float]]) -> float:
  scale = float(size) / float(out)
  if align_corners:
    scale = 0.
    if out > 1:
      scale = float(size - 1) / float(out - 1)
  elif scale_factors is not None:
    scale = 1. / scale_factors[at]
  return scale

def nearest_exact(input: Tensor, spatial: int, output_size: Optional[List[int]], scale_factors: Optional[List[float]]) -> Tensor:
  x = input
  for at in range(spatial):
    dim = at + 2
    size = torch.size(input, dim)
    out = __torch__.outlast_upgraders.upsampled_size(size, at, output_size, scale_factors)
    scale = __torch__.outlast_upgraders.upsampled_scale(size, out, at, False, scale_factors)
    steps = torch.arange(out, dtype=6, layout=None, device=ops.prim.device(input), pin_memory=None)
    index = torch.to(torch.floor(torch.mul(torch.add(steps, 0.5), scale)), 4)
    x = torch.index_select(x, dim, torch.clamp(index, None, size - 1))
  return x

def _upsample_nearest_exact1d_vec_111_back(input: Tensor, output_size: Optional[List[int]], scale_factors: Optional[List[float]]) -> Tensor:
  return __torch__.outlast_upgraders.nearest_exact(input, 1, output_size, scale_factors)

def _upsample_nearest_exact2d_vec_111_back(input: Tensor, output_size: Optional[List[int]], scale_factors: Optional[List[float]]) -> Tensor:
  return __torch__.outlast_upgraders.nearest_exact(input, 2, output_size, scale_factors)

def _upsample_nearest_exact3d_vec_111_back(input: Tensor, output_size: Optional[List[int]], scale_factors: Optional[List[float]]) -> Tensor:
  return __torch__.outlast_upgraders.nearest_exact(input, 3, output_size, scale_factors)

# Interpolation with antialiasing: a matrix of weights for each dimension. The filters are 0 the triangle, 1 the cubic with a = -0.5, 2 Lanczos with 3 lobes.

def antialias_filter(x: Tensor, filter: int) -> Tensor:
  d = torch.abs(x)
  if filter == 0:
    out = torch.clamp(torch.sub(torch.ones_like(d), d), 0)
  elif filter == 1:
    near = torch.add(torch.mul(torch.mul(torch.sub(torch.mul(d, 1.5), 2.5), d), d), 1)
    far = torch.add(torch.mul(torch.sub(torch.mul(torch.sub(torch.mul(d, -0.5), -2.5), d), 4), d), 2)
    out = torch.where(torch.lt(d, 1), near, torch.where(torch.lt(d, 2), far, torch.zeros_like(d)))
  else:
    y = torch.mul(d, 3.141592653589793)
    safe = torch.where(torch.eq(d, 0), torch.ones_like(d), y)
    value = torch.div(torch.mul(torch.mul(torch.sin(safe), torch.sin(torch.div(safe, 3))), 3), torch.mul(safe, safe))
    out = torch.where(torch.eq(d, 0), torch.ones_like(d), torch.where(torch.lt(d, 3), value, torch.zeros_like(d)))
  return out

def antialias_weights(input: Tensor, size: int, out: int, scale: float, filter: int) -> Tensor:
  support = 1.
  if filter == 1:
    support = 2.
  elif filter == 2:
    support = 3.
  inverse = 1.
  if scale >= 1.:
    support = support * scale
    inverse = 1. / scale
  device = ops.prim.device(input)
  i = torch.unsqueeze(torch.arange(out, dtype=7, layout=None, device=device, pin_memory=None), 1)
  j = torch.unsqueeze(torch.arange(size, dtype=7, layout=None, device=device, pin_memory=None), 0)
  center = torch.mul(torch.add(i, 0.5), scale)
  first = torch.clamp(torch.trunc(torch.add(torch.sub(center, support), 0.5)), 0)
  last = torch.clamp(torch.trunc(torch.add(torch.add(center, support), 0.5)), None, size)
  inside = torch.__and__(torch.ge(j, first), torch.lt(j, last))
  weights = __torch__.outlast_upgraders.antialias_filter(torch.mul(torch.add(torch.sub(j, center), 0.5), inverse), filter)
  weights = torch.where(inside, weights, torch.zeros_like(weights))
  weights = torch.div(weights, torch.sum(weights, [1], True))
  return torch.to(weights, ops.prim.dtype(input))

def antialias(input: Tensor, output_size: Optional[List[int]], align_corners: bool, scale_factors: Optional[List[float]], filter: int) -> Tensor:
  x = input
  for at in range(2):
    dim = at + 2
    size = torch.size(input, dim)
    out = __torch__.outlast_upgraders.upsampled_size(size, at, output_size, scale_factors)
    scale = __torch__.outlast_upgraders.upsampled_scale(size, out, at, align_corners, scale_factors)
    weights = __torch__.outlast_upgraders.antialias_weights(input, size, out, scale, filter)
    if dim == 2:
      x = torch.matmul(weights, x)
    else:
      x = torch.matmul(x, torch.t(weights))
  return x

def _upsample_bilinear2d_aa_vec_111_back(input: Tensor, output_size: Optional[List[int]], align_corners: bool, scale_factors: Optional[List[float]]) -> Tensor:
  return __torch__.outlast_upgraders.antialias(input, output_size, align_corners, scale_factors, 0)

def _upsample_bicubic2d_aa_vec_111_back(input: Tensor, output_size: Optional[List[int]], align_corners: bool, scale_factors: Optional[List[float]]) -> Tensor:
  return __torch__.outlast_upgraders.antialias(input, output_size, align_corners, scale_factors, 1)

def _upsample_lanczos2d_aa_vec_214_back(input: Tensor, output_size: Optional[List[int]], align_corners: bool, scale_factors: Optional[List[float]]) -> Tensor:
  return __torch__.outlast_upgraders.antialias(input, output_size, align_corners, scale_factors, 2)

# Attention.

def scaled_dot_product_attention_200_back(query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor]=None, dropout_p: float=0., is_causal: bool=False) -> Tensor:
  scale = 1. / (float(torch.size(query, -1)) ** 0.25)
  scores = torch.matmul(torch.mul(query, scale), torch.mul(torch.transpose(key, -2, -1), scale))
  if is_causal:
    allowed = torch.tril(torch.ones([torch.size(query, -2), torch.size(key, -2)], dtype=11, layout=None, device=ops.prim.device(query), pin_memory=None))
    scores = torch.masked_fill(scores, torch.logical_not(allowed), -inf)
  if attn_mask is not None:
    if ops.prim.dtype(attn_mask) == 11:
      scores = torch.masked_fill(scores, torch.logical_not(attn_mask), -inf)
    else:
      scores = torch.add(scores, attn_mask)
  weights = torch.softmax(scores, -1)
  if dropout_p > 0.:
    weights = torch.dropout(weights, dropout_p, True)
  return torch.matmul(weights, value)

def scaled_dot_product_attention_201_back(query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor]=None, dropout_p: float=0., is_causal: bool=False, *, scale: Optional[float]=None) -> Tensor:
  q = query
  if scale is not None:
    q = torch.mul(query, scale * (float(torch.size(query, -1)) ** 0.5))
  return torch.scaled_dot_product_attention(q, key, value, attn_mask, dropout_p, is_causal)

# Rows of which everything is masked give zeros since 2.5, and NaN before.
def scaled_dot_product_attention_205_back(query: Tensor, key: Tensor, value: Tensor, attn_mask: Optional[Tensor]=None, dropout_p: float=0., is_causal: bool=False, *, scale: Optional[float]=None, enable_gqa: bool=False) -> Tensor:
  k = key
  v = value
  if enable_gqa:
    k = torch.repeat_interleave(key, torch.size(query, -3) // torch.size(key, -3), -3)
    v = torch.repeat_interleave(value, torch.size(query, -3) // torch.size(value, -3), -3)
  out = torch.scaled_dot_product_attention(query, k, v, attn_mask, dropout_p, is_causal, scale=scale)
  if attn_mask is not None:
    masked = torch.eq(attn_mask, -inf)
    if ops.prim.dtype(attn_mask) == 11:
      masked = torch.logical_not(attn_mask)
    out = torch.masked_fill(out, torch.all(masked, -1, True), 0)
  return out

# Since 2.7, half precision is computed in single precision with its epsilon, and rounded after the weights.
def rms_norm_computed(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor], eps: Optional[float]) -> Tuple[Tensor, Tensor]:
  dims = annotate(List[int], [])
  for i in range(len(normalized_shape)):
    dims.append(-1 - i)
  dtype = ops.prim.dtype(input)
  small = 1.1920928955078125e-07
  if eps is not None:
    small = eps
  elif dtype == 7:
    small = 2.220446049250313e-16
  x = input
  half = dtype == 5 or dtype == 15
  if half:
    x = torch.to(input, 6)
  rstd = torch.rsqrt(torch.add(torch.mean(torch.mul(x, x), dims, True), small))
  out = torch.mul(x, rstd)
  if weight is not None:
    out = torch.mul(out, weight)
  if half:
    out = torch.to(out, dtype)
  return (out, rstd)

def rms_norm_205_back(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor]=None, eps: Optional[float]=None) -> Tensor:
  out, rstd = __torch__.outlast_upgraders.rms_norm_computed(input, normalized_shape, weight, eps)
  return out

def rms_norm_207_back(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor]=None, eps: Optional[float]=None) -> Tensor:
  dtype = ops.prim.dtype(input)
  if dtype == 5 or dtype == 15:
    out, rstd = __torch__.outlast_upgraders.rms_norm_computed(input, normalized_shape, weight, eps)
  else:
    out = torch.rms_norm(input, normalized_shape, weight, eps)
  return out

# Dimensions and shapes.

def squeeze_dims_200_back(self: Tensor, dim: List[int]) -> Tensor:
  n = torch.dim(self)
  out = self
  for i in range(n):
    at = n - 1 - i
    wanted = False
    for d in dim:
      if d == at or d + n == at:
        wanted = True
    if wanted:
      out = torch.squeeze(out, at)
  return out

def reduces(dim: Optional[List[int]], at: int, n: int) -> bool:
  wanted = dim is None
  if dim is not None:
    wanted = len(dim) == 0
    for d in dim:
      if d == at or d + n == at:
        wanted = True
  return wanted

def any_dims_203_back(self: Tensor, dim: Optional[List[int]]=None, keepdim: bool=False) -> Tensor:
  n = torch.dim(self)
  out = torch.ne(self, 0)
  for i in range(n):
    at = n - 1 - i
    if __torch__.outlast_upgraders.reduces(dim, at, n):
      out = torch.any(out, at, keepdim)
  if ops.prim.dtype(self) == 0:
    out = torch.to(out, 0)
  return out

def all_dims_203_back(self: Tensor, dim: Optional[List[int]]=None, keepdim: bool=False) -> Tensor:
  n = torch.dim(self)
  out = torch.ne(self, 0)
  for i in range(n):
    at = n - 1 - i
    if __torch__.outlast_upgraders.reduces(dim, at, n):
      out = torch.all(out, at, keepdim)
  if ops.prim.dtype(self) == 0:
    out = torch.to(out, 0)
  return out

def broadcast_shapes_214_back(a: List[int], b: List[int]) -> List[int]:
  n = len(a)
  if len(b) > n:
    n = len(b)
  shape = annotate(List[int], [])
  for i in range(n):
    x = 1
    y = 1
    if i >= n - len(a):
      x = a[i - n + len(a)]
    if i >= n - len(b):
      y = b[i - n + len(b)]
    if x == 1:
      shape.append(y)
    else:
      if y != 1 and y != x:
        ops.prim.RaiseException("the shapes cannot be broadcast to one")
      shape.append(x)
  return shape

def pad_sequence_205_back(sequences: List[Tensor], batch_first: bool=False, padding_value: float=0., padding_side: str="right") -> Tensor:
  if padding_side == "right":
    return torch.pad_sequence(sequences, batch_first, padding_value)
  flipped = annotate(List[Tensor], [])
  for sequence in sequences:
    flipped.append(torch.flip(sequence, [0]))
  out = torch.pad_sequence(flipped, batch_first, padding_value)
  if batch_first:
    return torch.flip(out, [1])
  return torch.flip(out, [0])

# Division that rounds down.

def floor_divide_113_back(self: Tensor, other: Tensor) -> Tensor:
  return torch.div(self, other, rounding_mode="floor")

def floor_divide_Scalar_113_back(self: Tensor, other: number) -> Tensor:
  return torch.div(self, other, rounding_mode="floor")

def floor_divide__Tensor_113_back(self: Tensor, other: Tensor) -> Tensor:
  return torch.div_(self, other, rounding_mode="floor")

def floor_divide__Scalar_113_back(self: Tensor, other: number) -> Tensor:
  return torch.div_(self, other, rounding_mode="floor")

def floor_divide_out_113_back(self: Tensor, other: Tensor, *, out: Tensor) -> Tensor:
  return torch.div(self, other, rounding_mode="floor", out=out)

# Both values of one element type.

def where_ScalarOther_112_back(condition: Tensor, self: Tensor, other: number) -> Tensor:
  dtype = torch.result_type(self, other)
  return torch.where(condition, torch.to(self, dtype), torch.scalar_tensor(other, dtype=dtype, layout=None, device=ops.prim.device(self), pin_memory=None))

def where_ScalarSelf_112_back(condition: Tensor, self: number, other: Tensor) -> Tensor:
  dtype = torch.result_type(self, other)
  return torch.where(condition, torch.scalar_tensor(self, dtype=dtype, layout=None, device=ops.prim.device(other), pin_memory=None), torch.to(other, dtype))

# Windows are of floating-point numbers where no type is asked for.

def floating_dtype(dtype: Optional[int]) -> int:
  kind = ops.prim.dtype(torch.empty([0]))
  if dtype is not None:
    kind = dtype
  return kind

def hann_window_113_back(window_length: int, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.floating_dtype(dtype)
  return torch.hann_window(window_length, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def hann_window_periodic_113_back(window_length: int, periodic: bool, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.floating_dtype(dtype)
  return torch.hann_window(window_length, periodic, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def hamming_window_113_back(window_length: int, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.floating_dtype(dtype)
  return torch.hamming_window(window_length, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def hamming_window_periodic_113_back(window_length: int, periodic: bool, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.floating_dtype(dtype)
  return torch.hamming_window(window_length, periodic, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def blackman_window_113_back(window_length: int, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.floating_dtype(dtype)
  return torch.blackman_window(window_length, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def bartlett_window_113_back(window_length: int, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.floating_dtype(dtype)
  return torch.bartlett_window(window_length, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def kaiser_window_beta_113_back(window_length: int, periodic: bool, beta: float, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.floating_dtype(dtype)
  return torch.kaiser_window(window_length, periodic, beta, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

# Transforms whose windows are aligned in another way only where that is asked for.

def stft_208_back(self: Tensor, n_fft: int, hop_length: Optional[int]=None, win_length: Optional[int]=None, window: Optional[Tensor]=None, normalized: bool=False, onesided: Optional[bool]=None, return_complex: Optional[bool]=None, align_to_window: Optional[bool]=None) -> Tensor:
  if align_to_window is not None and align_to_window:
    ops.prim.RaiseException("`align_to_window` has no counterpart before 2.8")
  return torch.stft(self, n_fft, hop_length, win_length, window, normalized, onesided, return_complex)

def stft_center_208_back(self: Tensor, n_fft: int, hop_length: Optional[int]=None, win_length: Optional[int]=None, window: Optional[Tensor]=None, center: bool=True, pad_mode: str="reflect", normalized: bool=False, onesided: Optional[bool]=None, return_complex: Optional[bool]=None, align_to_window: Optional[bool]=None) -> Tensor:
  if align_to_window is not None and align_to_window:
    ops.prim.RaiseException("`align_to_window` has no counterpart before 2.8")
  return torch.stft(self, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex)

def stft_center_112_back(self: Tensor, n_fft: int, hop_length: Optional[int]=None, win_length: Optional[int]=None, window: Optional[Tensor]=None, center: bool=True, pad_mode: str="reflect", normalized: bool=False, onesided: Optional[bool]=None, return_complex: Optional[bool]=None) -> Tensor:
  x = self
  if center:
    half = n_fft // 2
    if torch.dim(self) == 1:
      x = torch.squeeze(torch.squeeze(__torch__.outlast_upgraders.pad_112_back(torch.unsqueeze(torch.unsqueeze(self, 0), 0), [half, half], pad_mode), 0), 0)
    else:
      x = torch.squeeze(__torch__.outlast_upgraders.pad_112_back(torch.unsqueeze(self, 0), [half, half], pad_mode), 0)
  return torch.stft(x, n_fft, hop_length, win_length, window, normalized, onesided, return_complex)

# Short-time Fourier transforms that refuse what older releases took: real results that nobody asked for, and pairs of real numbers.

def demand_return_complex(self: Tensor, window: Optional[Tensor], return_complex: Optional[bool]) -> None:
  asked = torch.is_complex(self) or return_complex is not None
  if window is not None:
    asked = asked or torch.is_complex(window)
  if not asked:
    ops.prim.RaiseException("stft requires the return_complex parameter be given for real inputs")

def stft_200_back(self: Tensor, n_fft: int, hop_length: Optional[int]=None, win_length: Optional[int]=None, window: Optional[Tensor]=None, normalized: bool=False, onesided: Optional[bool]=None, return_complex: Optional[bool]=None) -> Tensor:
  __torch__.outlast_upgraders.demand_return_complex(self, window, return_complex)
  return torch.stft(self, n_fft, hop_length, win_length, window, normalized, onesided, return_complex)

def stft_center_200_back(self: Tensor, n_fft: int, hop_length: Optional[int]=None, win_length: Optional[int]=None, window: Optional[Tensor]=None, center: bool=True, pad_mode: str="reflect", normalized: bool=False, onesided: Optional[bool]=None, return_complex: Optional[bool]=None) -> Tensor:
  __torch__.outlast_upgraders.demand_return_complex(self, window, return_complex)
  return torch.stft(self, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex)

def istft_200_back(self: Tensor, n_fft: int, hop_length: Optional[int]=None, win_length: Optional[int]=None, window: Optional[Tensor]=None, center: bool=True, normalized: bool=False, onesided: Optional[bool]=None, length: Optional[int]=None, return_complex: bool=False) -> Tensor:
  if not torch.is_complex(self):
    ops.prim.RaiseException("istft requires a complex-valued input tensor")
  return torch.istft(self, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)

# Operators of programs of `torch.export`: checks of numbers and tensors, and what decompositions of newer releases call.

def _assert_scalar_203_back(self: number, assert_msg: str) -> None:
  torch._assert_async(torch.scalar_tensor(self, dtype=None, layout=None, device=None, pin_memory=None), assert_msg)

def _assert_tensor_metadata_206_back(a: Tensor, size: Optional[List[int]]=None, stride: Optional[List[int]]=None, dtype: Optional[int]=None, *, device: Optional[Device]=None, layout: Optional[int]=None) -> None:
  if device is not None:
    if ops.prim.device(a) != device:
      ops.prim.RaiseException("the tensor is on another device than the one that is asserted")
  if layout is not None:
    if ops.prim.layout(a) != layout:
      ops.prim.RaiseException("the tensor has another layout than the one that is asserted")
  torch._assert_tensor_metadata(a, size, stride, dtype)

def sym_constrain_range_for_size_203_back(size: number, *, min: Optional[int]=None, max: Optional[int]=None) -> None:
  torch.sym_constrain_range_for_size(size, min=min, max=max)

def _fused_rms_norm_209_back(input: Tensor, normalized_shape: List[int], weight: Optional[Tensor], eps: Optional[float]) -> Tuple[Tensor, Tensor]:
  return __torch__.outlast_upgraders.rms_norm_computed(input, normalized_shape, weight, eps)

def _linalg_eigvals_203_back(self: Tensor) -> Tensor:
  return torch.linalg_eigvals(self)

# Rows of which everything is masked give zeros.
def _safe_softmax_205_back(self: Tensor, dim: int, dtype: Optional[int]=None) -> Tensor:
  out = torch.softmax(self, dim, dtype)
  masked = torch.all(torch.eq(self, -inf), dim, True)
  return torch.masked_fill(out, masked, 0)

# Numbers.

def round_float_107_back(a: float) -> float:
  x = ops.prim.abs(a)
  part = torch.fmod(x, 1.)
  out = a
  if torch.eq(part, part):
    whole = torch.sub(x, part)
    odd = torch.eq(torch.fmod(whole, 2.), 1.)
    if torch.gt(part, 0.5) or (torch.eq(part, 0.5) and odd):
      whole = torch.add(whole, 1.)
    out = whole
    if torch.lt(a, 0.) or (torch.eq(a, 0.) and torch.lt(torch.div(1., a), 0.)):
      out = torch.neg(whole)
  return out

def isnan_float_207_back(a: float) -> bool:
  return torch.ne(a, a)

def isinf_float_207_back(a: float) -> bool:
  return torch.eq(ops.prim.abs(a), inf)

# Shifts to the right that keep the sign.

def __rshift___Scalar_107_back(self: Tensor, other: number) -> Tensor:
  if torch.is_floating_point(self):
    out = torch.__rshift__(self, other)
  else:
    inverse = torch.bitwise_not(torch.__rshift__(torch.bitwise_not(self), other))
    out = torch.where(torch.lt(self, 0), inverse, torch.__rshift__(self, other))
  return out

def __rshift___Tensor_107_back(self: Tensor, other: Tensor) -> Tensor:
  if torch.is_floating_point(self):
    out = torch.__rshift__(self, other)
  else:
    inverse = torch.bitwise_not(torch.__rshift__(torch.bitwise_not(self), other))
    out = torch.where(torch.lt(self, 0), inverse, torch.__rshift__(self, other))
  return out

def div_out_107_back(self: Tensor, other: Tensor, *, out: Tensor) -> Tensor:
  return torch.true_divide(self, other, out=out)

# Whole numbers at random.

def whole_dtype(dtype: Optional[int]) -> int:
  kind = 4
  if dtype is not None:
    kind = dtype
  return kind

def randperm_109_back(n: int, *, dtype: Optional[int]=4, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.whole_dtype(dtype)
  return torch.randperm(n, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def randint_113_back(high: int, size: List[int], *, dtype: Optional[int]=4, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.whole_dtype(dtype)
  return torch.randint(high, size, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

def randint_low_113_back(low: int, high: int, size: List[int], *, dtype: Optional[int]=4, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  kind = __torch__.outlast_upgraders.whole_dtype(dtype)
  return torch.randint(low, high, size, dtype=kind, layout=layout, device=device, pin_memory=pin_memory)

# Complex numbers: what divides them says that it gives a floating-point number.

def div_complex_113_back(a: complex, b: complex) -> complex:
  return unchecked_cast(complex, torch.div(a, b))

# Sizes with scales one by one.

def scale_list(scales: List[Optional[float]]) -> Optional[List[float]]:
  out = annotate(Optional[List[float]], None)
  given = annotate(List[float], [])
  for scale in scales:
    if scale is not None:
      given.append(scale)
  if len(given) == len(scales):
    out = given
  return out

def resized(input: Tensor, output_size: List[int], scales: Optional[List[float]], kind: int, align_corners: bool) -> Tensor:
  x = input
  for at in range(len(output_size)):
    dim = at + 2
    size = torch.size(input, dim)
    out = output_size[at]
    scale = __torch__.outlast_upgraders.upsampled_scale(size, out, at, align_corners, scales)
    if kind < 0:
      steps = torch.arange(out, dtype=6, layout=None, device=ops.prim.device(input), pin_memory=None)
      index = torch.to(torch.floor(torch.mul(torch.add(steps, 0.5), scale)), 4)
      x = torch.index_select(x, dim, torch.clamp(index, None, size - 1))
    else:
      weights = __torch__.outlast_upgraders.antialias_weights(input, size, out, scale, kind)
      if dim == 2:
        x = torch.matmul(weights, x)
      else:
        x = torch.matmul(x, torch.t(weights))
  return x

def _upsample_bilinear2d_aa_111_back(self: Tensor, output_size: List[int], align_corners: bool, scales_h: Optional[float]=None, scales_w: Optional[float]=None) -> Tensor:
  scales = __torch__.outlast_upgraders.scale_list([scales_h, scales_w])
  return __torch__.outlast_upgraders.resized(self, output_size, scales, 0, align_corners)

def _upsample_bicubic2d_aa_111_back(self: Tensor, output_size: List[int], align_corners: bool, scales_h: Optional[float]=None, scales_w: Optional[float]=None) -> Tensor:
  scales = __torch__.outlast_upgraders.scale_list([scales_h, scales_w])
  return __torch__.outlast_upgraders.resized(self, output_size, scales, 1, align_corners)

def _upsample_lanczos2d_aa_214_back(self: Tensor, output_size: List[int], align_corners: bool, scales_h: Optional[float]=None, scales_w: Optional[float]=None) -> Tensor:
  scales = __torch__.outlast_upgraders.scale_list([scales_h, scales_w])
  return __torch__.outlast_upgraders.resized(self, output_size, scales, 2, align_corners)

def _upsample_nearest_exact1d_111_back(self: Tensor, output_size: List[int], scales: Optional[float]=None) -> Tensor:
  given = __torch__.outlast_upgraders.scale_list([scales])
  return __torch__.outlast_upgraders.resized(self, output_size, given, -1, False)

def _upsample_nearest_exact2d_111_back(self: Tensor, output_size: List[int], scales_h: Optional[float]=None, scales_w: Optional[float]=None) -> Tensor:
  scales = __torch__.outlast_upgraders.scale_list([scales_h, scales_w])
  return __torch__.outlast_upgraders.resized(self, output_size, scales, -1, False)

def _upsample_nearest_exact3d_111_back(self: Tensor, output_size: List[int], scales_d: Optional[float]=None, scales_h: Optional[float]=None, scales_w: Optional[float]=None) -> Tensor:
  scales = __torch__.outlast_upgraders.scale_list([scales_d, scales_h, scales_w])
  return __torch__.outlast_upgraders.resized(self, output_size, scales, -1, False)

# Reductions into places: every place looks at all values. Dimensions other than `dim` may be longer in what is reduced into.

def scatter_reduce_two_112_back(self: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool=True) -> Tensor:
  last = torch.dim(self) - 1
  into = torch.clone(self)
  part = torch.transpose(into, dim, last)
  at = torch.transpose(index, dim, last)
  values = torch.transpose(src, dim, last)
  for i in range(last):
    part = torch.slice(part, i, 0, torch.size(at, i))
  for i in range(last + 1):
    values = torch.slice(values, i, 0, torch.size(at, i))
  places = torch.arange(torch.size(part, last), dtype=4, layout=None, device=ops.prim.device(self), pin_memory=None)
  here = torch.eq(torch.unsqueeze(at, last), torch.unsqueeze(places, 1))
  count = torch.sum(torch.to(here, 4), [-1])
  some = torch.gt(count, 0)
  wide = torch.expand_as(torch.unsqueeze(values, last), here)
  own = torch.unsqueeze(part, -1)
  if include_self:
    wide = torch.cat([wide, own], -1)
    here = torch.cat([here, torch.ones_like(torch.to(own, 11))], -1)
    count = torch.add(count, 1)
  if reduce == "sum" or reduce == "mean":
    out = torch.sum(torch.where(here, wide, torch.zeros_like(wide)), [-1])
    if reduce == "mean":
      if torch.is_floating_point(self):
        out = torch.div(out, torch.clamp(count, 1))
      else:
        out = torch.to(torch.floor_divide(torch.sub(out, torch.remainder(out, torch.clamp(count, 1))), torch.clamp(count, 1)), ops.prim.dtype(self))
  elif reduce == "prod":
    out = torch.prod(torch.where(here, wide, torch.ones_like(wide)), -1)
  elif reduce == "amax":
    least = torch.expand_as(torch.min(wide), wide)
    out, which = torch.max(torch.where(here, wide, least), -1)
  elif reduce == "amin":
    most = torch.expand_as(torch.max(wide), wide)
    out, which = torch.min(torch.where(here, wide, most), -1)
  else:
    ops.prim.RaiseException("reduce argument must be either sum, prod, mean, amax or amin")
    out = part
  torch.copy_(part, torch.where(some, torch.to(out, ops.prim.dtype(self)), part))
  return into

# The fast path of attention: what it computes, one operator after the other.

def attention_masked(scores: Tensor, mask: Tensor, mask_type: Optional[int]) -> Tensor:
  kind = 0
  if mask_type is not None:
    kind = mask_type
  elif torch.dim(mask) == 4:
    kind = 2
  elif torch.dim(mask) == 2 and torch.size(mask, 0) != torch.size(scores, -1):
    kind = 1
  out = mask
  if kind == 1:
    out = torch.unsqueeze(torch.unsqueeze(mask, 1), 1)
  return torch.masked_fill(scores, torch.to(out, 11), -inf)

def attention_heads(x: Tensor, weight: Tensor, bias: Tensor, num_head: int) -> Tensor:
  y = torch.add(torch.matmul(x, torch.t(weight)), bias)
  parts = torch.view(y, [torch.size(y, 0), torch.size(y, 1), num_head, torch.size(y, 2) // num_head])
  return torch.transpose(parts, 1, 2)

def attention(query: Tensor, key: Tensor, value: Tensor, num_head: int, qkv_weight: Tensor, qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor, mask: Optional[Tensor], mask_type: Optional[int]) -> Tuple[Tensor, Tensor]:
  n = torch.size(query, 2)
  q = __torch__.outlast_upgraders.attention_heads(query, torch.slice(qkv_weight, 0, 0, n), torch.slice(qkv_bias, 0, 0, n), num_head)
  k = __torch__.outlast_upgraders.attention_heads(key, torch.slice(qkv_weight, 0, n, 2 * n), torch.slice(qkv_bias, 0, n, 2 * n), num_head)
  v = __torch__.outlast_upgraders.attention_heads(value, torch.slice(qkv_weight, 0, 2 * n, 3 * n), torch.slice(qkv_bias, 0, 2 * n, 3 * n), num_head)
  scores = torch.matmul(torch.mul(q, float(n // num_head) ** -0.5), torch.transpose(k, -2, -1))
  if mask is not None:
    scores = __torch__.outlast_upgraders.attention_masked(scores, mask, mask_type)
  weights = torch.softmax(scores, -1)
  out = torch.reshape(torch.transpose(torch.matmul(weights, v), 1, 2), [torch.size(query, 0), torch.size(query, 1), n])
  return (torch.add(torch.matmul(out, torch.t(proj_weight)), proj_bias), weights)

def attention_weights(weights: Tensor, need_weights: bool, average_attn_weights: bool) -> Tensor:
  out = weights
  if not need_weights:
    missing = annotate(Optional[Tensor], None)
    if torch.dim(weights) < 0:
      missing = weights
    out = unchecked_cast(Tensor, missing)
  elif average_attn_weights:
    out = torch.mean(weights, [1])
  return out

def _native_multi_head_attention_112_back(query: Tensor, key: Tensor, value: Tensor, embed_dim: int, num_head: int, qkv_weight: Tensor, qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor, mask: Optional[Tensor]=None, need_weights: bool=True, average_attn_weights: bool=True) -> Tuple[Tensor, Tensor]:
  out, weights, = __torch__.outlast_upgraders.attention(query, key, value, num_head, qkv_weight, qkv_bias, proj_weight, proj_bias, mask, None)
  return (out, __torch__.outlast_upgraders.attention_weights(weights, need_weights, average_attn_weights))

def _native_multi_head_attention_113_back(query: Tensor, key: Tensor, value: Tensor, embed_dim: int, num_head: int, qkv_weight: Tensor, qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor, mask: Optional[Tensor]=None, need_weights: bool=True, average_attn_weights: bool=True, mask_type: Optional[int]=None) -> Tuple[Tensor, Tensor]:
  out, weights, = __torch__.outlast_upgraders.attention(query, key, value, num_head, qkv_weight, qkv_bias, proj_weight, proj_bias, mask, mask_type)
  return (out, __torch__.outlast_upgraders.attention_weights(weights, need_weights, average_attn_weights))

def encoder_layer(src: Tensor, num_heads: int, qkv_weight: Tensor, qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor, use_gelu: bool, norm_first: bool, eps: float, norm_weight_1: Tensor, norm_bias_1: Tensor, norm_weight_2: Tensor, norm_bias_2: Tensor, ffn_weight_1: Tensor, ffn_bias_1: Tensor, ffn_weight_2: Tensor, ffn_bias_2: Tensor, mask: Optional[Tensor], mask_type: Optional[int]) -> Tensor:
  shape = [torch.size(src, -1)]
  x = src
  if norm_first:
    x = torch.layer_norm(x, shape, norm_weight_1, norm_bias_1, eps)
  out, weights, = __torch__.outlast_upgraders.attention(x, x, x, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, mask, mask_type)
  x = torch.add(src, out)
  y = x
  if norm_first:
    y = torch.layer_norm(x, shape, norm_weight_2, norm_bias_2, eps)
  else:
    x = torch.layer_norm(x, shape, norm_weight_1, norm_bias_1, eps)
    y = x
  y = torch.add(torch.matmul(y, torch.t(ffn_weight_1)), ffn_bias_1)
  if use_gelu:
    y = torch.gelu(y)
  else:
    y = torch.relu(y)
  x = torch.add(x, torch.add(torch.matmul(y, torch.t(ffn_weight_2)), ffn_bias_2))
  if not norm_first:
    x = torch.layer_norm(x, shape, norm_weight_2, norm_bias_2, eps)
  return x

def _transformer_encoder_layer_fwd_112_back(src: Tensor, embed_dim: int, num_heads: int, qkv_weight: Tensor, qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor, use_gelu: bool, norm_first: bool, eps: float, norm_weight_1: Tensor, norm_bias_1: Tensor, norm_weight_2: Tensor, norm_bias_2: Tensor, ffn_weight_1: Tensor, ffn_bias_1: Tensor, ffn_weight_2: Tensor, ffn_bias_2: Tensor, mask: Optional[Tensor]=None) -> Tensor:
  return __torch__.outlast_upgraders.encoder_layer(src, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, use_gelu, norm_first, eps, norm_weight_1, norm_bias_1, norm_weight_2, norm_bias_2, ffn_weight_1, ffn_bias_1, ffn_weight_2, ffn_bias_2, mask, None)

def _transformer_encoder_layer_fwd_113_back(src: Tensor, embed_dim: int, num_heads: int, qkv_weight: Tensor, qkv_bias: Tensor, proj_weight: Tensor, proj_bias: Tensor, use_gelu: bool, norm_first: bool, eps: float, norm_weight_1: Tensor, norm_bias_1: Tensor, norm_weight_2: Tensor, norm_bias_2: Tensor, ffn_weight_1: Tensor, ffn_bias_1: Tensor, ffn_weight_2: Tensor, ffn_bias_2: Tensor, mask: Optional[Tensor]=None, mask_type: Optional[int]=None) -> Tensor:
  return __torch__.outlast_upgraders.encoder_layer(src, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, use_gelu, norm_first, eps, norm_weight_1, norm_bias_1, norm_weight_2, norm_bias_2, ffn_weight_1, ffn_bias_1, ffn_weight_2, ffn_bias_2, mask, mask_type)

# Nested tensors are not there, and nothing is one. Encoders make some where padding is at the ends of sequences, and fill their ends with zeros then.

def is_nested_112_back(a: Tensor) -> bool:
  return False

def _nested_tensor_from_mask_left_aligned_113_back(t: Tensor, mask: Tensor) -> bool:
  kept = torch.to(mask, 4)
  falls = torch.ge(torch.slice(kept, 1, 0, -1), torch.slice(kept, 1, 1))
  aligned = bool(torch.all(falls))
  if aligned:
    ops.prim.RaiseException("nested tensors have no counterpart before 1.12: give no padding mask, or one with padding in front")
  return aligned

def _nested_tensor_from_mask_112_back(t: Tensor, mask: Tensor) -> Tensor:
  ops.prim.RaiseException("nested tensors have no counterpart before 1.12")
  return t

def _nested_tensor_from_mask_113_back(t: Tensor, mask: Tensor, mask_check: bool=True) -> Tensor:
  return torch._nested_tensor_from_mask(t, mask)

def to_padded_tensor_112_back(self: Tensor, padding: float, output_size: Optional[List[int]]=None) -> Tensor:
  ops.prim.RaiseException("nested tensors have no counterpart before 1.12")
  return self

# Whether code runs in an autocast region was not asked; only the fast path of attention asks.

def is_autocast_enabled_113_back() -> bool:
  return False

# Division of any numbers, which 1.6 calls true.

def div_Tensor_107_back(self: Tensor, other: Tensor) -> Tensor:
  return torch.true_divide(self, other)

def div_Scalar_107_back(self: Tensor, other: number) -> Tensor:
  return torch.true_divide(self, other)

def div__Tensor_107_back(self: Tensor, other: Tensor) -> Tensor:
  return torch.true_divide_(self, other)

def div__Scalar_107_back(self: Tensor, other: number) -> Tensor:
  return torch.true_divide_(self, other)

def reciprocal_107_back(self: Tensor) -> Tensor:
  return torch.true_divide(torch.ones_like(self), self)

def full_107_back(size: List[int], fill_value: number, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None) -> Tensor:
  if dtype is None:
    if ops.prim.dtype(ops.prim.NumToTensor(fill_value)) == 4:
      out = torch.full(size, fill_value, dtype=4, layout=layout, device=device, pin_memory=pin_memory)
    else:
      out = torch.full(size, fill_value, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)
  else:
    out = torch.full(size, fill_value, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory)
  return out

def reflection_pad3d_110_back(self: Tensor, padding: List[int]) -> Tensor:
  out = self
  for i in range(3):
    dim = torch.dim(self) - 1 - i
    size = torch.size(out, dim)
    left = padding[2 * i]
    right = padding[2 * i + 1]
    if left >= size or right >= size or left < 0 or right < 0:
      ops.prim.RaiseException("padding of a reflection is not negative and less than the size")
    places = torch.abs(torch.arange(-left, size + right, dtype=4, layout=None, device=ops.prim.device(self), pin_memory=None))
    back = torch.rsub(torch.abs(torch.sub(places, size - 1)), size - 1)
    out = torch.index_select(out, dim, back)
  return out

# What 1.6 brought.

def kl_div_106_back(self: Tensor, target: Tensor, reduction: int=1, *, log_target: bool=False) -> Tensor:
  if log_target:
    out = torch.mul(torch.exp(target), torch.sub(target, self))
    if reduction == 1:
      out = torch.mean(out)
    elif reduction == 2:
      out = torch.sum(out)
  else:
    out = torch.kl_div(self, target, reduction)
  return out

def fliplr_106_back(self: Tensor) -> Tensor:
  return torch.flip(self, [1])

def flipud_106_back(self: Tensor) -> Tensor:
  return torch.flip(self, [0])

def channel_shuffle_106_back(self: Tensor, groups: int) -> Tensor:
  batch = torch.size(self, 0)
  channels = torch.size(self, 1)
  if channels % groups != 0:
    ops.prim.RaiseException("the number of channels must be divisible by that of groups")
  parts = torch.reshape(self, [batch, groups, channels // groups, -1])
  return torch.reshape(torch.transpose(parts, 1, 2), torch.size(self))

def logaddexp_106_back(self: Tensor, other: Tensor) -> Tensor:
  largest = torch.max(self, other)
  apart = torch.neg(torch.abs(torch.sub(self, other)))
  sum = torch.add(largest, torch.log1p(torch.exp(apart)))
  return torch.where(torch.eq(self, other), torch.add(largest, 0.6931471805599453), sum)

def logaddexp2_106_back(self: Tensor, other: Tensor) -> Tensor:
  largest = torch.max(self, other)
  apart = torch.neg(torch.abs(torch.sub(self, other)))
  part = torch.mul(torch.log1p(torch.exp(torch.mul(apart, 0.6931471805599453))), 1.4426950408889634)
  return torch.where(torch.eq(self, other), torch.add(largest, 1), torch.add(largest, part))

def hardswish_106_back(self: Tensor) -> Tensor:
  return torch.mul(self, torch.div(torch.hardtanh(torch.add(self, 3), 0., 6.), 6))

def hardswish__106_back(self: Tensor) -> Tensor:
  return torch.mul_(self, torch.div(torch.hardtanh(torch.add(self, 3), 0., 6.), 6))

def absolute_106_back(self: Tensor) -> Tensor:
  return torch.abs(self)

def absolute__106_back(self: Tensor) -> Tensor:
  return torch.abs_(self)

def deg2rad_106_back(self: Tensor) -> Tensor:
  return torch.mul(self, 0.017453292519943295)

def rad2deg_106_back(self: Tensor) -> Tensor:
  return torch.mul(self, 57.29577951308232)

def asinh_106_back(self: Tensor) -> Tensor:
  size = torch.abs(self)
  square = torch.mul(size, size)
  return torch.mul(torch.sign(self), torch.log1p(torch.add(size, torch.div(square, torch.add(torch.sqrt(torch.add(square, 1)), 1)))))

def acosh_106_back(self: Tensor) -> Tensor:
  return torch.log(torch.add(self, torch.sqrt(torch.mul(torch.sub(self, 1), torch.add(self, 1)))))

def atanh_106_back(self: Tensor) -> Tensor:
  return torch.mul(torch.sub(torch.log1p(self), torch.log1p(torch.neg(self))), 0.5)

def places(values: Tensor, boundaries: Tensor, out_int32: bool, right: bool) -> Tensor:
  if right:
    before = torch.le(boundaries, values)
  else:
    before = torch.lt(boundaries, values)
  # What is no number is behind all.
  behind = torch.ne(values, values)
  count = torch.sum(torch.to(torch.__or__(before, behind), 4), [-1])
  if out_int32:
    count = torch.to(count, 3)
  return count

def bucketize_Tensor_106_back(self: Tensor, boundaries: Tensor, *, out_int32: bool=False, right: bool=False) -> Tensor:
  return __torch__.outlast_upgraders.places(torch.unsqueeze(self, -1), boundaries, out_int32, right)

def searchsorted_Tensor_106_back(sorted_sequence: Tensor, self: Tensor, *, out_int32: bool=False, right: bool=False, side: Optional[str]=None, sorter: Optional[Tensor]=None) -> Tensor:
  if torch.dim(sorted_sequence) == 1:
    sequence = sorted_sequence
  else:
    sequence = torch.unsqueeze(sorted_sequence, -2)
  return __torch__.outlast_upgraders.places(torch.unsqueeze(self, -1), sequence, out_int32, right)

def gather_106_back(self: Tensor, dim: int, index: Tensor, *, sparse_grad: bool=False) -> Tensor:
  out = self
  if torch.dim(self) == torch.dim(index):
    along = dim
    if dim < 0:
      along = dim + torch.dim(self)
    # Before 1.6 both are of one size but along the dimension.
    for i in range(torch.dim(self)):
      if i != along:
        if torch.size(index, i) < torch.size(self, i):
          out = torch.slice(out, i, 0, torch.size(index, i))
  return torch.gather(out, dim, index, sparse_grad=sparse_grad)

# What 1.5 brought.

def warn_105_back(message: str, stacklevel: int=2) -> None:
  torch.warn(message, stacklevel=stacklevel)

def true_divide_Tensor_105_back(self: Tensor, other: Tensor) -> Tensor:
  if torch.is_floating_point(self) or torch.is_floating_point(other):
    out = torch.div(self, other)
  else:
    out = torch.div(torch.to(self, 6), torch.to(other, 6))
  return out

def true_divide_Scalar_105_back(self: Tensor, other: number) -> Tensor:
  if torch.is_floating_point(self):
    out = torch.div(self, other)
  else:
    out = torch.div(torch.to(self, 6), other)
  return out

def true_divide__Tensor_105_back(self: Tensor, other: Tensor) -> Tensor:
  if not torch.is_floating_point(self):
    ops.prim.RaiseException("result type Float can't be cast to that of a tensor of whole numbers")
  return torch.div_(self, other)

def true_divide__Scalar_105_back(self: Tensor, other: number) -> Tensor:
  if not torch.is_floating_point(self):
    ops.prim.RaiseException("result type Float can't be cast to that of a tensor of whole numbers")
  return torch.div_(self, other)

def floor_divide_105_back(self: Tensor, other: Tensor) -> Tensor:
  out = torch.div(self, other)
  if torch.is_floating_point(out):
    out = torch.trunc(out)
  return out

def floor_divide_Scalar_105_back(self: Tensor, other: number) -> Tensor:
  out = torch.div(self, other)
  if torch.is_floating_point(out):
    out = torch.trunc(out)
  return out

def floor_divide__Tensor_105_back(self: Tensor, other: Tensor) -> Tensor:
  out = torch.div_(self, other)
  if torch.is_floating_point(self):
    out = torch.trunc_(self)
  return out

def floor_divide__Scalar_105_back(self: Tensor, other: number) -> Tensor:
  out = torch.div_(self, other)
  if torch.is_floating_point(self):
    out = torch.trunc_(self)
  return out

def embedding_bag_105_back(weight: Tensor, indices: Tensor, offsets: Tensor, scale_grad_by_freq: bool=False, mode: int=0, sparse: bool=False, per_sample_weights: Optional[Tensor]=None, include_last_offset: bool=False) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
  begins = offsets
  if include_last_offset:
    begins = torch.slice(offsets, 0, 0, torch.size(offsets, 0) - 1)
  return torch.embedding_bag(weight, indices, begins, scale_grad_by_freq, mode, sparse, per_sample_weights)

def like_before_105(self: Tensor, dtype: Optional[int], layout: Optional[int], device: Optional[Device]) -> Tensor:
  out = self
  if layout is not None:
    if layout != 0:
      ops.prim.RaiseException("a tensor like another, and of another layout, has no counterpart before 1.5")
  if dtype is not None:
    out = torch.to(out, dtype)
  if device is not None:
    out = torch.to(out, device, ops.prim.dtype(out))
  return out

def zeros_like_105_back(self: Tensor, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None, memory_format: Optional[int]=None) -> Tensor:
  return torch.zeros_like(__torch__.outlast_upgraders.like_before_105(self, dtype, layout, device), memory_format=memory_format)

def ones_like_105_back(self: Tensor, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None, memory_format: Optional[int]=None) -> Tensor:
  return torch.ones_like(__torch__.outlast_upgraders.like_before_105(self, dtype, layout, device), memory_format=memory_format)

def empty_like_105_back(self: Tensor, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None, memory_format: Optional[int]=None) -> Tensor:
  return torch.empty_like(__torch__.outlast_upgraders.like_before_105(self, dtype, layout, device), memory_format=memory_format)

def full_like_105_back(self: Tensor, fill_value: number, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None, memory_format: Optional[int]=None) -> Tensor:
  return torch.full_like(__torch__.outlast_upgraders.like_before_105(self, dtype, layout, device), fill_value, memory_format=memory_format)

def rand_like_105_back(self: Tensor, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None, memory_format: Optional[int]=None) -> Tensor:
  return torch.rand_like(__torch__.outlast_upgraders.like_before_105(self, dtype, layout, device), memory_format=memory_format)

def randn_like_105_back(self: Tensor, *, dtype: Optional[int]=None, layout: Optional[int]=None, device: Optional[Device]=None, pin_memory: Optional[bool]=None, memory_format: Optional[int]=None) -> Tensor:
  return torch.randn_like(__torch__.outlast_upgraders.like_before_105(self, dtype, layout, device), memory_format=memory_format)

# Scales of interpolation were those of the sizes.

def scale_of_sizes(self: Tensor, dim: int, size: int, scale: Optional[float]) -> None:
  if scale is not None:
    if float(torch.size(self, dim)) * scale != float(size):
      ops.prim.RaiseException("interpolation by a scale that is not that of the sizes has no counterpart before 1.5")

def upsample_nearest1d_105_back(self: Tensor, output_size: List[int], scales: Optional[float]=None) -> Tensor:
  __torch__.outlast_upgraders.scale_of_sizes(self, 2, output_size[0], scales)
  return torch.upsample_nearest1d(self, output_size)

def upsample_nearest2d_105_back(self: Tensor, output_size: List[int], scales_h: Optional[float]=None, scales_w: Optional[float]=None) -> Tensor:
  __torch__.outlast_upgraders.scale_of_sizes(self, 2, output_size[0], scales_h)
  __torch__.outlast_upgraders.scale_of_sizes(self, 3, output_size[1], scales_w)
  return torch.upsample_nearest2d(self, output_size)

def upsample_nearest3d_105_back(self: Tensor, output_size: List[int], scales_d: Optional[float]=None, scales_h: Optional[float]=None, scales_w: Optional[float]=None) -> Tensor:
  __torch__.outlast_upgraders.scale_of_sizes(self, 2, output_size[0], scales_d)
  __torch__.outlast_upgraders.scale_of_sizes(self, 3, output_size[1], scales_h)
  __torch__.outlast_upgraders.scale_of_sizes(self, 4, output_size[2], scales_w)
  return torch.upsample_nearest3d(self, output_size)

def upsample_linear1d_105_back(self: Tensor, output_size: List[int], align_corners: bool, scales: Optional[float]=None) -> Tensor:
  if not align_corners:
    __torch__.outlast_upgraders.scale_of_sizes(self, 2, output_size[0], scales)
  return torch.upsample_linear1d(self, output_size, align_corners)

def upsample_bilinear2d_105_back(self: Tensor, output_size: List[int], align_corners: bool, scales_h: Optional[float]=None, scales_w: Optional[float]=None) -> Tensor:
  if not align_corners:
    __torch__.outlast_upgraders.scale_of_sizes(self, 2, output_size[0], scales_h)
    __torch__.outlast_upgraders.scale_of_sizes(self, 3, output_size[1], scales_w)
  return torch.upsample_bilinear2d(self, output_size, align_corners)

def upsample_bicubic2d_105_back(self: Tensor, output_size: List[int], align_corners: bool, scales_h: Optional[float]=None, scales_w: Optional[float]=None) -> Tensor:
  if not align_corners:
    __torch__.outlast_upgraders.scale_of_sizes(self, 2, output_size[0], scales_h)
    __torch__.outlast_upgraders.scale_of_sizes(self, 3, output_size[1], scales_w)
  return torch.upsample_bicubic2d(self, output_size, align_corners)

def upsample_trilinear3d_105_back(self: Tensor, output_size: List[int], align_corners: bool, scales_d: Optional[float]=None, scales_h: Optional[float]=None, scales_w: Optional[float]=None) -> Tensor:
  if not align_corners:
    __torch__.outlast_upgraders.scale_of_sizes(self, 2, output_size[0], scales_d)
    __torch__.outlast_upgraders.scale_of_sizes(self, 3, output_size[1], scales_h)
    __torch__.outlast_upgraders.scale_of_sizes(self, 4, output_size[2], scales_w)
  return torch.upsample_trilinear3d(self, output_size, align_corners)

def logical_and_105_back(self: Tensor, other: Tensor) -> Tensor:
  return torch.__and__(torch.ne(self, 0), torch.ne(other, 0))

def logical_or_105_back(self: Tensor, other: Tensor) -> Tensor:
  return torch.__or__(torch.ne(self, 0), torch.ne(other, 0))

def bitwise_and_Tensor_105_back(self: Tensor, other: Tensor) -> Tensor:
  return torch.__and__(self, other)

def bitwise_and_Scalar_105_back(self: Tensor, other: number) -> Tensor:
  return torch.__and__(self, other)

def bitwise_or_Tensor_105_back(self: Tensor, other: Tensor) -> Tensor:
  return torch.__or__(self, other)

def bitwise_or_Scalar_105_back(self: Tensor, other: number) -> Tensor:
  return torch.__or__(self, other)

def square_105_back(self: Tensor) -> Tensor:
  return torch.pow(self, 2)

def hardsigmoid_105_back(self: Tensor) -> Tensor:
  return torch.div(torch.hardtanh(torch.add(self, 3), 0., 6.), 6)

# What 1.4 brought: formats of memory, which results do not depend on.

def clone_104_back(self: Tensor, *, memory_format: Optional[int]=None) -> Tensor:
  return torch.clone(self)

def zeros_like_104_back(self: Tensor, *, memory_format: Optional[int]=None) -> Tensor:
  return torch.zeros_like(self)

def ones_like_104_back(self: Tensor, *, memory_format: Optional[int]=None) -> Tensor:
  return torch.ones_like(self)

def empty_like_104_back(self: Tensor, *, memory_format: Optional[int]=None) -> Tensor:
  return torch.empty_like(self)

def full_like_104_back(self: Tensor, fill_value: number, *, memory_format: Optional[int]=None) -> Tensor:
  return torch.full_like(self, fill_value)

def rand_like_104_back(self: Tensor, *, memory_format: Optional[int]=None) -> Tensor:
  return torch.rand_like(self)

def randn_like_104_back(self: Tensor, *, memory_format: Optional[int]=None) -> Tensor:
  return torch.randn_like(self)

def to_device_104_back(self: Tensor, device: Device, dtype: int, non_blocking: bool=False, copy: bool=False, memory_format: Optional[int]=None) -> Tensor:
  return torch.to(self, device, dtype, non_blocking, copy)

def to_dtype_104_back(self: Tensor, dtype: int, non_blocking: bool=False, copy: bool=False, memory_format: Optional[int]=None) -> Tensor:
  return torch.to(self, dtype, non_blocking, copy)

def to_other_104_back(self: Tensor, other: Tensor, non_blocking: bool=False, copy: bool=False, memory_format: Optional[int]=None) -> Tensor:
  return torch.to(self, other, non_blocking, copy)

def cdist_104_back(x1: Tensor, x2: Tensor, p: float=2., compute_mode: Optional[int]=None) -> Tensor:
  return torch.cdist(x1, x2, p)

def bitwise_xor_Tensor_104_back(self: Tensor, other: Tensor) -> Tensor:
  return torch.__xor__(self, other)

def bitwise_xor_Scalar_104_back(self: Tensor, other: number) -> Tensor:
  return torch.__xor__(self, other)

# See `argmax_reversed` of the upgraders.
def argmax_107_back(self: Tensor, dim: Optional[int]=None, keepdim: bool=False) -> Tensor:
  return __torch__.outlast_upgraders.argmax_reversed(self, dim, keepdim)

def argmin_107_back(self: Tensor, dim: Optional[int]=None, keepdim: bool=False) -> Tensor:
  return __torch__.outlast_upgraders.argmin_reversed(self, dim, keepdim)

def max_dim_106_back(self: Tensor, dim: int, keepdim: bool=False) -> Tuple[Tensor, Tensor]:
  return __torch__.outlast_upgraders.max_reversed(self, dim, keepdim)

def min_dim_106_back(self: Tensor, dim: int, keepdim: bool=False) -> Tuple[Tensor, Tensor]:
  return __torch__.outlast_upgraders.min_reversed(self, dim, keepdim)

# Zero points are of int64 up to 1.9.
def fake_quantize_per_channel_affine_110_back(self: Tensor, scale: Tensor, zero_point: Tensor, axis: int, quant_min: int, quant_max: int) -> Tensor:
  return torch.fake_quantize_per_channel_affine(self, scale, torch.to(zero_point, 4), axis, quant_min, quant_max)

# Numbers that are not complex have the angle 0 up to 1.7, whatever their sign.
def angle_108_back(self: Tensor) -> Tensor:
  if torch.is_complex(self):
    out = torch.angle(self)
  else:
    if torch.is_floating_point(self):
      floating = self
    else:
      floating = torch.to(self, 6)
    negative = torch.where(torch.lt(floating, 0), torch.full_like(floating, 3.1415926535897931), torch.zeros_like(floating))
    out = torch.where(torch.ne(floating, floating), floating, negative)
  return out

# Distances are along the second dimension up to 1.9.
def pairwise_distance_110_back(x1: Tensor, x2: Tensor, p: float=2., eps: float=9.9999999999999995e-07, keepdim: bool=False) -> Tensor:
  difference = torch.add(torch.sub(x1, x2), eps)
  return torch.norm(difference, p, [torch.dim(difference) - 1], keepdim)
