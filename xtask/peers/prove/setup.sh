#!/usr/bin/env bash
# The tools that `outlast prove` asks, as Debian 12 packages (as root): LLVM and Clang 14, 16, 19, 22, mlir-opt 16, 19, 22.
#
#   setup.sh DIR             e.g. setup.sh target/interop/prove-tools; DIR has the log while packages are installed
#
# Quiet where everything is there already.
set -euo pipefail
mkdir -p "$1"
missing=()
for release in 14 16 19 22; do
  command -v "llvm-dis-$release" >/dev/null || missing+=("llvm-$release")
  command -v "clang-$release" >/dev/null || missing+=("clang-$release")
done
for release in 16 19 22; do
  command -v "mlir-opt-$release" >/dev/null || missing+=("mlir-$release-tools")
done
if [ ${#missing[@]} != 0 ]; then
  echo "installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${missing[@]}" >"$1/apt.log" 2>&1 || {
    tail -5 "$1/apt.log" >&2
    exit 1
  }
  rm "$1/apt.log"
fi
