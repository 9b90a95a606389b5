"""Reads the witnesses of the pairs in `crates/lint/pairs/layout` with llvm-bcanalyzer, and as a reader of the other layout would.

    lint_witnesses.py PAIRS WITNESSES [RELEASE …]

WITNESSES is what `cargo run -p outlast-lint --example layout_witnesses` wrote. RELEASE: 16 19 22, unless others are named.

1. llvm-bcanalyzer of each release dumps each witness without an error, and prints the blocks, records, operands and blobs that the witness says it
   wrote: names are turned into ids by the description of its layout.
2. The reader below, which knows a description and what LLVM printed, and none of our code: with the writer's description it has nothing against
   the witness; with that of the other version it refuses it, or reads something else, at the place that the witness names.
3. Streams of directions in which nothing breaks: the same, and the reader of the other version has nothing against them either.

Then the statements of Swift's document, with the pairs that show them.

Status 1 where one of them fails.
"""

import collections
import dataclasses
import pathlib
import re
import subprocess
import sys

import tomllib
from tools import tool


@dataclasses.dataclass
class Record:
    code: int
    ops: list
    blob: bytes | None = None


@dataclasses.dataclass
class Block:
    id: int
    items: list = dataclasses.field(default_factory=list)


# What the witness says.


class Text:
    """`CONTROL { METADATA [major: 1, minor: 0], FILE [name: blob "a"] }, INPUT {}`"""

    TOKEN = re.compile(r'blob "((?:\\.|[^"\\])*)"|[A-Za-z_?][\w?]*|\d+|[{}\[\],:]')

    def __init__(self, text, layout):
        self.tokens = [(match[0], match[1]) for match in self.TOKEN.finditer(text)] + [(None, None)]
        self.layout, self.at = layout, 0

    def next(self, expected=None):
        token = self.tokens[self.at]
        self.at += 1
        if expected and token[0] != expected:
            raise ValueError(f"{token[0]} instead of {expected}")
        return token

    def more(self, end):
        """After an item: whether another one comes before the end."""
        if self.tokens[self.at][0] == ",":
            self.next()
            return True
        return self.tokens[self.at][0] != end

    def blocks(self):
        found = []
        while self.more(None):
            found.append(self.block(self.next()[0]))
        return found

    def block(self, name):
        of = self.layout.named(name)
        self.next("{")
        block = Block(of["id"])
        while self.more("}"):
            inner = self.next()[0]
            opens = self.tokens[self.at][0]
            block.items.append(self.block(inner) if opens == "{" else self.record(next(r for r in of["record"] if r["name"] == inner)))
        self.next("}")
        return block

    def record(self, of):
        record = Record(of["code"], [])
        self.next("[")
        while self.more("]"):
            self.next()
            self.next(":")
            token, text = self.next()
            if token == "[":
                while self.more("]"):
                    record.ops.append(int(self.next()[0]))
                self.next("]")
            elif text is not None:
                record.blob = (record.blob or b"") + text.encode().decode("unicode_escape").encode("latin-1")
            else:
                record.ops.append(int(token))
        self.next("]")
        return record


# What LLVM prints.


def dump(release, file, info):
    """The blocks of a stream; a text where it is refused."""
    command = [*tool("llvm-bcanalyzer", release), "--dump", *([f"--block-info={info}"] if info else []), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, errors="surrogateescape")
    if done.returncode != 0 or done.stderr.strip():
        return done.stderr.strip() or f"status {done.returncode}"
    top = Block(-1)
    open_blocks = [top]
    for line in done.stdout.splitlines():
        if not line.strip():
            break
        if re.match(r" *<BLOCKINFO_BLOCK/>$", line):
            continue
        if found := re.match(r" *<UnknownBlock(\d+) NumWords=\d+ BlockCodeSize=\d+>$", line):
            open_blocks.append(Block(int(found[1])))
            open_blocks[-2].items.append(open_blocks[-1])
        elif found := re.match(r" *</UnknownBlock(\d+)>$", line):
            if open_blocks.pop().id != int(found[1]):
                return f"not the block that is open: {line}"
        elif found := re.match(r" *<UnknownCode(\d+)(?: abbrevid=\d+)?((?: op\d+=-?\d+)*)/>(?: (?:blob data|record string) = '(.*)')?$", line):
            # LLVM prints operands with a sign.
            record = Record(int(found[1]), [int(op) % 2**64 for op in re.findall(r"=(-?\d+)", found[2])])
            if " blob data = " in line:
                record.blob = found[3].encode("utf-8", "surrogateescape")
            open_blocks[-1].items.append(record)
        else:
            return f"cannot be understood: {line}"
    return top.items if len(open_blocks) == 1 else "a block is open at the end"


