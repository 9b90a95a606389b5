"""Programs of JAX of the set 2026-11-kernels; the form is that of ../development/programs_jax.py."""

import jax
import jax.numpy as jnp


def flash_attention(q, k, v):
    """Attention block by block, with a running maximum and sum."""

    def block(carry, kv):
        top, total, out = carry
        s = q @ kv[0].T * 0.35
        new = jnp.maximum(top, s.max(1))
        p, scale = jnp.exp(s - new[:, None]), jnp.exp(top - new)
        return (new, total * scale + p.sum(1), out * scale[:, None] + p @ kv[1]), None

    start = (jnp.full(q.shape[0], -1e30), jnp.zeros(q.shape[0]), jnp.zeros_like(q))
    (_, total, out), _ = jax.lax.scan(block, start, (k.reshape(4, 2, 8), v.reshape(4, 2, 8)))
    return out / total[:, None]


def rotary(x, p):
    angle = p[:, None] / 10000 ** (jnp.arange(4.0) / 4)
    a, b = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), a * jnp.sin(angle) + b * jnp.cos(angle)], -1)


def experts(x, gate, w):
    """A mixture: each row goes to its best expert."""
    scores = jax.nn.softmax(x @ gate)
    one = jax.nn.one_hot(jnp.argmax(scores, -1), 3) * scores
    return jnp.einsum("te,td,edf->tf", one, x, jax.nn.silu(w))


def adam(w, m, v, g, i):
    t = i[0].astype(jnp.float32)
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return w - 1e-3 * (m / (1 - 0.9**t)) / (jnp.sqrt(v / (1 - 0.999**t)) + 1e-8), m, v


def heat(u):
    def step(_, u):
        lap = jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4 * u
        return u + 0.1 * lap

    return jax.lax.fori_loop(0, 10, step, u)


def n_body(p, v):
    d = p[None] - p[:, None]
    force = (d / (jnp.sum(d * d, -1, keepdims=True) + 1e-3) ** 1.5).sum(1)
    return p + 0.01 * (v + 0.01 * force), v + 0.01 * force


def conjugate_gradient(a, b):
    def step(_, s):
        x, r, p, rs = s
        ap = a @ p
        alpha = rs / jnp.dot(p, ap)
        r = r - alpha * ap
        new = jnp.dot(r, r)
        return x + alpha * p, r, r + new / rs * p, new

    return jax.lax.fori_loop(0, 5, step, (jnp.zeros_like(b), b, b, jnp.dot(b, b)))[0]


def runge_kutta(y):
    def f(s):
        return jnp.stack([10.0 * (s[1] - s[0]), s[0] * (28.0 - s[2]) - s[1], s[0] * s[1] - 8 / 3 * s[2]])

    def step(s, _):
        k1 = f(s)
        k2 = f(s + 0.005 * k1)
        k3 = f(s + 0.005 * k2)
        k4 = f(s + 0.01 * k3)
        s = s + 0.01 / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return s, s

    return jax.lax.scan(step, y, None, length=16)[1]


def black_scholes(s, k, t):
    d = (jnp.log(s / k) + 0.045 * t) / (0.3 * jnp.sqrt(t))
    n = lambda x: 0.5 * (1 + jax.lax.erf(x / 1.41421356))
    return s * n(d) - k * jnp.exp(-0.02 * t) * n(d - 0.3 * jnp.sqrt(t))


def life(i):
    g = i.reshape(8, 8) & 1
    n = sum(jnp.roll(g, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1)) - g
    return ((n == 3) | ((g == 1) & (n == 2))).astype(jnp.int32)


def page_rank(a):
    m = a / jnp.maximum(a.sum(0, keepdims=True), 1.0)
    return jax.lax.while_loop(
        lambda s: (s[1] > 1e-4) & (s[2] < 50),
        lambda s: ((new := 0.15 / 6 + 0.85 * m @ s[0]), jnp.abs(new - s[0]).sum(), s[2] + 1),
        (jnp.full(6, 1 / 6), jnp.float32(1), 0),
    )[0]


