"""More models for the set 2026-11-markets: sound, recurrences, control flow, sizes, recommenders, tables, graphs, statistics, codes, physics, several methods.

As in unseen_markets.py, no answer hangs on a tie or a step.
"""

import math

import models
import torch
import unseen_rigging  # noqa: F401  (its ways)
from models import Spec
from torch import nn
from torch._higher_order_ops.map import map as each
from torch.nn import functional as F
from unseen_markets import apart, ints, joined
from unseen_ways import Do, conv, r
from unseen_ways import lenient as add

# --- sound -------------------------------------------------------------------------------------------------------------------


def waves(n, keep):
    a = 2 * math.pi / n * torch.outer(torch.arange(n), torch.arange(keep))
    return a.cos() * torch.hamming_window(n)[:, None], a.sin() * torch.hamming_window(n)[:, None]


def cepstra(s, x):
    """What comes is made steeper, cut into frames that overlap, to power, to bands, to logarithms, to a few cosines, with their differences."""
    x = torch.cat((x[:, :1], x[:, 1:] - 0.97 * x[:, :-1]), 1).unfold(1, 16, 8)
    y = torch.log((torch.square(x @ s.c) + torch.square(x @ s.s)) @ s.m + 0.01) @ s.d
    return torch.cat((y, F.pad(y.mT, (1, 1), mode="replicate").mT[:, 2:] - y), -1)


C, S = waves(16, 9)
add("pay_phone", "a telephone to cepstra", lambda: Do(cepstra, c=C, s=S, m=torch.rand(9, 6), d=torch.cos(math.pi / 6 * torch.outer(torch.arange(6) + 0.5, torch.arange(4)))), r(1, 72), ways=("plain",))
add("heart_sounds", "heart sounds: Fourier transforms of frames, how strong and how steep", lambda: Do(lambda s, x: (lambda y: (y, (y * s.at).sum(-1) / (y.sum(-1) + 0.1)))((lambda z: z.real.square() + z.imag.square())(torch.fft.rfft(x.unfold(1, 16, 16) * s.w))), w=torch.hann_window(16), at=torch.arange(9.0)), r(1, 48), ways=("plain",))
add("price_calls", "calls of prices: filters are differences of sines whose edges are learned", lambda: Do(lambda s, x: s.o(F.leaky_relu(F.max_pool1d(F.conv1d(x, ((torch.sin((s.a.abs() + s.b.abs()) * s.t) - torch.sin(s.a.abs() * s.t)) / s.t * s.w)[:, None], stride=2), 3))).mean(2), a=torch.rand(5, 1), b=torch.rand(5, 1) + 0.1, t=torch.arange(-5.5, 6), w=torch.hamming_window(12), o=nn.Conv1d(5, 4, 3)), r(1, 1, 60), ways=("plain",))


class Speakers(nn.Module):
    """Layers over wider and wider steps, then means and spreads over time, then a row of length one."""

    def __init__(self, n=8):
        super().__init__()
        self.c, self.a, self.o = nn.Sequential(nn.Conv1d(6, n, 5), nn.BatchNorm1d(n), nn.ReLU(), nn.Conv1d(n, n, 3, dilation=2), nn.ReLU(), nn.Conv1d(n, n, 3, dilation=3), nn.ReLU()), nn.Linear(2 * n, 10), nn.Linear(10, 6)

    def forward(self, x):
        y = self.c(x)
        m = y.mean(2)
        y = torch.cat((m, ((y - m[..., None]).square().mean(2) + 1e-2).sqrt()), 1)
        return F.normalize(self.o(F.relu(self.a(y))), dim=1)


add("who_pays", "who speaks at a bank: wider and wider steps, means and spreads", Speakers, r(2, 6, 20), ways=("xnn", "sq"))
add("call_button", "words for a bed: filters over bands and time, each channel apart", lambda: nn.Sequential(nn.Conv2d(1, 6, (5, 3), (2, 1), (2, 1)), nn.BatchNorm2d(6), nn.ReLU(), conv(6, 6, 3, 1, 6), conv(6, 8, 1), conv(8, 8, 3, (1, 2), 8), conv(8, 8, 1), nn.AvgPool2d((4, 5)), nn.Flatten(), nn.Linear(8, 5), nn.LogSoftmax(1)), r(1, 1, 8, 10), ways=("sqp", "convs"))


class Interpreter(nn.Module):
    """Filters of large steps on samples, a norm of each channel over time, places by a filter in groups, one block."""

    def __init__(self, n=12):
        super().__init__()
        self.c, self.p, self.n, self.qkv, self.o, self.m, self.h = nn.Sequential(nn.Conv1d(1, n, 8, 4, bias=False), nn.GroupNorm(n, n), nn.GELU(), nn.Conv1d(n, n, 3, 2), nn.GELU()), nn.Conv1d(n, n, 4, padding=2, groups=3), nn.LayerNorm(n), nn.Linear(n, 3 * n), nn.Linear(n, n), nn.Sequential(nn.LayerNorm(n), nn.Linear(n, 24), nn.GELU(), nn.Linear(24, n)), nn.Linear(n, 9)

    def forward(self, x):
        x = self.c(x)
        x = (x + F.gelu(self.p(x)[..., :-1])).mT
        q, k, v = (apart(y, 3) for y in self.qkv(self.n(x)).chunk(3, -1))
        x = x + self.o(joined(F.scaled_dot_product_attention(q, k, v)))
        return self.h(x + self.m(x)).log_softmax(-1)


