#include <gtest/gtest.h>

#include "app/stage/bone_list.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

std::shared_ptr<const Model> model_with(bool inoperable_bone) {
  test::FileBuilder b;
  b.bone("腕");
  b.bone("袖");
  b.square({0, 10, 0}, 1, 0);
  b.material();
  if (inoperable_bone) b.file.bones[1].flags &= static_cast<std::uint16_t>(~pmx::bone_operable);
  return b.model();
}

TEST(BonesShown, ThoseThatOneMovesComeFirstAndThenAll) {
  const auto model = model_with(true);
  RenderSettings look;
  show_next_bones(look, model.get());
  EXPECT_TRUE(look.skeleton && look.operable_bones);
  EXPECT_EQ(bones_not_operable(model.get()), 1);
  show_next_bones(look, model.get());
  EXPECT_TRUE(look.skeleton);
  EXPECT_FALSE(look.operable_bones);
  show_next_bones(look, model.get());
  EXPECT_FALSE(look.skeleton);
}

TEST(BonesShown, AModelWithoutOthersAndNoModelKnowOnlyOnAndOff) {
  const auto model = model_with(false);
  for (const Model* shown : {model.get(), static_cast<const Model*>(nullptr)}) {
    RenderSettings look;
    show_next_bones(look, shown);
    EXPECT_TRUE(look.skeleton);
    EXPECT_EQ(bones_not_operable(shown), 0);
    show_next_bones(look, shown);
    EXPECT_FALSE(look.skeleton);
  }
}

TEST(BonesShown, AllAreFollowedByNone) {
  RenderSettings look;
  look.skeleton = true;  // as --skeleton has it
  show_next_bones(look, model_with(true).get());
  EXPECT_FALSE(look.skeleton);
}

}  // namespace
}  // namespace mmd
