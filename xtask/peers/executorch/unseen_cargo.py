"""More models for the set 2026-11-vessels: what is bought and stowed, forecasts, courses, control flow, dynamic shapes, several methods, libraries."""

import math

import models
import torch
import unseen_rigging
from models import Spec
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, conv, r, vulkan
from unseen_ways import lenient as add

# --- what is chosen ----------------------------------------------------------------------------------------------------------


def ints(high, *shape):
    return torch.randint(0, high, shape)


add("wide_and_deep", "whether a chandler's offer is taken: crossed columns beside layers", lambda: Do(lambda s, a, b, x: (s.w(a * 7 + b).sum(1) + s.d(torch.cat((s.a(a).flatten(1), s.b(b).flatten(1), x), 1))).sigmoid(), w=nn.Embedding(64, 1), a=nn.Embedding(8, 4), b=nn.Embedding(7, 4), d=nn.Sequential(nn.Linear(19, 12), nn.ReLU(), nn.BatchNorm1d(12), nn.Linear(12, 1))), lambda: (ints(8, 3, 2), ints(7, 3, 2), torch.randn(3, 3)), ways=("plain", "xnn", "dq", "sq", "words", "both"))  # fmt: skip
add("crossing", "products with what went in, through experts of low rank", lambda: Do(lambda s, x: (lambda f: s.o(f(x, f(x, x))))(lambda x0, x: x + x0 * sum(s.g(x).softmax(1)[:, i : i + 1] * (torch.tanh(torch.tanh(x @ s.v[i]) @ s.c[i]) @ s.u[i] + s.b) for i in range(2))), v=torch.randn(2, 8, 3), c=torch.randn(2, 3, 3), u=torch.randn(2, 3, 8), b=torch.randn(8), g=nn.Linear(8, 2), o=nn.Linear(8, 1)), r(3, 8), ways=("plain", "xnn", "dq", "bf16"))  # fmt: skip


class Voyages(nn.Module):
    """What a customer books next: what was booked, in order; the nearest of all."""

    def __init__(self, n=8, many=30):
        super().__init__()
        self.e, self.p, self.q, self.n, self.m, self.f = nn.Embedding(many, n, padding_idx=0), nn.Embedding(6, n), nn.MultiheadAttention(n, 1, batch_first=True), nn.LayerNorm(n), nn.LayerNorm(n), nn.Sequential(nn.Conv1d(n, n, 1), nn.ReLU(), nn.Conv1d(n, n, 1))
        self.register_buffer("mask", torch.ones(6, 6, dtype=torch.bool).triu(1))

    def forward(self, ids):
        there = (ids != 0)[..., None]
        x = (self.e(ids) * 8**0.5 + self.p.weight) * there
        q = self.n(x)
        x = q + self.q(q, x, x, attn_mask=self.mask, need_weights=False)[0]
        x = self.m(x)
        x = (x + self.f(x.transpose(1, 2)).transpose(1, 2)) * there
        return (x[:, -1] @ self.e.weight.T).topk(3).indices


