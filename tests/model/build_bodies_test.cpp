#include <limits>

#include <gtest/gtest.h>

#include "model/builders.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

/// Two bones; a body that follows the first, a dynamic one on the second, and a joint between them.
struct TwoBodies : FileBuilder {
  TwoBodies() {
    bone("root");
    bone("hair", 0, {0, 2, 0});
    pmx::RigidBody body;
    body.name = text("head");
    body.bone = 0;
    body.collision_mask = 0xffff;
    body.shape = 2;
    body.size = {0.5f, 1.0f, 0.0f};
    body.mass = 1.0f;
    file.rigid_bodies.push_back(body);
    body.name = text("strand");
    body.bone = 1;
    body.mode = 1;
    file.rigid_bodies.push_back(body);
    pmx::Joint joint;
    joint.name = text("tie");
    joint.body_a = 0;
    joint.body_b = 1;
    file.joints.push_back(joint);
  }
  pmx::RigidBody& strand() { return file.rigid_bodies[1]; }
  pmx::Joint& tie() { return file.joints[0]; }
};

TEST(BuildBodies, KeepsLeftHandedSpaceAndMarksBonesThatPhysicsMoves) {
  TwoBodies b;
  b.strand().position = {1, 2, 3};
  b.strand().rotation = {0.1f, 0.2f, 0.3f};
  pmx::Joint& tie = b.tie();
  tie.position = {4, 5, 6};
  tie.rotation = {0.4f, 0.5f, 0.6f};
  tie.translation_lower = {-1, -2, -3};
  tie.rotation_lower = {-0.1f, -0.2f, -0.3f};
  tie.rotation_upper = {0.7f, 0.8f, 0.9f};
  const BuiltModel built = b.build();
  EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
  EXPECT_EQ(built.model->bodies.at(1).position, b.strand().position);
  EXPECT_EQ(built.model->bodies[1].rotation, b.strand().rotation);
  EXPECT_FALSE(built.model->skeleton.bones[0].physics) << "its body follows it";
  EXPECT_TRUE(built.model->skeleton.bones[1].physics);
  const Joint& joint = built.model->joints.at(0);
  EXPECT_EQ(joint.position, tie.position);
  EXPECT_EQ(joint.rotation, tie.rotation);
  EXPECT_EQ(joint.translation_lower, tie.translation_lower);
  EXPECT_EQ(joint.rotation_lower, tie.rotation_lower);
  EXPECT_EQ(joint.rotation_upper, tie.rotation_upper);
}

TEST(BuildBodies, KeepsEveryField) {
  TwoBodies b;
  pmx::RigidBody& strand = b.strand();
  strand.name_english = b.text("strand in English");
  strand.group = 3;
  strand.collision_mask = 0x8001;
  strand.shape = 1;
  strand.size = {1, 2, 3};
  strand.mass = 0.25f;
  strand.linear_damping = 0.5f;
  strand.angular_damping = 0.75f;
  strand.restitution = 0.125f;
  strand.friction = 40.0f;
  strand.mode = 2;
  pmx::Joint& tie = b.tie();
  tie.type = 5;
  tie.translation_upper = {1, 2, 3};
  tie.spring_translation = {4, 5, 6};
  tie.spring_rotation = {7, 8, 9};
  const auto model = b.model();
  const RigidBody& body = model->bodies.at(1);
  EXPECT_EQ(body.name, "strand");
  EXPECT_EQ(body.name_english, "strand in English");
  EXPECT_EQ(body.bone, 1);
  EXPECT_EQ(body.group, 3);
  EXPECT_EQ(body.collides_with, 0x8001);
  EXPECT_EQ(body.shape, BodyShape::box);
  EXPECT_EQ(body.size, strand.size);
  EXPECT_TRUE(body.is_solid);
  EXPECT_EQ(std::tie(body.mass, body.linear_damping, body.angular_damping, body.restitution),
            std::tie(strand.mass, strand.linear_damping, strand.angular_damping, strand.restitution));
  EXPECT_EQ(body.friction, 40.0f) << "only the product of two bodies is limited";
  EXPECT_EQ(body.mode, BodyMode::dynamic_rotation);
  const Joint& joint = model->joints.at(0);
  EXPECT_EQ(joint.name, "tie");
  EXPECT_EQ(joint.type, JointType::hinge);
  EXPECT_EQ(joint.body_a, 0);
  EXPECT_EQ(joint.body_b, 1);
  EXPECT_EQ(joint.translation_upper, tie.translation_upper);
  EXPECT_EQ(joint.spring_translation, tie.spring_translation);
  EXPECT_EQ(joint.spring_rotation, tie.spring_rotation);
}

