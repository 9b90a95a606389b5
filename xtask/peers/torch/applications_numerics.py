# ruff: noqa: UP006, UP007, UP045, SIM113 (TorchScript, as the oldest releases parse it)
"""Unseen models that compute: filters, solvers, graphs, clusters, transforms, old and new linear algebra."""

from typing import Dict, List, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import b, f, n, p, spd
from torch import nn


class Kalman(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("move", torch.tensor([[1.0, 0.1], [0.0, 1.0]]))
        self.register_buffer("see", torch.tensor([[1.0, 0.0]]))
        self.noise = 0.05

    def solve(self, a, x):
        return torch.matmul(torch.inverse(a), x)

    def forward(self, seen) -> Tuple[torch.Tensor, torch.Tensor]:
        state = torch.zeros(2, 1)
        spread = torch.eye(2)
        path: List[torch.Tensor] = []
        for t in range(seen.size(0)):
            state = self.move.mm(state)
            spread = self.move @ spread @ self.move.t() + torch.eye(2) * self.noise
            s = self.see @ spread @ self.see.t() + 0.1
            gain = self.solve(s, self.see @ spread).t()
            state = state + gain * (seen[t] - self.see.mm(state))
            spread = (torch.eye(2) - gain.mm(self.see)).mm(spread)
            path.append(state.squeeze(1))
        return torch.stack(path), torch.cholesky(spread)


class KalmanLinalg(Kalman):
    def solve(self, a, x):
        return torch.linalg.solve(a, x)

    def forward(self, seen) -> Tuple[torch.Tensor, torch.Tensor]:
        state = torch.zeros(2, 1)
        spread = torch.eye(2)
        path: List[torch.Tensor] = []
        for t in range(seen.size(0)):
            state = torch.linalg.multi_dot([self.move, state])
            spread = self.move @ spread @ self.move.T + torch.eye(2) * self.noise
            s = self.see @ spread @ self.see.T + 0.1
            gain = self.solve(s, self.see @ spread).T
            state = state + gain * (seen[t] - self.see.mm(state))
            spread = (torch.eye(2) - gain.mm(self.see)).mm(spread)
            path.append(state.squeeze(1))
        return torch.stack(path), torch.linalg.cholesky(spread)


@model("a Kalman filter with inverse and cholesky")
def kalman():
    return Kalman(), [(f(6),)]


@model("a Kalman filter with torch.linalg")
def kalman_linalg():
    return KalmanLinalg(), [(f(6),)]


class OldSolvers(nn.Module):
    def forward(self, a, y):
        x, _ = torch.solve(y, a)
        best, _ = torch.lstsq(y, a)
        below, _ = torch.triangular_solve(y, a, upper=False)
        values, _ = torch.symeig(a)
        return x, best[: a.size(1)], below, values, torch.matrix_rank(a), torch.ger(y[:, 0], y[:, 0])


@model("solvers that were removed: solve, lstsq, symeig, matrix_rank")
def solvers_old():
    return OldSolvers(), [(spd(4), f(4, 2))]


class Gaussian(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_scale, self.log_noise = nn.Parameter(torch.zeros(1)), nn.Parameter(torch.full((1,), -1.0))

    def kernel(self, a, b):
        return torch.exp(-0.5 * torch.cdist(a, b).pow(2) * self.log_scale.exp())

    def forward(self, x, y, at):
        k = self.kernel(x, x) + torch.eye(x.size(0)) * self.log_noise.exp()
        u = torch.cholesky(k, upper=False)
        weights = torch.cholesky_solve(y.unsqueeze(1), u)
        across = self.kernel(at, x)
        mean = across.mm(weights).squeeze(1)
        spread = 1.0 - (across.mm(torch.cholesky_inverse(u)) * across).sum(1)
        likelihood = -0.5 * y.dot(weights[:, 0]) - u.diagonal().log().sum() - torch.logdet(k) * 0.5
        return mean, spread, likelihood


@model("a Gaussian process: cholesky_solve, cholesky_inverse, logdet")
def gaussian_process():
    return Gaussian(), [(f(5, 2), f(5), f(3, 2).flip(0))]


class Spectral(nn.Module):
    def forward(self, a, steps: int) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        v = torch.ones(a.size(0))
        value = torch.zeros(())
        for i in range(steps):
            w = torch.mv(a, v)
            value = torch.dot(v, w) / torch.dot(v, v)
            v = w / w.norm()
            if i > 3 and float((torch.mv(a, v) - value * v).norm()) < 1e-7:
                break
        return value, torch.matrix_power(a, 3), torch.slogdet(a)[1], torch.chain_matmul(a, a, v.unsqueeze(1))


@model("the greatest eigenvalue by powers; matrix_power, chain_matmul")
def spectral():
    return Spectral(), [(spd(4), 40)]


class Solver(nn.Module):
    """Runge-Kutta with steps that adapt."""

    def __init__(self):
        super().__init__()
        self.field = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))

    def forward(self, y, end: float, tolerance: float) -> Tuple[torch.Tensor, int]:
        t, h, steps = 0.0, 0.2, 0
        while t < end and steps < 100:
            h = min(h, end - t)
            k1 = self.field(y)
            k2 = self.field(y + h / 2 * k1)
            k3 = self.field(y + h * 3 / 4 * k2)
            new = y + h / 9 * (2 * k1 + 3 * k2 + 4 * k3)
            other = y + h * (7 / 24 * k1 + k2 / 4 + k3 / 3 + self.field(new) / 8)
            error = float((new - other).abs().max())
            steps += 1
            if error <= tolerance:
                t += h
                y = new
                h *= 1.5
            else:
                h *= 0.5
        return y, steps


