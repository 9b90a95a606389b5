"""Programs of JAX of the set 2026-11-workloads, by domains; the form is that of ../development/programs_jax.py."""

import jax
import jax.numpy as jnp


def running(x):
    """Sums of what came before and at each place; what a cumulative sum becomes where there is no window of reductions."""
    return jnp.where(jnp.tril(jnp.ones((x.shape[0],) * 2, bool)), x[None], 0).sum(1)


def counted(i, n):
    return (i[:, None] == jnp.arange(n)).astype(jnp.int32).sum(0)


# Language models.


def grouped_queries(q, k, v, i):
    """Attention with a cache: four heads of queries share two of keys, positions behind the last are hidden."""
    s = jnp.einsum("hd,gtd->hgt", q, k).reshape(2, 2, 2, 6)
    s = jnp.stack([s[:, 0, 0], s[:, 1, 1]]).reshape(4, 6) / 2.0
    slope = 2.0 ** -jnp.arange(1.0, 5.0)
    s = s - slope[:, None] * (i[0] - jnp.arange(6)).astype(jnp.float32)
    p = jax.nn.softmax(jnp.where(jnp.arange(6) <= i[0], s, -1e9), axis=-1)
    return jnp.einsum("hgt,gtd->hgd", p.reshape(2, 2, 6), v).reshape(4, 4)


def gated_block(x, g, up, gate, down):
    """Pre-normalised feed-forward layer with SwiGLU."""
    h = x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * g
    return x + (jax.nn.silu(h @ gate) * (h @ up)) @ down


def top_two(x, router, w):
    """A mixture whose rows go to two experts, weighted by the router."""
    scores = x @ router
    first = jnp.argmax(scores, -1)
    second = jnp.argmax(jnp.where(jnp.arange(3) == first[:, None], -jnp.inf, scores), -1)
    index = jnp.stack([first, second], -1)
    share = jax.nn.softmax(jnp.take_along_axis(scores, index, -1), -1)
    return jnp.einsum("tk,td,tkde->te", share, x, w[index])


def int4_matmul(i, x, s):
    """Weights of four bits, eight in a word, with a scale for each group."""
    nibble = (i[:, None] >> (4 * jnp.arange(8))) & 15
    w = (nibble - 8).astype(jnp.float32).reshape(8, 8) * jnp.repeat(s, 4, axis=0)
    return x @ w


def int8_dynamic(x, w):
    sx = jnp.max(jnp.abs(x), -1, keepdims=True) / 127
    sw = jnp.max(jnp.abs(w), 0) / 127
    a = jnp.round(x / sx).astype(jnp.int8)
    b = jnp.round(w / sw).astype(jnp.int8)
    return jax.lax.dot(a, b, preferred_element_type=jnp.int32).astype(jnp.float32) * sx * sw


def low_rank(x, w, a, b):
    return x @ w + (x @ a) @ b * 0.5, jnp.linalg.norm(a) + jnp.linalg.norm(b)


def nucleus(x):
    """Probabilities, of which only the largest that make nine tenths stay."""
    p = jax.nn.softmax(x)
    larger = (p[None] > p[:, None]) | ((p[None] == p[:, None]) & (jnp.arange(9)[None] < jnp.arange(9)[:, None]))
    q = jnp.where(jnp.where(larger, p[None], 0).sum(1) < 0.9, p, 0)
    return q / q.sum()


def selective_scan(x, dt, a, b, c):
    """A state space model, step by step."""

    def step(h, t):
        u, d, bt, ct = t
        h = h * jnp.exp(jax.nn.softplus(d)[:, None] * a) + (d * u)[:, None] * bt
        return h, h @ ct

    return jax.lax.scan(step, jnp.zeros_like(a), (x, dt, b, c))[1]


def bf16_linear(x, w, b):
    y = x.astype(jnp.bfloat16) @ w.astype(jnp.bfloat16) + b.astype(jnp.bfloat16)
    return jax.nn.relu(y).astype(jnp.float32)


