#include "annotations/label_makers.h"
#include "tests/annotations/label_fixture.h"
#include "tests/support/png_values.h"

namespace mmd {
namespace {

using test::PngValues;

class LinesLabel : public test::LabelTest {
 protected:
  PngValues lines() { return test::png_values(bytes_of(look("lines"), ".lines.png")); }
};

TEST_F(LinesLabel, DrawsOutlinesInBlackOnWhite) {
  add(test::square_model(vec3(0.0f), 0.5f));
  const PngValues values = lines();
  EXPECT_EQ(values.at(32, 32, 0), 255) << "within";
  EXPECT_EQ(values.at(2, 2, 0), 255) << "outside";
  int darkest = 255;
  for (int x = 8; x < 32; ++x) darkest = std::min(darkest, values.at(x, 32, 0));
  EXPECT_LT(darkest, 30) << "the left side";
}

TEST_F(LinesLabel, DrawsLinesBetweenMaterialsButNotWithinSkin) {
  const auto middle = [&](const char* left, const char* right) {
    scene_.actors.clear();
    add(test::squares_model({{{-0.5f, 0.0f, 0.0f}, 0.5f, [&](Material& m) { m.name = left; }},
                             {{0.5f, 0.0f, 0.0f}, 0.5f, [&](Material& m) { m.name = right; }}}));
    const PngValues values = lines();
    return std::min(values.at(31, 32, 0), values.at(32, 32, 0));
  };
  EXPECT_LT(middle("服", "肌"), 60);
  EXPECT_EQ(middle("顔", "肌"), 255);
}

}  // namespace
}  // namespace mmd
