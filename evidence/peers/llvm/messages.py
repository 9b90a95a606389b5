#!/usr/bin/env python3
"""Whether a release can print what rows quote: the text of every `fails | MESSAGE` in targets/llvm*.txt is looked for in the release's library.

    messages.py            prints `right N`, and a line `wrong TABLE ROW RELEASE: PIECE` for each piece of a message that is not there

A message is taken apart at `{…}` and at what messages are put together from. Programs have messages of their own, of which their files are read, too.
LLVM 20 has no library here.
"""
import re
import sys
from pathlib import Path

from tools import NATIVE, PINS, RELEASES, ROOT, tool

TABLES = ROOT / "crates/llvm/targets"
PROGRAMS = ("opt", "llc", "clang", "llvm-link", "lld")
# What readers put between the parts of a message, and values that they print: names of operations, what a file of Clang is called, what is wrong of an intrinsic.
JOINTS = re.compile(r"^intrinsic return struct element|(?<=expression of type )\w+|(?<=^atomicrmw )\w+|(?<=attribute: )[\w-]+|(?<=^stack natural)|(?<=') element size|PCH file| \(Producer: .*|\{[^}]*\}|…|\b\d+\b|'[^']*'|\"[^\"]*\"")
# Pieces that are so short are everywhere.
SHORT = 6


def binary(release):
    """The bytes of a release's libraries and programs."""
    found = {}
    for program in PROGRAMS:
        path = Path(tool(program, release)[-1]).resolve()
        found[path] = None
        usr = path.parent.parent.parent.parent
        for folder in (path.parent.parent / "lib", usr / "lib/x86_64-linux-gnu"):
            for name in (f"libLLVM-{release}.so*", f"libLLVM.so.{release}*", f"libclang-cpp.so.{release}*"):
                found.update((library.resolve(), None) for library in folder.glob(name) if library.resolve().is_file())
    assert any("libLLVM" in path.name for path in found), release
    return b"\0".join(path.read_bytes() for path in found)


def releases_of(words):
    """The releases that a row holds for."""
    held = set()
    for word in words.split(","):
        first, dash, last = word.partition("-")
        start = RELEASES.index(first)
        end = len(RELEASES) - 1 if dash and not last else RELEASES.index(last or first)
        held.update(RELEASES[start : end + 1])
    return held


def rows():
    """Table, row, releases and message of each refusal."""
    for table in sorted(TABLES.glob("llvm*.txt")):
        for line in table.read_text().splitlines():
            found = re.match(r"(\S.*?) ([\d.,-]+)(?: (?:measured|defined|between|sampled))? = fails(?: \w+)? \| (.*)", line)
            if found and not found[3].startswith("crash "):
                yield table.name, found[1], releases_of(found[2]), found[3]


def pieces(message):
    return [piece.strip() for piece in JOINTS.split(message) if len(piece.strip()) >= SHORT]


def main():
    quoted = list(rows())
    right = 0
    for release in NATIVE:
        data = None
        for table, row, held, message in quoted:
            if PINS[release]["release"] not in held:
                continue
            data = data or binary(release)
            missing = [piece for piece in pieces(message) if piece.encode() not in data]
            right += not missing
            for piece in missing:
                print(f"wrong {table} {row} {release}: {piece}")
    print(f"right {right}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
