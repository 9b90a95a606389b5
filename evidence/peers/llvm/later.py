#!/usr/bin/env python3
"""What comes after reading: `opt -passes=verify` and `llc` of every release, beside `llvm-dis`.

    later.py ask OUT [--readers 14,…]     of modules OUT/PRODUCER/*.bc into OUT/later.tsv (continues where it stopped): file, reader, what the
                                          verifier says, what llc says (`-` for nothing), functions `llvm.…` that the object wants of others,
                                          numbers of calling conventions that the reader has no name for
    later.py check OUT OUTLAST            verdicts of `OUTLAST check` beside them: prints what differs

What the release that made a module does with it is the control: what is refused there shows nothing of others.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from runs import first_message, run, zig
from tools import NEWEST, READERS, RELEASES, ZIG, tool


def quiet(message):
    return re.sub(r"[\t\n\r]+", " ", re.sub(r"/\S*/", "", message))[:200] or "?"


def later(reader, path, verifies=True):
    """What the verifier says, what the code generator says, undefined intrinsics, unnamed conventions; `None` where it does not read."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.o"
        flags = ["-opaque-pointers"] if reader == "14" else []
        if reader in ZIG:
            read = run([*zig(reader), "-emit-llvm", "-x", "ir", str(path), "-o", "-"])
            verify = verifies and run([*zig(reader, verify=True), "-emit-llvm-bc", "-x", "ir", str(path), "-o", os.devnull])
            # It has the triple of its command line, and no other.
            compiled = run([*zig(reader), "-emit-obj", "-x", "ir", str(path), "-o", str(made)])
        else:
            read = run([*tool("llvm-dis", reader), *flags, str(path), "-o", "-"])
            verify = verifies and run([*tool("opt", reader), *flags, "-passes=verify", "-disable-output", str(path)])
            compiled = run([*tool("llc", reader), *flags, "-disable-verify", "-filetype=obj", "-O0", str(path), "-o", str(made)])
        if read[0]:
            return None
        wanted = []
        if made.exists():
            _, symbols, _ = run([*tool("llvm-nm", NEWEST), "-u", str(made)])
            wanted = sorted(set(re.findall(r"\bllvm\.[\w.]+", symbols.decode("utf-8", "replace"))))
        numbers = sorted(set(re.findall(r"\bcc ?(\d+) ", read[1].decode("utf-8", "replace"))), key=int)
        say = lambda done: "-" if not done or done[0] == 0 else f"crash {-done[0]}" if done[0] < 0 and "LLVM ERROR" not in done[2] else quiet(first_message(done[2]))
        return say(verify), say(compiled), ",".join(wanted) or "-", ",".join(numbers) or "-"


def ask(out, readers):
    table = out / "later.tsv"
    known = {tuple(line.split("\t")[:2]) for line in table.read_text().splitlines()} if table.exists() else set()
    jobs = [(str(path.relative_to(out)), reader) for path in sorted(out.glob("*/*.bc")) for reader in readers if (str(path.relative_to(out)), reader) not in known]
    print(len(jobs), "questions", flush=True)

    def one(job):
        name, reader = job
        try:
            said = later(reader, out / name)
        except subprocess.TimeoutExpired:
            said = ("timeout",) * 2 + ("-", "-")
        return "\t".join([name, reader, *(said or ["not read"] * 4)])

    with ThreadPoolExecutor(2) as workers, table.open("a") as file:
        for line in workers.map(one, jobs):
            file.write(line + "\n")


def check(out, outlast):
    did = collections.defaultdict(dict)
    for line in (out / "later.tsv").read_text().splitlines():
        name, reader, *said = line.split("\t")
        did[name][reader] = said
    count = collections.Counter()
    for name, by in sorted(did.items()):
        own = by.get(re.sub(r"\D", "", name.split("/")[0]), ["?"] * 4)
        answer = subprocess.run([outlast, "check", "--format", "json", "--target", ",".join(f"llvm-{release}" for release in RELEASES), str(out / name)], capture_output=True, text=True)
        for reader, result in zip(READERS, json.loads(answer.stdout)["results"]):
            verify, compiled, wanted, numbers = by.get(reader, ["not read"] * 4)
            if verify == "not read":
                continue
            reasons = [reason for entry in result["entry_points"] for reason in entry["reasons"]]
            codes = {reason["code"] for reason in reasons}
            noted = any("verify what they read" in note for note in result.get("notes", [])) or "OL2112" in codes
            missing = set(wanted.split(",")) - set(own[2].split(",")) - {"-"}
            unnamed = set(numbers.split(",")) - set(own[3].split(",")) - {"-"}
            for what, real, said in (
                ("verifier", verify != "-" and own[0] == "-", noted),
                ("intrinsic", bool(missing), "OL2116" in codes),
                ("convention", bool(unnamed), "OL2117" in codes),
            ):
                count[what, real, said] += 1
                if real != said and own[0] == "-":
                    print(what, name, reader, "the reader:" if real else "the verdict alone", verify if what == "verifier" else missing or unnamed or codes, sep="\t")
    for (what, real, said), cells in sorted(count.items()):
        print(f"{what}: the reader {'objects' if real else 'takes it'}, the verdict {'says so' if said else 'says nothing'}: {cells}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["ask", "check"])
    parser.add_argument("out")
    parser.add_argument("outlast", nargs="?", default="target/release/outlast")
    parser.add_argument("--readers", default=",".join(READERS))
    arguments = parser.parse_args()
    if arguments.command == "ask":
        ask(Path(arguments.out).absolute(), arguments.readers.split(","))
    else:
        check(Path(arguments.out).absolute(), arguments.outlast)
