"""The releases of LLVM that are asked, the readers of ../pins.toml, and where their programs are.

Most are packages of this system; others are unpacked from newer suites by `evidence/peers/suite.sh` (`OUTLAST_SUITES`: the folder with 17, 18, …);
20 is the clang in a wheel of zig (`OUTLAST_LLVM`: the folder with `zig-20`), which verifies whatever it reads.
"""
import functools
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "evidence/peers"))
import pins  # noqa: E402 (beside the folder)

os.environ.setdefault("OUTLAST_LLVM", str(ROOT / "target/interop/llvm"))
os.environ.setdefault("OUTLAST_SUITES", str(ROOT / "target/interop/suite"))

READERS = pins.numbers("llvm", "readers")
RELEASES = pins.releases("llvm", "readers")
PINS = dict(zip(READERS, pins.pins("llvm", "readers").values()))
INSTALLED = [release for release in READERS if PINS[release]["where"] == "dpkg"]
SUITES = [release for release in READERS if "suite" in PINS[release]]
# All that have `llvm-as`, `opt`, `llc` and a list of intrinsics.
NATIVE = pins.numbers("llvm", "natives")
ZIG = [release for release in READERS if PINS[release]["package"] == "ziglang"]
# Reads whatever the others wrote.
NEWEST = READERS[-1]


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
    if program == "clang" and int(release) < 10:
        # It starts itself again, and not its loader.
        return ["env", f"LD_LIBRARY_PATH={root}/usr/lib/llvm-{release}/lib:{root}/own", inside]
    return [f"{libraries}/ld-linux-x86-64.so.2", "--library-path", f"{libraries}:{root}/usr/lib/llvm-{release}/lib", inside]
