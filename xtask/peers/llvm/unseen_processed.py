"""A set of what tools make of modules after the compiler: linked, transformed by passes that compilers do not run by themselves, instrumented, taken
apart, at the stages of link-time optimisation, and the two halves of programs for accelerators. Sources are in unseen_shapes.py.

Readers are asked as unseen_made.py says. Every step is a program of the producer's own release; what it cannot do is left out, and another drawn.
"""
import hashlib
import random
import subprocess
import tempfile
from pathlib import Path

from tools import NATIVE, tool
from unseen_made import resources
from unseen_shapes import DEVICE, PASSES, SOURCES

NAME = "2026-11-processed"
ABOUT = (
    "what tools make of modules after the compiler, each by the tools of nine releases: 15 programs linked, instrumented and transformed by passes drawn from 70, "
    "extracted and split, at the stages of link-time optimisation, with sample profiles, and halves of CUDA, HIP and OpenMP programs."
)
#: How many files of each kind each release gives.
WANTED = {"transformed": 7, "linked": 2, "taken apart": 2, "link-time optimisation": 3, "device": 2}
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-O1 -fno-inline", "-O0 -Xclang -disable-O0-optnone"]
DEBUG = ["", "", "-g", "-g -gdwarf-5", "-gline-tables-only", "-g -gcodeview --target=x86_64-pc-windows-msvc"]
TARGETS = ["", "", "", "--target=aarch64-linux-gnu", "--target=riscv64-linux-gnu", "--target=wasm32", "--target=powerpc64le-linux-gnu", "--target=arm64-apple-macosx12"]


class Release:
    """The programs of a release, in a folder of its own."""

    def __init__(self, release, folder, pick):
        self.release, self.folder, self.pick, self.number = release, folder, pick, 0

    def run(self, program, *words):
        command = [*tool(program, self.release), *words]
        try:
            return subprocess.run(command, capture_output=True, cwd=self.folder, timeout=60, stdin=subprocess.DEVNULL).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def fresh(self, suffix="bc"):
        self.number += 1
        return f"{self.number}.{suffix}"

    def flags(self, more=""):
        debug = self.pick.choice(DEBUG)
        target = "" if "--target" in debug else self.pick.choice(TARGETS)
        return f"{self.pick.choice(LEVELS)} {debug} {target} {more}".split()

    def compiled(self, source, flags):
        out = self.fresh()
        words = [*flags, "-resource-dir", resources(self.release), "-fdebug-compilation-dir=.", "-w", "-c", "-emit-llvm", source, "-o", out]
        return out if self.run("clang", *words) else None

    def transformed(self):
        source, flags, passes = self.pick.choice(list(SOURCES)), self.flags(), ",".join(self.pick.sample(PASSES, self.pick.choice([1, 1, 2])))
        made, out = self.compiled(source, flags), self.fresh()
        done = made and self.run("opt", f"-passes={passes}", made, "-o", out)
        return out if done else None, f"{source} {' '.join(flags)}, opt -passes={passes}"

    def linked(self):
        sources = self.pick.sample(sorted(SOURCES), 3)
        flags, out = self.flags("-ffunction-sections"), self.fresh()
        how = self.pick.choice([[], ["-internalize"], ["-only-needed"]])
        made = [self.compiled(source, flags) for source in sources]
        done = all(made) and self.run("llvm-link", *how, *made, "-o", out)
        return out if done else None, f"{' '.join(sources)} {' '.join(flags)}, llvm-link {' '.join(how)}"

    def taken_apart(self):
        source, flags = self.pick.choice(list(SOURCES)), self.flags()
        made, out = self.compiled(source, flags), self.fresh()
        if self.pick.random() < 0.5:
            done = made and self.run("llvm-split", "-j", "3", made, "-o", out)
            return f"{out}{self.pick.choice('012')}" if done else None, f"{source} {' '.join(flags)}, llvm-split -j 3"
        how = self.pick.choice([["-recursive"], ["-delete"], []])
        done = made and self.run("llvm-extract", "-rfunc=.*(main|run|make|e[a-d]).*", *how, made, "-o", out)
        return out if done else None, f"{source} {' '.join(flags)}, llvm-extract {' '.join(how)}"

    def optimised_when_linked(self):
        sources = self.pick.sample(sorted(SOURCES), 2)
        kind = self.pick.choice(["thin", "thin", "full", "index", "profile"])
        more = {"full": "-flto=full", "profile": "-fprofile-sample-use=profile.txt"}.get(kind, "-flto=thin")
        flags = f"{self.pick.choice(['-O1', '-O2', '-O3'])} {self.pick.choice(['', '-g'])} --target=x86_64-linux-gnu {more}".split()
        made = [self.compiled(source, flags) for source in sources]
        how = f"{' '.join(sources)} {' '.join(flags)}"
        if not all(made):
            return None, how
        if kind == "profile":
            return made[0], how
        if kind == "index":
            out = self.fresh()
            return out if self.run("llvm-lto", "-thinlto-action=thinlink", "-o", out, *made) else None, f"{how}, llvm-lto -thinlto-action=thinlink"
        resolutions = [f"-r={file},{line.split()[-1]},{'plx' if line.split()[-2].isupper() and line.split()[-2] != 'U' else ''}" for file in made for line in self.symbols(file)]
        out = self.fresh("o")
        self.run("llvm-lto2", "run", "-save-temps", "-o", out, *resolutions, *made)
        stages = sorted(path.name for path in Path(self.folder).glob(f"{out}.*.bc")) + sorted(path.name for path in Path(self.folder).glob(f"{made[0]}.*.bc"))
        stage = self.pick.choice(stages) if stages else None
        return stage, f"{how}, llvm-lto2 run -save-temps: {'.'.join(stage.split('.')[-3:]) if stage else ''}"

    def symbols(self, file):
        done = subprocess.run([*tool("llvm-nm", self.release), file], capture_output=True, cwd=self.folder, text=True, timeout=60)
        return [line for line in done.stdout.splitlines() if line.strip()]

    def device(self):
        source = self.pick.choice(list(DEVICE))
        flags = f"{self.pick.choice(DEVICE[source][0])} {self.pick.choice(['-O0', '-O2', '-O3'])} {self.pick.choice(['', '-g'])}".split()
        return self.compiled(source, flags), f"{source} {' '.join(flags)}"


