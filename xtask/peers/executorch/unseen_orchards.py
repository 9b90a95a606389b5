"""More models for the set 2026-11-farms (docs/accuracy.md): what cameras of farms, drones and kitchens see.

No answer is the best of several where bytes or half types may tie: maps, boxes and scores are given whole.
"""

import math

import torch
import unseen_rigging  # noqa: F401  (its ways)
from torch import nn
from torch.nn import functional as F
from unseen_ways import Do, conv, r
from unseen_ways import lenient as add

# --- backbones ---------------------------------------------------------------------------------------------------------------


class Squeezed(nn.Module):
    """A wide block with a gate for each channel, hard activations, a road past."""

    def __init__(self, i, o, wide, k=3, s=1, gate=True, act=nn.Hardswish):
        super().__init__()
        self.a, self.b, self.c = conv(i, wide, 1, act=act), conv(wide, wide, k, s, wide, act), conv(wide, o, 1, act=nn.Identity)
        self.g = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(wide, 4, 1), nn.ReLU(), nn.Conv2d(4, wide, 1), nn.Hardsigmoid()) if gate else None
        self.same = i == o and s == 1

    def forward(self, x):
        y = self.b(self.a(x))
        y = self.c(self.g(y) * y if self.g else y)
        return x + y if self.same else y


add("apples", "kinds of apples: wide blocks with gates", lambda: nn.Sequential(conv(3, 8, 3, 2, act=nn.Hardswish), Squeezed(8, 8, 16), Squeezed(8, 12, 24, 5, 2), Squeezed(12, 12, 24, gate=False, act=nn.ReLU6), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(12, 16), nn.Hardswish(), nn.Linear(16, 5)), r(1, 3, 24, 24), ways=("plain", "xnn", "dq", "sq", "sqat", "f16", "xf16", "convs"))


class Cheap(nn.Module):
    """Half of the channels by filters, the other half from the first by cheaper ones."""

    def __init__(self, i, o, act=nn.ReLU):
        super().__init__()
        self.a, self.b = conv(i, o // 2, 1, act=act), conv(o // 2, o // 2, 3, g=o // 2, act=act)

    def forward(self, x):
        a = self.a(x)
        return torch.cat((a, self.b(a)), 1)


add("pears", "half of the channels from the other half", lambda: nn.Sequential(conv(3, 6, 3, 2), Cheap(6, 8), Cheap(8, 12, nn.SiLU), nn.AdaptiveAvgPool2d(1), nn.Flatten(1), nn.Linear(12, 4)), r(2, 3, 16, 16), ways=("plain", "xnn", "sq", "dq", "bf16"))


class Shuffled(nn.Module):
    """Channels in two halves: one passes, one is filtered; then they are shuffled."""

    def __init__(self, n=8):
        super().__init__()
        m = n // 2
        self.i, self.b, self.o = conv(3, n, 3, 2), nn.Sequential(conv(m, m, 1), conv(m, m, 3, g=m, act=nn.Identity), conv(m, m, 1)), nn.Linear(n, 4)

    def forward(self, x):
        x = self.i(x)
        for _ in range(2):
            a, b = x.chunk(2, 1)
            x = torch.cat((a, self.b(b)), 1)
            x = x.unflatten(1, (2, -1)).transpose(1, 2).flatten(1, 2)
        return self.o(x.mean((2, 3)))


add("plums", "channels that are shuffled", Shuffled, r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "sqt", "views"))


class Fire(nn.Module):
    def __init__(self, i, s, o):
        super().__init__()
        self.s, self.a, self.b = nn.Conv2d(i, s, 1), nn.Conv2d(s, o, 1), nn.Conv2d(s, o, 3, padding=1)

    def forward(self, x):
        x = F.relu(self.s(x))
        return torch.cat((F.relu(self.a(x)), F.relu(self.b(x))), 1)


