#!/usr/bin/env python3
"""What real releases of mlir-opt do with bytecode files, recorded and held against the verdicts of this project.

usage: verdicts.py run OUT.tsv TARGET FOLDER [--producer P] [--originals FOLDER] [--kept FOLDER] [--only NAMES] [--half train|unseen] [--limit N]
       verdicts.py sample FOLDER [--half train|unseen] [--limit N]
       verdicts.py learn QUESTIONS.tsv OUTCOMES.tsv... --files crates/mlir/targets/mlir-seen-files.txt > crates/mlir/targets/mlir-seen.txt
       verdicts.py table VERDICTS.tsv OUTCOMES.tsv... [--half train|unseen] [--show N]

run: gives files of FOLDER to `mlir-opt-TARGET --allow-unregistered-dialect`, in an order that depends on their names only, and appends a
line for each to OUT.tsv: set (name of the folder), target, file, exit status, and the first error, or `same` if it prints the same text as
the release that wrote the file (the number that the set's name begins with, if not given), or where it differs: see understood.py. Of files
that a conversion made, the originals are compared. What is there is not run again.

sample: prints those files, so that they can be converted first.

learn: from the questions that definitions leave open (`mlir_verdicts --open`) and the outcomes of the `train` half: what was seen to load and
to be understood, and in how many files. Outcomes of the other half are passed over. An answer is not given where a file that fails has
nothing else to blame. The same questions and outcomes give the same bytes.

table: lays verdicts (lines of set, target, file, outcome, decisive reason; written by `cargo run --example mlir_verdicts`) beside
outcomes and counts. Files fall into halves by the name of the test that they were cut from (`half`; in Rust: crates/outlast/tests/it/mlir_seen.rs):
rules are made with `train` only, and figures are given for `unseen` only. Its exit
status is 1 if a verdict is wrong: `loads`, `fails` or `misreads` for what really is another of these.
"""

import argparse
import collections
import hashlib
import pathlib
import re
import subprocess
import sys

import releases
import understood


def digest(name):
    return hashlib.sha1(name.encode()).digest()


def half(name):
    """By the test that the file was cut from: parts of one test resemble each other."""
    return "train" if digest("half " + original(name))[0] % 2 == 0 else "unseen"


def read(path):
    rows = {}
    if path.exists():
        for line in path.read_text(errors="replace").splitlines():
            parts = line.split("\t")
            rows[tuple(parts[:3])] = parts[3:]
    return rows


def drawn(folder, part, limit):
    """Files of a folder, or of one half of it, in an order that depends on their names only."""
    files = [path for path in folder.glob("*.mlirbc") if part in (None, half(path.name))]
    return sorted(files, key=lambda path: digest(path.name))[:limit]


def sample(options):
    for path in drawn(options.folder, options.half, options.limit):
        print(path)


def run(options):
    known = read(options.out)
    files = drawn(options.folder, options.half, options.limit)
    if options.only:
        names = set(options.only.read_text().split())
        files = [path for path in files if path.name in names]
    work = [path for path in files if (options.folder.name, options.target, path.name) not in known]
    producer = options.producer or options.folder.name[:2]
    originals = options.originals or options.folder
    answers = understood.ask(options.kept, [(options.target, path, producer, originals / path.name) for path in work])
    with options.out.open("a") as out:
        for path, (did, said) in zip(work, answers):
            row = {"same": (0, "same"), "other": (0, f"differs {said}"[:400]), "fails": (1, said[:300])}.get(did, (0, "no text to compare with"))
            out.write("\t".join(map(str, (options.folder.name, options.target, path.name, *row))) + "\n")


def fate(status, said):
    """What really happens; none if that cannot be said."""
    if status != "0":
        return "fails"
    return {"same": "loads", "no text to compare with": None}.get(said, "misreads")


FATES = ("loads", "misreads", "fails")
OUTCOMES = ("loads", "unknown", "fails", "misreads")


def is_wrong(real, outcome):
    return outcome not in ("unknown", real)


