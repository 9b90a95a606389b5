"""Whether whatever passes one release's generated checks of an operation passes another release's: conditions in the form of `cpp`.

A condition of the producer is brought into cases (a disjunction of sets of facts); the reader's condition has to hold in each. Facts
imply others by what the classes of MLIR's builtin types are: a ranked tensor is a tensor, a signless integer an integer. What is not known to
follow does not follow. Two things may be assumed of a file, if its types show it, and the answer says which were needed:

* `ranked`: it has no vector of rank 0 (LLVM 16 and 19 take them in fewer places);
* `fixed`: it has no vector with scalable dimensions.
"""

import itertools
import re

import cpp

# The most cases that a condition is brought into.
MOST_CASES = 4096

# Each class of the builtin dialect, and the disjoint ones that it consists of.
PARTS = {
    "TensorType": ("RankedTensorType", "UnrankedTensorType"),
    "BaseMemRefType": ("MemRefType", "UnrankedMemRefType"),
    "VectorType": ("fixed VectorType", "scalable VectorType"),
    "ShapedType": ("fixed VectorType", "scalable VectorType", "RankedTensorType", "UnrankedTensorType", "MemRefType", "UnrankedMemRefType"),
    "trait ValueSemantics": ("fixed VectorType", "scalable VectorType", "RankedTensorType", "UnrankedTensorType"),
}
RANKED = {"fixed VectorType", "scalable VectorType", "RankedTensorType", "MemRefType"}
# `x.isF32()` is `isa<Float32Type>(x)`.
IS_FLOAT = {"isF16": "Float16Type", "isF32": "Float32Type", "isF64": "Float64Type", "isF80": "Float80Type", "isF128": "Float128Type",
            "isBF16": "BFloat16Type", "isTF32": "FloatTF32Type", "isIndex": "IndexType", "isFloat8E5M2FNUZ": "Float8E5M2FNUZType",
            "isFloat8E4M3FNUZ": "Float8E4M3FNUZType", "isFloat8E5M2": "Float8E5M2Type", "isFloat8E4M3FN": "Float8E4M3FNType"}
INTEGERS = ("isSignlessInteger", "isSignedInteger", "isUnsignedInteger", "isInteger")


def method(tree):
    """Receiver, name and arguments of `x.name(…)`."""
    if tree[0] == "call" and tree[1][0] == "member":
        return tree[1][1], tree[1][2], tree[2:]
    return None, None, ()


def inside(tree):
    """Subject of a lambda that is called, and its condition."""
    if tree[0] == "call" and tree[1][0] == "lambda" and len(tree) == 3:
        body = tree[1][2]
        if len(body) == 2 and body[1][0] == "return":
            return tree[2], body[1][1]
    return None, None


def parameter(condition):
    """The name of a lambda's parameter as `cpp` numbers them; the innermost is not the one that is meant."""
    names = set()

    def collect(tree):
        if tree[0] == "name" and tree[1].startswith("%") and tree[1] != "%":
            names.add(tree[1])
        for part in tree[1:]:
            if isinstance(part, tuple) and part:
                collect(part)

    collect(condition)
    return min(names, key=lambda name: int(name[1:])) if names else None


def placed(tree, name, value):
    if tree == ("name", name):
        return value
    return tuple(placed(part, name, value) if isinstance(part, tuple) and part else part for part in tree)


