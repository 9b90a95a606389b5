# Sourced: `play DIR FOLDER … --out RESULTS` runs files in the release in DIR (venv.sh), by the code of `outlast prove`.
play() {
  local dir=$1
  shift
  local root
  root=$(dirname "${BASH_SOURCE[0]}")/../../..
  cargo run --quiet --locked --manifest-path "$root/evidence/Cargo.toml" --target-dir "$root/target/evidence" -- \
    play files "$dir/bin/python" "LD_LIBRARY_PATH=$dir/stubs" "$@"
}
