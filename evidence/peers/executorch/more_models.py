#!/usr/bin/env python3
"""Exports a second set of models: small versions of what people ship.

    more_models.py OUT_DIR [MODEL …]

Writes what export.py writes, so `cargo xtask play files` works on it.
"""
import json

import export
import models
import torch
from export import NotInThisRelease, first
from models import Spec, function, signature
from torch import nn
from torch.nn import functional as F

torch.backends.mha.set_fastpath_enabled(False)  # its operators are not exportable
MODELS = models.MODELS = {}


def model(make):
    def frozen():
        spec = make()
        for module, _ in spec.methods.values():
            module.requires_grad_(False)
        return spec

    MODELS[make.__name__] = frozen
    return make


def row(name, make):
    make.__name__ = name
    model(make)


def one(exercises, module, *cases, **options):
    return Spec(exercises, {"forward": (module.eval(), list(cases))}, **options)


def lively(module):
    """Norms with statistics as after training."""
    for part in module.modules():
        if isinstance(part, nn.BatchNorm2d):
            part.running_mean.uniform_(-0.2, 0.2)
            part.running_var.uniform_(0.5, 1.5)
    return module.eval()


def image(size=16, batch=1):
    return (torch.randn(batch, 3, size, size),)


# --- vision ----------------------------------------------------------------------------------------------------------------


def mobilenet2():
    from torchvision.models.mobilenetv2 import MobileNetV2

    net = MobileNetV2(num_classes=5, width_mult=0.25, inverted_residual_setting=[[1, 8, 1, 1], [3, 16, 2, 2], [3, 32, 2, 2]])
    net.features = net.features[:-1]
    net.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(net.features[-1].out_channels, 5))
    return lively(net)


row("mv2", lambda: one("inverted residuals", mobilenet2(), image(), image()))
row("xnn_mv2", lambda: one("inverted residuals in a delegate", mobilenet2(), image(), xnnpack={}))
row("xnn_mv2_sq", lambda: one("inverted residuals, statically quantised", mobilenet2(), image(), quantize="static", xnnpack={}, tolerance=0.25))
row("mv2_sq_portable", lambda: one("inverted residuals, quantised, without a delegate", mobilenet2(), image(), quantize="static", tolerance=0.25, libraries=("quantized",)))


def mobilenet3():
    from torchvision.models.mobilenetv3 import InvertedResidualConfig, MobileNetV3

    def bneck(*a):
        return InvertedResidualConfig(*a, 1, 1.0)

    return lively(MobileNetV3([bneck(16, 3, 16, 16, True, "RE", 2), bneck(16, 5, 24, 16, True, "HS", 2), bneck(16, 3, 24, 16, False, "HS", 1)], 16, num_classes=5))


row("mv3", lambda: one("squeeze and excitation, hard swish", mobilenet3(), image(32)))
row("xnn_mv3", lambda: one("squeeze and excitation in a delegate", mobilenet3(), image(32), xnnpack={}))


class ResNet(nn.Module):
    def __init__(self, wide=8):
        super().__init__()
        from torchvision.models.resnet import BasicBlock

        self.stem = nn.Sequential(nn.Conv2d(3, wide, 7, 2, 3, bias=False), nn.BatchNorm2d(wide), nn.ReLU(True), nn.MaxPool2d(3, 2, 1))
        down = nn.Sequential(nn.Conv2d(wide, 2 * wide, 1, 2, bias=False), nn.BatchNorm2d(2 * wide))
        self.blocks = nn.Sequential(BasicBlock(wide, wide), BasicBlock(wide, 2 * wide, 2, down))
        self.pool, self.fc = nn.AdaptiveAvgPool2d((1, 1)), nn.Linear(2 * wide, 5)

    def forward(self, x):
        return self.fc(torch.flatten(self.pool(self.blocks(self.stem(x))), 1))


row("resnet", lambda: one("residual blocks", lively(ResNet()), image(32)))
row("resnet_f16", lambda: one("residual blocks in half precision", lively(ResNet()).half(), tuple(t.half() for t in image(32)), tolerance=0.03))
row("xnn_resnet_dyn", lambda: one("residual blocks in a delegate, dynamic batch", lively(ResNet()), image(32, 2), image(32, 1), image(32, 3),
    dynamic=lambda: ({0: torch.export.Dim("batch", min=1, max=4)},), xnnpack={}))
