#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace mmd {

/// The name of the right side: 左 becomes 右, and "left" becomes "right".
std::string right_of(std::string_view left);

/// Finds bones by the Japanese names that MikuMikuDance's models share, however they are written (width,
/// case), or by the usual English ones where the Japanese are other names.
class StandardBones {
 public:
  explicit StandardBones(const Model& model);
  /// None if the model has no such bone; of several the first.
  std::int32_t find(std::string_view japanese) const;

 private:
  std::unordered_map<std::string, std::int32_t> by_name_;
};

/// A part of the body, as its mask has it; 0 is nothing.
struct BodyPart {
  std::string_view name;
  std::array<std::uint8_t, 3> colour;  ///< in the mask's palette
};
/// By the mask's values.
std::span<const BodyPart> body_parts();

/// A bone with which a part begins; 左 stands for 左 and 右, and so does "left".
struct BodyPartBone {
  std::string_view bone, part;
};
/// docs/user/labels.md has the same table.
std::span<const BodyPartBone> body_part_bones();

/// The part by palette index: of the bone itself, or what its name says it is (hair, clothes), or that of the
/// bone above it. Vertices that no bone moves are "other".
std::vector<std::uint8_t> parts_of_bones(const Model& model);

/// By material: whether its name says that it is hair, which 頭 moves in many models.
std::vector<bool> hair_materials(const Model& model);

/// The number of a part.
std::uint8_t body_part(std::string_view name);

}  // namespace mmd
