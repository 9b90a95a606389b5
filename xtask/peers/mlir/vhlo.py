"""Writes `crates/mlir/names/vhlo.txt`: names of the numbers of VHLO's enumerations, as its attributes print them.

    vhlo.py VHLO-ENUMS OUT

VHLO-ENUMS is `stablehlo/dialect/VhloEnums.td` of the newest StableHLO: numbers are never given anew. A line is: name of the attribute,
number, name.
"""

import pathlib
import re
import sys


def main():
    text, out = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
    cases = dict((name, (int(number), shown)) for name, shown, number in
                 re.findall(r'def (\w+)\s*:\s*I32EnumAttrCase<"(\w+)", (\d+)>', text))
    enums = dict(re.findall(r'def (\w+)\s*:\s*VHLO_I32EnumAttr<"\w+",\s*\[(.*?)\]>', text, re.S))
    lines = ["# Made by xtask/peers/mlir/vhlo.py; do not edit."]
    for enum, name in re.findall(r'VHLO_EnumAttr<(\w+), "(\w+)"', text):
        for case in re.findall(r"\w+", enums[enum]):
            number, shown = cases[case]
            lines.append(f"{name} {number} {shown}")
    out.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