row("xnn_resnet_dq", lambda: one("a dynamically quantised head", lively(ResNet()), image(32), quantize="dynamic", xnnpack={}, tolerance=0.1))


@model
def shufflenet():
    from torchvision.models.shufflenetv2 import ShuffleNetV2

    return one("channel shuffles", lively(ShuffleNetV2([1, 1, 1], [8, 16, 24, 32, 32], num_classes=5)), image(32))


@model
def xnn_squeezenet():
    from torchvision.models.squeezenet import Fire

    net = nn.Sequential(nn.Conv2d(3, 8, 3, 2), nn.ReLU(True), nn.MaxPool2d(3, 2, ceil_mode=True), Fire(8, 4, 8, 8), Fire(16, 4, 8, 8), nn.Conv2d(16, 5, 1), nn.ReLU(),
                        nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten())  # fmt: skip
    return one("fire modules in a delegate", net, image(24), xnnpack={})


class UNet(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.mode = mode
        self.a, self.b = nn.Conv2d(3, 4, 3, padding=1), nn.Conv2d(4, 8, 3, 2, 1)
        self.c, self.out = nn.Conv2d(12, 4, 3, padding=1), nn.Conv2d(4, 2, 1)

    def forward(self, x):
        a = F.relu(self.a(x))
        b = F.relu(self.b(a))
        up = F.interpolate(b, scale_factor=2.0, mode=self.mode, **({"align_corners": False} if self.mode == "bilinear" else {}))
        return torch.sigmoid(self.out(F.relu(self.c(torch.cat([up, a], 1)))))


row("unet_nearest", lambda: one("upsampling and skips", UNet("nearest"), image()))
row("unet_bilinear", lambda: one("bilinear upsampling and skips", UNet("bilinear"), image()))
row("xnn_unet", lambda: one("upsampling and skips in a delegate", UNet("bilinear"), image(), xnnpack={}))


@model
def autoencoder():
    net = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 12, 3, 2, 1), nn.ReLU(),
                        nn.ConvTranspose2d(12, 8, 3, 2, 1, 1), nn.ReLU(), nn.ConvTranspose2d(8, 3, 2, 2), nn.Sigmoid())  # fmt: skip
    return one("transposed convolutions", net, image())


@model
def xnn_autoencoder():
    spec = autoencoder()
    spec.xnnpack = {}
    return spec


@model
def superres():
    net = nn.Sequential(nn.Conv2d(3, 8, 5, padding=2), nn.Tanh(), nn.Conv2d(8, 12, 3, padding=1), nn.PixelShuffle(2))
    return one("pixel shuffle", net, image(8))


@model
def convnext():
    from torchvision.ops import Permute

    net = nn.Sequential(nn.Conv2d(3, 8, 4, 4), nn.Conv2d(8, 8, 7, padding=3, groups=8), Permute([0, 2, 3, 1]), nn.LayerNorm(8, eps=1e-6), nn.Linear(8, 16), nn.GELU(),
                        nn.Linear(16, 8), Permute([0, 3, 1, 2]), nn.AdaptiveAvgPool2d(1), nn.Flatten(1), nn.Linear(8, 5))  # fmt: skip
    return one("depthwise convolution and permuted norms", net, image(16))


@model
def channels_last_net():
    class Last(nn.Module):
        def __init__(self):
            super().__init__()
            self.body = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3, padding=1), nn.AdaptiveAvgPool2d(1))

        def forward(self, x):
            return self.body(x.to(memory_format=torch.channels_last)).flatten(1)

    return one("channels-last inside", Last(), image(10))


@model
def vit():
    from torchvision.models.vision_transformer import VisionTransformer

    net = VisionTransformer(image_size=16, patch_size=8, num_layers=1, num_heads=2, hidden_dim=16, mlp_dim=32, num_classes=5)
    nn.init.normal_(net.heads.head.weight)
    return one("a vision transformer", net, image(16))


