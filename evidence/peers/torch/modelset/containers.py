# ruff: noqa: UP006, UP007, UP045, SIM108, SIM118, SIM210, C4, B007 (TorchScript, as the oldest releases parse it)
"""Models of containers: lists, dictionaries, tuples, NamedTuple, Optional; indices of tensors."""

from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
from torch import nn

from . import case, model
from .inputs import f


class Lists(nn.Module):
    def forward(self, a: List[int], x):
        b: List[int] = []
        for v in a:
            b.append(v * 2)
        b.extend([7, 8])
        b.insert(0, -1)
        last = b.pop()
        c = [v + 1 for v in b]
        d = b[1:] + c[:-1] + [last] * 2
        d.reverse()
        e = sorted(d)
        e.sort(reverse=True)
        tensors = [x, x + 1]
        tensors[0] = x * 2
        nested: List[List[int]] = [a, b]
        nested.append([3])
        d[0], d[-1] = d[-1], d[0]
        found = 7 in b and 99 not in b
        del d[0]
        return b, c, d, e, torch.stack(tensors), nested, len(nested), found, d.index(8), d.count(8), min(b), max(b), sum(b), a == b, a.copy()


case("lists", "lists: append, extend, insert, pop, slices, comprehension, sort, nested, in, del", lambda: (Lists(), [([1, 2, 3], f(2)), ([5], f(2))]))


class ListSteps(nn.Module):
    def forward(self, a: List[int], t: str):
        a.clear()
        b = list(range(8))
        return b[::2], b[1:6:3], b[::-1] if False else b[-3:], t[1:3], a, list(t), any([x > 3 for x in b]), all([True, False])


case("list_steps", "slices with steps, list(), any, all, clear", lambda: (ListSteps(), [([1, 2], "text")]))


class Dicts(nn.Module):
    def forward(self, x, key: str):
        d: Dict[str, torch.Tensor] = {"a": x, "b": x + 1}
        d["c"] = x * 2
        if key in d:
            y = d[key]
        else:
            y = torch.zeros_like(x)
        counts: Dict[int, int] = {}
        for i in [1, 2, 1]:
            counts[i] = counts.get(i, 0) + 1 if i in counts else 1
        total = x
        for k in d.keys():
            total = total + d[k] * len(k)
        for k, v in d.items():
            total = total + v
        z = d.pop("a")
        nested = {"x": [1, 2], "y": [3]}
        d.update({"e": x})
        return d, y, counts, total, z, nested, len(d), list(d.keys()), list(counts.values()), d.get("none")


case("dicts", "dictionaries: literals, get, pop, update, keys, values, items, in", lambda: (Dicts(), [(f(2), "b"), (f(2), "q")]))


class DictMore(nn.Module):
    def forward(self, x: List[int]):
        squares = {i: i * i for i in x}
        squares.setdefault(99, 1)
        copy = squares.copy()
        del copy[99]
        return squares, copy, dict([("a", 1), ("b", 2)])


case("dict_more", "dictionary comprehension, setdefault, copy, del, dict()", lambda: (DictMore(), [([1, 2],)]))


class Tuples(nn.Module):
    def forward(self, x, t: Tuple[int, Tuple[float, str]]):
        a, (b, c) = t
        u = (x, [x, x + 1], (a, b))
        first = u[0] + u[2][0]
        v = u[1:]
        pairs = [(1, "a"), (2, "b")]
        out = 0
        for i, s in pairs:
            out += i * len(s)
        return first, v, (a,), out, c, len(pairs)


case("tuples", "tuples: nested, unpacked, sliced, compared", lambda: (Tuples(), [(f(2), (1, (2.0, "x"))), (f(2), (2, (2.5, "yy")))]))


