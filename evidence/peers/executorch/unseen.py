#!/usr/bin/env python3
"""Sets of ExecuTorch programs that no rule was made from, for `cargo xtask interop executorch unseen`; docs/accuracy.md has the protocol.

    unseen.py sets                   names of sets, and what they are
    unseen.py make NAME FOLDER       programs into FOLDER/files, recordings into FOLDER/work, and FOLDER/manifest.tsv
    unseen.py convert FOLDER OUTLAST  converts what is not predicted to load, into FOLDER/converted and FOLDER/conversions.tsv
    unseen.py run FOLDER             what all real runtimes do, into FOLDER/outcomes.tsv, and with converted files, into FOLDER/rescues.tsv
                                     (hours; continues where it stopped)

Environments are set up in FOLDER/peers, at most two at a time, and deleted (about 2 GB each; OUTLAST_WHEELS keeps the packages). A file's
outcome is that of its worst method: misread, refused, loaded (unseen_outcomes.py). What could not be asked for does not count, nor do methods for
which all runtimes give the same, and not what was recorded. Targets with libraries are runtimes that loaded the files of these libraries first. A
converted file is right if it gives what its producer recorded.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from unseen_outcomes import outcome, recorded_otherwise

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import play  # noqa: E402 (beside the folder)
from protocol import converted, digest, main, not_good, rows, write, write_manifest  # noqa: E402

# The sets that are in the tree; evidence/unseen/content.toml says where those are that were scored. What each is, its exporters, the modules that
# have its models (with commas), and its runtimes.
SETS = {}
# Of these sets, each exporter makes a share of all files in their order: from which on, and one of how many.
SHARES = {}
LIBRARIES = ("custom_ops", "quantized")


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


def played(release, folder, *words):
    """Runs files in a release by the code of `outlast prove`; its environment is deleted then."""
    here = home(release, folder)
    try:
        print(play.asked(["play", "files", here / "bin/python", f"LD_LIBRARY_PATH={here}/stubs", *words]), end="")
    finally:
        shutil.rmtree(here, ignore_errors=True)


def prepared(process, release):
    if process.wait():
        sys.exit(f"ExecuTorch {release}: no environment")


def kind(model, options, libraries=()):
    words = ["for XNNPACK" if model.startswith("xnn_") else "for Vulkan" if model.endswith("_vk") else "portable"]
    words += ["and Vulkan"] * model.endswith("_vkx") + ["quantised"] * ("quantize" in options) + ["with libraries"] * bool(libraries)
    return ", ".join(words)


def make(name, folder):
    lines = []
    for at, release in enumerate(SETS[name][1]):
        work = folder / "work" / release
        if not (work / "index.json").exists():
            prepared(set_up(release, folder), release)
            within(release, folder, HERE / "unseen_export.py", SETS[name][2], work, *([f"--share={SHARES[name][at][0]}/{SHARES[name][at][1]}"] if name in SHARES else []))
        out = folder / "files" / release
        out.mkdir(parents=True, exist_ok=True)
        models = json.loads((work / "index.json").read_text())["models"]
        for model, entry in sorted(models.items()):
            for file in entry.get("files", {}):
                shutil.copyfile(work / file, out / file)
                if file.endswith((".pte", ".bpte")):
                    beside = ",".join(f"{release}/{other}" for other in sorted(entry["files"]) if other.endswith(".ptd")) or "-"
                    how = f"unseen_export.py {model}: {entry['exercises']}"
                    what = kind(model, entry["options"], entry["libraries"])
                    lines.append((f"{release}/{file}", digest(out / file), what, f"ExecuTorch {release}", beside, how))
        print(f"ExecuTorch {release}: {sum('files' in entry for entry in models.values())} of {len(models)} models", flush=True)
    write_manifest(name, folder, lines)


def convert(folder, outlast):
    lines = []
    made_with = {row[0]: row for row in rows(folder / "manifest.tsv")}
    for file, target in not_good(folder):
        if asked(made_with[file], "+" in target):
            beside = [word for other in made_with[file][4].split(",") if other != "-" for word in ("--data", folder / "files" / other)]
            lines.append(converted(outlast, folder, file, target, *beside))
        else:
            lines.append((file, target, "left-out", "-"))
    write(folder / "conversions.tsv", "# What convert gave: file, target, what, SHA-256 or codes of reasons.", lines)


def targets(runtime):
    """The targets that a runtime answers for, with the libraries that are loaded first."""
    return {f"executorch-{runtime}": (), f"executorch-{runtime}+{'+'.join(LIBRARIES)}": LIBRARIES}


def judged_for(exporters, modules, runtimes):
    """The targets of a set, all without libraries first."""
    in_order = sorted(runtimes, key=lambda runtime: [int(part) for part in runtime.split(".")])
    return [target for with_libraries in (0, 1) for target in (list(targets(runtime))[with_libraries] for runtime in in_order)]


def asked(row, libraries):
    """Whether a file of the manifest runs with libraries loaded: where it calls none of their operators, that says nothing new."""
    return not libraries or "with libraries" in row[2]


def recorded(folder):
    """What each exporter recorded of each model: the release, and the model's entry in its index."""
    for work in sorted((folder / "work").iterdir()):
        for model, entry in json.loads((work / "index.json").read_text())["models"].items():
            yield work.name, {**entry, "model": model}


