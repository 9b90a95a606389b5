"""What libNVVM does with bitcode, without a GPU.

    nvvm.py build OUT VERSIONS PRODUCER…  the texts of modules.py as modules for NVIDIA's GPUs, in OUT/PRODUCER: VERSIONS of NVVM IR are `2`, or `1,2`
    nvvm.py calls OUT VERSIONS LISTS PRODUCER…   modules that call one intrinsic each, of those for all machines and for NVIDIA's that the list of the producer's own
                                          release has (LISTS is what `intrinsics.py list` made), in OUT/PRODUCER
    nvvm.py places OUT                    modules with other triples and layouts, in OUT/9
    nvvm.py table OLDER NEEDS NEWER NEEDS prints the table of readers (targets/nvvm.txt) of what was asked about OLDER for compute_75 and about NEWER for
                                          compute_100; NEEDS is what `ir_needs` prints of the modules
    nvvm.py ask OUT LIBRARY ARCH          what verifying and what compiling each module of OUT says, unoptimized, into OUT/LIBRARY-ARCH.tsv: module, how
                                          verifying ended, its log, how compiling ended, its log (continues where it stopped)

LIBRARY is a pin of the list `nvvm`, ARCH as libNVVM has it: compute_75. Environment: as tools.py says; `OUTLAST_NVVM`: the folder with the libraries.
"""
import collections
import ctypes
import functools
import json
import multiprocessing
import os
import random
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import intrinsics
import modules
from runs import assemble
from tools import NATIVE, ROOT, include, pins

from profile import blame

FOLDER = Path(os.environ.get("OUTLAST_NVVM", ROOT / "target/interop/llvm/nvvm"))
# What libNVVM wants to see in a module; the layout is that of NVIDIA's documents.
LAYOUT = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
HEADER = f'target datalayout = "{LAYOUT}"\ntarget triple = "nvptx64-nvidia-cuda"\n'
VERSION = "\n!nvvmir.version = !{!99990}\n!99990 = !{i32 MAJOR, i32 MINOR}\n"
# The version of NVVM IR that libraries of CUDA before 12 take, and all since.
VERSIONS = {"1": "1.9", "2": "2.0"}


