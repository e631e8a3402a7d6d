
#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

#include <libdeflate.h>

#include "assets/image_kinds.h"

namespace mmd {
namespace {

using std::uint32_t;
using std::uint8_t;

constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t max_chunk = 0x7fffffff;
/// Deflate's highest compression ratio.
constexpr std::size_t max_bytes_per_byte = 1032;

enum Colour : uint8_t { grey = 0, rgb = 2, indexed = 3, grey_alpha = 4, rgb_alpha = 6 };

/// Contents of the chunks; the spans point into the file.
struct Png {
  std::size_t width = 0, height = 0;
  Colour colour = grey;
  ByteSpan palette, transparency;
  std::vector<ByteSpan> data;
  std::size_t data_size = 0;
};

uint32_t big_endian(const std::byte* p) {
  uint32_t value = 0;
  for (int i = 0; i < 4; ++i) value = value << 8 | std::to_integer<uint32_t>(p[i]);
  return value;
}

struct Chunk {
  std::string_view type;
  ByteSpan data;
};

/// Takes the chunk at the start of `rest`; nullopt if it is truncated. Ignores chunk checksums: the zlib
/// stream has its own for the pixels.
std::optional<Chunk> next_chunk(ByteSpan& rest) {
  constexpr std::size_t around = 12;  // length, type, checksum
  if (rest.size() < around) return std::nullopt;
  const std::size_t size = big_endian(rest.data());
  if (size > max_chunk || size > rest.size() - around) return std::nullopt;
  const Chunk chunk{as_text(rest.subspan(4, 4)), rest.subspan(8, size)};
  rest = rest.subspan(around + size);
  return chunk;
}

std::size_t bytes_per_pixel(Colour colour) {
  switch (colour) {
    case grey:
    case indexed:
      return 1;
    case grey_alpha:
      return 2;
    case rgb:
      return 3;
    case rgb_alpha:
      return 4;
  }
  return 4;
}

bool read_header(ByteSpan data, Png& png) {
  if (data.size() != 13) return false;
  png.width = big_endian(data.data());
  png.height = big_endian(data.data() + 4);
  constexpr std::size_t max_side = max_image_dimension;
  if (png.width == 0 || png.height == 0 || png.width > max_side || png.height > max_side) return false;
  const auto at = [&](std::size_t i) { return std::to_integer<uint8_t>(data[i]); };
  png.colour = static_cast<Colour>(at(9));
  constexpr Colour known[] = {grey, rgb, indexed, grey_alpha, rgb_alpha};
  const bool is_known = std::find(std::begin(known), std::end(known), png.colour) != std::end(known);
  return is_known && at(8) == 8 && at(10) == 0 && at(11) == 0 && at(12) == 0;
}

bool transparency_fits(const Png& png, std::size_t size) {
  switch (png.colour) {
    case grey:
      return size == 2;
    case rgb:
      return size == 6;
    case indexed:
      return size <= png.palette.size() / 3;
    case grey_alpha:
    case rgb_alpha:
      return false;
  }
  return false;
}

/// Reads a chunk between the first and the last. Returns false for an unexpected one.
bool read_chunk(const Chunk& chunk, Png& png) {
  const bool before_data = png.data.empty();
  if (chunk.type == "IDAT") {
    if (png.colour == indexed && png.palette.empty()) return false;
    png.data.push_back(chunk.data);
    png.data_size += chunk.data.size();
    return true;
  }
  if (chunk.type == "PLTE") {
    if (!before_data || !png.palette.empty() || chunk.data.size() > std::size_t{256} * 3 ||
        chunk.data.size() % 3 != 0)
      return false;
    png.palette = chunk.data;
    return true;
  }
  if (chunk.type == "tRNS") {
    if (!before_data || !png.transparency.empty() || !transparency_fits(png, chunk.data.size())) return false;
    png.transparency = chunk.data;
    return true;
  }
  const bool may_be_skipped = (static_cast<unsigned char>(chunk.type[0]) & 0x20) != 0;
  return may_be_skipped;
}

std::optional<Png> read_chunks(ByteSpan bytes) {
  if (!as_text(bytes).starts_with(signature)) return std::nullopt;
  ByteSpan rest = bytes.subspan(signature.size());
  auto chunk = next_chunk(rest);
  Png png;
  if (!chunk || chunk->type != "IHDR" || !read_header(chunk->data, png)) return std::nullopt;
  for (chunk = next_chunk(rest); chunk; chunk = next_chunk(rest)) {
    if (chunk->type == "IEND") return png.data.empty() ? std::nullopt : std::optional(std::move(png));
    if (!read_chunk(*chunk, png)) return std::nullopt;
  }
  return std::nullopt;
}

/// Inflates the data into `out`; false unless it is one whole zlib stream of exactly that size.
bool inflate(const Png& png, std::span<uint8_t> out) {
  RawVector<std::byte> joined;
  ByteSpan data = png.data.front();
  if (png.data.size() > 1) {
    joined.resize(png.data_size);
    std::byte* to = joined.data();
    for (const ByteSpan part : png.data) to = std::copy(part.begin(), part.end(), to);
    data = joined;
  }
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  return decompressor != nullptr &&
         libdeflate_zlib_decompress(decompressor.get(), data.data(), data.size(), out.data(), out.size(),
                                    nullptr) == LIBDEFLATE_SUCCESS;
}

/// The RGBA for each value of a one-byte pixel; black for indices that the palette lacks.
std::array<uint32_t, 256> colours_of(const Png& png) {
  std::array<uint32_t, 256> out{};
  const auto at = [](ByteSpan from, std::size_t i) { return std::to_integer<uint8_t>(from[i]); };
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto level = static_cast<uint8_t>(i);
    std::array<uint8_t, 4> colour = {level, level, level, 255};
    if (png.colour == indexed) {
      colour = {0, 0, 0, 255};
      if (3 * i + 2 < png.palette.size())
        colour = {at(png.palette, 3 * i), at(png.palette, 3 * i + 1), at(png.palette, 3 * i + 2), 255};
      if (i < png.transparency.size()) colour[3] = at(png.transparency, i);
    } else if (!png.transparency.empty() && level == at(png.transparency, 1)) {
      colour[3] = 0;
    }
    std::memcpy(&out[i], colour.data(), 4);
  }
  return out;
}

/// Converts unfiltered rows to RGBA.
class Spreader {
 public:
  explicit Spreader(const Png& png) : colour_(png.colour) {
    if (bytes_per_pixel(colour_) == 1) colours_ = colours_of(png);
    if (colour_ == rgb && !png.transparency.empty()) {
      keyed_ = true;
      for (std::size_t c = 0; c < 3; ++c) key_[c] = std::to_integer<uint8_t>(png.transparency[2 * c + 1]);
    }
  }

