# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Pictures: a detector of sets, enlarging, brackets of exposures, hashes, tomographs, large transfer."""

import math
from typing import List, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


class SinePositions(nn.Module):
    """Positions of pixels that are there, as sines; the exponents pair up by integer division of floats."""

    def __init__(self, features: int, temperature: float = 10000.0, normalise: bool = True):
        super().__init__()
        self.features, self.temperature, self.normalise = features, temperature, normalise
        self.scale = 2 * math.pi

    def forward(self, mask):
        there = ~mask
        y = there.cumsum(1, dtype=torch.float32)
        x = there.cumsum(2, dtype=torch.float32)
        if self.normalise:
            y = y / (y[:, -1:, :] + 1e-6) * self.scale
            x = x / (x[:, :, -1:] + 1e-6) * self.scale
        turns = torch.arange(self.features, dtype=torch.float32, device=mask.device)
        turns = self.temperature ** (2 * (turns // 2) / self.features)
        across, down = x[:, :, :, None] / turns, y[:, :, :, None] / turns
        across = torch.stack((across[:, :, :, 0::2].sin(), across[:, :, :, 1::2].cos()), dim=4).flatten(3)
        down = torch.stack((down[:, :, :, 0::2].sin(), down[:, :, :, 1::2].cos()), dim=4).flatten(3)
        return torch.cat((down, across), dim=3).permute(0, 3, 1, 2)


def corners(boxes):
    cx, cy, w, h = boxes.unbind(-1)
    return torch.stack([cx - 0.5 * w, cy - 0.5 * h, cx + 0.5 * w, cy + 0.5 * h], dim=-1)


def generalised_overlap(a, b):
    area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
    area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    inner = (torch.min(a[:, None, 2:], b[:, 2:]) - torch.max(a[:, None, :2], b[:, :2])).clamp(min=0)
    inter = inner[:, :, 0] * inner[:, :, 1]
    union = area_a[:, None] + area_b - inter
    outer = (torch.max(a[:, None, 2:], b[:, 2:]) - torch.min(a[:, None, :2], b[:, :2])).clamp(min=0)
    area = outer[:, :, 0] * outer[:, :, 1]
    return inter / union - (area - union) / area


class SetDetector(nn.Module):
    """A detector without anchors: queries that a decoder layer fills, matched by cost without a solver."""

    def __init__(self, width: int = 16, queries: int = 5, classes: int = 4):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 4, stride=4)
        self.positions = SinePositions(width // 2)
        self.encoder = nn.TransformerEncoderLayer(width, 2, 24, 0.0)
        self.decoder = nn.TransformerDecoderLayer(width, 2, 24, 0.0)
        self.query = nn.Embedding(queries, width)
        self.label = nn.Linear(width, classes + 1)
        self.box = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 4))

    def forward(self, picture, mask, wanted):
        x = self.stem(picture)
        small = F.interpolate(mask[None].float(), size=x.shape[-2:]).to(torch.bool)[0]
        place = self.positions(small).flatten(2).permute(2, 0, 1)
        memory = self.encoder(x.flatten(2).permute(2, 0, 1) + place, src_key_padding_mask=small.flatten(1))
        query = self.query.weight.unsqueeze(1).repeat(1, picture.size(0), 1)
        out = self.decoder(query, memory, memory_key_padding_mask=small.flatten(1)).transpose(0, 1)
        boxes = self.box(out).sigmoid()
        probabilities = self.label(out).softmax(-1)
        cost = torch.cdist(boxes[0], wanted, p=1.0) - generalised_overlap(corners(boxes[0]), corners(wanted))
        return probabilities, boxes, cost


@model("a detector of sets: sine positions by // of floats, transformer layers with masks, cdist of order 1")
def set_detector():
    mask = torch.zeros(2, 16, 16, dtype=torch.bool)
    mask[1, :, 10:] = True
    return SetDetector(), [(f(2, 3, 16, 16), mask, p(3, 4) * 0.3)]