# Diffusion, vision, recommendation.


def time_embedding(x, t, w):
    f = jnp.exp(-jnp.arange(4.0) * 2.3)
    e = jnp.concatenate([jnp.sin(t[:, None] * f), jnp.cos(t[:, None] * f)], -1) @ w
    m = x.reshape(2, 9, 2, 2).mean((1, 3), keepdims=True)
    v = ((x.reshape(2, 9, 2, 2) - m) ** 2).mean((1, 3), keepdims=True)
    return ((x.reshape(2, 9, 2, 2) - m) * jax.lax.rsqrt(v + 1e-5)).reshape(2, 9, 4) + e[:, None, :]


def denoise(x, noise, a):
    clean = (x - jnp.sqrt(1 - a[0]) * noise) / jnp.sqrt(a[0])
    return jnp.sqrt(a[1]) * jnp.clip(clean, -1, 1) + jnp.sqrt(1 - a[1]) * noise


def cross_attention(x, c, wq, wk, wv):
    q, k, v = x @ wq, c @ wk, c @ wv
    return x + jax.nn.softmax(q @ k.T * 0.5) @ v


def patches(x, w, cls):
    p = x.reshape(2, 4, 2, 4, 3).transpose(0, 2, 1, 3, 4).reshape(4, 48) @ w
    return jnp.concatenate([cls[None], p]) + jnp.linspace(0, 1, 5)[:, None]


def squeeze_excite(x, k, d, u):
    y = jax.lax.conv_general_dilated(x, k, (1, 1), "SAME", feature_group_count=4, dimension_numbers=("NHWC", "HWIO", "NHWC"))
    y = jax.nn.hard_swish(y)
    s = y.mean((1, 2))
    return y * jax.nn.sigmoid(jax.nn.relu(s @ d) @ u)[:, None, None]


def interactions(e, x, w):
    """What a recommender makes of embeddings: products of all pairs, and a layer."""
    z = jnp.concatenate([x[:, None], e], 1)
    p = jnp.einsum("bid,bjd->bij", z, z)
    flat = p[:, jnp.array([1, 2, 2, 3]), jnp.array([0, 0, 1, 2])]
    return jax.nn.sigmoid(jnp.concatenate([x, flat], 1) @ w)


def factorisation(x, v, w):
    square = (x @ v) ** 2 - (x * x) @ (v * v)
    return x @ w + 0.5 * square.sum(1)


def suppression(b, s):
    """Boxes that overlap a better one go."""
    lo = jnp.maximum(b[:, None, :2], b[None, :, :2])
    hi = jnp.minimum(b[:, None, 2:], b[None, :, 2:])
    inter = jnp.prod(jnp.maximum(hi - lo, 0), -1)
    area = jnp.prod(b[:, 2:] - b[:, :2], -1)
    iou = inter / (area[:, None] + area - inter)

    def step(i, keep):
        return keep & ~((iou[i] > 0.5) & (jnp.arange(6) > i) & keep[i])

    return jax.lax.fori_loop(0, 6, step, s > 0.1)


# Sound, images.


def mel(x, filters):
    """Frames, a window, a transform, a filter bank, a logarithm."""
    frames = jnp.stack([x[i * 4 : i * 4 + 8] for i in range(4)]) * jnp.hanning(8)
    n = jnp.arange(8)
    angle = 2 * jnp.pi * n[:, None] * n[None, :5] / 8
    re, im = frames @ jnp.cos(angle), frames @ jnp.sin(angle)
    return jnp.log(jnp.maximum((re * re + im * im) @ filters, 1e-10))


def biquad(x, c):
    def step(s, v):
        y = c[0] * v + s[0]
        return (c[1] * v - c[3] * y + s[1], c[2] * v - c[4] * y), y

    return jax.lax.scan(step, (jnp.float32(0), jnp.float32(0)), x)[1]


