#!/usr/bin/env bash
# Builds, as static libraries from Debian 12's sources, those that the Linux tarball (scripts/linux.sh) cannot take from
# Debian's packages: these have no static library, or bring in much that mmdview does not use. They go into a cache
# folder whose name has the hash of the recipe: a second run finds them there.
#   linux_libraries.sh            builds what is missing; prints the folder
#   linux_libraries.sh --folder   prints the folder only
# MMDVIEW_CACHE, MMDVIEW_DEBIAN_MIRROR, JOBS and the status 75: as for windows_libraries.sh.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${MMDVIEW_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/mmdview}
recipe=("$root"/scripts/{linux_libraries,static_libraries,library_sources}.sh)
prefix=$cache/linux-$(cat "${recipe[@]}" | sha256sum | cut -c1-12)
[ "${1:-}" = --folder ] && { echo "$prefix"; exit 0; }
[ -f "$prefix/complete" ] && { echo "$prefix"; exit 0; }

sources=$cache/sources work=$prefix/work jobs=${JOBS:-$(nproc)}
mkdir -p "$sources" "$prefix"/{lib/pkgconfig,include,licences,done} "$work"
exec 9> "$cache/libraries.lock"
flock 9 # one build at a time

apt_folder=$cache/sources-apt
source_packages=(fmtlib libarchive bullet libsdl2 tinyexr tinygltf)
# shellcheck source=scripts/library_sources.sh
. "$root/scripts/library_sources.sh"

CC=gcc CXX=g++ AR=ar
# No path of this machine in the libraries; position independent, as a program is.
flags=(-fPIC -g0 "-ffile-prefix-map=$cache/=")
cmake_options=(-DCMAKE_POSITION_INDEPENDENT_CODE=ON "-DCMAKE_C_FLAGS=${flags[*]}" "-DCMAKE_CXX_FLAGS=${flags[*]}")
# shellcheck source=scripts/static_libraries.sh
. "$root/scripts/static_libraries.sh"

build_linux_headers() { cp -r /usr/include/stb /usr/include/nlohmann "$prefix/include/"; }
build_linux_archive() { build_archive -DENABLE_ICONV=ON; }
# X11 and Wayland are opened when the program runs, so that it starts where one of them is missing.
build_linux_sdl() { build_sdl -DSDL_OPENGLES=ON -DSDL_KMSDRM=OFF -DSDL_X11_SHARED=ON -DSDL_WAYLAND_SHARED=ON; }

get_sources >&2 || exit 75 # EX_TEMPFAIL: the server cannot be reached
build_libraries linux_headers linux_archive bullet fmt linux_sdl tinyexr tinygltf
collect_licences
rm -rf "$work"
touch "$prefix/complete"
echo "$prefix"
