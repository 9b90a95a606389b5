#!/usr/bin/env python3
"""Exports one small program per operator, with a method per element type and way to call it, and lists the calls in it.

    sweep.py OUT_DIR [--group plain|conversions|dim-order|variants|orders|dynamic|broadcast] [--part I/N] [NAME …]
    sweep.py OUT_DIR --list            writes OUT_DIR/mutants.json: then cargo xtask play files PYTHON OUT_DIR --out RESULTS

Every program NAME.pte has two recordings: NAME.npz with small positive numbers, NAME.edge.npz with negative numbers, zero,
infinity and the like, so that what fails always is told from what fails for some inputs; in the group `dynamic` the second has another size.  NAME.json has the calls of
each method, with a word for each argument that kernels.py reads, and what could not be exported.  Programs NAME.half and NAME.brain hold
float16 and bfloat16.  int16 and bfloat16 arguments are converted from and to float32 inside the
program, because the Python bindings of some releases take neither.  kernels.py makes rows of the results.
"""
import argparse
import copy
import glob
import json
import os
import re
import warnings

import executorch.exir as exir
import sweep_variants
import torch
from export import Recording, flatten
from torch import nn
from torch.nn import functional as F

aten = torch.ops.aten
DTYPES = {
    "f32": torch.float32, "f64": torch.float64, "f16": torch.float16, "bf16": torch.bfloat16, "u8": torch.uint8, "i8": torch.int8,
    "i16": torch.int16, "i32": torch.int32, "i64": torch.int64, "b": torch.bool,
}  # fmt: skip
ALL = list(DTYPES)
FLOATS = ["f32", "f64", "f16", "bf16"]
INTS = ["u8", "i8", "i16", "i32", "i64"]
KINDS = {"f16": ".half", "bf16": ".brain"}  # programs of their own: another tolerance, and old runtimes refuse a file for one method
INSIDE = {torch.int16, torch.bfloat16}  # converted inside the program

# --- numbers ---------------------------------------------------------------------------------------------------------------


class X:
    """An argument: its sizes, its element type (default: the one that is swept) and how to fill it."""

    def __init__(self, *shape, dt=None, hi=None, lo=0, zero=True, last=False, like=None):
        self.shape, self.dt, self.hi, self.lo, self.zero, self.last, self.like = shape, dt, hi, lo, zero, last, like

    def make(self, dtype, place, edge, rows=None):
        shape = (rows, *self.shape[1:]) if rows else self.shape
        dtype = DTYPES[self.dt] if self.dt else dtype
        count = 1
        for n in shape:
            count *= n
        ks = range(count)
        if self.hi is not None:  # indices
            values = [(k * 7 + place + self.lo) % self.hi for k in ks]
        elif dtype == torch.bool:
            values = [(k + place + edge) % 3 != 0 for k in ks]
        elif not edge:
            if dtype.is_floating_point:
                values = [self.lo + ((k * (7 - 2 * place) + 3 * place) % 11 + 1) / 13 for k in ks]
            else:
                values = [self.lo + (k * (7 - 4 * place) + place) % (5 - place % 3) + 1 for k in ks]
        elif dtype.is_floating_point:
            pool = [-1.5, 0.0, 2.5, -0.5, 3.75, -7.25, float("inf"), 0.25, float("nan")] if place == 0 else [2.0, -0.5, 1.0, -3.0, 0.75, -2.0, 4.0]
            values = [pool[k % len(pool)] for k in ks]
        elif dtype == torch.uint8:
            pool = [255, 0, 3, 128, 5, 200] if place == 0 else [3, 2, 255, 1, 7, 128]
            values = [pool[k % len(pool)] for k in ks]
        else:
            pool = [-7, 0, 3, -1, 127, -128, 5, -4] if place == 0 else [-3, 2, 5, -1, 7, -2]
            values = [pool[k % len(pool)] for k in ks]
        tensor = torch.tensor(values, dtype=torch.float64).to(dtype) if dtype.is_floating_point else torch.tensor(values, dtype=torch.int64).to(dtype)
        tensor = tensor.reshape(shape)
        return tensor.to(memory_format=torch.channels_last) if self.last else tensor


# --- the table -------------------------------------------------------------------------------------------------------------

TABLE = []  # (program, variant, kernel, function, arguments, element types, options, group)


