#!/usr/bin/env python3
"""What each program of a release looks at in bitcode, beside what the library reads for all of them: rows for targets/llvm-tools.txt.

    reader_tools.py WORK               makes the probes in WORK, asks every program of every release, and prints rows
    reader_tools.py WORK --said        prints what each said: program, release, probe, status, last line
    reader_tools.py WORK --ask LIST    what each does with the files of a list: file, program, release, `reads` or `refuses`, message;
                                       continues WORK/outcomes.part

Probes, each by the program's own release, but for the archive:
    sound       a module with one function: whoever refuses it is not asked on
    broken      its function has two attributes that exclude each other: only verifiers look
    summary     a summary of a version that no release has
    several     two modules in one file
    bare        a module without a data layout
    unused      an archive with a member that no reader takes and nothing needs; for linkers

Guessed before the first run (2026-11-29): of the 26 answers to the questions `broken`, `summary`, `several` and `unused` 24 came as guessed. Clang was
thought to take several modules in every release (14 to 16 do not), and wasm-ld to refuse unused members since 15, as lld does (it does since 18).
"""
import collections
import os
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bits
from tools import NATIVE, PINS, READERS, RELEASES, ZIG, tool

sys.path.append(str(Path(__file__).resolve().parents[1]))
from intervals import intervals  # noqa: E402 (beside the folder)

WASM, X86 = "wasm32-unknown-unknown", "x86_64-unknown-linux-gnu"
LINKERS = ("lld", "wasm-ld")
PROBES = ("sound", "broken", "summary", "several", "bare", "unused")
# What `llvm-as` gives numbers of: blocks and records of llvm/Bitcode/LLVMBitCodes.h.
SUMMARY, VERSION = 20, 10
ATTRIBUTES, GROUP = 10, 3
UNHEARD = 9999
# The largest number of one chunk, so that nothing moves.
UNHEARD_VERSION = 31

HEAD = """\
# What the programs of a release look at, beside what they all read with one library.
# Made by evidence/peers/llvm/reader_tools.py; do not edit. Kinds of rows: crates/llvm/src/tools.rs.
"""

# The program as its users call it; the output goes nowhere.
COMMANDS = {
    "opt": ("opt", ["-disable-output"], []),
    "llc": ("llc", ["-filetype=null"], []),
    "clang": ("clang", ["-x", "ir", "-c", "-w", "-o", "/dev/null"], []),
    "llvm-link": ("llvm-link", ["-o", "/dev/null"], []),
    "llvm-dis": ("llvm-dis", ["-o", "/dev/null"], []),
    "llvm-lto2": ("llvm-lto2", ["run", "-o", "OUT"], ["-r=FILE,f,px", "-r=FILE,g,px"]),
    "lld": ("lld", ["-flavor", "gnu", "-shared", "-o", "OUT"], []),
    "wasm-ld": ("lld", ["-flavor", "wasm", "--no-entry", "--export-all", "-o", "OUT"], []),
}


def text(name, head, attributes=""):
    return f"{head}define i32 @{name}(i32 %x) {attributes} {{\n  ret i32 %x\n}}\n"


def head(maker, triple):
    """The lines on the layout of data, which linkers want, and the machine."""
    done = call([*tool("clang", maker), f"--target={triple}", "-S", "-emit-llvm", "-x", "c", "-", "-o", "-"], b"")
    lines = [line for line in done.stdout.decode().splitlines() if line.startswith("target ")]
    assert len(lines) == 2, (maker, triple, done.stderr)
    return "\n".join(lines) + "\n"


def call(command, data=None):
    env = dict(os.environ, LLVM_DISABLE_SYMBOLIZATION="1", ZIG_GLOBAL_CACHE_DIR="/tmp/zig-cache-global", ZIG_LOCAL_CACHE_DIR="/tmp/zig-cache-local")
    return subprocess.run(command, input=data, capture_output=True, env=env, timeout=120)


def made(command, data=None):
    done = call(command, data)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.decode()}")


def change(path, block, code, edit):
    stream = bits.parse(path.read_bytes())
    records = [item for around, item in bits.walk(stream) if isinstance(item, bits.Record) and item.code == code and around and around[-1].id == block]
    for record in records:
        edit(record)
    assert records, path
    path.write_bytes(bits.write(stream))


