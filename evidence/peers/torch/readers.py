"""What releases of PyTorch do with each feature of a file, as rows of `targets/torch.txt`.

    python3 readers.py PROFILES.tar.xz
    python3 readers.py PROFILE.tsv …

A profile is what `probe.py` prints in one release: release, feature, outcome, message. Of each feature the releases that do the same make one
row, with the basis `measured`; a release that was not asked has a row with the basis `between` where its neighbours do the same.
"""

import csv
import io
import pathlib
import re
import sys
import tarfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from intervals import number  # noqa: E402 (beside the folder)
from pins import pins  # noqa: E402

RELEASES = sorted((pin["release"] for pin in pins("torch").values() if pin["where"] == "wheels"), key=number)
# What verdicts ask for; the rest of a profile is evidence for rules that people write.
GROUPS = set("class custom-class expression flatbuffer global lite-type member opcode pickle record statement storage type type-tag".split())
LONGEST = 160
# What probes of the lite interpreter end with where a release has none.
NO_READER = "this release has no lite interpreter"


def message(text):
    """The first sentence that says what is wrong, without the place in the crafted file."""
    text = re.sub(r"^[A-Za-z]+(Error|Exception): ?", "", text)
    text = text.split(":\\nFile ")[0].split("\\nFile ")[0].split(" This is an internal miniz error")[0]
    # Releases up to 1.5 name the place in the code otherwise, and where in their own source the error was made.
    text = text.split(":\\nat code/")[0]
    text = re.sub(r" \([\w:~<>]+ at …/[\w.]+:\d+\)$", "", text)
    text = text.replace("\\n", " ").strip().removesuffix("()").strip()
    # Rows are lines, and ` | ` separates their parts.
    text = text.replace(" | ", " / ")
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + " …"


def behaviour(outcome, text):
    """What the reader does, in the grammar of rows."""
    if outcome == "accepted":
        return "load loads"
    if outcome == "crash":
        stage, _, signal = text.removeprefix("in ").partition(": ")
        return f"{stage if stage in ('load', 'run') else 'load'} fails | {signal.strip(' :') or 'the process crashes'}"
    if outcome in ("refused", "run-error"):
        stage = "load" if outcome == "refused" else "run"
        said = message(text)
        return f"{stage} fails | {said}" if said else f"{stage} fails"
    return None


def texts(paths):
    """The profiles, alone or together in an archive."""
    for path in paths:
        if path.endswith(".tar.xz"):
            with tarfile.open(path) as archive:
                for member in archive:
                    yield archive.extractfile(member).read().decode()
        else:
            yield pathlib.Path(path).read_text(encoding="utf-8")


def read(paths):
    """Feature to release to behaviour."""
    table, asked = {}, set()
    for text in texts(paths):
        with io.StringIO(text, newline="") as file:
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                release, feature = row["release"], row["feature"].replace(" ", "")
                asked.add(release)
                does = behaviour(row["outcome"], row["message"] or "")
                if (row["message"] or "").endswith(NO_READER):
                    continue
                kept = feature.split("/")[0] in GROUPS and (not feature.startswith("flatbuffer/") or "own" in feature)
                if kept and does is not None and "=" not in feature.split("/")[-1][:1]:
                    table.setdefault(feature, {})[release] = does
    return table, asked


def runs(table, asked):
    """Rows of one feature: behaviour, first and last release, basis."""
    known = [release for release in RELEASES if release in asked]
    rows = []
    for i, release in enumerate(RELEASES):
        if release in table:
            rows.append((table[release], i, "measured"))
            continue
        before = [table.get(one) for one in known if RELEASES.index(one) < i]
        after = [table.get(one) for one in known if RELEASES.index(one) > i]
        if before and after and before[-1] and after[0]:
            same = before[-1].split(" | ")[0] == after[0].split(" | ")[0]
            if same:
                rows.append((before[-1], i, "between"))
    merged = []
    for does, i, basis in rows:
        if merged and merged[-1][0] == does and merged[-1][3] == basis and merged[-1][2] == i - 1:
            merged[-1][2] = i
        else:
            merged.append([does, i, i, basis])
    return merged


def main():
    table, asked = read(sys.argv[1:])
    for feature in sorted(table):
        by_value = {}
        for does, first, last, basis in runs(table[feature], asked):
            interval = RELEASES[first] if first == last else f"{RELEASES[first]}-{RELEASES[last]}"
            by_value.setdefault((does, basis), []).append(interval)
        for (does, basis), intervals in by_value.items():
            print(f"does {feature} {','.join(intervals)} {basis} = {does}")


main()
