# ruff: noqa: UP006, UP007, UP008, UP045 (TorchScript, as the oldest releases parse it)
"""Finance: curves by splines, lattices, volatility by bisection, drawdowns, coupon schedules, limit order books."""

import enum
import math
from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, p
from torch import nn


class SplineCurve(nn.Module):
    """Zero rates between quoted tenors: a natural cubic spline, fitted by the Thomas algorithm."""

    __constants__ = ["size"]

    def __init__(self, tenors, rates):
        super(SplineCurve, self).__init__()
        self.size = len(tenors)
        self.register_buffer("tenors", torch.tensor(tenors, dtype=torch.float64))
        self.register_buffer("rates", torch.tensor(rates, dtype=torch.float64))
        self.register_buffer("curvature", torch.zeros(len(tenors), dtype=torch.float64))

    @torch.jit.export
    def fit(self, bump: float = 0.0) -> int:
        rates = self.rates + bump
        h = self.tenors[1:] - self.tenors[:-1]
        slope = torch.div(rates[1:] - rates[:-1], h)
        upper, right = torch.zeros_like(rates), torch.zeros_like(rates)
        for i in range(1, self.size - 1):
            pivot = 2 * (h[i - 1] + h[i]) - h[i - 1] * upper[i - 1]
            upper[i] = h[i] / pivot
            right[i] = (6 * (slope[i] - slope[i - 1]) - h[i - 1] * right[i - 1]) / pivot
        solved = torch.zeros_like(rates)
        for i in range(self.size - 2, 0, -1):
            solved[i] = right[i] - upper[i] * solved[i + 1]
        self.curvature.copy_(solved)
        return self.size

    def zero_rate(self, t):
        k = torch.searchsorted(self.tenors, t.contiguous(), right=True).sub(1).clamp(0, self.size - 2)
        x0, x1 = self.tenors.take(k), self.tenors.take(k + 1)
        y0, y1 = self.rates.take(k), self.rates.take(k + 1)
        m0, m1 = self.curvature[k], self.curvature[k + 1]
        h = x1 - x0
        a, b = (x1 - t) / h, (t - x0) / h
        inside = a * y0 + b * y1 + ((a.pow(3) - a) * m0 + (b ** 3 - b) * m1) * h.square() / 6
        return torch.where(t > self.tenors[-1], self.rates[-1].expand_as(inside), inside)

    def forward(self, t, flows) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        factor = torch.exp(torch.neg(self.zero_rate(t) * t))
        forwards = -torch.log(factor[1:] / factor[:-1]) / (t[1:] - t[:-1])
        value = torch.dot(factor, flows.to(factor.dtype))
        annuity = torch.trapz(factor, t)
        return factor, forwards, torch.stack([value, annuity, factor.prod().log10()])


@model("a yield curve: a tridiagonal sweep into a buffer, searchsorted from the right, take, trapz")
def spline_curve():
    curve = SplineCurve([0.25, 1.0, 2.0, 5.0, 10.0, 30.0], [0.01, 0.012, 0.0155, 0.021, 0.026, 0.029])
    t = torch.tensor([0.5, 1.0, 3.25, 7.0, 12.0, 40.0], dtype=torch.float64)
    flows = torch.tensor([2.5, 2.5, 2.5, 2.5, 2.5, 102.5])
    return curve, [(t, flows), ("fit", ()), (t, flows), ("fit", (0.001,)), (t[::2], flows[::2])]


@torch.jit.script
def norm_cdf(x):
    return 0.5 * torch.erfc(-x * 0.7071067811865476)


@torch.jit.script
def black_scholes(spot, strike, years, vol, rate: float, call: bool = True):
    root = vol * years.sqrt()
    d1 = (torch.log(spot / strike) + (rate + 0.5 * vol * vol) * years) / root
    d2 = d1 - root
    discounted = strike * torch.exp(-rate * years)
    if call:
        return spot * norm_cdf(d1) - discounted * norm_cdf(d2)
    else:
        return discounted * norm_cdf(-d2) - spot * norm_cdf(-d1)


