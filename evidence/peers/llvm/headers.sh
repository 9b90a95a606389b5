#!/usr/bin/env bash
# Headers that tables of names are read off, unpacked from Debian's packages (as root; nothing is installed on the system).
#
#   headers.sh DIR           e.g. headers.sh target/interop/llvm/headers
#
# Then: DIR/N/include/llvm, DIR/N/include/clang of the releases on the list `headers` of ../pins.toml (the packages exclude each other), and
# DIR/packages.tsv: package, version, the first digits of the package's SHA-256. Quiet where everything is there already.
set -euo pipefail
mkdir -p "$1"
dir=$(cd "$1" && pwd)
[ ! -e "$dir/packages.tsv" ] || exit 0

list=$(mktemp)
for release in $(python3 "$(dirname "$0")/../pins.py" llvm in=headers - release | cut -d. -f1); do
  rm -rf "$dir/part" "$dir/$release"
  mkdir -p "$dir/part"
  for package in "llvm-$release-dev" "libclang-$release-dev"; do
    (cd "$dir/part" && apt-get download -qq "$package")
    file=$(ls "$dir/part/"*.deb)
    dpkg-deb --fsys-tarfile "$file" | tar -x -C "$dir/part" --wildcards '*/include/*' 2>/dev/null || true
    printf '%s\t%s\t%s\n' "$package" "$(dpkg-deb -f "$file" Version)" "$(sha256sum <"$file" | cut -c1-16)" >>"$list"
    rm "$file"
  done
  mkdir -p "$dir/$release/include"
  for folder in "$dir/part/usr/include/llvm-$release/"* "$dir/part/usr/lib/llvm-$release/include/"*; do
    # Some packages have links here to what another one has.
    [ -L "$folder" ] || [ ! -d "$folder" ] || cp -r "$folder" "$dir/$release/include/"
  done
done
rm -rf "$dir/part"
mv "$list" "$dir/packages.tsv"
chmod 644 "$dir/packages.tsv"
