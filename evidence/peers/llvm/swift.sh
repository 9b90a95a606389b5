#!/usr/bin/env bash
# A real Swift compiler with its modules, unpacked from Debian's packages into a folder of its own (as root; about 450 MB to
# fetch, for the newer one 600 MB, and 3 GB unpacked).  Nothing is installed on the system.
#
#   swift.sh DIR             e.g. swift.sh target/interop/swift: Swift 6.0.3, of Debian 13
#   swift.sh DIR newer       e.g. swift.sh target/interop/swift-newer newer: that of Debian's unstable release, whichever
#                            it is today (6.2.3 when this was written)
#
# Then: DIR/run /usr/libexec/swift/bin/swift-frontend …      in a chroot: files that it shall see go to DIR/root
# and the modules to read are in DIR/root/usr/libexec/swift/lib/swift.
# Says so and exits with status 3 where it cannot be had: not Debian, not root, not reachable.
set -euo pipefail
. "$(dirname "$0")/../apt.sh"
case ${2-} in
"") suite=trixie which="Swift toolchain" ;;
newer) suite=sid which="second Swift toolchain" ;;
*) echo "swift.sh DIR [newer]" >&2; exit 2 ;;
esac
cannot() { echo "no $which: $*" >&2; exit 3; }
frontend=/usr/libexec/swift/bin/swift-frontend
mkdir -p "$1"
dir=$(cd "$1" && pwd)
if [ -x "$dir/run" ] && "$dir/run" $frontend --version >/dev/null 2>&1; then exit 0; fi

[ "$(id -u)" = 0 ] || cannot "chroot needs root"
[ "$(uname -m)" = x86_64 ] || cannot "the package is fetched for x86_64 only"
command -v apt-get dpkg-deb >/dev/null || cannot "apt-get and dpkg-deb are needed"
cd "$dir"
rm -rf deb root run
mkdir deb root
private_apt "$dir/apt" "deb MIRROR $suite main" || cannot "see above"

# The libraries that packages name; no compilers, no configuration.
libraries() { # PACKAGE…
  local no=(--no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances)
  apt-cache depends "${no[@]}" "$@" | sed -n 's/^ *|\{0,1\}Depends: \(lib[a-z0-9.+-]*\|zlib1g\)$/\1/p' | sort -u
}
packages=(swiftlang libswiftlang libc6-dev linux-libc-dev)
if [ $suite = trixie ]; then
  packages+=(libc6 libstdc++6 libgcc-s1 libedit2 libncurses6 libtinfo6 libsqlite3-0 libuuid1 libxml2 libzstd1 zlib1g
    libpython3.13 libbsd0 libmd0 libicu76 liblzma5)
else # They change with time.
  direct=$(libraries swiftlang libswiftlang)
  packages+=($direct $(libraries $direct))
fi
(cd deb && apt-get download -qq $(printf '%s\n' "${packages[@]}" | sort -u)) || cannot "the packages cannot be fetched"
for package in deb/*.deb; do dpkg-deb -x "$package" root; done
rm -rf apt deb
for link in lib lib64; do [ -e "root/$link" ] || ln -s "usr/$link" "root/$link"; done
mkdir -p root/{tmp,dev,proc,etc,work}

swift=/usr/libexec/swift/lib
cat >run <<RUN
#!/bin/sh
# Runs a program of the toolchain; paths are those inside root/.
export LD_LIBRARY_PATH=$swift/swift/linux:/usr/lib/swift/linux:$swift/swift/host:$swift/swift/host/compiler:$swift:/usr/lib/x86_64-linux-gnu
exec chroot "$dir/root" "\$@"
RUN
chmod +x run
./run $frontend --version || cannot "the compiler does not run here"
