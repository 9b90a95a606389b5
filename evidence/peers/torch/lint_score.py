#!/usr/bin/env python3
"""Whether the witnesses of a lint of operator sets are true.

  lint_score.py DIR OLD.tsv NEW.tsv

DIR is what `outlast lint NEW --against OLD --witness DIR` wrote, the tables what `interop lint-operators` saw in the two releases. The writer's release has to load
each program. The reader's has to refuse it where the witness says `rejected`, and to load it where it says `different`: then it means something else
by it. Exit status 1 if one does not.
"""

import collections
import json
import pathlib
import sys


def table(path: str) -> dict[str, tuple[str, str]]:
    rows = (line.rstrip("\n").split("\t", 2) for line in open(path))
    return {name: (outcome, message) for name, outcome, message in rows}


def main() -> None:
    folder, old, new = pathlib.Path(sys.argv[1]), table(sys.argv[2]), table(sys.argv[3])
    counts: collections.Counter[str] = collections.Counter()
    wrong = []
    for witness in json.loads((folder / "index.json").read_text())["witnesses"]:
        name, kind = witness["file"], witness["outcome"]["kind"]
        writer, reader = (old, new) if witness["direction"] == "new-reads-old" else (new, old)
        if writer[name][0] != "loads":
            counts["not loaded by the release that it is for"] += 1
            wrong.append((name, "its own release", writer[name][1]))
            continue
        wanted = "fails" if kind == "rejected" else "loads"
        if reader[name][0] == wanted:
            counts[f"{kind}: true"] += 1
        else:
            counts[f"{kind}: wrong"] += 1
            wrong.append((name, f"said {kind}", f"{reader[name][0]} {reader[name][1]}"))
    for row in wrong:
        print("  ", *row, sep="  ")
    total = sum(counts.values())
    print(f"{total} witnesses: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
