#!/usr/bin/env bash
# zig -femit-llvm-bc writes the module before it is optimized, though its help says "an optimized LLVM module"; -femit-llvm-ir after.
#
# Expected: `zig build-obj --help` has "-femit-llvm-ir  Produce a .ll file with optimized LLVM IR" and "-femit-llvm-bc  Produce an
# optimized LLVM module as a .bc file": with both, one module in two forms.
# Is so: with ziglang 0.14.1 and 0.17.0, -OReleaseFast, the text is what LLVM made of the module and the bitcode what Zig gave to LLVM:
# variables on the stack, no pass has run.
# Why it matters: who delivers the bitcode delivers code as of -O0. And the text beside it, which is what one looks at, has instructions
# and attributes that the bitcode has not (`captures`, which LLVM up to 19 refuses): it does not tell who reads the bitcode.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -I -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check ziglang==0.17.0 llvmlite==0.50.0
cd "$folder"
cat >sum.zig <<'ZIG'
export fn sum(numbers: [*]const u32, count: usize) u32 {
    var total: u32 = 0;
    for (0..count) |i| total +%= numbers[i];
    return total;
}
ZIG
zig() { venv/bin/python -m ziglang "$@"; }
echo "zig $(zig version)"
zig build-obj --help | grep -e '-femit-llvm-' | tee help
ZIG_GLOBAL_CACHE_DIR=$folder/cache ZIG_LOCAL_CACHE_DIR=$folder/cache zig build-obj -fllvm -fstrip -OReleaseFast -target x86_64-linux-musl \
  -mcpu=x86_64_v3 -fno-emit-bin -femit-llvm-bc=sum.bc -femit-llvm-ir=sum.ll sum.zig
venv/bin/python - <<'PY' | tee said
import llvmlite.binding as llvm

with open("sum.bc", "rb") as bitcode, open("sum.ll") as text:
    forms = {"bitcode": str(llvm.parse_bitcode(bitcode.read())), "text": text.read()}
for form, module in forms.items():
    lines = module.splitlines()
    print(f"{form}: {sum(' alloca ' in line for line in lines)} variables on the stack,",
          f"{module.count(' captures(')} attributes captures")
PY
grep -q 'femit-llvm-bc.*Produce an optimized LLVM module' help
grep -qE '^bitcode: [1-9][0-9]* variables on the stack, 0 attributes captures$' said
grep -qE '^text: 0 variables on the stack, [1-9][0-9]* attributes captures$' said
