"""More models for the set 2026-11-appliances: sound, recurrences, vehicles, wearables, shops, games, control flow, and operators of libraries."""

import math

import torch
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, add, conv, r

# --- sound -------------------------------------------------------------------------------------------------------------------


class Quiet(nn.Module):
    """Gains for bands from a recurrence whose state goes in and out."""

    def __init__(self):
        super().__init__()
        self.a, self.g, self.o = nn.Linear(10, 8), nn.GRUCell(8, 6), nn.Linear(6, 10)

    def forward(self, bands, h):
        h = self.g(self.a(bands).tanh(), h)
        return bands * self.o(h).sigmoid(), h


add("quiet", "gains for bands of noise", Quiet, lambda: (torch.randn(1, 10), torch.zeros(1, 6)), ways=("dq",))


class Loud(nn.Module):
    """Energies over their running mean, compressed."""

    def forward(self, x):
        m, means = x[:, 0], []
        for i in range(x.shape[1]):
            m = 0.9 * m + 0.1 * x[:, i]
            means.append(m)
        return (x / (torch.stack(means, 1) + 1e-3) ** 0.98 + 2) ** 0.5 - 2**0.5


add("loud", "energies over their running mean", Loud, lambda: (torch.rand(1, 6, 5),))


add("speaker", "who speaks: mean and spread over time", lambda: Do(lambda s, x: (lambda y: s.o(torch.cat((y.mean(2), y.std(2)), 1)))(F.relu(s.b(F.relu(s.a(x))))), a=nn.Conv1d(6, 8, 5, padding=2), b=nn.Conv1d(8, 8, 3, padding=2, dilation=2), o=nn.Linear(16, 5)),
    r(1, 6, 14))  # fmt: skip
add("chords", "chords: bands folded to twelve notes", lambda: Do(lambda s, x: s.t @ F.normalize(x.view(1, 3, 12).sum(1), p=1.0, dim=1).T, t=torch.rand(6, 12)), lambda: (torch.rand(1, 36),), ways=("xnn",))


add("companding", "samples to 8 bits by a law, and back", lambda: Do(lambda s, x: (lambda q: (q.to(torch.uint8), ((q / 127.5 - 1).abs() * math.log(256)).expm1() / 255 * (q / 127.5 - 1).sign()))(((x.sign() * (255 * x.abs()).log1p() / math.log(256) + 1) * 127.5).round())), lambda: (torch.rand(1, 12) * 2 - 1,))
add("talking", "whether somebody talks: state goes in and out", lambda: Do(lambda s, x, h, c: (lambda hc: (s.o(hc[0]).sigmoid(), *hc))(s.l(F.relu(s.a(x)), (h, c))), a=nn.Linear(8, 6), l=nn.LSTMCell(6, 5), o=nn.Linear(5, 1)),
    lambda: (torch.randn(1, 8), torch.zeros(1, 5), torch.zeros(1, 5)), ways=("xnn",))  # fmt: skip

# --- wearables, instruments --------------------------------------------------------------------------------------------------

add("heart", "a heart's beats to kinds: a residual net over time", lambda: Do(lambda s, x: s.o(F.max_pool1d(F.relu(s.a(x) + s.c(F.relu(s.b(F.relu(s.a(x)))))), 4).flatten(1)), a=nn.Conv1d(1, 4, 5, 2, 2), b=nn.Conv1d(4, 4, 5, padding=2), c=nn.Conv1d(4, 4, 5, padding=2), o=nn.Linear(16, 5)),
    r(1, 1, 32), ways=("sq",))  # fmt: skip


add("fall", "a fall: two recurrences, the last moment", lambda: Do(lambda s, x: s.o(s.g(s.n(x))[1][-1]), n=nn.LayerNorm(6), g=nn.GRU(6, 5, 2, batch_first=True), o=nn.Linear(5, 2)), r(1, 6, 6), ways=("dq",))


add("sleep", "stages of a night: windows of a day beside each other", lambda: Do(lambda s, x: s.o(s.c(x.unfold(1, 8, 4)).tanh()).softmax(-1), c=nn.Linear(8, 6), o=nn.Linear(6, 4)), r(1, 24), ways=("sq",))
add("breath", "a breath: filters as one matrix, signs that change", lambda: Do(lambda s, x: (lambda y: (y, (y[:, 1:].sign() != y[:, :-1].sign()).sum(1, keepdim=True)))(x @ s.w), w=torch.randn(16, 12)), r(2, 16))


