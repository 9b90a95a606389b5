"""The operators of the set `foo` at any of its versions, for PyTorch: what a runtime of that version has."""

import torch


def register(version):
    library = torch.library.Library("foo", "DEF")

    def define(schema, kernel):
        library.define(schema)
        for key in ["CompositeExplicitAutograd", "Meta"]:
            library.impl(schema.split("(")[0], kernel, key)

    if version < 10:
        define("foo(Tensor self, Tensor b) -> Tensor", lambda self, b: self + 2 * b)
    elif version < 25:
        define("foo(Tensor self, Tensor b, *, Scalar alpha=1) -> Tensor", lambda self, b, *, alpha=1: self + alpha * b)
    else:
        define("foo(Tensor self, Tensor c, Tensor b, *, Scalar alpha=1) -> Tensor", lambda self, c, b, *, alpha=1: self + alpha * b + c)
    if version < 12:
        define("bar(Tensor self) -> Tensor", lambda self: self + 1)
    else:
        define('bar(Tensor self, *, str mode="plain") -> Tensor', lambda self, *, mode="plain": (self + 1) * (2 if mode == "double" else 1))
    if version < 15:
        define("baz(Tensor self) -> Tensor", lambda self: self - 1)
    else:
        define("baz(Tensor self, int n) -> Tensor", lambda self, n: self - n)
    if version < 20:
        define("qux(Tensor self) -> Tensor", lambda self: self * 3)
    else:
        define("qux(Tensor self, bool flag=False) -> Tensor", lambda self, flag=False: self * (5 if flag else 3))
    return library
