# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Products that make pictures, sounds and faces: samplers without chance, decoders, flows, styles."""

import math
from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n
from torch import nn


class TimeBlock(nn.Module):
    def __init__(self, channels: int, time: int):
        super().__init__()
        self.norm, self.conv = nn.GroupNorm(2, channels, eps=1e-6), nn.Conv2d(channels, channels, 3, padding=1)
        self.time = nn.Linear(time, 2 * channels)

    def forward(self, x, t):
        scale, shift = self.time(t)[:, :, None, None].chunk(2, dim=1)
        y = self.norm(x) * (1 + scale) + shift
        return x + self.conv(y * torch.sigmoid(y))


class Denoiser(nn.Module):
    def __init__(self, channels: int = 4):
        super().__init__()
        self.first, self.last = nn.Conv2d(1, channels, 3, padding=1), nn.Conv2d(channels, 1, 3, padding=1)
        self.down, self.up = nn.Conv2d(channels, channels, 3, stride=2, padding=1), nn.ConvTranspose2d(2 * channels, channels, 4, 2, 1)
        self.a, self.b, self.c = TimeBlock(channels, 6), TimeBlock(channels, 6), TimeBlock(channels, 6)
        self.classes = nn.Embedding(4, 6)

    def embed(self, t):
        rate = torch.exp(torch.arange(3, dtype=torch.float32) * (-math.log(1000.0) / 3))
        angle = t.to(torch.float32).unsqueeze(1) * rate.unsqueeze(0)
        return torch.cat((angle.sin(), angle.cos()), dim=-1)

    def forward(self, x, t, label: Optional[torch.Tensor] = None):
        time = self.embed(t)
        if label is not None:
            time = time + self.classes(label)
        x = self.a(self.first(x), time)
        y = self.b(self.down(x), time)
        return self.last(self.c(self.up(torch.cat([y, self.down(x)], 1)) + x, time))


class Sampler(nn.Module):
    """Pictures from noise that is given, by steps without chance; guided by a label."""

    def __init__(self, steps: int = 20):
        super().__init__()
        self.net = Denoiser()
        self.register_buffer("kept", torch.cumprod(1 - torch.linspace(1e-4, 0.1, steps), 0))

    def forward(self, noise, label, count: int = 3, guide: float = 2.0):
        times = torch.linspace(float(self.kept.numel() - 1), 0, count).round().long()
        x = noise
        for i in range(count):
            t = times[i].expand(x.size(0))
            both = self.net(torch.cat([x, x]), torch.cat([t, t]), torch.cat([label, torch.full_like(label, 3)]))
            given, free = torch.chunk(both, 2)
            e = free + guide * (given - free)
            now = self.kept[times[i]]
            later = self.kept[times[i + 1]] if i + 1 < count else torch.ones_like(now)
            clean = torch.clamp((x - torch.sqrt(1 - now) * e) * torch.rsqrt(now), -1, 1)
            x = later.sqrt() * clean + (1 - later).sqrt() * e
        return x.add(1).div(2).clamp(0, 1)


@model("pictures from noise without chance: times, guidance by doubling the batch, scale and shift")
def implicit_sampler():
    return Sampler(), [(f(1, 1, 4, 4), torch.tensor([1])), (f(2, 1, 4, 6), torch.tensor([0, 2]), 2, 0.5)]


@model("a denoiser alone")
def denoiser():
    return Denoiser(), [(f(2, 1, 4, 4), torch.tensor([3, 9])), (f(1, 1, 4, 4), torch.tensor([0]), torch.tensor([2]))]


class Multistep(nn.Module):
    """A solver of second order with what it did before, after a callable that is a submodule."""

    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(3, 6), nn.Mish() if hasattr(nn, "Mish") else nn.Softplus(), nn.Linear(6, 2))

    def forward(self, x, sigmas: List[float]) -> Tuple[torch.Tensor, List[torch.Tensor]]:
        old: Optional[torch.Tensor] = None
        path: List[torch.Tensor] = []
        last_h = 0.0
        for i, (s, after) in enumerate(zip(sigmas, sigmas[1:])):
            clean = self.model(torch.cat([x, torch.full([x.size(0), 1], math.log(s))], 1))
            h = -math.log(max(after, 1e-3)) + math.log(s)
            target = clean
            if old is not None:
                r = last_h / h
                target = (1 + 1 / (2 * r)) * clean - (1 / (2 * r)) * old
            x = (max(after, 1e-3) / s) * x - math.expm1(-h) * target
            old, last_h = clean, h
            path.append(x if i % 2 == 0 else x.clone())
        return x, path


