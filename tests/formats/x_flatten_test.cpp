#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/x.h"
#include "tests/support/x_samples.h"

namespace mmd::x {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::string triangle = "3; 0;0;0;, 0;1;0;, 1;0;0;; 1; 3;0,1,2;; ";

Accessory flat(std::string_view body) {
  const auto result = read(as_byte_span(test::x_text(body)));
  EXPECT_TRUE(result) << describe(result.error());
  return result ? flatten(result->file) : Accessory{};
}
std::string material(std::string_view name, std::string_view texture = "") {
  return "Material " + std::string(name) + " { 1;1;1;1;; 5; 0;0;0;; 0;0;0;; TextureFilename { \"" +
         std::string(texture) + "\"; } } ";
}
AccessoryMaterial with_texture(std::string_view texture) {
  const Accessory a =
      flat("Mesh { " + triangle + "MeshMaterialList { 1; 1; 0;; " + material("m", texture) + "} }");
  EXPECT_THAT(a.materials, SizeIs(1));
  return a.materials.at(0);
}
void expect_near(const vec3& a, const vec3& b) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], 1e-5f) << i;
}

TEST(XFlatten, ScalesByTen) {
  const Accessory a = flat("Mesh { " + triangle + "}");
  EXPECT_THAT(a.positions, ElementsAre(vec3(0, 0, 0), vec3(0, 10, 0), vec3(10, 0, 0)));
  EXPECT_THAT(a.indices, ElementsAre(0, 1, 2));
}

TEST(XFlatten, FramesMoveTheirContent) {
  const Accessory a = flat(
      "Frame { FrameTransformMatrix { 1,0,0,0, 0,1,0,0, 0,0,1,0, 10,20,30,1;; }"
      "Frame { FrameTransformMatrix { 0,2,0,0, -2,0,0,0, 0,0,2,0, 1,2,3,1;; } Mesh { " +
      triangle + "} } Mesh { " + triangle + "} } Mesh { " + triangle + "}");
  ASSERT_THAT(a.positions, SizeIs(9));
  expect_near(a.positions[0], {110, 220, 330});
  expect_near(a.positions[1], {90, 220, 330});  // Y turned to -X, doubled
  expect_near(a.positions[2], {110, 240, 330});
  expect_near(a.positions[4], {100, 210, 300});
  expect_near(a.positions[7], {0, 10, 0});
  EXPECT_THAT(a.indices, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));
}

TEST(XFlatten, NormalsStayUprightUnderUnevenScaleAndMirrors) {
  const std::string mesh =
      "Mesh { 3; 0;0;0;, 0;1;1;, 1;0;0;; 1; 3;0,1,2;; MeshNormals { 1; 0;1;-1;; 1; 3;0,0,0;; } }";
  for (const float z : {3.0f, -3.0f}) {
    const Accessory a = flat(fmt::format(
        "Frame {{ FrameTransformMatrix {{ 1,0,0,0, 0,1,0,0, 0,0,{},0, 0,0,0,1;; }} {} }}", z, mesh));
    ASSERT_THAT(a.normals, SizeIs(3));
    expect_near(a.normals[0], glm::normalize(vec3(0, 1, -1 / z)));
    EXPECT_NEAR(glm::dot(a.normals[0], a.positions[1]), 0.0f, 1e-5f);
  }
}

TEST(XFlatten, PolygonsBecomeFansAndLinesAreSkipped) {
  const Accessory a = flat(
      "Mesh { 5; 0;0;0;, 0;1;0;, 1;2;0;, 2;1;0;, 2;0;0;; 4; 4;0,1,3,4;, 2;0,1;, 5;0,1,2,3,4;, 3;0,1,9;; }");
  EXPECT_THAT(a.indices, ElementsAre(0, 1, 3, 0, 3, 4, 0, 1, 2, 0, 2, 3, 0, 3, 4));
}

TEST(XFlatten, AVertexIsSplitWhereItsNormalsDiffer) {
  const Accessory a = flat(
      "Mesh { 4; 0;0;0;, 0;1;0;, 1;0;0;, -1;0;1;; 2; 3;0,1,2;, 3;0,3,1;;"
      "MeshNormals { 2; 0;0;-2;, -1;0;0;; 2; 3;0,0,0;, 3;0,1,1;; }"
      "MeshTextureCoords { 4; 0;0;, 0.5;1;, 1;0;, 2;2;; } }");
  EXPECT_THAT(a.positions,
              ElementsAre(vec3(0, 0, 0), vec3(0, 10, 0), vec3(0, 10, 0), vec3(10, 0, 0), vec3(-10, 0, 10)));
  EXPECT_THAT(a.normals,
              ElementsAre(vec3(0, 0, -1), vec3(0, 0, -1), vec3(-1, 0, 0), vec3(0, 0, -1), vec3(-1, 0, 0)));
  EXPECT_THAT(a.uvs, ElementsAre(vec2(0, 0), vec2(0.5f, 1), vec2(0.5f, 1), vec2(1, 0), vec2(2, 2)));
  EXPECT_THAT(a.indices, ElementsAre(0, 1, 3, 0, 4, 2));
}

