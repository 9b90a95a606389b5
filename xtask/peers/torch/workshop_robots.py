# ruff: noqa: UP006, UP007, UP008, UP045 (TorchScript, as the oldest releases parse it)
"""Robots and games: an arm, a map of what is occupied, an agent with a memory, a board of stones."""

import math
from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
import torch.nn as nn
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


def solve_old(matrix, right):
    answer, _ = torch.solve(right, matrix)
    return answer


def solve_new(matrix, right):
    return torch.linalg.solve(matrix, right)


solve = solve_old if RELEASE < (1, 8) else solve_new


@torch.jit.interface
class Joint(nn.Module):
    def frame(self, q: torch.Tensor) -> torch.Tensor:
        pass

    def limits(self) -> Tuple[float, float]:
        pass


class Revolute(nn.Module):
    def __init__(self, length: float, twist: float):
        super(Revolute, self).__init__()
        self.length, self.twist = length, twist

    @torch.jit.export
    def frame(self, q: torch.Tensor) -> torch.Tensor:
        c, s = torch.cos(q), torch.sin(q)
        ca, sa = math.cos(self.twist), math.sin(self.twist)
        zero, one = torch.zeros_like(q), torch.ones_like(q)
        rows = [c, -s * ca, s * sa, self.length * c, s, c * ca, -c * sa, self.length * s, zero, one * sa, one * ca, zero, zero, zero, zero, one]
        return torch.stack(rows).reshape(4, 4)

    @torch.jit.export
    def limits(self) -> Tuple[float, float]:
        return (-math.pi, math.pi)


class Prismatic(nn.Module):
    def __init__(self):
        super(Prismatic, self).__init__()
        self.register_buffer("along", torch.tensor([0.0, 0.0, 1.0]))

    @torch.jit.export
    def frame(self, q: torch.Tensor) -> torch.Tensor:
        out = torch.eye(4)
        out[:3, 3] = self.along * q
        return out

    @torch.jit.export
    def limits(self) -> Tuple[float, float]:
        return 0.0, 0.5


class Arm(nn.Module):
    """Joints one after the other: where the hand is, as a quaternion too, and steps of damped least squares to a place."""

    def __init__(self, damping: float = 0.05):
        super(Arm, self).__init__()
        self.base, self.elbow, self.hand = Revolute(0.4, math.pi / 2), Revolute(0.3, 0.2), Prismatic()
        self.damping = damping

    def chain(self, q: torch.Tensor) -> List[torch.Tensor]:
        first = self.base.frame(q[0])
        second = first @ self.elbow.frame(q[1])
        return [first, second, torch.chain_matmul(first, self.elbow.frame(q[1]), self.hand.frame(q[2]))] if not torch.jit.is_scripting() else [first, second, torch.mm(second, self.hand.frame(q[2]))]

    def quaternion(self, r: torch.Tensor) -> torch.Tensor:
        trace = r.trace()
        if bool(trace > 0):
            s = torch.sqrt(trace + 1.0) * 2
            q = torch.stack([0.25 * s, (r[2, 1] - r[1, 2]) / s, (r[0, 2] - r[2, 0]) / s, (r[1, 0] - r[0, 1]) / s])
        elif bool(r[0, 0] > r[1, 1]) and bool(r[0, 0] > r[2, 2]):
            s = torch.sqrt(1.0 + r[0, 0] - r[1, 1] - r[2, 2]) * 2
            q = torch.stack([(r[2, 1] - r[1, 2]) / s, 0.25 * s, (r[0, 1] + r[1, 0]) / s, (r[0, 2] + r[2, 0]) / s])
        else:
            s = torch.sqrt(1.0 + r[1, 1] - r[0, 0] - r[2, 2]) * 2
            q = torch.stack([(r[0, 2] - r[2, 0]) / s, (r[0, 1] + r[1, 0]) / s, 0.25 * s, (r[1, 2] + r[2, 1]) / s])
        return F.normalize(q, dim=0)

    @torch.jit.export
    def slerp(self, a: torch.Tensor, b: torch.Tensor, count: int) -> torch.Tensor:
        cosine = torch.dot(a, b)
        other = torch.where(cosine < 0, b.neg(), b)
        angle = torch.acos(cosine.abs().clamp(max=1.0))
        t = torch.linspace(0.0, 1.0, count).unsqueeze(1)
        if float(angle) < 1e-4:
            return F.normalize(torch.lerp(a.expand(count, 4), other.expand(count, 4), t.expand(count, 4)), dim=1)
        return (torch.sin((1 - t) * angle) * a + torch.sin(t * angle) * other) / torch.sin(angle)

    def forward(self, q: torch.Tensor, goal: torch.Tensor, rounds: int = 5) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor, float]:
        q = q.clone()
        far = 1e9
        for _ in range(rounds):
            frames = self.chain(q)
            hand = frames[-1][:3, 3]
            zero, up = torch.zeros(3), torch.tensor([0.0, 0.0, 1.0])
            columns = [torch.cross(up, hand, dim=0), torch.cross(frames[0][:3, 2], hand - frames[0][:3, 3], dim=0), frames[1][:3, 2] + zero]
            jacobian = torch.stack(columns, dim=1)
            error = goal - hand
            square = torch.addmm(torch.eye(3), jacobian, jacobian.t(), beta=self.damping ** 2)
            q = q + jacobian.t().mv(solve(square, error.unsqueeze(1)).squeeze(1))
            low, high = self.hand.limits()
            q[2] = q[2].clamp(low, high)
            q[:2] = torch.remainder(q[:2] + math.pi, 2 * math.pi) - math.pi
            far = float(torch.norm(error, p=float("inf")))
        final = self.chain(q)[-1]
        return q, final, self.quaternion(final[:3, :3]), far


