#!/usr/bin/env python3
"""What real readers do with the LLVM IR of the corpus: record_readers.py CORPUS OUT_FILE [FOLDER]

Of the files of FOLDER in the corpus: `llvm`, or `llvm-former`. Columns of OUT_FILE: file; then for each reader of `runs.py` one
letter: r it reads the file as meant, f it refuses it, d it reads something else, ? it was not asked. Streams of other kinds are left out, and so are files of several modules, which
`llvm-dis` does not take, and indexes, which it prints and does not write again.
Environment: `OUTLAST_LLVM`, as for `runs.py`.
"""
import sys
from pathlib import Path

from runs import ask
from tools import READERS, ROOT

from profile import fate

MAGICS = (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")
LEFT_OUT = ("multi-small.bc", "index-small.bc", "classes-whole.o", "combined.thinlto.bc", "distributed.thinlto.bc")


def main(corpus, out, folder="llvm"):
    corpus = Path(corpus).absolute()
    rows = ["# What these readers did with the IR of the corpus (r reads, f refuses, d reads something else): " + " ".join(READERS)]
    files = []
    for path in sorted(corpus.glob(f"{folder}/*/*")):
        if path.name in LEFT_OUT or not path.read_bytes().startswith(MAGICS):
            continue
        name = str(path.relative_to(corpus))
        # Swift 6.0.3 brings a compiler that calls itself LLVM 17.
        producer = "17" if "swift" in name else path.parent.name.split(".")[0]
        files.append((name, producer, path))
    answers = iter(ask([(reader, path) for _, _, path in files for reader in READERS], ROOT / "target/interop/llvm/recorded"))
    for name, producer, path in files:
        fates = ""
        for reader in READERS:
            state, message, diff = next(answers)
            fates += fate(f"corpus/{producer}/{path.name}", reader, state, message, diff)[0]
            print(name, reader, state, message[:100], diff[:200], flush=True)
        rows.append(f"{name}\t{fates}")
    Path(out).write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
