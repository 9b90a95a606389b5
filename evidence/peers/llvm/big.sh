#!/usr/bin/env bash
# One real bitcode file of more than 60 MB, for benches: SQLite at several levels of optimisation, linked together.
#
#   big.sh OUT_DIR             e.g. big.sh target/bench/llvm; makes OUT_DIR/big.bc and OUT_DIR/small.bc
#
# The source is the one in the crate libsqlite3-sys, fetched by cargo into OUT_DIR; nothing of it is in this repository.
# OUTLAST_LLVM   the release that compiles (default 19)
# What is there already is not made again.
set -euo pipefail
mkdir -p "$1"
out=$(cd "$1" && pwd)
release=${OUTLAST_LLVM:-19}
crate=0.39.1

say() { echo "$(date -u +%H:%M:%S) $*"; }

if [ ! -e "$out/source/sqlite3.c" ]; then
  fetch=$out/fetch
  mkdir -p "$fetch/src" "$out/source"
  : >"$fetch/src/lib.rs"
  printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\nlibsqlite3-sys = "=%s"\n' "$crate" >"$fetch/Cargo.toml"
  (cd "$fetch" && cargo vendor --quiet vendor >/dev/null)
  cp "$fetch"/vendor/libsqlite3-sys/sqlite3/sqlite3.[ch] "$out/source"
  rm -rf "$fetch"
fi

# Each copy has names of its own, so that the linker takes all of them.
copy() { # NAME FLAGS…
  local name=$1
  shift
  [ ! -e "$out/$name.bc" ] || return 0
  say "clang-$release $*"
  "clang-$release" "$@" -w -c -emit-llvm -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE -DSQLITE_ENABLE_SESSION \
    -DSQLITE_ENABLE_PREUPDATE_HOOK -DSQLITE_ENABLE_COLUMN_METADATA "$out/source/sqlite3.c" -o "$out/$name.part"
  local renamed="{ source: '^sqlite3(.*)', transform: '${name//-/_}_\\1' }"
  printf 'function: %s\nglobal variable: %s\n' "$renamed" "$renamed" >"$out/$name.map"
  "opt-$release" -passes=rewrite-symbols -rewrite-map-file="$out/$name.map" "$out/$name.part" -o "$out/$name.tmp"
  rm "$out/$name.part" "$out/$name.map"
  mv "$out/$name.tmp" "$out/$name.bc"
}

if [ ! -e "$out/big.bc" ]; then
  copy copy-O0-g -O0 -g
  copy copy-O1-g -O1 -g
  copy copy-O2-g -O2 -g
  copy copy-O3-g -O3 -g
  copy copy-Os-g -Os -g
  copy copy-O1 -O1
  copy copy-O2 -O2
  copy copy-O3 -O3
  copy copy-O3-avx -O3 -mavx2
  say "llvm-link-$release"
  "llvm-link-$release" "$out"/copy-*.bc -o "$out/big.tmp"
  mv "$out/big.tmp" "$out/big.bc"
  rm "$out"/copy-*.bc
fi
if [ ! -e "$out/small.bc" ]; then
  printf 'int half(int x) { return x / 2; }\n' >"$out/small.c"
  "clang-$release" -O1 -c -emit-llvm "$out/small.c" -o "$out/small.tmp"
  mv "$out/small.tmp" "$out/small.bc"
fi
size=$(stat -c %s "$out/big.bc")
say "big.bc: $size bytes"
[ "$size" -ge 60000000 ] || { echo "big.bc is smaller than 60 MB" >&2; exit 1; }
