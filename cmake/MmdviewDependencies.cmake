# External libraries, all from the system's packages (scripts/setup.sh names them per distribution).

macro(mmdview_needs part module)
  find_package(${ARGN} REQUIRED)
  list(APPEND mmdview_modules_${part} ${module})
endmacro()
macro(mmdview_needs_module part prefix module)
  pkg_check_modules(${prefix} REQUIRED IMPORTED_TARGET ${module})
  list(APPEND mmdview_modules_${part} ${module})
endmacro()
include(MmdviewLibraryDependencies)

# Header-only libraries.
find_path(STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb REQUIRED)
find_package(nlohmann_json REQUIRED)
if(MMDVIEW_GLTF AND (MMDVIEW_PROGRAM OR EMSCRIPTEN))
  find_path(TINYGLTF_INCLUDE_DIR tiny_gltf.h REQUIRED)
  find_library(TINYGLTF_LIBRARY tinygltf REQUIRED)
  add_library(tinygltf::tinygltf UNKNOWN IMPORTED)
  set_target_properties(tinygltf::tinygltf PROPERTIES IMPORTED_LOCATION ${TINYGLTF_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${TINYGLTF_INCLUDE_DIR})
  if(EMSCRIPTEN)  # as scripts/web_libraries.sh builds it
    set_target_properties(tinygltf::tinygltf PROPERTIES
      INTERFACE_COMPILE_DEFINITIONS "TINYGLTF_NO_STB_IMAGE;TINYGLTF_NO_STB_IMAGE_WRITE")
  endif()
endif()
if(NOT MMDVIEW_PROGRAM)
  return()
endif()

# Dependencies of the program only.
if(MMDVIEW_EXR)
  find_path(TINYEXR_INCLUDE_DIR tinyexr.h REQUIRED)
  find_library(TINYEXR_LIBRARY tinyexr REQUIRED)
  add_library(tinyexr::tinyexr UNKNOWN IMPORTED)
  set_target_properties(tinyexr::tinyexr PROPERTIES IMPORTED_LOCATION ${TINYEXR_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${TINYEXR_INCLUDE_DIR})
endif()
if(MMDVIEW_SANDBOX)
  pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)
endif()
if(NOT WIN32)  # Windows has DirectWrite
  pkg_check_modules(FONTCONFIG REQUIRED IMPORTED_TARGET fontconfig)
endif()

# Debian ships Dear ImGui as one static library with the SDL2 and OpenGL 3 backends compiled in.
find_path(IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui REQUIRED)
find_library(IMGUI_LIBRARY imgui REQUIRED)
add_library(imgui::imgui UNKNOWN IMPORTED)
set_target_properties(imgui::imgui PROPERTIES IMPORTED_LOCATION ${IMGUI_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES "${IMGUI_INCLUDE_DIR};${IMGUI_INCLUDE_DIR}/backends"
  INTERFACE_LINK_LIBRARIES SDL2::SDL2)

# Static libraries do not name their own dependencies.
if(WIN32)
  if(MMDVIEW_EXR)
    set_property(TARGET tinyexr::tinyexr APPEND PROPERTY INTERFACE_LINK_LIBRARIES ZLIB::ZLIB)
  endif()
  set_property(TARGET imgui::imgui APPEND PROPERTY INTERFACE_LINK_LIBRARIES imm32)
  if(MMDVIEW_SOUND)
    find_package(SDL2_mixer REQUIRED)
    set_property(TARGET SDL2_mixer::SDL2_mixer-static APPEND PROPERTY INTERFACE_LINK_LIBRARIES SDL2::SDL2)
  endif()
endif()

if(MMDVIEW_TESTS)
  find_package(GTest REQUIRED)
endif()
if(MMDVIEW_BENCH)
  find_package(benchmark REQUIRED)
endif()
