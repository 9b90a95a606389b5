#!/usr/bin/env bash
# Real readers, writers and runtimes of StableHLO's portable artifacts: releases of jaxlib, and torch-mlir's tool.
#
#   setup.sh DIR [RELEASE…]     all releases of pins.toml, or these
#
# DIR/jaxlib-RELEASE, DIR/jax-RELEASE     the wheels, unpacked, without what they depend on
# DIR/needs-OLD, DIR/needs-NEW            NumPy 1 and 2, SciPy and ml_dtypes for them
# DIR/torch-mlir                          torch-mlir-opt
# DIR/paths.json                          PYTHONPATH for each release
# DIR/venv-RELEASE                        a Python with these paths
# Quiet where everything is there already. A release takes 0.3 GB: delete its folder when it is measured.
set -euo pipefail
mkdir -p "$1"
dir=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
shift
python=${OUTLAST_PYTHON:-python3.11}
releases=("$@")
if [ ${#releases[@]} = 0 ]; then
  mapfile -t releases < <(python3 "$here/../pins.py" stablehlo package=jaxlib version | awk '{ print $2 }')
fi

get() { # FOLDER PACKAGES…
  [ ! -e "$dir/$1/.done" ] || return 0
  local folder=$dir/$1
  shift
  echo "installing $*"
  rm -rf "$folder"
  "$python" -I -m pip install -q --disable-pip-version-check --no-cache-dir --no-deps --root-user-action=ignore --target "$folder" "$@"
  touch "$folder/.done"
}
get needs-old 'numpy<2' 'ml_dtypes<0.5' 'scipy<1.12'
get needs-new 'numpy>=2,<2.4' 'ml_dtypes>=0.5' scipy opt_einsum
for release in "${releases[@]}"; do
  get "jaxlib-$release" "jaxlib==$release"
done
newest=$(python3 "$here/../pins.py" stablehlo package=jax version | awk '{ print $2 }')
get "jax-$newest" "jax==$newest"
get torch-mlir "torch-mlir==$(python3 "$here/../pins.py" mlir package=torch-mlir version | awk '{ print $2 }')"
chmod +x "$dir/torch-mlir/torch_mlir/_mlir_libs/torch-mlir-opt"
python3 - "$dir" "$newest" "${releases[@]}" <<'PY'
import json, pathlib, sys
folder, newest, releases = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
paths = {}
# Those that are there already stay.
there = [path.name.removeprefix("jaxlib-") for path in folder.glob("jaxlib-*") if (path / ".done").exists()]
for release in sorted({*there, *releases}, key=lambda release: [int(part) for part in release.split(".")]):
    numbers = tuple(int(part) for part in release.split("."))
    needs = "needs-old" if numbers < (0, 6) else "needs-new"
    parts = [f"jaxlib-{release}", needs] + ([f"jax-{newest}"] if release == newest else [])
    paths[release] = ":".join(str(folder / part) for part in parts)
(folder / "paths.json").write_text(json.dumps(paths, indent=1) + "\n")
PY
for release in "${releases[@]}"; do
  [ ! -x "$dir/venv-$release/bin/python" ] || continue
  "$python" -I -m venv --without-pip "$dir/venv-$release"
  paths=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]].replace(":", "\n"))' "$dir/paths.json" "$release")
  echo "$paths" >"$(echo "$dir/venv-$release"/lib/python3*/site-packages)/outlast.pth"
done
