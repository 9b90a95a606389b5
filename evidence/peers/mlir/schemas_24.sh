#!/usr/bin/env bash
# Paired samples of LLVM 24, of which neither packages nor sources are to be had: what torch-mlir-opt and iree-opt write.
#
#   schemas_24.sh DIR WORK > PAIRS        e.g. schemas_24.sh target/interop/mlir work
#
# DIR is what setup.sh made. Prints two files a line, as the example `learn` of crates/mlir takes them, first of torch-mlir-opt, then,
# after a blank line, of iree-opt: they are not of one day. From each: upstream's tests of 19 and every operation of 22
# (schemas_learned.py), then what the compilers make of programs (foreign.py) and every operation that it has (schemas_probed.py).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
schemas=$here/../../../crates/mlir/schemas
dir=$(cd "$1" && pwd)
work=$2
packages=$(echo "$dir"/venv/lib/python3*/site-packages)
tests=$(echo "$dir/src/llvm-toolchain-19_"*/mlir/test)
texts=("$here/src/newer.mlir" "$here/src/properties-24.mlir")

python3 "$here/foreign.py" make "$dir/venv" "$work/foreign" >&2
of() { # TOOL LIBRARY BINDINGS TEXT…
  local tool=$dir/venv/bin/$1 name=$1 library=$packages/$2 bindings=$packages/$3
  shift 3
  python3 "$here/schemas_learned.py" "$work/$name-learned" mlir-opt-22 "$tool" "$schemas/mlir-22.txt" "$tests" "${texts[@]}"
  python3 "$here/schemas_probed.py" "$work/$name-probed" "$tool" "$library" "$bindings" "$@" "${texts[@]}"
}
of torch-mlir-opt torch_mlir/_mlir_libs/libTorchMLIRAggregateCAPI.so torch_mlir "$work/foreign/torch" "$work/foreign/stablehlo"
echo
of iree-opt iree/compiler/_mlir_libs/libIREECompiler.so iree/compiler "$work/foreign/iree"