class Library:
    """One libNVVM: `nvvmVerifyProgram` and `nvvmCompileProgram`."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        self.library.nvvmGetErrorString.restype = ctypes.c_char_p

    def numbers(self, function, count):
        numbers = [ctypes.c_int() for _ in range(count)]
        getattr(self.library, function)(*map(ctypes.byref, numbers))
        return ".".join(str(number.value) for number in numbers)

    def error(self, code):
        return self.library.nvvmGetErrorString(code).decode().removeprefix("NVVM_").removeprefix("ERROR_").lower()

    def log(self, program):
        size = ctypes.c_size_t()
        self.library.nvvmGetProgramLogSize(program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value + 1)
        self.library.nvvmGetProgramLog(program, text)
        return text.value.decode(errors="replace").strip()

    def ask(self, data, name, arch, function, options=()):
        """How it ended (`success`, `ir_version_mismatch`, `invalid_ir`, `compilation`), and the log."""
        program = ctypes.c_void_p()
        self.library.nvvmCreateProgram(ctypes.byref(program))
        try:
            code = self.library.nvvmAddModuleToProgram(program, data, ctypes.c_size_t(len(data)), name.encode())
            if not code:
                words = [f"-arch={arch}".encode(), *options]
                code = getattr(self.library, function)(program, len(words), (ctypes.c_char_p * len(words))(*words))
            return self.error(code), self.log(program)
        finally:
            self.library.nvvmDestroyProgram(ctypes.byref(program))


# What modules are called; their logs begin with it.
NAME = "module.bc"


def plain(log):
    """A log on one line, without the producer."""
    log = re.sub(r"\(Producer: '[^']*' Reader:", "(Producer: '{producer}' Reader:", log)
    return re.sub(r"\s+", " ", log).strip()


def worker(path, arch, files, answers):
    library = Library(path)
    for file in files:
        data = Path(file).read_bytes()
        verify = library.ask(data, NAME, arch, "nvvmVerifyProgram")
        answers.send((file, "verify", *verify))
        answers.send((file, "compile", *library.ask(data, NAME, arch, "nvvmCompileProgram", (b"-opt=0",))))
    answers.send(None)


def ask(path, arch, files, seconds=60):
    """For each file, in order: file, and for `verify` and `compile` how it ended and its log; `crash` where the process ended."""
    rest, found = list(files), {}
    while rest:
        reader, writer = multiprocessing.Pipe(False)
        process = multiprocessing.Process(target=worker, args=(path, arch, rest, writer))
        process.start()
        writer.close()
        ended = "timeout"
        try:
            while reader.poll(seconds):
                answer = reader.recv()
                if answer is None:
                    rest = []
                    break
                found[answer[0], answer[1]] = answer[2], plain(answer[3]) if answer[3] else ""
        except EOFError:
            process.join()
            ended = f"crash {-process.exitcode}" if process.exitcode < 0 else f"exit {process.exitcode}"
        process.kill()
        process.join()
        # What ended the process is the first without an answer.
        while rest and (rest[0], "compile") in found:
            rest.pop(0)
        if rest:
            found.setdefault((rest[0], "verify"), (ended, ""))
            found.setdefault((rest[0], "compile"), (ended, ""))
            rest.pop(0)
    return [(file, found[file, "verify"], found[file, "compile"]) for file in files]


def versioned(text, major, minor):
    return HEADER + text + VERSION.replace("MAJOR", major).replace("MINOR", minor)


def build(out, versions, *producers):
    pool = [(name, text) for name, text in modules.texts([include(release) for release in NATIVE]) if "target " not in text and not name.startswith(("summarised", "index"))]

    def one(job):
        producer, name, text, major = job
        target = out / producer / f"{name}.v{major}.bc"
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() and not assemble(producer, versioned(text, *VERSIONS[major].split(".")), target) and target.exists():
            target.unlink()

    for producer in producers:
        with ThreadPoolExecutor(2) as workers:
            list(workers.map(one, [(producer, name, text, major) for name, text in pool for major in versions.split(",")]))
        print(producer, len(list((out / producer).glob("*.bc"))), flush=True)


LAYOUTS = [
    "", LAYOUT, LAYOUT.replace("-i128:128:128", ""), LAYOUT.replace("p:64:64:64", "p:32:32:32"), "e-i64:64-i128:128-v16:16-v32:32-n16:32:64",
    "e-i64:64-v16:16-v32:32-n16:32:64", "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64", "e-p3:32:32-p4:32:32-p5:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64",
    "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64", "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-i256:256:256-f32:32:32-f64:64:64-f128:128:128-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8-p6:32:32-i256:256-v16:16-v32:32-n16:32:64",
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128", "e",
    "e-p6:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64", "e-p:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64", "e-p:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64",
]
TRIPLES = {"cuda": "nvptx64-nvidia-cuda", "none": "", "other": "nvptx64-unknown-unknown", "machine": "x86_64-unknown-linux-gnu"}
BODY = "define void @k(P<float> %a, float %b) {\n %x = load float, P<float> %a\n %y = fmul float %x, %b\n store float %y, P<float> %a\n ret void\n}\n"


def places(out):
    """Modules that differ in the triple or the layout alone."""
    (out / "9").mkdir(parents=True, exist_ok=True)
    kinds = [(f"layout-{number}", layout, "cuda") for number, layout in enumerate(LAYOUTS)] + [(f"triple-{triple}", LAYOUT, triple) for triple in TRIPLES]
    for name, layout, triple in kinds:
        head = (f'target datalayout = "{layout}"\n' if layout else "") + (f'target triple = "{TRIPLES[triple]}"\n' if TRIPLES[triple] else "")
        for major in VERSIONS:
            text = versioned(BODY.replace("P<float>", "float*"), *VERSIONS[major].split(".")).replace(HEADER, head)
            assemble("9", text, out / "9" / f"place-{name}.v{major}.bc")


# Which intrinsics are of other machines.
FOREIGN = re.compile(r"llvm\.(?:aarch64|amdgcn|arm|bpf|dx|hexagon|loongarch|mips|ppc|r600|riscv|s390|spv|ve|wasm|x86|xcore|directx)\.")


def called(name, ret, params, immediate):
    """A function that calls an intrinsic with its own parameters, so that nothing is computed before."""
    dots = bool(params) and params[-1] == "..."
    fixed = params[:-1] if dots else params
    own = [at for at, kind in enumerate(fixed) if at not in immediate and kind not in ("metadata", "token", "label")]
    arguments = ", ".join(f"{kind} %a{at}" if at in own else intrinsics.argument(kind, at in immediate) for at, kind in enumerate(fixed))
    kind = f"{ret} ({', '.join(fixed)}{', ' if fixed else ''}...)" if dots else ret
    ends = ("", "ret void") if ret == "void" else ("%r = ", f"ret {ret} %r")
    # Tokens are not returned, and of a structure the first field is.
    result = "void" if ret in ("void", "token") else ret
    ends = (ends[0], "ret void") if ret == "token" else ends
    if ret.startswith("{") and ret != "{}":
        result = ret.strip("{} ").split(", ")[0]
        ends = ("%r = ", f"%e = extractvalue {ret} %r, 0\n ret {result} %e")
    head = f"declare {ret} @{name}({', '.join(fixed)}{', ' if dots and fixed else ''}{'...' if dots else ''})\n"
    return head + f"define {result} @f({', '.join(f'{fixed[at]} %a{at}' for at in own)}) {{\n {ends[0]}call {kind} @{name}({arguments})\n {ends[1]}\n}}\n"


def calls(out, versions, lists, *producers):
    for producer in producers:
        jobs, seen = [], set()
        for line in (Path(lists) / f"{producer}.txt").read_text().splitlines():
            _, name, ret, params, immediate = line.split("\t")
            entry = intrinsics.shape(name, ret, json.loads(params))
            if FOREIGN.match(name) or entry in seen:
                continue
            seen.add(entry)
            text = called(name, ret, json.loads(params), set(json.loads(immediate)))
            if producer in intrinsics.TYPED:
                text = re.sub(r"\bptr( addrspace\((\d+)\))?", lambda found: f"i8{found[1] or ''}*", re.sub(r"\.p(\d+)\b(?=[.(])", r".p\1i8", text))
            jobs += [(re.sub(r"[^\w.-]", "_", entry)[:150], text, major) for major in versions.split(",")]
        (out / producer).mkdir(parents=True, exist_ok=True)

        def one(job, producer=producer):
            name, text, major = job
            target = out / producer / f"call-{name}.v{major}.bc"
            if not assemble(producer, versioned(text, *VERSIONS[major].split(".")), target) and target.exists():
                target.unlink()

        with ThreadPoolExecutor(2) as workers:
            list(workers.map(one, jobs))
        print(producer, len(jobs), len(list((out / producer).glob("call-*.bc"))), flush=True)


def library(pin):
    """The library of a pin: `nvvm-12.9`."""
    return next((FOLDER / pin).rglob("libnvvm.so*"))


def questions(out, pin, arch):
    table = out / f"{pin}-{arch}.tsv"
    known = {line.split("\t")[0] for line in table.read_text().splitlines()} if table.exists() else set()
    version = Library(library(pin)).numbers("nvvmIRVersion", 4).split(".")[0]
    files = [str(path.relative_to(out)) for path in sorted(out.glob("*/*.bc")) if path.name.endswith(f".v{version}.bc")]
    files = [file for file in files if file not in known]
    random.Random(1).shuffle(files)
    with table.open("a") as rows:
        for at in range(0, len(files), 500):
            some = files[at:at + 500]
            for file, verify, compiled in ask(library(pin), arch, [out / file for file in some]):
                rows.write("\t".join([str(file.relative_to(out)), *verify, *compiled]) + "\n")
            rows.flush()
    print(pin, arch, len(files), flush=True)


# What a log ends with, where it says before what it is about.
ENDS = re.compile(r"(?:[\w ]+ type|blockaddress|[\w/ ]+ linkage|[\w ]+ attribute|Atomic loads/stores|[A-Z][\w ]+) (?:is|are) not (?:supported|allowed)\.?$|Illegal instruction: .*|Unsupported intrinsic: .*|\w+ does not support operation\.$")
READERS_FILE = ROOT / "crates/llvm/targets/nvvm-readers.txt"
STAGES = ("reads", "verifies", "compiles")
# In so many modules a shape is that may be to blame alone, though others with it fare well.
RARE = 25
OK = None


def message(log):
    log = log.removeprefix("module.bc: ").removeprefix("parse ").removeprefix("error: ")
    if found := ENDS.search(log):
        return found[0].strip()
    log = log.removeprefix("Error: : ").removeprefix("Error: ")
    log = re.sub(r"Unsupported expression in static initializer: .*", "Unsupported expression in static initializer", log)
    return re.sub(r"^(?:Function|Global \w+) `[^']*'(?: Basic Block `[^']*')?: ", "", log)[:160].strip()


# Of what is called the name counts, without the types in it; functions that are declared and not called are no matter.
UNCALLED = ("intrinsic-declared", "intrinsic-name", "intrinsic-unused")


def needs_of(path):
    needs = collections.defaultdict(set)
    for line in open(path, errors="replace"):
        file, _, kind, value, _ = line.rstrip("\n").split("\t")
        # Summaries are for linkers.
        if kind != "checked" and kind not in UNCALLED and not kind.startswith("summary"):
            value = value.split(":")[0] if kind == "intrinsic" else value
            needs["/".join(file.split("/")[-2:])].add(f"{kind}:{value}")
    return needs


def cells(out, pin, arch):
    """What became of each module at each stage: `OK`, else the message, which may be empty; no entry where it did not come so far."""
    for line in (out / f"{pin}-{arch}.tsv").read_text().splitlines():
        name, verified, said, compiled, also = line.split("\t")
        if "ir_version_mismatch" in (verified, compiled) or "timeout" in (verified, compiled):
            continue
        refused = [log for log in (said, also) if log.startswith("module.bc: parse ")]
        if refused:
            yield name, {"reads": message(refused[0])}
            continue
        does = {"reads": OK}
        for stage, ended, log in (("verifies", verified, said), ("compiles", compiled, also)):
            does[stage] = OK if ended == "success" else ended if ended.startswith("crash ") and ended != "crash -1" else message(log)
        yield name, does


@functools.cache
def taken():
    """Kinds of which people say that a stage takes them all: what a run contradicts has a row."""
    return {(front + stage, kind) for front, stage, kind in re.findall(r"(?m)^(newer-)?otherwise (\w+):(\S+) \S+ = loads", READERS_FILE.read_text())}


def learned(out, needs, pin, arch):
    """What a library does with each shape, by stage: `""`, or the message."""
    front = "" if arch == "compute_75" else "newer-"
    asked = [(name, does) for name, does in cells(out, pin, arch) if "/place-" not in name]
    # Of a module that was made to call something, that counts.
    needs = {name: {shape for shape in shapes if "/call-" not in name or shape.startswith("intrinsic:")} for name, shapes in needs.items()}
    needs = collections.defaultdict(set, needs)
    support = collections.Counter(shape for name, _ in asked for shape in needs[name])
    found = {}
    for stage in STAGES:
        well = set().union(*(needs[name] for name, does in asked if stage in does and does[stage] is OK))
        badly = [(name, does[stage]) for name, does in asked if stage in does and does[stage] is not OK]
        # A message that names what it is about says it all; else the shapes to blame are those that most of those have that fare badly.
        causes, unexplained = blame(needs, badly, set().union(*(needs[name] for name, _ in badly)) - well if badly else set(), None)
        found |= {(stage, shape): "" for shape in well}
        found |= {(stage, shape): "fails" + (f" | {text}" if (text := said.most_common(1)[0][0]) else "") for shape, said in causes.items()}
        # Each shape is taken somewhere: what the rarest one does hangs on where it is.
        for name, said in unexplained:
            shape = min(needs[name], key=lambda shape: (support[shape], shape))
            print("unexplained:", pin, arch, stage, name, said, shape, support[shape], file=sys.stderr)
            # What a call has as arguments was made up; and people say of some kinds that they are no matter.
            if support[shape] <= RARE and "/call-" not in name and (front + stage, shape.split(":")[0]) not in taken():
                found[stage, shape] = "unknown"
    for name, does in cells(out, pin, arch):
        if part := re.match(r"9/place-(layout|triple)-(\w+)\.", name):
            value = (LAYOUTS[int(part[2])] or "none") if part[1] == "layout" else part[2]
            if (part[1], value) in (("layout", LAYOUT), ("triple", "cuda")):
                value = value if part[1] == "layout" else "cuda"
            for stage in STAGES[1:]:
                if stage in does:
                    said = does[stage]
                    said = OK if said is OK else re.split(" must be|[\\[(]| Error", said)[0].strip(" ,:")
                    found[stage, f"{part[1]}:{value}"] = "" if said is OK else f"fails | {said}" if said else "fails"
    return found


ARCHITECTURES = "50 52 53 60 61 62 70 72 75 80 86 87 88 89 90 100 101 103 110 120 121".split()


def table(older, older_needs, newer, newer_needs):
    libraries = pins.pins("llvm", "nvvm")
    releases = [pin["release"] for pin in libraries.values()]
    rows = collections.defaultdict(dict)
    for name, pin in libraries.items():
        one, release = Library(library(name)), pin["release"]
        rows["version", "current"][release] = one.numbers("nvvmIRVersion", 4)
        probe = (Path(older) / f"9/place-triple-cuda.v{one.numbers('nvvmIRVersion', 4)[0]}.bc").read_bytes()
        for number in ARCHITECTURES:
            if one.ask(probe, NAME, f"compute_{number}", "nvvmVerifyProgram")[0] == "success":
                runs = Path(older) / f"{name}-compute_75.tsv" if int(number) < 100 else Path(newer) / f"{name}-compute_100.tsv"
                # What it says of files that it refuses to read has the release that it reads with.
                if runs.exists() and (said := re.search(r"Reader: 'LLVM ([\d.]+)'", runs.read_text())):
                    rows["architecture", f"{said[1]}:sm_{number}"][release] = f"sm_{number}"
    for front, out, needs_file, arch in (("", older, older_needs, "compute_75"), ("newer-", newer, newer_needs, "compute_100")):
        needs = needs_of(needs_file)
        for name, pin in libraries.items():
            if (Path(out) / f"{name}-{arch}.tsv").exists():
                for (stage, shape), does in learned(Path(out), needs, name, arch).items():
                    rows[front + stage, shape][pin["release"]] = does
    print(TABLE + "releases " + " ".join(releases) + "\nbasis measured")
    calls_of = collections.defaultdict(list)
    asked_calls = {}
    for front, out, arch in (("", older, "compute_75"), ("newer-", newer, "compute_100")):
        runs = {pin["release"]: Path(out) / f"{name}-{arch}.tsv" for name, pin in libraries.items()}
        asked_calls[front] = {release for release, path in runs.items() if path.exists() and path.read_text().count("/call-") > 1000}
    for (kind, name), by in sorted(rows.items()):
        if (kind, name.split(":")[0]) in taken() and not any(by.values()):
            continue
        # Names of functions are looked at after reading.
        if kind.endswith("reads") and name.startswith("intrinsic:") and not any(by.values()):
            continue
        basis = dict.fromkeys(releases, "")
        if name.startswith("intrinsic:"):
            # What calls have as arguments was made up: of refusals those count that are about the name.
            by = {release: does for release, does in by.items() if not MADE_UP.search(does)}
            # On vectors these do not compile, on numbers they do.
            by = {release: does for release, does in by.items() if not does or ".with.overflow" not in name}
            # Libraries that were not asked about calls are as the one next to them that was, and has the same reader.
            for release, near in nearest(front_of(kind), asked_calls).items():
                if release not in asked_calls[front_of(kind)] and near in by:
                    by[release], basis[release] = by[near], " between"
        # What no release of the interval was asked about is between others.
        rests = " between" if any(basis.values()) else ""
        for words, does in intervals(releases, by):
            if name.startswith("intrinsic:") and not does:
                if not SELDOM.match(name):
                    calls_of[kind, words + rests].append(name.removeprefix("intrinsic:"))
            else:
                print(f"{kind} {name} {words}{rests}" + (f" = {does}" if does else ""))
    for (kind, words), names in sorted(calls_of.items()):
        front, stage = kind.rpartition("-")[::2]
        for at in range(0, len(names), 60):
            print(f"{front + '-' if front else ''}calls {stage} {words} = {' '.join(names[at:at + 60])}")


def front_of(kind):
    return "newer-" if kind.startswith("newer-") else ""


def nearest(front, asked):
    """For each release of libNVVM the one that was asked about calls and is next to it, an earlier one where both are."""
    found = {}
    releases = [pin["release"] for pin in pins.pins("llvm", "nvvm").values()]
    for at, release in enumerate(releases):
        near = sorted((abs(at - other), other) for other, one in enumerate(releases) if one in asked[front])
        # From 13.2 on the newer readers are of LLVM 22 and 23; before of 20.
        same = [releases[other] for _, other in near if not front or (at >= releases.index("13.2.86")) == (other >= releases.index("13.2.86"))]
        if same and (not front or at >= releases.index("12.8.93")):
            found[release] = same[0]
    return found


# Intrinsics that nobody writes for GPUs: none of them has a row.
SELDOM = re.compile(r"intrinsic:llvm\.(?:vp|coro|instrprof|experimental\.(?:constrained|vp|gc|patchpoint|stackmap|deoptimize|guard|convergence)|matrix|objc|eh|seh|callbr|xray|sponentry|swift|gc|call\.preallocated|preserve)\b")
MADE_UP = re.compile(r"type is not supported|incorrect|immarg|Callsite|incompatible|unknown|must be|constant")


def intervals(releases, by):
    """Releases that follow each other with the same value, and the value."""
    at = 0
    while at < len(releases):
        end = at
        while end + 1 < len(releases) and by.get(releases[end + 1]) == by.get(releases[at]):
            end += 1
        if by.get(releases[at]) is not None:
            yield releases[at] + ("-" if end == len(releases) - 1 else "" if end == at else f"-{releases[end]}"), by[releases[at]]
        at = end + 1


TABLE = """# What each release of libNVVM does with each shape of IR, for compute_75 and (with `newer-` in front) for compute_100, read off runs of the real
# libraries on generated modules. Made by evidence/peers/llvm/nvvm.py; do not edit. Kinds of rows: crates/llvm/src/nvvm.rs.
"""


if __name__ == "__main__":
    folder = Path(sys.argv[2]).absolute()
    if sys.argv[1] == "build":
        build(folder, *sys.argv[3:])
    elif sys.argv[1] == "calls":
        calls(folder, *sys.argv[3:])
    elif sys.argv[1] == "places":
        places(folder)
    elif sys.argv[1] == "table":
        table(*sys.argv[2:])
    else:
        questions(folder, *sys.argv[3:])