def mu_law(x, i):
    e = jnp.sign(x) * jnp.log1p(255 * jnp.abs(x)) / jnp.log1p(255.0)
    d = (i & 255).astype(jnp.float32) / 127.5 - 1
    return ((e + 1) * 127.5).astype(jnp.int32), jnp.sign(d) * jnp.expm1(jnp.abs(d) * jnp.log(256.0)) / 255


def adpcm(i):
    """Differences of samples, with a step that adapts."""

    def step(s, v):
        predicted, index = s
        size = 7 * (1 << jnp.clip(index, 0, 10))
        d = v - predicted
        code = jnp.clip(jnp.abs(d) * 4 // size, 0, 7)
        change = (size >> 3) + code * size // 4
        return (predicted + jnp.where(d < 0, -change, change), index + jnp.where(code > 3, 1, -1)), code | jnp.where(d < 0, 8, 0)

    return jax.lax.scan(step, (0, 4), i)[1]


def lapped(x):
    n, k = jnp.arange(16.0), jnp.arange(8.0)
    basis = jnp.cos(jnp.pi / 8 * (n[:, None] + 4.5) * (k + 0.5))
    window = jnp.sin(jnp.pi / 16 * (n + 0.5))
    return jnp.stack([x[:16] * window, x[8:24] * window]) @ basis


def blocks_of_picture(x, q):
    """The cosine transform of blocks, quantised."""
    k = jnp.arange(8.0)
    d = jnp.cos((2 * k[None] + 1) * k[:, None] * jnp.pi / 16) * jnp.where(k == 0, 0.35355, 0.5)[:, None]
    b = x.reshape(2, 8, 1, 8).transpose(0, 2, 1, 3).reshape(2, 8, 8) - 128
    return jnp.round(jnp.einsum("ij,bjk,lk->bil", d, b, d) / q).astype(jnp.int32)


def sharpen(x):
    p = jnp.pad(x, 1, mode="edge")
    rows = 0.25 * p[:-2] + 0.5 * p[1:-1] + 0.25 * p[2:]
    soft = 0.25 * rows[:, :-2] + 0.5 * rows[:, 1:-1] + 0.25 * rows[:, 2:]
    return jnp.clip(x + 1.5 * (x - soft), 0, 1)


def mosaic(x):
    """Colours of a Bayer pattern, and their luminance."""
    r, g1, g2, b = x[::2, ::2], x[::2, 1::2], x[1::2, ::2], x[1::2, 1::2]
    rgb = jnp.stack([r, 0.5 * (g1 + g2), b], -1)
    return rgb**0.4545, rgb @ jnp.array([0.2126, 0.7152, 0.0722])


def median(x):
    """A network of comparisons: the middle of nine."""
    w = [x[i : i + 4, j : j + 4] for i in range(3) for j in range(3)]
    for turn in range(9):
        for k in range(turn % 2, 8, 2):
            w[k], w[k + 1] = jnp.minimum(w[k], w[k + 1]), jnp.maximum(w[k], w[k + 1])
    return w[4]


# Physics.


def shallow_water(h, u, v):
    def step(s, _):
        h, u, v = s
        u = u - 0.1 * 9.81 * (jnp.roll(h, -1, 1) - h)
        v = v - 0.1 * 9.81 * (jnp.roll(h, -1, 0) - h)
        flux = u * h - jnp.roll(u * h, 1, 1) + v * h - jnp.roll(v * h, 1, 0)
        return (h - 0.1 * flux, u, v), h.max()

    return jax.lax.scan(step, (h, u, v), None, length=4)


def lattice(f):
    """One step of a lattice Boltzmann method on five directions."""
    c = jnp.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]], jnp.float32)
    w = jnp.array([1 / 3, 1 / 6, 1 / 6, 1 / 6, 1 / 6])
    rho = f.sum(0)
    u = jnp.einsum("qxy,qd->dxy", f, c) / rho
    equilibrium = w[:, None, None] * rho * (1 + 3 * jnp.einsum("qd,dxy->qxy", c, u))
    f = f - (f - equilibrium) / 0.8
    return jnp.stack([f[0], jnp.roll(f[1], 1, 0), jnp.roll(f[2], -1, 0), jnp.roll(f[3], 1, 1), jnp.roll(f[4], -1, 1)])


