"""More models for the set 2026-11-instruments: documents, pictures, depth, tracking, language with caches, retrieval, forecasts."""

import math

import torch
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, conv, r
from unseen_ways import lenient as add

# --- documents ---------------------------------------------------------------------------------------------------------------


class Reader(nn.Module):
    """A line of print: columns of features, a recurrence both ways, letters and nothing."""

    def __init__(self):
        super().__init__()
        self.c = nn.Sequential(conv(1, 6), nn.MaxPool2d(2), conv(6, 8), nn.MaxPool2d((2, 1), (2, 1)), nn.Conv2d(8, 8, (2, 1)))
        self.l, self.o = nn.LSTM(8, 5, bidirectional=True), nn.Linear(10, 12)

    def forward(self, x):
        y = self.c(x)[:, :, 0].permute(2, 0, 1)
        return self.o(self.l(y)[0]).log_softmax(2)


add("line", "a line of print to letters", Reader, r(1, 1, 8, 20), ways=("plain", "xnn", "sq", "dq"))
add("letters", "letters without what repeats, at the front", lambda: Do(lambda s, p: (lambda i: (lambda k: (torch.zeros_like(i).scatter_add(1, (k.long().cumsum(1) - 1).clamp(min=0), i * k), k.sum(1)))((i != 0) & (i != F.pad(i[:, :-1], (1, 0)))))(p.argmax(2))), r(2, 8, 4))
add("straight", "which angle makes lines straight", lambda: Do(lambda s, x: (lambda g: F.grid_sample(x.expand(3, 1, 8, 8), g, mode="bilinear", padding_mode="zeros", align_corners=False).sum(3).var(2).argmax(0))(F.affine_grid(s.t, [3, 1, 8, 8], align_corners=False)),
    t=torch.tensor([[[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0]] for a in (-0.1, 0.0, 0.1)])), lambda: (torch.rand(1, 1, 8, 8),))  # fmt: skip


def sauvola(s, x):
    def box(t):
        t = F.pad(t.cumsum(2).cumsum(3), (1, 0, 1, 0))
        return (t[:, :, 3:, 3:] - t[:, :, :-3, 3:] - t[:, :, 3:, :-3] + t[:, :, :-3, :-3]) / 9

    p = F.pad(x, (1, 1, 1, 1), mode="reflect")
    m = box(p)
    return x > m * (1 + 0.2 * ((box(p * p) - m * m).clamp(min=0).sqrt() / 0.5 - 1))


add("ink", "ink or paper, by means and spreads of windows", lambda: Do(sauvola), lambda: (torch.rand(1, 1, 9, 9),))
add("table", "cells of a table from rows and columns", lambda: Do(lambda s, x: (lambda a, b: (a[:, :, None] * b[:, None], ((a[:, :, None] > 0.5) & (b[:, None] > 0.5)).any(2), (a > 0.5).sum(1)))(s.r(x.mean(3)).sigmoid()[:, 0], s.c(x.mean(2)).sigmoid()[:, 0]), r=nn.Conv1d(3, 1, 3, padding=1), c=nn.Conv1d(3, 1, 3, padding=1)), r(1, 3, 6, 8), ways=("plain", "xnn"))


class Flat(nn.Module):
    """A page that was bent: where each point comes from."""

    def __init__(self):
        super().__init__()
        self.a, self.b = conv(3, 6, 3, 2, act=nn.PReLU), nn.Conv2d(6, 2, 3, padding=1)
        self.register_buffer("grid", torch.stack(torch.meshgrid(torch.linspace(-1, 1, 8), torch.linspace(-1, 1, 8), indexing="xy"), -1)[None])

    def forward(self, x):
        f = F.interpolate(self.b(self.a(x)), scale_factor=2, mode="bilinear", align_corners=True).tanh() * 0.2
        return F.grid_sample(x, self.grid + f.permute(0, 2, 3, 1), padding_mode="border", align_corners=True)


add("flat", "a page that was bent", Flat, r(1, 3, 8, 8), ways=("plain", "xnn"))


