"""Models for the set 2026-11-instruments (docs/accuracy.md): measuring, seismology, medicine, spectra, music, codecs of speech.

Other kinds than those of the earlier sets. unseen_readings.py (pictures, documents, language) and unseen_boards.py (graphs, tables, games,
control flow, dtypes, indices, libraries) have the rest. Each is one of several ways to hand a model over.
"""

import math

import torch
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, conv, r
from unseen_ways import lenient as add

# --- the earth ---------------------------------------------------------------------------------------------------------------


class Picker(nn.Module):
    """Arrivals of waves: down by strides, up again, beside what was there."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Conv1d(3, 6, 7, padding=3), nn.Conv1d(6, 8, 7, 4, 3)
        self.u, self.o = nn.ConvTranspose1d(8, 6, 4, 4), nn.Conv1d(12, 3, 1)

    def forward(self, x):
        x = (x - x.mean(2, keepdim=True)) / (x.std(2, keepdim=True) + 1e-6)
        x = F.relu(self.a(x))
        return self.o(torch.cat((x, self.u(F.relu(self.b(x)))), 1)).softmax(1)


add("picker", "arrivals of waves", Picker, r(1, 3, 32), ways=("plain", "xnn", "sq", "xone"))


def triggered(s, x):
    total = F.pad((x * x).cumsum(1), (1, 0))
    short, long = (total[:, 12:] - total[:, 9:-3]) / 3, (total[:, 12:] - total[:, :-12]) / 12
    ratio = short / (long + 1e-9)
    return ratio, (ratio > 2.0).any(1), ratio.argmax(1)


add("trigger", "short over long means of energy", lambda: Do(triggered), r(2, 40), ways=("plain", "f64"))
add("magnitude", "a magnitude: logarithms, corrections of stations, a trimmed mean",
    lambda: Do(lambda s, a, d, i: (a.clamp(min=1e-9).log10() + 1.11 * (d / 100).log10() + 0.00189 * (d - 100) + s.c[i]).sort(0).values[1:-1].mean(0, keepdim=True), c=torch.randn(8) * 0.1),
    lambda: (torch.rand(5), torch.rand(5) * 300 + 10, torch.randint(0, 8, (5,))))  # fmt: skip
add("noise_of_earth", "a correlation of two stations by spectra", lambda: Do(lambda s, a, b: (lambda A, B: torch.fft.irfft(A * B.conj() / (A.abs() * B.abs() + 1e-6), n=16))(torch.fft.rfft(a, n=16), torch.fft.rfft(b, n=16))),
    lambda: (torch.randn(2, 16), torch.randn(2, 16)))  # fmt: skip
add("layers_of_earth", "times of rays through layers", lambda: Do(lambda s, p, v, h: (h / v / (1 - (p[:, None] * v) ** 2).clamp(min=1e-4).sqrt()).cumsum(1)), lambda: (torch.rand(3) * 0.1, torch.rand(4) + 2, torch.rand(4)), ways=("plain", "xnn"))
add("tide", "heights of the sea: sums of waves", lambda: Do(lambda s, t: (s.a * torch.cos(t[:, None] * s.w + s.p)).sum(1), a=torch.rand(6), w=torch.rand(6), p=torch.rand(6)), lambda: (torch.rand(5) * 24,), ways=("plain", "bf16"))

# --- medicine ----------------------------------------------------------------------------------------------------------------

add("leads", "twelve leads of a heart from eight, without what wanders", lambda: Do(lambda s, x: (lambda y: y - F.avg_pool1d(y, 9, 1, 4, count_include_pad=False))(torch.matmul(s.m, x)), m=torch.randn(12, 8)), r(1, 8, 24), ways=("plain", "xnn"))


def beats(s, x):
    d = F.conv1d(x, s.k, padding=2)
    e = F.avg_pool1d(d * d, 5, 1, 2)
    top = F.max_pool1d(e, 7, 1, 3)
    peak = (e == top) & (e > e.mean() * 1.5)
    return torch.nonzero(peak[0, 0])[:, 0]


add("qrs", "places of beats: as many as there are", lambda: Do(beats, k=torch.tensor([[[1.0, 2, 0, -2, -1]]]) / 8), r(1, 1, 40))


class Eeg(nn.Module):
    """Over time, over the electrodes apart, then separable."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 4, (1, 9), padding=(0, 4), bias=False), nn.BatchNorm2d(4), nn.Conv2d(4, 8, (6, 1), groups=4, bias=False), nn.BatchNorm2d(8), nn.ELU(),
            nn.AvgPool2d((1, 4)), nn.Dropout(0.5), nn.Conv2d(8, 8, (1, 5), padding=(0, 2), groups=8, bias=False), nn.Conv2d(8, 8, 1, bias=False), nn.ELU(), nn.AvgPool2d((1, 2)),
        )  # fmt: skip
        self.o = nn.Linear(32, 4)

    def forward(self, x):
        return self.o(self.net(x[:, None]).flatten(1)).log_softmax(1)


