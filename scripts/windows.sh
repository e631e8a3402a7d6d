#!/usr/bin/env bash
# Builds mmdview for Windows x86-64 on Debian 12, and packs it: a ZIP that runs from any folder, and an installer.
# Prints where they are. The libraries are built once (scripts/windows_libraries.sh). Usage:
#   windows.sh               builds and packs
#   windows.sh --no-package  builds only
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh" --windows
libraries=$("$root/scripts/windows_libraries.sh")
cd "$root"
build=$root/build/windows
# A cache of other libraries would keep their paths.
grep -qs "^MMDVIEW_WINDOWS_LIBRARIES:PATH=$libraries\$" "$build/CMakeCache.txt" || rm -rf "$build"/CMakeCache.txt "$build"/CMakeFiles
[ -f "$build/CMakeCache.txt" ] || cmake --preset windows -DMMDVIEW_WINDOWS_LIBRARIES:PATH="$libraries" >&2
cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target mmdview >&2
[ "${1:-}" = --no-package ] && exit 0

version=$(sed -n 's/^MMDVIEW_PACKAGE_VERSION:INTERNAL=//p' "$build/CMakeCache.txt")
numbers=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt").0
packages=$build/packages name=mmdview-$version-windows-x64
rm -rf "$packages"
mkdir -p "$packages"
stage=$packages/$name
cmake --install "$build" --prefix "$stage" --strip >/dev/null
python3 "$root/scripts/third_party.py" "$libraries" mmdview.exe > "$stage/THIRD_PARTY.txt"
sed -i 's/$/\r/' "$stage/THIRD_PARTY.txt" "$stage/LICENSE.txt"
(cd "$packages" && zip -q -r -9 -X "$name.zip" "$name")

# The installer's lists: it removes only these files, never others in the folder.
lists=$packages/files.nsh
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
  "-DVERSION=$version" "-DVERSION4=$numbers" "-DOUTPUT=$packages/$name-setup.exe" \
  "$root/desktop/windows/installer.nsi" >&2
rm -rf "$stage" "$lists"
printf '%s\n' "$packages/$name-setup.exe" "$packages/$name.zip"
