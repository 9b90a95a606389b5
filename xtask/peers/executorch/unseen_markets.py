"""Models for the set 2026-11-markets (docs/accuracy.md): what markets, shops, hospitals, banks, post offices and sports clubs run; words and pictures.

No answer hangs on a tie or a step: what is chosen or counted is in whole numbers, and what is rounded is within its tolerance whichever way it goes.
"""

import torch
import unseen_rigging  # noqa: F401  (its ways)
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, conv, r
from unseen_ways import lenient as add


def ints(high, *shape, dtype=torch.int64):
    return lambda: (torch.randint(0, high, shape).to(dtype),)


def told(words, *steps):
    """Cases of a decoder that gets a number of a word and where it stands."""
    return [lambda k=k: (torch.tensor([[(5 * k + 3) % words]]), torch.tensor([k])) for k in steps]


def apart(x, heads):
    """Heads before places: batch, heads, places, width of a head."""
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


def joined(x):
    return x.transpose(1, 2).flatten(2)


class Rms(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.rand(n) + 0.5)

    def forward(self, x):
        return self.w * x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5)


def halves(x, at, base=50.0):
    """Turns the first half of a row against the second."""
    n = x.shape[-1] // 2
    a = at[:, None].to(x.dtype) * base ** (-torch.arange(n, device=x.device) / n)
    return torch.cat((x[..., :n] * a.cos() - x[..., n:] * a.sin(), x[..., n:] * a.cos() + x[..., :n] * a.sin()), -1)


# --- language: what is kept --------------------------------------------------------------------------------------------------


