#!/usr/bin/env bash
# The whole collection: every release exports, is probed, and runs the files of every release.
#
#   all.sh OUT_DIR [RELEASE …]        e.g. all.sh target/interop/executorch; without releases: all of them
#
# OUTLAST_EXPORT is another script that exports (more_models.py, which ../retired.py fetches); then releases are not probed.
# OUT_DIR gets files/RELEASE/, profiles/RELEASE.json, schemas/RELEASE/, results/RELEASE.jsonl and PROGRESS.
# Environments live in OUTLAST_PEERS (default OUT_DIR/peers), one at a time: set up, used, deleted; the second pass sets
# each up again for the files that did not exist in the first (OUTLAST_WHEELS makes that quick).  OUTLAST_KEEP=1 keeps
# them: about 2 GB each.  What is there already is not made again.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/play.sh"
mkdir -p "$1"/{files,profiles,schemas,results}
out=$(cd "$1" && pwd)
shift
peers=${OUTLAST_PEERS:-$out/peers}
mkdir -p "$peers"
mapfile -t releases < <("$here/venv.sh" --releases)
[ $# = 0 ] || releases=("$@")

say() { echo "$(date -u +%H:%M) $*" | tee -a "$out/PROGRESS"; }

python() { # with the release's own tools (flatc) on the path
  LD_LIBRARY_PATH=$dir/stubs PATH=$dir/bin:$PATH PYTHONDONTWRITEBYTECODE=1 "$dir/bin/python" -W ignore "$@" 2>>"$out/stderr-$release"
}

missing() { # the folders of files that the release did not run yet
  for folder in "$out"/files/*/; do
    exporter=$(basename "$folder")
    [ -e "$folder/index.json" ] || continue
    grep -qs "\"exporter\": \"$exporter\"" "$out/results/$release.jsonl" || echo "$folder"
  done
}

for pass in 1 2; do
  for release in "${releases[@]}"; do
    dir=$peers/executorch-$release
    if [ $pass = 2 ] && [ -z "$(missing)" ]; then continue; fi
    "$here/venv.sh" "$release" "$dir" || { say "$release: no environment"; continue; }
    [ -e "$out/files/$release/index.json" ] ||
      PYTHONPATH=$here python "${OUTLAST_EXPORT:-$here/export.py}" "$out/files/$release" >/dev/null || say "$release: export failed"
    [ -n "${OUTLAST_EXPORT-}" ] || [ -e "$out/profiles/$release.json" ] ||
      python "$here/probe.py" --out "$out/profiles/$release.json" --schemas "$out/schemas" --sample "$out/files/$release/mlp.pte" ||
      say "$release: probe failed"
    mapfile -t folders < <(missing)
    [ ${#folders[@]} = 0 ] || play "$dir" "${folders[@]}" --out "$out/results/$release.jsonl" 2>>"$out/stderr-$release" || say "$release: run failed"
    [ -n "${OUTLAST_KEEP-}" ] || rm -rf "$dir"
    say "$release: pass $pass done"
  done
done