  void spread(const uint8_t* row, std::size_t pixels, uint8_t* rgba) const {
    if (colour_ == rgb) {
      rgb_to_rgba(row, pixels, rgba);
      if (keyed_) clear_key(pixels, rgba);
    } else if (colour_ == grey_alpha) {
      for (std::size_t i = 0; i < pixels; ++i, row += 2, rgba += 4) {
        rgba[0] = rgba[1] = rgba[2] = row[0];
        rgba[3] = row[1];
      }
    } else {
      for (std::size_t i = 0; i < pixels; ++i) std::memcpy(rgba + 4 * i, &colours_[row[i]], 4);
    }
  }

 private:
  void clear_key(std::size_t pixels, uint8_t* rgba) const {
    for (std::size_t i = 0; i < pixels; ++i, rgba += 4)
      if (std::equal(key_.begin(), key_.end(), rgba)) rgba[3] = 0;
  }

  Colour colour_;
  std::array<uint32_t, 256> colours_{};
  std::array<uint8_t, 3> key_{};
  bool keyed_ = false;
};

bool any_transparent(const uint8_t* rgba, std::size_t pixels) {
  uint8_t all = 255;
  for (std::size_t i = 0; i < pixels; ++i) all = static_cast<uint8_t>(all & rgba[4 * i + 3]);
  return all != 255;
}

/// Converts the filtered rows at `raw` to RGBA at the start of `rgba`. Both are in one buffer; rows are read
/// before they are overwritten. Returns whether any pixel is not opaque; nullopt for an unknown filter.
std::optional<bool> unfilter(const Png& png, const uint8_t* raw, uint8_t* rgba) {
  const std::size_t bytes = bytes_per_pixel(png.colour), row = png.width * bytes, rgba_row = png.width * 4;
  const bool in_place = bytes == 4;
  std::vector<uint8_t> above(row + png_row_slack), current(row + png_row_slack);
  const Spreader spreader(png);
  bool has_alpha = false;
  const uint8_t* prior = above.data();
  for (std::size_t y = 0; y < png.height; ++y, raw += row + 1, rgba += rgba_row) {
    if (raw[0] >= png_filter_count) return std::nullopt;
    uint8_t* const out = in_place ? rgba : current.data();
    unfilter_png_row(raw[0], bytes, raw + 1, prior, out, row);
    if (in_place) {
      prior = rgba;
    } else {
      spreader.spread(out, png.width, rgba);
      std::swap(above, current);
      prior = above.data();
    }
    has_alpha = has_alpha || any_transparent(rgba, png.width);
  }
  return has_alpha;
}

}  // namespace

std::optional<Image> decode_common_png(ByteSpan bytes) {
  const auto png = read_chunks(bytes);
  if (!png) return std::nullopt;
  const std::size_t pixels = png->width * png->height;
  const std::size_t raw_size = pixels * bytes_per_pixel(png->colour) + png->height;
  if (raw_size / max_bytes_per_byte > png->data_size) return std::nullopt;
  Image image;
  image.width = static_cast<int>(png->width);
  image.height = static_cast<int>(png->height);
  // Rows are inflated to the end of the buffer and converted to pixels from its start on: writing stays
  // behind reading, and no second buffer is paged in.
  image.rgba.resize(4 * pixels + png->height + png_row_slack);
  const std::span<uint8_t> raw(image.rgba.data() + (image.rgba.size() - png_row_slack - raw_size), raw_size);
  if (!inflate(*png, raw)) return std::nullopt;
  const auto has_alpha = unfilter(*png, raw.data(), image.rgba.data());
  if (!has_alpha) return std::nullopt;
  image.has_alpha = *has_alpha;
  image.rgba.resize(4 * pixels);
  return image;
}

std::uint32_t png_crc(ByteSpan bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size());
}

}  // namespace mmd