add("eeg", "what a brain's waves are of", Eeg, r(1, 6, 32), ways=("plain", "xnn", "sq", "sqt", "f16", "xf16"))
add("bands", "shares of bands in a brain's waves",
    lambda: Do(lambda s, x: (lambda p: (lambda b: b / b.sum(1, keepdim=True))(torch.zeros(2, 4).index_add(1, s.b, p)))((x @ s.c) ** 2 + (x @ s.s) ** 2),
               b=torch.tensor([0, 0, 1, 1, 1, 2, 2, 3]), c=torch.randn(16, 8), s=torch.randn(16, 8)), r(2, 16))  # fmt: skip
add("artefacts", "what stands far from the median is left out", lambda: Do(lambda s, x: (lambda m: (lambda d: torch.where(d > 3 * 1.4826 * d.sort(1).values[:, 4:5], m.expand_as(x), x))((x - m).abs()))(x.sort(1).values[:, 4:5])), r(3, 9), ways=("plain", "f64"))
add("breath_volume", "a breath: the volume after a second, all of it, their share", lambda: Do(lambda s, f: (lambda v: (v, v[:, 9], v.amax(1), v[:, 9] / v.amax(1)))(F.pad((f[:, 1:] + f[:, :-1]).cumsum(1) * 0.05, (1, 0)))), lambda: (torch.rand(2, 30),), ways=("plain", "caller"))
add("glucose", "sugar in blood: a recurrence, mean and spread",
    lambda: Do(lambda s, x: (lambda h: (s.m(h), F.softplus(s.s(h)) + 1e-3))(s.g(x)[0][:, -1]), g=nn.GRU(3, 6, batch_first=True), m=nn.Linear(6, 4), s=nn.Linear(6, 4)), r(1, 8, 3), ways=("plain", "xnn", "dq"))  # fmt: skip
add("dose", "a dose over three organs: steps of Runge and Kutta",
    lambda: Do(lambda s, y, k: (lambda f: (lambda a: (lambda b: (lambda c: y + (a + 2 * b + 2 * c + f(y + c)) / 60)(f(y + b / 20)))(f(y + a / 20)))(f(y)))(lambda z: torch.stack((-k[:, 0] * z[:, 0], k[:, 0] * z[:, 0] - k[:, 1] * z[:, 1], k[:, 1] * z[:, 1]), 1))),
    lambda: (torch.rand(2, 3), torch.rand(2, 2)), ways=("plain", "f64"))  # fmt: skip


class Scan(nn.Module):
    """Voxels: convolutions and norms of instances in three directions."""

    def __init__(self):
        super().__init__()
        self.a, self.n, self.b, self.u = nn.Conv3d(1, 4, 3, padding=1), nn.InstanceNorm3d(4, affine=True), nn.Conv3d(4, 6, 3, 2, 1), nn.ConvTranspose3d(6, 4, 2, 2)
        self.o = nn.Conv3d(8, 2, 1)

    def forward(self, x):
        x = F.leaky_relu(self.n(self.a(x)))
        return self.o(torch.cat((x, self.u(F.leaky_relu(self.b(x)))), 1)).argmax(1)


