#!/usr/bin/env python3
"""Artifacts of the corpus: corpus.py PEERS PROGRAMS OUT, where PEERS is what setup.sh made, and PROGRAMS what programs.py made, with src/*.mlir beside it."""

import pathlib
import sys

from check import Setup

# Program, version, and whether XLA's serialiser writes it, which expands and leaves ranges out of locations.
FILES = """
attention 0.9.0, attention 1.17.0, gather-batched 1.17.0 xla, scatter-batched 1.17.0 xla, tan-complex 1.17.0 xla, conv-gradient 1.8.0 xla,
conv-gradient-ranges 1.8.0, custom-calls 0.14.0, custom-call-typed 1.17.0, collectives 1.4.0, collectives-many 1.17.0, messages 1.17.0,
dynamic 0.12.0, dynamic-gather 1.17.0, quantised-per-axis 1.0.0, accuracy 1.10.0, dot-algorithm 1.17.0, composite-regions 1.14.0, async 1.17.0,
mesh 1.17.0, buffers 1.13.0, bounded 1.12.0, reduce-scatter 1.17.0, older 1.0.0, normalised 0.19.0, locations 1.17.0, small-f4 1.17.0, solve-triangular 1.4.0 xla
"""


def main():
    peers, programs, out = sys.argv[1:]
    setup = Setup("outlast", "rewrite", peers, "")
    jobs = []
    for line in FILES.replace("\n", " ").split(","):
        name, version, *by = line.split()
        text = pathlib.Path(programs).resolve() / f"{name.removesuffix('-ranges')}.mlir"
        jobs.append({"text": str(text), "versions": [version], "by": by[0] if by else "dialect", "file": f"{pathlib.Path(out).resolve()}/{name}-{{}}.mlir.bc"})
    for answer in setup.peer(setup.newest, "write", jobs):
        print(answer["file"], answer["says"] or "written")


if __name__ == "__main__":
    main()
