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
    stand_in_t_pose(*e.actor);
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

/// Vertices of a face that a morph moves, and their distances.
struct Moves {
  const char* expression;
  std::vector<std::pair<std::uint32_t, float>> vertices;
};

constexpr std::uint32_t lid = 0, lips = 1, brow = 2, eye = 3, vertices = 4;
constexpr std::int32_t head_bone = 0, eye_bone = 1;

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
      for (const auto& [vertex, length] : moves.vertices) morph.parts[0].push_back({vertex, {0, length, 0}});
      expressions.emplace_back().name = moves.expression;
      expressions.back().binds.push_back({model.morphs.size() - 1, 1.0f});
    }
    const std::int32_t eyes[] = {eye_bone};
    set_overrides(model, eyes, expressions);
  }
  /// The overrides of an expression, like "blink mouth look ".
  std::string stopped_by(std::string_view name) const {
    for (const VrmExpression& e : expressions)
      if (e.name == name)
        return std::string(e.stops_blink ? "blink " : "") + (e.stops_mouth ? "mouth " : "") +
               (e.stops_look ? "look " : "");
    return "no such expression";
  }
};

TEST(VrmOverrides, StopsExpressionsOfTheSameVertices) {
  const Face face({{"aa", {{lips, 1}}},
                   {"blink", {{lid, 1}}},
                   {"happy", {{lid, 1}, {lips, 1}}},
                   {"angry", {{brow, 1}}},
                   {"surprised", {{eye, 1}}},
                   {"relaxed", {{lid, 1}, {eye, 1}}}});
  EXPECT_EQ(face.stopped_by("happy"), "blink mouth ");
  EXPECT_EQ(face.stopped_by("angry"), "");
  EXPECT_EQ(face.stopped_by("surprised"), "look ");
  EXPECT_EQ(face.stopped_by("relaxed"), "blink look ");
}

TEST(VrmOverrides, StopsNothingWithoutNeed) {
  const Face basic({{"aa", {{lips, 1}, {lid, 1}}},
                    {"oh", {{lips, 1}}},
                    {"blink", {{lid, 1}, {lips, 1}, {eye, 1}}},
                    {"blinkLeft", {{lid, 1}}}});
  for (const char* name : {"aa", "oh", "blink", "blinkLeft"}) EXPECT_EQ(basic.stopped_by(name), "") << name;
  const Face slight(
      {{"aa", {{lips, 1}}}, {"blink", {{lid, 1}, {brow, 0.01f}}}, {"angry", {{brow, 1}, {lips, 0.01f}}}});
  EXPECT_EQ(slight.stopped_by("angry"), "") << "slight movements";
  const Face still({{"blink", {{lid, 0}}}, {"happy", {{lid, 0}}}});
  EXPECT_EQ(still.stopped_by("happy"), "") << "no movement";
}

TEST(VrmOverrides, StopsBlinkOfTheSameMorph) {
  Face face({{"blink", {{lid, 1}}}});
  face.expressions.emplace_back().name = "happy";
  face.expressions.back().binds.push_back({0, 0.5f});
  set_overrides(face.model, {}, face.expressions);
  EXPECT_EQ(face.stopped_by("happy"), "blink ");
}

}  // namespace
}  // namespace mmd
