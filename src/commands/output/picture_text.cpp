#include "commands/output/picture_text.h"

#include <algorithm>

#include "base/text.h"

namespace mmd {
namespace {

constexpr int glyph_width = 5, glyph_height = letter_height, advance = letter_advance;

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
    {'M', {"#   #", "## ##", "# # #", "# # #", "#   #", "#   #", "#   #"}},
    {'D', {"#### ", "#   #", "#   #", "#   #", "#   #", "#   #", "#### "}},
    {'u', {"     ", "     ", "#   #", "#   #", "#   #", "#  ##", " ## #"}},
    {'n', {"     ", "     ", "# ## ", "##  #", "#   #", "#   #", "#   #"}},
    {'i', {"  #  ", "     ", " ##  ", "  #  ", "  #  ", "  #  ", " ### "}},
    {'t', {"  #  ", "  #  ", " ### ", "  #  ", "  #  ", "  #  ", "   ##"}},
    {'o', {"     ", "     ", " ### ", "#   #", "#   #", "#   #", " ### "}},
    {'v', {"     ", "     ", "#   #", "#   #", "#   #", " # # ", "  #  "}},
    {'e', {"     ", "     ", " ### ", "#   #", "#####", "#    ", " ### "}},
    {'r', {"     ", "     ", "# ## ", "##  #", "#    ", "#    ", "#    "}},
    {'s', {"     ", "     ", " ####", "#    ", " ### ", "    #", "#### "}},
};

bool has_ink(char character, int x, int y) {
  if (x < 0 || y < 0 || x >= glyph_width || y >= glyph_height) return false;
  for (const Glyph& glyph : font) {
    if (glyph.character == character) return glyph.rows[static_cast<std::size_t>(y)][x] == '#';
  }
  return false;
}

/// Position in font pixels; the text's corner is (0, 0).
bool text_has_ink(std::string_view text, int x, int y) {
  if (x < 0) return false;
  const auto index = static_cast<std::size_t>(x / advance);
  return index < text.size() && has_ink(text[index], x % advance, y);
}

}  // namespace

void fill_box(Image& image, int x, int y, int width, int height, const Rgb& colour) {
  const int left = std::max(x, 0), right = std::min(x + width, image.width);
  const int bottom = std::min(y + height, image.height);
  for (int row = std::max(y, 0); row < bottom; ++row) {
    for (int column = left; column < right; ++column) {
      std::uint8_t* pixel = image.at(column, row);
      std::copy(colour.begin(), colour.end(), pixel);
      pixel[3] = 255;
    }
  }
}

void draw_text(Image& image, int x, int y, int scale, std::string_view text, const Rgb& colour) {
  for (int row = 0; row < glyph_height; ++row) {
    for (int column = 0; column < text_width(text); ++column) {
      if (text_has_ink(text, column, row))
        fill_box(image, x + column * scale, y + row * scale, scale, scale, colour);
    }
  }
}

int Lettering::width(std::string_view text) const {
  return font_ != nullptr ? cover(*font_, text, height_).width : text_width(text) * pixel();
}

void Lettering::draw(Image& image, int x, int y, std::string_view text, const Rgb& colour) const {
  if (font_ == nullptr) return draw_text(image, x, y, pixel(), text, colour);
  const TextCoverage line = cover(*font_, text, height_);
  for (int row = 0; row < line.height; ++row) {
    for (int column = 0; column < line.width; ++column) {
      const int to_x = x + column, to_y = y - line.cap_top + row;
      if (to_x < 0 || to_y < 0 || to_x >= image.width || to_y >= image.height) continue;
      const int covered = line.pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(line.width) +
                                      static_cast<std::size_t>(column)];
      std::uint8_t* pixel = image.at(to_x, to_y);
      for (std::size_t c = 0; c < 3; ++c)
        pixel[c] = static_cast<std::uint8_t>((pixel[c] * (255 - covered) + colour[c] * covered + 127) / 255);
    }
  }
}

std::string shortened(const std::string& name, float room,
                      const std::function<float(const std::string&)>& width_of) {
  if (width_of(name) <= room) return name;
  std::u32string units = utf16_units(name);
  while (!units.empty()) {
    units.pop_back();
    std::string part = utf8_from_units(units) + "…";
    if (width_of(part) <= room) return part;
  }
  return "…";
}

}  // namespace mmd
