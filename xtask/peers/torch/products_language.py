# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Language models as products run them: caches, positions, routes, adapters, guesses that are checked."""

import math
from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import b, f, n
from torch import nn


class DecoderLayer(nn.Module):
    def __init__(self, width: int = 8, heads: int = 2):
        super().__init__()
        self.heads = heads
        self.own, self.own_out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.cross_q, self.cross_kv, self.cross_out = nn.Linear(width, width), nn.Linear(width, 2 * width), nn.Linear(width, width)
        self.feed = nn.Sequential(nn.Linear(width, 12), nn.GELU(), nn.Linear(12, width))
        self.norms = nn.ModuleList([nn.LayerNorm(width) for _ in range(3)])

    def split(self, x):
        return x.view(x.size(0), x.size(1), self.heads, -1).transpose(1, 2)

    def attend(self, q, k, v, mask: Optional[torch.Tensor]):
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(q.size(-1))
        if mask is not None:
            scores = scores.masked_fill(mask[:, None, None, :], -1e9)
        return torch.matmul(scores.softmax(-1), v).transpose(1, 2).flatten(2)

    def forward(self, x, memory: Tuple[torch.Tensor, torch.Tensor], mask: Optional[torch.Tensor], past: Tuple[torch.Tensor, torch.Tensor]):
        q, k, v = self.own(self.norms[0](x)).chunk(3, dim=-1)
        k, v = torch.cat([past[0], self.split(k)], dim=2), torch.cat([past[1], self.split(v)], dim=2)
        x = x + self.own_out(self.attend(self.split(q), k, v, None))
        x = x + self.cross_out(self.attend(self.split(self.cross_q(self.norms[1](x))), memory[0], memory[1], mask))
        return x + self.feed(self.norms[2](x)), (k, v)


