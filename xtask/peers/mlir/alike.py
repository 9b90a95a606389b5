"""What releases write in another shape and mean the same, on lines of the generic form.

* a body of `linalg.map` has the element of the result as a last argument (LLVM 21 and later), which nothing needs to use;
* `memref.assume_alignment` gives its operand as a result (LLVM 21 and later);
* regions of OpenMP that hold one loop end with a terminator (LLVM 19 and before).
"""

import re

from generic import items, numbered

WRAPPERS = {"omp.distribute", "omp.simd", "omp.taskloop", "omp.wsloop"}
OPENS = re.compile(r'^(\s*)(?:[^"]*= )?"([\w.]+)"(\(.*\)).* ?\(\{$')
ASSUMES = re.compile(r'^(\s*)(%[\w#]+) = ("memref\.assume_alignment"\((%[\w#]+)\).* : \(.*\)) -> \S.*$')
VALUE = re.compile(r"%[\w#$.]+")


def uses(lines, name):
    return any(found == name for line in lines for found in VALUE.findall(line))


def body(lines, at, operands):
    """Takes the argument of the result from the block that begins at `at`, if the release has one there and nothing uses it."""
    found = re.match(r"^(\s*\^bb\d+\()(.*)(\):)$", lines[at])
    arguments = items(found[2]) if found else []
    indent = re.match(r"\s*", lines[at - 1])[0]
    end = next((place for place in range(at, len(lines)) if lines[place].startswith(indent + "})")), len(lines))
    if len(arguments) != operands or not arguments or uses(lines[at + 1 : end], arguments[-1].split(":")[0]):
        return
    lines[at] = f"{found[1]}{', '.join(arguments[:-1])}{found[3]}" if arguments[1:] else None


def alike(lines):
    """Lines in the shape that all releases have, with values numbered where that changed their names."""
    text = "\n".join(lines)
    changes = '"linalg.map"' in text or '"memref.assume_alignment"' in text
    if not changes and "omp.terminator" not in text:
        return lines
    lines, out, stack, same = list(lines), [], [], {}
    for at, line in enumerate(lines):
        if line is None:
            continue
        opened, closed = OPENS.match(line), re.match(r"^(\s*)\}\)", line)
        if opened:
            stack.append((opened[1], opened[2]))
            if opened[2] == "linalg.map" and at + 1 < len(lines):
                body(lines, at + 1, len(VALUE.findall(opened[3])))
        elif closed and stack and stack[-1][0] == closed[1]:
            stack.pop()
        if stack and stack[-1][1] in WRAPPERS and line.lstrip().startswith('"omp.terminator"('):
            continue
        defined = re.match(r"\s*(%[\w$.]+)(?::\d+)? = ", line)
        given = ASSUMES.match(line)
        if same:
            line = VALUE.sub(lambda found: same.get(found[0], found[0]), line) if not (defined and defined[1] in same) else line
        if defined:
            same.pop(defined[1], None)
        if given:
            same[given[2]] = same.get(given[4], given[4])
            line = f"{given[1]}{given[3]} -> ()"
        out.append(line)
    return numbered(out) if changes else out
