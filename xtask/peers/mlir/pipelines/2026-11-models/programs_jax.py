"""Programs of JAX of the set 2026-11-models; the form is that of ../development/programs_jax.py."""

import jax
import jax.numpy as jnp

# Training.


def mlp_step(x, y, w1, w2):
    """A step of gradient descent on two layers, with its loss."""

    def loss(w):
        return jnp.mean((jnp.tanh(x @ w[0]) @ w[1] - y) ** 2)

    value, g = jax.value_and_grad(loss)((w1, w2))
    return value, w1 - 0.1 * g[0], w2 - 0.1 * g[1]


def momentum(p, g, m):
    n = jnp.sqrt(jnp.sum(g * g))
    g = g * jnp.minimum(1.0, 1.0 / (n + 1e-6))
    m = 0.9 * m + g
    return p - 0.01 * (g + 0.9 * m), m, n


def lion(p, g, m):
    return p * (1 - 1e-3) - 1e-2 * jnp.sign(0.9 * m + 0.1 * g), 0.99 * m + 0.01 * g


def cross_entropy_grad(x, w, i):
    def loss(w):
        hot = (i[:, None] == jnp.arange(5)).astype(jnp.float32) * 0.9 + 0.02
        return -jnp.mean(jnp.sum(hot * jax.nn.log_softmax(x @ w), -1))

    return jax.grad(loss)(w)


def penalty(w, a, b, t):
    """The gradient penalty of a critic."""
    critic = lambda x: jnp.sum(jax.nn.leaky_relu(x @ w))
    mixed = t[:, None] * a + (1 - t[:, None]) * b
    g = jax.vmap(jax.grad(critic))(mixed)
    return jnp.mean((jnp.sqrt(jnp.sum(g * g, -1) + 1e-9) - 1) ** 2) + critic(a) - critic(b)


def meta_step(x, y, w):
    inner = lambda w: jnp.mean((x @ w - y) ** 2)
    return jax.grad(lambda w: inner(w - 0.1 * jax.grad(inner)(w)))(w)


# Models.


def mixer(x, t1, t2, c1, c2):
    x = x + (jax.nn.gelu(x.T @ t1) @ t2).T
    return x + jax.nn.gelu(x @ c1) @ c2


def linear_attention(q, k, v):
    q, k = jax.nn.elu(q) + 1, jax.nn.elu(k) + 1

    def step(s, t):
        m = s[0] + t[1][:, None] * t[2][None]
        z = s[1] + t[1]
        return (m, z), t[0] @ m / (t[0] @ z + 1e-6)

    return jax.lax.scan(step, (jnp.zeros((4, 4)), jnp.zeros(4)), (q, k, v))[1]


def cache_update(cache, new, i):
    cache = jax.lax.dynamic_update_slice(cache, new[None], (i[0], 0))
    seen = jnp.where(jnp.arange(8)[:, None] <= i[0], cache, 0)
    return cache, seen.sum(0)


def local_window(q, k, v):
    n = jnp.arange(8)
    near = (jnp.abs(n[:, None] - n[None]) < 3) & (n[None] <= n[:, None])
    return jax.nn.softmax(jnp.where(near, q @ k.T / 2, -1e30)) @ v


def coupling(x, w, s):
    """A layer of a normalising flow, there and its determinant."""
    a, b = x[:, :3], x[:, 3:]
    log_s = jnp.tanh(a @ w) * s
    return jnp.concatenate([a, b * jnp.exp(log_s) + a @ w.T], 1), log_s.sum(1)


def capsules(u):
    def route(_, b):
        c = jax.nn.softmax(b, 1)
        s = jnp.einsum("io,iod->od", c, u)
        n = jnp.sum(s * s, -1, keepdims=True)
        v = s * n / (1 + n) / jnp.sqrt(n + 1e-8)
        return b + jnp.einsum("iod,od->io", u, v)

    return jax.lax.fori_loop(0, 3, route, jnp.zeros((6, 3)))


