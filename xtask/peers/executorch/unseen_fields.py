"""Models for the set 2026-11-farms (docs/accuracy.md): what farms, kitchens and foresters run. Language and sound.

Answers that a tie could turn (the best of several, orders) are asked for in 32 bits only. unseen_orchards.py has pictures, unseen_barns.py the rest.
"""

import math

import torch
import unseen_rigging  # noqa: F401  (its ways)
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, r
from unseen_ways import lenient as add


def ids(high, *shape):
    return lambda: (torch.randint(0, high, shape),)


def steps(high, count, batch=1):
    """One word after the other, and where it is."""
    return [lambda i=i: (torch.full((batch, 1), (i * 7 + 3) % high), torch.tensor([i])) for i in range(count)]


def turned(x, at, base=100.0):
    """Pairs beside each other are turned by where they are."""
    n = x.shape[-1] // 2
    angle = (at[:, None] * base ** (-torch.arange(n) / n)).to(x.dtype)
    a, b = x.unflatten(-1, (n, 2)).unbind(-1)
    return torch.stack((a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()), -1).flatten(-2)


# --- decoders ----------------------------------------------------------------------------------------------------------------


class Herdbook(nn.Module):
    """Norms after each part and of queries and keys; a cache by index_copy; logits that are capped."""

    def __init__(self, n=16, heads=4, shared=2, length=6, cap=None, window=None):
        super().__init__()
        self.part, self.heads, self.shared, self.cap, self.window = n // heads, heads, shared, cap, window
        self.e, self.q, self.kv = nn.Embedding(28, n), nn.Linear(n, n, False), nn.Linear(n, 2 * shared * self.part, False)
        self.o, self.u, self.d = nn.Linear(n, n, False), nn.Linear(n, 2 * 20, False), nn.Linear(20, n, False)
        self.norms = nn.ModuleList(nn.RMSNorm(m) for m in (self.part, self.part, n, n, n))
        self.register_buffer("k", torch.zeros(1, shared, length, self.part))
        self.register_buffer("v", torch.zeros(1, shared, length, self.part))

    def forward(self, i, at):
        x = self.e(i) * self.e.weight.shape[1] ** 0.5
        q = self.norms[0](self.q(x).unflatten(-1, (self.heads, self.part))).transpose(1, 2)
        k, v = self.kv(x).unflatten(-1, (2, self.shared, self.part)).permute(2, 0, 3, 1, 4)
        self.k.index_copy_(2, at, turned(self.norms[1](k), at))
        self.v.index_copy_(2, at, v)
        every = self.heads // self.shared
        k, v = (c[:, :, None].expand(-1, -1, every, -1, -1).flatten(1, 2) for c in (self.k, self.v))
        places = torch.arange(k.shape[2])
        off = places > at[:, None]
        if self.window:
            off = off | (places <= at[:, None] - self.window)
        s = turned(q, at) @ k.transpose(2, 3) / self.part**0.5
        if self.cap:
            s = self.cap * torch.tanh(s / self.cap)
        s = s.masked_fill(off, -1e4).softmax(-1)
        x = x + self.norms[2](self.o((s @ v).transpose(1, 2).flatten(2)))
        g, u = self.u(x).chunk(2, -1)
        x = x + self.norms[3](self.d(F.gelu(g, approximate="tanh") * u))
        y = self.norms[4](x) @ self.e.weight.T
        return self.cap * torch.tanh(y / self.cap) if self.cap else y


add("herdbook", "a decoder with norms after its parts, two keys for four heads", Herdbook, *steps(28, 3), ways=("plain", "xnn", "dq", "f16", "bf16", "xbf16", "inplace"))
add("herdbook_capped", "the same, scores and words are capped, a window of two", lambda: Herdbook(cap=5.0, window=2), *steps(28, 4), ways=("plain", "xnn", "dq4", "f64"))


