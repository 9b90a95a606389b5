#!/usr/bin/env python3
"""Which signatures of intrinsics each release takes: all that any release's own list has are declared and called, and the
verifier of every release says which it refuses.

    intrinsics.py list OUT                    signatures of all lists of releases into OUT/RELEASE.txt (needs llvm-tblgen-N)
    intrinsics.py ask OUT                     what each reader refuses, into OUT/refused.tsv
    intrinsics.py merge OUT READERS TABLE     the table with rows `checked-intrinsic` and `checked-intrinsic-declared`
    intrinsics.py names OUT                   which names each release knows, upgrades or leaves as they are, into OUT/names.tsv
    intrinsics.py known OUT                   prints the table of names (targets/llvm-known.txt)
    intrinsics.py signatures OUT TABLE        prints the table of signatures that releases take (targets/llvm-intrinsics.txt)

READERS is targets/llvm-readers.txt and TABLE targets/llvm.txt, which is changed. A signature is a reader's own where its list
has it; it counts only if the release that has it takes it. Overloaded ones are tried with integers, floats, vectors of a
fixed and of a scalable length.

A name and signature become a shape as in crates/bitstream/src/ir/intrinsics.rs: parts of the name that are types are left out, and with them the exact
types of the signature.
"""
import collections
import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from runs import run, zig
from tools import NATIVE, READERS, RELEASES, ZIG, include, tool

from profile import intervals, read_rows, rows_of, write_rows

FLOATS = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double", "f80": "x86_fp80", "f128": "fp128", "ppcf128": "ppc_fp128"}
TOKENS = {"token": "token", "metadata": "metadata", "MetadataVT": "metadata", "x86amx": "x86_amx", "isVoid": "void", "funcref": "ptr addrspace(20)", "externref": "ptr addrspace(10)"}
# Whose pointers all have types: signatures are not asked of them, and are those of their lists.
TYPED = [release for release in READERS if int(release) < 14]
# What stands for types that are free, in turns.
WAYS = [
    {"iAny": "i32", "fAny": "float", "vAny": "<4 x i32>", "Any": "i32"},
    {"iAny": "<4 x i32>", "fAny": "<4 x float>", "vAny": "<4 x float>", "Any": "<4 x i32>"},
    {"iAny": "<vscale x 4 x i32>", "fAny": "<vscale x 4 x float>", "vAny": "<vscale x 4 x i32>", "Any": "<vscale x 4 x i32>"},
    {"iAny": "i64", "fAny": "double", "vAny": "<vscale x 4 x float>", "Any": "float"},
    {"iAny": "i64", "fAny": "half", "vAny": "<16 x i8>", "Any": "ptr"},
]


def plain(name):
    """A value type as LLVM writes it."""
    if found := re.fullmatch(r"(nx)?v(\d+)(\w+)", name):
        element = plain(found[3])
        return element and f"<{'vscale x ' if found[1] else ''}{found[2]} x {element}>"
    if re.fullmatch(r"i\d+", name):
        return name
    return FLOATS.get(name) or TOKENS.get(name)


def vector(kind):
    found = re.fullmatch(r"<(vscale x )?(\d+) x (.*)>", kind)
    return (found[1] or "", int(found[2]), found[3]) if found else None


def wider(kind, by):
    """The element twice as wide, or half."""
    width = re.fullmatch(r"i(\d+)", kind)
    if width:
        return f"i{int(int(width[1]) * by)}"
    order = ["half", "float", "double", "fp128"]
    at = order.index(kind) + (1 if by > 1 else -1) if kind in order else -1
    return order[at] if 0 <= at < len(order) else None


# Classes of types that depend on another one; LLVM 23 has the last two for the first.
DEPENDENT = {"LLVMMatchType", "LLVMFullyDependentType", "LLVMPartiallyDependentType"}


