"""More models for the set 2026-11-farms (docs/accuracy.md): recurrences, forecasts, tables, controllers, graphs, physics, statistics, codes, dtypes, control flow, sizes, methods, libraries.

No answer hangs on a tie: what is ordered, counted or compared is in 32 bits or in integers, and nothing ends so where it is quantised.
"""

import math

import models
import torch
from models import Spec
from torch import nn
from torch.nn import functional as F
from unseen_rigging import CONFIGURED, layers_only, planned
from unseen_ways import Do, conv, r, vulkan
from unseen_ways import lenient as add


def u(*shape, low=0.0, high=1.0):
    return lambda: (torch.rand(*shape) * (high - low) + low,)


def ints(low, high, *shape, dtype=torch.int64):
    return lambda: (torch.randint(low, high, shape).to(dtype),)


# --- recurrences -------------------------------------------------------------------------------------------------------------


class Peeps(nn.Module):
    """A recurrence whose gates look at what is kept, each gate with a norm; both states are the program's."""

    def __init__(self, i=5, n=6):
        super().__init__()
        self.x, self.h, self.p, self.n, self.o = nn.Linear(i, 4 * n), nn.Linear(n, 4 * n, False), nn.Parameter(torch.randn(3, n) / 3), nn.LayerNorm(n), nn.Linear(n, 2)
        self.register_buffer("kept", torch.zeros(1, n))
        self.register_buffer("said", torch.zeros(1, n))

    def forward(self, x):
        i, f, g, o = (self.n(z) for z in (self.x(x) + self.h(self.said)).chunk(4, 1))
        c = torch.sigmoid(f + 1 + self.p[0] * self.kept) * self.kept + torch.sigmoid(i + self.p[1] * self.kept) * torch.tanh(g)
        h = torch.sigmoid(o + self.p[2] * c) * torch.tanh(c)
        self.kept.copy_(c)
        self.said.copy_(h)
        return self.o(h)


add("milk", "milk of a cow, day by day: gates that look at what is kept", Peeps, *[r(1, 5)] * 3, ways=("plain", "xnn", "dq", "f16", "buffers"))


class Held(nn.Module):
    """Gates by hand over a few days; where a row has ended its state is held."""

    def __init__(self, i=4, n=6):
        super().__init__()
        self.w, self.u, self.b, self.o = nn.Parameter(torch.randn(i, 3 * n) / 2), nn.Parameter(torch.randn(n, 3 * n) / 2), nn.Parameter(torch.randn(2, 3 * n) / 4), nn.Linear(n, 3)

    def forward(self, x, length):
        h = x.new_zeros(x.shape[0], self.u.shape[0])
        for t, step in enumerate(x.unbind(1)):
            a, b = torch.addmm(self.b[0], step, self.w).chunk(3, 1), torch.addmm(self.b[1], h, self.u).chunk(3, 1)
            z = torch.sigmoid(a[1] + b[1])
            y = (1 - z) * torch.tanh(a[2] + torch.sigmoid(a[0] + b[0]) * b[2]) + z * h
            h = torch.where((length > t)[:, None], y, h)
        return self.o(h)


add("calves", "calves: gates by hand, rows of several lengths", Held, lambda: (torch.randn(3, 5, 4), torch.tensor([5, 2, 4])), ways=("plain", "xnn", "dq", "bf16"))


class Spirals(nn.Module):
    """A state of pairs that turn and shrink, each at its own pace; what is said is a real part."""

    def __init__(self, i=3, n=5):
        super().__init__()
        self.b, self.c, self.d = nn.Linear(i, 2 * n, False), nn.Linear(2 * n, i, False), nn.Parameter(torch.randn(i))
        self.shrink, self.turn = nn.Parameter(torch.rand(n) - 1.5), nn.Parameter(torch.rand(n) * 2)
        self.register_buffer("state", torch.zeros(1, 2, n))

    def forward(self, x):
        size = torch.exp(-torch.exp(self.shrink))
        a, b = size * torch.cos(self.turn), size * torch.sin(self.turn)
        re, im = self.state.unbind(1)
        new = torch.stack((a * re - b * im, b * re + a * im), 1) + torch.sqrt(1 - size.square() + 1e-4) * self.b(x).unflatten(1, (2, -1))
        self.state.copy_(new)
        return F.gelu(self.c(new.flatten(1))) + self.d * x


add("silo", "warmth of a silo: pairs that turn and shrink", Spirals, *[r(1, 3)] * 3, ways=("plain", "xnn", "f64", "overlap"))


class Hives(nn.Module):
    """A map that is kept, and gates that are filters over it."""

    def __init__(self, i=2, n=4):
        super().__init__()
        self.g, self.o, self.n = nn.Conv2d(i + n, 4 * n, 3, padding=1), nn.Conv2d(n, 1, 1), n
        self.register_buffer("h", torch.zeros(1, n, 6, 6))
        self.register_buffer("c", torch.zeros(1, n, 6, 6))

    def forward(self, x):
        i, f, o, g = self.g(torch.cat((x, self.h), 1)).split(self.n, 1)
        self.c.copy_(self.c * torch.sigmoid(f) + torch.sigmoid(i) * torch.tanh(g))
        self.h.copy_(torch.sigmoid(o) * torch.tanh(self.c))
        return F.softplus(self.o(self.h))


add("hives", "where bees are: a map that is kept, gates that are filters", Hives, *[r(1, 2, 6, 6)] * 3, ways=("plain", "xnn", "dq", "xf16"))
add("yeast", "dough that rises: a recurrence from both ends, two layers", lambda: Do(lambda s, x: s.o(s.l(x)[0].mean(1)), l=nn.LSTM(3, 5, 2, batch_first=True, bidirectional=True), o=nn.Linear(10, 2)), r(2, 5, 3), ways=("plain", "xnn", "xwide"))
add("kefir", "a recurrence without gates whose outputs are made smaller", lambda: Do(lambda s, x, h: (lambda y, k: (s.o(F.elu(y)), k))(*s.l(x, h)), l=nn.RNN(4, 6, 2, nonlinearity="relu"), o=nn.Linear(6, 3)), lambda: (torch.randn(5, 1, 4), torch.zeros(2, 1, 6)), ways=("plain", "xnn", "dq"))


class Clocks(nn.Module):
    """Thirds of a state that move every step, every second, every fourth; the step is counted by the program."""

    def __init__(self, i=3, n=6):
        super().__init__()
        self.w, self.u, self.o = nn.Linear(i, n), nn.Linear(n, n), nn.Linear(n, 2)
        self.register_buffer("every", torch.tensor([1, 1, 2, 2, 4, 4]))
        self.register_buffer("at", torch.zeros(1, dtype=torch.int64))
        self.register_buffer("h", torch.zeros(1, n))

    def forward(self, x):
        self.h.copy_(torch.where(torch.remainder(self.at, self.every) == 0, torch.tanh(self.w(x) + self.u(self.h)), self.h))
        self.at.add_(1)
        return self.o(self.h), self.at * 10


add("rounds", "rounds of a shepherd: a state in thirds, each with a clock", Clocks, *[r(1, 3)] * 4, ways=("plain", "xnn", "naive"))


class Recalls(nn.Module):
    """A table that is kept: what it says of a key is put right by a part of what was missed."""

    def __init__(self, i=4, n=5):
        super().__init__()
        self.q, self.b, self.o = nn.Linear(i, 3 * n), nn.Linear(i, 1), nn.Linear(n, 2)
        self.register_buffer("table", torch.zeros(n, n))

    def forward(self, x):
        q, k, v = self.q(x).chunk(3, 1)
        k, q = F.normalize(F.silu(k), dim=1, eps=1e-3), F.normalize(F.silu(q), dim=1, eps=1e-3)
        self.table.add_(torch.sigmoid(self.b(x)) * (k.T @ (v - k @ self.table)))
        return self.o(q @ self.table)


