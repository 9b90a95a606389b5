#!/usr/bin/env python3
"""What real releases of mlir-opt do with bytecode files, recorded and held against the verdicts of this project.

usage: verdicts.py run OUT.tsv TARGET FOLDER [--producer P] [--originals FOLDER] [--texts FOLDER] [--only NAMES] [--limit N] [--seconds S] [--jobs J]
       verdicts.py learn QUESTIONS.tsv OUTCOMES.tsv... [--all] [--keep OLD] > crates/outlast/targets/mlir-seen.txt
       verdicts.py table VERDICTS.tsv OUTCOMES.tsv... [--half train|unseen] [--show N]

run: gives files of FOLDER to `mlir-opt-TARGET --allow-unregistered-dialect`, in an order that depends on their names only, and appends a
line for each to OUT.tsv: set (name of the folder), target, file, exit status, and the first error, or `same` if it prints the same text as
the release that wrote the file (the number that the set's name begins with, if not given), or where it differs: see `same.py`. Of files
that a conversion made, the originals are compared. What is there is not run again.

learn: from the questions that verdicts leave open (`mlir_verdicts --open`) and the outcomes of the `train` half (of all, with --all): what
was seen to load and to be understood. With --keep, what is in that file stays, but for what may have made a file fail. An answer is not given where a file that fails has nothing else to blame.

table: lays verdicts (lines of set, target, file, outcome, decisive reason; written by `cargo run --example mlir_verdicts`) beside
outcomes and counts. Files fall into halves by the name of the test that they were cut from: rules were made with `train` only. Its exit
status is 1 if a verdict is wrong: `loads` for what is not read or read as something else, `fails` or `misreads` for what loads.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import pathlib
import re
import sys
import time

import same


def digest(name):
    return hashlib.sha1(name.encode()).digest()


def half(name):
    """By the test that the file was cut from: parts of one test resemble each other."""
    test = re.sub(r"(\.\d+)?\.mlirbc$", "", name)
    return "train" if digest("half " + test)[0] % 2 == 0 else "unseen"


def read(path):
    rows = {}
    if path.exists():
        for line in path.read_text(errors="replace").splitlines():
            parts = line.split("\t")
            rows[tuple(parts[:3])] = parts[3:]
    return rows


def run(options):
    known = read(options.out)
    files = sorted(options.folder.glob("*.mlirbc"), key=lambda path: digest(path.name))[: options.limit]
    if options.only:
        names = set(options.only.read_text().split())
        files = [path for path in files if path.name in names]
    work = [path for path in files if (options.folder.name, options.target, path.name) not in known]
    until = time.monotonic() + options.seconds
    producer = options.producer or options.folder.name[:2]

    def one(path):
        if time.monotonic() > until:
            return None
        original = (options.originals or options.folder) / path.name
        return path, same.judge(options.target, producer, path, original, options.texts)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, options.out.open("a") as out:
        for answer in pool.map(one, work):
            if answer:
                path, (status, said) = answer
                out.write(f"{options.folder.name}\t{options.target}\t{path.name}\t{status}\t{said}\n")
                out.flush()


def fate(status, said):
    """What really happens; none if that cannot be said."""
    if status != "0":
        return "fails"
    return {"same": "loads", "no text to compare with": None}.get(said, "misreads")


FATES = ("loads", "misreads", "fails")
OUTCOMES = ("loads", "unknown", "fails", "misreads")


def is_wrong(real, outcome):
    return outcome == "loads" and real != "loads" or outcome in ("fails", "misreads") and real == "loads"


def table(options):
    verdicts = read(options.verdicts)
    cells = collections.defaultdict(collections.Counter)
    examples = collections.defaultdict(list)
    for path in options.outcomes:
        for key, (status, *said) in read(path).items():
            if key not in verdicts or (options.half and half(key[2]) != options.half):
                continue
            real = fate(status, (said or [""])[0])
            if real is None:
                continue
            outcome, *reason = verdicts[key]
            cells[key[0], key[1]][real, outcome] += 1
            if outcome != real:
                examples[key[0], key[1], real, outcome].append((key[2], (said or [""])[0], (reason or [""])[0]))
    print("set -> reader: files; what is real, how often: how often the verdict is " + "/".join(OUTCOMES))
    wrong = 0
    for cell, counts in sorted(cells.items()):
        rows = []
        for real in FATES:
            row = [counts[real, outcome] for outcome in OUTCOMES]
            rows.append(f"{real} {sum(row)}: " + "/".join(map(str, row)))
        bad = sum(count for (real, outcome), count in counts.items() if is_wrong(real, outcome))
        unknown = sum(count for (_, outcome), count in counts.items() if outcome == "unknown")
        every = sum(counts.values())
        print(f"{cell[0]} -> {cell[1]}: {every} files; {'; '.join(rows)}; {every - bad - unknown} right, {unknown} unknown, {bad} wrong")
        wrong += bad
    for key, found in sorted(examples.items()):
        if not options.show:
            break
        print("\n" + " ".join(key), len(found))
        shapes = collections.Counter((re.sub(r"\d+", "N", said)[:110], re.sub(r"\d+", "N", reason)[:110]) for _, said, reason in found)
        first = {}
        for name, said, reason in found:
            first.setdefault((re.sub(r"\d+", "N", said)[:110], re.sub(r"\d+", "N", reason)[:110]), name)
        for (said, reason), count in shapes.most_common(options.show):
            print(f"  {count:4} real: {said} | verdict: {reason} | {first[said, reason]}")
    return 1 if wrong else 0


# Where the name of an operation ends in a question: `tosa.clamp#types/19`, `tosa.clamp.min_val=f32/19`.
OF_OP = r"[#/]|\.(?=[^.=/]*=)"
RELEASES = {"16": "16.0.6", "19": "19.1.7", "22": "22.1.8"}


def learn(options):
    outcomes = {}
    for path in options.outcomes:
        outcomes.update(read(path))
    good = collections.Counter()
    failing = []
    for key, (verdict, *rest) in read(options.questions).items():
        if verdict != "unknown" or key not in outcomes or not (options.all or half(key[2]) == "train"):
            continue
        asked = {(question, key[1]) for question in (rest or [""])[0].split("|") if question}
        status, *said = outcomes[key]
        real = fate(status, (said or [""])[0])
        if real == "loads":
            good.update(asked)
        elif real:
            failing.append((asked, (said or [""])[0]))
    # Whatever may have made a file fail is not answered: what its message names, else what was seen least.
    bad = set()
    for asked, said in failing:
        named = {one for one in asked if f"'{re.split(OF_OP, one[0].split(' ')[1])[0]}'" in said}
        rare = sorted(asked, key=lambda one: good[one])
        bad |= named or {one for one in rare if good[one] <= 40}
    rows = collections.defaultdict(list)
    for (question, target), count in good.items():
        # What people wrote checks more than one thing, and so do types of operands: one file does not show all of it.
        enough = 2 if "#types" in question else 3 if question.startswith("seen-op") and "=" not in question else 1
        if (question, target) not in bad and count >= enough:
            rows[question].append(RELEASES[target])
    # What is judged to load, and does not: all that was seen of what the message names.
    blamed = set()
    for key, (verdict, *_) in read(options.questions).items():
        status, *said = outcomes.get(key, ("0", "same"))
        if verdict == "loads" and fate(status, (said or [""])[0]) != "loads":
            text = (said or [""])[0]
            found = re.findall(r"'([\w.]+)'", text) + re.findall(r"^differs ([\w.]+):", text)
            found += re.findall(r"[#!](\w+\.[\w.]+)<", text) if text.startswith("differs") else []
            blamed |= {(name, key[1]) for name in found}

    def is_blamed(question, target):
        return (re.split(OF_OP, question.split(" ")[1])[0], target) in blamed

    rows = collections.defaultdict(list, {
        question: [release for release in releases if not is_blamed(question, release.split(".")[0])] for question, releases in rows.items()})
    for line in options.keep.read_text().splitlines() if options.keep else []:
        if not line.startswith("#"):
            kind, name, releases = line.split(" ")
            for release in releases.split(","):
                target = next(target for target, full in RELEASES.items() if full == release)
                if (f"{kind} {name}", target) not in bad and not is_blamed(f"{kind} {name}", target) and release not in rows[f"{kind} {name}"]:
                    rows[f"{kind} {name}"].append(release)
    rows = {question: releases for question, releases in rows.items() if releases}
    # LLVM 16 has fewer cases of many attributes that are printed under their dialect's name only: one of them tells nothing of others.
    for question in [one for one in rows if not one.startswith("seen-op") and "." not in one.split(" ")[1].split("/")[0]]:
        rows[question] = [release for release in rows[question] if release != RELEASES["16"]]
    rows = {question: releases for question, releases in rows.items() if releases}
    print("# What files of other releases were seen to load with, where definitions do not tell: `name/RELEASE` is of files that RELEASE wrote.")
    print("# Made by xtask/peers/mlir/verdicts.py learn, from runs of the real readers; do not edit.")
    for question in sorted(rows):
        print(f"{question} {','.join(sorted(rows[question]))}")


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    sub = commands.add_parser("run")
    sub.add_argument("out", type=pathlib.Path)
    sub.add_argument("target")
    sub.add_argument("folder", type=pathlib.Path)
    sub.add_argument("--producer")
    sub.add_argument("--originals", type=pathlib.Path)
    sub.add_argument("--texts", type=pathlib.Path)
    sub.add_argument("--only", type=pathlib.Path)
    sub.add_argument("--limit", type=int, default=1 << 30)
    sub.add_argument("--seconds", type=float, default=1e9)
    sub.add_argument("--jobs", type=int, default=1)
    sub.set_defaults(run=run)
    sub = commands.add_parser("learn")
    sub.add_argument("questions", type=pathlib.Path)
    sub.add_argument("outcomes", type=pathlib.Path, nargs="+")
    sub.add_argument("--all", action="store_true")
    sub.add_argument("--keep", type=pathlib.Path)
    sub.set_defaults(run=learn)
    sub = commands.add_parser("table")
    sub.add_argument("verdicts", type=pathlib.Path)
    sub.add_argument("outcomes", type=pathlib.Path, nargs="+")
    sub.add_argument("--half", choices=["train", "unseen"])
    sub.add_argument("--show", type=int, default=12)
    sub.set_defaults(run=table)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
