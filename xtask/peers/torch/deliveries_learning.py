# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Learning: steps of optimisers, densities, losses with the flags of their first years, splines, buffers that are written over."""

import math
from typing import Dict, List, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


class QuasiNewton(nn.Module):
    """A fit that happens at delivery: two loops over the last steps, as lists whose heads are dropped."""

    def value(self, x):
        return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()

    def slope(self, x):
        inner = x[1:] - x[:-1] ** 2
        out = torch.zeros_like(x)
        out[:-1] += -400 * x[:-1] * inner - 2 * (1 - x[:-1])
        out[1:] += 200 * inner
        return out

    def forward(self, start, rounds: int = 6, memory: int = 3) -> Tuple[torch.Tensor, List[float]]:
        x = start.clone()
        gradient = self.slope(x)
        steps: List[torch.Tensor] = []
        changes: List[torch.Tensor] = []
        scales: List[torch.Tensor] = []
        values = [float(self.value(x))]
        for _ in range(rounds):
            direction = gradient.neg()
            weights: List[torch.Tensor] = []
            for k in range(len(steps) - 1, -1, -1):
                weight = steps[k].dot(direction) * scales[k]
                direction.add_(changes[k] * -weight)
                weights.insert(0, weight)
            if len(steps) > 0:
                direction.mul_(steps[-1].dot(changes[-1]) / changes[-1].dot(changes[-1]))
            for k in range(len(steps)):
                back = changes[k].dot(direction) * scales[k]
                direction = direction + steps[k] * (weights[k] - back)
            length = 1.0 if len(steps) > 0 else min(1.0, 1.0 / float(gradient.abs().sum()))
            while float(self.value(x.add(direction, alpha=length))) > values[-1] and length > 1e-4:
                length /= 2
            after = self.slope(x.add(direction, alpha=length))
            step, change = direction * length, after.sub(gradient)
            if float(change.dot(step)) > 1e-10:
                if len(steps) == memory:
                    steps.pop(0)
                    changes.pop(0)
                    del scales[0]
                steps.append(step)
                changes.append(change)
                scales.append(1.0 / change.dot(step))
            x += step
            gradient = after
            values.append(float(self.value(x)))
        return x, values


@model("a fit by the last steps: lists of tensors whose heads are dropped, add and sub with alpha, in doubles")
def quasi_newton():
    return QuasiNewton(), [(torch.tensor([-1.2, 1.0, 0.5], dtype=torch.float64),), (torch.tensor([0.5, 0.2], dtype=torch.float64), 3, 1)]


class Moments(nn.Module):
    """Weights that follow moments, kept in a dictionary by name and changed in place, with a limit on their norm."""

    first: Dict[str, torch.Tensor]
    second: Dict[str, torch.Tensor]

    def __init__(self):
        super().__init__()
        self.first, self.second = {}, {}
        self.count = 0

    def forward(self, weights: Dict[str, torch.Tensor], slopes: Dict[str, torch.Tensor], rate: float = 0.1, limit: float = 5.0):
        # type: (Dict[str, Tensor], Dict[str, Tensor], float, float) -> Tuple[Dict[str, Tensor], float, int]
        norms: List[torch.Tensor] = []
        for name in slopes:
            norms.append(slopes[name].norm(2))
        total = torch.norm(torch.stack(norms), 2.0)
        scale = limit / (float(total) + 1e-6)
        self.count += 1
        out: Dict[str, torch.Tensor] = {}
        for name, weight in weights.items():
            slope = slopes[name]
            if scale < 1:
                slope = slope * scale
            if name not in self.first:
                self.first[name] = torch.zeros_like(weight)
                self.second[name] = torch.zeros_like(weight)
            first, second = self.first[name], self.second[name]
            first.mul_(0.9).add_(slope, alpha=0.1)
            second.mul_(0.999).addcmul_(slope, slope, value=0.001)
            size = rate * math.sqrt(1 - 0.999 ** self.count) / (1 - 0.9 ** self.count)
            out[name] = weight.mul(1 - rate * 0.01).addcdiv(first, second.sqrt().add_(1e-8), value=-size)
        return out, float(total), self.count


@model("weights that follow moments: dictionaries of tensors changed in place, addcdiv with a value, powers of numbers")
def moments():
    weights = {"a.weight": f(2, 3), "a.bias": f(3)}
    slopes = {"a.weight": f(2, 3).flip(0) * 3, "a.bias": f(3) * -2}
    return Moments(), [(weights, slopes), (weights, slopes, 0.01, 100.0)]


