# The target mmdview_portable: the program of the Linux tarball (scripts/linux.sh), of the same objects as mmdview. It is
# linked with static libraries where mmdview uses the system's shared ones: those that scripts/linux_libraries.sh built
# (MMDVIEW_PORTABLE_LIBRARIES), else those of Debian's packages. It opens OpenGL and EGL when it starts.

set(archives "")
foreach(name SDL2 imgui stb GLEW tinygltf tinyexr seccomp fontconfig freetype uuid brotlidec brotlicommon expat archive
    lzma bz2 png16 jpeg webp deflate z BulletSoftBody BulletDynamics BulletCollision LinearMath utf8proc xxhash fmt)
  find_library(static_${name} lib${name}.a
    PATHS ${MMDVIEW_PORTABLE_LIBRARIES}/lib /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE} NO_DEFAULT_PATH NO_CACHE REQUIRED)
  list(APPEND archives ${static_${name}})
endforeach()
get_property(own GLOBAL PROPERTY mmdview_all_libraries)
list(TRANSFORM own REPLACE "(.+)" "$<TARGET_FILE:mmdview_\\1>" OUTPUT_VARIABLE own_files)
list(TRANSFORM own PREPEND mmdview_)

add_executable(mmdview_portable EXCLUDE_FROM_ALL src/main.cpp src/base/random_of_glibc_2_36.cpp
  src/render/opengl_at_start.cpp)
set_target_properties(mmdview_portable PROPERTIES UNITY_BUILD OFF LINK_DEPENDS "${own_files}")
add_dependencies(mmdview_portable ${own})
target_include_directories(mmdview_portable PRIVATE src)
# Nothing of the libraries shows: a graphics driver brings its own libz, libstdc++ and others into the process.
target_link_libraries(mmdview_portable PRIVATE mmdview_settings -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL
  -Wl,--start-group ${own_files} ${archives} -Wl,--end-group ${CMAKE_DL_LIBS} m)
