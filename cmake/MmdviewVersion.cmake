# The version as each who reads it writes and sorts it; before 0.3.0 stands 0.3.0-dev in all of them.

if("${MMDVIEW_PRERELEASE}" STREQUAL "")
  set(MMDVIEW_VERSION ${PROJECT_VERSION})
  set(MMDVIEW_DEBIAN_VERSION ${PROJECT_VERSION})
  set(MMDVIEW_PYTHON_VERSION ${PROJECT_VERSION})
else()
  set(MMDVIEW_VERSION ${PROJECT_VERSION}-${MMDVIEW_PRERELEASE})  # Semantic Versioning
  set(MMDVIEW_DEBIAN_VERSION ${PROJECT_VERSION}~${MMDVIEW_PRERELEASE})  # dpkg, AppStream and pkgconf
  set(MMDVIEW_PYTHON_VERSION ${PROJECT_VERSION}${MMDVIEW_PRERELEASE})  # PEP 440, which wants a number behind dev
  if("${MMDVIEW_PRERELEASE}" STREQUAL dev)
    set(MMDVIEW_PYTHON_VERSION ${PROJECT_VERSION}.dev0)
  endif()
endif()
