#!/usr/bin/env bash
# Programs of another Debian suite, unpacked with all the libraries that they link (as root); nothing is installed on the system.
#
#   suite.sh DIR FAMILY RELEASE     e.g. suite.sh target/interop/suite/18 llvm 18: the packages that pins.toml has for it
#
# FAMILY and RELEASE choose pins: those of [FAMILY] whose `where` ends in suite/RELEASE/packages.tsv.
# Then: DIR/run PROGRAM ARG… (paths in arguments are this system's), the same as DIR/bin/PROGRAM-RELEASE, DIR/root, and DIR/packages.tsv: package,
# version, the first digits of the package's SHA-256. Quiet where everything is there already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/apt.sh"
mkdir -p "$1"
dir=$(cd "$1" && pwd)

# Writes DIR/run and DIR/bin. The loader and the C library are of the same suite as the program; nothing of this system is mixed in.
commands() { # RELEASE
  cat >"$dir/run" <<'RUN'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
root=$here/root
name=$(basename "$0")
[ "$name" = run ] || set -- "$name" "$@"
libraries=$root/usr/lib/x86_64-linux-gnu
for folder in "$root"/usr/lib/llvm-*; do
  libraries=$libraries:$folder/lib
  [ -e "$folder/bin/$1" ] && program=$folder/bin/$1
done
[ -e "$root/usr/bin/$1" ] && program=$root/usr/bin/$1
[ -n "$program" ] || { echo "no program $1 in $root" >&2; exit 127; }
shift
exec "$root/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" --library-path "$libraries" "$(readlink -f "$program")" "$@"
RUN
  chmod +x "$dir/run"
  rm -rf "$dir/bin"
  mkdir "$dir/bin"
  for program in "$dir"/root/usr/bin/*-"$1"; do
    [ ! -x "$program" ] || ln -s ../run "$dir/bin/$(basename "$program")"
  done
}

if [ -e "$dir/packages.tsv" ]; then
  [ -e "$dir/bin" ] || commands "$3"
  exit 0
fi

suite='' wanted=()
while read -r _ place from package version; do
  case $place in *"suite/$3/packages.tsv") suite=$from wanted+=("$package=$version") ;; esac
done < <(python3 "$here/pins.py" "$2" where suite package version)
[ -n "$suite" ] || { echo "pins.toml: [$2] has no package of suite/$3" >&2; exit 1; }

echo "unpacking ${wanted[*]} of $suite"
private_apt "$dir/apt" "deb MIRROR $suite main"
# What these depend on, of the kinds that programs link or call; what sets up a system stays away.
needed=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances "${wanted[@]%%=*}" |
  grep -E '^(lib|llvm|clang|mlir|lld|zlib1g)' | grep -vE '^(libc6-dev|libcrypt-dev|libdebconf|libpam|libsystemd)' | sort -u)
for package in "${wanted[@]%%=*}"; do needed=$(grep -vxF "$package" <<<"$needed" || true); done
rm -rf "$dir/deb" "$dir/root"
mkdir "$dir/deb" "$dir/root"
list=$dir/packages.part
: >"$list"
# shellcheck disable=SC2086
(cd "$dir/deb" && apt-get download -qq "${wanted[@]}" $needed)
for file in "$dir"/deb/*.deb; do
  dpkg-deb -x "$file" "$dir/root"
  printf '%s\t%s\t%s\n' "$(dpkg-deb -f "$file" Package)" "$(dpkg-deb -f "$file" Version)" "$(sha256sum <"$file" | cut -c1-16)" >>"$list"
done
rm -rf "$dir/deb" "$dir/apt"
# Suites before Debian 12 have some libraries, and the loader, in /lib.
if [ -d "$dir/root/lib" ] && [ ! -L "$dir/root/lib" ]; then
  cp -a "$dir/root/lib/." "$dir/root/usr/lib/"
  rm -rf "$dir/root/lib" && ln -s usr/lib "$dir/root/lib"
fi

# What a program that is started without the suite's loader wants beside this system's libraries.
mkdir "$dir/root/own"
for library in "$dir"/root/usr/lib/x86_64-linux-gnu/libffi.so.*; do [ ! -e "$library" ] || ln -s "../usr/lib/x86_64-linux-gnu/$(basename "$library")" "$dir/root/own/"; done

commands "$3"
mv "$list" "$dir/packages.tsv"
