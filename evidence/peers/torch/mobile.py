"""Loading lite programs in PyTorch 1.5, which has the lite interpreter in C++ alone: through `mobile.cpp`, which is compiled here. Nothing is run."""

import ctypes
import functools
import os
import pathlib
import subprocess
import tempfile

import torch

SYMBOL = "_ZN5torch3jit16_load_for_mobileERKSsN3c108optionalINS3_6DeviceEEE"


def names(opcode):
    """Whether the library has the name of an opcode: it takes every other for one that it knows. The end of a longer name counts."""
    text = (pathlib.Path(torch.__file__).parent / "lib" / "libtorch_cpu.so").read_bytes()
    return opcode.isupper() and any(before + opcode.encode() + b"\0" in text for before in (b"\0", b"_"))


class Loaded:
    """A program that was loaded and cannot be run from here."""


@functools.lru_cache(maxsize=None)  # noqa: UP033 (releases up to 1.5 run on Python 3.7 and 3.8)
def library():
    path = pathlib.Path(torch.__file__).parent / "lib" / "libtorch_cpu.so"
    if not path.exists() or not hasattr(ctypes.CDLL(str(path), ctypes.RTLD_GLOBAL), SYMBOL):
        raise RuntimeError("this release has no lite interpreter")
    source = pathlib.Path(__file__).with_name("mobile.cpp")
    out = os.path.join(tempfile.mkdtemp(), "mobile.so")
    subprocess.run(["g++", "-O1", "-shared", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=0", str(source), "-o", out], check=True)
    return ctypes.CDLL(out)


def load(path):
    said = ctypes.create_string_buffer(4000)
    if library().load(os.fsencode(path), said, len(said)):
        raise RuntimeError(said.value.decode("utf-8", "replace"))
    return Loaded()
