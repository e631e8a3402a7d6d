#include "model/check_model.h"

#include <limits>

#include <gmock/gmock.h>

#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using ::testing::HasSubstr;

const TextureProblem no_problem = [](const std::string&) { return std::optional<Diagnostic>(); };

CheckedModel checked(const FileBuilder& builder, const TextureProblem& problem = no_problem) {
  pmx::File file = builder.file;
  return check_model(std::move(file), problem);
}

std::vector<Finding> of_rule(const CheckedModel& model, std::string_view rule) {
  return test::of_rule(model.findings.list(), rule);
}
std::string said(const CheckedModel& model) {
  return test::said(model.findings.list());
}

/// A model without findings.
FileBuilder valid() {
  FileBuilder b;
  b.bone("センター");
  const auto leg = b.bone("左足", 0, {0, 4, 0}), knee = b.bone("左ひざ", leg, {0, 2, 0}),
             ankle = b.bone("左足首", knee);
  const auto goal = b.bone("左足ＩＫ");
  b.ik(goal, ankle, {knee, leg});
  b.square({0, 0, 0}, 1, 0);
  b.material("肌");
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {});
  return b;
}

#define EXPECT_ONE(model, rule_name, where, level, text)          \
  do {                                                            \
    const auto found = of_rule(model, rule_name);                 \
    ASSERT_EQ(found.size(), 1u) << said(model);                   \
    EXPECT_EQ(found[0].element, static_cast<std::size_t>(where)); \
    EXPECT_EQ(found[0].severity, Severity::level);                \
    EXPECT_THAT(found[0].what, HasSubstr(text));                  \
  } while (false)

TEST(CheckModel, AcceptsValidModel) {
  const CheckedModel model = checked(valid());
  EXPECT_TRUE(model.findings.list().empty()) << said(model);
  ASSERT_TRUE(model.model);
  EXPECT_EQ(model.model->find_bone("左足ＩＫ"), 4);
}

TEST(CheckModel, ReportsRepairedDamageAsError) {
  FileBuilder b = valid();
  b.file.vertices.position[2].x = std::numeric_limits<float>::quiet_NaN();
  b.file.bones[3].parent = 99;
  const CheckedModel model = checked(b);
  EXPECT_EQ(model.findings.count(Severity::error), 2u) << said(model);
  const auto damage = of_rule(model, "damage");
  ASSERT_EQ(damage.size(), 2u);
  EXPECT_EQ(damage[0].section, "bones");
  EXPECT_EQ(damage[0].element, 3u);
  EXPECT_EQ(damage[0].name, "左足首");
  EXPECT_EQ(damage[1].section, "vertices");
  EXPECT_EQ(damage[1].element, 2u);
}

TEST(CheckModel, ReportsCyclesAsErrors) {
  FileBuilder parents = valid();
  parents.file.bones[0].parent = 2;
  EXPECT_GE(of_rule(checked(parents), "bone-cycle").size(), 1u) << said(checked(parents));
  EXPECT_GE(checked(parents).findings.count(Severity::error), 1u);
  FileBuilder appends = valid();
  appends.append(0, 4, 1.0f);
  appends.append(4, 0, 1.0f);
  EXPECT_GE(of_rule(checked(appends), "bone-cycle").size(), 1u);
}

TEST(CheckModel, WarnsAboutAppendToItself) {
  FileBuilder b = valid();
  b.append(1, 1, 0.5f);
  const CheckedModel model = checked(b);
  EXPECT_ONE(model, "append-self", 1, warning, "itself");
  EXPECT_EQ(model.findings.list().size(), 1u) << said(model);
}

TEST(CheckModel, WarnsAboutBonesThatDependOnLaterBones) {
  FileBuilder parent = valid();
  parent.file.bones[1].layer = 1;
  const CheckedModel late = checked(parent);  // knee before leg; the IK before its link
  const auto orders = of_rule(late, "bone-order");
  ASSERT_EQ(orders.size(), 2u) << said(late);
  EXPECT_EQ(orders[0].element, 2u);
  EXPECT_THAT(orders[0].what, HasSubstr("parent, bone 1 (左足)"));
  EXPECT_THAT(orders[0].hint, HasSubstr("layer to 1 or more"));
  EXPECT_EQ(orders[1].element, 4u);
  EXPECT_THAT(orders[1].what, HasSubstr("IK link"));

  FileBuilder append = valid();
  append.append(1, 0, 1.0f);
  EXPECT_TRUE(of_rule(checked(append), "bone-order").empty());
  append.append(0, append.bone("later"), 1.0f);
  EXPECT_ONE(checked(append), "bone-order", 0, warning, "append source, bone 5 (later)");
  EXPECT_THAT(of_rule(checked(append), "bone-order")[0].hint, HasSubstr("layer to 1 or more"));

  FileBuilder solved = valid();
  solved.file.bones.insert(solved.file.bones.begin() + 4, solved.file.bones[0]);
  solved.file.bones[4].name = solved.text("左足Ｄ");
  solved.append(4, 1, 1.0f);
  EXPECT_ONE(checked(solved), "bone-order", 4, warning, "append source's IK, bone 5 (左足ＩＫ)");

  FileBuilder physics = valid();
  physics.file.bones[0].flags |= pmx::bone_after_physics;
  EXPECT_ONE(checked(physics), "bone-order", 1, warning, "parent");
  EXPECT_THAT(of_rule(checked(physics), "bone-order")[0].hint, HasSubstr("physics"));
}

