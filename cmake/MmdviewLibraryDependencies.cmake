# The dependencies of the installed libraries. The project's configuration and find_package(mmdview) both include this
# file; they define these two commands before:
#
#   mmdview_needs(PART MODULE PACKAGE …)       a package that find_package knows
#   mmdview_needs_module(PART PREFIX MODULE)   one that only pkg-config knows, as PkgConfig::PREFIX
#
# PART: "libraries" for all libraries, "render" for further dependencies of drawing. MODULE: the package's name in
# pkg-config; empty without one (nothing to link).

set(THREADS_PREFER_PTHREAD_FLAG ON)
if(EMSCRIPTEN)  # a page has no threads: std::thread reports that none can be started
  add_library(Threads::Threads INTERFACE IMPORTED)
else()
  mmdview_needs(libraries "" Threads)
endif()
mmdview_needs(libraries "" PkgConfig)
mmdview_needs(libraries glm glm)
mmdview_needs(libraries "" tl-expected)
mmdview_needs(libraries fmt fmt)
if(NOT MMDVIEW_ICONV_TABLES)
  mmdview_needs(libraries "" Iconv)
endif()
mmdview_needs(libraries libpng PNG)
mmdview_needs(libraries libjpeg JPEG)
mmdview_needs(libraries zlib ZLIB)
mmdview_needs(libraries libarchive LibArchive)
if(WIN32 OR EMSCRIPTEN)  # a static library does not name what it needs itself
  find_library(LZMA_LIBRARY lzma REQUIRED)
  find_library(BZ2_LIBRARY bz2 REQUIRED)
  set_property(TARGET LibArchive::LibArchive APPEND PROPERTY INTERFACE_LINK_LIBRARIES
    ${LZMA_LIBRARY} ${BZ2_LIBRARY} ZLIB::ZLIB)
endif()
mmdview_needs_module(libraries UTF8PROC libutf8proc)
mmdview_needs_module(libraries XXHASH libxxhash)
mmdview_needs_module(libraries WEBP libwebp)
mmdview_needs_module(libraries DEFLATE libdeflate)
mmdview_needs_module(libraries HWY libhwy)
mmdview_needs_module(libraries BULLET bullet)
if(MMDVIEW_PROGRAM)
  mmdview_needs(render gl OpenGL COMPONENTS OpenGL)
  if(CMAKE_SYSTEM_NAME STREQUAL Linux)
    mmdview_needs(render egl OpenGL COMPONENTS OpenGL EGL)
  endif()
  mmdview_needs(render glew GLEW)
  mmdview_needs(render sdl2 SDL2)
endif()
