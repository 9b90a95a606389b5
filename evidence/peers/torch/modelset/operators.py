"""Models of a few operators each, one row a model: versioned, removed and changed operators, and the rest of what models use.

A row is: name, parameters (as in Python; a Tensor where no type stands), body (`;` between statements, the last one is returned), and one or more
calls, written as the inputs of `inputs.py`. The rows become a module of Python source, since TorchScript compiles from source.
"""

import linecache
import sys
import types

from . import inputs, model

ROWS = """
# versioned: div (4)
div_tensor | a, b | torch.div(a, b) | f(3), p(3) | n(3), n(3, low=1) | n(3), p(3)
div_scalar_int | a | torch.div(a, 2) | f(3) | n(4)
div_scalar_float | a | torch.div(a, 2.5) | f(3) | n(4)
div_out | a, b | out = torch.zeros(3); torch.div(a, b, out=out) | f(3), p(3) | n(3), n(3, low=1)
div_inplace | a, b | a.div_(b) | f(3), p(3)
div_inplace_scalar | a | a.div_(3) | f(3)
div_operator | a, b | a / b | f(3), p(3) | n(3), n(3, low=1)
div_operator_scalar | a | a / 2 | f(3) | n(3)
div_reverse | a | 2 / a | p(3) | n(3, low=1)
div_augmented | a, b | c = a + 0.0; c /= b; c | f(3), p(3)
div_mode_trunc | a, b | torch.div(a, b, rounding_mode='trunc') | f(3), p(3) | n(3), n(3, low=2)
div_mode_floor | a, b | torch.div(a, b, rounding_mode='floor') | f(3), p(3) | n(3), n(3, low=2)
div_mode_none | a, b | torch.div(a, b, rounding_mode=None) | f(3), p(3) | n(3), n(3, low=2)
div_mode_scalar | a | torch.div(a, 2, rounding_mode='floor') | f(3) | n(3)
div_mode_out | a, b | out = torch.zeros(3); torch.div(a, b, rounding_mode='trunc', out=out) | f(3), p(3)
div_mode_inplace | a, b | a.div_(b, rounding_mode='floor') | f(3), p(3)
div_numbers | a: int, b: int | (a / b, a // b, a % b) | 7, 2 | -7, 2
true_divide | a, b | torch.true_divide(a, b) | n(3), n(3, low=1) | f(3), p(3)
true_divide_scalar | a | torch.true_divide(a, 2) | n(3)
divide | a, b | torch.divide(a, b) | f(3), p(3)
# floor_divide moved without a version
floor_divide | a, b | torch.floor_divide(a, b) | f(3), p(3) | n(5), n(5, low=2)
floor_divide_scalar | a | torch.floor_divide(a, 2) | f(5) | n(5)
floor_divide_operator | a, b | a // b | n(5), n(5, low=2) | f(5), p(5)
floor_divide_operator_scalar | a | a // 2 | n(5) | f(5)
floor_divide_inplace | a, b | a.floor_divide_(b) | f(5), p(5)
floor_divide_positive | a, b | torch.floor_divide(a.abs(), b) | n(5), n(5, low=2)
# versioned: full (5)
full_int | n: int | torch.full((n, 3), 2) | 2
full_float | n: int | torch.full((n, 3), 2.5) | 2
full_bool | n: int | torch.full((n,), True) | 2
full_dtype | n: int | torch.full((n, 3), 2, dtype=torch.int64) | 2
full_dtype_float | n: int | torch.full((n, 3), 2, dtype=torch.float32, device='cpu') | 2
full_out | a | out = torch.zeros(2, 2); torch.full((2, 2), 3, out=out) + a | f(2, 2)
full_names | n: int | torch.full((n, 3), 1.5, names=['a', 'b']) | 2
full_like | a | torch.full_like(a, 3) | f(2, 2)
new_full | a | a.new_full((2, 3), 7) | f(2) | n(2)
# versioned: linspace (8), logspace (9)
linspace_default | a: float, b: float | torch.linspace(a, b) | 0.0, 1.0
linspace_steps | a: float, b: float, n: int | torch.linspace(a, b, n) | 0.0, 1.0, 5
linspace_named | a: float, b: float, n: int | torch.linspace(a, b, steps=n) | 0.0, 1.0, 5
linspace_int | a: int, b: int | torch.linspace(a, b, 5, dtype=torch.int64) | 0, 10
linspace_out | a: float, b: float | out = torch.zeros(1); torch.linspace(a, b, 5, out=out) | 0.0, 1.0
linspace_out_default | a: float, b: float | out = torch.zeros(1); torch.linspace(a, b, out=out) | 0.0, 1.0
logspace_default | a: float, b: float | torch.logspace(a, b) | 0.0, 1.0
logspace_steps | a: float, b: float, n: int | torch.logspace(a, b, n) | 0.0, 1.0, 5
logspace_base | a: float, b: float | torch.logspace(a, b, 5, 2.0) | 0.0, 3.0
logspace_out | a: float, b: float | out = torch.zeros(1); torch.logspace(a, b, 5, out=out) | 0.0, 1.0
logspace_out_default | a: float, b: float | out = torch.zeros(1); torch.logspace(a, b, out=out) | 0.0, 1.0
# versioned: gelu (10)
gelu | a | torch.nn.functional.gelu(a) | f(5)
gelu_tanh | a | torch.nn.functional.gelu(a, approximate='tanh') | f(5)
gelu_none | a | torch.nn.functional.gelu(a, approximate='none') | f(5)
gelu_direct | a | torch._C._nn.gelu(a) | f(5)
gelu_out | a | out = torch.zeros(5); torch._C._nn.gelu(a, out=out) | f(5)
gelu_double | a | torch.nn.functional.gelu(a.double()) | f(5)
gelu_out_double | a | out = torch.zeros(5, dtype=torch.float64); torch._C._nn.gelu(a.double(), out=out) | f(5)
# versioned operators with other types, and with the last of their arguments
div_out_double | a, b | out = torch.zeros(3, dtype=torch.float64); torch.div(a, b, out=out) | f(3), p(3) | n(3), n(3, low=1)
div_inplace_int_scalar | a | c = a.double(); c.div_(3); c | n(4)
full_int_given | n: int, v: int | torch.full((n, 3), v) | 2, 7
full_float_given | n: int, v: float | torch.full((n, 3), v) | 2, 2.5
full_device | n: int | torch.full((n, 3), 2.5, device='cpu', requires_grad=False) | 2
full_out_float | a | out = torch.zeros(2, 2, dtype=torch.float64); torch.full((2, 2), 2.5, out=out) + a | f(2, 2)
full_out_int | n: int | out = torch.zeros(2, 2, dtype=torch.int64); torch.full((n, 2), 3, out=out) | 2
linspace_ints | a: int, b: int | torch.linspace(a, b) | 0, 10
linspace_ints_steps | a: int, b: int | torch.linspace(a, b, 5) | 0, 10
linspace_dtype_default | a: float, b: float | torch.linspace(a, b, dtype=torch.float64) | 0.0, 1.0
linspace_out_double | a: float, b: float | out = torch.zeros(1, dtype=torch.float64); torch.linspace(a, b, 5, out=out) | 0.0, 1.0
linspace_out_ints | a: int, b: int | out = torch.zeros(1, dtype=torch.int64); torch.linspace(a, b, 6, out=out) | 0, 10
logspace_ints | a: int, b: int | torch.logspace(a, b) | 0, 2
logspace_ints_steps | a: int, b: int | torch.logspace(a, b, 3) | 0, 2
logspace_base_default | a: float, b: float | torch.logspace(a, b, base=2.0) | 0.0, 3.0
logspace_dtype | a: float, b: float | torch.logspace(a, b, 5, 10.0, dtype=torch.float64) | 0.0, 1.0
logspace_out_base | a: float, b: float | out = torch.zeros(1); torch.logspace(a, b, 4, 2.0, out=out) | 0.0, 3.0
logspace_out_double | a: float, b: float | out = torch.zeros(1, dtype=torch.float64); torch.logspace(a, b, out=out) | 0.0, 1.0
# two versioned operators in one file
gelu_div | a, b | torch.nn.functional.gelu(torch.div(a, b)) | f(5), p(5)
full_linspace | n: int | torch.full((n,), 2.0) + torch.linspace(0.0, 1.0, n) | 4
div_full_gelu | a, n: int | torch.nn.functional.gelu(a / torch.full((n,), 2.0)) | f(4), 4
# removed
symeig | a | torch.symeig(a)[0] | spd(3)
symeig_vectors | a | torch.symeig(a, eigenvectors=True)[1].abs() | spd(3)
solve | b, a | torch.solve(b, a)[0] | f(3, 2), spd(3)
lstsq | b, a | torch.lstsq(b, a)[0] | f(3, 2), spd(3)
eig | a | torch.eig(a)[0] | spd(3)
matrix_rank | a | torch.matrix_rank(a) | spd(3)
qr | a | q = torch.qr(a); torch.matmul(q[0], q[1]) | spd(3)
qr_some | a | torch.qr(a, some=False)[1].abs() | f(3, 2)
cholesky | a | torch.cholesky(a) | spd(3)
cholesky_upper | a | torch.cholesky(a, upper=True) | spd(3)
rfft | a | torch.rfft(a, 1) | f(8)
irfft | a | torch.irfft(a, 1, onesided=False) | f(8, 2)
fft_old | a | torch.fft(a, 1) | f(8, 2)
ger | a, b | torch.ger(a, b) | f(3), f(2)
chain_matmul | a, b | torch.chain_matmul(a, b) | f(2, 3), f(3, 2)
triangular_solve | b, a | torch.triangular_solve(b, a)[0] | f(3, 2), spd(3)
lu_solve | b, a | lu = torch._lu_with_info(a); torch.lu_solve(b, lu[0], lu[1]) | f(3, 2), spd(3)
norm_except_dim | a | torch.norm_except_dim(a, 2, 0) | f(3, 2)
cholesky_inverse | a | torch.cholesky_inverse(a) | spd(3)
cholesky_solve | b, a | torch.cholesky_solve(b, a) | f(3, 2), spd(3)
orgqr | a | g = torch.geqrf(a); torch.orgqr(g[0], g[1]).abs() | spd(3)
svd | a | torch.svd(a)[1] | f(3, 2)
svd_some | a | torch.svd(a, some=False)[1] | f(3, 2)
named_sum | a | a.rename('x', 'y').sum('x').rename(None) | f(3, 2)
named_align | a | a.refine_names('x', 'y').align_to('y', 'x').rename(None) | f(3, 2)
addcmul_deprecated | a, b | torch.addcmul(a, 0.5, b, b) | f(3), f(3)
add_deprecated | a, b | torch.add(a, 2, b) | f(3), f(3)
nonzero_old | a | torch.nonzero(a) | n(3, 3)
# changed: signal processing
stft | a | torch.stft(a, 4) | f(16)
stft_real | a | torch.stft(a, 4, return_complex=False) | f(16)
stft_complex | a | torch.view_as_real(torch.stft(a, 4, return_complex=True)) | f(16)
stft_window | a, w | torch.stft(a, 4, 2, 4, w, False, 'reflect', False, True) | f(16), p(4)
istft | a | torch.istft(a, 4) | f(3, 17, 2)
istft_complex | a, w | torch.istft(torch.view_as_complex(a), 4, 2, 4, w) | f(3, 17, 2), p(4)
fft_fft | a | torch.view_as_real(torch.fft.fft(a)) | f(8)
fft_rfft | a | torch.view_as_real(torch.fft.rfft(a, norm='ortho')) | f(8)
fft_irfft | a | torch.fft.irfft(torch.view_as_complex(a)) | f(5, 2)
fft_fft2 | a | torch.view_as_real(torch.fft.fft2(a, dim=(-2, -1))) | f(2, 4)
fft_shift | a | torch.fft.fftshift(a) | f(5)
hann_window | n: int | (torch.hann_window(n), torch.hamming_window(n, False), torch.blackman_window(n)) | 5
kaiser_window | n: int | torch.kaiser_window(n, True, 12.0) | 5
# changed: reductions, norms, statistics
norm_default | a | torch.norm(a) | f(3, 2)
norm_fro | a | torch.norm(a, p='fro', dim=[0, 1]) | f(3, 2)
norm_dim | a | torch.norm(a, 2, 1, True) | f(3, 2)
norm_one | a | a.norm(1) | f(3, 2)
norm_nuclear | a | torch.norm(a, p='nuc') | f(3, 2)
norm_dtype | a | torch.norm(a, 2, dtype=torch.float64) | f(3, 2)
linalg_norm | a | (torch.linalg.norm(a), torch.linalg.norm(a, ord=2.0), torch.linalg.norm(a, 'fro')) | f(3, 2)
linalg_vector_norm | a | torch.linalg.vector_norm(a, 3.0, dim=1, keepdim=True) | f(3, 2)
linalg_matrix_norm | a | torch.linalg.matrix_norm(a) | f(3, 2)
nansum | a | torch.nansum(a) | torch.tensor([1.0, float('nan'), 2.0])
nansum_dim | a | torch.nansum(a, dim=[0], keepdim=True) | f(3, 2)
nanmean | a | torch.nanmean(a) | torch.tensor([1.0, float('nan'), 2.0])
nan_to_num | a | torch.nan_to_num(a, nan=1.0, posinf=2.0) | torch.tensor([1.0, float('nan'), float('inf')])
quantile | a | torch.quantile(a, 0.4) | f(7)
quantile_dim | a, q | torch.quantile(a, q, dim=0, keepdim=True) | f(4, 3), torch.tensor([0.25, 0.5])
quantile_interpolation | a | torch.quantile(a, 0.4, interpolation='nearest') | f(7)
nanquantile | a | torch.nanquantile(a, 0.5) | f(7)
std | a | (torch.std(a), torch.std(a, 0), torch.std(a, [0, 1], False)) | f(3, 2)
std_correction | a | torch.std(a, 0, correction=0) | f(3, 2)
var | a | (torch.var(a), torch.var(a, 0, False, True)) | f(3, 2)
var_mean | a | torch.var_mean(a, 0) | f(3, 2)
std_mean | a | torch.std_mean(a) | f(3, 2)
sum_mean | a | (a.sum(), a.sum(0), a.sum([0, 1], True), a.mean(), a.mean(1), torch.sum(a, 0, dtype=torch.float64)) | f(3, 2)
sum_int | a | (a.sum(), a.prod(), a.cumsum(0)) | n(3, 2)
prod | a | (a.prod(), a.prod(0, True)) | f(3, 2)
max_min | a | (a.max(), a.min(), a.max(0)[0], a.min(1)[1], torch.max(a, -a)) | f(3, 2)
amax | a | (torch.amax(a, 0), torch.amin(a, [0, 1])) | f(3, 2)
aminmax | a | torch.aminmax(a) | f(3, 2)
argmax | a | (a.argmax(), a.argmin(1), torch.argmax(a, 0, True)) | f(3, 2)
median | a | (a.median(), a.median(0)[0], a.kthvalue(2, 0)[0], a.mode(0)[0]) | f(3, 2)
nanmedian | a | torch.nanmedian(a) | f(3, 2)
all_any | a | (a.all(), a.any(), a.all(0), a.any(1, True)) | b(3, 2)
any_dims | a | torch.any(a, [0, 1]) | b(3, 2)
any_float | a | (torch.any(a), torch.all(a)) | f(3)
count_nonzero | a | torch.count_nonzero(a, 0) | n(3, 2)
logsumexp | a | (torch.logsumexp(a, 0), torch.logsumexp(a, [0, 1], True)) | f(3, 2)
cumulative | a | (a.cumsum(0), a.cumprod(1), torch.cummax(a, 0)[0], torch.cummin(a, 0)[1]) | f(3, 2)
logcumsumexp | a | torch.logcumsumexp(a, 0) | f(3, 2)
diff | a | torch.diff(a) | f(5)
trapz | a | torch.trapz(a, dx=0.5) | f(5)
trapezoid | a | torch.trapezoid(a, dx=0.5) | f(5)
cov | a | (torch.cov(a), torch.corrcoef(a)) | f(3, 4)
histc | a | torch.histc(a, 4, -2, 2) | f(9)
histogram | a | torch.histogram(a, 4)[0] | f(9)
bincount | a | torch.bincount(a) | n(9, low=0)
# changed: searching and sorting
searchsorted | a, v | torch.searchsorted(a, v) | torch.arange(5.0), f(4)
searchsorted_right | a, v | torch.searchsorted(a, v, out_int32=True, right=True) | torch.arange(5.0), f(4)
bucketize | v, a | torch.bucketize(v, a) | f(4), torch.arange(5.0)
sort | a | torch.sort(a) | f(5)
sort_dim | a | torch.sort(a, dim=0, descending=True)[0] | f(5, 2)
sort_stable | a | torch.sort(a, stable=True)[1] | n(5)
argsort | a | (torch.argsort(a), torch.argsort(a, 0, True)) | f(5)
msort | a | torch.msort(a) | f(5)
topk | a | torch.topk(a, 2)[0] | f(5)
unique | a | torch.unique(a) | n(9)
unique_full | a | torch.unique(a, sorted=True, return_inverse=True, return_counts=True) | n(9)
unique_consecutive | a | torch.unique_consecutive(a, return_counts=True) | n(9, low=0, high=2)
nonzero | a | a.nonzero() | n(3, 3)
isin | a, b | torch.isin(a, b) | n(4), n(3)
# changed: shapes
repeat_interleave | a | torch.repeat_interleave(a, 2) | f(3)
repeat_interleave_tensor | a, r | torch.repeat_interleave(a, r, dim=0) | f(3, 2), n(3, low=0, high=2)
repeat_interleave_one | r | torch.repeat_interleave(r) | n(3, low=0, high=2)
repeat_interleave_size | a, r | torch.repeat_interleave(a, r, 0, output_size=6) | f(3), torch.tensor([1, 2, 3])
einsum | a, b | torch.einsum('ij,jk->ik', [a, b]) | f(2, 3), f(3, 2)
einsum_args | a, b | torch.einsum('ij,jk->ik', a, b) | f(2, 3), f(3, 2)
chunk | a | torch.chunk(a, 2) | f(5)
chunk_constant | a | x, y = torch.chunk(a, 2, 0); x + y | f(4)
split | a | torch.split(a, 2) | f(5)
split_sizes | a | torch.split(a, [2, 3], 0) | f(5)
split_method | a | a.split(2) | f(5)
unsafe_chunk | a | torch.unsafe_chunk(a, 2, 0) | f(5)
unsafe_split | a | torch.unsafe_split(a, 2, 0) | f(5)
tensor_split | a | torch.tensor_split(a, 3) | f(5)
hsplit | a | torch.hsplit(a, 2) | f(4)
meshgrid | a, b | torch.meshgrid(a, b) | f(3), f(2)
meshgrid_list | a, b | torch.meshgrid([a, b]) | f(3), f(2)
meshgrid_indexing | a, b | torch.meshgrid([a, b], indexing='xy') | f(3), f(2)
cartesian_prod | a, b | torch.cartesian_prod(a, b) | f(3), f(2)
stack_cat | a, b | (torch.stack([a, b]), torch.cat([a, b], 1), torch.cat((a, b), dim=-1)) | f(3, 2), f(3, 2)
hstack | a, b | (torch.hstack([a, b]), torch.vstack([a, b]), torch.dstack([a, b])) | f(3), f(3)
concat | a, b | torch.concat([a, b]) | f(3), f(3)
column_stack | a, b | torch.column_stack([a, b]) | f(3), f(3)
block_diag | a, b | torch.block_diag(a, b) | f(2, 2), f(2, 2)
squeeze | a | (a.squeeze(), a.squeeze(0), a.unsqueeze(-1)) | f(1, 3)
squeeze_dims | a | torch.squeeze(a, [0, 2]) | f(1, 3, 1)
views | a | (a.view(6), a.view([2, 3]), a.reshape(-1), a.flatten(), a.t(), a.transpose(0, 1), a.permute(1, 0)) | f(3, 2)
permute_torch | a | torch.permute(a, (1, 0)) | f(3, 2)
movedim | a | (torch.movedim(a, 0, 1), torch.swapaxes(a, 0, 1)) | f(3, 2)
unflatten | a | torch.unflatten(a, 0, [2, 3]) | f(6)
expand | a | (a.expand(3, 2), a.expand(-1, 2), a.expand_as(torch.zeros(3, 2)), a.repeat(1, 2)) | f(3, 1)
broadcast | a, b | torch.broadcast_tensors(a, b) | f(3, 1), f(2)
broadcast_to | a | torch.broadcast_to(a, (3, 2)) | f(3, 1)
broadcast_shapes | a | torch.zeros(torch.broadcast_shapes((3, 1), (1, 2))) | f(1)
flip_roll | a | (torch.flip(a, [0]), torch.roll(a, 1), torch.rot90(a), torch.roll(a, [1, 1], [0, 1])) | f(3, 2)
fliplr | a | (torch.fliplr(a), torch.flipud(a)) | f(3, 2)
tile | a | torch.tile(a, (2, 2)) | f(3, 2)
narrow_unfold | a | (a.narrow(0, 1, 2), a.unfold(0, 2, 1), a.as_strided([2], [1], 1)) | f(5)
unbind_select | a | (a.unbind(0), a.select(1, 0), a.diagonal()) | f(3, 2)
diag | a | (torch.diag(a), torch.diagflat(a, 1), torch.diag_embed(a)) | f(3)
tril_triu | a | (a.tril(), a.triu(1), torch.tril_indices(3, 3), torch.triu_indices(2, 3, 1)) | f(3, 3)
combinations | a | torch.combinations(a) | f(3)
pad_constant | a | torch.nn.functional.pad(a, [1, 2]) | f(2, 3)
pad_value | a | torch.nn.functional.pad(a, [1, 2], mode='constant', value=1.5) | f(2, 3)
pad_reflect | a | torch.nn.functional.pad(a, [1, 1], mode='reflect') | f(1, 2, 3)
pad_replicate | a | torch.nn.functional.pad(a, [1, 1, 1, 1], mode='replicate') | f(1, 2, 3, 3)
pad_circular | a | torch.nn.functional.pad(a, [1, 1], mode='circular') | f(1, 2, 3)
pad_sequence | a, b | torch.nn.utils.rnn.pad_sequence([a, b]) | f(3), f(2)
interpolate_nearest | a | torch.nn.functional.interpolate(a, scale_factor=2.0) | f(1, 2, 3, 3)
interpolate_size | a | torch.nn.functional.interpolate(a, size=[5, 4]) | f(1, 2, 3, 3)
interpolate_bilinear | a | torch.nn.functional.interpolate(a, size=[5, 4], mode='bilinear', align_corners=False) | f(1, 2, 3, 3)
interpolate_recompute | a | torch.nn.functional.interpolate(a, scale_factor=1.7, mode='bilinear', align_corners=True, recompute_scale_factor=True) | f(1, 2, 3, 3)
interpolate_bicubic | a | torch.nn.functional.interpolate(a, scale_factor=2.0, mode='bicubic', align_corners=False) | f(1, 2, 3, 3)
interpolate_linear | a | torch.nn.functional.interpolate(a, size=[7], mode='linear', align_corners=True) | f(1, 2, 3)
interpolate_area | a | torch.nn.functional.interpolate(a, size=[2, 2], mode='area') | f(1, 2, 4, 4)
interpolate_antialias | a | torch.nn.functional.interpolate(a, size=[2, 2], mode='bilinear', align_corners=False, antialias=True) | f(1, 2, 4, 4)
interpolate_exact | a | torch.nn.functional.interpolate(a, size=[5, 5], mode='nearest-exact') | f(1, 2, 3, 3)
upsample | a | torch.nn.functional.upsample(a, scale_factor=2.0) | f(1, 2, 3, 3)
upsample_direct | a | torch._C._nn.upsample_nearest2d(a, [4, 4]) | f(1, 2, 3, 3)
grid_sample | a, g | torch.nn.functional.grid_sample(a, g, align_corners=False) | f(1, 1, 3, 3), f(1, 2, 2, 2, scale=0.4)
affine_grid | t | torch.nn.functional.affine_grid(t, [1, 1, 2, 2], align_corners=False) | f(1, 2, 3)
pixel_shuffle | a | torch.nn.functional.pixel_shuffle(a, 2) | f(1, 4, 2, 2)
pixel_unshuffle | a | torch.nn.functional.pixel_unshuffle(a, 2) | f(1, 1, 4, 4)
channel_shuffle | a | torch.channel_shuffle(a, 2) | f(1, 4, 2, 2)
fold | a | torch.nn.functional.fold(a, [4, 4], [2, 2], stride=2) | f(1, 4, 4)
im2col | a | torch.nn.functional.unfold(a, [2, 2]) | f(1, 1, 4, 4)
# indexing
index_select | a, i | (torch.index_select(a, 0, i), torch.gather(a, 0, i.view(-1, 1)), torch.take(a, i)) | f(4, 2), n(3, low=0, high=3)
take_along_dim | a, i | torch.take_along_dim(a, i.view(-1, 1), 0) | f(4, 2), n(3, low=0, high=3)
index_put | a, i, v | a.index_put([i], v, accumulate=True) | f(5), n(3, low=0, high=3), f(3)
index_add | a, i, v | a.index_add(0, i, v) | f(5), torch.tensor([0, 2, 1]), f(3)
index_add_alpha | a, i, v | torch.index_add(a, 0, i, v, alpha=2.0) | f(5), torch.tensor([0, 2, 1]), f(3)
index_fill_copy | a, i, v | (a.index_fill(0, i, 1.5), a.index_copy(0, i, v)) | f(5), torch.tensor([0, 2, 1]), f(3)
scatter | a, i, v | (a.scatter(0, i, v), a.scatter_add(0, i, v), a.scatter(0, i, 2.0)) | f(5), torch.tensor([0, 2, 1]), f(3)
scatter_reduce_mode | a, i, v | a.scatter(0, i, v, reduce='multiply') | f(5), torch.tensor([0, 2, 1]), f(3)
scatter_reduce | a, i, v | torch.scatter_reduce(a, 0, i, v, reduce='amax') | f(5), torch.tensor([0, 2, 1]), f(3)
masked | a, m | (a.masked_fill(m, 1.0), a.masked_select(m), torch.where(m, a, -a)) | f(5), b(5)
masked_scatter | a, m, v | a.masked_scatter(m, v) | f(5), b(5), f(5)
where_scalar | m, a | torch.where(m, a, 0.0) | b(5), f(5)
where_one | m | torch.where(m) | b(5)
put | a, i, v | a.put_(i, v) | f(5), torch.tensor([0, 2, 1]), f(3)
one_hot | a | torch.nn.functional.one_hot(a, 4) | n(3, low=0, high=3)
embedding | i, w | torch.nn.functional.embedding(i, w) | n(3, low=0, high=3), f(4, 2)
embedding_padding | i, w | torch.nn.functional.embedding(i, w, padding_idx=0) | n(3, low=0, high=3), f(4, 2)
embedding_bag | i, w | torch.nn.functional.embedding_bag(i.view(1, -1), w, mode='sum') | n(3, low=0, high=3), f(4, 2)
tensor_assign | a, v | a[0] = v; a[:, 1] = 2.0; a[a > 1.0] = 0.5; a | f(3, 2), f(2)
# pointwise
clamp | a | (a.clamp(-1.0, 1.0), a.clamp(min=0.0), torch.clamp(a, max=0.5), a.clamp_(0, 1)) | f(5)
clamp_tensor | a, b | torch.clamp(a, b) | f(5), p(5)
clip | a | torch.clip(a, 0.0, 1.0) | f(5)
maximum | a, b | (torch.maximum(a, b), torch.minimum(a, b), torch.fmax(a, b)) | f(5), p(5)
arithmetic | a, b | (a + b, a - b, a * b, a ** 2, a % b, -a, 1 - a, 2 ** a, torch.rsub(a, b)) | f(5), p(5)
arithmetic_alpha | a, b | (torch.add(a, b, alpha=2), torch.sub(a, b, alpha=0.5)) | f(5), p(5)
arithmetic_types | a, b | (a + b, a * 2.5, b * 2, a + True) | n(3), f(3)
compare | a, b | (a == b, a != b, a < b, a <= b, a > b, a >= b, torch.eq(a, 1.0)) | n(5), n(5, low=0)
logical | a, b | (a & b, a | b, a ^ b, ~a, torch.logical_and(a, b), torch.logical_not(a)) | b(5), b(5)
bitwise | a, b | (a & b, a | b, a ^ b, ~a, a << 1, a >> 1) | n(5), n(5, low=0)
bitwise_shift | a, b | torch.bitwise_left_shift(a, b) | n(5), n(5, low=0)
fmod | a, b | (torch.fmod(a, b), torch.remainder(a, b), torch.fmod(a, 2), torch.remainder(a, -2)) | f(5), p(5)
rounding | a | (a.floor(), a.ceil(), a.trunc(), a.round(), a.frac(), a.sign()) | f(5)
round_decimals | a | torch.round(a, decimals=1) | f(5)
exponential | a | (a.exp(), a.log(), a.log2(), a.log10(), a.log1p(), a.expm1(), a.sqrt(), a.rsqrt(), a.reciprocal(), a.pow(0.5)) | p(5)
trigonometric | a | (a.sin(), a.cos(), a.tan(), a.sinh(), a.cosh(), a.tanh(), a.atan(), torch.atan2(a, a + 1)) | f(5, scale=0.4)
deg2rad | a | (torch.deg2rad(a), torch.rad2deg(a), torch.hypot(a, a), torch.nextafter(a, a + 1)) | f(5)
gcd | a, b | (torch.gcd(a, b), torch.lcm(a, b)) | n(5), n(5, low=1)
heaviside | a, b | (torch.heaviside(a, b), torch.copysign(a, b), torch.signbit(a)) | f(5), p(5)
special | a | (a.erf(), a.erfc(), a.lgamma(), a.digamma(), torch.mvlgamma(a + 2, 2), a.sigmoid()) | p(5)
special_module | a | (torch.special.expit(a), torch.special.entr(a), torch.special.i0e(a), torch.special.xlog1py(a, a)) | p(5)
sinc | a | (torch.sinc(a), torch.xlogy(a, a), torch.logit(a / 4), torch.float_power(a, 2)) | p(5)
polygamma | a | torch.polygamma(1, a) | p(5)
logaddexp | a, b | (torch.logaddexp(a, b), torch.logaddexp2(a, b)) | f(5), p(5)
lerp | a, b | (torch.lerp(a, b, 0.5), torch.lerp(a, b, b)) | f(5), p(5)
addc | a, b | (torch.addcmul(a, b, b, value=0.5), torch.addcdiv(a, a, b, value=0.5)) | f(5), p(5)
close | a, b | (torch.isclose(a, b), torch.allclose(a, b), torch.equal(a, b), torch.isfinite(a), torch.isnan(a), torch.isinf(a)) | f(5), f(5)
isposinf | a | (torch.isposinf(a), torch.isreal(a)) | f(5)
# linear algebra
matmul | a, b | (torch.matmul(a, b), torch.mm(a, b), a @ b, torch.bmm(a.unsqueeze(0), b.unsqueeze(0)), a.mv(b[:, 0])) | f(2, 3), f(3, 2)
addmm | a, b, c | (torch.addmm(c, a, b), torch.addmm(c, a, b, beta=0.5, alpha=2), torch.baddbmm(c.unsqueeze(0), a.unsqueeze(0), b.unsqueeze(0), beta=2)) | f(2, 3), f(3, 2), f(2, 2)
tensordot | a, b | (torch.tensordot(a, b, dims=1), torch.dot(a[0], b[:, 0]), torch.cross(a, a + 1, 1)) | f(2, 3), f(3, 2)
cross_default | a, b | torch.cross(a, b) | f(2, 3), p(2, 3)
outer_kron | a, b | (torch.outer(a, b), torch.kron(a, b), torch.inner(a, b)) | f(3), p(3)
vander | a | torch.vander(a) | f(3)
inverse | a | (torch.inverse(a), torch.det(a), torch.logdet(a), torch.slogdet(a)[1], torch.pinverse(a), a.trace()) | spd(3)
matrix_power | a | (torch.matrix_power(a, 3), torch.matrix_exp(a * 0.1)) | spd(3)
linalg_basic | a | (torch.linalg.inv(a), torch.linalg.det(a), torch.linalg.cholesky(a), torch.linalg.matrix_rank(a)) | spd(3)
linalg_eigh | a | (torch.linalg.eigh(a)[0], torch.linalg.eigvalsh(a, 'U')) | spd(3)
linalg_svd | a | (torch.linalg.svd(a)[1], torch.linalg.svd(a, full_matrices=False)[1]) | f(3, 2)
linalg_qr | a | q = torch.linalg.qr(a); torch.matmul(q[0], q[1]) | f(3, 2)
linalg_solve | a, b | (torch.linalg.solve(a, b), torch.linalg.lstsq(a, b)[0]) | spd(3), f(3, 2)
linalg_pinv | a | (torch.linalg.pinv(a), torch.linalg.pinv(a, rcond=0.01)) | spd(3)
linalg_multi_dot | a, b | torch.linalg.multi_dot([a, b]) | f(2, 3), f(3, 2)
lu | a | torch.linalg.lu(a)[1] | spd(3)
cdist | a, b | (torch.cdist(a, b), torch.nn.functional.pairwise_distance(a, b), torch.cosine_similarity(a, b)) | f(3, 2), p(3, 2)
pdist | a | (torch.pdist(a), torch.nn.functional.normalize(a), torch.renorm(a, 2.0, 0, 1.0)) | f(3, 2)
linear | a, w, b | (torch.nn.functional.linear(a, w), torch.nn.functional.linear(a, w, b), torch.nn.functional.bilinear(a, a, f3(w), b)) | f(2, 3), f(2, 3), f(2)
# creation, types
creation | n: int | (torch.zeros(n, 2), torch.ones([n]), torch.eye(n), torch.arange(n), torch.arange(0, 1.0, 0.25), torch.zeros(n, dtype=torch.int32)) | 3
creation_like | a | (torch.zeros_like(a), torch.ones_like(a, dtype=torch.float64), a.new_zeros(2), a.new_ones([2, 2])) | f(3)
empty_strided | a | torch.empty_strided([2, 2], [2, 1]).fill_(1.0) + a | f(2, 2)
empty | a | torch.empty(3).zero_() + a | f(3)
tensor_literal | n: int, x: float | (torch.tensor([n, 2]), torch.tensor(x), torch.tensor([[1.0, x]]), torch.as_tensor([True, False]), torch.tensor(n, dtype=torch.float32)) | 3, 1.5
scalar_tensor | x: float | torch.scalar_tensor(x) + torch.tensor(2) | 1.5
range_old | a: float | torch.range(0, a, 0.5) | 2.0
complex_make | a, b | torch.view_as_real(torch.complex(a, b)) | f(3), p(3)
polar | a, b | torch.view_as_real(torch.polar(a, b)) | p(3), f(3)
complex_parts | z | (z.real, z.imag, torch.angle(z), torch.abs(z), torch.view_as_real(z * z), z.is_complex()) | c(3)
complex_conj | z | (torch.conj(z) * z, torch.resolve_conj(z.conj())) | c(3, 3)
types | a | (a.to(torch.float64), a.to(torch.int64), a.float(), a.double(), a.long(), a.half(), a.type_as(torch.zeros(1, dtype=torch.float64))) | f(3)
type_queries | a | (a.dtype == torch.float32, a.is_floating_point(), a.dim(), a.numel(), a.size(), a.size(0), a.shape[1]) | f(3, 2)
strides | a | (a.stride(0), a.is_contiguous(), a.storage_offset(), a.element_size()) | f(3, 2)
items | a | (a[0].item(), float(a[1]), int(a[2]), bool(a[0] > 0), len(a)) | f(3)
tolist | a | b: List[float] = a.tolist(); b | f(3)
result_type | a, b | (torch.result_type(a, b), torch.can_cast(torch.int64, torch.float32), torch.promote_types(torch.int32, torch.float16)) | f(3), n(3)
memory_format | a | (a.contiguous(memory_format=torch.channels_last), a.to(memory_format=torch.channels_last), a.clone()) | f(1, 2, 3, 3)
bfloat16 | a | (a.to(torch.bfloat16) * 2).to(torch.float32) | f(5)
float8 | a | a.to(torch.float8_e4m3fn).to(torch.float32) | f(5)
uint16 | a | a.to(torch.uint16) | n(5, low=0)
# activations and losses
activations | a | (torch.relu(a), torch.nn.functional.relu6(a), torch.nn.functional.elu(a), torch.nn.functional.leaky_relu(a, 0.1), torch.nn.functional.softplus(a), torch.nn.functional.hardtanh(a), torch.nn.functional.celu(a), torch.selu(a), torch.nn.functional.softsign(a), torch.nn.functional.logsigmoid(a), torch.nn.functional.hardshrink(a), torch.nn.functional.softshrink(a), torch.nn.functional.tanhshrink(a), torch.nn.functional.threshold(a, 0.1, 0.2)) | f(5)
hardswish | a | (torch.nn.functional.hardswish(a), torch.nn.functional.hardsigmoid(a)) | f(5)
silu | a | torch.nn.functional.silu(a) | f(5)
silu_inplace | a | torch.nn.functional.silu(a, inplace=True) | f(5)
mish | a | torch.nn.functional.mish(a) | f(5)
glu | a | (torch.nn.functional.glu(a), torch.nn.functional.prelu(a, torch.tensor([0.25]))) | f(6)
softmax | a | (torch.softmax(a, 0), torch.nn.functional.softmax(a, dim=-1), torch.log_softmax(a, 1), torch.nn.functional.softmin(a, dim=0), torch.softmax(a, 0, dtype=torch.float64)) | f(3, 2)
loss_mse | a, b | (torch.nn.functional.mse_loss(a, b), torch.nn.functional.l1_loss(a, b, reduction='sum'), torch.nn.functional.smooth_l1_loss(a, b), torch.nn.functional.mse_loss(a, b, reduction='none')) | f(5), p(5)
loss_smooth_beta | a, b | torch.nn.functional.smooth_l1_loss(a, b, beta=0.5) | f(5), p(5)
loss_huber | a, b | torch.nn.functional.huber_loss(a, b) | f(5), p(5)
loss_cross_entropy | a, t | torch.nn.functional.cross_entropy(a, t) | f(3, 4), n(3, low=0, high=3)
loss_label_smoothing | a, t | torch.nn.functional.cross_entropy(a, t, label_smoothing=0.1) | f(3, 4), n(3, low=0, high=3)
loss_nll | a, t | torch.nn.functional.nll_loss(a, t, reduction='sum') | f(3, 4), n(3, low=0, high=3)
loss_bce | a, t | (torch.nn.functional.binary_cross_entropy(a.sigmoid(), t), torch.nn.functional.binary_cross_entropy_with_logits(a, t)) | f(5), torch.ones(5)
loss_kl | a, t | torch.nn.functional.kl_div(a, t) | f(5), p(5)
loss_kl_log | a, t | torch.nn.functional.kl_div(a, t, log_target=True, reduction='sum') | f(5), p(5)
loss_ctc | a | torch.nn.functional.ctc_loss(torch.log_softmax(a, 2), torch.tensor([[1, 2]]), torch.tensor([5]), torch.tensor([2])) | f(5, 1, 3)
loss_others | a, b | (torch.nn.functional.hinge_embedding_loss(a, b.sign()), torch.nn.functional.poisson_nll_loss(a, b), torch.nn.functional.margin_ranking_loss(a, b, b.sign()), torch.nn.functional.soft_margin_loss(a, b.sign())) | f(5), p(5)
loss_triplet | a, b, c | (torch.nn.functional.triplet_margin_loss(a, b, c), torch.nn.functional.cosine_embedding_loss(a, b, torch.ones(3))) | f(3, 2), p(3, 2), f(3, 2)
# layers as functions
conv | a, w | (torch.nn.functional.conv2d(a, w), torch.nn.functional.conv2d(a, w, padding=1, stride=2), torch.conv2d(a, w, dilation=2)) | f(1, 2, 5, 5), f(3, 2, 2, 2)
conv_same | a, w | torch.nn.functional.conv2d(a, w, padding='same') | f(1, 2, 5, 5), f(3, 2, 3, 3)
conv1d3d | a, w | (torch.nn.functional.conv1d(a, w), torch.conv3d(a.view(1, 2, 5, 1, 1), w.view(3, 2, 2, 1, 1))) | f(1, 2, 5), f(3, 2, 2)
conv_transpose | a, w | torch.nn.functional.conv_transpose2d(a, w, stride=2, output_padding=1) | f(1, 2, 3, 3), f(2, 3, 2, 2)
pools | a | (torch.nn.functional.max_pool2d(a, 2), torch.nn.functional.avg_pool2d(a, 2, stride=1, padding=1), torch.nn.functional.adaptive_avg_pool2d(a, [2, 2]), torch.nn.functional.adaptive_max_pool2d(a, [1, 1])) | f(1, 2, 4, 4)
pools_indices | a | torch.nn.functional.max_pool2d(a, 2, return_indices=True) | f(1, 2, 4, 4)
pools_1d | a | (torch.nn.functional.max_pool1d(a, 2), torch.nn.functional.avg_pool1d(a, 2), torch.nn.functional.lp_pool1d(a, 2.0, 2), torch.nn.functional.adaptive_avg_pool1d(a, 2)) | f(1, 2, 6)
norms | a | (torch.nn.functional.layer_norm(a, [4]), torch.nn.functional.group_norm(a, 2), torch.nn.functional.instance_norm(a), torch.nn.functional.local_response_norm(a, 2)) | f(1, 2, 4)
rms_norm | a | torch.nn.functional.rms_norm(a, [4]) | f(2, 4)
batch_norm | a, m, v | torch.nn.functional.batch_norm(a, m, v) | f(3, 2), f(2), p(2)
dropout_eval | a | (torch.nn.functional.dropout(a, 0.5, training=False), torch.nn.functional.alpha_dropout(a, training=False)) | f(5)
attention | q, k, v | torch.nn.functional.scaled_dot_product_attention(q, k, v) | f(1, 3, 4), p(1, 3, 4), f(1, 3, 4)
attention_causal | q, k, v | torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.5) | f(1, 1, 3, 4), p(1, 1, 3, 4), f(1, 1, 3, 4)
quantize | a | torch.quantize_per_tensor(a, 0.1, 10, torch.quint8) | f(5)
quantize_parts | a | q = torch.quantize_per_tensor(a, 0.1, 10, torch.qint8); (q.dequantize(), q.int_repr(), q.q_scale(), q.q_zero_point()) | f(5)
quantize_channel | a | torch.quantize_per_channel(a, torch.tensor([0.1, 0.2]), torch.tensor([0, 1]), 0, torch.qint8).dequantize() | f(2, 3)
quantized_input | q | (q.dequantize(), torch.relu(q).dequantize()) | torch.quantize_per_tensor(f(5), 0.1, 10, torch.quint8)
quantized_ops | a | q = torch.quantize_per_tensor(a, 0.1, 10, torch.quint8); torch.ops.quantized.add(q, q, 0.2, 5).dequantize() | f(5)
fake_quantize | a | torch.fake_quantize_per_tensor_affine(a, 0.1, 0, -128, 127) | f(5)
sparse | a | a.to_sparse().to_dense() + torch.sparse.mm(a.to_sparse(), a) | f(3, 3)
sparse_output | a | a.to_sparse() | f(3, 3)
sparse_csr | a | a.to_sparse_csr().to_dense() | f(3, 3)
sparse_make | i, v | torch.sparse_coo_tensor(i, v, [3, 3]).to_dense() | torch.tensor([[0, 1], [1, 2]]), f(2)
# in place, out=
inplace | a, b | a.add_(b).mul_(2).sub_(b, alpha=2).relu_().sqrt_().clamp_(max=1.5); a | p(5), p(5)
out_variants | a, b | out = torch.zeros(3); torch.add(a, b, out=out); o2 = torch.zeros(3); torch.mul(a, b, out=o2); o3 = torch.zeros(6); torch.cat([a, b], out=o3); (out, o2, o3) | f(3), p(3)
out_reduce | a | out = torch.zeros(1); torch.sum(a, [0], out=out); o2 = torch.zeros(2, 2); torch.mm(a, a, out=o2); (out, o2) | f(2, 2)
out_linalg | a | out = torch.zeros(3, 3); torch.inverse(a, out=out); out | spd(3)
copy | a, b | a.copy_(b).t_(); a.fill_(2.0)[0] | f(2, 2), p(2, 2)
# more of what has one operator each, so that the old releases write it too
view_shapes | a | (a.view(6), a.view(-1, 2), a.reshape(2, 3)) | f(3, 2)
size_of | a | (a.size(), a.size(0), a.dim(), a.numel()) | f(3, 2)
to_dtype | a | (a.to(torch.float64), a.to(torch.int64), a.float(), a.type_as(torch.zeros(1, dtype=torch.float64))) | f(3)
clamp_simple | a | torch.clamp(a, -1.0, 1.0) | f(5)
max_dim | a | torch.max(a, 0) | f(3, 2)
sum_dim | a | torch.sum(a, [0], True) | f(3, 2)
mean_dim | a | torch.mean(a, 1) | f(3, 2)
cat | a, b | torch.cat([a, b], 0) | f(3, 2), f(3, 2)
arange | n: int | (torch.arange(n), torch.arange(1, n), torch.arange(0, n, 2)) | 7
zeros | n: int | torch.zeros(n, 2) | 3
new_zeros | a | (a.new_zeros([2]), a.new_empty([2]).fill_(1)) | f(3)
permute | a | a.permute(1, 0).contiguous() | f(3, 2)
bmm | a, b | torch.bmm(a, b) | f(2, 2, 3), f(2, 3, 2)
std_var | a | (a.std(), a.var()) | f(6)
real_conj | a | torch.conj(a) | f(3)
hann | n: int | torch.hann_window(n) | 8
all_bytes | a | (a == 0).all() | f(3)
celu | a | torch.nn.functional.celu(a) | f(3)
ctc | a | torch.ctc_loss(torch.log_softmax(a, 2), torch.tensor([[1, 2]]), [5], [2]) | f(5, 1, 3)
index_none | a, i | a[:, i] | f(3, 4), torch.tensor([0, 2])
is_pinned | a | (a.is_cuda, a.is_sparse, a.is_quantized if False else a.requires_grad) | f(3)
detach | a | a.detach().requires_grad_(True).data | f(3)
# random
random_uniform | n: int | (torch.rand(n), torch.randn(n), torch.randint(0, 9, [n]), torch.randperm(n)) | 4
random_like | a | (torch.rand_like(a), torch.randn_like(a), torch.randint_like(a, 9), torch.bernoulli(a.sigmoid())) | f(4)
random_inplace | a | (a.clone().uniform_(), a.clone().normal_(0.0, 1.0), a.clone().exponential_(), a.clone().random_(0, 9), a.clone().bernoulli_(0.5), a.clone().cauchy_(), a.clone().geometric_(0.3), a.clone().log_normal_()) | f(4)
random_normal | a | (torch.normal(a, torch.ones(4)), torch.normal(0.0, 1.0, [3]), torch.multinomial(a.abs(), 2)) | f(4)
random_dropout | a | torch.nn.functional.dropout(a, 0.5, training=True) | f(32)
random_gumbel | a | torch.nn.functional.gumbel_softmax(a) | f(3, 2)
random_poisson | a | torch.poisson(a) | p(9)
random_rrelu | a | torch.nn.functional.rrelu(a, training=True) | f(9)
random_seed | n: int | torch.manual_seed(3); torch.rand(n) | 4
"""


