#include "bench/muted_gl.h"

#include <algorithm>
#include <array>
#include <functional>
#include <type_traits>
#include <vector>

#include <GL/glew.h>
#include <dlfcn.h>

struct SDL_Window;

// Dear ImGui's own OpenGL function pointers (imgui_impl_opengl3_loader.h, a union of an array and names);
// missing in a program without panels.
extern "C" {
extern void (*imgl3wProcs[])() __attribute__((weak));
}

namespace mmd::bench {
namespace {

/// Their number in Dear ImGui 1.86.
constexpr std::size_t panel_functions = 54;
using PanelFunctions = std::array<void (*)(), panel_functions>;
PanelFunctions real_panel_functions;

std::uint64_t swallowed = 0;
bool is_muted = false;
std::vector<std::function<void()>> restorers;

template <class R, class... A>
R silent(A...) {
  ++swallowed;
  if constexpr (!std::is_void_v<R>) return R{};
}

template <class R, class... A>
void mute(R (*&function)(A...)) {
  R (*const real)(A...) = function;
  R (**place)(A...) = &function;
  restorers.emplace_back([place, real] { *place = real; });
  function = silent<R, A...>;
}

/// The driver's function of that name, which this program's own hides.
template <class F>
F real(const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

/// Replaces functions with any parameters; arguments stay in registers and on the caller's stack.
void nothing() {
  ++swallowed;
}

/// Mutes and unmutes the panels.
void mute_panels(bool on) {
  if (imgl3wProcs == nullptr) return;
  if (on) {
    std::copy_n(&imgl3wProcs[0], panel_functions, real_panel_functions.begin());
    std::fill_n(&imgl3wProcs[0], panel_functions, nothing);
  } else {
    std::copy(real_panel_functions.begin(), real_panel_functions.end(), &imgl3wProcs[0]);
  }
}

}  // namespace

MutedGl::MutedGl() {
  is_muted = true;
  swallowed = 0;
  mute(__glewActiveTexture);
  mute(__glewBindBuffer);
  mute(__glewBindFramebuffer);
  mute(__glewBindSampler);
  mute(__glewBindVertexArray);
  mute(__glewBlendEquation);
  mute(__glewBlendFuncSeparate);
  mute(__glewBufferData);
  mute(__glewBufferSubData);
  mute(__glewTexBuffer);
  mute(__glewUniform1f);
  mute(__glewUniform1i);
  mute(__glewUniform2i);
  mute(__glewUniform3fv);
  mute(__glewUniform4f);
  mute(__glewUniform4fv);
  mute(__glewUniformMatrix4fv);
  mute(__glewUseProgram);
  mute(__glewVertexAttrib3f);
  mute(__glewVertexAttrib4f);
  mute(__glewBlitFramebuffer);
  mute_panels(true);
}

MutedGl::~MutedGl() {
  mute_panels(false);
  for (const auto& restore : restorers) restore();
  restorers.clear();
  is_muted = false;
}

std::uint64_t MutedGl::calls() const {
  return swallowed;
}

}  // namespace mmd::bench

// The functions of OpenGL 1.1 are linked directly. These definitions precede those of the library.
#define MUTED(name, parameters, arguments)                                            \
  extern "C" void GLAPIENTRY name parameters {                                        \
    static const auto driver = mmd::bench::real<void(GLAPIENTRY*) parameters>(#name); \
    if (mmd::bench::is_muted) {                                                       \
      ++mmd::bench::swallowed;                                                        \
    } else {                                                                          \
      driver arguments;                                                               \
    }                                                                                 \
  }
MUTED(glBindTexture, (GLenum a, GLuint b), (a, b))
MUTED(glClear, (GLbitfield a), (a))
MUTED(glClearColor, (GLclampf a, GLclampf b, GLclampf c, GLclampf d), (a, b, c, d))
MUTED(glClearDepth, (GLclampd a), (a))
MUTED(glClearStencil, (GLint a), (a))
MUTED(glColorMask, (GLboolean a, GLboolean b, GLboolean c, GLboolean d), (a, b, c, d))
MUTED(glCullFace, (GLenum a), (a))
MUTED(glDepthFunc, (GLenum a), (a))
MUTED(glDepthMask, (GLboolean a), (a))
MUTED(glDepthRange, (GLclampd a, GLclampd b), (a, b))
MUTED(glDisable, (GLenum a), (a))
MUTED(glDrawElements, (GLenum a, GLsizei b, GLenum c, const void* d), (a, b, c, d))
MUTED(glEnable, (GLenum a), (a))
MUTED(glFrontFace, (GLenum a), (a))
MUTED(glPixelStorei, (GLenum a, GLint b), (a, b))
MUTED(glPointSize, (GLfloat a), (a))
MUTED(glPolygonMode, (GLenum a, GLenum b), (a, b))
MUTED(glPolygonOffset, (GLfloat a, GLfloat b), (a, b))
MUTED(glStencilFunc, (GLenum a, GLint b, GLuint c), (a, b, c))
MUTED(glStencilMask, (GLuint a), (a))
MUTED(glStencilOp, (GLenum a, GLenum b, GLenum c), (a, b, c))
MUTED(glViewport, (GLint a, GLint b, GLsizei c, GLsizei d), (a, b, c, d))
MUTED(SDL_GL_SwapWindow, (SDL_Window * a), (a))
