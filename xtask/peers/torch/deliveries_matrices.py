# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Matrices: sources unmixed, structures laid on each other, outliers, cameras, chains, planes, ranks of pages."""

from typing import List, Tuple  # noqa: UP035

import torch
from modelset import model
from modelset.inputs import f, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])
# Under their old names as long as these were there.
cholesky = torch.cholesky if RELEASE < (2, 2) else torch.linalg.cholesky
qr = torch.qr if RELEASE < (2, 2) else torch.linalg.qr


class OldUnmixing(nn.Module):
    """Sources from their mixtures: whitened by eigenvectors of the covariance, then rotated until nothing changes."""

    def __init__(self, rounds: int = 8):
        super().__init__()
        self.rounds = rounds

    def eigen(self, matrix) -> Tuple[torch.Tensor, torch.Tensor]:
        values, vectors = torch.symeig(matrix, eigenvectors=True)
        return values, vectors

    def root(self, matrix):
        values, vectors = self.eigen(matrix)
        return (vectors / values.clamp(min=1e-6).sqrt()).mm(vectors.t())

    def forward(self, mixed) -> Tuple[torch.Tensor, torch.Tensor, int]:
        x = mixed - mixed.mean(1, keepdim=True)
        white = self.root(x.mm(x.t()) / (x.size(1) - 1)).mm(x)
        w = torch.eye(x.size(0)) + 0.3
        w = self.root(w.mm(w.t())).mm(w)
        rounds = 0
        for _ in range(self.rounds):
            g = torch.tanh(w.mm(white))
            new = g.mm(white.t()) / x.size(1) - (1 - g ** 2).mean(1).diag().mm(w)
            new = self.root(new.mm(new.t())).mm(new)
            change = (torch.einsum("ij,ij->i", [new, w]).abs() - 1).abs().max()
            w = new
            rounds += 1
            if bool(change < 1e-4):
                break
        return w.mm(white), self.eigen(x.mm(x.t()))[0].flip(0), rounds


class NewUnmixing(OldUnmixing):
    """The same, after symeig was removed."""

    def eigen(self, matrix) -> Tuple[torch.Tensor, torch.Tensor]:
        values, vectors = torch.linalg.eigh(matrix)
        return values, vectors


@model("sources unmixed: eigenvectors of symmetric matrices, einsum of a list, a loop that breaks on a tensor")
def unmixing():
    t = torch.arange(64, dtype=torch.float32)
    sources = torch.stack([(t * 0.4).sin(), ((t * 0.23) % 2) - 1, (t * 0.9).cos().sign()])
    mixed = torch.tensor([[1.0, 0.5, 0.3], [0.4, 1.2, -0.3], [0.2, -0.5, 0.9]]).mm(sources)
    return (OldUnmixing if RELEASE < (2, 0) else NewUnmixing)(), [(mixed,)]


class Superposition(nn.Module):
    """Two structures laid on each other without a mirror: the singular vectors of their covariance, in batches."""

    def forward(self, mobile, target, weights=None):
        # type: (Tensor, Tensor, Optional[Tensor]) -> Tuple[Tensor, Tensor, Tensor, Tensor]
        if weights is None:
            weights = torch.ones_like(mobile[..., 0])
        share = (weights / weights.sum(1, keepdim=True)).unsqueeze(-1)
        a = mobile - torch.sum(mobile * share, 1, True)
        c = target - torch.sum(target * share, 1, True)
        u, s, v = torch.svd(torch.bmm((a * share).transpose(1, 2), c), some=True)
        mirrored = torch.sign(torch.det(torch.bmm(v, u.transpose(1, 2))))
        fix = torch.ones_like(s)
        fix[:, -1] = mirrored
        rotation = torch.bmm(v * fix.unsqueeze(1), u.transpose(-2, -1))
        moved = a.bmm(rotation.transpose(1, 2))
        apart = ((moved - c).pow(2).sum(-1) * share.squeeze(-1)).sum(1).sqrt()
        return moved, rotation, apart, torch.svd(a, compute_uv=False)[1]