def probes(work, maker, triple):
    """The files, made by the programs of a release."""
    folder = work / f"made-by-{maker}"
    folder.mkdir(parents=True, exist_ok=True)
    at = {name: folder / f"{name}.bc" for name in (*PROBES, "second", "unheard")}
    assembler, top = tool("llvm-as", maker), head(maker, triple)
    made([*assembler, "-", "-o", str(at["sound"])], text("f", top).encode())
    made([*assembler, "-", "-o", str(at["second"])], text("g", top).encode())
    made([*assembler, "-", "-o", str(at["bare"])], text("f", top.splitlines()[1] + "\n").encode())
    made([*assembler, "-disable-verify", "-", "-o", str(at["broken"])], text("f", top, "noinline alwaysinline").encode())
    made([*tool("opt", maker), "-module-summary", str(at["sound"]), "-o", str(at["summary"])])
    change(at["summary"], SUMMARY, VERSION, lambda record: record.ops.__setitem__(0, UNHEARD_VERSION))
    made([*tool("llvm-cat", maker), "-b", str(at["sound"]), str(at["second"]), "-o", str(at["several"])])
    made([*assembler, "-", "-o", str(at["unheard"])], text("unused", top, "noinline").encode())
    change(at["unheard"], ATTRIBUTES, GROUP, lambda record: record.ops.__setitem__(slice(2, None), [0, UNHEARD]))
    return at


def archive(work, reader, triple):
    """An archive with a member of another release than the reader's, which therefore trusts no table of symbols in it. Written here, as no `llvm-ar`
    gives one an index that it cannot read."""
    maker = next(release for release in reversed(NATIVE) if release != reader)
    data = probes(work, maker, triple)["unheard"].read_bytes()
    data += b"\n" * (len(data) % 2)

    def member(name, content):
        return b"%-16s%-12d%-6d%-6d%-8s%-10d`\n" % (name, 0, 0, 0, b"644", len(content)) + content

    names = b"unused\0\0"
    index = member(b"/", struct.pack(">II", 1, 8 + 60 + 8 + len(names)) + names)
    out = work / "unused.a"
    out.write_bytes(b"!<arch>\n" + index + member(b"unheard.bc/", data))
    return out


def ask(work, program, reader):
    """What the program of a release does with each probe: its status and the last line of what it says."""
    triple = WASM if program == "wasm-ld" else X86
    maker = reader if reader in NATIVE else str(max(int(release) for release in NATIVE if int(release) < int(reader)))
    folder = work / f"{program}-{reader}"
    files = probes(folder, maker, triple)
    executable, before, after = COMMANDS[program]
    if reader in ZIG:
        command = [f"{os.environ['OUTLAST_LLVM']}/zig-{reader}/ziglang/zig", executable]
    else:
        command = tool(executable, reader)
    said = {}
    for name in PROBES:
        paths = [str(files["sound" if name == "unused" else name])]
        if name == "unused":
            if program not in LINKERS:
                continue
            paths.append(str(archive(folder, reader, triple)))
        symbols = [option for option in after if ",g," not in option or name == "several"]
        options = [option.replace("OUT", str(folder / "out")) for option in before]
        options += [option.replace("FILE", paths[0]) for option in symbols]
        done = call([*command, *options[: len(before)], *paths, *options[len(before) :]])
        lines = [line for line in done.stderr.decode("utf-8", "replace").splitlines() if line.strip()]
        said[name] = (done.returncode, lines)
    return said


def last(lines):
    """What a program says, without its own name and that of the file."""
    kept = next((line for line in lines if "rror" in line), lines[-1] if lines else "")
    return re.sub(r"^(?:.*(?:error|ERROR): )?(?:.*\.bc'?: )?", "", kept).strip()


# What the refusal of a probe shows: the kind of row, and whether it has the message.
KINDS = {"broken": ("verifies", False), "summary": ("summaries", False), "several": ("single-module", True), "bare": ("layout", True), "unused": ("unused-members", False)}


def rows(cells):
    """Rows by what they rest on: runs, or runs of the releases before and after."""
    measured, between = [], []
    for program in COMMANDS:
        for probe, (kind, quoted) in KINDS.items():
            refused = collections.defaultdict(list)
            joined = collections.defaultdict(list)
            for at, reader in enumerate(READERS):
                said = cells.get((program, reader))
                if said and said.get(probe, (0,))[0]:
                    refused[f" = fails | {last(said[probe][1])}" if quoted else ""].append(PINS[reader]["release"])
                around = [cells.get((program, near), {}).get(probe, (0,)) for near in (READERS[at - 1], READERS[min(at + 1, len(READERS) - 1)])]
                if not said and all(near[0] for near in around):
                    joined[f" = fails | {last(around[0][1])}" if quoted else ""].append(PINS[reader]["release"])
            measured += [f"{kind} {program} {intervals(held, RELEASES)}{words}" for words, held in refused.items()]
            between += [f"{kind} {program} {intervals(held, RELEASES)}{words}" for words, held in joined.items()]
    return measured, between


