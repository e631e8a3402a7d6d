#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/exact_transform.h"
#include "base/math.h"
#include "formats/vpd.h"
#include "model/model.h"

namespace mmd {

/// Local transforms of a model's bones relative to rest, and morph weights, by file index. Right-handed, MMD
/// units. The evaluation never writes one.
struct Pose {
  std::vector<vec3> translation;
  std::vector<quat> rotation;        ///< unit
  std::vector<float> morph_weights;  ///< as set by the user, before groups are followed; finite
  /// By bone, translation and rotation with all digits that a file has; empty: nothing is known beyond the
  /// above. It counts only for what rounds to the above, so whoever changes that need not know of it.
  std::vector<ExactTransform> exact;

  Pose() = default;
  /// The rest pose of `model`.
  explicit Pose(const Model& model);
  bool fits(const Model& model) const;
  /// A bone's translation and rotation with as many digits as are known.
  ExactTransform exact_at(std::size_t bone) const;
};

/// Of the names in a pose or motion that a model lacks so many are kept, of bones and of morphs each.
inline constexpr std::size_t max_unmatched = 1000;

/// What of a pose file found no place in the model.
struct UnmatchedNames {
  std::vector<std::string> bones, morphs;
  std::size_t further_bones = 0, further_morphs = 0;  ///< that are counted only

  std::size_t bone_count() const { return bones.size() + further_bones; }
  std::size_t morph_count() const { return morphs.size() + further_morphs; }
  /// Adds those of another file, as many as there is room for.
  void add(const UnmatchedNames& other);
};

/// The bone that a block of a VPD is for, or none: by its name, or where no name is equal by the name as MMD
/// cuts it.
std::int32_t find_bone(const Model& model, const vpd::Bone& block);

/// Lays a VPD over `pose`: bones and morphs it mentions are replaced (the last block of a name wins), the
/// others keep what they have. Rotations are normalised; a zero one becomes identity. Of two bones with one
/// name the first gets it. Of what the model lacks the first names are returned.
UnmatchedNames apply_vpd(const vpd::File& file, const Model& model, Pose& pose);

}  // namespace mmd