@model
def xnn_vit():
    spec = vit()
    spec.xnnpack = {}
    return spec


@model
def aspp():
    class Aspp(nn.Module):
        def __init__(self):
            super().__init__()
            self.stem = nn.Conv2d(3, 8, 3, 2, 1)
            self.rates = nn.ModuleList(nn.Conv2d(8, 4, 3, padding=r, dilation=r) for r in (1, 2, 4))
            self.pool, self.out = nn.Conv2d(8, 4, 1), nn.Conv2d(16, 3, 1)

        def forward(self, x):
            y = F.hardswish(self.stem(x))
            whole = F.interpolate(self.pool(F.adaptive_avg_pool2d(y, 1)), size=y.shape[-2:], mode="bilinear", align_corners=False)
            y = self.out(torch.cat([F.relu(r(y)) for r in self.rates] + [whole], 1))
            return F.interpolate(y, size=x.shape[-2:], mode="bilinear", align_corners=False).argmax(1)

    return one("dilated convolutions, segmentation map", Aspp(), image(16))


class Detector(nn.Module):
    def __init__(self, sort):
        super().__init__()
        self.sort = sort
        self.body, self.scores, self.boxes = nn.Conv2d(3, 8, 3, 2, 1), nn.Conv2d(8, 3, 1), nn.Conv2d(8, 4, 1)
        self.register_buffer("centres", torch.stack(torch.meshgrid(torch.arange(8), torch.arange(8), indexing="ij"), -1).reshape(1, 64, 2).float())

    def forward(self, x):
        y = F.silu(self.body(x))
        scores = self.scores(y).flatten(2).transpose(1, 2).sigmoid()
        boxes = self.boxes(y).flatten(2).transpose(1, 2)
        corner = self.centres - boxes[..., :2].exp()
        boxes = torch.cat([corner, corner + boxes[..., 2:].exp()], -1).clamp(0, 8)
        best, label = scores.max(-1)
        if self.sort:
            best, places = best.topk(5, dim=1)
        else:
            places = best.argmax(1, keepdim=True)
        return best, torch.gather(label, 1, places), torch.gather(boxes, 1, places.unsqueeze(-1).expand(-1, -1, 4))


row("detector_topk", lambda: one("a detection head with topk", Detector(True), image()))
row("detector_argmax", lambda: one("a detection head with argmax", Detector(False), image()))
row("xnn_detector", lambda: one("a detection head, partly in a delegate", Detector(True), image(), xnnpack={}))


# --- language and sound ----------------------------------------------------------------------------------------------------


class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.words = nn.Embedding(20, 6)
        self.cells = kind(6, 8, batch_first=True, bidirectional=True)
        self.out = nn.Linear(16, 3)

    def forward(self, ids):
        return F.log_softmax(self.out(self.cells(self.words(ids))[0][:, -1]), -1)


row("gru", lambda: one("a recurrent classifier (GRU)", Recurrent(nn.GRU), (torch.randint(0, 20, (2, 5)),)))
row("lstm_net", lambda: one("a recurrent classifier (LSTM)", Recurrent(nn.LSTM), (torch.randint(0, 20, (2, 5)),)))
row("xnn_lstm", lambda: one("a recurrent classifier, partly in delegates", Recurrent(nn.LSTM), (torch.randint(0, 20, (2, 5)),), xnnpack={}))


@model
def gru_step():
    class Step(nn.Module):
        def __init__(self):
            super().__init__()
            self.cell, self.out = nn.GRUCell(4, 6), nn.Linear(6, 2)
            self.register_buffer("state", torch.zeros(1, 6))

        def forward(self, x):
            self.state.copy_(self.cell(x, self.state))
            return self.out(self.state).tanh()

    return one("a recurrent step that keeps its state", Step(), *[(torch.randn(1, 4),) for _ in range(3)])


class Bert(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.places, self.norm = nn.Embedding(30, 16), nn.Embedding(8, 16), nn.LayerNorm(16)
        self.layers = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, activation="gelu"), 1, enable_nested_tensor=False)
        self.pool, self.out = nn.Linear(16, 16), nn.Linear(16, 2)

    def forward(self, ids, mask):
        x = self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1])))
        x = self.layers(x, src_key_padding_mask=mask == 0)
        return self.out(torch.tanh(self.pool(x[:, 0])))


