#!/usr/bin/env bash
# Makes bitcode as LLVM wrote it before release 14: the texts of src/former by the LLVM inside earlier llvmlite.
#
#   former.sh OUT_DIR [RELEASE …]      e.g. former.sh target/interop/llvm/former 4.0.0; without releases: all `writers` of pins.toml
#
# OUT_DIR gets RELEASE/NAME.bc for every text that the release takes; the others are printed with what it said. An llvmlite runs on the Python
# that pins.toml names for it, among ~/.pyenv/versions or on the PATH.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift

python_of() { # MINOR: the interpreter
  local path
  for path in "$HOME/.pyenv/versions/$1".*/bin/python "/usr/bin/python$1" "$(command -v "python$1" || true)"; do
    if [ -x "$path" ] && "$path" -c 'import ensurepip' 2>/dev/null; then echo "$path"; return; fi
  done
  echo "no Python $1 in ~/.pyenv/versions or on the PATH" >&2
  return 1
}

while read -r _ version release minor; do
  [ $# = 0 ] || [[ " $* " == *" $release "* ]] || continue
  python=$(python_of "$minor")
  site=$out/site-$version
  [ -d "$site" ] || "$python" -I -m pip install -q --disable-pip-version-check --no-cache-dir --no-deps \
    --target "$site" "llvmlite==$version"
  mkdir -p "$out/$release"
  "$python" -I - "$site" "$here/src/former" "$out/$release" "$release" <<'PY'
import os, sys
site, texts, out, release = sys.argv[1:]
sys.path.insert(0, site)
import llvmlite.binding as llvm
assert ".".join(map(str, llvm.llvm_version_info)) == release, llvm.llvm_version_info
for name in sorted(os.listdir(texts)):
    with open(os.path.join(texts, name)) as text:
        try:
            module = llvm.parse_assembly(text.read())
            module.verify()
        except RuntimeError as error:
            print("{} {}: {}".format(release, name, " ".join(str(error).split("\n")[:2])))
            continue
    with open(os.path.join(out, name[:-3] + ".bc"), "wb") as file:
        file.write(module.as_bitcode())
PY
done < <(python3 "$here/../pins.py" llvm in=writers version release python)
