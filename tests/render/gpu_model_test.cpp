#include "render/gpu_model.h"

#include <random>

#include "skin/skinning.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::ModelBuilder;
using test::Weights;

constexpr float model_size = 20.0f;  // MMD units: height of a figure

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  float in(float low, float high) { return std::uniform_real_distribution<float>(low, high)(engine_); }
  std::uint32_t below(std::size_t count) {
    return static_cast<std::uint32_t>(std::uniform_int_distribution<std::size_t>(0, count - 1)(engine_));
  }
  vec3 point(float reach) { return {in(-reach, reach), in(-reach, reach), in(-reach, reach)}; }
  quat rotation() {
    const quat q(in(-1, 1), in(-1, 1), in(-1, 1), in(-1, 1));
    return glm::length(q) > 0.1f ? glm::normalize(q) : identity_rotation();
  }

 private:
  std::mt19937 engine_;
};

Weights random_weights(Random& random, WeightType type, std::size_t bone_count) {
  Weights w;
  w.type = type;
  for (auto& bone : w.bones) bone = random.below(bone_count);
  const float a = random.in(0.0f, 1.0f);
  if (type == WeightType::bdef2 || type == WeightType::sdef) w.weights = vec4(a, 1.0f - a, 0.0f, 0.0f);
  if (type == WeightType::bdef4 || type == WeightType::qdef) {
    w.weights = vec4(a, random.in(0, 1), random.in(0, 1), random.in(0, 1)) + 0.01f;
    w.weights /= w.weights.x + w.weights.y + w.weights.z + w.weights.w;
  }
  return w;
}

void add_vertices(ModelBuilder& builder, Random& random, WeightType type, int count) {
  for (int i = 0; i < count; ++i) {
    const vec3 position = random.point(model_size / 2);
    const vec3 normal = glm::normalize(random.point(1.0f) + vec3(0.0f, 0.0f, 1e-3f));
    builder.vertex(position, normal, vec2(0.0f),
                   random_weights(random, type, builder.model().palette_size()));
    if (type != WeightType::sdef) continue;
    const vec3 c = position + random.point(1.0f);
    builder.sdef({c, c + random.point(0.5f), c + random.point(0.5f)});
  }
}

class GpuSkinning : public test::RenderTest {
 protected:
  /// Compares positions (relative to the model size) and normals with the CPU.
  void expect_like_cpu(const Actor& actor) {
    const std::size_t count = actor.model().vertices.size();
    std::vector<vec3> positions(count), normals(count);
    skin_vertices(actor.model().vertices, actor.positions(), actor.palette(), positions, normals);
    const auto gpu = read_back_skinning(actor);
    ASSERT_EQ(gpu.positions.size(), count);
    ASSERT_EQ(gpu.normals.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_LE(glm::length(gpu.positions[i] - positions[i]) / model_size, 1e-5f) << "vertex " << i;
      ASSERT_LE(glm::length(gpu.normals[i] - normals[i]), 1e-4f) << "vertex " << i;
    }
  }

  void expect_like_cpu_in_random_poses(Actor& actor, Random& random, int poses) {
    for (int p = 0; p < poses; ++p) {
      for (auto& t : actor.pose.translation) t = random.point(1.0f);
      for (auto& q : actor.pose.rotation) q = random.rotation();
      actor.evaluate();
      ASSERT_GT(glm::length(translation_of(actor.palette()[0])), 0.0f) << "the pose does nothing";
      expect_like_cpu(actor);
      if (HasFatalFailure()) return;
    }
  }
};

TEST_F(GpuSkinning, EqualsTheCpuForAThousandBones) {
  Random random(11);
  ModelBuilder builder;
  for (int i = 0; i < 1200; ++i) builder.bone(random.point(model_size / 2));
  for (const WeightType type : {WeightType::sdef, WeightType::bdef1, WeightType::qdef, WeightType::bdef4,
                                WeightType::bdef2, WeightType::sdef})
    add_vertices(builder, random, type, 300);
  expect_like_cpu_in_random_poses(add(builder.finish()), random, 3);
}

TEST_F(GpuSkinning, EqualsTheCpuForSmallAngles) {
  Random random(13);
  ModelBuilder builder;
  for (int i = 0; i < 8; ++i) builder.bone(random.point(model_size / 2));
  for (const WeightType type : {WeightType::sdef, WeightType::qdef}) add_vertices(builder, random, type, 200);
  Actor& actor = add(builder.finish());
  expect_like_cpu(actor);
  for (const float angle : {1e-6f, 1e-4f, 1e-3f, 0.03f, 0.07f}) {
    for (auto& q : actor.pose.rotation)
      q = glm::angleAxis(angle * random.in(-1, 1), glm::normalize(random.point(1)));
    actor.evaluate();
    expect_like_cpu(actor);
  }
}

