#!/usr/bin/env python3
"""Counts what `run.py` wrote: counts.py RUNS.tsv … prints the outcomes by consumer, producer, form and mode, and each message of an outcome once.

    counts.py RUNS.tsv …                        the table
    counts.py --messages OUTCOME RUNS.tsv …     the messages of an outcome, the most frequent first, without numbers and names
"""

import collections
import csv
import re
import sys

OUTCOMES = ["ok", "wrong", "run-error", "load-error", "crash", "timeout"]
FORMS = [(".traced.pt", "trace"), (".ff.ptl", "flatbuffer"), (".package.pt", "package"), (".ptl", "lite"), (".pt2", "export"), (".pth", "save"), (".pt", "script")]


def form_of(file):
    return next(form for ending, form in FORMS if file.endswith(ending))


def rows(paths):
    for path in paths:
        with open(path, encoding="utf-8", newline="") as table:
            yield from csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)


def main():
    given = sys.argv[1:]
    if given[0] == "--messages":
        found = collections.Counter()
        for row in rows(given[2:]):
            if row["outcome"] == given[1]:
                text = re.sub(r"'[^']*'|\"[^\"]*\"|[\d.]*\d|__torch__[\w.]*|aten::\w+", "…", row["message"])[:160]
                found[row["consumer"], row["mode"], text] += 1
        for (consumer, mode, text), count in found.most_common():
            print(count, consumer, mode, text, sep="\t")
        return
    counts = collections.Counter((r["consumer"], r["producer"], form_of(r["file"]), r["mode"], r["outcome"]) for r in rows(given))
    print("consumer", "producer", "form", "mode", *OUTCOMES, sep="\t")
    for cell in sorted({key[:4] for key in counts}):
        print(*cell, *(counts[(*cell, outcome)] for outcome in OUTCOMES), sep="\t")


if __name__ == "__main__":
    main()
