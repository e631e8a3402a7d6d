#include "model/model_changes.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"
#include "tests/support/random_pmx.h"

namespace mmd {
namespace {

using test::FileBuilder;
using Kind = ModelChange::Kind;

FileBuilder first_version() {
  FileBuilder b;
  b.bone("センター");
  b.bone("左腕", 0, {1, 10, 0});
  b.bone("左ひじ", 1, {2, 10, 0});
  b.square({0, 0, 0}, 1, 0);
  b.square({1, 10, 0}, 1, 1);
  b.material("肌");
  return b;
}

TEST(ModelChanges, AreNoneBetweenEqualModels) {
  const pmx::File file = first_version().file;
  EXPECT_TRUE(model_changes(file, file).empty());
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const pmx::File random = test::RandomPmx(seed, 0.0).make();
    EXPECT_TRUE(model_changes(random, random).empty()) << seed;
  }
}

TEST(ModelChanges, NameElementsThatCameAndWent) {
  FileBuilder now = first_version();
  now.file.bones[2].name = now.text("左肩");
  const auto changes = model_changes(first_version().file, now.file);
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].name, "左ひじ");
  EXPECT_EQ(changes[0].kind, Kind::removed);
  EXPECT_EQ(changes[1].name, "左肩");
  EXPECT_EQ(changes[1].kind, Kind::added);
}

TEST(ModelChanges, NameTheFieldsThatChanged) {
  FileBuilder now = first_version();
  now.file.bones[1].position.y = 11.0f;
  const auto changes = model_changes(first_version().file, now.file);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].section, "bones");
  EXPECT_EQ(changes[0].name, "左腕");
  ASSERT_EQ(changes[0].fields.size(), 1u);
  EXPECT_EQ(changes[0].fields[0].name, "position");
  EXPECT_EQ(changes[0].fields[0].before, "1,10,0");
  EXPECT_EQ(changes[0].fields[0].after, "1,11,0");
}

TEST(ModelChanges, IgnoreNewNumbersOfTheSameBones) {
  FileBuilder now;
  now.bone("全ての親");
  now.bone("センター");
  now.bone("左腕", 1, {1, 10, 0});
  now.bone("左ひじ", 2, {2, 10, 0});
  now.square({0, 0, 0}, 1, 1);
  now.square({1, 10, 0}, 1, 2);
  now.material("肌");
  const auto changes = model_changes(first_version().file, now.file);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].name, "全ての親");
}

TEST(ModelChanges, CountMovedVerticesByMaterial) {
  FileBuilder now = first_version();
  now.file.vertices.position[3].x += 0.5f;
  const auto changes = model_changes(first_version().file, now.file);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].section, "vertices");
  EXPECT_EQ(changes[0].name, "肌");
  EXPECT_EQ(changes[0].fields[0].after, "1 changed, up to 0.5 units");
}

}  // namespace
}  // namespace mmd