add("herd_memory", "a table of a herd, put right by what was missed", Recalls, *[r(1, 4)] * 3, ways=("plain", "xnn", "dq", "inplace"))

# --- forecasts ---------------------------------------------------------------------------------------------------------------


class Rain(nn.Module):
    """Blocks that each take away what they explain: a curve, waves, the rest."""

    def __init__(self, back=12, ahead=4):
        super().__init__()
        t = torch.arange(back + ahead) / back
        waves = torch.stack([f(2 * math.pi * k * t) for k in (1, 2) for f in (torch.cos, torch.sin)])
        self.register_buffer("curve", t ** torch.arange(3)[:, None])
        self.register_buffer("waves", waves)
        net = lambda o: nn.Sequential(nn.Linear(back, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, o))  # noqa: E731
        self.a, self.b, self.c, self.back = net(3), net(4), net(back + ahead), back

    def forward(self, x):
        y = 0.0
        for part, basis in ((self.a, self.curve), (self.b, self.waves), (self.c, None)):
            z = part(x) @ basis if basis is not None else part(x)
            x, y = x - z[:, : self.back], y + z[:, self.back :]
        return y


add("rain_ahead", "rain: blocks that take away what they explain", Rain, r(2, 12), ways=("plain", "xnn", "dq", "sq", "sqp"))


class Harvest(nn.Module):
    """A slow part by a mean over time and a fast rest, one layer each; means and spreads taken off and put back."""

    def __init__(self, back=16, ahead=5):
        super().__init__()
        self.a, self.b, self.g = nn.Linear(back, ahead), nn.Linear(back, ahead), nn.Parameter(torch.rand(3, 1) + 0.5)

    def forward(self, x):
        m, d = x.mean(2, keepdim=True), torch.sqrt(x.var(2, keepdim=True, correction=0) + 1e-3)
        z = (x - m) / d * self.g
        slow = F.avg_pool1d(F.pad(z, (2, 2), mode="replicate"), 5, 1)
        return (self.a(slow) + self.b(z - slow)) / self.g * d + m


add("harvest", "a harvest: a slow part and a rest", Harvest, r(1, 3, 16), ways=("plain", "xnn", "sq", "vk", "a8w8"))


class Frost(nn.Module):
    """Filters that see the past only, ever farther; a low value and what is above it."""

    def __init__(self, n=6):
        super().__init__()
        self.i, self.f, self.o = nn.Conv1d(2, n, 1), nn.ModuleList(nn.Conv1d(n, n, 2, dilation=2**k) for k in range(3)), nn.Conv1d(n, 3, 1)

    def forward(self, x):
        x = self.i(x)
        for k, f in enumerate(self.f):
            x = x + F.leaky_relu(f(F.pad(x, (2**k, 0))), 0.1)
        y = self.o(x)
        return torch.cat((y[:, :1], y[:, :1] + F.softplus(y[:, 1:]).cumsum(1)), 1)


add("frost", "frost: filters that see the past only, three values in order", Frost, r(1, 2, 12), ways=("plain", "xnn", "sq", "convs", "bf16", "sqat"))


class Seasons(nn.Module):
    """A level, a rise and what each month adds; all three are kept and smoothed."""

    def __init__(self, period=4):
        super().__init__()
        self.register_buffer("level", torch.full((2,), 10.0))
        self.register_buffer("rise", torch.zeros(2))
        self.register_buffer("month", torch.randn(period, 2))

    def forward(self, x):
        level = 0.4 * (x - self.month[0]) + 0.6 * (self.level + self.rise)
        rise = 0.2 * (level - self.level) + 0.8 * self.rise
        self.month.copy_(torch.roll(torch.cat((0.3 * (x - level)[None] + 0.7 * self.month[:1], self.month[1:])), -1, 0))
        self.level.copy_(level)
        self.rise.copy_(rise)
        return level + torch.arange(1, 5)[:, None] * rise + self.month


add("seasons", "a level, a rise and seasons, smoothed and kept", Seasons, *[u(2, low=8.0, high=12.0)] * 3, ways=("plain", "xnn", "named"))


class Wheat(nn.Module):
    """Stretches of time as words, each measurement on its own; all words at once to what comes."""

    def __init__(self, n=8, stretch=4):
        super().__init__()
        self.i, self.p, self.t, self.o, self.stretch = nn.Linear(stretch, n), nn.Parameter(torch.randn(5, n) / 3), nn.TransformerEncoderLayer(n, 2, 32, 0.0, "gelu", batch_first=True), nn.Linear(5 * n, 3), stretch

    def forward(self, x):
        y = F.pad(x, (0, 2), mode="replicate").unfold(2, self.stretch, 2)
        return self.o(self.t((self.i(y) + self.p).flatten(0, 1)).flatten(1)).unflatten(0, x.shape[:2])


add("wheat", "prices of wheat: stretches of time as words", Wheat, r(1, 2, 10), ways=("plain", "xnn", "dq", "dq4", "a8w4"))

# --- tables and recommenders -------------------------------------------------------------------------------------------------


class Feed(nn.Module):
    """Columns crossed with columns by thin layers, beside a deep net; a row of three tables."""

    def __init__(self, n=14):
        super().__init__()
        self.e = nn.ModuleList(nn.Embedding(k, 4) for k in (5, 9, 12))
        self.u, self.v, self.d, self.o = nn.ModuleList(nn.Linear(n, 3, False) for _ in range(2)), nn.ModuleList(nn.Linear(3, n) for _ in range(2)), nn.Sequential(nn.Linear(n, 12), nn.BatchNorm1d(12), nn.ReLU(), nn.Linear(12, 6), nn.ReLU()), nn.Linear(n + 6, 1)

    def forward(self, x, i):
        first = torch.cat([x] + [e(i[:, k]) for k, e in enumerate(self.e)], 1)
        y = first
        for a, b in zip(self.u, self.v):
            y = first * b(a(y)) + y
        return self.o(torch.cat((y, self.d(first)), 1))


add("feed", "what to feed: columns crossed by thin layers", Feed, lambda: (torch.randn(3, 2), torch.randint(0, 5, (3, 3))), ways=("plain", "xnn", "dq", "words", "both", "layers"))


class Seeds(nn.Module):
    """What was sown before, as a recurrence, against all that may be bought."""

    def __init__(self, n=6, many=16):
        super().__init__()
        self.e, self.g, self.l, self.b = nn.Embedding(many, n, padding_idx=0), nn.GRU(n, n, batch_first=True), nn.Linear(n + 2, n), nn.Parameter(torch.randn(many))

    def forward(self, past, x):
        h = self.g(self.e(past))[1][0]
        return F.log_softmax(torch.tanh(self.l(torch.cat((h, x), 1))) @ self.e.weight.T + self.b, -1)


add("seeds", "what to sow next: what was sown before against all", Seeds, lambda: (torch.tensor([[0, 4, 9, 15], [3, 3, 7, 1]]), torch.randn(2, 2)), ways=("plain", "xnn", "dq", "f16"))


