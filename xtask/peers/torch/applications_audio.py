# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Unseen models that hear: spectra, filters, causal stacks, vocoders, streams."""

from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


class Mel(nn.Module):
    """Log mel bands of a wave, from the spectrum as pairs of reals."""

    def __init__(self):
        super().__init__()
        self.register_buffer("window", torch.hann_window(32))
        points = torch.linspace(0, 16, 8)
        up = (torch.arange(17.0)[:, None] - points[None, :-2]) / (points[1:-1] - points[:-2])
        down = (points[2:] - torch.arange(17.0)[:, None]) / (points[2:] - points[1:-1])
        self.register_buffer("bank", torch.min(up, down).clamp(min=0))

    def spectrum(self, wave):
        return torch.stft(wave, 32, 16, 32, self.window, True, "reflect", False, True)

    def forward(self, wave):
        pairs = self.spectrum(wave)
        power = pairs.pow(2.0).sum(-1)
        bands = torch.matmul(power.transpose(1, 2), self.bank)
        log = torch.log10(torch.clamp(bands, min=1e-5))
        log = torch.max(log, log.max() - 8.0)
        return (log - log.mean(1, keepdim=True)) / (log.std(1, keepdim=True) + 1e-5)


class MelComplex(Mel):
    def spectrum(self, wave):
        return torch.view_as_real(torch.stft(wave, n_fft=32, hop_length=16, window=self.window, return_complex=True))


@model("a mel front end: stft as pairs of reals, as old programs call it")
def mel_frontend():
    return Mel(), [(f(1, 128),)]


@model("a mel front end: stft as complex numbers")
def mel_frontend_complex():
    return MelComplex(), [(f(1, 128),)]


