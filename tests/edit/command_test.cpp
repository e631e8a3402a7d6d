#include "edit/command.h"

#include <set>

#include <gtest/gtest.h>

#include "edit/history.h"
#include "tests/edit/random_commands.h"

namespace mmd::edit {
namespace {

TEST(Commands, HaveAnIdOfTheirOwnAndWords) {
  std::set<std::string_view> ids, words;
  for (int k = 0; k < static_cast<int>(CommandKind::count); ++k) {
    const auto kind = static_cast<CommandKind>(k);
    EXPECT_FALSE(id_of(kind).empty());
    EXPECT_FALSE(words_of(kind).empty());
    ids.insert(id_of(kind));
    words.insert(words_of(kind));
  }
  EXPECT_EQ(ids.size(), static_cast<std::size_t>(CommandKind::count));
  EXPECT_EQ(words.size(), ids.size());
}

TEST(Commands, AreOfTheirKind) {
  EXPECT_EQ(kind_of(RotateBone{}), CommandKind::rotate_bone);
  EXPECT_EQ(kind_of(MoveBone{}), CommandKind::move_bone);
  EXPECT_EQ(kind_of(SetBones{}), CommandKind::set_bones);
  EXPECT_EQ(kind_of(SetMorph{}), CommandKind::set_morph);
  EXPECT_EQ(kind_of(SetIk{}), CommandKind::set_ik);
  EXPECT_EQ(kind_of(Reset{}), CommandKind::reset);
  EXPECT_EQ(kind_of(Mirror{}), CommandKind::mirror);
  EXPECT_EQ(kind_of(Blend{}), CommandKind::blend);
  EXPECT_EQ(kind_of(TakeParts{}), CommandKind::take_parts);
  EXPECT_EQ(kind_of(Paste{}), CommandKind::paste);
  EXPECT_EQ(kind_of(SetLook{}), CommandKind::set_look);
}

TEST(Commands, SayWhatTheyAreDoneTo) {
  const auto model = test::puppet();
  const auto label = [&](const Command& c) { return label_of({deed_of(c), subject_of(c, *model), 0}); };
  const std::int32_t arm = model->find_bone("左腕"), face = model->find_morph("あ");
  EXPECT_EQ(label(RotateBone{arm, identity_rotation()}), "Turn 左腕");
  EXPECT_EQ(label(SetBones{{{arm, {}, {}}, {0, {}, {}}, {1, {}, {}}}}), "Turn and move 3 bones");
  EXPECT_EQ(label(SetBones{{{arm, {}, identity_rotation()}}}), "Turn 左腕");
  EXPECT_EQ(label(SetBones{{{arm, vec3(1), {}}, {0, vec3(1), {}}}}), "Move 2 bones");
  EXPECT_EQ(label(SetBones{{{arm, vec3(1), {}}, {0, {}, identity_rotation()}}}), "Turn and move 2 bones");
  EXPECT_EQ(label(SetMorph{face, 1.0f}), "Set morph あ");
  EXPECT_EQ(label(SetIk{0, false}), "Switch IK 左足ＩＫ off");
  EXPECT_EQ(label(Mirror{whole_pose()}), "Mirror");
  EXPECT_EQ(label(Reset{{false, {arm, 0}, {face}}}), "Reset 2 bones, あ");
  EXPECT_EQ(label(Blend{{}, 0.25f, whole_pose(), "peace.vpd"}), "Blend peace.vpd, 25 %");
  EXPECT_EQ(label(Paste{{}, false, "peace.vpd"}), "Paste peace.vpd");
  EXPECT_EQ(label(SetLook{nullptr, "edges off"}), "Change the look edges off");
}

}  // namespace
}  // namespace mmd::edit
