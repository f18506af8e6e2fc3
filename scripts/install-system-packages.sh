#!/usr/bin/env bash
# Debian packages that the tests use and npm cannot bring. None is needed to build or to run the library:
# without bubblewrap processes run unconfined (and say so), and the tests of the sandbox report themselves
# skipped by name. Installs only what is missing; without root and sudo it says what to install and goes on.
set -euo pipefail

# program:package
wanted=(bwrap:bubblewrap git:git python3:python3 gcc:gcc script:bsdutils prlimit:util-linux)

missing=()
for entry in "${wanted[@]}"; do
  command -v "${entry%%:*}" >/dev/null 2>&1 || missing+=("${entry##*:}")
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
"${run[@]}" apt-get update -qq
"${run[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
