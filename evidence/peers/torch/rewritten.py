"""Whether a release of PyTorch still loads archives of which one record was changed: the oracle of the archive writer.

    cargo run -p outlast-torchscript --example records -- OUT_DIR corpus/torch/*/*.{pt,pth,ptl,pt2}
    rewritten.py ENVIRONMENT CORPUS_DIR OUT_DIR          (ENVIRONMENT is what venv.sh set up; it loads the files, and so runs what is in them)

Each OUT_DIR/FOLDER/NAME.VARIANT.EXT is loaded if CORPUS_DIR/FOLDER/NAME.EXT is. Prints, for each variant, how many originals this release loads, and
how many of those it loads rewritten; then those that it does not.
"""

import collections
import pathlib
import sys

import run
from run import HERE, play

MODES = {".ptl": "lite", ".pt2": "export", ".pt": "script", ".pth": "load-full"}


def loads(environment, paths):
    """Whether a release loads files, by path."""
    mode = lambda path: "package" if path.name.startswith("package") else MODES[path.suffix]  # noqa: E731
    jobs = [{"path": str(path.resolve()), "mode": mode(path), "entry": {}} for path in paths]
    answers = play.calls(environment, HERE / "attempts.py", "attempt", jobs, run.SECONDS)
    return {path: run.row_of(answer)[0] == "ok" for path, answer in zip(paths, answers)}


def main():
    environment, corpus, out = map(pathlib.Path, sys.argv[1:])
    release = run.about(environment)["release"]
    originals = {}
    for path in sorted(out.glob("*/*.*.*")):
        stem, _, extension = path.name.rsplit(".", 2)
        originals[path] = corpus / path.parent.name / f"{stem}.{extension}"
    known = loads(environment, sorted(set(originals.values())))
    there = loads(environment, [path for path, original in originals.items() if known[original]])
    counts = collections.Counter()
    for path, is_loaded in there.items():
        variant = path.name.rsplit(".", 2)[1]
        counts[variant, "original"] += 1
        counts[variant, "rewritten"] += is_loaded
    for variant in sorted({variant for variant, _ in counts}):
        print(release, variant, counts[variant, "original"], counts[variant, "rewritten"], sep="\t")
    print(release, "files", sum(known.values()), len(known), sep="\t")
    for path, is_loaded in there.items():
        if not is_loaded:
            print("  not loaded:", f"{path.parent.name}/{path.name}")


if __name__ == "__main__":
    main()