def multigrid(u, b):
    def smooth(u, b):
        p = jnp.pad(u, 1)
        return u + 0.8 * (0.5 * (p[:-2] + p[2:] + b) - u)

    u = smooth(u, b)
    r = b - 2 * u + jnp.pad(u, 1)[:-2] + jnp.pad(u, 1)[2:]
    coarse = r.reshape(4, 2).sum(1)
    e = smooth(smooth(jnp.zeros(4), coarse), coarse)
    return smooth(u + jnp.repeat(e, 2), b)


def upwind(u, c):
    left, right = jnp.roll(u, 1), jnp.roll(u, -1)
    slope = jnp.where((u - left) * (right - u) > 0, 2 * (u - left) * (right - u) / (right - left + 1e-9), 0)
    return u - jnp.where(c > 0, c * (u + 0.5 * slope - left), c * (right - u))


def springs(p, v):
    energy = lambda p: 0.5 * jnp.sum((jnp.linalg.norm(p[1:] - p[:-1], axis=1) - 1) ** 2) + 9.81 * p[:, 1].sum()
    force = -jax.grad(energy)(p)
    return p + 0.01 * v, v + 0.01 * force


def thomas(a, b, c, d):
    """A tridiagonal system, there and back."""

    def forward(s, t):
        m = t[1] - t[0] * s[0]
        new = (t[2] / m, (t[3] - t[0] * s[1]) / m)
        return new, new

    _, (cp, dp) = jax.lax.scan(forward, (jnp.float32(0), jnp.float32(0)), (a, b, c, d))
    return jax.lax.scan(lambda x, t: ((y := t[1] - t[0] * x), y), jnp.float32(0), (cp, dp), reverse=True)[1]


# Graphs, databases, hashes, compression, parsers.


def min_plus(w):
    def step(s):
        d, _, k = s
        new = jnp.minimum(d, (d[:, None] + w).min(0))
        return new, jnp.any(new < d), k + 1

    start = jnp.where(jnp.arange(6) == 0, 0.0, 1e9)
    return jax.lax.while_loop(lambda s: s[1] & (s[2] < 6), step, (start, jnp.bool_(True), 0))[0]


def messages(x, i, w):
    """A layer of a graph network: edges are pairs of nodes."""
    source, target = i[:8] % 5, i[8:] % 5
    into = (target[:, None] == jnp.arange(5)).astype(jnp.float32)
    total = into.T @ (x[source] @ w)
    return jax.nn.elu(x @ w + total / jnp.maximum(into.sum(0), 1)[:, None])


def components(a):
    m = (a > 0.5) | (a.T > 0.5) | jnp.eye(6, dtype=bool)
    label = jnp.arange(6)
    return jax.lax.fori_loop(0, 6, lambda _, near: jnp.where(m, near[None], 6).min(1), label)


def join(i, k):
    """Rows of one table that a second has: where, and how many."""
    same = i[:, None] == k[None]
    return jnp.where(same.any(1), jnp.argmax(same, 1), -1), running(same.sum(1))


def group_by(i, x):
    in_group = (i & 3)[:, None] == jnp.arange(4)
    n = in_group.sum(0)
    total = jnp.where(in_group, x[:, None], 0).sum(0)
    top = jnp.where(in_group, x[:, None], -jnp.inf).max(0)
    return total / jnp.maximum(n, 1), jnp.where(n > 0, top, 0), n


def window_query(x):
    s = jnp.cumsum(x)
    moving = (s[3:] - jnp.pad(s, (1, 0))[:-4]) / 3
    return moving, jax.lax.cummax(x), x - jnp.pad(x, (1, 0))[:-1]


