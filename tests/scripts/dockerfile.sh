#!/usr/bin/env bash
# dockerfile.sh ROOT: what examples/Dockerfile runs is there: its steps are scripts of the project, what they leave is
# what the second half takes, and each package that is named is one that the project's own lists or package name.
set -euo pipefail
cd "$1"
file=examples/Dockerfile
fail() {
  echo "$file: $1"
  exit 1
}
commands=$(sed -e ':join' -e '/\\$/{N;s/\\\n//;b join' -e '}' "$file" | sed -n 's/^RUN //p' | sed 's/ *&& */\n/g')
[ -n "$commands" ] || fail "it runs nothing"
while read -r program arguments; do
  case $program in
    ./*) [ -x "$program" ] || fail "there is no $program" ;;
    apt-get | rm) ;;
    *) fail "$program is no step of the project's scripts" ;;
  esac
  case "$program $arguments" in
    "apt-get update" | "rm -rf /var/lib/apt/lists/"*) ;;
    "apt-get install -y --no-install-recommends "*) packages=${arguments#install -y --no-install-recommends } ;;
    ./scripts/package.sh*) made=yes ;;
    *) fail "unexpected: $program $arguments" ;;
  esac
done <<< "$commands"
[ "${made:-}" = yes ] || fail "it makes no package"
# shellcheck source=scripts/packages.sh
. scripts/packages.sh
found=
for package in ${packages:?$file installs nothing}; do
  if [ "$package" = "/tmp/*.deb" ]; then
    found=yes
    continue
  fi
  [[ " $APT_BUILD " == *" $package "* ]] || fail "$package is in no list of scripts/packages.sh"
  grep -q "PACKAGE_RECOMMENDS.*$package" cmake/MmdviewPackage.cmake || fail "the package does not recommend $package"
done
[ "$found" = yes ] || fail "it does not install what it made"
# Where cpack puts the package, and where the second half looks for it.
grep -q 'CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages' cmake/MmdviewPackage.cmake || fail "packages lie elsewhere"
grep -q '^WORKDIR /source$' "$file" && grep -q '^COPY --from=build /source/build/release/packages/\*.deb /tmp/$' "$file" ||
  fail "it looks elsewhere for the package"
echo "as it should be"
