"""Programs of a set that no rule was made from (unseen.py, docs/accuracy.md): what a bench of engineers computes, with much linear algebra."""

import jax
import jax.numpy as jnp
from jax import lax
from programs import P, bf16, c64, f32, f64, i8, i32, shape, sharded, symbolic, u8, u32


def lstm(x, w, u, b):
    def step(state, x):
        h, c = state
        i, f, g, o = jnp.split(x @ w + h @ u + b, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return (jax.nn.sigmoid(o) * jnp.tanh(c), c), None

    zero = jnp.zeros((x.shape[1], 3), f32)
    return lax.scan(step, (zero, zero), x)[0]


def conjugate_gradient(a, b):
    a = a @ a.T + 4 * jnp.eye(5, dtype=f32)
    return jax.scipy.sparse.linalg.cg(a, b, maxiter=8)[0]


def newton(x):
    def body(state):
        x, steps = state
        return x - (x**3 - 2 * x - 5) / (3 * x**2 - 2), steps + 1

    return lax.while_loop(lambda state: state[1] < 6, body, (x + 2, 0))


def haar(x):
    out = []
    for _ in range(3):
        out.append((x[::2] - x[1::2]) / 2)
        x = (x[::2] + x[1::2]) / 2
    return jnp.concatenate([x, *out[::-1]])


def viterbi(start, move, emit):
    def step(best, seen):
        scores = best[:, None] + move
        return scores.max(0) + seen, scores.argmax(0)

    return lax.scan(step, start, emit)


def nearest(points, queries):
    far = ((queries[:, None] - points[None]) ** 2).sum(-1)
    return lax.top_k(-far, 3)


def adler(data):
    def step(at, s):
        a = (s[0] + data[at].astype(u32)) % u32(65521)
        return a, (s[1] + a) % u32(65521)

    a, b = lax.fori_loop(0, data.shape[0], step, (u32(1), u32(0)))
    return b << u32(16) | a


def layer_cake(x, g, b):
    mean, variance = x.mean((1, 2), keepdims=True), x.var((1, 2), keepdims=True)
    return lax.reduce_window((x - mean) * lax.rsqrt(variance + 1e-5) * g + b, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")


def huffman_depth(weights):
    def step(_, state):
        weights, depth = state
        order = jnp.argsort(weights)
        a, b = order[0], order[1]
        return weights.at[a].set(weights[a] + weights[b]).at[b].set(jnp.inf), depth + weights[a] + weights[b]

    return lax.fori_loop(0, weights.shape[0] - 1, step, (weights, f32(0)))[1]


def windows(x, starts):
    return jax.vmap(lambda row, at: lax.dynamic_slice(row, (at,), (3,)))(x, starts)


def attention_cache(q, k, v, kc, vc, at):
    kc, vc = lax.dynamic_update_slice(kc, k, (at, i32(0))), lax.dynamic_update_slice(vc, v, (at, i32(0)))
    scores = q @ kc.T / jnp.sqrt(f32(4))
    return jax.nn.softmax(jnp.where(jnp.arange(8) <= at, scores, -jnp.inf)) @ vc, kc, vc


def well(x):
    return x @ x.T + 3 * jnp.eye(x.shape[0], dtype=x.dtype)


PROGRAMS = {
    "lstm": (lstm, shape(6, 2, 4), shape(4, 12), shape(3, 12), shape(12)),
    "conjugate-gradient": (conjugate_gradient, shape(5, 5), shape(5)),
    "newton": (newton, shape(4, of=f64)),
    "haar": (haar, shape(16)),
    "viterbi": (viterbi, shape(3), shape(3, 3), shape(7, 3)),
    "nearest": (nearest, shape(12, 2), shape(4, 2)),
    "adler": (adler, shape(11, of=u8)),
    "layer-cake": (layer_cake, shape(2, 6, 6, 3), shape(3), shape(3)),
    "huffman-depth": (huffman_depth, shape(6)),
    "windows": (windows, shape(3, 8), shape(3, of=i32)),
    "attention-cache": (attention_cache, shape(1, 4), shape(1, 4), shape(1, 4), shape(8, 4), shape(8, 4), shape(of=i32)),
    "solve": (lambda a, b: jnp.linalg.solve(well(a), b), shape(4, 4), shape(4, 2)),
    "solve-double": (lambda a, b: jnp.linalg.solve(well(a), b), shape(3, 3, of=f64), shape(3, of=f64)),
    "determinant": (lambda a: jnp.linalg.slogdet(well(a)), shape(4, 4)),
    "cholesky-solve": (lambda a, b: jax.scipy.linalg.cho_solve(jax.scipy.linalg.cho_factor(well(a)), b), shape(3, 3), shape(3)),
    "least-squares": (lambda a, b: jnp.linalg.lstsq(a, b)[0], shape(5, 3), shape(5)),
    "matrix-exponential": (lambda a: jax.scipy.linalg.expm(a / 4), shape(3, 3)),
    "eigenvectors": (lambda a: jnp.abs(jnp.linalg.eigh(a + a.T)[1]), shape(4, 4, of=f64)),
    "singular-values": (lambda a: jnp.linalg.svd(a, compute_uv=False), shape(4, 3, of=f64)),
    "orthonormal": (lambda a: jnp.abs(jnp.linalg.qr(a, mode="reduced")[0]), shape(4, 3, of=f64)),
    "batched-triangular": (lambda a, b: lax.linalg.triangular_solve(jnp.tril(a) + 2 * jnp.eye(3, dtype=f32), b, left_side=True, lower=True), shape(2, 3, 3), shape(2, 3, 1)),
    "whiten": (lambda x: x @ jnp.linalg.inv(jnp.linalg.cholesky(well(x.T))).T, shape(6, 3)),
    "real-spectrum": (lambda x: jnp.fft.irfft(jnp.fft.rfft(x) * jnp.linspace(1, 0, 9, dtype=f32)), shape(16)),
    "transposed-convolution": (lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME"), shape(1, 4, 4, 2), shape(3, 3, 2, 3)),
    "grouped-convolution": (jax.grad(lambda k, x: lax.conv_general_dilated(x, k, (1, 1), "SAME", rhs_dilation=(2, 2), feature_group_count=2).sum()), shape(4, 1, 3, 3), shape(1, 2, 6, 6)),
    "segments": (lambda x, i: jax.ops.segment_max(x, i, num_segments=4), shape(9), shape(9, of=i32)),
    "scan-of-products": (lambda x: lax.associative_scan(jnp.matmul, x), shape(5, 2, 2)),
    "lexical-order": (lambda a, b: lax.sort((a, b, jnp.arange(8)), num_keys=2), shape(8, of=i32), shape(8)),
    "half-precision": (lambda x, w: jax.nn.silu(x @ w).astype(jnp.float16).astype(f32), shape(3, 4, of=bf16), shape(4, 2, of=bf16)),
    "polar": (lambda z: (jnp.abs(z), jnp.angle(z), jnp.sqrt(z)), shape(6, of=c64)),
    "bytes-apart": (lambda x: lax.bitcast_convert_type(x, u8), shape(4)),
    "erf-and-gamma": (lambda x: (lax.erf(x), lax.lgamma(x + 1), lax.digamma(x + 1), lax.igamma(x + 1, x)), shape(5)),
    "cubic-root": (lambda x: (lax.cbrt(x), lax.atan2(x, x + 1), lax.nextafter(x, x + 1), lax.expm1(x)), shape(5)),
    "saturate": (lambda x: lax.clamp(i8(-3), x, i8(5)) // i8(2), shape(8, of=i8)),
    "triangle-wave": (jax.grad(lambda x: jnp.abs(jnp.mod(jnp.tan(x) + 1, 2) - 1).sum()), shape(6)),
    "take-along": (lambda x, i: jnp.take_along_axis(x, i, axis=1), shape(3, 5), shape(3, 2, of=i32)),
    "any-width": (lambda x: x / jnp.linalg.norm(x, axis=-1, keepdims=True), lambda: symbolic("2, n")),
    "spread-softmax": (sharded(lambda x: jnp.exp(x) / lax.psum(jnp.exp(x).sum(), "x"), P("x"), P("x")), shape(8)),
    "swapped-shards": (sharded(lambda x: lax.all_to_all(x, "x", 1, 0, tiled=True), P("x", None), P("x", None)), shape(8, 4)),
}
KEYWORDS = {}
CASES = {"windows": {1: [0, 3, 5]}, "attention-cache": {5: 2}, "segments": {1: [0, 1, 1, 3, 2, 2, 0, 3, 1]}, "take-along": {1: [[0, 4], [2, 1], [3, 3]]},
         "adler": {0: [119, 105, 107, 105, 112, 101, 100, 105, 97, 33, 33]}}