def passed(s, i):
    """Farms and goods pass what they are to each other, weighed by how many they know; scores of pairs."""
    x = layers = s.x
    w = (s.deg[s.a] * s.deg[s.b]).rsqrt()[:, None]
    for _ in range(2):
        x = torch.zeros_like(x).index_add(0, s.b, w * x[s.a]).index_add(0, s.a, w * x[s.b])
        layers = layers + x
    layers = layers / 3
    return (layers[i[:, 0]] * layers[i[:, 1] + 4]).sum(1), s.o(layers[i[:, 0]])


add("bought", "farms and goods that tell each other what they are", lambda: Do(passed, x=torch.randn(9, 5), a=torch.tensor([0, 0, 1, 1, 2, 3, 3]), b=torch.tensor([4, 5, 5, 6, 7, 8, 4]), deg=torch.tensor([2.0, 2, 1, 2, 2, 2, 1, 1, 1]), o=nn.Linear(5, 2)), lambda: (torch.tensor([[0, 3], [2, 1], [3, 4]]),), ways=("plain", "xnn"))


def softly(s, x):
    """Trees whose forks are weighed: each leaf by all forks on the way to it."""
    p = torch.sigmoid(s.l(x)).unflatten(1, (4, 7))
    way = torch.stack((p, 1 - p), -1)
    leaf = way[:, :, 0, :, None, None] * way[:, :, 1:3, :, None] * way[:, :, 3:].unflatten(2, (2, 2))
    return (leaf.flatten(2)[..., None] * s.leaf).sum((1, 2))


add("orchard_trees", "trees whose forks are weighed", lambda: Do(softly, l=nn.Linear(5, 28), leaf=torch.randn(4, 8, 2)), r(3, 5), ways=("plain", "xnn", "sq", "f16"))
add("eggs", "a curve for each column, of hinges, and their sum", lambda: Do(lambda s, x: (lambda h: (h.sum(1), h.sum(1).sum(1, keepdim=True).sigmoid()))((F.relu(x[..., None] - s.at) * s.up + F.relu(s.at - x[..., None]) * s.down).sum(-1, keepdim=True) * s.w), at=torch.linspace(-2, 2, 6), up=torch.randn(4, 6) / 3, down=torch.randn(4, 6) / 3, w=torch.rand(4, 3)), r(3, 4), ways=("plain", "xnn", "sq", "bf16"))


class Fielded(nn.Module):
    """Each word has a row for each kind of word it meets."""

    def __init__(self, words=18, kinds=3, n=4):
        super().__init__()
        self.e, self.l, self.kinds = nn.Embedding(words, kinds * n), nn.Embedding(words, 1), kinds
        self.register_buffer("ij", torch.triu_indices(kinds, kinds, 1))

    def forward(self, i):
        x = self.e(i).unflatten(-1, (self.kinds, -1))
        i_, j = self.ij
        return torch.sigmoid((x[:, i_, j] * x[:, j, i_]).sum((1, 2))[:, None] + self.l(i).sum(1))


add("wines", "wine and dishes: a row for each kind that is met", Fielded, lambda: (torch.randint(0, 18, (3, 3)),), ways=("plain", "words", "e4"))

# --- controllers and filters -------------------------------------------------------------------------------------------------


class Water(nn.Module):
    """Water of four fields over days: what falls, what dries, what is given where it is too dry; kept."""

    def __init__(self):
        super().__init__()
        self.register_buffer("water", torch.tensor([20.0, 33.0, 47.0, 61.0]))
        self.register_buffer("room", torch.tensor([60.0, 55.0, 80.0, 70.0]))
        self.register_buffer("given", torch.zeros(4))

    def forward(self, rain, dry):
        for day in range(3):
            share = ((self.water / self.room - 0.1) / 0.5).clamp(0, 1)
            self.water.add_(rain[day] - dry[day] * share)
            gift = torch.where(self.water < 0.45 * self.room, 0.8 * self.room - self.water, 0.0)
            self.given.add_(gift)
            self.water.copy_(torch.minimum(self.water + gift, self.room))
        return self.water / self.room, self.given + 0


add("watering", "when to water four fields", Water, *(lambda k=k: (torch.tensor([[0.0], [3.3], [0.7]]) + k, torch.tensor([[5.1, 4.3, 6.2, 3.7]]).repeat(3, 1)) for k in range(3)), ways=("plain", "f64", "buffers"))


class Incubator(nn.Module):
    """Changes of what is given, not sums of what is off; a slope that is smoothed, a limit of pace; eggs are turned by a count."""

    def __init__(self):
        super().__init__()
        self.register_buffer("k", torch.tensor([[0.8], [0.25], [0.4]]))
        self.register_buffer("off", torch.zeros(2, 2))
        self.register_buffer("out", torch.full((1, 2), 0.3))
        self.register_buffer("slope", torch.zeros(1, 2))
        self.register_buffer("turns", torch.zeros(2, dtype=torch.int32))

    def forward(self, want, have):
        off = (want - have)[None]
        slope = 0.7 * self.slope + 0.3 * (off - 2 * self.off[:1] + self.off[1:])
        step = (torch.cat((off - self.off[:1], off, slope)) * self.k).sum(0, keepdim=True).clamp(-0.31, 0.31)
        self.out.copy_((self.out + step).clamp(0, 1))
        self.off.copy_(torch.cat((off, self.off[:1])))
        self.slope.copy_(slope)
        self.turns.add_(torch.tensor([1, 3], dtype=torch.int32))
        return self.out + 0, self.turns % 4 == 2


add("incubator", "an incubator: changes of heat and of wet, turns that are counted", Incubator, *(lambda h=h: (torch.tensor([37.7, 55.0]), torch.tensor([37.7 - h, 55.0 + 1.3 * h])) for h in (0.9, 0.4, 0.15)), ways=("plain", "xnn", "inplace"))


class Weighed(nn.Module):
    """Weight and gain of a cow from two scales that come one after the other; what is not sure is kept symmetric."""

    def __init__(self):
        super().__init__()
        self.register_buffer("x", torch.tensor([[5.0], [0.1]]))
        self.register_buffer("p", torch.eye(2))
        self.register_buffer("a", torch.tensor([[1.0, 1.0], [0.0, 0.95]]))

    def forward(self, z):
        x, p = self.a @ self.x, self.a @ self.p @ self.a.mT + torch.diag(torch.tensor([0.02, 0.01]))
        for h, noise, measured in ((torch.tensor([[1.0, 0.0]]), 0.3, z[:1]), (torch.tensor([[1.0, 0.5]]), 0.6, z[1:])):
            k = p @ h.mT / (h @ p @ h.mT + noise)
            left = torch.eye(2) - k @ h
            x, p = x + k * (measured - h @ x), left @ p @ left.mT + noise * k @ k.mT
        self.x.copy_(x)
        self.p.copy_((p + p.mT) / 2)
        return self.x.flatten() * 100, torch.linalg.vector_norm(self.p)[None]


add("weighed", "weight of a cow by two scales, kept", Weighed, *(lambda w=w: (torch.tensor([[w], [w + 0.2]]),) for w in (5.1, 5.3, 5.2)), ways=("plain", "xnn"))


def steers(s, at, head, way):
    """How far a tractor is from its line and how to turn; the nearest place of the line is clear."""
    gap = at - way
    k = gap.square().sum(1).argmin(0, keepdim=True).clamp(max=way.shape[0] - 2)
    a, b = way.index_select(0, k)[0], way.index_select(0, k + 1)[0]
    d = F.normalize(b - a, dim=0)
    across = d[:1] * (at[1:] - a[1:]) - d[1:] * (at[:1] - a[:1])
    turn = torch.atan2(d[1:], d[:1]) - head
    turn = torch.remainder(turn + math.pi, 2 * math.pi) - math.pi
    return (turn - torch.atan2(1.2 * across, torch.ones(1))).clamp(-0.6, 0.6), across, k


