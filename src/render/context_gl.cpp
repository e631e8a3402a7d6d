#include <GL/glew.h>
#include <fmt/format.h>

#include "render/context.h"

namespace mmd {
namespace {

std::string gl_string(GLenum name) {
  const auto* text = reinterpret_cast<const char*>(glGetString(name));
  return text != nullptr ? text : "unknown";
}

}  // namespace

Result<void> load_gl_functions() {
  glewExperimental = GL_TRUE;
  const GLenum answer = glewInit();
  // A GLEW that was built for X11 has loaded everything by the time it misses the X display (EGL, Wayland).
  if (answer != GLEW_OK && answer != GLEW_ERROR_NO_GLX_DISPLAY)
    return fail(fmt::format("OpenGL functions could not be loaded: {}",
                            reinterpret_cast<const char*>(glewGetErrorString(answer))));
  while (glGetError() != GL_NO_ERROR && glGetString(GL_VERSION) != nullptr) {
  }
  GLint major = 0, minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  if (major * 10 + minor < 33 || glGenVertexArrays == nullptr || glGenSamplers == nullptr)
    return fail(too_old_gl());
  return {};
}

Diagnostic too_old_gl() {
  return make_error(fmt::format("OpenGL 3.3 is needed, the driver offers {}", gl_description()),
                    "update the graphics driver, or use Mesa's software renderer: LIBGL_ALWAYS_SOFTWARE=1");
}

std::string gl_description() {
  return fmt::format("OpenGL {}, {}", gl_string(GL_VERSION), gl_string(GL_RENDERER));
}

}  // namespace mmd