add("flames", "a stove: squeezed, then two sizes of filters", lambda: nn.Sequential(nn.Conv2d(3, 8, 3, 2), nn.ReLU(), nn.MaxPool2d(3, 2, ceil_mode=True), Fire(8, 4, 6), Fire(12, 4, 6), nn.Dropout(), nn.Conv2d(12, 5, 1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()), r(1, 3, 30, 30), ways=("plain", "xnn", "sq", "f16", "vk"))


class Dense(nn.Module):
    """Each layer sees all before it; the activation comes before the filter."""

    def __init__(self, n=6, grow=4, layers=3):
        super().__init__()
        self.i = nn.Conv2d(3, n, 3, 2, 1, bias=False)
        self.layers = nn.ModuleList(nn.Sequential(nn.BatchNorm2d(n + grow * k), nn.ReLU(), nn.Conv2d(n + grow * k, grow, 3, padding=1, bias=False)) for k in range(layers))
        self.o = nn.Sequential(nn.BatchNorm2d(n + grow * layers), nn.ReLU(), nn.Conv2d(n + grow * layers, 6, 1), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(96, 3))

    def forward(self, x):
        x = [self.i(x)]
        for layer in self.layers:
            x.append(layer(torch.cat(x, 1)))
        return self.o(torch.cat(x, 1))


add("thicket", "each layer sees all before it", Dense, r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "dq", "xone", "f64"))


class Branches(nn.Module):
    """Filters of one by seven and seven by one, pools, and a step of two, beside each other."""

    def __init__(self, n=6):
        super().__init__()
        self.a = conv(n, 4, 1)
        self.b = nn.Sequential(conv(n, 4, 1), nn.Conv2d(4, 4, (1, 7), padding=(0, 3)), nn.ReLU(), nn.Conv2d(4, 4, (7, 1), padding=(3, 0)), nn.ReLU())
        self.c, self.d, self.e = nn.Sequential(nn.AvgPool2d(3, 1, 1), conv(n, 4, 1)), nn.MaxPool2d(3, 2), nn.Conv2d(12, 6, 3, 2)

    def forward(self, x):
        y = torch.cat((self.a(x), self.b(x), self.c(x)), 1)
        return torch.cat((self.d(x), self.e(y)), 1).mean((2, 3))


add("twigs", "long filters and pools beside each other", Branches, r(1, 6, 9, 9), ways=("plain", "xnn", "sq", "xbf16"))


class Grouped(nn.Module):
    def __init__(self, n=8, step=1):
        super().__init__()
        self.f, self.past = nn.Sequential(conv(n, n, 1), conv(n, n, 3, step, 4), conv(n, n, 1, act=nn.Identity)), conv(n, n, 1, step, act=nn.Identity) if step > 1 else nn.Identity()

    def forward(self, x):
        return F.relu(self.f(x) + self.past(x))


add("nuts", "filters in groups, roads past", lambda: nn.Sequential(conv(3, 8, 7, 2), nn.MaxPool2d(3, 2, 1), Grouped(), Grouped(step=2), nn.AdaptiveAvgPool2d((1, 1)), nn.Flatten(), nn.Linear(8, 4)), r(1, 3, 32, 32), ways=("plain", "xnn", "sq", "dq", "dqat", "xwide", "xf16", "bf16"))
add("berries", "plain filters, pools, wide layers", lambda: nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(True), nn.Conv2d(4, 4, 3, padding=1), nn.ReLU(True), nn.MaxPool2d(2, 2), nn.AdaptiveAvgPool2d((3, 3)), nn.Flatten(), nn.Linear(36, 20), nn.ReLU(True), nn.Dropout(), nn.Linear(20, 4)), r(1, 3, 12, 12), ways=("plain", "xnn", "sq", "dq", "xdynamic", "xstatic", "vk", "vkx"))


class Mixer(nn.Module):
    """Layers over places, then over channels."""

    def __init__(self, n=8, places=9):
        super().__init__()
        self.i, self.a, self.b, self.o = nn.Conv2d(3, n, 5, 5), nn.LayerNorm(n), nn.LayerNorm(n), nn.Linear(n, 4)
        self.p, self.c = nn.Sequential(nn.Linear(places, 12), nn.GELU(), nn.Linear(12, places)), nn.Sequential(nn.Linear(n, 16), nn.GELU(), nn.Linear(16, n))

    def forward(self, x):
        x = self.i(x).flatten(2).mT
        x = x + self.p(self.a(x).mT).mT
        return self.o((x + self.c(self.b(x))).mean(1))


