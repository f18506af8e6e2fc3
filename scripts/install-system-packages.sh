#!/usr/bin/env bash
# Debian packages that the tests use and npm cannot bring. None is needed to build or to run the library:
# without bubblewrap processes run unconfined (and say so), and the tests of what is missing report themselves
# skipped by name. Installs only what is missing; where it cannot, it says what to install and goes on.
set -euo pipefail

# program:package
programs=(bwrap:bubblewrap git:git python3:python3 gcc:gcc script:bsdutils prlimit:util-linux pytest:python3-pytest chromium:chromium
  curl:curl /usr/lib/postgresql/15/bin/postgres:postgresql-15 pgbouncer:pgbouncer faketime:faketime /usr/bin/pip3:python3-pip go:golang-go poetry:python3-poetry)
# module of Python:package
modules=(numpy:python3-numpy matplotlib:python3-matplotlib)
# An answer of the network that never comes must not hold up a test run.
minutes=5

missing=()
# A package that is installed is not asked for again, even where another Python than the system's comes first on PATH.
need() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q "ok installed" || missing+=("$1"); }
for entry in "${programs[@]}"; do
  command -v "${entry%%:*}" >/dev/null 2>&1 || need "${entry##*:}"
done
for entry in "${modules[@]}"; do
  python3 -I -c "import ${entry%%:*}" >/dev/null 2>&1 || need "${entry##*:}"
done
if [ "${#missing[@]}" -eq 0 ]; then
  echo "System packages: all there."
  exit 0
fi

if ! command -v apt-get >/dev/null 2>&1; then
  echo "System packages missing: ${missing[*]}. This is no Debian system; install them by its own means." >&2
  exit 0
fi
run=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "System packages missing: ${missing[*]}. Install them with: apt-get install ${missing[*]}" >&2
    exit 0
  fi
  run=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
# A database and its pooler are for tests, which start their own: the system's services stay down.
if [ ! -e /usr/sbin/policy-rc.d ]; then
  printf '#!/bin/sh\nexit 101\n' | "${run[@]}" install -m 755 /dev/stdin /usr/sbin/policy-rc.d
  trap '"${run[@]}" rm -f /usr/sbin/policy-rc.d' EXIT
fi
if ! "${run[@]}" timeout "${minutes}m" apt-get update -qq ||
  ! "${run[@]}" timeout "${minutes}m" apt-get install -y -qq --no-install-recommends "${missing[@]}"; then
  echo "System packages could not be installed: ${missing[*]}. Tests that need them are skipped by name." >&2
fi
