"""The operators that a release of PyTorch calls for code in TorchScript archives.

    LD_LIBRARY_PATH=VENV/stubs VENV/bin/python -W ignore xtask/peers/torch/resolved.py FILE … > corpus/torch/runs/resolved.tsv

A row for each operator that the loaded graphs of a file have at a line of code: the file, the record with the line, the operator's name with the
overload that runs. Each file is loaded in a process of its own, without the records that say where the code came from: with them, places are those
of the original Python. `refused` and a line of the message for files that the release does not load. Calls whose result the release knows or does not
need are removed by it, and are not in the rows. Files are named by their folder and name.
"""

import io
import os
import re
import subprocess
import sys
import zipfile

PLACE = re.compile(r'File "([^"]*)", line (\d+)')


def without_debug(path):
    out = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            if "debug_pkl" not in name and "/debug/" not in name:
                new.writestr(name, old.read(name))
    return io.BytesIO(out.getvalue())


def nodes(block):
    for node in block.nodes():
        yield node
        for inner in node.blocks():
            yield from nodes(inner)
        for name in node.attributeNames():
            if node.kindOf(name) == "g":
                yield from nodes(node.g(name))


def graphs(module):
    """The graphs of all methods, with what they call in them."""
    import torch

    seen = set()
    open_modules = [module._c]
    while open_modules:
        one = open_modules.pop()
        for name in one._method_names():
            graph = one._get_method(name).graph.copy()
            torch._C._jit_pass_inline(graph)
            yield graph
        if id(one) in seen:
            continue
        seen.add(id(one))
        for _, inner in torch._C.ModuleDict(one).items():
            open_modules.append(inner)


def one(path):
    import torch

    rows = set()
    try:
        loaded = torch.jit.load(without_debug(path), map_location="cpu")
        for graph in graphs(loaded):
            for node in nodes(graph):
                try:
                    schema = node.schema()
                except Exception:
                    continue
                if "(" not in schema or schema.startswith("(no"):
                    continue
                place = PLACE.search(node.sourceRange())
                if place:
                    rows.add((place.group(1), int(place.group(2)), schema.split("(")[0].strip()))
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        return [("refused", lines[0][:200] if lines else "")]
    return [(f"{record}:{line}", name) for record, line, name in sorted(rows)]


def main():
    if sys.argv[1] == "--one":
        for row in one(sys.argv[2]):
            print(*row, sep="\t")
        return
    for path in sys.argv[1:]:
        short = "/".join(os.path.abspath(path).split("/")[-2:])
        done = subprocess.run([sys.executable, "-W", "ignore", __file__, "--one", path], capture_output=True, text=True)
        if done.returncode:
            print(short, "crashed", done.returncode, sep="\t")
        for line in done.stdout.splitlines():
            print(short, line, sep="\t", flush=True)


if __name__ == "__main__":
    main()
