"""The releases of MLIR that scripts here ask: which there are, and how a program of one is called.

Those of pins.toml, `[mlir]`: installed ones are on the PATH (setup.sh), others are unpacked in `target/interop/mlir/suite/N` (../suite.sh).
"""

import functools
import pathlib
import shutil

import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[3]
SUITE = ROOT / "target/interop/mlir/suite"


@functools.cache
def all_of_them():
    """Full numbers of releases by their short ones, oldest first: `{"16": "16.0.6", …}`."""
    pins = tomllib.loads((ROOT / "evidence/peers/pins.toml").read_text())["mlir"]
    found = {name[5:]: pin["release"] for name, pin in pins.items() if name.startswith("mlir-")}
    return dict(sorted(found.items(), key=lambda pair: int(pair[0])))


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
