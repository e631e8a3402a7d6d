#include "export/spring_bones.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <gmock/gmock.h>

#include "export/spring_fit.h"
#include "export/vrm_avatar.h"
#include "tests/export/exchanged.h"

namespace mmd {
namespace {

using test::Exchanged;
using test::FileBuilder;
using test::Glb;
using test::sample;

/// The sample figure's T pose, avatar and chains.
struct Springs {
  Exchanged e{{sample("figure/figure.pmx")}};
  VrmAvatar avatar;
  Springs() {
    e.stand_in_t_pose();
    e.make(ExchangeShape::skinned, MaterialTerms::mtoon);
    avatar = make_avatar(e.document.model(), e.model).value();
    std::vector<std::int32_t> human;
    for (const auto& [name, bone] : avatar.bones) human.push_back(bone);
    avatar.springs = find_springs(*e.actor, human);
  }
  VrmSprings& springs() { return avatar.springs; }
  std::string name(std::int32_t bone) const {
    return e.document.model().skeleton.bones[static_cast<std::size_t>(bone)].name;
  }
};

TEST(SpringBones, ChainsAreHairSkirtAndRibbon) {
  Springs s;
  std::set<std::string> firsts;
  std::set<std::int32_t> all;
  for (const VrmSpring& chain : s.springs().chains) {
    firsts.insert(s.name(chain.bones.front()));
    EXPECT_GT(glm::length(chain.tail), 0.1f);
    for (std::size_t j = 0; j < chain.bones.size(); ++j) {
      EXPECT_TRUE(all.insert(chain.bones[j]).second) << "a bone is in one chain";
      if (j > 0) {
        EXPECT_EQ(s.e.document.model().skeleton.bones[static_cast<std::size_t>(chain.bones[j])].parent,
                  chain.bones[j - 1]);
      }
    }
  }
  EXPECT_THAT(firsts, testing::IsSupersetOf({"左髪２", "右髪２", "前スカート１", "左リボン１"}));
}

TEST(SpringBones, ABoneAtThePlaceOfItsParentBeginsAChain) {
  FileBuilder b;
  b.bone("頭");
  const auto first = b.bone("髪", 0, {0, 0, 0});
  const auto twin = b.bone("髪補助", first, {0, 0, 0});
  const auto last = b.bone("髪先", twin, {0, -2, 0});
  for (const auto bone : {first, twin, last}) b.file.rigid_bodies.push_back(test::ball(bone, 1, {0, -1, 0}));
  Exchanged e(b);
  const std::int32_t human[] = {0};
  const VrmSprings springs = find_springs(*e.actor, human);
  ASSERT_EQ(springs.chains.size(), 2u);
  EXPECT_THAT(springs.chains[0].bones, testing::ElementsAre(first));
  EXPECT_THAT(springs.chains[1].bones, testing::ElementsAre(twin, last));
}

TEST(SpringBones, HangBetweenStiffnessAndGravity) {
  Swing swing;
  swing.rest = {vec3(0.0f), vec3(0.1f, 0.0f, 0.0f)};
  swing.anchors.assign(600, Affine());
  const float angle = std::atan2(0.3f, 0.9f);  // the specification's steady state
  swing.ways.assign(600, {vec3(std::cos(angle), -std::sin(angle), 0.0f)});
  swing.first = 590;
  EXPECT_LT(spring_error(swing, {0.9f, 0.4f, 0.3f}), 0.01f);
  EXPECT_NEAR(rigid_error(swing), glm::degrees(angle), 0.01f);
}

/// A strand of two bones to the side of a root, and its actor.
struct Strand {
  FileBuilder b;
  std::shared_ptr<const Model> model;
  VrmSprings springs;
  Strand() {
    b.bone("頭");
    const auto first = b.bone("髪１", 0, {0, 10, 0});
    b.bone("髪２", first, {1, 10, 0});
    model = b.model();
    VrmSpring& chain = springs.chains.emplace_back();
    chain.bones = {1, 2};
    chain.tail = vec3(1, 0, 0);
    chain.numbers = {0.9f, 0.4f, 0.3f};
    chain.hit_radii = {0.1f, 0.1f};
  }
  /// After two seconds in the pose, with `head` turned.
  Actor swung(const quat& head) const {
    Actor out(model, std::make_shared<const TextureSet>());
    SpringFigure figure(springs, out);
    for (int step = 0; step < 2 * spring_rate; ++step) {
      out.pose.rotation[0] = head;
      figure.step(out);
    }
    out.evaluate();
    return out;
  }
};

TEST(SpringBones, AFigureSwingsItsChainsBelowWhateverTheyHangOn) {
  const Strand s;
  for (const quat& head : {identity_rotation(), glm::angleAxis(0.5f, vec3(0, 1, 0))}) {
    const Actor actor = s.swung(head);
    const auto way = [&](std::int32_t from, std::int32_t to) {
      return glm::normalize(actor.bones().position(to) - actor.bones().position(from));
    };
    const float angle = std::atan2(0.3f, 0.9f);  // the specification's steady state
    const vec3 expected = head * vec3(std::cos(angle), 0.0f, 0.0f) - vec3(0.0f, std::sin(angle), 0.0f);
    EXPECT_LT(glm::distance(way(1, 2), expected), 1e-3f);
  }
}

TEST(SpringBones, CollidersKeepTheTailsOfAFigureAway) {
  Strand s;
  s.springs.colliders.push_back({0, vec3(1.0f, 9.0f, 0.0f), vec3(1.0f, 9.0f, 0.0f), 0.8f});
  const vec3 centre = s.springs.colliders[0].from;
  EXPECT_LT(glm::distance(s.swung(identity_rotation()).bones().position(2), centre), 0.88f);
  s.springs.chains[0].colliders = {0};
  EXPECT_GT(glm::distance(s.swung(identity_rotation()).bones().position(2), centre), 0.88f);
}

/// Head, lean and sway along sines: another movement than the one that the numbers are fitted to.
Movement sines(const Model& model) {
  const auto head = static_cast<std::size_t>(model.find_bone("頭"));
  const auto upper = static_cast<std::size_t>(model.find_bone("上半身"));
  const auto centre = static_cast<std::size_t>(model.find_bone("センター"));
  return {300, 60, [=](int step, Pose& pose) {
            const auto wave = [&](float per_second) {
              return std::sin(2.0f * pi * per_second * static_cast<float>(std::max(step - 60, 0)) / 60.0f);
            };
            pose.rotation[head] = glm::angleAxis(0.7f * wave(0.8f), vec3(0, 1, 0));
            pose.rotation[upper] = glm::angleAxis(0.25f * wave(0.5f), vec3(1, 0, 0));
            pose.translation[centre].x = 0.5f * wave(0.7f);
          }};
}

/// Root mean square over all joints.
template <class Error>
float of_all(const std::vector<VrmSpring>& chains, const std::vector<Swing>& swings, Error error) {
  float sum = 0.0f, joints = 0.0f;
  for (std::size_t c = 0; c < chains.size(); ++c) {
    const float one = error(chains[c], swings[c]), count = static_cast<float>(chains[c].bones.size());
    sum += one * one * count;
    joints += count;
  }
  return std::sqrt(sum / joints);
}

TEST(SpringBones, SwingMoreLikeTheBodiesThanRigidBonesAndUsualNumbers) {
  Springs s;
  std::vector<VrmSpring>& chains = s.springs().chains;
  const std::size_t all = chains.size();
  fit_springs(s.e.document, {}, chains);
  const std::vector<VrmSpring> rigid = take_rigid(chains);
  EXPECT_EQ(chains.size() + rigid.size(), all);
  for (const VrmSpring& chain : chains) EXPECT_LT(chain.error, chain.rigid_error);
  const auto fitted = [](const VrmSpring& c, const Swing& swing) { return spring_error(swing, c.numbers); };
  const auto usual = [](const VrmSpring&, const Swing& swing) {
    return spring_error(swing, {1.0f, 0.4f, 0.0f});
  };
  const auto stiff = [](const VrmSpring&, const Swing& swing) { return rigid_error(swing); };
  const Model& model = s.e.document.model();
  const auto other = record_swings(s.e.document, {}, sines(model), chains);
  const float ours = of_all(chains, other, fitted), without = of_all(chains, other, stiff);
  RecordProperty("degrees", std::to_string(ours));
  RecordProperty("rigid_degrees", std::to_string(without));
  EXPECT_LT(ours, without);
  EXPECT_LT(ours, of_all(chains, other, usual));
}

TEST(SpringBones, AQuickFitIsNearlyAsGood) {
  Springs s;
  std::vector<VrmSpring> thorough = s.springs().chains, quick = thorough;
  fit_springs(s.e.document, {}, thorough);
  fit_springs(s.e.document, {}, quick, {}, SpringEffort::quick);
  const auto swings = record_swings(s.e.document, {}, probe_movement(s.e.document.model()), quick);
  const auto error = [](const VrmSpring& c, const Swing&) { return c.error; };
  EXPECT_LT(of_all(quick, swings, error), of_all(thorough, swings, error) + 0.5f);
}

TEST(SpringBones, CollidersTouchNoChainAtRest) {
  Springs s;
  for (const VrmSpring& chain : s.springs().chains) {
    ASSERT_EQ(chain.hit_radii.size(), chain.bones.size());
    for (const float radius : chain.hit_radii) EXPECT_GE(radius, 0.0f);
    for (const std::size_t c : chain.colliders) EXPECT_LT(c, s.springs().colliders.size());
  }
}

/// The springs of a strand whose tip lies `distance` from the centre of a ball of radius 1, which follows a
/// bone.
VrmSprings beside_a_ball(float distance) {
  FileBuilder b;
  b.bone("上半身");
  const auto strand = b.bone("髪", 0, {0, 3, -distance});
  b.file.bones[static_cast<std::size_t>(strand)].tail_offset = {0, -3, 0};
  b.file.rigid_bodies.push_back(test::ball(strand, 1, {0, 1.5f, -distance}, 0.2f));
  b.file.rigid_bodies.push_back(test::ball(0, 0, {0, 0, 0}, 1.0f));
  for (pmx::RigidBody& body : b.file.rigid_bodies) body.collision_mask = 0xffff;
  Exchanged e(b);
  const std::int32_t human[] = {0};
  return find_springs(*e.actor, human);
}

TEST(SpringBones, ColliderThatReachesIntoAChainAtRestBecomesSmaller) {
  const auto radius_at = [](float distance) {
    const VrmSprings springs = beside_a_ball(distance);
    const VrmSpring& chain = springs.chains.at(0);
    return chain.colliders.empty() ? 0.0f : springs.colliders[chain.colliders.front()].radius;
  };
  EXPECT_EQ(radius_at(1.5f), 1.0f) << "the body's own";
  EXPECT_NEAR(radius_at(0.8f), 0.78f, 0.011f) << "just beside the strand";
  EXPECT_EQ(radius_at(0.2f), 0.0f) << "little would be left of the body";
  EXPECT_GE(beside_a_ball(0.8f).chains[0].hit_radii[0], 0.0f);
}

TEST(SpringBones, BallsOfPanelsAreWiderThanTheCloth) {
  FileBuilder b;
  b.bone("下半身");
  const auto panel = b.bone("スカート", 0, {0, 0, -3});
  b.file.bones[static_cast<std::size_t>(panel)].tail_offset = {0, -2, 0};
  b.file.rigid_bodies.push_back(test::ball(panel, 1, {0, -1, -3}));
  b.file.rigid_bodies.back().shape = 1;
  b.file.rigid_bodies.back().size = {0.9f, 1.2f, 0.05f};
  Exchanged e(b);
  const std::int32_t human[] = {0};
  EXPECT_THAT(find_springs(*e.actor, human).chains.at(0).hit_radii,
              testing::ElementsAre(testing::FloatNear(0.75f * 0.9f, 1e-4f)));
}

TEST(SpringBones, ChainsDoNotCollideWithWhatTheyMove) {
  FileBuilder b;
  b.bone("頭");
  for (const float x : {-5.0f, 5.0f}) {
    const auto first = b.bone("鎖", 0, {x, 0, 0});
    const auto second = b.bone("鎖先", first, {x, -2, 0});
    const auto pendant = b.bone("飾り", second, {x, -9, 0});
    b.file.rigid_bodies.push_back(test::ball(first, 1, {x, -1, 0}));
    b.file.rigid_bodies.push_back(test::ball(second, 1, {x, -3, 0}));
    b.file.rigid_bodies.push_back(test::ball(pendant, 0, {x, -9, 0}));
  }
  b.file.rigid_bodies.push_back(test::ball(0, 0, {0, 5, 0}));
  for (pmx::RigidBody& body : b.file.rigid_bodies) body.collision_mask = 0xffff;
  Exchanged e(b);
  const std::int32_t human[] = {0};
  const VrmSprings springs = find_springs(*e.actor, human);
  ASSERT_EQ(springs.chains.size(), 2u);
  ASSERT_EQ(springs.colliders.size(), 3u);
  const auto& left = springs.chains[0].colliders;
  const auto& right = springs.chains[1].colliders;
  constexpr std::size_t right_pendant = 1, head = 2;
  EXPECT_THAT(left, testing::ElementsAre(right_pendant, head)) << "not its own pendant";
  EXPECT_THAT(right, testing::ElementsAre(head)) << "the left chain depends on the right one already";
}

TEST(SpringBones, FileHasChainsWithATailAndAllNumbers) {
  Springs s;
  const Glb glb = s.e.glb(&s.avatar);
  EXPECT_THAT(glb.json["extensionsUsed"], testing::Contains("VRMC_springBone"));
  const auto& springs = glb.json["extensions"]["VRMC_springBone"];
  EXPECT_EQ(springs["specVersion"], "1.0");
  ASSERT_EQ(springs["springs"].size(), s.springs().chains.size());
  for (const auto& group : springs["colliderGroups"]) EXPECT_NE(group["name"], "");
  for (const auto& spring : springs["springs"]) {
    EXPECT_EQ(spring["name"], glb.json["nodes"][spring["joints"][0]["node"].get<std::size_t>()]["name"]);
    const auto& joints = spring["joints"];
    for (std::size_t j = 0; j + 1 < joints.size(); ++j) {
      for (const char* number : {"stiffness", "dragForce", "gravityPower", "gravityDir", "hitRadius"})
        EXPECT_TRUE(joints[j].contains(number)) << number;
      EXPECT_THAT(glb.json["nodes"][joints[j]["node"].get<std::size_t>()]["children"],
                  testing::Contains(joints[j + 1]["node"]));
    }
    EXPECT_THAT(glb.json["nodes"][joints.back()["node"].get<std::size_t>()]["name"].get<std::string>(),
                testing::EndsWith("_end"));
  }
}

TEST(SpringBones, OfVrmZeroBeginAtTheTopmostBones) {
  FileBuilder b;
  b.bone("頭");
  const auto first = b.bone("髪", 0, {0, 0, 0});
  const auto left = b.bone("髪左", first, {1, -2, 0});
  const auto right = b.bone("髪右", first, {-1, -2, 0});
  for (const auto bone : {first, left, right}) b.file.rigid_bodies.push_back(test::ball(bone, 1, {0, -1, 0}));
  Exchanged e(b);
  const std::int32_t human[] = {0};
  VrmAvatar avatar;
  avatar.version = VrmVersion::zero;
  avatar.springs = find_springs(*e.actor, human);
  ASSERT_EQ(avatar.springs.chains.size(), 2u);
  const auto groups = e.glb(&avatar).json["extensions"]["VRM"]["secondaryAnimation"]["boneGroups"];
  ASSERT_EQ(groups.size(), 1u) << "the first spring moves all bones below its first one";
  EXPECT_EQ(groups[0]["comment"], "髪");
}

TEST(SpringBones, EyesFollowATarget) {
  const Springs s;
  const Glb glb = s.e.glb(&s.avatar);
  const auto& vrm = glb.json["extensions"]["VRMC_vrm"];
  EXPECT_EQ(vrm["lookAt"]["type"], "bone");
  EXPECT_EQ(vrm["lookAt"]["rangeMapVerticalUp"], vrm["lookAt"]["rangeMapVerticalDown"]);
  EXPECT_TRUE(vrm.contains("expressions"));
}

}  // namespace
}  // namespace mmd
