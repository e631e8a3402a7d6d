#include "pose/check_pose.h"

#include <limits>

#include <gmock/gmock.h>

#include "base/text.h"
#include "pose/motion.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::bone_key;
using test::FileBuilder;
using test::morph_key;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::shared_ptr<const Model> small_model() {
  FileBuilder b;
  b.bone("センター");
  b.bone("ネクタイ１", 0);
  b.bone("とても長い名前のボーン", 0);
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {});
  return b.model();
}

vpd::ReadResult pose_of(const std::string& blocks, int count, bool as_cp932 = true) {
  const std::string text =
      "Vocaloid Pose Data file\r\n\r\nx.osm;\r\n" + std::to_string(count) + ";\r\n\r\n" + blocks;
  return *vpd::read(as_byte_span(as_cp932 ? *cp932_from_utf8(text) : text));
}
std::string block(const std::string& name, const std::string& rotation = "0,0,0,1") {
  return "Bone0{" + name + "\r\n 0,0,0;\r\n " + rotation + ";\r\n}\r\n";
}

std::vector<Finding> of_rule(const Findings& findings, std::string_view rule) {
  return test::of_rule(findings.list(), rule);
}
std::string said(const Findings& findings) {
  return test::said(findings.list());
}

TEST(CheckPose, AcceptsValidPose) {
  const auto model = small_model();
  const Findings findings =
      check_pose(pose_of(block("センター") + block("ネクタイ１", "0.1,0.2,0.3,0.927362"), 2), model.get());
  EXPECT_THAT(findings.list(), IsEmpty()) << said(findings);
}

TEST(CheckPose, ReportsWhatTheReaderTolerated) {
  const Findings findings = check_pose(pose_of(block("a", "0,0,0,0") + block("a"), 5), nullptr);
  const auto reading = of_rule(findings, "reading");
  ASSERT_EQ(reading.size(), 3u) << said(findings);
  EXPECT_THAT(said(findings), HasSubstr("rotation of zero"));
  EXPECT_THAT(said(findings), HasSubstr("is listed twice"));
  EXPECT_THAT(said(findings), HasSubstr("5 blocks declared, 2 found"));
  for (const Finding& f : reading) EXPECT_TRUE(f.line);
}

TEST(CheckPose, LocatesRotationsThatAreNotUnit) {
  const Findings findings =
      check_pose(pose_of(block("a") + block("b", "0,0,0,2") + block("c", "0.5,0.5,0.5,0.5001"), 3), nullptr);
  const auto found = of_rule(findings, "rotation-unit");
  ASSERT_EQ(found.size(), 1u) << said(findings);
  EXPECT_EQ(found[0].name, "b");
  EXPECT_EQ(found[0].element, 1u);
  EXPECT_EQ(found[0].line, 10u);
}

TEST(CheckPose, SuggestsNamesForUnknownBones) {
  const auto model = small_model();
  const vpd::ReadResult pose = pose_of(block("ﾈｸﾀｲ１") + block("nobody") + "Morph0{い\r\n 1;\r\n}\r\n", 2);
  const auto found = of_rule(check_pose(pose, model.get()), "name-unknown");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_THAT(found[0].hint, HasSubstr("ネクタイ１"));
  EXPECT_EQ(found[1].hint, "");
  EXPECT_EQ(found[2].section, "morphs");
  EXPECT_THAT(of_rule(check_pose(pose, nullptr), "name-unknown"), IsEmpty()) << "without a model";
}

TEST(CheckPose, ReportsTextThatMmdCannotRead) {
  const Findings findings = check_pose(pose_of(block("smile \xF0\x9F\x98\x80"), 1, false), nullptr);
  EXPECT_EQ(of_rule(findings, "encoding").size(), 1u) << said(findings);
  EXPECT_EQ(of_rule(findings, "name-encoding").size(), 1u);
}

Findings checked(vmd::File file, const Model* model = nullptr) {
  vmd::ReadResult read;
  read.file = std::move(file);
  return check_motion(read, model);
}
TEST(CheckMotion, AcceptsValidMotion) {
  const auto model = small_model();
  vmd::File file = vmd::empty_file("x");
  file.bones = {bone_key("センター", 0), bone_key("ネクタイ１", 5), bone_key("センター", 7),
                bone_key("とても長い名前のボーン", 0)};
  file.morphs = {morph_key("あ", 0, 1.0f)};
  const Findings findings = checked(std::move(file), model.get());
  EXPECT_THAT(findings.list(), IsEmpty()) << said(findings);
}

