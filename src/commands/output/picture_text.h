#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "assets/image.h"
#include "commands/output/font.h"

namespace mmd {

using Rgb = std::array<std::uint8_t, 3>;

/// Height and distance of letters, font pixels.
inline constexpr int letter_height = 7, letter_advance = 6;

/// Fills an opaque rectangle, clipped by the picture. Pixels count from the top left.
void fill_box(Image& image, int x, int y, int width, int height, const Rgb& colour);

/// Draws a line with its top left corner at (x, y), clipped by the picture. A font pixel is `scale` pixels.
/// Has digits, '.', '-', the space and the letters of "max", "MMD units" and "no vertex moves"; other
/// characters become spaces.
void draw_text(Image& image, int x, int y, int scale, std::string_view text, const Rgb& colour);

/// The width of a line, font pixels.
inline int text_width(std::string_view text) {
  return text.empty() ? 0 : static_cast<int>(text.size()) * letter_advance - 1;
}

/// Draws lines in a font of the system, or without one in the letters above.
class Lettering {
 public:
  /// Capitals are `height` pixels high. `font` may be null and must outlive this object.
  Lettering(const Font* font, int height) : font_(font), height_(height) {}
  /// Pixels.
  int height() const { return height_; }
  int width(std::string_view text) const;
  /// Draws a line with the top left corner of its capitals at (x, y), clipped by the picture.
  void draw(Image& image, int x, int y, std::string_view text, const Rgb& colour) const;

 private:
  int pixel() const { return std::max(1, height_ / letter_height); }  ///< size of a font pixel without a font

  const Font* font_;
  int height_;
};

/// Shortens a name to the width `room`, with an ellipsis. `width_of` returns the width of a drawn text.
std::string shortened(const std::string& name, float room,
                      const std::function<float(const std::string&)>& width_of);

}  // namespace mmd
