#include "pose/motion_tools.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "model/model.h"
#include "pose/motion.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

vmd::BoneKey bone_key(const std::string& name, std::uint32_t frame, const vec3& translation,
                      const vec4& rotation = {0, 0, 0, 1}) {
  vmd::BoneKey key;
  key.name = vmd::name_from<15>(cp932_from_utf8(name).value());
  key.frame = frame;
  key.translation = translation;
  key.rotation = rotation;
  for (std::size_t channel = 0; channel < 4; ++channel) {
    const std::uint8_t curve[] = {64, 0, 64, 127};  // slow at both ends
    for (std::size_t i = 0; i < 4; ++i) key.interpolation[channel * 16 + i * 4] = curve[i];
  }
  return key;
}

vmd::MorphKey morph_key(const std::string& name, std::uint32_t frame, float weight) {
  return {vmd::name_from<15>(cp932_from_utf8(name).value()), frame, weight};
}

/// An arm that swings between frames 10 and 50, a smile, a camera, a light, and IK that is switched.
vmd::File dance() {
  vmd::File out = vmd::empty_file("model");
  out.bones = {bone_key("左腕", 10, {0, 0, 0}), bone_key("左腕", 50, {4, 2, 1}, {0, 0.6f, 0, 0.8f}),
               bone_key("センター", 0, {1, 2, 3})};
  out.morphs = {morph_key("笑い", 0, 0.0f), morph_key("笑い", 40, 1.0f)};
  vmd::CameraKey camera;
  camera.distance = -30.0f;
  camera.target = {1, 10, 0};
  camera.angles = {0.1f, 0.2f, 0.3f};
  camera.fov_degrees = 30;
  camera.interpolation.fill(20);
  out.cameras = {camera};
  out.lights = {{0, vec3(0.6f), vec3(-0.5f, -1.0f, 0.5f)}};
  vmd::PropertyKey property;
  property.ik = {{vmd::name_from<20>(cp932_from_utf8("左足ＩＫ").value()), 0}};
  out.properties = {property};
  return out;
}

Bytes bytes_of(const vmd::File& file) {
  return vmd::write(file).value();
}

/// The arm's translation and the smile's weight at a frame.
struct Seen {
  vec3 translation;
  quat rotation;
  float weight;
};
Seen seen(const vmd::File& file, double frame) {
  test::FileBuilder builder;
  builder.bone("左腕");
  builder.morph("笑い", pmx::MorphType::vertex, std::vector<pmx::VertexOffset>{});
  const auto model = build_model(std::move(builder.file)).model;
  Diagnostics diagnostics;
  const Motion motion(file, *model, diagnostics);
  Pose pose(*model);
  motion.sample(frame, pose);
  return {pose.translation[0], pose.rotation[0], pose.morph_weights[0]};
}

TEST(MotionTools, ChangeNothingWhereThereIsNothingToChange) {
  const vmd::File motion = dance();
  const Bytes bytes = bytes_of(motion);
  EXPECT_EQ(bytes_of(cut(motion, 0, 50).value()), bytes);
  EXPECT_EQ(bytes_of(shifted(motion, 0).value()), bytes);
  EXPECT_EQ(bytes_of(shifted(shifted(motion, 25).value(), -25).value()), bytes);
  std::size_t dropped = 0;
  EXPECT_EQ(bytes_of(retimed(motion, 1.0, dropped).value()), bytes);
  EXPECT_EQ(dropped, 0u);
  std::size_t replaced = 0;
  EXPECT_EQ(bytes_of(mirrored(mirrored(motion))), bytes);
  EXPECT_EQ(bytes_of(merged(std::vector<vmd::File>{motion}, replaced)), bytes);
}

TEST(MotionTools, ACutMotionMovesAsTheWholeOneDid) {
  const vmd::File motion = dance();
  const vmd::File part = cut(motion, 20, 45).value();
  EXPECT_LE(std::max_element(part.bones.begin(), part.bones.end(),
                             [](const auto& a, const auto& b) { return a.frame < b.frame; })
                ->frame,
            25u);
  for (std::uint32_t frame = 0; frame <= 25; ++frame) {
    const Seen was = seen(motion, 20.0 + frame), is = seen(part, frame);
    const float allowed = frame == 0 || frame == 25 ? 1e-5f : 0.05f;  // a hundredth of the way of 4.6 units
    EXPECT_LT(glm::length(was.translation - is.translation), allowed) << frame;
    EXPECT_LT(glm::length(was.rotation - is.rotation), 0.01f) << frame;
    EXPECT_NEAR(was.weight, is.weight, 1e-6f) << frame;
  }
}

