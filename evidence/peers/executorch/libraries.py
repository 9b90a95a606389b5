#!/usr/bin/env python3
"""Exports one small program for each operator of the libraries that applications link, and each way to call it.

    libraries.py OUT_DIR [MODEL …]

Writes what export.py writes, so `cargo xtask play files` runs it; `recorded.py` makes rows of what runs showed. Not part of any unseen set.
"""

import export
import models
import torch
from models import Spec
from torch import nn

MODELS = models.MODELS = {}
FLOATS = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
INTS = {"u8": (torch.uint8, 0, 255), "i8": (torch.int8, -128, 127), "i16": (torch.int16, -(2**15), 2**15 - 1), "i32": (torch.int32, -(2**31), 2**31 - 1)}


def add(name, library, make, *cases, **options):
    """`make` and the cases are called late: the operators have to be declared first."""

    def spec():
        return Spec(f"an operator of {library}", {"forward": (make().eval(), [case() if callable(case) else case for case in cases])},
                    libraries=(library,), edge={"_check_ir_validity": False}, **options)  # fmt: skip

    MODELS[name] = spec


class Call(nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, *args):
        return self.f(*args)


# --- custom_ops ------------------------------------------------------------------------------------------------------------


class Cached(nn.Module):
    """Attention with the cache in the operator."""

    def __init__(self, dtype, causal, length=8, batch=1):
        super().__init__()
        self.causal = causal
        self.register_buffer("k", torch.zeros(batch, length, 2, 4, dtype=dtype))
        self.register_buffer("v", torch.zeros(batch, length, 2, 4, dtype=dtype))

    def forward(self, q, k, v, at):
        start = at[0].item()
        torch._check_is_size(start)
        torch._check(start < self.k.shape[1])
        return torch.ops.llama.sdpa_with_kv_cache(q, k, v, self.k, self.v, start, q.shape[1], None, 0.0, self.causal)


class Apart(nn.Module):
    """A cache that is written first; attention then."""

    def __init__(self, dtype, mask, length=8):
        super().__init__()
        self.mask = mask
        self.register_buffer("k", torch.zeros(1, length, 2, 4, dtype=dtype))
        self.register_buffer("v", torch.zeros(1, length, 2, 4, dtype=dtype))

    def forward(self, q, k, v, at, *mask):
        start = at[0].item()
        torch._check_is_size(start)
        torch._check(start < self.k.shape[1])
        torch.ops.llama.update_cache(k, self.k, start)
        torch.ops.llama.update_cache(v, self.v, start)
        return torch.ops.llama.custom_sdpa(q, self.k, self.v, start, mask[0] if mask else None, 0.0, not self.mask)


def heads(dtype, n=1, batch=1, h=2):
    return torch.randn(batch, n, h, 4).to(dtype)


def steps(dtype, count=1, at=0, batch=1):
    return heads(dtype, count, batch), heads(dtype, count, batch), heads(dtype, count, batch), torch.tensor([at])


def masked(at):
    mask = torch.zeros(1, 8)
    mask[:, at + 1 :] = float("-inf")
    return mask


for word, dtype in FLOATS.items():
    tolerance = {"tolerance": 0.05} if word != "f32" else {}
    add(f"sdpa_cache_{word}", "custom_ops", lambda d=dtype: Cached(d, True), *[lambda d=dtype, at=at: steps(d, at=at) for at in range(3)], **tolerance)
    add(f"sdpa_apart_{word}", "custom_ops", lambda d=dtype: Apart(d, False), *[lambda d=dtype, at=at: steps(d, at=at) for at in range(3)], **tolerance)
add("sdpa_cache_many", "custom_ops", lambda: Cached(torch.float32, True), lambda: steps(torch.float32, 3), lambda: steps(torch.float32, 3, 3))
add("sdpa_cache_open", "custom_ops", lambda: Cached(torch.float32, False), lambda: steps(torch.float32), lambda: steps(torch.float32, at=1))
add("sdpa_cache_batch", "custom_ops", lambda: Cached(torch.float32, True, batch=2), lambda: steps(torch.float32, batch=2), lambda: steps(torch.float32, at=1, batch=2))
add("sdpa_cache_long", "custom_ops", lambda: Cached(torch.float32, True, 1100), lambda: steps(torch.float32, 500), lambda: steps(torch.float32, 500, 500))
add("sdpa_masked", "custom_ops", lambda: Apart(torch.float32, True), *[lambda at=at: (*steps(torch.float32, at=at), masked(at)) for at in range(2)])
add("hadamard", "custom_ops", lambda: Call(lambda x: torch.ops.llama.fast_hadamard_transform(x)), lambda: (torch.randn(3, 16),))
add("hadamard_28", "custom_ops", lambda: Call(lambda x: torch.ops.llama.fast_hadamard_transform(x)), lambda: (torch.randn(2, 28 * 4),))