add("scan", "kinds of tissue in a volume", Scan, r(1, 1, 4, 4, 4), ways=("plain", "xnn"))
add("pulse_oximeter", "oxygen from two lights: a table looked up between its rows",
    lambda: Do(lambda s, a, b: (lambda q: (lambda i: torch.lerp(s.t[i], s.t[i + 1], q - i))(q.floor().long().clamp(0, 8)))(((a.amax(1) - a.amin(1)) / a.mean(1) / ((b.amax(1) - b.amin(1)) / b.mean(1))).clamp(0, 2) * 4), t=torch.linspace(100, 70, 10)),
    lambda: (torch.rand(2, 12) + 1, torch.rand(2, 12) + 1))  # fmt: skip

# --- spectra, chemistry ------------------------------------------------------------------------------------------------------

add("smooth", "windows and a polynomial, the highest point between its neighbours",
    lambda: Do(lambda s, x: (lambda y: (lambda i: (lambda a, b, c: i.float() + 0.5 * (a - c) / (a - 2 * b + c))(*(y.gather(1, (i + d).clamp(0, 19)) for d in (-1, 0, 1))))(y.argmax(1, keepdim=True)))(F.pad(x[:, None], (2, 2), mode="replicate")[:, 0].unfold(1, 5, 1) @ s.k),
               k=torch.tensor([-3.0, 12, 17, 12, -3]) / 35), r(2, 20))  # fmt: skip


class Whittle(nn.Module):
    """A line under peaks: weights and steps by turns."""

    def __init__(self, n=12):
        super().__init__()
        d = torch.diff(torch.eye(n), n=2, dim=0)
        self.register_buffer("p", 5 * d.T @ d)

    def forward(self, y):
        z = y
        for _ in range(3):
            w = torch.where(y > z, 0.05, 0.95)
            z = z - 0.01 * (torch.diag_embed(w) @ (z - y)[..., None] + self.p @ z[..., None]).squeeze(-1)
        return y - z


add("baseline", "a line under peaks", Whittle, r(2, 12), ways=("plain", "xnn"))


class Raman(nn.Module):
    """Residual blocks over a spectrum whose channels are weighed."""

    def __init__(self, n=8):
        super().__init__()
        self.s = nn.Conv1d(1, n, 7, 2, padding=3, padding_mode="replicate")
        self.a, self.b, self.n, self.m = nn.Conv1d(n, n, 3, padding=1, bias=False), nn.Conv1d(n, n, 3, padding=1, bias=False), nn.BatchNorm1d(n), nn.BatchNorm1d(n)
        self.d, self.u, self.o = nn.Linear(n, 2), nn.Linear(2, n), nn.Linear(n, 5)

    def forward(self, x):
        x = F.silu(self.s(x))
        y = self.m(self.b(F.silu(self.n(self.a(x)))))
        y = y * self.u(F.relu(self.d(y.mean(2)))).sigmoid().unsqueeze(2)
        return self.o(F.adaptive_max_pool1d(x + y, 1).flatten(1))


add("raman", "what a powder is", Raman, r(1, 1, 24), ways=("plain", "xnn", "dq", "sq", "xbf16"))
add("peaks", "areas of the three highest peaks",
    lambda: Do(lambda s, x: (lambda p: (lambda v, i: (v, i, s.w[i] @ x[0]))(*torch.where(p, x, torch.full_like(x, -1.0)).topk(3)))(torch.logical_and(x > x.roll(1, 1), x >= x.roll(-1, 1))), w=torch.eye(16) + torch.eye(16).roll(1, 0) + torch.eye(16).roll(-1, 0)),
    lambda: (torch.rand(1, 16),))  # fmt: skip
