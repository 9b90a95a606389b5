# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""A plant: bearings that wear, calibration of instruments, parts on a belt, tables, statistics of newer releases, words of reports."""

import math
from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, p, spd
from torch import Tensor, nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


class Bearings(nn.Module):
    """Wear from vibration: moments, envelopes, shrunk details, pooling that is undone, distances from normal."""

    def __init__(self, width: int = 6):
        super().__init__()
        self.register_buffer("usual", p(width))
        self.register_buffer("spread", p(width) * 0.5)
        self.filters = nn.Conv1d(1, 4, 5, stride=2, padding=2, bias=False)
        self.back = nn.ConvTranspose1d(4, 1, 4, stride=2, padding=1, output_padding=0)
        self.response = nn.LocalResponseNorm(3, alpha=0.1, beta=0.5, k=1.5)
        self.lp = nn.LPPool1d(2, 4, stride=2)

    def features(self, x: Tensor) -> Tensor:
        deviation, mean = torch.std_mean(x, dim=[-1], unbiased=True, keepdim=True)
        z = (x - mean) / deviation
        skew, kurtosis = z.pow(3).mean(-1), z.pow(4).mean(-1) - 3
        crest = torch.norm(x, float("inf"), -1) / x.pow(2).mean(-1).sqrt()
        middle = (x - x.median(dim=-1, keepdim=True)[0]).abs().median(-1)[0]
        crossings = (torch.sign(x[:, 1:]) != torch.sign(x[:, :-1])).sum(dim=-1, dtype=torch.float32)
        return torch.stack([skew, kurtosis, crest, middle, crossings / x.size(-1), torch.norm(x, 0.5, -1).log()], dim=1)

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        details = self.response(self.filters(x.unsqueeze(1)))
        hard, soft = F.hardshrink(details, 0.3), F.softshrink(details, 0.2)
        pooled, where = F.max_pool1d(soft.abs(), 2, stride=2, return_indices=True)
        restored = F.max_unpool1d(pooled, where, 2, stride=2, output_size=[soft.size(-1)])
        rebuilt = self.back(F.threshold(restored, 0.05, 0.0) * torch.sign(hard))
        features = self.features(x)
        apart = F.pairwise_distance((features - self.usual) / self.spread, torch.zeros_like(features), p=2.0, keepdim=True)
        health = F.logsigmoid(2 - apart.squeeze(1))
        smooth = torch.zeros_like(x)
        level = x[:, 0]
        for t in range(x.size(1)):
            level = torch.lerp(level, x[:, t], 0.3)
            smooth[:, t] = level
        over = F.relu6(smooth.mul(4)).sub_(3).clamp_max(2.5)
        outline = F.adaptive_max_pool1d(F.rrelu(over, 0.1, 0.3, training=False).unsqueeze(1), 5)
        return health, rebuilt.squeeze(1), F.avg_pool1d(self.lp(details), [2], ceil_mode=True), outline, F.interpolate(over.unsqueeze(1), size=[9], mode="linear", align_corners=False)


@model("wear from vibration: norms of order one half and infinity, maxima undone to a size, std_mean, twelve activations and poolings")
def bearings():
    return Bearings(), [(f(3, 24) + 0.1,)]


class OldMatrices(nn.Module):
    """Factors and solutions under the names before torch.linalg."""

    def forward(self, a: Tensor, b: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor, int]:
        values, vectors = torch.symeig(a, eigenvectors=True, upper=False)
        root = vectors.mm(torch.diag_embed(values.sqrt())).mm(vectors.t())
        factored, pivots, _ = torch._lu_with_info(a, pivot=True, check_errors=False)
        solved = torch.lu_solve(b, factored, pivots)
        q, r = torch.qr(b, some=True)
        reflectors, tau = torch.geqrf(b)
        rotated = torch.orgqr(reflectors, tau)
        lower = torch.cholesky(a)
        inverse = torch.cholesky_inverse(lower, upper=False)
        other = torch.cholesky_solve(b, lower)
        sign, logarithm = torch.slogdet(a)
        scalars = torch.stack([sign, logarithm, torch.det(a), torch.logdet(a), torch.nuclear_norm(b), torch.frobenius_norm(b), torch.norm(b, p="fro")])
        return root, solved + other, r.abs() + q.mm(r).abs().sum(), rotated.abs(), torch.cat([inverse, torch.matrix_power(a, 3)]), int(torch.matrix_rank(b)) * 10 + pivots.numel()


