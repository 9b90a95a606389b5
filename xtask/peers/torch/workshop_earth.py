# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Earth: coordinates on the ellipsoid, tides, winds on a grid, radar pulses, scattered stations, soil in layers."""

import math
from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


def length_of(a, b):
    return (a * a + b * b).sqrt()


hypot = torch.hypot if RELEASE >= (1, 7) else length_of


class Mercator(nn.Module):
    """Degrees to a transverse Mercator grid by Krueger's series and back, zones by integer division, letters of bands."""

    A: float
    bands: str

    def __init__(self):
        super().__init__()
        flattening = 1 / 298.257223563
        third = flattening / (2 - flattening)
        self.third = third
        self.eccentricity = math.sqrt(flattening * (2 - flattening))
        self.A = 6378137.0 / (1 + third) * (1 + third ** 2 / 4 + third ** 4 / 64)
        self.bands = "CDEFGHJKLMNPQRSTUVWXX"
        series = [third / 2 - 2 * third ** 2 / 3 + 5 * third ** 3 / 16, 13 * third ** 2 / 48 - 3 * third ** 3 / 5, 61 * third ** 3 / 240]
        self.register_buffer("alpha", torch.tensor(series, dtype=torch.float64))
        self.register_buffer("order", torch.arange(2, 7, 2, dtype=torch.float64))

    def forward(self, lat, lon) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor, List[str]]:
        zone = torch.floor((lon + 180) / 6).to(torch.int64).remainder(60) + 1
        centre = torch.deg2rad((zone * 6 - 183).to(lat.dtype))
        phi, lam = torch.deg2rad(lat), torch.deg2rad(lon) - centre
        e = self.eccentricity
        s = torch.sin(phi)
        t = torch.sinh(torch.atanh(s) - e * torch.atanh(e * s))
        xi = torch.atan2(t, lam.cos())
        eta = torch.atanh(lam.sin() / torch.sqrt(1 + t.pow(2)))
        turns, grows = torch.ger(self.order, xi), torch.ger(self.order, eta)
        east = 500000 + 0.9996 * self.A * (eta + torch.mv((turns.cos() * grows.sinh()).t(), self.alpha))
        north = 0.9996 * self.A * (xi + torch.mv((turns.sin() * grows.cosh()).t(), self.alpha))
        north = north + (lat < 0).to(north.dtype) * 1e7
        names: List[str] = []
        for k in range(lat.size(0)):
            band = int(torch.floor_divide(lat[k] + 80, 8))
            names.append("{}{}".format(int(zone[k]), self.bands[band]))
        return zone, east, north, names


@model("degrees to a transverse Mercator grid: atanh and sinh in doubles, floor_divide of floats, letters by index")
def mercator_grid():
    lat = torch.tensor([48.2, -33.9, 0.5, 63.1], dtype=torch.float64)
    lon = torch.tensor([16.3, 18.4, -179.5, -21.9], dtype=torch.float64)
    return Mercator(), [(lat, lon), (lat[1:3], lon[1:3])]


class Geocentric(nn.Module):
    """Geodetic places to axes in the earth's centre and back, to a local plane, and between two datums."""

    def __init__(self):
        super().__init__()
        self.a, self.f = 6378.137, 1 / 298.257223563
        self.register_buffer("shift", torch.tensor([0.5821, 0.1051, 0.4142], dtype=torch.float64))
        rx, ry, rz = [x * math.pi / 648000 for x in (1.347, 4.3, 9.2)]
        self.register_buffer("turn", torch.tensor([[1, -rz, ry], [rz, 1, -rx], [-ry, rx, 1]], dtype=torch.float64))

    def to_axes(self, place):
        lat, lon, up = torch.unbind(place, -1)
        lat, lon = lat * (math.pi / 180), lon * (math.pi / 180)
        e2 = self.f * (2 - self.f)
        n = self.a * torch.rsqrt(1 - e2 * lat.sin().pow(2))
        return torch.stack([(n + up) * lat.cos() * lon.cos(), (n + up) * lat.cos() * lon.sin(), (n * (1 - e2) + up) * lat.sin()], -1)

    def to_place(self, axes, rounds: int = 4):
        x, y, z = axes[..., 0], axes[..., 1], axes[..., 2]
        e2 = self.f * (2 - self.f)
        flat = hypot(x, y)
        lat = torch.atan(z / (flat * (1 - e2)))
        for _ in range(rounds):
            n = self.a / torch.sqrt(1 - e2 * torch.sin(lat) ** 2)
            lat = torch.atan2(z + e2 * n * lat.sin(), flat)
        up = flat / lat.cos() - self.a / torch.sqrt(1 - e2 * lat.sin().square())
        return torch.stack((torch.rad2deg(lat), torch.rad2deg(torch.atan2(y, x)), up), dim=-1)

    @torch.jit.export
    def local(self, place, origin):
        lat, lon = [x * math.pi / 180 for x in origin[:2].unbind()]
        zero = torch.zeros_like(lat)
        rows = [-lon.sin(), lon.cos(), zero, -lat.sin() * lon.cos(), -lat.sin() * lon.sin(), lat.cos(), lat.cos() * lon.cos(), lat.cos() * lon.sin(), lat.sin()]
        return torch.matmul(self.to_axes(place) - self.to_axes(origin), torch.stack(rows).view(3, 3).transpose(0, 1))

    def forward(self, place, scale: float = -2.4232e-6):
        axes = self.to_axes(place)
        moved = torch.baddbmm(self.shift.view(1, 3, 1), self.turn.expand(axes.size(0), 3, 3), axes.unsqueeze(2), alpha=1 + scale).squeeze(2)
        return axes, self.to_place(axes), self.to_place(moved, 3)


