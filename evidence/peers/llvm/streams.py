#!/usr/bin/env python3
"""What releases do with streams of remarks and diagnostics: streams.py FILE … > crates/llvm/targets/llvm-streams.txt

Remarks are read by `llvm-opt-report` of each release, which gets the file and nothing beside it; diagnostics by its libclang.
Neither is in the wheels of LLVM 17, 18 and 20: between two releases that agree, those agree too. The versions in a file
are those that `outlast inspect` prints; OUTLAST is its command, `target/release/outlast` if not given.

Rows: `remarks CONTAINER/KIND/VERSION RELEASE [= fails | message]`, `= alone | message` where strings are in another file,
without which nobody reads it; `diagnostics VERSION RELEASE [= fails | message]`.
"""
import collections
import ctypes
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tools import INSTALLED, NATIVE, READERS, tool

from profile import intervals

OUTLAST = os.environ.get("OUTLAST", str(Path(__file__).resolve().parents[3] / "target/release/outlast"))


def facts(path):
    answer = json.loads(subprocess.run([OUTLAST, "inspect", "-f", "json", path], capture_output=True, text=True).stdout)
    return answer["results"][0]["facts"]


def remarks(reader, path, known):
    done = subprocess.run([*tool("llvm-opt-report", reader), "--format=bitstream", path, "-o", os.devnull], capture_output=True, text=True)
    # It wants the sources, too, once it has read the remarks.
    if done.returncode == 0 or "Can't open file" in done.stderr:
        return ""
    message = re.search(r"error: (.*)", done.stderr)[1].strip()
    return f"alone | {message}" if "missing string table" in message and known["strings"] == "in another file" else f"fails | {message}"


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]


def diagnostics(reader, path, known):
    found = [place for place in Path(f"/usr/lib/llvm-{reader}/lib").glob("libclang*so.*") if place.exists() and "cpp" not in place.name]
    if not found:
        return None
    library = ctypes.CDLL(str(found[0]))
    library.clang_loadDiagnostics.restype = ctypes.c_void_p
    library.clang_getNumDiagnosticsInSet.argtypes = [ctypes.c_void_p]
    library.clang_getCString.restype = ctypes.c_char_p
    library.clang_getCString.argtypes = [Text]
    error, text = ctypes.c_int(), Text()
    found = library.clang_loadDiagnostics(path.encode(), ctypes.byref(error), ctypes.byref(text))
    if not found:
        return f"fails | {library.clang_getCString(text).decode()}"
    return "" if library.clang_getNumDiagnosticsInSet(found) else "fails | (no diagnostics)"


def main():
    rows = collections.defaultdict(dict)
    for path in sys.argv[1:]:
        known = facts(path)
        if known["stream"] == "optimization remarks":
            shape = ("remarks", f"{known['container version']}/{known['container']}/{known['remark version']}")
            ask = remarks
        else:
            shape, ask = ("diagnostics", str(known["version"])), diagnostics
        # The library of another suite needs that suite's C library.
        for reader in NATIVE if ask is remarks else INSTALLED:
            does = ask(reader, path, known)
            if does is not None and rows[shape].setdefault(reader, does) != does:
                sys.exit(f"{path}: {shape} by {reader}: {does!r}, before {rows[shape][reader]!r}")
    print("# What tools of each LLVM do with optimization remarks and serialized diagnostics. Made by evidence/peers/llvm/streams.py.\nbasis measured")
    for (key, value), by_reader in sorted(rows.items()):
        for (does, between), words in intervals({reader: by_reader.get(reader) for reader in READERS}).items():
            print(f"{key} {value} {','.join(words)}" + " between" * between + (f" = {does}" if does else ""))


main()