class Rebuild(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("window", torch.hamming_window(16, periodic=True))

    def forward(self, wave, steps: int):
        spectrum = torch.stft(wave, 16, 4, 16, self.window, return_complex=True)
        size = spectrum.abs()
        for _ in range(steps):
            back = torch.istft(spectrum, 16, 4, 16, self.window, length=wave.size(-1))
            again = torch.stft(back, 16, 4, 16, self.window, return_complex=True)
            spectrum = torch.polar(size, again.angle())
        return torch.istft(spectrum, 16, 4, 16, self.window, length=wave.size(-1))


@model("a wave from the size of its spectrum: istft, polar, angle, in a loop")
def griffin_lim():
    return Rebuild(), [(f(1, 64), 2)]


class FrequencyFilter(nn.Module):
    def forward(self, x, low: int, high: int):
        spectrum = torch.fft.rfft(x, dim=-1)
        mask = torch.zeros(spectrum.size(-1))
        mask[low:high] = 1.0
        kept = torch.fft.irfft(spectrum * mask, n=x.size(-1), dim=-1)
        shifted = torch.fft.fftshift(torch.fft.fft2(x), dim=[-2, -1])
        energy = (spectrum * spectrum.conj()).real.sum(-1)
        return kept, torch.view_as_real(shifted), energy, torch.fft.fftfreq(8), spectrum.imag


@model("a filter in the frequency domain: torch.fft, complex products, conj")
def frequency_filter():
    import torch.fft  # noqa: F401 (a module of its own in 1.7)

    return FrequencyFilter(), [(f(3, 16), 1, 4)]


class OldFrequencyFilter(nn.Module):
    def forward(self, x, low: int, high: int):
        spectrum = torch.rfft(x, 1, normalized=False, onesided=True)
        mask = torch.zeros_like(spectrum)
        mask[:, low:high] = 1.0
        return torch.irfft(spectrum * mask, 1, signal_sizes=[x.size(-1)]), torch.ifft(torch.fft(torch.stack([x, x], -1), 1), 1)


@model("a filter in the frequency domain: rfft, irfft, fft and ifft as functions, before torch.fft")
def frequency_filter_old():
    return OldFrequencyFilter(), [(f(3, 16), 1, 4)]


class GatedLayer(nn.Module):
    def __init__(self, width: int, dilation: int):
        super().__init__()
        self.left = dilation
        self.conv, self.condition = nn.Conv1d(width, 2 * width, 2, dilation=dilation), nn.Conv1d(2, 2 * width, 1, bias=False)
        self.out = nn.Conv1d(width, 2 * width, 1)

    def forward(self, x, condition: Optional[torch.Tensor]) -> Tuple[torch.Tensor, torch.Tensor]:
        y = self.conv(F.pad(x, [self.left, 0]))
        if condition is not None:
            y = y + self.condition(condition)
        a, b = y.chunk(2, dim=1)
        residual, skip = self.out(torch.tanh(a) * torch.sigmoid(b)).chunk(2, 1)
        return (x + residual) * 0.7071, skip


class WaveNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Conv1d(1, 4, 1), nn.Conv1d(4, 16, 1)
        self.layers = nn.ModuleList([GatedLayer(4, 2 ** (i % 3)) for i in range(5)])

    def forward(self, wave, condition: Optional[torch.Tensor] = None):
        mu = torch.sign(wave) * torch.log1p(255.0 * wave.abs().clamp(max=1.0)) / 5.545177444479562
        x = self.first(mu)
        total = torch.zeros_like(x)
        for layer in self.layers:
            x, skip = layer(x, condition)
            total += skip
        return F.log_softmax(self.last(F.relu(total)), 1)


@model("a WaveNet: causal, dilated, gated, an optional condition, mu-law")
def wavenet():
    return WaveNet(), [(f(1, 1, 20),), (f(1, 1, 20), f(1, 2, 20))]


class Vocoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.ModuleList([nn.ConvTranspose1d(4, 4, 4, stride=2, padding=1), nn.ConvTranspose1d(4, 2, 8, stride=4, padding=2)])
        self.post = nn.utils.weight_norm(nn.Conv1d(2, 1, 7, padding=3))

    def forward(self, mel):
        x = mel
        for up in self.up:
            x = up(F.leaky_relu(x, 0.1))
        return torch.tanh(self.post(x)).squeeze(1)


@model("a vocoder: transposed convolutions, a layer with weight_norm (a hook)")
def vocoder():
    return Vocoder(), [(f(1, 4, 6),)]


@model("a vocoder whose weight_norm was removed, frozen")
def vocoder_frozen():
    module = Vocoder().eval()
    nn.utils.remove_weight_norm(module.post)
    return torch.jit.freeze(torch.jit.script(module)), [(f(1, 4, 6),)]


class Biquad(nn.Module):
    """A filter that goes sample by sample, in numbers of the language."""

    def __init__(self):
        super().__init__()
        self.b: List[float] = [0.2, 0.4, 0.2]
        self.a: List[float] = [1.0, -0.3, 0.1]
        self.state: Dict[str, float] = {"z1": 0.0, "z2": 0.0}

    def forward(self, wave: List[float]) -> List[float]:
        out: List[float] = []
        z1, z2 = self.state["z1"], self.state["z2"]
        for x in wave:
            y = self.b[0] * x + z1
            z1 = self.b[1] * x - self.a[1] * y + z2
            z2 = self.b[2] * x - self.a[2] * y
            out.append(y)
        self.state["z1"], self.state["z2"] = z1, z2
        return out

    @torch.jit.export
    def energy(self, wave: List[float]) -> float:
        total = 0.0
        for x in self.forward(wave):
            total += x ** 2
        return total / max(len(wave), 1)


@model("a recursive filter in floats, with a state that lasts in a dictionary")
def biquad():
    wave = f(12).tolist()
    return Biquad(), [(wave,), (wave[:3],), ("energy", (wave,))]


class Pitch(nn.Module):
    def forward(self, wave):
        x = wave - wave.mean()
        auto = F.conv1d(x.view(1, 1, -1), x.view(1, 1, -1), padding=x.numel() - 1).view(-1)[x.numel() - 1:]
        auto = auto / auto[0]
        peaks = (auto[1:-1] > auto[:-2]) & (auto[1:-1] > auto[2:])
        lags = torch.nonzero(peaks).squeeze(1) + 1
        signs = torch.sign(x)
        crossings = (signs[1:] != signs[:-1]).sum()
        return lags, auto[lags], crossings, x.unfold(0, 8, 4).std(dim=1, unbiased=False)


@model("pitch: correlation of a signal with itself, peaks, frames by unfold")
def pitch():
    return Pitch(), [(torch.sin(torch.arange(48.0) * 0.7),)]


class Streaming(nn.Module):
    """A causal convolution in chunks; what came before is kept in a buffer."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 3, 4)
        self.register_buffer("left", torch.zeros(1, 2, 3))
        self.seen: int = 0

    def forward(self, chunk):
        x = torch.cat([self.left, chunk], dim=2)
        self.left = x[:, :, -3:].detach()
        self.seen += chunk.size(2)
        return self.conv(x)

    @torch.jit.export
    def reset(self) -> int:
        seen = self.seen
        self.left.zero_()
        self.seen = 0
        return seen


@model("a convolution in a stream: a buffer and a counter that forward assigns, a method that resets them")
def streaming_convolution():
    return Streaming(), [(f(1, 2, 5),), (f(1, 2, 4),), ("reset", ()), (f(1, 2, 5),)]


class Decode(nn.Module):
    """Greedy decoding of connectionist outputs, to text and times."""

    def __init__(self):
        super().__init__()
        self.symbols: Dict[int, str] = {1: "a", 2: "b", 3: " ", 4: "n"}

    def forward(self, scores) -> Tuple[List[str], List[List[int]]]:
        texts: List[str] = []
        times: List[List[int]] = []
        best = scores.argmax(-1)
        for row in best.unbind(0):
            runs, counts = torch.unique_consecutive(row, return_counts=True)
            text, at, starts = "", 0, torch.jit.annotate(List[int], [])
            for k in range(runs.numel()):
                symbol = int(runs[k])
                if symbol != 0 and symbol in self.symbols:
                    text += self.symbols[symbol]
                    starts.append(at)
                at += int(counts[k])
            texts.append(text.strip().upper())
            times.append(starts)
        return texts, times


@model("connectionist decoding: runs of symbols, a dictionary with integers as keys, texts")
def connectionist_decoding():
    return Decode(), [(f(2, 9, 5),)]


class Ctc(nn.Module):
    def forward(self, scores, targets, lengths, target_lengths):
        logs = scores.log_softmax(2)
        return F.ctc_loss(logs, targets, lengths, target_lengths, blank=0, reduction="none"), \
            F.ctc_loss(logs, targets, lengths, target_lengths, reduction="mean", zero_infinity=True)


@model("the connectionist loss, lengths as tensors")
def connectionist_loss():
    return Ctc(), [(f(9, 2, 5), n(2, 3, low=1, high=4), torch.tensor([9, 8]), torch.tensor([3, 2]))]


class Conformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(8), nn.LayerNorm(8)
        self.feed = nn.Sequential(nn.LayerNorm(8), nn.Linear(8, 16), nn.SiLU() if hasattr(nn, "SiLU") else nn.Tanh(), nn.Linear(16, 8))
        self.attend = nn.MultiheadAttention(8, 2)
        self.point1, self.depth, self.point2 = nn.Conv1d(8, 16, 1), nn.Conv1d(8, 8, 3, padding=1, groups=8), nn.Conv1d(8, 8, 1)
        self.batch = nn.BatchNorm1d(8)

    def forward(self, x):
        x = x + 0.5 * self.feed(x)
        y = self.norm1(x).transpose(0, 1)
        x = x + self.attend(y, y, y, need_weights=False)[0].transpose(0, 1)
        y = F.glu(self.point1(self.norm2(x).transpose(1, 2)), dim=1)
        y = self.point2(torch.sigmoid(self.batch(self.depth(y))) * y)
        return x + y.transpose(1, 2)


@model("a Conformer block: attention, gated and depthwise convolutions")
def conformer():
    return Conformer(), [(f(2, 6, 8),)]
