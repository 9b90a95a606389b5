#!/usr/bin/env python3
"""Reads the property layouts of all operations off what a release of MLIR generated from its operation definitions.

usage: schemas.py NAME RELEASE INCLUDE_DIR... > crates/mlir/schemas/NAME.txt

NAME is what the set is called (`mlir-22`), RELEASE is the release itself (`22.1.8`, as `mlir-opt-22 --version` says), INCLUDE_DIR
has the `*.h.inc` and `*.cpp.inc` of the release (`libmlir-22-dev`), or what `mlir-tblgen -gen-op-defs -gen-op-decls` makes.
LLVM 16 has no properties: there is nothing to read.

One line for each operation, by name: `-` if it has no properties (and so no blob), else its fields in the order of version 6:

  name:class            an attribute; `class` is what kind of attribute it has to be, if that is one of the builtin dialect
  name?:class           an attribute that may be absent
  name:segments(N)      sizes of N segments of operands or results; in version 5 an attribute, at its place in the alphabet
  name:last(N)          the same, behind all else in version 5 as well: LLVM 17
  name:wire->form       a property that is no attribute: how it is encoded, and the attribute that stands for it in text
                        (`name?` if zero, false or nothing is its default)

Whatever in the generated code is not understood to the last character makes the script fail, with a list.
"""

import collections
import pathlib
import re
import sys

CLASSES = {
    "StringAttr": "string", "TypeAttr": "type", "IntegerAttr": "int", "BoolAttr": "int", "FloatAttr": "float",
    "UnitAttr": "unit", "ArrayAttr": "array", "DictionaryAttr": "dict", "SymbolRefAttr": "symbol",
    "FlatSymbolRefAttr": "flatsymbol", "DenseBoolArrayAttr": "densearray", "DenseI8ArrayAttr": "densearray",
    "DenseI16ArrayAttr": "densearray", "DenseI32ArrayAttr": "densearray", "DenseI64ArrayAttr": "densearray",
    "DenseF32ArrayAttr": "densearray", "DenseF64ArrayAttr": "densearray", "AffineMapAttr": "affinemap",
    "IntegerSetAttr": "integerset", "DenseIntElementsAttr": "elements", "DenseFPElementsAttr": "elements",
    "DenseIntOrFPElementsAttr": "elements", "DenseElementsAttr": "elements",
}

OP = re.compile(
    r"^class (\w+) : public ::mlir::Op<(.*?)> \{$(.*?)StringLiteral getOperationName\(\) \{\s*"
    r'return ::llvm::StringLiteral\("([^"]+)"\);', re.S | re.M)
STATEMENTS = re.compile(
    r"auto &prop = getProperties\(\); \(void\)prop;"
    r"|writer\.writeAttribute\(prop\.(?P<attr>\w+)\);"
    r"|writer\.writeOptionalAttribute\(prop\.(?P<opt>\w+)\);"
    r"|if \(writer\.getBytecodeVersion\(\) < /\*kNativePropertiesODSSegmentSize=\*/6\) \{\s*auto &propStorage = prop\.(?P<old>\w+);"
    r"\s*writer\.writeAttribute\(::mlir::DenseI32ArrayAttr::get\((?:this->getContext\(\)|getContext\(\)), propStorage\)\);\s*\}"
    r"|\{\s*auto &propStorage = prop\.(?P<seg>\w+);\s*if \(writer\.getBytecodeVersion\(\) >= "
    r"/\*kNativePropertiesODSSegmentSize=\*/6\)\s*writer\.writeSparseArray\(::llvm::ArrayRef\(propStorage\)\);\s*;?\s*\}"
    # LLVM 17 has them last in version 5, too.
    r"|\{\s*auto &propStorage = prop\.(?P<late>\w+);\s*if \(writer\.getBytecodeVersion\(\) < /\*kNativePropertiesODSSegmentSize=\*/6\)"
    r"\s*writer\.writeAttribute\(::mlir::DenseI32ArrayAttr::get\(getContext\(\), propStorage\)\);"
    r"\s*else\s*writer\.writeSparseArray\(::llvm::ArrayRef\(propStorage\)\);\s*;?\s*\}"
    r"|\{\s*auto &propStorage = prop\.(?P<native>\w+);(?P<body>.*?)\n  \}", re.S)