class Indexed(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("k", torch.zeros(1, 8, 2, 4))

    def forward(self, k, indices):
        torch.ops.llama.update_cache_with_indices(k, self.k, 0, indices)
        return self.k[:, 3:4] + 0


add("cache_by_index", "custom_ops", Indexed, lambda: (heads(torch.float32, 2), torch.tensor([[3, 5]])))


def quantised_attention(q, k, v):
    ones = torch.full((1, 4, 2, 1), 0.05)
    zeros = torch.zeros(1, 4, 2, 1, dtype=torch.int8)
    return torch.ops.llama.custom_quantized_sdpa(q, k, v, 0, None, 0.0, True, None, zeros, ones, zeros, ones, zeros, ones)


def tiny(*shape):
    return torch.randint(-40, 40, shape, dtype=torch.int8)


add("sdpa_quantised", "custom_ops", lambda: Call(quantised_attention), lambda: (tiny(1, 4, 2, 4), tiny(1, 4, 2, 4), tiny(1, 4, 2, 4)), tolerance=0.05)

# --- quantized -------------------------------------------------------------------------------------------------------------


def there_and_back(dtype, low, high):
    def f(x):
        q = torch.ops.quantized_decomposed.quantize_per_tensor(x, 0.02, 3, low, high, dtype)
        return torch.ops.quantized_decomposed.dequantize_per_tensor(q, 0.02, 3, low, high, dtype)

    return f


def measured(dtype, low, high):
    def f(x):
        scale, zero = torch.ops.quantized_decomposed.choose_qparams.tensor(x, low, high, 1e-6, dtype)
        q = torch.ops.quantized_decomposed.quantize_per_tensor.tensor(x, scale, zero, low, high, dtype)
        return torch.ops.quantized_decomposed.dequantize_per_tensor.tensor(q, scale, zero, low, high, dtype)

    return f


def by_channel(dtype, low, high, scales, zeros):
    def f(x):
        s, z = torch.tensor([0.02, 0.03, 0.01], dtype=scales), torch.tensor([0, 1, 2], dtype=zeros)
        q = torch.ops.quantized_decomposed.quantize_per_channel(x, s, z, 0, low, high, dtype)
        return torch.ops.quantized_decomposed.dequantize_per_channel(q, s, z, 0, low, high, dtype)

    return f


def weights(dtype, low, high, scales, zeros):
    def f(x):
        s, z = torch.tensor([0.02, 0.03, 0.01], dtype=scales), torch.tensor([0, 1, 2], dtype=zeros)
        w = torch.arange(15).reshape(3, 5).to(dtype)
        return x + torch.ops.quantized_decomposed.dequantize_per_channel(w, s, z, 0, low, high, dtype)

    return f


def by_token(x):
    scale, zero = torch.ops.quantized_decomposed.choose_qparams_per_token_asymmetric(x, torch.int8)
    q = torch.ops.quantized_decomposed.quantize_per_token(x, scale, zero, -128, 127, torch.int8)
    return torch.ops.quantized_decomposed.dequantize_per_token(q, scale, zero, -128, 127, torch.int8, torch.float32)


def narrow(dtype):
    return lambda: (torch.randn(3, 5).to(dtype),)


for word, (dtype, low, high) in INTS.items():
    low, high = max(low, -1000), min(high, 1000)
    for kind in ("f32", "f16"):
        add(f"per_tensor_{word}_{kind}", "quantized", lambda a=(dtype, low, high): Call(there_and_back(*a)), narrow(FLOATS[kind]), tolerance=0.05)
    for s, z in ((torch.float32, torch.int64), (torch.float64, torch.int64), (torch.float32, torch.int32)):
        add(f"per_channel_{word}_{s}_{z}".replace("torch.", ""), "quantized", lambda a=(dtype, low, high, s, z): Call(by_channel(*a)), narrow(torch.float32), tolerance=0.05)
    if word in ("u8", "i8"):
        add(f"measured_{word}", "quantized", lambda a=(dtype, low, high): Call(measured(*a)), narrow(torch.float32), tolerance=0.05)
for word, (dtype, low, high) in list(INTS.items())[:2]:
    for s, z in ((torch.float32, torch.int64), (torch.float64, torch.int64), (torch.float32, torch.int32)):
        add(f"weights_{word}_{s}_{z}".replace("torch.", ""), "quantized", lambda a=(dtype, low, high, s, z): Call(weights(*a)), narrow(torch.float32))
add("per_token", "quantized", lambda: Call(by_token), narrow(torch.float32), tolerance=0.05)


class Looked(nn.Module):
    """An embedding of numbers of 8, 4 or 2 bits."""

    def __init__(self, bits, dtype, zeros, groups):
        super().__init__()
        self.bits, self.low, self.high = bits, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
        self.register_buffer("w", tiny(6, 16) if bits == 8 else torch.randint(0, 255, (6, 16 * bits // 8), dtype=torch.uint8))
        self.register_buffer("s", (torch.rand(*((6, groups) if groups > 1 else (6,))) / 9).to(dtype))
        self.register_buffer("z", torch.zeros(6, groups).to(dtype) if zeros and groups > 1 else torch.zeros(6).to(dtype) if zeros else None)

    def forward(self, i):
        name = {8: "embedding_byte", 4: "embedding_4bit", 2: "embedding_2bit"}[self.bits]
        return getattr(torch.ops.quantized_decomposed, name)(self.w, self.s, self.z, self.low, self.high, i)


def looked(*a):
    def make():
        import executorch.exir.passes._quant_patterns_and_replacements  # noqa: F401  (declares them)

        return Looked(*a)

    return make


for bits in (8, 4, 2):
    for word in FLOATS:
        add(f"embedding_{bits}_{word}", "quantized", looked(bits, FLOATS[word], False, 1), lambda: (torch.tensor([3, 0, 5]),), tolerance=0.05)
    add(f"embedding_{bits}_zeros", "quantized", looked(bits, torch.float32, True, 1), lambda: (torch.tensor([3, 0, 5]),))
    add(f"embedding_{bits}_groups", "quantized", looked(bits, torch.float32, False, 2), lambda: (torch.tensor([3, 0, 5]),))
    add(f"embedding_{bits}_i32", "quantized", looked(bits, torch.float32, False, 1), lambda: (torch.tensor([3, 0, 5], dtype=torch.int32),))


if __name__ == "__main__":
    export.main()
