#!/usr/bin/env bash
# The libraries in the wheels of all releases of ExecuTorch, without what they need to run.
#
#   libraries_of_wheels.sh OUT      OUT/1.5.1/executorch/lib/libexecutorch.so, …
#
# OUTLAST_WHEELS   a folder with wheels that were downloaded before
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
for release in $("$here/venv.sh" --releases); do
  [ -d "$out/$release" ] && continue
  scratch=$(mktemp -d)
  wheel=$(compgen -G "${OUTLAST_WHEELS:-/nowhere}/executorch-$release-*.whl" | head -1 || true)
  if [ -z "$wheel" ]; then
    "${OUTLAST_PYTHON:-python3.11}" -I -m pip download -q --disable-pip-version-check --no-cache-dir --no-deps \
      --only-binary=:all: -d "$scratch" "executorch==$release"
    wheel=$(compgen -G "$scratch/*.whl")
  fi
  mkdir -p "$out/$release.part"
  unzip -q -o "$wheel" '*.so' -d "$out/$release.part"
  mv "$out/$release.part" "$out/$release"
  rm -r "$scratch"
done
