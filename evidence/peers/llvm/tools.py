"""The releases of LLVM that are asked, and where their programs are.

14, 15, 16, 19 and 22 are packages of this system; 17, 18, 21 and 23 are unpacked from other suites by `evidence/peers/suite.sh` (`OUTLAST_SUITES`:
the folder with 17, 18, …); 20 is the clang in a wheel of zig (`OUTLAST_LLVM`: the folder with `zig-20`), which verifies whatever it reads.
"""
import functools
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
os.environ.setdefault("OUTLAST_LLVM", str(ROOT / "target/interop/llvm"))
os.environ.setdefault("OUTLAST_SUITES", str(ROOT / "target/interop/suite"))

READERS = ["14", "15", "16", "17", "18", "19", "20", "21", "22", "23"]
RELEASES = ["14.0.6", "15.0.6", "16.0.6", "17.0.6", "18.1.8", "19.1.7", "20.1.2", "21.1.8", "22.1.8", "23.1.4"]
INSTALLED = ["14", "15", "16", "19", "22"]
SUITES = ["17", "18", "21", "23"]
# All that have `llvm-as`, `opt`, `llc` and a list of intrinsics.
NATIVE = [release for release in READERS if release in INSTALLED + SUITES]
ZIG = ["20"]
# Reads whatever the others wrote.
NEWEST = "23"


def include(release):
    """The headers of a release: those that headers.sh unpacked, or installed ones."""
    if release in SUITES:
        return f"{os.environ['OUTLAST_SUITES']}/{release}/root/usr/lib/llvm-{release}/include"
    unpacked = f"{os.environ['OUTLAST_LLVM']}/headers/{release}/include"
    return unpacked if os.path.isdir(unpacked) else f"/usr/lib/llvm-{release}/include"


@functools.cache
def tool(program, release):
    """The command that runs a program of a release: `tool("llvm-dis", "18")`."""
    if release not in SUITES:
        inside = Path(f"/usr/lib/llvm-{release}/bin/{program}")
        return [str(inside)] if inside.exists() else [f"{program}-{release}"]
    root = f"{os.environ['OUTLAST_SUITES']}/{release}/root"
    libraries = f"{root}/usr/lib/x86_64-linux-gnu"
    inside = os.path.realpath(f"{root}/usr/lib/llvm-{release}/bin/{program}")
    return [f"{libraries}/ld-linux-x86-64.so.2", "--library-path", f"{libraries}:{root}/usr/lib/llvm-{release}/lib", inside]
