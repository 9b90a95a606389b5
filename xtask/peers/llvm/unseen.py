#!/usr/bin/env python3
"""Sets of LLVM IR that no rule was made from, for `cargo xtask interop llvm unseen`; docs/accuracy.md has the protocol.

    unseen.py sets                   names of sets, and what they are
    unseen.py make NAME FOLDER       programs into FOLDER/files, and FOLDER/manifest.tsv
    unseen.py run FOLDER             what the real readers do, into FOLDER/outcomes.tsv (continues where it stopped)

A set is a draw: from sources and flags that fit, in an order that the set's name decides, until each producer has its number of
files. The rules of what a reader did are those of `runs.py` and `profile.py`, fixed before the set was made.
Environment: as tools.py says.
"""

import hashlib
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import unseen_made
import unseen_processed
import unseen_texts
import unseen_toolchains
from runs import CHUNK, ask
from tools import READERS, RELEASES

from profile import ARTEFACT, fate

HERE = Path(__file__).resolve().parent
LLVM = Path(os.environ["OUTLAST_LLVM"])
#: The readers of 2026-11-sources, which were its producers, too: 17, 18 and 20 as the clang in zig.
CLANGS = ["14", "15", "16", "17", "18", "19", "20", "22"]
ZIG = ["17", "18", "20"]
#: Modules have paths of their sources in them: the same ones on every machine.
SOURCES = Path("/tmp/outlast-unseen")
ROOT = SOURCES / "root"
LIBRARIES = ROOT / "usr/lib/x86_64-linux-gnu"
#: Larger modules make readers slow and have few shapes more.
MOST_BYTES = 600_000
#: A set by name: what it is, and how many files of each kind each producer gives.
SETS = {
    "2026-11-sources": (
        "what people write: C and C++ of 18 Debian source packages and 10 header-only libraries by eight clangs with flags drawn "
        "from 83, crates by rustc 1.63 and 1.95, Fortran of LAPACK by flang 16 and 19, D by ldc, Zig's own language by four "
        "releases.",
        {"C": 16, "C++": 8, "C++ headers": 8, "Rust": 36, "Fortran": 22, "D": 26, "Zig": 13},
    ),
    **unseen_made.SETS,
    unseen_processed.NAME: (unseen_processed.ABOUT, None),
    unseen_toolchains.NAME: (unseen_toolchains.ABOUT, None),
}

LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-Oz", "-Og"]
EXTRA = """
-g;-g -gdwarf-5 -fdebug-types-section;-g -gdwarf-4 -gsplit-dwarf;-gline-tables-only;-g -fdebug-macro;-gline-directives-only;-g1
-flto=thin;-flto=thin -g;-flto=full;-flto=thin -fsplit-lto-unit -fvisibility=hidden;-flto=thin -fwhole-program-vtables -fvisibility=hidden
-fprofile-instr-generate -fcoverage-mapping;-fprofile-generate;-fcs-profile-generate;--coverage;-fsanitize-coverage=trace-pc-guard,trace-cmp
-fsanitize=address;-fsanitize=memory -fsanitize-memory-track-origins=2;-fsanitize=thread -g;-fsanitize=undefined -fsanitize-trap=all
-fsanitize=dataflow;-fsanitize=kcfi;-fsanitize=safe-stack;-fsanitize=local-bounds,integer -g;-fsanitize=cfi -flto=thin -fvisibility=hidden
-ftrapv;-fwrapv -fno-strict-overflow;-fno-plt;-fpatchable-function-entry=3,1;-fxray-instrument;-finstrument-functions;-fsplit-stack
-ffast-math;-ffp-model=strict;-ffp-exception-behavior=maytrap -frounding-math;-ffinite-loops;-fno-math-errno -fno-trapping-math
-march=skylake-avx512;-march=znver3 -ffast-math;-mno-red-zone -mcmodel=kernel;-fcf-protection=branch -mindirect-branch-cs-prefix
-fstack-protector-all;-fstack-clash-protection;-ftrivial-auto-var-init=pattern;-ftrivial-auto-var-init=zero;-fzero-call-used-regs=all
-fmerge-all-constants;-fno-common -fdata-sections -ffunction-sections;-fno-builtin;-fvisibility=protected;-fPIE;-fno-semantic-interposition -fPIC
-mllvm -enable-matrix;-fno-unroll-loops -fno-vectorize;-fopenmp-simd;-fslp-vectorize;-fstrict-flex-arrays=3;-fno-exceptions
--target=aarch64-linux-gnu -march=armv8.5-a+sve;--target=aarch64-linux-gnu -mbranch-protection=standard;--target=powerpc64le-linux-gnu
--target=s390x-linux-gnu;--target=mips64el-linux-gnu;--target=riscv64-linux-gnu -march=rv64gcv;--target=armv7-linux-gnueabihf -mthumb
--target=x86_64-apple-macosx13;--target=x86_64-linux-gnux32;--target=loongarch64-linux-gnu;--target=sparc64-linux-gnu
-fpseudo-probe-for-profiling;-fdebug-info-for-profiling -g;-funique-internal-linkage-names;-fembed-bitcode=marker;-fno-delete-null-pointer-checks
-std=c2x;-fms-extensions;-fshort-enums -fpack-struct=2;-funsigned-char;-fno-jump-tables;-fno-inline;-mrelax-all;-fno-use-cxa-atexit
"""
FLAGS = [flags.split() for line in EXTRA.strip().splitlines() for flags in line.split(";")]
RUST_FLAGS = [
    level + more
    for level in (["-Copt-level=0"], ["-Copt-level=1"], ["-Copt-level=2"], ["-Copt-level=3"], ["-Copt-level=s"], ["-Copt-level=z"])
    for more in ([], ["-g"], ["-Cpanic=abort"], ["-Cdebuginfo=1"], ["-Clinker-plugin-lto"], ["-Ctarget-cpu=x86-64-v3"], ["-Coverflow-checks=yes"],
                 ["-Cforce-frame-pointers=yes"], ["-Cdebug-assertions=yes", "-g"], ["-Ccode-model=large"], ["-Crelocation-model=static"])
]  # fmt: skip
FORTRAN_FLAGS = [["-O0"], ["-O1"], ["-O2"], ["-O3"], ["-O2", "-ffast-math"], ["-O1", "-fopenmp"], ["-O2", "-g"], ["-O3", "-march=skylake-avx512"]]
D_FLAGS = [["-O0"], ["-O2"], ["-O3", "-release"], ["-Os"], ["-g"], ["-O1", "-g"], ["-betterC", "-O2"], ["-O2", "-boundscheck=off"], ["-unittest", "-O1"],
           ["-flto=thin", "-O2"], ["-O2", "-fsanitize=address"], ["-cov", "-O1"], ["-m32", "-O1"]]  # fmt: skip
ZIG_FLAGS = [["-ODebug"], ["-OReleaseSafe"], ["-OReleaseFast"], ["-OReleaseSmall"], ["-OReleaseFast", "-fstrip"], ["-OReleaseSafe", "-target", "aarch64-linux"],
             ["-OReleaseSmall", "-target", "wasm32-freestanding"], ["-ODebug", "-fsingle-threaded"], ["-OReleaseFast", "-target", "x86_64-windows"]]  # fmt: skip


def c_files(packages, suffixes):
    """Sources of packages, in the order of names, with the folders of all headers of their package."""
    found = []
    for package in packages:
        folder = SOURCES / "src" / package
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and "test" not in path.name.lower())
        headers = sorted({str(path.parent) for path in paths if path.suffix in (".h", ".hpp", ".hh", ".in")})
        found += [(path, package, headers) for path in paths if path.suffix in suffixes and path.stat().st_size < 80_000]
    return found


def clang(release):
    if release in ZIG:
        home = SOURCES / f"zig-{release}"
        # Its headers of the compiler stand elsewhere than where a clang looks for them.
        return [str(home / "zig"), "clang", "-target", "x86_64-linux-gnu", "-nobuiltininc", "-isystem", str(home / "lib/include")]
    return [f"clang-{release}"]


