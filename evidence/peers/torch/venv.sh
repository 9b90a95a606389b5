#!/usr/bin/env bash
# Sets up one real PyTorch release in a virtual environment: CPU only, no CUDA packages.
#
#   venv.sh RELEASE [DIR]      e.g. venv.sh 2.15.0 (into ${OUTLAST_TORCH:-target/interop/torch}/2.15.0)
#   venv.sh --releases         lists the known releases, newest first
#
# Then: LD_LIBRARY_PATH=DIR/stubs DIR/bin/python SCRIPT …, from a folder that holds no torch/.
#
# The Python is the first of those named in pins.toml that is among ~/.pyenv/versions or on the PATH; which one is printed.
# OUTLAST_PYTHON   the Python to build on instead
# What a release needs of CUDA is not installed: the libraries it is linked to get stand-ins (../executorch/stubs.py), and those that
# it carries itself (before 1.13) stay, as it does not start without them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

releases=$(python3 "$here/../pins.py" torch where=wheels release python)
if [ "${1-}" = --releases ]; then awk '{print $2}' <<<"$releases"; exit; fi
[ $# -ge 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
release=$1 dir=${2-${OUTLAST_TORCH:-target/interop/torch}/$1}
read -r _ _ wanted < <(grep " ${release//./\\.} " <<<"$releases") || { echo "unknown release $release: see venv.sh --releases" >&2; exit 2; }

find_python() { # the first of $wanted that this machine has
  local minor path
  for minor in ${wanted//,/ }; do
    for path in "$HOME/.pyenv/versions/$minor".*/bin/python "/usr/bin/python$minor" "$(command -v "python$minor" || true)"; do
      if [ -x "$path" ] && "$path" -c 'import ensurepip' 2>/dev/null; then echo "$path"; return; fi
    done
  done
  echo "torch $release needs a Python of ${wanted//,/, }; none is in ~/.pyenv/versions or on the PATH" >&2
  return 1
}
python=${OUTLAST_PYTHON:-$(find_python)}
echo "torch $release on $("$python" --version 2>&1) ($python)"

install() { # quietly; says what failed if it does
  "$dir/bin/python" -I -m pip install -q --disable-pip-version-check --no-cache-dir "$@" 2>&1 |
    grep -v -e 'dependency resolver' -e '^torch.* requires' >&2 || true
  return "${PIPESTATUS[0]}"
}

"$python" -I -m venv --clear "$dir"
install --no-deps "torch==$release"
case $release in
  1.*) install 'numpy<1.24' typing-extensions future 'setuptools<66' ;;
  2.[012].*) install 'numpy<2' 'setuptools<81' filelock typing-extensions sympy networkx jinja2 fsspec 'mpmath==1.3.0' pyyaml ;;
  *) install numpy 'setuptools<81' filelock typing-extensions sympy networkx jinja2 fsspec 'mpmath==1.3.0' pyyaml ;;
esac
torch=$(echo "$dir"/lib/python3*/site-packages/torch)
rm -rf "$torch"/include "$torch"/share "$torch"/test "$torch"/bin/test_* "$torch"/lib/libcaffe2_detectron_ops*.so
python3 "$here/../executorch/stubs.py" "$torch" "$dir/stubs"
cd "$dir"      # a folder without a torch/ of its own
LD_LIBRARY_PATH=$PWD/stubs bin/python -W ignore -c 'import torch; print("torch", torch.__version__, "runs")'
