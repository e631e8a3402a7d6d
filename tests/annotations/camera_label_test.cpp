#include <cmath>

#include "annotations/label_makers.h"
#include "tests/annotations/label_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;

glm::dmat4 matrix_of(const nlohmann::json& rows) {
  glm::dmat4 out(1.0);
  for (int row = 0; row < static_cast<int>(rows.size()); ++row)
    for (int column = 0; column < static_cast<int>(rows[static_cast<std::size_t>(row)].size()); ++column)
      out[column][row] = rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)].get<double>();
  return out;
}

// Pixel of a 3-D point by the matrices of a frame in transforms.json.

glm::dvec2 by_opencv(const nlohmann::json& frame, const glm::dvec3& point, bool orthographic) {
  const glm::dmat4 k = matrix_of(frame["opencv"]["intrinsics"]);
  const glm::dvec3 p(matrix_of(frame["opencv"]["world_to_camera"]) * glm::dvec4(point, 1.0));
  const double depth = orthographic ? 1.0 : p.z;
  return glm::dvec2(glm::dmat3(k) * glm::dvec3(p.x / depth, p.y / depth, 1.0));
}

glm::dvec2 by_opengl(const nlohmann::json& frame, const glm::dvec3& point) {
  const glm::dvec4 clip =
      matrix_of(frame["opengl"]["projection"]) * matrix_of(frame["opengl"]["view"]) * glm::dvec4(point, 1.0);
  const glm::dvec2 size(frame["w"].get<double>(), frame["h"].get<double>());
  return (glm::dvec2(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * size;
}

/// As NeRF tools do, with Z up: by `transform_matrix` and focal lengths.
glm::dvec2 by_nerf(const nlohmann::json& frame, const glm::dvec3& point, bool orthographic) {
  const glm::dvec4 z_up(point.x, -point.z, point.y, 1.0);
  const glm::dvec3 p(glm::inverse(matrix_of(frame["transform_matrix"])) * z_up);
  const double depth = orthographic ? 1.0 : -p.z;
  return {frame["cx"].get<double>() + frame["fl_x"].get<double>() * p.x / depth,
          frame["cy"].get<double>() - frame["fl_y"].get<double>() * p.y / depth};
}

/// Centre of the drawn pixels, weighted by alpha.
glm::dvec2 middle_of(const Image& image) {
  glm::dvec2 sum(0.0);
  double weight = 0.0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const double alpha = test::pixel(image, x, y)[3];
      sum += alpha * (glm::dvec2(x, y) + 0.5);
      weight += alpha;
    }
  return sum / weight;
}

class CameraLabel : public test::LabelTest {
 protected:
  /// A ball on a bone at `place`.
  void add_marker(const vec3& place) {
    Actor& actor = add(test::ball_model(0.15f));
    actor.pose.translation[0] = place;
    actor.evaluate();
  }
  void expect_marker_at_its_bone(const vec3& place) {
    constexpr int width = 240, height = 160;
    const auto image = renderer_->render(scene_, width, height, 4);
    ASSERT_TRUE(image);
    const glm::dvec2 drawn = middle_of(*image);
    const LabelSource source = look("camera,bones", width, height);
    const auto camera = json_of(source, ".camera.json"), bones = json_of(source, ".bones.json");
    const auto& frame = camera["frames"][0];
    const bool orthographic = camera["camera_model"] == "ORTHOGRAPHIC";
    EXPECT_EQ(orthographic, scene_.camera.orthographic);
    const auto& bone = bones["actors"][0]["bones"][0];
    const auto position = test::vector_of<3>(bone["position"]);
    EXPECT_NEAR(position.x, static_cast<double>(place.x), 1e-5);
    for (const glm::dvec2& at : {test::vector_of<2>(bone["pixel"]), by_opencv(frame, position, orthographic),
                                 by_opengl(frame, position), by_nerf(frame, position, orthographic)}) {
      EXPECT_NEAR(at.x, drawn.x, 0.25);
      EXPECT_NEAR(at.y, drawn.y, 0.25);
    }
  }
};

TEST_F(CameraLabel, ReprojectsBonesOntoDrawnMarkers) {
  const vec3 place(1.5f, -0.8f, 2.0f);
  add_marker(place);
  scene_.settings.edge = scene_.settings.ground_shadow = false;
  for (const bool orthographic : {false, true})
    for (const float roll : {0.0f, 0.7f}) {
      scene_.camera.orthographic = orthographic;
      scene_.camera.fov_degrees = 30.0f;
      scene_.camera.eye = vec3(-4.0f, 3.0f, 11.0f);
      scene_.camera.target = vec3(0.5f, 0.0f, 0.0f);
      scene_.camera.up = vec3(std::sin(roll), std::cos(roll), 0.0f);
      expect_marker_at_its_bone(place);
    }
}

/// Reads a transforms.json like nerf_loader of instant-ngp: lengths times 0.33, plus a half, axes cycled, Y
/// and Z of the camera reversed.
struct InstantNgp {
  const nlohmann::json& file;

  static glm::dvec3 cycled(const glm::dvec3& v) { return {v.y, v.z, v.x}; }
  static glm::dvec3 place(const glm::dvec3& nerf) { return cycled(nerf * 0.33 + 0.5); }
  glm::dvec3 column(int i) const {
    const auto& rows = file["frames"][0]["transform_matrix"];
    const auto c = static_cast<std::size_t>(i);
    return {rows[0][c].get<double>(), rows[1][c].get<double>(), rows[2][c].get<double>()};
  }
  /// Pixel of a point in its space.
  glm::dvec2 pixel_of(const glm::dvec3& point) const {
    const glm::dvec3 way = point - place(column(3));
    const double x = glm::dot(way, cycled(column(0))), y = glm::dot(way, -cycled(column(1))),
                 depth = glm::dot(way, -cycled(column(2)));
    return {file["cx"].get<double>() + file["fl_x"].get<double>() * x / depth,
            file["cy"].get<double>() + file["fl_y"].get<double>() * y / depth};
  }
  bool trains(const glm::dvec3& point) const {
    const double half = file["aabb_scale"].get<int>() * 0.5;
    return glm::all(glm::lessThanEqual(glm::abs(point - 0.5), glm::dvec3(half)));
  }
};

TEST_F(CameraLabel, FitsInstantNgp) {
  add_figure("standing", 96, 64);
  const LabelSource source = look("camera,bones", 96, 64);
  const auto camera = json_of(source, ".camera.json"), bones = json_of(source, ".bones.json");
  const InstantNgp ngp{camera};
  const auto in_ngp = [](const glm::dvec3& scene) { return InstantNgp::place({scene.x, -scene.z, scene.y}); };
  EXPECT_NEAR(glm::normalize(in_ngp({0, 1, 0}) - in_ngp({0, 0, 0})).y, 1.0, 1e-12) << "up";
  for (const auto& bone : bones["actors"][0]["bones"]) {
    const glm::dvec3 at = in_ngp(test::vector_of<3>(bone["position"]));
    EXPECT_TRUE(ngp.trains(at)) << bone["name"];
    EXPECT_LT(glm::distance(ngp.pixel_of(at), test::vector_of<2>(bone["pixel"])), 1e-3) << bone["name"];
  }
  EXPECT_EQ(camera["aabb_scale"], 16) << "a figure of 20 units";
}

TEST_F(CameraLabel, BoxIsAPowerOfTwoUpTo128) {
  LabelSource source;
  source.choice = *parse_labels("camera");
  const auto scale_of = [&](const vec3& min, const vec3& max) {
    source.bounds = {min, max};
    return json_of(source, ".camera.json")["aabb_scale"].get<int>();
  };
  EXPECT_EQ(scale_of({0, 0, 0}, {0, 1.4f, 0}), 1);
  EXPECT_EQ(scale_of({-1.6f, 0, 0}, {0, 1, 0}), 2);
  EXPECT_EQ(scale_of({-8, 0, -8}, {8, 20, 8}), 16);
  EXPECT_EQ(scale_of({-8, 0, -8}, {8, 2000, 8}), 128);
}

TEST_F(CameraLabel, NamesThePictureAndItsSize) {
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

class BonesLabel : public test::LabelTest {
 protected:
  nlohmann::json bones(int actor = 0) {
    return json_of(look("bones"), ".bones.json")["actors"][static_cast<std::size_t>(actor)]["bones"];
  }
};

TEST_F(BonesLabel, JointsAreHiddenBehindOtherLimbsOnly) {
  add(test::ball_model(0.3f));
  EXPECT_EQ(bones()[0]["visibility"], 2);
  add(test::ball_model(0.3f)).place({identity_rotation(), vec3(0.0f, 0.0f, 0.6f), 1.0f});
  EXPECT_EQ(bones(0)[0]["visibility"], 1) << "another limb touches it";
  EXPECT_EQ(bones(1)[0]["visibility"], 2);
}

TEST_F(BonesLabel, BonesOutsideThePictureAreNotVisible) {
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

TEST_F(BonesLabel, BonesOfHiddenModelsAreHidden) {
  ModelBuilder builder;
  builder.bone(vec3(0.0f));
  builder.bone(vec3(500.0f, 0.0f, 0.0f));
  add(builder.finish()).visible = false;
  const auto all = bones();
  EXPECT_EQ(all[1]["visibility"], 1);
  EXPECT_EQ(all[2]["visibility"], 0);
}

TEST_F(BonesLabel, GivesPlaceAndRotationInSceneSpace) {
  ModelBuilder builder;
  builder.bone(vec3(0.0f, 0.5f, 0.0f));
  Actor& actor = add(builder.finish());
  actor.pose.rotation[1] = glm::angleAxis(pi / 2.0f, vec3(0.0f, 0.0f, 1.0f));
  actor.place({identity_rotation(), vec3(0.25f, 0.0f, -1.0f), 0.5f});
  actor.evaluate();
  const auto bone = bones()[1];
  const auto position = test::vector_of<3>(bone["position"]), camera = test::vector_of<3>(bone["camera"]);
  const auto rotation = test::vector_of<4>(bone["rotation"]);
  EXPECT_LT(glm::distance(position, {0.25, 0.25, -1.0}), 1e-6);
  EXPECT_LT(glm::distance(rotation, {0.0, 0.0, std::sqrt(0.5), std::sqrt(0.5)}), 1e-6);
  EXPECT_LT(glm::distance(camera, {0.25, -0.25, 11.0}), 1e-5) << "Y points down";
}

}  // namespace
}  // namespace mmd
