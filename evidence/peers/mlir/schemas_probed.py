#!/usr/bin/env python3
"""Makes paired samples of operations of which there are neither definitions nor texts, by asking the tool itself about each of them.

usage: schemas_probed.py OUT_DIR TOOL LIBRARY WHEEL [TEXT...] > PAIRS

TOOL is `iree-opt`, `torch-mlir-opt` or `mlir-opt-22`, LIBRARY the binary that it is made of, WHEEL the folder of its Python bindings (or one without), TEXT files or folders
of `.mlir` or bytecode that the tool reads (values of attributes are taken from them; they become pairs as well).

1. Names of operations are what LIBRARY has of the form `dialect.name`; the tool says which of them it has registered.
2. Names of attributes are those that LIBRARY names in its messages, and those of the bindings. Each operation is given all of them at once, as
   units: the tool says which of them are its own and what they have to be, one at a time, until it has no more to say.
3. Values are tried for everything that an attribute has to be: of the texts, of the builtin classes, and of the dialects' own attributes,
   whose cases the tool lists.
4. Each operation is written with all of its attributes, and with each of them changed where there is another value. None is left out: a
   tool that writes an operation without an attribute that it has to have crashes.

Two names a line, as the example `learn` of crates/mlir takes them; what was found of each operation is left in
OUT_DIR/probed.json, and not asked again.
"""

import itertools
import json
import mmap
import pathlib
import re
import subprocess
import sys

from schemas_learned import COMMON, MARK, PRINT, TRUST, in_batches, parts_of_bytes, parts_of_text, samples, split

SIMPLE = [
    "unit", "true", "1 : i64", "1 : i32", "1 : i16", "1 : i8", "1 : index", "1 : si32", "1 : ui32", "1 : si64", "1 : ui64", "0 : i64", "0 : i32", "2 : i32", "4 : i64",
    '"text"', "i32", "f32", "() -> ()", "(i32) -> i32", "tensor<4xi32>", "memref<4xi32>", "vector<4xi32>", "index", "1.0 : f32", "1.0 : f64", "1.0 : bf16",
    "@symbol", "@outer::@inner", "[]", "[1 : i64]", "[1 : i32]", '["text"]', "[@symbol]", "[@outer::@inner]", "[i32]", "[{}]", "[[]]", "[true]", "[unit]",
    "[[1 : i64]]", "[affine_map<(d0) -> (d0)>]", "[1 : index]", "[1.0 : f32]", "[1.0 : f64]", '[["text"]]', "[[], []]", "{}", '{a = 1 : i64}',
    "array<i64: 1>", "array<i32: 1>", "array<i1: true>", "array<i8: 1>", "array<i16: 1>", "array<f32: 1.0>", "array<f64: 1.0>",
    "dense<1> : tensor<1xi64>", "dense<1> : tensor<1xi32>", "dense<true> : tensor<1xi1>", "dense<1.0> : tensor<1xf32>", "dense<1> : tensor<1xindex>", "dense<1> : vector<1xi64>",
    "dense<1> : vector<1xi32>", "dense<[[1, 2]]> : tensor<1x2xi64>", "dense<[[1, 2]]> : tensor<1x2xi32>", "dense<1> : tensor<i32>",
    *(f"dense<1> : {kind}<{size}xi64>" for kind in ("tensor", "vector") for size in range(2, 5)),
    *(f"array<{of}: {', '.join(['1'] * size)}>" for of in ("i64", "i32") for size in range(2, 7)),
    "affine_map<(d0) -> (d0)>", "affine_map<(d0, d1) -> (d0, d1)>", "affine_set<(d0) : (d0 >= 0)>", "loc(unknown)",
]
# What dialects put between the brackets of an attribute, tried where the tool lists no cases.
BODIES = ["", "<>", "<1>", "<0>", "<i32>", '<"text">', "<@symbol>", "<[]>", "<{}>", "<[1]>", "<none>", "<affine_map<(d0) -> (d0)>>"]


