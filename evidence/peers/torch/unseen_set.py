"""The sets of PyTorch files that no rule was made from, for `cargo xtask interop torch unseen` (docs/accuracy.md).

    python3 unseen_set.py sets
    python3 unseen_set.py make NAME FOLDER     files of each release, by unseen.py in its environment (venv.sh sets it up)
    python3 unseen_set.py convert FOLDER OUTLAST   every cell of FOLDER/predictions.tsv that is not good, converted: FOLDER/conversions.tsv
    python3 unseen_set.py run FOLDER           every file in every release, by run.py: FOLDER/outcomes.tsv; what was converted: FOLDER/rescues.tsv

What converts and how results are compared is that of rescue.py. A table of one release that is there is not made again: a run that was cut off goes on.

A cell is a file in the full reader of a release, or in its lite interpreter. `torch.jit.load` reads .pt, .ptl and FlatBuffers, `torch.export.load`
reads .pt2. Outputs that depend on random numbers are compared by types alone.
"""

import concurrent.futures
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys

import rescue
from sets import SETS

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import retired  # noqa: E402 (beside the folder)
from pins import releases  # noqa: E402
from protocol import digest, main, not_good, rows, write, write_manifest  # noqa: E402

ROOT = HERE.parents[2]
ENVIRONMENTS = pathlib.Path(os.environ.get("OUTLAST_TORCH", ROOT / "target/interop/torch"))
# Environments and scripts are reached by these names, which files may have in them on any machine.
PLACE = pathlib.Path("/tmp/outlast-torch")
RELEASES = releases("torch", "models")
TRUTH = {"ok": "loads", "wrong": "misreads", "load-error": "fails", "run-error": "fails", "crash": "fails", "timeout": "fails"}
# Of converted files; any other outcome is a failure. What raised in its producer, or cannot be asked by Python, does not count.
RESCUED = {"ok": "right", "wrong": "other", "refused": "refused", "raised": "excluded", "not asked": "excluded"}
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


def at_place():
    """Environments and scripts under the names that any machine has."""
    for release in RELEASES:
        link(PLACE / f"torch-{release}", environment(release))
    # Python follows a link to its scripts: copies.
    for scripts in (HERE, retired.files("torch") / "evidence/peers/torch"):
        shutil.copytree(scripts, PLACE / "peers", dirs_exist_ok=True)