def conv_memory(x, h, c, k):
    z = jax.lax.conv_general_dilated(jnp.concatenate([x, h], -1), k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    i, f, o, g = jnp.split(z, 4, -1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(c), c


def dilated_text(x, k):
    y = jax.lax.conv_general_dilated(x, k, (1,), [(4, 0)], rhs_dilation=(2,), dimension_numbers=("NWC", "WIO", "NWC"))
    return jax.nn.relu(y) + x


def equivariant(p, h, w):
    """A layer on points that turns with them."""
    d = p[:, None] - p[None]
    r = (d * d).sum(-1)
    m = jax.nn.silu(h[:, None] * h[None] + r[..., None]) @ w
    return p + (d * m[..., :1]).mean(1), h + m[..., :1].sum(1)


def neural_ode(x, w):
    def f(x):
        return jnp.tanh(x @ w)

    def step(x, _):
        k1 = f(x)
        k2 = f(x + 0.05 * k1)
        return x + 0.1 * k2, k1.max()

    return jax.lax.scan(step, x, None, length=5)


def mixed_gradients(x, w):
    loss = lambda w: jnp.sum((x.astype(jnp.bfloat16) @ w.astype(jnp.bfloat16)).astype(jnp.float32) ** 2)
    return jax.grad(loss)(w)


def ema_teacher(t, s, x):
    t = 0.99 * t + 0.01 * s
    return t, jnp.sum(-jax.nn.softmax(x @ t * 25) * jax.nn.log_softmax(x @ s * 10), -1)


# Statistics and machine learning without networks.


def mixture_of_normals(x, mu, pi):
    def em(_, s):
        mu, pi = s
        r = jax.nn.softmax(jnp.log(pi) - 0.5 * ((x[:, None] - mu[None]) ** 2).sum(-1), 1)
        n = r.sum(0)
        return r.T @ x / n[:, None], n / n.sum()

    return jax.lax.fori_loop(0, 4, em, (mu, pi))


def principal(x, v):
    c = (x - x.mean(0)).T @ (x - x.mean(0)) / 9
    return jax.lax.fori_loop(0, 6, lambda _, v: (c @ v) / jnp.linalg.norm(c @ v), v)


def hinge(x, y, w):
    def step(w, t):
        wrong = 1 - t[1] * (w @ t[0]) > 0
        return jnp.where(wrong, w + 0.1 * t[1] * t[0], w) * 0.999, wrong

    return jax.lax.scan(step, w, (x, y))


def trees(x, i):
    """Trees of decisions, as tables of features and thresholds."""
    feature = i.reshape(3, 7) & 3
    at = jnp.zeros((5, 3), jnp.int32)
    for _ in range(2):
        f = feature[jnp.arange(3), at]
        v = jnp.take_along_axis(x, f, 1)
        at = 2 * at + 1 + (v > 0.5)
    return at.sum(1)


def bayes(x, mean, var, prior):
    p = -0.5 * ((x[:, None] - mean) ** 2 / var + jnp.log(2 * jnp.pi * var)).sum(-1) + jnp.log(prior)
    return p - jax.nn.logsumexp(p, 1, keepdims=True), jnp.argmax(p, 1)


def logistic_newton(x, y, w):
    def step(_, w):
        p = jax.nn.sigmoid(x @ w)
        g = x.T @ (p - y)
        h = (x.T * (p * (1 - p))) @ x + 0.1 * jnp.eye(2)
        det = h[0, 0] * h[1, 1] - h[0, 1] * h[1, 0]
        inv = jnp.array([[h[1, 1], -h[0, 1]], [-h[1, 0], h[0, 0]]]) / det
        return w - inv @ g

    return jax.lax.fori_loop(0, 5, step, w)


def bandit(i, r):
    def pull(s, t):
        n, m = s
        arm = jnp.argmax(m + jnp.sqrt(2 * jnp.log(t[0].astype(jnp.float32) + 1) / n))
        hot = jnp.arange(4) == arm
        n = n + hot
        return (n, m + jnp.where(hot, (t[1] - m) / n, 0)), arm

    return jax.lax.scan(pull, (jnp.ones(4), jnp.zeros(4)), (i, r))


def q_learning(q, i, r):
    def step(q, t):
        s, a = t[0] & 3, (t[0] >> 2) & 1
        to = (t[0] >> 3) & 3
        old = q[s, a]
        new = old + 0.1 * (t[1] + 0.9 * q[to].max() - old)
        hot = (jnp.arange(4)[:, None] == s) & (jnp.arange(2) == a)
        return jnp.where(hot, new, q), new - old

    return jax.lax.scan(step, q, (i, r))


def ranks(s, rel):
    place = (s[None] > s[:, None]).sum(1)
    gain = (2.0**rel - 1) / jnp.log2(place + 2.0)
    return gain.sum(), place


def smoothing(x):
    """Holt's method: a level and a trend."""

    def step(s, v):
        level = 0.5 * v + 0.5 * (s[0] + s[1])
        trend = 0.1 * (level - s[0]) + 0.9 * s[1]
        return (level, trend), level + trend

    return jax.lax.scan(step, (x[0], jnp.float32(0)), x)


def gaussian_process(x, y, q):
    """A mean by kernels, with the system solved by relaxation."""
    kern = lambda a, b: jnp.exp(-0.5 * (a[:, None] - b[None]) ** 2)
    a = kern(x, x) + 0.1 * jnp.eye(6)
    alpha = jax.lax.fori_loop(0, 10, lambda _, z: z + 0.15 * (y - a @ z), jnp.zeros(6))
    return kern(q, x) @ alpha


# Physics and chemistry.


def gray_scott(u, v):
    lap = lambda z: jnp.roll(z, 1, 0) + jnp.roll(z, -1, 0) + jnp.roll(z, 1, 1) + jnp.roll(z, -1, 1) - 4 * z

    def step(_, s):
        u, v = s
        r = u * v * v
        return u + 0.16 * lap(u) - r + 0.035 * (1 - u), v + 0.08 * lap(v) + r - 0.095 * v

    return jax.lax.fori_loop(0, 5, step, (u, v))


def magnet(i, u):
    """A half sweep of the Ising model on black squares."""
    s = (i.reshape(6, 6) & 1) * 2 - 1
    near = jnp.roll(s, 1, 0) + jnp.roll(s, -1, 0) + jnp.roll(s, 1, 1) + jnp.roll(s, -1, 1)
    black = (jnp.arange(6)[:, None] + jnp.arange(6)) % 2 == 0
    flip = black & (u < jnp.exp(-0.8 * (s * near).astype(jnp.float32)))
    s = jnp.where(flip, -s, s)
    return s, s.sum(), -(s * near).sum() / 2


def molecules(p, v):
    def force(p):
        d = p[:, None] - p[None]
        r2 = jnp.maximum((d * d).sum(-1), 0.01) + jnp.eye(5)
        s6 = 1 / (r2 * r2 * r2)
        f = jnp.where((r2 < 9.0) & ~jnp.eye(5, dtype=bool), 24 * (2 * s6 * s6 - s6) / r2, 0)
        return (f[..., None] * d).sum(1)

    v = v + 0.005 * force(p)
    p = p + 0.01 * v
    p = p - 4.0 * jnp.floor(p / 4.0)
    return p, v + 0.005 * force(p)


def transmission(e, h):
    """A pulse on a line, by finite differences in time."""

    def step(s, t):
        e, h = s
        h = h + 0.5 * (jnp.pad(e, (0, 1))[1:] - e)
        e = e + 0.5 * (h - jnp.pad(h, (1, 0))[:-1])
        e = e + jnp.where(jnp.arange(16) == 4, jnp.exp(-0.1 * (t - 3.0) ** 2), 0)
        return (e, h), e[12]

    return jax.lax.scan(step, (e, h), jnp.arange(6.0))


def vorticity(w, psi):
    def relax(_, psi):
        p = jnp.pad(psi, 1)
        return 0.25 * (p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] + w)

    psi = jax.lax.fori_loop(0, 6, relax, psi)
    p = jnp.pad(psi, 1)
    u, v = (p[1:-1, 2:] - p[1:-1, :-2]) / 2, (p[:-2, 1:-1] - p[2:, 1:-1]) / 2
    z = jnp.pad(w, 1, mode="wrap")
    return w - 0.1 * (u * (z[2:, 1:-1] - z[:-2, 1:-1]) + v * (z[1:-1, 2:] - z[1:-1, :-2])) / 2, psi


def epidemic(s):
    def step(s, _):
        new, gone = 0.3 * s[0] * s[1], 0.1 * s[1]
        s = jnp.stack([s[0] - new, s[1] + new - gone, s[2] + gone])
        return s, s[1]

    end, trace = jax.lax.scan(step, s, None, length=8)
    return end, trace.max(), jnp.argmax(trace)


def doses(k, t):
    return k[0] / (k[0] - k[1] + 1e-6) * (jnp.exp(-k[1] * t) - jnp.exp(-k[0] * t)) * (t > 0), jnp.trapezoid(jnp.exp(-k[1] * t), t)


def pendulum(s):
    energy = lambda s: 0.5 * s[1] ** 2 - 9.81 * jnp.cos(s[0])

    def step(s, _):
        g = jax.grad(energy)(s)
        p = s[1] - 0.01 * g[0]
        return jnp.stack([s[0] + 0.01 * p, p]), energy(s)

    return jax.lax.scan(step, s, None, length=6)


def climate(t, ice):
    albedo = jnp.where(t < 263, 0.6, 0.3)
    lat = jnp.linspace(-1, 1, 9)
    flux = 340 * (1 - 0.48 * (3 * lat * lat - 1) / 2) * (1 - albedo)
    grad = jnp.pad(jnp.diff(t) * 0.5, 1)
    return t + 0.01 * (flux - 203 - 2.1 * (t - 273) + jnp.diff(grad)), jnp.maximum(ice + (t < 271) * 0.1, 0)


# Numerical algebra and signals.


def gram_schmidt(a):
    q = []
    for j in range(3):
        v = a[:, j]
        for u in q:
            v = v - (u @ a[:, j]) * u
        q.append(v / jnp.linalg.norm(v))
    return jnp.stack(q, 1)


def elimination(a):
    def step(k, a):
        col = jnp.where(jnp.arange(5) > k, a[:, k] / a[k, k], 0)
        at_k = (jnp.arange(5) == k)[None]
        return jnp.where(at_k & (jnp.arange(5) > k)[:, None], col[:, None], a - col[:, None] * jnp.where(jnp.arange(5) > k, a[k], 0))

    return jax.lax.fori_loop(0, 4, step, a)


def newton_schulz(g):
    x = g / (jnp.sqrt(jnp.sum(g * g)) + 1e-7)
    for _ in range(3):
        a = x @ x.T
        x = 3.4445 * x + (-4.775 * a + 2.0315 * a @ a) @ x
    return x


def exponential(a):
    t, s = jnp.eye(3), jnp.eye(3)
    for k in range(1, 6):
        t = t @ a / (4.0 * k)
        s = s + t
    return (s @ s) @ (s @ s)


def interpolate(x, y, q):
    at = jnp.clip((q[:, None] > x[None]).sum(1), 1, 6)
    x0, x1, y0, y1 = x[at - 1], x[at], y[at - 1], y[at]
    return y0 + (q - x0) / (x1 - x0) * (y1 - y0)


def root(a):
    def step(s):
        lo, hi, n = s
        mid = 0.5 * (lo + hi)
        left = mid * mid * mid - mid - a > 0
        return jnp.where(left, lo, mid), jnp.where(left, mid, hi), n + 1

    return jax.lax.while_loop(lambda s: (s[2] < 40) & jnp.any(s[1] - s[0] > 1e-5), step, (jnp.zeros(3), jnp.full(3, 4.0), 0))


def resample(x, h):
    y = jnp.stack([x, jnp.zeros_like(x)], 1).reshape(24)
    z = jax.lax.conv_general_dilated(y[None, :, None], h[:, None, None], (3,), "SAME", dimension_numbers=("NWC", "WIO", "NWC"))
    return z[0, :, 0]


def tone(x):
    def step(s, v):
        return (v + 1.618 * s[0] - s[1], s[0]), None

    (a, b), _ = jax.lax.scan(step, (jnp.float32(0), jnp.float32(0)), x)
    return a * a + b * b - 1.618 * a * b


def pitch(x):
    r = jnp.stack([jnp.sum(x[: 16 - k] * x[k:]) for k in range(8)])
    return r / r[0], 2 + jnp.argmax(r[2:])


def echo_cancel(x, d):
    """Least mean squares: a filter that learns."""

    def step(w, t):
        e = t[1] - w @ t[0]
        return w + 0.05 * e * t[0] / (t[0] @ t[0] + 1e-3), e

    taps = jnp.stack([x[k : k + 9] for k in range(4)], 1)
    return jax.lax.scan(step, jnp.zeros(4), (taps, d))


# Pictures.


def corners(x):
    gx, gy = (x[1:-1, 2:] - x[1:-1, :-2]) / 2, (x[2:, 1:-1] - x[:-2, 1:-1]) / 2
    box = lambda z: sum(z[i : i + 4, j : j + 4] for i in range(3) for j in range(3))
    a, b, c = box(gx * gx), box(gx * gy), box(gy * gy)
    return a * c - b * b - 0.04 * (a + c) ** 2


def bilateral(x):
    p = jnp.pad(x, 1, mode="reflect")
    total, weight = jnp.zeros_like(x), jnp.zeros_like(x)
    for i in range(3):
        for j in range(3):
            v = p[i : i + 5, j : j + 5]
            w = jnp.exp(-((v - x) ** 2) * 50 - ((i - 1) ** 2 + (j - 1) ** 2) / 2.0)
            total, weight = total + w * v, weight + w
    return total / weight


def morphology(x):
    p = jnp.pad(x, 1, constant_values=1.0)
    low = jax.lax.reduce_window(p, jnp.inf, jax.lax.min, (3, 3), (1, 1), "VALID")
    q = jnp.pad(low, 1)
    return jax.lax.reduce_window(q, -jnp.inf, jax.lax.max, (3, 3), (1, 1), "VALID") - x


def seam(e):
    def row(s, v):
        p = jnp.pad(s, 1, constant_values=1e9)
        best = jnp.minimum(jnp.minimum(p[:-2], p[1:-1]), p[2:])
        return v + best, best - s

    return jax.lax.scan(row, jnp.zeros(6), e)


def triangles(p, q):
    """Points in a triangle: their coordinates and their depth."""
    a, b, c = p[0], p[1], p[2]
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    u = ((b[0] - q[:, 0]) * (c[1] - q[:, 1]) - (b[1] - q[:, 1]) * (c[0] - q[:, 0])) / area
    v = ((c[0] - q[:, 0]) * (a[1] - q[:, 1]) - (c[1] - q[:, 1]) * (a[0] - q[:, 0])) / area
    w = 1 - u - v
    return (u >= 0) & (v >= 0) & (w >= 0), u * a[2] + v * b[2] + w * c[2]


def noise_field(x, y):
    fade = lambda t: t * t * t * (t * (t * 6 - 15) + 10)
    xi, yi = jnp.floor(x).astype(jnp.int32), jnp.floor(y).astype(jnp.int32)
    u, v = x - xi, y - yi

    def corner(i, j):
        h = ((xi + i) * 374761393 + (yi + j) * 668265263) & 3
        return jnp.where(h & 1, u - i, i - u) + jnp.where(h & 2, v - j, j - v)

    top = corner(0, 0) + fade(u) * (corner(1, 0) - corner(0, 0))
    low = corner(0, 1) + fade(u) * (corner(1, 1) - corner(0, 1))
    return top + fade(v) * (low - top)


def camera(p, r, k):
    q = p @ r.T + jnp.array([0.0, 0.0, 3.0])
    u = q[:, :2] / q[:, 2:] * k[:2]
    r2 = (u * u).sum(1, keepdims=True)
    return u * (1 + k[2] * r2 + k[3] * r2 * r2), q[:, 2] > 0.1


# Whole numbers, tables, games, money.


def knapsack(i, v):
    def item(best, t):
        w = 1 + (t[0] & 3)
        j = jnp.arange(10) - w
        with_it = jnp.where(j >= 0, best[jnp.maximum(j, 0)] + t[1], -1.0)
        return jnp.maximum(best, with_it), with_it > best

    return jax.lax.scan(item, jnp.zeros(10), (i, v))


def generator(i):
    def step(s, _):
        s = s ^ (s << 13)
        s = s ^ jax.lax.shift_right_logical(s, 17)
        s = s ^ (s << 5)
        return s, s & 255

    return jax.lax.scan(step, i, None, length=5)


def checksum(i):
    def step(s, b):
        a = (s[0] + (b & 255)) % 65521
        return (a, (s[1] + a) % 65521), None

    (a, b), _ = jax.lax.scan(step, (1, 0), i)
    return (b << 16) | a


def hamming(i):
    """Encodes four bits in seven, and what a decoder says."""
    d = (i[:, None] >> jnp.arange(4)) & 1
    p = jnp.stack([d[:, 0] ^ d[:, 1] ^ d[:, 3], d[:, 0] ^ d[:, 2] ^ d[:, 3], d[:, 1] ^ d[:, 2] ^ d[:, 3]], 1)
    word = jnp.concatenate([p, d], 1)
    return (word << jnp.arange(7)).sum(1), word.sum(1) % 2


def rule(i):
    def step(s, _):
        at = (jnp.roll(s, 1) << 2) | (s << 1) | jnp.roll(s, -1)
        s = (110 >> at) & 1
        return s, s

    return jax.lax.scan(step, i & 1, None, length=4)[1]


def subsequence(i):
    a, b = i[:5] & 3, i[5:] & 3

    def row(up, x):
        def cell(left, t):
            best = jnp.where(t[2] == x, t[0] + 1, jnp.maximum(t[1], left))
            return best, best

        line = jax.lax.scan(cell, 0, (jnp.concatenate([jnp.zeros(1, jnp.int32), up[:-1]]), up, b))[1]
        return line, line[-1]

    return jax.lax.scan(row, jnp.zeros(6, jnp.int32), a)[1]


def warped(a, b):
    c = jnp.abs(a[:, None] - b[None])

    def row(up, line):
        def cell(left, t):
            best = t[0] + jnp.minimum(jnp.minimum(t[1], t[2]), left)
            return best, best

        return (line := jax.lax.scan(cell, jnp.float32(1e9), (line, up, jnp.concatenate([up[:1], up[:-1]])))[1]), line.min()

    return jax.lax.scan(row, jnp.zeros(5), c)


def indicators(x):
    def ema(n):
        return jax.lax.scan(lambda s, v: ((s := s + (v - s) * 2 / (n + 1)), s), x[0], x)[1]

    up, down = jnp.maximum(jnp.diff(x), 0), jnp.maximum(-jnp.diff(x), 0)
    return ema(3) - ema(6), 100 - 100 / (1 + up.mean() / (down.mean() + 1e-9)), (x - x.mean()) / x.std()


def volatility(c, s, k):
    cdf = lambda z: 0.5 * (1 + jax.lax.erf(z / 1.41421356))

    def step(_, v):
        d = (jnp.log(s / k) + 0.5 * v * v) / v
        price = s * cdf(d) - k * cdf(d - v)
        vega = s * jnp.exp(-0.5 * d * d) / 2.5066283
        return jnp.clip(v - (price - c) / vega, 0.01, 3.0)

    return jax.lax.fori_loop(0, 6, step, jnp.full(4, 0.3))


def curve(r):
    def step(s, v):
        d = (1 - v * s) / (1 + v)
        return s + d, d

    return jax.lax.scan(step, jnp.float32(0), r)[1]


def loss_at_risk(w, cov, r):
    s = jnp.sqrt(w @ cov @ w)
    p = r @ w
    worst = jnp.where((p[None] < p[:, None]).sum(1) < 2, p, 0).sum() / 2
    return 1.645 * s, -worst, cov @ w / s


def controller(x, goal):
    """A cart by model-predictive control: gradients through its motion."""

    def cost(u):
        def step(s, a):
            s = jnp.stack([s[0] + 0.1 * s[1], s[1] + 0.1 * a])
            return s, (s[0] - goal[0]) ** 2 + 0.01 * a * a

        return jax.lax.scan(step, x, u)[1].sum()

    return jax.lax.fori_loop(0, 3, lambda _, u: u - 0.5 * jax.grad(cost)(u), jnp.zeros(5))


def attitude(q, w):
    dq = 0.5 * jnp.stack([
        -q[1] * w[0] - q[2] * w[1] - q[3] * w[2],
        q[0] * w[0] + q[2] * w[2] - q[3] * w[1],
        q[0] * w[1] - q[1] * w[2] + q[3] * w[0],
        q[0] * w[2] + q[1] * w[1] - q[2] * w[0],
    ])
    q = q + 0.01 * dq
    return q / jnp.linalg.norm(q)


def board(i):
    """Lines of three in a game of noughts and crosses."""
    b = (i % 3 - 1).reshape(2, 3, 3)
    sums = jnp.concatenate([b.sum(1), b.sum(2), jnp.trace(b, axis1=1, axis2=2)[:, None], jnp.trace(b[:, ::-1], axis1=1, axis2=2)[:, None]], 1)
    return (sums == 3).any(1), (sums == -3).any(1), (b == 0).sum((1, 2))


PROGRAMS = [
    ("jax_mlp_step", mlp_step, [(4, 3), (4, 2), (3, 8), (8, 2)], "torch-mlir", "cpu_loops cuda_sm80"),
    ("jax_momentum", momentum, [(4, 6)] * 3, "torch-mlir", "vulkan_gpu"),
    ("jax_lion", lion, [(4, 6)] * 3, "iree", "small_floats"),
    ("jax_entropy", cross_entropy_grad, [(4, 3), (3, 5), "i4"], "torch-mlir", "cpu_affine"),
    ("jax_penalty", penalty, [(4, 3), (5, 4), (5, 4), (5,)], "torch-mlir", "omp_threads"),
    ("jax_meta", meta_step, [(5, 3), (5,), (3,)], "iree", "cpu_dealloc"),
    ("jax_mixer", mixer, [(4, 6), (4, 8), (8, 4), (6, 8), (8, 6)], "torch-mlir", "cpu_packed cuda_sm80"),
    ("jax_linear_attention", linear_attention, [(5, 4)] * 3, "iree", "cpu_loops"),
    ("jax_cache", cache_update, [(8, 4), (4,), "i1"], "torch-mlir", "cpu_dealloc"),
    ("jax_local", local_window, [(8, 4)] * 3, "torch-mlir", "rocm_mi cpu_vector"),
    ("jax_coupling", coupling, [(4, 6), (3, 3), (3,)], "torch-mlir", "cpu_vector"),
    ("jax_capsules", capsules, [(6, 3, 4)], "iree", "cpu_affine"),
    ("jax_conv_memory", conv_memory, [(1, 4, 4, 2), (1, 4, 4, 3), (1, 4, 4, 3), (3, 3, 5, 12)], "torch-mlir", "omp_threads"),
    ("jax_dilated", dilated_text, [(1, 8, 3), (3, 3, 3)], "iree", "cpu_vector"),
    ("jax_equivariant", equivariant, [(5, 3), (5, 4), (4, 4)], "torch-mlir", "cpu_loops"),
    ("jax_ode", neural_ode, [(3, 4), (4, 4)], "iree", "cpu_affine omp_threads"),
    ("jax_mixed", mixed_gradients, [(4, 8), (8, 3)], "torch-mlir", "small_floats cuda_sm80"),
    ("jax_teacher", ema_teacher, [(4, 6), (4, 6), (3, 4)], "iree-global", "cpu_packed"),
    ("jax_mixture", mixture_of_normals, [(8, 2), (3, 2), (3,)], "iree", "cpu_loops"),
    ("jax_principal", principal, [(10, 3), (3,)], "iree", "cpu_dealloc"),
    ("jax_hinge", hinge, [(6, 3), (6,), (3,)], "iree", "embedded_c"),
    ("jax_trees", trees, [(5, 4), "i21"], "torch-mlir", "cpu_loops"),
    ("jax_bayes", bayes, [(4, 3), (2, 3), (2, 3), (2,)], "torch-mlir", "rocm_mi"),
    ("jax_logistic", logistic_newton, [(6, 2), (6,), (2,)], "iree", "cpu_affine"),
    ("jax_bandit", bandit, ["i7", (7,)], "iree", "cpu_loops"),
    ("jax_q_learning", q_learning, [(4, 2), "i6", (6,)], "iree", "cpu_dealloc"),
    ("jax_ranks", ranks, [(7,), (7,)], "torch-mlir", "vulkan_gpu"),
    ("jax_smoothing", smoothing, [(9,)], "iree", "embedded_c"),
    ("jax_process", gaussian_process, [(6,), (6,), (4,)], "iree", "omp_threads"),
    ("jax_gray_scott", gray_scott, [(6, 6), (6, 6)], "iree", "cpu_loops"),
    ("jax_magnet", magnet, ["i36", (6, 6)], "torch-mlir", "cuda_sm80"),
    ("jax_molecules", molecules, [(5, 3), (5, 3)], "torch-mlir", "rocm_mi cpu_affine"),
    ("jax_transmission", transmission, [(16,), (16,)], "iree", "cpu_dealloc"),
    ("jax_vorticity", vorticity, [(6, 6), (6, 6)], "iree", "cpu_affine"),
    ("jax_epidemic", epidemic, [(3,)], "iree", "embedded_c"),
    ("jax_doses", doses, [(2,), (8,)], "torch-mlir", "cpu_vector"),
    ("jax_pendulum", pendulum, [(2,)], "iree", "cpu_loops"),
    ("jax_climate", climate, [(9,), (9,)], "torch-mlir", "small_floats"),
    ("jax_gram_schmidt", gram_schmidt, [(5, 3)], "torch-mlir", "cpu_affine"),
    ("jax_elimination", elimination, [(5, 5)], "iree", "cpu_loops"),
    ("jax_newton_schulz", newton_schulz, [(4, 6)], "torch-mlir", "cpu_packed cuda_sm80"),
    ("jax_exponential", exponential, [(3, 3)], "iree-global", "cpu_affine"),
    ("jax_interpolate", interpolate, [(7,), (7,), (5,)], "torch-mlir", "omp_threads"),
    ("jax_root", root, [(3,)], "iree", "cpu_loops"),
    ("jax_resample", resample, [(12,), (5,)], "torch-mlir", "cpu_vector"),
    ("jax_tone", tone, [(10,)], "iree", "embedded_c"),
    ("jax_pitch", pitch, [(16,)], "torch-mlir", "cpu_dealloc"),
    ("jax_echo", echo_cancel, [(12,), (9,)], "iree", "cpu_affine"),
    ("jax_corners", corners, [(8, 8)], "torch-mlir", "cuda_sm80 cpu_vector"),
    ("jax_bilateral", bilateral, [(5, 5)], "torch-mlir", "omp_threads"),
    ("jax_morphology", morphology, [(6, 6)], "torch-mlir", "rocm_mi"),
    ("jax_seam", seam, [(5, 6)], "iree", "cpu_loops"),
    ("jax_triangles", triangles, [(3, 3), (6, 2)], "torch-mlir", "vulkan_gpu"),
    ("jax_noise", noise_field, [(4, 5), (4, 5)], "torch-mlir", "rocm_mi cpu_vector"),
    ("jax_camera", camera, [(6, 3), (3, 3), (4,)], "torch-mlir", "cpu_dealloc"),
    ("jax_knapsack", knapsack, ["i4", (4,)], "iree", "cpu_loops"),
    ("jax_generator", generator, ["i4"], "iree", "embedded_c"),
    ("jax_checksum", checksum, ["i9"], "iree", "cpu_affine"),
    ("jax_hamming", hamming, ["i6"], "torch-mlir", "cpu_vector"),
    ("jax_rule", rule, ["i12"], "iree", "cpu_loops"),
    ("jax_subsequence", subsequence, ["i11"], "iree", "cpu_dealloc"),
    ("jax_warped", warped, [(4,), (5,)], "iree", "cpu_affine"),
    ("jax_indicators", indicators, [(10,)], "iree", "omp_threads"),
    ("jax_volatility", volatility, [(4,), (4,), (4,)], "iree", "small_floats cpu_loops"),
    ("jax_curve", curve, [(6,)], "iree", "cpu_dealloc"),
    ("jax_risk", loss_at_risk, [(4,), (4, 4), (6, 4)], "torch-mlir", "cpu_loops"),
    ("jax_controller", controller, [(2,), (1,)], "iree", "cpu_affine"),
    ("jax_attitude", attitude, [(4,), (3,)], "torch-mlir", "cpu_dealloc"),
    ("jax_board", board, ["i18"], "torch-mlir", "cpu_loops"),
    ("jax_llvm_mixer", mixer, [(8, 16), (8, 16), (16, 8), (16, 16), (16, 16)], "iree-llvm", "cpu_backend"),
    ("jax_llvm_camera", camera, [(6, 3), (3, 3), (4,)], "iree-llvm", "cpu_backend"),
    ("jax_llvm_molecules", molecules, [(5, 3), (5, 3)], "iree-llvm", "cpu_backend"),
    ("jax_llvm_corners", corners, [(8, 8)], "iree-llvm", "cpu_backend"),
    ("jax_llvm_schulz", newton_schulz, [(4, 6)], "iree-llvm", "cpu_backend"),
    ("jax_llvm_rule", rule, ["i12"], "iree-llvm", "cpu_backend"),
]
