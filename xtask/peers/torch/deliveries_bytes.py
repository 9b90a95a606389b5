# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Models in bytes: norms and activations that are quantised, search among quantised rows, steps that are learned."""

import importlib
from typing import Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])
quantization = torch.quantization if RELEASE < (1, 13) else importlib.import_module("torch.ao.quantization")


class Mixer(nn.Module):
    """Patches mixed in bytes: norms over layers, groups and pictures, ELU, gates by products."""

    def __init__(self):
        super().__init__()
        self.quant, self.dequant = quantization.QuantStub(), quantization.DeQuantStub()
        self.cut = nn.Conv2d(3, 8, 2, stride=2)
        self.group, self.each = nn.GroupNorm(2, 8), nn.InstanceNorm2d(8, affine=True)
        self.layer = nn.LayerNorm(16)
        self.mix, self.out = nn.Linear(16, 16), nn.Linear(16, 4)
        self.elu, self.swish = nn.ELU(), nn.Hardswish()
        self.product, self.total = nn.quantized.FloatFunctional(), nn.quantized.FloatFunctional()

    def forward(self, x):
        x = self.group(self.cut(self.quant(x)))
        x = self.elu(self.each(x)).flatten(2)
        gate = self.swish(self.mix(self.layer(x)))
        x = self.total.add(self.product.mul(gate, x), x)
        return self.dequant(self.out(x).mean(1))


@model("patches mixed in bytes: norms of layers, groups and pictures as quantised modules, ELU, products")
def quantised_mixer():
    torch.backends.quantized.engine = "fbgemm"
    module = Mixer().eval()
    module.qconfig = quantization.get_default_qconfig("fbgemm")
    quantization.prepare(module, inplace=True)
    for k in range(3):
        module(f(2, 3, 8, 8) * (k + 1) / 2)
    return quantization.convert(module), [(f(2, 3, 8, 8),)]


class Search(nn.Module):
    """Rows in bytes that are near a question: compared, sorted, pooled and enlarged without being floats again."""

    def __init__(self):
        super().__init__()
        self.register_buffer("rows", torch.quantize_per_tensor(f(10, 6), 0.02, 128, torch.quint8))

    def forward(self, question, picture) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor, float]:
        asked = torch.quantize_per_tensor(question, 0.02, 128, torch.quint8)
        scores = self.rows.dequantize().mv(asked.dequantize())
        small = torch.quantize_per_tensor(scores, float(scores.abs().max()) / 127, 0, torch.qint8)
        values, places = small.topk(3)
        q = torch.quantize_per_tensor(picture, 0.05, 64, torch.quint8)
        pooled = F.max_pool2d(F.relu(q), 2)
        large = F.interpolate(pooled, scale_factor=2.0, mode="nearest")
        mean = F.adaptive_avg_pool2d(q, 2)
        above = q > 0.5
        clamped = torch.clamp(q, -1.0, 1.0).int_repr().to(torch.int32) >> 1
        return values.dequantize(), places, large, mean, clamped + above.to(torch.int32), q.q_scale() * pooled.q_zero_point()


@model("search among rows in bytes: topk, pooling, enlarging, comparison and clamp of quantised tensors")
def quantised_search():
    return Search(), [(f(6), f(1, 2, 6, 6))]


class Steps(nn.Module):
    """A network whose steps were learned: weights rounded for each channel, zeros as the release takes them, rounding by hand."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, bias=False)
        self.register_buffer("scale", p(4) * 0.02)
        self.register_buffer("zero", torch.zeros(4, dtype=torch.int64 if RELEASE < (1, 10) else torch.int32))
        self.step = nn.Parameter(torch.tensor(0.11))

    def rounded(self, x, low: int, high: int):
        scale = 1.0 / ((x.numel() * high) ** 0.5)
        step = (self.step - self.step * scale).detach() + self.step * scale
        x = (x / step).clamp(low, high)
        return ((x.round() - x).detach() + x) * step

    def forward(self, x):
        weight = torch.fake_quantize_per_channel_affine(self.conv.weight, self.scale, self.zero, 0, -128, 127)
        y = F.conv2d(self.rounded(x, 0, 255), weight, self.conv.bias)
        y = torch.fake_quantize_per_tensor_affine(y, 0.05, 10, 0, 255)
        return y, torch.round(self.conv.weight.abs().max(1)[0].max(1)[0] / self.scale.view(-1, 1)).to(torch.int32) // 2


@model("steps that were learned: false quantisation for each channel with zeros of the type that the release wants")
def learned_steps():
    return Steps(), [(f(1, 3, 6, 6),)]
