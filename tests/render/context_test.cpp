#include "render/context.h"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <GL/glew.h>
#include <gtest/gtest.h>

#include "tests/support/process.h"

namespace mmd {
namespace {

using test::EnvironmentVariable;

TEST(OffscreenContext, NeedsNoDisplay) {
  const EnvironmentVariable display("DISPLAY", nullptr), wayland("WAYLAND_DISPLAY", nullptr),
      driver("SDL_VIDEODRIVER", nullptr);
  const auto context = OffscreenContext::create();
  ASSERT_TRUE(context.has_value()) << describe(context.error());
  EXPECT_NE((*context)->description().find("OpenGL"), std::string::npos) << (*context)->description();
  EXPECT_EQ(std::getenv("SDL_VIDEODRIVER"), nullptr);
}

TEST(OffscreenContext, FallsBackFromAnUnknownDriver) {
  const EnvironmentVariable driver("SDL_VIDEODRIVER", "no_such_driver");
  const auto context = OffscreenContext::create();
  ASSERT_TRUE(context.has_value()) << describe(context.error());
  EXPECT_STREQ(std::getenv("SDL_VIDEODRIVER"), "no_such_driver");
}

/// Draws `passes` times into its own target with its own textures and writes to a buffer before each pass. A
/// driver must separate this from other threads.
void draw_and_write(OffscreenContext& context, int passes) {
  ASSERT_TRUE(context.enter_thread());
  constexpr GLsizei side = 16;
  constexpr std::size_t texture_count = 300;
  const char* vertex =
      "#version 330 core\nlayout(location=0) in vec2 p;\nvoid main(){gl_Position=vec4(p,0,1);}";
  const char* fragment =
      "#version 330 core\nuniform sampler2D t;\nout vec4 c;\nvoid main(){c=texture(t,vec2(0.5));}";
  const GLuint program = glCreateProgram();
  for (const auto& [kind, text] : {std::pair(GL_VERTEX_SHADER, vertex), {GL_FRAGMENT_SHADER, fragment}}) {
    const GLuint shader = glCreateShader(static_cast<GLenum>(kind));
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
  }
  glLinkProgram(program);
  glUseProgram(program);
  std::vector<GLuint> textures(texture_count + 1);
  glGenTextures(static_cast<GLsizei>(textures.size()), textures.data());
  for (const GLuint texture : textures) {
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  }
  GLuint target = 0, layout = 0, corners = 0;
  glGenFramebuffers(1, &target);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures.back(), 0);
  glViewport(0, 0, side, side);
  glGenVertexArrays(1, &layout);
  glBindVertexArray(layout);
  glGenBuffers(1, &corners);
  glBindBuffer(GL_ARRAY_BUFFER, corners);
  const std::array<float, 6> triangle{-1, -1, 3, -1, -1, 3};
  glBufferData(GL_ARRAY_BUFFER, sizeof triangle, triangle.data(), GL_DYNAMIC_DRAW);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(0);
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < texture_count; ++i) {
      glBindTexture(GL_TEXTURE_2D, textures[i]);
      glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof triangle, triangle.data());
    glFlush();
  }
  glFinish();
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
  context.leave_thread();
}

TEST(OffscreenContext, SeveralDrawInParallel) {
  auto first = OffscreenContext::create();
  ASSERT_TRUE(first.has_value()) << describe(first.error());
  const auto contexts = contexts_beside(std::move(*first), 4);
  ASSERT_GE(contexts.size(), 1U);
  std::vector<std::thread> threads;
  for (const auto& context : contexts) threads.emplace_back([&] { draw_and_write(*context, 600); });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace mmd
