"""The ways to call an operator that sweep.py tries beside the plain one: options, promotion, broadcasting, sizes of zero."""
import torch
from torch.nn import functional as F

aten = torch.ops.aten
FEW = ["f32", "i64", "u8"]
F32 = ["f32"]
SMALL = ["f32", "f16"]


def add(variant, X):
    a, row, column, empty = X(2, 3), X(3), X(2, 1), X(0, 3)
    binary = {"add": "out", "sub": "out", "mul": "out", "div": "out", "maximum": "out", "minimum": "out", "fmod": "Tensor_out", "remainder": "Tensor_out",
              "atan2": "out", "eq": "Tensor_out", "lt": "Tensor_out", "ge": "Tensor_out", "logical_and": "out", "pow": "Tensor_Tensor_out"}  # fmt: skip
    for name, overload in binary.items():
        kernel, f = f"aten::{name}.{overload}", getattr(torch, name)
        variant(kernel, "with_f32", f, a, X(2, 3, dt="f32"), types=["i32", "u8", "b", "f16", "f64"])
        variant(kernel, "with_i64", f, a, X(2, 3, dt="i64"), types=["i32", "u8", "b", "f32", "f16"])
        variant(kernel, "broadcast", f, column, row, types=FEW)
        variant(kernel, "broadcast_first", f, X(1, 3), X(2, 2, 3), types=["f32", "i64"])
        variant(kernel, "empty", f, empty, X(1, 3), types=F32)
        variant(kernel, "rank0", lambda x, y, f=f: f(x, y.amax()), a, a, types=["f32", "i64"])
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        variant(f"aten::{name}.Tensor_out", "with_i64", getattr(torch, name), a, X(2, 3, dt="i64"), types=["i32", "u8", "b"])
        variant(f"aten::{name}.Tensor_out", "broadcast", getattr(torch, name), column, row, types=["i64", "b"])
    for name in ("add", "sub"):
        variant(f"aten::{name}.out", "alpha", lambda x, y, f=getattr(torch, name): f(x, y, alpha=2), a, a, types=["f32", "f16", "i64", "u8", "i32"])
        variant(f"aten::{name}.Scalar_out", "alpha", lambda x, f=getattr(aten, name).Scalar: f(x, 3, 2), a, types=FEW)
    for name in ("add", "sub", "mul", "div", "fmod", "remainder", "eq", "lt", "ge", "ne", "gt", "le"):
        overload = getattr(aten, name).Scalar
        variant(f"aten::{name}.Scalar_out", "float", lambda x, f=overload: f(x, 1.5), a, types=["f32", "f16", "i64", "u8", "b"])
    for name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
        variant(f"aten::{name}.Scalar_out", "true", lambda x, f=getattr(aten, name).Scalar: f(x, True), a, types=["b", "i64"])
    for mode in ("floor", "trunc"):
        variant("aten::div.out_mode", mode, lambda x, y, m=mode: torch.div(x, y, rounding_mode=m), a, a, types=["f32", "f16", "i32", "i64", "u8"])
        variant("aten::div.out_mode", mode + "_mixed", lambda x, y, m=mode: torch.div(x, y, rounding_mode=m), a, X(2, 3, dt="f32"), types=["i32", "u8"])
        variant("aten::div.Scalar_mode_out", mode, lambda x, m=mode: aten.div.Scalar_mode(x, 2, rounding_mode=m), a, types=["f32", "i64", "u8"])
        variant("aten::div.Scalar_mode_out", mode + "_float", lambda x, m=mode: aten.div.Scalar_mode(x, 1.5, rounding_mode=m), a, types=["f32", "i64"])
    for exponent in (0, 1, 2, 0.5, -1, -2, 2.5):
        label = "to_" + str(exponent).replace("-", "m").replace(".", "_")
        variant("aten::pow.Tensor_Scalar_out", label, lambda x, e=exponent: aten.pow.Tensor_Scalar(x, e), a, types=["f32", "f16", "i64"])
    variant("aten::pow.Scalar_out", "base_float", lambda x: aten.pow.Scalar(2.5, x), a, types=["f32", "i64"])
    variant("aten::rsub.Scalar_out", "alpha", lambda x: aten.rsub.Scalar(x, 9, 2), a, types=FEW, keep="rsub.Scalar")
    variant("aten::where.self_out", "mixed", lambda m, x, y: torch.where(m, x, y), X(2, 3, dt="b"), a, X(1, dt="f32"), types=["i64", "f16", "u8"])
    variant("aten::where.self_out", "scalar", lambda x: torch.where(x > 1, x, 0), a, types=FEW)
    variant("aten::where.self_out", "byte_mask", lambda m, x, y: torch.where(m.to(torch.bool), x, y), X(2, 1, dt="u8"), a, row, types=FEW)

    variant("aten::clamp.out", "low", lambda x: torch.clamp(x, min=2), a, types=FEW)
    variant("aten::clamp.out", "high", lambda x: torch.clamp(x, max=2), a, types=FEW)
    variant("aten::clamp.out", "float", lambda x: torch.clamp(x, 0.5, 2.5), a, types=["f32", "f16", "i64", "u8"])
    variant("aten::clamp.out", "negative", lambda x: torch.clamp(x, -1, 3), a, types=["f32", "i64", "u8"])
    variant("aten::clamp.Tensor_out", "low", lambda x, y: torch.clamp(x, min=y), a, row, types=FEW)
    variant("aten::clamp.Tensor_out", "mixed", lambda x, y: torch.clamp(x, max=y), a, X(2, 3, dt="f32"), types=["i64", "f16"])
    variant("aten::hardtanh.out", "float", lambda x: aten.hardtanh(x, -0.5, 0.5), a, types=["f32", "f16"], keep="hardtanh.default")
    variant("aten::leaky_relu.out", "slope", lambda x: aten.leaky_relu(x, 0.1), a, types=SMALL, keep="leaky_relu.default")
    variant("aten::elu.out", "alpha", lambda x: aten.elu(x, 0.5, 1.5, 2.0), a, types=SMALL, keep="elu.default")
    variant("aten::gelu.out", "tanh", lambda x: F.gelu(x, approximate="tanh"), a, types=SMALL)
    variant("aten::glu.out", "first", lambda x: aten.glu(x, 0), a, types=SMALL, keep="glu.default")
    variant("aten::logit.out", "kept", lambda x: torch.logit(x), a, types=["f32", "f64", "f16"], keep="logit.default")
    variant("aten::logit.out", "kept_eps", lambda x: torch.logit(x, 0.1), a, types=["f32", "f64", "f16"], keep="logit.default")
    for name in ("softmax", "log_softmax"):
        f = getattr(torch, name)
        variant(f"aten::_{name}.out", "first", lambda x, f=f: f(x, 0), X(3, 2, 2), types=["f32", "f64", "f16"])
        variant(f"aten::_{name}.out", "middle", lambda x, f=f: f(x, -2), X(3, 2, 2), types=["f32", "f16"])
        variant(f"aten::_{name}.out", "wide", lambda x, f=f: f(x, 1), X(2, 40), types=["f32", "f64", "f16", "bf16"])
        variant(f"aten::_{name}.out", "to_f32", lambda x, f=f: f(x, 1, dtype=torch.float32), a, types=["f16", "i64"])

    deep = X(2, 3, 2)
    for name in ("sum", "mean", "amax", "amin"):
        kernel, f = {"sum": "aten::sum.IntList_out", "mean": "aten::mean.out"}.get(name, f"aten::{name}.out"), getattr(torch, name)
        types = ["f32", "f16"] if name == "mean" else ["f32", "i64", "u8", "b"]
        variant(kernel, "two", lambda x, f=f: f(x, (0, 2)), deep, types=types)
        variant(kernel, "keep", lambda x, f=f: f(x, (-1,), keepdim=True), deep, types=types)
        variant(kernel, "all", lambda x, f=f: f(x, (0, 1, 2)).reshape(1), deep, types=types)
        variant(kernel, "no_list", lambda x, f=f: f(x, ()).reshape(1), deep, types=types)
        variant(kernel, "first", lambda x, f=f: f(x, 0), X(5, 4), types=types)
        if name in ("sum", "mean"):
            variant(kernel, "as_f64", lambda x, f=f: f(x, 1, dtype=torch.float64), a, types=["f32", "i64", "u8", "f16"])
            variant(kernel, "as_f32", lambda x, f=f: f(x, 1, dtype=torch.float32), a, types=["f64", "i64", "b", "f16"])
            variant(kernel, "of_nothing", lambda x, f=f: f(x, 0), empty, types=["f32"])
    variant("aten::sum.IntList_out", "as_i32", lambda x: torch.sum(x, 1, dtype=torch.int32), a, types=["u8", "i64", "b"])
    variant("aten::cumsum.out", "first", lambda x: x.cumsum(0), deep, types=["f32", "i64", "u8"])
    variant("aten::cumsum.out", "as_f64", lambda x: x.cumsum(-1, dtype=torch.float64), deep, types=["f32", "i64"])
    variant("aten::prod.int_out", "keep", lambda x: torch.prod(x, 1, keepdim=True), deep, types=["f32", "i64", "b"], keep="prod.dim_int")
    variant("aten::prod.int_out", "as_f32", lambda x: torch.prod(x, -1, dtype=torch.float32), deep, types=["i64", "f64"], keep="prod.dim_int")
    for name in ("argmax", "argmin"):
        f = getattr(torch, name)
        variant(f"aten::{name}.out", "all", lambda x, f=f: f(x).reshape(1), a, types=FEW)
        variant(f"aten::{name}.out", "keep", lambda x, f=f: f(x, -2, keepdim=True), deep, types=FEW)
    for name in ("max", "min"):
        f = getattr(torch, name)
        variant(f"aten::{name}.dim_{name}", "keep", lambda x, f=f: tuple(f(x, -2, keepdim=True)), deep, types=["f32", "i64", "u8", "b", "f16"])
    variant("aten::any.out", "keep", lambda x: torch.any(x, 1, keepdim=True), deep, types=["b", "f32", "u8"], keep="any.dim")
    variant("aten::any.dims_out", "one", lambda x: aten.any.dims(x, [1]), deep, types=["b", "f32", "u8"], keep="any.dims")
    variant("aten::any.dims_out", "none", lambda x: aten.any.dims(x, None).reshape(1), deep, types=["b", "f32", "u8"], keep="any.dims")
    variant("aten::logical_not.out", "all_of", lambda x: torch.all(x, 1), a, types=["b", "f32", "u8"])
    for correction in (0, 1, 2, 0.5):
        label = str(correction).replace(".", "_")
        variant("aten::var.correction_out", "less_" + label, lambda x, c=correction: torch.var(x, 1, correction=c, keepdim=True), deep, types=SMALL)
    variant("aten::var.correction_out", "all", lambda x: torch.var(x).reshape(1), a, types=SMALL)
    variant("aten::var.correction_out", "two", lambda x: torch.var(x, (0, 2)), deep, types=SMALL)
    variant("aten::var.out", "biased", lambda x: aten.var.dim(x, [0, 1], False), a, types=SMALL, keep="var.dim")
    variant("aten::topk.values", "smallest", lambda x: tuple(torch.topk(x, 2, 1, largest=False)), X(2, 4), types=["f32", "i64", "f16"])
    variant("aten::topk.values", "first", lambda x: tuple(torch.topk(x, 2, 0)), X(4, 3), types=["f32", "i64"])

    image = X(1, 2, 4, 4)
    conv = "aten::convolution.out"
    w = X(2, 2, 3, 3)
    for label, options in {"stride": {"stride": 2}, "padding": {"padding": 1}, "dilation": {"dilation": 2, "padding": 2}, "both": {"stride": (2, 1), "padding": (1, 0)}}.items():
        variant(conv, label, lambda x, w, o=options: F.conv2d(x, w, **o), image, w, types=SMALL)
    variant(conv, "groups", lambda x, w, b: F.conv2d(x, w, b, groups=2), image, X(4, 1, 3, 3), X(4), types=SMALL)
    variant(conv, "line", lambda x, w, b: F.conv1d(x, w, b), X(1, 2, 6), X(3, 2, 3), X(3), types=["f32", "f16", "i64"])
    variant(conv, "line_options", lambda x, w: F.conv1d(x, w, stride=2, padding=2, dilation=2), X(1, 2, 8), X(3, 2, 3), types=F32)
    variant(conv, "space", lambda x, w: F.conv3d(x, w), X(1, 2, 3, 3, 3), X(2, 2, 2, 2, 2), types=F32)
    variant(conv, "transposed", lambda x, w, b: F.conv_transpose2d(x, w, b), X(1, 2, 3, 3), X(2, 3, 2, 2), X(3), types=SMALL)
    variant(conv, "transposed_options", lambda x, w: F.conv_transpose2d(x, w, stride=2, padding=1, output_padding=1), X(1, 2, 3, 3), X(2, 3, 3, 3), types=F32)
    variant(conv, "transposed_groups", lambda x, w: F.conv_transpose2d(x, w, groups=2, dilation=2), X(1, 2, 3, 3), X(2, 2, 2, 2), types=F32)
    variant(conv, "transposed_line", lambda x, w: F.conv_transpose1d(x, w, stride=2), X(1, 2, 5), X(2, 3, 3), types=F32)
    variant(conv, "bias_f16", lambda x, w, b: F.conv2d(x, w, b), image, w, X(2), types=["f16", "bf16", "f64"])
    pool = "aten::avg_pool2d.out"
    for label, options in {"padding": {"padding": 1}, "not_counted": {"padding": 1, "count_include_pad": False}, "ceil": {"stride": 3, "ceil_mode": True}, "divisor": {"divisor_override": 3}}.items():
        variant(pool, label, lambda x, o=options: F.avg_pool2d(x, 2, **o), X(1, 2, 5, 5), types=SMALL)
    variant(pool, "no_batch", lambda x: F.avg_pool2d(x, 2), X(2, 4, 4), types=F32)
    pool = "aten::max_pool2d_with_indices.out"
    for label, options in {"padding": {"padding": 1}, "dilation": {"stride": 1, "dilation": 2}, "ceil": {"stride": 3, "ceil_mode": True}}.items():
        variant(pool, label, lambda x, o=options: F.max_pool2d(x, 2, **o), X(1, 2, 5, 5), types=["f32", "f16", "i64"])
    variant(pool, "places", lambda x: F.max_pool2d(x, 2, return_indices=True), image, types=F32)
    variant(pool, "line", lambda x: F.max_pool1d(x, 2), X(1, 2, 6), types=F32)
    variant("aten::native_layer_norm.out", "bare", lambda x: F.layer_norm(x, (3, 2)), deep, types=["f32", "f16", "bf16", "f64"])
    variant("aten::native_layer_norm.out", "weight", lambda x, w: F.layer_norm(x, (2,), w), deep, X(2), types=SMALL)
    variant("aten::native_layer_norm.out", "weight_f32", lambda x, w, b: aten.native_layer_norm(x, [3], w, b, 1e-5)[0], a, row, row, types=["f16"])
    variant("aten::native_group_norm.out", "bare", lambda x: F.group_norm(x, 2), X(2, 4, 3), types=SMALL)
    norm = "aten::_native_batch_norm_legit_no_training.out"
    variant(norm, "flat", lambda x, m, v: F.batch_norm(x, m, v), X(4, 3), row, row, types=SMALL)
    variant(norm, "line", lambda x, m, v, w, b: F.batch_norm(x, m, v, w, b), X(2, 3, 4), row, row, row, row, types=F32)
    variant("aten::_native_batch_norm_legit.no_stats_out", "line", lambda x: F.batch_norm(x, None, None, training=True), X(2, 3, 4), types=F32)

    i64, i32 = X(2, dt="i64", hi=2), X(2, dt="i32", hi=2)
    index = "aten::index.Tensor_out"
    variant(index, "i32", lambda x, i: x[i], a, i32, types=["f32", "i64"])
    variant(index, "mask", lambda x, m: x[m], a, X(2, 3, dt="b"), types=["f32", "i64"])
    variant(index, "mask_rows", lambda x, m: x[m], a, X(2, dt="b"), types=["f32"])
    variant(index, "two", lambda x, i, j: x[i, j], a, i64, i64, types=FEW)
    variant(index, "second", lambda x, i: x[:, i], deep, i64, types=FEW)
    variant(index, "apart", lambda x, i, j: x[i, :, j], deep, i64, i64, types=F32)
    variant(index, "grid", lambda x, i, j: x[i, j], a, X(2, 1, dt="i64", hi=2), X(1, 2, dt="i64", hi=3), types=F32)
    put = "aten::index_put.out"
    variant(put, "i32", lambda x, i, v: aten.index_put(x, [i], v), a, i32, a, types=F32)
    variant(put, "accumulate", lambda x, i, v: x.index_put((i,), v, accumulate=True), a, i64, a, types=["f32", "i64", "f16", "u8"])
    variant(put, "second", lambda x, i, v: aten.index_put(x, [None, i], v), a, i64, X(2, 2), types=FEW)
    variant(put, "value", lambda x, i, v: x.index_put((i,), v), a, i64, X(1), types=FEW)
    variant(put, "two", lambda x, i, j, v: x.index_put((i, j), v), a, X(2, dt="i64", hi=2), X(2, dt="i64", hi=2), X(2), types=F32)
    variant(put, "mask", lambda x, m, v: x.index_put((m,), v), a, X(2, 3, dt="b"), X(1), types=F32)
    variant("aten::index_select.out", "i32", lambda x, i: x.index_select(0, i), deep, i32, types=["f32", "i64"])
    variant("aten::embedding.out", "i32", lambda w, i: F.embedding(i, w), X(3, 2), X(2, 2, dt="i32", hi=3), types=["f32", "f16"])
    variant("aten::gather.out", "first", lambda x, i: x.gather(0, i), deep, X(1, 2, 2, dt="i64", hi=2), types=FEW, keep="gather.default")
    variant("aten::gather.out", "rank1", lambda x, i: x.gather(0, i), X(4), X(2, dt="i64", hi=4), types=FEW, keep="gather.default")
    variant("aten::scatter.src_out", "first", lambda x, i, y: x.scatter(0, i, y), deep, X(1, 2, 2, dt="i64", hi=2), X(1, 2, 2), types=FEW)
    variant("aten::scatter.value_out", "float", lambda x, i: x.scatter(1, i, 1.5), a, X(2, 2, dt="i64", hi=3), types=["f32", "f16", "i64"])
    variant("aten::scatter_add.out", "first", lambda x, i, y: x.scatter_add(0, i, y), deep, X(1, 2, 2, dt="i64", hi=2), X(1, 2, 2), types=FEW)
    variant("aten::masked_fill.Scalar_out", "broadcast", lambda x, m: aten.masked_fill.Scalar(x, m, 1.5), a, X(3, dt="b"), types=["f32", "f16"], keep="masked_fill.Scalar")
    variant("aten::masked_scatter.out", "broadcast", lambda x, m, y: x.masked_scatter(m, y), a, X(3, dt="b"), a, types=FEW, keep="masked_scatter.default")
    variant("aten::nonzero.out", "rank1", torch.nonzero, X(4), types=["f32", "b"])
    variant("aten::masked_select.out", "broadcast", lambda x, m: torch.masked_select(x, m), a, X(3, dt="b"), types=["f32"], keep="masked_select.default")

    variant("aten::cat.out", "three", lambda x, y: torch.cat([x, y, x], 0), a, X(1, 3), types=["f32", "i64", "b", "f16"])
    variant("aten::cat.out", "mixed", lambda x, y: torch.cat([x, y], -1), a, X(2, 2, dt="f32"), types=["i64", "f16", "u8"])
    variant("aten::cat.out", "empty", lambda x, y: torch.cat([x, y], 0), a, empty, types=FEW)
    variant("aten::cat.out", "empty_rank1", lambda x, y: torch.cat([x, y], 0), a, X(0), types=F32)
    variant("aten::cat.out", "one", lambda x: torch.cat([x], 0), a, types=F32)
    variant("aten::stack.out", "last", lambda x, y: torch.stack([x, y], -1), a, a, types=FEW, keep="stack.default")
    variant("aten::constant_pad_nd.out", "four", lambda x: F.pad(x, (1, 0, 2, 1), value=0.5), image, types=["f32", "f16", "i64"])
    variant("aten::constant_pad_nd.out", "negative", lambda x: F.pad(x, (-1, 1)), a, types=F32)
    variant("aten::constant_pad_nd.out", "five", lambda x: F.pad(x, (1, 1, 0, 0, 0, 1)), X(1, 2, 2, 2, 2), types=F32)
    variant("aten::reflection_pad2d.out", "uneven", lambda x: F.pad(x, (2, 0, 1, 2), mode="reflect"), X(2, 3, 3), types=SMALL, keep="reflection_pad2d.default")
    variant("aten::replication_pad2d.out", "uneven", lambda x: F.pad(x, (4, 0, 1, 2), mode="replicate"), X(2, 3, 3), types=SMALL, keep="replication_pad2d.default")
    variant("aten::slice_copy.Tensor_out", "step", lambda x: x[::2, -2:], X(5, 3), types=FEW)
    variant("aten::slice_copy.Tensor_out", "nothing", lambda x: x[2:2], X(5, 3), types=F32)
    variant("aten::slice_scatter.out", "step", lambda x, y: torch.slice_scatter(x, y, 1, 0, 4, 2), X(2, 4), X(2, 2), types=FEW, keep="slice_scatter.default")
    variant("aten::select_scatter.out", "negative", lambda x, y: torch.select_scatter(x, y, -1, -1), a, X(2), types=FEW, keep="select_scatter.default")
    variant("aten::select_copy.int_out", "negative", lambda x: x.select(-1, -1), deep, types=FEW)
    variant("aten::split_copy.Tensor_out", "uneven", lambda x: tuple(torch.split_copy(x, 3, 1)), X(2, 4), types=FEW, keep="split_copy.Tensor")
    variant("aten::as_strided_copy.out", "offset", lambda x: torch.as_strided_copy(x, (2, 2), (1, 2), 1), a, types=FEW)
    variant("aten::diagonal_copy.out", "offset", lambda x: torch.diagonal(x, 1, 0, 2), deep, types=FEW)
    variant("aten::expand_copy.out", "same", lambda x: x.expand(-1, 3), column, types=FEW)
    variant("aten::flip.out", "two", lambda x: x.flip(0, 2), deep, types=FEW)
    variant("aten::roll.out", "two", lambda x: x.roll((1, -1), (0, 1)), a, types=FEW, keep="roll.default")
    variant("aten::roll.out", "flat", lambda x: torch.roll(x, 2), a, types=FEW, keep="roll.default")
    variant("aten::repeat.out", "more", lambda x: x.repeat(2, 1, 2), a, types=FEW)
    variant("aten::permute_copy.out", "four", lambda x: x.permute(0, 2, 3, 1), image, types=FEW)
    variant("aten::tril.out", "below", lambda x: torch.tril(x, -1), X(2, 3, 3), types=FEW, keep="tril.default")
    variant("aten::unfold_copy.out", "step", lambda x: x.unfold(0, 3, 2), X(5, 2), types=FEW, keep="unfold_copy.default")
    variant("aten::view_copy.out", "guess", lambda x: x.view(-1, 2), a, types=FEW, views=True)
    variant("aten::view_copy.out", "empty", lambda x: x.view(3, 0), empty, types=F32, views=True)
    variant("aten::full_like.out", "as", lambda x: torch.full_like(x, 1.5, dtype=torch.float64), a, types=FEW)
    variant("aten::full.out", "float", lambda x: torch.full((2, 3), 2.5) + x, a, types=["f32", "i64"])
    variant("aten::full.out", "infinite", lambda x: torch.full((2, 3), float("-inf")) + x, a, types=["f32"])
    variant("aten::arange.start_out", "step", lambda x: torch.arange(0.5, 2.0, 0.5) + x, a, types=["f32"])
    variant("aten::arange.start_out", "down", lambda x: torch.arange(3, 0, -1) + x, a, types=["f32", "i64"])
    variant("aten::empty.out", "copied", lambda x: aten.copy(torch.empty((2, 3), dtype=x.dtype), x), a, types=FEW)
    variant("aten::copy.out", "broadcast", lambda x, y: aten.copy(x, y), a, row, types=FEW, keep="copy.default")
    variant("aten::copy.out", "convert", lambda x, y: aten.copy(x, y), a, X(2, 3, dt="f32"), types=["i64", "f16", "u8"], keep="copy.default")

    variant("aten::addmm.out", "scaled", lambda b, x, y: torch.addmm(b, x, y, beta=0.5, alpha=2), X(2), a, X(3, 2), types=SMALL)
    variant("aten::addmm.out", "scaled_integers", lambda b, x, y: torch.addmm(b, x, y, beta=3, alpha=2), X(2, 2), a, X(3, 2), types=["f32", "i64"])
    variant("aten::addmm.out", "column", lambda b, x, y: torch.addmm(b, x, y), X(2, 1), a, X(3, 2), types=F32)
    variant("aten::mm.out", "nothing", torch.mm, X(2, 0), X(0, 3), types=F32)
    variant("aten::bmm.out", "many", torch.bmm, X(3, 2, 4), X(3, 4, 2), types=["f32", "f16", "i64"])
    variant("aten::linear.out", "bias", F.linear, X(2, 2, 3), X(4, 3), X(4), types=SMALL, keep="linear.default")
    for p in (0.0, 1.0, 3.0, float("inf")):
        label = "p_" + str(p).replace(".", "_")
        variant("aten::_cdist_forward.out", label, lambda x, y, p=p: aten._cdist_forward(x, y, p, None), a, X(4, 3), types=SMALL, keep="_cdist_forward.default")
        variant("aten::_pdist_forward.out", label, lambda x, p=p: aten._pdist_forward(x, p), X(3, 3), types=F32, keep="_pdist_forward.default")
    up = "aten::upsample_bilinear2d.vec_out"
    variant(up, "corners", lambda x: F.interpolate(x, size=(5, 7), mode="bilinear", align_corners=True), image, types=SMALL, keep="upsample_bilinear2d.vec")
    variant(up, "down", lambda x: F.interpolate(x, size=(2, 3), mode="bilinear"), image, types=SMALL, keep="upsample_bilinear2d.vec")
    variant("aten::upsample_nearest2d.vec_out", "size", lambda x: F.interpolate(x, size=(5, 7)), image, types=["f32", "f16"], keep="upsample_nearest2d.vec")
    for mode in ("nearest", "bicubic"):
        for padding in ("zeros", "border", "reflection"):
            variant("aten::grid_sampler_2d.out", f"{mode}_{padding}", lambda x, g, m=mode, p=padding: F.grid_sample(x, g, mode=m, padding_mode=p, align_corners=True),
                    X(1, 1, 4, 4), X(1, 2, 2, 2), types=F32, keep="grid_sampler_2d.default")  # fmt: skip
    variant("aten::pixel_shuffle.out", "rank3", lambda x: F.pixel_shuffle(x, 2), X(4, 2, 2), types=F32, keep="pixel_shuffle.default")
    variant("aten::_adaptive_avg_pool2d.out", "one", lambda x: F.adaptive_avg_pool2d(x, (1, 2)), X(1, 2, 5, 4), types=SMALL, keep="_adaptive_avg_pool2d.default")
    variant("aten::native_dropout.out", "mask", lambda x: tuple(aten.native_dropout(x, 0.5, False)), a, types=F32, keep="native_dropout.default")
    variant("aten::_fft_r2c.out", "line", lambda x: torch.view_as_real_copy(torch.fft.rfft(x)), X(2, 8), types=F32)


