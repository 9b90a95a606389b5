"""Models of kinds that neither models.py nor more_models.py has: for unseen sets (docs/accuracy.md).

`unseen_export.py` exports them, with those of unseen_{signals,sequences,numbers}.py. The kinds were chosen by what a model does, not by the
operators it needs: graphs, signals, point clouds, flows, sparse looking-up, long recurrences, integer image processing, solvers.
"""

import models
import torch
from export import NotInThisRelease
from models import Spec, function
from more_models import image, one
from torch import nn
from torch.nn import functional as F

MODELS = models.MODELS = {}


def model(make):
    def frozen():
        spec = make()
        for module, _ in spec.methods.values():
            module.requires_grad_(False)
        return spec

    MODELS[make.__name__] = frozen
    return make


# --- graphs and sets ---------------------------------------------------------------------------------------------------------


class GraphConvolution(nn.Module):
    """Messages along edges, summed where they arrive."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(6, 8), nn.Linear(8, 3)

    def spread(self, x, edges):
        return torch.zeros_like(x).index_add(0, edges[1], x[edges[0]])

    def forward(self, x, edges):
        x = F.relu(self.first(x) + self.spread(self.first(x), edges))
        return self.second(x + self.spread(x, edges)).log_softmax(-1)


def graph():
    return torch.randn(5, 6), torch.randint(0, 5, (2, 9))


@model
def graph_convolution():
    return one("messages along edges", GraphConvolution(), graph(), graph())


@model
def xnn_graph_convolution():
    return one("messages along edges, linear layers in a delegate", GraphConvolution(), graph(), xnnpack={})


class PointNet(nn.Module):
    """A set of points: the same layers for each, then the largest of all."""

    def __init__(self):
        super().__init__()
        self.each = nn.Sequential(nn.Conv1d(3, 8, 1), nn.BatchNorm1d(8), nn.ReLU(), nn.Conv1d(8, 16, 1))
        self.all = nn.Linear(16, 4)

    def forward(self, x):
        centred = x - x.mean(2, keepdim=True)
        return self.all(self.each(centred / centred.norm(dim=1, keepdim=True).amax(2, keepdim=True)).amax(2))


@model
def point_net():
    return one("a set of points", PointNet().eval(), (torch.randn(2, 3, 20),), (torch.randn(2, 3, 20),))


@model
def xnn_point_net():
    return one("a set of points in a delegate", PointNet().eval(), (torch.randn(2, 3, 20),), xnnpack={})


class Neighbours(nn.Module):
    """Distances between all pairs, the nearest, and what they have in common."""

    def forward(self, x):
        distances = (x.unsqueeze(1) - x.unsqueeze(0)).pow(2).sum(-1)
        near, which = torch.topk(distances, 3, largest=False)
        return near.sqrt(), torch.gather(x, 0, which)


@model
def neighbours():
    return one("nearest neighbours", Neighbours(), (torch.randn(6, 3),))


# --- signals ---------------------------------------------------------------------------------------------------------------


class Spectrogram(nn.Module):
    """A Fourier transform as a product with cosines, in mel bands, in decibels."""

    def __init__(self):
        super().__init__()
        angle = torch.outer(torch.arange(16.0), torch.arange(9.0)) * 2 * torch.pi / 16
        self.register_buffer("real", angle.cos())
        self.register_buffer("imaginary", -angle.sin())
        self.register_buffer("bands", torch.rand(9, 4))
        self.register_buffer("window", torch.hann_window(16))

    def forward(self, x):
        frames = torch.stack([x[:, at : at + 16] for at in range(0, 49, 8)], 1) * self.window
        power = (frames @ self.real) ** 2 + (frames @ self.imaginary) ** 2
        return 10 * torch.log10((power @ self.bands).clamp(min=1e-6))


@model
def spectrogram():
    return one("frames, products, decibels", Spectrogram(), (torch.randn(1, 64),))


@model
def xnn_spectrogram():
    return one("frames, products, decibels in a delegate", Spectrogram(), (torch.randn(1, 64),), xnnpack={})


class Filter(nn.Module):
    """A recursive filter, step by step, with the state kept between calls."""

    def __init__(self):
        super().__init__()
        self.register_buffer("state", torch.zeros(2))

    def forward(self, x):
        out, a, b = [], self.state[0], self.state[1]
        for value in x.unbind(0):
            y = value - 0.4 * a + 0.1 * b
            a, b = y, a
            out.append(y)
        self.state.copy_(torch.stack([a, b]))
        return torch.stack(out)


@model
def recursive_filter():
    return one("a recursive filter with state", Filter(), (torch.randn(6),), (torch.randn(6),), (torch.randn(6),))


# --- images without networks -----------------------------------------------------------------------------------------------


class Yuv(nn.Module):
    """Bytes of a camera to three colours, in whole numbers."""

    def forward(self, y, uv):
        luma = y.to(torch.int32) - 16
        u, v = (uv.to(torch.int32) - 128).repeat_interleave(2, 1).repeat_interleave(2, 2).unbind(0)
        red = (298 * luma + 409 * v + 128) // 256
        green = (298 * luma - 100 * u - 208 * v + 128) // 256
        blue = (298 * luma + 516 * u + 128) // 256
        return torch.stack([red, green, blue]).clamp(0, 255).to(torch.uint8)


@model
def camera():
    return one("whole numbers of a camera", Yuv(), (torch.randint(16, 235, (4, 6), dtype=torch.uint8), torch.randint(0, 255, (2, 2, 3), dtype=torch.uint8)))


class Warp(nn.Module):
    """Looking up pixels where a field of motion points."""

    def forward(self, x, flow):
        base = F.affine_grid(torch.eye(2, 3).unsqueeze(0), [1, 3, 8, 8], align_corners=False)
        return F.grid_sample(x, base + flow, mode="bilinear", padding_mode="border", align_corners=False)


@model
def warp():
    return one("a field of motion", Warp(), (torch.randn(1, 3, 8, 8), torch.randn(1, 8, 8, 2) * 0.1))


@model
def histogram():
    return one("counting and ranks", function(lambda x: ((x.flatten()[:, None] == torch.arange(8)).sum(0).cumsum(0)[x], x.float().std())), (torch.randint(0, 8, (4, 4)),))


@model
def edges():
    kernel = torch.tensor([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]])

    class Sobel(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("both", torch.stack([kernel, kernel.T]).unsqueeze(1))

        def forward(self, x):
            found = F.conv2d(F.pad(x.mean(1, keepdim=True), (1, 1, 1, 1), mode="replicate"), self.both)
            return found.square().sum(1, keepdim=True).sqrt(), torch.atan2(found[:, 1:], found[:, :1])

    return one("edges and directions", Sobel(), image(8))


# --- generative and probabilistic ------------------------------------------------------------------------------------------


class Coupling(nn.Module):
    """A flow: half of the values change the other half, there and back."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 8))

    def forward(self, x):
        left, right = x.chunk(2, -1)
        scale, shift = self.net(left).chunk(2, -1)
        there = right * scale.sigmoid().add(0.5) + shift
        back = (there - shift) / scale.sigmoid().add(0.5)
        return torch.cat([left, there], -1), scale.logsumexp(-1), back


