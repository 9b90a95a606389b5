#!/usr/bin/env python3
"""Makes empty stand-ins for the CUDA libraries that a packaged torch is linked to, so that it imports without them.

    stubs.py TORCH_PACKAGE_DIR OUT_DIR        then run with LD_LIBRARY_PATH=OUT_DIR

Every library that is asked for and found nowhere gets a stand-in that defines the symbols (and symbol versions)
torch wants from it.  Their functions report a failure, so torch takes the machine for one without a GPU.
"""
import collections
import glob
import os
import re
import subprocess
import sys

# What the dynamic loader finds anyway: their symbols need no stand-in.
SYSTEM = ["libc", "libm", "libstdc++", "libgcc_s", "libpthread", "libdl", "librt", "ld-linux-x86-64", "libgomp"]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


def system_libraries():
    """The loader's cache, as {name: path}."""
    found = {}
    for line in run("/sbin/ldconfig", "-p").splitlines()[1:]:
        if "=>" in line and "x86-64" in line:
            found.setdefault(line.split()[0], line.split("=>")[1].strip())
    return found


def read_symbols(libraries):
    """What the libraries need, as (library names, {library: versions}, [(symbol, version, kind)]), and what they define."""
    needed, versions, wanted, defined = set(), collections.defaultdict(set), [], set()
    for path in libraries:
        needed |= set(re.findall(r"\(NEEDED\).*\[(.*?)\]", run("readelf", "-dW", path)))
        current = None
        for line in run("readelf", "-VW", path).splitlines():
            if m := re.search(r"File: (\S+)", line):
                current = m.group(1)
            elif (m := re.search(r"Name: (\S+)\s+Flags", line)) and current:
                versions[current].add(m.group(1))
        for line in run("nm", "-D", path).splitlines():
            *_, kind, symbol = line.split()
            name, _, version = symbol.partition("@")
            if kind in "Uwv":
                wanted.append((name, version.lstrip("@"), kind))
            else:
                defined.add(name)
    return needed, versions, wanted, defined


def share_out(missing, versions, wanted, defined):
    """Which missing library shall define which symbols: {library: {version: symbols}}."""
    shares = {name: collections.defaultdict(set) for name in missing}
    fallback = min(missing, key=lambda name: (not name.startswith("libcudart"), name))
    for name, version, kind in wanted:
        if version:
            for library in missing:
                if version in versions[library]:
                    shares[library][version].add(name)
        elif kind == "U" and name not in defined and not name.startswith(("Py", "_Py")):
            shares[fallback][""].add(name)
    return shares


def assembly(symbol):
    """A definition that answers "error 100" (no device), a text, or is all zeros where data is expected."""
    body = "mov $100,%eax; ret"
    if "String" in symbol or "GetErrorName" in symbol:
        body = "lea text(%rip),%rax; ret"
    if re.match(r"_ZT[IV]", symbol):
        body = ".quad 0,0,0,0"
    return f".globl {symbol}\n.type {symbol},@function\n{symbol}: {body}"


def main(torch, out):
    os.makedirs(out, exist_ok=True)
    libraries = [p for pattern in ("lib/*.so*", "_C*.so", "_C*/*.so") for p in glob.glob(os.path.join(torch, pattern))]
    needed, versions, wanted, defined = read_symbols(filter(os.path.isfile, libraries))
    system = system_libraries()
    missing = sorted(needed - {os.path.basename(p) for p in libraries} - set(system))
    if not missing:
        return
    for name, path in system.items():
        if name.split(".so")[0] in SYSTEM:
            for line in run("nm", "-D", "--defined-only", path).splitlines():
                defined.add(line.split()[-1].partition("@")[0])
    done = set()
    for library, share in share_out(missing, versions, wanted, defined).items():
        source = ['.section .rodata\ntext: .asciz "stand-in"', ".text"]
        script = [f"{v} {{ }};" for v in sorted(versions[library] - set(share))]
        for version, symbols in sorted(share.items()):
            source += [assembly(s) for s in sorted(symbols - done)]
            if version:
                script.append(f"{version} {{ global: {' '.join(f'{chr(34)}{s}{chr(34)};' for s in sorted(symbols))} }};")
            done |= symbols
        base = os.path.join(out, library)
        with open(base + ".s", "w") as f:
            f.write("\n".join(source) + "\n")
        command = ["gcc", "-shared", "-nostdlib", "-o", base, base + ".s", f"-Wl,-soname,{library}"]
        if script:
            with open(base + ".map", "w") as f:
                f.write("\n".join(script) + "\n")
            command.append(f"-Wl,--version-script={base}.map")
        subprocess.run(command, check=True, capture_output=True)
        for extra in (".s", ".map"):
            if os.path.exists(base + extra):
                os.unlink(base + extra)


if __name__ == "__main__":
    main(*sys.argv[1:3])