def chacha(i):
    def rotate(x, n):
        return (x << n) | jax.lax.shift_right_logical(x, 32 - n)

    def quarter(a, b, c, d):
        a = a + b
        d = rotate(d ^ a, 16)
        c = c + d
        b = rotate(b ^ c, 12)
        a = a + b
        d = rotate(d ^ a, 8)
        c = c + d
        return a, rotate(b ^ c, 7), c, d

    def both(_, s):
        a, b, c, d = quarter(*s)
        a, b, c, d = quarter(a, jnp.roll(b, -1), jnp.roll(c, -2), jnp.roll(d, -3))
        return a, jnp.roll(b, 1), jnp.roll(c, 2), jnp.roll(d, 3)

    rows = tuple(i.reshape(4, 4))
    return jnp.stack([x + y for x, y in zip(jax.lax.fori_loop(0, 4, both, rows), rows)])


def murmur(i):
    def mix(h, k):
        k = k.astype(jnp.uint32) * jnp.uint32(0xCC9E2D51)
        k = ((k << 15) | (k >> 17)) * jnp.uint32(0x1B873593)
        h = h ^ k
        return ((h << 13) | (h >> 19)) * jnp.uint32(5) + jnp.uint32(0xE6546B64), None

    h = jax.lax.scan(mix, jnp.uint32(42), i)[0]
    h = (h ^ (h >> 16)) * jnp.uint32(0x85EBCA6B)
    return h ^ (h >> 13)


def bloom(i):
    """A filter of bits: which of the later keys may be there."""
    found = jnp.ones(4, bool)
    for m in (40503, 2654435, 97):
        bit = ((i * m) >> 7) & 31
        found = found & ((counted(bit[:6], 32) > 0)[bit[6:]])
    return found


def run_lengths_of(i):
    starts = jnp.concatenate([jnp.ones(1, bool), i[1:] != i[:-1]])
    run = running(starts.astype(jnp.int32)) - 1
    in_run = run[:, None] == jnp.arange(10)
    return in_run.sum(0), jnp.where(in_run, i[:, None], -(1 << 30)).max(0)


def bit_packing(i):
    bits = (i[:, None] >> jnp.arange(5)) & 1
    return (bits.reshape(5, 8) << jnp.arange(8)).sum(1), jax.lax.population_count(i)


def automaton(i):
    """States of a table of transitions, and how deep brackets are."""
    table = jnp.array([[1, 0, 2], [1, 2, 0], [3, 2, 1], [3, 3, 3]])
    final, trace = jax.lax.scan(lambda s, c: ((n := table[s, c % 3]), n), 0, i)
    depth = running(jnp.where(i == 40, 1, jnp.where(i == 41, -1, 0)))
    return final == 3, trace, depth.min() < 0


def code_points(i):
    lead = (i & 0xC0) != 0x80
    wide = jnp.where(i < 0x80, 1, jnp.where(i < 0xE0, 2, jnp.where(i < 0xF0, 3, 4)))
    return jnp.cumsum(lead.astype(jnp.int32)), jnp.where(lead, wide, 0)


# Robots, finance, genomes, geometry.


def arm(q, lengths):
    def link(t, a):
        c, s = jnp.cos(a[0]), jnp.sin(a[0])
        m = jnp.array([[c, -s, a[1] * c], [s, c, a[1] * s], [0, 0, 1]])
        t = t @ m
        return t, t[:2, 2]

    end = lambda q: jax.lax.scan(link, jnp.eye(3), (q, lengths))[1][-1]
    return end(q), jax.jacfwd(end)(q)


def riccati(a, b, p):
    def step(_, p):
        k = (b.T @ p @ a) / (0.1 + b.T @ p @ b)
        return a.T @ p @ (a - b @ k) + jnp.eye(2)

    return jax.lax.fori_loop(0, 8, step, p)