def op(kernel, f, *args, name="plain", types=ALL, group="plain", **options):
    program = re.sub(r"\W+", "_", kernel.split("::")[1]) + ("" if group in ("plain", "variants") else "__" + group.replace("-", "_"))
    TABLE.append((program + ("_v" if group == "variants" else ""), name, kernel, f, args, types, options, group))


def variant(kernel, name, f, *args, types=ALL, **options):
    op(kernel, f, *args, name=name, types=types, group="variants", **options)


def plain_operators():
    a, b = X(2, 3), X(2, 3)
    for name in "acos asin asinh atan atanh cos cosh erf exp expm1 log log10 log1p log2 reciprocal rsqrt sigmoid sin sinh sqrt tan tanh".split():
        op(f"aten::{name}.out", getattr(torch, name), a)
    op("aten::acosh.out", torch.acosh, X(2, 3, lo=1))
    for name in "abs ceil floor round trunc neg sign relu isinf isnan logical_not bitwise_not".split():
        op(f"aten::{name}.out", getattr(torch, name), a)
    op("aten::logit.out", lambda x: torch.logit(x, 1e-6), a)
    op("aten::elu.out", lambda x: F.elu(x), a, keep="elu.default")
    op("aten::gelu.out", lambda x: F.gelu(x), a)
    op("aten::glu.out", lambda x: aten.glu(x, -1), X(2, 4), keep="glu.default")
    op("aten::hardtanh.out", lambda x: aten.hardtanh(x, 0, 2), a, keep="hardtanh.default")
    op("aten::leaky_relu.out", lambda x: aten.leaky_relu(x, 1), a, keep="leaky_relu.default")
    op("aten::_softmax.out", lambda x: torch.softmax(x, 1), a)
    op("aten::_log_softmax.out", lambda x: torch.log_softmax(x, 1), a)
    op("aten::clamp.out", lambda x: torch.clamp(x, 1, 3), a)
    op("aten::clamp.Tensor_out", lambda x, y, z: torch.clamp(x, y, z), a, b, X(2, 3, lo=1))

    for name in "add sub mul div fmod remainder atan2 maximum minimum logical_and logical_or logical_xor bitwise_left_shift bitwise_right_shift".split():
        kernel = f"aten::{name}.{'Tensor_out' if name in ('fmod', 'remainder') or 'shift' in name else 'out'}"
        op(kernel, getattr(torch, name), a, b)
    for name in "bitwise_and bitwise_or bitwise_xor eq ne lt le gt ge".split():
        op(f"aten::{name}.Tensor_out", getattr(torch, name), a, b)
        op(f"aten::{name}.Scalar_out", lambda x, f=getattr(aten, name).Scalar: f(x, 2), a)
    for name in "add sub mul div fmod remainder".split():
        op(f"aten::{name}.Scalar_out", lambda x, f=getattr(aten, name).Scalar: f(x, 2), a)
    op("aten::rsub.Scalar_out", lambda x: aten.rsub.Scalar(x, 9), a, keep="rsub.Scalar")
    op("aten::bitwise_left_shift.Tensor_Scalar_out", lambda x: aten.bitwise_left_shift.Tensor_Scalar(x, 1), a, types=INTS)
    op("aten::bitwise_right_shift.Tensor_Scalar_out", lambda x: aten.bitwise_right_shift.Tensor_Scalar(x, 1), a, types=INTS)
    op("aten::div.out_mode", lambda x, y: torch.div(x, y, rounding_mode="trunc"), a, b)
    op("aten::div.Scalar_mode_out", lambda x: aten.div.Scalar_mode(x, 2, rounding_mode="trunc"), a)
    op("aten::floor_divide.out", lambda x, y: aten.floor_divide(x, y), a, b, keep="floor_divide.default")
    op("aten::pow.Tensor_Tensor_out", torch.pow, a, b)
    op("aten::pow.Tensor_Scalar_out", lambda x: aten.pow.Tensor_Scalar(x, 3), a)
    op("aten::pow.Scalar_out", lambda x: aten.pow.Scalar(3, x), a)
    op("aten::where.self_out", torch.where, X(2, 3, dt="b"), a, b)

    for name in "sum mean prod amax amin argmax argmin cumsum any".split():
        kernel = {"sum": "sum.IntList_out", "mean": "mean.out", "prod": "prod.int_out", "any": "any.out"}.get(name, name + ".out")
        op("aten::" + kernel, lambda x, f=getattr(torch, name): f(x, 1), a, keep={"prod": "prod.dim_int", "any": "any.dim"}.get(name))
    op("aten::prod.out", lambda x: torch.prod(x).reshape(1), a, keep="prod.default")
    op("aten::mean.dtype_out", lambda x: aten.mean.default(x).reshape(1), a, keep="mean.default")
    op("aten::any.all_out", lambda x: torch.any(x).reshape(1), a, keep="any.default")
    op("aten::any.dims_out", lambda x: aten.any.dims(x, [0, 1], True), a, keep="any.dims")
    for name in ("max", "min"):
        op(f"aten::{name}.dim_{name}", lambda x, f=getattr(torch, name): tuple(f(x, 1)), a)
        op(f"aten::{name}.unary_out", lambda x, f=getattr(torch, name): f(x).reshape(1), a, keep=f"{name}.default")
    op("aten::var.correction_out", lambda x: torch.var(x, 1), a)
    op("aten::var.out", lambda x: aten.var.dim(x, [1], True), a, keep="var.dim")
    op("aten::var_mean.correction_out", lambda x: tuple(torch.var_mean(x, 1)), a, keep="var_mean.correction")
    op("aten::topk.values", lambda x: tuple(torch.topk(x, 2, 1)), X(2, 4))

    op("aten::as_strided_copy.out", lambda x: torch.as_strided_copy(x, (2, 2), (3, 1)), a)
    op("aten::cat.out", lambda x, y: torch.cat([x, y], 1), a, b)
    op("aten::stack.out", lambda x, y: torch.stack([x, y], 1), a, b, keep="stack.default")
    op("aten::constant_pad_nd.out", lambda x: F.pad(x, (1, 1), value=1), a)
    op("aten::diagonal_copy.out", lambda x: torch.diagonal(x), a)
    op("aten::expand_copy.out", lambda x: x.expand(2, 2, 3), a)
    op("aten::flip.out", lambda x: x.flip(1), a)
    op("aten::permute_copy.out", lambda x: x.permute(1, 0), a)
    op("aten::transpose_copy.int_out", lambda x: torch.transpose_copy(x, 0, 1), a, keep="transpose_copy.int")
    op("aten::t_copy.out", lambda x: torch.t_copy(x), a, keep="t_copy.default")
    op("aten::pixel_shuffle.out", lambda x: F.pixel_shuffle(x, 2), X(1, 4, 2, 2), keep="pixel_shuffle.default")
    op("aten::pixel_unshuffle.out", lambda x: F.pixel_unshuffle(x, 2), X(1, 1, 4, 4), keep="pixel_unshuffle.default")
    op("aten::repeat.out", lambda x: x.repeat(2, 2), a)
    op("aten::roll.out", lambda x: x.roll(1, 1), a, keep="roll.default")
    op("aten::select_copy.int_out", lambda x: x.select(1, 1), a)
    op("aten::slice_copy.Tensor_out", lambda x: x[:, 1:3], a)
    op("aten::split_copy.Tensor_out", lambda x: tuple(torch.split_copy(x, 2, 1)), X(2, 4), keep="split_copy.Tensor")
    op("aten::split_with_sizes_copy.out", lambda x: tuple(x.split([1, 2], 1)), a)
    op("aten::squeeze_copy.dims_out", lambda x: x.squeeze((0, 1)), X(1, 1, 3), views=True)
    op("aten::squeeze_copy.dim_out", lambda x: torch.squeeze_copy(x, 0), X(1, 1, 3), keep="squeeze_copy.dim")
    op("aten::unsqueeze_copy.out", lambda x: x.unsqueeze(1), a, views=True)
    op("aten::view_copy.out", lambda x: x.view(3, 2), a, views=True)
    op("aten::tril.out", lambda x: torch.tril(x), X(3, 3), keep="tril.default")
    op("aten::unbind_copy.int_out", lambda x: tuple(torch.unbind_copy(x, 1)), a, keep="unbind_copy.int")
    op("aten::unfold_copy.out", lambda x: x.unfold(1, 2, 1), X(2, 4), keep="unfold_copy.default")
    op("aten::narrow_copy.out", lambda x: torch.narrow_copy(x, 1, 1, 2), a, keep="narrow_copy.default")
    op("aten::alias_copy.out", lambda x: torch.alias_copy(x), a, keep="alias_copy.default")
    op("aten::detach_copy.out", lambda x: torch.detach_copy(x), a, keep="detach_copy.default")
    op("aten::select_scatter.out", lambda x, y: torch.select_scatter(x, y, 0, 1), a, X(3), keep="select_scatter.default")
    op("aten::slice_scatter.out", lambda x, y: torch.slice_scatter(x, y, 1, 1, 3), a, X(2, 2), keep="slice_scatter.default")
    for n in (1, 2, 3):
        for mode in ("reflect", "replicate"):
            kernel = f"{'reflection' if mode == 'reflect' else 'replication'}_pad{n}d"
            op(f"aten::{kernel}.out", lambda x, n=n, mode=mode: F.pad(x, (1, 1) * n, mode=mode), X(1, 2, *(3,) * n), keep=kernel + ".default")
    op("aten::repeat_interleave.Tensor_out", lambda x: torch.repeat_interleave(x, output_size=3), X(2, hi=3, lo=1), types=["i32", "i64"], keep="repeat_interleave.Tensor")

    for kernel, f in (("arange.start_out", lambda x: torch.arange(1, 4, dtype=x.dtype, device=x.device) + x[0]),
                      ("full.out", lambda x: torch.full((2, 3), 1, dtype=x.dtype) + x),
                      ("full_like.out", lambda x: torch.full_like(x, 1)),
                      ("zeros.out", lambda x: torch.zeros((2, 3), dtype=x.dtype) + x),
                      ("ones.out", lambda x: torch.ones((2, 3), dtype=x.dtype) + x),
                      ("scalar_tensor.out", lambda x: torch.scalar_tensor(1, dtype=x.dtype) + x)):  # fmt: skip
        op("aten::" + kernel, f, a, keep=kernel.split(".")[0] + ".default" if kernel[0] in "zo" else None)
    op("aten::fill.Scalar_out", lambda x: aten.fill.Scalar(x, 1), a, keep="fill.Scalar")
    op("aten::fill.Tensor_out", lambda x, y: aten.fill.Tensor(x, y.sum().to(x.dtype)), a, X(1, dt="f32"), keep="fill.Tensor")
    op("aten::clone.out", lambda x: x.clone(), a)
    op("aten::copy.out", lambda x, y: aten.copy(x, y), a, b, keep="copy.default")
    op("aten::lift_fresh_copy.out", lambda x: aten.lift_fresh_copy(x), a, keep="lift_fresh_copy.default")

    rows, cells = X(2, dt="i64", hi=2), X(2, 2, dt="i64", hi=2)
    op("aten::embedding.out", lambda w, i: F.embedding(i, w), X(3, 2), X(2, 2, dt="i64", hi=3))
    op("aten::gather.out", lambda x, i: x.gather(1, i), a, cells, keep="gather.default")
    op("aten::index.Tensor_out", lambda x, i: x[i], a, rows)
    op("aten::index_put.out", lambda x, i, v: x.index_put((i,), v), a, X(2, dt="i64", hi=2), X(2, 3))
    op("aten::index_select.out", lambda x, i: x.index_select(1, i), a, rows)
    op("aten::masked_fill.Scalar_out", lambda x, m: aten.masked_fill.Scalar(x, m, 1), a, X(2, 3, dt="b"), keep="masked_fill.Scalar")
    op("aten::masked_scatter.out", lambda x, m, y: x.masked_scatter(m, y), a, X(2, 3, dt="b"), b, keep="masked_scatter.default")
    op("aten::masked_select.out", lambda x, m: torch.masked_select(x, m), a, X(2, 3, dt="b"), keep="masked_select.default")
    op("aten::nonzero.out", lambda x: torch.nonzero(x), a)
    op("aten::scatter.src_out", lambda x, i, y: x.scatter(1, i, y), a, X(2, 2, dt="i64", hi=3), X(2, 2))
    op("aten::scatter.value_out", lambda x, i: x.scatter(1, i, 1), a, cells)
    op("aten::scatter_add.out", lambda x, i, y: x.scatter_add(1, i, y), a, cells, X(2, 2))

    op("aten::mm.out", torch.mm, X(2, 3), X(3, 2))
    op("aten::bmm.out", torch.bmm, X(1, 2, 3), X(1, 3, 2))
    op("aten::addmm.out", torch.addmm, X(2), X(2, 3), X(3, 2))
    op("aten::linear.out", F.linear, X(2, 3), X(2, 3), keep="linear.default")
    op("aten::_cdist_forward.out", lambda x, y: aten._cdist_forward(x, y, 2.0, None), a, X(4, 3), keep="_cdist_forward.default")
    op("aten::_pdist_forward.out", lambda x: aten._pdist_forward(x, 2.0), X(3, 3), keep="_pdist_forward.default")
    op("aten::convolution.out", lambda x, w, b: F.conv2d(x, w, b), X(1, 2, 4, 4), X(2, 2, 3, 3), X(2))
    op("aten::avg_pool2d.out", lambda x: F.avg_pool2d(x, 2), X(1, 2, 4, 4))
    op("aten::max_pool2d_with_indices.out", lambda x: F.max_pool2d(x, 2), X(1, 2, 4, 4))
    op("aten::_adaptive_avg_pool2d.out", lambda x: F.adaptive_avg_pool2d(x, 2), X(1, 2, 5, 5), keep="_adaptive_avg_pool2d.default")
    op("aten::native_layer_norm.out", lambda x, w, b: F.layer_norm(x, (3,), w, b), a, X(3), X(3))
    op("aten::native_group_norm.out", lambda x, w, b: F.group_norm(x, 2, w, b), X(1, 4, 2, 2), X(4), X(4))
    op("aten::_native_batch_norm_legit_no_training.out", lambda x, m, v, w, b: F.batch_norm(x, m, v, w, b), X(2, 3, 2, 2), X(3), X(3), X(3), X(3))
    op("aten::_native_batch_norm_legit.no_stats_out", lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), X(2, 3, 2, 2), X(3), X(3))
    op("aten::upsample_bilinear2d.vec_out", lambda x: F.interpolate(x, scale_factor=2.0, mode="bilinear"), X(1, 2, 3, 3), keep="upsample_bilinear2d.vec")
    op("aten::_upsample_bilinear2d_aa.out", lambda x: F.interpolate(x, size=(2, 2), mode="bilinear", antialias=True), X(1, 2, 4, 4))
    op("aten::upsample_nearest2d.vec_out", lambda x: F.interpolate(x, scale_factor=2.0, mode="nearest"), X(1, 2, 3, 3), keep="upsample_nearest2d.vec")
    op("aten::grid_sampler_2d.out", lambda x, g: F.grid_sample(x, g, align_corners=False), X(1, 1, 4, 4), X(1, 2, 2, 2), types=FLOATS, keep="grid_sampler_2d.default")
    op("aten::native_dropout.out", lambda x: aten.native_dropout(x, 0.5, False)[0], a, types=FLOATS, keep="native_dropout.default")


