// Kinds of pictures that occur in models and that editors seldom write.
#include <vector>

#include <gtest/gtest.h>

#include "assets/image.h"
#include "tests/assets/jpeg_samples.h"
#include "tests/assets/pixels.h"
#include "tests/assets/png_samples.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using test::at;
using test::decoded;
using test::Rgba;

using namespace std::string_literals;

/// `row`: as the kind packs it.
Image png_of(std::uint32_t width, int bits, int colour, const std::string& row, std::string palette = {},
             std::string transparency = {}) {
  test::PngSpec spec;
  spec.width = width;
  spec.height = 1;
  spec.bits = bits;
  spec.colour = colour;
  spec.rows = '\0' + row;
  spec.palette = std::move(palette);
  spec.transparency = std::move(transparency);
  return decoded(png_bytes(spec));
}
constexpr int grey = 0, indexed = 3, rgba = 6;

TEST(ImageKinds, Png16UsesTheUpperByte) {
  // Red 0x1234, green 0x8000, blue 0xff00, alpha 0x40ff.
  EXPECT_EQ(at(png_of(1, 16, rgba, "\x12\x34\x80\0\xff\0\x40\xff"s), 0, 0), (Rgba{0x12, 0x80, 0xff, 0x40}));
}

TEST(ImageKinds, Png1IsBlackAndWhite) {
  const Image image = png_of(10, 1, grey, "\xa0\x40");
  for (int x = 0; x < 10; ++x) {
    const std::uint8_t v = x == 0 || x == 2 || x == 9 ? 255 : 0;
    EXPECT_EQ(at(image, x, 0), (Rgba{v, v, v, 255})) << x;
  }
  EXPECT_FALSE(image.has_alpha);
}

TEST(ImageKinds, PaletteMayHaveTransparency) {
  const std::string palette = "\x09\x08\x07\xc8\x64\x32";
  for (const int bits : {1, 2, 4, 8}) {
    const std::string entry(1, static_cast<char>(1 << (8 - bits)));  // 1, then 0
    const Image image = png_of(1, bits, indexed, entry, palette, "\xff\x3c");
    EXPECT_EQ(at(image, 0, 0), (Rgba{200, 100, 50, 60})) << bits;
    EXPECT_TRUE(image.has_alpha);
  }
  const Image opaque = png_of(2, 8, indexed, "\1\0"s, palette, "\0"s);
  EXPECT_EQ(at(opaque, 0, 0)[3], 255) << "beyond the end of tRNS";
  EXPECT_EQ(at(opaque, 1, 0)[3], 0);
}

TEST(ImageKinds, DecodesInterlacedPng) {
  const test::Picture picture = test::gradient(13, 11, true);
  test::PngSpec spec;
  spec.width = 13;
  spec.height = 11;
  spec.colour = rgba;
  spec.interlace = 1;
  spec.rows = test::interlaced_rows(13, 11, [&](std::string& rows, std::size_t x, std::size_t y) {
    for (const std::uint8_t value : picture.pixels[y * 13 + x]) rows += static_cast<char>(value);
  });
  const Image image = decoded(png_bytes(spec));
  for (int i = 0; i < 13 * 11; ++i)
    EXPECT_EQ(at(image, i % 13, i / 13), picture.pixels[static_cast<std::size_t>(i)]) << i;
}

TEST(ImageKinds, AcceptsAGapBeforeThePixelsOfABmp) {
  const test::Picture picture = test::gradient(5, 3, false);
  const Image whole = decoded(test::bmp24_file(picture));
  for (const std::uint8_t gap : {std::uint8_t{1}, std::uint8_t{8}, std::uint8_t{84}}) {
    Bytes bytes = test::bmp24_file(picture);
    bytes[10] = static_cast<std::byte>(54 + gap);  // offset of the pixels
    bytes.insert(bytes.begin() + 54, gap, std::byte{0xaa});
    EXPECT_EQ(decoded(bytes).rgba, whole.rgba) << int{gap};
  }
}

/// 8x8 pixels of one CMYK colour, inverted as Adobe programs store it.
Bytes cmyk_jpeg(std::array<std::uint8_t, 4> inverted, bool as_ycck) {
  std::vector<std::uint8_t> values(8 * 8 * 4);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = inverted[i % 4];
  return test::jpeg_bytes(8, 8, 4, JCS_CMYK, std::move(values), [&](jpeg_compress_struct& jpeg) {
    jpeg_set_colorspace(&jpeg, as_ycck ? JCS_YCCK : JCS_CMYK);
    jpeg_set_quality(&jpeg, 100, TRUE);
  });
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

/// Little-endian.
void put_32(std::string& to, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) to += static_cast<char>(value >> shift & 0xff);
}

TEST(ImageKinds, DecodesTgaFromRightToLeft) {
  for (const char flags : {'\x10', '\x30'}) {
    std::string tga(18, '\0');
    tga[2] = 2;
    tga[12] = 3;  // pixels: red, green, blue
    tga[14] = 1;
    tga[16] = 24;
    tga[17] = flags;
    tga += std::string("\0\0\xff\0\xff\0\xff\0\0", 9);
    const Image image = decoded(Bytes(as_byte_span(tga).begin(), as_byte_span(tga).end()));
    EXPECT_EQ(at(image, 0, 0), (Rgba{0, 0, 255, 255}));
    EXPECT_EQ(at(image, 2, 0), (Rgba{255, 0, 0, 255}));
  }
}

