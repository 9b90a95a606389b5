"""Models for the set 2026-11-devices (docs/accuracy.md): what assistants, cameras, headsets and instruments run on a device.

Language blocks with caches (also with the operators of the library `custom_ops`), pictures, sound, recurrences, quantisation (static, dynamic,
and with the operators of the library `quantized`), half types, embeddings, control flow. Each is one of several ways to hand a model over.
"""

import torch
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, add, conv, r

# --- language ----------------------------------------------------------------------------------------------------------------


class Cache(nn.Module):
    """Keys and values of the tokens so far, written at a position that is an input."""

    def __init__(self, length, heads, size):
        super().__init__()
        self.register_buffer("k", torch.zeros(1, heads, length, size))
        self.register_buffer("v", torch.zeros(1, heads, length, size))

    def forward(self, k, v, at):
        self.k[:, :, at] = k
        self.v[:, :, at] = v
        return self.k, self.v


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(size) + 0.5)

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.weight


class Block(nn.Module):
    """A block of a decoder: grouped heads, rotary positions, a gated layer."""

    def __init__(self, size=16, heads=4, groups=2, length=8, act="silu", cached=True):
        super().__init__()
        self.heads, self.groups, self.part, self.act = heads, groups, size // heads, act
        self.q, self.k, self.v = nn.Linear(size, size, False), nn.Linear(size, groups * self.part, False), nn.Linear(size, groups * self.part, False)
        self.o, self.gate, self.up, self.down = nn.Linear(size, size, False), nn.Linear(size, 24, False), nn.Linear(size, 24, False), nn.Linear(24, size, False)
        self.one, self.two = Norm(size), Norm(size)
        angle = torch.outer(torch.arange(length), 1 / 100 ** (torch.arange(0, self.part, 2) / self.part))
        self.register_buffer("cos", angle.cos())
        self.register_buffer("sin", angle.sin())
        self.register_buffer("mask", torch.tril(torch.ones(length, length, dtype=torch.bool)))
        self.cache = Cache(length, groups, self.part) if cached else None

    def turn(self, x, at):
        a, b = x[..., 0::2], x[..., 1::2]
        cos, sin = self.cos[at], self.sin[at]
        return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2)

    def forward(self, x, at):
        h = self.one(x)
        n = x.shape[1]
        q = self.turn(self.q(h).view(1, n, self.heads, self.part).transpose(1, 2), at)
        k = self.turn(self.k(h).view(1, n, self.groups, self.part).transpose(1, 2), at)
        v = self.v(h).view(1, n, self.groups, self.part).transpose(1, 2)
        mask = None
        if self.cache is not None:
            k, v = self.cache(k, v, at)
            mask = self.mask[at]
        k, v = (t.repeat_interleave(self.heads // self.groups, 1) for t in (k, v))
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = x + self.o(y.transpose(1, 2).reshape(1, n, -1))
        h = self.two(x)
        return x + self.down(getattr(F, self.act)(self.gate(h)) * self.up(h))


class Decoder(nn.Module):
    def __init__(self, words=20, size=16, tied=True, **options):
        super().__init__()
        self.words = nn.Embedding(words, size)
        self.block, self.last = Block(size, **options), Norm(size)
        self.head = None if tied else nn.Linear(size, words)

    def forward(self, tokens, at):
        x = self.last(self.block(self.words(tokens), at))
        return x @ self.words.weight.T if self.head is None else self.head(x)


def token(at, n=1):
    return lambda: (torch.randint(0, 20, (1, n)), torch.arange(at, at + n))


add("decoder", "a decoder with a cache, token by token", Decoder, token(0), token(1), token(2), ways=("plain", "xnn", "dq"))
add("decoder_gelu", "a decoder with gelu, an own head", lambda: Decoder(tied=False, act="gelu"), token(0), token(1), ways=("plain", "xnn"))
add("prompt", "four tokens at once into the cache", Decoder, token(0, 4), token(4, 4), ways=("plain", "xnn", "dq"))
add("scorer", "a decoder without a cache", lambda: Decoder(cached=False, tied=False), token(0, 6), ways=("plain", "xnn", "dq", "sq", "f16", "bf16"))


class Library(nn.Module):
    """Attention by the operators of the library."""

    def __init__(self, fused=True, size=16, heads=2, length=8):
        super().__init__()
        self.fused, self.heads, self.part = fused, heads, size // heads
        self.words, self.qkv, self.o = nn.Embedding(20, size), nn.Linear(size, 3 * size), nn.Linear(size, 20)
        self.register_buffer("k", torch.zeros(1, length, heads, self.part))
        self.register_buffer("v", torch.zeros(1, length, heads, self.part))

    def forward(self, tokens, at):
        n = tokens.shape[1]
        q, k, v = self.qkv(self.words(tokens)).view(1, n, 3, self.heads, self.part).unbind(2)
        start = at[0].item()
        torch._check_is_size(start)
        torch._check(start < self.k.shape[1])
        if self.fused:
            y = torch.ops.llama.sdpa_with_kv_cache(q, k, v, self.k, self.v, start, n, None, 0.0, True)
        else:
            torch.ops.llama.update_cache(k, self.k, start)
            torch.ops.llama.update_cache(v, self.v, start)
            y = torch.ops.llama.custom_sdpa(q, self.k, self.v, start, None, 0.0, True)
        return self.o(y.reshape(1, n, -1))


add("library_decoder", "a decoder whose attention is in the library", Library, token(0), token(1), token(2), ways=("plain", "xnn"), libraries=("custom_ops",))
add("library_prompt", "a prompt for attention in the library", Library, token(0, 3), token(3, 3), libraries=("custom_ops",))
add("library_apart", "a cache that is written by the library, and its attention", lambda: Library(False), token(0), token(1), ways=("plain", "xnn"), libraries=("custom_ops",))
add("rotated", "a Hadamard transform before a layer", lambda: Do(lambda s, x: s.l(torch.ops.llama.fast_hadamard_transform(x)), l=nn.Linear(16, 4)), r(3, 16), libraries=("custom_ops",))


class Window(nn.Module):
    """A ring of the last tokens: the oldest is overwritten."""

    def __init__(self, length=4, size=8):
        super().__init__()
        self.length = length
        self.q, self.k, self.v = (nn.Linear(size, size) for _ in range(3))
        self.register_buffer("keys", torch.zeros(length, size))
        self.register_buffer("values", torch.zeros(length, size))
        self.register_buffer("used", torch.zeros(length))

    def forward(self, x, at):
        place = at % self.length
        self.keys.index_copy_(0, place, self.k(x))
        self.values.index_copy_(0, place, self.v(x))
        self.used.index_fill_(0, place, 1.0)
        score = self.q(x) @ self.keys.T / 3 + (self.used - 1) * 1e4
        return score.softmax(-1) @ self.values


add("window", "a ring of the last tokens", Window, *[lambda i=i: (torch.randn(1, 8), torch.tensor([i])) for i in range(6)], ways=("plain", "xnn"))
add("mixture", "two of four experts for each token",
    lambda: Do(lambda s, x: (lambda w: sum(w[..., i : i + 1] * getattr(s, f"e{i}")(x) for i in range(4)))(
        torch.zeros(5, 4).scatter(1, s.g(x).topk(2).indices, s.g(x).topk(2).values.softmax(-1))), g=nn.Linear(8, 4), **{f"e{i}": nn.Linear(8, 8) for i in range(4)}),
    r(5, 8), ways=("plain", "xnn"))  # fmt: skip
add("lora", "a layer and a low-rank change of it", lambda: Do(lambda s, x: s.l(x) + 0.5 * s.b(s.a(x)), l=nn.Linear(12, 6), a=nn.Linear(12, 2, False), b=nn.Linear(2, 6, False)),
    r(3, 12), ways=("plain", "xnn", "dq", "sq", "f16"))  # fmt: skip
add("bag", "a sum of embeddings, and the nearest", lambda: Do(lambda s, i: F.normalize(s.w(i).mean(1), dim=-1) @ F.normalize(s.w.weight, dim=-1).T, w=nn.Embedding(11, 6)),
    lambda: (torch.randint(0, 11, (2, 4)),), ways=("plain", "f16", "bf16"))  # fmt: skip
add("sampler", "logits to probabilities: temperature, the best, what is left over",
    lambda: Do(lambda s, x, t: (lambda v: ((v.softmax(-1)).cumsum(-1) < 0.9, v.argmax(-1)))((x / t).sort(-1, descending=True).values)), lambda: (torch.randn(2, 9), torch.tensor(0.7)))
add("punish", "what was said before counts less",
    lambda: Do(lambda s, x, i: torch.where(x.gather(1, i) > 0, x.gather(1, i) / 1.2, x.gather(1, i) * 1.2)), lambda: (torch.randn(1, 9), torch.tensor([[2, 5]])))
add("encoder", "a layer of an encoder, as the library has it", lambda: nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, activation="gelu"), r(1, 5, 16),
    ways=("plain", "xnn", "dq", "f16"))  # fmt: skip
add("cross", "a question about a picture", lambda: Do(lambda s, x, y: s.n(x + s.m(x, y, y, need_weights=False)[0]), m=nn.MultiheadAttention(8, 2, batch_first=True), n=nn.LayerNorm(8)),
    lambda: (torch.randn(1, 3, 8), torch.randn(1, 7, 8)), ways=("plain", "xnn"))  # fmt: skip
add("linear_bias", "attention whose bias grows with distance",
    lambda: Do(lambda s, x: ((s.q(x) @ s.k(x).transpose(1, 2)) / 3 + s.d).softmax(-1) @ x, q=nn.Linear(8, 8), k=nn.Linear(8, 8), d=-(torch.arange(5)[:, None] - torch.arange(5)).abs() * 0.3),
    r(1, 5, 8), ways=("plain", "xnn", "bf16"))  # fmt: skip

# --- pictures ----------------------------------------------------------------------------------------------------------------


class Shuffle(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = conv(4, 4, 1), conv(4, 4, 3, 1, 4)

    def forward(self, x):
        a, b = x.chunk(2, 1)
        y = torch.cat((a, self.two(self.one(b))), 1)
        return y.view(1, 2, 4, *y.shape[2:]).transpose(1, 2).reshape(y.shape)


class Squeeze(nn.Module):
    def __init__(self, n=8):
        super().__init__()
        self.c, self.a, self.b = conv(3, n, act=nn.Hardswish), nn.Conv2d(n, 2, 1), nn.Conv2d(2, n, 1)

    def forward(self, x):
        x = self.c(x)
        return x * F.hardsigmoid(self.b(F.relu(self.a(F.adaptive_avg_pool2d(x, 1)))))


class Unet(nn.Module):
    def __init__(self, up="nearest"):
        super().__init__()
        self.up = up
        self.a, self.b, self.c, self.d = conv(3, 6), conv(6, 8, 3, 2), conv(14, 6), nn.Conv2d(6, 2, 1)
        self.t = nn.ConvTranspose2d(8, 8, 2, 2)

    def forward(self, x):
        a = self.a(x)
        b = self.b(a)
        b = self.t(b) if self.up == "learned" else F.interpolate(b, scale_factor=2, mode=self.up, **({"align_corners": False} if self.up == "bilinear" else {}))
        return self.d(self.c(torch.cat((a, b), 1))).softmax(1)


class Next(nn.Module):
    """A wide convolution for each channel, a norm over channels, a layer over them."""

    def __init__(self, n=6):
        super().__init__()
        self.stem, self.wide, self.norm = nn.Conv2d(3, n, 2, 2), nn.Conv2d(n, n, 7, padding=3, groups=n), nn.LayerNorm(n)
        self.a, self.b, self.scale = nn.Linear(n, 4 * n), nn.Linear(4 * n, n), nn.Parameter(torch.rand(n))

    def forward(self, x):
        x = self.stem(x)
        y = self.b(F.gelu(self.a(self.norm(self.wide(x).permute(0, 2, 3, 1)))))
        return x + (self.scale * y).permute(0, 3, 1, 2)


PICTURE = r(1, 3, 16, 16)
add("shuffle", "channels that are shuffled", lambda: nn.Sequential(conv(3, 8, 3, 2), Shuffle()), PICTURE, ways=("plain", "xnn", "sq", "sqp"))
add("squeeze", "channels that are weighed", Squeeze, PICTURE, ways=("plain", "xnn", "sq"))
add("unet", "a segmentation", Unet, PICTURE, ways=("plain", "xnn", "sq"))
add("unet_bilinear", "a segmentation, bilinear", lambda: Unet("bilinear"), PICTURE, ways=("plain", "xnn"))
add("unet_learned", "a segmentation with transposed convolutions", lambda: Unet("learned"), PICTURE, ways=("plain", "xnn", "xf16"))
add("next", "a wide convolution, a norm, layers", Next, PICTURE, ways=("plain", "xnn", "dq", "f16"))
add("patches", "patches of a picture, classified", lambda: Do(lambda s, x: s.h(torch.cat((s.t.expand(1, -1, -1), s.p(x).flatten(2).transpose(1, 2)), 1)[:, 0] + s.p(x).mean((2, 3))),
    p=nn.Conv2d(3, 8, 4, 4), t=torch.randn(1, 1, 8), h=nn.Linear(8, 5)), PICTURE, ways=("plain", "xnn", "bf16"))  # fmt: skip
add("boxes", "boxes from a head: centres, sizes, scores", lambda: Do(lambda s, x: (lambda y: torch.cat(((y[:, :2].sigmoid() * 2 - 0.5 + s.g) * 4, (y[:, 2:4].sigmoid() * 2) ** 2 * 8, y[:, 4:].sigmoid()), 1).flatten(2).permute(0, 2, 1))(s.c(x)),
    c=nn.Conv2d(3, 7, 3, 4, 1), g=torch.stack(torch.meshgrid(torch.arange(4.0), torch.arange(4.0), indexing="ij"))[None]), PICTURE, ways=("plain", "xnn"))  # fmt: skip
add("nms_scores", "overlaps of boxes", lambda: Do(lambda s, b: (lambda lt, rb: (lambda wh: wh[..., 0] * wh[..., 1])((rb - lt).clamp(min=0)))(
    torch.maximum(b[:, None, :2], b[None, :, :2]), torch.minimum(b[:, None, 2:], b[None, :, 2:]))), lambda: (torch.rand(5, 4).cumsum(1),))  # fmt: skip
add("keypoints", "where heat is", lambda: Do(lambda s, h: ((h.flatten(2).softmax(-1).view_as(h) * s.x).sum((2, 3)), (h.flatten(2).softmax(-1).view_as(h) * s.x.T).sum((2, 3))), x=torch.arange(8.0).repeat(8, 1)),
    r(1, 3, 8, 8))  # fmt: skip
add("tone", "a curve for brightness, from bytes", lambda: Do(lambda s, x: ((x.float() / 255).clamp(min=1e-4).pow(0.45) * 255).round().clamp(0, 255).to(torch.uint8)), lambda: (torch.randint(0, 256, (1, 3, 4, 5), dtype=torch.uint8),))
add("demosaic", "a mosaic of colours, interpolated", lambda: Do(lambda s, x: F.pixel_shuffle(F.conv2d(F.pixel_unshuffle(x, 2), s.w, padding=1), 2), w=torch.randn(12, 4, 3, 3) / 6), r(1, 1, 8, 8), ways=("plain", "xnn"))
add("depth", "depth from two pictures: costs of shifts", lambda: Do(lambda s, a, b: torch.stack([(a - torch.roll(b, d, -1)).abs().mean(1) for d in range(4)], 1).argmin(1)), lambda: (torch.randn(1, 3, 6, 8), torch.randn(1, 3, 6, 8)))
add("style", "statistics of channels", lambda: Do(lambda s, x: (x - x.mean((2, 3), keepdim=True)) / (x.var((2, 3), keepdim=True) + 1e-5).sqrt() * s.g + s.b, g=torch.rand(1, 3, 1, 1), b=torch.rand(1, 3, 1, 1)),
    PICTURE, ways=("plain", "xnn", "f16"))  # fmt: skip
add("groups", "a norm over groups", lambda: nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.GroupNorm(4, 8), nn.SiLU()), PICTURE, ways=("plain", "xnn"))
add("prelu", "slopes that are learned", lambda: nn.Sequential(nn.Conv2d(3, 4, 3), nn.PReLU(4), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(196, 3)), PICTURE, ways=("plain", "xnn"))

# --- sound -------------------------------------------------------------------------------------------------------------------


class Dilated(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ModuleList(nn.Conv1d(4, 8, 2, dilation=2**i) for i in range(3))
        self.first, self.last = nn.Conv1d(1, 4, 1), nn.Conv1d(4, 2, 1)

    def forward(self, x):
        x = self.first(x)
        for i, layer in enumerate(self.a):
            a, b = layer(F.pad(x, (2**i, 0))).chunk(2, 1)
            x = x + a.tanh() * b.sigmoid()
        return self.last(x)


add("dilated", "dilated convolutions with gates", Dilated, r(1, 1, 20), ways=("plain", "xnn", "f16"))
add("keyword", "a word in a spectrum: convolutions apart", lambda: nn.Sequential(conv(1, 6, 3, 2), conv(6, 6, 3, 1, 6), conv(6, 8, 1), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4)), r(1, 1, 12, 10),
    ways=("plain", "xnn", "sq", "sqp"))  # fmt: skip
add("envelope", "loudness over time", lambda: Do(lambda s, x: torch.stack([(x[:, i * 4 : i * 4 + 8] ** 2).mean(1) for i in range(5)], 1).clamp(min=1e-8).log10() * 10), r(1, 24))
add("gru", "a recurrence with gates", lambda: nn.GRU(4, 6, batch_first=True), r(1, 5, 4), ways=("plain", "xnn"))
add("lstm", "a recurrence with memory", lambda: Do(lambda s, x: s.l(s.r(x)[0][:, -1]), r=nn.LSTM(4, 6, 2, batch_first=True), l=nn.Linear(6, 3)), r(1, 4, 4), ways=("plain", "xnn"))
add("lstm_both", "a recurrence both ways", lambda: nn.LSTM(4, 3, bidirectional=True), r(5, 1, 4))


class Stream(nn.Module):
    """A recurrence whose state is kept between calls."""

    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 6)
        self.register_buffer("h", torch.zeros(1, 6))

    def forward(self, x):
        self.h.copy_(self.cell(x, self.h))
        return self.h + 0


