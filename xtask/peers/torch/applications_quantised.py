# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Unseen models with quantised layers: depthwise per channel, for qnnpack, transposed, while training, by hand, for mobile."""

import importlib
from typing import Tuple  # noqa: UP035

import torch
from modelset import model
from modelset.inputs import f, n
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])
# It moved: whole at the new place from 1.13 on.
quantization = torch.quantization if RELEASE < (1, 13) else importlib.import_module("torch.ao.quantization")


class Inverted(nn.Module):
    """An inverted residual, and a head; its output stays quantised, since engines differ by one step."""

    def __init__(self):
        super().__init__()
        self.quant = quantization.QuantStub()
        self.expand = nn.Sequential(nn.Conv2d(3, 6, 1, bias=False), nn.BatchNorm2d(6), nn.ReLU())
        self.depth = nn.Sequential(nn.Conv2d(6, 6, 3, padding=1, groups=6, bias=False), nn.BatchNorm2d(6), nn.ReLU())
        self.project = nn.Sequential(nn.Conv2d(6, 3, 1, bias=False), nn.BatchNorm2d(3))
        self.skip, self.join = nn.quantized.FloatFunctional(), nn.quantized.FloatFunctional()
        self.pool, self.out = nn.AdaptiveAvgPool2d(1), nn.Linear(6, 3)

    def forward(self, x):
        x = self.quant(x)
        y = self.skip.add_relu(x, self.project(self.depth(self.expand(x))))
        y = self.join.cat([y, x], 1)
        return self.out(torch.flatten(self.pool(y), 1))


PARTS = [["expand.0", "expand.1", "expand.2"], ["depth.0", "depth.1", "depth.2"], ["project.0", "project.1"]]


def prepared(module, engine, example):
    torch.backends.quantized.engine = engine
    module = module.eval()
    quantization.fuse_modules(module, PARTS, inplace=True)
    module.qconfig = quantization.get_default_qconfig(engine)
    quantization.prepare(module, inplace=True)
    module(example)
    return quantization.convert(module)


@model("quantised per channel: depthwise, add_relu, concatenation")
def quantised_depthwise():
    x = f(2, 3, 5, 5)
    return prepared(Inverted(), "fbgemm", x), [(x,), (x * 0.5,)]


@model("quantised for qnnpack")
def quantised_qnnpack():
    x = f(2, 3, 5, 5)
    return prepared(Inverted(), "qnnpack", x), [(x,)]


@model("quantised for qnnpack, and optimised for mobile")
def quantised_mobile():
    from torch.utils.mobile_optimizer import optimize_for_mobile

    x = f(1, 3, 5, 5)
    return optimize_for_mobile(torch.jit.script(prepared(Inverted(), "qnnpack", x))), [(x,)]


@model("quantised while training, then converted")
def quantised_trained():
    torch.backends.quantized.engine = "fbgemm"
    module = Inverted().train()
    if hasattr(quantization, "fuse_modules_qat"):
        quantization.fuse_modules_qat(module, PARTS, inplace=True)
    else:
        quantization.fuse_modules(module, PARTS, inplace=True)
    module.qconfig = quantization.get_default_qat_qconfig("fbgemm")
    quantization.prepare_qat(module, inplace=True)
    for _ in range(2):
        module(f(2, 3, 5, 5))
    return quantization.convert(module.eval()), [(f(2, 3, 5, 5),)]


@model("ready to be quantised: false quantisation with observers, as saved while training")
def fake_quantised():
    torch.backends.quantized.engine = "fbgemm"
    module = nn.Sequential(quantization.QuantStub(), nn.Linear(4, 3), nn.ReLU(), quantization.DeQuantStub()).train()
    module.qconfig = quantization.get_default_qat_qconfig("qnnpack")
    quantization.prepare_qat(module, inplace=True)
    module(f(3, 4))
    module.apply(quantization.disable_observer)
    return module.eval(), [(f(2, 4),)]


@model("observers alone: a network that is prepared and not converted")
def observed():
    torch.backends.quantized.engine = "fbgemm"
    module = nn.Sequential(quantization.QuantStub(), nn.Conv1d(2, 3, 2), nn.ReLU(), quantization.DeQuantStub()).eval()
    module.qconfig = quantization.get_default_qconfig("fbgemm")
    quantization.prepare(module, inplace=True)
    module(f(1, 2, 5))
    return module, [(f(1, 2, 5),)]


