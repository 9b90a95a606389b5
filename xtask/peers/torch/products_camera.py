# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Products that take and improve pictures: sensors, colours, tones, compression, blending, depth."""

from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


class Demosaic(nn.Module):
    """A raw picture of a sensor to colours: black level, gains, interpolation by fixed kernels, a matrix, a curve."""

    black: float
    white: float

    def __init__(self):
        super().__init__()
        self.black, self.white = 64.0, 1023.0
        self.register_buffer("gains", torch.tensor([1.9, 1.0, 1.0, 1.6]))
        cross = torch.tensor([[0, 0.25, 0], [0.25, 1, 0.25], [0, 0.25, 0]])
        full = torch.tensor([[0.25, 0.5, 0.25], [0.5, 1, 0.5], [0.25, 0.5, 0.25]])
        self.register_buffer("kernels", torch.stack([full, cross, full]).unsqueeze(1))
        self.register_buffer("matrix", torch.tensor([[1.6, -0.4, -0.2], [-0.3, 1.5, -0.2], [0.0, -0.6, 1.6]]))
        self.register_buffer("knots", torch.tensor([0.0, 0.02, 0.1, 0.4, 1.0]))
        self.register_buffer("curve", torch.tensor([0.0, 0.15, 0.36, 0.68, 1.0]))

    def forward(self, raw, exposure: float = 0.0):
        x = ((raw.to(torch.float32) - self.black) / (self.white - self.black)).clamp_(0.0, 1.0)
        planes = torch.zeros(1, 3, raw.size(0), raw.size(1))
        planes[0, 0, 0::2, 0::2] = x[0::2, 0::2] * self.gains[0]
        planes[0, 1, 0::2, 1::2] = x[::2, 1::2] * self.gains[1]
        planes[0, 1, 1::2, 0::2] = x[1::2, ::2] * self.gains[2]
        planes[0, 2, 1::2, 1::2] = x[1::2, 1::2] * self.gains[3]
        colours = F.conv2d(F.pad(planes, [1, 1, 1, 1], mode="reflect"), self.kernels, groups=3)
        colours = torch.einsum("ij,jhw->ihw", self.matrix, colours[0]) * 2.0 ** exposure
        colours = colours.clamp(0.0, 0.999)
        place = torch.searchsorted(self.knots, colours.contiguous(), right=True).clamp(1, 4)
        low, high = self.knots[place - 1], self.knots[place]
        mixed = torch.lerp(self.curve[place - 1], self.curve[place], (colours - low) / (high - low))
        return torch.floor(mixed * 255 + 0.5).to(torch.uint8).permute(1, 2, 0)


@model("a raw picture to colours: strided assignments, fixed kernels, a curve by searchsorted and lerp")
def raw_developer():
    return Demosaic(), [(n(6, 8, low=60, high=1000).short(),), (n(4, 6, low=64, high=900).short(), 0.5)]


