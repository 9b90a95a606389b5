#!/usr/bin/env bash
# The tools that `outlast prove` asks, as Debian 12 packages (as root): LLVM and Clang 14, 16, 19, 22, mlir-opt 16, 19, 22.
#
#   setup.sh DIR             e.g. setup.sh target/interop/prove-tools; DIR has the log while packages are installed
#
# Quiet where everything is there already.
set -euo pipefail
. "$(dirname "$0")/../apt.sh"
mkdir -p "$1"
missing=()
for release in 14 16 19 22; do
  command -v "llvm-dis-$release" >/dev/null || missing+=("llvm-$release")
  command -v "clang-$release" >/dev/null || missing+=("clang-$release")
done
for release in 16 19 22; do
  command -v "mlir-opt-$release" >/dev/null || missing+=("mlir-$release-tools")
done
install_packages "$1" "${missing[@]}"
