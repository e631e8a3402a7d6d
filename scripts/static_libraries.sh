# Sourced by the libraries' scripts of Linux, Windows and the web: builds static libraries from Debian's sources with
# CMake or file by file. A recipe here serves more than one of them. Before, set:
#   prefix, work     folder where the libraries are installed; folder for building
#   CC, CXX, AR      the tools, and flags, an array for both compilers
#   cmake_options    array: what CMake needs for this system
#   jobs             number of parallel compilers

configure() { # configure NAME SOURCE [options …]
  local name=$1 source=$2
  shift 2
  cmake -G Ninja -S "$source" -B "$work/$name" "${cmake_options[@]}" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR:PATH=lib -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_POLICY_DEFAULT_CMP0074=NEW "$@"
}
build() { # configures, builds, installs
  configure "$@"
  cmake --build "$work/$1" -j"$jobs"
  cmake --install "$work/$1"
}
module() { # module NAME PACKAGE LIBS [CFLAGS]: what pkg-config reads
  # shellcheck disable=SC2016 # pkg-config expands these
  printf 'prefix=${pcfiledir}/../..\nName: %s\nDescription: %s\nVersion: %s\nLibs: -L${prefix}/lib %s\nCflags: -I${prefix}/include %s\n' \
    "$1" "$1" "$(version_of "$2")" "$3" "${4:-}" > "$prefix/lib/pkgconfig/$1.pc"
}
archive() { # archive NAME OBJECT …
  local name=$1
  shift
  rm -f "$prefix/lib/lib$name.a"
  "$AR" rcs "$prefix/lib/lib$name.a" "$@"
}
compile() { "${@:1:1}" "${flags[@]}" -O2 -DNDEBUG "${@:2}"; }

build_headers() { # of the system's packages; -I/usr/include would hide the compiler's own
  cp -r /usr/include/glm /usr/include/tl /usr/include/nlohmann /usr/include/stb "$prefix/include/"
  cp -r /usr/share/cmake/glm /usr/share/cmake/tl-expected /usr/share/cmake/nlohmann_json "$prefix/share/cmake/"
}
# build_archive [options …]: the static library only: its CMakeLists makes a shared one as well
build_archive() {
  local left_out=() part
  for part in TEST TAR CPIO CAT OPENSSL LIBB2 LZ4 LZO ZSTD LIBXML2 EXPAT PCREPOSIX LIBGCC CNG ICONV XATTR ACL; do
    left_out+=("-DENABLE_$part=OFF")
  done
  configure archive "$(src libarchive)" "${left_out[@]}" -DPOSIX_REGEX_LIB=NONE -DENABLE_LZMA=ON -DENABLE_BZip2=ON \
    -DENABLE_ZLIB=ON "$@"
  cmake --build "$work/archive" -j"$jobs" --target archive_static
  cp "$work"/archive/libarchive/libarchive*.a "$prefix/lib/libarchive.a"
  cp "$(src libarchive)"/libarchive/archive{,_entry}.h "$prefix/include/"
}
build_bullet() { # without OpenGL: Debian's patch redefines what CMake's FindOpenGL calls
  build bullet "$(src bullet)" -DBUILD_EXTRAS=OFF -DBUILD_BULLET2_DEMOS=OFF -DBUILD_CPU_DEMOS=OFF \
    -DBUILD_OPENGL3_DEMOS=OFF -DBUILD_UNIT_TESTS=OFF -DBUILD_BULLET3=OFF -DBUILD_PYBULLET=OFF -DENABLE_VHACD=OFF \
    -DUSE_DOUBLE_PRECISION=OFF -DINSTALL_LIBS=ON -DCMAKE_DISABLE_FIND_PACKAGE_OpenGL=ON \
    -DUSE_GRAPHICAL_BENCHMARK=OFF -DUSE_GLUT=OFF
  # shellcheck disable=SC2016
  module bullet bullet "-lBulletSoftBody -lBulletDynamics -lBulletCollision -lLinearMath" '-I${prefix}/include/bullet'
}
build_fmt() { build fmt "$(src fmtlib)" -DFMT_TEST=OFF -DFMT_DOC=OFF; }
build_sdl() { # windows, OpenGL and input; the rest of it is not used
  local left_out=() part
  for part in SHARED TEST AUDIO HAPTIC HIDAPI JOYSTICK SENSOR RENDER VULKAN DIRECTX OPENGLES; do
    left_out+=("-DSDL_$part=OFF")
  done
  build sdl "$(src libsdl2)" "${left_out[@]}" -DSDL_STATIC=ON "$@"
}
build_tinyexr() {
  compile "$CXX" -std=c++11 -I"$(src tinyexr)" -I"$prefix/include" -c "$(src tinyexr)/tinyexr.cc" -o "$work/tinyexr.o"
  archive tinyexr "$work/tinyexr.o"
  cp "$(src tinyexr)/tinyexr.h" "$prefix/include/"
}
build_tinygltf() {
  compile "$CXX" -std=c++11 -I"$(src tinygltf)" -I"$prefix/include" -I"$prefix/include/nlohmann" \
    -I"$prefix/include/stb" -c "$(src tinygltf)/tiny_gltf.cc" -o "$work/tinygltf.o"
  archive tinygltf "$work/tinygltf.o"
  cp "$(src tinygltf)/tiny_gltf.h" "$prefix/include/"
}

# build_libraries NAME …: calls build_NAME of each that is not built yet, in this order.
build_libraries() {
  local name start status
  for name in "$@"; do
    [ -f "$prefix/done/$name" ] && continue
    start=$SECONDS
    printf '%-10s' "$name" >&2
    rm -rf "${work:?}/$name"
    # Not in a condition: there `set -e` would do nothing within the function.
    set +e
    (set -e; "build_$name") > "$work/$name.log" 2>&1
    status=$?
    set -e
    if [ "$status" -ne 0 ]; then
      tail -n 30 "$work/$name.log" >&2
      echo "cannot build $name: see $work/$name.log" >&2
      exit 1
    fi
    touch "$prefix/done/$name"
    echo " $((SECONDS - start)) s" >&2
  done
}
