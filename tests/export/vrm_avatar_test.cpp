#include "export/vrm_avatar.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "tests/export/exchanged.h"

namespace mmd {
namespace {

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
    e.stand_in_t_pose();
    e.make(ExchangeShape::skinned, MaterialTerms::mtoon);
    avatar = make_avatar(e.document.model(), e.model).value();
  }
};

TEST(VrmAvatar, HasBonesMetaAndTPoseOfVrm) {
  const Avatar a;
  const Glb glb = a.e.glb(&a.avatar);
  const auto& vrm = glb.json["extensions"]["VRMC_vrm"];
  const auto& bones = vrm["humanoid"]["humanBones"];
  for (const char* bone : {"hips", "spine", "head", "leftUpperLeg", "rightLowerLeg", "leftFoot",
                           "rightUpperArm", "leftLowerArm", "rightHand"})
    ASSERT_TRUE(bones.contains(bone)) << bone;
  EXPECT_EQ(vrm["specVersion"], "1.0");
  const auto at = [&](const std::string& bone) { return glm::dvec3(glb.global(bones[bone]["node"])[3]); };
  for (const std::string side : {"left", "right"}) {
    const double outward = side == "left" ? 1.0 : -1.0;
    const auto shoulder = at(side + "UpperArm"), elbow = at(side + "LowerArm"), wrist = at(side + "Hand");
    EXPECT_NEAR(glm::normalize(elbow - shoulder).x * outward, 1.0, 1e-5) << "stretched out";
    EXPECT_NEAR(glm::normalize(wrist - elbow).x * outward, 1.0, 1e-5);
  }
  const auto& meta = vrm["meta"];
  EXPECT_EQ(meta["avatarPermission"], "onlyAuthor") << "the strictest terms by default";
  EXPECT_EQ(meta["allowRedistribution"], false);
  EXPECT_EQ(meta["modification"], "prohibited");
  EXPECT_EQ(meta["copyrightInformation"], a.e.document.model().comment);
  EXPECT_EQ(meta["licenseUrl"], "https://vrm.dev/licenses/1.0/");
}

