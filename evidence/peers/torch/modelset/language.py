# ruff: noqa: UP006, UP007, UP045, UP030, UP032, UP039, B006, E711, B007, SIM103, SIM108, SIM118, SIM210, C4 (TorchScript, as the oldest releases parse it)
"""Models of what the language has: control flow, text, numbers, exceptions, types."""

import math
from typing import Any, Dict, List, Optional, Tuple  # noqa: UP035

import torch
from torch import nn

from . import case, model
from .inputs import f, n, p


class Branches(nn.Module):
    def forward(self, x, k: int):
        if k < 0:
            return x - 1
        if k == 0:
            y = x
        elif k > 5 and not (k == 7 or k % 2 == 0):
            y = x * 2
        else:
            y = x / 2.0 if bool(x.sum() > 0) else -x
        z = 1 if k > 3 else 2
        return y + z


case("branches", "if, elif, else, early return, and, or, not, conditional expressions", lambda: (Branches(), [(f(3), k) for k in (-1, 0, 1, 7, 9)]))


class Loops(nn.Module):
    def forward(self, x, k: int):
        total = torch.zeros_like(x)
        i = 0
        while i < k and bool(total.sum() < 100):
            i += 1
            if i == 2:
                continue
            if i > 6:
                break
            for j in range(i, 10, 2):
                total = total + x * j
        for row in x:
            total = total + row
        for index, (a, b) in enumerate(zip([1, 2, 3], [4.0, 5.0, 6.0])):
            total = total + index * a + b
        for j in range(len(x) - 1, -1, -1):
            total[j] = total[j] + j
        return total, i


case("loops", "while, for over ranges, lists, tensors, enumerate, zip; break, continue, nested", lambda: (Loops(), [(f(3), k) for k in (0, 1, 3, 9)]))


class ReturnInLoop(nn.Module):
    def forward(self, x: List[int], k: int) -> int:
        for i in range(len(x)):
            if x[i] == k:
                return i
            while k > 100:
                k -= 50
                if k == 120:
                    return -2
        return -1


case("return_in_loop", "return out of nested loops", lambda: (ReturnInLoop(), [([1, 2, 3], 2), ([1, 2, 3], 9), ([1], 170), ([], 1)]))


class Strings(nn.Module):
    def forward(self, s: str, k: int, x: float):
        a = "{} has {} and {}".format(s, k, x)
        b = "%s-%d" % (s, k)
        c = s + "x" + str(k) + s[0] + s[-1] + s[1:3]
        d = s == "abc" or s != "q"
        words = s.split("b")
        e = ",".join(words)
        return a, b, c, d, words, e, len(s), s.upper(), "b" in s, "tab\tnew\nline\\quote\"'", "\u00e9\u4e2d"


case("strings", "text: format, %, concatenation, indices, split, join, escapes", lambda: (Strings(), [("abc", 3, 1.5), ("bob", -1, 0.25)]))


class PercentFloat(nn.Module):
    def forward(self, x: float):
        return "%.3f" % x


case("percent_float", "% with a precision: raises when it runs", lambda: (PercentFloat(), [(1.5,)]))


class StringMethods(nn.Module):
    def forward(self, s: str):
        return (
            s.lower(), s.capitalize(), s.title(), s.swapcase(), s.strip(), s.lstrip("a"), s.rstrip("c"), s.find("b"), s.rfind("b"), s.count("b"),
            s.replace("b", "d"), s.startswith("a"), s.endswith("c"), s.isdigit(), s.isalpha(), s.isupper(), s.splitlines(), s.center(9, "*"),
            s.ljust(5, "-"), s.rjust(5), s.zfill(6), s.partition("b"), s.rsplit("b"), s.expandtabs(), s.isspace(), s.isidentifier(), s < "b",
        )


case("string_methods", "the methods of str", lambda: (StringMethods(), [("abc",), (" aB\tc ",)]))


class StringConversion(nn.Module):
    def forward(self, s: str, k: int):
        return int(s), float(s), str(k), str(1.5), str(True), ord("a"), chr(k), hex(k), oct(k), bin(k), bool(k), int(2.7), "{0} {1}".format(k, s) if False else ""


case("string_conversion", "conversions between text and numbers", lambda: (StringConversion(), [("12", 65)]))


