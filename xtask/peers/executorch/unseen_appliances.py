"""Models for the set 2026-11-appliances (docs/accuracy.md): what appliances, vehicles, wearables, shops and games run.

Kinds that no earlier set and no file of the corpus has. unseen_cabins.py has the rest. Each is one of several ways to hand a model over.
"""

import math

import torch
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, add, conv, r

# --- language ----------------------------------------------------------------------------------------------------------------


class Past(nn.Module):
    """A decoder whose keys and values go in and out: the application keeps them."""

    def __init__(self, size=16, heads=2):
        super().__init__()
        self.heads, self.part = heads, size // heads
        self.words, self.places = nn.Embedding(24, size), nn.Embedding(12, size)
        self.a, self.b = nn.LayerNorm(size), nn.LayerNorm(size)
        self.qkv, self.o = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.up, self.down, self.head = nn.Linear(size, 32), nn.Linear(32, size), nn.Linear(size, 24, bias=False)

    def forward(self, token, past_k, past_v):
        n = past_k.shape[2]
        x = self.words(token) + self.places.weight[n : n + 1]
        q, k, v = (t.reshape(1, 1, self.heads, self.part).transpose(1, 2) for t in self.qkv(self.a(x)).chunk(3, -1))
        k, v = torch.cat((past_k, k), 2), torch.cat((past_v, v), 2)
        y = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(1, 1, -1)
        x = x + self.o(y)
        x = x + self.down(F.gelu(self.up(self.b(x)), approximate="tanh"))
        return self.head(x), k, v


add("reply", "a decoder whose past the application keeps", Past, lambda: (torch.tensor([[5]]), torch.randn(1, 2, 4, 8), torch.randn(1, 2, 4, 8)), ways=("xnn", "dq", "f16"))


class Listener(nn.Module):
    """A step of a decoder that looks at what an encoder heard, with a cache of its own words."""

    def __init__(self, size=12, length=6):
        super().__init__()
        self.words, self.norm = nn.Embedding(20, size), nn.LayerNorm(size)
        self.q, self.k, self.v, self.o = (nn.Linear(size, size) for _ in range(4))
        self.cross = nn.MultiheadAttention(size, 3, batch_first=True)
        self.head = nn.Linear(size, 20)
        self.register_buffer("keys", torch.zeros(1, length, size))
        self.register_buffer("values", torch.zeros(1, length, size))
        self.register_buffer("later", torch.triu(torch.full((length, length), -1e4), 1))

    def forward(self, token, heard, at):
        x = self.norm(self.words(token))
        self.keys.index_copy_(1, at, self.k(x))
        self.values.index_copy_(1, at, self.v(x))
        score = self.q(x) @ self.keys.transpose(1, 2) / math.sqrt(12) + self.later[at]
        x = x + self.o(score.softmax(-1) @ self.values)
        x = x + self.cross(x, heard, heard, need_weights=False)[0]
        return self.head(x).log_softmax(-1)


def hears(i):
    return lambda: (torch.tensor([[i + 2]]), torch.randn(1, 5, 12), torch.tensor([i]))


add("listener", "a step of a decoder that hears", Listener, hears(0), hears(1), hears(2), ways=("plain", "dq"))
add("hearing", "an encoder of sound: strides, waves as places, a layer",
    lambda: Do(lambda s, x: s.t(F.gelu(s.b(F.gelu(s.a(x)))).transpose(1, 2) + s.p), a=nn.Conv1d(8, 12, 3, padding=1), b=nn.Conv1d(12, 12, 3, 2, 1),
               t=nn.TransformerEncoderLayer(12, 2, 24, batch_first=True, norm_first=True, activation="gelu"), p=torch.randn(5, 12)), r(1, 8, 10), ways=("xnn", "dq"))  # fmt: skip


class Buckets(nn.Module):
    """Attention whose bias is looked up by distance, in buckets that grow."""

    def __init__(self, size=8, length=6):
        super().__init__()
        far = (torch.arange(length)[:, None] - torch.arange(length)).abs()
        self.register_buffer("bucket", torch.where(far < 3, far, 2 + (far.float().clamp(min=1) / 3).log2().clamp(min=0).long() + 1).clamp(max=5))
        self.bias, self.q, self.k, self.v = nn.Embedding(6, 2), *(nn.Linear(size, size, False) for _ in range(3))

    def forward(self, x):
        q, k, v = (f(x).unflatten(-1, (2, 4)).transpose(1, 2) for f in (self.q, self.k, self.v))
        score = q @ k.transpose(-1, -2) + self.bias(self.bucket).permute(2, 0, 1)
        return (score.softmax(-1) @ v).transpose(1, 2).flatten(2)


