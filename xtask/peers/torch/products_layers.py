# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Networks by their layers, in settings that products use: poolings, paddings, norms, recurrences, branches, precisions."""

import collections
from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import b, f, n, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


class Reparametrised(nn.Module):
    """Three branches while it learns, one convolution when it ships."""

    def __init__(self, channels: int):
        super().__init__()
        self.wide, self.narrow, self.same = nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.Conv2d(channels, channels, 1, bias=False), nn.BatchNorm2d(channels)
        self.norms = nn.ModuleList([nn.BatchNorm2d(channels) for _ in range(2)])
        self.fused: Optional[nn.Conv2d] = None

    def forward(self, x):
        if self.fused is not None:
            return F.relu(self.fused(x))
        return F.relu(self.norms[0](self.wide(x)) + self.norms[1](self.narrow(x)) + self.same(x))

    def fuse(self):
        kernel, bias = torch.zeros_like(self.wide.weight), torch.zeros(self.wide.out_channels)
        eye = torch.eye(self.wide.out_channels)[:, :, None, None]
        for weight, norm in ((self.wide.weight, self.norms[0]), (F.pad(self.narrow.weight, [1] * 4), self.norms[1]), (F.pad(eye, [1] * 4), self.same)):
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            kernel, bias = kernel + weight * scale.view(-1, 1, 1, 1), bias + norm.bias - norm.running_mean * scale
        self.fused = nn.Conv2d(3, 3, 3, padding=1)
        self.fused.weight, self.fused.bias = nn.Parameter(kernel.detach()), nn.Parameter(bias.detach())
        del self.wide, self.narrow, self.norms, self.same
        return self


@model("branches fused into one convolution; what is gone is compiled away")
def fused_branches():
    return nn.Sequential(Reparametrised(3), Reparametrised(3).eval().fuse()), [(f(2, 3, 5, 5),)]


class Dense(nn.Module):
    def __init__(self, layers: int = 4):
        super().__init__()
        self.layers = nn.ModuleDict()
        for i in range(layers):
            parts = [("norm", nn.BatchNorm2d(2 + 2 * i)), ("relu", nn.ReLU(inplace=True)), ("conv", nn.Conv2d(2 + 2 * i, 2, 3, padding=1, bias=False))]
            self.layers["dense%d" % (i + 1)] = nn.Sequential(collections.OrderedDict(parts))
        self.down = nn.AvgPool2d(2, stride=2, ceil_mode=True)

    def forward(self, x) -> Dict[str, torch.Tensor]:
        seen = [x]
        out: Dict[str, torch.Tensor] = {}
        for name, layer in self.layers.items():
            one = layer(torch.cat(seen, 1))
            seen.append(one)
            out[name] = one.mean((2, 3))
        out["down"] = self.down(torch.cat(seen, 1))
        return out


@model("dense connections: names made by %, averages with a ceiling")
def dense_block():
    return Dense(), [(f(1, 2, 5, 7),)]


class Poolings(nn.Module):
    """Every pooling in one and three dimensions that a net of signals uses, and one that is undone."""

    def __init__(self):
        super().__init__()
        self.norm = nn.LPPool1d(2.0, 3, stride=2, ceil_mode=True)
        self.deep = nn.AvgPool3d((2, 1, 2), stride=1, padding=(0, 0, 1), count_include_pad=True, divisor_override=3)
        self.to_size, self.to_one = nn.AdaptiveMaxPool1d(3), nn.AdaptiveAvgPool3d((2, 1, 2))

    def forward(self, signal, volume, image):
        small, places = F.max_pool2d(image, [2, 2], [2, 2], return_indices=True)
        again = F.max_unpool2d(small * 2, places, [2, 2], [2, 2], [0, 0], [image.size(2), image.size(3)])
        spread = F.max_pool1d(signal, 3, 1, padding=1, dilation=2, ceil_mode=False)
        return self.norm(signal), self.deep(volume), again, self.to_size(signal), self.to_one(volume), spread, F.adaptive_max_pool2d(image, (3, 1))


@model("poolings in one, two and three dimensions: dilated, with a ceiling, a divisor, undone")
def poolings():
    return Poolings(), [(p(2, 3, 11), f(1, 2, 4, 3, 5), torch.arange(48.0).view(1, 2, 4, 6).flip(3))]


