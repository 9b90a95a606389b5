#!/usr/bin/env python3
"""Writes crates/mlir/targets/jaxlib-calls.txt: the custom calls that releases of jaxlib implement on a CPU. calls.py FOLDER > TABLE

FOLDER has a folder for each release, jaxlib-RELEASE, and what it needs (setup.sh makes them). A name that no release has is not in the table:
XLA may implement it itself, or a program may register it.
"""

import json
import os
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from intervals import intervals  # noqa: E402 (beside the folder)

# How many operands, results and attributes a typed call takes is what its handler says of calls with other numbers, in this order. At most one
# of the three numbers that are tried can be right.
ASK = """
import json, re, sys
import numpy as np

# The driver of `outlast prove`, which is asked nothing.
exec(open(sys.argv[1]).read().rpartition("serve(prepare, work)")[0])
release = numbers()[1]
register(release)
there = client(release)


def said(name, operands, results, attributes):
    kind = "tensor<1xf32>"
    inputs, outputs = ", ".join([kind] * operands), ", ".join([kind] * results)
    given = ", ".join(f"%{at}" for at in range(operands))
    taken = ", ".join(f"%{at}: {kind}" for at in range(operands))
    config = ", ".join(f"a{at} = 0 : i32" for at in range(attributes))
    back = ", ".join(f"%r#{at}" for at in range(results)) + f" : {outputs}" if results else ""
    call = f'"stablehlo.custom_call"({given}) <{{call_target_name = "{name}", api_version = 4 : i32, has_side_effect = true, '
    call += f"backend_config = {{{config}}}}}> : ({inputs}) -> ({outputs})"
    call = f"%r:{results} = {call}" if results else call
    text = f"module {{ func.func public @main({taken}) -> ({outputs}) {{ {call}\\n return {back} }} }}"
    try:
        compiled(there, text)([np.zeros(1, np.float32)] * operands)
    except Exception as error:
        return str(error)
    return ""


def signature(name):
    # `2+`: two or more; `-`: any number.
    takes, shown = [0, 0, 0], []
    for at, what in enumerate(["arguments", "results", "attributes"]):
        found = None
        for takes[at] in (17, 16, 0):
            found = found or re.search(f"Wrong number of {what}: expected (at least )?(\\\\d+)", said(name, *takes))
        takes[at] = int(found[2]) if found and not found[1] else 17 if found else 0
        shown.append(f"{found[2]}{'+' if found[1] else ''}" if found else "-")
    return shown


for name in sorted(calls()):
    print(json.dumps([name, signature(name) if name.endswith("_ffi") else None]), flush=True)
"""


def main():
    folder = pathlib.Path(sys.argv[1])
    paths = json.loads((folder / "paths.json").read_text())
    have, takes = {}, {}
    driver = pathlib.Path(__file__).resolve().parents[3] / "crates/prove/src/driver_stablehlo.py"
    for release, path in paths.items():
        asked = [sys.executable, "-c", ASK, str(driver)]
        done = subprocess.run(asked, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            name, signature = json.loads(line)
            have.setdefault(name, []).append(release)
            if signature:
                takes.setdefault((name, *signature), []).append(release)
    print("# Custom calls that releases of jaxlib implement on a CPU, as they register them themselves; and of typed ones how many operands,")
    print("# results and attributes they take, as they say themselves.")
    order = list(paths)
    for name, releases in sorted(have.items()):
        print(f"call {name} {intervals(releases, order)}")
    for (name, operands, results, attributes), releases in sorted(takes.items()):
        print(f"takes {name} {intervals(releases, order)} = {operands} {results} {attributes}")


if __name__ == "__main__":
    main()
