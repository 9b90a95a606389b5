"""More models for the set 2026-11-instruments: graphs, tables, games, physics, codes, control flow, dtypes, indices, programs of several methods, libraries."""

import models
import torch
from models import Spec
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, conv, r, vulkan
from unseen_ways import lenient as add

LENIENT = {"edge": {"_check_ir_validity": False}}

# --- graphs, tables ----------------------------------------------------------------------------------------------------------


class Attentive(nn.Module):
    """Edges that are weighed: a softmax over those that end at one node."""

    def __init__(self):
        super().__init__()
        self.l, self.a, self.b = nn.Linear(5, 6), nn.Linear(6, 1), nn.Linear(6, 1)

    def forward(self, x, e):
        h = self.l(x)
        w = F.leaky_relu(self.a(h)[e[0]] + self.b(h)[e[1]], 0.2).clamp(max=20).exp()
        total = torch.zeros(4, 1).index_put((e[1],), w, accumulate=True)
        return F.elu(torch.zeros(4, 6).index_put((e[1],), w / total[e[1]] * h[e[0]], accumulate=True))


EDGES = torch.tensor([[0, 1, 2, 3, 1, 2], [1, 2, 3, 0, 0, 1]])
add("edges", "edges that are weighed", Attentive, lambda: (torch.randn(4, 5), EDGES), ways=("plain", "xnn"))
add("ways", "shortest ways", lambda: Do(lambda s, w: (lambda f: f(f(w)))(lambda d: torch.minimum(d, (d[:, :, None] + d[None]).amin(1)))), lambda: (torch.rand(5, 5) * 9,), ways=("plain", "xnn"))
add("pages", "which page is linked to most", lambda: Do(lambda s, a: (lambda m: (lambda f: f(f(f(torch.full((6, 1), 1 / 6)))))(lambda p: 0.85 * m @ p + 0.025))(a / a.sum(0, keepdim=True).clamp(min=1))), lambda: ((torch.rand(6, 6) > 0.5).float(),), ways=("plain", "xnn"))
add("molecule", "a sum over neighbours, a network, a sum over each graph", lambda: Do(lambda s, x, a, g: s.o(torch.zeros(2, 6).index_add(0, g, s.m((1 + s.e) * x + a @ x))), e=nn.Parameter(torch.zeros(1)).data, m=nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.ReLU(), nn.Linear(6, 6)), o=nn.Linear(6, 2)),
    lambda: (torch.randn(5, 4), (torch.rand(5, 5) > 0.5).float(), torch.tensor([0, 0, 1, 1, 1])), ways=("plain", "xnn", "dq"))  # fmt: skip


def sparse(z):
    top = z.sort(-1, descending=True).values
    total = top.cumsum(-1) - 1
    n = ((top * torch.arange(1, 7)) > total).sum(-1, keepdim=True)
    return (z - total.gather(-1, n - 1) / n).clamp(min=0)


add("columns", "columns chosen step by step, most not at all", lambda: Do(lambda s, x: (lambda m: (m, s.o(F.glu(s.l(m * x)))))(sparse(s.a(x))), a=nn.Linear(6, 6), l=nn.Linear(6, 8), o=nn.Linear(4, 2)), r(3, 6), ways=("plain", "xnn", "sq"))
add("cells", "each column a word, attention between columns", lambda: Do(lambda s, x, k: s.o(s.t(torch.cat((s.c.expand(2, 1, 8), x[..., None] * s.w + s.b, s.e(k + s.p)), 1))[:, 0]), c=torch.randn(1, 1, 8), w=torch.randn(3, 8), b=torch.randn(3, 8), e=nn.Embedding(12, 8), p=torch.tensor([0, 5]), t=nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, norm_first=True, activation=F.silu), o=nn.Linear(8, 1)),
    lambda: (torch.randn(2, 3), torch.randint(0, 5, (2, 2))), ways=("plain", "xnn", "dq"))  # fmt: skip


