#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace mmd {

/// Places that no bone marks, found on the rest mesh.
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

/// By Landmark: the vertices in whose middle it is; none where the model does not tell.
using Landmarks = std::array<std::vector<std::uint32_t>, static_cast<std::size_t>(Landmark::count)>;

/// `parts`: as parts_of_bones() says. How each is found: docs/user/labels.md.
Landmarks find_landmarks(const Model& model, const std::vector<std::uint8_t>& parts);

/// The vertices of which a bone, or the bones of a part, have at least half of the weight.
std::vector<std::uint32_t> vertices_of_bone(const Model& model, std::int32_t bone);
std::vector<std::uint32_t> vertices_of_part(const Model& model, const std::vector<std::uint8_t>& parts,
                                            std::string_view part);

/// The vertex that lies farthest in a direction; none if there are none.
std::int32_t farthest(const Model& model, const std::vector<std::uint32_t>& vertices, const vec3& direction);

}  // namespace mmd