add("tractor", "a tractor and its line", lambda: Do(steers), lambda: (torch.tensor([2.2, 0.7]), torch.tensor([0.3]), torch.tensor([[0.0, 0], [1, 0.2], [2, 0.5], [3, 1.1], [4, 2]])), ways=("plain", "traced"))


def planned_heat(s, x):
    """Heat of the next hours by steps down a slope, within limits."""
    h = torch.zeros(x.shape[0], 4) + 0.5
    for _ in range(6):
        off = x @ s.a + h @ s.b - s.want
        h = (h - 0.15 * (off @ s.b.T + 0.1 * h)).clamp(0, 1)
    return h, x @ s.a + h @ s.b


add("greenhouse", "heat of a greenhouse for hours: steps down a slope, within limits", lambda: Do(planned_heat, a=torch.rand(2, 4), b=torch.tril(torch.rand(4, 4)).T.contiguous(), want=torch.tensor([1.0, 1.2, 1.4, 1.1])), r(2, 2), ways=("plain", "xnn", "vk"))


def fuzzy(s, t, w):
    """Rules of a cook: how much something is so, the least of two, the most of several, a middle."""
    tri = lambda x, c: F.relu(1 - (x - c).abs() / s.wide)  # noqa: E731
    a, b = tri(t, s.cold), tri(w, s.wet)
    rule = torch.minimum(a[:, :, None], b[:, None]).flatten(1)
    most = torch.stack([rule[:, k].amax(1) for k in ([0, 1], [2, 3, 4], [5, 6, 7, 8])], 1)
    cut = torch.minimum(most[:, :, None], s.shape).amax(1)
    return (cut * s.at).sum(1) / (cut.sum(1) + 0.1), most


add("oven", "rules of a cook, by degrees", lambda: Do(fuzzy, wide=torch.tensor(1.5), cold=torch.tensor([-1.5, 0, 1.5]), wet=torch.tensor([-1.4, 0.1, 1.6]), at=torch.linspace(0, 1, 9), shape=F.relu(1 - (torch.linspace(0, 1, 9) - torch.tensor([[0.1], [0.5], [0.9]])).abs() * 3)), lambda: (torch.rand(4, 1) * 4 - 2, torch.rand(4, 1) * 4 - 2), ways=("plain", "xnn"))
add("spikes", "a sensor without spikes: the middle of five, and how far all are from it", lambda: Do(lambda s, x: (lambda w: (lambda m: (lambda d: (m, d, torch.where((x - m).abs() > 4 * d + 0.05, m, x)))((w - m[..., None]).abs().sort(-1).values[..., 2]))(w.sort(-1).values[..., 2]))(F.pad(x[:, None], (2, 2), mode="reflect")[:, 0].unfold(1, 5, 1))), r(2, 12), ways=("plain", "xnn"))


class Biquads(nn.Module):
    """Three filters of two delays, one after the other; delays are kept, samples come in fours."""

    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.tensor([[0.2, 0.4, 0.2], [0.3, -0.1, 0.3], [1.0, 0.5, 0.1]]))
        self.register_buffer("a", torch.tensor([[-0.5, 0.2], [-0.9, 0.4], [0.1, -0.2]]))
        self.register_buffer("z", torch.zeros(3, 2))

    def forward(self, x):
        out, z = [], list(self.z.unbind(0))
        for v in x.unbind(0):
            v = v[None]
            for k in range(3):
                y = self.b[k, :1] * v + z[k][:1]
                z[k] = torch.cat((self.b[k, 1:2] * v - self.a[k, :1] * y + z[k][1:], self.b[k, 2:] * v - self.a[k, 1:] * y))
                v = y
            out.append(v)
        self.z.copy_(torch.stack(z))
        return torch.cat(out)


add("fence", "a fence that is touched: three filters, one after the other", Biquads, *[r(4)] * 3, ways=("plain", "f64"))


class Drone(nn.Module):
    """How a drone lies, as four numbers: turned by rates, pulled to where down is; kept."""

    def __init__(self):
        super().__init__()
        self.register_buffer("q", torch.tensor([1.0, 0, 0, 0]))

    def forward(self, rate, down):
        w, x, y, z = self.q.unbind(0)
        seen = torch.stack((2 * (x * z - w * y), 2 * (w * x + y * z), w * w - x * x - y * y + z * z))
        rate = rate + 0.5 * torch.linalg.cross(F.normalize(down, dim=0), seen)
        a, b, c = rate.unbind(0)
        dq = torch.stack((-x * a - y * b - z * c, w * a + y * c - z * b, w * b - x * c + z * a, w * c + x * b - y * a))
        self.q.copy_(F.normalize(self.q + 0.05 * dq, dim=0))
        return self.q.clone(), torch.asin((2 * (w * y - z * x)).clamp(-0.95, 0.95))[None]


add("drone", "how a drone lies, as four numbers", Drone, *[lambda: (torch.randn(3), torch.tensor([0.1, 0.2, 9.7]))] * 3, ways=("plain", "xnn", "f64"))

# --- graphs, physics ---------------------------------------------------------------------------------------------------------


def seeps(s, x, rain):
    """Water seeps through layers of soil: the wetter, the faster; nothing leaves at the bottom."""
    for _ in range(4):
        k = 0.15 * ((x[:, 1:] + x[:, :-1]) / 2).square()
        flow = F.pad(k * (x[:, :-1] - x[:, 1:] + 0.3), (1, 1))
        x = x + flow[:, :-1] - flow[:, 1:] + F.pad(rain, (0, x.shape[1] - 1)) * 0.05
    return x, (x * s.depth).sum(1)


add("seeping", "water seeps through layers of soil", lambda: Do(seeps, depth=torch.linspace(0.1, 1.0, 6)), lambda: (torch.rand(2, 6) * 0.6 + 0.2, torch.rand(2, 1)), ways=("plain", "xnn", "f16", "bf16"))


def pressures(s, demand):
    """Pressures of a net of pipes: each the mean of its neighbours less what is taken; flows from them."""
    p = torch.full_like(demand, 3.0)
    for _ in range(8):
        give = torch.zeros_like(p).index_put((s.b,), s.c * p[s.a], accumulate=True).index_put((s.a,), s.c * p[s.b], accumulate=True)
        p = torch.where(s.fixed, 3.0, (give - demand) / s.total)
    return p, s.c * (p[s.a] - p[s.b])


add("pipes", "pressures of a net of pipes", lambda: Do(pressures, a=torch.tensor([0, 1, 2, 0, 3, 4]), b=torch.tensor([1, 2, 4, 3, 4, 5]), c=torch.tensor([2.0, 1, 1.5, 1, 2, 1]), total=torch.tensor([3.0, 3, 2.5, 3, 4.5, 1]), fixed=torch.tensor([True, False, False, False, False, False])), u(6, high=0.3), ways=("plain", "xnn"))


def burns(s, state, wind):
    """A fire in a wood: 0 nothing, 1 a tree, 2 it burns, 3 ashes; in whole numbers."""
    for _ in range(3):
        fire = (state == 2).to(torch.int32)
        near = fire.roll(1, 0) + fire.roll(-1, 0) + fire.roll(1, 1) * wind + fire.roll(-1, 1)
        state = torch.where(state == 2, 3, torch.where((state == 1) & (near >= 1), 2, state))
    return state, (state[..., None] == torch.arange(4)).sum((0, 1)), near.to(torch.int8)


