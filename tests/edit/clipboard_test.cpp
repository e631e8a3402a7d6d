#include "edit/clipboard.h"

#include <cmath>
#include <random>

#include <gmock/gmock.h>

#include "tests/edit/random_commands.h"

namespace mmd::edit {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> names(const vpd::File& file) {
  std::vector<std::string> out;
  for (const vpd::Bone& b : file.bones) out.push_back(b.name);
  for (const vpd::Morph& m : file.morphs) out.push_back(m.name);
  return out;
}

TEST(Copy, ContainsPosedPartsOrAll) {
  const auto model = test::puppet();
  Pose pose(*model);
  const auto arm = model->find_bone("左腕"), neck = model->find_bone("首"), face = model->find_morph("あ");
  pose.rotation[static_cast<std::size_t>(arm)] = quat(0, 0, 1, 0);
  pose.translation[static_cast<std::size_t>(neck)] = vec3(1, 2, 3);
  pose.morph_weights[static_cast<std::size_t>(face)] = 0.5f;
  const auto names_of = [&](const Parts& parts, Mentions mentions) {
    return names(copied(pose, *model, parts, mentions).value());
  };
  EXPECT_THAT(names_of(whole_pose(), Mentions::posed), testing::ElementsAre("左腕", "首", "あ"));
  const auto all = copied(pose, *model, whole_pose(), Mentions::all).value();
  EXPECT_EQ(all.bones.size(), model->bone_count() - 1) << "the second 首 cannot be named";
  EXPECT_EQ(all.morphs.size(), model->morphs.size());
  EXPECT_EQ(all.bone_count, static_cast<std::int64_t>(all.bones.size()));
  const Parts some{false, {neck + 1, neck, 0}, {face, 0}};
  EXPECT_THAT(names_of(some, Mentions::posed), testing::ElementsAre("首", "あ"));
  EXPECT_THAT(names_of(some, Mentions::all), testing::ElementsAre("センター", "首", "ウィンク", "あ"));
  EXPECT_THAT(names_of({false, {neck + 1}, {}}, Mentions::all), testing::IsEmpty());
  EXPECT_FALSE(copied(pose, *model, {false, {-1}, {}}, Mentions::all));
  EXPECT_FALSE(copied(pose, *model, {false, {}, {99}}, Mentions::posed));
}

TEST(Copy, RoundTripsThroughPaste) {
  std::mt19937 random(1);
  const auto model = test::puppet();
  for (int i = 0; i < 50; ++i) {
    const Pose pose = test::random_pose(random, *model);
    const auto text = text_of(copied(pose, *model, whole_pose(), Mentions::all).value());
    ASSERT_TRUE(text);
    EXPECT_THAT(*text, HasSubstr("左腕")) << "clipboards hold UTF-8";
    auto pasted = paste_of(*text, false);
    ASSERT_TRUE(pasted);
    EXPECT_TRUE(pasted->diagnostics.empty());
    const auto change = performed(pasted->command, *model, EditState(*model));
    ASSERT_TRUE(change);
    EXPECT_TRUE(change->lacking.bones.empty() && change->lacking.morphs.empty());
    for (std::size_t b = 0; b < model->bone_count(); ++b) {
      if (model->find_bone(model->skeleton.bones[b].name) != static_cast<std::int32_t>(b)) continue;
      EXPECT_LT(glm::length(change->state.pose.translation[b] - pose.translation[b]), 2e-6f);
      EXPECT_GT(std::abs(glm::dot(change->state.pose.rotation[b], pose.rotation[b])), 0.999999f);
    }
    const auto again = text_of(copied(change->state.pose, *model, whole_pose(), Mentions::all).value());
    auto twice = paste_of(*again, false);
    ASSERT_TRUE(twice);
    ASSERT_EQ(twice->command.file.bones.size(), pasted->command.file.bones.size());
  }
}

TEST(Paste, RejectsTextThatIsNoPose) {
  for (const char* text : {"", "hello", "Bone0{首", "{\"pose\": 1}", "PMX \x02"}) {
    const auto pasted = paste_of(text, false);
    ASSERT_FALSE(pasted) << text;
    EXPECT_THAT(describe(pasted.error()), HasSubstr("not a pose"));
  }
  const auto damaged = paste_of(
      "Vocaloid Pose Data file\r\n\r\nmodel.osm;\r\n1;\r\n\r\nBone0{首\r\n 0,abc,0;\r\n 0,0,0,1;\r\n}\r\n",
      false);
  ASSERT_FALSE(damaged);
  EXPECT_THAT(describe(damaged.error()), HasSubstr("line 7"));
}

TEST(Paste, AcceptsByteOrderMarksAndBlankLines) {
  const auto pasted = paste_of(
      "\xEF\xBB\xBF\n\nVocaloid Pose Data file\n\nmodel.osm;\n2;\n\nBone0{首\n 1,2,3;\n 0,0,0,1;\n}\n", true);
  ASSERT_TRUE(pasted) << describe(pasted.error());
  EXPECT_TRUE(pasted->command.keep_others);
  EXPECT_EQ(pasted->command.file.bones.size(), 1u);
  EXPECT_EQ(pasted->diagnostics.size(), 1u) << "two blocks are declared";
}

}  // namespace
}  // namespace mmd::edit
