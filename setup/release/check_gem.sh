#!/bin/sh
# Builds the gem, installs it into an empty home on each Ruby, and uses it there:
#   setup/release/check_gem.sh [--gems FOLDER] [--unmeasured] [RUBY]...
# RUBY is the path of an interpreter (default: ruby). With --gems, the libraries come from that GEM_HOME, and nothing is
# downloaded. With --unmeasured, no client is built or measured.
set -u
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd -P) || exit 3

gems=
measured=yes
while [ $# -gt 0 ]; do
  case $1 in
    --gems) gems=${2-} && shift 2 ;;
    --unmeasured) measured= && shift ;;
    -*) sed -n 's/^#   /Usage: /p' "$0" >&2 && exit 2 ;;
    *) break ;;
  esac
done
[ $# -gt 0 ] || set -- ruby

folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
  echo "failed: $*" >&2
  [ -s "$folder/out" ] && tail -n 5 "$folder/out" >&2
  [ -s "$folder/err" ] && tail -n 5 "$folder/err" >&2
  exit 1
}

# Runs a program as a user with an empty home, whose `ruby` is this one, and without the settings of this user. A mirror of
# RubyGems stays in use.
alone() {
  env -u RUBYOPT -u RUBYLIB -u BUNDLE_GEMFILE -u BUNDLE_BIN_PATH HOME="$home" PATH="$home/bin:$PATH" XDG_CACHE_HOME="$home/cache" \
    XDG_STATE_HOME="$home/state" GEM_HOME="$home/gems" GEM_PATH="$home/gems${gems:+:$gems}" \
    GEMRC="${GEMRC:-$HOME/.gemrc}" LC_ALL=C "$@" >"$folder/out" 2>"$folder/err"
}

# says CODES WORD...: `cachemark WORD...` ends with one of these codes, prints something, and does not warn.
says() {
  codes=$1
  shift
  alone "$ruby" "$home/gems/bin/cachemark" "$@"
  code=$?
  case " $codes " in
    *" $code "*) ;;
    *) fail "$name: cachemark $* ended with $code" ;;
  esac
  [ -s "$folder/out" ] || fail "$name: cachemark $* printed nothing"
  echo "$name: cachemark $*"
}

silently() {
  says 0 "$@"
  [ -s "$folder/err" ] && fail "$name: cachemark $* warned"
}

build() {
  home=$folder/build
  mkdir "$home"
  cd "$root" || exit 3
  alone "$1" -S gem build cachemark.gemspec --output "$folder/cachemark.gem" || fail "gem build"
  # Without a public address there is no homepage.
  grep -h '^WARNING' "$folder/out" "$folder/err" | grep -vE 'homepage|See https' && fail "gem build warned"
  version=$(sed -n 's/^ *Version: //p' "$folder/out")
}

install() {
  set -- --no-document
  [ -n "$gems" ] && set -- "$@" --local --ignore-dependencies
  mkdir -p "$home/bin"
  printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v "$ruby")" >"$home/bin/ruby"
  chmod +x "$home/bin/ruby"
  cp "$folder/cachemark.gem" "$home/cachemark-$version.gem"
  cd "$home" || exit 3
  alone "$ruby" -S gem install "./cachemark-$version.gem" "$@" || fail "$name: gem install"
  echo "$name: gem install cachemark-$version.gem"
  installed=$home/gems/gems/cachemark-$version
}

use() {
  silently version
  [ "$(cat "$folder/out")" = "cachemark $version" ] || fail "$name: cachemark version is not $version"
  silently help
  silently help man
  cmp -s "$folder/out" "$installed/man/cachemark.1" || fail "$name: man/cachemark.1 is not what help man prints"
  for shell in bash zsh fish; do silently completion "$shell"; done
  for kind in scenarios suites faults; do silently list "$kind"; done
}

measure() {
  says 0 run dalli socket --for 40s -o "$home/run.jsonl"
  silently show "$home/run.jsonl" --format html
  # Code 1 is a finding in dalli.
  says "0 1" check dalli --case 'interrupt/*'
  # Each host sets itself up, from the files of the gem. Code 3 is too little time for a verdict.
  says "0 3" compare socket socket --scenario client/get --on local --on 2 --for 10s
}

build "$1"
number=0
for ruby; do
  number=$((number + 1))
  home=$folder/$number
  name=$("$ruby" -e 'print RUBY_ENGINE, " ", RUBY_VERSION') || fail "$ruby is no Ruby"
  install
  use
  [ -z "$measured" ] || measure
done
