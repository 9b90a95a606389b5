#!/usr/bin/env python3
"""Portable artifacts of programs that no rule was made from (docs/accuracy.md).

  unseen.py sets                       the sets
  unseen.py make SET FOLDER            artifacts of the programs, for versions drawn from all, by three writers
  unseen.py convert FOLDER OUTLAST     converts what is not predicted to load, for each release of jaxlib
  unseen.py run FOLDER                 asks ten releases of jaxlib

A reader loads an artifact if it deserialises it and, where the program runs on one device, compiles and runs it on recorded inputs: it is
then `loads`, whatever it computes, as kernels of releases differ. It fails at `load` or at `run`. A converted artifact is right if it
computes the recorded outputs (float32 within 1e-5); `other` if it computes others and the artifact that the real serialiser wrote for
that release computes the recorded ones, or does not exist; excluded if that one computes others, too, or if the program takes several devices.
"""

import os
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PEERS = HERE.parents[2] / "target/interop/stablehlo"
sys.path.append(str(HERE.parent))
from check import WRITTEN, Setup, carried  # noqa: E402
from protocol import converted, digest, main, not_good, rows, write, write_manifest  # noqa: E402

# Those that are in the tree; evidence/unseen/content.toml says where those are that were scored. What each is, and the module with its programs.
SETS = {}
EACH = 5


def setup():
    subprocess.run(["bash", HERE / "setup.sh", PEERS], check=True)
    return Setup("outlast", "rewrite", PEERS, "")


def make(name, folder):
    real = setup()
    programs = folder / "programs"
    environment = {**os.environ, "PYTHONPATH": f"{real.paths[real.newest]}:{HERE}"}
    subprocess.run([sys.executable, HERE / "programs.py", programs, SETS[name][1]], env=environment, check=True, stderr=subprocess.DEVNULL)
    # What a release writes itself, to compare with later; not part of the set.
    (folder / "real").mkdir()
    jobs = [{"text": str(path), "versions": WRITTEN, "by": "xla", "file": f"{folder}/real/{path.stem}@{{}}.mlir.bc"} for path in sorted(programs.glob("*.mlir"))]
    real.peer(real.newest, "write", jobs)
    lines = []
    files = folder / "files"
    files.mkdir(exist_ok=True)
    for path in sorted(programs.glob("*.mlir")):
        pick = random.Random(f"{name}/{path.stem}")
        for release, by in ((real.newest, "xla"), (real.newest, "dialect"), ("0.7.2", "dialect")):
            versions = sorted(pick.sample(WRITTEN, EACH), key=WRITTEN.index)
            job = {"text": str(path), "versions": versions, "by": by, "file": f"{files}/{path.stem}-{release}-{by}@{{}}.mlir.bc"}
            for answer in real.peer(release, "write", [job]):
                if answer["ok"]:
                    made = pathlib.Path(answer["file"])
                    how = f"{by} writer, {answer['version']}, of {path.stem} in {SETS[name][1]}.py"
                    lines.append((made.name, digest(made), "portable artifact", f"jaxlib {release}", "-", how))
    write_manifest(name, folder, lines)


def convert(folder, outlast):
    lines = [converted(outlast, folder, file, target) for file, target in not_good(folder)]
    write(folder / "conversions.tsv", "# What convert gave: file, target, what, SHA-256 or codes of reasons.", lines)


def run(folder):
    real = setup()
    files = [row[0] for row in rows(folder / "manifest.tsv")]
    conversions = rows(folder / "conversions.tsv")
    program = {file: file.split("@")[0].rsplit("-", 2)[0] for file in files}
    outcomes, rescues = [], []

    def cases(file):
        path = folder / "programs" / f"{program[file]}.npz"
        return str(path) if path.exists() else None

    for release in real.paths:
        target = f"jaxlib-{release}"
        answers = real.peer(release, "read", [{"file": str(folder / "files" / file)} for file in files])
        read = [file for file, answer in zip(files, answers) if answer["ok"]]
        ran = [file for file in read if cases(file)]
        did = dict(zip(ran, real.run(release, [{"file": str(folder / "files" / file), "cases": cases(file)} for file in ran])))
        for file, answer in zip(files, answers):
            if not answer["ok"]:
                outcomes.append((file, target, "fails", "load", answer["says"][:200]))
            elif file in did and not did[file]["ok"] and "differs" not in did[file]["says"]:
                outcomes.append((file, target, "fails", "run", did[file]["says"][:200]))
            else:
                outcomes.append((file, target, "loads", "-", "-"))
        mine = [(file, what) for file, to, what, _ in conversions if to == target]
        made = [file for file, what in mine if what == "converted"]
        jobs = [file for file in made if cases(file)]
        after = dict(zip(jobs, real.run(release, [{"file": str(folder / "converted" / target / file), "cases": cases(file)} for file in jobs])))
        others = [file for file in made if not cases(file)]
        after_read = dict(zip(others, real.peer(release, "read", [{"file": str(folder / "converted" / target / file)} for file in others])))
        base = carried(real, release)
        written = sorted({program[file] for file in jobs if (folder / "real" / f"{program[file]}@{base}.mlir.bc").exists()})
        theirs = dict(zip(written, real.run(release, [{"file": str(folder / "real" / f"{name}@{base}.mlir.bc"), "cases": str(folder / "programs" / f"{name}.npz")} for name in written])))
        for file, what in mine:
            if what == "refused":
                rescues.append((file, target, "refused", "ran", "-"))
            elif file in after:
                answer, real_one = after[file], theirs.get(program[file])
                if answer["ok"]:
                    rescues.append((file, target, "right", "ran", "-"))
                elif real_one and not real_one["ok"]:
                    rescues.append((file, target, "excluded", "ran", f"the real serialiser's artifact does the same: {real_one['says'][:120]}"))
                else:
                    rescues.append((file, target, "other" if "differs" in answer["says"] else "failed", "ran", answer["says"][:200]))
            elif not after_read[file]["ok"]:
                rescues.append((file, target, "failed", "ran", after_read[file]["says"][:200]))
            else:
                rescues.append((file, target, "excluded", "ran", "several devices, or a dynamic shape: read, not run"))
    write(folder / "outcomes.tsv", "# What jaxlib did: file, target, outcome, stage, message.", outcomes)
    if conversions:
        write(folder / "rescues.tsv", "# What became of converted files: file, target, outcome, whether the producer ran the file, message.", rescues)


if __name__ == "__main__":
    main(SETS, make, run, __doc__, convert=convert)
