#!/usr/bin/env python3
"""Reads the property layouts of the dialects stablehlo, chlo and vhlo off every tagged release of StableHLO.

usage: schemas_stablehlo.py GIT_DIR COMMIT TBLGEN INCLUDE_DIR > crates/mlir/schemas/stablehlo.txt

GIT_DIR is a repository of openxla/stablehlo, COMMIT what stands for releases to come, TBLGEN and INCLUDE_DIR the `mlir-tblgen` and headers of an LLVM that reads all of its
definitions (22 does). Releases before 0.15.0 write version 4 of bytecode or less, and have no properties. A release stands in the
text where something differs from the one before it, and lists what differs: `gone` is an operation that is no more.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import schemas

FILES = ("StablehloOps", "ChloOps", "VhloOps")


def git(folder, *args):
    return subprocess.run(["git", "-C", folder, *args], check=True, capture_output=True).stdout


def read(folder, tree, tblgen, include):
    """The operations of one tree."""
    with tempfile.TemporaryDirectory() as work:
        names = git(folder, "ls-tree", "--name-only", tree, "stablehlo/dialect/").decode().split()
        for name in names:
            if name.endswith(".td") or name.endswith("Version.h"):
                path = pathlib.Path(work) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(git(folder, "show", f"{tree}:{name}"))
        out = pathlib.Path(work) / "out"
        out.mkdir()
        for file in FILES:
            for kind, suffix in (("-gen-op-decls", "h"), ("-gen-op-defs", "cpp")):
                options = [f"stablehlo/dialect/{file}.td", "-I", include, "-I", ".", "-o", str(out / f"{file}.{suffix}.inc")]
                subprocess.run([tblgen, kind, *options], check=True, cwd=work)
        release = schemas.Release([out]).read()
        schemas.finish(release)
        header = (pathlib.Path(work) / "stablehlo/dialect/Version.h").read_text()
    version = re.search(r"getCurrentVersion\(\) \{[^}]*?Version\((\d+), (\d+), (\d+)\)", header)
    lines = {op: " ".join(fields) if fields else "-" for op, fields in release.ops.items()}
    return ".".join(version.groups()) if version else None, lines


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    folder, commit, tblgen, include = sys.argv[1:]
    include = str(pathlib.Path(include).resolve())
    tags = [tag for tag in git(folder, "tag").decode().split() if re.fullmatch(r"v\d+\.\d+\.\d+", tag)]
    tags = sorted((tuple(map(int, tag[1:].split("."))), tag) for tag in tags)
    tags = [(".".join(map(str, key)), tag) for key, tag in tags if key >= (0, 15, 0)]
    print(f"# Properties of the operations of StableHLO: {len(tags)} tagged releases, {tags[0][0]} to {tags[-1][0]}, and what comes after.")
    print("# Made by evidence/peers/mlir/schemas_stablehlo.py from the definitions of each; do not edit.")
    print("# Form: see the module `schema::text` of crates/mlir.")
    before, last = {}, None
    for version, tag in [*tags, (None, commit)]:
        said, lines = read(folder, tag, tblgen, include)
        if version is None:
            version = said
            print(f"# {commit}, on the way to {version}")
        if lines == before:
            continue
        print(f"release stablehlo-{version} {version}" + (f" after {last}" if last else ""))
        last = f"stablehlo-{version}"
        for op in sorted({*lines, *before}):
            if lines.get(op) != before.get(op):
                print(op, lines.get(op, "gone"))
        before = lines


if __name__ == "__main__":
    main()
