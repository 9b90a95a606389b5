"""The forms of a scan, read by others: SARIF and JUnit against their schemas, annotations parsed back, Parquet by Arrow, and the
fields of every JSON document against docs/json.md.

check.py OUTLAST DIR ROOT [PATH…]

Without paths the whole corpus is scanned. Ends with 1 if anything is not as it should be.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

import jsonschema
import junitparser
import xmlschema

OUTLAST, DIR, ROOT = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
PATHS = sys.argv[4:] or ["corpus"]
FAILED = []


def run(*args, code=(0, 1)):
    done = subprocess.run([OUTLAST, *args], cwd=ROOT, capture_output=True)
    if done.returncode not in code:
        sys.exit(f"outlast {' '.join(args)}: exit status {done.returncode}\n{done.stderr.decode()}")
    return done.stdout


def say(what, good, counts):
    print(f"{'ok' if good else 'WRONG'}  {what}: {counts}")
    if not good:
        FAILED.append(what)


def scan(form, *more):
    return run("scan", "-f", form, *more, *PATHS, code=(0, 1, 2))


def verdicts(lines):
    return [line for line in map(json.loads, lines.splitlines()) if line["type"] == "verdict"]


def sarif(found, more=()):
    log = json.loads(scan("sarif", *more))
    schema = json.loads((DIR / "sarif-2.1.0.json").read_text())
    errors = list(jsonschema.validators.validator_for(schema)(schema).iter_errors(log))
    for error in errors[:5]:
        print("   ", error.json_path, error.message[:200])
    results = log["runs"][0]["results"]
    prints = collections.Counter(json.dumps(result["partialFingerprints"]) for result in results)
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    index = all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in results)
    # Every program that is not good has a result, and no other.
    bad = {v["file"] for v in found if v["outcome"] not in ("loads", "upgrades") and v.get("reasons")}
    uris = {r["message"]["text"] and r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in results}
    say("SARIF against the schema", not errors and index, f"{len(results)} results, {len(rules)} rules, {len(errors)} errors")
    say("SARIF: programs", len(uris) == len(bad), f"{len(uris)} named, {len(bad)} not good")
    again = json.loads(scan("sarif", *more))["runs"][0]["results"]
    same = collections.Counter(json.dumps(r["partialFingerprints"]) for r in again) == prints
    say("SARIF: fingerprints of two runs", same, f"{len(prints)} different ones")


def junit(found):
    text = scan("junit")
    path = DIR / "junit.xml"
    path.write_bytes(text)
    errors = list(xmlschema.XMLSchema(str(DIR / "junit-10.xsd")).iter_errors(str(path)))
    for error in errors[:5]:
        print("   ", str(error)[:300])
    suites = junitparser.JUnitXml.fromstring(text)
    cases = [case for suite in suites for case in suite]
    failed = sum(any(isinstance(r, junitparser.Failure) for r in case.result) for case in cases)
    unknown = sum(any(isinstance(r, junitparser.Error) for r in case.result) for case in cases)
    outcomes = collections.Counter(v["outcome"] for v in found)
    want = (len(found), outcomes["fails"] + outcomes["misreads"], outcomes["unknown"])
    say("JUnit against the schema", not errors, f"{len(errors)} errors")
    say("JUnit: cases, failures, errors", (len(cases), failed, unknown) == want, f"{(len(cases), failed, unknown)} of {want}")


def github(found):
    decode = lambda text: re.sub("%(0A|0D|3A|2C|25)", lambda m: chr(int(m[1], 16)), text)
    lines = scan("github").decode().splitlines()
    pattern = re.compile(r"::(error|warning|notice) file=([^,:]*),title=([^,:]*)::(.*)")
    parsed = [pattern.fullmatch(line) for line in lines]
    files = {decode(match[2]) for match in parsed if match}
    bad = {v["file"] for v in found if v["outcome"] not in ("loads", "upgrades")}
    say("annotations parsed back", all(parsed) and files == bad, f"{len(lines)} lines, {len(files)} files of {len(bad)}")


def parquet(found):
    import pyarrow.parquet

    path = DIR / "scan.parquet"
    done = subprocess.run([OUTLAST, "scan", "-f", "parquet", "-o", path, *PATHS], cwd=ROOT, capture_output=True)
    if b"invalid value 'parquet'" in done.stderr:
        print("skipped  Parquet: built without the feature `parquet`")
        return
    rows = pyarrow.parquet.read_table(path).to_pylist()
    pairs = zip(rows, found, strict=False)
    same = all((r["file"], r["target"], r["outcome"]) == (v["file"], v["target"], v["outcome"]) for r, v in pairs)
    say("Parquet read by Arrow", same and len(rows) == len(found), f"{len(rows)} rows of {len(found)}")


def documented():
    """For each schema, the fields that docs/json.md names: in examples, and in text between backticks."""
    text = (ROOT / "docs/json.md").read_text()
    # What stands before the first command holds for all.
    general = set(re.findall(r"`([a-z_0-9]+)`", text.split("\n## ")[0]))
    fields = collections.defaultdict(lambda: set(general))
    for section in re.split(r"^## ", text, flags=re.M):
        names = set(re.findall(r"`([a-z_0-9]+)`", section)) | set(re.findall(r'"([A-Za-z_0-9$]+)":', section))
        for schema in set(re.findall(r"outlast/[a-z-]+/1", section)):
            fields[schema] |= names
    return fields


# What stands under these has names of its own.
FREE = {"facts", "rows", "counts", "arguments", "properties"}


def names(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            if key not in FREE:
                yield from names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names(inner)


def documents():
    known = documented()
    corpus = ROOT / "corpus"
    files = [
        str(path.relative_to(ROOT))
        for pattern in ("executorch/1.5.1/*.pte", "llvm/22.1.8/*", "mlir/22.1.8/*.mlirbc", "torch/2.15.0/*", "bad/*/*")
        for path in sorted(corpus.glob(pattern))[:12]
        if path.is_file()
    ]
    asked = [
        *(("inspect", "-f", "json", file) for file in files),
        *(("verify", "-f", "json", file) for file in files),
        *(("check", "-f", "json", "-t", "all", file) for file in files),
        ("diff", "-f", "json", "corpus/executorch/0.6.0/mlp.pte", "corpus/executorch/1.5.1/mlp.pte"),
        ("explain", "-f", "json", "--list"),
        ("targets", "-f", "json"),
        ("targets", "-f", "json", "executorch-1.5.1"),
        ("convert", "--steps", "-f", "json"),
        ("edit", "constants", "-f", "json", "corpus/executorch/1.5.1/mlp.pte"),
        ("scan", "-f", "json", *PATHS),
    ]
    missing, seen = collections.Counter(), 0
    for args in asked:
        out = run(*args, code=(0, 1, 2))
        if not out.strip():
            continue
        document = json.loads(out)
        seen += 1
        for name in set(names(document)) - {"schema"}:
            if name not in known.get(document["schema"], ()):
                missing[document["schema"], name] += 1
    for line in scan("jsonl").splitlines():
        for name in set(names(json.loads(line))) - {"schema"}:
            if name not in known["outlast/scan/1"]:
                missing["outlast/scan/1 (lines)", name] += 1
    for (schema, name), count in missing.most_common(20):
        print(f"    {schema}: `{name}` is not in docs/json.md ({count} documents)")
    say("fields of JSON documents in docs/json.md", not missing, f"{seen} documents, {len(missing)} fields without a word")


found = verdicts(scan("jsonl"))
print(f"{len(found)} verdicts on {len({v['file'] for v in found})} programs")
sarif(found)
junit(found)
github(found)
parquet(found)
documents()
sys.exit(1 if FAILED else 0)