@model("a solver of differential equations with steps that adapt, calling a network")
def adaptive_solver():
    return Solver(), [(f(1, 2), 1.0, 0.01), (f(3, 2), 0.3, 1.0)]


class Transport(nn.Module):
    def forward(self, costs, strength: float, steps: int):
        k = -costs / strength
        u = torch.zeros(costs.size(0))
        v = torch.zeros(costs.size(1))
        for _ in range(steps):
            u = -torch.logsumexp(k + v[None], dim=1) - torch.log(torch.tensor(float(costs.size(0))))
            v = -torch.logsumexp(k + u[:, None], dim=0) - torch.log(torch.tensor(float(costs.size(1))))
        plan = torch.exp(k + u[:, None] + v[None, :])
        return plan, torch.sum(plan * costs), torch.allclose(plan.sum(), torch.tensor(1.0), rtol=0.1, atol=0.1)


@model("optimal transport by Sinkhorn's iterations")
def transport():
    return Transport(), [(p(3, 4), 0.5, 20)]


class Clusters(nn.Module):
    def forward(self, x, k: int) -> Tuple[torch.Tensor, torch.Tensor, int]:
        centres = x[:k].clone()
        before = torch.full([x.size(0)], -1, dtype=torch.long)
        rounds = 0
        for _ in range(20):
            nearest = torch.cdist(x, centres).argmin(dim=1)
            if torch.equal(nearest, before):
                break
            before = nearest
            sums = torch.zeros(k, x.size(1)).index_add_(0, nearest, x)
            counts = torch.bincount(nearest, minlength=k).clamp_(min=1).unsqueeze(1)
            centres = sums / counts
            rounds += 1
        return centres, before, rounds


@model("clusters by means, until they stay; division by counts of integers")
def k_means():
    return Clusters(), [(f(10, 2), 3)]


class Forest(nn.Module):
    """Trees as tables of numbers, walked down together."""

    def __init__(self):
        super().__init__()
        self.register_buffer("feature", torch.tensor([[0, 1, 2, -1, -1, -1, -1], [2, 0, 1, -1, -1, -1, -1]]))
        self.register_buffer("limit", torch.tensor([[0.1, -0.3, 0.4, 0, 0, 0, 0], [0.2, 0.5, -0.2, 0, 0, 0, 0]]))
        self.register_buffer("leaf", f(2, 7))

    def forward(self, x):
        count = x.size(0)
        at = torch.zeros([count, 2], dtype=torch.int64)
        trees = torch.arange(2).expand(count, 2)
        while True:
            feature = self.feature[trees, at]
            inner = feature >= 0
            if not bool(inner.any()):
                break
            value = x.gather(1, feature.clamp(min=0))
            below = (value > self.limit[trees, at]).long()
            at = torch.where(inner, at * 2 + 1 + below, at)
        return self.leaf[trees, at].sum(1), at


