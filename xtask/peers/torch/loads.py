"""What a release does when it loads files: the oracle of the releases too old to have models in the matrix.

    python loads.py [--lite] FILE …      (from a folder that holds no torch/)

One row each: file, target, `loads` or `fails`, the message. `--lite` asks the lite interpreter.
"""

import pathlib
import sys
import warnings

import calls as running
import child
import run


def attempt(mode, path):
    try:
        running.LOADERS[mode](path)
    except Exception as error:  # noqa: BLE001 (whatever this release says)
        return "fails", "load", running.text_of(error)
    return "loads", "load", ""


def main():
    warnings.filterwarnings("ignore")
    mode, paths = "script", sys.argv[1:]
    if paths[:1] == ["--lite"]:
        mode, paths = "lite", paths[1:]
    target = "torch-" + run.RELEASE + ("-lite" if mode == "lite" else "")
    jobs = [lambda path=path: attempt(mode, path) for path in paths]
    for path, said in zip(paths, child.run_all(jobs, run.SECONDS)):
        outcome, _, message = run.row_of(said)
        outcome = outcome if outcome == "loads" else "fails"
        print("/".join(pathlib.Path(path).parts[-2:]), target, outcome, message[:300], sep="\t", flush=True)


main()