class Densities(nn.Module):
    """Logarithms of densities written out, squashed actions, divergences and quantiles, as policies have them."""

    def forward(self, x, alpha, beta):
        gaussian = -0.5 * ((x - 0.1) / 0.7) ** 2 - math.log(0.7) - math.log(math.sqrt(2 * math.pi))
        squashed = gaussian - (2 * (math.log(2) - x - F.softplus(-2 * x)))
        share = torch.sigmoid(x)
        betas = (alpha - 1) * share.log() + (beta - 1) * torch.log1p(-share) - (alpha.lgamma() + beta.lgamma() - (alpha + beta).lgamma())
        divergence = torch.lgamma(alpha.sum(-1)) - torch.lgamma(alpha).sum(-1) - torch.lgamma(beta.sum(-1)) + torch.lgamma(beta).sum(-1)
        divergence = divergence + ((alpha - beta) * (torch.digamma(alpha) - torch.digamma(alpha.sum(-1, keepdim=True)))).sum(-1)
        quantile = 0.1 + 0.7 * math.sqrt(2) * torch.erfinv(2 * share - 1)
        back = 0.5 * (torch.log1p(x.tanh()) - torch.log1p(-x.tanh()))
        heavy = torch.lgamma((alpha + 1) / 2) - torch.lgamma(alpha / 2) - 0.5 * torch.log(alpha) - (alpha + 1) / 2 * torch.log1p(x * x / alpha)
        arcs = torch.atanh(x / 3) + torch.asinh(x) + torch.acosh(1 + alpha)
        mixture = torch.logsumexp(torch.stack([gaussian, heavy]), dim=[0], keepdim=False)
        counts = torch.poisson_nll_loss(x, alpha, True, True, 1e-8, 1) if torch.jit.is_scripting() else F.poisson_nll_loss(x, alpha, full=True)
        return squashed, betas, divergence, quantile, back, heavy, arcs, mixture, counts


@model("densities written out: erfinv, lgamma, digamma, inverse hyperbolic functions, an operator by its name where it is compiled")
def densities():
    return Densities(), [(f(3, 4) * 0.5, p(3, 4), p(3, 4) + 0.5)]


class Penalties(nn.Module):
    """Losses for labels of which several hold, with the flags of their first years, and for pictures whose edges do not count."""

    def __init__(self):
        super().__init__()
        self.soft = nn.MultiLabelSoftMarginLoss(weight=torch.tensor([1.0, 2.0, 0.5, 1.0]))
        self.margin = nn.MultiLabelMarginLoss(reduction="sum")
        self.pixels = nn.CrossEntropyLoss(weight=torch.tensor([0.2, 1.0, 3.0]), ignore_index=255)
        self.old = nn.SmoothL1Loss(size_average=False)
        self.each = nn.BCEWithLogitsLoss(pos_weight=torch.tensor([1.0, 3.0, 1.0, 2.0]), reduction="none")
        self.register_buffer("prior", torch.tensor([0.1, 0.2, 0.3, 0.4]))

    def forward(self, scores, labels, picture, truth):
        several = self.soft(scores, labels.float()) + 0.1 * self.margin(scores, labels.argsort(1, descending=True))
        edges = self.pixels(picture, truth)
        flat = F.nll_loss(F.log_softmax(picture, 1), truth.clamp(max=2), reduction="none")
        hard = flat.view(flat.size(0), -1).topk(5, dim=1)[0].mean()
        regression = self.old(scores[:, :2], labels[:, :2].float()) + F.mse_loss(scores, labels.float(), reduction="sum")
        log = F.kl_div(F.log_softmax(scores, 1), self.prior.log().expand_as(scores), reduction="batchmean", log_target=True)
        p_ = torch.sigmoid(scores)
        overlap = 1 - (2 * (p_ * labels).sum(1) + 1) / (p_.sum(1) + labels.sum(1) + 1)
        accuracy = (picture.argmax(1) == truth).sum().float() / truth.ne(255).sum()
        return several, edges, hard, regression, log, overlap, accuracy, self.each(scores, labels.float()).mean(0)


@model("losses with the flags of their first years: several labels, weights, an index that is ignored, a target in logarithms")
def penalties():
    truth = n(2, 4, 4, low=0, high=2)
    truth[:, 0] = 255
    return Penalties(), [(f(3, 4), n(3, 4, low=0, high=1), f(2, 3, 4, 4), truth)]


