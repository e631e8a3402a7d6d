#pragma once

#include <span>
#include <vector>

#include "annotations/keypoints.h"
#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// OpenPose's two orders of a body's points.
enum class OpenposeBody : std::uint8_t { body_25, coco_18 };

/// A body's points in that order, made of COCO-WholeBody's: neck and middle of the hips lie between
/// shoulders and hips.
std::vector<Keypoint> openpose_body(std::span<const Keypoint> wholebody, OpenposeBody body);

/// The JSON that OpenPose writes: x, y and a confidence, which is 1 for what is seen, 0.5 for what is hidden.
Bytes openpose_json(const LabelSource& source, OpenposeBody body);

/// Stick figures on black, 18 points and hands, coloured as ControlNet's models expect them.
Result<Bytes> openpose_png(const LabelSource& source);

}  // namespace mmd