def add_orders(op, X):
    """Operators whose argument is channels-last, and some whose result is not."""
    image, last, plain = X(1, 2, 4, 4), torch.channels_last, torch.contiguous_format
    uses = {
        "relu.out": torch.relu, "sigmoid.out": torch.sigmoid, "neg.out": torch.neg, "hardtanh.out": F.relu6, "gelu.out": F.gelu, "clamp.out": lambda x: x.clamp(0, 1),
        "add.out": lambda x: x + x, "mul.out": lambda x: x * x, "div.out": lambda x: x / 3, "eq.Tensor_out": lambda x: x == x, "where.self_out": lambda x: torch.where(x > 1, x, 0),
        "cat.out": lambda x: torch.cat([x, x], 1), "sum.IntList_out": lambda x: x.sum(1), "mean.out": lambda x: x.mean((2, 3)), "amax.out": lambda x: x.amax(1),
        "_softmax.out": lambda x: x.softmax(1), "cumsum.out": lambda x: x.cumsum(1), "argmax.out": lambda x: x.argmax(1), "constant_pad_nd.out": lambda x: F.pad(x, (1, 1)),
        "avg_pool2d.out": lambda x: F.avg_pool2d(x, 2), "max_pool2d_with_indices.out": lambda x: F.max_pool2d(x, 2),
        "upsample_bilinear2d.vec_out": lambda x: F.interpolate(x, scale_factor=2.0, mode="bilinear"), "upsample_nearest2d.vec_out": lambda x: F.interpolate(x, scale_factor=2.0),
        "permute_copy.out": lambda x: x.permute(0, 2, 3, 1), "view_copy.out": lambda x: x.reshape(2, 16), "select_copy.int_out": lambda x: x[:, 0],
        "slice_copy.Tensor_out": lambda x: x[:, :, 1:3], "split_with_sizes_copy.out": lambda x: tuple(x.split(1, 1)), "native_group_norm.out": lambda x: F.group_norm(x, 2),
        "native_layer_norm.out": lambda x: F.layer_norm(x, (4,)), "pixel_shuffle.out": lambda x: F.pixel_shuffle(torch.cat([x, x], 1).to(memory_format=last), 2),
        "flip.out": lambda x: x.flip(1), "expand_copy.out": lambda x: x.expand(2, 2, 4, 4), "full_like.out": lambda x: torch.full_like(x, 2), "squeeze_copy.dims_out": lambda x: x.squeeze(0),
    }  # fmt: skip
    for name, f in uses.items():
        keep = {"upsample_bilinear2d.vec_out": "upsample_bilinear2d.vec", "upsample_nearest2d.vec_out": "upsample_nearest2d.vec", "pixel_shuffle.out": "pixel_shuffle.default"}.get(name)
        op("aten::" + name, lambda x, f=f: f(x.to(memory_format=last)), image, name="last", types=["f32"], group="orders", dim_order=True, keep=keep)
    conv = "aten::convolution.out"
    op(conv, lambda x, w, b: F.conv2d(x.to(memory_format=last), w, b), image, X(2, 2, 3, 3), X(2), name="last", types=["f32"], group="orders", dim_order=True)
    op(conv, lambda x, w: F.conv2d(x, w.to(memory_format=last)), image, X(2, 2, 3, 3), name="last_weight", types=["f32"], group="orders", dim_order=True)
    op(conv, lambda x, w: F.conv2d(x.to(memory_format=last), w.to(memory_format=last)), image, X(2, 2, 3, 3), name="last_both", types=["f32"], group="orders", dim_order=True)
    norm = "aten::_native_batch_norm_legit_no_training.out"
    op(norm, lambda x, m, v: F.batch_norm(x.to(memory_format=last), m, v), image, X(2), X(2), name="last", types=["f32"], group="orders", dim_order=True)
    op("aten::add.out", lambda x, y: x.to(memory_format=last) + y, image, image, name="mixed", types=["f32"], group="orders", dim_order=True)
    op("aten::add.out", lambda x, y: x + y.to(memory_format=last), image, image, name="mixed_second", types=["f32"], group="orders", dim_order=True)
    op("aten::add.out", lambda x, y: x.to(memory_format=last) + y, image, X(1), name="broadcast", types=["f32"], group="orders", dim_order=True)
    op("aten::cat.out", lambda x, y: torch.cat([x.to(memory_format=last), y], 1), image, image, name="mixed", types=["f32"], group="orders", dim_order=True)
    op("dim_order_ops::_clone_dim_order.out", lambda x: x.to(memory_format=last).relu().contiguous(memory_format=plain), image, name="back", types=["f32"], group="orders", dim_order=True)
    op("dim_order_ops::_to_dim_order_copy.out", lambda x: x.to(memory_format=last).to(torch.float64, memory_format=plain), image, name="back", types=["f32"], group="orders", dim_order=True)