@model("places on the ellipsoid to axes and back: a comprehension over unbind, baddbmm with alpha and an expanded matrix")
def geocentric_axes():
    place = torch.tensor([[52.5, 13.4, 0.034], [-23.5, -46.6, 0.76], [35.7, 139.7, 0.04]], dtype=torch.float64)
    return Geocentric(), [(place,), (place[:2], 0.0), ("local", (place[:2] + 0.1, place[0]))]


class OldLeast(nn.Module):
    def forward(self, design, level):
        solution, _ = torch.lstsq(level, design)
        return solution[: design.size(1)]


class NewLeast(nn.Module):
    def forward(self, design, level):
        return torch.linalg.lstsq(design, level).solution


class Tides(nn.Module):
    """Harmonic constants of a gauge by least squares, and the next high waters by signs that change."""

    def __init__(self):
        super().__init__()
        self.least = NewLeast() if RELEASE >= (1, 9) else OldLeast()
        self.speeds: Dict[str, float] = {"M2": 28.9841042, "S2": 30.0, "K1": 15.0410686, "O1": 13.9430356}
        self.names = list(self.speeds)
        self.register_buffer("speed", torch.tensor([self.speeds[k] for k in self.names], dtype=torch.float64))

    def design(self, hours):
        angle = torch.einsum("t,c->tc", [hours, self.speed]) * (math.pi / 180)
        trend = torch.vander(hours / 100, N=2, increasing=True)
        return torch.cat([trend, angle.cos(), angle.sin()], dim=1)

    def forward(self, hours, level, ahead: int = 30) -> Tuple[Dict[str, Tuple[float, float]], torch.Tensor, torch.Tensor]:
        fit = self.least(self.design(hours), level.unsqueeze(-1)).squeeze(-1)
        cosines, sines = fit[2:].chunk(2)
        size, phase = torch.stack([cosines, sines]).norm(2.0, 0), torch.atan2(sines, cosines) * 180 / math.pi
        constants: Dict[str, Tuple[float, float]] = {}
        for k, name in enumerate(self.names):
            constants[name] = (float(size[k]), float(phase[k]))
        future = torch.linspace(float(hours[-1]), float(hours[-1]) + ahead, ahead * 4 + 1, dtype=torch.float64)
        predicted = self.design(future).matmul(fit)
        rising = torch.sign(predicted[1:] - predicted[:-1])
        high = ((rising[:-1] > 0) & (rising[1:] <= 0)).nonzero().squeeze(1) + 1
        return constants, predicted[::8], future.index_select(0, high)


@model("tides: a Vandermonde matrix, least squares of the year, a dictionary of names to pairs of floats")
def tides():
    hours = torch.arange(0, 96, dtype=torch.float64)
    level = 1.8 * torch.cos(hours * 0.5058 - 0.7) + 0.6 * torch.cos(hours * 0.5236 + 0.4) + 0.3 * torch.sin(hours * 0.2625) + 0.002 * hours
    return Tides(), [(hours, level), (hours[:60], level[:60], 12)]


