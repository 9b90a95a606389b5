"""Lints the schemas of all releases of ExecuTorch, each against the one before it.

    histories.py OUTLAST OUT [--explain]
    histories.py OUTLAST OUT READER INCLUDE FLATC WITNESSES

OUT/<release> is where the `.fbs` files of the release's wheel are; what is not there yet is downloaded from the package index, one wheel at a
time. The wheel is deleted, and nothing is installed. READER and INCLUDE are what `setup.sh` makes, FLATC is a compiler of that release, and
WITNESSES is the example of that name of `crates/lint`, compiled.

1. Each schema of a release is paired with that of the release before: by path; if it moved, by name or folder, and text. Where the text is
   another, it is linted.
2. Each finding must be in `histories.tsv`, which explains it, and the other way round.
3. Each witness before the official reader, as `check.py` does it with those of the pairs.
4. Files in which much is set: where we say that a direction does not break, the official reader of the other schema reads what was written.

`--explain` prints the findings as rows of `histories.tsv`, with an explanation where there is one. Status 1 where 2, 3 or 4 fails.
"""

import collections
import difflib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import check

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import pins  # noqa: E402 (beside the folder)
from intervals import number  # noqa: E402

HERE = pathlib.Path(__file__).parent
# Those that are pinned, and two that were withdrawn (yanked), which `pip index` does not list.
RELEASES = ["0.1.0", "0.1.2", *pins.releases("executorch", "all")]
LEVELS = ["break", "depends-on-data", "note"]
# Two wheels have the test files of FlatBuffers itself.
FOREIGN = "third_party/flatbuffers/"


def releases():
    """Those above, and those that came later."""
    listed = subprocess.run([sys.executable, "-I", "-m", "pip", "index", "versions", "executorch"], capture_output=True, text=True).stdout
    found = re.search(r"^Available versions: (.*)$", listed, flags=re.M)
    newer = set(found[1].split(", ")) - set(RELEASES) if found else set()
    if newer:
        print("not known when this was written:", *sorted(newer))
    return sorted([*RELEASES, *newer], key=number)