add("distances", "attention with looked-up distances", Buckets, r(1, 6, 8), ways=("plain", "bf16"))


class Receptance(nn.Module):
    """A recurrence over words whose weights decay, channel by channel; its state goes in and out."""

    def __init__(self, n=8):
        super().__init__()
        self.mix, self.decay, self.first = nn.Parameter(torch.rand(n)), nn.Parameter(torch.rand(n)), nn.Parameter(torch.rand(n))
        self.r, self.k, self.v, self.o = (nn.Linear(n, n, False) for _ in range(4))

    def forward(self, x, last, top, low):
        z = x * self.mix + last * (1 - self.mix)
        k, v = self.k(z), self.v(z)
        y = (top + (self.first + k).exp() * v) / (low + (self.first + k).exp())
        w = (-self.decay.exp()).exp()
        return self.o(self.r(z).sigmoid() * y), x, w * top + k.exp() * v, w * low + k.exp()


add("receptance", "a recurrence whose weights decay", Receptance, lambda: (torch.randn(1, 8), torch.randn(1, 8), torch.randn(1, 8), torch.rand(1, 8) + 0.5), ways=("xnn", "dq", "f16"))
add("speller", "letters and convolutions", lambda: Do(lambda s, i: s.o(F.glu(s.c(F.pad(s.e(i).transpose(1, 2), (3, 0))), 1).transpose(1, 2)), e=nn.Embedding(64, 8), c=nn.Conv1d(8, 16, 4), o=nn.Linear(8, 64)),
    lambda: (torch.randint(0, 64, (1, 10)),), ways=("plain", "dq"))  # fmt: skip
add("finder", "a text as one vector: a masked mean",
    lambda: Do(lambda s, i, m: F.normalize(s.p((s.e(i) * m[..., None]).sum(1) / m.sum(1, keepdim=True).clamp(min=1e-6)), dim=-1), e=nn.Embedding(30, 10), p=nn.Linear(10, 6)),
    lambda: (torch.randint(0, 30, (2, 7)), (torch.arange(7) < torch.tensor([[5], [7]])).float()), ways=("xnn", "dq", "bf16"))  # fmt: skip
add("tagger", "a tag for each word: a recurrence both ways, a layer", lambda: Do(lambda s, i: s.o(s.l(s.e(i))[0]).argmax(-1), e=nn.Embedding(30, 6), l=nn.LSTM(6, 5, bidirectional=True, batch_first=True), o=nn.Linear(10, 4)),
    lambda: (torch.randint(0, 30, (1, 5)),))  # fmt: skip
add("pairs_of_texts", "whether an answer fits: two kinds of words", lambda: Do(lambda s, i, k: s.o(s.t(s.n(s.e(i) + s.k(k) + s.p.weight))[:, 0].tanh()), e=nn.Embedding(30, 12), k=nn.Embedding(2, 12), p=nn.Embedding(8, 12), n=nn.LayerNorm(12),
    t=nn.TransformerEncoderLayer(12, 3, 24, batch_first=True), o=nn.Linear(12, 1)), lambda: (torch.randint(0, 30, (1, 8)), (torch.arange(8) > 3).long()[None]), ways=("xnn", "dq"))  # fmt: skip
add("drafts", "how many words of a draft stand", lambda: Do(lambda s, d, p: (d == p.argmax(-1)[:, :-1]).long().cumprod(1).sum(1)), lambda: (torch.randint(0, 6, (2, 4)), torch.randn(2, 5, 6)), edge={"_check_ir_validity": False})
add("grammar", "what may be said next: a table of states", lambda: Do(lambda s, x, q: tuple((x + torch.where(s.t[q], 0.0, -1e9)).topk(3)), t=torch.rand(4, 12) > 0.4), lambda: (torch.randn(2, 12), torch.tensor([1, 3])))


class Latents(nn.Module):
    def __init__(self):
        super().__init__()
        self.z, self.a, self.l, self.o = nn.Parameter(torch.randn(1, 3, 8)), nn.MultiheadAttention(8, 2, batch_first=True, kdim=5, vdim=5), nn.Sequential(nn.LayerNorm(8), nn.Linear(8, 16), nn.SiLU(), nn.Linear(16, 8)), nn.Linear(8, 4)

    def forward(self, x):
        z = self.z + self.a(self.z, x, x)[0]
        return self.o((z + self.l(z)).mean(1))


