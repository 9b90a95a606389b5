#!/usr/bin/env python3
"""Reads the property layouts of the operations that only `mlir-opt` has: those of MLIR's own test dialects.

usage: schemas_test.py NAME RELEASE TBLGEN INCLUDE_DIR SOURCES > crates/mlir/schemas/NAME-test.txt

SOURCES is `mlir` of the release's source package, INCLUDE_DIR the folder of the installed headers, TBLGEN the release's
`mlir-tblgen`. What `mlir-opt` writes has these operations: every file of upstream's tests. So they go on with the release NAME.

Some of these properties have code of their own (`writeToMlirBytecode`, `writeProperties`). It is read off the C++ sources, and the
script fails where it does not understand it. Properties that are several values become fields `name.part`.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import schemas

WRITES = [
    (r"writer\.writeVarInt\(prop\.(\w+)\);", "varint"),
    (r"writer\.writeOwnedString\(\*?prop\.(\w+)\);", "str"),
    (r"writer\.writeOwnedBool\(prop\.(\w+)\);", "bool"),
]
ARRAY = "writer.writeVarInt(prop.size()); for (auto elt : prop) writer.writeVarInt(elt);"


def bodies(sources, release, name):
    """Class, type of the last parameter, and body of all functions of a name, in sources and where definitions bring code along."""
    texts = [path.read_text(errors="replace") for path in sorted(sources.rglob("*.cpp"))]
    texts += [text for path, text in (release.texts if release else {}).items() if path.name.endswith(".cpp.inc")]
    for text in texts:
        for match in re.finditer(r"^[\w:]+\s+(?:(\w+)::)?%s\(([^()]*?)\) \{\n(.*?)^\}" % name, text, re.S | re.M):
            parameter = schemas.squeeze(match[2]).split(", ")[-1]
            cpp = re.sub(r"^const |[ &*]*\w+$", "", parameter).removeprefix("test::")
            yield match[1], cpp, schemas.squeeze(match[3])


def converted(sources, release, cls, cpp):
    """The forms of a struct's members, from its conversion to a dictionary, and whether it is a plain string."""
    for _, found, body in bodies(sources, release, "(?:getPropertiesAsAttribute|getAsAttribute)"):
        if found == cpp:
            return dict((name, f"i{bits}" if bits else "string") for name, bits in re.findall(
                r'getNamedAttr\("(\w+)", b\.get(?:I(\d+)IntegerAttr|StringAttr)', body))
    return {}


def custom(sources, release):
    """Fills in how C++ code of the test dialects writes properties, by C++ type."""
    for cls, cpp, body in bodies(sources, release, "writeToMlirBytecode"):
        if body == ARRAY:
            release.custom["ArrayRef"] = [("", "list(varint)->i64s")]
            continue
        forms, fields, rest = converted(sources, release, cls, cpp), [], body
        for pattern, wire in WRITES:
            for match in re.finditer(pattern, body):
                fields.append((match.start(), match[1], wire))
                rest = rest.replace(match[0], "")
        if rest.strip() or not fields:
            release.fail(cpp, f"writes `{body}`")
            continue
        fields = [(f".{name}", f"{wire}->{forms.get(name, 'any')}") for _, name, wire in sorted(fields)]
        if not forms and len(fields) == 1:
            fields = [("", fields[0][1].split("->")[0] + "->string")]
        release.custom[cpp.split("<")[0]] = fields


def hand_written(sources, release):
    """Operations with a `writeProperties` of their own: attributes only, all of them without a dialect version in the way."""
    for cls, _, body in bodies(sources, None, "writeProperties"):
        attrs = re.findall(r"writer\.write(Optional)?Attribute\(prop\.(\w+)\);", body)
        rest = re.sub(r"writer\.write(Optional)?Attribute\(prop\.(\w+)\);", "", body)
        # What an older version of the dialect leaves out: that is not the layout of the release.
        rest = re.sub(r"auto maybeVersion = .*\{ llvm::outs\(\) << \"[^\"]*\"; return; \} \}", "", rest)
        if rest.strip() != "auto &prop = getProperties();":
            release.fail(cls, f"writes `{rest.strip()}`")
        for text in release.texts.values():
            for found, _, _, op in schemas.OP.findall(text):
                if found == cls:
                    release.ops[op] = [f"{name}{'?' if optional else ''}" for optional, name in attrs]
                    release.failures = [failure for failure in release.failures if not failure.startswith(f"{op}: ")]


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    name, version, tblgen, include, sources = sys.argv[1:]
    sources = pathlib.Path(sources) / "test" / "lib"
    with tempfile.TemporaryDirectory() as folder:
        tds = [td for td in sorted(sources.rglob("*.td")) if "mlir/IR/OpBase.td" in td.read_text()]
        for number, td in enumerate(tds):
            options = [str(td), "-I", include, "-I", str(sources), "-I", str(sources.parent), "-I", str(td.parent), "-I", str(sources / "Dialect" / "Test")]
            for kind, suffix in (("-gen-op-decls", "h"), ("-gen-op-defs", "cpp")):
                out = pathlib.Path(folder) / f"{number}.{suffix}.inc"
                subprocess.run([tblgen, kind, *options, "-o", str(out)], check=True)
        release = schemas.Release([folder])
        custom(sources, release)
        release.read()
        hand_written(sources, release)
    schemas.finish(release)
    made = "Made by evidence/peers/mlir/schemas_test.py from the definitions of upstream's test dialects; do not edit."
    sys.stdout.write(schemas.show(name, version, release.ops, made))


if __name__ == "__main__":
    main()
