# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Colour and coding: differences of colours, structural similarity, cubes of colours, range coding, filtered rows, dictionaries that grow."""

import math
from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n
from torch import nn

WHITE = (0.95047, 1.0, 1.08883)


class ColourDifference(nn.Module):
    """Bytes to CIELAB, and how far two pictures are apart by the formula of 2000."""

    def __init__(self, illuminant=WHITE):
        super().__init__()
        matrix = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
        self.register_buffer("matrix", torch.tensor(matrix, dtype=torch.float64))
        self.register_buffer("white", torch.tensor(illuminant, dtype=torch.float64).reshape(3, 1, 1))
        self.lightness_only = False

    @property
    def limit(self):
        return (6 / 29) ** 3

    def lab(self, picture, limit: float):
        x = picture.to(torch.float64).div(255)
        linear = torch.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055).pow(2.4))
        xyz = torch.einsum("xr,rhw->xhw", [self.matrix, linear]) / self.white
        t = torch.where(xyz > limit, xyz.clamp(min=1e-9).pow(1 / 3), xyz * (841 / 108) + 4 / 29)
        return 116 * t[1] - 16, 500 * (t[0] - t[1]), 200 * (t[1] - t[2])

    def forward(self, one, two) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        limit = (6 / 29) ** 3
        l1, a1, b1 = self.lab(one, limit)
        l2, a2, b2 = self.lab(two, limit)
        c7 = ((torch.sqrt(a1 ** 2 + b1 ** 2) + torch.sqrt(a2 ** 2 + b2 ** 2)) / 2).pow(7)
        g = 1.5 - 0.5 * torch.sqrt(c7 / (c7 + 25.0 ** 7))
        a1, a2 = a1 * g, a2 * g
        c1, c2 = torch.stack([a1, b1]).norm(2, 0), torch.stack([a2, b2]).norm(2, 0)
        h1, h2 = torch.fmod(torch.atan2(b1, a1) + 2 * math.pi, 2 * math.pi), torch.fmod(torch.atan2(b2, a2) + 2 * math.pi, 2 * math.pi)
        turn = h2 - h1
        turn = turn - 2 * math.pi * (turn > math.pi).to(turn.dtype) + 2 * math.pi * (turn < -math.pi).to(turn.dtype)
        l, c = (l1 + l2) / 2, (c1 + c2) / 2
        h = (h1 + h2) / 2
        h = torch.where((h1 - h2).abs() > math.pi, torch.fmod(h + math.pi, 2 * math.pi), h)
        t = 1 - 0.17 * torch.cos(h - math.pi / 6) + 0.24 * torch.cos(2 * h) + 0.32 * torch.cos(3 * h + math.pi / 30) - 0.20 * torch.cos(4 * h - 63 * math.pi / 180)
        sl = 1 + 0.015 * (l - 50) ** 2 / torch.sqrt(20 + (l - 50) ** 2)
        sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
        around = torch.exp(-((h * 180 / math.pi - 275) / 25).square()) * math.pi / 3
        rt = -torch.sin(around) * 2 * torch.sqrt(c.pow(7) / (c.pow(7) + 25.0 ** 7))
        dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, 2 * torch.sqrt(c1 * c2) * torch.sin(turn / 2) / sh
        squared = dl * dl + dc * dc + dh * dh + rt * dc * dh
        return torch.sqrt(squared.clamp(min=0)), torch.stack([l1, a1, b1]), torch.stack([c1, h1 * 180 / math.pi])


