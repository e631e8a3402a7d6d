#include <algorithm>

#include "assets/image_kinds.h"
#include "assets/picture_errors.h"
#include "base/byte_io.h"
#include "base/errors.h"

namespace mmd {
namespace {

constexpr const char* name = "run-length encoded BMP";
constexpr std::uint32_t rle8 = 1, rle4 = 2;

/// Decodes to palette indices, rows from the bottom.
class RunLengthReader {
 public:
  RunLengthReader(ByteSpan data, bool is_nibbles, std::size_t width, std::size_t height)
      : data_(data), is_nibbles_(is_nibbles), width_(width), height_(height), places_(width * height) {}

  /// Stops at the end mark or at the end of the data.
  std::vector<std::uint8_t> take() {
    while (at_ + 2 <= data_.size() && y_ < height_) {
      const std::uint32_t count = byte_at(data_, at_), value = byte_at(data_, at_ + 1);
      at_ += 2;
      if (count > 0) {
        for (std::uint32_t i = 0; i < count; ++i) put(nibble(value, i));
      } else if (!escape(value)) {
        break;
      }
    }
    return std::move(places_);
  }

 private:
  std::uint32_t nibble(std::uint32_t byte, std::uint32_t number) const {
    return !is_nibbles_ ? byte : number % 2 == 0 ? byte >> 4 : byte & 15;
  }
  void put(std::uint32_t place) {
    if (x_ < width_ && y_ < height_) places_[y_ * width_ + x_] = static_cast<std::uint8_t>(place);
    ++x_;
  }
  /// Codes: 0 end of line, 1 end of picture, 2 move right and up, else that many literal pixels. Returns
  /// false at the end of the picture.
  bool escape(std::uint32_t code) {
    if (code == 0) {
      x_ = 0;
      ++y_;
    } else if (code == 2) {
      if (at_ + 2 > data_.size()) return false;
      x_ += byte_at(data_, at_);
      y_ += byte_at(data_, at_ + 1);
      at_ += 2;
    } else if (code != 1) {
      const std::size_t bytes = is_nibbles_ ? (code + 1) / 2 : code;
      if (at_ + bytes > data_.size()) return false;
      for (std::uint32_t i = 0; i < code; ++i)
        put(nibble(byte_at(data_, at_ + (is_nibbles_ ? i / 2 : i)), i));
      at_ += bytes + bytes % 2;  // padded to 16 bits
    }
    return code != 1;
  }

  ByteSpan data_;
  bool is_nibbles_;
  std::size_t width_, height_, at_ = 0, x_ = 0, y_ = 0;
  std::vector<std::uint8_t> places_;
};

}  // namespace

bool is_run_length_bmp(ByteSpan bytes) {
  if (bytes.size() < 54 || little_32(bytes, 14) < 40) return false;
  const std::uint32_t compression = little_32(bytes, 30);
  return compression == rle8 || compression == rle4;
}

Result<Image> decode_run_length_bmp(ByteSpan bytes) {
  const auto width = static_cast<std::int32_t>(little_32(bytes, 18)),
             height = static_cast<std::int32_t>(little_32(bytes, 22));
  const std::uint32_t bits = little_16(bytes, 28), compression = little_32(bytes, 30);
  if (!is_usable_size(width, height)) return bad_picture_size(name, width, height);
  if (is_too_short(bytes.size(), width, height)) return truncated_picture(name);
  if (bits != (compression == rle4 ? 4u : 8u)) return damaged_picture(name, "bits per pixel");
  const std::size_t pixels_at = little_32(bytes, 10), palette_at = std::size_t{14} + little_32(bytes, 14);
  const std::size_t used = little_32(bytes, 46), max_colours = std::size_t{1} << bits;
  const std::size_t colours = used == 0 ? max_colours : std::min(used, max_colours);
  if (pixels_at > bytes.size() || palette_at + colours * 4 > bytes.size()) return truncated_picture(name);
  const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
  const auto places = RunLengthReader(bytes.subspan(pixels_at), compression == rle4, columns, rows).take();
  Image image = image_of_size(width, height);
  for (std::size_t y = 0; y < rows; ++y) {
    std::uint8_t* to = image.rgba.data() + (rows - 1 - y) * columns * 4;
    for (std::size_t x = 0; x < columns; ++x, to += 4) {
      const std::size_t place = places[y * columns + x];
      for (std::size_t c = 0; c < 3; ++c)
        to[c] =
            place < colours ? static_cast<std::uint8_t>(byte_at(bytes, palette_at + place * 4 + 2 - c)) : 0;
      to[3] = 255;
    }
  }
  return image;
}

}  // namespace mmd
