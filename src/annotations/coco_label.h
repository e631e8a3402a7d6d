#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "annotations/keypoints.h"
#include "base/byte_io.h"

namespace mmd {

/// The id of a picture (person 0), or of a person in it, from 1. Of 52 bits, so that it is exact in programs
/// that have floating-point numbers only; above 0.
std::uint64_t coco_id(const std::string& file, std::size_t person);

/// A COCO-WholeBody annotation file of one picture: one image, an annotation per person. Ids come from the
/// file's name, so that files of several pictures merge by appending.
Bytes coco_label(const LabelSource& source, std::span<const SeenPoint> seen, const std::string& file);

}  // namespace mmd
