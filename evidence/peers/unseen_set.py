"""What scripts of unseen sets have in common (docs/accuracy.md): the command line, `sets`, `make SET FOLDER`, `run FOLDER`, and the content of
sets that were scored, which is not in the tree."""

import sys
from pathlib import Path

import retired
import tomllib

ROOT = Path(__file__).resolve().parents[2]
CONTENT = "evidence/unseen/content.toml"


def content(family, name):
    """The files of a scored set below a folder of its own, from the commit that evidence/unseen/content.toml names, each held to its hash."""
    sets = tomllib.loads((ROOT / CONTENT).read_text())["set"]
    mine = next(one for one in sets if (one["family"], one["name"]) == (family, name))
    return retired.fetch(mine, ROOT / "target/unseen/content" / family / name, CONTENT)


def rows(path):
    """The rows of a table; none where there is no table."""
    return [line.split("\t") for line in path.read_text().splitlines() if not line.startswith("#")] if path.exists() else []


def write(path, head, lines):
    """A table of these rows, in order."""
    clean = ("\t".join(part.replace("\t", " ").replace("\n", " ") for part in line) for line in sorted(lines))
    path.write_text("\n".join([head, *clean]) + "\n")


def main(sets, make, run, usage, targets=lambda *more: []):
    """`sets` are names with what they hold, first of a tuple; `targets` says of the rest of a tuple which targets the set is judged for, where
    they are not all of its family; the others are called with the arguments behind their word."""
    match sys.argv[1:]:
        case ["sets"]:
            for name, (about, *more) in sets.items():
                print(name, about, ",".join(targets(*more)), sep="\t")
        case ["make", *arguments]:
            make(*arguments[:2])
        case ["run", folder, *_]:
            run(folder)
        case _:
            sys.exit(usage)