def add_sizes(op, X):
    """Operators whose first size varies: exported with 3, run with 3 and 2."""
    deep, image = X(3, 4, 2), X(3, 2, 4, 4)
    uses = {
        "sum.IntList_out": lambda x: x.sum(1), "mean.out": lambda x: x.mean(1), "amax.out": lambda x: x.amax(1), "amin.out": lambda x: x.amin(1), "argmax.out": lambda x: x.argmax(1),
        "argmin.out": lambda x: x.argmin(1), "var.correction_out": lambda x: x.var(1), "cumsum.out": lambda x: x.cumsum(1), "_softmax.out": lambda x: x.softmax(-1),
        "_log_softmax.out": lambda x: x.log_softmax(-1), "max.dim_max": lambda x: tuple(x.max(1)), "min.dim_min": lambda x: tuple(x.min(1)), "topk.values": lambda x: tuple(x.topk(2, 1)),
        "native_layer_norm.out": lambda x: F.layer_norm(x, (2,)), "cat.out": lambda x: torch.cat([x, x], 1), "stack.out": lambda x: torch.stack([x, x], 1), "select_copy.int_out": lambda x: x[:, 1],
        "slice_copy.Tensor_out": lambda x: x[:, 1:3], "permute_copy.out": lambda x: x.permute(0, 2, 1), "view_copy.out": lambda x: x.reshape(-1, 8), "flip.out": lambda x: x.flip(1),
        "expand_copy.out": lambda x: x.unsqueeze(1).expand(-1, 2, -1, -1), "squeeze_copy.dims_out": lambda x: x[:, :1].squeeze(1), "split_with_sizes_copy.out": lambda x: tuple(x.split(2, 1)),
        "repeat.out": lambda x: x.repeat(1, 2, 1), "bmm.out": lambda x: torch.bmm(x, x.transpose(1, 2)), "clone.out": lambda x: x.clone(), "_to_copy.out": lambda x: x.to(torch.int32),
        "where.self_out": lambda x: torch.where(x > 1, x, 0), "full_like.out": lambda x: torch.full_like(x, 2), "clamp.out": lambda x: x.clamp(0, 1), "gelu.out": F.gelu, "add.out": lambda x: x + x,
        "constant_pad_nd.out": lambda x: F.pad(x, (1, 1)), "index_select.out": lambda x: x.index_select(1, torch.tensor([0, 1])), "index.Tensor_out": lambda x: x[:, torch.tensor([0, 1])],
        "full.out": lambda x: torch.zeros(x.shape[0], 2) + x[:, 0], "arange.start_out": lambda x: torch.arange(x.shape[0]) + x[:, 0, 0], "roll.out": lambda x: x.roll(1, 1),
        "any.out": lambda x: (x > 1).any(1), "mean.dtype_out": lambda x: x.mean().reshape(1), "gather.out": lambda x: x.gather(1, x[:, :2].to(torch.int64)), "unsqueeze_copy.out": lambda x: x.unsqueeze(1),
        "diagonal_copy.out": lambda x: x.diagonal(0, 1, 2), "tril.out": lambda x: x.tril(), "logical_not.out": torch.logical_not, "pow.Tensor_Scalar_out": lambda x: x ** 2,
    }  # fmt: skip
    images = {
        "convolution.out": lambda x: F.conv2d(x, torch.ones(2, 2, 3, 3)), "avg_pool2d.out": lambda x: F.avg_pool2d(x, 2), "max_pool2d_with_indices.out": lambda x: F.max_pool2d(x, 2),
        "_adaptive_avg_pool2d.out": lambda x: F.adaptive_avg_pool2d(x, 1), "upsample_bilinear2d.vec_out": lambda x: F.interpolate(x, scale_factor=2.0, mode="bilinear"),
        "upsample_nearest2d.vec_out": lambda x: F.interpolate(x, scale_factor=2.0), "native_group_norm.out": lambda x: F.group_norm(x, 2), "pixel_unshuffle.out": lambda x: F.pixel_unshuffle(x, 2),
        "_native_batch_norm_legit_no_training.out": lambda x: F.batch_norm(x, torch.zeros(2), torch.ones(2)), "reflection_pad2d.out": lambda x: F.pad(x, (1, 1, 1, 1), mode="reflect"),
        "replication_pad2d.out": lambda x: F.pad(x, (1, 1, 1, 1), mode="replicate"), "grid_sampler_2d.out": lambda x: F.grid_sample(x, x[:, :1].reshape(-1, 2, 4, 2), align_corners=False),
    }  # fmt: skip
    for arg, table in ((deep, uses), (image, images)):
        for name, f in table.items():
            keep = {"upsample_bilinear2d.vec_out": "upsample_bilinear2d.vec", "upsample_nearest2d.vec_out": "upsample_nearest2d.vec"}.get(name)
            op("aten::" + name, f, arg, types=["f32"], group="dynamic", dynamic=2, keep=keep)
            if name in ("mean.out", "sum.IntList_out", "amax.out"):
                op("aten::" + name, lambda x, name=name: getattr(x, name.split(".")[0])((0, 1)), arg, name="over_rows", types=["f32"], group="dynamic", dynamic=2)


