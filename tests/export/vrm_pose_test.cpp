// Bones of a VRM in the T pose, and after a program poses its human bones.

#include <algorithm>
#include <map>
#include <tuple>

#include <gmock/gmock.h>

#include "export/vrm_avatar.h"
#include "tests/export/exchanged.h"

namespace mmd {
namespace {

using test::BuiltFile;
using test::Exchanged;
using test::FileBuilder;
using test::Glb;
using ::testing::Contains;
using ::testing::IsEmpty;

/// A person with lowered arms, and bones by their names.
struct Person {
  FileBuilder b;
  std::map<std::string, std::int32_t> bones;

  std::int32_t put(const std::string& name, const char* parent, const vec3& at) {
    bones[name] = b.bone(name, *parent == '\0' ? -1 : bones.at(parent), at);
    return bones[name];
  }
  Person() {
    put("センター", "", {0, 8, 0});
    put("下半身", "センター", {0, 10, 0});
    put("上半身", "センター", {0, 10.5f, 0});
    put("首", "上半身", {0, 16, 0});
    put("頭", "首", {0, 17, 0});
    for (const bool right : {false, true}) {
      const std::string side = right ? "右" : "左";
      const float x = right ? -1.0f : 1.0f;
      const auto put_limb = [&](const char* name, const std::string& parent, const vec3& at) {
        put(side + name, parent.c_str(), vec3(x * at.x, at.y, at.z));
      };
      put_limb("肩", "上半身", {0.5f, 15.5f, 0});
      put_limb("腕", side + "肩", {1.5f, 15, 0});
      put_limb("腕捩", side + "腕", {2.5f, 14, 0});
      put_limb("ひじ", side + "腕捩", {3.5f, 13, 0});
      put_limb("手首", side + "ひじ", {5.5f, 11, 0.2f});
      put_limb("足", "下半身", {1, 9.5f, 0});
      put_limb("ひざ", side + "足", {1, 5, 0});
      put_limb("足首", side + "ひざ", {1, 1, 0});
    }
  }
  std::int32_t at(const char* name) const { return bones.at(name); }
};

/// A sleeve on the shoulder that follows the arm by IK.
void add_sleeve(Person& p) {
  p.put("左袖", "左肩", {1.5f, 15, 0.1f});
  p.put("左袖先", "左袖", {3.5f, 13, 0.1f});
  p.put("左袖IK", "左腕", {3.5f, 13, 0.1f});
  p.b.ik(p.at("左袖IK"), p.at("左袖先"), {p.at("左袖")});
}

glm::dquat least_turn(const glm::dvec3& from, const glm::dvec3& to) {
  const glm::dvec3 axis = glm::cross(from, to);
  return glm::normalize(glm::dquat(1.0 + glm::dot(from, to), axis.x, axis.y, axis.z));
}

/// A model exported as VRM and read back.
struct Vrm {
  BuiltFile file;
  Exchanged e;
  VrmAvatar avatar;
  Glb glb;
  nlohmann::json rest;  ///< the nodes of the file

  enum class Form { plain, without_ik, with_twists, zero };
  explicit Vrm(Person& p, Form form = Form::plain)
      : e({file.put(p.b)}), avatar(made(e, form)), glb(e.glb(&avatar)), rest(glb.json["nodes"]) {}

  static VrmAvatar made(Exchanged& e, Form form) {
    e.actor->switches.ik = form != Form::without_ik;
    e.stand_in_t_pose();
    e.make(ExchangeShape::skinned, MaterialTerms::mtoon);
    VrmAvatar out = make_avatar(e.document.model(), e.model).value();
    if (form == Form::with_twists) add_twist_bones(e.document.model(), e.model, out.followers);
    if (form == Form::zero) turn_into_vrm_zero(e.model, out);
    return out;
  }
  const Model& model() const { return e.document.model(); }

  /// Largest distance of a bone from its position in mmdview in that pose, MMD units.
  double farthest(const Pose& pose) const {
    Actor actor(e.document.loaded.model, e.document.loaded.textures);
    actor.pose = pose;
    actor.switches = e.actor->switches;
    actor.evaluate();
    double out = 0.0;
    for (std::size_t b = 0; b < model().bone_count(); ++b) {
      const glm::dvec3 there = glm::dvec3(glb.global(b + 1)[3]) / 0.08;
      out = std::max(out,
                     glm::length(there - glm::dvec3(actor.bones().position(static_cast<std::int32_t>(b)))));
    }
    return out;
  }

