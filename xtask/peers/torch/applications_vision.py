# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Unseen models that look at pictures: heads, encoders and decoders, windows, sampling, morphology."""

from typing import List, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n
from torch import nn


class AnchorHead(nn.Module):
    """Anchors, offsets, and suppression class by class."""

    def __init__(self, classes: int = 3):
        super().__init__()
        self.classes = classes
        self.conv = nn.Conv2d(4, 8, 3, padding=1)
        self.scores, self.offsets = nn.Conv2d(8, 2 * classes, 1), nn.Conv2d(8, 8, 1)
        self.sizes: List[float] = [2.0, 4.0]

    def anchors(self, rows: int, columns: int, stride: int) -> torch.Tensor:
        boxes: List[torch.Tensor] = []
        for r in range(rows):
            for c in range(columns):
                for size in self.sizes:
                    boxes.append(torch.tensor([(c + 0.5) * stride, (r + 0.5) * stride, size, size]))
        return torch.stack(boxes)

    def suppress(self, boxes: torch.Tensor, scores: torch.Tensor, limit: float) -> torch.Tensor:
        order = torch.argsort(scores, descending=True)
        areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
        kept: List[int] = []
        while order.numel() > 0:
            first = int(order[0].item())
            kept.append(first)
            if order.numel() == 1:
                break
            rest = order[1:]
            low = torch.max(boxes[first, :2], boxes[rest, :2])
            high = torch.min(boxes[first, 2:], boxes[rest, 2:])
            common = (high - low).clamp(min=0.0).prod(dim=1)
            order = rest[common / (areas[first] + areas[rest] - common) <= limit]
        return torch.tensor(kept)

    def forward(self, x, limit: float = 0.3) -> List[Tuple[torch.Tensor, torch.Tensor]]:
        rows, columns = x.shape[-2], x.shape[-1]
        x = F.relu(self.conv(x))
        scores = self.scores(x).permute(0, 2, 3, 1).reshape(-1, self.classes).softmax(dim=1)
        offsets = self.offsets(x).permute(0, 2, 3, 1).reshape(-1, 4)
        anchors = self.anchors(rows, columns, 4)
        centre = anchors[:, :2] + offsets[:, :2] * anchors[:, 2:] * 0.1
        size = anchors[:, 2:] * torch.exp(torch.clamp(offsets[:, 2:] * 0.2, max=4.135))
        boxes = torch.cat((centre - size / 2, centre + size / 2), dim=1).clamp(0.0, float(4 * columns))
        found: List[Tuple[torch.Tensor, torch.Tensor]] = []
        for k in range(1, self.classes):
            of_class = scores[:, k]
            kept = self.suppress(boxes, of_class, limit)[:5]
            found.append((boxes[kept], of_class[kept]))
        return found


@model("a detection head: anchors, decoding of boxes, suppression class by class in while loops, pairs as results")
def anchor_head():
    return AnchorHead(), [(f(1, 4, 3, 3), 0.3), (f(1, 4, 2, 3), 0.9), (f(1, 4, 3, 3, scale=0.5),)]


class Twice(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(a, b, 3, padding=1, bias=False), nn.BatchNorm2d(b), nn.LeakyReLU(0.1, inplace=True))

    def forward(self, x):
        return self.body(x)


class UNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.ModuleList([Twice(2, 4), Twice(4, 6)])
        self.middle = Twice(6, 6)
        self.up = nn.ModuleList([Twice(12, 4), Twice(8, 3)])
        self.last = nn.Conv2d(3, 1, 1)

    def forward(self, x):
        skips: List[torch.Tensor] = []
        for step in self.down:
            x = step(x)
            skips.append(x)
            x = F.max_pool2d(x, 2)
        x = self.middle(x)
        for i, step in enumerate(self.up):
            skip = skips[len(skips) - 1 - i]
            x = F.interpolate(x, size=skip.shape[-2:], mode="bilinear", align_corners=False)
            x = step(torch.cat([x, skip], dim=1))
        return torch.sigmoid(self.last(x))


@model("a U-Net: skip connections, interpolation to the size of another tensor")
def unet():
    return UNet(), [(f(2, 2, 12, 8),), (f(2, 2, 8, 8),)]


