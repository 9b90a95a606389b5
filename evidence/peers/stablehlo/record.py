#!/usr/bin/env python3
"""Writes corpus/mlir/runs/jaxlib.txt: what releases of jaxlib do with the portable artifacts of the corpus. record.py PEERS CORPUS > TABLE"""

import pathlib
import sys

from check import Setup


def main():
    setup = Setup("outlast", "rewrite", sys.argv[1], "")
    corpus = pathlib.Path(sys.argv[2])
    files = sorted([*corpus.glob("vhlo/*"), *corpus.glob("jax/*"), *corpus.glob("stablehlo/*")])
    did = {release: setup.peer(release, "read", [{"file": str(path)} for path in files]) for release in setup.paths}
    print(f"# What jaxlib's deserialiser does with each file: {', '.join(setup.paths)}; loads, fails.")
    print("# Made by evidence/peers/stablehlo/record.py; do not edit.")
    for at, path in enumerate(files):
        print(path.relative_to(corpus), "".join("l" if did[release][at]["ok"] else "f" for release in setup.paths))


if __name__ == "__main__":
    main()