def plain(tree):
    """Lambdas that are called become what they check; synonyms become one; names that are not needed any more stay."""
    if not isinstance(tree, tuple) or not tree:
        return tree
    subject, condition = inside(tree)
    if subject is not None:
        name = parameter(condition)
        subject = plain(subject)
        return plain(placed(condition, name, subject)) if name else plain(condition)
    tree = tuple(plain(part) for part in tree)
    if tree[0] == "cases":
        return tree[1]
    if tree[0] in ("&&", "||"):
        return cpp.chain(tree[0], list(tree[1:]))
    if tree[0] == "call" and len(tree) == 3:
        # What was a function, and is a member since LLVM 21.
        if tree[1] == ("name", "isStrided"):
            tree = ("call", ("member", tree[2], "isStrided"))
        # The name that it has since LLVM 23.
        elif tree[1] == ("name", "getMatchingBoolType"):
            tree = ("call", ("name", "getUnaryOpResultType"), tree[2])
        # Since LLVM 20 all its vectors are of the builtin dialect; files with others are refused for their types.
        elif tree[1] == ("name", "LLVM::getVectorElementType"):
            tree = plain(("call", ("member", ("call", ("template", ("name", "cast"), "VectorType"), tree[2]), "getElementType")))
    # One of a list, as LLVM 23 has it.
    if tree[0] == "call" and tree[1] == ("name", "is_contained") and len(tree) == 4 and tree[2][0] == "braces":
        return cpp.chain("||", [("op", "==", tree[3], one) for one in tree[2][1:]])
    receiver, name, args = method(tree)
    if receiver is not None:
        if name in IS_FLOAT and not args:
            return ("isa", IS_FLOAT[name], receiver)
        if name == "isSignlessIntOrIndex":
            return ("||", ("call", ("member", receiver, "isSignlessInteger")), ("isa", "IndexType", receiver))
        if name == "isIntOrIndex":
            return ("||", ("isa", "IntegerType", receiver), ("isa", "IndexType", receiver))
        if name == "isIntOrFloat":
            return ("||", ("isa", "IntegerType", receiver), ("isa", "FloatType", receiver))
        if name == "isSignlessIntOrFloat":
            return ("||", ("call", ("member", receiver, "isSignlessInteger")), ("isa", "FloatType", receiver))
        if name == "isSignlessIntOrIndexOrFloat":
            return ("||", ("call", ("member", receiver, "isSignlessInteger")), ("isa", "IndexType", receiver), ("isa", "FloatType", receiver))
        of = ("call", ("template", ("name", "cast"), "VectorType"), receiver[2]) if receiver[0] == "call" and len(receiver) == 3 else None
        # Elements of a shaped type, whatever it is cast to.
        if name in ("getElementType", "hasRank", "getRank", "getShape", "hasStaticShape", "getNumElements") and of and receiver[1][0] == "template" \
                and receiver[1][1] == ("name", "cast") and receiver[1][2] in {"ShapedType", *PARTS, "RankedTensorType", "MemRefType"}:
            shaped = ("call", ("template", ("name", "cast"), "ShapedType"), receiver[2])
            return ("call", ("member", shaped, name), *args)
        if name == "isScalable" and of:
            return ("isa", "scalable VectorType", receiver[2])
    if tree[0] == "call" and tree[1][0] == "template" and tree[1][1][0] == "member" and tree[1][1][2] == "hasTrait":
        return ("isa", f"trait {tree[1][2]}", tree[1][1][1])
    if tree[0] == "isa":
        if tree[1] in ("FixedVectorType", "ScalableVectorType"):
            return ("isa", {"F": "fixed", "S": "scalable"}[tree[1][0]] + " VectorType", tree[2])
        if tree[1].startswith("trait ") and tree[1].split("::")[-1].endswith("ValueSemantics"):
            return ("isa", "trait ValueSemantics", tree[2])
    return tree


def spread(tree):
    """`isa` of a class that consists of others is one of those."""
    if tree[0] == "isa" and tree[1] in PARTS:
        return ("||", *[("isa", part, tree[2]) for part in PARTS[tree[1]]])
    if tree[0] in ("&&", "||"):
        return (tree[0], *[spread(part) for part in tree[1:]])
    return tree


def cases(tree):
    """The ways in which a condition can hold, each a set of facts; none if there are too many."""
    if tree[0] == "||":
        out = []
        for part in tree[1:]:
            found = cases(part)
            if found is None or len(out) + len(found) > MOST_CASES:
                return None
            out += found
        return out
    if tree[0] == "&&":
        parts = [cases(part) for part in tree[1:]]
        if None in parts:
            return None
        count = 1
        for part in parts:
            count *= len(part)
        if count > MOST_CASES:
            return None
        return [frozenset().union(*choice) for choice in itertools.product(*parts)]
    return [frozenset([tree])]


def possible(facts):
    """No subject is of two disjoint classes."""
    classes = {}
    for fact in facts:
        if fact[0] == "isa":
            classes.setdefault(fact[2], set()).add(fact[1])
    leaves = {part for parts in PARTS.values() for part in parts}
    return all(len(found & leaves) < 2 for found in classes.values())