@model("a forest of decision trees: tables indexed by pairs of tensors, a while loop over depth")
def decision_forest():
    return Forest(), [(f(5, 3),)]


class Messages(nn.Module):
    """Attention along edges, with the softmax taken where edges arrive."""

    def __init__(self):
        super().__init__()
        self.line, self.score = nn.Linear(3, 4, bias=False), nn.Linear(8, 1)

    def forward(self, x, edges):
        source, target = edges[0], edges[1]
        h = self.line(x)
        e = F.leaky_relu(self.score(torch.cat([h[source], h[target]], 1)), negative_slope=0.2).squeeze(1)
        e = torch.exp(e - e.max())
        total = torch.zeros(x.size(0)).scatter_add_(0, target, e)
        weights = e / total[target].add(1e-9)
        out = torch.zeros_like(h).index_add_(0, target, h[source] * weights[:, None])
        degree = torch.zeros(x.size(0), dtype=torch.long).index_put_((target,), torch.ones_like(target), accumulate=True)
        return F.elu(out), weights, degree


@model("messages along edges: scatter_add, index_add, accumulated index_put")
def graph_attention():
    return Messages(), [(f(5, 3), n(2, 9, low=0, high=4))]


class SparseGraph(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(f(3, 2))

    def forward(self, x, indices, values):
        a = torch.sparse_coo_tensor(indices, values, [x.size(0), x.size(0)]).coalesce()
        hidden = torch.relu(torch.sparse.mm(a, x @ self.weight))
        return hidden, a.to_dense(), a._nnz(), torch.sparse.sum(a, dim=(0,)).to_dense()


class SparseAttribute(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", torch.eye(4)[[1, 2, 0, 3]].to_sparse())

    def forward(self, x):
        return torch.mm(self.table, x), self.table.coalesce().values() * 2.0


@model("a sparse graph: coordinates, coalesced, multiplied")
def sparse_graph():
    return SparseGraph(), [(f(4, 3), n(2, 6, low=0, high=3), f(6))]


@model("a sparse tensor as a buffer")
def sparse_buffer():
    return SparseAttribute(), [(f(4, 2),)]


class Equalise(nn.Module):
    def forward(self, picture):
        flat = picture.reshape(-1)
        counts = torch.histc(flat.to(torch.float32), bins=16, min=0, max=255)
        steps = torch.bincount(flat.to(torch.int64), minlength=256).cumsum(0).to(torch.float)
        table = ((steps - steps.min()) * 255.0 / (steps.max() - steps.min())).round().to(torch.uint8)
        edges = torch.linspace(0, 255, 5)
        return table[picture.long()], counts, torch.bucketize(flat.float(), edges), torch.searchsorted(edges, flat.float(), right=True)


@model("histograms made equal: histc, bincount, bucketize, searchsorted")
def histogram_equalise():
    return Equalise(), [(n(3, 5, low=0, high=255).to(torch.uint8),)]


class Capsules(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(f(3, 4, 2, 5) * 0.2)

    def squash(self, x):
        n2 = (x ** 2).sum(-1, keepdim=True)
        return n2 / (1 + n2) * x / torch.sqrt(n2 + 1e-8)

    def forward(self, x):
        votes = torch.einsum("bid,ijde->bije", x, self.weight.permute(0, 1, 2, 3))
        logits = torch.zeros(x.size(0), 3, 4)
        out = torch.zeros(x.size(0), 4, 5)
        for _ in range(3):
            c = F.softmax(logits, dim=2)
            out = self.squash((c.unsqueeze(-1) * votes).sum(1))
            logits = logits + (votes * out.unsqueeze(1)).sum(-1)
        return out.norm(2.0, [2], False)


@model("capsules: routing by agreement, einsum over four dimensions")
def capsules():
    return Capsules(), [(f(2, 3, 2),)]


class Coupling(nn.Module):
    """A flow that goes both ways."""

    def __init__(self):
        super().__init__()
        self.nets = nn.ModuleList([nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 4)) for _ in range(3)])

    def forward(self, x):
        log = torch.zeros(x.size(0))
        for net in self.nets:
            a, c = x.chunk(2, 1)
            scale, shift = net(a).chunk(2, 1)
            scale = torch.tanh(scale)
            x = torch.cat([c * scale.exp() + shift, a], 1)
            log = log + scale.sum(1)
        return x, log

    @torch.jit.export
    def inverse(self, y):
        for i in range(3):
            k = 2 - i
            c, a = y.chunk(2, 1)
            j = 0
            for net in self.nets:
                if j == k:
                    scale, shift = net(a).chunk(2, 1)
                    c = (c - shift) * torch.exp(-torch.tanh(scale))
                j += 1
            y = torch.cat([a, c], 1)
        return y


@model("a flow of coupled layers, with a method that inverts it")
def real_nvp():
    return Coupling(), [(f(3, 4),), ("inverse", (f(3, 4),))]


class Codebook(nn.Module):
    def __init__(self):
        super().__init__()
        self.book = nn.Embedding(5, 3)
        nn.init.uniform_(self.book.weight, -1, 1)

    def forward(self, x):
        flat = x.view(-1, 3)
        apart = torch.addmm(flat.pow(2).sum(1, keepdim=True) + self.book.weight.pow(2).sum(1), flat, self.book.weight.t(), alpha=-2.0, beta=1.0)
        which = torch.argmin(apart, dim=1)
        found = self.book(which).view_as(x)
        loss = F.mse_loss(found.detach(), x) * 0.25 + F.mse_loss(found, x.detach())
        used = F.one_hot(which, 5).to(x.dtype).mean(0)
        return x + (found - x).detach(), loss, torch.exp(-(used * (used + 1e-10).log()).sum()), which.view(x.shape[:-1])


@model("a codebook: the nearest vector, straight through, two losses")
def codebook():
    return Codebook(), [(f(2, 4, 3),)]


class Diffusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 4))
        betas = torch.linspace(0.01, 0.3, 8)
        self.register_buffer("alphas", torch.cumprod(1.0 - betas, 0))
        self.times: List[int] = [7, 5, 3, 1]

    def embed(self, t: int):
        angles = float(t) * torch.exp(torch.arange(2.0) * -4.6)
        return torch.cat([angles.sin(), angles.cos()])

    def forward(self, x):
        for i, t in enumerate(self.times):
            a = self.alphas[t]
            after = self.alphas[self.times[i + 1]] if i + 1 < len(self.times) else torch.tensor(1.0)
            noise = self.net(torch.cat([x, self.embed(t).expand(x.size(0), -1)], -1))
            clean = ((x - (1 - a).sqrt() * noise) / a.sqrt()).clamp(-3, 3)
            x = after.sqrt() * clean + (1 - after).sqrt() * noise
        return x


