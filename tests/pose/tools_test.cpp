#include "pose/tools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <random>

#include <gmock/gmock.h>

#include "base/text.h"

namespace mmd {
namespace {

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

void expect_same_bits(const vpd::File& a, const vpd::File& b) {
  ASSERT_EQ(a.bones.size(), b.bones.size());
  ASSERT_EQ(a.morphs.size(), b.morphs.size());
  EXPECT_EQ(a.model_name, b.model_name);
  for (std::size_t i = 0; i < a.bones.size(); ++i) {
    EXPECT_EQ(a.bones[i].name, b.bones[i].name);
    EXPECT_TRUE(same_bits(a.bones[i].translation, b.bones[i].translation)) << a.bones[i].name;
    EXPECT_TRUE(same_bits(a.bones[i].rotation, b.bones[i].rotation)) << a.bones[i].name;
  }
  for (std::size_t i = 0; i < a.morphs.size(); ++i) {
    EXPECT_EQ(a.morphs[i].name, b.morphs[i].name);
    EXPECT_TRUE(same_bits(a.morphs[i].weight, b.morphs[i].weight));
  }
}

/// The effect of a pose: values by name without those at rest, rotations with w >= 0.
struct Meaning {
  std::map<std::string, std::array<float, 7>> bones;
  std::map<std::string, float> morphs;
  friend bool operator==(const Meaning&, const Meaning&) = default;
};
Meaning meaning(const vpd::File& file) {
  Meaning out;
  for (const vpd::Bone& b : file.bones) {
    vec4 q = b.rotation;
    if (q.w < 0.0f) q = -q;
    const std::array<float, 7> values{b.translation.x, b.translation.y, b.translation.z, q.x, q.y, q.z, q.w};
    out.bones[b.name] = values;
  }
  for (const vpd::Morph& m : file.morphs) out.morphs[m.name] = m.weight;
  const std::array<float, 7> rest{0, 0, 0, 0, 0, 0, 1};
  std::erase_if(out.bones, [&](const auto& bone) { return bone.second == rest; });
  std::erase_if(out.morphs, [](const auto& morph) { return morph.second == 0.0f; });
  return out;
}

/// Some of a dozen bones and morphs at random, in any order; no name twice.
vpd::File random_pose(std::mt19937& random) {
  std::uniform_real_distribution<float> number(-5.0f, 5.0f);
  std::vector<std::string> names{"センター", "左腕",   "右腕", "左足ＩＫ", "右足ＩＫ", "頭",
                                 "首",       "上半身", "左右", "arm_L",    "右",       "左左"};
  std::shuffle(names.begin(), names.end(), random);
  vpd::File file;
  file.model_name = "モデル.osm";
  for (std::size_t i = 0; i < 8; ++i) {
    const vec4 raw(number(random), number(random), number(random), number(random));
    const bool rest = random() % 8 == 0;
    file.bones.push_back({names[i], rest ? vec3(0.0f) : vec3(number(random), number(random), number(random)),
                          rest ? vec4(0, 0, 0, 1) : glm::normalize(raw), 0});
  }
  for (std::size_t i = 0; i < 3; ++i) file.morphs.push_back({names[i + 6] + "笑", number(random), 0});
  file.bone_count = 8;
  return file;
}

double angle_between(const vec4& a, const vec4& b) {
  return 2.0 * std::acos(std::min(1.0, std::abs(glm::dot(glm::dvec4(a), glm::dvec4(b)))));
}

vpd::Bone turned(const std::string& name, float degrees, const vec3& translation = vec3(0.0f)) {
  const float half = degrees * 3.14159265f / 360.0f;
  return {name, translation, vec4(0.0f, std::sin(half), 0.0f, std::cos(half)), 0};
}

vpd::File pose_of(std::vector<vpd::Bone> bones) {
  vpd::File file;
  file.bones = std::move(bones);
  return file;
}

TEST(PoseMirror, KnowsTheStandardWinks) {
  vpd::File one, two;
  one.morphs = {{"ウィンク右", 0.5f, 0}};
  EXPECT_EQ(mirrored(one).morphs[0].name, "ウィンク");
  EXPECT_EQ(mirrored(mirrored(one)).morphs[0].name, "ウィンク右");
  two.morphs = {{"ウィンク右", 0.5f, 0}, {"ウィンク左", 0.0f, 0}};
  EXPECT_EQ(mirrored(two).morphs[0].name, "ウィンク左") << "this pose names both sides";
  EXPECT_EQ(mirrored(two).morphs[1].name, "ウィンク右");
  EXPECT_EQ(mirrored_name("ウィンク左"), "ウィンク右");
}

TEST(PoseMirror, SwapsSidesInNames) {
  constexpr std::pair<const char*, const char*> sides[] = {{"左腕", "右腕"},
                                                           {"左右の右", "左右の左"},  // 左右 is both
                                                           {"左足左親指", "右足右親指"},
                                                           {"笑い右", "笑い左"},
                                                           {"ウィンク", "ウィンク右"},
                                                           {"ウィンク２", "ｳｨﾝｸ２右"},
                                                           {"arm_L", "arm_R"},
                                                           {"L_arm", "R_arm"},
                                                           {"arm.l", "arm.r"},
                                                           {"arm L", "arm R"},
                                                           {"arm.L.001", "arm.R.001"},
                                                           {"LeftArm", "RightArm"},
                                                           {"left arm", "right arm"},
                                                           {"UPPER_LEFT", "UPPER_RIGHT"},
                                                           {"upperArmLeft", "upperArmRight"},
                                                           {"袖L", "袖R"},
                                                           {"袖Ｌ", "袖Ｒ"},
                                                           {"L腕", "R腕"},
                                                           {"袖L1", "袖R1"},
                                                           {"hand(L)", "hand(R)"},
                                                           {"LeftLeftover", "RightLeftover"}};
  for (const auto& [left, right] : sides) {
    EXPECT_EQ(mirrored_name(left), right);
    EXPECT_EQ(mirrored_name(right), left);
  }
  for (const char* neither : {"bright", "Leftover", "upright", "LED", "Rolling", "RIGHTS", "ball", "L", "r",
                              "aL", "\xFF左", "センター", ""})
    EXPECT_EQ(mirrored_name(neither), neither);
}

TEST(PoseMirror, NegatesXOfPositionsAndYZOfRotations) {
  vpd::File file =
      pose_of({{"左腕", {1, 2, 3}, {0.1f, 0.2f, 0.3f, 0.9f}, 12}, {"頭", {0, -0.0f, 0}, {0, 0, 0, 1}, 0}});
  file.bones.push_back(file.bones[0]);
  const vpd::File out = mirrored(file);
  ASSERT_EQ(out.bones.size(), 3u);
  EXPECT_EQ(out.bone_count, 3);
  EXPECT_EQ(out.bones[0].name, "右腕");
  EXPECT_EQ(out.bones[0].translation, vec3(-1, 2, 3));
  EXPECT_EQ(out.bones[0].rotation, vec4(0.1f, -0.2f, -0.3f, 0.9f));
  EXPECT_FALSE(std::signbit(out.bones[1].translation.x)) << "no -0.000000 in the file";
  EXPECT_EQ(out.bones[2].name, "右腕") << "duplicate blocks stay";
}

TEST(PoseMirror, MirroringTwiceIsTheIdentity) {
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    vpd::File file = random_pose(random);
    file.bones[0].translation = {-0.0f, 0.0f, std::numeric_limits<float>::denorm_min()};
    file.bones[1].rotation = {-0.0f, -0.0f, 0.0f, 0.0f};
    expect_same_bits(mirrored(mirrored(file)), file);
  }
}

TEST(PoseBlend, WeightZeroIgnoresAPose) {
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i) {
    const std::vector<vpd::File> poses{random_pose(random), random_pose(random), random_pose(random)};
    for (const float weight : {1.0f, 0.25f, 1e-30f, 3e38f})
      expect_same_bits(blended(poses, std::vector<float>{weight, 0.0f, 0.0f}).value(), poses[0]);
    vpd::File second = poses[1];
    expect_same_bits(blended(poses, std::vector<float>{0.0f, 2.0f, 0.0f}).value(), second);
  }
}

