#!/usr/bin/env python3
"""Files of LLVM IR with one bit flipped: what readers do with them, beside verdicts.

    flips.py make OUT [COUNT] [SEED] [FOLDER…]   COUNT files of each module of the corpus (default 8), or of the folders, into OUT
    flips.py predict OUT OUTLAST                 verdicts of `OUTLAST check`, into OUT/verdicts.tsv; a fresh draw has them before readers run
    flips.py ask OUT                             what every reader does, into OUT/flips.tsv (continues where it stopped)
    flips.py check OUT                           compares: prints files that all readers refuse and that are said to load, and wrong `fails`

A file counts where every reader that takes the file before the flip refuses it after. Where a reader gives no answer (a signal, a
time-out), the file is deleted, and only how many there were is said.
"""
import json
import random
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from runs import first_message, run
from tools import NATIVE, READERS, RELEASES, ROOT, tool

CORPUS = ROOT / "corpus/llvm"
# Larger files are made of the same blocks.
LARGEST = 6000
# What a reader may use, in bytes.
MEMORY = 4 << 30


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
    except (subprocess.TimeoutExpired, FileNotFoundError):
        return None
    return "-" if code == 0 else first_message(errors) if code > 0 or "LLVM ERROR" in errors else None


def ask(out):
    # Some numbers make readers ask for all the memory there is: what needs this much for so small a file is not read.
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    asked = out / "flips.tsv"
    known = {tuple(line.split("\t")[:2]) for line in asked.read_text().splitlines()} if asked.exists() else set()
    jobs = [(path.name, reader) for path in sorted(out.glob("*.*")) if path.suffix in (".bc", ".whole") for reader in NATIVE if (path.name, reader) not in known]
    print(len(jobs), "questions", flush=True)
    deleted = set()
    with ThreadPoolExecutor(2) as workers, asked.open("a") as file:
        for (name, reader), message in zip(jobs, workers.map(lambda job: read(job[1], out / job[0]) if (out / job[0]).exists() else None, jobs)):
            if message is None:
                (out / name).unlink(missing_ok=True)
                deleted.add(name)
            else:
                file.write(f"{name}\t{reader}\t{' '.join(message.split())}\n")
    print(len(deleted), "files deleted: a reader gave no answer", flush=True)


def predict(out, outlast):
    targets = {f"llvm-{release}": reader for reader, release in zip(READERS, RELEASES) if reader in NATIVE}
    lines = []
    for path in sorted(out.glob("*.bc")):
        answer = subprocess.run([outlast, "check", "--format", "json", "--target", ",".join(targets), str(path)], capture_output=True, text=True)
        results = json.loads(answer.stdout or '{"results": []}')["results"]
        # A file that is taken for another kind has no verdicts of these.
        for target, result in zip(targets, results if len(results) == len(targets) else [{}] * len(targets)):
            # What shows only when the program runs is no matter of reading.
            outcome = "loads" if result.get("stage") == "run" else result.get("outcome", "unknown")
            lines.append(f"{path.name}\t{targets[target]}\t{outcome}\n")
    (out / "verdicts.tsv").write_text("".join(lines))
    print(len(lines), "verdicts")


def table(path):
    """The lines of a table, `file, reader, text`, by file and reader."""
    cells = {}
    for line in path.read_text().splitlines():
        name, reader, text = line.split("\t")
        cells.setdefault(name, {})[reader] = text
    return cells


def check(out):
    did, verdicts = table(out / "flips.tsv"), table(out / "verdicts.tsv")
    refused = wrong = loads = false = cells = wrong_cells = 0
    for name, outcomes in verdicts.items():
        if len(did.get(name, ())) < len(NATIVE):
            continue
        whole = did[name.rsplit(".", 2)[0] + ".whole"]
        able = [reader for reader in NATIVE if whole[reader] == "-"]
        took = [reader for reader in able if did[name][reader] == "-"]
        cells += len(able)
        if able and not took:
            refused += 1
            said = [reader for reader in able if outcomes[reader] == "loads"]
            if said:
                wrong += 1
                print(name, ",".join(said), "|", did[name][able[-1]])
        elif able and took == able:
            loads += 1
            said = [reader for reader in able if outcomes[reader] == "fails"]
            if said:
                false += 1
                print("refused, and readers take it:", name, ",".join(said))
        else:
            said = [reader for reader in able if outcomes[reader] == ("fails" if reader in took else "loads")]
            if said:
                print("readers differ:", name, ",".join(f"{reader} {outcomes[reader]}" for reader in said), "|", next(did[name][r] for r in able if r not in took))
        wrong_cells += len(said)
    print(f"{wrong} of {refused} that all readers refuse are said to load; {false} of {loads} that all take are said to fail; {wrong_cells} of {cells} cells are wrong")


if __name__ == "__main__":
    {"make": make, "predict": predict, "ask": ask, "check": check}[sys.argv[1]](Path(sys.argv[2]).absolute(), *sys.argv[3:])
