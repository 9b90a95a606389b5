#!/usr/bin/env python3
"""Whether two releases of mlir-opt understand a file in the same way: by the texts that they print for it.

usage: same.py READER PRODUCER ORIGINALS READ [--texts FOLDER] [--sample N] [--seed S] [--jobs J] [--seconds S] [--out OUT.tsv] [--show N]
               [--convert OUTLAST]

READER and PRODUCER are short numbers of releases (releases.py). Every file of READ (or a sample of them) is printed by `mlir-opt-READER` in its generic form, and
the file of the same name in ORIGINALS by `mlir-opt-PRODUCER`; READ may be ORIGINALS itself, or what a conversion made of them. With
--texts, what the producer prints is kept there, and taken from there. Counted are files that are refused, that are printed to the same text,
and that are printed to another one. Each answer is a line of OUT: name, digest
of the file that was read, exit status, `same` or the first difference; what is there is not asked again.

With --convert, READ is made first: OUTLAST is the program of that name, and is asked to convert each file of ORIGINALS for READER. Its
verdicts on what it wrote are then counted as well.

Texts are laid side by side as releases print them, but for what is told in another way and means the same:

* where LLVM 16 or 17 takes part, properties `<{…}>` and attributes `{…}` are one dictionary; between releases that tell them apart, an attribute
  that is a property of the one and none of the other is a difference;
* an attribute that only one of the releases defines, and that is what that release puts in where nothing is given, tells nothing
  (definitions.py); with any other value it is a difference; what both put in where nothing is given may be left out;
* `operand_segment_sizes` is `operandSegmentSizes` (LLVM 16), and sizes that are all zero are as good as none; of operations with other
  numbers of groups, the sizes that are not zero are compared;
* properties that are no attributes are numbers, and zero is as good as none;
* groups of operands are compared by name where releases have them in another order;
* affine maps and sets are compared by what they compute (affine.py), entries of data layouts are pairs, and what a release does not know has attributes only;
* numbers that enumerate are the names that each release's definition has for them;
* beside LLVM 16 to 18, values and blocks are numbered in the order in which they are met;
* operations that were renamed have their newer name, terminators that a release does without are left out: both are read from
  `crates/mlir/schemas/changes.txt`.
"""

import argparse
import collections
import concurrent.futures
import functools
import hashlib
import json
import pathlib
import random
import re
import subprocess
import time

import affine
import definitions
import former
import releases
from alike import alike, first_alone, named, of_nest, of_register, of_transfer, of_variable, spelt, without_promises
from changes import aliases, bundles, changes, elements, own, pointees, promised, zeros
from generic import HEAD, entries, items, matching, numbered, sums

ROOT = pathlib.Path(__file__).resolve().parents[3]
#: Up to these releases, not all that is a property is printed as one, and values are numbered anew in every isolated operation.
MIXED, ANEW = 17, 18
FLAGS = ["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope"]


def knows(release, op):
    return any(definitions.attributes_of(release, name) is not None for name in {op, *aliases(op)})


def native(release, op, name):
    """Whether a property is no attribute, under whichever name the release has the operation."""
    return any(definitions.is_native(release, one, name) for one in {op, *aliases(op)})


EMPTY = {"0", "false", "array<i32>", "array<i64>", "[]"}
SEGMENTS = {"operand_segment_sizes": "operandSegmentSizes", "result_segment_sizes": "resultSegmentSizes"}
# The last release whose registers of NVIDIA's GPUs have no ranges; what those are of others, attributes say without a definition.
WITHOUT_RANGES = 19
# How much of an object lives or ends to live: LLVM 22 has all of it, and reads older sizes so.
# The static position that an operand has.
DYNAMIC = -(1 << 63)
SIZED = {("llvm.intr.lifetime.start", "size"), ("llvm.intr.lifetime.end", "size")}
SYMBOLS = {"sym_name", "sym_visibility"}
# What an operation remembers for itself.
CACHES = {"linalg.memoized_indexing_maps"}


def todays(op, names):
    """A schema's names as the newest release has them."""
    return {changes()[1].get((op, name), name) for name in names}


