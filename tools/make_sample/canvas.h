#pragma once

// A picture painted from shapes. Coordinates are 0-1 across the picture or across a cell of it, y down.

#include <functional>

#include "assets/image.h"
#include "base/math.h"

namespace mmd::sample {

/// Colour (0-1, straight alpha) at a point.
using Paint = std::function<vec4(vec2)>;

/// Paints every pixel with the mean of a few samples.
Image painted(int width, int height, const Paint& paint);

/// sRGB bytes as a colour: 0xRRGGBB.
vec4 rgb(std::uint32_t hex, float alpha = 1.0f);
/// `over` laid on `under` with straight alpha.
vec4 blend(vec4 under, vec4 over);
/// The colour with its alpha scaled by `coverage`.
vec4 faded(vec4 colour, float coverage);

/// How much of a soft-edged shape covers the point: 1 inside, 0 outside, `soft` units of transition.
float disc(vec2 p, vec2 centre, vec2 radii, float soft);

}  // namespace mmd::sample
