#!/usr/bin/env python3
"""LLVM IR, precompiled headers and Swift modules with one or two bytes changed: what those that wrote them do, beside `verify` and `check`.

    damaged.py COMMAND ir RELEASE COUNT [SEED]           e.g. damaged.py target/debug/outlast ir 19 500
    damaged.py COMMAND clang RELEASE COUNT [SEED]        e.g. damaged.py target/debug/outlast clang 19 150
    damaged.py COMMAND swift TOOLCHAIN COUNT [SEED]      e.g. damaged.py target/debug/outlast swift target/interop/swift 150 (as root)

Prints how many copies had which answers. Copies are kept nowhere; where a compiler ends by a signal or not at all, that is counted, no more. The status is
1 where an error of `verify` and a good verdict stand together.
"""
import collections
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEADER = """struct shape { int sides; double area; };
enum color { RED, GREEN = 5 };
typedef struct shape shape_t;
static inline int twice(int x) { return x * 2; }
int area_of(const shape_t *s, enum color c);
#define LIMIT 10
union u { int i; float f; };
static inline double sum(const double *p, unsigned n) { double s = 0; for (unsigned i = 0; i < n; i++) if (p[i] > 0) s += p[i]; return s; }
"""
USE = "int f(shape_t *s) { union u v; v.i = twice(s->sides) + LIMIT; return area_of(s, GREEN) + v.i + (int)sum(&s->area, 1); }\n"
LIBRARY = """public struct Box { public var value: Int; public init(value: Int) { self.value = value } }
public protocol Named { var name: String { get } }
public enum Color: Int, Named { case red, green; public var name: String { "\\(self)" } }
public class Shape { public var sides = 3; public init() {}; public func area(_ of: Double) -> Double { of * 2 } }
public func twice<T: Named>(_ x: T) -> String { x.name + x.name }
"""
USE_SWIFT = "import Lib\nlet b = Lib.Box(value: 1)\nprint(b.value, Lib.twice(Lib.Color.red), Lib.Shape().area(2))\n"


def changed(data, source):
    copy = bytearray(data)
    for _ in range(source.choice((1, 1, 2))):
        at = source.randrange(len(copy))
        copy[at] = source.choice((copy[at] ^ 1 << source.randrange(8), source.randrange(256), 0, 255))
    return bytes(copy)


def ended(command, **how):
    try:
        done = subprocess.run(command, capture_output=True, timeout=60, **how)
    except subprocess.TimeoutExpired:
        return "does not end"
    return "reads" if done.returncode == 0 else "refuses" if done.returncode == 1 else "ends otherwise"


class Clang:
    def __init__(self, release, folder):
        self.clang, self.folder = f"/usr/lib/llvm-{release}/bin/clang", folder
        version = subprocess.run([self.clang, "--version"], capture_output=True, text=True, check=True).stdout
        self.target = "llvm-" + re.search(r"version (\d+\.\d+\.\d+)", version)[1]
        self.file = folder / "h.pch"
        (folder / "h.h").write_text(HEADER)
        (folder / "use.c").write_text(USE)
        subprocess.run([self.clang, "-cc1", "-x", "c-header", "-emit-pch", "h.h", "-o", "h.pch"], cwd=folder, check=True)

    def read(self):
        command = [self.clang, "-cc1", "-fsyntax-only", "-include-pch", "h.pch"]
        return {"use": ended([*command, "use.c"], cwd=self.folder), "all": ended([*command, "-ast-dump-all", "use.c"], cwd=self.folder)}


class Swift:
    def __init__(self, toolchain, folder):
        self.root = Path(toolchain).absolute() / "root/damaged"
        self.run = [str(Path(toolchain).absolute() / "run"), "/usr/libexec/swift/bin/swift-frontend"]
        version = subprocess.run([*self.run, "--version"], capture_output=True, text=True, check=True).stdout
        self.target = "swift-" + re.search(r"version (\d+\.\d+\.\d+)", version)[1]
        self.root.mkdir(parents=True, exist_ok=True)
        self.file = self.root / "Lib.swiftmodule"
        (self.root / "Lib.swift").write_text(LIBRARY)
        (self.root / "use.swift").write_text(USE_SWIFT)
        flags = ["-module-name", "Lib", "-parse-as-library", "-O", "-emit-module"]
        subprocess.run([*self.run, *flags, "/damaged/Lib.swift", "-o", "/damaged/Lib.swiftmodule"], check=True, capture_output=True)

    def read(self):
        return {"use": ended([*self.run, "-typecheck", "-I", "/damaged", "/damaged/use.swift"])}


class Ir:
    """A module without debug information: with it, readers verify, too."""

    def __init__(self, release, folder):
        programs = f"/usr/lib/llvm-{release}/bin/"
        version = subprocess.run([programs + "clang", "--version"], capture_output=True, text=True, check=True).stdout
        self.target = "llvm-" + re.search(r"version (\d+\.\d+\.\d+)", version)[1]
        self.file, self.programs = folder / "m.bc", programs
        (folder / "m.c").write_text(HEADER + USE)
        subprocess.run([programs + "clang", "-O1", "-c", "-emit-llvm", "m.c", "-o", "m.bc"], cwd=folder, check=True)

    def read(self):
        return {"llvm-dis": ended([self.programs + "llvm-dis", str(self.file), "-o", "/dev/null"])}


def main(command, kind, what, count, seed):
    counts, contradictions = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        peer = {"clang": Clang, "ir": Ir, "swift": Swift}[kind](what, Path(folder))
        data, source = peer.file.read_bytes(), random.Random(f"{kind} {peer.target} {seed}")
        assert set(peer.read().values()) == {"reads"}, "the file itself is not read"
        for _ in range(count):
            peer.file.write_bytes(changed(data, source))
            found = subprocess.run([command, "verify", str(peer.file)], capture_output=True).returncode
            done = subprocess.run([command, "check", "--target", peer.target, "--format", "json", str(peer.file)], capture_output=True)
            results = json.loads(done.stdout or b'{"results": []}')["results"]
            outcome = results[0].get("outcome", "error") if results else "error"
            contradictions += found == 1 and outcome in ("loads", "upgrades")
            real = ", ".join(f"{name}: {did}" for name, did in peer.read().items())
            counts[f"verify: {'error' if found else 'sound'}, check: {outcome}; the compiler: {real}"] += 1
        peer.file.unlink()
    for text, number in sorted(counts.items()):
        print(f"{peer.target} {number:5} {text}")
    print(f"{peer.target} {contradictions} of {count} with an error of verify and a good verdict")
    return 1 if contradictions else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), (sys.argv[5:] or ["1"])[0]))
