#include "app/platform/window.h"

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

TEST(Window, FitsOnTheScreenWithItsFrame) {
  const SDL_Rect usable{10, 30, 1600, 970};
  const FrameWidths frame{24, 2, 6, 3};
  for (const SDL_Rect& wanted : {SDL_Rect{0, 0, 1600, 1000},
                                 {400, 300, 1600, 970},
                                 {-50, -50, 300, 200},
                                 {1500, 900, 300, 200},
                                 {100, 100, 5000, 10}}) {
    const SDL_Rect fitted = fitted_window(wanted, usable, frame);
    EXPECT_GE(fitted.x - frame.left, usable.x);
    EXPECT_GE(fitted.y - frame.top, usable.y);
    EXPECT_LE(fitted.x + fitted.w + frame.right, usable.x + usable.w);
    EXPECT_LE(fitted.y + fitted.h + frame.bottom, usable.y + usable.h) << "the status bar is on the screen";
  }
  const SDL_Rect fits{200, 200, 800, 600};
  const SDL_Rect same = fitted_window(fits, usable, frame);
  EXPECT_TRUE(same.x == 200 && same.y == 200 && same.w == 800 && same.h == 600);
}

TEST(Window, ForgetsClicksButNoRelease) {
  const auto window = Window::open({});
  ASSERT_TRUE(window);
  for (const Uint32 type : {SDL_MOUSEBUTTONUP, SDL_MOUSEBUTTONDOWN}) {
    SDL_Event event{};
    event.type = type;
    SDL_PushEvent(&event);
  }
  (*window)->forget_clicks();
  EXPECT_TRUE(SDL_HasEvent(SDL_MOUSEBUTTONUP)) << "the button would stay pressed";
  EXPECT_FALSE(SDL_HasEvent(SDL_MOUSEBUTTONDOWN));
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
