#!/usr/bin/env python3
"""Names of blocks and records of Clang's, Swift's, diagnostics' and remarks' streams, for `outlast dump --names`.

    names_carried.py --out crates/bitstream/names --clang DIR... --swift DIR... --diagnostics FILE --remarks FILE [--stream FILE...]

--clang: folders with ASTBitCodes.h and TypeBitCodes.def (packages libclang-N-dev: usr/lib/llvm-N/include/clang/Serialization),
one for each release; --swift: folders lib/Serialization of Swift's sources (`apt-get source swiftlang`), one for each release;
--diagnostics: clang/Frontend/SerializedDiagnostics.h; --remarks: llvm/Remarks/BitstreamRemarkContainer.h; --stream: real
streams, whose own names (BLOCKINFO, as llvm-bcanalyzer prints them) are added and must not contradict.

Lines are `block ID NAME VERSIONS` and `record BLOCK CODE NAME VERSIONS`; VERSIONS are versions of the format (Clang and the cache of Swift's scanner: major,
Swift's modules: minor), from the first release to the last that was read and has the name, without one in between that has not.
"""

import argparse
import pathlib
import re
import subprocess
import sys

CLANG_BLOCKS = {
    "ControlRecordTypes": 15, "OptionsRecordTypes": 17, "UnhashedControlBlockRecordTypes": 19,
    "InputFileRecordTypes": 16, "ExtensionBlockRecordTypes": 18, "ASTRecordTypes": 8, "SourceManagerRecordTypes": 9,
    "PreprocessorRecordTypes": 10, "PreprocessorDetailRecordTypes": 12, "SubmoduleRecordTypes": 13,
    "CommentRecordTypes": 14, "TypeCode": 11, "DeclCode": 11, "StmtCode": 11,
}
SWIFT_BLOCKS = {
    "control_block": 9, "options_block": 16, "input_block": 10, "index_block": 13, "decl_member_tables_block": 17,
    "identifier_block": 12, "comment_block": 97, "decl_locs_block": 193, "sil_block": 14, "sil_index_block": 15,
}

# Clang names a record of the AST block in the block of declarations, where the number is a type's.
MISNAMED = {("clang", (11, 50)): "LOCAL_REDECLARATIONS"}


def stripped(path):
    """A header without comments."""
    text = path.read_text(errors="replace")
    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def enumerators(body, known):
    """Names and values of an enum's body; `known` has values of earlier names."""
    value, found = -1, {}
    for part in body.split(","):
        part = part.strip()
        match = re.fullmatch(r"(\w+)\s*(?:=\s*(.+))?", part, flags=re.S)
        if not match:
            continue
        name, given = match.groups()
        if given is None:
            value += 1
        else:
            given = re.sub(r"(?:\b\w+::)+(\w+)\b", r"\1", given.strip())
            names = re.findall(r"[A-Za-z_]\w*", given)
            if any(n not in known and n not in found for n in names):
                continue
            value = eval(given, {"__builtins__": {}}, {**known, **found})
        found[name] = value
    return found


def clang(folder):
    """Version of the format, blocks, records of one release."""
    text = stripped(folder / "ASTBitCodes.h")
    version = int(re.search(r"VERSION_MAJOR\s*=\s*(\d+)", text).group(1))
    types = re.findall(r"TYPE_BIT_CODE\(\s*\w+\s*,\s*(\w+)\s*,\s*(\d+)\s*\)", stripped(folder / "TypeBitCodes.def"))
    known = {"FIRST_APPLICATION_BLOCKID": 8}
    blocks, records = {}, {}
    for name, body in re.findall(r"enum\s+(\w+)[^{;]*\{(.*?)\}", text, flags=re.S):
        if name == "TypeCode":
            records.update({(11, int(value)): "TYPE_" + code for code, value in types})
            continue
        found = enumerators(body, known)
        known.update(found)
        if name == "BlockIDs":
            blocks.update({value: key.removesuffix("_ID") for key, value in found.items()})
        elif name in CLANG_BLOCKS:
            ends = ("_LAST", "LAST")
            records.update({(CLANG_BLOCKS[name], v): k for k, v in found.items() if not k.endswith(ends)})
    return version, blocks, records


def swift(folder):
    """Version of the module format, blocks, records of one release."""
    version, blocks, records = None, {}, {}
    for header in ("ModuleFormat.h", "SILFormat.h", "DocFormat.h", "SourceInfoFormat.h"):
        text = stripped(folder / header)
        match = re.search(r"SWIFTMODULE_VERSION_MINOR\s*=\s*(\d+)", text)
        version = int(match.group(1)) if match else version
        for name, rest in re.findall(r"namespace (\w+) \{(.*?)(?=\nnamespace|\Z)", text, flags=re.S):
            match = re.search(r"enum\s*(?:\w+)?[^{;]*\{(.*?)\}", rest, flags=re.S)
            if name in SWIFT_BLOCKS and match:
                found = enumerators(match.group(1), {})
                skip = {"LastRecordKind"}
                records.update({(SWIFT_BLOCKS[name], v): k for k, v in found.items() if k not in skip and "#" not in k})
    return version, blocks, records


def small(path, pairs):
    """Records of a header with one enum of blocks and one of records; `pairs` gives blocks for names of records."""
    text = stripped(path)
    records = {}
    found = enumerators(re.search(r"enum RecordIDs\s*\{(.*?)\}", text, flags=re.S).group(1), {})
    for name, value in found.items():
        if name not in ("RECORD_FIRST", "RECORD_LAST"):
            records[(pairs(name), value)] = name.removeprefix("RECORD_")
    return records


