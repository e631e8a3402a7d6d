#!/usr/bin/env bash
# Builds the libraries that mmdview needs as static libraries for Windows x86-64, from Debian 12's sources, with
# Debian's mingw-w64 (posix threads). They go into a cache folder whose name has the hash of the recipe: a second run
# finds them there. Needs `scripts/setup.sh --windows`. Usage:
#   windows_libraries.sh            builds what is missing; prints the folder
#   windows_libraries.sh --folder   prints the folder only
# MMDVIEW_CACHE: the cache folder, instead of ~/.cache/mmdview. MMDVIEW_DEBIAN_MIRROR: the server of Debian's sources,
# instead of http://deb.debian.org. JOBS: number of parallel compilers. Ends with 75 if a source cannot be fetched.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${MMDVIEW_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/mmdview}
recipe=("$root"/scripts/{windows_libraries,static_libraries,library_sources}.sh "$root/cmake/windows-toolchain.cmake")
prefix=$cache/windows-$(cat "${recipe[@]}" | sha256sum | cut -c1-12)
[ "${1:-}" = --folder ] && { echo "$prefix"; exit 0; }
[ -f "$prefix/complete" ] && { echo "$prefix"; exit 0; }

sources=$cache/sources work=$prefix/work jobs=${JOBS:-$(nproc)}
mkdir -p "$sources" "$prefix"/{lib/pkgconfig,include,share/cmake,licences,done} "$work"
exec 9> "$cache/libraries.lock"
flock 9 # one build at a time

apt_folder=$cache/sources-apt
source_packages=(fmtlib zlib libpng1.6 libjpeg-turbo libwebp libdeflate libarchive bullet utf8proc libsdl2 glew imgui
  xz-utils bzip2 tinyexr tinygltf highway xxhash libsdl2-mixer)

# shellcheck source=scripts/library_sources.sh
. "$root/scripts/library_sources.sh"

target=x86_64-w64-mingw32
CC=$target-gcc-posix CXX=$target-g++-posix AR=$target-gcc-ar-posix
flags=(-D_WIN32_WINNT=0x0A00 -DWINVER=0x0A00 -D__USE_MINGW_ANSI_STDIO=1 "-Wa,-muse-unaligned-vector-move")
cmake_options=(-DCMAKE_TOOLCHAIN_FILE="$root/cmake/windows-toolchain.cmake" -DMMDVIEW_WINDOWS_LIBRARIES="$prefix")
# shellcheck source=scripts/static_libraries.sh
. "$root/scripts/static_libraries.sh"

# ---- Libraries, in the order of their needs ------------------------------------------------------------------------

