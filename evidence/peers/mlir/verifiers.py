"""What people wrote to verify operations, from the sources of a release: the code of `verify`, `verifyRegions` and `verifySymbolUses`, and of
the functions that it calls, in the one form of `cpp`. Two releases of which it is equal check the same.

Functions are followed by name: into the file that they are called from, then into the operation's dialect and, if they are no members, into all
sources. What is not found there is generated, or of LLVM's support libraries. Where a name has several definitions, all of them count.
"""

import collections
import pathlib
import re

import cpp
import simplify

DEFINITION = re.compile(
    r"^(?!(?:namespace|using|return|else|if|for|while|switch|class|struct|enum|extern|typedef|#)\b)"
    r"(?:template\s*<[^{};]*?>\s*)?(?:[\w:]+(?:<[^{};()]*>)?[\s&*]+)+?(?P<name>(?:\w+(?:<[^<>{};()]*>)?::)*~?\w+)\s*"
    r"\((?P<parameters>[^;{}]*)\)\s*(?:const\s*)?(?:->\s*[\w:<>\s&*]+)?\{", re.M)
# Algebra of maps and shapes that verifiers use, and that no release changed to refuse something.
TRUSTED = re.compile(r"lib/IR/|include/mlir/IR/|include/mlir/Support/")
# Where functions are that every dialect calls.
SHARED = re.compile(r"(lib|include/mlir)/(IR|Interfaces|Dialect/Utils)/")


class Function:
    def __init__(self, path, name, parameters, body):
        self.path, self.owner, self.name = path, "::".join(name.split("::")[:-1]), name.split("::")[-1]
        names = [re.findall(r"\w+", re.sub(r"=.*", "", part))[-1:] for part in parameters.split(",") if part.strip()]
        self.parameters = len([name for name in names if name])
        try:
            block = cpp.Parser(cpp.tokens(body)).block()
            self.items = tuple(simplify.simplified(block, [name[0] for name in names if name]))
            self.parsed = True
        except cpp.Unparsed:
            self.items, self.parsed = tuple(cpp.tokens(body)), False
        self.calls = set()
        collect(self.items, self.calls)

    def is_free(self):
        """Whether it is no member: a class's name has a capital."""
        return not self.owner or self.owner.split("::")[-1][:1].islower()


def collect(tree, into):
    """Functions that code calls: their names, and whether they are members."""
    if not tree:
        return
    if tree[0] == "call":
        callee = tree[1][1] if tree[1][0] == "template" else tree[1]
        if callee[0] == "name":
            into.add((callee[1].split("::")[-1], callee[1].split("::")[-2] if "::" in callee[1] else "", False, len(tree) > 2))
        elif callee[0] == "member":
            into.add((callee[2], "", callee[1] != ("name", "this"), len(tree) > 2))
    # What could not be parsed is a list of words.
    if isinstance(tree[0], tuple):
        for one, other in zip(tree, tree[1:]):
            if one[0] == "name" and other == ("op", "("):
                into.add((one[1].split("::")[-1], "", False, True))
    for part in tree:
        if isinstance(part, tuple) and part:
            collect(part, into)


