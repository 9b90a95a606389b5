"""Compares texts: what we print for files of bytecode, and what mlir-opt prints for them.

    prints.py FOLDER RELEASE [--local] [--debug] [--tool PATH] [--match PART] [--show N]
                             [--only-texts | --cached] [--texts FOLDER] [--out FOLDER]

FOLDER has files `*.mlirbc`; RELEASE is 16, 19 or 22: the tool that is asked, and the style
that is printed. Ours is `cargo build --release -p outlast-mlir --example print`. The tool's texts are kept in `target/interop/mlir/texts`,
so that it is asked once for each file. Files that the tool refuses are counted, not compared. Printed are the counts and the
first differing line of the first files that differ.
"""

import argparse
import concurrent.futures
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def flags(args):
    out = ["--allow-unregistered-dialect", "--mlir-print-op-generic"]
    out += ["--mlir-print-local-scope"] if args.local else []
    out += ["--mlir-print-debuginfo"] if args.debug else []
    return out


def ask(args, file, text):
    refused = text.with_suffix(".refused")
    if text.exists() or refused.exists():
        return
    command = ["nice", args.tool or f"mlir-opt-{args.release}", *flags(args), str(file)]
    done = subprocess.run(command, capture_output=True, timeout=300)
    if done.returncode == 0:
        text.write_bytes(done.stdout)
    else:
        refused.write_bytes(done.stderr[:2000])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("release")
    parser.add_argument("--local", action="store_true")
    parser.add_argument("--debug", action="store_true")
    parser.add_argument("--tool", help="what is asked; mlir-opt-RELEASE if not given")
    parser.add_argument("--match", default="", help="only files with this in their names")
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--only-texts", action="store_true")
    parser.add_argument("--cached", action="store_true", help="compare only files whose text is there")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--texts", type=pathlib.Path, default=ROOT / "target/interop/mlir/texts")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "target/interop/mlir/printed")
    parser.add_argument("--print", type=pathlib.Path, default=ROOT / "target/release/examples/print")
    args = parser.parse_args()
    kind = f"{args.release}-{args.folder.name}" + ("-local" if args.local else "") + ("-debug" if args.debug else "")
    texts, out = args.texts / kind, args.out / kind
    texts.mkdir(parents=True, exist_ok=True)
    out.mkdir(parents=True, exist_ok=True)
    files = sorted(file for file in args.folder.glob("*.mlirbc") if args.match in file.name)
    if args.cached:
        files = [file for file in files if (texts / (file.stem + ".mlir")).exists()]
    else:
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            list(pool.map(lambda file: ask(args, file, texts / (file.stem + ".mlir")), files))
    if args.only_texts:
        return 0
    command = [str(args.print), "--style", args.release, "--out", str(out)]
    command += ["--local"] if args.local else []
    command += ["--debug"] if args.debug else []
    for first in range(0, len(files), 500):
        subprocess.run(command + [str(file) for file in files[first : first + 500]], check=True)
    return compare(files, texts, out, args.show)


def compare(files, texts, out, show):
    same, refused, differ = 0, 0, []
    for file in files:
        text = texts / (file.stem + ".mlir")
        if not text.exists():
            refused += 1
            continue
        ours = out / (file.stem + ".mlir")
        if ours.exists() and ours.read_bytes() == text.read_bytes():
            same += 1
        else:
            differ.append((file, text, ours))
    print(f"{same} the same, {len(differ)} differ, {refused} refused by the tool")
    for file, text, ours in differ[:show]:
        print(file.name)
        if not ours.exists():
            print("  not printed")
            continue
        theirs, ours = text.read_bytes().split(b"\n"), ours.read_bytes().split(b"\n")
        at = next((at for at, (a, b) in enumerate(zip(theirs, ours)) if a != b), min(len(theirs), len(ours)))
        for who, lines in (("theirs", theirs), ("ours  ", ours)):
            line = lines[at].decode(errors="replace") if at < len(lines) else "(no more lines)"
            print(f"  {who} {at + 1}: {line[:400]}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
