#!/usr/bin/env python3
"""What each release of Clang does with precompiled headers of the others: clang_formats.py > crates/llvm/targets/llvm-clang.txt

Every release writes a precompiled header of one line, and every release is asked to read each; where they are, tools.py says. Rows: `clang-format FORMAT RELEASE [= fails | message]`, and `clang revision RELEASE = text`, the
text that a reader demands besides the format. The format is read off the files by `outlast inspect`; OUTLAST is
its command, `target/release/outlast` if not given.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from tools import RELEASES, ROOT, ZIG, tool


def compiler(release):
    major = release.split(".")[0]
    return [os.environ["OUTLAST_LLVM"] + f"/zig-{major}/ziglang/zig", "clang"] if major in ZIG else tool("clang", major)


def run(command, folder):
    cache = {"ZIG_GLOBAL_CACHE_DIR": folder + "/cache", "ZIG_LOCAL_CACHE_DIR": folder + "/cache"}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env={**os.environ, **cache}, timeout=300)


def main():
    outlast = os.environ.get("OUTLAST", str(ROOT / "target/release/outlast"))
    rows, revisions = [], []
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "one.h").write_text("int one;\n")
        pathlib.Path(folder, "use.c").write_text("int two;\n")
        target = ["-target", "x86_64-linux-gnu"]
        formats = {}
        for writer in RELEASES:
            made = run([*compiler(writer), *target, "-x", "c-header", "one.h", "-o", f"{writer}.pch"], folder)
            if made.returncode:
                print(f"{writer}: {made.stderr}", file=sys.stderr)
                continue
            shown = run([outlast, "inspect", "-f", "json", f"{writer}.pch"], folder).stdout
            facts = json.loads(shown)["results"][0]["facts"]
            formats[writer] = facts["format"]
            text = facts.get("revision", "")
            revisions.append(f"clang revision {writer}" + (f" = {text}" if text else ""))
        for writer, number in formats.items():
            for reader in RELEASES:
                asked = run([*compiler(reader), *target, "-include-pch", f"{writer}.pch", "-fsyntax-only", "use.c"], folder)
                error = re.search(r"error: (.*)", asked.stderr)
                message = error[1].replace(f"'{writer}.pch' ", "") if error else ""
                # The other build of the same release: the format is the same.
                if asked.returncode == 0 or "different branch" in message:
                    rows.append(f"clang-format {number} {reader}")
                else:
                    rows.append(f"clang-format {number} {reader} = fails | {message}")
    print("# What Clang of each release does with precompiled files of each format. Made by evidence/peers/llvm/clang_formats.py.\nbasis measured")
    print("\n".join([*revisions, *sorted(set(rows))]))


main()
