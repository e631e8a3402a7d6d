#include <gmock/gmock.h>

#include "formats/places.h"
#include "model/check_model.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A head that its bone moves, and three bodies of hair below it, each tied to the one above.
struct Strand : FileBuilder {
  Strand() {
    bone("頭");
    for (int i = 0; i < 4; ++i) {
      const auto place = static_cast<float>(-2 * i);
      pmx::RigidBody body;
      body.name = text("体" + std::to_string(i));
      body.bone = 0;
      body.collision_mask = 0xffff;
      body.size = vec3(0.5f);
      body.position = {0, place, 0};
      body.mass = 1.0f;
      body.mode = i == 0 ? 0 : 1;
      file.rigid_bodies.push_back(body);
      if (i == 0) continue;
      pmx::Joint joint;
      joint.name = text("継" + std::to_string(i));
      joint.body_a = i - 1;
      joint.body_b = i;
      file.joints.push_back(joint);
    }
  }
  pmx::RigidBody& body(std::size_t i) { return file.rigid_bodies[i]; }
  pmx::Joint& joint(std::size_t i) { return file.joints[i]; }

  std::vector<Finding> found() const {
    Findings findings;
    check_bodies(file, findings);
    return findings.list();
  }
};

#define EXPECT_ONE(builder, rule_name, section_name, where, level, text) \
  do {                                                                   \
    const auto found = (builder).found();                                \
    ASSERT_EQ(found.size(), 1u) << said(found);                          \
    EXPECT_EQ(found[0].rule, rule_name);                                 \
    EXPECT_EQ(found[0].section, section_name);                           \
    EXPECT_EQ(found[0].element, static_cast<std::size_t>(where));        \
    EXPECT_EQ(found[0].severity, Severity::level);                       \
    EXPECT_THAT(found[0].what, HasSubstr(text));                         \
  } while (false)

TEST(CheckBodies, AcceptsValidBodies) {
  using Change = void (*)(Strand&);
  const std::pair<const char*, Change> cases[] = {
      {"a valid chain", [](Strand&) {}},
      {"bodies that touch", [](Strand& b) { b.body(2).size = vec3(1.5f); }},
      {"an overlap of two bodies that follow bones",
       [](Strand& b) {
         b.body(3).position = {0.25f, 0, 0}, b.body(3).mode = 0;
       }},
      {"a heavy body that follows its bone", [](Strand& b) { b.body(0).mass = 1000.0f; }},
  };
  for (const auto& [what, change] : cases) {
    Strand b;
    change(b);
    EXPECT_THAT(b.found(), IsEmpty()) << what << "\n" << said(b.found());
  }
}

TEST(CheckBodies, LocatesJointsWithoutTwoBodies) {
  Strand b;
  b.joint(1).body_a = 9;
  b.joint(2).body_a = 3;
  pmx::File file = b.file;
  CheckedModel model =
      check_model(std::move(file), [](const std::string&) { return std::optional<Diagnostic>(); });
  model.findings.locate(pmx::locate(b.bytes()));
  const auto found = test::of_rule(model.findings.list(), "joint-nothing");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_THAT(found[0].what, HasSubstr("connects a missing body"));
  EXPECT_EQ(found[0].element, 1u);
  EXPECT_EQ(found[0].name, "継2");
  EXPECT_TRUE(found[0].offset.has_value());
  EXPECT_THAT(found[1].what, HasSubstr("itself"));
  EXPECT_EQ(found[1].element, 2u);
  EXPECT_GT(found[1].offset, found[0].offset);
}

TEST(CheckBodies, ReportsOverlappingBodies) {
  Strand b;
  b.body(3).position = {0.25f, 0, 0};
  EXPECT_ONE(b, "body-overlap", "rigid bodies", 3, warning, "body 0 (体0) and overlaps it by 0.75 units");
  b.body(3).collision_mask = 0xfffe;
  EXPECT_THAT(b.found(), IsEmpty()) << "they do not collide";
  Strand joined;
  joined.body(1).position.y = -0.75f;
  EXPECT_ONE(joined, "body-overlap-tied", "rigid bodies", 1, note, "body 0 (体0)");
}

