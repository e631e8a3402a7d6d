#include <limits>

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

struct WithSquare : FileBuilder {
  WithSquare() {
    bone("a");
    square({0, 0, 0}, 1);
    material();
  }
};

TEST(BuildMorphs, MirrorsOffsetsAndReplacesZeroRotations) {
  WithSquare b;
  b.morph<pmx::VertexOffset>("v", pmx::MorphType::vertex, {{2, {1, 2, 3}}});
  b.morph<pmx::BoneOffset>("b", pmx::MorphType::bone, {{0, {1, 2, 3}, {0, 1.2f, 0, 1.6f}}});
  const auto model = b.model();
  const auto& v = std::get<VertexMorph>(model->morphs[0].data);
  EXPECT_EQ(v.vertices[0], 2u);
  EXPECT_EQ(v.offsets[0], vec3(1, 2, -3));
  const auto& o = std::get<BoneMorph>(model->morphs[1].data).offsets[0];
  EXPECT_EQ(o.translation, vec3(1, 2, -3));
  EXPECT_NEAR(o.rotation.y, -0.6f, 1e-6f);
  EXPECT_NEAR(o.rotation.w, 0.8f, 1e-6f);
  WithSquare zero;
  zero.morph<pmx::BoneOffset>("b", pmx::MorphType::bone, {{0, {0, 0, 0}, {0, 0, 0, 0}}});
  const auto zeroed = zero.model();
  EXPECT_EQ(std::get<BoneMorph>(zeroed->morphs[0].data).offsets[0].rotation, identity_rotation());
}

TEST(BuildMorphs, DropsImpulsesWithBadBodiesOrNumbers) {
  WithSquare b;
  b.file.rigid_bodies.resize(2);
  b.morph<pmx::ImpulseOffset>("push", pmx::MorphType::impulse,
                              {{2, 0, {1, 2, 3}, {}},
                               {-1, 0, {1, 2, 3}, {}},
                               {0, 0, {nan, 0, 0}, {}},
                               {0, 0, {}, {0, 1e30f, 0}},
                               {1, 1, {1, 2, 3}, {4, 5, 6}},
                               {0, 0, {}, {}}});
  const BuiltModel built = b.build();
  const auto& pushes = std::get<ImpulseMorph>(built.model->morphs[0].data).pushes;
  ASSERT_EQ(pushes.size(), 2u);
  EXPECT_EQ(pushes[0].body, 1);
  EXPECT_TRUE(pushes[0].local);
  EXPECT_EQ(pushes[0].velocity, vec3(1, 2, 3)) << "in MMD space, like the body";
  EXPECT_EQ(pushes[0].torque, vec3(4, 5, 6));
  EXPECT_EQ(pushes[1].body, 0);
  EXPECT_FALSE(pushes[1].local);
  EXPECT_TRUE(says(built.diagnostics, "rigid body index out of range")) << said(built.diagnostics);
  EXPECT_TRUE(says(built.diagnostics, "offset is not a number or too large")) << said(built.diagnostics);
}

TEST(BuildMorphs, DropsOffsetsWithTargetOutOfRange) {
  for (const std::int32_t bad : {100, std::numeric_limits<std::int32_t>::max(), -2}) {
    WithSquare b;
    const auto as_vertex = static_cast<std::uint32_t>(bad);
    b.morph<pmx::VertexOffset>("v", pmx::MorphType::vertex, {{as_vertex, {}}, {1, {}}});
    b.morph<pmx::BoneOffset>("b", pmx::MorphType::bone, {{bad, {}, {}}, {0, {}, {}}});
    b.morph<pmx::UvOffset>("u", pmx::MorphType::uv2, {{as_vertex, {}}, {1, {}}});
    b.morph<pmx::GroupOffset>("g", pmx::MorphType::group, {{bad, 1}, {0, 1}});
    pmx::MaterialOffset wrong, all;
    wrong.material = bad;
    b.morph<pmx::MaterialOffset>("m", pmx::MorphType::material, {wrong, all});
    const BuiltModel built = b.build();
    const auto& morphs = built.model->morphs;
    EXPECT_EQ(std::get<VertexMorph>(morphs[0].data).vertices.size(), 1u);
    EXPECT_EQ(std::get<VertexMorph>(morphs[0].data).offsets.size(), 1u);
    EXPECT_EQ(std::get<BoneMorph>(morphs[1].data).offsets.size(), 1u);
    EXPECT_EQ(std::get<UvMorph>(morphs[2].data).vertices.size(), 1u);
    EXPECT_EQ(std::get<UvMorph>(morphs[2].data).set, 2);
    EXPECT_EQ(std::get<GroupMorph>(morphs[3].data).children.size(), 1u);
    ASSERT_EQ(std::get<MaterialMorph>(morphs[4].data).offsets.size(), 1u);
    EXPECT_EQ(std::get<MaterialMorph>(morphs[4].data).offsets[0].material, none);
    for (const char* what :
         {"morphs: vertex index out of range: element 0", "morphs: bone index out of range: element 1",
          "morphs: morph index out of range: element 3", "morphs: material index out of range: element 4"}) {
      EXPECT_TRUE(says(built.diagnostics, what)) << what << "\n" << said(built.diagnostics);
    }
  }
}

