"""Inputs that are the same in every release: computed, not drawn."""

import torch


def f(*shape, dtype=torch.float32, scale=1.0):
    """Floats between -2 and 2, no two neighbours alike."""
    count = 1
    for n in shape:
        count *= n
    values = [((i * 37 + 11) % 101 - 50) / 25.0 * scale for i in range(count)]
    return torch.tensor(values, dtype=dtype).reshape(shape)


def p(*shape, dtype=torch.float32):
    """Positive floats."""
    return f(*shape, dtype=dtype).abs() + 0.25


def n(*shape, low=-9, high=9):
    """Integers from `low` to `high`."""
    count = 1
    for k in shape:
        count *= k
    return torch.tensor([low + (i * 7 + 3) % (high - low + 1) for i in range(count)], dtype=torch.int64).reshape(shape)


def b(*shape):
    return n(*shape) % 2 == 0


def spd(size):
    """A symmetric positive definite matrix with well separated eigenvalues."""
    a = f(size, size) * 0.1
    return a + a.t() + torch.diag(torch.arange(1, size + 1).to(torch.float32))


def c(*shape):
    """Complex numbers, from pairs (releases without complex numbers fail here, and the model is listed as not written)."""
    return torch.view_as_complex(f(*(shape + (2,))))
