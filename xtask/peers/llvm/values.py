#!/usr/bin/env python3
"""Reads off LLVM's headers what the numbers inside IR records are called: attribute kinds, casts, operations.

    values.py INCLUDE… > crates/bitstream/names/llvm-values.txt      include folders of releases, oldest first
"""
import re
import sys
from pathlib import Path

KINDS = {"CAST": "cast", "BINOP": "binary", "UNOP": "unary", "RMW": "atomicrmw", "CST_CODE": "constant", "TYPE_CODE": "type", "METADATA": "metadata",
         "FUNC_CODE": "instruction"}


def main():
    found = {}
    for folder in sys.argv[1:]:
        codes = (Path(folder) / "llvm/Bitcode/LLVMBitCodes.h").read_text()
        names = (Path(folder) / "llvm/IR/Attributes.inc").read_text()
        spelt = {enum.upper(): text for enum, text in re.findall(r"^ATTRIBUTE_ENUM\((\w+),([a-z_0-9]+)\)", names, re.M)}
        for name, number in re.findall(r"^\s*ATTR_KIND_(\w+)\s*=\s*(\d+)", codes, re.M):
            found[("attribute", int(number))] = spelt.get(name.replace("_", ""), name.lower())
        for prefix, kind in KINDS.items():
            for name, number in re.findall(rf"^\s*{prefix}_(\w+)\s*=\s*(\d+)", codes, re.M):
                short = re.sub(r"^(CE_|INST_)", "", name).lower()
                found[(kind, int(number))] = short
    print("# What numbers in records of LLVM IR are called: kind, number, name. Made by xtask/peers/llvm/values.py from headers.")
    for (kind, number), name in sorted(found.items()):
        print(kind, number, name)


if __name__ == "__main__":
    main()