add("reservoir", "a net that is not trained, and a layer", lambda: Do(lambda s, x: (lambda h: s.o(h))((lambda f: f(f(f(torch.zeros(1, 12), 0), 1), 2))(lambda h, i: 0.3 * h + 0.7 * (h @ s.w * 0.2 + s.i(x[:, i])).tanh())), w=torch.randn(12, 12), i=nn.Linear(4, 12), o=nn.Linear(12, 2)),
    r(1, 3, 4))  # fmt: skip

# --- vehicles, buildings, robots ---------------------------------------------------------------------------------------------

add("policy", "a policy: a mean, a spread, within limits", lambda: Do(lambda s, x: (lambda y: (s.m(y).tanh() * 2, s.d(y).clamp(-5, 1).exp()))(F.elu(s.b(F.elu(s.a(x))))), a=nn.Linear(9, 12), b=nn.Linear(12, 12), m=nn.Linear(12, 3), d=nn.Linear(12, 3)),
    r(1, 9), ways=("xnn", "dq", "sq", "f16", "xf16"))  # fmt: skip
add("values", "values of actions, over their mean", lambda: Do(lambda s, x: (lambda y: s.v(y) + s.a(y) - s.a(y).mean(1, keepdim=True))(F.relu(s.l(x))), l=nn.Linear(8, 10), v=nn.Linear(10, 1), a=nn.Linear(10, 4)), r(2, 8), ways=("sq",))


class Loops(nn.Module):
    """Controllers beside each other: what is off, its sum, its change."""

    def __init__(self):
        super().__init__()
        self.p, self.i, self.d = (nn.Parameter(torch.rand(4)) for _ in range(3))
        self.register_buffer("total", torch.zeros(4))
        self.register_buffer("last", torch.zeros(4))

    def forward(self, wanted, found):
        off = wanted - found
        self.total.copy_((self.total + off * 0.1).clamp(-1, 1))
        out = self.p * off + self.i * self.total + self.d * (off - self.last)
        self.last.copy_(off)
        return out.clamp(-3, 3)


add("loops", "controllers beside each other", Loops, lambda: (torch.randn(4), torch.randn(4)), lambda: (torch.randn(4), torch.randn(4)), ways=("xnn",))
add("position", "a place from two ranges: an inverse of two by two",
    lambda: Do(lambda s, m, v: (lambda d: torch.stack((m[:, 1, 1] * v[:, 0] - m[:, 0, 1] * v[:, 1], m[:, 0, 0] * v[:, 1] - m[:, 1, 0] * v[:, 0]), 1) / d[:, None])(m[:, 0, 0] * m[:, 1, 1] - m[:, 0, 1] * m[:, 1, 0])), lambda: (torch.eye(2).repeat(3, 1, 1) + 0.2 * torch.randn(3, 2, 2), torch.randn(3, 2)))  # fmt: skip


add("ground", "points of a scanner: the lowest of each sector", lambda: Do(lambda s, p: (lambda z: (z, p[..., 2] - z[:, None] > 0.3))(p[..., 2].amin(1))), r(4, 6, 3))
add("frames_of_bus", "signals of a bus: bits of bytes", lambda: Do(lambda s, b: (lambda w: (((w >> 4) & 0xFF).float() * 0.5 - 40, (w & 0xF), ((w >> 12) & 1).bool()))(b[:, 0] + b[:, 1] * 256)), lambda: (torch.randint(0, 256, (3, 2)),), edge={"_check_ir_validity": False})
add("lanes", "lanes: a place in each row, as a mean", lambda: Do(lambda s, x: (s.c(x).softmax(-1) * torch.arange(8.0)).sum(-1), c=nn.Sequential(conv(3, 6, 3, 2), nn.Conv2d(6, 2, 1))), r(1, 3, 16, 16))
add("heating", "a room's warmth by hours: waves of a day", lambda: Do(lambda s, h, x: s.o(torch.cat(((h * s.w).sin(), (h * s.w).cos(), x), 1)), w=torch.tensor([2 * math.pi / 24, 2 * math.pi / 168]), o=nn.Linear(7, 1)), lambda: (torch.rand(2, 1) * 24, torch.randn(2, 3)))
add("solar", "what a roof gives: a curve of light, limits", lambda: Do(lambda s, g, t: (g * 0.18 * (1 - 0.004 * (t + g * 0.03 - 25))).clamp(min=0).minimum(torch.tensor(100.0))), lambda: (torch.rand(6) * 800, torch.rand(6) * 30), ways=("xnn",))