def tokens():
    return (torch.randint(0, 30, (2, 6)), torch.tensor([[1, 1, 1, 1, 0, 0], [1, 1, 1, 1, 1, 1]]))


row("bert", lambda: one("an encoder with padding masks", Bert(), tokens()))
row("xnn_bert", lambda: one("an encoder, partly in delegates", Bert(), tokens(), xnnpack={}))
row("xnn_bert_dq", lambda: one("an encoder, dynamically quantised", Bert(), tokens(), quantize="dynamic", xnnpack={}, tolerance=0.15))


class Decoder(nn.Module):
    """RMS norm, rotary positions, a cache of keys and values, a gated feed-forward part."""

    def __init__(self, dim=16, heads=2, length=8, dtype=torch.float32):
        super().__init__()
        self.heads, self.each = heads, dim // heads
        self.words = nn.Embedding(24, dim)
        self.norm1, self.norm2 = nn.Parameter(torch.ones(dim)), nn.Parameter(torch.rand(dim) + 0.5)
        self.qkv, self.o = nn.Linear(dim, 3 * dim, bias=False), nn.Linear(dim, dim, bias=False)
        self.gate, self.up, self.down = nn.Linear(dim, 32, bias=False), nn.Linear(dim, 32, bias=False), nn.Linear(32, dim, bias=False)
        angle = torch.outer(torch.arange(length).float(), 1 / 10000 ** (torch.arange(0, self.each, 2).float() / self.each))
        self.register_buffer("cos", angle.cos())
        self.register_buffer("sin", angle.sin())
        self.register_buffer("mask", torch.tril(torch.ones(length, length, dtype=torch.bool)))
        self.register_buffer("k", torch.zeros(1, heads, length, self.each))
        self.register_buffer("v", torch.zeros(1, heads, length, self.each))
        self.to(dtype)

    def rms(self, x, weight):
        y = x.float()
        return (y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-5)).to(x.dtype) * weight

    def rotate(self, x, at):
        a, b = x.chunk(2, -1)
        cos, sin = self.cos[at], self.sin[at]
        return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)

    def forward(self, token, at):
        x = self.words(token)
        q, k, v = (t.view(1, 1, self.heads, self.each).transpose(1, 2) for t in self.qkv(self.rms(x, self.norm1)).chunk(3, -1))
        q, k = self.rotate(q, at), self.rotate(k, at)
        self.k[:, :, at] = k
        self.v[:, :, at] = v
        y = F.scaled_dot_product_attention(q, self.k, self.v, attn_mask=self.mask[at][None, None])
        x = x + self.o(y.transpose(1, 2).reshape(1, 1, -1))
        y = self.rms(x, self.norm2)
        x = x + self.down(F.silu(self.gate(y)) * self.up(y))
        logits = F.linear(x, self.words.weight)
        return logits, logits.argmax(-1)


def steps():
    return [(torch.tensor([[t]]), torch.tensor([i])) for i, t in enumerate((3, 17, 5, 9))]


row("decoder", lambda: one("a decoder with a cache", Decoder(), *steps()))
row("xnn_decoder", lambda: one("a decoder with a cache, partly in delegates", Decoder(), *steps(), xnnpack={}))
row("decoder_bf16", lambda: one("a decoder in bfloat16", Decoder(dtype=torch.bfloat16), *steps()[:2], tolerance=0.1))
row("decoder_f16", lambda: one("a decoder in half precision", Decoder(dtype=torch.float16), *steps()[:2], tolerance=0.05))


def four_bits(module, group=32):
    try:
        from torchao.quantization import Int8DynamicActivationIntxWeightConfig, quantize_
        from torchao.quantization.granularity import PerAxis, PerGroup
    except ImportError:
        try:
            from torchao.quantization.quant_api import Int8DynActInt4WeightQuantizer
        except ImportError as e:
            raise NotInThisRelease(str(e)) from e
        return Int8DynActInt4WeightQuantizer(groupsize=group).quantize(module)
    quantize_(module, Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int4, weight_granularity=PerGroup(group) if group else PerAxis(0)))
    try:
        from torchao.utils import unwrap_tensor_subclass

        unwrap_tensor_subclass(module)
    except ImportError:
        pass
    return module


