"""Programs of a set that no rule was made from (unseen.py, docs/accuracy.md): small studies in numerics, signals, graphs, codes, learning."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from programs import P, bf16, c64, f32, f64, i8, i32, i64, shape, sharded, symbolic, u8, u32


def mandelbrot(re, im):
    c = re[None, :] + 1j * im[:, None]
    return lax.fori_loop(0, 20, lambda _, s: (jnp.where(jnp.abs(s[0]) < 2, s[0] ** 2 + c, s[0]), s[1] + (jnp.abs(s[0]) < 2)), (c * 0, jnp.zeros(c.shape, i32)))[1]


def life(grid):
    near = sum(jnp.roll(grid, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0))
    return ((near == 3) | (grid == 1) & (near == 2)).astype(grid.dtype)


def heat(u):
    def step(u, _):
        inner = u[1:-1] + 0.1 * (u[2:] - 2 * u[1:-1] + u[:-2])
        return jnp.concatenate([u[:1], inner, u[-1:]]), inner.sum()

    return lax.scan(step, u, None, length=7)


def kalman(x, p, zs):
    def step(state, z):
        x, p = state
        f = jnp.array([[1.0, 0.1], [0.0, 1.0]], f32)
        h = jnp.array([[1.0, 0.0]], f32)
        x, p = f @ x, f @ p @ f.T + 0.01 * jnp.eye(2, dtype=f32)
        s = h @ p @ h.T + 0.5
        k = p @ h.T / s
        return (x + k[:, 0] * (z - (h @ x)[0]), (jnp.eye(2, dtype=f32) - k @ h) @ p), x

    return lax.scan(step, (x, p), zs)


def pagerank(links):
    links = links / links.sum(0, keepdims=True)
    return lax.while_loop(lambda s: (s[1] > 1e-4) & (s[2] < 50), lambda s: (0.85 * links @ s[0] + 0.15 / 6, jnp.abs(0.85 * links @ s[0] + 0.15 / 6 - s[0]).max(), s[2] + 1), (jnp.ones(6, f32) / 6, f32(1), 0))


def kmeans(points, centres):
    def step(_, c):
        near = jnp.argmin(((points[:, None] - c[None]) ** 2).sum(-1), 1)
        ones = jax.nn.one_hot(near, c.shape[0], dtype=f32)
        return (ones.T @ points) / (ones.sum(0)[:, None] + 1e-6)

    return lax.fori_loop(0, 3, step, centres)


def edit_distance(a, b):
    def row(before, x):
        def cell(left, at):
            up, diagonal, y = at
            new = jnp.minimum(jnp.minimum(left, up) + 1, diagonal + (x != y))
            return new, new

        first = before[0] + 1
        _, rest = lax.scan(cell, first, (before[1:], before[:-1], b))
        return jnp.concatenate([first[None], rest]), first

    return lax.scan(row, jnp.arange(b.shape[0] + 1, dtype=i32), a)[0][-1]


def rotary(q, k, v):
    angle = jnp.arange(6, dtype=f32)[:, None] / 10.0 ** (jnp.arange(2, dtype=f32) / 2)

    def turn(x):
        a, b = x[..., :2], x[..., 2:]
        c, s = jnp.cos(angle)[:, None], jnp.sin(angle)[:, None]
        return jnp.concatenate([a * c - b * s, a * s + b * c], -1)

    mask = jnp.tril(jnp.ones((6, 6), bool))
    scores = jnp.where(mask, jnp.einsum("shd,thd->hst", turn(q), turn(k)), f32(-1e9))
    return jnp.einsum("hst,thd->shd", jax.nn.softmax(scores, -1), v)


def experts(x, gate, w):
    scores = jax.nn.softmax(x @ gate)
    best = jnp.argsort(-scores, axis=-1)[:, :2]
    picked = jnp.take_along_axis(scores, best, 1)
    return (picked[..., None] * jnp.einsum("nd,nkde->nke", x, w[best])).sum(1)


def crc(data):
    def bit(c, _):
        return jnp.where(c & 1, (c >> 1) ^ u32(0xEDB88320), c >> 1), None

    return ~lax.scan(lambda c, b: (lax.scan(bit, c ^ b, None, length=8)[0], None), u32(0xFFFFFFFF), data)[0]


def runge_kutta(y):
    f = lambda y: jnp.stack([y[1], -jnp.sin(y[0])])

    def step(y, _):
        a = f(y)
        b = f(y + 0.05 * a)
        c = f(y + 0.05 * b)
        d = f(y + 0.1 * c)
        return y + 0.1 / 6 * (a + 2 * b + 2 * c + d), y

    return lax.scan(step, y, None, length=10)


def int8_matmul(x, w, scale):
    return lax.dot_general(x, w, (((1,), (0,)), ((), ())), preferred_element_type=i32).astype(f32) * scale


def block_sparse(x, i, w):
    return jax.vmap(lambda i, w: x[i] * w)(i, w).sum(0)


def ring(x):
    def step(_, s):
        acc, moving = s
        moving = lax.ppermute(moving, "x", [(at, (at + 1) % 4) for at in range(4)])
        return acc + moving, moving

    return lax.fori_loop(0, 3, step, (x, x))[0]


def contrastive(a, b):
    a = a / jnp.linalg.norm(a, axis=1, keepdims=True)
    b = b / jnp.linalg.norm(b, axis=1, keepdims=True)
    logits = a @ b.T / 0.07
    return -jnp.diag(jax.nn.log_softmax(logits)).mean()


def adam(w, m, v, x):
    g = jax.grad(lambda w: ((x @ w) ** 2).mean())(w)
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return w - 0.01 * m / (jnp.sqrt(v) + 1e-8), m, v


PROGRAMS = {
    "mandelbrot": (mandelbrot, shape(8), shape(6)),
    "life": (life, shape(8, 8, of=i32)),
    "heat": (heat, shape(16)),
    "kalman": (kalman, shape(2), shape(2, 2), shape(5)),
    "pagerank": (pagerank, shape(6, 6)),
    "kmeans": (kmeans, shape(20, 2), shape(3, 2)),
    "edit-distance": (edit_distance, shape(7, of=i32), shape(5, of=i32)),
    "rotary": (rotary, shape(6, 2, 4), shape(6, 2, 4), shape(6, 2, 4)),
    "experts": (experts, shape(5, 4), shape(4, 6), shape(6, 4, 3)),
    "crc": (crc, shape(9, of=u32)),
    "runge-kutta": (runge_kutta, shape(2, of=f64)),
    "int8-matmul": (int8_matmul, shape(3, 8, of=i8), shape(8, 4, of=i8), shape(4)),
    "block-sparse": (block_sparse, shape(10, 3), shape(4, 2, of=i32), shape(4, 2, 3)),
    "ring": (sharded(ring, P("x"), P("x")), shape(8, 2)),
    "contrastive": (jax.value_and_grad(contrastive), shape(4, 5), shape(4, 5)),
    "adam": (adam, shape(4, 2), shape(4, 2), shape(4, 2), shape(8, 4)),
    "median-filter": (lambda x: jnp.median(jnp.stack([x[at : at + 8] for at in range(5)]), axis=0), shape(12)),
    "histogram": (lambda x: jnp.zeros(10, i32).at[(x * 10).astype(i32)].add(1), shape(50)),
    "conv3d": (lambda x, k: lax.conv_general_dilated(x, k, (1, 1, 1), "VALID"), shape(1, 2, 5, 5, 5), shape(3, 2, 2, 2, 2)),
    "depthwise": (lambda x, k: lax.conv_general_dilated(x, k, (2,), [(1, 1)], feature_group_count=4, dimension_numbers=("NWC", "WIO", "NWC")), shape(2, 9, 4), shape(3, 1, 4)),
    "spectrum": (lambda x: jnp.abs(jnp.fft.fft2(x)) ** 2, shape(8, 8, of=c64)),
    "convolve-by-fft": (lambda x, y: jnp.fft.ifft(jnp.fft.fft(x) * jnp.fft.fft(y)).real, shape(16), shape(16)),
    "interpolate": (lambda x, xs, ys: jnp.interp(x, xs, ys), shape(5), shape(4), shape(4)),
    "tangent-half-angle": (lambda x: jnp.tan(x / 2) / (1 + jnp.tan(x / 2) ** 2), shape(3, 3, of=f64)),
    "tangent-gradient": (jax.grad(lambda x: jnp.tan(x).sum()), shape(5)),
    "vmapped-updates": (jax.vmap(lambda x, i, v: lax.dynamic_update_slice(x, v, (i, 0))), shape(3, 6, 2), shape(3, of=i32), shape(3, 2, 2)),
    "vmapped-lookup": (jax.vmap(lambda t, i: t[i], in_axes=(0, 0)), shape(4, 7, 2), shape(4, 3, of=i32)),
    "quantise-fp8": (lambda x: (x.astype(jnp.float8_e4m3fn).astype(bf16) @ x.T.astype(jnp.float8_e4m3fn).astype(bf16)), shape(4, 6)),
    "packed-int4": (lambda x: jnp.sum(x.astype(jnp.int4).astype(i32), 0), shape(4, 6, of=i32)),
    "bits": (lambda x: (lax.population_count(x), lax.clz(x), lax.shift_right_logical(x, u8(2)), x ^ u8(0x55)), shape(16, of=u8)),
    "gauss-legendre": (lambda x: jnp.polyval(jnp.array([1.0, -2.0, 0.5], f32), x) @ jnp.linspace(0, 1, 5, dtype=f32), shape(5)),
    "svd": (lambda x: jnp.linalg.svd(x)[1], shape(3, 4)),
    "inverse": (lambda x: jnp.linalg.inv(x + 3 * jnp.eye(3, dtype=f32)), shape(3, 3)),
    "accurate-softplus": (lambda x: lax.log1p(lax.exp(x, accuracy=lax.AccuracyMode.HIGHEST)), shape(6)),
    "preset-dot": (lambda x, y: lax.dot(x, y, precision=lax.DotAlgorithmPreset.TF32_TF32_F32), shape(4, 4), shape(4, 4)),
    "any-batch": (lambda x, w: jax.nn.relu(x @ w).max(0), lambda: symbolic("n, 3"), shape(3, 2)),
    "any-length": (lambda x: jnp.cumsum(x) / (1 + jnp.arange(x.shape[0])), lambda: symbolic("n")),
    "means-over-mesh": (sharded(lambda x: x - lax.pmean(x, "x"), P("x"), P("x")), shape(8, 3)),
    "gathered-matmul": (sharded(lambda x, w: lax.all_gather(x, "x", tiled=True) @ w, (P("x"), P()), P()), shape(8, 3), shape(3, 2)),
}
KEYWORDS = {}
CASES = {"block-sparse": {1: [[0, 1], [9, 3], [4, 4], [2, 8]]}, "vmapped-updates": {1: [0, 2, 4]}, "vmapped-lookup": {1: [[0, 6, 3]] * 4},
         "crc": {0: [49, 50, 51, 52, 53, 54, 55, 56, 57]}, "interpolate": {1: [0.0, 0.3, 0.6, 1.0]}}
