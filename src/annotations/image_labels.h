#pragma once

#include <span>

#include "annotations/seen_point.h"
#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// View-space normals, 8 bits each: X to the right, Y up, Z towards the viewer, from -1 (0) to 1 (255).
/// Where nothing is all three are 0, which no normal is.
Result<Bytes> normals_png(const LabelSource& source, std::span<const SeenPoint> seen);
/// The number of the material, counted from 1 through the materials of all actors; 0: nothing. With a palette
/// up to 255 of them, 16 bits of grey beyond.
Result<Bytes> materials_png(const LabelSource& source, std::span<const SeenPoint> seen);
/// The part of the body (body_parts.h) whose bones have the most weight there, with a palette.
Result<Bytes> parts_png(const LabelSource& source, std::span<const SeenPoint> seen);
/// Where each place is in the model's own rest pose, 16 bits each: from 1 to 65535 within rest_box(); 0:
/// nothing.
Result<Bytes> rest_png(const LabelSource& source, std::span<const SeenPoint> seen);

/// The box of an actor's rest positions, in its model's space.
Bounds rest_box(const LabelledActor& actor);

/// What the images' values mean.
Bytes image_facts(const LabelSource& source, const std::string& file);

}  // namespace mmd
