"""The sets of PyTorch files that no rule was made from, for `cargo xtask interop torch unseen` (docs/accuracy.md).

    python3 unseen_set.py sets
    python3 unseen_set.py make NAME FOLDER     files of each release, by unseen.py in its environment (venv.sh sets it up)
    python3 unseen_set.py run FOLDER           every file in every release, by run.py: FOLDER/outcomes.tsv

A cell is a file in the full reader of a release, or in its lite interpreter. `torch.jit.load` reads .pt, .ptl and FlatBuffers, `torch.export.load`
reads .pt2. Outputs that depend on random numbers are compared by types alone.
"""

import csv
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

from sets import SETS

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
ENVIRONMENTS = pathlib.Path(os.environ.get("OUTLAST_TORCH", ROOT / "target/interop/torch"))
# Environments and scripts are reached by these names, which files may have in them on any machine.
PLACE = pathlib.Path("/tmp/outlast-torch")
RELEASES = ["1.6.0", "1.10.2", "1.13.1", "2.1.2", "2.15.0"]
TRUTH = {"ok": "loads", "wrong": "misreads", "load-error": "fails", "run-error": "fails", "crash": "fails", "timeout": "fails"}
KINDS = {"script": "script", "trace": "trace", "lite": "lite", "flatbuffer": "FlatBuffers", "export": "torch.export", "backport": "backported lite"}
# Outcomes that are not the file's: Python could not hand an input over or name the class of a result, or the producer itself raised.
LEFT_OUT = {
    "Tracer cannot infer type": "Python cannot hand the inputs over",
    "Did you forget to import it?": "Python cannot name the class of the result",
    "pybind_utils.cpp": "Python cannot name the class of the result",
    "raises became": "the producer raised",
    "(its own release:": "the producer's own release does not give what it recorded",
}


def environment(release):
    folder = ENVIRONMENTS / release
    if not (folder / "bin/python").exists():
        subprocess.run(["bash", str(HERE / "venv.sh"), release, str(folder)], check=True)
    return folder


def link(name, folder):
    PLACE.mkdir(exist_ok=True)
    if name.is_symlink():
        name.unlink()
    name.symlink_to(folder.resolve())


def python(release, script, *arguments):
    folder, peers = PLACE / f"torch-{release}", PLACE / "peers"
    link(folder, environment(release))
    # Python follows a link to its scripts: a copy.
    shutil.copytree(HERE, peers, dirs_exist_ok=True)
    variables = {**os.environ, "LD_LIBRARY_PATH": str(folder / "stubs"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [str(folder / "bin/python"), "-W", "ignore", str(peers / script), *map(str, arguments)]
    subprocess.run(command, check=True, env=variables, cwd="/")


def listed(folder):
    """Every file that was made: release, name, what index.json says."""
    for release in RELEASES:
        index = json.loads((folder / "made" / release / "index.json").read_text(encoding="utf-8"))
        for name, entry in sorted(index["files"].items()):
            yield release, name, entry


def make(name, folder):
    for release in RELEASES:
        if not (folder / "made" / release / "index.json").exists():
            python(release, "unseen.py", name, folder / "made" / release)
    lines = ["# file, SHA-256, kind, producer, companions, how"]
    for release, file, entry in listed(folder):
        if entry["form"] not in KINDS and entry["form"] not in ("dynamic", "core"):
            continue
        target = folder / "files" / f"{release}-{file}"
        shutil.copyfile(folder / "made" / release / file, target)
        digest = hashlib.sha256(target.read_bytes()).hexdigest()
        kind = KINDS.get(entry["form"], "torch.export")
        lines.append("\t".join([target.name, digest, kind, f"torch {release}", "-", f"unseen.py: {entry.get('model', file)}"]))
    (folder / "manifest.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(folder):
    cells = {}
    for consumer in RELEASES:
        table = folder / f"runs-{consumer}.tsv"
        if not table.exists():
            python(consumer, "run.py", table, *[f"{release}={folder / 'made' / release}" for release in RELEASES])
        with table.open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                if row["mode"] in ("script", "export", "lite"):
                    target = f"torch-{consumer}-lite" if row["mode"] == "lite" else f"torch-{consumer}"
                    cells[f"{row['producer']}-{row['file']}", target] = row
    lines = ["# What the real readers did: file, target, outcome, stage, message."]
    for line in (folder / "manifest.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name = line.split("\t")[0]
        for target in (f"torch-{release}{lite}" for release in RELEASES for lite in ("", "-lite")):
            row = cells.get((name, target))
            if row is None:
                lines.append("\t".join([name, target, "excluded", "-", "no reader of this kind was asked"]))
                continue
            said = row["message"].replace("\t", " ")[:200]
            why = next((why for text, why in LEFT_OUT.items() if row["outcome"] != "ok" and text in row["message"]), None)
            outcome = "excluded" if why else TRUTH[row["outcome"]]
            stage = row["stage"] if row["stage"] in ("load", "run") and outcome == "fails" else "-"
            lines.append("\t".join([name, target, outcome, stage, why or said or "-"]))
    (folder / "outcomes.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")


match sys.argv[1:]:
    case ["sets"]:
        for name, chosen in SETS.items():
            print(f"{name}\t{chosen.about}")
    case ["make", name, folder] if name in SETS:
        make(name, pathlib.Path(folder))
    case ["run", folder]:
        run(pathlib.Path(folder))
    case _:
        sys.exit(__doc__)
