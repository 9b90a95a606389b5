# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Unseen models by how they are put together: methods, containers, tied weights, states, threads, traces, frozen and mobile programs."""

import collections
from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import b, f, n
from torch import nn


class Service(nn.Module):
    """Methods of a service: before, in, after, and what it is."""

    def __init__(self):
        super().__init__()
        self.embed, self.out = nn.Embedding(32, 4), nn.Linear(4, 2)
        self.classes: List[str] = ["ham", "spam"]
        self.release = "3.1"

    @torch.jit.export
    def prepare(self, text: str, length: int = 6):
        ids: List[int] = []
        for c in text.lower():
            ids.append(ord(c) % 32)
        while len(ids) < length:
            ids.append(0)
        return torch.tensor(ids[:length]).unsqueeze(0)

    def forward(self, ids):
        return self.out(self.embed(ids).mean(1)).softmax(-1)

    @torch.jit.export
    def explain(self, scores, most: float = 0.4) -> Dict[str, float]:
        out: Dict[str, float] = {}
        for i, name in enumerate(self.classes):
            if float(scores[0, i]) >= most:
                out[name] = float(scores[0, i])
        return out

    @torch.jit.export
    def whole(self, text: str) -> Tuple[str, Dict[str, float]]:
        return self.version(), self.explain(self.forward(self.prepare(text, 6)), 0.1)

    @torch.jit.export
    def version(self) -> str:
        return "service " + self.release


@model("a service: five methods, defaults, texts")
def service_methods():
    return Service(), [
        (n(1, 5, low=0, high=31),), ("prepare", ("Win now",)), ("prepare", ("a", 2)), ("explain", (torch.tensor([[0.3, 0.7]]),)),
        ("whole", ("Hello",)), ("version", ()),
    ]


class Tied(nn.Module):
    """A language model whose last layer has the weight of its first; one block that is used thrice."""

    def __init__(self):
        super().__init__()
        self.embed, self.out = nn.Embedding(9, 6), nn.Linear(6, 9, bias=False)
        self.out.weight = self.embed.weight
        block = nn.Sequential(nn.LayerNorm(6), nn.Linear(6, 6), nn.Tanh())
        self.blocks = nn.ModuleList([block, nn.Linear(6, 6), block])
        self.again = block

    def forward(self, tokens):
        x = self.embed(tokens)
        for block in self.blocks:
            x = x + block(x)
        return F.log_softmax(self.out(self.again(x)), dim=-1)


@model("tied weights, one block under three names")
def tied_language_model():
    return Tied(), [(n(2, 4, low=0, high=8),)]


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleDict(collections.OrderedDict([("depth", nn.Linear(3, 1)), ("normal", nn.Linear(3, 3)), ("edge", nn.Linear(3, 2))]))
        self.scales = nn.ParameterList([nn.Parameter(torch.tensor(0.5)), nn.Parameter(torch.tensor(2.0))])

    def forward(self, x) -> Dict[str, torch.Tensor]:
        out: Dict[str, torch.Tensor] = {}
        for name, head in self.heads.items():
            out[name] = head(x)
            if name == "normal":
                out[name] = F.normalize(out[name], dim=-1)
        out["sum"] = torch.zeros_like(x[:, :1])
        for head in self.heads.values():
            out["sum"] += head(x).sum(1, keepdim=True)
        for name in self.heads.keys():  # noqa: SIM118 (TorchScript does not iterate over the container itself)
            out[name + "_size"] = torch.tensor(out[name].size(-1))
        return out


class ScaledHeads(Heads):
    def forward(self, x) -> Dict[str, torch.Tensor]:
        out: Dict[str, torch.Tensor] = {}
        for name, head in self.heads.items():
            out[name] = head(x)
        for i, scale in enumerate(self.scales):
            out["scaled" + str(i)] = x * scale if "depth" in self.heads else x
        return out


@model("many heads: a dictionary of modules by items, values and keys")
def many_heads():
    return Heads(), [(f(2, 3),)]


