#pragma once

#include <cstdint>

#include <fmt/format.h>

#include "assets/image.h"

namespace mmd {

/// The densest format, a one-bit PNG: 8 pixels per byte, of which deflate packs 1032 into one.
inline constexpr std::uint64_t max_pixels_per_byte = std::uint64_t{8} * 1032;

inline bool is_usable_size(std::int64_t width, std::int64_t height) {
  return width > 0 && height > 0 && width <= max_image_dimension && height <= max_image_dimension;
}
/// The error for a size that is not usable. `format`: its name in the message.
inline tl::unexpected<Diagnostic> bad_picture_size(const char* format, std::int64_t width,
                                                   std::int64_t height) {
  if (width == 0 || height == 0)
    return fail(fmt::format("{} picture without pixels ({}x{})", format, width, height));
  return fail(fmt::format("{} picture of {}x{} pixels; the limit is {} per side", format, width, height,
                          max_image_dimension),
              "make the picture smaller");
}
/// Whether `bytes` bytes cannot hold that many pixels in any format.
inline bool is_too_short(std::uint64_t bytes, std::int64_t width, std::int64_t height) {
  return static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) / max_pixels_per_byte > bytes;
}

inline tl::unexpected<Diagnostic> truncated_picture(const char* format) {
  return fail(fmt::format("truncated {} picture", format), "fetch or copy the file again");
}

inline tl::unexpected<Diagnostic> damaged_picture(const char* format, std::string_view why) {
  return fail(fmt::format("damaged or unsupported {} picture ({})", format, why),
              "open it in a picture editor and save it as PNG");
}

}  // namespace mmd
