# Shared by bin/cachemark, bin/test and bin/check, which set `root` and source this file. `prepare
# GROUP "$@"` installs missing parts (GROUP is run, test or check) and reports that on stderr. It
# leaves the interpreter in $ruby, and in $gems the file that puts the project's own gems on the
# load path.
# shellcheck shell=sh disable=SC2034,SC2154

# The user's own gems, flags and bundles must not change what runs here.
unset RUBYOPT RUBYLIB GEM_HOME GEM_PATH BUNDLE_GEMFILE BUNDLE_BIN_PATH

no_install=
install_log=

prepare() {
  group=$1
  shift
  for argument; do
    case $argument in --no-install | *install=no*) no_install=yes ;; esac
  done
  find_cache
  if ! is_ready; then
    install_packages
    install_gems "$@"
  fi
  if [ "$group" = test ]; then offer_browser; offer_shells; offer_linter; offer_hosts; fi
}

# The commands and options that install and start nothing.
only_reads() {
  case "${1-help} $* " in
    -* | "audit "* | "completion "* | "help "* | "init "* | "list "* | "show "* | "version "*) return 0 ;;
    *" --dry-run "* | *" --help "* | *" -h "*) return 0 ;;
  esac
  return 1
}

# In place of `prepare`: says what is missing, and writes nothing. Only a missing Ruby or missing gems end the command.
use_what_is_here() {
  group=run
  find_cache
  is_ready && return
  lacks=$(missing_commands | tr '\n' ' ')
  install="Try: $0 doctor, which installs what is missing"
  find_ruby || fail "cachemark: missing on this machine: ${lacks}ruby" "$install"
  find_home
  if [ ! -f "$home/$group.ready" ]; then
    # The user's Ruby may have them, too.
    gems=
    "$ruby" -rzeitwerk -e exit 2>/dev/null || fail "cachemark: missing on this machine: ${lacks:+${lacks}and }its gems" \
      "$install"
  fi
  [ -z "$lacks" ] || echo "note: missing on this machine: $lacks($0 doctor installs it)" >&2
}

fail() {
  printf '%s\n' "$@" >&2
  exit 3
}

