#include "model/pmd_to_pmx.h"

#include <gmock/gmock.h>

#include "base/text.h"
#include "model/model.h"
#include "tests/support/format_samples.h"

namespace mmd {
namespace {

using testing::ElementsAre;

pmx::File converted(pmd::File file = test::full_pmd()) {
  Diagnostics ignored;
  return pmx_from_pmd(std::move(file), ignored);
}

enum Bones { centre, leg, knee, ankle, tip, leg_ik, eye, twist, twist_tip, beside };

TEST(PmdToPmx, ConvertsTextWeightsAndEdgeFlags) {
  const pmx::File f = converted();
  EXPECT_EQ(f.utf8(f.name), "テスト");
  EXPECT_EQ(f.utf8(f.comment), "説明");
  EXPECT_EQ(f.utf8(f.name_english), "Test");
  EXPECT_EQ(f.utf8(f.bones[knee].name), "左ひざ");
  EXPECT_EQ(f.utf8(f.bones[knee].name_english), "bone");
  EXPECT_EQ(f.utf8(f.morphs[0].name_english), "smile");
  EXPECT_EQ(f.utf8(f.display_frames[2].name), "体");
  EXPECT_EQ(f.utf8(f.display_frames[2].name_english), "body");
  const pmx::Vertices& v = f.vertices;
  EXPECT_THAT(v.edge_scale, ElementsAre(1.0f, 0.0f, 1.0f, 1.0f));
  EXPECT_EQ(v.type[0], pmx::WeightType::bdef1);
  EXPECT_EQ(v.bones[0][0], 0);
  EXPECT_EQ(v.type[1], pmx::WeightType::bdef2);
  EXPECT_NEAR(v.weights[1][0], 0.3f, 1e-6f);
  EXPECT_EQ(v.type[2], pmx::WeightType::bdef1);
  EXPECT_EQ(v.bones[2][0], 1);  // weight 0 of the first is 1 of the second
  EXPECT_EQ(v.type[3], pmx::WeightType::bdef1);
}

TEST(PmdToPmx, ConvertsMaterialsAndToons) {
  const pmx::File f = converted();
  const auto texture = [&](std::int32_t i) {
    return i < 0 ? "" : f.utf8(f.textures[static_cast<std::size_t>(i)]);
  };
  const pmx::Material &a = f.materials[0], &b = f.materials[1], &c = f.materials[2];
  EXPECT_EQ(a.diffuse, vec4(0.1f, 0.2f, 0.3f, 1.0f));
  EXPECT_EQ(texture(a.texture), "tex.bmp");
  EXPECT_EQ(texture(a.sphere_texture), "metal.spa");
  EXPECT_EQ(a.sphere_mode, 2);
  EXPECT_EQ(a.flags, pmx::material_edge | pmx::material_ground_shadow | pmx::material_casts_self_shadow |
                         pmx::material_receives_self_shadow);
  EXPECT_EQ(a.edge_colour, vec4(0, 0, 0, 1));
  EXPECT_EQ(a.edge_size, 1.0f);
  EXPECT_EQ(texture(b.texture), "");
  EXPECT_EQ(texture(b.sphere_texture), "Shine.SPH");
  EXPECT_EQ(b.sphere_mode, 1);
  EXPECT_EQ(b.flags, pmx::material_double_sided);  // 0.98: no self shadow
  EXPECT_EQ(c.flags, pmx::material_double_sided | pmx::material_casts_self_shadow |
                         pmx::material_receives_self_shadow);
  EXPECT_EQ(c.texture, a.texture);
  EXPECT_EQ(f.materials[0].toon_flag, 0);
  EXPECT_EQ(f.utf8(f.textures[static_cast<std::size_t>(f.materials[0].toon)]), "skin.bmp");
  EXPECT_EQ(f.utf8(f.textures[static_cast<std::size_t>(f.materials[1].toon)]), "toon03.bmp");
  EXPECT_EQ(f.materials[2].toon, none);
  pmd::File without = test::full_pmd();
  without.tails = 1;
  const pmx::File g = converted(without);
  EXPECT_EQ(g.materials[0].toon_flag, 1);
  EXPECT_EQ(g.materials[0].toon, 1);
}

TEST(PmdToPmx, ConvertsBones) {
  const pmx::File f = converted();
  const auto& b = f.bones;
  constexpr int shown = pmx::bone_visible | pmx::bone_operable | pmx::bone_rotatable;
  EXPECT_EQ(b[centre].flags, shown | pmx::bone_movable | pmx::bone_tail_is_bone);
  EXPECT_EQ(b[centre].parent, none);
  EXPECT_EQ(b[leg_ik].flags, shown | pmx::bone_movable | pmx::bone_tail_is_bone | pmx::bone_ik);
  EXPECT_EQ(b[ankle].flags & pmx::bone_visible, 0);
  EXPECT_EQ(b[tip].flags & (pmx::bone_visible | pmx::bone_tail_is_bone), 0);
  EXPECT_NE(b[eye].flags & pmx::bone_append_rotation, 0);
  EXPECT_EQ(b[eye].append_source, 0);
  EXPECT_EQ(b[eye].append_ratio, 1.0f);
  EXPECT_NE(b[twist].flags & pmx::bone_fixed_axis, 0);
  EXPECT_EQ(b[twist].fixed_axis, vec3(1, 0, 0));
  EXPECT_EQ(b[twist_tip].flags, pmx::bone_rotatable | pmx::bone_append_rotation);
  EXPECT_EQ(b[twist_tip].append_source, 2);  // the tail
  EXPECT_EQ(b[twist_tip].append_ratio, 0.5f);
  const pmx::Ik& ik = f.bones[leg_ik].ik;
  EXPECT_EQ(ik.target, ankle);
  EXPECT_EQ(ik.loop_count, 40);
  EXPECT_EQ(ik.unit_angle, 2.0f);
  ASSERT_EQ(ik.links.size(), 2u);
  EXPECT_EQ(ik.links[0].has_limits, 1);
  EXPECT_NEAR(ik.links[0].lower.x, -pi, 1e-6f);
  EXPECT_NEAR(ik.links[0].upper.x, -0.5f * pi / 180.0f, 1e-6f);
  EXPECT_EQ(ik.links[0].lower.y, 0.0f);
  EXPECT_EQ(ik.links[1].has_limits, 0);
  std::vector<std::int32_t> layers;
  for (const pmx::Bone& bone : f.bones) layers.push_back(bone.layer);
  EXPECT_THAT(layers, ElementsAre(0, 0, 0, 0, 0, 1, 2, 0, 2, 1));
}

TEST(PmdToPmx, HandlesParentCyclesAndLongReversedChains) {
  pmd::File file = test::full_pmd();
  file.bones[centre].parent = leg;  // whose parent is the centre
  EXPECT_EQ(converted(file).bones[leg].layer, 0);
  file.bones.clear();
  file.iks.clear();
  file.tails = 0;
  file.english = {};
  constexpr std::uint16_t count = 60000;
  for (std::uint16_t i = 0; i < count; ++i) {
    pmd::Bone b;
    b.parent = i + 1 < count ? static_cast<std::uint16_t>(i + 1) : pmd::no_index;
    b.type = i + 1 == count ? 5 : 0;
    file.bones.push_back(b);
  }
  EXPECT_EQ(converted(file).bones[0].layer, 2);
}

TEST(PmdToPmx, AddsABoneForASecondIk) {
  pmd::File file = test::full_pmd();
  file.iks.push_back(file.iks[0]);
  file.iks[1].target = tip;
  const pmx::File f = converted(file);
  ASSERT_EQ(f.bones.size(), 11u);
  EXPECT_EQ(f.bones[10].parent, leg_ik);
  EXPECT_EQ(f.bones[10].position, f.bones[leg_ik].position);
  EXPECT_EQ(f.bones[10].ik.target, tip);
  EXPECT_EQ(f.bones[10].layer, 1);
}

TEST(PmdToPmx, ResolvesMorphVerticesThroughTheBase) {
  const pmx::File f = converted();
  ASSERT_EQ(f.morphs.size(), 1u);
  EXPECT_EQ(f.morphs[0].panel, 2);
  const auto& offsets = std::get<std::vector<pmx::VertexOffset>>(f.morphs[0].offsets);
  ASSERT_EQ(offsets.size(), 1u);
  EXPECT_EQ(offsets[0].vertex, 1u);
  EXPECT_EQ(offsets[0].offset, vec3(0, 0, 0.5f));
  ASSERT_EQ(f.display_frames.size(), 4u);
  ASSERT_EQ(f.display_frames[1].items.size(), 1u);
  EXPECT_EQ(f.display_frames[1].items[0].index, 0);
  EXPECT_EQ(f.display_frames[3].items[0].index, leg);
}

TEST(PmdToPmx, ConvertsBodyPositionsToModelSpace) {
  const pmx::File f = converted();
  EXPECT_EQ(f.rigid_bodies[0].position, vec3(1, 7.5f, 0));
  EXPECT_EQ(f.rigid_bodies[1].bone, none);
  EXPECT_EQ(f.rigid_bodies[1].position, vec3(0, 8.5f, 0));  // beside bone 0
  EXPECT_EQ(f.joints[0].body_b, 1);
}

TEST(PmdToPmx, KeepsFieldsOfBodiesAndJoints) {
  const auto model = build_model(converted()).model;
  const pmd::File raw = test::full_pmd();
  const RigidBody& body = model->bodies.at(0);
  EXPECT_EQ(body.name, "体");
  EXPECT_EQ(body.bone, leg);
  EXPECT_EQ(body.group, 2);
  EXPECT_EQ(body.collides_with, 0xfffb);
  EXPECT_EQ(body.shape, BodyShape::box);
  EXPECT_EQ(body.size, vec3(0.5f, 1.0f, 1.5f));
  EXPECT_EQ(body.rotation, vec3(0.1f, 0.2f, 0.3f));
  EXPECT_EQ(body.mass, 1.0f);
  EXPECT_EQ(body.linear_damping, 0.5f);
  EXPECT_EQ(body.angular_damping, 0.6f);
  EXPECT_EQ(body.restitution, 0.1f);
  EXPECT_EQ(body.friction, 0.7f);
  EXPECT_EQ(body.mode, BodyMode::dynamic);
  EXPECT_TRUE(model->skeleton.bones[leg].physics);
  const Joint& joint = model->joints.at(0);
  const pmd::Joint& as_read = raw.joints[0];
  EXPECT_EQ(joint.type, JointType::spring_six_dof);
  EXPECT_EQ(joint.body_a, 0);
  EXPECT_EQ(joint.position, as_read.position) << "already in model space";
  EXPECT_EQ(joint.rotation, as_read.rotation);
  EXPECT_EQ(joint.translation_lower, as_read.translation_lower);
  EXPECT_EQ(joint.translation_upper, as_read.translation_upper);
  EXPECT_EQ(joint.rotation_lower, as_read.rotation_lower);
  EXPECT_EQ(joint.rotation_upper, as_read.rotation_upper);
  EXPECT_EQ(joint.spring_translation, as_read.spring_translation);
  EXPECT_EQ(joint.spring_rotation, as_read.spring_rotation);
}

TEST(PmdToPmx, SkipsJointsWithoutBody) {
  pmd::File file = test::full_pmd();
  file.joints[0].body_a = 0xffffffffu;
  EXPECT_TRUE(build_model(converted(file)).model->joints.empty());
}

TEST(PmdToPmx, BuildsWithoutDiagnostics) {
  const BuiltModel built = build_model(converted());
  EXPECT_TRUE(built.diagnostics.empty()) << built.diagnostics.front().what;
  EXPECT_EQ(built.model->skeleton.ik_chains.size(), 1u);
  EXPECT_EQ(built.model->indices.size(), 9u);
  EXPECT_EQ(built.model->find_bone("左ひざ"), knee);
  EXPECT_EQ(built.model->find_morph("笑い"), 0);
}

TEST(PmdToPmx, LeavesBadIndicesToTheBuilder) {
  pmd::File file = test::full_pmd();
  file.vertices[0].bones = {900, 901};
  file.bones[knee].parent = 500;
  file.bones[twist].tail = 600;
  file.iks[0].bone = 700;
  file.iks[0].links[0] = 800;
  file.morphs[1].offsets[0].index = 77;
  file.rigid_bodies[0].bone = 300;
  file.display_bones.push_back({1000, 9});
  const BuiltModel built = build_model(converted(file));
  EXPECT_FALSE(built.diagnostics.empty());
  EXPECT_EQ(built.model->bone_count(), 10u);
}

}  // namespace
}  // namespace mmd
