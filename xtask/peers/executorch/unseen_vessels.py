"""Models for the set 2026-11-vessels (docs/accuracy.md): what a crew's telephones and a bridge's tablets run. Language, with what is kept and without.

Other architectures than those of the earlier sets. unseen_rigging.py has ways of handing over that are new, unseen_lookout.py pictures,
unseen_sounding.py sound and recurrences, unseen_cargo.py recommenders, tables, forecasts, courses, control flow, programs of several methods, libraries.
"""

import math

import models
import torch
from models import Spec
from torch import nn
from torch.nn import functional as F
from unseen_rigging import planned
from unseen_ways import Do, r
from unseen_ways import lenient as add

# --- decoders with what they keep --------------------------------------------------------------------------------------------


class Layer(nn.Module):
    """A layer of a decoder, as families of models have it: norms before, after or both, beside each other, turned wholly or in part, capped, windows."""

    def __init__(
        self,
        n=16,
        heads=4,
        groups=2,
        length=8,
        norm=nn.RMSNorm,
        act=F.silu,
        turned=1.0,
        bias=False,
        gated=True,
        beside=False,
        before=True,
        after=False,
        own=False,
        cap=0.0,
        window=0,
    ):
        super().__init__()
        self.heads, self.groups, self.part, self.act, self.beside, self.cap, self.window = heads, groups, n // heads, act, beside, cap, window
        self.qkv, self.o = nn.Linear(n, n + 2 * groups * self.part, bias), nn.Linear(n, n, False)
        self.up, self.down = nn.Linear(n, 48 if gated else 24, bias), nn.Linear(24, n, bias)
        self.gated, self.turned = gated, int(self.part * turned) // 2 * 2
        self.norms = nn.ModuleList(norm(n) if on else nn.Identity() for on in (before, before and not beside, after, after))
        self.nq, self.nk = (nn.RMSNorm(self.part), nn.RMSNorm(self.part)) if own else (nn.Identity(), nn.Identity())
        self.register_buffer("k", torch.zeros(1, groups, length, self.part))
        self.register_buffer("v", torch.zeros(1, groups, length, self.part))
        self.register_buffer("place", torch.arange(length))
        self.register_buffer("rate", 1 / 500 ** (torch.arange(0, self.turned, 2) / max(self.turned, 1)))

    def turn(self, x, at):
        """Neighbours make pairs; what is left over is not turned."""
        if not self.turned:
            return x
        a = at[:, None].to(x.dtype) * self.rate
        c, s = a.cos(), a.sin()
        p, q = x[..., 0 : self.turned : 2], x[..., 1 : self.turned : 2]
        y = torch.stack((p * c - q * s, p * s + q * c), -1).flatten(-2)
        return torch.cat((y, x[..., self.turned :]), -1)

    def attend(self, x, at):
        q, k, v = self.qkv(x).unflatten(-1, (-1, self.part)).transpose(1, 2).split((self.heads, self.groups, self.groups), 1)
        self.k.index_copy_(2, at, self.turn(self.nk(k), at))
        self.v.index_copy_(2, at, v)
        k, v = (t.repeat_interleave(self.heads // self.groups, 1) for t in (self.k, self.v))
        score = self.turn(self.nq(q), at) @ k.transpose(2, 3) * self.part**-0.5
        if self.cap:
            score = torch.tanh(score / self.cap) * self.cap
        seen = self.place <= at[:, None]
        if self.window:
            seen = seen & (self.place > at[:, None] - self.window)
        return self.o((score.masked_fill(~seen, float("-inf")).softmax(-1) @ v).transpose(1, 2).flatten(2))

    def feed(self, x):
        x = self.up(x)
        if self.gated:
            a, b = x.chunk(2, -1)
            return self.down(self.act(a) * b)
        return self.down(self.act(x))

    def forward(self, x, at):
        h = self.norms[0](x)
        y = self.norms[2](self.attend(h, at))
        if self.beside:
            return x + y + self.feed(h)
        x = x + y
        return x + self.norms[3](self.feed(self.norms[1](x)))


class Tongue(nn.Module):
    """Words, layers, a norm, a head that is the words' or its own."""

    def __init__(self, *layers, n=16, words=40, scale=1.0, cap=0.0, tied=True, norm=nn.RMSNorm):
        super().__init__()
        self.w, self.layers, self.n = nn.Embedding(words, n), nn.ModuleList(layers), norm(n)
        self.scale, self.cap, self.head = scale, cap, None if tied else nn.Linear(n, words, False)

    def forward(self, ids, at):
        x = self.w(ids) * self.scale
        for layer in self.layers:
            x = layer(x, at)
        x = self.n(x)
        x = x @ self.w.weight.T if self.head is None else self.head(x)
        return torch.tanh(x / self.cap) * self.cap if self.cap else x


def said(*lengths):
    """Words that follow each other, some at once."""
    starts = [sum(lengths[:i]) for i in range(len(lengths))]
    return [lambda n=n, a=a: ((torch.arange(n) * 7 + a * 5 + 2).remainder(40)[None], torch.arange(a, a + n)) for n, a in zip(lengths, starts)]


def gelu(x):
    return F.gelu(x, approximate="tanh")


def squared(x):
    return F.relu(x).square()


add(
    "mate",
    "a decoder with windows by turns, norms before and after, capped twice",
    lambda: Tongue(Layer(act=gelu, after=True, cap=20.0, window=3), Layer(act=gelu, after=True, cap=20.0), scale=4.0, cap=30.0),
    *said(1, 1, 1, 1, 1),
    ways=("plain", "xnn", "dq", "bf16", "inplace", "naive"),
)
add(
    "bosun",
    "a decoder whose parts stand beside each other, one key for all",
    lambda: Tongue(Layer(groups=1, norm=nn.LayerNorm, act=F.gelu, turned=0.5, gated=False, beside=True), norm=nn.LayerNorm, tied=False),
    *said(3, 3),
    ways=("plain", "xnn", "f16", "xf16", "overlap"),
)
add(
    "quartermaster",
    "a decoder with biases, weights of 8 and 4 bits",
    lambda: Tongue(Layer(n=32, bias=True), Layer(n=32, bias=True), n=32, tied=False),
    *said(1, 1, 1),
    ways=("plain", "xnn", "a8w4", "a8w8", "e8", "e4", "e2", "words", "both", "dq4"),
)
add(
    "stoker",
    "a decoder whose activations are squared, turned in part",
    lambda: Tongue(Layer(norm=nn.LayerNorm, act=squared, turned=0.5, gated=False), norm=nn.LayerNorm),
    *said(2, 2, 2),
    ways=("plain", "xnn", "dq", "named"),
)
add(
    "purser",
    "a decoder with norms of queries and keys, and after; every other layer without places",
    lambda: Tongue(Layer(own=True, before=False, after=True), Layer(own=True, before=False, after=True, turned=0.0)),
    *said(1, 1, 1),
    ways=("plain", "xnn", "xbf16", "buffers", "ext"),
)


class Pages(nn.Module):
    """What is kept lies in pages, which a table names."""

    def __init__(self):
        super().__init__()
        self.qkv, self.o = nn.Linear(12, 36), nn.Linear(12, 12)
        self.register_buffer("pages", torch.zeros(5, 2, 2, 12))

    def forward(self, x, table, at):
        q, k, v = self.qkv(x).chunk(3, -1)
        page, row = table[torch.div(at, 2, rounding_mode="floor")], at % 2
        self.pages.index_put_((page, torch.zeros_like(page), row), k)
        self.pages.index_put_((page, torch.ones_like(page), row), v)
        k, v = self.pages[table].transpose(0, 1).flatten(1, 2).unflatten(-1, (3, 4)).transpose(1, 2)
        score = (q.view(1, 3, 4).transpose(0, 1) @ k.transpose(1, 2)) / 2
        score = score + torch.where(torch.arange(6) > at, -1e9, 0.0)
        return self.o((score.softmax(-1) @ v).transpose(0, 1).flatten(1))


add(
    "paged",
    "what is kept lies in pages",
    Pages,
    *(lambda i=i: (torch.randn(1, 12), torch.tensor([3, 0, 4]), torch.tensor([i])) for i in range(4)),
    ways=("plain", "xnn", "dq", "inplace"),
)


class Narrow(nn.Module):
    """Keys and values are kept in bytes, with a scale for each word."""

    def __init__(self):
        super().__init__()
        self.qkv, self.o = nn.Linear(8, 24), nn.Linear(8, 8)
        for name in ("k", "v"):
            self.register_buffer(name, torch.zeros(6, 8, dtype=torch.int8))
            self.register_buffer(name + "_scale", torch.ones(6, 1))

    def keep(self, name, at, x):
        scale = x.abs().amax(-1, keepdim=True).clamp(min=1e-5) / 127
        getattr(self, name).index_copy_(0, at, (x / scale).round().clamp(-127, 127).to(torch.int8))
        getattr(self, name + "_scale").index_copy_(0, at, scale)
        return getattr(self, name).float() * getattr(self, name + "_scale")

    def forward(self, x, at):
        q, k, v = self.qkv(x).chunk(3, -1)
        k, v = self.keep("k", at, k), self.keep("v", at, v)
        score = (q @ k.T / 8**0.5).masked_fill(torch.arange(6) > at[:, None], float("-inf"))
        return self.o(score.softmax(-1) @ v)


add(
    "narrow",
    "what is kept is kept in bytes",
    Narrow,
    *(lambda i=i: (torch.randn(1, 8), torch.tensor([i])) for i in range(3)),
    ways=("plain", "xnn", "dq"),
    tolerance=0.1,
)


class Evict(nn.Module):
    """Of what is kept, what was looked at least makes room."""

    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(6, 18)
        self.register_buffer("kv", torch.zeros(4, 12))
        self.register_buffer("seen", torch.zeros(4))

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        out = self.seen.argmin(0, keepdim=True)
        self.kv.index_copy_(0, out, torch.cat((k, v), -1))
        p = (q @ self.kv[:, :6].T).softmax(-1)
        self.seen.copy_(self.seen.index_fill(0, out, 0.0) * 0.9 + p[0])
        return p @ self.kv[:, 6:], out


add("evict", "what was looked at least makes room", Evict, *(r(1, 6) for _ in range(6)), ways=("plain", "xnn", "named"))


class Retention(nn.Module):
    """Keys and values that fade: all places at once, or one more."""

    def __init__(self, step):
        super().__init__()
        self.step, self.q, self.g, self.o = step, nn.Linear(8, 24, False), nn.Linear(8, 8, False), nn.Linear(8, 8, False)
        self.register_buffer("fade", 1 - 2.0 ** -torch.arange(3.0, 5.0))
        self.register_buffer("state", torch.zeros(1, 2, 4, 4))

    def forward(self, x):
        q, k, v = self.q(x).unflatten(-1, (3, 2, 4)).permute(2, 0, 3, 1, 4)
        if self.step:
            self.state.copy_(self.state * self.fade[:, None, None] + k.transpose(2, 3) @ v)
            y = q @ self.state
        else:
            far = torch.arange(x.shape[1])[:, None] - torch.arange(x.shape[1])
            y = (q @ k.transpose(2, 3) * torch.where(far >= 0, self.fade[:, None, None] ** far.clamp(min=0), 0.0)) @ v
        return self.o(F.group_norm(y.transpose(1, 2).flatten(2).transpose(1, 2), 2).transpose(1, 2) * F.silu(self.g(x)))


add("retention", "what fades, all at once", lambda: Retention(False), r(1, 5, 8), ways=("plain", "xnn", "dq", "f16"))
add("retention_step", "what fades, one more", lambda: Retention(True), r(1, 1, 8), r(1, 1, 8), r(1, 1, 8), ways=("plain", "xnn", "inplace"))


class Shared(nn.Module):
    """Experts by sigmoids and a bias that keeps them busy; one expert for all words."""

    def __init__(self, n=8):
        super().__init__()
        self.r, self.a, self.b, self.s = (
            nn.Linear(n, 4, False),
            nn.Parameter(torch.randn(4, n, 12) / 3),
            nn.Parameter(torch.randn(4, 12, n) / 3),
            nn.Sequential(nn.Linear(n, 12), nn.SiLU(), nn.Linear(12, n)),
        )
        self.register_buffer("busy", torch.randn(4) / 9)

    def forward(self, x):
        p = self.r(x).sigmoid()
        i = (p + self.busy).topk(2, -1).indices
        w = p.gather(-1, i)
        w = w / w.sum(-1, keepdim=True)
        y = torch.einsum("tkh,tkhd->tkd", F.silu(torch.einsum("td,tkdh->tkh", x, self.a[i])), self.b[i])
        return self.s(x) + (y * w[..., None]).sum(1)


add("experts_shared", "two of four experts, and one for all", Shared, r(3, 8), ways=("plain", "xnn", "layers", "bf16"))

# --- readers, translators, searchers -----------------------------------------------------------------------------------------


def buckets(n, m, both):
    far = torch.arange(m)[None] - torch.arange(n)[:, None]
    base = (far > 0).long() * 4 if both else torch.zeros_like(far)
    d = far.abs() if both else (-far).clamp(min=0)
    large = 2 + (torch.log(d.clamp(min=1) / 2.0) / math.log(8) * 2).long()
    return base + torch.where(d < 2, d, large.clamp(max=3))


class Interpreter(nn.Module):
    """A reader with looked-up distances; a writer that keeps its words and looks at what was read."""

    def __init__(self, part, n=12):
        super().__init__()
        self.part, self.w, self.b = part, nn.Embedding(30, n), nn.Embedding(8, 3)
        self.qkv, self.o, self.q, self.kv, self.p = (
            nn.Linear(n, 3 * n, False),
            nn.Linear(n, n, False),
            nn.Linear(n, n, False),
            nn.Linear(n, 2 * n, False),
            nn.Linear(n, n, False),
        )
        self.a, self.d = nn.Linear(n, 20, False), nn.Linear(20, n, False)
        self.norms = nn.ModuleList(nn.RMSNorm(n, eps=1e-6) for _ in range(3))
        self.register_buffer("far", buckets(6, 6, part == "read"))
        self.register_buffer("kept", torch.zeros(2, 1, 6, n))

    def heads(self, *xs):
        return [x.unflatten(-1, (3, -1)).transpose(1, 2) for x in xs]

    def forward(self, ids, *more):
        x = self.w(ids)
        q, k, v = self.qkv(self.norms[0](x)).chunk(3, -1)
        bias = self.b(self.far).permute(2, 0, 1)
        if self.part == "write":
            self.kept.index_copy_(2, more[1], torch.stack((k, v)))
            k, v = self.kept
            bias = bias[:, more[1]].masked_fill(torch.arange(6) > more[1][:, None], -1e9)
        q, k, v = self.heads(q, k, v)
        x = x + self.o(((q @ k.transpose(2, 3) + bias).softmax(-1) @ v).transpose(1, 2).flatten(2))
        if self.part == "write":
            q, k, v = self.heads(self.q(self.norms[1](x)), *self.kv(more[0]).chunk(2, -1))
            x = x + self.p(F.scaled_dot_product_attention(q, k, v, scale=1.0).transpose(1, 2).flatten(2))
        x = x + self.d(F.relu(self.a(self.norms[2](x))))
        return x @ self.w.weight.T if self.part == "write" else x


def interpreter(name, **options):
    def spec():
        words = [(torch.tensor([[i + 4]]), torch.randn(1, 6, 12), torch.tensor([i])) for i in range(3)]
        methods = {"read": (Interpreter("read"), [(torch.randint(0, 30, (1, 6)),)]), "write": (Interpreter("write"), words)}
        return Spec(
            f"a reader and a writer ({name})",
            {k: (m.eval().requires_grad_(False), cases) for k, (m, cases) in methods.items()},
            **{"edge": {"_check_ir_validity": False}, **options},
        )

    models.MODELS[name] = spec


interpreter("interpreter")
interpreter("xnn_interpreter_xnn", xnnpack={}, constants={"end": 1, "longest": 6})
interpreter("xnn_interpreter_dq", xnnpack={}, quantize="dynamic", tolerance=0.5)
interpreter("interpreter_shared", config={"memory_planning_pass": planned(share_mutable_buffers=True)})


class Disentangled(nn.Module):
    """What a word is and how far it is: two more products, looked up by distances."""

    def __init__(self, n=8, k=3):
        super().__init__()
        self.q, self.k, self.v, self.e, self.n, self.o = (
            nn.Linear(n, n),
            nn.Linear(n, n),
            nn.Linear(n, n),
            nn.Embedding(2 * k, n),
            nn.LayerNorm(n),
            nn.Linear(n, 3),
        )
        self.register_buffer("far", (torch.arange(5)[:, None] - torch.arange(5) + k).clamp(0, 2 * k - 1)[None])

    def forward(self, x):
        q, k, v = self.q(x), self.k(x), self.v(x)
        far = self.far.expand(x.shape[0], -1, -1)
        cp = torch.gather(q @ self.k(self.e.weight).T, 2, far)
        pc = torch.gather(k @ self.q(self.e.weight).T, 2, far).transpose(1, 2)
        return self.o(self.n(x + ((q @ k.transpose(1, 2) + cp + pc) / 24**0.5).softmax(-1) @ v))


add("disentangled", "what a word is and how far", Disentangled, r(2, 5, 8), ways=("plain", "xnn", "dqat", "f16"))
add("shorter", "keys and values of fewer places", lambda: Do(lambda s, x: s.o(F.scaled_dot_product_attention(s.q(x), s.e(s.k(x).transpose(1, 2)).transpose(1, 2), s.g(s.v(x).transpose(1, 2)).transpose(1, 2))), q=nn.Linear(8, 8), k=nn.Linear(8, 8), v=nn.Linear(8, 8), e=nn.Linear(9, 3), g=nn.Linear(9, 3), o=nn.Linear(8, 8)), r(1, 9, 8), ways=("plain", "xnn", "sq"))  # fmt: skip
add("mixed_by_waves", "words mixed by waves instead of attention", lambda: Do(lambda s, x: (lambda y: y + s.g(s.m(y)))(s.n(x + s.c @ x @ s.d - s.s @ x @ s.t)), n=nn.LayerNorm(8), m=nn.LayerNorm(8), g=nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 8)), c=torch.cos(torch.outer(torch.arange(6), torch.arange(6)) * math.pi / 3), s=torch.sin(torch.outer(torch.arange(6), torch.arange(6)) * math.pi / 3), d=torch.cos(torch.outer(torch.arange(8), torch.arange(8)) * math.pi / 4), t=torch.sin(torch.outer(torch.arange(8), torch.arange(8)) * math.pi / 4)), r(1, 6, 8), ways=("plain", "xnn", "bf16"))  # fmt: skip
add("gated_places", "a gate from other places", lambda: Do(lambda s, x: (lambda u, v: x + s.o(u * s.p(s.m(v))))(*F.gelu(s.i(s.n(x))).chunk(2, -1)), n=nn.LayerNorm(8), i=nn.Linear(8, 16), m=nn.LayerNorm(8), p=nn.Conv1d(6, 6, 1), o=nn.Linear(8, 8)), r(2, 6, 8), ways=("plain", "xnn", "dq", "convs"))  # fmt: skip
add("again", "one layer three times", lambda: Do(lambda s, i: s.o(s.l(s.l(s.l(s.p(s.e(i))))).mean(1)), e=nn.Embedding(50, 4), p=nn.Linear(4, 12), l=nn.TransformerEncoderLayer(12, 3, 16, 0.0, "gelu", batch_first=True), o=nn.Linear(12, 4)), lambda: (torch.randint(0, 50, (2, 6)),), ways=("plain", "xnn", "words", "both", "layers"))  # fmt: skip


