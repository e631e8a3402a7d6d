#include "skin/skinning.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;

struct Skinned {
  std::vector<vec3> positions, normals;
};

Skinned skin(const Model& model, const std::vector<Affine>& palette) {
  Skinned out{std::vector<vec3>(model.vertices.size()), std::vector<vec3>(model.vertices.size())};
  skin_vertices(model.vertices, model.vertices.position, palette, out.positions, out.normals);
  return out;
}

quat about(const vec3& axis, float radians) {
  return glm::angleAxis(radians, glm::normalize(axis));
}

void expect_near(const vec3& a, const vec3& b, float tolerance) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance) << "axis " << i;
}

/// One vertex of each weight type on four bones, at random places.
struct Mixed {
  FileBuilder builder;
  std::mt19937 random{11};
  std::uniform_real_distribution<float> place{-5.0f, 5.0f};

  vec3 any() { return {place(random), place(random), place(random)}; }
  explicit Mixed(int per_type) {
    for (const char* name : {"a", "b", "c", "d"}) builder.bone(name);
    for (int i = 0; i < per_type; ++i) {
      const float w = std::abs(place(random)) / 5.0f;
      builder.vertex(any(), i % 4);
      builder.weighted(any(), WeightType::bdef2, {i % 4, (i + 1) % 4, -1, -1}, {w, 0, 0, 0});
      builder.weighted(any(), WeightType::bdef4, {0, 1, 2, 3}, {w, 0.3f, 0.2f, 0.1f});
      builder.weighted(any(), WeightType::qdef, {3, 1, 2, 0}, {w, 0.3f, 0.2f, 0.1f});
      builder.sdef(any(), i % 4, (i + 2) % 4, w, {any(), any(), any()});
    }
    for (vec3& n : builder.file.vertices.normal) n = any();
  }
};

TEST(Skinning, EqualBonesMoveEveryTypeRigidly) {
  Mixed mixed(20);
  const auto model = mixed.builder.model();
  for (const Affine& m : {Affine(), affine_from(about({1, 2, 3}, 2.5f), {4, 5, 6})}) {
    const float tolerance = m.row == Affine().row ? 1e-5f : 2e-5f;
    const Skinned out = skin(*model, std::vector<Affine>(model->palette_size(), m));
    for (std::size_t v = 0; v < model->vertices.size(); ++v) {
      expect_near(out.positions[v], transform_point(m, model->vertices.position[v]), tolerance);
      expect_near(out.normals[v], transform_vector(m, model->vertices.normal[v]), tolerance);
    }
  }
}

TEST(Skinning, SdefAtWeightZeroOrOneFollowsOneBone) {
  for (const float w : {0.0f, 1.0f}) {
    FileBuilder b;
    b.bone("a");
    b.bone("b");
    b.sdef({1, 2, 3}, 0, 1, w, {{0.5f, 1, 0}, {3, 0, 0}, {0, 3, 0}});
    const auto model = b.model();
    const std::vector<Affine> palette{
        affine_from(about({0, 0, 1}, 1.0f), {1, 0, 0}), affine_from(about({1, 0, 0}, -2.0f), {0, 5, 0}), {}};
    const Skinned out = skin(*model, palette);
    const std::size_t mover = w == 1.0f ? 0 : 1;
    expect_near(out.positions[0], transform_point(palette[mover], model->vertices.position[0]), 1e-5f);
  }
}

/// An arm along Y that bends about Z at the origin: vertices around the axis with equal weights, SDEF or
/// BDEF2.
struct Elbow {
  FileBuilder b;
  explicit Elbow(bool sdef) {
    b.bone("upper");
    b.bone("lower");
    for (int i = 0; i < 8; ++i) {
      const float a = static_cast<float>(i) * pi / 4;
      const vec3 p(std::cos(a), 0, std::sin(a));
      if (sdef) {
        b.sdef(p, 0, 1, 0.5f, {{0, 0, 0}, {0, 1, 0}, {0, -1, 0}});
      } else {
        b.weighted(p, WeightType::bdef2, {0, 1, -1, -1}, {0.5f, 0, 0, 0});
      }
    }
  }
  std::vector<vec3> bent(float angle) const {
    const auto model = b.model();
    return skin(*model, {affine_from(about({0, 0, 1}, 0.0f), vec3(0)),
                         affine_from(about({0, 0, 1}, angle), vec3(0)),
                         {}})
        .positions;
  }
};