def members(text, op, release, pair, given):
    """Names and values of a dictionary (`given`: of properties), as either of two releases would tell them."""
    out = []
    producer, reader = pair
    for item in items(text):
        name, _, value = item.partition(" = ")
        if name in CACHES or (op, name) in SIZED:
            continue
        name = SEGMENTS.get(name, name)
        if name in SEGMENTS.values():
            sizes = re.findall(r"\d+", value.partition(":")[2])
            if name == "operandSegmentSizes" and regrouped(op, pair):
                continue
            counts = {next((count for one in (op, *aliases(op)) if (count := definitions.segments(other, one, name))), None) for other in pair}
            if len(counts) > 1 or any(int(one) <= MIXED for one in pair):
                sizes = [size for size in sizes if size != "0"]
                # One group is all there is where the other release has none.
                if None in counts and len(sizes) <= 1:
                    continue
            if any(size != "0" for size in sizes):
                out.append(f"{name} = {sizes}")
            continue
        raw, other = name, reader if release == producer else producer
        word = meaning(release, op, name, value)
        if any(native(one, op, name) for one in pair):
            value = re.sub(r"^(-?\d+) : i\d+$", r"\1", value)
            if value in EMPTY or word == "none":
                continue
            value = value or "unit"
        unit = None if value else changes()[6].get((op, name))
        name = changes()[1].get((op, name), name)
        if unit:
            # A unit that became a number: what that number is called where it is one.
            value, word = unit, definitions.meant(other, op, name, unit)
        # What is there by default, in both releases or where the other does not have it, tells nothing.
        alone = only(release, other, op, raw, name)
        if alone and value in EMPTY or definitions.is_default(release, op, raw, value) and (alone or given_by_default(other, op, {raw, name}, value)):
            continue
        if word:
            value = f"enumerates {word}"
        if any((one, name, value) in changes()[4] for one in (op, op.split(".")[0] + ".*")):
            continue
        last, numbers = changes()[5].get((op, name), (0, {}))
        if numbers and not word and int(release) <= last < max(map(int, pair)):
            value = re.sub(r"(?<![\w.])\d+(?= : i64|, |\]|$)", lambda found: numbers.get(found[0], "?"), value)
        value = entries(value)
        # Numbers in an array, dense or not.
        value = re.sub(r"^array<i(?:32|64): ([^>]*)>$", r"[\1]", value).replace("array<i64>", "[]")
        out.append(f"{name} = {value}" if value else name)
    return out


WORDS = re.compile(r"#\w+(?:\.\w+)*<(?:\w+ )?(\w+(?:(?:, |\|)\w+)*)>")


def meaning(release, op, name, value):
    """What an attribute enumerates under the release's own definition, printed as a number or in words; none if it enumerates nothing."""
    number = re.fullmatch(r"(-?\d+)(?: : [su]?i\d+)?", value)
    if number:
        return definitions.meant(release, op, name, number[1])
    words = WORDS.fullmatch(value)
    if words and definitions.enumerates(release, op, name):
        return "|".join(sorted(definitions.todays(word) for word in re.split(r", |\|", words[1])))
    return None


def given_by_default(release, op, names, value):
    return any(definitions.is_default(release, one, name, value) for one in {op, *aliases(op)} for name in names)


def only(release, other, op, raw, name):
    """Whether a release defines an attribute (`name` today) of an operation that the other defines without it, or does not have."""
    mine = definitions.attributes_of(release, op)
    theirs = [definitions.attributes_of(other, one) for one in {op, *aliases(op)}]
    return bool(mine) and raw in mine and not any(name in todays(op, names) | own(op) for names in theirs if names is not None)


@functools.cache
def regrouped(op, pair):
    """Whether two releases have groups of operands of an operation in other places."""
    one, other = (definitions.groups_of(release, op) for release in pair)
    if any(int(release) <= MIXED for release in pair) or one is None or other is None:
        return False
    # As many groups of other names are renamed ones.
    return (len(one) != len(other) or set(one) == set(other)) and any(name in other and other.index(name) != at for at, name in enumerate(one))


