# `cmake --install BUILD --component libraries`: the libraries with PUBLIC_HEADERS, for find_package(mmdview) and
# pkg-config. A plain `cmake --install` leaves them out. See docs/dev/libraries.md.

include(CMakePackageConfigHelpers)
get_property(libraries GLOBAL PROPERTY mmdview_public_libraries)
get_property(headers GLOBAL PROPERTY mmdview_public_headers)
list(APPEND headers mmdview.hpp)
list(TRANSFORM libraries PREPEND mmdview_ OUTPUT_VARIABLE targets)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/mmdview)
set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(made ${PROJECT_BINARY_DIR}/libraries)

install(TARGETS ${targets} EXPORT mmdviewTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libraries EXCLUDE_FROM_ALL)
install(EXPORT mmdviewTargets NAMESPACE mmdview:: DESTINATION ${package_folder} COMPONENT libraries EXCLUDE_FROM_ALL)
install(CODE "
  set(mmdview_headers \"${headers}\")
  set(mmdview_source \"${PROJECT_SOURCE_DIR}/src\")
  set(mmdview_scratch \"${made}/include\")
  set(mmdview_destination \"${CMAKE_INSTALL_INCLUDEDIR}/mmdview\")
  include(\"${PROJECT_SOURCE_DIR}/cmake/InstallHeaders.cmake\")"
  COMPONENT libraries EXCLUDE_FROM_ALL)

configure_package_config_file(cmake/mmdviewConfig.cmake.in ${made}/mmdviewConfig.cmake
  INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may change anything.
write_basic_package_version_file(${made}/mmdviewConfigVersion.cmake COMPATIBILITY SameMinorVersion)

# mmdview_pc_file(NAME "DESCRIPTION" REQUIRES modules … LIBRARIES folders …)
function(mmdview_pc_file name description)
  cmake_parse_arguments(ARG "" "" "REQUIRES;LIBRARIES" ${ARGN})
  set(mmdview_pc_name ${name})
  set(mmdview_pc_description ${description})
  list(JOIN ARG_REQUIRES " " mmdview_pc_requires)
  list(REVERSE ARG_LIBRARIES)  # users before what they use
  list(TRANSFORM ARG_LIBRARIES PREPEND -lmmdview_)
  list(APPEND ARG_LIBRARIES ${Iconv_LIBRARIES} ${CMAKE_THREAD_LIBS_INIT})
  list(JOIN ARG_LIBRARIES " " mmdview_pc_libs)
  file(RELATIVE_PATH mmdview_prefix_from_pc /prefix/${pc_folder} /prefix)
  configure_file(cmake/mmdview.pc.in ${made}/${name}.pc @ONLY)
endfunction()
list(REMOVE_ITEM libraries render)
mmdview_pc_file(mmdview "${PROJECT_DESCRIPTION}" REQUIRES ${mmdview_modules_libraries} LIBRARIES ${libraries})
if(MMDVIEW_PROGRAM)
  mmdview_pc_file(mmdview-render "${PROJECT_DESCRIPTION}: drawing with OpenGL"
    REQUIRES mmdview ${mmdview_modules_render} LIBRARIES render)
  install(FILES ${made}/mmdview-render.pc DESTINATION ${pc_folder} COMPONENT libraries EXCLUDE_FROM_ALL)
endif()

install(FILES ${made}/mmdviewConfig.cmake ${made}/mmdviewConfigVersion.cmake cmake/MmdviewLibraryDependencies.cmake
  DESTINATION ${package_folder} COMPONENT libraries EXCLUDE_FROM_ALL)
install(FILES ${made}/mmdview.pc DESTINATION ${pc_folder} COMPONENT libraries EXCLUDE_FROM_ALL)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/mmdview COMPONENT libraries EXCLUDE_FROM_ALL)