class ImpliedVolatility(nn.Module):
    """Volatilities that explain prices: bisection for all quotes at once, and sensitivities at the result."""

    def __init__(self, rate: float = 0.02):
        super(ImpliedVolatility, self).__init__()
        self.rate = rate

    def forward(self, spot, strike, years, price, steps: int = 40):
        low = torch.full_like(price, 1e-4)
        high = torch.full_like(price, 4.0)
        for _ in range(steps):
            middle = torch.lerp(low, high, 0.5)
            above = torch.gt(black_scholes(spot, strike, years, middle, self.rate), price)
            high = torch.where(above, middle, high)
            low = torch.where(above.logical_not(), middle, low)
        vol = (low + high) * 0.5
        d1 = (torch.log(spot / strike) + (self.rate + 0.5 * vol.pow(2)) * years) / (vol * torch.sqrt(years))
        density = torch.exp(d1.pow(2).mul_(-0.5)).mul_(1 / math.sqrt(2 * math.pi))
        vega = spot * density * years.sqrt()
        gamma = density.div(spot * vol).mul(years.rsqrt())
        put = black_scholes(spot, strike, years, vol, self.rate, False)
        valid = torch.isfinite(vol) & (vol < 3.99) & ~torch.isnan(vega)
        return vol.masked_fill(~valid, -1.0), vega, gamma, put, valid


@model("volatility that prices imply: scripted functions with a boolean branch, erfc, bisection by where")
def implied_volatility():
    spot, strike = torch.tensor([100.0, 100.0, 95.0, 110.0]), torch.tensor([90.0, 105.0, 100.0, 110.0])
    years = torch.tensor([0.5, 1.0, 2.0, 0.25])
    vol = torch.tensor([0.2, 0.35, 0.15, 0.6])
    price = black_scholes(spot, strike, years, vol, 0.02)
    return ImpliedVolatility(), [(spot, strike, years, price), (spot, strike, years, price * 1.1, 20)]


class Lattice(nn.Module):
    """An American option on a binomial lattice: values roll back over a slice that shrinks in place."""

    def forward(self, spot: float, strike: float, vol: float, rate: float, years: float, steps: int = 12, dividends: Optional[Dict[int, float]] = None) -> Tuple[float, float, List[int]]:
        dt = years / steps
        up = math.exp(vol * math.sqrt(dt))
        share = (math.exp(rate * dt) - 1.0 / up) / (up - 1.0 / up)
        if not 0.0 < share < 1.0:
            raise ValueError("probability out of range")
        discount = math.exp(-rate * dt)
        paid = torch.zeros(steps + 1, dtype=torch.float64)
        if dividends is not None:
            for step, amount in dividends.items():
                paid[step:] += amount
        nodes = torch.arange(steps, -steps - 1, -2, dtype=torch.float64)
        values = (strike - (spot * torch.pow(up, nodes) - paid[steps])).clamp_min_(0.0)
        exercised: List[int] = []
        first = 0.0
        for n in range(steps - 1, -1, -1):
            values[: n + 1] = discount * (share * values[: n + 1] + (1.0 - share) * values[1 : n + 2])
            here = spot * torch.pow(up, torch.arange(n, -n - 1, -2, dtype=torch.float64)) - paid[n]
            early = torch.relu(strike - here)
            better = early > values[: n + 1]
            exercised.insert(0, int(better.sum()))
            values[: n + 1] = torch.max(values[: n + 1], early)
            if n == 1:
                first = float(values[0] - values[1])
        delta = first / (spot * (up - 1.0 / up))
        return float(values[0]), delta, exercised


@model("an American option on a lattice: a slice that shrinks in place, a number to the power of a tensor, dividends in an optional dictionary")
def american_lattice():
    return Lattice(), [(100.0, 105.0, 0.25, 0.03, 1.0), (50.0, 48.0, 0.4, 0.01, 0.5, 7, {2: 1.0, 5: 0.75}), (100.0, 105.0, 0.001, 0.5, 1.0, 3)]


class RiskReport(NamedTuple):
    worst: torch.Tensor
    shortfall: torch.Tensor
    drawdown: torch.Tensor
    since: torch.Tensor
    correlation: torch.Tensor