def conversions(group, kernel):
    """Every element type to every other."""
    for source in ALL:
        for target in ALL:
            if source != target:
                op(kernel, lambda x, t=DTYPES[target]: x.to(t), X(2, 3, dt=source), name=f"from_{source}", types=[target], group=group, dim_order=group == "dim-order")


def dim_order_operators():
    a, four = X(2, 3), X(1, 2, 3, 3)
    conversions("dim-order", "dim_order_ops::_to_dim_order_copy.out")
    op("dim_order_ops::_clone_dim_order.out", lambda x: x.clone(), a, group="dim-order", dim_order=True)
    op("dim_order_ops::_clone_dim_order.out", lambda x: x.clone(memory_format=torch.channels_last), four, name="last", group="dim-order", dim_order=True)
    op("dim_order_ops::_to_dim_order_copy.out", lambda x: x.to(torch.float64, memory_format=torch.channels_last), four, name="last",
       types=["f32", "i64"], group="dim-order", dim_order=True)  # fmt: skip
    op("dim_order_ops::_empty_dim_order.out", lambda x: torch.empty((2, 3), dtype=x.dtype).copy_(x), a, group="dim-order", dim_order=True)


def tables():
    plain_operators()
    conversions("conversions", "aten::_to_copy.out")
    dim_order_operators()
    sweep_variants.add(variant, X)
    sweep_variants.add_orders(op, X)
    sweep_variants.add_sizes(op, X)
    sweep_variants.add_broadcasts(op, X)


