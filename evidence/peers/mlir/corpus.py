#!/usr/bin/env python3
"""Makes bytecode from MLIR text with a real mlir-opt.

usage: corpus.py TOOL TESTS OUT [--version N] [--every K] [--jobs J]

TESTS is the folder of MLIR's own tests (`mlir/test` of an LLVM source package). Every `.mlir` file in it is split at its
`// -----` lines; each part that is no test of an error is given to TOOL, as it is, without passes. What TOOL accepts becomes
`OUT/NAME.mlirbc`, with NAME the file's path (`/` as `__`) and the number of the part. With --version, TOOL is asked for that
version of the container. With --every, each Kth part is taken. Prints counts. Files that are there already are kept.
"""

import argparse
import concurrent.futures
import pathlib
import subprocess


def parts(tests):
    """Name and text of every part."""
    for path in sorted(tests.rglob("*.mlir")):
        name = str(path.relative_to(tests)).replace("/", "__").removesuffix(".mlir")
        for number, text in enumerate(path.read_text(errors="replace").split("// -----")):
            if len(text.strip()) >= 20 and "expected-error" not in text:
                yield f"{name}.{number}", text


def make(tool, text, out, extra):
    """Whether TOOL wrote the file."""
    if out.exists():
        return True
    command = [tool, "--allow-unregistered-dialect", "--emit-bytecode", *extra, "-o", str(out), "-"]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        done = None
    if done is None or done.returncode:
        out.unlink(missing_ok=True)
        return False
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("tests", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--version", type=int)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    extra = [] if options.version is None else [f"--emit-bytecode-version={options.version}"]
    options.out.mkdir(parents=True, exist_ok=True)
    work = list(parts(options.tests))[:: options.every]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        made = sum(pool.map(lambda job: make(options.tool, job[1], options.out / f"{job[0]}.mlirbc", extra), work))
    print(f"{made} of {len(work)} parts became bytecode in {options.out}")


if __name__ == "__main__":
    main()
