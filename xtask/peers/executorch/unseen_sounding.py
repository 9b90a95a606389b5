"""More models for the set 2026-11-vessels: what is heard on board and under it (radio, engines, whales, sonar); recurrences and state spaces."""

import math

import models
import torch
import unseen_rigging  # noqa: F401  (its ways)
from models import Spec
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, r
from unseen_ways import lenient as add

# --- what is heard: front ends -----------------------------------------------------------------------------------------------


class Sinc(nn.Module):
    """Bands whose edges are learned; the filters are made as it runs."""

    def __init__(self, bands=4, size=15):
        super().__init__()
        self.low, self.width = nn.Parameter(torch.rand(bands, 1) * 0.1 + 0.02), nn.Parameter(torch.rand(bands, 1) * 0.1 + 0.05)
        self.register_buffer("n", torch.arange(-(size // 2), size // 2 + 1).float()[None])
        self.register_buffer("window", torch.hamming_window(size, periodic=False))
        self.o = nn.Linear(bands, 3)

    def forward(self, x):
        def low(f):
            return 2 * f * torch.where(self.n == 0, 1.0, torch.sin(2 * math.pi * f * self.n) / (2 * math.pi * f * self.n + (self.n == 0)))

        k = (low(self.low.abs() + self.width.abs()) - low(self.low.abs())) * self.window
        y = F.conv1d(x, k[:, None], stride=2)
        return self.o(torch.log1p(y.abs()).amax(2))


add("propellers", "kinds of propellers: bands whose edges are learned", Sinc, r(1, 1, 60), ways=("plain", "xnn", "dq", "f64"))


class Gabor(nn.Module):
    """Filters as waves under bells; bells for means; what is loud is pressed."""

    def __init__(self, bands=4):
        super().__init__()
        t = torch.arange(-6.0, 7)
        f, w = torch.linspace(0.3, 2.5, bands)[:, None], torch.linspace(2, 4, bands)[:, None]
        bell = torch.exp(-(t**2) / (2 * w**2))
        self.k = nn.Parameter(torch.cat((bell * torch.cos(f * t), bell * torch.sin(f * t)))[:, None])
        self.p = nn.Parameter(torch.exp(-(torch.arange(-4.0, 5) ** 2) / 8).repeat(bands, 1, 1))
        self.a, self.d = nn.Parameter(torch.full((bands, 1), 0.9)), nn.Parameter(torch.full((bands, 1), 2.0))

    def forward(self, x):
        a, b = F.conv1d(x, self.k, padding=6).chunk(2, 1)
        e = F.conv1d(a * a + b * b, self.p, stride=4, padding=4, groups=4)
        m = F.avg_pool1d(e, 3, 1, 1)
        return (e / (m + 1e-3) ** self.a + self.d).pow(0.5) - self.d.pow(0.5)


add("engine_room", "an engine's sound: waves under bells, pressed", Gabor, r(1, 1, 48), ways=("plain", "xnn", "bf16"))


def cepstrum(s, x):
    y = F.pad(x[:, 1:] - 0.97 * x[:, :-1], (1, 0)).unfold(1, 16, 8) * s.w
    p = (y @ s.c).square() + (y @ s.s).square()
    z = torch.log(p @ s.m + 1e-6) @ s.d
    d = (F.pad(z.transpose(1, 2), (2, 2), mode="replicate").unfold(2, 5, 1) * s.t).sum(3).transpose(1, 2)
    z = torch.cat((z, d), 2)
    return (z - z.mean(1, keepdim=True)) / (z.std(1, keepdim=True) + 1e-3)


def angles(n, m):
    return torch.outer(torch.arange(n), torch.arange(m)) * 2 * math.pi / n


add("radio_features", "coefficients of a voice on the radio, and how they change", lambda: Do(cepstrum, w=torch.hann_window(16), c=angles(16, 9).cos(), s=angles(16, 9).sin(), m=torch.rand(9, 6), d=torch.cos(torch.outer(torch.arange(6) + 0.5, torch.arange(5)) * math.pi / 6), t=torch.tensor([-2.0, -1, 0, 1, 2]) / 10), r(1, 64), ways=("plain", "xnn", "naive"))  # fmt: skip
add("hiss", "what always hisses is taken away", lambda: Do(lambda s, m: (lambda n: (m * torch.maximum(1 - 1.5 * n / (m + 1e-6), torch.full_like(m, 0.1)), n))(m.kthvalue(2, 1, keepdim=True).values), q=torch.zeros(1)), lambda: (torch.rand(1, 8, 6),))
add("ping", "a ping: a filter of its form, how strong, how far", lambda: Do(lambda s, x: (lambda y: (lambda e, i: (e / (y.median(2).values + 1e-3), i * 750.0 / 48000))(*y.max(2)))(F.conv1d(x, s.k, padding=16).square().sum(1, keepdim=True).sqrt()), k=torch.stack((torch.cos(torch.arange(33.0) ** 2 / 40), torch.sin(torch.arange(33.0) ** 2 / 40)))[:, None] / 33), r(1, 1, 96), ways=("plain", "xnn"), tolerance=0.01)
add("fan", "a fan of echoes to a map", lambda: Do(lambda s, x: F.grid_sample((x / x.amax((2, 3), keepdim=True)).clamp(min=1e-3).log10() * 20 + 60, s.g, padding_mode="zeros", align_corners=True), g=(lambda y, x: torch.stack((torch.atan2(x, y + 1e-3) * 1.2, torch.sqrt(x * x + y * y) * 2 - 1), -1)[None])(*torch.meshgrid(torch.linspace(0, 1, 8), torch.linspace(-1, 1, 8), indexing="ij"))), lambda: (torch.rand(1, 1, 10, 12) + 0.01,), ways=("plain", "xnn"), tolerance=0.05)  # fmt: skip
add("bearing", "where a sound comes from: delays of four hydrophones", lambda: Do(lambda s, re, im: (lambda p: (p, p.argmax(1)))(torch.einsum("bmf,dmf->bdf", re, s.c).add(torch.einsum("bmf,dmf->bdf", im, s.s)).square().sum(2).add(torch.einsum("bmf,dmf->bdf", im, s.c).sub(torch.einsum("bmf,dmf->bdf", re, s.s)).square().sum(2))), c=torch.rand(6, 4, 5), s=torch.rand(6, 4, 5)), lambda: (torch.randn(2, 4, 5), torch.randn(2, 4, 5)), ways=("plain", "xnn", "f64"), tolerance=0.01)  # fmt: skip

# --- what is heard: nets -----------------------------------------------------------------------------------------------------


class Separable(nn.Module):
    """One filter a channel, then one a moment, twice; what went in is added."""

    def __init__(self, n=8, k=9):
        super().__init__()
        self.net = nn.Sequential(*(nn.Sequential(nn.Conv1d(n, n, k, padding=k // 2, groups=n, bias=False), nn.Conv1d(n, n, 1, bias=False), nn.BatchNorm1d(n), nn.ReLU()) for _ in range(2)))
        self.r = nn.Sequential(nn.Conv1d(n, n, 1), nn.BatchNorm1d(n))

    def forward(self, x):
        return F.relu(self.net(x) + self.r(x))


add("orders_of_bridge", "orders to letters: separable filters over time", lambda: nn.Sequential(nn.Conv1d(6, 8, 11, 2, 5), Separable(), Separable(k=13), nn.Conv1d(8, 10, 1), nn.LogSoftmax(1)), r(1, 6, 40), ways=("plain", "xnn", "sq", "dq", "xext"), tolerance=0.01)


class Branched(nn.Module):
    """Attention beside filters that gate, put together by a filter."""

    def __init__(self, n=8):
        super().__init__()
        self.n, self.m, self.q = nn.LayerNorm(n), nn.LayerNorm(n), nn.Linear(n, 3 * n)
        self.u, self.g, self.c, self.d = nn.Linear(n, 4 * n), nn.LayerNorm(2 * n), nn.Conv1d(2 * n, 2 * n, 7, padding=3, groups=2 * n), nn.Linear(2 * n, n)
        self.f, self.o = nn.Conv1d(2 * n, 2 * n, 3, padding=1, groups=2 * n), nn.Linear(2 * n, n)

    def forward(self, x):
        q, k, v = self.q(self.n(x)).unflatten(-1, (3, 2, 4)).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2)
        u, g = F.gelu(self.u(self.m(x))).chunk(2, -1)
        b = self.d(u * self.c(self.g(g).transpose(1, 2)).transpose(1, 2))
        y = torch.cat((a, b), -1)
        return x + self.o(y + self.f(y.transpose(1, 2)).transpose(1, 2))


add("dictated", "a log that is dictated: attention beside filters", Branched, r(1, 10, 8), ways=("plain", "xnn", "dq", "layers", "f16", "bf16"))


class Streamed(nn.Module):
    """A piece at a time: what was heard before, a memory, a little of what comes."""

    def __init__(self, n=8):
        super().__init__()
        self.q, self.kv, self.o, self.g = nn.Linear(n, n), nn.Linear(n, 2 * n), nn.Linear(n, n), nn.Sequential(nn.LayerNorm(n), nn.Linear(n, 16), nn.ReLU(), nn.Linear(16, n))
        self.register_buffer("past", torch.zeros(1, 4, 2 * n))
        self.register_buffer("memory", torch.zeros(1, 2, n))

    def forward(self, x):
        new = self.kv(x)
        k, v = torch.cat((self.kv(self.memory), self.past, new), 1).chunk(2, -1)
        y = x + self.o(F.scaled_dot_product_attention(self.q(x), k, v))
        self.past.copy_(new[:, :4])
        self.memory.copy_(torch.cat((self.memory[:, 1:], x[:, :4].mean(1, keepdim=True)), 1))
        return (y + self.g(y))[:, :4]


add("watch_channel", "a channel that is watched, piece by piece", Streamed, *(r(1, 6, 8) for _ in range(4)), ways=("plain", "xnn", "dq", "named", "inplace"))


class Masks(nn.Module):
    """Noise taken out twice: of a spectrum, then of what is learned; states go in and out."""

    def __init__(self):
        super().__init__()
        self.a, self.b, self.m = nn.LSTMCell(9, 8), nn.LSTMCell(10, 8), nn.Linear(8, 9)
        self.e, self.n, self.k, self.d = nn.Linear(9, 10, False), nn.LayerNorm(10), nn.Linear(8, 10), nn.Linear(10, 9, False)

    def forward(self, x, h, c):
        a, p = self.a(x, (h[0], c[0]))
        y = self.e(x * self.m(a).sigmoid())
        b, q = self.b(self.n(y), (h[1], c[1]))
        return self.d(y * self.k(b).sigmoid()), torch.stack((a, b)), torch.stack((p, q))


add("wind_noise", "wind taken out of a voice, twice", Masks, lambda: (torch.rand(1, 9), torch.randn(2, 1, 8), torch.randn(2, 1, 8)), ways=("plain", "xnn", "dq", "apart", "f16", "dq4"))


class Waves(nn.Module):
    """Sound to sound: strides and gates, a recurrence both ways in the middle, and back beside what was there."""

    def __init__(self, n=6):
        super().__init__()
        self.a, self.b = nn.Sequential(nn.Conv1d(1, n, 8, 4, 2), nn.ReLU(), nn.Conv1d(n, 2 * n, 1), nn.GLU(1)), nn.Sequential(nn.Conv1d(n, n, 8, 4, 2), nn.ReLU(), nn.Conv1d(n, 2 * n, 1), nn.GLU(1))
        self.l, self.p = nn.LSTM(n, n, 1, bidirectional=True), nn.Linear(2 * n, n)
        self.c, self.d = nn.ConvTranspose1d(n, n, 8, 4, 2), nn.ConvTranspose1d(n, 2, 8, 4, 2)

    def forward(self, x):
        s = x.std(2, keepdim=True) + 1e-3
        a = self.a(x / s)
        b = self.b(a)
        y = self.p(self.l(b.permute(2, 0, 1))[0]).permute(1, 2, 0)
        return self.d(F.relu(self.c(y + b)) + a) * s


add("voice_and_engine", "a voice and an engine apart", Waves, r(1, 1, 64), ways=("plain", "xnn", "sq", "dq"))
add("taps", "a spectrum through filters that a net gives: complex, over frames", lambda: Do(lambda s, re, im: (lambda a, b: (lambda p, q: ((p * a - q * b).sum(3), (p * b + q * a).sum(3)))(F.pad(re, (2, 0)).unfold(2, 3, 1), F.pad(im, (2, 0)).unfold(2, 3, 1)))(*s.o(torch.log(re * re + im * im + 1e-4).transpose(1, 2)).view(1, 8, 2, 5, 3).permute(2, 0, 3, 1, 4)), o=nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 30), nn.Tanh())), lambda: (torch.randn(1, 5, 8), torch.randn(1, 5, 8)), ways=("plain", "xnn", "dq", "sq"), tolerance=0.01)  # fmt: skip


def longer(s, ids):
    x = s.e(ids)
    n = F.softplus(s.d(s.c(x.transpose(1, 2)).relu().transpose(1, 2))[..., 0]).round().clamp(1, 3)
    end = n.cumsum(1)
    t = torch.arange(12.0)
    hot = ((t >= (end - n)[..., None]) & (t < end[..., None])).to(x.dtype)
    return s.o(hot.transpose(1, 2) @ x), end[:, -1]


add("speaking_clock", "words to frames, each as long as it is said", lambda: Do(longer, e=nn.Embedding(20, 8), c=nn.Conv1d(8, 8, 3, padding=1), d=nn.Linear(8, 1), o=nn.Linear(8, 6)), lambda: (torch.randint(0, 20, (1, 5)),), ways=("plain", "xnn", "words", "dq"))


class Located(nn.Module):
    """A step of a speaker: where it looked goes into where it looks."""

    def __init__(self):
        super().__init__()
        self.c, self.q, self.m, self.v, self.r, self.o = nn.Conv1d(2, 4, 5, padding=2), nn.Linear(8, 4), nn.Linear(6, 4), nn.Linear(4, 1), nn.GRUCell(11, 8), nn.Linear(14, 6)
        self.register_buffer("at", torch.zeros(1, 2, 7))
        self.register_buffer("h", torch.zeros(1, 8))

    def forward(self, frame, m):
        e = self.v(torch.tanh(self.q(self.h)[:, None] + self.m(m) + self.c(self.at).transpose(1, 2)))[..., 0]
        p = e.softmax(1)
        y = (p[:, None] @ m)[:, 0]
        h = self.r(torch.cat((frame, y), 1), self.h)
        self.at.copy_(torch.stack((p, self.at[:, 1] + p), 1))
        self.h.copy_(h)
        return self.o(torch.cat((h, y), 1)), p


add("speaker_step", "a step of a speaker", Located, *(lambda: (torch.randn(1, 5), torch.randn(1, 7, 6)) for _ in range(3)), ways=("plain", "xnn", "dq", "buffers"))
add("foghorn", "a horn's pitch: strides, bins, a mean around the best", lambda: Do(lambda s, x: (lambda p: (lambda i: (p.gather(1, i) * i.float()).sum(1) / p.gather(1, i).sum(1))((p.argmax(1, keepdim=True) + torch.arange(-2, 3)).clamp(0, 19)))(s.o(s.c(x).flatten(1)).sigmoid()), c=nn.Sequential(nn.Conv1d(1, 6, 8, 4, 2), nn.ReLU(), nn.BatchNorm1d(6), nn.MaxPool1d(2), nn.Conv1d(6, 6, 4, padding=2), nn.ReLU()), o=nn.Linear(54, 20)), r(1, 1, 64), ways=("plain", "xnn", "sq", "dq"), tolerance=0.02)  # fmt: skip


class Echo(nn.Module):
    """What comes back from a speaker: a filter that learns while it runs."""

    def __init__(self):
        super().__init__()
        self.register_buffer("w", torch.zeros(8))
        self.register_buffer("past", torch.zeros(8))

    def forward(self, far, near):
        past, w, out = self.past, self.w, []
        for i in range(4):
            past = torch.cat((far[i : i + 1], past[:-1]))
            e = near[i : i + 1] - (w * past).sum(0, keepdim=True)
            w = w + 0.5 * e * past / ((past * past).sum() + 1e-2)
            out.append(e)
        self.past.copy_(past)
        self.w.copy_(w)
        return torch.cat(out)


add("intercom", "what comes back from a speaker is taken away", Echo, *(lambda: (torch.randn(4), torch.randn(4)) for _ in range(3)), ways=("plain", "xnn", "named", "f64"))
add("whales", "whales: which, and when; weights over time", lambda: Do(lambda s, x: (lambda y: (lambda a, c: ((a.softmax(2) * c.sigmoid()).sum(2), c.sigmoid()))(*s.o(y).chunk(2, 1)))(s.c(x[:, None]).mean(2)), c=nn.Sequential(nn.Conv2d(1, 6, 3, padding=1, bias=False), nn.BatchNorm2d(6), nn.ReLU(), nn.AvgPool2d(2), nn.Conv2d(6, 8, 3, padding=1), nn.ReLU()), o=nn.Conv1d(8, 6, 1)), r(1, 8, 12), ways=("plain", "xnn", "sq", "convs", "vk"))  # fmt: skip
add("bilge", "sounds of pumps: filters, then a recurrence", lambda: Do(lambda s, x: s.o(s.g(s.c(x).permute(0, 2, 1, 3).flatten(2))[0]).sigmoid().amax(1), c=nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d((1, 4))), g=nn.GRU(8, 5, 1, batch_first=True, bidirectional=True), o=nn.Linear(10, 3)), r(1, 1, 6, 8), ways=("plain", "xnn", "sq", "dq", "folded"))  # fmt: skip
add("called", "whether the ship is called: one filter a band, its mean on all bands", lambda: Do(lambda s, x: (lambda a: (lambda b: s.o(F.relu(x + a + b).mean((2, 3))))(F.dropout(F.silu(s.t(a.mean(2, keepdim=True))), 0.1, False)))(s.n(s.g(x))), g=nn.Conv2d(6, 6, (3, 1), padding=(1, 0), groups=6), n=nn.BatchNorm2d(6), t=nn.Conv2d(6, 6, (1, 3), padding=(0, 2), dilation=(1, 2), groups=6), o=nn.Linear(6, 4)), r(1, 6, 5, 10), ways=("plain", "xnn", "sq", "sq6", "vkx"))  # fmt: skip


class Transducer(nn.Module):
    """A recogniser in three programs: what is heard, what was said, both."""

    def __init__(self, part):
        super().__init__()
        self.part = part
        if part == "hear":
            self.net = nn.Sequential(nn.Linear(12, 8), nn.ReLU(), nn.Linear(8, 8))
        elif part == "said":
            self.e, self.c = nn.Embedding(11, 6, padding_idx=0), nn.Conv1d(6, 8, 2)
        else:
            self.o = nn.Linear(8, 11)

    def forward(self, *x):
        if self.part == "hear":
            return self.net(x[0].unflatten(1, (-1, 3)).flatten(2))
        if self.part == "said":
            return F.relu(self.c(self.e(x[0]).transpose(1, 2))).transpose(1, 2)
        y = self.o(torch.tanh(x[0] + x[1])).log_softmax(-1)
        return y, y.argmax(-1)


def transducer(name, **options):
    def spec():
        inputs = {"hear": (torch.randn(1, 9, 4),), "said": (torch.randint(0, 11, (1, 2)),), "joint": (torch.randn(1, 1, 8), torch.randn(1, 1, 8))}
        return Spec(f"a recogniser of radio in three programs ({name})", {part: (Transducer(part).eval().requires_grad_(False), [inputs[part]]) for part in inputs}, **{"edge": {"_check_ir_validity": False}, **options})

    models.MODELS[name] = spec


transducer("radio")
transducer("xnn_radio_xnn", xnnpack={}, constants={"blank": 0, "words": 11})
transducer("xnn_radio_sq", xnnpack={}, quantize="static", tolerance=0.5)
transducer("radio_bundle", bundle=True)

# --- recurrences and state spaces --------------------------------------------------------------------------------------------


def steps(f, x, *state):
    """Unrolled over the second dimension."""
    out = []
    for i in range(x.shape[1]):
        state = f(x[:, i], *state)
        out.append(state[0])
    return torch.stack(out, 1), *state


def simple(s, x, c):
    u, f, k = s.l(x).chunk(3, -1)
    y, c = steps(lambda z, c: (z[:, 6:12].sigmoid() * c + (1 - z[:, 6:12].sigmoid()) * z[:, :6],), torch.cat((u, f), -1), c)
    r = k.sigmoid()
    return r * y.tanh() + (1 - r) * x, c


add("roll_of_ship", "how a ship rolls: a recurrence without products of its state", lambda: Do(simple, l=nn.Linear(6, 18)), lambda: (torch.randn(1, 5, 6), torch.randn(1, 6)), ways=("plain", "xnn", "dq", "bf16"))


def least(s, x):
    k, h = s.z(x), s.h(x)
    a = F.pad((-F.softplus(k)).cumsum(1), (0, 0, 1, 0))
    v = torch.cat((s.first.expand(x.shape[0], 1, -1), -F.softplus(-k) + torch.where(h >= 0, (F.relu(h) + 0.5).log(), -F.softplus(-h))), 1)
    return (a + torch.logcumsumexp(v - a, 1)).exp()[:, 1:]


add("pressure", "falling pressure: gates of what comes in only, all at once in logarithms", lambda: Do(lambda s, x: s.o(least(s, x)), z=nn.Linear(3, 6), h=nn.Linear(3, 6), first=torch.full((6,), -0.7), o=nn.Linear(6, 2)), r(2, 6, 3), ways=("plain", "xnn"))
add("pressure_sums", "falling pressure: gates, as sums of products", lambda: Do(lambda s, x: (lambda a: s.o(F.pad(torch.cumsum(s.h(x) * (1 - a) / a.cumprod(1), 1), (0, 0, 0, 0)) * a.cumprod(1))[:, -1])(s.z(x).sigmoid() * 0.5 + 0.5), z=nn.Linear(3, 6), h=nn.Linear(3, 6), o=nn.Linear(6, 2)), r(2, 6, 3), ways=("plain", "xnn", "dq", "sq"))


class Clouds(nn.Module):
    """A recurrence of pictures, with looks at what is kept; it is kept between calls."""

    def __init__(self, n=4):
        super().__init__()
        self.c, self.p, self.o = nn.Conv2d(1 + n, 4 * n, 3, padding=1), nn.Parameter(torch.randn(3, n, 1, 1) / 3), nn.Conv2d(n, 1, 1)
        self.register_buffer("h", torch.zeros(1, n, 6, 6))
        self.register_buffer("k", torch.zeros(1, n, 6, 6))

    def forward(self, x):
        i, f, g, o = self.c(torch.cat((x, self.h), 1)).chunk(4, 1)
        k = (f + self.p[0] * self.k).sigmoid() * self.k + (i + self.p[1] * self.k).sigmoid() * g.tanh()
        h = (o + self.p[2] * k).sigmoid() * k.tanh()
        self.k.copy_(k)
        self.h.copy_(h)
        return self.o(h)


add("clouds", "clouds that come: a recurrence of pictures", Clouds, *(r(1, 1, 6, 6) for _ in range(3)), ways=("plain", "xnn", "sq", "named", "inplace", "overlap"))
add("smaller_state", "a recurrence whose state is made smaller, of the library", lambda: Do(lambda s, x: (lambda y, h: (s.o(y), *h))(*s.l(x)), l=nn.LSTM(4, 8, 2, batch_first=True, proj_size=3, bidirectional=True), o=nn.Linear(6, 2)), r(1, 5, 4), ways=("plain", "xnn", "dq"))
add("plain_recurrence", "a recurrence without gates, of the library, both ways, two layers", lambda: Do(lambda s, x: s.o(s.l(x)[1][-2:].transpose(0, 1).flatten(1)), l=nn.RNN(4, 6, 2, "relu", batch_first=True, bidirectional=True), o=nn.Linear(12, 3)), r(2, 5, 4), ways=("plain", "xnn", "dq", "f16"))


def liquid(s, x, h, t):
    y = torch.cat((x, h), 1)
    b = 1.7159 * (0.666 * s.b(y)).tanh()
    g = (-(s.p(b) * t) + s.q(b)).sigmoid()
    return s.f1(b).tanh() * (1 - g) + g * s.f2(b).tanh()


add("rudder", "a rudder: a recurrence in time that flows, with times between", lambda: Do(liquid, b=nn.Linear(8, 8), p=nn.Linear(8, 5), q=nn.Linear(8, 5), f1=nn.Linear(8, 5), f2=nn.Linear(8, 5)), lambda: (torch.randn(1, 3), torch.randn(1, 5), torch.rand(1, 1)), ways=("plain", "xnn", "dq", "dq4", "sq"))


def legendre(n):
    i = torch.arange(n)
    a = (2 * i[:, None] + 1) * torch.where(i[:, None] < i, torch.tensor(-1.0), (-1.0) ** (i[:, None] - i + 1))
    return torch.matrix_exp(a / 16), ((2 * i + 1) * (-1.0) ** i / 16)


def remember(s, x):
    y, m = steps(lambda u, m: (m @ s.a.T + u * s.b,), x, x.new_zeros(1, 6))
    return s.o(F.relu(s.h(y))), m


add("swell", "swell: what was, as polynomials", lambda: Do(remember, a=legendre(6)[0], b=legendre(6)[1], h=nn.Linear(6, 8), o=nn.Linear(8, 1)), r(1, 6, 1), ways=("plain", "xnn", "dq", "f64"))


class Memory(nn.Module):
    """A memory that is read and written where a key, a shift and a sharpness say."""

    def __init__(self):
        super().__init__()
        self.c, self.l = nn.Linear(8, 6), nn.Linear(6, 4 + 1 + 1 + 3 + 1 + 4 + 4)
        self.register_buffer("m", torch.full((5, 4), 1e-2))
        self.register_buffer("w", torch.eye(5)[:1])

    def forward(self, x):
        h = self.c(torch.cat((x, self.w @ self.m), 1)).tanh()
        k, b, g, s, y, e, a = self.l(h).split((4, 1, 1, 3, 1, 4, 4), 1)
        p = (F.softplus(b) * F.cosine_similarity(k, self.m, dim=1)).softmax(1)
        p = g.sigmoid() * p + (1 - g.sigmoid()) * self.w
        p = (torch.stack((p.roll(1, 1), p, p.roll(-1, 1)), 2) @ s.softmax(1)[..., None])[..., 0]
        p = p ** (1 + F.softplus(y))
        p = p / (p.sum(1, keepdim=True) + 1e-6)
        m = self.m * (1 - p.T @ e.sigmoid()) + p.T @ a.tanh()
        self.m.copy_(m)
        self.w.copy_(p)
        return p @ m


add("stowage_memory", "a memory that is read and written", Memory, *(r(1, 4) for _ in range(3)), ways=("plain", "xnn", "dq", "inplace"))


class Exponential(nn.Module):
    """A matrix as memory, gates that are exponents, held in bounds by their largest."""

    def __init__(self, n=6):
        super().__init__()
        self.q, self.g, self.o = nn.Linear(n, 3 * n), nn.Linear(n, 2), nn.Linear(n, n)

    def forward(self, x, c, n, m):
        q, k, v = self.q(x).chunk(3, 1)
        i, f = self.g(x).chunk(2, 1)
        f = F.logsigmoid(f)
        top = torch.maximum(f + m, i)
        i, f = (i - top).exp(), (f + m - top).exp()
        c = f[..., None] * c + i[..., None] * v[..., None] * k[:, None] / 6**0.5
        n = f * n + i * k / 6**0.5
        y = (c @ q[..., None])[..., 0] / torch.maximum((n * q).sum(1, keepdim=True).abs(), (-top).exp())
        return self.o(y), c, n, top


add("exponential", "a matrix as memory, gates that are exponents", Exponential, lambda: (torch.randn(2, 6), torch.randn(2, 6, 6), torch.randn(2, 6), torch.rand(2, 1)), ways=("plain", "xnn", "dq", "bf16", "apart"))


def diagonal(s, x):
    dt = s.dt.exp()
    a, b = -s.re.exp() * dt, s.im * dt
    t = torch.arange(x.shape[2])
    k = (s.c[..., None] * (a[..., None] * t).exp() * (b[..., None] * t).cos()).sum(1)
    y = F.conv1d(F.pad(x, (x.shape[2] - 1, 0)), k.flip(1)[:, None], groups=4)
    return s.o(F.gelu(y + x * s.d[:, None]))


add("long_memory", "a state space as one long filter, made as it runs", lambda: Do(diagonal, dt=torch.randn(4, 1) / 2 - 1, re=torch.randn(4, 5) / 3, im=torch.rand(4, 5) * 6, c=torch.randn(4, 5), d=torch.randn(4), o=nn.Sequential(nn.Conv1d(4, 8, 1), nn.GLU(1))), r(1, 4, 12), ways=("plain", "xnn", "dq"))


class Griffin(nn.Module):
    """A recurrence of one number a channel whose gate is a power; a filter of what came; a branch that gates. Kept between calls."""

    def __init__(self, n=8):
        super().__init__()
        self.x, self.y, self.o, self.c = nn.Linear(n, n), nn.Linear(n, n), nn.Linear(n, n), nn.Conv1d(n, n, 4, groups=n)
        self.r, self.i, self.a = nn.Linear(n, n), nn.Linear(n, n), nn.Parameter(torch.rand(n) + 1)
        self.register_buffer("past", torch.zeros(1, n, 3))
        self.register_buffer("h", torch.zeros(1, n))

    def forward(self, x):
        u = torch.cat((self.past, self.x(x)[..., None]), 2)
        v = self.c(u)[..., 0]
        a = (-8 * F.softplus(self.a) * self.r(v).sigmoid()).exp()
        h = a * self.h + (1 - a * a).clamp(min=1e-6).sqrt() * self.i(v).sigmoid() * v
        self.past.copy_(u[..., 1:])
        self.h.copy_(h)
        return self.o(h * F.gelu(self.y(x), approximate="tanh"))


add("gusts", "gusts: one number a channel, a gate that is a power", Griffin, *(r(1, 8) for _ in range(4)), ways=("plain", "xnn", "dq", "f16", "bf16", "named", "inplace"))


def resampled(s, p, z, u):
    p = p + s.v
    w = (-(p - z).square().sum(1) / 0.5).exp() + 1e-9
    w = w / w.sum()
    i = (w.cumsum(0)[None] < (torch.arange(8)[:, None] + u) / 8).sum(1).clamp(max=7)
    return p[i], (p * w[:, None]).sum(0)


add("adrift", "where something drifts: guesses that are drawn again", lambda: Do(resampled, v=torch.tensor([0.1, -0.2])), lambda: (torch.randn(8, 2), torch.randn(1, 2), torch.rand(1)))
add("ocean_current", "a current: a net as what changes, four steps", lambda: Do(lambda s, x: steps(lambda t, y: (y + 0.1 * s.f1(torch.cat((y + 0.05 * s.f1(torch.cat((y, t), 1)), t + 0.05), 1)),), s.t.expand(x.shape[0], 4, 1), x)[0], f1=nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3)), t=torch.linspace(0, 1, 4)[None, :, None]), r(2, 3), ways=("plain", "xnn", "dq", "sq"))
add("recalled", "what is most like what is shown: three rounds", lambda: Do(lambda s, x: (lambda f: f(f(f(x))))(lambda x: (4 * x @ s.m.T).softmax(1) @ s.m), m=F.normalize(torch.randn(6, 8), dim=1)), r(2, 8), ways=("plain", "xnn", "f16"))
