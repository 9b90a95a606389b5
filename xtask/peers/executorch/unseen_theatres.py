"""Models for the set 2026-11-theatres (docs/accuracy.md): what theatres, museums, studios and festivals run.

No answer is the best of several where bytes or half types may tie: what is ordered or counted is in 32 bits or in integers.
"""

import math

import models
import torch
import unseen_rigging  # noqa: F401  (its ways)
from models import Spec
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, conv, r
from unseen_ways import lenient as add


def ints(high, *shape, dtype=torch.int64):
    return lambda: (torch.randint(0, high, shape).to(dtype),)


def turns(n, places, base=100.0):
    at = torch.arange(places)[:, None] * base ** (-torch.arange(0, n, 2) / n)
    return at.cos(), at.sin()


# --- language ----------------------------------------------------------------------------------------------------------------


class Prompter(nn.Module):
    """Pairs that lie beside each other are turned; keys and values go to rows of what is kept by index_copy_."""

    def __init__(self, n=12, heads=2, places=8):
        super().__init__()
        self.e, self.q, self.k, self.v, self.o = nn.Embedding(24, n), nn.Linear(n, n, False), nn.Linear(n, n // 2, False), nn.Linear(n, n // 2, False), nn.Linear(n, n, False)
        self.a, self.b, self.g, self.d, self.heads = nn.RMSNorm(n, 1e-5), nn.RMSNorm(n, 1e-5), nn.Linear(n, 40, False), nn.Linear(20, n, False), heads
        cos, sin = turns(n // heads, places)
        for name, x in (("cos", cos), ("sin", sin), ("keys", torch.zeros(places, n // 2)), ("values", torch.zeros(places, n // 2)), ("sees", torch.ones(places, places).tril().bool())):
            self.register_buffer(name, x)

    def turned(self, x, at):
        c, s = self.cos[at], self.sin[at]
        a, b = x[..., ::2], x[..., 1::2]
        return torch.stack((a * c - b * s, a * s + b * c), -1).flatten(-2)

    def forward(self, i, at):
        x = self.e(i)
        y = self.a(x)
        q = self.turned(self.q(y).unflatten(-1, (self.heads, -1)).transpose(0, 1), at)
        self.keys.index_copy_(0, at, self.turned(self.k(y), at))
        self.values.index_copy_(0, at, self.v(y))
        w = (q @ self.keys.T / 6**0.5).masked_fill(~self.sees[at], float("-inf")).softmax(-1)
        x = x + self.o((w @ self.values).transpose(0, 1).flatten(1))
        a, b = self.g(self.b(x)).chunk(2, -1)
        return F.linear(x + self.d(F.gelu(a, approximate="tanh") * b), self.e.weight)


add("prompter", "a prompter: one key for all heads, rows of a cache by number", Prompter, lambda: (torch.tensor([3, 7, 9]), torch.tensor([0, 1, 2])), lambda: (torch.tensor([4]), torch.tensor([3])), ways=("plain", "dq"))


class Surtitles(nn.Module):
    """A ring of what was said last; distance adds to scores; a cap by tanh; the newest stands first."""

    def __init__(self, n=8, keep=5):
        super().__init__()
        self.e, self.qkv, self.o, self.n, self.h = nn.Embedding(18, n), nn.Linear(n, 3 * n), nn.Linear(n, n), nn.LayerNorm(n), nn.Linear(n, 18)
        self.register_buffer("past", torch.zeros(2, keep, n))
        self.register_buffer("far", torch.arange(keep) * -0.5)

    def forward(self, i):
        x = self.e(i)
        q, k, v = self.qkv(self.n(x)).chunk(3, -1)
        self.past.copy_(torch.cat((torch.stack((k, v)), self.past[:, :-1]), 1))
        w = 4 * torch.tanh(q @ self.past[0].mT / 8**0.5 / 4) + self.far
        return self.h(x + self.o(w.softmax(-1) @ self.past[1])).log_softmax(-1)


add("surtitles", "words over a stage: the newest of a ring stands first", Surtitles, *[ints(18, 1)] * 3, ways=("plain", "f16"))


class Lyrics(nn.Module):
    """The application holds what is past and gets it longer by one; heads share by groups."""

    def __init__(self, n=12):
        super().__init__()
        self.e, self.q, self.kv, self.o, self.f = nn.Embedding(20, n), nn.Linear(n, 12), nn.Linear(n, 12), nn.Linear(12, n), nn.Sequential(nn.LayerNorm(n), nn.Linear(n, 24), nn.SiLU(), nn.Linear(24, n))

    def forward(self, i, k, v):
        x = self.e(i)
        q = self.q(x).view(1, 1, 4, 3).transpose(1, 2)
        a, b = self.kv(x).view(1, 1, 2, 2, 3).unbind(2)
        k, v = torch.cat((k, a.transpose(1, 2)), 2), torch.cat((v, b.transpose(1, 2)), 2)
        y = F.scaled_dot_product_attention(q, k.repeat_interleave(2, 1), v.repeat_interleave(2, 1))
        x = x + self.o(y.transpose(1, 2).reshape(1, 1, -1))
        return self.f(x) + x, k, v


add("lyrics", "lines of a song; the past is the application's", Lyrics, lambda: (torch.tensor([[5]]), torch.randn(1, 2, 4, 3), torch.randn(1, 2, 4, 3)), ways=("xnn",))


class Librettos(nn.Module):
    """Keys and values from a thin row that is what is kept; a slice by a number that is read."""

    def __init__(self, n=8, thin=3, places=6):
        super().__init__()
        self.e, self.q, self.down, self.uk, self.uv, self.o = nn.Embedding(16, n), nn.Linear(n, n), nn.Linear(n, thin), nn.Linear(thin, n), nn.Linear(thin, n), nn.Linear(n, 16)
        self.register_buffer("thin", torch.zeros(1, places, thin))
        self.register_buffer("at", torch.arange(places))

    def forward(self, i, at):
        x = self.e(i)
        self.thin.copy_(torch.where((self.at == at)[None, :, None], self.down(x), self.thin))
        w = (self.q(x) @ self.uk(self.thin).mT * 8**-0.5).where(self.at <= at, torch.finfo(x.dtype).min)
        return self.o(x + w.softmax(-1) @ self.uv(self.thin))


add("librettos", "thin rows are kept, keys and values come from them", Librettos, *(lambda k=k: (torch.tensor([[k + 2]]), torch.tensor([k])) for k in range(3)), ways=("plain", "dq"))


class Linear(nn.Module):
    """No softmax: sums of outer products that fade at their own pace, a norm by heads."""

    def __init__(self, n=8, heads=2):
        super().__init__()
        self.e, self.p, self.n, self.o, self.heads = nn.Embedding(15, n), nn.Linear(n, 4 * n, False), nn.GroupNorm(heads, n), nn.Linear(n, 15), heads
        self.register_buffer("s", torch.zeros(heads, n // heads, n // heads))
        self.register_buffer("fade", torch.tensor([0.9, 0.7])[:, None, None])

    def forward(self, i):
        x = self.e(i)
        q, k, v, g = self.p(x).chunk(4, -1)
        q, k, v = (z.view(self.heads, -1) for z in (q, k, v))
        self.s.mul_(self.fade).add_(torch.einsum("hi,hj->hij", k, v))
        return self.o(x + F.silu(g) * self.n(torch.einsum("hi,hij->hj", q, self.s).reshape(1, -1)))


add("monologue", "sums that fade instead of a past", Linear, *[ints(15, 1)] * 3, ways=("xnn",))


class Critics(nn.Module):
    """An encoder by torch's own layers whose norm comes first, gaps masked, a mean of what is there."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.p, self.o = nn.Embedding(22, n, padding_idx=0), nn.Embedding(6, n), nn.Linear(n, 4)
        self.l = nn.ModuleList(nn.TransformerEncoderLayer(n, 2, 12, 0.0, "relu", norm_first=True, batch_first=True) for _ in range(2))

    def forward(self, i):
        m = i.ne(0)
        x = self.e(i) + self.p.weight
        for layer in self.l:
            x = layer(x, src_key_padding_mask=~m)
        m = m[..., None].to(x.dtype)
        return self.o((x * m).sum(1) / m.sum(1))


add("critics", "what critics say: an encoder with gaps", Critics, lambda: (torch.tensor([[4, 8, 3, 0, 0, 0], [1, 2, 9, 21, 5, 6]]),), ways=("xnn",))


class Acts(nn.Module):
    """Queries look at another text: nn.MultiheadAttention, averaged weights are told, too."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.a, self.c, self.n, self.o = nn.Embedding(17, n), nn.MultiheadAttention(n, 4, batch_first=True), nn.MultiheadAttention(n, 2, kdim=5, vdim=5, batch_first=True), nn.LayerNorm(n), nn.Linear(n, 17)
        self.register_buffer("m", torch.full((4, 4), float("-inf")).triu(1))

    def forward(self, i, x):
        y = self.e(i)
        y = y + self.a(y, y, y, attn_mask=self.m, need_weights=False)[0]
        z, w = self.c(self.n(y), x, x)
        return self.o(y + z), w


add("acts", "a play told from its scenes", Acts, lambda: (torch.tensor([[1, 4, 2, 7]]), torch.randn(1, 3, 5)), ways=("plain", "xnn"))
add("playbills", "parts of words in bags, weighed, to one row", lambda: Do(lambda s, i, w: s.o(torch.tanh((s.e(i) * w[..., None].softmax(1)).sum(1))), e=nn.Embedding(30, 6), o=nn.Linear(6, 5)), lambda: (torch.randint(0, 30, (2, 4)), torch.randn(2, 4)), ways=("words",))
add("genres", "letters as rows, filters of three widths, the most of each", lambda: Do(lambda s, i: (lambda x: s.o(torch.cat([F.relu(c(x)).amax(2) for c in (s.a, s.b, s.c)], 1)))(s.e(i).mT), e=nn.Embedding(27, 6), a=nn.Conv1d(6, 4, 2), b=nn.Conv1d(6, 4, 3), c=nn.Conv1d(6, 4, 4, padding=1), o=nn.Linear(12, 3)), ints(27, 2, 9), ways=("plain", "sq"))


class Experts(nn.Module):
    """Four nets for each, weighed by what a fifth says."""

    def __init__(self, n=6):
        super().__init__()
        self.g, self.a, self.b = nn.Linear(n, 4), nn.Parameter(torch.randn(4, n, 10) / 3), nn.Parameter(torch.randn(4, 10, n) / 3)

    def forward(self, x):
        p = self.g(x).softmax(-1)
        y = torch.einsum("eti,eio->eto", F.relu(torch.einsum("ti,eio->eto", x, self.a)).square(), self.b)
        return x + torch.einsum("te,eto->to", p, y), p.mean(0)


add("ensemble_cast", "nets that are weighed, squares of relu", Experts, r(3, 6), ways=("plain", "bf16"))


class Critique(nn.Module):
    """Scores of content and of place apart, places by how far: gathered."""

    def __init__(self, n=6, t=4):
        super().__init__()
        self.q, self.k, self.v, self.p = nn.Linear(n, n), nn.Linear(n, n, False), nn.Linear(n, n), nn.Parameter(torch.randn(2 * t - 1, n) / 2)
        self.register_buffer("far", torch.arange(t)[:, None] - torch.arange(t) + t - 1)

    def forward(self, x):
        q, k = self.q(x), self.k(x)
        c = torch.bmm(q, k.mT) + torch.gather(q @ self.p.T, 2, self.far.expand(x.shape[0], -1, -1)) + torch.gather(k @ self.p.T, 2, self.far.expand(x.shape[0], -1, -1)).mT
        return torch.bmm((c / 18**0.5).softmax(2), self.v(x)) + x


add("ushers", "scores of content and of how far, gathered", Critique, r(2, 4, 6), ways=("plain",))

# --- vision ------------------------------------------------------------------------------------------------------------------


class Frames(nn.Module):
    """A large filter for each channel, a norm of channels last, wide layers, a scale."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.d, self.n, self.a, self.b, self.g = nn.Conv2d(3, n, 4, 4), nn.Conv2d(n, n, 7, padding=3, groups=n), nn.LayerNorm(n, 1e-6), nn.Linear(n, 24), nn.Linear(24, n), nn.Parameter(torch.rand(24))

    def forward(self, x):
        x = self.i(x)
        y = F.gelu(self.a(self.n(self.d(x).permute(0, 2, 3, 1))))
        s = torch.linalg.vector_norm(y, dim=(1, 2), keepdim=True)
        y = y + self.g * y * s / (s.mean(-1, keepdim=True) + 1e-3)
        return (x + self.b(y).permute(0, 3, 1, 2)).mean((2, 3))


add("paintings", "paintings: wide filters, answers weighed by how strong a channel is", Frames, r(1, 3, 20, 20), ways=("plain", "sq"))


class Twice(nn.Module):
    """A three, a one and a road past that are trained apart, added."""

    def __init__(self, i, o, s=1):
        super().__init__()
        self.a, self.b = conv(i, o, 3, s, act=nn.Identity), conv(i, o, 1, s, act=nn.Identity)
        self.c = nn.BatchNorm2d(i) if i == o and s == 1 else None

    def forward(self, x):
        y = self.a(x) + self.b(x)
        return F.relu6(y if self.c is None else y + self.c(x))


add("sculptures", "filters of two sizes and a norm, added", lambda: nn.Sequential(Twice(3, 6, 2), Twice(6, 6), Twice(6, 10, 2), nn.AdaptiveMaxPool2d(1), nn.Flatten(), nn.Linear(10, 5)), r(1, 3, 16, 16), ways=("xnn", "sq"))


class Attentive(nn.Module):
    """Which channels, by mean and most; then which places, by mean and most."""

    def __init__(self, n=6):
        super().__init__()
        self.c, self.f, self.p, self.o = conv(3, n, 5, 2, act=nn.Mish), nn.Sequential(nn.Linear(n, 3), nn.ReLU(), nn.Linear(3, n)), nn.Conv2d(2, 1, 5, padding=2), nn.Linear(n, 4)

    def forward(self, x):
        x = self.c(x)
        x = x * torch.sigmoid(self.f(x.mean((2, 3))) + self.f(x.amax((2, 3))))[..., None, None]
        x = x * torch.sigmoid(self.p(torch.cat((x.mean(1, True), x.amax(1, True)), 1)))
        return self.o(x.flatten(2).mean(-1))


add("visitors", "which channels, then which places", Attentive, r(2, 3, 14, 14), ways=("xnn",))


class Cuts(nn.Module):
    """A part of channels goes through blocks, all parts are joined; a pool three times over."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.a, self.m, self.o, self.p = conv(3, n, 3, 2, act=nn.SiLU), conv(n, n, 1, act=nn.SiLU), nn.ModuleList(conv(n // 2, n // 2, act=nn.SiLU) for _ in range(2)), conv(2 * n, n, 1, act=nn.SiLU), conv(4 * n, n, 1, act=nn.SiLU)
        self.box, self.kind = nn.Conv2d(n, 16, 1), nn.Conv2d(n, 3, 1)
        self.register_buffer("bins", torch.arange(4.0))

    def forward(self, x):
        y = list(self.a(self.i(x)).chunk(2, 1))
        for m in self.m:
            y.append(m(y[-1]))
        x = self.o(torch.cat(y, 1))
        p = [x]
        for _ in range(3):
            p.append(F.max_pool2d(p[-1], 5, 1, 2))
        x = self.p(torch.cat(p, 1))
        d = self.box(x).unflatten(1, (4, 4)).softmax(2).mul(self.bins[:, None, None]).sum(2)
        return torch.cat((d, torch.sigmoid(self.kind(x))), 1).flatten(2)


add("props", "props on a stage: distances by shares of bins", Cuts, r(1, 3, 16, 16), ways=("plain", "xnn"))


class Faces(nn.Module):
    """Boxes and five places of faces from priors, exponents within limits."""

    def __init__(self):
        super().__init__()
        self.f, self.h = nn.Sequential(conv(3, 6, 3, 2), conv(6, 6, g=6), conv(6, 10, 1), nn.MaxPool2d(2)), nn.Conv2d(10, 30, 3, padding=1)
        y, x = torch.meshgrid(torch.arange(4.0), torch.arange(4.0), indexing="ij")
        self.register_buffer("at", (torch.stack((x, y), -1).view(-1, 1, 2).expand(-1, 2, -1).reshape(-1, 2) + 0.5) / 4)
        self.register_buffer("size", torch.tensor([[0.2, 0.25], [0.4, 0.5]]).repeat(16, 1))

    def forward(self, x):
        y = self.h(self.f(x)).permute(0, 2, 3, 1).reshape(1, -1, 15)
        m, s = self.at + y[..., :2] * 0.1 * self.size, self.size * torch.exp((y[..., 2:4] * 0.2).clamp(-2, 2))
        return torch.cat((m - s / 2, m + s / 2), -1), (self.at[:, None] + y[..., 4:14].unflatten(-1, (5, 2)) * 0.1 * self.size[:, None]).flatten(2), y[..., 14:].sigmoid()


add("faces", "faces of an audience, with five places each", Faces, r(1, 3, 16, 16), ways=("plain", "sq"))


class Curtains(nn.Module):
    """Filters of several paces, and a mean of the whole that is laid over all; sizes by align_corners."""

    def __init__(self, n=6):
        super().__init__()
        self.i, self.l, self.d = conv(3, n, 3, 2), conv(n, n, 3, 2), nn.ModuleList(nn.Conv2d(n, 4, 3, padding=k, dilation=k, bias=False) for k in (1, 2, 3))
        self.g, self.p, self.o = nn.Conv2d(n, 4, 1), nn.Conv2d(16, n, 1), nn.Conv2d(2 * n, 4, 1)

    def forward(self, x):
        a = self.i(x)
        b = self.l(a)
        g = F.relu(self.g(b.mean((2, 3), keepdim=True))).expand(-1, -1, *b.shape[2:])
        y = F.relu(self.p(torch.cat([d(b) for d in self.d] + [g], 1)))
        y = F.interpolate(y, size=a.shape[2:], mode="bilinear", align_corners=True)
        return F.interpolate(self.o(torch.cat((a, y), 1)), scale_factor=2, mode="bilinear", align_corners=False)


add("curtains", "parts of a stage: filters of several paces", Curtains, r(1, 3, 16, 16), ways=("plain", "xnn"))


class Masks(nn.Module):
    """A few queries look at a map and each paints a mask, by its dot product with all places."""

    def __init__(self, n=8):
        super().__init__()
        self.c, self.q, self.a, self.m, self.k = nn.Sequential(conv(3, n, 3, 2), conv(n, n)), nn.Parameter(torch.randn(1, 3, n)), nn.MultiheadAttention(n, 2, batch_first=True), nn.Sequential(nn.Linear(n, n), nn.ReLU(), nn.Linear(n, n)), nn.Linear(n, 4)

    def forward(self, x):
        f = self.c(x)
        t = f.flatten(2).mT
        q = self.q + self.a(self.q, t, t, need_weights=False)[0]
        return torch.einsum("bqc,bchw->bqhw", self.m(q), f), self.k(q)


add("costumes", "queries that paint masks of costumes", Masks, r(1, 3, 12, 12), ways=("plain", "dq"))


class Depths(nn.Module):
    """Depth of a stage by shares of bins whose widths the picture tells."""

    def __init__(self, n=6):
        super().__init__()
        self.c, self.w, self.s, self.u = nn.Sequential(conv(3, n, 3, 2, act=nn.GELU), conv(n, n, act=nn.GELU)), nn.Linear(n, 5), nn.Conv2d(n, 5, 1), nn.PixelShuffle(2)
        self.o = nn.Conv2d(n, 4, 1)

    def forward(self, x):
        f = self.c(x)
        w = F.normalize(F.relu(self.w(f.mean((2, 3)))) + 0.1, p=1, dim=1)
        at = torch.cumsum(w, 1) - w / 2
        d = (self.s(f).softmax(1) * at[..., None, None]).sum(1, keepdim=True)
        return F.interpolate(d, scale_factor=2.0) + 0.1 * self.u(self.o(f))


add("stage_depth", "depth by bins that the picture tells", Depths, r(1, 3, 12, 12), ways=("plain", "f16"))


class Restored(nn.Module):
    """A picture restored: norms of channels, simple gates (half times half), a road past for the picture."""

    def __init__(self, n=6):
        super().__init__()
        self.i, self.n, self.a, self.d, self.s, self.b, self.o = nn.Conv2d(3, n, 3, padding=1), nn.GroupNorm(1, n), nn.Conv2d(n, 2 * n, 1), nn.Conv2d(2 * n, 2 * n, 3, padding=1, groups=2 * n), nn.Conv2d(n, n, 1), nn.Conv2d(n, n, 1), nn.Conv2d(n, 3, 3, padding=1)
        self.z = nn.Parameter(torch.full((1, n, 1, 1), 0.5))

    def forward(self, x):
        y = self.i(x)
        a, b = self.d(self.a(self.n(y))).chunk(2, 1)
        z = a * b
        y = y + self.z * self.b(z * self.s(F.adaptive_avg_pool2d(z, 1)))
        return x + self.o(y)


add("frescoes", "frescoes restored: half of channels times the other half", Restored, r(1, 3, 10, 10), ways=("xnn",))
add("old_film", "an old film made larger: filters, then channels to places, edges mirrored", lambda: Do(lambda s, x: (F.pixel_shuffle(s.b(F.pad(F.prelu(s.a(F.pad(x, (1, 1, 1, 1), mode="reflect")), s.w), (1, 1, 1, 1), mode="replicate")), 3) + F.interpolate(x, scale_factor=3, mode="nearest")).clamp(0, 1), a=nn.Conv2d(1, 6, 3), b=nn.Conv2d(6, 9, 3), w=torch.full((6,), 0.2)), lambda: (torch.rand(1, 1, 6, 6),), ways=("xnn",))
add("posters", "a style laid on a picture: means and spreads of another", lambda: Do(lambda s, x, y: (lambda a, b: s.o((a - a.mean((2, 3), True)) / (a.var((2, 3), correction=0, keepdim=True) + 1e-3).sqrt() * (b.var((2, 3), correction=0, keepdim=True) + 1e-3).sqrt() + b.mean((2, 3), True)))(s.c(x), s.c(y)), c=conv(3, 6), o=nn.ConvTranspose2d(6, 3, 3, padding=1)), lambda: (torch.randn(1, 3, 8, 8), torch.randn(1, 3, 10, 10)), ways=("bf16",))
add("colours", "colour in an old photograph: two channels from one", lambda: nn.Sequential(nn.Conv2d(1, 6, 3, 2, 1), nn.InstanceNorm2d(6, affine=True), nn.LeakyReLU(0.2), nn.Conv2d(6, 10, 3, 2, 1), nn.LeakyReLU(0.2), nn.ConvTranspose2d(10, 6, 4, 2, 1), nn.ReLU(), nn.Upsample(scale_factor=2, mode="nearest"), nn.Conv2d(6, 2, 3, 1, 1), nn.Tanh()), r(1, 1, 16, 16), ways=("xnn",))
add("lantern", "a picture by a magic lantern: corners told as eight numbers, sampled", lambda: Do(lambda s, x, h: (lambda p: F.grid_sample(x, (p[..., :2] / (2 + 0.2 * torch.tanh(p[..., 2:])))[None], mode="bilinear", padding_mode="border", align_corners=True))(s.g @ (s.e + 0.05 * h).T), g=torch.stack([*torch.meshgrid(torch.linspace(-1.5, 1.5, 5), torch.linspace(-1.4, 1.4, 5), indexing="xy"), torch.ones(5, 5)], -1), e=torch.eye(3)), lambda: (torch.randn(1, 2, 6, 6), torch.randn(3, 3)), ways=("plain",))
add("spotlights", "where actors stand: maps of heat, softly the place of each", lambda: Do(lambda s, x: (lambda h: (torch.einsum("bkhw,h->bk", h, s.t), torch.einsum("bkhw,w->bk", h, s.t)))(s.o(s.c(x)).flatten(2).softmax(-1).unflatten(-1, (8, 8))), c=conv(3, 6, 3, 2), o=nn.Conv2d(6, 4, 1), t=torch.linspace(0, 1, 8)), r(1, 3, 16, 16), ways=("xnn",))
add("tickets", "letters on a ticket: filters that halve the height only, rows to a recurrence", lambda: Do(lambda s, x: s.o(s.g(s.c(x).squeeze(2).mT)[0]).log_softmax(-1), c=nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.MaxPool2d((2, 1)), nn.Conv2d(6, 8, 3, (2, 1), 1), nn.ReLU(), nn.AvgPool2d((2, 1))), g=nn.GRU(8, 6, bidirectional=True, batch_first=True), o=nn.Linear(12, 11)), r(1, 1, 8, 12), ways=("plain", "xnn"))
add("queue_counts", "how many stand in a queue: a map of how many, columns beside each other", lambda: Do(lambda s, x: (lambda m: (m, m.sum((1, 2, 3))))(F.softplus(s.o(torch.cat((s.a(x), s.b(x), s.c(x)), 1)))), a=nn.Sequential(nn.Conv2d(3, 4, 7, 2, 3), nn.ReLU()), b=nn.Sequential(nn.Conv2d(3, 4, 5, 2, 2), nn.ReLU()), c=nn.Sequential(nn.Conv2d(3, 4, 3, 2, 1), nn.ReLU()), o=nn.Conv2d(12, 1, 1)), r(1, 3, 14, 14), ways=("plain", "sq"))
add("dancers", "joints of dancers as a graph, over time", lambda: Do(lambda s, x: s.o(F.relu(s.t(torch.einsum("bctv,vw->bctw", s.c(x), s.a.softmax(0)))).mean((2, 3))), c=nn.Conv2d(3, 8, 1), a=torch.randn(5, 5), t=nn.Conv2d(8, 8, (3, 1), padding=(1, 0), groups=2), o=nn.Linear(8, 4)), r(1, 3, 6, 5), ways=("plain", "vk"))
add("statues", "points of a statue: the same layers for each, the most of all, told back to each", lambda: Do(lambda s, p: (lambda f: s.o(torch.cat((f, f.amax(2, keepdim=True).expand_as(f)), 1)))(F.leaky_relu(s.b(F.leaky_relu(s.a(p)))), ), a=nn.Conv1d(3, 8, 1), b=nn.Conv1d(8, 10, 1), o=nn.Conv1d(20, 4, 1)), r(1, 3, 12), ways=("xnn",))
add("vitrines", "a glass case seen from two sides: shifts, differences, filters over three axes", lambda: Do(lambda s, a, b: (s.v(torch.stack([s.c(a) - torch.roll(s.c(b), k, 3) for k in range(3)], 2)).squeeze(1).neg().softmax(1) * s.d).sum(1), c=nn.Conv2d(1, 4, 3, padding=1), v=nn.Conv3d(4, 1, 3, padding=1), d=torch.arange(3.0)[:, None, None]), lambda: (torch.randn(1, 1, 6, 8), torch.randn(1, 1, 6, 8)), ways=("xnn",))

# --- audio -------------------------------------------------------------------------------------------------------------------


def dft(n):
    a = 2 * math.pi / n * torch.outer(torch.arange(n // 2 + 1), torch.arange(n))
    return torch.cat((a.cos(), -a.sin())) * torch.hann_window(n)


def front(s, x):
    """Windows as a filter of large steps, power, bands, decibels that end eight bels below the most."""
    y = F.conv1d(F.pad(x[:, None], (8, 8), mode="reflect"), s.w[:, None], stride=8)
    a, b = y.chunk(2, 1)
    m = torch.clamp(s.m @ (a * a + b * b), min=1e-5).log10()
    return (torch.maximum(m, m.amax((1, 2), keepdim=True) - 8) + 4) / 4


add("microphones", "a microphone to bands, as decibels", lambda: Do(front, w=dft(16), m=torch.rand(5, 9)), r(1, 64), ways=("plain",))


class Normed(nn.Module):
    """Energies made even by how loud it was, a state that the program keeps."""

    def __init__(self, n=5):
        super().__init__()
        self.register_buffer("m", torch.ones(1, n))

    def forward(self, x):
        out = []
        m = self.m.clone()
        for t in x.unbind(1):
            m = torch.lerp(m, t, 0.1)
            out.append((t / (m + 1e-2).pow(0.9) + 2).sqrt() - 2**0.5)
        self.m.copy_(m)
        return torch.stack(out, 1)


add("loudness", "energies made even by how loud it was", Normed, *[lambda: (torch.rand(1, 4, 5),)] * 2, ways=("f64",))


class Rehearsal(nn.Module):
    """Half a layer, attention, a filter with gates and a norm, half a layer; letters."""

    def __init__(self, n=8):
        super().__init__()
        ff = lambda: nn.Sequential(nn.LayerNorm(n), nn.Linear(n, 16), nn.SiLU(), nn.Linear(16, n))
        self.s, self.i, self.a, self.b, self.n, self.qkv = nn.Conv1d(5, n, 3, 2, 1), nn.Linear(n, n), ff(), ff(), nn.LayerNorm(n), nn.Linear(n, 3 * n)
        self.p, self.d, self.bn, self.q, self.o = nn.Conv1d(n, 2 * n, 1), nn.Conv1d(n, n, 5, padding=2, groups=n), nn.BatchNorm1d(n), nn.Conv1d(n, n, 1), nn.Linear(n, 12)

    def forward(self, x):
        x = self.i(F.silu(self.s(x)).mT)
        x = x + self.a(x) / 2
        q, k, v = self.qkv(self.n(x)).view(1, -1, 3, 2, 4).permute(2, 0, 3, 1, 4).unbind(0)
        x = x + F.scaled_dot_product_attention(q, k, v, scale=0.4).transpose(1, 2).flatten(2)
        x = x + self.q(F.silu(self.bn(self.d(F.glu(self.p(x.mT), 1))))).mT
        return self.o(x + self.b(x) / 2).log_softmax(2)


add("rehearsals", "words from a rehearsal: filters with gates beside attention", Rehearsal, r(1, 5, 12), ways=("plain", "dq"))


class Announced(nn.Module):
    """Frames that come one by one: the last few are kept, filters see the past only."""

    def __init__(self, n=6):
        super().__init__()
        self.c, self.d, self.o = nn.Conv1d(4, n, 3), nn.Conv1d(n, n, 3, dilation=2), nn.Linear(n, 5)
        self.register_buffer("a", torch.zeros(1, 4, 2))
        self.register_buffer("b", torch.zeros(1, n, 4))

    def forward(self, x):
        x = torch.cat((self.a, x), 2)
        self.a.copy_(x[..., -2:])
        y = torch.cat((self.b, F.relu(self.c(x))), 2)
        self.b.copy_(y[..., -4:])
        return self.o(F.relu(self.d(y)).mT).softmax(-1)


add("cues", "a cue that is called: frames in pairs, the last are kept", Announced, *[r(1, 4, 2)] * 3, ways=("xnn",))


class Predicts(nn.Module):
    """What was said goes through a recurrence, what is heard through another; all pairs are joined."""

    def __init__(self, n=6):
        super().__init__()
        self.a, self.e, self.p, self.o = nn.LSTM(4, n, batch_first=True), nn.Embedding(9, n), nn.GRU(n, n, batch_first=True), nn.Linear(n, 9)

    def forward(self, x, i):
        return self.o(torch.tanh(self.a(x)[0][:, :, None] + self.p(self.e(i))[0][:, None]))


add("dictation", "what is heard and what was said, all pairs", Predicts, lambda: (torch.randn(1, 5, 4), torch.tensor([[0, 4, 2]])), ways=("xnn",))


class Voices(nn.Module):
    """Waves from frames: steps up, three filters of several paces each, a snake for an activation."""

    def __init__(self, n=6):
        super().__init__()
        self.i, self.u, self.v, self.f, self.o = nn.Conv1d(5, n, 7, padding=3), nn.ConvTranspose1d(n, n, 8, 4, 2), nn.ConvTranspose1d(n, 4, 4, 2, 1), nn.ModuleList(nn.Conv1d(n, n, 3, padding=k, dilation=k) for k in (1, 3, 5)), nn.Conv1d(4, 1, 7, padding=3)
        self.a = nn.Parameter(torch.rand(n, 1) + 0.5)

    def forward(self, x):
        x = self.u(self.i(x))
        x = sum(f(x + torch.sin(self.a * x).square() / self.a) for f in self.f) / 3
        return torch.tanh(self.o(F.leaky_relu(self.v(x), 0.1)))


add("voices", "waves of a voice from frames: a snake for an activation", Voices, r(1, 5, 6), ways=("plain", "xnn"))


def overlap(s, x):
    """Size and angle from layers, back to samples by overlapping windows, evened by what windows add up to."""
    m, p = s.l(x).chunk(2, 1)
    m = torch.exp(m.clamp(max=3))
    y = F.conv_transpose1d(torch.cat((m * torch.cos(p), m * torch.sin(p)), 1), s.w[:, None], stride=8)
    return y[..., 8:-8] / s.e


add("organ", "an organ: size and angle, back to samples by overlapping windows", lambda: Do(overlap, l=nn.Conv1d(4, 18, 3, padding=1), w=dft(16) / 16, e=torch.hann_window(16).square().unfold(0, 8, 8).sum(0).repeat(4) + 0.1), r(1, 4, 5), ways=("plain",))
add("choir", "a choir apart: masks for two over learned frames", lambda: Do(lambda s, x: (lambda e: s.d((e[:, None] * F.relu(s.m(s.n(e))).unflatten(1, (2, 8))).flatten(0, 1)).squeeze(1))(F.relu(s.e(x))), e=nn.Conv1d(1, 8, 8, 4, bias=False), n=nn.GroupNorm(1, 8), m=nn.Sequential(nn.Conv1d(8, 8, 1), nn.PReLU(), nn.Conv1d(8, 8, 3, padding=2, dilation=2, groups=8), nn.PReLU(), nn.Conv1d(8, 16, 1)), d=nn.ConvTranspose1d(8, 1, 8, 4, bias=False)), r(1, 1, 40), ways=("plain", "sq"))
add("strings_synth", "strings: tones that are sums of harmonics, phases added up, noise that is given", lambda: Do(lambda s, f, a, z: (lambda p: (torch.sin(p[..., None] * s.k) * a[:, None].softmax(-1)).sum(-1) * 0.8 + 0.1 * z)(torch.cumsum(f, 1) * (2 * math.pi / 100)), k=torch.arange(1.0, 6)), lambda: (torch.rand(1, 16) * 5 + 3, torch.randn(1, 5), torch.randn(1, 16)), ways=("plain",))
add("reverb", "a room: an echo by a long filter that fades, wet and dry", lambda: Do(lambda s, x, w: torch.lerp(x, F.conv1d(F.pad(x, (11, 0)), (s.h * torch.exp(-s.t * 0.3)).flip(0).view(1, 1, -1)), w), h=torch.randn(12), t=torch.arange(12.0)), lambda: (torch.randn(1, 1, 24), torch.tensor([0.3])), ways=("xnn",))
add("tuner", "how high a tone is: sums of products with itself moved", lambda: Do(lambda s, x: (lambda d: (d, d / (torch.cumsum(d, 1) / s.k + 1e-3)))(torch.stack([(x[:, :16] - x[:, k : k + 16]).square().sum(1) for k in range(1, 9)], 1)), k=torch.arange(1.0, 9)), r(2, 24), ways=("plain",))
add("applause", "applause, laughter, quiet: bands to a mean with weights of their own", lambda: Do(lambda s, x: (lambda h: (lambda w: s.o(torch.cat(((h * w).sum(2), ((h.square() * w).sum(2) - (h * w).sum(2).square()).clamp(min=1e-3).sqrt()), 1)))(torch.tanh(s.a(h)).softmax(2)))(F.relu(s.c(x))), c=nn.Conv1d(6, 8, 5, padding=4, dilation=2), a=nn.Conv1d(8, 8, 1), o=nn.Linear(16, 3)), r(1, 6, 14), ways=("xnn",))
add("codec_stage", "codes of a sound: the nearest rows of two books, by a soft share, what is left", lambda: Do(lambda s, x: (lambda q: (q, (torch.cdist(x - q, s.b).neg() * 2).softmax(-1) @ s.b))((torch.cdist(x, s.a).neg() * 2).softmax(-1) @ s.a), a=torch.randn(7, 4), b=torch.randn(5, 4) / 2), r(3, 4), ways=("plain",))

# --- recurrent ---------------------------------------------------------------------------------------------------------------
add("lights", "lights that follow music: a recurrence with a projection", lambda: Do(lambda s, x: (lambda y, h: (torch.sigmoid(s.o(y)), h[0], h[1]))(*s.l(x)), l=nn.LSTM(4, 8, proj_size=3, batch_first=True), o=nn.Linear(3, 5)), r(1, 6, 4), ways=("xnn",))
add("orchestra", "an orchestra: two layers of gates whose states are given and given back", lambda: Do(lambda s, x, h: (lambda y, k: (s.o(y[-1]), k))(*s.g(x, h)), g=nn.GRU(3, 5, 2), o=nn.Linear(5, 4)), lambda: (torch.randn(4, 2, 3), torch.zeros(2, 2, 5)), ways=("plain", "dq"))


class Cells(nn.Module):
    """Two cells, the second sees the first and the last answer, which goes round."""

    def __init__(self):
        super().__init__()
        self.a, self.b, self.o = nn.LSTMCell(5, 6), nn.GRUCell(6, 4), nn.Linear(4, 2)

    def forward(self, x):
        h, c, g, y = x.new_zeros(2, 6), x.new_zeros(2, 6), x.new_zeros(2, 4), x.new_zeros(2, 2)
        out = []
        for t in range(3):
            h, c = self.a(torch.cat((x[:, t], y), 1), (h, c))
            g = self.b(h, g)
            y = torch.tanh(self.o(g))
            out.append(y)
        return torch.stack(out, 1)


add("marionettes", "marionettes: two cells, the answer goes round", Cells, r(2, 3, 3), ways=("plain", "bf16"))


class Minimal(nn.Module):
    """One gate for all, from what comes only; time is a product and a sum that are added up by hand."""

    def __init__(self, n=6):
        super().__init__()
        self.z, self.h, self.o = nn.Linear(4, n), nn.Linear(4, n), nn.Linear(n, 3)

    def forward(self, x):
        z = torch.sigmoid(self.z(x)) * 0.8 + 0.1
        keep = torch.cumprod(1 - z, 1)
        h = keep * torch.cumsum(z * torch.tanh(self.h(x)) / keep, 1)
        return self.o(h)


add("metronome", "one gate, time by products and sums", Minimal, r(1, 4, 4), ways=("plain",))


class Selects(nn.Module):
    """States that fade as what comes says; a filter over the last four; a gate; all kept."""

    def __init__(self, n=6, m=3):
        super().__init__()
        self.i, self.c, self.p, self.t, self.o, self.m = nn.Linear(4, 2 * n, False), nn.Parameter(torch.randn(n, 4) / 2), nn.Linear(n, 2 + 2 * m, False), nn.Linear(2, n), nn.Linear(n, 4, False), m
        self.a = nn.Parameter(torch.log(torch.arange(1.0, m + 1)).repeat(n, 1))
        self.register_buffer("w", torch.zeros(1, n, 4))
        self.register_buffer("s", torch.zeros(1, n, m))

    def forward(self, x):
        x, g = self.i(x).chunk(2, 1)
        self.w.copy_(torch.cat((self.w[..., 1:], x[..., None]), 2))
        x = F.silu((self.w * self.c).sum(2))
        d, b, c = self.p(x).split((2, self.m, self.m), 1)
        d = F.softplus(self.t(d))[..., None]
        self.s.copy_(self.s * torch.exp(d * -torch.exp(self.a)) + d * b[:, None] * x[..., None])
        return self.o((self.s * c[:, None]).sum(2) * F.silu(g))


add("projector", "a film's next frame: states that fade as what comes says", Selects, *[r(1, 4)] * 3, ways=("plain", "dq"))
add("clowns", "a plain recurrence by hand, its matrix made of two thin ones", lambda: Do(lambda s, x: (lambda f: f(f, x.new_zeros(1, 6), 0))(lambda f, h, t: s.o(h) if t == 4 else f(f, torch.tanh(s.i(x[t]) + (h @ s.a) @ s.b), t + 1)), i=nn.Linear(3, 6), a=torch.randn(6, 2) / 2, b=torch.randn(2, 6) / 2, o=nn.Linear(6, 2)), r(4, 1, 3), ways=("f16",))

# --- control flow, sizes -----------------------------------------------------------------------------------------------------
add("house_lights", "lights of a house: dimmed when a play begins, else slowly up", lambda: Do(lambda s, x, p: torch.cond(p.sum() > 0, lambda x: x * 0.2 + 0.01, lambda x: torch.sqrt(x + 0.1), (x,))), lambda: (torch.rand(4), torch.tensor([1])), lambda: (torch.rand(4), torch.tensor([-1])), ways=("plain",))


class Either(nn.Module):
    """Two nets, one of which runs: what comes says which by its mean."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3)), nn.Linear(5, 3)

    def forward(self, x):
        return torch.cond(x.mean() > 0.25, lambda x: self.a(x), lambda x: self.b(x).tanh(), (x,)) + 1


add("understudy", "two nets, one of which runs", Either, lambda: (torch.rand(2, 5) + 0.5,), lambda: (-torch.rand(2, 5),), ways=("plain", "f16"))
add("scenes", "three ways, a condition in a condition", lambda: Do(lambda s, x, k: torch.cond((k > 0).any(), lambda x, k: torch.cond((k > 3).any(), lambda x, k: x.cumsum(0), lambda x, k: x.flip(0) * 1, (x, k)), lambda x, k: x.abs() + k.float(), (x, k))), *(lambda k=k: (torch.randn(4), torch.tensor([k])) for k in (5, 2, -1)), ways=("plain",))
add("intermission", "two answers of a condition, one of whole numbers", lambda: Do(lambda s, t: torch.cond(t.max() >= 20, lambda t: (t - 20, torch.bitwise_and(t, 3)), lambda t: (t * 2, torch.bitwise_xor(t, 5)), (t,))), lambda: (torch.tensor([5, 9, 22]),), lambda: (torch.tensor([1, 3, 4]),), ways=("plain",))
add("any_length", "lines of any length: a mean of those that stand there", lambda: Do(lambda s, x: s.o(F.relu(s.a(x)).mean(0, keepdim=True)), a=nn.Linear(4, 6), o=nn.Linear(6, 2)), r(5, 4), r(3, 4), dynamic=lambda: (({0: torch.export.Dim("n", min=2, max=9)},),), ways=("plain",))

# --- tables, statistics, controllers, codes ----------------------------------------------------------------------------------
add("seats", "which seats sell: columns in groups, pairs by sums and squares", lambda: Do(lambda s, i, x: (lambda v: torch.sigmoid(s.b(i).sum(1) + 0.5 * (v.sum(1).square() - v.square().sum(1)).sum(1, keepdim=True) + s.l(torch.cat((v.flatten(1), x), 1))))(s.e(i)), e=nn.Embedding(20, 4), b=nn.Embedding(20, 1), l=nn.Sequential(nn.Linear(14, 8), nn.ReLU(), nn.Linear(8, 1))), lambda: (torch.randint(0, 20, (2, 3)), torch.randn(2, 2)), ways=("xnn",))
add("festival_tables", "columns choose what counts, twice: sparse shares by thresholds", lambda: Do(lambda s, x: (lambda m: (lambda y: s.o(torch.cat((y, F.glu(s.b(y * (1.4 - m)), 1)), 1)))(x * m))(F.hardsigmoid(s.a(x) * 3)), a=nn.Linear(6, 6), b=nn.Linear(6, 8), o=nn.Linear(10, 3)), r(3, 6), ways=("plain", "sq"))
add("prices", "prices of tickets: sums of waves of many speeds of each column", lambda: Do(lambda s, x: s.o(F.relu(torch.einsum("bcf,cfo->bco", torch.cat(((x[..., None] * s.p).sin(), (x[..., None] * s.p).cos()), -1), s.w)).flatten(1)), p=torch.randn(3, 4), w=torch.randn(3, 8, 5) / 3, o=nn.Linear(15, 1)), r(4, 3), ways=("plain", "f16"))
add("visits", "two towers: visitors and halls, in one ball, all pairs", lambda: Do(lambda s, u, h: 5 * F.cosine_similarity(s.u(u)[:, None], s.h(h)[None], dim=-1), u=nn.Sequential(nn.Linear(4, 8), nn.ELU(), nn.Linear(8, 5)), h=nn.Sequential(nn.Linear(6, 8), nn.SELU(), nn.Linear(8, 5))), lambda: (torch.randn(2, 4), torch.randn(3, 6)), ways=("plain", "dq"))
add("boosted", "trees by comparisons with whole numbers: leaves by powers of two", lambda: Do(lambda s, x: s.leaf.gather(1, (((x[:, s.c] > s.t).long() << s.k).sum(2)).T).sum(0), c=torch.tensor([[0, 2, 3], [1, 1, 4]]), t=torch.tensor([[0.13, -0.4, 0.7], [0.2, -0.9, 0.05]]), k=torch.tensor([0, 1, 2]), leaf=torch.randn(2, 8)), r(3, 5), ways=("plain",))
add("crowds", "a crowd over a day: means, spreads, skews, a share above", lambda: Do(lambda s, x: (lambda m, d: torch.stack((m, d, (((x - m[:, None]) / d[:, None]) ** 3).mean(1), (x > 0.31).float().mean(1)), 1))(x.mean(1), x.std(1) + 0.1)), r(2, 12), ways=("plain",))
add("ranks", "the middle and quarters of what was paid, sorted", lambda: Do(lambda s, x: (lambda v: (v[:, [2, 5, 8]], v[:, -3:].mean(1), v.diff(dim=1).amax(1)))(x.sort(1).values)), r(2, 11), ways=("plain",))
add("covariances", "what goes with what: covariances, shares, a step of power", lambda: Do(lambda s, x: (lambda c: (c, F.normalize(c @ F.normalize(c @ s.v, dim=0), dim=0)))((lambda z: z.T @ z / 7)(x - x.mean(0))), v=torch.ones(3, 1)), r(8, 3), ways=("plain",))
add("histogram", "how bright a picture is, counted in whole numbers, evened", lambda: Do(lambda s, x: (lambda h: (h, torch.cumsum(h, 0)[x.long() >> 5]))(torch.zeros(8, dtype=torch.int64).scatter_add(0, (x.long() >> 5).flatten(), torch.ones(36, dtype=torch.int64)))), ints(256, 6, 6, dtype=torch.uint8), ways=("plain",))


class Flies(nn.Module):
    """A motor that lifts a set: speed and place are kept, limits of both, a sum that does not wind up."""

    def __init__(self):
        super().__init__()
        self.register_buffer("sum", torch.zeros(2))
        self.register_buffer("last", torch.zeros(2))

    def forward(self, want, have):
        off = want - have
        raw = 1.7 * off + self.sum + 0.4 * (off - self.last)
        out = raw.clamp(-1.0, 1.0)
        self.sum.add_(0.2 * off + 0.5 * (out - raw))
        self.last.copy_(off)
        return torch.where(off.abs() < 0.05, 0.0, out), self.sum * 2


add("fly_motors", "motors that lift sets: a sum that does not wind up", Flies, *(lambda k=k: (torch.tensor([2.0, 1.0]), torch.tensor([0.3, 0.7]) * k) for k in (1, 2, 3)), ways=("plain",))
add("revolve", "a stage that turns: the short way round, a pace that grows and shrinks", lambda: Do(lambda s, a, b: (lambda d: (d, torch.sign(d) * torch.minimum(d.abs().sqrt() * 0.9, torch.full_like(d, 1.1)), torch.hypot(d, a)))(torch.atan2(torch.sin(b - a), torch.cos(b - a)))), lambda: (torch.tensor([0.2, 3.0, -1.4]), torch.tensor([1.9, -2.8, 0.6])), ways=("plain",))
add("climate", "air of a museum: wet and warm to a point of dew, and what to do", lambda: Do(lambda s, t, h: (lambda g: (243.1 * g / (17.62 - g), torch.where(h > 0.57, -1.0, torch.where(h < 0.43, 1.0, 0.0))))(torch.log(h) + 17.62 * t / (243.1 + t))), lambda: (torch.tensor([18.0, 21.5, 25.0]), torch.tensor([0.35, 0.5, 0.66])), ways=("plain",))


class Tracks(nn.Module):
    """A light that follows: place and speed by gains that have settled, kept."""

    def __init__(self):
        super().__init__()
        self.register_buffer("x", torch.zeros(2, 3))

    def forward(self, z):
        p = self.x[0] + 0.1 * self.x[1]
        e = z - p
        self.x.copy_(torch.stack((p + 0.6 * e, self.x[1] + 1.8 * e)))
        return self.x.sum(0), e


add("follow_spot", "a light that follows", Tracks, *[r(3)] * 3, ways=("naive",))
add("barcode", "a ticket's last digit: weights of one and three, in whole numbers", lambda: Do(lambda s, d: (lambda c: (c, c == d[:, -1]))((10 - (d[:, :-1] * s.w).sum(1) % 10) % 10), w=torch.tensor([1, 3] * 6)), ints(10, 3, 13), ways=("plain",))
add("dmx", "words of light: bytes from shares, two for a fine one, a sum to check", lambda: Do(lambda s, x: (lambda v: (torch.stack((v >> 8, v & 255), -1).flatten(1).to(torch.uint8), v.sum(1) % 251))((x * 65535).floor().to(torch.int32))), lambda: (torch.tensor([[0.1234, 0.5551, 0.9013], [0.3337, 0.7777, 0.2221]]),), ways=("plain",))
add("timecode", "hours, minutes, seconds, frames of a film from a count, and back", lambda: Do(lambda s, n: (lambda t: (t, (t * s.w).sum(1), torch.bitwise_or(t[:, 0] << 16, t[:, 3])))(torch.stack((n // 90000, n // 1500 % 60, n // 25 % 60, n % 25), 1)), w=torch.tensor([90000, 1500, 25, 1])), ints(2000000, 4), ways=("plain",))
add("checks", "a sum to check over bits: shifts, exclusive or, a table", lambda: Do(lambda s, b: (lambda f: f(f, torch.full((2,), 255, dtype=torch.int64), 0))(lambda f, c, k: c if k == 4 else f(f, s.t[(c ^ b[:, k]) & 15] ^ (c >> 4), k + 1)), t=torch.arange(16) * 37 % 256), ints(256, 2, 4), ways=("plain",))
add("rota", "who works when: masks by logic, counts, the first who can", lambda: Do(lambda s, can, want: (lambda m: (m.sum(1), m.any(0), (m.long().cumsum(1) == 1) & m, torch.logical_xor(can, want).all(1)))(can & want)), lambda: (torch.rand(4, 6) > 0.4, torch.rand(4, 6) > 0.3), ways=("plain",))
add("swatches", "colours between spaces: a wheel from red, green, blue", lambda: Do(lambda s, x: (lambda hi, lo: torch.stack((torch.atan2(1.732 * (x[:, 1] - x[:, 2]), 2 * x[:, 0] - x[:, 1] - x[:, 2]), (hi - lo) / (hi + 0.05), hi, torch.where(x > 0.04, ((x + 0.055) / 1.055) ** 2.4, x / 12.92) @ s.y), 1))(x.amax(1), x.amin(1)), y=torch.tensor([0.21, 0.72, 0.07])), lambda: (torch.rand(5, 3),), ways=("plain",))
add("acoustics", "a wave in a hall: a grid, walls that take a part", lambda: Do(lambda s, a, b: (lambda f: f(f, a, b, 0))(lambda f, a, b, k: (b, (b * b).sum((2, 3))) if k == 3 else f(f, b, (2 * b - a + 0.3 * F.conv2d(F.pad(b, (1, 1, 1, 1), mode="replicate"), s.l)) * s.w, k + 1)), l=torch.tensor([[[[0.0, 1, 0], [1, -4, 1], [0, 1, 0]]]]), w=F.pad(torch.ones(4, 4), (1, 1, 1, 1), value=0.9)), lambda: (torch.zeros(1, 1, 6, 6), torch.randn(1, 1, 6, 6) / 3), ways=("vk",))

# --- quantised, half types, embeddings ---------------------------------------------------------------------------------------
add("hall_sensors", "a hall's sensors: layers with norms between them", lambda: nn.Sequential(nn.Linear(7, 16), nn.LayerNorm(16), nn.Hardswish(), nn.Linear(16, 12), nn.ReLU6(), nn.Linear(12, 2)), r(3, 7), ways=("dq", "sq"))
add("stage_door", "who is at the door: a thin net of filters, its answer a row of length one", lambda: Do(lambda s, x: F.normalize(s.o(s.c(x).flatten(1)), dim=1), c=nn.Sequential(conv(1, 6, 3, 2), conv(6, 6, 3, 2, 6), conv(6, 8, 1)), o=nn.Linear(72, 6, False)), r(1, 1, 12, 12), ways=("sq", "xf16"))
add("carillon", "bells: filters over time in groups, sums past them", lambda: Do(lambda s, x: s.o((lambda y: y + s.b(y))(F.relu(s.a(x)))).mean(2), a=nn.Conv1d(4, 8, 4, 2, groups=2), b=nn.Sequential(nn.Conv1d(8, 8, 3, padding=1), nn.Hardtanh(-2, 2)), o=nn.Conv1d(8, 3, 1)), r(1, 4, 14), ways=("xnn", "sq"))
add("archive", "an archive: rows of two tables, one for the whole and one for the rest of a number", lambda: Do(lambda s, i: s.l(s.a(torch.div(i, 8, rounding_mode="floor")) * s.b(torch.remainder(i, 8))).tanh(), a=nn.Embedding(6, 8), b=nn.Embedding(8, 8), l=nn.Linear(8, 4)), ints(48, 2, 3), ways=("plain", "both"))
add("catalogue", "a catalogue: rows of one length, dot products with a few that are marked", lambda: Do(lambda s, i, m: (lambda e: (e @ e.mT).masked_fill(m[:, None], -9.0))(F.normalize(s.e(i), dim=-1)), e=nn.Embedding(25, 6)), lambda: (torch.randint(0, 25, (2, 4)), torch.rand(2, 4) > 0.6), ways=("plain", "bf16"))
add("puppets", "angles of joints to places: turns after turns", lambda: Do(lambda s, a: (lambda t: torch.stack(((s.l * t.cos()).cumsum(1), (s.l * t.sin()).cumsum(1)), 2))(a.cumsum(1)), l=torch.tensor([1.0, 0.8, 0.5])), r(2, 3), ways=("f16",))

add("soundboard", "a board of bytes: levels halved, pieces cut, and back to shares", lambda: Do(lambda s, x: (lambda y: (y, F.linear(y.float() / 127, s.w, s.b)))((torch.bitwise_right_shift(x.to(torch.int16) * s.g, 4)).clamp(-128, 127).to(torch.int8)), w=torch.randn(3, 8) / 3, b=torch.zeros(3), g=torch.arange(9, 17, dtype=torch.int16)), lambda: (torch.randint(-128, 128, (2, 8), dtype=torch.int8),), ways=("plain",))
add("scenery", "scenery from a row: styles that scale channels, noise that is given, steps up", lambda: Do(lambda s, z, e: (lambda w: torch.tanh(s.o(F.leaky_relu(s.b(F.interpolate(F.leaky_relu(s.a(s.c * s.g(w)[..., None, None]) + 0.1 * e, 0.2), scale_factor=2.0, mode="bilinear", align_corners=False)) * (1 + s.h(w))[..., None, None], 0.2))))(F.normalize(z, dim=1)), c=torch.randn(1, 6, 4, 4), g=nn.Linear(5, 6), h=nn.Linear(5, 4), a=nn.Conv2d(6, 6, 3, padding=1), b=nn.Conv2d(6, 4, 3, padding=1), o=nn.Conv2d(4, 3, 1)), lambda: (torch.randn(1, 5), torch.randn(1, 1, 4, 4)), ways=("xnn", "bf16"))
add("drapes", "cloth: layers told by a step's waves, what noise is there", lambda: Do(lambda s, x, t: (lambda e: s.o(F.silu(s.a(x) + s.t(e)[..., None])))(torch.cat(((t[:, None] * s.w).sin(), (t[:, None] * s.w).cos()), 1)), w=torch.tensor([1.0, 0.3, 0.1]), t=nn.Linear(6, 8), a=nn.Conv1d(2, 8, 3, padding=1), o=nn.Conv1d(8, 2, 3, padding=1)), lambda: (torch.randn(1, 2, 10), torch.tensor([3.0])), ways=("xf16",))
add("turnstiles", "turnstiles: three bytes of filters in a row, a wide pool, an answer of each gate", lambda: nn.Sequential(nn.ZeroPad2d((1, 0, 1, 0)), nn.Conv2d(2, 6, 2, bias=False), nn.ReLU(), nn.Conv2d(6, 6, (1, 3), groups=3), nn.ReLU(), nn.MaxPool2d((8, 1)), nn.Conv2d(6, 4, 1), nn.Flatten(2)), r(1, 2, 8, 8), ways=("sq",))
add("programmes", "pages of a programme: two rows of words cross, a softmax each way", lambda: Do(lambda s, i, j: (lambda a, b: (lambda w: s.o(torch.cat((a.mean(1), (w.softmax(2) @ b).mean(1), (w.softmax(1).mT @ a).amax(1)), 1)))(a @ s.m @ b.mT))(s.e(i), s.e(j)), e=nn.Embedding(21, 6), m=torch.randn(6, 6) / 3, o=nn.Linear(18, 3)), lambda: (torch.randint(0, 21, (2, 4)), torch.randint(0, 21, (2, 5))), ways=("dq",))

# --- several methods ---------------------------------------------------------------------------------------------------------


def several(name, what, make, **options):
    models.MODELS[name] = lambda: Spec(what, make(), edge={"_check_ir_validity": False}, **options)


def sketches():
    """Pictures to a thin row and back, by two methods."""
    a, b = nn.Sequential(conv(1, 4, 3, 2), nn.Flatten(), nn.Linear(64, 5)), nn.Sequential(nn.Linear(5, 64), nn.Unflatten(1, (4, 4, 4)), nn.ConvTranspose2d(4, 1, 2, 2), nn.Sigmoid())
    return {"encode": (a.eval().requires_grad_(False), [r(1, 1, 8, 8)()]), "decode": (b.eval().requires_grad_(False), [r(1, 5)()])}


def guide():
    """A guide of a museum: what is seen, what is asked, and how they meet, by three methods."""
    parts = {"see": (conv(3, 6, 3, 2), r(1, 3, 8, 8)), "ask": (Do(lambda s, i: s.e(i).mean(1), e=nn.Embedding(14, 6)), ints(14, 1, 4)), "meet": (Do(lambda s, f, q: torch.einsum("bchw,bc->bhw", f, q).flatten(1).softmax(1)), lambda: (torch.randn(1, 6, 4, 4), torch.randn(1, 6)))}
    return {name: (module.eval().requires_grad_(False), [case()]) for name, (module, case) in parts.items()}


several("sketches", "pictures to a thin row and back, by two methods", sketches)
several("xnn_sketches_two", "pictures to a thin row and back, by two methods, for XNNPACK", sketches, xnnpack={})
several("museum_guide", "what is seen, what is asked, how they meet: three methods", guide)
