#!/usr/bin/env python3
"""Prints what TableGen says of a file of definitions, as far as the lint of dialects reads it: a fixture that is small enough to be looked at.

usage: ods_fixture.py TBLGEN INCLUDE FILE > crates/lint/tests/it/dialect/ods/toy.json
"""

import json
import pathlib
import subprocess
import sys

KEYS = {
    "!anonymous", "!name", "!superclasses", "!locs", "arguments", "results", "regions", "traits", "opName", "opDialect", "useCustomPropertiesEncoding",
    "name", "usePropertiesForAttributes", "isOptional", "defaultValue", "storageType", "summary", "enumerants", "baseAttr", "enum", "str", "trait",
    "constraint", "writeToMlirBytecode", "dialect", "elems", "members", "elemT", "elem", "cParser",
}
ROOTS = ("Dialect", "Op", "DialectAttributes", "DialectTypes")


def names(value):
    """The records that a value refers to."""
    if isinstance(value, dict):
        if value.get("kind") == "def":
            yield value["def"]
        for inner in value.values():
            yield from names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names(inner)


def plain(value):
    """A value without how it is printed."""
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items() if key != "printable"}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    tblgen, include, path = sys.argv[1:]
    printed = subprocess.run([tblgen, "--dump-json", "-I", include, path], check=True, capture_output=True, text=True).stdout
    records = json.loads(printed)
    file = pathlib.Path(path).name
    roots = {of: [one for one in records["!instanceof"].get(of, []) if records[one]["!locs"][0].startswith(file)] for of in ROOTS}
    kept, work = {}, [one for of in roots.values() for one in of]
    while work:
        name = work.pop()
        if name not in kept and isinstance(records.get(name), dict):
            kept[name] = {key: plain(value) for key, value in records[name].items() if key in KEYS}
            work += names(kept[name])
    rows = [f'"!instanceof": {json.dumps(roots)}', *(f"{json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept))]
    print("{\n" + ",\n".join(rows) + "\n}")


if __name__ == "__main__":
    main()