# What a reader makes of it.


class Layout:
    """A description: docs/formats/record-layouts.md."""

    def __init__(self, file):
        given = tomllib.loads(file.read_text())
        self.reader = given.get("reader", {})
        self.magic = given["format"]["magic"]
        self.version = given["format"].get("version")
        self.enums = {of["name"]: of["cases"] for of in given.get("enum", [])}
        self.blocks = given.get("block", [])
        for block in self.blocks:
            block.setdefault("record", [])
            for record in block["record"]:
                record["fields"] = [Field(of) for of in record.get("fields", [])]

    def named(self, name):
        return next((block for block in self.blocks if block["name"] == name), None)

    def inside(self, parent):
        """The blocks that stand in one, or at the top level."""
        names = {"top"} if parent is None else {parent["name"]}
        return [block for block in self.blocks if names & set(block.get("inside", ["top"]))]

    def case(self, type, number):
        """The meaning of an enum's number, if it has a name."""
        for name, case in self.enums[type].items():
            if case == number:
                return name
            if isinstance(case, dict) and case["number"] == number:
                return case.get("meaning", name)
        return None

    def number_of(self, type, meaning):
        for name, case in self.enums.get(type, {}).items():
            if meaning == (case.get("meaning", name) if isinstance(case, dict) else name):
                return case["number"] if isinstance(case, dict) else case
        return None


def same_things(old, new, expect):
    """Lets what the pair says to be renamed have one meaning: `BLOCK.RECORD.field` or `Enum.CASE` of the new version, at its old place."""
    for finding in tomllib.loads(expect.read_text()).get("finding", []):
        if finding["rule"] != "layout-renamed":
            continue
        head, *rest = finding["subject"].split(".")
        if head in new.enums:
            number = new.enums[head].pop(rest[0])
            name = next(name for name, case in old.enums[head].items() if case == number)
            new.enums[head][rest[0]] = {"number": number, "meaning": name}
            continue
        is_, was = new.named(head), next((of for of in old.blocks if of["id"] == new.named(head)["id"]), None)
        if rest:
            is_ = next(of for of in is_["record"] if of["name"] == rest[0])
            was = next(of for of in was["record"] if of["code"] == is_["code"])
        if rest[1:]:
            at = next(at for at, field in enumerate(is_["fields"]) if field.name == rest[1])
            is_["fields"][at].key = was["fields"][at].key
        else:
            is_["meaning"] = key(was)


class Field:
    """`optional level: Level as vbr(6)`"""

    def __init__(self, declared):
        table = declared if isinstance(declared, dict) else {"field": declared}
        found = re.match(r"(optional )?(?:(array|text|blob) )?(\w+)(?:: (\w+))?(?: as (\w+)(?:\((\d+)\))?)?$", table["field"])
        self.optional, kind, self.name = bool(found[1]), found[2], found[3]
        self.kind = {None: "scalar", "text": "array"}.get(kind, kind)
        self.type = found[4] or ("u8" if kind in ("text", "blob") else "u64")
        self.literal = int(found[6]) if found[5] == "literal" else None
        self.key = table.get("meaning", self.name)
        self.must_understand = table.get("must-understand", False)

    def bits(self):
        return 1 if self.type == "bool" else int(self.type[1:]) if re.match(r"[ui]\d+$", self.type) else 64


def key(of):
    return of.get("meaning", of["name"])