class FStrings(nn.Module):
    def forward(self, s: str, k: int):
        return f"{s} is {k}"


case("f_strings", "f-strings", lambda: (FStrings(), [("abc", 3)]))


class Numbers(nn.Module):
    def forward(self, a: int, b: int, x: float):
        return (
            a + b, a - b, a * b, a / b, a // b, a % b, a**2, -a, abs(a), min(a, b), max(a, b), a & b, a | b, a ^ b, a << 2, a >> 1,
            x + a, x * b, x / 2, x // 2, x % 2, x**0.5, -x, abs(x), int(x), float(a), round(x), a < b, a == b, a != b, x >= a, bool(a), a is None,
        )


case("numbers", "arithmetic and comparison of int and float", lambda: (Numbers(), [(7, 2, 2.5), (-7, 2, 0.5), (7, -2, 3.75), (1 << 40, 3, 1e30)]))


class NumberMath(nn.Module):
    def forward(self, x: float, k: int):
        return (
            math.sqrt(x), math.exp(x), math.log(x), math.log1p(x), math.floor(x), math.ceil(x), math.sin(x), math.atan2(x, 1.0), math.pow(x, 2.0),
            math.fabs(x), math.gcd(k, 6), math.factorial(k), math.isnan(x), math.isinf(x), math.pi, math.inf, divmod(k, 3), math.copysign(x, -1.0),
            math.modf(x), math.frexp(x), math.ldexp(x, 2), math.fmod(x, 2.0), math.degrees(x), math.lgamma(x), math.erf(x),
        )


case("number_math", "functions of math", lambda: (NumberMath(), [(2.5, 4)]))


class Constants(nn.Module):
    def forward(self, x):
        return (x, 2**31, -(2**31), 2**62, 1e300, 1e-300, 0.1, float("inf"), float("-inf"), float("nan"), True, None, "", [1.0, 2.5], [True], ["a"], 1000000.0)


case("number_constants", "constants: large integers, small floats, infinities, nan", lambda: (Constants(), [(f(2),)]))


class Raises(nn.Module):
    def forward(self, x, k: int):
        if k > 3:
            raise ValueError("k is too large: {}".format(k))
        if k < 0:
            raise RuntimeError("negative")
        assert k != 2, "two"
        return x * k


case("raises", "raise with and without formatted text, assert with a message", lambda: (Raises(), [(f(2), 1), (f(2), 5), (f(2), -1), (f(2), 2)]))


class RaiseBare(nn.Module):
    def forward(self, x, k: int) -> torch.Tensor:
        if k == 0:
            raise NotImplementedError
        elif k == 1:
            return x
        else:
            raise Exception("no")


case("raise_bare", "raise of a class; every branch returns or raises", lambda: (RaiseBare(), [(f(2), 1), (f(2), 0), (f(2), 2)]))


class TypeArguments(nn.Module):
    def forward(self, x, dtype: torch.dtype, device: torch.device):
        y = torch.zeros([2], dtype=dtype, device=device)
        z = x.to(device=device, dtype=dtype)
        w = x.to(torch.device("cpu"), torch.float64, non_blocking=False, copy=True)
        return y, z, w, y.dtype, x.device == device, x.device.type, torch.ones(2, dtype=torch.int32, layout=torch.strided, device="cpu", pin_memory=False)


case("type_arguments", "dtype and device as arguments, layout, pin_memory", lambda: (TypeArguments(), [(f(2), torch.int64, torch.device("cpu"))]))


class TypeBranches(nn.Module):
    def forward(self, x):
        if x.dtype == torch.float32:
            y = x + 1
        else:
            y = x - 1
        if x.is_cuda or x.requires_grad:
            y = y * 2
        if x.is_floating_point() and x.dim() == 1 and x.layout == torch.strided:
            y = y.to(torch.double)
        return y


case("type_branches", "branches by dtype, device, layout", lambda: (TypeBranches(), [(f(2),), (n(2),)]))


class AnyType(nn.Module):
    def forward(self, x: Any):
        if isinstance(x, int):
            return x + 1
        elif isinstance(x, torch.Tensor):
            return x.sum().item()
        elif isinstance(x, str):
            return len(x)
        return 0


case("any_type", "Any and isinstance", lambda: (AnyType(), [(3,), ("abc",), (f(2),), (1.5,)]))


