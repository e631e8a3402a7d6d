#include "document/fit_pose.h"

#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "document/bone_turns.h"
#include "pose/limb_reach.h"
#include "pose/pose_to_vpd.h"
#include "scene/scene.h"
#include "scene/triangle_tree.h"
#include "tests/document/scaled_figure.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::Proportions, test::sample_pose, test::scaled_figure;

Actor posed(const std::shared_ptr<const Model>& model, const Pose& pose) {
  Actor out(model, std::make_shared<const TextureSet>());
  out.pose = pose;
  out.evaluate();
  return out;
}

Pose applied(const vpd::File& file, const Model& model) {
  Pose out(model);
  apply_vpd(file, model, out);
  return out;
}

vec3 at(const Actor& actor, const std::string& bone) {
  return translation_of(actor.bone_in_scene(actor.model().find_bone(bone)));
}

/// Degrees.
float knee(const Actor& actor, const std::string& side) {
  const vec3 joint = at(actor, side + "ひざ"), up = glm::normalize(at(actor, side + "足") - joint),
             down = glm::normalize(at(actor, side + "足首") - joint);
  return 180.0f - std::acos(std::clamp(glm::dot(up, down), -1.0f, 1.0f)) * 180.0f / pi;
}

/// The lowest vertex that a foot moves.
float sole(const Actor& actor, const std::string& side) {
  const Model& model = actor.model();
  float low = 1e9f;
  for (std::uint32_t v = 0; v < model.vertices.size(); ++v) {
    const auto bone = static_cast<std::size_t>(model.vertices.bones[v][0]);
    if (bone >= model.bone_count() || model.vertices.weights[v][0] < 0.9f) continue;
    const std::string& name = model.skeleton.bones[bone].name;
    if (name.starts_with(side + "足首")) low = std::min(low, actor.posed_positions()[v].y);
  }
  return low;
}

constexpr Proportions shapes[] = {{0.9f, 1.0f, 1.1f},   {1.06f, 1.1f, 0.95f}, {1.14f, 0.92f, 1.0f},
                                  {1.2f, 1.05f, 1.12f}, {1.27f, 1.15f, 0.9f}, {1.0f, 0.9f, 1.27f}};

/// Per bone whether it is called `above` or hangs on a bone of that name.
std::vector<bool> bones_below(const Model& model, const std::string& above) {
  std::vector<bool> out(model.palette_size());
  for (std::size_t i = 0; i < model.bone_count(); ++i)
    for (auto bone = static_cast<std::int32_t>(i); bone != none && !out[i]; bone = model.bone(bone).parent)
      out[i] = model.bone(bone).name == above;
  return out;
}

/// A vertex of a hand and the point of the body that it touches.
struct Touch {
  std::uint32_t hand = 0;
  TriangleTree::Corners body{};
  vec3 shares{0.0f};
  float distance = 0.0f;
};

/// Where a hand touches the body without its own arm, hair and skirt: nearer than 0.15 units.
std::vector<Touch> touches_of(const Actor& actor, const std::string& side) {
  const Model& model = actor.model();
  const auto is_hand = bones_below(model, side + "手首"), is_own = bones_below(model, side + "肩");
  const auto positions = actor.posed_positions();
  std::vector<TriangleTree::Corners> body;
  std::vector<Touch> out;
  for (std::size_t i = 0; i + 2 < model.indices.size(); i += 3) {
    const TriangleTree::Corners t{model.indices[i], model.indices[i + 1], model.indices[i + 2]};
    const std::uint32_t bone = model.vertices.bones[t[0]][0];
    if (is_hand[bone]) out.push_back({t[0], {}, vec3(0.0f), 0.0f});
    if (!is_own[bone] && bone < model.bone_count() && !model.skeleton.bones[bone].physics) body.push_back(t);
  }
  const TriangleTree tree(positions, std::move(body));
  std::erase_if(out, [&](Touch& touch) {
    const auto found = tree.nearest(positions[touch.hand], 0.15f);
    if (found) touch = {touch.hand, tree[found->triangle], found->shares, found->distance};
    return !found;
  });
  return out;
}

/// The mean distance between the same places of a figure with the same vertices.
float mean_gap(const Actor& actor, const std::vector<Touch>& touches) {
  const auto positions = actor.posed_positions();
  float out = 0.0f;
  for (const Touch& touch : touches) {
    const auto& [a, b, c] = touch.body;
    out +=
        glm::distance(positions[touch.hand], touch.shares.x * positions[a] + touch.shares.y * positions[b] +
                                                 touch.shares.z * positions[c]);
  }
  return out / static_cast<float>(touches.size());
}

/// The lowest vertex without hands, hair and skirt.
float lowest(const Actor& actor) {
  const Model& model = actor.model();
  const auto left = bones_below(model, "左手首"), right = bones_below(model, "右手首");
  float out = 1e9f;
  for (std::uint32_t v = 0; v < model.vertices.size(); ++v) {
    const std::uint32_t bone = model.vertices.bones[v][0];
    if (bone < model.bone_count() && !model.skeleton.bones[bone].physics && !left[bone] && !right[bone])
      out = std::min(out, actor.posed_positions()[v].y);
  }
  return out;
}

/// Moves a wrist to a place; the hand keeps its direction.
void move_wrist(Actor& actor, Side side, const vec3& place) {
  PosedBones bones(actor.shared_model(), actor.pose, actor.switches);
  const Limb arm = arm_of(actor.model(), side);
  const quat hand = bones.rotation(arm.end);
  reach(bones, arm, place);
  set_end_rotation(bones, arm, hand);
  actor.pose = bones.pose();
  actor.evaluate();
}