# --- shops, tables -----------------------------------------------------------------------------------------------------------


add("dots", "products of all pairs of features", lambda: Do(lambda s, x: s.o(torch.cat((x.flatten(1), (x @ x.transpose(1, 2))[:, s.i[0], s.i[1]]), 1)), i=torch.tril_indices(5, 5, -1), o=nn.Linear(30, 1)), r(2, 5, 4), ways=("dq",))
add("prices", "a price and how far it may be off: quantiles", lambda: Do(lambda s, k, x: (lambda y: torch.cat((y[:, :1], y[:, :1] + F.softplus(y[:, 1:]).cumsum(1)), 1))(s.o(torch.cat((F.one_hot(k, 4).float(), x), 1))), o=nn.Linear(7, 3)), lambda: (torch.tensor([1, 3]), torch.randn(2, 3)), ways=("xnn",))
add("letters_of_customers", "kinds of mails: counts of words, their logarithms", lambda: Do(lambda s, c: tuple((s.p + (c.float() @ s.w)).log_softmax(1).max(1)), p=torch.randn(3), w=torch.randn(12, 3)), lambda: (torch.randint(0, 4, (2, 12)),))
add("alike", "what lies nearest, and what most of those are", lambda: Do(lambda s, x: F.one_hot(s.y[torch.cdist(x, s.x).topk(3, largest=False).indices], 4).sum(1).argmax(1), x=torch.randn(10, 3), y=torch.randint(0, 4, (10,))), r(2, 3))
add("basket", "a basket in any order", lambda: Do(lambda s, x, m: s.o((F.relu(s.e(x)) * m[..., None]).sum(1)), e=nn.Linear(4, 8), o=nn.Linear(8, 3)), lambda: (torch.randn(2, 5, 4), (torch.rand(2, 5) > 0.4).float()), ways=("dq",))
add("tree_of_goods", "distances in a curved space", lambda: Do(lambda s, a, b: torch.acosh(1 + 2 * ((a - b) ** 2).sum(-1) / ((1 - (a * a).sum(-1)) * (1 - (b * b).sum(-1))))), lambda: (torch.rand(4, 3) * 0.5, torch.rand(4, 3) * 0.5))
add("mixed", "how likely: a mixture of bells", lambda: Do(lambda s, x: (lambda y: torch.logsumexp(y[:, :3].log_softmax(1) - y[:, 6:] - 0.5 * ((x[:, :1] - y[:, 3:6]) / y[:, 6:].exp()) ** 2, 1))(s.l(x)), l=nn.Linear(4, 9)), r(2, 4), ways=("xnn",))

# --- games, pictures that are made -------------------------------------------------------------------------------------------

add("board", "a board: a move and who wins", lambda: Do(lambda s, x: (lambda y: (s.m(y).flatten(1).log_softmax(1), s.v(y.mean((2, 3))).tanh()))((lambda y: F.relu(y + s.c(s.b(y))))(s.a(x))), a=conv(4, 8), b=conv(8, 8), c=conv(8, 8, act=nn.Identity), m=nn.Conv2d(8, 2, 1), v=nn.Linear(8, 1)),
    r(1, 4, 5, 5), ways=("sq",))  # fmt: skip
