// Stands before the driver's function of that name.
#include "tests/render/draw_count.h"

#include <GL/glew.h>
#include <dlfcn.h>

namespace {

std::size_t draws = 0;

}  // namespace

extern "C" void GLAPIENTRY glDrawElements(GLenum mode, GLsizei count, GLenum type, const void* indices) {
  using Draw = void(GLAPIENTRY*)(GLenum, GLsizei, GLenum, const void*);
  static const auto of_driver = reinterpret_cast<Draw>(dlsym(RTLD_NEXT, "glDrawElements"));
  ++draws;
  of_driver(mode, count, type, indices);
}

namespace mmd::test {

std::size_t draws_so_far() {
  return draws;
}

}  // namespace mmd::test
