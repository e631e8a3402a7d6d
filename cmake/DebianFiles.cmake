# CPack runs this between installing and packing (CPACK_PRE_BUILD_SCRIPTS). It adds what Debian's policy asks of a
# package: copyright and change log below /usr/share/doc, and a compressed manual page. The tarball stays as it is.

if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
set(source ${CMAKE_CURRENT_LIST_DIR}/..)
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${usr}/share/doc/mmdview)

function(mmdview_compress file) # -n leaves out name and time, so that the same input gives the same bytes
  execute_process(COMMAND gzip -9n ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(READ ${source}/LICENSE licence)
file(WRITE ${doc}/copyright "mmdview, its manual and its icon:\n\n${licence}\n"
  "The samples in /usr/share/mmdview/samples are under CC0 1.0, see\n/usr/share/common-licenses/CC0-1.0.\n")
file(REMOVE_RECURSE ${usr}/share/licenses)

# The newest section of CHANGELOG.md in Debian's format, dated as the metainfo dates the release.
file(READ ${source}/CHANGELOG.md changes)
string(REGEX REPLACE "^.*\n## ${CPACK_PACKAGE_VERSION_MAJOR}[^\n]*\n" "" changes "${changes}")
string(REGEX REPLACE "\n## .*$" "" changes "${changes}")
string(REPLACE ";" "," changes "${changes}")  # it separates a list's elements
string(REGEX MATCHALL "\n- [^\n]+" lines "${changes}")
list(TRANSFORM lines REPLACE "^\n- " "  * ")
list(JOIN lines "\n" entries)
file(WRITE ${doc}/entries "${entries}")
execute_process(COMMAND fold -s -w 76 ${doc}/entries OUTPUT_VARIABLE entries COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${doc}/entries)
string(REGEX REPLACE " *\n([^ ])" "\n    \\1" entries "${entries}")
file(READ ${source}/desktop/mmdview.metainfo.xml metainfo)
string(REGEX MATCH "<release [^>]*date=\"([0-9-]+)\"" release "${metainfo}")
execute_process(COMMAND date -u -R -d ${CMAKE_MATCH_1} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${doc}/changelog "mmdview (${CPACK_DEBIAN_PACKAGE_VERSION}) unstable; urgency=medium\n\n${entries}\n\n"
  " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")

mmdview_compress(${doc}/changelog)
mmdview_compress(${usr}/share/man/man1/mmdview.1)
