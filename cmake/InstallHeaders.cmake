# Run by `cmake --install`: puts `mmdview_headers` (names below `mmdview_source`, "model/model.h") into
# `mmdview_destination`. Between them `#include "model/model.h"` becomes `#include "../model/model.h"`: so they find
# each other whatever folders of their own a program has on its include path.
foreach(header IN LISTS mmdview_headers)
  file(READ ${mmdview_source}/${header} text)
  get_filename_component(folder ${header} DIRECTORY)
  if(folder)
    string(REGEX REPLACE "(^|\n)#include \"" "\\1#include \"../" text "${text}")
  endif()
  set(rewritten ${mmdview_scratch}/${header})
  file(WRITE ${rewritten} "${text}")
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/${mmdview_destination}/${folder}" TYPE FILE FILES ${rewritten})
endforeach()
