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

/// Letters are this high and stand this far apart, font pixels.
inline constexpr int letter_height = 7, letter_advance = 6;

/// Paints a rectangle, opaque; what lies outside the picture is cut off. Pixels from the top left.
void fill_box(Image& image, int x, int y, int width, int height, const Rgb& colour);

/// Writes a line with its top left corner at (x, y), a font pixel being `scale` pixels. It knows digits, '.',
/// '-', the space and the letters of "max", "MMD units" and "no vertex moves"; anything else is a space. What
/// does not fit is cut off.
void draw_text(Image& image, int x, int y, int scale, std::string_view text, const Rgb& colour);

/// The width of a line, font pixels.
inline int text_width(std::string_view text) {
  return text.empty() ? 0 : static_cast<int>(text.size()) * letter_advance - 1;
}

/// Writes lines in a font of the system, or where there is none in the letters above.
class Lettering {
 public:
  /// Capitals are `height` pixels high. `font` may be null; it is kept.
  Lettering(const Font* font, int height) : font_(font), height_(height) {}
  /// Pixels.
  int height() const { return height_; }
  int width(std::string_view text) const;
  /// With the top left corner of its capitals at (x, y); what does not fit is cut off.
  void draw(Image& image, int x, int y, std::string_view text, const Rgb& colour) const;

 private:
  int pixel() const { return std::max(1, height_ / letter_height); }  ///< of a letter without a font

  const Font* font_;
  int height_;
};

/// As much of a name as is no wider than `room`, with an ellipsis where something is left out. `width_of`: of
/// a text as it is drawn.
std::string shortened(const std::string& name, float room,
                      const std::function<float(const std::string&)>& width_of);

}  // namespace mmd
