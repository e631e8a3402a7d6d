#include "scene/triangle_tree.h"

#include <cmath>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

namespace mmd {
namespace {

/// A tube of radius 1 around the y axis, open at y = -5 and 5.
TriangleTree tube() {
  constexpr std::uint32_t around = 24, rings = 40;
  std::vector<vec3> positions;
  std::vector<TriangleTree::Corners> triangles;
  for (std::uint32_t ring = 0; ring <= rings; ++ring)
    for (std::uint32_t i = 0; i < around; ++i) {
      const float angle = 2.0f * pi * static_cast<float>(i) / around;
      positions.push_back(
          {std::cos(angle), 10.0f * static_cast<float>(ring) / rings - 5.0f, -std::sin(angle)});
    }
  for (std::uint32_t ring = 0; ring < rings; ++ring)
    for (std::uint32_t i = 0; i < around; ++i) {
      const std::uint32_t a = ring * around + i, b = ring * around + (i + 1) % around;
      triangles.push_back({a, b, b + around});
      triangles.push_back({a, b + around, a + around});
    }
  return {positions, std::move(triangles)};
}

TEST(TriangleTree, WindsAboutPointsInsideAnOpenTube) {
  const TriangleTree tree = tube();
  EXPECT_GT(tree.winding_number({0.9f, 0, 0}), 0.9f);
  EXPECT_GT(tree.winding_number({0, 3, 0.5f}), 0.8f);
  EXPECT_LT(std::abs(tree.winding_number({1.1f, 0, 0})), 0.1f);
  EXPECT_LT(std::abs(tree.winding_number({30, 40, 0})), 0.01f);
}

TEST(TriangleTree, FindsTheNearestPoint) {
  const TriangleTree tree = tube();
  for (const vec3& p : {vec3(3, 0.2f, 0), vec3(0, 7, 1.01f), vec3(0.2f, -1, 0.3f)}) {
    const auto found = tree.nearest(p, 10.0f);
    ASSERT_TRUE(found);
    const vec3 expected = vec3(p.x, 0, p.z) / std::hypot(p.x, p.z) + vec3(0, std::clamp(p.y, -5.0f, 5.0f), 0);
    EXPECT_NEAR(found->distance, glm::distance(p, expected), 0.02f);
    EXPECT_NEAR(glm::distance(found->point, expected), 0.0f, 0.2f);
    EXPECT_NEAR(found->shares.x + found->shares.y + found->shares.z, 1.0f, 1e-5f);
  }
  EXPECT_FALSE(tree.nearest({3, 0, 0}, 1.9f));
}

TEST(TriangleTree, OfNothingEnclosesNothing) {
  const TriangleTree tree({}, {});
  EXPECT_EQ(tree.winding_number({0, 0, 0}), 0.0f);
  EXPECT_FALSE(tree.nearest({0, 0, 0}, 1.0f));
}

}  // namespace
}  // namespace mmd
