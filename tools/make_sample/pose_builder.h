#pragma once

// Poses from directions and positions in model space. Rotations are MMD's, in left-handed space with the
// usual formulas: positive about X leans back and lifts the toes, about Y turns the front to the model's
// right, about Z lifts the left side.

#include <array>
#include <string>
#include <vector>

#include "formats/vpd.h"
#include "make_sample/rig.h"

namespace mmd::sample {

inline const vec3 axis_x{1, 0, 0}, axis_y{0, 1, 0}, axis_z{0, 0, 1};
quat turn(vec3 axis, float degrees);
/// The shortest rotation from one direction to another.
quat aim(vec3 from, vec3 to);

/// Directions of an arm in model space, given for the left side; the right one is mirrored.
struct ArmPose {
  vec3 upper, lower;
  vec3 hand, back;  ///< along the hand, and out of its back
};

/// A standing foot, given for the left side: the position of its ball or heel, its yaw and pitch.
struct FootPose {
  float x = 0.0f, z = 0.0f;  ///< MMD units from the foot's place at rest; x is outwards
  float yaw = 0.0f;          ///< degrees outwards
  float pitch = 0.0f;        ///< degrees: positive lifts the heel (toes stay flat), negative the toes
  float knee_out = 0.0f;     ///< degrees that the knee points outwards, in addition to half of the yaw
  vec3 knee{0, 0, -1};       ///< the knee's direction before that
};

/// A leg by angles, given for the left side: directions of thigh and knee in model space, the knee's bend,
/// and the foot's pitch relative to the shin (positive points the toes).
struct LegPose {
  vec3 thigh, knee_forward;
  float bend = 0.0f, point = 0.0f;  ///< degrees
};

/// Settings for skirt and hair: how much the hair hangs down instead of following the head, and obstacles.
struct Drape {
  float hair = 0.7f, skirt = 0.35f;
  vec3 wind{0.0f};           ///< added to the direction down
  float leg_radius = 0.78f;  ///< the thigh's radius for the skirt
  float ground = 0.2f;       ///< distance of the skirt's bones from the ground
};

/// A limb or the trunk as an obstacle for skirt and hair.
struct Capsule {
  vec3 from, to;
  float radius;
};

class PoseBuilder {
 public:
  explicit PoseBuilder(const Rig& rig);

  PoseBuilder& rotate(const std::string& bone, quat rotation);
  PoseBuilder& move(const std::string& bone, vec3 translation, quat rotation = quat(1, 0, 0, 0));
  PoseBuilder& morph(const std::string& name, float weight);

  PoseBuilder& arm(bool is_left, const ArmPose& pose);
  /// Puts the wrist to a place in model space, with the elbow towards a direction. All are given for the left
  /// side. Call after the trunk is final. Throws if the place is out of reach.
  PoseBuilder& reach(bool is_left, vec3 wrist, vec3 elbow, vec3 hand, vec3 back);
  /// Bends the joints of a finger towards the palm, the thumb's across it, each by its own angle in degrees;
  /// the first one also sideways (towards the thumb).
  PoseBuilder& bend(bool is_left, const Finger& finger, const std::array<float, 3>& degrees,
                    float spread = 0.0f);
  /// The same with one angle for all joints.
  PoseBuilder& curl(bool is_left, const Finger& finger, float degrees, float spread = 0.0f);
  /// Folds a finger into the palm until its tip touches it.
  PoseBuilder& fold(bool is_left, const Finger& finger);
  /// Lays the thumb across the folded fingers.
  PoseBuilder& thumb_over_fingers(bool is_left);
  /// All fingers but the thumb by `first` degrees and `more` for each further one, and closer together than
  /// at rest: 1 for parallel fingers.
  PoseBuilder& hand(bool is_left, float thumb, float first, float more, float together = 0.5f);

  /// Sets leg, knee, ankle and IK bones so that IK changes nothing. Call after hips and waist are final.
  /// Throws if the foot is out of reach.
  PoseBuilder& stand(bool is_left, const FootPose& foot);
  PoseBuilder& leg(bool is_left, const LegPose& pose);

  /// Drapes skirt and hair over the final body and returns the pose.
  vpd::File take(const Drape& drape = {});

  vec3 position(const std::string& bone) const;

 private:
  std::size_t index(const std::string& bone) const { return static_cast<std::size_t>(rig_.find(bone)); }
  /// Rotation relative to the parent, including append.
  quat local(std::size_t bone) const;
  /// Model-space rotation and position in the current pose, without IK, which the pose does not need.
  quat world(std::size_t bone) const;
  vec3 position(std::size_t bone) const;
  quat parent_world(const std::string& bone) const;
  /// Sets the bone so that its model-space rotation is `wanted`.
  void rotate_to(const std::string& bone, quat wanted);
  void solve_leg(bool is_left, vec3 ankle, quat foot, vec3 knee_forward);
  /// Moves the IK bones to the leg's position.
  void set_ik(bool is_left);
  void drape_hair(const Drape& drape);
  void drape_skirt(const Drape& drape);
  using Swing = std::array<float, skirt_rows>;
  void add_leg_sweep(bool is_left, float radius, std::vector<Capsule>& solids) const;
  Swing column_swing(const Chain& column, vec3 axis, const std::vector<Capsule>& solids,
                     const Drape& drape) const;

  const Rig& rig_;
  std::vector<quat> rotation_;
  std::vector<vec3> translation_;
  std::vector<bool> mentioned_;
  std::vector<vpd::Morph> morphs_;
};

}  // namespace mmd::sample
