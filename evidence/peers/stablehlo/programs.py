#!/usr/bin/env python3
"""Programs of JAX as StableHLO text, with inputs and the outputs that JAX computes. programs.py OUT [MODULE]

Of each, OUT gets NAME.mlir, and NAME.npz (`input_0`…, `output_0`…) for those that run on one device. MODULE (a file beside this one) has another
set of programs: `PROGRAMS`, and `CASES` of values.
"""

import importlib
import os
import pathlib
import sys

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=4")

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)
# Other dialects than StableHLO: as custom calls.
jax.config.update("jax_use_shardy_partitioner", False)

f16, bf16, f32, f64 = jnp.float16, jnp.bfloat16, jnp.float32, jnp.float64
i8, i32, i64, u8, u32, c64 = jnp.int8, jnp.int32, jnp.int64, jnp.uint8, jnp.uint32, jnp.complex64


def shape(*dims, of=f32):
    return jax.ShapeDtypeStruct(dims, of)


def layers(params, x):
    for w, b in params:
        x = jax.nn.gelu(x @ w + b)
    return jax.nn.softmax(x)


PARAMS = [(shape(8, 4), shape(4)), (shape(4, 2), shape(2))]


def convolved(x, k, **how):
    return lax.conv_general_dilated(x, k, (1, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), **how)


def batched_gather(x, i):
    return jnp.take_along_axis(x, i, axis=1)


def batched_scatter(x, i, v):
    return jax.vmap(lambda x, i, v: x.at[i].add(v))(x, i, v)


def attention(q, k, v):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, axis=-1), v)


