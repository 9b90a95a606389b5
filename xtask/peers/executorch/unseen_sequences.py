"""Sequences and recommenders: further kinds of programs for unseen sets (docs/accuracy.md).

`unseen_export.py` exports them. None of these kinds is in models.py, more_models.py or the sweeps, from which rules were made.
"""

import torch
from models import Spec, function
from torch import nn
from torch.nn import functional as F
from unseen_models import model, one

# --- sequences ---------------------------------------------------------------------------------------------------------------


@model
def transcript():
    """Symbols of a recogniser without repetitions and blanks."""

    def f(scores):
        best, symbol = scores.log_softmax(-1).max(-1)
        new = torch.cat([torch.ones_like(symbol[:, :1], dtype=torch.bool), symbol[:, 1:] != symbol[:, :-1]], 1) & (symbol != 0)
        place = torch.where(new, new.to(torch.int64).cumsum(1) - 1, 9)
        return torch.zeros(2, 10, dtype=torch.int64).scatter(1, place, symbol)[:, :9], new.sum(1), best.sum(1)

    return one("symbols of a recogniser", function(f), (torch.randn(2, 9, 5),))


@model
def beam():
    def f(scores, logits, history):
        total = scores[..., None] + logits.log_softmax(-1)
        best, at = total.flatten(1).topk(3)
        parent, token = torch.div(at, 7, rounding_mode="floor"), at % 7
        history = history.gather(1, parent[..., None].expand(-1, -1, 4))
        return best, torch.cat([history[:, :, 1:], token[..., None]], 2), (token == 2).all(1)

    return one("a step of beam search", function(f), (torch.randn(1, 3), torch.randn(1, 3, 7), torch.randint(0, 7, (1, 3, 4))))


class Viterbi(nn.Module):
    def __init__(self):
        super().__init__()
        self.change = nn.Parameter(torch.randn(4, 4))

    def forward(self, x):
        score, back = x[0], []
        for step in x[1:].unbind(0):
            score, best = (score[:, None] + self.change + step[None]).max(0)
            back.append(best)
        path = [score.argmax(0, keepdim=True)]
        for best in reversed(back):
            path.append(best.index_select(0, path[-1]))
        return torch.cat(path[::-1]), score.amax(0, keepdim=True)


@model
def viterbi():
    return one("the best path through states", Viterbi(), (torch.randn(6, 4),))


class LinearAttention(nn.Module):
    """Sums of keys and values so far, instead of a softmax over all."""

    def __init__(self):
        super().__init__()
        self.qkv, self.mix = nn.Linear(8, 24), nn.Linear(8, 8)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, -1)
        q, k = F.elu(q) + 1, F.elu(k) + 1
        memory = torch.einsum("btd,bte->btde", k, v).cumsum(1)
        return self.mix(torch.einsum("btd,btde->bte", q, memory) / (q * k.cumsum(1)).sum(-1, keepdim=True))


@model
def linear_attention():
    return one("attention by running sums", LinearAttention(), (torch.randn(1, 6, 8),))


@model
def xnn_linear_attention():
    return one("attention by running sums, partly in delegates", LinearAttention(), (torch.randn(1, 6, 8),), xnnpack={})


class Blocks(nn.Module):
    """A forecast by blocks that each take away what they explain."""

    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 16)) for _ in range(2))

    def forward(self, x):
        shift, scale = x.mean(1, keepdim=True), x.abs().amax(1, keepdim=True)
        x, total = (x - shift) / scale, 0
        for block in self.blocks:
            explained, forecast = block(x).split([12, 4], 1)
            x, total = x - explained, total + forecast
        return total * scale + shift


@model
def forecast():
    return one("a forecast by blocks", Blocks(), (torch.randn(2, 12),))


@model
def xnn_forecast_dq():
    return one("a forecast by blocks, dynamically quantised", Blocks(), (torch.randn(2, 12),), quantize="dynamic", xnnpack={}, tolerance=0.3)


