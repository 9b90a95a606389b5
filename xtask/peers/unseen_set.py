"""The command line that scripts of unseen sets have in common: `sets`, `make SET FOLDER`, `run FOLDER` (docs/accuracy.md)."""

import sys


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
