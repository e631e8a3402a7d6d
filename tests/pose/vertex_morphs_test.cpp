#include "pose/vertex_morphs.h"

#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using pmx::MorphType;
using test::FileBuilder;

/// Twenty vertices and morphs that overlap, one of which names a vertex twice.
std::shared_ptr<const Model> morphed_model() {
  FileBuilder b;
  b.bone("a");
  for (int i = 0; i < 20; ++i) b.vertex({0.1f * static_cast<float>(i), 1.7f, -0.3f});
  b.morph<pmx::VertexOffset>("a", MorphType::vertex,
                             {{3, {0.1f, 0.2f, 0.3f}}, {7, {1, 0, 0}}, {3, {0, 0.7f, 0}}});
  b.morph<pmx::BoneOffset>("bone", MorphType::bone, {{0, {1, 1, 1}, {0, 0, 0, 1}}});
  b.morph<pmx::VertexOffset>("b", MorphType::vertex, {{7, {0, 1.3f, 0}}, {12, {0, 0, 0.9f}}});
  b.morph<pmx::VertexOffset>("c", MorphType::vertex, {{19, {0.3f, 0, 0}}, {0, {0, 0.3f, 0}}});
  return b.model();
}

std::vector<vec3> rest(const Model& m) {
  return {m.vertices.position.begin(), m.vertices.position.end()};
}

bool same_bits(const std::vector<vec3>& a, const std::vector<vec3>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(vec3)) == 0;
}

TEST(VertexMorphs, AddWeightTimesOffset) {
  const auto model = morphed_model();
  auto out = rest(*model);
  apply_vertex_morphs(*model, std::vector<float>{0.5f, 1.0f, 2.0f, 0.0f}, std::vector<float>(4, 0.0f), out);
  const auto before = rest(*model);
  EXPECT_NEAR(out[3].x, before[3].x + 0.05f, 1e-6f);
  EXPECT_NEAR(out[3].y, before[3].y + 0.45f, 1e-6f) << "both offsets of the vertex";
  EXPECT_NEAR(out[3].z, before[3].z - 0.15f, 1e-6f);
  EXPECT_NEAR(out[7].x, before[7].x + 0.5f, 1e-6f);
  EXPECT_NEAR(out[7].y, before[7].y + 2.6f, 1e-6f);
  EXPECT_EQ(out[0], before[0]);
}

TEST(VertexMorphs, TheResultDependsOnTheWeightsAloneNotOnTheWayThere) {
  const auto model = morphed_model();
  std::mt19937 random(3);
  std::uniform_real_distribution<float> weight(-1.0f, 2.0f);
  auto walked = rest(*model);
  std::vector<float> previous(4, 0.0f);
  for (int step = 0; step < 300; ++step) {
    std::vector<float> weights(4, 0.0f);
    for (float& w : weights) w = random() % 3 == 0 ? 0.0f : weight(random);
    if (random() % 5 == 0) weights = previous;
    apply_vertex_morphs(*model, weights, previous, walked);
    auto fresh = rest(*model);
    apply_vertex_morphs(*model, weights, std::vector<float>(4, 0.0f), fresh);
    ASSERT_TRUE(same_bits(walked, fresh)) << "step " << step;
    previous = weights;
  }
  apply_vertex_morphs(*model, std::vector<float>(4, 0.0f), previous, walked);
  EXPECT_TRUE(same_bits(walked, rest(*model)));
}

TEST(VertexMorphs, TheRangeCoversEveryChange) {
  const auto model = morphed_model();
  std::mt19937 random(5);
  auto out = rest(*model);
  std::vector<float> previous(4, 0.0f);
  for (int step = 0; step < 300; ++step) {
    std::vector<float> weights(4, 0.0f);
    for (float& w : weights) w = static_cast<float>(random() % 3) * 0.5f;
    const auto before = out;
    const VertexRange range = apply_vertex_morphs(*model, weights, previous, out);
    ASSERT_LE(range.last, out.size());
    for (std::uint32_t v = 0; v < out.size(); ++v) {
      if (out[v] != before[v]) {
        EXPECT_TRUE(!range.empty() && v >= range.first && v < range.last) << v;
      }
    }
    previous = weights;
  }
}

TEST(VertexMorphs, NothingChangesWithoutAVertexMorph) {
  const auto model = morphed_model();
  auto out = rest(*model);
  EXPECT_TRUE(
      apply_vertex_morphs(*model, std::vector<float>{0, 1, 0, 0}, std::vector<float>(4, 0.0f), out).empty());
  EXPECT_TRUE(same_bits(out, rest(*model)));
}

}  // namespace
}  // namespace mmd