class Optionals(nn.Module):
    bias: Optional[torch.Tensor]

    def __init__(self):
        super().__init__()
        self.bias = None

    def forward(self, x, y: Optional[torch.Tensor] = None, k: Optional[int] = None) -> Tuple[torch.Tensor, Optional[int]]:
        if y is not None:
            x = x + y
        if k is None:
            k2 = 3
        else:
            k2 = k
        bias = self.bias
        if bias is not None:
            x = x + bias
        items: List[Optional[int]] = [None, 1, k]
        found: Optional[int] = None
        for i in items:
            if i is not None:
                found = i
        return x * k2, found


@model("Optional: refinement by is None, defaults, Optional attributes, in lists")
def optionals():
    return Optionals(), [(f(2),), (f(2), f(2)), (f(2), None, 5), (f(2), f(2), 2)]


class OptionalAssert(nn.Module):
    def forward(self, x, y: Optional[torch.Tensor]):
        assert y is not None
        return x + y


case("optional_assert", "refinement by assert; None raises", lambda: (OptionalAssert(), [(f(2), f(2)), (f(2), None)]))


class Point(NamedTuple):
    x: torch.Tensor
    label: str


class Nested(NamedTuple):
    points: List[Point]
    best: Optional[int]
    pair: Tuple[int, float]


class NamedTuples(nn.Module):
    def forward(self, x) -> Nested:
        a = Point(x, "a")
        b = Point(x=a.x + 1, label="b")
        return Nested([a, b], None, (len(a.label), 1.5))


case("named_tuples", "NamedTuple made, read, nested, returned", lambda: (NamedTuples(), [(f(2),)]))


class NamedTupleArgument(nn.Module):
    def forward(self, a: Point) -> Tuple[torch.Tensor, str]:
        x, label = a
        return x * 2 + a[0], label + a.label


case("named_tuple_argument", "a NamedTuple as argument", lambda: (NamedTupleArgument(), [(Point(f(2), "q"),)]))


class Indexing(nn.Module):
    def forward(self, x, i, m):
        return (
            x[0], x[-1], x[1:], x[:, 1], x[..., 0], x[None, 0], x[::2], x[:, 1:3], x[0, 1], x[i], x[m], x[i, i], x[:, i], x[0:1, ..., None], x[1][0],
            x[[0, 1]], x[i][:, 0], x[1:, 1:].sum(), x[(0, 1)], x[-2:, -1],
        )


@model("slices, ellipsis, None, boolean and integer indices")
def indexing():
    return Indexing(), [(f(3, 4), torch.tensor([0, 2]), torch.tensor([True, False, True]))]


class IndexAssign(nn.Module):
    def forward(self, x, i, v):
        x = x.clone()
        x[0] = 1.0
        x[:, 1] = v
        x[i, 0] = 5
        x[x > 1] = 0.25
        x[1, 2] += 3
        x[..., -1] *= 2
        x[1:, 2:] = torch.ones(2, 2)
        return x


case("index_assign", "assignments to indices and slices", lambda: (IndexAssign(), [(f(3, 4), torch.tensor([0, 2]), f(3))]))


class Annotated(nn.Module):
    def forward(self, x):
        a = torch.jit.annotate(List[torch.Tensor], [])
        b = torch.jit.annotate(Dict[str, List[int]], {})
        c = torch.jit.annotate(Optional[int], None)
        d: List[Tuple[str, int]] = []
        a.append(x)
        b["k"] = [1]
        d.append(("a", 1))
        if x.numel() > 1:
            c = 2
        return a, b, c, d


case("annotated", "annotations of empty containers", lambda: (Annotated(), [(f(2),), (f(1),)]))


class OldLists(nn.Module):
    def forward(self, a: List[int], x):
        b: List[int] = []
        for v in a:
            b.append(v * 2)
        b.extend([7, 8])
        c = b[1:] + a
        return b, c, len(c), [v + 1 for v in b], torch.stack([x, x + 1]), b[-1], [x]


case("lists_basic", "lists, as every release has them", lambda: (OldLists(), [([1, 2, 3], f(2)), ([5], f(2))]))
