#!/usr/bin/env python3
"""Sets of LLVM IR that no rule was made from, for `cargo xtask interop llvm unseen`; docs/accuracy.md has the protocol.

    unseen.py sets                   names of sets, and what they are
    unseen.py make NAME FOLDER       programs into FOLDER/files, and FOLDER/manifest.tsv
    unseen.py run FOLDER             what the real readers do, into FOLDER/outcomes.tsv (continues where it stopped)

A set has a module beside this one, whose `make(NAME, FOLDER)` writes it. The rules of what a reader did are those of `runs.py` and `profile.py`, fixed
before the set was made. Of a set that is made, not drawn from what others wrote, code generators are asked, too: where `llvm-dis` reads the file, does the
object that `llc` makes want a function `llvm.…`, which that of the producer's own release does not want, or does the code generator refuse a calling
convention that the producer's compiles? Then it fails when it runs. Does `llvm-dis` print a convention as a number that the producer's prints as a name?
Then it misreads it. What else a code generator says is not counted: the set is about files, and generators refuse much for the machine alone.
Environment: as tools.py says.
"""

import functools
import importlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nvvm
from later import later
from reader_tools import READ_ONLY, ask_files
from runs import CHUNK, ask
from tools import NATIVE, READERS, RELEASES

from profile import ARTEFACT, fate

sys.path.append(str(Path(__file__).resolve().parent.parent))
import pins  # noqa: E402 (beside the folder)
import protocol  # noqa: E402 (beside the folder)

#: In the place of whether code generators are asked: single programs of each release are.
PROGRAMS = "programs"
#: Or releases of libNVVM are: what verifies, and what compiles.
NVVM = "libNVVM"
#: Those that are in the tree; evidence/unseen/content.toml says where those are that were scored. What each is, its module, and whether code
#: generators are asked.
SETS = {}


def make(name, folder):
    importlib.import_module(SETS[name][1]).make(name, folder)


def outcome(file, reader, state, message, diff):
    """What the reader did, in the words of the protocol."""
    release = file.split("/")[0]
    if state == "no" and message == "timeout":
        return "excluded", "the reader did not end in time"
    if re.search(ARTEFACT, message):
        return "excluded", "the reader links or assembles, which is not reading"
    does = fate(f"unseen/{release}/{Path(file).name}", reader, state, message, diff)
    return {"reads": "loads", "fails": "fails", "differs": "misreads"}[does], (message if does == "fails" else diff)[:200] or "-"


@functools.cache
def owns(release, path):
    return later(release, path, verifies=False)


def after(reader, path, own):
    """What comes after reading: outcome, stage and message, or nothing."""
    mine = later(reader, path, verifies=False)
    theirs = owns(own, path) if mine else None
    if mine is None or theirs is None:
        return None
    listed = lambda text: set(text.split(",")) - {"-"}
    missing = sorted(listed(mine[2]) - listed(theirs[2]))
    if missing:
        return "fails", "run", "undefined: " + ",".join(missing)
    unnamed = sorted(listed(mine[3]) - listed(theirs[3]))
    if "alling convention" in mine[1] and theirs[1] == "-" or "non-C calling" in mine[1] and theirs[1] == "-":
        return "fails", "run", mine[1]
    if unnamed:
        return "misreads", "run", "conventions without a name: " + ",".join(unnamed)
    return None


def targets(_, generates):
    """The targets of a set, where they are not all of the family."""
    if generates == NVVM:
        return [target for pin, release, arch in kernels() for target in (f"nvvm-{release}{arch[1]}", f"nvvm-{release}-verify{arch[1]}")]
    cells = [(program, reader) for reader in READERS for program in READ_ONLY if reader in NATIVE or program == "clang"]
    return [f"{program}-{RELEASES[READERS.index(reader)]}" for program, reader in cells] if generates == PROGRAMS else []


def kernels():
    """Each library, its release, and an architecture: as libNVVM and as targets call it."""
    for pin, about in pins.pins("llvm", "nvvm").items():
        yield pin, about["release"], ("compute_75", "")
        if tuple(map(int, about["release"].split(".")[:2])) >= (12, 8):
            yield pin, about["release"], ("compute_100", "+sm_100")