class Nv12(nn.Module):
    """Half-resolution colours of video to pixels, in integers and in floats."""

    def integers(self, y, u, v):
        c, d, e = y.int() - 16, u.int() - 128, v.int() - 128
        red = (298 * c + 409 * e + 128) >> 8
        green = (298 * c - 100 * d - 208 * e + 128) >> 8
        blue = (298 * c + 516 * d + 128) >> 8
        return torch.stack([red, green, blue], -1).clamp(min=0, max=255).to(torch.uint8)

    def forward(self, frame, height: int, width: int, smooth: bool):
        split = height * width
        y = frame[:split].view(height, width)
        uv = frame.narrow(0, split, split // 2).view(height // 2, width // 2, 2)
        if smooth:
            wide = F.interpolate(uv.permute(2, 0, 1).unsqueeze(0).float(), size=(height, width), mode="bilinear", align_corners=False)[0]
            u, v = wide[0].round(), wide[1].round()
        else:
            big = uv.repeat_interleave(2, dim=0).repeat_interleave(2, dim=1)
            u, v = big[:, :, 0].float(), big[:, :, 1].float()
        pixels = self.integers(y, u, v)
        return pixels, pixels.flip(-1)[1:-1, ::2]


@model("frames of video to pixels: narrow, views of bytes, shifts of 32-bit integers")
def video_frame():
    frame = n(36, low=16, high=235).to(torch.uint8)
    return Nv12(), [(frame, 4, 6, False), (frame, 4, 6, True)]


class Tone(nn.Module):
    """Light of a high range to a screen: by the logarithmic mean, by a film curve, or part by part."""

    def __init__(self, operator: str):
        super().__init__()
        self.operator = operator
        self.register_buffer("luma", torch.tensor([0.2126, 0.7152, 0.0722]).reshape(3, 1, 1))

    def film(self, x):
        a, b, c, d, e = 2.51, 0.03, 2.43, 0.59, 0.14
        return torch.clamp((x * (a * x + b)) / (x * (c * x + d) + e), 0, 1)

    def forward(self, light, key: float = 0.18):
        luma = (light * self.luma).sum(dim=-3, keepdim=True)
        mean = torch.exp(torch.log(luma + 1e-4).mean())
        scaled = luma * (key / mean)
        if self.operator == "reinhard":
            white = scaled.max()
            mapped = scaled * (1 + scaled / white.pow(2)) / (1 + scaled)
        elif self.operator == "film":
            mapped = self.film(scaled)
        else:
            base = F.avg_pool2d(scaled.log2().unsqueeze(0), 3, stride=1, padding=1).squeeze(0)
            mapped = torch.pow(2.0, base * 0.5) * (scaled.log2() - base).exp()
        out = light / luma * mapped
        return torch.where(out <= 0.0031308, out * 12.92, 1.055 * out.clamp(min=0.0031308).pow(1 / 2.4) - 0.055)


class Tones(nn.Module):
    def __init__(self):
        super().__init__()
        self.reinhard, self.film, self.local = Tone("reinhard"), Tone("film"), Tone("local")

    def forward(self, light, key: float = 0.18):
        return {"reinhard": self.reinhard(light, key), "film": self.film(light, key), "local": self.local(light, key)}


@model("tone mapping by two operators that a text in the constructor chooses")
def tone_mapping():
    return Tones(), [(p(3, 5, 6) * 10,), (p(3, 2, 2), 0.5)]


class Letterbox(NamedTuple):
    scale: float
    left: int
    top: int
    size: Tuple[int, int]


class Prepare(nn.Module):
    """A picture of any size to the square that a network takes; boxes back to the picture."""

    def __init__(self, side: int):
        super().__init__()
        self.side = side
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).view(3, 1, 1))
        self.register_buffer("std", torch.tensor([0.229, 0.224, 0.225]).view(-1, 1, 1))

    def forward(self, image) -> Tuple[torch.Tensor, Letterbox]:
        h, w = image.shape[0], image.shape[1]
        scale = min(self.side / h, self.side / w)
        size = (int(round(h * scale)), int(round(w * scale)))
        x = image.permute(2, 0, 1).unsqueeze(0).to(dtype=torch.float) / 255.0
        x = F.interpolate(x, size=[size[0], size[1]], mode="bilinear", align_corners=False)
        left, top = (self.side - size[1]) // 2, (self.side - size[0]) // 2
        x = F.pad(x, [left, self.side - size[1] - left, top, self.side - size[0] - top], value=0.447)
        return (x.squeeze(0) - self.mean) / self.std, Letterbox(scale, left, top, (h, w))

    @torch.jit.export
    def back(self, boxes, scale: float, left: int, top: int):
        out = boxes.clone()
        out[:, 0::2] -= left
        out[:, 1::2] -= top
        out.mul_(1.0 / scale)
        return out.round()


@model("a letterbox: sizes by round of floats, padding, a NamedTuple with a pair in it, a method that undoes it")
def letterbox():
    return Prepare(8), [(n(5, 10, 3, low=0, high=255).byte(),), (n(12, 6, 3, low=0, high=255).byte(),), ("back", (p(2, 4) * 5, 0.8, 0, 2))]


class Warp(nn.Module):
    """A frame moved back along the flow, and where that is not possible."""

    def forward(self, frame, flow, back_flow):
        b, _, h, w = frame.shape
        ys, xs = torch.meshgrid(torch.arange(h, dtype=frame.dtype), torch.arange(w, dtype=frame.dtype))
        base = torch.stack([xs, ys], dim=0).unsqueeze(0).expand(b, -1, -1, -1)
        there = base + flow
        grid = torch.stack([2 * there[:, 0] / max(w - 1, 1) - 1, 2 * there[:, 1] / max(h - 1, 1) - 1], dim=3)
        moved = F.grid_sample(frame, grid, align_corners=True)
        returned = F.grid_sample(back_flow, grid, padding_mode="border", align_corners=True)
        apart = (flow + returned).norm(p=2, dim=[1], keepdim=True)
        hidden = apart > 0.5 + 0.01 * (torch.norm(flow, dim=1, keepdim=True) + torch.norm(returned, 2, 1, True))
        inside = (grid.abs() <= 1).all(dim=3).unsqueeze(1)
        mask = (~hidden) & inside
        return moved * mask.to(moved.dtype), mask


