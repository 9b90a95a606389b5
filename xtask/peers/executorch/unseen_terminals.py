"""More models for the set 2026-11-stations: what cameras of stations, trains and airports see; recurrences and forecasts of what moves there."""

import math

import torch
import unseen_rigging  # noqa: F401  (its ways)
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, conv, r
from unseen_ways import lenient as add

# --- backbones ---------------------------------------------------------------------------------------------------------------


class Answers(nn.Module):
    """Blocks of a net of wide filters, a norm over places that answers channels (both kept as rows), layers."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.d, self.n = nn.Conv2d(3, n, 4, 4), nn.Conv2d(n, n, 7, padding=3, groups=n), nn.LayerNorm(n, eps=1e-6)
        self.u, self.g, self.b, self.o, self.h = nn.Linear(n, 4 * n), nn.Parameter(torch.randn(4 * n)), nn.Parameter(torch.randn(4 * n)), nn.Linear(4 * n, n), nn.Linear(n, 5)

    def forward(self, x):
        x = self.i(x)
        y = F.gelu(self.u(self.n(self.d(x).permute(0, 2, 3, 1))))
        g = torch.norm(y, p=2, dim=(1, 2), keepdim=True)
        y = self.g * (y * (g / (g.mean(-1, keepdim=True) + 1e-6))) + self.b + y
        return self.h((x + self.o(y).permute(0, 3, 1, 2)).mean((-2, -1)))


add("signs", "signs of a station: wide filters, channels that compete", Answers, r(1, 3, 16, 16), ways=("plain", "xnn", "dq", "sq", "f16", "xbf16"))


class Inverted(nn.Module):
    """Blocks that grow first, filters before and after, a scale of each channel."""

    def __init__(self, i, o, s=1, before=3, after=3):
        super().__init__()
        n = 3 * i
        self.a = nn.Sequential(nn.Conv2d(i, i, before, 1, before // 2, groups=i, bias=False), nn.BatchNorm2d(i)) if before else nn.Identity()
        self.u, self.b = conv(i, n, 1, act=nn.Hardswish), nn.Sequential(nn.Conv2d(n, n, after, s, after // 2, groups=n, bias=False), nn.BatchNorm2d(n), nn.Hardswish()) if after else nn.Identity()
        self.d, self.s, self.same = conv(n, o, 1, act=nn.Identity), nn.Parameter(torch.full((1, o, 1, 1), 0.5)), i == o and s == 1

    def forward(self, x):
        y = self.d(self.b(self.u(self.a(x)))) * self.s
        return x + y if self.same else y


add("badges", "kinds of badges: filters before and after, some without", lambda: nn.Sequential(conv(3, 8, 3, 2, act=nn.Hardswish), Inverted(8, 8), Inverted(8, 12, 2, 0, 5), Inverted(12, 12, 1, 5, 0), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(12, 6)), r(1, 3, 24, 24), ways=("plain", "xnn", "sq", "dq", "sqt", "xf16", "xinline", "sqat"))


class Reduced(nn.Module):
    """Attention over places whose keys are of a smaller picture; a filter among the layers after it."""

    def __init__(self, n=8, heads=2, reduce=2):
        super().__init__()
        self.i, self.a, self.b = nn.Conv2d(3, n, 3, 2, 1), nn.LayerNorm(n), nn.LayerNorm(n)
        self.q, self.kv, self.o, self.r = nn.Linear(n, n), nn.Linear(n, 2 * n), nn.Linear(n, n), nn.Conv2d(n, n, reduce, reduce)
        self.u, self.f, self.d, self.h, self.heads = nn.Linear(n, 2 * n), nn.Conv2d(2 * n, 2 * n, 3, padding=1, groups=2 * n), nn.Linear(2 * n, n), nn.Conv2d(n, 4, 1), heads

    def forward(self, x):
        x = self.i(x)
        b, n, h, w = x.shape
        x = x.flatten(2).transpose(1, 2)
        y = self.a(x)
        small = self.r(y.transpose(1, 2).reshape(b, n, h, w)).flatten(2).transpose(1, 2)
        q = self.q(y).unflatten(-1, (self.heads, -1)).transpose(1, 2)
        k, v = self.kv(small).unflatten(-1, (2, self.heads, -1)).permute(2, 0, 3, 1, 4)
        x = x + self.o(F.scaled_dot_product_attention(q, k, v).transpose(1, 2).flatten(2))
        y = self.u(self.b(x))
        y = y + self.f(y.transpose(1, 2).unflatten(2, (h, w))).flatten(2).transpose(1, 2)
        x = x + self.d(F.gelu(y))
        return F.interpolate(self.h(x.transpose(1, 2).unflatten(2, (h, w))), scale_factor=2.0, mode="bilinear", align_corners=False)


add("tracks_seen", "parts of a picture: keys of a smaller one", Reduced, r(1, 3, 16, 16), ways=("plain", "xnn", "dq", "sq", "bf16", "f16"))


class Across(nn.Module):
    """Attention between channels, with a warmth for each head; filters in steps."""

    def __init__(self, n=12, heads=3):
        super().__init__()
        self.i, self.qkv, self.o, self.t, self.heads = nn.Conv2d(3, n, 4, 4), nn.Linear(n, 3 * n), nn.Linear(n, n), nn.Parameter(torch.ones(heads, 1, 1)), heads
        self.c, self.h, self.s = nn.ModuleList(nn.Conv2d(4, 4, 3, padding=1, groups=4) for _ in range(2)), nn.Linear(n, 5), nn.Parameter(torch.full((n,), 0.1))

    def forward(self, x):
        x = self.i(x)
        a, b, c = x.split(4, 1)
        b = self.c[0](a + b)
        x = torch.cat((a, b, self.c[1](b + c)), 1)
        b, n, h, w = x.shape
        y = x.flatten(2).mT
        q, k, v = self.qkv(y).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 4, 1)
        a = (F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).mT * self.t).softmax(-1)
        y = y + self.s * self.o((a @ v).permute(0, 3, 1, 2).flatten(2))
        return self.h(y.amax(1))


add("wagons", "kinds of wagons: attention between channels", Across, r(1, 3, 16, 16), ways=("plain", "xnn", "dq", "xext"))


class Outlook(nn.Module):
    """Each place says how its neighbours are weighed; what was weighed is folded back."""

    def __init__(self, n=6, k=3):
        super().__init__()
        self.v, self.a, self.o, self.k = nn.Linear(n, n), nn.Linear(n, k**4), nn.Linear(n, n), k

    def forward(self, x):
        b, n, h, w = x.shape
        y = x.permute(0, 2, 3, 1)
        v = F.unfold(self.v(y).permute(0, 3, 1, 2), self.k, padding=1).view(b, n, self.k**2, h * w).permute(0, 3, 2, 1)
        a = self.a(y).reshape(b, h * w, self.k**2, self.k**2).softmax(-1)
        y = F.fold((a @ v).permute(0, 3, 2, 1).reshape(b, n * self.k**2, h * w), (h, w), self.k, padding=1)
        return x + self.o(y.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


add("outlook", "each place says how its neighbours are weighed", Outlook, r(1, 6, 5, 5), ways=("plain", "xnn"))


class Chosen(nn.Module):
    """Filters that the picture mixes of four; two sizes of filters between which channels choose."""

    def __init__(self, n=6):
        super().__init__()
        self.w, self.r = nn.Parameter(torch.randn(4, n, n, 3, 3) / 5), nn.Linear(n, 4)
        self.a, self.b, self.f, self.s = conv(n, n, 3), conv(n, n, 5), nn.Linear(n, 4), nn.Linear(4, 2 * n)

    def forward(self, x):
        p = torch.sigmoid(self.r(x.mean((2, 3))))[0]
        x = F.relu(F.conv2d(x, (p[:, None, None, None, None] * self.w).sum(0), padding=1))
        a, b = self.a(x), self.b(x)
        s = self.s(F.relu(self.f((a + b).mean((2, 3))))).unflatten(1, (2, -1)).softmax(1)[..., None, None]
        return a * s[:, 0] + b * s[:, 1]


add("weather_seen", "filters that the picture mixes", Chosen, r(1, 6, 8, 8), ways=("plain", "xnn", "dq"))


class Along(nn.Module):
    """Means along each of both directions, a joint layer, gates along each."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.c, self.h, self.w, self.p = conv(3, n, 3, 2), conv(n, 4, 1, act=nn.Hardswish), nn.Conv2d(4, n, 1), nn.Conv2d(4, n, 1), nn.Conv2d(2, 1, 7, padding=3)

    def forward(self, x):
        x = self.i(x)
        h, w = x.mean(3, keepdim=True), x.mean(2, keepdim=True).transpose(2, 3)
        a, b = self.c(torch.cat((h, w), 2)).split((h.shape[2], w.shape[2]), 2)
        x = x * torch.sigmoid(self.h(a)) * torch.sigmoid(self.w(b.transpose(2, 3)))
        return x * torch.sigmoid(self.p(torch.cat((x.amax(1, keepdim=True), x.mean(1, keepdim=True)), 1)))


