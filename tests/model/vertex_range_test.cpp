#include "model/vertex_range.h"

#include <gtest/gtest.h>

#include "model/model.h"

namespace mmd {
namespace {

/// A material per list of triangles.
std::vector<std::vector<std::uint32_t>> vertices_by_material(
    const std::vector<std::vector<std::uint32_t>>& triangles) {
  Model model;
  for (const auto& of_material : triangles) {
    Material& material = model.materials.emplace_back();
    material.first_index = static_cast<std::uint32_t>(model.indices.size());
    material.index_count = static_cast<std::uint32_t>(of_material.size());
    model.indices.insert(model.indices.end(), of_material.begin(), of_material.end());
  }
  const MaterialVertices found(model);
  std::vector<std::vector<std::uint32_t>> out(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (const VertexRange& range : found.of(i)) {
      EXPECT_FALSE(range.empty());
      EXPECT_TRUE(out[i].empty() || out[i].back() + 1 < range.first) << "as few ranges as there can be";
      for (std::uint32_t v = range.first; v < range.last; ++v) out[i].push_back(v);
    }
  }
  return out;
}

using Lists = std::vector<std::vector<std::uint32_t>>;

TEST(MaterialVertices, AreEachOnceAndAscending) {
  EXPECT_EQ(vertices_by_material({{2, 0, 1, 1, 2, 3}, {5, 7, 6, 7, 5, 4}}),
            (Lists{{0, 1, 2, 3}, {4, 5, 6, 7}}));
}

TEST(MaterialVertices, LeaveOutWhatNoFaceHas) {
  EXPECT_EQ(vertices_by_material({{0, 1, 4, 4, 1, 5}}), (Lists{{0, 1, 4, 5}}));
}

TEST(MaterialVertices, OfMaterialsThatShareThemStandWithEach) {
  EXPECT_EQ(vertices_by_material({{0, 1, 2}, {2, 1, 3}}), (Lists{{0, 1, 2}, {1, 2, 3}}));
}

TEST(MaterialVertices, MayLieFarApart) {
  EXPECT_EQ(vertices_by_material({{4'000'000'000u, 0, 7, 8, 7, 9}}), (Lists{{0, 7, 8, 9, 4'000'000'000u}}));
}

TEST(MaterialVertices, OfMaterialsWithoutFacesAreNone) {
  EXPECT_EQ(vertices_by_material({{}, {0, 1, 2}, {}}), (Lists{{}, {0, 1, 2}, {}}));
}

}  // namespace
}  // namespace mmd
