# Run with cmake -P: writes OUTPUT, a C++ file with every shader of SHADER_DIR that is a stage (.vert, .frag), its
# `#include "x"` resolved. `#line` keeps line numbers right: source number 0 is the file itself, n its n-th include
# (src/render/shader_source.cpp does the same when it reads from disk).

file(GLOB stages RELATIVE ${SHADER_DIR} ${SHADER_DIR}/*.vert ${SHADER_DIR}/*.frag)
list(SORT stages)

set(entries "")
foreach(stage IN LISTS stages)
  file(READ ${SHADER_DIR}/${stage} rest)
  set(text "")
  set(files "${stage}")
  set(number 0)
  set(line 1)
  while(rest MATCHES "\n#include \"([^\"]+)\"\n")
    set(directive "${CMAKE_MATCH_0}")
    set(included "${CMAKE_MATCH_1}")
    string(FIND "${rest}" "${directive}" position)
    string(SUBSTRING "${rest}" 0 ${position} before)
    string(LENGTH "${directive}" length)
    math(EXPR position "${position} + ${length}")
    string(SUBSTRING "${rest}" ${position} -1 rest)
    string(REGEX MATCHALL "\n" newlines "${before}")
    list(LENGTH newlines count)
    math(EXPR line "${line} + ${count} + 2")
    math(EXPR number "${number} + 1")
    file(READ ${SHADER_DIR}/${included} body)
    string(APPEND text "${before}\n#line 1 ${number}\n${body}\n#line ${line} 0\n")
    string(APPEND files "|${included}")
  endwhile()
  string(APPEND text "${rest}")
  string(APPEND entries "    {\"${stage}\", \"${files}\", R\"glsl(${text})glsl\"},\n")
endforeach()

file(WRITE ${OUTPUT} "// Made by cmake/EmbedShaders.cmake from shaders/.
#include \"render/shader_source.h\"

namespace mmd {
namespace {
constexpr EmbeddedShader shaders[] = {
${entries}};
}  // namespace

std::span<const EmbeddedShader> embedded_shaders() {
  return shaders;
}

}  // namespace mmd
")
