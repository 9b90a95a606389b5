#!/usr/bin/env python3
"""Sets of ExecuTorch programs that no rule was made from, for `cargo xtask interop executorch unseen`; docs/accuracy.md has the protocol.

    unseen.py sets                   names of sets, and what they are
    unseen.py make NAME FOLDER       programs into FOLDER/files, recordings into FOLDER/work, and FOLDER/manifest.tsv
    unseen.py run FOLDER             what all real runtimes do, into FOLDER/outcomes.tsv (hours; continues where it stopped)

Environments are set up in FOLDER/peers, at most two at a time, and deleted (about 2 GB each; OUTLAST_WHEELS keeps the packages). A file's
outcome is that of its worst method: misread, refused, loaded. What run.py could not ask for does not count.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RELEASES = subprocess.run(["bash", str(HERE / "venv.sh"), "--releases"], capture_output=True, text=True, check=True).stdout.split()
SETS = {
    "2026-11-models": (
        "87 models of kinds that no rule was made from (graphs, point clouds, vocoders, Fourier transforms, camera bytes, stereo, flows, "
        "diffusion, state spaces, decoding of sequences, recommenders, decision trees, filters, solvers, checksums, puzzles, controllers), "
        "for the portable operators, and some for XNNPACK and quantised, each by the exporters of 1.5.1 and 0.7.0 where they take it.",
        ["1.5.1", "0.7.0"],
    ),
}


def home(release, folder):
    return folder / "peers" / f"executorch-{release}"


def set_up(release, folder):
    """Starts to set up the environment of a release."""
    return subprocess.Popen(["bash", str(HERE / "venv.sh"), release, str(home(release, folder))])


def within(release, folder, *words):
    """Runs one of the scripts in the environment of a release, which is deleted then."""
    here = home(release, folder)
    environment = dict(os.environ, LD_LIBRARY_PATH=str(here / "stubs"), PATH=f"{here}/bin:{os.environ['PATH']}", PYTHONDONTWRITEBYTECODE="1")
    try:
        subprocess.run([str(here / "bin/python"), "-W", "ignore", *map(str, words)], check=True, env=environment, stderr=subprocess.DEVNULL)
    finally:
        shutil.rmtree(here, ignore_errors=True)


def prepared(process, release):
    if process.wait():
        sys.exit(f"ExecuTorch {release}: no environment")


def kind(model, options):
    where = "for XNNPACK" if model.startswith("xnn_") else "portable"
    return f"{where}, quantised" if "quantize" in options else where


def make(name, folder):
    folder = Path(folder).absolute()
    lines = []
    for release in SETS[name][1]:
        work = folder / "work" / release
        if not (work / "index.json").exists():
            prepared(set_up(release, folder), release)
            within(release, folder, HERE / "unseen_export.py", work)
        out = folder / "files" / release
        out.mkdir(parents=True, exist_ok=True)
        models = json.loads((work / "index.json").read_text())["models"]
        for model, entry in sorted(models.items()):
            for file in entry.get("files", {}):
                if file.endswith(".pte"):
                    data = (work / file).read_bytes()
                    (out / file).write_bytes(data)
                    how = f"unseen_export.py {model}: {entry['exercises']}"
                    lines.append("\t".join([f"{release}/{file}", hashlib.sha256(data).hexdigest(), kind(model, entry["options"]), f"ExecuTorch {release}", "-", how]))
        print(f"ExecuTorch {release}: {sum('files' in entry for entry in models.values())} of {len(models)} models", flush=True)
    head = f"# The set {name}: file, SHA-256, kind, producer, companions, how it was made."
    (folder / "manifest.tsv").write_text("\n".join([head, *sorted(lines)]) + "\n")


ORDER = ["loads", "fails", "misreads"]


def outcome(rows):
    """The worst of a file's methods; of levels of verification, the one that applications have by default."""
    methods, why = {}, "the Python binding of this release cannot ask"
    for row in rows:
        methods.setdefault(row["method"], {})[row["verification"]] = row
    worst = None
    for levels in methods.values():
        row = next(levels[level] for level in ("none", "minimal", "internal") if level in levels)
        if row.get("harness") or row["outcome"] == "skip":
            continue
        does = {"ok": "loads", "wrong": "misreads"}.get(row["outcome"], "fails")
        # A method that ran for one input and not for another says something of the input: as in the matrix of the corpus.
        passed = (row.get("cases") or 0) - (does == "misreads")
        if does != "loads" and (row.get("stage") or "").endswith("run") and passed > 0:
            why = "several inputs ran, and the record does not say that all of them failed"
            continue
        stage = (row.get("stage") or "-").split("+")[0] if does == "fails" else "-"
        message = " ".join((row.get("exception") or row.get("log") or "-").split())[:200] if does != "loads" else "-"
        if worst is None or ORDER.index(does) > ORDER.index(worst[0]):
            worst = (does, stage, message)
    return worst or ("excluded", "-", why)


def run(folder):
    folder = Path(folder).absolute()
    files = [line.split("\t")[0] for line in (folder / "manifest.tsv").read_text().splitlines() if not line.startswith("#")]
    results = folder / "results"
    results.mkdir(exist_ok=True)
    work = sorted((folder / "work").iterdir())
    lines = []
    # While one release runs, the next is set up: two environments at most.
    todo = [runtime for runtime in RELEASES if not (results / f"{runtime}.jsonl").exists()]
    ahead = set_up(todo[0], folder) if todo else None
    for runtime in RELEASES:
        table, part = results / f"{runtime}.jsonl", results / f"{runtime}.part"
        if runtime in todo:
            prepared(ahead, runtime)
            after = todo[todo.index(runtime) + 1 :]
            ahead = set_up(after[0], folder) if after else None
            part.unlink(missing_ok=True)
            within(runtime, folder, HERE / "run.py", *work, "--out", part)
            part.rename(table)
        found = {}
        for text in table.read_text().splitlines():
            row = json.loads(text)
            if not row["libraries"]:
                found.setdefault(f"{row['exporter']}/{row['file']}", []).append(row)
        lines += ["\t".join([file, f"executorch-{runtime}", *outcome(found.get(file, []))]) for file in files]
        print(f"ExecuTorch {runtime}: done", flush=True)
    head = "# What ExecuTorch runtimes did: file, target, outcome, stage, message."
    (folder / "outcomes.tsv").write_text("\n".join([head, *sorted(lines)]) + "\n")


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parent.parent))
    import unseen_set

    unseen_set.main(SETS, make, run, __doc__)
