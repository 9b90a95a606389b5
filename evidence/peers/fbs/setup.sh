#!/usr/bin/env bash
# Official readers of FlatBuffers, for the pairs of `crates/lint`.
#
#   setup.sh DIR
#
# DIR/source        the library, release 25.12.19: from the crate flatc-fork 0.5.0, which has its sources as they are at the tag
#                   v25.12.19 (compared on 2026-11-27); FLATBUFFERS_GIT names a repository to take the tag from instead
# DIR/reader        reader.cpp with it
# DIR/flatc-2.0.8   the compiler of Debian 12, unpacked beside its library
# Quiet where everything is there already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
if [ ! -e source/include ]; then
  echo "fetching FlatBuffers 25.12.19"
  rm -rf git crate source
  mkdir source
  if [ -n "${FLATBUFFERS_GIT-}" ]; then
    git init -q --bare git
    git -C git fetch -q --depth 1 "$FLATBUFFERS_GIT" refs/tags/v25.12.19
    git -C git archive FETCH_HEAD include src | tar x -C source
  else
    mkdir -p crate/src
    touch crate/src/lib.rs
    printf '%s\n' '[package]' 'name = "fetch"' '[dependencies]' 'flatc-fork = "=0.5.0"' '[workspace]' >crate/Cargo.toml
    (cd crate && cargo vendor --quiet vendor >/dev/null)
    grep -q '"package":"c530de940dbc04b9b85816f61ba10973731d2ec3e64643baa5f7f15ecda55440"' crate/vendor/flatc-fork/.cargo-checksum.json ||
      { echo "flatc-fork 0.5.0 is not the one that was compared" >&2; exit 1; }
    cp -r crate/vendor/flatc-fork/flatbuffers/{src,include} source
    rm -rf crate
  fi
fi
if [ ! -e reader ] || [ "$here/reader.cpp" -nt reader ]; then
  g++ -std=c++17 -O1 -DNDEBUG -w -I source/include -o reader "$here/reader.cpp" \
    source/src/{idl_parser,idl_gen_text,reflection,util,file_manager}.cpp
fi
if [ ! -e flatc-2.0.8 ]; then
  echo "fetching flatc 2.0.8"
  mkdir -p debian
  apt-get update -qq
  (cd debian && apt-get download -qq -o APT::Sandbox::User=root flatbuffers-compiler libflatbuffers2 && for package in *.deb; do dpkg -x "$package" . && rm "$package"; done)
  cat >flatc-2.0.8 <<SCRIPT
#!/bin/sh
LD_LIBRARY_PATH=$PWD/debian/usr/lib/x86_64-linux-gnu exec $PWD/debian/usr/bin/flatc "\$@"
SCRIPT
  chmod +x flatc-2.0.8
fi