class Winds(nn.Module):
    """A step of weather on a grid that wraps in one direction: transport by looking back, vorticity, fronts, zones."""

    def __init__(self, dt: float = 0.4):
        super().__init__()
        self.dt = dt
        self.register_buffer("laplace", torch.tensor([[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]]).view(1, 1, 3, 3))

    def forward(self, field, u, v, land: Optional[torch.Tensor] = None):
        rows, columns = field.shape[-2:]
        wide = F.pad(F.pad(field, [2, 2, 0, 0], mode="circular"), [0, 0, 1, 1], mode="replicate")
        y, x = torch.meshgrid([torch.arange(rows), torch.arange(columns)])
        from_x, from_y = x + 2.0 - self.dt * u, y + 1.0 - self.dt * v
        grid = torch.stack([from_x / (columns + 3) * 2 - 1, from_y / (rows + 1) * 2 - 1], dim=-1)
        moved = F.grid_sample(wide, grid.expand(field.size(0), -1, -1, -1), mode="bilinear", padding_mode="border", align_corners=True)
        rough = F.conv2d(F.pad(moved, (1, 1, 1, 1), mode="circular"), self.laplace.expand(field.size(1), 1, 3, 3), groups=field.size(1))
        moved = torch.add(moved, rough, alpha=0.05)
        curl = (torch.roll(v, -1, 1) - torch.roll(v, 1, 1)) / 2 - (F.pad(u, [0, 0, 0, 1])[1:] - F.pad(u, [0, 0, 1, 0])[:-1]) / 2
        flow = torch.stack([u, v]).pow(2).sum(0).sqrt_()
        strong = torch.where(flow > flow.mean() + flow.std(), flow, flow.new_zeros([1]))
        if land is not None:
            moved = moved.masked_fill(land, float("nan"))
        missing = torch.isnan(moved)
        level = torch.where(missing, torch.zeros_like(moved), moved)
        zonal = level.sum(-1) / (~missing).sum(-1).clamp(min=1)
        coarse = F.interpolate(level, size=[rows // 2, columns // 3], mode="area")
        warm, _ = torch.cummin(zonal, dim=-1)
        return level, curl, strong, zonal, coarse, warm, F.avg_pool2d(level, (2, 3), stride=(1, 2), ceil_mode=True, count_include_pad=False)


@model("winds on a grid: circular and replicated borders, sampling with the border kept, area interpolation, cummin")
def wind_grid():
    land = torch.zeros(6, 9, dtype=torch.bool)
    land[2:4, 1:5] = True
    return Winds(), [(f(2, 2, 6, 9), f(6, 9), f(6, 9).flip(0) * 0.5), (f(1, 2, 6, 9), f(6, 9), f(6, 9) * 0.3, land)]


class NewSpectrum(nn.Module):
    def forward(self, pulses, replica, window):
        size = 1
        while size < pulses.size(-1) + replica.size(-1):
            size *= 2
        product = torch.fft.rfft(pulses, n=size) * torch.conj(torch.fft.rfft(replica, n=size))
        ranges = torch.fft.irfft(product, n=size)[..., : pulses.size(-1)]
        doppler = torch.fft.fftshift(torch.fft.fft(ranges * window.unsqueeze(1), dim=0), dim=[0])
        return torch.abs(doppler)


class OldSpectrum(nn.Module):
    def forward(self, pulses, replica, window):
        size = 1
        while size < pulses.size(-1) + replica.size(-1):
            size *= 2
        a = torch.rfft(F.pad(pulses, [0, size - pulses.size(-1)]), 1)
        b = torch.rfft(F.pad(replica, [0, size - replica.size(-1)]), 1)
        real = a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1]
        imaginary = a[..., 1] * b[..., 0] - a[..., 0] * b[..., 1]
        ranges = torch.irfft(torch.stack([real, imaginary], -1), 1, normalized=False, onesided=True, signal_sizes=[size])[..., : pulses.size(-1)]
        columns = (ranges * window.unsqueeze(1)).transpose(0, 1)
        doppler = torch.fft(torch.stack([columns, torch.zeros_like(columns)], dim=-1), 1).norm(2, -1).transpose(0, 1)
        return doppler.roll(4, 0)


class PulseRadar(nn.Module):
    """Echoes of pulses: compressed against the replica, turned to speeds, detected above the noise of their neighbours."""

    def __init__(self, guard: int = 1, train: int = 3):
        super().__init__()
        self.spectrum = NewSpectrum() if RELEASE >= (1, 8) else OldSpectrum()
        self.guard, self.train_cells = guard, train
        self.register_buffer("window", torch.hamming_window(8, periodic=False) * torch.blackman_window(8, False).add(0.2))

    def forward(self, pulses, replica, false_alarms: float = 1e-3):
        power = self.spectrum(pulses, replica, self.window).pow(2)
        reach = self.guard + self.train_cells
        outer, inner = 2 * reach + 1, 2 * self.guard + 1
        rows = power.unsqueeze(1)
        around = F.avg_pool1d(rows, outer, 1, reach, False, True) * outer - F.avg_pool1d(rows, inner, 1, self.guard, count_include_pad=True) * inner
        cells = 2 * self.train_cells
        alpha = cells * (false_alarms ** (-1.0 / cells) - 1)
        noise = (around / cells).squeeze(1)
        found = power > alpha * noise
        peaks = F.max_pool2d(power[None, None], 3, stride=1, padding=1)[0, 0] == power
        decibels = 10 * torch.log10(power.clamp(min=1e-9))
        where = torch.nonzero(found & peaks)
        return decibels.max(1)[0], noise.sum(1), where, torch.bartlett_window(5, periodic=True, dtype=torch.float64)


@model("pulses of a radar: the transforms of the year, windows that are and are not periodic, cells that average their neighbours")
def pulse_radar():
    t = torch.arange(8, dtype=torch.float32)
    replica = torch.cos(0.15 * t * t)
    pulses = f(8, 40) * 0.02
    for k in range(8):
        pulses[k, 12:20] += replica * math.cos(0.7 * k)
        pulses[k, 27:35] += 0.5 * replica
    return PulseRadar(), [(pulses, replica)]


class Stations(nn.Module):
    """Values between scattered stations: thin plates with a plane, weights by distance, the nearest, missing ones left out."""

    def __init__(self):
        super().__init__()
        self.missing = -9999.0

    def plate(self, r):
        return torch.where(r > 0, r.pow(2) * torch.log(r.clamp(min=1e-12)), torch.zeros_like(r))

    def forward(self, places, values, wanted, smooth: float = 0.0) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor, int]:
        there = values != self.missing
        x = torch.masked_select(places, there.unsqueeze(1)).view(-1, places.size(1))
        y = values[there]
        n = y.numel()
        near = self.plate(torch.cdist(x, x, p=2.0, compute_mode="donot_use_mm_for_euclid_dist"))
        near = near + smooth * torch.eye(n, dtype=near.dtype)
        plane = torch.cat([torch.ones(n, 1, dtype=x.dtype), x], 1)
        corner = torch.zeros(plane.size(1), plane.size(1), dtype=x.dtype)
        system = torch.cat([torch.cat([near, plane], 1), torch.cat([plane.t(), corner], 1)], 0)
        right = torch.cat([y, torch.zeros(plane.size(1), dtype=y.dtype)])
        weights = torch.pinverse(system, rcond=1e-12).mv(right)
        apart = torch.cdist(wanted, x, compute_mode="donot_use_mm_for_euclid_dist")
        plates = torch.addmv(weights[n] + wanted.mv(weights[n + 1 :]), self.plate(apart), weights[:n])
        inverse = 1 / (apart ** 2 + 1e-9)
        by_distance = inverse.matmul(y) / inverse.sum(-1)
        nearest = y.index_select(0, torch.argmin(apart, dim=1))
        return plates, by_distance, nearest, values.numel() - n


