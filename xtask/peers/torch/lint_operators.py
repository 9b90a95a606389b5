#!/usr/bin/env python3
"""The witnesses of a lint of operator sets, in a real release.

  lint_operators.py DIR RELEASE OUT     DIR: what `outlast lint --witness DIR` wrote; runs in the environment of RELEASE

Loads every program, and writes `file TAB loads|fails TAB message` to OUT. A child process loads them, so that a crash costs one file.
"""

import json
import os
import sys


def load(path: str) -> tuple[str, str]:
    """Loads one program in a child: what became of it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        import torch

        try:
            torch.jit.load(path, map_location="cpu")
            said = "loads\t"
        except BaseException as error:  # noqa: BLE001
            lines = [line.strip() for line in str(error).splitlines() if line.strip()]
            said = "fails\t" + (lines[0] if lines else type(error).__name__)
        os.write(writing, said.encode()[:4000])
        os._exit(0)
    os.close(writing)
    said = b""
    while part := os.read(reading, 65536):
        said += part
    os.close(reading)
    os.waitpid(child, 0)
    outcome, _, message = said.decode(errors="replace").partition("\t")
    return (outcome, message) if outcome else ("fails", "the process ended")


def main() -> None:
    folder, release, out = sys.argv[1:]
    import torch

    if not torch.__version__.startswith(release):
        sys.exit(f"this is torch {torch.__version__}, not {release}")
    with open(os.path.join(folder, "index.json")) as file:
        files = [one["file"] for one in json.load(file)["witnesses"]]
    with open(out, "w") as table:
        for name in files:
            outcome, message = load(os.path.join(folder, name))
            print(name, outcome, message, sep="\t", file=table)


if __name__ == "__main__":
    main()
