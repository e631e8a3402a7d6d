// Which bones of a model are those of a VRM, by name and by choice.
#include "export/human_bones.h"

#include <gmock/gmock.h>

#include "document/bone_names.h"
#include "export/vrm_avatar.h"
#include "tests/export/exchanged.h"

namespace mmd {
namespace {

using test::FileBuilder;
using testing::HasSubstr;
using testing::IsEmpty;

/// A person with twins of the left arm and legs that follow others as D-bones do.
std::shared_ptr<const Model> person() {
  FileBuilder b;
  const auto root = b.bone("全ての親"), centre = b.bone("センター", root), waist = b.bone("腰", centre);
  const auto upper = b.bone("上半身", waist), lower = b.bone("下半身", waist);
  b.bone("頭", upper, {0, 2, 0});
  for (const auto& [arm, elbow, wrist] :
       {std::array{"左腕", "左ひじ", "左手首"}, std::array{"右腕", "右ひじ", "右手首"},
        std::array{"腕の双子", "肘の双子", "手の双子"}}) {
    const auto a = b.bone(arm, upper), e = b.bone(elbow, a, {1, 0, 0});
    b.bone(wrist, e, {2, 0, 0});
  }
  for (const auto& [leg, knee, ankle] :
       {std::array{"左足", "左ひざ", "左足首"}, std::array{"右足", "右ひざ", "右足首"},
        std::array{"左足D", "左ひざD", "左足首D"}, std::array{"右足D", "右ひざD", "右足首D"}}) {
    const auto l = b.bone(leg, lower), k = b.bone(knee, l);
    b.bone(ankle, k);
  }
  return b.model();
}

/// The model's bone that serves; empty: none.
std::string serving(const Model& model, const std::string& human) {
  const auto bones = human_bones_of(model);
  const std::int32_t bone = find_human(bones, human)->bone;
  return bone == none ? "" : model.skeleton.bones[static_cast<std::size_t>(bone)].name;
}
HumanBone human_of(const Model& model, const std::string& human) {
  return *find_human(human_bones_of(model), human);
}

TEST(HumanBones, ATableExchangesBonesThatWereFound) {
  const auto plain = person();
  EXPECT_EQ(serving(*plain, "leftUpperArm"), "左腕");
  EXPECT_EQ(serving(*plain, "leftUpperLeg"), "左足D");
  EXPECT_EQ(serving(*plain, "hips"), "腰");
  const auto model = with_bone_names(plain, {{"leftUpperArm", "腕の双子"},
                                             {"leftLowerArm", "肘の双子"},
                                             {"leftHand", "手の双子"},
                                             {"leftUpperLeg", "左足"},
                                             {"leftLowerLeg", "左ひざ"},
                                             {"leftFoot", "左足首"},
                                             {"hips", "センター"}});
  EXPECT_EQ(serving(*model, "leftUpperArm"), "腕の双子");
  EXPECT_EQ(serving(*model, "leftHand"), "手の双子");
  EXPECT_EQ(serving(*model, "leftUpperLeg"), "左足");
  EXPECT_EQ(serving(*model, "rightUpperLeg"), "右足D") << "found as before";
  EXPECT_EQ(serving(*model, "hips"), "センター");
  EXPECT_THAT(refused_human_bones(*model, human_bones_of(*model)), IsEmpty());
  EXPECT_EQ(arms_of(*model)[0].shoulder, model->find_bone("腕の双子")) << "the T pose stretches that arm";
  const VrmAvatar avatar = make_avatar(*model, {}).value();
  EXPECT_THAT(avatar.bones, testing::Contains(testing::Pair("hips", model->find_bone("センター"))));
}

TEST(HumanBones, ABoneServesOnePlace) {
  const auto model = with_bone_names(person(), {{"leftUpperLeg", "右足D"}});
  EXPECT_EQ(serving(*model, "leftUpperLeg"), "右足D");
  EXPECT_NE(serving(*model, "rightUpperLeg"), "右足D");
  const auto both = with_bone_names(person(), {{"leftUpperLeg", "右足D"}, {"rightUpperLeg", "右足D"}});
  EXPECT_EQ(serving(*both, "leftUpperLeg"), "右足D");
  EXPECT_EQ(human_of(*both, "rightUpperLeg").fault, HumanBoneFault::taken);
  EXPECT_EQ(human_of(*both, "rightUpperLeg").other, "leftUpperLeg");
}

TEST(HumanBones, AnImpossibleChoiceLeavesWhatIsFoundByName) {
  const auto arm = with_bone_names(person(), {{"leftLowerArm", "肘の双子"}});
  EXPECT_EQ(serving(*arm, "leftLowerArm"), "左ひじ");
  const HumanBone elbow = human_of(*arm, "leftLowerArm");
  EXPECT_EQ(elbow.fault, HumanBoneFault::not_below);
  EXPECT_EQ(elbow.other, "leftUpperArm");
  EXPECT_EQ(elbow.refused, arm->find_bone("肘の双子"));
  EXPECT_THAT(make_avatar(*arm, {}).value().refused,
              testing::ElementsAre("肘の双子 cannot be leftLowerArm: it is not below leftUpperArm"));
  const auto eye = with_bone_names(person(), {{"leftIndexIntermediate", "腕の双子"}});
  EXPECT_EQ(human_of(*eye, "leftIndexIntermediate").fault, HumanBoneFault::other_lacks);
  const auto hips = with_bone_names(person(), {{"hips", "下半身"}});
  EXPECT_EQ(serving(*hips, "hips"), "腰");
  EXPECT_EQ(human_of(*hips, "hips").fault, HumanBoneFault::not_between_legs);
}

TEST(HumanBones, HipsAreChosenAfterSpineAndLegs) {
  FileBuilder b;
  b.bone("骨盤");
  b.bone("脊椎", 0);
  const auto model = with_bone_names(b.model(), {{"hips", "骨盤"}, {"spine", "脊椎"}});
  EXPECT_EQ(serving(*model, "spine"), "脊椎");
  EXPECT_EQ(human_of(*model, "hips").fault, HumanBoneFault::other_lacks);
  EXPECT_EQ(human_of(*model, "hips").other, "leftUpperLeg");
}

TEST(HumanBones, ATableLeavesTheNamesOfTheModel) {
  const auto model = with_bone_names(person(), {{"左腕", "腕の双子"}, {"head", "頭"}});
  for (const Bone& bone : model->skeleton.bones) EXPECT_NE(bone.name_english, "左腕");
  EXPECT_EQ(serving(*model, "head"), "頭");
}

}  // namespace
}  // namespace mmd