# --- exporting -------------------------------------------------------------------------------------------------------------


class Call(nn.Module):
    """Calls the function; converts the arguments of the types in INSIDE, and its results back."""

    def __init__(self, f, dtypes):
        super().__init__()
        self.f, self.dtypes = f, dtypes

    def forward(self, *args):
        args = [a if t is None else a.to(t) for a, t in zip(args, self.dtypes)]
        answer = self.f(*args)
        many = answer if isinstance(answer, (list, tuple)) else (answer,)
        many = [t.to(torch.float32) if t.dtype in INSIDE else t for t in many]
        return many[0] if len(many) == 1 else tuple(many)


def outer(tensors):
    """What the program is given for these arguments, and what it converts them to."""
    return ([t.to(torch.float32) if t.dtype in INSIDE else t for t in tensors], [t.dtype if t.dtype in INSIDE else None for t in tensors])


WORDS = {"BYTE": "uint8", "CHAR": "int8", "SHORT": "int16", "INT": "int32", "LONG": "int64", "HALF": "float16", "FLOAT": "float32",
         "DOUBLE": "float64", "BOOL": "bool", "BFLOAT16": "bfloat16", "COMPLEX64": "complex64"}  # fmt: skip


def word(plan, value):
    """The word of a value in an operator's shape, as Outlast's facts have it."""
    value = value.val
    kind = type(value).__name__
    if kind == "Tensor":
        name = WORDS.get(value.scalar_type.name, value.scalar_type.name.lower())
        order = list(value.dim_order)
        if order != sorted(order):
            name += "@" + "".join(map(str, order))
        return name + ("~" if value.shape_dynamism.name != "STATIC" else "")
    if kind in ("TensorList", "OptionalTensorList"):
        first = value.items[0] if value.items else -1
        return f"[{word(plan, plan.values[first])}]" if first >= 0 and type(plan.values[first].val).__name__ == "Tensor" else kind
    if kind == "Bool":
        return "true" if value.bool_val else "false"
    return kind


