#!/usr/bin/env python3
"""What a release's own definitions say of operations: names of attributes, what numbers in them stand for, what is there by default.

usage: definitions.py RELEASE [OPERATION …]      what is known of these operations, or how much is known

Read from the headers that the release's package has (`*.h.inc`, `*.cpp.inc`: what its operations were compiled from), so that texts of
two releases are compared under the definitions of each. What was read is kept in target/interop/mlir/definitions.
"""

import functools
import json
import pathlib
import re
import sys
import threading

import releases
from groups import groups

READING = threading.Lock()
KEPT = releases.ROOT / "target/interop/mlir/definitions"
ENUM = re.compile(r"enum class (\w+)\s*:\s*u?int\d+_t \{(.*?)\};", re.S)
OPERATION = re.compile(r"^class (\w+) : public ::mlir::Op<", re.M)
DEFAULTS = re.compile(r"^void (\w+)::populateDefaultProperties\(.*?\{(.*?)^\}", re.M | re.S)
PROPERTIES = re.compile(r"^class (\w+)GenericAdaptorBase \{\s*public:\s*struct Properties \{(.*?)^  \};", re.M | re.S)
ADDED = re.compile(r"^void (\w+)::populateDefaultAttrs\(.*?\{(.*?)^\}", re.M | re.S)


def headers(release):
    """The folder with `mlir/` of a release's headers."""
    for root in (releases.ROOT / "target/interop/mlir/dev" / release, releases.SUITE / release / "root"):
        found = root / f"usr/lib/llvm-{release}/include"
        if (found / "mlir").exists():
            return found
    raise SystemExit(f"no headers of MLIR {release}: xtask/peers/mlir/setup.sh unpacks them")


def camel(name):
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def namespaces(text):
    """Where a name stands in a header: last namespace by place."""
    out, stack = [], []
    for found in re.finditer(r"^(?:namespace ([\w:]+) \{|\} // (?:end )?namespace (\w+))", text, re.M):
        if found[1]:
            stack += found[1].split("::")
        elif found[2] in stack:
            del stack[len(stack) - 1 - stack[::-1].index(found[2]) :]
        out.append((found.start(), stack[-1] if stack else ""))
    return out


def within(places, at):
    return next((name for start, name in reversed(places) if start <= at), "")


def enumerations(include):
    """Of every enumeration, by namespace and name: its numbers with how they are spelt."""
    found = {}
    for path in sorted((include / "mlir").rglob("*.h.inc")):
        text = path.read_text(errors="replace")
        if "enum class" not in text:
            continue
        places = namespaces(text)
        source = path.with_name(path.name.replace(".h.inc", ".cpp.inc"))
        spelt = source.read_text(errors="replace") if source.exists() else ""
        for one in ENUM.finditer(text):
            cases = {name: int(number) for name, number in re.findall(r"(\w+) = (\d+)", one[2])}
            words = dict(re.findall(rf"case {one[1]}::(\w+): return \"([^\"]*)\"", spelt))
            # Flags are spelt bit by bit.
            flags = "strs.push_back" in spelt and f"stringify{one[1]}({one[1]} symbol)" in spelt
            key = f"{within(places, one.start())}::{one[1]}"
            found[key] = {"flags": flags, "numbers": cases, "cases": {number: words.get(name, name) for name, number in cases.items()}}
    return found


def attributes(chunk):
    """The names that an operation's class lists."""
    listed = re.search(r"getAttributeNames\(\) \{\s*static ::llvm::StringRef attrNames\[\] = \{(.*?)\};", chunk, re.S)
    return re.findall(r'"([^"]+)"', listed[1]) if listed else []


def regions(chunk):
    """Names of regions in order; those without a name have none."""
    found = {int(at): name for name, at in re.findall(r"\bget(\w+)\(\) \{\s*return (?:\(\*this\)->|this->)?getRegion\((\d+)\)", chunk)}
    return [found.get(at, "") for at in range(max(found, default=-1) + 1)]


def learned(release):
    """Operations of the test dialect, which has no headers in a package: what their schemas say."""
    path = releases.ROOT / f"crates/mlir/schemas/mlir-{release}-test.txt"
    found = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        op, *fields = line.split(" ")
        if op.startswith("test."):
            kinds = {re.split(r"[?:]", field)[0]: field for field in fields if field != "-"}
            native = [name for name, field in kinds.items() if re.match(r"[\w.]+\??:(varint|svarint|bool|optional|list|str)\b", field)]
            sizes = {name: int(re.sub(r"\D", "", field.partition(":")[2])) for name, field in kinds.items() if ":segments(" in field}
            found[op] = {"attributes": list(kinds), "enums": {}, "defaults": {}, "groups": [], "native": native, "segments": sizes}
    return found


