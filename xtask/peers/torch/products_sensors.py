# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Products with sensors and series: steps, hearts, batteries, positions, forecasts, anomalies."""

import math
from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, p
from torch import nn


class HoltWinters(nn.Module):
    """Level, trend and season smoothed, then the forecast with its range."""

    def __init__(self, period: int = 4):
        super().__init__()
        self.period = period
        self.alpha, self.beta, self.gamma = 0.4, 0.2, 0.3

    def forward(self, series: List[float], ahead: int, multiply: bool = False) -> Tuple[List[float], List[float], Dict[str, float]]:
        m = self.period
        level = sum(series[:m]) / m
        trend = (sum(series[m:2 * m]) - sum(series[:m])) / (m * m)
        season = [x / level if multiply else x - level for x in series[:m]]
        squares = 0.0
        for t in range(m, len(series)):
            old, s = level, season[t % m]
            guess = (level + trend) * s if multiply else level + trend + s
            squares += (series[t] - guess) ** 2
            level = self.alpha * (series[t] / s if multiply else series[t] - s) + (1 - self.alpha) * (level + trend)
            trend = self.beta * (level - old) + (1 - self.beta) * trend
            season[t % m] = self.gamma * (series[t] / level if multiply else series[t] - level) + (1 - self.gamma) * s
        spread = math.sqrt(squares / max(1, len(series) - m))
        out: List[float] = []
        width: List[float] = []
        for h in range(1, ahead + 1):
            s = season[(len(series) + h - 1) % m]
            out.append((level + h * trend) * s if multiply else level + h * trend + s)
            width.append(1.96 * spread * math.sqrt(h))
        return out, width, {"level": level, "trend": trend}


@model("smoothing with level, trend and season: sums of slices, conditionals in a comprehension")
def holt_winters():
    series = [10.0 + 0.3 * k + [2.0, -1.0, 0.5, -1.5][k % 4] for k in range(14)]
    return HoltWinters(), [(series, 5), (series, 3, True)]


