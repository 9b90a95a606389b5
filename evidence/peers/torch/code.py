"""Which code pickles run when they are loaded, in every shape: what Python's own unpickler looks up, and what PyTorch does.

    python code.py > corpus/torch/runs/code.tsv

Rows: name, the bytes in hexadecimal digits, the globals that were looked up, what became of it, what the weights-only reader says. Pickles are
loaded by `pickle.Unpickler`, files by `torch.load(weights_only=False)`; the file of TorchScript by `torch.jit.load`, which looks up nothing of
Python's. What they call is harmless: a folder's name, a square root, an empty line.
"""

from __future__ import annotations

import collections
import contextlib
import datetime
import io
import pickle
import struct
import types
import warnings
import zipfile

import torch
from torch import _weights_only_unpickler as reader

warnings.filterwarnings("ignore")

P = [b"\x80" + bytes([n]) for n in range(6)]
CWD = b"cposix\ngetcwd\n"


def short(text: str) -> bytes:
    return b"\x8c" + bytes([len(text)]) + text.encode()


def text(value: str) -> bytes:
    return b"X" + struct.pack("<I", len(value)) + value.encode()


def binary(value: bytes) -> bytes:
    return b"B" + struct.pack("<I", len(value)) + value


GLOBAL4 = short("posix") + short("getcwd") + b"\x93"
CALL = P[2] + CWD + b")R."

PICKLES = {
    "text": CWD + b"(tR.",
    "binary": CWD + b")R.",
    **{f"marked_{n}": P[n] + CWD + b")R." for n in range(6)},
    "inst": b"(iposix\ngetcwd\n.",
    "inst_2": P[2] + b"(iposix\ngetcwd\n.",
    "obj": b"(" + CWD + b"o.",
    "obj_2": P[2] + b"(" + CWD + b"o.",
    "stack_global": P[4] + GLOBAL4 + b")R.",
    "stack_global_memo": P[4] + short("getcwd") + b"\x940" + short("posix") + b"\x940h\x01h\x00\x93)R.",
    "stack_global_numbers": P[4] + text("getcwd") + b"p5\n0" + text("posix") + b"r\x07\0\0\x000j\x07\0\0\0g5\n\x93)R.",
    "stack_global_old_text": P[4] + b"S'posix'\nU\x06getcwd\x93)R.",
    "stack_global_escaped": P[4] + b"Vposix\nV\\u0067etcwd\n\x93)R.",
    "stack_global_dotted": P[4] + short("os") + short("path.abspath") + b"\x93" + short("a") + b"\x85R.",
    "newobj": P[2] + b"cfractions\nFraction\n(K\x01K\x02t\x81.",
    "newobj_ex": P[4] + short("fractions") + short("Fraction") + b"\x93)}\x92.",
    "newobj_ex_function": P[4] + short("builtins") + short("print") + b"\x93)}" + short("sep") + short("x") + b"s\x92.",
    "build": P[2] + b"cdecimal\nDecimal\n(" + text("1") + b"tR}" + text("a") + b"K\x01sb.",
    "setstate": P[2] + b"crandom\nRandom\n)R(K\x03(ttb.",
    "duplicate": P[2] + CWD + b"2)R0)R.",
    "memo": P[2] + CWD + b"q\x000h\x00)R.",
    "imported": P[2] + CWD + b".",
    "imported_and_dropped": P[2] + CWD + b"0N.",
    "in_list": P[2] + b"](" + CWD + b")Re.",
    "in_key": P[2] + b"}" + CWD + b")RK\x01s.",
    "result": P[2] + b"cfunctools\npartial\n" + CWD + b"\x85R)R.",
    "getattr": P[2] + b"c__builtin__\ngetattr\n(c__builtin__\nprint\n" + text("__name__") + b"tR.",
    "map": P[2] + b"c__builtin__\nlist\n(c__builtin__\nmap\n(cmath\nsqrt\n](K\x04etRtR.",
    "extension_1": P[2] + b"\x82\x05)R.",
    "extension_2": P[2] + b"\x83\x05\x01)R.",
    "extension_4": P[2] + b"\x84\x05\0\0\x01)R.",
    "before_an_error": P[2] + CWD + b")R\xff",
    "text_before_an_error": CWD + b"(tR\xff\xff",
    "without_end": P[2] + CWD + b")R",
    "behind": P[2] + b"N." + CALL,
    "nested": P[4] + short("_pickle") + short("loads") + b"\x93" + binary(CALL) + b"\x85R.",
    "nested_behind": P[4] + short("_pickle") + short("loads") + b"\x93" + binary(P[2] + b"N." + CALL) + b"\x85R.",
    "persistent_class": P[2] + b"(" + text("module") + CWD + b"NNtQ)R.",
    "frame": P[5] + b"\x95" + struct.pack("<Q", len(GLOBAL4) + 3) + GLOBAL4 + b")R.",
    "behind_data": P[5] + b"\x96" + struct.pack("<Q", 2) + b"ab0" + GLOBAL4 + b")R.",
    "behind_marks": P[2] + b"(NNN1" + CWD + b")R.",
    "attribute": P[2] + b"ccollections\nOrderedDict\n)R}" + text("extend") + b"cbuiltins\nprint\nsb(K\x01e.",
    "two": P[4] + GLOBAL4 + b"0cmath\nsqrt\nK\x04\x85R.",
    "reconstructor": P[2] + b"ccopy_reg\n_reconstructor\n(cfractions\nFraction\nc__builtin__\nobject\nNtR.",
    "function_of_python_2": P[2] + b"c__builtin__\nprint\n)R.",
    "class_of_the_library": pickle.dumps(datetime.date(2026, 1, 1), 2),
    "data": pickle.dumps({"a": [1, 2, (3, 4)], "b": b"x"}, 4),
    "data_ordered": pickle.dumps(collections.OrderedDict(a=1), 2),
    "data_set": pickle.dumps({1, 2}, 2),
}


