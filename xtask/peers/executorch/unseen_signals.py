"""Sound and pictures: further kinds of programs for unseen sets (docs/accuracy.md).

`unseen_export.py` exports them. None of these kinds is in models.py, more_models.py or the sweeps, from which rules were made.
"""

import torch
from models import function
from torch import nn
from torch.nn import functional as F
from unseen_models import model, one

# --- sound -------------------------------------------------------------------------------------------------------------------


class Vocoder(nn.Module):
    """Upsampling from a spectrogram to a waveform, with dilated residual blocks."""

    def __init__(self):
        super().__init__()
        self.start, self.end = nn.Conv1d(6, 8, 7, padding=3), nn.Conv1d(4, 1, 7, padding=3)
        self.up = nn.ConvTranspose1d(8, 4, 4, 2, 1)
        self.dilated = nn.ModuleList(nn.Conv1d(4, 4, 3, padding=d, dilation=d) for d in (1, 3))

    def forward(self, x):
        x = self.up(F.leaky_relu(self.start(x), 0.1))
        for layer in self.dilated:
            x = x + layer(F.leaky_relu(x, 0.1))
        return torch.tanh(self.end(F.leaky_relu(x)))


@model
def vocoder():
    return one("a vocoder", Vocoder(), (torch.randn(1, 6, 10),))


@model
def xnn_vocoder():
    return one("a vocoder in a delegate", Vocoder(), (torch.randn(1, 6, 10),), xnnpack={})


class Conformer(nn.Module):
    """Half a feed-forward part, attention, a gated depthwise convolution."""

    def __init__(self):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(8) for _ in range(3))
        self.feed = nn.Sequential(nn.Linear(8, 16), nn.SiLU(), nn.Linear(16, 8))
        self.attend = nn.MultiheadAttention(8, 2, batch_first=True)
        self.pointwise, self.depthwise, self.batch = nn.Conv1d(8, 16, 1), nn.Conv1d(8, 8, 5, padding=2, groups=8), nn.BatchNorm1d(8)

    def forward(self, x):
        x = x + 0.5 * self.feed(self.norms[0](x))
        y = self.norms[1](x)
        x = x + self.attend(y, y, y, need_weights=False)[0]
        y = F.glu(self.pointwise(self.norms[2](x).mT), 1)
        return x + F.silu(self.batch(self.depthwise(y))).mT


@model
def conformer():
    return one("a conformer block", Conformer(), (torch.randn(1, 7, 8),))


@model
def xnn_conformer_dq():
    return one("a conformer block, dynamically quantised", Conformer(), (torch.randn(1, 7, 8),), quantize="dynamic", xnnpack={}, tolerance=0.3)


@model
def pitch():
    """The lag at which a signal is most like itself."""

    def f(x):
        frames = torch.stack([x[:, at : at + 32] for at in range(0, 65, 16)], 1)
        centred = frames - frames.mean(-1, keepdim=True)
        scores = torch.stack([(centred[..., :24] * centred[..., lag : lag + 24]).sum(-1) for lag in range(9)], -1)
        best = scores[..., 2:].argmax(-1) + 2
        return best, 8000.0 / best, scores[..., 0].clamp(min=1e-9).log10() * 10

    return one("autocorrelation of overlapping frames", function(f), (torch.sin(torch.arange(96.0) * 0.9)[None] + 0.1 * torch.randn(1, 96),))


@model
def fourier():
    return one("filtering between two Fourier transforms", function(lambda x: torch.fft.irfft(torch.fft.rfft(x) * torch.linspace(1, 0, 9), n=16)), (torch.randn(2, 16),), edge={"_check_ir_validity": False})


@model
def wavelet():
    def f(x):
        parts = []
        for _ in range(3):
            even, odd = x[:, 0::2], x[:, 1::2]
            parts.append((even - odd) * 0.5**0.5)
            x = (even + odd) * 0.5**0.5
        back = x
        for part in reversed(parts):
            back = torch.stack([back + part, back - part], -1).flatten(1) * 0.5**0.5
        return torch.cat([x, *reversed(parts)], 1), back

    return one("a wavelet and its inverse", function(f), (torch.randn(2, 32),))


# --- pictures ----------------------------------------------------------------------------------------------------------------


class Mixer(nn.Module):
    """Layers over places and over channels, in turn."""

    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, 8, 4, 4)
        self.places = nn.Sequential(nn.Linear(16, 12), nn.ReLU(), nn.Linear(12, 16))
        self.channels = nn.Sequential(nn.Linear(8, 12), nn.ReLU(), nn.Linear(12, 8))
        self.end = nn.Linear(8, 5)

    def forward(self, x):
        x = self.patches(x).flatten(2)
        x = x + self.places(x)
        x = x.transpose(1, 2)
        return self.end((x + self.channels(x)).mean(1))


@model
def xnn_mixer():
    return one("layers over places and channels in a delegate", Mixer(), (torch.randn(1, 3, 16, 16),), xnnpack={})


@model
def xnn_mixer_sq():
    return one("layers over places and channels, statically quantised", Mixer(), (torch.randn(1, 3, 16, 16),), quantize="static", xnnpack={}, tolerance=0.4)


@model
def mixer_sq():
    return one("layers over places and channels, quantised, without a delegate", Mixer(), (torch.randn(1, 3, 16, 16),), quantize="static", tolerance=0.4, libraries=("quantized",))