@model("a transposed convolution, quantised, with interpolation and a maximum")
def quantised_decoder():
    torch.backends.quantized.engine = "fbgemm"

    class Up(nn.Module):
        def __init__(self):
            super().__init__()
            self.quant = quantization.QuantStub()
            self.up, self.conv = nn.ConvTranspose2d(2, 3, 2, stride=2), nn.Conv2d(3, 2, 3, padding=1)

        def forward(self, x):
            x = self.conv(self.up(self.quant(x)))
            x = nn.functional.interpolate(nn.functional.max_pool2d(x, 2), scale_factor=2.0, mode="nearest")
            return x

    module = Up().eval()
    module.qconfig = quantization.default_qconfig
    quantization.prepare(module, inplace=True)
    module(f(1, 2, 3, 3))
    return quantization.convert(module), [(f(1, 2, 3, 3),)]


class ByHand(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("weight", torch.quantize_per_channel(f(3, 4), torch.tensor([0.02, 0.03, 0.025]), torch.tensor([0, 0, 0]), 0, torch.qint8))
        self.register_buffer("table", torch.quantize_per_tensor(f(5, 4), 0.04, 2, torch.quint8))

    def forward(self, x, rows) -> Tuple[torch.Tensor, torch.Tensor, float, int, torch.Tensor]:
        q = torch.quantize_per_tensor(x, 0.03, 64, torch.quint8)
        y = torch.nn.functional.linear(q.dequantize(), self.weight.dequantize())
        again = torch.relu(q)
        picked = self.table.dequantize()[rows] + self.table.q_scale()
        whole = torch.fake_quantize_per_tensor_affine(x, 0.1, 0, -8, 7)
        return y + picked.sum(), again.int_repr(), q.q_scale(), int(q.q_zero_point()), whole


@model("quantised by hand: tensors per channel as buffers, scales and zero points asked for")
def quantised_by_hand():
    return ByHand(), [(f(2, 4), n(2, low=0, high=4))]


@model("layers that are quantised while they run, inside a frozen program")
def quantised_frozen():
    torch.backends.quantized.engine = "fbgemm"

    class Text(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed, self.lstm, self.out = nn.Embedding(8, 4), nn.LSTM(4, 3, bidirectional=True, num_layers=2), nn.Linear(6, 2)

        def forward(self, tokens):
            return self.out(self.lstm(self.embed(tokens))[0].max(0)[0])

    made = quantization.quantize_dynamic(Text().eval(), {nn.LSTM, nn.Linear}, dtype=torch.qint8)
    return torch.jit.freeze(torch.jit.script(made)), [(n(4, 2, low=0, high=7),)]


@model("cells and layers that are quantised while they run: LSTMCell, GRUCell, RNNCell")
def quantised_cells():
    torch.backends.quantized.engine = "fbgemm"

    class Cells(nn.Module):
        def __init__(self):
            super().__init__()
            self.one, self.two, self.three = nn.LSTMCell(3, 4), nn.GRUCell(3, 4), nn.RNNCell(3, 4, nonlinearity="relu")

        def forward(self, x):
            h, c = self.one(x[0])
            g, r = self.two(x[0]), self.three(x[0])
            for t in range(1, x.size(0)):
                h, c = self.one(x[t], (h, c))
                g, r = self.two(x[t], g), self.three(x[t], r)
            return h, c, g, r

    return quantization.quantize_dynamic(Cells().eval(), {nn.LSTMCell, nn.GRUCell, nn.RNNCell}, dtype=torch.qint8), [(f(3, 2, 3),)]


@model("tables of embeddings in four bits")
def quantised_tables():
    torch.backends.quantized.engine = "fbgemm"
    module = nn.Sequential(bag()).eval()
    module[0].qconfig = quantization.float_qparams_weight_only_qconfig_4bit
    quantization.prepare(module, inplace=True)
    return quantization.convert(module), [(n(2, 3, low=0, high=9),)]


def bag():
    return nn.EmbeddingBag(10, 12, mode="sum", include_last_offset=False)
