#!/usr/bin/env python3
"""Words that stand in the assembly text of attributes and types of upstream's dialects: what damaged text is told by.

usage: words.py FOLDER… > crates/mlir/names/words.txt

FOLDERs have bytecode that real releases wrote (setup.sh: corpus/16-v0, corpus/19-v6, corpus/22-v6). Each dialect has a line: its name, then words outside of quotes in texts of
it there, with the names and the enumerators that crates/mlir/targets/mlir.txt has of it, names of attributes that begin with it, and, of llvm, those of crates/mlir/names/llvm.txt. Words of the builtin dialect
and numbers are left out (`is_builtin`; in Rust: crates/mlir/src/sound/words.rs).
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
WORD = re.compile(r"[A-Za-z_][\w$.]*")
BUILTIN = re.compile(
    r"([su]?i\d+|f\d+(E\d+M\d+\w*)?|bf16|tf32|[ds]\d+|index|none|_|array|dense|unit|true|false|tensor|vector|memref|complex|tuple"
    r"|x|affine_map|affine_set|strided|distinct|offset|loc|unknown|floordiv|mod|ceildiv)"
)


def is_builtin(word):
    return BUILTIN.fullmatch(word) is not None


def texts(path):
    """Assembly text of a file: what begins like it, up to a NUL byte."""
    for found in re.finditer(rb"(?<![\x20-\x7e])[#!]([A-Za-z_][\w$.]*)([^\x00]*)\x00", path.read_bytes()):
        try:
            yield found[0][:-1].decode("ascii")
        except UnicodeDecodeError:
            pass


def words(text):
    bare = re.sub(r'"(\\.|[^"\\])*"|@[\w$.]*', " ", text)
    return {word for word in WORD.findall(bare) if not is_builtin(word) and not re.fullmatch(r"x[\w$.]*", word)}


def main():
    known = collections.defaultdict(set)
    linked = set()
    for line in (ROOT / "crates/mlir/targets/mlir.txt").read_text().splitlines():
        if found := re.match(r"linked ([\w]+) ", line):
            linked.add(found[1])
        if found := re.match(r"(?:attr|type) (\w+)\.([\w.]+) \S+ = (.*)", line):
            known[found[1]] |= {found[2], f"{found[1]}.{found[2]}"}
            if " cases:" in found[3]:
                known[found[1]] |= {word for word in found[3].split(" cases:")[1].split(",") if WORD.fullmatch(word)}
    for line in (ROOT / "crates/mlir/names/llvm.txt").read_text().splitlines():
        if not line.startswith("#"):
            known["llvm"] |= {word for word in WORD.findall(line) if word.startswith("DW_")}
    for folder in map(pathlib.Path, sys.argv[1:]):
        for path in sorted(folder.glob("*.mlirbc")):
            for text in texts(path):
                dialect = re.match(r"[#!](\w+)", text)[1]
                if dialect in linked:
                    known[dialect] |= words(text)
            for name in re.findall(rb"(?<=\x00)(\w+\.[\w.]+)(?=\x00)", path.read_bytes()):
                known[name.decode().split(".")[0]].add(name.decode())
    print("# Words in the assembly text of attributes and types, by dialect. Made by evidence/peers/mlir/words.py; do not edit.")
    for dialect in sorted(linked & set(known) - {"builtin"}):
        print(dialect, " ".join(sorted(known[dialect])))


if __name__ == "__main__":
    main()
