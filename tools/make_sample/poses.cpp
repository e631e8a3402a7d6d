#include "make_sample/pose_builder.h"
#include "make_sample/samples.h"

namespace mmd::sample {
namespace {

constexpr bool left = true, right = false;

const Finger& finger(std::size_t i) {
  return fingers()[i];  // thumb, fore, middle, third, little
}

void relaxed(PoseBuilder& b, bool is_left) {
  b.hand(is_left, 0.0f, 9.0f, 4.0f, 0.7f).bend(is_left, finger(0), {4.0f, 8.0f, 12.0f}, -16.0f);
}
void fist(PoseBuilder& b, bool is_left) {
  for (const std::size_t i : {1u, 2u, 3u, 4u}) b.fold(is_left, finger(i));
  b.thumb_over_fingers(is_left);
}
void flat(PoseBuilder& b, bool is_left) {
  b.hand(is_left, 4.0f, 3.0f, 1.0f);
}

/// The right hand lies on the waist above the belt: the fingers point to the front, the thumb above them.
/// `yaw`: degrees that the waist is turned to the right; `out`: units that the wrist is farther from it.
void hand_on_waist(PoseBuilder& b, float yaw, float out = 0.0f) {
  const vec3 waist = b.position("上半身");
  const quat turned = turn(axis_y, -yaw);  // directions are given for the left side
  b.reach(right, vec3(-waist.x, waist.y, waist.z) + turned * vec3(1.55f + out, 0.62f, 0.26f),
          turned * vec3(1.0f, 0.1f, 0.6f), turned * vec3(-0.6f, -0.3f, -0.74f),
          turned * vec3(0.5f, 0.75f, -0.4f));
  b.hand(right, 0.0f, 22.0f, 3.0f, 0.6f).bend(right, finger(0), {-40.0f, -2.0f, 6.0f}, -32.0f);
}

vpd::File standing(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.25f, -0.16f, 0.0f});
  b.rotate("下半身", turn(axis_z, 4.0f) * turn(axis_y, 5.0f));
  b.rotate("上半身", turn(axis_z, -4.0f) * turn(axis_x, 2.0f));
  b.rotate("上半身2", turn(axis_z, -2.5f) * turn(axis_y, -3.0f));
  b.rotate("首", turn(axis_z, 3.0f) * turn(axis_y, 4.0f));
  b.rotate("頭", turn(axis_z, 5.0f) * turn(axis_y, 7.0f) * turn(axis_x, -2.0f));
  b.rotate("両目", turn(axis_y, -6.0f));
  b.arm(left, {{0.44f, -0.89f, 0.08f}, {0.3f, -0.93f, -0.22f}, {0.2f, -0.96f, -0.2f}, {0.95f, 0.1f, -0.3f}});
  b.arm(right,
        {{0.42f, -0.9f, 0.12f}, {0.34f, -0.92f, -0.2f}, {0.22f, -0.96f, -0.18f}, {0.95f, 0.1f, -0.3f}});
  relaxed(b, left);
  relaxed(b, right);
  b.stand(left, {0.12f, 0.1f, 14.0f, 0.0f, 0.0f});
  b.stand(right, {-0.05f, -0.5f, 20.0f, 0.0f, 0.0f});
  return b.morph("にっこり", 0.7f).take();
}

vpd::File walking(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.0f, -0.42f, 0.0f});
  b.rotate("下半身", turn(axis_y, 9.0f));
  b.rotate("上半身", turn(axis_y, -8.0f) * turn(axis_x, -4.0f));
  b.rotate("上半身2", turn(axis_y, -7.0f));
  b.rotate("首", turn(axis_y, 6.0f));
  b.rotate("頭", turn(axis_y, 8.0f) * turn(axis_x, 3.0f));
  b.arm(left, {{0.42f, -0.8f, 0.46f}, {0.36f, -0.9f, 0.12f}, {0.3f, -0.94f, 0.02f}, {0.95f, 0.25f, 0.1f}});
  b.arm(right,
        {{0.4f, -0.78f, -0.48f}, {0.16f, -0.55f, -0.82f}, {0.1f, -0.45f, -0.88f}, {0.95f, 0.15f, 0.05f}});
  relaxed(b, left);
  relaxed(b, right);
  // Heel strike in front; behind, the heel is up and the foot rolls over its ball.
  b.stand(left, {-0.15f, -1.9f, 2.0f, -15.0f, 0.0f});
  b.stand(right, {-0.15f, 1.8f, 2.0f, 38.0f, 0.0f});
  return b.morph("上", 0.4f).morph("にっこり", 0.8f).take({0.7f, 0.35f, {0, 0, 0.25f}});
}