class Enlarger(nn.Module):
    """A picture made larger in the ways of the years: layers of their own names, a scale that is computed again, cubic."""

    def __init__(self):
        super().__init__()
        self.head = nn.Conv2d(3, 6, 3, padding=1)
        self.nearest = nn.UpsamplingNearest2d(scale_factor=2)
        self.bilinear = nn.UpsamplingBilinear2d(scale_factor=2)
        self.cubic = nn.Upsample(scale_factor=2.0, mode="bicubic", align_corners=False)
        self.body = nn.Sequential(nn.Conv2d(6, 12, 3, padding=1), nn.PReLU(12), nn.PixelShuffle(2))
        self.tail = nn.Conv2d(3, 3, 1)

    def forward(self, x):
        features = self.head(x)
        base = self.cubic(x) + 0.1 * self.bilinear(x)
        detail = self.tail(self.body(features)) + self.nearest(features)[:, :3]
        twice = (base + detail).clamp_(-3, 3)
        more = F.interpolate(twice, scale_factor=1.7, mode="bilinear", align_corners=False, recompute_scale_factor=True)
        exact = F.interpolate(twice, scale_factor=0.55, mode="bilinear", align_corners=False, recompute_scale_factor=False)
        return more, exact, F.interpolate(twice, scale_factor=[1.5, 0.5], mode="bicubic", align_corners=True), F.interpolate(x, size=9)


@model("a picture enlarged: layers for upsampling, scales computed again or not, two scales, cubic both ways")
def photo_enlarger():
    return Enlarger(), [(f(1, 3, 6, 7),)]


class Brackets(nn.Module):
    """Exposures of one scene, in bytes, merged: types are promoted, sums wrap around, a mean has a type."""

    def forward(self, frames, times: List[float], gamma: float = 2.2) -> Tuple[torch.Tensor, torch.Tensor, int]:
        weight = 128 - (frames.to(torch.int16) - 127).abs()
        weight = torch.true_divide(weight.clamp(min=0), 128)
        light = (frames.float() / 255).pow(gamma)
        seconds = torch.tensor(times).view(-1, 1, 1)
        light /= seconds
        total = weight.sum(0)
        merged = (weight * light).sum(0) / torch.max(total, torch.full_like(total, 1e-3))
        clipped = ((frames == 255) | (frames == 0)).all(0)
        best = weight.argmax(0)
        merged = torch.where(clipped, torch.zeros_like(merged), merged)
        bytes_ = (255 * merged / (1 + merged)).round().to(torch.uint8)
        bytes_ += 200
        return bytes_, best * 2 + 1, int(clipped.sum()) + int(torch.mean(frames.float(), dtype=torch.float64))


@model("exposures merged: bytes that wrap around, true division of integers, an in-place quotient, a mean with a type")
def exposure_brackets():
    frames = n(3, 5, 6, low=0, high=255).to(torch.uint8)
    frames[:, 0, 0] = 255
    return Brackets(), [(frames, [0.5, 1.0, 2.0]), (frames[:2], [0.1, 0.2], 1.8)]


