#include "session/look_at.h"

#include <gmock/gmock.h>

#include "session/session.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

constexpr float degree = pi / 180.0f;

/// A head with eyes that append 両目. File coordinates are left-handed: the front is -z.
test::FileBuilder face() {
  test::FileBuilder b;
  b.bone("首", -1, {0, 14, 0});
  b.bone("頭", 0, {0, 15, 0});
  b.bone("両目", 1, {0, 20, 0});
  for (const float side : {1.0f, -1.0f}) {
    const auto eye = b.bone(side > 0.0f ? "左目" : "右目", 1, {0.5f * side, 16, -0.5f});
    b.append(eye, 2, 1.0f);
  }
  return b;
}

std::shared_ptr<const LoadedFigure> figure_of(test::FileBuilder& b) {
  LoadedFigure out;
  out.loaded.model = b.model();
  out.loaded.textures = std::make_shared<const TextureSet>();
  out.pose = Pose(out.model());
  return std::make_shared<const LoadedFigure>(std::move(out));
}

Arrangement looking(const std::shared_ptr<const LoadedFigure>& loaded, LookAt look) {
  Arrangement out;
  Figure& figure = out.figures.emplace_back();
  figure.number = 1;
  figure.loaded = loaded;
  figure.look_at = std::move(look);
  return out;
}

LookAt at_point(const vec3& point, float head = 0.0f, float neck = 0.0f) {
  LookAt out;
  out.at = LookAt::At::point;
  out.point = point;
  out.head = head, out.neck = neck;
  return out;
}

/// Where a bone's front points, in the scene.
vec3 front_of(const Session& session, const char* bone, std::size_t actor = 0) {
  const Actor& of = *session.scene().actors[actor];
  return transform_vector(of.bone_in_scene(of.model().find_bone(bone)), vec3(0, 0, 1));
}

float angle_between(const vec3& a, const vec3& b) {
  return std::acos(std::clamp(glm::dot(glm::normalize(a), glm::normalize(b)), -1.0f, 1.0f));
}

TEST(LookAt, EyesTurnToAPoint) {
  auto b = face();
  Session session(looking(figure_of(b), at_point({3, 14, -10})));
  session.show(0.0);
  const vec3 towards = vec3(3, 14, 10) - vec3(0, 16, 0.5f);
  EXPECT_LT(angle_between(front_of(session, "左目"), towards), 0.1f * degree);
  EXPECT_LT(angle_between(front_of(session, "頭"), vec3(0, 0, 1)), 1e-4f) << "the head keeps its pose";
}

TEST(LookAt, EyesTurnByThirtyDegreesAtMost) {
  auto b = face();
  Session session(looking(figure_of(b), at_point({50, 16, 5})));
  session.show(0.0);
  EXPECT_NEAR(angle_between(front_of(session, "左目"), vec3(0, 0, 1)), 30.0f * degree, 1e-3f);
}

TEST(LookAt, HeadAndNeckTakeTheirShares) {
  auto b = face();
  Session session(looking(figure_of(b), at_point({10, 16, -10.5f}, 0.5f, 0.25f)));
  session.show(0.0);
  EXPECT_NEAR(angle_between(front_of(session, "首"), vec3(0, 0, 1)), 0.25f * 45 * degree, 0.5f * degree);
  EXPECT_NEAR(angle_between(front_of(session, "頭"), vec3(0, 0, 1)), 0.75f * 45 * degree, 1.0f * degree);
}

TEST(LookAt, LooksAtTheCameraOnceItIsAimed) {
  auto b = face();
  b.square({0, 10, 0}, 1, 0);
  b.material();
  Arrangement arrangement = looking(figure_of(b), {});
  arrangement.camera.eye_and_target = {4, 18, -20, 0, 16, 0};
  Session session(arrangement);
  session.show(0.0);
  EXPECT_LT(angle_between(front_of(session, "左目"), vec3(0, 0, 1)), 1e-4f);
  session.aim(1.0f);
  EXPECT_LT(angle_between(front_of(session, "左目"), vec3(4, 18, 20) - vec3(0, 16, 0.5f)), 0.1f * degree);
}

TEST(LookAt, LooksAtABoneOfAnotherModel) {
  auto b = face();
  const auto loaded = figure_of(b);
  LookAt look;
  look.at = LookAt::At::bone;
  look.model = 2;
  look.bone = "頭";
  Arrangement arrangement = looking(loaded, look);
  Figure& other = arrangement.figures.emplace_back();
  other.number = 2;
  other.loaded = loaded;
  other.place.position = {4, 0, -10};
  Session session(arrangement);
  session.show(0.0);
  EXPECT_LT(angle_between(front_of(session, "右目"), vec3(4, 15, 10) - vec3(0, 16, 0.5f)), 0.1f * degree);
  EXPECT_LT(angle_between(front_of(session, "右目", 1), vec3(0, 0, 1)), 1e-4f);
}

TEST(LookAt, EyesStopWhereTheFaceWouldHideThem) {
  auto b = face();
  b.square({0.5f, 16, -1.5f}, 0.2f, 3);  // the iris, before the eye's bone
  b.material();
  b.square({1.45f, 16, -1.4f}, 0.5f, 1);  // the cheek beside it, and nothing on the other side
  b.material();
  const auto model = b.model();
  const EyeLimits limits = eye_limits(*model);
  EXPECT_LT(limits.left, 20.0f * degree);
  EXPECT_GT(limits.left, 5.0f * degree);
  EXPECT_FLOAT_EQ(limits.right, 30.0f * degree);
}

TEST(LookAt, AModelWithoutEyesAndShareStays) {
  test::FileBuilder b;
  b.bone("センター");
  Session session(looking(figure_of(b), at_point({3, 14, -10}, 0.5f, 0.5f)));
  session.show(0.0);
  EXPECT_LT(angle_between(front_of(session, "センター"), vec3(0, 0, 1)), 1e-4f);
}

}  // namespace
}  // namespace mmd