add("along_platform", "gates along both directions", Along, r(1, 3, 16, 12), ways=("plain", "xnn", "sq", "sqp", "f16"))


class Retold(nn.Module):
    """A filter of three branches as it is trained, and one branch as it ships, from the same weights."""

    def __init__(self, n=6):
        super().__init__()
        a, b, c = nn.Conv2d(n, n, 3, padding=1, bias=False), nn.Conv2d(n, n, 1, bias=False), nn.Identity()
        self.branches, self.one, self.o = nn.ModuleList((a, b, c)), nn.Conv2d(n, n, 3, padding=1, bias=False), nn.Linear(n, 3)
        with torch.no_grad():
            self.one.weight.copy_(a.weight + F.pad(b.weight, (1, 1, 1, 1)) + F.pad(torch.eye(n)[:, :, None, None], (1, 1, 1, 1)))

    def forward(self, x):
        y = sum(branch(x) for branch in self.branches)
        return self.o(F.relu(y).mean((2, 3))), (y - self.one(x)).abs().amax() < 1e-3


add("branches_of_line", "three branches and the one that they become", Retold, r(1, 6, 8, 8), ways=("plain", "xnn"))

# --- what is where -----------------------------------------------------------------------------------------------------------


class Bags(nn.Module):
    """Three sizes of cells; distances as means over bins; boxes from points; the best of each kind."""

    def __init__(self, n=8, kinds=3, bins=4):
        super().__init__()
        self.a, self.b = nn.Sequential(conv(3, n, 3, 2, act=nn.SiLU), conv(n, n, 3, 2, act=nn.SiLU)), conv(n, n, 3, 2, act=nn.SiLU)
        self.up, self.h = conv(2 * n, n, 1, act=nn.SiLU), nn.ModuleList(nn.Conv2d(n, 4 * bins + kinds, 1) for _ in range(2))
        self.kinds, self.bins = kinds, bins
        self.register_buffer("bin", torch.arange(float(bins)))

    def forward(self, x):
        a = self.a(x)
        b = self.b(a)
        a = self.up(torch.cat((a, F.interpolate(b, scale_factor=2.0, mode="nearest")), 1))
        boxes, scores = [], []
        for head, f, step in zip(self.h, (a, b), (4, 8)):
            y = head(f).flatten(2).transpose(1, 2)
            d = (y[..., : 4 * self.bins].unflatten(-1, (4, self.bins)).softmax(-1) @ self.bin) * step
            h, w = f.shape[2:]
            p = torch.stack(torch.meshgrid(torch.arange(w) + 0.5, torch.arange(h) + 0.5, indexing="xy"), -1).reshape(-1, 2) * step
            boxes.append(torch.cat((p - d[..., :2], p + d[..., 2:]), -1))
            scores.append(torch.sigmoid(y[..., 4 * self.bins :]))
        s, k = torch.cat(scores, 1).max(-1)
        s, i = s.topk(5, 1)
        return torch.cat(boxes, 1).gather(1, i[..., None].expand(-1, -1, 4)), s, k.gather(1, i)


