#!/usr/bin/env python3
"""Makes paired samples with a tool whose operation definitions cannot be had: the same modules with names (version 4) and without (version 6).

usage: schemas_learned.py OUT_DIR PRINTER TOOL SCHEMAS TEXT... > PAIRS

TEXT are folders of `.mlir`, as upstream's tests (the half that may be learned from), or files in the syntax of TOOL (src/newer.mlir). PRINTER is the newest `mlir-opt` whose
sources the folders are near to: it prints what it accepts of them in the generic form. TOOL (`torch-mlir-opt`, `iree-opt`) writes that in both versions. Then every operation of
SCHEMAS (the text of the nearest release) is written alone, without operands, not verified: with all of its optional attributes,
with each of them, with none; values are from the texts, or the simplest of their class. The names of the pairs are printed, a pair a
line, as the example `learn` of crates/mlir takes them.
"""

import pathlib
import re
import subprocess
import sys

from verdicts import half

MARK = "// -----"
COMMON = ["--allow-unregistered-dialect", "--split-input-file"]
PRINT = ["--mlir-print-op-generic", "--mlir-print-local-scope"]
TRUST = ["--mlir-very-unsafe-disable-verifier-on-parsing", "--verify-each=0"]
BATCH = 256


def run(command, texts):
    """What the tool writes for texts that it takes; none if it crashes."""
    source = f"\n{MARK}\n".join(texts).encode()
    try:
        done = subprocess.run(command + ["-"], input=source, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode in (0, 1) else None


def parts_of_text(out):
    parts = [part.strip("\n") for part in re.split(r"^// -----$", out.decode(errors="surrogateescape"), flags=re.M)]
    return [part for part in parts if part.strip()]


def parts_of_bytes(out):
    parts = re.split(rb"(?:^|// -----\n)(?=ML\xefR)", out)
    # Parts that were refused leave their marks behind.
    return [re.sub(rb"(// -----\n)+\Z", b"", part) for part in parts if part.startswith(b"ML\xefR")]


def in_batches(texts, work, size=BATCH):
    """Calls `work` with batches; where it gives nothing, with halves of them."""
    stack = [texts[at:at + size] for at in range(0, len(texts), size)][::-1]
    while stack:
        batch = stack.pop()
        found = work(batch)
        if found is not None:
            yield from found
        elif len(batch) > 1:
            stack += [batch[len(batch) // 2:], batch[:len(batch) // 2]]


def printed(printer, texts):
    def work(batch):
        out = run([printer, *COMMON, *PRINT], batch)
        return None if out is None else parts_of_text(out)
    return list(in_batches(texts, work))


def paired(tool, texts):
    def work(batch):
        outs = [run([tool, *COMMON, *TRUST, "--emit-bytecode", f"--emit-bytecode-version={version}"], batch) for version in (4, 6)]
        if None in outs:
            return None
        parts = [parts_of_bytes(out) for out in outs]
        if len(parts[0]) != len(parts[1]):
            return None
        return list(zip(*parts))
    yield from in_batches(texts, work)


def trained(tests, file):
    """Whether a file is of the half that anything may be learned from, as corpus.py calls it and verdicts.py draws it."""
    return half(str(file.relative_to(tests)).replace("/", "__").removesuffix(".mlir") + ".0.mlirbc") == "train"


SIMPLEST = {
    "string": '"text"', "type": "i32", "int": "1 : i64", "float": "1.0 : f64", "unit": "unit", "array": "[]", "dict": "{}",
    "symbol": "@symbol", "flatsymbol": "@symbol", "densearray": "array<i64: 1>", "elements": "dense<1> : tensor<1xi64>",
    "affinemap": "affine_map<(d0) -> (d0)>", "integerset": "affine_set<(d0) : (d0 >= 0)>",
}
# Where a class has several attributes: what else the simplest can be.
OTHERS = {
    "int": ["true", "1 : i32", "1 : i8", "1 : index", "1 : si32"], "float": ["1.0 : f32"], "elements": ["dense<1> : tensor<1xi32>"],
    "densearray": ["array<i32: 1>", "array<i1: true>", "array<i16: 1>", "array<i8: 1>"],
}


def split(text):
    """The parts of a list that ends with `}`, at its commas."""
    depth, quoted, start, parts, at = 0, False, 0, [], 0
    while at < len(text):
        char = text[at]
        if quoted:
            at += char == "\\"
            quoted = char != '"'
        elif char == '"':
            quoted = True
        elif text.startswith("->", at):
            at += 1
        elif char in "([{<":
            depth += 1
        elif char in ")]}>":
            if not depth:
                return [*parts, text[start:at]]
            depth -= 1
        elif char == "," and not depth:
            parts.append(text[start:at])
            start = at + 1
        at += 1
    return None


def samples(modules):
    """Values of properties in generic text, by operation and name: the first few different ones."""
    found = {}
    for module in modules:
        for match in re.finditer(r'"([\w.$-]+)"\([^\n]*?\) ?(?:\[[^\n]*?\] ?)?<\{', module):
            for part in split(module[match.end():]) or []:
                name, equals, value = part.strip().partition(" = ")
                values = found.setdefault((match[1], name), [])
                value = value if equals else "unit"
                if value not in values and len(values) < 4 and len(value) < 400:
                    values.append(value)
    return found


def probes(schemas, found):
    """Every operation of a text of schemas, alone."""
    by_name = {}
    for (_, name), values in found.items():
        by_name.setdefault(name, []).extend(value for value in values if value not in by_name.get(name, []))
    for line in pathlib.Path(schemas).read_text().splitlines():
        op, *fields = line.split(" ")
        if line.startswith("#") or op == "release":
            continue
        if fields == ["-"]:
            yield f'"{op}"() : () -> ()'
            continue
        always, optional, several = [], [], []
        for field in fields:
            name, _, what = field.partition(":")
            values = found.get((op, name.rstrip("?")), [])
            values = values or [SIMPLEST[what], *OTHERS.get(what, [])] if what in SIMPLEST else values
            if what.startswith("segments"):
                count = int(what[9:-1])
                values = [f"array<i32: {', '.join(['0'] * count)}>"]
            elif what.endswith("->i32"):
                values = ["1 : i32"]
            elif what.endswith("->unit"):
                values = ["unit"]
            elif what.endswith("->array(i64)"):
                values = ["[8 : i64]"]
            # Any attribute of that name in another operation may do.
            values = values or by_name.get(name.rstrip("?"), [])[:6] or ["unit", "1 : i64", "[]"]
            pairs = [f"{name.rstrip('?')} = {value}" for value in values]
            (optional if name.endswith("?") else always).append(pairs[0])
            several += [(name, pair) for pair in pairs[1:]]
        first = {pair.split(" = ")[0]: pair for pair in [*always, *optional]}
        sets = [[*always], [*always, *optional], *([*always, one] for one in optional)]
        # Of attributes that have to be there, each value that might be right.
        sets += [[pair if key == name.rstrip("?") else old for key, old in first.items()] for name, pair in several]
        for chosen in sets:
            yield f'"{op}"() <{{{", ".join(chosen)}}}> : () -> ()'


def main():
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    out, printer, tool = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    out.mkdir(parents=True, exist_ok=True)
    texts, plain = [], []
    for name in sys.argv[5:]:
        path = pathlib.Path(name)
        files = [file for file in sorted(path.rglob("*.mlir")) if trained(path, file)] if path.is_dir() else [path]
        for file in files:
            text = file.read_text(errors="replace")
            parts = [part for part in re.split(r"^// -----.*$", text, flags=re.M) if "expected-error" not in part]
            # What is given by name goes to the tool as it is: it may be of a later release than the printer.
            (texts if path.is_dir() else plain).extend(parts)
    modules = plain + printed(printer, texts)
    probed = list(probes(sys.argv[4], samples(modules)))
    count = 0
    for number, pair in enumerate(paired(tool, modules + probed)):
        names = [out / f"{number}-{version}.mlirbc" for version in (4, 6)]
        for name, data in zip(names, pair):
            name.write_bytes(data)
        print(*names, flush=True)
        count = number + 1
    print(f"{len(texts)} texts, {len(modules)} printed, {len(probed)} probes, {count} pairs", file=sys.stderr)


if __name__ == "__main__":
    main()