class Decompose(nn.Module):
    """A series as trend, season and rest; how much of it each is."""

    def __init__(self, period: int):
        super().__init__()
        self.period = period
        weights = torch.ones(period + 1)
        weights[0], weights[-1] = 0.5, 0.5
        self.register_buffer("kernel", (weights / period).view(1, 1, -1), persistent=False)

    def forward(self, x):
        half = self.period // 2
        trend = F.conv1d(F.pad(x.unsqueeze(1), [half, half], mode="reflect"), self.kernel).squeeze(1)
        loose = x - trend
        whole = (x.size(1) // self.period) * self.period
        season = loose[:, :whole].reshape(x.size(0), -1, self.period).mean(1)
        season = season - season.mean(-1, keepdim=True)
        tiled = season.repeat(1, (x.size(1) + self.period - 1) // self.period)[:, :x.size(1)]
        rest = loose - tiled
        strength = torch.clamp(1 - rest.var(1, unbiased=False) / (rest + tiled).var(1, unbiased=False), min=0.0)
        return trend, tiled, rest, strength, torch.std_mean(rest, dim=[0, 1], unbiased=True)


@model("a series in trend, season and rest: a buffer that is not saved with the state, tiles, std_mean")
def series_parts():
    return Decompose(4), [(f(2, 18) + torch.arange(18.0) * 0.2,)]


class Steps(nn.Module):
    """Steps from an accelerometer: magnitude, a filter, peaks that are high and far enough apart."""

    def __init__(self):
        super().__init__()
        self.register_buffer("low", torch.hann_window(7)[1:-1].view(1, 1, 5) / torch.hann_window(7)[1:-1].sum())
        self.count: int = 0
        self.last: int = -100
        self.time: int = 0

    def forward(self, samples, threshold: float = 0.15) -> Tuple[int, List[int]]:
        size = torch.sqrt(torch.sum(samples ** 2, dim=1)) - 1.0
        smooth = F.conv1d(size.view(1, 1, -1), self.low, padding=2).view(-1)
        found: List[int] = []
        for t in range(1, smooth.size(0) - 1):
            x = float(smooth[t])
            if x > threshold and x >= float(smooth[t - 1]) and x > float(smooth[t + 1]) and self.time + t - self.last > 4:
                self.last = self.time + t
                self.count += 1
                found.append(self.time + t)
        self.time += samples.size(0)
        return self.count, found

    @torch.jit.export
    def calories(self, weight: float, height: float = 1.7) -> float:
        return self.count * height * 0.415 * weight * 0.00053


@model("a step counter: windows, peaks in a loop, three integers as state")
def step_counter():
    t = torch.arange(40.0)
    wave = torch.stack([0.1 * torch.sin(t * 0.2), torch.zeros(40), 1 + 0.6 * torch.sin(t * 0.7)], 1)
    return Steps(), [(wave,), (wave[:22], 0.3), ("calories", (70.0,)), ("calories", (80.0, 1.9))]


class Beat(NamedTuple):
    rate: float
    variability: float
    regular: Optional[bool]


class Heart(nn.Module):
    """Beats from an electrocardiogram: differences, squares, a moving integral, a threshold that follows."""

    def __init__(self, rate: int = 20):
        super().__init__()
        self.rate = rate

    def forward(self, wave) -> Tuple[Beat, List[int]]:
        steep = torch.cat([torch.zeros(1), wave[1:] - wave[:-1]]) ** 2
        summed = steep.cumsum(0)
        window = summed.clone()
        window[5:] -= summed[:-5]
        signal, noise = float(window.max()) * 0.5, float(window.mean()) * 0.5
        at: List[int] = []
        for t in range(1, window.numel() - 1):
            x = float(window[t])
            if x < float(window[t - 1]) or x <= float(window[t + 1]):
                continue
            if x > noise + 0.25 * (signal - noise) and (len(at) == 0 or t - at[-1] > self.rate // 4):
                signal = 0.125 * x + 0.875 * signal
                at.append(t)
            else:
                noise = 0.125 * x + 0.875 * noise
        if len(at) < 3:
            return Beat(0.0, 0.0, None), at
        gaps = torch.tensor([float(b - a) / self.rate for a, b in zip(at[:-1], at[1:])])
        jumps = gaps[1:] - gaps[:-1]
        spread = float((jumps * jumps).mean().sqrt())
        return Beat(60.0 / float(gaps.median()), spread, spread < 0.1), at


@model("a heart: in-place subtraction of a slice, an optional boolean in a NamedTuple")
def heart_rate():
    wave = torch.zeros(120)
    for k in range(6, 120, 18):
        wave[k:k + 3] = torch.tensor([0.5, 2.0, -0.7])
    return Heart(), [(wave + 0.01 * f(120),), (wave[:20],)]


class Attitude(nn.Module):
    """Which way is up: a gyroscope integrated as a quaternion, put right by gravity."""

    def __init__(self, gain: float = 0.1):
        super().__init__()
        self.gain = gain
        self.register_buffer("q", torch.tensor([1.0, 0.0, 0.0, 0.0]))

    def multiply(self, a, b):
        w, x, y, z = a.unbind(0)
        rows = torch.stack([w, -x, -y, -z, x, w, -z, y, y, z, w, -x, z, -y, x, w]).view(4, 4)
        return rows.mv(b)

    def forward(self, gyro, accel, dt: float = 0.02) -> List[torch.Tensor]:
        angles: List[torch.Tensor] = []
        q = self.q
        for turn, pull in zip(gyro, accel):
            a = pull / pull.norm()
            w, x, y, z = q[0], q[1], q[2], q[3]
            error = torch.stack([2 * (x * z - w * y) - a[0], 2 * (w * x + y * z) - a[1], 2 * (0.5 - x * x - y * y) - a[2]])
            jacobian = torch.stack([torch.stack([-2 * y, 2 * z, -2 * w, 2 * x]), torch.stack([2 * x, 2 * w, 2 * z, 2 * y]), torch.stack([torch.zeros_like(w), -4 * x, -4 * y, torch.zeros_like(w)])])
            rate = 0.5 * self.multiply(q, torch.cat([torch.zeros(1), turn])) - self.gain * F.normalize(jacobian.t() @ error, dim=0, eps=1e-6)
            q = q + rate * dt
            q = q / torch.sqrt(torch.sum(q * q))
            angles.append(torch.stack([torch.atan2(2 * (q[0] * q[1] + q[2] * q[3]), 1 - 2 * (q[1] ** 2 + q[2] ** 2)), torch.asin((2 * (q[0] * q[2] - q[3] * q[1])).clamp(-1, 1))]))
        self.q = q
        return angles


@model("an attitude: quaternions from two tensors zipped row by row, a buffer assigned at the end")
def attitude():
    return Attitude(), [(f(4, 3), torch.tensor([0.1, 0.2, 1.0]) + f(4, 3) * 0.05), (f(2, 3) * 0.5, torch.tensor([[0.0, 0.1, 0.9], [0.2, 0.1, 1.0]]), 0.1)]


class Warping(nn.Module):
    """Gestures by their distance from templates, with warped time."""

    def __init__(self):
        super().__init__()
        t = torch.linspace(0, 1, 8)
        self.templates: Dict[str, torch.Tensor] = {"circle": torch.stack([torch.cos(6.28 * t), torch.sin(6.28 * t)], 1), "swipe": torch.stack([t, t * 0], 1), "zigzag": torch.stack([t, (t * 8) % 2], 1)}

    def distance(self, a, b, band: int) -> float:
        costs = torch.cdist(a, b)
        rows, columns = a.size(0), b.size(0)
        total = torch.full([rows + 1, columns + 1], float("inf"))
        total[0, 0] = 0.0
        for i in range(1, rows + 1):
            for j in range(max(1, i - band), min(columns, i + band) + 1):
                total[i, j] = costs[i - 1, j - 1] + torch.stack([total[i - 1, j], total[i, j - 1], total[i - 1, j - 1]]).min()
        return float(total[-1, -1]) / (rows + columns)

    def forward(self, points, band: int = 4) -> Tuple[str, Dict[str, float]]:
        points = (points - points.mean(0)) / points.std().clamp(min=1e-3)
        distances: Dict[str, float] = {}
        best, name = float("inf"), ""
        for key, template in self.templates.items():
            value = self.distance(points, (template - template.mean(0)) / template.std(), band)
            distances[key] = value
            if value < best:
                best, name = value, key
        return name, distances


@model("gestures by warped time: infinity in a table, templates in a dictionary of tensors")
def gesture_warping():
    t = torch.linspace(0, 1, 7)
    return Warping(), [(torch.stack([3 * t, 0.1 * t], 1),), (torch.stack([torch.cos(6 * t), torch.sin(6 * t)], 1), 2)]


class Watch:
    """What a stream was like so far, without keeping it."""

    def __init__(self, alpha: float):
        self.alpha = alpha
        self.count = 0
        self.mean = 0.0
        self.var = 0.0

    def add(self, x: float) -> float:
        self.count += 1
        if self.count == 1:
            self.mean = x
            return 0.0
        apart = x - self.mean
        score = apart / (self.var + 1e-6) ** 0.5 if self.count > 3 else 0.0
        self.mean += self.alpha * apart
        self.var = (1.0 - self.alpha) * (self.var + self.alpha * apart * apart)
        return score


class Anomaly(nn.Module):
    """Values out of the ordinary: moving means, sums that drift, distances of windows from all others."""

    def forward(self, series, window: int = 4) -> Tuple[List[int], torch.Tensor, torch.Tensor]:
        watch = Watch(0.2)
        odd: List[int] = []
        for t in range(series.numel()):
            if abs(watch.add(float(series[t]))) > 3.0:
                odd.append(t)
        z = (series - series.mean()) / series.std()
        up, down = torch.zeros_like(z), torch.zeros_like(z)
        for t in range(1, z.numel()):
            up[t] = torch.clamp(up[t - 1] + z[t] - 0.5, min=0.0)
            down[t] = torch.clamp(down[t - 1] - z[t] - 0.5, min=0.0)
        parts = series.unfold(0, window, 1)
        parts = (parts - parts.mean(1, keepdim=True)) / (parts.std(1, keepdim=True) + 1e-4)
        apart = torch.cdist(parts, parts, p=2.0)
        place = torch.arange(parts.size(0))
        near = (place[:, None] - place[None, :]).abs() < window // 2
        profile = apart.masked_fill(near, 1e9).min(dim=1)[0]
        return odd, torch.max(up, down), profile


@model("anomalies: an object of a class inside forward, sums that drift, distances of windows")
def anomalies():
    series = torch.sin(torch.arange(24.0) * 0.9) + torch.arange(24.0) * 0.01
    series[17] = 6.0
    return Anomaly(), [(series,), (series[:12], 3)]


class Battery(nn.Module):
    """How full a battery is: tables between whose points it interpolates, current summed, and a health that wears."""

    volts: List[float]
    charge: Optional[float]

    def __init__(self):
        super().__init__()
        self.volts = [3.0, 3.4, 3.6, 3.7, 3.9, 4.2]
        self.share = [0.0, 0.05, 0.25, 0.5, 0.8, 1.0]
        self.charge = None
        self.capacity = 2.5

    def lookup(self, v: float) -> float:
        if v <= self.volts[0]:
            return self.share[0]
        for i in range(1, len(self.volts)):
            if v <= self.volts[i]:
                part = (v - self.volts[i - 1]) / (self.volts[i] - self.volts[i - 1])
                return self.share[i - 1] + part * (self.share[i] - self.share[i - 1])
        return self.share[-1]

    def forward(self, volt: float, ampere: float, seconds: int) -> Tuple[float, str]:
        before = self.charge
        seen = self.lookup(volt + 0.05 * ampere)
        if before is None:
            after = seen
        else:
            after = before - ampere * seconds / 3600 / self.capacity
            if abs(ampere) < 0.1:
                after = 0.9 * after + 0.1 * seen
        after = min(max(after, 0.0), 1.0)
        self.charge = after
        left = int(after * self.capacity / ampere * 60) if ampere > 0.0 else -1
        return after, str(left // 60) + " h " + str(left % 60) + " min" if left >= 0 else "charging"


@model("a battery: an optional float as state, integer division of times")
def battery_gauge():
    return Battery(), [(3.8, 0.5, 60), (3.7, 1.0, 600), (3.65, 0.05, 30), (4.0, -2.0, 900)]


class Geo(nn.Module):
    """Positions to letters (geohash), distances on the ground, and times in fences."""

    def encode(self, lat: float, lon: float, size: int) -> str:
        letters = "0123456789bcdefghjkmnpqrstuvwxyz"
        low, high = [-90.0, -180.0], [90.0, 180.0]
        value = [lat, lon]
        out, bits, k = "", 0, 0
        while len(out) < size:
            axis = 1 - k % 2
            middle = (low[axis] + high[axis]) / 2
            bits = bits * 2
            if value[axis] >= middle:
                bits += 1
                low[axis] = middle
            else:
                high[axis] = middle
            k += 1
            if k % 5 == 0:
                out += letters[bits]
                bits = 0
        return out

    def forward(self, places, fence: Dict[str, List[float]]) -> Tuple[List[str], torch.Tensor, Dict[str, int]]:
        names = [self.encode(float(row[0]), float(row[1]), 6) for row in places]
        rad = places * math.pi / 180
        half = (rad[1:] - rad[:-1]) / 2
        a = half[:, 0].sin() ** 2 + rad[1:, 0].cos() * rad[:-1, 0].cos() * half[:, 1].sin() ** 2
        km = 2 * 6371.0 * torch.atan2(a.sqrt(), (1 - a).sqrt())
        inside: Dict[str, int] = {}
        for name, box in fence.items():
            within = (places[:, 0] > box[0]) & (places[:, 0] < box[2]) & (places[:, 1] > box[1]) & (places[:, 1] < box[3])
            inside[name] = int(within.sum())
        return names, km, inside


@model("positions: letters for places by halving, distances on the ground, fences in a dictionary of lists")
def positions():
    places = torch.tensor([[52.52, 13.405], [48.8566, 2.3522], [-33.8688, 151.2093]], dtype=torch.float64)
    return Geo(), [(places, {"europe": [35.0, -10.0, 70.0, 40.0], "south": [-90.0, -180.0, 0.0, 180.0]})]


class Smoother(nn.Module):
    """Stages of sleep by a hidden chain: forwards and backwards in logarithms."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv1d(2, 4, 3, padding=1, padding_mode="zeros"), nn.Softsign(), nn.Conv1d(4, 3, 1))
        self.moves = nn.Parameter(torch.log(torch.tensor([[0.8, 0.15, 0.05], [0.1, 0.8, 0.1], [0.05, 0.25, 0.7]])))

    def forward(self, x) -> Tuple[torch.Tensor, torch.Tensor]:
        seen = F.log_softmax(self.net(x), 1).permute(2, 0, 1)
        ahead = [seen[0] - math.log(3.0)]
        for t in range(1, seen.size(0)):
            ahead.append(torch.logsumexp(ahead[-1].unsqueeze(2) + self.moves, 1) + seen[t])
        behind = [torch.zeros_like(seen[0])]
        for t in range(seen.size(0) - 2, -1, -1):
            behind.append(torch.logsumexp(self.moves + (seen[t + 1] + behind[-1]).unsqueeze(1), dim=2))
        behind.reverse()
        both = torch.stack(ahead) + torch.stack(behind)
        return torch.softmax(both, -1), torch.logsumexp(ahead[-1], 1)


@model("stages of sleep: forwards and backwards over a chain, lists of tensors reversed")
def sleep_stages():
    return Smoother(), [(f(2, 2, 6),), (p(1, 2, 3),)]
