#!/usr/bin/env python3
"""Shows the witnesses of the lint of dialects to the real mlir-opt of both releases.

usage: lint_dialect.py FOLDER OLD NEW [--all]

FOLDER is what `cargo run --example dialects -- witnesses mlir-OLD mlir-NEW FOLDER` wrote: small files with one operation each. OLD and NEW are releases
whose mlir-opt is on the PATH (`19`, `22`). Of the findings about properties, at least one witness of each operation is shown; `--all`: every witness of
every finding.

What counts is what a release's own code reads. A witness has as little as it can, so the verifier may refuse the operation for want of operands: it
then prints the operation as it was read, and that is compared. A release reads a file if it prints it, or if only its verifier has something against
it. The claim is confirmed if the release that wrote the file reads it, and the other one

  refuses   does not read it, or its verifier refuses what the claim is about
  differs   reads something else
  kept      keeps an operation that it does not know, as the claim says

A claim about what the verifier requires cannot be shown where the verifier refuses something else of the operation first: `hidden`.

The result is confirmed.tsv in FOLDER, one line for each witness, and the counts.
"""

import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys

COLUMNS = "rule level subject root direction kind path wrote read container file".split()
PROPERTIES = re.compile(r"dialect-(field|segments|native|properties)-")
SWITCHES = {"22": ["--mlir-very-unsafe-disable-verifier-on-parsing", "--verify-each=0"], "19": []}


def run(release, path, verify=False):
    """What mlir-opt of a release says: `read` with the operations in their generic form, `refused` with the message, `crashed`."""
    switches = [] if verify else SWITCHES.get(release, [])
    command = [f"mlir-opt-{release}", "--mlir-print-op-generic", *switches, str(path)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60)
    except subprocess.TimeoutExpired:
        return "crashed", "timeout", False
    if done.returncode < 0 or "PLEASE submit a bug report" in done.stderr:
        return "crashed", done.stderr.strip().split("\n")[0], False
    if done.returncode == 0:
        lines = [line.strip() for line in done.stdout.split("\n")]
        shown = [line for line in lines if line and not line.startswith(('"builtin.module"', "})", "{", "^"))]
        return "read", " ".join(shown), True
    errors = re.findall(r"error: (.*)", done.stderr)
    seen = re.search(r"see current operation: (.*)", done.stderr)
    if seen and not re.search(r"unregistered operation|bytecode", errors[0] if errors else ""):
        return "read", seen[1], errors[0]
    return "refused", errors[0] if errors else done.stderr[:200], False


def about(text, name):
    """An operation's own part of what was printed, without the module around it."""
    at = text.find(f'"{name}"')
    return text[at:] if at >= 0 else text


def confirm(row, folder, old, new):
    writer, reader = (old, new) if row["direction"] == "new-reads-old" else (new, old)
    path = folder / row["file"]
    own, own_text, own_valid = run(writer, path)
    other, other_text, other_valid = run(reader, path)
    if own != "read":
        return "own release", f"{own}: {own_text}"
    if other == "refused":
        return "refuses", other_text
    if other == "crashed":
        return "crashes", other_text
    if row["read"] == "an operation without a meaning":
        # Its dialect takes operations that it does not know: properties are one attribute then.
        return ("kept" if other == "read" else "refuses"), other_text
    if "registered" in row["read"] or "is not known" in row["read"]:
        # The verifier is what does not take an operation that is not known.
        state, text, error = run(reader, path, verify=True)
        known = "registered" not in f"{text} {error}" and state == "read"
        return ("same", text) if known else ("refuses", error or text)
    if row["rule"].removeprefix("dialect-") in ("operands-changed", "results-changed", "regions-changed"):
        # So it is for numbers; it looks at types, of which a witness has none that are right, after that.
        error, own_error = run(reader, path, verify=True)[2], run(writer, path, verify=True)[2]
        counted = error != own_error and re.search(r"operand|result|region", str(error))
        return ("refuses" if counted else "hidden"), f"{error} | {own_error}"
    if "requires it" in row["read"]:
        field = row["path"].removeprefix(row["root"] + ".")
        _, _, error = run(reader, path, verify=True)
        return ("refuses", error) if f"'{field}'" in str(error) else ("hidden", str(error))
    if about(own_text, row["root"]) != about(other_text, row["root"]):
        return "differs", f"{about(own_text, row['root'])} | {about(other_text, row['root'])}"
    if other_valid is not True and own_valid != other_valid:
        return "refuses", other_valid
    return "same", other_text


def main():
    args = [arg for arg in sys.argv[1:] if arg != "--all"]
    if len(args) != 3:
        sys.exit(__doc__)
    folder, old, new = pathlib.Path(args[0]), args[1], args[2]
    rows = [dict(zip(COLUMNS, line.split("\t"))) for line in (folder / "witnesses.tsv").read_text().splitlines()]
    if "--all" not in sys.argv:
        rows = [row for row in rows if PROPERTIES.match(row["rule"])]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda row: confirm(row, folder, old, new), rows))
    lines, by_result, by_op = [], collections.Counter(), collections.defaultdict(set)
    for row, (result, text) in zip(rows, results):
        lines.append("\t".join([result, *(row[key] for key in COLUMNS), text]))
        by_result[row["direction"], result] += 1
        by_op[row["root"]].add(result)
    (folder / "confirmed.tsv").write_text("\n".join(lines) + "\n")
    for (direction, result), count in sorted(by_result.items()):
        print(f"{count:5} {direction} {result}")
    shown = [op for op, of in by_op.items() if of & {"refuses", "differs", "crashes", "kept"}]
    # Some have other properties; some have properties in one of the releases only.
    only = {row["root"] for row in rows if row["rule"].startswith("dialect-properties-")}
    for words, ops in [("other properties", set(by_op) - only), ("properties in one release only", only)]:
        confirmed = len(ops & set(shown))
        print(f"{confirmed} of {len(ops)} operations with {words}: at least one witness confirmed by mlir-opt of {old} and {new}")
    for op in sorted(set(by_op) - set(shown)):
        print(f"  not confirmed: {op}: {', '.join(sorted(by_op[op]))}")
    wrong = sum(count for (_, result), count in by_result.items() if result == "same")
    sys.exit(1 if wrong or len(shown) < len(by_op) else 0)


if __name__ == "__main__":
    main()
