#include "app/panels/panel_layout.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(ThreeFields, KeepTheirNameBesideThemWhereTheDigitsFit) {
  const ThreeFields wide = plan_three_fields(200.0f, 300.0f, 60.0f, 4.0f);
  EXPECT_TRUE(wide.name_beside);
  EXPECT_EQ(wide.width, 200.0f);
  EXPECT_TRUE(plan_three_fields(188.0f, 300.0f, 60.0f, 4.0f).name_beside) << "just";
}

TEST(ThreeFields, TakeTheWholeWidthWhereTheDigitsWouldBeCut) {
  const ThreeFields narrow = plan_three_fields(187.0f, 230.0f, 60.0f, 4.0f);
  EXPECT_FALSE(narrow.name_beside);
  EXPECT_EQ(narrow.width, 230.0f);
}

}  // namespace
}  // namespace mmd
