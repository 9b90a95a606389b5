"""Models for the set 2026-11-stations (docs/accuracy.md): what railways, airports and their travellers run. Language and sound.

Other architectures than those of the earlier sets; unseen_terminals.py has pictures, tables, forecasts, control flow, programs of several methods.
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


def words(high, *lengths):
    """Words that follow each other, and where they are."""
    starts = [sum(lengths[:i]) for i in range(len(lengths))]
    return [lambda n=n, a=a: ((torch.arange(n) * 11 + a * 3 + 1).remainder(high)[None], torch.arange(a, a + n)) for n, a in zip(lengths, starts)]


# --- decoders with what they keep --------------------------------------------------------------------------------------------


class Written(nn.Module):
    """A cache that is written in place where the words are, halves turned against each other, and a mask that is a table."""

    def __init__(self, n=16, heads=2, length=8, act=F.silu, bias=False, sink=False):
        super().__init__()
        self.heads, self.part, self.act = heads, n // heads, act
        self.q, self.kv, self.o = nn.Linear(n, n, bias), nn.Linear(n, 2 * self.part, bias), nn.Linear(n, n, bias)
        self.g, self.u, self.d = nn.Linear(n, 24, bias), nn.Linear(n, 24, bias), nn.Linear(24, n, bias)
        self.a, self.b = nn.RMSNorm(n), nn.RMSNorm(n)
        self.sink = nn.Parameter(torch.randn(1, heads, 1, 1)) if sink else None
        t = torch.outer(torch.arange(length).float(), 1 / 1000 ** (torch.arange(0, self.part, 2) / self.part))
        self.register_buffer("c", torch.cat((t, t), 1).cos())
        self.register_buffer("s", torch.cat((t, t), 1).sin())
        self.register_buffer("k", torch.zeros(1, length, self.part))
        self.register_buffer("v", torch.zeros(1, length, self.part))
        self.register_buffer("mask", torch.full((length, length), float("-inf")).triu(1))

    def turn(self, x, at):
        a, b = x.chunk(2, -1)
        return x * self.c[at] + torch.cat((-b, a), -1) * self.s[at]

    def forward(self, x, at):
        h = self.a(x)
        q = self.turn(self.q(h).unflatten(-1, (self.heads, self.part)).transpose(1, 2), at)
        k, v = self.kv(h).chunk(2, -1)
        self.k[:, at] = self.turn(k, at)
        self.v[:, at] = v
        score = q @ self.k[:, None].transpose(2, 3) / math.sqrt(self.part) + self.mask[at]
        if self.sink is not None:
            score = torch.cat((score, self.sink.expand(-1, -1, score.shape[2], 1)), -1).softmax(-1)[..., :-1]
        else:
            score = score.softmax(-1)
        x = x + self.o((score @ self.v[:, None]).transpose(1, 2).flatten(2))
        h = self.b(x)
        return x + self.d(self.act(self.g(h)) * self.u(h))


class Speaks(nn.Module):
    def __init__(self, *layers, n=16, vocabulary=32, heads=1):
        super().__init__()
        self.w, self.layers, self.n = nn.Embedding(vocabulary, n), nn.ModuleList(layers), nn.RMSNorm(n)
        self.heads = nn.ModuleList(nn.Linear(n, vocabulary, False) for _ in range(heads))

    def forward(self, ids, at):
        x = self.w(ids)
        for layer in self.layers:
            x = layer(x, at)
        x = self.n(x)
        return torch.stack([head(x) for head in self.heads], 1) if len(self.heads) > 1 else self.heads[0](x[:, -1:])


add("announcer", "a decoder whose cache is written in place, one key for all heads", lambda: Speaks(Written(), Written()), *words(32, 1, 1, 1), ways=("plain", "xnn", "dq", "f16", "bf16", "inplace"))
add("announcer_sink", "a decoder with a place where attention goes that nobody needs", lambda: Speaks(Written(sink=True, bias=True)), *words(32, 2, 2), ways=("plain", "xnn", "layers"))
add("announcer_heads", "a decoder that guesses three words ahead", lambda: Speaks(Written(act=F.gelu), heads=3), *words(32, 1, 1, 1), ways=("plain", "xnn", "dq4", "e8"))


class Narrowed(nn.Module):
    """A cache whose part is copied over from where it starts: the start is a number in the program."""

    def __init__(self, n=12, length=6):
        super().__init__()
        self.e, self.q, self.o, self.l, self.length = nn.Embedding(20, n), nn.Linear(n, 3 * n), nn.Linear(n, 20), nn.LayerNorm(n), length
        self.register_buffer("k", torch.zeros(1, length, n))
        self.register_buffer("v", torch.zeros(1, length, n))
        self.register_buffer("mask", torch.tril(torch.ones(length, length, dtype=torch.bool)))

    def forward(self, ids, at):
        x = self.e(ids)
        q, k, v = self.q(self.l(x)).chunk(3, -1)
        start = at[0].item()
        torch._check_is_size(start)
        torch._check(start < self.length)
        self.k.narrow(1, start, 1).copy_(k)
        self.v.narrow(1, start, 1).copy_(v)
        y = F.scaled_dot_product_attention(q[:, None], self.k[:, None], self.v[:, None], attn_mask=self.mask.narrow(0, start, 1))
        return self.o(x + y[:, 0])


add("platform_voice", "a decoder whose cache is narrowed to where it writes", Narrowed, *words(20, 1, 1, 1), ways=("plain", "xnn", "dq", "f16"))


class Selective(nn.Module):
    """Two sums of what was said with signs against each other: differences of attention, over a past that comes in and goes out."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.q, self.k, self.v, self.o = nn.Embedding(24, n), nn.Linear(n, 2 * n), nn.Linear(n, 2 * n), nn.Linear(n, n), nn.Linear(n, 24)
        self.l, self.n = nn.Parameter(torch.tensor(0.3)), nn.RMSNorm(n)

    def forward(self, i, pk, pv):
        x = self.e(i)
        k, v = torch.cat((pk, self.k(x)), 1), torch.cat((pv, self.v(x)), 1)
        q1, q2 = self.q(x).chunk(2, -1)
        k1, k2 = k.chunk(2, -1)
        a = (q1 @ k1.mT).softmax(-1) - self.l.exp() * (q2 @ k2.mT).softmax(-1)
        return self.o(self.n(a @ v) * 0.7), k[:, 1:], v[:, 1:]


