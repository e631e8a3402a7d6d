// Dragging rings and arrows.

#include "edit/gizmo.h"

#include <random>

#include <gmock/gmock.h>

#include "base/handedness.h"

namespace mmd::edit {
namespace {

using Kind = GizmoHandle::Kind;

class Gizmo : public testing::Test {
 protected:
  float number(float from, float to) { return std::uniform_real_distribution<float>(from, to)(random); }
  vec3 point(float half) { return {number(-half, half), number(-half, half), number(-half, half)}; }
  quat rotation() { return glm::normalize(quat(number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1))); }
  GizmoFrame frame() {
    const quat q = rotation();
    return {point(20.0f), {q * vec3(1, 0, 0), q * vec3(0, 1, 0), q * vec3(0, 0, 1)}, number(0.5f, 5.0f)};
  }
  static Ray to(const vec3& eye, const vec3& at) { return {eye, glm::normalize(at - eye)}; }
  static double distance(const Ray& ray, const vec3& at) {
    return glm::length(glm::cross(at - ray.origin, ray.direction));
  }

  std::mt19937 random{7};
};

TEST_F(Gizmo, MovesAlongAnAxisToThePointer) {
  for (int i = 0; i < 500; ++i) {
    const GizmoFrame f = frame();
    const vec3 eye = f.at + glm::normalize(point(1.0f)) * 40.0f;
    const int axis = i % 3;
    const vec3& a = f.axes[static_cast<std::size_t>(axis)];
    if (std::abs(glm::dot(glm::normalize(f.at - eye), a)) > 0.95f) continue;  // runs along the view
    const float grabbed = number(0.1f, 3.0f), dragged = number(-5.0f, 5.0f);
    GizmoDrag drag(f, {Kind::move, axis}, to(eye, f.at + a * grabbed), glm::normalize(f.at - eye));
    drag.to(to(eye, f.at + a * dragged));
    EXPECT_NEAR(drag.value(), dragged - grabbed, 1e-3);
    EXPECT_NEAR(distance(to(eye, f.at + a * dragged), f.at + a * grabbed + drag.offset(drag.value())), 0.0,
                1e-3);
  }
}

TEST_F(Gizmo, SlidesToThePointer) {
  for (int i = 0; i < 200; ++i) {
    const GizmoFrame f = frame();
    const vec3 eye = f.at + glm::normalize(point(1.0f)) * 40.0f, facing = glm::normalize(f.at - eye);
    GizmoDrag drag(f, {Kind::slide, 0}, to(eye, f.at), facing);
    const Ray there = to(eye, f.at + point(4.0f));
    drag.to(there);
    const vec3 offset = drag.offset(drag.value());
    EXPECT_NEAR(distance(there, f.at + offset), 0.0, 1e-3);
    EXPECT_NEAR(glm::dot(offset, facing), 0.0f, 1e-3f) << "at the same depth";
  }
}

TEST_F(Gizmo, TurnsToThePointerBeyondFullTurns) {
  for (int i = 0; i < 300; ++i) {
    const GizmoFrame f = frame();
    const int axis = i % 3;
    const vec3& a = f.axes[static_cast<std::size_t>(axis)];
    const vec3 eye = f.at + glm::normalize(point(1.0f)) * 40.0f;
    if (std::abs(glm::dot(glm::normalize(f.at - eye), a)) < 0.3f) continue;  // from the edge: below
    const vec3 u = f.axes[static_cast<std::size_t>((axis + 1) % 3)];
    const vec3 v = f.axes[static_cast<std::size_t>((axis + 2) % 3)];
    const auto on_ring = [&](float angle) {
      return f.at + f.size * (std::cos(angle) * u + std::sin(angle) * v);
    };
    const float begin = number(-3.0f, 3.0f), turn = number(-12.0f, 12.0f);
    GizmoDrag drag(f, {Kind::turn, axis}, to(eye, on_ring(begin)), glm::normalize(f.at - eye));
    for (int step = 1; step <= 12; ++step)
      drag.to(to(eye, on_ring(begin + turn * static_cast<float>(step) / 12.0f)));
    EXPECT_NEAR(drag.value(), turn, 2e-3);
  }
}

TEST_F(Gizmo, ARingSeenEdgeOnFollowsThePointer) {
  const GizmoFrame f{vec3(0.0f), {vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)}, 2.0f};
  const vec3 eye(0.0f, 0.0f, 40.0f);
  GizmoDrag drag(f, {Kind::turn, 1}, to(eye, vec3(0.0f, 0.0f, 2.0f)), vec3(0, 0, -1));
  drag.to(to(eye, vec3(1.0f, 0.0f, 0.0f)));
  EXPECT_NEAR(drag.value(), 0.5, 1e-3) << "like pulling the near side of a wheel to the right";
}

