#!/usr/bin/env python3
"""Records what each release of MLIR does with each file of the corpus.

usage: record.py CORPUS > CORPUS/runs/readers.txt        CORPUS is corpus/mlir

Each line: the file, and for mlir-opt-16, -17, -18, -19, -21, -22 and -23 a letter:

  l   loads: it prints the same text as the release that wrote the file (understood.py)
  m   misreads: it reads the file, and prints another text
  f   fails: it refuses the file
  r   it reads the file; the producer is none of these releases, so that nothing tells whether it is understood

Operations that a tool does not know are allowed.
"""

import pathlib
import re
import sys

import releases
import understood

KEPT = releases.ROOT / "target/interop/mlir/recorded"
READERS = tuple(releases.all_of_them())


def producer(path):
    """The release that wrote a file, if it is one that can be asked: magic, version, then the producer with a NUL byte."""
    found = re.match(rb"ML\xefR[^\x00]MLIR(\d+)\.\d+\.\d+\x00", path.read_bytes())
    release = found[1].decode() if found else None
    return release if release in READERS else None


LETTERS = {"same": "l", "other": "m", "fails": "f", "reads": "r"}


def main():
    root = pathlib.Path(sys.argv[1])
    paths = sorted(path for path in root.rglob("*") if path.name.endswith((".mlirbc", ".mlir.bc")))
    questions = []
    for path in paths:
        release = producer(path)
        questions += [(reader, path, release, path if release else None) for reader in READERS]
    answers = understood.ask(KEPT, questions)
    for question, (did, said) in zip(questions, answers):
        if did not in LETTERS:
            raise SystemExit(f"{question[1]} in {question[0]}: {said}")
    print("# What mlir-opt does with each file: 16.0.6, 17.0.6, 18.1.8, 19.1.7, 21.1.8, 22.1.8, 23.1.4; loads, misreads, fails, or reads what cannot be compared.")
    print("# Made by evidence/peers/mlir/record.py; do not edit.")
    for at, path in enumerate(paths):
        print(path.relative_to(root), "".join(LETTERS[did] for did, _ in answers[at * len(READERS) :][: len(READERS)]))


if __name__ == "__main__":
    main()
