#!/usr/bin/env bash
# The real LLVM releases of ../pins.toml: as Debian 12 packages (as root), unpacked from newer suites, and as the compiler inside zig, which
# is on the Python package index: of 20 it is the only one, and its others
# say whether packages and zig judge alike.
#
#   setup.sh DIR [zig] [suites] [nvvm] e.g. setup.sh target/interop/llvm; with `zig`: also DIR/zig-16, -17, -18, -20; with `suites`: also
#                                      DIR/../suite/9, 11, 17, 18, …, where `run llvm-dis FILE` is llvm-dis of that release (`OUTLAST_SUITES`: elsewhere);
#                                      with `nvvm`: also DIR/nvvm/nvvm-11.7, … (`OUTLAST_NVVM`: elsewhere)
#
# Then: llvm-bcanalyzer-N, clang-N, /usr/lib/llvm-N/bin;  DIR/zig-N/bin/clang-N
# Quiet where everything is there already.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../apt.sh"
mkdir -p "$1"
dir=$(cd "$1" && pwd)

missing=()
for release in $(python3 "$here/../pins.py" llvm in=readers where=dpkg - release | cut -d. -f1); do
  for tool in clang llvm-bcanalyzer; do
    command -v "$tool-$release" >/dev/null && continue
    case $tool in clang) missing+=("clang-$release") ;; *) missing+=("llvm-$release") ;; esac
  done
done
# The headers of the C++ library; the samples have a few lines of it.
[ -e /usr/include/c++/12/vector ] || missing+=(libstdc++-12-dev)
install_packages "$dir" "${missing[@]}"

case " ${*:2} " in *" suites "*)
  for release in $(python3 "$here/../pins.py" llvm in=readers - suite release | cut -d" " -f2 | cut -d. -f1); do bash "$here/../suite.sh" "${OUTLAST_SUITES:-$dir/../suite}/$release" llvm "$release"; done ;;
esac

case " ${*:2} " in *" nvvm "*)
  while read -r pin package version; do
    home=${OUTLAST_NVVM:-$dir/nvvm}/$pin
    [ -e "$home" ] && continue
    echo "fetching $package $version"
    rm -rf "$home.part"
    python3 -I -m pip install -q --disable-pip-version-check --no-cache-dir --no-deps --root-user-action ignore --target "$home.part" "$package==$version"
    # The library, and the records by which its version is seen.
    find "$home.part" -type f ! -name 'libnvvm.so*' ! -name 'libdevice.*' ! -path '*.dist-info/*' -delete
    mv "$home.part" "$home"
  done < <(python3 "$here/../pins.py" llvm in=nvvm package version) ;;
esac

case " ${*:2} " in *" zig "*)
  while read -r pin zig; do
    release=${pin#zig-}
    home=$dir/zig-$release
    [ -e "$home/ziglang/zig" ] || {
      echo "fetching zig $zig for its LLVM $release"
      rm -rf "$home.part"
      python3 -I -m pip install -q --disable-pip-version-check --no-cache-dir --no-deps --root-user-action ignore \
        --target "$home.part" "ziglang==$zig"
      mv "$home.part" "$home"
    }
    mkdir -p "$home/bin"
    [ -e "$home/bin/clang-$release" ] || install /dev/stdin "$home/bin/clang-$release" <<'CLANG'
#!/bin/sh
export ZIG_GLOBAL_CACHE_DIR="${TMPDIR:-/tmp}/zig-cache-global" ZIG_LOCAL_CACHE_DIR="${TMPDIR:-/tmp}/zig-cache-local"
exec "$(dirname "$(readlink -f "$0")")/../ziglang/zig" clang "$@"
CLANG
  done < <(python3 "$here/../pins.py" llvm package=ziglang version) ;;
esac
