# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Procedures: queues, boards, trees of modules."""

from typing import List, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f
from torch import nn


@torch.jit.script
class Queue:
    """What is next: pairs in a heap, moved up and down by hand."""

    def __init__(self, size: int):
        self.items = torch.jit.annotate(List[Tuple[float, int]], [])
        self.dropped = 0
        self.size = size

    def push(self, when: float, what: int):
        self.items.append((when, what))
        k = len(self.items) - 1
        while k > 0 and self.items[(k - 1) // 2][0] > self.items[k][0]:
            up = (k - 1) // 2
            self.items[k], self.items[up] = self.items[up], self.items[k]
            k = up
        if len(self.items) > self.size:
            self.items.pop()
            self.dropped += 1

    def pop(self) -> Tuple[float, int]:
        first = self.items[0]
        last = self.items.pop()
        if len(self.items) > 0:
            self.items[0] = last
            k = 0
            while 2 * k + 1 < len(self.items):
                child = 2 * k + 1
                if child + 1 < len(self.items) and self.items[child + 1][0] < self.items[child][0]:
                    child += 1
                if self.items[k][0] <= self.items[child][0]:
                    break
                self.items[k], self.items[child] = self.items[child], self.items[k]
                k = child
        return first


class Workshop(nn.Module):
    """Jobs on machines until all is done: a queue of events, rows of a tensor that count."""

    def __init__(self):
        super().__init__()
        self.register_buffer("seconds", torch.tensor([[3.0, 1.5, 2.0], [2.0, 2.5, 0.5]]))

    def forward(self, kinds: List[int], until: float = 20.0) -> Tuple[List[Tuple[float, int]], torch.Tensor, int]:
        queue = Queue(6)
        for i, kind in enumerate(kinds):
            queue.push(float(self.seconds[kind, 0]) + i * 0.25, i * 3)
        log: List[Tuple[float, int]] = []
        busy = torch.zeros(2, 3)
        while len(queue.items) > 0:
            when, what = queue.pop()
            if when > until:
                break
            job, stage = what // 3, what % 3
            log.append((when, what))
            busy[kinds[job]][stage] += 1.0
            if stage < 2:
                queue.push(when + float(self.seconds[kinds[job], stage + 1].item()), what + 1)
        return log, busy, queue.dropped


@model("a workshop: a heap of pairs in a class, items exchanged, a tensor that is changed through two indices")
def workshop():
    return Workshop(), [([0, 1, 0, 1],), ([1, 1, 1, 0, 0, 0, 1, 0], 5.5)]


class Board(nn.Module):
    """A chess board from its notation to planes: letters looked up in a text, knights' moves, attacks by a convolution."""

    def __init__(self):
        super().__init__()
        self.letters = "PNBRQKpnbrqk"
        kernel = torch.zeros(1, 1, 5, 5)
        for dy, dx in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]:
            kernel[0, 0, 2 + dy, 2 + dx] = 1
        self.register_buffer("jumps", kernel)
        self.register_buffer("worth", torch.tensor([1, 3, 3, 5, 9, 0], dtype=torch.int32))

    def forward(self, notation: str):
        parts = notation.split(" ")
        planes = torch.zeros(12, 8, 8, dtype=torch.bool)
        for y, row in enumerate(parts[0].split("/")):
            x = 0
            for k in range(len(row)):
                letter = row[k]
                if letter.isdigit():
                    x += int(letter)
                else:
                    planes[self.letters.find(letter), y, x] = True
                    x += 1
        mine, theirs = planes[:6], planes[6:]
        count = mine.sum((1, 2)) - theirs.sum((1, 2))
        material = (count * self.worth).sum()
        knights = F.conv2d(mine[1][None, None].float(), self.jumps, padding=2)[0, 0]
        attacked = (knights > 0) & theirs.any(0)
        castling = [parts[2].find("K") >= 0, parts[2].find("q") >= 0]
        return planes.float().mean(0), material, attacked.nonzero(), castling, 1 if parts[1] == "w" else -1, planes.any(0) ^ mine.any(0)


@model("a chess board: letters of a text by find, a sum over two dimensions of booleans, integers of two widths multiplied")
def chess_board():
    return Board(), [("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",), ("8/8/3p4/8/4N3/8/5K2/7k b - - 0 60",)]


class Branch(nn.Module):
    """A tree of modules: each asks its children, which are of its own class."""

    def __init__(self, depth: int, width: int = 4):
        super().__init__()
        self.gate = nn.Linear(width, 1)
        self.left = Branch(depth - 1, width) if depth > 1 else None
        self.right = Branch(depth - 1, width) if depth > 1 else None
        self.leaves = nn.Parameter(f(2, 3) * (1 + self.gate.bias.item()))

    def forward(self, x, sharp: float) -> Tuple[torch.Tensor, torch.Tensor]:
        go = torch.sigmoid(sharp * self.gate(x))
        if self.left is not None and self.right is not None:
            a, cost_a = self.left(x, sharp)
            c, cost_c = self.right(x, sharp)
            return (1 - go) * a + go * c, cost_a + cost_c + F.binary_cross_entropy(go, torch.full_like(go, 0.5))
        return torch.lerp(self.leaves[0].expand(x.size(0), 3), self.leaves[1].expand(x.size(0), 3), go), go.mean()


class SoftTree(nn.Module):
    """Soft decisions; the modules of each kind are counted and visited."""

    def __init__(self):
        super().__init__()
        self.root = Branch(3)
        self.extra = nn.Sequential(nn.Linear(3, 3), nn.Sequential(nn.ReLU(), nn.Sequential(nn.Linear(3, 3), nn.Softplus(2, 10))))

    def forward(self, x, sharp: float = 1.0):
        y, cost = self.root(x, sharp)
        for layer in self.extra.children():
            y = layer(y)
        count = 0
        for _name, _layer in self.extra.named_children():
            count += len(_name)
        return y, cost, count


@model("soft decisions in a tree: modules within modules of their own class, children() in a loop")
def soft_tree():
    return SoftTree(), [(f(5, 4),), (f(2, 4), 3.0)]
