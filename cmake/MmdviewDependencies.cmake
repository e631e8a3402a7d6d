# External libraries, all from the system's packages (scripts/setup.sh names them per distribution).

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(glm REQUIRED)
find_package(tl-expected REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PNG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Iconv REQUIRED)
find_package(OpenGL REQUIRED COMPONENTS OpenGL)
find_package(GLEW REQUIRED)
find_package(SDL2 REQUIRED)
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(FONTCONFIG REQUIRED IMPORTED_TARGET fontconfig)
find_path(STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb REQUIRED)

# Debian ships Dear ImGui as one static library with the SDL2 and OpenGL 3 backends compiled in.
find_path(IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui REQUIRED)
find_library(IMGUI_LIBRARY imgui REQUIRED)
add_library(imgui::imgui UNKNOWN IMPORTED)
set_target_properties(imgui::imgui PROPERTIES IMPORTED_LOCATION ${IMGUI_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES "${IMGUI_INCLUDE_DIR};${IMGUI_INCLUDE_DIR}/backends")

if(MMDVIEW_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
if(MMDVIEW_BENCH)
  find_package(benchmark REQUIRED)
endif()
