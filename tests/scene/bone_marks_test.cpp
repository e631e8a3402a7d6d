#include "scene/bone_marks.h"

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(BoneKind, PicksTheMostImportantKind) {
  Bone bone;
  bone.rotatable = bone.operable = true;
  EXPECT_EQ(kind_of(bone), BoneKind::rotate);
  bone.movable = true;
  EXPECT_EQ(kind_of(bone), BoneKind::move);
  bone.operable = false;
  EXPECT_EQ(kind_of(bone), BoneKind::inoperable);
  bone.append.source = 0;
  EXPECT_EQ(kind_of(bone), BoneKind::append);
  bone.has_fixed_axis = true;
  EXPECT_EQ(kind_of(bone), BoneKind::fixed_axis);
  bone.physics = true;
  EXPECT_EQ(kind_of(bone), BoneKind::physics);
  bone.ik = 0;
  EXPECT_EQ(kind_of(bone), BoneKind::ik);
}

class BonesInPicture : public testing::Test {
 protected:
  BonesInPicture() { show({}); }
  /// `inoperable`: bones that the user cannot pose.
  void show(const std::vector<std::size_t>& inoperable) {
    test::FileBuilder b;
    b.bone("センター");
    b.bone("右", 0, {-5, 10, 0});
    b.bone("左", 0, {5, 10, 0});
    b.bone("左D", 0, {5, 10, 0});
    b.bone("後ろ", 0, {0, 10, -100});  // behind the camera (MMD space)
    b.bone("隠れた", 0, {0, 10, 0});
    b.square({0, 10, 0}, 1, 0);
    b.material();
    for (pmx::Bone& bone : b.file.bones) bone.flags |= pmx::bone_visible;
    b.file.bones[5].flags &= static_cast<std::uint16_t>(~pmx::bone_visible);
    for (const std::size_t i : inoperable)
      b.file.bones[i].flags &= static_cast<std::uint16_t>(~pmx::bone_operable);
    actor = std::make_unique<Actor>(b.model(), std::make_shared<TextureSet>());
  }
  std::vector<std::int32_t> at(float x, float y) {
    return bones_at(bones_in_picture(*actor, Camera(), settings, vec2(200, 100)), vec2(x, y), 6.0f);
  }
  std::unique_ptr<Actor> actor;
  RenderSettings settings;
};

TEST_F(BonesInPicture, AreAtTheirPixels) {
  const auto places = bones_in_picture(*actor, Camera(), settings, vec2(200, 100));
  ASSERT_EQ(places.size(), 4u) << "without hidden bones and bones behind the eye";
  // At a distance of 45 units the picture is 2 * 45 * tan(15 degrees) high.
  const float pixels_per_unit = 100.0f / (2.0f * 45.0f * std::tan(pi / 12.0f));
  EXPECT_NEAR(places[0].at.x, 100.0f, 0.01f);
  EXPECT_NEAR(places[0].at.y, 50.0f + 10.0f * pixels_per_unit, 0.01f);
  EXPECT_NEAR(places[1].at.x, 100.0f - 5.0f * pixels_per_unit, 0.01f)
      << "the right of the model is on the left";
  EXPECT_NEAR(places[1].at.y, 50.0f, 0.01f);
}

TEST_F(BonesInPicture, FindTheNearestWithAllInItsPlace) {
  EXPECT_THAT(at(100.0f - 20.0f, 52.0f), ElementsAre(1));
  EXPECT_THAT(at(100.0f + 22.0f, 49.0f), ElementsAre(3, 2)) << "the bone drawn on top first";
  EXPECT_THAT(at(100.0f, 50.0f), IsEmpty());
}

TEST_F(BonesInPicture, PutPosableBonesFirst) {
  show({3});
  EXPECT_THAT(at(100.0f + 22.0f, 49.0f), ElementsAre(2, 3));
}

TEST_F(BonesInPicture, ShowPosableBonesOnlyIfSet) {
  show({1, 3});
  settings.operable_bones = true;
  EXPECT_THAT(at(100.0f - 20.0f, 52.0f), IsEmpty());
  EXPECT_THAT(at(100.0f + 22.0f, 49.0f), ElementsAre(2));
}

TEST(BonesAt, PutTheIkGoalBeforeANearerBone) {
  const BonePlace places[] = {{0, vec2(50.0f, 50.0f)}, {1, vec2(54.0f, 50.0f), true, true}};
  EXPECT_THAT(bones_at(places, vec2(50.0f, 50.0f), 6.0f), ElementsAre(1, 0));
  EXPECT_THAT(bones_at(places, vec2(62.0f, 50.0f), 6.0f), ElementsAre(1)) << "its mark is larger";
  EXPECT_THAT(bones_at(places, vec2(44.5f, 50.0f), 6.0f), ElementsAre(0));
}

TEST(BonesAt, ListBonesCloseToThePointerAfterTheNearest) {
  const BonePlace places[] = {{0, vec2(50.0f, 50.0f)}, {1, vec2(52.0f, 50.0f)}, {2, vec2(55.5f, 50.0f)}};
  EXPECT_THAT(bones_at(places, vec2(50.5f, 50.0f), 6.0f), ElementsAre(0, 1));
  EXPECT_THAT(bones_at(places, vec2(52.5f, 50.0f), 6.0f), ElementsAre(1, 0, 2));
}

TEST(IsOperable, ExcludesPhysicsBones) {
  Bone bone;
  bone.operable = true;
  EXPECT_TRUE(is_operable(bone));
  bone.physics = true;
  EXPECT_FALSE(is_operable(bone));
}

TEST(NextOf, CyclesThroughBones) {
  const std::vector<std::int32_t> bones{7, 4, 2};
  EXPECT_EQ(next_of(bones, none), 7);
  EXPECT_EQ(next_of(bones, 7), 4);
  EXPECT_EQ(next_of(bones, 4), 2);
  EXPECT_EQ(next_of(bones, 2), 7);
  EXPECT_EQ(next_of(bones, 99), 7);
  EXPECT_EQ(next_of({}, 7), none);
}

}  // namespace
}  // namespace mmd