add("interpreter", "an interpreter at a clinic: samples to letters", Interpreter, r(1, 1, 80), ways=("xnn", "dq"))
add("announcer", "an announcer's words: maps of bands, two recurrences, letters", lambda: Do(lambda s, x: s.o(s.l(s.c(x).permute(0, 3, 1, 2).flatten(2))[0]), c=nn.Sequential(nn.Conv2d(1, 4, 3, (2, 1), 1), nn.Hardtanh(0, 20), nn.Conv2d(4, 4, 3, 2, 1), nn.Hardtanh(0, 20)), l=nn.LSTM(8, 6, 2, bidirectional=True, batch_first=True), o=nn.Linear(12, 8)), r(1, 1, 8, 10), ways=("plain", "dq"))
add("referee_whistle", "a whistle: filters that see the past, whose last frames the application keeps", lambda: Do(lambda s, x, a, b: (lambda z: (lambda y: (lambda w: (torch.sigmoid(s.o(F.relu(s.d(w)) + y)), z[..., -2:], w[..., -4:]))(torch.cat((b, y), 2)))(F.relu(s.c(z))))(torch.cat((a, x), 2)), c=nn.Conv1d(4, 6, 3), d=nn.Conv1d(6, 6, 3, dilation=2, groups=2), o=nn.Conv1d(6, 2, 1)), lambda: (torch.randn(1, 4, 3), torch.randn(1, 4, 2), torch.randn(1, 6, 4)), ways=("xnn",))


class Hold(nn.Module):
    """Gates of filters with steps that double; what each adds to the answer is summed."""

    def __init__(self, n=6):
        super().__init__()
        self.i, self.g, self.r, self.s, self.o = nn.Conv1d(1, n, 2), nn.ModuleList(nn.Conv1d(n, 2 * n, 2, dilation=2**k) for k in range(3)), nn.ModuleList(nn.Conv1d(n, n, 1) for _ in range(3)), nn.ModuleList(nn.Conv1d(n, 5, 1) for _ in range(3)), nn.Conv1d(5, 8, 1)

    def forward(self, x):
        x = self.i(F.pad(x, (1, 0)))
        out = 0
        for k, (g, res, s) in enumerate(zip(self.g, self.r, self.s)):
            a, b = g(F.pad(x, (2**k, 0))).chunk(2, 1)
            y = torch.tanh(a) * torch.sigmoid(b)
            x, out = x + res(y), out + s(y)
        return self.o(F.relu(out))


add("hold_music", "music while one waits: gates of filters with steps that double", Hold, r(1, 1, 12), ways=("f16",))


class Quiet(nn.Module):
    """Three recurrences see each other's answers; gains of a few bands are laid over all."""

    def __init__(self):
        super().__init__()
        self.i, self.a, self.b, self.c, self.v, self.o = nn.Linear(9, 6), nn.GRU(6, 5, batch_first=True), nn.GRU(14, 6, batch_first=True), nn.GRU(15, 8, batch_first=True), nn.Linear(5, 1), nn.Linear(8, 4)
        self.register_buffer("bands", (1 - (torch.arange(9.0) / 8 * 3 - torch.arange(4.0)[:, None]).abs()).clamp(min=0))

    def forward(self, x):
        i = torch.tanh(self.i(x))
        a = self.a(i)[0]
        b = self.b(torch.cat((a, x), -1))[0]
        g = torch.sigmoid(self.o(self.c(torch.cat((x, b), -1))[0]))
        return x * (g @ self.bands), torch.sigmoid(self.v(a))


add("loud_hall", "voices in a loud hall: gains of a few bands laid over all", Quiet, r(1, 4, 9), ways=("dq",))


class Biquads(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.tensor([[0.2, 0.3, 0.2], [0.4, -0.5, 0.4]]))
        self.register_buffer("a", torch.tensor([[-0.5, 0.2], [0.3, 0.1]]))

    def forward(self, x, z):
        out, z = [], [list(part.unbind(1)) for part in z.unbind(1)]
        for y in x.unbind(1):
            for k in range(2):
                v = self.b[k, 0] * y + z[k][0]
                z[k] = [self.b[k, 1] * y - self.a[k, 0] * v + z[k][1], self.b[k, 2] * y - self.a[k, 1] * v]
                y = v
            out.append(y)
        return torch.stack(out, 1), torch.stack([torch.stack(part, 1) for part in z], 1)


add("hearing_aids", "two filters in a row that hear their own answers; the application keeps their states", Biquads, lambda: (torch.randn(2, 6), torch.randn(2, 2, 2)), ways=("plain",))


class Leads(nn.Module):
    """Filters over time in a block that squeezes, thrice; what came is added after a pool."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.a, self.b, self.s, self.o = nn.Conv1d(3, n, 7, 2, 3), nn.Sequential(nn.BatchNorm1d(n), nn.ReLU(), nn.Conv1d(n, n, 5, 2, 2)), nn.Sequential(nn.BatchNorm1d(n), nn.ReLU(), nn.Conv1d(n, n, 5, 1, 2, groups=4)), nn.Sequential(nn.Linear(n, 3), nn.ReLU(), nn.Linear(3, n), nn.Sigmoid()), nn.Linear(n, 4)

    def forward(self, x):
        x = self.i(x)
        y = self.b(self.a(x))
        return self.o((y * self.s(y.mean(2))[..., None] + F.avg_pool1d(x, 2, 2)).amax(2))


add("heart_leads", "leads of a heart: blocks that squeeze", Leads, r(1, 3, 40), ways=("xf16",))
add("busker", "a busker's song apart: down with gates, up with windows that overlap, roads past", lambda: Do(lambda s, x: (lambda a: (lambda b: s.v(F.relu(s.u(b)) + a))(F.glu(s.b(a), 1)))(F.glu(s.a(x), 1)), a=nn.Conv1d(1, 12, 6, 2, 2), b=nn.Conv1d(6, 16, 4, 2, 1), u=nn.ConvTranspose1d(8, 6, 4, 2, 1), v=nn.ConvTranspose1d(6, 2, 6, 2, 2)), r(1, 1, 32), ways=("xnn",))

# --- recurrences -------------------------------------------------------------------------------------------------------------
add("stock_levels", "what stands in a store: two layers of a recurrence both ways", lambda: Do(lambda s, x: s.o(s.l(x)[0][:, -1]), l=nn.LSTM(4, 5, 2, bidirectional=True, batch_first=True), o=nn.Linear(10, 3)), r(2, 5, 4), ways=("both",))


class Reset(nn.Module):
    """Gates of their own layers, the reset before the product, unlike torch's."""

    def __init__(self, n=6):
        super().__init__()
        self.z, self.r, self.h, self.o = nn.Linear(3 + n, n), nn.Linear(3 + n, n), nn.Linear(3 + n, n), nn.Linear(n, 2)
        self.register_buffer("s", torch.zeros(2, n))

    def forward(self, x):
        h = self.s
        for t in x.unbind(1):
            y = torch.cat((t, h), 1)
            z, g = torch.sigmoid(self.z(y)), torch.sigmoid(self.r(y))
            h = torch.lerp(h, torch.tanh(self.h(torch.cat((t, g * h), 1))), z)
        self.s.copy_(h)
        return self.o(h)


