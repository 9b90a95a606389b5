#!/usr/bin/env bash
# Sets up one real ExecuTorch release (exporter and Python runtime) in a virtual environment: CPU only, no CUDA packages.
#
#   venv.sh RELEASE DIR        e.g. venv.sh 1.5.1 target/peers/executorch-1.5.1
#   venv.sh newest DIR         the release that pins.toml lists as `newest`
#   venv.sh --releases         lists the known releases, newest first
#
# Then: LD_LIBRARY_PATH=DIR/stubs DIR/bin/python SCRIPT …
#
# If DIR already holds a release with the same torch, only the executorch (and torchao) package is swapped.
# OUTLAST_PYTHON   the Python to build on (default python3.11; the oldest wheels need 3.10 or 3.11)
# OUTLAST_WHEELS   a folder that keeps downloaded packages, so that a second set-up is quick (default: nothing is kept)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# Every release on the package index, the torch it was built against, and the torchao its exporter needs.
releases=$(python3 "$here/../pins.py" executorch torch torchao)
if [ "${1-}" = --releases ]; then awk 'NF {print $1}' <<<"$releases"; exit; fi
release=$1 dir=$2
[ "$release" != newest ] || release=$(python3 "$here/../pins.py" executorch in=newest - release)
read -r _ torch ao < <(grep "^${release//./\\.} " <<<"$releases") || { echo "unknown release $release" >&2; exit 2; }
minor=${torch#2.}
vision=0.$((${minor%%.*} + 15)).${minor#*.}      # torchvision follows torch in step

install() { # quietly; says what failed if it does
  "$dir/bin/python" -I -m pip install -q --disable-pip-version-check --no-cache-dir "$@" 2>&1 |
    grep -v -e 'dependency resolver' -e '^torch.* requires' -e '^executorch.* requires' >&2 || true
  return "${PIPESTATUS[0]}"
}

heavy() { # NAME==VERSION: installs just this package, from OUTLAST_WHEELS if that is set
  local name=${1%==*} version=${1#*==} file=$1
  if [ -n "${OUTLAST_WHEELS-}" ]; then
    compgen -G "$OUTLAST_WHEELS/$name-$version[-+]*.whl" >/dev/null ||
      "$dir/bin/python" -I -m pip download -q --disable-pip-version-check --no-cache-dir --no-deps -d "$OUTLAST_WHEELS" "$1"
    file=$(compgen -G "$OUTLAST_WHEELS/$name-$version[-+]*.whl" | head -1)
  fi
  install --no-deps "$file"
}

if [ "$(cat "$dir/torch" 2>/dev/null)" != "$torch" ]; then
  "${OUTLAST_PYTHON:-python3.11}" -I -m venv --clear "$dir"
  # The two heavy ones without what they ask for: that would be gigabytes of CUDA.
  heavy "torch==$torch"
  heavy "torchvision==$vision"
  numpy='numpy<2.4'
  case $release in 0.[234].*) numpy='numpy<2' ;; esac
  install "$numpy" 'setuptools<81' 'mpmath==1.3.0' filelock typing-extensions sympy networkx jinja2 fsspec pyyaml \
    flatbuffers tabulate ruamel.yaml packaging pandas parameterized hypothesis expecttest pytest pillow kgb requests py-cpuinfo
  python3 "$here/stubs.py" "$dir"/lib/python3*/site-packages/torch "$dir/stubs"
  echo "$torch" >"$dir/torch"
fi
heavy "executorch==$release"
[ "$ao" = - ] || heavy "torchao==$ao"
cd "$dir"      # a folder without a torch/ of its own
LD_LIBRARY_PATH=$PWD/stubs bin/python -W ignore -c '
import importlib.metadata as m, torch
import executorch.extension.pybindings.portable_lib as p
print("executorch", m.version("executorch"), "torch", torch.__version__, "operators", len(p._get_operator_names()))' 2>/dev/null
