# `cmake --install`: the program, its manual page and completions (which the program itself makes from its table of
# options), the samples, the desktop files and the licence.

if(WIN32)  # one folder that runs from anywhere
  install(TARGETS mmdview RUNTIME DESTINATION .)
  install(DIRECTORY samples/ DESTINATION samples)
  install(FILES LICENSE DESTINATION . RENAME LICENSE.txt)
  # Icons of the tool bar; on other systems the font is a package of its own.
  find_file(MMDVIEW_ICON_FONT fontawesome-webfont.ttf PATHS /usr/share/fonts/truetype/font-awesome
    NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  install(FILES ${MMDVIEW_ICON_FONT} DESTINATION fonts)
  install(FILES /usr/share/doc/fonts-font-awesome/copyright DESTINATION fonts RENAME LICENSE.txt)
  return()
endif()

include(GNUInstallDirs)
install(TARGETS mmdview RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY samples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/mmdview/samples)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/mmdview)

# Desktop files: menu entry, file types by their first bytes, icon.
install(FILES desktop/mmdview.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES desktop/mmdview.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES desktop/mmdview-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME mmdview.xml)
install(FILES desktop/mmdview.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
install(FILES desktop/mmdview.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)

# A program for another machine cannot run here.
if(NOT CMAKE_CROSSCOMPILING)
  set(manual ${CMAKE_CURRENT_BINARY_DIR}/manual)
  file(MAKE_DIRECTORY ${manual})
  add_custom_command(
    OUTPUT ${manual}/mmdview.1 ${manual}/mmdview.bash ${manual}/mmdview.fish ${manual}/mmdview.zsh
    COMMAND mmdview --man > ${manual}/mmdview.1
    COMMAND mmdview --completion bash > ${manual}/mmdview.bash
    COMMAND mmdview --completion fish > ${manual}/mmdview.fish
    COMMAND mmdview --completion zsh > ${manual}/mmdview.zsh
    DEPENDS mmdview VERBATIM)
  add_custom_target(mmdview_manual ALL DEPENDS ${manual}/mmdview.1 ${manual}/mmdview.bash ${manual}/mmdview.fish ${manual}/mmdview.zsh)
  install(FILES ${manual}/mmdview.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${manual}/mmdview.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME mmdview)
  install(FILES ${manual}/mmdview.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _mmdview)
  install(FILES ${manual}/mmdview.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
