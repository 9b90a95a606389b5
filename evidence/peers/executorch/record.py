#!/usr/bin/env python3
"""Condense the results of real runs (`cargo xtask play files`) into tables that the tests read without any runtime.

  record.py RESULTS_DIR OUT_DIR

One file a runtime release, one line a method of a file: exporter, file, data, libraries, method, outcome, stage, code,
cases, harness, message; separated by tabs, `-` where there is nothing. `cases` counts the recorded inputs that were run
before the outcome was clear. Runs with other verification levels are left out where they end alike; where they differ, the
line of the stricter level follows with `internal` as its data.
"""

import json
import pathlib
import re
import sys

NOISE = ("InternalConsistency", "Overriding output", "set_output_data_ptr", "Cannot override", "existing data pointer",
         "!!DEPRECATED!!", "arg ", "There are ", "not found.")


def message(row):
    """The lines of the runtime's log that say why, without places in its sources."""
    lines = (row.get("log") or row.get("exception") or "").splitlines()
    lines = [re.sub(r"^(?:[IEF] executorch:|\[)[\w.]+:\d+\] ", "", line.strip()) for line in lines]
    return " | ".join(line for line in lines if line and not any(noise in line for noise in NOISE))[:240].replace("\t", " ")


def line(row, data):
    fields = [row["exporter"], row["file"], data, ",".join(row["libraries"]), row["method"], row["outcome"],
              row.get("stage"), row.get("code"), row.get("cases"), row.get("harness"),
              "" if row["outcome"] == "ok" else message(row)]
    return "\t".join(str(field) if field not in (None, "") else "-" for field in fields)


def main():
    results, out = map(pathlib.Path, sys.argv[1:3])
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(results.glob("*.jsonl")):
        runs = {}
        for text in path.read_text().splitlines():
            row = json.loads(text)
            key = (row["exporter"], row["file"], row["data"], tuple(row["libraries"]), row["method"])
            runs.setdefault(key, {})[row["verification"]] = row
        lines = []
        for key in sorted(runs):
            levels = runs[key]
            first = next(levels[v] for v in ("none", "minimal", "internal") if v in levels)
            lines.append(line(first, first["data"]))
            strict = levels.get("internal", first)
            if (strict["outcome"], strict.get("stage")) != (first["outcome"], first.get("stage")):
                lines.append(line(strict, "internal"))
        (out / f"{path.stem}.tsv").write_text("\n".join(lines) + "\n")


main()
