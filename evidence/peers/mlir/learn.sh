#!/usr/bin/env bash
# Learns crates/mlir/targets/mlir-seen.txt from the half `train` of MLIR's own tests: what definitions leave open, and files showed.
#
#   learn.sh DIR EXAMPLES [OUT]        e.g. learn.sh target/interop/mlir target/release/examples
#
# DIR is what setup.sh made; EXAMPLES has mlir_convert and mlir_verdicts. Files are drawn by their names: of each pair of releases so many
# as they are, and so many that mlir_convert wrote; LLVM 16 reads nothing of the others as it is. Outcomes are kept in DIR/learn: what was
# run is not run again, and the same outcomes give the same bytes. Tables go to OUT, or to where they belong. Then `cargo xtask bless`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(cd "$1" && pwd)
examples=$(cd "$2" && pwd)
targets=${3:-$here/../../../crates/mlir/targets}
learn="$dir/learn"
mkdir -p "$learn"
: >"$learn/questions.tsv"

# FROM TO AS_THEY_ARE CONVERTED
while read -r from to originals converted; do
  corpus="$dir/corpus/$from-v6" made="$learn/converted-$from-$to"
  run() { # FOLDER LIMIT SWITCHES…
    folder=$1 limit=$2
    shift 2
    python3 "$here/verdicts.py" run "$learn/outcomes.tsv" "$to" "$folder" --producer "$from" --half train --limit "$limit" \
      --kept "$dir/kept" "$@"
    python3 "$here/verdicts.py" sample "$folder" --half train --limit "$limit" |
      xargs -r -n 500 "$examples/mlir_verdicts" --open "$to" >>"$learn/questions.tsv"
  }
  [ "$originals" = 0 ] || run "$corpus" "$originals"
  mkdir -p "$made"
  python3 "$here/verdicts.py" sample "$corpus" --half train --limit "$converted" | while read -r file; do
    [ -e "$made/$(basename "$file")" ] || echo "$file"
  done | xargs -r -n 500 "$examples/mlir_convert" "$to" "$made" >"$learn/refused-$from-$to.txt"
  run "$made" "$converted" --originals "$corpus"
done <<'PAIRS'
19 22 1200 1200
22 19 1200 1200
19 16 0 800
22 16 0 800
PAIRS

python3 "$here/verdicts.py" learn "$learn/questions.tsv" "$learn/outcomes.tsv" --files "$learn/mlir-seen-files.txt" >"$learn/mlir-seen.txt"
mv "$learn/mlir-seen.txt" "$learn/mlir-seen-files.txt" "$targets"
