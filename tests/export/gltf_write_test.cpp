#include "export/gltf_write.h"

#include <set>

#include <gmock/gmock.h>

#include "tests/export/exchanged.h"

namespace mmd {
namespace {

using test::add_square;
using test::Exchanged;
using test::farthest;
using test::FileBuilder;
using test::Glb;
using test::sample;
using test::says;
using ::testing::HasSubstr;

constexpr double tolerance = 1e-4;  // MMD units

/// Vertices with linearly blended weights, the only kind of glTF.
std::vector<vec3> linearly_skinned(const Exchanged& from) {
  Actor actor(from.document.loaded.model, from.document.loaded.textures);
  actor.pose = from.document.pose;
  actor.skin_level = SkinLevel::linear;
  actor.evaluate();
  return {actor.posed_positions().begin(), actor.posed_positions().end()};
}

TEST(GltfWrite, SkinnedVerticesMatchEveryPose) {
  for (const char* pose : {"dance", "sitting", "sleeping", "kick", "singing"}) {
    const Exchanged e({sample("figure/figure.pmx"), sample("poses/") + pose + ".vpd"});
    EXPECT_LT(farthest(e.glb(), e.model, linearly_skinned(e)), tolerance) << pose;
  }
  const Exchanged features({sample("features/features.pmx"), sample("features/features.vpd")});
  EXPECT_LT(farthest(features.glb(), features.model, linearly_skinned(features)), tolerance);
}

TEST(GltfWrite, PosedVerticesMatchEveryWeightType) {
  const Exchanged e({sample("features/features.pmx"), sample("features/features.vpd")}, ExchangeShape::posed);
  const Glb glb = e.glb();
  EXPECT_FALSE(glb.json.contains("skins"));
  EXPECT_LT(farthest(glb, e.model, e.actor->posed_positions()), tolerance);
}

TEST(GltfWrite, BonesMatchDeterministically) {
  const Exchanged e({sample("figure/figure.pmx"), sample("poses/dance.vpd")});
  const Glb glb = e.glb();
  EXPECT_EQ(write_glb({&e.model, 1}, nullptr).value(), write_glb({&e.model, 1}, nullptr).value());
  for (const char* name : {"頭", "左手首", "右つま先", "左足ＩＫ", "左足D"}) {
    const std::int32_t bone = e.document.model().find_bone(name);
    if (bone == none) continue;
    const glm::dvec3 at(glb.global(glb.node_called(name))[3]);
    EXPECT_LT(glm::length(at / 0.08 - glm::dvec3(translation_of(e.actor->bones().mconv(bone)))), tolerance)
        << name;
  }
}

TEST(GltfWrite, PutsAModelOnTheBoneOfAnother) {
  Exchanged figure({sample("figure/figure.pmx"), sample("poses/dance.vpd")}),
      prop({sample("props/microphone.pmx")});
  const std::int32_t hand = figure.document.model().find_bone("右手首");
  const Similarity offset = offset_from_mmd({0.5f, -1, 2}, {30, 40, 50}, 1.5f);
  prop.actor->place(placement_on(*figure.actor, {hand, offset, 0}));
  for (const bool prop_first : {false, true}) {
    prop.model.place = {
        prop_first ? 1 : 0, hand, {offset.rotation, in_metres(offset.translation), offset.scale}};
    std::vector<ExchangeModel> models{figure.model, prop.model};
    if (prop_first) std::swap(models[0], models[1]);
    const Glb glb(write_glb(models, nullptr).value());
    const std::size_t node = prop_first ? glb.mesh_nodes().front() : glb.mesh_nodes().back();
    const auto& vertices = prop.model.parts[0].vertices;
    const auto seen = glb.vertices(node, 0);
    ASSERT_EQ(seen.size(), vertices.size());
    for (std::size_t v = 0; v < seen.size(); ++v)
      EXPECT_LT(glm::length(seen[v] / 0.08 - glm::dvec3(prop.actor->posed_positions()[vertices[v]])),
                tolerance);
  }
}

TEST(GltfWrite, LitMaterialsAreNotFlat) {
  Exchanged e{{sample("figure/figure.pmx")}};
  e.model.is_lit = true;
  const Glb glb = e.glb();
  EXPECT_FALSE(glb.json.contains("extensionsUsed"));
  for (const auto& material : glb.json["materials"])
    EXPECT_LE(material["pbrMetallicRoughness"].value("roughnessFactor", 1.0), 1.0);
}

TEST(GltfWrite, WritesMorphTargetsWithNamesAndWeights) {
  FileBuilder b;
  add_square(b, "顔");
  add_square(b, "服", {5, 1, 0});
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {{0, {0, 1, 2}}, {0, {1, 0, 0}}});
  b.morph<pmx::VertexOffset>("nothing", pmx::MorphType::vertex, {});
  Exchanged e(b);
  e.actor->pose.morph_weights[0] = 0.5f;
  e.make();
  const Glb glb = e.glb();
  ASSERT_EQ(glb.json["meshes"].size(), 2u);  // meshes that no morph moves have no targets
  const auto& mesh = glb.json["meshes"][1];
  ASSERT_EQ(mesh["extras"]["targetNames"].size(), 1u);
  EXPECT_EQ(mesh["extras"]["targetNames"][0], "あ");
  EXPECT_EQ(mesh["weights"][0], 0.5);
  EXPECT_LT(farthest(glb, e.model, e.actor->posed_positions()), tolerance);
}

TEST(GltfWrite, HasEnglishNamesWhereTheModelDoes) {
  Exchanged e{{sample("figure/figure.pmx")}};
  const Model& model = e.document.model();
  use_english_names(model, e.model);
  const std::int32_t head = model.find_bone("頭");
  EXPECT_EQ(e.model.bones[static_cast<std::size_t>(head)].name, "head");
  for (const ExchangeMorph& morph : e.model.morphs) {
    const Morph& from = model.morphs[morph.morph];
    EXPECT_EQ(morph.name, from.name_english.empty() ? from.name : from.name_english);
  }
}

TEST(GltfWrite, LimitsMorphedVertices) {
  FileBuilder b;
  b.bone("首");
  constexpr std::uint32_t vertices = 3000;
  constexpr int parts = 200, morphs = 100;
  std::vector<pmx::VertexOffset> offsets;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    b.vertex({static_cast<float>(v), static_cast<float>(v % 2), 0});
    offsets.push_back({v, {0, 1, 0}});
  }
  for (int part = 0; part < parts; ++part) {
    for (std::uint32_t v = 0; v < vertices; v += 3) b.triangle(v, v + 1, v + 2);
    b.material();
  }
  for (int m = 0; m < morphs; ++m) b.morph("m" + std::to_string(m), pmx::MorphType::vertex, offsets);
  const auto model = b.model();
  Actor actor(model, {});
  actor.evaluate();
  std::vector<std::size_t> materials;
  const auto all = make_parts(actor, ExchangeShape::skinned, materials);
  const auto refused = make_morphs(actor, all);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("more than 50000000 vertices in 200 materials"));
  const auto few = make_morphs(actor, {all.begin(), all.begin() + 2});
  ASSERT_TRUE(few);
  EXPECT_EQ(few->size(), 100u);
  EXPECT_EQ(few->back().parts[1].size(), vertices);
}

