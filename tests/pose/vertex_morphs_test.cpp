#include "pose/vertex_morphs.h"

#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using pmx::MorphType;
using test::FileBuilder;

/// Twenty vertices and overlapping morphs; one morph lists a vertex twice.
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

template <class Vector>
auto copy_of(const Vector& values) {
  return std::vector<typename Vector::value_type>(values.begin(), values.end());
}

template <class T>
bool equal_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

using Weights = std::vector<float>;

/// The result depends on the weights alone, not on earlier ones, and the returned range covers every change.
template <class Values, class Apply>
void expect_independent_of_history(const Values& rest, std::size_t morphs, Apply apply) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> weight(-1.0f, 2.0f);
  const Weights zero(morphs, 0.0f);
  Values walked = rest;
  Weights previous = zero;
  for (int step = 0; step < 300; ++step) {
    Weights weights(morphs);
    for (float& w : weights) w = random() % 3 == 0 ? 0.0f : weight(random);
    if (random() % 5 == 0) weights = previous;
    const Values before = walked;
    const VertexRange range = apply(weights, previous, walked);
    ASSERT_LE(range.last, walked.size());
    for (std::uint32_t v = 0; v < walked.size(); ++v)
      if (walked[v] != before[v]) {
        EXPECT_TRUE(!range.empty() && v >= range.first && v < range.last) << v;
      }
    Values fresh = rest;
    apply(weights, zero, fresh);
    ASSERT_TRUE(equal_bits(walked, fresh)) << "step " << step;
    previous = weights;
  }
  apply(zero, previous, walked);
  EXPECT_TRUE(equal_bits(walked, rest));
}

TEST(VertexMorphs, AddsWeightTimesOffset) {
  const auto model = morphed_model();
  auto out = copy_of(model->vertices.position);
  apply_vertex_morphs(*model, std::vector<float>{0.5f, 1.0f, 2.0f, 0.0f}, std::vector<float>(4, 0.0f), out);
  const auto before = copy_of(model->vertices.position);
  EXPECT_NEAR(out[3].x, before[3].x + 0.05f, 1e-6f);
  EXPECT_NEAR(out[3].y, before[3].y + 0.45f, 1e-6f) << "both offsets of the vertex";
  EXPECT_NEAR(out[3].z, before[3].z - 0.15f, 1e-6f);
  EXPECT_NEAR(out[7].x, before[7].x + 0.5f, 1e-6f);
  EXPECT_NEAR(out[7].y, before[7].y + 2.6f, 1e-6f);
  EXPECT_EQ(out[0], before[0]);
}

TEST(VertexMorphs, DependOnTheirWeightsAlone) {
  const auto model = morphed_model();
  expect_independent_of_history(copy_of(model->vertices.position), 4,
                                [&](const Weights& weights, const Weights& previous, std::vector<vec3>& out) {
                                  return apply_vertex_morphs(*model, weights, previous, out);
                                });
  auto out = copy_of(model->vertices.position);
  EXPECT_TRUE(
      apply_vertex_morphs(*model, std::vector<float>{0, 1, 0, 0}, std::vector<float>(4, 0.0f), out).empty());
  EXPECT_TRUE(equal_bits(out, copy_of(model->vertices.position)));
}

constexpr std::size_t vertex_count = 12, morph_count = 5;

/// Two overlapping morphs of the texture UV, two of additional UV 1, and one of the vertices.
std::shared_ptr<const Model> uv_morphed_model(std::uint8_t additional_uvs = 1) {
  FileBuilder b;
  b.bone("a");
  b.file.header.additional_uv_count = additional_uvs;
  for (std::size_t i = 0; i < vertex_count; ++i) {
    b.vertex({0.1f * static_cast<float>(i), 0, 0});
    b.file.vertices.uv[i] = vec2(0.07f * static_cast<float>(i), 0.3f);
    if (additional_uvs == 1)
      b.file.vertices.additional_uv[i] = vec4(0.01f * static_cast<float>(i), 0.5f, 0.6f, 0.7f);
  }
  b.morph<pmx::UvOffset>("a", MorphType::uv,
                         {{2, {0.1f, 0.2f, 9, 9}}, {5, {1, 0, 0, 0}}, {2, {0, 0.7f, 0, 0}}});
  b.morph<pmx::UvOffset>("b", MorphType::uv, {{5, {0, 0.3f, 0, 0}}, {9, {0.9f, 0, 0, 0}}});
  b.morph<pmx::UvOffset>("c", MorphType::uv1, {{3, {0.1f, 0.2f, 0.3f, 0.4f}}});
  b.morph<pmx::UvOffset>("d", MorphType::uv1, {{3, {0, 0, 0, 0.5f}}, {7, {1, 0, 0, 0}}});
  b.morph<pmx::VertexOffset>("e", MorphType::vertex, {{0, {1, 1, 1}}});
  return b.model();
}

TEST(UvMorphs, AddWeightTimesOffset) {
  const auto model = uv_morphed_model();
  auto out = copy_of(model->vertices.uv);
  const auto rest = out;
  apply_uv_morphs(*model, Weights{0.5f, 1, 1, 1, 1}, Weights(morph_count, 0.0f), out);
  EXPECT_NEAR(out[2].x, rest[2].x + 0.05f, 1e-6f);
  EXPECT_NEAR(out[2].y, rest[2].y + 0.45f, 1e-6f) << "both offsets of the vertex";
  EXPECT_NEAR(out[5].x, rest[5].x + 0.5f, 1e-6f);
  EXPECT_NEAR(out[5].y, rest[5].y + 0.3f, 1e-6f);
  EXPECT_EQ(out[3], rest[3]) << "a morph of another set";
  EXPECT_TRUE(apply_uv_morphs(*model, Weights{0, 0, 1, 1, 1}, Weights{0, 0, 0, 0, 0}, out).empty());
}

TEST(UvMorphs, AddToAllFourNumbersOfAdditionalUv) {
  const auto model = uv_morphed_model();
  auto out = copy_of(model->vertices.uv1);
  ASSERT_EQ(out.size(), vertex_count);
  const auto rest = out;
  apply_uv1_morphs(*model, Weights{1, 1, 0.5f, 1, 0}, Weights(morph_count, 0.0f), out);
  const vec4 expected = rest[3] + vec4(0.05f, 0.1f, 0.15f, 0.7f);
  for (int c = 0; c < 4; ++c) EXPECT_NEAR(out[3][c], expected[c], 1e-6f) << c;
  EXPECT_EQ(out[2], rest[2]);
}

TEST(UvMorphs, IgnoreModelsWithoutAdditionalUv) {
  const auto model = uv_morphed_model(0);
  std::vector<vec4> out;
  EXPECT_TRUE(apply_uv1_morphs(*model, Weights{1, 1, 1, 1, 1}, Weights(morph_count, 0.0f), out).empty());
}

TEST(UvMorphs, DependOnTheWeightsAlone) {
  const auto model = uv_morphed_model();
  expect_independent_of_history(copy_of(model->vertices.uv), morph_count,
                                [&](const Weights& weights, const Weights& previous, std::vector<vec2>& out) {
                                  return apply_uv_morphs(*model, weights, previous, out);
                                });
  expect_independent_of_history(copy_of(model->vertices.uv1), morph_count,
                                [&](const Weights& weights, const Weights& previous, std::vector<vec4>& out) {
                                  return apply_uv1_morphs(*model, weights, previous, out);
                                });
}

}  // namespace
}  // namespace mmd
