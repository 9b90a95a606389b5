# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Products with quantised layers: speech, text and video in bytes, by modules, by graph, and by hand."""

import importlib
from typing import List, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])
# It moved: whole at the new place from 1.13 on.
quantization = torch.quantization if RELEASE < (1, 13) else importlib.import_module("torch.ao.quantization")


def converted(module, example, engine="fbgemm", qconfig=None):
    torch.backends.quantized.engine = engine
    module = module.eval()
    module.qconfig = qconfig if qconfig is not None else quantization.get_default_qconfig(engine)
    quantization.prepare(module, inplace=True)
    module(example)
    return quantization.convert(module)


class Speech(nn.Module):
    """Layers in one dimension, fused by hand, with activations that have a kernel of their own."""

    def __init__(self):
        super().__init__()
        self.quant, self.dequant = quantization.QuantStub(), quantization.DeQuantStub()
        self.convs = nn.Sequential(nn.Conv1d(2, 4, 3, stride=2), nn.ReLU(), nn.Conv1d(4, 4, 3, groups=4))
        self.act, self.out = nn.Hardswish(), nn.Linear(4, 3)

    def forward(self, x):
        x = self.act(self.convs(self.quant(x)))
        x = F.adaptive_avg_pool2d(x.unsqueeze(2), [1, 1]).flatten(1)
        return self.dequant(self.out(x))


@model("speech in bytes: one-dimensional convolutions by group, a hard swish")
def quantised_speech():
    x = f(2, 2, 12)
    return converted(Speech(), x), [(x,), (x * 0.3,)]


class Video(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant = quantization.QuantStub()
        self.conv, self.norm, self.relu = nn.Conv3d(1, 3, 2), nn.BatchNorm3d(3), nn.ReLU()
        self.second = nn.Conv3d(3, 2, (1, 2, 2), bias=False)
        self.add = nn.quantized.FloatFunctional()

    def forward(self, x):
        x = self.relu(self.norm(self.conv(self.quant(x))))
        y = self.second(x)
        return self.add.add_scalar(self.add.mul_scalar(y, 0.5), 1.0)


@model("video in bytes: three-dimensional convolutions fused with norm and ReLU, scalars added and multiplied")
def quantised_video():
    module, x = Video().eval(), f(1, 1, 3, 4, 4)
    quantization.fuse_modules(module, [["conv", "norm", "relu"]], inplace=True)
    return converted(module, x), [(x,)]


class Tokens(nn.Module):
    """Embeddings in bytes before layers that are quantised as they run."""

    def __init__(self):
        super().__init__()
        self.bag = nn.EmbeddingBag(12, 16, mode="sum", include_last_offset=True)
        self.feed = nn.Sequential(nn.Linear(16, 8), nn.LayerNorm(8), nn.Tanh(), nn.Linear(8, 4))

    def forward(self, ids, offsets):
        return self.feed(self.bag(ids, offsets))


@model("text in bytes: a bag with the last offset, layers quantised as they run")
def quantised_text():
    torch.backends.quantized.engine = "fbgemm"
    module, given = Tokens().eval(), (n(6, low=0, high=11), torch.tensor([0, 2, 6]))
    module.bag.qconfig = quantization.float_qparams_weight_only_qconfig
    quantization.prepare(module, inplace=True)
    quantization.convert(module, inplace=True)
    return quantization.quantize_dynamic(module, {nn.Linear}, dtype=torch.qint8), [given]


@model("a layer in a graph that was rewritten (FX), with a skip and a concatenation")
def quantised_graph():
    torch.backends.quantized.engine = "fbgemm"
    fx = importlib.import_module("torch.ao.quantization.quantize_fx" if RELEASE >= (1, 13) else "torch.quantization.quantize_fx")

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Conv2d(2, 4, 3, padding=1), nn.Conv2d(4, 4, 1)
            self.out = nn.Linear(8, 3)

        def forward(self, x):
            x = F.relu(self.a(x))
            y = torch.sigmoid(self.b(x))
            z = torch.cat([x + y, F.max_pool2d(y, 3, 1, 1)], 1)
            return self.out(z.mean([2, 3]))

    x = f(2, 2, 4, 4)
    if RELEASE >= (1, 13):
        mapping = quantization.get_default_qconfig_mapping("fbgemm")
        prepared = fx.prepare_fx(Net().eval(), mapping, (x,))
    else:
        prepared = fx.prepare_fx(Net().eval(), {"": quantization.get_default_qconfig("fbgemm")})
    prepared(x)
    return fx.convert_fx(prepared), [(x,)]


class Gates(nn.Module):
    """Operators of quantised tensors, called by their names."""

    def __init__(self):
        super().__init__()
        self.register_buffer("weight", torch.quantize_per_tensor(f(3, 4), 0.02, 0, torch.qint8))
        self.scale, self.zero = 0.05, 10

    def forward(self, x) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor, List[int]]:
        a = torch.quantize_per_tensor(x, scale=0.02, zero_point=100, dtype=torch.quint8)
        other = torch.quantize_per_tensor(x.flip(0), 0.03, 90, torch.quint8)
        both = torch.ops.quantized.add(a, other, self.scale, self.zero)
        product = torch.ops.quantized.mul(a, other, self.scale, self.zero)
        joined = torch.ops.quantized.cat([both, product], 0, 0.06, 20)
        high = torch.max(joined.int_repr().to(torch.int32))
        wide = torch.quantize_per_tensor(x, 1e-3, 0, torch.qint32)
        return joined, torch.dequantize(wide), F.linear(torch.dequantize(a), self.weight.dequantize()), [int(high), int(joined.q_zero_point())]