vpd::File running(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.0f, -0.55f, 0.0f}, turn(axis_x, -9.0f));
  b.rotate("下半身", turn(axis_y, -14.0f));
  b.rotate("上半身", turn(axis_y, 12.0f) * turn(axis_x, -6.0f));
  b.rotate("上半身2", turn(axis_y, 12.0f));
  b.rotate("首", turn(axis_y, -10.0f) * turn(axis_x, 6.0f));
  b.rotate("頭", turn(axis_y, -10.0f) * turn(axis_x, 8.0f));
  b.rotate("左肩P", turn(axis_z, 9.0f));
  b.arm(left, {{0.5f, -0.62f, -0.6f}, {-0.15f, 0.45f, -0.88f}, {-0.15f, 0.5f, -0.85f}, {0.95f, 0.1f, 0.2f}});
  b.arm(right, {{0.5f, -0.45f, 0.75f}, {0.35f, -0.7f, -0.6f}, {0.3f, -0.6f, -0.7f}, {0.95f, 0.1f, 0.1f}});
  fist(b, left);
  fist(b, right);
  b.leg(right, {{0.06f, -0.42f, -0.9f}, {0, 0.3f, -1}, 92.0f, 8.0f});
  b.stand(left, {-0.35f, 1.75f, 0.0f, 52.0f, 0.0f});
  return b.morph("え", 0.8f).morph("怒り", 0.35f).morph("ｷﾘｯ", 0.35f).take({0.6f, 0.25f, {0, 0.35f, 1.1f}});
}

vpd::File sitting(const Rig& rig) {
  PoseBuilder b(rig);
  // On her heels, hands in the lap.
  b.move("センター", {0.0f, -8.3f, 0.6f});
  b.rotate("腰", turn(axis_x, 4.0f));
  b.rotate("上半身", turn(axis_x, -6.0f) * turn(axis_z, 2.0f));
  b.rotate("上半身2", turn(axis_x, -3.0f));
  b.rotate("首", turn(axis_z, -4.0f));
  b.rotate("頭", turn(axis_x, 4.0f) * turn(axis_z, -8.0f));
  for (const bool side : {left, right}) {
    b.rotate(side == left ? "左肩P" : "右肩P", turn(axis_z, side == left ? 6.0f : -6.0f));
    b.arm(side,
          {{0.3f, -0.9f, -0.25f}, {-0.36f, -0.43f, -0.82f}, {-0.35f, -0.22f, -0.9f}, {0.2f, 0.95f, -0.2f}});
    b.hand(side, 0.0f, 9.0f, 2.0f).bend(side, finger(0), {4.0f, 8.0f, 10.0f}, -14.0f);
    b.leg(side, {{-0.02f, -0.32f, -0.95f}, {0.0f, 1.0f, -0.3f}, 161.0f, 80.0f});
  }
  return b.morph("にっこり", 1.0f).morph("上", 0.5f).take({0.75f, 0.6f, {}, 0.8f, 0.1f});
}

vpd::File peace(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.22f, -0.2f, 0.0f});
  b.rotate("下半身", turn(axis_z, 4.0f) * turn(axis_y, 6.0f));
  b.rotate("上半身", turn(axis_z, -6.0f) * turn(axis_y, 3.0f));
  b.rotate("上半身2", turn(axis_z, -3.0f));
  b.rotate("首", turn(axis_z, -3.0f));
  b.rotate("頭", turn(axis_z, -8.0f) * turn(axis_x, 2.0f));
  b.rotate("左肩P", turn(axis_z, 8.0f));
  b.arm(left, {{0.8f, -0.45f, -0.4f}, {0.12f, 0.95f, -0.3f}, {0.12f, 0.97f, -0.16f}, {0.25f, 0.1f, 0.95f}});
  hand_on_waist(b, 0.0f);
  b.bend(left, finger(1), {-3.0f, 6.0f, 4.0f}, 6.0f).bend(left, finger(2), {-1.0f, 5.0f, 4.0f}, -9.0f);
  b.fold(left, finger(3)).fold(left, finger(4)).thumb_over_fingers(left);
  b.stand(left, {0.05f, 0.0f, 12.0f, 0.0f, 0.0f});
  b.stand(right, {-0.1f, 0.75f, 14.0f, 34.0f, -6.0f});
  return b.morph("ウィンク右", 1.0f).morph("あ", 0.8f).morph("照れ", 0.8f).morph("上", 0.5f).take();
}

