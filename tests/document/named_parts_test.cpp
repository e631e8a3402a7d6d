#include "document/named_parts.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

TEST(NamedParts, AreFoundInJapaneseFirstAndThenInEnglish) {
  test::FileBuilder b;
  b.bone("head");
  b.bone("頭");
  b.bone("首");
  b.file.bones[1].name_english = b.text("head");
  b.file.bones[2].name_english = b.text("neck");
  b.morph<pmx::VertexOffset>("まばたき", pmx::MorphType::vertex, {});
  b.file.morphs[0].name_english = b.text("blink");
  const auto model = b.model();
  EXPECT_EQ(find_bone_called(*model, "head"), 0);
  EXPECT_EQ(find_bone_called(*model, "頭"), 1);
  EXPECT_EQ(find_bone_called(*model, "neck"), 2);
  EXPECT_EQ(model->find_bone("neck"), none) << "files name bones in Japanese";
  EXPECT_EQ(find_morph_called(*model, "blink"), 0);
  EXPECT_EQ(find_bone_called(*model, ""), none) << "most have no English name";
}

}  // namespace
}  // namespace mmd