@model("a frame along its flow: meshgrid, sampling, a mask of what is hidden")
def flow_warp():
    return Warp(), [(f(2, 3, 5, 6), f(2, 2, 5, 6), -f(2, 2, 5, 6) * 0.9)]


class Bilateral(nn.Module):
    """Smooths and keeps edges; a guided filter beside."""

    def __init__(self, size: int = 3):
        super().__init__()
        self.size = size
        axis = torch.arange(size).float() - size // 2
        self.near = nn.Parameter(torch.exp(-(axis[:, None] ** 2 + axis[None, :] ** 2) / 2).flatten(), requires_grad=False)

    def forward(self, x, sigma: float):
        r = self.size // 2
        h, w = x.shape[-2:]
        around = F.unfold(F.pad(x, (r, r, r, r), mode="replicate"), self.size).view(x.size(0), x.size(1), self.size * self.size, h, w)
        weight = torch.exp(-(around - x.unsqueeze(2)).pow(2).sum(1, keepdim=True) / (2 * sigma * sigma)) * self.near.view(1, 1, -1, 1, 1)
        return (around * weight).sum(2) / weight.sum(2)

    @torch.jit.export
    def guided(self, guide, x, eps: float = 0.01):
        size, pad = self.size, self.size // 2
        mean_g, mean_x = F.avg_pool2d(guide, size, 1, pad), F.avg_pool2d(x, size, 1, pad)
        cov = F.avg_pool2d(guide * x, size, 1, pad) - mean_g * mean_x
        a = cov / (F.avg_pool2d(guide * guide, size, 1, pad) - mean_g * mean_g + eps)
        return F.avg_pool2d(a, size, 1, pad) * guide + F.avg_pool2d(mean_x - a * mean_g, size, 1, pad)


@model("filters that keep edges: unfold after replication, a guided filter as a method")
def edge_filters():
    return Bilateral(), [(f(1, 2, 5, 5), 0.7), ("guided", (f(1, 1, 6, 6), p(1, 1, 6, 6)))]


