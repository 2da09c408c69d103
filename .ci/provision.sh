# Installing Debian packages and building, for the two launchers. POSIX sh, sourced; expects $root. All output goes to stderr.
#
#   provision_checker BUILD FRESH   packages, then the checker alone (Release) in BUILD; FRESH BUILD says whether another run has just built it
#   provision_instrument BUILD FRESH   packages, then fporder-c++ and what it needs (Release) in BUILD
#   provision_tests BUILD ARGUMENT  packages, then checker and tests in BUILD
#   provision_fuzzers BUILD SECONDS packages, then the libFuzzer programs in BUILD; ctest runs each for SECONDS
# They return non-zero after saying why. FPORDER_LLVM_MAJOR=19 or 22 chooses the LLVM version; the default is 22, and 19 where 22 is not offered.

provision_started=$(date +%s)
provision_tty=
[ -t 2 ] && provision_tty=1

say() { printf 'fporder: %s\n' "$*" >&2; }
elapsed() { echo "$(($(date +%s) - provision_started)) s"; }

# progress STEP PERCENT: one line that rewrites itself on a terminal; elsewhere a line at every tenth.
progress_shown=
progress() {
  if [ -n "$provision_tty" ]; then
    printf '\r\033[Kfporder: %s %3d %%, %s' "$1" "$2" "$(elapsed)" >&2
  elif [ "$progress_shown" != "$1 $(($2 / 10))" ]; then
    progress_shown="$1 $(($2 / 10))"
    say "$1 $2 %, $(elapsed)"
  fi
}
progress_end() { [ -z "$provision_tty" ] || printf '\r\033[K' >&2; }

# llvm-NN-dev's CMake files look for the libraries that LLVM itself was linked with, hence zlib, libxml2 and libffi.
packages_for() { # MAJOR
  echo "clang-$1 libclang-$1-dev llvm-$1-dev cmake ninja-build libstdc++-12-dev libc6-dev binutils libyaml-dev libmpfr-dev libgmp-dev libzip-dev" \
    "libboost1.81-dev zlib1g-dev libxml2-dev libffi-dev util-linux"
}
packages_for_tests() { # MAJOR
  echo "doctest-dev ccache python3 python3-jsonschema python3-markdown python3-yaml dpkg-dev file git strace pre-commit libclang-rt-$1-dev libomp-dev"
}

# Programs that tests drive, and what the clang-tidy module for the other LLVM version is built with. Without them those tests are skipped.
packages_for_clients() {
  echo "clang-format-22 clang-tidy-22 libclang-22-dev llvm-22-dev clang-tidy-19 libclang-19-dev llvm-19-dev"
}

missing_of() { # PACKAGE...: prints those that are not installed
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf '%s ' "$package"
  done
}

offered() { # PACKAGE: true when apt knows a version of it
  apt-cache policy "$1" 2>/dev/null | grep -q '^  Candidate: [^(]'
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_install() { # PACKAGE...
  [ "$(id -u)" = 0 ] && return 0
  sudo -n true 2>/dev/null && return 0
  say "these packages are missing and installing them needs root. Run this once, then try again:"
  say "    apt-get install $*"
  return 1
}

# Unrelated package sources of the machine may be unreachable; that alone is no error. Sets archive_unreachable when no list could be read.
apt_update() {
  say "reading the package lists, $(elapsed)"
  archive_unreachable=
  as_root apt-get update -q -o APT::Update::Error-Mode=any >"$provision_log" 2>&1 || archive_unreachable=1
}

apt_install() { # PACKAGE...
  status=$(mktemp)
  # apt closes its status descriptor to the packages' scripts, so it may not be their standard output; sudo closes all but the first three.
  { as_root env DEBIAN_FRONTEND=noninteractive sh -c 'exec 3>&1; exec "$@"' sh \
      apt-get install -y -q --no-install-recommends -o APT::Status-Fd=3 -o Dpkg::Use-Pty=0 "$@" 2>&1
    echo "$?" >"$status"; } </dev/null |
    while IFS= read -r line; do
      case $line in
        dlstatus:* | pmstatus:*)
          step="installing packages"
          case $line in dlstatus:*) step="downloading packages" ;; esac
          percent=${line#*:*:}
          progress "$step" "${percent%%.*}" ;;
        *) printf '%s\n' "$line" >>"$provision_log" ;;
      esac
    done
  progress_end
  code=$(cat "$status"); rm -f "$status"
  [ "$code" = 0 ]
}

