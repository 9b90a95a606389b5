#!/usr/bin/env python3
"""Sets of Swift modules that no rule was made from, for `cargo xtask interop swift unseen`; docs/accuracy.md has the protocol.

    unseen_swift.py sets             names of sets, and what they are
    unseen_swift.py make NAME FOLDER modules into FOLDER/files, and FOLDER/manifest.tsv
    unseen_swift.py run FOLDER       what the real compilers do when they import each, into FOLDER/outcomes.tsv

Toolchains are those of swift.sh in target/interop/swift and target/interop/swift-newer.
"""

import importlib
import random
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from protocol import digest, main, rows, write, write_manifest  # noqa: E402 (beside the folder)

INTEROP = HERE.parents[2] / "target/interop"
TOOLCHAINS = {"6.0.3": INTEROP / "swift", "6.2.3": INTEROP / "swift-newer"}
FRONTEND = "/usr/libexec/swift/bin/swift-frontend"
#: Those that are in the tree; evidence/unseen/content.toml says where those are that were scored. What each is, how many modules each release gives,
#: and the module with its SOURCES by file, and FLAGS: lists of flags of the writer.
SETS = {}
#: Flags that a client of a module has to have, too.
OF_CLIENTS = ("-cxx-interoperability-mode=default",)


def frontend(toolchain, *words):
    command = [str(toolchain / "run"), FRONTEND, "-frontend", *words]
    return subprocess.run(command, capture_output=True, timeout=120, stdin=subprocess.DEVNULL)


def make(name, folder):
    _, wanted, module = SETS[name]
    content = importlib.import_module(module)
    lines = []
    for release, toolchain in TOOLCHAINS.items():
        pick = random.Random(f"{name}/{release}")
        work = toolchain / "root/unseen"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        for file, text in content.SOURCES.items():
            (work / file).write_text(text)
        jobs = [(file, flags) for file in content.SOURCES for flags in content.FLAGS]
        pick.shuffle(jobs)
        out = folder / "files" / release
        out.mkdir(parents=True, exist_ok=True)
        seen = set()
        for number, (file, flags) in enumerate(jobs):
            if len(seen) == wanted:
                break
            words = ["-emit-module", "-parse-as-library", "-module-name", "Unseen", *flags, f"/unseen/{file}", "-o", "/unseen/Unseen.swiftmodule"]
            made = work / "Unseen.swiftmodule"
            made.unlink(missing_ok=True)
            if frontend(toolchain, *words).returncode or not made.exists():
                continue
            sha256 = digest(made)
            if sha256 in seen:
                continue
            seen.add(sha256)
            target = out / f"{number:03}-{Path(file).stem.lower()}.swiftmodule"
            shutil.copyfile(made, target)
            how = f"swift-frontend -frontend {' '.join(words)}".replace("/unseen/", "")
            lines.append((f"{release}/{target.name}", sha256, "Swift module", f"Swift {release}", "-", how))
        shutil.rmtree(work)
        print(f"Swift {release}: {len(seen)} of {number + 1} tried", flush=True)
    write_manifest(name, folder, lines)


def asked(toolchain, place, module, flags):
    """What a compiler does that imports the module: outcome, stage, message."""
    work = toolchain / f"root/unseen-{place}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    shutil.copyfile(module, work / "Unseen.swiftmodule")
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
    jobs = [(row, release) for row in rows(folder / "manifest.tsv") for release in TOOLCHAINS]

    def one(job):
        (file, _, _, _, _, how), release = job
        flags = [flag for flag in OF_CLIENTS if flag in how]
        place = re.sub(r"\W", "_", file)
        return file, f"swift-{release}", *asked(TOOLCHAINS[release], place, folder / "files" / file, flags)

    with ThreadPoolExecutor(2) as workers:
        lines = list(workers.map(one, jobs))
    write(folder / "outcomes.tsv", "# What Swift compilers did: file, target, outcome, stage, message.", lines)


if __name__ == "__main__":
    main(SETS, make, run, __doc__)
