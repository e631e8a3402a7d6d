#pragma once

// Eyes, head and neck that turn to what a figure looks at.

#include <optional>
#include <vector>

#include "base/math.h"
#include "pose/hand_poses.h"
#include "scene/scene.h"

namespace mmd {

/// How far the eyes of a model can turn until the lids hide most of what the eye bones move, radians.
struct EyeLimits {
  float left = 0.0f, right = 0.0f, up = 0.0f, down = 0.0f;
};

/// The limits of a model, at most 30 degrees: the eyes are turned in steps, and each vertex that they move is
/// hidden where a face of the head is before it, seen from the front.
EyeLimits eye_limits(const Model& model);

/// The rotations by which an actor looks at a point of the scene. `head`, `neck`: their shares of the whole
/// angle, each 0-1; the eyes do the rest within the limits. Poses and evaluates the actor on the way. Empty:
/// the model has no eye bones (両目, 左目 or 右目) and shares are 0.
std::vector<BoneRotation> look_rotations(Actor& actor, const vec3& target, float head, float neck,
                                         const EyeLimits& limits);

}  // namespace mmd
