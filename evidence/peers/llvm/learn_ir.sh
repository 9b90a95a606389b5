#!/usr/bin/env bash
# Learns what every release of LLVM does with every shape of IR, from the beginning: hours on two cores.
#
#   learn_ir.sh WORK OUT       e.g. learn_ir.sh target/interop/llvm/learn table.txt: work goes to WORK and goes on where it stopped
#
# The modules of modules.py by every producer, unverified and verified, what compilers write (programs.py), and the probes: all
# readers are asked about each, profile.py learns from the runs, and probes.py puts its rows in place of those that runs led to.
# Environment: `OUTLAST_LLVM`, as for runs.py (default target/interop/llvm); `OUTLAST_SHARE`, in percent, tries the script with a part of the modules (default 100).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
mkdir -p "$(dirname "$2")"
out=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
share=${OUTLAST_SHARE:-100}
export OUTLAST_LLVM=${OUTLAST_LLVM:-$root/target/interop/llvm}
readers=$root/crates/llvm/targets/llvm-readers.txt

cargo build --quiet --release --locked --manifest-path "$root/Cargo.toml" -p outlast-bitstream --example ir_needs
needs() { "${CARGO_TARGET_DIR:-$root/target}/release/examples/ir_needs"; }

python3 "$here/runs.py" build "$work/modules" --share "$share" --few 0.2 --mix "$share" --seed 1
python3 "$here/runs.py" build "$work/verified" --checked --share "$share" --few 0.2 --mix "$share" --seed 1
python3 "$here/programs.py" "$work/programs"
folders=("$work/modules" "$work/verified" "$work/programs")
for folder in "${folders[@]}"; do python3 "$here/runs.py" ask "$folder"; done
find "${folders[@]}" -name '*.bc' | sort | needs >"$work/needs.tsv"
python3 "$here/profile.py" table "$work/needs.tsv" "$readers" "${folders[@]}" >"$out"

python3 "$here/probes.py" build "$work/probes"
needs <"$work/probes/files.txt" >"$work/probes/needs.tsv"
python3 "$here/probes.py" ask "$work/probes" "$work/probes/needs.tsv"
python3 "$here/probes.py" merge "$work/probes" "$work/probes/needs.tsv" "$readers" "$out"

python3 "$here/intrinsics.py" list "$work/intrinsics"
python3 "$here/intrinsics.py" ask "$work/intrinsics"
python3 "$here/intrinsics.py" merge "$work/intrinsics" "$readers" "$out"
