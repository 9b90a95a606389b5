"""Scores the verdicts of Outlast on what releases of PyTorch did.

    python3 score.py OUTLAST MODELS RUNS.tsv … [--mode MODE] [--list N] [--random FILE]

MODELS has a folder for each producer; RUNS.tsv is what `run.py` printed: producer, file, mode, consumer, outcome, stage, message. Files are judged by
`OUTLAST check --format json`. Prints a table for each consumer and mode, and the cells where verdict and outcome differ. Status 1 if a verdict is
`loads` where the release refuses the file, crashes, or comes to another result.
"""

import argparse
import collections
import csv
import json
import pathlib
import subprocess
import sys

BATCH = 200
LEFT = collections.Counter()
MODES = {"script": "", "export": "", "load": "", "lite": "-lite"}
TRUTH = {"ok": "loads", "wrong": "misreads", "load-error": "fails", "run-error": "fails", "crash": "fails", "timeout": "fails"}


# Outcomes that are not the file's: Python could not hand the input over or name the class of a result, the producer itself raised.
LEFT_OUT = (
    "Tracer cannot infer type",
    "Did you forget to import it?",
    "pybind_utils.cpp",
    "raises became",
)


def verdicts(binary, target, files):
    """File to outcome and codes."""
    found = {}
    for at in range(0, len(files), BATCH):
        part = [str(file) for file in files[at : at + BATCH]]
        command = [binary, "check", "--format", "json", "--target", target, *part]
        text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        for result in json.loads(text)["results"]:
            reasons = [reason for entry in result.get("entry_points", []) for reason in entry["reasons"]]
            found[result["file"]] = (result.get("outcome", "no-verdict"), reasons)
    return found


def rows(paths, modes):
    for path in paths:
        with pathlib.Path(path).open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                if row["mode"] not in modes or row["outcome"] not in TRUTH:
                    continue
                left_out = row["outcome"] != "ok" and any(text in row["message"] for text in LEFT_OUT)
                if left_out:
                    LEFT[row["consumer"], row["mode"]] += 1
                else:
                    yield row


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("outlast")
    parser.add_argument("models", type=pathlib.Path)
    parser.add_argument("runs", nargs="+")
    parser.add_argument("--mode", action="append")
    parser.add_argument("--list", type=int, default=20)
    options = parser.parse_args()
    cells = collections.defaultdict(list)
    for row in rows(options.runs, options.mode or ["script", "lite", "export"]):
        cells[row["consumer"], row["mode"]].append(row)
    bad = 0
    for (consumer, mode), all_rows in sorted(cells.items()):
        target = f"torch-{consumer}{MODES[mode]}"
        paths = {(row["producer"], row["file"]): options.models / row["producer"] / row["file"] for row in all_rows}
        found = verdicts(options.outlast, target, sorted(set(paths.values())))
        table, differing = collections.Counter(), collections.defaultdict(list)
        for row in all_rows:
            path = paths[row["producer"], row["file"]]
            outcome, reasons = found.get(str(path), ("no-verdict", []))
            said = "loads" if outcome == "upgrades" else outcome
            truth = TRUTH[row["outcome"]]
            table[truth, said] += 1
            if said != truth:
                first = next((reason for reason in reasons if reason["outcome"] == outcome), {})
                why = f"{first.get('code', '')} {first.get('message', '')}" if first else row["message"]
                differing[truth, said].append((row["producer"], row["file"], row["outcome"], why[:150], row["message"][:150]))
        total = sum(table.values())
        loading = sum(count for (truth, _), count in table.items() if truth == "loads")
        wrong_fails = table["loads", "fails"] + table["loads", "misreads"]
        false_loads = sum(count for (truth, said), count in table.items() if said == "loads" and truth != "loads")
        unknown = sum(count for (_, said), count in table.items() if said in ("unknown", "no-verdict"))
        bad += false_loads
        print(f"{target}: {total} cells; false `loads` {false_loads} of {total - loading}; wrong `fails` {wrong_fails} of {loading}; unknown {unknown}")
        for (truth, said), count in sorted(table.items()):
            print(f"    {truth:9} judged {said:10} {count}")
        for (truth, said), cases in sorted(differing.items()):
            groups = collections.Counter(case[3] for case in cases)
            for why, count in groups.most_common(options.list):
                example = next(case for case in cases if case[3] == why)
                print(f"  {truth} judged {said}: {count} × {why}\n      {example[0]}/{example[1]}: {example[2]} {example[4]}")
    for (consumer, mode), count in sorted(LEFT.items()):
        print(f"left out of {consumer} {mode}: {count} runs whose outcome is not the file's")
    sys.exit(1 if bad else 0)


main()