class Form(nn.Module):
    """Words of a form with their boxes: embeddings of edges, attention with biases of places."""

    def __init__(self, n=12):
        super().__init__()
        self.w, self.x, self.y, self.t = nn.Embedding(30, n), nn.Embedding(16, n // 2), nn.Embedding(16, n // 2), nn.Embedding(3, n)
        self.qkv, self.b, self.o, self.n, self.c = nn.Linear(n, 3 * n), nn.Linear(2, 2), nn.Linear(n, n), nn.LayerNorm(n), nn.Linear(n, 5)

    def forward(self, ids, box):
        x = self.n(self.w(ids) + torch.cat((self.x(box[..., 0]), self.y(box[..., 1])), -1) + self.t.weight[0])
        q, k, v = (t.unflatten(-1, (2, -1)).transpose(1, 2) for t in self.qkv(x).split(12, -1))
        d = (box[:, :, None] - box[:, None]).to(x.dtype) / 16
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=self.b(d).permute(0, 3, 1, 2))
        return self.c(x + self.o(y.transpose(1, 2).flatten(2)))


add("form", "fields of a form", Form, lambda: (torch.randint(0, 30, (1, 6)), torch.randint(0, 16, (1, 6, 2))), ways=("plain", "xnn", "dq", "f16"))
add("stripes", "lengths of stripes: as many as there are", lambda: Do(lambda s, x: torch.nonzero(x[1:] != x[:-1]).squeeze(1).float()), lambda: ((torch.rand(24) > 0.5),))

# --- pictures ----------------------------------------------------------------------------------------------------------------


class Fusion(nn.Module):
    """Depth: units of residues, sizes that are doubled with their corners kept."""

    def __init__(self, n=6):
        super().__init__()
        self.a, self.b = nn.Conv2d(3, n, 4, 4), nn.Conv2d(n, n, 3, 2, 1)
        self.u, self.v = (nn.Sequential(nn.ReLU(), nn.Conv2d(n, n, 3, padding=1), nn.ReLU(), nn.Conv2d(n, n, 3, padding=1)) for _ in range(2))
        self.o = nn.Sequential(nn.Conv2d(n, 4, 3, padding=1), nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True), nn.Conv2d(4, 1, 1), nn.ReLU())

    def forward(self, x):
        a = self.a(x)
        b = self.b(a)
        y = F.interpolate(b + self.u(b), size=a.shape[-2:], mode="bilinear", align_corners=True) + a
        return 1 / (self.o(y + self.v(y)) + 0.1)


add("far", "depth of a picture", Fusion, r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "vk", "vkx"))


class Rcan(nn.Module):
    """A picture of three times the size: channels are weighed; what is bicubic is added."""

    def __init__(self, n=8):
        super().__init__()
        self.h, self.a, self.b = nn.Conv2d(3, n, 3, padding=1), nn.Conv2d(n, n, 3, padding=1), nn.Conv2d(n, n, 3, padding=1)
        self.d, self.u, self.t = nn.Conv2d(n, 2, 1), nn.Conv2d(2, n, 1), nn.Conv2d(n, 27, 3, padding=1)

    def forward(self, x):
        y = self.h(x)
        z = self.b(F.relu(self.a(y)))
        y = y + z * self.u(F.relu(self.d(F.adaptive_avg_pool2d(z, 1)))).sigmoid()
        return F.pixel_shuffle(self.t(y), 3) + F.interpolate(x, scale_factor=3, mode="bicubic", align_corners=False)


add("larger", "a picture of three times the size", Rcan, r(1, 3, 6, 6), ways=("plain", "xnn", "sq", "xf16"))
add("tracker", "where a pattern is: a correlation whose weights are an input", lambda: Do(lambda s, z, x: (lambda k, y: s.o(F.conv2d(y, k.permute(1, 0, 2, 3), groups=6)).flatten(1).softmax(1))(s.c(z), s.c(x)), c=conv(3, 6), o=nn.Conv2d(6, 1, 1)),
    lambda: (torch.randn(1, 3, 4, 4), torch.randn(1, 3, 10, 10)), ways=("plain", "xnn", "sq"))  # fmt: skip


