#!/usr/bin/env python3
"""Whether real readers read files with numbers of more bytes than they need as they read them without.

    wide.py DIR TOOL...     e.g. wide.py target/interop/mlir/wide mlir-opt-16 mlir-opt-19 mlir-opt-22

DIR is what the example `widen` of crates/mlir wrote: N-as-it-is, and the same file with wide numbers as N-some, N-all, N-attrs and N-both. The same
is the text, or that the file is refused. The last line has numbers: the same text, both refused, differences.
"""
import pathlib
import subprocess
import sys


def read(tool, path):
    """What a tool prints of a file; none if it refuses it. The file goes in as standard input: its name is in no text."""
    command = [tool, "--allow-unregistered-dialect", "--mlir-print-op-generic", "-"]
    with path.open("rb") as file:
        done = subprocess.run(command, stdin=file, capture_output=True, timeout=60, check=False)
    return done.stdout if done.returncode == 0 else None


def main():
    folder, tools = pathlib.Path(sys.argv[1]), sys.argv[2:]
    same = refused = different = 0
    for plain in sorted(folder.glob("*-as-it-is")):
        for tool in tools:
            expected = read(tool, plain)
            for kind in ("some", "all", "attrs", "both"):
                path = plain.with_name(plain.name.replace("as-it-is", kind))
                found = read(tool, path)
                if found != expected:
                    print(f"{tool}: {path.name} is read in another way")
                    different += 1
                elif found is None:
                    refused += 1
                else:
                    same += 1
    print(f"{same} the same text, {refused} refused with and without, {different} differ")


if __name__ == "__main__":
    main()
