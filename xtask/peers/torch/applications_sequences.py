# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Unseen models of sequences: attention, caches, decoding, experts, trees, recurrence."""

from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n, p
from torch import nn


class Crf(nn.Module):
    """Viterbi and the partition function of a chain."""

    def __init__(self):
        super().__init__()
        self.start, self.end = nn.Parameter(f(3)), nn.Parameter(f(3).flip(0))
        self.moves = nn.Parameter(f(3, 3))

    def forward(self, scores, mask) -> Tuple[List[List[int]], torch.Tensor]:
        steps, count = scores.size(0), scores.size(1)
        total = self.start + scores[0]
        forward = total
        pointers: List[torch.Tensor] = []
        i = 1
        while i < steps:
            best, from_tag = (total.unsqueeze(2) + self.moves).max(dim=1)
            total = torch.where(mask[i].unsqueeze(1), best + scores[i], total)
            reached = torch.logsumexp(forward.unsqueeze(2) + self.moves, dim=1) + scores[i]
            forward = torch.where(mask[i].unsqueeze(1), reached, forward)
            pointers.append(from_tag)
            i += 1
        total = total + self.end
        paths: List[List[int]] = []
        for b in range(count):
            last = int(mask[:, b].sum().item()) - 1
            path = [int(total[b].argmax().item())]
            for k in range(last):
                path.append(int(pointers[last - 1 - k][b][path[-1]].item()))
            path.reverse()
            paths.append(path)
        return paths, torch.logsumexp(forward + self.end, 1)


@model("a random field over a chain: Viterbi with while loops, pointers in a list, masks")
def crf_viterbi():
    mask = torch.tensor([[1, 1], [1, 1], [1, 1], [1, 0], [1, 0]]) == 1
    return Crf(), [(f(5, 2, 3), mask), (f(2, 1, 3), mask[:2, :1])]


