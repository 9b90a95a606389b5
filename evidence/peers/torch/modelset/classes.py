# ruff: noqa: UP006, UP042, B006, SIM103, SIM108, C4 (TorchScript, as the oldest releases parse it)
"""Models with classes: enums, TorchScript classes, context managers of one's own, interfaces."""

import enum
from typing import Any, Dict, List  # noqa: UP035

import torch
from torch import nn

from . import case, model
from .inputs import f


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Shade(enum.Enum):
    LIGHT = "light"
    DARK = "dark"


class Weight(enum.Enum):
    HALF = 0.5
    FULL = 1.0


@model("enums: attributes, comparison, name and value, of int, text and float")
def enums():
    class Enums(nn.Module):
        def __init__(self):
            super().__init__()
            self.colour, self.shade, self.weight = Colour.BLUE, Shade.DARK, Weight.HALF

        def forward(self, x):
            if self.colour == Colour.BLUE and self.shade is not Shade.LIGHT:
                x = x * self.colour.value * self.weight.value
            return x, self.shade.value, self.colour.name

    return Enums(), [(f(2),)]


@model("enums: over all members, as constant, in a container, returned")
def enum_members():
    class EnumMembers(nn.Module):
        def forward(self, k: int):
            total = 0
            for c in Colour:
                total += c.value
            d: Dict[str, Colour] = {"a": Colour.RED}
            chosen = Colour.BLUE if k > 0 else Colour.RED
            return total, d["a"] == chosen, chosen, [Shade.DARK]

    return EnumMembers(), [(1,), (0,)]


@model("an enum as argument")
def enum_argument():
    class EnumArgument(nn.Module):
        def forward(self, x, c: Colour):
            return x * 2 if c == Colour.RED else x

    return EnumArgument(), []


@torch.jit.script
class Counter:
    def __init__(self, start: int, names: List[str]):
        self.count = start
        self.names = names

    def add(self, n: int) -> int:
        self.count = self.count + n
        self.names.append("add")
        return self.count


class UsesCounter(nn.Module):
    def forward(self, x, k: int):
        c = Counter(k, ["a"])
        c.add(2)
        for _ in range(2):
            c.add(1)
        c.count += 5
        return x * c.count, c.names


case("script_class", "a TorchScript class made and used in a method", lambda: (UsesCounter(), [(f(2), 1)]))


class KeepsCounter(nn.Module):
    def __init__(self):
        super().__init__()
        self.counter = Counter(5, ["x", "y"])

    def forward(self, x):
        self.counter.add(1)
        return x * self.counter.count


case("script_class_attribute", "a TorchScript class as attribute, changed by the method", lambda: (KeepsCounter(), [(f(2),), (f(2),)]))


@model("a TorchScript class with operators")
def script_class_operators():
    @torch.jit.script
    class Vector:
        def __init__(self, x: float, y: float):
            self.x = x
            self.y = y

        def __add__(self, other: "Vector") -> "Vector":
            return Vector(self.x + other.x, self.y + other.y)

        def __eq__(self, other: "Vector") -> bool:
            return self.x == other.x and self.y == other.y

        def __lt__(self, other: "Vector") -> bool:
            return self.x < other.x

        def __len__(self) -> int:
            return 2

        def __getitem__(self, i: int) -> float:
            return self.x if i == 0 else self.y

        def __contains__(self, v: float) -> bool:
            return v == self.x

        def __neg__(self) -> "Vector":
            return Vector(-self.x, -self.y)

    global _Vector
    _Vector = Vector

    class Vectors(nn.Module):
        def forward(self, a: float):
            v = _Vector(a, 2.0) + _Vector(1.0, 1.0)
            items = [v, _Vector(0.0, 0.0)]
            items.sort()
            return v.x, v == v, v < items[0], len(v), v[1], 3.0 in v, (-v).y, items[0].x

    return Vectors(), [(1.5,)]


@model("a TorchScript class with a static method and a property")
def script_class_static():
    @torch.jit.script
    class Box:
        def __init__(self, v: int):
            self.v = v

        @staticmethod
        def double(k: int) -> int:
            return k * 2

        @property
        def size(self) -> int:
            return self.v + 1

    global _Box
    _Box = Box

    class Boxes(nn.Module):
        def forward(self, k: int):
            return _Box.double(k), _Box(k).size

    return Boxes(), [(4,)]


@model("a context manager of one's own")
def context_manager():
    @torch.jit.script
    class Scope:
        def __init__(self, start: int):
            self.count = start

        def __enter__(self) -> int:
            self.count += 1
            return self.count

        def __exit__(self, type: Any, value: Any, tb: Any):
            self.count += 10

    global _Scope
    _Scope = Scope

    class Scopes(nn.Module):
        def forward(self, x):
            scope = _Scope(3)
            with scope as k:
                y = x * k
            return y + scope.count

    return Scopes(), [(f(2),)]


def interface(cls):
    """As `torch.jit.interface`. Releases that refuse this one get the class as it is, whose models they then cannot write."""
    try:
        return torch.jit.interface(cls)
    except Exception:  # noqa: BLE001 (whatever this release says)
        return cls


@interface
class Layer(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        pass


class Doubles(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2


class Adds(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1


class ModuleInterfaces(nn.Module):
    layer: Layer

    def __init__(self):
        super().__init__()
        self.layer = Doubles()

    def forward(self, x):
        return self.layer.forward(x)


case("module_interface", "a module interface", lambda: (ModuleInterfaces(), [(f(2),)]))


@interface
class Scaler:
    def scale(self, x: torch.Tensor) -> torch.Tensor:
        pass


@torch.jit.script
class Halve:
    def __init__(self):
        self.by = 0.5

    def scale(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.by


@torch.jit.script
class Triple:
    def __init__(self):
        pass

    def scale(self, x: torch.Tensor) -> torch.Tensor:
        return x * 3


@torch.jit.script
def apply_scaler(s: Scaler, x: torch.Tensor) -> torch.Tensor:
    return s.scale(x)


class ClassInterfaces(nn.Module):
    def forward(self, x):
        return apply_scaler(Halve(), x) + apply_scaler(Triple(), x)


case("class_interface", "an interface of classes", lambda: (ClassInterfaces(), [(f(2),)]))