vpd::File jumping(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.0f, 3.4f, 0.0f}, turn(axis_x, -4.0f));
  b.rotate("下半身", turn(axis_x, 8.0f));
  b.rotate("上半身", turn(axis_x, 6.0f));
  b.rotate("上半身2", turn(axis_x, 5.0f));
  b.rotate("頭", turn(axis_x, 8.0f));
  b.rotate("左肩P", turn(axis_z, 14.0f));
  b.rotate("右肩P", turn(axis_z, -14.0f));
  b.arm(left, {{0.72f, 0.68f, 0.05f}, {0.5f, 0.86f, -0.1f}, {0.6f, 0.8f, 0.0f}, {-0.2f, 0.1f, 0.95f}});
  b.arm(right, {{0.72f, 0.68f, 0.05f}, {0.5f, 0.86f, -0.1f}, {0.6f, 0.8f, 0.0f}, {-0.2f, 0.1f, 0.95f}});
  for (const bool side : {left, right}) {
    flat(b, side);
    b.curl(side, finger(1), 2.0f, 8.0f).curl(side, finger(4), 2.0f, -12.0f);
  }
  b.leg(left, {{0.16f, -0.86f, -0.45f}, {0.1f, -0.4f, -1}, 96.0f, 28.0f});
  b.leg(right, {{0.12f, -0.99f, 0.08f}, {0.1f, 0, -1}, 70.0f, 30.0f});
  return b.morph("笑い", 1.0f).morph("あ", 1.0f).morph("照れ", 0.6f).take({0.45f, 0.2f, {0, 0.9f, 0.1f}});
}

vpd::File bow(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.0f, -0.12f, 0.65f});
  b.rotate("腰", turn(axis_x, -22.0f));
  b.rotate("上半身", turn(axis_x, -14.0f));
  b.rotate("上半身2", turn(axis_x, -6.0f));
  b.rotate("首", turn(axis_x, 4.0f));
  b.rotate("頭", turn(axis_x, 9.0f));
  for (const bool side : {left, right}) {
    b.arm(side,
          {{0.22f, -0.92f, -0.3f}, {-0.33f, -0.88f, -0.34f}, {-0.3f, -0.9f, -0.25f}, {0.35f, 0.1f, -0.93f}});
    flat(b, side);
    b.bend(side, finger(0), {4.0f, 6.0f, 8.0f}, -20.0f);
    b.stand(side, {-0.25f, 0.0f, 4.0f, 0.0f, 0.0f});
  }
  return b.morph("まばたき", 1.0f).morph("にっこり", 0.6f).take({0.85f, 0.3f, {}});
}

vpd::File stretch(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {-0.15f, 0.0f, -0.1f});
  b.rotate("下半身", turn(axis_z, -3.0f));
  b.rotate("上半身", turn(axis_x, 7.0f) * turn(axis_z, 5.0f));
  b.rotate("上半身2", turn(axis_x, 6.0f) * turn(axis_z, 4.0f));
  b.rotate("首", turn(axis_x, 4.0f));
  b.rotate("頭", turn(axis_x, 6.0f) * turn(axis_z, 6.0f));
  b.rotate("左肩P", turn(axis_z, 22.0f));
  b.rotate("右肩P", turn(axis_z, -22.0f));
  b.arm(left, {{0.5f, 0.86f, 0.02f}, {-0.32f, 0.94f, -0.05f}, {-0.25f, 0.96f, 0.0f}, {0.3f, 0.1f, 0.95f}});
  b.arm(right, {{0.62f, 0.78f, 0.0f}, {0.1f, 0.98f, -0.1f}, {0.1f, 0.98f, 0.0f}, {0.3f, 0.1f, 0.95f}});
  relaxed(b, left);
  relaxed(b, right);
  b.stand(left, {-0.1f, 0.1f, 8.0f, 24.0f, 0.0f});
  b.stand(right, {-0.1f, -0.1f, 10.0f, 24.0f, 0.0f});
  return b.morph("まばたき", 1.0f).morph("お", 0.75f).morph("困る", 0.4f).take();
}

