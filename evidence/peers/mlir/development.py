#!/usr/bin/env python3
"""What becomes of a set of files in other releases, as they are and converted, and what this project says of them.

usage: development.py FOLDER OUTLAST [--pairs 19:22 22:19 …] [--jobs J] [--show N] [--report FILE]

FOLDER is what lowered.py wrote. Of every file of the first release of a pair: the verdict of `check` for the second, what that release's
mlir-opt does, and whether it understands the file (understood.py), what `convert` does for it, the verdict on what it wrote, and what the reader
does with that. What readers print is kept in FOLDER/texts by the digest of what they read, so that only new bytes are run again. Printed, and
written to FILE, are counts with their denominators and the most frequent causes, each with a file.
"""

import argparse
import collections
import concurrent.futures
import datetime
import json
import pathlib
import re
import subprocess

from outcomes import GOOD, converted, real, verdict_of


def said_of(outlast, paths, reader):
    """Verdicts of `check`: outcome and first reason of each file."""
    out = {}
    for start in range(0, len(paths), 200):
        some = paths[start : start + 200]
        done = subprocess.run([outlast, "check", "--target", f"mlir-{reader}", "--format", "json", *map(str, some)], capture_output=True, text=True, check=False)
        for path, result in zip(some, json.loads(done.stdout)["results"]):
            out[path] = verdict_of(result)
    return out


def meant(real, said):
    """The outcome that a verdict says: with a note of what is dropped it also fits what is misread."""
    return real[0] if said[0] == "noted" and real[0] == "misreads" else "loads" if said[0] in GOOD else said[0]


def shape(text):
    return re.sub(r"\d+", "N", text)[:120]


