#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace mmd {

/// Places without a bone, found on the rest mesh.
enum class Landmark : std::uint8_t {
  nose,
  left_eye,
  right_eye,
  left_ear,
  right_ear,
  left_big_toe,
  right_big_toe,
  left_small_toe,
  right_small_toe,
  left_heel,
  right_heel,
  count
};

/// For each Landmark the vertices whose mean it is; empty if it was not found.
using Landmarks = std::array<std::vector<std::uint32_t>, static_cast<std::size_t>(Landmark::count)>;

/// Finds the landmarks as docs/user/labels.md describes. `parts`: from parts_of_bones().
Landmarks find_landmarks(const Model& model, const std::vector<std::uint8_t>& parts);

/// The front of a head at rest, in model space.
struct Face {
  std::size_t material = 0;         ///< of the skin
  std::vector<std::uint32_t> skin;  ///< its vertices that the head moves
  vec3 mouth{0.0f}, left_eye{0.0f}, right_eye{0.0f};
  bool is_between_mouth_and_eyes(const vec3& p) const {
    return p.y > mouth.y && p.y < (left_eye.y + right_eye.y) * 0.5f;
  }
};
/// nullopt without eye bones that move vertices, or without morphs that move a mouth. `found` has the eyes.
std::optional<Face> find_face(const Model& model, const std::vector<std::uint8_t>& parts,
                              const Landmarks& found);

/// The vertices with at least half of their weight on a bone, or on the bones of a part.
std::vector<std::uint32_t> vertices_of_bone(const Model& model, std::int32_t bone);
std::vector<std::uint32_t> vertices_of_part(const Model& model, const std::vector<std::uint8_t>& parts,
                                            std::string_view part);

/// The vertex among `vertices` that is farthest in a direction; none if the list is empty.
std::int32_t farthest(const Model& model, const std::vector<std::uint32_t>& vertices, const vec3& direction);

}  // namespace mmd
