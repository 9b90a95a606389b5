#!/usr/bin/env python3
"""What the recorded runs of readers show of shapes that load, for the table of readers.

    recorded.py unpack OUT                        the modules of corpus/llvm/verdicts into OUT, OUT/files.txt and OUT/fates.tsv
    recorded.py table OUT NEEDS READERS TABLE     prints a row for each shape that a reader was seen to take and that has none
    recorded.py mark OUT NEEDS READERS TABLE      changes TABLE: what no recorded run bears out, and stands between two releases
                                                  that agree, gets the word `between`

NEEDS is what `cargo run -p outlast-bitstream --example ir_needs` prints for the paths in OUT/files.txt; READERS is
targets/llvm-readers.txt and TABLE targets/llvm.txt.

A reader that read a module and wrote it again as it was takes every shape in it, and of a module that it verified, with
`checked-` in front, too. Recorded are the packs of corpus/llvm/verdicts, the files of corpus/llvm/runs/readers.tsv and of
corpus/llvm-former, and the sets of corpus/unseen/llvm.
"""
import collections
import re
import sys
import zlib
from pathlib import Path

from tools import READERS

from profile import ALWAYS, Between, natural, read_rows, rows_of, write_rows
from profile import WRITTEN as KNOWN

CORPUS = Path(__file__).resolve().parents[3] / "corpus"


def recorded():
    """Name, bytes or path, and what each reader did, of every module on record."""
    verdicts = CORPUS / "llvm/verdicts"
    again = {}
    for line in lines(verdicts / "verifying.tsv"):
        module, reader, did = line.split("\t")
        if reader in ALWAYS:
            again[module, reader] = did
    for path in sorted(verdicts.glob("joined*.tsv")):
        for line in lines(path):
            module, letters = line.split("\t")
            again |= {(module, reader): did for reader, did in zip(columns(path), letters)}

    def fates(module, letters, columns):
        # Lists are frozen: what readers that joined later did, and what was asked again, stands in a list of its own.
        # LLVM 17 and 18 were asked as zig's clang then, which verifies.
        did = {reader: letter for reader, letter in zip(columns, letters) if reader not in ("17", "18")} | {reader: again[module, reader] for reader in READERS if (module, reader) in again}
        return "".join(did.get(reader, "?") for reader in READERS)

    for path in sorted(verdicts.glob("*.txt")):
        data = zlib.decompress(path.with_suffix(".z").read_bytes())
        for line in lines(path):
            name, size, letters = line.split(" ")
            module = f"{path.stem}/{name}"
            yield module, data[:int(size)], fates(module, letters, columns(path))
            data = data[int(size):]
    for line in lines(CORPUS / "llvm/runs/readers.tsv"):
        module, letters = line.split("\t")
        yield module, CORPUS / module, fates(module, letters, columns(CORPUS / "llvm/runs/readers.tsv"))
    former = CORPUS / "llvm-former/readers.tsv"
    for line in lines(former):
        module, letters = line.split("\t")
        did = dict(zip(columns(former), letters))
        yield module, CORPUS / module, "".join(did.get(reader, "?") for reader in READERS)
    for path in sorted(CORPUS.glob("unseen/llvm/*/outcomes.tsv")):
        did = collections.defaultdict(dict)
        for line in lines(path):
            file, target, outcome, *_ = line.split("\t")
            did[file][target.removeprefix("llvm-").split(".")[0]] = "r" if outcome == "loads" else "?"
        for file, by in did.items():
            yield f"{path.parent.name}/{file}", path.parent / file, "".join(by.get(reader, "?") for reader in READERS)


def lines(path):
    return [line for line in path.read_text().splitlines() if not line.startswith("#")] if path.exists() else []


def columns(path):
    """The readers that a list has letters for, as its first line says."""
    return re.findall(r"\b\d\d?\b", path.read_text().split("\n", 1)[0])


def unpack(out):
    files, fates = [], []
    for number, (module, data, letters) in enumerate(recorded()):
        path = data if isinstance(data, Path) else out / "packs" / f"{number}.bc"
        if path is not data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        files.append(f"{path}\n")
        fates.append(f"{path}\t{module}\t{letters}\n")
    (out / "files.txt").write_text("".join(files))
    (out / "fates.tsv").write_text("".join(fates))
    print(len(files), "modules")


def shapes(path):
    needs = collections.defaultdict(set)
    verified = set()
    for line in open(path, errors="replace"):
        file, _, kind, value, _ = line.rstrip("\n").split("\t")
        if kind != "checked":
            needs[file].add((kind, value))
        elif value == "true":
            verified.add(file)
    return needs, verified


def seen(out, needs_file):
    """Shapes and readers that took them; shapes and readers that were asked about a module with them."""
    needs, verified = shapes(needs_file)
    took, asked = collections.defaultdict(set), collections.defaultdict(set)
    for line in lines(out / "fates.tsv"):
        file, _, letters = line.split("\t")
        for reader, letter in zip(READERS, letters):
            if letter == "?":
                continue
            for kind, value in needs[file]:
                ways = [kind]
                # Only debug information is verified because it is there.
                if file in verified or reader in ALWAYS and not kind.startswith(("metadata", "expression")):
                    ways.append("checked-" + kind)
                for way in ways:
                    asked[way, value].add(reader)
                    if letter == "r":
                        took[way, value].add(reader)
    return took, asked


def mark(out, needs_file, readers_file, table):
    rows = read_rows(table)
    _, asked = seen(out, needs_file)
    for shape, by in rows.items():
        # Signatures were asked about in lists, not in modules.
        if shape[0].startswith("checked-intrinsic"):
            continue
        cells = [by.get(reader) for reader in READERS]
        for at in range(1, len(READERS) - 1):
            if cells[at] is not None and cells[at - 1] == cells[at] == cells[at + 1] and READERS[at] not in asked.get(shape, ()):
                by[READERS[at]] = Between(cells[at])
    write_rows(rows_of(rows, readers_file), table)


def table(out, needs_file, readers_file, table_file):
    known = read_rows(table_file)
    took, _ = seen(out, needs_file)
    missing = {}
    for shape, readers in took.items():
        for reader in sorted(readers):
            if known.get(shape, {}).get(reader):
                print("read, though the table says:", *shape, reader, known[shape][reader], file=sys.stderr)
        if readers - known.get(shape, {}).keys():
            # Cells that the table has only close intervals.
            missing[shape] = dict.fromkeys(readers, "") | {reader: text or KNOWN for reader, text in known.get(shape, {}).items()}
    # Names of intrinsics are on lists, and what is malformed no reader takes.
    missing = {shape: by for shape, by in missing.items() if not shape[0].endswith(("intrinsic-name", "malformed"))}
    rows = [row for row in rows_of(missing, readers_file, known) if row[3] == ""]
    print("# What recorded runs show to load, and has no row in llvm.txt.")
    print("basis measured")
    for key, value, words, _ in sorted(rows, key=natural):
        print(key, value, words)


if __name__ == "__main__":
    folder = Path(sys.argv[2]).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    if sys.argv[1] == "unpack":
        unpack(folder)
    else:
        {"table": table, "mark": mark}[sys.argv[1]](folder, *sys.argv[3:])
