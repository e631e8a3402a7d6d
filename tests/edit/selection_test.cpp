#include "edit/selection.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd::edit {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Indices = std::vector<std::int32_t>;

TEST(Selection, TheLastSelectedBoneIsActive) {
  Selection s;
  EXPECT_EQ(s.active(), none);
  s.set(Indices{3, 1, 2, 3});
  EXPECT_THAT(s.bones(), ElementsAre(1, 2, 3));
  EXPECT_EQ(s.active(), 3);
  s.toggle(3);
  EXPECT_EQ(s.active(), 2);
  s.toggle(5);
  EXPECT_THAT(s.bones(), ElementsAre(1, 2, 5));
  s.add(Indices{1, 7});
  EXPECT_THAT(s.bones(), ElementsAre(2, 5, 1, 7));
  s.set(4);
  EXPECT_THAT(s.bones(), ElementsAre(4));
  s.set(none);
  EXPECT_TRUE(s.empty());
}

TEST(Selection, MatchesPatterns) {
  const struct {
    const char *name, *pattern;
    bool matches;
  } rows[] = {{"左人指１", "左*", true}, {"左人指１", "*指?", true}, {"左人指１", "*指1", true},  // width
              {"Arm_L", "arm_?", true},  {"右人指１", "左*", false}, {"左人指１２", "*指?", false},
              {"aXbXc", "a*b*c", true},  {"aXbX", "a*b*c", false},   {"", "*", true},
              {"a", "", false}};
  for (const auto& row : rows) EXPECT_EQ(matches(row.name, row.pattern), row.matches) << row.pattern;
  EXPECT_FALSE(matches(std::string(2000, 'a'), "*a*a*a*a*a*a*a*a*a*a*b")) << "many stars are not slow";
}

/// 上半身 - 首 - 頭 - 左目; 上半身 - 左手首 - 左親指; 下半身 - 左足, 左足ＩＫ
class FigureParts : public testing::Test {
 protected:
  FigureParts() {
    upper = b.bone("上半身");
    neck = b.bone("首", upper);
    head = b.bone("頭", neck);
    eye = b.bone("左目", head);
    wrist = b.bone("左手首", upper);
    thumb = b.bone("左親指", wrist);
    lower = b.bone("下半身");
    leg = b.bone("左足", lower);
    goal = b.bone("左足ＩＫ");
    b.ik(goal, leg, {leg});
    b.file.bones[1].name_english = b.text("Neck");
    b.morph<pmx::VertexOffset>("笑い", pmx::MorphType::vertex, {});
    b.file.morphs[0].panel = 2;
    b.morph<pmx::VertexOffset>("服", pmx::MorphType::vertex, {});
    b.file.morphs[1].panel = 4;
    model = b.model();
  }
  test::FileBuilder b;
  std::int32_t upper, neck, head, eye, wrist, thumb, lower, leg, goal;
  std::shared_ptr<const Model> model;
};

TEST_F(FigureParts, AreFoundInEitherLanguageAndTheTopmostAmongThem) {
  EXPECT_THAT(topmost(*model, Indices{thumb, wrist, leg}), ElementsAre(wrist, leg));
  EXPECT_THAT(bones_matching(*model, "neck"), ElementsAre(neck));
  EXPECT_THAT(bones_matching(*model, "左*"), ElementsAre(eye, wrist, thumb, leg, goal));
  EXPECT_THAT(bones_matching(*model, "半身"), ElementsAre(upper, lower));
  EXPECT_THAT(bones_matching(*model, ""), IsEmpty());
}

/// Quadratic time would take hours.
TEST(Selection, IsFastForLongChains) {
  constexpr std::int32_t count = 60'000;
  test::FileBuilder b;
  Indices all;
  for (std::int32_t i = 0; i < count; ++i) all.push_back(b.bone(std::to_string(i), i - 1));
  const auto model = b.model();
  Selection s;
  s.set(all);
  EXPECT_EQ(s.bones(), all);
  s.add(all);
  EXPECT_EQ(s.bones(), all);
  EXPECT_THAT(topmost(*model, all), ElementsAre(0));
  EXPECT_THAT(topmost(*model, Indices(all.begin() + count / 2, all.end())), ElementsAre(count / 2));
  EXPECT_THAT(parts_of(*model, BodyPart::upper_body).bones, IsEmpty());
}

TEST(Selection, FindsTheOtherSide) {
  test::FileBuilder b;
  const std::int32_t left = b.bone("左腕"), right = b.bone("右腕"), middle = b.bone("首");
  const std::int32_t alone = b.bone("左袖");
  const auto model = b.model();
  EXPECT_THAT(mirrored_bones(*model, Indices{left, middle}), ElementsAre(right, middle));
  EXPECT_THAT(mirrored_bones(*model, Indices{alone}), IsEmpty());
}

TEST_F(FigureParts, FollowStandardNames) {
  EXPECT_THAT(parts_of(*model, BodyPart::upper_body).bones,
              ElementsAre(upper, neck, head, eye, wrist, thumb));
  EXPECT_THAT(parts_of(*model, BodyPart::lower_body).bones, ElementsAre(lower, leg, goal));
  EXPECT_THAT(parts_of(*model, BodyPart::hands).bones, ElementsAre(wrist, thumb));
  EXPECT_THAT(parts_of(*model, BodyPart::face).bones, ElementsAre(head, eye));
  EXPECT_THAT(parts_of(*model, BodyPart::face).morphs, ElementsAre(0));
  EXPECT_THAT(parts_of(*model, BodyPart::hands).morphs, IsEmpty());
}

}  // namespace
}  // namespace mmd::edit
