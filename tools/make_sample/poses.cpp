#include "make_sample/poses.h"

#include <glm/geometric.hpp>

// Rotations are MMD's, in left-handed space, by the ordinary formulas: about X positive leans back and lifts
// the toes, about Y positive turns the front to the model's right, about Z positive lifts the left side.

namespace mmd::sample {
namespace {

const vec3 axis_x(1, 0, 0), axis_y(0, 1, 0), axis_z(0, 0, 1);

quat turn(vec3 axis, float degrees) {
  return glm::angleAxis(degrees * pi / 180.0f, glm::normalize(axis));
}

/// The shortest rotation that takes one direction to another.
quat aim(vec3 from, vec3 to) {
  const vec3 a = glm::normalize(from), b = glm::normalize(to);
  return glm::normalize(quat(1.0f + glm::dot(a, b), glm::cross(a, b)));
}

/// Directions in model space of one arm, for the left side; the right side is mirrored.
struct ArmPose {
  vec3 upper, lower;
  vec3 hand, back;  ///< along the hand, out of its back
};

class PoseBuilder {
 public:
  explicit PoseBuilder(const Rig& rig) : rig_(rig), local_(rig.bones.size(), quat(1, 0, 0, 0)) {}

  PoseBuilder& rotate(const std::string& bone, quat rotation) {
    local_[index(bone)] = rotation;
    return put(bone, vec3(0.0f));
  }
  PoseBuilder& move(const std::string& bone, vec3 translation, quat rotation = quat(1, 0, 0, 0)) {
    local_[index(bone)] = rotation;
    return put(bone, translation);
  }
  PoseBuilder& morph(const std::string& name, float weight) {
    file_.morphs.push_back({name, weight});
    return *this;
  }
  PoseBuilder& arm(bool is_left, const ArmPose& pose);
  /// Bends all joints of a finger towards the palm, the first one also sideways (towards the thumb).
  PoseBuilder& curl(bool is_left, const Finger& finger, float degrees, float spread = 0.0f);

  vpd::File take() {
    file_.model_name = "mmdview figure.osm";
    file_.bone_count = static_cast<std::int64_t>(file_.bones.size());
    return std::move(file_);
  }

 private:
  std::size_t index(const std::string& bone) const { return static_cast<std::size_t>(rig_.find(bone)); }

  /// Model-space rotation of a bone from what has been set so far (no append, no IK).
  quat world(std::size_t bone) const {
    const std::int32_t parent = rig_.bones[bone].parent;
    return parent < 0 ? local_[bone] : world(static_cast<std::size_t>(parent)) * local_[bone];
  }
  /// Sets the bone so that its model-space rotation is `wanted`.
  void rotate_to(const std::string& bone, quat wanted) {
    const std::int32_t parent = rig_.bones[index(bone)].parent;
    rotate(bone, glm::normalize(glm::conjugate(world(static_cast<std::size_t>(parent))) * wanted));
  }
  PoseBuilder& put(const std::string& bone, vec3 translation) {
    const quat q = local_[index(bone)];
    file_.bones.push_back({bone, translation, vec4(q.x, q.y, q.z, q.w)});
    return *this;
  }

  const Rig& rig_;
  std::vector<quat> local_;
  vpd::File file_;
};

PoseBuilder& PoseBuilder::arm(bool is_left, const ArmPose& pose) {
  const std::string s = is_left ? "左" : "右";
  const auto at = [is_left](vec3 v) { return is_left ? v : vec3(-v.x, v.y, v.z); };
  const vec3 upper = at(joint::elbow - joint::arm), lower = at(joint::wrist - joint::elbow);
  rotate_to(s + "腕", aim(upper, at(pose.upper)));
  const quat arm = world(index(s + "腕"));
  rotate_to(s + "ひじ", aim(arm * lower, at(pose.lower)) * arm);
  // The hand's turn about the forearm goes to the twist bone, the rest to the wrist.
  const HandFrame rest = hand_frame();
  const vec3 along = glm::normalize(at(pose.hand));
  const vec3 back = glm::normalize(at(pose.back) - along * glm::dot(at(pose.back), along));
  const mat3 from(at(rest.along), at(rest.back), glm::cross(at(rest.along), at(rest.back)));
  const mat3 to(along, back, glm::cross(along, back));
  const quat hand = glm::normalize(glm::quat_cast(to * glm::transpose(from)));
  const quat relative = glm::conjugate(world(index(s + "ひじ"))) * hand;
  const vec3 axis = glm::normalize(lower);
  const float about = glm::dot(vec3(relative.x, relative.y, relative.z), axis);
  rotate(s + "手捩", glm::normalize(quat(relative.w, axis * about)));
  rotate_to(s + "手首", hand);
  return *this;
}

PoseBuilder& PoseBuilder::curl(bool is_left, const Finger& finger, float degrees, float spread) {
  const HandFrame h = hand_frame();
  const quat bend = turn(glm::cross(h.along, -h.back), degrees);
  const quat side = turn(glm::cross(h.along, h.thumb), spread);
  for (std::size_t i = 0; i < finger.numbers.size(); ++i) {
    quat q = i == 0 ? side * bend : bend;
    if (!is_left) q = quat(q.w, q.x, -q.y, -q.z);
    rotate((is_left ? "左" : "右") + finger.name + finger.numbers[i], q);
  }
  return *this;
}

void relaxed_hand(PoseBuilder& b, bool is_left) {
  float degrees = 10.0f;
  for (const Finger& f : fingers()) {
    b.curl(is_left, f, f.name == "親指" ? 6.0f : degrees);
    if (f.name != "親指") degrees += 4.0f;
  }
}

vpd::File standing(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.3f, -0.16f, 0.0f});
  b.rotate("下半身", turn(axis_z, 5.0f) * turn(axis_y, 5.0f));
  b.rotate("上半身", turn(axis_z, -4.0f) * turn(axis_x, 2.0f));
  b.rotate("上半身2", turn(axis_z, -2.5f) * turn(axis_y, -3.0f));
  b.rotate("首", turn(axis_z, 3.0f) * turn(axis_y, 4.0f));
  b.rotate("頭", turn(axis_z, 5.0f) * turn(axis_y, 7.0f) * turn(axis_x, -2.0f));
  b.rotate("両目", turn(axis_y, -3.0f));
  b.arm(true, {{0.44f, -0.89f, 0.08f}, {0.3f, -0.93f, -0.22f}, {0.2f, -0.96f, -0.2f}, {0.95f, 0.1f, -0.3f}});
  b.arm(false,
        {{0.42f, -0.9f, 0.12f}, {0.34f, -0.92f, -0.2f}, {0.22f, -0.96f, -0.18f}, {0.95f, 0.1f, -0.3f}});
  relaxed_hand(b, true);
  relaxed_hand(b, false);
  b.move("左足ＩＫ", {0.12f, 0.0f, 0.15f}, turn(axis_y, -14.0f));
  b.move("右足ＩＫ", {-0.3f, 0.0f, -0.75f}, turn(axis_y, 22.0f));
  b.morph("にっこり", 0.7f);
  return b.take();
}

