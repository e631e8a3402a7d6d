#include "pose/motion.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include <gmock/gmock.h>

#include "base/text.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::bone_key;
using test::FileBuilder;
using test::morph_key;
using test::says;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr float half_root = 0.70710678f;
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

std::shared_ptr<const Model> small_model() {
  FileBuilder b;
  b.bone("センター");
  b.bone("首", 0);
  b.bone("首", 0);
  b.bone("左腕捩", 0);
  b.file.bones[3].flags |= pmx::bone_fixed_axis;
  b.file.bones[3].fixed_axis = {0.6f, 0.0f, 0.8f};
  b.morph<pmx::VertexOffset>("あ", pmx::MorphType::vertex, {});
  b.morph<pmx::VertexOffset>("い", pmx::MorphType::vertex, {});
  return b.model();
}

struct Made {
  std::shared_ptr<const Model> model = small_model();
  Diagnostics diagnostics;
  Motion motion;

  explicit Made(const vmd::File& file) : motion(file, *model, diagnostics) {}
  Made(const vmd::File& file, std::shared_ptr<const Model> of)
      : model(std::move(of)), motion(file, *model, diagnostics) {}
  Pose at(double frame) const {
    Pose pose(*model);
    motion.sample(frame, pose);
    return pose;
  }
};

void expect_near(const quat& a, const glm::dquat& b, double tolerance = 1e-6) {
  const double sign = glm::dot(glm::dquat(a), b) < 0.0 ? -1.0 : 1.0;
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(a[i], sign * b[i], tolerance) << i;
}

vmd::File with_bone_keys(std::initializer_list<vmd::BoneKey> keys) {
  vmd::File file = vmd::empty_file("m");
  for (const auto& key : keys) file.bones.push_back(key);
  return file;
}

TEST(Motion, MirrorsKeysAndHitsThemExactly) {
  const Made m(with_bone_keys({bone_key("センター", 0, {1, 2, 3}, {half_root, 0, 0, half_root}),
                               bone_key("センター", 10, {4, 5, 6}, {0, 0, half_root, half_root})}));
  EXPECT_THAT(m.motion.bones(), ElementsAre(0));
  EXPECT_EQ(m.at(0).translation[0], vec3(1, 2, -3));
  EXPECT_EQ(m.at(10).translation[0], vec3(4, 5, -6));
  expect_near(m.at(0).rotation[0], glm::dquat(half_root, -half_root, 0, 0));
  expect_near(m.at(10).rotation[0], glm::dquat(half_root, 0, 0, half_root));
  EXPECT_EQ(m.motion.last_frame(), 10u);
}

TEST(Motion, HoldsFirstAndLastKey) {
  const Made m(with_bone_keys({bone_key("首", 0, {1, 0, 0}), bone_key("首", 2, {2, 0, 0})}));
  for (const double frame : {-1e30, -3.0, 0.0, std::nan("")})
    EXPECT_EQ(m.at(frame).translation[1].x, 1.0f) << frame;
  for (const double frame : {2.0, 2.5, 1e9, 1e300}) EXPECT_EQ(m.at(frame).translation[1].x, 2.0f) << frame;
  EXPECT_EQ(m.at(1.25).translation[1].x, 1.625f);
}

TEST(Motion, LateTracksStartAtRestAtFrameZero) {
  vmd::File file = with_bone_keys({bone_key("首", 10, {10, 0, 0}, {half_root, 0, 0, half_root})});
  file.morphs.push_back(morph_key("い", 10, 1.0f));
  const Made m(file);
  EXPECT_EQ(m.at(0).translation[1], vec3(0.0f));
  EXPECT_EQ(m.at(5).translation[1].x, 5.0f);
  EXPECT_EQ(m.at(10).translation[1].x, 10.0f);
  EXPECT_EQ(m.at(0).morph_weights[1], 0.0f);
  EXPECT_EQ(m.at(5).morph_weights[1], 0.5f);
  EXPECT_THAT(m.motion.bone_keys(0), ElementsAre(0u, 10u));
}

TEST(Motion, FindsNamesInGbkAndUtf8) {
  FileBuilder b;
  b.bone("左袖子");
  b.bone("裙子前侧骨骼一");  // with characters that CP932 lacks, and longer than a key's name in UTF-8
  b.bone("センター");
  const auto named = [](const std::string& bytes) {
    vmd::BoneKey key = bone_key("", 0, {1, 0, 0});
    key.name = vmd::name_from<15>(bytes);
    return key;
  };
  vmd::File file = vmd::empty_file("m");
  file.bones = {named(*gbk_from_utf8("左袖子")), named("裙子前侧骨骼一"), named("センター")};
  const Made m(file, b.model());
  EXPECT_THAT(m.motion.unmatched().bones, IsEmpty());
  EXPECT_THAT(m.motion.bones(), ElementsAre(0, 1, 2));
}

