#!/usr/bin/env python3
"""Makes `op-library` rows of what the wheels have no file for: operators of libraries that applications build from sources.

    library_operators.py EXECUTORCH_GIT TORCHAO_GIT > crates/executorch/targets/executorch-libraries.txt

Both are git directories (pytorch/executorch with its tags, pytorch/ao). Operators are those that the sources register: lists of `quantized`
(quantized.yaml), EXECUTORCH_LIBRARY of `custom_ops`, and of `torchao` at the commit that a release names as its submodule, from the release on whose
build has an option for it. What the wheels do show stands in executorch.txt; standard error says where the sources register something else there.
"""

import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from intervals import intervals  # noqa: E402 (beside the folder)
from pins import pins  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE.parents[2] / "crates/executorch/targets/executorch.txt"
TAGS = {pin["release"]: pin["tag"] for pin in pins("executorch", "all").values()}


QUOTED = r'"([^"]*)"'


def show(git, *words):
    return subprocess.run(["git", f"--git-dir={git}", *words], capture_output=True, text=True).stdout


def registered(text):
    """`EXECUTORCH_LIBRARY(llama, "custom_sdpa.out", …)`, also through a macro over numbers of bits."""
    found = set()
    for namespace, name in re.findall(r"EXECUTORCH_LIBRARY\(\s*\\?\s*(\w+),\s*\\?\s*((?:\"[^\"]*\"|#\w+|[\s\\])+),", text):
        if "#" not in name:
            found.add(f"{namespace}::" + "".join(re.findall(QUOTED, name)))
            continue
        before = text[: text.index(name)]
        macro = re.findall(r"#define (\w+)\(", before)[-1]
        for bits in re.findall(rf"^{macro}\((\d+)\);", text, re.M):
            parts = re.findall(QUOTED + r"|#(\w+)", name)
            found.add(f"{namespace}::" + "".join(words or bits for words, _ in parts))
    return found


def of(release, executorch, torchao):
    commit = TAGS[release]
    files = show(executorch, "ls-tree", "-r", "--name-only", commit).splitlines()
    libraries = {"quantized": set(re.findall(r"func: (quantized_decomposed::[\w.]+)", show(executorch, "show", f"{commit}:kernels/quantized/quantized.yaml")))}
    mine = [f for f in files if re.search(r"custom_ops/(?:.*/)?op_\w+\.cpp$", f) and "test" not in f and ("llm/" in f or "llama2/" in f)]
    libraries["custom_ops"] = set().union(*(registered(show(executorch, "show", f"{commit}:{f}")) for f in mine))
    if "EXECUTORCH_BUILD_KERNELS_TORCHAO" in show(executorch, "show", f"{commit}:CMakeLists.txt"):
        module = show(executorch, "ls-tree", commit, "third-party/ao").split()[2]
        kernels = [f for f in show(torchao, "ls-tree", "-r", "--name-only", module).splitlines() if f.endswith("_executorch.cpp")]
        libraries["torchao"] = set().union(*(registered(show(torchao, "show", f"{module}:{f}")) for f in kernels))
    return libraries


def spans(text, releases):
    for part in text.split(","):
        first, dash, last = part.partition("-")
        yield from releases[releases.index(first) : releases.index(last) + 1 if last else len(releases) if dash else releases.index(first) + 1]


def main(executorch, torchao):
    lines = [line for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    releases = lines[0].split()[1:]
    wheels = {}  # release -> library -> operators
    for line in lines:
        if line.startswith("op-library "):
            _, name, when, _, library = line.split()
            for release in spans(when, releases):
                wheels.setdefault(release, {}).setdefault(library, set()).add(name)
    rows = {}
    for release in releases:
        for library, names in of(release, executorch, torchao).items():
            shown = wheels.get(release, {}).get(library)
            if shown is None:
                for name in names:
                    rows.setdefault((name, library), set()).add(release)
            elif shown != names:
                print(f"{release} {library}: only in the wheel {sorted(shown - names)}, only in the sources {sorted(names - shown)}", file=sys.stderr)
    print("# Operators of libraries that applications link and the wheels have no file for. Read off the sources of these releases (1.5: before its branch).")
    print("# Made by evidence/peers/executorch/library_operators.py; do not edit.")
    for (name, library), found in sorted(rows.items()):
        print(f"op-library {name} {intervals(found, releases)} = {library}")


main(*sys.argv[1:])