def particles(x, z):
    w = jnp.exp(-0.5 * ((x[:, 0] - z[0]) ** 2 + (x[:, 1] - z[1]) ** 2))
    c = running(w / w.sum())
    at = ((jnp.arange(8.0) + 0.5)[:, None] / 8 > c).sum(1)
    return x[jnp.minimum(at, 7)]


def lattice_price(s, k):
    v = jnp.maximum(k[0] - s[0] * 1.1 ** (2.0 * jnp.arange(9) - 8), 0)

    def back(_, v):
        hold = 0.99 * (0.52 * v + 0.48 * jnp.concatenate([v[1:], v[-1:]]))
        return jnp.maximum(hold, v * 0.9)

    return jax.lax.fori_loop(0, 8, back, v)[0]


def paths(i, s):
    """Prices along random paths, of a linear congruential generator."""

    def step(t, _):
        seed, price = t
        seed = seed * 1664525 + 1013904223
        z = ((seed >> 8) & 0xFFFF).astype(jnp.float32) / 65536.0 * 3.46 - 1.73
        return (seed, price * jnp.exp(0.001 + 0.02 * z)), price

    (_, last), all_of_them = jax.lax.scan(step, (i, s), None, length=6)
    return jnp.maximum(last - 1, 0).mean(), all_of_them.mean(0)


def align(i):
    """Local alignment of two sequences, by antidiagonals of scores."""
    a, b = i[:5] & 3, i[5:] & 3

    def row(up, x):
        match = jnp.where(b == x, 2, -1)

        def cell(left, t):
            best = jnp.maximum(jnp.maximum(t[0] + t[2], 0), jnp.maximum(t[1], left) - 2)
            return best, best

        line = jax.lax.scan(cell, 0, (jnp.concatenate([jnp.zeros(1, jnp.int32), up[:-1]]), up, match))[1]
        return line, line.max()

    return jax.lax.scan(row, jnp.zeros(6, jnp.int32), a)[1].max()


def viterbi(t, e, i):
    def step(p, o):
        s = p[:, None] + t
        return s.max(0) + e[:, o % 4], jnp.argmax(s, 0)

    last, back = jax.lax.scan(step, jnp.zeros(3), i)
    return jnp.argmax(last), back


def likelihood(t, e, i):
    def step(a, o):
        return jax.nn.logsumexp(a[:, None] + t, 0) + e[:, o % 4], None

    return jax.nn.logsumexp(jax.lax.scan(step, jnp.zeros(3), i)[0])


def k_mers(i):
    code = (i[:-2] & 3) * 16 + (i[1:-1] & 3) * 4 + (i[2:] & 3)
    other = 63 - code
    return counted(jnp.minimum(code, other), 64)


def spheres(o, d, c):
    """Rays and spheres: the nearest hit and its shade."""
    oc = o[:, None] - c[None, :, :3]
    b = jnp.einsum("rsk,rk->rs", oc, d)
    disc = b * b - (oc * oc).sum(-1) + c[None, :, 3] ** 2
    t = jnp.where(disc > 0, -b - jnp.sqrt(jnp.maximum(disc, 0)), jnp.inf)
    hit = jnp.argmin(t, 1)
    near = t.min(1)
    n = (o + near[:, None] * d - c[hit, :3]) / c[hit, 3:]
    return jnp.where(jnp.isfinite(near), jnp.maximum(n @ jnp.array([0.0, 0.7, 0.7]), 0), 0.0)


def march(x):
    def distance(p):
        q = jnp.abs(p) - jnp.array([0.5, 0.3, 0.5])
        box = jnp.linalg.norm(jnp.maximum(q, 0), axis=-1) + jnp.minimum(q.max(-1), 0)
        return jnp.minimum(box, jnp.linalg.norm(p - 1.0, axis=-1) - 0.4)

    return jax.lax.fori_loop(0, 12, lambda _, t: t + distance(x + t[:, None] * jnp.array([0.0, 0.0, 1.0])), jnp.zeros(5))