@model("structures laid on each other: svd some and without vectors, det of a batch, a type as a comment, sums by position")
def superposition():
    a = f(2, 7, 3).cumsum(1)
    turned = a[:, :, [1, 0, 2]] * torch.tensor([1.0, -1.0, 1.0]) + 0.5
    turned[1, :, 2] *= -1
    return Superposition(), [(a, turned + 0.01 * f(2, 7, 3)), (a, turned, p(2, 7))]


class Outliers(nn.Module):
    """How far from the rest, in units of the rest: Cholesky factors up and down, triangular systems, distances one by one."""

    def __init__(self, size: int = 4):
        super().__init__()
        self.register_buffer("mean", f(size) * 0.1)
        a = f(size, size) * 0.2
        self.register_buffer("precision", a.mm(a.t()) + torch.eye(size))

    def forward(self, x, limit: float = 2.0):
        lower = cholesky(torch.inverse(self.precision))
        upper = cholesky(self.precision, upper=True)
        centred = (x - self.mean).t()
        solved, factor = torch.triangular_solve(centred, lower, upper=False)
        squared = solved.pow(2).sum(0)
        other = upper.matmul(centred).norm(2, 0)
        back = torch.triangular_solve(solved, factor, upper=False, transpose=True, unitriangular=False).solution
        far = squared > limit * limit
        first = torch.dist(x[0], self.mean, 1) + torch.dist(x[0], x[1])
        return squared, other, back, far, first, torch.addr(torch.eye(4), x[0], x[1], beta=2, alpha=0.5), torch.trace(upper)


@model("outliers: cholesky as a function, triangular_solve with its flags and its field, dist, addr, trace")
def outliers():
    return Outliers(), [(f(5, 4),), (f(3, 4) * 3, 1.0)]


class Resection(nn.Module):
    """A camera from points that are known: the last singular vector, then its parts by a QR that is flipped."""

    def forward(self, points, seen):
        count = points.size(0)
        homogeneous = torch.cat([points, torch.ones(count, 1)], 1)
        zero = torch.zeros_like(homogeneous)
        u, v = seen[:, 0:1], seen[:, 1:2]
        rows = torch.cat([torch.cat([homogeneous, zero, -u * homogeneous], 1), torch.cat([zero, homogeneous, -v * homogeneous], 1)])
        camera = torch.svd(rows, some=False)[2][:, -1].view(3, 4)
        camera = camera / camera[2, :3].norm() * camera.view(-1)[-1].sign()
        flipped = camera[:, :3].flip(0).t()
        q, r = qr(flipped)
        signs = r.diagonal().sign()
        inner = (r * signs.unsqueeze(1)).t().flip(0).flip(1)
        rotation = (q * signs).t().flip(0)
        place = -torch.inverse(camera[:, :3]).mv(camera[:, 3])
        back = homogeneous.matmul(camera.t())
        error = (back[:, :2] / back[:, 2:] - seen).abs().max()
        return inner / inner[2, 2], rotation.matmul(rotation.t()), place, error < 1e-2


@model("a camera from points: svd in full, qr as a function, diagonals, flips")
def camera_resection():
    x = f(9, 3) + torch.arange(27).reshape(9, 3).float().mul(0.7).sin()
    camera = torch.tensor([[8.0, 0.2, 4.0, 1.0], [0.1, 7.5, 3.0, -2.0], [0.05, -0.1, 1.0, 6.0]])
    h = torch.cat([x, torch.ones(9, 1)], 1).mm(camera.t())
    return Resection(), [(x, h[:, :2] / h[:, 2:])]


class OldChain(nn.Module):
    """Where a chain ends, and after how many steps: systems that are solved, a rank, whole numbers of visits."""

    def solved(self, right, matrix):
        return torch.solve(right, matrix)[0]

    def rank(self, matrix):
        return torch.matrix_rank(matrix)

    def forward(self, counts, last: int) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        chances = torch.true_divide(counts, counts.sum(1, keepdim=True))
        inner = counts.size(0) - last
        matrix = torch.eye(inner) - chances[:inner, :inner]
        steps = self.solved(torch.ones(inner, 1), matrix).squeeze(1)
        ends = self.solved(chances[:inner, inner:], matrix)
        batch = self.solved(torch.stack([torch.ones(inner, 2)] * 2), torch.stack([matrix, matrix.t()]))
        percent = (100 * counts) // counts.sum()
        return torch.cat([steps, ends.sum(1), self.rank(chances).float().view(1)]), ends, batch, percent


