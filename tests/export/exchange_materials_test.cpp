#include "export/exchange_materials.h"

#include <gmock/gmock.h>

#include "tests/assets/pixels.h"
#include "tests/export/exchanged.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using test::BuiltFile;
using test::Exchanged;
using test::FileBuilder;
using test::Glb;
using test::says;

Bytes plain_png(std::uint8_t value) {
  test::Picture picture{2, 2, {}};
  picture.pixels.assign(4, {value, value, value, 255});
  return test::png_file(picture);
}

TEST(ExchangeMaterials, HaveColoursInMmdsLight) {
  FileBuilder b;
  pmx::Material& m = test::add_square(b);
  m.diffuse = {0.5f, 0.2f, 0.0f, 0.7f};
  m.ambient = {0.1f, 0.1f, 0.1f};
  m.flags = pmx::material_double_sided;
  const Exchanged e(b);
  const float light = 0.6f;
  EXPECT_NEAR(e.model.materials[0].lit.r, 0.5f * light + 0.1f, 1e-5f);
  EXPECT_NEAR(e.model.materials[0].lit.b, 0.1f, 1e-5f);
  const auto glb = e.glb();
  const auto& material = glb.json["materials"][0];
  EXPECT_TRUE(material["extensions"].contains("KHR_materials_unlit"));
  EXPECT_EQ(material["doubleSided"], true);
  EXPECT_EQ(material["alphaMode"], "BLEND");
  const auto factor = test::numbers_of(material["pbrMetallicRoughness"]["baseColorFactor"]);
  EXPECT_NEAR(factor[2], 0.010023, 1e-5);  // sRGB 0.1 (IEC 61966-2-1)
  EXPECT_NEAR(factor[3], 0.7, 1e-6);
}

TEST(ExchangeMaterials, BlendedVrmMaterialsKeepTheModelOrder) {
  FileBuilder b;
  for (int m = 0; m < 12; ++m) test::add_square(b).diffuse = {1.0f, 1.0f, 1.0f, m == 1 ? 1.0f : 0.5f};
  const BuiltFile file;
  const Exchanged e({file.put(b)}, ExchangeShape::skinned, MaterialTerms::mtoon);
  const VrmAvatar avatar;
  const auto glb = e.glb(&avatar);
  std::vector<int> places;
  for (const auto& material : glb.json["materials"]) {
    const auto& mtoon = material["extensions"]["VRMC_materials_mtoon"];
    const bool is_blended = material.contains("alphaMode") && material["alphaMode"] == "BLEND";
    EXPECT_EQ(mtoon["transparentWithZWrite"], is_blended);
    places.push_back(mtoon["renderQueueOffsetNumber"].get<int>());
  }
  EXPECT_EQ(places, (std::vector<int>{0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9}))
      << "the second material is opaque";
}

TEST(ExchangeMaterials, AppliesMultipliedSpheresAndReportsOthers) {
  FileBuilder b;
  for (const std::uint8_t mode : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{3}}) {
    pmx::Material& m = test::add_square(b, mode == 1 ? "multiplied" : mode == 2 ? "added" : "sub");
    m.diffuse = {0, 0, 0, 1};
    m.ambient = {0.5f, 0.5f, 0.5f};
    m.sphere_texture = b.texture("s.png");
    m.sphere_mode = mode;
  }
  const BuiltFile file;
  file.folder.put("s.png", as_text(plain_png(51)));
  const std::string model = file.put(b);
  const Exchanged plain({model});
  EXPECT_NEAR(plain.model.materials[0].lit.r, 0.1f, 1e-5f);
  EXPECT_NEAR(plain.model.materials[1].lit.r, 0.5f, 1e-5f);
  EXPECT_TRUE(says(plain.diagnostics, "cannot store sphere maps that multiply: multiplied"));
  EXPECT_TRUE(says(plain.diagnostics, "cannot store sphere maps that add: added"));
  EXPECT_TRUE(says(plain.diagnostics, "cannot store second textures (sub-texture): sub"));
  const Exchanged toon({model}, ExchangeShape::skinned, MaterialTerms::mtoon);
  EXPECT_NE(toon.model.materials[1].sphere_image, none);
  EXPECT_FALSE(says(toon.diagnostics, "added"));
}

