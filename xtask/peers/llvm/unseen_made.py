"""Sets that are made here, not drawn from what others wrote: modules of one unusual thing each, and programs of unusual kinds.

A reader of these is asked three things, which were fixed before the set was made. Does `llvm-dis` (for 20 the clang of zig) read it, and write
it again as it was? (`profile.py` says what is a difference.) Where it does: does the object that `llc` makes want a function `llvm.…`, which that
of the producer's own release does not want, or does the code generator refuse a calling convention that the producer's compiles? Then it fails
when it runs. Does `llvm-dis` print a convention as a number that the producer's prints as a name? Then it misreads it. What else a code generator
says is not counted: the set is about files, and generators refuse much for the machine alone.
"""
import functools
import hashlib
import random
import subprocess
import tempfile
from pathlib import Path

import unseen_features
import unseen_programs
from later import later
from tools import NATIVE, tool

SETS = {
    "2026-11-oddities": (
        "modules of one unusual thing each (conventions, intrinsics, attributes, instructions, constants, metadata, debug information), each by the "
        "newest release that writes it, and every fourth by the oldest, too, and 14 programs for unusual machines and runtimes (vectors, GPUs, eBPF, firmware, Windows, "
        "Objective-C, coroutines) by nine clangs with flags drawn.",
        None,
    ),
}
#: Programs that each clang gives, at most.
PROGRAMS = 6


def features(files):
    for number, (kind, name, text) in enumerate(unseen_features.texts()):
        takers = []
        # Opaque pointers, which LLVM 14 has behind a switch.
        for release in NATIVE[1:]:
            out = files / release / f"feature-{name}.bc"
            out.parent.mkdir(parents=True, exist_ok=True)
            if written(release, text, out):
                takers.append((release, out))
        for release, out in takers:
            if out == takers[-1][1] or out == takers[0][1] and number % 4 == 0:
                yield f"{release}/{out.name}", kind, f"llvm-as {release}", f"unseen_features.py: {name}"
            else:
                out.unlink()


def written(release, text, out):
    done = subprocess.run([*tool("llvm-as", release), "-", "-o", str(out)], input=text.encode(), capture_output=True, timeout=60)
    if done.returncode or not out.exists() or out.stat().st_size == 0:
        out.unlink(missing_ok=True)
        return False
    return True


def programs(files, name):
    with tempfile.TemporaryDirectory() as folder:
        for file, text in unseen_programs.SOURCES.items():
            (Path(folder) / file).write_text(text)
        for release in NATIVE:
            pick = random.Random(f"{name}/{release}")
            sources = list(unseen_programs.SOURCES)
            pick.shuffle(sources)
            count = 0
            for number, source in enumerate(sources * 2):
                flags = f"{pick.choice(unseen_programs.NEEDS[source])} {pick.choice(unseen_programs.LEVELS)} {pick.choice(unseen_programs.MORE)}".split()
                out = files / release / f"program-{number:02}-{source.replace('.', '-')}.bc"
                out.parent.mkdir(parents=True, exist_ok=True)
                command = [*tool("clang", release), *flags, "-resource-dir", resources(release), "-fdebug-compilation-dir=.", "-w", "-c", "-emit-llvm", source, "-o", str(out)]
                done = subprocess.run(command, capture_output=True, cwd=folder, timeout=120)
                if done.returncode or not out.exists() or count == PROGRAMS:
                    out.unlink(missing_ok=True)
                    continue
                count += 1
                yield f"{release}/{out.name}", "program", f"clang {release}", f"clang-{release} {' '.join(flags)} -emit-llvm {source}"
            print(release, count, flush=True)


def resources(release):
    """The headers of the compiler itself."""
    binary = Path(tool("clang", release)[-1] if len(tool("clang", release)) > 1 else f"/usr/lib/llvm-{release}/bin/clang").resolve()
    root = binary.parent.parent
    found = sorted((root / "lib/clang").glob(f"{release}*")) or sorted(Path(f"/usr/lib/llvm-{release}/lib/clang").glob(f"{release}*"))
    return str(found[0]) if found else ""


def make(name, folder):
    files = Path(folder).absolute() / "files"
    rows, seen = [], set()
    for made in (features(files), programs(files, name)):
        for file, kind, producer, how in made:
            digest = hashlib.sha256((files / file).read_bytes()).hexdigest()
            if digest in seen:
                (files / file).unlink()
                continue
            seen.add(digest)
            rows.append("\t".join([file, digest, kind, producer, "-", how]))
    head = f"# The set {name}: file, SHA-256, kind, producer, companions, how it was made."
    (Path(folder) / "manifest.tsv").write_text("\n".join([head, *sorted(rows)]) + "\n")
    print(len(rows), "files")


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