TEST(MotionTools, CutKeepsWhatATrackHoldsAtTheBorders) {
  const vmd::File behind = cut(dance(), 100, 120).value();
  EXPECT_EQ(seen(behind, 5).translation, seen(dance(), 105).translation);
  EXPECT_EQ(seen(behind, 5).weight, 1.0f);
  ASSERT_EQ(behind.properties.size(), 1u);
  EXPECT_EQ(behind.properties[0].ik[0].enabled, 0);
  const vmd::File before = cut(dance(), 2, 5).value();
  EXPECT_EQ(seen(before, 0).translation, seen(dance(), 2).translation);
  EXPECT_FALSE(cut(dance(), 5, 2).has_value());
}

TEST(MotionTools, CutCountsTheKeyAtRestThatPlaybackAdds) {
  vmd::File motion = vmd::empty_file("model");
  motion.bones = {bone_key("左腕", 40, {4, 2, 1})};
  motion.morphs = {morph_key("笑い", 40, 1.0f)};
  for (const auto& [first, last] : {std::pair(10u, 30u), {0u, 30u}, {10u, 60u}}) {
    const vmd::File part = cut(motion, first, last).value();
    for (std::uint32_t frame = first; frame <= last; ++frame) {
      const Seen was = seen(motion, frame), is = seen(part, frame - first);
      EXPECT_LT(glm::length(was.translation - is.translation), 0.05f) << first << ", " << frame;
      EXPECT_NEAR(was.weight, is.weight, 1e-6f) << first << ", " << frame;
    }
  }
}

TEST(MotionTools, CutIgnoresTheKeysThatPlaybackIgnores) {
  vmd::File motion = dance();
  motion.morphs.push_back(morph_key("笑い", 20, std::numeric_limits<float>::quiet_NaN()));
  EXPECT_NEAR(seen(cut(motion, 10, 30).value(), 0).weight, 0.25f, 1e-6f);
}

/// Whether a key of properties switches an IK chain on; -1: it does not name it.
int state_in(const vmd::PropertyKey& key, const std::string& name) {
  for (const vmd::IkState& state : key.ik)
    if (utf8_from_cp932(vmd::bytes_of(state.name)) == name) return state.enabled;
  return -1;
}
vmd::PropertyKey property_key(std::uint32_t frame, const std::string& name, bool enabled) {
  vmd::PropertyKey out;
  out.frame = frame;
  out.ik = {{vmd::name_from<20>(cp932_from_utf8(name).value()), std::uint8_t{enabled}}};
  return out;
}

TEST(MotionTools, KeepStatesOfIkThatALaterKeyDoesNotName) {
  vmd::File motion = vmd::empty_file("model");
  motion.properties = {property_key(0, "左足ＩＫ", false), property_key(20, "右足ＩＫ", false)};
  for (const std::uint32_t first : {20u, 25u}) {
    const vmd::File part = cut(motion, first, 40).value();
    ASSERT_EQ(part.properties.size(), 1u) << first;
    EXPECT_EQ(part.properties[0].frame, 0u) << first;
    EXPECT_EQ(state_in(part.properties[0], "左足ＩＫ"), 0) << first;
    EXPECT_EQ(state_in(part.properties[0], "右足ＩＫ"), 0) << first;
  }
  std::size_t gone = 0;
  const vmd::File fast = retimed(motion, 100.0, gone).value();
  ASSERT_EQ(fast.properties.size(), 1u);
  EXPECT_EQ(state_in(fast.properties[0], "左足ＩＫ"), 0);
  vmd::File over = vmd::empty_file("model");
  over.properties = {property_key(0, "右足ＩＫ", false)};
  const vmd::File both = merged(std::vector<vmd::File>{motion, over}, gone);
  ASSERT_EQ(both.properties.size(), 2u);
  EXPECT_EQ(state_in(both.properties.back(), "左足ＩＫ"), 0);
  EXPECT_EQ(state_in(both.properties.back(), "右足ＩＫ"), 0);
}

TEST(MotionTools, CutInterpolatesTheDistanceOfSelfShadow) {
  vmd::File motion = vmd::empty_file("model");
  motion.self_shadows = {{0, 1, 0.02f}, {40, 2, 0.06f}};
  const vmd::File part = cut(motion, 10, 30).value();
  ASSERT_EQ(part.self_shadows.size(), 2u);
  EXPECT_NEAR(part.self_shadows[0].value, 0.03f, 1e-6f);
  EXPECT_NEAR(part.self_shadows[1].value, 0.05f, 1e-6f);
  EXPECT_EQ(part.self_shadows[1].mode, 1);
}

