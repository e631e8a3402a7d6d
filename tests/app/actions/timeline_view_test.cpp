#include "app/actions/timeline_view.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::FloatEq;
using testing::IsEmpty;

std::vector<float> marks(const std::vector<std::uint32_t>& keys, const FrameScale& scale, float apart) {
  std::vector<float> out{-1.0f};
  marks_of(keys, scale, apart, out);
  return out;
}

TEST(MarksOf, PlacesMarksAtTheirFrames) {
  EXPECT_THAT(marks({0, 5, 30, 60, 61}, {0.0, 60.0, 120.0f}, 1.0f),
              ElementsAre(FloatEq(0.0f), FloatEq(10.0f), FloatEq(60.0f), FloatEq(120.0f)));
  EXPECT_THAT(marks({0, 5, 30, 60, 61}, {20.0, 20.0, 100.0f}, 1.0f), ElementsAre(FloatEq(50.0f)));
  EXPECT_THAT(marks({}, {0.0, 60.0, 120.0f}, 1.0f), IsEmpty());
}

TEST(MarksOf, MergesMarksThatOverlap) {
  std::vector<std::uint32_t> keys(1'000'000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::uint32_t>(i);
  const FrameScale scale{0.0, 1'000'000.0, 500.0f};
  const auto there = marks(keys, scale, 2.0f);
  EXPECT_LE(there.size(), 251u);
  EXPECT_GE(there.size(), 249u);
  EXPECT_FLOAT_EQ(there.front(), 0.0f);
  for (std::size_t i = 1; i < there.size(); ++i) EXPECT_GE(there[i] - there[i - 1], 1.99f);
}

TEST(RulerStep, IsARoundNumberThatLeavesRoom) {
  EXPECT_EQ(ruler_step({0.0, 10.0, 1000.0f}, 50.0f), 1u);
  EXPECT_EQ(ruler_step({0.0, 100.0, 1000.0f}, 50.0f), 5u);
  EXPECT_EQ(ruler_step({0.0, 260.0, 600.0f}, 60.0f), 50u);
  EXPECT_EQ(ruler_step({0.0, 4e9, 600.0f}, 60.0f), 500'000'000u);
}

TEST(TimelineView, ShowsTheWholeMotionUntilZoomed) {
  TimelineView view;
  EXPECT_EQ(view.scale(260, 100.0f).shown, 260.0);
  view.move(50.0, 260);
  EXPECT_EQ(view.scale(260, 100.0f).first, 0.0);
  view.zoom(0.5, 65.0, 260);
  const FrameScale half = view.scale(260, 100.0f);
  EXPECT_DOUBLE_EQ(half.shown, 130.0);
  EXPECT_FLOAT_EQ(half.x_of(65.0), 25.0f) << "it stays where it is";
  view.zoom(1e-9, 65.0, 260);
  EXPECT_EQ(view.scale(260, 100.0f).shown, 10.0) << "a few frames stay in sight";
  view.zoom(1e9, 65.0, 260);
  EXPECT_TRUE(view.shows_all());
}

TEST(TimelineView, StaysWithinTheMotion) {
  TimelineView view;
  view.zoom(0.25, 0.0, 400);
  view.move(-50.0, 400);
  EXPECT_EQ(view.scale(400, 1.0f).first, 0.0);
  view.move(5000.0, 400);
  EXPECT_EQ(view.scale(400, 1.0f).first, 300.0);
  EXPECT_EQ(view.scale(150, 1.0f).first, 50.0) << "another motion is shorter";
  EXPECT_EQ(view.scale(50, 1.0f).shown, 50.0);
  EXPECT_EQ(view.scale(0, 1.0f).shown, 1.0);
}

TEST(TimelineView, FollowsTheFrameUnlessTheUserScrolled) {
  TimelineView view;
  view.zoom(0.25, 0.0, 400);  // 0 to 100
  view.follow(90.0, 400);
  EXPECT_EQ(view.scale(400, 1.0f).first, 0.0);
  view.follow(101.0, 400);
  EXPECT_EQ(view.scale(400, 1.0f).first, 101.0);
  view.move(-101.0, 400);
  view.follow(101.0, 400);
  EXPECT_EQ(view.scale(400, 1.0f).first, 0.0) << "it has not moved";
  view.follow(50.0, 400);
  EXPECT_EQ(view.scale(400, 1.0f).first, 0.0);
  view.move(300.0, 400);
  view.follow(20.0, 400);
  EXPECT_EQ(view.scale(400, 1.0f).first, 20.0);
}

}  // namespace
}  // namespace mmd