def splines(s, x):
    x = x[..., None]
    g = torch.linspace(-2, 2, 9)
    b = ((x >= g[:-1]) & (x < g[1:])).to(x.dtype)
    for k in range(1, 3):
        b = (x - g[: -k - 1]) / (g[k:-1] - g[: -k - 1]) * b[..., :-1] + (g[k + 1 :] - x) / (g[k + 1 :] - g[1:-k]) * b[..., 1:]
    return F.silu(x[..., 0]) @ s.w + b.flatten(1) @ s.v


add("splines", "functions that are learned, in pieces", lambda: Do(splines, w=torch.randn(4, 3), v=torch.randn(24, 3)), r(2, 4), ways=("plain", "xnn"))
add("crosses", "products of pairs: a square of sums less a sum of squares", lambda: Do(lambda s, i: (s.w(i).sum(1) + 0.5 * (s.e(i).sum(1).pow(2) - s.e(i).pow(2).sum(1)).sum(1, keepdim=True)).sigmoid(), w=nn.Embedding(30, 1), e=nn.Embedding(30, 4)), lambda: (torch.randint(0, 30, (3, 4)),), ways=("plain", "xnn", "dq"))


def rational(s, x):
    w = s.w.softmax(0) * 6
    edge = F.pad(w.cumsum(0), (1, 0)) - 3
    h = F.pad((s.h.softmax(0) * 6).cumsum(0), (1, 0)) - 3
    i = ((x[..., None] >= edge[1:-1]).sum(-1)).clamp(0, 4)
    t = (x - edge[i]) / w[i]
    rise = h[i + 1] - h[i]
    slope, a, b = rise / w[i], F.softplus(s.d)[i], F.softplus(s.d)[i + 1]
    q = rise * (slope * t**2 + a * t * (1 - t)) / (slope + (a + b - 2 * slope) * t * (1 - t))
    return torch.where(x.abs() < 3, h[i] + q, x)


add("knots", "a curve that can be turned round, between knots", lambda: Do(rational, w=torch.randn(5), h=torch.randn(5), d=torch.randn(6)), r(3, 4))

# --- games -------------------------------------------------------------------------------------------------------------------

add("go", "a move on a board of stones, none where it is not allowed", lambda: Do(lambda s, x, ok: (lambda y, g: (F.softmax(torch.cat((s.p(y + s.g(g)[:, :, None, None]).flatten(1), s.q(g)), 1).masked_fill(~ok, float("-inf")), 1), s.v(g).tanh()))(*(lambda y: (y, torch.cat((y.mean((2, 3)), y.amax((2, 3))), 1)))(F.relu(s.a(x)))), a=nn.Conv2d(5, 6, 3, padding=1), p=nn.Conv2d(6, 1, 1), g=nn.Linear(12, 6), q=nn.Linear(12, 1), v=nn.Linear(12, 1)),
    lambda: (torch.randn(1, 5, 5, 5), torch.rand(1, 26) > 0.3), ways=("plain", "xnn", "sq"))  # fmt: skip