TEST(MotionTools, ASlowerCameraStillCuts) {
  vmd::File motion = vmd::empty_file("model");
  motion.cameras.resize(2);
  motion.cameras[0].frame = 30;
  motion.cameras[1].frame = 31;
  motion.cameras[1].target = vec3(100, 0, 0);
  std::size_t dropped = 0;
  const vmd::File slow = retimed(motion, 0.25, dropped).value();
  Diagnostics diagnostics;
  test::FileBuilder builder;
  builder.bone("センター");
  const auto model = build_model(std::move(builder.file)).model;
  const Motion played(slow, *model, diagnostics);
  EXPECT_EQ(played.camera().sample(123.5).target.x, 0.0f);
  EXPECT_EQ(played.camera().sample(124.0).target.x, 100.0f);
}

TEST(MotionTools, ASlowerCameraMovesWhereEachFrameHasAKey) {
  vmd::File motion = vmd::empty_file("model");
  motion.cameras.resize(6);
  for (std::uint32_t i = 0; i < 6; ++i) motion.cameras[i].frame = i;
  std::size_t dropped = 0;
  EXPECT_EQ(retimed(motion, 0.5, dropped).value().cameras.size(), 6u);
}

TEST(MotionTools, CutFollowsCurvesWhosePartsAreNoCurvesOfTheirOwn) {
  for (const auto& [x1, y1, x2, y2] : {std::tuple(127, 0, 0, 127), {107, 0, 20, 127}, {0, 127, 127, 0}}) {
    vmd::File motion = vmd::empty_file("model");
    motion.bones = {bone_key("左腕", 0, {0, 0, 0}), bone_key("左腕", 30, {10, 0, 0})};
    for (std::size_t channel = 0; channel < 4; ++channel) {
      const int curve[] = {x1, y1, x2, y2};
      for (std::size_t i = 0; i < 4; ++i)
        motion.bones[1].interpolation[channel * 16 + i * 4] = static_cast<std::uint8_t>(curve[i]);
    }
    for (const auto& [first, last] : {std::pair(0u, 21u), {7u, 30u}, {7u, 21u}}) {
      const vmd::File part = cut(motion, first, last).value();
      for (std::uint32_t frame = first; frame <= last; ++frame)
        EXPECT_NEAR(seen(part, frame - first).translation.x, seen(motion, frame).translation.x, 0.11f)
            << x1 << ", " << first << " to " << last << " at " << frame;
    }
  }
}

TEST(MotionTools, CutKeepsTheSwitchOfPhysics) {
  vmd::File motion = dance();
  for (vmd::BoneKey& key : motion.bones) {
    key.interpolation[2] = 0x63;
    key.interpolation[3] = 0x0f;
  }
  const vmd::File part = cut(motion, 20, 30).value();
  for (const vmd::BoneKey& key : part.bones) {
    EXPECT_EQ(key.interpolation[2], 0x63);
    EXPECT_EQ(key.interpolation[3], 0x0f);
  }
}

TEST(MotionTools, ShiftRefusesFramesThatDoNotExist) {
  EXPECT_EQ(shifted(dance(), 5).value().bones[0].frame, 15u);
  EXPECT_NE(shifted(dance(), -5).error().what.find("before frame 0"), std::string::npos);
  EXPECT_FALSE(shifted(dance(), 4294967295).has_value());
}

TEST(MotionTools, RetimedKeysFallOnWholeFramesAndTheLastOfSeveralStays) {
  std::size_t dropped = 0;
  EXPECT_EQ(retimed(dance(), 2.0, dropped).value().bones[1].frame, 25u);
  EXPECT_EQ(retimed(dance(), 0.5, dropped).value().bones[1].frame, 100u);
  vmd::File dense = vmd::empty_file("model");
  for (std::uint32_t i = 0; i < 4; ++i)
    dense.morphs.push_back(morph_key("笑い", i, 0.25f * static_cast<float>(i)));
  const vmd::File fast = retimed(dense, 4.0, dropped).value();
  EXPECT_EQ(dropped, 2u);  // frames 0 and 1 become 0, 2 and 3 become 1
  ASSERT_EQ(fast.morphs.size(), 2u);
  EXPECT_EQ(fast.morphs[0].weight, 0.25f);
  EXPECT_EQ(fast.morphs[1].weight, 0.75f);
  EXPECT_FALSE(retimed(dance(), 0.0, dropped).has_value());
}