vpd::File kick(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {-0.5f, -0.34f, 0.25f}, turn(axis_z, 8.0f));
  b.rotate("下半身", turn(axis_x, 14.0f) * turn(axis_y, 8.0f));
  b.rotate("上半身", turn(axis_y, 7.0f) * turn(axis_x, 14.0f) * turn(axis_z, 6.0f));
  b.rotate("上半身2", turn(axis_y, 13.0f) * turn(axis_x, 3.0f));
  b.rotate("首", turn(axis_y, -6.0f) * turn(axis_x, -11.0f));
  b.rotate("頭", turn(axis_y, -6.0f) * turn(axis_x, -11.0f) * turn(axis_z, -8.0f));
  b.arm(left, {{0.84f, -0.4f, 0.36f}, {0.76f, -0.22f, -0.6f}, {0.6f, -0.3f, -0.7f}, {0.6f, 0.7f, 0.2f}});
  b.arm(right, {{0.6f, -0.62f, -0.5f}, {-0.12f, 0.42f, -0.9f}, {-0.14f, 0.5f, -0.85f}, {0.95f, 0.1f, 0.1f}});
  fist(b, left);
  fist(b, right);
  b.leg(left, {{0.24f, -0.1f, -0.96f}, {0.1f, 1, 0.1f}, 4.0f, 68.0f});
  b.stand(right, {-0.35f, 0.1f, 56.0f, 0.0f, -6.0f});
  return b.morph("怒り", 0.8f).morph("ｷﾘｯ", 0.9f).morph("ワ", 0.6f).take({0.8f, 0.2f, {-0.75f, 0.2f, 0.3f}});
}

vpd::File sleeping(const Rig& rig) {
  PoseBuilder b(rig);
  // On her right side, facing the camera, head on the right arm.
  b.move("センター", {2.2f, -6.29f, 0.0f}, turn(axis_y, 6.0f) * turn(axis_z, 88.0f));
  b.rotate("下半身", turn(axis_x, 8.0f));
  b.rotate("上半身", turn(axis_x, -12.0f) * turn(axis_z, -3.0f));
  b.rotate("上半身2", turn(axis_x, -10.0f) * turn(axis_z, -3.0f));
  b.rotate("首", turn(axis_z, -7.0f) * turn(axis_x, -6.0f));
  b.rotate("頭", turn(axis_z, -7.0f) * turn(axis_x, -6.0f));
  // Directions as for the left side: x is mirrored on the right.
  b.arm(right, {{0.6f, -0.05f, -0.8f}, {0.8f, -0.05f, -0.4f}, {0.95f, 0.02f, 0.1f}, {0.0f, -1.0f, 0.0f}});
  b.arm(left, {{0.1f, -0.45f, -0.9f}, {-0.75f, -0.6f, -0.2f}, {-0.95f, -0.15f, -0.2f}, {0.0f, 1.0f, -0.1f}});
  relaxed(b, left);
  relaxed(b, right);
  b.leg(left, {{0.72f, -0.2f, -0.68f}, {-0.3f, 0.0f, -1.0f}, 82.0f, 25.0f});
  b.leg(right, {{-0.9f, -0.02f, -0.42f}, {0.3f, 0.0f, -1.0f}, 52.0f, 25.0f});
  return b.morph("まばたき", 1.0f).morph("お", 0.25f).take({0.85f, 0.35f, {}, 0.78f, 0.55f});
}

vpd::File pointing(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {-0.1f, -0.35f, -0.1f});
  b.rotate("下半身", turn(axis_y, 10.0f));
  b.rotate("上半身", turn(axis_y, 10.0f) * turn(axis_x, -4.0f));
  b.rotate("上半身2", turn(axis_y, 8.0f));
  b.rotate("首", turn(axis_y, -10.0f));
  b.rotate("頭", turn(axis_y, -14.0f) * turn(axis_z, 4.0f));
  b.rotate("両目", turn(axis_y, -9.0f));
  b.rotate("左肩P", turn(axis_y, 10.0f) * turn(axis_z, 6.0f));
  b.arm(left, {{0.5f, 0.12f, -0.86f}, {0.42f, 0.2f, -0.88f}, {0.42f, 0.22f, -0.88f}, {0.4f, 0.85f, 0.3f}});
  hand_on_waist(b, 10.0f, 0.1f);
  b.curl(left, finger(1), 2.0f).thumb_over_fingers(left);
  for (const std::size_t i : {2u, 3u, 4u}) b.fold(left, finger(i));
  b.stand(left, {0.15f, -0.9f, 10.0f, 0.0f, 0.0f});
  b.stand(right, {0.2f, 0.75f, 30.0f, 0.0f, 0.0f});
  return b.morph("あ", 0.55f).morph("上", 0.7f).take();
}

