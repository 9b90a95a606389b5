"""Holds the parser of text to mlir-opt.

    parses.py TEXTS RELEASE [--version N] [--sample N] [--schemas] [--show N]

TEXTS is a folder of texts that `prints.py` has kept (`19-19-v6-debug`: its name says with which options they were printed);
RELEASE is the tool that is asked. Counted are, over all texts, those that are the same after they became bytecode and were
printed again; and, over a sample, those whose bytecode the tool reads and prints to the same text, and those whose bytecode is
what the tool itself makes of the text, byte for byte (only for texts with locations: the tool makes some up otherwise). With
`--schemas`, properties are encoded as the release does it, which version 5 and 6 need to be the same.
"""

import argparse
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
PRODUCERS = {"19": "MLIR19.1.7", "22": "MLIR22.1.8"}


def run(command):
    return subprocess.run(["nice", *map(str, command)], capture_output=True, timeout=600)


def ours(args, files, out):
    command = [args.parse, "--test", "--version", args.version, "--producer", PRODUCERS[args.release], "--style", args.release]
    command += ["--release", f"mlir-{args.release}"] if args.schemas else []
    command += ["--local"] if "-local" in args.texts.name else []
    command += ["--debug"] if "-debug" in args.texts.name else []
    lines, counts = [], [0, 0, 0]
    for first in range(0, len(files), 500):
        done = run([*command, "--out", out, *files[first : first + 500]])
        *more, last = done.stdout.decode(errors="replace").splitlines()
        lines += more
        counts = [a + int(b.split()[0]) for a, b in zip(counts, last.split(", "))]
    print("text, bytecode, text: {} the same, {} differ, {} refused".format(*counts))
    for line in lines[: 3 * args.show]:
        print("  " + line[:300])


def theirs(args, files, out):
    tool = [f"mlir-opt-{args.release}", "--allow-unregistered-dialect"]
    flags = ["--mlir-print-op-generic"]
    flags += ["--mlir-print-local-scope"] if "-local" in args.texts.name else []
    flags += ["--mlir-print-debuginfo"] if "-debug" in args.texts.name else []
    read, refused, made, unmade = [], [], [], []
    total, quirks = 0, 0
    for file in files:
        bytecode = out / (file.stem + ".mlirbc")
        if not bytecode.exists():
            continue
        total += 1
        equal = False
        if "-debug" in args.texts.name:
            done = run([*tool, "--emit-bytecode", f"--emit-bytecode-version={args.version}", file])
            equal = done.stdout == bytecode.read_bytes()
            if done.returncode != 0:
                unmade.append(file.name)
            elif not equal:
                made.append(file.name)
        done = run([*tool, *flags, bytecode])
        if done.returncode != 0:
            refused.append(f"{file.name}: {done.stderr[:200].decode(errors='replace')}")
        elif done.stdout != file.read_bytes():
            # What the tool prints otherwise after its own bytecode is no fault of these bytes.
            quirks += equal
            read += [] if equal else [file.name]
    same = total - len(read) - len(refused) - quirks
    print(f"read by mlir-opt-{args.release}: {same} of {total} the same text, {len(read)} another, {len(refused)} refused;"
          f" {quirks} another also from the tool's own bytes")
    for name in (refused + read)[: args.show]:
        print("  " + name)
    if "-debug" in args.texts.name:
        print(f"bytes: {total - len(made) - len(unmade)} of {total} as the tool makes them, {len(made)} others,"
              f" {len(unmade)} texts that the tool refuses")
        for name in made[: args.show]:
            print("  " + name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=pathlib.Path)
    parser.add_argument("release", choices=sorted(PRODUCERS))
    parser.add_argument("--version", default="4")
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--schemas", action="store_true")
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--match", default="")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "target/interop/mlir/parsed")
    parser.add_argument("--parse", type=pathlib.Path, default=ROOT / "target/release/examples/parse")
    args = parser.parse_args()
    files = sorted(file for file in args.texts.glob("*.mlir") if args.match in file.name)
    out = args.out / f"{args.texts.name}-{args.release}-v{args.version}"
    out.mkdir(parents=True, exist_ok=True)
    ours(args, files, out)
    # The same sample each time.
    theirs(args, random.Random(1).sample(files, min(args.sample, len(files))), out)


if __name__ == "__main__":
    sys.exit(main())
