#!/usr/bin/env python3
"""Reads what each release of MLIR demands of operations, attributes and types off the code that it generated, and asks its mlir-opt for the rest.

usage: traits.py [--unread FILE] [step:]RELEASE=INCLUDE_DIR[=SOURCES]... > crates/mlir/targets/mlir.txt

RELEASE is `22.1.8`; its `mlir-opt-22` has to be installed or unpacked (releases.py). INCLUDE_DIR has the `*.h.inc` and `*.cpp.inc` of the release (`libmlir-22-dev`).
SOURCES is the folder `mlir` of its sources, where they can be had. A release after `step:` has no rows: it stands between two others, whose verifiers are
compared step by step. FILE gets what verifiers of one release check and those of another do not, and nobody has read yet (`reviewed.py`).

Rows (see crates/mlir/src/family/mod.rs):

  linked DIALECT               the dialect is in mlir-opt; `= unknown-ops` if it takes operations that it does not know; asked
  resources DIALECT            it takes resources; `= keys` if it knows their keys, and no others; asked
  op NAME = demands            counts `operands`, `results`, `regions`, `successors` as N or N+; `required` attributes;
                               `terminator`, `no-terminator`, `implicit:OP`, `segments:NAME`; `verify` if it has checks written by hand;
                               `inv:HASH` of all generated checks but those of attributes, in the one form that `cpp.py` gives them, so that
                               equal ones can be seen to be equal, however they are spelt
  accepts NAME = releases      the release's generated checks of it differ from these producers', and hold of all that passes theirs:
                               `implied.py`; `/ranked`, `/fixed` if the file has no vectors of rank 0,
                               none with scalable dimensions; `/NAME`: of operations that meet a condition; `#NAME`: of those that meet
                               all of the row `conditions NAME`
  accepts-field OP.ATTR = ...  the same of the check of an attribute's value
  verified NAME = releases     what people wrote to verify it checks nothing that these producers' code does not (`verifiers.py`, `reviewed.py`);
                               `19/NAME`: of operations that meet a condition; `not:19`: it was compared, and that is not so. Of releases without
                               sources there is neither
  field OP.ATTR = CLASS HASH   the class that an attribute must have: `same` as the schemas say, `int` for numbers that enumerate,
                               `DIALECT.MNEMONIC`, `any`; and the check of its value, `-` if there is none
  attr DIALECT.MNEMONIC = HASH an attribute's parser: `hand` if it is written by hand; `fails | MESSAGE` if the release, asked, has none;
                               `HASH cases:A,B` of one that takes words of an enumeration
  type DIALECT.MNEMONIC = HASH the same of a type
"""

import concurrent.futures
import hashlib
import pathlib
import re
import subprocess
import sys

import cpp
import expressed
import implied
import reviewed
import verifiers
from releases import command

OP = re.compile(
    r"^class (\w+) : public ::mlir::Op<(.*?)> \{$(.*?)StringLiteral getOperationName\(\) \{\s*"
    r'return ::llvm::StringLiteral\("([^"]+)"\);(.*?)^\};', re.S | re.M)
CLASSES = {
    "StringAttr", "TypeAttr", "IntegerAttr", "BoolAttr", "FloatAttr", "UnitAttr", "ArrayAttr", "DictionaryAttr", "SymbolRefAttr",
    "FlatSymbolRefAttr", "DenseBoolArrayAttr", "DenseI8ArrayAttr", "DenseI16ArrayAttr", "DenseI32ArrayAttr", "DenseI64ArrayAttr",
    "DenseF32ArrayAttr", "DenseF64ArrayAttr", "AffineMapAttr", "IntegerSetAttr", "DenseIntElementsAttr", "DenseFPElementsAttr",
    "DenseIntOrFPElementsAttr", "DenseElementsAttr",
}


# Lists of conditions that are longer stand in rows of their own.
LONG = 24