class Paddings(nn.Module):
    def __init__(self):
        super().__init__()
        self.wrap = nn.Conv2d(2, 3, 3, padding=(1, 2), padding_mode="circular", groups=1)
        self.mirror = nn.Conv1d(3, 3, 5, padding=2, padding_mode="reflect", groups=3, dilation=1)
        self.deep = nn.Conv3d(1, 2, (1, 3, 3), padding=(0, 1, 1), padding_mode="replicate" if RELEASE > (1, 5) else "zeros", bias=False)
        self.up = nn.ConvTranspose1d(3, 2, 3, stride=3, output_padding=2, dilation=2)
        self.up3 = nn.ConvTranspose3d(2, 1, 2, stride=(1, 2, 2), bias=False)
        self.edge, self.fill, self.cut = nn.ReplicationPad3d(1), nn.ConstantPad1d((2, -1), 3.5), nn.ZeroPad2d((-1, 1, 0, -2))

    def forward(self, image, signal, volume):
        a = self.wrap(image)
        s = self.mirror(signal)
        v = self.up3(self.deep(volume))
        return a, self.up(self.fill(s)), v, self.edge(volume).sum(), self.cut(image), F.pad(signal, (1, 0, 1, 0), mode="constant"), F.pad(a, [3, 3], value=float("-inf")).max()


@model("convolutions with every padding, dilated and transposed in one and three dimensions, negative paddings")
def paddings():
    return Paddings(), [(f(1, 2, 5, 6), f(1, 3, 7), f(1, 1, 2, 4, 4))]


class Norms(nn.Module):
    def __init__(self):
        super().__init__()
        self.local, self.group, self.one = nn.LocalResponseNorm(3, alpha=0.1, k=2.0), nn.GroupNorm(4, 4, affine=False), nn.InstanceNorm1d(4, track_running_stats=True, affine=True)
        self.batch, self.layer = nn.BatchNorm1d(4, momentum=None, track_running_stats=False), nn.LayerNorm([4, 6], elementwise_affine=False)
        self.shift, self.scale = nn.Parameter(torch.zeros(4, 1)), nn.Parameter(torch.ones(4, 1))

    def response(self, x):
        size = torch.norm(x, p=2, dim=2, keepdim=True)
        return self.scale * (x * (size / (size.mean(dim=1, keepdim=True) + 1e-6))) + self.shift + x

    def forward(self, x):
        flat = x.view(x.shape[0], -1)
        return [self.local(x), self.group(x), self.one(x), self.batch(x), self.layer(x), self.response(x), F.normalize(flat, p=1.0, dim=1, eps=1e-3), torch.renorm(x, 2, 0, 3.0)]


@model("norms: over neighbours, without statistics, with a mean as momentum, of responses; a list as the result")
def norm_kinds():
    return Norms(), [(f(2, 4, 6),)]


class Recurrences(nn.Module):
    """An LSTM with projections over packed sequences, cells with dropout between, a GRU that is read backwards."""

    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(4, 6, num_layers=2, proj_size=3, bidirectional=True, batch_first=True) if RELEASE >= (1, 8) else nn.LSTM(4, 3, num_layers=2, bidirectional=True, batch_first=True)
        self.gru = nn.GRU(6, 2, bias=False)
        self.cells = nn.ModuleList([nn.RNNCell(2, 3, nonlinearity="tanh"), nn.LSTMCell(3, 3, bias=False)])
        self.drop = nn.Dropout(p=0.5)

    def forward(self, x, lengths: List[int]) -> Tuple[torch.Tensor, torch.Tensor, List[torch.Tensor]]:
        packed = nn.utils.rnn.pack_padded_sequence(x, torch.tensor(lengths), batch_first=True)
        out, state = self.lstm(packed)
        y, sizes = nn.utils.rnn.pad_packed_sequence(out, batch_first=True)
        z, last = self.gru(self.drop(y).flip([1]).transpose(0, 1))
        h = torch.zeros(x.size(0), 3)
        c = torch.zeros(x.size(0), 3)
        k = torch.zeros_like(c)
        for step in z.unbind(0):
            h = self.cells[0](step, h)
            k, c = self.cells[1](h, (k, c))
        return torch.cat([k, last[0]], dim=1), sizes, [state[0], state[1]]


@model("recurrences: projections over packed sequences, cells from a list by index")
def recurrences():
    return Recurrences(), [(f(2, 4, 4), [4, 2]), (f(1, 3, 4), [3])]


