# Sourced: `play DIR FOLDER … --out RESULTS` runs files in the release in DIR (venv.sh), by the code of `outlast prove`.
play() {
  local dir=$1
  shift
  cargo run --quiet --locked --manifest-path "$(dirname "${BASH_SOURCE[0]}")/../../../Cargo.toml" --package xtask -- \
    play files "$dir/bin/python" "LD_LIBRARY_PATH=$dir/stubs" "$@"
}
