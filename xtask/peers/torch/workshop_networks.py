# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Networks: spikes, splines as activations, masked autoregression, attention by running sums, hashed tables, operators in frequencies."""

import importlib
import math
from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, p
from torch import Tensor, nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])
quantization = torch.quantization if RELEASE < (1, 13) else importlib.import_module("torch.ao.quantization")

State = Tuple[Tuple[Tensor, Tensor], Tensor]


class Spiking(nn.Module):
    """Neurons that leak, fire and rest; rates and times of spikes as the answer, the state as a pair in a pair."""

    def __init__(self, inputs: int = 6, hidden: int = 10, out: int = 3):
        super().__init__()
        self.into = nn.Linear(inputs, hidden, bias=False)
        self.back = nn.Parameter(f(hidden, hidden) * 0.1)
        self.read = nn.Conv1d(hidden, out, 1)
        self.decay = nn.Parameter(torch.sigmoid(f(hidden)))
        self.threshold: float = 0.6
        self.register_buffer("fired", torch.zeros(hidden, dtype=torch.int64))

    def step(self, x: Tensor, state: State) -> Tuple[Tensor, State]:
        (voltage, current), rest = state
        current = current * 0.8 + self.into(x)
        awake = rest.eq(0)
        voltage = torch.where(awake, voltage * self.decay + current, voltage * 0)
        spikes = (voltage >= self.threshold).to(x.dtype)
        voltage = voltage - spikes * self.threshold
        rest = torch.where(spikes > 0, torch.full_like(rest, 2), torch.clamp(rest.to(torch.int16) - 1, min=0).to(torch.uint8))
        return spikes, ((voltage, current + F.linear(spikes, self.back)), rest)

    def forward(self, x: Tensor, state: Optional[State] = None) -> Tuple[Tensor, Tensor, State]:
        if state is None:
            zero = torch.zeros(x.size(1), self.back.size(0))
            state = ((zero, zero), torch.zeros_like(zero, dtype=torch.uint8))
        trains: List[Tensor] = []
        for t in range(x.size(0)):
            spikes, state = self.step(x[t], state)
            trains.append(spikes)
        train = torch.stack(trains, -1)
        self.fired += train.sum([0, 2]).to(torch.int64)
        first = torch.argmax(train + torch.arange(train.size(-1), 0, -1).to(train.dtype) * 1e-3, dim=-1)
        trace = self.read(train).mean(-1)
        return F.softmin(trace, dim=-1), first, state


@model("neurons that spike: a pair in a pair as optional state, rest counted in bytes, counts in a buffer")
def spiking():
    return Spiking(), [(p(7, 2, 6),), (f(5, 1, 6),)]


class SplineLayer(nn.Module):
    """Activations that are learned: B-splines on a grid by the recursion of de Boor, and a base."""

    __constants__ = ["order", "grid_size"]

    def __init__(self, inputs: int, outputs: int, grid: int = 4, order: int = 3):
        super().__init__()
        self.order, self.grid_size = order, grid
        knots = torch.arange(-order, grid + order + 1, dtype=torch.float32) * (2.0 / grid) - 1
        self.register_buffer("knots", knots.expand(inputs, -1).contiguous())
        self.base = nn.Parameter(f(outputs, inputs) * 0.3)
        self.coefficients = nn.Parameter(f(outputs, inputs, grid + order) * 0.2)

    def bases(self, x: Tensor) -> Tensor:
        x = x.unsqueeze(-1)
        grid = self.knots
        b = ((x >= grid[:, :-1]) & (x < grid[:, 1:])).to(x.dtype)
        for k in range(1, self.order + 1):
            left = (x - grid[:, : -(k + 1)]) / (grid[:, k:-1] - grid[:, : -(k + 1)])
            right = (grid[:, k + 1 :] - x) / (grid[:, k + 1 :] - grid[:, 1:-k])
            b = left * b[:, :, :-1] + right * b[:, :, 1:]
        return b

    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x * torch.sigmoid(x), self.base) + F.linear(self.bases(x).flatten(1), self.coefficients.flatten(1))