class Reader:
    """Goes through what LLVM printed, as a program with this description does."""

    def __init__(self, layout):
        self.layout, self.troubles, self.seen = layout, [], {}

    def refuse(self, *path):
        self.troubles.append(("rejected", ".".join(path) or "stream"))

    def other(self, *path):
        self.troubles.append(("different", ".".join(path) or "stream"))

    def says(self, name, usual, *holders):
        for holder in holders:
            if name in holder:
                return holder[name]
        return self.layout.reader.get(name, usual)

    def unknown(self, name, *path, holder):
        word = self.says(name, "skip", holder or {})
        if word == "refuse":
            self.refuse(*path)
        elif word != "skip":
            self.other(*path)

    def items(self, items, parent):
        """The blocks at the top level, or what is in a block that is known."""
        there, last, then = set(), None, None
        path = [key(parent)] if parent else []
        for item in items:
            if isinstance(item, Block):
                if then:
                    self.refuse(*path, then)
                last = then = None
                block = next((of for of in self.layout.inside(parent) if of["id"] == item.id), None)
                if block:
                    there.add(item.id)
                    self.seen[id(item)] = block
                    self.items(item.items, block)
                else:
                    self.unknown("unknown-blocks", *path, holder=parent)
                continue
            record = next((of for of in parent["record"] if of["code"] == item.code), None)
            there.add(("record", item.code))
            if then and (record is None or key(record) != then):
                self.refuse(*path, then)
            then = None
            if record is None:
                self.unknown("unknown-records", *path, holder=parent)
            else:
                self.placed(parent, record, last)
                wanted = record.get("then")
                then = key(next(of for of in parent["record"] if of["name"] == wanted)) if wanted else None
                self.record(parent, record, item)
            last = record["name"] if record else f"record {item.code}"
        if then:
            self.refuse(*path, then)
        for record in parent["record"] if parent else []:
            if record.get("required") and ("record", record["code"]) not in there:
                self.refuse(*path, key(record))
        for block in self.layout.inside(parent):
            if block.get("required") and block["id"] not in there:
                self.refuse(key(block))

    def placed(self, block, record, last):
        """A record that follows another one comes right after it, or after others that do."""
        follows = {of["name"]: of.get("follows") or of.get("second-of") for of in block["record"]}
        head = follows[record["name"]]
        while head and last and last != head:
            last = follows.get(last)
        if head and last != head:
            self.refuse(key(block), key(record))

    def record(self, block, record, item):
        path = (key(block), key(record))
        before = len(self.troubles)
        if self.layout.version and self.layout.version["at"] == f"{block['name']}.{record['name']}":
            self.versions(record, item, path)
        ops, blob, fields = list(item.ops), item.blob, record["fields"]
        # Where nothing takes the blob, its bytes are operands.
        if not any(field.kind == "blob" for field in fields) and not self.says("takes-blob", True, record):
            ops, blob = ops + list(blob or b""), None
        scalars = [field for field in fields if field.kind == "scalar"]
        array = any(field.kind == "array" for field in fields)
        if self.says("count", "minimum", record) == "exact" and not array and len(ops) > len(scalars):
            self.refuse(*path)
        values = {}
        for index, field in enumerate(fields):
            if field.kind == "blob":
                value, blob = blob, None
            elif field.kind == "array":
                behind = sum(later.kind == "scalar" for later in fields[index + 1:])
                end = max(len(ops) - behind, 0)
                value, ops = ops[:end], ops[end:]
            else:
                value = ops.pop(0) if ops else None
            if value is None:
                if not field.optional:
                    self.refuse(*path, field.key)
            elif field.kind == "scalar":
                value = self.number(field, value, path)
            elif field.kind == "array":
                value = [self.number(field, one, path) for one in value]
            values[field.key] = (field, value)
        self.seen[id(item)] = (block, record, values, len(self.troubles) > before)

    def versions(self, record, item, path):
        version = self.layout.version
        names = [field.name for field in record["fields"]]
        major_at = names.index(version.get("major", "major"))
        major = item.ops[major_at] if major_at < len(item.ops) else 0
        if major > version["is"][0] or major < self.layout.reader.get("oldest-major", 0):
            self.refuse(*path)
        elif self.layout.reader.get("minor") == "exact" and "minor" in version:
            minor_at = names.index(version["minor"])
            if minor_at < len(item.ops) and item.ops[minor_at] != version["is"][1]:
                self.refuse(*path)

    def number(self, field, number, path):
        if field.literal is not None and self.layout.reader.get("literals", "check") == "check":
            if number != field.literal:
                self.refuse(*path, field.key)
        elif field.type in self.layout.enums:
            if self.layout.case(field.type, number) is None and self.layout.reader.get("unknown-values") == "refuse":
                self.refuse(*path, field.key)
        elif number >= 2 ** field.bits():
            if self.layout.reader.get("wide-values", "refuse") == "refuse":
                self.refuse(*path, field.key)
            number %= 2 ** field.bits()
        return number


