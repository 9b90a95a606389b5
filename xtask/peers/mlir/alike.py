"""What releases write in another shape and mean the same, on lines of the generic form.

* a body of `linalg.map` has the element of the result as a last argument (LLVM 21 and later), which nothing needs to use;
* `memref.assume_alignment` gives its operand as a result (LLVM 21 and later);
* regions of OpenMP that hold one loop end with a terminator (LLVM 19 and before);
* regions stand in another order, or there are more of them: they have their names, and empty ones tell nothing;
* what a number of memory is to a function that other memory is as well need not be said (LLVM 22 tells more kinds apart);
* vectors of pointers are vectors (LLVM 21 and later);
* promises of which older releases know nothing are left out, and so is the type of what a variable points to where its own type tells it;
* dimensions that are broadcast are in bounds (LLVM 20 and later), and loops of a nest are as many as it has (LLVM 20 and before).
"""

import re

from generic import items, numbered

WRAPPERS = {"omp.distribute", "omp.simd", "omp.taskloop", "omp.wsloop"}
OPENS = re.compile(r'^(\s*)(?:[^"]*= )?"([\w.]+)"(\(.*\)).* ?\(\{$')
ASSUMES = re.compile(r'^(\s*)(%[\w#]+) = ("memref\.assume_alignment"\((%[\w#]+)\).* : \(.*\)) -> \S.*$')
# A vector of pointers, as LLVM 19 and before have it.
POINTERS = re.compile(r"(?:!llvm\.)?\bvec<(\? x )?(\d+) x (ptr(?:<\d+>)?)>")
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


#: Parameters that are left out where they have their default: the last release with the older one, that, and the newer one.
ELIDED = {
    "#rocdl.target": {"abi": (19, "500", "600")},
    "#nvvm.target": {"features": (21, "+ptx60", ""), "chip": (22, "sm_50", "sm_75")},
}
TARGETS = re.compile(r"#(?:rocdl|nvvm)\.target\b(?!\.)")


def with_defaults(line, release):
    """Targets of GPUs with the parameters that a release leaves out."""
    out, at = "", 0
    while found := TARGETS.search(line, at):
        end = found.end()
        given = []
        if line[end : end + 1] == "<":
            depth, quoted, end = 0, False, found.end()
            while end < len(line):
                quoted ^= line[end] == '"'
                depth += 0 if quoted else (line[end] == "<") - (line[end] == ">")
                end += 1
                if not depth:
                    break
            given = items(line[found.end() + 1 : end - 1])
        names = {item.partition(" = ")[0] for item in given}
        for name, (last, older, newer) in ELIDED[found[0]].items():
            if name not in names:
                given.append(f'{name} = "{older if int(release) <= last else newer}"')
        out += f"{line[at:found.start()]}{found[0]}<{', '.join(sorted(given))}>"
        at = end
    return out + line[at:]


def spelt(line, release):
    """Types and attributes of LLVM's dialect as the newest release spells them, and targets of GPUs whole."""
    if ".target" in line:
        line = with_defaults(line, release)
    if "vec<" in line:
        line = POINTERS.sub(lambda found: f"vector<{found[2] if found[1] is None else f'[{found[2]}]'}x!llvm.{found[3]}>", line)
    if "#llvm.memory_effects<" in line:
        line = re.sub(r"(?<=#llvm\.memory_effects<)[^>]*", lambda found: effects(found[0]), line)
    return line


def effects(text):
    kinds = dict(item.split(" = ") for item in items(text))
    return ", ".join(f"{kind} = {effect}" for kind, effect in kinds.items() if kind in ("other", "argMem", "inaccessibleMem") or effect != kinds.get("other"))


def of_transfer(given):
    """Attributes of a transfer: a dimension that the map has as a constant is in bounds."""
    found = {item.partition(" = ")[0]: item.partition(" = ")[2] for item in given}
    results = re.search(r"-> \((.*)\)>$", found.get("permutation_map", ""))
    bounds = items(found.get("in_bounds", "[]")[1:-1])
    if not results or len(bounds) != len(items(results[1])):
        return given
    bounds = ["true" if result == "0" else bound for bound, result in zip(bounds, items(results[1]))]
    return [item for item in given if not item.startswith("in_bounds")] + [f"in_bounds = [{', '.join(bounds)}]"]


def of_nest(given, types):
    """Attributes of a nest of loops: how many there are is known from its operands."""
    found = re.match(r" : \((.*)\) -> ", types)
    return [item for item in given if not found or item != f"collapse_num_loops = {len(items(found[1])) // 3} : i64"]


def named(lines, at, indent, names):
    """The regions of an operation whose first begins at `at`, by name and without empty ones; the place behind them."""
    regions, one = [], []
    while at < len(lines) and not lines[at].startswith(indent + "})"):
        if lines[at] == indent + "}, {":
            regions.append(one)
            one = []
        else:
            one.append(lines[at])
        at += 1
    regions.append(one)
    out = []
    for name, one in sorted(zip([*names, *map(str, range(len(regions)))], regions)):
        out += [f"{indent}region {name}", *one] if one else []
    return out, at


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


RANGE = re.compile(r"range = (?:#llvm\.constant_range<i32, |array<i32: |\[)(-?\d+, -?\d+)[>\]]")


def of_register(op, given, attrs, older):
    """Properties and attributes of an operation that reads a register, with the range of its values in one form. It is a promise, which `older` releases do not
    take of NVIDIA's registers."""
    kept = [[item for item in items if not item.startswith("range = ")] for items in (given, attrs)]
    found = [RANGE.fullmatch(item) for item in [*given, *attrs] if item.startswith("range = ")]
    if not found or None in found:
        return given, attrs
    if not (older and op.startswith("nvvm.")):
        kept[0] += [f"range = {one[1]}" for one in found]
    return kept


#: What attributes of parameters and results promise of values.
OF_VALUES = {
    f"llvm.{word}"
    for word in "align allocptr dead_on_unwind dereferenceable dereferenceable_or_null noalias nocapture nofpclass nofree nonnull noundef range readnone readonly "
    "returned writable writeonly".split()
}


def without_promises(given, known, pair):
    """Attributes without those that promise something of which one of the releases knows nothing; `known` has the last such release of each."""

    def stays(item):
        name, _, value = item.partition(" = ")
        last, of_values = known.get(name, (0, False))
        if not any(int(one) <= last for one in pair):
            return True
        # What stands in quotes or brackets behind a name is its value.
        said = re.findall(r"(llvm\.\w+)(?= =|,|\}| :)", value) if of_values else []
        return of_values and not set(said) <= OF_VALUES

    return [item for item in given if stays(item)]


def first_alone(operands, rest):
    """Operands, and types in ` {…} : (i1, i64) -> ()`, with the first one alone."""
    before, colon, types = rest.rpartition(" : (")
    known, arrow, results = types.partition(") -> ")
    if not colon or not arrow:
        return operands, rest
    return f"({items(operands[1:-1])[0]})", f"{before}{colon}{items(known)[0]}{arrow}{results}"


def of_variable(given, name, types):
    """Attributes without the type of what a variable points to, if that is the element of the first memory reference."""
    found = re.match(r" : \((.*)\) -> ", types)
    elements = [re.sub(r"^memref<(?:[\d?]+x)*|[,>].*$", "", ty) for ty in items(found[1]) if ty.startswith("memref<")] if found else []
    return [item for item in given if not elements or item != f"{name} = {elements[0]}"]