def run_kernels(folder):
    """What libNVVM does with each file: verifying it, and compiling it without optimizations."""
    files = [row[0] for row in protocol.rows(folder / "manifest.tsv")]
    lines = []
    for pin, release, (arch, suffix) in kernels():
        answers = nvvm.ask(nvvm.library(pin), arch, [folder / "files" / file for file in files])
        for file, (_, *both) in zip(files, answers):
            for variant, (ended, said) in zip(("-verify", ""), both):
                words = ("loads", "-", "-") if ended == "success" else ("excluded", "-", "it did not end in time") if ended == "timeout" else ("fails", "verify" if variant else "load", (said or ended)[:200])
                lines.append((file, f"nvvm-{release}{variant}{suffix}", *words))
        print(pin, arch, len(files), flush=True)
    protocol.write(folder / "outcomes.tsv", "# What libNVVM did: file, target, outcome, stage, log.", lines)


def run_programs(folder):
    """What single programs do; nothing is said of how they read what they read."""
    own = {}
    files = [row[0] for row in protocol.rows(folder / "manifest.tsv")]
    ask_files(folder, [str(folder / "files" / file) for file in files])
    cells = []
    for row in protocol.rows(folder / "outcomes.part"):
        path, program, reader, did, message = row
        file = str(Path(path).relative_to(folder / "files"))
        cells.append((file, f"{program}-{RELEASES[READERS.index(reader)]}", did, message))
        if did == "refuses" and reader == file.split("/")[0]:
            own.setdefault(file, set()).add(program)
    words = {"reads": ("loads", "-"), "refuses": ("fails", "load"), "excluded": ("excluded", "-")}
    # A file that the verifier of its own release refuses shows nothing of the others.
    broken = {file for file, programs in own.items() if {"opt", "llvm-dis"} <= programs}
    lines = [(file, name, *words["excluded" if file in broken else did], message or "-") for file, name, did, message in cells]
    head = "# What programs of LLVM did: file, target, outcome, stage, message."
    protocol.write(folder / "outcomes.tsv", head, lines)


def run(folder):
    if SETS[folder.name][2] == PROGRAMS:
        return run_programs(folder)
    if SETS[folder.name][2] == NVVM:
        return run_kernels(folder)
    files = [row[0] for row in protocol.rows(folder / "manifest.tsv")]
    partial = folder / "outcomes.part"
    generates = SETS[folder.name][2]
    known = {}
    if partial.exists():
        known = {tuple(row[:2]): tuple(row) for row in protocol.rows(partial) if len(row) == 5}
    jobs = [(file, reader) for file in files for reader in READERS if (file, target(reader)) not in known]
    print(len(jobs), "questions", flush=True)

    def one(job, said):
        file, reader = job
        state, message, diff = (re.sub(r"[\t\n\r]", " ", part) for part in said)
        found = with_stage(outcome(file, reader, state, message, diff))
        if generates and found[0] == "loads":
            try:
                found = after(reader, (folder / "files" / file).absolute(), file.split("/")[0]) or found
            except subprocess.TimeoutExpired:
                found = ("excluded", "-", "the code generator did not end in time")
        return file, target(reader), *found

    with ThreadPoolExecutor(2) as workers, partial.open("a") as out:
        for start in range(0, len(jobs), CHUNK):
            some = jobs[start : start + CHUNK]
            answers = ask([(reader, folder / "files" / file) for file, reader in some], folder / "texts")
            for row in workers.map(one, some, answers):
                out.write("\t".join(row) + "\n")
                known[row[:2]] = row
            out.flush()
            print(start + len(some), flush=True)
    # A file that its own release refuses shows nothing of the others.
    broken = {file for (file, name), row in known.items() if name == target(file.split("/")[0]) and row[2] == "fails"}
    lines = [(*cell, "excluded", "-", "its own release does not read it") if cell[0] in broken else row for cell, row in known.items()]
    head = "# What readers of LLVM did: file, target, outcome, stage, message or what they wrote again differently."
    protocol.write(folder / "outcomes.tsv", head, lines)


def target(reader):
    return "llvm-" + RELEASES[READERS.index(reader)]


def with_stage(fate_and_message):
    does, message = fate_and_message
    return does, "load" if does == "fails" else "-", message


if __name__ == "__main__":
    protocol.main(SETS, make, run, __doc__, targets)
