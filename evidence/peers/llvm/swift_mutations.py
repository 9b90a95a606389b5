#!/usr/bin/env python3
"""Changes a real Swift module in many ways, asks real compilers to import each, and compares with our verdicts.

    swift_mutations.py VERDICTS TOOLCHAIN...

Compilers answer every change: those on which one ends by a signal are left out; where a compiler gives no answer, only that is counted.

VERDICTS: the built example `swift_verdicts` of the crate `outlast`; TOOLCHAIN: as in swift_profile.py. Each compiler gets modules that it
wrote itself, changed, and modules of the other compilers. Prints one line for each difference, and counts; the status is 1 if
a module that the compiler refuses is said to load.
"""

import collections
import pathlib
import re
import shutil
import subprocess
import sys

import bits
import swift_profile
from bits import Block, Define, Record

USE = "import Lib\nprint(Lib(value: 1).value)\n"


class Module:
    """A module to change: its blocks by name, and how long it was."""

    def __init__(self, data):
        self.data = data
        self.stream = bits.parse(data)
        self.blocks = self.stream.blocks
        self.codes = swift_profile.names(self.stream)
        self.module = bits.find(self.stream, 8)
        self.control = bits.find(self.module, 9)
        self.options = bits.find(self.control, 16)
        self.input = bits.find(self.module, 10)

    def code(self, block, name):
        return self.codes[block.id][name]

    def find(self, block, name):
        code = self.code(block, name)
        return next(i for i, item in enumerate(block.items) if isinstance(item, Record) and item.code == code)

    def record(self, block, name, ops=None, blob=None, plain=False):
        """Replaces operands or blob of a record; `plain` writes it without an abbreviation, and so without a blob."""
        at = self.find(block, name)
        old = block.items[at]
        ops = old.ops if ops is None else ops
        if not plain and blob is None and len(ops) == len(old.ops):
            block.items[at] = Record(old.code, ops, old.abbrev, old.blobs)
        elif plain:
            block.items[at] = Record(old.code, ops)
        else:
            self.with_blob(block, at, old.code, ops, old.blob if blob is None else blob)

    def with_blob(self, block, at, code, ops, blob):
        """Writes a record with an abbreviation of its own: as many operands as wanted, then a blob."""
        abbrev = Define([bits.literal(code)] + [bits.vbr(16)] * len(ops) + [bits.BLOB])
        places = [i for i, item in enumerate(block.items) if isinstance(item, Define)]
        first = next(i for i, item in enumerate(block.items) if not isinstance(item, Define))
        block.items[at] = Record(code, ops, 4 + len(places), [b"" if blob is None else blob])
        # Abbreviations are counted in order: the new one comes after all others, and nothing uses a later one before it.
        last = max(places, default=first - 1)
        if last > at:
            moved = block.items.pop(at)
            block.items.insert(last, abbrev)
            block.items.insert(last + 1, moved)
        else:
            block.items.insert(last + 1, abbrev)

    def drop(self, block, name):
        del block.items[self.find(block, name)]

    def insert(self, block, at, item):
        block.items.insert(at, item)

    def bytes(self, keep_places=True):
        """The stream; names in BLOCKINFO give way, so that what follows stands where it stood."""
        out = bits.write(self.stream)
        if not keep_places or len(out) == len(self.data):
            return out
        info = self.blocks[0]
        items, current, kept = list(info.items), None, []
        for item in items:
            begins = isinstance(item, Record) and item.code == 1
            current = item.ops[0] if begins else current
            if current not in (11, 14, 15) or begins:
                kept.append(item)
        low, high = 0, 40000
        while low < high:
            middle = (low + high) // 2
            info.items = kept + [Record(99, [0] * middle)]
            if len(bits.write(self.stream)) < len(self.data):
                low = middle + 1
            else:
                high = middle
        info.items = kept + [Record(99, [0] * low)]
        out = bits.write(self.stream)
        return out if len(out) == len(self.data) else None


