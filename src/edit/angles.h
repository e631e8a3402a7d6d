#pragma once

#include "base/math.h"

namespace mmd::edit {

// Rotations of bones as three angles, in degrees and MMD's left-handed space: about Z first, then X, then Y,
// as the yaw, pitch and roll of the library that MikuMikuDance is built on (unconfirmed for its dialog).

/// Of length 1, in our space.
quat rotation_from_degrees(const vec3& degrees);
/// X from -90 to 90, the others from -180 to 180. Where X is at its end, Z is 0.
vec3 degrees_from_rotation(const quat& rotation);

}  // namespace mmd::edit
