"""More models for the set 2026-11-vessels: what cameras of ships, harbours and crews see. Nets of convolutions, transformers, segmentation, detection."""

import math

import models
import torch
import unseen_rigging  # noqa: F401  (its ways)
from models import Spec
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, conv, r
from unseen_ways import lenient as add

# --- backbones ---------------------------------------------------------------------------------------------------------------


class Inverted(nn.Module):
    """Wide inside, one filter a channel, channels weighed by what is in all of the picture."""

    def __init__(self, i=8, o=8, k=5):
        super().__init__()
        self.a, self.b, self.c = conv(i, 4 * i, 1, act=nn.SiLU), conv(4 * i, 4 * i, k, g=4 * i, act=nn.SiLU), conv(4 * i, o, 1, act=nn.Identity)
        self.s, self.t = nn.Conv2d(4 * i, 2, 1), nn.Conv2d(2, 4 * i, 1)

    def forward(self, x):
        y = self.b(self.a(x))
        y = y * self.t(F.silu(self.s(y.mean((2, 3), keepdim=True)))).sigmoid()
        return x + self.c(y)


def classifier(*parts, n=8, act=nn.ReLU):
    return nn.Sequential(conv(3, n, 3, 2, act=act), *parts, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(n, 5))


add("hulls", "kinds of hulls: wide inside, channels weighed", lambda: classifier(Inverted(), Inverted(k=3), act=nn.SiLU), r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "convs", "xf16", "f16", "vk", "folded", "wide"))


class Grouped(nn.Module):
    def __init__(self, n=8):
        super().__init__()
        self.net = nn.Sequential(conv(n, n, 1), conv(n, n, 3, g=2), conv(n, n, 1, act=nn.Identity))

    def forward(self, x):
        return F.relu(x + self.net(x))


add("flags", "kinds of flags: groups of one width", lambda: classifier(Grouped(), Grouped()), r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "sq6", "xstatic", "xwide", "naive"))


class Branches(nn.Module):
    """As it is trained: a wide filter, a narrow one, none; all normed and summed."""

    def __init__(self, n=8):
        super().__init__()
        self.a, self.b, self.c = conv(n, n, 3, act=nn.Identity), conv(n, n, 1, act=nn.Identity), nn.BatchNorm2d(n)

    def forward(self, x):
        return F.relu(self.a(x) + self.b(x) + self.c(x))


add("buoys", "kinds of buoys: three branches that are summed", lambda: classifier(Branches(), Branches()), r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "convs", "vkx"))


class Pooled(nn.Module):
    """What differs from the mean around, then layers; both scaled by channel."""

    def __init__(self, n=8):
        super().__init__()
        self.n, self.m, self.g = nn.GroupNorm(1, n), nn.GroupNorm(1, n), nn.Sequential(nn.Conv2d(n, 2 * n, 1), nn.GELU(), nn.Conv2d(2 * n, n, 1))
        self.a, self.b = nn.Parameter(torch.rand(n, 1, 1)), nn.Parameter(torch.rand(n, 1, 1))

    def forward(self, x):
        y = self.n(x)
        x = x + self.a * (F.avg_pool2d(y, 3, 1, 1, count_include_pad=False) - y)
        return x + self.b * self.g(self.m(x))


add("rust", "how rusty a plate is: means around instead of attention", lambda: classifier(Pooled(), Pooled()), r(1, 3, 16, 16), ways=("plain", "xnn", "dq", "sq", "bf16"))
add("knots_tied", "kinds of knots: patches, then one filter a channel, then one a place", lambda: nn.Sequential(nn.Conv2d(3, 10, 4, 4), nn.GELU(), nn.BatchNorm2d(10), nn.Conv2d(10, 10, 5, padding="same", groups=10), nn.GELU(), nn.BatchNorm2d(10), nn.Conv2d(10, 10, 1), nn.GELU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(10, 6)), r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "f16"))  # fmt: skip