TEST(CheckMotion, ReportsUnorderedKeysOnceWithOffset) {
  vmd::File file = vmd::empty_file("x");
  file.bones = {bone_key("a", 9), bone_key("b", 2), bone_key("a", 3), bone_key("a", 1), bone_key("b", 1)};
  file.morphs = {morph_key("m", 2, 0.0f), morph_key("m", 1, 0.0f)};
  const auto found = of_rule(checked(file), "key-order");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].section, "bone keys");
  EXPECT_EQ(found[0].element, 2u);
  EXPECT_EQ(found[0].name, "a");
  EXPECT_THAT(found[0].what, HasSubstr("3 tracks"));
  // The frame number follows the name.
  const Bytes bytes = vmd::write(file).value();
  ASSERT_LT(*found[0].offset + 15, bytes.size());
  EXPECT_EQ(static_cast<char>(bytes[*found[0].offset]), 'a');
  EXPECT_EQ(static_cast<int>(bytes[*found[0].offset + 15]), 3);
}

TEST(CheckMotion, GivesOffsetsInEverySection) {
  vmd::File file = test::full_motion();
  file.morphs = {morph_key("m", 4, 0), morph_key("m", 4, 1)};
  file.cameras.resize(2);
  file.cameras[0].frame = file.cameras[1].frame = 77;
  file.self_shadows.resize(2);
  file.self_shadows[0].frame = file.self_shadows[1].frame = 78;
  const Bytes bytes = vmd::write(file).value();
  std::map<std::string_view, int> first_bytes{
      {"morph keys", 'm'}, {"camera keys", 77}, {"self-shadow keys", 78}};
  for (const Finding& f : of_rule(checked(file), "key-duplicate")) {
    const auto expected = first_bytes.find(f.section);
    if (expected == first_bytes.end()) continue;
    EXPECT_EQ(static_cast<int>(bytes[*f.offset]), expected->second);
    first_bytes.erase(expected);
  }
  EXPECT_TRUE(first_bytes.empty());
}

TEST(CheckMotion, ReportsCameraMotionsThatMmdDoesNotTakeForOne) {
  const auto rules_of = [](const std::string& name, bool camera, bool light, bool bones) {
    vmd::File file = vmd::empty_file(cp932_from_utf8(name).value());
    if (camera) file.cameras.resize(1);
    if (light) file.lights.resize(1);
    if (bones) file.bones = {bone_key("センター", 0)};
    const Findings findings = checked(file);
    return std::pair(of_rule(findings, "camera-name").size(), of_rule(findings, "camera-mixed").size());
  };
  using Counts = std::pair<std::size_t, std::size_t>;
  const char* const right = "カメラ・照明";
  EXPECT_EQ(rules_of(right, true, true, false), Counts(0, 0));
  EXPECT_EQ(rules_of("初音ミク", false, false, true), Counts(0, 0));
  EXPECT_EQ(rules_of(right, false, false, true), Counts(0, 0));
  for (const char* wrong : {"初音ミク", "", "カメラ", "カメラ・照明2"}) {
    EXPECT_EQ(rules_of(wrong, true, false, false), Counts(1, 0)) << wrong;
    EXPECT_EQ(rules_of(wrong, false, true, false), Counts(1, 0)) << wrong;
    EXPECT_EQ(rules_of(wrong, true, true, true), Counts(0, 1)) << wrong;
  }
  EXPECT_EQ(rules_of(right, true, false, true), Counts(0, 1));
}

TEST(CheckMotion, LocatesIkNamesAtTheirPropertyKey) {
  vmd::File file = vmd::empty_file("x");
  const auto state = [](const char* name) { return vmd::IkState{vmd::name_from<20>(name), 1}; };
  file.properties = {{1, 1, {}}, {2, 1, {}}, {99, 1, {state("lost"), state("lost")}}};
  const Bytes bytes = vmd::write(file).value();
  const auto found = of_rule(checked(file, small_model().get()), "name-unknown");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].element, 2u);
  ASSERT_TRUE(found[0].offset);
  EXPECT_EQ(static_cast<int>(bytes[*found[0].offset]), 99);
}

TEST(CheckMotion, ReportsEveryDroppedKeyAsError) {
  vmd::File file = vmd::empty_file("x");
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  file.bones = {bone_key("a", 0, vec3(1e38f, 0.0f, 0.0f))};
  file.morphs = {morph_key("m", 0, 1e7f)};
  file.cameras.resize(1);
  file.cameras[0].distance = nan;
  file.lights.resize(1);
  file.lights[0].direction.y = nan;
  file.self_shadows.resize(1);
  file.self_shadows[0].value = nan;
  Diagnostics left_out;
  const Motion motion(file, *small_model(), left_out);
  EXPECT_EQ(of_rule(checked(file), "key-number").size(), 5u);
  for (const Diagnostic& d : left_out) EXPECT_TRUE(d.offset) << d.what;
}

