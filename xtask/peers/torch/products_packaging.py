# ruff: noqa: UP006, UP007, UP032, UP045 (TorchScript, as the oldest releases parse it)
"""Programs by how they are packed: interfaces, contexts, constants, types, bundles, functions alone, very wide and very deep trees."""

from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import b, f, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])


@torch.jit.interface
class Backend(nn.Module):
    def run(self, x: torch.Tensor, level: int) -> torch.Tensor:
        pass

    def name(self) -> str:
        pass


class Fast(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(f(3, 3) * 0.3)

    def run(self, x: torch.Tensor, level: int) -> torch.Tensor:
        return F.linear(x, self.weight) * float(level)

    def name(self) -> str:
        return "fast"


class Exact(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))

    def run(self, x: torch.Tensor, level: int) -> torch.Tensor:
        return x * self.scale - level

    def name(self) -> str:
        return "exact"


class Dispatch(nn.Module):
    first: Backend
    second: Backend

    def __init__(self):
        super().__init__()
        self.first, self.second = Fast(), Exact()

    def forward(self, x, exact: bool) -> Tuple[torch.Tensor, str]:
        if exact:
            return self.second.run(x, 2), self.second.name()
        return self.first.run(x, 1), self.first.name()


@model("two engines behind an interface of two methods, without forward")
def engine_interface():
    return Dispatch(), [(f(2, 3), False), (f(2, 3), True)]


class Guarded(nn.Module):
    """Contexts, one in another, one of our own; asserts with texts that are made."""

    def __init__(self):
        super().__init__()
        self.line = nn.Linear(3, 2)

    def forward(self, x, strict: bool = False):
        assert x.dim() == 2, f"expected two dimensions, found {x.dim()}"
        with torch.no_grad():
            y = self.line(x)
            with torch.autograd.profiler.record_function("head"):
                z = torch.relu(y)
        if strict and not bool(torch.isfinite(z).all()):
            raise ValueError("not finite: {} of {}".format(z.numel(), x.numel()))
        return z, y.requires_grad


@model("contexts in each other, an assert with an f-string, a raise with format")
def guarded_contexts():
    return Guarded(), [(f(2, 3),), (f(2, 3), True), (f(3),), (f(1, 3) / 0.0, True)]


class Constants(nn.Module):
    """Numbers at the edges, and texts that are not ASCII."""

    def __init__(self):
        super().__init__()
        self.largest, self.title = 9223372036854775807, "Größe – 大小 – 🙂"
        self.least, self.endless, self.none = -9223372036854775807, float("-inf"), float("nan")
        self.tiny, self.huge, self.third = 5e-324, 1.7976931348623157e308, 1 / 3
        self.names = ["naïve", "Ω", "emoji 👩‍🚀", "tab\t\"quote\" 'single' \\ back", "null\u0001"]
        self.table: Dict[str, float] = {"π": 3.141592653589793, "e": 2.718281828459045, "−∞": float("-inf")}

    def forward(self, x, key: str = "π"):
        y = torch.where(x > self.endless, x * self.third, torch.full_like(x, self.third))
        far = 123456789012345678 + int(x.numel())
        return y, far, self.least, self.largest, self.none, self.huge, self.tiny * 2, self.table[key], self.title + " " + key, self.names, 1e-7, 1e22, 0.1 + 0.2, -0.0, 1e400


@model("constants at the edges of integers and floats; texts with symbols, quotes and controls")
def edge_constants():
    return Constants(), [(f(2),), (f(1), "−∞")]


class Empty(nn.Module):
    def forward(self, x):
        return x


