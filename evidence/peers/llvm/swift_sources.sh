#!/usr/bin/env bash
# The headers of Swift's serialization of the releases that swift.sh sets up, from Debian's source packages (460 MB to fetch, of which
# 2 MB are kept). Nothing is installed on the system.
#
#   swift_sources.sh DIR     e.g. swift_sources.sh target/interop/swift-sources
#
# Then: DIR/6.0.3 and DIR/6.2.3 are `lib/Serialization` of each, and DIR/packages.tsv: name,  version, the first digits of the
# archive's SHA-256. Quiet where everything is there already. Swift is pinned in pins.toml; Debian 13 has the one, its unstable release
# the other.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../apt.sh"
mkdir -p "$1"
dir=$(cd "$1" && pwd)
[ ! -e "$dir/packages.tsv" ] || exit 0

list=$(mktemp)
python3 "$here/../pins.py" swift suite version release | while read -r _ suite version release; do
  private_apt "$dir/apt" "deb-src MIRROR $suite main"
  (cd "$dir" && apt-get -qq source --tar-only --download-only "swiftlang=$version")
  archive="$dir/swiftlang_$release.orig.tar.xz"
  rm -rf "${dir:?}/$release"
  mkdir "$dir/$release"
  tar -C "$dir/$release" -xf "$archive" --strip-components=4 "swiftlang-$release/swift/lib/Serialization"
  printf 'swiftlang-%s\t%s\t%s\n' "$release" "$version" "$(sha256sum <"$archive" | cut -c1-16)" >>"$list"
  rm -rf "$dir/apt" "$archive"
done
mv "$list" "$dir/packages.tsv"
chmod 644 "$dir/packages.tsv"