def by_group(op, release, operands, given):
    """Operands by the names of their groups in the release, and their order; none if they do not fit the groups."""
    found = re.search(r"operandSegmentSizes = array<i32: ([^>]*)>", given)
    names, values = definitions.groups_of(release, op), items(operands[1:-1])
    sizes = list(map(int, found[1].split(", "))) if found else definitions.sizes_of(release, op, len(values))
    if sizes is None or len(sizes) != len(names) or sum(sizes) != len(values):
        return operands, None
    at, groups = 0, []
    for name, size in zip(names, sizes):
        groups += [(name, range(at, at + size))] if size else []
        at += size
    groups.sort(key=lambda group: group[0])
    text = ", ".join(f"{name}: {' '.join(values[place] for place in places)}" for name, places in groups)
    return f"({text})", [place for _, places in groups for place in places]


def reordered(types, order):
    """` : (i32, f32) -> …` with the types of operands in another order."""
    if order is None or not types.startswith(" : ("):
        return types
    end = matching(types, 3)
    known = items(types[4 : end - 1])
    return f" : ({', '.join(known[place] for place in order)}){types[end:]}" if len(known) == len(order) else types


@functools.cache
def reregioned(op, pair):
    """Whether two releases have other regions in an operation."""
    one, other = (definitions.regions_of(release, op) for release in pair)
    # As many regions of other names are renamed ones.
    renamed = bool(one) and bool(other) and len(one) == len(other) and not set(one) & set(other)
    return one != other and bool(one) and bool(other) and not renamed


def by_region(lines, release, pair):
    """Lines with the regions of operations by name, where the two releases have them in another order or others."""
    out, at = [], 0
    while at < len(lines):
        out.append(lines[at])
        head = HEAD.match(lines[at])
        at += 1
        if head and lines[at - 1].endswith("({") and reregioned(head[3], pair):
            regions, at = named(lines, at, head[1], definitions.regions_of(release, head[3]))
            out += by_region(regions, release, pair)
    return out


def unbundled(op, pair):
    """Whether one of two releases knows nothing of what stands behind an operation's first operand."""
    return op in bundles() and any(int(one) <= bundles()[op][0] for one in pair)


def normal(text, release, pair):
    """Lines of a generic form, as any of two releases (producer and reader) would print them."""
    out, open_ops = [], {}
    names, _, ends, yields, *_ = changes()
    lines = former.former([spelt(sums(line), release) for line in text.split("\n")], pair)
    convergent = former.functions_with(lines, "convergent")
    for line in by_region(lines, release, pair):
        head = HEAD.match(line)
        if head:
            indent, results, op = head[1], head[2] or "", head[3]
            if op in ends:
                continue
            known = names.get(op, op)
            at = matching(line, head.end() - 1)
            operands, rest = line[head.end() - 1 : at], line[at:]
            successors = ""
            if rest.startswith("["):
                end = matching(rest, 0)
                successors, rest = rest[:end], rest[end:]
            given, order = [], None
            if rest.startswith(" <{"):
                end = matching(rest, 2)
                if regrouped(op, pair):
                    operands, order = by_group(op, release, operands, rest[:end])
                given, rest = members(rest[3 : end - 1], op, release, pair, True), rest[end + 1 :]
            elif regrouped(op, pair):
                operands, order = by_group(op, release, operands, "")
            if unbundled(op, pair):
                operands, rest = first_alone(operands, rest)
            if op in elements():
                # Their position is the operand that is always there, but for vectors of one element.
                given = [*given, f"static_position = [{DYNAMIC if len(items(operands[1:-1])) > elements()[op] else ''}]"]
            start = f'{indent}{results}"{yields.get(known, known)}"{operands}{successors}'
            if rest.startswith(" ({"):
                open_ops[indent] = (op, given, order)
                out.append(f"{start} ({{")
                continue
            out.append(f"{start} {tail(rest, op, given, order, release, pair, convergent)}")
            continue
        close = re.match(r"^(\s*)\}\)", line)
        if close and close[1] in open_ops:
            op, given, order = open_ops.pop(close[1])
            out.append(f"{close[0]} {tail(line[close.end():], op, given, order, release, pair, convergent)}")
            continue
        # The label of a first block is told only if nothing stands in it, or if it has arguments.
        if re.match(r"\s*\^bb\d+:$", line) and out and out[-1].endswith("{"):
            continue
        out.append(line)
    out = alike(out)
    if any(int(one) <= ANEW for one in pair):
        out = numbered(out)
    if "16" in pair:
        # It has fewer ways to say which dimensions are scalable, and a point behind names without a dialect.
        out = [re.sub(r'"([\w-]+)\."', r'"\1"', line).replace("]x[", "x") for line in out]
    return out


