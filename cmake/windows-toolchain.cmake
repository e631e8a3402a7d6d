# Windows x86-64 with mingw-w64 (posix threads), linked statically: one program that needs only what Windows has.
# scripts/windows_libraries.sh builds the libraries; scripts/windows.sh calls everything in order.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)

if(NOT MMDVIEW_WINDOWS_LIBRARIES)
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/../scripts/windows_libraries.sh --folder
    OUTPUT_VARIABLE mmdview_libraries OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(MMDVIEW_WINDOWS_LIBRARIES ${mmdview_libraries} CACHE PATH "Where scripts/windows_libraries.sh installs")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MMDVIEW_WINDOWS_LIBRARIES)

set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_AR x86_64-w64-mingw32-gcc-ar-posix)
set(CMAKE_RANLIB x86_64-w64-mingw32-gcc-ranlib-posix)
set(CMAKE_STRIP x86_64-w64-mingw32-strip)
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/lib/wine/wine64)

# Use the build machine's programs, but not its headers and libraries.
set(CMAKE_FIND_ROOT_PATH ${MMDVIEW_WINDOWS_LIBRARIES} /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_PREFIX_PATH ${MMDVIEW_WINDOWS_LIBRARIES})
set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
set(ENV{PKG_CONFIG_LIBDIR} ${MMDVIEW_WINDOWS_LIBRARIES}/lib/pkgconfig)

# 0x0A00: Windows 10. The assembler writes unaligned moves because GCC cannot align the stack to 32 bytes on Windows
# (GCC bug 54412): aligned moves of spilled AVX registers crash.
set(mmdview_flags "-D_WIN32_WINNT=0x0A00 -DWINVER=0x0A00 -D__USE_MINGW_ANSI_STDIO=1 -Wa,-muse-unaligned-vector-move")
set(CMAKE_C_FLAGS_INIT "${mmdview_flags}")
set(CMAKE_CXX_FLAGS_INIT "${mmdview_flags}")
# The stack protector and _FORTIFY_SOURCE need libssp, which GCC links only with this option.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fstack-protector-strong -static -static-libgcc -static-libstdc++")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-fstack-protector-strong -static -static-libgcc -static-libstdc++")
