"""Compares what a release of PyTorch takes for calls with what the example `overloads` of crates/opset prints for them.

    target/debug/examples/overloads RELEASE < THEIRS > OURS
    python3 overloads_compare.py THEIRS OURS

prints how many calls of each kind there are, how many differ, and those that do; its exit status is 1 if there are any. Rows that say nothing about the
call (`incomplete`, `crashed`) are counted and not compared.
"""

import collections
import re
import sys


def folded(types):
    """Types in the spelling of schemas: releases print some as annotations."""
    for outer in ("Future", "Union"):
        types = re.sub(outer + r"\[((?:[^\[\]]|\[\])*)\]", outer + r"(\1)", types)
    return re.sub(r"\bNone\b", "NoneType", types)


def same(theirs, ours):
    kind, values = theirs[1], [folded(part) for part in theirs[2:4]]
    if kind in ("refused", "builtin"):
        return ours[1] == kind
    if kind == "taken":
        return ours[1] != "refused"
    # By another name, or without one, what the operator gets and gives is compared.
    if kind == "?" or kind.startswith("as "):
        return ours[1] not in ("refused", "builtin") and ours[2:4] == values
    return ours[1] == kind and ours[2:4] == values


def main():
    read = lambda name: [(line.rstrip("\n") + "\t\t\t").split("\t")[:4] for line in open(name)]
    counts, different = collections.Counter(), []
    for theirs, ours in zip(read(sys.argv[1]), read(sys.argv[2]), strict=True):
        assert theirs[0] == ours[0], (theirs, ours)
        kind = "overload" if "::" in theirs[1] and not theirs[1].startswith("as ") else theirs[1].split(" ")[0]
        counts[kind] += 1
        if kind not in ("incomplete", "crashed") and not same(theirs, ours):
            different.append((theirs, ours))
    print(sum(counts.values()), "calls:", ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())) + ";", len(different), "differ")
    for theirs, ours in different:
        print(*theirs, "| found:", *ours[1:], sep="\t")
    sys.exit(bool(different))


main()
