#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "formats/pmx.h"
#include "pose/pose.h"
#include "scene/scene.h"

namespace mmd {

/// What take_rest_pose() changed, and what it could not.
struct RestPoseReport {
  std::size_t vertices = 0, bones = 0, morphs = 0, bodies = 0, joints = 0;
  /// Bones whose IK limits keep the model's axes, which the pose has turned.
  std::vector<std::string> turned_limits;
  std::size_t material_morphs = 0;  ///< with a weight: a shape cannot hold them
};

/// Makes the pose of `posed` the rest pose of the file: vertices with their normals, morph offsets, SDEF
/// points, bones with their tails and axes, rigid bodies and joints. At rest the new model looks like
/// `posed`. IK goals move onto their effectors, so that nothing turns at rest. What the pose leaves where it
/// is keeps its bits.
///
/// Preconditions: `posed` is an evaluated actor of a model built from `file`, without physics or placement.
RestPoseReport take_rest_pose(pmx::File& file, const Actor& posed);

}  // namespace mmd