class ExchangeableArm(Arm):
    """The same with joints behind an interface, so that they can be exchanged after it was compiled."""

    base: Joint
    elbow: Joint
    hand: Joint


@model("an arm of joints behind an interface of two methods: frames multiplied, damped least squares, quaternions between")
def arm_kinematics():
    q = torch.tensor([0.3, 0.4, 0.1])
    # 1.6 ends by chance while it compiles several interfaces in one module.
    return (Arm if RELEASE < (1, 7) else ExchangeableArm)(), [(q, torch.tensor([0.45, 0.25, 0.15])), (q, torch.tensor([-0.3, 0.3, 0.2]), 2), ("slerp", (torch.tensor([1.0, 0.0, 0.0, 0.0]), torch.tensor([0.6, 0.0, -0.8, 0.0]), 4))]


class OccupancyMap(nn.Module):
    """A map from rays: cells on a line by integers, odds accumulated, distance to walls, a path down the slope."""

    def __init__(self, size: int = 12):
        super(OccupancyMap, self).__init__()
        self.size = size
        self.register_buffer("odds", torch.zeros(size, size))

    @torch.jit.export
    def line(self, y0: int, x0: int, y1: int, x1: int) -> List[Tuple[int, int]]:
        dx, dy = abs(x1 - x0), -abs(y1 - y0)
        sx = 1 if x0 < x1 else -1
        sy = 1 if y0 < y1 else -1
        error = dx + dy
        cells = torch.jit.annotate(List[Tuple[int, int]], [])
        while True:
            cells.append((y0, x0))
            if y0 == y1 and x0 == x1:
                break
            twice = 2 * error
            if twice >= dy:
                error += dy
                x0 += sx
            if twice <= dx:
                error += dx
                y0 += sy
        return cells

    def distances(self, wall):
        big = float(self.size * self.size)
        d = torch.full_like(self.odds, big).masked_fill_(wall, 0.0)
        moving = True
        while moving:
            near = -F.max_pool2d(-d.view(1, 1, self.size, self.size), [3, 1], stride=1, padding=[1, 0])
            near = torch.min(near, -F.max_pool2d(-d.view(1, 1, self.size, self.size), (1, 3), 1, (0, 1)))
            new = torch.min(d, near[0, 0] + 1)
            moving = not bool(torch.allclose(new, d, rtol=0.0, atol=0.5))
            d = new
        return d

    def forward(self, scan, place: Tuple[int, int], goal: Tuple[int, int]) -> Tuple[torch.Tensor, torch.Tensor, List[int]]:
        y, x = place
        for k in range(scan.size(0)):
            angle = 2 * math.pi * k / scan.size(0)
            reach = float(scan[k])
            ey = min(max(int(round(y + reach * math.sin(angle))), 0), self.size - 1)
            ex = min(max(int(round(x + reach * math.cos(angle))), 0), self.size - 1)
            cells = self.line(y, x, ey, ex)
            for cy, cx in cells[:-1]:
                self.odds[cy, cx] -= 0.4
            self.odds.index_put_([torch.tensor([ey]), torch.tensor([ex])], torch.tensor([0.85]), accumulate=True)
        self.odds.clamp_(-2.0, 3.5)
        wall = self.odds > 0.8
        clear = self.distances(wall)
        target = torch.zeros_like(wall)
        target[goal[0], goal[1]] = True
        cost = self.distances(target) + 4 * torch.exp(-clear) + wall.to(torch.float32) * 1000
        path: List[int] = []
        cy, cx = y, x
        while len(path) < 4 * self.size and not (cy == goal[0] and cx == goal[1]):
            path.append(cy * self.size + cx)
            window = F.pad(cost, [1, 1, 1, 1], value=1e6)[cy : cy + 3, cx : cx + 3].clone()
            window.put_(torch.tensor([0, 2, 4, 6, 8]), torch.full([5], 1e6))
            best = int(torch.argmin(window.view(-1) + torch.arange(9).to(window.dtype) * 1e-3))
            if len(path) > 1 and (cy + best // 3 - 1) * self.size + cx + best % 3 - 1 == path[-2]:
                break
            cy, cx = cy + best // 3 - 1, cx + best % 3 - 1
        return torch.sigmoid(self.odds), clear, path


@model("a map from rays: lines by integers, index_put that accumulates into a buffer, put_, a while loop until two tensors are close")
def occupancy_map():
    scan = torch.tensor([4.0, 3.5, 5.0, 4.2, 3.0, 4.6, 5.2, 2.9, 4.1, 3.3])
    return OccupancyMap(), [(scan, (6, 5), (2, 8)), (scan.flip(0), (5, 6), (9, 2)), ("line", (0, 0, 3, 7))]


class Memory(NamedTuple):
    hidden: torch.Tensor
    cell: torch.Tensor
    steps: int


class Agent(nn.Module):
    """A player with a memory: convolutions, an LSTM cell, values and advantages, actions that are forbidden, targets of several steps."""

    supports: Dict[int, str]

    def __init__(self, actions: int = 5, atoms: int = 7):
        super(Agent, self).__init__()
        self.actions, self.atoms = actions, atoms
        self.eyes = nn.Sequential(nn.Conv2d(3, 6, 3, stride=2, padding=1), nn.ELU(inplace=True), nn.Conv2d(6, 8, 3, dilation=2), nn.Hardtanh(-2.0, 2.0), nn.AdaptiveMaxPool2d((2, 1)), nn.Flatten())
        self.cell = nn.LSTMCell(16 + actions, 12, bias=False)
        self.value, self.advantage = nn.Linear(12, atoms), nn.Linear(12, actions * atoms)
        self.register_buffer("support", torch.linspace(-3, 3, atoms))
        self.supports = {0: "stay", 1: "up", 2: "down", 3: "left", 4: "right"}

    @torch.jit.export
    def start(self, size: int) -> Memory:
        return Memory(torch.zeros(size, 12), torch.zeros([size, 12]), 0)

    @torch.jit.export
    def project(self, share: torch.Tensor, rewards: torch.Tensor, done: torch.Tensor, gamma: float) -> torch.Tensor:
        step = (self.support[-1] - self.support[0]) / (self.atoms - 1)
        moved = rewards.unsqueeze(1) + gamma * self.support * (1 - done.to(torch.float32)).unsqueeze(1)
        b = (moved.clamp(-3.0, 3.0) - self.support[0]) / step
        low, high = b.floor().to(torch.int64), b.ceil().to(torch.int64)
        out = torch.zeros_like(share)
        out.scatter_add_(1, low, share * (high.to(torch.float32) - b + (low == high).to(torch.float32)))
        out.scatter_add_(1, high, share * (b - low.to(torch.float32)))
        return out

    def forward(self, screen: torch.Tensor, before: torch.Tensor, memory: Optional[Memory] = None, allowed: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, List[str], Memory]:
        state = self.start(screen.size(0)) if memory is None else memory
        seen = torch.cat([self.eyes(screen), F.one_hot(before, self.actions).to(screen.dtype)], dim=1)
        hidden, cell = self.cell(seen, (state.hidden, state.cell))
        advantage = self.advantage(hidden).view(-1, self.actions, self.atoms)
        logits = self.value(hidden).unsqueeze(1) + advantage - advantage.mean(1, keepdim=True)
        q = F.softmax(logits, dim=2).matmul(self.support)
        if allowed is not None:
            q = q.masked_fill(~allowed, -float("inf"))
        chosen = q.argmax(1)
        names: List[str] = []
        for a in chosen.unbind():
            names.append(self.supports[int(a)])
        return q, names, Memory(hidden, cell, state.steps + 1)


@model("a player with a memory: an optional NamedTuple with an integer, distributions projected by scatter_add, names in a dictionary of integers")
def game_agent():
    screens = f(2, 3, 11, 10)
    allowed = torch.tensor([[True, True, False, False, True], [False, True, True, True, True]])
    share = torch.softmax(f(3, 7), 1)
    return Agent(), [(screens, torch.tensor([0, 3])), (screens, torch.tensor([1, 1]), None, allowed), ("project", (share, torch.tensor([0.5, -1.0, 4.0]), torch.tensor([False, False, True]), 0.9))]


class Stones(nn.Module):
    """Stones on a board: groups by labels that spread, liberties, captures, a superko by hashes, planes for a network."""

    __constants__ = ["size", "moves"]

    def __init__(self, size: int = 5):
        super(Stones, self).__init__()
        self.size = size
        self.moves = ((0, 1), (1, 0), (0, -1), (-1, 0))
        self.register_buffer("keys", n(3, size, size, low=1, high=10007) * 2654435761 % 1000003)

    def groups(self, board):
        labels = torch.arange(1, board.numel() + 1).view_as(board) * (board != 0).to(torch.int64)
        changed = True
        while changed:
            before = labels
            for dy, dx in self.moves:
                ys = torch.arange(self.size).add(dy).clamp(0, self.size - 1)
                xs = torch.arange(self.size).add(dx).clamp(0, self.size - 1)
                other = labels.index_select(0, ys).index_select(1, xs)
                same = board.index_select(0, ys).index_select(1, xs) == board
                labels = torch.where(same, torch.max(labels, other), labels)
            changed = not torch.equal(before, labels)
        return labels

    def liberties(self, board, labels):
        wide = F.pad(board, [1, 1, 1, 1], value=9.0)
        free = torch.zeros_like(labels)
        for group in torch.unique(labels):
            if int(group) == 0:
                continue
            own = F.pad((labels == group).to(torch.int64), [1, 1, 1, 1])
            touched = own[2:, 1:-1] + own[:-2, 1:-1] + own[1:-1, 2:] + own[1:-1, :-2]
            count = int(((touched > 0) & (wide[1:-1, 1:-1] == 0)).sum())
            free = free + (labels == group).to(torch.int64) * count
        return free

    def forward(self, board, moves: List[Tuple[int, int]], colour: int = 1) -> Tuple[torch.Tensor, torch.Tensor, List[int], Dict[int, int]]:
        seen: Dict[int, int] = {}
        taken: List[int] = []
        for number, (y, x) in enumerate(moves):
            if bool(board[y, x] != 0):
                colour = 3 - colour
                continue
            trial = board.clone()
            trial[y][x] = colour
            for side in [3 - colour, colour]:
                labels = self.groups(trial)
                gone = (self.liberties(trial, labels) == 0) & trial.eq(side)
                taken.append(int(torch.sum(gone)))
                trial.masked_fill_(gone, 0)
            code = int(torch.gather(self.keys, 0, trial.unsqueeze(0)).sum() % 1000003)
            if code in seen:
                break
            seen[code] = number
            board = trial
            colour = 3 - colour
        free = self.liberties(board, self.groups(board))
        planes = torch.stack([board == 1, board == 2, free == 1, free == 2, free >= 3])
        return board, planes, taken, seen


@model("stones on a board: constants that are pairs in a tuple, labels that spread, a loop over unique, integers padded")
def board_of_stones():
    board = torch.tensor([[0, 1, 2, 0, 0], [1, 2, 0, 2, 0], [0, 1, 2, 0, 0], [0, 0, 0, 1, 0], [2, 0, 1, 0, 0]])
    return Stones(), [(board, [(1, 2), (0, 0), (3, 1), (1, 1), (4, 1)]), (torch.zeros(5, 5, dtype=torch.int64), [(2, 2), (2, 2), (0, 1)], 2)]