TEST(Motion, NeverReportsTheBaseMorphOfPmdModels) {
  vmd::File file = vmd::empty_file("m");
  file.morphs = {morph_key("base", 0, 0.0f), morph_key("う", 0, 0.0f)};
  EXPECT_THAT(Made(file).motion.unmatched().morphs, ElementsAre("う"));
}

TEST(Motion, BonesWithoutKeysKeepTheirPose) {
  const Made m(with_bone_keys({bone_key("首", 0, {1, 0, 0})}));
  Pose pose(*m.model);
  pose.translation[0] = vec3(7.0f);
  pose.morph_weights[1] = 0.5f;
  m.motion.sample(3.0, pose);
  EXPECT_EQ(pose.translation[0], vec3(7.0f));
  EXPECT_EQ(pose.morph_weights[1], 0.5f);
  EXPECT_EQ(pose.translation[2], vec3(0.0f));  // the second 首
}

TEST(Motion, EachChannelFollowsItsOwnCurve) {
  vmd::BoneKey last = bone_key("センター", 20, {10, 20, 30}, {half_root, 0, 0, half_root});
  test::set_curve(last, 0, 64, 0, 64, 127);
  test::set_curve(last, 1, 0, 127, 10, 20);
  test::set_curve(last, 3, 127, 0, 127, 0);
  const Made m(with_bone_keys({bone_key("センター", 0), last}));
  for (double frame = 0.0; frame <= 20.0; frame += 0.37) {
    const double u = frame / 20.0;
    const Pose pose = m.at(frame);
    EXPECT_NEAR(pose.translation[0].x, 10.0 * bezier_at({64, 0, 64, 127}, u), 1e-5);
    EXPECT_NEAR(pose.translation[0].y, 20.0 * bezier_at({0, 127, 10, 20}, u), 1e-5);
    EXPECT_NEAR(pose.translation[0].z, -30.0 * u, 1e-5);
    const double angle = glm::radians(90.0) * bezier_at({127, 0, 127, 0}, u);
    expect_near(pose.rotation[0], glm::dquat(std::cos(angle / 2), -std::sin(angle / 2), 0, 0));
  }
}

TEST(Motion, BonesWithOneCurveForAllChannelsFollowIt) {
  FileBuilder b;
  vmd::File file = vmd::empty_file("m");
  // Two blocks of four, the second of which is not full.
  constexpr std::array<std::array<std::uint8_t, 4>, 6> curves{{{64, 0, 64, 127},
                                                               {0, 127, 10, 20},
                                                               {127, 0, 127, 0},
                                                               {20, 107, 20, 107},
                                                               {1, 2, 3, 4},
                                                               {100, 0, 27, 127}}};
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::string name = "b" + std::to_string(i);
    b.bone(name);
    vmd::BoneKey last = bone_key(name, 20, {10, 20, 30}, {half_root, 0, 0, half_root});
    for (std::size_t c = 0; c < 4; ++c)
      test::set_curve(last, c, curves[i][0], curves[i][1], curves[i][2], curves[i][3]);
    file.bones.push_back(bone_key(name, 0));
    file.bones.push_back(last);
  }
  const Made m(file, b.model());
  for (double frame = 0.0; frame <= 20.0; frame += 0.37) {
    const Pose pose = m.at(frame);
    for (std::size_t i = 0; i < curves.size(); ++i) {
      const double along = bezier_at({curves[i][0], curves[i][1], curves[i][2], curves[i][3]}, frame / 20.0);
      EXPECT_NEAR(pose.translation[i].x, 10.0 * along, 1e-5) << i << " at " << frame;
      EXPECT_NEAR(pose.translation[i].z, -30.0 * along, 2e-5) << i << " at " << frame;
      const double angle = glm::radians(90.0) * along;
      expect_near(pose.rotation[i], glm::dquat(std::cos(angle / 2), -std::sin(angle / 2), 0, 0));
    }
  }
}

