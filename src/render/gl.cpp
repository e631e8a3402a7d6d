#include "render/gl.h"

#include <fmt/format.h>

#include "render/context.h"

namespace mmd {

std::string gl_description() {
  const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  return fmt::format("OpenGL {}, {}", version != nullptr ? version : "unknown", gl::renderer_name());
}

bool draws_on_cpu() {
  const std::string renderer = gl::renderer_name();
  for (const std::string_view name : {"llvmpipe", "softpipe", "SwiftShader"})
    if (renderer.find(name) != std::string::npos) return true;
  return false;
}

}  // namespace mmd
