"""What newer releases have and older ones do without or say in another way, on the text of a file in the generic form: before lines are compared, that of the
newer release gets the form of the older one. The rows of `crates/mlir/schemas/changes.txt` that need more than one line or one attribute.

* `handed`: what the block of an operation uses are its operands; a block of nothing but a constant is that constant;
* `basis`: sizes that are listed are operands that constants make;
* `notes`: operations with notes that no function's code depends on are left out;
* `parameter`, `of-callee`, `passthrough`, `forgotten`: attributes of functions and calls;
* `layout`: entries of data layouts that are a text of LLVM IR there;
* kinds of memory that only LLVM 22 tells apart are other memory.
"""

import functools
import re

import changes
from generic import HEAD, items, matching, numbered

CONSTANT = re.compile(r'^\s*(%[\w$.]+) = "arith\.constant"\(\) <?\{(?:<\{)?value = (-?\d+) : index\}.*: \(\) -> index$')
VALUE = re.compile(r"%[\w$.]+(?:#\d+)?")
EFFECTS = re.compile(r"(?<=#llvm\.memory_effects<)[^>]*")
OLDER_KINDS = ("other", "argMem", "inaccessibleMem")
DYNAMIC = "-9223372036854775808"


def concerns(last, pair):
    """Whether one of two releases has the older form of a row, and the other one the newer."""
    return len({int(one) <= last for one in pair}) == 2


def former(lines, pair):
    """The lines of a text with what differs between two releases said as the older of them says it."""
    changed = False
    for step in (handed, basis):
        lines, did = step(lines, pair)
        changed |= did
    lines = without_notes(lines, pair)
    if concerns(21, pair):
        lines = [EFFECTS.sub(lambda found: covering(found[0]), line) if "memory_effects<" in line else line for line in lines]
    return numbered(lines) if changed else lines


def covering(text):
    """Effects of a function on kinds of memory, with what covers the newer kinds said of other memory."""
    kinds = dict(item.split(" = ") for item in items(text))
    effects = {word for kind, effect in kinds.items() if kind not in OLDER_KINDS or kind == "other" for word in re.findall("read|write", effect)}
    kinds["other"] = "".join(word for word in ("read", "write") if word in effects) or "none"
    return ", ".join(f"{kind} = {kinds[kind]}" for kind in OLDER_KINDS if kind in kinds)


def closing(lines, at):
    """The line that closes the operation that opens in another one."""
    indent = re.match(r"\s*", lines[at])[0]
    return next(place for place in range(at + 1, len(lines)) if lines[place].startswith(indent + "})"))


def handed(lines, pair):
    known = {op: constant for (op,), last, (constant,) in changes.rows("handed") if concerns(last, pair)}
    if not any(f'"{op}"' in line for op in known for line in lines):
        return lines, False
    lines, at = list(lines), 0
    while at < len(lines):
        head = HEAD.match(lines[at])
        if head and head[3] in known and lines[at].endswith("({"):
            end = closing(lines, at)
            inside = lines[at + 1 : end]
            if len(inside) == 2 and f'"{known[head[3]]}"' in inside[0]:
                lines[at : end + 1] = [head[1] + head[2] + inside[0].split(" = ", 1)[1]]
                # The value that it hands out has the name of what was around.
                continue
            opened = matching(lines[at], head.end() - 1)
            operands = items(lines[at][head.end() : opened - 1])
            block = re.match(r"^\s*\^bb\d+\((.*)\):$", inside[0])
            if operands and block:
                named = dict(zip((item.split(":")[0] for item in items(block[1])), operands))
                inside = [VALUE.sub(functools.partial(renamed, named), line) for line in inside[1:]]
                lines[at] = lines[at][: head.end()] + lines[at][opened - 1 :]
                lines[end] = re.sub(r" : \(.*\) -> ", " : () -> ", lines[end], count=1)
                lines[at + 1 : end] = inside
        at += 1
    return lines, True


def renamed(named, found):
    return named.get(found[0], found[0])


def basis(lines, pair):
    known = {op: name for (op, name), last, _ in changes.rows("basis") if concerns(last, pair)}
    if not any(f'"{op}"' in line for op in known for line in lines):
        return lines, False
    out = []
    for line in lines:
        head = HEAD.match(line)
        if head and head[3] in known:
            opened = matching(line, head.end() - 1)
            operands, rest = items(line[head.end() : opened - 1]), line[opened:]
            listed = re.search(known[head[3]] + r" = array<i64(?:: ([^>]*))?>(?:, )?", rest)
            if listed:
                dynamic = iter(operands[1:])
                operands[1:] = [next(dynamic) if size == DYNAMIC else size for size in items(listed[1] or "")]
                rest = rest[: listed.start()] + rest[listed.end() :]
            else:
                operands = constants_before(out, lines, operands)
            empty = re.match(r" (?:<\{\}>|\{\})", rest)
            line = f"{line[:head.end()]}{', '.join(operands)}){rest[empty.end() :] if empty else rest}"
            # Types tell nothing: all are of type `index`.
            line = re.sub(r" : \(.*\) -> ", " : (index) -> ", line)
        out.append(line)
    return out, True