add("guard", "differences of two attentions, the past is the caller's", Selective, lambda: (torch.tensor([[4]]), torch.randn(1, 5, 16), torch.randn(1, 5, 8)), ways=("plain", "xnn", "dq", "bf16", "caller"))


class Linear(nn.Module):
    """Attention as a state that is kept: keys through elu + 1, a norm that is kept beside."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.q, self.o = nn.Embedding(18, n), nn.Linear(n, 3 * n), nn.Linear(n, 18)
        self.register_buffer("state", torch.zeros(n, n))
        self.register_buffer("norm", torch.full((n,), 1e-3))

    def forward(self, i):
        q, k, v = self.q(self.e(i)).chunk(3, -1)
        q, k = F.elu(q) + 1, F.elu(k) + 1
        self.state.addr_(k[0], v[0])
        self.norm.add_(k[0])
        return self.o(q @ self.state / (q @ self.norm)[:, None])


add("porter", "attention as a state", Linear, lambda: (torch.tensor([3]),), lambda: (torch.tensor([5]),), lambda: (torch.tensor([3]),), ways=("plain", "xnn", "dq"), initialized=("norm",))


class Griffin(nn.Module):
    """Gates of a real recurrence, a filter of four moments, both kept."""

    def __init__(self, n=8):
        super().__init__()
        self.x, self.y, self.c, self.r, self.i, self.o = nn.Linear(n, n), nn.Linear(n, n), nn.Parameter(torch.randn(n, 4) / 2), nn.Linear(n, n), nn.Linear(n, n), nn.Linear(n, n)
        self.a = nn.Parameter(torch.linspace(2, 4, n))
        self.register_buffer("past", torch.zeros(n, 4))
        self.register_buffer("h", torch.zeros(n))

    def forward(self, x):
        self.past.copy_(torch.cat((self.past[:, 1:], self.x(x).T), 1))
        u = (self.past * self.c).sum(1)
        a = torch.exp(-8 * F.softplus(self.a) * torch.sigmoid(self.r(u)))
        self.h.copy_(a * self.h + torch.sqrt(1 - a * a) * (torch.sigmoid(self.i(u)) * u))
        return self.o(self.h * F.gelu(self.y(x), approximate="tanh"))


add("griffin", "gates of a recurrence and a filter, both kept", Griffin, r(1, 8), r(1, 8), r(1, 8), ways=("plain", "xnn", "dq", "inplace"))


def accepted(s, draft, target, u):
    """Words of a draft: as many as the larger model accepts, then one of what is left over."""
    p, q = draft.softmax(-1), target.softmax(-1)
    said = p.argmax(-1, keepdim=True)
    ok = (u < (q.gather(-1, said) / p.gather(-1, said)).squeeze(-1)).to(torch.int64).cumprod(-1)
    n = ok.sum(-1)
    left = (q - p).clamp(min=0)
    left = left / (left.sum(-1, keepdim=True) + 1e-6)
    return said.squeeze(-1) * ok, n, left.argmax(-1)


add("drafted", "how many words of a draft are taken", lambda: Do(accepted), lambda: (torch.randn(2, 4, 10), torch.randn(2, 4, 10), torch.rand(2, 4)), ways=("plain", "f64"))
add("choosy", "words at least a tenth as likely as the best; the rest never", lambda: Do(lambda s, x, t: (lambda p: torch.where(p >= p.amax(-1, keepdim=True) * 0.1, x / t, torch.full_like(x, float("-inf"))).log_softmax(-1).clamp(min=-30))((x / t).softmax(-1))), lambda: (torch.randn(2, 12), torch.tensor(0.7)), ways=("plain", "xnn", "f16", "bf16"))
add("typical", "words as surprising as the sentence", lambda: Do(lambda s, x: (lambda p, q: (lambda d: (lambda v, i: torch.zeros_like(x).scatter(-1, i, (p.gather(-1, i).cumsum(-1) < 0.8).to(x.dtype)))(*d.sort(-1)))(((-q) - (-(p * q).sum(-1, keepdim=True))).abs()))(x.softmax(-1), x.log_softmax(-1))), r(2, 9))

# --- encoders ----------------------------------------------------------------------------------------------------------------


class Tickets(nn.Module):
    """Words, places, kinds of sentences; padding is masked by what the words are; the first word says."""

    def __init__(self, n=16, layers=2, shared=False, act=F.gelu):
        super().__init__()
        self.w, self.p, self.t, self.n, self.act = nn.Embedding(50, n, padding_idx=0), nn.Embedding(12, n), nn.Embedding(2, n), nn.LayerNorm(n, eps=1e-12), act
        make = lambda: nn.ModuleDict({"qkv": nn.Linear(n, 3 * n), "o": nn.Linear(n, n), "u": nn.Linear(n, 32), "d": nn.Linear(32, n), "a": nn.LayerNorm(n), "b": nn.LayerNorm(n)})  # noqa: E731
        one = make()
        self.layers = nn.ModuleList(one if shared else make() for _ in range(layers))
        self.pool, self.o = nn.Linear(n, n), nn.Linear(n, 5)

    def forward(self, i, kinds):
        x = self.n(self.w(i) + self.p.weight[: i.shape[1]] + self.t(kinds))
        off = ((i == 0)[:, None, None] * -10000.0).to(x.dtype)
        for layer in self.layers:
            q, k, v = layer["qkv"](x).unflatten(-1, (3, 2, -1)).permute(2, 0, 3, 1, 4)
            x = layer["a"](x + layer["o"](((q @ k.mT / q.shape[-1] ** 0.5 + off).softmax(-1) @ v).transpose(1, 2).flatten(2)))
            x = layer["b"](x + layer["d"](self.act(layer["u"](x))))
        return self.o(torch.tanh(self.pool(x[:, 0])))


def asked():
    return torch.tensor([[3, 17, 8, 44, 2, 0, 0], [9, 1, 30, 0, 0, 0, 0]]), torch.tensor([[0, 0, 0, 1, 1, 0, 0], [0, 1, 1, 0, 0, 0, 0]])


add("tickets", "questions at the counter to kinds", Tickets, asked, ways=("plain", "xnn", "dq", "sq", "bf16", "words", "both", "xtwo"))
add("tickets_shared", "one layer for all, with another activation", lambda: Tickets(shared=True, act=F.mish), asked, ways=("plain", "xnn", "dq"))
add("sense", "sentences to places on a ball: a mean of what is not padding", lambda: Do(lambda s, i: (lambda m: F.normalize((s.l(s.e(i)) * m).sum(1) / m.sum(1).clamp(min=1), dim=-1))((i != 0)[..., None].float()), e=nn.Embedding(30, 12), l=nn.TransformerEncoderLayer(12, 2, 24, 0.0, batch_first=True, norm_first=True)), lambda: (torch.tensor([[4, 9, 2, 0], [1, 0, 0, 0]]),), ways=("plain", "xnn", "dq", "words"))
add("late_words", "each word of a question finds its best of a text", lambda: Do(lambda s, q, d: (F.normalize(s.l(s.e(q)), dim=-1) @ F.normalize(s.l(s.e(d)), dim=-1).mT).amax(-1).sum(-1), e=nn.Embedding(40, 16), l=nn.Linear(16, 8, False)), lambda: (torch.randint(0, 40, (1, 4)), torch.randint(0, 40, (3, 7))), ways=("plain", "xnn", "e8"))


class Letters(nn.Module):
    """Letters by several hashes, filters of three widths, the best moments, a road past a layer."""

    def __init__(self):
        super().__init__()
        self.e = nn.ModuleList(nn.Embedding(16, 4) for _ in range(3))
        self.c = nn.ModuleList(nn.Conv1d(12, 6, k) for k in (2, 3, 4))
        self.h, self.t, self.o = nn.Linear(18, 18), nn.Linear(18, 18), nn.Linear(18, 7)

    def forward(self, i):
        x = torch.cat([e((i * p + 7) % 16) for e, p in zip(self.e, (3, 5, 11))], -1).transpose(1, 2)
        x = torch.cat([F.relu(c(x)).amax(2) for c in self.c], 1)
        t = torch.sigmoid(self.t(x))
        return self.o(t * F.relu(self.h(x)) + (1 - t) * x)


add("names_of_stations", "letters by hashes to stations", Letters, ids(200, 2, 12), ways=("plain", "xnn", "dq", "layers"))


class Bahdanau(nn.Module):
    """An encoder of both directions, a decoder of cells with attention by sums, some steps."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.enc, self.cell = nn.Embedding(20, n), nn.GRU(n, n // 2, bidirectional=True, batch_first=True), nn.LSTMCell(2 * n, n)
        self.k, self.q, self.v, self.o = nn.Linear(n, n, False), nn.Linear(n, n, False), nn.Linear(n, 1, False), nn.Linear(2 * n, 20)

    def forward(self, i):
        m = self.enc(self.e(i))[0]
        h = c = torch.zeros_like(m[:, 0])
        w, out = torch.zeros_like(i[:, 0]), []
        for _ in range(3):
            a = self.v(torch.tanh(self.k(m) + self.q(h)[:, None])).softmax(1)
            y = (a * m).sum(1)
            h, c = self.cell(torch.cat((self.e(w), y), 1), (h, c))
            w = self.o(torch.cat((h, y), 1)).argmax(1)
            out.append(w)
        return torch.stack(out, 1)


