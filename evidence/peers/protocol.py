"""What scripts of unseen sets have in common (docs/accuracy.md): the command line, tables, conversions, and the content of sets that were scored,
which is not in the tree."""

import hashlib
import json
import subprocess
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


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_manifest(name, folder, lines):
    write(folder / "manifest.tsv", f"# The set {name}: file, SHA-256, kind, producer, companions, how it was made.", lines)


def not_good(folder):
    """The cells that are not predicted to load: file and target."""
    return [row[:2] for row in rows(folder / "predictions.tsv") if row[2] not in ("loads", "noted", "upgrades")]


def converted(outlast, folder, file, target, *more):
    """Converts the file of a cell into `converted/TARGET/FILE`: the line of conversions.tsv, with codes of reasons where it is refused."""
    made = folder / "converted" / target / file
    made.parent.mkdir(parents=True, exist_ok=True)
    command = [outlast, "convert", folder / "files" / file, *more, "--target", target, "-o", made, "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return file, target, "converted", digest(made)
    codes = sorted({reason.get("code") or "-" for reason in json.loads(done.stdout or "{}").get("reasons", [])})
    return file, target, "refused", ",".join(codes) or next(iter(done.stderr.splitlines()), "-")[:100]


def main(sets, make, run, usage, targets=lambda *more: [], convert=None):
    """`sets` are names with what they hold, first of a tuple; `targets` says of the rest of a tuple which targets the set is judged for, where
    they are not all of its family. `make` gets the name of a set and a folder, `run` a folder, `convert` a folder and the program."""
    match sys.argv[1:]:
        case ["sets"]:
            for name, (about, *more) in sets.items():
                print(name, about, ",".join(targets(*more)), sep="\t")
        case ["make", name, folder, *_] if name in sets:
            make(name, Path(folder).absolute())
        case ["convert", folder, outlast, *_] if convert:
            convert(Path(folder).absolute(), outlast)
        case ["run", folder, *_]:
            run(Path(folder).absolute())
        case _:
            sys.exit(usage)
