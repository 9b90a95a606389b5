"""Whether this release of PyTorch still loads archives of which one record was changed: the oracle of the archive writer.

    cargo run -p outlast-torchscript --example records -- OUT_DIR corpus/torch/*/*.{pt,pth,ptl,pt2}
    python rewritten.py CORPUS_DIR OUT_DIR          (in an environment with torch; it loads the files, and so runs what is in them)

Each OUT_DIR/FOLDER/NAME.VARIANT.EXT is loaded if CORPUS_DIR/FOLDER/NAME.EXT is; both in a child process, since some releases crash on some files.
Prints, for each variant, how many originals this release loads, and how many of those it loads rewritten; then those that it does not.
"""

from __future__ import annotations

import collections
import os
import pathlib
import sys
import warnings

import torch


def load(path: pathlib.Path) -> None:
    extension = path.suffix
    if extension == ".ptl":
        from torch.jit.mobile import _load_for_lite_interpreter

        _load_for_lite_interpreter(str(path))
    elif extension == ".pt2":
        torch.export.load(str(path))
    elif path.name.startswith("package"):
        from torch.package import PackageImporter

        PackageImporter(str(path)).load_pickle("model", "model.pkl")
    elif extension == ".pt":
        torch.jit.load(str(path))
    else:
        try:
            torch.load(str(path), weights_only=False)
        except TypeError:
            torch.load(str(path))


def loads(path: pathlib.Path) -> bool:
    """Whether a child process loads it."""
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        try:
            load(path)
        except BaseException:  # noqa: B036 (whatever a file makes this release do)
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def main() -> None:
    warnings.simplefilter("ignore")
    corpus, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    # Files that name classes of `samples.py`.
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    known: dict[pathlib.Path, bool] = {}
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    missed = []
    for path in sorted(out.glob("*/*.*.*")):
        stem, variant, extension = path.name.rsplit(".", 2)
        original = corpus / path.parent.name / f"{stem}.{extension}"
        if original not in known:
            known[original] = loads(original)
        if not known[original]:
            continue
        counts[variant, "original"] += 1
        if loads(path):
            counts[variant, "rewritten"] += 1
        else:
            missed.append(f"{path.parent.name}/{path.name}")
    release = torch.__version__.split("+")[0]
    for variant in sorted({variant for variant, _ in counts}):
        print(release, variant, counts[variant, "original"], counts[variant, "rewritten"], sep="\t")
    print(release, "files", sum(known.values()), len(known), sep="\t")
    for name in missed:
        print("  not loaded:", name)


if __name__ == "__main__":
    main()