def asked(command, snippets):
    """What the tool says to each snippet (one line each): its errors, and what it prints; none if it crashes."""
    source = "\n".join(f"{snippet}\n{MARK}" for snippet in snippets).encode()
    try:
        done = subprocess.run(command + ["-"], input=source, capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode not in (0, 1):
        return None
    errors = [[] for _ in snippets]
    for match in re.finditer(r"^<stdin>:(\d+):\d+: error: (.*)$", done.stderr.decode(errors="replace"), flags=re.M):
        at = (int(match[1]) - 1) // 2
        if at < len(errors):
            errors[at].append(match[2])
    printed = iter(parts_of_text(done.stdout))
    # A part that is refused is not printed.
    return [(said, None if said else next(printed, None)) for said in errors]


def ask(command, snippets):
    """The same for any number: (snippet, errors, text); crashed snippets have neither."""
    stack = [list(snippets[at:at + 512]) for at in range(0, len(snippets), 512)][::-1]
    while stack:
        batch = stack.pop()
        answers = asked(command, batch)
        if answers is not None:
            for snippet, (errors, text) in zip(batch, answers):
                yield snippet, errors, text
        elif len(batch) > 1:
            stack += [batch[len(batch) // 2:], batch[:len(batch) // 2]]
        else:
            yield batch[0], ["crash"], None


def dialects(tool):
    done = subprocess.run([tool, "--help"], capture_output=True, timeout=120, text=True)
    return re.search(r"^Available Dialects: (.*)$", done.stdout, flags=re.M)[1].split(", ")


def names(library, dialects):
    """`dialect.name` in a binary; attributes that its messages name."""
    with open(library, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        wanted = "|".join(map(re.escape, dialects)).encode()
        ops = {match[1].decode() for match in re.finditer(rb"(?<![\w.])((?:" + wanted + rb")\.[a-zA-Z_][\w.]*)\0", data)}
        attrs = {match[1].decode() for match in re.finditer(rb"requires attribute '([\w.]+)'", data)}
    # Intrinsics of LLVM have names of the same form, and are no operations.
    intrinsic = re.compile(r"llvm\.(?!intr\.|mlir\.)\w+\.")
    return sorted(op for op in ops if not op.endswith(".") and not intrinsic.match(op)), attrs


def bound(wheel):
    """Names of attributes in the bindings."""
    return {name for file in pathlib.Path(wheel).rglob("*_ops_gen.py") for name in re.findall(r'attributes\["([\w.]+)"\]', file.read_text())}


def inside(text, op):
    """The properties of an operation in generic text: name and value."""
    at = text.find(f'"{op}"() <{{')
    if at < 0:
        return {}
    found = {}
    for part in split(text[at + len(op) + 7:]) or []:
        name, _, value = part.strip().partition(" = ")
        found[name] = value or "unit"
    return found


def registered(tool, ops):
    """Those that the tool knows. Some dialects take any name: of an operation that is not known, all properties are kept."""
    snippets = {f'"{op}"() <{{nobody_has_this}}> : () -> ()': op for op in ops}
    asking = ask([tool, *COMMON, *TRUST, *PRINT], list(snippets))
    return [snippets[snippet] for snippet, _, text in asking if "<{nobody_has_this}>" not in (text or "")]


def demands(tool, ops, attrs):
    """By operation: what its attributes have to be."""
    found = {op: {} for op in ops}
    left = {op: set(attrs) for op in ops}
    pending = list(ops)
    command = [tool, *COMMON, *TRUST, *PRINT]
    for _ in range(80):
        snippets = {f'"{op}"() {{{", ".join(sorted(left[op]))}}} : () -> ()': op for op in pending}
        pending = []
        for snippet, errors, text in ask(command, list(snippets)):
            op = snippets[snippet]
            for error in errors:
                match = re.search(r"attribute '([\w.]+)' failed to satisfy constraint: (.*)", error) or re.search(r"Invalid attribute `([\w.]+)` in property conversion()", error)
                if match and match[1] in left[op]:
                    left[op].discard(match[1])
                    found[op][match[1]] = match[2]
                    pending.append(op)
                    break
            for name in inside(text or "", op):
                found[op].setdefault(name, "unit attribute")
        if not pending:
            break
    return found


def own_attributes(tool, ops, all_names):
    """Values of the dialects' own attributes: `#dialect.name` with the cases that the tool lists, or whatever it takes."""
    command = [tool, *COMMON, *TRUST, *PRINT]
    candidates = [name for name in all_names if name not in ops]
    found = []
    first = {f'"a.b"() {{v = #{name}<zzz>}} : () -> ()': name for name in candidates}
    plain = []
    for snippet, errors, _ in ask(command, list(first)):
        name = first[snippet]
        cases = [re.search(r"to be one of: (.*)", error) for error in errors]
        cases = [match[1] for match in cases if match]
        if cases:
            found += [f"#{name}<{case.strip()}>" for case in cases[0].split(",")[:3]]
        elif not any("unknown attr" in error for error in errors):
            plain.append(name)
    bodies = {f'"a.b"() {{v = #{name}{body}}} : () -> ()': f"#{name}{body}" for name in plain for body in BODIES}
    found += [bodies[snippet] for snippet, errors, _ in ask(command, list(bodies)) if not errors]
    return found


def values(tool, demanded, own, seen, by_place):
    """By what an attribute has to be: values that are taken, a few."""
    command = [tool, *COMMON, *TRUST, *PRINT]
    places, taken = {}, {}
    for op, attrs in demanded.items():
        for name, what in attrs.items():
            places.setdefault(what or f"{op}.{name}", []).append((op, name))

    def attempt(candidates):
        trials = {}
        for what, of in places.items():
            op, name = of[0]
            for value in dict.fromkeys(candidates(what, op, of)):
                trials[f'"{op}"() {{{name} = {value}}} : () -> ()'] = (what, op, name, value)
        for snippet, errors, text in ask(command, list(trials)):
            what, op, name, value = trials[snippet]
            if not errors and name in inside(text or "", op):
                taken.setdefault(what, []).append(value)

    attempt(lambda what, op, of: [value for place in of for value in by_place.get(place, [])][:8] + SIMPLE)
    # Where nothing simple will do: what the dialect itself has, and arrays of it.
    def of_dialect(what, op, of):
        if what in taken:
            return []
        dialect = op.split(".")[0]
        found = [value for value in own if value[1:].startswith(dialect + ".")][:150]
        return found + [f"[{value}]" for value in found[:40]] + [value for value in seen if f"#{dialect}." in value][:40]
    attempt(of_dialect)
    attempt(lambda what, op, of: [] if what in taken else own + seen)
    return taken


def modules(tool, texts):
    """Texts as the tool prints them in the generic form."""
    found = []
    for name in texts:
        path = pathlib.Path(name)
        for file in sorted(path.rglob("*.mlir*")) if path.is_dir() else [path]:
            done = subprocess.run([tool, *COMMON, *PRINT, str(file)], capture_output=True, timeout=300)
            found += parts_of_text(done.stdout)
    return found


def paired(tool, texts, size):
    def work(batch):
        source = f"\n{MARK}\n".join(batch).encode()
        parts = []
        for version in (4, 6):
            command = [tool, *COMMON, *TRUST, "--emit-bytecode", f"--emit-bytecode-version={version}", "-"]
            done = subprocess.run(command, input=source, capture_output=True, timeout=300)
            if done.returncode not in (0, 1):
                return None
            parts.append(parts_of_bytes(done.stdout))
        return list(zip(*parts)) if len(parts[0]) == len(parts[1]) else None
    yield from in_batches(texts, work, size)


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    out, tool, library, wheel = pathlib.Path(sys.argv[1]), *sys.argv[2:5]
    out.mkdir(parents=True, exist_ok=True)
    all_names, attrs = names(library, dialects(tool))
    attrs |= bound(wheel)
    ops = registered(tool, all_names)
    print(f"{len(all_names)} names, {len(ops)} registered, {len(attrs)} names of attributes", file=sys.stderr)
    texts = modules(tool, sys.argv[5:])
    by_place = samples(texts)
    attrs |= {name for _, name in by_place}
    attrs -= {"operandSegmentSizes", "resultSegmentSizes"}
    kept = out / "probed.json"
    if not kept.exists():
        demanded = demands(tool, ops, attrs)
        own = own_attributes(tool, set(ops), all_names)
        seen = list(dict.fromkeys(value for values in by_place.values() for value in values if value.startswith(("#", "["))))[:400]
        print(f"{sum(map(len, demanded.values()))} attributes, {len(own)} values of dialects' own, {len(seen)} seen", file=sys.stderr)
        kept.write_text(json.dumps({"demanded": demanded, "taken": values(tool, demanded, own, seen, by_place)}, indent=1))
    demanded, taken = (json.loads(kept.read_text())[part] for part in ("demanded", "taken"))
    # Where an attribute has no value that is known to do, the tool may crash: those are asked later, and few at a time.
    probes, doubtful, without = [], [], 0
    for op, of in demanded.items():
        chosen = {name: taken.get(what or f"{op}.{name}", []) for name, what in of.items()}
        less = sum(not value for value in chosen.values())
        without += less
        first = {name: value[0] for name, value in chosen.items() if value}
        sets = [first, {name: value[-1] for name, value in chosen.items() if value}]
        sets += [{**first, name: value[1]} for name, value in chosen.items() if len(value) > 1]
        into = doubtful if less else probes
        for one in sets[:2] if less else sets[:10]:
            text = f'"{op}"() {{{", ".join(f"{name} = {value}" for name, value in one.items())}}} : () -> ()'
            if text not in into[-10:]:
                into.append(text)
    print(f"{len(probes)} and {len(doubtful)} probes, {without} attributes without a value, {len(texts)} modules", file=sys.stderr)
    count = 0
    for pair in itertools.chain(paired(tool, texts + probes, 128), paired(tool, doubtful, 8)):
        paths = [out / f"{count}-{version}.mlirbc" for version in (4, 6)]
        for path, data in zip(paths, pair):
            path.write_bytes(data)
        print(*paths, flush=True)
        count += 1
    print(f"{count} pairs", file=sys.stderr)


if __name__ == "__main__":
    main()