def each(function, items):
    """Calls the function for every item, two at a time."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(function, items))


def python(release, script, *arguments, more=None):
    folder, peers = PLACE / f"torch-{release}", PLACE / "peers"
    variables = {**os.environ, "LD_LIBRARY_PATH": str(folder / "stubs"), "PYTHONDONTWRITEBYTECODE": "1", **(more or {})}
    command = [str(folder / "bin/python"), "-W", "ignore", str(peers / script), *map(str, arguments)]
    subprocess.run(command, check=True, env=variables, cwd="/")


def runs(release, table, *words, more=None):
    """Runs files in a release, by run.py."""
    variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(more or {})}
    subprocess.run(list(map(str, ["python3", HERE / "run.py", PLACE / f"torch-{release}", table, *words])), check=True, env=variables)


def listed(folder):
    """Every file that was made: release, name, what index.json says."""
    for release in RELEASES:
        index = json.loads((folder / "made" / release / "index.json").read_text(encoding="utf-8"))
        for name, entry in sorted(index["files"].items()):
            yield release, name, entry


def make(name, folder):
    at_place()
    missing = [release for release in RELEASES if not (folder / "made" / release / "index.json").exists()]
    each(lambda release: python(release, "unseen.py", name, folder / "made" / release), missing)
    lines = []
    for release, file, entry in listed(folder):
        if entry["form"] not in KINDS and entry["form"] not in ("dynamic", "core"):
            continue
        target = folder / "files" / f"{release}-{file}"
        shutil.copyfile(folder / "made" / release / file, target)
        kind = KINDS.get(entry["form"], "torch.export")
        lines.append((target.name, digest(target), kind, f"torch {release}", "-", f"unseen.py: {entry.get('model', file)}"))
    write_manifest(name, folder, lines)


def left_out(form, target):
    """Why a file is not converted for a target, if nobody would."""
    reader = target.removeprefix("torch-")
    if form in ("lite", "flatbuffer"):
        return None if reader.endswith("-lite") else "bytecode is converted for lite interpreters"
    if reader.endswith("-lite"):
        return "a program without bytecode"
    return "the release has no torch.export" if form not in ("script", "trace") and reader.startswith("1.") else None


def plain(text):
    return " ".join(text.replace(";", ",").split())


def convert(folder, outlast):
    """What each conversion gives is `converted/TARGET/FILE`."""
    entries = {f"{release}-{name}": (release, entry) for release, name, entry in listed(folder)}
    shutil.rmtree(folder / "converted", ignore_errors=True)

    def one(cell):
        file, target = cell
        release, entry = entries[file]
        why = left_out(entry["form"], target)
        if why:
            return file, target, "left-out", why
        out = folder / "converted" / target / file
        out.parent.mkdir(parents=True, exist_ok=True)
        reasons = rescue.convert(outlast, folder / "files" / file, out, target, rescue.written_by(release))
        if reasons:
            said = [plain(f"{code} {subject}" if code != "-" else why)[:200] for code, subject, why in reasons]
            return file, target, "refused", "; ".join(dict.fromkeys(said))
        return file, target, "converted", digest(out)

    head = "# What `outlast convert` gives for each cell that is not good: file, target, what, SHA-256 or reasons."
    write(folder / "conversions.tsv", head, each(one, not_good(folder)))


def run_converted(folder):
    """What the targets compute from converted files; of files that are refused, only whether their producer ran them."""
    cells = {(file, target): (what, more) for file, target, what, more in rows(folder / "conversions.tsv") if what != "left-out"}
    index = {"files": {f"{release}-{name}": entry for release, name, entry in listed(folder)}}

    def one(target):
        names = [file for (file, to), (what, _) in cells.items() if to == target and what == "converted"]
        if not names:
            return {}
        place, table = folder / "converted" / target, folder / f"runs-converted-{target}.tsv"
        modes = ["lite"] if target.endswith("-lite") else ["script", "export"]
        if not table.exists():
            rescue.index_of(index, names, place)
            reader = target.removeprefix("torch-").removesuffix("-lite")
            runs(reader, table, "--modes", ",".join(modes), f"converted={place}", more={"OUTLAST_TOLERANCE": rescue.TOLERANCE})
        return {(file, target): (kind, message) for _, file, kind, message in rescue.results(table, modes)}

    ran = {}
    for said in each(one, sorted({target for _, target in cells})):
        ran.update(said)
    lines = []
    for (file, target), (what, more) in cells.items():
        kind, message = ran[file, target] if what == "converted" else ("refused", more)
        by = "never-ran" if rescue.never_ran(index["files"][file]) else "ran"
        lines.append((file, target, RESCUED.get(kind, "failed"), by, message[:200] or "-"))
    head = "# What became of each cell that was to be converted: file, target, outcome, whether its producer ran the file, message."
    write(folder / "rescues.tsv", head, lines)


def run(folder):
    at_place()

    def table_of(consumer):
        table = folder / f"runs-{consumer}.tsv"
        if not table.exists():
            runs(consumer, table, *[f"{release}={folder / 'made' / release}" for release in RELEASES])

    each(table_of, RELEASES)
    if (folder / "conversions.tsv").exists():
        run_converted(folder)
    cells = {}
    for consumer in RELEASES:
        with (folder / f"runs-{consumer}.tsv").open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                if row["mode"] in ("script", "export", "lite"):
                    target = f"torch-{consumer}-lite" if row["mode"] == "lite" else f"torch-{consumer}"
                    cells[f"{row['producer']}-{row['file']}", target] = row
    lines = []
    for name, *_ in rows(folder / "manifest.tsv"):
        for target in (f"torch-{release}{lite}" for release in RELEASES for lite in ("", "-lite")):
            row = cells.get((name, target))
            if row is None:
                lines.append((name, target, "excluded", "-", "no reader of this kind was asked"))
                continue
            why = next((why for text, why in LEFT_OUT.items() if row["outcome"] != "ok" and text in row["message"]), None)
            outcome = "excluded" if why else TRUTH[row["outcome"]]
            stage = row["stage"] if row["stage"] in ("load", "run") and outcome == "fails" else "-"
            lines.append((name, target, outcome, stage, why or row["message"][:200] or "-"))
    write(folder / "outcomes.tsv", "# What the real readers did: file, target, outcome, stage, message.", lines)


main({name: (chosen.about,) for name, chosen in SETS.items()}, make, run, __doc__, convert=convert)
