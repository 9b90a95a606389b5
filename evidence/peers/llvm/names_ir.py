#!/usr/bin/env python3
"""Reads the names of LLVM IR's blocks and records off llvm-bcanalyzer: names_ir.py > crates/bitstream/names/llvm-ir.txt

A stream with LLVM IR's magic holds every block id from 8 to 63, and in each every record code from 0 to 127. What each
release's analyzer calls them is the table. A name holds for the releases in its last column: `14-16` up to 16, `19-` from 19 on.
"""

import re
import subprocess
import tempfile

from tools import pins

RELEASES = tuple(map(int, pins.numbers("llvm", "analysers")))
BLOCKS = range(8, 64)
CODES = range(128)


class Bits:
    """Fields, lowest bit first."""

    def __init__(self):
        self.value = self.length = 0

    def fixed(self, value, width):
        self.value |= value << self.length
        self.length += width

    def vbr(self, value, width):
        top = 1 << (width - 1)
        while value >= top:
            self.fixed(value & (top - 1) | top, width)
            value >>= width - 1
        self.fixed(value, width)

    def align(self):
        self.length = (self.length + 31) // 32 * 32

    def bytes(self):
        return self.value.to_bytes(self.length // 8, "little")


def block(number):
    """A block that has a record of every code, with two operands."""
    body = Bits()
    for code in CODES:
        body.fixed(3, 3)
        for field in (code, 2, 0, 0):
            body.vbr(field, 6)
    body.fixed(0, 3)
    body.align()
    head = Bits()
    head.fixed(1, 2)
    head.vbr(number, 8)
    head.vbr(3, 4)
    head.align()
    head.fixed(body.length // 32, 32)
    return head.bytes() + body.bytes()


def ask(release, path):
    """The names that one release prints: (block, None) and (block, code) to text."""
    command = [f"llvm-bcanalyzer-{release}", "-dump", "--non-symbolic", path]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names, current = {}, None
    for line in text.split("\n\n\n")[0].splitlines():
        if found := re.match(r"<(\S+) BlockID=(\d+) NumWords", line):
            current = int(found[2])
            names[current, None] = found[1]
        elif found := re.match(r"<UnknownBlock(\d+) ", line):
            current = int(found[1])
        elif found := re.match(r"  <(\S+) codeid=(\d+)", line):
            names[current, int(found[2])] = found[1]
    return names


def main():
    with tempfile.NamedTemporaryFile(suffix=".bc") as file:
        file.write(b"BC\xc0\xde" + b"".join(block(number) for number in BLOCKS))
        file.flush()
        tables = {release: ask(release, file.name) for release in RELEASES}
    print("# What llvm-bcanalyzer of", *RELEASES, "calls the blocks and records of LLVM IR, read off by evidence/peers/llvm/names_ir.py.")
    print("# block ID NAME RELEASES / record BLOCK CODE NAME RELEASES; between two measured releases, the older one speaks.")
    keys = sorted({key for table in tables.values() for key in table}, key=lambda k: (k[0], -1 if k[1] is None else k[1]))
    for key in keys:
        # Runs of releases with the same name.
        start = 0
        while start < len(RELEASES):
            name = tables[RELEASES[start]].get(key)
            end = start
            while end + 1 < len(RELEASES) and tables[RELEASES[end + 1]].get(key) == name:
                end += 1
            if name:
                last = "" if end + 1 == len(RELEASES) else RELEASES[end]
                what = f"block {key[0]}" if key[1] is None else f"record {key[0]} {key[1]}"
                print(what, name, f"{RELEASES[start]}-{last}")
            start = end + 1


main()