TEST(VrmAvatar, ExpressionsReferToMorphTargets) {
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

TEST(VrmAvatar, OtherMorphsOfThePanelsAreCustomExpressions) {
  const Avatar a;
  const Glb glb = a.e.glb(&a.avatar);
  const auto& expressions = glb.json["extensions"]["VRMC_vrm"]["expressions"];
  ASSERT_TRUE(expressions.contains("custom"));
  EXPECT_TRUE(expressions["custom"].contains("じと目"));
  EXPECT_FALSE(expressions["custom"].contains("まばたき")) << "the preset blink";
  for (const auto& preset : expressions["preset"].items())
    EXPECT_FALSE(expressions["custom"].contains(preset.key()));
}

TEST(VrmAvatar, ToonStepIsWhereTheRampDarkens) {
  const auto shift = [](std::int32_t ramp) {
    test::FileBuilder builder;
    pmx::Material& material = test::add_square(builder);
    material.toon_flag = 1;
    material.toon = ramp;
    return Exchanged(builder).model.materials.front().shading_shift;
  };
  EXPECT_NEAR(shift(0), 0.0f, 0.1f) << "toon01 darkens half way down";
  EXPECT_GT(shift(4), shift(0) + 0.1f) << "toon05 further down: more of the face is lit";
}

TEST(VrmAvatar, NamesMissingBones) {
  FileBuilder b;
  b.bone("上半身");
  const Exchanged e(b);
  const auto avatar = make_avatar(e.document.model(), {});
  ASSERT_FALSE(avatar);
  EXPECT_THAT(avatar.error().what, HasSubstr("head, leftUpperArm, rightUpperArm"));
  EXPECT_THAT(avatar.error().what, HasSubstr("hips"));
}

/// Bones in order with their parents.
using Bones = std::vector<std::pair<const char*, const char*>>;

/// A person with the bones that VRM requires. Spine and legs are children of bones of `trunk` (empty: roots).
std::shared_ptr<const Model> person(const Bones& trunk, const char* spine_on, const char* legs_on,
                                    const Bones& others = {}) {
  FileBuilder b;
  std::vector<std::string> names;
  const auto put = [&](const char* name, const std::string& parent) {
    const auto above = std::find(names.begin(), names.end(), parent);
    b.bone(name, above == names.end() ? -1 : static_cast<std::int32_t>(above - names.begin()),
           {0, static_cast<float>(names.size()), 0});
    names.emplace_back(name);
  };
  for (const auto& [name, parent] : trunk) put(name, parent);
  if (std::find(names.begin(), names.end(), "上半身") == names.end()) put("上半身", spine_on);
  put("頭", "上半身");
  for (const auto& [arm, elbow, wrist] :
       {std::array{"左腕", "左ひじ", "左手首"}, std::array{"右腕", "右ひじ", "右手首"}}) {
    put(arm, "上半身");
    put(elbow, arm);
    put(wrist, elbow);
  }
  for (const auto& [leg, knee, ankle] :
       {std::array{"左足", "左ひざ", "左足首"}, std::array{"右足", "右ひざ", "右足首"}}) {
    put(leg, legs_on);
    put(knee, leg);
    put(ankle, knee);
  }
  for (const auto& [name, parent] : others) put(name, parent);
  return b.model();
}

/// Name of the bone of the model for a VRM bone; empty: none.
std::string name_of(const Model& model, const VrmAvatar& avatar, std::string_view human) {
  for (const auto& [name, bone] : avatar.bones)
    if (name == human) return model.skeleton.bones[static_cast<std::size_t>(bone)].name;
  return {};
}

TEST(VrmAvatar, ThumbsStartAtTheirFirstBone) {
  const auto thumb_of = [](const Bones& thumb) {
    const auto model = person({{"センター", ""}, {"下半身", "センター"}}, "センター", "下半身", thumb);
    const VrmAvatar avatar = make_avatar(*model, {}).value();
    std::string out;
    for (const char* human : {"leftThumbMetacarpal", "leftThumbProximal", "leftThumbDistal"})
      out += name_of(*model, avatar, human) + ",";
    return out;
  };
  EXPECT_EQ(thumb_of({{"左親指０", "左手首"}, {"左親指１", "左親指０"}, {"左親指２", "左親指１"}}),
            "左親指０,左親指１,左親指２,");
  EXPECT_EQ(thumb_of({{"左親指１", "左手首"}, {"左親指２", "左親指１"}}), "左親指１,左親指２,,");
  EXPECT_EQ(thumb_of({{"左親指１", "左手首"}}), "左親指１,,,");
}

TEST(VrmAvatar, ChoosesHipsAboveSpineAndLegs) {
  const struct {
    Bones trunk;
    const char *spine_on, *legs_on, *hips;  ///< empty `hips`: no avatar
  } rows[] = {
      {{{"全ての親", ""},
        {"センター", "全ての親"},
        {"グルーブ", "センター"},
        {"腰", "グルーブ"},
        {"下半身", "腰"}},
       "腰",
       "下半身",
       "腰"},
      {{{"センター", ""}, {"グルーブ", "センター"}, {"下半身", "グルーブ"}},
       "グルーブ",
       "下半身",
       "グルーブ"},
      {{{"センター", ""}, {"下半身", "センター"}}, "センター", "下半身", "センター"},
      {{{"センター", ""}}, "センター", "センター", "センター"},
      {{{"下半身", ""}}, "下半身", "下半身", "下半身"},
      {{{"センター", ""}, {"上半身", "センター"}, {"下半身", "上半身"}}, "", "下半身", ""},  // spine between
      {{{"下半身", ""}}, "", "下半身", ""},  // no common parent
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.trunk.size());
    const auto model = person(row.trunk, row.spine_on, row.legs_on);
    const auto avatar = make_avatar(*model, {});
    ASSERT_EQ(avatar.has_value(), *row.hips != '\0');
    if (avatar) {
      EXPECT_EQ(name_of(*model, *avatar, "hips"), row.hips);
    } else {
      EXPECT_THAT(avatar.error().what, HasSubstr("not found: hips"));
    }
  }
}

