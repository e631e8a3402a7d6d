// For the Linux tarball, in place of linking libEGL, libOpenGL and libGLX: opens them when the program
// starts. Where they are missing, the program starts all the same, and everything that needs no picture
// works; functions of OpenGL then do nothing and return 0, as those of a system without a display do.
#include <cstddef>

#include <dlfcn.h>

// The functions that the linker would otherwise look for in these libraries; it names those that are missing
// here.
// clang-format off
#define MMD_OPENGL_FUNCTIONS(FUNCTION)                                                                        \
  FUNCTION(eglBindAPI) FUNCTION(eglChooseConfig) FUNCTION(eglCreateContext) FUNCTION(eglCreatePbufferSurface) \
  FUNCTION(eglDestroyContext) FUNCTION(eglDestroySurface) FUNCTION(eglGetCurrentContext)                      \
  FUNCTION(eglGetDisplay) FUNCTION(eglGetError) FUNCTION(eglGetProcAddress) FUNCTION(eglInitialize)           \
  FUNCTION(eglMakeCurrent) FUNCTION(eglQueryString) FUNCTION(eglTerminate)                                    \
  FUNCTION(glBindTexture) FUNCTION(glBlendFunc) FUNCTION(glClear) FUNCTION(glClearColor)                      \
  FUNCTION(glClearDepth) FUNCTION(glClearStencil) FUNCTION(glColorMask) FUNCTION(glCullFace)                  \
  FUNCTION(glDeleteTextures) FUNCTION(glDepthFunc) FUNCTION(glDepthMask) FUNCTION(glDepthRange)               \
  FUNCTION(glDisable) FUNCTION(glDrawArrays) FUNCTION(glDrawElements) FUNCTION(glEnable) FUNCTION(glFlush)    \
  FUNCTION(glFrontFace) FUNCTION(glGenTextures) FUNCTION(glGetError) FUNCTION(glGetFloatv)                    \
  FUNCTION(glGetIntegerv) FUNCTION(glGetString) FUNCTION(glLineWidth) FUNCTION(glPixelStorei)                 \
  FUNCTION(glPointSize) FUNCTION(glPolygonMode) FUNCTION(glPolygonOffset) FUNCTION(glReadBuffer)              \
  FUNCTION(glReadPixels) FUNCTION(glScissor) FUNCTION(glStencilFunc) FUNCTION(glStencilMask)                  \
  FUNCTION(glStencilOp) FUNCTION(glTexImage2D) FUNCTION(glTexParameteri) FUNCTION(glTexSubImage2D)            \
  FUNCTION(glViewport) FUNCTION(glXGetClientString) FUNCTION(glXGetProcAddressARB) FUNCTION(glXQueryVersion)
// clang-format on

extern "C" {
std::size_t mmdview_no_opengl() {
  return 0;
}
// What the linker finds is a jump to an address that is set below.
#define MMD_JUMP(NAME)                                                                              \
  [[gnu::visibility("hidden"), gnu::used]] void* mmdview_address_##NAME;                            \
  asm(".text\n.globl " #NAME "\n.type " #NAME ", @function\n" #NAME ": jmp *mmdview_address_" #NAME \
      "(%rip)\n.size " #NAME ", . - " #NAME "\n");
MMD_OPENGL_FUNCTIONS(MMD_JUMP)
}

namespace {

[[gnu::constructor]] void open_opengl() {
  // Without libglvnd, libGL.so.1 is all there is.
  void* const libraries[] = {dlopen("libEGL.so.1", RTLD_LAZY | RTLD_LOCAL),
                             dlopen("libOpenGL.so.0", RTLD_LAZY | RTLD_LOCAL),
                             dlopen("libGL.so.1", RTLD_LAZY | RTLD_LOCAL)};
  const auto address = [&](const char* name) {
    for (void* const library : libraries)
      if (void* const found = library != nullptr ? dlsym(library, name) : nullptr; found != nullptr)
        return found;
    return reinterpret_cast<void*>(&mmdview_no_opengl);
  };
#define MMD_SET_ADDRESS(NAME) mmdview_address_##NAME = address(#NAME);
  MMD_OPENGL_FUNCTIONS(MMD_SET_ADDRESS)
}

}  // namespace
