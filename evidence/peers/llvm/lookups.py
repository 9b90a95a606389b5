#!/usr/bin/env python3
"""Asks our readers of hash tables for every name that a real toolchain prints for a module, and for names that are not there.

    lookups.py ASK WORK [--clang N...] [--swift TOOLCHAIN...]

ASK: the built example `ask` of the crate `outlast-bitstream`; WORK: a folder for samples. Clang: macros as `clang -E -dM` prints them,
declarations as `clang -ast-list` does, selectors of the source. Swift: symbols as `swift-symbolgraph-extract` prints them for the
standard library and a module of our own, with their comments and places. Prints counts; the status is 1 if an answer is wrong.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys

import swift_profile

HERE = pathlib.Path(__file__).resolve().parent
LIBRARY = """
/// A shape
/// of two lines.
public protocol Shape { var area: Double { get }; func scaled(by factor: Double) -> Self }
/** A circle. */
public struct Circle: Shape {
  public var radius: Double
  public init(radius: Double) { self.radius = radius }
  public var area: Double { 3 * radius }
  public func scaled(by factor: Double) -> Circle { self }
  /// Inner.
  public enum Kind: Int { case small, large; public struct Deeper { public var depth = 1 } }
  public subscript(index: Int) -> Double { radius }
}
open class Registry { public init() {}; deinit {}; open func register(_ s: any Shape) -> Int { 1 }; private func hidden() {} }
extension Int { public func times(_ body: () -> Void) { body() } }
extension Circle { public static func unit() -> Circle { Circle(radius: 1) } }
extension Circle.Kind { public var doubled: Int { rawValue * 2 } }
infix operator <+>: AdditionPrecedence
public func <+> (a: Circle, b: Circle) -> Circle { a }
public func largest<T: Shape>(_ shapes: [T]) -> T? { nil }
public typealias Length = Double
public let origin = Circle(radius: 0)
public func opaque() -> some Shape { Circle(radius: 1) }
@objc_dummy_never
""".replace("@objc_dummy_never\n", "")
OBJECTIVE_C = """
@interface Thing { int n; }
- (int)count; - (void)setValue:(int)v forKey:(int)k; + (id)make; - (void)a:(int)a :(int)b; - (void)one:(int)x;
@end
"""


class Counts:
    def __init__(self):
        self.right, self.wrong, self.skipped = {}, 0, {}

    def add(self, kind, ok, what):
        if ok:
            self.right[kind] = self.right.get(kind, 0) + 1
        else:
            self.wrong += 1
            if self.wrong <= 40:
                print(f"wrong: {kind}: {what}")


def ask(program, path, questions):
    done = subprocess.run([str(program), str(path)], input="\n".join("\t".join(q) for q in questions) + "\n", capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done.stdout.splitlines()


def check(program, path, wanted, counts, label):
    """`wanted`: (question, kind, whether it must be found)."""
    answers = ask(program, path, [question for question, _, _ in wanted])
    for (question, kind, must), answer in zip(wanted, answers):
        found = answer.startswith("found")
        counts.add(f"{label}: {kind}{'' if must else ' absent'}", found == must, f"{path}: {question}: {answer}")
    return answers


def nonsense(names, amount=200):
    """Names that are not there: others with a letter changed."""
    names, made = set(names), set()
    for name in sorted(names)[: amount * 3]:
        other = name + random.choice("QXZ") if random.random() < 0.5 else "Z" + name[1:] + "q"
        if other not in names:
            made.add(other)
    return sorted(made)[:amount]


def clang(program, release, work, counts):
    compiler, label = f"clang-{release}", f"Clang {release}"
    folder = work / f"clang-{release}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "o.h").write_text(OBJECTIVE_C)
    # (input, language, flags) of precompiled headers.
    (folder / "std.h").write_text("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\n")
    (folder / "cxx.h").write_text("#include <vector>\n#include <string>\nnamespace deep { namespace er { struct S { int member; void call(); }; } }\n")
    for header, language, flags in (("std.h", "c", []), ("cxx.h", "c++", ["-std=c++17"]), ("o.h", "objective-c", [])):
        out = folder / (header + ".pch")
        made = subprocess.run([compiler, *flags, "-x", language + "-header", str(folder / header), "-o", str(out)], capture_output=True, text=True)
        if made.returncode != 0:
            print(f"{label}: {header}: not made: {made.stderr.splitlines()[:1]}")
            continue
        use = [compiler, *flags, "-x", language, "-include-pch", str(out), "/dev/null"]
        macros = subprocess.run([*use, "-E", "-dM"], capture_output=True, text=True).stdout
        macros = set(re.findall(r"^#define (\w+)", macros, flags=re.M))
        # Those of the compiler itself are not in the header's table if nothing names them; what the header defines is.
        plain = subprocess.run([*[w for w in use if w not in ("-include-pch", str(out))], "-E", "-dM"], capture_output=True, text=True).stdout
        own = macros - set(re.findall(r"^#define (\w+)", plain, flags=re.M))
        listed = subprocess.run([*use, "-fsyntax-only", "-Xclang", "-ast-list"], capture_output=True, text=True).stdout
        paths = {line.strip() for line in listed.splitlines() if line.strip()}
        plain_name = re.compile(r"^[A-Za-z_]\w*$")
        top = {path for path in paths if plain_name.match(path)}
        wanted = [(("macro", name), "macro", True) for name in sorted(own)]
        # Parameters are listed without their function: only names that are declarations can be told apart by being identifiers.
        wanted += [(("identifier", name), "identifier", True) for name in sorted(top)]
        inner = {path.rsplit("::", 1)[1] for path in paths if "::" in path and not re.search(r"[<(]", path.rsplit("::", 1)[0])}
        members = {name for name in inner if plain_name.match(name)}
        wanted += [(("identifier", name), "identifier", True) for name in sorted(members)]
        if language == "c++":
            wanted += [(("member", name), "member", True) for name in ("vector", "basic_string", "er", "S", "member", "call", "push_back")]
        if language == "objective-c":
            for name in ("count", "setValue:forKey:", "make", "a::", "one:"):
                wanted.append((("selector", name), "selector", True))
            for name in ("counts", "setValue:", "setValue:forKey", "make:", "a:", ":"):
                wanted.append((("selector", name), "selector", False))
        wanted += [(("header", header), "header", True), (("verify",), "tables sound", True), (("resolve",), "places resolved", True)]
        every = set(ask(program, out, [("names", "identifiers")])[0].split("\t", 1)[1].split(" "))
        wanted += [(("identifier", name), "identifier", False) for name in nonsense(every)]
        wanted += [(("identifier", name), "identifier of the table", True) for name in sorted(every) if name]
        answers = check(program, out, wanted, counts, label)
        resolved = [a for (q, _, _), a in zip(wanted, answers) if q[0] == "resolve"]
        counts.skipped[f"{label} {header}: records found by number"] = int(resolved[0].split("\t")[1])


def base(name):
    """The base name of `scaled(by:)`, `init(_:)`, `<+>(_:_:)`."""
    return name[: name.rindex("(")] if name.endswith(")") and "(" in name else name


def swift(program, toolchain, work, counts):
    root = toolchain / "root"
    folder = root / "srv/lookups"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "Library.swift").write_text(LIBRARY)
    run = [str(toolchain / "run")]
    emit = [*run, swift_profile.FRONTEND, "-emit-module", "-parse-as-library", "-module-name", "Library", "/srv/lookups/Library.swift",
            "-o", "/srv/lookups/Library.swiftmodule", "-emit-module-doc-path", "/srv/lookups/Library.swiftdoc",
            "-emit-module-source-info-path", "/srv/lookups/Library.swiftsourceinfo"]
    subprocess.run(emit, check=True, capture_output=True)
    release, _ = swift_profile.rows(toolchain)
    library = next(p for p in (root / "usr/libexec/swift/lib/swift/linux", root / "usr/lib/swift/linux") if (p / "Swift.swiftmodule").exists())
    # Documentation of all modules so far: comments are handed down from protocols.
    texts = []
    for module, flags in (("Swift", []), ("Library", ["-I", "/srv/lookups"]), ("_Concurrency", []), ("_StringProcessing", [])):
        extract = [*run, "/usr/libexec/swift/bin/swift-symbolgraph-extract", "-module-name", module, "-target", "x86_64-pc-linux-gnu",
                   "-output-dir", "/srv/lookups", "-minimum-access-level", "private", "-skip-synthesized-members", *flags]
        done = subprocess.run(extract, capture_output=True, text=True)
        if done.returncode != 0:
            print(f"Swift {release}: {module}: {done.stderr.splitlines()[:1]}")
            continue
        graphs = [folder / f"{module}.symbols.json", *folder.glob(f"{module}@*.symbols.json")]
        symbols = [(graph, s) for graph in graphs for s in json.loads(graph.read_text())["symbols"]]
        label = f"Swift {release}"
        if module == "Library":
            files = {kind: folder / f"Library.{kind}" for kind in ("swiftmodule", "swiftdoc", "swiftsourceinfo")}
        else:
            inside = library / f"{module}.swiftmodule"
            files = {kind: inside / f"x86_64-pc-linux-gnu.{kind}" for kind in ("swiftmodule", "swiftdoc")}
        wanted, comments, places, top = [], [], [], set()
        for _, symbol in symbols:
            usr = symbol["identifier"]["precise"]
            if "::SYNTHESIZED::" in usr:
                continue
            path, kind = symbol["pathComponents"], symbol["kind"]["identifier"]
            name = base(path[-1])
            if kind == "swift.extension":
                continue
            if len(path) == 1:
                top.add(name)
                wanted.append((("top", name), "top-level declaration", True))
            else:
                wanted.append((("member", ".".join(path[:-1]), name), "member", True))
            lines = symbol.get("docComment", {}).get("lines")
            if lines and symbol.get("docComment", {}).get("module", module) == module:
                comments.append((usr, [line["text"].strip() for line in lines]))
            if "location" in symbol and module == "Library":
                places.append(usr)
        wanted += [(("top", name), "top-level declaration", False) for name in nonsense(top)]
        wanted += [(("member", q[1], q[2] + "Zq"), "member", False) for q, _, _ in wanted[:3000] if q[0] == "member"]
        wanted += [(("verify",), "tables sound", True), (("resolve",), "places resolved", True)]
        answers = check(program, files["swiftmodule"], wanted, counts, label)
        resolved = [a for (q, _, _), a in zip(wanted, answers) if q[0] == "resolve"]
        counts.skipped[f"{label} {module}: records found by number"] = int(resolved[0].split("\t")[1])
        if files["swiftdoc"].exists():
            absent = [(("comment", usr + "x"), "comment", False) for usr, _ in comments[:200]]
            check(program, files["swiftdoc"], absent + [(("verify",), "tables sound", True)], counts, label)
            answers = ask(program, files["swiftdoc"], [("comment", usr) for usr, _ in comments])
            texts.append(files["swiftdoc"].read_bytes())
            for (usr, lines), answer in zip(comments, answers):
                if len(answer) > len("found\t"):
                    text = answer.replace('\\"', '"').replace("\\'", "'").replace("\\\\", "\\")
                    missing = [line for line in lines if line and line.isascii() and line not in text]
                    counts.add(f"{label}: comment with its text", not missing, f"{module}: {usr}: {missing[:1]} {answer[:200]}")
                elif any(max(lines, key=len).encode() in text for text in texts):
                    # It has no comment of its own: the tool shows that of the requirement that it fulfils.
                    inherited = f"{label} {module}: comments of other declarations"
                    counts.skipped[inherited] = counts.skipped.get(inherited, 0) + 1
                else:
                    counts.add(f"{label}: comment", False, f"{module}: {usr}: {lines[:1]}")
        if "swiftsourceinfo" in files:
            info = [(("usr", usr), "place", True) for usr in places] + [(("usr", usr + "x"), "place", False) for usr in places]
            check(program, files["swiftsourceinfo"], info + [(("verify",), "tables sound", True)], counts, label)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ask", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--clang", nargs="*", default=[])
    parser.add_argument("--swift", nargs="*", type=pathlib.Path, default=[])
    args = parser.parse_args()
    random.seed(4)
    counts = Counts()
    for release in args.clang:
        clang(args.ask, release, args.work, counts)
    for toolchain in args.swift:
        swift(args.ask, toolchain, args.work, counts)
    for kind, count in sorted(counts.right.items()):
        print(f"{kind}: {count} right")
    for what, count in sorted(counts.skipped.items()):
        print(f"{what}: {count}")
    print(f"{sum(counts.right.values())} right, {counts.wrong} wrong")
    return 1 if counts.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
