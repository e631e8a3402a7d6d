// The minimum for a picture without a display: open an off-screen context, clear a framebuffer, read it back
// and write a PNG. Usage: bench_floor SIZE OUT.png

#include <cstdio>
#include <cstdlib>

#include <GL/glew.h>
#include <SDL.h>

#include "assets/image.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: bench_floor SIZE OUT.png\n");
    return 2;
  }
  const int size = std::atoi(argv[1]);
  if (size < 1 || SDL_VideoInit("offscreen") != 0) return 4;
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_Window* window = SDL_CreateWindow("floor", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
  if (window == nullptr || SDL_GL_CreateContext(window) == nullptr) return 4;
  glewExperimental = GL_TRUE;
  glewInit();  // returns "no GLX display" under EGL after loading the functions

  GLuint framebuffer = 0, colour = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glGenRenderbuffers(1, &colour);
  glBindRenderbuffer(GL_RENDERBUFFER, colour);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size, size);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) return 4;
  glClearColor(0.2f, 0.4f, 0.6f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  mmd::Image image;
  image.width = image.height = size;
  image.rgba.resize(static_cast<std::size_t>(size) * static_cast<std::size_t>(size) * 4);
  glReadPixels(0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  const auto png = mmd::encode_png(image);
  return png && mmd::write_file_atomically(argv[2], *png) ? 0 : 1;
}