def c_jobs(kind, release, pick):
    """Sources with flags, in an order of chance, packages in turn."""
    if kind == "C":
        files = c_files(["zlib", "lz4", "expat", "lua5.4", "cmark", "jansson", "libyaml", "duktape", "kissfft", "mbedtls", "brotli", "giflib"], (".c",))
    elif kind == "C++":
        files = c_files(["tinyxml2", "pugixml", "re2", "snappy", "double-conversion", "libjsoncpp"], (".cc", ".cpp"))
    else:
        files = [(SOURCES / f"texts/{name}", name.split("-")[0], []) for name in unseen_texts.CXX]
    pick.shuffle(files)
    by_package = {}
    for file in files:
        by_package.setdefault(file[1], []).append(file)
    for turn in range(40):
        for of_package in by_package.values():
            path, package, headers = of_package[turn % len(of_package)]
            flags = [pick.choice(LEVELS), *pick.choice(FLAGS)]
            if kind != "C" and "-std=c2x" in flags:
                continue
            if pick.random() < 0.3:
                flags += [flag for flag in pick.choice(FLAGS) if not flag.startswith(("--target", "-fsanitize", "-march"))]
            cross = [flag for flag in flags if flag.startswith("--target")]
            system = ["-isystem", "/usr/include/x86_64-linux-gnu"] if cross or release in ZIG else []
            if release in ZIG and kind != "C":
                system = ["-isystem", "/usr/include/c++/12", "-isystem", "/usr/include/x86_64-linux-gnu/c++/12", *system]
            includes = [part for folder in headers for part in ("-I", folder)]
            libraries = ["-I", str(ROOT / "usr/include"), "-I", str(ROOT / "usr/include/eigen3"), "-DFMT_HEADER_ONLY"] if kind == "C++ headers" else []
            standard = ["-std=c++17"] if kind != "C" else []
            if any(flag.startswith("--target") for flag in flags) and release in ZIG:
                continue
            command = [*clang(release), *flags, *standard, "-fdebug-compilation-dir=.", "-w", "-c", "-emit-llvm", *includes, *libraries, *system, str(path)]
            yield f"{package}-{path.stem}", command, {}


def rust_jobs(release, pick):
    crates = sorted((ROOT / "usr/share/cargo/registry").iterdir())
    crates = [crate for crate in crates if (crate / "src/lib.rs").exists()]
    for _ in range(12):
        pick.shuffle(crates)
        for crate in crates:
            edition = re.search(r'^edition = "(\d+)"', (crate / "Cargo.toml").read_text(), re.M)
            name = re.sub(r"-\d.*", "", crate.name)
            features = [part for feature in ("std", "alloc", "use_std") if pick.random() < 0.6 for part in ("--cfg", f'feature="{feature}"')]
            command = ["--crate-name", name.replace("-", "_"), "--crate-type", "lib", "--emit=llvm-bc", "--cap-lints", "allow", "-Ccodegen-units=1",
                       "--edition", edition[1] if edition else "2015", *features, f"--remap-path-prefix={SOURCES}=.",
                       *pick.choice(RUST_FLAGS), str(crate / "src/lib.rs")]  # fmt: skip
            if release == "14":
                yield name, [str(ROOT / "usr/bin/rustc"), "--sysroot", str(ROOT / "usr"), *command], {"LD_LIBRARY_PATH": str(LIBRARIES)}
            else:
                yield name, ["rustc", *command], {}


def fortran_jobs(release, pick):
    files = sorted((SOURCES / "src/lapack").rglob("*.f")) + sorted((SOURCES / "src/lapack").rglob("*.f90"))
    files = [path for path in files if "SRC" in str(path)]
    pick.shuffle(files)
    environment = {"LD_LIBRARY_PATH": f"/usr/lib/llvm-{release}/lib:{ROOT}/usr/lib/llvm-{release}/lib:{LIBRARIES}"}
    for path in files[:200]:
        yield path.stem, [str(ROOT / f"usr/lib/llvm-{release}/bin/flang-new"), "-c", "-emit-llvm", *pick.choice(FORTRAN_FLAGS), str(path)], environment


def d_jobs(_release, pick):
    include = ROOT / "usr/lib/ldc/x86_64-linux-gnu/include/d"
    files = [path for path in sorted(include.rglob("*.d")) if path.stat().st_size < 120_000 and "windows" not in str(path)]
    pick.shuffle(files)
    for path in files[:200]:
        yield path.stem, [str(ROOT / "usr/bin/ldc2"), f"-I{include}", "-c", "-output-bc", *pick.choice(D_FLAGS), str(path)], {"LD_LIBRARY_PATH": str(LIBRARIES)}


