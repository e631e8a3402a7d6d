#include <gmock/gmock.h>

#include "model/model.h"
#include "model/vertex_range.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;

TEST(BuildModel, KeepsNameAndCountsWithoutRepairs) {
  const pmx::File file = test::full_featured();
  const BuiltModel built = build_model(test::full_featured());
  EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
  const auto& model = built.model;
  EXPECT_EQ(model->name, file.utf8(file.name));
  EXPECT_EQ(model->vertices.size(), file.vertices.size());
  EXPECT_EQ(model->bone_count(), file.bones.size());
  EXPECT_EQ(model->palette_size(), file.bones.size() + 1);
  EXPECT_EQ(model->morphs.size(), file.morphs.size());
  EXPECT_EQ(model->textures.size(), file.textures.size());
  EXPECT_EQ(model->display_frames.size(), file.display_frames.size());
  EXPECT_EQ(model->rigid_body_count, file.rigid_bodies.size());
  EXPECT_EQ(model->joint_count, file.joints.size());
  EXPECT_EQ(model->soft_body_count, file.soft_bodies.size());
}

TEST(BuildModel, AcceptsEmptySections) {
  const BuiltModel built = build_model(test::empty_model());
  EXPECT_EQ(built.model->palette_size(), 1u);
  EXPECT_TRUE(built.model->skeleton.steps.empty());
  EXPECT_TRUE(built.model->indices.empty());
  EXPECT_EQ(built.model->find_bone(""), none);
}

TEST(BuildModel, FindsTheFirstOfEqualNames) {
  FileBuilder b;
  b.bone("x");
  b.bone("same");
  b.bone("same");
  b.morph<pmx::VertexOffset>("m", pmx::MorphType::vertex, {});
  b.morph<pmx::VertexOffset>("m", pmx::MorphType::vertex, {});
  const auto model = b.model();
  EXPECT_EQ(model->find_bone("same"), 1);
  EXPECT_EQ(model->find_morph("m"), 0);
  EXPECT_EQ(model->find_bone("m"), none);
}

TEST(BuildModel, BoundsCoverUsedVerticesOnly) {
  FileBuilder b;
  b.bone("a");
  b.square({1, 2, 3}, 1);
  b.material();
  b.vertex({100, 100, 100});
  const auto model = b.model();
  EXPECT_EQ(model->bounds_min, vec3(0, 1, -3));
  EXPECT_EQ(model->bounds_max, vec3(2, 3, -3));
}

TEST(BuildModel, DropsDisplayItemsOutOfRange) {
  pmx::File file = test::full_featured();
  const auto bones = static_cast<std::int32_t>(file.bones.size());
  file.display_frames[0].items = {{0, bones}, {0, 1}, {1, 10000}, {1, -5}, {7, 2}};
  const BuiltModel built = build_model(std::move(file));
  for (const DisplayFrame& frame : built.model->display_frames) {
    for (const DisplayFrame::Item& item : frame.items) {
      EXPECT_GE(item.index, 0);
      EXPECT_LT(static_cast<std::size_t>(item.index),
                item.is_morph ? built.model->morphs.size() : built.model->bone_count());
    }
  }
  EXPECT_TRUE(says(built.diagnostics, "display frames: item index out of range: element 0"))
      << said(built.diagnostics);
}

TEST(TriangleSides, ListsEachSideOnce) {
  const std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> cases[] = {
      {{2, 0, 1}, {0, 1, 0, 2, 1, 2}},
      {{0, 1, 2, 2, 1, 3}, {0, 1, 0, 2, 1, 2, 1, 3, 2, 3}},  // a shared side
      {{4, 7, 7, 7, 4, 4}, {4, 7}},                          // triangles that are lines
      {{5, 5, 5}, {}},                                       // a triangle that is a point
      {{1, 2}, {}},                                          // two corners
  };
  for (const auto& [triangles, sides] : cases) EXPECT_EQ(triangle_sides(triangles), sides);
}

/// Texture 0 is used by three materials, by one of them twice; 1 by a sphere that is off; 2 by none.
test::FileBuilder three_materials() {
  test::FileBuilder b;
  b.bone("root");
  for (const char* name : {"a.png", "b.png", "c.png"}) b.texture(name);
  for (const char* name : {"肌", "髪", "服", "靴"}) b.material(name);
  b.file.materials[1].texture = 0;
  b.file.materials[1].toon_flag = 0;
  b.file.materials[1].toon = 0;
  b.file.materials[2].sphere_texture = 0;
  b.file.materials[2].sphere_mode = 1;
  b.file.materials[3].sphere_texture = 1;
  b.file.materials[3].sphere_mode = 0;
  b.file.materials[0].toon_flag = 0;
  b.file.materials[0].toon = 99;
  b.file.materials[3].toon_flag = 0;
  b.file.materials[3].toon = 0;
  return b;
}

TEST(TextureUses, CountsMaterialsAndNamesTheFirst) {
  const auto b = three_materials();
  const auto model = b.model();
  const auto drawn = texture_uses(*model), said = texture_uses(b.file);
  ASSERT_EQ(drawn.size(), 3u);
  ASSERT_EQ(said.size(), 3u);
  EXPECT_EQ(drawn[0].count, 3u);
  EXPECT_EQ(said[0].count, 3u);
  EXPECT_EQ(materials_text(*model, drawn[0]), "material 1 \"髪\" (and 2 more)");
  EXPECT_EQ(materials_text(b.file, said[0]), "material 1 \"髪\" (and 2 more)");
  EXPECT_EQ(drawn[1].count, 0u) << "its sphere is off";
  EXPECT_EQ(materials_text(b.file, said[1]), "material 3 \"靴\"");
  EXPECT_EQ(drawn[2].count, 0u);
  EXPECT_EQ(said[2].first, none);
}

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
      EXPECT_TRUE(out[i].empty() || out[i].back() + 1 < range.first) << "ranges that touch are one";
      for (std::uint32_t v = range.first; v < range.last; ++v) out[i].push_back(v);
    }
  }
  return out;
}

TEST(MaterialVertices, ListsUsedVerticesOnceInOrder) {
  using Lists = std::vector<std::vector<std::uint32_t>>;
  const std::pair<Lists, Lists> cases[] = {
      {{{2, 0, 1, 1, 2, 3}, {5, 7, 6, 7, 5, 4}}, {{0, 1, 2, 3}, {4, 5, 6, 7}}},
      {{{0, 1, 4, 4, 1, 5}}, {{0, 1, 4, 5}}},                               // no face uses 2 and 3
      {{{0, 1, 2}, {2, 1, 3}}, {{0, 1, 2}, {1, 2, 3}}},                     // shared vertices
      {{{4'000'000'000u, 0, 7, 8, 7, 9}}, {{0, 7, 8, 9, 4'000'000'000u}}},  // far apart
      {{{}, {0, 1, 2}, {}}, {{}, {0, 1, 2}, {}}},                           // materials without faces
  };
  for (const auto& [triangles, vertices] : cases) EXPECT_EQ(vertices_by_material(triangles), vertices);
}

}  // namespace
}  // namespace mmd
