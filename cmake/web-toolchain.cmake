# WebAssembly with Debian's emscripten, for browsers and node. scripts/web_libraries.sh builds the libraries;
# scripts/web.sh calls everything in order, with the environment that emcc needs.

if(NOT MMDVIEW_WEB_LIBRARIES)
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/../scripts/web_libraries.sh --folder
    OUTPUT_VARIABLE mmdview_libraries OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(MMDVIEW_WEB_LIBRARIES ${mmdview_libraries} CACHE PATH "Where scripts/web_libraries.sh installs")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MMDVIEW_WEB_LIBRARIES)

# CMake runs some of its checks. Emscripten's own emulator line has an option that newer versions of node refuse; and
# where node has fetch(), emscripten 3.1.6 would fetch its files.
set(CMAKE_CROSSCOMPILING_EMULATOR "/usr/bin/node;--no-experimental-fetch" CACHE STRING "Runs WebAssembly")
set(CMAKE_FIND_ROOT_PATH ${MMDVIEW_WEB_LIBRARIES})
set(CMAKE_PREFIX_PATH ${MMDVIEW_WEB_LIBRARIES})
set(ENV{PKG_CONFIG_LIBDIR} ${MMDVIEW_WEB_LIBRARIES}/lib/pkgconfig)

# All objects must agree on the kind of exceptions. libpng and libjpeg use setjmp().
set(mmdview_flags "-msimd128 -fwasm-exceptions")
set(CMAKE_C_FLAGS_INIT "${mmdview_flags}")
set(CMAKE_CXX_FLAGS_INIT "${mmdview_flags}")
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
