"""What `crates/mlir/schemas/changes.txt` says that releases name in other ways, for scripts that compare their texts."""

import functools
import re

import releases
from alike import WRAPPERS

#: Rows of changes.txt about what alike.py, former.py and definitions.py know.
SHAPES = (
    "argument", "basis", "bundles", "collapse", "forgotten", "group", "handed", "in-bounds", "layout", "notes", "of-callee", "parameter", "passthrough",
    "pointee", "promise", "range", "regions", "sized", "terminator", "zeros",
)


@functools.cache
def changes():
    """Former names of operations and today's, the same of attributes, terminators that are no more, default attributes, numbers that were
    given anew, unit attributes that became numbers: what `crates/mlir/schemas/changes.txt` has."""
    ops, attrs, ends, yields, implied, numbers, units = {}, {}, set(), {}, set(), {}, {}
    for line in (releases.ROOT / "crates/mlir/schemas/changes.txt").read_text().splitlines():
        head, _, value = line.partition(" = ")
        kind, *names = head.split(" ")
        if kind in ("renamed", "merged"):
            ops[names[0]] = value
        elif kind == "element":
            ops[names[0]] = value.split(" ")[0]
        elif kind == "attribute":
            attrs[names[0], names[1]] = value
        elif kind == "unit":
            attrs[names[0], names[1]], units[names[0], names[1]] = value.split(" ")
        elif kind == "terminator" and names[0] not in WRAPPERS:
            ends.add(value)
        elif kind == "yield":
            old, new = value.split(" ")
            yields[new] = old
        elif kind == "default":
            implied.add((names[0], names[1], value))
        elif kind == "numbers":
            last = names[2].partition(">")[0].rpartition("-")[2]
            numbers[names[0], names[1]] = int(last), dict(pair.split(":") for pair in value.split(" "))
        elif line and kind not in SHAPES and not line.startswith(("#", "releases ")):
            raise SystemExit(f"changes.txt has a line of an unknown kind: {line}")
    return ops, attrs, ends, yields, implied, numbers, units


@functools.cache
def rows(kind):
    """Of each row of a kind the words before the releases, the last release with the older form, and the words behind `=`."""
    text = (releases.ROOT / "crates/mlir/schemas/changes.txt").read_text()
    found = re.findall(rf"^{kind} (.+) (?:\d+-)?(\d+)>\S+ = (.+)$", text, re.M)
    return [(names.split(" "), int(last), value.split(" ")) for names, last, value in found]


@functools.cache
def elements():
    """Operations on an element whose position is their last operand, and how many operands stand before it."""
    return {op: int(values) for (op,), _, (_, values) in rows("element")}


@functools.cache
def zeros():
    """Operations with a list that older releases do not know, and the list's name: where all of it is nothing it tells nothing."""
    return {op: name for (op, name), _, _ in rows("zeros")}


@functools.cache
def promised():
    """Attributes that only promise something, by operation: the last release that knows nothing of each, and whether it lists attributes of values."""
    found = {}
    for (op, name), last, (kind,) in rows("promise"):
        found.setdefault(op, {})[name] = last, kind == "of-values"
    return found


@functools.cache
def bundles():
    """Operations whose operands behind the first are promises: the last release that knows nothing of them, and the attributes that tell of them."""
    return {op: (last, set(names)) for (op,), last, names in rows("bundles")}


@functools.cache
def pointees():
    """Operations with an attribute that says what their variable points to."""
    return {op: name for (op, name), _, _ in rows("pointee")}


@functools.cache
def unlisted():
    text = (releases.ROOT / "crates/outlast/targets/mlir-readers.txt").read_text()
    return set(re.findall(r"^unlisted (\S+) ", text, re.M))


def own(op):
    names = {name.removeprefix(f"{op}.") for name in unlisted() if name.startswith(f"{op}.")}
    return names | {changes()[1][op, name] for name in names if (op, name) in changes()[1]}


def aliases(op):
    names = changes()[0]
    return {names.get(op, op)} | {old for old, new in names.items() if new == op}