def source(rows):
    lines = ["import torch", "from typing import *", "", "", "def f3(w):", "    return w.view(2, 3, 1).expand(2, 3, 3)", ""]
    for name, parameters, body, _ in rows:
        *first, last = [s.strip() for s in body.split(";")]
        lines += ["", f"class {name}(torch.nn.Module):", f"    def forward(self, {parameters}):"]
        lines += [f"        {s}" for s in first] + [f"        return {last}", ""]
    return "\n".join(lines)


def parse():
    for line in ROWS.strip().splitlines():
        if not line.startswith("#"):
            # `|` is an operator of Python too: fields are separated by one between the name, the parameters and the body, and from the end.
            name, parameters, rest = [s.strip() for s in line.split(" | ", 2)]
            parts = rest.split(" | ")
            body = parts.pop(0)
            while body.count("(") != body.count(")"):
                body += " | " + parts.pop(0)
            yield name, parameters, body, parts


def register():
    rows = list(parse())
    text = source(rows)
    module = types.ModuleType("operator_models")
    # `inspect` finds the source there; a file would put its path into what is written.
    linecache.cache["operator_models.py"] = (len(text), None, text.splitlines(keepends=True), "operator_models.py")
    sys.modules["operator_models"] = module
    exec(compile(text, "operator_models.py", "exec"), module.__dict__)
    names = dict(vars(inputs))
    for name, parameters, body, calls in rows:

        def make(name=name, calls=calls):
            return getattr(module, name)(), [eval(f"({call},)", names) for call in calls]  # noqa: S307 (our own rows)

        make.__name__, make.__module__ = "op_" + name, __name__
        model(f"({parameters}) -> {body}")(make)


register()
