#!/usr/bin/env bash
# Profiles of the runtimes in the npm package react-native-executorch, as `outlast targets import` reads them off the package.
#
#   OUTLAST=target/release/outlast shipped.sh OUT      OUT/rn-0.7.3-ios.toml, …
#
# One release is downloaded at a time and removed again: 6 to 80 MB each.
set -euo pipefail
mkdir -p "$1"
out=$(cd "$1" && pwd)
outlast=$(realpath "${OUTLAST:?the program}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
# Newer packages than these carry no runtime: applications download it when they are built.
for of in 0.3.4:ios 0.5.15:android,ios 0.7.3:android,ios 0.8.5:android,ios; do
  release=${of%%:*}
  npm pack --silent "react-native-executorch@$release" >&2
  tar xzf "react-native-executorch-$release.tgz"
  for system in $(tr , ' ' <<<"${of#*:}"); do
    name=rn-$release-$system
    "$outlast" targets import package --member "$system" --name "executorch-$name" |
      sed "s/^read-from = \"/&react-native-executorch $release: /" >"$out/$name.toml"
  done
  rm -r package react-native-executorch-*.tgz
done