class Sources:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.by_file = collections.defaultdict(lambda: collections.defaultdict(list))
        self.by_dialect = collections.defaultdict(lambda: collections.defaultdict(list))
        self.shared = collections.defaultdict(list)
        for path in [*sorted(self.folder.glob("lib/**/*.cpp")), *sorted(self.folder.glob("include/**/*.h"))]:
            relative = path.relative_to(self.folder)
            # Members of every operation, defined in their classes.
            if path.name == "OpDefinition.h":
                continue
            for function in functions(path):
                self.by_file[path][function.name].append(function)
                self.by_dialect[dialect(relative)][function.name].append(function)
                if SHARED.match(str(relative)) and function.is_free():
                    self.shared[function.name].append(function)

    def resolve(self, function, call, cls):
        """Definitions of what a function calls, in the code of an operation's class."""
        name, owner, of_other, with_arguments = call
        here = self.by_dialect[dialect(function.path.relative_to(self.folder))]
        if of_other:
            # A member of something else: of the classes that the same file has.
            return [one for one in self.by_file[function.path].get(name, []) if not one.is_free() and one.owner.split("::")[-1] == cls]
        own = [one for one in here.get(name, []) if one.owner.split("::")[-1] in (owner or cls, cls)]
        # Without arguments it is the operation's own accessor.
        free = [] if not with_arguments else [one for one in self.by_file[function.path].get(name, []) if one.is_free()] \
            or [one for one in here.get(name, []) if one.is_free()] or self.shared.get(name, [])
        return own or free

    def roots(self, header, cls, methods):
        """The functions that verify an operation of this class, by name; none if one of them was not found."""
        found = {}
        for method in methods:
            here = [one for one in self.by_dialect[dialect(header)].get(method, []) if one.owner.split("::")[-1] == cls]
            if len(here) != 1:
                return None
            found[method] = here[0]
        return found

    def is_empty(self, header, cls, methods):
        """Whether code verifies nothing: `return success();`."""
        roots = self.roots(header, cls, methods)
        return bool(roots) and all(one.items == (("return", simplify.SUCCESS),) for one in roots.values())

    def expanded(self, function, cls, depth=0):
        """Statements of a function, with those of helpers that it returns the answer of, or refuses with, in their places."""
        return simplify.tidy(self.inlined(function.items, function, cls, depth))

    def inlined(self, items, function, cls, depth):
        out = []
        for one in items:
            called, refuses = None, False
            if one[0] == "return" and len(one) == 2 and one[1] and one[1][0] == "call":
                called = one[1]
            elif one[0] == "when" and one[2:] == (simplify.FAILS,) and one[1][0] == "unary" and one[1][1] == "!" and one[1][2][0] == "call":
                called, refuses = one[1][2], True
            body = called and depth < 5 and self.body(called, function, cls, refuses, depth)
            if body is not None and body is not False:
                out += body
            elif one[0] == "when":
                out.append((*one[:2], *[("block", *self.inlined(part[1:], function, cls, depth)) for part in one[2:]]))
            elif one[0] in ("for", "while"):
                out.append((*one[:2], ("block", *self.inlined(one[2][1:], function, cls, depth))))
            else:
                out.append(one)
        return out

    def body(self, called, function, cls, refuses, depth):
        """Statements of a helper in place of its call; none if it cannot stand there."""
        calls = set()
        collect((*called[:2], *[("name", "_") for _ in called[2:]]), calls)
        if called[1][0] != "name" or len(calls) != 1:
            return None
        found = self.resolve(function, calls.pop(), cls)
        if len(found) != 1 or not found[0].parsed or found[0] is function or '"switch"' in repr(found[0].items).replace("'", '"') or len(found[0].items) > 60 or found[0].parameters < len(called) - 2:
            return None
        scope = {f"$arg{at}": argument for at, argument in enumerate(called[2:])}
        items = [simplify.rewritten(simplify.replaced(item, scope)) for item in found[0].items]
        items = simplify.tidy(self.inlined(items, found[0], cls, depth + 1))
        if not refuses:
            return items
        if not items or items[-1] != ("return", simplify.SUCCESS) or any(simplify.ends(item) for item in items[:-1]):
            return None
        return items[:-1]


class Comparison:
    """What one release's verifiers check that another's do not."""

    def __init__(self, reader, producer):
        self.reader, self.producer, self.known, self.texts = reader, producer, {}, {}

    def stricter(self, reader, producer):
        """Statements that the reader's verifier has, and the producer's has not, by function: what was found of an operation's roots."""
        if reader is None or producer is None:
            return None
        found = {}
        for method, function in reader.items():
            self.functions([function], [producer[method]] if method in producer else [], function.owner.split("::")[-1], found, set())
        return found

    def functions(self, readers, producers, cls, found, seen):
        """Compares functions of one name, and what they call."""
        for function in readers:
            # Functions of one name may differ in their parameters.
            if id(function) in seen:
                continue
            seen.add(id(function))
            least, called = self.compared(function, producers, cls)
            if least:
                key = function.owner.split("::")[-1], function.name
                found[key] = [*found.get(key, []), *least]
            for theirs, others in called:
                self.functions(theirs, others, cls, found, seen)

    def compared(self, function, producers, cls):
        """What a function checks more than the producer's of the same name, and what both call: once for all that reach it in an operation's class, or in any
        if it is no member."""
        key = id(function), tuple(map(id, producers)), cls
        if key in self.known:
            return self.known[key]
        if not function.parsed:
            same = any(function.items == one.items for one in producers)
            self.known[key] = ([] if same else [("unparsed",)]), []
            return self.known[key]
        ours = self.expanded(self.reader, function, cls)
        ways = [simplify.uncovered(ours, self.expanded(self.producer, one, cls) if one.parsed else ()) for one in producers] \
            or [simplify.uncovered(ours, ())]
        calls, called = set(), []
        collect(tuple(ours), calls)
        for call in sorted(calls):
            theirs = [one for one in self.reader.resolve(function, call, cls) if not TRUSTED.search(str(one.path))]
            others = {id(other): other for one in producers for other in self.producer.resolve(one, call, cls)}
            # Where the producer calls no such function, the statement that calls it is among those found.
            if theirs and others:
                called.append((theirs, list(others.values())))
        self.known[key] = min(ways, key=len), called
        return self.known[key]

    def expanded(self, sources, function, cls):
        key = id(function), cls
        if key not in self.texts:
            self.texts[key] = sources.expanded(function, cls)
        return self.texts[key]


def functions(path):
    """The functions that a file defines, at the beginning of a line."""
    text = path.read_text(errors="replace")
    for match in DEFINITION.finditer(text):
        try:
            yield Function(path, match["name"], match["parameters"], cpp.braces(text, match.end() - 1))
        except cpp.Unparsed:
            continue


def dialect(path):
    """The folder of a dialect that a path below `mlir` is in; others have none of their own."""
    parts = path.parts
    at = parts.index("Dialect") if "Dialect" in parts else None
    return parts[at + 1] if at is not None and len(parts) > at + 2 else "/".join(part for part in parts[:-1] if part not in ("lib", "include", "mlir"))
