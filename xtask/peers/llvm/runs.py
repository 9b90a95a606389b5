#!/usr/bin/env python3
"""Makes modules from the texts of `modules.py` with every LLVM at hand, and asks every reader about each of them.

    runs.py build OUT [--share PERCENT] [--seed N] [--mix COUNT] [--producers 14,15t,…]   bitcode into OUT
    runs.py ask OUT [--readers 14,…]                       what readers do, into OUT/runs.tsv (continues where it stopped)

A reader either reads or refuses, with a message. Where it reads, the module is written again by it, and both files are
printed by the newest release: what differs is what the reader took for something else, or dropped.

Environment: as tools.py says.
"""
import argparse
import difflib
import functools
import hashlib
import os
import random
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import modules
from tools import NATIVE, NEWEST, READERS, ZIG, include, tool

# Producers: a `t` has typed pointers, an `o` opaque ones, where that is not what the release does by itself.
PRODUCERS = ["14", "15", "16", "19", "22", "15t", "16t", "14o", "17", "18", "20", "21", "23"]
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
    typed = producer in ("14", "15t", "16t")
    source = modules.to_pointers(text, typed).encode("utf-8", "surrogateescape")
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
        share = chosen if producer in ("14", "15", "16", "19", "22", "23") else [c for c in chosen if pick.random() < args.few]
        with ThreadPoolExecutor(2) as workers:
            list(workers.map(one, [(producer, item) for item in share]))
        print(producer, len(list((out / producer).glob("*.bc"))), flush=True)


@functools.lru_cache(4000)
def printed(path):
    """How the newest release prints a module, without what names the file or the machine."""
    code, text, _ = run([*tool("llvm-dis", NEWEST), str(path), "-o", "-"])
    if code:
        return None
    text = text.decode("utf-8", "replace")
    # Comments list predecessors and attributes in an order that says nothing; uniquing makes some nodes distinct.
    text = re.sub(r" *; preds = .*|distinct (?=!DICompositeType)", "", text)
    return [line for line in text.splitlines() if line and not line.startswith(("; ModuleID", "; Function Attrs", "source_filename", "target ", "^"))]


def first_message(text):
    for line in text.splitlines():
        found = re.search(r"(?:error: |LLVM ERROR: )(.*)", line)
        if found:
            message = re.sub(r"\(Producer: '[^']*' Reader:", "(Producer: '{producer}' Reader:", found[1])
            return re.sub(r"^(?:[^ ]*\.bc: )?(?:error: )?(?:error in backend: )?", "", message)
    return (text.splitlines() or ["(nothing)"])[0]


@functools.lru_cache(8000)
def has_summary(path):
    return b"SUMMARY_BLOCK" in run([*tool("llvm-bcanalyzer", NEWEST), "--disable-histogram", str(path)])[1]


def summary_refused(reader, path, folder):
    """The message of a clang that refuses the summary of a module; it takes one module only, so that several are parted."""
    for number in range(3):
        part = folder / f"{number}.bc"
        if run([*tool("llvm-modextract", NEWEST), "-b", "-n", str(number), str(path), "-o", str(part)])[0]:
            # A combined index has no module.
            part = path if number == 0 else None
        if part is None:
            return None
        _, _, index = run(zig(reader) + ["-emit-llvm-bc", f"-fthinlto-index={part}", "-x", "ir", str(part), "-o", os.devnull])
        found = re.search(r"Error loading index file '[^']*': (Invalid summary.*)", index)
        if found:
            return found[1]
    return None


def ask(reader, path):
    """What a reader does: `ok` or `no`, its message, and what it wrote again differently."""
    with tempfile.TemporaryDirectory() as folder:
        again = Path(folder) / "again.bc"
        if reader in ZIG:
            code, _, errors = run(zig(reader, verify=True) + ["-emit-llvm-bc", "-x", "ir", str(path), "-o", str(again)])
            if code < 0:
                return "no", f"crash {-code}", ""
            if code:
                return "no", first_message(errors), ""
            # `llvm-dis` reads summaries too; clang does only where it is told to.
            if has_summary(path):
                refused = summary_refused(reader, path, Path(folder))
                if refused:
                    return "no", refused, ""
        else:
            code, text, errors = run([*tool("llvm-dis", reader), str(path), "-o", "-"])
            if code < 0 and "LLVM ERROR" not in errors:
                return "no", f"crash {-code}", ""
            if code:
                return "no", first_message(errors), ""
            warning = errors
            if reader == NEWEST:
                return "ok", " ".join(warning.split())[-300:], ""
            code, _, errors = run([*tool("opt", reader), "-disable-verify", "-passes=", str(path), "-o", str(again)])
            if code or not again.exists():
                code, _, errors = run([*tool("llvm-as", reader), "-disable-verify", "-", "-o", str(again)], text)
            errors = warning
        before, after = printed(path), printed(again)
        if before is None:
            return "ok", "the newest does not read it", ""
        if after is None:
            return "ok", " ".join(errors.split())[-300:], "the newest does not read what was written again"
        diff = [line for line in difflib.unified_diff(before, after, n=0, lineterm="") if not line.startswith(("---", "+++", "@@"))]
        return "ok", " ".join(errors.split())[-300:], " // ".join(diff)[:900]


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

    def one(job):
        name, digest, reader = job
        try:
            state, message, diff = ask(reader, out / name)
        except subprocess.TimeoutExpired:
            state, message, diff = "no", "timeout", ""
        clean = [re.sub(r"[\t\n\r]", " ", part) for part in (message, diff)]
        return "\t".join([name, digest, reader, state, *clean])

    with ThreadPoolExecutor(args.jobs) as workers, table.open("a") as file:
        for number, line in enumerate(workers.map(one, jobs)):
            file.write(line + "\n")
            if number % 500 == 0:
                file.flush()
                print(number, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["build", "ask"])
    parser.add_argument("out")
    parser.add_argument("--share", type=float, default=100)
    parser.add_argument("--few", type=float, default=0.2)
    parser.add_argument("--checked", action="store_true", help="modules that readers verify")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mix", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=3)
    parser.add_argument("--producers", default=",".join(PRODUCERS))
    parser.add_argument("--readers", default=",".join(READERS))
    arguments = parser.parse_args()
    {"build": build, "ask": questions}[arguments.command](arguments)
