#!/usr/bin/env bash
# Makes the samples of MLIR bytecode: from every release that is there, at several versions, and from other producers.
#
#   samples.sh VENV OUT_DIR      e.g. samples.sh target/interop/mlir/venv target/interop/mlir/samples
#
# VENV has the wheels of IREE, torch-mlir and JAX. OUT_DIR gets SET/NAME, one SET to a producer. All from the texts in src/.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
venv=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$here/src"

bytecode() { # TOOL NAME OUT [FLAG…]
  local tool=$1 name=$2 to=$3
  shift 3
  mkdir -p "$(dirname "$to")"
  "$tool" --allow-unregistered-dialect --emit-bytecode "$@" "$name.mlir" -o "$to"
}

for name in steps places weights; do bytecode mlir-opt-16 $name "$out/16.0.6/$name.mlirbc"; done
for release in 19:19.1.7 22:22.1.8; do
  tool=mlir-opt-${release%%:*} to=$out/${release##*:}
  for name in steps kinds places weights modern; do bytecode "$tool" $name "$to/$name.mlirbc"; done
  for version in 0 1 2 3 4 5; do
    bytecode "$tool" steps "$to/steps-v$version.mlirbc" --emit-bytecode-version=$version
  done
  for name in kinds weights modern; do bytecode "$tool" $name "$to/$name-v4.mlirbc" --emit-bytecode-version=4; done
  bytecode "$tool" weights "$to/weights-elided.mlirbc" --elide-resource-data-from-bytecode
done

mkdir -p "$out/iree" "$out/torch-mlir" "$out/jax"
"$venv/bin/iree-compile" --iree-hal-target-backends=vmvx --compile-to=flow --emit-mlir-bytecode model.mlir \
  -o "$out/iree/model-flow.mlirbc"
"$venv/bin/torch-mlir-opt" --emit-bytecode torch.mlir -o "$out/torch-mlir/torch.mlirbc"
# Compiled under its bare name: the locations in the file name the script, and no folder of this machine.
"$venv/bin/python" -c 'exec(compile(open("learn.py").read(), "learn.py", "exec"))' "$out/jax/learn.mlir.bc"

# An unknown producer: what it wrote twice teaches how its properties are read (`outlast targets import --paired`).
mkdir -p "$out/acme-7.1"
acme() { "$venv/bin/torch-mlir-opt" "--emit-bytecode-producer=Acme 7.1" --emit-bytecode --emit-bytecode-version="$1" "$2" -o "$out/acme-7.1/$3"; }
for version in 4 6; do acme $version lesson.mlir lesson-v$version.mlirbc; done
acme 6 lesson-model.mlir model.mlirbc

# What StableHLO's dialects encode themselves.
mkdir -p "$out/stablehlo"
"$venv/bin/torch-mlir-opt" --allow-unregistered-dialect --emit-bytecode stablehlo.mlir -o "$out/stablehlo/attributes.mlirbc"
