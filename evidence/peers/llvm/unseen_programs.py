"""A set for programs of a release (`opt-19`, `lld-14`): C of the library musl and C++ of three runtime libraries, which a wheel of zig brings, by the clangs of
nine releases, and libraries in Rust, each with flags drawn from lists; every file for every program of `reader_tools.py`."""

import os
import random
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import protocol
from tools import NATIVE, tool

SEED = 20261129
# Modules of each kind, spread over producers.
C, CXX, RUST = 216, 108, 36

LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-Oz"]
# One or two are drawn for each file; none is about a construct, and none changes what the source is.
FLAGS = [
    "-g", "-gdwarf-4", "-g1", "-gz", "-flto=thin", "-flto", "-flto=thin -fsplit-lto-unit", "-fsanitize=address", "-fsanitize=thread", "-fsanitize=undefined",
    "-fsanitize=memory", "-fprofile-instr-generate -fcoverage-mapping", "-fprofile-generate", "-fstack-protector-all", "-fcf-protection=full", "-pg",
    "-fxray-instrument", "-ffast-math", "-fno-math-errno", "-fwrapv", "-fno-strict-aliasing", "-ffunction-sections -fdata-sections", "-fvisibility=hidden",
    "-fPIC", "-fno-plt", "-march=haswell", "-march=x86-64-v4", "-fno-omit-frame-pointer", "-momit-leaf-frame-pointer", "-fsplit-stack", "-fno-builtin",
    "-ftrivial-auto-var-init=pattern", "-fzero-call-used-regs=used", "-mretpoline", "-fno-discard-value-names", "-fstack-clash-protection",
    "-fpatchable-function-entry=4", "-fexceptions", "-fno-semantic-interposition", "-fcommon",
]
MACHINES = ["aarch64-linux-musl", "riscv64-linux-musl", "arm-linux-musleabihf", "powerpc64le-linux-musl", "s390x-linux-musl", "wasm32-wasi-musl", "mips-linux-musleabi"]
RUST_FLAGS = ["-g", "-C opt-level=3", "-C opt-level=z", "-C opt-level=1 -C debuginfo=1", "-C target-cpu=haswell", "-C panic=abort", "-C lto=fat --crate-type staticlib", "-C overflow-checks=on", "-C relocation-model=static"]
TOOLCHAINS = ("stable", "nightly", "1.95.0")
# Crates without dependencies; what builds of this repository fetch.
CRATES = ["itoa", "ryu", "memchr", "adler2", "scopeguard", "foldhash", "unicode-ident", "smallvec", "cfg-if", "hashbrown", "bitflags", "either", "strsim", "fnv", "base64", "percent-encoding", "utf8parse", "siphasher"]


def zig():
    return Path(os.environ["OUTLAST_LLVM"]) / "zig-20/ziglang/lib"


def c_flags(machine):
    """Where musl's headers are, and what it is compiled with."""
    lib = zig() / "libc"
    architecture = machine.split("-")[0].replace("powerpc64le", "powerpc64").replace("riscv64", "riscv64")
    own = [lib / f"musl/arch/{architecture}", lib / "musl/arch/generic", lib / "musl/src/internal", lib / "musl/src/include", lib / "musl/include", lib / f"include/{machine}", lib / "include/generic-musl"]
    return ["-nostdinc", "-D_XOPEN_SOURCE=700", *(f"-I{folder}" for folder in own if folder.is_dir())]


def cxx_flags():
    lib = zig()
    return ["-std=c++20", f"-I{lib}/libunwind/include", f"-I{lib}/libcxxabi/include", f"-I{lib}/libcxx/src/include", f"-I{lib}/libtsan", "-D_LIBCXXABI_BUILDING_LIBRARY"]


