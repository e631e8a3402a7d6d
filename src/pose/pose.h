#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/exact_transform.h"
#include "base/math.h"
#include "formats/vpd.h"
#include "model/model.h"

namespace mmd {

/// Local transforms of a model's bones relative to rest, one per bone, and one weight per morph, in file
/// order. Right-handed, MMD units. The evaluation does not change it.
struct Pose {
  std::vector<vec3> translation;
  std::vector<quat> rotation;        ///< unit
  std::vector<float> morph_weights;  ///< before groups are applied; finite
  /// Each bone's translation and rotation in double precision, as a VPD stores them; may be empty. An entry
  /// counts only while it rounds to `translation` and `rotation`, so code that sets those can ignore it.
  std::vector<ExactTransform> exact;

  Pose() = default;
  /// The rest pose of `model`.
  explicit Pose(const Model& model);
  /// Whether the lengths match the model.
  bool fits(const Model& model) const;
  /// A bone's translation and rotation in double precision: from `exact` where it counts.
  ExactTransform exact_at(std::size_t bone) const;
};

/// Number of names of each kind that UnmatchedNames keeps.
inline constexpr std::size_t max_unmatched = 1000;

/// Names in a pose or motion that the model lacks, UTF-8.
struct UnmatchedNames {
  std::vector<std::string> bones, morphs;
  std::size_t further_bones = 0, further_morphs = 0;  ///< names beyond max_unmatched

  std::size_t bone_count() const { return bones.size() + further_bones; }
  std::size_t morph_count() const { return morphs.size() + further_morphs; }
  /// Adds another file's names.
  void add(const UnmatchedNames& other);
};

/// The bone for a VPD's block, or none: by its name, else by its name as MMD cuts it (layouts, "VPD").
std::int32_t find_bone(const Model& model, const vpd::Bone& block);

/// Applies a VPD to `pose`: replaces the bones and morphs in the file (the last block of a name wins), others
/// keep their values. Normalises rotations (zero: identity). Of two bones with one name the first gets the
/// block. Returns the names that the model lacks. Precondition: `pose` fits the model.
UnmatchedNames apply_vpd(const vpd::File& file, const Model& model, Pose& pose);

}  // namespace mmd
