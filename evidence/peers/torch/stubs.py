"""Whether the upgraders that `outlast lint` begins for its users type-check.

    LD_LIBRARY_PATH=VENV/stubs VENV/bin/python -W ignore stubs.py OUTLAST SCHEMAS OLD ...

runs `OUTLAST lint` on the schemas of the release of this interpreter (SCHEMAS/RELEASE.txt, from schemas.tar.xz) against each release OLD, compiles every upgrader
stub of its answer with `torch.jit.CompilationUnit`, and prints how many there are, how many compile, and what is said of the others. The exit status is 1 if one does
not compile.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

import torch


def spelled(stub):
    """The same text for the compiler of Python: in files, `torch` is the namespace `aten`, and `ops` has the others."""
    stub = re.sub(r"\btorch\.(?!jit\.|device\()(\w+)\(", r"torch.ops.aten.\1(", stub)
    return re.sub(r"(?<![\w.])ops\.", "torch.ops.", stub)


def main():
    outlast, schemas, *olds = sys.argv[1:]
    release = torch.__version__.split("+")[0]
    failed = 0
    for old in olds:
        files = [str(pathlib.Path(schemas) / f"{one}.txt") for one in (release, old)]
        command = [outlast, "lint", files[0], "--against", files[1], "--format", "json"]
        run = subprocess.run(command, capture_output=True, check=False, env={})
        changes = json.loads(run.stdout)["changes"]
        counts, bad = collections.Counter(), []
        for change in changes:
            advice = change["advice"] or {}
            if advice.get("no_stub"):
                counts["not begun: " + advice["no_stub"].split("`")[0].strip()] += 1
            if not advice.get("stub"):
                continue
            kind = "open" if "TODO" in advice["stub"] else "complete"
            try:
                torch.jit.CompilationUnit(spelled(advice["stub"]))
                counts[kind] += 1
            except Exception as error:
                counts["refused"] += 1
                bad.append((advice["stub"], " ".join(str(error).split())[:300]))
        print(f"{old} -> {release}: {dict(counts)}")
        for stub, error in bad:
            print(stub, error, sep="")
        failed += len(bad)
    sys.exit(bool(failed))


main()
