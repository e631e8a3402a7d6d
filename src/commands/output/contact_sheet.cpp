#include "commands/output/contact_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "assets/image_kinds.h"
#include "assets/image_size.h"
#include "commands/output/picture_text.h"

namespace mmd {
namespace {

constexpr Rgb paper{255, 255, 255}, ink{40, 40, 40};

/// Draws a picture over the present content.
void lay_over(const Image& picture, int x, int y, Image& sheet) {
  for (int row = 0; row < picture.height; ++row) {
    const std::uint8_t* from = picture.at(0, row);
    std::uint8_t* to = sheet.at(x, y + row);
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
  Image sheet = image_of_size(columns * width + gap, rows * height + gap);
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

namespace {

/// Number of pixels per side that become one.
struct Range {
  int begin, end;
};

Range range_of(int index, int from, int to) {
  const auto at = [&](int i) { return static_cast<int>(std::int64_t{i} * from / to); };
  return {at(index), std::max(at(index + 1), at(index) + 1)};
}

std::array<std::uint8_t, 4> average(const Image& image, Range columns, Range rows) {
  std::uint64_t alpha = 0, count = 0;
  std::array<std::uint64_t, 3> colour{};
  for (int y = rows.begin; y < rows.end; ++y) {
    for (int x = columns.begin; x < columns.end; ++x, ++count) {
      const std::uint8_t* pixel = image.at(x, y);
      alpha += pixel[3];
      for (std::size_t c = 0; c < 3; ++c) colour[c] += std::uint64_t{pixel[c]} * pixel[3];
    }
  }
  std::array<std::uint8_t, 4> out{};
  if (alpha == 0) return out;
  for (std::size_t c = 0; c < 3; ++c) out[c] = static_cast<std::uint8_t>((colour[c] + alpha / 2) / alpha);
  out[3] = static_cast<std::uint8_t>((alpha + count / 2) / count);
  return out;
}

bool is_webp(ByteSpan bytes) {
  const auto text = as_text(bytes);
  return text.size() > 12 && text.substr(0, 4) == "RIFF" && text.substr(8, 4) == "WEBP";
}

}  // namespace

Image shrunk_to(Image image, int side) {
  const int longer = std::max(image.width, image.height);
  if (longer <= side) return image;
  Image out;
  const auto scaled = [&](int from) {
    return std::max(1, static_cast<int>((std::int64_t{from} * side + longer / 2) / longer));
  };
  out.width = scaled(image.width);
  out.height = scaled(image.height);
  out.has_alpha = image.has_alpha;
  for (int y = 0; y < out.height; ++y)
    for (int x = 0; x < out.width; ++x)
      for (const std::uint8_t value :
           average(image, range_of(x, image.width, out.width), range_of(y, image.height, out.height)))
        out.rgba.push_back(value);
  return out;
}

Result<Image> read_thumbnail(ByteSpan bytes, int side) {
  Result<Image> image;
  if (is_webp(bytes)) {
    image = decode_webp(bytes, side);
  } else {
    int halvings = 0;
    if (const auto size = image_size(bytes))
      while (std::max(size->width, size->height) >> (halvings + 1) >= side) ++halvings;
    image = decode_image_halved(bytes, halvings);
  }
  if (!image) return image;
  return shrunk_to(std::move(*image), side);
}

}  // namespace mmd