class Blocks(nn.Module):
    """Blocks of eight by eight through a cosine transform, divided by a table and rounded."""

    def __init__(self):
        super().__init__()
        k = torch.arange(8.0)
        basis = torch.cos((2 * k[None] + 1) * k[:, None] * 3.141592653589793 / 16) * 0.5
        basis[0] *= 0.7071067811865476
        self.register_buffer("basis", basis)
        self.register_buffer("table", 3 + 2 * (k[None, :] + k[:, None]))
        order = sorted(range(64), key=lambda i: (i // 8 + i % 8, i // 8 if (i // 8 + i % 8) % 2 else i % 8))
        self.register_buffer("zigzag", torch.tensor(order))

    def forward(self, plane, quality: int) -> Tuple[torch.Tensor, torch.Tensor, List[Tuple[int, int]]]:
        h, w = plane.shape
        blocks = plane.unfold(0, 8, 8).unfold(1, 8, 8) - 128.0
        table = torch.clamp(torch.floor((self.table * (5000 // quality if quality < 50 else 200 - 2 * quality) + 50) / 100), 1, 255)
        spectrum = torch.einsum("ik,abkl,jl->abij", self.basis, blocks, self.basis)
        levels = torch.round(spectrum / table)
        flat = levels.flatten(2)[:, :, self.zigzag].to(torch.int16)
        runs: List[Tuple[int, int]] = []
        zeros = 0
        for level in flat[0, 0].unbind():
            if int(level) == 0:
                zeros += 1
            else:
                runs.append((zeros, int(level)))
                zeros = 0
        again = torch.einsum("ki,abkl,lj->abij", self.basis, levels * table, self.basis) + 128
        return again.permute(0, 2, 1, 3).reshape(h, w).clamp(0, 255), flat, runs


@model("compression of pictures: cosine transforms of blocks by einsum, zigzag, runs")
def block_compression():
    plane = (torch.arange(16.0)[:, None] * 7.3 + torch.arange(16.0)[None] * 3.1) % 200
    return Blocks(), [(plane, 50), (plane, 20)]


class Pyramid(nn.Module):
    """Two pictures joined by their Laplacian pyramids."""

    def __init__(self, levels: int = 2):
        super().__init__()
        self.levels = levels
        k = torch.tensor([1.0, 4.0, 6.0, 4.0, 1.0]) / 16
        self.register_buffer("kernel", torch.ger(k, k)[None, None])

    def down(self, x):
        c = x.size(1)
        return F.conv2d(F.pad(x, [2] * 4, mode="replicate"), self.kernel.expand(c, 1, 5, 5), stride=2, groups=c)

    def up(self, x, like):
        return F.interpolate(x, size=like.shape[2:], mode="bicubic", align_corners=True)

    def forward(self, a, b, mask):
        parts: List[torch.Tensor] = []
        for _ in range(self.levels):
            next_a, next_b, next_mask = self.down(a), self.down(b), self.down(mask)
            parts.append(torch.where(mask > 0.5, a - self.up(next_a, a), b - self.up(next_b, b)))
            a, b, mask = next_a, next_b, next_mask
        out = mask * a + (1 - mask) * b
        for i in range(self.levels):
            part = parts[self.levels - i - 1]
            out = self.up(out, part) + part
        return out


@model("pictures joined by pyramids: a kernel that is expanded, bicubic to sizes of other tensors")
def pyramid_blend():
    mask = (torch.arange(9.0) < 4).float().expand(1, 1, 8, 9)
    return Pyramid(), [(f(1, 2, 8, 9), f(1, 2, 8, 9).flip(3), mask)]


class DepthCloud(nn.Module):
    """Depth to points in space, and their normals."""

    def __init__(self):
        super().__init__()
        self.intrinsics: Dict[str, float] = {"fx": 5.5, "fy": 5.25, "cx": 3.5, "cy": 2.5}

    def forward(self, depth, pose: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, torch.Tensor, int]:
        h, w = depth.shape[0], depth.shape[1]
        x = (torch.arange(w).to(depth) - self.intrinsics["cx"]) / self.intrinsics["fx"]
        y = (torch.arange(h).to(depth) - self.intrinsics["cy"]) / self.intrinsics["fy"]
        points = torch.stack([x.unsqueeze(0) * depth, y.unsqueeze(1) * depth, depth], dim=2)
        right, below = points[:-1, 1:] - points[:-1, :-1], points[1:, :-1] - points[:-1, :-1]
        normals = F.normalize(torch.cross(right, below, dim=2), p=2.0, dim=2)
        valid = depth.gt(0.1) & torch.isfinite(depth)
        kept = points[valid]
        if pose is not None:
            kept = torch.addmm(pose[:3, 3], kept, pose[:3, :3].t())
        return kept, normals, int(valid.sum().item())


@model("depth to points: normals by cross products, rows chosen by a mask, an optional pose")
def depth_cloud():
    pose = torch.tensor([[0.0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]])
    depth = p(6, 8)
    depth[0, 0], depth[3, 4] = float("inf"), 0.0
    depth[5, 7] = float("nan")
    return DepthCloud(), [(p(6, 8),), (torch.where(torch.isfinite(depth), depth, torch.zeros(1)), pose)]


class Portrait(nn.Module):
    """The background blurred, and the tones of the skin kept."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.PReLU(8), nn.Conv2d(8, 8, 3, 1, 2, 2, 8), nn.ReLU6(), nn.ConvTranspose2d(8, 1, 3, 2, 1, 1), nn.Sigmoid())
        self.blur = nn.AvgPool2d((3, 5), 1, (1, 2))

    def saturation(self, x) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        high, where = x.max(dim=1)
        low = x.min(dim=1)[0]
        spread = high - low
        hue = torch.zeros_like(high)
        r, g, b = x.unbind(1)
        safe = torch.where(spread == 0, torch.ones_like(spread), spread)
        hue = torch.where(where == 0, ((g - b) / safe) % 6.0, hue)
        hue = torch.where(where == 1, (b - r) / safe + 2.0, hue)
        hue = torch.where(where == 2, (r - g) / safe + 4.0, hue)
        return hue / 6.0, spread / (high + 1e-6), high

    def forward(self, image):
        alpha = self.net(image)
        hue, saturation, value = self.saturation(image)
        skin = ((hue < 0.14) | (hue > 0.9)) & (saturation > 0.1) & value.ge(0.2)
        alpha = torch.max(alpha, skin.unsqueeze(1).type_as(alpha) * 0.75)
        return image * alpha + self.blur(self.blur(image)).mul(1 - alpha), alpha.squeeze(1) > 0.5


@model("a portrait: a small network that cuts out, hue and saturation by where")
def portrait():
    return Portrait(), [(p(1, 3, 8, 8),), (p(2, 3, 6, 8),)]
