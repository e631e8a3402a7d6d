#pragma once

// Dragging a part of the body: a hand or foot by IK, the hip over its feet, head and chest turned. Model
// space: right-handed, MMD units.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "edit/command.h"
#include "pose/limb_reach.h"
#include "pose/posed_bones.h"

namespace mmd::edit {

/// The part that a drag moves.
enum class DraggedPart : std::uint8_t {
  hand,      ///< the arm reaches
  arm,       ///< turns about its upper joint
  shoulder,  ///< likewise
  foot,      ///< the goal moves, or the leg reaches
  knee,      ///< the thigh turns, the lower leg keeps its direction
  hip,       ///< the centre moves, the feet stay
  chest,     ///< turns
  head,      ///< turns
  bone       ///< a bone of no part: moves, or turns about its joint
};

struct Grip {
  DraggedPart part = DraggedPart::bone;
  Side side = Side::left;
  std::int32_t bone = none;  ///< to select
};
/// What a drag of a bone's mark or of a surface that the bone moves takes hold of; nullopt: nothing that a
/// pose moves.
std::optional<Grip> grip_of(const Model& model, std::int32_t bone, bool is_surface);

/// The hand (手首) or foot (足首) that belongs to a bone, which a pin can hold; none: neither.
std::int32_t pinnable(const Model& model, std::int32_t bone);

/// A drag from a pose on. Each result starts from that pose.
class LimbDrag {
 public:
  /// `grabbed`: the point at the pointer, on the surface or at the mark; `pins`: pinned hands and feet.
  LimbDrag(std::shared_ptr<const Model> model, Pose pose, EvaluationSwitches switches, const Grip& grip,
           const vec3& grabbed, bool is_surface, std::span<const std::int32_t> pins = {});

  /// The pose after the grabbed point moved to another one, as far as it can.
  SetBones to(const vec3& point);

 private:
  struct Held {
    Limb limb;
    vec3 place;
    quat rotation;
  };

  void reach_with_arm(const vec3& offset);
  void move_foot(const vec3& offset);
  void move_knee(const vec3& offset);
  void move_hip(const vec3& offset);
  void turn_all(const vec3& offset);
  void move_bone(const vec3& offset);
  SetBones changes() const;

  const Pose start_;
  PosedBones bones_;
  const Grip grip_;
  const vec3 grabbed_;
  Limb limb_;
  bool is_pinned_ = false;             ///< the knee's foot
  std::vector<std::int32_t> turning_;  ///< bones that share a turn, from the lowest; one for other turns
  vec3 lever_{0.0f};                   ///< the point that they turn towards the pointer, at the start
  std::int32_t moving_ = none;         ///< the bone that moves the hip
  std::vector<Held> feet_;             ///< feet without IK, which stay
};

}  // namespace mmd::edit