vpd::File walking(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.0f, -0.42f, 0.0f});
  b.rotate("下半身", turn(axis_y, 9.0f));
  b.rotate("上半身", turn(axis_y, -8.0f) * turn(axis_x, -4.0f));
  b.rotate("上半身2", turn(axis_y, -7.0f));
  b.rotate("首", turn(axis_y, 6.0f));
  b.rotate("頭", turn(axis_y, 8.0f) * turn(axis_x, 3.0f));
  b.arm(true, {{0.42f, -0.8f, 0.46f}, {0.36f, -0.9f, 0.12f}, {0.3f, -0.94f, 0.02f}, {0.95f, 0.25f, 0.1f}});
  b.arm(false,
        {{0.4f, -0.78f, -0.48f}, {0.16f, -0.55f, -0.82f}, {0.1f, -0.45f, -0.88f}, {0.95f, 0.15f, 0.05f}});
  relaxed_hand(b, true);
  relaxed_hand(b, false);
  // Heel strike in front; behind, the heel is up and the foot rolls over its ball.
  b.move("左足ＩＫ", {-0.15f, 0.06f, -1.9f}, turn(axis_x, 15.0f));
  b.move("右足ＩＫ", {0.15f, 0.38f, 2.0f}, turn(axis_x, -35.0f));
  b.rotate("右足先EX", turn(axis_x, 33.0f));
  b.morph("上", 0.4f).morph("にっこり", 0.8f);
  return b.take();
}

vpd::File peace(const Rig& rig) {
  PoseBuilder b(rig);
  b.move("センター", {0.22f, -0.2f, 0.0f});
  b.rotate("下半身", turn(axis_z, 4.0f) * turn(axis_y, 6.0f));
  b.rotate("上半身", turn(axis_z, -6.0f) * turn(axis_y, 3.0f));
  b.rotate("上半身2", turn(axis_z, -3.0f));
  b.rotate("首", turn(axis_z, -3.0f));
  b.rotate("頭", turn(axis_z, -8.0f) * turn(axis_x, 2.0f));
  b.arm(true, {{0.8f, -0.45f, -0.4f}, {0.12f, 0.95f, -0.3f}, {0.12f, 0.97f, -0.16f}, {0.25f, 0.1f, 0.95f}});
  b.arm(false,
        {{0.55f, -0.83f, 0.06f}, {0.42f, -0.88f, -0.2f}, {0.55f, -0.8f, -0.16f}, {0.75f, 0.6f, -0.3f}});
  const std::vector<Finger>& f = fingers();
  b.curl(true, f[0], 42.0f, -48.0f).curl(true, f[1], 2.0f, 9.0f).curl(true, f[2], 2.0f, -9.0f);
  b.curl(true, f[3], 84.0f).curl(true, f[4], 84.0f);
  relaxed_hand(b, false);
  b.move("左足ＩＫ", {0.05f, 0.0f, 0.0f}, turn(axis_y, -12.0f));
  b.move("右足ＩＫ", {0.1f, 0.35f, 0.75f}, turn(axis_y, 14.0f) * turn(axis_x, -30.0f));
  b.rotate("右足先EX", turn(axis_x, 28.0f));
  b.morph("ウィンク右", 1.0f).morph("あ", 0.8f).morph("照れ", 0.8f).morph("上", 0.5f);
  return b.take();
}

}  // namespace

std::vector<std::pair<std::string, vpd::File>> make_poses(const Rig& rig) {
  return {{"standing.vpd", standing(rig)}, {"walking.vpd", walking(rig)}, {"peace.vpd", peace(rig)}};
}

}  // namespace mmd::sample
