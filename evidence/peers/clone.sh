#!/usr/bin/env bash
# Fetches a repository at the commit that pins.toml names, with its tags, where the pin says so.
#
#   clone.sh FAMILY PIN      e.g. clone.sh mlir stablehlo: a bare repository, target/interop/clones/stablehlo.git
#
# Quiet where the commit is there already: where the repository's host cannot be reached, a copy in that place, or a link to one, does.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
read -r _ url commit dir history < <(python3 "$here/pins.py" "$1" url version where history | grep "^$2 ") ||
  { echo "no repository \`$2\` in pins.toml" >&2; exit 2; }
cd "$here/../.."
if git -C "$dir" cat-file -e "$commit^{commit}" 2>/dev/null; then exit 0; fi
rm -rf "$dir"
git init -q --bare "$dir"
case $history in
tags) git -C "$dir" fetch -q "$url" "$commit" '+refs/tags/*:refs/tags/*' ;;
none) git -C "$dir" fetch -q --depth 1 "$url" "$commit" ;;
esac
# What was fetched has a name, so that it is kept.
git -C "$dir" update-ref refs/heads/pinned "$commit"
