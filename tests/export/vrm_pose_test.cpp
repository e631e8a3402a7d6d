// Bones of a VRM in the T pose, and after a program poses its human bones.

#include <map>

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

/// A model exported as VRM and read back.
struct Vrm {
  BuiltFile file;
  Exchanged e;
  VrmAvatar avatar;
  Glb glb;

  explicit Vrm(Person& p) : Vrm(p, true) {}
  Vrm(Person& p, bool ik) : e({file.put(p.b)}), avatar(made(e, ik)), glb(e.glb(&avatar)) {}

  static VrmAvatar made(Exchanged& e, bool ik) {
    e.actor->switches.ik = ik;
    stand_in_t_pose(*e.actor);
    e.make(ExchangeShape::skinned, MaterialTerms::mtoon);
    return make_avatar(e.document.model(), e.model).value();
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

  /// Poses the human bones and applies constraints, as programs for VRM do.
  void pose(const Pose& pose) {
    const nlohmann::json rest = glb.json["nodes"];
    for (const auto& [name, bone] : avatar.bones) {
      const auto b = static_cast<std::size_t>(bone);
      set_rotation(b + 1, glm::dquat(pose.rotation[b]));
    }
    for (const VrmFollower& follower : avatar.followers) follow(rest, follower.bone + 1);
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
  /// VRMC_node_constraint 1.0, "rotation".
  void follow(const nlohmann::json& rest, int node) {
    const auto n = static_cast<std::size_t>(node);
    const auto& rotation = rest[n]["extensions"]["VRMC_node_constraint"]["constraint"]["rotation"];
    const auto source = rotation["source"].get<std::size_t>();
    const glm::dquat turn = glm::inverse(rotation_of(rest[source])) * rotation_of(glb.json["nodes"][source]);
    set_rotation(n, rotation_of(rest[n]) *
                        glm::slerp(glm::dquat(1.0, 0.0, 0.0, 0.0), turn, rotation["weight"].get<double>()));
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
  const Vrm vrm(p, false);
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