class Labels(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.lstm, self.out = nn.Embedding(12, 5, padding_idx=0), nn.LSTM(5, 4, bidirectional=True, batch_first=True), nn.Linear(8, 3)
        self.tags: Tuple[str, str, str] = ("O", "B", "I")
        self.names = {0: "O", 1: "B", 2: "I"}

    def forward(self, tokens, lengths) -> Tuple[torch.Tensor, List[Dict[str, int]]]:
        packed = nn.utils.rnn.pack_padded_sequence(self.embed(tokens), lengths, batch_first=True, enforce_sorted=False)
        packed, _ = self.lstm(packed)
        padded, sizes = nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
        scores = self.out(padded)
        counts: List[Dict[str, int]] = []
        for b in range(scores.size(0)):
            found: Dict[str, int] = {}
            for t in range(int(sizes[b])):
                name = self.names[int(scores[b, t].argmax())]
                if name in found:
                    found[name] += 1
                else:
                    found[name] = 1
            counts.append(found)
        return scores, counts


@model("labels of packed sequences that are not sorted, counted in dictionaries")
def sequence_labels():
    return Labels(), [(n(3, 5, low=1, high=11), torch.tensor([3, 5, 2]))]


class StatefulBeam(nn.Module):
    """A search whose hypotheses are tuples of tokens, score, and the dictionary of their states."""

    def __init__(self):
        super().__init__()
        self.embed, self.cell, self.out = nn.Embedding(7, 4), nn.GRUCell(4, 4), nn.Linear(4, 7)
        self.end = 6

    def step(self, token: int, state: Dict[str, torch.Tensor]) -> Tuple[torch.Tensor, Dict[str, torch.Tensor]]:
        hidden = self.cell(self.embed(torch.tensor([token])), state["hidden"])
        seen = torch.cat([state["seen"], torch.tensor([token])])
        scores = self.out(hidden)[0].index_fill(0, seen, -2.0)
        return F.log_softmax(scores, dim=0), {"hidden": hidden, "seen": seen}

    def forward(self, hidden, width: int, most: int) -> List[Tuple[List[int], float]]:
        beams: List[Tuple[List[int], float, Dict[str, torch.Tensor]]] = [([0], 0.0, {"hidden": hidden, "seen": torch.tensor([0])})]
        done: List[Tuple[List[int], float]] = []
        for _ in range(most):
            found: List[Tuple[List[int], float, Dict[str, torch.Tensor]]] = []
            scores: List[float] = []
            for tokens, score, state in beams:
                logs, after = self.step(tokens[-1], state)
                best, which = logs.topk(width)
                for k in range(width):
                    token = int(which[k])
                    total = score + float(best[k])
                    if token == self.end:
                        done.append((tokens + [token], total / float(len(tokens)) ** 0.6))
                        continue
                    found.append((tokens + [token], total, after))
                    scores.append(total)
            if len(found) == 0 or len(done) >= width:
                break
            order = torch.argsort(torch.tensor(scores), dim=0, descending=True)
            beams = [found[int(order[k])] for k in range(min(width, len(found)))]
        for tokens, score, _ in beams:
            done.append((tokens, score))
        return done


@model("a beam search whose hypotheses carry dictionaries of tensors; break and continue")
def beam_states():
    return StatefulBeam(), [(f(1, 4), 2, 4), (f(1, 4, scale=0.3), 3, 2)]


class Rotary(nn.Module):
    """Rotary attention with fewer keys than queries, and a causal mask."""

    def __init__(self):
        super().__init__()
        self.q, self.kv, self.out = nn.Linear(16, 16, bias=False), nn.Linear(16, 16, bias=False), nn.Linear(16, 16, bias=False)
        self.scale = nn.Parameter(torch.ones(16))
        angles = torch.arange(12.0)[:, None] * (10000.0 ** (-torch.arange(0.0, 4.0, 2.0) / 4.0))[None]
        self.register_buffer("cos", angles.cos().repeat(1, 2))
        self.register_buffer("sin", angles.sin().repeat(1, 2))

    def turn(self, x, start: int):
        half = x.shape[-1] // 2
        other = torch.cat((-x[..., half:], x[..., :half]), dim=-1)
        length = x.size(2)
        return x * self.cos[start:start + length] + other * self.sin[start:start + length]

    def forward(self, x):
        b, t, c = x.shape
        x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.scale
        q = self.turn(self.q(x).view(b, t, 4, 4).transpose(1, 2), 0)
        k, v = self.kv(x).view(b, t, 2, 2, 4).permute(2, 0, 3, 1, 4).unbind(0)
        k = self.turn(k, 0).repeat_interleave(2, dim=1)
        v = v.repeat_interleave(2, dim=1)
        mask = torch.ones(t, t, dtype=torch.bool).tril().logical_not()
        weights = (q.matmul(k.transpose(2, 3)) * 0.5).masked_fill(mask, float("-inf")).softmax(dim=-1)
        return self.out(weights.matmul(v).transpose(1, 2).flatten(2))


@model("rotary attention, root mean square normalisation, grouped keys")
def rotary_attention():
    return Rotary(), [(f(2, 6, 16),)]


class Cached(nn.Module):
    """A decoder that keeps keys and values in attributes."""

    keys: Optional[torch.Tensor]
    values: Optional[torch.Tensor]

    def __init__(self):
        super().__init__()
        self.embed, self.qkv, self.out = nn.Embedding(9, 4), nn.Linear(4, 12), nn.Linear(4, 9)
        self.keys, self.values = None, None
        self.length = 0

    def forward(self, tokens):
        q, k, v = torch.split(self.qkv(self.embed(tokens)), 4, dim=-1)
        keys, values = self.keys, self.values
        if keys is not None and values is not None:
            k, v = torch.cat([keys, k], 1), torch.cat([values, v], 1)
        self.keys = k
        self.values = v
        self.length += tokens.size(1)
        return self.out(torch.softmax(q @ k.transpose(1, 2) / 2.0, -1) @ v)

    @torch.jit.export
    def generate(self, token: int, steps: int) -> List[int]:
        out: List[int] = []
        for _ in range(steps):
            token = int(self.forward(torch.tensor([[token]]))[0, -1].argmax().item())
            out.append(token)
        return out

    @torch.jit.export
    def reorder(self, order) -> int:
        keys = self.keys
        assert keys is not None, "nothing is cached"
        self.keys = keys.index_select(0, order)
        return self.length

    @torch.jit.export
    def clear(self):
        self.keys = None
        self.values = None


@model("a decoder that keeps keys and values in optional attributes; methods that reorder and clear")
def kv_cache():
    return Cached(), [(n(1, 3, low=0, high=8),), (n(1, 1, low=2, high=8),), ("generate", (3, 4)), ("reorder", (torch.tensor([0]),)), ("clear", ()), ("reorder", (torch.tensor([0]),))]


class Buckets(nn.Module):
    """A bias by the logarithm of distances."""

    def __init__(self):
        super().__init__()
        self.bias = nn.Embedding(8, 2)

    def forward(self, queries: int, keys: int):
        apart = torch.arange(keys)[None, :] - torch.arange(queries)[:, None]
        bucket = (apart > 0).to(torch.long) * 4
        apart = torch.abs(apart)
        far = 2 + (torch.log(apart.float() / 2.0 + 1e-6) / 2.0794415416798357 * 2).to(torch.int64)
        far = torch.min(far, torch.full_like(far, 3))
        bucket += torch.where(apart < 2, apart, far)
        slopes = torch.pow(2.0, -torch.arange(1, 3).float() * 4)
        return self.bias(bucket).permute([2, 0, 1]) - slopes[:, None, None] * apart


@model("a bias by buckets of distances, from two integers alone")
def distance_buckets():
    return Buckets(), [(4, 5), (1, 9)]


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(4, 3, bias=False)
        self.experts = nn.ModuleList([nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 4)) for _ in range(3)])

    def forward(self, x) -> Dict[str, torch.Tensor]:
        flat = x.reshape(-1, x.size(-1))
        weights, which = torch.topk(self.gate(flat).softmax(-1), 2, dim=-1)
        weights = weights / weights.sum(dim=-1, keepdim=True)
        out = torch.zeros_like(flat)
        load = torch.zeros(3)
        for i, expert in enumerate(self.experts):
            places = torch.nonzero(which == i)
            if places.size(0) > 0:
                rows, slots = places[:, 0], places[:, 1]
                out.index_add_(0, rows, expert(flat.index_select(0, rows)) * weights[rows, slots].unsqueeze(1))
                load[i] = float(rows.numel())
        return {"out": out.view_as(x), "load": load / load.sum()}


