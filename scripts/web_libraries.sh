#!/usr/bin/env bash
# Builds the libraries that mmdview needs in a browser as static libraries of WebAssembly, from Debian 12's sources,
# with Debian's emscripten. They go into a cache folder whose name has the hash of the recipe: a second run finds them
# there. Needs `scripts/setup.sh --web`. Usage:
#   web_libraries.sh            builds what is missing; prints the folder
#   web_libraries.sh --folder   prints the folder only
# MMDVIEW_CACHE: the cache folder, instead of ~/.cache/mmdview. MMDVIEW_DEBIAN_MIRROR: the server of Debian's sources,
# instead of http://deb.debian.org. JOBS: number of parallel compilers. Ends with 75 if a source cannot be fetched.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cache=${MMDVIEW_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/mmdview}
recipe=("$root"/scripts/{web_libraries,static_libraries,library_sources,web_environment}.sh "$root/cmake/web-toolchain.cmake")
prefix=$cache/web-$(cat "${recipe[@]}" | sha256sum | cut -c1-12)
[ "${1:-}" = --folder ] && { echo "$prefix"; exit 0; }
[ -f "$prefix/complete" ] && { echo "$prefix"; exit 0; }

sources=$cache/sources work=$prefix/work jobs=${JOBS:-$(nproc)}
mkdir -p "$sources" "$prefix"/{lib/pkgconfig,include,share/cmake,done} "$work"
exec 9> "$cache/libraries.lock"
flock 9 # one build at a time

apt_folder=$cache/sources-apt
source_packages=(fmtlib zlib libpng1.6 libjpeg-turbo libwebp libdeflate libarchive bullet utf8proc xz-utils bzip2
  tinygltf highway xxhash)
# shellcheck source=scripts/library_sources.sh
. "$root/scripts/library_sources.sh"
# shellcheck source=scripts/web_environment.sh
. "$root/scripts/web_environment.sh"

AR=emar
flags=(-O3 -DNDEBUG -msimd128 -fwasm-exceptions)
cmake_options=(-DCMAKE_TOOLCHAIN_FILE="$root/cmake/web-toolchain.cmake" -DMMDVIEW_WEB_LIBRARIES="$prefix")
# shellcheck source=scripts/static_libraries.sh
. "$root/scripts/static_libraries.sh"

