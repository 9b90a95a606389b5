#!/usr/bin/env python3
"""What llvm-bcanalyzer prints for every stream of the corpus, as a hash: record.py CORPUS OUT_DIR RELEASE …

Writes OUT_DIR/analyser-RELEASE.tsv.  Columns: file; switches (s: none, d: -dump, v: -dump with everything else that changes
the text); exit status; the first 16 digits of the SHA-256 of what it prints; the message. A stream that ends an analyser by a signal
does not belong in the corpus.
With these, tests compare byte for byte where LLVM is not installed.
"""
import hashlib
import os
import subprocess
import sys

from malformed import limit

SWITCHES = {
    "s": [],
    "d": ["-dump"],
    "v": ["-dump", "--dump-blockinfo", "--non-symbolic", "--show-binary-blobs", "--disable-histogram"],
}
FOLDERS = ["llvm", "bad/bitstream"]


def streams(corpus):
    for folder in FOLDERS:
        for path, _, names in sorted(os.walk(os.path.join(corpus, folder))):
            if os.path.basename(path) == "verdicts":
                continue  # packs of modules, which are no streams themselves
            for name in sorted(names):
                if not name.endswith((".tsv", ".toml", ".md")):
                    yield os.path.relpath(os.path.join(path, name), corpus)


def run(corpus, file, release, switches):
    # The path is printed too, so it must be the same everywhere.
    command = [f"llvm-bcanalyzer-{release}", *switches, file]
    result = subprocess.run(command, capture_output=True, cwd=corpus, timeout=120, preexec_fn=limit)
    if result.returncode < 0:
        raise SystemExit(f"{file}: {command[0]} ends by signal {-result.returncode}: not a file for the corpus")
    message = result.stderr.decode(errors="replace").strip().removeprefix(f"{command[0]}: ").removeprefix("llvm-bcanalyzer: ")
    return str(result.returncode), hashlib.sha256(result.stdout).hexdigest()[:16], message.replace("\n", " ").replace("\t", " ")


def main(corpus, out, *releases):
    os.makedirs(out, exist_ok=True)
    for release in releases:
        version = subprocess.run([f"llvm-bcanalyzer-{release}", "--version"], capture_output=True, text=True).stdout
        version = next(word for line in version.splitlines() if "LLVM version" in line for word in line.split()[-1:])
        lines = [f"# llvm-bcanalyzer {version}, run by evidence/peers/llvm/record.py in the folder of the corpus"]
        for file in streams(corpus):
            for letter, switches in SWITCHES.items():
                lines.append("\t".join([file, letter, *run(corpus, file, release, switches)]).rstrip("\t"))
        with open(os.path.join(out, f"analyser-{release}.tsv"), "w") as table:
            table.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