TEST_F(GpuSkinning, EqualsTheCpuForSdefAtTheOrigin) {
  Random random(17);
  ModelBuilder builder;
  builder.bone(vec3(0.0f, 1.0f, 0.0f));
  for (int i = 0; i < 100; ++i) {
    builder.vertex(random.point(5.0f), vec3(0, 0, 1), vec2(0.0f),
                   random_weights(random, WeightType::sdef, 2));
    builder.sdef({});
  }
  expect_like_cpu_in_random_poses(add(builder.finish()), random, 5);
}

TEST_F(GpuSkinning, EqualsTheCpuForHalfTurns) {
  Random random(19);
  ModelBuilder builder;
  for (int i = 0; i < 6; ++i) builder.bone(random.point(2.0f));
  for (const WeightType type : {WeightType::bdef1, WeightType::bdef4})
    add_vertices(builder, random, type, 100);
  // One bone per vertex: between bones half a turn apart the shorter way is undefined.
  for (const WeightType type : {WeightType::sdef, WeightType::qdef})
    for (int i = 0; i < 100; ++i) {
      Weights w = random_weights(random, type, builder.model().palette_size());
      w.bones.fill(w.bones[0]);
      builder.vertex(random.point(5.0f), vec3(0, 1, 0), vec2(0.0f), w);
      if (type == WeightType::sdef)
        builder.sdef({random.point(1.0f), random.point(1.0f), random.point(1.0f)});
    }
  Actor& actor = add(builder.finish());
  auto& rotation = actor.pose.rotation;
  rotation[0] = quat(0.0f, 1.0f, 0.0f, 0.0f);
  rotation[1] = quat(0.0f, 0.0f, 1.0f, 0.0f);
  rotation[2] = quat(0.0f, 0.0f, 0.0f, 1.0f);
  rotation[3] = glm::normalize(quat(0.0f, 1.0f, 1.0f, 0.0f));
  rotation[4] = glm::normalize(quat(0.0f, -1.0f, 1.0f, 1.0f));
  rotation[5] = glm::normalize(quat(1e-4f, 1.0f, -1.0f, 1.0f));
  actor.evaluate();
  expect_like_cpu(actor);
}

TEST_F(GpuSkinning, IsFiniteBetweenBonesHalfATurnApart) {
  Random random(23);
  ModelBuilder builder;
  builder.bone(vec3(0.0f));
  const vec4 halves(0.5f, 0.5f, 0.0f, 0.0f);
  for (const WeightType type : {WeightType::bdef2, WeightType::sdef, WeightType::qdef}) {
    builder.vertex(vec3(1, 2, 3), vec3(0, 1, 0), vec2(0.0f), {type, {0, 1, 0, 0}, halves});
    if (type == WeightType::sdef) builder.sdef({vec3(1, 2, 2), vec3(1, 2, 2), vec3(1, 2, 2)});
  }
  Actor& actor = add(builder.finish());
  for (const quat& q : {quat(0, 1, 0, 0), quat(0, 0, 1, 0), quat(0, 0, 0, 1), quat(-1, 0, 0, 0)}) {
    actor.pose.rotation[1] = q;
    actor.evaluate();
    const auto gpu = read_back_skinning(actor);
    for (const vec3& p : gpu.positions) EXPECT_TRUE(is_finite(p));
    for (const vec3& n : gpu.normals) EXPECT_TRUE(is_finite(n));
  }
}

TEST_F(GpuSkinning, AcceptsMissingNormalsAndVertices) {
  ModelBuilder builder;
  builder.vertex(vec3(1, 2, 3), vec3(0.0f), vec2(0.0f), {});
  const auto gpu = read_back_skinning(add(builder.finish()));
  EXPECT_EQ(gpu.normals.at(0), vec3(0.0f));
  const auto nothing = read_back_skinning(add(ModelBuilder().finish()));
  EXPECT_TRUE(nothing.positions.empty());
}

TEST_F(GpuSkinning, NewActorsDoNotReuseMorphsOfOldOnes) {
  ModelBuilder builder;
  builder.vertex(vec3(0.0f), vec3(0, 1, 0), vec2(0.0f), {});
  Morph morph;
  morph.data = VertexMorph{{0}, {vec3(0, 1, 0)}};
  builder.model().morphs.push_back(morph);
  const auto model = builder.finish();
  for (const float weight : {0.25f, 0.5f, 0.75f, 1.0f}) {
    Actor& actor = show_only(model);
    actor.pose.morph_weights[0] = weight;
    actor.evaluate();
    EXPECT_EQ(read_back_skinning(actor).positions.at(0), vec3(0, weight, 0));
  }
}

}  // namespace
}  // namespace mmd