/// A BMP of 4x2 pixels with a palette of black, red, green, blue.
Bytes run_length_bmp(std::uint16_t bits, const std::string& rows) {
  std::string bmp = "BM";
  put_32(bmp, 0);
  put_32(bmp, 0);
  put_32(bmp, 14 + 40 + 16);
  put_32(bmp, 40);
  put_32(bmp, 4);
  put_32(bmp, 2);
  put_32(bmp, 1u | static_cast<std::uint32_t>(bits) << 16);
  put_32(bmp, bits == 8 ? 1 : 2);
  for (const std::uint32_t field : {0u, 0u, 0u, 4u, 0u}) put_32(bmp, field);
  for (const std::uint32_t colour : {0u, 0xff0000u, 0x00ff00u, 0x0000ffu}) put_32(bmp, colour);
  bmp += rows;
  return {as_byte_span(bmp).begin(), as_byte_span(bmp).end()};
}

constexpr Rgba black{0, 0, 0, 255}, red{255, 0, 0, 255}, green{0, 255, 0, 255}, blue{0, 0, 255, 255};

TEST(ImageKinds, DecodesRunLengthBmpOf8Bits) {
  // Below: three red, one green. Above: a step of one, then blue, green, blue as they are.
  const Image image = decoded(run_length_bmp(8, std::string("\3\1\1\2\0\0\0\2\1\0\0\3\3\2\3\0\0\1", 18)));
  EXPECT_EQ(at(image, 0, 1), red);
  EXPECT_EQ(at(image, 2, 1), red);
  EXPECT_EQ(at(image, 3, 1), green);
  EXPECT_EQ(at(image, 0, 0), black);
  EXPECT_EQ(at(image, 1, 0), blue);
  EXPECT_EQ(at(image, 2, 0), green);
  EXPECT_EQ(at(image, 3, 0), blue);
}

TEST(ImageKinds, DecodesRunLengthBmpOf4Bits) {
  const Image image = decoded(run_length_bmp(4, std::string("\4\x12\0\0\0\4\x30\x12\0\1", 10)));
  EXPECT_EQ(at(image, 0, 1), red);
  EXPECT_EQ(at(image, 1, 1), green);
  EXPECT_EQ(at(image, 2, 1), red);
  EXPECT_EQ(at(image, 0, 0), blue);
  EXPECT_EQ(at(image, 1, 0), black);
  EXPECT_EQ(at(image, 3, 0), green);
}

TEST(ImageKinds, RunLengthBmpStaysWithinItsBytes) {
  for (const char* rows : {"", "\xff\1", "\0\xff\1", "\0\2\xff", "\0\2\xff\xff\4\1"})
    EXPECT_TRUE(decode_image(run_length_bmp(8, rows)));
  Bytes cut = run_length_bmp(8, "");
  cut.resize(60);
  EXPECT_FALSE(decode_image(cut));
}

TEST(ImageKinds, RunLengthBmpHasNoMorePixelsThanItsBytesCanHold) {
  for (const std::uint16_t bits : {std::uint16_t{4}, std::uint16_t{8}}) {
    Bytes bytes = run_length_bmp(bits, "\3\1");
    bytes[19] = bytes[23] = std::byte{0x40};  // 16,384 pixels a side
    bytes[18] = bytes[22] = std::byte{0};
    const auto image = decode_image(bytes);
    ASSERT_FALSE(image) << bits;
    EXPECT_EQ(image.error().what, "truncated run-length encoded BMP picture");
  }
}

Image decoded_text(std::string_view text) {
  return decoded(Bytes(as_byte_span(text).begin(), as_byte_span(text).end()));
}

TEST(ImageKinds, DecodesPpmAndPgm) {
  EXPECT_EQ(at(decoded_text("P3\n# made by hand\n2 1\n15\n15 0 0  0 15 0\n"), 1, 0), green);
  EXPECT_EQ(at(decoded_text(std::string_view("P6 1 1 255\n\xff\0\0", 14)), 0, 0), red);
  EXPECT_EQ(at(decoded_text(std::string_view("P6 1 1 65535\n\0\0\0\0\xff\xff", 19)), 0, 0), blue);
  EXPECT_EQ(at(decoded_text("P2 1 1 4\n1\n"), 0, 0), (Rgba{64, 64, 64, 255}));
  EXPECT_EQ(at(decoded_text("P5 1 1 255\n\x40"), 0, 0), (Rgba{64, 64, 64, 255}));
  for (const char* bad : {"P6 2 2 255\n\1\2\3", "P3 1 1 255\n1 2", "P6 0 1 255\n", "P6 99999 1 255\n",
                          "P6 1 1 0\n...", "P3 1 1 255\n1 2 x"})
    EXPECT_FALSE(decode_image(as_byte_span(bad))) << bad;
}

TEST(ImageKinds, DecodesPfmFromTheBottomAndClampsAtOne) {
  // Little-endian, grey, two rows: 0.5 below 2.0.
  const std::string_view pfm("Pf\n1 2\n-1.0\n\0\0\0\x3f\0\0\0\x40", 20);
  const Image image = decoded_text(pfm);
  EXPECT_EQ(at(image, 0, 0), (Rgba{255, 255, 255, 255}));
  EXPECT_EQ(at(image, 0, 1), (Rgba{128, 128, 128, 255}));
  // Big-endian, colours: 1, 0, NaN.
  const std::string_view big("PF 1 1 1\n\x3f\x80\0\0\0\0\0\0\x7f\xc0\0\0", 21);
  EXPECT_EQ(at(decoded_text(big), 0, 0), red);
}

TEST(ImageKinds, DecodesHdrLinearly) {
  const std::string_view hdr("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x80\x40\0\x80", 49);
  EXPECT_EQ(at(decoded_text(hdr), 0, 0), (Rgba{128, 64, 0, 255}));
}

}  // namespace
}  // namespace mmd
