# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Programs that remember: attributes that change, storages that are shared, methods alone, classes as they were written first."""

from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
from modelset import model
from modelset.inputs import f, n
from torch import nn
from torch.jit import Final


class Legacy(torch.jit.ScriptModule):
    """As programs were written first: a ScriptModule with methods that are marked."""

    __constants__ = ["rounds", "names"]

    def __init__(self):
        super().__init__()
        self.rounds, self.names = 3, ("a", "b")
        self.weight = nn.Parameter(f(3, 3) * 0.3)
        self.seen = torch.jit.Attribute([], List[int])
        self.best = torch.jit.Attribute({"a": 0.5}, Dict[str, float])
        self.line = nn.Linear(3, 3)

    @torch.jit.script_method
    def once(self, x):
        return torch.tanh(x.mm(self.weight)) + self.line(x)

    @torch.jit.script_method
    def forward(self, x):
        for _ in range(self.rounds):
            x = self.once(x)
        self.seen.append(x.size(0))
        value = float(x.max())
        if value > self.best["a"]:
            self.best["a"] = value
        return x, len(self.seen), self.best["a"]


@model("a ScriptModule as programs were written first: script_method, Attribute, constants")
def legacy_class():
    return Legacy(), [(f(2, 3),), (f(4, 3) * 2,), (f(1, 3),)]


class Library(nn.Module):
    """No forward: methods alone, one that Python keeps to itself, one that is not there for TorchScript."""

    def __init__(self):
        super().__init__()
        self.log = []
        self.table = nn.Parameter(torch.linspace(0, 1, 5))

    @torch.jit.unused
    def debug(self, x) -> int:
        import json

        return len(json.dumps(x.tolist()))

    @torch.jit.ignore
    def note(self, x):
        self.log.append(x)

    @torch.jit.export
    def lookup(self, at: float, verbose: bool = False) -> float:
        if not torch.jit.is_scripting():
            self.note(at)
        k = int(at)
        part = at - k
        low, high = float(self.table[k]), float(self.table[min(k + 1, 4)])
        if verbose and at < 0:
            return float(self.debug(self.table))
        return low * (1 - part) + high * part

    @torch.jit.export
    def both(self, at: List[float]) -> List[float]:
        return [self.lookup(x, False) for x in at]


@model("a module without forward: methods alone, unused and ignored ones beside")
def methods_alone():
    return Library(), [("lookup", (1.5,)), ("lookup", (3.75, True)), ("both", ([0.0, 4.0, 2.25],))]


class Shared(nn.Module):
    """One embedding, one layer and one buffer under several names in several submodules; views of one storage."""

    def __init__(self):
        super().__init__()
        base = f(12)
        self.register_buffer("whole", base)
        self.register_buffer("left", base[:6])
        self.register_buffer("square", base.view(3, 4).t())
        self.a, self.b = nn.Linear(4, 4), nn.Linear(4, 4)
        self.b.weight = self.a.weight
        self.heads = nn.ModuleDict({"x": self.a, "y": nn.Sequential(self.b, self.a)})

    def forward(self, x):
        for head in self.heads.values():
            x = head(x)
        return x @ self.square, self.left.sum() + self.whole[0], self.square.is_contiguous()

    @torch.jit.export
    def change(self) -> Tuple[float, float]:
        self.whole.mul_(2.0)
        return float(self.left[1]), float(self.square[1, 0])


@model("one storage under several names: views as buffers, layers that share a weight, a method that changes it")
def shared_storage():
    return Shared(), [(f(2, 4),), ("change", ()), (f(2, 4),)]


class Resumes(nn.Module):
    """Attributes of many types that change from call to call, and how often each was called."""

    def __init__(self):
        super().__init__()
        self.calls: int = 0
        self.last: Optional[torch.Tensor] = None
        self.trail: List[Tuple[int, float]] = [(0, 0.0)]
        self.by_size: Dict[int, List[torch.Tensor]] = {0: [torch.zeros(1)]}
        self.mode = "idle"

    def forward(self, x) -> Tuple[int, str, int]:
        self.calls += 1
        self.trail.append((self.calls, float(x.sum())))
        key = x.numel()
        if key not in self.by_size:
            self.by_size[key] = [x]
        else:
            self.by_size[key].append(x * self.calls)
        self.mode = "busy" if len(self.trail) > 2 else "warm"
        return self.calls, self.mode + str(len(self.by_size[key])), len(self.by_size)

    @torch.jit.export
    def drain(self) -> Tuple[List[Tuple[int, float]], Dict[int, List[torch.Tensor]]]:
        trail = self.trail[1:]
        while len(self.trail) > 1:
            del self.trail[-1]
        self.by_size.pop(0)
        return trail, self.by_size


@model("attributes that grow: a list of pairs, a dictionary of integers to lists of tensors, a text; del of an item")
def growing_state():
    return Resumes(), [(f(2),), (f(2),), (n(3).float(),), ("drain", ()), (f(1),)]


class Quota(nn.Module):
    """How much a customer may still use; limits that cannot change, and an exception when it is too much."""

    limit: Final[int]
    plan: Final[str]
    used: Dict[str, int]

    def __init__(self, plan: str):
        super().__init__()
        self.limit, self.plan = 100, plan
        self.used = {}
        self.register_buffer("rate", torch.tensor([0.5, 1.5]))

    def forward(self, who: str, x) -> Tuple[int, torch.Tensor]:
        cost = x.numel() * 10
        before = self.used.get(who, 0)
        if before + cost > self.limit:
            raise RuntimeError(self.plan + ": " + who + " has " + str(self.limit - before) + " left")
        self.used[who] = before + cost
        self.rate.mul_(0.9)
        return self.limit - self.used[who], x * self.rate[0] if self.plan == "basic" else x * self.rate[1]

    @torch.jit.export
    def refund(self, who: str) -> bool:
        if who in self.used:
            del self.used[who]
            return True
        return False


@model("limits that cannot change, uses that do: Final, an annotated dictionary, del of a key, an exception with a text")
def customer_quota():
    return Quota("basic"), [("Ann", f(4)), ("Ann", f(2)), ("Ann", f(5)), ("refund", ("Ann",)), ("Ann", f(5)), ("refund", ("Bob",))]


class Ring(nn.Module):
    """The last values of a stream in a ring, its median, and a snapshot that can be put back."""

    def __init__(self, size: int = 5):
        super().__init__()
        self.register_buffer("ring", torch.zeros(size, dtype=torch.float64))
        self.at: int = 0
        self.full: bool = False

    def forward(self, x: float) -> float:
        self.ring[self.at] = x
        self.at = (self.at + 1) % self.ring.numel()
        self.full = self.full or self.at == 0
        held = self.ring if self.full else self.ring[:self.at]
        return float(held.kthvalue((held.numel() + 1) // 2)[0])

    @torch.jit.export
    def snapshot(self) -> Tuple[torch.Tensor, int, bool]:
        return self.ring.clone(), self.at, self.full

    @torch.jit.export
    def restore(self, state: Tuple[torch.Tensor, int, bool]):
        ring, at, full = state
        self.at = at
        self.full = full
        self.ring.copy_(ring)


@model("a ring of doubles: kthvalue, a snapshot as a tuple that is unpacked")
def value_ring():
    state = (torch.arange(5.0, dtype=torch.float64), 3, True)
    return Ring(), [(3.0,), (1.0,), (2.5,), ("snapshot", ()), ("restore", (state,)), (10.0,)]