# Sets llvm_major: what was asked for, else what is installed, else what is offered.
choose_llvm() {
  llvm_major=${FPORDER_LLVM_MAJOR:-22}
  [ -z "${FPORDER_LLVM_MAJOR:-}" ] || return 0
  command -v dpkg-query >/dev/null 2>&1 || return 0
  [ -n "$(missing_of clang-22 libclang-22-dev llvm-22-dev)" ] || return 0
  offered libclang-22-dev && return 0
  if [ -n "$(missing_of clang-19 libclang-19-dev llvm-19-dev)" ]; then
    # shellcheck disable=SC2046
    may_install $(packages_for 22) || return 1
    apt_lists_read=1
    apt_update
    offered libclang-22-dev && return 0
    [ -z "$archive_unreachable" ] || return 0 # install_packages says so, with the packages' names
  fi
  llvm_major=19
  say "LLVM 22 comes from Debian's bookworm-security suite, which is not among this machine's package sources: using LLVM 19 instead"
}

install_packages() { # PACKAGE...
  if ! command -v dpkg-query >/dev/null 2>&1; then
    for tool in clang++-$llvm_major cmake ninja; do
      command -v $tool >/dev/null 2>&1 || { say "this is not a Debian system and $tool is missing; install LLVM $llvm_major with its development files, CMake, Ninja, libyaml, libzip, MPFR and Boost"; return 1; }
    done
    return 0
  fi
  missing=$(missing_of "$@")
  [ -n "$missing" ] || return 0
  # shellcheck disable=SC2086
  may_install $missing || return 1
  for package in $missing; do
    offered "$package" || { [ -n "$apt_lists_read" ] || { apt_lists_read=1; apt_update; }; break; }
  done
  say "installing $(echo "$missing" | wc -w) Debian packages: $missing"
  # shellcheck disable=SC2086
  apt_install $missing && return 0
  if [ -z "$apt_lists_read" ]; then # lists may be older than the archive
    apt_lists_read=1
    apt_update
    # shellcheck disable=SC2086
    apt_install $missing && return 0
  fi
  if [ -n "$archive_unreachable" ]; then
    say "the Debian package archive cannot be reached from here (no network?). With a network, or from a mirror, install:"
  else
    tail -n 5 "$provision_log" | sed 's/^/fporder:   /' >&2
    say "the packages could not be installed. Install them by hand, then try again:"
  fi
  say "    apt-get install $missing"
  return 1
}

install_clients() { # PACKAGE...: those that are offered; never an error
  command -v dpkg-query >/dev/null 2>&1 || return 0
  missing=$(missing_of "$@")
  [ -n "$missing" ] || return 0
  # shellcheck disable=SC2086
  if ! may_install $missing 2>/dev/null; then
    say "these packages are missing, and tests that need them will be skipped: $missing"
    return 0
  fi
  offered cmake || [ -n "$apt_lists_read" ] || { apt_lists_read=1; apt_update; }
  wanted=
  for package in $missing; do
    if offered "$package"; then wanted="$wanted $package"; fi
  done
  [ -n "$wanted" ] || return 0
  say "installing $(echo "$wanted" | wc -w) Debian packages for tests:$wanted"
  # shellcheck disable=SC2086
  apt_install $wanted || say "they could not be installed, and tests that need them will be skipped"
}

