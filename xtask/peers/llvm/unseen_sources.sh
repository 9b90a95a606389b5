#!/usr/bin/env bash
# What unseen.py compiles and compiles with: sources, header-only libraries, crates and other front ends of LLVM, unpacked from
# Debian's packages into a folder of its own; nothing is installed on the system (as root; about 500 MB to fetch).
#
#   unseen_sources.sh DIR        e.g. unseen_sources.sh /tmp/outlast-unseen
#
# Then: DIR/src/NAME/ has sources, DIR/root/ what the binary packages have, DIR/packages.tsv name and version of each.
set -euo pipefail
mkdir -p "$1"
dir=$(cd "$1" && pwd)
[ ! -e "$dir/packages.tsv" ] || exit 0

sources=(zlib lz4 expat lua5.4 cmark jansson libyaml tinyxml2 pugixml duktape re2 snappy double-conversion libjsoncpp
  kissfft lapack mbedtls brotli giflib)
headers=(libeigen3-dev nlohmann-json3-dev librange-v3-dev libfmt-dev libglm-dev rapidjson-dev libcereal-dev libcli11-dev
  doctest-dev libboost1.74-dev)
crates=(adler ahash arrayvec base64 bitflags bytecount byteorder cfg-if either fastrand fixedbitset fnv heck hex humantime itoa
  memchr once-cell percent-encoding ryu scopeguard semver smallvec static-assertions strsim textwrap unicode-width unicode-xid
  utf8parse void)
# Rust with LLVM 14, D with LLVM 14, Fortran with 16 and 19.
compilers=(rustc libstd-rust-1.63 libstd-rust-dev ldc libphobos2-ldc-shared-dev libphobos2-ldc-shared100 flang-16 flang-19
  libmlir-16 libmlir-19 libclang-cpp16 libclang-cpp19 libflang-16-dev libflang-19-dev)

mirror=$({ cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null || true; } |
  sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) .*/\2/p' | grep -m1 '/debian/*$')
cd "$dir"
rm -rf apt deb src root
mkdir -p apt/{lists/partial,cache/archives/partial} deb src root
for kind in deb deb-src; do
  echo "$kind [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror bookworm main"
done >apt/sources.list
cat >apt/conf <<CONF
Dir::State::Lists "$dir/apt/lists";
Dir::Cache "$dir/apt/cache";
Dir::Etc::SourceList "$dir/apt/sources.list";
Dir::Etc::SourceParts "-";
APT::Sandbox::User "root";
Acquire::Languages "none";
CONF
export APT_CONFIG=$dir/apt/conf
apt-get update -qq
list=$(mktemp)
for name in "${headers[@]}" $(printf 'librust-%s-dev\n' "${crates[@]}") "${compilers[@]}"; do
  if (cd deb && apt-get download -qq "$name" 2>/dev/null); then
    file=$(ls deb/*.deb)
    dpkg-deb -x "$file" root
    printf '%s\t%s\t%s\n' "$name" "$(dpkg-deb -f "$file" Version)" "$(sha256sum <"$file" | cut -c1-16)" >>"$list"
    rm "$file"
  else
    echo "no package $name" >&2
  fi
done
for name in "${sources[@]}"; do
  if (mkdir "src/$name" && cd "src/$name" && apt-get source -qq --download-only "$name" >/dev/null 2>&1); then
    version=$(sed -n 's/^Version: //p' src/"$name"/*.dsc | head -1)
    for archive in src/"$name"/*.orig*.tar.*; do
      case $archive in *.asc) continue ;; esac
      printf '%s\t%s\t%s\n' "source $name" "$version" "$(sha256sum <"$archive" | cut -c1-16)" >>"$list"
      tar -xf "$archive" -C "src/$name"
    done
    rm -f src/"$name"/*.tar.* src/"$name"/*.dsc
  else
    echo "no sources of $name" >&2
  fi
done
rm -rf apt deb
mv "$list" packages.tsv
chmod 644 packages.tsv