@model
def flow():
    return one("an invertible flow", Coupling(), (torch.randn(3, 8),))


@model
def xnn_flow():
    return one("an invertible flow in a delegate", Coupling(), (torch.randn(3, 8),), xnnpack={})


class Denoise(nn.Module):
    """One step of a diffusion model, with the time as waves."""

    def __init__(self):
        super().__init__()
        self.time, self.inside, self.outside = nn.Linear(8, 6), nn.Conv2d(3, 6, 3, padding=1), nn.Conv2d(6, 3, 3, padding=1)
        self.norm = nn.GroupNorm(2, 6)

    def forward(self, x, t):
        waves = t[:, None] * torch.exp(torch.arange(4.0) * -2)
        code = self.time(torch.cat([waves.sin(), waves.cos()], -1))
        noise = self.outside(F.silu(self.norm(self.inside(x)) + code[:, :, None, None]))
        return (x - 0.1 * noise) / 0.99**0.5


@model
def denoise():
    return one("a step of diffusion", Denoise(), (torch.randn(1, 3, 8, 8), torch.tensor([3.0])))


@model
def xnn_denoise():
    return one("a step of diffusion in a delegate", Denoise(), (torch.randn(1, 3, 8, 8), torch.tensor([3.0])), xnnpack={})


@model
def xnn_denoise_sq():
    return one("a step of diffusion, statically quantised", Denoise(), (torch.randn(1, 3, 8, 8), torch.tensor([3.0])), quantize="static", xnnpack={}, tolerance=0.3)


# --- sequences in other ways -----------------------------------------------------------------------------------------------


class StateSpace(nn.Module):
    """A linear state space with gates, unrolled."""

    def __init__(self):
        super().__init__()
        self.inside, self.outside, self.gate = nn.Linear(4, 8), nn.Linear(8, 4), nn.Linear(4, 8)
        self.decay = nn.Parameter(torch.rand(8))

    def forward(self, x):
        state, out = torch.zeros(x.shape[0], 8), []
        for step in x.unbind(1):
            keep = torch.exp(-F.softplus(self.decay + self.gate(step)))
            state = keep * state + (1 - keep) * self.inside(step)
            out.append(self.outside(state))
        return torch.stack(out, 1)


