#!/usr/bin/env bash
# The tools that `outlast prove` asks, as Debian 12 packages (as root): LLVM, Clang and mlir-opt of
# the lists `analysers` and `installed` in ../pins.toml.
#
#   setup.sh DIR             e.g. setup.sh target/interop/prove-tools; DIR has the log while packages are installed
#
# Quiet where everything is there already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../apt.sh"
mkdir -p "$1"
missing=()
for release in $(python3 "$here/../pins.py" llvm in=analysers - release | cut -d. -f1); do
  command -v "llvm-dis-$release" >/dev/null || missing+=("llvm-$release")
  command -v "clang-$release" >/dev/null || missing+=("clang-$release")
done
for release in $(python3 "$here/../pins.py" mlir in=installed - release | cut -d. -f1); do
  command -v "mlir-opt-$release" >/dev/null || missing+=("mlir-$release-tools")
done
install_packages "$1" "${missing[@]}"