add("masses", "lines of masses in bins, and what is most alike",
    lambda: Do(lambda s, m, a: (lambda h: tuple((F.normalize(h.sqrt(), dim=0) @ s.l).topk(2)))(torch.zeros(16).scatter_add(0, (m / 50).long().clamp(0, 15), a)), l=F.normalize(torch.rand(16, 6), dim=0)),
    lambda: (torch.rand(10) * 800, torch.rand(10)))  # fmt: skip
add("resonance", "a spectrum of what decays: a window, waves, a phase",
    lambda: Do(lambda s, x, p: (lambda a, b: (a * p.cos() - b * p.sin(), torch.hypot(a, b)))(x * s.e @ s.c, x * s.e @ s.s), e=torch.exp(-torch.arange(16) / 8), c=torch.randn(16, 9), s=torch.randn(16, 9)),
    lambda: (torch.randn(2, 16), torch.rand(1)))  # fmt: skip


class Atoms(nn.Module):
    """Energies of a molecule: bells over distances, cut off softly, sums over neighbours."""

    def __init__(self, n=6):
        super().__init__()
        self.e, self.f, self.g, self.o = nn.Embedding(10, n), nn.Sequential(nn.Linear(8, n), nn.Softplus(), nn.Linear(n, n)), nn.Linear(n, n), nn.Linear(n, 1)
        self.register_buffer("c", torch.linspace(0, 5, 8))
        self.register_buffer("not_self", 1 - torch.eye(5))

    def forward(self, z, p):
        d = ((p[:, None] - p[None]) ** 2).sum(-1).add(1e-8).sqrt()
        w = self.f((-2 * (d[..., None] - self.c) ** 2).exp()) * ((0.5 * ((d * math.pi / 5).cos() + 1)) * (d < 5) * self.not_self)[..., None]
        x = self.e(z)
        x = x + (w * self.g(x)[None]).sum(1)
        return self.o(F.softplus(x) - math.log(2)).sum().reshape(1)


add("atoms", "energy of a molecule", Atoms, lambda: (torch.tensor([6, 1, 1, 8, 1]), torch.randn(5, 3) * 2), ways=("plain", "xnn", "dq"))
add("forces", "forces between all pairs", lambda: Do(lambda s, p: (lambda d: (lambda q: ((24 * (2 * q**6 - q**3) * (q != 0))[..., None] * d).sum(1))(1 / d.square().sum(-1).masked_fill(torch.eye(4, dtype=torch.bool), float("inf"))))(p[:, None] - p[None])), lambda: (torch.randn(4, 3) * 2,))

# --- instruments on a bench --------------------------------------------------------------------------------------------------

add("scope", "where a wave rises through a level, and what is seen from there",
    lambda: Do(lambda s, x: (lambda i: (i, x.index_select(0, (i + torch.arange(8)) % 32), x.amax() - x.amin(), x.std(correction=0)))(((x[:-1] < 0.1) & (x[1:] >= 0.1)).to(torch.uint8).argmax(0, keepdim=True))), r(32))  # fmt: skip
add("autorange", "a value to the display of its range",
    lambda: Do(lambda s, v: (lambda i: (i, torch.div(v.abs() * s.m[i], 1, rounding_mode="trunc").to(torch.int32), torch.sgn(v).to(torch.int8)))((v.abs()[:, None] >= s.b).sum(1)), b=torch.tensor([0.2, 2, 20, 200]), m=torch.tensor([1e4, 1e3, 1e2, 10, 1])),
    lambda: (torch.tensor([0.1234, -3.21, 45.6, 199.0, -1500.0]),))  # fmt: skip
add("thermocouple", "a voltage to a temperature: polynomials in double precision, by range",
    lambda: Do(lambda s, v: (lambda h: torch.where(v < 0, h(s.a), h(s.b)))(lambda c: ((c[3] * v + c[2]) * v + c[1]) * v + c[0]), a=torch.tensor([0.0, 25.17, -1.166, -1.083], dtype=torch.float64), b=torch.tensor([0.0, 25.08, 0.0786, -0.25], dtype=torch.float64)),
    lambda: (torch.randn(6, dtype=torch.float64),))  # fmt: skip


