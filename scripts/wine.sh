#!/usr/bin/env bash
# Runs a program for Windows with wine; its files are in a prefix in the build folder, and nothing of the user's is
# touched. Usage: wine.sh PROGRAM.exe [arguments]
# WINEPREFIX: another prefix.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export WINEPREFIX=${WINEPREFIX:-${here%/*}/build/windows/wine} WINEDEBUG=-all LC_ALL=C.UTF-8
export WINEDLLOVERRIDES='mscoree,mshtml=' # else it asks to install .NET and a browser
# Folders that a test's environment names, as Windows has absolute paths: Z: is the root folder.
for name in XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_PICTURES_DIR; do
  case ${!name:-} in /*) export "$name=Z:${!name}" ;; esac
done
exec /usr/lib/wine/wine64 "$@"