TEST(PoseBlend, RotatesAlongTheArc) {
  const std::vector<vpd::File> poses{pose_of({turned("頭", 10, {0, 0, 0})}),
                                     pose_of({turned("頭", 90, {8, 4, 0})})};
  const auto out = blended(poses, std::vector<float>{3, 1}).value();
  ASSERT_EQ(out.bones.size(), 1u);
  EXPECT_EQ(out.bones[0].translation, vec3(2, 1, 0));
  EXPECT_LT(angle_between(out.bones[0].rotation, turned("", 30).rotation), 1e-3);
  EXPECT_EQ(out.bone_count, 1);
}

TEST(PoseBlend, IgnoresSignAndLengthOfRotations) {
  vpd::File second = pose_of({turned("頭", 60)});
  const std::vector<vpd::File> plain{pose_of({turned("頭", 0)}), second};
  second.bones[0].rotation = second.bones[0].rotation * -3.0f;
  const std::vector<vpd::File> odd{pose_of({turned("頭", 0)}), second};
  const std::vector<float> weights{1, 1};
  EXPECT_LT(
      angle_between(blended(odd, weights)->bones[0].rotation, blended(plain, weights)->bones[0].rotation),
      1e-3);
}

TEST(PoseBlend, TreatsMissingBonesAsAtRest) {
  vpd::File first = pose_of({turned("頭", 40, {2, 0, 0})}), second = pose_of({turned("首", 20)});
  first.morphs = {{"あ", 1.0f, 0}};
  const auto out = blended(std::vector<vpd::File>{first, second}, std::vector<float>{1, 1}).value();
  ASSERT_EQ(out.bones.size(), 2u);
  EXPECT_LT(angle_between(out.bones[0].rotation, turned("", 20).rotation), 1e-3);
  EXPECT_EQ(out.bones[0].translation, vec3(1, 0, 0));
  EXPECT_LT(angle_between(out.bones[1].rotation, turned("", 10).rotation), 1e-3);
  EXPECT_EQ(out.morphs[0].weight, 0.5f);
}

