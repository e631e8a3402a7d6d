#pragma once

// Hand poses of the kit: how far each finger bends and spreads, on any model. A model's fingers are measured
// at rest, so that fingers that rest curled end up as straight or bent as those that rest straight.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/math.h"
#include "model/model.h"

namespace mmd {

/// A bone's own rotation, relative to rest; right-handed.
struct BoneRotation {
  std::int32_t bone = none;
  quat rotation = identity_rotation();
  float weight = 1.0f;  ///< 0-1: the share of it, from the pose below

  bool operator==(const BoneRotation& other) const = default;
};

/// A finger, in degrees from straight in line with the hand.
struct FingerBend {
  float joints[3] = {};  ///< towards the palm, from the knuckle to the tip
  float spread = 0.0f;   ///< away from the middle finger
};

/// The thumb, in degrees from rest.
struct ThumbBend {
  float under = 0.0f;    ///< at its base, towards the palm's side
  float across = 0.0f;   ///< at its base, over the palm towards the little finger
  float joints[2] = {};  ///< of its two outer bones
};

struct HandPose {
  std::string_view name;  ///< as in --hands
  std::string_view name_japanese;
  ThumbBend thumb;
  FingerBend fingers[4];  ///< index, middle, ring and little finger
};

enum class Hands : std::uint8_t { both, left, right };

/// A hand pose that the user asks for.
struct HandChoice {
  std::string pose;  ///< HandPose::name
  Hands hands = Hands::both;
  float weight = 1.0f;  ///< 0-1

  bool operator==(const HandChoice& other) const = default;
};

/// All hand poses, in the order of the help.
std::span<const HandPose> hand_poses();
/// Null: there is none of that name.
const HandPose* hand_pose_called(std::string_view name);

/// The rotations that put the hands of a model into a pose. A bone that the model lacks is left out; a hand
/// without any finger is empty.
std::vector<BoneRotation> hand_rotations(const Model& model, const HandPose& pose, Hands hands,
                                         float weight = 1.0f);

/// The fingers of a pose, bent further by up to `curl` degrees a joint, towards the palm, and spread by up to
/// `spread` degrees away from the middle finger. `from`: the rotations of the pose.
std::vector<BoneRotation> bent_fingers(const Model& model, Hands hands, float curl, float spread,
                                       const std::vector<quat>& from);

/// A hand at rest, in model space. The axes are unit vectors and at right angles.
struct HandAxes {
  vec3 wrist{0.0f};
  vec3 ahead{0.0f}, palm{0.0f}, aside{0.0f};  ///< to the fingers, out of the palm, to the little finger
  float length = 0.0f;                        ///< from the wrist to the knuckles
};
/// nullopt: the model lacks the hand's bones.
std::optional<HandAxes> hand_axes(const Model& model, bool left);

/// Turns bones of a pose: each from its present rotation to the given one by its weight.
void turn(const std::vector<BoneRotation>& rotations, std::vector<quat>& pose);

}  // namespace mmd
