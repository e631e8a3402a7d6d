#include "assets/image_check.h"

#include <gmock/gmock.h>
#include <png.h>

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
  std::vector<std::size_t> places{60, checksum};
  for (std::size_t part = 1; part < 8; ++part) places.push_back(part * sound.size() / 8);
  for (const std::size_t place : places) {
    Bytes png = sound;
    png[place] ^= std::byte{0x10};
    EXPECT_EQ(problem_of(png).empty(), decode_image(png).has_value()) << place;
  }
  Bytes png = sound;
  png[checksum] ^= std::byte{0x10};
  EXPECT_EQ(problem_of(png), "") << "the data is whole";
}

/// Of one colour, in seven passes.
Bytes interlaced_png(png_uint_32 width, png_uint_32 height) {
  Bytes out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp writer, png_bytep data, png_size_t size) {
        auto& bytes = *static_cast<Bytes*>(png_get_io_ptr(writer));
        bytes.insert(bytes.end(), reinterpret_cast<std::byte*>(data),
                     reinterpret_cast<std::byte*>(data) + size);
      },
      nullptr);
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_ADAM7,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  const std::vector<png_byte> row(width, 200);
  for (int pass = png_set_interlace_handling(png); pass > 0; --pass)
    for (png_uint_32 y = 0; y < height; ++y) png_write_row(png, row.data());
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return out;
}

TEST(CheckPicture, OfALargeInterlacedPngTheLastPassHasToBeThere) {
  for (const png_uint_32 height : {3000u, 3001u}) {
    const Bytes png = interlaced_png(3000, height);
    EXPECT_EQ(problem_of(png), "") << height;
    EXPECT_THAT(problem_of({png.data(), png.size() - 100}), HasSubstr("truncated PNG picture")) << height;
    Bytes damaged = png;
    for (std::size_t i = 0; i < 20; ++i) damaged[png.size() / 4 * 3 + i] ^= std::byte{0x55};
    EXPECT_NE(problem_of(damaged), "") << height;
  }
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
