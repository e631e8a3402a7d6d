#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assets/mips.h"
#include "base/byte_io.h"
#include "base/raw_vector.h"
#include "base/result.h"

namespace mmd {

/// 8-bit RGBA, straight (not premultiplied) alpha, rows from the top, no padding.
struct Image {
  int width = 0, height = 0;
  RawVector<std::uint8_t> rgba;  ///< width * height * 4
  /// width * height alphas after give_up_colours(); else empty.
  RawVector<std::uint8_t> alpha;
  bool has_alpha = false;  ///< whether any pixel is not opaque
  /// Mips built while decoding, if any.
  std::shared_ptr<SpareMips> spare_mips;

  std::size_t pixels() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  /// The four bytes of a pixel.
  std::uint8_t* at(int x, int y) { return rgba.data() + place(x, y); }
  const std::uint8_t* at(int x, int y) const { return rgba.data() + place(x, y); }

  /// Frees `rgba` (after an upload to the GPU) and keeps only the alphas, none if all pixels are opaque.
  void give_up_colours();

 private:
  std::size_t place(int x, int y) const {
    return 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
  }
};

/// A picture of a size. Its pixels have no values yet: write them before they are read.
inline Image image_of_size(int width, int height) {
  Image out;
  out.width = width;
  out.height = height;
  out.rgba.resize(4 * out.pixels());
  return out;
}

/// The alphas of an image, wherever they are stored: the first and the distance to the next in bytes.
struct AlphaBytes {
  const std::uint8_t* first;
  std::size_t step;
  std::uint8_t operator[](std::size_t pixel) const { return first[pixel * step]; }
};
/// Precondition: `image.has_alpha`.
inline AlphaBytes alpha_of(const Image& image) {
  if (!image.alpha.empty()) return {image.alpha.data(), 1};
  return {image.rgba.data() + 3, 4};
}

/// The largest width or height in pixels; decoders reject larger ones before allocating.
inline constexpr int max_image_dimension = 16384;

/// Decodes PNG, JPEG, BMP, TGA, DDS, GIF (first frame), PPM, PFM or HDR, recognised by content (`.sph` and
/// `.spa` files are such pictures). Errors: unknown content, truncated, no or too many pixels. Thread-safe.
Result<Image> decode_image(ByteSpan bytes);

/// Text chunks for a PNG: keyword (Latin-1, 1-79 characters) and UTF-8 text.
using ImageMetadata = std::vector<std::pair<std::string, std::string>>;

/// Encodes as PNG, RGBA if `has_alpha`, else RGB. Deterministic: equal input gives equal bytes.
Result<Bytes> encode_png(const Image& image, const ImageMetadata& metadata = {});

/// Encodes as JPEG (quality 92, no colour subsampling) over the colour `matte` (RGB), because JPEG has no
/// alpha. Deterministic. Error: a side longer than 65500 pixels.
Result<Bytes> encode_jpeg(const Image& image, const std::array<std::uint8_t, 3>& matte = {255, 255, 255});

/// Encodes as WebP (quality 90, lossless alpha if `has_alpha`). Deterministic. Error: a side longer than
/// 16383 pixels.
Result<Bytes> encode_webp(const Image& image);

/// An error if `rgba` is empty or its length does not match the size. The encoders call it.
Result<void> check_pixels(const Image& image);

/// Whether writing waits until the file survives a power loss: yes for a user's files, no for caches.
enum class Lasting : bool { no, yes };

/// Writes a temporary file next to `path` and renames it: readers never see half a file, and a failure keeps
/// the old one. `-` is standard output. Errors: missing or unwritable folder, disk full.
Result<void> write_file_atomically(const std::filesystem::path& path, ByteSpan bytes,
                                   Lasting lasting = Lasting::yes);

/// Checks that a picture can be decoded; of more than 64 million pixels only that its header is valid.
/// Errors: as decode_image(). Thread-safe.
Result<void> check_picture(ByteSpan bytes);

/// Checks only the header of a picture file of `bytes` bytes. Thread-safe.
Result<void> check_picture_header(ByteSpan beginning, std::uint64_t bytes);

// PNGs whose pixels are data rather than colours.

enum class PngKind : std::uint8_t { grey16, rgb8, rgb16, indexed };
std::size_t bytes_per_pixel(PngKind kind);

struct PngPixels {
  int width = 0, height = 0;
  PngKind kind = PngKind::rgb8;
  RawVector<std::uint8_t> bytes;  ///< rows from the top, no padding; 16-bit values are big endian
  std::vector<std::array<std::uint8_t, 3>> palette;  ///< for `indexed`: 1 to 256 colours
};

/// Encodes as PNG. Deterministic.
Result<Bytes> encode_png(const PngPixels& pixels, const ImageMetadata& metadata = {});

/// The JPEG with a comment at its beginning: ASCII, up to 65533 bytes.
Bytes jpeg_with_comment(const Bytes& jpeg, std::string_view text);
/// The WebP, simple or extended, with a metadata chunk (`XMP `) at its end.
Bytes webp_with_metadata(const Bytes& webp, std::string_view text, int width, int height, bool has_alpha);

/// A picture's text for a keyword: a PNG's text chunk, "keyword: text" in a JPEG's comment or a WebP's
/// metadata. nullopt: no such text, or the picture is missing or damaged. Does not decode pixels.
std::optional<std::string> embedded_text(const std::filesystem::path& picture, std::string_view keyword);
/// The same for a picture in memory.
std::optional<std::string> embedded_text(ByteSpan picture, std::string_view keyword);

}  // namespace mmd