add("latents", "a few questions to many measurements", Latents, r(1, 9, 5))
add("ternary", "a layer whose weights are -1, 0, 1", lambda: Do(lambda s, x: (lambda q: F.linear(q / q.abs().amax(-1, keepdim=True).clamp(min=1e-5) * 127, s.w) * 0.01)(s.n(x)), n=nn.LayerNorm(10), w=torch.randint(-1, 2, (6, 10)).float()),
    r(2, 10), ways=("xnn",))  # fmt: skip

# --- pictures ----------------------------------------------------------------------------------------------------------------

PICTURE = r(1, 3, 16, 16)


class Blaze(nn.Module):
    """Wide depthwise steps beside a pooled and padded path."""

    def __init__(self, i, o, stride=2):
        super().__init__()
        self.stride, self.more = stride, o - i
        self.a = nn.Sequential(nn.Conv2d(i, i, 5, stride, 2, groups=i), nn.Conv2d(i, o, 1))

    def forward(self, x):
        y = F.max_pool2d(x, 2) if self.stride == 2 else x
        return F.relu(self.a(x) + F.pad(y, (0, 0, 0, 0, 0, self.more)))


add("faces", "faces: boxes and points of them", lambda: Do(lambda s, x: (s.c(s.b(x)).permute(0, 2, 3, 1).reshape(1, -1, 1).sigmoid(), s.p(s.b(x)).permute(0, 2, 3, 1).reshape(1, -1, 8)),
    b=nn.Sequential(conv(3, 6, 5, 2), Blaze(6, 10), Blaze(10, 10, 1)), c=nn.Conv2d(10, 2, 1), p=nn.Conv2d(10, 16, 1)), PICTURE, ways=("sq",))  # fmt: skip


add("sharper", "a picture of twice the size", lambda: nn.Sequential(nn.Conv2d(1, 8, 5, padding=2), nn.Tanh(), nn.Conv2d(8, 4, 3, padding=1), nn.PixelShuffle(2), nn.Sigmoid()), r(1, 1, 8, 8))


add("hair", "an edge that follows a picture: means of windows",
    lambda: Do(lambda s, g, p: (lambda m: (lambda a: m(a) * g + m(m(p) - a * m(g)))((m(g * p) - m(g) * m(p)) / (m(g * g) - m(g) ** 2 + 0.01)))(lambda t: F.avg_pool2d(t, 3, 1, 1, count_include_pad=False))),
    lambda: (torch.rand(1, 1, 8, 8), torch.rand(1, 1, 8, 8)))  # fmt: skip


class Heads(nn.Module):
    """Boxes as distributions over distances, after pools of pools."""

    def __init__(self):
        super().__init__()
        self.a, self.b = conv(3, 8, 3, 2, act=nn.SiLU), conv(32, 12, 1, act=nn.SiLU)
        self.box, self.kind = nn.Conv2d(12, 4 * 6, 1), nn.Conv2d(12, 3, 1)
        self.register_buffer("steps", torch.arange(6.0))

    def forward(self, x):
        x = self.a(x)
        pools = [x]
        for _ in range(3):
            pools.append(F.max_pool2d(pools[-1], 5, 1, 2))
        x = self.b(torch.cat(pools, 1))
        box = self.box(x).flatten(2).view(1, 4, 6, -1).softmax(2).mul(self.steps[:, None]).sum(2)
        return box, self.kind(x).flatten(2).sigmoid()


add("shelf", "products on a shelf: boxes as distributions", Heads, PICTURE, ways=("sq",))


add("anchors", "boxes from what they start as", lambda: Do(lambda s, d, p: (s.a[:, :2] + d[..., :2] * 0.1 * s.a[:, 2:], s.a[:, 2:] * (d[..., 2:] * 0.2).exp(), *p.softmax(-1)[..., 1:].max(-1)), a=torch.rand(6, 4)), lambda: (torch.randn(1, 6, 4), torch.randn(1, 6, 3)))
add("branches", "convolutions in groups, beside each other", lambda: Do(lambda s, x: (lambda y: F.relu(y + s.d(s.c(s.b(y)))))(s.a(x)), a=conv(3, 8), b=conv(8, 12, 1), c=conv(12, 12, 3, 1, 4), d=conv(12, 8, 1, act=nn.Identity)), PICTURE, ways=("sq",))


