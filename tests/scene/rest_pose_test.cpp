#include "scene/rest_pose.h"

#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include "assets/file_set.h"
#include "base/handedness.h"
#include "physics/body_transform.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;

std::unique_ptr<Actor> actor_of(const pmx::File& file) {
  return std::make_unique<Actor>(build_model(pmx::File(file)).model, std::make_shared<const TextureSet>());
}

pmx::File sample(const char* name) {
  const auto bytes =
      read_file(std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples" / name / (std::string(name) + ".pmx"));
  return pmx::read(bytes.value()).value();
}

/// The largest distance of a vertex of the file's model at rest from the one of `posed`, where they may
/// differ in `skipped` vertices only.
float largest_distance(const pmx::File& file, const Actor& posed) {
  const auto at_rest = actor_of(file);
  at_rest->evaluate();
  float out = 0.0f;
  for (std::size_t v = 0; v < posed.posed_positions().size(); ++v)
    out = std::max(out, glm::length(at_rest->posed_positions()[v] - posed.posed_positions()[v]));
  return out;
}

void pose_at_random(Actor& actor, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> number(-1.0f, 1.0f);
  for (std::size_t b = 0; b < actor.pose.rotation.size(); ++b) {
    actor.pose.rotation[b] = glm::normalize(quat(2.0f, number(random), number(random), number(random)));
    if (actor.model().skeleton.bones[b].movable)
      actor.pose.translation[b] = {number(random), number(random), number(random)};
  }
  for (float& weight : actor.pose.morph_weights) weight = 0.5f * (number(random) + 1.0f);
  actor.evaluate();
}

TEST(RestPose, LooksAtRestLikeThePose) {
  for (const char* name : {"figure", "features", "microphone"}) {
    if (!std::filesystem::exists(std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples" / name)) continue;
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
      pmx::File file = sample(name);
      const auto posed = actor_of(file);
      pose_at_random(*posed, seed);
      take_rest_pose(file, *posed);
      EXPECT_LT(largest_distance(file, *posed), 1e-4f) << name << ' ' << seed;
    }
  }
}

TEST(RestPose, LeavesEveryBitWithoutAPose) {
  for (const char* name : {"figure", "features"}) {
    pmx::File file = sample(name);
    const Bytes before = pmx::write(file).value();
    const auto posed = actor_of(file);
    const RestPoseReport report = take_rest_pose(file, *posed);
    EXPECT_EQ(report.bones, 0u) << name;
    EXPECT_EQ(pmx::write(file).value(), before) << name;
  }
}

/// A chain of three bones with a square on each.
FileBuilder chain() {
  FileBuilder b;
  b.bone("一", -1, {0, 0, 0});
  b.bone("二", 0, {0, 4, 0});
  b.bone("三", 1, {0, 8, 1});
  for (int i = 0; i < 3; ++i) b.square({0, 4.0f * static_cast<float>(i), 0}, 1, i);
  b.material("肌");
  return b;
}

TEST(RestPose, MovesAlikeUnderFurtherPoses) {
  pmx::File file = chain().file;
  const auto old = actor_of(file);
  pose_at_random(*old, 5);
  take_rest_pose(file, *old);
  const auto now = actor_of(file);
  pose_at_random(*now, 6);
  // The same in the old model: turns from the pose on, in the axes that the pose has given the parents.
  std::vector<quat> turned(3, identity_rotation());
  const auto again = actor_of(chain().file);
  for (std::size_t b = 0; b < 3; ++b) {
    const auto bone = static_cast<std::int32_t>(b);
    turned[b] = rotation_of(old->palette()[b]);
    const quat parent = b > 0 ? turned[b - 1] : identity_rotation();
    again->pose.rotation[b] = glm::conjugate(parent) * now->pose.rotation[b] * turned[b];
    const vec3 before = b > 0 ? old->bones().position(bone - 1) : vec3(0.0f);
    const Bone& own = again->model().skeleton.bones[b];
    const vec3 above = b > 0 ? again->model().skeleton.bones[b - 1].rest : vec3(0.0f);
    again->pose.translation[b] =
        glm::conjugate(parent) * (now->pose.translation[b] + old->bones().position(bone) - before) -
        (own.rest - above);
  }
  again->evaluate();
  for (std::size_t v = 0; v < now->posed_positions().size(); ++v)
    EXPECT_LT(glm::length(now->posed_positions()[v] - again->posed_positions()[v]), 1e-4f) << v;
}

TEST(RestPose, TurnsMorphsBodiesAndJointsWithTheirBones) {
  FileBuilder b = chain();
  b.morph<pmx::VertexOffset>("膨らみ", pmx::MorphType::vertex, {{4, {0, 0.5f, 0}}});
  pmx::RigidBody body;
  body.bone = 1;
  body.position = {0, 6, 0};
  b.file.rigid_bodies.push_back(body);
  body.bone = 2;
  b.file.rigid_bodies.push_back(body);
  pmx::Joint joint;
  joint.body_a = 0;
  joint.body_b = 1;
  joint.position = {0, 8, 1};
  b.file.joints.push_back(joint);
  const auto posed = actor_of(b.file);
  const quat quarter = mirror(glm::angleAxis(0.5f * pi, vec3(0, 0, 1)));
  posed->pose.rotation[1] = quarter;
  posed->evaluate();
  const RestPoseReport report = take_rest_pose(b.file, *posed);
  EXPECT_EQ(report.bodies, 2u);
  EXPECT_EQ(report.joints, 1u);
  const vec3 offset = std::get<std::vector<pmx::VertexOffset>>(b.file.morphs[0].offsets)[0].offset;
  EXPECT_LT(glm::length(offset - vec3(-0.5f, 0, 0)), 1e-5f);
  EXPECT_LT(glm::length(b.file.rigid_bodies[0].position - vec3(-2, 4, 0)), 1e-5f);
  EXPECT_LT(glm::length(b.file.joints[0].position - vec3(-4, 4, 1)), 1e-5f);
  const auto rotation = quat(exact_rest(vec3(0.0f), b.file.rigid_bodies[0].rotation).rotation);
  EXPECT_LT(glm::length(rotation * vec3(0, 1, 0) - vec3(-1, 0, 0)), 1e-5f);
}

}  // namespace
}  // namespace mmd