add("bags", "bags on a belt: distances as means over bins, the five best", Bags, r(1, 3, 32, 32), ways=("plain", "xnn", "sq", "convs", "xf16", "xtwo"), tolerance=0.01)


class Queries(nn.Module):
    """Places of a picture as keys, queries that are learned, boxes and kinds for each; masks by products."""

    def __init__(self, n=12, queries=4):
        super().__init__()
        self.i, self.q = nn.Sequential(conv(3, n, 3, 2), conv(n, n, 3, 2)), nn.Parameter(torch.randn(1, queries, n))
        self.p = nn.Parameter(torch.randn(1, 36, n) / 4)
        self.s, self.c, self.n = nn.MultiheadAttention(n, 2, batch_first=True), nn.MultiheadAttention(n, 2, batch_first=True), nn.ModuleList(nn.LayerNorm(n) for _ in range(3))
        self.f, self.k, self.b, self.m = nn.Sequential(nn.Linear(n, 24), nn.ReLU(), nn.Linear(24, n)), nn.Linear(n, 4), nn.Sequential(nn.Linear(n, n), nn.ReLU(), nn.Linear(n, 4)), nn.Linear(n, n)

    def forward(self, x):
        f = self.i(x)
        m = f.flatten(2).transpose(1, 2)
        q = self.n[0](self.q + self.s(self.q, self.q, self.q, need_weights=False)[0])
        q = self.n[1](q + self.c(q, m + self.p, m, need_weights=False)[0])
        q = self.n[2](q + self.f(q))
        c, s = torch.sigmoid(self.b(q)).chunk(2, -1)
        return self.k(q).softmax(-1), torch.cat((c - s / 2, c + s / 2), -1), torch.einsum("bqn,bnhw->bqhw", self.m(q), f) > 0