compile_all() { # compile_all LIBRARY [flags …] -- SOURCE …: CMake's checks take longer than compiling a few files
  local library=$1 own=()
  shift
  while [ "$1" != -- ]; do own+=("$1"); shift; done
  shift
  mkdir -p "$work/$library"
  # Several files for each emcc, as its start takes longer than most of them.
  (cd "$work/$library" && printf '%s\0' "$@" | xargs -0 -n 12 -P "$jobs" emcc "${flags[@]}" "${own[@]}" -c)
  archive "$library" "$work/$library"/*.o
}

# ---- Libraries, in the order of their needs ------------------------------------------------------------------------

build_zlib() {
  local tree
  tree=$(src zlib)
  compile_all z -DHAVE_UNISTD_H -- "$tree"/{adler32,compress,crc32,deflate,infback,inffast,inflate,inftrees,trees,uncompr,zutil}.c \
    "$tree"/gz{close,lib,read,write}.c
  cp "$tree"/{zlib,zconf}.h "$prefix/include/"
  module zlib zlib -lz
}
build_png() {
  local tree
  tree=$(src libpng1.6)
  cp "$tree/scripts/pnglibconf.h.prebuilt" "$prefix/include/pnglibconf.h"
  compile_all png16 -I"$prefix/include" -- "$tree"/png{,error,get,mem,pread,read,rio,rtran,rutil,set,trans,wio,write,wtran,wutil}.c
  cp "$prefix/lib/libpng16.a" "$prefix/lib/libpng.a"
  cp "$tree"/png{,conf}.h "$prefix/include/"
  module libpng libpng1.6 "-lpng16 -lz"
}
build_jpeg() {
  build jpeg "$(src libjpeg-turbo)" -DENABLE_SHARED=OFF -DENABLE_STATIC=ON -DWITH_TURBOJPEG=OFF -DWITH_SIMD=OFF
}
build_webp() {
  local tree files
  tree=$(src libwebp)
  mapfile -t files < <(printf '%s\n' "$tree"/src/{dec,dsp,enc,utils}/*.c | grep -Ev '_(sse2|sse41|neon|msa|mips32|mips_dsp_r2|avx2)\.c')
  compile_all webp -I"$tree" -- "${files[@]}"
  mkdir -p "$prefix/include/webp"
  cp "$tree"/src/webp/{decode,encode,types}.h "$prefix/include/webp/"
  module libwebp libwebp -lwebp
}
build_deflate() {
  local tree
  tree=$(src libdeflate)
  compile_all deflate -I"$tree" -- "$tree"/lib/{adler32,crc32,deflate_compress,deflate_decompress,gzip_compress,gzip_decompress,utils,zlib_compress,zlib_decompress}.c
  cp "$tree/libdeflate.h" "$prefix/include/"
  module libdeflate libdeflate -ldeflate
}
build_lzma() { # reading only
  local tree code defines=() name
  tree=$(src xz-utils)/src code=$tree/liblzma
  for name in STDBOOL_H _BOOL STDINT_H INTTYPES_H CHECK_CRC32 CHECK_CRC64 CHECK_SHA256 LZIP_DECODER DECODERS \
    DECODER_{LZMA1,LZMA2,DELTA,X86,ARM,ARMTHUMB,ARM64,IA64,POWERPC,SPARC}; do
    defines+=("-DHAVE_$name")
  done
  compile_all lzma "${defines[@]}" -DHAVE_VISIBILITY=0 -DTUKLIB_SYMBOL_PREFIX=lzma_ -I"$tree/common" \
    -I"$code"/{api,common,check,lz,rangecoder,lzma,delta,simple} -- "$code"/check/{check,crc32_fast,crc32_table,crc64_fast,crc64_table,sha256}.c \
    "$code"/common/{alone_decoder,auto_decoder,block_buffer_decoder,block_decoder,block_header_decoder,block_util,common,file_info}.c \
    "$code"/common/{filter_buffer_decoder,filter_common,filter_decoder,filter_flags_decoder,index,index_decoder,index_hash}.c \
    "$code"/common/{lzip_decoder,stream_buffer_decoder,stream_decoder,stream_flags_common,stream_flags_decoder,vli_decoder,vli_size}.c \
    "$code"/delta/{delta_common,delta_decoder}.c "$code"/lz/lz_decoder.c "$code"/lzma/{lzma2_decoder,lzma_decoder,lzma_encoder_presets}.c \
    "$code"/simple/{arm,armthumb,arm64,ia64,powerpc,simple_coder,simple_decoder,sparc,x86}.c
  cp -r "$code"/api/lzma* "$prefix/include/"
}
build_bz2() {
  local tree
  tree=$(src bzip2)
  compile_all bz2 -- "$tree"/{blocksort,huffman,crctable,randtable,compress,decompress,bzlib}.c
  cp "$tree/bzlib.h" "$prefix/include/"
}
build_web_archive() { # reading only. Its CMakeLists asks the linker 350 questions; these are the answers that matter
  local tree word files
  tree=$(src libarchive)/libarchive
  mkdir -p "$work/archive_config"
  {
    for word in LIBZ ZLIB_H LIBBZ2 BZLIB_H LIBLZMA LZMA_H CTYPE_H DIRENT_H ERRNO_H FCNTL_H INTTYPES_H LIMITS_H LOCALE_H \
      STDARG_H STDINT_H STDLIB_H STRING_H SYS_STAT_H SYS_TIME_H SYS_TYPES_H SYS_WAIT_H TIME_H UNISTD_H WCHAR_H WCTYPE_H EILSEQ \
      INT16_T INT32_T INT64_T INTMAX_T UINT8_T UINT16_T UINT32_T UINT64_T UINTMAX_T WCHAR_T DECL_SIZE_MAX DECL_SSIZE_MAX \
      DECL_INT32_MAX DECL_INT32_MIN DECL_INT64_MAX DECL_INT64_MIN DECL_INTMAX_MAX DECL_INTMAX_MIN DECL_UINT32_MAX \
      DECL_UINT64_MAX DECL_UINTMAX_MAX FCNTL FSEEKO FSTAT FTRUNCATE GETPID GMTIME_R LOCALTIME_R LSTAT MBRTOWC MEMMOVE \
      MKSTEMP SETLOCALE STRCHR STRDUP STRERROR STRERROR_R STRFTIME STRNLEN STRRCHR TIMEGM TZSET WCRTOMB WCSCMP WCSCPY \
      WCSLEN WCTOMB WMEMCMP WMEMCPY WMEMMOVE; do
      echo "#define HAVE_$word 1"
    done
    echo "#define __LIBARCHIVE_CONFIG_H_INCLUDED 1"
    echo "#define LIBARCHIVE_VERSION_NUMBER \"$(sed -n 's/^#define.ARCHIVE_VERSION_NUMBER *//p' "$tree/archive.h")\""
  } > "$work/archive_config/config.h"
  mapfile -t files < <(printf '%s\n' "$tree"/archive_{acl,blake2s_ref,blake2sp_ref,check_magic,cmdline,cryptor,digest,entry,entry_sparse,entry_xattr,hmac,options,pack_dev,pathmatch,ppmd7,ppmd8,random,rb,string,string_sprintf,util,version_details,virtual}.c \
    "$tree"/archive_read{,_add_passphrase,_append_filter,_set_options,_set_format,_open_memory,_open_fd,_open_file,_open_filename}.c \
    "$tree"/archive_read_support_{filter_{all,by_code,bzip2,compress,gzip,lrzip,lz4,lzop,none,program,rpm,uu,xz,zstd},format_{all,by_code,7zip,ar,cab,cpio,empty,iso9660,lha,mtree,rar,rar5,raw,tar,warc,xar,zip}}.c \
    "$tree"/{xxhash,filter_fork_posix,archive_entry_copy_stat,archive_entry_link_resolver,archive_entry_stat,archive_entry_strmode}.c)
  compile_all archive -DHAVE_CONFIG_H -DLIBARCHIVE_STATIC -D_GNU_SOURCE -I"$work/archive_config" -I"$tree" -I"$prefix/include" -- "${files[@]}"
  cp "$tree"/archive{,_entry}.h "$prefix/include/"
}
build_web_bullet() {
  local tree part files
  tree=$(src bullet)/src
  for part in LinearMath BulletCollision BulletDynamics; do
    mapfile -t files < <(find "$tree/$part" -name '*.cpp' ! -name btThreadSupportWin32.cpp)
    compile_all "$part" -I"$tree" -ffp-contract=off -- "${files[@]}"
  done
  mkdir -p "$prefix/include/bullet"
  (cd "$tree" && find LinearMath BulletCollision BulletDynamics bt*.h -name '*.h' -exec cp --parents {} "$prefix/include/bullet" \;)
  # shellcheck disable=SC2016
  module bullet bullet "-lBulletDynamics -lBulletCollision -lLinearMath" '-I${prefix}/include/bullet'
}
build_utf8proc() {
  compile_all utf8proc -DUTF8PROC_STATIC -- "$(src utf8proc)/utf8proc.c"
  cp "$(src utf8proc)/utf8proc.h" "$prefix/include/"
  module libutf8proc utf8proc -lutf8proc -DUTF8PROC_STATIC
}
build_highway() {
  local tree
  tree=$(src highway)
  compile_all hwy -I"$tree" -std=c++17 -- "$tree"/hwy/{aligned_allocator,per_target,print,targets}.cc
  mkdir -p "$prefix/include/hwy"
  (cd "$tree" && find hwy -name '*.h' -exec cp --parents {} "$prefix/include" \;)
  module libhwy highway -lhwy
}
build_xxhash() {
  compile_all xxhash -- "$(src xxhash)/xxhash.c"
  cp "$(src xxhash)"/xxh*.h "$prefix/include/"
  module libxxhash xxhash -lxxhash
}
build_web_tinygltf() { # writing only; cmake/MmdviewDependencies.cmake has the same definitions
  local tree
  tree=$(src tinygltf)
  compile_all tinygltf -std=c++11 -DTINYGLTF_NO_STB_IMAGE -DTINYGLTF_NO_STB_IMAGE_WRITE -I"$tree" -I"$prefix/include" \
    -I"$prefix/include/nlohmann" -I"$prefix/include/stb" -- "$tree/tiny_gltf.cc"
  cp "$tree/tiny_gltf.h" "$prefix/include/"
}

get_sources >&2 || exit 75 # EX_TEMPFAIL: the server cannot be reached
build_libraries headers zlib png jpeg webp deflate lzma bz2 web_archive web_bullet fmt utf8proc highway xxhash \
  web_tinygltf
collect_licences libglm-dev libexpected-dev nlohmann-json3-dev libstb-dev emscripten
rm -rf "$work"
touch "$prefix/complete"
echo "$prefix"
