#!/usr/bin/env python3
"""Hands streams that the bitstream crate wrote to the real tools.

usage: written.py FOLDER [--every N]

FOLDER has `written.tsv`: file, kind, what was done, file it was made from (see crates/bitstream/examples/written.rs).
With --every, each Nth line is looked at, and every line with several edits.

* `llvm-ir`: llvm-dis of the release that made the original has to print the same text for both, with the same exit
  status, and llvm-bcanalyzer of the newest release has to read it; opt of that release has to materialise every function.
  Where llvm-bcanalyzer --check-hash finds that the original's module hash matches, that of the edited file has to match.
* `clang-ast`: clang -module-file-info of that release has to print the same for both.

The release is that of the folder `vNN` in the original's path. Exit status 1 if anything differs.
"""

import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Summaries print the module's hash, which an edit changes.
HASH = re.compile(rb"hash: \([0-9, ]*\)")
NONE = b"hash: (0, 0, 0, 0, 0)"


def tool(name, release):
    """The tool of a release, by its Debian name."""
    return shutil.which(f"{name}-{release}") or f"/usr/lib/llvm-{release}/bin/{name}"


def run(command, data=None):
    """Exit status, what it wrote (standard output and files called `out…`: one for each module), what it said."""
    with tempfile.TemporaryDirectory() as away:
        done = subprocess.run(command, input=data, capture_output=True, timeout=300, check=False, cwd=away)
        files = sorted(pathlib.Path(away).iterdir())
        return done.returncode, done.stdout + b"".join(file.read_bytes() for file in files), done.stderr


def hash_matches(path):
    """What llvm-bcanalyzer says of the hash of a file's only module: true, false, or none if there is nothing to check."""
    analyzer = [tool("llvm-bcanalyzer", "22"), "-dump"]
    dump = run([*analyzer, "--show-binary-blobs", str(path)])[1]
    table = re.search(rb"<STRTAB_BLOCK.*?blob data = '(.*?)'", dump, re.DOTALL)
    if dump.count(b"<HASH ") != 1 or not table:
        return None
    # The hash covers the names of the module's symbols, in the order of their records, and not the whole table.
    kinds = rb"COMDAT|GLOBALVAR|FUNCTION|ALIAS|UnknownCode18"  # The last is IFUNC.
    symbols = re.findall(rb"\n  <(?:" + kinds + rb") (?:abbrevid=\d+ )?op0=(\d+) op1=(\d+)", dump)
    names = b"".join(table[1][int(at) : int(at) + int(size)] for at, size in symbols)
    checked = run([*analyzer, "--check-hash=" + names.decode(), str(path)])[1]
    return True if b"(match)" in checked else False if b"(!mismatch!)" in checked else None


def main():
    arguments = sys.argv[1:]
    every = 1
    if "--every" in arguments:
        at = arguments.index("--every")
        every = int(arguments[at + 1])
        del arguments[at : at + 2]
    folder = pathlib.Path(arguments[0]).resolve()
    counts, bad, gone, originals, matching = collections.Counter(), [], [], {}, {}

    def original(key, command, source):
        if key not in originals:
            originals[key] = run(command, source)
        return originals[key]

    for number, line in enumerate((folder / "written.tsv").read_text().splitlines()):
        name, kind, what, source = line.split("\t")
        if number % every and what != "all":
            continue
        path = folder / name
        release = re.search(r"/v(\d+)/", source)
        if not release:
            continue
        release = release[1]
        if kind == "llvm-ir":
            before = pathlib.Path(source).read_bytes()
            after = path.read_bytes()
            for command, title in (
                ([tool("llvm-dis", release), "-o", "out", "-"], "llvm-dis"),
                ([tool("opt", release), "-S", "-o", "-", "-"], "opt"),
            ):
                old = original((title, source), command, before)
                new = run(command, after)
                same = old[0] == new[0] and HASH.sub(b"", old[1]) == HASH.sub(b"", new[1])
                if title == "llvm-dis" and old[0] == 0 and HASH.search(old[1]):
                    was, now = (HASH.search(text[1])[0] if HASH.search(text[1]) else NONE for text in (old, new))
                    fate = "as it was" if was == now else "gone" if now == NONE else "new"
                    counts["edited, module hash", fate] += 1
                    if fate == "gone":
                        gone.append(name)
                counts[f"edited, {title}", same, "read" if old[0] == 0 else "refused like the original"] += 1
                if not same:
                    bad.append(f"{name}: {title} {release}: {new[0]} {new[2].decode(errors='replace')[:200]}")
            code, _, err = run([tool("llvm-bcanalyzer", "22"), str(path)])
            counts["edited, llvm-bcanalyzer 22", code == 0] += 1
            if code:
                bad.append(f"{name}: llvm-bcanalyzer 22: {err.decode(errors='replace')[:200]}")
            if source not in matching:
                matching[source] = hash_matches(source)
            if matching[source]:
                match = hash_matches(path)
                counts["edited, llvm-bcanalyzer --check-hash", match] += 1
                if match is False:
                    bad.append(f"{name}: llvm-bcanalyzer --check-hash: the module's hash does not match")
        elif kind == "clang-ast":
            command = [tool("clang", release), "-module-file-info"]
            old = original(("clang", source), [*command, source], None)
            new = run([*command, str(path)])
            same = old[0] == new[0] and old[1].replace(source.encode(), b"") == new[1].replace(str(path).encode(), b"")
            counts["replayed, clang -module-file-info", same, "read" if old[0] == 0 else "refused like the original"] += 1
            if not same:
                bad.append(f"{name}: clang {release}: {new[0]} {new[2].decode(errors='replace')[:200]}")
    for key, count in sorted(counts.items(), key=str):
        print(count, *key)
    for line in bad:
        print("BAD", line)
    for name in gone[:5]:
        print("hash gone, as it cannot be computed:", name)
    print(sum(count for key, count in counts.items() if key[1] is True), "right")
    print(len(bad), "bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