TEST(BuildBodies, ReplacesBadNumbersWithZero) {
  for (const float bad : {nan, infinity, -infinity}) {
    TwoBodies b;
    b.strand().position = {1, bad, 3};
    b.strand().rotation = {bad, bad, 0.5f};
    b.strand().restitution = bad;
    b.strand().friction = bad;
    b.strand().linear_damping = bad;
    b.strand().angular_damping = bad;
    b.tie().rotation = {bad, 1, 2};
    b.tie().rotation_lower = {0, bad, 0};
    b.tie().spring_rotation = {bad, bad, 5};
    const BuiltModel built = b.build();
    const RigidBody& body = built.model->bodies.at(1);
    EXPECT_EQ(body.position, vec3(1, 0, 3));
    EXPECT_EQ(body.rotation, vec3(0, 0, 0.5f));
    for (const float n : {body.linear_damping, body.angular_damping, body.restitution, body.friction})
      EXPECT_EQ(n, 0.0f);
    const Joint& joint = built.model->joints.at(0);
    EXPECT_EQ(joint.rotation, vec3(0, 1, 2));
    EXPECT_EQ(joint.rotation_lower, vec3(0));
    EXPECT_EQ(joint.spring_rotation, vec3(0, 0, 5));
    EXPECT_EQ(said(built.diagnostics),
              "rigid bodies: a number is not finite or too large; taken as 0: element 1 (strand)\n"
              "joints: a number is not finite or too large; taken as 0: element 0 (tie)\n");
  }
  TwoBodies far;
  far.strand().position = {1, 1e30f, 3};
  EXPECT_EQ(far.model()->bodies.at(1).position, vec3(1, 0, 3));
}

TEST(BuildBodies, KeepsHugeAndReversedLimits) {
  TwoBodies b;
  b.tie().translation_lower = vec3(-1e30f);
  b.tie().translation_upper = vec3(1e30f);
  b.tie().rotation_lower = {1, 0, 0};  // reversed: a free axis
  b.tie().rotation_upper = {-1, 0, 0};
  const BuiltModel built = b.build();
  const Joint& joint = built.model->joints.at(0);
  EXPECT_EQ(joint.translation_upper, vec3(1e30f));
  EXPECT_EQ(joint.rotation_lower.x, 1.0f);
  EXPECT_EQ(joint.rotation_upper.x, -1.0f);
  EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
}

TEST(BuildBodies, DynamicBodyWithoutMassFollowsItsBone) {
  for (const float mass : {0.0f, -1.0f, 1e-38f, nan}) {
    for (const int mode : {1, 2}) {
      TwoBodies b;
      b.strand().mass = mass;
      b.strand().mode = static_cast<std::uint8_t>(mode);
      const BuiltModel built = b.build();
      EXPECT_EQ(built.model->bodies.at(1).mode, BodyMode::follows_bone);
      EXPECT_FALSE(built.model->skeleton.bones[1].physics) << "nothing moves the bone";
      EXPECT_TRUE(says(built.diagnostics, repair_kind::massless)) << said(built.diagnostics);
    }
  }
}

TEST(BuildBodies, IgnoresMassOfBoneDrivenBodies) {
  TwoBodies b;
  for (const float mass : {0.0f, -1.0f, nan}) {
    b.file.rigid_bodies[0].mass = mass;
    const BuiltModel built = b.build();
    EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
    EXPECT_EQ(built.model->bodies.at(0).mass, 0.0f);
  }
}

TEST(BuildBodies, ChecksOnlySizesThatTheShapeUses) {
  struct Case {
    std::uint8_t shape;
    vec3 size;
    bool is_solid;
  };
  const Case cases[] = {{0, {0, 1, 1}, false},     {0, {1, 0, 0}, true},  {1, {1, 0, 1}, false},
                        {1, {1, 1, 1}, true},      {2, {0, 1, 0}, false}, {2, {1, 0, 0}, true},
                        {0, {1e-30f, 0, 0}, false}};
  for (const Case& c : cases) {
    TwoBodies b;
    b.strand().shape = c.shape;
    b.strand().size = c.size;
    const BuiltModel built = b.build();
    const RigidBody& body = built.model->bodies.at(1);
    EXPECT_EQ(body.is_solid, c.is_solid) << int{c.shape};
    EXPECT_EQ(body.mode, BodyMode::dynamic);
    EXPECT_EQ(says(built.diagnostics, repair_kind::no_size), !c.is_solid) << said(built.diagnostics);
  }
  TwoBodies sphere;
  sphere.strand().shape = 0;
  sphere.strand().size = {1, nan, -5};  // only the first is a sphere's
  const BuiltModel built = sphere.build();
  EXPECT_EQ(built.model->bodies.at(1).size, vec3(1, 0, 0));
  EXPECT_TRUE(built.diagnostics.empty()) << said(built.diagnostics);
}