add("abroad", "a phrase of one language to another: cells and attention", Bahdanau, ids(20, 2, 5), ways=("plain", "xnn"))
add("bloomed", "words without places: decay of attention by distance, then the next word", lambda: Do(lambda s, i: s.o(((lambda q, k, v: ((q @ k.mT / 2 - (torch.arange(6)[:, None] - torch.arange(6)).clamp(min=0) * s.m[:, None, None] + s.t).softmax(-1) @ v))(*s.q(s.n(s.e(i))).unflatten(-1, (3, 4, 4)).permute(2, 0, 3, 1, 4))).transpose(1, 2).flatten(2)[:, -1]), e=nn.Embedding(25, 16), n=nn.LayerNorm(16), q=nn.Linear(16, 48), o=nn.Linear(16, 25), m=2.0 ** -torch.arange(1.0, 5), t=torch.full((6, 6), -1e4).triu(1)), ids(25, 1, 6), ways=("plain", "xnn", "dq", "bf16"))


class Pooled(nn.Module):
    """Words pooled by twos and pooled again, then spread out and added."""

    def __init__(self, n=12):
        super().__init__()
        self.e, self.a, self.b = nn.Embedding(30, n), nn.MultiheadAttention(n, 3, batch_first=True), nn.MultiheadAttention(n, 3, batch_first=True)
        self.n, self.o = nn.LayerNorm(n), nn.Linear(n, 4)

    def forward(self, i):
        x = self.e(i)
        y = F.max_pool1d(x.transpose(1, 2), 2).transpose(1, 2)
        y = y + self.a(y, x, x, need_weights=False)[0]
        z = F.avg_pool1d(y.transpose(1, 2), 2, ceil_mode=True).transpose(1, 2)
        z = self.b(z, y, y)[0]
        return self.o(self.n(x + z.repeat_interleave(4, 1)[:, : x.shape[1]]))