def meaning(layout, field, number):
    """What a number is to a program."""
    if field.type in layout.enums:
        case = layout.case(field.type, number)
        return number if case is None else (case, number)
    if field.type.startswith("i") and field.type != "bool":
        return -(2 ** (field.bits() - 1)) if number == 1 else -(number >> 1) if number & 1 else number >> 1
    return number


def agree(writer, own, wrote, reader, field, read):
    """Whether two numbers mean the same."""
    a, b = meaning(writer, own, wrote), meaning(reader, field, read)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return a[0] == b[0]
    if isinstance(a, tuple):
        return reader.number_of(field.type, a[0]) in (None, a[1]) and a[1] == b
    return a == (b[1] if isinstance(b, tuple) else b)


def same(writer, own, wrote, reader, field, read):
    """Whether two values are the same to programs."""
    lists = [[] if value is None else [value] if isinstance(value, int) else list(value) for value in (wrote, read)]
    if (wrote is None) != (read is None):
        return (own or field).kind != "scalar" and lists == [[], []]
    if wrote is None:
        return True
    if (own.kind == "scalar") != (field.kind == "scalar"):
        return False
    return len(lists[0]) == len(lists[1]) and all(agree(writer, own, a, reader, field, b) for a, b in zip(*lists))


def compared(tree, own, other):
    """What the reader of the other version reads as something else than was written, or passes over though it must not: paths."""

    def missed(of, known, *path):
        if known or of.get("must-understand"):
            other.other(*path)

    def walk(items, entered, here):
        for item in items:
            wrote, read = own.seen[id(item)], other.seen.get(id(item))
            if isinstance(item, Block):
                known = any(key(block) == key(wrote) for block in other.layout.blocks)
                if read is None:
                    missed(wrote, known, key(wrote))
                elif key(read) != key(wrote):
                    other.other(key(wrote))
                walk(item.items, read is not None, next((b for b in other.layout.blocks if key(b) == key(wrote)), None))
                continue
            block, record, values, _ = wrote
            path = (key(block), key(record))
            if read is None:
                known = entered and here and any(key(of) == key(record) for of in here["record"])
                missed(record, known, *path)
                continue
            _, read_record, read_values, refused = read
            if key(read_record) != key(record):
                other.other(*path)
            elif not refused:
                for name, (field, value) in read_values.items():
                    mine, written = values.get(name, (None, None))
                    if not same(own.layout, mine, written, other.layout, field, value):
                        other.other(*path, name)
                for name, (field, value) in values.items():
                    if field.must_understand and value is not None and name not in read_values:
                        other.other(*path, name)

    walk(tree, True, None)


def judged(tree, other_tree, own, other):
    """What readers of the writer's version and of the other one have against a stream."""
    own_reader, other_reader = Reader(own), Reader(other)
    own_reader.items(tree, None)
    again = Reader(own)
    again.items(tree, None)
    compared(tree, own_reader, again)
    if own.magic != other.magic:
        other_reader.refuse()
    if isinstance(other_tree, str):
        # LLVM stopped somewhere.
        return again.troubles, [("rejected", None)]
    other_reader.items(other_tree, None)
    pair(tree, other_tree, other_reader)
    compared(tree, own_reader, other_reader)
    return again.troubles, other_reader.troubles


def pair(tree, other_tree, reader):
    """Lets what a reader made of the second tree be found by the items of the first one, which has the same form."""
    for a, b in zip(tree, other_tree):
        if id(b) in reader.seen:
            reader.seen[id(a)] = reader.seen[id(b)]
        if isinstance(a, Block) and isinstance(b, Block):
            pair(a.items, b.items, reader)