TEST(MotionTools, MirrorSwapsSidesAsItDoesInPoses) {
  const vmd::File mirror = mirrored(dance());
  EXPECT_EQ(utf8_from_cp932(vmd::bytes_of(mirror.bones[1].name)), "右腕");
  EXPECT_EQ(mirror.bones[1].translation, vec3(-4, 2, 1));
  EXPECT_EQ(mirror.bones[1].rotation, vec4(0, -0.6f, 0, 0.8f));
  EXPECT_EQ(mirror.bones[1].interpolation, dance().bones[1].interpolation);
  EXPECT_EQ(utf8_from_cp932(vmd::bytes_of(mirror.properties[0].ik[0].name)), "右足ＩＫ");
  EXPECT_EQ(mirror.cameras[0].target, vec3(-1, 10, 0));
  EXPECT_EQ(mirror.cameras[0].angles, vec3(0.1f, -0.2f, -0.3f));
  EXPECT_EQ(mirror.lights[0].direction, vec3(0.5f, -1.0f, 0.5f));
}

TEST(MotionTools, MirrorKnowsNamesThatMmdCutInsideACharacter) {
  vmd::File motion = vmd::empty_file("model");
  motion.bones = {bone_key("左", 0, vec3(0.0f))};
  motion.bones[0].name = vmd::name_from<15>(cp932_from_utf8("左スカートの前の").value());  // 16 bytes
  const vmd::File mirror = mirrored(motion);
  EXPECT_EQ(mirror.bones[0].name, vmd::name_from<15>(cp932_from_utf8("右スカートの前の").value()));
}

TEST(MotionTools, MirrorKnowsNamesInTheEncodingsOfChinesePrograms) {
  vmd::File motion = vmd::empty_file("model");
  motion.bones = {bone_key("左", 0, vec3(0.0f)), bone_key("左", 0, vec3(0.0f))};
  motion.bones[0].name = vmd::name_from<15>("左腕");  // UTF-8
  motion.bones[1].name = vmd::name_from<15>(gbk_from_utf8("左足").value());
  const vmd::File mirror = mirrored(motion);
  EXPECT_EQ(vmd::bytes_of(mirror.bones[0].name), "右腕");
  EXPECT_EQ(vmd::bytes_of(mirror.bones[1].name), gbk_from_utf8("右足").value());
}

TEST(MotionTools, MergeTakesTheLastMotionsKeyWhereTwoMeet) {
  vmd::File over = vmd::empty_file("other");
  over.bones = {bone_key("左腕", 50, {9, 9, 9}), bone_key("右腕", 50, {8, 8, 8})};
  std::size_t replaced = 0;
  const vmd::File both = merged(std::vector<vmd::File>{dance(), over}, replaced);
  EXPECT_EQ(replaced, 1u);
  EXPECT_EQ(both.bones.size(), 4u);
  EXPECT_EQ(seen(both, 50).translation, vec3(9, 9, -9));  // right-handed
  EXPECT_EQ(both.model_name, dance().model_name);
  EXPECT_EQ(both.morphs.size(), 2u);
}

TEST(MotionTools, ASequenceShowsEachPoseAtItsFrame) {
  vpd::File first, second;
  first.bones = {{"左腕", vec3(1, 0, 0)}};
  second.bones = {{"右腕", vec3(0, 1, 0)}};
  second.morphs = {{"笑い", 0.5f}};
  const vmd::File motion = sequence_of(std::vector<vpd::File>{first, second}, 20).value();
  EXPECT_EQ(seen(motion, 0).translation, vec3(1, 0, 0));
  EXPECT_EQ(seen(motion, 20).translation, vec3(0.0f));  // at rest, as the second pose does not mention it
  EXPECT_NEAR(seen(motion, 10).translation.x, 0.5f, 1e-6f);
  EXPECT_EQ(seen(motion, 0).weight, 0.0f);
  EXPECT_EQ(seen(motion, 20).weight, 0.5f);
  EXPECT_EQ(motion.bones[0].interpolation[31], 1);  // the bytes that MMD writes
  first.model_name = "初音ミク🦊.osm";
  EXPECT_EQ(vmd::bytes_of(sequence_of(std::vector<vpd::File>{first}, 20).value().model_name),
            cp932_from_utf8("初音ミク_").value());
  EXPECT_FALSE(sequence_of({}, 30).has_value());
  second.bones[0].name = "🦊";
  EXPECT_FALSE(sequence_of(std::vector<vpd::File>{second}, 30).has_value());
}

}  // namespace
}  // namespace mmd