class Scales(nn.Module):
    """Counts of a converter, 24 bits with a sign, to grams; what lies there first is the zero."""

    def __init__(self):
        super().__init__()
        self.register_buffer("zero", torch.zeros(1, dtype=torch.int32))
        self.register_buffer("set", torch.zeros(1, dtype=torch.bool))

    def forward(self, b):
        b = b.to(torch.int32)
        n = (b[:, 0] << 16) | (b[:, 1] << 8) | b[:, 2]
        n = torch.where(n >= 1 << 23, n - (1 << 24), n)
        mean = n.sum(0, keepdim=True, dtype=torch.int32) // 4
        self.zero.copy_(torch.where(self.set, self.zero, mean))
        self.set.fill_(True)
        return (n - self.zero).float() / 430.0


add("scales", "counts of a converter to grams", Scales, lambda: (torch.randint(0, 256, (4, 3), dtype=torch.uint8),), lambda: (torch.randint(0, 256, (4, 3), dtype=torch.uint8),), ways=("plain", "named"))
add("dial", "a code of which one bit changes, to a place", lambda: Do(lambda s, g: (lambda a: (lambda b: b ^ (b >> 1))(a ^ (a >> 2)))(g ^ (g >> 4))), lambda: (torch.randint(0, 256, (6,), dtype=torch.int32),))
add("echo", "an echo's place: a filter of its form, a mean over places", lambda: Do(lambda s, x: ((F.conv1d(x, s.k, padding=3) * 8).softmax(2) * torch.arange(20.0)).sum(2), k=torch.hann_window(7).view(1, 1, 7)), r(1, 1, 20), ways=("plain", "xnn", "sqt"))
add("unwrap", "phases without jumps", lambda: Do(lambda s, p: (lambda d: p[:, :1] + F.pad((torch.remainder(d + math.pi, 2 * math.pi) - math.pi).cumsum(1), (1, 0)))(p[:, 1:] - p[:, :-1])), lambda: (torch.rand(2, 12) * 6,))
add("wind", "a mean wind, dew, how warm it feels",
    lambda: Do(lambda s, v, d, t, h: (torch.atan2((v * d.sin()).mean(), (v * d.cos()).mean()).reshape(1), (lambda g: 243.12 * g / (17.62 - g))(torch.log(h / 100) + 17.62 * t / (243.12 + t)), torch.where(t < 10, 13.12 + 0.6215 * t - 11.37 * v**0.16 + 0.3965 * t * v**0.16, t))),
    lambda: (torch.rand(5) * 9 + 1, torch.rand(5) * 6, torch.rand(5) * 30, torch.rand(5) * 60 + 30), ways=("plain", "traced"))  # fmt: skip
add("counts", "a spectrum of rays, unfolded", lambda: Do(lambda s, y: (lambda f: f(f(f(torch.ones_like(y)))))(lambda x: x * (y / (x @ s.r + 1e-6)) @ s.r.T / s.r.sum(1)), r=torch.rand(8, 8) + torch.eye(8)), lambda: (torch.rand(2, 8) * 10,), ways=("plain", "xnn"))
add("colours_apart", "how far two colours are apart",
    lambda: Do(lambda s, a, b: (lambda f: torch.linalg.vector_norm((f(a @ s.m) - f(b @ s.m)) @ s.l, dim=-1))(lambda t: torch.where(t > 0.008856, t.clamp(min=1e-6).pow(1 / 3), 7.787 * t + 16 / 116)), m=torch.rand(3, 3) / 3, l=torch.tensor([[0.0, 500, 0], [116, -500, 200], [0, 0, -200]])),
    lambda: (torch.rand(4, 3), torch.rand(4, 3)))  # fmt: skip