TEST(CheckMotion, CountsDuplicateKeys) {
  vmd::File file = vmd::empty_file("x");
  file.bones = {bone_key("a", 5), bone_key("a", 5), bone_key("a", 0), bone_key("a", 5)};
  file.lights.resize(3);
  const auto found = of_rule(checked(std::move(file)), "key-duplicate");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].count, 2u);
  EXPECT_EQ(found[1].section, "light keys");
  EXPECT_EQ(found[1].count, 2u);
}

TEST(CheckMotion, ReportsBadNumbersAndRotations) {
  vmd::File file = vmd::empty_file("x");
  file.bones = {bone_key("a", 0, vec3(0.0f), {0, 0, 0, 2}), bone_key("a", 1, vec3(0.0f), {0, 0, 0, 0}),
                bone_key("a", 2, vec3(std::numeric_limits<float>::quiet_NaN()))};
  file.morphs = {morph_key("m", 0, std::numeric_limits<float>::infinity())};
  const Findings findings = checked(std::move(file));
  EXPECT_EQ(of_rule(findings, "rotation-unit").size(), 1u);
  EXPECT_EQ(of_rule(findings, "rotation-zero").size(), 1u);
  const auto numbers = of_rule(findings, "key-number");
  ASSERT_EQ(numbers.size(), 2u);
  EXPECT_EQ(numbers[0].severity, Severity::error);
  EXPECT_EQ(numbers[0].element, 2u);
  EXPECT_EQ(findings.list().size(), 4u) << said(findings);
}

TEST(CheckMotion, ReportsUnknownNamesOnce) {
  const auto model = small_model();
  vmd::File file = vmd::empty_file("x");
  file.bones = {bone_key("ﾈｸﾀｲ１", 0), bone_key("センター", 0), bone_key("ﾈｸﾀｲ１", 1), bone_key("nobody", 0)};
  file.morphs = {morph_key("い", 0, 1.0f)};
  vmd::PropertyKey property;
  for (int i = 0; i < 2; ++i) property.ik.push_back({vmd::name_from<20>(*cp932_from_utf8("左足ＩＫ")), 1});
  file.properties = {property};
  const auto found = of_rule(checked(std::move(file), model.get()), "name-unknown");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_THAT(found[0].hint, HasSubstr("ネクタイ１"));
  EXPECT_EQ(found[1].name, "nobody");
  EXPECT_EQ(found[2].section, "morph keys");
  EXPECT_EQ(found[3].name, "左足ＩＫ");
}

TEST(CheckMotion, LimitsFindingsOfHugeMotions) {
  const auto model = small_model();
  vmd::File file = vmd::empty_file("x");
  for (std::uint32_t i = 0; i < 100'000; ++i)
    file.bones.push_back(bone_key(std::to_string(i), i % 3, vec3(0.0f), {0, 0, 0, 3}));
  const Findings findings = checked(std::move(file), model.get());
  EXPECT_LE(findings.list().size(), 2 * Findings::max_rule_bytes);
  EXPECT_EQ(findings.count(Severity::warning), 200'000u);
}

TEST(CheckPose, LocatesHugeTranslations) {
  const auto moved = [](const char* translation) {
    std::string text = block("b");
    text.replace(text.find("0,0,0"), 5, translation);
    return check_pose(pose_of(block("a") + text, 2), nullptr);
  };
  EXPECT_TRUE(of_rule(moved("500,-900,20"), "translation-far").empty());
  for (const char* translation : {"20000,0,0", "0,-1e9,0", "1e30,1e30,1e30"}) {
    const auto found = of_rule(moved(translation), "translation-far");
    ASSERT_EQ(found.size(), 1u) << translation;
    EXPECT_EQ(found[0].severity, Severity::warning);
    EXPECT_EQ(found[0].name, "b");
    EXPECT_EQ(found[0].line, 10u);
  }
}

TEST(CheckMotion, LocatesHugeTranslations) {
  vmd::File file = vmd::empty_file("x");
  file.bones = {bone_key("a", 0, {0, -500, 0}), bone_key("a", 1, {0, -2e4f, 0}),
                bone_key("a", 2, {1e20f, 0, 0})};
  const Findings findings = checked(std::move(file));
  const auto found = of_rule(findings, "translation-far");
  ASSERT_EQ(found.size(), 1u) << said(findings);
  EXPECT_EQ(found[0].element, 1u);
  EXPECT_EQ(of_rule(findings, "key-number").size(), 1u) << "larger numbers are bad numbers";
}

}  // namespace
}  // namespace mmd