@model("a solver of several steps: an optional tensor that is filled in a loop, expm1, a list and its tail")
def multistep_solver():
    return Multistep(), [(f(2, 2), [10.0, 4.0, 1.0, 0.2, 0.0]), (f(1, 2), [1.0, 0.5])]


class Modulated(nn.Module):
    """A convolution whose weights depend on a style, for each example; groups as many as examples."""

    def __init__(self, a: int, b: int, up: bool):
        super().__init__()
        self.weight = nn.Parameter(f(b, a, 3, 3) * 0.3)
        self.style, self.bias, self.up = nn.Linear(4, a), nn.Parameter(torch.zeros(b)), up
        self.register_buffer("noise", f(1, 1, 8, 8) * 0.1)
        self.strength = nn.Parameter(torch.tensor(0.1))

    def forward(self, x, style):
        n, c, h, w = x.shape
        weight = self.weight.unsqueeze(0) * (self.style(style) + 1).view(n, 1, c, 1, 1)
        weight = weight * torch.rsqrt(weight.pow(2).sum([2, 3, 4], keepdim=True) + 1e-8)
        if self.up:
            x = F.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)
        y = F.conv2d(x.reshape(1, n * c, x.size(2), x.size(3)), weight.flatten(0, 1), padding=1, groups=n)
        y = y.view(n, -1, y.size(2), y.size(3)) + self.noise[..., :y.size(2), :y.size(3)] * self.strength
        return F.leaky_relu(y + self.bias[:, None, None], 0.2) * math.sqrt(2)


class Portraits(nn.Module):
    def __init__(self):
        super().__init__()
        self.map = nn.Sequential(nn.Linear(4, 4), nn.LeakyReLU(0.2), nn.Linear(4, 4))
        self.start = nn.Parameter(f(1, 3, 2, 2))
        self.register_buffer("mean", torch.full((4,), 0.1))
        self.layers = nn.ModuleList([Modulated(3, 3, False), Modulated(3, 4, True), Modulated(4, 3, True)])

    def forward(self, z, truncation: float = 0.7, mix: Optional[int] = None):
        w = torch.lerp(self.mean, self.map(z * torch.rsqrt(z.pow(2).mean(1, keepdim=True) + 1e-8)), truncation)
        x = self.start.repeat(z.size(0), 1, 1, 1)
        for i, layer in enumerate(self.layers):
            x = layer(x, w.flip(0) if mix is not None and i >= mix else w)
        return torch.tanh(x)


@model("faces from styles: weights of convolutions by example, as many groups as examples; an optional integer")
def style_generator():
    return Portraits(), [(f(2, 4),), (f(2, 4), 1.0, 1)]


class Critic(nn.Module):
    """A generator and its critic with spectral norms, in one file; which is called is a method."""

    def __init__(self):
        super().__init__()
        self.generator = nn.Sequential(nn.ConvTranspose2d(5, 6, 3, bias=False), nn.BatchNorm2d(6), nn.ReLU(True), nn.ConvTranspose2d(6, 1, 4, 2, 1, bias=False), nn.Tanh())
        self.critic = nn.Sequential(nn.utils.spectral_norm(nn.Conv2d(1, 4, 3, 2, 1)), nn.LeakyReLU(0.2, inplace=True), nn.Flatten(1), nn.utils.spectral_norm(nn.Linear(36, 1)))

    def forward(self, z):
        return self.critic(self.generator(z.view(z.shape[0], -1, 1, 1)))


@model("a generator and its critic, whose layers have spectral norms (hooks)")
def adversarial_pair():
    return Critic(), [(f(2, 5),)]


