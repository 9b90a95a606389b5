#!/usr/bin/env python3
"""Files of LLVM IR with one bit flipped: what readers do with them, beside verdicts.

    flips.py make OUT [COUNT] [SEED] [FOLDER…]   COUNT files of each module of the corpus (default 8), or of the folders, into OUT
    flips.py ask OUT                             what every reader does, into OUT/flips.tsv (continues where it stopped)
    flips.py check OUT OUTLAST                   verdicts of `OUTLAST check`: prints files that all readers refuse and that are said to load

A file counts where every reader that takes the file before the flip refuses it after.
"""
import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from runs import first_message, run
from tools import NATIVE, RELEASES, ROOT, tool

CORPUS = ROOT / "corpus/llvm"
# Larger files are made of the same blocks.
LARGEST = 6000


def sources(folders):
    for path in sorted(path for folder in folders for path in folder.rglob("*")):
        if path.is_file() and path.stat().st_size <= LARGEST and path.read_bytes().startswith(b"BC\xc0\xde"):
            yield path


def make(out, count="8", seed="1", *folders):
    out.mkdir(parents=True, exist_ok=True)
    pick = random.Random(int(seed))
    for path in sources([Path(folder) for folder in folders] or [CORPUS]):
        data = path.read_bytes()
        name = f"{path.parent.name}+{path.name}"
        (out / f"{name}.whole").write_bytes(data)
        for bit in sorted(pick.sample(range(len(data) * 8), int(count))):
            flipped = bytearray(data)
            flipped[bit // 8] ^= 1 << bit % 8
            (out / f"{name}.{bit}.bc").write_bytes(flipped)
    print(len(list(out.glob("*.bc"))), "files")


def read(reader, path):
    try:
        code, _, errors = run([*tool("llvm-dis", reader), str(path), "-o", "-"])
    except subprocess.TimeoutExpired:
        return "timeout"
    return "-" if code == 0 else first_message(errors) if code > 0 or "LLVM ERROR" in errors else f"crash {-code}"


def ask(out):
    table = out / "flips.tsv"
    known = {tuple(line.split("\t")[:2]) for line in table.read_text().splitlines()} if table.exists() else set()
    jobs = [(path.name, reader) for path in sorted(out.glob("*.*")) if path.suffix in (".bc", ".whole") for reader in NATIVE if (path.name, reader) not in known]
    print(len(jobs), "questions", flush=True)
    with ThreadPoolExecutor(2) as workers, table.open("a") as file:
        for (name, reader), message in zip(jobs, workers.map(lambda job: read(job[1], out / job[0]), jobs)):
            file.write(f"{name}\t{reader}\t{' '.join(message.split())}\n")


def check(out, outlast):
    did = {}
    for line in (out / "flips.tsv").read_text().splitlines():
        name, reader, message = line.split("\t")
        did.setdefault(name, {})[reader] = message
    targets = {reader: f"llvm-{release}" for reader, release in zip((release.split(".")[0] for release in RELEASES), RELEASES) if reader in NATIVE}
    refused = wrong = loads = false = 0
    for path in sorted(out.glob("*.bc")):
        whole = did[path.name.rsplit(".", 2)[0] + ".whole"]
        able = [reader for reader in NATIVE if whole[reader] == "-"]
        answer = subprocess.run([outlast, "check", "--format", "json", "--target", ",".join(targets[reader] for reader in able), str(path)], capture_output=True, text=True)
        results = json.loads(answer.stdout or '{"results": []}')["results"]
        # What shows only when the program runs is no matter of reading.
        outcomes = {reader: "loads" if result.get("stage") == "run" else result.get("outcome", "unknown") for reader, result in zip(able, results)}
        if able and all(did[path.name][reader] != "-" for reader in able):
            refused += 1
            said = [reader for reader in able if outcomes.get(reader) == "loads"]
            if said:
                wrong += 1
                print(path.name, ",".join(said), "|", did[path.name][able[-1]])
        elif able and all(did[path.name][reader] == "-" for reader in able):
            loads += 1
            said = [reader for reader in able if outcomes.get(reader) == "fails"]
            if said:
                false += 1
                print("refused, and readers take it:", path.name, ",".join(said))
    print(f"{wrong} of {refused} that all readers refuse are said to load; {false} of {loads} that all take are said to fail")


if __name__ == "__main__":
    {"make": make, "ask": ask, "check": check}[sys.argv[1]](Path(sys.argv[2]).absolute(), *sys.argv[3:])