def slerp(a, b, t):
    dot = jnp.clip((a * b).sum(-1, keepdims=True), -1, 1)
    angle = jnp.arctan2(jnp.sqrt(jnp.maximum(1 - dot * dot, 0)), jnp.abs(dot))
    s = jnp.sin(angle)
    near = s < 1e-4
    wa = jnp.where(near, 1 - t, jnp.sin((1 - t) * angle) / jnp.where(near, 1, s))
    wb = jnp.where(near, t, jnp.sin(t * angle) / jnp.where(near, 1, s))
    return wa * a + jnp.sign(dot) * wb * b


def nearest(p, q):
    d = ((p[:, None] - q[None]) ** 2).sum(-1)
    first = jnp.argmin(d, 1)
    second = jnp.argmin(jnp.where(jnp.arange(6) == first[:, None], jnp.inf, d), 1)
    return (q[first] + q[second]) / 2, second


PROGRAMS = [
    ("jax_grouped_queries", grouped_queries, [(4, 4), (2, 6, 4), (2, 6, 4), "i1"], "torch-mlir", "lm_cpu"),
    ("jax_gated", gated_block, [(3, 8), (8,), (8, 12), (8, 12), (12, 8)], "iree", "cuda_model"),
    ("jax_top_two", top_two, [(4, 6), (6, 3), (3, 6, 5)], "iree", "lm_cpu"),
    ("jax_int4", int4_matmul, ["i8", (3, 8), (2, 8)], "torch-mlir", "cpu32"),
    ("jax_int8_dynamic", int8_dynamic, [(4, 8), (8, 6)], "torch-mlir", "half_model"),
    ("jax_low_rank", low_rank, [(3, 8), (8, 6), (8, 2), (2, 6)], "iree-global", "omp_model"),
    ("jax_nucleus", nucleus, [(9,)], "iree", "args_model"),
    ("jax_scan_states", selective_scan, [(5, 4), (5, 4), (4, 3), (5, 3), (5, 3)], "iree", "lm_cpu"),
    ("jax_bf16", bf16_linear, [(4, 8), (8, 8), (8,)], "torch-mlir", "cuda_model"),
    ("jax_time", time_embedding, [(2, 9, 4), (2,), (8, 4)], "torch-mlir", "task_model"),
    ("jax_denoise", denoise, [(3, 4, 4), (3, 4, 4), (2,)], "torch-mlir", "cl_model"),
    ("jax_cross", cross_attention, [(4, 6), (5, 3), (6, 4), (3, 4), (3, 6)], "iree", "nest_vec"),
    ("jax_patches", patches, [(8, 8, 3), (48, 6), (6,)], "iree", "omp_model"),
    ("jax_squeeze", squeeze_excite, [(1, 5, 5, 4), (3, 3, 1, 4), (4, 2), (2, 4)], "iree", "lm_cpu"),
    ("jax_interactions", interactions, [(3, 4, 5), (3, 5), (9, 1)], "torch-mlir", "args_model"),
    ("jax_factorisation", factorisation, [(4, 7), (7, 3), (7,)], "torch-mlir", "hip_model"),
    ("jax_suppression", suppression, [(6, 4), (6,)], "iree", "safe_model"),
    ("jax_mel", mel, [(20,), (5, 3)], "iree", "omp_model"),
    ("jax_biquad", biquad, [(12,), (5,)], "iree", "c_model"),
    ("jax_mu_law", mu_law, [(8,), "i8"], "torch-mlir", "vk_model"),
    ("jax_adpcm", adpcm, ["i10"], "iree", "c_model"),
    ("jax_lapped", lapped, [(24,)], "torch-mlir", "nest_vec"),
    ("jax_picture", blocks_of_picture, [(16, 8), (8, 8)], "iree", "task_model"),
    ("jax_sharpen", sharpen, [(7, 6)], "torch-mlir", "cuda_model"),
    ("jax_mosaic", mosaic, [(6, 8)], "torch-mlir", "vk_model"),
    ("jax_median", median, [(6, 6)], "iree", "args_model"),
    ("jax_water", shallow_water, [(5, 5)] * 3, "iree", "lm_cpu"),
    ("jax_lattice", lattice, [(5, 4, 4)], "torch-mlir", "hip_model"),
    ("jax_multigrid", multigrid, [(8,), (8,)], "iree", "safe_model"),
    ("jax_upwind", upwind, [(12,), (12,)], "torch-mlir", "half_model"),
    ("jax_springs", springs, [(5, 2), (5, 2)], "iree", "cpu32"),
    ("jax_thomas", thomas, [(7,)] * 4, "iree", "c_model"),
    ("jax_min_plus", min_plus, [(6, 6)], "iree", "safe_model"),
    ("jax_messages", messages, [(5, 3), "i16", (3, 3)], "iree", "args_model"),
    ("jax_components", components, [(6, 6)], "iree", "cpu32"),
    ("jax_join", join, ["i5", "i7"], "iree", "safe_model"),
    ("jax_group_by", group_by, ["i12", (12,)], "iree", "lm_cpu"),
    ("jax_window_query", window_query, [(11,)], "torch-mlir", "task_model"),
    ("jax_chacha", chacha, ["i16"], "iree", "cpu32"),
    ("jax_murmur", murmur, ["i7"], "iree", "c_model"),
    ("jax_bloom", bloom, ["i10"], "iree", "args_model"),
    ("jax_runs", run_lengths_of, ["i10"], "iree", "safe_model"),
    ("jax_bits", bit_packing, ["i8"], "torch-mlir", "nest_vec"),
    ("jax_automaton", automaton, ["i9"], "iree", "c_model"),
    ("jax_code_points", code_points, ["i9"], "torch-mlir", "task_model"),
    ("jax_arm", arm, [(3,), (3,)], "iree", "args_model"),
    ("jax_riccati", riccati, [(2, 2), (2, 1), (2, 2)], "iree", "nest_vec"),
    ("jax_particles", particles, [(8, 2), (2,)], "iree", "lm_cpu"),
    ("jax_lattice_price", lattice_price, [(1,), (1,)], "iree", "half_model"),
    ("jax_paths", paths, ["i4", (4,)], "iree", "cpu32"),
    ("jax_align", align, ["i11"], "iree", "safe_model"),
    ("jax_viterbi", viterbi, [(3, 3), (3, 4), "i6"], "iree", "args_model"),
    ("jax_likelihood", likelihood, [(3, 3), (3, 4), "i6"], "iree", "lm_cpu"),
    ("jax_k_mers", k_mers, ["i14"], "iree", "cpu32"),
    ("jax_spheres", spheres, [(4, 3), (4, 3), (3, 4)], "iree", "omp_model"),
    ("jax_march", march, [(5, 3)], "iree", "task_model"),
    ("jax_slerp", slerp, [(3, 4), (3, 4), (3, 1)], "torch-mlir", "half_model"),
    ("jax_nearest", nearest, [(5, 2), (6, 2)], "iree", "safe_model"),
    ("jax_native_gated", gated_block, [(4, 16), (16,), (16, 32), (16, 32), (32, 16)], "iree-llvm", "native"),
    ("jax_native_chacha", chacha, ["i16"], "iree-llvm", "native"),
    ("jax_native_lattice", lattice, [(5, 8, 8)], "iree-llvm", "native"),
    ("jax_native_int8", int8_dynamic, [(8, 16), (16, 8)], "iree-llvm", "native"),
    ("jax_native_thomas", thomas, [(8,)] * 4, "iree-llvm", "native"),
    ("jax_native_adpcm", adpcm, ["i16"], "iree-llvm", "native"),
    ("jax_native_bf16", bf16_linear, [(8, 16), (16, 16), (16,)], "iree-llvm", "native"),
]