add("chess", "a sum of pieces, clipped, in small numbers", lambda: Do(lambda s, i, k: (lambda a: s.o(torch.cat((a[0], a[1]), 0).clamp(0, 1)))((s.e(i) * k[..., None]).sum(1)), e=nn.Embedding(40, 8), o=nn.Linear(16, 1)), lambda: (torch.randint(0, 40, (2, 6)), torch.ones(2, 6)), ways=("sq",))
add("waves", "a picture as a function of its places", lambda: Do(lambda s, x: s.c(torch.sin(6 * s.b(torch.sin(6 * s.a(x))))), a=nn.Linear(2, 8), b=nn.Linear(8, 8), c=nn.Linear(8, 3)), r(4, 2))
add("masks_of_faces", "weights that come from an input", lambda: Do(lambda s, z, x: torch.bmm(x, s.h(z).view(-1, 4, 3)).relu(), h=nn.Linear(5, 12)), lambda: (torch.randn(2, 5), torch.randn(2, 6, 4)))
add("dreams", "a picture from a few numbers", lambda: Do(lambda s, z, e: s.d((lambda m, v: m + e * (0.5 * v).exp())(*s.l(z).chunk(2, 1)).view(-1, 8, 2, 2)), l=nn.Linear(4, 64), d=nn.Sequential(nn.ConvTranspose2d(8, 6, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(6, 3, 4, 2, 1), nn.Sigmoid())),
    lambda: (torch.randn(1, 4), torch.randn(1, 32)), ways=("xnn",))  # fmt: skip
for name, act in (("mish", nn.Mish), ("selu", nn.SELU), ("celu", nn.CELU), ("softsign", nn.Softsign), ("hardswish", nn.Hardswish), ("logsigmoid", nn.LogSigmoid), ("silu", nn.SiLU), ("elu", nn.ELU)):
    add(f"through_{name}", f"two layers and {name}", lambda act=act: nn.Sequential(nn.Linear(6, 8), act(), nn.Linear(8, 3)), r(2, 6), ways=("xnn", "sq") if name in ("hardswish", "elu") else ("xnn",))
add("bounds", "between two layers: a floor, a ceiling, a distance", lambda: Do(lambda s, x: s.b((s.a(x).floor() + s.a(x).ceil()) * s.a(x).abs() - s.a(x).neg().sqrt().nan_to_num()), a=nn.Linear(5, 5), b=nn.Linear(5, 2)), r(2, 5), ways=("xnn",))
add("resized", "a small picture of a large one, weighed", lambda: Do(lambda s, x: s.c(F.interpolate(x, size=(12, 12), mode="bilinear", align_corners=True)), c=nn.Conv2d(2, 3, 1)), r(1, 2, 7, 7), ways=("xnn",))

# --- sizes that vary, control flow -------------------------------------------------------------------------------------------


def sizes(**named):
    return lambda: (tuple({d: torch.export.Dim(name, min=2, max=most) for d, (name, most) in of.items()} for of in named.values()),)


add("crowd", "as many people as there are", lambda: Do(lambda s, x: (s.l(x).relu().amax(0, keepdim=True) @ s.w), l=nn.Linear(4, 6), w=torch.randn(6, 2)), r(3, 4), r(7, 4), dynamic=sizes(x={0: ("people", 9)}))
add("long_sound", "sound of any length, to a kind", lambda: Do(lambda s, x: s.o(F.relu(s.c(x)).mean(2)), c=nn.Conv1d(1, 6, 5, 2, 2), o=nn.Linear(6, 3)), r(1, 1, 20), r(1, 1, 32), ways=("xnn",), dynamic=sizes(x={2: ("samples", 64)}))
add("any_words", "as many words as there are, to one vector", lambda: Do(lambda s, i: F.normalize(s.t(s.e(i)).mean(1), dim=1), e=nn.Embedding(20, 8), t=nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)), lambda: (torch.randint(0, 20, (1, 4)),), lambda: (torch.randint(0, 20, (1, 7)),),
    ways=("plain", "dq"), dynamic=sizes(i={1: ("words", 12)}))  # fmt: skip


