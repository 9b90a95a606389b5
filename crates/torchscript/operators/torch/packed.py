# What `prepacked` operators compute, from the weights and settings that were packed: see convert/packed.rs, which puts the types of the tuples in.

def bounded(x: Tensor, low: Optional[float], high: Optional[float]) -> Tensor:
  out = x
  if low is not None:
    out = torch.clamp(out, low, None)
  if high is not None:
    out = torch.clamp(out, None, high)
  return out

def conv2d_clamp_run(X: Tensor, W_prepack: <conv2d_clamp_run>) -> Tensor:
  weight, bias, stride, padding, dilation, groups, low, high, = W_prepack
  out = torch.conv2d(X, weight, bias, stride, padding, dilation, groups)
  return __torch__.outlast_packed.bounded(out, low, high)

def conv2d_transpose_clamp_run(X: Tensor, W_prepack: <conv2d_transpose_clamp_run>) -> Tensor:
  weight, bias, stride, padding, output_padding, dilation, groups, low, high, = W_prepack
  out = torch.conv_transpose2d(X, weight, bias, stride, padding, output_padding, groups, dilation)
  return __torch__.outlast_packed.bounded(out, low, high)

def linear_clamp_run(X: Tensor, W_prepack: <linear_clamp_run>) -> Tensor:
  weight, bias, low, high, = W_prepack
  out = torch.matmul(X, torch.t(weight))
  if bias is not None:
    out = torch.add(out, bias)
  return __torch__.outlast_packed.bounded(out, low, high)