def compiled(job):
    """Compiles a file, and says how; nothing where the compiler does not take it."""
    target, command = job
    try:
        done = subprocess.run([*command, "-o", str(target)], capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode or not target.exists() or target.stat().st_size > 2_000_000:
        target.unlink(missing_ok=True)
        return None
    return target


def drawn(pick, sources, count, kind, files, flags_of):
    """So many files of a kind, from sources and flags that are drawn until there are enough."""
    lines = []
    number = 0
    while len(lines) < count:
        jobs = []
        for _ in range(min(40, 2 * (count - len(lines)))):
            producer, source = NATIVE[number % len(NATIVE)], pick.choice(sources)
            number += 1
            options = [pick.choice(LEVELS), *pick.choice(FLAGS).split()]
            if pick.random() < 0.5:
                options += pick.choice(FLAGS).split()
            target = files / producer / f"{kind.lower().replace('+', 'p')}-{number:03}-{source.stem}.bc"
            target.parent.mkdir(parents=True, exist_ok=True)
            shown = " ".join(options)
            options += flags_of(pick)
            jobs.append((target, [*tool("clang", producer), *options, "-w", "-c", "-emit-llvm", str(source)], producer, shown))
        with ThreadPoolExecutor(2) as pool:
            made = list(pool.map(compiled, (job[:2] for job in jobs)))
        for path, (_, _, producer, shown) in zip(made, jobs):
            if path and len(lines) < count:
                lines.append((str(path.relative_to(files)), protocol.digest(path), kind, f"clang {producer}", "-", shown))
            elif path:
                path.unlink()
    return lines


def rust(pick, files):
    """Libraries in Rust, by the compilers that are installed."""
    lines = []
    found = {path.name.rsplit("-", 1)[0]: path for path in sorted(Path.home().glob(".cargo/registry/src/*/*")) if path.is_dir()}
    listed = subprocess.run(["rustup", "toolchain", "list"], capture_output=True, text=True, check=True).stdout.split("\n")
    toolchains = [line.split()[0] for line in listed if line.startswith(TOOLCHAINS)]
    for number in range(10 * RUST):
        crate, toolchain = pick.choice([name for name in CRATES if name in found]), toolchains[number % len(toolchains)]
        verbose = subprocess.run(["rustc", f"+{toolchain}", "-vV"], capture_output=True, text=True, check=True).stdout
        major = verbose.rsplit("LLVM version: ", 1)[1].split(".")[0]
        flags = pick.choice(RUST_FLAGS)
        target = files / major / f"rust-{number:03}-{crate}.bc"
        target.parent.mkdir(parents=True, exist_ok=True)
        kind = [] if "--crate-type" in flags else ["--crate-type", "lib"]
        command = ["rustc", f"+{toolchain}", "--edition", "2021", "--cap-lints", "allow", *kind, *flags.split(), "--emit=llvm-bc", "--crate-name", crate.replace("-", "_"), str(found[crate] / "src/lib.rs")]
        if compiled((target, command)):
            lines.append((str(target.relative_to(files)), protocol.digest(target), "Rust", f"rustc {toolchain.split('-')[0]}", "-", f"{crate} {flags}"))
        if len(lines) == RUST:
            break
    return lines


def make(name, folder):
    files = folder / "files"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir(parents=True)
    pick = random.Random(SEED)
    lib = zig()
    c_sources = sorted((lib / "libc/musl/src").glob("*/*.c"))
    cxx_sources = sorted(path for part in ("libunwind/src", "libcxxabi/src", "libtsan") for path in (lib / part).rglob("*.cpp"))

    def c_machine(pick):
        machine = pick.choice(MACHINES) if pick.random() < 0.25 else "x86_64-linux-musl"
        return [f"--target={machine}", *c_flags(machine)]

    lines = drawn(pick, c_sources, C, "C", files, c_machine)
    lines += drawn(pick, cxx_sources, CXX, "C++", files, lambda _: cxx_flags())
    lines += rust(pick, files)
    protocol.write_manifest(name, folder, lines)