class Streams:
    """Streams of one kind before the peers."""

    def __init__(self, pairs, folder, releases):
        self.pairs, self.folder, self.releases = pairs, folder, releases
        self.faults, self.read, self.alike, self.total = [], collections.Counter(), collections.Counter(), 0

    def ask(self, file, case, direction, wrote, own_info, other_info):
        """What the two readers have against a stream; none if LLVM cannot read it."""
        self.total += 1
        old, new = (Layout(self.pairs / case / f"{side}.toml") for side in ("old", "new"))
        same_things(old, new, self.pairs / case / "expect.toml")
        own, other = (old, new) if direction == "new-reads-old" else (new, old)
        own_info, other_info = (self.folder / info if info != "-" else None for info in (own_info, other_info))
        expected = Text(wrote, own).blocks()
        for release in self.releases:
            tree = dump(release, self.folder / file, own_info)
            if isinstance(tree, str):
                self.faults.append(f"{file}: llvm-bcanalyzer {release}: {tree}")
                return None
            self.read[release] += 1
            if tree == expected:
                self.alike[release] += 1
            else:
                self.faults.append(f"{file}: llvm-bcanalyzer {release} prints {tree}, and {wrote} was written")
        # A reader with abbreviations of its own reads with those.
        other_tree = tree if own_info == other_info else dump(self.releases[-1], self.folder / file, other_info)
        return judged(tree, other_tree, own, other)

    def report(self):
        for release in self.releases:
            print(f"  llvm-bcanalyzer {release}: {self.read[release]} of {self.total} read without an error, "
                  f"{self.alike[release]} of {self.total} as they were written")


def main():
    pairs, folder = map(pathlib.Path, sys.argv[1:3])
    releases = sys.argv[3:] or ["16", "19", "22"]
    table = lambda name: [line.split("\t") for line in (folder / name).read_text().splitlines()]
    rows, safe = table("witnesses.tsv"), table("files.tsv")
    shown, outcomes = Streams(pairs, folder, releases), collections.Counter()
    for file, case, rule, direction, kind, path, *rest in rows:
        asked = shown.ask(file, case, direction, *rest)
        if asked is None:
            continue
        against, troubles = asked
        if against:
            shown.faults.append(f"{file}: its own reader has something against {rest[0]}: {against}")
        elif (kind, path) not in troubles and (kind, None) not in troubles:
            shown.faults.append(f"{file} {rule} {direction}: {kind} at {path}, and the reader finds {troubles} in {rest[0]}")
        else:
            outcomes[kind] += 1
    print(f"{len(rows)} witnesses of {len({row[1] for row in rows})} pairs and {len({row[2] for row in rows})} rules; "
          f"{sum(row[7] != '-' for row in rows)} with the BLOCKINFO of another file")
    shown.report()
    print(f"  a reader of the other layout: {sum(outcomes.values())} of {len(rows)} as the witness says:",
          ", ".join(f"{kind} {n}" for kind, n in sorted(outcomes.items())))
    unharmed, good = Streams(pairs, folder, releases), 0
    for file, case, direction, *rest in safe:
        asked = unharmed.ask(file, case, direction, *rest)
        if asked is not None and any(asked):
            unharmed.faults.append(f"{file} {direction}: nothing breaks, and readers find {asked} in {rest[0]}")
        good += asked is not None and not any(asked)
    print(f"{len(safe)} streams of {len({row[1] for row in safe})} pairs in directions that do not break")
    unharmed.report()
    print(f"  a reader of the other layout: {good} of {len(safe)} as they were written")
    statements(pairs, table("statements.tsv"), rows, safe)
    faults = shown.faults + unharmed.faults
    print("\n".join(faults[:60]))
    print(f"{len(faults)} faults")
    return 1 if faults else 0


def statements(pairs, stated, rows, safe):
    """The statements of Swift's document: rules that say so, pairs with their findings, and the streams of these pairs."""
    found = {}
    for folder in sorted(pairs.iterdir()):
        for finding in tomllib.loads((folder / "expect.toml").read_text()).get("finding", []):
            found.setdefault(finding["rule"], set()).add(folder.name)
    by_words = {}
    for rule, words in stated:
        # Rules quote a sentence as far as they are about it.
        by_words.setdefault(words.strip("( ")[:60], set()).add(rule)
    print("statements of Swift's document: pairs, witnesses, and streams that nothing breaks")
    with_both = 0
    for words, rules in by_words.items():
        cases = set().union(*(found.get(rule, set()) for rule in rules))
        shown, unharmed = (sum(row[1] in cases for row in of) for of in (rows, safe))
        with_both += bool(shown) and bool(unharmed)
        print(f"  {len(cases):3} {shown:4} {unharmed:4}  {words}…")
    print(f"  {with_both} of {len(by_words)} statements with witnesses and with streams that nothing breaks")


if __name__ == "__main__":
    sys.exit(main())