class Modes(nn.Module):
    """One of two programs of a machine; what both give has two parts."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(4, 3), nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 3))

    def forward(self, x, warm):
        y, z = torch.cond((warm > 40).reshape(1), lambda x: (self.a(x), x.sum(1)), lambda x: (self.b(x), x.amax(1)), (x,))
        return y.softmax(1), z


add("modes", "one of two programs of a machine", Modes, lambda: (torch.randn(2, 4), torch.tensor([55.0])), lambda: (torch.randn(2, 4), torch.tensor([20.0])))
add("alarm", "an alarm only above a limit", lambda: Do(lambda s, x: torch.cond(x.abs().amax().gt(2).reshape(1), lambda x: s.l(x).softmax(-1), lambda x: torch.zeros(2, 3), (x,)), l=nn.Linear(5, 3)), lambda: (torch.randn(2, 5) * 3,), lambda: (torch.randn(2, 5) * 0.1,))
add("rinse", "as often as it takes: a loop", lambda: Do(lambda s, n, x: torch._higher_order_ops.while_loop(lambda n, x: n.sum() < 5, lambda n, x: (n + 1, x * 0.5 + 1), (n, x))), lambda: (torch.tensor([2]), torch.randn(3)))
add("each_frame", "the same for each frame", lambda: Do(lambda s, x: torch._higher_order_ops.map(lambda f: f.softmax(-1) * f.amax(), x)), r(3, 4))

# --- operators of libraries --------------------------------------------------------------------------------------------------


class Small(nn.Module):
    """Words of 8 or 4 bits, in groups."""

    def __init__(self, bits, words=12, size=8):
        super().__init__()
        import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401  (declares the operators)

        self.bits = bits
        self.register_buffer("w", torch.randint(-127, 127, (words, size), dtype=torch.int8) if bits == 8 else torch.randint(0, 255, (words, size // 2), dtype=torch.uint8))
        self.register_buffer("s", torch.rand(words, 2) / 40)

    def forward(self, i):
        ops = torch.ops.quantized_decomposed
        return ops.embedding_byte(self.w, self.s, None, -128, 127, i) if self.bits == 8 else ops.embedding_4bit(self.w, self.s, None, -8, 7, i)


class Assistant(nn.Module):
    """Small words, a block whose attention is in the library."""

    def __init__(self, bits=8, fused=False, size=8, length=6):
        super().__init__()
        self.fused, self.words, self.qkv, self.o, self.head = fused, Small(bits), nn.Linear(size, 3 * size, False), nn.Linear(size, size, False), nn.Linear(size, 12)
        self.register_buffer("k", torch.zeros(1, length, 2, size // 2))
        self.register_buffer("v", torch.zeros(1, length, 2, size // 2))

    def forward(self, tokens, at):
        n = tokens.shape[0]
        x = self.words(tokens)[None]
        q, k, v = self.qkv(x).view(1, n, 3, 2, -1).unbind(2)
        start = at[0].item()
        torch._check_is_size(start)
        torch._check(start < self.k.shape[1])
        if self.fused:
            y = torch.ops.llama.sdpa_with_kv_cache(q, k, v, self.k, self.v, start, n, None, 0.0, True)
        else:
            torch.ops.llama.update_cache(k, self.k, start)
            torch.ops.llama.update_cache(v, self.v, start)
            y = torch.ops.llama.custom_sdpa(q, self.k, self.v, start, None, 0.0, True)
        return self.head(x + self.o(y.reshape(1, n, -1)))


def says(at, n=1):
    return lambda: (torch.randint(0, 12, (n,)), torch.tensor([at]))


add("assistant", "small words, attention of the library", Assistant, says(0), says(1), ways=("xnn", "dq"), libraries=("custom_ops", "quantized"))
add("assistant_4", "words of 4 bits, attention of the library", lambda: Assistant(4), says(0, 2), says(2, 2), libraries=("custom_ops", "quantized"))
add("assistant_fused", "small words, attention and cache in one operator", lambda: Assistant(8, True), says(0), says(1), says(2), ways=("xnn",), libraries=("custom_ops", "quantized"))
add("small_words", "small words in groups, and what they sum up to", lambda: Do(lambda s, i: s.o(s.e(i).sum(0)), e=Small(8), o=nn.Linear(8, 3)), lambda: (torch.tensor([3, 1, 7]),), libraries=("quantized",))
add("doors", "a face at a door, quantised without a delegate", lambda: nn.Sequential(conv(3, 6, 3, 2), nn.Conv2d(6, 4, 1), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 3)), r(1, 3, 8, 8), ways=("sqp", "sq"))
add("washing", "what is in a drum, quantised without a delegate", lambda: nn.Sequential(nn.Linear(10, 8), nn.ReLU(), nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 4)), r(2, 10), ways=("sqp", "sq", "dq"))