class Portfolio(nn.Module):
    """Losses of a book from a table of returns: order statistics, running peaks, a covariance that forgets."""

    def __init__(self, weights: List[float], decay: float = 0.94):
        super(Portfolio, self).__init__()
        self.weights = nn.Parameter(torch.tensor(weights).unsqueeze(1), requires_grad=False)
        self.decay = decay

    def forward(self, returns, level: float = 0.9) -> RiskReport:
        rows = returns.size(0)
        book = torch.addmm(torch.zeros(rows, 1), returns, self.weights).squeeze(1)
        k = max(1, int(math.floor(rows * (1 - level))))
        worst, _ = torch.kthvalue(book, k)
        tail, _ = book.topk(k + 1, largest=False, sorted=True)
        wealth = torch.cumprod(1 + book, dim=0)
        peak, when = torch.cummax(wealth, dim=0)
        since = torch.arange(rows) - when
        age = torch.arange(rows - 1, -1, -1).to(returns.dtype)
        forget = torch.pow(self.decay, age)
        forget = forget / forget.sum()
        centred = returns - torch.mv(returns.t(), forget)
        cov = torch.einsum("t,ti,tj->ij", [forget, centred, centred])
        spread = torch.diag(cov).sqrt()
        return RiskReport(worst.neg(), tail.mean().neg(), (1 - wealth / peak).max(), since, cov / torch.ger(spread, spread))


@model("losses of a portfolio: kthvalue, smallest topk, cummax with places, a NamedTuple as the result")
def risk_report():
    return Portfolio([0.5, 0.3, 0.2]), [(f(30, 3) * 0.02,), (f(12, 3) * 0.05, 0.75)]


class DayCount(enum.Enum):
    ACTUAL_360 = 360
    ACTUAL_365 = 365
    THIRTY_360 = 30


class Schedule(nn.Module):
    """Coupons of a bond: month ends, weekends moved, days counted by a convention that is an enumeration."""

    months: List[int]

    def __init__(self):
        super(Schedule, self).__init__()
        self.months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    def ordinal(self, y: int, m: int, d: int) -> int:
        a = (14 - m) // 12
        yy, mm = y + 4800 - a, m + 12 * a - 3
        return d + (153 * mm + 2) // 5 + 365 * yy + yy // 4 - yy // 100 + yy // 400 - 32045

    def last(self, y: int, m: int) -> int:
        leap = (y % 4 == 0 and y % 100 != 0) or y % 400 == 0
        return 29 if m == 2 and leap else self.months[m - 1]

    def fraction(self, a: Tuple[int, int, int], b: Tuple[int, int, int], how: DayCount) -> float:
        if how == DayCount.THIRTY_360:
            d1, d2 = min(a[2], 30), min(b[2], 30)
            return (360 * (b[0] - a[0]) + 30 * (b[1] - a[1]) + d2 - d1) / 360
        days = self.ordinal(b[0], b[1], b[2]) - self.ordinal(a[0], a[1], a[2])
        if how is DayCount.ACTUAL_360:
            return days / 360
        return days / 365

    def forward(self, start: Tuple[int, int, int], count: int, step: int = 6, thirty: bool = False) -> Tuple[List[str], torch.Tensor]:
        how = DayCount.THIRTY_360 if thirty else DayCount.ACTUAL_365
        names = [how.name]
        out: List[float] = []
        before = start
        for k in range(1, count + 1):
            whole = start[1] - 1 + k * step
            y, m = start[0] + whole // 12, whole % 12 + 1
            d = min(start[2], self.last(y, m))
            day = self.ordinal(y, m, d) % 7
            shift = 7 - day if day >= 5 else 0
            if d + shift > self.last(y, m):
                shift = -(day - 4)
            now = (y, m, d + shift)
            out.append(self.fraction(before, now, how) * how.value)
            names.append("{}-{}-{}".format(now[0], now[1], now[2]))
            before = now
        return names, torch.tensor(out, dtype=torch.float64)


@model("coupons of a bond: an enumeration that is compared, named and valued; triples of integers")
def coupon_schedule():
    return Schedule(), [((2023, 8, 31), 5), ((2020, 2, 29), 4, 3, True)]