TEST(BuildBodies, ReplacesInvalidValuesAndReportsThem) {
  struct Case {
    std::string_view told;
    void (*damage)(TwoBodies&);
    bool (*is_mended)(const RigidBody&, const Joint&);
  };
  const Case cases[] = {
      {repair_kind::negative_size,
       [](TwoBodies& b) {
         b.strand().shape = 1, b.strand().size = {-1, 2, -3};
       },
       [](const RigidBody& r, const Joint&) { return r.size == vec3(1, 2, 3) && r.is_solid; }},
      {repair_kind::damping,
       [](TwoBodies& b) { b.strand().linear_damping = 1.5f, b.strand().angular_damping = -0.5f; },
       [](const RigidBody& r, const Joint&) {
         return r.linear_damping == 1.0f && r.angular_damping == 0.0f;
       }},
      {"group outside 0 to 15", [](TwoBodies& b) { b.strand().group = 200; },
       [](const RigidBody& r, const Joint&) { return r.group == 15; }},
      {"unknown shape",
       [](TwoBodies& b) {
         b.strand().shape = 3, b.strand().size = {2, 3, 4};
       },
       [](const RigidBody& r, const Joint&) {
         return r.shape == BodyShape::sphere && r.size == vec3(2, 0, 0) && !r.is_solid;
       }},
      {"unknown mode", [](TwoBodies& b) { b.strand().mode = 255; },
       [](const RigidBody& r, const Joint&) { return r.mode == BodyMode::dynamic; }},
      {"joints: unknown type", [](TwoBodies& b) { b.tie().type = 6; },
       [](const RigidBody&, const Joint& j) { return j.type == JointType::spring_six_dof; }},
  };
  for (const Case& c : cases) {
    TwoBodies b;
    c.damage(b);
    const BuiltModel built = b.build();
    EXPECT_TRUE(c.is_mended(built.model->bodies.at(1), built.model->joints.at(0))) << c.told;
    EXPECT_TRUE(says(built.diagnostics, c.told)) << said(built.diagnostics);
  }
}

TEST(BuildBodies, ReplacesBoneOutOfRangeByNone) {
  for (const std::int32_t bad : {2, most, -2, -most}) {
    TwoBodies b;
    b.strand().bone = bad;
    const BuiltModel built = b.build();
    EXPECT_EQ(built.model->bodies.at(1).bone, none);
    EXPECT_EQ(built.model->bodies.at(1).mode, BodyMode::dynamic) << "it is simulated all the same";
    EXPECT_TRUE(says(built.diagnostics, "bone index out of range: element 1 (strand)"))
        << said(built.diagnostics);
  }
  TwoBodies b;
  b.strand().bone = none;
  EXPECT_TRUE(b.build().diagnostics.empty()) << "a body need not have one";
}

TEST(BuildBodies, SkipsJointsWithoutTwoBodies) {
  struct Case {
    std::int32_t a, b;
    std::string_view says;
  };
  const Case cases[] = {{-1, 1, repair_kind::missing_body},   {0, 2, repair_kind::missing_body},
                        {most, 0, repair_kind::missing_body}, {-most, 0, repair_kind::missing_body},
                        {1, 1, repair_kind::same_body},       {-1, -1, repair_kind::missing_body}};
  for (const Case& c : cases) {
    TwoBodies b;
    pmx::Joint kept = b.tie();
    kept.name = b.text("kept");
    b.file.joints.push_back(kept);
    b.tie().body_a = c.a;
    b.tie().body_b = c.b;
    const BuiltModel built = b.build();
    ASSERT_EQ(built.model->joints.size(), 1u);
    EXPECT_EQ(built.model->joints[0].name, "kept");
    EXPECT_EQ(built.model->joint_count, 2u) << "as the file has them";
    EXPECT_TRUE(says(built.diagnostics, c.says)) << said(built.diagnostics);
  }
}

TEST(BuildBodies, DropsAllBodiesIfBodiesOrJointsAreTooMany) {
  TwoBodies b;
  b.morph<pmx::ImpulseOffset>("push", pmx::MorphType::impulse, {{1, 0, {1, 0, 0}, {}}});
  b.file.rigid_bodies.resize(max_bodies, b.strand());
  EXPECT_EQ(b.model()->bodies.size(), max_bodies);
  b.file.rigid_bodies.push_back(b.strand());
  const BuiltModel built = b.build();
  EXPECT_TRUE(built.model->bodies.empty());
  EXPECT_TRUE(built.model->joints.empty());
  EXPECT_EQ(built.model->rigid_body_count, max_bodies + 1);
  EXPECT_FALSE(built.model->skeleton.bones[1].physics);
  EXPECT_TRUE(std::get<ImpulseMorph>(built.model->morphs[0].data).pushes.empty());
  ASSERT_EQ(built.diagnostics.size(), 1u) << said(built.diagnostics);
  EXPECT_TRUE(says(built.diagnostics, repair_kind::too_many_bodies));

  TwoBodies joints;
  joints.file.joints.resize(max_joints + 1, joints.tie());
  const BuiltModel without = joints.build();
  EXPECT_TRUE(without.model->bodies.empty());
  EXPECT_TRUE(without.model->joints.empty());
  EXPECT_TRUE(says(without.diagnostics, repair_kind::too_many_joints)) << said(without.diagnostics);
}

TEST(BuildBodies, ReportsEachKindOfDamageOnce) {
  TwoBodies b;
  for (pmx::RigidBody& body : b.file.rigid_bodies) body.group = 99;
  const BuiltModel built = b.build();
  ASSERT_EQ(built.diagnostics.size(), 1u);
  EXPECT_TRUE(says(built.diagnostics, "element 0 (head) and 1 more")) << said(built.diagnostics);
}

}  // namespace
}  // namespace mmd