add("ghosts", "cheap copies of features", lambda: Do(lambda s, x: (lambda y: s.o(torch.cat((y, s.c(y)), 1).mean((2, 3))))(s.a(x)), a=conv(3, 6, 1), c=conv(6, 6, 3, 1, 6), o=nn.Linear(12, 4)), PICTURE, ways=("sq",))
add("channels", "channels that are weighed by their neighbours", lambda: Do(lambda s, x: x * s.c(x.mean((2, 3))[:, None]).sigmoid().permute(0, 2, 1)[..., None], c=nn.Conv1d(1, 1, 3, padding=1, bias=False)), r(1, 8, 6, 6))


class Hybrid(nn.Module):
    """Convolutions, then attention between the same points of all patches."""

    def __init__(self, n=8):
        super().__init__()
        self.c, self.t, self.p = conv(3, n, act=nn.SiLU), nn.TransformerEncoderLayer(n, 2, 16, batch_first=True, activation="gelu"), nn.Conv2d(n, n, 1)

    def forward(self, x):
        x = self.c(x)
        b, n, h, w = x.shape
        y = x.reshape(b, n, h // 2, 2, w // 2, 2).permute(0, 3, 5, 2, 4, 1).reshape(b * 4, -1, n)
        y = self.t(y).reshape(b, 2, 2, h // 2, w // 2, n).permute(0, 5, 3, 1, 4, 2).reshape(b, n, h, w)
        return self.p(y)


add("hybrid", "convolutions and attention between patches", Hybrid, r(1, 3, 8, 8), ways=("dq",))
add("clip", "a gesture: some channels of the frame before and after", lambda: Do(lambda s, x: s.o(s.c(torch.cat((torch.roll(x[:, :2], 1, 0), torch.roll(x[:, 2:4], -1, 0), x[:, 4:]), 1)).amax((2, 3)).mean(0, keepdim=True)), c=conv(6, 8, 3, 2), o=nn.Linear(8, 5)),
    r(4, 6, 8, 8), ways=("sq",))  # fmt: skip
add("video", "a volume of frames", lambda: nn.Sequential(nn.Conv3d(1, 4, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool3d(1), nn.Flatten(), nn.Linear(4, 2)), r(1, 1, 4, 6, 6))
add("bytes_of_camera", "a camera's bytes: luma and colour to a picture", lambda: Do(lambda s, y, c: (lambda f, g: torch.cat((f + 1.402 * g[:, 1:], f - 0.344 * g[:, :1] - 0.714 * g[:, 1:], f + 1.772 * g[:, :1]), 1).clamp(0, 255).to(torch.uint8))(
    y.float(), c.float().sub(128).repeat_interleave(2, 2).repeat_interleave(2, 3))), lambda: (torch.randint(0, 256, (1, 1, 4, 6), dtype=torch.uint8), torch.randint(0, 256, (1, 2, 2, 3), dtype=torch.uint8)))  # fmt: skip
add("scratches", "how far a patch is from what is usual", lambda: Do(lambda s, x: (lambda d: (d @ s.w * d).sum(-1).clamp(min=0).sqrt().amax(1))(s.c(x).flatten(2).transpose(1, 2) - s.m), c=conv(1, 4, 3, 2), m=torch.randn(4), w=torch.eye(4) + 0.1), r(1, 1, 8, 8), ways=("sq",))
add("events", "a camera of events, as a picture of times", lambda: Do(lambda s, p, v: torch.zeros(36).scatter_add(0, p[:, 1] * 6 + p[:, 0], v).view(1, 1, 6, 6)), lambda: (torch.randint(0, 6, (10, 2)), torch.randn(10)))
add("merge", "patches, four to one", lambda: Do(lambda s, x: s.r(s.n(torch.cat([x[:, i::2, j::2] for i in (0, 1) for j in (0, 1)], -1))), n=nn.LayerNorm(16), r=nn.Linear(16, 8, False)), r(1, 6, 6, 4), ways=("xnn",))
add("quality", "how good a picture is: contrast and structure of two", lambda: Do(lambda s, a, b: (lambda m: ((2 * m(a) * m(b) + 1e-4) * (2 * (m(a * b) - m(a) * m(b)) + 1e-3) / ((m(a) ** 2 + m(b) ** 2 + 1e-4) * (m(a * a) - m(a) ** 2 + m(b * b) - m(b) ** 2 + 1e-3))).mean())(
    lambda t: F.conv2d(t, s.w)), w=torch.full((1, 1, 3, 3), 1 / 9)), lambda: (torch.rand(1, 1, 8, 8), torch.rand(1, 1, 8, 8)), ways=("xnn",))  # fmt: skip