vpd::File dance(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.45f, -0.35f, 0.0f}, turn(axis_y, -14.0f));
  b.rotate("腰", turn(axis_z, -10.0f) * turn(axis_y, 8.0f));
  b.rotate("下半身", turn(axis_z, 6.0f));
  b.rotate("上半身", turn(axis_z, 9.0f) * turn(axis_y, 8.0f));
  b.rotate("上半身2", turn(axis_z, 6.0f) * turn(axis_x, 5.0f));
  b.rotate("首", turn(axis_z, -6.0f) * turn(axis_y, 6.0f));
  b.rotate("頭", turn(axis_z, -10.0f) * turn(axis_y, 8.0f));
  b.rotate("両目", turn(axis_y, 6.0f));
  b.rotate("左肩P", turn(axis_z, 14.0f));
  b.arm(left, {{0.66f, 0.74f, 0.0f}, {0.1f, 0.98f, -0.12f}, {0.55f, 0.8f, -0.2f}, {-0.5f, 0.5f, 0.7f}});
  b.arm(right, {{0.9f, -0.4f, 0.1f}, {0.86f, 0.1f, -0.5f}, {0.8f, 0.5f, -0.3f}, {-0.45f, 0.85f, 0.2f}});
  for (const bool side : {left, right})
    b.curl(side, finger(0), 8.0f)
        .curl(side, finger(1), 4.0f)
        .curl(side, finger(2), 26.0f)
        .curl(side, finger(3), 20.0f)
        .curl(side, finger(4), 6.0f);
  b.stand(left, {-0.25f, -0.1f, 12.0f, 46.0f, 0.0f});
  b.leg(right, {{0.62f, -0.74f, -0.25f}, {0.75f, 0.3f, -0.8f}, 84.0f, 32.0f});
  return b.morph("ごきげん", 1.0f).take({0.6f, 0.25f, {-0.5f, 0.2f, 0.2f}});
}

/// Singing, with the microphone (samples/props/microphone.pmx) in the right hand.
vpd::File singing(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.2f, -0.2f, 0.0f});
  b.rotate("下半身", turn(axis_z, 4.0f) * turn(axis_y, -4.0f));
  b.rotate("上半身", turn(axis_z, -5.0f) * turn(axis_y, 4.0f) * turn(axis_x, 2.0f));
  b.rotate("上半身2", turn(axis_z, -3.0f) * turn(axis_y, 4.0f));
  b.rotate("首", turn(axis_z, 3.0f) * turn(axis_y, -4.0f));
  b.rotate("頭", turn(axis_z, 8.0f) * turn(axis_x, 3.0f));
  b.rotate("左肩P", turn(axis_z, 7.0f));
  b.arm(left, {{0.86f, -0.2f, -0.42f}, {0.72f, 0.46f, -0.52f}, {0.8f, 0.5f, -0.34f}, {-0.25f, -0.35f, 0.9f}});
  b.arm(right,
        {{0.15f, -0.71f, -0.685f}, {-0.34f, 0.88f, -0.32f}, {-0.93f, 0.28f, -0.2f}, {0.23f, 0.57f, -0.76f}});
  flat(b, left);
  b.curl(left, finger(0), 4.0f, 14.0f).curl(left, finger(1), 4.0f, 7.0f).curl(left, finger(4), 10.0f, -9.0f);
  // Around the microphone's handle; the shorter little finger bends less.
  b.curl(right, finger(0), 26.0f, -4.0f);
  for (const std::size_t i : {1u, 2u, 3u, 4u}) {
    const float more = i == 4 ? -5.0f : 2.5f * static_cast<float>(i);
    b.bend(right, finger(i), {41.0f + more, 56.0f + more, 44.0f + more});
  }
  b.stand(left, {0.1f, -0.1f, 14.0f, 0.0f, 0.0f});
  b.stand(right, {-0.1f, 0.7f, 16.0f, 32.0f, -6.0f});
  return b.morph("あ", 0.9f).morph("上", 0.2f).morph("照れ", 0.5f).take();
}

}  // namespace

std::vector<std::pair<std::string, vpd::File>> make_poses(const Rig& rig) {
  return {{"standing.vpd", standing(rig)}, {"walking.vpd", walking(rig)},   {"running.vpd", running(rig)},
          {"sitting.vpd", sitting(rig)},   {"peace.vpd", peace(rig)},       {"jumping.vpd", jumping(rig)},
          {"bow.vpd", bow(rig)},           {"stretch.vpd", stretch(rig)},   {"kick.vpd", kick(rig)},
          {"sleeping.vpd", sleeping(rig)}, {"pointing.vpd", pointing(rig)}, {"dance.vpd", dance(rig)},
          {"singing.vpd", singing(rig)}};
}

}  // namespace mmd::sample
