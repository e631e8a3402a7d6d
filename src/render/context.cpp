#include "render/context.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <GL/glew.h>
#include <fmt/format.h>

#include "base/environment.h"
#include "render/context_kinds.h"

namespace mmd {
namespace {

std::string gl_string(GLenum name) {
  const auto* text = reinterpret_cast<const char*>(glGetString(name));
  return text != nullptr ? text : "unknown";
}

}  // namespace

void keep_driver_on_this_thread() {
  set_environment_variable("LP_NUM_THREADS", "0", IfSet::keep);  // for Mesa's llvmpipe
}

Result<std::unique_ptr<OffscreenContext>> OffscreenContext::create() {
  if (!has_room_for_driver())
    return fail(
        fmt::format("not enough memory to draw: the graphics driver needs about {} MiB", driver_room >> 20),
        driver_room_hint);
  const char* wanted = std::getenv("SDL_VIDEODRIVER");
  if (wanted != nullptr && *wanted == '\0') wanted = nullptr;
  std::unique_ptr<OffscreenContext> context;
  std::string answers, hint;
  const auto has_opened = [&](const std::string& way, Result<std::unique_ptr<OffscreenContext>> opened) {
    if (opened) {
      context = std::move(*opened);
      return true;
    }
    answers += fmt::format("{}{}: {}", answers.empty() ? "" : "; ", way, opened.error().what);
    if (hint.empty()) hint = opened.error().hint;
    return false;
  };
  // SDL's driver "offscreen" would only wrap EGL without a display.
  if (wanted != nullptr && std::string_view(wanted) != "offscreen" &&
      has_opened(fmt::format("SDL_VIDEODRIVER={}", wanted), open_sdl_context(wanted)))
    return context;
  if (has_opened("by EGL", open_egl_context())) return context;
  // With the variable set, SDL would only try the same driver again.
  if (wanted == nullptr && has_opened("on the display", open_sdl_context(nullptr))) return context;
  if (hint.empty()) hint = no_context_hint;
  return fail("no OpenGL context: " + answers, hint);
}

std::vector<std::unique_ptr<OffscreenContext>> contexts_beside(std::unique_ptr<OffscreenContext> first,
                                                               std::size_t wanted) {
  const std::string driver = gl_description();
  first->leave_thread();
  std::vector<std::unique_ptr<OffscreenContext>> out;
  out.push_back(std::move(first));
  while (out.size() < wanted) {
    auto next = open_egl_context_apart();
    // Pictures of one run are drawn by one kind of driver.
    if (!next || gl_description() != driver) break;
    (*next)->leave_thread();
    out.push_back(std::move(*next));
  }
  return out;
}

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
                    old_gl_hint(gl_string(GL_RENDERER)));
}

std::string gl_description() {
  return fmt::format("OpenGL {}, {}", gl_string(GL_VERSION), gl_string(GL_RENDERER));
}

bool draws_on_cpu() {
  const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view renderer = text != nullptr ? text : "";
  for (const std::string_view name : {"llvmpipe", "softpipe", "SwiftShader"})
    if (renderer.find(name) != std::string_view::npos) return true;
  return false;
}

}  // namespace mmd
