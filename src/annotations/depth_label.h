#pragma once

#include <span>

#include "annotations/seen_point.h"
#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// Metres of one step of the PNG's values; 0 is where nothing is, the largest value what is farther.
inline constexpr double depth_step = 0.001;

/// Depth along the view (not along the line of sight), 16 bits.
Result<Bytes> depth_png(const LabelSource& source, std::span<const SeenPoint> seen);
/// Whether the program was built with EXR: without it the next is an error.
bool has_depth_exr();
/// The same as 32-bit floats in MMD units, channel Y; 0 where nothing is.
Result<Bytes> depth_exr(const LabelSource& source, std::span<const SeenPoint> seen);

}  // namespace mmd