class Translator(nn.Module):
    """An encoder, and a decoder that goes token by token with a list of pairs as its cache."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(11, 8, padding_idx=1)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 12, dropout=0.0), num_layers=1)
        self.layers = nn.ModuleList([DecoderLayer(), DecoderLayer()])
        self.register_buffer("place", torch.sin(torch.arange(12.0)[:, None] / (100.0 ** (torch.arange(8.0) / 8))))

    @torch.jit.export
    def encode(self, source) -> Tuple[torch.Tensor, torch.Tensor]:
        mask = source == 1
        x = self.embed(source) * math.sqrt(8.0) + self.place[:source.size(1)]
        return self.encoder(x.transpose(0, 1), None, mask).transpose(0, 1), mask

    def step(self, tokens, at: int, memories: List[Tuple[torch.Tensor, torch.Tensor]], mask, cache: List[Tuple[torch.Tensor, torch.Tensor]]):
        x = self.embed(tokens).unsqueeze(1) + self.place[at]
        after: List[Tuple[torch.Tensor, torch.Tensor]] = []
        for i, layer in enumerate(self.layers):
            x, pair = layer(x, memories[i], mask, cache[i])
            after.append(pair)
        return F.linear(x[:, 0], self.embed.weight), after

    def forward(self, source, most: int = 5):
        memory, mask = self.encode(source)
        memories: List[Tuple[torch.Tensor, torch.Tensor]] = []
        cache: List[Tuple[torch.Tensor, torch.Tensor]] = []
        for layer in self.layers:
            k, v = layer.cross_kv(memory).chunk(2, dim=-1)
            memories.append((layer.split(k), layer.split(v)))
            cache.append((memory.new_zeros(source.size(0), 2, 0, 4), memory.new_zeros([source.size(0), 2, 0, 4])))
        tokens = torch.zeros(source.size(0), dtype=torch.long)
        out = [tokens]
        done = torch.zeros_like(tokens).to(torch.bool)
        for at in range(most):
            scores, cache = self.step(tokens, at, memories, mask, cache)
            tokens = torch.where(done, torch.ones_like(tokens), scores.argmax(dim=-1))
            done = done | tokens.eq(2)
            out.append(tokens)
            if torch.all(done):
                break
        return torch.stack(out, dim=1)


@model("a translator: a list of pairs as the cache, tensors without a length")
def translator():
    source = n(2, 5, low=3, high=10)
    source[1, 3:] = 1
    return Translator(), [(source,), (source[:1], 3), ("encode", (source,))]


class Linear8(nn.Module):
    """A decoder with a bias by distance and a window that slides."""

    def __init__(self, heads: int = 4, window: int = 3):
        super().__init__()
        self.heads, self.window = heads, window
        self.qkv, self.out = nn.Linear(8, 24, bias=False), nn.Linear(8, 8, bias=False)
        self.register_buffer("slopes", torch.tensor([2.0 ** (-8 * (i + 1) / heads) for i in range(heads)]).view(1, heads, 1, 1), persistent=False)

    def forward(self, x, key_padding: Optional[torch.Tensor] = None):
        b, t, c = x.size()
        q, k, v = [y.reshape(b, t, self.heads, c // self.heads).permute(0, 2, 1, 3) for y in self.qkv(x).split(c, dim=2)]
        place = torch.arange(t, device=x.device)
        apart = place.unsqueeze(0) - place.unsqueeze(1)
        bias = self.slopes * apart.to(x.dtype)
        hidden = (apart > 0) | (apart <= -self.window)
        scores = torch.einsum("bhid,bhjd->bhij", q, k).mul(1 / math.sqrt(c // self.heads)).add(bias)
        scores = scores.masked_fill(hidden, float("-inf"))
        if key_padding is not None:
            scores = scores.masked_fill(key_padding.view(b, 1, 1, t), torch.tensor(-1e4).item())
        return self.out(torch.einsum("bhij,bhjd->bihd", F.softmax(scores, dim=-1, dtype=torch.float32), v).reshape(b, t, c))


@model("attention with slopes by distance and a window: a comprehension that unpacks, softmax with a type")
def sloped_window():
    return Linear8(), [(f(2, 6, 8),), (f(1, 4, 8), torch.tensor([[False, False, False, True]]))]


class Turned(nn.Module):
    """Positions as turns of complex numbers; fewer keys than queries; attention as one operator."""

    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = nn.Linear(16, 16, bias=False), nn.Linear(16, 8, bias=False), nn.Linear(16, 8, bias=False), nn.Linear(16, 16, bias=False)
        angle = torch.ger(torch.arange(10.0), 1.0 / (10000.0 ** (torch.arange(0, 4, 2).float() / 4)))
        self.register_buffer("turn", torch.polar(torch.ones_like(angle), angle))

    def rotate(self, x, start: int):
        z = torch.view_as_complex(x.float().reshape(x.size(0), x.size(1), x.size(2), -1, 2))
        return torch.view_as_real(z * self.turn[start:start + x.size(1)].unsqueeze(1)).flatten(3).type_as(x)

    def forward(self, x, start: int = 0):
        b, t, _ = x.shape
        q = self.rotate(self.q(x).view(b, t, 4, 4), start).transpose(1, 2)
        k = self.rotate(self.k(x).view(b, t, 2, 4), start).transpose(1, 2)
        v = self.v(x).view(b, t, 2, 4).transpose(1, 2)
        k = k[:, :, None].expand(b, 2, 2, t, 4).reshape(b, 4, t, 4)
        v = v[:, :, None].expand(b, 2, 2, t, 4).reshape(b, 4, t, 4)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=None, dropout_p=0.0, is_causal=True)
        return self.o(y.transpose(1, 2).contiguous().view(b, t, 16))


class TurnedOld(Turned):
    def forward(self, x, start: int = 0):
        b, t, _ = x.shape
        q = self.rotate(self.q(x).view(b, t, 4, 4), start).transpose(1, 2).reshape(b, 2, 2, t, 4)
        k = self.rotate(self.k(x).view(b, t, 2, 4), start).permute(0, 2, 3, 1).unsqueeze(2)
        scores = (q @ k) * 0.5 + torch.full((t, t), float("-inf")).triu_(1)
        v = self.v(x).view(b, t, 2, 1, 4).permute(0, 2, 3, 1, 4)
        return self.o((scores.softmax(-1) @ v).reshape(b, 4, t, 4).transpose(1, 2).flatten(2))


@model("positions as complex turns, attention as one operator")
def complex_positions():
    return Turned(), [(f(1, 5, 16),), (f(2, 3, 16), 4)]


@model("positions as complex turns, attention of groups by broadcasting")
def complex_positions_old():
    return TurnedOld(), [(f(1, 5, 16),), (f(2, 3, 16), 4)]


class Routed(nn.Module):
    """Experts that choose their tokens, each as many as it can hold, beside one that all share."""

    def __init__(self, experts: int = 3):
        super().__init__()
        self.gate = nn.Parameter(f(6, experts) * 0.4)
        self.up, self.down = nn.Parameter(f(experts, 6, 8) * 0.3), nn.Parameter(f(experts, 8, 6) * 0.3)
        self.shared = nn.Sequential(nn.Linear(6, 6), nn.SiLU() if hasattr(nn, "SiLU") else nn.ReLU())

    def forward(self, x, share: float = 0.5) -> Tuple[torch.Tensor, Dict[str, torch.Tensor]]:
        flat = x.flatten(0, 1)
        room = max(1, int(flat.size(0) * share))
        chance = (flat @ self.gate).softmax(dim=1)
        weight, token = chance.t().topk(room, dim=1)
        given = flat[token]
        done = torch.bmm(torch.relu(torch.bmm(given, self.up)), self.down) * weight.unsqueeze(2)
        out = torch.zeros_like(flat).scatter_add_(0, token.reshape(-1, 1).expand(-1, flat.size(1)), done.reshape(-1, flat.size(1)))
        missed = torch.ones(flat.size(0)).index_fill_(0, token.flatten(), 0.0)
        return (out + self.shared(flat)).view(x.size()), {"missed": missed.sum(), "balance": (chance.mean(0) * chance.size(1)).pow(2).mean()}


@model("experts that choose tokens: scatter_add_ of rows, view of a size")
def expert_choice():
    return Routed(), [(f(2, 4, 6),), (f(1, 3, 6), 0.1)]


class Small(nn.Module):
    def __init__(self, vocabulary: int, width: int, layers: int):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, width)
        self.rnn = nn.GRU(width, width, layers, batch_first=True)
        self.out = nn.Linear(width, vocabulary)

    def forward(self, tokens):
        return self.out(self.rnn(self.embed(tokens))[0]).log_softmax(-1)


class Speculate(nn.Module):
    """A small model guesses some tokens; a large one checks them at once and keeps what it agrees with."""

    def __init__(self):
        super().__init__()
        self.small, self.large = Small(9, 3, 1), Small(9, 6, 2)
        self.rounds: int = 0

    def forward(self, prompt: List[int], most: int, ahead: int = 3) -> Tuple[List[int], List[int]]:
        tokens = prompt.copy()
        agreed: List[int] = []
        while len(tokens) < len(prompt) + most:
            guess = list(tokens)
            for _ in range(ahead):
                guess.append(int(self.small(torch.tensor([guess]))[0, -1].argmax()))
            checked: List[int] = self.large(torch.tensor([guess]))[0].argmax(-1).tolist()
            good = 0
            while good < ahead and guess[len(tokens) + good] == checked[len(tokens) + good - 1]:
                good += 1
            tokens = guess[:len(tokens) + good] + [checked[len(tokens) + good - 1]]
            agreed.append(good)
            self.rounds += 1
        return tokens[:len(prompt) + most], agreed


@model("guesses of a small model checked by a large one: copies of lists, tolist with a type")
def speculative_decoding():
    return Speculate(), [([1, 2, 3], 5), ([4], 3, 1)]


class LoraLinear(nn.Module):
    """A layer with small matrices beside it, by task; they can be merged into it."""

    merged: bool

    def __init__(self, inner: nn.Linear, rank: int, tasks: List[str]):
        super().__init__()
        self.inner, self.scale, self.merged = inner, 2.0 / rank, False
        self.a = nn.ModuleDict({task: nn.Linear(inner.in_features, rank, bias=False) for task in tasks})
        self.b = nn.ModuleDict({task: nn.Linear(rank, inner.out_features, bias=False) for task in tasks})
        inner.weight.requires_grad_(False)

    def forward(self, x, task: str):
        y = self.inner(x)
        if not self.merged:
            for (name, low), high in zip(self.a.items(), self.b.values()):
                if name == task:
                    y = y + high(low(x)) * self.scale
        return y

    @torch.jit.export
    def merge(self, task: str) -> bool:
        for (name, low), high in zip(self.a.items(), self.b.values()):
            if name == task:
                self.inner.weight.add_(high.weight.mm(low.weight) * self.scale)
                self.merged = True
        return self.merged


class Adapted(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = LoraLinear(nn.Linear(4, 5), 2, ["chat", "code"]), LoraLinear(nn.Linear(5, 3), 1, ["chat", "code"])

    def forward(self, x, task: str = "chat"):
        return self.second(F.relu(self.first(x, task)), task)

    @torch.jit.export
    def merge(self, task: str) -> Tuple[bool, bool]:
        with_first = self.first.merge(task)
        return with_first, self.second.merge(task)


@model("low-rank adapters by task, and a method that merges them into the weights")
def adapters():
    return Adapted(), [(f(2, 4),), (f(2, 4), "code"), (f(2, 4), "none"), ("merge", ("none",)), ("merge", ("chat",)), (f(2, 4), "chat")]


class Recurrent(nn.Module):
    """A language model without attention: mixes of times, keys and values in exponents (RWKV)."""

    def __init__(self, width: int = 4):
        super().__init__()
        self.decay, self.first = nn.Parameter(-torch.arange(1.0, width + 1)), nn.Parameter(torch.linspace(-0.5, 0.5, width))
        self.mix = nn.Parameter(torch.tensor([0.2, 0.5, 0.7])[:, None, None].expand(3, 1, width).clone())
        self.k, self.v, self.r, self.o = (nn.Linear(width, width, bias=False) for _ in range(4))

    def forward(self, x, state: Optional[List[torch.Tensor]] = None) -> Tuple[torch.Tensor, List[torch.Tensor]]:
        if state is None:
            zero = torch.zeros_like(x[:, 0])
            state = [zero, zero, zero, zero - 1e30]
        last, top, low, most = state[0], state[1], state[2], state[3]
        shifted = torch.cat([last.unsqueeze(1), x[:, :-1]], 1)
        k, v, r = self.k(torch.lerp(shifted, x, self.mix[0])), self.v(torch.lerp(shifted, x, self.mix[1])), self.r(torch.lerp(shifted, x, self.mix[2])).sigmoid()
        out: List[torch.Tensor] = []
        for t in range(x.size(1)):
            kt, vt = k[:, t], v[:, t]
            peak = torch.max(most, kt + self.first)
            a, c = torch.exp(most - peak), torch.exp(kt + self.first - peak)
            out.append((a * top + c * vt) / (a * low + c))
            peak = torch.max(most + self.decay, kt)
            a, c = torch.exp(most + self.decay - peak), torch.exp(kt - peak)
            top, low, most = a * top + c * vt, a * low + c, peak
        return self.o(r * torch.stack(out, 1)), [x[:, -1], top, low, most]


@model("a language model without attention: an optional list of tensors as the state")
def time_mixing():
    return Recurrent(), [(f(2, 4, 4),), (f(1, 2, 4), [f(1, 4), f(1, 4), f(1, 4) + 3, f(1, 4)])]


class Retention(nn.Module):
    """Attention without softmax, at once, in chunks, and step by step; sums in a matrix."""

    def __init__(self):
        super().__init__()
        self.gamma = 0.9
        self.qkv = nn.Linear(4, 12, bias=False)
        self.norm = nn.GroupNorm(2, 4, affine=False)

    def forward(self, x):
        q, k, v = torch.unbind(self.qkv(x).reshape(x.size(0), x.size(1), 3, 4), 2)
        place = torch.arange(x.size(1)).float()
        decay = torch.tril(self.gamma ** (place[:, None] - place[None]).clamp(min=0))
        y = torch.matmul(torch.matmul(q, k.permute(0, 2, 1)) * decay, v)
        return self.norm(y.reshape(-1, 4)).view_as(y)

    @torch.jit.export
    def steps(self, x):
        state = torch.zeros(x.size(0), 4, 4)
        out = torch.jit.annotate(List[torch.Tensor], [])
        for one in x.transpose(0, 1):
            q, k, v = self.qkv(one).chunk(3, -1)
            state = self.gamma * state + torch.einsum("bi,bj->bij", k, v)
            out += [torch.einsum("bi,bij->bj", q, state)]
        y = torch.stack(out, dim=1)
        return self.norm(y.view(-1, 4)).view(y.shape)


@model("retention: at once and step by step, a number to the power of a tensor, += of lists")
def retention():
    return Retention(), [(f(2, 5, 4),), ("steps", (f(2, 5, 4),))]


class Ternary(nn.Module):
    """A decoder of layers whose weights are -1, 0 and 1, with bytes as activations; layers are left out when it is sure."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(8, 6)
        self.blocks = nn.ModuleList([nn.Linear(6, 6, bias=False) for _ in range(4)])
        self.out = nn.Linear(6, 8)
        self.threshold = 0.2

    def ternary(self, x, weight):
        scale = weight.abs().mean().clamp(min=1e-5)
        whole = (weight / scale).round().clamp(-1, 1).to(torch.int8)
        most = x.abs().max(dim=-1, keepdim=True)[0].clamp_(min=1e-5)
        bytes_ = (x * (127.0 / most)).round().to(torch.int8)
        return F.linear(bytes_.to(torch.float), whole.to(torch.float)) * (scale * most / 127.0)

    def forward(self, tokens) -> Tuple[torch.Tensor, int]:
        x = self.embed(tokens).mean(dim=1)
        used = 0
        for block in self.blocks:
            x = F.layer_norm(x + torch.relu(self.ternary(x, block.weight)), [6])
            used += 1
            best = F.softmax(self.out(x), dim=-1).max(dim=-1)[0]
            if bool((best > self.threshold).all()) and used > 1:
                return self.out(x), used
        return self.out(x), used


