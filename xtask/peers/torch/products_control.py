# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Products that move and simulate: controllers, arms, maps, cloth, molecules, graphs, clouds of points."""

import math
from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])
cholesky = torch.cholesky if RELEASE < (1, 8) else torch.linalg.cholesky


class Predictive(nn.Module):
    """Controls for some steps ahead, by projected gradients through a linear model, unrolled."""

    def __init__(self, steps: int = 4):
        super().__init__()
        self.steps = steps
        self.register_buffer("a", torch.tensor([[1.0, 0.1], [0.0, 1.0]]))
        self.register_buffer("b", torch.tensor([[0.005], [0.1]]))
        rows = []
        for i in range(steps):
            rows.append(torch.cat([torch.matrix_power(self.a, i - j) @ self.b if j <= i else torch.zeros(2, 1) for j in range(steps)], 1))
        self.register_buffer("effect", torch.cat(rows))
        self.register_buffer("free", torch.cat([torch.matrix_power(self.a, i + 1) for i in range(steps)]))
        self.register_buffer("weight", torch.tensor([10.0, 1.0]).repeat(steps))

    def forward(self, state, target, limit: float = 1.0, rounds: int = 20) -> Tuple[torch.Tensor, int]:
        wanted = target.repeat(self.steps)
        hessian = self.effect.t() @ (self.weight.unsqueeze(1) * self.effect) + 0.1 * torch.eye(self.steps)
        rate = 1.0 / float(hessian.abs().sum(1).max())
        controls = torch.zeros(self.steps)
        moved = controls
        k = 0
        while k < rounds:
            gradient = torch.mv(self.effect.t(), self.weight * (self.free.mv(state) + self.effect.mv(moved) - wanted)) + 0.1 * moved
            after = (moved - rate * gradient).clamp(-limit, limit)
            k += 1
            if float((after - controls).abs().max()) < 1e-6:
                break
            moved = after + (k / (k + 3)) * (after - controls)
            controls = after
        return controls, k


@model("control with a model ahead: matrices of powers made in the constructor, accelerated gradients that stop early")
def predictive_control():
    return Predictive(), [(torch.tensor([1.0, 0.0]), torch.zeros(2)), (torch.tensor([-0.2, 0.5]), torch.tensor([0.3, 0.0]), 0.2, 3)]


@torch.jit.script
class Vector:
    def __init__(self, x: float, y: float):
        self.x = x
        self.y = y

    def __add__(self, other: "Vector") -> "Vector":
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other: "Vector") -> "Vector":
        return Vector(self.x - other.x, self.y - other.y)

    def __mul__(self, k: float) -> "Vector":
        return Vector(self.x * k, self.y * k)

    def __neg__(self) -> "Vector":
        return Vector(-self.x, -self.y)

    def __eq__(self, other: "Vector") -> bool:
        return self.x == other.x and self.y == other.y

    def __len__(self) -> int:
        return 2

    def __getitem__(self, k: int) -> float:
        return self.x if k == 0 else self.y

    def length(self) -> float:
        return (self.x * self.x + self.y * self.y) ** 0.5


class Boat(nn.Module):
    """A vehicle that steers to points, in numbers; its errors are summed and limited."""

    def forward(self, goals: List[Tuple[float, float]], steps: int) -> Tuple[List[float], float, bool, int]:
        place = Vector(0.0, 0.0)
        speed = Vector(0.1, 0.0)
        total = Vector(0.0, 0.0)
        path: List[float] = []
        at = 0
        for _ in range(steps):
            goal = Vector(goals[at][0], goals[at][1])
            error = goal - place
            total = total + error * 0.1
            if total.length() > 1.0:
                total = total * (1.0 / total.length())
            push = error * 0.8 + total * 0.2 + -speed * 0.6
            speed = speed + push * 0.2
            place = place + speed * 0.5
            path.append(place[0])
            path.append(place[1])
            if (goal - place).length() < 0.3 and at < len(goals) - 1:
                at += 1
                total = Vector(0.0, 0.0)
        return path, place.length(), place == Vector(0.0, 0.0), at + len(place)