class Reader:
    """What a reader's release takes, what it has no class for, which builtin types it has that its producer has not, and which functions find nothing
    wrong with any type that its producer has."""

    def __init__(self, has_class, opaque_pointers, newer_types=frozenset(), content=frozenset()):
        self.has_class, self.opaque_pointers, self.newer_types, self.content = has_class, opaque_pointers, newer_types, content

    def implies(self, given, wanted, used):
        """Whether a condition that holds implies another; assumptions that were needed go to `used`."""
        if given == wanted:
            return True
        # Of an enumeration the reader has to have every number that the producer has.
        if wanted[0] == "cases" and not (given[0] == "cases" and set(re.findall(r"\d+", given[2])) <= set(re.findall(r"\d+", wanted[2]))):
            return False
        wanted = plain(wanted)
        if wanted == cpp.TRUE or given == wanted:
            return True
        ways = cases(spread(plain(given)))
        if ways is None:
            return False
        for facts in ways:
            # A class that the reader does not have: the file is refused for the type.
            if not possible(facts) or any(fact[0] == "isa" and not self.has_class(fact[1]) for fact in facts):
                continue
            if not self.holds(wanted, facts, used):
                return False
        return True

    def holds(self, wanted, facts, used):
        if wanted == cpp.TRUE or wanted in facts:
            return True
        if wanted[0] == "&&":
            return all(self.holds(part, facts, used) for part in wanted[1:])
        if wanted[0] == "||":
            # First what needs no assumption.
            return any(self.holds(part, facts, None) for part in wanted[1:]) \
                or used is not None and any(self.holds(part, facts, used) for part in wanted[1:])
        # No value is of a type that its producer does not have: tokens, before LLVM 23.
        if self.is_newer(wanted):
            return True
        return any(self.follows(fact, wanted) for fact in facts) or used is not None and self.assumed(wanted, facts, used)

    def is_newer(self, wanted):
        """Whether a check refuses only types that its producer does not have."""
        return wanted[:2] == ("unary", "!") and wanted[2][0] == "isa" and wanted[2][1] in self.newer_types \
            or wanted[0] == "call" and wanted[1][0] == "name" and wanted[1][1] in self.content

    def follows(self, fact, wanted):
        """One fact from another."""
        if wanted[0] == "isa" and fact[0] == "isa" and fact[2] == wanted[2]:
            if wanted[1] in PARTS and fact[1] in PARTS[wanted[1]]:
                return True
            return wanted[1] == "FloatType" and fact[1] in IS_FLOAT.values() and fact[1] != "IndexType"
        receiver, name, args = method(fact)
        if receiver is not None and name in INTEGERS:
            if wanted == ("isa", "IntegerType", receiver):
                return True
            other, named, wide = method(wanted)
            return other == receiver and (named == name or named == "isInteger") and wide in ((), args)
        receiver, name, args = method(wanted)
        if name == "hasRank" and fact[0] == "isa" and fact[1] in RANKED:
            return receiver == ("call", ("template", ("name", "cast"), "ShapedType"), fact[2])
        # Since LLVM 17 all pointers are opaque.
        if name == "isOpaque" and self.opaque_pointers and fact == ("isa", "LLVM::LLVMPointerType", receiver[-1]):
            return True
        if wanted[0] == "op" and fact[0] == "op" and wanted[1] == fact[1] == "<=" and wanted[2] == fact[2] and wanted[3][0] == fact[3][0] == "num":
            return int(fact[3][1]) <= int(wanted[3][1])
        return False

    def assumed(self, wanted, facts, used):
        """What holds of every file of which something is assumed."""
        shape = wanted[0] == "op" and wanted[1] == "<" and wanted[2] == ("num", "0") and method(wanted[3])
        if shape and shape[1] == "getRank":
            subject = shape[0][-1]
            if any(("isa", kind, subject) in facts for kind in ("fixed VectorType", "scalable VectorType")):
                used.add("ranked")
                return True
        if wanted[0] == "isa" and wanted[1] == "fixed VectorType" and ("isa", "scalable VectorType", wanted[2]) in facts:
            used.add("fixed")
            return True
        return False


