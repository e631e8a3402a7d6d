#pragma once

// The shapes that eyes and mouth take, at rest and for each morph. Coordinates are x and y of head space
// (head_shape()), for the left side.

#include <functional>
#include <string>
#include <vector>

#include "base/math.h"

namespace mmd::sample {

/// A closed curve by angle: 0 is the side away from the nose (or the model's left), pi / 2 the top.
using Curve = std::function<vec2(float angle)>;

/// The opening between the lids of an eye. The lids are closed where `low` = -`up`.
struct Lids {
  float up = 0.325f, low = 0.335f;  ///< heights of the upper and below the lower lid, from the corners
  float up_flat = 0.82f;            ///< 0 round, 1 straight with round corners
  float shift = 0.0f;               ///< of the whole eye, upwards
  float tilt = 0.06f;               ///< how much higher the outer corner is
  float wide = 1.0f;                ///< factor of the width
  float inner = 0.0f;               ///< moves the inner end of the upper lid down
};

/// The opening between the lips; closed where `up` = -`low`.
struct Lips {
  float width = 0.19f, up = 0.0f, low = 0.0f;  ///< half the width; heights above and below the corners
  float corner = 0.038f;                       ///< how much higher the corners are than the middle
  float shift = 0.0f;                          ///< of the whole mouth, upwards
  float round = 0.65f;                         ///< exponent of the outline: 1 pointed, below 0.5 angular
  float wave = 0.0f;                           ///< depth of a second bow, as in the letter omega
  float lean = 0.0f;                           ///< one corner (the model's left) higher than the other
};

inline constexpr vec2 eye_centre{0.6f, 17.27f}, mouth_centre{0.0f, 16.63f};
inline constexpr float eye_half_width = 0.41f;

vec2 lid_point(const Lids& lids, float angle);
vec2 lip_point(const Lips& lips, float angle);

/// A morph of the eyes or lips by its MMD name. `sides`: 0 both eyes, 1 left, -1 right.
struct LidMorph {
  const char* name;
  int sides;
  Lids lids;
};
struct LipMorph {
  const char* name;
  Lips lips;
};
const std::vector<LidMorph>& lid_morphs();
const std::vector<LipMorph>& lip_morphs();

/// An eyebrow: the height of its middle, how far its inner end is lower, and its bend.
struct Brow {
  float raise = 0.0f, inner_down = 0.0f, bend = 0.09f, closer = 0.0f;
};
struct BrowMorph {
  const char* name;
  Brow brow;
};
const std::vector<BrowMorph>& brow_morphs();

}  // namespace mmd::sample