@model("a boat: a class with operators (+, -, *, unary -, ==, [], len) made and thrown away in a loop")
def boat_autopilot():
    return Boat(), [([(1.0, 0.5), (2.0, -1.0)], 12), ([(0.0, 0.1)], 2)]


class Arm(nn.Module):
    """Angles of an arm that bring its hand to a point (damped least squares)."""

    def __init__(self):
        super().__init__()
        self.register_buffer("lengths", torch.tensor([1.0, 0.8, 0.5]))
        self.low, self.high = -2.5, 2.5

    def hand(self, angles) -> Tuple[torch.Tensor, torch.Tensor]:
        heading = torch.cumsum(angles, 0)
        parts = torch.stack([self.lengths * heading.cos(), self.lengths * heading.sin()])
        after = parts.flip(1).cumsum(1).flip(1)
        return parts.sum(1), torch.stack([-after[1], after[0]])

    def forward(self, angles, goal, damping: float = 0.3, most: int = 15) -> Tuple[torch.Tensor, float, int]:
        tries = 0
        error = 1e9
        while tries < most and error > 1e-3:
            reached, jacobian = self.hand(angles)
            apart = goal - reached
            error = float(torch.norm(apart))
            square = jacobian @ jacobian.t() + damping ** 2 * torch.eye(2)
            angles = angles + jacobian.t() @ (torch.inverse(square) @ apart)
            angles = torch.remainder(angles + math.pi, 2 * math.pi) - math.pi
            angles = torch.min(torch.max(angles, torch.tensor(self.low)), torch.tensor(self.high))
            tries += 1
        return angles, error, tries


@model("an arm: a Jacobian by cumulative sums that are flipped, remainder of angles")
def arm_kinematics():
    return Arm(), [(torch.tensor([0.3, 0.4, 0.2]), torch.tensor([1.2, 1.1])), (torch.tensor([0.1, -0.4, 0.9]), torch.tensor([3.0, 0.5]), 0.5, 4)]


class Regulator(nn.Module):
    """Gains by the Riccati recursion, then the closed loop in double precision."""

    def forward(self, a, b, q, r, steps: int) -> Tuple[List[torch.Tensor], torch.Tensor]:
        a, b, q, r = a.double(), b.double(), q.double(), r.double()
        cost = q
        gains: List[torch.Tensor] = []
        for _ in range(steps):
            gain = torch.inverse(r + b.t().mm(cost).mm(b)).mm(b.t()).mm(cost).mm(a)
            cost = q + a.t().mm(cost).mm(a - b.mm(gain))
            gains.insert(0, gain)
        x = torch.ones(a.size(0), 1, dtype=torch.float64)
        path = [x]
        for gain in gains:
            x = (a - b @ gain) @ x
            path.append(x)
        return gains, torch.cat(path, 1).to(torch.float32)


@model("a regulator: a recursion in doubles, insert at the front of a list")
def regulator():
    return Regulator(), [(torch.tensor([[1.0, 0.2], [0.0, 1.0]]), torch.tensor([[0.0], [0.2]]), torch.eye(2), torch.eye(1) * 0.5, 4)]