class Bands(nn.Module):
    """Each word looks at its neighbours and at the first word; the first at all."""

    def __init__(self, n=8):
        super().__init__()
        self.q, self.g, self.o = nn.Linear(n, 3 * n), nn.Linear(n, 3 * n), nn.Linear(n, n)

    def forward(self, x):
        q, k, v = self.q(x).chunk(3, -1)
        near = F.pad(torch.stack((k, v)), (0, 0, 1, 1)).unfold(2, 3, 1)
        a = torch.einsum("bte,bten->btn", q, near[0]).masked_fill(torch.tensor([[True, False, False]] + [[False] * 3] * 4 + [[False, False, True]]), -1e4)
        b = (q * k[:, :1]).sum(-1, keepdim=True)
        p = (torch.cat((a, b), -1) / 8**0.5).softmax(-1)
        y = torch.einsum("btn,bten->bte", p[..., :3], near[1]) + p[..., 3:] * v[:, :1]
        q, k, v = self.g(x).chunk(3, -1)
        first = F.scaled_dot_product_attention(q[:, :1], k, v)
        return self.o(torch.cat((first, y[:, 1:]), 1))


add("neighbours_and_first", "each word looks at its neighbours and at the first", Bands, r(1, 6, 8), ways=("plain", "xnn", "dq"))


