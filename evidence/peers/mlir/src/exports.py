"""Functions of many kinds, exported by JAX: portable artifacts of StableHLO. exports.py OUT_DIR"""
import pathlib
import sys

import jax
import jax.export
import jax.numpy as jnp

f32, i32, bf16, c64 = jnp.float32, jnp.int32, jnp.bfloat16, jnp.complex64


def shape(*dims, of=f32):
    return jax.ShapeDtypeStruct(dims, of)


def scanned(x):
    return jax.lax.scan(lambda carry, row: (carry + row, carry * row), x[0], x)


def looped(x):
    return jax.lax.while_loop(lambda s: s[0] < 10, lambda s: (s[0] + 1, s[1] * 0.5), (0, x))


def chosen(flag, x):
    return jax.lax.cond(flag, jnp.sin, jnp.cos, x)


def convolved(x, k):
    return jax.lax.conv_general_dilated(x, k, (1, 2), "SAME", rhs_dilation=(1, 1), dimension_numbers=("NHWC", "HWIO", "NHWC"))


def pooled(x):
    return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def network(params, x):
    for w, b in params:
        x = jax.nn.gelu(x @ w + b)
    return jax.nn.softmax(x)


FUNCTIONS = {
    "scan": (scanned, shape(5, 3)),
    "while": (looped, shape(4)),
    "cond": (chosen, shape(of=jnp.bool_), shape(4)),
    "conv": (convolved, shape(1, 8, 8, 3), shape(3, 3, 3, 4)),
    "pool": (pooled, shape(1, 8, 8, 3)),
    "network": (network, [(shape(8, 4), shape(4)), (shape(4, 2), shape(2))], shape(3, 8)),
    "network-gradient": (jax.grad(lambda p, x: network(p, x).sum()), [(shape(8, 4), shape(4)), (shape(4, 2), shape(2))], shape(3, 8)),
    "sort": (lambda x: (jnp.sort(x), jnp.argsort(x)), shape(16)),
    "top": (lambda x: jax.lax.top_k(x, 3), shape(4, 16)),
    "gather": (lambda x, i: x[i], shape(8, 4), shape(3, of=i32)),
    "scatter": (lambda x, i, v: x.at[i].add(v), shape(8, 4), shape(3, of=i32), shape(3, 4)),
    "random": (lambda: jax.random.normal(jax.random.key(7), (4,)),),
    "fft": (lambda x: jnp.fft.rfft(x), shape(4, 16)),
    "complex": (lambda x: jnp.abs(x * (1 + 2j)), shape(4, of=c64)),
    "half": (lambda x: (x.astype(bf16) @ x.astype(bf16).T).astype(jnp.float16), shape(4, 8)),
    "small": (lambda x: x.astype(jnp.float8_e4m3fn).astype(f32), shape(4)),
    "integers": (lambda x: (x // 3, x % 3, x << 2, x >> 1, x & 7, ~x, jax.lax.population_count(x)), shape(4, of=i32)),
    "slices": (lambda x, i: jax.lax.dynamic_update_slice(x, jax.lax.dynamic_slice(x, (i,), (2,)), (0,)), shape(8), shape(of=i32)),
    "shapes": (lambda x: jnp.pad(jnp.concatenate([x.reshape(2, 6), x.T.reshape(2, 6)], 1)[:, ::-1], ((1, 0), (2, 3))), shape(3, 4)),
    "solve": (lambda a: jnp.linalg.cholesky(a), shape(4, 4)),
    "special": (lambda x: (jax.scipy.special.erf(x), jax.lax.lgamma(x), jnp.arctan2(x, x), jnp.cbrt(x), jnp.round(x), jnp.exp2(x)), shape(4)),
    "reduce": (lambda x: (x.sum(0), x.max(), x.argmax(1), (x > 0).all(), jnp.cumsum(x, 1)), shape(4, 5)),
}

out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
for name, (function, *args) in FUNCTIONS.items():
    exported = jax.export.export(jax.jit(function), platforms=["cpu"])(*args)
    (out / f"{name}.mlirbc").write_bytes(exported.mlir_module_serialized)
sizes = jax.export.symbolic_shape("n, m")
exported = jax.export.export(jax.jit(lambda x: (x @ x.T).sum(0)), platforms=["cpu"])(shape(*sizes))
(out / "symbolic.mlirbc").write_bytes(exported.mlir_module_serialized)
