#include "model/mend.h"

#include <set>

#include <gmock/gmock.h>

#include "model/check_model.h"
#include "model/repairs.h"
#include "tests/support/model_builder.h"
#include "tests/support/random_pmx.h"

namespace mmd {
namespace {

using test::FileBuilder;
using ::testing::HasSubstr;

Findings findings_of(pmx::File file) {
  return check_model(std::move(file), [](const std::string&) { return std::nullopt; }).findings;
}

FileBuilder sound_model() {
  FileBuilder b;
  b.bone("センター");
  b.bone("左腕", 0, {1, 10, 0});
  b.square({0, 0, 0}, 1, 0);
  b.square({1, 10, 0}, 1, 1);
  b.material("肌");
  return b;
}

/// The only change.
Mended only_change(pmx::File& file, const MendChoice& choice = {}) {
  const std::vector<Mended> changes = mend(file, choice);
  EXPECT_EQ(changes.size(), 1u);
  return changes.empty() ? Mended{} : changes.front();
}

TEST(Mend, LeavesASoundModelAsItIs) {
  FileBuilder b = sound_model();
  const Bytes before = b.bytes();
  EXPECT_TRUE(mend(b.file, {true, {}}).empty());
  EXPECT_EQ(b.bytes(), before);
}

TEST(Mend, SaysWhatItChanges) {
  FileBuilder b = sound_model();
  b.file.bones[1].parent = 99;
  const Mended change = only_change(b.file);
  EXPECT_EQ(change.rule, "damage");
  EXPECT_EQ(change.section, "bones");
  EXPECT_EQ(change.element, 1u);
  EXPECT_EQ(change.name, "左腕");
  EXPECT_EQ(change.before, "99");
  EXPECT_EQ(change.after, "none");
  EXPECT_EQ(b.file.bones[1].parent, -1);
}

TEST(Mend, RepairsWarningsOnlyWhenAsked) {
  FileBuilder b = sound_model();
  b.bone("左腕", 0);
  EXPECT_TRUE(mend(b.file, {}).empty());
  const Mended change = only_change(b.file, {true, {}});
  EXPECT_EQ(change.rule, "name-duplicate");
  EXPECT_EQ(b.file.utf8(b.file.bones[2].name), "左腕2");
}

TEST(Mend, RepairsOnlyTheGivenRules) {
  FileBuilder b = sound_model();
  b.bone("左腕", 0);
  b.file.bones[1].parent = 99;
  EXPECT_EQ(only_change(b.file, {false, {"name-duplicate"}}).rule, "name-duplicate");
  EXPECT_EQ(b.file.bones[1].parent, 99);
}

TEST(Mend, GivesFreeNamesThatAMotionKeepsWhole) {
  FileBuilder b = sound_model();
  for (const char* name : {"１２３４５６７", "１２３４５６７", "１２３４５６2"}) b.bone(name, 0);
  mend(b.file, {true, {}});
  std::set<std::string> names;
  for (const pmx::Bone& bone : b.file.bones) names.insert(b.file.utf8(bone.name));
  EXPECT_EQ(names.size(), b.file.bones.size());
  EXPECT_EQ(findings_of(b.file).count(Severity::warning), 0u);
}

TEST(Mend, RaisesLayersUntilEveryBoneComesBehindWhatItNeeds) {
  FileBuilder b;
  b.bone("子", 2);
  b.bone("孫", 0);
  b.bone("親");
  b.append(b.bone("追従"), 4, 1.0f);
  b.bone("付与元", 1);
  b.square({0, 0, 0}, 1, 0);
  b.material("肌");
  EXPECT_GT(findings_of(b.file).count(Severity::warning), 0u);
  for (const Mended& change : mend(b.file, {true, {}})) EXPECT_EQ(change.rule, "bone-order");
  EXPECT_EQ(findings_of(b.file).count(Severity::warning), 0u);
  EXPECT_EQ(b.file.bones[2].layer, 0) << "it needs nothing";
}

TEST(Mend, CutsCyclesOfParentsAppendsAndGroups) {
  FileBuilder b = sound_model();
  const std::int32_t one = b.bone("一"), two = b.bone("二", one);
  b.file.bones[static_cast<std::size_t>(one)].parent = two;
  const std::int32_t left = b.bone("左目", 0), right = b.bone("右目", 0);
  b.append(left, right, 1.0f);
  b.append(right, left, 1.0f);
  const std::int32_t group = b.morph<pmx::GroupOffset>("組", pmx::MorphType::group, {{0, 1.0f}});
  EXPECT_EQ(group, 0);
  EXPECT_EQ(findings_of(b.file).count(Severity::error), 3u);
  EXPECT_EQ(mend(b.file, {}).size(), 3u);
  EXPECT_EQ(findings_of(b.file).count(Severity::error), 0u);
}

TEST(Mend, RemovesFacesThatCannotBeDrawn) {
  FileBuilder b = sound_model();
  b.file.indices[4] = 1000;
  b.file.vertices.position[7].x = NAN;
  mend(b.file, {});
  EXPECT_EQ(findings_of(b.file).count(Severity::error), 0u);
  EXPECT_EQ(b.file.indices.size(), static_cast<std::size_t>(b.file.materials[0].index_count));
  EXPECT_LT(b.file.indices.size(), 12u);
}

TEST(Mend, MakesNormalsOfTheFaces) {
  FileBuilder b = sound_model();
  b.file.vertices.normal[0] = vec3(0.0f);
  mend(b.file, {true, {}});
  EXPECT_NEAR(b.file.vertices.normal[0].z, -1.0f, 1e-6f) << "a square of the builder faces -Z";
}

TEST(Mend, PutsMorphsIntoTheirUsualPanels) {
  FileBuilder b = sound_model();
  for (const char* name : {"まばたき", "あ", "謎", "笑い"})
    b.morph<pmx::VertexOffset>(name, pmx::MorphType::vertex, {});
  b.file.morphs[0].panel = 9;
  b.file.morphs[3].panel = 4;
  EXPECT_EQ(mend(b.file, {true, {}}).size(), 1u);
  EXPECT_EQ(b.file.morphs[0].panel, 2);
  mend(b.file, {false, {"morph-panel"}});
  EXPECT_EQ(b.file.morphs[1].panel, 3);
  EXPECT_EQ(b.file.morphs[2].panel, 4);
  EXPECT_EQ(b.file.morphs[3].panel, 4) << "its maker's choice";
}

/// Damage that no change of a value repairs.
bool needs_a_person(const Finding& finding) {
  for (const char* what : {"depend on each other", "too many", "too much", "local append", "links after"})
    if (finding.what.find(what) != std::string::npos) return true;
  return false;
}

TEST(Mend, LeavesNoErrorsInRandomModels) {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    pmx::File file = test::RandomPmx(seed, 0.1).make();
    mend(file, {});
    const Findings left = findings_of(file);
    for (const Finding& finding : left.list())
      EXPECT_TRUE(finding.severity != Severity::error || needs_a_person(finding))
          << seed << ": " << finding.section << ": " << finding.what << " [" << finding.rule << "]";
    EXPECT_TRUE(mend(file, {}).empty()) << seed << ": a second repair finds nothing";
  }
}

TEST(Mend, WritesWhatIsShownOfRandomModels) {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    pmx::File file = test::RandomPmx(seed, 0.1).make();
    pmx::File damaged = file;
    mend(file, {});
    const auto shown = build_model(std::move(damaged)).model, repaired = build_model(std::move(file)).model;
    ASSERT_EQ(shown->indices, repaired->indices) << seed;
    ASSERT_EQ(shown->vertices.position, repaired->vertices.position) << seed;
    ASSERT_EQ(shown->vertices.type, repaired->vertices.type) << seed;
    for (std::size_t i = 0; i < shown->bone_count(); ++i) {
      const Bone &before = shown->skeleton.bones[i], &after = repaired->skeleton.bones[i];
      ASSERT_EQ(before.rest, after.rest) << seed;
      ASSERT_EQ(before.parent, after.parent) << seed;
      ASSERT_EQ(before.append.source, after.append.source) << seed;
    }
    for (std::size_t i = 0; i < shown->bodies.size(); ++i) {
      ASSERT_EQ(shown->bodies[i].position, repaired->bodies[i].position) << seed;
      ASSERT_EQ(shown->bodies[i].mode, repaired->bodies[i].mode) << seed;
    }
    ASSERT_EQ(shown->joints.size(), repaired->joints.size()) << seed;
  }
}

TEST(Mend, KnowsTheRulesOfItsChanges) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    pmx::File file = test::RandomPmx(seed, 0.2).make();
    for (const Mended& change : mend(file, {true, {}}))
      EXPECT_TRUE(is_repair_rule(change.rule)) << change.rule;
  }
}

}  // namespace
}  // namespace mmd