class NewChain(OldChain):
    """The same with the module for linear algebra."""

    def solved(self, right, matrix):
        return torch.linalg.solve(matrix, right)

    def rank(self, matrix):
        return torch.linalg.matrix_rank(matrix)


@model("where a chain ends: solve of one and of many systems, a rank, true and whole division of counts")
def absorbing_chain():
    counts = torch.tensor([[2, 3, 1, 0], [1, 1, 4, 2], [0, 0, 5, 0], [0, 0, 0, 7]])
    return (OldChain if RELEASE < (1, 12) else NewChain)(), [(counts, 2)]


class OldPlane(nn.Module):
    """The plane that most points agree on: triples from a generator of whole numbers, least squares at the end."""

    def fitted(self, points):
        one = torch.cat([points[:, :2], torch.ones(points.size(0), 1)], 1)
        return torch.lstsq(points[:, 2:], one)[0][:3, 0]

    def forward(self, points, rounds: int = 12, seed: int = 7) -> Tuple[torch.Tensor, int, List[int]]:
        best = torch.zeros(points.size(0), dtype=torch.bool)
        drawn: List[int] = []
        for _ in range(rounds):
            triple: List[int] = []
            while len(triple) < 3:
                seed = (seed * 1103515245 + 12345) % 2147483648
                k = (seed // 65536) % len(points)
                if k not in triple:
                    triple.append(k)
            drawn += triple
            corner = points[triple]
            normal = torch.cross(corner[1] - corner[0], corner[2] - corner[0])
            length = normal.norm()
            if float(length) < 1e-6:
                continue
            near = torch.mv(points - corner[0], normal / length).abs_() < 0.1
            if int(near.sum()) > int(best.sum()):
                best = near
        return self.fitted(points[best]), int(best.sum()), drawn


class NewPlane(OldPlane):
    """The same with the other function for least squares."""

    def fitted(self, points):
        one = torch.cat([points[:, :2], torch.ones(points.size(0), 1)], 1)
        return torch.linalg.lstsq(one, points[:, 2:]).solution[:, 0]


@model("the plane most points agree on: rows by a list, cross of vectors without a dimension, lstsq, continue")
def agreed_plane():
    points = f(20, 3)
    points[:, 2] = 0.5 * points[:, 0] - 0.25 * points[:, 1] + 1
    points[::6, 2] += 2
    return (OldPlane if RELEASE < (1, 12) else NewPlane)(), [(points,), (points, 3, 99)]


class PageRank(nn.Module):
    """Ranks of pages by their links: a sparse matrix that is made, scaled, turned and multiplied."""

    def __init__(self, damping: float = 0.85):
        super().__init__()
        self.damping = damping

    def forward(self, links, rounds: int = 10):
        count = int(links.max()) + 1
        ones = torch.ones(links.size(1))
        matrix = torch.sparse_coo_tensor(links, ones, [count, count]).coalesce()
        out = torch.sparse.sum(matrix, dim=(1,)).to_dense()
        scale = torch.where(out > 0, out.reciprocal(), torch.zeros_like(out))
        weighted = torch.sparse_coo_tensor(matrix.indices(), matrix.values() * scale[matrix.indices()[0]], matrix.shape)
        turned = weighted.t()
        rank = torch.full((count, 1), 1.0 / count)
        for _ in range(rounds):
            lost = rank[out == 0].sum()
            rank = self.damping * (torch.sparse.mm(turned, rank) + lost / count) + (1 - self.damping) / count
        return rank.squeeze(1), torch.addmm(rank, weighted, rank, beta=0.5, alpha=2), matrix.values(), rank.topk(2, 0, True, False)[0].sum()


@model("ranks of pages: a sparse matrix coalesced, summed, turned, multiplied and added, topk without an order")
def page_ranks():
    links = torch.tensor([[0, 0, 1, 2, 3, 3, 3, 5, 0], [1, 2, 2, 0, 0, 2, 4, 3, 1]])
    return PageRank(), [(links,), (links, 3)]
