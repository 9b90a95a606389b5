"""The lite interpreter of an installed PyTorch as a device: what it reports to a service, and what it does with files. Called inside the runtime by
`cargo xtask interop delivery`."""

import ctypes
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import torch

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "torch"))
import attempts  # noqa: E402 (beside the folder)

RELEASE = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])


def said():
    """The lines of torch_report.cpp, which is compiled here."""
    source = pathlib.Path(__file__).with_name("torch_report.cpp")
    library = ctypes.CDLL(str(pathlib.Path(torch.__file__).parent / "lib" / "libtorch_cpu.so"), ctypes.RTLD_GLOBAL)
    ranges = ["-DRANGES"] if hasattr(library, "_ZN5torch3jit38_get_runtime_bytecode_min_max_versionsEv") else []
    abi = "-D_GLIBCXX_USE_CXX11_ABI=%d" % torch._C._GLIBCXX_USE_CXX11_ABI
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "report.so")
        subprocess.run(["g++", "-O1", "-std=c++17", "-shared", "-fPIC", abi] + ranges + [str(source), "-o", out], check=True)
        report = ctypes.CDLL(out).report
        report.restype = ctypes.c_char_p
        return report().decode().splitlines()


def arguments(first, second):
    """How many arguments an operator takes: `c10::optional` has its flag before the number, `std::optional`, since 2.2, behind it."""
    flag, number = (second, first) if RELEASE >= (2, 2) else (first, second)
    return number if flag & 1 else None


def report(_, stage):
    """The report: the fields are those of RuntimeCompatibilityInfo."""
    stage("report")
    made = {"operators": {}, "types": []}
    for line in said():
        what, *words = line.split(" ")
        if what == "operator":
            name, *numbers = words
            made["operators"][name] = arguments(*map(int, numbers))
        elif what == "type":
            made["types"].append(" ".join(words))
        elif what == "bytecode":
            numbers = [int(word) for word in words]
            made["bytecode"] = numbers if len(numbers) > 1 else numbers[0]
        else:
            made["operator_versions"] = [int(word) for word in words]
    made["types"].sort()
    return {field: value for field, value in made.items() if value != []}


@functools.lru_cache(maxsize=None)  # noqa: UP033 (releases up to 1.10 run on Python 3.8)
def index(path):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["files"]


def attempt(job, stage):
    """What becomes of the file `path`, which is the entry `name` of an index that models.py wrote, or was made from it: outcome, stage, message."""
    return attempts.attempt({"path": job["path"], "mode": "lite", "entry": index(job["index"])[job["name"]]}, stage)
