#!/bin/sh
# Runs as root: installs the Debian packages that it is given and leaves no
# service running or enabled that was not there before.
set -u
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
# Nothing that is installed needs the password of a server.
unset CACHEMARK_PASSWORD
# Another root than / is for the tests of this file.
system=${CACHEMARK_SYSTEM_ROOT-}
policy=$system/usr/sbin/policy-rc.d
mark="cachemark's set-up"
ours=
brings=

is_installed() { dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

# Debian starts a service as soon as its package is installed, unless this file
# says no. It removes itself, should set-up be killed before it can.
forbid_services() {
  if [ -e "$policy" ]; then
    grep -q "$mark" "$policy" || return 0
  fi
  ours=yes
  cat >"$policy" <<POLICY
#!/bin/sh
# Temporary: $mark (process $$) starts no services.
kill -0 $$ 2>/dev/null && exit 101
rm -f "$policy"
exit 0
POLICY
  chmod 755 "$policy"
}

# The services of a package, with the package that each of them is in.
services_of() {
  case $1 in
    memcached) echo memcached:memcached ;;
    openssh-server) echo openssh-server:ssh ;;
    slurm-wlm) echo munge:munge slurmctld:slurmctld slurmd:slurmd ;;
  esac
}

# disable PACKAGE:SERVICE
disable() {
  is_installed "${1%%:*}" || return 0
  [ -d "$system/run/systemd/system" ] && systemctl stop "${1##*:}.service"
  if command -v deb-systemd-helper >/dev/null; then
    DPKG_MAINTSCRIPT_PACKAGE=${1%%:*} deb-systemd-helper disable "${1##*:}.service"
  fi
  if command -v update-rc.d >/dev/null; then update-rc.d "${1##*:}" disable; fi
  [ -d "$system/run/systemd/system" ] && systemctl daemon-reload
  return 0
}

restore() {
  for service in $brings; do disable "$service"; done
  [ -n "$ours" ] && rm -f "$policy"
  return 0
}

# Two set-ups at once: the second waits, and then finds everything installed.
if [ "${CACHEMARK_SETUP_LOCK-}" != held ] && command -v flock >/dev/null; then
  CACHEMARK_SETUP_LOCK=held exec flock "$system/run/lock/cachemark-setup" sh "$0" "$@"
fi

for package; do
  for service in $(services_of "$package"); do
    is_installed "${service%%:*}" || brings="$brings $service"
  done
done
trap restore EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
forbid_services
apt-get update || exit 1
apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"
