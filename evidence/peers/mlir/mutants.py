#!/usr/bin/env python3
"""Bytecode with one or two bytes changed, before the release of mlir-opt that its producer names, and before this project's verdict.

usage: mutants.py make OUT --seed N --count N SOURCE…
       mutants.py table OUT VERDICTS.tsv…

make: SOURCEs are folders with files that mlir-opt 16, 19 or 22 wrote. COUNT times one of them is drawn, one or two of its bytes become others, and
`mlir-opt-N --allow-unregistered-dialect` of its release is asked. OUT gets each as NUMBER.N.mlirbc, and outcomes.tsv: name, source, and whether the release
`accepts` or `refuses` it, with the first line that it prints. Of those on which it ends otherwise, or not within ten seconds, only the number is kept.
The same seed and sources give the same mutants.

table: lays verdicts (what the example `mlir_verdicts` prints) beside that. Status 1 if one that the release refuses is said to load, or one that
it accepts to fail.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys

import releases

RELEASES = tuple(releases.all_of_them("installed"))
SECONDS = 10
OUTCOMES = ("loads", "unknown", "fails", "misreads")


def release(path):
    """The release that wrote a file, if it is one of those that are asked."""
    found = re.match(rb"ML\xefR.MLIR(\d+)\.\d+\.\d+\x00", path.read_bytes(), re.DOTALL)
    return found[1].decode() if found and found[1].decode() in RELEASES else None


def mutants(sources, seed, count):
    """Name, source and bytes of each."""
    files = [path for source in sources for path in sorted(source.rglob("*.mlirbc"))]
    files = [(path, found) for path in files if (found := release(path))]
    chance = random.Random(seed)
    for number in range(count):
        path, number_of = chance.choice(files)
        data = bytearray(path.read_bytes())
        for _ in range(chance.choice([1, 2])):
            at = chance.randrange(len(data))
            data[at] = (data[at] + chance.randrange(1, 256)) % 256
        yield f"{number:05}.{number_of}.mlirbc", f"{path.parent.name}/{path.name}", bytes(data)


def ask(path):
    """What the release does: `accepts`, `refuses` or none, with the first line that it prints."""
    command = [f"mlir-opt-{path.name.split('.')[1]}", "--allow-unregistered-dialect", str(path), "-o", "/dev/null"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None, ""
    lines = done.stderr.decode(errors="backslashreplace").strip().splitlines()
    said = lines[0].split(" error: ")[-1] if lines else ""
    return {0: "accepts", 1: "refuses"}.get(done.returncode), said


def make(options):
    options.out.mkdir(parents=True, exist_ok=True)
    made = []
    for name, source, data in mutants(options.source, options.seed, options.count):
        (options.out / name).write_bytes(data)
        made.append((name, source))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(lambda job: ask(options.out / job[0]), made))
    rows, other = [], 0
    for (name, source), (did, said) in zip(made, answers):
        if did is None:
            (options.out / name).unlink()
            other += 1
        else:
            rows.append(f"{name}\t{source}\t{did}\t{' '.join(said[:300].split())}\n")
    (options.out / "outcomes.tsv").write_text("".join(rows))
    print(f"{len(made)} mutants, of which mlir-opt neither accepts nor refuses {other}")


def table(options):
    said = {}
    for path in options.verdicts:
        for line in path.read_text(errors="replace").split("\n"):
            # Reasons may have line breaks in them.
            _, _, name, outcome, *reason = [*line.split("\t"), "", "", "", ""]
            if name.endswith(".mlirbc"):
                said.setdefault(name, (outcome, reason[0]))
    cells, wrong = collections.Counter(), collections.defaultdict(list)
    for line in (options.out / "outcomes.tsv").read_text().splitlines():
        name, source, did, first = line.split("\t")[:4]
        # What is no bytecode any more has no verdict: it is not read.
        outcome, reason = said.get(name, ("fails", "not read"))
        cells[did, outcome] += 1
        if (did, outcome) in (("refuses", "loads"), ("accepts", "fails")):
            wrong[did, outcome].append((name, source, first, reason))
    print("mlir-opt      " + "".join(f"{outcome:>10}" for outcome in OUTCOMES))
    for did in ("accepts", "refuses"):
        row = [cells[did, outcome] for outcome in OUTCOMES]
        print(f"{did} {sum(row):>5} " + "".join(f"{count:>10}" for count in row))
    for (did, outcome), found in sorted(wrong.items()):
        print(f"{len(found)} that mlir-opt {did} and that are said `{outcome}`:")
        for one in found[: options.show]:
            print("  " + " | ".join(one))
    # What is accepted may be misread: only the first number of properties may be looked at.
    bad = cells["refuses", "loads"] + cells["accepts", "fails"]
    unknown = sum(cells[did, "unknown"] for did in ("accepts", "refuses"))
    print(f"{sum(cells.values()) - bad - unknown} right, {unknown} unknown, {bad} wrong")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    sub = commands.add_parser("make")
    sub.add_argument("out", type=pathlib.Path)
    sub.add_argument("--seed", type=int, required=True)
    sub.add_argument("--count", type=int, required=True)
    sub.add_argument("--jobs", type=int, default=2)
    sub.add_argument("source", type=pathlib.Path, nargs="+")
    sub.set_defaults(run=make)
    sub = commands.add_parser("table")
    sub.add_argument("out", type=pathlib.Path)
    sub.add_argument("verdicts", type=pathlib.Path, nargs="+")
    sub.add_argument("--show", type=int, default=20)
    sub.set_defaults(run=table)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
