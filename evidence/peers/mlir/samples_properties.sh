#!/bin/sh
# Makes the corpus of MLIR bytecode from the texts in src/: samples_properties.sh OUT_DIR. Where TORCH is set to a torch-mlir-opt of LLVM 24,
# its files as well.
set -eu
src=$(dirname "$0")/src
out=$1
emit() { # TOOL FOLDER NAME TEXT VERSION
    mkdir -p "$out/properties-$2"
    "$1" --allow-unregistered-dialect "$src/$4.mlir" --emit-bytecode --emit-bytecode-version="$5" -o "$out/properties-$2/$3-v$5.mlirbc"
}
for version in 0 4 5 6; do
    emit mlir-opt-19 19.1.7 properties properties "$version"
    emit mlir-opt-22 22.1.8 properties properties "$version"
    emit mlir-opt-22 22.1.8 natives properties-22 "$version"
done
for version in 4 5 6; do
    emit mlir-opt-19 19.1.7 pointers pointers-19 "$version"
    for name in pointers wraps flags; do
        emit mlir-opt-22 22.1.8 "$name" "$name-22" "$version"
    done
done
mkdir -p "$out/names-22.1.8"
for name in name names; do
    mlir-opt-22 --allow-unregistered-dialect "$src/$name-22.mlir" --emit-bytecode -o "$out/names-22.1.8/$name-v6.mlirbc"
done
if [ -n "${TORCH:-}" ]; then
    for version in 4 6; do
        emit "$TORCH" 24.0.0git properties properties-24 "$version"
    done
fi