# How a property that is no attribute is encoded: the whole of the generated statement, and what it is.
WIRES = {
    "writer.writeVarInt(static_cast<uint64_t>(propStorage));;": "varint",
    "writer.writeVarInt(propStorage);;": "varint",
    "writer.writeSignedVarInt(propStorage);;": "svarint",
    "writer.writeOwnedBool(propStorage);;": "bool",
    "writer.writeOwnedString(propStorage);;": "str",
    "writer.writeOwnedBool(propStorage.has_value()); if (propStorage.has_value()) { writer.writeVarInt((*(propStorage))); };":
        "optional(varint)",
    "writer.writeAttribute(convertToAttribute(this->getContext(), propStorage));": "attr",
}
# Which attribute stands for it: the whole of the generated expression.
FORMS = {
    **{f"return ::mlir::IntegerAttr::get(::mlir::IntegerType::get(ctx, {n}), static_cast<uint{n}_t>(propStorage));": f"i{n}"
       for n in (8, 16, 32, 64)},
    "return convertToAttribute(ctx, propStorage);": "CONVERT",
    "if (propStorage) return ::mlir::UnitAttr::get(ctx); else return ::mlir::BoolAttr::get(ctx, false);": "unit",
    "if (!propStorage.has_value()) { return ::mlir::ArrayAttr::get(ctx, {}); } auto attr = [&]() -> ::mlir::Attribute { return "
    "convertToAttribute(ctx, (*(propStorage))); }(); return ::mlir::ArrayAttr::get(ctx, {attr});": "array(CONVERT)",
    "convertToAttribute(ctx, propStorage)": "CONVERT",
}
# `convertToAttribute` of MLIR's own library (ODSSupport.h).
CONVERTED = {"bool": "i1", "int64_t": "i64", "std::optional<int64_t>": "i64", "int32_t": "i32", "std::optional<int32_t>": "i32"}


def squeeze(text):
    return " ".join(text.split())