def table(options):
    verdicts = read(options.verdicts)
    cells = collections.defaultdict(collections.Counter)
    examples = collections.defaultdict(list)
    for path in options.outcomes:
        for key, (status, *said) in read(path).items():
            if key not in verdicts or (options.half and half(key[2]) != options.half):
                continue
            real = fate(status, (said or [""])[0])
            if real is None:
                continue
            outcome, *reason = verdicts[key]
            cells[key[0], key[1]][real, outcome] += 1
            if outcome != real:
                examples[key[0], key[1], real, outcome].append((key[2], (said or [""])[0], (reason or [""])[0]))
    print("set -> reader: files; what is real, how often: how often the verdict is " + "/".join(OUTCOMES))
    wrong = 0
    for cell, counts in sorted(cells.items()):
        rows = []
        for real in FATES:
            row = [counts[real, outcome] for outcome in OUTCOMES]
            rows.append(f"{real} {sum(row)}: " + "/".join(map(str, row)))
        bad = sum(count for (real, outcome), count in counts.items() if is_wrong(real, outcome))
        unknown = sum(count for (_, outcome), count in counts.items() if outcome == "unknown")
        every = sum(counts.values())
        print(f"{cell[0]} -> {cell[1]}: {every} files; {'; '.join(rows)}; {every - bad - unknown} right, {unknown} unknown, {bad} wrong")
        wrong += bad
    for key, found in sorted(examples.items()):
        if not options.show:
            break
        print("\n" + " ".join(key), len(found))
        shapes = collections.Counter((re.sub(r"\d+", "N", said)[:110], re.sub(r"\d+", "N", reason)[:110]) for _, said, reason in found)
        first = {}
        for name, said, reason in found:
            first.setdefault((re.sub(r"\d+", "N", said)[:110], re.sub(r"\d+", "N", reason)[:110]), name)
        for (said, reason), count in shapes.most_common(options.show):
            print(f"  {count:4} real: {said} | verdict: {reason} | {first[said, reason]}")
    return 1 if wrong else 0


# Where the name of an operation ends in a question: `tosa.clamp#types/19`.
OF_OP = r"[#/]"
RELEASES = releases.all_of_them("installed")
# Of how many files a question is answered: types of operands have more than one constraint, and what people wrote checks more than one thing.
ENOUGH = {"types": 2, "checks": 3, "text": 1}
# What was seen to load this often is not what made a file fail, unless the message names it.
OFTEN = 40


def kind(question):
    return "types" if "#types" in question else "checks" if question.startswith("seen-op") else "text"


def packages():
    """What ran: the packages that mlir-opt of each release is from."""
    asked = [f"mlir-{release}-tools" for release in RELEASES]
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${Version}\n", *asked], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def original(name):
    """The test that a file was cut from."""
    return re.sub(r"(\.\d+)?\.mlirbc$", "", name)


def answers(files, unseen_first=False):
    """How many files answer each question that is answered, by one reader. Of each file: its name, its questions, and what the reader does (`loads`, `fails`,
    `misreads`, or none) with what it says. An answer is not given where a file that fails has nothing else to blame; with `unseen_first`, what no file that
    loads has is blamed alone, if there is such."""
    named_by, failing = collections.defaultdict(set), []
    for name, questions, (real, said) in files:
        asked = questions - {"", "-"}
        if real == "loads":
            for one in asked:
                named_by[one].add(name)
        elif real in ("fails", "misreads"):
            failing.append((asked, "-" in questions, said if real == "fails" or said.startswith("differs ") else f"differs {said}"))
    # Whatever may have made a file fail is not answered: what its message names, else what was seen least. Where the
    # message names an operation that no question is about, or the file has what nothing answers, what is seen often is not to blame.
    good, bad = collections.Counter({one: len(names) for one, names in named_by.items()}), set()
    for asked, closed, said in failing:
        of = {one: re.split(OF_OP, one.split(" ")[1])[0] for one in asked}
        named = {one for one in asked if f"'{of[one]}'" in said or re.match(rf"differs {re.escape(of[one])}:", said)}
        others = re.search(r"^(?:.*: )?'[\w.]+' op |^differs [\w.]+\.[\w.]+:", said)
        rare = {one for one in asked if good[one] <= OFTEN}
        least = set() if closed else set(sorted(asked, key=lambda one: (good[one], one))[:1])
        unseen = {one for one in asked if not good[one]} if unseen_first else set()
        bad |= named or (set() if others else unseen or rare or least)
    return {one: count for one, count in good.items() if one not in bad and count >= ENOUGH[kind(one)]}


