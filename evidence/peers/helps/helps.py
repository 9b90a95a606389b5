#!/usr/bin/env python3
"""Runs the commands of others that the advice of verdicts names, and looks whether they do what the advice says.

    helps.py OUTLAST WORK [SCAN]     e.g. helps.py target/debug/outlast target/interop/helps

Which commands those are comes from verdicts on the corpus (SCAN: what `outlast scan -f jsonl` printed of it; made where it is not given) and from the list
of passes in crates/mlir/src/family/actions.rs. Each has a case below; a command without one is a failure. Tools that are not here are said to be
skipped: mlir-opt 16, 19, 22, Clang 15 to 22 (Debian 12), rustc, zig 0.15.1 (what peers/llvm/setup.sh fetches), Swift (`OUTLAST_SWIFT`: what
peers/llvm/swift.sh made), torch-mlir-opt (`OUTLAST_TORCH_MLIR`) for the passes of StableHLO. Prints a line for each command; the last one counts.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
TARGETS = "llvm-14.0.6,llvm-16.0.6,llvm-20.1.2,llvm-22.1.8,swift-6.0.3,mlir-16.0.6,mlir-17.0.6,mlir-19.1.7,mlir-22.1.8"
FOLDERS = ["corpus/llvm", "corpus/mlir", "corpus/unseen/mlir", "corpus/unseen/swift", "corpus/unseen/llvm"]
# Options of our own, which the tests of the command line run.
OURS = ["--data"]
MLIR = [release for release in (16, 19, 22) if shutil.which(f"mlir-opt-{release}")]
CLANG = [release for release in (15, 16, 19, 22) if shutil.which(f"clang-{release}")]

# An operation of each dialect, in a module that the passes take.
ONE = "func.func @f(%a: {0}) -> {0} {{\n %x = {1}\n return %x : {0}\n}}"
SAMPLES = {
    "affine": "func.func @f(%m: memref<4xf32>) {\n affine.for %i = 0 to 4 {\n %x = affine.load %m[%i] : memref<4xf32>\n affine.store %x, %m[%i] : memref<4xf32>\n }\n return\n}",
    "arith": ONE.format("i32", "arith.addi %a, %a : i32"),
    "async": "func.func @f() {\n %t = async.execute {\n async.yield\n }\n async.await %t : !async.token\n return\n}",
    "bufferization": "func.func @f(%i: index) -> f32 {\n %t = bufferization.alloc_tensor() : tensor<4xf32>\n %x = tensor.extract %t[%i] : tensor<4xf32>\n return %x : f32\n}",
    "cf": "func.func @f() {\n cf.br ^b\n^b:\n return\n}",
    "complex": ONE.format("complex<f32>", "complex.mul %a, %a : complex<f32>"),
    "func": "func.func @f() {\n return\n}",
    "index": ONE.format("index", "index.add %a, %a"),
    "linalg": "func.func @f(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {\n %x = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>\n return %x : tensor<4x4xf32>\n}",
    "math": ONE.format("f32", "math.sqrt %a : f32"),
    "memref": "func.func @f(%m: memref<4xf32>, %i: index) -> f32 {\n %x = memref.load %m[%i] : memref<4xf32>\n return %x : f32\n}",
    "nvgpu": "func.func @f() {\n %t = nvgpu.device_async_create_group\n nvgpu.device_async_wait %t\n return\n}",
    "scf": "func.func @f(%c: i1) {\n scf.if %c {\n scf.yield\n }\n return\n}",
    "shape": ONE.format("index", "shape.add %a, %a : index, index -> index"),
    "stablehlo": ONE.format("tensor<4xf32>", "stablehlo.add %a, %a : tensor<4xf32>"),
    "tensor": "func.func @f(%a: tensor<4xf32>, %i: index) -> f32 {\n %x = tensor.extract %a[%i] : tensor<4xf32>\n return %x : f32\n}",
    "tosa": ONE.format("tensor<4xf32>", '"tosa.add"(%a, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>'),
    "vector": "func.func @f(%a: vector<4xf32>, %b: f32) -> vector<4xf32> {\n %x = vector.insert %b, %a[1] : f32 into vector<4xf32>\n return %x : vector<4xf32>\n}",
}
C = "int g(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i] * i | 4; return s; }\nint f(int a) { int v[3] = {a, 1, 2}; return g(v, 3); }\n"
RUST = "#[unsafe(no_mangle)]\npub extern \"C\" fn f(a: i32) -> i32 { (0..a).map(|i| i * i | 4).sum() }\n"
ZIG = ROOT / "target/interop/llvm/zig-20/ziglang/zig"
ZIG_CODE = "export fn f(a: i32) i32 {\n    var s: i32 = 0;\n    var i: i32 = 0;\n    while (i < a) : (i += 1) s += i * i | 4;\n    return s;\n}\nexport fn g(v: *const [4]i32) i32 {\n    return v[1];\n}\n"


class Skipped(Exception):
    pass


def run(command, text=None, **how):
    return subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True, errors="replace", timeout=300, **how)


def need(done, what):
    if done.returncode:
        raise AssertionError(f"{what}: {' '.join(done.stderr.split())[:200]}")
    return done


def lowered(dialect, passes):
    """The passes take every operation of the dialect away, in each release at hand."""
    if not MLIR:
        raise Skipped("no mlir-opt")
    for release in MLIR:
        # `memref` had another pass before 17: files of 16 are not what readers refuse operations of.
        if release == 16 and dialect == "memref":
            continue
        words = [word.replace("'", "") for word in re.findall(r"(?:'[^']*'|\S)+", passes)]
        done = need(run([f"mlir-opt-{release}", "--mlir-print-op-generic", *words], SAMPLES[dialect]), f"mlir-opt-{release} {passes}")
        left = sorted({op for op in re.findall(r'"(\w+\.[\w.]+)"', done.stdout) if op.startswith(f"{dialect}.")})
        if left:
            raise AssertionError(f"mlir-opt-{release} {passes}: left are {', '.join(left)}")


class Cases:
    def __init__(self, outlast, work):
        self.outlast, self.work = outlast, work

    def reasons(self, path, target):
        """Code, subject and advice of every reason."""
        answer = json.loads(run([self.outlast, "check", "-f", "json", "-t", target, path]).stdout)
        return set(reasons(answer))

    def compiled(self, release, *flags):
        if release not in CLANG:
            raise Skipped(f"no clang-{release}")
        source, out = self.work / "a.c", self.work / "a.bc"
        source.write_text(C)
        need(run([f"clang-{release}", "-c", "-emit-llvm", *flags, source, "-o", out]), f"clang-{release} {' '.join(flags)}")
        return out

    def by_rustc(self, *flags):
        if not shutil.which("rustc"):
            raise Skipped("no rustc")
        source, out = self.work / "a.rs", self.work / "a-rust.bc"
        source.write_text(RUST)
        need(run(["rustc", "--crate-type=cdylib", "--emit=llvm-bc", *flags, source, "-o", out]), f"rustc {' '.join(flags)}")
        return out

    def by_zig(self, *flags):
        if not ZIG.exists():
            raise Skipped("no zig: evidence/peers/llvm/setup.sh DIR zig fetches it")
        source, out = self.work / "a.zig", self.work / "a-zig.bc"
        source.write_text(ZIG_CODE)
        cache = {f"ZIG_{which}_CACHE_DIR": str(self.work / "zig-cache") for which in ("GLOBAL", "LOCAL")}
        words = ["build-obj", "-O", "ReleaseSafe", *flags, "-fno-emit-bin", f"-femit-llvm-bc={out}", source]
        need(run([ZIG, *words], cwd=self.work, env={**os.environ, **cache}), f"zig {' '.join(flags)}")
        return out

    def clang(self, release, target, plain, *flags):
        self.gone(lambda *words: self.compiled(release, *words), f"clang-{release}", target, plain, flags)

    def without_debug(self):
        """No debug information: which of its records a reader does not take differs between releases of Zig."""
        if not shutil.which("llvm-dis-22"):
            raise Skipped("no llvm-dis-22")
        shown = [need(run(["llvm-dis-22", self.by_zig(*more), "-o", "-"]), "llvm-dis-22").stdout for more in ([], ["-fstrip"])]
        if ["!DISubrange(" in text for text in shown] != [True, False] or "!DICompileUnit(" in shown[1]:
            raise AssertionError("debug information is there still, or was not there before")

    def rustc(self, target, plain, flags):
        self.gone(self.by_rustc, "rustc", target, plain, flags.split())

    def zig(self, target, plain, flags):
        self.gone(self.by_zig, "zig", target, plain, flags.split())

    def gone(self, compiled, compiler, target, plain, flags):
        """Reasons whose advice names the flags are gone where a module is compiled with them."""
        before, after = (self.reasons(compiled(*plain, *more), target) for more in ([], flags))
        about = {(code, subject) for code, subject, text in before if " ".join(flags) in commands(text)}
        if not about:
            raise AssertionError(f"{compiler} {' '.join(plain)}: no reason for {target} has this advice")
        left = about & {(code, subject) for code, subject, _ in after}
        if left:
            raise AssertionError(f"{compiler} {' '.join(flags)}: still there for {target}: {sorted(left)}")

    def no_summary(self):
        """`without -flto`: a summary is what it writes."""
        before, after = (self.reasons(self.compiled(22, "-g0", *more), "llvm-14.0.6") for more in (["-flto=thin"], []))
        about = {(code, subject) for code, subject, text in before if "-flto" in text}
        left = about & {(code, subject) for code, subject, _ in after}
        if not about or left:
            raise AssertionError(f"{len(about)} reasons with this advice, still there without: {sorted(left)}")

    def version(self, command):
        """Bytecode of the version that the reader knows is read by it."""
        version = command.rsplit("=", 1)[1]
        if not {16, 19} <= set(MLIR):
            raise Skipped("no mlir-opt 16 and 19")
        out = self.work / "v.mlirbc"
        need(run(["mlir-opt-19", "--emit-bytecode", f"--emit-bytecode-version={version}", "-o", out], SAMPLES["cf"]), command)
        if version == "0":
            need(run(["mlir-opt-16", out]), f"mlir-opt-16 on {command}")

    def stripped(self):
        if not MLIR:
            raise Skipped("no mlir-opt")
        for release in MLIR:
            done = need(run([f"mlir-opt-{release}", "--strip-debuginfo", "--mlir-print-debuginfo"], SAMPLES["arith"]), "--strip-debuginfo")
            if re.search(r'loc\("', done.stdout):
                raise AssertionError(f"mlir-opt-{release}: locations are there still")

    def whole(self):
        """Without the option, resources are in the file; with it, they are not."""
        text = '"t.op"() {a = dense_resource<k> : tensor<2xi32>} : () -> ()\n{-# dialect_resources: {builtin: {k: "0x040000000100000002000000"}} #-}'
        for release in [release for release in MLIR if release > 16]:
            sizes = []
            for more in ([], ["--elide-resource-data-from-bytecode"]):
                out = self.work / "r.mlirbc"
                need(run([f"mlir-opt-{release}", "--allow-unregistered-dialect", "--emit-bytecode", *more, "-o", out], text), f"mlir-opt-{release} {more}")
                sizes.append(b"\x01\0\0\0\x02\0\0\0" in out.read_bytes())
            if sizes != [True, False]:
                raise AssertionError(f"mlir-opt-{release}: {sizes}")

    def remarks(self):
        """Text, not a bitstream, from each Clang at hand."""
        for release in CLANG:
            out = self.work / "remarks"
            self.compiled(release, "-O2", "-fsave-optimization-record=yaml", f"-foptimization-record-file={out}")
            if not out.read_text().startswith("--- !"):
                raise AssertionError(f"clang-{release}: no text of remarks")

    def interface(self):
        toolchain = os.environ.get("OUTLAST_SWIFT")
        if not toolchain:
            raise Skipped("no Swift: OUTLAST_SWIFT names none")
        inside = pathlib.Path(toolchain) / "root/srv/helps"
        inside.mkdir(parents=True, exist_ok=True)
        (inside / "a.swift").write_text("public func f() -> Int { 1 }\n")
        frontend = [f"{toolchain}/run", "/usr/libexec/swift/bin/swift-frontend", "-emit-module", "-module-name", "A", "/srv/helps/a.swift", "-o", "/srv/helps/A.swiftmodule"]
        need(run([*frontend, "-enable-library-evolution", "-emit-module-interface-path", "/srv/helps/A.swiftinterface"]), "swift-frontend")
        if "public func f()" not in (inside / "A.swiftinterface").read_text():
            raise AssertionError("the interface does not have what is public")

    def stablehlo(self, command):
        tool = os.environ.get("OUTLAST_TORCH_MLIR")
        if not tool:
            raise Skipped("stablehlo-opt is in no package; OUTLAST_TORCH_MLIR names no torch-mlir-opt, which has its passes")
        listed = need(run([tool, "--help"]), tool).stdout
        passes = command.split()[1:]
        for word in passes:
            if f" {word} " not in listed:
                raise Skipped(f"torch-mlir-opt has no {word}, and stablehlo-opt is in no package")
        done = need(run([tool, "--mlir-print-op-generic", *passes], SAMPLES["stablehlo"]), command)
        if "stablehlo." in done.stdout:
            raise AssertionError(f"left is {done.stdout}")

    def case(self, command, passes):
        """Runs the case of a command."""
        for dialect, words in passes.items():
            if command in (f"mlir-opt {words}", words):
                return lowered(dialect, words)
        if command.startswith("mlir-opt --emit-bytecode ") or command.startswith("--emit-bytecode-version="):
            return self.version(command)
        return {
            "mlir-opt": lambda: None,  # run it once: it tells
            "mlir-opt --strip-debuginfo": self.stripped,
            "--elide-resource-data-from-bytecode": self.whole,
            "-Xclang -no-opaque-pointers": lambda: self.clang(15, "llvm-14.0.6", ["-g0"], "-Xclang", "-no-opaque-pointers"),
            "-Xclang -disable-llvm-passes": lambda: self.clang(22, "llvm-16.0.6", ["-O2", "-g0"], "-Xclang", "-disable-llvm-passes"),
            "-fno-asynchronous-unwind-tables -fno-unwind-tables": lambda: self.clang(19, "llvm-14.0.6", ["-g0"], "-fno-asynchronous-unwind-tables", "-fno-unwind-tables"),
            "-g0": lambda: self.clang(22, "llvm-14.0.6", ["-g"], "-g0"),
            "-mllvm -write-experimental-debuginfo-iterators-to-bitcode=false": lambda: self.clang(19, "llvm-16.0.6", ["-g", "-O2"], "-mllvm", "-write-experimental-debuginfo-iterators-to-bitcode=false"),
            "-flto": self.no_summary,
            "-C debuginfo=0": lambda: self.rustc("llvm-14.0.6", ["-C", "debuginfo=2"], command),
            "-C force-unwind-tables=no -C panic=abort": lambda: self.rustc("llvm-14.0.6", [], command),
            "-C lto=fat": lambda: self.rustc("llvm-14.0.6", [], command),
            "-C no-prepopulate-passes": lambda: self.rustc("llvm-14.0.6", ["-O"], command),
            "-fno-unwind-tables -fstrip": lambda: self.zig("llvm-14.0.6", [], command),
            "-fstrip": self.without_debug,
            "-fsave-optimization-record=yaml": self.remarks,
            "-enable-library-evolution -emit-module-interface-path": self.interface,
        }.get(command, (lambda: self.stablehlo(command)) if command.startswith("stablehlo-") else None)


def commands(help_text):
    """Commands of others and options in an advice; options that stand one after the other are one command."""
    found = [part for part in re.findall(r"`([^`]*)`", help_text) if re.match(r"(mlir-opt|stablehlo-\S+|clang\S*|llvm-\S+|swiftc?)( |$)|--", part)]
    plain = re.sub(r"`[^`]*`", "`", help_text)
    # `-C` of rustc has a word of its own behind it.
    option = r"(?:-C [a-z][\w-]*|-{1,2}[A-Za-z][\w-]*)(?:=\w+)?"
    for match in re.finditer(rf"(?<![\w-]){option}(?:[ ]{option})*", plain):
        found.append(match[0])
    return found


def reasons(row):
    if isinstance(row, dict):
        if row.get("code") and row.get("help"):
            yield row["code"], row.get("subject", ""), row["help"]
        row = list(row.values())
    if isinstance(row, list):
        for item in row:
            yield from reasons(item)


def advice(row):
    if isinstance(row, dict):
        if isinstance(row.get("help"), str) and row.get("code"):
            yield row["code"], row["help"]
        row = list(row.values())
    if isinstance(row, list):
        for item in row:
            yield from advice(item)


def main():
    outlast, work = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    if len(sys.argv) > 3:
        scan = pathlib.Path(sys.argv[3]).read_text()
    else:
        scan = run([outlast, "scan", *FOLDERS, "-t", TARGETS, "-f", "jsonl"], cwd=ROOT).stdout
    found = collections.defaultdict(set)
    for line in scan.splitlines():
        for code, text in advice(json.loads(line)):
            for command in commands(text):
                if command not in OURS:
                    found[command].add(code)
    actions = (ROOT / "crates/mlir/src/family/actions.rs").read_text()
    passes = dict(re.findall(r'^    \("(\w+)", "(--[^"]+)"\),$', actions, re.M))
    for words in passes.values():
        found[f"mlir-opt {words}"].add("")
    cases, counts = Cases(outlast, work), collections.Counter()
    for command in sorted(found):
        codes = ", ".join(sorted(code for code in found[command] if code)) or "in the list of passes"
        try:
            case = cases.case(command, passes)
            if callable(case):
                case()
            elif case is None and not any(command in (f"mlir-opt {words}", words) for words in passes.values()) and "emit-bytecode" not in command:
                raise AssertionError("no case runs it")
            result = "helps"
        except Skipped as why:
            result = f"skipped: {why}"
        except AssertionError as why:
            result = f"does not: {why}"
        counts[result.split(":")[0]] += 1
        print(f"{command}  ({codes}): {result}", flush=True)
    print(", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    return 1 if counts["does not"] else 0


if __name__ == "__main__":
    sys.exit(main())