class Modern(nn.Module):
    """A text to bytes: words turned, windows, gates, a mean where words are, lengths of one, 8 bits; or only its first half."""

    def __init__(self, n=16):
        super().__init__()
        self.e, self.layer, self.n = nn.Embedding(60, n, padding_idx=0), Layer(n, act=F.gelu, length=6, groups=4), nn.LayerNorm(n, bias=False)

    def forward(self, ids):
        q, k, v = self.layer.qkv(self.layer.norms[0](x := self.n(self.e(ids)))).unflatten(-1, (12, 4)).transpose(1, 2).chunk(3, 1)
        at = torch.arange(6)
        seen = ((at[:, None] - at).abs() < 3) & (ids != 0)[:, None, None]
        y = F.scaled_dot_product_attention(self.layer.turn(q, at), self.layer.turn(k, at), v, attn_mask=seen | torch.eye(6, dtype=torch.bool))
        x = x + self.layer.o(y.transpose(1, 2).flatten(2))
        x = x + self.layer.feed(self.layer.norms[1](x))
        there = (ids != 0)[..., None].to(x.dtype)
        z = (x * there).sum(1) / there.sum(1)
        return F.normalize(z, dim=1), (F.normalize(z[:, :8], dim=1) * 127).round().to(torch.int8)


