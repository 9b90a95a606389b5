#!/usr/bin/env python3
"""Texts that only some releases of ExecuTorch have: messages and names of C++ in the libraries of their wheels.

    telling.py LIBRARIES REPOSITORY > crates/executorch/data/executorch-telling.txt

LIBRARIES/RELEASE has the unpacked libraries of that release's wheel; REPOSITORY is a clone of pytorch/executorch with tags.
A text tells releases if the wheels that have it follow each other, and if the same releases have it in their sources: wheels
are built with other options than applications, so that a text that a wheel lacks may be in a runtime of its release.
"""

import argparse
import pathlib
import re
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from intervals import number  # noqa: E402 (beside the folder)
from pins import pins  # noqa: E402

TAGS = {pin["release"]: pin["tag"] for pin in pins("executorch", "all").values()}
SOURCES = re.compile(r"\.(cpp|cc|c|h|hpp|mm|m|yaml|fbs|py)$")
MESSAGE = re.compile(rb"[\x20-\x7e\n\t]{8,400}(?=\0)")
NAMESPACE = re.compile(rb"(?<=[NK])(?:10executorch|5torch8executor)")
# Shorter messages, such as `arena != nullptr`, stand in other projects, too.
SHORTEST = 20


def names(data):
    """Names of C++ without parameters: executorch::runtime::Method::init."""
    found = set()
    for match in NAMESPACE.finditer(data):
        at, parts = match.start(), []
        while length := re.match(rb"\d{1,3}", data[at : at + 3]):
            start = at + length.end()
            part = data[start : start + int(length.group())]
            if not re.fullmatch(rb"\w{1,120}", part, re.A):
                break
            parts.append(part.decode())
            at = start + len(part)
        if len(parts) > 1:
            found.add("::".join(parts))
    return found


def libraries(folder):
    """The libraries of a wheel that are ExecuTorch's runtime, or that its programs load."""
    package = folder / "executorch"
    yield from (package / "extension/pybindings").glob("[_p]*.so")
    yield from (package / "lib").glob("*.so")
    yield from package.glob("**/lib*aot*.so")


def sources(repository, release):
    """All of the sources of a release in one piece, and the names of its files."""
    git = ["git", "-C", repository]
    commit = TAGS[release]
    lines = subprocess.run([*git, "ls-tree", "-r", commit], capture_output=True, text=True, check=True).stdout.splitlines()
    files = [line.split("\t") for line in lines]
    own = [entry.split()[2] for entry, name in files if SOURCES.search(name) and not re.search("third.party", name)]
    data = subprocess.run([*git, "cat-file", "--batch"], input="\n".join(own).encode(), capture_output=True, check=True).stdout
    return data + "\n".join(name for _, name in files).encode()


def interval(present):
    """The first and last of those that are present, if they follow each other and are not all."""
    if not any(present) or all(present):
        return None
    first, last = present.index(True), len(present) - 1 - present[::-1].index(True)
    return (first, last) if all(present[first : last + 1]) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("libraries", type=pathlib.Path)
    parser.add_argument("repository")
    args = parser.parse_args()
    releases = sorted((folder.name for folder in args.libraries.iterdir() if folder.name[0].isdigit()), key=number)
    built, written, words = [], [], []
    for release in releases:
        texts = set()
        for library in libraries(args.libraries / release):
            data = library.read_bytes()
            texts |= names(data) | {m.decode() for m in MESSAGE.findall(data) if b" " in m and len(m) >= SHORTEST}
        built.append(texts)
        written.append(sources(args.repository, release))
        words.append(set(re.findall(rb"\w{4,}", written[-1], re.A)))
    rows = []
    for text in set().union(*built):
        told = interval([text in texts for texts in built])
        if not told:
            continue
        if " " in text:
            literal = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t").encode()
            source = interval([literal in data for data in written])
        else:
            source = interval([text.rsplit("::", 1)[-1].encode() in known for known in words])
        if source == told and "\\" not in text:
            rows.append((told, text.replace("\n", "\\n").replace("\t", "\\t")))
    print("# Messages and names of C++ that the wheels and the sources of these releases of ExecuTorch have, and no others'.")
    print("# Made by evidence/peers/executorch/telling.py from the libraries of", len(releases), "wheels; do not edit.")
    for (first, last), text in sorted(rows):
        print(f"{releases[first]}-{'' if last == len(releases) - 1 else releases[last]} {text}")


if __name__ == "__main__":
    main()
