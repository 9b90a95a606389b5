"""Converts the files that a release does not take as they are, and runs what comes out in it: how many are rescued.

    python3 rescue.py OUTLAST FOLDER PRODUCER READER EXTENSION OUT_DIR
    python3 rescue.py --table OUT_DIR …     what the runs in these folders gave: one table, and what stays refused

FOLDER has the models (`models/RELEASE`, by models.py) and the environments (`RELEASE`, by venv.sh). READER is a release, or one with `-lite` behind it;
EXTENSION is pt, ptl, ff.ptl (FlatBuffers) or pt2. Prints how many files there are, how many are not good, converted and right, what runs say of the others, and why files are refused.
`outlast convert` is told the release that wrote the files (`--written-by`), as their owner would: the bytes of many fit several, which did other things. How
many need that is counted, too. Counted apart, because nobody used them: files that their own producer cannot load, and those whose every
call raised in it. Exit status 1 if a converted file runs to another result. OUT_DIR/rescue.json has all of it.
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
FORMS = {"pt": ("script", "trace"), "ptl": ("lite",), "ff.ptl": ("flatbuffer",), "pt2": ("export",)}
# Of float32, relative and absolute: a converted file computes what the original did.
TOLERANCE = "1e-5,1e-6"
# What Python says of inputs that it cannot hand over: not the file's.
HANDED = ("Tracer cannot infer type", "Did you forget to import it?", "pybind_utils.cpp", "(its own release:")


def judged(outlast, target, files):
    for at in range(0, len(files), 200):
        command = [outlast, "check", "--format", "json", "--target", target, *map(str, files[at:at + 200])]
        yield from json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)["results"]


def never_ran(entry):
    """Whether the release that wrote the file got nothing out of it."""
    calls = entry.get("calls") or []
    return bool(entry.get("own_file")) or bool(calls) and all(call["output"]["t"] == "raises" for call in calls)


def convert(outlast, file, out, target, more):
    """Why the file is refused, as triples of code, subject and reason: [] if it was converted."""
    command = [outlast, "convert", "--format", "json", str(file), "--target", target, "-o", str(out), *more]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        return []
    said = json.loads(run.stdout) if run.returncode == 1 else {}
    why = (said.get("error") or {}).get("message") or run.stderr.strip()
    return [[reason["code"], reason["subject"], reason["why"]] for reason in said.get("reasons", [])] or [["-", "-", why]]


def written_by(producer):
    """What `outlast convert` is told of who wrote a file."""
    return ["--written-by", producer]


def index_of(index, names, out):
    """Describes converted files to `run.py`: what their originals were recorded to compute."""
    (out / "index.json").write_text(json.dumps({**index, "files": {name: index["files"][name] for name in names}}), encoding="utf-8")


def results(table, modes):
    """What `run.py` says of converted files in these modes: producer, file, kind, message. A kind is an outcome, `raised` or `not asked`."""
    for line in table.read_text(encoding="utf-8").splitlines()[1:]:
        producer, name, mode, _, outcome, _, message = line.split("\t")
        if mode in modes:
            kind = "raised" if "raises became" in message else "not asked" if any(text in message for text in HANDED) else outcome
            yield producer, name, kind, message


def rescue(outlast, folder, producer, reader, extension, out):
    folder, out = pathlib.Path(folder).resolve(), pathlib.Path(out).resolve()
    models = folder / "models" / producer
    index = json.loads((models / "index.json").read_text(encoding="utf-8"))
    names = [name for name, entry in index["files"].items() if entry["form"] in FORMS[extension]]
    answers = judged(outlast, f"torch-{reader}", [models / name for name in names])
    bad = [pathlib.Path(result["file"]).name for result in answers if result.get("outcome") not in ("loads", "upgrades")]
    shutil.rmtree(out, ignore_errors=True)
    (out / "unsaid").mkdir(parents=True)
    said, target = written_by(producer), f"torch-{reader}"
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        refused = dict(zip(bad, pool.map(lambda name: convert(outlast, models / name, out / name, target, said), bad)))
        unsaid = dict(zip(bad, pool.map(lambda name: convert(outlast, models / name, out / "unsaid" / name, target, []), bad)))
    shutil.rmtree(out / "unsaid")
    converted = [name for name in bad if not refused[name]]
    mode = "lite" if reader.endswith("-lite") else "export" if extension == "pt2" else "script"
    runs = []
    if converted:
        index_of(index, converted, out)
        environment = folder / reader.removesuffix("-lite")
        variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "OUTLAST_TOLERANCE": TOLERANCE}
        command = ["python3", HERE / "run.py", environment, out / "runs.tsv", "--modes", mode, f"{producer}={out}"]
        subprocess.run(command, env=variables, check=True, stdout=subprocess.DEVNULL)
        runs = results(out / "runs.tsv", [mode])
    files = {}
    for name in bad:
        entry = index["files"][name]
        why = [[subject, why] for _, subject, why in refused[name]]
        files[name] = {"never_ran": never_ran(entry), "refused": why, "unsaid": not unsaid[name], "run": None, "message": ""}
    for _, name, kind, message in runs:
        files[name].update(run=kind, message=message[:300])
    result = {"producer": producer, "reader": reader, "extension": extension, "count": len(names), "files": files}
    (out / "rescue.json").write_text(json.dumps(result, indent=1), encoding="utf-8")
    return result


def tell(result):
    """One line, and what stays refused. Returns how many run to another result."""
    files = result["files"]
    runs = collections.Counter(file["run"] for file in files.values() if file["run"])
    print(f"{result['producer']} for {result['reader']}, .{result['extension']}: {result['count']} files, {len(files)} not good, {sum(runs.values())} converted: "
          + ", ".join(f"{kind} {count}" for kind, count in sorted(runs.items())))
    counted = {name: file for name, file in files.items() if not file["never_ran"] and file["run"] not in ("raised", "not asked")}
    right = sum(file["run"] == "ok" for file in counted.values())
    untold = sum(file["run"] == "ok" and file["unsaid"] for file in counted.values())
    share = 100 * right / len(counted) if counted else 100
    print(f"    of {len(counted)} that their producer ran: {right} right ({share:.1f} %), {untold} without being told the producer")
    why = collections.Counter()
    for file in files.values():
        if file["refused"]:
            never = " (its producer did not run it, either)" if file["never_ran"] else ""
            why["; ".join(sorted({why if subject == "-" else subject for subject, why in file["refused"]})) + never] += 1
    for subjects, count in why.most_common():
        print(f"    {count} refused: {subjects[:200]}")
    wrong = [(name, file) for name, file in files.items() if file["run"] not in (None, "ok", "raised", "not asked")]
    for name, file in wrong:
        print(f"    wrong: {name}: {file['run']} {file['message'][:160]}")
    return len(wrong)


def table(folders):
    """The rescue table, by pair of releases; then what stays refused, by operator and reason."""
    results = [json.loads((pathlib.Path(folder) / "rescue.json").read_text(encoding="utf-8")) for folder in folders]
    print("| from | to | files | load as they are | not good | their producer ran | rescued | | refused | other results |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    why, pairs, wrong = collections.Counter(), collections.defaultdict(set), 0
    for result in results:
        files = result["files"]
        counted = [file for file in files.values() if not file["never_ran"] and file["run"] not in ("raised", "not asked")]
        right = sum(file["run"] == "ok" for file in counted)
        other = sum(file["run"] not in (None, "ok", "raised", "not asked") for file in files.values())
        wrong += other
        share = f"{100 * right / len(counted):.1f} %" if counted else "-"
        print(f"| {result['producer']} | {result['reader']} .{result['extension']} | {result['count']} | {result['count'] - len(files)} | {len(files)} "
              f"| {len(counted)} | {right} | {share} | {sum(bool(file['refused']) for file in counted)} | {other} |")
        for file in counted:
            for subject, reason in file["refused"]:
                reason = reason.replace(f"torch {result['reader'].removesuffix('-lite')}", "the reader")
                why[subject, reason[:150]] += 1
                pairs[subject, reason[:150]].add(f"{result['producer']}→{result['reader']}")
    print("\n| files | subject | what is said | pairs |\n|---|---|---|---|")
    for (subject, reason), count in why.most_common():
        print(f"| {count} | `{subject[:60]}` | {reason} | {', '.join(sorted(pairs[subject, reason]))} |")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "--table":
        sys.exit(table(sys.argv[2:]))
    sys.exit((1 if tell(rescue(*sys.argv[1:7])) else 0) if len(sys.argv) == 7 else __doc__)