def read(release):
    include = headers(release)
    enums = enumerations(include)
    operations = {}
    for path in sorted((include / "mlir").rglob("*.h.inc")):
        text = path.read_text(errors="replace")
        starts = [found.start() for found in OPERATION.finditer(text)]
        if not starts:
            continue
        source = path.with_name(path.name.replace(".h.inc", ".cpp.inc"))
        spelt = source.read_text(errors="replace") if source.exists() else ""
        defaults = {name: body for pattern in (ADDED, DEFAULTS) for name, body in pattern.findall(spelt)}
        stored = {name: dict(re.findall(r"using (\w+)Ty = ([^;]+);", body)) for name, body in PROPERTIES.findall(text)}
        places = namespaces(text)
        for start, end in zip(starts, [*starts[1:], len(text)]):
            # The class ends before the adaptors of the next one.
            chunk = text[start:end].partition("\n};\n")[0]
            name = re.search(r'getOperationName\(\) \{\s*return ::llvm::StringLiteral\("([^"]+)"\)', chunk)
            if not name:
                continue
            mine = OPERATION.match(chunk)[1]
            names = attributes(chunk)
            # Properties that are no attributes are in the structure only.
            names += [one for one in stored.get(mine, {}) if one not in names]
            by_getter = {camel(one): one for one in names}
            kinds = {}
            for type_, getter in re.findall(r"^\s+(?:::std::optional<|::llvm::Optional<)?((?:::)?[\w:]+)>? get(\w+)\(\);", chunk, re.M):
                parts = type_.strip(":").split("::")
                space = parts[-2] if len(parts) > 1 else within(places, start)
                key = f"{space}::{parts[-1]}"
                if getter in by_getter and key in enums:
                    kinds[by_getter[getter]] = key
            for one, type_ in stored.get(mine, {}).items():
                parts = type_.strip(":").split("::")
                key = f"{parts[-2] if len(parts) > 1 else within(places, start)}::{parts[-1]}"
                if key in enums:
                    kinds[one] = key
            body = defaults.get(mine, "")
            given = dict(re.findall(r"properties\.(\w+) = ([^;]+);", body))
            given |= {names[int(number)]: value for number, value in re.findall(r"attrNames\[(\d+)\], ([^;]+)\);", body) if int(number) < len(names)}
            sizes = {one: int(type_.split(", ")[1].rstrip(">")) for one, type_ in stored.get(mine, {}).items() if type_.startswith("std::array<int32_t")}
            native = [one for one, type_ in stored.get(mine, {}).items() if one not in sizes and not re.search(r"Attr(ibute|Interface)?$", type_)]
            operations[name[1]] = {"attributes": names, "enums": kinds, "defaults": given, "groups": groups(chunk), "native": native, "segments": sizes, "regions": regions(chunk)}
    return {"enums": enums, "operations": learned(release) | operations}


def of(release):
    """Everything of a release: `operations` by name with `attributes`, `enums`, `defaults`; `enums` with their numbers."""
    with READING:
        return once(release)


@functools.cache
def once(release):
    kept = KEPT / f"{release}.json"
    # What is kept was made by this script as it is now.
    if kept.exists() and kept.stat().st_mtime > pathlib.Path(__file__).stat().st_mtime:
        return json.loads(kept.read_text())
    found = read(release)
    # Numbers are names in JSON.
    found = json.loads(json.dumps(found))
    KEPT.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(".part")
    part.write_text(json.dumps(found))
    part.rename(kept)
    return found


def spelling(release, op, name, number):
    """What a number in an attribute stands for in a release; none if it enumerates nothing."""
    found = of(release)
    kind = found["operations"].get(op, {}).get("enums", {}).get(name)
    if kind is None:
        return None
    enum = found["enums"][kind]
    if not enum["flags"]:
        return enum["cases"].get(number, f"?{number}")
    if number == "0":
        return enum["cases"].get(number, "none")
    bits = [word for bit, word in enum["cases"].items() if int(bit) and int(bit) & (int(bit) - 1) == 0 and int(number) & int(bit)]
    return "|".join(sorted(bits)) or f"?{number}"


def plain(group):
    """A group's name without what releases hang on it."""
    return re.sub(r"^distschedule(?=chunk)|(?<=map)operands$|(vars?|expr)$", "", group.rstrip("*?")).rstrip("s")


