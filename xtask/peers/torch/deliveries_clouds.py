# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Clouds and streams: pillars of points, counts in little space."""

from typing import Tuple  # noqa: UP035

import torch
from modelset import model
from modelset.inputs import f, n
from torch import nn


class Pillars(nn.Module):
    """Points of a scanner in columns: places by whole division of numbers on both sides of zero, means of what falls together."""

    def __init__(self, cell: float = 0.5, side: int = 8, width: int = 6):
        super().__init__()
        self.cell, self.side = cell, side
        self.net = nn.Sequential(nn.Linear(7, width, bias=False), nn.BatchNorm1d(width, eps=1e-3, momentum=0.01), nn.ReLU(inplace=True))
        self.head = nn.Conv2d(width, 3, 3, padding=1)

    def forward(self, points):
        place = torch.floor_divide(points[:, :2], self.cell).to(torch.int64) + self.side // 2
        kept = ((place >= 0) & (place < self.side)).all(dim=1)
        points, place = points[kept], place[kept]
        key = place[:, 1] * self.side + place[:, 0]
        found, inverse, counts = torch.unique(key, sorted=True, return_inverse=True, return_counts=True)
        centre = torch.zeros(found.size(0), 3).index_add_(0, inverse, points[:, :3])
        centre /= counts.unsqueeze(1)
        inner = points[:, :2] % self.cell
        features = self.net(torch.cat([points[:, :2] - centre[inverse][:, :2], points[:, 2:], inner, torch.fmod(points[:, :2], self.cell)], 1))
        table = torch.zeros(found.size(0), features.size(1))
        for k in range(found.size(0)):
            table[k] = features[inverse == k].max(dim=0)[0]
        canvas = torch.zeros(features.size(1), self.side * self.side)
        canvas[:, found] = table.t()
        canvas = canvas.view(1, -1, self.side, self.side)
        return self.head(canvas), counts, torch.stack([found // self.side, found % self.side])


@model("points in pillars: floor_divide and % of numbers below zero, unique with places and counts, columns assigned by index")
def lidar_pillars():
    return Pillars(), [(f(30, 3),), (f(9, 3) * 0.4,)]


class Sketch(nn.Module):
    """A stream counted in little space: hashes by large whole numbers, cells that are added to, written and multiplied by scatter."""

    def __init__(self, rows: int = 3, width: int = 16):
        super().__init__()
        self.width = width
        self.register_buffer("a", torch.tensor([2654435761, 40503, 2246822519])[:rows])
        self.register_buffer("b", torch.tensor([97, 12345, 7919])[:rows])
        self.register_buffer("table", torch.zeros(rows, width, dtype=torch.int64))

    def hashed(self, items):
        mixed = (items.unsqueeze(0) * self.a.unsqueeze(1) + self.b.unsqueeze(1)) % 2147483647
        return mixed % self.width

    @torch.jit.export
    def count(self, items):
        return self.table.gather(1, self.hashed(items)).min(0)[0]

    def forward(self, items, weights) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        at = self.hashed(items)
        self.table.scatter_add_(1, at, weights.expand_as(at))
        seen = torch.zeros(self.width, dtype=torch.bool).scatter_(0, at[0], 1)
        last = torch.full([self.width], -1, dtype=torch.int64)
        last[at[1]] = items
        values = self.table.float().std(1, unbiased=False) / self.table.float().mean(1)
        sign = (at[2] & 1) * 2 - 1
        return self.count(items) * sign, seen, last.max() // 3 + last.min() // 3, values


@model("a stream counted in little space: hashes that overflow nothing, scatter into booleans, tables that last, counts by a method")
def count_sketch():
    items = n(12, low=-20, high=60)
    items[5:8] = 3
    return Sketch(), [(items, torch.ones(12, dtype=torch.int64)), (items[:4], n(4, low=1, high=5)), ("count", (items[3:9],))]
