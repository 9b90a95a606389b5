#!/usr/bin/env python3
"""Compares verdicts with what the real readers did.

    compare.py VERDICTS OUT…      VERDICTS: what the example `llvm_verdicts` printed; OUT/runs.tsv: what readers did

Prints, for each reader and in all: cells, right ones, wrong `loads` (the reader refuses, or reads something else), wrong
`fails` (the reader reads), `misreads` and `unknown` where the reader reads as meant, with denominators.
"""
import collections
import re
import sys
from pathlib import Path

from profile import ARTEFACT, READERS, fate, own_broken


def main():
    verdicts = {}
    for line in open(sys.argv[1], errors="replace"):
        path, target, outcome, reason, notes = line.rstrip("\n").split("\t")
        verdicts["/".join(path.split("/")[-3:]), target.removeprefix("llvm-")] = (outcome, reason, notes)
    counts = {reader: collections.Counter() for reader in READERS}
    wrong = []
    runs = {}
    for folder in sys.argv[2:]:
        for line in open(Path(folder) / "runs.tsv", errors="replace"):
            name, _, reader, state, message, diff = line.rstrip("\n").split("\t")
            name = f"{Path(folder).name}/{name}"
            if (name, reader) not in verdicts or re.search(ARTEFACT, message):
                continue
            runs[name, reader] = (state, message, diff)
    broken = own_broken(runs)
    for (name, reader), (state, message, diff) in runs.items():
            if name in broken:
                continue
            outcome, reason, notes = verdicts[name, reader]
            real = fate(name, reader, state, message, diff)
            count = counts[reader]
            count["cells"] += 1
            count["refused" if real == "fails" else real] += 1
            # What is dropped and noted is no misreading.
            if real == "differs" and notes and outcome == "loads":
                count["differs, noted"] += 1
                continue
            if real == "fails":
                kind = {"fails": "right fails"}.get(outcome, f"wrong {outcome} (refused)")
                said = re.search(r"\] (.*)$", reason)
                if outcome == "fails" and said and re.sub(r" \(Producer: .*", "", said[1]) == re.sub(r" \(Producer: .*", "", message):
                    count["same message"] += 1
            elif real == "differs":
                kind = {"misreads": "right misreads"}.get(outcome, f"wrong {outcome} (differs)")
            else:
                kind = {"loads": "right loads"}.get(outcome, f"wrong {outcome} (reads)")
            count[kind] += 1
            if kind.startswith("wrong"):
                wrong.append((kind, reader, name, message, reason, diff))
    total = sum(counts.values(), collections.Counter())
    for reader, count in [*counts.items(), ("all", total)]:
        print(reader, ", ".join(f"{k} {v}" for k, v in sorted(count.items())))
    groups = collections.defaultdict(list)
    for kind, reader, name, message, reason, diff in wrong:
        groups[kind, re.sub(r"\d+", "N", message or diff or "")[:70], re.sub(r"\[.*", "", reason)].append((reader, name, diff))
    for key, cells in sorted(groups.items(), key=lambda g: (g[0][0], -len(g[1]))):
        print(len(cells), key, cells[0][1], [r for r, *_ in cells][:8], cells[0][2][:150])


if __name__ == "__main__":
    main()
