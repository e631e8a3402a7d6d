// The only file that uses EGL.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if __has_include(<EGL/egl.h>)
#define EGL_NO_X11 1
#include <EGL/egl.h>
#include <EGL/eglext.h>
#endif
#include <fmt/format.h>

#include "render/context_kinds.h"

#if !__has_include(<EGL/egl.h>)

namespace mmd {
Result<std::unique_ptr<OffscreenContext>> open_egl_context() {
  return fail("this system has no EGL");
}
Result<std::unique_ptr<OffscreenContext>> open_egl_context_apart() {
  return open_egl_context();
}
}  // namespace mmd

#else

namespace mmd {
namespace {

/// Whether a space-separated list contains an extension.
bool has(const char* list, std::string_view name) {
  if (list == nullptr) return false;
  const std::string_view all = list;
  for (std::size_t at = all.find(name); at != std::string_view::npos; at = all.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || all[at - 1] == ' ') && (end == all.size() || all[end] == ' ')) return true;
  }
  return false;
}

/// An open display; its contexts share ownership, and the last one closes it.
class EglDisplayOpen {
 public:
  explicit EglDisplayOpen(EGLDisplay display) : display_(display) {}
  EglDisplayOpen(const EglDisplayOpen&) = delete;
  EglDisplayOpen& operator=(const EglDisplayOpen&) = delete;
  ~EglDisplayOpen() { eglTerminate(display_); }
  EGLDisplay get() const { return display_; }

 private:
  EGLDisplay display_;
};

constexpr EGLint config_wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                    EGL_NONE};
/// Not forward compatible, because such contexts have no lines wider than a pixel.
constexpr EGLint core_3_3[] = {EGL_CONTEXT_MAJOR_VERSION,
                               3,
                               EGL_CONTEXT_MINOR_VERSION,
                               3,
                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                               EGL_NONE};

class EglContext final : public OffscreenContext {
 public:
  explicit EglContext(std::shared_ptr<EglDisplayOpen> display) : display_(std::move(display)) {}
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;
  ~EglContext() override { destroy(); }

  Result<void> open() {
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return fail("no OpenGL, only OpenGL ES");
    EGLConfig config{};
    EGLint found = 0;
    if (eglChooseConfig(display_->get(), config_wanted, &config, 1, &found) != EGL_TRUE || found < 1)
      return fail("no configuration for OpenGL");
    if (!make(config, core_3_3)) {
      const EGLint error = eglGetError();
      const bool was_created = context_ != EGL_NO_CONTEXT;
      constexpr EGLint any[] = {EGL_NONE};
      if (!was_created && make(config, any)) return fail(too_old_gl());
      return fail(fmt::format("no OpenGL 3.3 context (EGL error {:#x})", static_cast<unsigned>(error)));
    }
    if (auto loaded = load_gl_functions(); !loaded) return loaded;
    description_ = "offscreen (EGL): " + gl_description();
    return {};
  }

  void leave_thread() override {
    eglBindAPI(EGL_OPENGL_API);  // per thread; selects the API whose context is released
    eglMakeCurrent(display_->get(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  bool enter_thread() override {
    return eglBindAPI(EGL_OPENGL_API) == EGL_TRUE &&
           eglMakeCurrent(display_->get(), surface_, surface_, context_) == EGL_TRUE;
  }
  std::string description() const override { return description_; }

 private:
  /// Creates a context and makes it current.
  bool make(EGLConfig config, const EGLint* attributes) {
    destroy();
    context_ = eglCreateContext(display_->get(), config, EGL_NO_CONTEXT, attributes);
    if (context_ == EGL_NO_CONTEXT) return false;
    // Pictures have framebuffers of their own, but transform feedback needs some surface.
    constexpr EGLint smallest[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface_ = eglCreatePbufferSurface(display_->get(), config, smallest);
    return enter_thread();
  }
  void destroy() {
    if (context_ == EGL_NO_CONTEXT) return;
    if (eglGetCurrentContext() == context_) leave_thread();
    eglDestroyContext(display_->get(), context_);
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_->get(), surface_);
    context_ = EGL_NO_CONTEXT;
    surface_ = EGL_NO_SURFACE;
  }

  std::shared_ptr<EglDisplayOpen> display_;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
  std::string description_;
};

template <class Function>
Function* extension(const char* name) {
  return reinterpret_cast<Function*>(eglGetProcAddress(name));
}

std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> out;
  const char* const extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  using QueryDevices = EGLBoolean(EGLint, EGLDeviceEXT*, EGLint*);
  using GetDisplay = EGLDisplay(EGLenum, void*, const EGLint*);
  static auto* const query_devices = extension<QueryDevices>("eglQueryDevicesEXT");
  static auto* const display_of = extension<GetDisplay>("eglGetPlatformDisplayEXT");
  if (display_of != nullptr) {
    EGLint count = 0;
    if (query_devices != nullptr && has(extensions, "EGL_EXT_platform_device") &&
        query_devices(0, nullptr, &count) == EGL_TRUE && count > 0) {
      std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
      if (query_devices(count, devices.data(), &count) == EGL_TRUE)
        for (EGLint i = 0; i < count; ++i)
          out.push_back(display_of(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
    }
    if (has(extensions, "EGL_MESA_platform_surfaceless"))
      out.push_back(display_of(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  out.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return out;
}

/// A context on the display; null and `why` on failure.
std::unique_ptr<OffscreenContext> context_of(const std::shared_ptr<EglDisplayOpen>& display,
                                             std::optional<Diagnostic>& why) {
  auto context = std::make_unique<EglContext>(display);
  auto answer = context->open();
  if (answer) return context;
  if (!why || why->hint.empty()) why = std::move(answer.error());
  return nullptr;
}

/// All displays on which contexts were opened, including closed ones.
std::vector<std::weak_ptr<EglDisplayOpen>>& known_displays() {
  static std::vector<std::weak_ptr<EglDisplayOpen>> all;
  return all;
}

/// Displays with open contexts, oldest first.
std::vector<std::shared_ptr<EglDisplayOpen>> open_displays() {
  auto& known = known_displays();
  std::erase_if(known, [](const auto& display) { return display.expired(); });
  std::vector<std::shared_ptr<EglDisplayOpen>> out;
  out.reserve(known.size());
  for (const auto& display : known)
    if (auto open = display.lock()) out.push_back(std::move(open));
  return out;
}

}  // namespace

Result<std::unique_ptr<OffscreenContext>> open_egl_context() {
  // A second owner of an open display would close it under the first one's contexts.
  const auto in_use = open_displays();
  if (in_use.empty()) return open_egl_context_apart();
  std::optional<Diagnostic> why;
  if (auto context = context_of(in_use.front(), why)) return context;
  return fail(std::move(*why));
}

Result<std::unique_ptr<OffscreenContext>> open_egl_context_apart() {
  const auto in_use = open_displays();
  std::optional<Diagnostic> why;
  for (EGLDisplay one : displays()) {
    const auto has_this = [&](const auto& display) { return display->get() == one; };
    if (one == EGL_NO_DISPLAY || std::any_of(in_use.begin(), in_use.end(), has_this) ||
        eglInitialize(one, nullptr, nullptr) != EGL_TRUE)
      continue;
    const auto display = std::make_shared<EglDisplayOpen>(one);
    if (auto context = context_of(display, why)) {
      known_displays().push_back(display);
      return context;
    }
  }
  return fail(why ? std::move(*why) : make_error("no display that EGL could open"));
}

}  // namespace mmd

#endif
