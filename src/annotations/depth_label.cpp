#include "annotations/depth_label.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "annotations/label_json.h"
#include "annotations/label_pixels.h"

namespace mmd {

Result<Bytes> depth_png(const LabelSource& source, std::span<const SeenPoint> seen) {
  PngPixels pixels = blank_pixels(source, PngKind::grey16);
  for (const SeenPoint& point : seen) {
    const double steps = std::round(static_cast<double>(point.depth) * metres_per_unit / depth_step);
    put16(pixels, point.pixel, static_cast<std::uint16_t>(std::clamp(steps, 1.0, 65535.0)));
  }
  const ImageMetadata metadata{
      {"Depth", fmt::format("along the view, {} m per step, {} m per MMD unit, 0: nothing", depth_step,
                            metres_per_unit)}};
  return encode_png(pixels, metadata);
}

}  // namespace mmd