@model("steps of diffusion that draw nothing")
def diffusion():
    return Diffusion(), [(f(2, 4),)]


class Margins(nn.Module):
    """Losses of one's own for embeddings."""

    def __init__(self):
        super().__init__()
        self.centres = nn.Parameter(f(3, 4))

    def forward(self, x, labels) -> Dict[str, torch.Tensor]:
        cosine = F.linear(F.normalize(x), F.normalize(self.centres)).clamp(-0.99, 0.99)
        angle = torch.acos(cosine)
        target = F.one_hot(labels, 3).to(torch.bool)
        scores = 8.0 * torch.where(target, torch.cos(angle + 0.2), cosine)
        same = labels[:, None] == labels[None]
        apart = torch.pdist(x).mean()
        pairs = torch.combinations(torch.arange(x.size(0)), 2)
        triplet = F.triplet_margin_loss(x, x.flip(0), x.roll(1, 0), margin=1.0, p=2.0)
        focal = (-(1 - scores.softmax(1)) ** 2 * scores.log_softmax(1) * target.float()).sum(1).mean()
        return {"loss": F.cross_entropy(scores, labels, ignore_index=-100), "focal": focal, "triplet": triplet, "apart": apart, "same": same.sum(), "pairs": pairs}


@model("losses for embeddings: margins on angles, focal, triplets, pairs")
def margin_losses():
    return Margins(), [(f(5, 4), n(5, low=0, high=2))]


