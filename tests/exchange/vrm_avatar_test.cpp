#include "exchange/vrm_avatar.h"

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "tests/exchange/exchanged.h"

namespace mmd {
namespace {

using test::BuiltFile;
using test::Exchanged;
using test::FileBuilder;
using test::Glb;
using test::sample;
using ::testing::HasSubstr;

/// The sample figure as an avatar.
struct Avatar {
  Exchanged e{{sample("figure/figure.pmx")}};
  VrmAvatar avatar;
  Avatar() {
    e.actor->pose = t_pose(e.document.model());
    e.actor->evaluate();
    e.model = make_exchange(e.document.loaded, *e.actor, ExchangeShape::skinned, MaterialTerms::mtoon,
                            e.diagnostics)
                  .value();
    avatar = make_avatar(e.document.model(), e.model.morphs).value();
  }
};

TEST(VrmAvatar, StandsWithItsArmsStretchedOut) {
  const Avatar a;
  const Glb glb = a.e.glb(&a.avatar);
  const auto& bones = glb.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"];
  const auto at = [&](const char* bone) { return glm::dvec3(glb.global(bones[bone]["node"])[3]); };
  for (const std::string side : {"left", "right"}) {
    const double outward = side == "left" ? 1.0 : -1.0;
    const auto shoulder = at((side + "UpperArm").c_str()), elbow = at((side + "LowerArm").c_str()),
               wrist = at((side + "Hand").c_str());
    EXPECT_NEAR(glm::normalize(elbow - shoulder).x * outward, 1.0, 1e-5);
    EXPECT_NEAR(glm::normalize(wrist - elbow).x * outward, 1.0, 1e-5);
  }
}

TEST(VrmAvatar, HasTheBonesThatVrmRequires) {
  const Avatar a;
  const Glb glb = a.e.glb(&a.avatar);
  const auto& vrm = glb.json["extensions"]["VRMC_vrm"];
  for (const char* bone : {"hips", "spine", "head", "leftUpperLeg", "rightLowerLeg", "leftFoot",
                           "rightUpperArm", "leftLowerArm", "rightHand"})
    EXPECT_TRUE(vrm["humanoid"]["humanBones"].contains(bone)) << bone;
  EXPECT_EQ(vrm["specVersion"], "1.0");
}

TEST(VrmAvatar, AllowsNothingThatIsNotKnownToBeAllowedAndKeepsTheModelsWords) {
  const Avatar a;
  const Glb glb = a.e.glb(&a.avatar);
  const auto& meta = glb.json["extensions"]["VRMC_vrm"]["meta"];
  EXPECT_EQ(meta["avatarPermission"], "onlyAuthor");
  EXPECT_EQ(meta["allowRedistribution"], false);
  EXPECT_EQ(meta["modification"], "prohibited");
  EXPECT_EQ(meta["copyrightInformation"], a.e.document.model().comment);
  EXPECT_EQ(meta["licenseUrl"], "https://vrm.dev/licenses/1.0/");
}

TEST(VrmAvatar, ExpressionsMoveTheMeshWithTheMorphs) {
  const Avatar a;
  const Glb glb = a.e.glb(&a.avatar);
  const auto& preset = glb.json["extensions"]["VRMC_vrm"]["expressions"]["preset"];
  for (const char* name : {"aa", "blink"}) {
    ASSERT_TRUE(preset.contains(name)) << name;
    const auto& bind = preset[name]["morphTargetBinds"][0];
    const auto& mesh =
        glb.json["meshes"][glb.json["nodes"][bind["node"].get<std::size_t>()]["mesh"].get<std::size_t>()];
    EXPECT_LT(bind["index"].get<std::size_t>(), mesh["weights"].size());
    EXPECT_EQ(mesh["extras"]["targetNames"][bind["index"].get<std::size_t>()],
              name == std::string("aa") ? "あ" : "まばたき");
  }
}

TEST(VrmAvatar, AThingIsNoAvatarAndTheErrorNamesWhatIsMissing) {
  FileBuilder b;
  b.bone("上半身");
  const BuiltFile file;
  const Exchanged e({file.put(b)});
  const auto avatar = make_avatar(e.document.model(), {});
  ASSERT_FALSE(avatar);
  EXPECT_THAT(avatar.error().what, HasSubstr("head, leftUpperArm, rightUpperArm"));
  EXPECT_THAT(avatar.error().what, HasSubstr("hips"));
}

TEST(VrmAvatar, TheManualHasTheTables) {
  std::ifstream in(std::string(MMDVIEW_SAMPLES_DIR) + "/../docs/user/export.md");
  std::stringstream manual;
  manual << in.rdbuf();
  for (const HumanBoneRow& row : human_bone_rows()) {
    EXPECT_THAT(manual.str(), HasSubstr("`" + std::string(row.name) + "`"));
    const std::string_view first = row.bones.substr(0, row.bones.find(','));
    EXPECT_THAT(manual.str(), HasSubstr(std::string(first)));
  }
  for (const ExpressionRow& row : expression_rows()) {
    EXPECT_THAT(manual.str(), HasSubstr("`" + std::string(row.name) + "`"));
    EXPECT_THAT(manual.str(), HasSubstr(std::string(row.morphs.substr(0, row.morphs.find(',')))));
  }
}

}  // namespace
}  // namespace mmd