/// A cube around the origin, its faces clockwise from outside.
const std::string cube =
    "8; -1;-1;-1;, 1;-1;-1;, 1;1;-1;, -1;1;-1;, -1;-1;1;, 1;-1;1;, 1;1;1;, -1;1;1;;"
    "6; 4;0,3,2,1;, 4;5,6,7,4;, 4;4,7,3,0;, 4;1,2,6,5;, 4;3,7,6,2;, 4;0,1,5,4;; ";

TEST(XFlatten, MissingNormalsAreTheMeanOfTheFaces) {
  const Accessory a = flat("Mesh { " + cube + "}");
  ASSERT_THAT(a.positions, SizeIs(8));
  for (std::size_t i = 0; i < 8; ++i) expect_near(a.normals[i], glm::normalize(a.positions[i]));
}

TEST(XFlatten, ReplacesUnusableNormals) {
  for (const char* normals :
       {"MeshNormals { 1; 1;0;0;; 0; }", "MeshNormals { 1; 1;0;0;; 1; 3;0,0,5;; }",
        "MeshNormals { 1; 1;0;0;; 1; 4;0,0,0,0;; }", "MeshNormals { 0; 1; 3;0,0,0;; }"}) {
    const Accessory a = flat("Mesh { " + triangle + normals + "}");
    ASSERT_THAT(a.normals, SizeIs(3)) << normals;
    expect_near(a.normals[0], {0, 0, -1});
  }
}

TEST(XFlatten, ANormalWithoutDirectionPointsUp) {
  const Accessory given = flat("Mesh { " + triangle + "MeshNormals { 1; 0;0;0;; 1; 3;0,0,0;; } }");
  EXPECT_EQ(given.normals.at(0), vec3(0, 1, 0));
  const Accessory computed = flat("Mesh { 3; 0;0;0;, 0;0;0;, 0;0;0;; 1; 3;0,1,2;; }");
  EXPECT_EQ(computed.normals.at(0), vec3(0, 1, 0));
}

TEST(XFlatten, SkipsFacesWithNumbersThatAreNotFinite) {
  const Accessory a = flat("Mesh { 4; 0;0;0;, 0;1;0;, 1;0;0;, 1e38;0;nan;; 2; 3;0,1,3;, 3;0,1,2;; }");
  EXPECT_THAT(a.positions, SizeIs(3));
  EXPECT_THAT(a.indices, ElementsAre(0, 1, 2));
  EXPECT_THAT(flat("Mesh { 3; 0;0;0;, 0;1;0;, 1e38;0;0;; 1; 3;0,1,2;; }").indices, IsEmpty());
}

TEST(XFlatten, KeepsMaterialsInFileOrder) {
  const Accessory a = flat(
      "Mesh { 6; 0;0;0;, 0;1;0;, 1;0;0;, 0;0;1;, 0;1;1;, 1;0;1;; 3; 3;0,1,2;, 3;3,4,5;, 3;1,2,3;;"
      "MeshMaterialList { 3; 3; 2,0,2;; " +
      material("a") + material("b") + material("c") + "} } Mesh { " + triangle +
      "MeshMaterialList { 1; 1; 0;; {a} } }");
  ASSERT_THAT(a.materials, SizeIs(4));
  const std::vector<std::string> names{a.materials[0].name, a.materials[1].name, a.materials[2].name,
                                       a.materials[3].name};
  EXPECT_THAT(names, ElementsAre("a", "b", "c", "a"));
  EXPECT_EQ(a.materials[0].index_count, 3u);
  EXPECT_EQ(a.materials[1].index_count, 0u);
  EXPECT_EQ(a.materials[2].index_count, 6u);
  EXPECT_THAT(a.indices, ElementsAre(3, 4, 5, 0, 1, 2, 1, 2, 3, 6, 7, 8));
}

TEST(XFlatten, FurtherFacesUseTheLastMaterialIndex) {
  const Accessory a =
      flat("Mesh { " + cube + "MeshMaterialList { 2; 2; 0,1;; " + material("a") + material("b") + "} }");
  EXPECT_EQ(a.materials[0].index_count, 6u);
  EXPECT_EQ(a.materials[1].index_count, 30u);
}

