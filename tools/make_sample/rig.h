#pragma once

// The skeleton of the sample and the positions of its joints. Model space, MMD units, left-handed.

#include <cstdint>
#include <string>
#include <vector>

#include "base/math.h"
#include "formats/pmx.h"

namespace mmd::sample {

inline constexpr auto text_encoding = pmx::TextEncoding::utf16le;

/// The joints of the left side (x > 0); the right side is the mirror image.
namespace joint {
inline const vec3 waist{0.0f, 10.9f, 0.1f}, upper_body{0.0f, 11.5f, 0.05f}, upper_body2{0.0f, 12.6f, 0.05f};
inline const vec3 neck{0.0f, 15.0f, 0.1f}, head{0.0f, 15.6f, 0.05f};
inline const vec3 eye{0.16f, 16.62f, -0.3f};  // as high as the iris, which else sinks into the white
inline const vec3 shoulder{0.28f, 14.55f, 0.1f}, arm{1.25f, 14.3f, 0.1f}, elbow{3.25f, 12.79f, 0.1f};
inline const vec3 wrist{5.15f, 11.36f, 0.02f};
inline const vec3 leg{0.85f, 10.2f, 0.05f}, knee{0.88f, 5.7f, -0.05f}, ankle{0.9f, 1.0f, 0.28f};
inline const vec3 knot{0.0f, 14.42f, -0.72f};  ///< of the bow, on the collar
inline const vec3 toe{0.95f, 0.12f, -1.1f}, foot_middle{0.93f, 0.4f, -0.55f};
}  // namespace joint

/// The left hand's unit axes: along the hand, out of its back, towards the thumb.
struct HandFrame {
  vec3 along, back, thumb;
};
HandFrame hand_frame();

/// One finger of the left hand: the joints of its bones and its tip, and the radius at each.
struct Finger {
  std::string name, english;         ///< Japanese name without side, English name
  std::vector<std::string> numbers;  ///< suffixes of the bones' names: "１", "２", "３"
  std::vector<vec3> points;
  std::vector<float> radii;
};
const std::vector<Finger>& fingers();
bool is_thumb(const Finger& finger);
/// Out of the nail, across `axis`, which goes along the finger.
vec3 nail_direction(const Finger& finger, vec3 axis);

/// A chain of bones that physics moves: a column of the skirt, a tail of hair or an end of the bow.
struct Chain {
  std::string name, english;  ///< without the number of the bone
  std::string parent;
  std::vector<vec3> points;  ///< its joints and its tip
};
inline constexpr int skirt_columns = 8, skirt_rows = 3;
/// Sorted by angle around the body, from the front via the left side.
const std::vector<Chain>& skirt_chains();
/// Left, right.
const std::vector<Chain>& hair_chains();
/// The ends that hang from the bow's knot; left, right.
const std::vector<Chain>& ribbon_chains();
/// The bone of a chain, from 0.
std::string bone_of(const Chain& chain, std::size_t i);

struct Rig {
  std::vector<std::string> names;  ///< UTF-8
  std::vector<pmx::Bone> bones;

  /// The bone of that name. Throws for an unknown name, which is a bug of this program.
  std::int32_t find(const std::string& name) const;
  /// The bone on the other side, or the bone itself.
  std::int32_t counterpart(std::int32_t bone) const;
};

Rig make_rig();
std::vector<pmx::DisplayFrame> display_frames(const Rig& rig, std::size_t morph_count);

pmx::Text text(std::string_view utf8);

}  // namespace mmd::sample