def detail(plan, value):
    """Like `word`, with the numbers: for people who look for a condition."""
    value = value.val
    kind = type(value).__name__
    if kind == "Tensor":
        return str(list(value.sizes))
    if kind in ("Int", "Double", "String"):
        return str(getattr(value, kind.lower() + "_val"))
    if kind == "IntList":
        return str([plan.values[i].val.int_val if type(plan.values[i].val).__name__ == "Int" else "?" for i in value.items])
    return ""


def calls(program):
    """Instructions of each method as (operator, shape words); None for what is no operator call."""
    found = {}
    for plan in program.execution_plan:
        found[plan.name] = []
        for instruction in plan.chains[0].instructions:
            args = instruction.instr_args
            if type(args).__name__ != "KernelCall":
                found[plan.name].append(None)
                continue
            operator = plan.operators[args.op_index]
            name = operator.name + ("." + operator.overload if operator.overload else "")
            values = [plan.values[i] for i in args.args]
            found[plan.name].append([name, " ".join(word(plan, v) for v in values), " ".join(filter(None, (detail(plan, v) for v in values)))])
    return found


def lower(programs, options):
    wanted = {"_skip_dim_order": not options.get("dim_order"), "_check_ir_validity": False}
    if options.get("keep"):
        name, overload = options["keep"].split(".")
        wanted["preserve_ops"] = [getattr(getattr(aten, name), overload)]
    manager = exir.to_edge(programs, compile_config=exir.EdgeCompileConfig(**wanted))
    return manager.to_executorch(exir.ExecutorchBackendConfig(remove_view_copy=not options.get("views")))