add("parking", "places to park: gates by hand, kept", Reset, *[r(2, 3, 3)] * 2, ways=("plain", "f16"))


class Crowd(nn.Module):
    """A recurrence whose states are maps and whose layers are filters; kept."""

    def __init__(self, n=4):
        super().__init__()
        self.c, self.o = nn.Conv2d(2 + n, 4 * n, 3, padding=1), nn.Conv2d(n, 1, 1)
        self.register_buffer("h", torch.zeros(1, n, 6, 6))
        self.register_buffer("m", torch.zeros(1, n, 6, 6))

    def forward(self, x):
        i, k, o, g = self.c(torch.cat((x, self.h), 1)).chunk(4, 1)
        self.m.copy_(torch.sigmoid(k + 1) * self.m + torch.sigmoid(i) * torch.tanh(g))
        self.h.copy_(torch.sigmoid(o) * torch.tanh(self.m))
        return self.o(self.h)


add("market_crowd", "a crowd: a recurrence of maps", Crowd, *[r(1, 2, 6, 6)] * 3, ways=("xnn",))


class Peeping(nn.Module):
    """Gates see what is kept, and are normed."""

    def __init__(self, n=5):
        super().__init__()
        self.x, self.h, self.n, self.m, self.p, self.o = nn.Linear(3, 4 * n, False), nn.Linear(n, 4 * n), nn.LayerNorm(4 * n), nn.LayerNorm(n), nn.Parameter(torch.randn(3, n) / 3), nn.Linear(n, 2)

    def forward(self, x, h, c):
        for t in x.unbind(0):
            i, k, g, o = self.n(self.x(t) + self.h(h)).chunk(4, 1)
            c = torch.sigmoid(k + self.p[0] * c) * c + torch.sigmoid(i + self.p[1] * c) * torch.tanh(g)
            h = torch.sigmoid(o + self.p[2] * c) * torch.tanh(self.m(c))
        return self.o(h), h, c


add("exchange_rates", "rates of exchange: gates that see what is kept", Peeping, lambda: (torch.randn(3, 2, 3), torch.zeros(2, 5), torch.zeros(2, 5)), ways=("bf16",))
add("footfall", "steps at a door: states that swing and fade, all places by one long filter", lambda: Do(lambda s, x: s.o(F.gelu(F.conv1d(F.pad(x, (11, 0)), (torch.exp(-F.softplus(s.a)[..., None] * s.t) * torch.cos(s.w[..., None] * s.t) * s.c[..., None]).sum(1).flip(1)[:, None], groups=4) + x * s.d)), a=torch.randn(4, 3) - 1, w=torch.rand(4, 3) * 2, c=torch.randn(4, 3) / 3, d=torch.rand(4, 1), t=torch.arange(12.0), o=nn.Conv1d(4, 2, 1)), r(1, 4, 12), ways=("plain",))
add("rowers", "rowers: states that fade by what comes, in steps that double", lambda: Do(lambda s, x: (lambda f: s.o(f(f, torch.sigmoid(s.a(x)), s.b(x), 1)))(lambda f, a, h, k: h if k == 8 else f(f, a * F.pad(a[:, :-k], (0, 0, k, 0), value=1.0), h + a * F.pad(h[:, :-k], (0, 0, k, 0)), 2 * k)), a=nn.Linear(3, 6), b=nn.Linear(3, 6), o=nn.Linear(6, 2)), r(1, 8, 3), ways=("plain",))


class Pool(nn.Module):
    """A matrix that is not learned and hardly filled, a state that leaks; only the answer was learned."""

    def __init__(self, n=12):
        super().__init__()
        self.register_buffer("w", torch.randn(n, n) * (torch.arange(n * n).view(n, n) % 4 == 0) / 3)
        self.register_buffer("i", torch.randn(3, n))
        self.register_buffer("s", torch.zeros(1, n))
        self.o = nn.Linear(n + 3, 2)

    def forward(self, x):
        self.s.mul_(0.7).add_(torch.tanh(x @ self.i + self.s @ self.w), alpha=0.3)
        return self.o(torch.cat((self.s, x), 1))


add("water_polo", "a pool that leaks: only the answer was learned", Pool, *[r(1, 3)] * 3, ways=("inplace",))
add("scoreboard", "what fades channel by channel: gates by filters over time", lambda: Do(lambda s, x: (lambda z, k, o: (lambda f: s.o(f(f, torch.zeros_like(z[..., 0]), 0, []) * torch.sigmoid(o)))(lambda f, h, t, out: torch.stack(out, 2) if t == 5 else (lambda h: f(f, h, t + 1, out + [h]))(torch.sigmoid(k[..., t]) * h + (1 - torch.sigmoid(k[..., t])) * torch.tanh(z[..., t]))))(*s.c(F.pad(x, (1, 0))).chunk(3, 1)), c=nn.Conv1d(4, 15, 2), o=nn.Conv1d(5, 2, 1)), r(2, 4, 5), ways=("xnn",))
add("night_nurse", "a plain recurrence in two layers, kept between zero and more", lambda: Do(lambda s, x: (lambda y, h: (s.o(y), h.sum(0)))(*s.r(x)), r=nn.RNN(4, 6, 2, nonlinearity="relu", batch_first=True), o=nn.Linear(6, 2)), r(1, 4, 4), ways=("dq",))


