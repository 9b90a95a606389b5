"""Programs of JAX: name, function, shapes of arguments (`i` in front: of int32), by which tool they become linalg, pipelines."""

import jax
import jax.numpy as jnp


def attention(q, k, v):
    s = jnp.einsum("hqd,hkd->hqk", q, k) / 2.0
    return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(s), v)


def conv(x, k):
    return jax.nn.relu(jax.lax.conv_general_dilated(x, k, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))


def rnn(x, w, u):
    def step(h, t):
        h = jnp.tanh(h @ w + t @ u)
        return h, h

    return jax.lax.scan(step, jnp.zeros((2, 4)), x)[1]


def newton(x):
    return jax.lax.while_loop(lambda c: jnp.abs(c[0] ** 2 - c[1]) > 1e-4, lambda c: (0.5 * (c[0] + c[1] / c[0]), c[1]), (x, x))[0]


def gather(t, i):
    return t[i % 8] + jnp.take_along_axis(t, (i % 4)[:, None], axis=1)


def cumsum(x):
    return jnp.cumsum(x, axis=1) * jnp.where(x > 0, x, -x)


def complexes(x):
    z = x + 1j * jnp.cos(x)
    return jnp.abs(z * jnp.conj(z) + jnp.exp(z))


def ints(i):
    return (i << 2) ^ (i >> 1), jax.lax.population_count(i), jnp.bitwise_and(i, 255) // 3


def pooling(x):
    return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def loss(w, x):
    return jax.grad(lambda w: jnp.mean(jnp.log1p(jnp.exp(-(x @ w)))))(w)


def branch(x, i):
    return jax.lax.switch(i[0], [jnp.sin, jnp.cos, lambda y: y * 2], x)


def norm(x, g):
    m = x.mean(-1, keepdims=True)
    return (x - m) * jax.lax.rsqrt(((x - m) ** 2).mean(-1, keepdims=True) + 1e-5) * g


def halves(x):
    y = x.astype(jnp.bfloat16)
    return (y @ y.T).astype(jnp.float16)


def update(x, y):
    return jax.lax.dynamic_update_slice(x, y, (1, 2))[::-1, 1:]


PROGRAMS = [
    ("jax_attention", attention, [(2, 4, 8)] * 3, "torch-mlir", "affine omp gpu"),
    ("jax_conv", conv, [(1, 8, 8, 3), (3, 3, 3, 4)], "torch-mlir", "affine parallel"),
    ("jax_rnn", rnn, [(5, 2, 3), (4, 4), (3, 4)], "iree", "affine bufferise omp"),
    ("jax_newton", newton, [()], "iree", "bufferise parallel"),
    ("jax_gather", gather, [(8, 4), "i8"], "torch-mlir", "bufferise affine"),
    ("jax_cumsum", cumsum, [(3, 6)], "torch-mlir", "affine omp"),
    ("jax_complex", complexes, [(6,)], "torch-mlir", "parallel affine"),
    ("jax_ints", ints, ["i16"], "torch-mlir", "omp parallel"),
    ("jax_pooling", pooling, [(1, 8, 8, 2)], "torch-mlir", "gpu affine"),
    ("jax_loss", loss, [(4, 1), (8, 4)], "iree", "affine omp"),
    ("jax_branch", branch, [(4,), "i1"], "iree", "bufferise"),
    ("jax_norm", norm, [(4, 8), (8,)], "torch-mlir", "affine gpu vector"),
    ("jax_halves", halves, [(4, 8)], "torch-mlir", "affine parallel"),
    ("jax_update", update, [(6, 6), (2, 2)], "torch-mlir", "bufferise"),
]