def changes():
    """Names of changes and functions that make them."""
    made = {}

    def add(name, change, **how):
        made[name] = (change, how)

    def metadata(edit):
        def change(m):
            ops = list(m.control.items[m.find(m.control, "METADATA")].ops)
            m.record(m.control, "METADATA", edit(ops))
        return change

    add("unchanged", lambda m: None)
    add("minor+1", metadata(lambda o: [o[0], o[1] + 1, *o[2:]]))
    add("minor-1", metadata(lambda o: [o[0], o[1] - 1, *o[2:]]))
    add("minor+100", metadata(lambda o: [o[0], o[1] + 100, *o[2:]]))
    add("major=1", metadata(lambda o: [1, *o[1:]]))
    add("major=1, minor=0", metadata(lambda o: [1, 0, *o[2:]]))
    for count in (2, 3, 4, 6, 7, 10):
        add(f"METADATA with {count} operands", metadata(lambda o, n=count: (o + [0] * 10)[:n]))
    add("METADATA twice", lambda m: m.insert(m.control, len(m.control.items), m.control.items[m.find(m.control, "METADATA")]))
    for name in ("METADATA", "MODULE_NAME", "TARGET", "REVISION", "CHANNEL", "IS_OSSA"):
        add(f"{name} missing", lambda m, n=name: m.drop(m.control, n))
    text = lambda name, blob: lambda m: m.record(m.control, name, blob=blob)
    add("MODULE_NAME empty", text("MODULE_NAME", b""))
    add("TARGET empty", text("TARGET", b""))
    add("MODULE_NAME other", text("MODULE_NAME", b"Lob"))
    add("TARGET other", text("TARGET", b"aarch64-unknown-linux-gnu"))
    add("REVISION other", text("REVISION", b"6.9.0.1.2"))
    add("CHANNEL other", text("CHANNEL", b"beta"))

    def version(short, compat, delta=0):
        def change(m):
            at = m.find(m.control, "METADATA")
            old = m.control.items[at]
            tail = old.blob[old.blob.index(b"/"):]
            ops = [old.ops[0], old.ops[1] + delta, len(short), len(compat), *old.ops[4:]]
            m.record(m.control, "METADATA", ops, short + b"(" + compat + b")" + tail)
        return change

    add("short version 9.9.9", version(b"9.9.9", b"5.10"))
    add("short version 9.9.9, minor+1", version(b"9.9.9", b"5.10", 1))
    add("short version 5.9, minor-1", version(b"5.9", b"5.10", -1))
    add("short version empty, minor+1", version(b"", b"5.10", 1))
    add("compatibility version 9.99", version(b"6.0.3", b"9.99"))
    add("compatibility version empty", version(b"6.0.3", b""))

    record = Record(200, [1, 2, 3])
    block = lambda id: Block(id, [Record(1, [7])])
    add("unknown record in CONTROL", lambda m: m.insert(m.control, len(m.control.items), record))
    add("unknown record before TARGET", lambda m: m.insert(m.control, m.find(m.control, "TARGET"), record))
    add("unknown block in CONTROL", lambda m: m.insert(m.control, len(m.control.items), block(77)))
    add("unknown record in OPTIONS", lambda m: m.insert(m.options, len(m.options.items), record))
    add("unknown block in OPTIONS", lambda m: m.insert(m.options, len(m.options.items), block(77)))
    add("unknown record in INPUT", lambda m: m.insert(m.input, len(m.input.items), record))
    add("unknown block after CONTROL", lambda m: m.insert(m.module, 1, block(77)))
    add("unknown block at the end of MODULE", lambda m: m.insert(m.module, len(m.module.items), block(77)), keep=False)
    add("unknown top-level block after", lambda m: m.blocks.append(block(77)), keep=False)
    for count in (2, 3):
        add(f"IS_OSSA with {count} operands", lambda m, n=count: m.record(m.control, "IS_OSSA", [0] * n, plain=True))
    add("IS_SIB with a blob", lambda m: m.record(m.options, "IS_SIB", [0], b"more"))
    add("IS_SIB set", lambda m: m.record(m.options, "IS_SIB", [1]))
    resilience = lambda ops: lambda m: m.insert(
        m.options, len(m.options.items), Record(m.code(m.options, "RESILIENCE_STRATEGY"), ops))
    add("RESILIENCE_STRATEGY with 1 operands", resilience([0]))
    add("IMPORTED_MODULE with 4 operands", lambda m: m.record(m.input, "IMPORTED_MODULE", [0] * 4))
    link = lambda ops: lambda m: m.insert(
        m.input, len(m.input.items), Record(m.code(m.input, "LINK_LIBRARY"), ops))
    for count in (2, 3):
        add(f"LINK_LIBRARY with {count} operands", link([0] * count))
    add("SDK_NAME other", lambda m: m.insert(
        m.control, len(m.control.items), Record(m.code(m.control, "SDK_NAME"))))
    add("no BLOCKINFO names", lambda m: m.blocks[0].items.clear())
    for id, name in ((9, "CONTROL"), (13, "INDEX")):
        def without(m, id=id):
            m.module.items = [item for item in m.module.items if not (isinstance(item, Block) and item.id == id)]
        add(f"no {name} block", without, keep=False)
    return made