/// Poses of the samples, and poses made of the standing one in which hands touch something.
std::map<std::string, vpd::File> poses_on(const std::shared_ptr<const Model>& model) {
  std::map<std::string, vpd::File> out;
  for (const char* name : test::sample_poses) out[name] = sample_pose(name);
  struct Reach {
    const char *name, *bone;
    vec3 left;  ///< from that bone to the left wrist; mirrored for the right one
  };
  constexpr Reach reaches[] = {{"hands together", "上半身2", {0.42f, 0.2f, 2.4f}},
                               {"hands on head", "頭", {1.6f, 1.4f, 0.2f}},
                               {"hands on hips", "下半身", {1.5f, -0.5f, 0.2f}},
                               {"hands on knees", "センター", {0.7f, -1.5f, 2.6f}}};
  for (const Reach& to : reaches) {
    const bool crouches = std::string(to.bone) == "センター";
    Actor actor = posed(model, applied(sample_pose("standing"), *model));
    if (crouches) {
      actor.pose = Pose(*model);
      actor.pose.translation[static_cast<std::size_t>(model->find_bone("センター"))] = {0, -4.0f, -1.0f};
      actor.pose.rotation[static_cast<std::size_t>(model->find_bone("上半身"))] =
          glm::angleAxis(0.9f, vec3(1, 0, 0));
      actor.evaluate();
    }
    for (const char* side : {"左", "右"}) {
      const vec3 mirrored = std::string(side) == "左" ? vec3(1) : vec3(-1, 1, 1);
      const vec3 from = crouches ? at(actor, std::string(side) + "ひざ") : at(actor, to.bone);
      move_wrist(actor, std::string(side) == "左" ? Side::left : Side::right,
                 from + mirrored * (crouches ? vec3(0, 0.9f, 0.3f) : to.left));
    }
    out[to.name] = vpd_from_pose(actor.pose, *model);
  }
  return out;
}

class FittedTo : public testing::TestWithParam<Proportions> {
 protected:
  /// What a pose was on the source, on the target as it is, and fitted to it.
  void compare(const std::string& pose, const std::string& what, float source, float as_is, float fitted,
               float within) {
    EXPECT_NEAR(fitted, source, within) << pose << " " << what << ", as it is " << as_is;
    auto& [largest_as_is, largest_fitted] = largest_[what];
    largest_as_is = std::max(largest_as_is, std::abs(as_is - source));
    largest_fitted = std::max(largest_fitted, std::abs(fitted - source));
  }
  /// The largest differences go into the report (--gtest_output).
  void TearDown() override {
    for (const auto& [what, largest] : largest_)
      RecordProperty(what, fmt::format("{:.3f} -> {:.3f}", largest.first, largest.second));
  }

  const std::shared_ptr<const Model> source_ = scaled_figure({}), target_ = scaled_figure(GetParam());

 private:
  std::map<std::string, std::pair<float, float>> largest_;
};

TEST_P(FittedTo, StandsKneelsAndTouchesAsTheSourceDid) {
  constexpr float degrees = 6.0f, three_millimetres = 0.0375f, centimetre = 0.125f;
  for (const auto& [pose, file] : poses_on(source_)) {
    const auto fitted = fit_pose(file, {source_}, target_);
    ASSERT_TRUE(fitted);
    const Actor before = posed(source_, applied(file, *source_)), after = posed(target_, fitted->pose),
                as_is = posed(target_, applied(file, *target_));
    if (std::abs(lowest(before)) < 0.1f)
      compare(pose, "floor", lowest(before), lowest(as_is), lowest(after), three_millimetres);
    for (const std::string side : {"左", "右"}) {
      compare(pose, "knee", knee(before, side), knee(as_is, side), knee(after, side), degrees);
      if (std::abs(sole(before, side)) < 0.1f)
        compare(pose, "sole", sole(before, side), sole(as_is, side), sole(after, side), three_millimetres);
      if (const auto touches = touches_of(before, side); !touches.empty())
        compare(pose, "hand", mean_gap(before, touches), mean_gap(as_is, touches), mean_gap(after, touches),
                centimetre);
    }
  }
}

#ifdef MMDVIEW_ONE_SHAPE
INSTANTIATE_TEST_SUITE_P(Shapes, FittedTo, testing::Values(shapes[0]));
#else
INSTANTIATE_TEST_SUITE_P(Shapes, FittedTo, testing::ValuesIn(shapes));
#endif

TEST(FitPose, LeavesAPoseOfTheSameFigureAsItIs) {
  const auto model = scaled_figure({});
  for (const char* name : test::sample_poses) {
    const auto fitted = fit_pose(sample_pose(name), {model}, model);
    ASSERT_TRUE(fitted);
    EXPECT_FLOAT_EQ(fitted->leg_ratio, 1.0f);
    for (const FitChange& change : fitted->changes)
      EXPECT_LT(std::max(change.degrees, change.units), 0.3f)
          << name << " " << model->skeleton.bones[static_cast<std::size_t>(change.bone)].name;
  }
}

TEST(FitPose, TakesTheClassicFigureWithoutAModel) {
  const auto target = scaled_figure({1.2f, 1.0f, 1.0f});
  const auto fitted = fit_pose(sample_pose("kick"), {classic_figure()}, target);
  ASSERT_TRUE(fitted);
  EXPECT_NEAR(fitted->leg_ratio, 9.21f * 1.2f / 9.42f, 0.02f);
}

TEST(FitPose, NamesTheLegBonesThatAModelLacks) {
  test::FileBuilder b;
  b.bone("センター");
  const auto fitted = fit_pose(sample_pose("kick"), {classic_figure()}, b.model());
  ASSERT_FALSE(fitted);
  EXPECT_THAT(fitted.error().what, testing::HasSubstr("左足ＩＫ"));
}

}  // namespace
}  // namespace mmd
