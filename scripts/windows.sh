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
"$root/scripts/zip.sh" "$stage"

"$root/scripts/windows_installer.sh" "$stage" "$version" "$numbers" "$packages/$name-setup.exe"
rm -rf "$stage"
printf '%s\n' "$packages/$name-setup.exe" "$packages/$name.zip"
