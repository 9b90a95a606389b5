"""Writes `crates/mlir/names/llvm.txt`: names of DWARF numbers and of flags, as attributes of the llvm dialect print them.

    dwarf.py INCLUDE-LLVM INCLUDE-MLIR OUT

INCLUDE-LLVM has `llvm/BinaryFormat/Dwarf.def` and `Dwarf.h`, INCLUDE-MLIR has `mlir/Dialect/LLVMIR/LLVMOpsEnums.cpp.inc`, both of
the same release. A line is: kind, number, name; of a set of flags, `group` behind those whose bits are printed only once.
"""

import pathlib
import re
import sys

KINDS = {"TAG": "tag", "ATE": "encoding", "LANG": "language", "CC": "convention", "OP": "operation"}
EMPTY = {"DW_TAG_null"}


def dwarf(folder):
    text = (folder / "Dwarf.def").read_text()
    for kind, number, name in re.findall(r"^HANDLE_DW_(TAG|ATE|LANG|CC|OP)\((0x[0-9a-fA-F]+),\s*(\w+)", text, re.M):
        full = f"DW_{kind}_{name}"
        if full not in EMPTY:
            yield KINDS[kind], int(number, 16), full
    for name, number in re.findall(r"^\s*(DW_OP_LLVM_\w+)\s*=\s*(0x[0-9a-fA-F]+),", (folder / "Dwarf.h").read_text(), re.M):
        yield "operation", int(number, 16), name


def enums(text):
    for kind, enum in (("emission", "DIEmissionKind"), ("name_table", "DINameTableKind")):
        values = dict(re.findall(r'Case\("(\w+)", ' + enum + r"::(\w+)\)", text))
        body = re.search(r"symbolize" + enum + r"\(uint64_t value\) \{(.*?)\n\}", text, re.S).group(1)
        names = {value: name for name, value in values.items()}
        for number, value in re.findall(r"case (\d+): return " + enum + r"::(\w+);", body):
            yield kind, int(number), names[value]
    for kind, enum in (("flags", "DIFlags"), ("subprogram_flags", "DISubprogramFlags")):
        body = re.search(r"std::string stringify" + enum + r"\(.*?\n\}", text, re.S).group(0)
        for number, name, rest in re.findall(r'if \((\d+)u == .*?push_back\("(\w+)"\);(.*?)(?=\n\n|\n  return)', body, re.S):
            yield kind, int(number), name + (" group" if "&= ~" in rest else "")


def main():
    llvm, mlir, out = map(pathlib.Path, sys.argv[1:])
    lines = [f"{kind} {number} {name}" for kind, number, name in dwarf(llvm / "llvm/BinaryFormat")]
    lines += [f"{k} {n} {name}" for k, n, name in enums((mlir / "mlir/Dialect/LLVMIR/LLVMOpsEnums.cpp.inc").read_text())]
    out.write_text("# Made by evidence/peers/mlir/dwarf.py; do not edit.\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