def lstm(x, h, c, w, u):
    def step(state, row):
        h, c = state
        i, f, g, o = jnp.split(row @ w + h @ u, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    return lax.scan(step, (h, c), x)


def sharded(body, inputs, outputs):
    def made(*values):
        mesh = jax.sharding.Mesh(np.array(jax.devices()[:4]), ("x",))
        return jax.shard_map(body, mesh=mesh, in_specs=inputs, out_specs=outputs, check_vma=False)(*values)

    return made


P = jax.sharding.PartitionSpec


def dots(algorithm):
    return lambda x, y: lax.dot_general(x, y, (((1,), (0,)), ((), ())), precision=algorithm, preferred_element_type=f32)


def symbolic(text, of=f32):
    return jax.ShapeDtypeStruct(jax.export.symbolic_shape(text), of)


# Name: the function, and shapes of its arguments.
PROGRAMS = {
    "add": (lambda x, y: x + y, shape(4), shape(4)),
    "scan": (lambda x: lax.scan(lambda c, row: (c + row, c * row), x[0], x), shape(5, 3)),
    "while": (lambda x: lax.while_loop(lambda s: s[0] < 10, lambda s: (s[0] + 1, s[1] * 0.5), (0, x)), shape(4)),
    "cond": (lambda flag, x: lax.cond(flag, jnp.sin, jnp.cos, x), shape(of=jnp.bool_), shape(4)),
    "switch": (lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tanh], x), shape(of=i32), shape(4)),
    "conv": (convolved, shape(1, 8, 8, 3), shape(3, 3, 3, 4)),
    "conv-grouped": (lambda x, k: convolved(x, k, feature_group_count=2, rhs_dilation=(2, 1)), shape(1, 8, 8, 4), shape(3, 3, 2, 4)),
    "conv-transposed": (lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME"), shape(1, 5, 5, 3), shape(3, 3, 3, 2)),
    "conv-gradient": (jax.grad(lambda k, x: (convolved(x, k) ** 2).sum()), shape(3, 3, 3, 4), shape(1, 8, 8, 3)),
    "pool-max": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), shape(1, 8, 8, 3)),
    "pool-average": (lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "SAME") / 9, shape(1, 8, 8, 3)),
    "pool-gradient": (jax.grad(lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID").sum()), shape(1, 8, 8, 3)),
    "network": (layers, PARAMS, shape(3, 8)),
    "network-gradient": (jax.grad(lambda p, x: (layers(p, x) ** 2).sum()), PARAMS, shape(3, 8)),
    "attention": (attention, shape(2, 5, 2, 4), shape(2, 5, 2, 4), shape(2, 5, 2, 4)),
    "lstm": (lstm, shape(6, 2, 3), shape(2, 4), shape(2, 4), shape(3, 16), shape(4, 16)),
    "sort": (lambda x: (jnp.sort(x), jnp.argsort(x)), shape(16)),
    "sort-pairs": (lambda x, y: lax.sort((x, y), num_keys=1, is_stable=True), shape(9), shape(9, of=i32)),
    "top": (lambda x: jnp.sort(x)[-3:], shape(16)),
    "gather": (lambda x, i: x[i], shape(8, 4), shape(3, of=i32)),
    "gather-batched": (batched_gather, shape(3, 8), shape(3, 4, of=i32)),
    "gather-batched-small": (batched_gather, shape(200, 3), shape(200, 2, of=i8)),
    "gather-vmapped": (jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (2,))), shape(5, 8), shape(5, of=i32)),
    "scatter": (lambda x, i, v: x.at[i].add(v), shape(8, 4), shape(3, of=i32), shape(3, 4)),
    "scatter-batched": (batched_scatter, shape(5, 8), shape(5, 3, of=i32), shape(5, 3)),
    "scatter-set": (lambda x, i: x.at[i, i].set(1.0, unique_indices=True), shape(8, 8), shape(3, of=i32)),
    "scatter-max": (lambda x, i, v: x.at[i].max(v), shape(8), shape(3, of=i32), shape(3)),
    "segment-sum": (lambda x, i: jax.ops.segment_sum(x, i, 4), shape(9), shape(9, of=i32)),
    "reduce": (lambda x: (x.sum(), x.max(axis=0), x.prod(axis=1)), shape(4, 5)),
    "reduce-promoted": (lambda x: jnp.sum(x, dtype=f32), shape(9, of=bf16)),
    "reduce-arg": (lambda x: (jnp.argmax(x, axis=1), jnp.argmin(x)), shape(4, 5)),
    "reduce-boolean": (lambda x: ((x > 0).all(), (x > 0).any(axis=0)), shape(4, 5)),
    "cumulative": (lambda x: (jnp.cumsum(x), lax.cummax(x), lax.cumlogsumexp(x)), shape(9)),
    "random": (lambda: jax.random.normal(jax.random.key(7), (4,)),),
    "random-bits": (lambda k: lax.rng_bit_generator(k, (4,)), shape(4, of=u32)),
    "random-choices": (lambda: jax.random.permutation(jax.random.key(3), 8),),
    "fft": (lambda x: (jnp.fft.rfft(x), jnp.fft.irfft(jnp.fft.rfft(x)).real), shape(4, 16)),
    "complex": (lambda x: (jnp.abs(x * (1 + 2j)), x.real, jnp.conj(x), jnp.exp(x)), shape(4, of=c64)),
    "half": (lambda x: (x.astype(bf16) @ x.astype(bf16).T).astype(f16), shape(4, 8)),
    "small-e4m3fn": (lambda x: x.astype(jnp.float8_e4m3fn).astype(f32), shape(4)),
    "small-e5m2": (lambda x: x.astype(jnp.float8_e5m2).astype(f32), shape(4)),
    "small-fnuz": (lambda x: (x.astype(jnp.float8_e4m3fnuz).astype(f32), x.astype(jnp.float8_e5m2fnuz).astype(f32)), shape(4)),
    "small-b11": (lambda x: x.astype(jnp.float8_e4m3b11fnuz).astype(f32), shape(4)),
    "small-e4m3": (lambda x: x.astype(jnp.float8_e4m3).astype(f32), shape(4)),
    "small-e3m4": (lambda x: x.astype(jnp.float8_e3m4).astype(f32), shape(4)),
    "small-f4": (lambda x: x.astype(jnp.float4_e2m1fn).astype(f32), shape(4)),
    "small-e8m0": (lambda x: x.astype(jnp.float8_e8m0fnu).astype(f32), shape(4)),
    "small-int4": (lambda x: x.astype(jnp.int4).astype(i32), shape(4, of=i32)),
    "small-int2": (lambda x: x.astype(jnp.int2).astype(i32), shape(4, of=i32)),
    "integers": (lambda x: (x // 3, x % 3, x << 2, x >> 1, x & 7, ~x, lax.population_count(x), lax.clz(x)), shape(4, of=i32)),
    "unsigned": (lambda x: (x + 1, x >> 1, x.astype(u8), lax.bitcast_convert_type(x, i32)), shape(4, of=u32)),
    "constants": (lambda x: x + np.arange(200, dtype=np.float32), shape(200)),
    "constant-booleans": (lambda x: jnp.where(np.arange(37) % 3 == 0, x, -x), shape(37)),
    "slices": (lambda x, i: lax.dynamic_update_slice(x, lax.dynamic_slice(x, (i,), (2,)), (0,)), shape(8), shape(of=i32)),
    "pads": (lambda x: (lax.pad(x, f32(0), ((1, 2, 1), (0, -1, 0))), x[::-1, 1:4:2], jnp.concatenate([x, x], 1)), shape(3, 5)),
    "tan": (lambda x: jnp.tan(x), shape(4)),
    "tan-twice": (lambda x, y: jnp.tan(x) + jnp.tan(y * 2), shape(4), shape(4, of=f32)),
    "tan-complex": (lambda x: lax.tan(x), shape(4, of=c64)),
    "elementary": (lambda x: (jnp.exp(x), jnp.expm1(x), jnp.log(x), jnp.log1p(x), jnp.sqrt(x), lax.rsqrt(x), jnp.cbrt(x), jnp.tanh(x), jnp.sin(x), jnp.cos(x), lax.logistic(x)), shape(4)),
    "accurate": (lambda x: lax.exp(x, accuracy=lax.AccuracyMode.HIGHEST), shape(4)),
    "tolerant": (lambda x: lax.log(x, accuracy=lax.Tolerance(atol=1e-3, rtol=1e-3, ulps=2)), shape(4)),
    "special": (lambda x: (lax.lgamma(x), lax.digamma(x), lax.erf(x), lax.erf_inv(x / 10), lax.bessel_i1e(x)), shape(4)),
    "rounding": (lambda x: (jnp.round(x), jnp.floor(x), jnp.ceil(x), jnp.sign(x), lax.reduce_precision(x, 5, 3)), shape(4)),
    "comparisons": (lambda x, y: (x < y, x == y, jnp.clip(x, 0, 1), jnp.isfinite(x), jnp.arctan2(x, y), lax.rem(x, y), jnp.power(jnp.abs(x), y)), shape(4), shape(4)),
    "dot-general": (lambda x, y: lax.dot_general(x, y, (((2,), (1,)), ((0,), (0,)))), shape(2, 3, 4), shape(2, 4, 5)),
    "dot-precise": (lambda x, y: jnp.dot(x, y, precision="highest"), shape(3, 4), shape(4, 5)),
    "dot-algorithm": (dots(lax.DotAlgorithmPreset.BF16_BF16_F32), shape(3, 4), shape(4, 5)),
    "dot-algorithm-f32": (dots(lax.DotAlgorithmPreset.F32_F32_F32), shape(3, 4), shape(4, 5)),
    "dot-ragged-free": (lambda x, y: jnp.tensordot(x, y, axes=((0, 2), (1, 0))), shape(3, 4, 5), shape(5, 3, 2)),
    "cholesky": (lambda x: lax.linalg.cholesky(x @ x.T + 4 * jnp.eye(3), symmetrize_input=False), shape(3, 3)),
    "solve-triangular": (lambda a, b: lax.linalg.triangular_solve(a + 3 * jnp.eye(3, dtype=f32), b, left_side=True, lower=True), shape(3, 3), shape(3, 2)),
    "qr": (lambda x: jnp.linalg.qr(x), shape(4, 3)),
    "eigh": (lambda x: jnp.linalg.eigh(x + x.T)[0], shape(3, 3)),
    "double": (lambda x: jnp.sinh(x.astype(f64)) + 1e-300, shape(4)),
    "barrier": (lambda x: lax.optimization_barrier((x, x + 1)), shape(4)),
    "checkpointed": (jax.grad(jax.checkpoint(lambda x: jnp.sin(jnp.sin(x)).sum())), shape(4)),
    "nested": (jax.jit(lambda x: jax.jit(jnp.sin, inline=False)(x) + jax.jit(lambda y: y * 2)(x)), shape(4)),
    "reversed": (lambda x: (lax.rev(x, (0,)), lax.transpose(x, (1, 0)), lax.broadcast(x, (2,))), shape(3, 5)),
    "iota": (lambda x: x + lax.broadcasted_iota(f32, (3, 5), 1), shape(3, 5)),
    "map-rows": (lambda x: lax.map(lambda row: jnp.dot(row, row), x), shape(3, 5)),
    "norm": (lambda x, s: (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * s, shape(3, 5), shape(5)),
    "one-hot": (lambda i: jax.nn.one_hot(i, 5) @ jnp.ones((5, 2)), shape(3, of=i32)),
    "composite": (lax.composite(lambda x, *, scale: x * scale, "my.scaled", version=2), shape(4)),
    "collective-sum": (sharded(lambda x: lax.psum(x, "x"), P("x"), P()), shape(8, 4)),
    "collective-gather": (sharded(lambda x: lax.all_gather(x, "x"), P("x"), P()), shape(8, 4)),
    "collective-exchange": (sharded(lambda x: lax.all_to_all(x, "x", 1, 0), P("x"), P("x")), shape(8, 4)),
    "collective-permute": (sharded(lambda x: lax.ppermute(x, "x", [(0, 1), (1, 2)]), P("x"), P("x")), shape(8, 4)),
    "collective-scatter": (sharded(lambda x: lax.psum_scatter(x, "x", tiled=True), P(), P("x")), shape(8, 4)),
    "collective-mean": (sharded(lambda x: (lax.pmean(x, "x"), lax.axis_index("x") + x), P("x"), (P(), P("x"))), shape(8, 4)),
    "dynamic-batch": (lambda x: jnp.tanh(x @ x.T), lambda: symbolic("b, 4")),
    "dynamic-two": (lambda x, y: jnp.concatenate([x, y], 0).sum(1), lambda: symbolic("a, 4"), shape(2, 4)),
    "dynamic-reshape": (lambda x: x.reshape(-1, 2) + 1, lambda: symbolic("b, 4")),
    "dynamic-gather": (lambda x, i: x[i], lambda: symbolic("b, 4"), shape(3, of=i32)),
}
# Arguments of programs that are not plain random numbers: by name of the program, functions of a generator.
KEYWORDS = {"composite": {"scale": np.float32(2)}}
CASES = {
    "gather": {1: [0, 7, 3]}, "gather-batched": {1: [[0, 1, 7, 3]] * 3}, "gather-batched-small": {1: [[0, 2]] * 200},
    "gather-vmapped": {1: [0, 1, 2, 3, 6]}, "scatter": {1: [1, 1, 7]}, "scatter-batched": {1: [[0, 1, 7]] * 5},
    "scatter-set": {1: [1, 2, 7]}, "scatter-max": {1: [1, 1, 7]}, "segment-sum": {1: [0, 1, 2, 3, 0, 1, 2, 3, 3]},
    "one-hot": {0: [0, 4, 2]}, "slices": {1: 3}, "switch": {0: 1}, "dynamic-gather": {1: [0, 1, 1]},
}


def values(generator, like, given=None):
    dtype = np.dtype(like.dtype)
    if given is not None:
        return np.asarray(given, dtype=dtype)
    if dtype.kind == "b":
        return np.ones(like.shape, dtype)
    if dtype.kind in "iu":
        return generator.integers(0, 100, like.shape).astype(dtype)
    if dtype.kind == "c":
        return (generator.uniform(0.1, 1, like.shape) + 1j * generator.uniform(0.1, 1, like.shape)).astype(dtype)
    return generator.uniform(0.1, 1, like.shape).astype(dtype)


def kept(value):
    """An array as `outlast prove` takes it: types that NumPy does not have travel as others, with their names."""
    name = value.dtype.name
    if value.dtype.kind == "c":
        return ".complex", np.stack([value.real, value.imag], -1)
    if value.dtype.isbuiltin == 1:
        return "", value
    return "." + name, value.astype("int8" if name.startswith("int") else "uint8" if name.startswith("uint") else "float32")


def make(name, function, args, out, cases, keywords):
    # One scope of symbols for a program.
    args = [arg() if callable(arg) else arg for arg in args]
    # An argument that is not used stays: inputs are given to programs one for one.
    jitted = jax.jit(function, static_argnames=list(keywords), keep_unused=True)
    exported = None
    flat = jax.tree_util.tree_leaves(args)
    if any(not isinstance(size, int) for arg in flat for size in arg.shape):
        exported = jax.export.export(jitted)(*args, **keywords)
        text = exported.mlir_module()
    else:
        text = jitted.lower(*args, **keywords).as_text(debug_info=True)
    # Names of folders of this machine do not get into the files.
    text = text.replace(f"{pathlib.Path(__file__).resolve().parent}/", "")
    (out / f"{name}.mlir").write_text(text)
    (out / f"{name}.npz").unlink(missing_ok=True)
    if exported is not None or "num_partitions = 4" in text or "num_replicas = 4" in text:
        return
    generator = np.random.default_rng(len(name))
    given = cases.get(name, {})
    inputs = [values(generator, like, given.get(at)) for at, like in enumerate(flat)]
    tree = jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(args), inputs)
    outputs = [np.asarray(one) for one in jax.tree_util.tree_leaves(jitted(*tree, **keywords))]
    arrays = {}
    for way, all_values in ("input", inputs), ("output", outputs):
        for at, value in enumerate(all_values):
            kind, array = kept(value)
            arrays[f"{way}_{at}{kind}"] = array
    np.savez(out / f"{name}.npz", **arrays)


def main():
    out = pathlib.Path(sys.argv[1])
    module = importlib.import_module(sys.argv[2]) if len(sys.argv) > 2 else sys.modules[__name__]
    out.mkdir(parents=True, exist_ok=True)
    made = failed = 0
    for name, (function, *args) in module.PROGRAMS.items():
        try:
            make(name, function, args, out, module.CASES, module.KEYWORDS.get(name, {}))
            made += 1
        except Exception as error:
            failed += 1
            print(f"{name}: {type(error).__name__}: {str(error).splitlines()[0][:200]}")
    print(f"{made} programs, {failed} not made")


if __name__ == "__main__":
    main()