def make(folder):
    files = Path(folder).absolute() / "files"
    rows, seen = [], set()
    for release in NATIVE:
        (files / release).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as place:
            for name, text in {**SOURCES, **{name: text for name, (_, text) in DEVICE.items()}, "profile.txt": "run:900:30\n 1: 30\n 2: 25\n 3: 20\nmake:100:10\n 1: 10\n"}.items():
                (Path(place) / name).write_text(text)
            pick = random.Random(f"{NAME}/{release}")
            programs = Release(release, place, pick)
            ways = {"transformed": programs.transformed, "linked": programs.linked, "taken apart": programs.taken_apart, "link-time optimisation": programs.optimised_when_linked, "device": programs.device}
            for kind, count in WANTED.items():
                got = 0
                for tried in range(6 * count):
                    if got == count:
                        break
                    made, how = ways[kind]()
                    data = (Path(place) / made).read_bytes() if made and (Path(place) / made).exists() else b""
                    digest = hashlib.sha256(data).hexdigest()
                    if not data.startswith(b"BC\xc0\xde") or digest in seen or len(data) > 400_000:
                        continue
                    seen.add(digest)
                    got += 1
                    file = f"{release}/{kind.replace(' ', '-')}-{got:02}.bc"
                    (files / file).write_bytes(data)
                    rows.append("\t".join([file, digest, kind, f"tools of LLVM {release}", "-", how]))
                print(release, kind, got, "of", tried + 1, flush=True)
    head = f"# The set {NAME}: file, SHA-256, kind, producer, companions, how it was made."
    (Path(folder) / "manifest.tsv").write_text("\n".join([head, *sorted(rows)]) + "\n")
    print(len(rows), "files")