# Traits that verify nothing.
IDLE = (r"(?:OpInvariants|InferTypeOpAdaptor|RecursivelySpeculatableImplTrait|AlwaysSpeculatableImplTrait|HasRecursiveMemoryEffects|"
        r"RecursiveMemoryEffects|AutomaticAllocationScope|AffineScope|MemRefsNormalizable|IsCommutative|IsIdempotent|IsInvolution|ConstantLike|"
        r"InferTensorType|InferShapedTypeOpAdaptor|OneTypedResult|Scalarizable|Vectorizable|Tensorizable|"
        # Numbers have rows of their own.
        r"(?:Zero|One|N|AtLeastN|Variadic)(?:Operands?|Results?|Regions?|Successors?)|AttrSized(?:Operand|Result)Segments)\b")
# Interfaces that releases gave operations of which their verifiers refuse nothing that can be written for others.
UNCHECKED = {"MemorySpaceCastOpInterface"}
# What the schemas do not tell of a class.
ELEMENTS = {"BoolAttr": "bool", "DenseBoolArrayAttr": "dense:i1", "DenseI8ArrayAttr": "dense:i8", "DenseI16ArrayAttr": "dense:i16",
            "DenseI32ArrayAttr": "dense:i32", "DenseI64ArrayAttr": "dense:i64", "DenseF32ArrayAttr": "dense:f32",
            "DenseF64ArrayAttr": "dense:f64"}


def local_constraints(bodies):
    """The conditions that generated functions check: what they are called in the file, and the one form of what has to hold."""
    found = {}
    for match in re.finditer(
            r"^static ::(?:mlir|llvm)::LogicalResult (__mlir_ods_local_\w+)\(([^{]*?)\) (?=\{)", bodies, re.S | re.M):
        name, parameters, body = match[1], match[2], cpp.braces(bodies, match.end())
        # Since LLVM 19 there are two functions for an attribute, of which one calls the other.
        if "failed to satisfy" not in body and "must be" not in body and "failed to verify" not in body:
            continue
        subject = re.search(r"::mlir::(?:Attribute|Type|Region &|Block \*)\s*(\w+)", parameters) or re.search(r"(\w+), ", parameters)
        block = cpp.Parser(cpp.tokens(body)).block()
        first = block[1] if len(block) > 1 else ("none",)
        if len(block) != 3 or first[0] != "when":
            raise cpp.Unparsed(f"{name} is no check of one condition")
        demanded = cpp.negated(cpp.canonical(first[1], {subject[1]: "%"}))
        # An attribute that is not there is not checked: `if (attr && !…)`.
        if first[1][:3] == ("op", "&&", ("name", subject[1])):
            demanded = cpp.canonical(("unary", "!", first[1][3]), {subject[1]: "%"})
        # Cases of an enumeration are not in the condition where it has a class of its own.
        cases = re.search(r"constraint: (.*\bcases: [^\"]*)\"", body)
        found[name] = ("cases", demanded, cases[1]) if cases else demanded
    return found


def interfaces(text):
    """Interfaces of operations whose code verifies something."""
    for match in re.finditer(r"struct \w+Trait : public ::mlir::OpInterface<(\w+), ", text):
        if re.search(r"LogicalResult verify(?:Region)?Trait\(", cpp.braces(text, match.end())):
            yield match[1]


def accepted(releases):
    """Rows `accepts`: of operations and attributes whose checks differ between releases, whose files pass a reader's nevertheless."""
    # Before LLVM 17 pointers had a type, and nobody writes for a reader that is newer than 16 with 16.
    producers = [release for release in releases if release.major != "16"]
    found = {(reader, producer): weaker(reader, producer) for reader in releases for producer in producers if reader is not producer}
    for reader in releases:
        for key, wanted in reader.checks.items():
            words = []
            for producer in producers:
                given = producer.checks.get(key)
                if given is None and key[0] == "op":
                    given = former(producer, key[1])
                if producer is reader or given is None or given == wanted:
                    continue
                used = chained(found, releases, reader, producer, key)
                if used is not None:
                    words.append(listed(reader, producer.major, "/".join(sorted(used))))
            if words:
                reader.rows["accepts" if key[0] == "op" else "accepts-field", key[1]] = " ".join(words)