def fetch(release, out):
    """The schemas of a release, as {path: file}."""
    folder, wheels = out / release, out / "wheels"
    if not (folder / "wheel").exists():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(wheels, ignore_errors=True)
        subprocess.run([sys.executable, "-I", "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-cache-dir", "--no-deps",
                        "--dest", wheels, f"executorch=={release}"], check=True, capture_output=True)
        (wheel,) = wheels.iterdir()
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith(".fbs"):
                    target = folder / name.removeprefix("executorch/")
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(archive.read(name))
        shutil.rmtree(wheels)
        folder.mkdir(exist_ok=True)
        (folder / "wheel").write_text(wheel.name + "\n")
    return {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*.fbs"))}


def included(path):
    """The files that a schema includes, which are beside it."""
    names = re.findall(r'^include\s+"([^"]+)"\s*;', path.read_text(), flags=re.M)
    return [path.parent / name for name in names]


def whole(path):
    """What a schema says: its text and the texts that it includes."""
    return [path.read_bytes(), *(bytes for inner in included(path) for bytes in whole(inner))]


def roots(files):
    """The schemas that no other includes, without those of FlatBuffers' own tests."""
    inner = {other for path in files.values() for other in included(path)}
    return {name: path for name, path in files.items() if path not in inner and FOREIGN not in name}


def moved(gone, come):
    """Files of two releases that are the same with another path: pairs of names."""
    found = []
    for old, old_path in gone.items():
        for new, new_path in come.items():
            a, b = pathlib.PurePath(old), pathlib.PurePath(new)
            if a.name == b.name or a.parent == b.parent:
                alike = difflib.SequenceMatcher(None, old_path.read_text().splitlines(), new_path.read_text().splitlines()).ratio()
                tail = sum(1 for x, y in zip(reversed(a.parts), reversed(b.parts)) if x == y)
                # Up or down in its own folder, it is the same whatever its text.
                if alike >= 0.5 or a.is_relative_to(b.parent) or b.is_relative_to(a.parent):
                    found.append((alike, tail, old, new))
    pairs = {}
    for _, _, old, new in sorted(found, reverse=True):
        if old not in pairs and new not in pairs.values():
            pairs[old] = new
    return pairs


class Step:
    """A schema in two releases."""

    def __init__(self, name, releases, old, new):
        self.name, self.releases, self.old, self.new = name, releases, old, new
        self.label = "→".join(releases)
        self.changed = whole(old) != whole(new)
        self.findings, self.directions = [], set()

    def lint(self, outlast, folder):
        """The findings; witnesses are in the folder."""
        done = subprocess.run([outlast, "lint", self.new, "--against", self.old, "--no-config", "-f", "json", "--witness", folder],
                              capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{self.name} {self.label}: status {done.returncode} {done.stderr.strip()}")
        self.findings = json.loads(done.stdout)["findings"]
        self.directions = {direction for f in self.findings if f["level"] != "note" for direction in f["directions"]}
        if done.returncode != any(f["level"] == "break" for f in self.findings):
            raise RuntimeError(f"{self.name} {self.label}: status {done.returncode} for {self.counts()}")

    def counts(self):
        return collections.Counter(f["level"] for f in self.findings)

    def rows(self):
        """The findings as `histories.tsv` has them, without the explanation: breaks one by one, notes by rule."""
        rows, notes = [], collections.defaultdict(list)
        for finding in self.findings:
            if finding["level"] == "note":
                notes[finding["rule"]].append(finding["subject"])
            else:
                both = "both" if len(finding["directions"]) == 2 else finding["directions"][0]
                rows.append((self.name, self.label, finding["level"], finding["rule"], finding["subject"], both))
        rows += [(self.name, self.label, "note", rule, " ".join(sorted(subjects)), "-") for rule, subjects in sorted(notes.items())]
        return rows


def steps_of(names, schemas):
    """All schemas in consecutive releases, and what moved, came and went."""
    steps, remarks, known = [], [], {}
    for at, release in enumerate(names):
        if at == 0 or not schemas[at - 1]:
            continue
        before, after = schemas[at - 1], schemas[at]
        pairs = {name: name for name in before if name in after}
        gone = {name: path for name, path in before.items() if name not in pairs}
        come = {name: path for name, path in after.items() if name not in pairs}
        renamed = moved(gone, come)
        for old, new in sorted(renamed.items()):
            remarks.append(f"{release}: {old} is {new}")
        for name in sorted(gone.keys() - renamed.keys()):
            remarks.append(f"{release}: {name} is gone")
        for name in sorted(come.keys() - set(renamed.values())):
            remarks.append(f"{release}: {name} is new")
        for old, new in sorted({**pairs, **renamed}.items(), key=lambda pair: pair[1]):
            step = Step(new, (names[at - 1], release), before[old], after[new])
            # Some schemas are in a wheel twice.
            text = (at, *whole(before[old]), b"", *whole(after[new]))
            step.copy_of = known.setdefault(text, step)
            steps.append(step)
            # A schema is called by its last path.
            for earlier in steps:
                if old != new and earlier.name == old:
                    earlier.name = new
    return steps, remarks


def explained():
    rows = {}
    for line in (HERE / "histories.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            *key, why = line.split("\t")
            rows[tuple(key)] = why
    return rows


def cases_of(steps, out):
    """Folders with the schemas of each step, beside what they include, for the official tools."""
    cases, named = out / "cases", {}
    shutil.rmtree(cases, ignore_errors=True)
    for step in steps:
        case = re.sub(r"[^a-z0-9]+", "_", f"{step.name.removesuffix('.fbs')} {step.label}")
        for side, path in (("old", step.old), ("new", step.new)):
            (cases / case / side).mkdir(parents=True)
            for file in [path, *included(path)]:
                # Both sides have the same name, so that verifiers of both can be compiled.
                shutil.copy(file, cases / case / side / ("schema.fbs" if file == path else file.name))
        named[case] = step
    return cases, named


def official(steps, out, witnesses, reader, include, flatc, writer):
    """The witnesses, and files in which much is set, before the official reader: faults."""
    cases, named = cases_of(steps, out)
    faults, shown, kept = [], collections.Counter(), collections.Counter()
    sides = {"new-reads-old": ("old/schema.fbs", "new/schema.fbs"), "old-reads-new": ("new/schema.fbs", "old/schema.fbs")}
    listing = "".join(f"{case}\t{cases / case}/old/schema.fbs\t{cases / case}/new/schema.fbs\n" for case in named)
    (out / "cases.tsv").write_text(listing)
    full = out / "files"
    shutil.rmtree(full, ignore_errors=True)
    subprocess.run([writer, full, out / "cases.tsv"], check=True)
    files = [row.split("\t") for row in (full / "files.tsv").read_text().splitlines()]
    shows = []
    for case, step in named.items():
        for finding in step.findings:
            shows += [(case, step, finding, witness) for witness in finding["witnesses"]]
    rows = [(case, sides[w["direction"]][n], w["root" if n == 0 else "read_as"]) for case, _, _, w in shows for n in (0, 1)]
    rows += [(r[0], sides[r[1]][n], r[2 + n]) for r in files for n in (0, 1)]
    peer = check.Reader(reader, cases, flatc, include, rows, out / "build")
    for case, step, finding, witness in shows:
        own, other = sides[witness["direction"]]
        outcome = witness["outcome"]
        identified = "1" if outcome.get("why", "").startswith("the identifier") else "0"
        path = witnesses / case / witness["file"]
        try:
            wrote = peer.read(case, own, witness["root"], path, "0")
            got = peer.read(case, other, witness["read_as"], path, identified)
        except RuntimeError as error:
            faults.append(str(error))
            continue
        what = check.judged(wrote, got, witness["remark"])
        shown[finding["level"], what] += 1
        if what != outcome["kind"]:
            faults.append(f"{step.name} {step.label} {finding['rule']} {finding['subject']} {witness['direction']}: we say {outcome['kind']}, "
                          f"the official reader {what}\n  {wrote}\n  {got}")
    for case, direction, root, read_as, file in files:
        if direction in named[case].directions:
            continue
        own, other = sides[direction]
        try:
            wrote = peer.read(case, own, root, full / file, "1")
            got = peer.read(case, other, read_as, full / file, "1")
        except RuntimeError as error:
            faults.append(str(error))
            continue
        # Old readers do not see what is new.
        same = direction == "old-reads-new" or wrote is not None and got is not None and check.kept(wrote[-1], got[-1])
        if wrote is None or got is None or not same:
            faults.append(f"{named[case].name} {named[case].label} {direction} {file}: nothing breaks, and the official reader reads\n  {wrote}\n  {got}")
        else:
            kept[direction] += 1
    total = sum(shown.values())
    agreed = total - sum(1 for fault in faults if "we say" in fault)
    print(f"witnesses: {agreed} of {len(shows)} as the official reader of {flatc_version(flatc)} says:",
          ", ".join(f"{level}, {what}: {n}" for (level, what), n in sorted(shown.items())))
    asked = sum(1 for case, direction, *_ in files if direction not in named[case].directions)
    print(f"files of directions that do not break: {sum(kept.values())} of {asked} are read:", dict(sorted(kept.items())))
    return faults


def flatc_version(flatc):
    return subprocess.run([flatc, "--version"], capture_output=True, text=True).stdout.split()[-1]


def conform(steps, flatc):
    """What `flatc --conform` says of the same steps."""
    said, missed = collections.Counter(), []
    for step in steps:
        done = subprocess.run([flatc, "--conform", step.old, "-I", step.new.parent, "--conform-includes", step.old.parent, step.new],
                              capture_output=True, text=True)
        words = done.stdout + done.stderr
        answer = "clean" if done.returncode == 0 else "flagged" if "conform" in words else "cannot parse"
        breaks = step.counts()["break"]
        said["breaks" if breaks else "no break", answer] += 1
        if bool(breaks) != (answer == "flagged"):
            missed.append(f"{step.name} {step.label} ({answer})")
    print(f"flatc --conform of {flatc_version(flatc)}:", ", ".join(f"{ours}, {theirs}: {n}" for (ours, theirs), n in sorted(said.items())),
          *(f"\n  otherwise than we: {one}" for one in missed))


def main():
    explain = sys.argv[3:] == ["--explain"]
    outlast, out, *peers = [word for word in sys.argv[1:] if word != "--explain"]
    outlast, out = pathlib.Path(outlast).resolve(), pathlib.Path(out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    names = releases()
    files = [fetch(release, out) for release in names]
    schemas = [roots(of) for of in files]
    steps, remarks = steps_of(names, schemas)
    own = [step for step in steps if step.copy_of is step]
    changed = [step for step in own if step.changed]
    witnesses = out / "witnesses"
    shutil.rmtree(witnesses, ignore_errors=True)
    witnesses.mkdir()
    for step in own:
        case = re.sub(r"[^a-z0-9]+", "_", f"{step.name.removesuffix('.fbs')} {step.label}")
        step.lint(outlast, witnesses / case)
    wanted = explained()
    found = {row: step for step in own for row in step.rows()}
    if explain:
        for row in found:
            print("\t".join([*row, wanted.get(row, "?")]))
        return 0
    faults = [f"not explained: {' '.join(row)}" for row in found if row not in wanted]
    faults += [f"explained, but not found: {' '.join(row)}" for row in wanted if row not in found]
    faults += [f"{step.name} {step.label}: the same text, and findings" for step in own if not step.changed and step.findings]
    print("\n".join(remarks))
    table(own, wanted)
    summary(own)
    print(f"\n{len(names)} releases, {sum(1 for of in files if of)} with schemas: {sum(map(len, files))} files, "
          f"{sum(map(len, schemas))} of them schemas that no other includes and that are ExecuTorch's")
    print(f"{len(steps)} schemas in two consecutive releases, {len(steps) - len(own)} of them copies; of {len(own)}, {len(changed)} changed")
    for level in LEVELS:
        with_it = [step for step in own if step.counts()[level]]
        print(f"{level}: {sum(step.counts()[level] for step in own)} in {len(with_it)} of {len(changed)} changes")
    count = sum(len(step.findings) for step in own)
    missing = sum(1 for row in found if row not in wanted)
    print(f"findings: {count}, in {len(found)} rows, of which {len(found) - missing} are explained")
    if peers:
        reader, include, flatc, writer = peers
        faults += official(changed, out, witnesses, reader, include, flatc, writer)
        conform(changed, flatc)
    print("\n".join(faults[:60]))
    print(f"{len(faults)} faults")
    return 1 if faults else 0


def table(steps, wanted):
    """Schemas and steps that changed, and what was found; breaks are said one by one."""
    for name in sorted({step.name for step in steps}):
        mine = [step for step in steps if step.name == name]
        changes = [step for step in mine if step.changed]
        print(f"\n{name}: {len(changes)} of {len(mine)} steps changed it")
        for step in changes:
            counts = step.counts()
            print(f"  {step.label:14} breaks {counts['break']:2}  depends {counts['depends-on-data']:2}  notes {counts['note']:2}")
            for row in step.rows():
                if row[2] != "note":
                    print(f"    {row[2]} {row[3]} {row[4]} ({row[5]}): {wanted.get(row, 'NOT EXPLAINED')}")
                else:
                    print(f"    {row[3]} × {len(row[4].split())}")


def summary(steps):
    """A line for each schema that changed."""
    print("\n| schema | changed | breaks in | breaks | depends on data | notes |\n|---|---|---|---|---|---|")
    for name in sorted({step.name for step in steps if step.changed}):
        mine = [step for step in steps if step.name == name]
        counts = sum((step.counts() for step in mine), collections.Counter())
        where = ", ".join(step.label for step in mine if step.counts()["break"]) or "none"
        print(f"| {name} | {sum(step.changed for step in mine)} of {len(mine)} steps | {where} | {counts['break']} | {counts['depends-on-data']} | {counts['note']} |")


if __name__ == "__main__":
    sys.exit(main())