TEST_F(Gizmo, APaceCountsFromWhereItBegins) {
  const GizmoFrame f;
  const vec3 eye(0.0f, 0.0f, 40.0f), facing(0, 0, -1);
  const auto at = [&](float x) { return to(eye, vec3(x, 0.0f, 0.0f)); };
  GizmoDrag move(f, {Kind::move, 0}, at(1.0f), facing), slide(f, {Kind::slide, 0}, at(0.0f), facing);
  for (GizmoDrag* drag : {&move, &slide}) {
    const float from = drag == &move ? 1.0f : 0.0f;
    drag->to(at(from + 2.0f));
    EXPECT_NEAR(drag->value(), 2.0, 1e-4);
    drag->to(at(from + 3.0f), 0.1);
    EXPECT_NEAR(drag->value(), 2.1, 1e-4);
    drag->to(at(from + 4.0f), 0.1);
    EXPECT_NEAR(drag->value(), 2.2, 1e-4);
    drag->to(at(from + 3.0f));
    EXPECT_NEAR(drag->value(), 1.2, 1e-4);
    EXPECT_NEAR(drag->offset(drag->value()).x, 1.2f, 1e-4f);
  }
}

TEST_F(Gizmo, SnapsToMultiples) {
  EXPECT_EQ(snapped(0.74, 0.5), 0.5);
  EXPECT_EQ(snapped(-0.76, 0.5), -1.0);
  EXPECT_EQ(snapped(52.0, snap_degrees), 45.0);
}

TEST_F(Gizmo, TurnsAboutTheChosenAxis) {
  Bone bone;
  for (int i = 0; i < 300; ++i) {
    const HeldBone held{4, {point(2.0f), rotation()}, rotation()};
    const auto axes = static_cast<GizmoAxes>(i % 3);
    const int axis = i / 3 % 3;
    const double angle = number(-6.0f, 6.0f);
    const vec3 a = gizmo_axes(bone, held, axes)[static_cast<std::size_t>(axis)];
    const SetBones::Entry entry = turned(bone, held, axes, axis, angle);
    EXPECT_EQ(entry.bone, 4);
    EXPECT_FALSE(entry.translation);
    // In the scene this is a turn about that axis by that angle.
    const quat before = held.parent * held.own.rotation, after = held.parent * *entry.rotation;
    const quat turn = after * glm::inverse(before);
    EXPECT_NEAR(glm::length(turn * a - a), 0.0f, 2e-5f);
    const auto half = static_cast<float>(0.5 * angle);
    const quat wanted(std::cos(half), std::sin(half) * a);
    EXPECT_NEAR(std::abs(glm::dot(turn, wanted)), 1.0f, 1e-5f);
  }
}

TEST_F(Gizmo, MovesAlikeForAnyRotationOfTheParent) {
  for (int i = 0; i < 100; ++i) {
    const HeldBone held{1, {point(2.0f), rotation()}, rotation()};
    const vec3 offset = point(3.0f);
    const SetBones::Entry entry = moved(held, offset);
    const vec3 went = held.parent * (*entry.translation - held.own.translation);
    EXPECT_NEAR(glm::length(went - offset), 0.0f, 1e-5f);
    EXPECT_FALSE(entry.rotation);
  }
}