def listed(reader, major, conditions):
    """A word of a row `accepts`: long lists of conditions, which many operations have in common, have rows of their own."""
    if len(conditions) <= LONG:
        return f"{major}/{conditions}" if conditions else major
    name = hashlib.sha256(conditions.encode()).hexdigest()[:8]
    if reader.rows.setdefault(("conditions", name), conditions) != conditions:
        raise SystemExit(f"two lists of conditions are {name}")
    return f"{major}#{name}"


def was_called(producer, op):
    """The name that a release has for an operation; none if it has no such."""
    return next((name for name in (op, *sorted(FORMER.get(op, ()))) if ("op", name) in producer.rows), None)


def former(producer, op):
    """What a release checks of an operation that has another name there; none if it has no such."""
    return next((producer.checks["op", name] for name in FORMER.get(op, ()) if ("op", name) in producer.checks), None)


def weaker(reader, producer):
    """Of each operation and attribute that both releases have: under which conditions the reader's generated checks hold of all that passes the producer's."""
    # LLVM 17 still has pointers with a type.
    # Tensors of blocks with a scale, since LLVM 23.
    content = set() if "BlockScaledType" in producer.classes else {"tosa::verifyBlockScaledTensorType"}
    judge, out = implied.Reader(reader.takes, int(producer.major) >= 18, reader.builtin_types - producer.builtin_types, content), {}
    said = reader.words()
    said.is_newer = judge.is_newer
    for key, wanted in reader.checks.items():
        given = producer.checks.get(key)
        if given is None and key[0] == "op":
            given = former(producer, key[1])
        if given is None:
            continue
        used = set()
        if given == wanted:
            out[key] = used
            continue
        if key[0] == "op":
            used = implied.within(judge, given, wanted, key[1], NOTHING)
        elif not judge.implies(given, wanted, None):
            used = None
        if used is None:
            used = REVIEWED.generated(reader.major, producer.major, key[1], given, wanted)
        if used is None and key[0] == "op":
            used = implied.within(judge, given, wanted, key[1], said)
        out[key] = used
    return out


def compared(releases):
    """Rows `verified`, of releases whose sources are there."""
    known = [release for release in releases if release.sources]
    found = {(reader, producer): between(reader, producer) for reader in known for producer in known if reader is not producer}
    for reader in known:
        for op in reader.by_hand:
            words = []
            for producer in known:
                # Nobody writes for a reader that is newer than 16 with 16.
                if producer is reader or producer.release.startswith("16.") or was_called(producer, op) is None:
                    continue
                conditions = chained(found, known, reader, producer, op)
                if conditions is not None:
                    words.append("/".join([producer.major, *sorted(conditions)]))
                elif ("op", op) in producer.rows:
                    words.append(f"not:{producer.major}")
                # Of an operation with another name there, code that was not read says nothing of what files show.
            if words:
                reader.rows["verified", op] = " ".join(words)


REVIEWED = reviewed.Reviewed()
# What says nothing of checks that do not follow.
NOTHING = expressed.Words({}, {}, lambda op, cls: None, {})
# Other names that operations have in other releases: rows `renamed` and `merged` of the table of changes.
FORMER = {}
for row in re.finditer(r"^(?:renamed|merged) (\S+) \S+ = (\S+)$", (pathlib.Path(__file__).resolve().parents[3] / "crates/mlir/schemas/changes.txt").read_text(), re.M):
    FORMER.setdefault(row[1], set()).add(row[2])
    FORMER.setdefault(row[2], set()).add(row[1])