TEST(PoseBlend, BlendingAPoseWithItselfKeepsIt) {
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    const vpd::File pose = random_pose(random);
    for (std::size_t count = 2; count < 5; ++count) {
      const auto out = blended(std::vector<vpd::File>(count, pose), std::vector<float>(count, 0.7f)).value();
      ASSERT_EQ(out.bones.size(), pose.bones.size());
      for (std::size_t b = 0; b < pose.bones.size(); ++b) {
        EXPECT_LT(glm::distance(out.bones[b].translation, pose.bones[b].translation), 1e-5f);
        EXPECT_LT(angle_between(out.bones[b].rotation, pose.bones[b].rotation), 2e-3);
      }
    }
  }
}

TEST(PoseBlend, OppositeRotationsBlendToUnitLength) {
  for (std::size_t count : {std::size_t{2}, std::size_t{4}}) {
    std::vector<vpd::File> poses;
    for (std::size_t i = 0; i < count; ++i)
      poses.push_back(pose_of({{"頭", vec3(0.0f), i % 2 == 0 ? vec4(0, 0, 0, 1) : vec4(1, 0, 0, 0), 0}}));
    const auto out = blended(poses, std::vector<float>(count, 1.0f)).value();
    EXPECT_NEAR(glm::length(out.bones[0].rotation), 1.0f, 1e-6f);
  }
}

TEST(PoseBlend, RejectsInvalidWeights) {
  const std::vector<vpd::File> two(2);
  for (const std::vector<float>& weights :
       {std::vector<float>{1}, {1, 1, 1}, {0, 0}, {-1, 2}, {NAN, 1}, {INFINITY, 1}, {}})
    EXPECT_FALSE(blended(two, weights));
  EXPECT_FALSE(blended({}, {}));
}

