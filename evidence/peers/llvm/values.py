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
    found, places = {}, {}
    for folder in sys.argv[1:]:
        codes = (Path(folder) / "llvm/Bitcode/LLVMBitCodes.h").read_text()
        names = (Path(folder) / "llvm/IR/Attributes.inc").read_text()
        spelt = {enum.upper(): text for enum, text in re.findall(r"^ATTRIBUTE_ENUM\((\w+),([a-z_0-9]+)\)", names, re.M)}
        table = re.search(r"AttrPropTable\[\] = \{(.*?)\};", names, re.S)
        may = dict(zip(spelt.values(), re.findall(r"^\s*0?((?: *\|? *AttributeProperty::\w+)*),", table[1], re.M))) if table else {}
        for name, number in re.findall(r"^\s*ATTR_KIND_(\w+)\s*=\s*(\d+)", codes, re.M):
            text = spelt.get(name.replace("_", ""), name.lower())
            found[("attribute", int(number))] = text
            # What one release allows, none refuses: it may have been allowed later, or be upgraded.
            places.setdefault(int(number), set()).update(word[0] for word in re.findall(r"::(Fn|Param|Ret)Attr", may.get(text, "")))
        for prefix, kind in KINDS.items():
            for name, number in re.findall(rf"^\s*{prefix}_(\w+)\s*=\s*(\d+)", codes, re.M):
                short = re.sub(r"^(CE_|INST_)", "", name).lower()
                found[(kind, int(number))] = short
    print("# What numbers in records of LLVM IR are called: kind, number, name. Made by evidence/peers/llvm/values.py from headers.")
    # Of attributes also where they apply: to functions, parameters, results (F, P, R).
    found |= {("attribute-places", number): "".join(sorted(some)) for number, some in places.items() if some}
    for (kind, number), name in sorted(found.items()):
        print(kind, number, name)


if __name__ == "__main__":
    main()