def named(path, analyzer):
    """Magic, version, blocks and records that a real stream names itself."""
    out = subprocess.run([analyzer, "--dump", "--dump-blockinfo", str(path)], capture_output=True).stdout
    blocks, records, current, version = {}, {}, None, None
    for line in out.decode("utf-8", "replace").splitlines():
        match = re.match(r"\s*<(SETBID|BLOCKNAME|SETRECORDNAME|METADATA)\b([^>]*)/>", line)
        if not match:
            continue
        kind, rest = match.groups()
        ops = [int(v) for v in re.findall(r"op\d+=(-?\d+)", rest)]
        text = lambda values: bytes(v & 255 for v in values).decode("utf-8", "replace")
        if kind == "SETBID":
            current = ops[0]
        elif kind == "BLOCKNAME":
            blocks[current] = text(ops)
        elif kind == "SETRECORDNAME":
            records[(current, ops[0])] = text(ops[1:])
        elif version is None and len(ops) > 1:
            version = ops
    return path.read_bytes()[:4], version, blocks, records


def ranges(versions, all_versions):
    """Runs of versions without one in between that is not there."""
    runs = []
    for version in all_versions:
        if version not in versions:
            runs.append(None)
        elif runs and runs[-1]:
            runs[-1][1] = version
        else:
            runs.append([version, version])
    return [f"{a}-{b}" for a, b in (run for run in runs if run)]


def write(path, head, releases):
    """One table from `{version: (blocks, records)}`; a version of None holds always."""
    versions = sorted(v for v in releases if v is not None)
    lines = {}
    for version, (blocks, records) in releases.items():
        for block, name in blocks.items():
            lines.setdefault((0, block, 0, name), set()).add(version)
        for (block, code), name in records.items():
            lines.setdefault((1, block, code, name), set()).add(version)
    out = [f"# {line}" for line in head]
    for (kind, block, code, name), at in sorted(lines.items()):
        name = name.replace(" ", "_")
        start = f"block {block} {name}" if kind == 0 else f"record {block} {code} {name}"
        out += [start] if None in at else [f"{start} {run}" for run in ranges(at, versions)]
    path.write_text("\n".join(out) + "\n")
    print(f"{path}: {len(out)} lines, versions {versions}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    for name in ("clang", "swift", "stream"):
        parser.add_argument("--" + name, type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--diagnostics", type=pathlib.Path)
    parser.add_argument("--remarks", type=pathlib.Path)
    parser.add_argument("--analyzer", default="llvm-bcanalyzer-22")
    args = parser.parse_args()
    tables = {"clang": {}, "swift": {}, "swift-deps": {}, "swift-scan": {}, "diagnostics": {}, "remarks": {}}
    for read, folders, table in ((clang, args.clang, "clang"), (swift, args.swift, "swift")):
        for folder in folders:
            version, blocks, records = read(folder)
            tables[table][version] = (blocks, records)
    if args.diagnostics:
        pairs = lambda name: 8 if name == "RECORD_VERSION" else 9
        records = {**small(args.diagnostics, pairs), (9, 8): "SOURCE_FILE_CONTENTS"}
        tables["diagnostics"][None] = ({8: "META", 9: "DIAG"}, records)
    if args.remarks:
        pairs = lambda name: 8 if "_META_" in name else 9
        tables["remarks"][None] = ({8: "META", 9: "REMARK"}, small(args.remarks, pairs))
    wrong = 0
    magics = {
        b"CPCH": "clang", b"\xe2\x9c\xa8\x0e": "swift", b"\xe2\x9c\xa8\x07": "swift", b"\xf0\x9f\x8f\x8e": "swift",
        b"DEPS": "swift-deps", b"IMDC": "swift-scan",
    }
    compared = 0
    for path in args.stream:
        magic, version, blocks, records = named(path, args.analyzer)
        table = magics.get(magic)
        if table is None:
            continue
        keys = [{"clang": version[0], "swift": version[1], "swift-scan": version[0], "swift-deps": None}[table]]
        if magic in (b"\xe2\x9c\xa8\x07", b"\xf0\x9f\x8f\x8e"):
            # Their formats have versions of their own, which stayed the same: the names hold for all.
            keys = list(tables["swift"])
        for key in keys:
            known = tables[table].setdefault(key, ({}, {}))
            for ours, theirs in zip(known, (blocks, records)):
                for at, name in theirs.items():
                    compared += 1
                    if MISNAMED.get((table, at)) != name and ours.setdefault(at, name) != name:
                        wrong += 1
                        print(f"{path}: {at} is {name}, the headers say {ours[at]}", file=sys.stderr)
    made = "Made by evidence/peers/llvm/names_carried.py from the headers of these releases and from real streams; do not edit."
    about = {
        "clang": "Clang's modules and precompiled headers; versions are major versions of the format.",
        "swift": "Swift's modules, documentation and source places; versions are minor versions of the module format.",
        "swift-deps": "Swift's dependency files.",
        "swift-scan": "The cache of Swift's dependency scanner; versions are major versions of the format.",
        "diagnostics": "Serialized diagnostics.",
        "remarks": "Optimization remarks.",
    }
    args.out.mkdir(exist_ok=True)
    for name, releases in tables.items():
        if releases:
            write(args.out / f"{name}.txt", [about[name], made], releases)
    print(f"{compared} names of real streams compared, {wrong} differ", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
