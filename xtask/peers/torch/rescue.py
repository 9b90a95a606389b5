"""Converts the files that a release does not take as they are, and runs what comes out in it: how many are rescued.

    python3 rescue.py OUTLAST FOLDER PRODUCER READER EXTENSION OUT_DIR

FOLDER has the models (`models/RELEASE`, by models.py) and the environments (`RELEASE`, by venv.sh). READER is a release, or one with `-lite` behind it;
EXTENSION is pt, ptl or pt2. Prints how many files there are, how many are not good, converted and right, what runs say of the others, and why files are refused.
A file whose producer raised and that gives a value now is counted apart: nobody used it. Exit status 1 if a converted file runs to another result.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FORMS = {"pt": ("script", "trace"), "ptl": ("lite",), "pt2": ("export",)}
# What Python says of inputs that it cannot hand over: not the file's.
HANDED = ("Tracer cannot infer type", "Did you forget to import it?", "pybind_utils.cpp", "(its own release:")


def judged(outlast, target, files):
    for at in range(0, len(files), 200):
        command = [outlast, "check", "--format", "json", "--target", target, *map(str, files[at:at + 200])]
        yield from json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)["results"]


def main(outlast, folder, producer, reader, extension, out):
    folder, out = pathlib.Path(folder).resolve(), pathlib.Path(out).resolve()
    models = folder / "models" / producer
    index = json.loads((models / "index.json").read_text(encoding="utf-8"))
    names = [name for name, entry in index["files"].items() if entry["form"] in FORMS[extension]]
    results = judged(outlast, f"torch-{reader}", [models / name for name in names])
    bad = [pathlib.Path(result["file"]).name for result in results if result.get("outcome") not in ("loads", "upgrades")]
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)

    def convert(name):
        command = [outlast, "convert", "--format", "json", str(models / name), "--target", f"torch-{reader}", "-o", str(out / name)]
        return name, subprocess.run(command, capture_output=True, text=True, check=False)

    refused, converted = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for name, run in pool.map(convert, bad):
            if run.returncode == 0:
                converted.append(name)
            else:
                blockers = json.loads(run.stdout).get("blockers", []) if run.returncode == 1 else []
                refused["; ".join(sorted({blocker["subject"] for blocker in blockers})) or run.stderr.strip()] += 1
    rows = []
    if converted:
        (out / "index.json").write_text(json.dumps({**index, "files": {name: index["files"][name] for name in converted}}), encoding="utf-8")
        environment = folder / reader.removesuffix("-lite")
        variables = {**os.environ, "LD_LIBRARY_PATH": str(environment / "stubs"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [environment / "bin/python", "-W", "ignore", HERE / "run.py", out / "runs.tsv", f"{producer}={out}"]
        subprocess.run(command, env=variables, cwd="/", check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rows = [line.rstrip("\n").split("\t") for line in (out / "runs.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    mode = "lite" if reader.endswith("-lite") else "export" if extension == "pt2" else "script"
    counts, wrong = collections.Counter(), []
    for _, name, how, _, outcome, _, message in rows:
        if how != mode:
            continue
        kind = "raised" if "raises became" in message else "not asked" if any(text in message for text in HANDED) else outcome
        counts[kind] += 1
        if kind not in ("ok", "raised", "not asked"):
            wrong.append(f"{name}: {outcome} {message[:160]}")
    said = ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items()))
    print(f"{producer} for {reader}, .{extension}: {len(names)} files, {len(bad)} not good, {len(converted)} converted: {said}")
    for why, count in refused.most_common():
        print(f"    {count} refused: {why[:160]}")
    for line in wrong:
        print("    wrong:", line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:7]) if len(sys.argv) == 7 else __doc__)