TEST(ExchangeMaterials, TranslucentVerticesAndSpheresBlend) {
  FileBuilder b;
  b.file.header.additional_uv_count = 1;
  test::add_square(b, "vertices").flags = pmx::material_vertex_colour;
  pmx::Material& m = test::add_square(b, "sphere");
  m.sphere_texture = b.texture("s.png");
  m.sphere_mode = 1;
  test::add_square(b, "opaque");
  for (std::size_t v = 0; v < b.file.vertices.additional_uv.size(); ++v)
    b.file.vertices.additional_uv[v] = {1, 1, 1, 0.3f};
  const BuiltFile file;
  test::Picture glass{2, 2, {}};
  glass.pixels.assign(4, {255, 255, 255, 51});
  file.folder.put("s.png", as_text(test::png_file(glass)));
  const std::string model = file.put(b);
  const Exchanged e({model});
  EXPECT_EQ(e.model.materials[0].alpha, AlphaMode::blend);
  EXPECT_EQ(e.model.materials[1].alpha, AlphaMode::blend);
  EXPECT_NEAR(e.model.materials[1].lit.a, 0.2f, 1e-5f);
  EXPECT_EQ(e.model.materials[2].alpha, AlphaMode::opaque);
  for (const MaterialTerms terms : {MaterialTerms::plain, MaterialTerms::mtoon}) {
    const Exchanged without({model}, ExchangeShape::skinned, terms);
    EXPECT_EQ(without.model.materials[0].alpha, AlphaMode::opaque) << "these files have no vertex colours";
    EXPECT_TRUE(says(without.diagnostics, "the file cannot store vertex colours (additional UV 1)"));
  }
  EXPECT_FALSE(says(e.diagnostics, "vertex colours"));
}

TEST(ExchangeMaterials, TextureMorphsIgnoreMissingTextures) {
  FileBuilder b;
  for (const char* name : {"plain", "textured"}) {
    pmx::Material& m = test::add_square(b, name);
    m.diffuse = {0, 0, 0, 1};
    m.ambient = {0.3f, 0.3f, 0.3f};
  }
  b.file.materials[1].texture = b.texture("t.png");
  pmx::MaterialOffset half{-1, 1};
  half.texture = vec4(0.5f);
  b.morph("half", pmx::MorphType::material, std::vector<pmx::MaterialOffset>{half});
  const BuiltFile file;
  file.folder.put("t.png", as_text(plain_png(255)));
  Exchanged e({file.put(b)});
  e.actor->pose.morph_weights[0] = 1.0f;
  e.actor->evaluate();
  const auto morphed = make_exchange(e.document.loaded, *e.actor, ExchangeShape::skinned,
                                     MaterialTerms::vertex_coloured, e.diagnostics);
  ASSERT_TRUE(morphed);
  EXPECT_EQ(morphed->materials[0].lit, e.model.materials[0].lit);
  EXPECT_NE(morphed->materials[1].lit, e.model.materials[1].lit);
}

TEST(ExchangeMaterials, ReportsPointsWithoutSize) {
  FileBuilder b;
  test::add_square(b, "filled");
  test::add_square(b, "dots").flags = pmx::material_points;
  EXPECT_TRUE(says(Exchanged(b).diagnostics, "the file cannot store the size of points: dots"));
}