add("voyages", "what is booked next", Voyages, lambda: (torch.tensor([[0, 0, 4, 9, 22, 7]]),), ways=("plain", "xnn", "words", "dq"))
add("history", "how well an offer fits what was bought: weights by pairs", lambda: Do(lambda s, a, h: (lambda x, y: s.o(torch.cat((x, (s.w(torch.cat((x[:, None].expand_as(y), y, x[:, None] - y, x[:, None] * y), -1)) * (h != 0)[..., None] * y).sum(1)), 1)))(s.e(a), s.e(h)), e=nn.Embedding(25, 6), w=nn.Sequential(nn.Linear(24, 8), nn.PReLU(), nn.Linear(8, 1)), o=nn.Linear(12, 2)), lambda: (ints(25, 2), ints(25, 2, 5)), ways=("plain", "xnn", "dq", "words", "e8", "e4"))  # fmt: skip
add("fields_of_booking", "columns of a booking that look at each other", lambda: Do(lambda s, i: s.o(F.relu(s.a(*([s.e(i + s.p)] * 3), need_weights=False)[0] + s.r(s.e(i + s.p))).flatten(1)).sigmoid(), e=nn.Embedding(40, 8), p=torch.tensor([0, 10, 20, 30]), a=nn.MultiheadAttention(8, 2, batch_first=True, bias=False), r=nn.Linear(8, 8, False), o=nn.Linear(32, 1)), lambda: (ints(10, 2, 4),), ways=("plain", "xnn", "dq", "both"))
add("two_aims", "two aims, three experts, a gate each", lambda: Do(lambda s, x: (lambda e: tuple(t((g(x).softmax(1)[..., None] * e).sum(1)) for g, t in ((s.ga, s.ta), (s.gb, s.tb))))(torch.stack([F.relu(s.x(x)), F.relu(s.y(x)), F.relu(s.z(x))], 1)), x=nn.Linear(6, 8), y=nn.Linear(6, 8), z=nn.Linear(6, 8), ga=nn.Linear(6, 3), gb=nn.Linear(6, 3), ta=nn.Linear(8, 1), tb=nn.Linear(8, 2)), r(2, 6), ways=("plain", "xnn", "sq", "xdynamic"))  # fmt: skip
add("berth_and_ship", "how well a ship fits a berth: a product beside layers", lambda: Do(lambda s, a, b: s.o(torch.cat((s.a(a) * s.b(b), s.m(torch.cat((s.c(a), s.d(b)), 1))), 1)), a=nn.Embedding(12, 4), b=nn.Embedding(12, 4), c=nn.Embedding(12, 4), d=nn.Embedding(12, 4), m=nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 4)), o=nn.Linear(8, 1)), lambda: (ints(12, 3), ints(12, 3)), ways=("plain", "xnn", "dq", "words", "both", "e2", "f16"))
add("bags_of_goods", "sums of words of lists that lie one after the other", lambda: Do(lambda s, i, at: s.o(s.e(i, at)), e=nn.EmbeddingBag(20, 6, mode="mean"), o=nn.Linear(6, 2)), lambda: (ints(20, 7), torch.tensor([0, 3, 4])), ways=("plain", "xnn"))
add("pairs_of_pairs", "products of products of columns", lambda: Do(lambda s, i: (lambda x0: (lambda x1: s.o(torch.cat((x1.sum(2), F.relu(torch.einsum("bhd,bmd,nhm->bnd", x1, x0, s.w2)).sum(2)), 1)))(F.relu(torch.einsum("bhd,bmd,nhm->bnd", x0, x0, s.w1))))(s.e(i)), e=nn.Embedding(15, 4), w1=torch.randn(3, 3, 3), w2=torch.randn(2, 3, 3), o=nn.Linear(5, 1)), lambda: (ints(15, 2, 3),), ways=("plain", "xnn", "f16"))
add("which_route", "a route by chance, as sure as it is: a bandit", lambda: Do(lambda s, x, z: (lambda m, v: ((m + 1.2 * v.sqrt()).argmax(1), m + v.sqrt() * z))(x @ s.w, torch.einsum("bi,aij,bj->ba", x, s.a, x).clamp(min=0)), w=torch.randn(4, 3), a=torch.eye(4).expand(3, 4, 4) * torch.rand(3, 1, 1)), lambda: (torch.randn(2, 4), torch.randn(2, 3)), ways=("plain", "xnn", "f64"))
add("who_trades", "who trades with whom: means over neighbours, three times", lambda: Do(lambda s, i: (lambda e: (lambda z: (z[i[:, 0]] * z[i[:, 1]]).sum(1))((e + s.a @ e + s.a @ (s.a @ e)) / 3))(s.e.weight), e=nn.Embedding(6, 4), a=(lambda a: a / a.sum(1, keepdim=True))((torch.rand(6, 6) > 0.5).float() + torch.eye(6))), lambda: (ints(6, 4, 2),), ways=("plain", "xnn"))
add("soft_trees", "trees that ask softly: all leaves, weighed", lambda: Do(lambda s, x: (lambda d: torch.einsum("btl,tlo->bo", torch.stack([torch.where(s.bit[j], d, 1 - d).prod(2) for j in range(4)], 2), s.v))(((x @ s.w.softmax(0)).view(-1, 3, 2) - s.t).mul(2).sigmoid()), w=torch.randn(5, 6), t=torch.randn(3, 2), v=torch.randn(3, 4, 2), bit=torch.tensor([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=torch.bool)), r(2, 5), ways=("plain", "xnn", "wide"))  # fmt: skip
add("kernels", "what is unusual: a kernel machine", lambda: Do(lambda s, x: (lambda k: ((k @ s.a).sum(1) - 0.4 > 0, k @ s.a))((-0.3 * (x.square().sum(1, keepdim=True) - 2 * x @ s.v.T + s.v.square().sum(1))).exp()), v=torch.randn(7, 4), a=torch.rand(7, 2)), r(3, 4), ways=("plain", "xnn", "f64", "bf16"))
add("guesses_and_doubt", "a guess and how far it may be off: bells around what is known", lambda: Do(lambda s, x: (lambda k: (k @ s.a, 1 - ((k @ s.i) * k).sum(1)))((lambda d: (1 + d * 3**0.5) * torch.exp(-d * 3**0.5))(torch.cdist(x, s.x))), x=torch.randn(6, 2), a=torch.randn(6), i=torch.eye(6) * 0.5), r(3, 2), ways=("plain", "f64"))

# --- what comes: series of measurements --------------------------------------------------------------------------------------

add("fuel", "fuel: what moves slowly and what is left, a line each", lambda: Do(lambda s, x: (lambda t: s.a(t) + s.b(x - t))(F.avg_pool1d(F.pad(x, (2, 2), mode="replicate"), 5, 1)), a=nn.Linear(12, 4), b=nn.Linear(12, 4)), r(2, 3, 12), ways=("plain", "xnn", "sq", "dq", "layers"))
add("turned_round", "each series a word, attention between series", lambda: Do(lambda s, x: (lambda m, d: (s.o(s.t(s.e(((x - m) / d).transpose(1, 2)))).transpose(1, 2) * d + m))(x.mean(1, keepdim=True), x.std(1, keepdim=True) + 1e-3), e=nn.Linear(10, 8), t=nn.TransformerEncoderLayer(8, 2, 12, 0.0, "gelu", batch_first=True), o=nn.Linear(8, 3)), r(2, 10, 4), ways=("plain", "xnn", "dq", "f16", "dqat"))
add("mixed_times", "layers over time and over series by turns", lambda: Do(lambda s, x: (lambda y: s.o((y + s.c(F.relu(s.b(s.m(y))))).transpose(1, 2)).transpose(1, 2))(x + F.relu(s.a(s.n(x).transpose(1, 2))).transpose(1, 2)), n=nn.LayerNorm((8, 3)), m=nn.LayerNorm((8, 3)), a=nn.Linear(8, 8), b=nn.Linear(3, 6), c=nn.Linear(6, 3), o=nn.Linear(8, 4)), r(2, 8, 3), ways=("plain", "xnn", "sq"))
add("folded_times", "a day as rows of a picture, by its strongest periods", lambda: Do(lambda s, x: sum(F.gelu(s.c(x.reshape(2, 1, 12 // p, p))).mean(1).flatten(1) for p in (2, 3, 6)) / 3 + x, c=nn.Conv2d(1, 4, 3, padding=1)), r(2, 12), ways=("plain", "xnn", "convs", "sq"))


class Chosen(nn.Module):
    """Columns that are chosen at each moment, gates, a recurrence, quantiles."""

    def __init__(self, n=6):
        super().__init__()
        self.e, self.w = nn.ModuleList(nn.Linear(1, n) for _ in range(3)), nn.Linear(3 * n, 3)
        self.a, self.b, self.g, self.n, self.l, self.q = nn.Linear(n, n), nn.Linear(n, n), nn.Linear(n, 2 * n), nn.LayerNorm(n), nn.LSTM(n, n, batch_first=True), nn.Linear(n, 3)

    def forward(self, x):
        e = torch.stack([f(x[..., i : i + 1]) for i, f in enumerate(self.e)], 2)
        w = self.w(e.flatten(2)).softmax(-1)
        y = (w[..., None] * e).sum(2)
        y = self.n(y + F.glu(self.g(self.b(F.elu(self.a(y)))), -1))
        y = self.q(self.l(y)[0][:, -2:])
        return torch.cat((y[..., :1], y[..., :1] + F.softplus(y[..., 1:]).cumsum(-1)), -1), w.mean(1)


add("arrivals_of_ships", "when ships arrive: columns chosen, quantiles", Chosen, r(2, 6, 3), ways=("plain", "xnn", "dq", "apart"))

class Drawn(nn.Module):
    """A recurrence that feeds itself what is drawn."""

    def __init__(self):
        super().__init__()
        self.g, self.o = nn.GRUCell(1, 6), nn.Linear(6, 2)

    def forward(self, x, z):
        h, out = torch.zeros(1, 6), []
        for i in range(3):
            h = self.g(x, h)
            m, d = self.o(h).chunk(2, 1)
            x = m + (F.softplus(d) + 1e-3) * z[:, i : i + 1]
            out.append(x)
        return torch.cat(out, 1)


add("level_of_tank", "a tank's level, drawn: a recurrence that feeds itself", Drawn, lambda: (torch.randn(1, 1), torch.randn(1, 3)), ways=("plain", "xnn", "dq"))

# --- courses -----------------------------------------------------------------------------------------------------------------


def closest(s, p, v):
    """How near other ships will come, and when."""
    dp, dv = p[1:] - p[:1], v[1:] - v[:1]
    t = (-(dp * dv).sum(1) / dv.square().sum(1).clamp(min=1e-6)).clamp(min=0)
    d = torch.hypot(*(dp + dv * t[:, None]).unbind(1))
    bearing = torch.rad2deg(torch.atan2(dp[:, 0], dp[:, 1])).remainder(360)
    return d, t, (d < 0.5) & (t < 12), bearing, torch.bucketize(bearing, s.edges)


add("collision", "how near other ships come, and when", lambda: Do(closest, edges=torch.tensor([5.0, 112.5, 247.5, 355])), lambda: (torch.randn(5, 2) * 4, torch.randn(5, 2)), ways=("plain", "f64", "xnn"))
add("great_circle", "the shortest way over a globe: length, first course, points between", lambda: Do(lambda s, a, b: (lambda p, q: (lambda d: (d * 3440.065, torch.atan2(torch.sin(b[:, 1] - a[:, 1]) * b[:, 0].cos(), a[:, 0].cos() * b[:, 0].sin() - a[:, 0].sin() * b[:, 0].cos() * torch.cos(b[:, 1] - a[:, 1])), F.normalize(torch.lerp(p[:, None], q[:, None], s.t[:, None]), dim=2)))(torch.acos((p * q).sum(1).clamp(-1, 1))))(*(torch.stack((x[:, 0].cos() * x[:, 1].cos(), x[:, 0].cos() * x[:, 1].sin(), x[:, 0].sin()), 1) for x in (a, b))), t=torch.linspace(0, 1, 5)), lambda: (torch.rand(2, 2), torch.rand(2, 2) + 0.5), ways=("plain", "f64"), tolerance=0.01)  # fmt: skip
add("sails", "how fast a boat sails: a table looked up between its rows and columns", lambda: Do(lambda s, w, a: (lambda i, j: (lambda u, v: (lambda t: (1 - u) * (1 - v) * t[i, j] + u * (1 - v) * t[i + 1, j] + (1 - u) * v * t[i, j + 1] + u * v * t[i + 1, j + 1])(s.t))((w / 4 - i).clamp(0, 1), (a / 30 - j).clamp(0, 1)))((w / 4).floor().long().clamp(0, 4), (a / 30).floor().long().clamp(0, 5)), t=torch.rand(6, 7) * 9), lambda: (torch.rand(4) * 22, torch.rand(4) * 180), ways=("plain", "xnn", "ext"))


def eliminated(s, a, b):
    """Loads of tanks so that a ship floats even: elimination without pivots."""
    m = torch.cat((a + 4 * torch.eye(4), b[:, None]), 1)
    for i in range(4):
        row = m[i] / m[i, i]
        m = torch.where(torch.arange(4)[:, None] == i, row, m - m[:, i : i + 1] * row)
    return m[:, 4]


add("trim", "loads so that a ship floats even", lambda: Do(eliminated), lambda: (torch.rand(4, 4), torch.rand(4)), ways=("plain", "xnn", "f64"))
add("false_echoes", "echoes over what is usual around them", lambda: Do(lambda s, x: (lambda n: (x > 2.5 * n, (x / (n + 1e-6)).amax((2, 3))))((F.avg_pool2d(F.pad(x, (3, 3, 3, 3), mode="circular"), 7, 1) * 49 - F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode="circular"), 3, 1) * 9) / 40)), lambda: (torch.rand(1, 1, 10, 10),), ways=("plain", "xnn", "overlap"), tolerance=0.01)


def sixbit(s, b):
    """Six bits a letter: a kind, a number, a place with a sign."""
    bits = ((b[:, None] >> s.shift) & 1).flatten()
    number = (bits[8:38].to(torch.int64) << torch.arange(29, -1, -1)).sum(0, keepdim=True)
    place = (bits[38:66].to(torch.int64) << torch.arange(27, -1, -1)).sum(0, keepdim=True)
    place = torch.where(place >= 1 << 27, place - (1 << 28), place)
    return bits[:6].sum(0, keepdim=True), number, place.double() / 600000


add("who_is_there", "letters of six bits to a number and a place", lambda: Do(sixbit, shift=torch.arange(5, -1, -1, dtype=torch.uint8).to(torch.int32)), lambda: (torch.randint(0, 64, (12,), dtype=torch.int32),))


class Gyro(nn.Module):
    """Course, rate and bias of a compass: a filter that is made linear where it stands; kept between calls."""

    def __init__(self):
        super().__init__()
        self.register_buffer("x", torch.zeros(3, 1))
        self.register_buffer("p", torch.eye(3))
        self.register_buffer("f", torch.tensor([[1.0, 0.1, 0], [0, 1, 0], [0, 0, 1]]))

    def forward(self, z):
        x = self.f @ self.x
        p = self.f @ self.p @ self.f.T + 0.01 * torch.eye(3)
        h = torch.cat((-x[:1].sin(), torch.zeros(1, 1), torch.ones(1, 1)), 1)
        k = p @ h.T / (h @ p @ h.T + 0.1)
        x = x + k * (z - x[:1].cos() - x[2:])
        self.x.copy_(x)
        self.p.copy_(p - k @ h @ p)
        return x[:, 0], self.p.diagonal().clone()


add("gyro", "a course from a compass and a rate, kept", Gyro, *(r(1, 1) for _ in range(3)), ways=("plain", "xnn", "f64", "inplace"))
add("waves_of_sea", "a sea's spectrum to heights of waves", lambda: Do(lambda s, h, t, p: (lambda w: (lambda a: (a, 4 * (a.square().sum(1) / 2).sqrt(), (a[:, None] * torch.cos(s.w * s.x[:, None] + p[:, None])).sum(2)))((2 * w * 0.1).sqrt()))(0.3 * h[:, None] ** 2 * (6.28 / t[:, None]) ** 4 / s.w**5 * (-1.25 * (6.28 / t[:, None] / s.w) ** 4).exp()), w=torch.linspace(0.3, 2, 8), x=torch.arange(5.0)), lambda: (torch.rand(2) * 3 + 1, torch.rand(2) * 4 + 5, torch.rand(2, 8) * 6), ways=("plain", "xnn", "f64"), tolerance=0.01)  # fmt: skip

# --- control flow, sizes that only the caller knows --------------------------------------------------------------------------


def sizes(**arguments):
    """Named sizes of arguments of `forward(*args)`: dimension -> (name, largest)."""
    dims = {}

    def dim(name, high):
        return dims.setdefault(name, torch.export.Dim(name, min=1, max=high))

    return lambda: (tuple({i: dim(*d) for i, d in argument.items()} or None for argument in arguments.values()),)


def each(f, *xs):
    """The operator that calls a function for each row; where it lives changed."""
    try:
        from functorch.experimental.control_flow import map as every
    except ImportError:
        from torch._higher_order_ops.map import map as every
    return every(f, *xs)


class Early(nn.Module):
    """A second half only where the first is not sure."""

    def __init__(self):
        super().__init__()
        self.a, self.b, self.c, self.o = nn.Linear(6, 8), nn.Linear(8, 3), nn.Linear(8, 8), nn.Linear(8, 3)

    def forward(self, x, limit):
        h = F.relu(self.a(x))
        p = self.b(h).softmax(1)
        return torch.cond((p.amax() > limit).reshape(()), lambda h, p: (p, p.argmax(1)), lambda h, p: ((lambda q: (q, q.argmax(1)))(self.o(F.relu(self.c(h))).softmax(1))), (h, p))


add("early", "a second half only where the first is not sure", Early, lambda: (torch.randn(1, 6), torch.tensor([0.99])), lambda: (torch.randn(1, 6), torch.tensor([0.1])), ways=("plain", "xnn", "naive", "traced"))


class Pumps(nn.Module):
    """What is done with each tank: a branch for each of them."""

    def forward(self, level, limit):
        def one(x, y):
            return torch.cond((x.sum() > 0.5).reshape(()), lambda x, y: (x - y).clamp(min=0), lambda x, y: x + y * 0.1, (x, y))

        return each(one, level, limit)


add("pumps", "a branch for each tank", Pumps, lambda: (torch.rand(4, 2), torch.rand(2)), lambda: (torch.zeros(4, 2), torch.rand(2)), ways=("plain", "overlap"))


class Anchor(nn.Module):
    """Chain is let out until it holds."""

    def forward(self, length, pull):
        from torch._higher_order_ops.while_loop import while_loop

        return while_loop(lambda x, p, n: (p > x * 2).any(), lambda x, p, n: (x * 1.5, p * 0.95, n + 1), (length, pull, torch.zeros(1, dtype=torch.int64)))


add("anchor", "chain is let out until it holds", Anchor, lambda: (torch.ones(1), torch.tensor([9.0])), lambda: (torch.ones(1), torch.tensor([1.0])))
add("decks", "a layer of its own for each deck, what all share", lambda: Do(lambda s, x: each(lambda x, w, b: F.layer_norm(F.gelu(x @ w + b), (5,)), x, s.w, s.b), w=torch.randn(4, 5), b=torch.randn(5)), r(3, 2, 4), ways=("plain", "xnn", "caller"))


class Watch(nn.Module):
    """A recurrence as a loop over what came, by the operator for it."""

    def __init__(self):
        super().__init__()
        self.w, self.u = nn.Parameter(torch.randn(3, 4) / 2), nn.Parameter(torch.randn(4, 4) / 2)

    def forward(self, h, x):
        from torch._higher_order_ops.scan import scan

        return scan(lambda h, x: ((lambda z: (z, z * 2))(torch.tanh(x @ self.w + h @ self.u))), h, x)


add("watches", "a recurrence as a loop", Watch, lambda: (torch.zeros(2, 4), torch.randn(5, 2, 3)))
add("as_many_ships", "as many ships as there are, each looks at all", lambda: Do(lambda s, x: s.o(F.scaled_dot_product_attention(s.q(x), s.k(x), s.v(x)).amax(1)), q=nn.Linear(4, 8), k=nn.Linear(4, 8), v=nn.Linear(4, 8), o=nn.Linear(8, 2)), r(1, 5, 4), r(1, 2, 4), r(1, 9, 4), ways=("plain", "xnn", "dq", "layers"), dynamic=sizes(x={1: ("ships", 12)}))
add("long_listening", "any length of sound: strides, gates, a mean", lambda: Do(lambda s, x: s.o(F.glu(s.b(F.relu(s.a(x))), 1).mean(2)), a=nn.Conv1d(1, 6, 5, 2), b=nn.Conv1d(6, 12, 3), o=nn.Linear(6, 2)), r(1, 1, 30), r(1, 1, 47), ways=("plain", "xnn", "sq"), dynamic=sizes(x={2: ("length", 64)}))
add("any_chart", "a chart of any size, to half of it and back", lambda: Do(lambda s, x: s.b(F.interpolate(F.relu(s.a(x)), scale_factor=2.0, mode="nearest")), a=conv(2, 6, 3, 2), b=nn.Conv2d(6, 2, 3, padding=1)), r(1, 2, 8, 8), r(1, 2, 8, 8), ways=("plain", "xnn"), dynamic=lambda: (({2: 2 * torch.export.Dim("half_high", min=2, max=8), 3: 2 * torch.export.Dim("half_wide", min=2, max=8)},),))
add("grown", "what was said and one more: the application keeps the past, which grows", lambda: Do(lambda s, x, k, v: (lambda q, a, b: (lambda k, v: (s.o(F.scaled_dot_product_attention(q, k, v)), k, v))(torch.cat((k, a), 1), torch.cat((v, b), 1)))(*s.q(x).chunk(3, -1)), q=nn.Linear(6, 18), o=nn.Linear(6, 6)), lambda: (torch.randn(1, 1, 6), torch.randn(1, 3, 6), torch.randn(1, 3, 6)), lambda: (torch.randn(1, 1, 6), torch.randn(1, 7, 6), torch.randn(1, 7, 6)), ways=("plain", "xnn", "dq"), dynamic=sizes(x={}, k={1: ("past", 15)}, v={1: ("past", 15)}))  # fmt: skip
add("over_limits", "which measurements are over a limit: as many as there are", lambda: Do(lambda s, x: (lambda i: (i, x[i[:, 0], i[:, 1]] * s.k))(torch.nonzero(x > 0.8)), k=torch.tensor([2.0])), r(4, 4), r(4, 4))

# --- several methods, tests, states ------------------------------------------------------------------------------------------


class Dialogue(nn.Module):
    """A question at once, then an answer word by word: what is kept is each method's own or both methods'."""

    def __init__(self, n=8, length=6):
        super().__init__()
        self.e, self.q, self.o = nn.Embedding(20, n), nn.Linear(n, 3 * n), nn.Linear(n, 20)
        self.register_buffer("kv", torch.zeros(2, length, n))
        self.register_buffer("place", torch.arange(length))

    def forward(self, ids, at):
        q, k, v = self.q(self.e(ids)).chunk(3, -1)
        self.kv.index_copy_(1, at, torch.stack((k, v)))
        score = (q @ self.kv[0].T).masked_fill(self.place > at[:, None], float("-inf"))
        return self.o(score.softmax(-1) @ self.kv[1])


def dialogue(name, **options):
    def spec():
        module = Dialogue().eval().requires_grad_(False)
        many, one = (torch.tensor([3, 5, 7]), torch.tensor([0, 1, 2])), (torch.tensor([9]), torch.tensor([0]))
        return Spec(f"a question at once, an answer word by word ({name})", {"ask": (module, [many]), "answer": (module, [one])}, **{"edge": {"_check_ir_validity": False}, **options})

    models.MODELS[name] = spec


dialogue("dialogue", constants={"longest": 6, "end": [0, 1], "name": "mate"})
dialogue("dialogue_shared", config={"memory_planning_pass": unseen_rigging.planned(share_mutable_buffers=True)})
dialogue("dialogue_named", config={"emit_mutable_buffer_names": True})
dialogue("dialogue_bundle", bundle=True)
dialogue("dialogue_traced", config={"emit_stacktrace": True})
dialogue("xnn_dialogue_xnn", xnnpack={})
dialogue("xnn_dialogue_dq", xnnpack={}, quantize="dynamic", tolerance=0.5)
dialogue("xnn_dialogue_layers", xnnpack={}, quantize=unseen_rigging.layers_only, tolerance=0.5)
dialogue("dialogue_vk", delegates=(vulkan,))
add("log_of_ship", "a mean that is kept, from a value that is not zero", lambda: Do(lambda s, x: s.kept.mul_(0.9).add_(x * 0.1) * 2, kept=torch.arange(4.0)), r(4), r(4), ways=("plain", "xnn"), initialized=("kept",))
add("helm", "a helm: layers that are tested in the file", lambda: Do(lambda s, x: s.b(F.leaky_relu(s.a(x))).tanh(), a=nn.Linear(5, 8), b=nn.Linear(8, 2)), r(2, 5), r(2, 5), ways=("plain", "bundle", "xnn", "dq", "dq4", "dqat", "xstatic", "xdynamic", "sq6", "vk", "vkw", "apart", "ext", "xext", "wide", "xwide", "a8w8"))

# --- operators of libraries --------------------------------------------------------------------------------------------------


def declared(what):
    """What calls look-ups of words in bytes, after these are declared."""
    import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401

    return what


class Library(nn.Module):
    """A decoder whose cache and attention are the library's, all heads their own; weights of layers as they are."""

    def __init__(self, n=16, length=8):
        super().__init__()
        self.e, self.q, self.o, self.n = nn.Embedding(30, n), nn.Linear(n, 3 * n, False), nn.Linear(n, 30), nn.RMSNorm(n)
        self.register_buffer("k", torch.zeros(1, length, 2, 8))
        self.register_buffer("v", torch.zeros(1, length, 2, 8))

    def forward(self, ids, at):
        x = self.e(ids)
        q, k, v = self.q(self.n(x)).unflatten(-1, (3, 2, 8)).unbind(2)
        start = at[0].item()
        torch._check_is_size(start)
        torch._check(start + ids.shape[1] <= 8)
        y = torch.ops.llama.sdpa_with_kv_cache(q, k, v, self.k, self.v, start, ids.shape[1], None, 0.0, True, None)
        return self.o(x + y.flatten(2))


add("library_mate", "a decoder whose cache and attention are the library's", Library, *(lambda i=i: (torch.tensor([[i + 5]]), torch.tensor([i])) for i in range(3)), ways=("plain", "xnn", "dq", "both"), libraries=("custom_ops",))
add("library_turned", "a transform of a library between layers", lambda: Do(lambda s, x: s.b(torch.ops.llama.fast_hadamard_transform(F.silu(s.a(x)))), a=nn.Linear(6, 16), b=nn.Linear(16, 3)), r(2, 6), ways=("plain", "xnn", "dq4"), libraries=("custom_ops",))
add("library_rows", "rows to bytes with a scale each, and a product, by the library", lambda: Do(lambda s, x: (lambda o: o.dequantize_per_channel(o.quantize_per_channel(x, s.s, s.z, 0, -128, 127, torch.int8), s.s, s.z, 0, -128, 127, torch.int8) @ s.w)(torch.ops.quantized_decomposed), s=torch.rand(3, dtype=torch.float64) / 20 + 0.02, z=torch.tensor([3, 0, -5]), w=torch.randn(6, 2)), r(3, 6), ways=("plain", "xnn"), libraries=("quantized",), tolerance=0.3)
add("library_channels", "weights in bytes by channels, made large by the library", lambda: Do(lambda s, x: F.conv1d(x, torch.ops.quantized_decomposed.dequantize_per_channel(s.w, s.s, s.z, 0, -127, 127, torch.int8)), w=torch.randint(-127, 127, (4, 3, 3), dtype=torch.int8), s=torch.rand(4, dtype=torch.float64) / 50, z=torch.zeros(4, dtype=torch.int64)), r(1, 3, 8), ways=("plain", "xnn"), libraries=("quantized",))
add("library_halves", "words of bytes to half a float, by the library", lambda: declared(Do)(lambda s, i: torch.ops.quantized_decomposed.embedding_byte.dtype(s.w, s.s, None, -128, 127, i, dtype=torch.float16) * 2, w=torch.randint(-127, 127, (9, 6), dtype=torch.int8), s=(torch.rand(9, 1) / 40).half()), lambda: (ints(9, 2, 3),), libraries=("quantized",), tolerance=0.05)