TEST(PoseDifference, MergingTheDifferenceRestoresThePose) {
  std::mt19937 random(4);
  for (int i = 0; i < 1000; ++i) {
    const vpd::File a = random_pose(random);
    vpd::File b = random_pose(random);
    b.bones.push_back(a.bones[3]);  // a duplicate block, and one equal in both
    const vpd::File diff = difference(a, b);
    EXPECT_EQ(meaning(merged(b, diff)), meaning(a));
    EXPECT_LE(diff.bones.size(), a.bones.size() + b.bones.size());
  }
}

TEST(PoseDifference, DifferenceToItselfIsEmpty) {
  std::mt19937 random(5);
  const vpd::File a = random_pose(random);
  EXPECT_TRUE(difference(a, a).bones.empty());
  EXPECT_TRUE(difference(a, a).morphs.empty());
  vpd::File turned_over = a;
  for (vpd::Bone& b : turned_over.bones) b.rotation = -b.rotation;
  EXPECT_TRUE(difference(a, turned_over).bones.empty()) << "q and -q are one rotation";
}

TEST(PoseMerge, LaterPoseWins) {
  vpd::File under = pose_of({turned("頭", 10), turned("首", 20)}),
            over = pose_of({turned("腕", 5), turned("頭", 30), turned("頭", 40)});
  under.morphs = {{"あ", 0.5f, 0}};
  over.morphs = {{"い", 0.25f, 0}};
  under.model_name = "a";
  over.model_name = "b";
  const vpd::File out = merged(under, over);
  ASSERT_EQ(out.bones.size(), 3u);
  EXPECT_EQ(out.bones[0].name, "頭");
  EXPECT_EQ(out.bones[0].rotation, turned("", 40).rotation);
  EXPECT_EQ(out.bones[1].rotation, turned("", 20).rotation);
  EXPECT_EQ(out.bones[2].name, "腕");
  EXPECT_EQ(out.morphs.size(), 2u);
  EXPECT_EQ(out.model_name, "a");
  EXPECT_EQ(out.bone_count, 3);
}

TEST(PoseMerge, MergesNamedBonesOnly) {
  const vpd::File under = pose_of({turned("頭", 10), turned("首", 20), turned("足", 3)}),
                  over = pose_of({turned("頭", 30), turned("首", 40), turned("腕", 50)});
  const std::vector<std::string> names{"頭", "腕", "足", "nobody"};
  const vpd::File out = replaced(under, over, names);
  ASSERT_EQ(out.bones.size(), 4u);
  EXPECT_EQ(out.bones[0].rotation, turned("", 30).rotation);
  EXPECT_EQ(out.bones[1].rotation, turned("", 20).rotation);
  EXPECT_EQ(out.bones[2].rotation, turned("", 0).rotation) << "the later pose has it at rest";
  EXPECT_EQ(out.bones[3].rotation, turned("", 50).rotation);
}

TEST(PoseMerge, CountsPosesThatAreMostlyReplaced) {
  const auto posing = [](std::initializer_list<const char*> bones, const char* morph) {
    vpd::File out;
    for (const char* name : bones) out.bones.push_back({name, vec3(0.0f), vec4(0, 0, 0, 1), 0});
    out.morphs.push_back({morph, 1.0f, 0});
    return out;
  };
  const vpd::File half = posing({"a", "b", "c"}, "m"), over = posing({"a"}, "m"),
                  more = posing({"a", "b"}, "m");
  EXPECT_EQ(mostly_replaced({}), 0u);
  EXPECT_EQ(mostly_replaced(std::vector{over, half}), 1u) << "all of the first";
  EXPECT_EQ(mostly_replaced(std::vector{half, over}), 0u) << "two of four are not more than half";
  EXPECT_EQ(mostly_replaced(std::vector{half, more}), 1u);
  EXPECT_EQ(mostly_replaced(std::vector{half, more, half}), 2u);
}

