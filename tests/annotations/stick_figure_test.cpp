// The stick figure that openpose_label.h draws.

#include <algorithm>

#include "annotations/openpose_label.h"
#include "tests/annotations/label_fixture.h"
#include "tests/support/png_values.h"

namespace mmd {
namespace {

using Rgb = std::array<int, 3>;

class StickFigure : public test::LabelTest {
 protected:
  static Rgb colour_at(const test::PngValues& png, const glm::dvec2& at) {
    const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
    return {png.at(x, y, 0), png.at(x, y, 1), png.at(x, y, 2)};
  }
};

TEST_F(StickFigure, HasControlNetsColoursAtPointsAndDarkerOnesBetween) {
  constexpr int size = 512;
  add_figure("standing", size, size);
  const LabelSource source = look("openpose", size, size);
  const auto png = test::png_values(bytes_of(source, ".openpose.png"));
  ASSERT_EQ(png.width, size);
  EXPECT_EQ(png.channels, 3);
  const auto body = openpose_body(keypoints_of(source, *people_in(source).front()), OpenposeBody::coco_18);
  const std::pair<std::size_t, Rgb> points[] = {{0, {255, 0, 0}},  {1, {255, 85, 0}},  {3, {255, 255, 0}},
                                                {6, {0, 255, 0}},  {9, {0, 255, 255}}, {10, {0, 170, 255}},
                                                {12, {0, 0, 255}}, {13, {85, 0, 255}}, {17, {255, 0, 85}}};
  for (const auto& [index, colour] : points) EXPECT_EQ(colour_at(png, body[index].pixel), colour) << index;
  const auto middle = [&](std::size_t a, std::size_t b) { return (body[a].pixel + body[b].pixel) * 0.5; };
  EXPECT_EQ(colour_at(png, middle(2, 3)), (Rgb{153, 102, 0})) << "the right upper arm";
  EXPECT_EQ(colour_at(png, middle(12, 13)), (Rgb{0, 51, 153})) << "the left shin";
  EXPECT_EQ(colour_at(png, {2.0, 2.0}), (Rgb{0, 0, 0}));
}

TEST_F(StickFigure, GrowsWithThePicture) {
  const auto share = [&](int size) {
    scene_.actors.clear();
    add_figure("standing", size, size);
    const auto png = test::png_values(bytes_of(look("openpose", size, size), ".openpose.png"));
    int lit = 0;
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x) lit += colour_at(png, glm::dvec2(x, y)) != Rgb{0, 0, 0} ? 1 : 0;
    return static_cast<double>(lit) / (size * size);
  };
  EXPECT_NEAR(share(256), share(512), 0.15 * share(512));
}

TEST_F(StickFigure, WithoutPeopleIsBlack) {
  test::ModelBuilder builder;
  add(builder.finish());
  const auto png = test::png_values(bytes_of(look("openpose"), ".openpose.png"));
  EXPECT_TRUE(std::all_of(png.values.begin(), png.values.end(), [](int v) { return v == 0; }));
}

}  // namespace
}  // namespace mmd
