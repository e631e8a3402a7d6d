#include "render/context.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/environment.h"
#include "render/context_kinds.h"

namespace mmd {
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

}  // namespace mmd