add("wood_fire", "a fire in a wood, in whole numbers", lambda: Do(burns), lambda: (torch.randint(0, 3, (6, 6), dtype=torch.int32), torch.tensor([2], dtype=torch.int32)))


class Roots(nn.Module):
    """What comes along edges, with a gate of its own, the largest of each node; edges learn, too."""

    def __init__(self, n=5):
        super().__init__()
        self.m, self.g, self.u, self.w = nn.Linear(3 * n, n), nn.Linear(3 * n, n), nn.Linear(2 * n, n), nn.Linear(3 * n, 2)

    def forward(self, x, e, i):
        z = torch.cat((x[i[0]], x[i[1]], e), 1)
        m = F.softplus(self.m(z)) * torch.sigmoid(self.g(z))
        most = torch.zeros_like(x).scatter_reduce(0, i[1][:, None].expand_as(m), m, "amax", include_self=True)
        x = x + torch.tanh(self.u(torch.cat((x, most), 1)))
        return x, self.w(torch.cat((x[i[0]], x[i[1]], e), 1))


add("roots", "roots of trees: gates along edges, the largest at each node", Roots, lambda: (torch.randn(4, 5), torch.randn(6, 5), torch.tensor([[0, 1, 2, 3, 3, 0], [1, 2, 0, 0, 1, 3]])), ways=("plain", "xnn", "dq", "f16"))


def flock(s, x, v):
    """Sheep that keep apart, go along with others, and stay together; a dog they leave."""
    for _ in range(2):
        d = x[:, None] - x
        q = d.square().sum(-1, keepdim=True)
        w = torch.exp(-q)
        away = x - s.dog
        v = v + 0.1 * ((d / (q + 0.2)).mean(1) + (w * (v[None] - v[:, None])).sum(1) / w.sum(1) - (x - x.mean(0)) * 0.3 + away / (away.square().sum(1, keepdim=True) + 0.5))
        v = v / (1 + v.norm(dim=1, keepdim=True) * 0.2)
        x = x + 0.2 * v
    return x, v


add("flock", "sheep that stay together and apart", lambda: Do(flock, dog=torch.tensor([3.0, 0.5])), lambda: (torch.randn(5, 2), torch.randn(5, 2) / 3), ways=("plain", "xnn", "vkx"))


def swept(s, t):
    """A roast warms from outside: each step solves rows of three, down and up again."""
    n = t.shape[1]
    for _ in range(2):
        right = t + F.pad(t[:, 2:] - 2 * t[:, 1:-1] + t[:, :-2], (1, 1)) * 0.3
        c, d = [torch.zeros(1)], [right[:, :1]]
        for k in range(1, n - 1):
            m = 1.6 + 0.3 * c[-1]
            c.append(-0.3 / m)
            d.append((right[:, k : k + 1] + 0.3 * d[-1]) / m)
        x = [right[:, -1:]]
        for k in range(n - 2, -1, -1):
            x.insert(0, d[k] - c[k] * x[0])
        t = torch.cat(x, 1)
    return t, t.amin(1)


add("roast", "a roast warms from outside: rows of three, solved", lambda: Do(swept), u(2, 6, low=5.0, high=80.0), ways=("plain", "xnn"))
add("sun", "how high the sun is over a field, how long the day, what falls on a slope", lambda: Do(lambda s, d, h, lat: (lambda dec, w: (lambda sin: (torch.rad2deg(torch.asin(sin)), 24 / math.pi * torch.acos((-torch.tan(lat) * torch.tan(dec)).clamp(-0.99, 0.99)), 1361 * F.relu(sin) * 0.75 ** (1 / sin.clamp(min=0.1))))(lat.sin() * dec.sin() + lat.cos() * dec.cos() * w.cos()))(0.4093 * torch.sin(2 * math.pi / 365 * (d - 81)), (h - 12) * math.pi / 12)), lambda: (torch.tensor([10.0, 100, 200]), torch.tensor([9.0, 12, 15]), torch.tensor([0.6, 0.8, 0.9])), ways=("plain", "f64"))

# --- statistics --------------------------------------------------------------------------------------------------------------


class Running(nn.Module):
    """A mean, a spread of pairs, the least and the most of all that came; how many they were."""

    def __init__(self, n=3):
        super().__init__()
        self.register_buffer("count", torch.zeros(1, dtype=torch.int64))
        self.register_buffer("mean", torch.zeros(n))
        self.register_buffer("pairs", torch.zeros(n, n))
        self.register_buffer("ends", torch.tensor([[1e4], [-1e4]]).repeat(1, n))

    def forward(self, x):
        self.count.add_(x.shape[0])
        d = x - self.mean
        self.mean.add_(d.sum(0) / self.count)
        self.pairs.add_(d.mT @ (x - self.mean))
        self.ends.copy_(torch.stack((torch.minimum(self.ends[0], x.amin(0)), torch.maximum(self.ends[1], x.amax(0)))))
        return self.mean * 1, self.pairs / self.count, self.ends[1] - self.ends[0], self.count * 1


add("all_milkings", "means and spreads of all that came", Running, *[r(4, 3)] * 3, ways=("plain", "xnn", "named"))


def spread(s, x):
    """Parts of what is in order: quarters, a mean without ends, how far from the middle."""
    y = x.sort(1).values
    at = s.q * (x.shape[1] - 1)
    low = at.floor().to(torch.int64)
    parts = torch.lerp(y[:, low], y[:, (low + 1).clamp(max=x.shape[1] - 1)], at - low)
    return parts, y[:, 2:-2].mean(1), (x - parts[:, 1:2]).abs().mean(1), (x**3).mean(1) / (x.square().mean(1) ** 1.5 + 0.1)


add("apple_sizes", "sizes of apples: quarters, a mean without ends", lambda: Do(spread, q=torch.tensor([0.23, 0.52, 0.77])), r(2, 11), ways=("plain", "f64"))


def factored(s, x):
    """How odd a row is, by a factor of what is usual, made by hand."""
    n = s.c.shape[0]
    low = torch.zeros(n, n)
    for j in range(n):
        v = s.c[:, j] - low[:, :j] @ low[j, :j] if j else s.c[:, 0]
        low = torch.cat((low[:, :j], torch.where(torch.arange(n) >= j, v / v[j].sqrt(), 0.0)[:, None], low[:, j + 1 :]), 1)
    z = []
    for i in range(n):
        z.append(((x - s.m)[:, i] - sum(low[i, k] * z[k] for k in range(i))) / low[i, i])
    z = torch.stack(z, 1)
    return z.square().sum(1).sqrt(), torch.diagonal(low).log().sum(0, keepdim=True)


add("odd_cows", "how odd a cow is", lambda: Do(factored, c=torch.eye(3) + 0.3, m=torch.randn(3)), r(4, 3), ways=("plain", "xnn"))
add("between_samples", "soil between samples: a bell over distances, what is known, how sure", lambda: Do(lambda s, p: (lambda k: (k @ s.a, 1.1 - ((k @ s.inv) * k).sum(1)))(torch.exp(-torch.cdist(p, s.at).square())), at=torch.rand(6, 2) * 4, a=torch.randn(6, 2), inv=torch.eye(6) * 0.6 + 0.02), u(4, 2, high=4.0), ways=("plain", "xnn", "dq"))

# --- codes and dates ---------------------------------------------------------------------------------------------------------


