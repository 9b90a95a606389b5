# Sourced by scripts that install packages, or fetch those of another suite or sources: for the latter, apt with lists and a cache of its own,
# so that nothing of the system changes.
#
#   private_apt DIR LINE…     LINE as in sources.list, with MIRROR for where this system's packages come from, e.g.
#                             'deb-src MIRROR trixie main'; sets APT_CONFIG for apt-get. Status 1, with a message, where it cannot.

private_apt() {
  local dir=$1 mirror
  shift
  # A system has one of these files, or both.
  mirror=$({ cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null || true; } |
    sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) .*/\2/p' | grep -m1 '/debian/*$' | sed 's,/*$,,') ||
    { echo "no Debian mirror is configured in /etc/apt" >&2; return 1; }
  rm -rf "$dir"
  mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial"
  printf '%s\n' "$@" | sed "s,MIRROR,$mirror,; s,^\(deb[^ ]*\) ,\1 [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ," >"$dir/sources.list"
  cat >"$dir/conf" <<CONF
Dir::State::Lists "$dir/lists";
Dir::State::Status "/dev/null";
Dir::Cache "$dir/cache";
Dir::Etc::SourceList "$dir/sources.list";
Dir::Etc::SourceParts "-";
APT::Architecture "amd64";
APT::Sandbox::User "root";
Acquire::Languages "none";
CONF
  export APT_CONFIG=$dir/conf
  apt-get update -qq || { echo "the Debian mirror does not answer" >&2; return 1; }
}

# install_packages DIR PACKAGES…: as root; quiet where none is named. DIR has the log meanwhile.
install_packages() {
  local log=$1/apt.log
  shift
  [ $# != 0 ] || return 0
  echo "installing $*"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" >"$log" 2>&1 || {
    tail -5 "$log" >&2
    return 1
  }
  rm "$log"
}