TEST(CheckModel, ReportsAmbiguousNames) {
  FileBuilder b = valid();
  b.bone("左ひざ");
  b.bone("very long name 1");
  b.bone("very long name 2");
  b.bone("smile \xF0\x9F\x98\x80");
  b.bone("");
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {});
  b.square({0, 0, 0}, 1, 0);
  b.material("肌");
  const CheckedModel model = checked(b);
  const auto twice = of_rule(model, "name-duplicate");
  ASSERT_EQ(twice.size(), 3u) << said(model);
  EXPECT_EQ(twice[0].element, 5u);
  EXPECT_EQ(twice[1].section, "morphs");
  EXPECT_EQ(twice[2].section, "materials");
  const auto length = of_rule(model, "name-too-long");
  ASSERT_EQ(length.size(), 2u);
  EXPECT_EQ(length[0].element, 6u);
  EXPECT_EQ(length[0].severity, Severity::note);
  EXPECT_THAT(length[0].what, HasSubstr("16 bytes"));
  EXPECT_EQ(length[1].severity, Severity::warning);
  EXPECT_THAT(length[1].what, HasSubstr("looks like number 6"));
  EXPECT_ONE(model, "name-encoding", 8, warning, "Shift-JIS");
  EXPECT_ONE(model, "name-empty", 9, warning, "no name");
}

TEST(CheckModel, AcceptsNamesOf15Bytes) {
  FileBuilder b = valid();
  b.bone("七文字の名前だx");
  EXPECT_TRUE(checked(b).findings.list().empty()) << said(checked(b));
  b.bone("八文字の名前だよ");
  EXPECT_ONE(checked(b), "name-too-long", 6, note, "16 bytes");
}

TEST(CheckModel, ReportsUselessIk) {
  FileBuilder b = valid();
  b.ik(b.bone("no links"), 3, {});
  b.ik(b.bone("no target"), -1, {1});
  const auto self = b.bone("self");
  b.ik(self, self, {1});
  b.ik(b.bone("elsewhere"), 3, {0, 2, 2});
  b.file.bones.back().ik.links[0].bone = 4;
  const CheckedModel model = checked(b);
  const auto links = of_rule(model, "ik-links");
  ASSERT_EQ(links.size(), 4u) << said(model);
  EXPECT_THAT(links[0].what, HasSubstr("without links"));
  EXPECT_THAT(links[1].what, HasSubstr("not a parent of the target")) << "of its own target";
  EXPECT_THAT(links[2].what, HasSubstr("bone 4 (左足ＩＫ) is not a parent of the target"));
  EXPECT_THAT(links[3].what, HasSubstr("bone 2 (左ひざ) twice"));
  const auto targets = of_rule(model, "ik-target");
  ASSERT_GE(targets.size(), 2u);
  EXPECT_EQ(targets[0].element, 6u);
  EXPECT_EQ(targets[1].element, 7u);
}

