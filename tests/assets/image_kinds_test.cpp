// Kinds of pictures that models come with and editors seldom write.
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>
// jpeglib.h needs stdio before it.
#include <jpeglib.h>
#include <png.h>

#include "assets/image.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using test::Rgba;

Image decoded(const Bytes& bytes) {
  auto image = decode_image(bytes);
  EXPECT_TRUE(image.has_value()) << (image ? "" : describe(image.error()));
  return image ? std::move(*image) : Image{};
}

Rgba at(const Image& image, int x, int y) {
  const std::uint8_t* p = image.rgba.data() + (y * image.width + x) * 4;
  return {p[0], p[1], p[2], p[3]};
}

TEST(ImageKinds, SixteenBitPngGivesTheUpperByte) {
  // Red 0x1234, green 0x8000, blue 0xff00, alpha 0x40ff.
  const std::array<std::uint8_t, 8> row = {0x12, 0x34, 0x80, 0x00, 0xff, 0x00, 0x40, 0xff};
  Bytes bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &bytes,
      [](png_structp p, png_bytep data, size_t size) {
        auto& to = *static_cast<Bytes*>(png_get_io_ptr(p));
        const auto* from = reinterpret_cast<const std::byte*>(data);
        to.insert(to.end(), from, from + size);
      },
      nullptr);
  png_set_IHDR(png, info, 1, 1, 16, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  png_write_row(png, row.data());
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  EXPECT_EQ(at(decoded(bytes), 0, 0), (Rgba{0x12, 0x80, 0xff, 0x40}));
}

TEST(ImageKinds, BmpMayHaveAGapBeforeItsPixels) {
  const test::Picture picture = test::gradient(5, 3, false);
  const Image whole = decoded(test::bmp24_file(picture));
  for (const std::uint8_t gap : {std::uint8_t{1}, std::uint8_t{8}, std::uint8_t{84}}) {
    Bytes bytes = test::bmp24_file(picture);
    bytes[10] = static_cast<std::byte>(54 + gap);  // where the pixels begin
    bytes.insert(bytes.begin() + 54, gap, std::byte{0xaa});
    EXPECT_EQ(decoded(bytes).rgba, whole.rgba) << int{gap};
  }
}

TEST(ImageKinds, ThirtyTwoBitBmpKeepsItsAlpha) {
  const test::Picture picture = test::gradient(4, 4, true);
  const Image image = decoded(test::bmp32_file(picture));
  EXPECT_TRUE(image.has_alpha);
  for (int i = 0; i < 16; ++i)
    EXPECT_EQ(at(image, i % 4, i / 4), picture.pixels[static_cast<std::size_t>(i)]);
}

/// 8x8 pixels of one CMYK colour as Adobe's programs store it: inverted.
Bytes cmyk_jpeg(std::array<std::uint8_t, 4> inverted, bool as_ycck) {
  jpeg_compress_struct compress{};
  jpeg_error_mgr errors{};
  compress.err = jpeg_std_error(&errors);
  jpeg_create_compress(&compress);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&compress, &memory, &size);
  compress.image_width = compress.image_height = 8;
  compress.input_components = 4;
  compress.in_color_space = JCS_CMYK;
  jpeg_set_defaults(&compress);
  jpeg_set_colorspace(&compress, as_ycck ? JCS_YCCK : JCS_CMYK);
  jpeg_set_quality(&compress, 100, TRUE);
  jpeg_start_compress(&compress, TRUE);
  std::array<JSAMPLE, 32> row{};
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = inverted[i % 4];
  for (int y = 0; y < 8; ++y) {
    JSAMPROW rows[] = {row.data()};
    jpeg_write_scanlines(&compress, rows, 1);
  }
  jpeg_finish_compress(&compress);
  jpeg_destroy_compress(&compress);
  const auto* from = reinterpret_cast<const std::byte*>(memory);
  Bytes bytes(from, from + size);
  std::free(memory);
  return bytes;
}

TEST(ImageKinds, CmykJpegsBecomeRgb) {
  for (const bool as_ycck : {false, true}) {
    const Image image = decoded(cmyk_jpeg({200, 100, 50, 255}, as_ycck));
    ASSERT_EQ(image.width, 8);
    EXPECT_FALSE(image.has_alpha);
    const Rgba p = at(image, 3, 3);
    EXPECT_NEAR(p[0], 200, 4);
    EXPECT_NEAR(p[1], 100, 4);
    EXPECT_NEAR(p[2], 50, 4);
    const Rgba dark = at(decoded(cmyk_jpeg({200, 100, 50, 128}, as_ycck)), 3, 3);
    EXPECT_NEAR(dark[0], 100, 4);
    EXPECT_NEAR(dark[1], 50, 4);
    EXPECT_NEAR(dark[2], 25, 4);
  }
}

}  // namespace
}  // namespace mmd