TEST(XFlatten, MissingMaterialsBecomeTheLastOneOrWhite) {
  const Accessory last =
      flat("Mesh { " + triangle + "MeshMaterialList { 2; 1; 7;; " + material("a") + material("b") + "} }");
  EXPECT_EQ(last.materials[1].index_count, 3u);
  for (const char* list : {"", "MeshMaterialList { 1; 1; 0;; { none } }", "MeshMaterialList { 0; 0; }"}) {
    const Accessory white = flat("Mesh { " + triangle + list + "}");
    ASSERT_THAT(white.materials, SizeIs(1));
    EXPECT_EQ(white.materials[0].diffuse, vec4(1.0f));
    EXPECT_EQ(white.materials[0].index_count, 3u);
  }
}

TEST(XFlatten, TextureNamesAreSplitIntoTextureAndSphereMap) {
  const struct {
    const char *name, *texture, *sphere;
    SphereMode mode;
  } cases[] = {
      {"a.bmp", "a.bmp", "", SphereMode::none},
      {"tex\\\\a.bmp", "tex/a.bmp", "", SphereMode::none},
      {"tex\\a.bmp*..\\b.sph", "tex/a.bmp", "../b.sph", SphereMode::multiply},
      {"a.bmp*b.SPA", "a.bmp", "b.SPA", SphereMode::add},
      {"b.spa", "", "b.spa", SphereMode::add},
      {"b.Sph", "", "b.Sph", SphereMode::multiply},
      {"b.sph*a.bmp", "a.bmp", "b.sph", SphereMode::multiply},
      {"a.bmp*", "a.bmp", "", SphereMode::none},
      {"*", "", "", SphereMode::none},
      {"", "", "", SphereMode::none},
  };
  for (const auto& [name, texture, sphere, mode] : cases) {
    const AccessoryMaterial m = with_texture(name);
    EXPECT_EQ(m.texture, texture) << name;
    EXPECT_EQ(m.sphere, sphere) << name;
    EXPECT_EQ(m.sphere_mode, mode) << name;
    EXPECT_FALSE(m.is_screen) << name;
  }
}

TEST(XFlatten, ScreenBmpMeansTheScreen) {
  for (const char* name : {"screen.bmp", "Screen.BMP", "tex\\screen.bmp", "screen.bmp*a.sph"})
    EXPECT_TRUE(with_texture(name).is_screen) << name;
  for (const char* name : {"myscreen.bmp", "screen.png", "a.bmp*screen.bmp"})
    EXPECT_FALSE(with_texture(name).is_screen) << name;
}

TEST(XFlatten, SurvivesContradictoryFiles) {
  File file;
  file.frames.resize(2);
  file.frames[0].parent = 1;
  file.frames[1].parent = 99;
  for (Mesh& mesh : (file.meshes.resize(2), file.meshes)) {
    mesh.frame = 9;
    mesh.positions = {vec3(0.0f), vec3(1.0f), vec3(2.0f)};
    mesh.faces.sizes = {3, 4'000'000'000, 3};
    mesh.faces.corners = {0, 1, 2, 1};
    mesh.materials = {-1, 5};
    mesh.face_materials = {1};
  }
  const Accessory a = flatten(file);
  EXPECT_THAT(a.indices, SizeIs(6));
  EXPECT_THAT(a.materials, SizeIs(4));
}

TEST(XFlatten, EmptyMeshGivesNothing) {
  const Accessory a = flat("Mesh { 0;; 0;; }");
  EXPECT_THAT(a.positions, IsEmpty());
  EXPECT_THAT(a.materials, IsEmpty());
}

/// Reads a file; nullopt and its message if it is damaged.
std::optional<Accessory> read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const auto result = read(as_byte_span(bytes));
  if (result) return flatten(result->file);
  EXPECT_TRUE(result.error().line || result.error().offset) << path;
  return std::nullopt;
}

TEST(XFlatten, ReadsTheAccessoriesBesideTheCheckout) {
  const std::filesystem::path folder = std::filesystem::path(MMDVIEW_SOURCE_DIR) / "../shared/accessories/x";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no accessories beside the checkout";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_EQ(read_file(entry.path()).has_value(), entry.path().filename() != "hugecount.x") << entry.path();
  for (const auto& [name, same] :
       {std::pair("frames.x", "frames_bin.x"), std::pair("frames.x", "frames_tzip.x"),
        std::pair("matref.x", "matref_bin.x"), std::pair("m_dec.x", "m_int.x"),
        std::pair("m_dec.x", "m_spaces.x")}) {
    const auto a = read_file(folder / name), b = read_file(folder / same);
    ASSERT_TRUE(a && b) << same;
    EXPECT_EQ(a->positions, b->positions) << same;
    EXPECT_EQ(a->normals, b->normals) << same;
    EXPECT_EQ(a->uvs, b->uvs) << same;
    EXPECT_EQ(a->indices, b->indices) << same;
    EXPECT_EQ(a->materials.size(), b->materials.size()) << same;
  }
}

}  // namespace
}  // namespace mmd::x