add(
    "to_bytes",
    "a text to bytes",
    Modern,
    lambda: (torch.tensor([[5, 9, 33, 2, 0, 0], [7, 7, 1, 59, 4, 3]]),),
    ways=("plain", "xnn", "words", "dq"),
    tolerance=1.0,
)


def hashed(s, b):
    total = s.e(b)
    for n in (2, 3):
        key = sum(F.pad(b, (k, 0))[:, : b.shape[1]] * (257**k) for k in range(n))
        total = total + s.h((key * 1000003).remainder(32) + 32 * (n - 2))
    return s.o(F.max_pool1d(F.silu(s.c(total.transpose(1, 2))), 4).transpose(1, 2))


add(
    "hashed",
    "bytes and hashes of two and three of them, four to one",
    lambda: Do(hashed, e=nn.Embedding(256, 8), h=nn.Embedding(64, 8), c=nn.Conv1d(8, 8, 3, padding=1), o=nn.Linear(8, 8)),
    lambda: (torch.randint(0, 256, (1, 12)),),
    ways=("plain", "xnn", "words", "both"),
)


def seen_and_said(s, ids, picture):
    x, y = s.w(ids), s.p(F.pixel_unshuffle(picture, 2).flatten(2).transpose(1, 2))
    hole = ids == 39
    place = (hole.long().cumsum(1) - 1).clamp(min=0)[..., None].expand(-1, -1, 8)
    return s.o(s.l(torch.where(hole[..., None], y.gather(1, place), x)))


