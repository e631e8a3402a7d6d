#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "assets/image_kinds.h"
#include "assets/picture_errors.h"
#include "base/bit_cast.h"
#include "base/errors.h"
#include "base/number_text.h"

namespace mmd {
namespace {

constexpr std::string_view spaces = " \t\r\n\v\f";

struct Header {
  bool is_float = false, is_text = false;
  int channels = 3;
  std::int64_t width = 0, height = 0;
  double scale = 0.0;  ///< PFM: negative if little endian; PGM and PPM: the largest value
  std::size_t pixels_at = 0;
};

/// Iterates over words, skipping comments.
class Words {
 public:
  explicit Words(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  /// The next word; empty at the end.
  std::string_view next() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(spaces, at_), text_.size());
      if (at_ == text_.size() || text_[at_] != '#') break;
      at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
    }
    const std::size_t first = at_;
    at_ = std::min(text_.find_first_of(spaces, at_), text_.size());
    return text_.substr(first, at_ - first);
  }
  template <class Number>
  std::optional<Number> number() {
    Number value{};
    return read_whole(next(), value) ? std::optional(value) : std::nullopt;
  }
  std::size_t at() const { return at_; }

 private:
  std::string_view text_;
  std::size_t at_;
};

std::optional<Header> header_of(std::string_view bytes) {
  Header out;
  const char kind = bytes[1];
  out.is_float = kind == 'F' || kind == 'f';
  out.is_text = kind == '2' || kind == '3';
  out.channels = kind == 'f' || kind == '2' || kind == '5' ? 1 : 3;
  Words words(bytes, 2);
  const auto width = words.number<std::int64_t>(), height = words.number<std::int64_t>();
  const auto scale = words.number<double>();
  if (!width || !height || !scale || *width < 0 || *height < 0) return std::nullopt;
  const bool is_depth = *scale >= 1.0 && *scale <= 65535.0 && *scale == std::floor(*scale);
  if (out.is_float ? *scale == 0.0 : !is_depth) return std::nullopt;
  out.width = *width;
  out.height = *height;
  out.scale = *scale;
  out.pixels_at = std::min(words.at() + 1, bytes.size());
  return out;
}

std::uint8_t of_255(double part) {
  return static_cast<std::uint8_t>(part > 0.0 ? std::min(part, 1.0) * 255.0 + 0.5 : 0.0);  // NaN: 0
}

/// Reads values and scales them to 0-255.
class Values {
 public:
  Values(std::string_view bytes, const Header& header)
      : bytes_(bytes), header_(header), at_(header.pixels_at), words_(bytes, header.pixels_at) {}

  /// Bytes per value; 0 for text.
  static std::size_t size(const Header& header) {
    if (header.is_text) return 0;
    return header.is_float ? 4 : header.scale > 255.0 ? 2 : 1;
  }

  std::optional<std::uint8_t> next() {
    if (header_.is_text) {
      const auto value = words_.number<std::uint32_t>();
      return value ? std::optional(of_255(*value / header_.scale)) : std::nullopt;
    }
    std::uint32_t raw = 0;
    const std::size_t bytes = size(header_);
    const bool is_little = header_.is_float && header_.scale < 0.0;
    for (std::size_t i = 0; i < bytes; ++i) {
      const auto byte = static_cast<std::uint8_t>(bytes_[at_ + (is_little ? bytes - 1 - i : i)]);
      raw = raw << 8 | byte;
    }
    at_ += bytes;
    return of_255(header_.is_float ? static_cast<double>(bit_cast<float>(raw)) : raw / header_.scale);
  }

 private:
  std::string_view bytes_;
  const Header& header_;
  std::size_t at_;
  Words words_;
};

}  // namespace

bool looks_like_netpbm(std::string_view bytes) {
  if (bytes.size() < 3 || bytes[0] != 'P') return false;
  return std::string_view("2356Ff").find(bytes[1]) != std::string_view::npos &&
         (spaces.find(bytes[2]) != std::string_view::npos || bytes[2] == '#');
}

std::optional<ImageSize> netpbm_size(ByteSpan beginning) {
  const auto header = header_of(as_text(beginning));
  if (!header || !is_usable_size(header->width, header->height)) return std::nullopt;
  return ImageSize{static_cast<int>(header->width), static_cast<int>(header->height)};
}

Result<Image> decode_netpbm(ByteSpan bytes) {
  const std::string_view text = as_text(bytes);
  const char* const name = text[1] == 'F' || text[1] == 'f' ? "PFM" : "PPM";
  const auto header = header_of(text);
  if (!header) return damaged_picture(name, "its header");
  if (!is_usable_size(header->width, header->height))
    return bad_picture_size(name, header->width, header->height);
  const auto channels = static_cast<std::size_t>(header->channels);
  const auto columns = static_cast<std::size_t>(header->width),
             rows = static_cast<std::size_t>(header->height);
  const std::size_t min_bytes = std::max<std::size_t>(Values::size(*header), 1);
  if (bytes.size() - header->pixels_at < columns * rows * channels * min_bytes)
    return truncated_picture(name);
  Image image = image_of_size(static_cast<int>(columns), static_cast<int>(rows));
  Values values(text, *header);
  for (std::size_t y = 0; y < rows; ++y) {
    std::uint8_t* to =
        image.rgba.data() + (header->is_float ? rows - 1 - y : y) * columns * 4;  // PFM: from the bottom
    for (std::size_t x = 0; x < columns; ++x, to += 4) {
      for (std::size_t c = 0; c < channels; ++c) {
        const auto value = values.next();
        if (!value) return damaged_picture(name, "text instead of a number");
        to[c] = *value;
      }
      if (channels == 1) to[1] = to[2] = to[0];
      to[3] = 255;
    }
  }
  return image;
}

}  // namespace mmd
