"""A small function and its gradient, exported by JAX: a portable artifact of StableHLO. learn.py OUT"""
import sys

import jax
import jax.export
import jax.numpy as jnp


def loss(weights, x):
    return jnp.sum(jnp.tanh(x @ weights) ** 2)


def learn(weights, x):
    value, gradient = jax.value_and_grad(loss)(weights, x)
    return value, weights - 0.125 * gradient


shapes = (jax.ShapeDtypeStruct((4, 3), jnp.float32), jax.ShapeDtypeStruct((2, 4), jnp.float32))
exported = jax.export.export(jax.jit(learn), platforms=["cpu"])(*shapes)
with open(sys.argv[1], "wb") as file:
    file.write(exported.mlir_module_serialized)
