#include "commands/picture/picture_thumbnail.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "assets/image_kinds.h"
#include "assets/image_size.h"

namespace mmd {
namespace {

/// The pixels of a side that become one.
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
      const std::uint8_t* pixel =
          image.rgba.data() + (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                               static_cast<std::size_t>(x)) *
                                  4;
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
