#!/usr/bin/env bash
# Prints targets/executorch-libraries.txt: what libraries hold that applications link, from sources, and what their operators did in runs.
#
#   libraries.sh OUT_DIR
#
# Programs of libraries.py by three releases run in nine, one environment after the other, 2 GB each. What is there already is not made again.
# OUTLAST_SOURCES   a folder with clones executorch.git and ao.git (default target/interop/clones)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/play.sh"
mkdir -p "$1"/results
out=$(cd "$1" && pwd)
sources=${OUTLAST_SOURCES:-target/interop/clones}
exporters='1.5.1 0.6.0 0.3.0 1.0.1'

in_release() { # RELEASE SCRIPT …
  local dir=$out/peers/executorch-$1
  shift
  LD_LIBRARY_PATH=$dir/stubs PATH=$dir/bin:$PATH PYTHONDONTWRITEBYTECODE=1 "$dir/bin/python" -W ignore "$@" >&2 2>>"$out/stderr"
}

# Exporters first: the others run what they made.
releases=$(python3 "$here/../pins.py" executorch in=libraries - release)
for release in $exporters $releases; do
  [ ! -e "$out/results/$release.done" ] || continue
  "$here/venv.sh" "$release" "$out/peers/executorch-$release" >&2
  case " $exporters " in *" $release "*) in_release "$release" "$here/libraries.py" "$out/$release" ;; esac
  for exporter in $exporters; do
    [ ! -e "$out/$exporter/index.json" ] ||
      play "$out/peers/executorch-$release" "$out/$exporter" --out "$out/results/$release.jsonl" >&2 2>>"$out/stderr"
  done
  touch "$out/results/$release.done"
  rm -rf "$out/peers/executorch-$release"
done
cargo build -q --locked -p outlast-executorch --example uses
python3 "$here/record.py" "$out/results" "$out/runs"
(cd "$out/.." && find "$(basename "$out")" -name '*.pte' | sort | xargs "$OLDPWD/target/debug/examples/uses") >"$out/uses.tsv"
python3 "$here/library_operators.py" "$sources/executorch.git" "$sources/ao.git"
echo '# What runs of the programs of libraries.py showed, by recorded.py --libraries: nine releases, 0.3.0 to 1.5.1.'
(cd "$out/.." && python3 "$here/recorded.py" --libraries "$out/uses.tsv" "$(basename "$out")")