@model("a mixture of experts: the best two, rows selected and added by index")
def mixture_of_experts():
    return Experts(), [(f(2, 3, 4),), (f(1, 1, 4),)]


class DenseExperts(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate, self.up, self.down = nn.Linear(4, 3), nn.Parameter(f(3, 4, 6)), nn.Parameter(f(3, 6, 4))

    def forward(self, x):
        weights, which = self.gate(x).topk(2)
        weights = weights.softmax(-1)
        up = self.up[which]
        hidden = torch.einsum("bd,bkde->bke", x, up)
        each = torch.einsum("bke,bkef->bkf", hidden * torch.sigmoid(hidden), self.down[which])
        return (each * weights.unsqueeze(-1)).sum(1), torch.zeros_like(self.gate(x)).scatter_(1, which, weights)


@model("a mixture of experts by gathered weights and einsum")
def mixture_of_experts_dense():
    return DenseExperts(), [(f(5, 4),)]


class TopP(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = nn.Parameter(torch.zeros(8), requires_grad=False)

    def forward(self, scores, temperature: float = 1.0, p: float = 0.9, k: int = 0, penalty: float = 1.2):
        scores = torch.where(scores > 0, scores / penalty, scores * penalty) / max(temperature, 1e-5)
        if k > 0:
            least = torch.topk(scores, min(k, scores.size(-1)))[0][..., -1, None]
            scores = scores.masked_fill(scores < least, -float("Inf"))
        ordered, places = torch.sort(scores, descending=True)
        remove = torch.cumsum(ordered.softmax(-1), dim=-1) > p
        remove[..., 1:] = remove[..., :-1].clone()
        remove[..., 0] = False
        remove = remove.scatter(-1, places, remove)
        return scores.masked_fill(remove, float("-inf")).softmax(-1)


@model("which tokens may be sampled: top k, top p, temperature, four defaults")
def top_p_filter():
    return TopP(), [(f(2, 8),), (f(2, 8), 0.7, 0.5), (f(2, 8), 1.0, 0.99, 3), (f(1, 8), 2.0, 0.8, 2, 1.0)]


class Sampler(nn.Module):
    def forward(self, scores, count: int):
        chances = scores.softmax(-1)
        drawn = torch.multinomial(chances, count, replacement=True, generator=None)
        noise = -torch.log(-torch.log(torch.rand(scores.shape) * 0.98 + 0.01))
        mask = torch.bernoulli(chances, generator=None)
        return drawn, (scores + noise).argmax(-1), mask, torch.randperm(5), torch.normal(0.0, 1.0, [2, 3]), F.gumbel_softmax(scores, tau=0.5, hard=True)


@model("samplers with a generator argument: multinomial, bernoulli, Gumbel, permutations")
def samplers():
    return Sampler(), [(f(2, 6), 3)]


class Seeded(nn.Module):
    def forward(self, x, seed: int):
        torch.manual_seed(seed)
        generator = torch.Generator()
        return x + torch.rand(x.shape, generator=generator), torch.randint(0, 9, [3], generator=generator)


@model("samplers with a generator made inside")
def sampler_with_generator():
    return Seeded(), [(f(2, 3), 5)]


class TreeLstm(nn.Module):
    """Children before parents, states in a dictionary with integers as keys."""

    def __init__(self):
        super().__init__()
        self.iou, self.forget = nn.Linear(6, 9), nn.Linear(6, 3)

    def forward(self, words, children: List[List[int]]) -> Tuple[torch.Tensor, int]:
        hidden: Dict[int, torch.Tensor] = {}
        memory: Dict[int, torch.Tensor] = {}
        for node in range(len(children)):
            total = torch.zeros(3)
            kept = torch.zeros(3)
            for child in children[node]:
                if child < 0:
                    continue
                total = total + hidden[child]
                kept = kept + torch.sigmoid(self.forget(torch.cat([words[node], hidden[child]]))) * memory[child]
            i, o, u = self.iou(torch.cat([words[node], total])).chunk(3)
            memory[node] = i.sigmoid() * u.tanh() + kept
            hidden[node] = o.sigmoid() * memory[node].tanh()
        return torch.stack([hidden[k] for k in sorted(hidden.keys())]), len(memory)


@model("a recurrent network over a tree given by lists of lists")
def tree_lstm():
    return TreeLstm(), [(f(5, 3), [[-1], [-1], [0, 1], [-1], [2, 3]])]


class Copying(nn.Module):
    """Attention over the source while decoding with a cell; stops at the end symbol."""

    def __init__(self):
        super().__init__()
        self.embed, self.encode = nn.Embedding(8, 4), nn.GRU(4, 4, num_layers=1, batch_first=True)
        self.cell, self.out = nn.LSTMCell(8, 4), nn.Linear(8, 8)

    def forward(self, source, most: int):
        memory, last = self.encode(self.embed(source))
        h, c = last[0], torch.zeros_like(last[0])
        token = torch.zeros(source.size(0), dtype=torch.long)
        covered = torch.zeros_like(memory[:, :, 0])
        outputs: List[torch.Tensor] = []
        finished = torch.zeros(source.size(0), dtype=torch.bool)
        for _ in range(most):
            weights = torch.softmax(torch.bmm(memory, h.unsqueeze(2)).squeeze(2) - covered, 1)
            covered = covered + weights
            context = torch.sum(weights.unsqueeze(-1) * memory, 1)
            h, c = self.cell(torch.cat([self.embed(token), context], 1), (h, c))
            scores = self.out(torch.cat([h, context], 1))
            copied = torch.zeros_like(scores).scatter_add(1, source, weights)
            token = (scores.softmax(1) + copied).argmax(1)
            token = token.masked_fill(finished, 7)
            finished = finished | token.eq(7)
            outputs.append(token)
            if bool(finished.all()):
                break
        return torch.stack(outputs, 1), covered


@model("attention that copies, a cell that decodes until all sequences have ended")
def copying_decoder():
    return Copying(), [(n(2, 4, low=0, high=6), 5)]


class Scan(nn.Module):
    """A state space, step by step, with in-place writes into the result."""

    def __init__(self):
        super().__init__()
        self.a, self.b, self.c, self.step = nn.Parameter(-p(3, 2)), nn.Linear(3, 2), nn.Linear(3, 2), nn.Linear(3, 3)

    def forward(self, x):
        delta = F.softplus(self.step(x), beta=1.0, threshold=20.0)
        keep = torch.exp(delta.unsqueeze(-1) * self.a)
        give = delta.unsqueeze(-1) * self.b(x).unsqueeze(2) * x.unsqueeze(-1)
        state = torch.zeros(x.size(0), 3, 2)
        out = torch.empty_like(x)
        for t in range(x.size(1)):
            state = torch.addcmul(give[:, t], keep[:, t], state)
            out[:, t] = torch.matmul(state, self.c(x[:, t]).unsqueeze(-1)).squeeze(-1)
        return out


@model("a selective state space: steps that write into the result")
def selective_scan():
    return Scan(), [(f(2, 5, 3),), (f(1, 3, 3),)]


class Recommender(nn.Module):
    def __init__(self):
        super().__init__()
        self.tables = nn.ModuleList([nn.EmbeddingBag(10, 4, mode="mean"), nn.EmbeddingBag(6, 4, mode="max"), nn.EmbeddingBag(6, 4, mode="sum", include_last_offset=False)])
        self.bottom, self.top = nn.Linear(3, 4), nn.Linear(10, 1)
        self.register_buffer("pairs", torch.tril_indices(4, 4, offset=-1))

    def forward(self, dense, a, b, c):
        parts = [F.relu(self.bottom(dense))]
        given = [a, b, c]
        for i, table in enumerate(self.tables):
            parts.append(table(given[i]))
        x = torch.stack(parts, 1)
        dots = torch.bmm(x, x.transpose(1, 2))[:, self.pairs[0], self.pairs[1]]
        return torch.sigmoid(self.top(torch.cat([parts[0], dots], 1))).squeeze(-1)


@model("a recommender: bags of embeddings, products of pairs by the triangle's indices")
def recommender():
    return Recommender(), [(f(2, 3), n(2, 3, low=0, high=9), n(2, 2, low=0, high=5), n(2, 3, low=0, high=5))]


class Masked(nn.Module):
    def forward(self, tokens, noise, share: float):
        b, t, c = tokens.shape
        keep = int(t * (1.0 - share))
        shuffle = torch.argsort(noise, dim=1)
        restore = torch.argsort(shuffle, dim=1)
        kept = torch.gather(tokens, 1, shuffle[:, :keep].unsqueeze(-1).expand(-1, -1, c))
        full = torch.cat([kept, torch.full([b, t - keep, c], 0.5)], 1)
        mask = torch.ones([b, t])
        mask[:, :keep] = 0
        return torch.gather(full, 1, restore[:, :, None].repeat(1, 1, c)), mask.gather(1, restore)


@model("masked patches: shuffled by sorting noise, and put back")
def masked_patches():
    return Masked(), [(f(2, 8, 3), f(2, 8) + torch.arange(8.0) * 0.001, 0.75)]
