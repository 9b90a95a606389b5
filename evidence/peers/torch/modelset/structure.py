# ruff: noqa: UP006, UP007, UP045, UP042, B006, E711, SIM103, SIM108, SIM117, SIM118, C4 (TorchScript, as the oldest releases parse it)
"""Models of what modules have: attributes, submodules, methods, hooks, fork, state of their own."""

from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
from torch import nn

from . import case, model
from .inputs import f


@model("with torch.no_grad()")
def no_grad():
    class NoGrad(nn.Module):
        def forward(self, x):
            with torch.no_grad():
                y = x * 2
            return y + 1

    return NoGrad(), [(f(2),)]


@model("with record_function")
def record_function():
    class Recorded(nn.Module):
        def forward(self, x):
            with torch.autograd.profiler.record_function("part"):
                y = x * 2
            return y

    return Recorded(), [(f(2),)]


class GetState(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.ones(2)
        self.seen = 0

    @torch.jit.export
    def __getstate__(self):
        return (self.weight * 2, self.training)

    @torch.jit.export
    def __setstate__(self, state: Tuple[torch.Tensor, bool]):
        self.weight = state[0] / 2
        self.training = state[1]
        self.seen = 0

    def forward(self, x):
        self.seen = self.seen + 1
        return x + self.weight, self.seen


case("get_state", "__getstate__ and __setstate__", lambda: (GetState(), [(f(2),), (f(2),)]))


def helper(x, k: int = 3, scale: float = 2.0, names: Optional[List[str]] = None):
    if names is not None:
        k += len(names)
    return x * k * scale


class Defaults(nn.Module):
    def other(self, x, a: int = 1, b: Optional[int] = None):
        return x + a if b is None else x + b

    def forward(self, x, k: int = 4, flag: bool = False, s: str = "d", v: Optional[float] = None):
        y = helper(x) + helper(x, k) + helper(x, scale=0.5, k=2) + helper(x, names=["a"])
        return self.other(y) + self.other(y, b=3, a=2), flag, s, v


case("defaults", "functions and methods with defaults, called with and without keywords", lambda: (Defaults(), [(f(2),), (f(2), 1, True, "e", 2.5)]))


class ListDefaults(nn.Module):
    def forward(self, x, sizes: List[int] = (1, 2), t: Tuple[int, int] = (3, 4)):
        return x.sum() + sizes[0] + t[1]


case("list_defaults", "a list and a tuple as defaults", lambda: (ListDefaults(), [(f(2),), (f(2), [5, 6], (7, 8))]))


class KeywordOnly(nn.Module):
    def inner(self, x, *, scale: float):
        return x * scale

    def forward(self, x):
        return self.inner(x, scale=0.5) + self.inner(x, scale=3.0)


case("keyword_only", "keyword-only arguments", lambda: (KeywordOnly(), [(f(2),)]))


class Exported(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("total", torch.zeros(2))

    @torch.jit.export
    def add(self, x) -> torch.Tensor:
        self.total = self.total + x
        return self.total

    @torch.jit.export
    def reset(self, k: int):
        self.total.zero_()
        self.total.add_(k)

    def forward(self, x):
        self.total += x
        return self.total * 2


case("exported_methods", "several methods that change a buffer", lambda: (Exported(), [(f(2),), ("add", (f(2),)), ("reset", (3,)), (f(2),)]))


class Ignored(nn.Module):
    @torch.jit.unused
    def training_only(self, x: torch.Tensor) -> torch.Tensor:
        return x.numpy()

    @torch.jit.ignore(drop=True)
    def dropped(self, x: torch.Tensor) -> torch.Tensor:
        return x.numpy()

    def forward(self, x, k: int):
        if k == 1:
            return self.training_only(x)
        if k == 2:
            return self.dropped(x)
        return x + 1


case("ignored", "torch.jit.unused and torch.jit.ignore(drop=True): calls raise", lambda: (Ignored(), [(f(2), 0), (f(2), 1), (f(2), 2)]))


class Scripting(nn.Module):
    def forward(self, x):
        if torch.jit.is_scripting():
            return x + 1
        else:
            return x.numpy()


case("is_scripting", "torch.jit.is_scripting", lambda: (Scripting(), [(f(2),)]))


class Inner(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k
        self.weight = nn.Parameter(torch.ones(2) * k)

    def forward(self, x):
        return x * self.weight + self.k


class ModuleLists(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.ModuleList([Inner(1), Inner(2)])
        self.named = nn.ModuleDict({"a": Inner(3), "b": Inner(4)})
        self.chain = nn.Sequential(Inner(5), nn.ReLU())

    def forward(self, x):
        for item in self.items:
            x = item(x)
        for i, item in enumerate(self.items):
            x = x + i
            x = item(x)
        for name, item in self.named.items():
            x = item(x) + len(name)
        return self.chain(x) + len(self.items) + self.items[0](x) + self.named["a"](x)


case("module_lists", "ModuleList, ModuleDict, Sequential: iteration, index, len", lambda: (ModuleLists(), [(f(2),)]))


class OldModuleLists(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.ModuleList([Inner(1), Inner(2)])
        self.chain = nn.Sequential(Inner(5), nn.ReLU())

    def forward(self, x):
        for item in self.items:
            x = item(x)
        return self.chain(x)


case("module_lists_basic", "ModuleList and Sequential, as every release has them", lambda: (OldModuleLists(), [(f(2),)]))


class ReversedModules(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.ModuleList([Inner(1), Inner(2), Inner(3)])

    def forward(self, x):
        for item in self.items[1:]:
            x = item(x)
        for a, b in zip(self.items, self.items):
            y = a(x)
            x = b(y)
        return self.items[-1](x)


case("module_list_slices", "slices of a ModuleList, zip of modules", lambda: (ReversedModules(), [(f(2),)]))


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = Inner(2)
        self.second = self.first
        self.third = nn.Linear(2, 2)
        self.fourth = nn.Linear(2, 2)
        self.fourth.weight = self.third.weight
        base = torch.arange(12.0)
        self.register_buffer("whole", base)
        self.register_buffer("part", base[3:5])
        self.register_buffer("turned", base.view(3, 4).t())

    def forward(self, x):
        return self.fourth(self.third(self.second(self.first(x)))) + self.part + self.turned[0, 1] + self.whole[0]


case("shared", "shared modules and parameters, views of one storage", lambda: (Shared(), [(f(2),)]))


class Attributes(nn.Module):
    numbers: List[int]
    flags: List[bool]
    tensors: List[torch.Tensor]
    nested: Dict[str, List[Tuple[int, float]]]
    by_number: Dict[int, torch.Tensor]
    empty: Dict[str, int]
    nothing: Optional[torch.Tensor]
    __constants__ = ["scale"]

    def __init__(self):
        super().__init__()
        self.numbers = [0, 255, 256, 65536, -1, 2**31, -(2**31) - 1, 2**62]
        self.floats = torch.jit.Attribute([0.0, -0.0, 1.5, float("inf"), 1e-300], List[float])
        self.flags = [True, False]
        self.tensors = [torch.ones(2), torch.zeros(0, 3), torch.tensor(7), torch.ones(2, 2, dtype=torch.float64)]
        self.nested = {"a": [(1, 2.0)], "b": [], "\u00e9\u4e2d": [(3, 4.0)]}
        self.by_number = {7: torch.ones(2), -3: torch.ones(1)}
        self.empty = {}
        self.nothing = None
        self.text = "text"
        self.pair = (1, "text", (2.5, None))
        self.scale = 3
        self.bits = torch.tensor([True, False])
        self.small = torch.arange(4, dtype=torch.uint8)

    def forward(self, x, k: str):
        self.numbers.append(1)
        return x + self.by_number[7] * self.scale, len(self.nested[k]), self.numbers, self.floats, self.pair, self.text, self.nested, self.flags, self.nothing, self.small


case("attributes", "attributes of every type", lambda: (Attributes(), [(f(2), "a"), (f(2), "b"), (f(2), "none")]))


@model("attributes: device, complex number, half and complex tensors")
def attributes_newer():
    class Newer(nn.Module):
        def __init__(self):
            super().__init__()
            self.device = torch.device("cpu")
            self.number = 1.5 - 2.5j
            self.half = torch.ones(2).to(torch.float16)
            self.brain = torch.ones(2).to(torch.bfloat16)
            self.z = torch.ones(2).to(torch.complex64)

        def forward(self, x):
            y = x + self.half.to(torch.float32) + self.brain.to(torch.float32) + torch.zeros(2, device=self.device)
            return y, self.number, self.z, self.half

    return Newer(), [(f(2),)]


@model("a device as attribute")
def device_attribute():
    class DeviceAttribute(nn.Module):
        def __init__(self):
            super().__init__()
            self.device = torch.device("cpu")

        def forward(self, x):
            return torch.zeros(2, device=self.device) + x.to(self.device)

    return DeviceAttribute(), [(f(2),)]


@model("a dtype as attribute")
def dtype_attribute():
    class DtypeAttribute(nn.Module):
        def __init__(self):
            super().__init__()
            self.dtype = torch.float64

        def forward(self, x):
            return x.to(self.dtype)

    return DtypeAttribute(), [(f(2),)]


class Finals(nn.Module):
    k: torch.jit.Final[int]
    names: torch.jit.Final[List[str]]

    def __init__(self):
        super().__init__()
        self.k = 3
        self.names = ["a", "b"]

    def forward(self, x):
        total = x * self.k
        for n in self.names:
            total = total + len(n)
        return total


case("finals", "Final attributes", lambda: (Finals(), [(f(2),)]))


@model("a buffer that is not persistent")
def non_persistent():
    class NonPersistent(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("cache", torch.ones(2), persistent=False)

        def forward(self, x):
            return x + self.cache

    return NonPersistent(), [(f(2),)]


@model("forward hooks and pre-hooks")
def hooks():
    class Hooked(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = Inner(2)

        def forward(self, x):
            return self.inner(x)

    def before(self, x: Tuple[torch.Tensor]) -> Tuple[torch.Tensor]:
        return (x[0] + 1,)

    def after(self, x: Tuple[torch.Tensor], out: torch.Tensor) -> torch.Tensor:
        return out * 2

    module = Hooked()
    module.register_forward_pre_hook(before)
    module.inner.register_forward_hook(after)
    return module, [(f(2),)]


def slow(x, k: int):
    return x * k


@model("fork and wait")
def fork_wait():
    class Fork(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = Inner(2)

        def forward(self, x):
            a = torch.jit.fork(slow, x, 3)
            b = torch.jit.fork(self.inner, x)
            futures = [torch.jit.fork(slow, x, i) for i in range(3)]
            total = torch.jit.wait(a) + torch.jit.wait(b)
            for future in futures:
                total = total + torch.jit.wait(future)
            return total

    return Fork(), [(f(2),)]


@model("fork and wait under their names before 1.7")
def fork_wait_old():
    class ForkOld(nn.Module):
        def forward(self, x):
            a = torch.jit._fork(slow, x, 3)
            return torch.jit._wait(a) + 1

    return ForkOld(), [(f(2),)]


class Traced(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner(2)

    def forward(self, x):
        return self.inner(x) + torch.tensor([1.0, 2.0]) * torch.ones(2).sum()


case("tensor_constants", "tensor constants", lambda: (Traced(), [(f(2),)]))


class Free(nn.Module):
    def forward(self, x, k: int):
        return self.twice(k) * x + helper(x, 2)

    @staticmethod
    def twice(k: int) -> int:
        return k * 2


case("free_functions", "free functions, static methods", lambda: (Free(), [(f(2), 2)]))


class HasAttr(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = 1

    def forward(self, x):
        if hasattr(self, "a"):
            x = x + self.a
        if hasattr(self, "b"):
            x = x * 7
        return x + getattr(self, "a")  # noqa: B009


case("has_attr", "hasattr and getattr of self", lambda: (HasAttr(), [(f(2),)]))


class Property(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 2

    @property
    def double(self) -> int:
        return self.k * 2

    @double.setter
    def double(self, v: int):
        self.k = v // 2

    def forward(self, x):
        self.double = 10
        return x * self.double


case("module_property", "a property of a module", lambda: (Property(), [(f(2),)]))


class Many(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(1, 1) for _ in range(60)])

    def forward(self, x):
        return self.layers(x)


case("many", "61 modules: more than 256 memoised values", lambda: (Many(), [(f(2, 1),)]))


class NestedTypes(nn.Module):
    def forward(self, x: Tuple[List[Dict[str, Tuple[int, Optional[torch.Tensor]]]], int]):
        return x[0][0]["a"][0], x


case("nested_types", "deeply nested types", lambda: (NestedTypes(), [(([{"a": (1, None)}, {"b": (2, f(1))}], 3),)]))