class Release:
    """All that the generated files of one release say."""

    def __init__(self, folders):
        self.folders = folders
        self.texts = {}
        self.failures = []
        self.ops = {}
        # Of dialects whose properties have code of their own: by C++ type, (wire, form).
        self.custom = {}
        for folder in folders:
            for path in sorted(pathlib.Path(folder).rglob("*.inc")):
                self.texts[path] = path.read_text(errors="replace")

    def fail(self, op, what):
        self.failures.append(f"{op}: {what}")

    def read(self):
        for path, header in self.texts.items():
            if path.name.endswith(".h.inc"):
                bodies = self.texts.get(path.with_name(path.name[:-6] + ".cpp.inc"), "")
                self.folder = path.parent
                self.header(header, bodies)
        self.hand_written()
        return self

    def hand_written(self):
        """Operations whose class somebody wrote: they have no properties, as long as no such header has a struct of that name."""
        for folder in self.folders:
            for path in sorted(pathlib.Path(folder).rglob("*.h")):
                text = path.read_text(errors="replace")
                for op in re.findall(r'getOperationName\(\) \{\s*return (?:::llvm::StringLiteral\()?"([\w.]+)"', text):
                    if "struct Properties" in text or op in self.ops:
                        self.fail(op, "is written by hand, and has properties or is there twice")
                    self.ops[op] = None

    def header(self, header, bodies):
        structs = collections.defaultdict(list)
        for match in re.finditer(r"^class (\w+)GenericAdaptorBase \{$(.*?)^\};", header, re.S | re.M):
            structs[match[1]].append(match[2])
        functions = collections.defaultdict(list)
        for match in re.finditer(
                r"^(?:void|::mlir::Attribute|::mlir::LogicalResult|::llvm::LogicalResult) "
                r"(\w+)::(writeProperties|getPropertiesAsAttr|setPropertiesFromAttr)\((?:.*?)\) \{\n(.*?)^\}\n+(?=[^ \n{])(?!if )", bodies, re.S | re.M):
            functions[match[1], match[2]].append(match[3])
        for match in OP.finditer(header):
            cls, traits, name = match[1], match[2], match[4]
            has = "BytecodeOpInterface::Trait" in traits
            write = functions.get((cls, "writeProperties"), [])
            if name in self.ops:
                self.fail(name, "defined twice")
            if has != bool(write) or len(write) > 1:
                self.fail(name, f"{len(write)} generated writers, interface: {has}")
                continue
            if not has:
                self.ops[name] = None
                continue
            parts = [structs.get(cls, []), functions.get((cls, "getPropertiesAsAttr"), []),
                     functions.get((cls, "setPropertiesFromAttr"), [])]
            if any(len(part) != 1 for part in parts):
                self.fail(name, "not one struct and one conversion each")
                continue
            self.ops[name] = self.fields(name, write[0], *(part[0] for part in parts))

    def fields(self, op, write, struct, as_attr, from_attr):
        types = dict(re.findall(r"^\s*using (\w+)Ty = (.*);$", struct, re.M))
        fields, attrs, at, rest, old = [], [], 0, "", []
        for match in STATEMENTS.finditer(write):
            rest += write[at:match.start()]
            at = match.end()
            kind, name = match.lastgroup, None
            if kind in ("attr", "opt"):
                name = match[kind]
                attrs.append(name)
                fields.append(self.attr(op, name, kind == "opt", types.get(name)))
            elif kind == "old":
                old.append(match["old"])
                attrs.append(match["old"])
            elif kind in ("seg", "late"):
                name = match[kind]
                count = re.fullmatch(r"std::array<int32_t, (\d+)>", types.get(name, ""))
                if not count:
                    self.fail(op, f"segments {name} of type {types.get(name)}")
                    continue
                fields.append(f"{name}:{'segments' if kind == 'seg' else 'last'}({count[1]})")
            elif match["native"]:
                name = match["native"]
                fields += self.native(op, name, squeeze(match["body"]), struct, as_attr, from_attr)
            if name and not self.key_is_name(name, as_attr, from_attr):
                self.fail(op, f"the key of {name} is not its name")
        rest += write[at:]
        if rest.strip():
            self.fail(op, f"not understood: {squeeze(rest)[:300]}")
        # What version 5 relies on: attributes and sizes of segments by name; what version 6 relies on: sizes last, in this order.
        if attrs != sorted(attrs):
            self.fail(op, f"attributes are not sorted: {attrs}")
        segments = [field.split(":")[0] for field in fields if re.search(r":(segments|last)\(", field)]
        late = [field.split(":")[0] for field in fields if ":last(" in field]
        if sorted(old + late) != sorted(segments) or (segments and [f.split(":")[0] for f in fields[-len(segments):]] != segments):
            self.fail(op, f"segments of version 5 {old}, of version 6 {segments}")
        if not fields:
            self.fail(op, "a blob without fields")
        return fields

    @staticmethod
    def key_is_name(name, as_attr, from_attr):
        written = f'getNamedAttr("{name}"' in as_attr
        return written and f'dict.get("{name}")' in from_attr

    def attr(self, op, name, optional, cpp):
        if cpp is None:
            self.fail(op, f"no type of {name}")
            cpp = ""
        cls = CLASSES.get(cpp.removeprefix("::").removeprefix("mlir::"))
        return name + ("?" if optional else "") + (f":{cls}" if cls else "")

    def native(self, op, name, body, struct, as_attr, from_attr):
        cpp = dict(re.findall(r"^\s*using (\w+)Ty = (.*);$", struct, re.M)).get(name)
        block = re.search(r"const auto &propStorage = prop\.%s;\s*(.*?attrs\.push_back\(.*?\);)\n" % name, as_attr, re.S)
        form = None
        if block:
            lambda_ = re.fullmatch(
                r'auto attr = \[&\]\(\) -> ::mlir::Attribute \{(.*)\}\(\); attrs\.push_back\(odsBuilder\.getNamedAttr\("%s", attr\)\);' % name,
                squeeze(block[1]))
            direct = re.fullmatch(
                r'attrs\.push_back\(odsBuilder\.getNamedAttr\("%s", (.*)\)\);' % name, squeeze(block[1]))
            found = squeeze((lambda_ or direct)[1]) if lambda_ or direct else ""
            form = FORMS.get(found)
        wire = WIRES.get(body)
        custom = self.custom.get(re.sub(r"\w+\[\d+\]", "ArrayRef", cpp or "").removeprefix("test::"))
        if custom and (wire is None or form is None):
            return [f"{name}{suffix}:{what}" for suffix, what in custom]
        if wire is None or form is None:
            self.fail(op, f"property {name} of type {cpp}: writes `{body}`, is `{block and squeeze(block[1])}`")
            return []
        if "CONVERT" in form:
            converted = CONVERTED.get(cpp) or self.flags(op, cpp)
            if not converted:
                self.fail(op, f"property {name}: no conversion of {cpp}")
                return []
            form = form.replace("CONVERT", converted)
        if wire == "attr":
            return [f"{name}:int" if form[0] == "i" and form[1:].isdigit() else name]
        return [f"{name}{'?' if self.zero_default(op, name, from_attr, struct) else ''}:{wire}->{form}"]

    def zero_default(self, op, name, from_attr, struct):
        """Whether the property is zero, false or nothing if a dictionary does not have it; fails on a default that is another number."""
        defaults = re.findall(r"\} else \{\s*prop\.%s = (.*?);\s*\}" % name, from_attr)
        defaults = defaults or re.findall(r"^\s*%sTy %s = (.*);$" % (name, name), struct, re.M)
        if not defaults:
            return False
        value = defaults[0]
        if value in ("0", "false", "std::nullopt"):
            return True
        if value == "true":
            return False
        enum, _, case = value.replace("::mlir::", "").rpartition("::")
        values = {found for text in self.texts.values() for found in re.findall(
            r"enum class %s : \w+ \{[^}]*?\b%s = (\d+)," % (enum.split("::")[-1], case), text)}
        if values != {"0"}:
            self.fail(op, f"default of {name} is {value}: {values}")
        return True

    def flags(self, op, cpp):
        """The attribute of a set of flags: `flags(llvm.overflow|,|none=0|nsw=1)`, with the text between two of them."""
        cpp = (cpp or "?").split("::")[-1]
        near = [text for path, text in self.texts.items() if path.parent == self.folder]
        attrs = {found for text in near for found in re.findall(
            r"class %sAttr : [^{]*\{[^}]*?\bStringLiteral name = \"([^\"]+)\"" % cpp, text)}
        printers = {found for text in near for found in re.findall(
            r"^std::string stringify%s\(\w+ symbol\) \{(.*?)^\}" % cpp, text, re.S | re.M)}
        parsed = {self.flag_cases(printer) for printer in printers}
        if len(attrs) != 1 or len(parsed) != 1 or None in parsed:
            return None
        return f"flags({attrs.pop()}|{parsed.pop()})"

    @staticmethod
    def flag_cases(printer):
        joined = re.findall(r'::llvm::join\(strs, "([^"]+)"\)', printer)
        zero = re.findall(r'if \(val == 0\) return "(\w+)";', printer)
        bits = re.findall(r'if \((\d+)u == \(\1u & val\)\)\s*strs\.push_back\("(\w+)"\)', printer)
        if len(joined) != 1 or len(zero) != 1 or not bits:
            return None
        return "|".join([joined[0].strip(), f"{zero[0]}=0"] + [f"{name}={bit}" for bit, name in bits])


def show(name, release, ops, made):
    with_fields = sum(1 for fields in ops.values() if fields is not None)
    lines = [f"# Properties of the {len(ops)} operations of MLIR {release}; {with_fields} have some.", f"# {made}",
             "# Form: see the module `schema::text` of crates/mlir.", f"release {name} {release}"]
    for op in sorted(ops):
        fields = ops[op]
        lines.append(op + " " + (" ".join(fields) if fields else "-"))
    return "\n".join(lines) + "\n"


def finish(release):
    """Ends the script if anything was not understood."""
    if release.failures:
        for failure in release.failures:
            print(failure, file=sys.stderr)
        sys.exit(f"{len(release.failures)} operations or fields were not understood")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    release = Release(sys.argv[3:]).read()
    finish(release)
    made = "Made by evidence/peers/mlir/schemas.py from the code that the release generates from its definitions; do not edit."
    sys.stdout.write(show(sys.argv[1], sys.argv[2], release.ops, made))


if __name__ == "__main__":
    main()
