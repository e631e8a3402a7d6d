#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "annotations/keypoint_table.h"
#include "model/model.h"

namespace mmd {

/// What labels need to know of a model, found once on its rest pose.
struct ModelMarks {
  /// By bone: how far before the joint a surface may lie that is the limb's own, model units.
  std::vector<float> reach;
  std::vector<std::uint8_t> part;       ///< by palette index: body_parts.h
  std::vector<bool> hair;               ///< by material: body_parts.h
  std::vector<KeypointAnchor> anchors;  ///< of COCO-WholeBody's points
  std::vector<float> anchor_reach;      ///< by anchor, as `reach`; 0 of unknown ones
};

std::shared_ptr<const ModelMarks> find_marks(const Model& model);

}  // namespace mmd