configure_and_build() { # BUILD TARGET STEP CMAKE-ARGUMENT...
  directory=$1 target=$2 step=$3
  shift 3
  touch "$directory/.started"
  progress "configuring" 0
  if ! cmake -S "$root" -B "$directory" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++-$llvm_major -DFPORDER_LLVM_MAJOR=$llvm_major "$@" \
    >"$provision_log" 2>&1; then
    progress_end
    tail -n 30 "$provision_log" >&2
    say "configuring failed; the log is $provision_log"
    return 1
  fi
  status=$(mktemp)
  { NINJA_STATUS='%p ' ninja -C "$directory" "$target" 2>&1; echo "$?" >"$status"; } |
    while IFS= read -r line; do
      printf '%s\n' "$line" >>"$provision_log"
      percent=${line%%\%*}
      percent=${percent#"${percent%%[! ]*}"}
      case $percent in '' | *[!0-9]*) ;; *) progress "$step" "$percent" ;; esac
    done
  progress_end
  code=$(cat "$status"); rm -f "$status"
  if [ "$code" != 0 ]; then
    grep -E -A 12 'FAILED|error' "$provision_log" | head -n 60 >&2
    say "building failed; the log is $provision_log"
    return 1
  fi
  mv "$directory/.started" "$directory/.built"
  say "$step done, $(elapsed)"
}

prepare_directory() { # BUILD: creates it, takes its lock on descriptor 9
  mkdir -p "$1" || { say "cannot create $1"; return 1; }
  provision_log=$1/provision.log
  apt_lists_read= archive_unreachable=
  command -v flock >/dev/null 2>&1 || { say "flock (package util-linux) is missing"; return 1; }
  exec 9>"$1/.lock"
  flock -n 9 || { say "another run is building in $1; waiting for it"; flock 9; }
}

provision_checker() { # BUILD FRESH
  prepare_directory "$1" || return 1
  if ! "$2" "$1"; then
    choose_llvm || return 1
    # shellcheck disable=SC2046
    install_packages $(packages_for "$llvm_major") || return 1
    configure_and_build "$1" fporder-check "building the checker" -DFPORDER_TESTS=OFF -DFPORDER_WERROR=OFF -DFPORDER_UNITY=ON || return 1
  fi
  exec 9>&-
}

provision_instrument() { # BUILD FRESH
  prepare_directory "$1" || return 1
  if ! "$2" "$1"; then
    choose_llvm || return 1
    # shellcheck disable=SC2046
    install_packages $(packages_for "$llvm_major") || return 1
    configure_and_build "$1" fporder-instrument "building fporder-c++" -DFPORDER_TESTS=OFF -DFPORDER_WERROR=OFF -DFPORDER_UNITY=ON || return 1
  fi
  exec 9>&-
}

provision_tests() { # BUILD CMAKE-ARGUMENT
  prepare_directory "$1" || return 1
  choose_llvm || return 1
  # shellcheck disable=SC2046
  install_packages $(packages_for "$llvm_major") $(packages_for_tests "$llvm_major") || return 1
  # shellcheck disable=SC2046
  install_clients $(packages_for_clients)
  # DEPEND: a compilation that is not known costs itself and no run of the preprocessor before it, a third more. The dependencies of a source name
  # what its precompiled header was made of.
  export CCACHE_DEPEND=1 CCACHE_BASEDIR="$root" CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
  # In a directory that is there already, whoever works in it chooses.
  together=-DFPORDER_UNITY=ON
  [ ! -f "$1/CMakeCache.txt" ] || together=
  # shellcheck disable=SC2086
  configure_and_build "$1" all "building checker and tests" -DFPORDER_TESTS=ON -DFPORDER_WERROR=ON -DCMAKE_CXX_COMPILER_LAUNCHER=ccache "$2" $together || return 1
  exec 9>&-
}

provision_fuzzers() { # BUILD SECONDS
  prepare_directory "$1" || return 1
  choose_llvm || return 1
  # shellcheck disable=SC2046
  install_packages $(packages_for "$llvm_major") $(packages_for_tests "$llvm_major") || return 1
  export CCACHE_DEPEND=1 CCACHE_BASEDIR="$root" CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
  configure_and_build "$1" fuzzers "building the fuzzers" -DFPORDER_TESTS=ON -DFPORDER_WERROR=ON -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DFPORDER_FUZZ=ON \
    "-DFPORDER_FUZZ_SECONDS=$2" || return 1
  exec 9>&-
}
