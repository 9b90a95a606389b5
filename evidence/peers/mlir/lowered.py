#!/usr/bin/env python3
"""Programs after every stage of pipelines: many dialects at once, with the attributes that passes put there.

usage: lowered.py OUT RELEASE… --programs FOLDER [FOLDER …] [--only NAME] [--jobs J]

A FOLDER has `*.mlir`, the first `pipelines.txt`, too. A text has programs, each of which begins with a line

    // ----- NAME: PIPELINE …

and lines of it that only some releases take begin with `-19!` (up to 19) or `20-!` (from 20 on). A line of pipelines.txt is `NAME: PASS …`;
of `a|b` the first that goes through is taken; `func.func(PASS)` is one that has to be nested. Where a pass fails, or the release does not have it, the stage is left out. Each stage is
one run of the release's mlir-opt on what the stage before wrote; OUT/RELEASE/PROGRAM-PIPELINE-NN.mlirbc is what it writes, if it differs
from the stages before. OUT/manifest.tsv has a line for each file: file, digest, producer, program, pipeline, the passes up to there.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import pathlib
import random
import re
import subprocess

import releases

MOST_BYTES = 200_000
SECONDS = 60


def programs(*folders):
    """Name, pipelines, text of every program of folders."""
    for path in sorted(path for folder in folders for path in folder.glob("*.mlir")):
        for part in re.split(r"^// ----- ", path.read_text(), flags=re.M)[1:]:
            head, _, text = part.partition("\n")
            name, _, through = head.partition(":")
            yield name.strip(), through.split(), text


def pipelines(folder):
    lines = (line for line in (folder / "pipelines.txt").read_text().splitlines() if line and not line.startswith("#"))
    return {name: passes.split() for name, _, passes in (line.partition(":") for line in lines)}


def of_release(text, release):
    """A program as a release takes it."""
    out = []
    for line in text.splitlines():
        found = re.match(r"(\d*)-(\d*)!", line)
        if found:
            first, last = (int(number) if number else edge for number, edge in zip(found.groups(), (0, 99)))
            if not first <= int(release) <= last:
                continue
            line = line[found.end() :]
        out.append(line)
    return "\n".join(out)


def flag(name):
    """A pass as a flag: so mlir-opt nests it where it belongs. Options are parted by commas, the members of a list by semicolons."""
    name, _, options = name.partition("{")
    return f"--{name}={options.rstrip('}').replace(',', ' ').replace(';', ',')}" if options else f"--{name}"


def opt(release, data, passes, more=()):
    """What a release makes of a module, as bytecode, and what it says where it does not."""
    if any("(" in name for name in passes):
        # A pass for functions that mlir-opt does not nest by itself.
        words = [f"--pass-pipeline=builtin.module({','.join([*(word.strip('-') for word in more), *passes])})"]
    else:
        words = [*more, *map(flag, passes)]
    command = [*releases.command(release), "-", "--emit-bytecode", "--allow-unregistered-dialect", *words]
    try:
        done = subprocess.run(["nice", "-n", "2", *command], input=data, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None, "timeout"
    return (done.stdout, "") if done.returncode == 0 else (None, done.stderr.decode(errors="replace"))


def stages(release, text, passes, with_places):
    """Bytecode of a program as it is and after every pass, and the passes so far."""
    more = () if with_places else ("--strip-debuginfo",)
    data, said = opt(release, of_release(text, release).encode(), [], more)
    if data is None:
        yield None, said
        return
    taken = []
    yield data, list(taken)
    for stage in passes:
        for name in stage.split("|"):
            made, _ = opt(release, data, [name], more)
            if made:
                data = made
                taken.append(name)
                yield data, list(taken)
                break


def has_places(program, pipeline):
    return hashlib.sha256(f"{program} {pipeline}".encode()).digest()[0] % 2 == 0


def make(folders, out, wanted, only=None, jobs=2, pairs=None, draw=""):
    """Writes the files; lines of the manifest, and what was refused at once by release. With `pairs`, so many of a program and a pipeline are drawn for
    each release, by the word `draw`."""
    through = pipelines(folders[0])
    work = [(name, pipeline, text, release) for name, names, text in programs(*folders) for pipeline in names for release in wanted
            if only in (None, name)]
    if pairs is not None:
        by_release = {release: [job for job in work if job[3] == release] for release in wanted}
        work = [job for release, mine in by_release.items() for job in random.Random(f"{draw}/{release}").sample(mine, min(pairs, len(mine)))]
    lines, refused = [], collections.defaultdict(dict)

    def one(job):
        name, pipeline, text, release = job
        found, seen = [], set()
        for number, (data, taken) in enumerate(stages(release, text, through[pipeline], has_places(name, pipeline))):
            if data is None:
                refused[release][name] = taken
                break
            digest = hashlib.sha256(data).hexdigest()
            if digest in seen or len(data) > MOST_BYTES:
                continue
            seen.add(digest)
            file = f"{release}/{name}-{pipeline}-{number:02}.mlirbc"
            (out / release).mkdir(parents=True, exist_ok=True)
            (out / file).write_bytes(data)
            found.append((file, digest, release, name, pipeline, " ".join(taken) or "-"))
        return found

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for found in pool.map(one, work):
            lines += found
    # The same module may be a stage of several pipelines.
    first = {}
    for line in sorted(lines):
        if first.setdefault((line[2], line[1]), line) is not line:
            (out / line[0]).unlink()
    return sorted(first.values()), refused


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("releases", nargs="+")
    parser.add_argument("--programs", type=pathlib.Path, nargs="+", required=True)
    parser.add_argument("--only")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    lines, refused = make(options.programs, options.out, options.releases, options.only, options.jobs)
    text = "".join("\t".join(line) + "\n" for line in lines)
    (options.out / "manifest.tsv").write_text("# file, SHA-256, producer, program, pipeline, passes up to there\n" + text)
    for release in options.releases:
        mine = [line for line in lines if line[2] == release]
        print(f"mlir-opt {release}: {len(mine)} files of {len({line[3] for line in mine})} programs, {len(refused[release])} programs refused")
        for name, said in sorted(refused[release].items()):
            print(f"  {name}: {next((line for line in said.splitlines() if 'error' in line), said[:200])}")


if __name__ == "__main__":
    main()