class Pair:
    """All that is known of the files of one release in another."""

    def __init__(self, folder, outlast, producer, reader):
        self.folder, self.outlast, self.producer, self.reader = folder, outlast, producer, reader
        lines = [line.split("\t") for line in (folder / "manifest.tsv").read_text().splitlines() if not line.startswith("#")]
        self.files = [line[0] for line in lines if line[2] == producer]

    def converted(self, file):
        to = self.folder / "converted" / self.reader / file
        return converted(self.outlast, self.folder / file, self.reader, to)

    def ask(self, jobs):
        self.said = said_of(self.outlast, [self.folder / file for file in self.files], self.reader)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            made = list(pool.map(self.converted, self.files))
        there = self.folder / "converted" / self.reader
        question = lambda file, read: (self.producer, self.reader, self.folder / file, read)
        written = [file for file, (did, _, _) in zip(self.files, made) if did == "written"]
        answers = real(self.folder, [question(file, self.folder / file) for file in self.files] + [question(file, there / file) for file in written])
        after = dict(zip(written, answers[len(self.files) :]))
        self.rows = [(file, before, one, after.get(file) or ("refused", one[2])) for file, before, one in zip(self.files, answers, made)]

    def report(self, show):
        """Lines of the report."""
        count = len(self.rows)
        before = collections.Counter(row[1][0] for row in self.rows)
        after = collections.Counter(row[3][0] for row in self.rows)
        good = sum(row[3][0] == "loads" or row[1][0] == "loads" and row[2][0] == "refused" for row in self.rows)
        yield f"## {self.producer} to {self.reader}: {count} files"
        yield ""
        yield f"- As they are: {before['loads']} of {count} are read and mean the same, {before['misreads']} something else, {before['fails']} are refused, {before['excluded']} excluded."
        yield (f"- Converted: {after['loads']} of {count} are read and mean the same ({good} with those that load as they are), {after['misreads']} mean something else, "
               f"{after['fails']} are refused by the reader, {after['refused']} were not converted, {after['excluded']} excluded.")
        for title, cells in (
            ("Verdicts on files as they are", [(row[1], self.said[self.folder / row[0]], row[0]) for row in self.rows]),
            ("Verdicts on what was written", [(row[3], row[2][1:], row[0]) for row in self.rows if row[2][0] == "written"]),
        ):
            table = collections.Counter((real[0], said[0]) for real, said, _ in cells if real[0] != "excluded")
            columns = [name for name in ("loads", "noted", "unknown", "fails", "misreads", "error") if any(key[1] == name for key in table)]
            yield ""
            yield f"{title}: {len(cells)} files"
            yield ""
            yield "| really | " + " | ".join(f"said {name}" for name in columns) + " |"
            yield "|---|" + "---:|" * len(columns)
            for name in ("loads", "misreads", "fails"):
                yield f"| {name} | " + " | ".join(str(table[name, column]) for column in columns) + " |"
            wrong = [cell for cell in cells if cell[0][0] != "excluded" and cell[1][0] != "unknown" and meant(cell[0], cell[1]) != cell[0][0]]
            bad = sum(cell[1][0] in GOOD for cell in wrong)
            yield ""
            yield f"Wrong: {len(wrong)} ({bad} said to load that do not); unknown: {sum(cell[1][0] == 'unknown' for cell in cells)} of {len(cells)}."
            yield from causes("wrong", [(f"really {cell[0][0]}: {cell[0][1]} / said {cell[1][0]}: {cell[1][1]}", cell[2]) for cell in wrong], show)
            yield from causes("unknown", [(f"{cell[1][1]} (really {cell[0][0]})", cell[2]) for cell in cells if cell[1][0] == "unknown"], show)
        yield ""
        for row in self.rows:
            if row[3][0] == "misreads":
                yield f"  other {row[0]}: {row[3][1]}"
        yield from causes("refused by convert", [(row[2][2], row[0]) for row in self.rows if row[2][0] == "refused"], show)
        yield from causes("converted, and the reader refuses it", [(row[3][1], row[0]) for row in self.rows if row[3][0] == "fails"], show)
        yield ""

    def line(self):
        """All in one line: what became of what was converted, with those that load as they are and were refused for that."""
        after = collections.Counter("loads" if row[3][0] == "refused" and row[1][0] == "loads" else row[3][0] for row in self.rows)
        counts = {"same": "loads", "other": "misreads", "not read": "fails", "refused": "refused"}
        return f"{self.producer} to {self.reader}: {len(self.rows)} files, " + ", ".join(f"{after[word]} {name}" for name, word in counts.items())

    def table(self):
        for file, before, (did, verdict, why), after in self.rows:
            said = self.said[self.folder / file]
            yield "\t".join(part.replace("\t", " ").replace("\n", " ") for part in (file, self.reader, *before, *said, did, verdict, why, *after))


def causes(title, found, show):
    """The most frequent messages, each with its first file."""
    groups = collections.defaultdict(list)
    for said, file in found:
        groups[shape(said)].append((said, file))
    if groups:
        yield f"- {title} ({len(found)}):"
    ordered = sorted(groups.values(), key=len, reverse=True)
    for some in ordered[:show]:
        yield f"  - {len(some)} × {some[0][0][:330]} — `{some[0][1]}`"
    if len(ordered) > show:
        yield f"  - and {sum(map(len, ordered[show:]))} of {len(ordered) - show} other kinds"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("outlast")
    parser.add_argument("--pairs", nargs="+", default=["19:22", "22:19"])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=25)
    parser.add_argument("--report", type=pathlib.Path)
    options = parser.parse_args()
    version = subprocess.run([options.outlast, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    last = []
    lines = [f"# Development set, {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC, {version}", ""]
    table = ["# file, reader, really as it is, why, said, why, converted, verdict on it, why, really after, why"]
    for producer, reader in (pair.split(":") for pair in options.pairs):
        pair = Pair(options.folder, options.outlast, producer, reader)
        pair.ask(options.jobs)
        lines += pair.report(options.show)
        table += pair.table()
        last.append(pair.line())
    text = "\n".join([*lines, *last]) + "\n"
    print(text, end="")
    if options.report:
        options.report.write_text(text)
        options.report.with_suffix(".tsv").write_text("\n".join(table) + "\n")


if __name__ == "__main__":
    main()
