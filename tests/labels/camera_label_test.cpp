#include "labels/camera_label.h"

#include "tests/labels/label_fixture.h"

namespace mmd {
namespace {

class CameraLabel : public test::LabelTest {
 protected:
  /// A ball on a bone that was moved to `place`.
  void add_marker(const vec3& place) {
    test::ModelBuilder builder;
    builder.ball(0.15f);
    builder.material();
    Actor& actor = add(builder.finish());
    actor.pose.translation[0] = place;
    actor.evaluate();
  }
  void expect_marker_at_its_bone(const vec3& place) {
    constexpr int width = 240, height = 160;
    const auto image = renderer_->render(scene_, width, height, 4);
    ASSERT_TRUE(image);
    const glm::dvec2 drawn = test::middle_of(*image);
    const LabelSource source = look("camera,bones", width, height);
    const auto camera = json_of(source, ".camera.json"), bones = json_of(source, ".bones.json");
    const auto& frame = camera["frames"][0];
    const bool orthographic = camera["camera_model"] == "ORTHOGRAPHIC";
    EXPECT_EQ(orthographic, scene_.camera.orthographic);
    const auto& bone = bones["actors"][0]["bones"][0];
    const auto& p = bone["position"];
    const glm::dvec3 position(p[0].get<double>(), p[1].get<double>(), p[2].get<double>());
    EXPECT_NEAR(position.x, static_cast<double>(place.x), 1e-5);
    const glm::dvec2 told(bone["pixel"][0].get<double>(), bone["pixel"][1].get<double>());
    for (const glm::dvec2& at :
         {told, test::by_opencv(frame, position, orthographic), test::by_opengl(frame, position),
          test::by_nerf(frame, position, orthographic)}) {
      EXPECT_NEAR(at.x, drawn.x, 0.25);
      EXPECT_NEAR(at.y, drawn.y, 0.25);
    }
  }
};

TEST_F(CameraLabel, ReprojectsABoneOntoAMarkerThatIsDrawnThere) {
  const vec3 place(1.5f, -0.8f, 2.0f);
  add_marker(place);
  scene_.settings.edge = scene_.settings.ground_shadow = false;
  for (const bool orthographic : {false, true}) {
    for (const float roll : {0.0f, 0.7f}) {
      scene_.camera.orthographic = orthographic;
      scene_.camera.fov_degrees = 30.0f;
      scene_.camera.eye = vec3(-4.0f, 3.0f, 11.0f);
      scene_.camera.target = vec3(0.5f, 0.0f, 0.0f);
      scene_.camera.up = vec3(std::sin(roll), std::cos(roll), 0.0f);
      expect_marker_at_its_bone(place);
    }
  }
}

TEST_F(CameraLabel, NamesThePictureAndSaysNoAngleOfAnOrthographicCamera) {
  test::ModelBuilder builder;
  add(builder.finish());
  scene_.camera.orthographic = true;
  auto json = json_of(look("camera", 40, 30), ".camera.json");
  EXPECT_EQ(json["frames"][0]["file_path"], "a.png");
  EXPECT_EQ(json["frames"][0]["w"], 40);
  EXPECT_EQ(json["frames"][0]["h"], 30);
  EXPECT_FALSE(json["frames"][0].contains("camera_angle_x"));
  EXPECT_DOUBLE_EQ(json["metres_per_unit"].get<double>(), 0.08);
  scene_.camera.orthographic = false;
  scene_.camera.fov_degrees = 30.0f;
  json = json_of(look("camera", 40, 30), ".camera.json");
  EXPECT_NEAR(json["frames"][0]["camera_angle_y"].get<double>(), 30.0 * 3.14159265358979 / 180.0, 1e-6);
}

}  // namespace
}  // namespace mmd
