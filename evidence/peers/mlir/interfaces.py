#!/usr/bin/env python3
"""What interfaces verify of the operations that have them: what one release checks and the one beside it does not, and what was read of it.

usage: interfaces.py FOLDER [PAIR ...]      FOLDER as setup.sh makes it, of 17 to 23; PAIR is READER<PRODUCER (default: all neighbours)

An interface's trait calls a function of the sources, which is compared with that of the other release as verifiers of operations are (verifiers.py).
What is left was read by people: rows of reviewed/interfaces.txt, `same`, or `if` with the condition that rows `demands` of mlir-readers.txt ask of the file.
Interfaces that an operation has in one release only are no matter here: traits.py compares which ones it has. Status 1 where there is something without a row.
"""

import pathlib
import re
import sys

import cpp
import reviewed
import verifiers
from releases import all_of_them

VERIFY = re.compile(r"LogicalResult verify(?:Region)?Trait\([^)]*\) (?=\{)")


def verifying(include):
    """Interfaces of operations, with the code of what their traits verify."""
    found = {}
    for path in sorted(include.rglob("*.h.inc")):
        text = path.read_text(errors="replace")
        for match in re.finditer(r"struct \w+Trait : public ::mlir::OpInterface<(\w+), ", text):
            body = cpp.braces(text, text.index("{", match.end()))
            found[match[1]] = [cpp.braces(body, code.end()) for code in VERIFY.finditer(body)]
    return {name: code for name, code in found.items() if code}


def called(sources, code):
    """Functions of the sources that the code of a trait calls to verify."""
    names = {name for body in code for name in re.findall(r"(verify\w*)\s*(?:<\w+>)?\(", body)}
    # Other traits have functions of the same names, elsewhere.
    files = [functions for path, functions in sorted(sources.by_file.items()) if "Interface" in path.name]
    found = [one for name in sorted(names) for functions in files for one in functions.get(name, [])]
    return found or [one for name in sorted(names) for functions in sources.by_file.values() for one in functions.get(name, [])]


def compared(reader, producer):
    """Of each function that is reached from an interface of both: what only the reader's checks."""
    comparison, found = verifiers.Comparison(reader[1], producer[1]), {}
    for name, code in sorted(reader[0].items()):
        if name in producer[0]:
            comparison.functions(called(reader[1], code), called(producer[1], producer[0][name]), name, found, set())
    return found


def release(folder, number):
    include = next(path for path in (folder / f"dev/{number}", folder / f"suite/{number}/root") if path.exists()) / f"usr/lib/llvm-{number}/include"
    return verifying(include), verifiers.Sources(next((folder / "src").glob(f"llvm-toolchain-{number}_*")) / "mlir")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    known = [number for number in all_of_them() if number != "16"]
    pairs = [tuple(pair.split("<")) for pair in sys.argv[2:]] or [*zip(known[1:], known), *zip(known, known[1:])]
    releases = {number: release(folder, number) for number in sorted({number for pair in pairs for number in pair})}
    rows, counts = reviewed.Reviewed(), {"same": 0, "if": 0, "unread": 0, None: 0}
    for reader, producer in pairs:
        for (owner, name), statements in sorted(compared(releases[reader], releases[producer]).items()):
            function = "::".join(part for part in (owner, name) if part)
            answer = rows.rows.get((f"{reader}<{producer}", function, reviewed.short(statements)), [None])
            counts[answer[0]] += 1
            if answer == [None]:
                print(f"{reader}<{producer} {function} {reviewed.short(statements)} = unread")
                for statement in statements:
                    print(f"    {statement!r}"[:400])
    print(f"{len(pairs)} pairs of releases: {counts['same']} functions check nothing more, {counts['if']} under conditions, {counts['unread']} left, {counts[None]} without a row")
    sys.exit(counts[None] > 0)


if __name__ == "__main__":
    main()