@model
def xnn_forecast_f16():
    return one("a forecast by blocks in half precision in a delegate", Blocks().half(), (torch.randn(2, 12).half(),), xnnpack={}, tolerance=0.05)


@model
def forecast_bf16():
    return one("a forecast by blocks in bfloat16", Blocks().bfloat16(), (torch.randn(2, 12).bfloat16(),), tolerance=0.2)


@model
def translate():
    """A reader and a writer that keeps its state."""

    class Write(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.cell, self.end = nn.Embedding(11, 6), nn.LSTMCell(12, 6), nn.Linear(6, 11)
            self.register_buffer("h", torch.zeros(1, 6))
            self.register_buffer("c", torch.zeros(1, 6))

        def forward(self, token, memory):
            weights = torch.softmax((memory * self.h[:, None]).sum(-1), -1)
            seen = (weights[..., None] * memory).sum(1)
            h, c = self.cell(torch.cat([self.words(token), seen], -1), (self.h, self.c))
            self.h.copy_(h)
            self.c.copy_(c)
            return self.end(h).argmax(-1), weights

    read = nn.Sequential(nn.Embedding(11, 6), nn.Linear(6, 6), nn.Tanh())
    steps = [(torch.tensor([token]), torch.randn(1, 5, 6)) for token in (1, 4, 7)]
    methods = {"read": (read.eval(), [(torch.randint(0, 11, (1, 5)),)]), "write": (Write().eval(), steps)}
    return Spec("a reader, and a writer with state", methods, constants={"stop": 2})


# --- recommending, looking up ------------------------------------------------------------------------------------------------


class Factors(nn.Module):
    """Products of all pairs of features by the square of a sum, beside a deep part."""

    def __init__(self):
        super().__init__()
        self.items, self.bias = nn.Embedding(50, 4), nn.Embedding(50, 1)
        self.deep = nn.Sequential(nn.Linear(20, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, x):
        rows = self.items(x)
        pairs = 0.5 * (rows.sum(1).square() - rows.square().sum(1)).sum(-1)
        return torch.sigmoid(pairs + self.bias(x).sum((1, 2)) + self.deep(rows.flatten(1))[:, 0])


@model
def factors():
    return one("pairs of features", Factors(), (torch.randint(0, 50, (3, 5)),))


@model
def xnn_factors():
    return one("pairs of features, partly in delegates", Factors(), (torch.randint(0, 50, (3, 5)),), xnnpack={})


class Towers(nn.Module):
    def __init__(self):
        super().__init__()
        self.user, self.item = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4)), nn.Linear(5, 4)

    def forward(self, user, items):
        scores = F.normalize(self.user(user), dim=-1) @ F.normalize(self.item(items), dim=-1).mT / 0.1
        best, which = scores.softmax(-1).topk(2, -1, sorted=True)
        return {"scores": best, "items": which}


@model
def towers():
    return one("two towers and the nearest items", Towers(), (torch.randn(1, 6), torch.randn(7, 5)))


@model
def xnn_towers_sq():
    return one("two towers, statically quantised", Towers(), (torch.randn(1, 6), torch.randn(7, 5)), quantize="static", xnnpack={}, tolerance=0.5)


@model
def buckets():
    bounds = torch.tensor([-1.0, -0.3, 0.0, 0.4, 1.2])
    table = torch.randn(6, 3)

    def f(x):
        bucket = (x[..., None] >= bounds).sum(-1)
        return table[bucket].sum(1), F.one_hot(bucket, 6).amax(1)

    return one("numbers to buckets", function(f), (torch.randn(2, 4),))


@model
def hashes():
    def f(x):
        pairs = (x[:, :-1] * 31 + x[:, 1:]) & 0xFFFF
        mixed = ((pairs * 32) ^ (pairs // 8)) % 97
        return mixed, torch.bitwise_or(mixed, 1).amin(1), (mixed[:, :, None] == mixed[:, None, :]).sum((1, 2))

    return one("hashes of neighbours", function(f), (torch.randint(0, 255, (2, 6)),))