def parts(tree):
    """Groups of values with their checks, what has to hold of the operation, and statements of other forms."""
    groups, holds, others = [], [], []
    for one in tree[1:]:
        if one in (("let", "", ("num", "0")), ("return", ("call", ("name", "success")))):
            continue
        if one[0] == "let" and len(one) == 3 and one[2][0] == "call" and one[2][1][0] == "name" and one[2][1][1].startswith("getODS"):
            groups.append([(one[2][1][1], one[2][2:]), [], []])
        elif one[0] == "for" and len(one[2]) == 2 and one[2][1][0] == "when" and (found := checked(one[2][1])) and groups:
            groups[-1][1].append(found)
        elif one[0] == "for" and (found := checked(one[2][1])):
            groups.append([("for", one[1][-1] if "%" not in repr(one[1]) else repr(one[1][-1]).split("getODS")[-1]), [found], []])
        elif one[0] == "when" and "'size'" in repr(one[1]) and groups:
            groups[-1][2].append(one[1][:3])
        elif one[0] == "when" and one[2:] == (("block", ("return", ("failure",))),):
            holds.append(cpp.negated(one[1]))
        else:
            others.append(one)
    return groups, holds, others


def checked(statement):
    """The condition of `if (failed(constraint(…))) return failure();`."""
    if statement[0] == "when" and statement[1][0] == "unary" and statement[1][2][0] == "call" and statement[1][2][1][0] == "constraint":
        return statement[1][2][1][1]
    return None


# `NVVMRequiresSM<90>`, `NVVMRequiresSMa<100,101>`; since LLVM 23 `NVVMRequiresSM<900>`, `NVVMRequiresSM<1003,1012>`: the last digit says whether it has to be
# of its family (2) or of its architecture (3).
SM = re.compile(r"NVVMRequiresSM(a?)<([\d,]+)>")


def chips(trait):
    """The chips of NVIDIA's that a trait asks for, each as LLVM 23 writes it; none of other traits."""
    found = SM.fullmatch(trait.split("::")[-1])
    if not found:
        return None
    numbers = [int(number) for number in found[2].split(",")]
    # No chip of a compute capability of 20 is written with less than three digits in LLVM 23.
    old = found[1] or max(numbers) < 200
    return {number * 10 + (3 if found[1] else 0) if old else number for number in numbers}


def runs_on(chip, required):
    """Whether whatever runs on a chip runs what asks for another: `NVVMCheckSMVersion::isCompatibleWith` of LLVM 23."""
    if required % 10 == 3:
        return chip == required
    if required % 10 == 2:
        return chip % 10 >= 2 and chip // 100 == required // 100 and chip // 10 >= required // 10
    return chip >= required


def as_strict(trait, had):
    """Whether one of the producer's traits refuses all that a reader's does."""
    wanted = chips(trait)
    return wanted is not None and any(all(any(runs_on(chip, one) for one in wanted) for chip in given) for given in map(chips, had) if given)


def within(reader, given, wanted, op, words):
    """The conditions under which an operation that passes `given` passes `wanted`, each the tree and the traits that verify: assumptions, and what `words`
    (`expressed.Words`) says of checks that do not follow. None if nobody can say."""
    (producer, had), (demanded, traits) = given, wanted
    used = set()

    def needs(word):
        used.update([word] if word is None else word.split(" "))
        return word is not None

    if not all(needs(words.trait(op, trait)) for trait in traits if trait not in had and not as_strict(trait, had)):
        return None
    groups, holds, others = parts(producer) if producer else ([], [], [])
    want_groups, want_holds, want_others = parts(demanded) if demanded else ([], [], [])
    if any(repr(other) not in {repr(one) for one in others} for other in want_others):
        return None
    # Groups that are not the producer's are others, whatever their numbers.
    same = [(group[0], group[2]) for group in groups] == [(group[0], group[2]) for group in want_groups]
    if not same and not needs(words.sizes(op)):
        return None
    for at, want in enumerate(want_groups):
        # Regions are no values: where operands are other ones, they can be the same.
        if not same and want[0][0] == "for" and want in groups:
            continue
        had = groups[at][1] if same else []
        have = ("&&", *had) if len(had) > 1 else had[0] if had else cpp.TRUE
        for one in want[1]:
            tried = set()
            if reader.implies(have, one, tried):
                used |= tried
            elif not needs(words.group(op, want[0], one)):
                return None
    have = cpp.chain("&&", holds) if same else cpp.TRUE
    for one in want_holds:
        tried = set()
        if one in holds and (same or "getODS" not in repr(one)) or same and reader.implies(have, one, tried):
            used |= tried
        elif not needs(words.holds(op, one)):
            return None
    return used - {""}
