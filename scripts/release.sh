#!/usr/bin/env bash
# Makes what a release page needs from the last commit, on Debian 12, in build/release-files (docs/dev/releasing.md). A
# part whose tools are missing is named and left out. Usage: release.sh [--only PART[,PART …]], with the parts
#   source   the source tarball
#   linux    the tarball for any Linux            deb      the package for Debian 12
#   wheel    for Debian 12's Python               trixie   package and wheel for Debian 13
#   windows  installer and ZIP                    web      the page, and the package for npm
# JOBS: number of parallel compilers. MMDVIEW_CACHE: where libraries and the root of Debian 13 are kept.
# shellcheck disable=SC2317 # the functions are called by their names
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
parts=(source linux deb wheel trixie windows web)
chosen=("${parts[@]}")
case ${1:-} in
  "") ;;
  --only) IFS=, read -ra chosen <<< "${2:?--only needs names of parts}" ;;
  *) sed -n '2,8s/^# //p' "$0" >&2 && exit 2 ;;
esac
for name in "${chosen[@]}"; do
  [[ " ${parts[*]} " == *" $name "* ]] || { echo "release.sh: no part $name; the parts are ${parts[*]}" >&2; exit 2; }
done

version=$(git show HEAD:CMakeLists.txt | sed -nE 's/^project\(mmdview VERSION ([0-9.]+).*/\1/p')
files=$PWD/build/release-files
tree=$PWD/build/release-source/mmdview-$version
cache=${MMDVIEW_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/mmdview}
export JOBS=${JOBS:-$(nproc)}
# Every time in the files is that of the commit: the same commit gives the same bytes.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
rm -rf "$files"
mkdir -p "$files" "${tree%/*}"
[ -z "$(git status --porcelain)" ] || echo "release.sh: what is not committed is not in the release" >&2

# Everything is built in a copy of the commit, which knows its name; all its files have the commit's time.
git archive --prefix="${tree##*/}/" HEAD > "$tree.tar"
mkdir -p "$tree/build"
find "$tree" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
tar -x -C "${tree%/*}" -f "$tree.tar"

make_source() {
  xz -6 -T1 -c "$tree.tar" > "$files/mmdview-$version.tar.xz"
}
needs() { # needs WHAT COMMAND …: leaves the part out unless the command succeeds
  "${@:2}" >/dev/null 2>&1 || { echo "left out: it needs $1" >&2; exit 69; }
}
is_debian_12() { grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; }
take() { # take FILE [NAME]: into the release
  cp "$1" "$files/${2:-${1##*/}}"
}
make_linux() {
  needs "Debian 12" is_debian_12
  file=$("$tree/scripts/linux.sh")
  take "$file"
}
make_deb() {
  needs "Debian 12" is_debian_12
  "$tree/scripts/package.sh" >/dev/null
  take "$tree/build/release/packages/mmdview_${version}_amd64.deb" "mmdview_${version}_debian12_amd64.deb"
}
make_wheel() {
  needs "Debian 12" is_debian_12
  file=$("$tree/scripts/wheel.sh")
  take "$file"
}
make_trixie() { # in a root of that system, which the scripts fill with what they need
  needs "the user root" test "$(id -u)" = 0
  needs debootstrap command -v debootstrap
  local root=$cache/roots/trixie-build
  if [ ! -f "$root/complete" ]; then
    rm -rf "$root" && mkdir -p "$root"
    debootstrap --variant=minbase trixie "$root" "${MMDVIEW_DEBIAN_MIRROR:-http://deb.debian.org}/debian" >&2
    touch "$root/complete"
  fi
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  mkdir -p "$root/source" "$root/build"
  # A namespace of its own: what is mounted here ends with it.
  # shellcheck disable=SC2016
  unshare --mount sh -euc '
    mount --bind "$1" "$0/source" && mount --bind "$0/build" "$0/source/build" && mount -t proc proc "$0/proc"
    exec chroot "$0" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "JOBS=$JOBS" TZ=UTC LC_ALL=C.UTF-8 \
      "SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH" sh -euc "cd /source && scripts/package.sh && scripts/wheel.sh"
    ' "$root" "$tree" >&2
  take "$root/build/release/packages/mmdview_${version}_amd64.deb" "mmdview_${version}_debian13_amd64.deb"
  take "$(echo "$root"/build/release/wheel/*.whl)"
}
make_windows() {
  needs "Debian 12" is_debian_12
  local made
  made=$("$tree/scripts/windows.sh")
  while read -r file; do take "$file"; done <<< "$made"
}
make_web() {
  needs "Debian 12" is_debian_12
  needs npm command -v npm
  local page made
  page=$("$tree/scripts/web.sh")
  made=$tree/build/mmdview-$version-web
  rm -rf "$made" "$made.zip" && cp -r "$page" "$made"
  "$tree/scripts/zip.sh" "$made"
  take "$made.zip"
  (cd "$tree/build/npm" && npm pack --silent --pack-destination "$files" >&2)
}

declare -A result
failed=0
for name in "${chosen[@]}"; do
  began=$SECONDS status=0
  echo "== $name" >&2
  # Not in a condition: there `set -e` would do nothing within the function.
  set +e
  (set -e; "make_$name")
  status=$?
  set -e
  case $status in
    0) result[$name]=made ;;
    69) result[$name]="LEFT OUT: tools are missing" ;;
    75) result[$name]="LEFT OUT: a server cannot be reached" ;;
    *) result[$name]=FAILED failed=1 ;;
  esac
  result[$name]="${result[$name]}, $((SECONDS - began)) s"
done

# The newest section of the changes, and what is inside of what.
{ echo "# mmdview $version" && sed -n "/^## $version/,/^## /p" "$tree/CHANGELOG.md" | sed '1d; /^## /d' | cat -s; } > "$files/RELEASE_NOTES.md"
python3 scripts/spdx.py "$version" "$files" "$tree/build/release/linux/licences" "$(scripts/windows_libraries.sh --folder)/licences" \
  "$(scripts/web_libraries.sh --folder)/licences" > "$files/mmdview-$version.spdx.json"
(cd "$files" && rm -f SHA256SUMS && sha256sum -- * > SHA256SUMS)
for name in "${chosen[@]}"; do printf '%-8s %s\n' "$name" "${result[$name]}"; done
(cd "$files" && ls -l --time-style=+ | awk 'NF > 4 { printf "%10d  %s\n", $5, $NF }')
exit $failed
