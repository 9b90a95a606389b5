"""Values as plain JSON, so that what one release computed can be compared in any other: `encode`, `decode`, `differ`.

Every value is an object {"t": type, …}. Tensors have their dtype, shape and elements (complex ones as pairs; quantised ones as integers with
scale and zero point); floats that are no numbers are written as Python's `json` does (NaN, Infinity).
"""

import collections
import enum
import math
import os

import torch

# Relative and absolute tolerance by the type of the elements: releases add up in another order.
TOLERANCE = {"float64": (1e-6, 1e-8), "complex128": (1e-6, 1e-8), "float16": (2e-2, 2e-3), "bfloat16": (4e-2, 4e-3)}
DEFAULT_TOLERANCE = tuple(map(float, os.environ.get("OUTLAST_TOLERANCE", "1e-3,1e-4").split(",")))


def name_of(dtype):
    return str(dtype).replace("torch.", "")


def flat(tensor):
    """The elements of a dense tensor that is not quantised, in order."""
    tensor = tensor.detach().cpu()
    if name_of(tensor.dtype).startswith("complex"):
        tensor = tensor.resolve_conj() if hasattr(tensor, "resolve_conj") else tensor
        return [[z.real, z.imag] for z in tensor.reshape(-1).tolist()]
    if name_of(tensor.dtype) in ("float16", "bfloat16"):
        tensor = tensor.to(torch.float32)
    return tensor.contiguous().reshape(-1).tolist()


def encode_tensor(tensor):
    out = {"t": "tensor", "dtype": name_of(tensor.dtype), "shape": list(tensor.shape)}
    if name_of(tensor.layout) != "strided":
        out["layout"] = name_of(tensor.layout)
        tensor = tensor.to_dense()
    if getattr(tensor, "is_quantized", False):
        out["qscheme"] = name_of(tensor.qscheme())
        if "per_tensor" in out["qscheme"]:
            out["scale"], out["zero_point"] = tensor.q_scale(), tensor.q_zero_point()
            tensor = tensor.int_repr()
        else:
            tensor = tensor.dequantize()
    if tuple(getattr(tensor, "names", ()) or ()) and any(tensor.names):
        out["names"] = list(tensor.names)
        tensor = tensor.rename(None)
    out["v"] = flat(tensor)
    return out


def encode(value):
    if isinstance(value, torch.Tensor):
        return encode_tensor(value)
    if value is None:
        return {"t": "None"}
    if isinstance(value, enum.Enum):
        return {"t": "enum", "type": type(value).__name__, "v": value.name}
    for kind in (bool, int, float, str):
        if isinstance(value, kind):
            return {"t": kind.__name__, "v": value}
    if isinstance(value, complex):
        return {"t": "complex", "v": [value.real, value.imag]}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"t": "namedtuple", "type": type(value).__name__, "fields": list(value._fields), "v": [encode(x) for x in value]}
    if isinstance(value, torch.Size):
        return {"t": "size", "v": list(value)}
    if isinstance(value, (list, tuple, set, frozenset)):
        items = sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value
        return {"t": type(value).__name__, "v": [encode(x) for x in items]}
    if isinstance(value, dict):
        kind = "dict" if type(value) in (dict, collections.OrderedDict) else type(value).__name__
        return {"t": kind, "v": [[encode(k), encode(v)] for k, v in value.items()]}
    if isinstance(value, (torch.dtype, torch.layout, torch.device)):
        return {"t": type(value).__name__, "v": name_of(value)}
    if type(value).__name__ in ("ScriptList", "RecursiveScriptList"):
        return {"t": "list", "v": [encode(x) for x in value]}
    if type(value).__name__ == "ScriptDict":
        return {"t": "dict", "v": [[encode(k), encode(v)] for k, v in value.items()]}
    return {"t": "object", "type": type(value).__name__}