TEST(VrmAvatar, ManualHasTheTables) {
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

/// Vertices of a face that a morph moves, and how far up.
struct Moves {
  const char* expression;
  std::vector<std::pair<std::uint32_t, vec3>> vertices;
};

constexpr std::uint32_t lid = 0, lips = 1, brow = 2, eye = 3, vertices = 4;
constexpr std::int32_t head_bone = 0, eye_bone = 1;
constexpr vec3 upwards(0.0f, 1.0f, 0.0f), downwards(0.0f, -1.0f, 0.0f), sideways(1.0f, 0.0f, 0.0f);

struct Face {
  ExchangeModel model;
  std::vector<VrmExpression> expressions;

  explicit Face(const std::vector<Moves>& morphs) {
    ExchangePart& part = model.parts.emplace_back();
    part.positions.resize(vertices);
    part.weights.resize(vertices, {1.0f, 0.0f, 0.0f, 0.0f});
    part.joints.resize(vertices, {head_bone, 0, 0, 0});
    part.joints[eye] = {eye_bone, 0, 0, 0};
    for (const Moves& moves : morphs) {
      ExchangeMorph& morph = model.morphs.emplace_back();
      morph.parts.resize(1);
      for (const auto& [vertex, offset] : moves.vertices) morph.parts[0].push_back({vertex, offset});
      expressions.emplace_back().name = moves.expression;
      expressions.back().binds.push_back({model.morphs.size() - 1, 1.0f});
    }
    update();
  }
  void update() {
    const std::int32_t eyes[] = {eye_bone};
    set_overrides(model, eyes, expressions);
  }
  VrmExpression& find(std::string_view name) {
    return *std::find_if(expressions.begin(), expressions.end(),
                         [&](const VrmExpression& e) { return e.name == name; });
  }
  /// What an expression weakens, like "blink mouth look ".
  std::string lessened_by(std::string_view name) {
    const VrmExpression& e = find(name);
    return std::string(e.lessens_blink ? "blink " : "") + (e.lessens_mouth ? "mouth " : "") +
           (e.lessens_look ? "look " : "");
  }
};

TEST(VrmOverrides, WeakenExpressionsThatMoveTheSameWay) {
  Face face({{"aa", {{lips, downwards}}},
             {"blink", {{lid, downwards}}},
             {"happy", {{lid, downwards}, {lips, downwards}}},
             {"half shut", {{lid, 0.5f * downwards}}},
             {"angry", {{brow, downwards}}},
             {"small pupils", {{eye, upwards}}},
             {"relaxed", {{lid, downwards}, {eye, upwards}}}});
  EXPECT_EQ(face.lessened_by("happy"), "blink mouth ");
  EXPECT_EQ(face.lessened_by("half shut"), "blink ");
  EXPECT_EQ(face.lessened_by("angry"), "");
  EXPECT_EQ(face.lessened_by("small pupils"), "look ");
  EXPECT_EQ(face.lessened_by("relaxed"), "blink look ");
}

TEST(VrmOverrides, WeakenNothingWithoutNeed) {
  Face basic({{"aa", {{lips, downwards}, {lid, downwards}}},
              {"oh", {{lips, downwards}}},
              {"blink", {{lid, downwards}, {lips, downwards}, {eye, downwards}}},
              {"blinkLeft", {{lid, downwards}}}});
  for (const char* name : {"aa", "oh", "blink", "blinkLeft"}) EXPECT_EQ(basic.lessened_by(name), "") << name;
  Face others({{"aa", {{lips, downwards}}},
               {"blink", {{lid, downwards}, {brow, 0.05f * downwards}}},
               {"slightly", {{brow, downwards}, {lips, 0.05f * downwards}}},
               {"surprised", {{lid, upwards}}},
               {"blush", {{lid, sideways}, {lips, sideways}}}});
  EXPECT_EQ(others.lessened_by("slightly"), "");
  EXPECT_EQ(others.lessened_by("surprised"), "") << "the other way";
  EXPECT_EQ(others.lessened_by("blush"), "") << "at a right angle";
  Face still({{"blink", {{lid, vec3(0.0f)}}}, {"happy", {{lid, vec3(0.0f)}}}});
  EXPECT_EQ(still.lessened_by("happy"), "") << "no movement";
}

TEST(VrmOverrides, BrowsWeakenNothing) {
  Face face(
      {{"blink", {{lid, downwards}}}, {"angry", {{lid, downwards}, {brow, downwards}, {eye, downwards}}}});
  EXPECT_EQ(face.lessened_by("angry"), "blink look ");
  face = Face({{"blink", {{lid, downwards}}}});
  face.expressions.emplace_back().name = "angry";
  face.expressions.back().panel = 1;
  face.expressions.back().binds.push_back({0, 1.0f});
  face.update();
  EXPECT_EQ(face.lessened_by("angry"), "");
}

TEST(VrmOverrides, WeakenBlinkOfTheSameMorph) {
  Face face({{"blink", {{lid, downwards}}}});
  face.expressions.emplace_back().name = "happy";
  face.expressions.back().binds.push_back({0, 0.5f});
  face.update();
  EXPECT_EQ(face.lessened_by("happy"), "blink ");
}

TEST(VrmOverrides, AreBlendedSoThatAFaintExpressionStopsNothing) {
  const Avatar a;
  const Glb glb = a.e.glb(&a.avatar);
  const auto& expressions = glb.json["extensions"]["VRMC_vrm"]["expressions"];
  EXPECT_EQ(expressions["preset"]["happy"]["overrideBlink"], "blend");
  for (const char* kind : {"preset", "custom"})
    for (const auto& expression : expressions[kind].items())
      for (const char* name : {"overrideBlink", "overrideMouth", "overrideLookAt"})
        EXPECT_NE(expression.value()[name], "block") << expression.key();
}

}  // namespace
}  // namespace mmd