class Latent(nn.Module):
    """What is kept is a small row for all heads, from which keys and values are made; a part with places beside."""

    def __init__(self, n=16, heads=2, row=6, turn=4, length=5):
        super().__init__()
        self.heads, self.row, self.turn = heads, row, turn
        self.e, self.q, self.kv, self.up = nn.Embedding(20, n), nn.Linear(n, heads * (4 + turn)), nn.Linear(n, row + turn), nn.Linear(row, heads * 8, False)
        self.n, self.o, self.w = nn.LayerNorm(row), nn.Linear(heads * 4, n), nn.Linear(n, 20)
        self.register_buffer("kept", torch.zeros(1, length, row + turn))

    def forward(self, i, at):
        x = self.e(i)
        row, place = self.kv(x).split((self.row, self.turn), -1)
        self.kept[:, at] = torch.cat((self.n(row), turned(place, at)), -1)
        row, place = self.kept.split((self.row, self.turn), -1)
        k, v = self.up(row).unflatten(-1, (self.heads, 8)).transpose(1, 2).chunk(2, -1)
        q = self.q(x).unflatten(-1, (self.heads, -1)).transpose(1, 2)
        s = q[..., :4] @ k.mT + turned(q[..., 4:], at) @ place[:, None].mT
        s = s.masked_fill(torch.arange(k.shape[2]) > at[:, None], -1e4)
        return self.w(x + self.o(((s / 8**0.5).softmax(-1) @ v).transpose(1, 2).flatten(2)))


add("seed_catalogue", "a decoder that keeps a small row for all heads", Latent, *steps(20, 3), ways=("plain", "xnn", "dq", "f16", "layers"))


class Beside(nn.Module):
    """Attention and layers beside each other from one norm; slopes by distance; the caller keeps the past."""

    def __init__(self, n=12, heads=3):
        super().__init__()
        self.e, self.n, self.qkv, self.u, self.o = nn.Embedding(22, n), nn.LayerNorm(n, bias=False), nn.Linear(n, 3 * n), nn.Linear(n, 30), nn.Linear(n + 30, n)
        self.heads = heads
        self.register_buffer("slope", 0.5 ** torch.arange(1.0, heads + 1)[:, None, None])

    def forward(self, i, past):
        x = self.e(i)
        h = self.n(x)
        q, k, v = self.qkv(h).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        k, v = torch.cat((past, torch.stack((k, v))), 3).unbind(0)
        far = torch.arange(k.shape[2] - 1, -1, -1)
        y = (q @ k.mT / 2 - self.slope * far).softmax(-1) @ v
        x = x + self.o(torch.cat((y.transpose(1, 2).flatten(2), F.relu(self.u(h)).square()), -1))
        return x @ self.e.weight.T, torch.stack((k, v))[:, :, :, 1:]


add("almanac", "attention beside layers, slopes by distance, squares", Beside, lambda: (torch.tensor([[5]]), torch.randn(2, 1, 3, 4, 4)), ways=("plain", "xnn", "dq", "bf16", "caller", "apart"))


class Experts(nn.Module):
    """Experts that are all asked, each weighed; one is always asked."""

    def __init__(self, n=8, experts=4):
        super().__init__()
        self.e, self.g = nn.Embedding(16, n), nn.Linear(n, experts, False)
        self.up, self.down = nn.Parameter(torch.randn(experts, n, 12) / 3), nn.Parameter(torch.randn(experts, 12, n) / 3)
        self.always, self.o = nn.Sequential(nn.Linear(n, 12), nn.SiLU(), nn.Linear(12, n)), nn.Linear(n, 16)

    def forward(self, i):
        x = self.e(i)
        p = torch.sigmoid(self.g(x))
        p = p / p.sum(-1, keepdim=True)
        y = torch.einsum("etf,efn->etn", F.silu(torch.einsum("btn,enf->etf", x, self.up)), self.down)
        return self.o(x + self.always(x) + torch.einsum("bte,etn->btn", p, y))


add("advisers", "four advisers, each weighed, and one that is always asked", Experts, ids(16, 1, 5), ways=("plain", "xnn", "dq", "f16"))


