#include "document/look.h"

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

TEST(Look, TheBoneThatIsNamedIsHighlighted) {
  test::FileBuilder b;
  b.bone("root");
  b.bone("頭");
  const auto model = b.model();
  RenderSettings look;
  look.edge = false;
  EXPECT_EQ(settings_for(look, "頭", *model).highlight, 1);
  EXPECT_EQ(settings_for(look, "", *model).highlight, none);
  EXPECT_EQ(settings_for(look, "nobody", *model).highlight, none);
  EXPECT_FALSE(settings_for(look, "頭", *model).edge) << "the rest is as it was chosen";
}

TEST(Look, WeightsAreThoseOfABone) {
  RenderSettings look;
  EXPECT_FALSE(lacks_bone_for_weights(look, ""));
  look.shading = Shading::weights;
  EXPECT_TRUE(lacks_bone_for_weights(look, ""));
  EXPECT_FALSE(lacks_bone_for_weights(look, "頭"));
}

}  // namespace
}  // namespace mmd