def learn(options):
    """The table, on standard output; the files that it was learned from go to options.files."""
    outcomes = {}
    for path in options.outcomes:
        outcomes.update(read(path))
    outcomes = {key: row for key, row in outcomes.items() if half(key[2]) == "train"}
    mine = collections.defaultdict(list)
    for key, (verdict, *rest) in read(options.questions).items():
        if verdict == "unknown" and key in outcomes:
            status, *said = outcomes[key]
            mine[key[1]].append((key[2], set((rest or [""])[0].split("|")), (fate(status, (said or [""])[0]), (said or [""])[0])))
    rows = {(question, target): count for target, some in mine.items() for question, count in answers(some).items()}
    # LLVM 16 has fewer cases of many attributes that are printed under their dialect's name only: one of them tells nothing of others.
    rows = {(question, target): files for (question, target), files in rows.items()
            if target != "16" or kind(question) != "text" or "." in question.split(" ")[1].split("/")[0]}

    tests = collections.Counter(original(name) for name in {key[2] for key in outcomes})
    listed = "".join(f"{test} {count}\n" for test, count in sorted(tests.items()))
    head = ("# The tests of MLIR that the files were cut from which mlir-seen.txt is learned from, and how many files. Made by\n"
            "# evidence/peers/mlir/verdicts.py learn; do not edit. All are of the half `train`: a test holds that.\n")
    options.files.write_text(head + listed)
    runs = "".join("\t".join([*key, *row]) + "\n" for key, row in sorted(outcomes.items()))
    print("# What files of other releases were seen to load with, where definitions do not tell, and how many files: `name/RELEASE` is of files that")
    print("# RELEASE wrote. Made by evidence/peers/mlir/verdicts.py learn, from runs of the real readers; do not edit.")
    for package in packages():
        print(f"# reader: {package}")
    print(f"# files: {sum(tests.values())} of {len(tests)} tests, all of the half `train`: mlir-seen-files.txt, sha256 of its rows {sha256(listed)}")
    print(f"# runs: {len(outcomes)}, each with set, reader, file, status and what it said; sorted, sha256 {sha256(runs)}")
    for question, target in sorted(rows):
        print(f"{question} {RELEASES[target]} = files {rows[question, target]}")


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def main():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    sub = commands.add_parser("run")
    sub.add_argument("out", type=pathlib.Path)
    sub.add_argument("target")
    sub.add_argument("folder", type=pathlib.Path)
    sub.add_argument("--producer")
    sub.add_argument("--originals", type=pathlib.Path)
    sub.add_argument("--kept", type=pathlib.Path, default=releases.ROOT / "target/interop/mlir/kept")
    sub.add_argument("--only", type=pathlib.Path)
    sub.add_argument("--half", choices=["train", "unseen"])
    sub.add_argument("--limit", type=int, default=1 << 30)
    sub.set_defaults(run=run)
    sub = commands.add_parser("sample")
    sub.add_argument("folder", type=pathlib.Path)
    sub.add_argument("--half", choices=["train", "unseen"])
    sub.add_argument("--limit", type=int, default=1 << 30)
    sub.set_defaults(run=sample)
    sub = commands.add_parser("learn")
    sub.add_argument("questions", type=pathlib.Path)
    sub.add_argument("outcomes", type=pathlib.Path, nargs="+")
    sub.add_argument("--files", type=pathlib.Path, required=True)
    sub.set_defaults(run=learn)
    sub = commands.add_parser("table")
    sub.add_argument("verdicts", type=pathlib.Path)
    sub.add_argument("outcomes", type=pathlib.Path, nargs="+")
    sub.add_argument("--half", choices=["train", "unseen"])
    sub.add_argument("--show", type=int, default=12)
    sub.set_defaults(run=table)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