@model("weights of three values and activations of bytes; an early return from a loop over modules")
def ternary_decoder():
    return Ternary(), [(n(2, 3, low=0, high=7),), (n(1, 5, low=0, high=7),)]


class Output(NamedTuple):
    last: torch.Tensor
    pooled: Optional[torch.Tensor]
    attentions: List[torch.Tensor]


class Latents(nn.Module):
    """Few latents that read many inputs, with nn.MultiheadAttention and its masks."""

    def __init__(self):
        super().__init__()
        self.latents = nn.Parameter(f(3, 1, 8) * 0.2)
        self.widen = nn.Linear(5, 8)
        self.read = nn.MultiheadAttention(8, 2, add_bias_kv=True)
        self.think = nn.MultiheadAttention(8, 4, add_zero_attn=True)
        self.pool = nn.Linear(8, 2)

    def forward(self, x, padding: Optional[torch.Tensor] = None, pooled: bool = True) -> Output:
        latents = self.latents.expand(-1, x.size(0), -1)
        x = self.widen(x).transpose(0, 1)
        seen, first = self.read(latents, x, x, key_padding_mask=padding)
        latents = latents + seen
        mask = torch.full((3, 3), float("-inf")).triu(1)
        thought, second = self.think(latents, latents, latents, attn_mask=mask)
        weights: List[torch.Tensor] = []
        for w in [first, second]:
            if w is not None:
                weights.append(w)
        last = (latents + thought).transpose(0, 1)
        return Output(last, self.pool(last.mean(1)).tanh() if pooled else None, weights)


@model("latents that read: attention with biases and zeros added, a NamedTuple with an option and a list")
def latent_reader():
    return Latents(), [(f(2, 4, 5),), (f(2, 4, 5), b(2, 4), False)]