TEST(CheckBodies, ReportsWorstOverlapsAndCountsTheRest) {
  Strand b;
  for (int i = 0; i < 60; ++i) {
    b.file.rigid_bodies.push_back(b.body(0));
    b.file.rigid_bodies.back().position = {20.0f + 0.01f * static_cast<float>(i), 0, 0};
    b.file.rigid_bodies.back().mode = i == 0 ? 1 : 0;
  }
  pmx::Joint joint = b.joint(0);
  joint.body_b = 4;
  b.file.joints.push_back(joint);
  const auto found = b.found();
  ASSERT_EQ(found.size(), Findings::max_rule_bytes) << said(found);
  EXPECT_THAT(found[0].what, HasSubstr("0.99 units"));
  EXPECT_EQ(found.back().count, 59 - Findings::max_rule_bytes + 1);
}

TEST(CheckBodies, HandlesThousandsOfOverlaps) {
  Strand b;
  b.file.rigid_bodies.resize(20'000, b.body(1));
  const auto found = b.found();
  EXPECT_FALSE(found.empty());
  EXPECT_LE(found.size(), 3 * Findings::max_rule_bytes);
}

TEST(CheckBodies, ReversedLimitsAreANote) {
  Strand b;
  b.joint(1).rotation_lower = {1, 0, 1};
  b.joint(1).rotation_upper = {-1, 0, 0};
  EXPECT_ONE(b, "joint-limits", "joints", 1, note, "about x and z");
  b.joint(1).rotation_lower.y = 2;
  EXPECT_ONE(b, "joint-limits", "joints", 1, note, "about x, y and z");
  b.joint(1).rotation_lower = b.joint(1).rotation_upper = vec3(0.0f);
  b.joint(1).translation_lower.y = 0.5f;
  EXPECT_ONE(b, "joint-limits", "joints", 1, note, "along y");
  b.joint(1).type = 2;
  EXPECT_THAT(b.found(), IsEmpty()) << "a point to point joint has no limits";
}

TEST(CheckBodies, WarnsAboutLimitsBeyondHalfATurn) {
  Strand b;
  b.joint(0).rotation_lower.y = -200.0f * pi / 180.0f;
  b.joint(0).rotation_upper.y = 200.0f * pi / 180.0f;
  EXPECT_ONE(b, "joint-limits", "joints", 0, warning,
             "about y, -200 to 200 degrees, exceed half a turn; they are wrapped to 160 and -160");
  b.joint(0).rotation_lower.y = -pi;
  b.joint(0).rotation_upper.y = pi;
  EXPECT_THAT(b.found(), IsEmpty()) << said(b.found());
}

TEST(CheckBodies, WarnsAboutMassRatioAboveHundred) {
  Strand b;
  b.body(2).mass = 0.005f;
  b.body(3).mass = 0.005f;
  EXPECT_ONE(b, "joint-mass", "joints", 1, warning,
             "connects body 2 (体2), mass 0.005, to body 1 (体1), mass 1: 200 times as heavy");
  b.body(2).mass = 0.05f;
  EXPECT_THAT(b.found(), IsEmpty()) << said(b.found());
}

TEST(CheckBodies, ReportsBodiesThatFall) {
  Strand b;
  b.joint(1).body_a = 9;
  EXPECT_ONE(b, "body-falls", "rigid bodies", 2, note, "or the 1 attached to it");
  b.joint(2).body_a = 1;
  EXPECT_ONE(b, "body-falls", "rigid bodies", 2, note, "no joints connect it to a body");
}

TEST(CheckBodies, GivesEachKindOfRepairItsSeverity) {
  Strand b;
  b.body(1).mass = 0.0f;
  b.body(2).linear_damping = 2.0f;
  b.body(3).group = 200;
  pmx::File file = b.file;
  const CheckedModel model =
      check_model(std::move(file), [](const std::string&) { return std::optional<Diagnostic>(); });
  const auto severity_of = [&](std::string_view rule) {
    for (const Finding& f : model.findings.list()) {
      if (f.rule == rule && f.section == "rigid bodies") return std::optional(f.severity);
    }
    return std::optional<Severity>();
  };
  EXPECT_EQ(severity_of("body-mass"), Severity::warning);
  EXPECT_EQ(severity_of("body-damping"), Severity::note);
  EXPECT_EQ(severity_of("damage"), Severity::error) << "the group";
}

}  // namespace
}  // namespace mmd
