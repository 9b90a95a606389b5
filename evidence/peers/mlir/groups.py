#!/usr/bin/env python3
"""Reads the groups of operands off the code that releases of MLIR generated: what a position or a size of a segment is called.

usage: groups.py RELEASE=INCLUDE_DIR... > crates/mlir/targets/mlir-groups.txt

RELEASE is `22.1.8`; INCLUDE_DIR has the `*.h.inc` of the release (`libmlir-22-dev`). Only operations whose groups differ between releases have
rows, as where they are the same there is nothing to convert:

  groups NAME = names     in order, without `_` and in small letters; `*` behind one of any number of operands, `?` behind one of none or one
"""

import collections
import pathlib
import re
import sys

from traits import OP


def outside(cls, bodies):
    """Accessors of a class as they would stand in it: LLVM 18 and before define them in another file."""
    return "\n".join(f"  {match[1]}{match[2]}() {{\n{match[3]}  }}" for match in re.finditer(
        r"^(::mlir::[^\n;{}]*? )%s::(get\w+)\(\) \{\n(.*?)^\}" % cls, bodies, re.S | re.M))


def groups(body):
    """Groups in order; none if a place has no name."""
    found = {}
    for match in re.finditer(r"^  ([^\n;{}]*?)\bget(\w+)\(\) \{\n(.*?)^  \}", body, re.S | re.M):
        place = re.search(r"getODSOperands\((\d+)\)", match[3])
        if not place or match[2].endswith("Mutable") or "for (" in match[3]:
            continue
        kind = "*" if "operand_range" in match[1].lower() or "OperandRange" in match[1] else "?" if "empty()" in match[3] else ""
        found.setdefault(int(place[1]), match[2].lower().replace("_", "") + kind)
    return [found.get(at) for at in range(len(found))] if found else []


def main():
    pairs = [argument.split("=") for argument in sys.argv[1:]]
    if not pairs:
        sys.exit(__doc__)
    table = collections.defaultdict(dict)
    for release, folder in pairs:
        for path in sorted(pathlib.Path(folder).rglob("*.h.inc")):
            bodies = path.with_name(path.name[:-6] + ".cpp.inc")
            bodies = bodies.read_text(errors="replace") if int(release.split(".")[0]) < 19 and bodies.exists() else ""
            classes = {cls: [] for cls in re.findall(r"^class (\w+) : public ::mlir::Op<", bodies and path.read_text(errors="replace"), re.M)}
            for match in re.finditer(r"^::mlir::[^\n;{}]*? (\w+)::get\w+\(\) \{\n.*?^\}", bodies, re.S | re.M):
                classes.get(match[1], []).append(match[0])
            for match in OP.finditer(path.read_text(errors="replace")):
                names = groups(outside(match[1], "\n".join(classes[match[1]])) if bodies else match[5])
                if all(names):
                    table[match[4]][release] = ",".join(names) or "-"
    print("# What groups of operands are called where releases of MLIR differ. Made by evidence/peers/mlir/groups.py; do not edit.")
    print("# Kinds of rows: crates/mlir/src/family/mod.rs.")
    releases = [release for release, _ in pairs]
    for op, rows in sorted(table.items()):
        if len(set(rows.values())) < 2:
            continue
        for at, release in enumerate(releases):
            if release in rows:
                print(f"groups {op} {release}{'-' if at + 1 == len(releases) else ''} = {rows[release]}")


if __name__ == "__main__":
    main()