TEST(Skinning, SdefKeepsVolumeThatLinearBlendingLoses) {
  const float angle = pi / 2;
  const auto spherical = Elbow(true).bent(angle), linear = Elbow(false).bent(angle);
  // The ring around the joint: its farthest points from the axis of the bend, in the plane of the bend.
  EXPECT_NEAR(glm::length(linear[0]), std::cos(angle / 2), 1e-5f) << "linear: the ring shrinks";
  for (const int i : {0, 4}) {
    const vec3 centre = 0.5f * (spherical[0] + spherical[4]);
    EXPECT_NEAR(glm::length(spherical[static_cast<std::size_t>(i)] - centre), 1.0f, 1e-5f)
        << "SDEF: it does not";
  }
}

TEST(Skinning, SdefAcceptsACentreAtTheOrigin) {
  std::vector<vec3> results;
  for (const float c : {-1e-4f, 0.0f, 1e-4f}) {
    FileBuilder b;
    b.bone("a");
    b.bone("b");
    b.sdef({0, 0.5f, 1}, 0, 1, 0.5f, {{c, c, c}, {c, 1 + c, c}, {c, -1 + c, c}});
    const auto model = b.model();
    results.push_back(
        skin(*model,
             {affine_from(identity_rotation(), vec3(0)), affine_from(about({0, 0, 1}, 2), vec3(0)), {}})
            .positions[0]);
  }
  expect_near(results[1], results[0], 1e-3f);
  expect_near(results[1], results[2], 1e-3f);
}

TEST(Skinning, QdefIsRigidOnOneBoneAndRotatesBetweenTwo) {
  FileBuilder b;
  for (const char* name : {"a", "b", "c", "d"}) b.bone(name);
  b.weighted({1, 0, 0}, WeightType::qdef, {2, 0, 1, 3}, {1, 0, 0, 0});
  b.weighted({1, 0, 0}, WeightType::qdef, {0, 1, 2, 3}, {0.5f, 0.5f, 0, 0});
  const auto model = b.model();
  std::vector<Affine> palette(model->palette_size());
  palette[2] = affine_from(about({1, 1, 0}, 2), {7, 8, 9});
  palette[1] = affine_from(about({0, 0, 1}, pi / 2), vec3(0));
  const Skinned out = skin(*model, palette);
  expect_near(out.positions[0], transform_point(palette[2], {1, 0, 0}), 1e-5f);
  expect_near(out.positions[1], {std::cos(pi / 4), std::sin(pi / 4), 0}, 1e-5f);
}

TEST(Skinning, AnyPaletteGivesFiniteResults) {
  Mixed mixed(10);
  for (std::size_t v = 0; v < mixed.builder.file.vertices.normal.size(); v += 7)
    mixed.builder.file.vertices.normal[v] = vec3(0.0f);
  const auto model = mixed.builder.model();
  std::mt19937 random(1);
  for (const float size : {0.0f, 1e-20f, 1.0f, 1e6f, 1e18f}) {
    std::uniform_real_distribution<float> any(-size, size);
    for (int round = 0; round < 50; ++round) {
      std::vector<Affine> palette(model->palette_size());
      for (Affine& m : palette) {
        for (vec4& row : m.row) row = {any(random), any(random), any(random), any(random)};
      }
      const Skinned out = skin(*model, palette);
      for (std::size_t v = 0; v < out.positions.size(); ++v) {
        ASSERT_TRUE(is_finite(out.positions[v])) << size;
        const float length = glm::length(out.normals[v]);
        ASSERT_TRUE(length == 0.0f || std::abs(length - 1.0f) < 1e-4f) << size << ' ' << length;
      }
    }
  }
}

}  // namespace
}  // namespace mmd