def jobs(folder, runtime, name):
    """What `play files` runs in a runtime: a folder with mutants.json, of all files and of those that were converted."""
    wanted = []
    entries = {f"{release}/{file}": entry for release, entry in recorded(folder) for file in entry.get("files", {})}

    def job(file, path, libraries):
        entry = entries[file]
        model = entry["model"]
        release = file.split("/")[0]
        weights = [f"work/{release}/{other}" for other in entry["files"] if other.endswith(".ptd")]
        return {
            "file": path, "base": model, "npz": f"work/{release}/{model}.npz", "libraries": list(libraries),
            "tolerance": entry["tolerance"], "methods": {method: method for method in entry["methods"]},
            "ptd": weights[0] if weights else "",
        }  # fmt: skip

    made = rows(folder / "conversions.tsv")
    for target, libraries in targets(runtime).items():
        wanted += [job(row[0], f"files/{row[0]}", libraries) for row in rows(folder / "manifest.tsv") if asked(row, libraries)]
        wanted += [job(file, f"converted/{target}/{file}", libraries) for file, to, what, _ in made if to == target and what == "converted"]
    (folder / name).write_text(json.dumps(wanted))


def run(folder):
    runtimes = SETS[folder.name][3]
    results = folder / "results"
    results.mkdir(exist_ok=True)
    found, todo = {}, [runtime for runtime in runtimes if not (results / f"{runtime}.jsonl").exists()]
    ahead = set_up(todo[0], folder) if todo else None
    for runtime in runtimes:
        table, part = results / f"{runtime}.jsonl", results / f"{runtime}.part"
        if runtime in todo:
            prepared(ahead, runtime)
            after = todo[todo.index(runtime) + 1 :]
            ahead = set_up(after[0], folder) if after else None
            part.unlink(missing_ok=True)
            jobs(folder, runtime, "mutants.json")
            played(runtime, folder, folder, "--out", part, "--one-level")
            part.rename(table)
        for text in table.read_text().splitlines():
            row = json.loads(text)
            target = next(target for target, libraries in targets(runtime).items() if sorted(libraries) == sorted(row["libraries"]))
            found.setdefault((row["file"], target), []).append(row)
        print(f"ExecuTorch {runtime}: done", flush=True)
    lines, rescues = [], []
    tolerances = {f"{release}/{file}": entry["tolerance"] for release, entry in recorded(folder) for file in entry.get("files", {})}
    otherwise = {}
    for row in rows(folder / "manifest.tsv"):
        for with_libraries in (0, 1):
            ran = [one for runtime in runtimes for one in found.get((f"files/{row[0]}", list(targets(runtime))[with_libraries]), [])]
            otherwise[row[0], with_libraries == 1] = recorded_otherwise(ran, row[0].split("/")[0], tolerances[row[0]])
    conversions = rows(folder / "conversions.tsv")
    for runtime in runtimes:
        for target in targets(runtime):
            for row in rows(folder / "manifest.tsv"):
                same = ("excluded", "-", "the file calls no operator of a library: the same as without")
                lines.append((row[0], target, *(outcome(found.get((f"files/{row[0]}", target), []), otherwise[row[0], "+" in target]) if asked(row, targets(runtime)[target]) else same)))
    # A producer runs its own file, with the same libraries.
    for file, target, what, _ in conversions:
        if what == "left-out":
            continue
        producer = list(targets(file.split("/")[0]))["+" in target]
        ran = "ran" if outcome(found.get((f"files/{file}", producer), []))[0] == "loads" else "-"
        does, _, why = outcome(found.get((f"converted/{target}/{file}", target), []), otherwise[file, "+" in target]) if what == "converted" else ("refused", "-", "-")
        became = {"loads": "right", "misreads": "other", "fails": "failed"}.get(does, does)
        rescues.append((file, target, became, ran, why))
    write(folder / "outcomes.tsv", "# What ExecuTorch runtimes did: file, target, outcome, stage, message.", lines)
    if conversions:
        write(folder / "rescues.tsv", "# What became of converted files: file, target, outcome, whether the producer ran the file, message.", rescues)


if __name__ == "__main__":
    main(SETS, make, run, __doc__, judged_for, convert)