class Pyramid(nn.Module):
    def __init__(self):
        super().__init__()
        self.branches = nn.ModuleList([nn.Conv2d(4, 4, 3, padding=r, dilation=r, groups=4) for r in (1, 2, 3)])
        self.pooled = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(4, 4, 1))
        self.join = nn.Conv2d(16, 2, 1)
        self.up = nn.ConvTranspose2d(2, 2, 4, stride=2, padding=1, output_padding=0, groups=2)

    def forward(self, x):
        size = x.shape[2:]
        parts = [branch(x) for branch in self.branches]
        parts.append(F.interpolate(self.pooled(x), size=size, mode="nearest"))
        return self.up(F.elu(self.join(torch.cat(parts, 1))))


@model("a pyramid of dilated depthwise convolutions, a grouped transposed convolution")
def dilated_pyramid():
    return Pyramid(), [(f(1, 4, 7, 6),)]


class SuperResolution(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Conv2d(3, 12, 3)
        self.shuffle = nn.PixelShuffle(2)

    def forward(self, x):
        x = x.to(torch.float32).div(255.0)
        y = self.shuffle(torch.tanh(self.head(F.pad(x, [1, 1, 1, 1], mode="reflect"))))
        y = y + F.interpolate(x, scale_factor=2.0, mode="bicubic", align_corners=False)
        return y.mul(255.0).add(0.5).clamp(0, 255).to(torch.uint8)


@model("super resolution of bytes: reflection, bicubic, pixel shuffle")
def super_resolution():
    return SuperResolution(), [(n(1, 3, 5, 4, low=0, high=255).to(torch.uint8),)]


class SqueezeExcite(nn.Module):
    def __init__(self, channels: int = 6):
        super().__init__()
        self.expand, self.depth = nn.Conv2d(channels, 12, 1, bias=False), nn.Conv2d(12, 12, 5, stride=2, padding=2, groups=12)
        self.norm = nn.BatchNorm2d(12, eps=1e-3, momentum=0.01)
        self.squeeze, self.excite = nn.Linear(12, 3), nn.Linear(3, 12)
        self.project = nn.Conv2d(12, channels, 1)

    def shuffle(self, x, groups: int):
        b, c, h, w = x.size()
        return x.view(b, groups, c // groups, h, w).transpose(1, 2).contiguous().view(b, c, h, w)

    def forward(self, x):
        y = F.hardswish(self.norm(self.depth(F.relu6(self.expand(x)))))
        gate = F.hardsigmoid(self.excite(F.relu(self.squeeze(y.mean([2, 3])))))
        return self.project(self.shuffle(y * gate[:, :, None, None], 3))


@model("a mobile block: depthwise, squeeze and excitation, channel shuffle, hard activations")
def squeeze_excite():
    return SqueezeExcite(), [(f(2, 6, 8, 8),)]


class Augment(nn.Module):
    def forward(self, x, angle: float, flip: bool):
        b = x.size(0)
        t = torch.tensor(angle)
        theta = torch.stack([torch.cos(t), -torch.sin(t), torch.tensor(0.0), torch.sin(t), torch.cos(t), torch.tensor(0.1)]).view(1, 2, 3).expand(b, 2, 3)
        grid = F.affine_grid(theta, x.size(), align_corners=False)
        y = F.grid_sample(x, grid, mode="bilinear", padding_mode="reflection", align_corners=False)
        z = F.grid_sample(x, grid, mode="nearest", padding_mode="border", align_corners=True)
        if flip:
            y = y.flip([3])
        colours = torch.tensor([[0.299, 0.587, 0.114], [-0.169, -0.331, 0.5], [0.5, -0.419, -0.081]])
        return torch.einsum("ij,bjhw->bihw", colours, y), torch.rot90(z, 1, [2, 3])


@model("augmentation: affine grids, sampling of grids, flips, colours by einsum")
def augmentation():
    return Augment(), [(f(2, 3, 5, 6), 0.4, True), (f(2, 3, 5, 6), -1.2, False)]


class Patches(nn.Module):
    """A vision transformer: a token of the class, places, blocks before which it is normalised."""

    def __init__(self):
        super().__init__()
        self.cut = nn.Conv2d(3, 8, 4, stride=4)
        self.token, self.place = nn.Parameter(torch.full((1, 1, 8), 0.1)), nn.Parameter(f(1, 5, 8) * 0.02)
        self.norms = nn.ModuleList([nn.LayerNorm(8, eps=1e-6) for _ in range(4)])
        self.qkv = nn.ModuleList([nn.Linear(8, 24), nn.Linear(8, 24)])
        self.mlp = nn.ModuleList([nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 8)) for _ in range(2)])
        self.head = nn.Linear(8, 4)

    def forward(self, x):
        x = self.cut(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.size(0), -1, -1), x], dim=1) + self.place
        for qkv, mlp in zip(self.qkv, self.mlp):
            b, t, c = x.shape
            found = qkv(F.layer_norm(x, [8])).reshape(b, t, 3, 2, c // 2).permute(2, 0, 3, 1, 4)
            q, k, v = found[0], found[1], found[2]
            weights = torch.softmax(q @ k.transpose(-2, -1) * (c // 2) ** -0.5, dim=-1)
            x = x + (weights @ v).transpose(1, 2).reshape(b, t, c)
            x = x + mlp(x)
        for norm in self.norms:
            x = norm(x)
        return self.head(x[:, 0])


@model("a vision transformer: patches, a token of the class")
def patches():
    return Patches(), [(f(2, 3, 8, 8),)]


class Windows(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.bias = nn.Linear(4, 12), nn.Parameter(f(49) * 0.1)
        spots = torch.stack([torch.arange(16) // 4, torch.arange(16) % 4])
        apart = spots[:, :, None] - spots[:, None, :] + 3
        self.register_buffer("index", (apart[0] * 7 + apart[1]).reshape(-1))

    def forward(self, x, shift: int = 2):
        b, h, w, c = x.shape
        x = torch.roll(x, shifts=(-shift, -shift), dims=(1, 2))
        x = x.view(b, h // 4, 4, w // 4, 4, c).permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, 16, c)
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        weights = torch.baddbmm(self.bias[self.index].view(1, 16, 16).expand(q.size(0), 16, 16), q, k.transpose(1, 2), beta=1.0, alpha=0.5)
        x = torch.bmm(weights.softmax(-1), v).view(b, h // 4, w // 4, 4, 4, c).permute(0, 1, 3, 2, 4, 5).reshape(b, h, w, c)
        return torch.roll(x, shifts=(shift, shift), dims=(1, 2))


@model("shifted windows: roll, six-dimensional views, a bias by relative place")
def swin_windows():
    return Windows(), [(f(1, 8, 8, 4), 2), (f(1, 8, 4, 4), 0)]


class Keypoints(nn.Module):
    def forward(self, maps):
        b, k, h, w = maps.shape
        best, index = maps.view(b, k, -1).max(dim=2)
        rows, columns = index // w, index % w
        soft = maps.view(b, k, -1).softmax(-1).view(b, k, h, w)
        x = (soft.sum(2) * torch.arange(w, dtype=maps.dtype)).sum(-1)
        y = (soft.sum(3) * torch.arange(h, dtype=maps.dtype)).sum(-1)
        return torch.stack([columns, rows], dim=-1), torch.stack((x, y), -1), (best > 0.5).all(), index.remainder(w).floor_divide(2)


@model("keypoints from heat maps: division of indices by //, %, floor_divide, remainder")
def keypoints():
    return Keypoints(), [(f(1, 3, 5, 7),)]


class Correlation(nn.Module):
    def forward(self, left, right, reach: int):
        b, c, h, w = left.size()
        padded = F.pad(right, [reach, reach, reach, reach], "constant", 0.0)
        volume: List[torch.Tensor] = []
        for dy in range(2 * reach + 1):
            for dx in range(2 * reach + 1):
                volume.append((left * padded[:, :, dy:dy + h, dx:dx + w]).mean(1))
        costs = torch.stack(volume, dim=1)
        flow = costs.argmax(dim=1)
        return costs, torch.stack([flow % (2 * reach + 1) - reach, flow // (2 * reach + 1) - reach], 1)


@model("a correlation volume for optical flow: slices in two loops")
def correlation():
    return Correlation(), [(f(1, 2, 4, 5), f(1, 2, 4, 5).flip([3]), 1)]


class Regions(nn.Module):
    """Labels of connected regions: labels spread until nothing changes."""

    def forward(self, mask) -> Tuple[torch.Tensor, int]:
        h, w = mask.size()
        labels = torch.arange(1, h * w + 1).view(h, w).to(torch.float32) * mask.to(torch.float32)
        rounds = 0
        while True:
            spread = F.max_pool2d(labels[None, None], kernel_size=3, stride=1, padding=1)[0, 0] * mask.to(torch.float32)
            rounds += 1
            if torch.equal(spread, labels) or rounds > 50:
                break
            labels = spread
        found, inverse = torch.unique(labels, return_inverse=True)
        return inverse.view(h, w), found.numel() - 1


@model("labels of connected regions, until nothing changes; unique")
def regions():
    spots = torch.tensor([[1, 1, 0, 0, 1], [0, 1, 0, 0, 0], [0, 0, 0, 1, 1], [1, 0, 0, 1, 0]])
    return Regions(), [(spots == 1,), (spots == 0,)]


class Video(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.pool = nn.Conv3d(2, 4, (2, 3, 3), padding=(0, 1, 1)), nn.MaxPool3d((1, 2, 2), ceil_mode=True)
        self.norm = nn.BatchNorm3d(4)

    def forward(self, x):
        moved = torch.zeros_like(x)
        moved[:, :1, 1:] = x[:, :1, :-1]
        moved[:, 1:, :-1] = x[:, 1:, 1:]
        x = self.pool(self.norm(self.conv(moved)).relu_())
        return F.adaptive_avg_pool3d(x, (1, 2, 3)).squeeze(2)


@model("video: three-dimensional convolutions, a shift in time by assignments to slices")
def video():
    return Video(), [(f(1, 2, 4, 5, 6),)]


class Style(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(3, 5, 3), nn.InstanceNorm2d(5, affine=True)
        self.pad, self.up = nn.ReplicationPad2d((1, 0, 2, 1)), nn.Upsample(scale_factor=2, mode="nearest")

    def gram(self, x):
        b, c, h, w = x.size()
        flat = x.view(b, c, h * w)
        return flat.bmm(flat.transpose(1, 2)).div_(c * h * w)

    def forward(self, x, style):
        y = self.norm(self.conv(self.pad(x)))
        return self.up(y), F.mse_loss(self.gram(y), style.expand_as(self.gram(y)), reduction="sum")


@model("style transfer: instance normalisation, Gram matrices, a loss")
def style_transfer():
    return Style(), [(f(2, 3, 6, 6), f(1, 5, 5))]


class ChannelsLast(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)

    def forward(self, x) -> Tuple[torch.Tensor, bool, bool, List[int]]:
        x = x.contiguous(memory_format=torch.channels_last)
        y = self.conv(x).contiguous(memory_format=torch.channels_last)
        z = torch.empty_like(y, memory_format=torch.preserve_format).copy_(y)
        w = y.clone(memory_format=torch.contiguous_format)
        return z + w, x.is_contiguous(memory_format=torch.channels_last), w.is_contiguous(), list(x.stride())


@model("memory formats: channels last, preserved, asked for")
def channels_last():
    return ChannelsLast().to(memory_format=torch.channels_last), [(f(2, 3, 4, 5),)]


class Camera(nn.Module):
    """Bytes of a camera, RGB565 and Bayer, by shifts and masks."""

    def forward(self, packed, bayer):
        red, green, blue = (packed >> 11) & 31, (packed >> 5) & 63, packed & 31
        rgb = torch.stack([red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2]).to(torch.uint8)
        quads = torch.stack([bayer[0::2, 0::2], bayer[0::2, 1::2], bayer[1::2, 0::2], bayer[1::2, 1::2]])
        grey = (quads[0].to(torch.int16) + quads[3] + ((quads[1].to(torch.int16) + quads[2]) * 2)).to(torch.int32)
        return rgb, grey, (packed ^ 65535) & 255, ~bayer, torch.bitwise_xor(packed, 7)


@model("bytes of a camera: shifts, masks, strided slices, small integers")
def camera_bytes():
    return Camera(), [(n(2, 3, low=0, high=65535), n(4, 6, low=0, high=255).to(torch.uint8))]


class Median(nn.Module):
    def forward(self, x, size: int):
        b, c, h, w = x.shape
        columns = F.unfold(x, kernel_size=[size, size], padding=size // 2).view(b, c, size * size, h * w)
        middle = columns.median(dim=2)[0].view(b, c, h, w)
        third = torch.kthvalue(columns, 3, 2)[0].view(b, c, h, w)
        back = F.fold(columns.view(b, c * size * size, h * w), output_size=[h, w], kernel_size=[size, size], padding=size // 2)
        integral = torch.cumsum(torch.cumsum(x, 2), 3)
        return middle, third, back, integral.flip(2, 3)


@model("a median filter by unfold and fold, an integral image")
def median_filter():
    return Median(), [(f(1, 2, 4, 5), 3)]


class PixelCnn(nn.Conv2d):
    def __init__(self):
        super().__init__(1, 3, 5, padding=2)
        mask = torch.ones(5, 5)
        mask[2, 2:], mask[3:] = 0, 0
        self.register_buffer("mask", mask)

    def forward(self, x):
        return F.conv2d(x, self.weight * self.mask, self.bias, self.stride, self.padding, self.dilation, self.groups)


@model("a masked convolution: a class derived from a layer")
def pixel_cnn():
    return PixelCnn(), [(f(1, 1, 6, 6),)]


class Nerf(nn.Module):
    """Colours along rays: sines of places, density, products that accumulate."""

    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Linear(18, 8), nn.Linear(8, 4)

    def forward(self, starts, ways):
        t = torch.linspace(0.1, 2.0, steps=5)
        spots = starts[:, None] + ways[:, None] * t[None, :, None]
        waves: List[torch.Tensor] = []
        for k in range(3):
            waves += [torch.sin(spots * 2.0 ** k), torch.cos(spots * 2.0 ** k)]
        rgb, density = self.last(F.relu(self.first(torch.cat(waves, -1)))).split([3, 1], dim=-1)
        alpha = 1.0 - torch.exp(-F.softplus(density[..., 0]) * 0.475)
        through = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1.0 - alpha + 1e-10], -1), -1)[:, :-1]
        weights = alpha * through
        return (weights[..., None] * rgb.sigmoid()).sum(-2), (weights * t).sum(-1)


@model("rays through a field: sines of places, products that accumulate")
def nerf_rays():
    return Nerf(), [(f(4, 3), f(4, 3).flip([1]))]


class Pose(nn.Module):
    """Rotation by quaternions, and projection."""

    def forward(self, q, points):
        w, x, y, z = F.normalize(q, dim=-1).unbind(-1)
        v = torch.stack([x, y, z], -1)
        t = 2.0 * torch.cross(v.expand_as(points), points, dim=-1)
        turned = points + w[..., None] * t + torch.cross(v.expand_as(points), t, dim=-1)
        flat = turned[..., :2] / (turned[..., 2:].abs() + 1.0)
        heading = torch.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        return turned, flat, heading, turned.norm(2.0, [1], False), torch.norm(points, 1.0), turned.norm(float("inf"), [0, 1], False)


@model("rotation by quaternions: cross products, norms of several kinds")
def quaternions():
    return Pose(), [(f(1, 4), f(5, 3))]


class Labelled(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 4, 3, stride=2), nn.ReLU6(), nn.AdaptiveMaxPool2d((1, 1)), nn.Flatten(), nn.Linear(4, 3))
        self.labels = ["cat", "dog", "bird"]

    def forward(self, x) -> Tuple[List[str], torch.Tensor]:
        scores, indices = self.body(x).softmax(1).topk(2, dim=1)
        names: List[str] = []
        for row in range(x.size(0)):
            names.append(self.labels[int(indices[row, 0])])
        return names, scores


@model("a classifier that gives names, with other files in its archive")
def labelled_classifier():
    return Labelled(), [(f(2, 3, 8, 8),)]
