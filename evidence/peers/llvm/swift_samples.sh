#!/usr/bin/env bash
# Makes samples of what Swift writes: modules, documentation, source places, dependencies, diagnostics, SIL, bitcode.
#
#   swift_samples.sh TOOLCHAIN OUT_DIR     e.g. swift_samples.sh target/interop/swift target/interop/llvm/samples/swift-6.0.3
#
# TOOLCHAIN is what swift.sh made.  OUT_DIR gets the files, commands.tsv and absent.tsv, as samples.sh writes them, and the
# modules of the toolchain itself that are below 1 MB (stdlib-*).
# Nothing is done where OUT_DIR/commands.tsv is there already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
toolchain=$(cd "$1" && pwd -P)
out=$2
[ ! -e "$out/commands.tsv" ] || exit 0

# The compiler sees only what is below root/, so the sources go to /src and what it writes to /out there.
exec 9>"$toolchain/root/lock"
flock 9
rm -rf "$toolchain/root/src" "$toolchain/root/out"
mkdir -p "$toolchain/root/out"
cp -r "$here/src/swift" "$toolchain/root/src"
find "$toolchain/root/src" -exec touch -d '2024-01-01T00:00:00Z' {} +
list=$(mktemp -d)
trap 'rm -rf "$list"' EXIT
: >"$list/absent.tsv"

# Runs the compiler.  Words `@NAME` are files that it writes; the words are those after them.
make() { # WORD…
  local words=() files=() message file
  for word in "$@"; do
    case $word in
    @*) files+=("${word#@}"); words+=("/out/${word#@}") ;;
    *.swift) words+=("/src/$word") ;;
    *) words+=("$word") ;;
    esac
  done
  message=$(timeout 300 "$toolchain/run" /usr/libexec/swift/bin/swift-frontend -frontend "${words[@]}" 2>&1) || true
  for file in "${files[@]}"; do
    if [ -s "$toolchain/root/out/$file" ]; then
      touch -d '2024-01-01T00:00:00Z' "$toolchain/root/out/$file"
      printf '%s\t%s\n' "$file" "swift-frontend -frontend ${words[*]}" >>"$list/commands.tsv"
    else
      printf '%s\t%s\t%s\n' "$file" "swift-frontend -frontend ${words[*]}" "$(tr '\t\n' '  ' <<<"$message" | cut -c1-300)" >>"$list/absent.tsv"
    fi
  done
}

module() { # NAME MODULE WORD…: a module with its documentation and source places
  local name=$1 module=$2
  shift 2
  make -emit-module -module-name "$module" -o "@$name.swiftmodule" -emit-module-doc-path "@$name.swiftdoc" \
    -emit-module-source-info-path "@$name.swiftsourceinfo" "$@"
}

module Shapes Shapes -package-name ours -swift-version 5 Shapes.swift
module Shapes-6 Shapes -package-name ours -swift-version 6 Shapes.swift
module Shapes-optimised Shapes -package-name ours -O -wmo Shapes.swift
module Shapes-evolution Shapes -package-name ours -enable-library-evolution Shapes.swift
module Shapes-testing Shapes -package-name ours -enable-testing -Onone -enable-private-imports Shapes.swift
module Shapes-options Shapes -package-name ours -static -cxx-interoperability-mode=default -user-module-version 1.2.3.4 \
  -serialize-debugging-options -Xcc -DOURS=1 -module-abi-name Other -export-as More -enable-incremental-imports Shapes.swift
module Users Users -I /out Users.swift
module Small Small -parse-stdlib Small.swift
module Small-both Small -parse-stdlib Small.swift Small2.swift
module Small-evolution Small -parse-stdlib -enable-library-evolution -user-module-version 7 Small.swift
module Small-darwin Small -parse-stdlib -target arm64-apple-macosx13.0 Small.swift
module Embedded Embedded -enable-experimental-feature Embedded -wmo -target x86_64-unknown-none-elf Embedded.swift
module Embedded-arm Embedded -enable-experimental-feature Embedded -wmo -target armv7em-none-none-eabi Embedded.swift

make -emit-sib -parse-stdlib -module-name Small -o @Small.sib Small.swift Small2.swift
make -emit-sibgen -parse-stdlib -module-name Small -o @Small-gen.sib Small.swift Small2.swift
make -emit-sib -O -package-name ours -module-name Shapes -o @Shapes.sib Shapes.swift
make -emit-bc -parse-stdlib -module-name Small -o @Small.bc Small.swift
make -emit-bc -parse-stdlib -g -module-name Small -o @Small-g.bc Small.swift
make -emit-bc -O -wmo -enable-experimental-feature Embedded -target x86_64-unknown-none-elf -module-name Embedded -o @Embedded.bc Embedded.swift
make -c -g -parse-stdlib -module-name Small -o @Small.o Small.swift Small2.swift
make -c -parse-stdlib -module-name Small -primary-file Small.swift Small2.swift -o @Small-primary.o -emit-reference-dependencies-path @Small.swiftdeps
make -c -package-name ours -module-name Shapes -primary-file Shapes.swift -o @Shapes-primary.o -emit-reference-dependencies-path @Shapes.swiftdeps \
  -serialize-diagnostics-path @Shapes.dia
make -typecheck -module-name Faults -serialize-diagnostics-path @Faults.dia Faults.swift
make -typecheck -module-name Missing -serialize-diagnostics-path @Missing.dia Missing.swift
make -typecheck -parse-stdlib -module-name Small -serialize-diagnostics-path @Small.dia Small.swift
make -emit-ir -O -wmo -package-name ours -module-name Shapes -o @scratch.ll -save-optimization-record=bitstream \
  -save-optimization-record-path @Shapes.opt.bitstream Shapes.swift
for name in Small Shapes; do # as a section of an object file, for debuggers
  message=$("$toolchain/run" /usr/libexec/swift/bin/swift-frontend -modulewrap /out/$name.swiftmodule -target x86_64-unknown-linux-gnu -o /out/$name-wrapped.o 2>&1) &&
    printf '%s\t%s\n' "$name-wrapped.o" "swift-frontend -modulewrap /out/$name.swiftmodule -target x86_64-unknown-linux-gnu -o /out/$name-wrapped.o" >>"$list/commands.tsv" ||
    printf '%s\t%s\t%s\n' "$name-wrapped.o" "swift-frontend -modulewrap" "$message" >>"$list/absent.tsv"
done
make -scan-dependencies -module-name Users -I /out -serialize-dependency-scan-cache -dependency-scan-cache-path @Users.moddepcache -o @Users.json Users.swift

# Modules of the toolchain: what a release really ships.
while read -r file; do
  name=stdlib-$(tr / - <<<"${file#*/lib/swift/}")
  cp "$file" "$toolchain/root/out/$name"
  printf '%s\t%s\n' "$name" "cp ${file#"$toolchain/root"}" >>"$list/commands.tsv"
done < <(find "$toolchain/root/usr/libexec/swift/lib/swift/linux" -type f -size -1000k \( -name '*.swiftmodule' -o -name '*.swiftdoc' \) | sort)

(cd "$toolchain/root" && rm -f out/Users.json out/scratch.ll)
sed -i '/^Users.json\t/d; /^scratch.ll\t/d' "$list/commands.tsv"
mkdir -p "$out"
cp -r "$toolchain/root/out/." "$list/absent.tsv" "$out"
cp "$list/commands.tsv" "$out"
rm -rf "$toolchain/root/src" "$toolchain/root/out"
echo "Swift: $(wc -l <"$out/commands.tsv") samples, $(du -sh "$out" | cut -f1), $(wc -l <"$out/absent.tsv") not with this toolchain"