add("soil", "layers over places, then over channels", Mixer, r(1, 3, 15, 15), ways=("plain", "xnn", "dq", "f16", "a8w8"))


class Pooling(nn.Module):
    """Blocks that only pool; a scale of each layer; a norm over all channels and places."""

    def __init__(self, n=8):
        super().__init__()
        self.i, self.a, self.b = nn.Conv2d(3, n, 7, 4, 2), nn.GroupNorm(1, n), nn.GroupNorm(1, n)
        self.s, self.t = nn.Parameter(torch.full((n, 1, 1), 0.4)), nn.Parameter(torch.full((n, 1, 1), 0.2))
        self.f, self.o = nn.Sequential(nn.Conv2d(n, 16, 1), nn.GELU(), nn.Conv2d(16, n, 1)), nn.Linear(n, 3)

    def forward(self, x):
        x = self.i(x)
        y = self.a(x)
        x = x + self.s * (F.avg_pool2d(y, 3, 1, 1, count_include_pad=False) - y)
        x = x + self.t * self.f(self.b(x))
        return self.o(F.layer_norm(x.mean((-2, -1)), (8,)))


add("ponds", "blocks that only pool", Pooling, r(1, 3, 20, 20), ways=("plain", "xnn", "sq", "f16"))


class Patches(nn.Module):
    """Patches, rows that only help, a norm of queries and keys, scales of roads; all patches are told."""

    def __init__(self, n=12, helpers=2, heads=3):
        super().__init__()
        self.i, self.z, self.p = nn.Conv2d(3, n, 4, 4), nn.Parameter(torch.randn(1, 1 + helpers, n)), nn.Parameter(torch.randn(1, n, 3, 3) / 4)
        self.a, self.b, self.qkv, self.o, self.heads = nn.LayerNorm(n), nn.LayerNorm(n), nn.Linear(n, 3 * n), nn.Linear(n, n), heads
        self.n, self.s, self.f = nn.LayerNorm(n // heads), nn.Parameter(torch.full((n,), 0.3)), nn.Sequential(nn.Linear(n, 24), nn.GELU(), nn.Linear(24, n))

    def forward(self, x):
        x = self.i(x)
        x = (x + F.interpolate(self.p, size=x.shape[-2:], mode="bicubic", align_corners=False)).flatten(2).mT
        x = torch.cat((self.z.expand(x.shape[0], -1, -1), x), 1)
        q, k, v = self.qkv(self.a(x)).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        x = x + self.s * self.o(F.scaled_dot_product_attention(self.n(q), self.n(k), v).transpose(1, 2).flatten(2))
        x = x + self.s * self.f(self.b(x))
        return x[:, 0], F.normalize(x[:, 3:], dim=-1)


add("leaves", "patches with rows that only help", Patches, r(1, 3, 16, 16), ways=("plain", "xnn", "dq"))
add("leaves_small", "the same where places need no other size", lambda: Patches(), r(1, 3, 12, 12), ways=("plain", "xnn", "dq", "bf16", "xinline"))


class Windows(nn.Module):
    """Attention in windows, then in windows that are moved; patches joined by fours."""

    def __init__(self, n=8, w=4, heads=2, size=8):
        super().__init__()
        self.w, self.heads = w, heads
        self.i, self.n, self.qkv, self.o, self.m = nn.Conv2d(3, n, 2, 2), nn.ModuleList(nn.LayerNorm(n) for _ in range(2)), nn.ModuleList(nn.Linear(n, 3 * n) for _ in range(2)), nn.ModuleList(nn.Linear(n, n) for _ in range(2)), nn.Linear(4 * n, 2 * n, False)
        at = torch.stack(torch.meshgrid(torch.arange(w), torch.arange(w), indexing="ij"), -1).reshape(-1, 2)
        far = at[:, None] - at + w - 1
        self.b = nn.Parameter(torch.randn((2 * w - 1) ** 2, heads) / 4)
        self.register_buffer("far", far[..., 0] * (2 * w - 1) + far[..., 1])
        part = torch.arange(size).sub(w // 2).remainder(size).lt(size - w // 2).long()
        region = self.parts((part[:, None] * 2 + part)[None, :, :, None].float()).squeeze(-1)
        self.register_buffer("off", (region[:, None] != region[..., None]).float() * -100)

    def parts(self, x):
        return x.unflatten(1, (-1, self.w)).unflatten(3, (-1, self.w)).transpose(2, 3).flatten(0, 2).flatten(1, 2)

    def forward(self, x):
        x = self.i(x).permute(0, 2, 3, 1)
        b, h, w, n = x.shape
        for at in range(2):
            y = self.n[at](x)
            if at:
                y = torch.roll(y, (-self.w // 2, -self.w // 2), (1, 2))
            q, k, v = self.qkv[at](self.parts(y)).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
            s = q @ k.mT / 2 + self.b[self.far].permute(2, 0, 1)
            if at:
                s = s + self.off[:, None]
            y = self.o[at]((s.softmax(-1) @ v).transpose(1, 2).flatten(2))
            y = y.view(b, h // self.w, w // self.w, self.w, self.w, n).transpose(2, 3).reshape(b, h, w, n)
            x = x + (torch.roll(y, (self.w // 2, self.w // 2), (1, 2)) if at else y)
        return self.m(torch.cat((x[:, ::2, ::2], x[:, 1::2, ::2], x[:, ::2, 1::2], x[:, 1::2, 1::2]), -1))


add("windows", "attention in windows that are moved", Windows, r(1, 3, 16, 16), ways=("plain", "xnn", "dq", "f16"))

# --- maps, boxes, pictures ---------------------------------------------------------------------------------------------------


class Rows(nn.Module):
    """Down and up again, with what was there before."""

    def __init__(self, n=4, act=nn.LeakyReLU):
        super().__init__()
        self.a, self.b, self.c = conv(3, n, act=act), conv(n, 2 * n, act=act), conv(2 * n, 4 * n, act=act)
        self.u, self.v = nn.ConvTranspose2d(4 * n, 2 * n, 2, 2), nn.ConvTranspose2d(2 * n, n, 2, 2)
        self.d, self.e, self.o = conv(4 * n, 2 * n, act=act), conv(2 * n, n, act=act), nn.Conv2d(n, 3, 1)

    def forward(self, x):
        a = self.a(x)
        b = self.b(F.max_pool2d(a, 2))
        y = self.u(self.c(F.max_pool2d(b, 2)))
        y = self.d(torch.cat((y, b), 1))
        return self.o(self.e(torch.cat((self.v(y), a), 1))).softmax(1)


add("rows_of_vines", "rows of vines: down and up again", Rows, r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "f16", "bf16", "convs", "xext"))
add("rows_of_corn", "the same with another activation", lambda: Rows(act=nn.ELU), r(1, 3, 16, 16), ways=("plain", "xnn", "sq"))


class Sizes(nn.Module):
    """Three sizes that go on beside each other and tell each other what they see."""

    def __init__(self, n=4):
        super().__init__()
        self.i, self.d, self.e = conv(3, n, 3, 2), conv(n, 2 * n, 3, 2), conv(2 * n, 4 * n, 3, 2)
        self.ab, self.ba, self.cb, self.ca, self.bc = conv(n, 2 * n, 3, 2, act=nn.Identity), conv(2 * n, n, 1, act=nn.Identity), conv(4 * n, 2 * n, 1, act=nn.Identity), conv(4 * n, n, 1, act=nn.Identity), conv(2 * n, 4 * n, 3, 2, act=nn.Identity)
        self.o = nn.Conv2d(n, 5, 1)

    def forward(self, x):
        a = self.i(x)
        b = self.d(a)
        c = self.e(b)
        up = lambda x, k: F.interpolate(x, scale_factor=k, mode="nearest")  # noqa: E731
        a, b, c = F.relu(a + up(self.ba(b), 2) + up(self.ca(c), 4)), F.relu(self.ab(a) + b + up(self.cb(c), 2)), F.relu(c + self.bc(b))
        return torch.sigmoid(self.o(a)), c.mean((2, 3)), b.amax((2, 3))


add("joints_of_cows", "joints of cows: three sizes beside each other", Sizes, r(1, 3, 24, 24), ways=("plain", "xnn", "sq", "dq"))


class Pyramid(nn.Module):
    """A pyramid of maps, one head for all: kinds, distances, how central."""

    def __init__(self, n=8):
        super().__init__()
        self.a, self.b, self.l, self.m = conv(3, n, 3, 4), conv(n, n, 3, 2), nn.Conv2d(n, n, 1), nn.Conv2d(n, n, 1)
        self.h, self.g = nn.Sequential(nn.Conv2d(n, n, 3, padding=1), nn.GroupNorm(2, n), nn.ReLU()), nn.Conv2d(n, 7, 3, padding=1)
        self.s = nn.Parameter(torch.tensor([1.0, 1.2]))

    def forward(self, x):
        a = self.a(x)
        b = self.m(self.b(a))
        a = self.l(a) + F.interpolate(b, size=a.shape[2:], mode="nearest")
        out = []
        for f, s, step in ((a, self.s[0], 4.0), (b, self.s[1], 8.0)):
            k, d, c = self.g(self.h(f)).flatten(2).mT.split((2, 4, 1), -1)
            out.append(torch.cat((torch.sigmoid(k) * torch.sigmoid(c), F.softplus(d * s) * step), -1))
        return torch.cat(out, 1)


add("weeds", "weeds: kinds, distances, how central", Pyramid, r(1, 3, 24, 24), ways=("plain", "xnn", "sq", "dq", "f16"))


class Anchors(nn.Module):
    """Boxes from sizes that are given, in two maps, decoded; nothing is left out."""

    def __init__(self, n=8, boxes=3, kinds=2):
        super().__init__()
        self.a, self.b, self.h, self.boxes = conv(3, n, 3, 4, act=nn.LeakyReLU), conv(n, n, 3, 2, act=nn.LeakyReLU), nn.ModuleList(nn.Conv2d(n, boxes * (5 + kinds), 1) for _ in range(2)), boxes
        self.register_buffer("size", torch.tensor([[[4.0, 6], [8, 5], [7, 9]], [[12, 10], [16, 20], [22, 14]]]))

    def forward(self, x):
        a = self.a(x)
        out = []
        for head, f, size, step in zip(self.h, (a, self.b(a)), self.size, (4, 8)):
            h, w = f.shape[2:]
            y = torch.sigmoid(head(f)).unflatten(1, (self.boxes, -1)).permute(0, 1, 3, 4, 2)
            grid = torch.stack((torch.arange(w).expand(h, w), torch.arange(h)[:, None].expand(h, w)), -1)
            out.append(torch.cat(((y[..., :2] * 2 - 0.5 + grid) * step, (y[..., 2:4] * 2) ** 2 * size[:, None, None], y[..., 4:]), -1).flatten(1, 3))
        return torch.cat(out, 1)


add("sheep", "sheep from a drone: boxes from sizes that are given", Anchors, r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "dq", "xinline"))


class Softly(nn.Module):
    """Where each joint is: a mean of places that a map weighs, and how sure."""

    def __init__(self, n=8, joints=4):
        super().__init__()
        self.i, self.u, self.o = nn.Sequential(conv(3, n, 3, 2), conv(n, n, 3, 2, act=nn.SiLU)), nn.ConvTranspose2d(n, n, 4, 2, 1, bias=False), nn.Conv2d(n, joints, 1)
        self.register_buffer("at", torch.linspace(-1, 1, 8))

    def forward(self, x):
        h = self.o(F.relu(self.u(self.i(x)))).flatten(2).softmax(-1).unflatten(-1, (8, 8))
        p = torch.stack((h.sum(2) @ self.at, h.sum(3) @ self.at), -1)
        return p, (h * h).sum((2, 3)), torch.cdist(p, p)


add("horse", "joints of a horse: means that a map weighs", Softly, r(1, 3, 16, 16), ways=("plain", "xnn", "sq", "dq"))


class Far(nn.Module):
    """Rows of two layers to maps of two sizes, joined; how far each place is, in bins."""

    def __init__(self, n=8, bins=6):
        super().__init__()
        self.i, self.t = nn.Conv2d(3, n, 4, 4), nn.ModuleList(nn.TransformerEncoderLayer(n, 2, 16, 0.0, F.gelu, batch_first=True, norm_first=True) for _ in range(2))
        self.p, self.q, self.f, self.o = nn.ConvTranspose2d(n, 6, 2, 2), nn.Conv2d(n, 6, 1), conv(6, 6), nn.Conv2d(6, bins, 1)
        self.register_buffer("mid", torch.logspace(0, 1, bins))

    def forward(self, x):
        x = self.i(x).flatten(2).mT
        a = self.t[0](x)
        b = self.t[1](a)
        a, b = (m.mT.unflatten(2, (4, 4)) for m in (a, b))
        y = self.f(self.p(a) + F.interpolate(self.q(b), scale_factor=2, mode="bilinear", align_corners=True))
        return torch.einsum("bkhw,k->bhw", self.o(y).softmax(1), self.mid)


add("far_fields", "how far each place is, in bins", Far, r(1, 3, 16, 16), ways=("plain", "xnn", "dq", "xone"))
add("sharper", "a picture three times as large from its channels, and a plain one beside", lambda: Do(lambda s, x: (F.pixel_shuffle(s.b(F.relu(s.a(x))), 3) + F.interpolate(x, scale_factor=3.0, mode="bilinear", align_corners=False)).clamp(0, 1), a=nn.Conv2d(1, 8, 5, padding=2), b=nn.Conv2d(8, 9, 3, padding=1)), lambda: (torch.rand(1, 1, 8, 8),), ways=("plain", "xnn", "sq", "f16", "xtwo"))
add("night_picture", "a picture in quarters: filters that say what is noise", lambda: Do(lambda s, x: x - F.pixel_shuffle(s.n(F.pixel_unshuffle(x, 2)), 2), n=nn.Sequential(nn.Conv2d(12, 8, 3, padding=1), nn.PReLU(8), nn.Conv2d(8, 8, 3, padding=2, dilation=2), nn.PReLU(), nn.Conv2d(8, 12, 3, padding=1))), r(1, 3, 8, 8), ways=("plain", "xnn", "sq", "bf16"))
add("painted", "a picture in another style: mirrored edges, norms of each channel", lambda: nn.Sequential(nn.ReflectionPad2d(2), nn.Conv2d(3, 6, 5), nn.InstanceNorm2d(6, affine=True), nn.ReLU(), nn.Upsample(scale_factor=2, mode="nearest"), nn.ReplicationPad2d(1), nn.Conv2d(6, 3, 3), nn.Tanh()), r(1, 3, 8, 8), ways=("plain", "xnn", "f64", "dq"))
add("curves", "brighter in eight steps: each place has a curve of its own", lambda: Do(lambda s, x: [x := x + a * (x * x - x) for a in torch.tanh(s.b(F.relu(s.a(x)))).chunk(4, 1)][-1], a=nn.Conv2d(3, 6, 3, padding=1), b=nn.Conv2d(6, 12, 3, padding=1)), lambda: (torch.rand(1, 3, 8, 8),), ways=("plain", "xnn", "sq", "convs"))


def moved(s, a, b):
    """A picture against the other at nine places; where it went, as means."""
    a, b = F.normalize(s.c(a), dim=1), F.pad(F.normalize(s.c(b), dim=1), (1, 1, 1, 1))
    n = a.shape[-1]
    c = torch.stack([(a * b[:, :, y : y + n, x : x + n]).sum(1) for y in range(3) for x in range(3)], 1)
    p = (c * 8).softmax(1)
    return c, torch.einsum("bkhw,kd->bdhw", p, s.d)


add("clouds_move", "how clouds move between two pictures", lambda: Do(moved, c=nn.Conv2d(1, 4, 3, padding=1), d=torch.tensor([[y, x] for y in (-1.0, 0, 1) for x in (-1.0, 0, 1)])), lambda: (torch.randn(1, 1, 8, 8), torch.randn(1, 1, 8, 8)), ways=("plain", "xnn", "sq"))


def changed(s, a, b):
    """One net for two pictures; what differs, at two sizes."""
    d1 = (s.a(a) - s.a(b)).abs()
    d2 = (s.b(s.a(a)) - s.b(s.a(b))).abs()
    return torch.sigmoid(s.o(torch.cat((d1, F.interpolate(d2, scale_factor=2.0, mode="nearest")), 1)))


add("felled", "what changed between two pictures", lambda: Do(changed, a=conv(3, 4, 3, 2), b=conv(4, 4, 3, 2), o=nn.Conv2d(8, 1, 1)), lambda: (torch.randn(1, 3, 16, 16), torch.randn(1, 3, 16, 16)), ways=("plain", "xnn", "sq", "dq", "f16"))
add("light_in_barn", "light at a place by waves of it, in two parts", lambda: Do(lambda s, p, d: (lambda e: (lambda h: (F.softplus(s.s(h)), torch.sigmoid(s.c(torch.cat((h, d), -1)))))(F.relu(s.b(torch.cat((F.relu(s.a(e)), e), -1)))))(torch.cat([p] + [f(p * 2**k * math.pi) for k in range(3) for f in (torch.sin, torch.cos)], -1)), a=nn.Linear(21, 16), b=nn.Linear(37, 16), s=nn.Linear(16, 1), c=nn.Linear(19, 3)), lambda: (torch.rand(5, 3), torch.randn(5, 3)), ways=("plain", "xnn", "dq", "f64"))
add("pictures_and_words", "pictures and words to one ball", lambda: Do(lambda s, x, i: s.t.exp() * F.normalize(s.v(s.c(x).flatten(2).mean(2)), dim=-1) @ F.normalize(s.w(s.e(i).mean(1)), dim=-1).T, c=conv(3, 8, 3, 2, act=nn.GELU), v=nn.Linear(8, 6, False), e=nn.Embedding(20, 8), w=nn.Linear(8, 6, False), t=torch.tensor(1.5)), lambda: (torch.randn(2, 3, 12, 12), torch.randint(0, 20, (3, 4))), ways=("plain", "xnn", "dq", "words", "both"))
add("gait", "a film of a cow: filters over places, then over time", lambda: Do(lambda s, x: s.o(F.relu(s.t(F.relu(s.c(x)).mean((2, 3))[None].mT)).mean(2)), c=nn.Conv2d(3, 6, 3, 2), t=nn.Conv1d(6, 8, 3), o=nn.Linear(8, 3)), r(6, 3, 10, 10), ways=("plain", "xnn", "dq", "sq"))
add("film", "a film: filters over places and time at once", lambda: nn.Sequential(nn.Conv3d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv3d(4, 2, (2, 1, 1)), nn.Flatten(2)), r(1, 1, 4, 6, 6), ways=("plain", "xnn"))
add("camera", "what a camera gives to what a net wants: bytes, halves of sides, means, order of channels", lambda: Do(lambda s, x: ((F.avg_pool2d(x.permute(0, 3, 1, 2).float(), 2) / 255 - s.m) / s.d).flip(1), m=torch.tensor([0.48, 0.45, 0.4])[:, None, None], d=torch.tensor([0.22, 0.23, 0.24])[:, None, None]), lambda: (torch.randint(0, 256, (1, 8, 6, 3), dtype=torch.uint8),), ways=("plain", "xnn", "order"))
add("greenness", "how green: shares of channels, a threshold, a share of places", lambda: Do(lambda s, x: (lambda g: (g, (g > 0.1).float().mean((1, 2))))((2 * x[:, 1] - x[:, 0] - x[:, 2]) / (x.sum(1) + 1e-3))), lambda: (torch.rand(2, 3, 6, 6),), ways=("plain", "xnn", "f64"))
add("edges", "edges and how strong, by fixed filters; opened and closed", lambda: Do(lambda s, x: (lambda g: (g, -F.max_pool2d(-F.max_pool2d(g, 3, 1, 1), 3, 1, 1)))(torch.sqrt(F.conv2d(x, s.k, padding=1).square().sum(1, keepdim=True) + 1e-6)), k=torch.tensor([[[[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]]], [[[-1, -2, -1], [0, 0, 0], [1, 2, 1]]]])), r(1, 1, 9, 9), ways=("plain", "xnn", "f16"))
add("turned_picture", "a picture turned as two numbers say", lambda: Do(lambda s, x, t: F.grid_sample(x, F.affine_grid(torch.stack((torch.stack((t[0].cos(), -t[0].sin(), t[1])), torch.stack((t[0].sin(), t[0].cos(), -t[1]))))[None], (1, 2, 6, 6), align_corners=False), align_corners=False)), lambda: (torch.randn(1, 2, 6, 6), torch.tensor([0.4, 0.1])), ways=("plain", "xnn"))