@model("values between scattered stations: a pseudo-inverse with a limit, addmv, blocks joined, rows that a mask selects")
def scattered_stations():
    places = f(9, 2, dtype=torch.float64) + torch.arange(9, dtype=torch.float64).unsqueeze(1) * 0.1
    values = f(9, dtype=torch.float64)
    values[4] = -9999.0
    return Stations(), [(places, values, f(3, 2, dtype=torch.float64) * 0.5), (places, values, f(2, 2, dtype=torch.float64), 0.1)]


class Soil(nn.Module):
    """Heat and water in layers of soil: an implicit step by conjugate gradients, melting, what runs off."""

    def __init__(self, layers: int = 8):
        super().__init__()
        self.register_buffer("depth", torch.logspace(-1.0, 0.5, layers))
        self.register_buffer("conduct", p(layers) * 0.05)

    def system(self, temperature):
        thick = F.pad(self.depth[1:] - self.depth[:-1], [1, 0], value=0.1)
        flux = self.conduct[1:] * (temperature[1:] - temperature[:-1]) / thick[1:]
        gain = torch.zeros_like(temperature)
        gain[:-1] += flux
        gain[1:] -= flux
        return temperature - 0.5 * gain

    def forward(self, temperature, water, rain: float, steps: int = 3) -> Tuple[torch.Tensor, torch.Tensor, float, List[int]]:
        runoff = 0.0
        rounds: List[int] = []
        for step in range(steps):
            right = temperature.clone()
            right[0] += 0.3 * math.cos(step * math.pi / 6)
            x = right.clone()
            residual = right - self.system(x)
            direction = residual
            square = residual.dot(residual)
            count = 0
            while float(square) > 1e-10 and count < 20:
                applied = self.system(direction)
                rate = square / direction.dot(applied)
                x = torch.addcmul(x, rate, direction)
                residual = residual - rate * applied
                after = residual.dot(residual)
                direction = residual + after / square * direction
                square = after
                count += 1
            rounds.append(count // 20)
            temperature = x
            frozen = temperature < 0
            water[0] += rain
            over = F.relu(water - 0.4)
            over *= (~frozen).to(over.dtype)
            water.sub_(over)
            water[1:].add_(over[:-1])
            runoff += float(over[-1])
        return temperature, water.trunc().add(water.frac()), runoff, rounds


@model("heat and water in soil: conjugate gradients in a while loop, an input changed in place, trunc and frac, logspace")
def soil_layers():
    return Soil(), [(f(8) * 2, p(8) * 0.2, 0.3), (f(8), p(8) * 0.1, 0.9, 5)]