add("grains", "grains in a microscope: opened, closed, how deep", lambda: Do(lambda s, x: (lambda e, d: (lambda b: (b, sum((e(b.float()), e(e(b.float())), b.float()))))(d(e(x)) > 0))(lambda t: -F.max_pool2d(-t, 3, 1, 1), lambda t: F.max_pool2d(t, 3, 1, 1))), r(1, 1, 8, 8))
add("field", "a field of light some way off: complex numbers as pairs", lambda: Do(lambda s, x: (lambda u: torch.view_as_real(u * s.k))(torch.complex(x, torch.zeros_like(x))), k=torch.polar(torch.ones(4, 4), torch.rand(4, 4))), r(4, 4))

# --- music, speech -----------------------------------------------------------------------------------------------------------

add("additive", "a tone: waves of its multiples, those above the half left out",
    lambda: Do(lambda s, f, a: (lambda h: (torch.sin(h.cumsum(1) * 2 * math.pi / 160) * torch.where(h < 80, a, 0.0)).sum(2))(f[..., None] * torch.arange(1, 5))), lambda: (torch.rand(1, 16) * 30, torch.rand(1, 16, 4)))  # fmt: skip
add("bell", "a bell: waves that move waves, decaying", lambda: Do(lambda s, t, n: torch.minimum(t * 50, torch.exp(-3 * t)) * torch.sin(6.28 * n * t + 4 * torch.exp(-2 * t) * torch.sin(9.2 * n * t))), lambda: (torch.rand(2, 10), torch.rand(2, 1) * 5), ways=("plain", "xnn", "xfp32"))


class Wavetable(nn.Module):
    """A wave from a table; its phase is kept."""

    def __init__(self):
        super().__init__()
        self.register_buffer("wave", torch.sin(torch.arange(16) * math.pi / 8))
        self.register_buffer("phase", torch.zeros(1))

    def forward(self, f):
        p = torch.remainder(self.phase + f.cumsum(0), 16.0)
        self.phase.copy_(p[-1:])
        i = p.floor()
        j = i.long()
        return torch.lerp(self.wave[j], self.wave[(j + 1) % 16], p - i)


add("wavetable", "a wave from a table; its phase is kept", Wavetable, lambda: (torch.rand(8) * 3,), lambda: (torch.rand(8) * 3,), ways=("plain", "named", "xnn"))
add("onsets", "where notes begin, and how often", lambda: Do(lambda s, x: (lambda o: (o, F.conv1d(o[:, None], o[:, None, 4:16])[0, 0].argmax(0, keepdim=True)))((x[:, :, 1:] - x[:, :, :-1]).clamp(min=0).sum(1))), lambda: (torch.rand(1, 6, 24),), ways=("plain", "xnn"))


class Strings(nn.Module):
    """What a synthesiser needs from pitch and loudness."""

    def __init__(self):
        super().__init__()
        self.p, self.l, self.g = nn.Sequential(nn.Linear(1, 6), nn.LayerNorm(6), nn.LeakyReLU()), nn.Sequential(nn.Linear(1, 6), nn.LayerNorm(6), nn.LeakyReLU()), nn.GRU(12, 8, batch_first=True)
        self.h, self.n = nn.Linear(8, 7), nn.Linear(8, 5)

    def forward(self, f, a):
        y = self.g(torch.cat((self.p(f), self.l(a)), -1))[0]
        z = 2 * torch.sigmoid(self.h(y)) ** math.log(10) + 1e-7
        return z[..., :1], z[..., 1:] / z[..., 1:].sum(-1, keepdim=True), torch.sigmoid(self.n(y))


add("strings", "what a synthesiser needs from pitch and loudness", Strings, lambda: (torch.rand(1, 5, 1), torch.rand(1, 5, 1)), ways=("plain", "xnn", "dq", "dqt", "xf16"))
add("roll", "a roll of notes: which sound at each step", lambda: Do(lambda s, on, off, v: (lambda h: (h > 0, h * v))((F.one_hot(on, 8) - F.one_hot(off, 8)).cumsum(0).clamp(0, 1))), lambda: (torch.randint(0, 8, (6,)), torch.randint(0, 8, (6,)), torch.rand(6, 1)))


