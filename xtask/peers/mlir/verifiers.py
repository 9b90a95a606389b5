"""What people wrote to verify operations, from the sources of a release: the code of `verify`, `verifyRegions` and `verifySymbolUses`, and of
the functions that it calls, in the one form of `cpp`. Two releases of which it is equal check the same.

Functions are followed by name: into the file that they are called from, then into the operation's dialect and, if they are no members, into all
sources. What is not found there is generated, or of LLVM's support libraries. Where a name has several definitions, all of them count.
"""

import collections
import pathlib
import re

import cpp

DEFINITION = re.compile(
    r"^(?!(?:namespace|using|return|else|if|for|while|switch|class|struct|enum|extern|typedef|#)\b)"
    r"(?:template\s*<[^{};]*?>\s*)?(?:[\w:]+(?:<[^{};()]*>)?[\s&*]+)+?(?P<name>(?:\w+(?:<[^<>{};()]*>)?::)*~?\w+)\s*"
    r"\((?P<parameters>[^;{}]*)\)\s*(?:const\s*)?(?:->\s*[\w:<>\s&*]+)?\{", re.M)
METHODS = ("verify", "verifyRegions", "verifySymbolUses")
# Where functions are that every dialect calls.
SHARED = re.compile(r"(lib|include/mlir)/(IR|Interfaces|Dialect/Utils)/")


class Function:
    def __init__(self, path, name, parameters, body):
        self.path, self.owner, self.name = path, "::".join(name.split("::")[:-1]), name.split("::")[-1]
        names = [re.findall(r"\w+", re.sub(r"=.*", "", part))[-1:] for part in parameters.split(",") if part.strip()]
        try:
            self.code = ("function", len([name for name in names if name]), cpp.function(body, [name[0] for name in names if name]))
        except cpp.Unparsed:
            self.code = tuple(cpp.tokens(body))
        self.calls = set()
        collect(self.code, self.calls)

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

    def called(self, function, cls):
        """Definitions of what a function calls, in the code of an operation's class."""
        here = self.by_dialect[dialect(function.path.relative_to(self.folder))]
        for name, owner, of_other, with_arguments in sorted(function.calls):
            if of_other:
                # A member of something else: of the classes that the same file has.
                yield from [one for one in self.by_file[function.path].get(name, []) if not one.is_free() and one.owner.split("::")[-1] == cls]
                continue
            own = [one for one in here.get(name, []) if one.owner.split("::")[-1] in (owner or cls, cls)]
            # Without arguments it is the operation's own accessor.
            free = [] if not with_arguments else [one for one in self.by_file[function.path].get(name, []) if one.is_free()] \
                or [one for one in here.get(name, []) if one.is_free()] or self.shared.get(name, [])
            yield from own or free

    def verifier(self, header, cls, methods):
        """The functions that verify an operation of this class, by class and name; none if they were not found."""
        of = dialect(header)
        work = []
        for method in methods:
            here = [one for one in self.by_dialect[of].get(method, []) if one.owner.split("::")[-1] == cls]
            if len(here) != 1:
                return None
            work += here
        found = collections.defaultdict(list)
        while work:
            one = work.pop()
            codes = found[one.owner.split("::")[-1], one.name]
            if one.code not in codes:
                codes.append(one.code)
                work += self.called(one, cls)
        return found


def is_empty(found):
    """Whether code verifies nothing: `return success();`."""
    nothing = cpp.function("{ return success(); }")
    return bool(found) and all(code == ("function", 0, nothing) for codes in found.values() for code in codes)


# Code that was read by people, and checks the same in other words: operation, reader, producer.
READ = {
    # `getNumOperands() != 1 + rank` and `getIndices().size() != rank`: the memref and its indices are all operands.
    ("memref.load", "16", "19"),
    # The same, of the result's type: `getVectorType` was renamed to `getResultVectorType`.
    ("vector.broadcast", "16", "19"),
}


def no_stricter(reader, producer):
    """Whether one release's code for an operation checks nothing that the other's does not: the same functions, or less of them."""
    if reader is None or producer is None:
        return False
    return all(key in producer and all(any(weaker(code, other, key[1]) for other in producer[key]) for code in codes)
               for key, codes in reader.items())


def weaker(code, other, name):
    """Whether code is the other's, perhaps without some of its `if (…) return failure();`, and variables that are for those only."""
    if code == other:
        return True
    if not name.startswith("verify") or code[0] != "function" or other[:2] != code[:2]:
        return False
    own, theirs = list(code[2][1:]), list(other[2][1:])
    variable = code[1]
    while theirs:
        one = theirs.pop(0)
        if own and own[0] == one:
            own.pop(0)
            variable += one[0] == "let"
        elif one[0] == "let":
            theirs = [without(rest, variable) for rest in theirs]
        elif not (one[0] == "when" and one[2:] == (("block", ("return", ("failure",))),)):
            return False
    return not own


def without(tree, variable):
    """Code behind a variable that is left out: those that follow are numbered anew."""
    if tree[:1] == ("name",) and len(tree) == 2 and re.fullmatch(r"%\d+", tree[1]):
        number = int(tree[1][1:])
        return ("name", "%left out" if number == variable else f"%{number - (number > variable)}")
    return tuple(without(part, variable) if isinstance(part, tuple) and part else part for part in tree)


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
