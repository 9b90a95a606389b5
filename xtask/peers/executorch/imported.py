#!/usr/bin/env python3
"""What `outlast targets import` reads off an installed release, beside what that release says it has registered.

    imported.py OUTLAST      with the Python in which the release is installed

Prints one line for the runtime and for each library that an application links; ends with status 1 if any of them differs.
"""

import pathlib
import subprocess
import sys
import tempfile
import tomllib

import executorch.extension.pybindings.portable_lib as runtime

from probe import PACKAGE, RELEASE, libraries


def imported(path):
    """Operators and backends, the base, and what was said beside them."""
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch, "out.toml")
        command = [sys.argv[1], "targets", "import", path, "--name", "x", "-o", out]
        done = subprocess.run([*command, "--base", f"executorch-{RELEASE}"], capture_output=True, text=True, check=True)
        profile = tomllib.loads(out.read_text())
        told = [line for line in done.stderr.splitlines() if line.startswith("release: ")] or ["release: not told"]
        return set(profile["operators"]), set(profile["backends"]), told[0].split(": ")[1]


def main():
    same = True
    operators, backends, told = imported(PACKAGE)
    has = set(runtime._get_operator_names())
    try:
        named = set(runtime._get_registered_backend_names())
    except AttributeError:  # before 0.6
        named = None
    wrong = sorted(operators ^ has) + sorted(backends ^ named if named is not None else [])
    same &= not wrong
    print(f"{RELEASE}\truntime\t{len(operators)} read, {len(has)} registered\t{sorted(backends)}\trelease {told}\t{wrong or 'the same'}")
    for library, names in libraries().items():
        if not isinstance(names, list):  # it does not load here
            print(f"{RELEASE}\t{library}\tskipped: {names}")
            continue
        operators, _, told = imported(pathlib.Path(PACKAGE, library))
        # What the runtime has already, the library does not add.
        wrong = sorted(set(names) - operators) + sorted(operators - set(names) - has)
        # Libraries of 1.5 load their kernels from another one.
        wrong = [] if not set(names) & operators else wrong
        print(f"{RELEASE}\t{library}\t{len(operators)} read, {len(names)} added\trelease {told}\t{wrong or 'the same'}")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