TEST(BuildMorphs, DropsOffsetsWithBadNumbers) {
  for (const float bad : {nan, std::numeric_limits<float>::infinity(), 3e38f}) {
    WithSquare b;
    b.morph<pmx::VertexOffset>("v", pmx::MorphType::vertex, {{0, {bad, 0, 0}}, {1, {1, 0, 0}}});
    b.morph<pmx::BoneOffset>("b", pmx::MorphType::bone, {{0, {0, bad, 0}, {0, 0, 0, 1}}});
    b.morph<pmx::UvOffset>("u", pmx::MorphType::uv, {{0, {0, 0, 0, bad}}, {1, {0, bad, 0, 0}}, {2, {}}});
    const BuiltModel built = b.build();
    EXPECT_EQ(std::get<VertexMorph>(built.model->morphs[0].data).vertices, std::vector<std::uint32_t>{1});
    EXPECT_TRUE(std::get<BoneMorph>(built.model->morphs[1].data).offsets.empty());
    EXPECT_EQ(std::get<UvMorph>(built.model->morphs[2].data).vertices, std::vector<std::uint32_t>{2});
    EXPECT_TRUE(says(built.diagnostics, "morphs: offset is not a number")) << said(built.diagnostics);
  }
}

TEST(BuildMorphs, ChecksEveryFieldOfMaterialOffsets) {
  for (int field = 0; field < 9; ++field) {
    WithSquare b;
    pmx::MaterialOffset o;
    float* const fields[] = {&o.diffuse.w, &o.specular.z, &o.specular_power, &o.ambient.x, &o.edge_colour.y,
                             &o.edge_size, &o.texture.x,  &o.sphere.y,       &o.toon.z};
    *fields[field] = nan;
    b.morph<pmx::MaterialOffset>("m", pmx::MorphType::material, {o});
    EXPECT_TRUE(std::get<MaterialMorph>(b.model()->morphs[0].data).offsets.empty()) << field;
  }
}

TEST(BuildMorphs, ReportsGroupCyclesOnce) {
  FileBuilder b;
  b.morph<pmx::GroupOffset>("a", pmx::MorphType::group, {{1, 1}, {2, 1}});
  b.morph<pmx::GroupOffset>("b", pmx::MorphType::group, {{2, 1}});
  b.morph<pmx::GroupOffset>("c", pmx::MorphType::group, {});
  EXPECT_TRUE(b.build().diagnostics.empty()) << "two groups may share a child";
  std::get<std::vector<pmx::GroupOffset>>(b.file.morphs[2].offsets) = {{0, 1}};
  const Diagnostics said = b.build().diagnostics;
  ASSERT_EQ(said.size(), 1u) << test::said(said);
  EXPECT_TRUE(says(said, "morphs: a group contains itself; the cycle is cut: element 0 (a)"));
}

TEST(BuildMorphs, HandlesLongGroupChains) {
  FileBuilder b;
  constexpr std::int32_t count = 100'000;
  for (std::int32_t i = 0; i < count; ++i)
    b.morph<pmx::GroupOffset>("g", pmx::MorphType::group, {{(i + 1) % count, 1}, {(i + 1) % count, 1}});
  EXPECT_TRUE(says(b.build().diagnostics, "contains itself"));
}

}  // namespace
}  // namespace mmd
