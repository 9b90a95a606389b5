"""Shows the pairs of `crates/lint/pairs/fbs` to official tools.

    check.py PAIRS WITNESSES READER INCLUDE NAME=FLATC...

WITNESSES is what `cargo run -p outlast-lint --example witnesses` wrote, READER the program of `reader.cpp`,
INCLUDE the headers of the official library; the last FLATC must be of its release.

1. Each witness: the writer's schema reads it, and under the other schema it is refused where our model says so, and otherwise read as
   something else.
2. Files in which much is set: where the truth says that a direction does not break, the other schema accepts each of them, and reads
   every value that is in both schemas as it was written. Names are not compared: only values.
3. `flatc --conform` of each FLATC over the pairs, beside the truth: a table, as conform.tsv in WITNESSES.

Status 1 where 1 or 2 fails.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

import tomllib


class Reader:
    """The official reader of one side of a pair: the verifier of generated code, and the values as JSON."""

    def __init__(self, reader, pairs, flatc, include, rows, build):
        self.reader, self.pairs = reader, pairs
        self.verifier, self.keys = verifier(pairs, flatc, include, rows, build)

    def read(self, case, schema, root, file, identified):
        """What it makes of a file: None for refused, or the JSON texts, with names and with numbers."""
        folder, key = self.pairs / case, f"{case}/{schema}/{root}"
        checks = "i" if identified == "1" else ""
        if key in self.keys:
            if subprocess.run([self.verifier, key, str(file)]).returncode == 1:
                return None
        else:
            checks += "v"
        done = subprocess.run(
            [self.reader, str(folder / schema), str((folder / schema).parent), root, str(file), checks or "-"],
            capture_output=True, errors="replace", timeout=60,
        )
        if done.returncode < 0:
            return ["a crash"]
        if done.returncode != 0:
            raise RuntimeError(f"{case} {schema} {root} {file.name}: status {done.returncode} {done.stderr.strip()}")
        lines = done.stdout.strip().splitlines()
        if lines == ["refused"]:
            return None
        return [value_of(line) for line in lines]


def value_of(text):
    try:
        return json.loads(text, strict=False)
    except json.JSONDecodeError:
        return text


def judged(wrote, got, remark):
    """What the official reader makes of a witness: `rejected`, `different`, or what is wrong with it."""
    if wrote is None:
        return "refused by its own reader"
    if got is None:
        return "rejected"
    return "different" if got != wrote or remark else "the same"


def verifier(pairs, flatc, include, rows, build):
    """A program with the verifiers that flatc generates for all schemas, each in a namespace of its own, and the roots that it knows."""
    build.mkdir(parents=True, exist_ok=True)
    parts, entries, keys = [
        f"#include {name}" for name in (
            '"flatbuffers/flatbuffers.h"', '"flatbuffers/flexbuffers.h"', '"flatbuffers/flex_flat_util.h"', "<cstdio>", "<string>", "<vector>")
    ], [], set()
    roots = collections.defaultdict(set)
    for case, schema, root in rows:
        roots[case, schema].add(root)
    for (case, schema), names in sorted(roots.items()):
        source, out = pairs / case / schema, build / case / schema
        made = subprocess.run(
            [flatc, "--cpp", "--gen-all", "-o", str(out), "-I", str(source.parent), str(source)], capture_output=True)
        header = out / f"{source.stem}_generated.h"
        if made.returncode or not header.exists():
            # Defaults of strings and vectors are not for C++.
            continue
        space = re.sub(r"[-./]", "_", f"{case}_{schema}")
        body = re.sub(r"^#(ifndef FLATBUFFERS_GENERATED|define FLATBUFFERS_GENERATED|endif  // FLATBUFFERS_GENERATED|include).*$", "",
                      header.read_text(), flags=re.M)
        # The name of a template parameter, which types of ours have, too.
        body = re.sub(r"template ?<bool B\b", "template <bool Is_", body).replace("VerifierTemplate<B>", "VerifierTemplate<Is_>")
        parts.append(f"namespace {space} {{\n{body}\n}}")
        for name in sorted(names):
            key = f"{case}/{schema}/{name}"
            keys.add(key)
            table = f"{space}::{name.replace('.', '::')}"
            entries.append(f'  if (key == "{key}") return v.VerifyBuffer<{table}>(nullptr);')
    parts.append(f"""
static bool verify(const std::string &key, ::flatbuffers::Verifier &v) {{
{chr(10).join(entries)}
  return false;
}}
int main(int, char **argv) {{
  FILE *file = fopen(argv[2], "rb");
  std::vector<uint64_t> room(1 << 16);
  size_t size = fread(room.data(), 1, room.size() * 8, file);
  ::flatbuffers::Verifier v(reinterpret_cast<uint8_t *>(room.data()), size);
  return verify(argv[1], v) ? 0 : 1;
}}""")
    source, program = build / "verify.cpp", build / "verify"
    source.write_text("\n".join(parts))
    subprocess.run(["g++", "-std=c++17", "-O0", "-w", "-I", include, "-o", str(program), str(source)], check=True)
    return str(program), keys


def leaves(value):
    """All values in a JSON value that are not what absence means nearly everywhere."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from leaves(inner)
    elif isinstance(value, list):
        yield len(value)
        for inner in value:
            yield from leaves(inner)
    else:
        # true is 1 to readers of the integer.
        yield int(value) if isinstance(value, bool) else value


