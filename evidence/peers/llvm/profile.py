#!/usr/bin/env python3
"""Learns from runs what each release does with each shape, and writes the table of readers.

    profile.py learn NEEDS OUT…              prints what does not fit: OUT/runs.tsv of each folder, and the needs of their files
    profile.py table NEEDS READERS OUT…      the table; READERS is the text with `otherwise` rows (targets/llvm-readers.txt)
    profile.py fates OUT                     for each file and reader what it did: reads, fails, differs; and its message
    profile.py pack NEEDS DATA OUT…          small modules with every shape, and the fates, into the folder DATA

NEEDS is what `cargo run -p outlast-bitstream --example ir_needs` prints for the files.

A shape is taken by a reader that read a file with it and wrote it again as it was. Where a file is refused, or comes out
differently, those of its shapes are the cause that never occur in files that fare better.
"""
import collections
import re
import sys
import zlib
from pathlib import Path

from tools import READERS, RELEASES, ZIG


def shapes(needs_file):
    """Files by folder, producer and name, with what they need; of a verified module also with `checked-` in front."""
    needs = collections.defaultdict(set)
    checked = set()
    for line in open(needs_file, errors="replace"):
        path, _, key, value, _ = line.rstrip("\n").split("\t")
        name = "/".join(path.split("/")[-3:])
        if (key, value) == ("checked", "true"):
            checked.add(name)
        elif key != "checked":
            needs[name].add((key, value))
    for name in checked:
        needs[name] |= {("checked-" + key, value) for key, value in needs[name]}
    return needs


# Clang links the modules of a file, parses assembly, and takes one summary: none of this is reading.
ARTEFACT = r"multiply defined|invalid instruction mnemonic|Expected a single module"


def load(needs_file, folders):
    needs = shapes(needs_file)
    runs = {}
    for folder in folders:
        for line in open(Path(folder) / "runs.tsv", errors="replace"):
            name, _, reader, state, message, diff = line.rstrip("\n").split("\t")
            name = f"{Path(folder).name}/{name}"
            if name in needs and not re.search(ARTEFACT, message):
                runs[name, reader] = (state, message, diff)
    broken = own_broken(runs)
    return needs, {cell: run for cell, run in runs.items() if cell[0] not in broken}


def own_broken(runs):
    """Files that do not verify in their own release: they show nothing of other readers."""
    sign = re.compile("Broken module|Cannot load/store|invalid debug info")
    # Signatures of intrinsics are compared only where they are called: a lone declaration shows nothing either.
    lone = {name for name, _ in runs if "intr-decl" in name}
    return lone | {name for (name, reader), (_, message, _) in runs.items() if reader == re.sub(r"\D", "", name.split("/")[1]) and sign.search(message)}


# What is printed differently although it was read as meant: the newest release itself reads versions of memory effects
# differently, and writing again brings them to the older version.
HARMLESS = re.compile(r"target_mem0: none, target_mem1: none")


def fate(name, reader, state, message, diff):
    if state != "ok":
        return "fails"
    producer = int(re.sub(r"\D", "", name.split("/")[1]))
    if producer <= int(reader):
        return "reads"
    if "ignoring invalid debug info" in message:
        return "differs"
    if not diff or "does not read" in diff or "the newest does not read" in message:
        return "reads"
    same = collections.Counter()
    for part in diff.split(" // "):
        same[re.sub(r" *; preds = .*|distinct (?=!DICompositeType)|^.; Function Attrs.*", "", part[1:])] += 1 if part[:1] == "+" else -1
    if not any(same.values()):
        return "reads"
    if HARMLESS.search(diff) and "errnomem" not in diff:
        return "reads"
    if ".two." in name or ".split." in name or "DIObjCProperty" in diff:
        return "reads"
    # Declarations of intrinsics get their attributes when they are read.
    if all(re.match(r"[-+] *%\w+ = select ", part) for part in diff.split(" // ")):
        return "reads"
    if all(re.match(r"[-+] *(declare .*@llvm\.|; Function Attrs|attributes #)", part) for part in diff.split(" // ")):
        return "reads"
    return "differs"


def fits(shape, message, fails):
    """Whether a message can be about a shape: a reader that reads and still says something has verified the module."""
    checked = "Broken module" in message if fails else message != ""
    if checked != shape[0].startswith("checked-"):
        return False
    return ("unsupported constant expression" in message) == (shape[0] in ("initializer", "metadata-value"))


def blame(needs, cells, worse, fails):
    """For cells of one fate: the shapes that are to blame. `worse` are the shapes never seen in a better cell; messages say nothing where `fails` is none."""
    support = collections.Counter()
    for name, _ in cells:
        support.update(worse & needs[name])
    causes = collections.defaultdict(collections.Counter)
    unexplained = []
    for name, message in cells:
        rest = {shape for shape in worse & needs[name] if fails is None or fits(shape, message, fails)}
        if not rest:
            unexplained.append((name, message))
            continue
        most = max(support[shape] for shape in rest)
        for shape in rest:
            if support[shape] == most:
                causes[shape][message] += 1
    return causes, unexplained