class Nothing(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.many = Empty(), nn.Sequential(), nn.ModuleList([])
        self.c = nn.ModuleDict({})
        self.register_buffer("void", torch.zeros(0, 3))
        self.register_parameter("missing", None)
        self.options: Dict[str, int] = {"depth": 0}

    def forward(self, x) -> Tuple[torch.Tensor, List[int], Dict[str, torch.Tensor], Tuple[int, None]]:
        for one in self.many:
            x = one(x)
        sizes = torch.jit.annotate(List[int], [])
        found: Dict[str, torch.Tensor] = {}
        if self.missing is not None:
            x = x + 1
        return torch.cat([self.b(self.a(x)), self.void]), sizes, found, (self.options["depth"], None)


@model("modules that hold nothing: no layers, a missing parameter, tensors without rows, a None in a tuple")
def empty_parts():
    return Nothing(), [(f(2, 3),), (torch.zeros(0, 3),)]


class Leaf(nn.Module):
    def __init__(self, k: int):
        super().__init__()
        self.k = k
        self.register_buffer("v", torch.tensor(float(k)))

    def forward(self, x):
        return x + self.v * (self.k % 3 - 1)


class Wide(nn.Module):
    def __init__(self):
        super().__init__()
        for k in range(110):
            setattr(self, f"leaf_{k}", Leaf(k))
        self.rest = nn.ModuleList([nn.Sequential(*[nn.Sequential(Leaf(j)) for j in range(k + 1)]) for k in range(4)])

    def forward(self, x):
        x = self.leaf_0(self.leaf_1(self.leaf_50(self.leaf_109(x))))
        for one in self.rest:
            x = one(x)
        return x


@model("a module of a hundred and more submodules, of which few are used")
def wide_tree():
    return Wide(), [(f(3),)]


def nested(depth):
    module = nn.Linear(2, 2)
    for k in range(depth):
        module = nn.Sequential(module, nn.Tanh()) if k % 3 == 0 else nn.ModuleDict({"inner": module}) if k % 3 == 1 else Holder(module)
    return module


class Holder(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.held = module

    def forward(self, x):
        for one in self.held.values():
            x = one(x)
        return x * 0.5 + x.mean()


@model("containers in containers, fifteen deep, of three kinds")
def deep_containers():
    return nested(15), [(f(2, 2),)]


class Kinds(nn.Module):
    """Values of several types: Union, Any, isinstance, Optional that is refined."""

    def forward(self, x: Union[torch.Tensor, List[float], int], times: Optional[Union[int, float]] = None) -> Tuple[torch.Tensor, str]:
        if isinstance(x, torch.Tensor):
            y, kind = x, "tensor"
        elif isinstance(x, int):
            y, kind = torch.tensor(float(x)), "int"
        else:
            y, kind = torch.tensor(x), "list"
        if times is not None:
            if isinstance(times, int):
                y = y * times
            else:
                y = y / times
                kind += "/"
        return y, kind


@model("values of several types: a Union, an optional Union, isinstance")
def union_values():
    return Kinds(), [(f(2),), ([0.5, 1.5], 2), (3, 0.5)]


class Item(NamedTuple):
    key: str
    value: Optional[torch.Tensor]


class Batch(NamedTuple):
    items: List[Item]
    sizes: Tuple[int, int]
    notes: Dict[str, List[str]]


class Nests(nn.Module):
    def collect(self, xs: Dict[str, torch.Tensor]) -> Batch:
        items: List[Item] = []
        for key, x in xs.items():
            items.append(Item(key, x if x.numel() > 1 else None))
        return Batch(items, (len(xs), len(items)), {"keys": list(xs.keys()), "none": torch.jit.annotate(List[str], [])})

    def forward(self, xs: Dict[str, torch.Tensor]) -> Tuple[Batch, float]:
        batch = self.collect(xs)
        total = 0.0
        for item in batch.items:
            value = item.value
            if value is not None:
                total += float(value.sum())
        return batch, total


@model("NamedTuples in NamedTuples, with lists, pairs and dictionaries in them")
def nested_tuples():
    return Nests(), [({"x": f(3), "y": f(1)},)]


class Anything(nn.Module):
    def describe(self, x: Any) -> str:
        if isinstance(x, str):
            return "str " + x
        if isinstance(x, torch.Tensor):
            return "tensor " + str(x.dim())
        if isinstance(x, List[int]):
            return "ints " + str(len(x))
        return "?"

    def forward(self, x, k: List[int]) -> Tuple[str, str, str, str]:
        return self.describe(x), self.describe(k), self.describe("é"), self.describe(None)


@model("values of any type, asked what they are")
def any_values():
    return Anything(), [(f(2, 2), [1, 2])]


class Spans(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.drop = nn.Conv2d(2, 4, 3), nn.BatchNorm2d(4), nn.Dropout(0.2)
        self.head = nn.Sequential(nn.Conv2d(4, 4, 1), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
        self.labels: List[str] = ["x", "y", "z", "ß"]

    def forward(self, x):
        return self.head(self.drop(F.relu(self.norm(self.conv(x))))).flatten(1)

    @torch.jit.export
    def label(self, scores) -> List[str]:
        return [self.labels[int(k)] for k in scores.argmax(1)]


@model("a classifier with inputs bundled in the file (torch.utils.bundled_inputs)")
def bundled_inputs():
    from torch.utils import bundled_inputs as bundles

    made = torch.jit.script(Spans().eval())
    bundles.augment_model_with_bundled_inputs(made, inputs=[(torch.full((1, 2, 5, 5), 0.5),), (torch.zeros(1, 2, 4, 4),)])
    return made, [(f(1, 2, 5, 5),), ("label", (f(2, 4),)), ("get_num_bundled_inputs", ()), ("get_all_bundled_inputs", ())]


@model("a classifier frozen, then optimised again by hand (run_frozen_optimizations)")
def frozen_twice():
    made = torch.jit.freeze(torch.jit.script(Spans().eval()), preserved_attrs=["label"])
    torch.jit.run_frozen_optimizations(made)
    return made, [(f(1, 2, 5, 5),), ("label", (f(2, 4),))]


class Poly(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(3, 2)

    def forward(self, x: Dict[str, torch.Tensor], pair: Tuple[torch.Tensor, List[torch.Tensor]]):
        y = self.line(x["a"]) + x["b"].sum()
        for one in pair[1]:
            y = y * one[:, None] + pair[0]
        rows = y.shape[0]
        y[0, :] = float(rows)
        y[:, 1:] += torch.arange(rows).view(-1, 1)
        return {"y": y, "n": torch.tensor(y.shape)}


@model("a trace of dictionaries and lists, with writes in place and shapes as tensors")
def traced_containers():
    given = ({"a": f(2, 3), "b": f(4)}, (f(2, 2), [f(2), f(2)]))
    return torch.jit.trace(Poly().eval(), given, check_trace=False, strict=False), [given]


@model("labels of products, with files beside the program")
def labelled_products():
    return Spans(), [(f(1, 2, 5, 5),), ("label", (f(3, 4),))]


def alone_geometry(points: List[Tuple[float, float]], closed: bool = True) -> Tuple[float, Dict[str, float]]:
    """A function of plain values, without a tensor."""
    area = 0.0
    box = {"left": 1e9, "right": -1e9}
    for k in range(len(points) if closed else len(points) - 1):
        (x, y), (u, v) = points[k], points[(k + 1) % len(points)]
        area += x * v - u * y
        box["left"] = min(box["left"], x)
        box["right"] = max(box["right"], x)
    return abs(area) / 2, box


@model("a function of plain values saved alone")
def plain_function():
    import unseen

    return unseen.Alone(alone_geometry), [([(0.0, 0.0), (2.0, 0.0), (2.0, 1.0)],), ([(0.0, 0.0), (1.0, 3.0), (-1.0, 1.0)], False)]


def alone_attention(q, k, v, mask: Optional[torch.Tensor] = None):
    """A function of tensors with an option."""
    scores = torch.einsum("...qd,...kd->...qk", q, k) / float(q.size(-1)) ** 0.5
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e4)
    return scores.softmax(-1).matmul(v), scores.max(-1)[0]


@model("a function of tensors saved alone, with an option and an ellipsis in einsum")
def attention_function():
    import unseen

    return unseen.Alone(alone_attention), [(f(2, 3, 4), f(2, 5, 4), f(2, 5, 2)), (f(3, 4), f(5, 4), p(5, 2), b(3, 5))]
