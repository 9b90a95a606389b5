#!/usr/bin/env python3
"""Condenses what `cargo xtask play files` says about mutants to one line per file: mutants.py RESULTS.jsonl > mutants-1.5.1.tsv

Columns: name; outcome, stage, code and message with InternalConsistency verification; the same with Minimal.  Of
several methods the worst counts.  Bundled programs have no level; their one result stands in both places.
"""
import json
import re
import sys

ORDER = ["ok", "fail", "hang", "wrong", "crash"]
found = {}
with open(sys.argv[1]) as f:
    for line in map(json.loads, f):
        if line["outcome"] == "skip" or "harness" in line:
            continue
        levels = ["internal", "minimal"] if line["verification"] == "none" else [line["verification"]]
        for level in levels:
            best = found.setdefault(line["model"], {}).setdefault(level, line)
            if ORDER.index(line["outcome"]) > ORDER.index(best["outcome"]):
                found[line["model"]][level] = line


def cells(line):
    log = [part for part in line.get("log", "").split("\n") if " F " in part or part.startswith("F ") or "]" in part]
    message = re.sub(r"^.*?\]\s*", "", log[0]) if log else line.get("exception", "")
    if line["outcome"] == "wrong":
        message = "; ".join(line.get("differs", [])) or message
    elif line["outcome"] == "crash":
        message = f"{line.get('exception', '')} {message}"
    message = re.sub(r"\s+", " ", message).strip()[:120]
    return [line["outcome"], line.get("stage") or "-", line.get("code") or "-", message or "-"]


print("# Runtime 1.5.1 on the mutants of mutants.rs, by xtask/peers/executorch/mutants.py.")
print("# name, then outcome, stage, code, message with InternalConsistency; the same with Minimal")
for name in sorted(found):
    levels = found[name]
    print("\t".join([name, *cells(levels["internal"]), *cells(levels["minimal"])]))