class PictureHash(nn.Module):
    """The same picture has the same hash: signs of its lowest frequencies, packed in one integer, bits counted."""

    def __init__(self, size: int = 16, low: int = 6):
        super().__init__()
        self.low = low
        k = torch.arange(size, dtype=torch.float64)
        self.register_buffer("cosines", (torch.ger(k, 2 * k + 1) * (math.pi / (2 * size))).cos().float()[:low])
        self.register_buffer("powers", 2 ** torch.arange(low * low - 1))

    def code(self, picture):
        coefficients = self.cosines.matmul(picture).matmul(self.cosines.t()).flatten(1)[:, 1:]
        middle = coefficients.median(dim=1, keepdim=True)[0]
        return ((coefficients > middle).long() * self.powers).sum(1)

    def forward(self, pictures):
        code = self.code(pictures)
        apart = code.unsqueeze(0) ^ code.unsqueeze(1)
        count = torch.zeros_like(apart)
        for k in range(self.low * self.low - 1):
            count += (apart >> k) & 1
        halves = torch.stack([code // 65536, code % 65536, code << 1])
        return count, halves, count <= 3


@model("pictures known again: a cosine transform, powers of an integer to a tensor, bits by >>, << and &")
def picture_hash():
    # Ten distinct frequencies, so that no coefficient is near the median by chance.
    grid = torch.arange(256, dtype=torch.float32).reshape(1, 16, 16)
    pictures = torch.cat([(grid * 0.37).sin() + (grid * grid * 1e-3).cos(), (grid * 0.9).cos(), (grid * 0.37).sin() + (grid * grid * 1e-3).cos() * 0.5])
    return PictureHash(), [(pictures,)]


class Tomograph(nn.Module):
    """A slice from its projections: a ramp over frequencies, then turned back."""

    def __init__(self, size: int = 12, angles: int = 7):
        super().__init__()
        self.size = size
        k = torch.arange(size // 2 + 1, dtype=torch.float32)
        self.register_buffer("ramp", 2 * k / size)
        self.register_buffer("angles", torch.arange(angles) * math.pi / angles)

    def filtered(self, rows):
        return torch.fft.irfft(torch.fft.rfft(rows, dim=-1) * self.ramp, n=self.size, dim=-1)

    def forward(self, sinogram):
        rows = self.filtered(sinogram)
        total = torch.zeros(sinogram.size(0), 1, self.size, self.size)
        for k in range(self.angles.size(0)):
            a = self.angles[k]
            zero = torch.zeros_like(a)
            turn = torch.stack([a.cos(), a.sin(), zero, -a.sin(), a.cos(), zero]).view(1, 2, 3)
            grid = F.affine_grid(turn.expand(rows.size(0), -1, -1), [rows.size(0), 1, self.size, self.size], align_corners=False)
            smear = rows[:, k].unsqueeze(1).unsqueeze(1).expand(-1, -1, self.size, -1)
            total += F.grid_sample(smear, grid, align_corners=False)
        return total.mul_(math.pi / (2 * self.angles.numel()))


class OldTomograph(Tomograph):
    """The same with the transforms that went before the module `torch.fft`."""

    def filtered(self, rows):
        return torch.irfft(torch.rfft(rows, 1) * self.ramp.unsqueeze(-1), 1, signal_sizes=[self.size])


@model("a slice from projections: rfft and irfft as each release has them, grids from matrices in a loop")
def tomograph():
    return (OldTomograph if RELEASE < (1, 8) else Tomograph)(), [(p(1, 7, 12),)]


class StandardConv(nn.Conv2d):
    """Weights that are normalised each time."""

    def forward(self, x):
        v, m = torch.var_mean(self.weight, dim=[1, 2, 3], keepdim=True, unbiased=False)
        w = (self.weight - m) / torch.sqrt(v + 1e-10)
        return F.conv2d(x, w, self.bias, self.stride, self.padding, self.dilation, self.groups)


class EvolvedNorm(nn.Module):
    """A norm with an activation in it: standard deviations over groups, and over places."""

    def __init__(self, width: int, groups: int):
        super().__init__()
        self.groups = groups
        self.v = nn.Parameter(torch.ones(1, width, 1, 1))
        self.threshold = nn.Parameter(torch.full((1, width, 1, 1), -0.5))

    def forward(self, x):
        b, c, h, w = x.shape
        spread = x.view(b, self.groups, c // self.groups, h, w).std(dim=[2, 3, 4], keepdim=True).expand(b, self.groups, c // self.groups, h, w).reshape(x.shape)
        power = x.pow(2).mean(dim=[2, 3], keepdim=True)
        x = x * torch.rsqrt(power + 1e-6)
        return torch.max(x * torch.sigmoid(self.v * x) / (spread + 1e-5), self.threshold) + x.var(dim=1, keepdim=True)


class LargeTransfer(nn.Module):
    """Residual blocks for transfer: standardised weights, norms over groups before, no norm over the batch."""

    def __init__(self, width: int = 8):
        super().__init__()
        self.root = StandardConv(3, width, 3, stride=2, padding=1, bias=False)
        self.gn1, self.gn2 = nn.GroupNorm(4, width), nn.GroupNorm(2, width, affine=False)
        self.conv1, self.conv2 = StandardConv(width, width, 3, padding=1, bias=False), StandardConv(width, width, 1)
        self.evolved = EvolvedNorm(width, 2)
        self.head = nn.Conv2d(width, 5, 1)
        nn.init.normal_(self.head.weight, std=0.3)

    def forward(self, x):
        x = F.max_pool2d(F.pad(self.root(x), [1, 1, 1, 1]), 3, 2)
        out = self.conv1(F.relu(self.gn1(x), inplace=True))
        x = x + self.conv2(F.relu(self.gn2(out)))
        return self.head(self.evolved(x).mean([2, 3], True))[..., 0, 0]


@model("residual blocks for transfer: weights standardised by var_mean, standard deviations over groups")
def large_transfer():
    return LargeTransfer(), [(f(2, 3, 16, 16),)]