TEST(GltfWrite, WeightsSumToOneWithoutDuplicateBones) {
  FileBuilder b;
  for (int i = 0; i < 3; ++i) b.bone("b");
  const std::uint32_t first =
      b.weighted({0, 0, 0}, pmx::WeightType::bdef4, {1, 1, 2, 0}, {0.3f, 0.3f, 0.3f, 0.0f});
  b.weighted({1, 0, 0}, pmx::WeightType::bdef4, {2, 1, 0, 1}, {0, 0.1f, 0.7f, 0.1f});
  b.weighted({0, 1, 0}, pmx::WeightType::bdef1, {-1, 0, 0, 0}, {0, 0, 0, 0});
  b.triangle(first, first + 1, first + 2);
  b.material();
  const Glb glb = Exchanged(b).glb();
  const auto& attributes = glb.json["meshes"][0]["primitives"][0]["attributes"];
  const auto joints = glb.values(attributes["JOINTS_0"]), weights = glb.values(attributes["WEIGHTS_0"]);
  for (std::size_t v = 0; v < joints.size(); ++v) {
    double sum = 0.0;
    std::set<double> used;
    for (std::size_t i = 0; i < 4; ++i) {
      sum += weights[v][i];
      if (weights[v][i] > 0.0) {
        EXPECT_TRUE(used.insert(joints[v][i]).second) << v;
      } else {
        EXPECT_EQ(joints[v][i], 0.0) << v;
      }
    }
    EXPECT_NEAR(sum, 1.0, 1e-7) << v;
  }
  EXPECT_EQ(glb.json["skins"][0]["joints"].size(), 4u);  // the root moves vertices without bone
}

