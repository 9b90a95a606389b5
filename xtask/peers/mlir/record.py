#!/usr/bin/env python3
"""Records which release of MLIR reads which file of the corpus.

usage: record.py CORPUS > CORPUS/runs/readers.txt        CORPUS is corpus/mlir

Each line: the file, and for mlir-opt-16, -19 and -22 `r` if it reads the file, `f` if it refuses it. Operations that a tool does not
know are allowed.
"""

import pathlib
import subprocess
import sys


def main():
    root = pathlib.Path(sys.argv[1])
    print("# Which mlir-opt reads which file: 16.0.6, 19.1.7, 22.1.8. Made by xtask/peers/mlir/record.py; do not edit.")
    for path in sorted(root.rglob("*")):
        if not path.name.endswith((".mlirbc", ".mlir.bc")):
            continue
        fates = ""
        for release in (16, 19, 22):
            command = [f"mlir-opt-{release}", "--allow-unregistered-dialect", str(path), "-o", "/dev/null"]
            done = subprocess.run(command, capture_output=True, timeout=60, check=False)
            fates += "f" if done.returncode else "r"
        print(path.relative_to(root), fates)


if __name__ == "__main__":
    main()
