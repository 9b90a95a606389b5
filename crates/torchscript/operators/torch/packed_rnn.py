# What quantised LSTMs up to 1.5 compute, from packed weights that are objects: see convert/packed_rnn.rs. Inputs are quantised to 8 bits there.

def linear_prepack(W: Tensor, B: Optional[Tensor]=None) -> <weights>:
  return ops.quantized.linear_prepack(W, B)

def linear_prepack_fp16(W: Tensor, B: Optional[Tensor]=None) -> <weights>:
  return ops.quantized.linear_prepack_fp16(W, B)

def cells(params: List[<weights>], dtype: Optional[int]) -> List[<cell>]:
  half = False
  if dtype is not None:
    half = torch.eq(dtype, 5)
  out = annotate(List[<cell>], [])
  for i in range(torch.floordiv(torch.len(params), 2)):
    w_ih = params[torch.mul(i, 2)]
    w_hh = params[torch.add(torch.mul(i, 2), 1)]
    if half:
      cell = ops.quantized.make_quantized_cell_params_fp16(w_ih, w_hh)
    else:
      cell = ops.quantized.make_quantized_cell_params_dynamic(w_ih, w_hh, __torch__.outlast_packed_rnn.bias(w_ih), __torch__.outlast_packed_rnn.bias(w_hh), False)
    _0 = torch.append(out, cell)
  return out

def bias(weights: <weights>) -> Tensor:
  _0, found = ops.quantized.linear_unpack(weights)
  if found is not None:
    out = found
  else:
    out = torch.zeros([0], dtype=6)
  return out

def quantized_lstm(input: Tensor, hx: List[Tensor], params: List[<weights>], has_biases: bool, num_layers: int, dropout: float, train: bool, bidirectional: bool, batch_first: bool, dtype: Optional[int]=None, use_dynamic: bool=False) -> Tuple[Tensor, Tensor, Tensor]:
  cells = __torch__.outlast_packed_rnn.cells(params, dtype)
  _0, _1, _2 = torch.quantized_lstm(input, hx, cells, has_biases, num_layers, dropout, train, bidirectional, batch_first, dtype=dtype, use_dynamic=use_dynamic)
  return (_0, _1, _2)

def quantized_lstm_data(data: Tensor, batch_sizes: Tensor, hx: List[Tensor], params: List[<weights>], has_biases: bool, num_layers: int, dropout: float, train: bool, bidirectional: bool, dtype: Optional[int]=None, use_dynamic: bool=False) -> Tuple[Tensor, Tensor, Tensor]:
  cells = __torch__.outlast_packed_rnn.cells(params, dtype)
  _0, _1, _2 = torch.quantized_lstm(data, batch_sizes, hx, cells, has_biases, num_layers, dropout, train, bidirectional, dtype=dtype, use_dynamic=use_dynamic)
  return (_0, _1, _2)
