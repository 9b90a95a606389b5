# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Products that rank and recommend: two towers, factors, sessions, bandits, calibration, many tasks."""

from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import b, f, n, p
from torch import nn


class Tower(nn.Module):
    def __init__(self, rows: int, width: int):
        super().__init__()
        self.table = nn.Embedding(rows, width, max_norm=1.0)
        self.layers = nn.Sequential(nn.Linear(width, 6), nn.LeakyReLU(0.2), nn.Linear(6, 4))

    def forward(self, ids):
        return F.normalize(self.layers(self.table(ids)), p=2.0, dim=-1)


class TwoTowers(nn.Module):
    """People and things in one space; what was seen is not proposed again."""

    def __init__(self):
        super().__init__()
        self.people, self.things = Tower(7, 3), Tower(12, 5)
        self.temperature = nn.Parameter(torch.tensor(0.07))

    def forward(self, person, candidates, seen: Optional[torch.Tensor] = None, most: int = 3) -> Tuple[torch.Tensor, torch.Tensor]:
        scores = torch.matmul(self.people(person), self.things(candidates).t()) / self.temperature.clamp(min=0.01)
        if seen is not None:
            scores = scores.masked_fill(seen, -3.0e38)
        best, order = scores.topk(most, dim=1, largest=True, sorted=True)
        return candidates[order], best.sigmoid()


@model("two towers: embeddings with a largest norm, topk, an optional mask")
def two_towers():
    return TwoTowers(), [(n(2, low=0, high=6), torch.arange(0, 12, 2)), (n(3, low=0, high=6), torch.arange(5), b(3, 5), 2)]


class HashedRow(nn.Module):
    """Features of text and numbers to one bag with weights."""

    def __init__(self, size: int = 32):
        super().__init__()
        self.size = size
        self.bag = nn.EmbeddingBag(size, 4, mode="sum")
        self.out = nn.Linear(4, 1)

    def bucket(self, name: str, value: str) -> int:
        h = 0
        for c in name + "=" + value:
            h = (h * 131 + ord(c)) & 0x7FFFFFFF
        return h % self.size

    def forward(self, rows: List[Dict[str, str]], numbers: List[Dict[str, float]]):
        ids: List[int] = []
        weights: List[float] = []
        starts: List[int] = []
        for text, number in zip(rows, numbers):
            starts.append(len(ids))
            for name, value in text.items():
                ids.append(self.bucket(name, value))
                weights.append(1.0)
            for name, amount in number.items():
                ids.append(self.bucket(name, "#"))
                weights.append(amount)
        bags = self.bag(torch.tensor(ids), torch.tensor(starts), per_sample_weights=torch.tensor(weights))
        return torch.sigmoid(self.out(bags)).squeeze(1)


@model("rows of texts and numbers, hashed: lists of dictionaries, bags with weights")
def hashed_rows():
    return HashedRow(), [([{"city": "Köln", "os": "a"}, {"city": "Rome"}], [{"age": 0.3}, {"age": 0.5, "spent": 2.0}])]


class FieldFactors(nn.Module):
    """Factors for each pair of fields."""

    def __init__(self, sizes):
        super().__init__()
        self.linear = nn.ModuleList([nn.Embedding(k, 1) for k in sizes])
        self.tables = nn.ModuleList([nn.ModuleList([nn.Embedding(k, 3) for _ in sizes]) for k in sizes])
        self.bias = nn.Parameter(torch.zeros(1))
        self.register_buffer("starts", torch.tensor([0] + list(sizes[:-1])).cumsum(0))

    def forward(self, ids):
        total = self.bias.expand(ids.size(0)).clone()
        for i, line in enumerate(self.linear):
            total += line(ids[:, i]).squeeze(-1)
        for i, tables in enumerate(self.tables):
            for j, table in enumerate(tables):
                if j > i:
                    left = table(ids[:, i])
                    for k, other in enumerate(self.tables):
                        if k == j:
                            for m, back in enumerate(other):
                                if m == i:
                                    total = total + (left * back(ids[:, j])).sum(-1)
        return torch.sigmoid(total), self.starts + ids