TEST(Motion, RotatesLikeSlerpTheShorterWay) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
  for (int round = 0; round < 200; ++round) {
    const vec4 a(unit(random), unit(random), unit(random), unit(random));
    const vec4 b = round % 3 == 0 ? a + 1e-3f * vec4(unit(random), unit(random), unit(random), 0.0f)
                                  : vec4(unit(random), unit(random), unit(random), unit(random));
    const Made m(with_bone_keys({bone_key("首", 0, {}, a), bone_key("首", 8, {}, b)}));
    const glm::dquat qa = glm::normalize(glm::dquat(a.w, -a.x, -a.y, a.z));
    const glm::dquat qb = glm::normalize(glm::dquat(b.w, -b.x, -b.y, b.z));
    for (const double frame : {0.0, 1.0, 4.0, 6.5, 8.0}) {
      const quat q = m.at(frame).rotation[1];
      expect_near(q, glm::slerp(qa, qb, frame / 8.0));
      EXPECT_NEAR(glm::length(q), 1.0f, 1e-6f);
    }
  }
}

TEST(Motion, SortsKeysAndLetsTheLastDuplicateWin) {
  const Made m(with_bone_keys({bone_key("首", 30, {3, 0, 0}), bone_key("首", 10, {9, 0, 0}),
                               bone_key("首", 20, {2, 0, 0}), bone_key("首", 10, {1, 0, 0})}));
  EXPECT_EQ(m.at(10).translation[1].x, 1.0f);
  EXPECT_EQ(m.at(15).translation[1].x, 1.5f);
  EXPECT_EQ(m.at(25).translation[1].x, 2.5f);
  EXPECT_TRUE(says(m.diagnostics, "out of order"));
  EXPECT_TRUE(says(m.diagnostics, "several keys at one frame"));
}

TEST(Motion, ListsKeyFramesInOrder) {
  vmd::File file = vmd::empty_file("");
  file.bones = {bone_key("首", 20), bone_key("首", 5), bone_key("センター", 7), bone_key("首", 20)};
  file.morphs = {morph_key("い", 9, 1.0f), morph_key("い", 3, 0.0f)};
  file.properties.resize(2);
  file.properties[0].frame = 12;
  file.cameras.resize(2);
  file.cameras[0].frame = 30;
  file.lights.resize(1);
  file.lights[0].frame = 4;
  file.self_shadows.resize(1);
  file.self_shadows[0].frame = 6;
  const Made made(file);
  ASSERT_THAT(made.motion.bones(), ElementsAre(1, 0));
  EXPECT_THAT(made.motion.bone_keys(0), ElementsAre(0u, 5u, 20u));
  EXPECT_THAT(made.motion.bone_keys(1), ElementsAre(0u, 7u));
  ASSERT_THAT(made.motion.morphs(), ElementsAre(1));
  EXPECT_THAT(made.motion.morph_keys(0), ElementsAre(0u, 3u, 9u));
  EXPECT_THAT(made.motion.property_keys(), ElementsAre(0u, 12u));
  EXPECT_THAT(made.motion.camera().key_frames(), ElementsAre(0u, 30u));
  EXPECT_THAT(made.motion.light().key_frames(), ElementsAre(4u));
  EXPECT_THAT(made.motion.self_shadow().key_frames(), ElementsAre(6u));
}

TEST(Motion, SkipsKeysWithBadNumbers) {
  const Made m(with_bone_keys({bone_key("首", 0, {1, 0, 0}), bone_key("首", 10, {not_a_number, 0, 0}),
                               bone_key("首", 20, {2, 0, 0}), bone_key("首", 20, {0, 3e38f, 0}),
                               bone_key("センター", 0, {}, {0, not_a_number, 0, 1})}));
  EXPECT_EQ(m.at(10).translation[1].x, 1.5f);
  EXPECT_EQ(m.at(20).translation[1].x, 2.0f);
  EXPECT_THAT(m.motion.bones(), ElementsAre(1));
  EXPECT_TRUE(says(m.diagnostics, "not a number"));
}

TEST(Motion, NormalisesRotations) {
  const Made m(
      with_bone_keys({bone_key("首", 0, {}, {0, 3, 0, 4}), bone_key("センター", 0, {}, vec4(0.0f))}));
  expect_near(m.at(0).rotation[1], glm::dquat(0.8, 0, -0.6, 0));
  EXPECT_EQ(m.at(0).rotation[0], identity_rotation());
}

