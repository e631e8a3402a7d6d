#include "render/window_canvas.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <GL/glew.h>

#include "render/framebuffer.h"
#include "render/readback.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

constexpr int side = 64;

class WindowCanvasTest : public test::RenderTest {
 protected:
  WindowCanvasTest() {
    add(test::ball_model(0.8f));
    scene_.settings.shading = Shading::flat;
    scene_.settings.background = vec4(0.0f, 0.0f, 1.0f, 1.0f);
  }

  /// Draws with `samples` into a "window" of one sample per pixel.
  Image drawn(WindowCanvas& canvas, int samples) {
    OffscreenTarget window;
    EXPECT_TRUE(window.prepare(side, side, 1));
    window.bind();
    GLint before = 0, after = 0, read = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
    const int factor = canvas.begin(scene_, side, side, samples);
    EXPECT_EQ(factor > 0, samples > 1);
    const Tile all{0, 0, side * std::max(factor, 1), side * std::max(factor, 1)};
    renderer_->draw(scene_, {all, all}, std::max(factor, 1));
    canvas.end(0, 0);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &after);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
    EXPECT_EQ(after, before);
    EXPECT_EQ(read, before);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    return read_picture(side, side, 1, true);
  }

  static std::size_t colours(const Image& image) {
    std::set<test::Pixel> seen;
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) seen.insert(test::pixel(image, x, y));
    return seen.size();
  }
};

TEST_F(WindowCanvasTest, SmoothsOutlinesOnly) {
  WindowCanvas canvas;
  const Image coarse = drawn(canvas, 1), fine = drawn(canvas, 4);
  EXPECT_EQ(colours(coarse), 2u);
  EXPECT_GT(colours(fine), 2u);
  EXPECT_EQ(test::centre_pixel(fine), test::centre_pixel(coarse));
  EXPECT_EQ(test::pixel(fine, 1, 1), test::pixel(coarse, 1, 1));
}

TEST_F(WindowCanvasTest, AcceptsChangingSamples) {
  WindowCanvas canvas;
  const Image first = drawn(canvas, 4), moving = drawn(canvas, 1), again = drawn(canvas, 4);
  EXPECT_EQ(first.rgba, again.rgba);
  EXPECT_NE(first.rgba, moving.rgba);
}

TEST_F(WindowCanvasTest, EqualsPictureFiles) {
  WindowCanvas canvas;
  scene_.settings.shading = Shading::mmd;
  const Image shown = drawn(canvas, 4), saved = render(side, 4);
  int farthest = 0;
  for (std::size_t i = 0; i < shown.rgba.size(); ++i)
    farthest = std::max(farthest, std::abs(shown.rgba[i] - saved.rgba[i]));
  EXPECT_LE(farthest, 1);
}

TEST_F(WindowCanvasTest, DoesNotSupersampleLines) {
  WindowCanvas canvas;
  EXPECT_EQ(canvas.begin(scene_, side, side, 4), prefers_supersampling() ? 2 : 1);
  canvas.end(0, 0);
  scene_.settings.shading = Shading::wire;
  EXPECT_EQ(canvas.begin(scene_, side, side, 4), 1);
  canvas.end(0, 0);
}

TEST_F(WindowCanvasTest, DrawsIntoTheWindowWithoutMemory) {
  WindowCanvas canvas;
  EXPECT_FALSE(canvas.begin(scene_, 1 << 24, 1 << 24, 4) > 0) << "no driver has so much memory";
  const Image drawn_anyway = drawn(canvas, 1);
  canvas.end(0, 0);
  EXPECT_EQ(colours(drawn_anyway), 2u);
}

class PartOfWindow : public test::RenderTest {
 protected:
  PartOfWindow() {
    add(test::ball_model(0.8f,
                         [&](Material& m) { m.flags = pmx::material_edge | pmx::material_ground_shadow; }));
    scene_.settings.skeleton = true;
    scene_.settings.background = vec4(0.0f, 0.0f, 1.0f, 1.0f);
  }

  /// Draws the scene into a part of a red framebuffer of 96x64.
  Image drawn(const Placement& placement) {
    OffscreenTarget target;
    EXPECT_TRUE(target.prepare(96, 64, 1));
    target.bind();
    glDisable(GL_SCISSOR_TEST);
    glClearColor(1.0f, 0.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    renderer_->draw(scene_, placement);
    EXPECT_FALSE(glIsEnabled(GL_SCISSOR_TEST)) << "the next picture would be cropped";
    target.resolve();
    return read_picture(96, 64, 1, true);
  }
};

constexpr test::Pixel untouched{255, 0, 0, 255};

TEST_F(PartOfWindow, PictureDoesNotDependOnItsPlace) {
  const Image left = drawn({{0, 0, 64, 64}, {0, 0, 64, 64}});
  const Image right = drawn({{32, 0, 64, 64}, {32, 0, 64, 64}});
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x)
      ASSERT_EQ(test::pixel(left, x, y), test::pixel(right, x + 32, y)) << x << ' ' << y;
    EXPECT_EQ(test::pixel(left, 64, y), untouched);
    EXPECT_EQ(test::pixel(right, 31, y), untouched);
  }
}

TEST_F(PartOfWindow, DrawsInsideTheVisiblePartOnly) {
  const Image whole = drawn({{0, 0, 64, 64}, {0, 0, 64, 64}});
  const Image part = drawn({{0, 0, 64, 64}, {20, 0, 10, 64}}),
              nothing = drawn({{0, 0, 64, 64}, {64, 0, 0, 64}});
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 96; ++x) {
      const bool seen = x >= 20 && x < 30;
      ASSERT_EQ(test::pixel(part, x, y), seen ? test::pixel(whole, x, y) : untouched) << x << ' ' << y;
      ASSERT_EQ(test::pixel(nothing, x, y), untouched) << x << ' ' << y;
    }
}

TEST_F(PartOfWindow, WhatIsDrawnAroundThePictureDoesNotChangeIt) {
  scene_.settings.self_shadow = true;
  const Image alone = drawn({{16, 8, 48, 40}, {16, 8, 48, 40}});
  const Image framed = drawn({{16, 8, 48, 40}, {0, 0, 96, 64}});
  int farthest = 0;
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 96; ++x) {
      const bool inside = x >= 16 && x < 64 && y >= 16 && y < 56;  // rows from the top
      const test::Pixel a = test::pixel(alone, x, y), b = test::pixel(framed, x, y);
      if (!inside) {
        EXPECT_NE(b, untouched) << x << ' ' << y;
        continue;
      }
      for (std::size_t i = 0; i < 4; ++i) farthest = std::max(farthest, std::abs(a[i] - b[i]));
    }
  EXPECT_LE(farthest, 2) << "of 255, at edges";
}

}  // namespace
}  // namespace mmd
