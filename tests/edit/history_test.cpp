#include "edit/history.h"

#include <gtest/gtest.h>

namespace mmd::edit {
namespace {

Step pose_step(std::int32_t bone = 0) {
  Step step;
  step.delta.bones.push_back({bone, {}, {vec3(1.0f), identity_rotation()}});
  return step;
}

History with(std::initializer_list<Step> steps, const HistoryLimits& limits = {}) {
  History history(limits);
  for (const Step& step : steps) history.push(step);
  return history;
}

TEST(History, ForgetsWhatWasUndoneWhenSomethingNewIsDone) {
  History history = with({pose_step(0), pose_step(1), pose_step(2)});
  history.set_position(1);
  EXPECT_EQ(history.size(), 3u) << "undone steps stay in the list";
  history.push(pose_step(7));
  ASSERT_EQ(history.size(), 2u);
  EXPECT_EQ(history.position(), 2u);
  EXPECT_EQ(history[1].delta.bones[0].index, 7);
  EXPECT_EQ(history[0].info.number, 1u);
  EXPECT_EQ(history[1].info.number, 4u) << "numbers are not given twice";
}

TEST(History, ForgetsTheOldestBeyondItsLimitsButNeverTheNewest) {
  History few = with({pose_step(0), pose_step(1), pose_step(2)}, {2, 1 << 20});
  ASSERT_EQ(few.size(), 2u);
  EXPECT_EQ(few[0].delta.bones[0].index, 1);
  EXPECT_EQ(few.position(), 2u);
  const std::size_t one = pose_step().bytes();
  History small = with({pose_step(0), pose_step(1), pose_step(2)}, {100, one * 2 + one / 2});
  EXPECT_EQ(small.size(), 2u);
  EXPECT_EQ(small.bytes(), 2 * one);
  History none_fits = with({pose_step(0), pose_step(1)}, {100, 1});
  ASSERT_EQ(none_fits.size(), 1u);
  EXPECT_EQ(none_fits[0].delta.bones[0].index, 1);
}

}  // namespace
}  // namespace mmd::edit