def zig_jobs(release, pick):
    home = SOURCES / f"zig-{release}"
    jobs = [(name, flags) for name in unseen_texts.ZIG for flags in ZIG_FLAGS]
    pick.shuffle(jobs)
    for name, flags in jobs:
        path = SOURCES / f"texts/{name}"
        yield path.stem, [str(home / "zig"), "build-obj", "-fno-emit-bin", "--zig-lib-dir", str(home / "lib"), *flags, str(path)], {}


#: Kind: the LLVM inside of each producer with the producer's name, and its jobs.
KINDS = {
    "C": ({release: f"clang {release}" for release in CLANGS}, lambda release, pick: c_jobs("C", release, pick)),
    "C++": ({release: f"clang {release}" for release in CLANGS}, lambda release, pick: c_jobs("C++", release, pick)),
    "C++ headers": ({release: f"clang {release}" for release in CLANGS}, lambda release, pick: c_jobs("C++ headers", release, pick)),
    "Rust": ({"14": "rustc 1.63.0", "22": "rustc of the toolchain"}, rust_jobs),
    "Fortran": ({"16": "flang 16.0.6", "19": "flang 19.1.7"}, fortran_jobs),
    "D": ({"14": "ldc 1.30.0"}, d_jobs),
    "Zig": ({"16": "zig 0.11.0", "17": "zig 0.12.0", "18": "zig 0.13.0", "20": "zig 0.15.1"}, zig_jobs),
}