@model("factors of pairs of fields: lists of lists of modules, four loops that are unrolled")
def field_factors():
    return FieldFactors([4, 5, 3]), [(torch.tensor([[0, 1, 2], [3, 4, 0], [1, 0, 1], [2, 2, 2]]),)]


class Cross(nn.Module):
    """Crossed features beside a deep part; inputs by name."""

    def __init__(self):
        super().__init__()
        self.tables = nn.ModuleDict({"user": nn.Embedding(6, 3), "item": nn.Embedding(8, 3)})
        self.down = nn.ParameterList([nn.Parameter(f(2, 8) * 0.3) for _ in range(2)])
        self.up = nn.ParameterList([nn.Parameter(f(8, 2) * 0.3) for _ in range(2)])
        self.deep = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(0.3), nn.Linear(8, 4), nn.ReLU())
        self.out = nn.Linear(12, 1)

    def forward(self, features: Dict[str, torch.Tensor]) -> Dict[str, torch.Tensor]:
        parts: List[torch.Tensor] = []
        for name, table in self.tables.items():
            parts.append(table(features[name]))
        parts.append(torch.log1p(features["price"]).unsqueeze(1))
        parts.append(features["hour"].float().unsqueeze(1) / 24)
        first = torch.cat(parts, dim=1)
        x = first
        for down, up in zip(self.down, self.up):
            x = first * F.linear(F.linear(x, down), up) + x
        score = self.out(torch.cat([x, self.deep(first)], dim=1)).squeeze(1)
        return {"score": score, "chance": score.sigmoid()}


@model("crossed features in low rank: inputs and outputs by name, lists of parameters zipped")
def cross_network():
    return Cross(), [({"user": n(3, low=0, high=5), "item": n(3, low=0, high=7), "price": p(3) * 10, "hour": n(3, low=0, high=23)},)]


class Session(nn.Module):
    """What comes next in a session: packed sequences of different lengths, the last state of each."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 5, padding_idx=0)
        self.gru = nn.GRU(5, 5, num_layers=2, batch_first=True, dropout=0.2)

    def forward(self, items, lengths) -> Tuple[torch.Tensor, torch.Tensor]:
        packed = nn.utils.rnn.pack_padded_sequence(self.table(items), lengths, batch_first=True, enforce_sorted=False)
        out, last = self.gru(packed)
        padded, sizes = nn.utils.rnn.pad_packed_sequence(out, batch_first=True, padding_value=-1.0, total_length=items.size(1))
        scores = last[-1] @ self.table.weight.t()
        return scores.index_fill(1, torch.tensor([0]), -1e4), padded


@model("sessions of different lengths: packed and not sorted, padded to a total length, index_fill")
def session_next():
    items = n(3, 4, low=1, high=9)
    items[0, 2:] = 0
    return Session(), [(items, torch.tensor([2, 4, 3]))]


class Interest(nn.Module):
    """How much of a history matters for a candidate."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(9, 4, padding_idx=0)
        self.unit = nn.Sequential(nn.Linear(16, 6), nn.PReLU(), nn.Linear(6, 1))
        self.out = nn.Bilinear(4, 4, 2)

    def forward(self, candidate, history):
        c, h = self.table(candidate), self.table(history)
        wide = c.unsqueeze(1).expand_as(h)
        weight = self.unit(torch.cat([wide, h, wide - h, wide * h], -1)).squeeze(-1)
        weight = torch.where(history.eq(0), torch.zeros_like(weight), weight)
        mine = torch.einsum("bt,btd->bd", weight, h)
        return F.log_softmax(self.out(c, mine), 1), weight.sum(-1)


@model("interest in a history: a unit of activation, a bilinear layer")
def interest():
    return Interest(), [(n(2, low=1, high=8), torch.tensor([[1, 4, 0], [2, 8, 5]]))]


