"""Programs of JAX of the set 2026-11-releases; the form is that of ../development/programs_jax.py."""

import jax
import jax.numpy as jnp


def tide(level, moon):
    """Heights of a tide by a sum of harmonics."""
    phases = moon[:, None] * jnp.arange(1, 5, dtype=jnp.float32)
    return level + jnp.sum(jnp.cos(phases) / (1.0 + jnp.arange(4)), axis=1)


def gate(water, valve):
    """Flow through gates that are open to a degree."""
    opened = jnp.clip(valve, 0.0, 1.0)
    return jnp.where(water > 0.2, opened * jnp.sqrt(jnp.maximum(water, 0.0)), 0.0)


def bread_order(days, weights):
    """A forecast with a window of past days."""
    windows = jnp.stack([jnp.roll(days, k) for k in range(3)])
    return jnp.tanh(weights @ windows)


def rye_field(cells):
    """A rule of growth on a ring of rows."""
    up, down = jnp.roll(cells, 1, axis=0), jnp.roll(cells, -1, axis=0)
    around = up + down + jnp.roll(cells, 1, axis=1) + jnp.roll(cells, -1, axis=1)
    return jnp.where((around == 3) | ((cells == 1) & (around == 2)), 1, 0)


def market(prices, basket, index):
    """Costs of baskets by lookup, and their shares."""
    cost = prices[index] * basket
    return jax.nn.softmax(cost, axis=-1), jnp.max(cost)


def loom(thread, warp):
    """A recurrence over rows of a cloth."""
    def row(state, x):
        state = jnp.tanh(state @ warp + x)
        return state, jnp.sum(state)

    return jax.lax.scan(row, jnp.zeros(warp.shape[0]), thread)


def scales(a, b):
    """A comparison of two heaps, with gradients."""
    return jax.grad(lambda x: jnp.mean(jnp.abs(x - b) ** 3))(a)


def letters(words):
    """A checksum over letters of words."""
    return jax.lax.fori_loop(0, words.shape[0], lambda i, h: (h * 33) ^ words[i], jnp.int32(5381))


def kernel_of_nut(image, kernel):
    return jax.lax.conv_general_dilated(image[None, None], kernel[None, None], (1, 1), "SAME")[0, 0]


def honey(x, w1, w2):
    """Two layers with a norm between them."""
    h = x @ w1
    h = (h - h.mean(-1, keepdims=True)) * jax.lax.rsqrt(h.var(-1, keepdims=True) + 1e-5)
    return jax.nn.silu(h) @ w2


PROGRAMS = [
    ("jax_tide", tide, [(6,), (6,)], "iree", "t_loops t_affine"),
    ("jax_gate", gate, [(4, 5), (4, 5)], "iree", "t_simd t_c"),
    ("jax_bread", bread_order, [(8,), (2, 3)], "torch-mlir", "t_loops"),
    ("jax_rye", rye_field, [(6, 6)], "iree", "t_loops"),
    ("jax_market", market, [(7,), (4,), "i4"], "iree", "t_loops"),
    ("jax_loom", loom, [(5, 3), (3, 3)], "iree", "t_loops"),
    ("jax_scales", scales, [(4, 4), (4, 4)], "torch-mlir", "t_affine t_device"),
    ("jax_letters", letters, ["i7"], "iree", "t_loops t_c"),
    ("jax_nut", kernel_of_nut, [(8, 8), (3, 3)], "torch-mlir", "t_loops t_threads"),
    ("jax_honey", honey, [(4, 6), (6, 5), (5, 3)], "iree", "t_affine t_threads"),
    ("jax_llvm_gate", gate, [(4, 5), (4, 5)], "iree-llvm", "x_llvm"),
    ("jax_llvm_tide", tide, [(6,), (6,)], "iree-llvm", "x_llvm"),
]
