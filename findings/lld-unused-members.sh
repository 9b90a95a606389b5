#!/usr/bin/env bash
# One lld, two answers: members of a library that nothing needs and that it cannot read end the link for ELF since LLVM 15, for WebAssembly only since 18.
#
# Expected: ld.lld and wasm-ld of a release are one program, with one reader of bitcode; a member of a static library that the link does not need is
# passed over by both, as the library's index says which symbols it has.
# Is so: a library whose only member is bitcode by LLVM 22, and an object that does not call it. ld.lld 14 links; ld.lld 15 and 16 end with "Unknown
# attribute kind"; wasm-ld 14, 15 and 16 link; wasm-ld 19 ends with that error, as ld.lld 19 does.
# Why it matters: a library built for link-time optimisation by a newer compiler breaks links that do not use it, and whether it does depends on the
# linker's release and on the machine. Who asks "does this library link" has to ask about every member from these releases on, and about those that are
# needed before. Not explained: why the two parted. Needs Debian 12.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir deb root
apt-get update -qq
(cd deb && apt-get download -qq lld-14=1:14.0.6-12 libllvm14=1:14.0.6-12 lld-15=1:15.0.6-4+b1 libllvm15=1:15.0.6-4+b1 lld-16=1:16.0.6-15~deb12u1 \
  libllvm16=1:16.0.6-15~deb12u1 lld-19=1:19.1.7-3~deb12u1 libllvm19=1:19.1.7-3~deb12u1 llvm-22=1:22.1.8-1~deb12u1 libllvm22=1:22.1.8-1~deb12u1)
for file in deb/*.deb; do dpkg-deb -x "$file" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
newest=root/usr/lib/llvm-22/bin
for machine in x86_64-unknown-linux-gnu wasm32-unknown-unknown; do
  cat >"unused-$machine.ll" <<LL
target triple = "$machine"
define i32 @unused(ptr captures(none) %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
LL
  printf 'target triple = "%s"\ndefine i32 @main_function() {\n  ret i32 7\n}\n' "$machine" >"main-$machine.ll"
  "$newest/opt" "unused-$machine.ll" -o "unused-$machine.bc"
  "$newest/llvm-ar" rc "lib-$machine.a" "unused-$machine.bc"
  "$newest/llc" -filetype=obj "main-$machine.ll" -o "main-$machine.o"
done
for release in 14 15 16 19; do
  for linker in ld.lld wasm-ld; do
    case $linker in
      ld.lld) files="-shared main-x86_64-unknown-linux-gnu.o lib-x86_64-unknown-linux-gnu.a" ;;
      *) files="--no-entry --export-all main-wasm32-unknown-unknown.o lib-wasm32-unknown-unknown.a" ;;
    esac
    # shellcheck disable=SC2086
    if "root/usr/lib/llvm-$release/bin/$linker" $files -o out 2>error; then
      echo "$linker $release: links"
    else
      echo "$linker $release: $(sed -n 's/.*\(Unknown attribute kind ([0-9]*)\).*/\1/p' error | head -1)"
    fi
  done
done | tee said
for line in "ld.lld 14: links" "wasm-ld 14: links" "wasm-ld 15: links" "wasm-ld 16: links"; do grep -qx "$line" said; done
for linker in "ld.lld 15" "ld.lld 16" "ld.lld 19" "wasm-ld 19"; do grep -q "^$linker: Unknown attribute kind" said; done
