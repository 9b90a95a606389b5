#!/usr/bin/env python3
"""Compares what runs of calls.py's programs say with verdicts: calls_judged.py RESULTS.jsonl VERDICTS.json [--all] [--bare]

VERDICTS.json is what `outlast check -f json -t executorch-RELEASE DIR/*.pte` says.  Prints the calls that were said to load and do not,
by kernel, then those that run and were said not to.  --all prints each call, --bare only numbers.
"""
import argparse
import collections
import json
import os

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("results")
parser.add_argument("verdicts")
parser.add_argument("--all", action="store_true")
parser.add_argument("--bare", action="store_true")
args = parser.parse_args()

judged = {}
with open(args.verdicts) as f:
    for result in json.load(f)["results"]:
        for entry in result["entry_points"]:
            judged[os.path.basename(result["file"]), entry["name"]] = entry["outcome"]

counts, wrong, strict = collections.Counter(), collections.defaultdict(list), collections.defaultdict(list)
with open(args.results) as f:
    for line in map(json.loads, f):
        if line["outcome"] == "skip" or "harness" in line or "make_tensor_ptr" in line.get("log", ""):  # bindings and tensors of no elements
            continue
        said = judged.get((line["file"], line["method"]))
        counts[said, line["outcome"]] += 1
        kernel = line["file"][:-4]
        if said == "loads" and line["outcome"] != "ok":
            log = [part for part in line.get("log", "").split("\n") if "]" in part]
            why = (line.get("differs") or [log[0].split("]", 1)[1] if log else line.get("exception", "")])[0]
            wrong[kernel].append((line["method"], line["outcome"], why[:150]))
        elif said in ("fails", "misreads") and line["outcome"] == "ok":
            strict[kernel].append((line["method"], said, ""))
for (said, outcome), n in sorted(counts.items(), key=str):
    print(f"{said} / {outcome}: {n}")
if not args.bare:
    for title, found in (("said to load:", wrong), ("said not to:", strict)):
        print(f"\n{title} {sum(map(len, found.values()))}")
        for kernel, calls in sorted(found.items()):
            print(f" {kernel} ({len(calls)})")
            for method, outcome, why in calls if args.all else calls[:6]:
                print(f"   {method}: {outcome} {why}")