TEST(GltfWrite, AcceptsModelsWithoutBonesOrFaces) {
  FileBuilder no_bones, no_faces, nothing;
  no_bones.square({0, 1, 0}, 1, -1);
  no_bones.material();
  const Exchanged faces(no_bones);
  EXPECT_FALSE(faces.glb().json.contains("skins"));
  EXPECT_LT(farthest(faces.glb(), faces.model, faces.actor->posed_positions()), tolerance);
  no_faces.bone("首");
  const Glb bones = Exchanged(no_faces).glb();
  EXPECT_FALSE(bones.json.contains("meshes"));
  EXPECT_EQ(bones.json["scenes"][0]["nodes"].size(), 1u);
  nothing.file.name = {};
  const Exchanged e(nothing);
  EXPECT_EQ(e.model.name, "");
  const Glb node = e.glb();
  ASSERT_EQ(node.json.at("nodes").size(), 1u);
  EXPECT_TRUE(node.json.at("nodes").at(0).is_object()) << node.json.dump();
}

TEST(GltfWrite, HandlesThousandsOfBones) {
  FileBuilder b;
  for (std::int32_t i = 0; i < 5000; ++i) b.bone("骨", i % 2 == 0 ? -1 : i + 1 < 5000 ? i + 1 : -1);
  b.square({0, 1, 0}, 1, 4999);
  b.material();
  const Exchanged e(b);
  const Glb glb = e.glb();
  EXPECT_EQ(glb.json["skins"][0]["joints"].size(), 5001u);
  EXPECT_LT(farthest(glb, e.model, e.actor->posed_positions()), tolerance);
}

TEST(GltfWrite, SkipsFlatTrianglesAndHiddenMaterials) {
  FileBuilder b;
  b.bone("首");
  b.square({0, 1, 0}, 1);
  b.triangle(0, 1, 1);  // flat
  b.material("seen");
  add_square(b, "頬", {3, 1, 0}).diffuse.a = 0.0f;
  const Exchanged e(b);
  ASSERT_EQ(e.model.parts.size(), 1u);
  EXPECT_EQ(e.model.parts[0].indices.size(), 6u);
  EXPECT_TRUE(says(e.diagnostics, "invisible materials are not written: 頬"));
}

TEST(GltfWrite, NormalsAreAlwaysUnit) {
  FileBuilder b;
  add_square(b);
  for (vec3& normal : b.file.vertices.normal) normal = vec3(0.0f);
  const Exchanged e(b);
  for (const vec3& normal : e.model.parts[0].normals)
    EXPECT_LT(glm::length(normal - vec3(0, 0, 1)), 1e-6f);  // towards the viewer of the front
}

}  // namespace
}  // namespace mmd