def bytewise(data):
    """Changes of the bytes: cut off, longer, other magic."""
    yield "cut by one byte", data[:-1]
    yield "cut by one word", data[:-4]
    yield "four zero bytes more", data + bytes(4)
    yield "two zero bytes more", data + bytes(2)
    yield "other magic", b"\xe2\x9c\xa8\x0f" + data[4:]


def asked(toolchain, folder):
    """What the compiler does with a module in this folder: loads or fails, and its first message."""
    inside = "/" + str(folder.relative_to(toolchain / "root"))
    command = [str(toolchain / "run"), swift_profile.FRONTEND, "-typecheck", "-I", inside, inside + "/Use.swift"]
    done = subprocess.run(command, capture_output=True, timeout=60)
    text = done.stderr.decode("utf-8", "replace")
    match = re.search(r"error: (.*)", text)
    says = match.group(1).replace(inside + "/Lib.swiftmodule", "…") if match else ""
    return ("loads" if done.returncode == 0 else "fails"), says, done.returncode


def main():
    verdicts, toolchains = pathlib.Path(sys.argv[1]), [pathlib.Path(path) for path in sys.argv[2:]]
    modules = {}
    for toolchain in toolchains:
        release, _ = swift_profile.rows(toolchain)
        made = swift_profile.compile_module(toolchain, "plain")
        resilient = swift_profile.compile_module(toolchain, "evolution", "-enable-library-evolution")
        modules[toolchain] = (release, made["swiftmodule"], resilient["swiftmodule"])
    counts, wrong_loads = collections.Counter(), 0
    for toolchain in toolchains:
        release, data, resilient = modules[toolchain]
        work = toolchain / "root/work/mutations"
        shutil.rmtree(work, ignore_errors=True)
        cases = []
        for name, (change, how) in changes().items():
            module = Module(data)
            try:
                change(module)
                changed = module.bytes(how.get("keep", True))
            except (KeyError, StopIteration) as error:
                print(f"{release}: {name}: not made: {error!r}")
                continue
            if changed is None:
                print(f"{release}: {name}: not made: no room")
                continue
            cases.append((name, None, changed))
        cases += [(name, None, changed) for name, changed in bytewise(data)]
        cases.append(("with library evolution", None, resilient))
        for other, (of, theirs, evolved) in modules.items():
            if other != toolchain:
                cases += [(f"module of {of}", None, theirs), (f"module of {of} with library evolution", None, evolved)]
        paths = []
        for number, (_, _, changed) in enumerate(cases):
            folder = work / str(number)
            folder.mkdir(parents=True)
            (folder / "Lib.swiftmodule").write_bytes(changed)
            (folder / "Use.swift").write_text(USE)
            paths.append(folder / "Lib.swiftmodule")
        out = subprocess.run([str(verdicts), f"swift-{release}", *map(str, paths)], capture_output=True, text=True)
        ours = dict((line.split("\t")[0], line.split("\t")[1:]) for line in out.stdout.splitlines())
        for (name, _, _), path in zip(cases, paths):
            real, says, status = asked(toolchain, path.parent)
            if status < 0:
                counts["no answer"] += 1
                continue
            outcome, code, said = ours.get(str(path), ("none", "", ""))
            # What depends on how it is imported is no verdict of ours.
            client = name in ("MODULE_NAME other", "TARGET other")
            # With another magic it is of no family, and has no verdict.
            stranger = name == "other magic" and outcome == "none"
            kind = "client" if client else "no Swift module" if stranger else f"{real}, said {outcome}"
            counts[kind] += 1
            if real == "fails" and outcome == "fails" and not client:
                # `…` stands for what we cannot know: the path, and the name that it is imported by.
                pattern = ".*".join(re.escape(part) for part in said.split("…"))
                known = "message missing" if not said else "message right" if re.fullmatch(pattern, says) else "message wrong"
                counts[known] += 1
                if known in ("message wrong", "message missing"):
                    print(f"{release}: {name}: status {status}, says `{says[:120]}`, we say `{said[:120]}` ({code})")
            if real != outcome and not client and not stranger:
                wrong_loads += outcome == "loads"
                print(f"wrong: {release}: {name}: the compiler {real} (status {status}: {says[:100]}), we say {outcome} ({code})")
        shutil.rmtree(work)
    for kind, count in sorted(counts.items()):
        print(f"{kind}: {count}")
    right = sum(counts[f"{outcome}, said {outcome}"] for outcome in ("loads", "fails"))
    judged = sum(count for kind, count in counts.items() if ", said " in kind)
    print(f"{right} right, {judged - right} wrong")
    return 1 if wrong_loads else 0


if __name__ == "__main__":
    sys.exit(main())
