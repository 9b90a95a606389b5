#!/usr/bin/env bash
# llvmlite 0.44.0 contains LLVM 15.0.7, and does not read what LLVM 15.0.7 reads.
#
# Expected: LLVM 15 is the first release whose contexts have opaque pointers unless told otherwise, so bitcode with the type `ptr` loads in
# a library that says of itself that it is LLVM 15.0.7.
# Is so: llvmlite turns them off in every context that it makes. A module with one pointer is refused with "Opaque pointers are only
# supported in -opaque-pointers mode", as are modules by later releases of llvmlite; with LLVMLITE_ENABLE_OPAQUE_POINTERS=1 the
# same bytes load, and modules with typed pointers load as well. The number of the release of LLVM does not tell which of them is there.
# Why it matters: a cache of bitcode shared by two environments breaks in one direction, at a release of LLVM that is named as fine.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for release in 0.44.0 0.45.1; do
  python3 -I -m venv "$folder/$release"
  "$folder/$release/bin/pip" install --quiet --disable-pip-version-check "llvmlite==$release"
done

cat >"$folder/write.py" <<'PY'
import sys
import llvmlite.binding as llvm

module = llvm.parse_assembly("define i32 @first(ptr %p) {\n  %v = load i32, ptr %p\n  ret i32 %v\n}\n")
module.verify()
with open(sys.argv[1], "wb") as file:
    file.write(module.as_bitcode())
PY

cat >"$folder/read.py" <<'PY'
import sys
import llvmlite
import llvmlite.binding as llvm

who = f"llvmlite {llvmlite.__version__} (LLVM {'.'.join(map(str, llvm.llvm_version_info))})"
try:
    with open(sys.argv[1], "rb") as file:
        module = llvm.parse_bitcode(file.read())
    module.verify()
    print(f"{who}: loads")
except RuntimeError as error:
    print(f"{who}: {str(error).splitlines()[-1]}")
PY

cd "$folder"
0.45.1/bin/python write.py later.bc
LLVMLITE_ENABLE_OPAQUE_POINTERS=1 0.44.0/bin/python write.py same.bc
{
  for file in same later; do
    echo "$file.bc, as installed: $(0.44.0/bin/python read.py $file.bc)"
    echo "$file.bc, with LLVMLITE_ENABLE_OPAQUE_POINTERS=1: $(LLVMLITE_ENABLE_OPAQUE_POINTERS=1 0.44.0/bin/python read.py $file.bc)"
  done
} | tee said
[ "$(grep -c 'as installed: llvmlite 0.44.0 (LLVM 15.0.7): Opaque pointers are only supported in -opaque-pointers mode' said)" = 2 ]
[ "$(grep -c 'POINTERS=1: llvmlite 0.44.0 (LLVM 15.0.7): loads' said)" = 2 ]