add("seen_and_said", "a picture among the words of a question", lambda: Do(seen_and_said, w=nn.Embedding(40, 8), p=nn.Sequential(nn.Linear(12, 8), nn.GELU(), nn.Linear(8, 8)), l=nn.TransformerEncoderLayer(8, 2, 12, batch_first=True, norm_first=True), o=nn.Linear(8, 40)), lambda: (torch.tensor([[3, 39, 39, 39, 39, 7, 8]]), torch.randn(1, 3, 4, 4)), ways=("plain", "xnn", "layers", "f16"))  # fmt: skip
add("pointer", "a word from a list, or from what was read", lambda: Do(lambda s, h, m, i: (lambda p, g: torch.log((g * F.pad(s.v(h).softmax(-1), (0, 3))).scatter_add(1, i, (1 - g) * p) + 1e-9))((s.a(m) @ h[..., None])[..., 0].softmax(-1), s.g(h).sigmoid()), a=nn.Linear(6, 6), v=nn.Linear(6, 9), g=nn.Linear(6, 1)), lambda: (torch.randn(2, 6), torch.randn(2, 5, 6), torch.randint(0, 12, (2, 5))), ways=("plain", "xnn", "apart"))  # fmt: skip
add("span", "where an answer begins and ends", lambda: Do(lambda s, x: (lambda a, b: (lambda t: (t.flatten(1).amax(1), torch.div(t.flatten(1).argmax(1), 7, rounding_mode="floor"), t.flatten(1).argmax(1) % 7))((a[:, :, None] + b[:, None]) + s.m))(*s.l(x).unbind(-1)), l=nn.Linear(6, 2), m=torch.where((torch.arange(7) - torch.arange(7)[:, None]).clamp(-1, 4) == (torch.arange(7) - torch.arange(7)[:, None]), 0.0, -1e4)), r(2, 7, 6), ways=("plain", "xnn", "sq"))  # fmt: skip
add("padded", "an encoder of the library, words that are not there", lambda: Do(lambda s, i: s.o(s.t(s.e(i) + s.p, src_key_padding_mask=i == 0)[:, 0]), e=nn.Embedding(20, 8), p=torch.randn(6, 8), t=nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 12, 0.0, batch_first=True), 2, enable_nested_tensor=False), o=nn.Linear(8, 3)), lambda: (torch.tensor([[4, 9, 1, 0, 0, 0]]),), lambda: (torch.tensor([[4, 9, 1, 6, 5, 0]]),), ways=("plain", "xnn", "both"))  # fmt: skip
add(
    "looked_at",
    "attention of the library, and where it looks",
    lambda: Do(lambda s, x, y: s.a(x, y, y, average_attn_weights=True), a=nn.MultiheadAttention(8, 2, batch_first=True, kdim=6, vdim=6, add_bias_kv=True)),
    lambda: (torch.randn(1, 3, 8), torch.randn(1, 5, 6)),
    ways=("plain", "xnn", "dq"),
)
add(
    "three_words",
    "three words, each from the one before, in one program",
    lambda: Do(
        lambda s, i: (lambda f: (lambda a: (lambda b: torch.cat((a, b, f(b)), 1))(f(a)))(f(i)))(lambda i: s.o(s.l(s.e(i)).tanh()).argmax(-1)),
        e=nn.Embedding(15, 8),
        l=nn.Linear(8, 8),
        o=nn.Linear(8, 15),
    ),
    lambda: (torch.tensor([[3]]),),
    ways=("plain", "xnn", "words"),
)