class ManyTasks(nn.Module):
    """Experts that are shared by several tasks, each with a gate; a task's loss weighs its doubt."""

    def __init__(self, tasks=("click", "buy", "stay")):
        super().__init__()
        self.names = list(tasks)
        self.experts = nn.ModuleList([nn.Sequential(nn.Linear(5, 4), nn.ELU()) for _ in range(3)])
        self.gates = nn.ModuleDict({name: nn.Linear(5, 3, bias=False) for name in tasks})
        self.heads = nn.ModuleDict({name: nn.Linear(4, 1) for name in tasks})
        self.doubt = nn.Parameter(torch.tensor([0.1, -0.2, 0.3]))

    def forward(self, x, labels: Optional[Dict[str, torch.Tensor]] = None) -> Tuple[Dict[str, torch.Tensor], Optional[torch.Tensor]]:
        shared = torch.stack([expert(x) for expert in self.experts], dim=2)
        out: Dict[str, torch.Tensor] = {}
        for (name, gate), head in zip(self.gates.items(), self.heads.values()):
            mixed = (shared * gate(x).softmax(1).unsqueeze(1)).sum(2)
            out[name] = head(mixed).squeeze(1)
        out["buy"] = out["buy"] + F.logsigmoid(out["click"])
        if labels is None:
            return out, None
        loss = torch.tensor(0.0)
        for k, name in enumerate(self.names):
            one = F.binary_cross_entropy_with_logits(out[name], labels[name], pos_weight=torch.tensor(2.0))
            loss = loss + torch.exp(-self.doubt[k]) * one + self.doubt[k]
        return out, loss


@model("tasks that share experts: two ModuleDicts zipped, an optional dictionary, an optional result")
def many_tasks():
    x = f(4, 5)
    return ManyTasks(), [(x,), (x, {"click": b(4).float(), "buy": b(4).float() * 0, "stay": 1 - b(4).float()})]


class Bandit(nn.Module):
    """Arms chosen by upper bounds; each call with a reward changes the matrices."""

    def __init__(self, arms: int = 3, width: int = 2):
        super().__init__()
        self.register_buffer("inverse", torch.eye(width).repeat(arms, 1, 1))
        self.register_buffer("total", f(arms, width) * 0.1)
        self.register_buffer("pulls", torch.zeros(arms, dtype=torch.int32))

    def forward(self, x, alpha: float = 1.5) -> Tuple[int, torch.Tensor]:
        theta = torch.bmm(self.inverse, self.total.unsqueeze(2)).squeeze(2)
        bound = theta.mv(x) + alpha * torch.sqrt(torch.einsum("i,aij,j->a", x, self.inverse, x))
        return int(bound.argmax().item()), bound

    @torch.jit.export
    def reward(self, arm: int, x, amount: float):
        a = self.inverse[arm]
        ax = a.mv(x)
        self.inverse[arm] = a - torch.ger(ax, ax) / (1.0 + x.dot(ax))
        self.total[arm] += amount * x
        self.pulls[arm] += 1
        return self.pulls


@model("a bandit: buffers changed by index, a method for rewards")
def contextual_bandit():
    x = torch.tensor([0.5, -1.5])
    return Bandit(), [(x,), ("reward", (0, x, 1.0)), ("reward", (2, x * 2, -0.5)), (x, 0.25), (torch.tensor([1.0, 1.0]),)]


class Calibrated(NamedTuple):
    chance: torch.Tensor
    bins: torch.Tensor
    error: float


