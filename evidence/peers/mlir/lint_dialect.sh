#!/usr/bin/env bash
# What the lint of dialects is shown to: mlir-opt of 19 and 22 (as root, where they are missing), their headers, and their llvm-tblgen.
#
#   lint_dialect.sh DIR
#
# DIR/N/usr/lib/llvm-N has `include` and `bin/llvm-tblgen` of release N. Quiet where everything is there already; needs 300 MB.
set -euo pipefail
. "$(dirname "$0")/../apt.sh"
mkdir -p "$1"
dir=$(cd "$1" && pwd)

missing=()
for release in 19 22; do
  command -v "mlir-opt-$release" >/dev/null || missing+=("mlir-$release-tools")
done
install_packages "$dir" "${missing[@]}"

for release in 19 22; do
  [ ! -e "$dir/$release/.done" ] || continue
  echo "unpacking the headers of $release"
  mkdir -p "$dir/part"
  (cd "$dir/part" && apt-get download -qq "libmlir-$release-dev" "llvm-$release" 2>/dev/null)
  mkdir -p "$dir/$release"
  for package in "$dir/part/"*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$dir/$release" --wildcards "./usr/lib/llvm-$release/include/mlir/*" "./usr/lib/llvm-$release/bin/llvm-tblgen" 2>/dev/null || true
  done
  rm -rf "$dir/part"
  [ -x "$dir/$release/usr/lib/llvm-$release/bin/llvm-tblgen" ] && [ -d "$dir/$release/usr/lib/llvm-$release/include/mlir" ]
  touch "$dir/$release/.done"
done
