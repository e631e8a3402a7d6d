#include "edit/command.h"

#include <set>

#include <gtest/gtest.h>

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
  const auto label = [&](const Command& c) {
    const std::string subject = subject_of(c, *model);
    return std::string(words_of(deed_of(c))) + (subject.empty() ? "" : " " + subject);
  };
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
}

}  // namespace
}  // namespace mmd::edit
