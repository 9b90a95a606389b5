#!/usr/bin/env python3
"""Files that are not in the tree any more, from the commit that has them, each held to its hash.

    retired.py NAME      the set NAME of retired.toml: prints the folder below which they have their paths
"""

import hashlib
import subprocess
import sys
from pathlib import Path

import tomllib

PEERS = Path(__file__).resolve().parent
ROOT = PEERS.parents[1]


def fetch(entry, folder, source):
    """The files that an entry of a list, `source`, names by `commit` and `files`, below a folder of their own."""
    for file in entry["files"]:
        path = folder / file["path"]
        if not path.exists():
            place = f"{entry['commit']}:{file['path']}"
            done = subprocess.run(["git", "-C", ROOT, "show", place], capture_output=True)
            if done.returncode:
                sys.exit(f"git show {place}: {done.stderr.decode().strip()}; in a clone without history, `git fetch --unshallow` first")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(done.stdout)
        if hashlib.sha256(path.read_bytes()).hexdigest() != file["sha256"]:
            sys.exit(f"{path}: not the file that {source} lists")
    return folder


def files(name):
    listed = tomllib.loads((PEERS / "retired.toml").read_text())["sets"]
    found = next((entry for entry in listed if entry["name"] == name), None)
    if found is None:
        sys.exit(f"no set `{name}` in evidence/peers/retired.toml; there are: {', '.join(entry['name'] for entry in listed)}")
    return fetch(found, ROOT / "target/interop/retired" / name, "evidence/peers/retired.toml")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(files(sys.argv[1]))
