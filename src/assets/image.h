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
  /// Of a picture that has given up its colours (give_up_colours): width * height. Otherwise empty.
  RawVector<std::uint8_t> alpha;
  bool has_alpha = false;  ///< whether any pixel is not opaque
  /// Null unless whoever decoded it built them.
  std::shared_ptr<SpareMips> spare_mips;

  /// Keeps of its pixels what is not opaque alone: a quarter, or nothing. For who has drawn them somewhere.
  void give_up_colours();
};

/// The first pixel's alpha, and how many bytes lie between two. Of a picture with alpha.
struct AlphaBytes {
  const std::uint8_t* first;
  std::size_t step;
  std::uint8_t operator[](std::size_t pixel) const { return first[pixel * step]; }
};
inline AlphaBytes alpha_of(const Image& image) {
  if (!image.alpha.empty()) return {image.alpha.data(), 1};
  return {image.rgba.data() + 3, 4};
}

/// Largest width or height that is decoded; a header that claims more is refused before anything is
/// allocated.
inline constexpr int max_image_dimension = 16384;

/// Decodes PNG, JPEG, BMP, TGA, DDS, GIF (first frame), PPM, PFM or HDR, recognised by content whatever the
/// extension says (`.sph` and `.spa` are renamed ones). Errors: unknown content, truncated, 0 or too many
/// pixels. Thread-safe.
Result<Image> decode_image(ByteSpan bytes);

/// Text chunks for a PNG: keyword (Latin-1, 1-79 characters) and UTF-8 text.
using ImageMetadata = std::vector<std::pair<std::string, std::string>>;

/// Encodes as PNG, RGBA when `has_alpha`, else RGB. Deterministic: the same picture and metadata give the
/// same bytes.
Result<Bytes> encode_png(const Image& image, const ImageMetadata& metadata = {});

/// Encodes as JPEG (quality 92, no colour subsampling). JPEG has no alpha: the picture is laid over `matte`.
/// Deterministic. Errors: more than 65500 pixels along a side.
Result<Bytes> encode_jpeg(const Image& image, const std::array<std::uint8_t, 3>& matte = {255, 255, 255});

/// Encodes as WebP (quality 90, the alpha exact) with alpha when `has_alpha`. Deterministic. Errors: more
/// than 16383 pixels along a side.
Result<Bytes> encode_webp(const Image& image);

/// An error unless the picture has pixels, as many as its size says. The encoders check it themselves.
Result<void> check_pixels(const Image& image);

/// Whether a file is waited for until it outlasts a loss of power: what a person keeps does, not what can be
/// made again.
enum class Lasting : bool { no, yes };

/// Writes bytes to a temporary name beside `path` and renames it, so that a reader never meets half a file
/// and a failure leaves what was there. Errors: missing or unwritable folder, disk full. `-` is standard
/// output.
Result<void> write_file_atomically(const std::filesystem::path& path, ByteSpan bytes,
                                   Lasting lasting = Lasting::yes);

/// Whether a picture can be decoded, in little memory: 16 MiB and 16 times its bytes. Larger pictures are
/// looked through without keeping their pixels (PNG), at an eighth of their size (JPEG), or, of the other
/// kinds, by their header alone. Errors: as decode_image(). Thread-safe.
Result<void> check_picture(ByteSpan bytes);

/// Whether a file of so many bytes that begins like this can be a picture, by its header alone. Thread-safe.
Result<void> check_picture_header(ByteSpan beginning, std::uint64_t bytes);

// PNGs whose pixels are numbers more than colours.

enum class PngKind : std::uint8_t { grey16, rgb8, rgb16, indexed };
std::size_t bytes_per_pixel(PngKind kind);

struct PngPixels {
  int width = 0, height = 0;
  PngKind kind = PngKind::rgb8;
  RawVector<std::uint8_t> bytes;  ///< rows from the top, no padding; of 16 bits the upper byte first
  std::vector<std::array<std::uint8_t, 3>> palette;  ///< of `indexed`: 1 to 256 colours, one for every value
};

/// Deterministic, like that of an Image.
Result<Bytes> encode_png(const PngPixels& pixels, const ImageMetadata& metadata = {});

/// A JPEG with a comment at its beginning; ASCII, up to 65533 bytes.
Bytes jpeg_with_comment(const Bytes& jpeg, std::string_view text);
/// A WebP, simple or extended, with a chunk of metadata (`XMP `) at its end.
Bytes webp_with_metadata(const Bytes& webp, std::string_view text, int width, int height, bool has_alpha);

/// What a picture on disk says about itself under a keyword: a text chunk of a PNG, "keyword: text" as a
/// comment of a JPEG or as metadata of a WebP. nullopt: nothing, or the picture is not there or not whole.
/// The pixels are not read.
std::optional<std::string> embedded_text(const std::filesystem::path& picture, std::string_view keyword);
/// The same of its bytes.
std::optional<std::string> embedded_text(ByteSpan picture, std::string_view keyword);

}  // namespace mmd
