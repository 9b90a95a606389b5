"""What comes after reading: `opt -passes=verify` and `llc` of a release, beside `llvm-dis`."""
import os
import re
import tempfile
from pathlib import Path

from runs import first_message, run, zig
from tools import NEWEST, ZIG, tool


def quiet(message):
    return re.sub(r"[\t\n\r]+", " ", re.sub(r"/\S*/", "", message))[:200] or "?"


def later(reader, path, verifies=True):
    """What the verifier says, what the code generator says, undefined intrinsics, unnamed conventions; `None` where it does not read."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.o"
        flags = ["-opaque-pointers"] if reader == "14" else []
        if reader in ZIG:
            read = run([*zig(reader), "-emit-llvm", "-x", "ir", str(path), "-o", "-"])
            verify = verifies and run([*zig(reader, verify=True), "-emit-llvm-bc", "-x", "ir", str(path), "-o", os.devnull])
            # It has the triple of its command line, and no other.
            compiled = run([*zig(reader), "-emit-obj", "-x", "ir", str(path), "-o", str(made)])
        else:
            read = run([*tool("llvm-dis", reader), *flags, str(path), "-o", "-"])
            verify = verifies and run([*tool("opt", reader), *flags, "-passes=verify", "-disable-output", str(path)])
            compiled = run([*tool("llc", reader), *flags, "-disable-verify", "-filetype=obj", "-O0", str(path), "-o", str(made)])
        if read[0]:
            return None
        wanted = []
        if made.exists():
            _, symbols, _ = run([*tool("llvm-nm", NEWEST), "-u", str(made)])
            wanted = sorted(set(re.findall(r"\bllvm\.[\w.]+", symbols.decode("utf-8", "replace"))))
        numbers = sorted(set(re.findall(r"\bcc ?(\d+) ", read[1].decode("utf-8", "replace"))), key=int)
        say = lambda done: "-" if not done or done[0] == 0 else f"crash {-done[0]}" if done[0] < 0 and "LLVM ERROR" not in done[2] else quiet(first_message(done[2]))
        return say(verify), say(compiled), ",".join(wanted) or "-", ",".join(numbers) or "-"