add("left_luggage", "what was left: queries, boxes, masks", Queries, r(1, 3, 24, 24), ways=("plain", "xnn", "dq", "layers"))


class Peaks(nn.Module):
    """A map of middles whose peaks stay, how large and how far off; the best over all."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.u = nn.Sequential(conv(3, n, 3, 2), conv(n, n, 3, 2)), nn.ConvTranspose2d(n, n, 4, 2, 1)
        self.h, self.s = nn.Conv2d(n, 2, 1), nn.Conv2d(n, 4, 1)

    def forward(self, x):
        f = F.relu(self.u(self.i(x)))
        h = torch.sigmoid(self.h(f))
        h = h * (F.max_pool2d(h, 3, 1, 1) == h)
        s, i = h.flatten(1).topk(4)
        k, i = i // 64, i % 64
        y, x = i // 8, i % 8
        a = self.s(f).flatten(2).gather(2, i[:, None].expand(-1, 4, -1))
        return s, k, torch.stack((x + a[:, 0], y + a[:, 1]), -1), F.softplus(a[:, 2:])


add("heads_seen", "middles of heads: peaks, sizes", Peaks, r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "dq"))


class Bent(nn.Module):
    """Attention at places that each query asks for, over two sizes."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.j, self.q, self.off, self.w, self.o = conv(3, n, 3, 2), conv(n, n, 3, 2), nn.Parameter(torch.randn(5, n)), nn.Linear(n, 2 * 2 * 3), nn.Linear(n, 2 * 3), nn.Linear(n, 3)
        self.register_buffer("at", torch.rand(5, 1, 1, 2) * 1.6 - 0.8)

    def forward(self, x):
        a = self.i(x)
        b = self.j(a)
        where = self.at + torch.tanh(self.off(self.q)).view(5, 2, 3, 2) * 0.3
        w = self.w(self.q).softmax(-1).view(5, 2, 3)
        y = sum((F.grid_sample(f, where[None, :, at], mode="bilinear", padding_mode="border", align_corners=False)[0] * w[:, at]).sum(-1) for at, f in enumerate((a, b)))
        return self.o(y.T + self.q)


