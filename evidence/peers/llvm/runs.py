#!/usr/bin/env python3
"""Makes modules from the texts of `modules.py` with every LLVM at hand, and asks every reader about each of them.

    runs.py build OUT [--share PERCENT] [--seed N] [--mix COUNT] [--producers 14,15t,…]   bitcode into OUT
    runs.py ask OUT [--readers 14,…]                       what readers do, into OUT/runs.tsv (continues where it stopped)

A reader either reads or refuses, with a message. Where it reads, the module is written again by it, and both files are
printed by the newest release: what differs is what the reader took for something else, or dropped. That is asked by the code of `outlast prove`
(`cargo xtask play tools`); what the newest prints is kept in OUT/texts.

Environment: as tools.py says.
"""
import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import modules
from tools import NATIVE, READERS, ZIG, include, tool

sys.path.append(str(Path(__file__).resolve().parents[1]))
import play  # noqa: E402 (beside the folder)

# Producers: a `t` has typed pointers, an `o` opaque ones, where that is not what the release does by itself.
PRODUCERS = ["14", "15", "16", "19", "22", "15t", "16t", "14o", "17", "18", "20", "21", "23", "9", "11", "13"]
# Which have nothing but typed pointers, or have them by themselves.
TYPED = ("9", "11", "13", "14", "15t", "16t")
TRIPLE = "x86_64-unknown-linux-gnu"


def zig(release, verify=False):
    """Clang; as a reader it verifies whatever it reads."""
    return [os.environ["OUTLAST_LLVM"] + f"/zig-{release}/ziglang/zig", "clang", "-cc1", "-triple", TRIPLE, "-disable-llvm-passes", *([] if verify else ["-disable-llvm-verifier"]), "-w"]


def run(command, data=None):
    env = dict(os.environ, LLVM_DISABLE_SYMBOLIZATION="1", ZIG_GLOBAL_CACHE_DIR=tempfile.gettempdir() + "/zig-cache-global", ZIG_LOCAL_CACHE_DIR=tempfile.gettempdir() + "/zig-cache-local")
    done = subprocess.run(command, input=data, capture_output=True, env=env, timeout=60, cwd=tempfile.gettempdir())
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def assemble(producer, text, out, options=()):
    release = producer.rstrip("to")
    source = modules.to_pointers(text, producer in TYPED).encode("utf-8", "surrogateescape")
    if release in ZIG:
        with tempfile.NamedTemporaryFile(suffix=".ll") as file:
            file.write(source)
            file.flush()
            code, _, _ = run(zig(release) + ["-emit-llvm-bc", "-x", "ir", file.name, "-o", str(out)])
            return code == 0
    flags = {"15t": ["-opaque-pointers=0"], "16t": ["-opaque-pointers=0"], "14o": ["-opaque-pointers"]}.get(producer, [])
    code, _, _ = run([*tool("llvm-as", release), *flags, *options, "-", "-o", str(out)], source)
    return code == 0


SUMMARY_WAYS = {
    "sum": ["-module-summary"], "hash": ["-module-summary", "-module-hash"], "thin": ["-passes=thinlto-pre-link<O1>", "-module-summary"],
    "split": ["-thinlto-bc", "-thinlto-split-lto-unit"], "thinbc": ["-thinlto-bc"],
}


def summarise(producer, source, folder, name):
    """The same module with a summary, in the ways of `opt`; a combined index and a two-module file too."""
    release = producer.rstrip("to")
    if release in ZIG:
        return
    flags = {"15t": ["-opaque-pointers=0"], "16t": ["-opaque-pointers=0"], "14o": ["-opaque-pointers"]}.get(producer, [])
    for way, options in SUMMARY_WAYS.items():
        run([*tool("opt", release), *flags, *options, str(source), "-o", str(folder / f"{name}.{way}.bc")])
    made = folder / f"{name}.hash.bc"
    if made.exists():
        run([*tool("llvm-lto", release), *flags, "-thinlto", "-o", str(folder / f"{name}.index"), str(made)])
        index = folder / f"{name}.index.thinlto.bc"
        if index.exists():
            index.rename(folder / f"{name}.combined.bc")
        other = folder / f"{name}.other"
        if assemble(producer, "define void @another() {\n ret void\n}\n", other):
            run([*tool("llvm-cat", release), "-b", str(source), str(other), "-o", str(folder / f"{name}.two.bc")])
            other.unlink()