TEST(Motion, FixedAxisBonesRotateAboutTheirAxis) {
  // 60 degrees about X; the axis (0.6, 0, 0.8) is on the same side, then on the other.
  for (const float sign : {1.0f, -1.0f}) {
    const Made m(with_bone_keys({bone_key("左腕捩", 0, {}, {0.5f * sign, 0, 0, std::sqrt(0.75f)})}));
    const quat q = m.at(0).rotation[3];
    // In MMD's space: axis * 0.5 * sign; mirrored: (-x, -y, z).
    expect_near(q, glm::dquat(std::sqrt(0.75), -0.3 * sign, 0.0, 0.4 * sign));
  }
}

TEST(Motion, ComparesTheFirst15BytesOfNames) {
  FileBuilder b;
  b.bone("あいうえおかきくけこ");  // 20 bytes; the cut is inside く
  b.bone("あいうえおかきくさし");  // the same first 15 bytes: the first bone gets the keys
  b.bone("ascii name over fifteen bytes");
  vmd::File file = vmd::empty_file("m");
  file.bones.push_back(bone_key("あいうえおかきくけこ", 0, {1, 0, 0}));
  file.bones.push_back(bone_key("ascii name over", 0, {2, 0, 0}));
  file.bones.push_back(bone_key("いない", 0, {3, 0, 0}));
  file.bones.push_back(bone_key("いない", 1, {3, 0, 0}));
  file.bones[0].name[14] = cp932_from_utf8("く").value()[0];
  ASSERT_EQ(vmd::bytes_of(file.bones[0].name).size(), 15u);
  ASSERT_FALSE(utf8_from_cp932(vmd::bytes_of(file.bones[0].name)));
  const Made m(file, b.model());
  EXPECT_THAT(m.motion.bones(), ElementsAre(0, 2));
  EXPECT_THAT(m.motion.unmatched().bones, ElementsAre("いない"));
  EXPECT_EQ(m.at(0).translation[0].x, 1.0f);
}

TEST(Motion, IgnoresUnencodableTextAfter15Bytes) {
  FileBuilder b;
  b.bone("fifteen letters\U0001F600");
  b.bone("xスカート左前髪飾り\uFFFD");  // of a PMD, whose field ends within a character
  b.bone("いない\U0001F600");
  vmd::File file = vmd::empty_file("m");
  file.bones.push_back(bone_key("fifteen letters", 0, {1, 0, 0}));
  file.bones.push_back(bone_key("xスカート左前髪", 0, {2, 0, 0}));
  file.bones.push_back(bone_key("いない", 0, {3, 0, 0}));
  const Made m(file, b.model());
  EXPECT_THAT(m.motion.bones(), ElementsAre(0, 1));
  EXPECT_THAT(m.motion.unmatched().bones, ElementsAre("いない"));
}

TEST(Motion, InterpolatesMorphsLinearly) {
  vmd::File file = vmd::empty_file("m");
  file.morphs.push_back(morph_key("い", 10, 1.0f));
  file.morphs.push_back(morph_key("い", 0, 0.5f));
  file.morphs.push_back(morph_key("い", 5, not_a_number));
  file.morphs.push_back(morph_key("う", 5, 1.0f));
  const Made m(file);
  EXPECT_THAT(m.motion.morphs(), ElementsAre(1));
  EXPECT_THAT(m.motion.unmatched().morphs, ElementsAre("う"));
  EXPECT_EQ(m.at(0).morph_weights[1], 0.5f);
  EXPECT_EQ(m.at(5).morph_weights[1], 0.75f);
  EXPECT_EQ(m.at(11).morph_weights[1], 1.0f);
  EXPECT_EQ(m.at(5).morph_weights[0], 0.0f);
}

TEST(Motion, SwitchesIkAndVisibilityAtKeys) {
  FileBuilder b;
  b.bone("左足");
  b.bone("左足首", 0);
  b.bone("左足ＩＫ");
  b.bone("右足ＩＫ");
  b.ik(2, 1, {0});
  b.ik(3, 1, {0});
  vmd::File file = vmd::empty_file("m");
  const auto state = [](std::string_view name, bool on) {
    return vmd::IkState{vmd::name_from<20>(cp932_from_utf8(name).value()), static_cast<std::uint8_t>(on)};
  };
  file.properties.push_back({20, 1, {state("左足ＩＫ", true)}});
  file.properties.push_back({10, 0, {state("左足ＩＫ", false), state("ないＩＫ", false)}});
  const Made m(file, b.model());
  ASSERT_TRUE(m.motion.switches_ik());
  std::vector<std::uint8_t> chains(2, 1);
  const auto left_at = [&](double frame) {
    m.motion.sample_ik(frame, chains);
    return static_cast<int>(chains[0]);
  };
  EXPECT_EQ(left_at(9.9), 1) << "before the first key IK is on";
  EXPECT_EQ(left_at(10), 0);
  EXPECT_EQ(left_at(19.9), 0);
  EXPECT_EQ(left_at(20), 1);
  EXPECT_EQ(chains[1], 1);
  EXPECT_FALSE(m.motion.visible(15));
  EXPECT_TRUE(m.motion.visible(20));
  EXPECT_TRUE(says(m.diagnostics, "IK that the model lacks"));
  EXPECT_FALSE(Made(vmd::empty_file("m")).motion.switches_ik());
  EXPECT_TRUE(Made(vmd::empty_file("m")).motion.visible(0));
}

