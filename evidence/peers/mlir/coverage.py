#!/usr/bin/env python3
"""Counts what the tables of readers know of operations that two releases of MLIR have: on which basis their checks are judged.

usage: coverage.py [FOLDER] [PRODUCER:READER ...]      FOLDER has mlir.txt and mlir-seen.txt (default crates/mlir/targets)

Of each pair (default: all neighbours, and 19 and 22), of operations in the reader's table that the producer has, too:

  generated    the same; follow from the producer's; hold under conditions that are asked of the file; unread
  by hand      none, or nothing more than the producer's; under conditions; unread (of releases without sources all that are not the producer's own)
  in all       defined: all of it is known; conditions: defined where the file meets them; sampled: not, and files with it were seen to load; rest: unknown
"""

import pathlib
import sys

TARGETS = pathlib.Path(__file__).resolve().parents[3] / "crates/mlir/targets"


def number(release):
    return [int(part) for part in release.split(".")]


def within(interval, release):
    first, dash, last = interval.partition("-")
    if not dash:
        return interval == release
    return (not first or number(first) <= number(release)) and (not last or number(release) <= number(last))


def rows(path, kinds):
    """Of each kind, name and release of a table: the value."""
    found = {}
    releases = []
    for line in path.read_text().splitlines():
        key, _, value = line.partition(" = ")
        match key.split():
            case ["releases", *known]:
                releases = known
            case [kind, name, interval] if kind in kinds:
                for release in releases:
                    if within(interval, release):
                        found[kind, name, release.split(".")[0]] = value
    return found, [release.split(".")[0] for release in releases]


def said(found, kind, op, producer, reader):
    """Whether a row of the reader names the producer: plainly, under conditions, or not."""
    words = found.get((kind, op, reader), "").split()
    if producer in words:
        return "plain"
    return "condition" if any(word.startswith(f"{producer}/") for word in words) else None


def count(found, seen, producer, reader):
    counts = {}
    for kind, op, release in found:
        if kind != "op" or release != reader or ("op", op, producer) not in found:
            continue
        theirs, ours = found["op", op, producer].split(), found["op", op, reader].split()
        hashes = [next((word for word in words if word.startswith("inv:")), "") for words in (theirs, ours)]
        generated = "the same" if hashes[0] == hashes[1] else {"plain": "follow", "condition": "conditions", None: "unread"}[said(found, "accepts", op, producer, reader)]
        by_hand = "none" if "verify" not in ours else {"plain": "nothing more", "condition": "conditions", None: "unread"}[said(found, "verified", op, producer, reader)]
        if "unread" in (generated, by_hand):
            basis = "sampled" if (op, producer, reader) in seen else "rest"
        else:
            basis = "conditions" if "conditions" in (generated, by_hand) else "defined"
        for key in ("operations", f"generated, {generated}", f"by hand, {by_hand}", f"in all, {basis}"):
            counts[key] = counts.get(key, 0) + 1
    return counts


def main():
    words = sys.argv[1:]
    folder = pathlib.Path(words.pop(0)) if words and ":" not in words[0] else TARGETS
    found, releases = rows(folder / "mlir.txt", ("op", "accepts", "verified"))
    seen = set()
    for line in (folder / "mlir-seen.txt").read_text().splitlines():
        match line.split():
            case ["seen-op", name, interval, *_]:
                op, _, producer = name.partition("/")
                seen.add((op, producer, interval.split(".")[0]))
    pairs = [tuple(word.split(":")) for word in words] or sorted({*zip(releases, releases[1:]), *zip(releases[1:], releases), ("19", "22"), ("22", "19")})
    keys = ["operations"]
    keys += [f"generated, {word}" for word in ("the same", "follow", "conditions", "unread")]
    keys += [f"by hand, {word}" for word in ("none", "nothing more", "conditions", "unread")]
    keys += [f"in all, {word}" for word in ("defined", "conditions", "sampled", "rest")]
    print("\t".join(["written by", "read by", *keys]))
    for producer, reader in pairs:
        counts = count(found, seen, producer, reader)
        print("\t".join([producer, reader, *(str(counts.get(key, 0)) for key in keys)]))


if __name__ == "__main__":
    main()