find_cache() {
  case ${HOME-} in
    /*) ;;
    *) HOME=$(getent passwd "$(id -u)" 2>/dev/null | cut -d: -f6) && export HOME ;;
  esac
  case ${XDG_CACHE_HOME-} in
    /*) cache=$XDG_CACHE_HOME/cachemark ;;
    *) cache=$HOME/.cache/cachemark ;;
  esac
}

# Second runs end here: builtins, one `ruby --version` and one `cksum`.
is_ready() {
  find_ruby && [ -z "$(missing_commands)" ] && find_home && [ -f "$home/$group.ready" ]
}

# One folder per interpreter and per list of gems.
find_home() {
  key=$({
    printf '%s\n' "$ruby" "$ruby_version"
    cat "$root/Gemfile" "$root/cachemark.gemspec" "$root/lib/cachemark/version.rb" "$root/check/Gemfile" \
      "$root/setup/gems.rb"
  } | cksum) || return 1
  home=$cache/setup/${key%% *}
  gems=$home/$group.rb
}

find_ruby() {
  for ruby in ruby ruby3.4 ruby3.3 ruby3.2 ruby3.1 /usr/bin/ruby; do
    ruby=$(command -v "$ruby") || continue
    ruby_version=$("$ruby" --version 2>/dev/null) || continue
    case $ruby_version in
      "ruby 3."[1-9]* | "ruby "[4-9].*) return 0 ;;
    esac
  done
  ruby=
  return 1
}

missing_commands() {
  for command in memcached cc make git taskset; do
    if [ "$command" = taskset ] && ! is_linux; then continue; fi
    command -v "$command" >/dev/null 2>&1 || echo "$command"
  done
}

is_linux() { [ -d /proc/self ]; }

# One word a line for everything that is missing; slower than is_ready, and thorough.
missing() {
  missing_commands
  if find_ruby; then
    "$ruby" -rrbconfig -e 'exit File.exist?(File.join(RbConfig::CONFIG["rubyhdrdir"], "ruby.h"))' || echo ruby-headers
    "$ruby" -rbundler -e 'exit' 2>/dev/null || echo bundler
  else
    echo ruby
    echo ruby-headers
    echo bundler
  fi
  for header in stdlib.h sasl/sasl.h zlib.h yaml.h; do
    has_header "$header" || echo "$header"
  done
  command -v c++ >/dev/null 2>&1 || echo c++
  if is_linux && command -v apt-get >/dev/null 2>&1 && [ ! -e /etc/ssl/certs/ca-certificates.crt ]; then
    echo certificates
  fi
}

has_header() {
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    [ -e "$folder/$1" ] && return 0
  done
  if command -v cc >/dev/null 2>&1; then
    echo "#include <$1>" | cc -E -x c - >/dev/null 2>&1
  else
    return 1
  fi
}

# The names of a missing word in Debian and in Homebrew ("-" where it is part of the system).
debian_name() {
  case $1 in
    ruby-headers) echo ruby-dev ;;
    taskset) echo util-linux ;;
    cc) echo gcc ;;
    c++) echo g++ ;;
    stdlib.h) echo libc6-dev ;;
    sasl/sasl.h) echo libsasl2-dev ;;
    zlib.h) echo zlib1g-dev ;;
    yaml.h) echo libyaml-dev ;;
    certificates) echo ca-certificates ;;
    *) echo "$1" ;;
  esac
}

homebrew_name() {
  case $1 in
    ruby | ruby-headers | bundler) echo ruby ;;
    yaml.h) echo libyaml ;;
    sasl/sasl.h) echo cyrus-sasl ;;
    zlib.h) echo zlib ;;
    memcached | git | make) echo "$1" ;;
    *) echo - ;;
  esac
}

names_of() {
  for word in $2; do "$1" "$word"; done | grep -v '^-$' | sort -u | tr '\n' ' ' | sed 's/ *$//'
}

install_packages() {
  words=$(missing)
  [ -z "$words" ] && return
  packages=$(names_of debian_name "$words")
  here=$(printf '%s' "$words" | tr '\n' ' ')
  by_hand="apt-get install --no-install-recommends $packages"
  [ -n "$no_install" ] && fail "cachemark: missing on this machine: $here" \
    "Try: repeat without install=no, or as root: $by_hand"
  command -v apt-get >/dev/null 2>&1 || fail "cachemark: missing on this machine: $here" "$(without_apt)"
  find_root || fail "cachemark: missing on this machine: $here (only root may install it, and sudo needs a password)" \
    "Try, as root: $by_hand"
  printf '%s\n' "Cachemark will install these Debian packages, once: $packages" >&2
  case " $packages " in
    *" memcached "*) echo "(The memcached service of that package is neither started nor left enabled.)" >&2 ;;
  esac
  echo "This can take a minute. Output: $cache/setup/packages.log" >&2
  # shellcheck disable=SC2086 # one word a package
  apt_install $packages
  if [ "$status" != 0 ]; then
    fail "cachemark: apt-get failed. Its last lines:" "$(tail -n 5 "$install_log" | sed 's/^/  /')" "Complete output: $install_log"
  fi
  words=$(missing)
  [ -z "$words" ] || fail "cachemark: still missing after the installation: $(printf '%s' "$words" | tr '\n' ' ')" \
    "Try: put a Ruby of version 3.1 or newer first in PATH"
}

# Sets $status to the exit code of apt-get, and $install_log to the file of its output.
apt_install() {
  install_log=$cache/setup/packages.log
  mkdir -p "$cache/setup" || fail "cachemark: cannot write the cache: $cache/setup" "Try: set XDG_CACHE_HOME to a folder that you may write"
  # Half an installation is worse than a delay: a HUP or TERM to this shell waits until apt-get
  # is done. Ctrl-C reaches apt-get too, which ends, and packages.sh cleans up behind it.
  signal=
  trap 'signal=130' INT
  trap 'signal=129' HUP
  trap 'signal=143' TERM
  $as_root sh "$root/setup/packages.sh" "$@" >"$install_log" 2>&1
  status=$?
  trap - INT HUP TERM
  [ -n "$signal" ] && stopped "$signal"
  [ "$status" -gt 128 ] && stopped "$status"
  hash -r
}

stopped() {
  echo "Stopped. The packages that are already installed are kept." >&2
  echo "Try: the same command again, to continue" >&2
  exit "$1"
}

# The browser for the tests of pages.
offer_browser() {
  for command in chromium chromium-browser google-chrome; do
    command -v "$command" >/dev/null 2>&1 && return
  done
  offer browser "of pages" chromium
}

# The shells whose completion is tested.
offer_shells() {
  for command in zsh fish; do
    command -v "$command" >/dev/null 2>&1 || offer "$command" "of its completion" "$command"
  done
}

# The linter of the project's shell scripts.
offer_linter() {
  command -v shellcheck >/dev/null 2>&1 || offer linter "of shell scripts" shellcheck
}

# The daemons of other hosts. None is left running or enabled.
offer_hosts() {
  command -v slurmctld >/dev/null 2>&1 || [ -x /usr/sbin/slurmctld ] || offer slurm "on Slurm" slurm-wlm
  [ -x /usr/sbin/sshd ] || offer sshd "over ssh" openssh-server
  command -v rsync >/dev/null 2>&1 || offer rsync "over ssh" rsync
}

# A Debian package ($3) that some tests ($2) need. Without it they are skipped, and the others run.
offer() {
  skipped="Without $3 the tests $2 are skipped"
  by_hand="As root: apt-get install --no-install-recommends $3"
  if [ -n "$no_install" ]; then
    echo "$skipped (install=no). $by_hand" >&2
  elif [ -e "$home/$1.tried" ] || ! command -v apt-get >/dev/null 2>&1 || ! find_root; then
    echo "$skipped. $by_hand" >&2
  else
    echo "Cachemark will install this Debian package, once, for its tests: $3" >&2
    : >"$home/$1.tried"
    apt_install "$3"
    [ "$status" = 0 ] || echo "apt-get failed. $skipped. Complete output: $install_log" >&2
  fi
}

without_apt() {
  if [ "$(uname)" = Darwin ]; then
    echo "Try: xcode-select --install; brew install $(names_of homebrew_name "$words")"
  else
    echo "Try: install your system's packages for: $packages"
  fi
}

find_root() {
  as_root=
  [ "$(id -u)" = 0 ] && return 0
  command -v sudo >/dev/null 2>&1 || return 1
  as_root=sudo
  # Without a terminal sudo can ask for no password.
  [ -t 0 ] || sudo -n true 2>/dev/null
}

install_gems() {
  find_ruby || fail "cachemark: Ruby 3.1 or newer is missing"
  find_home || fail "cachemark: cannot read its own files: $root"
  exec "$ruby" "$root/setup/gems.rb" "$root" "$home" "$group" "${no_install:-no}" "$0" "$@"
}
