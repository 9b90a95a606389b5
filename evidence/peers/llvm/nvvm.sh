#!/usr/bin/env bash
# Learns what every release of libNVVM does with every shape of IR, from the beginning: hours on two cores (not measured).
#
#   nvvm.sh WORK OUT       e.g. nvvm.sh target/interop/llvm/nvvm-learn nvvm.txt: work goes to WORK and goes on where it stopped
#
# Two lanes: modules of LLVM 9 and 13 for what reads with LLVM 7 (compute_75), of 13, 19 and 22 for what reads with newer ones (compute_100).
# The libraries are those of setup.sh with `nvvm`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
out=$2
bash "$here/setup.sh" "${OUTLAST_LLVM:-$root/target/interop/llvm}" nvvm suites
cargo build --quiet --release --locked --manifest-path "$root/Cargo.toml" -p outlast-bitstream --example ir_needs
needs() { "${CARGO_TARGET_DIR:-$root/target}/release/examples/ir_needs"; }

python3 "$here/intrinsics.py" list "$work/intrinsics"
python3 "$here/nvvm.py" build "$work/older" 1,2 9 13
python3 "$here/nvvm.py" calls "$work/older" 1,2 "$work/intrinsics" 9
python3 "$here/nvvm.py" build "$work/newer" 2 13 19 22
python3 "$here/nvvm.py" calls "$work/newer" 2 "$work/intrinsics" 19 22
for folder in older newer; do python3 "$here/nvvm.py" places "$work/$folder"; done
while read -r pin release; do
  python3 "$here/nvvm.py" ask "$work/older" "$pin" compute_75 2>/dev/null
  case $release in 11.* | 12.[0-6].*) ;; *) python3 "$here/nvvm.py" ask "$work/newer" "$pin" compute_100 2>/dev/null ;; esac
done < <(python3 "$here/../pins.py" llvm in=nvvm release)
for folder in older newer; do find "$work/$folder" -name '*.bc' | sort | needs >"$work/$folder.needs"; done
python3 "$here/nvvm.py" table "$work/older" "$work/older.needs" "$work/newer" "$work/newer.needs" >"$out"
