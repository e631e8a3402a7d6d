#include <cmath>

#include "annotations/label_makers.h"
#include "tests/annotations/label_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;

class BonesLabel : public test::LabelTest {
 protected:
  nlohmann::json bones(int actor = 0) {
    return json_of(look("bones"), ".bones.json")["actors"][static_cast<std::size_t>(actor)]["bones"];
  }
};

TEST_F(BonesLabel, AJointWithinItsLimbIsSeenOneBehindAnotherLimbIsHidden) {
  add(test::ball_model(0.3f));
  EXPECT_EQ(bones()[0]["visibility"], 2);
  add(test::ball_model(0.3f)).place({identity_rotation(), vec3(0.0f, 0.0f, 0.6f), 1.0f});
  EXPECT_EQ(bones(0)[0]["visibility"], 1) << "another limb lies against it";
  EXPECT_EQ(bones(1)[0]["visibility"], 2);
}

TEST_F(BonesLabel, OutsideThePictureNothingIsSeenAndBehindTheEyeThereIsNoPixel) {
  ModelBuilder builder;
  builder.bone(vec3(5.0f, 0.0f, 0.0f));
  builder.bone(vec3(0.0f, 0.0f, 30.0f));
  add(builder.finish());
  scene_.camera.orthographic = false;
  const auto all = bones();
  EXPECT_EQ(all[0]["visibility"], 2);
  EXPECT_EQ(all[1]["visibility"], 0);
  EXPECT_GT(all[1]["pixel"][0].get<double>(), 64.0);
  EXPECT_EQ(all[2]["visibility"], 0);
  EXPECT_TRUE(all[2]["pixel"].is_null());
}

TEST_F(BonesLabel, OfAModelThatAMotionHidesAreHiddenWithinThePictureAlone) {
  ModelBuilder builder;
  builder.bone(vec3(0.0f));
  builder.bone(vec3(500.0f, 0.0f, 0.0f));
  add(builder.finish()).visible = false;
  const auto all = bones();
  EXPECT_EQ(all[1]["visibility"], 1);
  EXPECT_EQ(all[2]["visibility"], 0);
}

TEST_F(BonesLabel, TellsPlaceAndRotationInTheScenesSpaceOfScaledActorsToo) {
  ModelBuilder builder;
  builder.bone(vec3(0.0f, 0.5f, 0.0f));
  Actor& actor = add(builder.finish());
  actor.pose.rotation[1] = glm::angleAxis(pi / 2.0f, vec3(0.0f, 0.0f, 1.0f));
  actor.place({identity_rotation(), vec3(0.25f, 0.0f, -1.0f), 0.5f});
  actor.evaluate();
  const auto bone = bones()[1];
  const std::vector<double> position = bone["position"], rotation = bone["rotation"], camera = bone["camera"];
  EXPECT_NEAR(position[0], 0.25, 1e-6);
  EXPECT_NEAR(position[1], 0.25, 1e-6);
  EXPECT_NEAR(position[2], -1.0, 1e-6);
  EXPECT_NEAR(rotation[2], std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(rotation[3], std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(camera[1], -0.25, 1e-6) << "Y points down";
  EXPECT_NEAR(camera[2], 11.0, 1e-5);
}

}  // namespace
}  // namespace mmd