class Layer(nn.Module):
    """A block whose keys and values go by index_put to where they stand; heads share keys in pairs; norms of queries and keys."""

    def __init__(self, n=16, heads=4, places=6):
        super().__init__()
        self.q, self.kv, self.o, self.heads = nn.Linear(n, n, False), nn.Linear(n, n, False), nn.Linear(n, n, False), heads
        self.a, self.b, self.qn, self.kn, self.g, self.u, self.d = Rms(n), Rms(n), Rms(n // heads), Rms(n // heads), nn.Linear(n, 24, False), nn.Linear(n, 24, False), nn.Linear(24, n, False)
        self.register_buffer("k", torch.zeros(1, heads // 2, places, n // heads))
        self.register_buffer("v", torch.zeros(1, heads // 2, places, n // heads))
        self.register_buffer("all", torch.arange(places))

    def forward(self, x, at):
        y = self.a(x)
        q = halves(self.qn(apart(self.q(y), self.heads)), at)
        k, v = self.kv(y).chunk(2, -1)
        self.k[:, :, at] = halves(self.kn(apart(k, self.heads // 2)), at)
        self.v[:, :, at] = apart(v, self.heads // 2)
        k, v = (c[:, :, None].expand(-1, -1, 2, -1, -1).flatten(1, 2) for c in (self.k, self.v))
        m = torch.zeros(at.shape[0], self.all.shape[0]).masked_fill(self.all > at[:, None], float("-inf"))
        x = x + self.o(joined((q @ k.mT / q.shape[-1] ** 0.5 + m).softmax(-1) @ v))
        y = self.b(x)
        return x + self.d(F.silu(self.g(y)) * self.u(y))


class Tills(nn.Module):
    def __init__(self, n=16):
        super().__init__()
        self.e, self.l, self.n, self.o = nn.Embedding(28, n), nn.ModuleList(Layer(n) for _ in range(2)), Rms(n), nn.Linear(n, 28, False)

    def forward(self, i, at):
        x = self.e(i)
        for layer in self.l:
            x = layer(x, at)
        return self.o(self.n(x))


add("till_clerk", "a clerk at a till: two blocks, keys by index_put to their places", Tills, lambda: (torch.tensor([[3, 9, 11]]), torch.tensor([0, 1, 2])), lambda: (torch.tensor([[7, 20, 1]]), torch.tensor([3, 4, 5])), ways=("plain", "xnn"))


class Pharmacist(nn.Module):
    """A slice at a number that is read gets what is new; a table of turns is read the same way."""

    def __init__(self, n=12, heads=3, places=6):
        super().__init__()
        self.e, self.p, self.qkv, self.o, self.n, self.m, self.h, self.heads, self.places = nn.Embedding(20, n), nn.Embedding(places, n), nn.Linear(n, 3 * n), nn.Linear(n, n), nn.LayerNorm(n), nn.Sequential(nn.LayerNorm(n), nn.Linear(n, 20), nn.GELU(), nn.Linear(20, n)), nn.Linear(n, 20), heads, places
        self.register_buffer("k", torch.zeros(1, heads, places, n // heads))
        self.register_buffer("v", torch.zeros(1, heads, places, n // heads))
        self.register_buffer("sees", torch.zeros(places, places).masked_fill(torch.ones(places, places).triu(1).bool(), float("-inf")))

    def forward(self, i, at):
        here = at[0].item()
        torch._check(here >= 0)
        torch._check(here < self.places)
        x = self.e(i) + self.p.weight.narrow(0, here, 1)
        q, k, v = (apart(y, self.heads) for y in self.qkv(self.n(x)).chunk(3, -1))
        self.k.narrow(2, here, 1).copy_(k)
        self.v.narrow(2, here, 1).copy_(v)
        x = x + self.o(joined(F.scaled_dot_product_attention(q, self.k, self.v, attn_mask=self.sees.narrow(0, here, 1))))
        return self.h(x + self.m(x))


add("pharmacist", "what a pharmacist asks next: slices of what is kept, by a number that is read", Pharmacist, *told(20, 0, 1, 2), ways=("plain", "dq"))


class Teller(nn.Module):
    """A ring: a place by the remainder; when each was written is kept, too, in whole numbers."""

    def __init__(self, n=8, keep=4):
        super().__init__()
        self.e, self.q, self.k, self.v, self.o, self.h, self.keep = nn.Embedding(18, n), nn.Linear(n, n), nn.Linear(n, n), nn.Linear(n, n), nn.Linear(n, n), nn.Linear(n, 18), keep
        self.register_buffer("ks", torch.zeros(keep, n))
        self.register_buffer("vs", torch.zeros(keep, n))
        self.register_buffer("when", torch.zeros(keep, dtype=torch.int64))

    def forward(self, i, at):
        x = self.e(i[0])
        slot = torch.remainder(at, self.keep)
        self.ks.index_put_((slot,), self.k(x))
        self.vs.index_put_((slot,), self.v(x))
        self.when.index_put_((slot,), at + 1)
        w = (self.q(x) @ self.ks.T / 3).masked_fill(self.when[None] == 0, float("-inf")).softmax(-1)
        return self.h(torch.tanh(x + self.o(w @ self.vs))), self.when


add("bank_teller", "a bank's teller: a ring by remainders, with when each was written", Teller, *told(18, 0, 1, 2, 3, 4, 5), ways=("plain", "f16"))


class Postmaster(nn.Module):
    """The application keeps what is past; how far away takes from scores; one key for all heads; the oldest falls out."""

    def __init__(self, n=12):
        super().__init__()
        self.e, self.q, self.kv, self.o, self.n, self.m = nn.Embedding(24, n), nn.Linear(n, n), nn.Linear(n, 6), nn.Linear(n, n), nn.LayerNorm(n), nn.Sequential(nn.Linear(n, 30), nn.Hardswish(), nn.Linear(30, n))
        self.register_buffer("far", (torch.arange(5.0) - 4) * torch.tensor([0.5, 0.25, 0.125, 0.0625])[:, None, None])

    def forward(self, i, k, v):
        x = self.n(self.e(i))
        a, b = self.kv(x)[:, None].chunk(2, -1)
        k, v = torch.cat((k, a), 2), torch.cat((v, b), 2)
        y = (apart(self.q(x), 4) @ k.mT * 3**-0.5 + self.far).softmax(-1) @ v
        x = x + self.o(joined(y))
        return F.linear(x + self.m(x), self.e.weight), k[:, :, 1:], v[:, :, 1:]


add("postmaster", "addresses, the past is the application's and the oldest falls out", Postmaster, lambda: (torch.tensor([[5]]), torch.randn(1, 1, 4, 3), torch.randn(1, 1, 4, 3)), ways=("xnn",))


class NurseNotes(nn.Module):
    """Attention and what is kept by one operator of a library."""

    def __init__(self, n=16, heads=2, places=8):
        super().__init__()
        self.e, self.qkv, self.o, self.n, self.h, self.places = nn.Embedding(22, n), nn.Linear(n, 3 * n), nn.Linear(n, n), Rms(n), nn.Linear(n, 22), places
        self.register_buffer("k", torch.zeros(1, places, heads, n // heads))
        self.register_buffer("v", torch.zeros(1, places, heads, n // heads))

    def forward(self, i, at):
        here = at[0].item()
        torch._check(here >= 0)
        torch._check(here < self.places - i.shape[1])
        x = self.e(i)
        q, k, v = (y.unflatten(-1, (2, -1)) for y in self.qkv(self.n(x)).chunk(3, -1))
        y = torch.ops.llama.sdpa_with_kv_cache(q, k, v, self.k, self.v, here, i.shape[1], None, 0.0, True)
        return self.h(x + self.o(y.flatten(2)))


add("nurse_notes", "a nurse's notes: attention and what is kept by one operator", NurseNotes, *told(22, 0, 1, 2), ways=("plain", "dq"), libraries=("custom_ops",))


class Coach(nn.Module):
    """What is kept is written by one operator of a library, attention is by another; queries share keys."""

    def __init__(self, n=16, places=6):
        super().__init__()
        self.e, self.q, self.kv, self.o, self.a, self.m, self.places = nn.Embedding(26, n), nn.Linear(n, n, False), nn.Linear(n, n, False), nn.Linear(n, n, False), nn.LayerNorm(n), nn.Sequential(nn.LayerNorm(n), nn.Linear(n, 24), nn.ReLU(), nn.Linear(24, 26)), places
        self.register_buffer("k", torch.zeros(1, places, 2, n // 4))
        self.register_buffer("v", torch.zeros(1, places, 2, n // 4))

    def forward(self, i, at):
        here = at[0].item()
        torch._check(here >= 0)
        torch._check(here < self.places - i.shape[1])
        x = self.e(i)
        y = self.a(x)
        k, v = self.kv(y).unflatten(-1, (2, 2, -1)).unbind(2)
        torch.ops.llama.update_cache(k, self.k, here)
        torch.ops.llama.update_cache(v, self.v, here)
        y = torch.ops.llama.custom_sdpa(self.q(y).unflatten(-1, (4, -1)), self.k, self.v, here, None, 0.0, True)
        return self.m(x + self.o(y.flatten(2)))


add("coach", "what a coach says: one operator writes, another looks", Coach, *told(26, 0, 1, 2), ways=("dq",), libraries=("custom_ops",))


class Grocer(nn.Module):
    """Keys and values are kept as bytes, each row with its scale."""

    def __init__(self, n=8, places=5):
        super().__init__()
        self.e, self.qkv, self.o = nn.Embedding(19, n), nn.Linear(n, 3 * n), nn.Linear(n, 19)
        self.register_buffer("bytes", torch.zeros(2, places, n, dtype=torch.int8))
        self.register_buffer("scale", torch.zeros(2, places, 1))
        self.register_buffer("all", torch.arange(places))

    def forward(self, i, at):
        x = self.e(i[0])
        q, k, v = self.qkv(x).chunk(3, -1)
        new = torch.stack((k, v))
        s = new.abs().amax(-1, keepdim=True) / 127 + 1e-5
        self.bytes.index_copy_(1, at, (new / s).round().to(torch.int8))
        self.scale.index_copy_(1, at, s)
        k, v = (self.bytes.to(torch.float32) * self.scale).unbind(0)
        w = (q @ k.T / 8**0.5).masked_fill(self.all > at[:, None], -1e9).softmax(-1)
        return self.o(x + w @ v)


add("grocer", "what a grocer offers: the past in bytes with scales", Grocer, *told(19, 0, 1, 2, 3), ways=("plain",), tolerance=0.05)


class Vendor(nn.Module):
    """Rows are scattered to their place; attention without a square root, a cap."""

    def __init__(self, n=8, places=5):
        super().__init__()
        self.e, self.q, self.kv, self.o = nn.Embedding(17, n), nn.Linear(n, n), nn.Linear(n, 2 * n), nn.Linear(n, 17)
        self.register_buffer("kv_", torch.zeros(1, 4, places, n // 2))
        self.register_buffer("all", torch.arange(places))

    def forward(self, i, at):
        x = F.normalize(self.e(i), dim=-1)
        self.kv_.scatter_(2, at.view(1, 1, 1, 1).expand(1, 4, 1, 4), apart(self.kv(x), 4))
        w = (apart(self.q(x), 2) @ self.kv_[:, :2].mT).clamp(-5, 5).masked_fill(self.all > at, float("-inf"))
        return self.o(x + joined(w.softmax(-1) @ self.kv_[:, 2:]))


add("vendor", "a vendor's patter: rows scattered to their places", Vendor, *told(17, 0, 1, 2), ways=("bf16",))


class Cashier(nn.Module):
    """What is kept fades at one place by a row of one: products and sums only, no index."""

    def __init__(self, n=8, places=5):
        super().__init__()
        self.e, self.k, self.v, self.q, self.o = nn.Embedding(16, n), nn.Linear(n, n), nn.Linear(n, n), nn.Linear(n, n), nn.Linear(2 * n, 16)
        self.register_buffer("ks", torch.zeros(1, places, n))
        self.register_buffer("vs", torch.zeros(1, places, n))

    def forward(self, i, here):
        x, h = self.e(i), here[None, :, None]
        self.ks.mul_(1 - h).add_(h * self.k(x))
        self.vs.mul_(1 - h).add_(h * self.v(x))
        seen = here.flip(0).cumsum(0).flip(0)
        w = torch.exp((self.q(x) @ self.ks.mT / 4).clamp(max=4)) * seen
        return self.o(torch.cat((x, w @ self.vs / w.sum(-1, keepdim=True)), -1))


add("cashier", "a cashier: a row of one says where, products and sums write", Cashier, *[lambda k=k: (torch.tensor([[k + 4]]), torch.eye(5)[k]) for k in range(3)], ways=("xtwo",))


class Stalls(nn.Module):
    """The oldest stands first and falls out; how many there are is counted; what is kept has not been turned, all is turned when it is read."""

    def __init__(self, n=8, keep=4):
        super().__init__()
        self.e, self.p, self.o, self.n, self.keep = nn.Embedding(21, n), nn.Linear(n, 3 * n, False), nn.Linear(n, 21), nn.LayerNorm(n, bias=False), keep
        self.register_buffer("past", torch.zeros(1, keep, 2 * n))
        self.register_buffer("many", torch.zeros(1, dtype=torch.int64))
        self.register_buffer("all", torch.arange(keep))

    def forward(self, i):
        x = self.e(i)
        q, kv = self.p(self.n(x)).split((8, 16), -1)
        past = torch.cat((self.past[:, 1:], kv), 1)
        self.past.copy_(past)
        self.many.add_(1)
        k, v = past.chunk(2, -1)
        w = halves(q, self.all[-1:]) @ halves(k, self.all).mT * 8**-0.5
        w = w.masked_fill(self.all + self.many < self.keep, float("-inf")).softmax(-1)
        return self.o(x + w @ v), self.many * 1


add("stalls", "callers at stalls: the oldest falls out, all is turned when it is read", Stalls, *[ints(21, 1, 1)] * 5, ways=("naive",))


class Delta(nn.Module):
    """A matrix is kept: what it would have said is taken from what comes, the rest is written."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.q, self.k, self.v, self.b, self.o = nn.Embedding(15, n), nn.Linear(n, n, False), nn.Linear(n, n, False), nn.Linear(n, n, False), nn.Linear(n, 1), nn.Linear(n, 15)
        self.register_buffer("s", torch.zeros(n, n))

    def forward(self, i):
        x = self.e(i)
        q, k = F.normalize(F.silu(self.q(x)), dim=-1), F.normalize(F.silu(self.k(x)), dim=-1)
        off = torch.sigmoid(self.b(x)) * (self.v(x) - k @ self.s)
        self.s.copy_(self.s + k.T @ off)
        return self.o(x + q @ self.s)


add("bookkeeper", "a matrix that is kept, only what it does not know is written", Delta, *[ints(15, 1)] * 3, ways=("buffers",))


class Haggle(nn.Module):
    """Weighed means that fade by channel, with a greatest exponent that is kept; each step mixes with the last."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.n, self.k, self.v, self.g, self.o, self.h = nn.Embedding(18, n), nn.LayerNorm(n), nn.Linear(n, n, False), nn.Linear(n, n, False), nn.Linear(n, n, False), nn.Linear(n, n, False), nn.Linear(n, 18)
        self.mk, self.mv, self.mg, self.fade, self.now = (nn.Parameter(torch.rand(n)) for _ in range(5))
        for name in ("last", "a", "b", "p"):
            self.register_buffer(name, torch.zeros(1, n))

    def forward(self, i):
        x = self.e(i)
        y = self.n(x)
        k, v, g = (layer(torch.lerp(self.last, y, m)) for layer, m in ((self.k, self.mk), (self.v, self.mv), (self.g, self.mg)))
        self.last.copy_(y)
        m = torch.maximum(self.p, k + self.now)
        old, new = torch.exp(self.p - m), torch.exp(k + self.now - m)
        y = torch.sigmoid(g) * (old * self.a + new * v) / (old * self.b + new)
        m = torch.maximum(self.p - self.fade, k)
        old, new = torch.exp(self.p - self.fade - m), torch.exp(k - m)
        self.a.copy_(old * self.a + new * v)
        self.b.copy_(old * self.b + new)
        self.p.copy_(m)
        return self.h(x + self.o(y))


add("haggling", "means that fade by channel, exponents without overflow", Haggle, *[ints(18, 1)] * 3, ways=("plain", "dq"))

# --- language: all at once ---------------------------------------------------------------------------------------------------


class Auctioneer(nn.Module):
    """Each head may look at nothing: a score of its own beside those of places; then at lots, which are given."""

    def __init__(self, n=12, heads=3):
        super().__init__()
        self.e, self.p, self.qkv, self.o, self.q, self.kv, self.c, self.h, self.heads = nn.Embedding(19, n), nn.Parameter(torch.randn(1, 5, n) / 4), nn.Linear(n, 3 * n), nn.Linear(n, n), nn.Linear(n, n), nn.Linear(7, 2 * n), nn.Linear(n, n), nn.Linear(n, 19), heads
        self.none, self.a, self.b = nn.Parameter(torch.randn(heads, 1, 1)), nn.LayerNorm(n), nn.LayerNorm(n)
        self.register_buffer("m", torch.full((5, 5), -1e4).triu(1))

    def look(self, q, k, v, m):
        w = q @ k.mT / q.shape[-1] ** 0.5 + m
        return joined(torch.cat((w, self.none.expand(w.shape[0], -1, w.shape[2], -1)), -1).softmax(-1)[..., :-1] @ v)

    def forward(self, i, lots):
        x = self.e(i) + self.p
        x = x + self.o(self.look(*(apart(y, self.heads) for y in self.qkv(self.a(x)).chunk(3, -1)), self.m))
        k, v = (apart(y, self.heads) for y in self.kv(lots).chunk(2, -1))
        return self.h(x + self.c(self.look(apart(self.q(self.b(x)), self.heads), k, v, 0.0)))


add("auctioneer", "an auctioneer looks at lots, or at nothing", Auctioneer, lambda: (torch.tensor([[1, 7, 2, 18, 4]]), torch.randn(1, 4, 7)), ways=("xnn",))


class Sorting(nn.Module):
    """How far apart words stand is a row of a table; scores are not divided; gates by gelu."""

    def __init__(self, n=12, t=6):
        super().__init__()
        self.e, self.far, self.qkv, self.o, self.a, self.b, self.wi, self.wo, self.h = nn.Embedding(23, n), nn.Embedding(4, 2), nn.Linear(n, 3 * n, False), nn.Linear(n, n, False), Rms(n), Rms(n), nn.Linear(n, 40, False), nn.Linear(20, n, False), nn.Linear(n, 5)
        d = torch.arange(t)[None] - torch.arange(t)[:, None]
        self.register_buffer("bucket", d.abs().clamp(max=1) + 2 * (d > 0))

    def forward(self, i):
        x = self.e(i)
        q, k, v = (apart(y, 2) for y in self.qkv(self.a(x)).chunk(3, -1))
        x = x + self.o(joined((q @ k.mT / 4 + self.far(self.bucket).permute(2, 0, 1)).softmax(-1) @ v))
        g, u = self.wi(self.b(x)).chunk(2, -1)
        return self.h((x + self.wo(F.gelu(g, approximate="tanh") * u)).mean(1))


add("sorting_office", "letters to towns: how far words stand apart is a row of a table", Sorting, ints(23, 2, 6), ways=("dqp",))


class Complaints(nn.Module):
    """Words, places and parts are added; norms come last; the first word's row is what counts."""

    def __init__(self, n=32):
        super().__init__()
        self.w, self.p, self.t, self.n, self.qkv, self.o, self.a, self.i, self.u, self.b, self.pool, self.h = nn.Embedding(40, n), nn.Embedding(6, n), nn.Embedding(2, n), nn.LayerNorm(n), nn.Linear(n, 3 * n), nn.Linear(n, n), nn.LayerNorm(n), nn.Linear(n, 64), nn.Linear(64, n), nn.LayerNorm(n), nn.Linear(n, n), nn.Linear(n, 4)
        self.register_buffer("at", torch.arange(6))

    def forward(self, i, part):
        x = self.n(self.w(i) + self.p(self.at) + self.t(part))
        q, k, v = self.qkv(x).unflatten(-1, (3, 4, 8)).permute(2, 0, 3, 1, 4).unbind(0)
        x = self.a(x + self.o(joined(F.scaled_dot_product_attention(q, k, v, attn_mask=(i != 0)[:, None, None].expand(-1, -1, 6, -1)))))
        x = self.b(x + self.u(F.gelu(self.i(x))))
        return self.h(torch.tanh(self.pool(x[:, 0])))


add("complaints", "complaints of customers: words, places and parts added", Complaints, lambda: (torch.tensor([[4, 8, 3, 2, 0, 0], [1, 39, 9, 21, 5, 6]]), torch.tensor([[0, 0, 1, 1, 0, 0], [0, 0, 0, 1, 1, 1]])), ways=("both", "e8"))
add("diagnoses", "diagnoses from notes: places are mixed to a few before they are looked at", lambda: Do(lambda s, i: (lambda x: s.o(F.relu(x + s.v(((s.q(x) @ (s.m @ s.k(x)).mT) / 3).softmax(-1) @ (s.m @ x))).amax(1)))(s.e(i)), e=nn.Embedding(26, 9), q=nn.Linear(9, 9), k=nn.Linear(9, 9), v=nn.Linear(9, 9), m=torch.randn(3, 8) / 3, o=nn.Linear(9, 6)), ints(26, 2, 8), ways=("plain",))
add("sales_talk", "gates and filters of the past, no attention", lambda: Do(lambda s, i: (lambda x: (lambda a, b, c: s.o(x + s.z(c * s.c(F.pad((a * b).mT, (3, 0))).mT)))(*s.p(s.n(x)).chunk(3, -1)))(s.e(i)), e=nn.Embedding(22, 8), n=nn.LayerNorm(8), p=nn.Linear(8, 24), c=nn.Conv1d(8, 8, 4, groups=8), z=nn.Linear(8, 8), o=nn.Linear(8, 22)), ints(22, 1, 7), ways=("xf16",))
add("departments", "four nets; a word's number says which of them is asked", lambda: Do(lambda s, i: (lambda x, k: s.o(x + torch.bmm(F.silu(torch.bmm(x[:, None], s.a[k])), s.b[k]).squeeze(1)))(s.e(i), torch.bitwise_and(i, 3)), e=nn.Embedding(30, 6), a=torch.randn(4, 6, 10) / 3, b=torch.randn(4, 10, 6) / 3, o=nn.Linear(6, 30)), ints(30, 5), ways=("f16",))
add("price_lists", "a few rows of their own look at a long list, then at each other", lambda: Do(lambda s, x: (lambda z: s.o((z + s.b(z, z, z, need_weights=False)[0]).flatten(1)))((lambda k: s.z + s.a(s.z, k, k, need_weights=False)[0])(s.i(x))), z=torch.randn(1, 3, 8), i=nn.Linear(5, 8), a=nn.MultiheadAttention(8, 2, batch_first=True), b=nn.MultiheadAttention(8, 4, batch_first=True), o=nn.Linear(24, 4)), r(1, 9, 5), ways=("dq",))


class Prescription(nn.Module):
    """Words come from a list or are taken over from what was read: shares are added where the words stand."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.r, self.q, self.g, self.o = nn.Embedding(14, n), nn.GRU(n, n, batch_first=True), nn.Linear(n, n), nn.Linear(2 * n, 1), nn.Linear(2 * n, 14)

    def forward(self, read, said):
        a, b = self.r(self.e(read))[0], self.r(self.e(said))[0]
        w = (self.q(b) @ a.mT / 3).softmax(-1)
        y = torch.cat((b, w @ a), -1)
        g = torch.sigmoid(self.g(y))
        return ((1 - g) * self.o(y).softmax(-1)).scatter_add(2, read[:, None].expand(-1, said.shape[1], -1), g * w)


add("prescriptions", "prescriptions: words from a list or taken over from what was read", Prescription, lambda: (torch.tensor([[3, 5, 3, 9, 12]]), torch.tensor([[1, 4, 3]])), ways=("plain", "xnn"))
add("ledger_lines", "sums of products of what has passed, all places at once", lambda: Do(lambda s, i: (lambda x: (lambda q, k, v: s.o(x + torch.einsum("btn,btnm->btm", q, torch.einsum("btn,btm->btnm", k, v).cumsum(1)) / (q * k.cumsum(1)).sum(-1, keepdim=True)))(F.elu(s.q(x)) + 1.1, F.elu(s.k(x)) + 1.1, s.v(x)))(s.e(i)), e=nn.Embedding(20, 6), q=nn.Linear(6, 4), k=nn.Linear(6, 4), v=nn.Linear(6, 6), o=nn.Linear(6, 20)), ints(20, 1, 6), ways=("f64",))
add("rare_words", "words in two lists, a share of the first says how often the second", lambda: Do(lambda s, i: (lambda x: (lambda a, b: torch.cat((a[..., :8], a[..., 8:] + b), -1))(s.a(x).log_softmax(-1), s.c(s.b(x)).log_softmax(-1)))(s.m(s.e(i))), e=nn.Embedding(24, 8), m=nn.Sequential(nn.Linear(8, 12), nn.Tanh(), nn.LayerNorm(12)), a=nn.Linear(12, 9), b=nn.Linear(12, 4, False), c=nn.Linear(4, 16, False)), ints(24, 2, 4), ways=("words",))


class Minutes(nn.Module):
    """One map of looks is taken from another, heads are normed and weighed."""

    def __init__(self, n=12):
        super().__init__()
        self.e, self.q, self.k, self.v, self.n, self.o = nn.Embedding(17, n), nn.Linear(n, n), nn.Linear(n, n), nn.Linear(n, n), nn.GroupNorm(2, n), nn.Linear(n, 17)
        self.less = nn.Parameter(torch.tensor([0.3, 0.5])[:, None, None])
        self.register_buffer("m", torch.ones(5, 5).tril().bool())

    def forward(self, i):
        x = self.e(i)
        w = (apart(self.q(x), 4) @ apart(self.k(x), 4).mT / 3**0.5).where(self.m, float("-inf")).softmax(-1)
        y = joined((w[:, ::2] - self.less * w[:, 1::2]) @ apart(self.v(x), 2))
        return self.o(x + 0.5 * self.n(y.flatten(0, 1)).view_as(y))


add("club_minutes", "minutes of a club: a map of looks less another", Minutes, ints(17, 1, 5), ways=("plain", "xbf16"))

# --- vision ------------------------------------------------------------------------------------------------------------------


class Inverted(nn.Module):
    """Wide, a filter for each channel, thin; what came is added where it fits; a squeeze where it is wanted."""

    def __init__(self, i, o, s=1, wide=3, k=3, squeeze=False, act=nn.ReLU6):
        super().__init__()
        n = i * wide
        self.a, self.b, self.c, self.same = conv(i, n, 1, act=act), conv(n, n, k, s, n, act=act), conv(n, o, 1, act=nn.Identity), s == 1 and i == o
        self.s = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(n, 4, 1), act(), nn.Conv2d(4, n, 1), nn.Hardsigmoid()) if squeeze else None

    def forward(self, x):
        y = self.b(self.a(x))
        y = self.c(y if self.s is None else y * self.s(y))
        return x + y if self.same else y


add("shelves", "shelves: inverted blocks, thin rows added", lambda: nn.Sequential(conv(3, 4, 3, 2, act=nn.ReLU6), Inverted(4, 4), Inverted(4, 6, 2), Inverted(6, 6), conv(6, 12, 1, act=nn.ReLU6), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(12, 6)), r(1, 3, 16, 16), ways=("plain", "sq"))
add("produce", "fruit and greens: blocks that squeeze, wide filters", lambda: nn.Sequential(conv(3, 4, 3, 2, act=nn.Hardswish), Inverted(4, 4, 1, 2, 5, True, nn.Hardswish), Inverted(4, 8, 2, 3, 3, True, nn.Hardswish), nn.AdaptiveAvgPool2d(1), nn.Conv2d(8, 10, 1), nn.Hardswish(), nn.Flatten(), nn.Linear(10, 5)), r(1, 3, 16, 16), ways=("xnn", "sqp"))


class Shuffled(nn.Module):
    """Half passes, half is filtered; then channels of both change places."""

    def __init__(self, n=8):
        super().__init__()
        self.m = nn.Sequential(conv(n // 2, n // 2, 1), conv(n // 2, n // 2, 3, 1, n // 2, act=nn.Identity), conv(n // 2, n // 2, 1))

    def forward(self, x):
        a, b = x.chunk(2, 1)
        return torch.cat((a, self.m(b)), 1).unflatten(1, (2, -1)).transpose(1, 2).flatten(1, 2)


add("coins", "coins: halves filtered, channels change places", lambda: nn.Sequential(conv(3, 8, 3, 2), nn.MaxPool2d(3, 2, 1), Shuffled(), Shuffled(), nn.AvgPool2d(4), nn.Flatten(), nn.Linear(8, 8)), r(2, 3, 16, 16), ways=("sq",))


class Dense(nn.Module):
    """A norm first; what is new stands behind what was."""

    def __init__(self, n=4, more=3):
        super().__init__()
        self.i, self.b, self.t = nn.Conv2d(1, n, 3, 2, 1), nn.ModuleList(nn.Sequential(nn.BatchNorm2d(n + k * more), nn.ReLU(), nn.Conv2d(n + k * more, more, 3, 1, 1, bias=False)) for k in range(3)), nn.Sequential(nn.BatchNorm2d(n + 3 * more), nn.ReLU(), nn.Conv2d(n + 3 * more, 6, 1), nn.AvgPool2d(2, ceil_mode=True, count_include_pad=False))
        self.o = nn.Linear(6, 3)

    def forward(self, x):
        x = self.i(x)
        for b in self.b:
            x = torch.cat((x, b(x)), 1)
        return self.o(self.t(x).mean((-2, -1)))


add("x_rays", "X-rays: what is new stands behind what was", Dense, r(1, 1, 14, 14), ways=("plain", "xf16"))
add("parcels", "parcels: filters in groups, a way past with a step of its own", lambda: (lambda a, b, c, o: Do(lambda s, x: (lambda x: s.o(F.relu(s.b(x) + s.c(x)).mean((2, 3))))(s.a(x)), a=a, b=b, c=c, o=o))(conv(3, 8, 3, 2), nn.Sequential(conv(8, 12, 1), conv(12, 12, 3, 2, 4), conv(12, 12, 1, act=nn.Identity)), nn.Sequential(nn.AvgPool2d(2), nn.Conv2d(8, 12, 1)), nn.Linear(12, 4)), r(1, 3, 16, 16), ways=("xnn", "sqt"))


class Patches(nn.Module):
    """Squares in a row after one of their own; scales for what each part adds."""

    def __init__(self, n=16):
        super().__init__()
        self.i, self.c, self.p, self.a, self.qkv, self.o, self.b, self.m, self.n, self.h = nn.Conv2d(3, n, 4, 4), nn.Parameter(torch.randn(1, 1, n)), nn.Parameter(torch.randn(1, 17, n) / 3), nn.LayerNorm(n), nn.Linear(n, 3 * n), nn.Linear(n, n), nn.LayerNorm(n), nn.Sequential(nn.Linear(n, 32), nn.GELU(), nn.Linear(32, n)), nn.LayerNorm(n), nn.Linear(n, 5)
        self.s, self.t = nn.Parameter(torch.rand(n)), nn.Parameter(torch.rand(n))

    def forward(self, x):
        x = self.i(x).flatten(2).transpose(1, 2)
        x = torch.cat((self.c.expand(x.shape[0], -1, -1), x), 1) + self.p
        q, k, v = (apart(y, 2) for y in self.qkv(self.a(x)).split(16, -1))
        x = x + self.s * self.o(joined(F.scaled_dot_product_attention(q, k, v)))
        x = x + self.t * self.m(self.b(x))
        return self.h(self.n(x)[:, 0])


add("labels", "labels of goods: squares in a row after one of their own", Patches, r(1, 3, 16, 16), ways=("dq",))


class Windows(nn.Module):
    """Squares look at those of their window; windows move by half; a table by how far across and down."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.qkv, self.o, self.n, self.h = nn.Conv2d(3, n, 2, 2), nn.ModuleList(nn.Linear(n, 3 * n) for _ in range(2)), nn.ModuleList(nn.Linear(n, n) for _ in range(2)), nn.LayerNorm(n), nn.Linear(n, 4)
        self.far = nn.Parameter(torch.randn(49, 2) / 2)
        y, x = (z.flatten() for z in torch.meshgrid(torch.arange(4), torch.arange(4), indexing="ij"))
        self.register_buffer("where", (y[:, None] - y + 3) * 7 + x[:, None] - x + 3)

    def look(self, x, k):
        b = x.shape[0]
        y = self.n(x).view(b, 2, 4, 2, 4, -1).permute(0, 1, 3, 2, 4, 5).reshape(b * 4, 16, -1)
        q, key, v = (apart(z, 2) for z in self.qkv[k](y).chunk(3, -1))
        y = joined((q @ key.mT / 2 + self.far[self.where].permute(2, 0, 1)).softmax(-1) @ v)
        return x + self.o[k](y).view(b, 2, 2, 4, 4, -1).permute(0, 1, 3, 2, 4, 5).reshape(b, 8, 8, -1)

    def forward(self, x):
        x = self.look(self.i(x).permute(0, 2, 3, 1), 0)
        x = self.look(torch.roll(x, (-2, -2), (1, 2)), 1)
        return self.h(torch.roll(x, (2, 2), (1, 2)).mean((1, 2)))


add("market_hall", "a hall: squares look at those of their window, windows move", Windows, r(1, 3, 16, 16), ways=("plain", "xnn"))


class Organs(nn.Module):
    """Down and up again, with what was seen on the way down beside it."""

    def __init__(self, n=4):
        super().__init__()
        self.a, self.b, self.c, self.u, self.v, self.d, self.e, self.o = conv(1, n), conv(n, 2 * n, 3, 2), nn.Sequential(conv(2 * n, 3 * n, 3, 2), nn.Conv2d(3 * n, 3 * n, 3, padding=2, dilation=2), nn.ReLU()), nn.ConvTranspose2d(3 * n, 2 * n, 2, 2), nn.ConvTranspose2d(2 * n, n, 3, 2, 1, output_padding=1), conv(4 * n, 2 * n), conv(2 * n, n), nn.Conv2d(n, 3, 1)

    def forward(self, x):
        a = self.a(x)
        b = self.b(a)
        y = self.d(torch.cat((self.u(self.c(b)), b), 1))
        return self.o(self.e(torch.cat((self.v(y), a), 1))).softmax(1)


add("organs", "organs in a slice: down, up, and what was seen on the way", Organs, r(1, 1, 16, 16), ways=("xnn", "convs"))


class Pyramid(nn.Module):
    """Maps of three sizes, coarse ones added to fine ones; the same heads on all; boxes by what is given of each place."""

    def __init__(self, n=6):
        super().__init__()
        self.a, self.b, self.c, self.l, self.s = nn.Sequential(conv(3, n, 3, 2), conv(n, n, 3, 2)), conv(n, 8, 3, 2), conv(8, 10, 3, 2), nn.ModuleList(nn.Conv2d(k, n, 1) for k in (n, 8, 10)), nn.Conv2d(n, n, 3, padding=1)
        self.kind, self.box = nn.Sequential(nn.Conv2d(n, n, 3, padding=1), nn.ReLU(), nn.Conv2d(n, 2 * 3, 1)), nn.Sequential(nn.Conv2d(n, n, 3, padding=1), nn.ReLU(), nn.Conv2d(n, 2 * 4, 1))

    def forward(self, x):
        a = self.a(x)
        b = self.b(a)
        maps = [layer(m) for layer, m in zip(self.l, (a, b, self.c(b)))]
        maps[1] = maps[1] + F.interpolate(maps[2], scale_factor=2.0, mode="nearest")
        maps[0] = self.s(maps[0] + F.interpolate(maps[1], scale_factor=2.0, mode="nearest"))
        flat = lambda y, k: y.unflatten(1, (2, k)).permute(0, 3, 4, 1, 2).reshape(1, -1, k)
        return torch.cat([flat(self.kind(m), 3) for m in maps], 1).sigmoid(), torch.cat([flat(self.box(m), 4) for m in maps], 1)


add("trolleys", "trolleys: maps of three sizes, the same heads on all", Pyramid, r(1, 3, 32, 32), ways=("xnn", "vk"))


class Balls(nn.Module):
    """From each place, how far to four sides, and how much it is the middle."""

    def __init__(self, n=8):
        super().__init__()
        self.c, self.t, self.kind, self.far = nn.Sequential(conv(3, n, 5, 2), conv(n, n, 3, 2, 2)), nn.Sequential(nn.Conv2d(n, n, 3, padding=1), nn.GroupNorm(2, n), nn.ReLU()), nn.Conv2d(n, 2, 1), nn.Conv2d(n, 5, 3, padding=1)
        at = (torch.arange(4.0) * 4 + 2) / 16
        self.register_buffer("at", torch.stack(torch.meshgrid(at, at, indexing="xy")).repeat(2, 1, 1))
        self.register_buffer("sign", torch.tensor([-1.0, -1.0, 1.0, 1.0])[:, None, None])

    def forward(self, x):
        t = self.t(self.c(x))
        d, m = self.far(t).split((4, 1), 1)
        return (self.at + self.sign * F.softplus(d) / 8).flatten(2), (torch.sigmoid(self.kind(t)) * torch.sigmoid(m)).sqrt().flatten(2)


add("balls", "balls on a court: how far to four sides", Balls, r(1, 3, 16, 16), ways=("sq",))


class Strips(nn.Module):
    """Means of rows and of columns are laid over the map and weigh it."""

    def __init__(self, n=6):
        super().__init__()
        self.c, self.h, self.w, self.m, self.o = nn.Sequential(conv(3, n, 3, 2), conv(n, n, 3, 1, 3)), nn.Conv2d(n, n, (3, 1), padding=(1, 0)), nn.Conv2d(n, n, (1, 3), padding=(0, 1)), nn.Conv2d(n, n, 1), nn.Conv2d(n, 3, 3, padding=1)

    def forward(self, x):
        x = self.c(x)
        y = torch.sigmoid(self.m(F.relu(self.h(x.mean(3, keepdim=True)) + self.w(x.mean(2, keepdim=True)))))
        return F.interpolate(self.o(x * y), size=(16, 12), mode="bilinear", align_corners=False)


add("pitch_lines", "lines of a pitch: means of rows and of columns weigh a map", Strips, r(1, 3, 16, 12), ways=("xnn",))


class Wards(nn.Module):
    """Inverse depth at two sizes, edges mirrored, a coarse one beside the fine one."""

    def __init__(self, n=6):
        super().__init__()
        self.a, self.b, self.c, self.d, self.f, self.g, self.h = conv(3, n, 3, 2, act=nn.ELU), conv(n, 8, 3, 2, act=nn.ELU), nn.Conv2d(8, n, 3), nn.Conv2d(8, 1, 3), nn.Conv2d(2 * n, n, 3), nn.Conv2d(n + 1, 4, 3), nn.Conv2d(4, 1, 3)

    def forward(self, x):
        p = lambda y: F.pad(y, (1, 1, 1, 1), mode="reflect")
        u = lambda y: F.interpolate(y, scale_factor=2.0, mode="nearest")
        a = self.a(x)
        b = self.b(a)
        d = torch.sigmoid(self.d(p(b)))
        y = F.elu(self.f(p(torch.cat((u(F.elu(self.c(p(b)))), a), 1))))
        y = F.elu(self.g(p(u(torch.cat((y, u(d)), 1)))))
        return 1 / (0.1 + 2 * torch.sigmoid(self.h(p(y)))), d


add("ward_depth", "depth of a ward, at two sizes", Wards, r(1, 3, 16, 16), ways=("bf16",))
add("swimmers", "how far swimmers moved: products of a picture with another, moved by up to one place", lambda: Do(lambda s, x, y: (lambda a, b: s.o(torch.cat([(a * b[:, :, i : i + 8, j : j + 8]).mean(1, keepdim=True) for i in range(3) for j in range(3)] + [a], 1)))(s.c(x), F.pad(s.c(y), (1, 1, 1, 1))), c=conv(3, 6, 3, 2), o=nn.Sequential(nn.Conv2d(15, 8, 3, padding=1), nn.LeakyReLU(0.1), nn.Conv2d(8, 2, 3, padding=1))), lambda: (torch.randn(1, 3, 16, 16), torch.randn(1, 3, 16, 16)), ways=("plain",))
add("bruises", "bruises of fruit: a picture to few numbers and back, and how far off it is", lambda: Do(lambda s, x: (lambda y: (y, (y - x).square().mean((1, 2, 3))))(s.d(s.e(x))), e=nn.Sequential(conv(1, 6, 3, 2), conv(6, 6, 3, 2, 2), nn.Conv2d(6, 2, 1)), d=nn.Sequential(nn.ConvTranspose2d(2, 6, 3, 2, 1, 1), nn.ReLU(), nn.ConvTranspose2d(6, 6, 4, 2, 1, groups=3), nn.ReLU(), nn.Conv2d(6, 1, 3, padding=1), nn.Sigmoid())), lambda: (torch.rand(1, 1, 12, 12),), ways=("xnn", "sq"))
add("signatures", "two signatures: the same filters, how far apart in shares", lambda: Do(lambda s, a, b: torch.sigmoid(s.o((s.c(a) - s.c(b)).abs())), c=nn.Sequential(nn.Conv2d(1, 6, 5, bias=False), nn.MaxPool2d(2), nn.ReLU(), nn.Conv2d(6, 8, 3, 2), nn.Tanh(), nn.AdaptiveMaxPool2d((2, 1)), nn.Flatten()), o=nn.Linear(16, 1)), lambda: (torch.randn(1, 1, 16, 16), torch.randn(1, 1, 16, 16)), ways=("xone",))
add("banknotes", "banknotes: filters that are mixed of three by what the picture is", lambda: Do(lambda s, x: (lambda w: s.o(F.silu(F.conv2d(x, torch.einsum("k,koihw->oihw", w, s.w), padding=1)).mean((2, 3))))(s.r(x.mean((2, 3))).softmax(-1).squeeze(0)), w=torch.randn(3, 6, 3, 3, 3) / 4, r=nn.Linear(3, 3), o=nn.Linear(6, 4)), r(1, 3, 10, 10), ways=("f16",))
add("queue_tickets", "a ticket put straight: turned and scaled as a small net says, then read", lambda: Do(lambda s, x: s.o(F.grid_sample(x, F.affine_grid(s.e + 0.1 * torch.tanh(s.l(x)).view(1, 2, 3), (1, 1, 8, 8), align_corners=False), padding_mode="zeros", align_corners=False)), e=torch.eye(2, 3)[None], l=nn.Sequential(nn.Conv2d(1, 4, 3, 2), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 6)), o=nn.Sequential(nn.Conv2d(1, 5, 3), nn.ReLU(), nn.Flatten(), nn.Linear(180, 10))), r(1, 1, 12, 12), ways=("plain",))
add("tiles", "layers over places, layers over channels", lambda: Do(lambda s, x: (lambda x: s.o((x + s.b(s.m(x))).mean(1)))((lambda x: x + s.a(s.n(x).mT).mT)(s.i(x).flatten(2).mT)), i=nn.Conv2d(3, 12, 4, 4), n=nn.LayerNorm(12), m=nn.LayerNorm(12), a=nn.Sequential(nn.Linear(9, 16), nn.GELU(approximate="tanh"), nn.Linear(16, 9)), b=nn.Sequential(nn.Linear(12, 24), nn.GELU(approximate="tanh"), nn.Linear(24, 12)), o=nn.Linear(12, 4)), r(2, 3, 12, 12), ways=("dq", "xbf16"))
add("fabrics", "fabrics: what goes with what of channels, roots that keep their sign", lambda: Do(lambda s, x: (lambda y: s.o((lambda g: g / (g.abs() + 0.05).sqrt())(torch.bmm(y, y.mT) / 36).flatten(1)))(s.c(x).flatten(2)), c=conv(3, 5, 3, 2, act=nn.Tanh), o=nn.Linear(25, 3)), r(1, 3, 12, 12), ways=("plain",))
add("scales_display", "digits of a pair of scales: a pool that is smoothed by a fixed filter", lambda: Do(lambda s, x: s.o(F.conv2d(F.max_pool2d(s.c(x), 2, 1), s.w, stride=2, groups=6).flatten(1)), c=nn.Sequential(nn.Conv2d(1, 6, 3, (1, 2), (1, 0)), nn.SELU()), w=torch.outer(torch.tensor([0.25, 0.5, 0.25]), torch.tensor([0.25, 0.5, 0.25])).expand(6, 1, 3, 3).contiguous(), o=nn.Linear(6 * 4 * 3, 10)), r(1, 1, 10, 18), ways=("qtp",))
add("falls", "falls in a ward: filters over time and places apart", lambda: nn.Sequential(nn.Conv3d(1, 4, (1, 3, 3), (1, 2, 2), (0, 1, 1)), nn.ReLU(), nn.Conv3d(4, 6, (3, 1, 1), padding=(1, 0, 0)), nn.BatchNorm3d(6), nn.ReLU(), nn.Conv3d(6, 4, (2, 2, 2), 2, groups=2), nn.Flatten(2), Do(lambda s, x: x.mean(2)), nn.Linear(4, 3)), r(1, 1, 4, 8, 8), ways=("plain",))
add("blood_counts", "cells in a picture: a share of the most round about, softly, and how many", lambda: Do(lambda s, x: (lambda h: (lambda p: (p, p.sum((2, 3)), torch.logsumexp(h.flatten(2), 2)))(torch.sigmoid(h) * torch.exp(4 * (h - F.max_pool2d(h, 3, 1, 1)).clamp(min=-4))))(s.c(x)), c=nn.Sequential(conv(3, 6, 3, 2, act=nn.SiLU), nn.ConvTranspose2d(6, 6, 2, 2, groups=6), nn.Conv2d(6, 2, 1))), r(1, 3, 10, 10), ways=("plain",))
add("shop_window", "a window seen through mist: light that comes through layer after layer", lambda: Do(lambda s, p: (lambda y: (lambda a: (lambda w: ((w[..., None] * torch.sigmoid(y[..., 1:])).sum(1), w.sum(1)))(a * torch.cat((torch.ones_like(a[:, :1]), torch.cumprod(1 - a[:, :-1], 1)), 1)))(1 - torch.exp(-F.softplus(y[..., 0]) * 0.3)))(s.l(torch.cat([p] + [g(p * k) for k in (1.0, 2.0) for g in (torch.sin, torch.cos)], -1))), l=nn.Sequential(nn.Linear(15, 16), nn.ReLU(), nn.Linear(16, 4))), lambda: (torch.rand(4, 6, 3),), ways=("f16",))
add("seals", "seals: what grows and what shrinks, edges between", lambda: Do(lambda s, x: (lambda a, b: torch.cat((a - b, F.conv2d(x, s.w, padding=1).square().sum(1, keepdim=True).add(1e-2).sqrt()), 1))(F.max_pool2d(x, 3, 1, 1), -F.max_pool2d(-x, 3, 1, 1)), w=torch.tensor([[[[1.0, 0, -1], [2, 0, -2], [1, 0, -1]]], [[[1.0, 2, 1], [0, 0, 0], [-1, -2, -1]]]]) / 8), lambda: (torch.rand(1, 1, 9, 9),), ways=("xnn",))
add("stadium", "who sits where: pools to few places of odd sizes, and the picture beside it", lambda: Do(lambda s, x: (lambda y: s.o(torch.cat([F.adaptive_avg_pool2d(y, k).flatten(1) for k in (1, 2, 3)] + [F.adaptive_max_pool2d(y, (1, 2)).flatten(1)], 1)))(s.c(x)), c=nn.Sequential(nn.Conv2d(3, 4, 3, 2), nn.CELU()), o=nn.Linear(4 * 16, 5)), r(1, 3, 15, 15), ways=("vkx",))
add("grain_bytes", "grain by the bytes of a camera: differences in whole numbers, a pattern of who is brighter", lambda: Do(lambda s, x: (lambda y: (lambda c: (torch.stack([(y[:, 1 + a : 7 + a, 1 + b : 7 + b] >= c).to(torch.int64) << k for k, (a, b) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1)))]).sum(0), (y[:, 1:] - y[:, :-1]).abs().sum((1, 2))))(y[:, 1:7, 1:7]))(x.to(torch.int32))), ints(256, 1, 8, 8, dtype=torch.uint8), ways=("plain",))

