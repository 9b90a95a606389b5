# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Waves and spectra: time stretched, pictures without blur, roots, states of a quantum machine, packed samples."""

import math
from typing import Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])
OWN_FFT = RELEASE >= (1, 8)


class PhaseVocoder(nn.Module):
    """Time stretched at the same pitch: pairs of reals, as audio libraries did it first."""

    def __init__(self, size: int = 32):
        super().__init__()
        self.size, self.hop = size, size // 4
        self.register_buffer("window", torch.hann_window(size))
        self.register_buffer("advance", torch.linspace(0, math.pi * self.hop, size // 2 + 1).unsqueeze(-1))

    def spectrum(self, wave):
        return torch.stft(wave, self.size, self.hop, self.size, self.window)

    def wave(self, spectrum, length: int):
        return torch.istft(spectrum, self.size, self.hop, self.size, self.window, length=length)

    def forward(self, wave, rate: float = 1.3):
        spectrum = self.spectrum(wave)
        steps = torch.arange(0, spectrum.size(-2), rate)
        alphas = steps % 1.0
        spectrum = F.pad(spectrum, [0, 0, 0, 2])
        first = spectrum.index_select(-2, steps.long())
        second = spectrum.index_select(-2, (steps + 1).long())
        angle0 = torch.atan2(first[..., 1], first[..., 0])
        angle1 = torch.atan2(second[..., 1], second[..., 0])
        norm0, norm1 = torch.norm(first, p=2, dim=-1), torch.norm(second, p=2, dim=-1)
        phase = angle1 - angle0 - self.advance
        phase = phase - 2 * math.pi * torch.round(phase / (2 * math.pi)) + self.advance
        start = torch.atan2(spectrum[:, :, :1, 1], spectrum[:, :, :1, 0])
        phase = torch.cumsum(torch.cat([start, phase[..., :-1]], dim=-1), -1)
        size = alphas * norm1 + (1 - alphas) * norm0
        stretched = torch.stack([size * torch.cos(phase), size * torch.sin(phase)], dim=-1)
        return self.wave(stretched, int(wave.size(-1) / rate + 0.5))


class PairVocoder(PhaseVocoder):
    """The same where stft has to be told that pairs of reals are wanted."""

    def spectrum(self, wave):
        return torch.stft(wave, self.size, self.hop, self.size, self.window, return_complex=False)


class ComplexVocoder(PhaseVocoder):
    """The same where istft takes complex numbers only."""

    def spectrum(self, wave):
        return torch.view_as_real(torch.stft(wave, self.size, self.hop, self.size, self.window, return_complex=True))

    def wave(self, spectrum, length: int):
        return torch.istft(torch.view_as_complex(spectrum), self.size, self.hop, self.size, self.window, length=length)


@model("time stretched by a phase vocoder: spectra as pairs of reals where the release takes them, steps of floats, % of floats")
def time_stretch():
    made = PhaseVocoder() if RELEASE < (1, 7) else PairVocoder() if RELEASE < (2, 0) else ComplexVocoder()
    wave = torch.stack([(torch.arange(160) * 0.31).sin(), (torch.arange(160) * 0.07).cos()])
    return made, [(wave,), (wave[:1], 0.8)]


class PairDeblur(nn.Module):
    """A picture without its blur, by Wiener: two-dimensional transforms as functions, products of pairs by hand."""

    def forward(self, picture, kernel, noise: float = 0.05):
        h, w = picture.shape[-2:]
        spread = torch.zeros(h, w)
        spread[: kernel.size(0), : kernel.size(1)] = kernel
        k, x = torch.rfft(spread, 2, onesided=False), torch.rfft(picture, 2, normalized=False, onesided=False)
        power = k.pow(2).sum(-1, keepdim=True) + noise
        real = k[..., 0] * x[..., 0] + k[..., 1] * x[..., 1]
        imaginary = k[..., 0] * x[..., 1] - k[..., 1] * x[..., 0]
        both = torch.stack([real, imaginary], -1) / power
        return torch.ifft(both, 2)[..., 0], torch.irfft(both, 2, onesided=False), torch.fft(both, 1).norm(2, -1)


class ComplexDeblur(nn.Module):
    """The same with complex numbers and the module of transforms."""

    def forward(self, picture, kernel, noise: float = 0.05):
        h, w = picture.shape[-2:]
        k, x = torch.fft.fftn(kernel, s=[h, w]), torch.fft.fft2(picture)
        both = x * k.conj() / (k.abs().pow(2) + noise)
        back = torch.fft.ifft2(both)
        return back.real, torch.fft.ifftn(both, dim=[-2, -1]).real, torch.fft.fft(both).abs()


@model("a picture without its blur: transforms of two dimensions with and without half a side, complex division")
def wiener_deblur():
    return (ComplexDeblur if OWN_FFT else PairDeblur)(), [(f(2, 8, 10), p(3, 3) / 9), (f(1, 6, 6), p(2, 2), 0.5)]


class OldRoots(nn.Module):
    """Roots of a polynomial: eigenvalues of its companion, as pairs of reals."""

    def forward(self, coefficients) -> Tuple[torch.Tensor, torch.Tensor]:
        size = coefficients.size(0) - 1
        companion = torch.zeros(size, size)
        companion[0] = -coefficients[1:] / coefficients[0]
        companion.view(-1)[size :: size + 1] = 1
        values, _ = torch.eig(companion)
        order = (values[:, 0] * 1000 + values[:, 1]).argsort()
        values = values.index_select(0, order)
        return values, values.pow(2).sum(1).sqrt_().max()


class NewRoots(nn.Module):
    """The same, after eig was removed."""

    def forward(self, coefficients) -> Tuple[torch.Tensor, torch.Tensor]:
        size = coefficients.size(0) - 1
        companion = torch.zeros(size, size)
        companion[0] = -coefficients[1:] / coefficients[0]
        companion.view(-1)[size :: size + 1] = 1
        values = torch.view_as_real(torch.linalg.eigvals(companion))
        order = (values[:, 0] * 1000 + values[:, 1]).argsort()
        values = values.index_select(0, order)
        return values, values.pow(2).sum(1).sqrt_().max()


@model("roots of a polynomial: eigenvalues of a matrix that is not symmetric, written through a view with a step")
def polynomial_roots():
    return (OldRoots if RELEASE < (1, 12) else NewRoots)(), [(torch.tensor([1.0, -6.0, 11.0, -6.0]),), (torch.tensor([2.0, 0.5, 3.0, -1.0, 4.0]),)]


class Register(nn.Module):
    """Three bits of a quantum machine: states with complex amplitudes, gates by einsum and kron, phases, measurements."""

    def __init__(self):
        super().__init__()
        half = 2 ** -0.5
        self.register_buffer("hadamard", torch.tensor([[half, half], [half, -half]], dtype=torch.complex64))
        self.angles = nn.Parameter(torch.tensor([0.3, 1.1, -0.7]))

    def turn(self, k: int):
        a = self.angles[k] / 2
        zero = torch.zeros_like(a)
        return torch.complex(torch.stack([a.cos(), zero, zero, a.cos()]), torch.stack([-a.sin(), zero, zero, a.sin()])).view(2, 2)

    def forward(self, shots: int = 4):
        state = torch.zeros(8, dtype=torch.complex64)
        state[0] = 1.0
        state = state.view(2, 2, 2)
        state = torch.einsum("ai,ijk->ajk", self.hadamard, state)
        for k in range(3):
            state = torch.tensordot(self.turn(k).matmul(self.hadamard), state, dims=([1], [0])).permute(1, 2, 0)
        flipped = torch.stack([state[0], state[1].flip(0)])
        amplitudes = flipped.reshape(-1)
        chance = amplitudes.abs() ** 2
        real = (amplitudes.conj() * torch.roll(amplitudes, 1)).sum().real
        phases = torch.angle(amplitudes * 1j)
        drawn = torch.arange(shots).float().add(0.5).div(shots).unsqueeze(1).gt(chance.cumsum(0)).sum(1)
        return chance, real, phases.sin(), drawn, torch.view_as_real(amplitudes * (1 + 2j) / 2)


@model("three bits of a quantum machine: complex buffers, tensordot, a conjugate, constants that are imaginary")
def quantum_register():
    return Register(), [(), (9,)]


class Unpacker(nn.Module):
    """Samples of twelve bits in bytes, with signs, times before the epoch, means in whole numbers."""

    def forward(self, packed, stamp) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        triples = packed.view(-1, 3).to(torch.int32)
        first = triples[:, 0] | ((triples[:, 1] & 15) << 8)
        second = (triples[:, 1] >> 4) | (triples[:, 2] << 4)
        samples = torch.stack([first, second], 1).reshape(-1)
        samples = torch.where(samples >= 2048, samples - 4096, samples)
        hours = torch.floor_divide(stamp, 3600) % 24
        days = stamp // 86400
        coarse = samples.view(-1, 2).sum(1) // 2
        energy = samples.float().pow_(2).mean() / 4096
        samples -= samples.float().mean().long()
        return samples, torch.stack([days, hours, stamp % 60]), coarse, energy.sqrt()


@model("packed samples: bytes to integers of 32 bits by & | << >>, // and % of times before the epoch and of sums below zero")
def packed_samples():
    return Unpacker(), [(n(18, low=0, high=255).to(torch.uint8), torch.tensor([86399, 1600000000, -1, -4000])), (n(6, low=100, high=220).to(torch.uint8), n(4, low=-9000, high=9000) * 1000)]