build_zlib() { # Debian's tarball has no win32/, which its CMakeLists and its makefile for mingw need
  cp -r "$(src zlib)" "$work/zlib"
  cd "$work/zlib"
  CC=$CC AR=$AR RANLIB=$target-gcc-ranlib-posix CFLAGS="-O3 ${flags[*]} -DNO_FSEEKO" uname=MINGW \
    ./configure --static --prefix="$prefix"
  make -j"$jobs" libz.a
  cp zlib.h zconf.h "$prefix/include/"
  cp libz.a "$prefix/lib/"
  module zlib zlib -lz
}
build_png() {
  build png "$(src libpng1.6)" -DPNG_SHARED=OFF -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF -DPNG_INTEL_SSE=on \
    -DZLIB_ROOT="$prefix"
  module libpng libpng1.6 "-lpng16 -lz"
}
build_jpeg() {
  build jpeg "$(src libjpeg-turbo)" -DENABLE_SHARED=OFF -DENABLE_STATIC=ON -DWITH_TURBOJPEG=OFF -DWITH_JPEG8=OFF \
    -DWITH_SIMD=ON -DREQUIRE_SIMD=ON
}
build_webp() {
  local tools=() tool
  for tool in ANIM_UTILS CWEBP DWEBP GIF2WEBP IMG2WEBP VWEBP WEBPINFO WEBPMUX EXTRAS LIBWEBPMUX; do
    tools+=("-DWEBP_BUILD_$tool=OFF")
  done
  build webp "$(src libwebp)" "${tools[@]}"
  module libwebp libwebp -lwebp
}
build_deflate() { # this version has no CMakeLists
  cp -r "$(src libdeflate)" "$work/deflate"
  make -C "$work/deflate" CC=$CC AR=$AR CFLAGS="-O3 ${flags[*]}" libdeflatestatic.lib -j"$jobs"
  cp "$work/deflate/libdeflatestatic.lib" "$prefix/lib/libdeflate.a"
  cp "$work/deflate/libdeflate.h" "$prefix/include/"
  module libdeflate libdeflate -ldeflate
}
build_lzma() { build lzma "$(src xz-utils)" -DENABLE_NLS=OFF -DBUILD_TESTING=OFF -DENABLE_THREADS=OFF; }
build_bz2() {
  local part objects=()
  mkdir -p "$work/bz2"
  for part in blocksort huffman crctable randtable compress decompress bzlib; do
    compile $CC -c "$(src bzip2)/$part.c" -o "$work/bz2/$part.o"
    objects+=("$work/bz2/$part.o")
  done
  archive bz2 "${objects[@]}"
  cp "$(src bzip2)/bzlib.h" "$prefix/include/"
}
build_windows_archive() {
  build_archive -DWINDOWS_VERSION=WIN7 -DCMAKE_C_FLAGS="${flags[*]} -DLZMA_API_STATIC"
  # CMake's FindLibArchive cannot define it. Without it the functions are looked for in a DLL.
  sed -i '1i #ifndef LIBARCHIVE_STATIC\n#define LIBARCHIVE_STATIC\n#endif' "$prefix"/include/archive{,_entry}.h
}
build_utf8proc() {
  build utf8proc "$(src utf8proc)" -DUTF8PROC_ENABLE_TESTING=OFF -DUTF8PROC_INSTALL=ON
  module libutf8proc utf8proc -lutf8proc -DUTF8PROC_STATIC
}
build_highway() {
  build highway "$(src highway)" -DHWY_ENABLE_TESTS=OFF -DHWY_ENABLE_EXAMPLES=OFF -DHWY_ENABLE_CONTRIB=OFF \
    -DBUILD_TESTING=OFF
  module libhwy highway -lhwy
}
build_xxhash() {
  compile $CC -O3 -c "$(src xxhash)/xxhash.c" -o "$work/xxhash.o"
  archive xxhash "$work/xxhash.o"
  cp "$(src xxhash)"/xxh*.h "$prefix/include/"
  module libxxhash xxhash -lxxhash
}
build_windows_sdl() { build_sdl -DSDL_AUDIO=ON -DSDL_DISKAUDIO=OFF; }
build_mixer() { # with the decoders that it has itself: dr_flac, dr_mp3 and stb_vorbis
  local left_out=() part
  for part in CMD FLAC_LIBFLAC MIDI MOD OPUS SAMPLES; do
    left_out+=("-DSDL2MIXER_$part=OFF")
  done
  build mixer "$(src libsdl2-mixer)" "${left_out[@]}"
}
build_glew() { # its CMakeLists makes programs as well; one file is enough
  compile $CC -DGLEW_STATIC -DGLEW_NO_GLU -I"$(src glew)/include" -c "$(src glew)/src/glew.c" -o "$work/glew.o"
  archive glew32 "$work/glew.o"
  cp -r "$(src glew)/include/GL" "$prefix/include/"
  module glew glew "-lglew32 -lopengl32" -DGLEW_STATIC
  # CMake's FindGLEW takes only .lib files for Windows; a package's own file comes first.
  mkdir -p "$prefix/lib/cmake/glew"
  cat > "$prefix/lib/cmake/glew/glew-config.cmake" <<'CONFIG'
get_filename_component(glew_prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)
if(NOT TARGET GLEW::GLEW)
  add_library(GLEW::GLEW STATIC IMPORTED)
  set_target_properties(GLEW::GLEW PROPERTIES IMPORTED_LOCATION ${glew_prefix}/lib/libglew32.a
    INTERFACE_INCLUDE_DIRECTORIES ${glew_prefix}/include
    INTERFACE_COMPILE_DEFINITIONS GLEW_STATIC INTERFACE_LINK_LIBRARIES opengl32)
endif()
set(GLEW_INCLUDE_DIRS ${glew_prefix}/include)
set(GLEW_LIBRARIES GLEW::GLEW)
CONFIG
}
build_imgui() { # as Debian has it: one library with the backends for SDL 2 and OpenGL 3
  local tree part objects=()
  tree=$(src imgui)
  mkdir -p "$work/imgui" "$prefix/include/imgui/backends"
  for part in imgui imgui_draw imgui_tables imgui_widgets imgui_demo misc/cpp/imgui_stdlib backends/imgui_impl_sdl \
    backends/imgui_impl_opengl3; do
    echo "$CXX ${flags[*]} -std=c++17 -O2 -DNDEBUG -I$tree -I$tree/backends -I$prefix/include/SDL2 -c $tree/$part.cpp -o $work/imgui/$(basename $part).o"
    objects+=("$work/imgui/$(basename $part).o")
  done > "$work/imgui/commands"
  xargs -a "$work/imgui/commands" -P "$jobs" -I{} sh -c '{}'
  archive imgui "${objects[@]}"
  cp "$tree"/*.h "$tree/misc/cpp/imgui_stdlib.h" "$prefix/include/imgui/"
  cp "$tree"/backends/imgui_impl_{sdl,opengl3,opengl3_loader}.h "$prefix/include/imgui/backends/"
}
build_gtest() { build gtest /usr/src/googletest; } # for the tests, in no package

get_sources >&2 || exit 75 # EX_TEMPFAIL: the server cannot be reached
build_libraries headers zlib png jpeg webp deflate lzma bz2 windows_archive bullet fmt utf8proc highway xxhash \
  windows_sdl mixer glew imgui tinyexr tinygltf gtest
collect_licences libglm-dev libexpected-dev nlohmann-json3-dev libstb-dev mingw-w64-common gcc-mingw-w64-base
rm -rf "$work"
touch "$prefix/complete"
echo "$prefix"