def archive(records: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as writer:
        for name, data in records.items():
            writer.writestr(zipfile.ZipInfo("m/" + name), data)
    return out.getvalue()


def legacy(system: bytes, value: bytes) -> bytes:
    head = [pickle.dumps(number, 2) for number in (0x1950A86A20F9469CFC6C, 1001)]
    return b"".join([*head, system, value, pickle.dumps([], 2)])


SYSTEM = pickle.dumps({"protocol_version": 1001, "little_endian": True, "type_sizes": {}}, 2)
BASE = {"byteorder": b"little", "version": b"3\n"}
SCRIPT = {"data.pkl": CALL, "constants.pkl": P[2] + b").", "code/__torch__.py": b"op_version_set = 1\n", "version": b"3\n"}
FILES = {
    "save.pth": archive({"data.pkl": CALL, **BASE}),
    "legacy.pth": legacy(SYSTEM, CALL),
    "legacy_system.pth": legacy(CALL, pickle.dumps({}, 2)),
    "pickle.pth": CALL,
    "in_bytes.pth": archive({"data.pkl": P[2] + b"ctorch.storage\n_load_from_bytes\n" + binary(archive({"data.pkl": CALL, **BASE})) + b"\x85R.", **BASE}),
    "legacy_in_bytes.pth": archive({"data.pkl": P[2] + b"ctorch.storage\n_load_from_bytes\n" + binary(legacy(SYSTEM, CALL)) + b"\x85R.", **BASE}),
    "script.pt": archive(SCRIPT),
}

asked: list[str] = []


class Unpickler(pickle.Unpickler):
    """Python's own, which says what it is asked for."""

    def find_class(self, module: str, name: str) -> object:
        asked.append(f"{module}.{name}")
        return super().find_class(module, name)

    def persistent_load(self, key: object) -> object:
        return key[1] if isinstance(key, tuple) and key[0] == "module" else key


class Bare(reader.Unpickler):
    """The weights-only reader, of pickles that stand alone."""

    def persistent_load(self, key: object) -> object:
        return ("persistent", key)


def load(data: bytes) -> None:
    Unpickler(io.BytesIO(data)).load()


MODULE = types.SimpleNamespace(Unpickler=Unpickler, load=lambda file, **_: Unpickler(file).load(), __name__="pickle")
LOADS = pickle.loads


def outcome(function, *args, **kwargs) -> tuple[str, str]:  # noqa: ANN001, ANN002, ANN003
    asked.clear()
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            function(*args, **kwargs)
            what = "loads"
        except Exception as error:
            words = " ".join(str(error).split())
            what = f"{type(error).__name__}: {words[max(words.find('WeightsUnpickler error:'), 0) :][:120]}"
    return ",".join(sorted(set(asked))) or "-", what


def main() -> None:
    print(f"# evidence/peers/torch/code.py with PyTorch {torch.__version__.split('+')[0]}: name, bytes, globals that are looked up, what became of it, the weights-only reader")
    for name, data in PICKLES.items():
        print(name, data.hex(), *outcome(load, data), outcome(Bare(io.BytesIO(data)).load)[1], sep="\t")
    for name, data in FILES.items():
        if name.endswith(".pt"):
            row = outcome(torch.jit.load, io.BytesIO(data))
        else:
            row = outcome(torch.load, io.BytesIO(data), weights_only=False, pickle_module=MODULE)
        print(name, data.hex(), *row, outcome(torch.load, io.BytesIO(data), weights_only=True)[1], sep="\t")


if __name__ == "__main__":
    main()