class Lists:
    """A release's list of intrinsics."""

    def __init__(self, release):
        folder = include(release)
        done = subprocess.run([*tool("llvm-tblgen", release), "--dump-json", "-I", folder, f"{folder}/llvm/IR/Intrinsics.td"], capture_output=True, check=True)
        self.all = json.loads(done.stdout)
        # Arguments are counted from the result on since LLVM 11.
        self.first = 1 if int(release) >= 11 else 0
        # Newer releases say what an element is as the first numbers of a signature only.
        types = [self.all[name] for name in self.all["!instanceof"]["LLVMType"]]
        self.by_signature = {tuple(one["Sig"]): one for one in types if "Sig" in one and not one.get("isAny") and not DEPENDENT & set(one["!superclasses"]) and not one["VT"]["printable"].startswith(("v", "nxv"))}

    def names(self):
        for name in self.all["!instanceof"]["Intrinsic"]:
            one = self.all[name]
            records = [self.all[t["def"]] for t in one["RetTypes"] + one["ParamTypes"]]
            overloaded = any(record["isAny"] if "isAny" in record else record["VT"]["printable"].endswith("Any") for record in records)
            yield one["LLVMName"] or "llvm." + name.removeprefix("int_").replace("_", "."), "overloaded" if overloaded else "exact"

    def signatures(self, way):
        for name in self.all["!instanceof"]["Intrinsic"]:
            one = self.all[name]
            free = []
            returns = one["RetTypes"]
            records = [self.all[t["def"]] for t in returns + one["ParamTypes"]]
            for record in records:
                if record["isAny"] if "isAny" in record else record["VT"]["printable"].endswith("Any"):
                    free.append(self.free(record, way))
            self.at = 0
            types = [self.kind(record, free) for record in records]
            if any(kind is None for kind in types):
                continue
            result, params = types[:len(returns)], types[len(returns):]
            ret = "void" if not result else result[0] if len(result) == 1 else "{ " + ", ".join(result) + " }"
            llvm_name = one["LLVMName"] or "llvm." + name.removeprefix("int_").replace("_", ".")
            immediate = {self.all[p["def"]].get("ArgNo", 0) - self.first for p in one["IntrProperties"] if "ImmArg" in self.all[p["def"]]["!superclasses"]}
            yield llvm_name + "".join("." + mangled(kind) for kind in free), ret, params, sorted(immediate)

    def free(self, record, way):
        name = record["VT"]["printable"]
        if name in ("iPTRAny", "pAny"):
            return "ptr"
        return WAYS[way].get(name)

    def kind(self, record, free):
        supers = record["!superclasses"]
        value = record["VT"]["printable"]
        if record["isAny"] if "isAny" in record else value.endswith("Any"):
            kind = free[self.at] if self.at < len(free) else None
            self.at += 1
            return kind
        if DEPENDENT & set(supers):
            number = record.get("Number", record.get("OverloadIndex"))
            of = free[number] if number < len(free) else None
            return of and self.match(record, supers, of)
        if value in ("iPTR", "ptr") or "LLVMPointerType" in supers or "LLVMQualPointerType" in supers:
            sig = record.get("Sig") or [0]
            space = record.get("AddrSpace") or (sig[1] if len(sig) == 2 else 0)
            return f"ptr addrspace({space})" if space else "ptr"
        if value == "isVoid":
            return "..."
        if value == "OtherVT":
            return "{}" if record["!name"] == "llvm_empty_ty" else None
        return plain(value)

    def match(self, record, supers, of):
        parts = vector(of)
        if "LLVMScalarOrSameVectorWidth" in supers:
            element = self.all[record["ElTy"]["def"]] if "ElTy" in record else self.by_signature.get(tuple(record["Sig"][2:]), {"!name": "?", "!superclasses": []})
            element = plain(element.get("VT", {}).get("printable", element["!name"])) or ("ptr" if "Pointer" in " ".join(element["!superclasses"]) else None)
            return element and (f"<{parts[0]}{parts[1]} x {element}>" if parts else element)
        if "LLVMVectorElementType" in supers:
            return parts and parts[2]
        if "LLVMExtendedType" in supers or "LLVMTruncatedType" in supers:
            element = wider(parts[2] if parts else of, 2 if "LLVMExtendedType" in supers else 0.5)
            return element and (f"<{parts[0]}{parts[1]} x {element}>" if parts else element)
        for name, factor in (("LLVMHalfElementsVectorType", 0.5), ("LLVMDoubleElementsVectorType", 2)):
            if name in supers:
                return parts and f"<{parts[0]}{int(parts[1] * factor)} x {parts[2]}>"
        if "LLVMOneNthElementsVectorType" in supers:
            return parts and f"<{parts[0]}{parts[1] // (record.get('N') or record['Sig'][2])} x {parts[2]}>"
        for name, by in (("LLVMSubdivide2VectorType", 2), ("LLVMSubdivide4VectorType", 4)):
            if name in supers:
                element = parts and wider(parts[2], 1 / by)
                return element and f"<{parts[0]}{parts[1] * by} x {element}>"
        if "LLVMVectorOfBitcastsToInt" in supers:
            width = parts and {"float": 32, "double": 64, "half": 16}.get(parts[2], parts[2].strip("i"))
            return parts and f"<{parts[0]}{parts[1]} x i{width}>"
        if any(name in supers for name in ("LLVMVectorOfAnyPointersToElt",)):
            return parts and f"<{parts[0]}{parts[1]} x ptr>"
        if any("Pointer" in name for name in supers):
            return "ptr"
        return of if supers[-1] == "LLVMMatchType" else None