def between(reader, producer):
    """Of each operation that both releases have: under which conditions the reader's verifier refuses nothing of what the producer's takes."""
    comparison, out = verifiers.Comparison(reader.sources, producer.sources), {}
    for key in reader.rows:
        was = was_called(producer, key[1])
        if key[0] != "op" or was is None:
            continue
        op = key[1]
        if op not in reader.by_hand:
            out[op] = set()
            continue
        roots = producer.sources.roots(*producer.by_hand[was]) if was in producer.by_hand else {}
        more = comparison.stricter(reader.sources.roots(*reader.by_hand[op]), roots)
        out[op] = REVIEWED.missing(reader.major, producer.major, op) if more is None else REVIEWED.conditions(reader.major, producer.major, more)
    return out


def chained(found, known, reader, producer, op):
    """The conditions for two releases: as they were compared, or step by step through those between them."""
    direct = found[reader, producer].get(op)
    if direct == set():
        return direct
    first, last = known.index(producer), known.index(reader)
    step = 1 if last > first else -1
    steps = [found[known[at + step], known[at]].get(op) for at in range(first, last, step)]
    through = None if None in steps else set().union(*steps)
    ways = [way for way in (direct, through) if way is not None]
    return min(ways, key=len) if ways else None


def invariant(checks, constraints):
    """All generated checks of an operation but those of attributes, in one form."""
    if not checks:
        return ()

    def of_attributes(tree):
        return tree[0] == "name" and tree[1].startswith(("tblgen_", "namedAttr", "__mlir_ods_local_attr_", "__mlir_ods_local_prop_")) \
            or any(isinstance(part, tuple) and part and of_attributes(part) for part in tree[1:]) \
            or tree[0] == "let" and tree[2].startswith(("tblgen_", "namedAttr"))

    def kept(tree):
        parts = [kept(part) if part[0] == "block" else part for part in tree[1:]]
        return ("block", *[part for part in parts if part != ("block",) and (part[0] == "block" or not of_attributes(part))])

    def inlined(tree):
        if tree[0] == "name" and tree[1] in constraints:
            return ("constraint", constraints[tree[1]])
        return tuple(inlined(part) if isinstance(part, tuple) and part else part for part in tree)

    block = cpp.Parser(cpp.tokens(checks)).block()
    # Sizes of segments are checked here before LLVM 17; that they add up is in the rows already.
    parts = [part for part in block[1:] if "numElements" not in repr(part)]
    return inlined(cpp.canonical(kept(("block", *parts))))


def layout(traits, checks, struct, variadic, kind):
    """Groups of operands or results as `expressed.py` writes them; none if that is not known."""
    most_one = {int(number) for number in re.findall(
        r"auto valueGroup\d+ = getODS%ss\((\d+)\);\s*if \(valueGroup\d+\.size\(\) > 1\)" % kind, checks)}
    if f"OpTrait::AttrSized{kind}Segments" in traits:
        found = re.search(r"using %sSegmentSizesTy = (?:::)?std::array<int32_t, (\d+)>" % kind.lower(), struct, re.I)
        return "=" + "".join("?" if at in most_one else "*" for at in range(int(found[1]))) if found else None
    if variadic:
        found = re.search(r"bool isVariadic\[\] = \{(.*?)\};", variadic)
        flags = found[1].split(", ") if found else []
        return "".join("1" if flag == "false" else "?" if at in most_one else "*" for at, flag in enumerate(flags)) or None
    if f"OpTrait::Zero{kind}s" in traits:
        return "-"
    if f"OpTrait::One{kind}" in traits:
        return "1"
    exact = re.search(r"OpTrait::N%ss<(\d+)>" % kind, traits)
    # One group of any number needs no code that says where it is.
    return "1" * int(exact[1]) if exact else "*" if f"OpTrait::Variadic{kind}s" in traits else None


def short(text):
    return hashlib.sha1(text.encode()).hexdigest()[:8]


def normal(text):
    """Code without what differs between generators and means the same."""
    text = re.sub(r"::(llvm|mlir)::(LogicalResult|ArrayRef|StringRef|SmallVector|cast|isa|dyn_cast|failed|succeeded|success|failure)\b", r"\2", text)
    text = re.sub(r"parseKeywordOrString", "parseKeyword", text)
    text = re.sub(r"(::llvm::StringRef|StringRef|std::string) enumKeyword", "enumKeyword", text)
    text = re.sub(r"\(void\)\w+;", "", text)
    text = re.sub(r"std::move\((\w+)\)", r"\1", text)
    text = re.sub(r"(\w+)\.(isa|cast|dyn_cast)<([^<>]*)>\(\)", r"\2<\3>(\1)", text)
    return "".join(text.split())


