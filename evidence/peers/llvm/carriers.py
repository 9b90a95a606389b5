#!/usr/bin/env python3
"""Which LLVM other software carries: rows for targets/llvm-carriers.txt.

    carriers.py WORK        installs each release in turn into WORK, asks it, deletes it, and prints rows

llvmlite, pyqir and ziglang are asked; numba is what it demands of llvmlite; a rustc says it (`rustc -vV`). Between two releases of rustc that carry the
same major release of LLVM, the others carry that, too.
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import bits

sys.path.append(str(Path(__file__).resolve().parents[1]))
import pins  # noqa: E402 (beside the folder)

HEAD = """\
# Which LLVM other software carries.
# Made by evidence/peers/llvm/carriers.py; do not edit. Kinds of rows: crates/model/src/family.rs, crates/llvm/src/tools.rs.
"""

LLVMLITE = "import llvmlite.binding as llvm; print('.'.join(map(str, llvm.llvm_version_info)))"
PYQIR = "import pyqir; print(pyqir.Module(pyqir.Context(), 'm').bitcode.hex())"


def python(minor):
    """An interpreter of a minor release, among ~/.pyenv/versions or on the PATH."""
    found = sorted(Path.home().glob(f".pyenv/versions/{minor}.*/bin/python"))
    return str(found[-1]) if found else f"python{minor}"


def printed(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr[-400:]}")
    return done.stdout.strip()


def asked(folder, package, version, minor, code):
    """What a package says of its LLVM."""
    site = folder / "site"
    shutil.rmtree(site, ignore_errors=True)
    interpreter = python(minor)
    printed([interpreter, "-I", "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-cache-dir", "--no-deps", "--target", str(site), f"{package}=={version}"])
    try:
        if package == "ziglang":
            return re.search(r"clang version (\d+\.\d+\.\d+)", printed([str(site / "ziglang/zig"), "clang", "--version"]))[1]
        return printed([interpreter, "-I", "-c", f"import sys; sys.path.insert(0, {str(site)!r}); {code}"])
    finally:
        shutil.rmtree(site, ignore_errors=True)


def producer(bitcode):
    """The LLVM that wrote a module: `IDENTIFICATION_BLOCK` (13), `STRING` (1)."""
    block = bits.find(bits.parse(bitcode), 13)
    text = next(item for item in block.items if isinstance(item, bits.Record) and item.code == 1)
    return "".join(map(chr, text.ops)).removeprefix("LLVM")


def wanted(version, minor):
    """The llvmlite that a numba demands."""
    report = json.loads(printed([python(minor), "-I", "-m", "pip", "install", "-q", "--disable-pip-version-check", "--dry-run", "--ignore-installed", "--no-deps", "--report", "-", f"numba=={version}"]))
    demands = report["install"][0]["metadata"]["requires_dist"]
    demand = next(line for line in demands if line.startswith("llvmlite"))
    return re.search(r">=(\d+\.\d+)", demand)[1]


def rustc(version):
    """The LLVM of a Rust toolchain, which is there, or is installed and removed again."""
    name = f"{version}-x86_64-unknown-linux-gnu"
    there = name in printed(["rustup", "toolchain", "list"])
    if not there:
        printed(["rustup", "toolchain", "install", version, "--profile", "minimal", "--no-self-update"])
    try:
        return re.search(r"LLVM version: (\S+)", printed(["rustc", f"+{version}", "-vV"]))[1]
    finally:
        if not there:
            printed(["rustup", "toolchain", "uninstall", version])


def number(name):
    return [int(part) for part in re.findall(r"\d+", name)]


def main():
    work = Path(sys.argv[1]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    measured, between = {}, {}
    with tempfile.TemporaryDirectory(dir=work) as folder:
        for pin in pins.pins("llvm", "carriers").values():
            package, version, minor = pin["package"], pin["version"], pin.get("python", "3.11")
            name = f"{package}-{'.'.join(version.split('.')[:2])}"
            if package == "rustc":
                measured[name] = rustc(version)
            elif package == "numba":
                measured[name] = measured[f"llvmlite-{wanted(version, minor)}"]
            else:
                said = asked(Path(folder), package, version, minor, LLVMLITE if package == "llvmlite" else PYQIR)
                measured[name] = producer(bytes.fromhex(said)) if package == "pyqir" else said
            print(name, measured[name], file=sys.stderr)
            if measured[name] != pin["release"]:
                print(f"{name} carries {measured[name]}; pins.toml says {pin['release']}", file=sys.stderr)
    rust = sorted((name for name in measured if name.startswith("rustc-")), key=number)
    for before, after in zip(rust, rust[1:]):
        for minor in range(number(before)[1] + 1, number(after)[1]):
            major = measured[before].split(".")[0]
            assert major == measured[after].split(".")[0], (before, after)
            between[f"rustc-1.{minor}"] = major
    print(HEAD + "basis measured")
    for rows, title in ((measured, None), (between, "basis between")):
        if title and rows:
            print(title)
        for name in sorted(rows, key=lambda name: (name.split("-")[0], number(name))):
            print(f"carries {name} 14.0.6- = {rows[name]}")


if __name__ == "__main__":
    main()
