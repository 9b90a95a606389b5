"""The command line that scripts of unseen sets have in common: `sets`, `make SET FOLDER`, `run FOLDER` (docs/accuracy.md)."""

import sys


def main(sets, make, run, usage):
    """`sets` are names with what they hold, first of a tuple; the others are called with the arguments behind their word."""
    match sys.argv[1:]:
        case ["sets"]:
            for name, (about, *_) in sets.items():
                print(name, about, sep="\t")
        case ["make", *arguments]:
            make(*arguments[:2])
        case ["run", folder, *_]:
            run(folder)
        case _:
            sys.exit(usage)