def enumerated(parse):
    """The hash of a parser; of one that takes a word of an enumeration without its words, which follow."""
    lists = re.findall(r'"tobeoneof:"((?:<<"[^"]*"(?:<<",")?)+)', parse)
    if len(lists) != 1:
        return short(parse)
    return short(parse.replace(lists[0], "")) + " cases:" + ",".join(re.findall(r'<<"([^",]+)"', lists[0]))


class Release:
    def __init__(self, release, folder, sources=None):
        self.release, self.major = release, release.split(".")[0]
        self.tool = command(self.major)
        self.texts = {path: path.read_text(errors="replace") for path in sorted(pathlib.Path(folder).rglob("*.inc"))}
        self.rows = {}
        # Of operations and attributes: what is checked, as `cpp` has it.
        self.checks = {}
        # Of operations: their header, class and methods that people wrote to verify them.
        self.by_hand = {}
        self.folder, self.sources = pathlib.Path(folder), sources and verifiers.Sources(sources)
        self.classes = {name for path in sorted(pathlib.Path(folder).rglob("*")) if path.suffix in (".h", ".inc")
                        for name in re.findall(r"\b(?:class|struct) (\w+)", path.read_text(errors="replace"))}
        # Types of which a release has no such class are there nevertheless.
        INTERFACES.update(name for text in self.texts.values() for name in re.findall(r"::mlir::(?:Type|Attribute)Interface<(\w+)", text))
        self.interfaces = {name for text in self.texts.values() for name in interfaces(text)}
        builtin = [text for path, text in self.texts.items() if path.match("IR/BuiltinTypes.h.inc")]
        self.builtin_types = {name for text in builtin for name in re.findall(r"^class (\w+Type)\b", text, re.M)}
        self.attr_names = {}
        self.int_classes = set()
        # For conditions: text of types by class, groups of operands and results, names of operations by class, inferred types of results.
        self.mnemonics, self.layouts, self.names, self.inferred = {}, {}, {}, {}
        self.defs()
        for path, text in self.texts.items():
            if path.name.endswith(".h.inc"):
                bodies = self.texts.get(path.with_name(path.name[:-6] + ".cpp.inc"), "")
                self.ops(path, text, bodies)

    # Attributes and types ------------------------------------------------------------------------------------------------

    def defs(self):
        known = {}
        for path, text in self.texts.items():
            if path.name.endswith(".h.inc"):
                self.int_classes |= set(re.findall(r"^class (\w+) : public ::mlir::IntegerAttr \{", text, re.M))
        for path, text in self.texts.items():
            if not path.name.endswith(".h.inc"):
                continue
            bodies = self.texts.get(path.with_name(path.name[:-6] + ".cpp.inc"), "")
            for match in re.finditer(
                    r"^class (\w+) : public ::mlir::(?:(Attribute::AttrBase)|(Type::TypeBase))<(.*?)^\};", text, re.S | re.M):
                cls, is_attr, body = match[1], bool(match[2]), match[4]
                mnemonic = re.search(r'getMnemonic\(\) \{\s*return \{"([^"]*)"\};', body)
                dialect = re.search(r'StringLiteral dialectName = "([^"]*)"', body)
                if not mnemonic:
                    continue
                # Two dialects may have classes of one name: `arith.overflow` and `llvm.overflow`.
                known_as = (cls, mnemonic[1], path.name), (cls, mnemonic[1])
                dialect = dialect[1] if dialect else DIALECT_OF.get(known_as[0]) or self.dialect_of(path, DIALECTS_OF.get(known_as[1], ()))
                DIALECT_OF.setdefault(known_as[0], dialect)
                DIALECTS_OF.setdefault(known_as[1], []).append(dialect)
                name = f"{dialect}.{mnemonic[1]}"
                parse = re.search(
                    r"^::mlir::(?:Attribute|Type) (?:\w+::)*%s::parse\(::mlir::AsmParser.*?\n\}\n" % cls, bodies, re.S | re.M)
                kind = "attr" if is_attr else "type"
                generated = re.search(r"static ::mlir::(Attribute|Type) parse\(", body)
                if parse:
                    value = enumerated(normal(parse[0]))
                elif generated:
                    value = "hand"
                else:
                    value = "bare"
                known[name] = cls
                if not is_attr:
                    namespace = re.findall(r"^namespace (\w+) \{|^namespace mlir::(\w+) \{", text[:match.start()], re.M)
                    near = [one or other for one, other in namespace if (one or other) not in ("mlir", "detail")]
                    self.mnemonics["::".join([*near[-1:], cls])] = "!" + name
                self.rows[kind, name] = value
                if is_attr:
                    self.attr_names.setdefault(cls, set()).add(name)

    def dialect_of(self, path, known):
        """Of dialects that have a class of this name in other releases: the one in whose folder it is, or the first."""
        folders = {part.lower() for part in path.relative_to(self.folder).parts}
        return next((one for one in known if one.replace("_", "") in folders), None) or next(iter(known), None) or self.dialect_near(path)

    def dialect_near(self, path):
        """By the folder, as the other release has it."""
        return FOLDERS.get(path.parent.name, path.parent.name.lower())

    # Operations ----------------------------------------------------------------------------------------------------------

    def ops(self, path, header, bodies):
        invariants = dict(
            (match[1], cpp.braces(bodies, match.end())) for match in re.finditer(
                r"^::(?:mlir|llvm)::LogicalResult (?:\w+::)*(\w+)::verifyInvariantsImpl\(\) (?=\{)", bodies, re.M))
        constraints = local_constraints(bodies)
        variadic = {(match[1], match[2]): match[3] for match in re.finditer(
            r"^std::pair<unsigned, unsigned> (?:\w+::)*(\w+)::getODS(Operand|Result)IndexAndLength\(unsigned index\) \{$(.*?)^\}", bodies, re.S | re.M)}
        inferring = {match[1]: match[2] for match in re.finditer(
            r"^::(?:mlir|llvm)::LogicalResult (?:\w+::)*(\w+)::inferReturnTypes\([^{]*\) \{$(.*?)^\}", bodies, re.S | re.M)}
        structs = {}
        for match in re.finditer(r"^class (\w+)GenericAdaptorBase \{$(.*?)^\};", header, re.S | re.M):
            structs[match[1]] = match[2]
        for match in OP.finditer(header):
            cls, traits, body, name = match[1], match[2], match[3] + match[5], match[4]
            words = self.counts(traits)
            if "OpTrait::IsTerminator" in traits:
                words.append("terminator")
            if "OpTrait::NoTerminator" in traits:
                words.append("no-terminator")
            if "OpTrait::IsIsolatedFromAbove" in traits:
                words.append("isolated")
            if "OpTrait::SingleBlock" in traits:
                words.append("single-block")
            for segments in ("Operand", "Result"):
                if f"OpTrait::AttrSized{segments}Segments" in traits:
                    old = self.release.startswith("16.")
                    words.append(f"segments:{segments.lower()}" + ("_segment_sizes" if old else "SegmentSizes"))
            checks = invariants.get(cls, "")
            required = sorted(set(re.findall(r"requires attribute '([^']+)'", checks)))
            if required:
                words.append("required:" + ",".join(required))
            names = re.search(r"attrNames\[\] = \{(.*?)\};", body, re.S)
            names = re.findall(r'"([^"]+)"', names[1]) if names else []
            if names:
                words.append("attrs:" + ",".join(names))
            # Checks of attributes have rows of their own.
            attr_checks = dict((attr, constraint) for constraint, attr in re.findall(
                r'failed\((__mlir_ods_local_attr_constraint_\w+)\(\*this, tblgen_\w+, "([^"]+)"\)\)', checks))
            self.checks["op", name] = invariant(checks, constraints), self.verifying(traits)
            words.append("inv:" + cpp.short(self.checks["op", name]))
            self.names.setdefault(cls, set()).add(name)
            self.layouts[name] = tuple(layout(traits, checks, structs.get(cls, ""), variadic.get((cls, kind)), kind) for kind in ("Operand", "Result"))
            if cls in inferring:
                self.inferred[name] = expressed.inferred(inferring[cls], self.layouts[name][0])
            methods = sorted(set(re.findall(r"LogicalResult (verify(?:Regions|SymbolUses)?)\(", body)))
            where = path.relative_to(self.folder), cls, methods
            if methods and not (self.sources and self.sources.is_empty(*where)):
                words.append("verify")
                self.by_hand[name] = where
            self.rows["op", name] = " ".join(words)
            types = dict(re.findall(r"^\s*using (\w+)Ty = (.*);$", structs.get(cls, ""), re.M))
            for attr in set(names) | set(types):
                check = constraints.get(attr_checks.get(attr), cpp.TRUE)
                token = self.cls(types[attr]) if attr in types else "any"
                checked = check != cpp.TRUE
                self.checks["field", f"{name}.{attr}"] = check
                if token or checked:
                    self.rows["field", f"{name}.{attr}"] = f"{token or 'same'} {cpp.short(check) if checked else '-'}"

    def verifying(self, traits):
        """Traits and interfaces that verify something, by name."""
        found = set(re.findall(r"OpTrait::(?!%s)((?:\w+::)*\w+(?:<[^<>]*>)?)" % IDLE, traits))
        # Interfaces and traits that verify nothing that others of the operation do not.
        found -= {"HasOnlyGraphRegion", "NoTerminator", "ReturnLike"}
        # Its code does all that `SingleBlock`'s does, and newer releases name both.
        if any(trait.startswith("SingleBlockImplicitTerminator") for trait in found):
            found.add("SingleBlock")
        named = set(re.findall(r"(\w+)::Trait\b", traits))
        # It is there for all that verifies nothing but the number of regions.
        return sorted(found | (named & self.interfaces) - UNCHECKED)

    def words(self):
        """What says checks of the release as conditions."""
        def near(op, cls):
            names = self.names.get(cls.split("::")[-1], set())
            close = {name for name in names if name.split(".")[0] == op.split(".")[0]} or names
            return min(close) if len(close) == 1 else None

        return expressed.Words(self.mnemonics, self.layouts, near, self.inferred)

    def takes(self, spelt):
        """Whether the release has a class of this name at all."""
        name = spelt.split("::")[-1]
        return " " in spelt or name in self.classes or name in INTERFACES

    def cls(self, spelt):
        name = spelt.removeprefix("::").removeprefix("mlir::")
        if name in ELEMENTS:
            return ELEMENTS[name]
        if name in CLASSES or not name.endswith("Attr") and name != "Attribute":
            return "any" if name in ("Attribute", "TypedAttr", "ElementsAttr", "LocationAttr") else None
        last = name.split("::")[-1]
        found = self.attr_names.get(last, set())
        if last in self.int_classes:
            # Of two classes with one name in different namespaces nothing is said.
            return "any" if found else "int"
        return found.copy().pop() if len(found) == 1 else "any"

    @staticmethod
    def counts(traits):
        words = []
        for what, one in (("Operand", "OneOperand"), ("Result", "OneResult"), ("Region", "OneRegion"), ("Successor", "OneSuccessor")):
            plural = what.lower() + "s"
            exact = re.search(r"OpTrait::N%ss<(\d+)>" % what, traits)
            least = re.search(r"OpTrait::AtLeastN%ss<(\d+)>" % what, traits)
            if f"OpTrait::Zero{what}s" in traits:
                words.append(f"{plural}:0")
            elif f"OpTrait::{one}" in traits:
                words.append(f"{plural}:1")
            elif exact:
                words.append(f"{plural}:{exact[1]}")
            elif least:
                words.append(f"{plural}:{least[1]}+")
        return words

    # What only the tool knows --------------------------------------------------------------------------------------------

    def ask(self, text):
        done = subprocess.run([*self.tool, "--allow-unregistered-dialect", "-o", "/dev/null", "-"], input=text.encode(),
                              capture_output=True, check=False)
        return done.returncode, done.stderr.decode(errors="replace")

    def probe(self):
        shown = subprocess.run([*self.tool, "--show-dialects"], capture_output=True, text=True, check=True).stdout
        names = re.findall(r"\w+", shown.split(":", 1)[1])

        def one(name):
            status, _ = self.ask(f'"{name}.no_such_operation"() : () -> ()')
            _, said = self.ask('"a.b"() : () -> ()\n{-# dialect_resources: { %s: { k: "0x0100000001" } } #-}' % name)
            return name, status == 0, None if "unexpected 'resource' section" in said else "keys" if "unknown 'resource' key" in said else ""

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for name, open_, resources in pool.map(one, names):
                self.rows["linked", name] = "unknown-ops" if open_ else ""
                if resources is not None:
                    self.rows["resources", name] = resources


    def probe_absent(self, names):
        """Names of attributes and types that other releases have: which of them this one does not know, by its own words."""
        def one(key):
            kind, name = key
            sigil = "#" if kind == "attr" else "!"
            return key, self.ask('"a.b"() {x = %s%s<>} : () -> ()' % (sigil, name))[1]

        linked = {name for kind, name in self.rows if kind == "linked"}
        wanted = [key for key in names if key not in self.rows and key[1].split(".")[0] in linked]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for key, said in pool.map(one, wanted):
                found = re.search(r"error: (unknown +(?:attribute|type|SPIR-V type|LLVM type|type mnemonic)\b.*|.*does not provide.*)", said)
                if found:
                    self.rows[key] = "fails | " + found[1]


