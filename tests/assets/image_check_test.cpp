#include "assets/image_check.h"

#include <gmock/gmock.h>

#include "assets/image.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using test::gradient;
using ::testing::HasSubstr;

std::string problem_of(ByteSpan bytes) {
  const auto checked = check_picture(bytes);
  return checked ? std::string() : checked.error().what;
}

/// So large that it is not decoded: of one colour, and therefore of few bytes.
Image large_image() {
  Image out;
  out.width = out.height = 3000;
  out.rgba.assign(std::size_t{4} * 3000 * 3000, 200);
  return out;
}

TEST(CheckPicture, SmallOnesAreRightWhereTheyCanBeDecoded) {
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

TEST(CheckPicture, OfALargePngAllRowsHaveToBeThere) {
  Bytes png = *encode_png(large_image());
  ASSERT_LT(png.size(), std::size_t{1} << 20);
  EXPECT_EQ(problem_of(png), "");
  for (const std::size_t part : {png.size() / 4, png.size() / 2, png.size() - 20})
    EXPECT_THAT(problem_of({png.data(), part}), HasSubstr("truncated PNG picture")) << part;
}

TEST(CheckPicture, LargePngsAreDamagedWhereThoseWhoShowThemSaySo) {
  const Bytes sound = *encode_png(large_image());
  const std::size_t checksum = sound.size() - 16;  // of the last data; the end's chunk has 12 bytes
  for (const std::size_t place : {std::size_t{60}, sound.size() / 2, checksum}) {
    Bytes png = sound;
    png[place] ^= std::byte{0x10};
    EXPECT_EQ(problem_of(png).empty(), decode_image(png).has_value()) << place;
  }
  Bytes png = sound;
  png[checksum] ^= std::byte{0x10};
  EXPECT_EQ(problem_of(png), "") << "the data is whole";
}

TEST(CheckPicture, OfALargeJpegTheEndHasToBeThere) {
  const Bytes jpeg = *encode_jpeg(large_image());
  EXPECT_EQ(problem_of(jpeg), "");
  EXPECT_NE(problem_of({jpeg.data(), jpeg.size() / 2}), "");
}

TEST(CheckPicture, TooManyPixelsForItsBytesAreNone) {
  Bytes png = png_file(gradient(2, 2, true));
  png[16] = png[17] = png[20] = png[21] = std::byte{0};
  png[18] = png[22] = std::byte{0x40};  // 16384 pixels a side
  EXPECT_NE(problem_of(png), "");
}

TEST(CheckPictureHeader, TellsWhatItIsWithoutTheRest) {
  const auto picture = gradient(5, 3, true);
  const std::string_view jpeg_start = "\xff\xd8\xff\xe0\x01\x02";
  for (const Bytes& file : {png_file(picture), bmp24_file(picture), test::animated_gif_file()})
    EXPECT_TRUE(check_picture_header(ByteSpan(file).first(30), std::uint64_t{4} << 30));
  EXPECT_TRUE(check_picture_header(as_byte_span(jpeg_start), 100)) << "its size may come later";
  const auto none = check_picture_header(as_byte_span("this is a text of some length"), 100);
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().what, HasSubstr("neither PNG"));
  const Bytes large = *encode_png(large_image());
  const auto cut = check_picture_header(ByteSpan(large).first(64), 64);
  ASSERT_FALSE(cut);
  EXPECT_THAT(cut.error().what, HasSubstr("truncated"));
}

}  // namespace
}  // namespace mmd