add("funnel", "words pooled by twos, spread again", Pooled, ids(30, 1, 8), ways=("plain", "xnn", "dq"))
add("labels", "the best way through kinds of words", lambda: Do(lambda s, x: (lambda e: (lambda f: f[-1].logsumexp(-1))([*_forward(e, s.t)]))(s.l(x)), l=nn.Linear(6, 4), t=torch.randn(4, 4)), r(5, 6), ways=("plain", "xnn", "f64"))
add("which_language", "pairs of letters counted, a log of counts, a layer", lambda: Do(lambda s, i: s.l(torch.log1p(F.one_hot((i[:, :-1] * 6 + i[:, 1:]) % 24, 24).sum(1).float())).softmax(-1), l=nn.Linear(24, 5)), ids(36, 2, 15), ways=("plain", "dq", "xnn"))


def _forward(e, t):
    a = e[0]
    for step in e[1:]:
        a = (a[:, None] + t).logsumexp(0) + step
        yield a


# --- sound -------------------------------------------------------------------------------------------------------------------


class Separate(nn.Module):
    """A filterbank, blocks of wider and wider filters with norms of all, masks, the way back: two voices."""

    def __init__(self, n=8):
        super().__init__()
        self.enc, self.dec, self.n = nn.Conv1d(1, n, 8, 4, bias=False), nn.ConvTranspose1d(n, 1, 8, 4, bias=False), nn.GroupNorm(1, n)
        self.blocks = nn.ModuleList(nn.Sequential(nn.Conv1d(n, 12, 1), nn.PReLU(), nn.GroupNorm(1, 12), nn.Conv1d(12, 12, 3, padding=d, dilation=d, groups=12), nn.PReLU(), nn.GroupNorm(1, 12), nn.Conv1d(12, n, 1)) for d in (1, 2, 4))
        self.m = nn.Conv1d(n, 2 * n, 1)

    def forward(self, x):
        e = self.enc(x)
        h = self.n(e)
        for block in self.blocks:
            h = h + block(h)
        m = F.relu(self.m(h)).unflatten(1, (2, -1))
        return torch.cat([self.dec(e * m[:, i]) for i in range(2)], 1)


