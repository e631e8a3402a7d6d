# The version in the notation of each reader. In all of them, 0.3.0-dev sorts before 0.3.0.

if("${MMDVIEW_PRERELEASE}" STREQUAL "")
  set(MMDVIEW_VERSION ${PROJECT_VERSION})
  set(MMDVIEW_DEBIAN_VERSION ${PROJECT_VERSION})
  set(MMDVIEW_PYTHON_VERSION ${PROJECT_VERSION})
else()
  set(MMDVIEW_VERSION ${PROJECT_VERSION}-${MMDVIEW_PRERELEASE})  # Semantic Versioning
  set(MMDVIEW_DEBIAN_VERSION ${PROJECT_VERSION}~${MMDVIEW_PRERELEASE})  # dpkg, AppStream and pkgconf
  set(MMDVIEW_PYTHON_VERSION ${PROJECT_VERSION}${MMDVIEW_PRERELEASE})  # PEP 440, which needs a number after dev
  if("${MMDVIEW_PRERELEASE}" STREQUAL dev)
    set(MMDVIEW_PYTHON_VERSION ${PROJECT_VERSION}.dev0)
  endif()
endif()

# The commit: `git archive`, which makes the source tarball, writes it into commit.txt. Empty in a clone.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/commit.txt MMDVIEW_COMMIT REGEX "^[0-9a-f]+$")
string(SUBSTRING "${MMDVIEW_COMMIT}" 0 12 MMDVIEW_COMMIT)
set(MMDVIEW_BUILD "development build")
if(MMDVIEW_COMMIT)
  set(MMDVIEW_BUILD ${MMDVIEW_COMMIT})
endif()
