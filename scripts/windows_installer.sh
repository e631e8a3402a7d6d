#!/usr/bin/env bash
# Makes the installer for Windows of a folder with the program's files.
# Usage: windows_installer.sh FOLDER VERSION VERSION4 OUTPUT.exe, with VERSION4 in four numbers
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -eq 4 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
stage=$(realpath "$1")
# Its lists: it removes only these files, never others in the folder.
lists=$(mktemp --suffix=.nsh)
trap 'rm -f "$lists"' EXIT
{
  echo '!macro InstallFiles'
  (cd "$stage" && find . -type d | sort) | while read -r folder; do
    windows_folder=$(sed 's|^\.||; s|/|\\|g' <<< "$folder")
    echo "  SetOutPath \"\$INSTDIR$windows_folder\""
    find "$stage/$folder" -maxdepth 1 -type f | sort | sed 's|.*|  File "&"|'
  done
  echo '!macroend'
  echo '!macro RemoveFiles'
  # shellcheck disable=SC2016 # makensis expands $INSTDIR
  (cd "$stage" && find . -type f | sort) | sed 's|^\./||; s|/|\\|g; s|.*|  Delete "$INSTDIR\\&"|'
  # shellcheck disable=SC2016
  (cd "$stage" && find . -mindepth 1 -type d | sort -r) | sed 's|^\./||; s|/|\\|g; s|.*|  RMDir "$INSTDIR\\&"|'
  echo '!macroend'
} > "$lists"
makensis -V2 -INPUTCHARSET UTF8 "-DSTAGE=$stage" "-DFILES=$lists" "-DICON=$root/desktop/windows/mmdview.ico" \
  "-DVERSION=$2" "-DVERSION4=$3" "-DOUTPUT=$(realpath "$4")" "$root/desktop/windows/installer.nsi" >&2