def assigned(s, d):
    rows, best = [], d
    for i in range(3):
        j = best[i].argmin(0, keepdim=True)
        rows.append(torch.where(best[i][j] < 1.5, j, -1))
        best = torch.where(torch.arange(5)[None] == j, 9.0, best)
    return torch.cat(rows)


add("tracks", "things to tracks, one after the other", lambda: Do(assigned), lambda: (torch.rand(3, 5) * 3,))


def suppressed(s, b, p):
    p, order = p.sort(0, descending=True)
    b = b[order]
    low, high = torch.maximum(b[:, None, :2], b[None, :, :2]), torch.minimum(b[:, None, 2:], b[None, :, 2:])
    both = (high - low).clamp(min=0).prod(2)
    area = (b[:, 2:] - b[:, :2]).prod(1)
    over = both / (area[:, None] + area[None] - both) > 0.3
    keep = torch.ones(6, dtype=torch.bool)
    for i in range(5):
        keep = keep & ~(over[i] & keep[i] & (torch.arange(6) > i))
    return order, keep, p * keep


add("suppressed", "boxes that others hide", lambda: Do(suppressed), lambda: ((lambda a: torch.cat((a, a + 1 + torch.rand(6, 2)), 1))(torch.rand(6, 2) * 3), torch.rand(6)))
add("joints", "joints: where heat is, moved a quarter", lambda: Do(lambda s, h: (lambda i: torch.stack((i % 8, i // 8), 2).float() + 0.25 * torch.stack(tuple((h.flatten(2).gather(2, (i + d).clamp(0, 63)[..., None]) - h.flatten(2).gather(2, (i - d).clamp(0, 63)[..., None])).sign()[..., 0] for d in (1, 8)), 2))(h.flatten(2).argmax(2))), r(1, 4, 8, 8))
add("sharp", "a picture made sharp: what blurs, and back", lambda: Do(lambda s, y: (lambda f: f(f(y)))(lambda x: x * F.conv2d(F.pad(y / (F.conv2d(F.pad(x, (1, 1, 1, 1), mode="reflect"), s.k) + 1e-3), (1, 1, 1, 1), mode="replicate"), s.k)), k=torch.rand(1, 1, 3, 3) / 4.5), lambda: (torch.rand(1, 1, 7, 7),), ways=("plain", "xnn"))
add("exposures", "three exposures to one picture", lambda: Do(lambda s, x: (lambda w: (x * w).sum(0))((((x - 0.5) ** 2 * -12.5).exp() * (x.std(1, keepdim=True) + 1e-2) * (F.conv2d(F.pad(x.mean(1, keepdim=True), (1, 1, 1, 1), mode="circular"), s.k).abs() + 1e-2)).softmax(0)), k=torch.tensor([[[[0.0, 1, 0], [1, -4, 1], [0, 1, 0]]]])), lambda: (torch.rand(3, 3, 6, 6),))


class Near(nn.Module):
    """Attention to what is near: windows of keys."""

    def __init__(self, n=8):
        super().__init__()
        self.q, self.kv, self.o = nn.Conv2d(n, n, 1), nn.Conv2d(n, 2 * n, 1), nn.Conv2d(n, n, 1)

    def forward(self, x):
        k, v = F.pad(self.kv(x), (1, 1, 1, 1)).unfold(2, 3, 1).unfold(3, 3, 1).flatten(4).chunk(2, 1)
        p = (self.q(x)[..., None] * k).sum(1, keepdim=True).div(8**0.5).softmax(-1)
        return x + self.o((p * v).sum(-1))


add("near", "attention to what is near", Near, r(1, 8, 5, 5), ways=("plain", "xnn"))
add("holes", "holes of a picture, by gates", lambda: Do(lambda s, x, m: (lambda a, b: F.elu(a) * b.sigmoid())(*s.c(torch.cat((x * m, m), 1)).chunk(2, 1)) * (1 - m) + x[:, :1] * m, c=nn.Conv2d(4, 16, 3, padding=2, dilation=2)),
    lambda: (torch.randn(1, 3, 6, 6), (torch.rand(1, 1, 6, 6) > 0.3).float()), ways=("plain", "xnn", "vk"))  # fmt: skip
add("paint", "a picture by a map of kinds: scale and shift at each point", lambda: Do(lambda s, x, m: (lambda g, b: F.instance_norm(x) * (1 + g) + b)(*s.c(F.one_hot(m, 4).permute(0, 3, 1, 2).float()).chunk(2, 1)), c=nn.Conv2d(4, 12, 3, padding=1)), lambda: (torch.randn(1, 6, 5, 5), torch.randint(0, 4, (1, 5, 5))), ways=("plain", "xnn"))
add("rims", "rims: mirrored, repeated, round, cut", lambda: Do(lambda s, x, y: (F.pad(x, (2, 1), mode="reflect"), F.pad(x, (1, 3), mode="replicate"), F.pad(x, (2, 2), mode="circular"), F.pad(y, (1, -1, -1, 2), value=0.5), F.pad(y, (1, 1, 2, 0), mode="reflect"))), lambda: (torch.randn(2, 3, 6), torch.randn(1, 2, 5, 5)))
add("rims_of_volumes", "rims of volumes", lambda: Do(lambda s, x: (F.pad(x, (1, 1, 1, 0, 0, 1), mode="replicate"), F.pad(x, (1, 1, 1, 1, 1, 1), mode="reflect"), F.pad(x, (0, 1, 1, 0, 1, 1), value=-1.0))), r(1, 2, 3, 3, 3))
add("pools", "pools: rounded up, with gaps, with places, by powers", lambda: Do(lambda s, x: (F.avg_pool2d(x, 3, 2, 1, ceil_mode=True), F.max_pool2d(x, 2, 1, dilation=2), *F.max_pool2d(x, 3, 2, 1, ceil_mode=True, return_indices=True), F.lp_pool2d(x.abs(), 2, 2), F.avg_pool2d(x, 2, divisor_override=3))), r(1, 2, 7, 7), ways=("plain", "xnn"))
add("pools_of_sizes", "pools to sizes that do not divide", lambda: Do(lambda s, x, y: (F.adaptive_avg_pool2d(x, (3, 2)), F.adaptive_max_pool2d(x, (2, 3)), F.adaptive_avg_pool1d(y, 4), F.avg_pool3d(x[:, None], 2), F.max_pool1d(y, 3, 2))), lambda: (torch.randn(1, 2, 7, 5), torch.randn(1, 2, 10)), ways=("plain", "xnn"))
add("norms", "norms: of responses, of batches, of roots, of lengths", lambda: Do(lambda s, x: (F.local_response_norm(x, 3), s.b(x), F.rms_norm(x, (4,)), F.normalize(x, p=3.0, dim=1), F.layer_norm(x, (4, 4)), F.group_norm(x, 3)), b=nn.BatchNorm2d(6)), r(1, 6, 4, 4), ways=("plain", "xnn", "f16"))
add("sizes", "sizes: nearest, linear, of volumes, of areas", lambda: Do(lambda s, x, y, z: (F.interpolate(x, scale_factor=1.5, mode="nearest"), F.interpolate(y, size=9, mode="linear"), F.interpolate(z, scale_factor=2, mode="trilinear"), F.interpolate(x, size=(3, 2), mode="area"), F.interpolate(x, size=(3, 9), mode="nearest-exact"))), lambda: (torch.randn(1, 2, 4, 6), torch.randn(1, 2, 5), torch.randn(1, 1, 2, 2, 3)))
add("hyperspectral", "bands of light at each point: a volume of one picture", lambda: Do(lambda s, x: s.o(F.relu(s.b(F.relu(s.a(x[:, None])).flatten(1, 2))).mean((2, 3))), a=nn.Conv3d(1, 2, (5, 3, 3), (2, 1, 1)), b=nn.Conv2d(8, 6, 3, groups=2), o=nn.Linear(6, 4)), r(1, 11, 7, 7), ways=("plain", "xnn", "sq"))
add("star", "convolutions that are multiplied", lambda: Do(lambda s, x: (lambda y: x + s.p(F.relu6(s.a(y)) * s.b(y)))(s.d(x)), d=conv(6, 6, 5, 1, 6, nn.Identity), a=nn.Conv2d(6, 12, 1), b=nn.Conv2d(6, 12, 1), p=nn.Conv2d(12, 6, 1)), r(1, 6, 6, 6), ways=("plain", "xnn", "sq", "sqt", "sqat", "sqp", "qtp", "vk"))

# --- language ----------------------------------------------------------------------------------------------------------------


class Window(nn.Module):
    """Groups of queries, a ring of the last words, a score for nothing."""

    def __init__(self, size=16, heads=4, groups=2, ring=4):
        super().__init__()
        self.heads, self.groups, self.part, self.ring = heads, groups, size // heads, ring
        self.w, self.q, self.kv, self.o = nn.Embedding(24, size), nn.Linear(size, size, False), nn.Linear(size, 2 * groups * self.part, False), nn.Linear(size, size, False)
        self.g, self.u, self.d, self.sink = nn.Linear(size, 32, False), nn.Linear(size, 32, False), nn.Linear(32, size, False), nn.Parameter(torch.randn(heads))
        self.nq, self.nk, self.n = nn.RMSNorm(self.part), nn.RMSNorm(self.part), nn.RMSNorm(size)
        self.register_buffer("k", torch.zeros(1, groups, ring, self.part))
        self.register_buffer("v", torch.zeros(1, groups, ring, self.part))
        self.register_buffer("rate", 1 / 100 ** (torch.arange(0, self.part, 2) / self.part))

    def forward(self, token, at):
        x = self.w(token)
        h = self.n(x)
        q = self.nq(self.q(h).view(1, 1, self.heads, -1)).transpose(1, 2)
        k, v = self.kv(h).view(1, 1, 2 * self.groups, -1).transpose(1, 2).chunk(2, 1)
        a = at[:, None].to(x.dtype) * self.rate

        def turn(t):
            p, q = t.chunk(2, -1)
            return torch.cat((p * a.cos() - q * a.sin(), q * a.cos() + p * a.sin()), -1)

        self.k.index_copy_(2, at % self.ring, turn(self.nk(k)))
        self.v.index_copy_(2, at % self.ring, v)
        k, v = (t[:, :, None].expand(-1, -1, self.heads // self.groups, -1, -1).flatten(1, 2) for t in (self.k, self.v))
        score = turn(q) @ k.transpose(2, 3) / self.part**0.5
        score = torch.where(torch.arange(self.ring) <= at[:, None], score, float("-inf"))
        p = torch.cat((score, self.sink.view(1, -1, 1, 1)), -1).softmax(-1)[..., :-1]
        x = x + self.o((p @ v).transpose(1, 2).flatten(2))
        return (x + self.d(F.gelu(self.g(x), approximate="tanh") * self.u(x))) @ self.w.weight.T


def word(i):
    return lambda: (torch.tensor([[i + 3]]), torch.tensor([i]))


def four_bits(make, group=32):
    """Weights of 4 bits in groups, what goes in of 8: by torchao."""

    def made():
        from torchao.quantization import Int8DynamicActivationIntxWeightConfig, quantize_
        from torchao.quantization.granularity import PerGroup

        module = make().eval()
        quantize_(module, Int8DynamicActivationIntxWeightConfig(weight_dtype=torch.int4, weight_granularity=PerGroup(group)))
        return module

    return made


add("ring", "a ring of the last words", Window, *(word(i) for i in range(6)), ways=("plain", "xnn", "dq", "f16", "bf16", "named", "xext", "ext"))
add("ring_of_4", "a ring of the last words, weights of 4 bits", four_bits(lambda: Window(32)), *(word(i) for i in range(3)), ways=("xnn",), tolerance=0.5)


class Latent(nn.Module):
    """Keys and values of all heads from one small vector, which is what is kept."""

    def __init__(self, n=16, c=6, length=6):
        super().__init__()
        self.d, self.q, self.uk, self.uv, self.o, self.n = nn.Linear(n, c), nn.Linear(n, n), nn.Parameter(torch.randn(2, 8, c) / 3), nn.Parameter(torch.randn(2, 8, c) / 3), nn.Linear(n, n), nn.RMSNorm(c)
        self.register_buffer("kept", torch.zeros(1, length, c))

    def forward(self, x, at):
        self.kept[:, at] = self.n(self.d(x))
        q = torch.einsum("bthd,hdc->bhtc", self.q(x).view(1, 1, 2, 8), self.uk)
        p = (q @ self.kept[:, None].transpose(2, 3) / 8**0.5).masked_fill(torch.arange(6) > at[:, None], -1e9).softmax(-1)
        return self.o(torch.einsum("bhtc,hdc->bthd", p @ self.kept[:, None], self.uv).flatten(2))


add("latent", "one small vector is kept for each word", Latent, *(lambda i=i: (torch.randn(1, 1, 16), torch.tensor([i])) for i in range(3)), ways=("plain", "xnn", "dq", "bf16"))


class Switch(nn.Module):
    """Each word to one expert, two words for each at most."""

    def __init__(self, n=8):
        super().__init__()
        self.r, self.a, self.b = nn.Linear(n, 3), nn.Parameter(torch.randn(3, n, 12) / 3), nn.Parameter(torch.randn(3, 12, n) / 3)

    def forward(self, x):
        p, e = self.r(x).softmax(-1).max(-1)
        hot = F.one_hot(e, 3)
        place = (hot.cumsum(0) * hot).sum(1) - 1
        to = (hot.float()[:, :, None] * F.one_hot(place.clamp(max=2), 3)[:, None, :2])
        y = torch.bmm(F.relu(torch.bmm(torch.einsum("tec,td->ecd", to, x), self.a)), self.b)
        return torch.einsum("tec,ecd->td", to * p[:, None, None], y), place


add("switch", "each word to one expert", Switch, r(5, 8), ways=("plain", "xnn", "dq"))


class Chunk(nn.Module):
    """A state space in chunks: decays between all pairs of places, and what went before."""

    def __init__(self, n=8, s=4):
        super().__init__()
        self.i, self.c, self.o, self.a = nn.Linear(n, 2 * n + 2 * s + 2), nn.Conv1d(n + 2 * s, n + 2 * s, 3, groups=n + 2 * s), nn.Linear(n, n), nn.Parameter(torch.rand(2))

    def forward(self, x, state):
        z, y, t = self.i(x).split((8, 16, 2), -1)
        y = F.silu(self.c(F.pad(y.transpose(1, 2), (2, 0))).transpose(1, 2))
        v, b, c = y.split((8, 4, 4), -1)
        t = F.softplus(t)
        g = (-t * self.a.exp()).cumsum(1).transpose(1, 2)
        decay = (g[..., :, None] - g[..., None, :]).exp().tril()
        v = v.unflatten(-1, (2, 4)).transpose(1, 2) * t.transpose(1, 2)[..., None]
        out = ((c @ b.transpose(1, 2))[:, None] * decay) @ v + torch.exp(g)[..., None] * (c[:, None] @ state.transpose(2, 3))
        state = state * g[..., -1:, None].exp() + torch.einsum("bhtp,bts,bht->bhps", v, b, (g[..., -1:] - g).exp())
        return self.o(out.transpose(1, 2).flatten(2) * F.silu(z)), state


add("chunk", "a state space in chunks", Chunk, lambda: (torch.randn(1, 5, 8), torch.randn(1, 2, 4, 4)), ways=("plain", "xnn", "dq"))
add("delta", "a memory that forgets what it had: one step", lambda: Do(lambda s, x, m: (lambda q, k, v, b: (lambda n: (s.o((n @ q[..., None])[..., 0]), n))(m + b.sigmoid()[..., None] * (v - (m @ k[..., None])[..., 0])[..., None] * k[:, None]))(F.normalize(s.q(x), dim=-1), F.normalize(s.k(x), dim=-1), s.v(x), s.b(x)), q=nn.Linear(6, 4), k=nn.Linear(6, 4), v=nn.Linear(6, 4), b=nn.Linear(6, 4), o=nn.Linear(4, 6)),
    lambda: (torch.randn(2, 6), torch.randn(2, 4, 4)), ways=("plain", "xnn", "f16", "xf16"))  # fmt: skip
add("noise_out", "attention less attention", lambda: Do(lambda s, x: (lambda q, k, v: F.rms_norm((((q[:, :, 0] @ k[:, :, 0].transpose(1, 2)).softmax(-1) - s.l * (q[:, :, 1] @ k[:, :, 1].transpose(1, 2)).softmax(-1)) @ v), (8,)))(s.q(x).unflatten(-1, (2, 4)), s.k(x).unflatten(-1, (2, 4)), s.v(x)), q=nn.Linear(8, 8), k=nn.Linear(8, 8), v=nn.Linear(8, 8), l=torch.tensor([0.3])), r(1, 5, 8), ways=("plain", "xnn", "bf16"))


class Beams(nn.Module):
    """A step of a search: the best of all, and what is kept goes with them."""

    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.zeros(3, 4))
        self.register_buffer("score", torch.zeros(3))

    def forward(self, logits, x):
        total = self.score[:, None] + logits.log_softmax(-1)
        score, i = total.flatten().topk(3)
        beam = torch.div(i, 6, rounding_mode="floor")
        self.kept.copy_(self.kept.index_select(0, beam) * 0.5 + x)
        self.score.copy_(score)
        return beam, torch.remainder(i, 6), self.kept + 0


add("beams", "a step of a search; what is kept goes with the best", Beams, lambda: (torch.randn(3, 6), torch.randn(3, 4)), lambda: (torch.randn(3, 6), torch.randn(3, 4)), ways=("plain", "named"))
add("tree_of_words", "words of several heads as a tree", lambda: Do(lambda s, x: (lambda a, b: (torch.stack((a[:, :, None].expand(-1, 2, 3), b[:, None].expand(-1, 2, 3)), -1).flatten(1, 2), s.m | torch.eye(6, dtype=torch.bool)))(s.a(F.silu(x)).topk(2).indices, s.b(F.silu(x)).topk(3).indices), a=nn.Linear(6, 10), b=nn.Linear(6, 10), m=torch.rand(6, 6) > 0.7), r(1, 6), ways=("plain", "xnn"))


def nucleus(s, x, u):
    p, i = x.div(0.7).softmax(-1).sort(-1, descending=True)
    p = p.masked_fill((p.cumsum(-1) - p > 0.8) | (p < 0.05 * p[:, :1]), 0.0)
    p = torch.zeros_like(p).scatter(1, i, p / p.sum(-1, keepdim=True))
    return p, (p / -(u.log())).argmax(-1)


add("nucleus", "a word by chance, of those that are likely", lambda: Do(nucleus), lambda: (torch.randn(2, 8), torch.rand(2, 8) * 0.9 + 0.05))
add("late", "how well a text answers: each word's best", lambda: Do(lambda s, q, d, m: tuple(torch.einsum("qe,bde->bqd", q, d).masked_fill(~m[:, None], float("-inf")).amax(2).sum(1).topk(2))), lambda: (torch.randn(3, 6), torch.randn(4, 5, 6), torch.rand(4, 5) > 0.0))
add("bits_apart", "how many bits differ", lambda: Do(lambda s, a, b: s.n[(a[:, None] ^ b[None]).long()].sum(2), n=torch.tensor([bin(i).count("1") for i in range(256)])), lambda: (torch.randint(0, 256, (2, 4), dtype=torch.uint8), torch.randint(0, 256, (3, 4), dtype=torch.uint8)))
add("terms", "how well words of a question match", lambda: Do(lambda s, q, c: (lambda t, n: ((s.rare[q][None] * t * 2.2) / (t + 1.2 * (0.25 + 0.75 * n / n.mean()))).sum(1))(c[:, q].float(), c.sum(1, keepdim=True).float()), rare=torch.rand(10)), lambda: (torch.tensor([2, 5, 7]), torch.randint(0, 4, (4, 10))), ways=("plain", "xnn"))
add("hourglass", "letters, a third of them, letters again", lambda: Do(lambda s, i: (lambda x: s.o(x + s.t(F.avg_pool1d(x.transpose(1, 2), 3).transpose(1, 2)).repeat_interleave(3, 1)))(s.e(i)), e=nn.Embedding(40, 8), t=nn.TransformerEncoderLayer(8, 2, 12, batch_first=True, norm_first=True), o=nn.Linear(8, 40)), lambda: (torch.randint(0, 40, (1, 9)),), ways=("plain", "dq"))
add("adapters", "a change of a layer for each user", lambda: Do(lambda s, x, i: s.l(x) + torch.bmm(torch.bmm(x[:, None], s.a[i]), s.b[i])[:, 0], l=nn.Linear(6, 5), a=torch.randn(4, 6, 2), b=torch.randn(4, 2, 5)), lambda: (torch.randn(3, 6), torch.tensor([1, 3, 0])), ways=("plain", "xnn", "dq"))
add("small_weights", "weights of 8 and 4 bits, made large where they are used", lambda: Do(lambda s, x: F.relu(x @ (s.a.float() * s.s).T) @ ((torch.stack((s.b & 15, s.b >> 4), -1).flatten(1).float() - 8) * s.t).T, a=torch.randint(-127, 127, (8, 6), dtype=torch.int8), s=torch.rand(8, 1) / 99, b=torch.randint(0, 256, (4, 4), dtype=torch.uint8), t=torch.rand(4, 1)), r(2, 6), ways=("plain", "xnn"))

# --- forecasts ---------------------------------------------------------------------------------------------------------------


class Beats(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(12, 10), nn.ReLU(), nn.Linear(10, 16)) for _ in range(2))

    def forward(self, x):
        total = 0
        for block in self.blocks:
            back, ahead = block(x).split((12, 4), 1)
            x, total = x - back, total + ahead
        return total


add("blocks_of_time", "what is left, block by block", Beats, r(2, 12), ways=("plain", "xnn", "sq", "dq"))


class Patches(nn.Module):
    """Each series alone, its mean and spread taken out and put back, patches of it."""

    def __init__(self):
        super().__init__()
        self.e, self.p, self.t, self.o = nn.Linear(4, 8), nn.Parameter(torch.randn(5, 8)), nn.TransformerEncoderLayer(8, 2, 12, batch_first=True, activation="gelu"), nn.Linear(40, 3)

    def forward(self, x):
        m, s = x.mean(1, keepdim=True), (x.var(1, keepdim=True, correction=0) + 1e-5).sqrt()
        z = ((x - m) / s).transpose(1, 2).unfold(2, 4, 2).flatten(0, 1)
        return self.o(self.t(self.e(z) + self.p).flatten(1)).unflatten(0, (x.shape[0], -1)).transpose(1, 2) * s + m


add("patches_of_time", "patches of series", Patches, r(2, 12, 3), ways=("plain", "xnn", "dq", "bf16"))
add("lags", "shifts at which a series is like itself", lambda: Do(lambda s, q, v: (lambda c: (lambda w, i: sum(w.softmax(1)[:, k : k + 1] * v.gather(1, (torch.arange(8) + i[:, k : k + 1]) % 8) for k in range(2)))(*c.topk(2, 1)))(torch.stack([(q * torch.roll(q, k, 1)).mean(1) for k in range(8)], 1))), lambda: (torch.randn(2, 8), torch.randn(2, 8)))


class Seasons(nn.Module):
    """A level, a slope, and what each season adds; all are kept."""

    def __init__(self):
        super().__init__()
        for name, value in (("level", torch.zeros(1)), ("slope", torch.zeros(1)), ("season", torch.zeros(4)), ("at", torch.zeros(1, dtype=torch.long))):
            self.register_buffer(name, value)

    def forward(self, x):
        s = self.season[self.at]
        level = 0.3 * (x - s) + 0.7 * (self.level + self.slope)
        self.slope.copy_(0.1 * (level - self.level) + 0.9 * self.slope)
        self.level.copy_(level)
        self.season.index_copy_(0, self.at, 0.2 * (x - level) + 0.8 * s)
        self.at.copy_((self.at + 1) % 4)
        return level + self.slope + self.season[self.at]


add("seasons", "a level, a slope, seasons", Seasons, *(lambda: (torch.randn(1),) for _ in range(5)), ways=("plain", "xnn", "named"))
