#!/usr/bin/env bash
# Runs a script in each of these releases of PyTorch, set up one at a time and deleted again, where none is there.
#
#   each.sh SCRIPT OUT_DIR RELEASE …      what it prints: OUT_DIR/RELEASE.tsv
#   each.sh --file PATH OUT_DIR RELEASE … a file of the wheel, without setting it up: OUT_DIR/RELEASE/PATH
#
# RELEASE: as `venv.sh --releases` lists them; of wheels, any. ${OUTLAST_TORCH:-target/interop/torch} may have releases already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
file=
if [ "$1" = --file ]; then file=$2; shift; fi
script=$(realpath "$1" 2>/dev/null || true) out=$(realpath -m "$2")
shift 2
mkdir -p "$out"
base=$(realpath -m "${OUTLAST_TORCH:-target/interop/torch}")
for release; do
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  if [ -n "$file" ]; then
    python3 -I -m pip download -q --no-deps --only-binary :all: --python-version 3.11 --platform manylinux2014_x86_64 --platform manylinux1_x86_64 \
      --platform manylinux_2_28_x86_64 -d "$scratch" "torch==$release" >&2
    mkdir -p "$out/$release"
    (cd "$out/$release" && python3 -m zipfile -e "$scratch"/torch-*.whl "$scratch/whl" && mkdir -p "$(dirname "$file")" && cp "$scratch/whl/$file" "$file")
  else
    dir=$base/$release
    if [ ! -x "$dir/bin/python" ]; then dir=$scratch/$release; "$here/venv.sh" "$release" "$dir" >&2; fi
    (cd "$scratch" && LD_LIBRARY_PATH=$dir/stubs "$dir/bin/python" "$script" >"$out/$release.tsv")
  fi
  rm -rf "$scratch"
done
