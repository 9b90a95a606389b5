#!/usr/bin/env bash
# Builds a target without a sanitizer, seeds it with the corpus and runs it.    run.sh TARGET [SECONDS [ARGUMENT OF libFuzzer]…]
#
# Crashes, hangs (10 s) and inputs that need more than 2 GiB do not end the run; they are kept in fuzz/artifacts/TARGET. The exit status is 1 if
# there are any, and 2 if the run did not come to its end.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:?which target: see fuzz/fuzz_targets}; seconds=${2:-600}; shift; [ $# -eq 0 ] || shift
case $target in
  executorch) folders=(corpus/executorch corpus/executorch-models corpus/bad/executorch) names=('*.pte' '*.ptd' '*.bpte') ;;
  llvm) folders=(corpus/llvm corpus/bad/bitstream) names=('*') ;;
  swift) folders=(corpus/llvm) names=('*.swift*') ;;
  mlir) folders=(corpus/mlir corpus/bad/mlir) names=('*') ;;
  schema) folders=(crates/executorch/schemas crates/flatbuffers/tests) names=('*.fbs') ;;
  bfbs) folders=(crates/flatbuffers/tests) names=('*.bfbs') ;;
  arrays) folders=(corpus/executorch) names=('*.np[yz]' '*.safetensors') ;;
  *) echo "no target $target" >&2; exit 2 ;;
esac
seeds=fuzz/corpus/$target; found=fuzz/artifacts/$target
mkdir -p "$seeds" "$found"
for name in "${names[@]}"; do
  # Texts of what real tools did stand beside the files; by their content, so that each is there once.
  find "${folders[@]}" -type f -name "$name" -size -64k ! -path '*/runs/*' ! -path '*/verdicts/*' -print0 |
    while IFS= read -r -d '' file; do cp -n "$file" "$seeds/$(sha1sum <"$file" | cut -c 1-40)"; done
done
${CARGO_FUZZ:-cargo fuzz} run --sanitizer none ${FUZZ_TARGET_DIR:+--target-dir "$FUZZ_TARGET_DIR"} "$target" "$seeds" -- \
  -max_total_time="$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=2048 -fork=1 \
  -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -print_final_stats=1 "$@" && ended=0 || ended=$?
if [ -n "$(ls -A "$found")" ]; then ls -l "$found" >&2; exit 1; fi
if [ "$ended" -ne 0 ]; then echo "the run did not come to its end: status $ended" >&2; exit 2; fi