def constants_before(out, lines, operands):
    """Operands with the numbers in place of those that a constant right before makes for them alone; these are taken from `out`."""
    made = {}
    while out and (found := CONSTANT.match(out[-1])) and found[1] in operands and sum(line.count(found[1]) for line in lines if found[1] in VALUE.findall(line)) == 2:
        made[found[1]] = found[2]
        out.pop()
    return [made.get(operand, operand) for operand in operands]


def without_notes(lines, pair):
    for (op,), last, words in changes.rows("notes"):
        keys = set(" ".join(words[1:]).split("|"))
        if concerns(last, pair):
            lines = [line for line in lines if not (f'"{op}"()' in line and set(re.findall(r'module_flag<\w+, "([^"]*)"', line)) <= keys)]
    return lines


def of_function(op, given, pair, convergent):
    """Attributes of an operation; `convergent` are the functions that have the attribute of that name."""
    for (name, attribute), last, words in changes.rows("parameter"):
        if name == op and concerns(last, pair):
            given = [without(item, words[0]) if item.startswith(f"{attribute} = ") else item for item in given]
    for (name, attribute), last, words in changes.rows("passthrough"):
        if name == op and concerns(last, pair):
            given = sum((passed(item, attribute, words[0], words[1].split("|")) for item in given), [])
    for (name, attribute), last, _ in changes.rows("of-callee"):
        callee = next((item.split(" = @")[1] for item in given if item.startswith("callee = @")), None)
        if name == op and concerns(last, pair) and callee in convergent:
            given = [item for item in given if item != attribute]
    for (name, attribute), last, (word,) in changes.rows("forgotten"):
        if name == op and concerns(last, pair):
            names = {attribute, changes.changes()[1].get((op, attribute), attribute)}
            given = [item for item in given if item.partition(" = ")[0] not in names or word == "unless-variadic" and "..." in item]
    for (name, attribute), last, words in changes.rows("layout"):
        if name == op and concerns(last, pair):
            given = sum((layout(item, attribute, words[0]) for item in given), [])
    return given


def without(item, name):
    """`[{llvm.noundef, llvm.range = #llvm.constant_range<i32, 0, 9>}]` without an entry of its dictionaries."""
    item = re.sub(r"(, )?" + re.escape(name) + r" = #[\w.]+<[^>]*>", "", item)
    return item.replace("{, ", "{")


def passed(item, attribute, name, cases):
    """An attribute, or what stands for it among those that are handed through, as one item."""
    if item.startswith(f"{attribute} = #"):
        return [f"{attribute} = {cases.index(item.rpartition('<')[2].rstrip('>'))}"]
    pair = re.search(r'(?:, )?\["' + re.escape(name) + r'", "(\d+)"\]', item) if item.startswith("passthrough = [") else None
    if not pair:
        return [item]
    rest = (item[: pair.start()] + item[pair.end() :]).replace("[, ", "[")
    return [f"{attribute} = {pair[1]}"] + ([] if rest == "passthrough = []" else [rest])


def layout(item, attribute, text):
    """Entries of a data layout that are a text elsewhere, as that text has them."""
    if item.startswith(f"{text} = "):
        parts = item.split('"')[1].split("-")
        return [f"layout of {part}" for part in parts if part.startswith("m:") or re.match(r"n\d", part)]
    if not item.startswith(f"{attribute} = "):
        return [item]
    begin = item.index("<") + 1
    kept, said = [], []
    for entry in items(item[begin:-1]):
        mangling = re.fullmatch(r'"dlti\.mangling_mode" = "(\w)"', entry)
        widths = re.fullmatch(r'"dlti\.legal_int_widths" = array<i32: ([^>]*)>', entry)
        if mangling or widths:
            said.append(f"layout of m:{mangling[1]}" if mangling else f"layout of n{widths[1].replace(', ', ':')}")
        else:
            kept.append(entry)
    return [f"{item[:begin]}{', '.join(kept)}>", *said]


def functions_with(lines, attribute):
    """Names of functions all of which have an attribute."""
    found = {}
    for line in lines:
        name = re.search(r'sym_name = "([^"]*)"', line) if '"llvm.func"' in line else None
        if name:
            found.setdefault(name[1], []).append(re.search(rf"[{{ ]{attribute}[,}}]", line) is not None)
    return {name for name, all_ in found.items() if all(all_)}
