"""The generic form that mlir-opt prints: its brackets, dictionaries and names, and what releases spell in other ways."""

import re


def last_of_string(text, at):
    """The place of the quote that ends the string that begins at `at`."""
    at += 1
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return at


def matching(text, at):
    """The place behind the bracket that closes the one at `at`."""
    depth = 0
    while at < len(text):
        char = text[at]
        if char == '"':
            at = last_of_string(text, at)
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return len(text)


def items(text):
    """The members of a dictionary without its braces."""
    out, start, at, depth = [], 0, 0, 0
    while at < len(text):
        char = text[at]
        if char == '"':
            at = last_of_string(text, at)
        elif char in "([{<":
            depth += 1
        elif char in ")]}" or char == ">" and text[at - 1 : at + 1] != "->" and text[at : at + 2] != ">=":
            depth -= 1
        elif char == "," and depth == 0:
            out.append(text[start:at].strip())
            start = at + 1
        at += 1
    out.append(text[start:].strip())
    return [item for item in out if item]


PAIR = "#dlti.dl_entry<"


def entries(value):
    """`#dlti.dl_entry<key, value>` as later releases print it: `key = value`."""
    while (start := value.find(PAIR)) >= 0:
        at, depth = start + len(PAIR), 1
        while at < len(value) and depth:
            depth += {"<": 1, ">": -1}.get(value[at], 0) if value[at - 1 : at + 1] != "->" else 0
            at += 1
        key, _, rest = value[start + len(PAIR) : at - 1].partition(", ")
        if key.count("<") != key.count(">"):
            parts = items(value[start + len(PAIR) : at - 1])
            key, rest = parts[0], ", ".join(parts[1:])
        value = f"{value[:start]}{key} = {rest}{value[at:]}"
    return value


SUM = re.compile(r"(?<!- )(?<!\* )(?<!mod )(?<!div )\b[ds]\d+(?: \+ [ds]\d+)+\b(?! [*mcf])")


def sums(line):
    """Affine sums in the order of their operands, as later releases have them."""
    return SUM.sub(lambda found: " + ".join(sorted(found[0].split(" + "))), line) if "affine_" in line else line


HEAD = re.compile(r'^(\s*)((?:%[\w$.:#]+(?:, )?)+ = )?"((?:[^"\\]|\\.)*)"\(')


NAME = re.compile(r"(%|\^bb)([\w$.]+)")


def numbered(lines):
    """Values and blocks numbered in the order in which they are met: LLVM 16 begins anew in every isolated operation."""
    out, scopes, fresh, forward = [], [{}], 0, set()

    def number(found):
        nonlocal fresh
        name = found[0]
        if name not in scopes[-1]:
            fresh += 1
            scopes[-1][name] = str(fresh)
            forward.add(name)
        return found[1] + scopes[-1][name]

    for line in lines:
        text = line.lstrip()
        if text.startswith("}") and len(scopes) > 1:
            scopes.pop()
            if text.startswith("}, {"):
                scopes.append(dict(scopes[-1]))
        block = re.match(r"\s*\^bb\d+\((.*)\):", line)
        results = re.match(r"\s*((?:%[\w$.:]+(?:, )?)+) = ", line)
        defined = re.findall(r"%[\w$.]+(?=:)", block[1]) if block else re.findall(r"%[\w$.]+", results[1]) if results else []
        for name in defined:
            if name not in forward:
                scopes[-1].pop(name, None)
            else:
                forward.discard(name)
        out.append(NAME.sub(number, line))
        forward -= set(defined)
        if text.endswith("({"):
            scopes.append(dict(scopes[-1]))
    return out
