#!/usr/bin/env bash
# Reads the sources for faults: cppcheck (cppcheck.txt) and clang-tidy (.clang-tidy). Findings are failures with the
# versions that those files are for, Debian 12's. Other versions find other things, which are printed only. Without
# folders it also links the program once with LTO, which finds different types of one name (-Wodr).
#   scripts/analyse.sh [FOLDER of src ...]   these folders; all without
#   scripts/analyse.sh --quick               cppcheck up to the scene only; clang-tidy all the same
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
case ${1:-} in
  --quick) looked_at=(src/{base,formats,assets,skeleton,skin,model,pose,physics,scene}) folders=(src/*/) ;;
  "") looked_at=(src tools python) folders=(src/*/) ;;
  *) looked_at=("${@/#/src/}") folders=("$@") ;;
esac
for program in cppcheck clang-tidy; do
  command -v $program >/dev/null || { echo "analyse.sh: $program is missing: scripts/setup.sh --checks installs it" >&2; exit 2; }
done
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
versions="$(cppcheck --version | tr -dc 0-9.) $(clang-tidy --version | sed -n 's/.*version \([0-9]*\).*/\1/p')"
finding=1
if [ "$versions" != "2.10 14" ]; then
  echo "analyse.sh: cppcheck and clang-tidy are $versions, not 2.10 14: findings are no failures"
  finding=0
fi

status=0
cppcheck -q -j "$jobs" --enable=warning,performance,portability --std=c++20 --language=c++ -Isrc -I. --inline-suppr \
  --suppressions-list=cppcheck.txt --template='{file}:{line}: {id}: {message}' --error-exitcode=1 "${looked_at[@]}" || status=$finding

# Check each folder as one file, so that its headers are read once: they are most of the text.
cmake --preset analyse >/dev/null
chosen=()
for folder in "${folders[@]}"; do
  folder=$(basename "$folder")
  [ -d "src/$folder" ] || { echo "analyse.sh: there is no folder src/$folder" >&2; exit 2; }
  before=${#chosen[@]}
  # But what a build generates there.
  mapfile -t -O "$before" chosen < <(sed -n "\|/build/analyse/src/$folder/[^/]*\"|d; s|^ *\"file\": \"\(.*/src/$folder/.*\)\".*|\1|p" build/analyse/compile_commands.json)
  [ ${#chosen[@]} -gt "$before" ] || { echo "analyse.sh: nothing is compiled of src/$folder" >&2; exit 2; }
done
[ "${folders[*]}" != "$(echo src/*/)" ] || chosen+=("$PWD/src/main.cpp")
echo "clang-tidy: ${#chosen[@]} files"
[ ${#chosen[@]} -gt 0 ] || exit 1
printf '%s\0' "${chosen[@]}" | xargs -0 -n 1 -P "$jobs" clang-tidy -p build/analyse --quiet 2> >(grep -v "warnings\? generated\.$\|^Suppressed\|^Use -header-filter" >&2) || status=$finding
# Without LTO the linker silently takes either type.
if [ "${folders[*]}" = "$(echo src/*/)" ]; then
  cmake --preset odr >/dev/null && cmake --build build/odr --target mmdview || status=1
fi
exit $status