def calendar(s, day):
    """A count of days to a year, a month, a day, a day of the week, a week."""
    z = day + 719468
    era = torch.div(z, 146097, rounding_mode="floor")
    of = z - era * 146097
    year = torch.div(of - of // 1460 + of // 36524 - of // 146096, 365, rounding_mode="trunc")
    doy = of - (365 * year + year // 4 - year // 100)
    m = (5 * doy + 2) // 153
    month = torch.where(m < 10, m + 3, m - 9)
    return torch.stack((year + era * 400 + (month <= 2).to(day.dtype), month, doy - (153 * m + 2) // 5 + 1, (day + 3) % 7), -1)


add("calendar", "days to dates", lambda: Do(calendar), lambda: (torch.tensor([0, 59, 19782, 20783, -1, 11016]),), lambda: (torch.tensor([1, 365, 366, 25000, -800, 7]),))


def tags(s, digits, bits):
    """Numbers of ears: a sum over digits of which every second is doubled; a remainder of polynomials, bit by bit."""
    twice = torch.where(torch.arange(digits.shape[1]) % 2 == 0, digits * 2, digits)
    fits = (twice // 10 + twice % 10).sum(1) % 10 == 0
    crc = torch.full(bits.shape[:1], 0xFFFF, dtype=torch.int32)
    for bit in bits.to(torch.int32).unbind(1):
        top = (crc >> 15) & 1
        crc = ((crc << 1) & 0xFFFF) ^ (top ^ bit) * 0x1021
    return fits, crc, (digits * s.ten).sum(1)


add("ear_tags", "numbers of ears and their checks", lambda: Do(tags, ten=10 ** torch.arange(7, -1, -1)), lambda: (torch.tensor([[4, 9, 9, 2, 7, 3, 9, 8], [1, 2, 3, 4, 5, 6, 7, 0]]), torch.randint(0, 2, (2, 12), dtype=torch.uint8)))


def moons(s, year):
    """The day of Easter, which says when to sow; numbers of 32 and of 16 bits."""
    a, b, c = year % 19, year // 100, year % 100
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    w = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * w) // 451
    n = h + w - 7 * m + 114
    return n // 31, n % 31 + 1, (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))


add("moons", "the day of Easter, in 32 bits", lambda: Do(moons), lambda: (torch.tensor([1961, 2000, 2026, 2100], dtype=torch.int32),))
add("moons_short", "the day of Easter, in 16 bits", lambda: Do(moons), lambda: (torch.tensor([1961, 2000, 2026, 2100], dtype=torch.int16),))


def wire(s, b):
    """Numbers in bytes of seven bits, the first says whether more follow; every second is signed by its last bit."""
    more = (b >= 128).to(torch.int64)
    start = F.pad(1 - more, (1, -1), value=1)
    which = start.cumsum(0) - 1
    at = torch.arange(b.shape[0])
    place = at - torch.where(start == 1, at, 0).cummax(0).values
    n = torch.zeros(b.shape[0], dtype=torch.int64).scatter_add(0, which, (b.to(torch.int64) & 127) << (7 * place))
    return n, (n >> 1) ^ -(n & 1), which


add("sensor_wire", "numbers in bytes of seven bits", lambda: Do(wire), lambda: (torch.tensor([5, 0x96, 1, 0xFF, 0x81, 3, 9], dtype=torch.uint8),))
add("grey_wheel", "a wheel's code to how far it turned, parities, bits the other way round", lambda: Do(lambda s, g: (lambda b: (b, ((b[:, None] >> s.k) & 1).sum(1) % 2 == 1, (((b[:, None] >> s.k) & 1) << (7 - s.k)).sum(1, dtype=torch.int32), b ^ (b >> 1) == g))((lambda x: x ^ (x >> 1))((lambda x: x ^ (x >> 2))(g ^ (g >> 4)))), k=torch.arange(8, dtype=torch.int32)), ints(0, 256, 5, dtype=torch.int32))

# --- indices, dtypes ---------------------------------------------------------------------------------------------------------


def stalls(s, cow, stall, x):
    """Who stands where, what each stall got, who is next to whom."""
    at = torch.full((2, 8), -1, dtype=torch.int64).scatter(1, stall, cow)
    got = x.new_zeros(2, 8).scatter_add(1, stall, x)
    return at, got, got.gather(1, (stall + 1) % 8), torch.where(at >= 0, at, 99).roll(1, 1), got.index_select(1, s.odd), (at >= 0).sum(1)


add("stalls", "who stands where", lambda: Do(stalls, odd=torch.tensor([1, 3, 5, 7])), lambda: (torch.tensor([[11, 12, 13], [21, 22, 23]]), torch.tensor([[0, 3, 7], [2, 6, 4]]), torch.rand(2, 3)), ways=("plain", "views"))
add("crates", "crates in bins: counts, sums, means, the least and the most of each", lambda: Do(lambda s, x, i: (lambda n: (n, torch.zeros(5).index_add(0, i, x) / n.clamp(min=1), torch.full((5,), 9.0).scatter_reduce(0, i, x, "amin"), torch.full((5,), -9.0).scatter_reduce(0, i, x, "amax"), torch.zeros(5).scatter_reduce(0, i, x, "mean", include_self=False)))(torch.zeros(5, dtype=torch.int64).index_add(0, i, torch.ones_like(i)))), lambda: (torch.randn(9), torch.tensor([0, 4, 1, 1, 3, 0, 4, 4, 1])))


def runs(s, x):
    """Stretches in which nothing changes: where they start, how long they are."""
    start = torch.cat((torch.ones(1, dtype=torch.bool), x[1:] != x[:-1]))
    which = start.to(torch.int64).cumsum(0) - 1
    long = torch.zeros(x.shape[0], dtype=torch.int64).index_put((which,), torch.ones_like(which), accumulate=True)
    return which, long, torch.zeros_like(x).scatter(0, which, x), long[which] >= 3


add("gates_open", "stretches in which a gate stays as it is", lambda: Do(runs), lambda: (torch.tensor([1, 1, 0, 0, 0, 2, 1, 1, 1, 1], dtype=torch.int32),), lambda: (torch.tensor([0, 0, 0, 1, 2, 2, 2, 2, 0, 1], dtype=torch.int32),))
add("beds", "beds of a garden: rows turned, every third, edges filled, corners", lambda: Do(lambda s, x: (F.pad(x, (1, 0, 2, 1), value=7.5), x.T.reshape(2, -1), x[:, 1::3].contiguous(), torch.stack(x.split(2, 1), 0), x.flip(1).cumsum(0), x[..., None].expand(-1, -1, 2).flatten(1), torch.repeat_interleave(x, 2, 0), torch.where(s.m, x, -x), x.unfold(0, 2, 2).amax(-1)), m=(torch.arange(24) % 5 < 2).view(4, 6)), r(4, 6), ways=("plain", "xnn", "f16", "f64", "vk"))
add("scales", "counts of many widths: sums that widen, products, shifts", lambda: Do(lambda s, a, b, c, d, e: (a + b, b * c, c - d, (a.to(torch.int32) << 3) | 1, e & (a > 0), a.sum(0, keepdim=True), c.to(torch.float32) / 7, torch.maximum(d, d.flip(0)), b.abs().amax(0, keepdim=True), torch.where(e, c, c * 2), d.to(torch.int16) - 300, ~a, e.to(torch.int8) - a)), lambda: (torch.tensor([-7, 5, 11, -100], dtype=torch.int8), torch.tensor([-300, 20, 4, 999], dtype=torch.int16), torch.tensor([70000, -3, 2, 12], dtype=torch.int32), torch.tensor([0, 200, 255, 17], dtype=torch.uint8), torch.tensor([True, False, True, True])))
add("halves", "prices in several float types, where none is rounded", lambda: Do(lambda s, a, b, c: (a * 2, b + 0.5, c - a.double(), a.float() + b.float(), b.to(torch.float64) * c, (a > 1).to(torch.bfloat16), torch.cat((a, b.half())), c.to(torch.float16), b.amax(0, keepdim=True), a.sum(0, keepdim=True))), lambda: (torch.tensor([0.5, 1.25, 3.0], dtype=torch.float16), torch.tensor([2.0, -0.75, 8.0], dtype=torch.bfloat16), torch.tensor([1.5, 0.125, -4.0], dtype=torch.float64)))
add("latches", "a lock of a gate: what holds whom, in truths", lambda: Do(lambda s, a, b: (lambda q: (q, (q ^ b).any(1), (a | b).all(1), torch.logical_xor(a, b).sum(1, dtype=torch.int32), (a[:, None] & b).any(-1), q.to(torch.uint8) * 3, torch.where(q, 1.5, -0.5), a <= b))((a & ~b) | s.hold), hold=torch.tensor([True, False, False, True])), lambda: (torch.rand(3, 4) > 0.5, torch.rand(3, 4) > 0.4))

# --- control flow, sizes -----------------------------------------------------------------------------------------------------


def sizes(*dims):
    """Named sizes of arguments of `forward(*args)`: dimension -> (name, largest)."""
    named = {name: high for of in dims for name, high in of.values()}

    def shapes():
        made = {name: torch.export.Dim(name, min=2, max=high) for name, high in named.items()}
        return (tuple({i: made[name] for i, (name, _) in of.items()} for of in dims),)

    return shapes


class Night(nn.Module):
    """By day a net of filters, by night one that looks at warmth only; what is kept is written after."""

    def __init__(self):
        super().__init__()
        self.c, self.w, self.o = nn.Conv1d(2, 4, 3, padding=1), nn.Linear(6, 4), nn.Linear(4, 2)
        self.register_buffer("last", torch.zeros(1, 4))

    def forward(self, x, light):
        h = torch.cond((light.mean() > 0.5).reshape(()), lambda x: F.relu(self.c(x)).mean(2), lambda x: torch.tanh(self.w(x[:, 1])), (x,))
        self.last.copy_(0.5 * self.last + h)
        return self.o(self.last)


add("fox", "a fox by day and by night: two nets, what is kept", Night, *(lambda v=v: (torch.randn(1, 2, 6), torch.full((1, 3), v)) for v in (0.9, 0.1, 0.7)), ways=("plain", "xnn", "named"))
add("sorted_eggs", "what is done with an egg by its kind, a branch within a branch", lambda: Do(lambda s, x, k: torch.cond((k.sum() == 0).reshape(()), lambda x, k: (x * 2, k + 1), lambda x, k: torch.cond((k.sum() < 3).reshape(()), lambda x, k: (s.a(x), k * 10), lambda x, k: (x.flip(1) - 1, k - 1), (x, k)), (x, k)), a=nn.Linear(3, 3)), *(lambda k=k: (torch.randn(2, 3), torch.tensor([k])) for k in (0, 2, 5)), ways=("plain", "xnn"))


class Filled(nn.Module):
    """A trough is filled until it is full, a few times at most; how often is counted."""

    def forward(self, level, pour):
        n = torch.zeros(1, dtype=torch.int64)
        for _ in range(6):
            level, pour, n = torch.cond((level.sum() < 40.25).reshape(()), lambda x, p, n: (x + p, p * 0.75, n + 1), lambda x, p, n: (x.clone(), p.clone(), n.clone()), (level, pour, n))
        return level, n


add("trough", "a trough is filled until it is full", Filled, lambda: (torch.tensor([1.0, 2.0]), torch.tensor([8.0, 5.0])), lambda: (torch.tensor([30.0, 20.0]), torch.tensor([1.0, 1.0])), ways=("plain", "xnn"))


class Stalls(nn.Module):
    """The same for each stall: a look at all its measurements, words of its own."""

    def __init__(self):
        super().__init__()
        self.e, self.w = nn.Embedding(7, 4), nn.Parameter(torch.randn(4, 4) / 2)

    def forward(self, x, k):
        from torch._higher_order_ops.map import map as each

        return each(lambda x, k, w, e: ((x @ w + e[k]).softmax(-1) * x).sum(0), x, k, self.w, self.e.weight)


add("each_stall", "the same for each stall", Stalls, lambda: (torch.randn(3, 5, 4), torch.tensor([[1], [6], [3]])), ways=("plain", "xnn"))


class Days(nn.Module):
    """A recurrence with a gate, by the operator that goes along time."""

    def __init__(self):
        super().__init__()
        self.w, self.z = nn.Parameter(torch.randn(3, 8) / 2), nn.Parameter(torch.randn(4, 8) / 2)

    def forward(self, h, x):
        from torch._higher_order_ops.scan import scan

        def step(h, x):
            a, b = (x @ self.w + h @ self.z).chunk(2, -1)
            h = torch.lerp(h, torch.tanh(a), torch.sigmoid(b))
            return h, h.sum(-1)

        return scan(step, h, x)


add("days", "a gate along days", Days, lambda: (torch.zeros(2, 4), torch.randn(5, 2, 3)))
add("any_herd", "as many cows as there are, as many days: filters over days, a mean, all beside all", lambda: Do(lambda s, x: (lambda h: s.o(torch.cat((h, torch.softmax(h @ h.T / 2, -1) @ h), 1)))(F.relu(s.c(x.mT)).mean(2)), c=nn.Conv1d(3, 5, 3, padding=1), o=nn.Linear(10, 2)), r(3, 6, 3), r(2, 9, 3), r(7, 4, 3), ways=("plain", "xnn", "dq"), dynamic=sizes({0: ("cows", 8), 1: ("days", 12)}))
add("any_basket", "a basket of any size: weights of all, the heaviest share, places from both ends", lambda: Do(lambda s, w, i: (w / w.sum(0), (w / w.sum(0)).amax(0, keepdim=True), torch.arange(w.shape[0]) - torch.arange(w.shape[0]).flip(0), s.t[i] * w, w[:, None] > w), t=torch.rand(6)), lambda: (torch.rand(4) + 0.1, torch.randint(0, 6, (4,))), lambda: (torch.rand(9) + 0.1, torch.randint(0, 6, (9,))), dynamic=sizes({0: ("things", 10)}, {0: ("things", 10)}))
add("ripe_only", "what is ripe, as much as there is: where, how much, its share", lambda: Do(lambda s, x: (lambda i: (i, x[i[:, 0], i[:, 1]], (x > 0.55).sum(1)))(torch.nonzero(x > 0.55))), u(3, 4), u(3, 4))


class Grows(nn.Module):
    """What is remembered is given as long as it is, and written behind; a part is read by a number that comes."""

    def __init__(self):
        super().__init__()
        self.l, self.o = nn.Linear(3, 4), nn.Linear(4, 2)
        self.register_buffer("kept", torch.zeros(6, 4))

    def forward(self, x, at):
        n = at[0].item()
        torch._check_is_size(n)
        torch._check(n + 1 <= 6)
        self.kept[at] = torch.tanh(self.l(x))
        return self.o(self.kept[: n + 1].mean(0, keepdim=True))


add("sowing_book", "a diary that is read as far as it is written", Grows, *(lambda i=i: (torch.randn(1, 3), torch.tensor([i])) for i in range(3)), ways=("plain", "xnn"))

# --- several methods, states that start, every way ---------------------------------------------------------------------------


class Dairy(nn.Module):
    """A herd is measured now and then; milk is told each day from what was kept."""

    def __init__(self, part):
        super().__init__()
        self.part, self.c, self.l, self.n, self.o = part, nn.Conv1d(2, 5, 3, 2), nn.Linear(5, 6), nn.LayerNorm(6), nn.Linear(6, 3)
        self.register_buffer("kept", torch.full((1, 5), 0.25))

    def forward(self, x, *more):
        if self.part == "measure":
            return self.kept.lerp_(torch.sigmoid(self.c(x).mean(2)), 0.5) + 0.0
        return self.o(F.silu(self.n(self.l(x)))) * more[0]


def dairy(name, **options):
    def spec():
        measure, tell = (Dairy(part).eval().requires_grad_(False) for part in ("measure", "tell"))
        methods = {"measure": (measure, [(torch.randn(1, 2, 9),), (torch.randn(1, 2, 9),)]), "tell": (tell, [(torch.rand(2, 5), torch.tensor([[2.0, 1.0, 0.5]]))])}
        return Spec(f"a herd that is measured, milk that is told ({name})", methods, **{"edge": {"_check_ir_validity": False}, **options})

    models.MODELS[name] = spec


dairy("dairy", constants={"breed": "brown", "cows": 12, "fat": [3.9, 4.2], "open": True})
dairy("dairy_bundle", bundle=True)
dairy("dairy_ext", config={"external_constants": True})
dairy("dairy_shared", config={"memory_planning_pass": planned(share_mutable_buffers=True)})
dairy("dairy_vk", delegates=(vulkan,))
dairy("dairy_traced", config={"emit_stacktrace": True}, constants={"cows": 3})
dairy("xnn_dairy_xnn", xnnpack={}, constants={"places": [1, 2, 3]})
dairy("xnn_dairy_dq", xnnpack={}, quantize="dynamic", tolerance=0.5)
dairy("xnn_dairy_sq", xnnpack={}, quantize="static", tolerance=0.5)
dairy("xnn_dairy_layers", xnnpack={}, quantize=layers_only, tolerance=0.5)
dairy("xnn_dairy_inline", xnnpack={}, config={"extract_delegate_segments": False})
add("thaw", "a mean of warmth that starts where it was left", lambda: Do(lambda s, x: s.kept.lerp_(x, 0.25) - s.base, kept=torch.linspace(2.0, 5.0, 4), base=torch.tensor([1.0, 0, 1, 0])), r(4), r(4), ways=("plain", "xnn"), initialized=("kept",))


class Barn(nn.Module):
    """Words beside measurements, a filter over time with a norm, layers; what every way can take."""

    def __init__(self, n=32):
        super().__init__()
        self.e, self.i, self.c, self.f, self.o = nn.Embedding(10, n), nn.Linear(3, n), conv(1, 4, 3, 2), nn.Linear(64, n), nn.Linear(n, 3)
        self.n = nn.LayerNorm(n)

    def forward(self, k, x):
        h = torch.cat((self.e(k), self.i(x)), 1)
        h = self.c(h[:, None]).mean(3).flatten(1)
        return self.o(F.hardswish(self.n(self.f(h))))


EVERY = ("plain", "xnn", "dq", "sq", "sqp", "f16", "bf16", "xf16", "xbf16", "f64", *CONFIGURED)
add("barn_door", "what comes through a barn door: words and measurements", Barn, lambda: (torch.randint(0, 10, (2, 16)), torch.randn(2, 16, 3)), ways=EVERY)

# --- operators of libraries --------------------------------------------------------------------------------------------------


class Milking(nn.Module):
    """Days of a cow against what the library keeps of days before; a table as a mask or none."""

    def __init__(self, masked=False, length=6, heads=2):
        super().__init__()
        self.i, self.qkv, self.o, self.heads = nn.Linear(4, 8), nn.Linear(8, 24), nn.Linear(8, 3), heads
        for name in "kv":
            self.register_buffer(name, torch.zeros(1, length, heads, 8 // heads))
        far = torch.arange(length)[:, None] - torch.arange(length)
        self.register_buffer("mask", torch.where(far >= 0, -0.5 * far, -torch.inf) if masked else None)

    def forward(self, x, at):
        q, k, v = self.qkv(F.silu(self.i(x))).unflatten(-1, (3, self.heads, -1)).unbind(2)
        start, n = at[0].item(), x.shape[1]
        torch._check_is_size(start)
        torch._check(start + n <= self.k.shape[1])
        torch.ops.llama.update_cache(k, self.k, start)
        torch.ops.llama.update_cache(v, self.v, start)
        mask = None if self.mask is None else self.mask.narrow(0, start, n)
        y = torch.ops.llama.custom_sdpa(q, self.k, self.v, start, mask, 0.0, mask is None)
        return self.o(y.flatten(2))


def milkings(count, n=1):
    return [lambda i=i: (torch.randn(1, n, 4), torch.tensor([i * n])) for i in range(count)]


add("library_cow", "days of a cow, attention and cache of the library", Milking, *milkings(3), ways=("plain", "xnn", "dq", "layers"), libraries=("custom_ops",))
add("library_cow_far", "the same, two days at once, days far away count less", lambda: Milking(True), *milkings(2, 2), ways=("plain", "xnn"), libraries=("custom_ops",))
add("library_mixed", "columns mixed by a transform of a library, twice, with signs", lambda: Do(lambda s, x: (lambda h: s.o(h(F.relu(h(s.i(x) * s.a)) * s.b)))(torch.ops.llama.fast_hadamard_transform), i=nn.Linear(5, 8), a=torch.tensor([1.0, -1, 1, 1, -1, -1, 1, -1]), b=torch.tensor([-1.0, 1, 1, -1, 1, -1, -1, 1]), o=nn.Linear(8, 2)), r(2, 5), ways=("plain", "xnn"), libraries=("custom_ops",))


def declared(what):
    """What calls operators of the library `quantized`, after these are declared."""
    import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401

    return what


add("library_herbs", "words of two bits in groups, their sum, a layer", lambda: declared(Do)(lambda s, i: s.l(torch.ops.quantized_decomposed.embedding_2bit(s.w, s.s, None, -2, 1, i).sum(1)), w=torch.randint(0, 256, (11, 4), dtype=torch.uint8), s=torch.rand(11, 2) / 3, l=nn.Linear(16, 3)), ints(0, 11, 2, 3), ways=("plain", "xnn", "bundle"), libraries=("quantized",))
add("library_load", "a sensor's bytes made large, filtered", lambda: Do(lambda s, q: F.conv1d(torch.ops.quantized_decomposed.dequantize_per_tensor(q, 0.02, 128, 0, 255, torch.uint8), s.k, s.b, 2), k=torch.randn(3, 2, 3), b=torch.randn(3)), lambda: (torch.randint(0, 256, (1, 2, 9), dtype=torch.uint8),), ways=("plain", "wide"), libraries=("quantized",))
add("library_weights", "weights in bytes by rows, made large by the library before a product; kept in a file of their own, too", lambda: Do(lambda s, x: F.linear(F.relu(x), torch.ops.quantized_decomposed.dequantize_per_channel(s.w, s.s, s.z, 0, -128, 127, torch.int8), s.b), w=torch.randint(-128, 128, (4, 6), dtype=torch.int8), s=torch.rand(4) / 60, z=torch.zeros(4, dtype=torch.int64), b=torch.randn(4)), r(2, 6), ways=("plain", "xnn", "ext"), libraries=("quantized",))