@model("operators of quantised tensors by their names: add, mul, cat; 32 bits")
def quantised_by_name():
    return Gates(), [(f(3, 4),), (f(2, 4) * 0.5,)]


class WeightOnly(nn.Module):
    """A layer whose weights are bytes by group, or halves of bytes, unpacked when it runs."""

    def __init__(self, group: int = 4):
        super().__init__()
        weight = f(6, 8)
        grouped = weight.view(6, -1, group)
        scale = grouped.abs().max(2, keepdim=True)[0] / 7
        nibbles = (grouped / scale).round().clamp(-8, 7).view(6, 8).to(torch.int64) + 8
        self.register_buffer("packed", (nibbles[:, ::2] * 16 + nibbles[:, 1::2]).to(torch.uint8))
        self.register_buffer("scale", scale.to(torch.float16))
        self.group = group

    def unpack(self):
        high = (self.packed >> 4) if self.group > 0 else self.packed
        low = self.packed & 15
        whole = torch.stack([high, low], dim=-1).view(self.packed.size(0), -1).to(torch.int8) - 8
        return (whole.view(whole.size(0), -1, self.group).float() * self.scale.float()).flatten(1)

    def forward(self, x):
        return x @ self.unpack().t()


@model("weights in halves of bytes with scales by group, unpacked by shifts")
def weights_in_nibbles():
    return WeightOnly(), [(f(2, 8),)]


@model("an attention block whose layers are quantised as they run, some in halves")
def quantised_attention():
    torch.backends.quantized.engine = "fbgemm"

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.q, self.k, self.v, self.o = (nn.Linear(8, 8) for _ in range(4))
            self.feed = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))

        def forward(self, x):
            weights = torch.softmax(self.q(x) @ self.k(x).transpose(1, 2) / 8 ** 0.5, -1)
            x = x + self.o(weights @ self.v(x))
            return x + self.feed(x)

    config = {"q": quantization.per_channel_dynamic_qconfig, "feed.0": quantization.float16_dynamic_qconfig, "feed.2": quantization.default_dynamic_qconfig, "o": quantization.default_dynamic_qconfig}
    return quantization.quantize_dynamic(Block().eval(), config), [(f(2, 3, 8),)]


@model("quantised while training with its running statistics folded, then for mobile processors")
def quantised_mobile_trained():
    torch.backends.quantized.engine = "qnnpack"
    module = nn.Sequential(quantization.QuantStub(), nn.Conv2d(2, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 2, 1), quantization.DeQuantStub()).train()
    fuse = getattr(quantization, "fuse_modules_qat", quantization.fuse_modules)
    module = fuse(module, [["1", "2", "3"]])
    module.qconfig = quantization.get_default_qat_qconfig("qnnpack")
    quantization.prepare_qat(module, inplace=True)
    for k in range(3):
        module(f(2, 2, 5, 5) * (k + 1))
    module.apply(quantization.disable_observer)
    module.apply(nn.intrinsic.qat.freeze_bn_stats)
    return quantization.convert(module.eval()), [(f(1, 2, 5, 5),)]


@model("a leaky network in bytes with linear layers fused with ReLU, asked for by submodules")
def quantised_leaky():
    module = nn.Sequential(quantization.QuantStub(), nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, 5), nn.LeakyReLU(0.2), nn.Linear(5, 2), nn.ELU(0.7), quantization.DeQuantStub()).eval()
    quantization.fuse_modules(module, [["1", "2"]], inplace=True)
    return converted(module, f(4, 6)), [(f(4, 6),)]
