#!/usr/bin/env bash
# What `outlast serve` is compared with and checked by, as pins.toml has it; nothing is installed on the system.
#
#   setup.sh DIR contract|speed
#
# DIR/venv                           contract: openapi-spec-validator, schemathesis
# DIR/root, DIR/lib, DIR/packages.tsv  speed: nginx, docker-registry and wrk, unpacked; package, version, the first digits of the SHA-256
# Quiet where everything is there already.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
part=$2
mkdir -p "$1"
cd "$1"

case $part in
  contract)
    [ ! -e venv/.done ] || exit 0
    wanted=$(python3 "$here/pins.py" delivery - lists=contract package version | sed 's/ /==/')
    echo "installing" $wanted
    rm -rf venv
    python3 -I -m venv venv
    # shellcheck disable=SC2086
    venv/bin/pip install -q --disable-pip-version-check --no-cache-dir $wanted
    touch venv/.done
    ;;
  speed)
    [ ! -e packages.tsv ] || exit 0
    wanted=$(python3 "$here/pins.py" delivery - lists=speed package version | sed 's/ /=/')
    echo "unpacking" $wanted
    rm -rf deb root lib
    mkdir deb root
    apt-get update -qq
    # shellcheck disable=SC2086
    (cd deb && apt-get download -qq $wanted 2>/dev/null)
    for file in deb/*.deb; do
      dpkg-deb -x "$file" root
      printf '%s\t%s\t%s\n' "$(dpkg-deb -f "$file" Package)" "$(dpkg-deb -f "$file" Version)" "$(sha256sum <"$file" | cut -c1-16)"
    done >packages.part
    ln -s root/usr/lib/x86_64-linux-gnu lib
    rm -rf deb
    mv packages.part packages.tsv
    ;;
  *)
    echo "setup.sh DIR contract|speed" >&2
    exit 2
    ;;
esac