class Stylise(nn.Module):
    """Statistics of a style put onto the content, with a mask and several weights; then colours are matched."""

    def __init__(self):
        super().__init__()
        self.encode = nn.Sequential(nn.ReflectionPad2d(1), nn.Conv2d(3, 6, 3), nn.ReLU(), nn.MaxPool2d(2, 2, ceil_mode=True))
        self.decode = nn.Sequential(nn.Upsample(scale_factor=2, mode="nearest"), nn.ReflectionPad2d((1, 1, 1, 1)), nn.Conv2d(6, 3, 3))

    def statistics(self, x) -> Tuple[torch.Tensor, torch.Tensor]:
        flat = x.flatten(2)
        return flat.mean(2)[:, :, None, None], (flat.var(2) + 1e-5).sqrt()[:, :, None, None]

    def forward(self, content, styles: List[torch.Tensor], weights: List[float]):
        seen = self.encode(content)
        mean, deviation = self.statistics(seen)
        plain = (seen - mean) / deviation
        mixed = torch.zeros_like(plain)
        for style, weight in zip(styles, weights):
            m, d = self.statistics(self.encode(style))
            mixed += (plain * d + m) * weight
        out = self.decode(mixed)
        flat = F.instance_norm(out, eps=1e-3)
        return out[:, :, :content.size(2), :content.size(3)], flat


@model("styles mixed: instance statistics, a list of tensors with weights")
def mixed_styles():
    return Stylise(), [(f(1, 3, 7, 6), [f(1, 3, 6, 6), -f(1, 3, 4, 4)], [0.7, 0.3])]


class Residual(nn.Module):
    """Codes of sound in several books, each for what the last left; a decoder with snakes."""

    def __init__(self, books: int = 3):
        super().__init__()
        self.books = nn.ParameterList([nn.Parameter(f(8, 4) / (k + 1), requires_grad=False) for k in range(books)])
        self.table = nn.Parameter(torch.stack([f(8, 4) / (k + 1) for k in range(books)]))
        self.alpha = nn.Parameter(torch.ones(1, 3, 1) * 0.5)
        self.up = nn.utils.weight_norm(nn.ConvTranspose1d(4, 3, 4, stride=2, padding=1, output_padding=1))
        self.last = nn.Conv1d(3, 1, 5, padding=2, padding_mode="reflect")

    def forward(self, codes):
        x = torch.zeros(codes.size(0), codes.size(2), 4)
        for k in range(codes.size(1)):
            x = x + F.embedding(codes[:, k], self.table[k])
        x = self.up(x.transpose(1, 2))
        x = x + (self.alpha * x).sin().square() / (self.alpha + 1e-9)
        return self.last(x).squeeze(1)

    @torch.jit.export
    def encode(self, x) -> torch.Tensor:
        left = x
        out: List[torch.Tensor] = []
        for k in range(self.table.size(0)):
            code = torch.cdist(left.contiguous(), self.table[k].unsqueeze(0).expand(left.size(0), -1, -1).contiguous()).argmin(-1)
            left = left - self.table[k][code]
            out.append(code)
        return torch.stack(out, 1)


@model("sound from codes of several books: weight_norm that was removed, reflected convolutions, a method that encodes")
def residual_codes():
    module = Residual()
    nn.utils.remove_weight_norm(module.up)
    return module, [(n(2, 3, 4, low=0, high=7),), (n(1, 2, 6, low=0, high=7),), ("encode", (f(2, 4, 4),))]


