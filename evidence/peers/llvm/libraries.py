#!/usr/bin/env python3
"""Libraries that people have, by all that is in them: libraries.py DIR > results.json

The packages of pins.toml with `libraries` are unpacked to DIR; with them are the libraries of the Rust toolchain at hand that are smallest and
largest. Every file with bitcode in them is taken out of the library by the place that `outlast inspect` names, read by `llvm-dis` and verified
by `opt` of each release that is installed; `outlast check` on the whole library says the same of each, and the worst of the library. What a tool
is ended on by a signal is not counted. OUTLAST is the command, `target/release/outlast` if not given.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

from tools import INSTALLED, PINS, pins, tool

OUTLAST = os.environ.get("OUTLAST", str(Path(__file__).resolve().parents[3] / "target/release/outlast"))
TARGETS = {f"llvm-{PINS[number]['release']}": number for number in INSTALLED}


def unpacked(folder):
    """The folders of the packages."""
    found = []
    for name, pin in pins.pins("llvm", "libraries").items():
        home = folder / name
        if not home.exists():
            spec = f"{pin['package']}={pin['version']}"
            folder.mkdir(parents=True, exist_ok=True)
            subprocess.run(["apt-get", "download", "-qq", spec], cwd=folder, check=True, stdout=sys.stderr)
            [package] = folder.glob(f"{pin['package']}_*.deb")
            subprocess.run(["dpkg-deb", "-x", package, home.with_suffix(".part")], check=True)
            package.unlink()
            home.with_suffix(".part").rename(home)
        found.append(home)
    return found


def rlibs():
    """The smallest and the largest library of the Rust toolchain."""
    root = subprocess.run(["rustc", "--print", "target-libdir"], capture_output=True, text=True, check=True).stdout.strip()
    found = sorted(Path(root).glob("*.rlib"), key=lambda path: path.stat().st_size)
    return [found[0], found[-1]]


def outlast(*words):
    answer = subprocess.run([OUTLAST, *words], capture_output=True, text=True)
    return json.loads(answer.stdout)["results"]


def fate(release, path):
    """What a release does with bitcode: it is read and verified, refused, or the tool is ended."""
    for program, options in (("llvm-dis", ["-o", os.devnull]), ("opt", ["-passes=verify", "-disable-output"])):
        status = subprocess.run([*tool(program, release), *options, path], capture_output=True).returncode
        # LLVM 14 says why and aborts, where later ones return.
        if status < 0 and release != "14":
            return "ended"
        if status:
            return "fails"
    return "loads"


def compare(library, folder):
    """Cells of one library: how many agree, and those that do not."""
    [summary] = outlast("inspect", "-f", "json", str(library))
    rows = [row for listing in summary["listings"] if listing["title"] == "holds" for row in listing["rows"] if row["kind"] == "LLVM IR"]
    whole, member = library.read_bytes(), folder / "member.bc"
    said = {(answer["file"], answer["target"]): answer["outcome"] for answer in outlast("check", "-f", "json", "-t", ",".join(TARGETS), str(library))}
    right, wrong, worst = 0, [], dict.fromkeys(TARGETS, "loads")
    for row in rows:
        start = int(row["at"], 16)
        member.write_bytes(whole[start : start + row["size"]])
        for target, release in TARGETS.items():
            real, verdict = fate(release, member), said[row["address"], target]
            if real == "fails":
                worst[target] = real
            if real == "ended":
                continue
            if (real == "loads") == (verdict in ("loads", "upgrades")):
                right += 1
            else:
                wrong.append(f"{verdict}: {row['address']} on {target}, which {real}")
    for target, real in worst.items():
        verdict = said[str(library), target] if len(rows) else None
        if (real == "loads") == (verdict in ("loads", "upgrades")):
            right += 1
        else:
            wrong.append(f"{verdict}: {library.name} as a whole on {target}, of which one file {real}")
    member.unlink(missing_ok=True)
    return {"library": library.name, "files": len(rows), "right": right, "wrong": wrong}


def main():
    folder = Path(sys.argv[1])
    libraries = [path for home in unpacked(folder) for path in sorted(home.rglob("*devicertl.a"))] + rlibs()
    print(json.dumps([compare(library, folder) for library in libraries], indent=1))


if __name__ == "__main__":
    main()
