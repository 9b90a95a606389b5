"""Changed pickles, as CPython and Outlast read them.

    cargo build -p outlast-torchscript --examples
    python differential.py target/debug/examples/pickles corpus/torch/pickles/*.pkl corpus/bad/torch/*.pkl

Changes opcodes and bytes of the pickles 4,000 times and compares: the opcodes that `pickletools` lists with ours, and whether CPython's
unpickler, with stand-ins for everything that a pickle names, comes to the end. Fails if ours lists other opcodes, or refuses what
CPython takes. It may take more: names and texts are not decoded when opcodes are read.
"""

from __future__ import annotations

import collections
import io
import pathlib
import pickle
import pickletools
import random
import re
import subprocess
import sys
import tempfile

COUNT = 4000
CODES = [ord(opcode.code) for opcode in pickletools.opcodes]


class Stub:
    """Stands for whatever a pickle names, makes or is given from outside."""

    def __new__(cls, *_args, **_named):
        return object.__new__(cls)

    def __init__(self, *_args, **_named):
        pass

    def __call__(self, *_args, **_named):
        return Stub()

    def __setstate__(self, _state):
        pass

    def __setitem__(self, _key, _value):
        pass

    append = extend = add = update = lambda self, _more: None


class Unpickler(pickle.Unpickler):
    def find_class(self, _module, _name):
        return Stub

    def persistent_load(self, _key):
        return Stub()


def changed(data: bytes, rng: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at, kind = rng.randrange(len(out)), rng.random()
        if kind < 0.5:
            out[at] = rng.choice(CODES)
        elif kind < 0.7:
            out[at] = rng.randrange(256)
        elif kind < 0.85:
            out[at:at] = bytes([rng.choice(CODES)])
        elif len(out) > 1:
            del out[at]
    return bytes(out)


def listed(data: bytes) -> tuple[list[str], bool]:
    rows = []
    try:
        rows.extend(f"{at} {opcode.name}" for opcode, _, at in pickletools.genops(io.BytesIO(data)))
    except Exception:
        # `extend` keeps what came before the error.
        return rows, False
    return rows, True


def loads(data: bytes) -> bool:
    try:
        Unpickler(io.BytesIO(data), encoding="latin-1", buffers=[b"x"] * 100).load()
    except Exception:
        return False
    return True


def ours(tool: str, folder: pathlib.Path) -> dict[str, tuple[list[str], bool]]:
    found, rows = {}, []
    paths = sorted(map(str, folder.iterdir()))
    for start in range(0, len(paths), 1000):
        text = subprocess.run([tool, *paths[start : start + 1000]], capture_output=True, text=True, errors="replace", check=True).stdout
        for line in text.splitlines():
            if end := re.match(r"\S*/(\d+): \d+ opcodes, .* error: (.*)", line):
                found[end[1]] = (rows, end[2] == "None")
                rows = []
            elif re.match(r"\d+ [A-Z]", line):
                rows.append(" ".join(line.split()[:2]))
    return found


def main() -> None:
    rng = random.Random(5)
    sources = [path.read_bytes() for path in map(pathlib.Path, sys.argv[2:]) if path.stat().st_size < 3000]
    counts, faults = collections.Counter(), []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for i in range(COUNT):
            (folder / str(i)).write_bytes(changed(rng.choice(sources), rng))
        for file, (rows, whole) in ours(sys.argv[1], folder).items():
            data = (folder / file).read_bytes()
            expected, listable = listed(data)
            same = rows == expected if listable else rows[: len(expected)] == expected
            counts["listed alike" if same else "listed otherwise"] += 1
            taken = loads(data)
            counts[f"CPython {'takes' if taken else 'refuses'}, ours {'takes' if whole else 'refuses'}"] += 1
            if not same or (taken and not whole):
                faults.append(data.hex())
    print(*(f"{count} {what}" for what, count in sorted(counts.items())), *faults[:10], sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