# Readers that were asked through Clang, which verifies whatever it reads.
ALWAYS = ZIG


def learn(plain, runs):
    """For each reader: what it does with each shape, as text; and the cells that no shape explains."""
    does = {}
    unexplained = []
    for reader in READERS:
        needs = plain
        if reader in ALWAYS:
            needs = {name: shapes | {("checked-" + key, value) for key, value in shapes if not key.startswith(("checked-", "metadata", "expression"))} for name, shapes in plain.items()}
        by = collections.defaultdict(list)
        for (name, r), (state, message, diff) in runs.items():
            if r == reader:
                by[fate(name, r, state, message, diff)].append((name, message))
        read = set().union(*(needs[n] for n, _ in by["reads"])) if by["reads"] else set()
        differs_all = set().union(*(needs[n] for n, _ in by["differs"])) if by["differs"] else set()
        fails_all = set().union(*(needs[n] for n, _ in by["fails"])) if by["fails"] else set()
        differing, lost = blame(needs, by["differs"], differs_all - read, False)
        failing, lost_too = blame(needs, by["fails"], fails_all - read - differs_all, True)
        unexplained += [(reader, "differs", *cell) for cell in lost] + [(reader, "fails", *cell) for cell in lost_too]
        mine = {shape: "" for shape in read | (differs_all - set(differing))}
        mine |= {shape: "differs" for shape in differing}
        mine |= {shape: f"fails | {messages.most_common(1)[0][0]}" for shape, messages in failing.items()}
        does[reader] = mine
    return does, unexplained


class Between(str):
    """What a release does because those before and after it do it: it was not asked."""


def intervals(by_reader):
    """Releases with the same text, as intervals, by text and by whether they were asked or stand between two that agree."""
    cells = [by_reader.get(reader) for reader in READERS]
    for at, cell in enumerate(cells):
        if cell is None:
            before = next((c for c in reversed(cells[:at]) if c is not None), None)
            after = next((c for c in cells[at + 1:] if c is not None), None)
            if before is not None and before == after:
                cells[at] = Between(before)
    # Messages name the reader: a common pattern joins releases.
    texts = [None if cell is None else (str(cell), isinstance(cell, Between)) for cell in cells]
    rows = collections.defaultdict(list)
    at = 0
    while at < len(texts):
        if texts[at] is None:
            at += 1
            continue
        end = at
        while end + 1 < len(texts) and texts[end + 1] == texts[at]:
            end += 1
        open_end = end == len(texts) - 1
        word = RELEASES[at] + ("-" if open_end else "" if end == at else f"-{RELEASES[end]}")
        rows[texts[at]].append(word)
        at = end + 1
    return rows


HEAD = """# What each release of LLVM does with each shape of IR, read off runs of the real readers on generated modules.
# Made by evidence/peers/llvm/profile.py, probes.py and intrinsics.py; do not edit. Kinds of rows: crates/llvm/src/judge.rs.
"""


WRITTEN = "written by people"


def rows_of(everything, readers_file, others=None):
    """Rows of the table: what each reader does with each shape, except what the text of the reviewed rows says already. A
    kind of which people say that readers take all values has its exceptions here only; of all others each value that was
    seen to be taken has a row, since what has none is unknown."""
    taken = set()
    reviewed = {shape: by for shape, by in read_rows(readers_file).items() if shape[0] not in ("otherwise", "differs")}
    for line in open(readers_file):
        found = re.match(r"otherwise (\S+) \S+ = loads", line)
        if found:
            taken.add(found[1])
    lines = []
    for (key, value), by_reader in everything.items():
        # What people wrote stands in the other text, and is not filled in between either.
        written = reviewed.get((key, value), {})
        by_reader = by_reader | {reader: WRITTEN for reader in written}
        if key.startswith("checked-"):
            # What a reader refuses in any module is said once.
            plain = (others or everything).get((key.removeprefix("checked-"), value), {})
            by_reader = {r: t for r, t in by_reader.items() if not t or plain.get(r) != t}
        for (text, between), words in intervals(by_reader).items():
            if text == WRITTEN or text == "" and key in taken:
                continue
            lines.append((key, value, ",".join(words) + " between" * between, text))
    return lines


def natural(row):
    """Rows stand by key, and by the numbers and words of their value."""
    parts = [f"{int(part):012}" if part.isdigit() else part for part in re.split(r"(\d+)", row[1])]
    return row[0], [("0" if part.isdigit() else "1", part) for part in parts], row[2]


def write_rows(rows, path=None):
    text = HEAD + "releases " + " ".join(RELEASES) + "\nbasis measured\n"
    for key, value, words, does in sorted(rows, key=natural):
        text += f"{key} {value} {words}" + (f" = {does}" if does else "") + "\n"
    if path:
        Path(path).write_text(text)
    else:
        print(text, end="")