class Bends(nn.Module):
    """A flow of pieces that are quotients of squares: bins by counting, gathers, masks that are assigned, its inverse."""

    def __init__(self, bins: int = 4, tail: float = 1.5):
        super().__init__()
        self.bins, self.tail = bins, tail
        self.net = nn.Linear(1, 3 * bins - 1)
        nn.init.normal_(self.net.weight, std=0.7)

    def edges(self, raw):
        share = 1e-3 + (1 - 1e-3 * self.bins) * F.softmax(raw, dim=-1)
        places = F.pad(torch.cumsum(share, dim=-1), pad=[1, 0], mode="constant", value=0.0)
        places = 2 * self.tail * places - self.tail
        places[..., 0] = -self.tail
        places[..., -1] = self.tail
        return places, places[..., 1:] - places[..., :-1]

    def forward(self, condition, x, backward: bool = False) -> Tuple[torch.Tensor, torch.Tensor]:
        inside = (x >= -self.tail) & (x <= self.tail)
        out, log = torch.zeros_like(x), torch.zeros_like(x)
        out[~inside] = x[~inside]
        raw = self.net(condition)[inside]
        x = x[inside]
        xs, widths = self.edges(raw[..., : self.bins])
        ys, heights = self.edges(raw[..., self.bins : 2 * self.bins])
        slopes = F.pad(1e-3 + F.softplus(raw[..., 2 * self.bins :]), [1, 1], value=1.0)
        k = torch.sum(x[..., None] >= (ys if backward else xs)[..., 1:-1], dim=-1)[..., None]
        x0, w = xs.gather(-1, k)[..., 0], widths.gather(-1, k)[..., 0]
        y0, h = ys.gather(-1, k)[..., 0], heights.gather(-1, k)[..., 0]
        d0, d1 = slopes.gather(-1, k)[..., 0], slopes[..., 1:].gather(-1, k)[..., 0]
        steep = h / w
        bend = d0 + d1 - 2 * steep
        if backward:
            a = (x - y0) * bend + h * (steep - d0)
            c = -steep * (x - y0)
            b = h * d0 - (x - y0) * bend
            t = (2 * c) / (-b - torch.sqrt((b.pow(2) - 4 * a * c).clamp_min(0)))
            value = t * w + x0
        else:
            t = (x - x0) / w
            value = y0 + h * (steep * t.pow(2) + d0 * t * (1 - t)) / (steep + bend * t * (1 - t))
        scale = steep.pow(2) * (d1 * t.pow(2) + 2 * steep * t * (1 - t) + d0 * (1 - t).pow(2))
        out[inside] = value
        log[inside] = torch.log(scale) - 2 * torch.log(steep + bend * t * (1 - t))
        return out, -log if backward else log


@model("a flow by splines and its inverse: masks assigned, slices with a variable, gather with an ellipsis and None")
def spline_flow():
    return Bends(), [(f(7, 1), f(7)), (f(7, 1), f(7) * 0.5, True)]


class Scratch(nn.Module):
    """A filter for a small device: everything is written into buffers that are there, nothing is made anew."""

    def __init__(self, size: int = 6):
        super().__init__()
        self.register_buffer("ring", torch.zeros(4, size))
        self.register_buffer("work", torch.zeros(size))
        self.register_buffer("square", torch.zeros(size, size))
        self.register_buffer("indices", torch.zeros(size, dtype=torch.long))
        self.weight = nn.Parameter(f(size, size) * 0.4, requires_grad=False)
        self.at = 0

    def forward(self, x):
        self.ring[self.at % 4].copy_(x)
        self.at += 1
        torch.mean(self.ring, dim=[0], out=self.work)
        torch.sub(x, self.work, out=self.work)
        torch.ger(self.work, x, out=self.square)
        torch.addmm(self.weight, self.weight, self.square, beta=1, alpha=0.1, out=self.square)
        torch.tanh(self.square, out=self.square)
        self.square.t_().fill_diagonal_(0.5)
        torch.mv(self.square, x, out=self.work)
        F.leaky_relu_(self.work, 0.1)
        F.hardtanh_(self.work, -2.0, 2.0)
        values, _ = torch.sort(self.work, dim=0, descending=True)
        torch.argsort(self.work).sub_(1).clamp_min_(0).mul_(2)
        torch.arange(0, 12, 2, out=self.indices)
        torch.div(self.work, torch.tensor(3.0), out=self.work)
        self.work.pow_(2).neg_().exp_().sub_(values, alpha=0.5)
        self.square.lerp_(self.weight, 0.25).tril_(1).index_fill_(0, self.indices[:2], -1.0)
        self.square.clamp_max_(1.5).masked_fill_(self.square.eq(-1.0), 9.0)
        return self.work.clone(), self.square.clone(), self.indices // 4, self.ring.sum(0).squeeze_()


@model("a filter that makes nothing anew: out= of ten operators, activations and triangles in place, a ring that is copied into")
def scratch_buffers():
    return Scratch(), [(f(6),), (f(6).flip(0),), (p(6),)]
