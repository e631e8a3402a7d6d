#pragma once

#include <span>
#include <string>
#include <vector>

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

  Pose() = default;
  /// The rest pose of `model`.
  explicit Pose(const Model& model);
  bool fits(const Model& model) const;
};

/// What of a pose file found no place in the model.
struct UnmatchedNames {
  std::vector<std::string> bones, morphs;
};

/// Lays a VPD over `pose`: bones and morphs it mentions are replaced (the last block of a name wins), the
/// others keep what they have. Rotations are normalised; a zero one becomes identity. Of two bones with one
/// name the first gets it.
UnmatchedNames apply_vpd(const vpd::File& file, const Model& model, Pose& pose);

}  // namespace mmd