TEST(Motion, SupportsTheLargestFrameNumber) {
  constexpr std::uint32_t last = 0xFFFFFFFFu;
  const Made m(with_bone_keys({bone_key("首", last, {2, 0, 0}), bone_key("首", 0, {0, 0, 0}),
                               bone_key("首", last - 1, {1, 0, 0}), bone_key("首", 1, {0, 1, 0})}));
  EXPECT_EQ(m.motion.last_frame(), last);
  EXPECT_EQ(m.at(1).translation[1], vec3(0, 1, 0));
  EXPECT_EQ(m.at(last).translation[1].x, 2.0f);
  EXPECT_EQ(m.at(last - 0.5).translation[1].x, 1.5f);
  EXPECT_NEAR(m.at(last / 2.0).translation[1].x, 0.5f, 1e-6f);
}

/// Repeatable numbers below a bound.
struct Numbers {
  std::mt19937 engine;
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(engine() % bound); }
};

/// Keys in clusters with gaps of all sizes, curves of all kinds.
vmd::File scattered_motion(std::uint32_t seed) {
  Numbers random{std::mt19937(seed)};
  vmd::File file = vmd::empty_file("m");
  for (const char* name : {"センター", "首", "左腕捩"}) {
    std::uint32_t frame = random.below(50);
    for (int k = 0; k < 150; ++k) {
      const auto number = [&] { return static_cast<float>(random.below(2001)) / 1000.0f - 1.0f; };
      auto key = bone_key(name, frame, {number(), number(), number()},
                          {number(), number(), number(), number() + 0.01f});
      const auto byte = [&] { return static_cast<std::uint8_t>(random.below(128)); };
      for (std::size_t c = 0; c < 4; ++c) {
        if (random.below(3) != 0) test::set_curve(key, c, byte(), byte(), byte(), byte());
      }
      file.bones.push_back(key);
      frame += 1 + (random.below(10) == 0 ? random.below(5000) : random.below(8));
    }
  }
  for (int k = 0; k < 60; ++k)
    file.morphs.push_back(morph_key("あ", random.below(4000), 0.01f * static_cast<float>(k)));
  return file;
}

TEST(Motion, FindsEveryKeyWhateverTheGaps) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const vmd::File file = scattered_motion(seed);
    const Made m(file);
    for (const vmd::BoneKey& key : file.bones) {
      const std::int32_t bone = m.model->find_bone(utf8_from_cp932(vmd::bytes_of(key.name)).value());
      ASSERT_EQ(m.at(key.frame).translation[static_cast<std::size_t>(bone)], mirror(key.translation));
    }
  }
}

TEST(Motion, ReadsAllTracks) {
  const Made m(test::full_motion());
  EXPECT_FALSE(m.motion.camera().empty());
  EXPECT_FALSE(m.motion.light().empty());
  EXPECT_FALSE(m.motion.self_shadow().empty());
  EXPECT_THAT(m.motion.unmatched().bones, ElementsAre("左ひざ"));
  const Made none_of_it(vmd::empty_file("m"));
  EXPECT_TRUE(none_of_it.motion.camera().empty());
  EXPECT_THAT(none_of_it.diagnostics, IsEmpty());
}

TEST(Motion, ListsAtMost1000UnknownNames) {
  vmd::File file = vmd::empty_file("m");
  for (int i = 0; i < 5000; ++i) file.bones.push_back(bone_key("x" + std::to_string(i), 0));
  file.bones.push_back(bone_key("首", 0, {1, 0, 0}));
  const Made m(file);
  EXPECT_EQ(m.motion.unmatched().bones.size(), 1000u);
  EXPECT_EQ(m.at(0).translation[1].x, 1.0f);
}

}  // namespace
}  // namespace mmd
