"""One-bit changes of small archives: what releases do with them, against the verdicts of Outlast.

    python mutants.py make DIR FILE …                       the changed files, with no release
    python mutants.py load DIR ENVIRONMENT OUT.tsv          loads and runs each, in the release that venv.sh set up there
    python mutants.py table DIR OUTLAST OUT.tsv …           the table: outcomes in the rows, verdicts in the columns
    python mutants.py list DIR OUTLAST OUT.tsv …            the cells that are wrong, one a line

Two bits of every byte of the headers, the directory and the end records are changed, and one bit of every fourth byte of the rest. A `.pt` is loaded with
`torch.jit.load`, a `.ptl` also in the lite interpreter. Outcomes: `ok` (runs to what the file without the change gives), `wrong` (to something
else), `run-error`, `load-error`, `crash`, `timeout`. `loads` is wrong for all but `ok`; `fails` is wrong for `ok`.
"""

import collections
import json
import pathlib
import struct
import subprocess
import sys

BATCH = 200  # files for one process of Outlast


def structure(data):
    """Offsets of the bytes of headers, directory and end records."""
    end = data.rfind(b"PK\5\6")
    wide = data.rfind(b"PK\6\6")
    (offset,) = struct.unpack_from("<Q", data, wide + 48) if wide >= 0 else struct.unpack_from("<I", data, end + 16)
    offsets = set(range(offset, len(data)))
    at = offset
    while data[at:at + 4] == b"PK\1\2":
        name, extra, comment = struct.unpack_from("<HHH", data, at + 28)
        (header,) = struct.unpack_from("<I", data, at + 42)
        local_name, local_extra = struct.unpack_from("<HH", data, header + 26)
        # Of the padding, the first bytes.
        offsets.update(range(header, header + 30 + local_name + min(local_extra, 6)))
        at += 46 + name + extra + comment
    return offsets


def mutants(data):
    """(offset, mask) of each change."""
    shape = structure(data)
    for offset in range(len(data)):
        if offset in shape:
            yield from ((offset, 1 << (offset + bit) % 8) for bit in (0, 3))
        elif offset % 4 == 0:
            yield offset, 1 << (offset // 4 % 8)


def make(folder, files):
    folder.mkdir(parents=True, exist_ok=True)
    for file in map(pathlib.Path, files):
        data = file.read_bytes()
        (folder / f"{file.stem}.whole{file.suffix}").write_bytes(data)
        for offset, mask in mutants(data):
            changed = bytearray(data)
            changed[offset] ^= mask
            (folder / f"{file.stem}.{offset:05x}.{mask:02x}{file.suffix}").write_bytes(changed)


def load(folder, environment, out):
    from run import HERE, about, play

    release = about(environment)["release"]
    jobs = []
    for path in sorted(folder.iterdir()):
        jobs += [(path, mode) for mode in (["script", "lite"] if path.suffix == ".ptl" else ["script"])]
    # The whole files first: what the others are compared with.
    jobs.sort(key=lambda job: ".whole." not in job[0].name)
    asked = [{"path": str(path.resolve()), "mode": mode} for path, mode in jobs]
    expected = {}
    with out.open("w") as rows:
        for (path, mode), answer in zip(jobs, play.calls(environment, HERE / "attempts.py", "gives", asked, 20)):
            stem = path.name.split(".")[0]
            if "result" in answer:
                outcome, message, given = answer["result"]
                if outcome == "ran":
                    expected.setdefault((stem, mode), given)
                    outcome = "ok" if given == expected[stem, mode] else "wrong"
            else:
                outcome, message = answer["failure"], f"{play.how_it_ended(answer)} in {answer['stage']}"
            message = " ".join(message.split())
            print(path.name, f"torch-{release}" + ("-lite" if mode == "lite" else ""), outcome, message, sep="\t", file=rows)


def verdicts(folder, outlast, targets):
    """What Outlast says: {(file, target): (outcome, basis, code and message of the first reason)}."""
    found = {}
    files = sorted(folder.iterdir())
    for start in range(0, len(files), BATCH):
        command = [outlast, "check", "--format", "json", "--target", ",".join(targets), *map(str, files[start:start + BATCH])]
        said = json.loads(subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout)
        for result in said["results"]:
            name = pathlib.Path(result["file"]).name
            reasons = [f"{reason['code']} {reason.get('message') or reason['subject']}" for entry in result.get("entry_points", []) for reason in entry["reasons"]]
            found[name, result.get("target")] = result.get("outcome") or "none", result.get("basis"), (reasons or [""])[0]
    return found


def compare(folder, outlast, tables, listed):
    rows = [line.split("\t") for table in tables for line in pathlib.Path(table).read_text().splitlines()]
    said = verdicts(folder, outlast, sorted({row[1] for row in rows}))
    counts = collections.Counter()
    wrong = collections.Counter()
    for name, target, outcome, message in rows:
        verdict, basis, reason = said.get((name, target), ("none", "", "not recognised"))
        counts[target, outcome, verdict] += 1
        kind = {"loads": "false loads", "upgrades": "false loads", "fails": "wrong fails"}.get(verdict)
        if kind and (outcome == "ok") == (verdict == "fails"):
            wrong[target, kind] += 1
            if listed:
                print(kind, name, target, outcome, message, basis, reason, sep="\t")
    if listed:
        return
    print("target", "outcome", "loads", "fails", "unknown", "none", sep="\t")
    for target, outcome in sorted({key[:2] for key in counts}):
        print(target, outcome, *(counts[target, outcome, verdict] for verdict in ("loads", "fails", "unknown", "none")), sep="\t")
    for target in sorted({row[1] for row in rows}):
        print(f"{target}: {wrong[target, 'false loads']} false loads, {wrong[target, 'wrong fails']} wrong fails")


def main():
    command, folder, *rest = sys.argv[1:]
    folder = pathlib.Path(folder)
    if command == "make":
        make(folder, rest)
    elif command == "load":
        load(folder, *map(pathlib.Path, rest))
    else:
        compare(folder, rest[0], rest[1:], command == "list")


if __name__ == "__main__":
    main()