@model("many heads, a list of parameters")
def parameter_list():
    return ScaledHeads(), [(f(2, 3),)]


class Packed(nn.Module):
    """Its state is its weights as bytes; they come back when it is loaded."""

    def __init__(self):
        super().__init__()
        self.weight = f(4, 3)
        self.scale: float = 0.02
        self.training = False

    @torch.jit.export
    def __getstate__(self) -> Tuple[torch.Tensor, float, bool]:
        return (self.weight / self.scale).round().clamp(-127, 127).to(torch.int8), self.scale, self.training

    @torch.jit.export
    def __setstate__(self, state: Tuple[torch.Tensor, float, bool]):
        self.weight = state[0].to(torch.float32) * state[1]
        self.scale = state[1]
        self.training = state[2]

    def forward(self, x):
        return x.matmul(self.weight)


class HoldsPacked(nn.Module):
    def __init__(self):
        super().__init__()
        self.packed, self.bias = Packed(), nn.Parameter(torch.full((3,), 0.5))

    def forward(self, x):
        return self.packed(x) + self.bias


@model("a state of its own: weights as bytes, by __getstate__ and __setstate__ of a submodule")
def packed_state():
    return HoldsPacked(), [(f(2, 4),)]


class Ensemble(nn.Module):
    def __init__(self):
        super().__init__()
        self.members = nn.ModuleList([nn.Linear(3, 2) for _ in range(3)])

    def member(self, x, k: int):
        out = torch.zeros(x.size(0), 2)
        for i, one in enumerate(self.members):
            if i == k:
                out = one(x)
        return out

    def forward(self, x) -> Tuple[torch.Tensor, torch.Tensor]:
        first = torch.jit._fork(self.member, x, 0)
        second = torch.jit._fork(self.member, x * 2.0, 1)
        third = self.member(x, 2)
        both = torch.stack([torch.jit._wait(first), torch.jit._wait(second), third])
        return both.mean(0), both.std(0)


@model("an ensemble in threads: fork and wait of methods, under their old names")
def forked_ensemble():
    return Ensemble(), [(f(4, 3),)]