add("two_travellers", "two voices apart: masks over a filterbank", Separate, r(1, 1, 64), ways=("plain", "xnn", "f16", "convs", "f64"))


class Halls(nn.Module):
    """Real and imaginary filters, gates over time, a mask that turns and shrinks."""

    def __init__(self, n=4):
        super().__init__()
        self.a, self.b, self.g, self.o = nn.Conv2d(1, n, (3, 2), padding=(1, 1)), nn.Conv2d(1, n, (3, 2), padding=(1, 1)), nn.GRU(n * 6, 12, batch_first=True), nn.Linear(12, 12)

    def forward(self, re, im):
        x, y = (self.a(re) - self.b(im))[..., :-1], (self.a(im) + self.b(re))[..., :-1]
        h = self.g(torch.sqrt(x * x + y * y + 1e-6).flatten(1, 2).transpose(1, 2))[0]
        m, p = self.o(h).transpose(1, 2).chunk(2, 1)
        m, p = torch.sigmoid(m)[:, None], torch.tanh(p)[:, None] * math.pi
        return m * (re * torch.cos(p) - im * torch.sin(p)), m * (re * torch.sin(p) + im * torch.cos(p))


add("halls", "echoes of a hall taken away: a mask that turns", Halls, lambda: (torch.randn(1, 1, 6, 5), torch.randn(1, 1, 6, 5)), ways=("plain", "xnn", "sq"))