class Bits(nn.Module):
    def forward(self, x, y):
        count = torch.zeros_like(x)
        rest = x.clone()
        for _ in range(8):
            count += rest & 1
            rest = rest >> 1
        grey = x ^ (x >> 1)
        packed = torch.zeros_like(x)
        for i in range(8):
            packed = packed | (((x >> i) & 1) << (2 * i)) | (((y >> i) & 1) << (2 * i + 1))
        return count, grey, packed, x & ~y, torch.bitwise_not(y), torch.logical_xor(x, y), x.__and__(12), (x | y).__ixor__(3)


@model("bits: populations, Gray codes, interleaving, operators in place")
def bit_tricks():
    return Bits(), [(n(6, low=0, high=255), n(6, low=0, high=255).flip(0))]


class Views(nn.Module):
    """Writes through views of many sorts."""

    def forward(self, x):
        a = x.clone()
        a.select(0, 1).mul_(2.0)
        a.narrow(1, 0, 2).add_(1.0)
        a[:, ::2] = a[:, ::2].neg()
        a.diagonal().fill_(9.0)
        a.as_strided([2, 2], [1, 4], 2).sub_(0.5)
        held = torch.empty_strided([2, 3], [1, 2]).zero_()
        held.t_()
        held.unsqueeze_(0).squeeze_(0)
        a.masked_scatter_(a > 8.5, torch.arange(16.0))
        a.masked_fill_(a < -2, -2.0)
        rows = a.view(-1).unfold(0, 4, 4)
        rows[0].copy_(torch.arange(4))
        a.transpose(0, 1)[3].index_fill_(0, torch.tensor([0, 2]), 5.0)
        a.index_copy_(0, torch.tensor([0]), torch.ones(1, 4))
        return a, held, rows.storage_offset(), a.view(2, 2, 4).permute(1, 0, 2)


@model("writes through views: select, narrow, diagonal, as_strided, masked_scatter")
def views_in_place():
    return Views(), [(f(4, 4),)]


class Robust(nn.Module):
    def forward(self, x, mask):
        kept = torch.masked_select(x, mask)
        middle = torch.median(kept)
        spread = torch.median((kept - middle).abs())
        low, high = torch.quantile(kept, 0.25), torch.quantile(kept, 0.75)
        z = torch.where(mask, (x - middle) / (spread + 1e-6), torch.tensor(float("nan")))
        return middle, spread, high - low, torch.isnan(z).sum(), torch.nan_to_num(z, nan=0.0), torch.clamp(x, low, high), torch.logcumsumexp(x, 0)


@model("robust statistics: medians, quantiles, what is no number")
def robust_statistics():
    return Robust(), [(f(9), b(9))]


class Complex(nn.Module):
    """An array of antennas: complex weights, solved and squared."""

    def __init__(self):
        super().__init__()
        self.register_buffer("weights", torch.view_as_complex(f(3, 2)))

    def forward(self, signal, phase):
        x = torch.view_as_complex(signal)
        turned = x * torch.polar(torch.ones_like(phase), phase)
        power = torch.einsum("nc,mc->nm", turned, turned.conj()) + torch.eye(3)
        best = torch.linalg.solve(power, self.weights.unsqueeze(1))
        out = (best.conj().t() @ turned).squeeze(0)
        return torch.view_as_real(out), out.abs(), out.angle(), torch.is_complex(out), torch.complex(phase, -phase).real, turned.sgn().imag


@model("an array of antennas: complex buffers, products, solutions")
def antennas():
    return Complex(), [(f(3, 4, 2), f(3, 4))]
