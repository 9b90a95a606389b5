#!/usr/bin/env python3
"""Asks readers that joined the table later about the recorded modules, so that not all has to be learned again.

    joined.py select WORK NEEDS                 of the modules that recorded.py unpacked into WORK those that show every shape twice, as
                                                WORK/joined/PRODUCER/NAME.bc; NEEDS is what `ir_needs` prints of WORK/files.txt
    runs.py ask WORK/joined --readers 17,18,…   what they do
    joined.py record WORK [PROBES NEEDS] > joined.tsv   module, and a letter for each of them (corpus/llvm/verdicts/joined.tsv, joined-older.tsv)
    joined.py table WORK NEEDS READERS TABLE READER…   TABLE with the columns of these readers from those runs, and from what was asked about modules
                                                that they wrote themselves (runs.py build and ask WORK/made); NEEDS is of the modules in both

READERS is targets/llvm-readers.txt and TABLE targets/llvm.txt, which is changed.
"""
import collections
import os
import re
import sys
from pathlib import Path

import probes
from tools import READERS

import profile
from profile import LETTERS, fate, learn, read_rows, rows_of, shapes, write_rows

# So many modules show each shape: what they do not tell apart, the probes do.
TIMES = 2


def recorded(work):
    """Where each recorded module is, its name on record, and the letters of readers."""
    for line in (work / "fates.tsv").read_text().splitlines():
        path, module, letters = line.split("\t")
        yield Path(path), module, letters


def place(module):
    """Where a module stands in WORK/joined, so that its folder names its producer."""
    *folder, name = module.split("/")
    producer = next((part.split(".")[0] for part in reversed(folder) if re.fullmatch(r"\d\d?[to]?(\.\d+\.\d+)?", part)), None)
    # Swift 6 brings a compiler that calls itself LLVM 17; files of unseen sets begin with the producer.
    producer = producer or ("17" if "swift" in module else name.split("-")[0])
    return f"{producer}/{'+'.join([*folder, name]).removesuffix('.bc')}.bc"


def select(work, needs_file):
    needs = collections.defaultdict(set)
    for line in open(needs_file, errors="replace"):
        path, _, key, value, _ = line.rstrip("\n").split("\t")
        if key != "checked" or value == "true":
            needs[path].add((key, value))
    seen = collections.Counter()
    chosen = 0
    for path, module, _ in sorted(recorded(work), key=lambda one: (len(needs[str(one[0])]), one[1])):
        checked = ("checked", "true") in needs[str(path)]
        mine = {(checked, shape) for shape in needs[str(path)]}
        if all(seen[shape] >= TIMES for shape in mine):
            continue
        seen.update(mine)
        target = work / "joined" / place(module)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            os.link(path, target) if path.is_relative_to(work) else target.write_bytes(path.read_bytes())
        chosen += 1
    print(chosen, "modules")


def runs(work, folder="joined"):
    """The runs of WORK/joined, or of another folder: name, reader, and what it did."""
    if not (work / folder / "runs.tsv").exists():
        return
    for line in open(work / folder / "runs.tsv", errors="replace"):
        name, _, reader, state, message, diff = line.rstrip("\n").split("\t")
        yield name, reader, (state, message, diff)


def record(work, probed=None, needs_file=None):
    names = {place(module): module for _, module, _ in recorded(work)}
    did = collections.defaultdict(dict)
    for name, reader, run in runs(work):
        if not re.search(profile.ARTEFACT, run[1]):
            did[names[name]][reader] = LETTERS[fate(f"joined/{name}", reader, *run)]
    if probed:
        # Of a probe it is known how its shape is printed where it was taken: that says more than writing it again.
        found = probes.answers(Path(probed))
        for probe, name, _, reader in probes.questions(Path(probed), probes.needs_of(needs_file)):
            module = f"probes/{name.removesuffix('.bc')}"
            if (name, reader) in found and module in did and reader in did[module]:
                did[module][reader] = probes.letter(probe, reader, found[name, reader])
    readers = sorted({reader for by in did.values() for reader in by}, key=int)
    print("# What readers did that joined after the lists here, and runs/readers.tsv, were made (r reads, f refuses, d reads something else): LLVM " + " ".join(readers))
    for module, by in sorted(did.items()):
        print(module, "".join(by.get(reader, "?") for reader in readers), sep="\t")


def table(work, needs_file, readers_file, table_file, *readers):
    """The table with the columns of these readers from their runs."""
    needs = shapes(needs_file)
    # What its own release refuses shows nothing of others.
    broken = {f"joined/{place(module)}" for _, module, letters in recorded(work) if dict(zip(READERS, letters)).get(re.sub(r"\D", "", place(module).split("/")[0])) == "f"}
    cells = {(f"joined/{name}", reader): run for name, reader, run in runs(work) if reader in readers and f"joined/{name}" not in broken and not re.search(profile.ARTEFACT, run[1])}
    own = {(f"made/{name}", reader): run for name, reader, run in runs(work, "made") if reader in readers and not re.search(profile.ARTEFACT, run[1])}
    broken = profile.own_broken(own)
    cells |= {cell: run for cell, run in own.items() if cell[0] not in broken}
    does, unexplained = learn(needs, cells)
    for reader, what, name, message in unexplained:
        print("unexplained:", reader, what, name, message, file=sys.stderr)
    old = read_rows(table_file)
    rows = {shape: {reader: text for reader, text in by.items() if reader not in readers or shape[0].startswith("checked-intrinsic")} for shape, by in old.items()}
    for reader in readers:
        for shape, text in does[reader].items():
            if not shape[0].startswith("checked-intrinsic"):
                rows.setdefault(shape, {})[reader] = re.sub(r"Reader: 'LLVM [\d.]+'", "Reader: 'LLVM {reader}'", text)
    # Where the neighbours agree and this one does something else, the reason may be what else is in its modules.
    for shape, by in sorted(rows.items()):
        for reader in readers:
            at = READERS.index(reader)
            near = [by.get(READERS[other]) for other in (at - 1, at + 1) if 0 <= other < len(READERS)]
            if reader in by and len(set(near)) == 1 and near[0] is not None and bool(near[0]) != bool(by[reader]):
                print("look at:", *shape, reader, repr(by[reader]), "between", repr(near[0]), file=sys.stderr)
    write_rows(rows_of({shape: by for shape, by in rows.items() if by}, readers_file), table_file)


if __name__ == "__main__":
    folder = Path(sys.argv[2]).absolute()
    if sys.argv[1] == "select":
        select(folder, sys.argv[3])
    elif sys.argv[1] == "record":
        record(folder, *sys.argv[3:])
    else:
        table(folder, *sys.argv[3:])
