#!/usr/bin/env python3
"""Writes programs of one call each, without an exporter: thousands of ways to call the kernels, in minutes.

    calls.py OUT_DIR [KERNEL …] [--only PART]

A method for each call in the table below; a program holds the methods of one kernel.  The exporter's own schema makes the bytes, so this
runs where a release can export; what PyTorch computes is recorded beside it.  Tensors in another order than the natural one are
converted inside.  OUT_DIR gets the programs, recordings and mutants.json, for: cargo xtask play files PYTHON OUT_DIR --out RESULTS --one-level.
calls_judged.py compares what runs say with verdicts.
"""
import argparse
import itertools
import json
import os
import re

import torch
from executorch.exir import schema
from executorch.exir._serialize._program import PTEFile, serialize_pte_binary
from executorch.exir.scalar_type import ScalarType
from export import Recording

aten = torch.ops.aten
WORDS = {torch.float32: "FLOAT", torch.float64: "DOUBLE", torch.float16: "HALF", torch.bfloat16: "BFLOAT16", torch.uint8: "BYTE", torch.int8: "CHAR", torch.int16: "SHORT", torch.int32: "INT",
         torch.int64: "LONG", torch.bool: "BOOL"}  # fmt: skip
INSIDE = {torch.int16, torch.bfloat16}  # the bindings of some releases take neither
SHORT = {torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16", torch.uint8: "u8", torch.int8: "i8", torch.int16: "i16", torch.int32: "i32", torch.int64: "i64", torch.bool: "b"}
LAST = (0, 2, 3, 1)


class Method:
    """The plan of one method."""

    def __init__(self, name):
        self.name, self.values, self.inputs, self.outputs, self.operators, self.instructions, self.size = name, [], [], [], [], [], 0

    def add(self, value):
        self.values.append(schema.EValue(val=value))
        return len(self.values) - 1

    def tensor(self, dtype, sizes, order=None):
        count = torch.Size(sizes).numel() * torch.empty(0, dtype=dtype).element_size()
        place = schema.AllocationDetails(1, self.size, 0)
        self.size += max((count + 63) // 64 * 64, 64)
        order = list(order) if order and len(sizes) == 4 else list(range(len(sizes)))
        return self.add(schema.Tensor(ScalarType[WORDS[dtype]], 0, list(sizes), order, False, 0, 0, place, schema.TensorShapeDynamism.STATIC))

    def plain(self, value):
        """An argument that is no tensor."""
        if value is None:
            return self.add(schema.Null())
        if isinstance(value, bool):
            return self.add(schema.Bool(value))
        if isinstance(value, int):
            return self.add(schema.Int(value))
        if isinstance(value, float):
            return self.add(schema.Double(value))
        if isinstance(value, str):
            return self.add(schema.String(value))
        if isinstance(value, torch.dtype):
            return self.add(schema.Int(int(ScalarType[WORDS[value]])))
        if isinstance(value, (list, tuple)) and value and isinstance(value[0], float):
            return self.add(schema.DoubleList(list(value)))
        return self.add(schema.IntList([self.add(schema.Int(n)) for n in value]))

    def call(self, kernel, args):
        name, _, overload = kernel.partition(".")
        operator = schema.Operator(name, overload)
        if operator not in self.operators:
            self.operators.append(operator)
        self.instructions.append(schema.Instruction(schema.KernelCall(self.operators.index(operator), args)))

    def turned(self, place, dtype, sizes, order):
        """The tensor at this place, as this type and in this order."""
        target = self.tensor(dtype, sizes, order)
        order = list(order) if order and len(sizes) == 4 else list(range(len(sizes)))
        args = [place, self.plain(False), self.plain(order), target, target]
        self.call("dim_order_ops::_to_dim_order_copy.out", args)
        return target

    def given(self, tensor, order):
        outer = torch.float32 if tensor.dtype in INSIDE else tensor.dtype
        place = self.tensor(outer, tensor.shape)
        self.inputs.append(place)
        return self.turned(place, tensor.dtype, tensor.shape, order) if outer != tensor.dtype or order and tensor.dim() == 4 else place

    def answer(self, place, tensor, order):
        outer = torch.float32 if tensor.dtype in INSIDE else tensor.dtype
        self.outputs.append(self.turned(place, outer, tensor.shape, None) if outer != tensor.dtype or order and tensor.dim() == 4 else place)

    def plan(self):
        chain = schema.Chain(self.inputs, self.outputs, self.instructions, None)
        return schema.ExecutionPlan(self.name, schema.ContainerMetadata("", ""), self.values, self.inputs, self.outputs, [chain], self.operators, [], [0, max(self.size, 64)])


def flat(answer):
    return list(answer) if isinstance(answer, (list, tuple)) else [answer]


def tensors_of(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [t for t in value if isinstance(t, torch.Tensor)] if isinstance(value, (list, tuple)) else []


def build(name, kernel, f, args, options, order):
    """The plan, what is given and what is expected; the order of places is that of the kernel's schema."""
    space, _, rest = kernel.partition("::")
    base, _, overload = rest.partition(".")
    declared = getattr(getattr(getattr(torch.ops, space), base), overload)._schema
    answer = flat(f(*args, **options))
    method, given, places, results = Method(name), [], [], []
    waiting = list(args)
    for argument in declared.arguments:
        if argument.alias_info is not None and argument.alias_info.is_write:
            if str(argument.type) == "List[Tensor]":
                items = [method.tensor(t.dtype, t.shape, order) for t in answer]
                results += items
                places.append(method.add(schema.TensorList(items)))
            else:
                tensor = answer[len(results)]
                results.append(method.tensor(tensor.dtype, tensor.shape, order))
                places.append(results[-1])
            continue
        if waiting and not argument.kwarg_only:
            value = waiting.pop(0)
        elif argument.name in options:
            value = options[argument.name]
        else:
            value = argument.default_value
        kind = str(argument.type)
        if isinstance(value, torch.Tensor):
            given.append(value)
            places.append(method.given(value, order))
        elif tensors_of(value):
            items = []
            for item in value:
                if item is None:
                    items.append(-1)
                else:
                    given.append(item)
                    items.append(method.given(item, order))
            places.append(method.add(schema.OptionalTensorList(items) if "Optional[Tensor]" in kind else schema.TensorList(items)))
        else:
            if kind in ("float", "Optional[float]") and isinstance(value, int) and not isinstance(value, bool):
                value = float(value)
            places.append(method.plain(value))
    method.call(kernel, places + (results if len(results) == 1 else [method.add(schema.TensorList(results))]))
    for place, tensor in zip(results, answer):
        method.answer(place, tensor, order)
    return method, given, answer


# --- numbers ---------------------------------------------------------------------------------------------------------------


def numbers(sizes, dtype=torch.float32, place=0, low=0):
    """Small positive numbers, all different where they can be."""
    count = torch.Size(sizes).numel()
    ks = torch.arange(count, dtype=torch.float64)
    if dtype == torch.bool:
        return ((ks + place) % 3 != 0).reshape(sizes)
    if dtype.is_floating_point:
        return (low + ((ks * (7 + 4 * place) + 3 * place) % 101 + 1) / 64).to(dtype).reshape(sizes)
    return (low + (ks * (7 + 4 * place) + place) % 11 + 1).to(dtype).reshape(sizes)


TABLE = {}  # kernel: [(label, function, arguments, options, order)]


def call(kernel, label, f, *args, order=None, **options):
    TABLE.setdefault(kernel, []).append((label, f, args, options, order))


def text(*sizes):
    return "_".join("x".join(map(str, s)) or "0d" for s in sizes)


F32, F16, BF16, F64, I32, I64, U8, BOOL = torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int32, torch.int64, torch.uint8, torch.bool

# --- the table -------------------------------------------------------------------------------------------------------------

BINARY = {
    "aten::add.out": aten.add.Tensor, "aten::sub.out": aten.sub.Tensor, "aten::mul.out": aten.mul.Tensor, "aten::div.out": aten.div.Tensor, "aten::le.Tensor_out": aten.le.Tensor,
    "aten::maximum.out": aten.maximum.default, "aten::minimum.out": aten.minimum.default, "aten::pow.Tensor_Tensor_out": aten.pow.Tensor_Tensor, "aten::lt.Tensor_out": aten.lt.Tensor,
    "aten::eq.Tensor_out": aten.eq.Tensor, "aten::atan2.out": aten.atan2.default, "aten::fmod.Tensor_out": aten.fmod.Tensor, "aten::remainder.Tensor_out": aten.remainder.Tensor,
    "aten::logical_and.out": aten.logical_and.default, "aten::floor_divide.out": aten.floor_divide.default,
}  # fmt: skip


def pairs():
    """Sizes that broadcast: from a few patterns of ones, each side, and with ones before them."""
    found = [((17,), (17,)), ((1,), (1,)), ((3, 17), (17,)), ((3, 17), (3, 1)), ((3, 1), (1, 17)), ((2, 3, 17), (2, 1, 17)), ((2, 17, 3), (2, 17, 1)), ((2, 17, 3), (1, 17, 1)), ((0, 3), (3,)), ((2, 0), (1, 0)),
             ((0,), (1,)), ((2, 0, 3), (2, 1, 3)), ((1, 1, 4, 3), (4, 1)), ((2, 3, 4, 5), (3, 1, 5)), ((2, 3, 4, 5), (4, 1)), ((2, 3, 4, 5), (5,)), ((2, 1, 4, 5), (3, 1, 5)), ((2, 3, 1, 1, 4), (2, 1, 5, 1, 4)),
             ((1, 2, 4), (2, 1)), ((4, 4), (4,)), ((4, 4), (4, 1)), ((2, 2, 2), (2, 1, 2))]  # fmt: skip
    for rank in (1, 2, 3, 4):
        full = (2, 3, 4, 5)[:rank]
        for ones in itertools.product((0, 1), repeat=rank):
            b = tuple(1 if one else n for one, n in zip(ones, full))
            for before in ((), (1,), (1, 1)):
                found += [(full, before + b), (before + full, b)]
        for ones in itertools.product((0, 1, 2), repeat=rank):
            if 1 in ones and 2 in ones:
                found.append((tuple(1 if one == 1 else n for one, n in zip(ones, full)), tuple(1 if one == 2 else n for one, n in zip(ones, full))))
    return [pair for i, pair in enumerate(found) if pair not in found[:i]]


def binaries():
    few = [((17,), (17,)), ((3, 17), (17,)), ((3, 17), (3, 1)), ((3, 1), (1, 17)), ((2, 3, 17), (2, 1, 17)), ((2, 17, 3), (2, 17, 1)), ((2, 4), (1, 1, 4)), ((4, 3), (1, 4, 1)), ((2, 4, 3), (1, 2, 1, 3)), ((1,), (5,)), ((1,), (1, 1)), ((1,), (1,)), ((2, 3, 4, 5), (2, 1, 1, 5))]
    turned = [((2, 3, 4, 5), b) for b in itertools.product((1, 2), (1, 3), (1, 4), (1, 5))] + [((1, 3, 4, 5), (1, *b)) for b in itertools.product((1, 3), (1, 4), (1, 5))] + [((2, 3, 1, 1), (2, 3, 1, 1)), ((2, 3, 4, 1), (2, 1, 4, 1)), ((2, 3, 4, 1), (2, 3, 1, 1)), ((2, 1, 4, 5), (2, 1, 1, 1)), ((2, 1, 4, 5), (2, 1, 4, 1)), ((1, 3, 1, 5), (1, 1, 1, 5)), ((2, 3, 4, 1), (2, 3, 1, 5))]
    for kernel, f in BINARY.items():
        wide = kernel in list(BINARY)[:5]
        for a, b in pairs() if wide else few + [((2, 3, 4, 5), (2, 1, 4, 1)), ((2, 3, 4, 5), (4, 1))]:
            for one, other in {(a, b), (b, a)}:
                call(kernel, "f32_" + text(one, other), f, numbers(one), numbers(other, place=1))
        for a, b in few:
            for one, other in {(a, b), (b, a)}:
                for dtype in (F16, I32, I64, F64, BF16) if wide else (F16, I64):
                    call(kernel, f"{SHORT[dtype]}_" + text(one, other), f, numbers(one, dtype), numbers(other, dtype, place=1))
                call(kernel, "i32_f32_" + text(one, other), f, numbers(one, I32), numbers(other, place=1))
                if wide and "div" not in kernel and "sub" not in kernel:
                    call(kernel, "b_" + text(one, other), f, numbers(one, BOOL), numbers(other, BOOL, place=1))
        for a, b in turned:
            for one, other in {(a, b), (b, a)}:
                call(kernel, "last_" + text(one, other), f, numbers(one), numbers(other, place=1), order=LAST)
                if wide:
                    call(kernel, "last_f16_" + text(one, other), f, numbers(one, F16), numbers(other, F16, place=1), order=LAST)
    for kernel in ("aten::add.out", "aten::sub.out"):
        for a, b in few:
            for one, other in {(a, b), (b, a)}:
                for dtype, alpha in ((F32, 2), (F32, -0.5), (I64, 3), (F16, 2), (F32, 1.0)):
                    call(kernel, f"alpha_{alpha}_{SHORT[dtype]}_".replace("-", "m").replace(".", "_") + text(one, other), BINARY[kernel], numbers(one, dtype), numbers(other, dtype, place=1), alpha=alpha)
    few3 = [((3, 17), (17,), (3, 1)), ((1,), (3, 17), (3, 17)), ((3, 17), (1,), (1,)), ((3, 17), (3, 17), (3, 17)), ((2, 3, 4), (4,), (1, 3, 1)), ((1, 1, 4), (2, 3, 1), (3, 4)), ((0, 3), (3,), (1,)), ((2, 3, 4), (2, 3, 4), (3, 4))]
    for sizes in few3:
        for a, b, c in set(itertools.permutations(sizes)):
            for dtype in (F32, F16, I64):
                call("aten::where.self_out", f"{SHORT[dtype]}_" + text(a, b, c), aten.where.self, numbers(a, BOOL), numbers(b, dtype), numbers(c, dtype, place=1))
            call("aten::clamp.Tensor_out", "f32_" + text(a, b, c), aten.clamp.Tensor, numbers(a), numbers(b, place=1), numbers(c, place=2))
    for b in itertools.product((1, 2), (1, 3), (1, 4), (1, 5)):
        full = (2, 3, 4, 5)
        call("aten::where.self_out", "last_" + text(b), aten.where.self, numbers(full, BOOL), numbers(full), numbers(b, place=1), order=LAST)
        call("aten::where.self_out", "last_mask_" + text(b), aten.where.self, numbers(b, BOOL), numbers(full), numbers(full, place=1), order=LAST)
        call("aten::clamp.Tensor_out", "last_" + text(b), aten.clamp.Tensor, numbers(full), numbers(b, place=1), order=LAST)
        call("aten::masked_fill.Scalar_out", "last_" + text(b), aten.masked_fill.Scalar, numbers(full), numbers(b, BOOL), -2, order=LAST)
        call("aten::copy.out", "last_" + text(b), aten.copy.default, numbers(full), numbers(b, place=1), order=LAST)
    for a, b in few:
        call("aten::masked_fill.Scalar_out", text(a, b), aten.masked_fill.Scalar, numbers(a), numbers(b, BOOL), -2)
        if len(a) >= len(b):
            call("aten::copy.out", text(a, b), aten.copy.default, numbers(a), numbers(b, place=1))
    for name in ("add", "sub", "mul", "div", "le", "lt", "eq", "fmod", "remainder"):
        f = getattr(aten, name).Scalar
        for sizes in ((), (1,), (17,), (0, 3), (2, 3, 4, 5)):
            for dtype, number in ((F32, 2), (F32, 0.5), (F16, 0.5), (I64, 3), (I32, 1.5), (U8, 2), (F64, 0.1), (BF16, 0.5), (F32, True)):
                if sizes:
                    call(f"aten::{name}.Scalar_out", f"{SHORT[dtype]}_{number}_{text(sizes)}".replace(".", "_"), f, numbers(sizes, dtype), number)
        call(f"aten::{name}.Scalar_out", "last", f, numbers((2, 3, 4, 5)), 2, order=LAST)


def unaries():
    for name in "abs ceil floor neg exp sigmoid tanh sqrt rsqrt reciprocal log sin relu erf log1p expm1 round sign trunc isnan logical_not".split():
        f = getattr(aten, name).default
        for sizes in ((1,), (17,), (0, 3), (3, 33)):
            for dtype in (F32, F16, F64) if name in ("exp", "neg", "sigmoid") else (F32,):
                call(f"aten::{name}.out", f"{SHORT[dtype]}_{text(sizes)}", f, numbers(sizes, dtype, low=-1))
        call(f"aten::{name}.out", "last", f, numbers((2, 3, 4, 5)), order=LAST)
    for sizes in ((1,), (7,), (17,), (0, 3), (3, 33)):
        for dtype in (F32, F16, F64, BF16):
            for way in ("none", "tanh"):
                call("aten::gelu.out", f"{way}_{SHORT[dtype]}_{text(sizes)}", aten.gelu.default, numbers(sizes, dtype, low=-1), approximate=way)
            for alpha, scale, more in ((1.0, 1, 1), (0.5, 1.5, 2.0), (1, 1, 1), (1.6732632423543772, 1.0507009873554805, 1)):
                call("aten::elu.out", f"{alpha}_{SHORT[dtype]}_{text(sizes)}".replace(".", "_"), aten.elu.default, numbers(sizes, dtype, low=-1), alpha, scale, more)
            call("aten::leaky_relu.out", f"{SHORT[dtype]}_{text(sizes)}", aten.leaky_relu.default, numbers(sizes, dtype, low=-1), 0.1)
            call("aten::hardtanh.out", f"{SHORT[dtype]}_{text(sizes)}", aten.hardtanh.default, numbers(sizes, dtype, low=-1), -0.5, 0.5)
            call("aten::clamp.out", f"{SHORT[dtype]}_{text(sizes)}", aten.clamp.default, numbers(sizes, dtype, low=-1), -0.5, 0.5)
            call("aten::clamp.out", f"low_{SHORT[dtype]}_{text(sizes)}", aten.clamp.default, numbers(sizes, dtype, low=-1), 0)
            for exponent in (2, 0.5, 3, -1):
                call("aten::pow.Tensor_Scalar_out", f"{exponent}_{SHORT[dtype]}_{text(sizes)}".replace(".", "_").replace("-", "m"), aten.pow.Tensor_Scalar, numbers(sizes, dtype), exponent)


def reductions():
    lists = ([0], [-1], [1], [-2], [2], [0, 1], [0, 2], [1, 3], [-1, -2], [-1, 0], [2, 3], [0, 1, 2], [0, 1, 2, 3], [3, 1], [0, 2, 3], [])
    kernels = {
        "aten::sum.IntList_out": aten.sum.dim_IntList, "aten::mean.out": aten.mean.dim, "aten::amax.out": aten.amax.default, "aten::amin.out": aten.amin.default, "aten::any.dims_out": aten.any.dims,
        "aten::var.correction_out": lambda x, d, keepdim: aten.var.correction(x, d, correction=1, keepdim=keepdim), "aten::var_mean.correction_out": lambda x, d, keepdim: aten.var_mean.correction(x, d, correction=1, keepdim=keepdim),
    }  # fmt: skip
    for kernel, f in kernels.items():
        for sizes in ((2, 3, 17, 5), (3, 1, 20), (6, 0, 3), (9,), (1, 1, 1), (4, 40)):
            for dims in lists:
                if not all(-len(sizes) <= d < len(sizes) for d in dims) or len({d % len(sizes) for d in dims}) != len(dims):
                    continue
                for keepdim in (False, True):
                    types = (F32, F16, I64, F64) if "sum" in kernel else (F32, F16) if "mean.out" in kernel else (F32, I64) if kernel in ("aten::amax.out", "aten::amin.out") else (BOOL,) if "any" in kernel else (F32,)
                    for dtype in types:
                        label = f"{SHORT[dtype]}_{text(sizes)}_of_" + "_".join(map(str, dims)).replace("-", "m") + ("_keep" if keepdim else "")
                        options = {"correction": 1} if "var" in kernel else {}
                        g = (lambda x, d, f=f, keepdim=keepdim, correction=1: f(x, d, keepdim=keepdim)) if "var" in kernel else f
                        x = numbers(sizes, dtype) if dtype != BOOL else torch.arange(torch.Size(sizes).numel()).reshape(sizes) % 97 == 38
                        if "var" in kernel:
                            call(kernel, label, g, x, dims, keepdim=keepdim, **options)
                        else:
                            call(kernel, label, f, x, dims, keepdim)
        for dims in ([1], [2, 3], [0, 2, 3], [0], [0, 1], [3]):
            for keepdim in (True, False):
                label = "last_" + "_".join(map(str, dims)) + ("_keep" if keepdim else "")
                x = numbers((2, 3, 4, 5)) if "any" not in kernel else torch.arange(120).reshape(2, 3, 4, 5) % 41 == 38
                if "var" in kernel:
                    call(kernel, label, lambda x, d, f=f, keepdim=keepdim, correction=1: f(x, d, keepdim=keepdim), x, dims, order=LAST, keepdim=keepdim, correction=1)
                else:
                    call(kernel, label, f, x, dims, keepdim, order=LAST)
    for dtype in (F16, BF16):
        for count in (16, 32, 64, 128, 256, 512, 1024, 2048, 4096):
            x = numbers((2, count), dtype, low=-0.3)
            label = f"long_{SHORT[dtype]}_{count}"
            call("aten::sum.IntList_out", label, aten.sum.dim_IntList, x, [1], False)
            call("aten::sum.IntList_out", label + "_two", aten.sum.dim_IntList, x.reshape(2, 2, -1), [1, 2], False)
            call("aten::mean.out", label, aten.mean.dim, x, [1], False)
            call("aten::mean.out", label + "_two", aten.mean.dim, x.reshape(2, 2, -1), [1, 2], False)
            call("aten::var.correction_out", label, lambda x, d, correction=1, keepdim=False: aten.var.correction(x, d, correction=1), x, [1], correction=1, keepdim=False)
            call("aten::_softmax.out", label, aten._softmax.default, x, 1, False)
            call("aten::_log_softmax.out", label, aten._log_softmax.default, x, 1, False)
            call("aten::cumsum.out", label, aten.cumsum.default, x, 1)
            call("aten::native_layer_norm.out", label, aten.native_layer_norm.default, x, [count], numbers((count,), dtype), numbers((count,), dtype, 1), 1e-5)
            call("aten::native_group_norm.out", label, aten.native_group_norm.default, x.reshape(2, 4, -1), numbers((4,), dtype), numbers((4,), dtype, 1), 2, 4, count // 4, 2, 1e-5)
            call("aten::mm.out", label, aten.mm.default, x, numbers((count, 3), dtype, 1, low=-0.3))
            call("aten::bmm.out", label, aten.bmm.default, x.reshape(1, 2, count), numbers((1, count, 3), dtype, 1, low=-0.3))
            call("aten::addmm.out", label, aten.addmm.default, numbers((3,), dtype), x, numbers((count, 3), dtype, 1, low=-0.3))
            call("aten::linear.out", label, aten.linear.default, x, numbers((3, count), dtype, 1, low=-0.3))
    big = torch.tensor([[16777217, 1, 5], [2**40 + 1, 3, 7]], dtype=I64)
    call("aten::sum.IntList_out", "large_i64", aten.sum.dim_IntList, big, [1], False)
    call("aten::sum.IntList_out", "large_i64_first", aten.sum.dim_IntList, big, [0], False)
    call("aten::sum.IntList_out", "large_i64_all", aten.sum.dim_IntList, big, [0, 1], False)
    call("aten::sum.IntList_out", "fine_f64", aten.sum.dim_IntList, torch.tensor([[1e9, 1.0, 1.0]], dtype=F64), [1], False)
    single = {"aten::argmax.out": aten.argmax.default, "aten::argmin.out": aten.argmin.default, "aten::max.dim_max": aten.max.dim, "aten::min.dim_min": aten.min.dim, "aten::any.out": aten.any.dim, "aten::prod.int_out": aten.prod.dim_int}
    for kernel, f in single.items():
        for sizes in ((2, 3, 17, 5), (4, 0), (9,), (1, 1)):
            for d in range(-len(sizes), len(sizes)):
                for keepdim in (False, True):
                    if sizes[d] or "any" in kernel or "prod" in kernel:
                        for dtype in (F32, I64):
                            call(kernel, f"{SHORT[dtype]}_{text(sizes)}_{d}{'_keep' if keepdim else ''}".replace("-", "m"), f, numbers(sizes, dtype), d, keepdim)
        for d in (0, 1, 2, 3):
            call(kernel, f"last_{d}", f, numbers((2, 3, 4, 5)), d, True, order=LAST)
            call(kernel, f"last_{d}_out", f, numbers((2, 3, 4, 5)), d, False, order=LAST)
    for kernel, f in (("aten::_softmax.out", aten._softmax.default), ("aten::_log_softmax.out", aten._log_softmax.default)):
        for sizes in ((2, 3, 17, 5), (20, 3), (3, 20), (9,), (0, 3), (3, 0), (1, 1), (2, 40, 2)):
            for d in range(-len(sizes), len(sizes)):
                for dtype in (F32, F16, F64):
                    call(kernel, f"{SHORT[dtype]}_{text(sizes)}_{d}".replace("-", "m"), f, numbers(sizes, dtype), d, False)
        for d in (1, 3, -1):
            call(kernel, f"last_{d}".replace("-", "m"), f, numbers((2, 3, 4, 5)), d, False, order=LAST)
    for sizes in ((2, 3, 17, 5), (9,), (0, 3)):
        for d in range(-len(sizes), len(sizes)):
            for dtype in (F32, I64):
                call("aten::cumsum.out", f"{SHORT[dtype]}_{text(sizes)}_{d}".replace("-", "m"), aten.cumsum.default, numbers(sizes, dtype), d)
            if sizes[d]:
                call("aten::topk.values", f"{text(sizes)}_{d}".replace("-", "m"), aten.topk.default, numbers(sizes), 2, d, True, True)
    for d in (1, 3):
        call("aten::cumsum.out", f"last_{d}", aten.cumsum.default, numbers((2, 3, 4, 5)), d, order=LAST)


def products():
    for n, k, m in ((1, 5, 1), (17, 33, 19), (2, 0, 3), (0, 3, 2), (1, 1, 1), (3, 64, 64), (5, 4, 0), (1, 33, 17), (17, 33, 1)):
        for dtype in (F32, F16, BF16, F64, I64, I32):
            label = f"{SHORT[dtype]}_{n}x{k}x{m}"
            call("aten::mm.out", label, aten.mm.default, numbers((n, k), dtype), numbers((k, m), dtype, 1))
            call("aten::bmm.out", label, aten.bmm.default, numbers((2, n, k), dtype), numbers((2, k, m), dtype, 1))
            for c in {(m,), (n, 1), (1, m), (n, m), (1,), (1, 1)}:
                if 0 not in c or c == (m,):
                    for beta, alpha in ((1, 1), (2, 3)):
                        call("aten::addmm.out", f"{label}_{text(c)}_{beta}", aten.addmm.default, numbers(c, dtype, 2), numbers((n, k), dtype), numbers((k, m), dtype, 1), beta=beta, alpha=alpha)
            if dtype.is_floating_point:
                for rows in ((), (2,), (2, 3)):
                    call("aten::linear.out", f"{label}_{len(rows)}", aten.linear.default, numbers((*rows, n, k), dtype), numbers((m, k), dtype, 1))
                    call("aten::linear.out", f"{label}_{len(rows)}_bias", aten.linear.default, numbers((*rows, n, k), dtype), numbers((m, k), dtype, 1), numbers((m,), dtype, 2))
    for rows, normal in (((3,), (1,)), ((3,), (7,)), ((3,), (8,)), ((2, 3), (17,)), ((2,), (3, 5)), ((2,), (300,)), ((), (9,)), ((2, 0), (4,)), ((0,), (4,)), ((1, 2), (4, 3, 2)), ((2,), (256,)), ((2,), (64,)), ((2,), (16,)), ((2,), (15,))):
        for dtype in (F32, F16, BF16, F64):
            label = f"{SHORT[dtype]}_{text(rows, normal)}"
            x, w, b = numbers((*rows, *normal), dtype), numbers(normal, dtype, 1), numbers(normal, dtype, 2)
            call("aten::native_layer_norm.out", label, aten.native_layer_norm.default, x, list(normal), w, b, 1e-5)
            call("aten::native_layer_norm.out", label + "_bare", aten.native_layer_norm.default, x, list(normal), None, None, 1e-5)
            call("aten::native_layer_norm.out", label + "_weight", aten.native_layer_norm.default, x, list(normal), w, None, 1e-5)
    for sizes, groups in (((2, 6), 3), ((2, 6, 5), 2), ((1, 6, 4, 3), 6), ((2, 6, 2, 2, 2), 3), ((2, 4, 0), 2), ((2, 4, 17), 1)):
        for dtype in (F32, F16, F64):
            x = numbers(sizes, dtype)
            inner = torch.Size(sizes[2:]).numel()
            call("aten::native_group_norm.out", f"{SHORT[dtype]}_{text(sizes)}", aten.native_group_norm.default, x, numbers((sizes[1],), dtype, 1), numbers((sizes[1],), dtype, 2), sizes[0], sizes[1], inner, groups, 1e-5)
    for sizes in ((4, 3), (2, 3, 5), (2, 3, 2, 5), (2, 3, 2, 2, 2)):
        for dtype in (F32, F16):
            three = [numbers((3,), dtype, i) for i in range(4)]
            call("aten::_native_batch_norm_legit_no_training.out", f"{SHORT[dtype]}_{text(sizes)}", aten._native_batch_norm_legit_no_training.default, numbers(sizes, dtype), *three, 0.1, 1e-5)


def moves():
    x = numbers((3, 4, 5))
    for dtype in (F32, F16, I64, BOOL):
        x = numbers((3, 4, 5), dtype)
        for dim, start, end, step in ((0, 1, None, 1), (1, 0, 3, 1), (1, -2, None, 1), (1, 1, 99, 1), (1, -99, 2, 1), (1, 2, 1, 1), (-1, 1, 3, 1), (-1, 0, None, 3), (0, 0, None, 2), (-2, 1, -1, 2), (1, None, None, 1)):
            call("aten::slice_copy.Tensor_out", f"{SHORT[dtype]}_{dim}_{start}_{end}_{step}".replace("-", "m"), aten.slice_copy.Tensor, x, dim, start, end, step)
        for dim, index in ((0, 0), (1, -1), (-1, 2), (2, -5), (-3, 1)):
            call("aten::select_copy.int_out", f"{SHORT[dtype]}_{dim}_{index}".replace("-", "m"), aten.select_copy.int, x, dim, index)
        for order in ((0, 2, 1), (2, 1, 0), (1, 0, 2), (-1, 0, 1), (1, 2, 0), (0, 1, 2)):
            call("aten::permute_copy.out", f"{SHORT[dtype]}_" + "_".join(map(str, order)).replace("-", "m"), aten.permute_copy.default, x, list(order))
        for dims in ((0,), (-1,), (0, 2), (-2, 0), (0, 1, 2), ()):
            call("aten::flip.out", f"{SHORT[dtype]}_" + "_".join(map(str, dims)).replace("-", "m"), aten.flip.default, x, list(dims))
        for dim in (0, 1, -1, -3):
            call("aten::cat.out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.cat.default, [x, x, x], dim)
            call("aten::stack.out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.stack.default, [x, x], dim)
            call("aten::unbind_copy.int_out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.unbind_copy.int, x, dim)
            call("aten::split_with_sizes_copy.out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.split_with_sizes_copy.default, x, [1, x.shape[dim] - 1], dim)
            call("aten::split_copy.Tensor_out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.split_copy.Tensor, x, 2, dim)
            call("aten::unsqueeze_copy.out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.unsqueeze_copy.default, x, dim)
            call("aten::index_select.out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.index_select.default, x, dim, torch.tensor([2, 0, 2]))
            call("aten::gather.out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.gather.default, x, dim, (numbers((2, 3, 4), I64) % 3))
            call("aten::scatter.src_out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.scatter.src, x, dim, torch.arange(2).reshape(2, 1, 1) if dim in (0, -3) else torch.arange(2).reshape(1, 2, 1) if dim == 1 else torch.arange(2).reshape(1, 1, 2), x)
            if dtype != BOOL:
                call("aten::scatter_add.out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.scatter_add.default, x, dim, (numbers((2, 3, 4), I64) % 3), x)
            call("aten::select_scatter.out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.select_scatter.default, x, x.select(dim, 0).contiguous(), dim, -1)
            call("aten::slice_scatter.out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.slice_scatter.default, x, x.narrow(dim, 0, 1).contiguous(), dim, -1)
            call("aten::unfold_copy.out", f"{SHORT[dtype]}_{dim}".replace("-", "m"), aten.unfold_copy.default, x, dim, 2, 1)
        for shifts, dims in (([1], [0]), ([-2], [-1]), ([1, -1], [0, 2]), ([3], [])):
            call("aten::roll.out", f"{SHORT[dtype]}_{shifts}_{dims}", aten.roll.default, x, shifts, dims)
        for sizes, times in (((3,), (2, 4)), ((2, 3), (2, 1, 3)), ((2, 3), (0, 1)), ((2, 1), (1, 5)), ((1, 2, 1, 3), (2, 3, 4, 2)), ((2, 0), (2, 2))):
            call("aten::repeat.out", f"{SHORT[dtype]}_{text(sizes, times)}", aten.repeat.default, numbers(sizes, dtype), list(times))
        for sizes, target in (((2, 3), (-1, -1)), ((3,), (2, 4, 3)), ((2, 1, 3), (2, 4, 3)), ((2, 1), (2, 5)), ((1,), (4,)), ((1, 3), (0, 3)), ((1, 2, 1), (3, 2, 2, 4))):
            call("aten::expand_copy.out", f"{SHORT[dtype]}_{text(sizes, target)}".replace("-", "m"), aten.expand_copy.default, numbers(sizes, dtype), list(target))
        for diagonal in (-3, -1, 0, 1, 3):
            call("aten::tril.out", f"{SHORT[dtype]}_{diagonal}".replace("-", "m"), aten.tril.default, x, diagonal)
        for offset, a, b in ((0, 0, 1), (1, -1, 0), (-1, 1, 2), (2, 0, 2)):
            call("aten::diagonal_copy.out", f"{SHORT[dtype]}_{offset}_{a}_{b}".replace("-", "m"), aten.diagonal_copy.default, x, offset, a, b)
        if dtype != BOOL:
            for pads in ((0, 0), (2, 0), (0, 3, 1, 0), (1, 1, 0, 0, 2, 0), (0, 0, 0, 0, 1, 1), ()):
                call("aten::constant_pad_nd.out", f"{SHORT[dtype]}_" + "_".join(map(str, pads)), aten.constant_pad_nd.default, x, list(pads), 1.5 if dtype.is_floating_point else 2)
        for label, indices in {
            "negative": [torch.tensor([-1, 0, -2])], "second": [None, torch.tensor([1, 0])], "negative_second": [None, torch.tensor([-1, 1])], "two": [torch.tensor([0, 2]), torch.tensor([-1, 2])], "table": [torch.tensor([[0, 1], [1, 1]])],
            "negative_table": [torch.tensor([[0, -1], [-2, 1]])], "apart": [torch.tensor([0, 1]), None, torch.tensor([1, 0])], "last_two": [None, torch.tensor([0, 2]), torch.tensor([1, 0])], "third": [None, None, torch.tensor([1, 0, 1])],
            "nothing": [torch.zeros(0, dtype=I64)], "mask": [torch.tensor([True, False, True])], "mask_second": [None, torch.tensor([True, False, True, False])], "mask_two": [numbers((3, 4), BOOL)], "short": [torch.tensor([0, 1], dtype=I32)],
            "negative_short": [torch.tensor([0, -1], dtype=I32)], "grid": [torch.tensor([[0], [1]]), torch.tensor([[0, 1, 2]])], "long": [torch.tensor([0] * 40)],
        }.items():  # fmt: skip
            call("aten::index.Tensor_out", f"{SHORT[dtype]}_{label}", aten.index.Tensor, x, indices)
            if label not in ("mask_second",):
                picked = aten.index.Tensor(x, indices)
                whole, some = picked.contiguous(), picked.reshape(-1)[:1].reshape(1) if picked.numel() else None
                if picked.numel():
                    for accumulate in (False, True) if dtype != BOOL else (False,):
                        word = "_added" if accumulate else ""
                        call("aten::index_put.out", f"{SHORT[dtype]}_{label}{word}", aten.index_put.default, x, indices, whole, accumulate)
                        call("aten::index_put.out", f"{SHORT[dtype]}_{label}_one{word}", aten.index_put.default, x, indices, some, accumulate)
        call("aten::embedding.out", f"{SHORT[dtype]}_rows", aten.embedding.default, numbers((5, 4), dtype), torch.tensor([0, 4, 2]))
        call("aten::embedding.out", f"{SHORT[dtype]}_table", aten.embedding.default, numbers((5, 4), dtype), torch.tensor([[0, 4, 2]]))
        call("aten::embedding.out", f"{SHORT[dtype]}_short", aten.embedding.default, numbers((5, 4), dtype), torch.tensor([[0, 4, 2]], dtype=I32))


def pictures():
    x = numbers((1, 2, 8, 9))
    for size in ((1, 1), (2, 3), (4, 4), (7, 5), (16, 12), (9, 12), (3, 16), (5, 7), (8, 9), (4, 9), (8, 3)):
        for order in (None, LAST):
            for corners in (False, True):
                for dtype in (F32, F16):
                    label = f"{SHORT[dtype]}_{text(size)}_{corners}{'_last' if order else ''}"
                    if dtype == F32:
                        call("aten::_upsample_bilinear2d_aa.out", label, aten._upsample_bilinear2d_aa.default, x, list(size), corners, None, None, order=order)
                    call("aten::upsample_bilinear2d.vec_out", label, aten.upsample_bilinear2d.vec, x.to(dtype), list(size), corners, None, order=order)
            call("aten::upsample_nearest2d.vec_out", f"{text(size)}{'_last' if order else ''}", aten.upsample_nearest2d.vec, x, list(size), None, order=order)
    for factor in (0.3, 0.5, 0.7, 1.5, 2.0, 2.3, 3.0):
        label = "by_" + str(factor).replace(".", "_")
        call("aten::upsample_bilinear2d.vec_out", label, aten.upsample_bilinear2d.vec, x, None, False, [factor, factor])
        call("aten::upsample_bilinear2d.vec_out", label + "_corners", aten.upsample_bilinear2d.vec, x, None, True, [factor, factor])
        call("aten::upsample_nearest2d.vec_out", label, aten.upsample_nearest2d.vec, x, None, [factor, factor])
        call("aten::_upsample_bilinear2d_aa.out", label, aten._upsample_bilinear2d_aa.default, x, [int(8 * factor), int(9 * factor)], False, factor, factor)
    grid = numbers((2, 6, 7, 2), place=1) * 1.6 - 1.3
    for mode, padding, corners in itertools.product((0, 1, 2), (0, 1, 2), (False, True)):
        for dtype in (F32, F16):
            call("aten::grid_sampler_2d.out", f"{SHORT[dtype]}_{mode}_{padding}_{corners}", aten.grid_sampler_2d.default, numbers((2, 3, 5, 4), dtype), grid.to(dtype), mode, padding, corners)
    y = numbers((2, 3, 7, 8))
    for order in (None, LAST):
        for kernel_size, stride, padding, ceil, counted, divisor in (([2, 2], [2, 2], [0, 0], False, True, None), ([3, 2], [1, 2], [1, 0], False, True, None), ([3, 3], [2, 2], [1, 1], True, True, None), ([3, 3], [2, 2], [1, 1], True, False, None),
                                                                    ([2, 2], [3, 3], [0, 0], False, True, None), ([7, 8], [7, 8], [0, 0], False, True, None), ([2, 2], [2, 2], [0, 0], False, True, 3), ([2, 2], [], [0, 0], False, True, None)):  # fmt: skip
            label = f"{kernel_size}_{stride}_{padding}_{ceil}_{counted}_{divisor}{'_last' if order else ''}"
            call("aten::avg_pool2d.out", label, aten.avg_pool2d.default, y, kernel_size, stride, padding, ceil, counted, divisor, order=order)
            for dilation in ([1, 1], [2, 1]):
                if kernel_size != [7, 8] and divisor is None and counted:
                    call("aten::max_pool2d_with_indices.out", label + f"_{dilation}", aten.max_pool2d_with_indices.default, y, kernel_size, stride, padding, dilation, ceil, order=order)
        for size in ((1, 1), (3, 2), (7, 8), (5, 3), (9, 10)):
            call("aten::_adaptive_avg_pool2d.out", text(size) + ("_last" if order else ""), aten._adaptive_avg_pool2d.default, y, list(size), order=order)
        for label, xs, ws, stride, padding, dilation, turned, more, groups in (
            ("one", (1, 3, 5, 5), (4, 3, 1, 1), [1, 1], [0, 0], [1, 1], False, [0, 0], 1), ("batch", (2, 3, 5, 6), (4, 3, 3, 2), [2, 1], [1, 2], [1, 2], False, [0, 0], 1), ("depth", (2, 4, 5, 6), (4, 1, 3, 3), [1, 1], [1, 1], [1, 1], False, [0, 0], 4),
            ("many", (2, 4, 5, 6), (6, 2, 3, 3), [1, 1], [0, 0], [1, 1], False, [0, 0], 2), ("double", (1, 2, 5, 6), (4, 1, 3, 3), [1, 1], [0, 0], [1, 1], False, [0, 0], 2), ("line", (2, 4, 9), (6, 2, 3), [1], [1], [1], False, [0], 2),
            ("line_far", (2, 4, 9), (6, 4, 3), [3], [2], [2], False, [0], 1), ("line_turned", (2, 4, 5), (4, 3, 3), [2], [1], [1], True, [1], 1), ("line_turned_groups", (2, 4, 5), (4, 3, 3), [2], [0], [1], True, [0], 2),
            ("turned", (2, 4, 3, 5), (4, 3, 3, 2), [2, 3], [1, 0], [1, 1], True, [1, 2], 1), ("turned_groups", (2, 4, 3, 5), (4, 3, 3, 3), [2, 2], [0, 0], [1, 1], True, [0, 0], 2), ("turned_depth", (1, 4, 3, 5), (4, 1, 2, 2), [2, 2], [0, 0], [1, 1], True, [0, 0], 4),
            ("turned_wide", (1, 4, 3, 5), (4, 3, 3, 3), [1, 1], [1, 1], [2, 1], True, [0, 0], 1), ("space", (1, 2, 3, 4, 3), (2, 2, 2, 2, 2), [1, 1, 1], [0, 0, 0], [1, 1, 1], False, [0, 0, 0], 1),
        ):  # fmt: skip
            if order and len(xs) != 4:
                continue
            for dtype in (F32, F16):
                for bias in (False, True):
                    b = numbers((ws[1] * groups if turned else ws[0],), dtype, 2) if bias else None
                    call("aten::convolution.out", f"{SHORT[dtype]}_{label}{'_bias' if bias else ''}{'_last' if order else ''}", aten.convolution.default, numbers(xs, dtype), numbers(ws, dtype, 1), b, stride, padding, dilation, turned, more, groups, order=order)
    for n in (1, 2, 3):
        for mode in ("reflection", "replication"):
            for batch in ((1, 2), (3,)):
                pads = [1, 2, 0, 1, 1, 1][: 2 * n]
                f = getattr(aten, f"{mode}_pad{n}d")
                call(f"aten::{mode}_pad{n}d.out", text(batch), f.default, numbers((*batch, *(4, 5, 3)[:n])), pads)
    for upscale, sizes in ((2, (2, 8, 3, 2)), (3, (18, 2, 2)), (2, (2, 1, 4, 2, 3))):
        call("aten::pixel_shuffle.out", text(sizes), aten.pixel_shuffle.default, numbers(sizes), upscale)
    for downscale, sizes in ((2, (2, 2, 6, 4)), (3, (2, 6, 3)), (2, (2, 1, 2, 2, 4))):
        call("aten::pixel_unshuffle.out", text(sizes), aten.pixel_unshuffle.default, numbers(sizes), downscale)
    for p in (0.0, 1.0, 2.0, 3.0, float("inf"), 0.5):
        for mode in (None, 1, 2):
            call("aten::_cdist_forward.out", f"{p}_{mode}".replace(".", "_"), aten._cdist_forward.default, numbers((2, 3, 5)), numbers((1, 4, 5), place=1), p, mode)
        call("aten::_pdist_forward.out", f"{p}".replace(".", "_"), aten._pdist_forward.default, numbers((6, 5)), p)


def turned_moves():
    """Kernels that move elements, and others, on tensors whose channels are last."""
    for sizes in ((2, 3, 4, 6), (1, 4, 4, 4)):
        x, label = numbers(sizes), text(sizes)

        def last(kernel, word, f, *args, label=label, **options):
            call(kernel, f"last_{label}_{word}".replace("-", "m"), f, *args, order=LAST, **options)

        for dim in (0, 1, 2, 3, -1):
            last("aten::slice_copy.Tensor_out", dim, aten.slice_copy.Tensor, x, dim, 0, None, 2)
            last("aten::select_copy.int_out", dim, aten.select_copy.int, x, dim, 0)
            last("aten::flip.out", dim, aten.flip.default, x, [dim])
            last("aten::cat.out", dim, aten.cat.default, [x, x], dim)
            last("aten::stack.out", dim, aten.stack.default, [x, x], dim)
            last("aten::unbind_copy.int_out", dim, aten.unbind_copy.int, x, dim)
            last("aten::split_copy.Tensor_out", dim, aten.split_copy.Tensor, x, 2, dim)
            if sizes[dim] > 1:
                last("aten::split_with_sizes_copy.out", dim, aten.split_with_sizes_copy.default, x, [1, sizes[dim] - 1], dim)
                last("aten::topk.values", dim, aten.topk.default, x, 2, dim, True, True)
            last("aten::unsqueeze_copy.out", dim, aten.unsqueeze_copy.default, x, dim)
            last("aten::squeeze_copy.dims_out", dim, aten.squeeze_copy.dims, x, [dim])
            last("aten::index_select.out", dim, aten.index_select.default, x, dim, torch.tensor([0, 0]))
            last("aten::gather.out", dim, aten.gather.default, x, dim, torch.zeros((1, 1, 1, 1), dtype=I64))
            last("aten::scatter.src_out", dim, aten.scatter.src, x, dim, torch.zeros((1, 1, 1, 1), dtype=I64), x + 1)
            last("aten::scatter.value_out", dim, aten.scatter.value, x, dim, torch.zeros((1, 2, 2, 2), dtype=I64), 7)
            last("aten::scatter_add.out", dim, aten.scatter_add.default, x, dim, torch.zeros((1, 2, 2, 2), dtype=I64), x)
            last("aten::slice_scatter.out", dim, aten.slice_scatter.default, x, x.narrow(dim, 0, 1).contiguous() + 1, dim, -1)
            last("aten::select_scatter.out", dim, aten.select_scatter.default, x, x.select(dim, 0).contiguous() + 1, dim, -1)
            last("aten::roll.out", dim, aten.roll.default, x, [1], [dim])
            last("aten::unfold_copy.out", dim, aten.unfold_copy.default, x, dim, 1, 1)
            last("aten::narrow_copy.out", dim, aten.narrow_copy.default, x, dim, 0, 1)
            last("aten::glu.out", dim, aten.glu.default, x, dim) if sizes[dim] % 2 == 0 else None
            last("aten::_softmax.out", dim, aten._softmax.default, x, dim, False)
            last("aten::_log_softmax.out", dim, aten._log_softmax.default, x, dim, False)
            last("aten::cumsum.out", dim, aten.cumsum.default, x, dim)
            last("aten::index.Tensor_out", dim, aten.index.Tensor, x, [None] * (dim % 4) + [torch.tensor([0, 0])])
            last("aten::index_put.out", dim, aten.index_put.default, x, [None] * (dim % 4) + [torch.tensor([0])], x.narrow(dim, 0, 1).contiguous() + 1)
        for order in ((0, 2, 3, 1), (0, 3, 1, 2), (1, 0, 2, 3), (0, 1, 3, 2), (0, 1, 2, 3)):
            last("aten::permute_copy.out", "_".join(map(str, order)), aten.permute_copy.default, x, list(order))
        for a, b in ((1, 2), (2, 3), (0, 1), (1, 3)):
            last("aten::transpose_copy.int_out", f"{a}_{b}", aten.transpose_copy.int, x, a, b)
        for target in ((sizes[0], -1), (-1, sizes[3]), (sizes[0], sizes[1], -1), sizes, (sizes[0], sizes[1] * sizes[2], sizes[3], 1)):
            last("aten::view_copy.out", text(target), aten.view_copy.default, x, list(target))
        last("aten::flip.out", "two", aten.flip.default, x, [2, 3])
        last("aten::repeat.out", "same", aten.repeat.default, x, [1, 1, 1, 1])
        last("aten::repeat.out", "more", aten.repeat.default, x, [1, 2, 1, 2])
        last("aten::expand_copy.out", "same", aten.expand_copy.default, x, [-1, -1, -1, -1])
        last("aten::expand_copy.out", "wide", aten.expand_copy.default, x[:, :1].contiguous(), list(sizes))
        last("aten::expand_copy.out", "long", aten.expand_copy.default, x[:, :, :1].contiguous(), list(sizes))
        last("aten::tril.out", "plain", aten.tril.default, x)
        last("aten::diagonal_copy.out", "plain", aten.diagonal_copy.default, x, 0, 2, 3)
        last("aten::constant_pad_nd.out", "plain", aten.constant_pad_nd.default, x, [1, 1, 0, 2], 1.5)
        for mode in ("reflection", "replication"):
            last(f"aten::{mode}_pad2d.out", "plain", getattr(aten, f"{mode}_pad2d").default, x, [1, 1, 0, 2])
        last("aten::pixel_unshuffle.out", "plain", aten.pixel_unshuffle.default, x, 2)
        if sizes[1] == 4:
            last("aten::pixel_shuffle.out", "plain", aten.pixel_shuffle.default, x, 2)
        last("aten::native_layer_norm.out", "plain", aten.native_layer_norm.default, x, [sizes[3]], None, None, 1e-5)
        last("aten::native_layer_norm.out", "three", aten.native_layer_norm.default, x, list(sizes[1:]), None, None, 1e-5)
        last("aten::native_group_norm.out", "plain", aten.native_group_norm.default, x, None, None, sizes[0], sizes[1], sizes[2] * sizes[3], 1, 1e-5)
        three = [numbers((sizes[1],), F32, i) for i in range(4)]
        last("aten::_native_batch_norm_legit_no_training.out", "plain", aten._native_batch_norm_legit_no_training.default, x, *three, 0.1, 1e-5)
        last("aten::_native_batch_norm_legit.no_stats_out", "plain", aten._native_batch_norm_legit.no_stats, x, None, None, True, 0.1, 1e-5)
        last("aten::grid_sampler_2d.out", "plain", aten.grid_sampler_2d.default, x, numbers((sizes[0], 3, 5, 2), place=1) - 0.5, 0, 0, False)
        last("aten::argmax.out", "all", aten.argmax.default, x, None, False)
        last("aten::masked_scatter.out", "plain", aten.masked_scatter.default, x, numbers(sizes, BOOL), x)
        last("aten::masked_select.out", "plain", aten.masked_select.default, x, numbers(sizes, BOOL))
        last("aten::nonzero.out", "plain", aten.nonzero.default, numbers(sizes, BOOL))
        last("aten::max.unary_out", "plain", aten.max.default, x)
        last("aten::any.all_out", "plain", aten.any.default, x > 1)
        last("aten::prod.out", "plain", aten.prod.default, x)
        last("aten::mean.dtype_out", "plain", aten.mean.default, x)
        last("aten::full_like.out", "plain", aten.full_like.default, x, 2)
        last("aten::clone.out", "plain", aten.clone.default, x)
        last("aten::fill.Scalar_out", "plain", aten.fill.Scalar, x, 2)
        last("aten::bmm.out", "plain", aten.bmm.default, x[0], x[0].transpose(1, 2).contiguous())
        last("aten::_cdist_forward.out", "plain", aten._cdist_forward.default, x, x + 1, 2.0, None)
        last("aten::copy.out", "same", aten.copy.default, x, x + 1)
        last("aten::pow.Tensor_Scalar_out", "plain", aten.pow.Tensor_Scalar, x, 2)
        last("aten::gelu.out", "plain", aten.gelu.default, x)
        last("aten::elu.out", "plain", aten.elu.default, x)
        last("aten::clamp.out", "plain", aten.clamp.default, x, 0.5, 1)
        last("aten::hardtanh.out", "plain", aten.hardtanh.default, x, 0.5, 1)
        last("aten::leaky_relu.out", "plain", aten.leaky_relu.default, x, 0.5)


# --- writing ---------------------------------------------------------------------------------------------------------------


def write(kernel, entries, out, listed):
    stem = re.sub(r"\W+", "_", kernel.split("::")[1])
    programs = {}
    for label, f, args, options, order in entries:
        label = re.sub(r"\W+", "_", label)
        kind = ".half" if any(t.dtype in (F16, BF16) for a in args for t in tensors_of(a)) else ""
        if order:
            kind += ".orders"
        try:
            method, given, answer = build(label, kernel, f, args, options, order)
        except Exception as e:
            print(kernel, label, type(e).__name__, str(e).splitlines()[0][:120])
            continue
        plans, recording = programs.setdefault(kind, ({}, Recording()))
        plans[label] = method.plan()
        for side, values in (("in", given), ("out", answer)):
            for i, value in enumerate(values):
                recording.add(f"{label}|0|{side}|{i}", (value.to(torch.float32) if value.dtype in INSIDE else value).contiguous())
    for kind, (plans, recording) in programs.items():
        program = schema.Program(0, list(plans.values()), [schema.Buffer(b"")], [], [], schema.SubsegmentOffsets(0, []), [], [])
        with open(os.path.join(out, stem + kind + ".pte"), "wb") as file:
            file.write(bytes(serialize_pte_binary(PTEFile(program=program))))
        recording.save(os.path.join(out, stem + kind + ".npz"))
        listed.append({"file": stem + kind + ".pte", "base": stem + kind, "npz": stem + kind + ".npz", "tolerance": 1e-2 if "half" in kind else 1e-4, "methods": {m: m for m in plans}})
        print(stem + kind, len(plans), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("kernels", nargs="*")
    parser.add_argument("--only", help="one part of the table: the name of its function")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    torch.set_num_threads(1)
    for fill in (binaries, unaries, reductions, products, moves, pictures, turned_moves):
        if not args.only or fill.__name__ == args.only:
            fill()
    listed = []
    for kernel, entries in TABLE.items():
        if not args.kernels or any(name in kernel for name in args.kernels):
            write(kernel, entries, args.out, listed)
    with open(os.path.join(args.out, "mutants.json"), "w") as file:
        json.dump(listed, file, indent=1)


if __name__ == "__main__":
    main()