def build(args):
    out = Path(args.out).absolute()
    dirs = [include(release) for release in NATIVE]
    pool = list(modules.texts(dirs))
    mixed = list(modules.combined(args.seed, args.mix, pool))
    if args.checked:
        pool, mixed = list(modules.checked(pool)), list(modules.checked(mixed))
    pick = random.Random(args.seed)
    chosen = [item for item in pool if pick.random() * 100 < args.share or item[0].startswith(("summarised", "index"))]
    chosen += mixed

    def one(job):
        producer, (name, text) = job
        folder = out / producer
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{name}.bc"
        if target.exists():
            return
        if assemble(producer, text, target) and name.startswith("summarised"):
            summarise(producer, target, folder, name)
        elif target.exists() and target.stat().st_size == 0:
            target.unlink()

    for producer in args.producers.split(","):
        share = chosen if producer in ("9", "11", "13", "14", "15", "16", "19", "22", "23") else [c for c in chosen if pick.random() < args.few]
        with ThreadPoolExecutor(2) as workers:
            list(workers.map(one, [(producer, item) for item in share]))
        print(producer, len(list((out / producer).glob("*.bc"))), flush=True)


def first_message(text):
    for line in text.splitlines():
        found = re.search(r"(?:error: |LLVM ERROR: )(.*)", line)
        if found:
            return plain(found[1])
    return (text.splitlines() or ["(nothing)"])[0]


def plain(message):
    """A message without the file and the producer."""
    message = re.sub(r"\(Producer: '[^']*' Reader:", "(Producer: '{producer}' Reader:", message)
    message = re.sub(r"^Global @\w+ ", "Global … ", message)
    return re.sub(r"^(?:[^ ]*\.bc: )?(?:error: )?(?:error in backend: )?", "", message)


#: Lines that tell nothing of what a reader understood: names of files and machines, and summaries.
IDLE = re.compile(r"[-+](; ModuleID|; Function Attrs|source_filename|target |\^)")


def ask(questions, kept):
    """What readers do with files, for each (reader, path): `ok` or `no`, the message, and what was written again differently. `kept` is the folder with what the
    newest prints."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps({"file": str(path), "reader": f"llvm-{reader}"}) + "\n" for reader, path in questions)
        file.flush()
        lines = play.asked(["play", "tools", file.name, kept]).splitlines() if questions else []
    return [told(json.loads(line)) for line in lines]


def told(answer):
    says = answer["says"]
    if answer["did"] == "reads":
        diff = [line for line in answer["changed"] if not IDLE.match(line)]
        return "ok", " ".join(says.split())[-300:], " // ".join(diff)[:900]
    if answer["did"] == "crash":
        return "no", "crash " + re.sub(r"^signal: (\d+).*", r"\1", says, flags=re.S), ""
    if answer["did"] == "excluded":
        return "no", "timeout", ""
    return "no", plain(says), ""


#: So many questions are asked at a time: what was asked is not asked again.
CHUNK = 1000


def questions(args):
    out = Path(args.out).absolute()
    table = out / "runs.tsv"
    known = {}
    if table.exists():
        for line in table.read_text().splitlines():
            path, digest, reader, *_ = line.split("\t")
            known[path, reader] = digest
    jobs = []
    for path in sorted(out.glob("*/*.bc")):
        digest = hashlib.sha1(path.read_bytes()).hexdigest()[:12]
        name = str(path.relative_to(out))
        for reader in args.readers.split(","):
            if known.get((name, reader)) != digest:
                jobs.append((name, digest, reader))
    random.Random(1).shuffle(jobs)
    print(len(jobs), "questions", flush=True)

    with table.open("a") as file:
        for start in range(0, len(jobs), CHUNK):
            some = jobs[start : start + CHUNK]
            for job, answer in zip(some, ask([(reader, out / name) for name, _, reader in some], out / "texts")):
                state, *rest = answer
                file.write("\t".join([*job, state, *(re.sub(r"[\t\n\r]", " ", part) for part in rest)]) + "\n")
            file.flush()
            print(start + len(some), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["build", "ask"])
    parser.add_argument("out")
    parser.add_argument("--share", type=float, default=100)
    parser.add_argument("--few", type=float, default=0.2)
    parser.add_argument("--checked", action="store_true", help="modules that readers verify")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mix", type=int, default=100)
    parser.add_argument("--producers", default=",".join(PRODUCERS))
    parser.add_argument("--readers", default=",".join(READERS))
    arguments = parser.parse_args()
    {"build": build, "ask": questions}[arguments.command](arguments)