TEST(PoseExtract, KeepsNamedBonesAndMorphsOnly) {
  vpd::File pose = pose_of({turned("頭", 10, {1, 2, 3}), turned("首", 20), turned("頭", 30)});
  pose.model_name = "model.osm";
  pose.morphs = {{"あ", 0.5f, 0}, {"い", 0.25f, 0}};
  const std::vector<std::string> names{"頭", "い", "nobody"};
  const vpd::File out = extracted(pose, names);
  EXPECT_EQ(out.model_name, "model.osm");
  ASSERT_EQ(out.bones.size(), 1u);
  EXPECT_EQ(out.bones[0].rotation, pose.bones[2].rotation) << "of several blocks the last counts";
  ASSERT_EQ(out.morphs.size(), 1u);
  EXPECT_EQ(out.morphs[0].weight, 0.25f);
}

TEST(PoseReset, ResetsNamedBonesOnly) {
  vpd::File pose = pose_of({turned("頭", 10, {1, 2, 3}), turned("首", 20)});
  pose.morphs = {{"あ", 0.5f, 0}, {"い", 0.5f, 0}};
  const std::vector<std::string> names{"頭", "い", "nobody"};
  const vpd::File out = reset(pose, names);
  ASSERT_EQ(out.bones.size(), 2u);
  EXPECT_EQ(out.bones[0].translation, vec3(0.0f));
  EXPECT_EQ(out.bones[0].rotation, vec4(0, 0, 0, 1));
  EXPECT_EQ(out.bones[1].rotation, pose.bones[1].rotation);
  EXPECT_EQ(out.morphs[0].weight, 0.5f);
  EXPECT_EQ(out.morphs[1].weight, 0.0f);
}

TEST(PoseTools, WriteMmdsFormatAndRoundTrip) {
  std::mt19937 random(6);
  const vpd::File a = random_pose(random), b = random_pose(random);
  const std::vector<std::string> names{"頭"};
  const vpd::File made[] = {mirrored(a),
                            blended(std::vector<vpd::File>{a, b}, std::vector<float>{1, 2}).value(),
                            difference(a, b), merged(a, b), reset(a, names)};
  for (const vpd::File& file : made) {
    EXPECT_EQ(file.encoding, vpd::Encoding::cp932);
    const auto text = vpd::write(file);
    ASSERT_TRUE(text) << text.error().what;
    EXPECT_THAT(*text, ::testing::StartsWith("Vocaloid Pose Data file\r\n\r\n"));
    const auto back = vpd::read(as_byte_span(*text));
    ASSERT_TRUE(back) << back.error().what;
    EXPECT_TRUE(back->diagnostics.empty());
    ASSERT_EQ(back->file.bones.size(), file.bones.size());
    for (std::size_t i = 0; i < file.bones.size(); ++i) {
      EXPECT_EQ(back->file.bones[i].name, file.bones[i].name);
      EXPECT_LT(glm::distance(back->file.bones[i].translation, file.bones[i].translation), 1e-6f);
      EXPECT_LT(glm::distance(back->file.bones[i].rotation, file.bones[i].rotation), 2e-6f);
    }
    EXPECT_EQ(vpd::write(back->file).value(), *text);
  }
  const std::string turned_text = vpd::write(mirrored(pose_of({turned("左腕", 0, {1, 0, 0})}))).value();
  EXPECT_EQ(turned_text,
            *cp932_from_utf8(
                "Vocaloid Pose Data file\r\n\r\n;\t\t// 親ファイル名\r\n1;\t\t\t\t// 総ポーズボーン数\r\n\r\n"
                "Bone0{右腕\r\n  -1.000000,0.000000,0.000000;\t\t\t\t// trans x,y,z\r\n"
                "  0.000000,0.000000,0.000000,1.000000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n"));
}

TEST(PoseTools, HandleHugePoses) {
  vpd::File file;
  for (int i = 0; i < 100'000; ++i) file.bones.push_back(turned(std::to_string(i % 50'000), 3));
  EXPECT_EQ(merged(file, mirrored(file)).bones.size(), 50'000u);
  EXPECT_TRUE(difference(file, file).bones.empty());
}

}  // namespace
}  // namespace mmd
