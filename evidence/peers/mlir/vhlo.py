"""Writes what the definitions of VHLO say: names of the numbers of enumerations, and entities with their versions.

    vhlo.py DIALECT-DIR NAMES ENTITIES

DIALECT-DIR is `stablehlo/dialect` of the newest StableHLO: numbers are never given anew, and nothing is ever removed. NAMES
(`crates/mlir/names/vhlo.txt`) has a line for each number: name of the attribute, number, name. ENTITIES (`crates/mlir/schemas/vhlo-entities.txt`)
has one for each operation, attribute, enumeration and type: kind, name, the first and the last version that has it (`-`: there is
no last one); of operations `operands=`, `attributes=`, `results=`, `regions=` in the order of the definition, `*` behind what there are
any number of, `terminator` where it ends a block.
"""

import pathlib
import re
import sys


def names(text):
    cases = dict((name, (int(number), shown)) for name, shown, number in
                 re.findall(r'def (\w+)\s*:\s*I32EnumAttrCase<"(\w+)", (\d+)>', text))
    enums = dict(re.findall(r'def (\w+)\s*:\s*VHLO_I32EnumAttr<"\w+",\s*\[(.*?)\]>', text, re.S))
    lines = []
    for enum, name in re.findall(r'VHLO_EnumAttr<(\w+), "(\w+)"', text):
        for case in re.findall(r"\w+", enums[enum]):
            number, shown = cases[case]
            lines.append(f"{name} {number} {shown}")
    return lines


def window(first, last):
    return f"{first} {'-' if last == 'current' else last}"


def listed(body, what):
    """Names in `(ins …)`, `(outs …)` or `(region …)`, each with its class."""
    found = re.search(r"\(\s*" + what + r"\b(.*?)\);", body, re.S)
    return re.findall(r"([\w<>]+):\$(\w+)", found.group(1)) if found else []


def shape(body, traits):
    arguments = listed(body, "ins")
    parts = {
        "operands": [(kind, name) for kind, name in arguments if "Type" in kind],
        "attributes": [(kind, name) for kind, name in arguments if "Attr" in kind],
        "results": listed(body, "outs"),
        "regions": listed(body, "region"),
    }
    assert len(arguments) == len(parts["operands"]) + len(parts["attributes"]), arguments
    for key, entries in parts.items():
        if entries:
            yield f"{key}=" + ",".join(name + ("*" if kind.startswith("Variadic") else "") for kind, name in entries)
    if "SameVariadicOperandSize" in traits:
        yield "same-sizes"
    if "Terminator" in traits:
        yield "terminator"


def entities(folder):
    text = (folder / "VhloOps.td").read_text()
    for found in re.finditer(r'^def \w+\s*:\s*VHLO_Op<"([\w-]+)",\s*"([\d.]+)",\s*"(current|[\d.]+)"(.*?)^\}', text, re.S | re.M):
        name, first, last, rest = found.groups()
        traits, body = rest.split("{", 1)
        yield " ".join(["op", name, window(first, last), *shape(body, traits)])
    text = (folder / "VhloAttrs.td").read_text()
    for first, last, name in re.findall(r'VHLO_AttrDef<"\w+", "([\d.]+)", "(current|[\d.]+)">\s*\{\s*let mnemonic = "(\w+)"', text):
        yield f"attr {name} {window(first, last)}"
    text = (folder / "VhloEnums.td").read_text()
    for name, first, last in re.findall(r'VHLO_EnumAttr<\w+, "(\w+)", "([\d.]+)", "(current|[\d.]+)">', text):
        yield f"enum {name} {window(first, last)}"
    text = (folder / "VhloTypes.td").read_text()
    for name, first, last in re.findall(r'VHLO_TypeDef<"\w+",\s*"(\w+)", "([\d.]+)", "(current|[\d.]+)"', text):
        yield f"type {name} {window(first, last)}"


def main():
    folder, names_out, entities_out = map(pathlib.Path, sys.argv[1:])
    head = ["# Made by evidence/peers/mlir/vhlo.py; do not edit."]
    enums = (folder / "VhloEnums.td").read_text()
    names_out.write_text("\n".join(head + names(enums)) + "\n")
    entities_out.write_text("\n".join(head + list(entities(folder))) + "\n")


if __name__ == "__main__":
    main()
