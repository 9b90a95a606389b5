#!/usr/bin/env bash
# A second real Swift compiler, newer than that of swift.sh: the one of Debian's unstable release, whichever that is today (6.2.3
# when this was written), unpacked into a folder of its own (as root; about 600 MB to fetch, 3 GB unpacked).
#
#   swift_newer.sh DIR       e.g. swift_newer.sh target/interop/swift-newer
#
# DIR is as swift.sh makes it. Says so and exits with status 3 where it cannot be had.
set -euo pipefail
cannot() { echo "no second Swift toolchain: $*" >&2; exit 3; }
frontend=/usr/libexec/swift/bin/swift-frontend
mkdir -p "$1"
dir=$(cd "$1" && pwd)
if [ -x "$dir/run" ] && "$dir/run" $frontend --version >/dev/null 2>&1; then exit 0; fi
[ "$(id -u)" = 0 ] || cannot "chroot needs root"
[ "$(uname -m)" = x86_64 ] || cannot "the package is fetched for x86_64 only"
command -v apt-get dpkg-deb >/dev/null || cannot "apt-get and dpkg-deb are needed"
mirror=$({ cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null || true; } |
  sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) .*/\2/p' | grep -m1 '/debian/*$') || cannot "no Debian mirror is configured"
cd "$dir"
rm -rf apt deb root run
mkdir -p apt/{lists/partial,cache/archives/partial} deb root
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >apt/sources.list
cat >apt/conf <<CONF
Dir::State::Lists "$dir/apt/lists";
Dir::Cache "$dir/apt/cache";
Dir::Etc::SourceList "$dir/apt/sources.list";
Dir::Etc::SourceParts "-";
APT::Architecture "amd64";
APT::Sandbox::User "root";
Acquire::Languages "none";
CONF
export APT_CONFIG=$dir/apt/conf
apt-get update -qq || cannot "the mirror does not answer"
# The libraries that the package names, and theirs; no compilers, no configuration.
options=(--no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances)
libraries() { apt-cache depends "${options[@]}" "$@" | sed -n 's/^ *|\{0,1\}Depends: \(lib[a-z0-9.+-]*\|zlib1g\)$/\1/p' | sort -u; }
first=$(libraries swiftlang libswiftlang)
second=$(libraries $first)
(cd deb && apt-get download -qq swiftlang libc6-dev linux-libc-dev $(printf '%s\n' $first $second libswiftlang | sort -u)) ||
  cannot "the packages cannot be fetched"
for package in deb/*.deb; do dpkg-deb -x "$package" root; done
rm -rf deb apt
cd root
[ -e lib64 ] || ln -s usr/lib64 lib64
[ -e lib ] || ln -s usr/lib lib
mkdir -p tmp dev proc etc work
cd ..
libraries=/usr/libexec/swift/lib/swift/linux:/usr/lib/swift/linux:/usr/libexec/swift/lib/swift/host:/usr/lib/x86_64-linux-gnu
libraries=$libraries:/usr/libexec/swift/lib:/usr/libexec/swift/lib/swift/host/compiler
cat >run <<RUN
#!/bin/sh
exec env LD_LIBRARY_PATH=$libraries chroot "$dir/root" "\$@"
RUN
chmod +x run
./run $frontend --version >&2 || cannot "the compiler does not start"