@model("differences of colours: einsum of a list, a property beside, fmod of angles, in doubles")
def colour_difference():
    one = n(3, 4, 5, low=0, high=255).to(torch.uint8)
    return ColourDifference(), [(one, one.flip(2)), (one[:, :2], (one[:, :2] // 2) + 20)]


def decibels(error, *, peak: float):
    return 10 * torch.log10(peak * peak / error.clamp_min(1e-12))


class Similarity(nn.Module):
    """Structural similarity over several scales, with the gradient's deviation and the noise in decibels beside."""

    def __init__(self, size: int = 5, sigma: float = 1.5, channels: int = 3):
        super().__init__()
        x = torch.arange(size, dtype=torch.float32) - size // 2
        g = torch.softmax(-(x ** 2) / (2 * sigma ** 2), dim=0)
        self.register_buffer("window", g.view(1, 1, 1, size).repeat(channels, 1, 1, 1))
        self.register_buffer("scales", torch.tensor([0.0448, 0.2856, 0.3001]))
        self.register_buffer("prewitt", torch.tensor([[1.0, 0.0, -1.0]]).expand(3, 3).div(3.0).reshape(1, 1, 3, 3).contiguous())
        self.channels = channels

    def blur(self, x):
        x = F.conv2d(x, self.window, None, 1, [0, 0], 1, self.channels)
        return F.conv2d(x, self.window.transpose(2, 3), groups=self.channels)

    def one_scale(self, a, b) -> Tuple[torch.Tensor, torch.Tensor]:
        ma, mb = self.blur(a), self.blur(b)
        va, vb, vab = self.blur(a * a) - ma * ma, self.blur(b * b) - mb * mb, self.blur(a * b) - ma * mb
        contrast = (2 * vab + 0.0009) / (va + vb + 0.0009)
        whole = (2 * ma * mb + 0.0001) / (ma * ma + mb * mb + 0.0001) * contrast
        return whole.mean([2, 3]), contrast.mean(dim=[2, 3])

    def forward(self, a, b, peak: float = 1.0):
        noise = decibels(F.mse_loss(a, b, reduction="none").flatten(1).mean(1), peak=peak)
        grey_a, grey_b = a.mean(1, True), b.mean(1, True)
        ga = (F.conv2d(grey_a, self.prewitt).pow(2) + F.conv2d(grey_a, self.prewitt.transpose(2, 3)).pow(2)).add(1e-8).sqrt()
        gb = (F.conv2d(grey_b, self.prewitt).pow(2) + F.conv2d(grey_b, self.prewitt.transpose(2, 3)).pow(2)).add(1e-8).sqrt()
        deviation = ((2 * ga * gb + 0.0026) / (ga.pow(2) + gb.pow(2) + 0.0026)).std(dim=[1, 2, 3], unbiased=False)
        parts = torch.jit.annotate(List[torch.Tensor], [])
        levels = self.scales.size(0)
        for k in range(levels):
            whole, contrast = self.one_scale(a, b)
            chosen = whole if k == levels - 1 else contrast
            parts.append(torch.relu(chosen) ** self.scales[k])
            if k < levels - 1:
                even = [0, a.size(3) % 2, 0, a.size(2) % 2]
                a, b = F.avg_pool2d(F.pad(a, even), 2), F.avg_pool2d(F.pad(b, even), kernel_size=[2, 2], divisor_override=4)
        return torch.stack(parts, dim=0).prod(dim=0).mean(-1), noise, deviation


@model("structural similarity: an argument by keyword alone, powers by a buffer, a product over a stack, a divisor for the mean")
def structural_similarity():
    a = (f(2, 3, 27, 30) * 0.25 + 0.5).clamp(0, 1)
    return Similarity(), [(a, (a * 0.9 + 0.03).roll(1, 3))]


class ColourCube(nn.Module):
    """A film's look from a cube of colours read from text: sampled in three dimensions, mixed by a soft matte, dithered by a pattern."""

    def __init__(self, text: str):
        super().__init__()
        self.cube = self.read(text)
        pattern = torch.tensor([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]])
        self.register_buffer("luma", torch.tensor([0.2126, 0.7152, 0.0722]))
        self.register_buffer("pattern", (pattern.float() + 0.5) / 16 - 0.5)

    @torch.jit.unused
    def read(self, text: str):
        rows = [[float(x) for x in line.split()] for line in text.splitlines() if line[:1] in "0123456789."]
        size = round(len(rows) ** (1 / 3))
        return nn.Parameter(torch.tensor(rows).view(size, size, size, 3).permute(3, 0, 1, 2).unsqueeze(0).contiguous())

    def forward(self, picture, strength: float = 1.0, bits: int = 4):
        x = picture.to(torch.float32) / 255.0
        grid = (x * 2 - 1).permute(0, 2, 3, 1).unsqueeze(1)
        cube = self.cube.expand(x.size(0), -1, -1, -1, -1)
        looked = F.grid_sample(cube, grid, mode="bilinear", padding_mode="border", align_corners=True).squeeze(2)
        nearest = F.grid_sample(cube, grid, mode="nearest", padding_mode="zeros", align_corners=True)[:, :, 0]
        luma = (looked * self.luma.view(1, 3, 1, 1)).sum(1, keepdim=True)
        matte = F.hardtanh(luma * 4 - 1, 0.0, 1.0)
        mixed = torch.lerp(x, torch.lerp(nearest, looked, matte), strength)
        h, w = x.shape[2], x.shape[3]
        tile = self.pattern.repeat((h + 3) // 4, (w + 3) // 4)[:h, :w]
        levels = float(2 ** bits - 1)
        small = torch.floor(mixed * levels + 0.5 + tile).clamp(0, levels).to(torch.uint8)
        packed = (small[:, 0].to(torch.int32) << (2 * bits)) | (small[:, 1].to(torch.int32) << bits) | small[:, 2].to(torch.int32)
        return mixed, small, packed


@model("a cube of colours: sampling in three dimensions two ways, unused code that reads text, bits joined by << and |")
def colour_cube():
    lines = ["# look", "LUT_3D_SIZE 3"]
    for k in range(27):
        r, g, b = k % 3 / 2, k // 3 % 3 / 2, k // 9 / 2
        lines.append("%f %f %f" % (r ** 0.8, g * 0.9 + 0.05, b ** 1.2))
    picture = n(1, 3, 5, 6, low=0, high=255).to(torch.uint8)
    return ColourCube("\n".join(lines)), [(picture,), (picture, 0.5, 3)]


@torch.jit.script
class RangeCoder(object):
    """State of a range coder in 32 bits, held in integers of 64."""

    def __init__(self, data: List[int]):
        self.low = 0
        self.range = 0xFFFFFFFF
        self.code = 0
        self.data = data
        self.at = 0

    def encode(self, start: int, size: int, total: int):
        self.range = self.range // total
        self.low = (self.low + start * self.range) & 0xFFFFFFFF
        self.range = self.range * size
        self.settle(False)

    def settle(self, decoding: bool):
        while (self.low ^ (self.low + self.range)) < 0x1000000 or self.range < 0x10000:
            if (self.low ^ (self.low + self.range)) >= 0x1000000:
                self.range = (0x100000000 - self.low) & 0xFFFF
            if decoding:
                self.code = ((self.code << 8) & 0xFFFFFFFF) | self.next()
            else:
                self.data.append(self.low >> 24)
            self.low = (self.low << 8) & 0xFFFFFFFF
            self.range = (self.range << 8) & 0xFFFFFFFF

    def next(self) -> int:
        self.at += 1
        if self.at <= len(self.data):
            return self.data[self.at - 1]
        return 0

    def finish(self):
        for _ in range(4):
            self.data.append(self.low >> 24)
            self.low = (self.low << 8) & 0xFFFFFFFF

    def begin(self):
        for _ in range(4):
            self.code = ((self.code << 8) & 0xFFFFFFFF) | self.next()

    def value(self, total: int) -> int:
        self.range = self.range // total
        return ((self.code - self.low) & 0xFFFFFFFF) // self.range

    def decode(self, start: int, size: int):
        self.low = (self.low + start * self.range) & 0xFFFFFFFF
        self.range = self.range * size
        self.settle(True)


class EntropyCoder(nn.Module):
    """Symbols to bytes and back by counts that adapt."""

    def __init__(self, symbols: int = 6):
        super().__init__()
        self.symbols = symbols

    @torch.jit.export
    def decode(self, data: List[int], count: int) -> List[int]:
        counts = [1] * self.symbols
        coder = RangeCoder(data)
        coder.begin()
        out: List[int] = []
        for _ in range(count):
            total = 0
            for c in counts:
                total += c
            value = coder.value(total)
            symbol, start = 0, 0
            while start + counts[symbol] <= value:
                start += counts[symbol]
                symbol += 1
            coder.decode(start, counts[symbol])
            counts[symbol] += 4
            out.append(symbol)
        return out

    def forward(self, message) -> Tuple[List[int], float, bool]:
        counts = torch.ones(self.symbols, dtype=torch.int64)
        coder = RangeCoder(torch.jit.annotate(List[int], []))
        bits = 0.0
        symbols: List[int] = []
        for k in range(message.numel()):
            s = int(message[k].item())
            symbols.append(s)
            ends = counts.cumsum(0)
            start = int(ends[s]) - int(counts[s])
            total = int(ends[-1])
            bits += float(torch.log2(ends[-1].to(torch.float64) / counts[s].to(torch.float64)))
            coder.encode(start, int(counts[s]), total)
            counts[s] += 4
        coder.finish()
        return coder.data, bits, self.decode(coder.data, len(symbols)) == symbols


@model("symbols to bytes by ranges: a class of integers with & | ^ << >>, constants of 32 bits, lists that are equal")
def range_coder():
    return EntropyCoder(), [(n(40, low=0, high=5).pow(2) % 6,), (torch.zeros(25, dtype=torch.int64),)]


class RowFilters(nn.Module):
    """Rows of a lossless picture: five predictors, the one with the least sum, a checksum, runs, codes of Rice."""

    def __init__(self):
        super().__init__()
        table: List[int] = []
        for k in range(256):
            c = k
            for _ in range(8):
                c = (c >> 1) ^ (0xEDB88320 if c & 1 else 0)
            table.append(c)
        self.table = table

    @torch.jit.export
    def checksum(self, data: List[int], start: int = 0xFFFFFFFF) -> int:
        c = start
        for b in data:
            c = self.table[(c ^ b) & 0xFF] ^ (c >> 8)
        return c ^ 0xFFFFFFFF

    def rice(self, values: List[int], k: int) -> str:
        out = ""
        for v in values:
            z = 2 * v if v >= 0 else -2 * v - 1
            quotient = z >> k
            for _ in range(quotient):
                out += "1"
            out += "0"
            for bit in range(k - 1, -1, -1):
                out += "1" if (z >> bit) & 1 == 1 else "0"
        return out

    def forward(self, picture) -> Tuple[torch.Tensor, torch.Tensor, int, str]:
        x = picture.to(torch.int16)
        up = F.pad(x.unsqueeze(0).float(), [0, 0, 1, 0]).squeeze(0)[:-1].to(torch.int16)
        left = torch.cat([torch.zeros_like(x[:, :1]), x[:, :-1]], dim=1)
        corner = torch.cat([torch.zeros_like(up[:, :1]), up[:, :-1]], dim=1)
        guess = left + up - corner
        pa, pb, pc = (guess - left).abs(), (guess - up).abs(), (guess - corner).abs()
        paeth = torch.where((pa <= pb) & (pa <= pc), left, torch.where(pb <= pc, up, corner))
        average = torch.floor_divide(left + up, 2)
        tries = torch.stack([x, x - left, x - up, x - average, x - paeth])
        wrapped = tries.to(torch.uint8)
        signed = wrapped.to(torch.int8).to(torch.int32)
        cost = signed.abs().sum(-1)
        kind = (cost * 8 + torch.arange(5).unsqueeze(1)).argmin(0)
        chosen = wrapped.gather(0, kind.view(1, -1, 1).expand(1, x.size(0), x.size(1)))[0]
        data: List[int] = []
        for row in range(x.size(0)):
            data.append(int(kind[row]))
            for column in range(x.size(1)):
                data.append(int(chosen[row, column]))
        first: List[int] = []
        for v in signed[1, 0][:6].unbind(0):
            first.append(int(v))
        return kind, chosen, self.checksum(data, 0xFFFFFFFF), self.rice(first, 3)


@model("rows of a lossless picture: 8 and 16 bits that wrap around, argmin of sums, a checksum by a table in a list")
def row_filters():
    y = torch.arange(6).unsqueeze(1)
    x = torch.arange(9).unsqueeze(0)
    picture = ((y * 23 + x * 11 + (x * y) % 5 * 3) % 256).to(torch.uint8)
    return RowFilters(), [(picture,), ("checksum", ([49, 50, 51, 52, 53, 54, 55, 56, 57],))]


class GrowingDictionary(nn.Module):
    """Texts to codes with a dictionary that grows while it reads, and back; codes as integers of variable length."""

    def __init__(self, limit: int = 64):
        super().__init__()
        self.limit = limit

    @torch.jit.export
    def expand(self, codes: List[int]) -> str:
        if len(codes) == 0:
            return ""
        table: Dict[int, str] = {}
        for k in range(26):
            table[k] = "abcdefghijklmnopqrstuvwxyz"[k]
        before: Optional[str] = None
        out = ""
        for code in codes:
            if code in table:
                entry = table[code]
            elif before is not None and code == len(table):
                entry = before + before[0]
            else:
                raise ValueError("code out of order: " + str(code))
            out += entry
            if before is not None and len(table) < self.limit:
                table[len(table)] = before + entry[0]
            before = entry
        return out

    def forward(self, text: str) -> Tuple[List[int], torch.Tensor, str, Dict[str, int]]:
        table: Dict[str, int] = {}
        for letter in "abcdefghijklmnopqrstuvwxyz":
            table[letter] = len(table)
        word = ""
        codes: List[int] = []
        for letter in text:
            if (word + letter) in table:
                word += letter
            else:
                codes.append(table[word])
                if len(table) < self.limit:
                    table[word + letter] = len(table)
                word = letter
        if word != "":
            codes.append(table[word])
        packed: List[int] = []
        for code in codes:
            left = code * 9
            while left >= 0x80:
                packed.append(left & 0x7F | 0x80)
                left = left >> 7
            packed.append(left)
        grown: Dict[str, int] = {}
        for key, value in table.items():
            if len(key) > 1:
                grown[key] = value
        return codes, torch.tensor(packed, dtype=torch.uint8), self.expand(codes), grown


@model("texts to codes by a dictionary that grows: entries in order of insertion, a text that is optional")
def growing_dictionary():
    return GrowingDictionary(), [("abababcabcabcdabcd",), ("",), ("expand", ([0, 40],))]
