#include "commands/output/contact_sheet.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "commands/output/picture_text.h"
#include "commands/output/shortened.h"

namespace mmd {
namespace {

constexpr Rgb paper{255, 255, 255}, ink{40, 40, 40};

/// Lays a picture over what is there.
void lay_over(const Image& picture, int x, int y, Image& sheet) {
  for (int row = 0; row < picture.height; ++row) {
    const std::uint8_t* from = picture.rgba.data() + static_cast<std::size_t>(row * picture.width) * 4;
    std::uint8_t* to = sheet.rgba.data() + static_cast<std::size_t>((y + row) * sheet.width + x) * 4;
    for (int column = 0; column < picture.width; ++column, from += 4, to += 4)
      for (int c = 0; c < 3; ++c)
        to[c] = static_cast<std::uint8_t>((from[c] * from[3] + to[c] * (255 - from[3]) + 127) / 255);
  }
}

}  // namespace

Image contact_sheet(const std::vector<SheetTile>& tiles, int side, const Font* font) {
  const Lettering letters(font, std::max(side / 14, letter_height));
  const int gap = side / 16, width = side + gap, height = side + gap + 2 * letters.height();
  const int count = static_cast<int>(tiles.size());
  const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(1.2 * count))));
  const int rows = std::max(1, (count + columns - 1) / columns);
  Image sheet;
  sheet.width = columns * width + gap;
  sheet.height = rows * height + gap;
  sheet.rgba.resize(static_cast<std::size_t>(sheet.width) * static_cast<std::size_t>(sheet.height) * 4);
  fill_box(sheet, 0, 0, sheet.width, sheet.height, paper);
  for (int i = 0; i < count; ++i) {
    const SheetTile& tile = tiles[static_cast<std::size_t>(i)];
    const int x = gap + i % columns * width, y = gap + i / columns * height;
    if (tile.picture != nullptr && tile.picture->width <= side && tile.picture->height <= side)
      lay_over(*tile.picture, x + (side - tile.picture->width) / 2, y + (side - tile.picture->height) / 2,
               sheet);
    const std::string caption =
        shortened(tile.caption, static_cast<float>(side),
                  [&](const std::string& part) { return static_cast<float>(letters.width(part)); });
    letters.draw(sheet, x, y + side + letters.height() / 4, caption, ink);
  }
  return sheet;
}

}  // namespace mmd
