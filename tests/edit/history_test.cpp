#include "edit/history.h"

#include <gtest/gtest.h>

namespace mmd::edit {
namespace {

Step pose_step(std::int32_t bone = 0) {
  Step step;
  step.delta.bones.push_back({bone, {}, {vec3(1.0f), identity_rotation()}});
  return step;
}
Step look_step() {
  Step step;
  step.delta.changes_look = true;
  step.delta.look_after = look_of(1);
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

TEST(History, IsSavedWhereItWasMarked) {
  History history = with({pose_step(), pose_step()});
  EXPECT_FALSE(history.is_saved()) << "never marked";
  history.mark_saved();
  EXPECT_TRUE(history.is_saved());
  history.set_position(1);
  EXPECT_FALSE(history.is_saved()) << "undone";
  history.set_position(2);
  EXPECT_TRUE(history.is_saved()) << "and done again";
  history.push(look_step());
  EXPECT_TRUE(history.is_saved()) << "the look is not in the pose's file";
  history.push(pose_step());
  EXPECT_FALSE(history.is_saved());
}

TEST(History, IsNeverSavedAgainWhenTheMarkedStepIsForgotten) {
  History undone = with({pose_step(), pose_step()});
  undone.mark_saved();
  undone.set_position(1);
  undone.push(pose_step());
  EXPECT_FALSE(undone.is_saved()) << "as many steps as when it was saved, but another one";
  History old = with({pose_step()}, {2, 1 << 20});
  old.mark_saved();
  for (int i = 0; i < 3; ++i) old.push(pose_step());
  for (std::size_t p = 0; p <= old.size(); ++p) {
    old.set_position(p);
    EXPECT_FALSE(old.is_saved()) << p;
  }
}

TEST(History, KeepsTheMarkWhereOnlyLooksAreForgotten) {
  History undone = with({pose_step(), look_step()});
  undone.mark_saved();
  undone.set_position(1);
  undone.push(look_step());
  EXPECT_TRUE(undone.is_saved());
  History old = with({}, {2, 1 << 20});
  old.mark_saved();
  for (int i = 0; i < 3; ++i) old.push(look_step());
  EXPECT_TRUE(old.is_saved());
  old.push(pose_step());
  EXPECT_FALSE(old.is_saved());
}

}  // namespace
}  // namespace mmd::edit