class NewMatrices(nn.Module):
    """The same under the names of torch.linalg."""

    def forward(self, a: Tensor, b: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor, int]:
        values, vectors = torch.linalg.eigh(a, UPLO="L")
        root = vectors @ torch.diag_embed(values.sqrt()) @ vectors.transpose(-2, -1)
        factored, pivots = torch.linalg.lu_factor(a)
        solved = torch.linalg.lu_solve(factored, pivots, b)
        q, r = torch.linalg.qr(b, mode="reduced")
        reflectors, tau = torch.geqrf(b)
        rotated = torch.linalg.householder_product(reflectors, tau)
        lower, info = torch.linalg.cholesky_ex(a)
        inverse, _ = torch.linalg.inv_ex(a)
        other = torch.linalg.solve_triangular(lower.mT, torch.linalg.solve_triangular(lower, b, upper=False), upper=True)
        sign, logarithm = torch.linalg.slogdet(a)
        scalars = torch.stack([sign, logarithm, torch.linalg.det(a), torch.linalg.cond(a), torch.linalg.matrix_norm(b, "nuc"), torch.linalg.vector_norm(b, 3.0), torch.linalg.svdvals(b).amax()])
        tall = torch.linalg.tensorsolve(torch.eye(4).reshape(2, 2, 4) * 2, b[:2, :2])
        powers = torch.linalg.multi_dot([a, a, torch.linalg.matrix_power(a, 2), torch.linalg.matrix_exp(a * 0.01)])
        return root, solved + other + tall.sum(), r.abs() + q.mm(r).abs().sum(), rotated.abs() + scalars.sum(), torch.cat([inverse, powers]), int(torch.linalg.matrix_rank(b, tol=1e-4)) * 10 + int(info)


@model("a calibration by matrices: nine factors of matrices, by the names before torch.linalg or by those in it")
def calibration_matrices():
    # Releases between 1.8 and 1.10 have parts of both.
    return (OldMatrices if RELEASE < (1, 13) else NewMatrices)(), [(spd(5), f(5, 3))]