def kind(types):
    """The suffix of the program that takes methods with these element types."""
    return KINDS["bf16"] if "bf16" in types else KINDS["f16"] if "f16" in types else ""


def reason(e):
    lines = [line for line in str(e).strip().splitlines() if line.strip()]
    return f"{type(e).__name__}: {re.sub(r'/[^ ]*/', '', ' '.join(lines[:2]))[:200]}"


def export(name, entries, out):
    modules, programs, errors, recordings, kernels = {}, {}, {}, {"": Recording(), ".edge": Recording()}, {}
    for _, label, kernel, f, args, types, options, _ in entries:
        for short in types:
            if kind([short, *(x.dt for x in args)]) != name[len(name.split(".")[0]):]:
                continue
            method = f"{label}_{short}"
            tensors = [x.make(DTYPES[short], i, False) for i, x in enumerate(args)]
            given, inside = outer(tensors)
            module = Call(f, inside).eval()
            try:
                with torch.no_grad():
                    answer = module(*copy.deepcopy(given))
            except Exception as e:
                errors[method] = "eager: " + reason(e)
                continue
            try:
                shapes = (tuple({0: torch.export.Dim("rows", min=1, max=6)} for _ in given),) if options.get("dynamic") else None
                programs[method] = torch.export.export(module, tuple(given), dynamic_shapes=shapes)
            except Exception as e:
                errors[method] = "export: " + reason(e)
                continue
            modules[method], kernels[method] = module, kernel
            for suffix, recording in recordings.items():
                if suffix:
                    given, _ = outer([x.make(DTYPES[short], i, not options.get("dynamic"), options.get("dynamic")) for i, x in enumerate(args)])
                    try:
                        with torch.no_grad():
                            answer = module(*copy.deepcopy(given))
                    except Exception:
                        continue
                for i, value in enumerate(given):
                    recording.add(f"{method}|0|in|{i}", value)
                for i, value in enumerate(flatten(answer)):
                    recording.add(f"{method}|0|out|{i}", value)
    options = entries[0][6]
    manager = None
    if programs:
        try:
            manager = lower(dict(programs), options)
        except Exception:  # find out which
            for method in list(programs):
                try:
                    lower({method: programs[method]}, options)
                except Exception as e:
                    errors[method] = "lower: " + reason(e)
                    del programs[method]
            if programs:
                manager = lower(dict(programs), options)
    entry = {"errors": errors, "tolerance": 2e-2 if "." in name else 1e-3, "methods": {}, "edge": []}
    if manager:
        with open(os.path.join(out, name + ".pte"), "wb") as f:
            f.write(bytes(manager.buffer))
        found = calls(manager.executorch_program)
        for method in programs:
            entry["methods"][method] = {"kernel": kernels[method], "calls": found[method]}
        for suffix, recording in recordings.items():
            recording.arrays = {k: v for k, v in recording.arrays.items() if k.split("|")[0] in programs}
            recording.save(os.path.join(out, name + suffix + ".npz"))
        entry["edge"] = sorted({k.split("|")[0] for k in recordings[".edge"].arrays})
    with open(os.path.join(out, name + ".json"), "w") as f:
        json.dump(entry, f, indent=1, sort_keys=True)
    absent = [m for m, e in entry["methods"].items() if all(c is None or c[0] != e["kernel"] for c in e["calls"])]
    print(name, len(entry["methods"]), "methods", f"{len(errors)} not exported" if errors else "", f"without the operator: {absent}" if absent else "", flush=True)


