#include <gmock/gmock.h>

#include "document/unmatched_names.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::shared_ptr<const Model> figure() {
  test::FileBuilder b;
  for (const char* name : {"センター", "左ひざ", "ネクタイ1"}) b.bone(name);
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {});
  return b.model();
}

std::string warned(const std::vector<std::string>& bones, const std::vector<std::string>& morphs = {}) {
  UnmatchedNames names;
  names.bones = bones;
  names.morphs = morphs;
  const auto warning = unmatched_warning(names, *figure(), "pose.vpd");
  return warning ? warning->what : "";
}

TEST(UnmatchedNames, StandardBonesComeFirstAndAccessoriesAreCounted) {
  std::vector<std::string> names{"前髪1", "スカート_1", "誰か", "左足ＩＫ"};
  for (int i = 0; i < 25; ++i) names.push_back("後髪" + std::to_string(i));
  EXPECT_EQ(warned(names), "29 bones that the model lacks: 左足ＩＫ, 誰か, and 27 of hair and skirt");
}

TEST(UnmatchedNames, WhereOnlyAccessoriesDifferNothingIsSaid) {
  EXPECT_EQ(warned({"前髪1", "スカート_1", "右袖"}), "");
  EXPECT_EQ(warned({}), "");
  EXPECT_EQ(warned({"前髪1"}, {"笑い"}), "1 morph that the model lacks: 笑い");
}

TEST(UnmatchedNames, AnAccessoryThatIsOnlyMisspeltIsNamed) {
  EXPECT_THAT(warned({"ﾈｸﾀｲ1"}), HasSubstr("did you mean ネクタイ1?"));
}

TEST(UnmatchedNames, OfManyTheFirstAreNamed) {
  std::vector<std::string> names;
  for (int i = 0; i < 20; ++i) names.push_back("骨" + std::string(1, static_cast<char>('a' + i)));
  EXPECT_THAT(warned(names), HasSubstr("and 12 more"));
  EXPECT_THAT(warned(names), Not(HasSubstr("骨t")));
}

}  // namespace
}  // namespace mmd