class Vision(nn.Module):
    """Parts on a belt: layers in three dimensions, adaptive pooling with places, cells of recurrences, losses with their options."""

    def __init__(self):
        super().__init__()
        self.volume = nn.Conv3d(1, 3, (2, 3, 3), padding=(0, 1, 1), dilation=(1, 1, 1), padding_mode="zeros")
        self.norm = nn.BatchNorm3d(3, eps=1e-3, momentum=0.2)
        self.each = nn.InstanceNorm2d(3, affine=True, track_running_stats=True)
        self.grow = nn.ConvTranspose3d(3, 2, (1, 2, 2), stride=(1, 2, 2))
        self.pad = nn.Sequential(nn.ReflectionPad2d((1, 0, 2, 1)), nn.ZeroPad2d((0, 1, 0, 0)), nn.ReplicationPad2d(1), nn.ConstantPad2d((0, 0, 1, -1), 0.25))
        self.flat = nn.PReLU(3, init=0.1)
        self.cell, self.plain = nn.GRUCell(6, 4), nn.RNNCell(4, 3, nonlinearity="tanh")
        self.triplet = nn.TripletMarginLoss(margin=0.5, p=1.5, swap=True)

    def forward(self, x: Tensor, target: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        h = self.norm(self.volume(x))
        grown = self.grow(h)
        means = F.adaptive_avg_pool3d(grown, [1, grown.size(3), 2])
        flat = self.flat(self.each(h.max(dim=2)[0]))
        largest, places = F.adaptive_max_pool2d(flat, [2, 1], return_indices=True)
        bordered = self.pad(flat)
        halved = F.interpolate(h, scale_factor=[1.0, 0.5, 2.0], mode="trilinear", align_corners=True, recompute_scale_factor=True)
        state = torch.zeros(x.size(0), 4)
        out = torch.zeros(x.size(0), 3)
        for _ in range(3):
            state = self.cell(largest.flatten(1), state)
            out = self.plain(state, out)
        spread = F.log_softmax(out, dim=1)
        losses = torch.stack([
            F.nll_loss(spread, target, reduction="sum", ignore_index=0),
            F.multi_margin_loss(out, target, p=2, margin=0.7),
            F.hinge_embedding_loss(out[:, 0], target * 2 - 1, margin=0.4),
            F.margin_ranking_loss(out[:, 0], out[:, 1], torch.sign(out[:, 2] + 3).detach(), 0.2),
            F.cosine_embedding_loss(out, out.flip(1), torch.sign(target.to(torch.float32) - 0.5), 0.1),
            F.soft_margin_loss(out, torch.sign(out.flip(0) + 0.01).detach()),
            F.kl_div(spread, F.softmax(out.flip(1), dim=1).detach(), reduction="batchmean"),
            F.l1_loss(out, torch.zeros_like(out), reduction="sum"),
            self.triplet(out, out.roll(1, 0), out.roll(1, 1)),
        ])
        return means, bordered.sum([2, 3]) + places.sum().to(bordered.dtype) * 0.01, halved, losses, torch.pdist(bordered.flatten(1), 1.0)


@model("parts on a belt: layers in three dimensions, four borders in a row, pooling with places, nine losses")
def parts_on_a_belt():
    return Vision(), [(f(2, 1, 3, 6, 6), torch.tensor([1, 0]))]


class Tables(nn.Module):
    """Tables of a plant: blocks, windows and ranks, with operators that few use."""

    def forward(self, x: Tensor, codes: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
        quarter = torch.rot90(x, 3, [0, 1])
        both = torch.cat([quarter.flipud(), x.t().fliplr()], 1)
        limited = torch.renorm(both, 1, 0, 4.0)
        mixed = torch.addbmm(torch.zeros(x.size(1), x.size(1)), x.t().unsqueeze(0), x.unsqueeze(0), beta=0.5, alpha=2.0)
        patterns = torch.cartesian_prod(codes[:2], codes[1:3])
        pairs = torch.combinations(codes, 2, True)
        sums = limited.clone()
        sums.index_copy_(0, torch.tensor([1]), torch.ones(1, both.size(1)))
        sums.index_fill_(1, torch.tensor([0]), -1.0)
        sums = sums.masked_scatter(sums > 1.5, torch.arange(sums.numel(), dtype=sums.dtype))
        smaller = sums.sum_to_size([1, sums.size(1)])
        special = torch.polygamma(1, x.abs() + 1) + torch.mvlgamma(x.abs() + 2, 2) + torch.digamma(x.abs() + 0.5)
        angles = torch.asin(x / 3) + torch.tan(x / 3) + torch.acos(x.clamp(-0.9, 0.9)) + torch.log2(x.abs() + 1) + torch.expm1(-x.abs())
        logic = torch.logical_xor(x > 0, x.t()[: x.size(0), : x.size(1)].reshape_as(x) > 0) if x.size(0) == x.size(1) else torch.logical_or(x > 0, x < -1)
        close = torch.isclose(x, x.round(), 0.0, 0.2) | torch.isinf(1 / x)
        bits = torch.bitwise_not(codes).bitwise_and(0x55).bitwise_or(codes[0]) if torch.is_floating_point(x) else codes
        shifted = codes.__lshift__(2).__rshift__(1).__xor__(3)
        upper = torch.triu_indices(x.size(0), x.size(1), 1)
        blocks = torch.stack(torch.split(x, [1, x.size(0) - 1], 0)[1].unbind(0), 1)
        order = torch.diagflat(torch.tensor([1.0, 2.0]), offset=1).diagonal(1)
        many = torch.cat([smaller.view(-1), torch.range(0, 3, 1.5), order, torch.diag_embed(order, -1).flatten(), blocks.reshape(-1), torch.empty_strided([2], [1]).fill_(0.5)])
        return many, torch.cat([patterns, pairs]), special + angles, torch.stack([logic, close]), torch.cat([bits, shifted, upper.flatten()]), mixed


@model("tables of a plant: rot90, renorm, addbmm, combinations, cartesian_prod, index_copy_, masked_scatter, special functions")
def plant_tables():
    return Tables(), [(f(4, 4), torch.tensor([5, 9, 12, 3]))]


class Statistics(nn.Module):
    """Statistics of a line by operators that came with 1.7 to 1.10."""

    def forward(self, x: Tensor, counts: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
        low, high = torch.aminmax(x, dim=1)
        limits = torch.quantile(x, torch.tensor([0.1, 0.5, 0.9]), dim=1, keepdim=False, interpolation="lower")
        gaps = torch.where(x > 1.5, torch.full_like(x, float("nan")), x)
        robust = torch.nanquantile(gaps, 0.25, dim=1) + torch.nansum(gaps, 1) + gaps.nanmedian(dim=1)[0] + torch.nan_to_num(gaps, nan=0.5).mean(1)
        change = torch.diff(torch.diff(x, prepend=x[:, :1]), dim=1, append=x[:, -1:])
        running = torch.cumulative_trapezoid(x, dx=0.5)
        bound = torch.fmax(torch.fmin(x, torch.tensor(1.0)), torch.tensor(-1.0)) + torch.maximum(x, change) * torch.heaviside(x, torch.tensor([0.5]))
        special = torch.xlogy(x.abs(), x.abs() + 1) + torch.special.entr(x.abs()) + torch.sinc(x) + torch.i0(x) + torch.special.expit(x) + torch.logit(x.abs() / 3, eps=1e-3) + torch.igamma(x.abs() + 1, x.abs())
        mantissa, exponent = torch.frexp(x)
        scaled = torch.ldexp(mantissa, exponent - 1) + torch.copysign(x, change) + torch.float_power(x.abs(), 1.5).to(x.dtype) + torch.signbit(x).to(x.dtype)
        number = torch.gcd(counts, counts.flip(0)) * torch.lcm(counts, torch.tensor(6)) + torch.bitwise_left_shift(counts, 2) + torch.isin(counts, torch.tensor([2, 5])).to(counts.dtype)
        table = torch.hstack([torch.cov(x), torch.corrcoef(x)])
        table = torch.vstack([table, torch.kron(torch.tensor([1.0, -1.0, 0.5]).diag(), torch.tensor([[1.0, 2.0]]))[:2]])
        halves = torch.tensor_split(x, 2, dim=1)
        put = torch.take_along_dim(x, torch.argsort(x, dim=1, descending=True), dim=1).msort().movedim(0, 1).swapaxes(0, 1)
        rest = torch.column_stack([low, high, torch.count_nonzero(x > 0, dim=1).to(x.dtype), torch.hypot(low, high), torch.inner(halves[0], halves[0])[:, 0]])
        return torch.cat([limits.t(), robust.unsqueeze(1), rest], 1), change + bound, special, scaled + put, number, torch.cat([table.ravel(), running.flatten(), torch.outer(low, high).tile((1, 2)).flatten(), torch.block_diag([torch.eye(2), torch.ones(1, 2)]).flatten() if torch.jit.is_scripting() else torch.block_diag(torch.eye(2), torch.ones(1, 2)).flatten()])


@model("statistics of a line: forty operators of the releases from 1.7 to 1.10")
def line_statistics():
    if RELEASE < (1, 10):
        raise NotImplementedError("the release lacks most of the operators")
    return Statistics(), [(f(3, 6), torch.tensor([4, 9, 15, 2, 6]))]


class Dispatch(nn.Module):
    """Orders to lines by operators and layers of 1.12 and later: reductions by index, scatters of slices, newer activations and losses."""

    def __init__(self):
        super().__init__()
        self.mix = nn.Sequential(nn.Linear(6, 8), nn.Mish(), nn.Unflatten(1, (2, 4)), nn.SiLU(), nn.Flatten(1, -1), nn.Softplus(), nn.Linear(8, 3))
        self.shrink = nn.PixelUnshuffle(2)
        self.loss = nn.CrossEntropyLoss(label_smoothing=0.1)

    def forward(self, x: Tensor, line: Tensor, target: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
        rows = line.unsqueeze(1).expand(-1, x.size(1))
        start = torch.zeros(3, x.size(1))
        best = start.scatter_reduce(0, rows, x, reduce="amax", include_self=False)
        product = torch.ones(3, x.size(1)).index_reduce(0, line, x.abs() + 0.5, "prod")
        mean = start.index_reduce_(0, line, x, "mean", include_self=True)
        plan = torch.slice_scatter(best, mean[:, ::2], dim=1, start=0, end=6, step=2)
        plan = torch.select_scatter(plan, product[0], 0, 2).diagonal_scatter(torch.tensor([7.0, 8.0, 9.0]))
        scores = self.mix(x)
        small = self.shrink(x[:4].reshape(1, 1, 4, 6))
        losses = torch.stack([self.loss(scores, target), F.huber_loss(scores, torch.zeros_like(scores), delta=0.3), F.mse_loss(scores, scores.flip(0), reduction="sum"), F.smooth_l1_loss(scores, scores.roll(1, 0), beta=0.2)])
        where = torch.argwhere(plan > 1)
        turned = plan.mT.adjoint() + torch.special.log_ndtr(plan) + torch.special.bessel_j0(plan) + torch.special.round(plan, decimals=1)
        return turned, torch.cat([losses, small.flatten(), torch.vdot(x[0], x[1]).view(1)]), where, torch.bitwise_right_shift(target + 8, 1).positive()


@model("orders to lines: reductions by index and scatters of slices, with layers and losses of 1.9 and later")
def dispatch_board():
    if RELEASE < (1, 13):
        raise NotImplementedError("the release lacks most of the operators")
    return Dispatch(), [(f(5, 6), torch.tensor([0, 2, 1, 0, 2]), torch.tensor([1, 0, 2, 2, 1]))]


class ReportWords(nn.Module):
    """Reports scored by runs of words with a back-off; a table of text with columns, numbers and percentages."""

    counts: Dict[str, int]
    seen: Dict[str, Dict[str, float]]

    def __init__(self, corpus: str):
        super().__init__()
        self.counts, self.seen = {}, {}
        words = corpus.split()
        for a, b in zip(words, words[1:]):
            self.counts[a] = self.counts.get(a, 0) + 1
            self.seen.setdefault(a, {})
            self.seen[a][b] = self.seen[a].get(b, 0.0) + 1.0

    def score(self, words: List[str], discount: float, strange: Optional[str]) -> Tuple[float, Optional[str]]:
        total = 0.0
        for i in range(1, len(words)):
            before, now = words[i - 1], words[i]
            after = self.seen.get(before)
            share = 1e-4
            if after is not None and now in after:
                share = max(after[now] - discount, 0.1) / self.counts[before]
            elif now in self.counts:
                share = discount * self.counts[now] / 100
            elif strange is None:
                strange = now
            total += math.log(share)
        return total, strange

    def forward(self, report: str, discount: float = 0.5) -> Tuple[List[str], Dict[str, float], str]:
        lines: List[str] = []
        scores: Dict[str, float] = {}
        title = ""
        for number, line in enumerate(report.strip().splitlines()):
            head, mark, rest = line.partition(":")
            if mark == "" or rest.isspace():
                title = line.strip("= ").title().swapcase()
                continue
            clean = rest.lower().replace(",", " ").replace(".", "")
            words = clean.split()
            total, strange = self.score(words, discount, None)
            scores[head.strip().capitalize()] = total / max(1, len(words) - 1)
            odd = "-" if strange is None else strange
            lines.append(head.strip().upper().ljust(8, ".") + str(number).zfill(3).rjust(5) + odd.center(11, "*") + "{}/{}".format(len(words), rest.count("e")))
            if head.endswith("end") or head.startswith("#"):
                break
        kinds = [report.isupper(), title.istitle(), title.isalnum(), report[:3].islower(), report[-1:].isnumeric()]
        text = "|".join(lines)
        return lines, scores, text[1:-1] + text[-5:] + str(kinds[0]) + str(text.rfind("|")) + str(text.rfind("zz"))


@model("reports scored by pairs of words: nested dictionaries by get, texts padded four ways, partition, an optional text")
def report_words():
    corpus = "the pump was replaced the pump was cleaned the valve was replaced and the seal was worn and the pump leaks"
    report = "== shift report\nfirst: The pump was worn, the valve leaks.\nlate: the motor was replaced and\nthe end: the seal was cleaned 7"
    return ReportWords(corpus), [(report,), ("a: the pump\nb:  \nc", 0.25)]
