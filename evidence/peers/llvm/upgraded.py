#!/usr/bin/env python3
"""What newer releases make of calls of every intrinsic that an older one has, beside what Outlast says of them.

    upgraded.py LISTS OUT                   modules of each release, and what each newer one makes of them, into OUT/upgraded.tsv
    upgraded.py LISTS OUT --score COMMAND   compares with the answers of COMMAND (`outlast`), and prints counts and what differs

LISTS is what `intrinsics.py list` made. A release declares and calls each name of its own list with every choice of free types that it takes, and
writes bitcode; newer ones read that. A call is `known` where the name is of the reader's list (of a reader without a list, of those before and after it), `upgraded` where something else stands in its place,
and `plain` where it is left as a call of a function that nobody defines: such a program does not link.
"""
import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from intrinsics import BETWEEN, base, entry, listed, module, own, refused
from runs import run, zig
from tools import NATIVE, READERS, RELEASES, ZIG, tool

CHUNK = 1500


def used(text):
    """A module of `intrinsics.module`, with results that something needs: code generators leave out calls without effects."""
    found = re.sub(r"(define void @f\d+\()\)", r"\1ptr %p)", text)
    stored = r" %r = call \1 \2\n store \1 %r, ptr %p\n"
    return re.sub(r"^ call (?!void|token|metadata|x86_amx)((?:\{.*?\}|<.*?>|[\w. ]+?)(?: addrspace\(\d+\))?) (@llvm.*)\n", stored, found, flags=re.M)


def assemble(release, lines, target):
    options = ["-opaque-pointers"] if release == "14" else []
    code, _, errors = run([*tool("llvm-as", release), *options, "-", "-o", str(target)], used(module(lines, True)).encode())
    if code:
        print(release, errors[:300], file=sys.stderr)
    return code == 0


def read(reader, path):
    if reader in ZIG:
        command = [*zig(reader), "-emit-llvm", "-x", "ir", str(path), "-o", "-"]
    else:
        command = [*tool("llvm-dis", reader), str(path), "-o", "-"]
    code, text, _ = run(command)
    return None if code else text.decode("utf-8", "replace")


def fates(release, reader, lines, path, known):
    """For each line, what a reader makes of the call; nothing of what it does not read at all."""
    text = read(reader, path)
    if text is None:
        if len(lines) == 1:
            return {lines[0][0]: "unread"}
        found = {}
        for part in (lines[:len(lines) // 2], lines[len(lines) // 2:]):
            with tempfile.NamedTemporaryFile(suffix=".bc") as file:
                if assemble(release, part, file.name):
                    found |= fates(release, reader, part, file.name, known)
        return found
    bodies = dict(re.findall(r"^define void @f(\d+)\(ptr[^)]*\)[^{]*\{\n(.*?)^\}", text, re.M | re.S))
    found = {}
    for number, line in enumerate(lines):
        called = re.findall(r"\b(?:call|invoke) [^\n]*?@(llvm\.[\w.]+)\(", bodies.get(str(number), ""))
        same = [name for name in called if name == line[0] or base(name) == base(line[0])]
        if not same:
            found[line[0]] = "upgraded"
        else:
            in_lists = {bool(entry(names, same[0])) for names in known}
            found[line[0]] = "unclear" if len(in_lists) > 1 else "known" if in_lists.pop() else "plain"
    return found


def chunks(lists):
    """Lines of each release that it takes itself, with different names in each part."""
    for release in NATIVE:
        parts = []
        for name, ret, params, immediate in lists[release]:
            line = (name, ret, list(params), list(immediate))
            # One name may stand with several signatures.
            at = next((at for at, part in enumerate(parts) if len(part) < CHUNK and name not in part), None)
            if at is None:
                parts.append({})
                at = len(parts) - 1
            parts[at][name] = line
        for at, part in enumerate(parts):
            yield release, at, list(part.values())


def make(lists_folder, out):
    out.mkdir(parents=True, exist_ok=True)
    lists, names = own(lists_folder), listed(lists_folder)
    with (out / "upgraded.tsv").open("w") as table:
        for release, at, lines in chunks(lists):
            bad = refused(release, lines, True)
            lines = [line for line in lines if line[0] not in bad]
            path = out / f"{release}.{at}.bc"
            while lines and not assemble(release, lines, path):
                # What the verifier says after the others are gone.
                more = refused(release, lines, True)
                if not more:
                    lines = []
                lines = [line for line in lines if line[0] not in more]
            if not lines:
                continue
            for reader in READERS[READERS.index(release) + 1:]:
                for name, did in fates(release, reader, lines, path, [names[near] for near in BETWEEN.get(reader, (reader,))]).items():
                    table.write(f"{release}\t{at}\t{reader}\t{name}\t{did}\n")
            table.flush()
            print(release, at, len(lines), flush=True)


def score(out, command):
    real = collections.defaultdict(dict)
    for line in (out / "upgraded.tsv").read_text().splitlines():
        release, at, reader, name, did = line.split("\t")
        real[release, at, reader][name] = did
    asked = collections.defaultdict(list)
    for release, at, reader in real:
        asked[release, at].append(reader)
    counts, wrong = collections.Counter(), collections.defaultdict(set)
    said = {}
    for (release, at), readers in asked.items():
        targets = {f"llvm-{RELEASES[READERS.index(reader)]}": reader for reader in readers}
        done = subprocess.run([command, "check", "--target", ",".join(targets), "--format", "json", str(out / f"{release}.{at}.bc")], capture_output=True)
        for result in json.loads(done.stdout)["results"]:
            ours = said[release, at, targets[result["target"]]] = collections.defaultdict(str)
            for point in result["entry_points"]:
                for reason in point["reasons"]:
                    if found := re.fullmatch(r"intrinsic (llvm\.\S+)", reason["subject"]):
                        ours[found[1]] = reason["outcome"]
    for (release, at, reader), by in real.items():
        ours = said[release, at, reader]
        for name, did in by.items():
            if did in ("unread", "unclear"):
                counts["not read at all" if did == "unread" else "of one of the lists around it"] += 1
                continue
            meant = "fails" if did == "plain" else ""
            counts[f"really {'does not link' if meant else did}, here {'does not link' if ours[name] == 'fails' else ours[name] or 'links'}"] += 1
            if ours[name] != meant:
                wrong[base(name), did, ours[name]].add((release, reader, name))
    print(sum(counts.values()), "cells")
    for what, count in sorted(counts.items()):
        print(f"{count:8} {what}")
    for (name, did, ours), cells in sorted(wrong.items()):
        print("differs:", name, "really", did, "here", ours or "links", len(cells), "e.g.", *min(cells))


if __name__ == "__main__":
    if "--score" in sys.argv:
        score(Path(sys.argv[2]).absolute(), sys.argv[sys.argv.index("--score") + 1])
    else:
        make(Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute())
