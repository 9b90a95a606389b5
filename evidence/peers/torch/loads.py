"""What a release does when it loads files: the oracle of the releases too old to have models in the matrix.

    loads.py ENVIRONMENT [--lite] FILE …      ENVIRONMENT is what venv.sh set up

One row each: file, target, `loads` or `fails`, the message. `--lite` asks the lite interpreter.
"""

import pathlib
import sys

import run
from run import HERE, play


def main():
    environment, *paths = sys.argv[1:]
    mode = "lite" if paths[:1] == ["--lite"] else "script"
    paths = paths[mode == "lite" :]
    release = run.about(environment)["release"]
    target = "torch-" + release + ("-lite" if mode == "lite" else "")
    jobs = [{"path": str(pathlib.Path(path).resolve()), "mode": mode, "entry": {}} for path in paths]
    for path, answer in zip(paths, play.calls(environment, HERE / "attempts.py", "attempt", jobs, run.SECONDS)):
        outcome, _, message = run.row_of(answer)
        outcome, message = ("loads", "") if outcome == "ok" else ("fails", message)
        print("/".join(pathlib.Path(path).parts[-2:]), target, outcome, message[:300], sep="\t", flush=True)


main()