class Cloth(nn.Module):
    """A net of springs (Verlet): forces added by index, some points held, a floor."""

    def __init__(self, rows: int = 3, columns: int = 3):
        super().__init__()
        pairs, place = [], lambda r, c: r * columns + c
        for r in range(rows):
            for c in range(columns):
                pairs += [(place(r, c), place(r, c + 1))] if c + 1 < columns else []
                pairs += [(place(r, c), place(r + 1, c))] if r + 1 < rows else []
        self.register_buffer("springs", torch.tensor(pairs).t().contiguous())
        grid = torch.stack([torch.arange(rows * columns) % columns, torch.zeros(rows * columns).long(), torch.arange(rows * columns) // columns], 1).float()
        self.register_buffer("start", grid)
        self.register_buffer("held", torch.arange(rows * columns) < 2)

    def forward(self, steps: int, dt: float = 0.1):
        x = self.start.clone()
        before = x.clone()
        i, j = self.springs[0], self.springs[1]
        for _ in range(steps):
            apart = x[j] - x[i]
            length = apart.norm(2, dim=1, keepdim=True)
            pull = 20.0 * (length - 1.0) * apart / length
            force = torch.zeros_like(x).index_add(0, i, pull).index_add_(0, j, -pull)
            force[:, 1] -= 9.81 * 0.1
            after = 2 * x - before + force * dt ** 2
            after = before + (after - before) * 0.98
            after[self.held] = self.start[self.held]
            after[:, 1].clamp_(min=-0.4)
            before, x = x, after
        return x, (x - before) / dt


@model("a cloth: forces added by index, a clamp in place of a column, rows assigned by a mask")
def cloth():
    return Cloth(), [(6,), (2, 0.05)]


class PoseGraph(nn.Module):
    """Places put right by what was measured between them (Gauss and Newton), loops with a doubt that grows."""

    def wrap(self, a):
        return torch.atan2(torch.sin(a), torch.cos(a))

    def forward(self, poses, edges: List[Tuple[int, int, List[float]]], rounds: int) -> Tuple[torch.Tensor, List[float]]:
        errors: List[float] = []
        count = poses.size(0)
        for _ in range(rounds):
            h = torch.eye(3 * count) * 1e-6
            g = torch.zeros(3 * count)
            h[:3, :3] += torch.eye(3) * 1e6
            total = 0.0
            for i, j, z in edges:
                a, b = poses[i], poses[j]
                c, s = torch.cos(a[2]), torch.sin(a[2])
                turn = torch.stack([torch.stack([c, s]), torch.stack([-s, c])])
                apart = b[:2] - a[:2]
                e = torch.cat([turn @ apart - torch.tensor([z[0], z[1]]), self.wrap(b[2] - a[2] - z[2]).unsqueeze(0)])
                slope = torch.stack([torch.stack([-s, c]), torch.stack([-c, -s])]) @ apart
                ja, jb = torch.zeros(3, 3), torch.zeros(3, 3)
                ja[:2, :2], jb[:2, :2] = -turn, turn
                ja[:2, 2] = slope
                ja[2, 2] = -1
                jb[2, 2] = 1
                w = 1.0 / (1.0 + float(e.dot(e)))
                total += w * float(e.dot(e))
                p, q = slice_of(i), slice_of(j)
                h[p[0]:p[1], p[0]:p[1]] += w * ja.t() @ ja
                h[p[0]:p[1], q[0]:q[1]] += w * ja.t() @ jb
                h[q[0]:q[1], p[0]:p[1]] += w * jb.t() @ ja
                h[q[0]:q[1], q[0]:q[1]] += w * jb.t() @ jb
                g[p[0]:p[1]] += w * ja.t() @ e
                g[q[0]:q[1]] += w * jb.t() @ e
            step = torch.cholesky_solve(-g.unsqueeze(1), cholesky(h)).view(count, 3)
            poses = torch.cat([(poses + step)[:, :2], self.wrap((poses + step)[:, 2:])], 1)
            errors.append(total)
        return poses, errors


def slice_of(k: int) -> Tuple[int, int]:
    return 3 * k, 3 * k + 3


@model("a graph of poses: blocks of a matrix added to in place, edges as triples with lists")
def pose_graph():
    edges = [(0, 1, [1.0, 0.0, 1.57]), (1, 2, [1.0, 0.0, 1.57]), (2, 3, [1.0, 0.0, 1.57]), (3, 0, [1.05, 0.0, 1.57])]
    return PoseGraph(), [(torch.tensor([[0.0, 0, 0], [1.1, 0.1, 1.5], [0.9, 1.2, 3.0], [-0.1, 0.9, -1.6]]), edges, 3)]


class Scans(nn.Module):
    """A cloud laid on another (nearest points and a rotation), and the cells of a map that beams cross."""

    def forward(self, source, target, rounds: int = 5):
        moved = source
        turn, shift = torch.eye(2), torch.zeros(2)
        for _ in range(rounds):
            near = target[torch.cdist(moved, target).argmin(dim=1)]
            a, b = moved - moved.mean(0), near - near.mean(0)
            angle = torch.atan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
            step = torch.stack([torch.cos(angle), -torch.sin(angle), torch.sin(angle), torch.cos(angle)]).view(2, 2)
            moved = a @ step.t() + near.mean(0)
            turn = step @ turn
            shift = near.mean(0) - step @ (moved.mean(0) * 0 + source.mean(0))
        return moved, turn, shift

    @torch.jit.export
    def beams(self, cells: Tuple[int, int], hits: List[Tuple[int, int]]):
        grid = torch.zeros(cells[0], cells[1], dtype=torch.int8)
        for hit in hits:
            r, c = 0, 0
            dr, dc = abs(hit[0]), -abs(hit[1])
            error = dr + dc
            while r != hit[0] or c != hit[1]:
                grid[r, c] -= 1
                twice = 2 * error
                if twice >= dc:
                    error += dc
                    r += 1
                if twice <= dr:
                    error += dr
                    c += 1
            grid[r, c] = 5
        return grid.clamp_(-4, 5)


@model("clouds laid on each other, and beams through a map of 8-bit integers")
def scan_matching():
    cloud = f(8, 2)
    turn = torch.tensor([[0.98, -0.199], [0.199, 0.98]])
    return Scans(), [(cloud @ turn.t() + 0.05, cloud), ("beams", ((5, 6), [(4, 2), (3, 5), (0, 4)]))]


class Paths(nn.Module):
    """The shortest way through a map (A*), with lists as the open set."""

    def forward(self, rows: List[str]) -> Tuple[int, List[Tuple[int, int]]]:
        h, w = len(rows), len(rows[0])
        goal = (h - 1, w - 1)
        cost: Dict[int, int] = {0: 0}
        came: Dict[int, int] = {}
        todo = [0]
        while len(todo) > 0:
            best, at = 1 << 30, 0
            for i, node in enumerate(todo):
                guess = cost[node] * 100 + (goal[0] - node // w + goal[1] - node % w) * 100 + node
                if guess < best:
                    best, at = guess, i
            node = todo.pop(at)
            if node == goal[0] * w + goal[1]:
                break
            for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                r, c = node // w + dr, node % w + dc
                if r < 0 or c < 0 or r >= h or c >= w or rows[r][c] == "#":
                    continue
                after = r * w + c
                if after not in cost or cost[node] + 1 < cost[after]:
                    cost[after] = cost[node] + 1
                    came[after] = node
                    if after not in todo:
                        todo.append(after)
        last = goal[0] * w + goal[1]
        if last not in came:
            return -1, torch.jit.annotate(List[Tuple[int, int]], [])
        path = [(last // w, last % w)]
        while last in came:
            last = came[last]
            path.append((last // w, last % w))
        path.reverse()
        return cost[goal[0] * w + goal[1]], path


@model("ways through a map: dictionaries of integers, pop at an index, texts as rows")
def shortest_path():
    return Paths(), [(["..#.", ".#..", "....", "#.#."],), ([".#", "#."],)]


class Molecule(nn.Module):
    """Energy of atoms from their distances: smooth bases, messages added by index, forces by hand or not at all."""

    def __init__(self):
        super().__init__()
        self.kinds = nn.Embedding(10, 6, padding_idx=0)
        self.register_buffer("centres", torch.linspace(0, 4, 8))
        self.filters = nn.ModuleList([nn.Sequential(nn.Linear(8, 6), nn.Softplus(), nn.Linear(6, 6)) for _ in range(2)])
        self.mix = nn.ModuleList([nn.Linear(6, 6) for _ in range(2)])
        self.out = nn.Sequential(nn.Linear(6, 3), nn.Tanh(), nn.Linear(3, 1))

    def forward(self, kinds, places, cell: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, torch.Tensor]:
        apart = places.unsqueeze(0) - places.unsqueeze(1)
        if cell is not None:
            apart = apart - cell * torch.round(apart / cell)
        distance = apart.norm(dim=-1, p=2)
        near = (distance < 4.0) & ~torch.eye(kinds.numel()).to(torch.bool)
        i, j = torch.nonzero(near).unbind(1)
        d = distance[near]
        cut = 0.5 * (torch.cos(d * (math.pi / 4.0)) + 1.0)
        basis = torch.exp(-2.0 * (d.unsqueeze(1) - self.centres) ** 2)
        x = self.kinds(kinds)
        for filters, mix in zip(self.filters, self.mix):
            weight = filters(basis) * cut.unsqueeze(1)
            message = torch.zeros_like(x).index_add_(0, i, x[j] * weight)
            x = x + F.softplus(mix(message)) - math.log(2.0)
        each = self.out(x).squeeze(1)
        return each.sum(), each


@model("a molecule: radial bases, pairs from a mask, messages added by index")
def molecule_energy():
    return Molecule(), [(torch.tensor([8, 1, 1, 6]), f(4, 3)), (torch.tensor([6, 1]), f(2, 3) * 2, torch.tensor([3.0, 3.0, 3.0]))]


class Cloud(nn.Module):
    """Points of a cloud in groups: the farthest points, their neighbours, a net whose maximum counts."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 8, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 5, 1))

    def farthest(self, x, count: int):
        b = x.size(0)
        chosen = torch.zeros(b, count, dtype=torch.long)
        least = torch.full((b, x.size(1)), 1e10)
        at = torch.zeros(b, dtype=torch.long)
        rows = torch.arange(b)
        for k in range(count):
            chosen[:, k] = at
            least = torch.min(least, ((x - x[rows, at].unsqueeze(1)) ** 2).sum(-1))
            at = least.max(-1)[1]
        return chosen

    def forward(self, x, count: int = 3, most: int = 4, radius: float = 2.0):
        rows = torch.arange(x.size(0))
        chosen = self.farthest(x, count)
        centres = x[rows.unsqueeze(1), chosen]
        apart = torch.sum((centres.unsqueeze(2) - x.unsqueeze(1)) ** 2, -1)
        index = torch.arange(x.size(1)).expand(x.size(0), count, -1).clone()
        index[apart > radius ** 2] = x.size(1)
        index = index.sort(dim=-1)[0][:, :, :most]
        first = index[:, :, :1].expand_as(index)
        index = torch.where(index == x.size(1), first, index)
        groups = x[rows.view(-1, 1, 1), index] - centres.unsqueeze(2)
        features = self.net(groups.permute(0, 3, 2, 1))
        return chosen, features.max(2)[0]


@model("a cloud of points: the farthest, balls around them, indices by broadcasting")
def cloud_groups():
    return Cloud(), [(f(2, 9, 3),), (f(1, 5, 3), 2, 3, 1.5)]


class Flow(nn.Module):
    """A fluid on a grid that wraps: moved along itself, and made free of sources by Jacobi's rounds."""

    def forward(self, u, v, rounds: int):
        h, w = u.shape
        y, x = torch.meshgrid([torch.arange(h).float(), torch.arange(w).float()])
        px, py = (x - u * 0.5) % w, (y - v * 0.5) % h
        x0, y0 = px.floor().long() % w, py.floor().long() % h
        x1, y1 = (x0 + 1).fmod(w), (y0 + 1).fmod(h)
        fx, fy = px - px.floor(), py - py.floor()
        out: List[torch.Tensor] = []
        for q in [u, v]:
            out.append((q[y0, x0] * (1 - fx) + q[y0, x1] * fx) * (1 - fy) + (q[y1, x0] * (1 - fx) + q[y1, x1] * fx) * fy)
        u, v = out[0], out[1]
        source = (u.roll(-1, 1) - u.roll(1, 1) + v.roll(-1, 0) - v.roll(1, 0)) / 2
        pressure = torch.zeros_like(source)
        for _ in range(rounds):
            pressure = (pressure.roll(1, 0) + pressure.roll(-1, 0) + pressure.roll(1, 1) + pressure.roll(-1, 1) - source) / 4
        return u - (pressure.roll(-1, 1) - pressure.roll(1, 1)) / 2, v - (pressure.roll(-1, 0) - pressure.roll(1, 0)) / 2, pressure


@model("a fluid: remainders of floats and of indices, rolls in a loop")
def fluid():
    return Flow(), [(f(5, 6), f(5, 6).flip(0), 8)]
