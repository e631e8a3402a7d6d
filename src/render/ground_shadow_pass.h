#pragma once

// What both ways to draw the shadow on the ground have in common (ground_shadow_pass.cpp, ground_mask.cpp).

#include "render/frame.h"

namespace mmd {

/// What a texture makes less opaque than this throws no shadow.
inline constexpr float least_shadow_alpha = 0.999f / 255.0f;

/// Whether the camera sees the upper side of the ground.
bool sees_ground_from_above(const Camera& camera);
/// Moves points along the light onto the plane y = 0.
mat4 flattening(const vec3& light);
/// How much of the shadow a material has that is translucent or not.
float ground_shadow_share(const MaterialState& state);
vec4 ground_shadow_colour(const Light& light, float share);
/// The uniform `fade` of shaders/ground_fade.glsl.
void set_ground_fade(const LinkedProgram& linked, const Frame& frame);

/// As long as it lives what is drawn lies a little behind the ground: soles on it win.
class GroundDepth {
 public:
  GroundDepth();
  ~GroundDepth();
  GroundDepth(const GroundDepth&) = delete;
  GroundDepth& operator=(const GroundDepth&) = delete;
};

}  // namespace mmd
