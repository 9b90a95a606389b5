#!/usr/bin/env python3
"""Sums up what `cargo xtask play files` wrote.

    report.py OUT_DIR          reads OUT_DIR/results/*.jsonl, writes OUT_DIR/matrix.txt, cells.txt, causes.txt, verdicts.json

matrix.txt counts outcomes per exporter and runtime; cells.txt has a letter per file and runtime; causes.txt lists every distinct reason with the cells it is seen in;
verdicts.json holds one verdict per exporter, file, method and runtime.  The strictest verification level counts; rows
that differ between levels are listed at the end of causes.txt.
"""
import collections
import glob
import json
import os
import re
import sys


def order(release):
    return [int(n) for n in release.split(".")]


TELLING = [
    r"Missing operator: \[\d+\] (\S+)", r"Unhandled node type: \w+", r"relies on the constant_buffer path", r"Malformed PTD", r"external_data_map is null",
    r"named_data_map is null", r"Attempted to resize a \w+ tensor", r"Unhandled dtype \w+[^\n]*", r"Failed to allocate temp memory",
    r"Constant buffer index \d+ invalid", r"Constant segment offset", r"Failed to get constant data for key", r"Backend \w+ is not registered",
    r"ETensor must have valid sizes", r"Check failed[^\n]*",
]  # fmt: skip


# What older runtimes say at every run.
CHATTER = r"verification requested but not available|Overriding output data pointer|Cannot set_output_data_ptr"


def cause(row):
    """A short text that is the same for the same reason."""
    if row.get("harness"):
        return "harness: " + row["harness"]
    log, said = row.get("log", ""), row.get("exception", "")
    if row["outcome"] == "wrong":
        odd = any("not finite" in d and ", 0 not finite" not in d for d in row.get("differs", []))
        return "wrong: " + ("not finite" if odd else "other numbers" if row.get("differs") else said)
    for pattern in TELLING:
        found = sorted({m.group(0) for m in re.finditer(pattern, log)})
        if found:
            return " + ".join(re.sub(r"\[\d+\] ", "", f) for f in found[:6]) + (f" ({row['code']})" if row.get("code") else "")
    lines = [line for line in log.splitlines() if line and not re.search(CHATTER, line)]
    text = re.sub(r"\d+", "N", lines[0]) if lines else re.sub(r"'[^']*'|0x…", "…", said)
    return f"{row['outcome']}: {text[:160]}" + (f" ({row['code']})" if row.get("code") else "") + (f" {said}" if row["outcome"] == "crash" else "")


def main(out):
    rows = []
    for path in sorted(glob.glob(os.path.join(out, "results", "*.jsonl"))):
        with open(path) as f:
            rows += [json.loads(line) for line in f]
    cells, levels = {}, collections.defaultdict(dict)
    for row in rows:
        key = (row["exporter"], row["file"], row["method"], row["runtime"], row["data"], "+".join(row["libraries"]))
        levels[key][row["verification"]] = row
        if row["verification"] != "minimal":
            cells[key] = row
    verdicts, counts, causes = [], collections.defaultdict(collections.Counter), collections.defaultdict(list)
    for key, row in cells.items():
        exporter, file, method, runtime, data, libraries = key
        verdict = {k: row[k] for k in ("exporter", "file", "method", "runtime", "outcome")}
        for name in ("stage", "code", "harness", "max_error", "differs"):
            if row.get(name):
                verdict[name] = row[name]
        if data != "none":
            verdict["data"] = data
        if libraries:
            verdict["libraries"] = row["libraries"]
        if row["outcome"] != "ok":
            verdict["cause"] = cause(row)
            causes[cause(row)].append(f"{exporter}:{file}{'' if method == 'forward' else '#' + method}"
                                      f"{'' if data == 'none' else '(' + data + ')'}{'+' + libraries if libraries else ''} on {runtime}")  # fmt: skip
        verdicts.append(verdict)
        counts[exporter, runtime]["harness" if row.get("harness") else row["outcome"]] += 1
    verdicts.sort(key=lambda v: (order(v["exporter"]), v["file"], v["method"], order(v["runtime"]), v.get("data", ""), len(v.get("libraries", []))))
    with open(os.path.join(out, "verdicts.json"), "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(v, ensure_ascii=False) for v in verdicts) + "\n]\n")
    exporters = sorted({e for e, _ in counts}, key=order)
    runtimes = sorted({r for _, r in counts}, key=order)
    with open(os.path.join(out, "matrix.txt"), "w") as f:
        f.write("ok/wrong/fail/crash (+hang, +harness); rows: exporter, columns: runtime\n")
        f.write("".join(f"{r:>15}" for r in ["", *runtimes]) + "\n")
        for e in exporters:
            line = f"{e:>15}"
            for r in runtimes:
                c = counts[e, r]
                text = "/".join(str(c[o]) for o in ("ok", "wrong", "fail", "crash")) + "".join(f"+{c[o]}{o[0]}" for o in ("hang", "harness", "skip") if c[o])
                line += f"{text if c else '-':>15}"
            f.write(line + "\n")
    letters = {"ok": ".", "wrong": "W", "fail": "F", "crash": "C", "hang": "H", "skip": "s"}
    table = collections.defaultdict(dict)
    for v in verdicts:
        name = v["file"] + ("" if v["method"] == "forward" else "#" + v["method"])
        name += " " + v["data"].replace("no-api", "given") if "data" in v else ""
        name += " +" + "+".join(v["libraries"]) if "libraries" in v else ""
        table[name, v["exporter"]][v["runtime"]] = "h" if v.get("harness") else letters[v["outcome"]]
    with open(os.path.join(out, "cells.txt"), "w") as f:
        f.write(". ok, W wrong, F fail, C crash, h the reason is the set-up; columns: " + " ".join(runtimes) + "\n")
        for (name, exporter), row in sorted(table.items(), key=lambda item: (item[0][0], order(item[0][1]))):
            f.write(f"{name:34} {exporter:6} {' '.join(row.get(r, ' ') for r in runtimes)}\n")
    with open(os.path.join(out, "causes.txt"), "w") as f:
        for text, where in sorted(causes.items(), key=lambda item: -len(item[1])):
            grouped = collections.defaultdict(list)
            for cell in where:
                name, _, runtime = cell.partition(" on ")
                grouped[name.split(":", 1)[1]].append(f"{name.split(':')[0]}→{runtime}")
            f.write(f"{len(where):5}  {text}\n")
            for name, pairs in sorted(grouped.items()):
                f.write(f"         {name}: {' '.join(pairs)}\n")
        f.write("\nlevels that differ:\n")
        for key, by_level in levels.items():
            outcomes = {level: (row["outcome"], row.get("stage"), row.get("code")) for level, row in by_level.items()}
            if len(set(outcomes.values())) > 1:
                f.write(f"  {key}: {outcomes}\n")
    with open(os.path.join(out, "matrix.txt")) as f:
        print(f.read())


if __name__ == "__main__":
    main(sys.argv[1])
