#include "app/stage/bone_picker.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

std::shared_ptr<const Model> two_bones_of_one_name() {
  test::FileBuilder b;
  b.bone("腕");
  b.bone("腕");
  b.bone("足");
  b.square({0, 10, 0}, 1, 0);
  b.material();
  return b.model();
}

TEST(BonePicker, DistinguishesBonesOfOneName) {
  const auto model = two_bones_of_one_name();
  BonePicker picker;
  picker.select(std::vector<std::int32_t>{0, 1});
  const std::string name = picker.active_name(*model);
  EXPECT_EQ(name, "腕");
  EXPECT_EQ(picker.selected(name, *model), 1);
  EXPECT_EQ(picker.selected("足", *model), none) << "highlighted by another way";
  picker.select(std::vector<std::int32_t>());
  EXPECT_EQ(picker.active_name(*model), "");
  EXPECT_EQ(picker.selected(name, *model), none);
}

TEST(BonePicker, ForgetsBonesOfAnotherModel) {
  const auto model = two_bones_of_one_name();
  BonePicker picker;
  picker.show_names(true);
  picker.select(std::vector<std::int32_t>{1});
  EXPECT_TRUE(picker.hover({0, 1}));
  EXPECT_FALSE(picker.hover({0, 1}));
  picker.forget();
  EXPECT_EQ(picker.selected("腕", *model), none);
  EXPECT_TRUE(picker.hovered().empty());
  EXPECT_TRUE(picker.names_shown());
}

}  // namespace
}  // namespace mmd
