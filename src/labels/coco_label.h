#pragma once

#include <span>
#include <string>

#include "base/byte_io.h"
#include "labels/keypoints.h"

namespace mmd {

/// A COCO-WholeBody annotation file of one picture: one image, an annotation per person. Ids come from the
/// file's name, so that files of several pictures merge by appending.
Bytes coco_label(const LabelSource& source, std::span<const SeenPoint> seen, const std::string& file);

}  // namespace mmd