class Mixed(nn.Module):
    """What was last is mixed in; a numerator and a denominator decay, kept with the largest so far."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.k, self.v, self.g, self.o, self.w = nn.Embedding(18, n), nn.Linear(n, n, False), nn.Linear(n, n, False), nn.Linear(n, n, False), nn.Linear(n, n), nn.Linear(n, 18)
        self.mix, self.decay, self.first = nn.Parameter(torch.rand(3, n)), nn.Parameter(-torch.rand(n) - 0.2), nn.Parameter(torch.rand(n))
        for name, start in (("last", 0.0), ("a", 0.0), ("b", 0.0), ("m", -30.0)):
            self.register_buffer(name, torch.full((1, n), start))

    def forward(self, i):
        x = self.e(i)
        k, v, g = (layer(x * m + self.last * (1 - m)) for layer, m in zip((self.k, self.v, self.g), self.mix))
        top = torch.maximum(self.m, k + self.first)
        old, new = torch.exp(self.m - top), torch.exp(k + self.first - top)
        y = torch.sigmoid(g) * (old * self.a + new * v) / (old * self.b + new)
        top = torch.maximum(self.m + self.decay, k)
        old, new = torch.exp(self.m + self.decay - top), torch.exp(k - top)
        self.a.mul_(old).add_(new * v)
        self.b.mul_(old).add_(new)
        self.m.copy_(top)
        self.last.copy_(x)
        return self.w(x + self.o(y))


add("diary", "words mixed with the last one, sums that decay", Mixed, *[ids(18, 1)] * 3, ways=("plain", "xnn", "dq", "inplace"), initialized=("m",))


class Selects(nn.Module):
    """A short filter and a state whose steps the input sets, both kept."""

    def __init__(self, n=6, state=4):
        super().__init__()
        self.i, self.c, self.s, self.t, self.o = nn.Linear(n, 2 * n, False), nn.Parameter(torch.randn(n, 3) / 2), nn.Linear(n, 2 * state, False), nn.Linear(n, n), nn.Linear(n, n, False)
        self.a, self.d = nn.Parameter(torch.arange(1.0, state + 1).log().repeat(n, 1)), nn.Parameter(torch.ones(n))
        self.register_buffer("past", torch.zeros(n, 3))
        self.register_buffer("h", torch.zeros(n, state))

    def forward(self, x):
        u, z = self.i(x)[0].chunk(2)
        self.past.copy_(torch.cat((self.past[:, 1:], u[:, None]), 1))
        u = F.silu((self.past * self.c).sum(1))
        b, c = self.s(u).chunk(2)
        t = F.softplus(self.t(u))[:, None]
        self.h.copy_(torch.exp(-t * self.a.exp()) * self.h + t * b * u[:, None])
        return self.o(((self.h @ c) + self.d * u) * F.silu(z))


add("milk_meter", "a state whose steps the input sets", Selects, *[r(1, 6)] * 3, ways=("plain", "xnn", "dq", "f64"))


class Stable(nn.Module):
    """Gates that are exponentials, with the largest kept apart; a matrix of keys and values is the memory."""

    def __init__(self, n=6):
        super().__init__()
        self.qkv, self.g, self.o = nn.Linear(n, 3 * n), nn.Linear(n, 2), nn.Linear(n, n)
        self.register_buffer("c", torch.zeros(n, n))
        self.register_buffer("n", torch.zeros(n))
        self.register_buffer("m", torch.zeros(1))

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        i, f = self.g(x)[0].split(1)
        f = F.logsigmoid(f)
        m = torch.maximum(f + self.m, i)
        i, f = torch.exp(i - m), torch.exp(f + self.m - m)
        self.c.copy_(f * self.c + i * torch.outer(v[0], k[0]))
        self.n.copy_(f * self.n + i * k[0])
        self.m.copy_(m)
        return self.o(self.c @ q[0] / torch.clamp((self.n @ q[0]).abs(), min=1.0))


add("ledger", "a matrix of keys and values, gates that are exponentials", Stable, *[r(1, 6)] * 3, ways=("plain", "xnn"))


class Retains(nn.Module):
    """Attention that decays with distance without a softmax, norms of groups of heads."""

    def __init__(self, n=8, heads=2, length=5):
        super().__init__()
        self.e, self.qkv, self.g, self.o, self.n, self.heads = nn.Embedding(14, n), nn.Linear(n, 3 * n), nn.Linear(n, n), nn.Linear(n, 14), nn.GroupNorm(heads, n), heads
        far = torch.arange(length)[:, None] - torch.arange(length)
        self.register_buffer("decay", torch.stack([(1 - 2.0 ** (-2 - h)) ** far.clamp(min=0) * (far >= 0) for h in range(heads)]))

    def forward(self, i):
        x = self.e(i)
        q, k, v = self.qkv(x).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        y = ((q @ k.mT * self.decay) @ v).transpose(1, 2).flatten(2)
        return self.o(self.n(y.flatten(0, 1)).unflatten(0, y.shape[:2]) * F.silu(self.g(x)))


add("bird_talk", "attention that decays with distance", Retains, ids(14, 2, 5), ways=("plain", "xnn", "dq", "bf16"))

# --- encoders ----------------------------------------------------------------------------------------------------------------


class Buckets(nn.Module):
    """How far words are apart, in buckets that widen, gives what is added to scores."""

    def __init__(self, n=12, heads=3, buckets=8):
        super().__init__()
        self.e, self.b, self.n, self.qkv, self.o, self.h = nn.Embedding(26, n), nn.Embedding(buckets, heads), nn.RMSNorm(n), nn.Linear(n, 3 * n, False), nn.Linear(n, n, False), nn.Linear(n, 4)
        self.heads, self.buckets = heads, buckets

    def forward(self, i, mask):
        x = self.e(i)
        far = torch.arange(i.shape[1]) - torch.arange(i.shape[1])[:, None]
        half = self.buckets // 2
        near, d = half // 2, far.abs()
        wide = near + (torch.log(d.clamp(min=1).float() / near) / math.log(16 / near) * (half - near)).to(torch.int64)
        bucket = (far > 0) * half + torch.where(d < near, d, wide.clamp(max=half - 1))
        bias = self.b(bucket).permute(2, 0, 1)
        q, k, v = self.qkv(self.n(x)).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        s = q @ k.mT + bias + (1.0 - mask[:, None, None]) * -1e4
        x = x + self.o((s.softmax(-1) @ v).transpose(1, 2).flatten(2))
        return self.h((x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True))


def recipe():
    return torch.tensor([[3, 9, 25, 1, 7], [4, 4, 0, 0, 0]]), torch.tensor([[1.0, 1, 1, 1, 1], [1, 1, 0, 0, 0]])


add("recipes", "kinds of recipes: distances in buckets", Buckets, recipe, ways=("plain", "xnn", "dq", "words", "layers"))


class Apart(nn.Module):
    """Words and places in scores of their own: words to words, words to places, places to words."""

    def __init__(self, n=8, reach=3):
        super().__init__()
        self.e, self.p, self.reach = nn.Embedding(30, n), nn.Embedding(2 * reach, n), reach
        self.qkv, self.pq, self.pk, self.o = nn.Linear(n, 3 * n), nn.Linear(n, n), nn.Linear(n, n, False), nn.Linear(n, 6)

    def forward(self, i):
        q, k, v = self.qkv(self.e(i)).chunk(3, -1)
        at = torch.arange(i.shape[1])
        far = (at[:, None] - at + self.reach).clamp(0, 2 * self.reach - 1).expand(i.shape[0], -1, -1)
        words = q @ k.mT
        there = (q @ self.pk(self.p.weight).T).gather(-1, far)
        back = (k @ self.pq(self.p.weight).T).gather(-1, far).mT
        return self.o(((words + there + back) / math.sqrt(3 * 8)).softmax(-1) @ v)


add("labels_of_jars", "words and places scored apart", Apart, ids(30, 2, 6), ways=("plain", "xnn", "dq", "f16", "words"))


class Latents(nn.Module):
    """A few rows that are learned ask what came, then each other; queries ask them."""

    def __init__(self, n=8, rows=3):
        super().__init__()
        self.e, self.z, self.q = nn.Linear(4, n), nn.Parameter(torch.randn(1, rows, n)), nn.Parameter(torch.randn(1, 2, n))
        self.a, self.b, self.c = (nn.MultiheadAttention(n, 2, batch_first=True) for _ in range(3))
        self.f, self.n = nn.Sequential(nn.LayerNorm(n), nn.Linear(n, 2 * n), nn.GELU(), nn.Linear(2 * n, n)), nn.LayerNorm(n)

    def forward(self, x):
        x = self.e(x)
        z = self.z.expand(x.shape[0], -1, -1)
        z = z + self.a(self.n(z), x, x, need_weights=False)[0]
        z = z + self.b(z, z, z, need_weights=False)[0]
        z = z + self.f(z)
        return self.c(self.q.expand(x.shape[0], -1, -1), z, z)[0]


add("many_sensors", "a few rows ask all sensors", Latents, r(2, 9, 4), ways=("plain", "xnn", "dq", "xinline"))


class Waves(nn.Module):
    """Words mixed by waves over words and over columns; no attention at all."""

    def __init__(self, n=8, length=6):
        super().__init__()
        self.e, self.n, self.f, self.o = nn.Embedding(24, n), nn.LayerNorm(n), nn.Sequential(nn.Linear(n, 16), nn.GELU(), nn.Linear(16, n)), nn.Linear(n, 3)
        for name, size in (("t", length), ("c", n)):
            angle = torch.outer(torch.arange(size), torch.arange(size)) * (2 * math.pi / size)
            self.register_buffer(name + "c", angle.cos())
            self.register_buffer(name + "s", angle.sin())

    def forward(self, i):
        x = self.e(i)
        x = self.n(x + self.tc @ x @ self.cc - self.ts @ x @ self.cs)
        return self.o(self.n(x + self.f(x)).amax(1))


add("market_words", "words mixed by waves", Waves, ids(24, 2, 6), ways=("plain", "xnn", "dq", "e8", "f64"))


class Gated(nn.Module):
    """A half of the columns weighs the other half by layers over words; a little attention helps."""

    def __init__(self, n=8, length=5):
        super().__init__()
        self.e, self.u, self.n, self.s, self.o = nn.Embedding(17, n), nn.Linear(n, 2 * n), nn.LayerNorm(n), nn.Linear(length, length), nn.Linear(n, 17)
        self.t = nn.Linear(n, 3 * 4)

    def forward(self, i):
        x = self.e(i)
        a, b = F.gelu(self.u(x)).chunk(2, -1)
        q, k, v = self.t(x).chunk(3, -1)
        small = F.pad((q @ k.mT / 2).softmax(-1) @ v, (0, 4))
        return self.o(x + a * (self.s(self.n(b).mT).mT + small))


add("hen_house", "a half of the columns weighs the other", Gated, ids(17, 1, 5), ways=("plain", "xnn", "dq", "bf16"))


class Points(nn.Module):
    """What is said next: a word of the list, or one of what was read, by how it was looked at."""

    def __init__(self, n=8, words=15):
        super().__init__()
        self.e, self.g, self.c, self.k, self.o, self.p, self.words = nn.Embedding(words, n), nn.GRU(n, n, batch_first=True), nn.GRUCell(n, n), nn.Linear(n, n), nn.Linear(2 * n, words), nn.Linear(2 * n, 1), words

    def forward(self, i, last):
        m, h = self.g(self.e(i))
        h = self.c(self.e(last), h[0])
        a = (m @ self.k(h)[..., None]).squeeze(-1).softmax(-1)
        x = torch.cat((h, (a[..., None] * m).sum(1)), -1)
        p = torch.sigmoid(self.p(x))
        return (p * self.o(x).softmax(-1)).scatter_add(1, i, (1 - p) * a), h


add("orders", "a word of the list, or one of what was read", Points, lambda: (torch.tensor([[2, 9, 2, 14], [1, 5, 7, 7]]), torch.tensor([3, 1])), ways=("plain", "xnn", "f64"))
add("pests_named", "letters in groups, sums over groups, means", lambda: Do(lambda s, i: s.o(F.relu(s.c(s.e(i).unfold(1, 3, 1).flatten(2).mT)).sum(2) / i.shape[1]), e=nn.Embedding(40, 4), c=nn.Conv1d(12, 8, 1), o=nn.Linear(8, 5)), ids(40, 2, 11), ways=("plain", "xnn", "dq", "words", "convs"))


def best_way(s, x):
    """The best way through kinds: values from the start, then back."""
    e, back = s.l(x), []
    v = e[0]
    for row in e[1:]:
        v, i = (v[:, None] + s.t).max(0)
        back.append(i)
        v = v + row
    k = v.argmax(0, keepdim=True)
    way = [k]
    for i in reversed(back):
        k = i.gather(0, k)
        way.append(k)
    return torch.cat(way).flip(0), v.amax()


add("parts_of_speech", "kinds of words: the best way through all", lambda: Do(best_way, l=nn.Linear(5, 4), t=torch.randn(4, 4)), r(6, 5), ways=("plain", "xnn", "f64"))

# --- sound -------------------------------------------------------------------------------------------------------------------


class Cepstra(nn.Module):
    """Frames, a window, power by products, bands, logs, cosines, and how they change."""

    def __init__(self, frame=16, hop=8, bands=6, keep=4):
        super().__init__()
        self.frame, self.hop = frame, hop
        angle = torch.outer(torch.arange(frame), torch.arange(frame // 2 + 1)) * (2 * math.pi / frame)
        self.register_buffer("w", torch.hamming_window(frame))
        self.register_buffer("re", angle.cos())
        self.register_buffer("im", angle.sin())
        self.register_buffer("m", torch.rand(frame // 2 + 1, bands))
        self.register_buffer("d", torch.cos(math.pi / bands * torch.outer(torch.arange(bands) + 0.5, torch.arange(keep))))

    def forward(self, x):
        x = torch.cat((x[:, :1], x[:, 1:] - 0.97 * x[:, :-1]), 1).unfold(1, self.frame, self.hop) * self.w
        c = torch.log((((x @ self.re) ** 2 + (x @ self.im) ** 2) @ self.m).clamp(min=1e-5)) @ self.d
        p = F.pad(c.mT, (1, 1), mode="replicate").mT
        c = torch.cat((c, (p[:, 2:] - p[:, :-2]) / 2), 2)
        return (c - c.mean(1, keepdim=True)) / (c.std(1, keepdim=True) + 1e-5)


add("hoof_beats", "sound to cepstra and how they change", Cepstra, r(1, 64), ways=("plain", "xnn", "f64", "order"))


class Frogs(nn.Module):
    """Filters that two numbers each make: bands between them."""

    def __init__(self, n=4, size=9):
        super().__init__()
        self.low, self.wide = nn.Parameter(torch.rand(n, 1) * 0.2), nn.Parameter(torch.rand(n, 1) * 0.2 + 0.05)
        self.register_buffer("t", torch.arange(size) - size // 2 + 1e-3)
        self.register_buffer("w", torch.hann_window(size, periodic=False))
        self.n, self.o = nn.InstanceNorm1d(n, affine=True), nn.Sequential(nn.Conv1d(n, 6, 5, 2), nn.LeakyReLU(0.2), nn.AdaptiveMaxPool1d(1), nn.Flatten(), nn.Linear(6, 3))

    def forward(self, x):
        low, high = self.low.abs(), self.low.abs() + self.wide.abs()
        k = (torch.sin(2 * math.pi * high * self.t) - torch.sin(2 * math.pi * low * self.t)) / (math.pi * self.t) * self.w
        return self.o(self.n(F.conv1d(x, k[:, None], padding=4)).abs())


add("frogs", "bands that two numbers each make", Frogs, r(1, 1, 40), ways=("plain", "xnn", "dq"))


class Bands(nn.Module):
    """Gains of bands from recurrences that are kept, spread over what is between."""

    def __init__(self, n=6, bands=5):
        super().__init__()
        self.i, self.a, self.b, self.g, self.v = nn.Linear(bands, n), nn.GRUCell(n, n), nn.GRUCell(n + bands, n), nn.Linear(2 * n, bands), nn.Linear(n, 1)
        spread = torch.relu(1 - (torch.arange(9)[None] / 2 - torch.arange(bands)[:, None]).abs())
        self.register_buffer("s", spread)
        self.register_buffer("ha", torch.zeros(1, n))
        self.register_buffer("hb", torch.zeros(1, n))

    def forward(self, x):
        e = torch.log10((x * x) @ self.s.T + 1e-2)
        self.ha.copy_(self.a(torch.tanh(self.i(e)), self.ha))
        self.hb.copy_(self.b(torch.cat((self.ha, e), 1), self.hb))
        return x * (torch.sigmoid(self.g(torch.cat((self.ha, self.hb), 1))) @ self.s), torch.sigmoid(self.v(self.ha))


add("tractor_noise", "noise of a tractor taken away: gains of bands", Bands, *[r(1, 9)] * 3, ways=("plain", "xnn", "dq", "named", "buffers"))


class Queue(nn.Module):
    """Gated filters with holes, one moment at a time: each keeps what it needs."""

    def __init__(self, n=6, holes=(1, 2, 4)):
        super().__init__()
        self.i, self.f = nn.Linear(1, n), nn.ModuleList(nn.Linear(2 * n, 2 * n) for _ in holes)
        self.r, self.s, self.o = nn.ModuleList(nn.Linear(n, n) for _ in holes), nn.ModuleList(nn.Linear(n, n) for _ in holes), nn.Sequential(nn.ReLU(), nn.Linear(n, 8))
        for at, hole in enumerate(holes):
            self.register_buffer(f"q{at}", torch.zeros(hole, n))

    def forward(self, x):
        h, out = self.i(x), 0.0
        for at, (f, g, s) in enumerate(zip(self.f, self.r, self.s)):
            q = getattr(self, f"q{at}")
            a, b = f(torch.cat((q[:1], h), 1)).chunk(2, 1)
            q.copy_(torch.cat((q[1:], h), 0))
            y = torch.tanh(a) * torch.sigmoid(b)
            out = out + s(y)
            h = h + g(y)
        return self.o(out).log_softmax(-1)


add("song_of_birds", "gated filters with holes, one moment at a time", Queue, *[r(1, 1)] * 3, ways=("plain", "xnn", "dq"))


class Convolves(nn.Module):
    """Feeds of half weight around attention and a filter with a gate; time in halves, and the parts joined."""

    def __init__(self, n=8):
        super().__init__()
        self.s = nn.Sequential(nn.Conv2d(1, 4, 3, 2, 1), nn.ReLU(), nn.Conv2d(4, 4, 3, 2, 1, groups=4), nn.Conv2d(4, 4, 1), nn.ReLU())
        self.i, self.a = nn.Linear(8, n), nn.MultiheadAttention(n, 2, batch_first=True)
        feed = lambda: nn.Sequential(nn.LayerNorm(n), nn.Linear(n, 16), nn.SiLU(), nn.Linear(16, n))  # noqa: E731
        self.f, self.g, self.n = feed(), feed(), nn.ModuleList(nn.LayerNorm(n) for _ in range(3))
        self.p, self.d, self.b, self.q, self.o = nn.Conv1d(n, 2 * n, 1), nn.Conv1d(n, n, 5, padding=2, groups=n), nn.BatchNorm1d(n), nn.Conv1d(n, n, 1), nn.Linear(n, 10)

    def forward(self, x):
        x = self.i(self.s(x[:, None]).transpose(1, 2).flatten(2))
        x = x + self.f(x) / 2
        h = self.n[0](x)
        x = x + self.a(h, h, h, need_weights=False)[0]
        x = x + self.q(F.silu(self.b(self.d(F.glu(self.p(self.n[1](x).mT), 1))))).mT
        x = self.n[2](x + self.g(x) / 2)
        return self.o(x).log_softmax(-1)


add("spoken_orders", "orders by voice to symbols", Convolves, r(1, 16, 8), ways=("plain", "xnn", "dq", "sq", "f16", "xf16"))


class Snake(nn.Module):
    """Waves from frames: wider and wider, a bend with a sine, a last filter."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.u = nn.Conv1d(6, n, 7, padding=3), nn.ModuleList((nn.ConvTranspose1d(n, n // 2, 4, 2, 1), nn.ConvTranspose1d(n // 2, n // 4, 4, 2, 1)))
        self.a, self.c, self.o = nn.ParameterList(torch.rand(1, m, 1) + 0.5 for m in (n, n // 2, n // 4)), nn.ModuleList(nn.Conv1d(m, m, 3, padding=3, dilation=3) for m in (n // 2, n // 4)), nn.Conv1d(n // 4, 1, 7, padding=3)

    def forward(self, x):
        bend = lambda x, a: x + torch.sin(a * x).square() / (a + 1e-6)  # noqa: E731
        x = self.i(x)
        for u, c, a, b in zip(self.u, self.c, self.a, self.a[1:]):
            x = u(bend(x, a))
            x = x + c(bend(x, b))
        return torch.tanh(self.o(x))


add("whistle", "a wave from frames, a bend with a sine", Snake, r(1, 6, 6), ways=("plain", "xnn", "f16", "xinline", "f64"))
add("motor_pitch", "how a motor turns: sound against itself, later", lambda: Do(lambda s, x: (lambda c: (c / c[:, :1]).clamp(-1, 1))((x[:, None, :24] * x.unfold(1, 24, 1)).sum(-1))), r(2, 40), ways=("plain", "xnn", "f64"), tolerance=0.01)
add("rain_or_not", "sound of rain: zero crossings, energies, a layer", lambda: Do(lambda s, x: s.l(torch.stack(((x[:, 1:] * x[:, :-1] < 0).float().mean(1), x.square().mean(1).sqrt(), x.abs().amax(1), (x**4).mean(1) / x.square().mean(1) ** 2), 1)), l=nn.Linear(4, 2)), r(3, 30), ways=("plain", "xnn", "dq"))
