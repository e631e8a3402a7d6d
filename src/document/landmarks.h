#pragma once

// A pose from three-dimensional landmarks, as programs that find people in pictures give them.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/math.h"
#include "base/result.h"
#include "model/model.h"
#include "pose/pose.h"

namespace mmd {

/// World landmarks of a person in the order of MediaPipe: 33 of the body, 21 of each hand. Right-handed, +y
/// up, +z to where the person would look, of any unit; nullopt: missing or unlikely (visibility below 0.5).
struct PersonLandmarks {
  std::array<std::optional<vec3>, 33> body;
  std::array<std::array<std::optional<vec3>, 21>, 2> hands;  ///< left, right
};

/// Reads MediaPipe's world landmarks as JSON: {"pose_world_landmarks": [...], "left_hand_world_landmarks":
/// [...], "right_hand_world_landmarks": [...]} or the body's array alone. Points are {"x", "y", "z",
/// "visibility"} or [x, y, z, visibility]; an array may lie in another one (one per person: the first
/// counts). Also reads the keypoints label of `shot` (keypoints_3d of its first person). Errors name the
/// place.
Result<PersonLandmarks> parse_landmarks(std::string_view json);

struct LandmarkPose {
  Pose pose;
  std::vector<std::string> left_at_rest;  ///< bones for which landmarks are missing
};

/// The warning about them.
Diagnostic missing_landmarks(const std::vector<std::string>& left_at_rest);

/// The pose of a model in which its limbs point where those of the landmarks do, on the floor. Rotations
/// about a limb's own axis are those of hands and feet; others are not in the landmarks. Error: no hips or
/// shoulders.
Result<LandmarkPose> pose_from_landmarks(const PersonLandmarks& landmarks,
                                         const std::shared_ptr<const Model>& model);

}  // namespace mmd
