"""Programs of JAX of the set 2026-11-pipelines; the form is that of ../development/programs_jax.py."""

import jax
import jax.numpy as jnp


def lstm(x, h, c, w):
    i, f, g, o = jnp.split(jnp.concatenate([x, h], axis=1) @ w, 4, axis=1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(c), c


def kmeans(x, k):
    d = ((x[:, None] - k[None]) ** 2).sum(-1)
    a = jax.nn.one_hot(jnp.argmin(d, axis=1), k.shape[0])
    return (a.T @ x) / (a.sum(0)[:, None] + 1.0)


def dft(x):
    n = jnp.arange(8.0)
    angle = -2 * jnp.pi * n[:, None] * n[None] / 8
    return jnp.cos(angle) @ x, jnp.sin(angle) @ x


def blur(image):
    padded = jnp.pad(image, ((1, 1), (1, 1)), mode="edge")
    return sum(padded[i : i + 6, j : j + 6] for i in range(3) for j in range(3)) / 9


def cholesky(a):
    def column(j, low):
        s = a[:, j] - low @ low[j]
        new = jnp.where(jnp.arange(4) >= j, s / jnp.sqrt(s[j]), 0.0)
        return jnp.where(jnp.arange(4)[None] == j, new[:, None], low)

    return jax.lax.fori_loop(0, 4, column, jnp.zeros((4, 4)))


def segments(x, i):
    return jax.nn.one_hot(i % 3, 3).T @ x, jnp.repeat(x, 2, axis=1)


def int8_matmul(a, b):
    q = jnp.clip(jnp.round(a * 16), -128, 127).astype(jnp.int8)
    r = jnp.clip(jnp.round(b * 16), -128, 127).astype(jnp.int8)
    return jax.lax.dot_general(q, r, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32) / 256


def powers(a, i):
    return jax.lax.while_loop(lambda s: s[1] > 0, lambda s: (s[0] @ a, s[1] - 1), (jnp.eye(3), i[0]))[0]


def gelu(x):
    return jax.nn.gelu(x, approximate=False) + jax.scipy.special.logsumexp(x, axis=1, keepdims=True)


def moving(x):
    def step(m, v):
        m = 0.9 * m + 0.1 * v
        return m, jnp.sqrt(jnp.abs(m))

    return jax.lax.scan(step, 0.0, x, reverse=True)[1]


def attention_mask(q):
    s = q @ q.T
    return jax.nn.softmax(jnp.where(jnp.tril(jnp.ones((6, 6), bool)), s, -1e9), axis=-1) @ q


def polynomials(x):
    return jnp.polyval(jnp.array([1.0, -2.0, 0.5]), x), jnp.clip(x, 0, 1), jnp.sign(x), jnp.expm1(x)


def random_walk(i):
    def step(s, _):
        s = s * 1664525 + 1013904223
        return s, (s >> 16) & 1

    return jax.lax.scan(step, i[0], None, length=8)[1].sum()


def transposed(x, k):
    return jax.lax.conv_transpose(x, k, (2,), "VALID", dimension_numbers=("NWC", "WIO", "NWC"))


def update(w, x, y):
    g = jax.grad(lambda w: jnp.sum((jnp.tanh(x @ w) - y) ** 2))(w)
    return w - 0.1 * g / (jnp.linalg.norm(g) + 1.0)


def rolls(x):
    return jnp.roll(x, 2, axis=0)[::2] * jnp.flip(x, 1)[1::2], x.astype(jnp.float16).max(axis=0)


PROGRAMS = [
    ("jax_lstm", lstm, [(2, 3), (2, 4), (2, 4), (7, 16)], "torch-mlir", "linalg_cpu linalg_gpu"),
    ("jax_kmeans", kmeans, [(8, 2), (3, 2)], "iree", "linalg_par linalg_cpu"),
    ("jax_dft", dft, [(8, 2)], "iree", "linalg_cpu"),
    ("jax_blur", blur, [(6, 6)], "torch-mlir", "linalg_gpu buffers"),
    ("jax_cholesky", cholesky, [(4, 4)], "iree", "buffers linalg_cpu"),
    ("jax_segments", segments, [(6, 2), "i6"], "torch-mlir", "linalg_par"),
    ("jax_int8", int8_matmul, [(4, 8), (8, 5)], "torch-mlir", "linalg_cpu linalg_par"),
    ("jax_powers", powers, [(3, 3), "i1"], "iree", "buffers linalg_gpu"),
    ("jax_gelu", gelu, [(3, 5)], "iree", "linalg_par linalg_cpu"),
    ("jax_moving", moving, [(9,)], "iree", "buffers linalg_cpu"),
    ("jax_mask", attention_mask, [(6, 4)], "torch-mlir", "linalg_gpu linalg_par"),
    ("jax_polynomials", polynomials, [(7,)], "torch-mlir", "linalg_cpu decompose"),
    ("jax_walk", random_walk, ["i1"], "iree", "buffers"),
    ("jax_transposed", transposed, [(1, 5, 2), (3, 2, 4)], "torch-mlir", "linalg_cpu"),
    ("jax_update", update, [(3, 2), (5, 3), (5, 2)], "iree", "linalg_par"),
    ("jax_rolls", rolls, [(8, 4)], "torch-mlir", "buffers linalg_gpu"),
]