def decode(value):
    kind = value["t"]
    if kind == "tensor":
        dtype = getattr(torch, value["dtype"])
        if value["dtype"].startswith("complex"):
            pairs = torch.tensor(value["v"], dtype=torch.float64).reshape(value["shape"] + [2])
            return torch.view_as_complex(pairs).to(dtype)
        if "qscheme" in value:
            assert "per_tensor" in value["qscheme"], "a tensor that is quantised per channel is no input here"
            tensor = torch.tensor(value["v"], dtype=torch.float32).reshape(value["shape"])
            return torch.quantize_per_tensor((tensor - value["zero_point"]) * value["scale"], value["scale"], value["zero_point"], dtype)
        return torch.tensor(value["v"], dtype=dtype).reshape(value["shape"])
    if kind == "None":
        return None
    if kind in ("bool", "int", "float", "str"):
        return value["v"]
    if kind == "complex":
        return complex(*value["v"])
    if kind == "namedtuple":
        return collections.namedtuple(value["type"], value["fields"])(*[decode(x) for x in value["v"]])
    if kind in ("list", "tuple"):
        items = [decode(x) for x in value["v"]]
        return items if kind == "list" else tuple(items)
    if kind == "dict":
        return {decode(k): decode(v) for k, v in value["v"]}
    if kind == "device":
        return torch.device(value["v"])
    if kind in ("dtype", "layout"):
        return getattr(torch, value["v"])
    raise ValueError("a value of type " + kind + " is no input")


def close(x, y, tolerance):
    if isinstance(x, list):
        return all(close(a, b, tolerance) for a, b in zip(x, y))
    if isinstance(x, float) and isinstance(y, float):
        if math.isnan(x) or math.isnan(y) or math.isinf(x) or math.isinf(y):
            return x == y or (math.isnan(x) and math.isnan(y))
        return abs(x - y) <= tolerance[1] + tolerance[0] * max(abs(x), abs(y))
    return x == y


def differ(want, got, values=True, where="output"):
    """How `got` differs from `want` (both encoded), or None. With `values=False`, only types, dtypes and shapes count."""
    kind = want["t"]
    if kind != got["t"]:
        return f"{where}: {kind} became {got['t']}"
    for field in ("type", "fields", "dtype", "layout", "qscheme", "names") + (("shape",) if values else ()):
        if want.get(field) != got.get(field):
            return f"{where}: {field} {want.get(field)} became {got.get(field)}"
    if kind == "raises":
        return None
    if kind in ("list", "tuple", "namedtuple", "dict", "OrderedDict", "set"):
        if len(want["v"]) != len(got["v"]):
            return f"{where}: {len(want['v'])} items became {len(got['v'])}" if values else None
        for i, (a, b) in enumerate(zip(want["v"], got["v"])):
            pairs = list(zip(a, b)) if isinstance(a, list) else [(a, b)]
            for x, y in pairs:
                said = differ(x, y, values, f"{where}[{i}]")
                if said:
                    return said
        return None
    if not values or "v" not in want:
        return None
    for field in ("scale", "zero_point"):
        if field in want and not close(float(want[field]), float(got.get(field, math.nan)), DEFAULT_TOLERANCE):
            return f"{where}: {field} {want[field]} became {got.get(field)}"
    tolerance = TOLERANCE.get(want.get("dtype"), DEFAULT_TOLERANCE)
    if kind == "tensor":
        if len(want["v"]) != len(got["v"]):
            return f"{where}: {len(want['v'])} elements became {len(got['v'])}"
        off = [i for i, (a, b) in enumerate(zip(want["v"], got["v"])) if not close(a, b, tolerance)]
        # A quantised value may be one step off: the float before it was rounded the other way.
        if "qscheme" in want and all(abs(want["v"][i] - got["v"][i]) <= 1 for i in off if isinstance(want["v"][i], int)):
            return None
        if off:
            return f"{where}: {len(off)} of {len(want['v'])} elements differ, first [{off[0]}] {want['v'][off[0]]} became {got['v'][off[0]]}"
        return None
    if not close(want["v"], got["v"], tolerance):
        return f"{where}: {want['v']!r} became {got['v']!r}"[:200]
    return None
