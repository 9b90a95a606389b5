#!/usr/bin/env python3
"""Learns crates/mlir/targets/mlir-seen-lowered.txt from lowered programs: what definitions of releases leave open, and files showed.

usage: seen_lowered.py FOLDER OUTLAST EXAMPLE [--each N] [--jobs J] [--pairs 22:23 …] > crates/mlir/targets/mlir-seen-lowered.txt

FOLDER is what lowered.py wrote of programs that rules are made from (seen_draw.py has which), with its manifest. EXAMPLE is the
example `mlir_verdicts`. Of each pair of releases, but for those that mlir-seen.txt answers for: every file of the producer is converted for the reader,
also where that is not known (FOLDER/forced/READER), and the example says what definitions leave open of what was written; of these files, at most N are
taken, one after the other, so that each tells most of what too few have told; the reader reads them, and what it prints is laid beside what the
producer prints (understood.py). What was run is kept in FOLDER/outcomes.tsv, and not run again. What an answer takes is what verdicts.py says (`answers`).
"""

import argparse
import collections
import concurrent.futures
import hashlib
import pathlib
import subprocess
import sys

import outcomes
import releases
import verdicts

#: Pairs that mlir-seen.txt answers for, from MLIR's own tests; LLVM 16 has few rows, and is no producer here.
ANSWERED = {("19", "22"), ("22", "19")}
READERS = tuple(releases.all_of_them("schemas"))
#: What all pairs with 23 rest on, whose sources nobody read: files of FOLDER/more.tsv are taken, too, and as many as tell something.
FOUNDATIONS = {("22", "23"), ("23", "22")}
#: Of so many files that load a question is answered better than the least that it takes.
WANTED = 5


def files_of(path):
    by_release = collections.defaultdict(list)
    for line in path.read_text().splitlines() if path.exists() else []:
        if not line.startswith("#"):
            file, _, release, *_ = line.split("\t")
            by_release[release].append(file)
    return by_release


def write(folder, outlast, producer, reader, files, jobs):
    """Files as they are written for a reader, those that can be."""

    def one(file):
        out = folder / "forced" / reader / file
        none = out.with_suffix(".none")
        if not out.exists() and not none.exists():
            out.parent.mkdir(parents=True, exist_ok=True)
            command = [outlast, "convert", str(folder / file), "--target", f"mlir-{reader}", "--allow-unknown", "-o", str(out)]
            subprocess.run(command, capture_output=True, check=False)
            if not out.exists():
                none.touch()
        return file if out.exists() else None

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [file for file in pool.map(one, files) if file]


def questions(folder, example, reader, files, jobs):
    """Of each file that would be unknown: what definitions leave open of it."""
    names = {pathlib.Path(file).name: file for file in files}

    def some(start):
        paths = [str(folder / "forced" / reader / file) for file in files[start : start + 40]]
        return subprocess.run([example, "--open", reader, *paths], capture_output=True, text=True, check=True).stdout.splitlines()

    found = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for line in sum(pool.map(some, range(0, len(files), 40)), []):
            _, _, name, outcome, *asked = line.split("\t")
            if outcome == "unknown" and asked:
                found[names[name]] = set(asked[0].split("|"))
    return found


def ordered(asked, most):
    """Files in an order in which each tells most of what too few of those before have told."""
    told, left, out = collections.Counter(), {file: some - {"-", ""} for file, some in asked.items() if "-" not in some}, []
    while left and len(out) < most:
        worth = {file: sum(1 / (1 + told[one]) for one in some if told[one] < WANTED) for file, some in left.items()}
        best = max(sorted(worth), key=lambda file: worth[file] / (4 + len(left[file]) ** 0.5))
        if not worth[best]:
            break
        told.update(left.pop(best))
        out.append(best)
    return out


def read(folder):
    path = folder / "outcomes.tsv"
    return {tuple(line.split("\t")[:3]): line.split("\t")[3:] for line in path.read_text().splitlines()} if path.exists() else {}


def ask(folder, known, producer, reader, files):
    """Files, each with what its reader does with it."""
    there = folder / "forced" / reader
    keys = {file: (reader, file, hashlib.sha256((there / file).read_bytes()).hexdigest()[:16]) for file in files}
    new = [file for file in files if keys[file] not in known]
    for file, answer in zip(new, outcomes.real(folder, [(producer, reader, folder / file, there / file) for file in new])):
        known[keys[file]] = list(answer)
    return [(file, known[keys[file]]) for file in files]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("outlast")
    parser.add_argument("example")
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--pairs", nargs="+", help="only of these: their rows replace those of the table")
    options = parser.parse_args()
    folder = options.folder
    by_release, more = files_of(folder / "manifest.tsv"), files_of(folder / "more.tsv")
    known = read(folder)
    told, runs, used = {}, {}, set()
    for producer in READERS:
        for reader in READERS:
            if reader == producer or (producer, reader) in ANSWERED or options.pairs and f"{producer}:{reader}" not in options.pairs:
                continue
            mine, most = by_release[producer], options.each
            if (producer, reader) in FOUNDATIONS:
                mine = mine + more[producer]
                most = len(mine)
            files = write(folder, options.outlast, producer, reader, mine, options.jobs)
            asked = questions(folder, options.example, reader, files, options.jobs)
            answers = ask(folder, known, producer, reader, ordered(asked, most))
            (folder / "outcomes.tsv").write_text("".join("\t".join([*key, *row]) + "\n" for key, row in sorted(known.items())))
            for file, row in answers:
                told[reader, file] = asked[file]
                runs[reader, file] = row
                used.add(file)
            print(f"{producer} to {reader}: {len(mine)} files, {len(files)} written, {len(asked)} with open questions, read {len(answers)}: "
                  f"{dict(collections.Counter(row[0] for _, row in answers))}", file=sys.stderr, flush=True)
    rows = {}
    for reader in READERS:
        mine = [(key[1], told[key], runs[key]) for key in sorted(told) if key[0] == reader]
        rows |= {(question, reader): count for question, count in verdicts.answers(mine, unseen_first=True).items()}
    text = "".join("\t".join([*key, *row]) + "\n" for key, row in sorted(runs.items()))
    print("# What files of other releases were seen to load with, where definitions do not tell, and how many files, from lowered programs: `name/RELEASE` is of files")
    print("# that RELEASE wrote. Made by evidence/peers/mlir/seen_lowered.py, from runs of the real readers; do not edit.")
    print(f"# files: {len(used)}")
    print(f"# runs: {len(runs)}, each with reader, file, outcome and what it said; sorted, sha256 {hashlib.sha256(text.encode()).hexdigest()}")
    full = releases.all_of_them()
    for question, reader in sorted(rows):
        print(f"{question} {full[reader]} = files {rows[question, reader]}")


if __name__ == "__main__":
    main()
