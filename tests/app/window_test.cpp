#include "app/window.h"

#include <gmock/gmock.h>

#include "render/context.h"
#include "tests/support/process.h"

namespace mmd {
namespace {

TEST(Window, HasTheRequestedSizeWithinTheDesktop) {
  Options options;
  options.size = PictureSize{321, 123};
  auto window = Window::open(options);
  ASSERT_TRUE(window) << window.error().what;
  EXPECT_EQ((*window)->size().width, 321);
  EXPECT_EQ((*window)->size().height, 123);
  EXPECT_GE((*window)->text_scale(), 1.0f);
  (*window).reset();  // opens again after it was closed
  options.size = PictureSize{100000, 100000};
  options.samples = 64;  // more than the server has
  window = Window::open(options);
  ASSERT_TRUE(window) << window.error().what;
  EXPECT_LE((*window)->size().width, 1280);
  EXPECT_LE((*window)->size().height, 1024);
}

TEST(Window, LeavesRoomOnDesktopsSmallAndLarge) {
  for (const Extent desktop : {Extent{800, 480}, {1024, 600}, {1366, 768}, {3840, 2160}, {1080, 1920}}) {
    const Extent size = sensible_size(desktop);
    EXPECT_LT(size.width, desktop.width);
    EXPECT_LE(size.height, desktop.height * 9 / 10) << "no room for the title bar";
    EXPECT_GE(size.height, desktop.height * 3 / 4) << "tiny on a fine screen";
    EXPECT_GE(size.width, size.height / 2);
  }
}

TEST(Window, HasOneSampleWhereTheCpuDraws) {
  const auto window = Window::open({});
  ASSERT_TRUE(window);
  int samples = -1;
  ASSERT_EQ(SDL_GL_GetAttribute(SDL_GL_MULTISAMPLESAMPLES, &samples), 0);
  if (draws_on_cpu())
    EXPECT_LE(samples, 1);
  else
    EXPECT_GT(samples, 1);
  EXPECT_NE(SDL_GetWindowFlags((*window)->handle()) & SDL_WINDOW_SHOWN, 0u);
  (*window)->set_title("初音 — 立ち");
  EXPECT_STREQ(SDL_GetWindowTitle((*window)->handle()), "初音 — 立ち");
}

TEST(Window, WithoutADisplayThereIsAnError) {
  const test::EnvironmentVariable display("DISPLAY", nullptr), folder("XDG_RUNTIME_DIR", nullptr);
  const auto window = Window::open({});
  ASSERT_FALSE(window);
  EXPECT_THAT(window.error().what, testing::HasSubstr("no display"));
}

}  // namespace
}  // namespace mmd