class Telegram(nn.Module):
    """A cell that looks at what was read: scores by a layer of sums; four words on, each from the row of the last."""

    def __init__(self, n=6):
        super().__init__()
        self.e, self.r, self.a, self.b, self.v, self.c, self.o = nn.Embedding(12, n), nn.GRU(n, n, batch_first=True), nn.Linear(n, n), nn.Linear(n, n, False), nn.Linear(n, 1, False), nn.GRUCell(2 * n, n), nn.Linear(n, 12)

    def forward(self, i):
        m, h = self.r(self.e(i))
        h, y, out = h[0], torch.zeros_like(h[0]), []
        for _ in range(4):
            w = self.v(torch.tanh(self.a(m) + self.b(h)[:, None])).softmax(1)
            h = self.c(torch.cat(((w * m).sum(1), y), 1), h)
            p = self.o(h)
            y = p.softmax(1) @ self.e.weight
            out.append(p)
        return torch.stack(out, 1)


add("telegrams", "telegrams told anew: a cell that looks at what was read", Telegram, ints(12, 1, 5), ways=("plain", "dqt"))

# --- control flow, sizes -----------------------------------------------------------------------------------------------------


class Triage(nn.Module):
    """Who is worse than a mark goes the long way; the answer also tells which way it was."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Sequential(nn.Linear(4, 12), nn.SiLU(), nn.Linear(12, 3)), nn.Linear(4, 3)

    def forward(self, x, pulse):
        return torch.cond(torch.gt(pulse.max(), 120), lambda x, p: (self.a(x).softmax(-1), p - 120), lambda x, p: (self.b(x).softmax(-1), p * 0 - 1), (x, pulse))


add("triage", "who goes first: a long way and a short one", Triage, lambda: (torch.randn(1, 4), torch.tensor([90, 140])), lambda: (torch.randn(1, 4), torch.tensor([70, 85])), ways=("plain",))
add("checkouts", "one after another through the same layers, by map", lambda: Do(lambda s, x, w: each(lambda row, w: torch.tanh(row @ w) + row.sum(), x, w)), lambda: (torch.randn(4, 3), torch.randn(3, 3)), ways=("plain",))
add("mail_rounds", "what a bag holds after each street, in whole numbers, by scan", lambda: Do(lambda s, bag, street: torch._higher_order_ops.scan(lambda c, x: ((c[0] + x - c[1], (c[1] + 2 * x) % 7), c[0] * 3 - x), (bag, bag * 0 + 1), street)), lambda: (torch.tensor([50, 20]), torch.randint(0, 9, (4, 2))), ways=("plain",))
add("savings", "savings year after year: a layer tells what is put aside, by scan", lambda: Do(lambda s, x, y: torch._higher_order_ops.scan(lambda x, y: ((lambda z: (z, z.mean(-1)))(x * 0.9 + torch.tanh(F.linear(x, s.w) + y) * 0.5)), x, y), w=torch.randn(3, 3) / 2), lambda: (torch.randn(2, 3), torch.randn(4, 2, 3)), ways=("plain",))
add("relay", "runners one after another, by scan", lambda: Do(lambda s, h, x: torch._higher_order_ops.scan(lambda h, x: ((lambda y: (y, y * 2))(torch.tanh(h @ s.a + x))), h, x), a=torch.randn(4, 4) / 2), lambda: (torch.zeros(4), torch.randn(5, 4)), ways=("plain",))
add("baskets", "baskets of any size: a mean and the most of what is in them", lambda: Do(lambda s, i: s.o((lambda x: torch.cat((x.mean(1), x.amax(1)), 1))(F.relu(s.l(s.e(i))))), e=nn.Embedding(20, 6), l=nn.Linear(6, 8), o=nn.Linear(16, 3)), ints(20, 2, 5), ints(20, 2, 2), dynamic=lambda: (({1: torch.export.Dim("goods", min=1, max=8)},),), ways=("plain",))
add("shop_fronts", "pictures of any height, layers at the end", lambda: Do(lambda s, x: s.o(F.relu(s.b(F.relu(s.a(x)))).mean((2, 3))), a=nn.Conv2d(2, 4, 3, padding=1), b=nn.Conv2d(4, 6, (3, 1), groups=2), o=nn.Linear(6, 3)), r(1, 2, 8, 6), r(1, 2, 5, 6), dynamic=lambda: (({2: torch.export.Dim("high", min=4, max=12)},),), ways=("xnn",))
add("waiting_room", "any number of those who wait look at each other", lambda: Do(lambda s, x: (lambda q, k, v: s.o(x + (q @ k.mT / 2).softmax(-1) @ v))(*s.p(x).chunk(3, -1)), p=nn.Linear(4, 12), o=nn.Linear(4, 2)), r(1, 5, 4), r(1, 3, 4), r(1, 8, 4), dynamic=lambda: (({1: torch.export.Dim("many", min=2, max=8)},),), ways=("plain",))

# --- recommenders, tables ----------------------------------------------------------------------------------------------------
add("offers", "offers: columns crossed with what came, layer after layer, beside a deep net", lambda: Do(lambda s, i, x: (lambda z: (lambda c: torch.sigmoid(s.o(torch.cat((z * s.b(c) + c, s.d(z)), 1))))(z * s.a(z) + z))(torch.cat((s.e(i).flatten(1), x), 1)), e=nn.Embedding(30, 4), a=nn.Linear(11, 11), b=nn.Sequential(nn.Linear(11, 3, False), nn.Linear(3, 11)), d=nn.Sequential(nn.Linear(11, 16), nn.ReLU(), nn.Linear(16, 6)), o=nn.Linear(17, 1)), lambda: (torch.randint(0, 30, (2, 2)), torch.randn(2, 3)), ways=("e8",))
add("adverts", "rows of three tables and what is measured: products of all pairs", lambda: Do(lambda s, i, x: (lambda z: s.t(torch.cat((z[:, 0], torch.bmm(z, z.mT)[:, s.p, s.q]), 1)))(torch.stack((s.b(x), s.u(i[:, 0]), s.v(i[:, 1]), s.w(i[:, 2])), 1)), u=nn.Embedding(20, 4), v=nn.Embedding(12, 4), w=nn.Embedding(5, 4), b=nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4)), t=nn.Sequential(nn.Linear(10, 8), nn.ReLU(), nn.Linear(8, 1)), p=torch.tensor([1, 2, 2, 3, 3, 3]), q=torch.tensor([0, 0, 1, 0, 1, 2])), lambda: (torch.randint(0, 5, (3, 3)), torch.randn(3, 6)), ways=("dq",))
add("regulars", "what regulars buy next: what was bought looks back, products with a few goods", lambda: Do(lambda s, i, c: (lambda x: (lambda y: torch.bmm(s.e(c), y[:, -1, :, None]).squeeze(2) + s.b(c).squeeze(2))(x + s.l((x @ x.mT / 3).masked_fill(s.m, -1e4).softmax(-1) @ x)))(s.e(i) + s.p), e=nn.Embedding(25, 8), b=nn.Embedding(25, 1), p=torch.randn(5, 8) / 4, l=nn.Linear(8, 8), m=torch.ones(5, 5).triu(1).bool()), lambda: (torch.randint(0, 25, (1, 5)), torch.randint(0, 25, (1, 4))), ways=("plain",))
add("credit", "credit: three nets, weighed for each of two questions", lambda: Do(lambda s, x: torch.cat([h((g(x).softmax(1)[..., None] * F.elu(torch.einsum("bi,kio->bko", x, s.w) + s.c)).sum(1)) for g, h in ((s.g, s.h), (s.i, s.j))], 1), w=torch.randn(3, 6, 5) / 2, c=torch.randn(3, 5), g=nn.Linear(6, 3), i=nn.Linear(6, 3), h=nn.Linear(5, 1), j=nn.Linear(5, 2)), r(2, 6), ways=("plain",))
add("insurance", "insurance: each column a row, which look at each other; a row of its own counts", lambda: Do(lambda s, x: (lambda z: s.o(F.relu(s.l(z + s.a(z, z, z, need_weights=False)[0]))[:, -1]))(torch.cat((x[..., None] * s.w + s.b, s.c.expand(x.shape[0], -1, -1)), 1)), w=torch.randn(5, 8), b=torch.randn(5, 8), c=torch.randn(1, 1, 8), a=nn.MultiheadAttention(8, 2, batch_first=True), l=nn.LayerNorm(8), o=nn.Linear(8, 2)), r(2, 5), ways=("xnn",))
add("fraud", "trees whose every turn is a share; leaves weighed by products of them", lambda: Do(lambda s, x: (lambda p: (lambda q: (q.flatten(1), torch.einsum("btl,tlo->bo", q, s.l)))(torch.stack((p[..., 0] * p[..., 1], p[..., 0] * (1 - p[..., 1]), (1 - p[..., 0]) * p[..., 2], (1 - p[..., 0]) * (1 - p[..., 2])), -1)))(torch.sigmoid(s.g(x).unflatten(1, (2, 3)))), g=nn.Linear(7, 6), l=torch.randn(2, 4, 3)), r(3, 7), ways=("f16",))
add("tariffs", "tariffs: each column by a line that bends at five places, summed", lambda: Do(lambda s, x: (F.relu(1 - ((x[..., None] - s.k) * 2).abs()) * s.w).sum((1, 2)) + s.b, k=torch.linspace(-1, 1, 5), w=torch.randn(4, 5), b=torch.zeros(1)), lambda: (torch.rand(3, 4) * 2 - 1,), ways=("ext",))
add("postage", "postage by weight and zone, in whole numbers: steps of a table", lambda: Do(lambda s, g, z: (lambda k: (s.p[k, z], k))((g[:, None] > s.edge).to(torch.int64).sum(1)), edge=torch.tensor([20, 50, 100, 500]), p=torch.arange(15).view(5, 3) * 35 + 85), lambda: (torch.randint(1, 800, (5,)), torch.randint(0, 3, (5,))), ways=("plain",))
add("till_robot", "layers of thirty-two with weights of four bits", lambda: nn.Sequential(nn.Linear(32, 64, False), nn.ReLU(), nn.Linear(64, 32, False), nn.Tanh(), nn.Linear(32, 6)), r(2, 32), ways=("a8w4",))
add("spice_names", "names of spices: a table in four bits", lambda: Do(lambda s, i: s.o(torch.tanh(s.e(i).amax(1))), e=nn.Embedding(40, 32), o=nn.Linear(32, 4)), ints(40, 2, 3), ways=("e4",))

# --- graphs ------------------------------------------------------------------------------------------------------------------


def roads(n, m):
    """From where to where, no road to itself."""
    a = torch.randint(0, n, (m,))
    return a, (a + torch.randint(1, n, (m,))) % n


add("deliveries", "rounds of deliveries: what comes over roads is added where it ends", lambda: Do(lambda s, x, a, b: (lambda d: F.relu(s.l(x) + torch.zeros(6, 5).index_add(0, b, s.m(x)[a] * (d[a] * d[b]).rsqrt()[:, None])))(torch.ones(6).index_add(0, b, torch.ones(9))), l=nn.Linear(4, 5), m=nn.Linear(4, 5)), lambda: (torch.randn(6, 4), *roads(6, 9)), ways=("plain",))
add("transfers", "transfers between accounts: shares of what comes in, scattered", lambda: Do(lambda s, x, a, b: (lambda h: (lambda w: torch.zeros(5, 6).scatter_add(0, b[:, None].expand(-1, 6), (w / (torch.zeros(5).scatter_add(0, b, w)[b] + 1e-3))[:, None] * h[a]))(torch.exp(F.leaky_relu(h[a] @ s.p + h[b] @ s.q, 0.2).clamp(-4, 4))))(s.l(x)), l=nn.Linear(3, 6), p=torch.randn(6) / 3, q=torch.randn(6) / 3), lambda: (torch.randn(5, 3), *roads(5, 8)), ways=("plain",))
add("team_mates", "players and their nearest three, who are given: the most of what joins them", lambda: Do(lambda s, x, k: (lambda y: s.o(s.e(torch.cat((x[:, None].expand_as(y) * 1.0, y - x[:, None]), -1)).amax(1)))(x.index_select(0, k.flatten()).view(6, 3, 4)), e=nn.Sequential(nn.Linear(8, 10), nn.LeakyReLU(0.2)), o=nn.Linear(10, 2)), lambda: (torch.randn(6, 4), torch.randint(0, 6, (6, 3))), ways=("xnn",))
add("stock_moves", "goods between shelves: written with sums where two go to one place", lambda: Do(lambda s, x, i, j, n: (lambda y: (y, y.sum(0)))(x.index_put((i, j), n, accumulate=True).index_put((j, i), -n, accumulate=True))), lambda: (torch.randint(0, 50, (4, 4)), torch.tensor([0, 2, 0, 3]), torch.tensor([1, 3, 1, 2]), torch.tensor([5, 7, 2, 4])), ways=("plain",))
add("league", "a league: strength goes round by who beat whom, four times", lambda: Do(lambda s, w: (lambda p: (lambda f: f(f, torch.full((5,), 0.2), 0))(lambda f, v, k: v if k == 4 else f(f, 0.85 * (p.T @ v) + 0.03, k + 1)))(w / (w.sum(1, keepdim=True) + 0.5))), lambda: (torch.rand(5, 5),), ways=("vk",))
add("ambulances", "the shortest ways by sums and least, twice doubled", lambda: Do(lambda s, d: (lambda f: f(f, d * s.m, 0))(lambda f, d, k: (d, d.amin(1)) if k == 2 else f(f, torch.minimum(d, (d[:, :, None] + d[None]).amin(1)), k + 1)), m=1 - torch.eye(5)), lambda: (torch.rand(5, 5) + 0.2,), ways=("plain",))
add("shared_carts", "who bought what, both ways over a table of ones, and a mean of the layers", lambda: Do(lambda s, b: (lambda n: (lambda u, v: (lambda a, c: ((u + a + n @ c) @ (v + c + n.T @ a).T) / 9)(n @ v, n.T @ u))(s.u.weight, s.v.weight))(b / ((b.sum(1, keepdim=True) + 1) * (b.sum(0, keepdim=True) + 1)).sqrt()), u=nn.Embedding(4, 5), v=nn.Embedding(6, 5)), lambda: ((torch.rand(4, 6) > 0.5).float(),), ways=("plain",))

# --- statistics, controllers, physics ----------------------------------------------------------------------------------------
add("survival", "how many live on: products of shares, and how sure that is", lambda: Do(lambda s, died, there: (lambda p: (p, p * (died / (there * (there - died))).cumsum(1).sqrt()))(torch.cumprod(1 - died / there, 1))), lambda: (torch.tensor([[1.0, 2, 1, 3, 2]]), torch.tensor([[40.0, 37, 30, 25, 18]])), ways=("f64",))
add("trends", "a line through what was sold, what is off it, and how that goes on", lambda: Do(lambda s, y: (lambda m: (lambda b: (lambda e: (b, e, (e[:, 1:] * e[:, :-1]).sum(1) / (e.square().sum(1) + 0.1)))(y - m - b[:, None] * s.t))(((y - m) * s.t).sum(1) / s.t.square().sum()))(y.mean(1, keepdim=True)), t=torch.arange(9.0) - 4), r(2, 9), ways=("f16",))
add("doses", "how a dose spreads between three rooms of a body, step by step, and how much is under the line", lambda: Do(lambda s, x, u: (lambda f: f(f, x, 0, []))(lambda f, x, k, out: (lambda y: (y, torch.trapezoid(y[..., 0], dx=0.1, dim=1)))(torch.stack(out, 1)) if k == 6 else (lambda x: f(f, x, k + 1, out + [x]))(x + 0.1 * (x @ s.k.T + u[:, k, None] * s.b))), k=torch.tensor([[-0.9, 0.3, 0.1], [0.5, -0.3, 0.0], [0.2, 0.0, -0.1]]), b=torch.tensor([1.0, 0, 0])), lambda: (torch.rand(2, 3), torch.rand(2, 6)), ways=("plain",))
add("influenza", "who is well, ill and over it: half a step, then a whole one", lambda: Do(lambda s, x, b: (lambda d: (lambda f: f(f, x, 0))(lambda f, x, k: (x, x[:, 1] / x.sum(1)) if k == 4 else f(f, x + 0.5 * d(x + 0.25 * d(x)), k + 1)))(lambda x: (lambda n, o: torch.stack((-n, n - o, o), 1))(b * x[:, 0] * x[:, 1], 0.3 * x[:, 1]))), lambda: (torch.tensor([[0.9, 0.1, 0.0], [0.7, 0.2, 0.1]]), torch.tensor([1.2, 0.8])), ways=("bf16",))
add("cold_store", "warmth in a cold store: a grid, walls that are cold, a door that is warm", lambda: Do(lambda s, x, door: (lambda f: f(f, x, 0))(lambda f, x, k: (x, x.mean((2, 3))) if k == 3 else f(f, x + 0.2 * (F.conv2d(F.pad(x, (1, 1, 1, 1), value=-1.0), s.l)) + 0.1 * door * s.d, k + 1)), l=torch.tensor([[[[0.0, 1, 0], [1, -4, 1], [0, 1, 0]]]]), d=F.pad(torch.ones(1, 1, 2, 1), (0, 5, 2, 2))), lambda: (torch.randn(1, 1, 6, 6), torch.tensor([0.5])), ways=("vk",))
add("trampoline", "a net of springs: half a step of speeds, a step of places", lambda: Do(lambda s, p, v: (lambda a: (lambda v: (lambda p: (p, v + 0.05 * a(p), 0.5 * v.square().sum(0)))(p + 0.1 * v))(v + 0.05 * a(p)))(lambda p: (lambda d: (lambda n: F.pad(d * (1 - 0.4 / n), (0, 0, 0, 1)) - F.pad(d * (1 - 0.4 / n), (0, 0, 1, 0)))((d.square().sum(-1, keepdim=True) + 0.01).sqrt()))(p[1:] - p[:-1]))), lambda: (torch.stack((torch.arange(6.0) * 0.5, torch.rand(6)), 1), torch.randn(6, 2) / 3), ways=("plain",))
add("jumpers", "a leap: drag by the square of speed, where it is after each step", lambda: Do(lambda s, v, w: (lambda f: f(f, torch.zeros_like(v), v, 0, []))(lambda f, p, v, k, out: torch.stack(out, 1) if k == 5 else (lambda u: (lambda v: (lambda p: f(f, p, v, k + 1, out + [p]))(p + 0.1 * v))(v - 0.1 * (s.g + 0.05 * u * (u.square().sum(1, keepdim=True) + 1e-4).sqrt())))(v - w)), g=torch.tensor([0.0, 9.81])), lambda: (torch.tensor([[7.0, 4.0], [8.5, 3.0]]), torch.tensor([[0.5, 0.0]])), ways=("plain",))


class Incubator(nn.Module):
    """What is thought and how sure, a step at a time: a matrix of two by two, kept; the first is not nought."""

    def __init__(self):
        super().__init__()
        self.register_buffer("x", torch.tensor([[37.0], [0.0]]))
        self.register_buffer("p", torch.eye(2))
        self.register_buffer("a", torch.tensor([[1.0, 0.5], [0.0, 0.9]]))
        self.register_buffer("q", torch.eye(2) * 0.05)

    def forward(self, z):
        x, p = self.a @ self.x, self.a @ self.p @ self.a.T + self.q
        k = p[:, :1] / (p[:1, :1] + 0.3)
        x = x + k * (z - x[:1])
        self.p.copy_(p - k @ p[:1])
        self.x.copy_(x)
        return x.T, self.p * 1


add("incubator", "warmth of an incubator: what is thought and how sure, kept from a first guess", Incubator, *[lambda k=k: (torch.tensor([[37.2 + k / 5]]),) for k in range(3)], initialized=("x", "p"), ways=("plain",))


class Scale(nn.Module):
    """Means and spreads of all that was weighed so far, and of late; kept."""

    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros(1))
        self.register_buffer("m", torch.zeros(3))
        self.register_buffer("s", torch.zeros(3))

    def forward(self, x):
        self.n.add_(1)
        d = x - self.m
        self.m.add_(d / self.n)
        self.s.add_(d * (x - self.m))
        v = self.s / self.n
        return self.m * 1, v, d / (v + 1).sqrt()


add("weighing", "all that was weighed: means and spreads, kept", Scale, *[r(3)] * 4, ways=("named",))
add("drip", "a drip: gains that are blended by how low, right and high a pressure is", lambda: Do(lambda s, p, d: (lambda m: (lambda w: ((w * s.o).sum((1, 2)) / w.sum((1, 2)), m[0]))(m[0][:, :, None] * m[1][:, None]))([F.relu(1 - (v[:, None] - s.c).abs()) + 0.01 for v in (p, d)]), c=torch.tensor([-1.0, 0, 1]), o=torch.tensor([[1.0, 0.8, 0.3], [0.5, 0, -0.5], [-0.3, -0.8, -1]])), lambda: (torch.rand(4) * 2 - 1, torch.rand(4) * 2 - 1), ways=("plain",))
add("gas_bill", "a root by seven steps of Newton, for pressures of a gas", lambda: Do(lambda s, p, t: (lambda f: f(f, 1 + 0 * p, 0))(lambda f, z, k: z if k == 7 else f(f, z - (z**3 - z**2 + (p * t - 0.01) * z - 0.1 * p) / (3 * z**2 - 2 * z + p * t - 0.01), k + 1))), lambda: (torch.tensor([0.05, 0.1, 0.15]), torch.tensor([0.4, 0.5, 0.6])), ways=("plain",))

# --- whole numbers -----------------------------------------------------------------------------------------------------------
add("iban", "two digits that check an account: remainders, three digits at a time", lambda: Do(lambda s, d: (lambda f: f(f, torch.zeros_like(d[:, 0]), 0))(lambda f, c, k: (98 - c * 100 % 97, c) if k == 4 else f(f, (c * 1000 + (d[:, 3 * k : 3 * k + 3] * s.w).sum(1)) % 97, k + 1)), w=torch.tensor([100, 10, 1])), ints(10, 3, 12), ways=("plain",))
add("money_back", "coins for what is given back, the largest first", lambda: Do(lambda s, c: torch.stack([c % a // b for a, b in ((1 << 20, 200), (200, 100), (100, 50), (50, 20))] + [c % 50 % 20 // 10, c % 10 // 5, c % 5], 1)), ints(1000, 6, dtype=torch.int32), ways=("plain",))
add("opening_days", "the day of a week from a date", lambda: Do(lambda s, y, m, d: (lambda z: (lambda w: (w, s.open[w]))((d + s.t[m - 1] + z + z // 4 - z // 100 + z // 400) % 7))(y - (m < 3).to(torch.int64)), t=torch.tensor([0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]), open=torch.tensor([False, True, True, False, True, True, True])), lambda: (torch.tensor([2024, 2026, 1999, 2000]), torch.tensor([2, 11, 1, 3]), torch.tensor([29, 26, 31, 1])), ways=("plain",))
add("parcel_codes", "bits of a code: parities that mend one, bits to bytes", lambda: Do(lambda s, b: (lambda c: (lambda e: (((c + (e[:, None] == s.at).to(torch.int64)) % 2 * s.w).sum(1).to(torch.uint8), e))((c @ s.h % 2 * s.two).sum(1)))(torch.bitwise_xor(b @ s.g % 2, s.noise)), g=torch.tensor([[1, 1, 1, 0, 0, 0, 0], [1, 0, 0, 1, 1, 0, 0], [0, 1, 0, 1, 0, 1, 0], [1, 1, 0, 1, 0, 0, 1]]), h=torch.tensor([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]]), noise=torch.tensor([0, 0, 0, 0, 1, 0, 0]), two=torch.tensor([1, 2, 4]), at=torch.arange(1, 8), w=2 ** torch.arange(7)), ints(2, 3, 4), ways=("plain",))
add("lockers", "numbers of lockers: bits of two laid between each other, a code whose neighbours differ in one", lambda: Do(lambda s, x, y: (lambda p: (p(x) | (p(y) << 1), x ^ (x >> 1), torch.bitwise_not(y) & 15))(lambda v: (lambda v: (v | (v << 1)) & 0x55)((lambda v: (v | (v << 2)) & 0x33)(v)))), lambda: (torch.randint(0, 16, (5,), dtype=torch.int32), torch.randint(0, 16, (5,), dtype=torch.int32)), ways=("plain",))
add("stamps", "sums of bytes and sums of the sums, and a register that is shifted", lambda: Do(lambda s, b: (lambda a, c, v: (c * 256 + a, v))(b.to(torch.int64).sum(1) % 255, (b.to(torch.int64).cumsum(1) % 255).sum(1) % 255, (lambda f: f(f, b[:, 0].to(torch.int64) + 1, 0))(lambda f, v, k: v if k == 5 else f(f, (v >> 1) ^ ((v & 1) * 0xB8), k + 1)))), ints(256, 2, 6, dtype=torch.uint8), ways=("plain",))
add("ranking", "places in a league by points, then by goals, all of them told apart", lambda: Do(lambda s, p: (lambda k: (lambda o: (o, (k[:, None] < k).to(torch.int64).sum(1) + 1, p[o]))(torch.argsort(k, descending=True)))(p[:, 0] * 10000 + (p[:, 1] + 500) * 10 + s.i), i=torch.arange(5)), lambda: (torch.stack((torch.randint(0, 40, (5,)), torch.randint(-30, 30, (5,))), 1),), ways=("plain",))
add("best_sellers", "the three that sold most, as they were counted, and where they stand", lambda: Do(lambda s, n: (lambda t: (t.values, t.indices, s.p[t.indices]))(torch.topk(n * 8 + s.i, 3)), i=torch.arange(8), p=torch.randn(8)), ints(90, 8), ways=("plain",))

# --- several methods ---------------------------------------------------------------------------------------------------------


def several(name, what, make, **options):
    models.MODELS[name] = lambda: Spec(what, make(), edge={"_check_ir_validity": False}, **options)


def made(parts):
    return {name: (module.eval().requires_grad_(False), [case() for case in cases]) for name, (module, *cases) in parts.items()}


def scanner():
    """Bytes to shares, shares to a row, rows to how alike they are."""
    return made({
        "forward": (Do(lambda s, x: F.normalize(s.c(x), dim=1), c=nn.Sequential(conv(3, 6, 3, 2), conv(6, 8, 3, 2, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 6))), r(1, 3, 12, 12)),
        "light": (Do(lambda s, x: (x.permute(0, 3, 1, 2).float() / 255 - s.m) / s.d, m=torch.tensor([0.48, 0.45, 0.4])[:, None, None], d=torch.tensor([0.22, 0.23, 0.22])[:, None, None]), ints(256, 1, 12, 12, 3, dtype=torch.uint8)),
        "alike": (Do(lambda s, a, b: (a @ b.T + 1) / 2), lambda: (F.normalize(torch.randn(1, 6)), F.normalize(torch.randn(4, 6)))),
    })  # fmt: skip


def loans():
    """What is asked, how likely it is paid back, what it costs; a table of rates is a method that is constant."""
    return made({
        "forward": (nn.Sequential(nn.Linear(6, 12), nn.ELU(), nn.Linear(12, 2), nn.LogSigmoid()), r(2, 6), r(2, 6)),
        "cost": (Do(lambda s, a, i, n: a * i / (1 - torch.pow(1 + i, -n))), lambda: (torch.tensor([1.5, 4.0]), torch.tensor([0.01, 0.02]), torch.tensor([12.0, 24.0]))),
    })  # fmt: skip


several("self_checkout", "a scanner: bytes to shares, shares to rows, how alike rows are", scanner)
several("xnn_self_checkout_bundle", "a scanner, three methods, for XNNPACK", scanner, xnnpack={}, bundle=True)
several("loans", "loans: two methods and two that are constant", loans, constants={"years": 3, "rates": torch.tensor([0.01, 0.02, 0.035])})