class SplineNetwork(nn.Module):
    """Layers of splines, and a penalty on how much they bend."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([SplineLayer(4, 5), nn.BatchNorm1d(5, affine=False, momentum=None), nn.Tanhshrink(), SplineLayer(5, 2, 3, 2)])
        self.bent = nn.ModuleList([self.layers[0], self.layers[3]])

    @torch.jit.export
    def bend(self) -> float:
        total = 0.0
        for i, layer in enumerate(self.bent):
            total += float(layer.coefficients.abs().mean(dim=-1).sum()) * (i + 1)
        return total

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


@model("activations that are splines: slices that end at a variable from the end, the same layers in two lists")
def spline_network():
    return SplineNetwork(), [(f(6, 4) * 0.45,), ("bend", ())]


class MaskedLinear(nn.Linear):
    def __init__(self, inputs: int, outputs: int, mask: Tensor):
        super().__init__(inputs, outputs)
        self.register_buffer("mask", mask.to(torch.uint8))

    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x, self.mask * self.weight, self.bias)


class Autoregressive(nn.Module):
    """A density by masked layers, each number after those before it; sampled from given noise one number after the other."""

    def __init__(self, size: int = 4, hidden: int = 12):
        super().__init__()
        self.size = size
        order, middle = torch.arange(1, size + 1), torch.arange(hidden) % (size - 1) + 1
        self.first = MaskedLinear(size, hidden, middle.unsqueeze(1) >= order.unsqueeze(0))
        self.second = MaskedLinear(hidden, size * 2, (order.unsqueeze(1) > middle.unsqueeze(0)).repeat(2, 1))
        self.register_buffer("order", torch.tensor([2, 0, 3, 1]))
        self.norm = nn.LayerNorm([size], elementwise_affine=False)

    def parts(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        mean, scale = torch.chunk(self.second(F.celu(self.first(x), 0.7)), 2, dim=-1)
        return mean, 2 * torch.tanh(scale / 2)

    @torch.jit.export
    def invert(self, noise: Tensor) -> Tensor:
        x = torch.zeros_like(noise)
        for i in range(self.size):
            mean, scale = self.parts(x)
            x[..., i] = noise[..., i] * torch.exp(scale[..., i]) + mean[..., i]
        back = torch.empty_like(x)
        back[:, self.order] = x
        return back

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
        mean, scale = self.parts(torch.index_select(x, -1, self.order))
        noise = (x[:, self.order] - mean) * (-scale).exp()
        density = -0.5 * (noise.square() + math.log(2 * math.pi)) - scale
        tail = 0.5 * (1 + torch.erf(noise / math.sqrt(2.0)))
        return density.sum(-1), torch.logsumexp(density, dim=1, keepdim=True), self.norm(tail.clamp(1e-4, 1 - 1e-4))


@model("a density by masked layers: masks in bytes times weights, an index that is assigned after an ellipsis or a colon")
def masked_autoregression():
    return Autoregressive(), [(f(3, 4),), ("invert", (f(2, 4) * 0.5,))]


class RunningAttention(nn.Module):
    """Attention without a table: kernels of queries and keys, sums that run along time, windows by strides beside."""

    def __init__(self, width: int = 12, heads: int = 3, window: int = 4):
        super().__init__()
        self.heads, self.window = heads, window
        self.mix = nn.Linear(width, 3 * width, bias=False)
        self.short = nn.Conv1d(width, width, 3, padding=2, groups=width, padding_mode="zeros")
        self.gate = nn.Bilinear(width, width, width)
        self.norm = nn.GroupNorm(heads, width, eps=1e-3)
        self.time = nn.Parameter(f(3, width, width) * 0.1)

    def forward(self, x: Tensor, lengths: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        b, t, c = x.shape
        q, k, v = self.mix(x).view(b, t, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        q, k = F.elu(q) + 1, F.softplus(k, beta=2, threshold=15)
        if lengths is not None:
            late = torch.arange(t).unsqueeze(0) >= lengths.unsqueeze(1)
            k = k.masked_fill(late[:, None, :, None], 0.0)
        sums = torch.einsum("bhtd,bhte->bhtde", [k, v]).cumsum(2)
        top = torch.einsum("bhtd,bhtde->bhte", [q, sums])
        attended = (top / (q * k.cumsum(dim=2)).sum(-1, keepdim=True).add(1e-6)).transpose(1, 2).reshape(b, t, c)
        short = self.short(x.transpose(1, 2))[..., :t]
        normed = self.norm(short).transpose(1, 2).contiguous()
        wide = torch.conv_tbc(F.pad(x.transpose(0, 1), [0, 0, 0, 0, 2, 0]), self.time, torch.zeros(c), 0).transpose(0, 1)
        out = torch.tanh(self.gate(attended, normed)) + F.glu(torch.cat([wide, attended], -1), dim=-1)
        frames = out.as_strided([b, t - self.window + 1, self.window, c], [t * c, c, c, 1]) if out.is_contiguous() else out.contiguous().as_strided([b, t - self.window + 1, self.window, c], [t * c, c, c, 1])
        return out, F.softsign(frames.max(2)[0]).diagonal(0, 1, 2)


@model("attention by running sums: einsum of five letters, conv_tbc, a bilinear gate, windows by as_strided, a diagonal")
def running_attention():
    return RunningAttention(), [(f(2, 9, 12),), (f(2, 7, 12), torch.tensor([7, 4]))]


class HashedTables(nn.Module):
    """Rows that share tables: quotients and remainders, bags that add, average or take the largest, weights for each, norms that are limited."""

    def __init__(self, buckets: int = 11, width: int = 6):
        super().__init__()
        self.buckets = buckets
        self.remainder = nn.EmbeddingBag(buckets, width, mode="sum", include_last_offset=True)
        self.quotient = nn.EmbeddingBag(40, width, mode="mean")
        self.largest = nn.EmbeddingBag(buckets, width, mode="max", sparse=False)
        self.register_buffer("table", f(20, width))
        self.salts: List[int] = [0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D]
        self.tasks = nn.ModuleDict({"click": nn.Linear(width, 1), "buy": nn.Sequential(nn.Linear(width, 4), nn.LeakyReLU(0.05), nn.Linear(4, 1))})

    def forward(self, ids: Tensor, offsets: Tensor, weights: Optional[Tensor] = None) -> Dict[str, Tensor]:
        ends = torch.cat([offsets, torch.tensor([ids.numel()])])
        r = self.remainder(torch.remainder(ids, self.buckets), ends, weights)
        q = self.quotient(ids // self.buckets % 40, offsets)
        m = self.largest((ids * 31 + 7) % self.buckets, offsets)
        sketch = torch.zeros(offsets.size(0), self.table.size(1))
        bag = torch.bucketize(torch.arange(ids.numel()), offsets, right=True) - 1
        for salt in self.salts:
            slot = ((ids * salt) & 0xFFFFFFFF) >> 16
            sign = (((ids * salt) >> 7) & 1) * 2 - 1
            rows = F.embedding(slot.fmod(20), self.table, max_norm=3.0, norm_type=1.0)
            sketch.index_add_(0, bag, rows * sign.unsqueeze(1).to(rows.dtype))
        h = torch.addcmul(r, q, m, value=0.5) + sketch / len(self.salts)
        out: Dict[str, Tensor] = {}
        for name, task in self.tasks.items():
            out[name] = torch.sigmoid(task(h)).squeeze(-1)
        out["crossed"] = torch.matmul(h.unsqueeze(2), h.unsqueeze(1)).tril(-1).sum([1, 2])
        return out


@model("rows that share tables: bags of three modes, >> of products of large constants, norms of rows limited in place")
def hashed_tables():
    ids = torch.tensor([3, 17, 250, 44, 44, 9, 1023, 5])
    return HashedTables(), [(ids, torch.tensor([0, 3, 5])), (ids, torch.tensor([0, 4]), p(8))]


class FourierOperator(nn.Module):
    """An operator between functions: a few frequencies mixed by complex weights, a skip, derivatives by spectra."""

    def __init__(self, width: int = 4, modes: int = 3):
        super().__init__()
        self.modes = modes
        self.lift, self.drop = nn.Linear(2, width), nn.Linear(width, 1)
        self.low = nn.Parameter(torch.view_as_complex(f(width, width, modes, modes, 2) * 0.2))
        self.high = nn.Parameter(self.low.detach().conj().clone() * 1j)
        self.skip = nn.Conv2d(width, width, 1)

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        h = self.lift(x).permute(0, 3, 1, 2)
        spectrum = torch.fft.rfft2(h, norm="ortho")
        mixed = torch.zeros_like(spectrum)
        low, high = self.low, self.high
        mixed[:, :, : self.modes, : self.modes] = torch.einsum("bixy,ioxy->boxy", spectrum[:, :, : self.modes, : self.modes], low)
        mixed[:, :, -self.modes :, : self.modes] = torch.einsum("bixy,ioxy->boxy", spectrum[:, :, -self.modes :, : self.modes], high)
        h = F.gelu(torch.fft.irfft2(mixed, s=[x.size(1), x.size(2)], norm="ortho") + self.skip(h))
        out = self.drop(h.permute(0, 2, 3, 1)).squeeze(-1)
        turns = torch.fft.fftfreq(x.size(1), d=1.0 / x.size(1)).unsqueeze(1) * (2 * math.pi)
        slope = torch.fft.ifft(torch.fft.fft(out, dim=1) * torch.complex(torch.zeros_like(turns), turns), dim=1).real
        return out, slope


@model("an operator in frequencies: complex parameters, slices from both ends assigned, derivatives by frequencies")
def fourier_operator():
    if RELEASE < (1, 8):
        raise NotImplementedError("the release has no torch.fft")
    return FourierOperator(), [(f(2, 8, 8, 2),)]


class Machine(nn.Module):
    """Sensors of a machine: recurrences of three kinds with the options that few use, quantised as they run."""

    def __init__(self):
        super().__init__()
        self.first = nn.LSTM(5, 6, num_layers=2, bias=False, batch_first=True, bidirectional=True)
        self.second = nn.GRU(12, 4, batch_first=True)
        # Layers of nn.RNN are not compiled by every release before.
        self.third = nn.GRU(4, 4, 2) if RELEASE < (1, 13) else nn.RNN(4, 4, 2, nonlinearity="relu")
        self.head = nn.Linear(4, 3)

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        a, (hidden, _) = self.first(x)
        b, last = self.second(a)
        c, _ = self.third(b.transpose(0, 1))
        return self.head(c[-1]) + last[0, :, :3], hidden.mean(0)


@model("recurrences of three kinds, with and without biases, two of them and a linear layer quantised as they run")
def quantised_recurrences():
    torch.backends.quantized.engine = "fbgemm"
    kinds = {nn.LSTM, nn.Linear} if RELEASE < (1, 8) else {nn.LSTM, nn.GRU, nn.Linear}
    module = Machine().eval()
    # Dynamic LSTM layers of the oldest releases want biases.
    module.first = nn.LSTM(5, 6, num_layers=2, batch_first=True, bidirectional=True)
    return quantization.quantize_dynamic(module, kinds, dtype=torch.qint8), [(f(2, 6, 5),), (f(1, 3, 5),)]