def build(command, out, environment):
    """Runs a compiler; whether it wrote a module that is not too large. It writes to a neutral place: modules can have the name of
    what was written in them."""
    place = SOURCES / "work" / out.parent.name
    place.mkdir(parents=True, exist_ok=True)
    target = place / out.name
    target.unlink(missing_ok=True)
    words = [str(word) for word in command]
    if words[1:2] == ["build-obj"]:
        words.append(f"-femit-llvm-bc={target}")
    elif Path(words[0]).name == "ldc2":
        words.append(f"-of={target}")
    else:
        words += ["-o", str(target)]
    cache = tempfile.gettempdir()
    env = dict(os.environ, ZIG_GLOBAL_CACHE_DIR=cache + "/zig-cache-global", ZIG_LOCAL_CACHE_DIR=cache + "/zig-cache-local", **environment)
    try:
        done = subprocess.run(words, capture_output=True, cwd=place, env=env, timeout=90, stdin=subprocess.DEVNULL)
        good = done.returncode == 0 and target.exists() and target.stat().st_size <= MOST_BYTES
        good = good and target.read_bytes()[:4] in (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")
    except subprocess.TimeoutExpired:
        good = False
    if good:
        out.write_bytes(target.read_bytes())
    target.unlink(missing_ok=True)
    return good


def short(command):
    """A command as the manifest has it: without folders of headers and of this machine."""
    words, skip = [], False
    for word in map(str, command):
        if skip or word in ("-I", "-isystem"):
            skip = not skip
            continue
        if word.startswith("-I"):
            continue
        words.append(word.replace(f"{SOURCES}/", "").replace(f"{LLVM.parent}/", ""))
    return " ".join(words).replace("\t", " ")


def make(name, folder):
    _, wanted = SETS[name]
    if name == unseen_processed.NAME:
        return unseen_processed.make(folder)
    if name == unseen_toolchains.NAME:
        return unseen_toolchains.make(folder)
    if wanted is None:
        return unseen_made.make(name, folder)
    subprocess.run(["bash", str(HERE / "unseen_sources.sh"), str(SOURCES)], check=True)
    texts = SOURCES / "texts"
    for place in (texts, SOURCES / "work"):
        place.mkdir(exist_ok=True)
    for release in ("16", *ZIG):
        # Symbolic links would be followed, and their ends stand in debug information.
        if not (SOURCES / f"zig-{release}").is_dir():
            subprocess.run(["cp", "-rl", str(LLVM / f"zig-{release}/ziglang"), str(SOURCES / f"zig-{release}")], check=True)
    for file, text in {**unseen_texts.CXX, **unseen_texts.ZIG}.items():
        (texts / file).write_text(text)
    folder = Path(folder).absolute()
    files = folder / "files"
    tasks = [(kind, release, producer, wanted[kind]) for kind, (producers, _) in KINDS.items() for release, producer in producers.items() if wanted.get(kind)]

    def one(task):
        kind, release, producer, count = task
        pick = random.Random(f"{name}/{kind}/{release}")
        made, tried, seen = [], 0, set()
        out = files / release
        out.mkdir(parents=True, exist_ok=True)
        for stem, command, environment in KINDS[kind][1](release, pick):
            if len(made) == count or tried == 8 * count:
                break
            tried += 1
            file = f"{release}/{re.sub('[^a-z]', '', kind.lower().replace('+', 'x'))}-{tried:03}-{re.sub('[^A-Za-z0-9_-]', '_', stem)}.bc"
            if not build(command, files / file, environment):
                continue
            digest = hashlib.sha256((files / file).read_bytes()).hexdigest()
            if digest in seen:
                (files / file).unlink()
                continue
            seen.add(digest)
            made.append("\t".join([file, digest, kind, producer, "-", short(command)]))
        print(f"{kind} by {producer}: {len(made)} of {tried} tried", flush=True)
        return made

    with ThreadPoolExecutor(2) as workers:
        lines = [line for made in workers.map(one, tasks) for line in made]
    packages = (SOURCES / "packages.tsv").read_text().splitlines()
    head = [f"# The set {name}: file, SHA-256, kind, producer, companions, how it was made.", *(f"# {line}" for line in packages)]
    (folder / "manifest.tsv").write_text("\n".join(head + sorted(lines)) + "\n")


def outcome(file, reader, state, message, diff):
    """What the reader did, in the words of the protocol."""
    release = file.split("/")[0]
    if state == "no" and message == "timeout":
        return "excluded", "the reader did not end in time"
    if re.search(ARTEFACT, message):
        return "excluded", "the reader links or assembles, which is not reading"
    does = fate(f"unseen/{release}/{Path(file).name}", reader, state, message, diff)
    return {"reads": "loads", "fails": "fails", "differs": "misreads"}[does], (message if does == "fails" else diff)[:200] or "-"


def run(folder):
    folder = Path(folder).absolute()
    rows = [line.split("\t") for line in (folder / "manifest.tsv").read_text().splitlines() if not line.startswith("#")]
    partial = folder / "outcomes.part"
    made = SETS.get(folder.name, ("", {}))[1] is None
    known = {}
    if partial.exists():
        known = {tuple(line.split("\t")[:2]): line for line in partial.read_text().splitlines() if line.count("\t") == 4}
    jobs = [(row[0], reader) for row in rows for reader in READERS if (row[0], target(reader)) not in known]
    print(len(jobs), "questions", flush=True)

    def one(job, said):
        file, reader = job
        state, message, diff = (re.sub(r"[\t\n\r]", " ", part) for part in said)
        found = with_stage(outcome(file, reader, state, message, diff))
        if made and found[0] == "loads":
            try:
                found = unseen_made.after(reader, (folder / "files" / file).absolute(), file.split("/")[0]) or found
            except subprocess.TimeoutExpired:
                found = ("excluded", "-", "the code generator did not end in time")
        return "\t".join([file, target(reader), *found])

    with ThreadPoolExecutor(2) as workers, partial.open("a") as out:
        for start in range(0, len(jobs), CHUNK):
            some = jobs[start : start + CHUNK]
            answers = ask([(reader, folder / "files" / file) for file, reader in some], folder / "texts")
            for line in workers.map(one, some, answers):
                out.write(line + "\n")
                known[tuple(line.split("\t")[:2])] = line
            out.flush()
            print(start + len(some), flush=True)
    head = "# What readers of LLVM did: file, target, outcome, stage, message or what they wrote again differently."
    lines = [line for _, line in sorted(exclude_broken(known).items())]
    (folder / "outcomes.tsv").write_text("\n".join([head, *lines]) + "\n")


def exclude_broken(known):
    """A file that its own release refuses shows nothing of the others."""
    broken = set()
    for (file, name), line in known.items():
        own = target(file.split("/")[0])
        if name == own and line.split("\t")[2] == "fails":
            broken.add(file)
    why = "excluded\t-\tits own release does not read it"
    return {cell: "\t".join([*cell, *why.split("\t")]) if cell[0] in broken else line for cell, line in known.items()}


def target(reader):
    return "llvm-" + RELEASES[READERS.index(reader)]


def with_stage(fate_and_message):
    does, message = fate_and_message
    return does, "load" if does == "fails" else "-", message


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parent.parent))
    import unseen_set

    unseen_set.main(SETS, make, run, __doc__)
