#include "commands/corner_text.h"

#include <algorithm>
#include <array>

namespace mmd {
namespace {

constexpr int glyph_width = 5, glyph_height = 7, advance = 6;

struct Glyph {
  char character;
  std::array<const char*, glyph_height> rows;  ///< '#' is ink
};

constexpr Glyph font[] = {
    {'0', {" ### ", "#   #", "#  ##", "# # #", "##  #", "#   #", " ### "}},
    {'1', {"  #  ", " ##  ", "# #  ", "  #  ", "  #  ", "  #  ", "#####"}},
    {'2', {" ### ", "#   #", "    #", "   # ", "  #  ", " #   ", "#####"}},
    {'3', {" ### ", "#   #", "    #", "  ## ", "    #", "#   #", " ### "}},
    {'4', {"   # ", "  ## ", " # # ", "#  # ", "#####", "   # ", "   # "}},
    {'5', {"#####", "#    ", "#### ", "    #", "    #", "#   #", " ### "}},
    {'6', {"  ## ", " #   ", "#    ", "#### ", "#   #", "#   #", " ### "}},
    {'7', {"#####", "    #", "   # ", "   # ", "  #  ", "  #  ", "  #  "}},
    {'8', {" ### ", "#   #", "#   #", " ### ", "#   #", "#   #", " ### "}},
    {'9', {" ### ", "#   #", "#   #", " ####", "    #", "   # ", " ##  "}},
    {'.', {"     ", "     ", "     ", "     ", "     ", " ##  ", " ##  "}},
    {'-', {"     ", "     ", "     ", " ### ", "     ", "     ", "     "}},
    {'m', {"     ", "     ", "## # ", "# # #", "# # #", "# # #", "# # #"}},
    {'a', {"     ", "     ", " ### ", "    #", " ####", "#   #", " ####"}},
    {'x', {"     ", "     ", "#   #", " # # ", "  #  ", " # # ", "#   #"}},
};

bool has_ink(char character, int x, int y) {
  if (x < 0 || y < 0 || x >= glyph_width || y >= glyph_height) return false;
  for (const Glyph& glyph : font) {
    if (glyph.character == character) return glyph.rows[static_cast<std::size_t>(y)][x] == '#';
  }
  return false;
}

/// In font pixels, the text's own corner at (0, 0).
bool text_has_ink(std::string_view text, int x, int y) {
  if (x < 0) return false;
  const auto index = static_cast<std::size_t>(x / advance);
  return index < text.size() && has_ink(text[index], x % advance, y);
}

}  // namespace

void draw_corner_text(Image& image, std::string_view text) {
  constexpr int heights_per_picture = 240;  // font pixels over the picture's height
  const int scale = std::max(1, image.height / heights_per_picture);
  constexpr int margin = 3;  // font pixels, of dark around the ink
  const int width = std::min(image.width, (static_cast<int>(text.size()) * advance - 1 + 2 * margin) * scale);
  const int height = std::min(image.height, (glyph_height + 2 * margin) * scale);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool ink = text_has_ink(text, x / scale - margin, y / scale - margin);
      const std::size_t at =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x);
      std::uint8_t* pixel = image.rgba.data() + 4 * at;
      std::fill_n(pixel, 3, static_cast<std::uint8_t>(ink ? 255 : 32));
      pixel[3] = 255;
    }
  }
}

}  // namespace mmd
