#!/usr/bin/env python3
"""Which expressions readers compute where a `switch` has a case: a case must be a number, and LLVM's own writers compute it before they write.

    switch_cases.py                prints the table of readers (targets/llvm-cases.txt)
    switch_cases.py DIR            keeps the modules in DIR, too, with what each reader did (`answers.tsv`)

A module of LLVM 15 with a case of an odd number is written again by `bits.py` with the record of an expression in the place of that number.
"""
import re
import sys
import tempfile
from pathlib import Path

import bits
from runs import first_message, run, zig
from tools import READERS, ZIG, tool

from profile import intervals

HEAD = """# What readers do with a case of a `switch` that is no number but an expression: they compute it while they read, or refuse the module.
# Made by evidence/peers/llvm/switch_cases.py; do not edit. Names: `Word` and `Operation` in crates/bitstream/src/ir/shape.rs.
basis measured
"""
BASE = """@g = global i8 0
declare void @u(i64, ptr, i64, i32, ptr, i16, i64, ptr)
define i32 @f(i64 %x, i32 %y, i16 %z) {
  call void @u(i64 1024, ptr inttoptr (i64 1024 to ptr), i64 33, i32 99, ptr inttoptr (i32 99 to ptr), i16 0, i64 2, ptr null)
  switch CASE
d:
  ret i32 0
e:
  ret i32 1
}
"""
CASES = {"i64": "i64 %x, label %d [ i64 777, label %e ]", "i32": "i32 %y, label %d [ i32 777, label %e ]", "i16": "i16 %z, label %d [ i16 777, label %e ]"}
ARGUMENTS = 3


class Module:
    """The module with a case of a type, and what can stand in its place."""

    def __init__(self, kind):
        text = BASE.replace("CASE", CASES[kind])
        code, data, errors = run([*tool("llvm-as", "15"), "-", "-o", "-"], text.encode())
        assert code == 0, errors
        self.stream = bits.parse(data)
        module = self.inside(self.stream.blocks, 8)
        self.types, number = {}, 0
        for record in self.inside(module.items, 17).items:
            if isinstance(record, bits.Record) and record.code not in (1, 19):
                name = f"i{record.ops[0]}" if record.code == 7 else "ptr" if record.code == 25 else None
                self.types[name] = number
                number += 1
        number = sum(isinstance(item, bits.Record) and item.code in (7, 8, 9, 14) for item in module.items)
        self.values = {}
        for block in [module, self.inside(module.items, 12)]:
            for item in block.items:
                if isinstance(item, bits.Block) and item.id == 11:
                    number = self.constants(item, number)
            number += ARGUMENTS if block is module else 0
        self.case = self.values[self.find(kind, 4, [777 * 2])][1]

    @staticmethod
    def inside(items, block):
        return next(item for item in items if isinstance(item, bits.Block) and item.id == block)

    def constants(self, block, number):
        kind = None
        for record in block.items:
            if isinstance(record, bits.Record) and record.code == 1:
                kind = record.ops[0]
            elif isinstance(record, bits.Record):
                self.values[number] = (kind, record)
                number += 1
        return number

    def find(self, kind, code, ops=None):
        return next(number for number, (of, record) in self.values.items() if of == self.types[kind] and record.code == code and ops in (None, record.ops))

    def number(self, kind, value):
        return self.find(kind, 4, [value * 2])

    def with_case(self, code, ops):
        self.case.code, self.case.ops, self.case.abbrev = code, ops, 3
        data = bits.write(self.stream)
        module = self.inside(bits.parse(data).blocks, 8)
        # The offset of the symbol table, which stands behind the body.
        for item in self.inside(self.stream.blocks, 8).items:
            if isinstance(item, bits.Record) and item.code == 13:
                item.ops = [self.inside(module.items, 14).bit // 32]
        return bits.write(self.stream)


def expressions():
    """Names as rows have them, the type of the case, and the record in its place."""
    made = {"i64": ("i64", 1024), "i32": ("i32", 99)}
    for kind in CASES:
        for inner, (of, value) in made.items():
            word = "address/of-number" if inner == kind else "address/of-other-number"
            yield word, kind, lambda m, of=of, value=value: (11, [9, m.types["ptr"], m.find("ptr", 11, [10, m.types[of], m.number(of, value)])])
        yield "address/null", kind, lambda m: (11, [9, m.types["ptr"], m.find("ptr", 2)])
        yield "address/of-global", kind, lambda m: (11, [9, m.types["ptr"], 0])
        yield "expression/undefined", kind, lambda m: (3, [])
        yield "expression/undefined", kind, lambda m: (26, [])
    for operation in range(13):
        yield f"binary/{operation}", "i64", lambda m, operation=operation: (10, [operation, m.number("i64", 33), m.number("i64", 2)])
    yield "cast/0", "i32", lambda m: (11, [0, m.types["i64"], m.number("i64", 33)])
    yield "cast/1", "i64", lambda m: (11, [1, m.types["i32"], m.number("i32", 99)])
    yield "cast/2", "i64", lambda m: (11, [2, m.types["i32"], m.number("i32", 99)])
    yield "cast/11", "i64", lambda m: (11, [11, m.types["i64"], m.number("i64", 33)])


#: Of these it depends on the numbers whether there is a result.
PARTIAL = {f"binary/{operation}" for operation in range(3, 10)}


def asked(reader, path):
    if reader in ZIG:
        code, _, errors = run([*zig(reader), "-emit-llvm", "-x", "ir", str(path), "-o", "-"])
    else:
        code, _, errors = run([*tool("llvm-dis", reader), *(["-opaque-pointers"] if reader == "14" else []), str(path), "-o", "-"])
    if code < 0:
        return None
    return "" if code == 0 else "fails | " + re.sub(r"Reader: 'LLVM [\d.]+'", "Reader: 'LLVM {reader}'", first_message(errors))


def main(folder):
    rows = {}
    with (folder / "answers.tsv").open("w") as answers:
        for at, (name, kind, record) in enumerate(expressions()):
            module = Module(kind)
            path = folder / f"{at}-{name.replace('/', '-')}-{kind}.bc"
            path.write_bytes(module.with_case(*record(module)))
            for reader in READERS:
                did = asked(reader, path)
                answers.write(f"{path.name}\t{reader}\t{did}\n")
                before = rows.setdefault(name, {}).setdefault(reader, did)
                assert before == did, (name, reader, before, did)
    print(HEAD, end="")
    for name, by in sorted(rows.items()):
        kept = {reader: did for reader, did in by.items() if did or did is not None and name not in PARTIAL}
        for (text, _), words in intervals({reader: kept.get(reader, "-") for reader in READERS}).items():
            if text != "-":
                print(f"switch-case {name} {','.join(words)}" + (f" = {text}" if text else ""))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(Path(temporary))
