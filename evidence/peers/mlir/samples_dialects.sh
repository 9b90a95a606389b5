#!/bin/sh
# Makes the corpus for the hooks of dialects from the texts in src/: samples_dialects.sh OUT_DIR DIALECTS, where DIALECTS is the example
# program of that name (cargo build --example dialects).
#
# dialects-RELEASE: what mlir-opt writes, version 2.0 of its test dialect. dialects-old-RELEASE: the same as version 1.12, which no
# tool writes to files but ours, and the text that mlir-opt prints for each: it upgrades what it reads.
set -eu
src=$(dirname "$0")/src
out=$1
dialects=$2
release() { # TOOL RELEASE VERSIONS
    new=$out/dialects-$2
    old=$out/dialects-old-$2
    mkdir -p "$new" "$old"
    for version in $3; do
        "$1" --allow-unregistered-dialect "$src/dialects.mlir" --emit-bytecode --emit-bytecode-version="$version" -o "$new/dialects-v$version.mlirbc"
        # Before version 5, properties that are no attributes are lost.
        if [ "$version" -ge 5 ]; then
            "$1" "$src/dialects-native.mlir" --emit-bytecode --emit-bytecode-version="$version" -o "$new/native-v$version.mlirbc"
        fi
    done
    # Before version 1, versions of dialects have no place.
    "$dialects" down "$old" "$new"/*-v[1-6].mlirbc
    for file in "$old"/*.mlirbc; do
        text=${file%-v*}.mlir
        "$1" --allow-unregistered-dialect --mlir-print-op-generic --mlir-print-local-scope "$file" -o "$text.one"
        # It is the same for every version.
        if [ -e "$text" ]; then cmp "$text" "$text.one"; fi
        mv "$text.one" "$text"
    done
}
release mlir-opt-19 19.1.7 "0 1 2 3 4 5 6"
release mlir-opt-22 22.1.8 "4 6"
