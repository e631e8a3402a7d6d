# `cpack`: a Debian package and a tarball that runs from any folder. See scripts/package.sh.

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME mmdview)
set(CPACK_PACKAGE_VERSION ${MMDVIEW_VERSION})
set(CPACK_DEBIAN_PACKAGE_VERSION ${MMDVIEW_DEBIAN_VERSION})
set(CPACK_PACKAGE_VENDOR "mmdview contributors")
set(CPACK_PACKAGE_CONTACT "mmdview contributors <mmdview@localhost.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "viewer for MikuMikuDance models, poses and motions")
set(CPACK_PACKAGE_DESCRIPTION
"Shows MikuMikuDance models (PMX, PMD) in poses (VPD) and motions (VMD) as
their makers meant them: bones, append parents and IK in MikuMikuDance's
order, hair and skirts by its physics, toon shading and shadows. Poses can be
made in the window; pictures need no display.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # dependencies are what is linked
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-vlgothic | fonts-noto-cjk, fonts-font-awesome, libgl1-mesa-dri, libsdl2-mixer-2.0-0, zenity | kdialog")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/DebianFiles.cmake)
include(CPack)
