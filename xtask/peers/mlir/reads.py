#!/usr/bin/env python3
"""Asks a real mlir-opt which files of a folder it reads.

usage: reads.py TOOL FOLDER [--sample N] [--seed S] [--jobs J] [--only NAMES] [--out OUT]

Prints how many of how many files TOOL reads, and the most frequent reasons of refusal. With --sample, N files are taken at random
(the same ones for the same seed). With --only, the names in that file are taken. With --out, each answer is written: name, exit status and
the first line that TOOL said, between tabs.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import subprocess


def ask(tool, path):
    """Exit status and the first error."""
    command = [tool, "--allow-unregistered-dialect", str(path), "-o", "/dev/null"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return 124, "timeout"
    said = done.stderr.decode(errors="replace")
    lines = [line for line in said.splitlines() if "error:" in line] or said.splitlines()
    return done.returncode, lines[0].split("error:")[-1].strip() if lines else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    files = sorted(options.folder.rglob("*.mlirbc"))
    if options.only:
        wanted = set(options.only.read_text().split())
        files = [path for path in files if path.name in wanted]
    if options.sample and options.sample < len(files):
        files = random.Random(options.seed).sample(files, options.sample)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(lambda path: ask(options.tool, path), files))
    good = sum(status == 0 for status, _ in answers)
    print(f"{options.tool} reads {good} of {len(files)} files of {options.folder.name}")
    reasons = collections.Counter(re.sub(r"\d+", "N", said) for status, said in answers if status)
    for reason, count in reasons.most_common(12):
        print(f"  {count} {reason[:150]}")
    if options.out:
        rows = (f"{path.name}\t{status}\t{said}\n" for path, (status, said) in zip(files, answers))
        options.out.write_text("".join(rows))


if __name__ == "__main__":
    main()
