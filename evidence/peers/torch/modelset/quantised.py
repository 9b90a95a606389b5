"""Networks that are quantised, or prepared for inference and for mobile: with packed parameters and other custom classes."""

import torch
from torch import nn

from . import case, model
from .inputs import f
from .networks import Mlp, Recurrent, layers


def engine():
    supported = torch.backends.quantized.supported_engines
    torch.backends.quantized.engine = "fbgemm" if "fbgemm" in supported else "qnnpack"
    return torch.backends.quantized.engine


@model("dynamically quantised linear layers (packed weights)")
def quantised_dynamic():
    engine()
    return torch.quantization.quantize_dynamic(Mlp().eval(), {nn.Linear}, dtype=torch.qint8), [(f(2, 4),)]


@model("dynamically quantised linear layers in half precision")
def quantised_half():
    engine()
    return torch.quantization.quantize_dynamic(Mlp().eval(), {nn.Linear}, dtype=torch.float16), [(f(2, 4),)]


@model("a dynamically quantised LSTM (cell parameters)")
def quantised_lstm():
    engine()
    return torch.quantization.quantize_dynamic(Recurrent(nn.LSTM).eval(), {nn.LSTM}, dtype=torch.qint8), [(f(5, 2, 3),)]


@model("a dynamically quantised GRU")
def quantised_gru():
    engine()
    return torch.quantization.quantize_dynamic(Recurrent(nn.GRU).eval(), {nn.GRU}, dtype=torch.qint8), [(f(5, 2, 3),)]


class ToQuantise(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant, self.dequant = torch.quantization.QuantStub(), torch.quantization.DeQuantStub()
        self.conv, self.norm, self.act = nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU()
        self.linear = nn.Linear(8, 3)
        self.functional = nn.quantized.FloatFunctional()

    def forward(self, x):
        x = self.act(self.norm(self.conv(self.quant(x))))
        x = self.functional.add(x, x)
        x = self.linear(x.reshape(x.size(0), 8))
        return self.dequant(x)


def static(module, example, fuse):
    module = module.eval()
    if fuse:
        torch.quantization.fuse_modules(module, fuse, inplace=True)
    module.qconfig = torch.quantization.get_default_qconfig(engine())
    torch.quantization.prepare(module, inplace=True)
    module(example)
    return torch.quantization.convert(module)


@model("a statically quantised network: fused convolution, addition, linear (packed parameters)")
def quantised_static():
    example = f(2, 1, 4, 4)
    return static(ToQuantise(), example, [["conv", "norm", "act"]]), [(example,)]


@model("a statically quantised network without fusion")
def quantised_unfused():
    class Plain(nn.Module):
        def __init__(self):
            super().__init__()
            self.quant, self.dequant = torch.quantization.QuantStub(), torch.quantization.DeQuantStub()
            self.conv, self.pool = nn.Conv2d(1, 2, 3, padding=1, groups=1), nn.MaxPool2d(2)
            self.one = nn.Conv1d(2, 2, 2)

        def forward(self, x):
            x = self.pool(self.conv(self.quant(x)))
            return self.dequant(self.one(x.reshape(x.size(0), 2, 4)))

    example = f(2, 1, 4, 4)
    return static(Plain(), example, None), [(example,)]


@model("quantised embedding bag (packed parameters)")
def quantised_embedding():
    class Bag(nn.Module):
        def __init__(self):
            super().__init__()
            self.bag = nn.EmbeddingBag(10, 16, mode="sum", include_last_offset=True)
            self.bag.qconfig = torch.quantization.float_qparams_weight_only_qconfig

        def forward(self, i, o):
            return self.bag(i, o)

    module = Bag().eval()
    torch.quantization.prepare(module, inplace=True)
    torch.quantization.convert(module, inplace=True)
    return module, [(torch.tensor([1, 2, 3, 4]), torch.tensor([0, 2, 4]))]


@model("a network quantised by graph mode")
def quantised_fx():
    from torch.quantization import quantize_fx

    settings = {"": torch.quantization.get_default_qconfig(engine())}
    example = f(2, 4)
    net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3)).eval()
    try:
        prepared = quantize_fx.prepare_fx(net, settings)
    except TypeError:  # since 1.13, it wants inputs
        prepared = quantize_fx.prepare_fx(net, settings, (example,))
    prepared(example)
    return quantize_fx.convert_fx(prepared), [(example,)]


class QuantisedTensors(nn.Module):
    def __init__(self):
        super().__init__()
        x = f(2, 3)
        self.whole = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
        self.signed = torch.quantize_per_tensor(x, 0.1, 0, torch.qint8)
        self.channels = torch.quantize_per_channel(x, torch.tensor([0.5, 0.25], dtype=torch.float64), torch.tensor([1, 2]), 0, torch.qint8)

    def forward(self, x):
        return x + self.whole.dequantize() + self.channels.dequantize() + self.signed.dequantize()


case("quantised_tensors", "quantised tensors as attributes", lambda: (QuantisedTensors(), [(f(2, 3),)]))
case("frozen", "torch.jit.freeze", lambda: (torch.jit.freeze(torch.jit.script(convnet_like().eval())), [(f(2, 1, 8, 8),)]))


def convnet_like():
    return layers(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(256, 3))


@model("optimize_for_mobile: prepacked weights (xnnpack)")
def mobile_optimised():
    from torch.utils.mobile_optimizer import optimize_for_mobile

    return optimize_for_mobile(torch.jit.script(convnet_like().eval())), [(f(2, 1, 8, 8),)]


case("inference_optimised", "optimize_for_inference", lambda: (torch.jit.optimize_for_inference(torch.jit.script(convnet_like().eval())), [(f(2, 1, 8, 8),)]))