DIALECT_OF, DIALECTS_OF = {}, {}
# Interfaces of attributes and types, of all releases.
INTERFACES = set()
FOLDERS = {}


def main():
    arguments = sys.argv[1:]
    unread = arguments[1] if arguments[:1] == ["--unread"] else None
    arguments = arguments[2:] if unread else arguments
    pairs = [argument.removeprefix("step:").split("=") for argument in arguments]
    steps = {argument.removeprefix("step:").split("=")[0] for argument in arguments if argument.startswith("step:")}
    if not pairs:
        sys.exit(__doc__)
    # Newest first: older ones do not say to which dialect a class belongs.
    releases = [Release(*pair) for pair in reversed(pairs)][::-1]
    accepted(releases)
    compared(releases)
    if unread:
        REVIEWED.tell(unread)
    releases = [release for release in releases if release.release not in steps]
    for release in releases:
        release.probe()
    names = {key for release in releases for key in release.rows if key[0] in ("attr", "type")}
    for release in releases:
        release.probe_absent(sorted(names))
    print("# What each release of MLIR demands of operations, attributes and types, and what its mlir-opt has.")
    print("# Made by evidence/peers/mlir/traits.py; do not edit. Kinds of rows: crates/mlir/src/family/mod.rs.")
    print("releases " + " ".join(release.release for release in releases))
    for kind, name in sorted({key for release in releases for key in release.rows}):
        runs = []
        for at, release in enumerate(releases):
            value = release.rows.get((kind, name))
            if value is None:
                continue
            if runs and runs[-1][1] == at - 1 and runs[-1][2] == value:
                runs[-1][1] = at
            else:
                runs.append([at, at, value])
        for first, last, value in runs:
            first, newest, last = releases[first].release, last == len(releases) - 1, releases[last].release
            interval = f"{first}-" if newest else first if first == last else f"{first}-{last}"
            print(f"{kind} {name} {interval}" + (f" = {value}" if value else ""))


if __name__ == "__main__":
    main()
