"""More models for the set 2026-11-stations: tables and recommenders, timetables and controllers, control flow, dtypes, several methods, libraries."""

import models
import torch
import unseen_rigging
from models import Spec
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, conv, r, vulkan
from unseen_ways import lenient as add


def ints(high, *shape, dtype=torch.int64):
    return lambda: (torch.randint(0, high, shape).to(dtype),)


def fused(what):
    """What calls operators of the library `quantized`, after these are declared."""
    import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401

    return what


# --- tables and recommenders -------------------------------------------------------------------------------------------------

add("fares", "what a journey costs: tables of words beside numbers, products of all pairs", lambda: Do(lambda s, n, i: (lambda x: s.o(torch.cat((x[:, 0], (x @ x.mT)[:, s.a, s.b]), 1)))(torch.cat((s.l(n)[:, None], s.e(i + s.off)), 1)), l=nn.Linear(4, 6), e=nn.Embedding(20, 6), off=torch.tensor([0, 7, 13]), a=torch.tensor([1, 2, 2, 3, 3, 3]), b=torch.tensor([0, 0, 1, 0, 1, 2]), o=nn.Linear(12, 1)), lambda: (torch.randn(3, 4), torch.randint(0, 6, (3, 3))), ways=("plain", "xnn", "dq", "words", "e8"))
add("upgrades", "who takes a better seat: experts, a gate for each of two aims", lambda: Do(lambda s, x: (lambda e: torch.cat([s.o((g(x).softmax(-1)[..., None] * e).sum(1)).sigmoid() for g in (s.g, s.h)], 1))(torch.stack([F.relu(t(x)) for t in (s.a, s.b, s.c)], 1)), a=nn.Linear(5, 6), b=nn.Linear(5, 6), c=nn.Linear(5, 6), g=nn.Linear(5, 3), h=nn.Linear(5, 3), o=nn.Linear(6, 1)), r(2, 5), ways=("plain", "xnn", "dq", "sq", "sqp"))
add("next_stop", "the next stop: what was last, weighed by what is asked", lambda: Do(lambda s, h, c: (lambda e, q: s.o(torch.cat(((torch.sigmoid(s.a(torch.cat((e, q[:, None].expand_as(e), e * q[:, None]), -1))) * e * (h > 0)[..., None]).sum(1), q), 1)))(s.e(h), s.e(c)), e=nn.Embedding(15, 6), a=nn.Linear(18, 1), o=nn.Linear(12, 1)), lambda: (torch.tensor([[3, 4, 0, 0], [7, 1, 9, 2]]), torch.tensor([5, 11])), ways=("plain", "xnn", "dq", "words"))
add("tab_words", "numbers and kinds as words with a word of their own", lambda: Do(lambda s, x, i: s.o(s.t(torch.cat((s.cls.expand(x.shape[0], -1, -1), x[..., None] * s.w + s.b, s.e(i)), 1))[:, 0]), cls=torch.randn(1, 1, 8), w=torch.randn(3, 8), b=torch.randn(3, 8), e=nn.Embedding(9, 8), t=nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True), o=nn.Linear(8, 2)), lambda: (torch.randn(2, 3), torch.randint(0, 9, (2, 2))), ways=("plain", "xnn", "dq", "bf16"))
add("masks_of_columns", "columns chosen step by step: a mask that sums to one and has zeros", lambda: Do(lambda s, x: (lambda z: (lambda v: (lambda c, k: torch.clamp(z - ((c.gather(1, k[:, None] - 1) - 1) / k[:, None]), min=0))(v.cumsum(1), (1 + torch.arange(1, 6) * v > v.cumsum(1)).sum(1)))(z.sort(1, descending=True).values))(s.l(x)) * x, l=nn.Linear(5, 5)), r(3, 5), ways=("plain", "xnn", "f64"))
add("stumps", "a hundred stumps: columns, limits, leaves", lambda: Do(lambda s, x: (torch.where(x[:, s.c] > s.t, s.hi, s.lo)).sum(1).sigmoid(), c=torch.randint(0, 4, (100,)), t=torch.randn(100), hi=torch.randn(100) / 9, lo=torch.randn(100) / 9), r(3, 4), ways=("plain", "f16", "f64"))
add("alike_journeys", "journeys alike: shares of sets in common", lambda: Do(lambda s, a: (lambda n: n / (a.sum(1)[:, None] + s.b.sum(1) - n).clamp(min=1))(a @ s.b.T), b=(torch.rand(6, 12) > 0.6).float()), lambda: ((torch.rand(2, 12) > 0.5).float(),), ways=("plain", "xnn"))
add("hours", "an hour and a day as places on circles, a year's days", lambda: Do(lambda s, t: (lambda h, d, y: s.l(torch.stack((h.sin(), h.cos(), d.sin(), d.cos(), y), -1)))((t % 86400).float() * 6.2831853 / 86400, (t // 86400 % 7).float() * 6.2831853 / 7, (torch.div(t, 86400, rounding_mode="floor") % 365).float() / 365), l=nn.Linear(5, 3)), lambda: (torch.tensor([1763900000, 1700000123, 86399]),), ways=("plain", "xnn"))

# --- timetables, controllers, physics ----------------------------------------------------------------------------------------


def relax(s, d):
    """All ways between stations, through each in turn; which are worth a change."""
    for k in range(d.shape[0]):
        d = torch.minimum(d, d[:, k : k + 1] + d[k : k + 1])
    return d, (d < s.limit).sum(1)


add("connections", "the shortest between all stations", lambda: Do(relax, limit=torch.tensor(6.0)), lambda: (torch.rand(5, 5) * 9,), ways=("plain", "f16"))


def kalman(s, z):
    x, p = s.x, s.p
    for i in range(3):
        x, p = s.a @ x, s.a @ p @ s.a.T + s.q
        k = p @ s.h.T / (s.h @ p @ s.h.T + 0.2)
        x, p = x + k @ (z[i : i + 1] - s.h @ x), (torch.eye(2) - k @ s.h) @ p
    return x, torch.linalg.norm(p)


add("where_the_train_is", "where a train is: three steps of a filter", lambda: Do(kalman, x=torch.zeros(2, 1), p=torch.eye(2), a=torch.tensor([[1.0, 0.5], [0, 1]]), q=torch.eye(2) / 20, h=torch.tensor([[1.0, 0.0]])), r(3, 1), ways=("plain", "xnn", "f64"))
add("brakes", "a brake: sums that do not wind up, limits, what was last", lambda: Do(lambda s, want, have: (lambda e: (lambda u: (u, s.last.copy_(e)))((1.2 * e + s.sum.add_(e * 0.1).clamp_(-1, 1) + 0.4 * (e - s.last)).clamp(-2, 2)))(want - have), sum=torch.zeros(2), last=torch.zeros(2)), lambda: (torch.tensor([1.0, -2.0]), torch.tensor([0.5, 0.5])), lambda: (torch.tensor([1.0, -2.0]), torch.tensor([0.8, 0.1])), ways=("plain", "xnn"))
add("signals", "interlocking: bits of tracks, of points, what may be green", lambda: Do(lambda s, t, p: (lambda b: (((b & s.need) == s.need).all(-1) & ~(t.unsqueeze(-1).bitwise_right_shift(torch.arange(4)) & 1).bool().any(-1, keepdim=True), (t ^ p) | 5))(t.unsqueeze(-1) | p.unsqueeze(-1)), need=torch.tensor([1, 2, 6])), lambda: (torch.tensor([1, 6, 12]), torch.tensor([2, 8, 7])))
add("grip", "the grip of a wheel: a curve, its slope by differences, the best slip", lambda: Do(lambda s, x: (lambda y: (y, y.argmax(-1), torch.diff(y, dim=-1)))(x * torch.sin(1.6 * torch.atan(9 * s.s - 0.9 * (9 * s.s - torch.atan(9 * s.s))))), s=torch.linspace(0, 1, 9)), lambda: (torch.tensor([[3.0], [5.0]]),), ways=("plain", "f64"))
add("loads_on_bridge", "what a bridge bears: lines of influence, a mean over each axle", lambda: Do(lambda s, x, w: (torch.maximum(torch.minimum(x * 0.6, (10 - x) * 0.4), torch.zeros_like(x)) * w).sum(-1).fmod(7.0), q=torch.zeros(1)), lambda: (torch.rand(2, 4) * 12, torch.rand(2, 4) * 9), ways=("plain", "xnn"))
add("heat_of_cables", "heat of a cable: steps that look at all places", lambda: Do(lambda s, x: [x := x + 0.2 * (torch.roll(x, 1, -1) - 2 * x + x.roll(-1, -1)) + s.q for _ in range(4)][-1], q=torch.rand(8) / 9), r(1, 8), ways=("plain", "f16", "bf16"))
add("platoon", "who follows whom: gaps that are sorted, speeds by them", lambda: Do(lambda s, x, v: (lambda o: (lambda g: torch.zeros_like(v).scatter(0, o, torch.cat(((g * 0.5).clamp(max=3), v.gather(0, o)[-1:]), 0)))(x.gather(0, o).diff()))(x.argsort(0)), q=torch.zeros(1)), lambda: (torch.tensor([5.0, 1.0, 9.0, 4.0]), torch.tensor([1.0, 2.0, 0.5, 1.5])))
add("roots_of_speed", "where a braking curve ends: steps of a root, each half", lambda: Do(lambda s, v: (lambda f: f)(bisect(v)), q=torch.zeros(1)), lambda: (torch.tensor([4.0, 9.5, 20.0]),), ways=("plain", "f64"))
add("tilt", "the tilt of a car body: turns from three rates, products", lambda: Do(lambda s, w: (lambda a: (lambda k: torch.eye(3) + torch.sin(a) / a * k + (1 - torch.cos(a)) / (a * a) * (k @ k))(torch.stack((torch.stack((s.o, -w[2], w[1])), torch.stack((w[2], s.o, -w[0])), torch.stack((-w[1], w[0], s.o))))))(w.norm() + 1e-6), o=torch.zeros(())), lambda: (torch.tensor([0.2, -0.3, 0.5]),), ways=("plain", "xnn"))
add("checks_of_tickets", "digits of a ticket: weights by turns, a remainder", lambda: Do(lambda s, d: (10 - (d * s.w).sum(-1).remainder(10)).remainder(10) == d[:, -1], w=torch.tensor([3, 1, 3, 1, 3, 0])), ints(10, 3, 6, dtype=torch.int32))
add("seats", "seats given by points and then by turn: who is still free", lambda: Do(lambda s, p: assign(p), q=torch.zeros(1)), lambda: (torch.rand(4, 4),))


def bisect(v):
    a, b = torch.zeros_like(v), torch.full_like(v, 50.0)
    for _ in range(12):
        m = (a + b) / 2
        low = m * 0.8 + m.pow(1.5) * 0.1 < v
        a, b = torch.where(low, m, a), torch.where(low, b, m)
    return a


def assign(p):
    out = []
    for row in range(4):
        i = p[row].argmax(0, keepdim=True)
        out.append(i)
        p = p.index_fill(1, i, -1.0)
    return torch.cat(out), p.amax(1)


# --- control flow, sizes, dtypes ---------------------------------------------------------------------------------------------


class Early(nn.Module):
    """A first answer; if it is sure, no more layers."""

    def __init__(self):
        super().__init__()
        self.a, self.b, self.o = nn.Linear(5, 8), nn.Linear(8, 8), nn.Linear(8, 3)

    def forward(self, x):
        h = F.relu(self.a(x))
        p = self.o(h).softmax(-1)
        return torch.cond((p.amax(-1).amin() > 0.6).reshape(()), lambda h, p: p.clone(), lambda h, p: self.o(h + F.relu(self.b(h))).softmax(-1), (h, p))


add("sure", "no more layers when the first answer is sure", Early, r(2, 5), lambda: (torch.randn(2, 5) * 30,), ways=("plain", "xnn", "dq"))
add("night_or_day", "two nets, by what the clock says; a second choice within", lambda: Do(lambda s, x, h: torch.cond((h > 6).reshape(()), lambda x, h: torch.cond((h > 20).reshape(()), lambda x: x * 0.5, lambda x: s.a(x), (x,)), lambda x, h: s.b(x), (x, h)), a=nn.Linear(4, 4), b=nn.Linear(4, 4)), *(lambda h=h: (torch.ones(1, 4), torch.tensor(h)) for h in (12, 3, 22)), ways=("plain", "xnn"))
add("as_many_bags", "as many bags as there are: each with the mean of all, sorted by weight", lambda: Do(lambda s, x: (lambda y: y[y[:, 0].argsort()])(s.l(torch.cat((x, x.mean(0, keepdim=True).expand_as(x)), 1))), l=nn.Linear(6, 4)), r(4, 3), r(7, 3), ways=("plain", "xnn"), dynamic=lambda: ({0: torch.export.Dim("bags", min=2, max=12)},))
add("any_journey", "a recurrence of two sizes, any number of journeys at once", lambda: Do(lambda s, x: s.o(s.c(x, torch.zeros_like(x).repeat(1, 2))), c=nn.GRUCell(4, 8), o=nn.Linear(8, 2)), r(3, 4), r(5, 4), ways=("plain", "xnn"), dynamic=lambda: ({0: torch.export.Dim("journeys", min=2, max=9)},))
add("kept_only", "what is not nothing, where it is, how many", lambda: Do(lambda s, x: (lambda i: (x[i[:, 0], i[:, 1]], i))(torch.nonzero(x > 0.4)), q=torch.zeros(1)), lambda: (torch.rand(3, 4),))
add("numbers_of_all_kinds", "sums over numbers of several kinds", lambda: Do(lambda s, a, b, c, d: (a + b, b * c, (c > d.to(torch.uint8)).sum(), d | (a > 2), a.to(torch.float64) / 3, (b - 4).abs().prod()), q=torch.zeros(1)), lambda: (torch.tensor([1, 2, 3], dtype=torch.int16), torch.tensor([4, 5, 6], dtype=torch.int32), torch.tensor([7, 8, 9], dtype=torch.uint8), torch.tensor([True, False, True])))
add("widths", "numbers cut to bytes and back, as the wire has them", lambda: Do(lambda s, x: (x.to(torch.int8), x.to(torch.uint8).to(torch.int16) * 3, (x.to(torch.int32) >> 2).to(torch.float16), x.half().to(torch.bfloat16).float()), q=torch.zeros(1)), lambda: (torch.tensor([1.5, 77.2, 100.0, 3.99]),))
add("shapes", "views of views: parts, turned, flipped, widened, put together", lambda: Do(lambda s, x: (x.unflatten(1, (2, 3)).movedim(2, 1).flatten(1).flip(0), x[::2, 1::3].squeeze(1), torch.tile(x[:1], (2, 1)), x.view(3, 2, 2, -1)[..., :0].sum(-1), torch.hstack((x, x[:, :1])), x.tril(-1).diagonal(1)), q=torch.zeros(1)), r(4, 6), ways=("plain", "f16", "views"))
add("norms_of_all", "norms of several kinds and sides", lambda: Do(lambda s, x: (F.layer_norm(x, (3, 4)), F.group_norm(x, 3), F.instance_norm(x), F.normalize(x, p=1.0, dim=2), F.rms_norm(x, (4,)), F.local_response_norm(x, 2)), q=torch.zeros(1)), r(2, 6, 3, 4), ways=("plain", "xnn", "f16"))
add("pools_of_all", "pools of several kinds", lambda: Do(lambda s, x: (F.avg_pool2d(x, 3, 2, 1, count_include_pad=False), F.max_pool2d(x, 2, 2, ceil_mode=True), F.lp_pool2d(x.abs() + 0.1, 2.0, 2), F.adaptive_avg_pool2d(x, (3, 2)), F.avg_pool2d(x, (2, 1), divisor_override=3)), q=torch.zeros(1)), r(1, 2, 7, 7), ways=("plain", "xnn", "bf16"))
add("bends", "activations of several kinds", lambda: Do(lambda s, x: (F.hardtanh(x, -0.5, 0.7), F.softsign(x), F.celu(x, 0.7), F.hardsigmoid(x), F.logsigmoid(x), F.selu(x), F.softshrink(x, 0.3), F.relu6(x * 4), F.threshold(x, 0.1, -1.0), F.glu(x, 1)), q=torch.zeros(1)), r(2, 6), ways=("plain", "xnn", "f16", "bf16"))

# --- several methods, and one model in every way ---------------------------------------------------------------------------------


class Journey(nn.Module):
    """A picture to a place once, then how far, step by step, from what is kept."""

    def __init__(self):
        super().__init__()
        self.c, self.l, self.o = conv(3, 6, 3, 2), nn.Linear(6, 4), nn.Linear(8, 2)
        self.register_buffer("at", torch.zeros(1, 4))

    def forward(self, x):
        return self.at.mul_(0.5).add_(torch.tanh(self.l(self.c(x).mean((2, 3))))) * 1.0


class Second(nn.Module):
    def __init__(self):
        super().__init__()
        self.o = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 2))

    def forward(self, x):
        return self.o(x)


def journey(name, **options):
    def spec():
        first, second = Journey().eval().requires_grad_(False), Second().eval().requires_grad_(False)
        return Spec(f"a place from a picture, and what follows from it ({name})", {"place": (first, [(torch.randn(1, 3, 8, 8),), (torch.randn(1, 3, 8, 8),)]), "follow": (second, [(torch.randn(2, 4),)])}, **{"edge": {"_check_ir_validity": False}, **options})

    models.MODELS[name] = spec


journey("journey", constants={"names": "a,b", "limits": [1.5, 2.5], "sizes": [8, 8]})
journey("xnn_journey_xnn", xnnpack={})
journey("xnn_journey_dq", xnnpack={}, quantize="dynamic", tolerance=0.5)
journey("xnn_journey_ext", xnnpack={}, external=True)
journey("journey_ext", config={"external_constants": True})
journey("journey_shared", config={"memory_planning_pass": unseen_rigging.planned(share_mutable_buffers=True)})
journey("journey_bundle", bundle=True)
journey("journey_vkx", delegates=(vulkan,), xnnpack={})
EVERY = ("plain", "bundle", "xnn", "xone", "xtwo", "dq", "sq", "sqt", "dq4", "layers", "convs", "vk", "apart", "ext", "xext", "wide", "naive", "traced", "f16", "xf16", "bf16", "f64", "order")
add("ticket_gate", "who may pass: filters, a mean, layers; in every way", lambda: nn.Sequential(conv(1, 4, 3, 2), nn.Conv2d(4, 4, 3, 1, 1, groups=4), nn.SiLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 2), nn.Softmax(-1)), r(1, 1, 10, 10), r(1, 1, 10, 10), ways=EVERY)

# --- operators of libraries --------------------------------------------------------------------------------------------------


class Library(nn.Module):
    """A decoder whose cache and attention are the library's, one after the other."""

    def __init__(self, n=16, length=6, heads=2, masked=False):
        super().__init__()
        self.e, self.q, self.o, self.n, self.heads, self.masked, self.length = nn.Embedding(24, n), nn.Linear(n, 3 * n, False), nn.Linear(n, 24), nn.LayerNorm(n), heads, masked, length
        self.register_buffer("k", torch.zeros(1, length, heads, n // heads))
        self.register_buffer("v", torch.zeros(1, length, heads, n // heads))
        self.register_buffer("mask", torch.full((length, length), float("-inf")).triu(1))

    def forward(self, ids, at):
        x = self.e(ids)
        q, k, v = self.q(self.n(x)).unflatten(-1, (3, self.heads, -1)).unbind(2)
        start = at[0].item()
        torch._check_is_size(start)
        torch._check(start < self.length - ids.shape[1] + 1)
        torch.ops.llama.update_cache(k, self.k, start)
        torch.ops.llama.update_cache(v, self.v, start)
        mask = self.mask.narrow(0, start, ids.shape[1]) if self.masked else None
        y = torch.ops.llama.custom_sdpa(q, self.k, self.v, start, mask, 0.0, not self.masked)
        return self.o(x + y.flatten(2))


add("library_voice", "a decoder with the library's cache and attention", Library, *(lambda i=i: (torch.tensor([[i + 2]]), torch.tensor([i])) for i in range(3)), ways=("plain", "xnn", "dq", "words", "layers"), libraries=("custom_ops",))
add("library_voice_masked", "the same with a mask that is a table", lambda: Library(masked=True), *(lambda i=i: (torch.tensor([[i + 2]]), torch.tensor([i])) for i in range(3)), ways=("plain", "xnn"), libraries=("custom_ops",))
add("library_whole", "attention of the library, four heads", lambda: Library(heads=4), lambda: (torch.tensor([[4, 5, 9]]), torch.tensor([0])), ways=("plain", "dq"), libraries=("custom_ops",))
add("library_table", "words in bytes with a scale each, by the library", lambda: fused(Do)(lambda s, i: torch.ops.quantized_decomposed.embedding_byte(s.w, s.s, s.z, -128, 127, i).mean(1) @ s.o, w=torch.randint(-127, 127, (12, 8), dtype=torch.int8), s=torch.rand(12, 1) / 30, z=torch.zeros(12, 1), o=torch.randn(8, 3)), ints(12, 2, 4), ways=("plain", "xnn"), libraries=("quantized",))
add("library_sum", "bytes to numbers and back by the library, between sums", lambda: Do(lambda s, x: (lambda o: o.dequantize_per_tensor(o.quantize_per_tensor(x * 2, 0.05, 3, -128, 127, torch.int8), 0.05, 3, -128, 127, torch.int8) + x)(torch.ops.quantized_decomposed), q=torch.zeros(1)), r(3, 4), ways=("plain", "xnn", "f64"), libraries=("quantized",), tolerance=0.3)