add("doors_seen", "doors: attention at places that are asked for", Bent, r(1, 3, 16, 16), ways=("plain", "xnn"))


class Context(nn.Module):
    """Filters with holes of several widths and the whole picture beside each other; a road of details joins."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.l, self.e = conv(3, n, 3, 2), conv(n, 4, 1), conv(n, n, 3, 2)
        self.c, self.g = nn.ModuleList([conv(n, n, 1)] + [nn.Sequential(nn.Conv2d(n, n, 3, padding=d, dilation=d, bias=False), nn.BatchNorm2d(n), nn.ReLU()) for d in (2, 4)]), nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(n, n, 1), nn.ReLU())
        self.p, self.o = conv(4 * n, n, 1), nn.Sequential(conv(n + 4, n), nn.Conv2d(n, 3, 1))

    def forward(self, x):
        a = self.i(x)
        e = self.e(a)
        y = self.p(torch.cat([c(e) for c in self.c] + [F.interpolate(self.g(e), size=e.shape[2:], mode="bilinear", align_corners=False)], 1))
        y = F.interpolate(y, size=a.shape[2:], mode="bilinear", align_corners=True)
        return F.interpolate(self.o(torch.cat((self.l(a), y), 1)), size=x.shape[2:], mode="nearest").argmax(1)


add("edges_of_platform", "the edge of a platform: filters with holes", Context, r(1, 3, 24, 24), ways=("plain", "xnn", "sq", "dq", "xext", "convs"))
add("parted", "colours to six flags each, whose nearest one is told: products with all, without a layer", lambda: Do(lambda s, x: (lambda d: (d.argmin(-1), d.amin(-1)))(torch.cdist(x.flatten(2).mT, s.c[None])), c=torch.rand(6, 3)), lambda: (torch.rand(1, 3, 4, 5),), ways=("plain", "xnn"))
add("two_cameras", "depth from two cameras: costs of shifts, a mean over them", lambda: Do(lambda s, a, b: (lambda f, g: (lambda c: (c.softmax(1) * torch.arange(4.0)[:, None, None]).sum(1))(-s.d(torch.stack([F.pad((f[..., i:] - g[..., : g.shape[-1] - i]).abs(), (i, 0)) for i in range(4)], 2)).squeeze(1)))(s.c(a), s.c(b)), c=conv(3, 6), d=nn.Conv3d(6, 1, 3, padding=1)), lambda: (torch.rand(1, 3, 8, 12), torch.rand(1, 3, 8, 12)), ways=("plain", "xnn", "sq"))
add("flow_of_people", "flow: products of all places with all, looked up", lambda: Do(lambda s, a, b: (lambda f, g: (lambda v: F.avg_pool2d(v.view(16, 1, 4, 4), 2).flatten(1) @ s.l)(torch.einsum("bchw,bcij->bhwij", f, g).div(6**0.5)))(s.c(a), s.c(b)), c=nn.Conv2d(3, 6, 3, 2, 1), l=torch.randn(4, 2)), lambda: (torch.rand(1, 3, 8, 8), torch.rand(1, 3, 8, 8)), ways=("plain", "xnn", "f64"))
add("moved_channels", "frames whose channels move in time, then filters", lambda: Do(lambda s, x: s.c(torch.cat((F.pad(x[1:, :2], (0, 0, 0, 0, 0, 0, 0, 1)), F.pad(x[:-1, 2:4], (0, 0, 0, 0, 0, 0, 1, 0)), x[:, 4:]), 1)).mean((0, 2, 3)), c=conv(6, 4)), r(4, 6, 6, 6), ways=("plain", "xnn", "sq", "sqp"))
add("stairs", "falls on stairs: filters over pictures, then over time", lambda: nn.Sequential(nn.Conv3d(2, 4, (1, 3, 3), padding=(0, 1, 1)), nn.BatchNorm3d(4), nn.ReLU(), nn.Conv3d(4, 6, (3, 1, 1), padding=(1, 0, 0)), nn.ReLU(), nn.AdaptiveAvgPool3d(1), nn.Flatten(), nn.Linear(6, 2)), r(1, 2, 4, 8, 8), ways=("plain", "xnn", "dq"))
add("faulty", "faults of rails: how far from what is usual, by a matrix for each place", lambda: Do(lambda s, x: (lambda d: torch.sqrt(torch.einsum("nc,ncd,nd->n", d, s.w, d).clamp(min=0)))(F.avg_pool2d(s.c(x), 2)[0].flatten(1).T - s.m), c=conv(1, 4), w=(lambda a: a @ a.mT)(torch.randn(9, 4, 4)), m=torch.randn(9, 4)), r(1, 1, 6, 6), ways=("plain", "xnn", "f64"))
add("seen_before", "the nearest of what is known, and how much nearer than the next", lambda: Do(lambda s, x: (lambda v, i: (i[:, 0], v[:, 1] / v[:, 0].clamp(min=1e-3)))(*torch.topk(((x[:, None] - s.bank) ** 2).sum(-1), 2, dim=1, largest=False)), bank=torch.randn(7, 5)), r(3, 5), ways=("plain", "f16", "bf16"))
add("brighter", "a tunnel made brighter by curves of its own", lambda: Do(lambda s, x: (lambda a: (lambda y: y)(_curves(x, a)))(torch.tanh(s.b(F.relu(s.a(x))))), a=nn.Conv2d(3, 6, 3, padding=1), b=nn.Conv2d(6, 9, 3, padding=1)), lambda: (torch.rand(1, 3, 8, 8),), ways=("plain", "xnn", "sq", "xf16", "f16"))
add("finer", "a smaller camera's picture finer: places from channels, what went in is added", lambda: Do(lambda s, x: F.pixel_shuffle(s.b(s.a(x)), 2) + F.interpolate(x, scale_factor=2.0, mode="bicubic", align_corners=False), a=conv(3, 8, act=nn.LeakyReLU), b=nn.Conv2d(8, 12, 3, padding=1)), lambda: (torch.rand(1, 3, 6, 6),), ways=("plain", "xnn", "dq", "sq"))
add("local_tone", "a light of each place from a small grid of lines", lambda: Do(lambda s, x: (lambda g, c: (lambda k: (k.unflatten(1, (3, 4))[:, :, :3] * x[:, None]).sum(2) + k.unflatten(1, (3, 4))[:, :, 3])(F.grid_sample(c, g, align_corners=True).squeeze(2)))(torch.cat((s.xy, (x.mean(1)[..., None] * 2 - 1)), -1)[:, None], s.c(F.avg_pool2d(x, 2)).unflatten(1, (12, 2))), c=nn.Conv2d(3, 24, 3, padding=1), xy=torch.stack(torch.meshgrid(torch.linspace(-1, 1, 8), torch.linspace(-1, 1, 8), indexing="xy"), -1)[None]), lambda: (torch.rand(1, 3, 8, 8),))
add("plates", "a plate to letters: filters, a recurrence both ways, the best of each place", lambda: Do(lambda s, x: (lambda f: s.o(s.r(f.amax(2).transpose(1, 2))[0]).log_softmax(-1))(s.b(F.max_pool2d(s.a(x), (2, 1)))), a=conv(1, 6), b=conv(6, 8, 3, (2, 1)), r=nn.LSTM(8, 6, bidirectional=True, batch_first=True), o=nn.Linear(12, 11)), r(1, 1, 12, 16), ways=("plain", "xnn", "sq", "dq"))
add("any_camera", "pictures of any size in bytes to a kind", lambda: Do(lambda s, x: s.o(F.adaptive_avg_pool2d(s.a(x.float() / 255 - 0.5), 1).flatten(1)), a=conv(3, 6, 3, 2), o=nn.Linear(6, 4)), lambda: (torch.randint(0, 256, (1, 3, 12, 12), dtype=torch.uint8),), lambda: (torch.randint(0, 256, (1, 3, 16, 9), dtype=torch.uint8),), ways=("plain", "xnn", "dq"), dynamic=lambda: ({2: torch.export.Dim("high", min=6, max=32), 3: torch.export.Dim("wide", min=6, max=32)},))


def _curves(x, a):
    for c in a.split(3, 1):
        x = x + c * (x - x * x)
    return x


class Points(nn.Module):
    """Points in pillars: features of each, the largest in a cell, a picture from above, filters."""

    def __init__(self, n=6):
        super().__init__()
        self.l, self.c = nn.Sequential(nn.Linear(4, n), nn.BatchNorm1d(n), nn.ReLU()), conv(n, 4)

    def forward(self, x):
        f = self.l(x)
        cell = ((x[:, :2].clamp(-1, 0.99) + 1) * 2).floor().to(torch.int64)
        i = (cell[:, 1] * 4 + cell[:, 0])[:, None].expand(-1, f.shape[1])
        m = torch.zeros(16, f.shape[1]).scatter_add(0, i, f) / torch.zeros(16, f.shape[1]).scatter_add(0, i, torch.ones_like(f)).clamp(min=1)
        return self.c(m.T.reshape(1, -1, 4, 4))


add("obstacles", "points in cells, a picture from above", Points, lambda: (torch.rand(12, 4) * 2 - 1,), ways=("plain", "xnn", "sqp"))
add("faces_at_gate", "a face from five points: the turn that fits best, then the picture turned", lambda: Do(lambda s, x, p: (lambda u, v: (lambda a, b: (lambda m: F.grid_sample(x, F.affine_grid(m, (1, 3, 6, 6), align_corners=False), align_corners=False))(torch.stack((torch.stack((a, -b, u[0, 0]), 0), torch.stack((b, a, u[0, 1]), 0)))[None]))((u[1:] * v[1:]).sum() / (v[1:] ** 2).sum(), (u[1:, 1] * v[1:, 0] - u[1:, 0] * v[1:, 1]).sum() / (v[1:] ** 2).sum()))(torch.cat((p.mean(0, keepdim=True), p - p.mean(0))), torch.cat((s.t.mean(0, keepdim=True), s.t - s.t.mean(0)))), t=torch.tensor([[-0.4, -0.4], [0.4, -0.4], [0.0, 0.0], [-0.3, 0.5], [0.3, 0.5]])), lambda: (torch.rand(1, 3, 12, 12), torch.tensor([[-0.3, -0.5], [0.5, -0.3], [0.1, 0.0], [-0.3, 0.4], [0.3, 0.6]])), ways=("plain", "xnn"))
add("postures", "where joints are: means of maps, in halves too", lambda: Do(lambda s, x: (lambda h: torch.stack(((h.sum(2) * torch.linspace(-1, 1, 6)).sum(-1), (h.sum(3) * torch.linspace(-1, 1, 6)).sum(-1)), -1))(s.c(x).flatten(2).softmax(-1).unflatten(2, (6, 6))), c=nn.Conv2d(6, 5, 1)), r(1, 6, 6, 6), ways=("plain", "xnn", "sq"))

# --- recurrences and forecasts -----------------------------------------------------------------------------------------------


class Rain(nn.Module):
    """A recurrence whose gates are filters and look at what is kept."""

    def __init__(self, n=4):
        super().__init__()
        self.c, self.p, self.o = nn.Conv2d(1 + n, 4 * n, 3, padding=1), nn.Parameter(torch.randn(3, n, 1, 1) / 3), nn.Conv2d(n, 1, 1)
        self.n = n

    def forward(self, x):
        h = c = torch.zeros(x.shape[1], self.n, *x.shape[3:])
        for f in x:
            i, g, f_, o = self.c(torch.cat((f, h), 1)).chunk(4, 1)
            c = torch.sigmoid(f_ + self.p[0] * c) * c + torch.sigmoid(i + self.p[1] * c) * torch.tanh(g)
            h = torch.sigmoid(o + self.p[2] * c) * torch.tanh(c)
        return self.o(h)


add("rain_on_line", "rain: a recurrence whose gates are filters", Rain, r(3, 1, 1, 6, 6), ways=("plain", "xnn", "convs"))
add("axles", "axles counted: a recurrence of two layers over forces", lambda: Do(lambda s, x: s.o(s.r(x)[0]).sigmoid().sum(1), r=nn.GRU(3, 8, 2, batch_first=True), o=nn.Linear(8, 1)), r(2, 7, 3), ways=("plain", "xnn", "dq", "dqp", "layers"))
add("wheel_flats", "a flat of a wheel: a recurrence both ways, the best moment", lambda: Do(lambda s, x: s.o(s.r(x)[0].amax(1)), r=nn.RNN(2, 6, bidirectional=True, batch_first=True, nonlinearity="relu"), o=nn.Linear(12, 2)), r(1, 6, 2), ways=("plain", "xnn", "dq", "sq"))


class Smallest(nn.Module):
    """Gates that do not look at what is kept: all moments at once, by sums of logs."""

    def __init__(self, n=6):
        super().__init__()
        self.z, self.h, self.o = nn.Linear(3, n), nn.Linear(3, n), nn.Linear(n, 2)

    def forward(self, x):
        z = self.z(x)
        a, b = -F.softplus(z), -F.softplus(-z)
        h = self.h(x)
        v = b + torch.where(h >= 0, (h.clamp(min=0) + 0.5).log(), -F.softplus(-h))
        s = a.cumsum(1)
        return self.o((s + (v - s).exp().cumsum(1).log()).exp())


add("delays", "delays: gates that do not look back, all moments at once", Smallest, r(2, 6, 3), ways=("plain", "xnn", "dq", "f64"))


class Reversible(nn.Module):
    """Each row made even, what is slow and what is fast apart by a mean, layers for each, made uneven again."""

    def __init__(self, n=12, m=4):
        super().__init__()
        self.a, self.b, self.w, self.c = nn.Linear(n, m), nn.Linear(n, m), nn.Parameter(torch.ones(3)), nn.Parameter(torch.zeros(3))

    def forward(self, x):
        m, d = x.mean(1, keepdim=True), torch.sqrt(x.var(1, keepdim=True, unbiased=False) + 1e-5)
        y = (x - m) / d * self.w + self.c
        slow = F.avg_pool1d(F.pad(y.transpose(1, 2), (2, 2), mode="replicate"), 5, 1)
        y = (self.a(slow) + self.b(y.transpose(1, 2) - slow)).transpose(1, 2)
        return (y - self.c) / self.w * d + m


add("travellers", "how many travellers: slow and fast apart, rows made even", Reversible, r(1, 12, 3), ways=("plain", "xnn", "dq", "bf16"))


class Inverse(nn.Module):
    """Each line of the network as a word, attention between lines."""

    def __init__(self, n=8):
        super().__init__()
        self.e, self.t, self.o = nn.Linear(10, n), nn.TransformerEncoderLayer(n, 2, 16, 0.0, F.gelu, batch_first=True), nn.Linear(n, 4)

    def forward(self, x):
        return self.o(self.t(self.e(x.transpose(1, 2)))).transpose(1, 2)


add("lines", "each line as a word", Inverse, r(1, 10, 5), ways=("plain", "xnn", "dq", "sq", "f16"))
add("basis", "a forecast by steps: what each block explains is taken away; waves and slopes", lambda: Do(_blocks, a=nn.Linear(8, 10), b=nn.Linear(8, 6), w=torch.stack([torch.cos(2 * math.pi * k * torch.arange(12) / 12) for k in range(5)]), p=(torch.arange(12) / 12)[None] ** torch.arange(3)[:, None]), r(2, 8), ways=("plain", "xnn", "dq"))


def _blocks(s, x):
    f = s.a(x)
    x = x - (f[:, :5] @ s.w)[:, :8]
    t = s.b(F.relu(x))
    return (f[:, 5:] @ s.w)[:, 8:] + (t[:, 3:] @ s.p)[:, 8:]