add("search", "which branch of a search is next", lambda: Do(lambda s, n, w, p: (lambda u: (u.argmax(1), u.amax(1)))(torch.where(n > 0, w / n.clamp(min=1), 0.0) + 1.5 * p * n.sum(1, keepdim=True).sqrt() / (1 + n))), lambda: (torch.randint(0, 9, (3, 6)).float(), torch.randn(3, 6), torch.rand(3, 6).softmax(1)), ways=("plain", "xnn"))
add("four", "whether four are in a row", lambda: Do(lambda s, b: (F.conv2d(b, s.k, padding=3) == 4).flatten(1).any(1), k=torch.stack([F.pad(k, (0, 4 - k.shape[1], 0, 4 - k.shape[0])) for k in (torch.ones(1, 4), torch.ones(4, 1), torch.eye(4), torch.eye(4).flip(1))])[:, None]), lambda: ((torch.rand(2, 1, 6, 7) > 0.4).float(),), ways=("plain", "xnn"))
add("hand", "what a hand of cards is worth", lambda: Do(lambda s, c: (lambda n, f: torch.stack((n[:, 0], n[:, 1], f.long(), ((c % 13).sort(1).values.diff(dim=1) == 1).all(1).long()), 1))((c % 13).unsqueeze(2).eq(torch.arange(13)).sum(1).sort(1, descending=True).values, (c // 13).eq(c[:, :1] // 13).all(1))), lambda: (torch.randint(0, 52, (4, 5)),))
add("squares", "what may stand in each cell", lambda: Do(lambda s, g: (lambda h: ((h.sum(1, keepdim=True) + h.sum(0, keepdim=True) + h.view(2, 2, 2, 2, 4).sum((1, 3), keepdim=True).expand(2, 2, 2, 2, 4).reshape(4, 4, 4)) == 0) & (g == 0)[..., None])(F.one_hot(g, 5)[..., 1:])), lambda: (torch.randint(0, 5, (4, 4)),))
add("best_answer", "the best move, and the best answer to it", lambda: Do(lambda s, v: (lambda w: (w.amax(1), w.argmax(1, keepdim=True)))(v.view(2, 3, 4).amin(2))), r(2, 12), ways=("plain", "xnn"))

# --- physics, codes ----------------------------------------------------------------------------------------------------------


class Waves(nn.Module):
    """Fields at half steps; both are kept."""

    def __init__(self):
        super().__init__()
        self.register_buffer("e", torch.zeros(12))
        self.register_buffer("h", torch.zeros(11))

    def forward(self, source):
        self.h.add_(0.5 * (self.e[1:] - self.e[:-1]))
        self.e[1:-1] += 0.5 * (self.h[1:] - self.h[:-1])
        self.e[3:4] += source
        return self.e + 0, (self.e**2).sum(0, keepdim=True)


add("fields", "fields at half steps", Waves, *(lambda: (torch.randn(1),) for _ in range(3)), ways=("plain", "xnn", "named"))
add("spins", "spins of a magnet, every other turned", lambda: Do(lambda s, x, u: torch.where((u < torch.sigmoid(-1.6 * x * (x.roll(1, 0) + x.roll(-1, 0) + x.roll(1, 1) + x.roll(-1, 1)))) & s.m, -x, x), m=(torch.arange(6)[:, None] + torch.arange(6)) % 2 == 0), lambda: ((torch.rand(6, 6) > 0.5).float() * 2 - 1, torch.rand(6, 6)))
add("orbit", "an angle of an orbit", lambda: Do(lambda s, m, e: (lambda f: f(f(f(m + e * m.sin()))))(lambda x: x - (x - e * x.sin() - m) / (1 - e * x.cos()))), lambda: (torch.rand(4) * 6, torch.rand(4) * 0.5), ways=("plain", "f64", "xnn"))
add("parity", "bits that check each other: a step of decoding", lambda: Do(lambda s, x: (lambda g: (g, torch.where(g < 0, 1, 0).to(torch.uint8)))(x + (lambda m: (torch.zeros(1, 7).index_add(1, s.i.flatten(), m.flatten(1))))((lambda v: v.sign().prod(2, keepdim=True) * v.sign() * torch.where(v.abs() == v.abs().amin(2, keepdim=True), v.abs().topk(2, 2, largest=False).values[..., 1:], v.abs().amin(2, keepdim=True)))(x[:, s.i]))), i=torch.tensor([[0, 1, 2, 4], [0, 1, 3, 5], [0, 2, 3, 6]])), r(1, 7))
add("dice", "numbers by chance, from bits that are shifted", lambda: Do(lambda s, x: (lambda f: f(f(x)))(lambda x: (lambda a: (lambda b: b ^ (b << 5))(a ^ (a >> 17)))(x ^ (x << 13)) & 0x7FFFFFFF)), lambda: (torch.randint(1, 1 << 30, (4,)),))
add("beamformer", "sound from one side: weights, complex, as pairs", lambda: Do(lambda s, x: (lambda a, b: (a, b, a * a + b * b))(x[..., 0] @ s.c - x[..., 1] @ s.s, x[..., 0] @ s.s + x[..., 1] @ s.c), c=torch.randn(4, 6), s=torch.randn(4, 6)), r(2, 4, 2), ways=("plain", "xnn", "f16", "vk"))

# --- control flow, sizes that vary -------------------------------------------------------------------------------------------


def sizes(**named):
    return lambda: (tuple({d: torch.export.Dim(name, min=2, max=most) for d, (name, most) in of.items()} for of in named.values()),)


def scanned(*parts):
    from torch._higher_order_ops.scan import scan

    return scan(*parts)


class Gear(nn.Module):
    """A branch that has two layers, and one that calls another branch."""

    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = nn.Linear(4, 4), nn.Linear(4, 4), nn.Conv1d(1, 1, 3, padding=1)

    def forward(self, x, n):
        def high(x, n):
            return self.a(x).relu()

        def low(x, n):
            return torch.cond((n > 1).reshape(()), lambda x: self.b(x), lambda x: self.c(x[:, None])[:, 0], (x,))

        return torch.cond((n > 2).reshape(()), high, low, (x, n)) * 2


add("gear", "branches in a branch", Gear, *(lambda i=i: (torch.randn(2, 4), torch.tensor([i])) for i in (3, 2, 1)), ways=("plain", "xnn"))
add("along", "a state along a line of measurements", lambda: Do(lambda s, a, x: scanned(lambda h, x: ((0.9 * h + x @ s.w).tanh(), (h * x).sum(0, keepdim=True)), a, x), w=torch.randn(3, 3)), lambda: (torch.randn(3), torch.randn(4, 3)))
add("each", "a layer for each frame, and what stays the same", lambda: Do(lambda s, x, y: torch._higher_order_ops.map(lambda f, w: (f @ w).tanh().cumsum(0), x, y)), lambda: (torch.randn(3, 2, 4), torch.randn(4, 5)))
add("any_picture", "a picture of any size", lambda: Do(lambda s, x: s.o(F.max_pool2d(s.a(x), 3, 1, 1).mean((2, 3))), a=conv(3, 6), o=nn.Linear(6, 3)), r(1, 3, 8, 8), r(1, 3, 12, 10), ways=("plain", "xnn", "dq"), dynamic=sizes(x={2: ("high", 16), 3: ("wide", 16)}))
add("any_length", "attention over any length, any number of them", lambda: Do(lambda s, x: s.o(F.scaled_dot_product_attention(*(t.unflatten(-1, (2, 4)).transpose(1, 2) for t in s.q(x).chunk(3, -1)), is_causal=True).transpose(1, 2).flatten(2)), q=nn.Linear(8, 24), o=nn.Linear(8, 8)), r(2, 5, 8), r(3, 9, 8), ways=("plain", "xnn", "dq"), dynamic=sizes(x={0: ("batch", 4), 1: ("length", 12)}))
add("marked", "those that are marked: as many as there are", lambda: Do(lambda s, x: (lambda y: (y, y.sum(0, keepdim=True)))(torch.masked_select(x, x > 0.3))), r(3, 5))
add("numbered", "places of any number of words, lengths doubled", lambda: Do(lambda s, x: torch.cat((x, x.flip(0)), 0) + torch.arange(2 * x.shape[0]).unsqueeze(1) / x.shape[0]), r(3, 2), r(6, 2), dynamic=sizes(x={0: ("n", 8)}))


class Prefix(nn.Module):
    """A part of what is kept, as long as was said."""

    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.zeros(8, 4))

    def forward(self, x, at):
        start = at.item()
        torch._check_is_size(start)
        torch._check(start < 8)
        self.kept.narrow(0, start, 1).copy_(x)
        return self.kept.narrow(0, 0, start + 1).sum(0)


add("prefix", "a part of what is kept, as long as was said", Prefix, *(lambda i=i: (torch.randn(1, 4), torch.tensor([i])) for i in range(3)))

# --- dtypes, indices, reductions ---------------------------------------------------------------------------------------------

add("gates", "a circuit: bits and their sums", lambda: Do(lambda s, a, b, c: ((a ^ b) ^ c, (a & b) | (c & (a ^ b)), ~a, torch.logical_not(b).any(0, keepdim=True), (a | b).all(0, keepdim=True))), lambda: tuple(torch.rand(6) > 0.5 for _ in range(3)))
add("tiny_numbers", "numbers of 8 bits: sums, halves, the larger", lambda: Do(lambda s, a, b: (a + b, torch.maximum(a, b), a.to(torch.int16) * b.to(torch.int16), torch.div(a, 3, rounding_mode="floor"), a.abs(), -b, a.clamp(-5, 5), a.sum(0))), lambda: tuple(torch.randint(-60, 60, (2, 5), dtype=torch.int8) for _ in range(2)))
add("picture_bytes", "a picture of bytes: its brightest, its histogram, its negative", lambda: Do(lambda s, x: (255 - x, x.amax((1, 2)), (x.flatten()[:, None].long() // 64 == torch.arange(4)).sum(0, dtype=torch.int32), x.flip(2), (x > 127).to(torch.uint8) * 255)), lambda: (torch.randint(0, 256, (1, 4, 5), dtype=torch.uint8),))
add("many_types", "numbers of many types in one", lambda: Do(lambda s, a, b, c, d: (a + c, b * d, a / b, torch.where(c > 0, d, 0.5), torch.cat((a.float(), d), 0), (b == a).to(torch.float64), d.to(torch.float16).float())), lambda: (torch.randint(1, 9, (4,), dtype=torch.int32), torch.randint(1, 9, (4,), dtype=torch.int16), torch.randn(4, dtype=torch.float64), torch.randn(4)))
add("large_and_small", "whole numbers of 64 bits beside bytes", lambda: Do(lambda s, a, b: (a * 1000003 + b, torch.remainder(a, -7), torch.fmod(a, 7), a // b.clamp(min=1), torch.bitwise_not(a), a.eq(b).sum(0, keepdim=True))), lambda: (torch.randint(-(10**12), 10**12, (5,)), torch.randint(0, 9, (5,), dtype=torch.uint8)))
add("picks", "elements by patterns of places", lambda: Do(lambda s, x, i, j: (x[:, i], x[i[:, None], :, j], x[..., j], x[1:, ::2, -1], x[:, None, i % 2], torch.take_along_dim(x, j.view(1, 1, 3).expand(3, 4, 3), 2))), lambda: (torch.randn(3, 4, 5), torch.tensor([2, 0]), torch.tensor([4, 1, 3])))
add("puts", "elements put in places", lambda: Do(lambda s, x, i, v: (x.index_fill(0, i, 2.0), x.index_add(1, i, v), x.index_copy(1, i, v), x.slice_scatter(v[:, :1], 1, 0, 1), x.select_scatter(v[:, 0], 1, 2), x.masked_scatter(x > 0, v.repeat(1, 3)), x.diagonal_scatter(v[:, 1]))), lambda: (torch.randn(4, 4), torch.tensor([1, 3]), torch.randn(4, 2)))
add("scattered", "sums, products, the largest of what falls together", lambda: Do(lambda s, x, i: (torch.zeros(3, 4).scatter_add(0, i, x), torch.ones(3, 4).scatter_reduce(0, i, x, "prod"), torch.zeros(3, 4).scatter_reduce(0, i, x, "amax"), torch.zeros(3, 4).scatter(0, i[:1], 1.5))), lambda: (torch.randn(5, 4), torch.randint(0, 3, (5, 4))))
add("turned", "turned, tiled, crossed", lambda: Do(lambda s, x, y: (torch.rot90(x), x.roll((1, -1), (0, 1)), torch.tile(x, (2, 1)), torch.kron(x, y), x.flip((0, 1)), torch.cartesian_prod(x[0], y[0]), torch.block_diag(x, y), x.movedim(0, 1).reshape(-1))), lambda: (torch.randn(2, 3), torch.randn(2, 2)))
add("triangles", "triangles, diagonals, strides", lambda: Do(lambda s, x: (x.tril(-1), x.triu(1), x.diagonal(1), torch.diag_embed(x[0]), x.as_strided((2, 3), (5, 1), 1), x.trace().reshape(1), torch.outer(x[0], x[1]), x.unfold(0, 2, 1))), r(4, 4))
add("sums", "sums and their kin", lambda: Do(lambda s, x: (*torch.std_mean(x, 1), x.var(0, correction=0), x.logsumexp(1), x.norm(1, 1), torch.linalg.vector_norm(x, float("inf"), 1), x.prod(1), x.cumprod(1), torch.count_nonzero(x > 0, 1), *torch.aminmax(x, dim=1), x.nansum(1), x.mean((0, 1), keepdim=True))), r(3, 4), ways=("plain", "xnn"))
add("parts", "functions of parts: remainders, fractions, signs", lambda: Do(lambda s, x, y: (torch.fmod(x, y), torch.remainder(x, y), x.frac(), torch.copysign(x, y), x.heaviside(y), torch.lerp(x, y, 0.3), torch.addcmul(x, x, y, value=2), torch.addcdiv(x, x, y.abs() + 1), x.signbit(), torch.logaddexp(x, y), torch.deg2rad(x))), lambda: (torch.randn(2, 4), torch.randn(2, 4) + 0.2), ways=("plain", "xnn"))
add("curves", "curves: exponents, logarithms, hyperbolas", lambda: Do(lambda s, x: (x.exp2(), (x.abs() + 0.1).log2(), x.expm1(), x.abs().log1p(), x.sinc(), x.asinh(), x.tanh().atanh(), x.cosh(), x.tan(), x.sigmoid().logit(), torch.xlogy(x, x.abs() + 1), x.erfc(), x.tanh().asin(), x.reciprocal())), r(2, 4), ways=("plain", "xnn", "f16", "bf16"))
add("thresholds", "what is cut, shrunk, made steep", lambda: Do(lambda s, x: (F.hardshrink(x), F.softshrink(x), F.tanhshrink(x), F.threshold(x, 0.1, -1.0), F.hardtanh(x, -0.5, 0.7), F.hardsigmoid(x), F.relu6(x * 5), F.softmin(x, 1), F.glu(x, 0))), r(4, 4), ways=("plain", "xnn"))
add("products_of_many", "products of tensors, by letters", lambda: Do(lambda s, a, b, c: (torch.einsum("bij,bjk->bik", a, b), torch.einsum("bij,bij->b", a, a), torch.tensordot(a, c, 1), torch.baddbmm(b[:, :, :3].mean() + torch.zeros(2, 3, 5, dtype=a.dtype), a, b), torch.addmm(c[:3], a[0], c, beta=0.5, alpha=2.0), torch.mv(c, c[0]), torch.dot(c[0], c[1]).reshape(1), a[0] @ c @ c.T)), lambda: (torch.randn(2, 3, 4), torch.randn(2, 4, 5), torch.randn(4, 4)), ways=("plain", "xnn", "f16"))
add("losses", "how far from what should be", lambda: Do(lambda s, x, y, k: (F.mse_loss(x, y), F.smooth_l1_loss(x, y), F.cross_entropy(x, k), F.binary_cross_entropy_with_logits(x, y.sigmoid(), reduction="none"), F.kl_div(x.log_softmax(1), y.softmax(1), reduction="batchmean"), F.cosine_similarity(x, y), F.pairwise_distance(x, y), F.huber_loss(x, y, reduction="sum"))), lambda: (torch.randn(3, 4), torch.randn(3, 4), torch.tensor([1, 0, 3])), ways=("plain", "xnn"))
add("ordered", "orders: places, ranks, the k-th", lambda: Do(lambda s, x: (x.argsort(1), x.argsort(1).argsort(1), torch.sort(x, dim=0, descending=True).values, *x.topk(2, 0, largest=False), x.argmax().reshape(1), x.min(1).indices, x.flatten().sort().indices)), r(3, 5))
add("through_order", "a picture whose channels are last in memory", lambda: Do(lambda s, x: s.b(F.relu(s.a(x.to(memory_format=torch.channels_last)))).contiguous(memory_format=torch.contiguous_format), a=nn.Conv2d(3, 4, 3, padding=1), b=nn.Conv2d(4, 2, 1)), r(1, 3, 5, 5), ways=("plain", "xnn"))

# --- several methods, caller's memory, companions ----------------------------------------------------------------------------


class Model(nn.Module):
    """What a player of games learns: a state of a picture, what follows a move, what it is worth."""

    def __init__(self, part):
        super().__init__()
        self.part, self.r, self.d, self.p, self.v = part, nn.Linear(9, 6), nn.Linear(8, 6), nn.Linear(6, 4), nn.Linear(6, 1)

    def forward(self, x, *a):
        if self.part == "state":
            return self.r(x.flatten(1)).tanh()
        if self.part == "next":
            return self.d(torch.cat((x, F.one_hot(a[0], 2).float()), 1)).tanh()
        return self.p(x).softmax(1), self.v(x).tanh()


def player(name, **options):
    def spec():
        inputs = {"state": (torch.randn(1, 1, 3, 3),), "next": (torch.randn(1, 6), torch.tensor([1])), "worth": (torch.randn(1, 6),)}
        return Spec(f"three methods ({name})", {part: (Model(part).eval().requires_grad_(False), [inputs[part]]) for part in inputs}, **LENIENT, **options)

    models.MODELS[name] = spec


player("player", constants={"moves": 2, "discount": 0.99})
player("xnn_player_xnn", xnnpack={}, constants={"moves": 2})
player("player_bundle", bundle=True)
player("player_vk", delegates=(vulkan,))
add("bundled_step", "a step whose state is kept, with its tests", lambda: Do(lambda s, x: s.l(x).tanh().cumsum(1), l=nn.Linear(4, 5)), r(2, 4), r(2, 4), ways=("bundle", "caller", "xinline", "xaligned", "xext", "ext", "vk", "vkx", "views", "traced"))
add("net_of_all", "convolution, norm, pool, attention, layer", lambda: Do(lambda s, x: s.o(s.t(F.avg_pool2d(s.c(x), 2).flatten(2).transpose(1, 2)).mean(1)), c=conv(3, 8), t=nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), o=nn.Linear(8, 4)), r(1, 3, 8, 8),
    ways=("xone", "xtwo", "xfp32", "xinline", "xext", "ext", "vk", "vkx", "caller", "dqt", "sqt", "sqat", "dqp", "sqp", "xf16", "xbf16"))  # fmt: skip

# --- operators of libraries --------------------------------------------------------------------------------------------------


class Grouped(nn.Module):
    """Attention of the library: grouped heads, a mask of a window, a cache that is written first."""

    def __init__(self, window, dtype=torch.float32, length=8):
        super().__init__()
        self.q, self.kv, self.o = nn.Linear(16, 16, False), nn.Linear(16, 16, False), nn.Linear(16, 16)
        self.register_buffer("k", torch.zeros(1, length, 2, 4))
        self.register_buffer("v", torch.zeros(1, length, 2, 4))
        far = torch.arange(length)[:, None] - torch.arange(length)
        self.register_buffer("mask", torch.where((far >= 0) & (far < window), 0.0, float("-inf")) if window else None)

    def forward(self, x, at):
        n = x.shape[1]
        q, (k, v) = self.q(x).view(1, n, 4, 4), self.kv(x).view(1, n, 4, 4).split(2, 2)
        start = at[0].item()
        torch._check_is_size(start)
        torch._check(start + n <= self.k.shape[1])
        torch.ops.llama.update_cache(k.to(self.k.dtype), self.k, start)
        torch.ops.llama.update_cache(v.to(self.v.dtype), self.v, start)
        mask = self.mask.narrow(0, start, n) if self.mask is not None else None
        y = torch.ops.llama.custom_sdpa(q, self.k, self.v, start, mask, 0.0, mask is None)
        return self.o(y.flatten(2))


def said(i, n=1):
    return lambda: (torch.randn(1, n, 16), torch.tensor([i]))


add("grouped", "attention of a library, heads in groups", lambda: Grouped(0), said(0, 2), said(2, 2), ways=("plain", "xnn", "dq", "f16"), libraries=("custom_ops",))
add("grouped_window", "attention of a library, a window", lambda: Grouped(3), said(0), said(1), said(2), ways=("plain", "xnn"), libraries=("custom_ops",))
add("turned_queries", "a transform of a library before bytes", lambda: Do(lambda s, x: s.l(torch.ops.llama.fast_hadamard_transform(s.n(x))), n=nn.LayerNorm(8), l=nn.Linear(8, 5)), r(3, 8), ways=("plain", "xnn", "dq"), libraries=("custom_ops",))


class Words(nn.Module):
    """Words of 2, 4 or 8 bits, a layer that measures what comes in."""

    def __init__(self, bits, groups):
        super().__init__()
        import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401  (declares the operators)

        self.bits, self.l = bits, nn.Linear(16, 5)
        self.register_buffer("w", torch.randint(-127, 127, (9, 16), dtype=torch.int8) if bits == 8 else torch.randint(0, 255, (9, 16 * bits // 8), dtype=torch.uint8))
        self.register_buffer("s", torch.rand(9, groups) / 40)

    def forward(self, i):
        ops = torch.ops.quantized_decomposed
        look = {8: ops.embedding_byte, 4: ops.embedding_4bit, 2: ops.embedding_2bit}[self.bits]
        return self.l(look(self.w, self.s, None, -(1 << self.bits - 1), (1 << self.bits - 1) - 1, i)).softmax(-1)


for bits, groups in ((8, 1), (8, 4), (4, 1), (4, 2), (2, 2)):
    add(f"words_of_{bits}_{groups}", f"words of {bits} bits in {groups} groups", lambda bits=bits, groups=groups: Words(bits, groups), lambda: (torch.randint(0, 9, (2, 3)),), ways=("plain", "xnn") if groups < 3 else ("plain",), libraries=("quantized",))
add("stream_of_bytes", "sound in bytes between two programs", lambda: Do(lambda s, q: (lambda o: o.quantize_per_tensor(torch.tanh(s.l(o.dequantize_per_tensor(q, 0.03, 4, -128, 127, torch.int8))), 0.008, 0, 0, 255, torch.uint8))(torch.ops.quantized_decomposed), l=nn.Linear(6, 4)), lambda: (torch.randint(-128, 127, (2, 6), dtype=torch.int8),), ways=("plain", "xnn"), libraries=("quantized",), tolerance=1.0)
add("measured_rows", "rows that are measured, one by one", lambda: Do(lambda s, x: (lambda o: (lambda sz: o.dequantize_per_token(o.quantize_per_token(x, sz[0], sz[1], -128, 127, torch.int8), sz[0], sz[1], -128, 127, torch.int8, torch.float32) @ s.w)(o.choose_qparams_per_token_asymmetric(x, torch.int8)))(torch.ops.quantized_decomposed), w=torch.randn(6, 4)), r(3, 6), libraries=("quantized",), tolerance=0.2)