# How programs are asked about files that they may not compile or link: after reading and verifying, each does as little as it can. lld links:
# asked for bitcode alone it does not verify up to 18.
READ_ONLY = {
    "opt": ("opt", ["-disable-output"]),
    "llc": ("llc", ["-filetype=null"]),
    "clang": ("clang", ["-x", "ir", "-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-w", "-o", "/dev/null"]),
    "llvm-link": ("llvm-link", ["-o", "/dev/null"]),
    "llvm-dis": ("llvm-dis", ["-o", "/dev/null"]),
    "lld": ("lld", ["-flavor", "gnu", "-shared", "-o", "OUT"]),
}
# What is said of code that was read: machines that a program is not built for, assembly, several definitions, machine code.
AFTER_READING = re.compile(
    r"unable to get target|has undefined version|could not infer e_machine|: in function |No available targets|incompatible with|invalid instruction mnemonic|Cannot select|duplicate symbol|undefined symbol|"
    r"unknown target|multiply defined|could not allocate|<inline asm>|error in backend|unknown emulation|target emulation|symbol multiply|"
    r"not an ELF file|relocation R_|is not a recognized|unsupported|cannot be used with|Undefined temporary|redefinition|Unable to find target|[Ii]nstruction requires|LLVM ERROR: (?!Broken)"
)


def outcome(folder, program, reader, path):
    """What a program does with a file: whether it reads it, and what it says where it does not."""
    executable, options = READ_ONLY[program]
    command = [f"{os.environ['OUTLAST_LLVM']}/zig-{reader}/ziglang/zig", executable] if reader in ZIG else tool(executable, reader)
    with tempfile.TemporaryDirectory(dir=folder) as own:
        try:
            done = call([*command, *(option.replace("OUT", f"{own}/out") for option in options), str(path)])
        except subprocess.TimeoutExpired:
            return "excluded", "no answer in two minutes"
    text = done.stderr.decode("utf-8", "replace")
    lines = [line for line in text.splitlines() if line.strip()]
    broken = "Broken module found" in text
    if done.returncode == 0 or (not broken and AFTER_READING.search(text)):
        return "reads", ""
    if broken:
        return "refuses", "Broken module: " + (lines[0] if lines else "")
    if done.returncode < 0:
        # What compiles may crash long after it has read.
        return "excluded" if program in ("llc", "lld") else "refuses", f"crash {-done.returncode}"
    return "refuses", last(lines)


def ask_files(work, paths):
    table = work / "outcomes.part"
    known = {tuple(line.split("\t")[:3]) for line in table.read_text().splitlines()} if table.exists() else set()
    cells = [(path, program, reader) for path in paths for program in READ_ONLY for reader in READERS if reader in NATIVE or program == "clang"]
    cells = [cell for cell in cells if cell not in known]
    with table.open("a") as file, ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda cell: outcome(work, cell[1], cell[2], cell[0]), cells)
        for cell, (did, words) in zip(cells, answers):
            print(*cell, did, re.sub(r"[\t\n\r]", " ", words)[:300], sep="\t", file=file)


def main():
    work = Path(sys.argv[1]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    if "--ask" in sys.argv:
        return ask_files(work, Path(sys.argv[-1]).read_text().splitlines())
    asked = [(program, reader) for reader in READERS for program in COMMANDS if reader in NATIVE or program == "clang"]
    with ThreadPoolExecutor(2) as pool:
        cells = dict(zip(asked, pool.map(lambda cell: ask(work, *cell), asked)))
    if "--said" in sys.argv:
        for (program, reader), said in cells.items():
            for probe, (status, lines) in said.items():
                print(program, reader, probe, status, last(lines), sep="\t")
        return
    for cell, said in cells.items():
        if said["sound"][0]:
            raise SystemExit(f"{cell}: refuses the sound module: {said['sound'][1]}")
    measured, between = rows(cells)
    print(HEAD, end="")
    print("basis measured", *measured, "basis between", *between, sep="\n")


if __name__ == "__main__":
    main()