def kept(wrote, got):
    """Whether every value that was written is read, whatever it is called; names of enums and types may be others."""
    left = collections.Counter(map(repr, (v for v in leaves(got) if not isinstance(v, str))))
    for value in leaves(wrote):
        if not isinstance(value, str):
            if left[repr(value)] == 0:
                return False
            left[repr(value)] -= 1
    return True


UNSEEN = {
    "fbs-key-added": "order by key",
    "fbs-key-moved": "order by key",
    "fbs-key-removed": "order by key",
    "fbs-reference-default-changed": "defaults of strings and vectors, which generated Rust and Swift have",
    "fbs-string-bytes-changed": "defaults of strings and vectors, which generated Rust and Swift have",
    "fbs-union-underlying-changed": "tags of two bytes, of which the official printer reads one",
}


def main():
    pairs, witnesses, reader, include, *compilers = sys.argv[1:]
    pairs, witnesses = pathlib.Path(pairs), pathlib.Path(witnesses)
    compilers = [c.split("=", 1) for c in compilers]
    sides = {"new-reads-old": ("old.fbs", "new.fbs"), "old-reads-new": ("new.fbs", "old.fbs")}
    truth = {p.name: tomllib.loads((p / "expect.toml").read_text()) for p in sorted(pairs.iterdir())}
    faults, shown, unseen = [], collections.Counter(), collections.Counter()
    shows = [row.split("\t") for row in (witnesses / "witnesses.tsv").read_text().splitlines()]
    files = [row.split("\t") for row in (witnesses / "files.tsv").read_text().splitlines()]
    rows = [(r[0], sides[r[2]][n], r[3 + n]) for r in shows for n in (0, 1)]
    rows += [(r[0], sides[r[1]][n], r[2 + n]) for r in files for n in (0, 1)]
    official = Reader(reader, pairs, compilers[-1][1], include, rows, witnesses / "build")
    for case, rule, direction, root, read_as, identified, kind, remark, file in shows:
        own, other = sides[direction]
        path = witnesses / file
        try:
            wrote = official.read(case, own, root, path, "0")
            got = official.read(case, other, read_as, path, identified)
        except RuntimeError as error:
            faults.append(str(error))
            shown["not read"] += 1
            continue
        what = judged(wrote, got, remark)
        if what == "the same" and rule in UNSEEN:
            what = "different"
            unseen[UNSEEN[rule]] += 1
        shown[f"{kind}: {what}"] += 1
        if what != kind:
            faults.append(f"{case} {rule} {direction}: we say {kind}, the official reader {what}\n  {wrote}\n  {got}")
    print("different, which JSON does not show:", dict(unseen))
    print("witnesses, our model and the official reader:", dict(shown))
    read_back = collections.Counter()
    for case, direction, root, read_as, file in files:
        # Bytes of ours are no FlexBuffers.
        if truth[case]["breaks"][direction] != "no" or "flexbuffer" in case:
            continue
        own, other = sides[direction]
        path = witnesses / file
        try:
            wrote = official.read(case, own, root, path, "1")
            got = official.read(case, other, read_as, path, "1")
        except RuntimeError as error:
            faults.append(str(error))
            continue
        grown = direction == "old-reads-new" or any(
            f["rule"] in ("fbs-field-deprecated", "fbs-deprecated-field-removed", "fbs-nested-changed") for f in truth[case].get("finding", []))
        if wrote is None or got is None:
            faults.append(f"{case} {direction} {file}: refused, and nothing breaks\n  {wrote}\n  {got}")
        elif not grown and not kept(wrote[-1], got[-1]):
            faults.append(f"{case} {direction} {file}: other values, and nothing breaks\n  {wrote}\n  {got}")
        else:
            read_back[direction] += 1
    print("files of directions that do not break:", dict(read_back))
    conform(pairs, truth, compilers, witnesses)
    print("\n".join(faults[:40]))
    print(f"{len(faults)} faults")
    return 1 if faults else 0


def conform(pairs, truth, compilers, out):
    """The table of `flatc --conform`."""
    lines, score = [], {}
    for case, expect in truth.items():
        breaks = "yes" if "yes" in expect["breaks"].values() else "depends" if "depends" in expect["breaks"].values() else "no"
        cells = []
        for name, compiler in compilers:
            folder = pairs / case
            done = subprocess.run(
                [compiler, "--conform", str(folder / "old.fbs"), "-I", str(folder), "--conform-includes", str(folder), str(folder / "new.fbs")],
                capture_output=True, text=True,
            )
            said = (done.stdout + done.stderr).strip().splitlines()
            # What it does not parse is no answer.
            wrong = done.returncode != 0 and "conform" not in " ".join(said)
            cell = "cannot parse" if wrong else "flagged" if done.returncode else "clean"
            cells.append(cell)
            score.setdefault(name, collections.Counter())[(breaks, cell)] += 1
        lines.append("\t".join([case, breaks, *cells]))
    (out / "conform.tsv").write_text("\n".join(["\t".join(["pair", "breaks", *(name for name, _ in compilers)]), *lines]) + "\n")
    for name, counts in score.items():
        print(f"flatc {name}:", {f"{b}, {c}": n for (b, c), n in sorted(counts.items())})


if __name__ == "__main__":
    sys.exit(main())
