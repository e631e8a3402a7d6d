#include <cstring>

#include <fmt/format.h>

#include "render/context.h"
#include "render/context_kinds.h"
#include "render/gl.h"

namespace mmd {

Result<void> load_gl_functions() {
  glewExperimental = GL_TRUE;
  const GLenum answer = glewInit();
  // Without an X display (EGL, Wayland), a GLEW built for X11 reports this error after loading all functions.
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
                    old_gl_hint(gl::renderer_name()));
}

namespace gl {

std::string renderer_name() {
  const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return text != nullptr ? text : "unknown";
}

std::string shader_text(std::string_view text, std::string_view definitions) {
  const std::size_t first_line = text.find('\n') + 1;
  return fmt::format("{}{}#line 2 0\n{}", text.substr(0, first_line), definitions, text.substr(first_line));
}

void reset_desktop_state() {
  constexpr GLenum off[] = {GL_POLYGON_OFFSET_LINE, GL_COLOR_LOGIC_OP,    GL_FRAMEBUFFER_SRGB,
                            GL_PRIMITIVE_RESTART,   GL_DEPTH_CLAMP,       GL_LINE_SMOOTH,
                            GL_POLYGON_SMOOTH,      GL_PROGRAM_POINT_SIZE};
  for (const GLenum capability : off) glDisable(capability);
  glEnable(GL_MULTISAMPLE);
  glPixelStorei(GL_UNPACK_SWAP_BYTES, 0);
  glPixelStorei(GL_PACK_SWAP_BYTES, 0);
  draw_sides(false);
}

void clear_depth_to_one() {
  glClearDepth(1.0);
  glDepthRange(0.0, 1.0);
}

void draw_sides(bool sides_only) {
  glPolygonMode(GL_FRONT_AND_BACK, sides_only ? GL_LINE : GL_FILL);
}

void set_point_size(float size) {
  glPointSize(size);
}

float max_point_size() {
  GLfloat range[2] = {1.0f, 1.0f};
  glGetFloatv(GL_POINT_SIZE_RANGE, range);
  return range[1];
}

bool has_texture_storage() {
  return GLEW_ARB_texture_storage != 0;
}

bool can_read_buffers() {
  return true;
}

bool read_buffer(GLenum target, std::size_t bytes, void* to) {
  if (bytes == 0) return true;
  const void* mapped = glMapBufferRange(target, 0, static_cast<GLsizeiptr>(bytes), GL_MAP_READ_BIT);
  if (mapped != nullptr) std::memcpy(to, mapped, bytes);
  return mapped != nullptr && glUnmapBuffer(target) == GL_TRUE;
}

}  // namespace gl
}  // namespace mmd