TEST(ExchangeMaterials, WritesVertexColours) {
  FileBuilder b;
  b.file.header.additional_uv_count = 1;
  test::add_square(b).flags = pmx::material_vertex_colour;
  b.file.vertices.additional_uv[0] = {0.5f, 0, 2, 1};
  const BuiltFile file;
  const std::string model = file.put(b);
  const Exchanged e({model});
  const auto glb = e.glb();
  std::size_t first = 0;
  while (e.model.parts[0].vertices[first] != 0) ++first;
  const auto colour = glb.values(glb.json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"])[first];
  EXPECT_NEAR(colour[0], 0.21404, 1e-4);
  EXPECT_EQ(colour[2], 1.0);
  for (const MaterialTerms terms : {MaterialTerms::plain, MaterialTerms::mtoon}) {
    const Exchanged without({model}, ExchangeShape::skinned, terms);
    const Glb written = without.glb();
    EXPECT_FALSE(written.json["meshes"][0]["primitives"][0]["attributes"].contains("COLOR_0"))
        << "MToon has no vertex colours";
  }
}

TEST(ExchangeMaterials, ShadeIsTheLowestRowOfTheToon) {
  FileBuilder b;
  pmx::Material& m = test::add_square(b);
  m.ambient = {1, 1, 1};
  m.toon_flag = 1;
  m.toon = 0;  // toon01: 205 below
  const Exchanged e(b);
  EXPECT_NEAR(e.model.materials[0].lit.r, 1.0f, 1e-5f);
  EXPECT_NEAR(e.model.materials[0].shade.r, 205.0f / 255.0f, 1e-5f);
}

/// 32 columns: `opaque` ones, then columns of alpha `soft`, then `clear` ones.
Image columns(int opaque, int clear, int soft) {
  return test::make_image(32, 32, opaque < 32, [&](int x, int) {
    return std::array{0, 0, 0, x < opaque ? 255 : x < 32 - clear ? soft : 0};
  });
}

/// A triangle from u = `left` to `right` over the whole height of the texture.
ExchangePart part_over(float left, float right) {
  ExchangePart out;
  out.indices = {0, 1, 2};
  out.uv = {{left, 0.0f}, {right, 0.0f}, {left, 1.0f}};
  return out;
}

TEST(AlphaMode, DependsOnMaterialAndVisibleTexels) {
  const Image opaque = columns(32, 0, 0), cut = columns(16, 16, 0), glass = columns(16, 0, 100),
              strand = columns(26, 0, 120), short_tips = columns(28, 0, 120), lash = columns(16, 10, 120);
  constexpr auto by_distance = BlendOrder::by_distance, by_material = BlendOrder::by_material;
  const struct {
    const char* what;
    float left, right, alpha;
    const Image* texture;
    BlendOrder order;
    AlphaMode expected;
  } rows[] = {
      {"no texture", 0, 1, 1, nullptr, by_distance, AlphaMode::opaque},
      {"a texture without alpha", 0, 1, 1, &opaque, by_distance, AlphaMode::opaque},
      {"the opaque part of a cut-out", 0, 0.49f, 1, &cut, by_distance, AlphaMode::opaque},
      {"the same, repeated", 1.01f, 1.49f, 1, &cut, by_distance, AlphaMode::opaque},
      {"a cut-out", 0, 1, 1, &cut, by_distance, AlphaMode::mask},
      {"a texture repeated endlessly", -1e30f, 1e30f, 1, &cut, by_distance, AlphaMode::mask},
      {"glass", 0.5f, 1, 1, &glass, by_distance, AlphaMode::blend},
      {"a material with alpha", 0, 0.2f, 0.5f, nullptr, by_distance, AlphaMode::blend},
      {"strands that fade out", 0, 1, 1, &strand, by_distance, AlphaMode::mask},
      {"drawn lashes", 0, 1, 1, &lash, by_distance, AlphaMode::blend},
      {"strands, in the materials' order", 0, 1, 1, &strand, by_material, AlphaMode::blend},
      {"short tips, in that order", 0, 1, 1, &short_tips, by_material, AlphaMode::blend},
      {"lashes, in that order", 0, 1, 1, &lash, by_material, AlphaMode::blend},
      {"lace", 0, 1, 1, &cut, by_material, AlphaMode::mask},
      {"the opaque part of strands", 0, 0.4f, 1, &strand, by_material, AlphaMode::opaque},
  };
  for (const auto& row : rows) {
    double work_left = max_texels_looked_at;
    EXPECT_EQ(alpha_mode(part_over(row.left, row.right), row.alpha, row.texture, row.order, work_left),
              row.expected)
        << row.what;
  }
}

TEST(AlphaMode, LimitsTheNumberOfTexels) {
  const Image cut = columns(16, 16, 0), glass = columns(16, 0, 128);
  double work_left = 3000.0;  // a triangle over the texture counts slightly more than 1024
  const auto mode_of = [&](const Image& texture) {
    return alpha_mode(part_over(0, 1), 1.0f, &texture, BlendOrder::by_distance, work_left);
  };
  int looked = 0;
  for (double before = work_left; looked < 10 && work_left > 0.0; ++looked, before = work_left) {
    EXPECT_EQ(mode_of(glass), AlphaMode::blend);
    EXPECT_LT(work_left, before);
  }
  EXPECT_LE(looked, 4);
  EXPECT_EQ(mode_of(glass), AlphaMode::mask) << "not checked";
  EXPECT_EQ(mode_of(cut), AlphaMode::mask);
}

TEST(AlphaMode, OnlyClearTexelsAreClear) {
  const Image clear = columns(0, 32, 0), cut = columns(16, 16, 0), glass = columns(0, 16, 100),
              opaque = columns(32, 0, 0);
  const struct {
    const char* what;
    float left, right, alpha;
    const Image* texture;
    bool expected;
  } rows[] = {
      {"a clear texture", 0, 1, 1, &clear, true},
      {"the clear part of a cut-out", 0.6f, 0.9f, 1, &cut, true},
      {"the same, repeated", 1.6f, 1.9f, 1, &cut, true},
      {"a cut-out", 0, 1, 1, &cut, false},
      {"a border that filtering makes visible", 0.505f, 0.9f, 1, &cut, false},
      {"half clear texels", 0, 0.4f, 1, &glass, false},
      {"the clear part beside them", 0.6f, 0.9f, 1, &glass, true},
      {"a triangle smaller than a texel", 0.7f, 0.7f, 1, &cut, true},
      {"the same on an opaque one", 0.2f, 0.2f, 1, &cut, false},
      {"a texture without alpha", 0, 1, 1, &opaque, false},
      {"no texture", 0, 1, 1, nullptr, false},
      {"a half transparent material", 0, 1, 0.5f, nullptr, false},
      {"a material of hardly any alpha", 0, 1, 0.002f, nullptr, true},
      {"a texture repeated endlessly", -1e30f, 1e30f, 1, &cut, false},
  };
  for (const auto& row : rows)
    EXPECT_EQ(is_clear(part_over(row.left, row.right), row.alpha, row.texture), row.expected) << row.what;
}

TEST(ExchangeMaterials, LeavesOutMaterialsThatShowOnlyClearTexels) {
  test::TemporaryFolder folder;
  FileBuilder b;
  const auto add = [&](const char* name, std::uint8_t alpha) {
    pmx::Material& material = test::add_square(b, name);
    const std::string file = std::string(name) + ".png";
    test::Picture picture{2, 2, {}};
    picture.pixels.assign(4, {255, 0, 0, alpha});
    folder.put(file, as_text(test::png_file(picture)));
    material.texture = b.texture(file);
  };
  add("clear", 0);
  add("half", 128);
  add("skin", 255);
  const std::string file = to_utf8(folder.put("m.pmx", as_text(b.bytes())));
  for (const MaterialTerms terms :
       {MaterialTerms::mtoon, MaterialTerms::vertex_coloured, MaterialTerms::plain}) {
    const Exchanged e({file}, ExchangeShape::skinned, terms);
    ASSERT_EQ(e.model.materials.size(), 2u);
    EXPECT_EQ(e.model.parts.size(), 2u);
    EXPECT_EQ(e.model.materials[0].name, "half");
    EXPECT_EQ(e.model.materials[0].alpha, AlphaMode::blend);
    EXPECT_EQ(e.model.materials[1].name, "skin");
    EXPECT_EQ(e.model.images.size(), 2u) << "the clear picture is not needed";
    EXPECT_TRUE(says(e.diagnostics, "clear"));
  }
}

Image plain(int side, std::uint8_t value) {
  Image out;
  out.width = out.height = side;
  out.rgba.assign(static_cast<std::size_t>(side * side) * 4, value);
  return out;
}

TEST(SphereMeans, UseTheDiscOnly) {
  Image image = plain(8, 51);
  for (const std::size_t corner : {0, 7, 56, 63}) image.rgba[4 * corner] = 255;
  SphereMeans means;
  EXPECT_NEAR(means.of(image).r, 0.2f, 1e-6f);
  EXPECT_NEAR(means.of(image).a, 0.2f, 1e-6f);
}

TEST(SphereMeans, AreComputedOncePerPicture) {
  const Image dark = plain(4, 51), light = plain(4, 204);
  SphereMeans means;
  for (int material = 0; material < 3; ++material) {
    EXPECT_NEAR(means.of(dark).r, 0.2f, 1e-6f);
    EXPECT_NEAR(means.of(light).r, 0.8f, 1e-6f);
  }
  EXPECT_EQ(means.looked_at(), 2u);
}

}  // namespace
}  // namespace mmd
