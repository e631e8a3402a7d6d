#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "assets/image.h"
#include "assets/image_size.h"

namespace mmd {

/// Decodes the first picture of a DDS file: DXT1, DXT3, DXT5 (by FourCC or DX10 header) and uncompressed
/// pixels of 8 to 32 bits with any masks. Errors: truncated, no pixels or too many, another kind of DDS. Pure
/// and thread-safe.
Result<Image> decode_dds(ByteSpan bytes);

/// Whether a BMP says that its pixels are run-length encoded. `bytes`: what is_bmp() holds for.
bool is_run_length_bmp(ByteSpan bytes);
/// Decodes it, of 4 or 8 bits per pixel. Pixels that it skips have the palette's first colour. Errors: no
/// size or too large, no palette, another number of bits.
Result<Image> decode_run_length_bmp(ByteSpan bytes);

/// Decodes a JPEG of any kind that libjpeg knows: baseline and progressive, grey, YCbCr, RGB, CMYK and YCCK
/// (inverted as Adobe's programs write them, or not). Errors: as decode_image().
Result<Image> decode_jpeg(ByteSpan bytes);
/// How often its sides can be halved before anything of the full size is decoded.
inline constexpr int max_jpeg_halvings = 3;
/// The same with each side halved that often, max_jpeg_halvings times at most.
Result<Image> decode_jpeg_halved(ByteSpan bytes, int halvings);

/// Whether the bytes begin like a PGM or PPM (P2, P3, P5, P6) or a PFM (PF, Pf).
bool looks_like_netpbm(std::string_view bytes);
/// Of these; nullopt: the header makes no sense.
std::optional<ImageSize> netpbm_size(ByteSpan beginning);
/// Decodes these. The numbers of a PFM count from 0 to 1, what lies beyond is cut off (unconfirmed for MMD).
/// Errors: no size or too large, truncated, text that is no number.
Result<Image> decode_netpbm(ByteSpan bytes);

/// How many bytes unfilter_png_row() may read and write behind each row, and rgb_to_rgba() read.
inline constexpr std::size_t png_row_slack = 4;
/// Number of filters: PNG (third edition), section 9.2.
inline constexpr int png_filter_count = 5;

/// Undoes the row filter `filter` of `size` bytes, `bytes` (1 to 4) to a pixel. `prior` is the row above
/// after this, zeros for the first. `out` may begin before `in` and overlap it. With four bytes to a pixel
/// nothing outside the rows is touched; with fewer, each of the three has png_row_slack bytes more.
void unfilter_png_row(int filter, std::size_t bytes, const std::uint8_t* in, const std::uint8_t* prior,
                      std::uint8_t* out, std::size_t size);

/// Decodes an undamaged PNG of one of the kinds that textures are: eight bits per channel or palette index,
/// not interlaced. Nullopt: another kind, or not quite as the standard says it; a slower decoder has to tell.
/// May throw bad_alloc. Thread-safe.
std::optional<Image> decode_common_png(ByteSpan bytes);

/// The checksum that a PNG's chunks end with, of their kind and data.
std::uint32_t png_crc(ByteSpan bytes);

/// Decodes a WebP picture, as encode_webp() writes it. Where both sides are larger than `side`, at half its
/// size or less, as far as the longer side stays at least that. Textures are never WebP: decode_image() knows
/// none. Errors: no such picture, damaged, too large.
Result<Image> decode_webp(ByteSpan bytes, int side = max_image_dimension);

/// The same pixels, opaque.
inline void rgb_to_rgba(const std::uint8_t* rgb, std::size_t pixels, std::uint8_t* rgba) {
  for (std::size_t i = 0; i < pixels; ++i, rgb += 3, rgba += 4) {
    rgba[0] = rgb[0];
    rgba[1] = rgb[1];
    rgba[2] = rgb[2];
    rgba[3] = 255;
  }
}

}  // namespace mmd
