#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "assets/image.h"
#include "assets/image_size.h"

namespace mmd {

/// Decodes the first picture of a DDS file: DXT1, DXT3, DXT5 (by FourCC or DX10 header) and uncompressed
/// pixels of 8 to 32 bits with any masks. Errors: truncated, no or too many pixels, another kind of DDS.
/// Thread-safe.
Result<Image> decode_dds(ByteSpan bytes);

/// Whether a BMP's pixels are run-length encoded. Precondition: is_bmp(bytes).
bool is_run_length_bmp(ByteSpan bytes);
/// Decodes such a BMP of 4 or 8 bits per pixel. Skipped pixels get the palette's first colour. Errors: no or
/// too many pixels, no palette, another number of bits.
Result<Image> decode_run_length_bmp(ByteSpan bytes);

/// Decodes any JPEG that libjpeg supports: baseline and progressive, grey, YCbCr, RGB, CMYK and YCCK
/// (inverted, as Adobe writes them, or not). Errors: as decode_image().
Result<Image> decode_jpeg(ByteSpan bytes);
/// libjpeg can halve the sides so often while decoding.
inline constexpr int max_jpeg_halvings = 3;
/// The same with each side halved `halvings` times, max_jpeg_halvings at most.
Result<Image> decode_jpeg_halved(ByteSpan bytes, int halvings);

/// Whether the bytes begin like a PGM, PPM (P2, P3, P5, P6) or PFM (PF, Pf).
bool looks_like_netpbm(std::string_view bytes);
/// The size of such a picture; nullopt if its header is invalid.
std::optional<ImageSize> netpbm_size(ByteSpan beginning);
/// Decodes such a picture. A PFM's numbers are clamped to 0-1 (unconfirmed for MMD). Errors: no or too many
/// pixels, truncated, text in place of a number.
Result<Image> decode_netpbm(ByteSpan bytes);

/// Decodes the first frame of a GIF. Pixels that it lacks get the background colour, or are transparent.
/// Errors: no or too many pixels, truncated, damaged, no frame.
Result<Image> decode_gif(ByteSpan bytes);

/// The size of a Radiance HDR picture; nullopt if its header is invalid.
std::optional<ImageSize> hdr_size(ByteSpan beginning);
/// Decodes such a picture. Its numbers are clamped to 0-1, without a gamma curve (unconfirmed for MMD).
/// Errors: no or too many pixels, truncated, damaged, rows in another order than from the top left.
Result<Image> decode_hdr(ByteSpan bytes);

/// unfilter_png_row() may read and write so many bytes behind each row, rgb_to_rgba() read them.
inline constexpr std::size_t png_row_slack = 4;
/// Number of row filters: PNG (third edition), section 9.2.
inline constexpr int png_filter_count = 5;

/// Undoes the row filter `filter` of a row of `size` bytes, `bytes` (1 to 4) per pixel. `prior` is the
/// unfiltered row above, zeros for the first row. `out` may begin before `in` and overlap it. With fewer than
/// four bytes per pixel, each of the three needs png_row_slack more bytes.
void unfilter_png_row(int filter, std::size_t bytes, const std::uint8_t* in, const std::uint8_t* prior,
                      std::uint8_t* out, std::size_t size);

/// Decodes the kinds of PNG common in textures: eight bits per channel or palette index, not interlaced, no
/// damage. nullopt: use a general decoder. May throw bad_alloc. Thread-safe.
std::optional<Image> decode_common_png(ByteSpan bytes);

/// The checksum of a PNG chunk; `bytes` is its type and data.
std::uint32_t png_crc(ByteSpan bytes);

/// Decodes a WebP picture. If both sides are longer than `side`, halves it as often as the longer side stays
/// at least `side`. decode_image() does not call it: textures are never WebP. Errors: not a WebP, damaged,
/// too large.
Result<Image> decode_webp(ByteSpan bytes, int side = max_image_dimension);

/// Adds an alpha of 255 to each pixel.
inline void rgb_to_rgba(const std::uint8_t* rgb, std::size_t pixels, std::uint8_t* rgba) {
  for (std::size_t i = 0; i < pixels; ++i, rgb += 3, rgba += 4) {
    rgba[0] = rgb[0];
    rgba[1] = rgb[1];
    rgba[2] = rgb[2];
    rgba[3] = 255;
  }
}

}  // namespace mmd
