#include "edit/command.h"

#include <set>

#include <gtest/gtest.h>

#include "edit/history.h"
#include "tests/edit/random_commands.h"

namespace mmd::edit {
namespace {

TEST(Commands, HaveDistinctNames) {
  std::set<std::string_view> words;
  for (int k = 0; k < static_cast<int>(CommandKind::count); ++k)
    words.insert(words_of(static_cast<CommandKind>(k)));
  EXPECT_EQ(words.size(), static_cast<std::size_t>(CommandKind::count));
  EXPECT_EQ(words.count(""), 0u);
}

TEST(Commands, HaveLabelsWithTheirTargets) {
  const auto model = test::puppet();
  const auto label = [&](const Command& c) { return label_of({deed_of(c), subject_of(c, *model), 0}); };
  const std::int32_t arm = model->find_bone("左腕"), face = model->find_morph("あ");
  EXPECT_EQ(label(RotateBone{arm, identity_rotation()}), "Rotate 左腕");
  EXPECT_EQ(label(SetBones{{{arm, {}, {}}, {0, {}, {}}, {1, {}, {}}}}), "Rotate and move 3 bones");
  EXPECT_EQ(label(SetBones{{{arm, {}, identity_rotation()}}}), "Rotate 左腕");
  EXPECT_EQ(label(SetBones{{{arm, vec3(1), {}}, {0, vec3(1), {}}}}), "Move 2 bones");
  EXPECT_EQ(label(SetBones{{{arm, vec3(1), {}}, {0, {}, identity_rotation()}}}), "Rotate and move 2 bones");
  EXPECT_EQ(label(SetMorph{face, 1.0f}), "Set morph あ");
  EXPECT_EQ(label(SetIk{0, false}), "Switch IK 左足ＩＫ off");
  EXPECT_EQ(label(Mirror{whole_pose()}), "Mirror");
  EXPECT_EQ(label(Reset{{false, {arm, 0}, {face}}}), "Reset 2 bones, あ");
  EXPECT_EQ(label(Blend{{}, 0.25f, whole_pose(), "peace.vpd"}), "Blend peace.vpd, 25 %");
  EXPECT_EQ(label(Paste{{}, false, "peace.vpd"}), "Paste peace.vpd");
  EXPECT_EQ(label(SetLook{nullptr, "edges off"}), "Change edges off");
}

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

TEST(History, DropsUndoneStepsOnANewStep) {
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

TEST(History, DropsTheOldestStepsBeyondItsLimits) {
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