  /// Largest distance of a vertex from its position in mmdview in that pose, MMD units.
  double farthest_vertex(const Pose& pose) const {
    Actor actor(e.document.loaded.model, e.document.loaded.textures);
    actor.pose = pose;
    actor.switches = e.actor->switches;
    actor.evaluate();
    return test::farthest(glb, e.model, actor.posed_positions());
  }

  /// Poses the human bones and applies constraints, as programs for VRM do.
  void pose(const Pose& pose) {
    for (const auto& [name, bone] : avatar.bones) {
      const auto b = static_cast<std::size_t>(bone);
      set_rotation(b + 1, glm::dquat(pose.rotation[b]));
    }
    for (const VrmFollower& follower : avatar.followers) follow(follower.bone + 1);
  }

 private:
  static glm::dquat rotation_of(const nlohmann::json& node) {
    if (!node.contains("rotation")) return {1.0, 0.0, 0.0, 0.0};
    const auto q = test::numbers_of(node["rotation"]);
    return {q[3], q[0], q[1], q[2]};
  }
  void set_rotation(std::size_t node, const glm::dquat& q) {
    glb.json["nodes"][node]["rotation"] = {q.x, q.y, q.z, q.w};
  }
  glm::dquat world_rotation(std::size_t node) const {
    return glm::normalize(glm::quat_cast(glm::dmat3(glb.global(node))));
  }
  std::size_t parent_of(std::size_t node) const {
    for (std::size_t n = 0; n < glb.json["nodes"].size(); ++n)
      for (const auto& child : glb.json["nodes"][n].value("children", nlohmann::json::array()))
        if (child == node) return n;
    return 0;
  }
  /// VRMC_node_constraint 1.0.
  void follow(int node) {
    const auto n = static_cast<std::size_t>(node);
    const auto& constraint = rest[n]["extensions"]["VRMC_node_constraint"]["constraint"];
    const auto& kind = constraint.front();
    const auto source = kind["source"].get<std::size_t>();
    const auto weight = kind["weight"].get<double>();
    const glm::dquat own = rotation_of(rest[n]), source_rest = rotation_of(rest[source]),
                     source_now = rotation_of(glb.json["nodes"][source]), still(1.0, 0.0, 0.0, 0.0);
    const glm::dvec3 x(1.0, 0.0, 0.0);
    if (constraint.contains("rotation")) {
      set_rotation(n, own * glm::slerp(still, glm::inverse(source_rest) * source_now, weight));
    } else if (constraint.contains("roll")) {
      EXPECT_EQ(kind["rollAxis"], "X");
      const glm::dquat turn = glm::inverse(own) * source_now * glm::inverse(source_rest) * own;
      set_rotation(n, own * glm::slerp(still, glm::inverse(least_turn(x, turn * x)) * turn, weight));
    } else {
      const glm::dvec3 axis = kind["aimAxis"] == "PositiveX" ? x : -x;
      const glm::dquat above = world_rotation(parent_of(n));
      const glm::dvec3 way = glm::normalize(glm::dvec3(glb.global(source)[3]) - glm::dvec3(glb.global(n)[3]));
      const glm::dquat aimed = least_turn(above * own * axis, way);
      set_rotation(n, glm::slerp(own, glm::inverse(above) * aimed * above * own, weight));
    }
  }
};

/// The arms raised by this share of the way to the T pose.
Pose arms_up(const Vrm& vrm, float share) {
  Pose out = vrm.e.actor->pose;
  for (quat& q : out.rotation) q = glm::slerp(identity_rotation(), q, share);
  return out;
}

TEST(VrmPose, SleevesFollowTheArmInTheTPose) {
  Person p;
  add_sleeve(p);
  const Vrm vrm(p);
  EXPECT_LT(vrm.farthest(vrm.e.actor->pose), 1e-3);
  const glm::dvec3 tip(vrm.glb.global(vrm.glb.node_called("左袖先"))[3]),
      arm(vrm.glb.global(vrm.glb.node_called("左袖IK"))[3]);
  EXPECT_LT(glm::length(tip - arm) / 0.08, 1e-3) << "the end of the sleeve is at the arm";
}

TEST(VrmPose, ArmsWithIkAreStretched) {
  Person p;
  add_sleeve(p);
  p.put("左腕IK", "センター", {5.5f, 11, 0.2f});
  p.b.ik(p.at("左腕IK"), p.at("左手首"), {p.at("左ひじ"), p.at("左腕")});
  p.put("左捩IK", "センター", {3.5f, 13, 0});
  p.b.ik(p.at("左捩IK"), p.at("左ひじ"), {p.at("左腕捩")});
  const Vrm vrm(p);
  const auto at = [&](const char* name) { return vrm.e.actor->bones().position(p.at(name)); };
  EXPECT_NEAR(glm::normalize(at("左手首") - at("左腕")).x, 1.0f, 1e-5f);
  EXPECT_THAT(vrm.e.actor->switches.ik_chains, ::testing::ElementsAre(1, 0, 0))
      << "only the IK of the sleeve is on";
  EXPECT_LT(glm::length(at("左袖先") - at("左袖IK")), 1e-3f);
}

TEST(VrmPose, RespectsIkSwitchedOff) {
  Person p;
  add_sleeve(p);
  const Vrm vrm(p, Vrm::Form::without_ik);
  EXPECT_EQ(vrm.e.actor->bones().local_rotation(p.at("左袖")), identity_rotation());
}

TEST(VrmPose, ConstraintsMoveSleevesAndHelpers) {
  Person p;
  add_sleeve(p);
  p.put("左袖2", "左肩", {1.5f, 15, 0.1f});
  p.b.append(p.at("左袖2"), p.at("左腕"), 1.0f);
  p.put("左袖2先", "左袖2", {3.5f, 13, 0.1f});
  p.put("左腕補助", "左肩", {1.5f, 15, 0});
  p.b.append(p.at("左腕補助"), p.at("左袖2"), 0.5f);
  p.put("左腕補助先", "左腕補助", {2, 14, 1});
  p.put("左腕捩1", "左腕", {2.5f, 14, 0});
  p.b.append(p.at("左腕捩1"), p.at("左腕捩"), 0.5f);
  Vrm vrm(p);
  for (const float share : {1.0f, 0.6f, 0.0f}) {
    const Pose pose = arms_up(vrm, share);
    vrm.pose(pose);
    EXPECT_LT(vrm.farthest(pose), 1e-3) << share;
  }
  EXPECT_THAT(vrm.glb.json["extensionsUsed"], Contains("VRMC_node_constraint"));
}

/// Bones of twists, and a square on each bone of the left arm.
void add_twists(Person& p) {
  p.put("左手捩", "左ひじ", {4.5f, 12, 0.1f});
  p.b.file.bones.at(static_cast<std::size_t>(p.at("左手首"))).parent = p.at("左手捩");
  for (const auto& [name, parent, at, source, ratio] :
       {std::tuple("左腕捩1", "左腕", vec3(2, 14.5f, 0), "左腕捩", 0.25f),
        {"左腕捩2", "左腕", vec3(2.5f, 14, 0), "左腕捩", 0.5f},
        {"左手捩1", "左ひじ", vec3(4, 12.5f, 0.05f), "左手捩", 0.25f},
        {"左手捩2", "左ひじ", vec3(5, 11.5f, 0.15f), "左手捩", 0.75f}}) {
    p.put(name, parent, at);
    p.b.append(p.at(name), p.at(source), ratio);
  }
  for (const char* name :
       {"左肩", "左腕", "左腕捩", "左腕捩1", "左腕捩2", "左ひじ", "左手捩", "左手捩1", "左手捩2", "左手首"}) {
    const pmx::Bone& bone = p.b.file.bones.at(static_cast<std::size_t>(p.at(name)));
    p.b.square(bone.position, 1, p.at(name));
  }
  p.b.material("arm");
}

TEST(VrmPose, TwistOfArmAndHandIsSpreadAsInMmd) {
  Person p;
  add_twists(p);
  Vrm vrm(p, Vrm::Form::with_twists);
  EXPECT_LT(vrm.farthest_vertex(vrm.e.actor->pose), 1e-3) << "in the T pose";
  const auto& bones = vrm.model().skeleton.bones;
  const auto index = [&](const char* name) { return static_cast<std::size_t>(p.at(name)); };
  const auto rest = [&](const char* name) { return bones[index(name)].rest; };
  for (const float degrees : {-80.0f, 30.0f, 86.0f}) {
    Pose mmd = arms_up(vrm, 0.4f);
    mmd.rotation[index("左腕捩")] =
        glm::angleAxis(glm::radians(degrees), glm::normalize(rest("左ひじ") - rest("左腕")));
    mmd.rotation[index("左手捩")] =
        glm::angleAxis(glm::radians(-degrees), glm::normalize(rest("左手首") - rest("左ひじ")));
    const vec3 across = glm::normalize(glm::cross(rest("左手首") - rest("左ひじ"), vec3(0, 0, 1)));
    mmd.rotation[index("左手首")] = glm::angleAxis(0.5f, across);
    // VRM has no bones of twists: arm and hand have their rotation.
    Pose human = mmd;
    human.rotation[index("左腕")] = mmd.rotation[index("左腕")] * mmd.rotation[index("左腕捩")];
    human.rotation[index("左手首")] = mmd.rotation[index("左手捩")] * mmd.rotation[index("左手首")];
    vrm.pose(human);
    EXPECT_LT(vrm.farthest_vertex(mmd), 1e-4) << degrees;
  }
}

TEST(VrmPose, VrmZeroStandsLevelAndFacesBack) {
  Person p;
  add_twists(p);
  p.b.bone("上半身2", p.at("上半身"), {0, 12, 0});
  p.b.file.bones.at(static_cast<std::size_t>(p.at("首"))).parent =
      static_cast<int>(p.b.file.bones.size()) - 1;
  p.b.file.bones.at(static_cast<std::size_t>(p.at("左肩"))).parent =
      static_cast<int>(p.b.file.bones.size()) - 1;
  p.b.file.bones.at(static_cast<std::size_t>(p.at("右肩"))).parent =
      static_cast<int>(p.b.file.bones.size()) - 1;
  const Vrm vrm(p, Vrm::Form::zero);
  for (const auto& node : vrm.glb.json["nodes"])
    if (node.contains("rotation")) {
      const auto q = test::numbers_of(node["rotation"]);
      EXPECT_NEAR(std::abs(q[3]), 1.0, 1e-9) << node["name"];
    }
  std::vector<vec3> turned;
  for (const vec3& v : vrm.e.actor->posed_positions()) turned.emplace_back(-v.x, v.y, -v.z);
  EXPECT_LT(test::farthest(vrm.glb, vrm.e.model, turned), 1e-3);
  const auto& extension = vrm.glb.json["extensions"]["VRM"];
  EXPECT_EQ(extension["specVersion"], "0.0");
  const auto& bones = extension["humanoid"]["humanBones"];
  const auto arm = std::find_if(bones.begin(), bones.end(),
                                [](const auto& bone) { return bone["bone"] == "leftUpperArm"; });
  ASSERT_NE(arm, bones.end());
  EXPECT_EQ((*arm)["node"], p.at("左腕") + 1);
  EXPECT_EQ(extension["materialProperties"].size(), 1u);
  EXPECT_EQ(extension["firstPerson"]["meshAnnotations"].size(), 1u);
}

/// The humanoid bones of a VRM 0.x: node by name.
std::map<std::string, std::size_t> zero_bones(const Vrm& vrm) {
  std::map<std::string, std::size_t> out;
  for (const auto& bone : vrm.glb.json["extensions"]["VRM"]["humanoid"]["humanBones"])
    out.emplace(bone["bone"].get<std::string>(), bone["node"].get<std::size_t>());
  return out;
}

/// Whether a node is above another one.
bool is_above(const Vrm& vrm, std::size_t above, std::size_t node) {
  const auto& children = vrm.glb.json["nodes"][above].value("children", nlohmann::json::array());
  return std::any_of(children.begin(), children.end(), [&](const nlohmann::json& child) {
    return child == node || is_above(vrm, child.get<std::size_t>(), node);
  });
}

TEST(VrmPose, VrmZeroGetsTheChestAndNeckThatItNeeds) {
  for (const bool has_neck : {true, false}) {
    Person p;
    if (!has_neck) p.b.file.bones.at(static_cast<std::size_t>(p.at("首"))).name = p.b.text("襟");
    const Vrm vrm(p, Vrm::Form::zero);
    const auto bones = zero_bones(vrm);
    ASSERT_TRUE(bones.count("chest") == 1 && bones.count("neck") == 1);
    const std::vector<std::pair<const char*, const char*>> order{{"spine", "chest"},
                                                                 {"chest", "neck"},
                                                                 {"neck", "head"},
                                                                 {"chest", "leftShoulder"},
                                                                 {"chest", "rightUpperArm"}};
    for (const auto& [above, below] : order)
      EXPECT_TRUE(is_above(vrm, bones.at(above), bones.at(below))) << above << " " << below << has_neck;
    const auto height = [&](const char* bone) { return vrm.glb.global(bones.at(bone))[3].y; };
    EXPECT_GT(height("chest"), height("spine"));
    EXPECT_GT(height("neck"), height("chest"));
    EXPECT_GT(height("head"), height("neck"));
    EXPECT_NEAR(height("leftUpperArm") / 0.08, 15.0, 1e-4) << "the arms stay where they are";
    std::vector<vec3> turned;
    for (const vec3& v : vrm.e.actor->posed_positions()) turned.emplace_back(-v.x, v.y, -v.z);
    EXPECT_LT(test::farthest(vrm.glb, vrm.e.model, turned), 1e-3);
  }
}

TEST(VrmPose, VrmZeroNamesEachExpressionOnce) {
  Person p;
  test::add_square(p.b);
  for (const char* name : {"あ", "a", "A", "びっくり", "Surprised", "joy", "Joy", ""}) {
    p.b.morph<pmx::VertexOffset>(name, pmx::MorphType::vertex, {{0, {0, 1, 0}}});
    p.b.file.morphs.back().panel = 4;
  }
  const Vrm vrm(p, Vrm::Form::zero);
  std::vector<std::string> names, presets;
  for (const auto& group : vrm.glb.json["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"]) {
    names.push_back(group["name"]);
    if (group["presetName"] != "unknown") presets.push_back(group["presetName"]);
  }
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("A", "a_1", "A_2", "Surprised", "Surprised_1", "Joy",
                                                     "Joy_1", "morph"));
  EXPECT_THAT(presets, ::testing::UnorderedElementsAre("a", "joy"));
}

/// Names of followers and their sources.
std::vector<std::pair<std::string, std::string>> followers_of(Person& p) {
  const Vrm vrm(p);
  const auto name = [&](std::int32_t bone) {
    return vrm.model().skeleton.bones[static_cast<std::size_t>(bone)].name;
  };
  std::vector<std::pair<std::string, std::string>> out;
  for (const VrmFollower& follower : vrm.avatar.followers)
    out.emplace_back(name(follower.bone), name(follower.source));
  return out;
}

TEST(VrmPose, SkipsUnsupportedAppend) {
  Person p;
  p.put("左目", "頭", {0.3f, 17.5f, -0.5f});
  p.put("両目", "頭", {0, 18, 0});
  p.b.append(p.at("左目"), p.at("両目"), 1.0f);
  p.put("左目光", "頭", {0.3f, 17.5f, -0.6f});
  p.b.append(p.at("左目光"), p.at("左目"), 1.0f);
  p.put("逆", "左肩", {1.5f, 15, 0});
  p.b.append(p.at("逆"), p.at("左腕"), -1.0f);
  p.put("倍", "左肩", {1.5f, 15, 0});
  p.b.append(p.at("倍"), p.at("左腕"), 1.5f);
  p.put("移動", "左肩", {1.5f, 15, 0});
  p.b.append(p.at("移動"), p.at("左腕"), 1.0f, pmx::bone_append_translation);
  p.put("左足IK", "", {1, 1, 0});
  p.b.ik(p.at("左足IK"), p.at("左足首"), {p.at("左ひざ"), p.at("左足")});
  EXPECT_THAT(followers_of(p), IsEmpty());
}

TEST(VrmPose, ConstraintsHaveNoCycles) {
  Person p;
  // The upper bone appends the lower one, a child of the upper bone that appends the arm.
  p.put("上", "左肩", {1.5f, 15, 0});
  p.put("下", "上", {2, 15, 0});
  p.b.append(p.at("上"), p.at("下"), 0.5f);
  p.b.append(p.at("下"), p.at("左腕"), 0.5f);
  const std::pair<std::string, std::string> lower("下", "左腕");
  EXPECT_THAT(followers_of(p), ::testing::ElementsAre(lower));
}

}  // namespace
}  // namespace mmd