@model
def state_space():
    return one("a gated state space", StateSpace(), (torch.randn(2, 5, 4),))


@model
def xnn_state_space():
    return one("a gated state space in a delegate", StateSpace(), (torch.randn(2, 5, 4),), xnnpack={})


class Rotary(nn.Module):
    """Attention with turned pairs, shared keys, a window, and capped scores."""

    def __init__(self):
        super().__init__()
        self.q, self.kv = nn.Linear(16, 16, bias=False), nn.Linear(16, 16, bias=False)

    def turned(self, x):
        angle = torch.outer(torch.arange(x.shape[-2]).float(), 1 / 100 ** torch.linspace(0, 1, 2))
        a, b = x.unflatten(-1, (2, 2)).unbind(-1)
        return torch.stack([a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()], -1).flatten(-2)

    def forward(self, x):
        q = self.q(x).unflatten(-1, (4, 4)).transpose(1, 2)
        k, v = self.kv(x).unflatten(-1, (2, 2, 4)).permute(2, 0, 3, 1, 4).unbind(0)
        scores = self.turned(q) @ self.turned(k).repeat_interleave(2, 1).mT / 2
        where = torch.arange(x.shape[1])
        far = (where[:, None] - where[None]).abs() > 2
        scores = (5 * torch.tanh(scores / 5)).masked_fill(far, float("-inf"))
        return (scores.softmax(-1) @ v.repeat_interleave(2, 1)).transpose(1, 2).flatten(2)


@model
def rotary():
    return one("turned pairs, a window, capped scores", Rotary(), (torch.randn(1, 6, 16),))


@model
def xnn_rotary_dq():
    return one("turned pairs, dynamically quantised", Rotary(), (torch.randn(1, 6, 16),), quantize="dynamic", xnnpack={}, tolerance=0.2)


# --- numbers ---------------------------------------------------------------------------------------------------------------


class Newton(nn.Module):
    """An inverse by iteration, with a product chain in double precision."""

    def forward(self, a):
        x = a.mT / (a.abs().sum(0).amax() * a.abs().sum(1).amax())
        for _ in range(6):
            x = x @ (2 * torch.eye(3, dtype=a.dtype) - a @ x)
        return x, torch.trace(x @ a) if hasattr(torch, "trace") else x.sum()


@model
def newton():
    return one("iteration in double precision", Newton(), (torch.eye(3, dtype=torch.float64) * 2 + torch.rand(3, 3, dtype=torch.float64) * 0.1,))


@model
def forest():
    """Decision trees as comparisons and looking-up."""

    class Trees(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("feature", torch.randint(0, 5, (3, 7)))
            self.register_buffer("bound", torch.randn(3, 7))
            self.register_buffer("leaf", torch.randn(3, 8))

        def forward(self, x):
            at = torch.zeros(3, dtype=torch.int64)
            for _ in range(3):
                right = x[torch.gather(self.feature, 1, at[:, None])[:, 0]] > torch.gather(self.bound, 1, at[:, None])[:, 0]
                at = 2 * at + 1 + right.to(torch.int64)
            return torch.gather(self.leaf, 1, at[:, None] - 7).sum()

    return one("decision trees", Trees(), (torch.randn(5),), (torch.randn(5),))


@model
def calendar():
    return one("days to dates, in whole numbers", function(lambda d: torch.stack([(4 * d + 3) // 146097, d % 7, (d * 1461) // 4, d ^ (d * 8), ~d & 255])), (torch.arange(0, 90000, 9973),))


@model
def calls():
    """Several methods, one with constants, none alike."""
    methods = {"encode": (Coupling().eval(), [(torch.randn(2, 8),)]), "forward": (PointNet().eval(), [(torch.randn(1, 3, 12),)])}
    return Spec("methods that have nothing in common", methods, constants={"width": 8, "names": "a b"})


@model
def spread_dyn():
    """Lengths that only the caller knows."""

    def sizes():
        if not hasattr(torch.export, "Dim"):
            raise NotInThisRelease("torch.export.Dim")
        return {"x": {0: torch.export.Dim("n", min=2, max=16)}}

    class Spread(nn.Module):
        def forward(self, x):
            return (x - x.mean(0)) / (x.var(0) + 1e-3).sqrt(), x.flip(0).cumsum(0)

    return one("lengths that only the caller knows", Spread(), (torch.randn(8, 3),), (torch.randn(16, 3),), dynamic=sizes)