def kalman(x, p, z):
    f = jnp.array([[1.0, 0.1], [0.0, 1.0]])
    x, p = f @ x, f @ p @ f.T + 0.01 * jnp.eye(2)
    gain = p[:, 0] / (p[0, 0] + 0.5)
    return x + gain * (z[0] - x[0]), p - jnp.outer(gain, p[0])


def edit_distance(i):
    a, b = i[:6], i[6:]

    def row(previous, c):
        def cell(left, t):
            best = jnp.minimum(jnp.minimum(left, t[1]) + 1, t[0] + (t[2] != c))
            return best, best

        first = previous[0] + 1
        return jnp.concatenate([first[None], jax.lax.scan(cell, first, (previous[:-1], previous[1:], b))[1]]), None

    return jax.lax.scan(row, jnp.arange(7), a)[0][-1]


def crc(i):
    def bit(_, c):
        return jnp.where(c & 1 == 1, (c >> 1) ^ jnp.uint32(0xEDB88320), c >> 1)

    def byte(c, b):
        return jax.lax.fori_loop(0, 8, bit, c ^ b), None

    return ~jax.lax.scan(byte, jnp.uint32(0xFFFFFFFF), i.astype(jnp.uint32) & 255)[0]


def mandelbrot(x, y):
    def step(s):
        i, a, b, n = s
        live = a * a + b * b < 4
        return i + 1, jnp.where(live, a * a - b * b + x, a), jnp.where(live, 2 * a * b + y, b), n + live

    zero = jnp.zeros_like(x)
    return jax.lax.while_loop(lambda s: s[0] < 30, step, (0, zero, zero, zero.astype(jnp.int32)))[3]


def batch_norm(x, g, b):
    mean, var = x.mean((0, 1, 2)), x.var((0, 1, 2))
    return jax.nn.leaky_relu((x - mean) / jnp.sqrt(var + 1e-5) * g + b, 0.2)


def unet(x, k, u):
    dims = ("NHWC", "HWIO", "NHWC")
    down = jax.nn.swish(jax.lax.conv_general_dilated(x, k, (2, 2), "SAME", dimension_numbers=dims))
    up = jnp.repeat(jnp.repeat(down, 2, 1), 2, 2)
    return jax.lax.conv_general_dilated(jnp.concatenate([x, up], -1), u, (1, 1), "SAME", dimension_numbers=dims)


def grouped(x, k):
    return jax.lax.conv_general_dilated(x, k, (1,), [(1, 1)], rhs_dilation=(2,), feature_group_count=2, dimension_numbers=("NWC", "WIO", "NWC"))


def wavelet(x):
    out = []
    for _ in range(3):
        even, odd = x[::2], x[1::2]
        out.append((even - odd) * 0.7071)
        x = (even + odd) * 0.7071
    return jnp.concatenate([x, *reversed(out)])


def quaternions(a, b):
    return jnp.cross(a, b) + a * jnp.linalg.norm(b, axis=1, keepdims=True), jnp.arctan2(a[:, 0], b[:, 1])


def decode(logits, cache, i):
    """One step of a decoder: the cache is written at a position, and the best token comes out."""
    cache = jax.lax.dynamic_update_slice(cache, logits[None], (i[0], 0))
    seen = jnp.arange(8)[:, None] <= i[0]
    return cache, jnp.argmax(jnp.where(seen, cache, -jnp.inf).max(0))


def policy(w1, w2, x, a):
    def loss(ws):
        logits = jnp.tanh(x @ ws[0]) @ ws[1]
        return -jnp.mean(jax.nn.log_softmax(logits) * a)

    value, grads = jax.value_and_grad(loss)((w1, w2))
    return value, *grads


def vmapped(x, y):
    return jax.vmap(lambda a, b: jnp.convolve(a, b, mode="same"))(x, y)


