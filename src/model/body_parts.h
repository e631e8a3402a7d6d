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

/// Converts a name from the left to the right side: 左 becomes 右, "left" becomes "right".
std::string right_of(std::string_view left);

/// Finds bones by the standard Japanese names of MikuMikuDance models, ignoring letter width and case, or by
/// the usual English names if the Japanese ones differ. Model::given_names come first.
class StandardBones {
 public:
  explicit StandardBones(const Model& model);
  /// The index of the first bone with the name; none if the model has no such bone.
  std::int32_t find(std::string_view japanese) const;

 private:
  std::unordered_map<std::string, std::int32_t> by_name_;
};

/// A part of the body in the mask.
struct BodyPart {
  std::string_view name;
  std::array<std::uint8_t, 3> colour;  ///< in the mask's palette
};
/// The parts by mask value; 0: background.
std::span<const BodyPart> body_parts();

/// The bone at the start of a part. Rows with 左 and "left" also apply to the right side.
struct BodyPartBone {
  std::string_view bone, part;
};
/// The table of bones and parts; docs/user/labels.md has the same one.
std::span<const BodyPartBone> body_part_bones();

/// The mask value for each palette index: the part of the bone in the table, else the part that its name
/// suggests (hair, clothes), else that of its parent. Vertices without a bone are "other".
std::vector<std::uint8_t> parts_of_bones(const Model& model);

/// The palette index with the largest weight of a vertex; the bone count for a vertex without bones.
std::uint32_t strongest_bone(const Model& model, std::uint32_t vertex);

/// For each material whether its name means hair; in many models the bone 頭 moves the hair.
std::vector<bool> hair_materials(const Model& model);

/// The mask value of a part's name.
std::uint8_t body_part(std::string_view name);

}  // namespace mmd