TEST(CheckModel, WarnsOncePerRuleAndNamesTheFirstElement) {
  struct Case {
    std::string_view rule;
    std::size_t element, count;
    std::string_view text;
    void (*change)(FileBuilder&);
  };
  const Case cases[] = {
      {"ik-limits", 4, 1, "reversed",
       [](FileBuilder& b) {
         pmx::IkLink& link = b.file.bones[4].ik.links[0];
         link.has_limits = 1, link.lower = {1, 0, 0}, link.upper = {-1, 0, 0};
       }},
      {"ik-links", 4, 1, "twice",
       [](FileBuilder& b) { b.file.bones[4].ik.links.assign(100'000, b.file.bones[4].ik.links[0]); }},
      {"vertex-weights", 1, 2, "no bone moves",
       [](FileBuilder& b) { b.file.vertices.bones[1][0] = b.file.vertices.bones[3][0] = -1; }},
      {"vertex-normal", 1, 2, "length",
       [](FileBuilder& b) { b.file.vertices.normal[1] = b.file.vertices.normal[3] = vec3(0.0f); }},
      {"vertex-far", 2, 1, "100000 units", [](FileBuilder& b) { b.file.vertices.position[2].x = 2e5f; }},
      {"vertex-far", 402, 1, "far from all others",
       [](FileBuilder& b) {
         for (int i = 0; i < 100; ++i) b.square({static_cast<float>(i), 3, 0}, 1);
         b.material("squares");
         b.file.vertices.position[402].y = 5e3f;
       }},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.text);
    FileBuilder b = valid();
    c.change(b);
    const CheckedModel model = checked(b);
    EXPECT_ONE(model, c.rule, c.element, warning, std::string(c.text));
    EXPECT_EQ(of_rule(model, c.rule)[0].count, c.count);
    EXPECT_EQ(of_rule(model, c.rule).size(), 1u);
  }
}

TEST(CheckModel, ReportsNestedAndCyclicGroupMorphs) {
  FileBuilder b = valid();
  b.morph<pmx::GroupOffset>("self", pmx::MorphType::group, {{0, 1.0f}, {1, 1.0f}});
  b.morph<pmx::GroupOffset>("outer", pmx::MorphType::group, {{3, 1.0f}});
  b.morph<pmx::GroupOffset>("inner", pmx::MorphType::group, {{0, 1.0f}});
  EXPECT_ONE(checked(b), "morph-cycle", 1, error, "contains itself");
  EXPECT_EQ(of_rule(checked(b), "morph-cycle")[0].name, "self");
  EXPECT_ONE(checked(b), "morph-nested", 2, note, "morph 3");
}

TEST(CheckModel, ReportsMissingUnusedAndDuplicateTextures) {
  FileBuilder b = valid();
  b.texture("there.png");
  b.texture("gone.png");
  b.texture("unused.png");
  b.texture("there.png");
  b.file.materials[0].texture = 0;
  b.file.materials[0].sphere_texture = 1;
  std::vector<std::string> asked;
  const CheckedModel model = checked(b, [&](const std::string& name) -> std::optional<Diagnostic> {
    asked.push_back(name);
    if (name == "there.png") return std::nullopt;
    return make_error("texture not found", "look for it");
  });
  EXPECT_ONE(model, "texture-missing", 1, warning, "material 0 \"肌\"");
  EXPECT_EQ(of_rule(model, "texture-missing")[0].hint, "look for it");
  EXPECT_ONE(model, "texture-unused", 2, note, "not used");
  EXPECT_ONE(model, "texture-duplicate", 3, note, "twice");
  EXPECT_THAT(asked, ::testing::ElementsAre("there.png", "gone.png"));
}

TEST(CheckModel, TexturesFoundElsewhereAreNotes) {
  FileBuilder b = valid();
  b.file.materials[0].texture = b.texture("..\\tex\\a.png");
  const CheckedModel model = checked(b, [](const std::string&) {
    Diagnostic beside = make_warning("it lies beside");
    beside.severity = Severity::note;
    return std::optional(beside);
  });
  EXPECT_ONE(model, "texture-note", 0, note, "it lies beside, for material 0");
  EXPECT_TRUE(of_rule(model, "texture-missing").empty());
}

TEST(CheckModel, ReportsEmptyMaterialsFlatFacesAndUnusedVertices) {
  FileBuilder b = valid();
  b.triangle(0, 1, 1);
  const auto a = b.vertex({0, 0, 0}), c = b.vertex({1, 1, 1}), d = b.vertex({2, 2, 2});
  b.triangle(a, c, d);
  b.vertex({5, 5, 5});
  b.material("flat");
  b.material("empty");
  const CheckedModel model = checked(b);
  EXPECT_ONE(model, "material-empty", 2, note, "no faces");
  EXPECT_ONE(model, "face-degenerate", 2, note, "without area");
  EXPECT_EQ(of_rule(model, "face-degenerate")[0].count, 2u);
  EXPECT_ONE(model, "vertex-unused", 7, note, "no face");
}

TEST(CheckModel, ReportsInvisibleModels) {
  FileBuilder b = valid();
  EXPECT_TRUE(of_rule(checked(b), "nothing-drawn").empty());
  for (const float alpha : {0.0f, 0.003f}) {  // less than a step of eight bits
    for (pmx::Material& m : b.file.materials) m.diffuse.a = alpha;
    EXPECT_EQ(of_rule(checked(b), "nothing-drawn").size(), 1u);
  }
  b.file.materials.clear();
  EXPECT_EQ(of_rule(checked(b), "nothing-drawn").size(), 1u);
}

TEST(CheckModel, FindingsHaveRuleSectionAndText) {
  const CheckedModel model = check_model(test::full_featured(), [](const std::string&) {
    return std::optional<Diagnostic>(make_error("missing"));
  });
  EXPECT_FALSE(model.findings.list().empty());
  for (const Finding& f : model.findings.list()) {
    EXPECT_FALSE(f.rule.empty());
    EXPECT_FALSE(f.section.empty());
    EXPECT_FALSE(f.what.empty());
  }
}

TEST(CheckModel, HandlesHostileSkeletons) {
  FileBuilder b;
  constexpr std::int32_t depth = 20'000;
  for (std::int32_t i = 0; i < depth; ++i) b.bone("b", i - 1);
  std::vector<std::int32_t> links(1000, 5);
  for (std::int32_t i = 0; i < 2000; ++i) b.ik(i, depth - 1, links);
  for (std::int32_t i = 0; i < depth; ++i) b.append(i, (i * 7919 + 1) % depth, 1.0f);
  const CheckedModel model = checked(b);
  EXPECT_LT(model.findings.list().size(), 400u);
  EXPECT_GT(model.findings.count(Severity::warning), 10'000u);
}

}  // namespace
}  // namespace mmd