@model
def windows():
    """Attention inside shifted windows."""

    def f(x):
        x = torch.roll(x, (-2, -2), (1, 2)).view(1, 2, 4, 2, 4, 6).permute(0, 1, 3, 2, 4, 5).reshape(4, 16, 6)
        region = torch.arange(16) % 4 // 2
        mask = torch.where(region[:, None] == region[None], 0.0, -100.0)
        x = torch.softmax(x @ x.mT * 6**-0.5 + mask, -1) @ x
        return torch.roll(x.view(1, 2, 2, 4, 4, 6).permute(0, 1, 3, 2, 4, 5).reshape(1, 8, 8, 6), (2, 2), (1, 2))

    return one("attention inside shifted windows", function(f), (torch.randn(1, 8, 8, 6),))


class Stereo(nn.Module):
    """Differences of two views at all shifts, and the expected shift."""

    def __init__(self):
        super().__init__()
        self.features = nn.Conv2d(1, 4, 3, padding=1)

    def forward(self, left, right):
        left, right = self.features(left), self.features(right)
        costs = [(left - F.pad(right, (shift, 0))[..., : left.shape[-1]]).abs().sum(1) for shift in range(4)]
        weights = F.softmin(F.avg_pool2d(torch.stack(costs, 1), 3, 1, 1, count_include_pad=False), 1)
        return (weights * torch.arange(4.0).view(1, 4, 1, 1)).sum(1)


@model
def stereo():
    return one("a volume of matching costs", Stereo(), (torch.randn(1, 1, 6, 12), torch.randn(1, 1, 6, 12)))


@model
def xnn_stereo():
    return one("a volume of matching costs, partly in delegates", Stereo(), (torch.randn(1, 1, 6, 12), torch.randn(1, 1, 6, 12)), xnnpack={})


class Centres(nn.Module):
    """Objects as local maxima of a map."""

    def __init__(self):
        super().__init__()
        self.body, self.heat, self.size = nn.Conv2d(3, 8, 3, 2, 1), nn.Conv2d(8, 2, 1), nn.Conv2d(8, 2, 1)

    def forward(self, x):
        y = F.relu6(self.body(x))
        heat = self.heat(y).sigmoid()
        heat = heat * (F.max_pool2d(heat, 3, 1, 1) == heat)
        score, at = heat.flatten(1).topk(4)
        place = at % 64
        size = self.size(y).flatten(2).gather(2, place[:, None].expand(-1, 2, -1))
        return score, at // 64, torch.stack([place % 8, place // 8], -1), size.exp()


@model
def centres():
    return one("objects as local maxima", Centres(), (torch.randn(1, 3, 16, 16),))


@model
def suppression():
    """Suppression of overlapping boxes, a fixed number of rounds."""

    def f(boxes, scores):
        low, high = torch.maximum(boxes[:, None, :2], boxes[None, :, :2]), torch.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
        common = (high - low).clamp(min=0).prod(-1)
        area = (boxes[:, 2:] - boxes[:, :2]).prod(-1)
        overlap = common / (area[:, None] + area[None] - common)
        kept = []
        for _ in range(3):
            best = scores.argmax(0, keepdim=True)
            kept.append(best)
            scores = torch.where(overlap.index_select(0, best)[0] > 0.5, torch.full_like(scores, -1.0), scores)
        return torch.cat(kept), scores

    corner = torch.rand(6, 2) * 4
    return one("suppression of overlapping boxes", function(f), (torch.cat([corner, corner + 2], 1), torch.rand(6)))


@model
def colours():
    def f(x):
        high, low = x.amax(1), x.amin(1)
        span = (high - low).clamp(min=1e-6)
        r, g, b = x.unbind(1)
        hue = torch.where(high == r, ((g - b) / span) % 6, torch.where(high == g, (b - r) / span + 2, (r - g) / span + 4)) / 6
        hue = torch.remainder(hue + 0.25, 1.0) * 6
        saturation = (span / high.clamp(min=1e-6)).clamp(0, 1)
        channels = [high - high * saturation * torch.minimum(k, 4 - k).clamp(0, 1) for k in ((n + hue) % 6 for n in (5, 3, 1))]
        return torch.stack(channels, 1)

    return one("a turn of the colour circle", function(f), (torch.rand(1, 3, 4, 5),))


@model
def median_filter():
    def f(x):
        patches = F.unfold(F.pad(x, (1, 1, 1, 1), mode="reflect"), 3)
        return patches.sort(1)[0][:, 4].view(1, 1, 6, 6), (patches.amax(1) - patches.amin(1)).view(1, 6, 6)

    return one("ranks of neighbourhoods", function(f), (torch.randn(1, 1, 6, 6),))


@model
def pyramid():
    def f(x):
        levels = [x]
        for _ in range(2):
            levels.append(F.avg_pool2d(levels[-1], 2, ceil_mode=True))
        fine = [a - F.interpolate(b, size=a.shape[-2:], mode="nearest") for a, b in zip(levels, levels[1:])]
        return *fine, levels[-1].amax((2, 3))

    return one("a pyramid of differences", function(f), (torch.randn(1, 2, 12, 12),))


@model
def life():
    def f(board):
        wide = F.pad(board.to(torch.float32), (1, 1, 1, 1), mode="circular").to(torch.int32)
        around = sum(wide[:, :, 1 + i : 7 + i, 1 + j : 7 + j] for i in (-1, 0, 1) for j in (-1, 0, 1)) - board.to(torch.int32)
        after = (around == 3) | (board & (around == 2))
        return after, after.sum((2, 3)), torch.logical_xor(after, board).any(3)

    return one("a cellular automaton on a torus", function(f), (torch.rand(1, 1, 6, 6) > 0.5,))
