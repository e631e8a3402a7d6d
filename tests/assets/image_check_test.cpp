
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "assets/image.h"
#include "tests/assets/png_samples.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using test::gradient;
using ::testing::HasSubstr;

std::string problem_of(ByteSpan bytes) {
  const auto checked = check_picture(bytes);
  return checked ? std::string() : checked.error().what;
}

/// Too large to be decoded for a check, but few bytes: one colour.
Image large_image() {
  Image out;
  out.width = out.height = 3000;
  out.rgba.assign(std::size_t{4} * 3000 * 3000, 200);
  return out;
}

TEST(CheckPicture, SmallPicturesAreDecoded) {
  const auto picture = gradient(5, 3, true);
  const Bytes files[] = {png_file(picture),        bmp24_file(picture),   bmp32_file(picture),
                         tga_file(picture),        tga_rle_file(picture), test::grey_jpeg_file(),
                         test::animated_gif_file()};
  for (const Bytes& file : files)
    for (std::size_t size = 0; size <= file.size(); ++size) {
      const ByteSpan beginning(file.data(), size);
      const auto decoded = decode_image(beginning);
      EXPECT_EQ(problem_of(beginning), decoded ? "" : decoded.error().what) << size;
    }
}

TEST(CheckPicture, LargePngNeedsAllRows) {
  Bytes png = *encode_png(large_image());
  ASSERT_LT(png.size(), std::size_t{1} << 20);
  EXPECT_EQ(problem_of(png), "");
  for (const std::size_t part : {png.size() / 4, png.size() / 2, png.size() - 20})
    EXPECT_THAT(problem_of({png.data(), part}), HasSubstr("truncated PNG picture")) << part;
}

TEST(CheckPicture, LargePngAgreesWithTheDecoder) {
  const Bytes valid = *encode_png(large_image());
  const std::size_t checksum = valid.size() - 16;  // of the last data; the end chunk has 12 bytes
  std::vector<std::size_t> places{60, checksum};
  for (std::size_t part = 1; part < 8; ++part) places.push_back(part * valid.size() / 8);
  for (const std::size_t place : places) {
    Bytes png = valid;
    png[place] ^= std::byte{0x10};
    EXPECT_EQ(problem_of(png).empty(), decode_image(png).has_value()) << place;
  }
  Bytes png = valid;
  png[checksum] ^= std::byte{0x10};
  EXPECT_EQ(problem_of(png), "") << "the data is complete";
}

Bytes interlaced_png(std::uint32_t width, std::uint32_t height) {
  test::PngSpec spec;
  spec.width = width;
  spec.height = height;
  spec.colour = 0;
  spec.interlace = 1;
  spec.rows = test::interlaced_rows(width, height,
                                    [](std::string& rows, std::size_t, std::size_t) { rows += '\xc8'; });
  return png_bytes(spec);
}

TEST(CheckPicture, LargeInterlacedPngNeedsTheLastPass) {
  for (const std::uint32_t height : {3000u, 3001u}) {
    const Bytes png = interlaced_png(3000, height);
    EXPECT_EQ(problem_of(png), "") << height;
    EXPECT_THAT(problem_of({png.data(), png.size() - 100}), HasSubstr("truncated PNG picture")) << height;
    Bytes damaged = png;
    for (std::size_t i = 0; i < 20; ++i) damaged[png.size() / 4 * 3 + i] ^= std::byte{0x55};
    EXPECT_NE(problem_of(damaged), "") << height;
  }
}

TEST(CheckPicture, LargeJpegNeedsItsEnd) {
  const Bytes jpeg = *encode_jpeg(large_image());
  EXPECT_EQ(problem_of(jpeg), "");
  EXPECT_NE(problem_of({jpeg.data(), jpeg.size() / 2}), "");
}

TEST(CheckPicture, RejectsTooManyPixelsForTheBytes) {
  Bytes png = png_file(gradient(2, 2, true));
  png[16] = png[17] = png[20] = png[21] = std::byte{0};
  png[18] = png[22] = std::byte{0x40};  // 16384 pixels a side
  EXPECT_NE(problem_of(png), "");
}

TEST(CheckPictureHeader, NeedsTheHeaderOnly) {
  const auto picture = gradient(5, 3, true);
  const std::string_view jpeg_start = "\xff\xd8\xff\xe0\x01\x02";
  for (const Bytes& file : {png_file(picture), bmp24_file(picture), test::animated_gif_file()})
    EXPECT_TRUE(check_picture_header(ByteSpan(file).first(30), std::uint64_t{4} << 30));
  EXPECT_TRUE(check_picture_header(as_byte_span(jpeg_start), 100)) << "the size may follow later";
  const auto none = check_picture_header(as_byte_span("this is a text of some length"), 100);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().what, HasSubstr("unknown picture format"));
  const Bytes large = *encode_png(large_image());
  const auto cut = check_picture_header(ByteSpan(large).first(64), 64);
  ASSERT_FALSE(cut);
  EXPECT_THAT(cut.error().what, HasSubstr("truncated"));
}

}  // namespace
}  // namespace mmd
