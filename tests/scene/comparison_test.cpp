#include "scene/comparison.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

/// Two squares on two bones.
std::unique_ptr<Actor> two_squares() {
  test::FileBuilder b;
  b.bone("センター");
  b.bone("腕", 0, {2, 0, 0});
  b.bone("足", 0, {-2, 0, 0});
  b.square({2, 0, 0}, 1, 1);
  b.square({-2, 0, 0}, 1, 2);
  b.material();
  return std::make_unique<Actor>(b.model(), std::make_shared<TextureSet>());
}

TEST(Comparison, BeginsWithStatesThatAgree) {
  const auto actor = two_squares();
  Comparison c(*actor);
  c.measure(*actor, Light{});
  EXPECT_EQ(c.moved, 0u);
  EXPECT_EQ(c.largest, 0.0f);
}

TEST(Comparison, IsMeasuredAgainAfterEitherStateChanged) {
  const auto actor = two_squares();
  Comparison c(*actor);
  c.other->pose.translation[1] = vec3(0, 3, 0);
  c.other->evaluate();
  c.measure(*actor, Light{});
  EXPECT_EQ(c.moved, 4u);
  EXPECT_NEAR(c.largest, 3.0f, 1e-5f);
  const vec4 hot = c.heat->uv1()[0];
  EXPECT_EQ(c.heat->uv1()[4].r, c.heat->uv1()[4].g) << "what stands still is grey";

  actor->pose.translation[1] = vec3(0, 3, 0);
  actor->pose.translation[2] = vec3(0, 0, 1);
  actor->evaluate();
  const std::uint64_t before = c.heat->uv1_state().version;
  c.measure(*actor, Light{});
  EXPECT_NEAR(c.largest, 1.0f, 1e-5f);
  EXPECT_EQ(c.heat->uv1()[4], hot);
  EXPECT_EQ(c.heat->uv1()[0].r, c.heat->uv1()[0].g);
  EXPECT_NE(c.heat->uv1_state().version, before) << "or it would not be uploaded";
  EXPECT_EQ(c.heat->posed_positions()[4], actor->posed_positions()[4]);
}

TEST(Comparison, HeatRunsFromBlueToRed) {
  EXPECT_EQ(heat_colour(0.0f), vec3(0.82f));
  EXPECT_GT(heat_colour(0.01f).b, heat_colour(0.01f).r);
  EXPECT_GT(heat_colour(1.0f).r, heat_colour(1.0f).b);
  EXPECT_EQ(heat_colour(2.0f), heat_colour(1.0f));
}

TEST(Comparison, TheLegendGoesFromNothingToTheLargest) {
  const auto marks = heat_marks(1.5f);
  EXPECT_EQ(marks.front().text, "0");
  EXPECT_EQ(marks[1].text, "0.750");
  EXPECT_EQ(marks.back().text, "1.500");
  EXPECT_EQ(marks.back().share, 1.0f);
}

}  // namespace
}  // namespace mmd