def mangled(kind):
    if kind is None:
        return "?"
    if parts := vector(kind):
        return f"{'nx' if parts[0] else ''}v{parts[1]}{mangled(parts[2])}"
    return {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64", "fp128": "f128", "ptr": "p0"}.get(kind, kind)


PART = re.compile(r"\.(?:(?:nx)?v\d+(?:i\d+|f\d+|bf16|p\d+)|i\d+|f\d+|bf16|ppcf128|p\d+[a-z_0-9]*|sl?_[\w.]*|isVoid|Metadata|x86amx|token)$")


def shape(name, ret, params):
    """As intrinsics.rs has it."""
    base = name
    while found := PART.search(base):
        base = base[:found.start()]
    if base == name:
        said = [compact(kind) for kind in [ret, *params]]
    else:
        said = [letter(kind) for kind in [ret, *params]]
        base += ".*"
    dots = said[-1] == "..." and len(said) > 1
    return f"{base}:{said[0]}({','.join(said[1:-1] if dots else said[1:])}{'...' if dots else ''})"


def compact(kind):
    kind = re.sub(r"ptr addrspace\(\d+\)", "ptr", kind)
    if kind.startswith("{"):
        inside = kind.strip("{} ")
        return "{" + ",".join(compact(part.strip()) for part in inside.split(", ")) + "}" if inside else "{}"
    return kind.replace("vscale x ", "vscale_x_").replace(" x ", "x")


def letter(kind):
    if kind.startswith("{"):
        return "{" + ",".join(letter(part.strip()) for part in kind.strip("{} ").split(", ")) + "}"
    if kind.startswith("<"):
        return "vector"
    if re.fullmatch(r"i\d+", kind):
        return "int"
    if kind in FLOATS.values():
        return "float"
    return "ptr" if kind.startswith("ptr") else kind


def lists(out):
    out.mkdir(parents=True, exist_ok=True)
    for release in NATIVE:
        source = Lists(release)
        lines = {}
        for way in range(len(WAYS)):
            for name, ret, params, immediate in source.signatures(way):
                if "?" not in name and "label" not in params:
                    lines.setdefault(f"{way}\t{name}\t{ret}\t{json.dumps(params)}\t{json.dumps(immediate)}")
        # Those that nothing is free in are the same every time.
        seen, kept = set(), []
        for line in lines:
            rest = line.split("\t", 1)[1]
            if rest not in seen:
                seen.add(rest)
                kept.append(line)
        (out / f"{release}.txt").write_text("".join(line + "\n" for line in kept))
        (out / f"{release}.names").write_text("".join(f"{name}\t{kind}\n" for name, kind in sorted(source.names())))
        print(release, len(kept))


def argument(kind, immediate):
    if kind == "token":
        return "token none"
    if kind == "metadata":
        return "metadata !{}"
    if kind.startswith("ptr"):
        return f"{kind} null"
    if immediate:
        return f"{kind} 1" if kind.startswith("i") else f"{kind} 0.0" if kind in FLOATS.values() else f"{kind} zeroinitializer"
    # A number may be constant where another reader wants that.
    return f"{kind} 1" if re.fullmatch(r"i\d+", kind) else f"{kind} undef"


def module(lines, called):
    text, names = [], set()
    for number, (name, ret, params, immediate) in enumerate(lines):
        dots = params and params[-1] == "..."
        fixed = params[:-1] if dots else params
        if name in names:
            continue
        names.add(name)
        text.append(f"declare {ret} @{name}({', '.join(fixed)}{', ' if dots and fixed else ''}{'...' if dots else ''})\n")
        if called:
            arguments = ", ".join(argument(kind, at in immediate) for at, kind in enumerate(fixed))
            if ".constrained." in name:
                arguments = arguments.replace("metadata !{}, metadata !{}", 'metadata !"round.dynamic", metadata !{}').replace("metadata !{}", 'metadata !"olt", metadata !{}' if "fcmp" in name else 'metadata !"fpexcept.strict"')
            kind = f"{ret} ({', '.join(fixed)}{', ' if dots and fixed else ''}...)" if dots else ret
            text.append(f"define void @f{number}() {{\n call {kind} @{name}({arguments})\n ret void\n}}\n")
    return "".join(text)


def verify(reader, text):
    with tempfile.NamedTemporaryFile(suffix=".ll", mode="w") as file:
        file.write(text)
        file.flush()
        if reader in ZIG:
            command = zig(reader, verify=True) + ["-emit-llvm-bc", "-x", "ir", file.name, "-o", "/dev/null"]
        else:
            command = [*tool("opt", reader), *(["-opaque-pointers"] if reader == "14" else []), "-passes=verify", "-disable-output", file.name]
        return run(command)


def base(name):
    while found := PART.search(name):
        name = name[:found.start()]
    return name


def refused(reader, lines, called, depth=0):
    """Of signatures with different names: those that the reader's verifier speaks of, with its words."""
    code, _, errors = verify(reader, module(lines, called))
    if code == 0:
        return {}
    if "Broken module" not in errors and "input module is broken" not in errors:
        # The parser stops at the first thing, and a crash tells nothing of where it was.
        if len(lines) == 1:
            return {lines[0][0]: "!" + (errors.splitlines() or ["crash"])[0][-100:] if code < 0 or code > 128 else "!parser"}
        found = re.search(r"\.ll:(\d+):", errors)
        if found and code > 0:
            line = module(lines, called).splitlines()[int(found[1]) - 1]
            names = set(re.findall(r"@(llvm\.[\w.]+)", line))
            bad = [one for one in lines if one[0] in names]
            if bad:
                rest = [one for one in lines if one[0] not in names]
                return {one[0]: "!parser" for one in bad} | (refused(reader, rest, called, depth) if rest else {})
        half = len(lines) // 2
        return refused(reader, lines[:half], called, depth + 1) | refused(reader, lines[half:], called, depth + 1)
    # Messages are followed by what they are about.
    said, message = {}, ""
    exact = {one[0] for one in lines}
    by_base = collections.defaultdict(list)
    for one in lines:
        by_base[base(one[0])].append(one[0])
    stray = False
    for line in errors.splitlines():
        names = re.findall(r"@(llvm\.[\w.]+)", line)
        if not names:
            if re.match(r"[A-Za-z'@]", line) and "error:" not in line:
                message = line
            continue
        for name in names:
            owners = [name] if name in exact else by_base.get(base(name), [])
            if len(owners) == 1:
                said.setdefault(owners[0], message)
            else:
                stray = True
    if stray or not said:
        # Upgrades gave it another name: smaller modules tell which it is.
        if len(lines) == 1:
            return {lines[0][0]: message or "?"}
        rest = [one for one in lines if one[0] not in said]
        if stray and rest and len(lines) > 1:
            half = len(rest) // 2
            parts = [part for part in (rest[:half], rest[half:]) if part]
            for part in parts:
                said |= refused(reader, part, called, depth + 1)
    return said


def own(out):
    """Signatures of each release's list."""
    return {release: [(name, ret, tuple(json.loads(params)), tuple(json.loads(immediate)))
                      for _, name, ret, params, immediate in (line.split("\t") for line in (out / f"{release}.txt").read_text().splitlines())] for release in NATIVE}


# Releases without a list of their own have what the lists before and after them have in common.
BETWEEN = {"20": ("19", "21")}


def plan(out):
    """What each reader is asked: signatures that are not in its own list, as the newest list has them that has them, and that release itself."""
    lists = own(out)
    sets = {release: {one[:3] for one in lines} for release, lines in lists.items()}
    newest = {one[:3]: release for release, lines in lists.items() for one in lines}
    asked = collections.defaultdict(dict)
    for release, lines in lists.items():
        for one in lines:
            if newest[one[:3]] != release or release in TYPED:
                continue
            readers = [reader for reader in READERS[READERS.index("14") + 1:] if any(one[:3] not in sets[near] for near in BETWEEN.get(reader, (reader,)))]
            if readers:
                for reader in dict.fromkeys([release, *readers]):
                    asked[release, reader][one] = True
    return asked


def ask(out):
    jobs = []
    for (release, reader), lines in plan(out).items():
        lines = [(name, ret, list(params), list(immediate)) for name, ret, params, immediate in lines]
        for at in range(0, len(lines), 4000):
            jobs += [(release, reader, called, lines[at:at + 4000]) for called in (True, False)]
    print(len(jobs), "runs of", sum(len(job[3]) for job in jobs), flush=True)

    def one(job):
        release, reader, called, lines = job
        try:
            found = refused(reader, lines, called)
        except subprocess.TimeoutExpired:
            found = {one[0]: "!timeout" for one in lines}
        by = {one[0]: one for one in lines}
        return "".join("\t".join([release, reader, "called" if called else "declared", name, shape(*by[name][:3]), re.sub(r"\s+", " ", message)]) + "\n" for name, message in found.items())

    with ThreadPoolExecutor(2) as workers, (out / "refused.tsv").open("w") as file:
        for number, text in enumerate(workers.map(one, jobs)):
            file.write(text)
            file.flush()
            print(number, flush=True)


# What verifiers say of signatures; of arguments and places of calls they say more. Nothing is said of what is taken.
SIGNATURE = re.compile(r"$|Intrinsic has incorrect|Attribute |immarg operand has|Callsite was not defined|Intrinsic was not defined|Incorrect number of arguments")


def rows(out):
    """For each shape and reader: the message, where every release that has the shape takes it itself and the reader never does."""
    said = collections.defaultdict(dict)
    for line in (out / "refused.tsv").read_text().splitlines():
        release, reader, how, name, _, message = line.split("\t")
        said[release, name, how][reader] = message
    cells = collections.defaultdict(lambda: collections.defaultdict(list))
    for (release, reader), lines in plan(out).items():
        for name, ret, params, _ in lines:
            for how in ("called", "declared"):
                by = said.get((release, name, how), {})
                # What its own release refuses shows nothing; parsers refuse what is not written in bitcode like that.
                message = by.get(reader, "")
                if release in by or not SIGNATURE.match(message):
                    continue
                # Descriptors of images are of any type in newer lists; those that are written are vectors, which all take.
                if name.startswith("llvm.amdgcn.image."):
                    continue
                key = "checked-intrinsic" if how == "called" else "checked-intrinsic-declared"
                cells[key, shape(name, ret, list(params))][reader].append(message)
    # A reader that has a signature of a shape in its own list takes the shape.
    for release, lines in own(out).items():
        for name, ret, params, _ in lines:
            for key in ("checked-intrinsic", "checked-intrinsic-declared"):
                if (key, shape(name, ret, list(params))) in cells and not said.get((release, name, "called"), {}).get(release):
                    cells[key, shape(name, ret, list(params))][release].append("")
    result = {}
    for (key, value), by in cells.items():
        does = {reader: collections.Counter(messages).most_common(1)[0][0] if all(messages) else "" for reader, messages in by.items()}
        if any(does.values()):
            result[key, value] = {reader: f"fails | {message}" if message else "" for reader, message in does.items()}
    # A name with many shapes has types that are free; most of what was tried of it nobody writes.
    most = collections.Counter((key, value.split(":")[0]) for key, value in result)
    result = {(key, value): by for (key, value), by in result.items() if most[key, value.split(":")[0]] <= 4}
    # What is refused where it is declared is said once.
    for (key, value) in list(result):
        plain_key = ("checked-intrinsic-declared", value)
        if key == "checked-intrinsic" and plain_key in result:
            for reader, text in result[plain_key].items():
                if text:
                    result[key, value][reader] = ""
    return result


SIGNATURES = """# Signatures of intrinsics that each release of LLVM takes: those of its own list (defined), and those of the lists of others
# that its verifier was asked about and does not refuse (measured). Releases of which there is no list, in the row `signatures
# between`, have what the lists before and after them have.
# Made by evidence/peers/llvm/intrinsics.py signatures; do not edit. Kinds of rows: crates/llvm/src/judge.rs.
"""


def taken(out, table):
    """For each shape and reader: what says that the reader takes declarations of the shape, and calls where no row refuses them."""
    said = collections.defaultdict(dict)
    for line in (out / "refused.tsv").read_text().splitlines():
        release, reader, how, name, _, message = line.split("\t")
        said[release, name, how][reader] = message
    lists = own(out)
    shapes = {}
    known = collections.defaultdict(set)
    for release, lines in lists.items():
        for name, ret, params, _ in lines:
            shapes[name, ret, params] = shape(name, ret, list(params))
            # What its own release refuses was not made as its list means it; of arguments of calls that tells nothing.
            refusals = [said.get((release, name, how), {}).get(release) for how in ("called", "declared")]
            if not any(text is not None and SIGNATURE.match(text) for text in refusals):
                known[release].add((name, ret, params))
    cells = collections.defaultdict(dict)
    refused = {(key, value): {r for r, text in by.items() if text} for (key, value), by in read_rows(table).items() if key.startswith("checked-intrinsic")}
    answers = collections.defaultdict(list)
    for (release, reader), lines in plan(out).items():
        for name, ret, params, _ in lines:
            if release == reader or (name, ret, params) not in known[release]:
                continue
            value = shapes[name, ret, params]
            messages = [said.get((release, name, how), {}).get(reader, "") for how in ("declared", "called")]
            if not SIGNATURE.match(messages[1]) and release in said.get((release, name, "called"), {}):
                # Both speak of the arguments that were made up.
                messages[1] = ""
            # A call may be refused where a row says so; a parser that refuses the text tells nothing of bitcode.
            called = not messages[1] or reader in refused.get(("checked-intrinsic", value), ())
            answers[value, reader].append(not messages[0] and called)
    for (value, reader), all_of in answers.items():
        if all(all_of):
            cells[value][reader] = "measured"
    for release, ones in known.items():
        for one in ones:
            cells[shapes[one]][release] = "defined"
    for reader, near in BETWEEN.items():
        for one in set.intersection(*(known[release] for release in near)):
            cells[shapes[one]][reader] = "defined"
    return cells


def signatures(out, table):
    print(SIGNATURES + "basis defined")
    print("signatures between " + ",".join(RELEASES[READERS.index(reader)] for reader in BETWEEN))
    rows = collections.defaultdict(list)
    for value, by in taken(out, table).items():
        name, types = value.split(":", 1)
        # Nothing is filled in between: a release without a cell does not take the signature, or was not asked.
        for (basis, _), words in intervals({reader: by.get(reader, "-") for reader in READERS}).items():
            if basis != "-":
                rows[name, ",".join(words), basis].append(types)
    for (name, words, basis), types in sorted(rows.items()):
        print(f"signature {name} {words}{'' if basis == 'defined' else ' ' + basis} = {' '.join(sorted(types))}")


def merge(out, readers_file, table):
    old = {shape: by for shape, by in read_rows(table).items() if not shape[0].startswith("checked-intrinsic")}
    found = rows(out)
    print(len(found), "shapes")
    write_rows(rows_of(old | found, readers_file), table)


def listed(out):
    """The names of each release's list, and whether types may follow them."""
    return {release: dict(line.split("\t") for line in (out / f"{release}.names").read_text().splitlines()) for release in NATIVE}


def entry(names, full):
    """The entry of a list that a name is of, as LLVM looks it up: the longest one that is a part of it up to a dot."""
    name = full
    while name not in names and "." in name:
        name = name.rpartition(".")[0]
    return name if name == full or names.get(name) == "overloaded" else None


def printed(reader, lines):
    """What a reader makes of calls of these: `known` (the declaration has got attributes), `plain`, or `upgraded` to something else."""
    with tempfile.NamedTemporaryFile(suffix=".ll", mode="w") as file:
        text = module(lines, True)
        file.write(re.sub(r"\bptr( addrspace\(\d+\))?", r"i8\1*", text) if reader in TYPED else text)
        file.flush()
        if reader in ZIG:
            command = [*zig(reader), "-emit-llvm", "-x", "ir", file.name, "-o", "-"]
        elif reader in TYPED:
            command = [*tool("opt", reader), "-disable-verify", "-S", file.name, "-o", "-"]
        else:
            command = [*tool("opt", reader), *(["-opaque-pointers"] if reader == "14" else []), "-disable-verify", "-S", "-passes=", file.name, "-o", "-"]
        code, text, _ = run(command)
    if code:
        half = len(lines) // 2
        return printed(reader, lines[:half]) | printed(reader, lines[half:]) if half else {}
    text = text.decode("utf-8", "replace")
    called = set(re.findall(r"\bcall [^\n]*@(llvm\.[\w.]+)\(", text))
    attributes = dict(re.findall(r"^declare [^@\n]*@(llvm\.[\w.]+)\(.*\)(.*)$", text, re.M))
    parts = {base(name) for name in called}
    # Where only the types in the name are others, it is the same intrinsic.
    return {one[0]: "upgraded" if one[0] not in called and base(one[0]) not in parts else "known" if "#" in attributes.get(one[0], "") else "plain" for one in lines}


def names(out):
    """What each release does with names that its list does not have, into OUT/names.tsv: release, entry of another list, what it does."""
    lists, lines = listed(out), own(out)
    every = {}
    for release in NATIVE:
        for line in lines[release]:
            if found := entry(lists[release], line[0]):
                # Some names are upgraded where the types after them are scalable vectors, and no others.
                scalable = ".nxv" if line[0].startswith(f"{found}.nxv") else ""
                every.setdefault((found, lists[release][found], scalable), line)
    jobs = []
    for reader in READERS:
        known = lists.get(reader) or {name: kind for name, kind in lists[BETWEEN[reader][0]].items() if name in lists[BETWEEN[reader][1]]}
        asked = [(key[0] + key[2], (line[0], line[1], list(line[2]), list(line[3]))) for key, line in every.items() if key[0] not in known]
        # What becomes of a name shows by whether its parts are still called: apart from the same name with other types.
        for scalable in (False, True):
            some = [one for one in asked if one[0].endswith(".nxv") == scalable]
            jobs += [(reader, some[at:at + 2000]) for at in range(0, len(some), 2000)]
    print(sum(len(asked) for _, asked in jobs), "names", flush=True)

    def one(job):
        reader, asked = job
        did = printed(reader, [line for _, line in asked])
        return "".join(f"{reader}\t{name}\t{did[line[0]]}\n" for name, line in asked if line[0] in did)

    with ThreadPoolExecutor(2) as workers:
        (out / "names.tsv").write_text("".join(workers.map(one, jobs)))


KNOWN = """# Names of intrinsics that each release of LLVM knows, off its own list: `overloaded` where types follow the name; and names that it does not know any
# more and turns into something else (measured); with `.nxv` behind it where it does so with scalable vectors only. A call of any other name is one of a function that nobody defines. Releases of which there
# is no list, in the row `names between`, have what the lists before and after them have.
"""


def known(out):
    print(KNOWN, end="")
    lists = listed(out)
    answers = [line.split("\t") for line in (out / "names.tsv").read_text().splitlines()]
    cells = collections.defaultdict(dict)
    for release, of in lists.items():
        for name, kind in of.items():
            cells["known", name][release] = kind, ""
    for reader, (before, after) in BETWEEN.items():
        for name, kind in lists[before].items():
            if lists[after].get(name) == kind:
                cells["known", name][reader] = kind, ""
    found = {(reader, name): did for reader, name, did in answers}
    for reader, name, did in answers:
        plain = name.removesuffix(".nxv")
        if plain != name:
            # A row of its own only where the same name with other types has another answer.
            if did == found.get((reader, plain), did) and (reader, plain) in found or did != "upgraded":
                continue
            if any(plain in of for release, of in lists.items() if int(release) < int(reader)):
                cells["upgrades", name if (reader, plain) in found else plain][reader] = "", " measured"
            continue
        if did == "known" and reader in ZIG:
            kinds = [lists[near][name] for near in BETWEEN[reader] if name in lists[near]]
            if kinds:
                cells["known", name][reader] = kinds[0], " measured"
        # Names of later lists are not upgraded: where an older one that types may follow is a part of them, they are taken for that.
        elif did == "upgraded" and any(name in of for release, of in lists.items() if int(release) < int(reader)):
            cells["upgrades", name][reader] = "", " measured"
    print("basis defined")
    print("names between " + ",".join(RELEASES[READERS.index(reader)] for reader in BETWEEN))
    for (kind, name), by in sorted(cells.items()):
        for (text, _), words in intervals({reader: "\t".join(by[reader]) if reader in by else "-" for reader in READERS}).items():
            if text != "-":
                value, basis = text.split("\t")
                print(f"{kind} {name} {','.join(words)}{basis}" + (f" = {value}" if value else ""))


if __name__ == "__main__":
    folder = Path(sys.argv[2]).absolute()
    if sys.argv[1] == "list":
        lists(folder)
    elif sys.argv[1] in ("ask", "names", "known"):
        {"ask": ask, "names": names, "known": known}[sys.argv[1]](folder)
    elif sys.argv[1] == "signatures":
        signatures(folder, sys.argv[3])
    else:
        merge(folder, *sys.argv[3:])