def tail(rest, op, given, order, release, pair, convergent):
    """Properties, attributes and types behind an operation."""
    attrs = []
    if rest.startswith(" {"):
        end = matching(rest, 1)
        attrs, rest = members(rest[2 : end - 1], op, release, pair, False), rest[end:]
    # Of these, code takes attributes for the operation's own though no definition lists them; symbols are looked up by name.
    known = [item for item in attrs if item.split(" = ")[0] in own(op) | SYMBOLS]
    given, attrs = given + known, [item for item in attrs if item not in known]
    if op in ("vector.transfer_read", "vector.transfer_write"):
        given = of_transfer(given)
    if op == "omp.loop_nest":
        given = of_nest(given, rest)
    if op in zeros():
        given = [item for item in given if not re.fullmatch(zeros()[op] + r" = \[(?:#llvm\.zero(?:, )?)*\]", item)]
    if op.startswith(("nvvm.read.ptx.sreg.", "rocdl.")):
        given, attrs = of_register(op, given, attrs, any(int(one) <= WITHOUT_RANGES for one in pair))
    given, attrs = (former.of_function(op, some, pair, convergent) for some in (given, attrs))
    if op in promised():
        given, attrs = (without_promises(some, promised()[op], pair) for some in (given, attrs))
    if unbundled(op, pair):
        given, attrs = ([item for item in some if item.split(" = ")[0] not in bundles()[op][1]] for some in (given, attrs))
    if op in pointees():
        given = of_variable(given, pointees()[op], rest)
    # What a release does not know has attributes only.
    if any(int(one) <= MIXED for one in pair) or not all(knows(other, op) for other in pair):
        given, attrs = [], given + attrs
    return f"<{{{', '.join(sorted(given))}}}> {{{', '.join(sorted(attrs))}}}{reordered(rest, order)}"


