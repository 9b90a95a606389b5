#!/usr/bin/env python3
"""Records what each release of MLIR does with each file of the corpus.

usage: record.py CORPUS > CORPUS/runs/readers.txt        CORPUS is corpus/mlir

Each line: the file, and for mlir-opt-16, -17, -18, -19, -21, -22 and -23 a letter:

  l   loads: it prints the same text as the release that wrote the file (see same.py)
  m   misreads: it reads the file, and prints another text
  f   fails: it refuses the file
  r   it reads the file; the producer is none of these releases, so that nothing tells whether it is understood

Operations that a tool does not know are allowed.
"""

import pathlib
import re
import sys

import same

READERS = ("16", "17", "18", "19", "21", "22", "23")


def producer(path):
    """The release that wrote a file, if it is one that can be asked: magic, version, then the producer with a NUL byte."""
    found = re.match(rb"ML\xefR[^\x00]MLIR(\d+)\.\d+\.\d+\x00", path.read_bytes())
    release = found[1].decode() if found else None
    return release if release in READERS else None


def letter(reader, path):
    release = producer(path)
    status, said = same.judge(reader, release or reader, path, path, None)
    if status:
        return "f"
    if release is None:
        return "r"
    return {"same": "l"}.get(said, "m")


def main():
    root = pathlib.Path(sys.argv[1])
    print("# What mlir-opt does with each file: 16.0.6, 17.0.6, 18.1.8, 19.1.7, 21.1.8, 22.1.8, 23.1.4; loads, misreads, fails, or reads what cannot be compared.")
    print("# Made by xtask/peers/mlir/record.py; do not edit.")
    for path in sorted(root.rglob("*")):
        if path.name.endswith((".mlirbc", ".mlir.bc")):
            print(path.relative_to(root), "".join(letter(reader, path) for reader in READERS))


if __name__ == "__main__":
    main()