@torch.jit.script
class PriceLevel(object):
    def __init__(self, price: int):
        self.price = price
        self.orders = torch.jit.annotate(List[Tuple[int, int]], [])

    def size(self) -> int:
        total = 0
        for _, quantity in self.orders:
            total += quantity
        return total


class OrderBook(nn.Module):
    """A limit order book: levels are objects in a list that stays sorted, orders are matched first in, first out."""

    def forward(self, orders: List[Tuple[int, bool, int, int]]) -> Tuple[List[Tuple[int, int, int, int]], Dict[int, int], torch.Tensor]:
        bids = torch.jit.annotate(List[PriceLevel], [])
        asks = torch.jit.annotate(List[PriceLevel], [])
        trades = torch.jit.annotate(List[Tuple[int, int, int, int]], [])
        for number, buy, price, quantity in orders:
            left = quantity
            others = asks if buy else bids
            while left > 0 and len(others) > 0 and (others[0].price <= price if buy else others[0].price >= price):
                level = others[0]
                other, there = level.orders[0]
                done = min(there, left)
                trades.append((number, other, level.price, done))
                left -= done
                if done == there:
                    level.orders.pop(0)
                    if len(level.orders) == 0:
                        others.pop(0)
                else:
                    level.orders[0] = (other, there - done)
            if left == 0:
                continue
            mine = bids if buy else asks
            at = 0
            while at < len(mine) and (mine[at].price > price if buy else mine[at].price < price):
                at += 1
            if at == len(mine) or mine[at].price != price:
                mine.insert(at, PriceLevel(price))
            mine[at].orders.append((number, left))
        depth = torch.jit.annotate(Dict[int, int], {})
        for side in [bids, asks]:
            for level in side:
                depth[level.price] = level.size()
        spread = torch.tensor([asks[0].price - bids[0].price if len(asks) > 0 and len(bids) > 0 else -1, len(trades)], dtype=torch.int32)
        return trades, depth, spread


@model("an order book: lists of objects that hold lists of pairs, a conditional inside the condition of a loop")
def order_book():
    orders = [(1, True, 100, 5), (2, True, 101, 3), (3, False, 103, 4), (4, False, 101, 2), (5, False, 99, 4), (6, True, 104, 1), (7, True, 100, 2)]
    return OrderBook(), [(orders,), (orders[:2],)]


class DebitScore(nn.Module):
    """A score card: values put into bins, weights of evidence, a logistic link, reasons by the largest loss of points."""

    reasons: List[str]

    def __init__(self):
        super(DebitScore, self).__init__()
        edges = torch.tensor([[0.3, 0.8, 1.3], [0.5, 1.0, 1.5], [0.4, 0.9, 1.9]])
        self.register_buffer("edges", edges)
        self.register_buffer("evidence", f(3, 4) * 0.4)
        self.reasons = ["utilisation", "history", "enquiries"]

    def forward(self, x, pay: Optional[torch.Tensor] = None):
        columns: List[torch.Tensor] = []
        for j in range(x.size(1)):
            columns.append(torch.bucketize(x[:, j].contiguous(), self.edges[j]))
        place = torch.stack(columns, dim=1)
        points = self.evidence.t().gather(0, place)
        odds = points.sum(dim=1, dtype=torch.float64)
        score = (600 + odds.mul(20 / math.log(2))).round().to(torch.int16)
        if pay is None:
            pay = torch.ones_like(odds)
        loss = F.binary_cross_entropy_with_logits(odds, (pay > 0.5).to(odds.dtype), reduction="none")
        ranked = (points.max() - points).argsort(dim=1, descending=True)
        names: List[str] = []
        for k in ranked[:, 0].unbind(0):
            names.append(self.reasons[int(k)])
        return score, loss, ranked, names, odds.sigmoid().ceil().to(torch.uint8)


@model("a score card: bins by column, gather from a transposed table, texts by rank, 16-bit scores")
def score_card():
    return DebitScore(), [(p(5, 3),), (p(4, 3) * 0.7, f(4))]