add("stream", "a recurrence whose state is kept", Stream, r(1, 4), r(1, 4), r(1, 4), ways=("plain", "xnn"))
add("delay", "an echo: a line of samples that is kept", lambda: Do(lambda s, x: (lambda y: (s.d.copy_(torch.cat((s.d[:, 4:], y), 1)), y)[1])(x + 0.5 * s.d[:, :4]), d=torch.zeros(1, 8)), r(1, 4), r(1, 4), r(1, 4))

# --- instruments, numbers ----------------------------------------------------------------------------------------------------

add("strap", "a heart's rate: differences, peaks", lambda: Do(lambda s, x: (lambda d: ((d[:, :-1] > 0) & (d[:, 1:] <= 0)).sum(1))(x[:, 1:] - x[:, :-1])), r(2, 16))
add("compass", "an angle from three axes", lambda: Do(lambda s, m: torch.atan2(m[:, 1], m[:, 0]) * 180 / torch.pi % 360), r(4, 3))
add("quaternion", "a turn of a vector", lambda: Do(lambda s, q, v: v + 2 * torch.linalg.cross(q[:, 1:], torch.linalg.cross(q[:, 1:], v) + q[:, :1] * v)), lambda: (F.normalize(torch.randn(2, 4)), torch.randn(2, 3)))
add("odd_one", "what lies far from the mean", lambda: Do(lambda s, x: ((x - x.mean(1, keepdim=True)).abs() > 1.5 * x.std(1, keepdim=True)).any(1)), r(3, 8))
add("trees", "trees as tables", lambda: Do(lambda s, x: s.v[(x[:, s.i] > s.t).long().mul(torch.tensor([4, 2, 1])).sum(1)], i=torch.tensor([0, 3, 1]), t=torch.randn(3), v=torch.randn(8)), r(4, 5))
add("auto", "what is rebuilt from less", lambda: nn.Sequential(nn.Linear(12, 4), nn.ELU(), nn.Linear(4, 12)), r(3, 12), ways=("plain", "xnn", "dq", "sq", "sqp", "f16", "bf16", "xf16"))
add("quantiles", "ranks of what was measured", lambda: Do(lambda s, x: x.sort(1).values[:, 1::3]), r(2, 9))
add("doubles", "sums in float64", lambda: Do(lambda s, x: (x.double().cumsum(1) / torch.arange(1, 7, dtype=torch.float64)).float()), r(2, 6))
add("rounds", "whole numbers: division, remainder, bits", lambda: Do(lambda s, x: (x // 3, x % 3, x & 6, x ^ 5, ~x)), lambda: (torch.randint(0, 50, (2, 5)),))
add("erf", "a distribution", lambda: Do(lambda s, x: (0.5 * (1 + torch.erf(x / 2**0.5)), torch.expm1(-x.abs()), torch.log1p(x * x))), r(2, 5))
add("trig", "waves", lambda: Do(lambda s, x: torch.cat((x.sin(), x.cos(), x.tan(), x.sinh() / x.cosh()), 1)), r(2, 4), ways=("plain", "xnn"))
add("roots", "lengths, inverse", lambda: Do(lambda s, x: (x * x + 1).rsqrt() * s.l(x), l=nn.Linear(6, 6)), r(2, 6), ways=("plain", "xnn"))
add("gelu_tail", "a layer, gelu, a layer", lambda: nn.Sequential(nn.Linear(6, 8), nn.GELU(), nn.Linear(8, 3)), r(2, 6), ways=("plain", "xnn"))
add("products", "a product of batches between layers", lambda: Do(lambda s, x: s.b(torch.bmm(s.a(x), s.a(x).transpose(1, 2)).softmax(-1)), a=nn.Linear(4, 4), b=nn.Linear(3, 2)), r(2, 3, 4), ways=("plain", "xnn"))
add("logs", "exponents and logarithms between layers", lambda: Do(lambda s, x: s.b(s.a(x).exp().clamp(max=9).log()), a=nn.Linear(4, 4), b=nn.Linear(4, 2)), r(2, 4), ways=("plain", "xnn"))
add("tanh", "a layer between two tanh", lambda: nn.Sequential(nn.Tanh(), nn.Linear(4, 5), nn.Tanh()), r(2, 4), ways=("plain", "xnn", "sq"))


def varies(**sizes):
    return lambda: sizes


def rows_of(name, most):
    return lambda: ({0: torch.export.Dim(name, min=1, max=most)},)


add("rows", "as many rows as there are", lambda: nn.Sequential(nn.Linear(5, 7), nn.ReLU(), nn.Linear(7, 2)), r(3, 5), r(1, 5), r(6, 5), ways=("plain", "xnn", "dq"), dynamic=rows_of("rows", 8))
add("sequence", "a sequence of any length", lambda: Do(lambda s, x: (s.q(x) @ s.k(x).T / 2).softmax(-1) @ x, q=nn.Linear(4, 4), k=nn.Linear(4, 4)), r(3, 4), r(5, 4), ways=("plain", "xnn"), dynamic=lambda: (rows_of("length", 9)(),))

# --- control flow ------------------------------------------------------------------------------------------------------------


class Either(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(4, 3), nn.Linear(4, 3)

    def forward(self, x, loud):
        return torch.cond(loud, lambda x: self.a(x).relu(), lambda x: self.b(x).sigmoid(), (x,))


add("either", "one of two layers", Either, lambda: (torch.randn(2, 4), torch.tensor([True])), lambda: (torch.randn(2, 4), torch.tensor([False])))
add("gate", "a branch by what is measured", lambda: Do(lambda s, x: torch.cond((x.mean() > 0).reshape(1), lambda x: x * 2, lambda x: x - 1, (x,))), lambda: (torch.ones(3),), lambda: (-torch.ones(3),))
add("twice", "a branch in a branch", lambda: Do(lambda s, x: torch.cond((x.sum() > 0).reshape(1), lambda x: torch.cond((x.max() > 2).reshape(1), lambda x: x / 2, lambda x: x + 1, (x,)), lambda x: -x, (x,))),
    lambda: (torch.ones(3),), lambda: (3 * torch.ones(3),), lambda: (-torch.ones(3),))  # fmt: skip


# --- embeddings and layers of the library `quantized` ------------------------------------------------------------------------


class Bytes(nn.Module):
    """An embedding of 8 or 4 bits."""

    def __init__(self, bits):
        super().__init__()
        import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401  (declares the operators)

        self.bits = bits
        self.register_buffer("w", torch.randint(-127, 127, (9, 8), dtype=torch.int8) if bits == 8 else torch.randint(0, 255, (9, 4), dtype=torch.uint8))
        self.register_buffer("s", torch.rand(9) / 50)
        self.l = nn.Linear(8, 3)

    def forward(self, i):
        ops = torch.ops.quantized_decomposed
        if self.bits == 8:
            return self.l(ops.embedding_byte(self.w, self.s, None, -128, 127, i))
        return self.l(ops.embedding_4bit(self.w, self.s, None, -8, 7, i))


def words():
    return (torch.tensor([3, 0, 8]),)


add("bytes_8", "an embedding of bytes", lambda: Bytes(8), words, ways=("plain", "xnn"), libraries=("quantized",))
add("bytes_4", "an embedding of 4 bits", lambda: Bytes(4), words, ways=("plain", "xnn"), libraries=("quantized",))
add("both_libraries", "a decoder whose attention is in one library and whose words are in another",
    lambda: Do(lambda s, i, at: s.d(i, at) + s.e(i[0]).sum(), d=Library(), e=Bytes(8)), lambda: (torch.randint(0, 9, (1, 1)), torch.tensor([0])), lambda: (torch.randint(0, 9, (1, 1)), torch.tensor([1])),
    libraries=("custom_ops", "quantized"))  # fmt: skip