class Codes(nn.Module):
    """Codes of what the codes before left over; and back."""

    def __init__(self):
        super().__init__()
        self.books = nn.ParameterList(torch.randn(8, 4) / (i + 1) for i in range(3))

    def forward(self, x):
        left, codes, total = x, [], torch.zeros_like(x)
        for book in self.books:
            i = torch.cdist(left, book).argmin(-1)
            q = F.embedding(i, book)
            left, total = left - q, total + q
            codes.append(i)
        return torch.stack(codes, -1), total


add("codes", "codes of what is left over", Codes, r(5, 4), ways=("plain", "xnn", "views"))


class Snake(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.a = nn.Parameter(torch.rand(1, n, 1) + 0.5)

    def forward(self, x):
        return x + (1 / (self.a + 1e-9)) * torch.sin(self.a * x).pow(2)


add("snakes", "codes to sound: waves as activations, weights with norms", lambda: nn.Sequential(nn.Conv1d(4, 8, 7, padding=3), Snake(8), nn.utils.parametrizations.weight_norm(nn.ConvTranspose1d(8, 6, 4, 2, 1)), Snake(6), nn.Conv1d(6, 1, 7, padding=3), nn.Tanh()),
    r(1, 4, 6), ways=("plain", "xnn", "sq"))  # fmt: skip


def durbin(s, x):
    n = x.shape[1]
    c = [(x[:, : n - i] * x[:, i:]).sum(1) for i in range(4)]
    a, e = [torch.ones_like(c[0])], c[0] + 1e-6
    for i in range(1, 4):
        k = -sum(a[j] * c[i - j] for j in range(i)) / e
        b = [*a, torch.zeros_like(k)]
        a = [b[j] + k * b[i - j] for j in range(i + 1)]
        e = e * (1 - k * k)
    return torch.stack(a, 1), e


add("predictor", "coefficients that predict a sample", lambda: Do(durbin), r(2, 16), ways=("plain", "xnn"))
add("finite", "sound to whole numbers, and the number of all of them", lambda: Do(lambda s, x: (lambda z: (lambda q: (q / 2, ((q + 2).long() * s.b).sum(-1)))((z.tanh() * 2).round()))(s.l(x)), l=nn.Linear(6, 3), b=torch.tensor([1, 5, 25])), r(4, 6), ways=("plain", "dq"))
add("filters", "bands that are taken apart and put together", lambda: Do(lambda s, x: (lambda y: (y, F.conv_transpose1d(y, s.k, stride=4, padding=6)))(F.conv1d(x, s.k, stride=4, padding=6)), k=torch.randn(4, 1, 16) * 0.2), r(1, 1, 32), ways=("plain", "xnn", "xtwo"))


class Dprnn(nn.Module):
    """Who speaks apart: recurrences along chunks and across them."""

    def __init__(self, n=6):
        super().__init__()
        self.a, self.b, self.p, self.q, self.o = nn.LSTM(n, 4, bidirectional=True, batch_first=True), nn.LSTM(n, 4, batch_first=True), nn.Linear(8, n), nn.Linear(4, n), nn.Conv2d(n, 2, 1)

    def forward(self, x):
        y = x[0].permute(1, 2, 0)
        y = y + self.p(self.a(y)[0])
        z = y.transpose(0, 1)
        z = z + self.q(self.b(z)[0])
        return self.o(z.permute(2, 1, 0)[None]).sigmoid()


add("speakers_apart", "who speaks apart", Dprnn, r(1, 6, 3, 4), ways=("plain", "xnn", "dq"))
add("spoofs", "whether a voice is real: the larger of two halves", lambda: Do(lambda s, x: s.o(torch.maximum(*s.b(torch.maximum(*s.a(x).chunk(2, 1))).chunk(2, 1)).amax((2, 3))), a=nn.Conv2d(1, 8, 5, padding=2), b=conv(4, 8, act=nn.Identity), o=nn.Linear(4, 2)),
    r(1, 1, 8, 10), ways=("plain", "xnn", "sq", "sqat", "qtp"))  # fmt: skip
