#!/usr/bin/env python3
"""What each Swift compiler reads, read off modules that it wrote itself: crates/swift/targets/swift.txt.

    swift_profile.py TOOLCHAIN... > crates/swift/targets/swift.txt

TOOLCHAIN: a folder with `run` (runs a program of the toolchain) and `root` (its file system): see swift.sh. A compiler accepts the
module format that it writes and no other, and counts operands of records as it writes them.
"""

import pathlib
import subprocess
import sys

import bits

FRONTEND = "/usr/libexec/swift/bin/swift-frontend"
MAIN = """
@_exported import Swift
/// Documented.
public struct Lib { public var value: Int; public init(value: Int) { self.value = value } }
"""
#: Records whose operands the compiler counts, with what makes it write them.
COUNTED = {
    16: ("IS_SIB", "RESILIENCE_STRATEGY", "PLUGIN_SEARCH_OPTION", "CXX_STDLIB_KIND"),
    10: ("IMPORTED_MODULE", "LINK_LIBRARY", "IMPORTED_HEADER", "SEARCH_PATH"),
}
BLOCKS = {9: "control", 16: "options", 10: "input"}


def compile_module(toolchain, out, *flags):
    """Compiles MAIN; returns the module's bytes, or None if the compiler does not take the flags."""
    work = toolchain / "root/srv/profile"
    work.mkdir(parents=True, exist_ok=True)
    (work / "main.swift").write_text(MAIN)
    (work / "bridge.h").write_text("int bridged(void);\n")
    base = [FRONTEND, "-emit-module", "-parse-as-library", "-module-name", "Lib", "/srv/profile/main.swift"]
    command = [str(toolchain / "run"), *base, "-o", f"/srv/profile/{out}.swiftmodule"]
    command += ["-emit-module-doc-path", f"/srv/profile/{out}.swiftdoc", "-emit-module-source-info-path",
                f"/srv/profile/{out}.swiftsourceinfo", *flags]
    if subprocess.run(command, capture_output=True).returncode != 0:
        return None
    return {kind: (work / f"{out}.{kind}").read_bytes() for kind in ("swiftmodule", "swiftdoc", "swiftsourceinfo")}


def records(block, code=None):
    return [item for item in block.items if isinstance(item, bits.Record) and code in (None, item.code)]


def names(stream):
    """`{block: {name: code}}` as the stream names its records."""
    found, current = {}, None
    for record in records(stream.blocks[0]) if stream.blocks and stream.blocks[0].id == 0 else []:
        if record.code == 1:
            current = record.ops[0]
        elif record.code == 3:
            found.setdefault(current, {})[bytes(record.ops[1:]).decode()] = record.ops[0]
    return found


def metadata(data):
    outer = next(block for block in bits.parse(data).blocks if block.id != 0)
    return records(bits.find(outer, 9), 1)[0]


def rows(toolchain):
    """Rows of one toolchain: (kind, name) -> value, and its release."""
    plain = compile_module(toolchain, "plain")
    found = {}
    said = metadata(plain["swiftmodule"])
    ops, blob = said.ops, said.blob
    release = blob[:ops[2]].decode()
    # A compiler of two numbers has a third one, 0.
    release = release if release.count(".") == 2 else release + ".0"
    found["format", "module-major"], found["format", "module-minor"] = str(ops[0]), str(ops[1])
    found["language", "version"] = blob[:ops[2]].decode()
    for kind, name in (("swiftdoc", "doc"), ("swiftsourceinfo", "source-info")):
        ops = metadata(plain[kind]).ops
        found["format", f"{name}-major"], found["format", f"{name}-minor"] = str(ops[0]), str(ops[1])
    variants = [plain] + [
        compile_module(toolchain, name, *flags)
        for name, flags in {
            "evolution": ["-enable-library-evolution"],
            "link": ["-module-link-name", "Lib"],
            "paths": ["-I", "/srv/profile", "-F", "/srv/profile", "-plugin-path", "/srv/profile"],
            "bridge": ["-import-objc-header", "/srv/profile/bridge.h"],
            "cxx": ["-cxx-interoperability-mode=default"],
            "search": ["-I", "/srv/profile", "-serialize-debugging-options", "-plugin-path", "/srv/profile"],
        }.items()
    ]
    named = names(bits.parse(plain["swiftmodule"]))
    for block, kind in BLOCKS.items():
        for name, code in named[block].items():
            found[f"{kind}-code", name] = str(code)
    for variant in filter(None, variants):
        module = bits.find(bits.parse(variant["swiftmodule"]), 8)
        control = bits.find(module, 9)
        for block, of in ((16, bits.find(control, 16)), (10, bits.find(module, 10))):
            codes = {code: name for name, code in named[block].items()}
            for record in records(of) if of else []:
                if codes.get(record.code) in COUNTED[block]:
                    found[f"{BLOCKS[block]}-operands", codes[record.code]] = str(len(record.ops))
    ossa = records(control, named[9]["IS_OSSA"])
    found["compiler", "ossa"] = str(ossa[0].ops[0]) if ossa else "0"
    for name in ("REVISION", "CHANNEL"):
        said = records(control, named[9][name])
        found["compiler", name.lower()] = said[0].blob.decode() if said else ""
    return release, found


def main():
    releases = sorted((rows(pathlib.Path(path)) for path in sys.argv[1:]), key=lambda r: [int(p) for p in r[0].split(".")])
    print("# What each Swift compiler reads, read off modules that it wrote, by evidence/peers/llvm/swift_profile.py; do not edit.")
    print("releases " + " ".join(release for release, _ in releases))
    print("basis measured")
    for key in sorted({key for _, found in releases for key in found}):
        at = [(release, found.get(key)) for release, found in releases]
        # Rows hold for the releases that were asked, never for later ones: formats change.
        for release, value in at:
            if value is not None:
                print(f"{key[0]} {key[1]} {release}" + (f" = {value}" if value else ""))


if __name__ == "__main__":
    main()
