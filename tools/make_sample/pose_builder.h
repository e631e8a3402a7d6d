#pragma once

// Poses from directions and places in model space. Rotations are MMD's, in left-handed space, by the ordinary
// formulas: about X positive leans back and lifts the toes, about Y positive turns the front to the model's
// right, about Z positive lifts the left side.

#include <array>
#include <string>
#include <vector>

#include "formats/vpd.h"
#include "make_sample/rig.h"

namespace mmd::sample {

inline const vec3 axis_x{1, 0, 0}, axis_y{0, 1, 0}, axis_z{0, 0, 1};
quat turn(vec3 axis, float degrees);
/// The shortest rotation that takes one direction to another.
quat aim(vec3 from, vec3 to);

/// Directions in model space of one arm, as for the left side; the right one is mirrored.
struct ArmPose {
  vec3 upper, lower;
  vec3 hand, back;  ///< along the hand, out of its back
};

/// A foot that stands: the place of the ball or heel it stands on (of the left side), its turn and its pitch.
struct FootPose {
  float x = 0.0f, z = 0.0f;  ///< units from where the foot stands at rest; x is outwards
  float yaw = 0.0f;          ///< degrees outwards
  float pitch = 0.0f;        ///< degrees: positive lifts the heel (toes stay flat), negative the toes
  float knee_out = 0.0f;     ///< degrees the knee looks out, beyond half the foot's turn
  vec3 knee{0, 0, -1};       ///< where it looks before that
};

/// A leg by angles, as for the left side: where thigh and knee look in model space, the knee's bend, and the
/// foot's pitch against the shin (positive points the toes).
struct LegPose {
  vec3 thigh, knee_forward;
  float bend = 0.0f, point = 0.0f;  ///< degrees
};

/// What the skirt and hair do: how much hair hangs down instead of going with the head, and what keeps them
/// up.
struct Drape {
  float hair = 0.7f, skirt = 0.35f;
  vec3 wind{0.0f};           ///< added to the direction down
  float leg_radius = 0.78f;  ///< what the skirt takes a thigh for
  float ground = 0.2f;       ///< how far the skirt's bones keep off the ground
};

/// A limb or the trunk, for what hangs to keep out of.
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
  /// Bends all joints of a finger towards the palm, the first one also sideways (towards the thumb).
  PoseBuilder& curl(bool is_left, const Finger& finger, float degrees, float spread = 0.0f);
  /// All fingers but the thumb by `first` degrees and `more` for each further one.
  PoseBuilder& hand(bool is_left, float thumb, float first, float more);

  /// Legs: leg, knee, ankle and the IK bones are set so that IK finds nothing left to do. Call when hips and
  /// waist are final. Throws if the foot is out of reach.
  PoseBuilder& stand(bool is_left, const FootPose& foot);
  PoseBuilder& leg(bool is_left, const LegPose& pose);

  /// Lays skirt and hair over the final body, and hands the pose over.
  vpd::File take(const Drape& drape = {});

  vec3 position(const std::string& bone) const;

 private:
  std::size_t index(const std::string& bone) const { return static_cast<std::size_t>(rig_.find(bone)); }
  /// Rotation relative to the parent, with what the bone appends.
  quat local(std::size_t bone) const;
  /// Model-space rotation and position from what has been set so far. No IK: the pose does not need it.
  quat world(std::size_t bone) const;
  vec3 position(std::size_t bone) const;
  quat parent_world(const std::string& bone) const;
  /// Sets the bone so that its model-space rotation is `wanted`.
  void rotate_to(const std::string& bone, quat wanted);
  void solve_leg(bool is_left, vec3 ankle, quat foot, vec3 knee_forward);
  /// The IK bones where the leg already is.
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
