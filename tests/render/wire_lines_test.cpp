#include "render/wire_lines.h"

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;

class WireLines : public test::RenderTest {
 protected:
  WireLines() { scene_.settings.shading = Shading::wire; }
};

TEST_F(WireLines, AreAsManyPixelsWideAsAPictureHasThousands) {
  ModelBuilder builder;
  builder.square(vec3(0.0f), 0.5f);
  builder.material();
  add(builder.finish());
  constexpr int size = 3072;
  const Image image = render(size);
  int wide = 0;
  for (int x = size / 4 - 20; x < size / 4 + 20; ++x)  // across the left side
    wide += test::pixel(image, x, size * 3 / 8)[3] > 127 ? 1 : 0;
  EXPECT_EQ(wide, size / 1024);
}

}  // namespace
}  // namespace mmd