class Invertible(nn.Module):
    """A flow over pictures: squeezed, mixed by an invertible matrix, half of it moved; there and back."""

    def __init__(self):
        super().__init__()
        self.bias, self.scale = nn.Parameter(f(1, 4, 1, 1) * 0.1), nn.Parameter(torch.ones(1, 4, 1, 1) * 1.2)
        low, up = torch.tril(f(4, 4) * 0.2, -1) + torch.eye(4), torch.triu(f(4, 4) * 0.2, 1) + torch.diag(torch.tensor([1.0, 2.0, 0.5, 1.5]))
        self.register_buffer("mix", low @ up)
        self.net = nn.Sequential(nn.Conv2d(2, 5, 3, 1, 1), nn.ReLU(), nn.Conv2d(5, 4, 1))

    def squeeze(self, x):
        n, c, h, w = x.shape
        return x.view(n, c, h // 2, 2, w // 2, 2).permute(0, 1, 3, 5, 2, 4).reshape(n, c * 4, h // 2, w // 2)

    def forward(self, x) -> Tuple[torch.Tensor, torch.Tensor]:
        x = self.squeeze(x)
        pixels = x.size(2) * x.size(3)
        x = (x + self.bias) * self.scale
        x = F.conv2d(x, self.mix.view(4, 4, 1, 1))
        a, b = x.split([2, 2], dim=1)
        s, t = self.net(a).chunk(2, 1)
        s = torch.sigmoid(s + 2.0)
        volume = pixels * (self.scale.abs().log().sum() + torch.slogdet(self.mix)[1]) + s.log().sum((1, 2, 3))
        return torch.cat((a, (b + t) * s), 1), volume

    @torch.jit.export
    def back(self, y):
        a, b = y[:, :2], y[:, 2:]
        s, t = self.net(a).chunk(2, 1)
        x = torch.cat((a, b / torch.sigmoid(s + 2.0) - t), 1)
        x = F.conv2d(x, self.mix.inverse().unsqueeze(-1).unsqueeze(-1)) / self.scale - self.bias
        return F.pixel_shuffle(x, 2)


@model("a flow over pictures: slogdet, 1 by 1 convolutions by an inverse, pixel_shuffle back")
def invertible_picture():
    return Invertible(), [(f(2, 1, 4, 4),), ("back", (f(2, 4, 2, 2),))]


class Implicit(nn.Module):
    """A picture as a function of places: a grid of hashes, sines, and its slope."""

    def __init__(self, levels: int = 3):
        super().__init__()
        self.levels = levels
        self.table = nn.Parameter(f(levels, 16, 2) * 0.3)
        self.lines = nn.ModuleList([nn.Linear(2 * levels, 6), nn.Linear(6, 3)])

    def hashed(self, cell, level: int):
        return ((cell[:, 0] * 1) ^ (cell[:, 1] * 2654435761)) % 16 if level > 0 else (cell[:, 0] * 4 + cell[:, 1]) % 16

    def forward(self, places):
        parts: List[torch.Tensor] = []
        for level in range(self.levels):
            scaled = places * (2 << level)
            low = scaled.floor()
            part = scaled - low
            total = torch.zeros(places.size(0), 2)
            for dx in range(2):
                for dy in range(2):
                    corner = low.long() + torch.tensor([dx, dy])
                    weight = (part[:, 0] if dx == 1 else 1 - part[:, 0]) * (part[:, 1] if dy == 1 else 1 - part[:, 1])
                    total = total + weight.unsqueeze(1) * self.table[level][self.hashed(corner, level)]
            parts.append(total)
        x = torch.cat(parts, dim=-1)
        for i, line in enumerate(self.lines):
            x = line(x) if i == 1 else torch.sin(30.0 * line(x))
        return torch.sigmoid(x)


@model("a picture as a function of places: a grid of hashes by ^ of large integers, sines")
def implicit_picture():
    return Implicit(), [(f(5, 2).abs() / 2.5,)]


class Automaton(nn.Module):
    """Cells that grow a picture: fixed filters, a net for each cell, only those alive stay."""

    def __init__(self):
        super().__init__()
        x = torch.tensor([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]]) / 8
        one = torch.zeros(3, 3)
        one[1, 1] = 1.0
        self.register_buffer("filters", torch.stack([one, x, x.t()]).unsqueeze(1).repeat(4, 1, 1, 1))
        self.net = nn.Sequential(nn.Conv2d(12, 8, 1), nn.ReLU(), nn.Conv2d(8, 4, 1, bias=False))

    def alive(self, x):
        return F.max_pool2d(x[:, 3:4], 3, stride=1, padding=1) > 0.1

    def forward(self, x, steps: int, masks: Dict[int, torch.Tensor]):
        count: List[int] = []
        for step in range(steps):
            before = self.alive(x)
            y = F.conv2d(F.pad(x, [1, 1, 1, 1], "circular"), self.filters, groups=4)
            dx = self.net(y)
            if step in masks:
                dx = dx * masks[step]
            x = x + dx
            living = before & self.alive(x)
            x = x * living.to(x.dtype)
            count.append(int(living.sum()))
        return x, count


@model("cells that grow a picture: circular padding, a dictionary of masks with integers as keys")
def cell_automaton():
    x = torch.zeros(1, 4, 5, 5)
    x[:, 3, 2, 2] = 1.0
    return Automaton(), [(x, 3, {1: f(1, 1, 5, 5).gt(0).float()})]
