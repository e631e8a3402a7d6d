#!/usr/bin/env bash
# Installs what building and testing needs, if anything is missing. Debian and Ubuntu: with apt; elsewhere it names the
# packages and goes on. Usage: setup.sh [--tests|--checks|--package|--python|--linux|--windows|--windows-tests|--web|
#   --web-tests]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=scripts/packages.sh
. "$here/packages.sh"

wanted=$APT_BUILD
[ "${1:-}" = --tests ] && wanted="$wanted $APT_TEST"
[ "${1:-}" = --checks ] && wanted="$wanted $APT_TEST $APT_CHECKS"
[ "${1:-}" = --python ] && wanted="$wanted $APT_PYTHON"
[ "${1:-}" = --linux ] && wanted="$wanted $APT_LINUX"
[ "${1:-}" = --package ] && wanted="$wanted $APT_PACKAGE"
[ "${1:-}" = --windows ] && wanted=$APT_WINDOWS
[ "${1:-}" = --web ] && wanted=$APT_WEB
[ "${1:-}" = --web-tests ] && wanted="$APT_WEB $APT_WEB_TEST"
[ "${1:-}" = --windows-tests ] && wanted="$APT_WINDOWS $APT_WINDOWS_TEST"

if ! command -v dpkg-query >/dev/null 2>&1; then
  case "$(uname -s)" in
    Darwin) system="Homebrew" packages=$BREW_ALL ;;
    *) if command -v dnf >/dev/null 2>&1; then system="dnf" packages=$DNF_ALL
       elif command -v pacman >/dev/null 2>&1; then system="pacman" packages=$PACMAN_ALL
       else system="your package manager (Debian's names)" packages="$wanted"; fi ;;
  esac
  echo "Needed from $system: $packages" >&2
  echo "Going on; CMake will say what is missing." >&2
  exit 0
fi

missing=()
for package in $wanted; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "Installing: ${missing[*]}" >&2
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "Not root and no sudo. Install these as root: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
