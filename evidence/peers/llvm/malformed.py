#!/usr/bin/env python3
"""Streams that are malformed, or odd and still accepted, each with one thing that is out of the ordinary: the rows of malformed.tsv.

    malformed.py OUT_DIR                    writes OUT_DIR/NAME.bin for every row, and OUT_DIR/index.tsv: name, what it is
    malformed.py OUT_DIR --ask RELEASE …    … and compares what `llvm-bcanalyzer-RELEASE -dump` says of each with the table (of 14, 16, 19, 22)
    malformed.py OUT_DIR --mutate N FILE …  instead: N damaged copies of each file, always the same ones

Analysers answer every row: what ends one of them by a signal, or is not answered in time, is no case. The program that wrote
the streams is in ../retired.toml.
"""
import base64
import os
import random
import resource
import subprocess
import sys
import zlib
from pathlib import Path

from bits import ARRAY, Writer, fixed, literal

RELEASES = ["14", "16", "19", "22"]


def rows():
    """Name, what is odd, the bytes, and what each release said."""
    for line in Path(__file__).with_suffix(".tsv").read_text().splitlines():
        if not line.startswith("#"):
            name, what, text, *said = line.split("\t")
            yield name, what, stream(text), dict(zip(RELEASES, said))


def stream(text):
    if text == "many":
        return many()
    if text.startswith("z:"):
        return zlib.decompress(base64.b64decode(text[2:]))
    return bytes.fromhex(text.strip("-"))


def many():
    """More than ten million bits of records of one code."""
    writer = Writer(b"TEST").enter(8, 3).define([literal(4), ARRAY, fixed(32)])
    writer.id(4).vbr(40000, 6)
    for place in range(40000):
        writer.fixed(place, 32)
    return writer.end().bytes()


def write_all(folder):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "index.tsv"), "w") as index:
        for name, what, data, _ in rows():
            with open(os.path.join(folder, f"{name}.bin"), "wb") as out:
                out.write(data)
            index.write(f"{name}\t{what}\n")


def limit():
    """Two gigabytes, and no dump of the core."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def ask(path, release):
    """Exit status and message of an analyser."""
    command = [f"llvm-bcanalyzer-{release}", "-dump", path]
    try:
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60, preexec_fn=limit)
    except subprocess.TimeoutExpired:
        raise SystemExit(f"{path}: {command[0]} does not answer: not a case for this script") from None
    if run.returncode < 0:
        raise SystemExit(f"{path}: {command[0]} ends by signal {-run.returncode}: not a case for this script")
    lines = [line for line in run.stderr.decode(errors="replace").splitlines() if line.strip()]
    message = lines[0] if lines else ""
    return f"{run.returncode} {message.removeprefix(f'{command[0]}: ').removeprefix('llvm-bcanalyzer: ')}".strip()


def mutate(folder, count, files):
    """Damaged copies: bits flipped, bytes replaced, words removed, put twice or exchanged, tails cut.  The same ones for
    the same files, because they depend on nothing but names and numbers."""
    os.makedirs(folder, exist_ok=True)
    for path in files:
        with open(path, "rb") as file:
            data = file.read()
        name = "-".join(path.split(os.sep)[-2:])
        for number in range(count):
            chance = random.Random(f"{name} {number}")
            with open(os.path.join(folder, f"{name}.{number:03}"), "wb") as out:
                out.write(damage(bytearray(data), chance))


def damage(data, chance):
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        kind, place = chance.randrange(8), chance.randrange(max(len(data), 1))
        word = place // 4 * 4
        if kind < 3:
            data[place] ^= 1 << chance.randrange(8)
        elif kind == 3:
            data[place] = chance.choice([0, 1, 0x7F, 0x80, 0xFF])
        elif kind == 4:
            data[word : word + 4] = chance.randbytes(4)
        elif kind == 5:
            del data[word : word + 4]
        elif kind == 6:
            data[word:word] = data[word : word + 4]
        else:
            del data[word + 4 :]
    return bytes(data)


def main(args):
    folder, rest = args[0], args[1:]
    if rest[:1] == ["--mutate"]:
        mutate(folder, int(rest[1]), rest[2:])
        return
    write_all(folder)
    count = differ = 0
    for name, _, _, said in rows():
        count += 1
        for release in rest[1:]:
            answer = ask(os.path.join(folder, f"{name}.bin"), release)
            if answer != said[release]:
                differ += 1
                print(f"{name}, {release}: {answer!r}, and on record {said[release]!r}")
    print(f"{count} cases")
    sys.exit(differ > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
