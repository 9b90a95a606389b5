#!/usr/bin/env python3
"""Sets of MLIR bytecode that no rule was made from, for `cargo xtask interop mlir unseen`; docs/accuracy.md has the protocol.

    unseen.py sets                       names of sets, and what they are
    unseen.py make NAME FOLDER           programs into FOLDER/files, and FOLDER/manifest.tsv
    unseen.py convert FOLDER OUTLAST     converts what is not predicted to load, into FOLDER/converted and FOLDER/conversions.tsv
    unseen.py run FOLDER                 what the readers do, into FOLDER/outcomes.tsv and FOLDER/rescues.tsv (continues where it stopped)

Programs are what lowering leaves: upstream's tests show one dialect before and after one pass; a compiler's output has many
dialects at once, with the attributes that passes put there. The set's folder in pipelines/ has programs and pipelines (lowered.py,
frontends.py). A file loads if the reader prints what the release that wrote it prints, under the definitions of both (understood.py); it is misread if
the reader prints something else. What was converted is right if the reader prints for it what the producer prints for the original, `other`
if it prints something else, and failed if it is refused.
"""

import collections
import pathlib
import random
import sys

import frontends
import lowered
import outcomes
import releases

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from protocol import digest, main, not_good, rows, write, write_manifest  # noqa: E402 (beside the folder)

#: How many modules of a release are drawn of all that there are.
EACH = 650
#: Those that are in the tree; evidence/unseen/content.toml says where those are that were scored. What each is, its folder in pipelines/, the releases
#: that write it, and the targets, where it has its own.
SETS = {}
#: Of sets with fewer modules: pairs of a program and a pipeline that are taken for a release, and modules.
FEWER = {}
#: Targets for which nothing is converted in sets with targets of their own.
LEFT_OUT = {"mlir-16.0.6": "nothing is converted for LLVM 16 in this set"}


def make(name, folder):
    _, programs, producers, *_ = SETS[name]
    frontends.write(HERE / "pipelines" / programs, folder / "programs")
    pairs = FEWER.get(name, (None, EACH))[0]
    found, refused = lowered.make([HERE / "pipelines" / programs, folder / "programs"], folder / "files", producers, pairs=pairs, draw=name)
    lines = []
    for file, sha256, release, program, pipeline, passes in drawn(name, found, folder / "files"):
        full = releases.all_of_them()[release]
        lines.append((file, sha256, kind(program), f"mlir-opt {full}", "-", f"`{program}` of pipelines/{programs}, {pipeline}: {passes}"))
    write_manifest(name, folder, lines)
    print(dict(collections.Counter(line[2] for line in found)), {release: sorted(names) for release, names in refused.items()})


def drawn(name, found, files):
    """Lines of the modules that are drawn; the files of the others go."""
    kept = []
    for release in sorted({line[2] for line in found}):
        mine = sorted(line for line in found if line[2] == release)
        kept += random.Random(f"{name}/{release}").sample(mine, min(FEWER.get(name, (None, EACH))[1], len(mine)))
    for line in set(map(tuple, found)) - set(map(tuple, kept)):
        (files / line[0]).unlink()
    return sorted(kept)


def targets(*more):
    """The targets of a set, where it has its own."""
    return more[2] if len(more) > 2 else []


def kind(program):
    return {"jax": "lowered JAX", "torch": "lowered torch-mlir"}.get(program.split("_")[0], "lowered MLIR")


def convert(folder, outlast):
    lines = []
    left_out = LEFT_OUT if len(SETS[folder.name]) > 3 else {}
    for file, target in not_good(folder):
        if target in left_out:
            lines.append((file, target, "left-out", left_out[target]))
            continue
        made = folder / "converted" / target / file
        did, _, why = outcomes.converted(outlast, folder / "files" / file, releases.short(target), made)
        more = digest(made) if did == "written" else why[:200]
        lines.append((file, target, "converted" if did == "written" else "refused", more))
    write(folder / "conversions.tsv", "# What convert gave: file, target, what, SHA-256 or the first reason.", lines)


def run(folder):
    files = [row[0] for row in rows(folder / "manifest.tsv")]
    conversions = {(row[0], row[1]): row[2] for row in rows(folder / "conversions.tsv")}
    targets = sorted({row[1] for row in rows(folder / "predictions.tsv")})
    print(len(files) * len(targets), "questions, and", len(conversions), "conversions", flush=True)

    cells = [(file, target) for target in targets for file in files]
    question = lambda file, target, read: (file.split("/")[0], releases.short(target), folder / "files" / file, read)
    written = [job for job in cells if conversions.get(job) == "converted"]
    answers = outcomes.real(folder, [question(*job, folder / "files" / job[0]) for job in cells] + [question(*job, folder / "converted" / job[1] / job[0]) for job in written])
    before = [(*job, fate, "load" if fate == "fails" else "-", said[:200]) for job, (fate, said) in zip(cells, answers)]
    words = {"loads": "right", "misreads": "other", "fails": "failed"}
    after = [(*job, words.get(fate, fate), "ran", said[:300]) for job, (fate, said) in zip(written, answers[len(cells) :])]
    after += [(*job, "refused", "ran", "-") for job in cells if conversions.get(job) == "refused"]
    write(folder / "outcomes.tsv", "# What mlir-opt did: file, target, outcome, stage, message or the first difference.", before)
    if conversions:
        head = "# What became of converted files: file, target, outcome, whether the producer ran the file, message or the first difference."
        write(folder / "rescues.tsv", head, after)


if __name__ == "__main__":
    main(SETS, make, run, __doc__, targets, convert)
