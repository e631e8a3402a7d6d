// Radiance HDR (.hdr, .pic): rows of red, green, blue and a common exponent. A row is plain, or the bytes of
// each of its four hdr_channels are run-length encoded.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "assets/image.h"
#include "assets/image_kinds.h"
#include "assets/picture_errors.h"
#include "base/errors.h"

namespace mmd {
namespace {

constexpr std::size_t hdr_channels = 4, max_run = 127, row_mark = 4;
/// Widths of rows that may be run-length encoded.
constexpr std::size_t min_packed = 8, max_packed = 0x7fff;

struct HdrHeader {
  std::int64_t width = 0, height = 0;
  bool is_rgbe = false;  ///< the only format that is read
  std::size_t rows_at = 0;
};

/// A number behind `word`, with which `line` starts; removes both.
bool take_side(std::string_view word, std::string_view& line, std::int64_t& to) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (!line.starts_with(word)) return false;
  line.remove_prefix(word.size());
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const auto read = std::from_chars(line.data(), line.data() + line.size(), to);
  line.remove_prefix(static_cast<std::size_t>(read.ptr - line.data()));
  return read.ec == std::errc();
}

/// Where the rows begin, after an empty line and the line with the size; npos if the file ends before.
std::size_t end_of_hdr_header(std::string_view bytes) {
  const std::size_t empty_line = bytes.find("\n\n");
  if (empty_line == std::string_view::npos) return empty_line;
  const std::size_t end = bytes.find('\n', empty_line + 2);
  return end == std::string_view::npos ? end : end + 1;
}

/// nullopt: truncated, or rows in an order that is not read.
std::optional<HdrHeader> hdr_header_of(std::string_view bytes) {
  HdrHeader out;
  out.rows_at = end_of_hdr_header(bytes);
  if (out.rows_at == std::string_view::npos) return std::nullopt;
  const std::size_t size_at = bytes.find("\n\n") + 2;
  out.is_rgbe = bytes.substr(0, size_at).find("\nFORMAT=32-bit_rle_rgbe\n") != std::string_view::npos;
  std::string_view size = bytes.substr(size_at, out.rows_at - size_at);
  if (!take_side("-Y ", size, out.height) || !take_side("+X ", size, out.width)) return std::nullopt;
  return out;
}

/// The fewest bytes that a row can take.
std::size_t shortest_row(std::size_t width) {
  const std::size_t plain = width * hdr_channels;
  if (width < min_packed || width > max_packed) return plain;
  return std::min(plain, row_mark + hdr_channels * 2 * ((width + max_run - 1) / max_run));
}

/// A channel's value: 0 to 1, without a gamma curve (unconfirmed for MMD), as 0 to 255.
std::uint8_t value_of(std::uint8_t mantissa, std::uint8_t exponent) {
  constexpr int bias = 128 + 8;
  if (exponent == 0) return 0;
  const float value = static_cast<float>(mantissa) * std::ldexp(1.0f, exponent - bias);
  return static_cast<std::uint8_t>(std::lround(std::min(value, 1.0f) * 255.0f));
}

/// Reads rows one after the other.
class HdrRows {
 public:
  HdrRows(ByteSpan bytes, std::size_t width) : bytes_(bytes), width_(width), row_(width * hdr_channels) {}

  Result<void> next(std::uint8_t* rgba) {
    MMD_TRY(is_packed() ? unpack() : copy());
    for (std::size_t x = 0; x < width_; ++x, rgba += 4) {
      for (std::size_t c = 0; c < 3; ++c) rgba[c] = value_of(channel(c)[x], channel(3)[x]);
      rgba[3] = 255;
    }
    return {};
  }

 private:
  std::uint8_t* channel(std::size_t c) { return row_.data() + c * width_; }
  std::size_t left() const { return bytes_.size() - at_; }

  bool is_packed() const {
    return width_ >= min_packed && width_ <= max_packed && left() >= row_mark && byte_at(bytes_, at_) == 2 &&
           byte_at(bytes_, at_ + 1) == 2 && byte_at(bytes_, at_ + 2) < 0x80;
  }

  Result<void> copy() {
    if (left() < width_ * hdr_channels) return truncated_picture("HDR");
    for (std::size_t x = 0; x < width_; ++x)
      for (std::size_t c = 0; c < hdr_channels; ++c)
        channel(c)[x] = static_cast<std::uint8_t>(byte_at(bytes_, at_++));
    return {};
  }

  Result<void> unpack() {
    if (big_16(bytes_, at_ + 2) != width_) return damaged_picture("HDR", "a run of pixels");
    at_ += row_mark;
    for (std::size_t c = 0; c < hdr_channels; ++c)
      for (std::size_t x = 0; x < width_;) MMD_TRY(unpack_run(channel(c), x));
    return {};
  }

  /// Up to 128: so many bytes follow. Above: the next byte 1 to 127 times.
  Result<void> unpack_run(std::uint8_t* to, std::size_t& x) {
    if (left() < 2) return truncated_picture("HDR");
    const std::size_t code = byte_at(bytes_, at_++);
    const bool repeats = code > max_run + 1;
    const std::size_t run = repeats ? code - (max_run + 1) : code;
    if (run == 0 || run > width_ - x) return damaged_picture("HDR", "a run of pixels");
    if (!repeats && left() < run) return truncated_picture("HDR");
    for (std::size_t end = x + run; x < end; ++x) {
      to[x] = static_cast<std::uint8_t>(byte_at(bytes_, at_));
      if (!repeats) ++at_;
    }
    if (repeats) ++at_;
    return {};
  }

  ByteSpan bytes_;
  std::size_t width_, at_ = 0;
  RawVector<std::uint8_t> row_;  ///< channel after channel
};

}  // namespace

std::optional<ImageSize> hdr_size(ByteSpan beginning) {
  const auto header = hdr_header_of(as_text(beginning));
  if (!header || !is_usable_size(header->width, header->height)) return std::nullopt;
  return ImageSize{static_cast<int>(header->width), static_cast<int>(header->height)};
}

Result<Image> decode_hdr(ByteSpan bytes) {
  if (end_of_hdr_header(as_text(bytes)) == std::string_view::npos) return truncated_picture("HDR");
  const auto header = hdr_header_of(as_text(bytes));
  if (!header) return damaged_picture("HDR", "its header");
  if (!header->is_rgbe) return damaged_picture("HDR", "its format is not 32-bit_rle_rgbe");
  if (!is_usable_size(header->width, header->height))
    return bad_picture_size("HDR", header->width, header->height);
  const auto width = static_cast<std::size_t>(header->width),
             height = static_cast<std::size_t>(header->height);
  const ByteSpan packed = bytes.subspan(header->rows_at);
  if (packed.size() / shortest_row(width) < height) return truncated_picture("HDR");
  Image image = image_of_size(static_cast<int>(width), static_cast<int>(height));
  HdrRows rows(packed, width);
  for (std::size_t y = 0; y < height; ++y) MMD_TRY(rows.next(image.rgba.data() + y * width * 4));
  return image;
}

}  // namespace mmd
