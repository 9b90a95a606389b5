#!/usr/bin/env bash
# IREE takes a parameter of another type and size from a .safetensors file: it reads as many bytes as it needs, and says nothing.
#
# Expected: the header of a .safetensors file names the type, the shape and the bytes of each tensor, so that float64 weights for a
# program with float32 are refused, at least as their size is another.
# Is so: IREE 3.13.0 looks up the name alone. Four float64 values become four float32 values made of the first sixteen bytes; integers
# become floats bit by bit; a tensor of six elements gives its first four. Only a tensor that is too short is refused
# ("range out of bounds").
# Why it matters: weights are delivered apart from the program, and the wrong ones show in the results only; to compare name, type and
# shape of both files is left to who delivers them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -I -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check iree-base-compiler==3.13.0 iree-base-runtime==3.13.0 safetensors==0.8.0
cat >"$folder/ask.py" <<'PY'
from importlib.metadata import version

import iree.compiler
import iree.runtime
import numpy as np
from safetensors.numpy import save_file

for package in "iree-base-compiler", "iree-base-runtime", "safetensors":
    print(package, version(package))
PROGRAM = """
util.global private @weight = #flow.parameter.named<"model"::"weight"> : tensor<4xf32>
func.func @get() -> tensor<4xf32> {
  %weight = util.global.load @weight : tensor<4xf32>
  return %weight : tensor<4xf32>
}
"""
program = iree.compiler.compile_str(PROGRAM, target_backends=["llvm-cpu"], extra_args=["--iree-llvmcpu-target-cpu=generic"])


def run(weight):
    save_file({"weight": weight}, "weight.safetensors")
    config = iree.runtime.Config("local-task")
    index = iree.runtime.ParameterIndex()
    index.load("weight.safetensors")
    modules = iree.runtime.load_vm_modules(
        iree.runtime.create_io_parameters_module(config.vm_instance, index.create_provider(scope="model")),
        iree.runtime.create_hal_module(config.vm_instance, config.device),
        iree.runtime.VmModule.copy_buffer(config.vm_instance, program),
        config=config,
    )
    return modules[-1].get().to_host().tolist()


one_to_four = [1, 2, 3, 4]
results = {}
for name, weight in {
    "float32": np.array(one_to_four, np.float32),
    "float64": np.array(one_to_four, np.float64),
    "int32": np.array(one_to_four, np.int32),
    "six of float32": np.array([*one_to_four, 5, 6], np.float32),
    "float16": np.array(one_to_four, np.float16),
}.items():
    try:
        results[name] = run(weight)
    except IndexError as error:
        results[name] = "refused: " + next(part.strip() for part in str(error).split(";") if "range" in part)
    print(f"{name} {weight.tolist()} for tensor<4xf32>: {results[name]}")
assert results["float32"] == results["six of float32"] == one_to_four
assert results["float64"] == np.array(one_to_four, np.float64).view(np.float32)[:4].tolist()
assert results["int32"] == np.array(one_to_four, np.int32).view(np.float32).tolist()
assert "out of bounds" in results["float16"]
PY
cd "$folder"
venv/bin/python ask.py