class CellGrid(nn.Module):
    """A recurrent convolution over frames, with an optional state of lists of pairs."""

    def __init__(self, hidden: int = 3, layers: int = 2):
        super().__init__()
        self.hidden = hidden
        self.gates = nn.ModuleList([nn.Conv2d((1 if i == 0 else hidden) + hidden, 4 * hidden, 3, padding=1) for i in range(layers)])

    def forward(self, frames, state: Optional[List[Tuple[torch.Tensor, torch.Tensor]]] = None):
        b, t, _, h, w = frames.shape
        after: List[Tuple[torch.Tensor, torch.Tensor]] = []
        x = frames
        for i, gate in enumerate(self.gates):
            if state is None:
                a, c = torch.zeros(b, self.hidden, h, w), torch.zeros(b, self.hidden, h, w)
            else:
                a, c = state[i]
            out: List[torch.Tensor] = []
            for k in range(t):
                i_, f_, o_, g_ = torch.split(gate(torch.cat([x[:, k], a], dim=1)), self.hidden, dim=1)
                c = torch.sigmoid(f_ + 1) * c + torch.sigmoid(i_) * torch.tanh(g_)
                a = torch.sigmoid(o_) * torch.tanh(c)
                out.append(a)
            x = torch.stack(out, dim=1)
            after.append((a, c))
        return x[:, -1], after


@model("a recurrent convolution: an optional list of pairs as the state")
def recurrent_convolution():
    return CellGrid(), [(f(1, 3, 1, 4, 4),), (f(1, 2, 1, 3, 3), [(f(1, 3, 3, 3), f(1, 3, 3, 3)), (f(1, 3, 3, 3), f(1, 3, 3, 3))])]


class Exchange(nn.Module):
    """Branches of several resolutions that exchange what they found; missing paths are None."""

    def __init__(self):
        super().__init__()
        self.paths = nn.ModuleList()
        for i in range(3):
            row = nn.ModuleList()
            for j in range(3):
                if j > i:
                    row.append(nn.Sequential(nn.Conv2d(2 + j, 2 + i, 1, bias=False), nn.BatchNorm2d(2 + i), nn.Upsample(scale_factor=2 ** (j - i), mode="nearest")))
                elif j == i:
                    row.append(nn.Identity())
                else:
                    row.append(nn.Sequential(*[nn.Conv2d(2 + (j if k == 0 else i), 2 + i, 3, 2, 1) for k in range(i - j)]))
            self.paths.append(row)

    def forward(self, xs: List[torch.Tensor]) -> List[torch.Tensor]:
        out: List[torch.Tensor] = []
        for i, row in enumerate(self.paths):
            total = torch.zeros_like(xs[i])
            for j, path in enumerate(row):
                total = total + path(xs[j])
            out.append(F.relu(total))
        return out


@model("branches of several resolutions: lists of lists of modules of different kinds, a list of tensors in and out")
def exchanged_branches():
    return Exchange(), [([f(1, 2, 8, 8), f(1, 3, 4, 4), f(1, 4, 2, 2)],)]


class Modern(nn.Module):
    """A convolution of seven, a norm over the last dimension, scales of layers, paths that drop (in training only)."""

    def __init__(self, channels: int = 4, rate: float = 0.2):
        super().__init__()
        self.deep, self.norm = nn.Conv2d(channels, channels, 7, padding=3, groups=channels), nn.LayerNorm(channels, eps=1e-6)
        self.up, self.down = nn.Linear(channels, 3 * channels), nn.Linear(3 * channels, channels)
        self.gamma = nn.Parameter(1e-1 * torch.ones(channels), requires_grad=True)
        self.rate = rate

    def drop(self, x):
        if self.rate == 0.0 or not self.training:
            return x
        keep = torch.empty(x.shape[0], 1, 1, 1).bernoulli_(1 - self.rate)
        return x.div(1 - self.rate) * keep

    def forward(self, x):
        y = self.norm(self.deep(x).permute(0, 2, 3, 1))
        y = F.gelu(self.up(y))
        size = torch.norm(y, p=2, dim=(1, 2), keepdim=True)
        y = y + y * size / (size.mean(dim=-1, keepdim=True) + 1e-6)
        return x + self.drop((self.gamma * self.down(y)).permute(0, 3, 1, 2))


@model("a modern convolutional block: norms of responses over two dimensions, a branch for training")
def modern_block():
    return Modern(), [(f(2, 4, 6, 6),)]


