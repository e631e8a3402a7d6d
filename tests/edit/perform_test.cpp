#include <algorithm>
#include <limits>
#include <random>

#include <gmock/gmock.h>

#include "edit/command.h"
#include "pose/pose_to_vpd.h"
#include "pose/tools.h"
#include "tests/edit/random_commands.h"

namespace mmd::edit {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

const std::shared_ptr<const Model>& puppet() {
  static const auto model = test::puppet();
  return model;
}

std::int32_t bone(const char* name) {
  return puppet()->find_bone(name);
}
std::size_t at(const char* name) {
  return static_cast<std::size_t>(bone(name));
}
std::int32_t morph(const char* name) {
  return puppet()->find_morph(name);
}

EditState after(const Command& command, const Pose& pose) {
  EditState state(*puppet());
  state.pose = pose;
  const auto done = perform(command, *puppet(), state);
  EXPECT_TRUE(done) << describe(done.error());
  return state;
}
EditState after(const Command& command) {
  return after(command, Pose(*puppet()));
}

std::string error_of(const Command& command) {
  EditState state(*puppet());
  const auto done = perform(command, *puppet(), state);
  return done ? "no error" : describe(done.error());
}

/// The angle between two rotations in radians, if it is small.
float distance_of(const quat& a, const quat& b) {
  return 2.0f * std::min(glm::length(a - b), glm::length(a + b));
}

vpd::File file_of(const Pose& pose) {
  return vpd_from_pose(pose, *puppet());
}
Pose pose_of(const vpd::File& file) {
  Pose pose(*puppet());
  apply_vpd(file, *puppet(), pose);
  return pose;
}

/// Compares the bones that files can name.
void expect_same_pose(const Pose& a, const Pose& b, float tolerance) {
  for (std::size_t i = 0; i < puppet()->bone_count(); ++i) {
    const std::string& name = puppet()->skeleton.bones[i].name;
    if (bone(name.c_str()) != static_cast<std::int32_t>(i)) continue;
    EXPECT_LE(glm::length(a.translation[i] - b.translation[i]), tolerance) << name;
    EXPECT_LE(distance_of(a.rotation[i], b.rotation[i]), tolerance + 1e-6f) << name;
  }
  for (std::size_t i = 0; i < puppet()->morphs.size(); ++i)
    EXPECT_NEAR(a.morph_weights[i], b.morph_weights[i], tolerance) << puppet()->morphs[i].name;
}

std::vector<std::string> names_of(const Parts& parts) {
  std::vector<std::string> out;
  for (const std::int32_t b : parts.bones)
    out.push_back(puppet()->skeleton.bones[static_cast<std::size_t>(b)].name);
  for (const std::int32_t m : parts.morphs) out.push_back(puppet()->morphs[static_cast<std::size_t>(m)].name);
  return out;
}

TEST(RotateBone, SetsOnlyAUnitRotation) {
  const quat turned(0.8f, 0.0f, 0.6f, 0.0f);
  const EditState state = after(RotateBone{bone("左腕"), turned * 4.0f});
  EXPECT_LT(distance_of(state.pose.rotation[at("左腕")], turned), 1e-6f);
  EXPECT_NEAR(glm::length(state.pose.rotation[at("左腕")]), 1.0f, 1e-6f);
  Pose rest = state.pose;
  rest.rotation[at("左腕")] = identity_rotation();
  EXPECT_TRUE(test::same_bits(rest, Pose(*puppet())));
  const quat exact = glm::normalize(quat(0.3f, 0.1f, 0.2f, 0.7f));
  EXPECT_EQ(after(RotateBone{bone("右腕"), exact}).pose.rotation[at("右腕")], exact) << "unit ones stay";
}

TEST(RotateBone, TurnsAboutTheFixedAxis) {
  std::mt19937 random(1);
  const auto index = at("左腕捩");
  const vec3 axis = puppet()->skeleton.bones[index].fixed_axis;
  for (int i = 0; i < 100; ++i) {
    const quat wanted = test::random_rotation(random);
    const quat got = after(RotateBone{bone("左腕捩"), wanted}).pose.rotation[index];
    EXPECT_EQ(got.w, wanted.w) << "the angle stays";
    EXPECT_NEAR(glm::length(glm::cross(vec3(got.x, got.y, got.z), axis)), 0.0f, 1e-5f);
    EXPECT_GE(glm::dot(vec3(got.x, got.y, got.z), axis) * glm::dot(vec3(wanted.x, wanted.y, wanted.z), axis),
              0.0f);
  }
}

TEST(MovingAndTurning, RespectsTheBoneFlags) {
  EXPECT_THAT(error_of(RotateBone{bone("台"), identity_rotation()}), HasSubstr("'台' cannot be rotated"));
  EXPECT_THAT(error_of(MoveBone{bone("頭"), vec3(1.0f)}), HasSubstr("'頭' cannot be moved"));
  EXPECT_EQ(after(MoveBone{bone("台"), vec3(1.0f)}).pose.translation[at("台")], vec3(1.0f));
  EXPECT_THAT(error_of(SetBones{{{bone("左腕"), vec3(1.0f), std::nullopt}, {bone("頭"), vec3(1.0f), {}}}}),
              HasSubstr("'頭' cannot be moved"));
  const EditState both =
      after(SetBones{{{bone("左腕"), vec3(1.0f), std::nullopt}, {bone("頭"), {}, quat(0, 0, 1, 0)}}});
  EXPECT_EQ(both.pose.translation[at("左腕")], vec3(1.0f));
  EXPECT_EQ(both.pose.rotation[at("頭")], quat(0, 0, 1, 0)) << "only what is given must be allowed";
}

TEST(Perform, RejectsIndicesOutOfRange) {
  const auto bones = static_cast<std::int32_t>(puppet()->bone_count());
  const auto morphs = static_cast<std::int32_t>(puppet()->morphs.size());
  for (const std::int32_t b : {-1, bones, std::numeric_limits<std::int32_t>::max()}) {
    const Parts parts{false, {0, b}, {}};
    for (const Command& command :
         {Command(RotateBone{b, identity_rotation()}), Command(MoveBone{b, vec3(0.0f)}),
          Command(SetBones{{{b, vec3(0.0f), {}}}}), Command(Reset{parts}), Command(Mirror{parts}),
          Command(Blend{Pose(*puppet()), 0.5f, parts, {}}), Command(TakeParts{Pose(*puppet()), parts, {}})})
      EXPECT_THAT(error_of(command), HasSubstr("there is no bone"));
  }
  for (const std::int32_t m : {-1, morphs}) {
    EXPECT_THAT(error_of(SetMorph{m, 0.0f}), HasSubstr("there is no morph"));
    EXPECT_THAT(error_of(Reset{{false, {}, {m}}}), HasSubstr("there is no morph"));
  }
  for (const std::int32_t c : {-1, 4})
    EXPECT_THAT(error_of(SetIk{c, true}), HasSubstr("there is no IK chain"));
}

TEST(Perform, RejectsNumbersThatAreNotFinite) {
  Pose bad(*puppet());
  bad.rotation[3].x = nan;
  Pose zero(*puppet());
  zero.rotation[3] = quat(0, 0, 0, 0);
  for (const float wrong : {nan, infinity, -infinity}) {
    EXPECT_THAT(error_of(RotateBone{0, quat(1, wrong, 0, 0)}), HasSubstr("not a rotation"));
    EXPECT_THAT(error_of(MoveBone{0, vec3(0, wrong, 0)}), HasSubstr("NaN or infinity"));
    EXPECT_THAT(error_of(SetMorph{0, wrong}), HasSubstr("finite"));
    EXPECT_THAT(error_of(Blend{Pose(*puppet()), wrong, whole_pose(), {}}), HasSubstr("from 0 to 1"));
    vpd::File file;
    file.bones = {{"首", vec3(wrong), vec4(0, 0, 0, 1), 0}};
    EXPECT_THAT(error_of(Paste{file, false, {}}), HasSubstr("NaN"));
    file.bones.clear();
    file.morphs = {{"あ", wrong, 0}};
    EXPECT_THAT(error_of(Paste{file, false, {}}), HasSubstr("NaN"));
  }
  EXPECT_THAT(error_of(RotateBone{0, quat(0, 0, 0, 0)}), HasSubstr("not a rotation"));
  for (const float w : {-0.1f, 1.1f})
    EXPECT_THAT(error_of(Blend{Pose(*puppet()), w, whole_pose(), {}}), HasSubstr("from 0 to 1"));
  for (const Pose& pose : {bad, zero, Pose()}) {
    EXPECT_THAT(error_of(Blend{pose, 0.5f, whole_pose(), {}}), HasSubstr("belongs to another model"));
    EXPECT_THAT(error_of(TakeParts{pose, whole_pose(), {}}), HasSubstr("belongs to another model"));
  }
}

TEST(Mirror, MatchesTheToolForFiles) {
  std::mt19937 random(2);
  const Parts parts{false,
                    {bone("左腕"), bone("センター"), bone("右足ＩＫ"), bone("左飾り")},
                    {morph("笑い左"), morph("ウィンク右")}};
  for (int i = 0; i < 200; ++i) {
    const Pose pose = test::random_pose(random, *puppet());
    const vpd::File file = file_of(pose);
    expect_same_pose(after(Mirror{whole_pose()}, pose).pose, pose_of(mirrored(file)), 0.0f);
    expect_same_pose(after(Mirror{parts}, pose).pose,
                     pose_of(replaced(file, mirrored(file), names_of(parts))), 0.0f);
  }
}

TEST(Mirror, ReportsSidesThatTheModelLacks) {
  EditState posed(*puppet());
  posed.pose.rotation[at("左飾り")] = quat(0, 1, 0, 0);
  const auto lacking = [&](const Parts& parts) {
    EditState state = posed;
    const auto done = perform(Mirror{parts}, *puppet(), state);
    EXPECT_TRUE(done);
    return done ? *done : UnmatchedNames();
  };
  const UnmatchedNames whole = lacking(whole_pose());
  EXPECT_THAT(whole.bones, ElementsAre("右飾り"));
  EXPECT_TRUE(whole.morphs.empty()) << "涙左 is not needed: its weight is 0";
  EXPECT_TRUE(lacking({false, {bone("左腕")}, {}}).bones.empty());
  EXPECT_THAT(lacking({false, {bone("左飾り")}, {}}).bones, ElementsAre("右飾り"));
}

TEST(Blend, MatchesTheToolForFiles) {
  std::mt19937 random(4);
  for (int i = 0; i < 200; ++i) {
    const Pose a = test::random_pose(random, *puppet()), b = test::random_pose(random, *puppet());
    const float weight = static_cast<float>(1 + i % 9) / 10.0f;
    const auto expected =
        blended(std::vector<vpd::File>{file_of(a), file_of(b)}, std::vector<float>{1.0f - weight, weight});
    ASSERT_TRUE(expected);
    expect_same_pose(after(Blend{b, weight, whole_pose(), {}}, a).pose, pose_of(*expected), 1e-5f);
  }
}

TEST(TakeParts, MatchesTheToolForFiles) {
  std::mt19937 random(5);
  const Parts parts{false, {bone("左腕"), bone("首")}, {morph("あ")}};
  for (int i = 0; i < 100; ++i) {
    const Pose under = test::random_pose(random, *puppet()), over = test::random_pose(random, *puppet());
    expect_same_pose(after(TakeParts{over, parts, {}}, under).pose,
                     pose_of(replaced(file_of(under), file_of(over), names_of(parts))), 0.0f);
    EXPECT_TRUE(test::same_bits(after(TakeParts{over, whole_pose(), {}}, under).pose, over));
  }
}

TEST(Reset, ResetsAllOrParts) {
  std::mt19937 random(6);
  const Pose pose = test::random_pose(random, *puppet());
  EXPECT_TRUE(test::same_bits(after(Reset{whole_pose()}, pose).pose, Pose(*puppet())));
  const EditState part = after(Reset{{false, {bone("左腕")}, {morph("あ")}}}, pose);
  EXPECT_TRUE(is_at_rest(part.pose, at("左腕")));
  EXPECT_EQ(part.pose.morph_weights[static_cast<std::size_t>(morph("あ"))], 0.0f);
  EXPECT_EQ(part.pose.rotation[at("右腕")], pose.rotation[at("右腕")]);
}

TEST(Paste, ReplacesOrOverlaysThePose) {
  std::mt19937 random(7);
  const Pose pose = test::random_pose(random, *puppet());
  vpd::File file;
  file.bones = {{"首", vec3(1, 2, 3), vec4(0, 0, 0, 1), 0}, {"尾", vec3(0.0f), vec4(0, 0, 0, 1), 0}};
  file.morphs = {{"え", 1.0f, 0}};
  EXPECT_TRUE(test::same_bits(after(Paste{file, false, {}}, pose).pose, pose_of(file)));
  Pose over = pose;
  const UnmatchedNames lacking = apply_vpd(file, *puppet(), over);
  EditState state(*puppet());
  state.pose = pose;
  const auto done = perform(Paste{file, true, {}}, *puppet(), state);
  ASSERT_TRUE(done);
  EXPECT_TRUE(test::same_bits(state.pose, over));
  EXPECT_THAT(done->bones, ElementsAre("尾"));
  EXPECT_THAT(done->morphs, ElementsAre("え"));
  EXPECT_TRUE(test::same_bits(after(Paste{}, pose).pose, Pose(*puppet()))) << "an empty pose is rest";
  file.bones.erase(file.bones.begin());
  EXPECT_THAT(error_of(Paste{file, true, {}}), HasSubstr("has none of the bones and morphs"));
}

}  // namespace
}  // namespace mmd::edit
