#!/usr/bin/env bash
# The real MLIR releases: 16, 19 and 22 as Debian 12 packages (as root), their headers, and their own tests as bytecode.
#
#   setup.sh DIR [RELEASE …]      e.g. setup.sh target/interop/mlir 17 23; `suites`: all that pins.toml has of other suites
#
# RELEASEs of other suites, some 800 MB each, are unpacked with their headers to DIR/suite/RELEASE; releases.py
# finds them there.
# DIR/dev/N        headers of release N, unpacked, for schemas.py (the packages exclude each other)
# DIR/src          `mlir/` of the source packages of 16 to 23: tests of 19 and 16 are the modules that are compiled here, and traits.py reads all of them
# DIR/venv         the wheels of IREE, torch-mlir and JAX
# DIR/corpus/T-vV  every test module that mlir-opt-T accepts, as bytecode of version V: 19-v6, 22-v6; a third as 19-v4; every
#                  twentieth at other versions; what mlir-opt-16 takes of its own tests as 16-v0
# Then mlir-opt-16, -19 and -22 are on the PATH. Quiet where everything is there already.
set -euo pipefail
mkdir -p "$1"
dir=$(cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../apt.sh"
pinned() { python3 "$here/../pins.py" mlir "$@" - release | cut -d. -f1; }

missing=()
for release in $(pinned in=installed); do
  command -v "mlir-opt-$release" >/dev/null || missing+=("mlir-$release-tools")
done
install_packages "$dir" "${missing[@]}"

[ "$*" != suites ] || set -- $(python3 "$here/../pins.py" mlir in=readers - suite release | cut -d' ' -f2 | cut -d. -f1)
for release in "$@"; do
  bash "$here/../suite.sh" "$dir/suite/$release" mlir "$release"
done

for release in $(pinned in=installed); do
  [ ! -e "$dir/dev/$release" ] || continue
  mkdir -p "$dir/dev/part"
  (cd "$dir/dev/part" && apt-get download -qq "libmlir-$release-dev" && dpkg -x "libmlir-$release-dev"_*.deb .)
  rm -rf "$dir/dev/part/"*.deb "$dir/dev/part/usr/lib/llvm-$release/lib/"*.a
  mv "$dir/dev/part" "$dir/dev/$release"
done

# Sources of every release whose verifiers are compared: the tarball alone, as newer suites do not have all of the rest. Where that of a release is
# not to be had, `source` in pins.toml names the one that stands for it.
suite_of() { # 22 is in bookworm's updates, and its sources are in trixie
  case $1 in 16 | 19) echo bookworm ;; 22) echo trixie ;; *) python3 "$here/../pins.py" mlir in=readers suite | awk -v name="mlir-$1" '$1 == name { print $2 }' ;; esac
}
version_of() { python3 "$here/../pins.py" mlir in=readers source | awk -v name="mlir-$1" '$1 == name { print "=1:" $2 "-2" }'; }
mkdir -p "$dir/src"
for release in $(pinned in=readers); do
  [ -z "$(ls -d "$dir/src/llvm-toolchain-${release}_"*/mlir 2>/dev/null)" ] || continue
  echo "fetching the sources of release $release"
  suite=$(suite_of "$release")
  lines=("deb-src MIRROR $suite main")
  [ "$suite" != bookworm ] || lines+=('deb-src MIRROR-security bookworm-security main')
  private_apt "$dir/src/apt" "${lines[@]}"
  (cd "$dir/src" && apt-get -qq source --download-only --tar-only "llvm-toolchain-$release$(version_of "$release")")
  tar -C "$dir/src" -xf "$dir/src/llvm-toolchain-${release}_"*.orig.tar.xz --wildcards '*/mlir/*'
  rm -rf "$dir/src/"*.xz "$dir/src/"*.dsc "$dir/src/apt"
  unset APT_CONFIG
done

# Producers that mlir-opt knows nothing of. torch-mlir's package asks for all of torch, which its tools do without.
if [ ! -e "$dir/venv/.done" ]; then
  echo "installing the wheels of IREE, JAX and torch-mlir"
  "${OUTLAST_PYTHON:-python3.11}" -I -m venv --clear "$dir/venv"
  pip=("$dir/venv/bin/python" -I -m pip install -q --disable-pip-version-check --no-cache-dir)
  wheel() { python3 "$here/../pins.py" mlir "package=$1" package version | awk '{ print $2 "==" $3 }'; }
  "${pip[@]}" "$(wheel iree-base-compiler)" "$(wheel jax)"
  "${pip[@]}" --no-deps "$(wheel torch-mlir)"
  touch "$dir/venv/.done"
fi

tests=$(echo "$dir/src/llvm-toolchain-19_"*/mlir/test)
made() { # FOLDER TOOL TESTS SWITCHES…
  [ ! -e "$dir/corpus/$1/.done" ] || return 0
  folder=$1 tool=$2 from=$3
  shift 3
  python3 "$here/corpus.py" "$tool" "$from" "$dir/corpus/$folder" "$@"
  touch "$dir/corpus/$folder/.done"
}
made 19-v6 mlir-opt-19 "$tests"
made 22-v6 mlir-opt-22 "$tests"
made 19-v4 mlir-opt-19 "$tests" --version 4 --every 3
for version in 0 1 2 3 5; do
  made "19-v$version" mlir-opt-19 "$tests" --version "$version" --every 20
  made "22-v$version" mlir-opt-22 "$tests" --version "$version" --every 20
done
made 22-v4 mlir-opt-22 "$tests" --version 4 --every 20
made 16-v0 mlir-opt-16 "$(echo "$dir/src/llvm-toolchain-16_"*/mlir/test)" --every 3