TEST_F(Gizmo, TurnsBonesOnlyAboutTheirFixedAxis) {
  Bone bone;
  bone.rotatable = bone.has_fixed_axis = true;
  bone.fixed_axis = glm::normalize(vec3(1, 2, 3));
  const HeldBone held{0, {}, rotation()};
  for (const GizmoAxes axes : {GizmoAxes::local, GizmoAxes::parent, GizmoAxes::world}) {
    const auto all = gizmo_axes(bone, held, axes);
    EXPECT_NEAR(glm::length(all[2] - held.parent * bone.fixed_axis), 0.0f, 1e-5f);
    const quat q = *turned(bone, held, axes, 2, 1.0).rotation;
    EXPECT_NEAR(glm::length(q * bone.fixed_axis - bone.fixed_axis), 0.0f, 1e-5f);
  }
  const auto parts = gizmo_parts({}, bone);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].handle, (GizmoHandle{Kind::turn, 2}));
}

TEST_F(Gizmo, OffersTheHandlesThatTheBoneAllows) {
  Bone bone;
  EXPECT_TRUE(gizmo_parts({}, bone).empty());
  bone.rotatable = true;
  EXPECT_EQ(gizmo_parts({}, bone).size(), 3u);
  bone.movable = true;
  EXPECT_EQ(gizmo_parts({}, bone).size(), 7u);
  for (const GizmoPart& part : gizmo_parts({}, bone)) {
    if (part.handle.kind != Kind::turn) continue;
    for (const vec3& p : part.line) EXPECT_NEAR(glm::length(p), 1.0f, 1e-5f);
  }
}

TEST(Angles, RoundTripThroughRotations) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> all(-179.0f, 179.0f), half(-89.0f, 89.0f);
  for (int i = 0; i < 2000; ++i) {
    const vec3 degrees(half(random), all(random), all(random));
    const vec3 back = degrees_from_rotation(rotation_from_degrees(degrees));
    EXPECT_NEAR(glm::length(back - degrees), 0.0f, 2e-3f)
        << degrees.x << ' ' << degrees.y << ' ' << degrees.z;
  }
}

TEST(Angles, RotationsRoundTripAtThePoles) {
  for (const float x : {-90.0f, -89.9999f, 0.0f, 89.9999f, 90.0f}) {
    for (const float y : {-170.0f, 0.0f, 60.0f}) {
      const quat q = rotation_from_degrees({x, y, 35.0f});
      const quat back = rotation_from_degrees(degrees_from_rotation(q));
      EXPECT_NEAR(std::abs(glm::dot(q, back)), 1.0f, 1e-6f) << x << ' ' << y;
    }
  }
}

TEST(Angles, AngleTurnsAboutItsAxisInMmdSpace) {
  for (int axis = 0; axis < 3; ++axis) {
    vec3 degrees(0.0f), wanted(0.0f);
    degrees[axis] = 90.0f;
    wanted[axis] = std::sqrt(0.5f);
    const quat q = mirror(rotation_from_degrees(degrees));
    EXPECT_LT(glm::length(vec3(q.x, q.y, q.z) - wanted), 1e-6f) << axis;
  }
  EXPECT_EQ(degrees_from_rotation(identity_rotation()), vec3(0.0f));
}

TEST(Twist, IsTheTurnAboutTheAxisAloneAndComesBack) {
  const vec3 axis = glm::normalize(vec3(1.0f, -0.6f, 0.2f));
  for (const float degrees : {-179.0f, -90.0f, 0.0f, 30.0f, 170.0f}) {
    const quat turn = rotation_from_twist(degrees, axis);
    EXPECT_NEAR(twist_degrees(turn, axis), degrees, 1e-3f);
    EXPECT_NEAR(twist_degrees(-turn, axis), degrees, 1e-3f) << "the same rotation";
  }
  const vec3 across = glm::normalize(glm::cross(axis, vec3(0.0f, 1.0f, 0.0f)));
  EXPECT_NEAR(twist_degrees(glm::angleAxis(0.7f, across), axis), 0.0f, 1e-3f) << "a swing is no twist";
  // About Y, the fields of the rotation and the twist have the same sign.
  EXPECT_NEAR(twist_degrees(rotation_from_degrees({0.0f, 20.0f, 0.0f}), {0.0f, 1.0f, 0.0f}), 20.0f, 1e-3f);
}

}  // namespace
}  // namespace mmd::edit
