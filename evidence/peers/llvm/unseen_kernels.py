"""A set for libNVVM: functions of musl as clangs of twelve releases compile them for NVIDIA's GPUs, and what six llvmlites are told to build, all with a version
of NVVM IR or none and with Clang's data layout or the one that NVIDIA documents; and the device libraries of ten releases of CUDA."""

import os
import random
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nvvm
import pins
import protocol
import unseen_former
from runs import run
from tools import NATIVE, tool

SEED = 20261201
C = 240
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os"]
FLAGS = ["", "", "", "-g", "-ffast-math", "-fno-math-errno", "-fwrapv", "-gline-tables-only", "-fno-discard-value-names", "-Xclang -target-cpu -Xclang sm_75", "-fstack-protector-all", "-fno-strict-aliasing", "-ftrivial-auto-var-init=zero", "-mllvm -force-vector-width=2"]
VERSIONS = ["2, i32 0", "2, i32 0", "2, i32 0", "2, i32 0, i32 3, i32 1", "2, i32 0, i32 3, i32 2", "1, i32 9", "1, i32 9", "1, i32 6", None]


def marked(text, pick, documented):
    """The text with a version of NVVM IR, or none, and with another layout, or its own."""
    version = pick.choice(VERSIONS)
    if documented or pick.random() < 0.6:
        text = re.sub(r'target datalayout = "[^"]*"', f'target datalayout = "{nvvm.LAYOUT}"', text)
    if version:
        text += f"\n!nvvmir.version = !{{!99990}}\n!99990 = !{{i32 {version}}}\n"
    return text, (version or "none").replace("i32 ", "")


def assembled(target, assembler, text):
    target.parent.mkdir(parents=True, exist_ok=True)
    code, _, _ = run([*assembler, "-", "-o", str(target)], text.encode())
    if code or not target.exists() or target.stat().st_size > 1_000_000:
        target.unlink(missing_ok=True)
        return False
    return True


def compiled(pick, files):
    lib = Path(os.environ["OUTLAST_LLVM"]) / "zig-20/ziglang/lib/libc"
    sources = [path for part in ("math", "string", "stdlib", "complex", "prng", "search", "ctype", "crypt") for path in sorted((lib / "musl/src" / part).glob("*.c"))]
    folders = [lib / "musl/arch/generic", lib / "musl/src/internal", lib / "musl/src/include", lib / "musl/include", lib / "include/x86_64-linux-musl", lib / "include/generic-musl"]
    include = ["-nostdinc", "-D_XOPEN_SOURCE=700", f"-I{lib}/musl/arch/x86_64", *(f"-I{folder}" for folder in folders if folder.is_dir())]
    lines, number = [], 0
    while len(lines) < C and number < 20 * C:
        jobs = []
        for _ in range(40):
            producer, source = NATIVE[number % len(NATIVE)], pick.choice(sources)
            number += 1
            options = [pick.choice(LEVELS), *pick.choice(FLAGS).split()]
            jobs.append((producer, source, options, files / producer / f"c-{number:03}-{source.stem}.bc", random.Random(pick.random())))

        def one(job):
            producer, source, options, target, mine = job
            done = subprocess.run([*tool("clang", producer), "--target=nvptx64-nvidia-cuda", *include, *options, "-w", "-S", "-emit-llvm", str(source), "-o", "-"], capture_output=True)
            if done.returncode:
                return None
            text, version = marked(done.stdout.decode(errors="replace"), mine, False)
            return version if assembled(target, tool("llvm-as", producer), text) else None

        with ThreadPoolExecutor(2) as pool:
            made = list(pool.map(one, jobs))
        for version, (producer, _, options, target, _) in zip(made, jobs):
            if version and len(lines) < C:
                lines.append((str(target.relative_to(files)), protocol.digest(target), "C", f"clang {producer}", "-", " ".join([*options, "version", version])))
            elif version:
                target.unlink()
    return lines


def built(pick, files, work):
    lines = []
    for pin in pins.pins("llvm", "writers").values():
        python = next(iter(sorted(Path.home().glob(f".pyenv/versions/{pin['python']}.*/bin/python"))))
        site = work / f"site-{pin['version']}"
        if not site.exists():
            install = ["-I", "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-cache-dir", "--no-deps", "--target", str(site), f"llvmlite=={pin['version']}"]
            subprocess.run([python, *install], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        script = unseen_former.BUILDER.replace("x86_64-unknown-linux-gnu", "nvptx64-nvidia-cuda").replace("e-m:e-i64:64-f80:128-n8:16:32:64-S128", nvvm.LAYOUT)
        # Names of its own for what is assembled, with a version.
        for number, version in enumerate(("2, i32 0", "1, i32 9")):
            mark = f'text = str(module) + "\\n!nvvmir.version = !{{!99990}}\\n!99990 = !{{i32 {version}}}\\n"; made = llvm.parse_assembly(text); made.verify()'
            folder = files / f"llvmlite-{pin['release']}-{number}"
            folder.mkdir(parents=True, exist_ok=True)
            subprocess.run([python, "-I", "-c", script.replace("made = llvm.parse_assembly(str(module)); made.verify()", mark).replace("(None, 2, 3)", "(None, 2)"), str(site), str(folder)], check=True, stderr=subprocess.DEVNULL)
            found = sorted(folder.glob("*.bc"))
            keep = set(pick.sample(found, min(12, len(found))))
            for path in found:
                if path not in keep:
                    path.unlink()
                    continue
                lines.append((str(path.relative_to(files)), protocol.digest(path), "llvmlite", f"llvmlite {pin['version']}", "-", f"LLVM {pin['release']}, version {version.replace('i32 ', '')}"))
    return lines


def libraries(files):
    lines = []
    for name in pins.pins("llvm", "nvvm"):
        source = next((nvvm.FOLDER / name).rglob("libdevice.*.bc"))
        target = files / "cuda" / f"{name}-libdevice.bc"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
        lines.append((str(target.relative_to(files)), protocol.digest(target), "device library", "NVIDIA", "-", name))
    return lines


def make(name, folder):
    files = folder / "files"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir(parents=True)
    pick = random.Random(SEED)
    lines = compiled(pick, files) + built(pick, files, folder / "sites") + libraries(files)
    protocol.write_manifest(name, folder, lines)
