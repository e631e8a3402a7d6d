// The only file outside of app/ that uses SDL.
#include <optional>
#include <string>
#include <utility>

#include <SDL.h>
#include <fmt/format.h>

#include "render/context_kinds.h"

namespace mmd {
namespace {

/// Number of contexts that use the video subsystem that this file started; the last one stops it.
int users_of_own_video = 0;

class SdlContext final : public OffscreenContext {
 public:
  SdlContext() = default;
  SdlContext(const SdlContext&) = delete;
  SdlContext& operator=(const SdlContext&) = delete;
  ~SdlContext() override {
    if (context_ != nullptr) SDL_GL_DeleteContext(context_);
    if (window_ != nullptr) SDL_DestroyWindow(window_);
    if (owns_video_ && --users_of_own_video == 0) SDL_VideoQuit();
  }

  /// `driver`: SDL's name of a video driver; null: SDL's default.
  Result<void> open(const char* driver) {
    if (auto started = start_video(driver); !started) return started;
    set_attributes();
    window_ = SDL_CreateWindow("mmdview", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    if (window_ != nullptr) context_ = SDL_GL_CreateContext(window_);
    const std::string error = SDL_GetError();
    SDL_GL_ResetAttributes();
    if (context_ == nullptr) {
      if (auto old = older_gl()) return fail(std::move(*old));
      return fail(error.empty() ? "no OpenGL 3.3 context" : error);
    }
    if (auto loaded = load_gl_functions(); !loaded) return loaded;
    const std::string name = SDL_GetCurrentVideoDriver();
    description_ = fmt::format("{}: {}", name == "offscreen" ? "offscreen (EGL)" : name, gl_description());
    return {};
  }

  void leave_thread() override { SDL_GL_MakeCurrent(window_, nullptr); }
  bool enter_thread() override { return SDL_GL_MakeCurrent(window_, context_) == 0; }
  std::string description() const override { return description_; }

 private:
  Result<void> start_video(const char* driver) {
    const bool running = SDL_GetCurrentVideoDriver() != nullptr;
    if (running && users_of_own_video == 0) return {};  // the window started it and outlives this context
    if (!running) {
      // Without the hint SDL turns Ctrl-C into an event, which nobody reads here.
      SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
      if (SDL_VideoInit(driver) != 0) return fail(SDL_GetError());
    }
    owns_video_ = true;
    ++users_of_own_video;
    return {};
  }

  /// The error for a driver whose OpenGL is too old; nullopt if it has no OpenGL.
  std::optional<Diagnostic> older_gl() const {
    if (window_ == nullptr) return std::nullopt;
    SDL_GLContext any = SDL_GL_CreateContext(window_);
    if (any == nullptr) return std::nullopt;
    Diagnostic out = too_old_gl();
    SDL_GL_DeleteContext(any);
    return out;
  }

  static void set_attributes() {
    SDL_GL_ResetAttributes();
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 0);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
  }

  bool owns_video_ = false;
  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  std::string description_;
};

}  // namespace

Result<std::unique_ptr<OffscreenContext>> open_sdl_context(const char* driver) {
  auto context = std::make_unique<SdlContext>();
  if (auto opened = context->open(driver); !opened) return fail(std::move(opened.error()));
  return context;
}

}  // namespace mmd
