#!/usr/bin/env bash
# The sweep of operators: exports a program for each with one release, runs them on all, one environment after the other.
#
#   sweep.sh OUT_DIR [RELEASE …]        e.g. sweep.sh target/interop/executorch-sweep; without releases: all of them
#
# OUT_DIR gets files/ (programs, recordings, calls) and results/RELEASE.jsonl; then: kernels.py OUT_DIR. What is there already is not
# made again.
# OUTLAST_PEERS    where environments live (default OUT_DIR/peers), 2 GB each; each is deleted after its runs
# OUTLAST_SWEEP    names of programs, such as `add_out`, to sweep a few only
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/play.sh"
mkdir -p "$1"/{files,results}
out=$(cd "$1" && pwd)
shift
peers=${OUTLAST_PEERS:-$out/peers}
mkdir -p "$peers"
exporter=$(python3 "$here/../pins.py" executorch in=newest - release)
mapfile -t releases < <("$here/venv.sh" --releases)
[ $# = 0 ] || releases=("$@")
read -ra names <<<"${OUTLAST_SWEEP-}"

python() { # RELEASE SCRIPT …
  local dir=$peers/executorch-$1
  shift
  LD_LIBRARY_PATH=$dir/stubs PATH=$dir/bin:$PATH PYTHONDONTWRITEBYTECODE=1 "$dir/bin/python" -W ignore "$@" 2>>"$out/stderr"
}

if [ ! -e "$out/files/mutants.json" ]; then
  "$here/venv.sh" "$exporter" "$peers/executorch-$exporter"
  python "$exporter" "$here/sweep.py" "$out/files" "${names[@]}"
  python "$exporter" "$here/sweep.py" "$out/files" --list
fi
for release in "${releases[@]}"; do
  [ ! -e "$out/results/$release.done" ] || continue
  "$here/venv.sh" "$release" "$peers/executorch-$release"
  play "$peers/executorch-$release" "$out/files" --out "$out/results/$release.jsonl" 2>>"$out/stderr"
  touch "$out/results/$release.done"
  rm -rf "$peers/executorch-$release"
done
