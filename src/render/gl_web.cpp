#include <fmt/format.h>

#include "render/context.h"
#include "render/gl.h"

namespace mmd {

Result<void> load_gl_functions() {
  while (glGetError() != GL_NO_ERROR) {
  }
  return {};
}

namespace gl {
namespace {

/// The attribute in_point_size of shaders/skinning.glsl.
constexpr GLuint point_size_attribute = 11;

constexpr std::string_view version =
    "#version 300 es\n"
    "precision highp float;\n"
    "precision highp int;\n"
    "precision highp sampler2D;\n";

}  // namespace

std::string renderer_name() {
  // Browsers hide the name behind WEBGL_debug_renderer_info, which the page enables.
  constexpr GLenum unmasked_renderer = 0x9246;
  for (const GLenum name : {unmasked_renderer, GLenum{GL_RENDERER}}) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    if (text != nullptr && *text != '\0') return text;
    while (glGetError() != GL_NO_ERROR) {
    }
  }
  return "unknown";
}

std::string shader_text(std::string_view text, std::string_view definitions) {
  // ES has no number of a source file in #line.
  std::string rest(text.substr(text.find('\n') + 1));
  for (std::size_t at = rest.find("#line "); at != std::string::npos; at = rest.find("#line ", at)) {
    const std::size_t number = rest.find(' ', at + 6);
    const std::size_t end = rest.find('\n', at);
    if (number < end) rest.erase(number, end - number);
    at = rest.find('\n', at);
  }
  return fmt::format("{}{}#line 2\n{}", version, definitions, rest);
}

void reset_desktop_state() {}

void clear_depth_to_one() {
  glClearDepthf(1.0f);
  glDepthRangef(0.0f, 1.0f);
}

void draw_sides(bool) {}

void set_point_size(float size) {
  glVertexAttrib1f(point_size_attribute, size);
}

float max_point_size() {
  GLfloat range[2] = {1.0f, 1.0f};
  glGetFloatv(GL_ALIASED_POINT_SIZE_RANGE, range);
  return range[1];
}

bool has_texture_storage() {
  return true;
}

bool can_read_buffers() {
  return false;
}

bool read_buffer(GLenum, std::size_t, void*) {
  return false;
}

}  // namespace gl
}  // namespace mmd
