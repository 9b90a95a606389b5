#!/usr/bin/env python3
"""What modules compute in a release: an oracle that needs no text.

usage: runs.py FOLDER READER PRODUCER [--jobs J] [--show N]

FOLDER is what lowered.py wrote, with FOLDER/converted/READER of what was converted (development.py). Modules of programs whose name begins with
`run_` have a `main` that takes nothing and gives a number: each original is lowered to the end by its producer's passes and run by the producer's
runner, each converted one by the reader's. Both have to give the number that the program gives as it was written, before any pass.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import subprocess

import releases

#: From any stage to LLVM's dialect. A pass that a release does not have is left out (`of_release`).
FINISH = [
    "one-shot-bufferize=bufferize-function-boundaries", "convert-bufferization-to-memref", "convert-linalg-to-loops", "convert-elementwise-to-linalg",
    "scf-forall-to-for", "lower-vector-mask", "lower-vector-multi-reduction", "convert-vector-to-scf=full-unroll", "fold-memref-alias-ops", "expand-realloc", "expand-strided-metadata",
    "lower-affine", "convert-scf-to-cf", "arith-expand", "convert-complex-to-standard", "convert-math-to-funcs", "convert-math-to-llvm", "convert-math-to-libm", "convert-vector-to-llvm",
    "convert-index-to-llvm", "finalize-memref-to-llvm", "convert-arith-to-llvm", "convert-cf-to-llvm", "convert-func-to-llvm", "reconcile-unrealized-casts",
]
RUNNERS = {True: "mlir-runner", False: "mlir-cpu-runner"}


def run(release, path):
    """The number that a module gives in a release; none if it cannot be lowered to the end there, with the reason."""
    flags = [f"--{name}" for name in FINISH]
    opt = subprocess.run(["nice", *releases.command(release), str(path), *flags], capture_output=True, timeout=120, check=False)
    if opt.returncode:
        return None, next((line for line in opt.stderr.decode(errors="replace").splitlines() if "error" in line), "not lowered")
    name = RUNNERS[int(release) >= 20]
    command = [*releases.command(release, name), "-e", "main", "--entry-point-result=i32"]
    done = subprocess.run(["nice", *command], input=opt.stdout, capture_output=True, timeout=120, check=False)
    text = done.stdout.decode(errors="replace").strip()
    if done.returncode or not text:
        return None, (done.stderr.decode(errors="replace").strip().splitlines() or ["nothing"])[0]
    return int(text.splitlines()[-1]), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("reader")
    parser.add_argument("producer")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=10)
    options = parser.parse_args()
    files = [line.split("\t") for line in (options.folder / "manifest.tsv").read_text().splitlines() if not line.startswith("#")]
    files = [line for line in files if line[2] == options.producer and line[3].startswith("run_")]
    # The program as it was written, before any pass, says what is right.
    first = {line[3]: line[0] for line in sorted(files, key=lambda line: len(line[5].split()), reverse=True)}
    meant = {program: run(options.producer, options.folder / file)[0] for program, file in first.items()}

    def one(line):
        there = options.folder / "converted" / options.reader / line[0]
        if not there.exists():
            return line[0], "not converted", ""
        before, said = run(options.producer, options.folder / line[0])
        if before is None:
            return line[0], "does not run in the release that wrote it", said
        after, said = run(options.reader, there)
        if before != meant[line[3]]:
            return line[0], "the producer's passes changed what it computes", f"{before}, not {meant[line[3]]}"
        if after is None:
            return line[0], "not lowered by the reader", said
        return (line[0], "same", "") if after == before else (line[0], "another number", f"{after}, not {before}")

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(one, files))
    counts = collections.Counter(answer[1] for answer in answers)
    print(f"{options.producer} to {options.reader}: {len(answers)} modules of {len(meant)} programs: " + ", ".join(f"{count} {what}" for what, count in counts.most_common()))
    for file, what, said in [answer for answer in answers if answer[1] not in ("same", "not converted")][: options.show]:
        print(f"  {what}: {file}: {said[:200]}")


if __name__ == "__main__":
    main()
