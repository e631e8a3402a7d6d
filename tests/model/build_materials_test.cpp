#include <limits>

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;

/// Two squares, so 12 indices on 8 vertices; materials are left to the test.
struct TwoSquares : FileBuilder {
  TwoSquares() {
    bone("a");
    square({0, 0, 0}, 1);
    square({3, 0, 0}, 1);
  }
  void materials(const std::vector<std::int32_t>& counts) {
    for (const std::int32_t count : counts) material().index_count = count;
  }
};

/// Ranges follow each other, cover all indices, and every index is a vertex.
void expect_valid(const Model& model) {
  std::size_t next = 0;
  for (const Material& m : model.materials) {
    EXPECT_EQ(m.first_index, next);
    EXPECT_EQ(m.index_count % 3, 0u);
    next += m.index_count;
  }
  EXPECT_EQ(next, model.indices.size());
  for (const std::uint32_t i : model.indices) EXPECT_LT(i, model.vertices.size());
}

TEST(BuildMaterials, ReversesTheWindingOfEveryTriangle) {
  TwoSquares b;
  b.materials({12});
  const auto model = b.model();
  ASSERT_EQ(model->indices.size(), 12u);
  for (std::size_t t = 0; t < 12; t += 3) {
    EXPECT_EQ(model->indices[t], b.file.indices[t]);
    EXPECT_EQ(model->indices[t + 1], b.file.indices[t + 2]);
    EXPECT_EQ(model->indices[t + 2], b.file.indices[t + 1]);
    const auto& p = model->vertices.position;
    const vec3 cross = glm::cross(p[model->indices[t + 1]] - p[model->indices[t]],
                                  p[model->indices[t + 2]] - p[model->indices[t]]);
    EXPECT_GT(glm::dot(cross, model->vertices.normal[model->indices[t]]), 0.0f)
        << "counter-clockwise seen from the side of the normal";
  }
}

struct CountCase {
  const char* name;
  std::vector<std::int32_t> declared;
  std::vector<std::uint32_t> drawn;
  const char* message;
};
class BuildMaterialCounts : public ::testing::TestWithParam<CountCase> {};

TEST_P(BuildMaterialCounts, AssignAllTriangles) {
  const CountCase& c = GetParam();
  TwoSquares b;
  b.materials(c.declared);
  const BuiltModel built = b.build();
  expect_valid(*built.model);
  ASSERT_EQ(built.model->materials.size(), c.drawn.size());
  for (std::size_t i = 0; i < c.drawn.size(); ++i)
    EXPECT_EQ(built.model->materials[i].index_count, c.drawn[i]) << i;
  if (*c.message == '\0') {
    EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
  } else {
    EXPECT_TRUE(says(built.diagnostics, c.message)) << said(built.diagnostics);
  }
}

constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
const CountCase count_cases[] = {
    {"right", {6, 6}, {6, 6}, ""},
    {"too_many", {6, 9}, {6, 6}, "element 1"},
    {"far_too_many", {most, most}, {12, 0}, "materials: "},
    {"negative", {-6, 12}, {0, 12}, "element 0"},
    {"most_negative", {-most - 1, 12}, {0, 12}, "element 0"},
    {"not_whole_triangles", {7, 5}, {6, 6}, "multiple of 3"},
    {"a_triangle_but_for_an_index", {5, 7}, {6, 6}, "element 0 (material)"},
    {"all_but_an_index", {6, 5}, {6, 6}, "element 1 (material)"},
    {"less_than_a_triangle", {1, 10}, {0, 12}, "multiple of 3"},
    {"too_few", {3, 3}, {3, 3}, "faces without a material"},
    {"none", {0, 0}, {0, 0}, "faces without a material"},
    {"no_materials", {}, {}, "faces without a material"},
};
INSTANTIATE_TEST_SUITE_P(Cases, BuildMaterialCounts, ::testing::ValuesIn(count_cases),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(BuildMaterials, ReportsARoundedCountOnce) {
  TwoSquares b;
  b.materials({5, 6});
  EXPECT_EQ(b.build().diagnostics.size(), 1u) << said(b.build().diagnostics);
}

TEST(BuildMaterials, DropsTrianglesWithVertexOutOfRange) {
  for (const std::uint32_t bad : {8u, 0x7fffffffu, 0xffffffffu}) {
    TwoSquares b;
    b.materials({6, 6});
    b.file.indices[4] = bad;
    const BuiltModel built = b.build();
    expect_valid(*built.model);
    EXPECT_EQ(built.model->materials[0].index_count, 3u);
    EXPECT_EQ(built.model->materials[1].index_count, 6u);
    EXPECT_TRUE(says(built.diagnostics, "faces: vertex index out of range: element 1"))
        << said(built.diagnostics);
  }
}

TEST(BuildMaterials, DropsTrianglesWithoutFinitePosition) {
  TwoSquares b;
  b.materials({6, 6});
  b.file.vertices.position[5].y = std::numeric_limits<float>::quiet_NaN();  // in one triangle of the second
  const BuiltModel built = b.build();
  expect_valid(*built.model);
  EXPECT_EQ(built.model->materials[0].index_count, 6u);
  EXPECT_EQ(built.model->materials[1].index_count, 3u);
  for (const std::uint32_t i : built.model->indices) EXPECT_NE(i, 5u);
  EXPECT_EQ(built.model->bounds_max.x, 4.0f) << "the others stay";
  EXPECT_TRUE(says(built.diagnostics, "its faces are not drawn: element 5")) << said(built.diagnostics);
}

TEST(BuildMaterials, ReportsDamageWithMaterialName) {
  TwoSquares b;
  b.materials({6, 6});
  pmx::Material& second = b.file.materials[1];
  second.name = b.text("髪");
  second.texture = 7;
  second.ambient.x = std::numeric_limits<float>::quiet_NaN();
  second.edge_size = std::numeric_limits<float>::infinity();
  second.sphere_mode = 255;
  b.file.indices[7] = 99;
  const BuiltModel built = b.build();
  EXPECT_EQ(built.diagnostics.size(), 5u) << said(built.diagnostics);
  for (const Diagnostic& d : built.diagnostics) EXPECT_TRUE(says({d}, "(髪)")) << d.what;
}

TEST(BuildMaterials, ReplacesTextureIndexOutOfRange) {
  for (const std::int32_t bad : {1, most, -2}) {
    TwoSquares b;
    b.texture("a.png");
    b.materials({6, 6});
    pmx::Material& m = b.file.materials[1];
    m.texture = m.sphere_texture = m.toon = bad;
    const BuiltModel built = b.build();
    const Material& out = built.model->materials[1];
    EXPECT_EQ(out.texture, none);
    EXPECT_EQ(out.sphere_texture, none);
    EXPECT_EQ(out.toon_texture, none);
    EXPECT_EQ(out.shared_toon, none);
    EXPECT_TRUE(says(built.diagnostics, "texture index out of range: element 1 (material) and 2 more"))
        << said(built.diagnostics);
  }
}

TEST(BuildMaterials, TurnsUnknownSphereModesOff) {
  for (int mode = 0; mode < 256; ++mode) {
    TwoSquares b;
    b.materials({12});
    b.file.materials[0].sphere_mode = static_cast<std::uint8_t>(mode);
    const BuiltModel built = b.build();
    EXPECT_EQ(static_cast<int>(built.model->materials[0].sphere_mode), mode <= 3 ? mode : 0);
    EXPECT_EQ(says(built.diagnostics, "sphere mode"), mode > 3);
  }
}

TEST(BuildMaterials, DropsUnknownSharedToons) {
  for (const std::int32_t toon : {0, 9, 10, 200, -1, -56}) {
    TwoSquares b;
    b.materials({12});
    b.file.materials[0].toon_flag = 1;
    b.file.materials[0].toon = toon;
    const BuiltModel built = b.build();
    const bool good = toon >= 0 && toon <= 9;
    EXPECT_EQ(built.model->materials[0].shared_toon, good ? toon : none);
    EXPECT_EQ(built.model->materials[0].toon_texture, none);
    EXPECT_EQ(says(built.diagnostics, "shared toon"), !good);
  }
}

TEST(BuildMaterials, ReplacesBadColours) {
  TwoSquares b;
  b.materials({6, 6});
  b.file.materials[0].diffuse = {0.1f, 0.2f, 0.3f, 0.4f};
  pmx::Material& m = b.file.materials[1];
  const float bad = std::numeric_limits<float>::quiet_NaN();
  m.diffuse.x = m.specular.y = m.ambient.z = m.edge_colour.w = m.specular_power = m.edge_size = bad;
  const BuiltModel built = b.build();
  EXPECT_EQ(built.model->materials[0].diffuse, vec4(0.1f, 0.2f, 0.3f, 0.4f));
  const Material& out = built.model->materials[1];
  EXPECT_TRUE(is_finite(out.diffuse) && is_finite(out.specular) && is_finite(out.ambient) &&
              is_finite(out.edge_colour) && std::isfinite(out.specular_power) &&
              std::isfinite(out.edge_size));
  EXPECT_TRUE(says(built.diagnostics, "materials: colour is not a number: element 1"))
      << said(built.diagnostics);
}

}  // namespace
}  // namespace mmd
