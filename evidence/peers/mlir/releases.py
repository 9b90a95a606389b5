"""The releases of MLIR that scripts here ask: which there are, and how a program of one is called.

Those of pins.toml, `[mlir]`: installed ones are on the PATH (setup.sh), others are unpacked in `target/interop/mlir/suite/N` (../suite.sh).
"""

import functools
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "evidence/peers"))
import pins  # noqa: E402 (beside the folder)

SUITE = ROOT / "target/interop/mlir/suite"


@functools.cache
def all_of_them(within="readers"):
    """Full numbers of releases on a list by their short ones, oldest first: `{"16": "16.0.6", …}`."""
    return dict(zip(pins.numbers("mlir", within), pins.releases("mlir", within)))


@functools.cache
def command(release, program="mlir-opt"):
    """The words that a command of a program of a release begins with."""
    name = f"{program}-{release}"
    if shutil.which(name):
        return [name]
    run = SUITE / release / "run"
    if run.exists():
        return [str(run), name]
    raise SystemExit(f"there is no {name}: evidence/peers/mlir/setup.sh installs it, evidence/peers/suite.sh unpacks it")


def short(full):
    """`19` of `mlir-19.1.7`, `MLIR19.1.7` or `mlir-opt 19.1.7`."""
    return full.lower().removeprefix("mlir").lstrip("- opt").split(".")[0]