class Futures(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(3, 2)

    def forward(self, parts: List[torch.Tensor]) -> List[torch.Tensor]:
        futures: List[torch.jit.Future[torch.Tensor]] = []
        for part in parts:
            futures.append(torch.jit.fork(self.line, part))
        out: List[torch.Tensor] = []
        for future in futures:
            out.append(torch.jit.wait(future))
        return out


@model("a list of futures")
def futures():
    return Futures(), [([f(1, 3), f(2, 3)],)]


class Types(nn.Module):
    """Types and devices that come from elsewhere."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(f(3, 3))

    def forward(self, x, half: bool) -> Tuple[torch.Tensor, torch.Tensor, bool, str]:
        kind = torch.float16 if half else torch.float64
        y = x.to(kind)
        z = torch.zeros([2], dtype=y.dtype, device=x.device)
        same = y.dtype == torch.float64 and x.device == torch.device("cpu")
        w = torch.ones_like(self.weight, dtype=torch.bfloat16).to(x.dtype).type_as(self.weight)
        return y + torch.ones(1, dtype=kind), torch.cat([z, y.sum().reshape(1).to(z)]), same, x.device.type + str(w.is_floating_point()) + str(x.is_cuda)


@model("types and devices: chosen in the program, compared, asked for")
def types_and_devices():
    return Types(), [(f(2, 3), False), (f(2, 3), True)]


class Nested(nn.Module):
    def forward(self, pair: Tuple[Tuple[torch.Tensor, torch.Tensor], List[torch.Tensor]], table: Dict[str, List[torch.Tensor]]):
        (a, c), rest = pair
        for x in rest:
            a = a + x
        found: List[Tuple[str, int]] = []
        for key, group in table.items():
            found.append((key, len(group)))
            c = c * torch.stack(group).sum(0)
        return ((a, [c, a - c]), {"found": found})


@model("inputs in nests: pairs of pairs and lists, a dictionary of lists")
def nested_inputs():
    return Nested(), [(((f(2), f(2).flip(0)), [f(2), f(2)]), {"k": [f(2)], "m": [f(2), f(2) * 2]})]


class Branching(nn.Module):
    """Control that a trace fixes."""

    def __init__(self):
        super().__init__()
        self.steps, self.bonus = 4, {"shift": 0.5}
        self.line = nn.Linear(3, 3)

    def forward(self, x, state: Tuple[torch.Tensor, torch.Tensor]):
        if bool(x.sum() > 0):
            x = -x
        for i in range(int(x.size(0)) + self.steps):
            x = torch.tanh(self.line(x)) if i % 2 else x * (i + 1) / x.shape[1]
        y = x + self.bonus.get("shift", 0.0)
        return {"x": x.view(-1, x.size(1) // 3, 3), "y": y[: len(y) // 2]}, (state[0] + 1, [state[1].index_select(0, torch.arange(len(state)))])


@model("what a trace fixes: branches, loops, sizes, dictionaries and tuples")
def traced_control():
    return Branching(), [(f(4, 3), (f(2), f(3, 2)))]


class ManyWays(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(2, 3, 2)

    def forward(self, x):
        return self.conv(x).relu()

    def encode(self, x, shift):
        return F.max_pool1d(self.forward(x) + shift, 2)

    def decode(self, z):
        return F.conv_transpose1d(z, self.conv.weight, stride=1)


@model("a trace of three methods (trace_module)")
def traced_methods():
    x = f(1, 2, 6)
    made = torch.jit.trace_module(ManyWays().eval(), {"forward": (x,), "encode": (x, f(1)), "decode": (f(1, 3, 4),)}, check_trace=False)
    return made, [(x,), ("encode", (x, f(1))), ("decode", (f(1, 3, 4),))]


@torch.jit.script
def until_small(x, limit: float):
    count = 0
    while float(x.norm()) > limit:
        x = x / 2
        count += 1
    return x, torch.tensor(count)


class TracedWithScript(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(3, 2)
        self.gate = torch.jit.script(Gate())

    def forward(self, x):
        y, count = until_small(self.line(x), 0.25)
        return self.gate(y, x[:, :2]), count


class Gate(nn.Module):
    def forward(self, a, c):
        if bool(a.sum() > c.sum()):
            return a
        return c * 2


@model("a trace that calls a function and a module with control flow")
def traced_with_script():
    x = f(2, 3)
    return torch.jit.trace(TracedWithScript().eval(), (x,), check_trace=False), [(x,), (x * 9.0,)]


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(2, 4, 3, padding=1), nn.BatchNorm2d(4)
        self.drop, self.scale, self.table = nn.Dropout(0.3), 2.0, {"a": 1.5, "b": 3.0}
        self.version: int = 7

    def forward(self, x, name: str = "a"):
        if self.training:
            x = x * 100.0
        y = self.drop(F.relu(self.norm(self.conv(x)))) * self.scale
        return y * self.table[name]

    @torch.jit.export
    def features(self, x):
        return F.adaptive_avg_pool2d(self.conv(x), 1).flatten(1)


@model("frozen, with a method and an attribute that are kept")
def frozen_kept():
    made = torch.jit.script(Frozen().eval())
    return torch.jit.freeze(made, preserved_attrs=["features", "version"]), [(f(1, 2, 4, 4),), (f(1, 2, 4, 4), "b"), ("features", (f(1, 2, 4, 4),))]


@model("frozen by the old function of the bindings (_freeze_module)")
def frozen_old():
    made = torch.jit.script(Frozen().eval())
    made._c = torch._C._freeze_module(made._c)
    return made, [(f(1, 2, 4, 4),), (f(1, 2, 4, 4), "b")]


class Mobile(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 8, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU6(),
            nn.Conv2d(8, 8, 3, padding=1, groups=8, bias=False), nn.BatchNorm2d(8), nn.Hardtanh(0.0, 6.0), nn.Conv2d(8, 4, 1))
        self.up, self.out = nn.ConvTranspose2d(4, 4, 2, stride=2), nn.Linear(4, 3)

    def forward(self, x):
        y = F.relu(self.up(self.body(x)))
        return self.out(y.mean([2, 3]))


@model("for mobile: depthwise and transposed convolutions with clamps")
def mobile_depthwise():
    from torch.utils.mobile_optimizer import optimize_for_mobile

    return optimize_for_mobile(torch.jit.script(Mobile().eval())), [(f(1, 3, 8, 8),), (f(2, 3, 8, 8),)]


@model("for mobile, from a trace")
def mobile_from_trace():
    from torch.utils.mobile_optimizer import optimize_for_mobile

    return optimize_for_mobile(torch.jit.trace(Mobile().eval(), f(1, 3, 8, 8))), [(f(1, 3, 8, 8),)]


@model("for mobile, with methods that are kept, and a recurrent layer")
def mobile_methods():
    from torch.utils.mobile_optimizer import optimize_for_mobile

    class Speech(nn.Module):
        def __init__(self):
            super().__init__()
            self.gru, self.out = nn.GRU(3, 4, batch_first=True), nn.Linear(4, 2)

        def forward(self, x, h: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, torch.Tensor]:
            y, h = self.gru(x, h)
            return torch.log_softmax(self.out(F.relu(y)), -1), h

        @torch.jit.export
        def classes(self) -> List[str]:
            return ["yes", "no"]

    return optimize_for_mobile(torch.jit.script(Speech().eval()), preserved_methods=["classes"]), [(f(1, 4, 3),), (f(1, 4, 3), f(1, 1, 4)), ("classes", ())]


class Chosen(nn.Module):
    """`Final` constants and modules that are missing decide what is compiled."""

    __constants__ = ["kind", "count"]

    def __init__(self, kind: str, head: bool):
        super().__init__()
        self.kind, self.count = kind, 3
        self.head = nn.Linear(2, 2) if head else None
        self.pre = nn.Identity()

    def forward(self, x, y: Optional[torch.Tensor] = None):
        x = self.pre(x)
        if self.head is not None:
            x = self.head(x)
        if self.kind == "sum":
            for _ in range(self.count):
                x = x + 1
        else:
            x = x * self.count
        return x if y is None else torch.where(y, x, -x)


class Choices(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.ModuleList([Chosen("sum", True), Chosen("product", False), Chosen("sum", False)])

    def forward(self, x, y) -> List[torch.Tensor]:
        out: List[torch.Tensor] = []
        for item in self.items:
            out.append(item(x, y))
            out.append(item(x))
        return out


@model("constants of classes and missing submodules that decide what is compiled")
def chosen_parts():
    return Choices(), [(f(2, 2), b(2, 2))]


class Deep(nn.Module):
    def __init__(self, depth: int):
        super().__init__()
        self.line = nn.Linear(2, 2)
        self.inner = Deep(depth - 1) if depth > 0 else nn.Identity()

    def forward(self, x):
        return self.inner(torch.celu(self.line(x)) + x)


@model("modules in modules, twelve deep")
def deep_nest():
    return Deep(12), [(f(2, 2),)]


class Ordered(nn.Sequential):
    def forward(self, x):
        for k, step in enumerate(self):
            x = step(x) if k != 1 else step(x) * 0.5
        return x


@model("a class derived from Sequential, with names, softplus and other activations")
def named_sequence():
    steps = [("one", nn.Linear(3, 4)), ("soft", nn.Softplus()), ("two", nn.PReLU(4)), ("norm", nn.GroupNorm(2, 4)), ("shrink", nn.Hardshrink(0.1)), ("local", nn.Softsign())]
    return Ordered(collections.OrderedDict(steps)), [(f(2, 3),)]