def groups_of(release, op):
    """Groups of operands in a release's order, by plain names; none if it does not have the operation, or if a group has no name."""
    found = of(release)["operations"].get(op)
    return None if found is None or not all(found["groups"]) else [plain(group) for group in found["groups"]]


def sizes_of(release, op, count):
    """Sizes of the groups of an operation with so many operands, where they are not given; none if they are not told by that."""
    kinds = [group[-1:] if group[-1:] in "*?" else "" for group in of(release)["operations"][op]["groups"]]
    rest = count - kinds.count("")
    return None if sum(map(bool, kinds)) > 1 or rest < 0 else [rest if kind else 1 for kind in kinds]


def is_native(release, op, name):
    """Whether a property is no attribute."""
    return name in of(release)["operations"].get(op, {}).get("native", [])


def segments(release, op, name):
    """How many sizes of groups an operation has in a property; none if it has no such."""
    return of(release)["operations"].get(op, {}).get("segments", {}).get(name)


def regions_of(release, op):
    return of(release)["operations"].get(op, {}).get("regions", [])


def attributes_of(release, op):
    """The names that a release defines for an operation; none if it does not have the operation."""
    found = of(release)["operations"].get(op)
    return None if found is None else set(found["attributes"])


def is_default(release, op, name, value):
    """Whether a value, as it is printed, is what a release puts in where an attribute is not given."""
    expression = of(release)["operations"].get(op, {}).get("defaults", {}).get(name)
    if expression is None:
        return False
    number = re.search(r"getIntegerAttr\(odsBuilder\.getIntegerType\((\d+)\), (?:static_cast<\w+>\()?(-?\w+)\)", expression)
    if number:
        return re.sub(r" : i\d+$", "", value) == str(int(number[2], 0))
    truth = re.search(r"getBoolAttr\((true|false)\)", expression)
    if truth:
        return value == truth[1]
    text = re.search(r"getStringAttr\((\"[^\"]*\")\)", expression)
    if text:
        return value == text[1]
    if "Array" in expression and "({})" in expression:
        return value == "[]" or re.fullmatch(r"array<\w+>", value) is not None
    if expression.endswith("getContext(), {})"):
        return re.fullmatch(r"#[\w.]+<(none)?>", value) is not None
    case = re.search(r"::(\w+)\)$", expression)
    if case:
        # An enumerator: as a word, or as its number.
        given = re.search(r"(\w+)>$", value) or re.match(r"(\w+)", value)
        words = {case[1].lower().strip("_")}
        kind = of(release)["operations"][op]["enums"].get(name)
        words |= {word.lower() for word in cases_by_enumerator(release, kind, case[1])} if kind else set()
        spelt = spelling(release, op, name, given[1]) if given and given[1].isdigit() else given[1] if given else ""
        return (spelt or "").lower() in words
    return False


def cases_by_enumerator(release, kind, enumerator):
    """How an enumerator of C++ is spelt; the two differ rarely."""
    enum = of(release)["enums"][kind]
    return [enum["cases"][str(number)] for name, number in enum["numbers"].items() if name == enumerator]


#: Enumerators that were given other names: of old releases, with today's.
RENAMED = {"maxf": "maximumf", "minf": "minimumf", "meshnv": "meshext", "tasknv": "taskext", "matmulintrinsics": "llvmintr", "flat_transpose": "llvmintr"}


def todays(word):
    """An enumerator by the name that today's releases have for it."""
    return RENAMED.get(word.lower(), word.lower())


def enumerates(release, op, name):
    return name in of(release)["operations"].get(op, {}).get("enums", {})


def meant(release, op, name, number):
    """A number in an attribute by the name that today's releases have for it; none if it enumerates nothing."""
    word = spelling(release, op, name, number)
    return word and "|".join(sorted(map(todays, word.split("|"))))


def main():
    release, *names = sys.argv[1:]
    found = of(release)
    if not names:
        enumerated = sum(len(one["enums"]) for one in found["operations"].values())
        given = sum(len(one["defaults"]) for one in found["operations"].values())
        print(f"MLIR {release}: {len(found['operations'])} operations, {len(found['enums'])} enumerations in {enumerated} attributes, {given} defaults")
    for name in names:
        one = found["operations"].get(name)
        print(name, json.dumps(one, indent=1))
        for kind in (one or {}).get("enums", {}).values():
            print(kind, found["enums"][kind])


if __name__ == "__main__":
    main()
