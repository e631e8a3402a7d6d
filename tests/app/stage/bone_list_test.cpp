#include "app/stage/bone_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/text/ui_strings.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// センター - 上半身 - 頭; 腕 in no frame, appended to 頭.
class BoneList : public testing::Test {
 protected:
  BoneList() {
    b.bone("センター");
    b.bone("腕");
    b.bone("上半身", 0);
    b.bone("頭", 2);
    b.append(1, 3, 0.5f);
    b.file.bones[3].name_english = b.text("Head");
    pmx::DisplayFrame frame;
    frame.name = b.text("体(上)");
    frame.items = {{0, 3}, {0, 2}, {0, 0}};
    b.file.display_frames.push_back(frame);
    model = b.model();
  }
  std::vector<std::int32_t> bones(bool tree, std::string_view search) const {
    std::vector<std::int32_t> out;
    for (const BoneLine& line : bone_lines(*model, tree, search, Language::english)) out.push_back(line.bone);
    return out;
  }
  test::FileBuilder b;
  std::shared_ptr<const Model> model;
};

TEST_F(BoneList, FindsNamesByRomaji) {
  EXPECT_THAT(bones(true, "jouhan"), ElementsAre(2));
  EXPECT_THAT(bones(true, "ude"), ElementsAre(1));
}

TEST_F(BoneList, ListsBonesByDisplayFrame) {
  EXPECT_THAT(bones(false, ""), ElementsAre(none, 3, 2, 0, none, 1));
  const auto lines = bone_lines(*model, false, "", Language::english);
  EXPECT_EQ(lines[0].heading, "体(上)");
  EXPECT_EQ(lines[0].bones, 3u);
  EXPECT_EQ(lines[4].heading, ui_strings::bones_in_no_frame.english);
}

TEST_F(BoneList, ATreeHasChildrenBelowTheirParents) {
  EXPECT_THAT(bones(true, ""), ElementsAre(0, 2, 3, 1));
  EXPECT_EQ(bone_lines(*model, true, "", Language::english)[2].depth, 2);
}

TEST_F(BoneList, BonesAreSearchedInBothLanguages) {
  EXPECT_THAT(bones(true, "HEAD"), ElementsAre(3));
  EXPECT_THAT(bones(false, "半身"), ElementsAre(none, 2));
  EXPECT_TRUE(bones(false, "nothing").empty());
}

TEST_F(BoneList, ARangeGoesFromOneLineToAnother) {
  const auto lines = bone_lines(*model, false, "", Language::english);
  EXPECT_THAT(bones_between(lines, 3, 0), ElementsAre(3, 2, 0));
  EXPECT_THAT(bones_between(lines, 1, 2), ElementsAre(1, 0, 2)) << "the one that was clicked last";
  EXPECT_THAT(bones_between(lines, 77, 2), ElementsAre(2));
}

TEST_F(BoneList, FactsNameTheSourceOfAnAppendWithItsRatio) {
  EXPECT_THAT(bone_facts(*model, 1, Language::english), Contains(HasSubstr("頭 × 0.5")));
  EXPECT_THAT(bone_facts(*model, 3, Language::english), Contains("Head"));
}

std::shared_ptr<const Model> model_with(bool inoperable_bone) {
  test::FileBuilder b;
  b.bone("腕");
  b.bone("袖");
  b.square({0, 10, 0}, 1, 0);
  b.material();
  if (inoperable_bone) b.file.bones[1].flags &= static_cast<std::uint16_t>(~pmx::bone_operable);
  return b.model();
}

/// The bones shown after each of three steps: -, operable or all.
std::string steps_of(RenderSettings look, const Model* model) {
  std::string out;
  for (int i = 0; i < 3; ++i) {
    show_next_bones(look, model);
    out += !look.skeleton ? "- " : look.operable_bones ? "operable " : "all ";
  }
  return out;
}

TEST(BonesShown, CyclePosableAllNone) {
  const auto model = model_with(true);
  EXPECT_EQ(bones_not_operable(model.get()), 1);
  EXPECT_EQ(steps_of({}, model.get()), "operable all - ");
  RenderSettings all;
  all.skeleton = true;  // as --skeleton has it
  EXPECT_EQ(steps_of(all, model.get()), "- operable all ");
  const auto posable = model_with(false);
  for (const Model* shown : {posable.get(), static_cast<const Model*>(nullptr)}) {
    EXPECT_EQ(steps_of({}, shown), "operable - operable ");
    EXPECT_EQ(bones_not_operable(shown), 0);
  }
}

}  // namespace
}  // namespace mmd