class Calibration(nn.Module):
    """Scores to chances by steps that rise (pool of neighbours), by a logistic curve and by a temperature; how far they are off."""

    def __init__(self):
        super().__init__()
        self.register_buffer("edges", torch.tensor([-1.0, -0.3, 0.2, 0.9, 1.7]))
        self.register_buffer("steps", torch.tensor([0.02, 0.1, 0.25, 0.6, 0.8, 0.97]))
        self.register_buffer("slope", torch.tensor([1.7, -0.2]))

    @torch.jit.export
    def pool(self, values: List[float]) -> List[float]:
        level: List[float] = []
        weight: List[int] = []
        for v in values:
            level.append(v)
            weight.append(1)
            while len(level) > 1 and level[-2] > level[-1]:
                a, b = level.pop(), weight.pop()
                level[-1] = (level[-1] * weight[-1] + a * b) / (weight[-1] + b)
                weight[-1] += b
        out: List[float] = []
        for v, w in zip(level, weight):
            out += [v] * w
        return out

    def forward(self, scores, labels) -> Calibrated:
        steps = self.steps[torch.bucketize(scores, self.edges)]
        curve = torch.sigmoid(torch.addcmul(self.slope[1], self.slope[0], scores))
        chance = (steps + curve + torch.sigmoid(scores / 1.3)) / 3
        bins = torch.clamp((chance * 4).floor().long(), max=3)
        count = torch.bincount(bins, minlength=4)
        gap = torch.bincount(bins, weights=chance - labels, minlength=4).abs()
        return Calibrated(chance, count, float(gap.sum() / labels.numel()))


@model("calibration: bucketize, bincount with weights, a pool of neighbours on lists, a NamedTuple as the result")
def calibration():
    return Calibration(), [(f(9), b(9).float()), ("pool", ([0.1, 0.5, 0.3, 0.2, 0.7, 0.6],))]


class Diverse(nn.Module):
    """A list that is good and not all the same, and what such lists are worth."""

    def forward(self, scores, items, most: int, mix: float = 0.6) -> Tuple[List[int], float]:
        likeness = torch.mm(F.normalize(items), F.normalize(items).transpose(0, 1))
        chosen: List[int] = [int(scores.argmax())]
        while len(chosen) < min(most, scores.numel()):
            value = mix * scores - (1.0 - mix) * likeness[:, torch.tensor(chosen)].max(dim=1)[0]
            value[torch.tensor(chosen)] = float("-inf")
            chosen.append(int(torch.argmax(value, dim=0)))
        gain = (2 ** scores[torch.tensor(chosen)] - 1) / torch.log2(torch.arange(2.0, len(chosen) + 2.0))
        ideal = (2 ** scores.sort(descending=True)[0][:len(chosen)] - 1) / torch.log2(torch.arange(len(chosen)).to(torch.float) + 2.0)
        return chosen, float(gain.sum() / ideal.sum())


@model("a diverse list: index_put of minus infinity, a tensor as an exponent, ranks discounted")
def diverse_list():
    return Diverse(), [(p(6), f(6, 3), 4), (p(3), f(3, 2), 5, 0.9)]


class Oblivious(nn.Module):
    """Boosted trees whose levels ask one question each: bits to leaves, categories by their statistics."""

    def __init__(self, trees: int = 4, depth: int = 3):
        super().__init__()
        self.register_buffer("feature", n(trees, depth, low=0, high=4))
        self.register_buffer("border", f(trees, depth))
        self.register_buffer("leaves", f(trees, 2 ** depth) * 0.2)
        self.register_buffer("powers", torch.tensor([1 << k for k in range(depth)]))
        self.encoding: Dict[str, float] = {"red": 0.7, "blue": -0.4}
        self.depth = depth

    def forward(self, numbers, colours: List[str]):
        extra = torch.tensor([self.encoding.get(c, 0.0) for c in colours]).unsqueeze(1)
        x = torch.cat((numbers, extra), 1)
        bits = x[:, self.feature] > self.border
        leaf = (bits.long() * self.powers).sum(-1)
        values = torch.gather(self.leaves.unsqueeze(0).expand(x.size(0), -1, -1), 2, leaf.unsqueeze(2)).squeeze(2)
        return values.sum(1), torch.cumsum(values, dim=1), leaf


@model("boosted trees with one question a level: powers of two, gather of leaves, categories in a dictionary")
def boosted_trees():
    return Oblivious(), [(f(5, 4), ["red", "green", "blue", "red", ""])]
