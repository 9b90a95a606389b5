#!/usr/bin/env bash
# Makes the samples: every kind of stream, from every release, and what streams are hidden in.
#
#   samples.sh OUT_DIR [RELEASE …]     e.g. samples.sh target/interop/llvm/samples 19; without releases: all that are installed
#
# OUT_DIR gets vNN/NAME, and vNN/commands.tsv: name, command.  What a release cannot make is listed in vNN/absent.tsv with
# what the tool said.  A release whose commands.tsv is there is not made again.
# Compiling goes on in one neutral folder with fixed file times, so that the same release always gives the same bytes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
releases=("$@")
[ ${#releases[@]} != 0 ] || mapfile -t releases < <(python3 "$here/../pins.py" llvm in=readers where=dpkg - release | cut -d. -f1)

work=/tmp/outlast-llvm
exec 9>"$work.lock"
flock 9
rm -rf $work
cp -r "$here/src" $work
find $work -exec touch -d '2024-01-01T00:00:00Z' {} +
cd $work

# Runs a command that writes $to/NAME; `@` in its words stands for that file.
make() { # NAME WORD…
  local name=$1 words=()
  shift
  for word in "$@"; do words+=("${word//@/$to/$name}"); done
  if message=$(timeout 60 "${words[@]}" 2>&1 >/dev/null || "$despite") && [ -s "$to/$name" ]; then
    touch -d '2024-01-01T00:00:00Z' "$to/$name"
    printf '%s\t%s\n' "$name" "${words[*]}" >>"$to/commands.tsv"
  else
    rm -f "${to:?}/$name"
    printf '%s\t%s\t%s\n' "$name" "${words[*]}" "$(tr '\t\n' '  ' <<<"$message" | cut -c1-300)" >>"$to/absent.tsv"
  fi
}

despite=false
make_despite() { # NAME WORD…: the same for a tool that writes the file and then says that something was wrong
  despite=true
  make "$@"
  despite=false
}

one_release() { # RELEASE
  local v=$1 clang=clang-$1 clangxx=clang++-$1 bin=/usr/lib/llvm-$1/bin
  to=v$v
  mkdir -p "$to"
  : >"$to/absent.tsv"
  local ir="-c -emit-llvm -w -fdebug-compilation-dir=."
  # opaque pointers are the only kind from 17 on; 14 and 16 have both
  local opaque='' typed=''
  case $v in 14) opaque=-opaque-pointers ;; 16) typed=-opaque-pointers=0 ;; esac

  # IR: levels, debug information, languages, targets
  make tiny.bc $clang $ir -O2 tiny.c -o @
  make tiny-strict.bc $clang $ir -O0 -g tiny.c -o @
  for level in '-O0 -g' -O2 '-O2 -g' -O3 -Os; do
    make "program${level// /}.bc" $clang $ir $level program.c -o @
  done
  make program-gdwarf5.bc $clang $ir -O1 -gdwarf-5 -fdebug-macro program.c -o @
  make program-dwarf4-types.bc $clang $ir -O1 -gdwarf-4 -fdebug-types-section -gsplit-dwarf program.c -o @
  make program-lines.bc $clang $ir -O2 -gline-tables-only program.c -o @
  make program-asm.bc $clang $ir -O1 -DMODULE_ASM program.c -o @
  make program-pie.bc $clang $ir -O2 -fPIE -fstack-protector-all -fcf-protection program.c -o @
  make program-noalias.bc $clang $ir -O2 -fno-strict-aliasing -ffast-math -mavx2 program.c -o @
  make other.bc $clang $ir -O2 other.c -o @
  make other-g.bc $clang $ir -O0 -g other.c -o @
  make loops.bc $clang $ir -O3 -g loops.c -o @
  make parallel.bc $clang $ir -O2 -fopenmp parallel.c -o @
  make classes-O0-g.bc $clangxx $ir -std=c++17 -O0 -g classes.cpp -o @
  make classes-O2.bc $clangxx $ir -std=c++17 -O2 classes.cpp -o @
  make classes-O2-g.bc $clangxx $ir -std=c++17 -O2 -g classes.cpp -o @
  make classes-windows.bc $clangxx $ir -std=c++17 -O1 -target x86_64-pc-windows-msvc -fexceptions -fcxx-exceptions classes.cpp -o @
  make library.bc $clangxx $ir -std=c++17 -O2 library.cpp -o @
  make library-g.bc $clangxx $ir -std=c++17 -O1 -g library.cpp -o @
  make coroutine.bc $clangxx $ir -std=c++20 -O0 coroutine.cpp -o @
  make objects.bc $clang $ir -O1 -g -target arm64-apple-macosx11.0 -fobjc-arc -fblocks objects.m -o @
  make kernel.bc $clang $ir -O1 -target spir64-unknown-unknown -cl-std=CL2.0 -Xclang -finclude-default-header kernel.cl -o @
  make program-windows.bc $clang $ir -O1 -target x86_64-pc-windows-msvc -g -gcodeview program.c -o @
  for target in aarch64-linux-gnu riscv64-linux-gnu powerpc64le-linux-gnu armv7-linux-gnueabihf i686-linux-gnu; do
    make "program-${target%%-*}.bc" $clang $ir -O2 -target $target -DNO_MUSTTAIL program.c -o @
  done
  make loops-wasm.bc $clang $ir -O2 -target wasm32-unknown-unknown loops.c -o @
  make loops-nvptx.bc $clang $ir -O2 -target nvptx64-nvidia-cuda -Xclang -target-feature -Xclang +ptx60 loops.c -o @
  make loops-amdgcn.bc $clang $ir -O2 -target amdgcn-amd-amdhsa -nogpulib loops.c -o @
  make loops-bpf.bc $clang $ir -O2 -target bpf -g loops.c -o @

  # Instrumented
  make program-profile.bc $clang $ir -O1 -fprofile-instr-generate -fcoverage-mapping program.c -o @
  make program-coverage.bc $clang $ir -O1 --coverage program.c -o @
  make program-asan.bc $clang $ir -O1 -g -fsanitize=address,undefined program.c -o @
  make program-tsan.bc $clang $ir -O1 -fsanitize=thread program.c -o @
  make program-kcfi.bc $clang $ir -O1 -fsanitize=kcfi program.c -o @
  make classes-cfi.bc $clangxx -c -w -std=c++17 -O1 -flto=thin -fvisibility=hidden -fsanitize=cfi-icall -fno-sanitize-ignorelist classes.cpp -o @
  make classes-whole.o $clangxx -c -w -std=c++17 -O1 -flto=thin -fvisibility=hidden -fwhole-program-vtables -fsplit-lto-unit classes.cpp -o @
  make program-probes.bc $clang $ir -O2 -fpseudo-probe-for-profiling -DNO_IFUNC program.c -o @

  # Text of ours, with what clang seldom writes
  make plain.bc $bin/llvm-as plain.ll -o @
  make plain-hash.bc $bin/llvm-as --module-hash plain.ll -o @
  make plain-uselist.bc $bin/llvm-as -preserve-bc-uselistorder plain.ll -o @
  make opaque.bc $bin/llvm-as $opaque opaque.ll -o @
  [ "$v" -gt 16 ] || make typed.bc $bin/llvm-as $typed typed.ll -o @
  [ "$v" -lt 19 ] || make newer.bc $bin/llvm-as newer.ll -o @
  [ "$v" -lt 20 ] || make newest.bc $bin/llvm-as newest.ll -o @

  # Wrappers, of several targets
  make wrapper-darwin.bc $clang $ir -target arm64-apple-macosx11.0 -O2 program.c -o @
  make wrapper-armv7.bc $clang $ir -target armv7-apple-ios -O1 tiny.c -o @
  make wrapper-x86.bc $clang $ir -target x86_64-apple-macosx10.15 -O1 -g other.c -o @

  # Link-time optimisation, summaries, hashes, several modules in one file
  make program-lto.o $clang -c -w -O2 -flto program.c -o @
  make program-thinlto.o $clang -c -w -O2 -flto=thin program.c -o @
  make other-thinlto.o $clang -c -w -O2 -flto=thin other.c -o @
  make tiny-thinlto.o $clang -c -w -O2 -flto=thin tiny.c -o @
  make classes-thinlto.o $clangxx -c -w -std=c++17 -O2 -g -flto=thin -fdebug-compilation-dir=. classes.cpp -o @
  [ "$v" -lt 17 ] || make program-unified.o $clang -c -w -O2 -flto=thin -funified-lto program.c -o @
  make program-thinlink.bc $clang -c -w -O2 -flto=thin -Xclang -fthin-link-bitcode=@ program.c -o /dev/null
  make combined.thinlto.bc $bin/llvm-lto --thinlto-action=thinlink -o @ $to/program-thinlto.o $to/other-thinlto.o $to/tiny-thinlto.o
  make combined-classes.thinlto.bc $bin/llvm-lto --thinlto-action=thinlink -o @ $to/classes-thinlto.o $to/classes-whole.o
  make distributed.thinlto.bc $bin/llvm-lto --thinlto-action=distributedindexes --thinlto-index=$to/combined.thinlto.bc -o @ $to/other-thinlto.o
  make multi-module.bc $bin/llvm-cat -b -o @ $to/tiny.bc $to/program-O2.bc
  make multi-small.bc $bin/llvm-cat -b -o @ $to/tiny.bc $to/plain-hash.bc $to/other-thinlto.o
  make multi-three.bc $bin/llvm-cat -b -o @ $to/classes-O2-g.bc $to/plain-hash.bc $to/tiny-thinlto.o
  make hash-summary.bc $bin/opt -module-hash -module-summary $to/program-O2.bc -o @
  make linked.bc $bin/llvm-link -o @ $to/tiny.bc $to/other.bc
  make linked-O0-g.bc $bin/llvm-link -o @ $to/tiny-strict.bc $to/other-g.bc $to/program-O0-g.bc
  make index-metadata.bc $bin/opt -bitcode-mdindex-threshold=1 $to/program-O0-g.bc -o @
  make index-small.bc $bin/opt -bitcode-mdindex-threshold=1 $to/other-g.bc -o @
  make uselist.bc $bin/opt -preserve-bc-uselistorder $to/program-O2.bc -o @

  # Clang modules and precompiled headers
  local fixed='-Xclang -fno-pch-timestamp -fdebug-compilation-dir=.'
  make prefix.pch $clang -x c-header $fixed -Imodules modules/prefix.h -o @
  make prefix-cxx.pch $clangxx -x c++-header -std=c++20 $fixed -Imodules modules/prefix.hpp -o @
  make relocatable.pch $clang -x c-header $fixed -Xclang -relocatable-pch -isysroot modules -Imodules modules/prefix.h -o @
  make prefix-obj.pch $clang -x c-header $fixed -Imodules -Xclang -fmodule-format=obj -g modules/prefix.h -o @
  make chained.pch $clang -x c-header $fixed -Imodules -include-pch $to/prefix.pch modules/draw.h -o @
  make program.ast $clang -emit-ast -w program.c -o @
  make classes.ast $clangxx -emit-ast -w -std=c++17 classes.cpp -o @
  make library.pch $clangxx -x c++-header -std=c++17 $fixed library.cpp -o @
  local module="-cc1 -triple x86_64-unknown-linux-gnu -emit-module -fmodules -fmodule-map-file-home-is-cwd module.modulemap"
  make Units.pcm $clang $module -fmodule-name=Units -x c -o @
  make Shapes.pcm $clang $module -fmodule-name=Shapes -x c -fmodule-file=$to/Units.pcm -o @
  make Units-cxx.pcm $clang $module -fmodule-name=Units -x c++ -std=c++17 -o @
  make Shapes-cxx.pcm $clang $module -fmodule-name=Shapes -x c++ -std=c++17 -fmodule-file=$to/Units-cxx.pcm -o @
  make Units-obj.pcm $clang $module -fmodule-name=Units -x c -fmodule-format=obj -o @
  make Units-embed.pcm $clang $module -fmodule-name=Units -x c -fmodules-embed-all-files -o @
  make geometry.pcm $clangxx -std=c++20 --precompile modules/geometry.cppm -o @
  [ "$v" -lt 18 ] || make geometry-reduced.pcm $clang -cc1 -triple x86_64-unknown-linux-gnu -std=c++20 -emit-reduced-module-interface modules/geometry.cppm -o @
  # an implicit build leaves modules in a cache, and a second one their global index
  mkdir -p $to/cache
  local implicit="$clang -fmodules -fmodules-cache-path=$work/$to/cache -fmodule-map-file=module.modulemap -I. -w -fsyntax-only modules/user.c"
  make modules.idx sh -c "$implicit && $implicit && cp \$(find $to/cache -name modules.idx) @"
  rm -rf $to/cache $to/*.gcno

  # Serialised diagnostics
  for name in faults.c faults.cpp clean.c; do
    make_despite "$name.dia" $clang -c -Weverything -ferror-limit=0 --serialize-diagnostics @ $name -o /dev/null
  done
  make_despite warnings.dia $clang -c -Wall -Wno-error --serialize-diagnostics @ loops.c program.c -o /dev/null
  make_despite remarks.dia $clang -c -O2 -Rpass=. -Rpass-missed=. -Rpass-analysis=. --serialize-diagnostics @ loops.c -o /dev/null

  # Optimisation remarks.  Writing them beside an ELF object crashes clang up to 19: IR and Mach-O only.
  local remarks='-fsave-optimization-record=bitstream -foptimization-record-file=@'
  make loops.opt.bitstream $clang -O3 -g $ir loops.c $remarks -o /dev/null
  make program.opt.bitstream $clang -O2 $ir program.c $remarks -o /dev/null
  make classes.opt.bitstream $clangxx -std=c++17 -O2 -g $ir classes.cpp $remarks -o /dev/null
  make loops-macho.opt.bitstream $clang -target x86_64-apple-macosx11.0 -O3 -c loops.c $remarks -o $to/loops-macho.o
  make loops-macho.o $clang -target x86_64-apple-macosx11.0 -O3 -c loops.c -fsave-optimization-record=bitstream -foptimization-record-file=$to/scratch -o @
  rm -f $to/scratch
  # the container with its strings in it, as tools keep it
  $clang -O3 -g $ir loops.c -fsave-optimization-record=yaml -foptimization-record-file=$to/scratch.yaml -o /dev/null 2>/dev/null || true
  [ "$v" -lt 16 ] || make loops-standalone.opt.bitstream $bin/llvm-remarkutil yaml2bitstream $to/scratch.yaml -o @
  rm -f $to/scratch.yaml

  # Streams inside other files
  make tiny-embed.o $clang -c -O2 -fembed-bitcode tiny.c -o @
  make program-embed.o $clang -c -O2 -w -fembed-bitcode program.c -o @
  make embed-macho.o $clang -c -O2 -w -target arm64-apple-ios12.0 -fembed-bitcode other.c -o @
  make embed-coff.o $clang -c -O2 -w -target x86_64-pc-windows-msvc -fembed-bitcode other.c -o @
  [ "$v" -lt 17 ] || make program-fat.o $clang -c -O2 -w -flto -ffat-lto-objects program.c -o @
  [ "$v" -lt 17 ] || make thin-fat.o $clang -c -O2 -w -flto=thin -ffat-lto-objects other.c -o @
  make bitcode.a $bin/llvm-ar rcsD @ $to/tiny.bc $to/other.bc $to/program-O2.bc
  make thinlto.a $bin/llvm-ar rcsD @ $to/tiny-thinlto.o $to/other-thinlto.o
  make bsd.a $bin/llvm-ar rcsD --format=darwin @ $to/wrapper-armv7.bc $to/wrapper-darwin.bc
  make objects.a $bin/llvm-ar rcsD @ $to/tiny-embed.o
  make universal.o $bin/llvm-lipo -create $to/embed-macho.o $to/loops-macho.o -output @

  # A contextual profile
  if [ -x $bin/llvm-ctxprof-util ]; then
    make contextual.ctxprof $bin/llvm-ctxprof-util fromYAML --input profile.yaml --output @
  fi
}

for v in "${releases[@]}"; do
  [ ! -e "$out/v$v/commands.tsv" ] || continue
  one_release "$v"
  rm -rf "${out:?}/v$v"
  cp -r "v$v" "$out/v$v"
  echo "LLVM $v: $(wc -l <"$out/v$v/commands.tsv") samples, $(du -sh "$out/v$v" | cut -f1), $(wc -l <"$out/v$v/absent.tsv") not in this release"
done