class Speaker(nn.Module):
    """Filters in steps over parts of channels, gates of channels, means and deviations that attention weighs."""

    def __init__(self, n=8, scale=4):
        super().__init__()
        self.i, self.part = nn.Sequential(nn.Conv1d(6, n, 5, padding=2), nn.ReLU(), nn.BatchNorm1d(n)), n // scale
        self.c = nn.ModuleList(nn.Conv1d(self.part, self.part, 3, padding=2, dilation=2) for _ in range(scale - 1))
        self.s = nn.Sequential(nn.AdaptiveAvgPool1d(1), nn.Conv1d(n, 4, 1), nn.ReLU(), nn.Conv1d(4, n, 1), nn.Sigmoid())
        self.a, self.o = nn.Sequential(nn.Conv1d(3 * n, 6, 1), nn.Tanh(), nn.Conv1d(6, n, 1)), nn.Linear(2 * n, 5)

    def forward(self, x):
        x = self.i(x)
        first, *parts = x.split(self.part, 1)
        out, y = [first], 0
        for c, p in zip(self.c, parts):
            y = F.relu(c(p + y))
            out.append(y)
        x = x + torch.cat(out, 1) * self.s(x)
        m, d = x.mean(2, keepdim=True).expand_as(x), x.var(2, keepdim=True).clamp(min=1e-4).sqrt().expand_as(x)
        w = self.a(torch.cat((x, m, d), 1)).softmax(2)
        mean = (w * x).sum(2)
        return F.normalize(self.o(torch.cat((mean, ((w * x * x).sum(2) - mean * mean).clamp(min=1e-4).sqrt()), 1)))


add("who_calls", "who calls: means and deviations that attention weighs", Speaker, r(1, 6, 20), ways=("plain", "xnn", "dq", "sq", "f16", "bf16"))


