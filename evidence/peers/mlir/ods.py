#!/usr/bin/env python3
"""Reads the operation definitions of a release of MLIR as the lint of dialects does, and compares properties with what the release generated from them.

usage: ods.py RELEASE INCLUDE TBLGEN DIALECTS OUT

RELEASE is `mlir-22`; INCLUDE has the headers of the release; TBLGEN is its llvm-tblgen; DIALECTS is the example of crates/lint of that name. Every `.td`
file that defines operations is printed as JSON and read. OUT gets the description of all of them. Status 1 if an operation has other properties than
crates/mlir/schemas/RELEASE.txt says.
"""

import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def dump(tblgen, include, path, out):
    """The JSON of a file; none if it defines no operation by itself, or needs other files around it."""
    done = subprocess.run([tblgen, "--dump-json", "-I", str(include), "-I", str(path.parent), str(path), "-o", str(out)], capture_output=True, text=True)
    if done.returncode != 0:
        return None
    of = json.loads(out.read_text())["!instanceof"]
    if of.get("Op") or of.get("DialectAttributes") or of.get("DialectTypes"):
        return out
    out.unlink()
    return None


def field(text):
    """A field's name, with `?` if it is an optional attribute, and how it is encoded."""
    name, _, what = text.partition(":")
    wire, arrow, _ = what.partition("->")
    if arrow:
        # Whether a property that is no attribute may be left out of a dictionary is not on the wire.
        return name.rstrip("?"), wire
    return name, re.sub(r"^last", "segments", what) if "(" in what else ""


def schemas(text):
    """Operations and their fields: names and encodings, without classes of attributes, which definitions and generated code call differently."""
    found = {}
    for line in text.split("\n"):
        head, _, rest = line.partition(" ")
        if not head or head in ("#", "release", "dialect", "op", "attr", "type"):
            continue
        found[head] = [field(text) for text in rest.split(" ")] if rest != "-" else []
    return found


def codes(text):
    """Codes of attributes and types: name and encodings of the fields."""
    rows = re.findall(r"^(attr|type) (\S+) (\d+) (\S+) (.*)$", text, re.M)
    return {(kind, dialect, int(code)): (name, re.sub(r"[\w-]+:", "", fields)) for kind, dialect, code, name, fields in rows}


def other_codes(mine, theirs):
    """Codes that are encoded otherwise, as far as both are known. What has code of its own is bytes up to the end in definitions."""
    for key in sorted(mine.keys() & theirs.keys()):
        (name, fields), (_, known) = mine[key], theirs[key]
        head = fields.removesuffix("tail").rstrip()
        if fields != "?" and fields != known and not (fields.endswith("tail") and known.startswith(head)):
            yield f"{' '.join(map(str, key))} {name}: definition {fields}, known {known}"


def same(one, other):
    """Whether two lists of fields are: an attribute that stands for a native property is written as one."""
    plain = lambda fields: [(name, "" if what == "attr" else what) for name, what in fields]
    return plain(one) == plain(other)


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    release, include, tblgen, dialects, out = sys.argv[1], pathlib.Path(sys.argv[2]), *sys.argv[3:6]
    folder = pathlib.Path(out).with_suffix(".json.d")
    folder.mkdir(parents=True, exist_ok=True)
    files = sorted((include / "mlir").rglob("*.td"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        names = [folder / (str(path.relative_to(include)).replace("/", "_") + ".json") for path in files]
        made = [one for one in pool.map(lambda pair: dump(tblgen, include, *pair), zip(files, names)) if one]
    version = re.search(r"^release \S+ (\S+)", (ROOT / f"crates/mlir/schemas/{release}.txt").read_text(), re.M)[1]
    text = subprocess.run([dialects, "ods", release, version, *map(str, made)], check=True, capture_output=True, text=True).stdout
    pathlib.Path(out).write_text(text)
    mine, theirs = schemas(text), schemas((ROOT / f"crates/mlir/schemas/{release}.txt").read_text())
    custom = set(re.findall(r"^op (\S+).* custom$", text, re.M))
    common = sorted(set(mine) & set(theirs))
    other = [op for op in common if op not in custom and not same(mine[op], theirs[op])]
    print(f"{release}: {len(made)} files define {len(mine)} operations; {len(common)} of {len(theirs)} that the release has, "
          f"{len(common) - len(other) - len(custom & set(common))} with the same properties, {len(custom & set(common))} with an encoding of their own, {len(other)} with others")
    for op in other:
        print(f"  {op}\n    definition {mine[op]}\n    generated  {theirs[op]}")
    known = codes(subprocess.run([dialects, "release", release], check=True, capture_output=True, text=True).stdout)
    wrong = list(other_codes(codes(text), known))
    missing = sorted(known.keys() ^ codes(text).keys())
    print(f"{release}: {len(known)} codes of attributes and types are known, {len(known.keys() & codes(text).keys())} of them are defined, {len(wrong)} otherwise")
    for line in wrong + [f"only one has {' '.join(map(str, key))}" for key in missing]:
        print(f"  {line}")
    sys.exit(1 if other or wrong or missing else 0)


if __name__ == "__main__":
    main()
