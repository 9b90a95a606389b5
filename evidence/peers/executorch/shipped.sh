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
sums='
7119c6185860640e55b0011fbbe0fcc5aa682ec42980ac80df004f30ffc1dec2  react-native-executorch-0.3.4.tgz
994da3030406ef2f9ffee06061c9f8bdf995b01385f8c2b46d77da2e28501d10  react-native-executorch-0.5.15.tgz
d3505deb84f3d5be02f225bbd3a94a247d64b40724c92491504f61cc8a992189  react-native-executorch-0.7.3.tgz
4a1f84df51d75000dd5c28ad11fedd5ec0487f8b8189e8adcb001b9ca485c4b8  react-native-executorch-0.8.5.tgz'
for of in 0.3.4:ios 0.5.15:android,ios 0.7.3:android,ios 0.8.5:android,ios; do
  release=${of%%:*}
  npm pack --silent "react-native-executorch@$release" >&2
  grep "react-native-executorch-$release.tgz" <<<"$sums" | sha256sum --check --quiet
  tar xzf "react-native-executorch-$release.tgz"
  for system in $(tr , ' ' <<<"${of#*:}"); do
    name=rn-$release-$system
    "$outlast" targets import package --member "$system" --name "executorch-$name" |
      sed "s/^read-from = \"/&react-native-executorch $release: /" >"$out/$name.toml"
  done
  rm -r package react-native-executorch-*.tgz
done