def add_broadcasts(op, X):
    """Sizes that differ between the two arguments of an operator, each way round."""
    pairs = {
        "rank": ((1, 1, 3), (3,)), "rank_one": ((1, 3), (1, 1, 3)), "rank_of_many": ((1, 2, 3), (2, 3)), "last": ((2, 4, 3), (2, 4, 1)), "middle": ((2, 4, 3), (2, 1, 3)),
        "first": ((2, 4, 3), (1, 4, 3)), "channels": ((2, 4, 3, 3), (2, 4, 1, 1)), "outer": ((2, 1), (1, 3)), "two": ((2, 1, 3, 1), (1, 4, 1, 5)), "short": ((2, 4, 3), (4, 1)),
        "vector": ((2, 4, 3), (3,)), "matrix": ((2, 4, 3), (4, 3)), "single": ((2, 3), (1,)), "single_first": ((2, 3), (1, 1)), "single_rank": ((3,), (1, 1)),
    }  # fmt: skip
    binary = {"add": "out", "sub": "out", "mul": "out", "div": "out", "maximum": "out", "minimum": "out", "eq": "Tensor_out", "lt": "Tensor_out", "le": "Tensor_out", "ge": "Tensor_out",
              "pow": "Tensor_Tensor_out", "logical_and": "out", "atan2": "out", "fmod": "Tensor_out", "remainder": "Tensor_out"}  # fmt: skip
    for name, overload in binary.items():
        for label, (a, b) in pairs.items():
            types = ["f32", "i64"] if name in ("add", "mul") else ["f32"]
            op(f"aten::{name}.{overload}", getattr(torch, name), X(*a), X(*b), name=label, types=types, group="broadcast")
            op(f"aten::{name}.{overload}", getattr(torch, name), X(*b), X(*a), name=label + "_turned", types=types, group="broadcast")
    for label, (a, b) in pairs.items():
        op("aten::where.self_out", lambda x, y: torch.where(x > 0.5, x, y), X(*a), X(*b), name=label, types=["f32"], group="broadcast")
        op("aten::clamp.Tensor_out", lambda x, y: torch.clamp(x, min=y), X(*a), X(*b), name=label, types=["f32"], group="broadcast")
        op("aten::add.out", lambda x, y: torch.add(x, y, alpha=2), X(*b), X(*a), name=label + "_alpha", types=["f32"], group="broadcast")
