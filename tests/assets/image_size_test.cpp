#include "assets/image_size.h"

#include <gtest/gtest.h>

#include "assets/image.h"
#include "tests/assets/pixels.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using test::Picture;

Bytes jpeg_file(int width, int height) {
  const auto grey = [](int, int) { return std::array{128, 128, 128, 255}; };
  return encode_jpeg(test::make_image(width, height, false, grey)).value();
}
/// A picture of 20 x 12 of every kind except JPEG, and a few more.
std::vector<Bytes> samples() {
  const Picture picture = test::gradient(20, 12, true);
  return {test::png_file(picture),       test::bmp24_file(picture),
          test::bmp32_file(picture),     test::tga_file(picture),
          test::tga_rle_file(picture),   test::grey_jpeg_file(),
          test::animated_gif_file(),     jpeg_file(33, 17),
          test::tga_file(picture, true), test::png_file(test::gradient(1, 300, false))};
}

TEST(ImageSize, EqualsTheDecodedSize) {
  for (const Bytes& bytes : samples()) {
    const auto image = decode_image(bytes);
    ASSERT_TRUE(image);
    const auto size = image_size(bytes);
    ASSERT_TRUE(size) << image->width << "x" << image->height;
    EXPECT_EQ(size->width, image->width);
    EXPECT_EQ(size->height, image->height);
  }
}

TEST(ImageSize, ReadsDds) {
  std::string header = "DDS " + std::string(124, '\0');
  header[12] = 3;
  header[16] = 5;
  const auto size = image_size(as_byte_span(header));
  ASSERT_TRUE(size);
  EXPECT_EQ(size->width, 5);
  EXPECT_EQ(size->height, 3);
}

TEST(ImageSize, NeedsTheBeginningOnly) {
  for (const Bytes& bytes : samples()) {
    const auto whole = image_size(bytes);
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      const Bytes part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n));  // an exact copy
      const auto size = image_size(part);
      EXPECT_TRUE(!size || size->width == whole->width) << n;
    }
  }
  const Bytes png = test::png_file(test::gradient(20, 12, true));
  EXPECT_TRUE(image_size(ByteSpan(png).first(26)));
}

TEST(ImageSize, SkipsMetadataOfJpeg) {
  Bytes bytes = jpeg_file(40, 30);
  Bytes comment(60002, std::byte{'x'});
  comment[0] = std::byte{0xff};
  comment[1] = std::byte{0xe1};
  comment[2] = std::byte{60000 >> 8};
  comment[3] = std::byte{60000 & 0xff};
  bytes.insert(bytes.begin() + 2, comment.begin(), comment.end());
  const auto size = image_size(bytes);
  ASSERT_TRUE(size);
  EXPECT_EQ(size->width, 40);
  EXPECT_EQ(size->height, 30);
  EXPECT_FALSE(image_size(ByteSpan(bytes).first(60000)));
}

TEST(ImageSize, ReadsHdr) {
  const std::string header = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=-Y 3 +X 4\n\n-Y 3 +X 5\n";
  const std::string picture = header + std::string(std::size_t{3} * 5 * 4, '\x80');
  const auto decoded = decode_image(as_byte_span(picture));
  ASSERT_TRUE(decoded) << decoded.error().what;
  const auto size = image_size(as_byte_span(picture));
  ASSERT_TRUE(size);
  EXPECT_EQ(size->width, 5);
  EXPECT_EQ(size->height, 3);
  EXPECT_EQ(decoded->width, 5);
  EXPECT_FALSE(image_size(as_byte_span(header.substr(0, header.find("\n\n")))));
}

TEST(ImageSize, IsUnknownForOtherFiles) {
  EXPECT_FALSE(image_size({}));
  EXPECT_FALSE(image_size(as_byte_span("this is some text and no picture, however long")));
  Bytes png = test::png_file(test::gradient(20, 12, true));
  png[16] = std::byte{0x7f};  // wider than the limit
  EXPECT_FALSE(image_size(png));
}

TEST(DecodeImageHalved, HalvesDownToOnePixel) {
  const Bytes png = test::png_file(test::gradient(20, 12, true));
  const int sizes[][2] = {{20, 12}, {10, 6}, {5, 3}, {2, 1}, {1, 1}, {1, 1}};
  for (int halvings = 0; halvings < 6; ++halvings) {
    const auto image = decode_image_halved(png, halvings);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->width, sizes[halvings][0]) << halvings;
    EXPECT_EQ(image->height, sizes[halvings][1]) << halvings;
    EXPECT_EQ(image->rgba.size(), static_cast<std::size_t>(image->width * image->height) * 4);
    EXPECT_TRUE(image->has_alpha);
  }
}

TEST(DecodeImageHalved, EqualsTheMipsForEveryFormat) {
  const int sizes[][2] = {{32, 32}, {7, 5}, {1, 6}, {6, 1}, {1, 1}};
  for (const auto& [width, height] : sizes) {
    const auto opaque = test::gradient(width, height, false), clear = test::gradient(width, height, true);
    for (const Bytes& file :
         {test::bmp24_file(opaque), test::bmp32_file(clear), test::tga_file(opaque, false),
          test::tga_file(clear, true), test::png_file(clear), test::png_file(opaque)}) {
      const auto whole = decode_image(file);
      ASSERT_TRUE(whole);
      const auto mips = build_mips(*whole);
      for (int halvings = 1; halvings <= static_cast<int>(mips.size()); ++halvings) {
        const auto image = decode_image_halved(file, halvings);
        ASSERT_TRUE(image);
        EXPECT_EQ(image->rgba, mips[static_cast<std::size_t>(halvings) - 1].rgba)
            << width << 'x' << height << ", " << halvings;
        EXPECT_EQ(image->has_alpha, whole->has_alpha);
      }
    }
  }
}

TEST(DecodeImageHalved, ScalesJpegWhileDecoding) {
  const Bytes jpeg = jpeg_file(640, 480);
  EXPECT_TRUE(scales_while_decoding(jpeg));
  for (int halvings = 0; halvings < 6; ++halvings) {
    const auto image = decode_image_halved(jpeg, halvings);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->width, 640 >> halvings);
    EXPECT_EQ(image->height, 480 >> halvings);
    for (const std::uint8_t value : {image->rgba[0], image->rgba[1], image->rgba[2]})
      EXPECT_NEAR(value, 128, 1);
    EXPECT_EQ(image->rgba[3], 255);
  }
}

TEST(DecodeImageHalved, RejectsBadFiles) {
  EXPECT_FALSE(decode_image_halved({}, 1));
  Bytes jpeg = jpeg_file(640, 480);
  jpeg.resize(jpeg.size() / 2);
  EXPECT_FALSE(decode_image_halved(jpeg, 2));
}

}  // namespace
}  // namespace mmd