def read_rows(path):
    """The rows of a table: for each shape what each reader does. Intervals are of the releases that the table names itself, if it does."""
    everything = collections.defaultdict(dict)
    lines = Path(path).read_text().splitlines()
    releases = next((line.split(" ")[1:] for line in lines if line.startswith("releases ")), RELEASES)
    readers = [release.split(".")[0] for release in releases]
    for line in lines:
        if line.startswith(("#", "releases ", "basis ")) or not line.strip():
            continue
        row, _, does = line.partition(" = ")
        key, value, words, *basis = row.split(" ")
        if basis == ["between"]:
            does = Between(does)
        for word in words.split(","):
            first, dash, last = word.partition("-")
            start = releases.index(first)
            end = releases.index(last) if last else len(releases) - 1 if dash else start
            for reader in readers[start:end + 1]:
                everything[key, value][reader] = does
    return everything


def table(needs, does, readers_file):
    everything = collections.defaultdict(dict)
    for reader, mine in does.items():
        for shape, text in mine.items():
            everything[shape][reader] = re.sub(r"Reader: 'LLVM [\d.]+'", "Reader: 'LLVM {reader}'", text)
    write_rows(rows_of(everything, readers_file))


def report(needs, runs):
    does, unexplained = learn(needs, runs)
    print(len(runs), "cells,", sum(s != "ok" for s, _, _ in runs.values()), "refused")
    print("== no shape explains these:", len(unexplained))
    groups = collections.defaultdict(list)
    for reader, what, name, message in unexplained:
        groups[what, re.sub(r"\d+", "N", message)[:80]].append(f"{name}@{reader}")
    for key, names in sorted(groups.items(), key=lambda g: -len(g[1])):
        print(f"  {len(names)} {key}: {' '.join(names[:12])}")
    print("== shapes")
    everything = collections.defaultdict(dict)
    for reader, mine in does.items():
        for shape, text in mine.items():
            if text:
                everything[shape][reader] = text[:80]
    for shape, by in sorted(everything.items()):
        print(" ", *shape, by)


LETTERS = {"reads": "r", "fails": "f", "differs": "d"}


def runs_of(folders):
    """All cells of folders, but artefacts and files that do not verify in their own release."""
    runs = {}
    for folder in folders:
        for line in open(Path(folder) / "runs.tsv", errors="replace"):
            name, _, reader, state, message, diff = line.rstrip("\n").split("\t")
            if not re.search(ARTEFACT, message):
                runs[f"{Path(folder).name}/{name}", reader] = (state, message, diff)
    broken = own_broken(runs)
    return {cell: run for cell, run in runs.items() if cell[0] not in broken}


def fates(folder):
    for (name, reader), run in sorted(runs_of([folder]).items()):
        print(name.split("/", 1)[1], reader, fate(name, reader, *run), run[1], sep="\t")


# Modules of one producer in the pack: files of the corpus are small.
MOST = 600


def pack(needs, target, folders):
    """For each producer: modules of at most 4 KB, so that each shape is in one of them, deflated one after the other;
    and a list."""
    runs = runs_of(folders)
    base = {Path(folder).name: Path(folder) for folder in folders}
    names = sorted({name for name, _ in runs}, key=lambda name: (len(needs[name]), name))
    seen = set()
    packs = collections.defaultdict(lambda: (bytearray(), []))
    # Nothing on which a reader ends is kept.
    ends = {name for (name, _), (_, message, _) in runs.items() if message.startswith("crash")}
    for name in names:
        if name in ends:
            continue
        folder, rest = name.split("/", 1)
        path = base[folder] / rest
        producer = rest.split("/")[0]
        wanted = {(shape, producer) for shape in needs[name]}
        data, lines = packs[producer]
        if not path.exists() or path.stat().st_size > 4096 or wanted <= seen or len(lines) >= MOST:
            continue
        seen |= wanted
        raw = path.read_bytes()
        letters = "".join(LETTERS[fate(name, r, *runs[name, r])] if (name, r) in runs else "?" for r in READERS)
        lines.append(f"{path.stem} {len(raw)} {letters}")
        data += raw
    for producer, (data, lines) in packs.items():
        write_pack(Path(target), producer, data, lines, "profile.py pack")


def write_pack(target, name, data, lines, maker):
    head = ["# What readers of LLVM " + " ".join(READERS) + " did with small modules: r reads, f refuses, d reads something else, ? not asked.",
            "# The modules stand one after the other in the deflated file beside this one: name, bytes, what each reader did.",
            f"# Made by evidence/peers/llvm/{maker}; do not edit."]
    target.mkdir(parents=True, exist_ok=True)
    packed = zlib.compress(bytes(data), 9)
    (target / f"{name}.z").write_bytes(packed)
    (target / f"{name}.txt").write_text("\n".join(head + lines) + "\n")
    print(name, len(lines), "modules,", len(data), "bytes,", len(packed), "deflated")


if __name__ == "__main__":
    if sys.argv[1] == "learn":
        report(*load(sys.argv[2], sys.argv[3:]))
    elif sys.argv[1] == "fates":
        fates(sys.argv[2])
    elif sys.argv[1] == "pack":
        pack(shapes(sys.argv[2]), sys.argv[3], sys.argv[4:])
    else:
        found_needs, found_runs = load(sys.argv[2], sys.argv[4:])
        table(found_needs, learn(found_needs, found_runs)[0], sys.argv[3])
