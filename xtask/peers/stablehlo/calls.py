#!/usr/bin/env python3
"""Writes crates/outlast/targets/jaxlib-calls.txt: the custom calls that releases of jaxlib implement on a CPU. calls.py FOLDER > TABLE

FOLDER has a folder for each release, jaxlib-RELEASE, and what it needs (setup.sh makes them). A name that no release has is not in the table:
XLA may implement it itself, or a program may register it.
"""

import json
import os
import pathlib
import subprocess
import sys

ASK = """
import json
from jaxlib.cpu import _lapack
if hasattr(_lapack, "initialize"): _lapack.initialize()
print(json.dumps(sorted(_lapack.registrations())))
"""


def main():
    folder = pathlib.Path(sys.argv[1])
    paths = json.loads((folder / "paths.json").read_text())
    have = {}
    for release, path in paths.items():
        done = subprocess.run([sys.executable, "-c", ASK], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True)
        for name in json.loads(done.stdout):
            have.setdefault(name, []).append(release)
    print("# Custom calls that releases of jaxlib implement on a CPU, as they register them themselves.")
    print("# Made by xtask/peers/stablehlo/calls.py; do not edit.")
    order = list(paths)
    for name, releases in sorted(have.items()):
        print(f"call {name} {spans(order, releases)}")


def spans(order, releases):
    """Intervals of releases: `0.4.20-0.4.38,0.6.2`; one that goes on to the last has no end."""
    runs = []
    for release in releases:
        at = order.index(release)
        if runs and runs[-1][1] == at - 1:
            runs[-1][1] = at
        else:
            runs.append([at, at])
    shown = []
    for first, last in runs:
        if last == len(order) - 1:
            shown.append(f"{order[first]}-")
        else:
            shown.append(order[first] if first == last else f"{order[first]}-{order[last]}")
    return ",".join(shown)


if __name__ == "__main__":
    main()
