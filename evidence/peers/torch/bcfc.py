"""What PyTorch's own check of schemas answers for two releases, and whether `outlast lint --mode pytorch` says the same.

    tar xJf schemas.tar.xz -C SCHEMAS
    LD_LIBRARY_PATH=VENV/stubs VENV/bin/python -W ignore bcfc.py answers SCHEMAS OLD NEW > OLD-NEW.tsv
    python3 bcfc.py compare OUTLAST SCHEMAS FOLDER OLD:NEW ...

`answers` asks as test/forward_backward_compatibility/check_forward_backward_compatibility.py does, for every schema of the release OLD: whether any schema of
the same name in NEW `is_backward_compatible_with` it, and whether any is so by `check_forward_compatible_with`; tried in the order of the file until one is. A row is
the line of the old schema and two letters, backward and forward: `y`, `n`, or `x` where the check ends with an exception; `-` for a schema that this release
of PyTorch does not parse (classes that it does not have), which its check leaves out. Schemas of NEW that it does not parse are left out of the candidates.

`compare` reads FOLDER/OLD-NEW.tsv for each pair, runs `OUTLAST lint --mode pytorch --format json` on the same two files, and prints for each direction how many rows
agree, by what they are. The exit status is 1 if any row differs.
"""

import collections
import json
import pathlib
import subprocess
import sys


def parsed(lines):
    import torch

    schemas = []
    for line in lines:
        try:
            schemas.append(torch._C.parse_schema(line))
        except RuntimeError:
            schemas.append(None)
    return schemas


def verdict(candidates, old, ask):
    try:
        return "y" if any(ask(new, old) for new in candidates) else "n"
    except IndexError:
        return "x"


def answers(folder, old, new):
    read = lambda release: (pathlib.Path(folder) / f"{release}.txt").read_text().splitlines()
    olds = parsed(read(old))
    by_name = collections.defaultdict(list)
    for schema in parsed(read(new)):
        if schema is not None:
            by_name[schema.name].append(schema)
    for line, schema in enumerate(olds, 1):
        if schema is None:
            print(line, "-", "-", sep="\t")
            continue
        candidates = by_name[schema.name]
        backward = verdict(candidates, schema, lambda new, old: new.is_backward_compatible_with(old))
        forward = verdict(candidates, schema, lambda new, old: new.check_forward_compatible_with(old)[0])
        print(line, backward, forward, sep="\t")


LETTERS = {"compatible": "y", "breaks": "n", "raises": "x"}


def compare(outlast, schemas, folder, pairs):
    total, differ = collections.Counter(), 0
    for pair in pairs:
        old, new = pair.split(":")
        files = [str(pathlib.Path(schemas) / f"{release}.txt") for release in (new, old)]
        command = [outlast, "lint", "--mode", "pytorch", "--format", "json", files[0], "--against", files[1]]
        run = subprocess.run(command, capture_output=True, check=False)
        assert run.returncode in (0, 1), run.stderr.decode()
        ours = {}
        for change in json.loads(run.stdout)["changes"]:
            if change["old"]:
                directions = change["new_reads_old"], change["old_reads_new"]
                ours[change["old"]["line"]] = [LETTERS[one["outcome"]] for one in directions]
        counts, wrong = collections.Counter(), []
        rows = (pathlib.Path(folder) / f"{old}-{new}.tsv").read_text().splitlines()
        for row in rows:
            line, *theirs = row.split("\t")
            if theirs == ["-", "-"]:
                counts["-"] += 1
                continue
            # What is not listed did not change.
            mine = ours.get(int(line), ["y", "y"])
            for direction, expected, found in zip(("BC", "FC"), theirs, mine, strict=True):
                counts[direction, expected] += 1
                if expected != found:
                    wrong.append((line, direction, expected, found))
        total += counts
        differ += len(wrong)
        print(f"{old} -> {new}: {said(counts)}; {len(wrong)} differ")
        for line, direction, expected, found in wrong[:20]:
            print(f"  {old}.txt:{line}: {direction}: PyTorch {expected}, outlast {found}")
    asked = sum(count for key, count in total.items() if key != "-")
    print(f"{len(pairs)} pairs: {asked - differ} of {asked} answers agree; {said(total)}")
    return differ


def said(counts):
    parts = []
    for direction in ("BC", "FC"):
        yes, no, raises = (counts[direction, letter] for letter in "ynx")
        parts.append(f"{direction} {yes} yes, {no} no, {raises} IndexError")
    return ", ".join(parts) + f", {counts['-']} not parsed"


def main():
    if sys.argv[1:2] == ["answers"]:
        answers(*sys.argv[2:5])
    elif sys.argv[1:2] == ["compare"]:
        sys.exit(bool(compare(sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:])))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
