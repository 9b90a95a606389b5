#!/usr/bin/env python3
"""Makes the modules that seen_lowered.py learns from: programs of the sets that rules are made from, lowered by each release.

usage: seen_draw.py OUT

OUT/RELEASE/…, OUT/manifest.tsv and OUT/more.tsv, in the form of lowered.py. Of pairs of a program and a pipeline in an order that is drawn once, the first 45 are taken through
every stage; of the first 80 programs in that order, the first pair of each is lowered by four passes at once, which is quicker. Of both so many modules are
drawn for each release. Twelve minutes on two cores.
"""

import collections
import concurrent.futures
import hashlib
import pathlib
import random
import re
import shutil
import subprocess
import sys

import lowered
import releases

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import protocol  # noqa: E402 (beside the folder)

HERE = pathlib.Path(__file__).resolve().parent
#: Folders of pipelines/, and the set that each was, if it was one: those that were scored are not in the tree.
SETS = {
    "development": None,
    "2026-11": "2026-11-pipelines",
    "2026-11-kernels": "2026-11-kernels",
    "2026-11-workloads": "2026-11-workloads",
    "2026-11-models": "2026-11-models",
}
RELEASES = tuple(releases.all_of_them("schemas"))
#: Releases of which all modules are kept: those beyond the draw are in more.tsv.
WHOLE = ("22", "23")
#: Programs whose text has words of another release, which this one keeps without effect.
SKIPPED = {"bignum_words"}
#: Of every stage: pairs, longest text, longest file, modules drawn of each release, what their names begin with. The same of four passes at once.
STAGES = (45, 9000, 120_000, 100, "")
AT_ONCE = (80, 7000, 100_000, 180, "w-")


def pairs(longest):
    """Set, program, pipeline, text, passes: in the order that is drawn."""
    found = []
    for name, scored in SETS.items():
        folder = (protocol.content("mlir", scored) / "xtask/peers/mlir" if scored else HERE) / "pipelines" / name
        through = lowered.pipelines(folder)
        found += [(program, pipeline, text, through[pipeline]) for program, names, text in lowered.programs(folder) if len(text) <= longest for pipeline in names]
    random.Random("chain").shuffle(found)
    found = [job for job in found if job[0] not in SKIPPED]
    return found


def passes_of(release, stages):
    """The first passes of stages that a release has."""
    said = subprocess.run([*releases.command(release), "--help"], capture_output=True, text=True, check=True).stdout
    known = set(re.findall(r"^\s+--([\w-]+)", said, re.M))
    bare = lambda name: re.sub(r"^func\.func\(|\)$", "", name).partition("{")[0]
    return [found for stage in stages if (found := next((name for name in stage.split("|") if bare(name) in known), None))]


def at_once(release, text, stages):
    """Bytecode of a program as it is, and after every four passes; a pass that fails is left out."""
    data, _ = lowered.opt(release, lowered.of_release(text, release).encode(), [])
    if data is None:
        return
    yield 0, data
    names = passes_of(release, stages)
    for at in range(0, len(names), 4):
        some = names[at : at + 4]
        made, _ = lowered.opt(release, data, [name for name in some if "(" not in name])
        for name in some if made is None else []:
            one, _ = lowered.opt(release, data, [name])
            data = one or data
        data = made or data
        yield at + 4, data


def every_stage(release, program, pipeline, text, passes):
    for number, (data, _) in enumerate(lowered.stages(release, text, passes, lowered.has_places(program, pipeline))):
        if data is not None:
            yield number, data


def make(out, jobs, most, each, prefix, through):
    """Writes modules of (program, pipeline, text, passes) for each release, and draws of them; lines of the manifest."""

    def one(job):
        (program, pipeline, text, passes), release = job
        found, seen = [], set()
        for number, data in through(release, program, pipeline, text, passes):
            digest = hashlib.sha256(data).hexdigest()
            if digest not in seen and len(data) <= most:
                seen.add(digest)
                found.append((f"{release}/{prefix}{program}-{pipeline}-{number:02}.mlirbc", digest, release, program, pipeline, data))
        return found

    made = collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(one, [(job, release) for job in jobs for release in RELEASES]):
            for line in found:
                made[line[2]].append(line)
    for release in RELEASES:
        mine = sorted(made[release], key=lambda line: line[0])
        drawn = {line[0] for line in random.Random(f"{prefix}{release}").sample(mine, min(each, len(mine)))}
        for name, *line, data in mine:
            if name in drawn or release in WHOLE:
                (out / release).mkdir(parents=True, exist_ok=True)
                (out / name).write_bytes(data)
                yield name in drawn, "\t".join([name, *line, "-"])


def main():
    out = pathlib.Path(sys.argv[1])
    shutil.rmtree(out, ignore_errors=True)
    count, longest, *more = STAGES
    lines = list(make(out, pairs(longest)[:count], *more, every_stage))
    count, longest, *more = AT_ONCE
    first = {}
    for job in pairs(longest):
        first.setdefault(job[0], job)
    lines += make(out, list(first.values())[:count], *more, lambda release, _, __, text, passes: at_once(release, text, passes))
    for name, drawn in (("manifest.tsv", True), ("more.tsv", False)):
        mine = sorted(line for is_drawn, line in lines if is_drawn == drawn)
        (out / name).write_text("# file, SHA-256, producer, program, pipeline, passes up to there\n" + "\n".join(mine) + "\n")
        print(name, dict(collections.Counter(line.split("\t")[2] for line in mine)))


if __name__ == "__main__":
    main()