def sobel(x):
    k = jnp.array([[1.0, 0, -1], [2, 0, -2], [1, 0, -1]])
    gx = jax.scipy.signal.convolve2d(x, k, mode="valid")
    gy = jax.scipy.signal.convolve2d(x, k.T, mode="valid")
    return jnp.hypot(gx, gy) > 0.5


def fixed_point(i):
    """Q16.16 numbers: a product, a square by shifts, a clip."""
    p = (i >> 8) * (i >> 8)
    return jnp.clip(p - (p >> 3), -(1 << 20), 1 << 20), jax.lax.clz(i), jnp.right_shift(i, 2) % 7


PROGRAMS = [
    ("jax_flash", flash_attention, [(4, 8), (8, 8), (8, 8)], "iree", "fused_cpu"),
    ("jax_rotary", rotary, [(5, 8), (5,)], "torch-mlir", "simd simt"),
    ("jax_experts", experts, [(6, 4), (4, 3), (3, 4, 5)], "torch-mlir", "fused_cpu"),
    ("jax_adam", adam, [(4, 3)] * 4 + ["i1"], "torch-mlir", "simd"),
    ("jax_heat", heat, [(6, 6)], "iree", "poly"),
    ("jax_n_body", n_body, [(5, 3), (5, 3)], "torch-mlir", "vulkan_cpu"),
    ("jax_cg", conjugate_gradient, [(5, 5), (5,)], "iree", "fused_cpu"),
    ("jax_lorenz", runge_kutta, [(3,)], "iree", "ownership"),
    ("jax_options", black_scholes, [(9,), (9,), (9,)], "iree", "accurate"),
    ("jax_life", life, ["i64"], "iree", "simd"),
    ("jax_rank", page_rank, [(6, 6)], "iree", "ownership"),
    ("jax_kalman", kalman, [(2,), (2, 2), (1,)], "torch-mlir", "fused_cpu"),
    ("jax_edits", edit_distance, ["i12"], "iree", "tensors_c"),
    ("jax_crc", crc, ["i9"], "iree", "ownership"),
    ("jax_mandelbrot", mandelbrot, [(4, 6), (4, 6)], "iree", "cores"),
    ("jax_batch_norm", batch_norm, [(2, 4, 4, 3), (3,), (3,)], "iree", "simd"),
    ("jax_unet", unet, [(1, 4, 4, 2), (3, 3, 2, 3), (3, 3, 5, 2)], "iree-global", "fused_cpu"),
    ("jax_grouped", grouped, [(1, 8, 4), (3, 2, 6)], "torch-mlir", "poly"),
    ("jax_wavelet", wavelet, [(16,)], "iree-global", "tensors_c"),
    ("jax_quaternions", quaternions, [(4, 3), (4, 3)], "torch-mlir", "accurate"),
    ("jax_decode", decode, [(7,), (8, 7), "i1"], "iree-global", "ownership"),
    ("jax_policy", policy, [(3, 4), (4, 2), (6, 3), (6, 2)], "iree", "simd"),
    ("jax_convolve", vmapped, [(3, 9), (3, 4)], "iree-global", "poly"),
    ("jax_sobel", sobel, [(7, 7)], "iree", "simt"),
    ("jax_fixed", fixed_point, ["i8"], "torch-mlir", "accurate"),
    ("jax_code_attention", flash_attention, [(4, 8), (8, 8), (8, 8)], "iree-llvm", "codegen"),
    ("jax_code_heat", heat, [(8, 8)], "iree-llvm", "codegen"),
    ("jax_code_options", black_scholes, [(16,)] * 3, "iree-llvm", "codegen"),
    ("jax_code_unet", unet, [(1, 4, 4, 2), (3, 3, 2, 3), (3, 3, 5, 2)], "iree-llvm", "codegen"),
    ("jax_code_ints", fixed_point, ["i16"], "iree-llvm", "codegen"),
]