class IsInstance(nn.Module):
    def forward(self, x: Optional[List[int]], y: Any):
        return isinstance(x, list), isinstance(y, (int, float)), torch.jit.isinstance(y, List[str])


case("is_instance", "isinstance with tuples of types, torch.jit.isinstance", lambda: (IsInstance(), [([1], 1.5), (None, 2)]))


@model("Union and refinement")
def unions():
    from typing import Union

    class Unions(nn.Module):
        def forward(self, x: Union[int, str, torch.Tensor], y: Union[List[int], Dict[str, int]]) -> Union[int, torch.Tensor]:
            out: Union[int, torch.Tensor] = 0
            if isinstance(x, int):
                out = x * 2
            elif isinstance(x, str):
                out = len(x)
            else:
                out = x + 1
            if isinstance(y, list) and isinstance(out, int):
                out = out + len(y)
            return out

    return Unions(), [(3, [1, 2]), ("abc", {"a": 1}), (f(2), [1])]


@model("types written with | and built-in generics")
def union_bar():
    class UnionBar(nn.Module):
        def forward(self, x: "list[int]", y: "dict[str, int]", z: "tuple[int, float]") -> "list[int]":
            return x + [y["a"], z[0]]

    return UnionBar(), [([1, 2], {"a": 3}, (4, 5.0))]


class ComplexNumbers(nn.Module):
    def forward(self, a: complex, x: float):
        b = a * 2 + 1j
        return b, abs(a), complex(x, 2.0), a == b, -a, a / (1 + 1j), torch.tensor(a)


case("complex_numbers", "complex numbers", lambda: (ComplexNumbers(), [(1 + 2j, 0.5)]))


class Scalars(nn.Module):
    def forward(self, x, k: int, y: float):
        s = x.sum().item()
        a = torch.add(x, 2, alpha=s)
        return a, x + k, x * y, k * x, x.max().item() > y, float(s), x ** k


case("scalars", "numbers out of tensors (Scalar), mixed arithmetic", lambda: (Scalars(), [(p(3), 2, 0.5)]))


class Prints(nn.Module):
    def forward(self, x, k: int):
        print("k is", k, x.size())
        return x + k


case("prints", "print", lambda: (Prints(), [(f(2), 1)]))


@model("warnings.warn")
def warns():
    import warnings

    class Warn(nn.Module):
        def forward(self, x):
            warnings.warn("careful", stacklevel=2)
            return x + 1

    return Warn(), [(f(2),)]


class Chained(nn.Module):
    def forward(self, a: int, b: int, c: int):
        x = y = a
        x += b
        return a < b < c, a <= b == c, (a if b > 1 else c) if a > 0 else -1, x, y, not a, a and b, a or c


case("chained", "chained comparison, chained and augmented assignment", lambda: (Chained(), [(1, 2, 3), (0, 2, 2)]))


class Uninitialised(nn.Module):
    def forward(self, x, k: int) -> List[torch.Tensor]:
        if k > 0:
            value = x
        else:
            raise RuntimeError("no")
        while k < 10:
            if k > 3:
                return [value]
            k += 1
        return []


case("uninitialised", "variables that are set on some paths only", lambda: (Uninitialised(), [(f(2), 1), (f(2), 0), (f(2), 99)]))


class OldStrings(nn.Module):
    def forward(self, s: str, k: int):
        return "{} has {}".format(s, k), s + "x", s == "abc", len(s), s[0]


case("strings_basic", "text, as every release has it", lambda: (OldStrings(), [("abc", 3), ("q", -1)]))


class OldMath(nn.Module):
    def forward(self, x: float, k: int):
        return math.sqrt(x), math.exp(x), math.log(x), math.floor(x), math.ceil(x), math.sin(x), float(k), int(x), k // 2, k % 3, x / k, x ** 2.0


case("math_basic", "numbers, as every release has them", lambda: (OldMath(), [(2.5, 4), (0.5, -3)]))


class Format(nn.Module):
    def forward(self, x, items: List[int], d: Dict[str, int], t: Tuple[int, str], o: Optional[int]):
        return "{} {} {} {} {}".format(items, d, t, o, x.size())


case("format_containers", "containers in formatted text", lambda: (Format(), [(f(2), [1, 2], {"a": 1}, (1, "b"), None)]))