class Broadcast(nn.Module):
    """Filters over frequencies in parts, a mean over them, filters over time, spread out again."""

    def __init__(self, n=8, groups=4):
        super().__init__()
        self.i, self.f = nn.Conv2d(1, n, 5, (2, 1), 2), nn.Conv2d(n, n, (3, 1), padding=(1, 0), groups=n)
        self.n, self.t, self.p, self.o = nn.BatchNorm2d(n * groups), nn.Conv2d(n, n, (1, 3), padding=(0, 2), dilation=(1, 2), groups=n), nn.Conv2d(n, n, 1), nn.Conv2d(n, 4, 1)
        self.groups = groups

    def forward(self, x):
        x = self.i(x)
        f = self.f(x)
        b, c, h, w = f.shape
        f = self.n(f.view(b, c * self.groups, h // self.groups, w)).view(b, c, h, w)
        t = self.p(F.silu(self.t(f.mean(2, keepdim=True))))
        return self.o(F.relu(x + f + t)).mean((2, 3))


add("gate_words", "words at the gate: means over frequencies, spread again", Broadcast, r(1, 1, 16, 12), ways=("plain", "xnn", "sq", "dq", "sqt", "convs"))


class Joined(nn.Module):
    """What was heard, what was said, both joined for each moment: the best symbol or none."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.p, self.h, self.j, self.o = nn.Linear(6, n), nn.LSTM(n, n, batch_first=True), nn.Embedding(12, n), nn.Linear(n, n), nn.Linear(n, 12)

    def forward(self, x, said):
        a, b = self.e(x), self.p(self.h(said))[0]
        y = self.o(torch.tanh(self.j(a[:, :, None] + b[:, None]))).log_softmax(-1)
        return y, y[..., 1:].amax(-1) > y[..., 0]


add("spoken", "what was heard and what was said, joined", Joined, lambda: (torch.randn(1, 5, 6), torch.tensor([[0, 3, 7]])), ways=("plain", "xnn", "dq", "words"))


class Zip(nn.Module):
    """A norm by a bias and a scale, roads past at half the rate, feed, attention whose weights two values share."""

    def __init__(self, n=8):
        super().__init__()
        self.b, self.s, self.qk, self.v, self.w = nn.Parameter(torch.randn(n) / 4), nn.Parameter(torch.tensor(0.2)), nn.Linear(n, 2 * n), nn.Linear(n, n), nn.Linear(n, n)
        self.c, self.f, self.by = nn.Conv1d(n, 2 * n, 1), nn.Conv1d(n, n, 5, padding=2, groups=n), nn.Parameter(torch.full((n,), 0.6))

    def forward(self, x):
        h = x.unfold(1, 2, 2).mean(-1)
        q, k = self.qk(h).chunk(2, -1)
        a = (q @ k.mT / 3).softmax(-1)
        h = h + a @ self.v(h)
        h = h + self.f(F.glu(self.c(h.transpose(1, 2)), 1)).transpose(1, 2)
        h = h + a @ self.w(h) * torch.sigmoid(h)
        h = h / torch.sqrt(((h - self.b) ** 2).mean(-1, keepdim=True)) * self.s.exp()
        y = h.repeat_interleave(2, 1)
        y = x + (y - x) * self.by
        z = torch.logaddexp(torch.zeros_like(y), y - 1) - 0.08 * y - 0.31
        return z


add("fast_ear", "a recogniser at half the rate, norms by a bias", Zip, r(1, 8, 8), ways=("plain", "xnn", "dq", "f16"))


class Voice(nn.Module):
    """Letters to how long each lasts, how high and loud; to frames; to a wave by wider filters."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.d, self.p = nn.Embedding(20, n), nn.Conv1d(n, 1, 3, padding=1), nn.Conv1d(n, 1, 3, padding=1)
        self.u, self.c, self.o = nn.ConvTranspose1d(n, n // 2, 8, 4, 2), nn.ModuleList(nn.Conv1d(n // 2, n // 2, 3, padding=d, dilation=d) for d in (1, 3)), nn.Conv1d(n // 2, 1, 7, padding=3)

    def forward(self, i):
        x = self.e(i).transpose(1, 2)
        last = F.softplus(self.d(x)).round().clamp(1, 4)
        end = last.cumsum(2)
        t = torch.arange(12.0)[None, :, None]
        which = ((t >= end - last) & (t < end)).to(x.dtype)
        y = (x + torch.sin(self.p(x))) @ which.mT
        y = F.leaky_relu(self.u(y), 0.1)
        for c in self.c:
            y = y + c(F.leaky_relu(y, 0.1))
        return torch.tanh(self.o(y)), end[..., -1]


add("next_train", "letters to a voice: how long each lasts, a wave", Voice, ids(20, 1, 5), ways=("plain", "xnn", "dq"))


class Wave(nn.Module):
    """Samples one by one: a cell, two halves of a sample, chosen by a number that comes in."""

    def __init__(self, n=12):
        super().__init__()
        self.g, self.a, self.b = nn.GRUCell(4, n), nn.Linear(n // 2, 16), nn.Linear(n // 2 + 16, 16)
        self.register_buffer("h", torch.zeros(1, n))

    def forward(self, x, u):
        h = self.g(x, self.h)
        self.h.copy_(h)
        p, q = h.chunk(2, 1)
        c = (self.a(p).softmax(1).cumsum(1) < u).sum(1).clamp(max=15)
        f = (self.b(torch.cat((q, F.one_hot(c, 16).float()), 1)).softmax(1).cumsum(1) < u).sum(1).clamp(max=15)
        return (c * 16 + f).float() / 127.5 - 1


add("samples", "a wave, sample by sample, from a state", Wave, lambda: (torch.randn(1, 4), torch.tensor([[0.4]])), lambda: (torch.randn(1, 4), torch.tensor([[0.7]])), ways=("plain", "xnn", "inplace"))
add("rails", "wheels on rails: energies of bands against a slow mean that is kept", lambda: Do(lambda s, x: (lambda e: (e / s.slow.lerp_(e, 0.1).clamp(min=1e-3)).log())((F.conv1d(x, s.k, stride=4) ** 2).mean((0, 2))), k=torch.randn(5, 1, 9) / 3, slow=torch.ones(5)), r(1, 1, 48), r(1, 1, 48), ways=("plain", "xnn"), initialized=("slow",))
add("mosquito", "a tone that only the young hear: power at one frequency by a recurrence", lambda: Do(lambda s, x: (lambda y: y[0] ** 2 + y[1] ** 2 - y[0] * y[1] * 1.2)(goertzel(x, 1.2))), r(20), ways=("plain", "f64"), tolerance=0.01)
add("tannoy", "a limiter: the loudest of the next moments, smoothed, divides", lambda: Do(lambda s, x: x / F.conv1d(F.pad(F.max_pool1d(F.pad(x.abs(), (0, 6)), 7, 1), (3, 3), mode="replicate"), s.k).clamp(min=1.0), k=torch.hann_window(7, periodic=False)[None, None] / 3), lambda: (torch.randn(1, 1, 40) * 2,), ways=("plain", "xnn", "f64"))


def goertzel(x, c):
    a = b = torch.zeros(())
    for i in range(20):
        a, b = x[i] + c * a - b, a
    return a, b