@model
def xnn_four_bits():
    net = nn.Sequential(nn.Linear(32, 64), nn.SiLU(), nn.Linear(64, 32)).eval()
    return one("4-bit weights in groups", four_bits(net), (torch.randn(2, 32),), xnnpack={}, tolerance=0.1)


@model
def xnn_four_bits_channel():
    net = nn.Sequential(nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 8)).eval()
    return one("4-bit weights per channel", four_bits(net, 0), (torch.randn(2, 32),), xnnpack={}, tolerance=0.1)


@model
def text_cnn_dyn():
    class TextCnn(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.out = nn.Embedding(20, 6), nn.Linear(8, 3)
            self.convs = nn.ModuleList(nn.Conv1d(6, 4, n) for n in (2, 3))

        def forward(self, ids):
            x = self.words(ids).transpose(1, 2)
            return self.out(torch.cat([F.relu(c(x)).amax(2) for c in self.convs], 1))

    return one("batch and length vary", TextCnn(), *[(torch.randint(0, 20, s),) for s in ((2, 6), (1, 4), (4, 9))],
               dynamic=lambda: ({0: torch.export.Dim("batch", min=1, max=4), 1: torch.export.Dim("length", min=4, max=10)},))  # fmt: skip


class Attend(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear(8, 24), nn.Linear(8, 8)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        y = torch.softmax(q @ k.transpose(1, 2) / 8**0.5, -1) @ v
        return self.out(y), y.mean(1)


def lengths():
    return {"dynamic": lambda: ({0: torch.export.Dim("batch", min=1, max=4), 1: torch.export.Dim("length", min=2, max=10)},)}


row("attend_dyn", lambda: one("attention, batch and length vary", Attend(), *[(torch.randn(*s, 8),) for s in ((2, 6), (1, 3), (4, 9))], **lengths()))
row("xnn_attend_dyn", lambda: one("attention in delegates, batch and length vary", Attend(), *[(torch.randn(*s, 8),) for s in ((2, 6), (1, 3), (4, 9))], xnnpack={}, **lengths()))


class WaveNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.start = nn.Conv1d(1, 8, 1)
        self.layers = nn.ModuleList(nn.Conv1d(8, 16, 2, dilation=2**i) for i in range(3))
        self.mix, self.out = nn.ModuleList(nn.Conv1d(8, 8, 1) for _ in range(3)), nn.Conv1d(8, 1, 1)

    def forward(self, x):
        x, total = self.start(x), 0
        for i, (layer, mix) in enumerate(zip(self.layers, self.mix)):
            a, b = layer(F.pad(x, (2**i, 0))).chunk(2, 1)
            y = mix(torch.tanh(a) * torch.sigmoid(b))
            x, total = x + y, total + y
        return self.out(F.relu(total))


row("wavenet", lambda: one("dilated convolutions over time", WaveNet(), (torch.randn(1, 1, 20),)))
row("xnn_wavenet", lambda: one("dilated convolutions over time in delegates", WaveNet(), (torch.randn(1, 1, 20),), xnnpack={}))


@model
def keywords():
    class Keywords(nn.Module):
        def __init__(self):
            super().__init__()
            window = torch.hann_window(16, periodic=False)
            k = torch.arange(9).float()[:, None] * torch.arange(16).float()[None] * 2 * torch.pi / 16
            self.register_buffer("basis", torch.cat([k.cos() * window, k.sin() * window]).unsqueeze(1))
            self.body = nn.Sequential(nn.InstanceNorm1d(9, affine=True), nn.Conv1d(9, 8, 3, 2), nn.GroupNorm(2, 8), nn.ELU(), nn.Conv1d(8, 4, 3))

        def forward(self, wave):
            real, imaginary = F.conv1d(wave.unsqueeze(1), self.basis, stride=8).chunk(2, 1)
            x = torch.log1p(real * real + imaginary * imaginary)
            return torch.softmax(self.body(x).mean(2), 1)

    return one("spectra and norms", Keywords(), (torch.randn(1, 120),))


# --- other kinds -----------------------------------------------------------------------------------------------------------


@model
def bags():
    class Bags(nn.Module):
        def __init__(self):
            super().__init__()
            self.items, self.dense, self.out = nn.Embedding(40, 8, padding_idx=0), nn.Linear(5, 8), nn.Linear(11, 1)

        def forward(self, ids, numbers):
            given = (ids != 0).float().unsqueeze(-1)
            parts = [(self.items(ids) * given).sum(1) / given.sum(1).clamp(min=1), self.dense(numbers), self.items(ids[:, 0])]
            stack = torch.stack(parts, 1)
            pairs = torch.bmm(stack, stack.transpose(1, 2))
            i, j = torch.tensor([1, 2, 2]), torch.tensor([0, 0, 1])
            return torch.sigmoid(self.out(torch.cat([parts[1], pairs[:, i, j]], 1)))

    return one("a recommender with bags of items", Bags(), (torch.tensor([[3, 9, 0, 0], [7, 1, 30, 2]]), torch.randn(2, 5)))


@model
def experts():
    class Experts(nn.Module):
        def __init__(self):
            super().__init__()
            self.gate = nn.Linear(8, 4)
            self.weights = nn.Parameter(torch.randn(4, 8, 8) * 0.3)

        def forward(self, x):
            score, which = torch.softmax(self.gate(x), -1).topk(2, -1)
            y = torch.einsum("bi,bkio->bko", x, self.weights[which])
            return (y * (score / score.sum(-1, keepdim=True)).unsqueeze(-1)).sum(1), F.one_hot(which, 4).sum((0, 1))

    return one("a mixture of experts", Experts(), (torch.randn(3, 8),))


@model
def tokenizer():
    def f(characters, table):
        letter = (characters >= 97) & (characters <= 122)
        upper = (characters >= 65) & (characters <= 90)
        lower = torch.where(upper, characters + 32, characters)
        begins = F.pad((letter | upper).to(torch.int64), (1, 0))[:, :-1] == 0
        word = torch.cumsum((begins & (letter | upper)).to(torch.int64), 1)
        code = ((lower * 31 + word * 7) ^ (lower >> 2 if False else lower // 4)) % 16
        ids = table[code]
        ids = torch.where(letter | upper, ids, torch.zeros_like(ids))
        return ids, word.amax(1), (ids != 0).sum(1), ids.argmax(1), torch.bitwise_and(ids, 3), torch.any(upper, 1)

    text = torch.tensor([[ord(c) for c in s] for s in ("Hello, World", "abc DEF 123!")])
    return one("only integers: codes of characters to numbers of words", function(f), (text, torch.randperm(16) + 1))


@model
def activations():
    def f(x):
        return (F.mish(x), F.selu(x), F.softsign(x), F.hardsigmoid(x), F.gelu(x, approximate="tanh"), F.celu(x), F.softplus(x), F.logsigmoid(x), F.relu6(x),
                F.prelu(x, torch.tensor([0.2])), F.hardtanh(x, -0.5, 0.5), F.threshold(x, 0.1, 0.0), F.tanhshrink(x), F.softmin(x, 1))  # fmt: skip

    return one("activations", function(f), (torch.randn(2, 6),))


@model
def statistics():
    def f(x, y):
        z = (x - x.mean(1, keepdim=True)) / (x.std(1, keepdim=True) + 1e-5)
        distance = torch.cdist(x, y)
        return (z, torch.logsumexp(x, 1), x.norm(dim=1), F.cosine_similarity(x, y, dim=1), distance.argmin(1), x.median(1).values if False else x.sort(1)[0][:, 2],
                F.normalize(y, dim=1), torch.outer(x[0], y[0]), F.mse_loss(x, y).reshape(1))  # fmt: skip

    return one("statistics and distances", function(f), (torch.randn(3, 5), torch.randn(3, 5)))


@model
def statistics_plain():
    def f(x, y):
        z = (x - x.mean(1, keepdim=True)) / (x.var(1, keepdim=True) + 1e-5).sqrt()
        return z, torch.logsumexp(x, 1), x.norm(dim=1), F.cosine_similarity(x, y, dim=1), F.normalize(y, dim=1), (x * y).sum().reshape(1), x.abs().amax(1)

    return one("statistics", function(f), (torch.randn(3, 5), torch.randn(3, 5)))


@model
def xnn_partial():
    class Partial(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b, self.c = nn.Conv2d(3, 4, 3, padding=1), nn.Conv2d(4, 4, 3, padding=1), nn.Linear(4, 3)

        def forward(self, x):
            y = torch.flip(F.relu(self.a(x)), [3])
            y = self.b(y) + torch.erf(y)
            y = torch.roll(y, 1, 2).amax((2, 3))
            return self.c(y), torch.asinh(y)

    return one("delegates with operators between them", Partial(), image(8), xnnpack={})


@model
def xnn_branches():
    class Branches(nn.Module):
        def __init__(self):
            super().__init__()
            self.start, self.yes, self.no, self.end = nn.Linear(6, 8), nn.Linear(8, 8), nn.Linear(8, 8), nn.Linear(8, 2)

        def forward(self, x):
            y = F.relu(self.start(x))
            y = torch.cond(x.sum() > 0, lambda y: self.yes(y) + 1, lambda y: torch.tanh(self.no(y)), (y,))
            return self.end(y)

    return one("delegates inside and around a condition", Branches(), (torch.ones(2, 6),), (-torch.ones(2, 6),), xnnpack={"two_step": True}, edge={"_check_ir_validity": False})


@model
def branches():
    spec = xnn_branches()
    spec.xnnpack, spec.edge = None, {"_check_ir_validity": False}
    return spec


class Head(nn.Module):
    def __init__(self, body, last):
        super().__init__()
        self.body, self.last = body, last

    def forward(self, x):
        return self.last(F.gelu(self.body(x)))


class TwoHeads:
    def __init__(self):
        body = nn.Linear(6, 12)
        self.methods = {"classify": (Head(body, nn.Linear(12, 3)).eval(), [(torch.randn(2, 6),)]),
                        "encode": (Head(body, nn.LayerNorm(12)).eval(), [(torch.randn(1, 6),)])}  # fmt: skip


row("two_heads", lambda: Spec("two methods that share weights", TwoHeads().methods, constants={"labels": 3, "threshold": 0.25}))
row("xnn_two_heads_ext", lambda: Spec("weights of two methods in a .ptd", TwoHeads().methods, xnnpack={}, external=True))
row("two_heads_ext", lambda: Spec("constants of two methods in a .ptd", TwoHeads().methods, config={"external_constants": True}))


class Memory(nn.Module):
    def __init__(self, write):
        super().__init__()
        self.write = write
        self.register_buffer("rows", torch.zeros(4, 3))
        self.register_buffer("count", torch.zeros(1, dtype=torch.int64))
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        if self.write:
            self.rows[self.count] = self.fc(x)
            self.count.add_(1)
        return self.rows.sum(0) + x


def memories():
    return {"put": (Memory(True).eval(), [(torch.randn(1, 3),) for _ in range(3)]), "get": (Memory(False).eval(), [(torch.randn(1, 3),)])}


row("memory", lambda: Spec("two methods with the same buffers", memories()))


@model
def memory_shared():
    planning = first("executorch.exir.passes.MemoryPlanningPass", "executorch.exir.passes.memory_planning_pass.MemoryPlanningPass")
    return Spec("two methods that share buffers", memories(),
                config={"memory_planning_pass": export.options(planning, {"share_mutable_buffers": True}), "emit_mutable_buffer_names": True})  # fmt: skip


row("arguments", lambda: one("numbers as arguments", signature(lambda x, n, s: (x * s).roll(n, 0) if n > 1 else x, "x, n: int, s: float"), (torch.randn(4, 2), 2, 0.5)))


def described(name, out, make=export.export):
    """What `export` returns, with objects among the options by name."""
    entry = make(name, out)
    entry["options"] = json.loads(json.dumps(entry["options"], default=lambda value: type(value).__name__))
    return entry


if __name__ == "__main__":
    export.export = described
    export.main()