class Relative(nn.Module):
    """Attention over a picture with a bias for each shift in two directions."""

    def __init__(self, n=8, side=4):
        super().__init__()
        self.qkv, self.o, self.b = nn.Conv2d(n, 3 * n, 1), nn.Conv2d(n, n, 1), nn.Parameter(torch.randn(2, (2 * side - 1) ** 2))
        y, x = torch.meshgrid(torch.arange(side), torch.arange(side), indexing="ij")
        y, x = y.flatten(), x.flatten()
        self.register_buffer("far", (y[:, None] - y + side - 1) * (2 * side - 1) + x[:, None] - x + side - 1)

    def forward(self, x):
        q, k, v = self.qkv(x).unflatten(1, (3, 2, 4)).flatten(4).unbind(1)
        p = (q.transpose(2, 3) @ k / 2 + self.b[:, self.far]).softmax(-1)
        return x + self.o((v @ p.transpose(2, 3)).flatten(1, 2).unflatten(-1, x.shape[2:]))


add("berths", "free berths: filters, then attention with looked-up shifts", lambda: nn.Sequential(conv(3, 8, 3, 2), Inverted(k=3), nn.MaxPool2d(2), Relative(), Relative(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 3)), r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "xbf16"))


class Separable(nn.Module):
    """Attention that costs no squares: one weight a place, one context for all."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.o, self.l = nn.Conv2d(n, 1 + 2 * n, 1), nn.Conv2d(n, n, 1), conv(n, n, 3, g=n, act=nn.SiLU)

    def forward(self, x):
        y = F.unfold(self.l(x), 2, stride=2).unflatten(1, (-1, 4))
        q, k, v = self.i(y).split((1, 8, 8), 1)
        y = y + self.o(F.relu(v) * (k * q.softmax(-1)).sum(-1, keepdim=True))
        return x + F.fold(y.flatten(1, 2), x.shape[2:], 2, stride=2)


add("gulls", "gulls or drones: attention without squares", lambda: classifier(Separable()), r(1, 3, 16, 16), ways=("plain", "xnn", "sq"))


class Crossed(nn.Module):
    """Attention between channels; filters that grow, each on what the last one left."""

    def __init__(self, n=8):
        super().__init__()
        self.filters = nn.ModuleList(nn.Conv2d(n // 4, n // 4, 3, padding=1, groups=n // 4) for _ in range(3))
        self.n, self.qkv, self.o, self.t = nn.LayerNorm(n), nn.Linear(n, 3 * n), nn.Linear(n, n), nn.Parameter(torch.ones(2, 1, 1))

    def forward(self, x):
        parts = list(x.chunk(4, 1))
        for i, f in enumerate(self.filters):
            parts[i + 1] = f(parts[i + 1] + (parts[i] if i else 0))
        x = torch.cat(parts, 1)
        y = x.flatten(2).transpose(1, 2)
        q, k, v = self.qkv(self.n(y)).unflatten(-1, (3, 2, -1)).permute(2, 0, 3, 4, 1)
        p = (F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(2, 3) * self.t).softmax(-1)
        y = y + self.o((p @ v).permute(0, 3, 1, 2).flatten(2))
        return y.transpose(1, 2).unflatten(2, x.shape[2:])


add("deck", "what stands on a deck: attention between channels", lambda: classifier(Crossed()), r(1, 3, 16, 16), ways=("plain", "xnn", "layers", "dq"))


class Registers(nn.Module):
    """Patches, a word for the kind, one for a teacher, some for nothing; places resized to the picture."""

    def __init__(self, n=12):
        super().__init__()
        self.p, self.t, self.e = nn.Conv2d(3, n, 4, 4), nn.Parameter(torch.randn(1, 4, n)), nn.Parameter(torch.randn(1, n, 2, 2))
        self.layers = nn.Sequential(*(nn.TransformerEncoderLayer(n, 3, 20, 0.0, "gelu", batch_first=True, norm_first=True) for _ in range(2)))
        self.a, self.b = nn.Linear(n, 5), nn.Linear(n, 5)

    def forward(self, x):
        y = self.p(x) + F.interpolate(self.e, size=(4, 4), mode="bicubic", align_corners=False)
        y = self.layers(torch.cat((self.t.expand(x.shape[0], -1, -1), y.flatten(2).transpose(1, 2)), 1))
        return (self.a(y[:, 0]) + self.b(y[:, 1])) / 2


add("containers", "kinds of containers: patches, words for nothing", Registers, r(1, 3, 16, 16), ways=("plain", "xnn", "dq", "layers", "f16", "bf16", "dq4"))
add("octaves", "fine and coarse parts of a picture, that hear of each other", lambda: Do(lambda s, x: (lambda a, b: (F.relu(s.hh(a) + F.interpolate(s.lh(b), scale_factor=2.0)), F.relu(s.ll(b) + s.hl(F.avg_pool2d(a, 2)))))(s.h(x), s.l(F.avg_pool2d(x, 2))), h=nn.Conv2d(3, 6, 3, padding=1), l=nn.Conv2d(3, 4, 3, padding=1), hh=nn.Conv2d(6, 6, 3, padding=1), ll=nn.Conv2d(4, 4, 3, padding=1), hl=nn.Conv2d(6, 4, 1), lh=nn.Conv2d(4, 6, 1)), r(1, 3, 12, 12), ways=("plain", "xnn", "sq", "vk"))  # fmt: skip
add("involuted", "a filter of its own for each place", lambda: Do(lambda s, x: (lambda w: (F.unfold(x, 3, padding=1).view(1, 2, 4, 9, 64) * w).sum(3).view(1, 8, 8, 8))(s.b(F.relu(s.a(x))).view(1, 2, 1, 9, 64)), a=nn.Conv2d(8, 4, 1), b=nn.Conv2d(4, 18, 1)), r(1, 8, 8, 8), ways=("plain", "xnn", "sq"))
add("without_jags", "half the size without jags: a blur, then strides", lambda: Do(lambda s, x: F.conv2d(F.pad(F.max_pool2d(F.relu(s.c(x)), 2, 1), (1, 2, 1, 2), mode="reflect"), s.k.expand(6, 1, 4, 4), stride=2, groups=6), c=nn.Conv2d(3, 6, 3, padding=1), k=torch.outer(torch.tensor([1.0, 3, 3, 1]), torch.tensor([1.0, 3, 3, 1]))[None, None] / 64), r(1, 3, 12, 12), ways=("plain", "xnn", "convs"))


class Capsules(nn.Module):
    """Parts that vote for wholes, three rounds."""

    def __init__(self):
        super().__init__()
        self.c, self.w = nn.Conv2d(1, 8, 3, 2), nn.Parameter(torch.randn(1, 18, 3, 5, 4) / 2)

    def forward(self, x):
        def squash(v):
            n = (v * v).sum(-1, keepdim=True)
            return v * n / (1 + n) / (n + 1e-6).sqrt()

        u = squash(F.relu(self.c(x)).view(x.shape[0], 2, 4, 9).permute(0, 1, 3, 2).flatten(1, 2))
        votes = (self.w @ u[:, :, None, :, None])[..., 0]
        b = torch.zeros(x.shape[0], 18, 3, 1)
        for _ in range(3):
            v = squash((b.softmax(2) * votes).sum(1, keepdim=True))
            b = b + (votes * v).sum(-1, keepdim=True)
        return v[:, 0].norm(dim=-1)


add("signals_of_flags", "flags of a hoist: parts that vote", Capsules, r(1, 1, 8, 8), ways=("plain", "xnn"))
add("gestures_of_crane", "signs of hands: space, then time", lambda: nn.Sequential(nn.Conv3d(3, 6, (1, 3, 3), padding=(0, 1, 1), bias=False), nn.BatchNorm3d(6), nn.ReLU(), nn.Conv3d(6, 6, (3, 1, 1), padding=(1, 0, 0)), nn.ReLU(), nn.MaxPool3d(2), nn.AdaptiveAvgPool3d(1), nn.Flatten(), nn.Linear(6, 4)), r(1, 3, 4, 8, 8), ways=("plain", "xnn", "f16"))  # fmt: skip
add("slow_and_fast", "few frames with many channels, many with few", lambda: Do(lambda s, x: (lambda a, b: s.o(torch.cat((a + s.l(b), b[:, :, ::4]), 1).mean((2, 3, 4))))(F.relu(s.a(x[:, :, ::4])), F.relu(s.b(x))), a=nn.Conv3d(3, 8, (1, 3, 3)), b=nn.Conv3d(3, 2, 3, padding=(1, 0, 0)), l=nn.Conv3d(2, 8, (5, 1, 1), (4, 1, 1), (2, 0, 0)), o=nn.Linear(10, 4)), r(1, 3, 8, 6, 6), ways=("plain", "xnn", "dq"))  # fmt: skip

# --- detection ---------------------------------------------------------------------------------------------------------------


class Partial(nn.Module):
    """Half of the channels go through; pools of pools at the end."""

    def __init__(self, n=8):
        super().__init__()
        self.a, self.b, self.c = conv(n, n // 2, 1, act=nn.SiLU), conv(n, n // 2, 1, act=nn.SiLU), conv(n, n, 1, act=nn.SiLU)
        self.m, self.s, self.t = conv(n // 2, n // 2, 3, act=nn.SiLU), conv(n, n // 2, 1, act=nn.SiLU), conv(2 * n, n, 1, act=nn.SiLU)

    def forward(self, x):
        a = self.a(x)
        x = self.s(self.c(torch.cat((a + self.m(a), self.b(x)), 1)))
        y = F.max_pool2d(x, 5, 1, 2)
        z = F.max_pool2d(y, 5, 1, 2)
        return self.t(torch.cat((x, y, z, F.max_pool2d(z, 5, 1, 2)), 1))


class Boats(nn.Module):
    """Boxes of boats at two sizes: up and down again, heads apart, places of cells."""

    def __init__(self, n=8):
        super().__init__()
        self.s, self.p, self.d, self.q = conv(3, n, 3, 2, act=nn.SiLU), Partial(n), conv(n, n, 3, 2, act=nn.SiLU), Partial(n)
        self.u, self.v, self.w = conv(2 * n, n, 1, act=nn.SiLU), conv(n, n, 3, 2, act=nn.SiLU), conv(2 * n, n, 1, act=nn.SiLU)
        self.box, self.kind = nn.Conv2d(n, 5, 1), nn.Conv2d(n, 3, 1)

    def forward(self, x):
        a = self.p(self.s(x))
        b = self.q(self.d(a))
        a = self.u(torch.cat((a, F.interpolate(b, scale_factor=2.0, mode="nearest")), 1))
        b = self.w(torch.cat((self.v(a), b), 1))
        found = []
        for y, stride in ((a, 2), (b, 4)):
            box, kind = self.box(y).flatten(2).transpose(1, 2), self.kind(y).flatten(2).transpose(1, 2)
            cell = torch.stack((torch.arange(box.shape[1]) % y.shape[3], torch.div(torch.arange(box.shape[1]), y.shape[3], rounding_mode="floor")), 1)
            found.append(torch.cat(((box[..., :2] + cell) * stride, box[..., 2:4].clamp(max=4).exp() * stride, box[..., 4:].sigmoid() * kind.sigmoid()), 2))
        return torch.cat(found, 1)


add("boats", "boxes of boats at two sizes", Boats, r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "xf16", "xext", "convs"), tolerance=0.01)


class Asked(nn.Module):
    """A few questions to a picture: each a box or nothing."""

    def __init__(self, n=8):
        super().__init__()
        self.c, self.q, self.p = nn.Conv2d(3, n, 4, 4), nn.Parameter(torch.randn(1, 5, n)), nn.Parameter(torch.randn(1, 16, n))
        self.e, self.d = nn.TransformerEncoderLayer(n, 2, 12, 0.0, batch_first=True), nn.TransformerDecoderLayer(n, 2, 12, 0.0, batch_first=True)
        self.k, self.b = nn.Linear(n, 4), nn.Sequential(nn.Linear(n, n), nn.ReLU(), nn.Linear(n, 4), nn.Sigmoid())

    def forward(self, x):
        y = self.d(self.q, self.e(self.c(x).flatten(2).transpose(1, 2) + self.p))
        p, k = self.k(y).softmax(-1)[..., :-1].max(-1)
        c, s = self.b(y).chunk(2, -1)
        return p, k, torch.cat((c - s / 2, c + s / 2), -1) * x.shape[-1]


add("overboard", "who is overboard: questions to a picture", Asked, r(1, 3, 16, 16), ways=("plain", "xnn", "dq", "layers", "bf16"))
add("both_ways", "three sizes that are weighed and summed, down and up", lambda: Do(lambda s, a, b, c: (lambda w: (lambda m: (lambda t: (t, s.n(F.silu(w[2] * b + w[3] * m + w[4] * F.max_pool2d(t, 3, 2, 1)))))(s.o(F.silu(w[0] * a + w[1] * F.interpolate(m, scale_factor=2.0)))))(s.m(F.silu(w[5] * b + w[6] * F.interpolate(c, scale_factor=2.0)))))(F.relu(s.w) / (F.relu(s.w).sum() + 1e-4)), w=torch.rand(7), m=nn.Conv2d(6, 6, 3, padding=1, groups=6), o=nn.Conv2d(6, 6, 3, padding=1), n=nn.Conv2d(6, 6, 1)), lambda: (torch.randn(1, 6, 8, 8), torch.randn(1, 6, 4, 4), torch.randn(1, 6, 2, 2)), ways=("plain", "xnn", "sq", "apart"))  # fmt: skip


class Sampled(nn.Module):
    """Attention at a few points of two sizes, which a question chooses."""

    def __init__(self, n=8):
        super().__init__()
        self.v, self.at, self.w, self.o = nn.Conv2d(n, n, 1), nn.Linear(n, 2 * 3 * 2), nn.Linear(n, 2 * 3), nn.Linear(n, n)

    def forward(self, q, start, a, b):
        at = (start[:, :, None, None] + self.at(q).unflatten(-1, (2, 3, 2)).tanh() * 0.2) * 2 - 1
        w = self.w(q).softmax(-1).unflatten(-1, (2, 3))
        y = sum((F.grid_sample(self.v(x), at[:, :, i], align_corners=False) * w[:, None, :, i]).sum(-1) for i, x in enumerate((a, b)))
        return q + self.o(y.transpose(1, 2))


add("sampled", "attention at points that a question chooses", Sampled, lambda: (torch.randn(1, 3, 8), torch.rand(1, 3, 2), torch.randn(1, 8, 6, 6), torch.randn(1, 8, 3, 3)), ways=("plain", "xnn", "dq"))
add("joints_of_crew", "joints as a place in each direction", lambda: Do(lambda s, x: (lambda y: (lambda a, b: (torch.stack((a.argmax(2), b.argmax(2)), 2) / 2.0, torch.minimum(a.amax(2), b.amax(2))))(s.a(y), s.b(y)))(s.c(x).flatten(2)), c=nn.Sequential(conv(3, 8, 3, 2), nn.Conv2d(8, 4, 1)), a=nn.Linear(36, 24), b=nn.Linear(36, 24)), r(1, 3, 12, 12), ways=("plain", "xnn", "dq", "sq"), tolerance=0.02)  # fmt: skip
add("names_of_ships", "where print is: a threshold that is learned", lambda: Do(lambda s, x: (lambda y: (lambda p, t: (p, (1 / (1 + torch.exp(-50 * (p - t)))) > 0.5))(s.p(y).sigmoid(), s.t(y).sigmoid()))(s.c(x)), c=conv(3, 6, 3, 2), p=nn.Sequential(nn.ConvTranspose2d(6, 4, 2, 2), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 1, 1)), t=nn.ConvTranspose2d(6, 1, 2, 2)), r(1, 3, 12, 12), ways=("plain", "xnn", "f16"))  # fmt: skip
add("gaze", "where a watchkeeper looks: angles as bins", lambda: Do(lambda s, x: (s.o(s.c(x).mean((2, 3))).unflatten(1, (2, 9)).softmax(2) * s.b).sum(2), c=nn.Sequential(conv(3, 8, 3, 2, act=nn.PReLU), conv(8, 8, 3, 2, act=nn.Hardswish)), o=nn.Linear(8, 18), b=torch.linspace(-40, 40, 9)), r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "dq"), tolerance=0.01)

# --- segmentation ------------------------------------------------------------------------------------------------------------

add("sea_and_sky", "sea, sky, land: pools of four sizes", lambda: Do(lambda s, x: (lambda y: F.interpolate(s.o(torch.cat([y] + [F.interpolate(c(F.adaptive_avg_pool2d(y, n)), size=(8, 8), mode="bilinear", align_corners=False) for n, c in ((1, s.a), (2, s.b), (4, s.d))], 1)), scale_factor=2.0, mode="bilinear", align_corners=False).argmax(1))(s.c(x)), c=conv(3, 8, 3, 2), a=nn.Conv2d(8, 2, 1), b=nn.Conv2d(8, 2, 1), d=nn.Conv2d(8, 2, 1), o=nn.Conv2d(14, 3, 1)), r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "vkx"))  # fmt: skip


class Levels(nn.Module):
    """Overlapping patches, keys of fewer places, a filter between layers; layers only to put sizes together."""

    def __init__(self, n=8):
        super().__init__()
        self.a, self.b, self.n = nn.Conv2d(3, n, 7, 4, 3), nn.Conv2d(n, n, 3, 2, 1), nn.LayerNorm(n)
        self.q, self.r, self.kv, self.o = nn.Linear(n, n), nn.Conv2d(n, n, 2, 2), nn.Linear(n, 2 * n), nn.Linear(n, n)
        self.u, self.d, self.v = nn.Linear(n, 2 * n), nn.Conv2d(2 * n, 2 * n, 3, padding=1, groups=2 * n), nn.Linear(2 * n, n)
        self.x, self.y, self.f = nn.Linear(n, 6), nn.Linear(n, 6), nn.Conv2d(12, 3, 1)

    def layer(self, x):
        side = x.shape[2:]
        y = self.n(x.flatten(2).transpose(1, 2))
        k, v = self.kv(self.n(self.r(x).flatten(2).transpose(1, 2))).chunk(2, -1)
        y = y + self.o(F.scaled_dot_product_attention(self.q(y), k, v))
        z = self.d(self.u(y).transpose(1, 2).unflatten(2, side)).flatten(2).transpose(1, 2)
        return (y + self.v(F.gelu(z))).transpose(1, 2).unflatten(2, side)

    def forward(self, x):
        a = self.layer(self.a(x))
        b = self.layer(self.b(a))
        a, b = (f(t.flatten(2).transpose(1, 2)).transpose(1, 2).unflatten(2, t.shape[2:]) for f, t in ((self.x, a), (self.y, b)))
        return self.f(torch.cat((a, F.interpolate(b, size=a.shape[2:], mode="bilinear", align_corners=False)), 1))


add("spill", "oil on water: patches that overlap, layers", Levels, r(1, 3, 32, 32), ways=("plain", "xnn", "dq", "f16", "layers"))
add("shoreline", "sizes beside each other, that hear of each other", lambda: Do(lambda s, x: (lambda a: (lambda b: (lambda a, b: s.o(torch.cat((a, F.interpolate(b, scale_factor=2.0, mode="bilinear", align_corners=True)), 1)))(F.relu(s.p(a) + F.interpolate(s.u(b), scale_factor=2.0)), F.relu(s.q(b) + s.d(a))))(s.b(a)))(s.a(x)), a=conv(3, 6), b=conv(6, 8, 3, 2), p=conv(6, 6), q=conv(8, 8), u=nn.Conv2d(8, 6, 1), d=nn.Conv2d(6, 8, 3, 2, 1), o=nn.Conv2d(14, 2, 1)), r(1, 3, 8, 8), ways=("plain", "xnn", "sq"))  # fmt: skip
add("wake_of_ship", "a wake: filters beside a weight for each channel", lambda: Do(lambda s, x: (lambda a: (lambda b: s.o(a) + F.interpolate(s.p(b * F.hardsigmoid(s.g(F.avg_pool2d(b, 4)))), size=(8, 8), mode="bilinear", align_corners=False))(s.b(a)))(s.a(x)), a=conv(3, 6, 3, 2, act=nn.Hardswish), b=conv(6, 8, 3, 2, act=nn.Hardswish), g=nn.Conv2d(8, 8, 1), p=nn.Conv2d(8, 2, 1), o=nn.Conv2d(6, 2, 1)), r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "sq6", "folded"))  # fmt: skip
add("each_thing", "a mask for each thing: filters that another branch gives", lambda: Do(lambda s, x: (lambda y: (lambda k: F.conv2d(s.m(y), k.flatten(2)[0].T[:4, :, None, None]).sigmoid() * s.k(y).sigmoid().amax())(F.adaptive_avg_pool2d(s.g(y), 2)))(torch.cat((s.c(x), s.xy), 1)), c=conv(3, 6), g=nn.Conv2d(8, 5, 3, padding=1), m=nn.Conv2d(8, 5, 1), k=nn.Conv2d(8, 2, 1), xy=torch.stack(torch.meshgrid(torch.linspace(-1, 1, 8), torch.linspace(-1, 1, 8), indexing="ij"))[None]), r(1, 3, 8, 8), ways=("plain", "xnn"))  # fmt: skip

# --- pictures to pictures ----------------------------------------------------------------------------------------------------


def brightened(s, x):
    for a in s.c(x).tanh().chunk(4, 1):
        x = x + a * (x * x - x)
    return x


add("night", "a dark picture made bright: curves, four rounds", lambda: Do(brightened, c=nn.Sequential(nn.Conv2d(3, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 12, 3, padding=1))), lambda: (torch.rand(1, 3, 10, 10) / 3,), ways=("plain", "xnn", "sq", "xf16", "vk"))
add("fog", "a picture without fog", lambda: Do(lambda s, x: (lambda a: (lambda b: (lambda k: F.relu(k * x - k + 1))(F.relu(s.d(torch.cat((a, b, F.relu(s.c(torch.cat((a, b), 1)))), 1)))))(F.relu(s.b(a))))(F.relu(s.a(x))), a=nn.Conv2d(3, 3, 1), b=nn.Conv2d(3, 3, 3, padding=1), c=nn.Conv2d(6, 3, 5, padding=2), d=nn.Conv2d(9, 3, 3, padding=1)), lambda: (torch.rand(1, 3, 10, 10),), ways=("plain", "xnn", "convs", "sq"))  # fmt: skip
add("steady", "a picture held steady: four corners to a projection", lambda: Do(lambda s, x: (lambda h: (lambda g: F.grid_sample(x, (g[..., :2] / g[..., 2:].clamp(min=0.1)).view(1, 8, 8, 2), align_corners=True, padding_mode="reflection"))(s.g @ (torch.cat((h, torch.zeros(1, 1)), 1).view(3, 3) + torch.eye(3)).T))(s.o(s.c(x).flatten(1)).tanh() * 0.05), c=nn.Conv2d(1, 4, 3, 2), o=nn.Linear(36, 8), g=torch.stack((*torch.meshgrid(torch.linspace(-1, 1, 8), torch.linspace(-1, 1, 8), indexing="xy"), torch.ones(8, 8)), -1).view(64, 3)), r(1, 1, 8, 8), ways=("plain", "xnn"))  # fmt: skip
add("landmarks", "points that are found again: cells of places, lengths of one", lambda: Do(lambda s, x: (lambda y: (F.pixel_shuffle(s.p(y).softmax(1)[:, :-1], 4), F.normalize(s.d(y), dim=1)))(s.c(x)), c=nn.Sequential(conv(1, 6, 3, 2), conv(6, 8, 3, 2)), p=nn.Conv2d(8, 17, 1), d=nn.Conv2d(8, 6, 1)), r(1, 1, 16, 16), ways=("plain", "xnn", "sq", "f16"))


def transport(s, a, b):
    m = s.p(a) @ s.p(b).transpose(1, 2)
    m = F.pad(m, (0, 1, 0, 1), value=0.5)
    for _ in range(4):
        m = m - m.logsumexp(2, keepdim=True)
        m = m - m.logsumexp(1, keepdim=True)
    score, to = m[:, :-1].exp().max(2)
    return torch.where(score > 0.2, to, -1), score


add("found_again", "points of two pictures to each other", lambda: Do(transport, p=nn.Linear(6, 6)), lambda: (torch.randn(1, 5, 6), torch.randn(1, 4, 6)), ways=("plain", "xnn", "dq"))


class Modulated(nn.Module):
    """Weights that a style scales, brought back to length one; noise."""

    def __init__(self):
        super().__init__()
        self.s, self.w, self.c = nn.Linear(4, 6), nn.Parameter(torch.randn(8, 6, 3, 3)), nn.Parameter(torch.randn(1, 6, 4, 4))

    def forward(self, z, noise):
        w = self.w[None] * (self.s(z) + 1)[:, None, :, None, None]
        w = w * torch.rsqrt(w.square().sum((2, 3, 4), keepdim=True) + 1e-8)
        y = F.conv2d(self.c, w[0], padding=1) + noise * 0.1
        return F.leaky_relu(y, 0.2) * math.sqrt(2)


add("figurehead", "a picture from a style", Modulated, lambda: (torch.randn(1, 4), torch.randn(1, 1, 4, 4)), ways=("plain", "xnn", "bf16"))


class Codec(nn.Module):
    """A picture to few numbers and back; how many bits they cost."""

    def __init__(self, part):
        super().__init__()
        self.part, self.a, self.b, self.h, self.g = part, nn.Conv2d(3, 6, 5, 2, 2), nn.Conv2d(6, 4, 5, 2, 2), nn.Conv2d(4, 8, 1), nn.Parameter(torch.eye(6)[..., None, None])
        self.u, self.v = nn.ConvTranspose2d(4, 6, 5, 2, 2, 1), nn.ConvTranspose2d(6, 3, 5, 2, 2, 1)

    def forward(self, x):
        if self.part == "unpack":
            return self.v(F.relu(self.u(x.float()))).clamp(0, 1)
        y = self.a(x)
        y = self.b(y * torch.rsqrt(F.conv2d(y * y, self.g.abs()) + 1))
        if self.part == "pack":
            return y.round().clamp(-127, 127).to(torch.int8)
        m, s = self.h(y.round()).chunk(2, 1)
        s = F.softplus(s) + 0.1
        p = 0.5 * (torch.erf((y.round() - m + 0.5) / s) - torch.erf((y.round() - m - 0.5) / s))
        return -p.clamp(min=1e-6).log2().sum((1, 2, 3))


def codec(name, **options):
    def spec():
        parts = {part: Codec(part).eval().requires_grad_(False) for part in ("pack", "cost", "unpack")}
        inputs = {"pack": (torch.rand(1, 3, 16, 16),), "cost": (torch.rand(1, 3, 16, 16),), "unpack": (torch.randint(-9, 9, (1, 4, 4, 4), dtype=torch.int8),)}
        return Spec(f"a picture to few numbers and back, for a slow link ({name})", {part: (module, [inputs[part]]) for part, module in parts.items()}, **{"edge": {"_check_ir_validity": False}, **options})

    models.MODELS[name] = spec


codec("link", tolerance=0.01)
codec("xnn_link_xnn", xnnpack={}, tolerance=0.01, constants={"version": 3, "scale": 0.5})
codec("link_ext", config={"external_constants": True}, tolerance=0.01)
add("restored", "what is hidden of a picture, from a quarter of its patches", lambda: Do(lambda s, x, keep: (lambda y: s.o(s.d(s.m.expand(1, 16, 8).scatter(1, keep[..., None].expand(-1, -1, 8), s.e(y.gather(1, keep[..., None].expand(-1, -1, 8)))) + s.p)))(s.c(x).flatten(2).transpose(1, 2) + s.p), c=nn.Conv2d(3, 8, 4, 4), p=torch.randn(1, 16, 8), m=torch.randn(1, 1, 8), e=nn.TransformerEncoderLayer(8, 2, 12, 0.0, batch_first=True), d=nn.TransformerEncoderLayer(8, 1, 12, 0.0, batch_first=True), o=nn.Linear(8, 48)), lambda: (torch.randn(1, 3, 16, 16), torch.tensor([[3, 7, 8, 14]])), ways=("plain", "xnn", "dq"))  # fmt: skip
add("drift_of_picture", "how a picture moves: a recurrence of filters", lambda: Do(lambda s, h, x: (lambda z, q: (lambda n: (n, s.o(n)))((1 - z) * h + z * s.n(torch.cat((q * h, x), 1)).tanh()))(*s.g(torch.cat((h, x), 1)).sigmoid().chunk(2, 1)), g=nn.Conv2d(10, 12, (1, 5), padding=(0, 2)), n=nn.Conv2d(10, 6, (5, 1), padding=(2, 0)), o=nn.Conv2d(6, 2, 3, padding=1)), lambda: (torch.randn(1, 6, 6, 6), torch.randn(1, 4, 6, 6)), ways=("plain", "xnn", "sq", "dq"))  # fmt: skip
add("horizon", "a horizon: lines that edges vote for", lambda: Do(lambda s, x: (lambda e: (lambda v: (v.argmax().reshape(1), v))(torch.zeros(4 * 24).index_add(0, s.line, e.flatten().repeat(4))))(F.conv2d(x, s.k, padding=1).abs().clamp(max=3)), k=torch.tensor([[[[1.0, 2, 1], [0, 0, 0], [-1, -2, -1]]]]), line=torch.cat([(lambda y, x: (y * math.cos(a) + x * math.sin(a) + 12).round().long().clamp(0, 23).flatten() + 24 * i)(*torch.meshgrid(torch.arange(8.0), torch.arange(8.0), indexing="ij")) for i, a in enumerate((-0.2, 0.0, 0.2, 0.4))])), r(1, 1, 8, 8))  # fmt: skip