class Dynamic(nn.Module):
    """Kernels by attention over experts, one for each example, and a shift of each pixel."""

    def __init__(self, experts: int = 3):
        super().__init__()
        self.weight = nn.Parameter(f(experts, 4, 2, 3, 3) * 0.2)
        self.choose = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2, experts), nn.Softmax(-1))
        self.offset = nn.Conv2d(2, 2, 3, padding=1)
        nn.init.constant_(self.offset.weight, 0.05)

    def forward(self, x):
        b, c, h, w = x.shape
        kernels = torch.einsum("be,eoikl->boikl", self.choose(x), self.weight)
        y = F.conv2d(x.reshape(1, -1, h, w), kernels.reshape(-1, c, 3, 3), None, 1, 1, 1, b).reshape(b, -1, h, w)
        shift = self.offset(x).permute(0, 2, 3, 1).tanh() * 0.5
        base = F.affine_grid(torch.eye(2, 3).unsqueeze(0).repeat(b, 1, 1), [b, c, h, w], align_corners=True)
        return F.grid_sample(y, base + shift, mode="bilinear", align_corners=True)


@model("kernels for each example, pixels that are shifted")
def dynamic_kernels():
    return Dynamic(), [(f(2, 2, 5, 6),)]


class Activations(nn.Module):
    def __init__(self):
        super().__init__()
        self.all = nn.ModuleList([nn.CELU(0.5), nn.SELU(), nn.RReLU(), nn.Hardtanh(-1.0, 0.5), nn.LogSigmoid(), nn.Softshrink(0.3), nn.Tanhshrink(), nn.Threshold(0.1, -2.0), nn.GLU(0), nn.Softmin(dim=0), nn.Softmax2d(), nn.Hardsigmoid(), nn.Hardswish()])

    def forward(self, x) -> List[torch.Tensor]:
        out = torch.jit.annotate(List[torch.Tensor], [])
        for one in self.all:
            out.append(one(x))
        out.append(F.threshold(x, 0.0, 7.0))
        out.append(F.leaky_relu_(x.clone(), 0.3))
        out.append(F.elu(x, 0.5, True))
        return out


@model("activations that are rare, in a loop over modules of different classes")
def rare_activations():
    return Activations(), [(f(4, 2, 3, 2),)]


class Precise(nn.Module):
    """Some of it in doubles, some in bfloat16, some in complex numbers or bytes: what a net of mixed precision keeps."""

    def __init__(self):
        super().__init__()
        self.wide, self.narrow = nn.Linear(3, 3).double(), nn.Linear(3, 3)
        self.register_buffer("short", f(3).to(torch.bfloat16))
        self.register_buffer("halves", f(3).half())
        self.register_buffer("count", torch.tensor(3, dtype=torch.int16))
        self.register_buffer("flags", b(3))

    def forward(self, x):
        y = self.wide(x.to(torch.float64))
        z = self.narrow(y.float()) * self.short.float() + self.halves.to(x.dtype)
        low = z.to(torch.bfloat16).to(torch.float32)
        whole = (z * 10).to(torch.int8)
        return y, low, whole, whole.float().sum(dtype=torch.float64), torch.where(self.flags, z, -z), self.count + whole.to(torch.uint8).long(), (z > 0).to(torch.half).float().mean()


@model("precisions mixed: buffers of seven types, sums in another type")
def mixed_precision():
    return Precise(), [(f(2, 3),)]


@model("a network turned to doubles before it was saved")
def all_doubles():
    net = nn.Sequential(nn.Conv1d(2, 4, 3, groups=2), nn.BatchNorm1d(4), nn.Tanh(), nn.AdaptiveAvgPool1d(2), nn.Flatten(), nn.Linear(8, 2), nn.LogSoftmax(dim=-1))
    return net.double(), [(f(2, 2, 6, dtype=torch.float64),)]


class Halved(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.scale = nn.Embedding(6, 4), nn.Parameter(f(4))

    def forward(self, ids, extra: Optional[torch.Tensor] = None):
        x = self.embed(ids).float() * self.scale.float()
        if extra is not None:
            x = x + extra.type_as(x)
        return x.cumsum(dim=1).half(), x.to(self.scale.dtype)


@model("weights turned to halves before they were saved, computed with as floats")
def halved_weights():
    return Halved().half(), [(n(2, 3, low=0, high=5),), (n(1, 2, low=0, high=5), f(1, 2, 4).half())]