def write_list(out):
    rows = []
    for path in sorted(glob.glob(os.path.join(out, "*.json"))):
        name = os.path.basename(path)[:-5]
        if name == "mutants":
            continue
        with open(path) as f:
            entry = json.load(f)
        for suffix, methods in (("", list(entry["methods"])), (".edge", entry["edge"])):
            if methods:
                rows.append({"file": name + ".pte", "base": name + suffix, "npz": name + suffix + ".npz", "tolerance": entry["tolerance"],
                             "methods": {m: m for m in methods}})  # fmt: skip
    with open(os.path.join(out, "mutants.json"), "w") as f:
        json.dump(rows, f, indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--group")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--kind", help="only programs of this suffix")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_intermixed_args()
    if args.list:
        return write_list(args.out)
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    os.makedirs(args.out, exist_ok=True)
    tables()
    programs = {}
    for row in TABLE:
        if not args.group or row[7] == args.group:
            for suffix in ("", *KINDS.values()):
                # `keep` and `views` are settings of a whole program
                options = "".join(f"_{k}" for k in ("keep", "views") if row[7] == "variants" and row[6].get(k))
                programs.setdefault(row[0] + options + suffix, []).append(row)
    part, parts = map(int, args.part.split("/"))
    for i, (name, entries) in enumerate(programs.items()):
        if i // 3 % parts == part and (not args.names or name.split(".")[0] in args.names) and args.kind in (None, name[len(name.split(".")[0]) :]):
            try:
                export(name, entries, args.out)
            except Exception as e:
                print(name, "FAILED", reason(e), flush=True)


if __name__ == "__main__":
    main()