def ask(release, path):
    command = ["nice", "-n", "2", *releases.command(release), *FLAGS, str(path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return 124, "timeout"
    if done.returncode == 0:
        return 0, done.stdout.decode(errors="replace")
    said = done.stderr.decode(errors="replace")
    lines = [line for line in said.splitlines() if "error:" in line] or said.splitlines()
    return done.returncode, lines[0].split("error:")[-1].strip() if lines else ""


def text_of(release, path, texts):
    """What a release prints for a file of its own; none if it refuses it."""
    kept = texts / f"{path.stem}.mlir" if texts else None
    if kept and kept.exists():
        return kept.read_text(errors="replace")
    status, text = ask(release, path)
    if kept and status == 0:
        texts.mkdir(parents=True, exist_ok=True)
        kept.write_text(text)
    return text if status == 0 else None


#: What a producer promises to optimisers: without it, a program computes the same wherever it computed something.
PROMISES = {"nsw", "nuw", "nusw", "inbounds", "inboundsflag", "exact", "disjoint", "nneg", "samesign"}
ENUMERATED = re.compile(r"(\w+) = enumerates ([\w|]+)(?:, )?")


def promises(one, other):
    """The promises that a line of the producer's makes and the reader's does not, if that is all that differs."""
    plain = [ENUMERATED.sub("", line).replace(", }", "}") for line in (one, other)]
    if plain[0] != plain[1]:
        return None
    ours, theirs = (dict(ENUMERATED.findall(line)) for line in (one, other))
    lost = set()
    for name in {*ours, *theirs}:
        mine, others = (set(flags.get(name, "none").split("|")) - {"none"} for flags in (ours, theirs))
        if others - mine:
            return None
        lost |= mine - others
    return lost if lost and lost <= PROMISES else None


def weaker(ours, theirs):
    """What the reader's text promises less than the producer's, in all: names of flags and how often."""
    lost = collections.Counter(flag for one, other in zip(ours, theirs) if one != other for flag in promises(one, other) or ())
    return ", ".join(f"{count} {flag}" for flag, count in sorted(lost.items()))


def difference(ours, theirs):
    """The first lines that differ, without what they have in common in front; none if there are none but promises."""
    for one, other in zip(ours, theirs):
        if one != other and affine.by_value(one) != affine.by_value(other) and not promises(one, other):
            at = next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
            op = HEAD.match(one)
            start = max(0, at - 40)
            return f"{op[3] if op else ''}: {one[start:at + 90]} | {other[start:at + 90]}"
    return None if len(ours) == len(theirs) else "more lines"


def judge(reader, producer, read, original, texts):
    """Exit status of the reader; its message, or `same`, or the first difference (the original's, the reader's)."""
    status, said = ask(reader, read)
    if status:
        return status, said.replace("\t", " ")[:300]
    meant = text_of(producer, original, texts)
    if meant is None:
        return 0, "no text to compare with"
    pair = (producer, reader)
    found = difference(normal(meant, producer, pair), normal(said, reader, pair))
    return 0, "same" if found is None else ("differs " + found.replace("\t", " ")[:400])


def convert(outlast, reader, original, read):
    """Converts a file; what the verdict on the result is. The reader says what is not known."""
    command = [outlast, "convert", str(original), "--target", f"mlir-{reader}", "--allow-unknown", "-o", str(read), "--format", "json"]
    done = subprocess.run(command, capture_output=True, timeout=120, check=False)
    if done.returncode == 1:
        return "refused"
    if done.returncode != 0:
        raise SystemExit(f"{original}: {done.stderr.decode(errors='replace')}")
    return json.loads(done.stdout)["verdict"]["outcome"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("reader", choices=releases.all_of_them())
    parser.add_argument("producer", choices=releases.all_of_them())
    parser.add_argument("originals", type=pathlib.Path)
    parser.add_argument("read", type=pathlib.Path)
    parser.add_argument("--convert")
    parser.add_argument("--texts", type=pathlib.Path)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--show", type=int, default=8)
    options = parser.parse_args()
    # The sample is of originals: what was not converted counts as not read.
    files = sorted(options.originals.glob("*.mlirbc"))
    files = random.Random(options.seed).sample(files, min(options.sample or len(files), len(files)))
    known = {}
    if options.out and options.out.exists():
        for line in options.out.read_text(errors="replace").splitlines():
            name, digest, *answer = line.split("\t")
            known[name, digest] = answer
    until = time.monotonic() + options.seconds
    verdicts = {}
    if options.convert:
        options.read.mkdir(parents=True, exist_ok=True)

    def one(original):
        read = options.read / original.name
        if options.convert:
            verdicts[original.name] = convert(options.convert, options.reader, original, read)
        if not read.exists():
            return original.name, -1, "not written"
        digest = hashlib.sha1(read.read_bytes()).hexdigest()[:16]
        if (original.name, digest) in known:
            status, said = known[original.name, digest]
            return original.name, int(status), said
        if time.monotonic() > until:
            return None
        status, said = judge(options.reader, options.producer, read, original, options.texts)
        if out:
            out.write(f"{original.name}\t{digest}\t{status}\t{said}\n")
            out.flush()
        return original.name, status, said

    out = options.out.open("a") if options.out else None
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = [answer for answer in pool.map(one, files) if answer]
    written = [answer for answer in answers if answer[1] >= 0]
    good = [answer for answer in written if answer[1] == 0]
    same = [answer for answer in good if answer[2] == "same"]
    print(f"{len(answers)} files, {len(written)} written, {len(good)} read, {len(same)} to the same text, {len(good) - len(same)} to another")
    if options.convert:
        fates = {answer[0]: "refused by the reader" if answer[1] else "same" if answer[2] == "same" else "another text" for answer in written}
        cells = collections.Counter((verdicts[name], fate) for name, fate in fates.items())
        for (verdict, fate), count in sorted(cells.items()):
            print(f"  verdict {verdict}, really {fate}: {count}")
    for title, some in (("refused", [a for a in written if a[1]]), ("another text", [a for a in good if a[2] != "same"])):
        shapes = collections.defaultdict(list)
        for name, _, said in some:
            shapes[re.sub(r"\d+", "N", said)[:110]].append((name, said))
        for _, found in sorted(shapes.items(), key=lambda pair: -len(pair[1]))[: options.show]:
            print(f"  {title} {len(found)}: {found[0][1][:260]} ({found[0][0]})")


if __name__ == "__main__":
    main()
