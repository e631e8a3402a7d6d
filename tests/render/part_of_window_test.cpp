// Pictures that are drawn into a part of the framebuffer.

#include <GL/glew.h>

#include "render/framebuffer.h"
#include "render/readback.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

class PartOfWindow : public test::RenderTest {
 protected:
  PartOfWindow() {
    test::ModelBuilder builder;
    builder.ball(0.8f);
    builder.material().flags = pmx::material_edge | pmx::material_ground_shadow;
    add(builder.finish());
    scene_.settings.skeleton = true;
    scene_.settings.background = vec4(0.0f, 0.0f, 1.0f, 1.0f);
  }

  /// A red framebuffer of 96 x 64 with the scene in a part of it.
  Image drawn(const Placement& placement) {
    OffscreenTarget target;
    EXPECT_TRUE(target.prepare(96, 64, 1));
    target.bind();
    glDisable(GL_SCISSOR_TEST);
    glClearColor(1.0f, 0.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    renderer_->draw(scene_, placement);
    EXPECT_FALSE(glIsEnabled(GL_SCISSOR_TEST)) << "what is drawn next would be cut";
    target.resolve();
    return read_picture(96, 64, 1, true);
  }
};

constexpr test::Pixel red{255, 0, 0, 255};

TEST_F(PartOfWindow, APictureIsTheSameWhereverItLies) {
  const Image left = drawn({{0, 0, 64, 64}, {0, 0, 64, 64}});
  const Image right = drawn({{32, 0, 64, 64}, {32, 0, 64, 64}});
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x)
      ASSERT_EQ(test::pixel(left, x, y), test::pixel(right, x + 32, y)) << x << ' ' << y;
    EXPECT_EQ(test::pixel(left, 64, y), red);
    EXPECT_EQ(test::pixel(right, 31, y), red);
  }
}

TEST_F(PartOfWindow, NothingOutsideWhatIsSeenIsTouched) {
  const Image whole = drawn({{0, 0, 64, 64}, {0, 0, 64, 64}});
  const Image part = drawn({{0, 0, 64, 64}, {20, 0, 10, 64}});
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 96; ++x) {
      const bool seen = x >= 20 && x < 30;
      ASSERT_EQ(test::pixel(part, x, y), seen ? test::pixel(whole, x, y) : red) << x << ' ' << y;
    }
  }
}

TEST_F(PartOfWindow, AnEmptyPlaceIsLeftAlone) {
  const Image image = drawn({{0, 0, 64, 64}, {64, 0, 0, 64}});
  for (int x = 0; x < 96; ++x) EXPECT_EQ(test::pixel(image, x, 30), red);
}

}  // namespace
}  // namespace mmd
