#!/usr/bin/env python3
"""Sets of Swift modules that no rule was made from, for `cargo xtask interop swift unseen`; docs/accuracy.md has the protocol.

    unseen_swift.py sets             names of sets, and what they are
    unseen_swift.py make NAME FOLDER modules into FOLDER/files, and FOLDER/manifest.tsv
    unseen_swift.py run FOLDER       what the real compilers do when they import each, into FOLDER/outcomes.tsv

Toolchains are those of swift.sh in target/interop/swift and target/interop/swift-newer.
"""

import hashlib
import random
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import unseen_texts

HERE = Path(__file__).resolve().parent
INTEROP = HERE.parents[2] / "target/interop"
TOOLCHAINS = {"6.0.3": INTEROP / "swift", "6.2.3": INTEROP / "swift-newer"}
FRONTEND = "/usr/libexec/swift/bin/swift-frontend"
SETS = {
    "2026-11-modules": (
        "modules of six sources in other styles than the samples' (generics, protocols with associated types, actors, property "
        "wrappers, errors, classes), by Swift 6.0.3 and 6.2.3, each with flags drawn from 34.",
        40,
    ),
}
#: Flags of the writer; a reader gets those that a client of such a module has to have.
FLAGS = """
-Onone;-O;-Osize;-O -wmo;-Onone -g;-enable-testing;-enable-library-evolution;-O -enable-library-evolution;-enable-private-imports;-implicit-dynamic
-swift-version 5;-swift-version 6;-swift-version 4;-strict-concurrency=complete;-strict-concurrency=minimal;-warn-concurrency
-package-name unseen;-user-module-version 3.1;-static;-export-as Other;-module-abi-name Older;-module-link-name unseen;-autolink-force-load
-serialize-debugging-options;-prefix-serialized-debugging-options -serialize-debugging-options;-enable-upcoming-feature ExistentialAny
-enable-upcoming-feature MemberImportVisibility;-enable-experimental-feature Extern;-cross-module-optimization -O;-library-level api
-cxx-interoperability-mode=default;-experimental-skip-non-inlinable-function-bodies;-enable-ossa-modules -O;-disable-availability-checking
"""
CHOICES = [flags.split() for line in FLAGS.strip().splitlines() for flags in line.split(";")]
OF_CLIENTS = ("-cxx-interoperability-mode=default",)


def frontend(toolchain, *words):
    command = [str(toolchain / "run"), FRONTEND, "-frontend", *words]
    return subprocess.run(command, capture_output=True, timeout=120, stdin=subprocess.DEVNULL)


def make(name, folder):
    folder = Path(folder).absolute()
    lines = []
    for release, toolchain in TOOLCHAINS.items():
        pick = random.Random(f"{name}/{release}")
        work = toolchain / "root/unseen"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        for file, text in unseen_texts.SWIFT.items():
            (work / file).write_text(text)
        jobs = [(file, flags) for file in unseen_texts.SWIFT for flags in CHOICES]
        pick.shuffle(jobs)
        out = folder / "files" / release
        out.mkdir(parents=True, exist_ok=True)
        seen = set()
        for number, (file, flags) in enumerate(jobs):
            if len(seen) == SETS[name][1]:
                break
            words = ["-emit-module", "-parse-as-library", "-module-name", "Unseen", *flags, f"/unseen/{file}", "-o", "/unseen/Unseen.swiftmodule"]
            made = work / "Unseen.swiftmodule"
            made.unlink(missing_ok=True)
            if frontend(toolchain, *words).returncode or not made.exists():
                continue
            data = made.read_bytes()
            digest = hashlib.sha256(data).hexdigest()
            if digest in seen:
                continue
            seen.add(digest)
            target = out / f"{number:03}-{Path(file).stem.lower()}.swiftmodule"
            target.write_bytes(data)
            how = f"swift-frontend -frontend {' '.join(words)}".replace("/unseen/", "")
            lines.append("\t".join([f"{release}/{target.name}", digest, "Swift module", f"Swift {release}", "-", how]))
        shutil.rmtree(work)
        print(f"Swift {release}: {len(seen)} of {number + 1} tried", flush=True)
    head = f"# The set {name}: file, SHA-256, kind, producer, companions, how it was made."
    (folder / "manifest.tsv").write_text("\n".join([head, *sorted(lines)]) + "\n")


def asked(toolchain, place, data, flags):
    """What a compiler does that imports the module: outcome, stage, message."""
    work = toolchain / f"root/unseen-{place}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    (work / "Unseen.swiftmodule").write_bytes(data)
    (work / "Use.swift").write_text("import Unseen\n")
    inside = f"/unseen-{place}"
    done = frontend(toolchain, "-typecheck", *flags, "-I", inside, f"{inside}/Use.swift")
    shutil.rmtree(work)
    if done.returncode == 0:
        return "loads", "-", "-"
    text = done.stderr.decode("utf-8", "replace")
    found = re.search(r"error: (.*)", text)
    message = found[1] if found else f"status {done.returncode}: {(text.splitlines() or ['nothing'])[0]}"
    return "fails", "load", message.replace(inside, "…").replace("\t", " ")[:200]


def run(folder):
    folder = Path(folder).absolute()
    rows = [line.split("\t") for line in (folder / "manifest.tsv").read_text().splitlines() if not line.startswith("#")]
    jobs = [(row, release) for row in rows for release in TOOLCHAINS]

    def one(job):
        (file, _, _, _, _, how), release = job
        flags = [flag for flag in OF_CLIENTS if flag in how]
        place = re.sub(r"\W", "_", file)
        return "\t".join([file, f"swift-{release}", *asked(TOOLCHAINS[release], place, (folder / "files" / file).read_bytes(), flags)])

    with ThreadPoolExecutor(2) as workers:
        lines = sorted(workers.map(one, jobs))
    head = "# What Swift compilers did: file, target, outcome, stage, message."
    (folder / "outcomes.tsv").write_text("\n".join([head, *lines]) + "\n")


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parent.parent))
    import unseen_set

    unseen_set.main(SETS, make, run, __doc__)
