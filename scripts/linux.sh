#!/usr/bin/env bash
# Builds on Debian 12 the tarball that runs from any folder on a Linux with glibc 2.35 or newer, and prints where it is.
# The libraries that Debian's packages lack are built once (scripts/linux_libraries.sh). Usage: linux.sh
# SOURCE_DATE_EPOCH: the time of the files in it; otherwise that of the last commit.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh" --linux
libraries=$("$root/scripts/linux_libraries.sh")
cd "$root"
build=$root/build/release
[ -f "$build/build.ninja" ] || cmake --preset release >/dev/null
cmake "-DMMDVIEW_PORTABLE_LIBRARIES=$libraries" "$build" >/dev/null
cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target mmdview_portable mmdview_manual >&2

version=$(sed -n 's/^set(CPACK_PACKAGE_VERSION "\(.*\)")$/\1/p' "$build/CPackConfig.cmake")
packages=$build/linux name=mmdview-$version-linux-x86_64
stage=$packages/$name
rm -rf "$packages"
mkdir -p "$stage/fonts"
cmake --install "$build" --prefix "$packages/usr" >/dev/null
strip -o "$stage/mmdview" "$build/mmdview_portable"
mv "$packages/usr/share" "$stage/share"
mv "$stage/share/mmdview/samples" "$stage/samples"
mv "$stage/share/licenses/mmdview/LICENSE" "$stage/LICENSE.txt"
rm -r "${packages:?}/usr" "$stage/share/mmdview" "$stage/share/licenses"
cp desktop/linux/* "$stage/"
cp /usr/share/fonts/truetype/font-awesome/fontawesome-webfont.ttf "$stage/fonts/"
cp /usr/share/doc/fonts-font-awesome/copyright "$stage/fonts/LICENSE.txt"

# The licences of the libraries that were built, and of the packages whose static libraries are linked.
licences=$packages/licences
cp -r "$libraries/licences" "$licences"
for package in libpng-dev libjpeg62-turbo-dev libwebp-dev libdeflate-dev zlib1g-dev libbz2-dev liblzma-dev libutf8proc-dev \
  libxxhash-dev libhwy-dev libglew-dev libimgui-dev libseccomp-dev libfontconfig-dev libfreetype-dev uuid-dev \
  libbrotli-dev libexpat1-dev libstdc++-12-dev; do
  source=$(dpkg-query -W -f '${source:Package}' "$package")
  mkdir -p "$licences/$source"
  cp "/usr/share/doc/$package/copyright" "$licences/$source/debian-copyright"
  dpkg-query -W -f '${source:Version}\n' "$package" > "$licences/$source/version"
done
# shellcheck source=scripts/library_sources.sh disable=SC2034
(source_packages=() prefix=$packages apt_folder=$packages && . scripts/library_sources.sh &&
  collect_licences libglm-dev libexpected-dev nlohmann-json3-dev libstb-dev)
python3 scripts/third_party.py "$packages" mmdview > "$stage/THIRD_PARTY.txt"

epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
# The same files give the same bytes: in order of their names, without this machine's users, times and modes.
tar -C "$packages" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX "--mtime=@$epoch" \
  -cf - "$name" | xz -6 -T1 > "$packages/$name.tar.xz"
rm -r "$stage"
echo "$packages/$name.tar.xz"
