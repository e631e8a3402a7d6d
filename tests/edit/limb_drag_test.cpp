#include "edit/limb_drag.h"

#include <cmath>
#include <random>

#include <gmock/gmock.h>

#include "edit/held_parts.h"
#include "model/model.h"
#include "tests/support/body.h"

namespace mmd::edit {
namespace {

using testing::SizeIs;

using test::BodyParts;

std::shared_ptr<const Model> body(const BodyParts& parts = {}) {
  return build_model(test::body(parts)).model;
}

std::int32_t bone(const Model& model, const char* name) {
  return model.find_bone(name);
}
PosedBones posed(const std::shared_ptr<const Model>& model, const Pose& pose) {
  return {model, pose, {}};
}
Pose after(const Model& model, const Pose& start, const SetBones& set) {
  EditState state(model);
  state.pose = start;
  const auto done = perform(Command(set), model, state);
  EXPECT_TRUE(done) << describe(done.error());
  return state.pose;
}

/// A drag of a bone's mark or of the surface there.
struct Dragged {
  std::shared_ptr<const Model> model;
  Pose start;
  vec3 grabbed;
  LimbDrag drag;

  Dragged(std::shared_ptr<const Model> of, const char* name, bool is_surface = false)
      : Dragged(of, Pose(*of), name, is_surface) {}
  Dragged(const std::shared_ptr<const Model>& of, const Pose& pose, const char* name, bool is_surface = false)
      : model(of),
        start(pose),
        grabbed(posed(of, pose).place(bone(*of, name))),
        drag(of, pose, {}, grip_of(*of, bone(*of, name), is_surface).value(), grabbed, is_surface) {}
  PosedBones to(const vec3& point) { return posed(model, after(*model, start, drag.to(point))); }
};

/// The angle of a rotation's part about an axis, degrees.
float twist(const quat& q, const vec3& axis) {
  return std::remainder(2.0f * std::atan2(glm::dot(vec3(q.x, q.y, q.z), axis), q.w), 2.0f * pi) * 180.0f / pi;
}

TEST(LimbDrag, BringsTheWristToEveryPlaceWithinReach) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> part(-1.0f, 1.0f);
  for (const bool twists : {true, false}) {
    Dragged hand(body({twists, true}), "左手首");
    const vec3 arm = posed(hand.model, hand.start).place(bone(*hand.model, "左腕"));
    for (int i = 0; i < 200; ++i) {
      const vec3 way(part(random), part(random), part(random));
      if (glm::length(way) > 1.0f || glm::length(way) < 0.1f) continue;
      const vec3 target = arm + 4.7f * way;
      const PosedBones bones = hand.to(target);
      EXPECT_LT(glm::distance(bones.place(bone(*hand.model, "左手首")), target), 1e-3f) << i << " " << twists;
    }
  }
}

TEST(LimbDrag, PointsAStraightArmAtAPlaceOutOfReach) {
  Dragged hand(body(), "左手首");
  const vec3 target(30.0f, 25.0f, 10.0f);
  const PosedBones bones = hand.to(target);
  const auto place = [&](const char* name) { return bones.place(bone(*hand.model, name)); };
  const vec3 way = glm::normalize(target - place("左腕"));
  EXPECT_GT(glm::dot(glm::normalize(place("左ひじ") - place("左腕")), way), 0.9999f);
  EXPECT_GT(glm::dot(glm::normalize(place("左手首") - place("左ひじ")), way), 0.9999f);
}

TEST(LimbDrag, LeavesThePoseAsItIsAtTheStart) {
  const auto model = body();
  Pose start(*model);
  for (const char* name : {"左腕", "左ひじ", "左手首"})
    start.rotation[at(bone(*model, name))] = glm::angleAxis(0.7f, glm::normalize(vec3(0.3f, -1.0f, 0.2f)));
  Dragged hand(model, start, "左手首");
  const PosedBones before = posed(model, start), now = hand.to(hand.grabbed);
  for (const char* name : {"左ひじ", "左手首", "左中指１"})
    EXPECT_LT(glm::distance(now.place(bone(*model, name)), before.place(bone(*model, name))), 1e-3f) << name;
}

TEST(LimbDrag, DependsOnThePointerAlone) {
  Dragged hand(body(), "左手首");
  const vec3 target(1.0f, 15.0f, 2.0f);
  const Pose once = hand.to(target).pose();
  for (int i = 0; i < 20; ++i)
    static_cast<void>(hand.to(target + vec3(0.3f * static_cast<float>(i), -1, 0.5f)));
  EXPECT_EQ(hand.to(target).pose().rotation, once.rotation);
}

TEST(LimbDrag, KeepsTheElbowsSide) {
  const auto model = body();
  Dragged lift(model, "左手首");
  Pose start = lift.to(vec3(3.0f, 15.0f, 2.5f)).pose();
  const auto height = [&](const PosedBones& bones) {
    const auto place = [&](const char* name) { return bones.place(bone(*model, name)); };
    return place("左ひじ").y - 0.5f * (place("左腕").y + place("左手首").y);
  };
  EXPECT_LT(height(posed(model, start)), -0.2f) << "a natural elbow hangs";
  // Swing the elbow up about the line from shoulder to wrist.
  PosedBones swung = posed(model, start);
  const vec3 line = swung.place(bone(*model, "左手首")) - swung.place(bone(*model, "左腕"));
  swung.turn(bone(*model, "左腕"), glm::angleAxis(pi, glm::normalize(line)));
  ASSERT_GT(height(swung), 0.2f);
  Dragged on(model, swung.pose(), "左手首");
  EXPECT_GT(height(on.to(on.grabbed + vec3(0.5f, 0.3f, 0.2f))), 0.2f);
}

TEST(LimbDrag, GivesTwistsToTwistBones) {
  Dragged hand(body(), "左手首");
  const Pose pose = hand.to(vec3(0.4f, 16.0f, 1.8f)).pose();
  const vec3 axis = hand.model->skeleton.bones[at(bone(*hand.model, "左腕捩"))].fixed_axis;
  EXPECT_NEAR(twist(pose.rotation[at(bone(*hand.model, "左腕"))], axis), 0.0f, 0.1f);
  EXPECT_GT(std::abs(twist(pose.rotation[at(bone(*hand.model, "左腕捩"))], axis)), 5.0f);
  EXPECT_EQ(pose.rotation[at(bone(*hand.model, "左手首"))], identity_rotation());
}

TEST(LimbDrag, MovesAFootByItsGoalAlone) {
  Dragged foot(body(), "左足首");
  const vec3 target = foot.grabbed + vec3(0.5f, 2.0f, 1.5f);
  const SetBones set = foot.drag.to(target);
  ASSERT_THAT(set.bones, SizeIs(1));
  EXPECT_EQ(set.bones[0].bone, bone(*foot.model, "左足ＩＫ"));
  EXPECT_FALSE(set.bones[0].rotation);
  EXPECT_LT(glm::distance(foot.to(target).place(bone(*foot.model, "左足首")), target), 0.05f);
}

TEST(LimbDrag, MovesALegWithoutGoalByTwoBones) {
  Dragged foot(body({true, false}), "左足首");
  const auto ankle = bone(*foot.model, "左足首"), knee = bone(*foot.model, "左ひざ");
  const vec3 target = foot.grabbed + vec3(0.5f, 3.0f, 1.5f);
  const PosedBones bones = foot.to(target);
  EXPECT_LT(glm::distance(bones.place(ankle), target), 1e-3f);
  EXPECT_GT(bones.place(knee).z, 1.5f) << "knees bend to the front";
  EXPECT_LT(glm::length(vec3(bones.rotation(ankle).x, bones.rotation(ankle).y, bones.rotation(ankle).z)),
            1e-3f)
      << "the sole stays flat";
}

TEST(LimbDrag, MovesTheHipOverItsFeet) {
  for (const bool goals : {true, false}) {
    Dragged hip(body({true, goals}), "センター");
    const auto ankle = bone(*hip.model, "右足首");
    const vec3 before = posed(hip.model, hip.start).place(ankle);
    const PosedBones bones = hip.to(hip.grabbed + vec3(0.5f, -2.0f, 0.3f));
    EXPECT_LT(glm::distance(bones.place(ankle), before), 0.05f) << goals;
    EXPECT_NEAR(bones.place(bone(*hip.model, "センター")).y, hip.grabbed.y - 2.0f, 1e-4f);
    EXPECT_LT(glm::distance(hip.to(hip.grabbed + vec3(0.0f, 9.0f, 0.0f)).place(ankle), before), 0.05f)
        << "no higher than the legs reach";
  }
}

TEST(LimbDrag, TurnsTheHeadTowardsThePointer) {
  Dragged head(body(), "頭");
  const PosedBones bones = head.to(head.grabbed + vec3(1.0f, 0.0f, 0.0f));
  const vec3 face = bones.rotation(bone(*head.model, "頭")) * vec3(0, 0, 1);
  EXPECT_GT(face.x, 0.3f);
  EXPECT_NE(bones.pose().rotation[at(bone(*head.model, "首"))], identity_rotation()) << "the neck helps";
}

TEST(LimbDrag, TakesHoldOfThePartThatABoneBelongsTo) {
  const auto model = body();
  const auto part = [&](const char* name, bool is_surface) {
    return grip_of(*model, bone(*model, name), is_surface)->part;
  };
  EXPECT_EQ(part("左中指１", true), DraggedPart::hand);
  EXPECT_EQ(part("右足ＩＫ", false), DraggedPart::foot);
  EXPECT_EQ(part("右足", true), DraggedPart::knee);
  EXPECT_EQ(part("右足", false), DraggedPart::hip);
  EXPECT_EQ(part("全ての親", false), DraggedPart::bone);
  EXPECT_EQ(pinnable(*model, bone(*model, "左中指１")), bone(*model, "左手首"));
  EXPECT_EQ(pinnable(*model, bone(*model, "左足ＩＫ")), bone(*model, "左足首"));
  EXPECT_EQ(pinnable(*model, bone(*model, "頭")), none);
}

/// The pose after a command with pins.
Pose pinned(const std::shared_ptr<const Model>& model, const Pose& before, const SetBones& set,
            const std::vector<std::int32_t>& pins) {
  Pose out = after(*model, before, set);
  keep_pinned(model, {}, pins, Command(set), before, out);
  return out;
}

TEST(Pins, KeepAHandWhileTheBodyMoves) {
  const auto model = body();
  const auto hand = bone(*model, "右手首"), finger = bone(*model, "右中指１");
  Dragged bend(model, "右手首");
  const Pose start = bend.to(vec3(-2.5f, 13.0f, 2.5f)).pose();
  const PosedBones before = posed(model, start);
  const SetBones lower{{{bone(*model, "センター"), vec3(0.4f, -1.0f, 0.2f), std::nullopt}}};
  const PosedBones now = posed(model, pinned(model, start, lower, {hand}));
  EXPECT_LT(glm::distance(now.place(hand), before.place(hand)), 1e-3f);
  EXPECT_LT(glm::distance(now.place(finger), before.place(finger)), 2e-3f) << "turned as before";
}

TEST(Pins, KeepAFootWhileEverythingMoves) {
  for (const bool goals : {true, false}) {
    const auto model = body({true, goals});
    const auto foot = bone(*model, "左足首");
    const Pose start(*model);
    const SetBones move{{{bone(*model, "全ての親"), vec3(0.3f, -1.0f, 0.4f), std::nullopt}}};
    const PosedBones now = posed(model, pinned(model, start, move, {foot}));
    EXPECT_LT(glm::distance(now.place(foot), posed(model, start).place(foot)), 0.05f) << goals;
  }
}

TEST(Pins, LetGoOfTheHandThatIsDragged) {
  Dragged hand(body(), "左手首");
  const vec3 target(3.0f, 15.0f, 2.0f);
  const Pose pose = pinned(hand.model, hand.start, hand.drag.to(target), {bone(*hand.model, "左手首")});
  EXPECT_LT(glm::distance(posed(hand.model, pose).place(bone(*hand.model, "左手首")), target), 1e-3f);
}

TEST(Symmetry, MakesEachChangeOnTheOtherSide) {
  Dragged hand(body(), "左手首");
  const SetBones set = hand.drag.to(vec3(3.0f, 16.0f, 2.0f));
  Pose pose = after(*hand.model, hand.start, set);
  mirror_changes(*hand.model, hand.start, pose);
  const PosedBones bones = posed(hand.model, pose);
  const vec3 left = bones.place(bone(*hand.model, "左手首")),
             right = bones.place(bone(*hand.model, "右手首"));
  EXPECT_LT(glm::distance(left, vec3(-right.x, right.y, right.z)), 1e-4f);
}

TEST(Symmetry, LeavesBothSidesThatChanged) {
  const auto model = body();
  const quat a = glm::angleAxis(0.3f, vec3(0, 0, 1)), b = glm::angleAxis(0.8f, vec3(0, 1, 0));
  const Pose before(*model);
  Pose pose = before;
  pose.rotation[at(bone(*model, "左腕"))] = a;
  pose.rotation[at(bone(*model, "右腕"))] = b;
  mirror_changes(*model, before, pose);
  EXPECT_EQ(pose.rotation[at(bone(*model, "左腕"))], a);
  EXPECT_EQ(pose.rotation[at(bone(*model, "右腕"))], b);
}

}  // namespace
}  // namespace mmd::edit
