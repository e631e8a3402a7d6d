// What other programs need of a .glb beyond the right places of vertices.

#include <set>

#include <gmock/gmock.h>

#include "export/exchange_motion.h"
#include "tests/export/exchanged.h"

namespace mmd {
namespace {

using test::add_square;
using test::Exchanged;
using test::ExchangedSong;
using test::farthest;
using test::FileBuilder;
using test::Glb;
using test::numbers_of;
using test::sample;

TEST(GltfShape, RotationsAreWithinOne) {
  FileBuilder b;
  add_square(b);
  Exchanged e(b);
  const quat too_long(1.0000002f, 0.0f, 0.0f, 0.0f);
  e.model.bones[0].rotation = too_long;
  e.model.motion.translations.resize(1);
  e.model.motion.rotations = {{{0.0f, 1.0f}, {too_long, quat(0.0f, 0.0f, -1.0000002f, 0.0f)}}};
  const Glb glb = e.glb();
  for (const auto& node : glb.json["nodes"])
    EXPECT_EQ(numbers_of(node.value("rotation", nlohmann::json{0, 0, 0, 1})),
              (std::vector<double>{0, 0, 0, 1}));
  const auto turns = glb.values(glb.json["animations"][0]["samplers"][0]["output"].get<std::size_t>());
  EXPECT_EQ(turns, (std::vector<std::vector<double>>{{0, 0, 0, 1}, {0, -1, 0, 0}}));
}

TEST(GltfShape, AllMorphsStandOnOneViewOfZeros) {
  FileBuilder b;
  for (std::uint32_t part = 0; part < 3; ++part) add_square(b, "part");
  b.square({0, 3, 0}, 1);
  for (std::uint32_t part = 0; part < 3; ++part)
    b.morph<pmx::VertexOffset>("m" + std::to_string(part), pmx::MorphType::vertex, {{4 * part, {0, 1, 0}}});
  const Exchanged e(b);
  const Glb glb = e.glb();
  std::set<int> views;
  for (const auto& primitive : glb.json["meshes"][0]["primitives"])
    for (const auto& target : primitive["targets"]) {
      const auto& accessor = glb.json["accessors"][target["POSITION"].get<std::size_t>()];
      ASSERT_TRUE(accessor.contains("bufferView")) << "assimp and Godot read no others";
      views.insert(accessor["bufferView"].get<int>());
      if (accessor.contains("sparse")) continue;
      for (const auto& offset : glb.values(target["POSITION"].get<std::size_t>()))
        EXPECT_EQ(offset, (std::vector<double>{0, 0, 0}));
    }
  ASSERT_EQ(views.size(), 1u);
  EXPECT_EQ(glb.json["bufferViews"][static_cast<std::size_t>(*views.begin())]["byteStride"], 12);
}

/// The model's bones, at any time of the song.
TEST(GltfShape, BonesAlongLimbsMoveVerticesAsBefore) {
  ExchangedSong s;
  Exchanged& e = s.e;
  e.model.motion = sample_motion(s.session, e.model.morphs, {0.0, 60.0, 10.0, 0.0}).value().motion;
  Glb before = e.glb();
  point_bones_along(e.document.model().skeleton, e.model);
  Glb after = e.glb();
  for (const double seconds : {0.0, 0.7, 2.0}) {
    before.play(seconds);
    after.play(seconds);
    double most = 0.0;
    for (const std::size_t node : before.mesh_nodes())
      for (std::size_t p = 0; p < 3; ++p) {
        const auto wanted = before.vertices(node, p), seen = after.vertices(node, p);
        ASSERT_EQ(seen.size(), wanted.size());
        for (std::size_t v = 0; v < seen.size(); ++v) most = std::max(most, glm::length(seen[v] - wanted[v]));
      }
    EXPECT_LT(most, 1e-5) << seconds;
  }
}

TEST(GltfShape, BonesAlongLimbsPointToTheirTail) {
  Exchanged e{{sample("figure/figure.pmx")}};
  const Model& model = e.document.model();
  point_bones_along(model.skeleton, e.model);
  const Glb glb = e.glb();
  const auto axis = [&](const std::string& bone, int column) {
    return glm::dvec3(glb.global(glb.node_called(bone))[column]);
  };
  for (const auto& [bone, next] : {std::pair<std::string, std::string>{"左腕", "左腕捩"},
                                   {"右ひじ", "右手捩"},
                                   {"左足", "左ひざ"},
                                   {"右ひざD", "右足首D"},
                                   {"首", "頭"}}) {
    const glm::dvec3 way = axis(next, 3) - axis(bone, 3);
    EXPECT_NEAR(glm::dot(glm::normalize(way), axis(bone, 1)), 1.0, 1e-4) << bone;
    EXPECT_GT(axis(bone, 2).z, 0.5) << bone << ": equal on both sides, Z to the front";
  }
}

TEST(GltfShape, BonesAlongHaveADirectionWithoutATail) {
  FileBuilder b;
  const auto root = b.bone("root"), up = b.bone("up", root, {0, 1, 0}), end = b.bone("end", up, {0, 1, 0}),
             front = b.bone("front", root, {0, 0, -3});
  const auto tip = b.bone("tip", front, {0, 0, -6});
  add_square(b);
  Exchanged e(b);
  point_bones_along(e.document.model().skeleton, e.model);
  const auto along = [&](std::int32_t bone) {
    return e.model.bones[static_cast<std::size_t>(bone)].bind * vec3(0.0f, 1.0f, 0.0f);
  };
  EXPECT_NEAR(along(root).y, 1.0f, 1e-5f) << "to the first child";
  EXPECT_NEAR(along(end).y, 1.0f, 1e-5f) << "as the bone above";
  EXPECT_NEAR(along(front).z, 1.0f, 1e-5f);
  EXPECT_NEAR(along(tip).z, 1.0f, 1e-5f);
  EXPECT_LT(farthest(e.glb(), e.model, e.actor->posed_positions()), 1e-4);
}

TEST(GltfShape, EdgesAreFacesBehindTheOthers) {
  FileBuilder b;
  pmx::Material& with_edge = add_square(b, "skin");
  with_edge.flags |= pmx::material_edge;
  with_edge.edge_size = 2.0f;
  with_edge.edge_colour = {1.0f, 0.0f, 0.0f, 1.0f};
  add_square(b, "glass", {5, 1, 0});
  b.file.vertices.edge_scale[1] = 0.5f;
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {{0, {0, 1, 0}}});
  Exchanged e(b);
  const float width = e.model.materials[0].edge_width;
  ASSERT_GT(width, 0.0f);
  add_edge_hulls(e.document.model(), e.model);
  ASSERT_EQ(e.model.parts.size(), 3u);
  const ExchangePart &skin = e.model.parts[0], &hull = e.model.parts[2];
  for (std::size_t v = 0; v < 4; ++v)
    EXPECT_NEAR(glm::length(hull.positions[v] - skin.positions[v]),
                skin.vertices[v] == 1 ? 0.5f * width : width, 1e-6f);
  const auto facing = [](const ExchangePart& part) {
    return glm::normalize(glm::cross(part.positions[part.indices[1]] - part.positions[part.indices[0]],
                                     part.positions[part.indices[2]] - part.positions[part.indices[0]]));
  };
  EXPECT_LT(glm::dot(facing(skin), facing(hull)), -0.9f) << "inside out";
  EXPECT_EQ(e.model.morphs[0].parts[2].size(), 1u) << "the edge follows the morph";
  e.model.is_lit = true;
  const Glb glb = e.glb();
  EXPECT_EQ(glb.json["materials"][2]["name"], "skin edge");
  EXPECT_EQ(numbers_of(glb.json["materials"][2]["pbrMetallicRoughness"]["baseColorFactor"]),
            (std::vector<double>{1, 0, 0, 1}));
  EXPECT_TRUE(glb.json["materials"][2]["extensions"].contains("KHR_materials_unlit"));
  EXPECT_FALSE(glb.json["materials"][2].value("doubleSided", false));
  EXPECT_FALSE(glb.json["materials"][0].contains("extensions")) << "lit";
}

}  // namespace
}  // namespace mmd
