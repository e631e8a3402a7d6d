#include <random>

#include <gmock/gmock.h>

#include "assets/image.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using test::gradient;
using test::Picture;
using test::Rgba;
using testing::HasSubstr;

struct Sample {
  const char* name;
  Bytes bytes;
};

std::vector<Sample> samples() {
  const Picture opaque = gradient(5, 3, false), clear = gradient(5, 3, true);
  return {{"png", test::png_file(clear)},         {"bmp24", test::bmp24_file(opaque)},
          {"bmp32", test::bmp32_file(clear)},     {"tga", test::tga_file(clear)},
          {"tga rle", test::tga_rle_file(clear)}, {"jpeg", test::grey_jpeg_file()},
          {"gif", test::animated_gif_file()}};
}

Picture decoded(const Bytes& bytes) {
  const auto image = decode_image(bytes);
  if (!image) {
    ADD_FAILURE() << image.error().what;
    return {};
  }
  Picture out{image->width, image->height, {}};
  EXPECT_EQ(image->rgba.size(), static_cast<std::size_t>(out.width * out.height * 4));
  bool has_alpha = false;
  for (std::size_t i = 0; i + 3 < image->rgba.size(); i += 4) {
    const auto& p = image->rgba;
    out.pixels.push_back({p[i], p[i + 1], p[i + 2], p[i + 3]});
    has_alpha = has_alpha || p[i + 3] != 255;
  }
  EXPECT_EQ(image->has_alpha, has_alpha);
  return out;
}

void expect_same(const Picture& got, const Picture& wanted) {
  EXPECT_EQ(got.width, wanted.width);
  EXPECT_EQ(got.height, wanted.height);
  EXPECT_EQ(got.pixels, wanted.pixels);
}

std::string error_of(ByteSpan bytes) {
  const auto image = decode_image(bytes);
  return image ? "(none)" : image.error().what;
}

TEST(DecodeImage, DecodesEveryFormat) {
  for (const bool with_alpha : {false, true}) {
    const Picture picture = gradient(7, 5, with_alpha);
    expect_same(decoded(test::png_file(picture)), picture);
    expect_same(decoded(test::bmp32_file(picture)), picture);
    expect_same(decoded(test::tga_file(picture, false)), picture);
    expect_same(decoded(test::tga_file(picture, true)), picture);
    expect_same(decoded(test::tga_rle_file(picture)), picture);
  }
  const Picture opaque = gradient(7, 5, false);
  expect_same(decoded(test::bmp24_file(opaque)), opaque);
}

TEST(DecodeImage, DecodesTgaRunsJpegAndTheFirstFrameOfAGif) {
  Picture picture = gradient(20, 10, true);
  for (std::size_t i = 0; i < 150; ++i) picture.pixels[i] = {1, 2, 3, 4};
  const Bytes bytes = test::tga_rle_file(picture);
  EXPECT_LT(bytes.size(), picture.pixels.size() * 4);
  expect_same(decoded(bytes), picture);
  const Picture got = decoded(test::grey_jpeg_file());
  expect_same(got, {8, 8, std::vector<Rgba>(64, Rgba{200, 200, 200, 255})});
  expect_same(decoded(test::animated_gif_file()), {2, 1, {{255, 0, 0, 255}, {0, 255, 0, 255}}});
}

TEST(DecodeImage, Bmp32WithZeroAlphaIsOpaque) {
  Picture picture = gradient(4, 4, false);
  for (Rgba& pixel : picture.pixels) pixel[3] = 0;
  expect_same(decoded(test::bmp32_file(picture)), gradient(4, 4, false));
}

TEST(DecodeImage, AcceptsTrailingBytes) {
  for (Sample& sample : samples()) {
    const Picture wanted = decoded(sample.bytes);
    sample.bytes.resize(sample.bytes.size() + 33);
    SCOPED_TRACE(sample.name);
    expect_same(decoded(sample.bytes), wanted);
  }
}

TEST(DecodeImage, RejectsEveryTruncatedLength) {
  for (const Sample& sample : samples()) {
    // The decoder needs neither the later frames of a GIF nor the padding of the last row of a BMP.
    std::size_t needed = sample.bytes.size();
    if (std::string(sample.name) == "gif") needed -= 17;
    if (std::string(sample.name) == "bmp24") needed -= 1;
    for (std::size_t size = 0; size < needed; ++size) {
      // An exact copy: the sanitizer sees every read beyond the end.
      const Bytes part(sample.bytes.begin(), sample.bytes.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_FALSE(decode_image(part)) << sample.name << " " << size;
    }
  }
}

TEST(DecodeImage, SurvivesArbitraryDamage) {
  std::mt19937 random(1);
  int decoded_count = 0, rejected_count = 0;
  for (const Sample& sample : samples()) {
    for (int round = 0; round < 1500; ++round) {
      Bytes bytes = sample.bytes;
      for (int i = 0; i < 1 + round % 3; ++i)
        bytes[random() % bytes.size()] = static_cast<std::byte>(random());
      const auto image = decode_image(bytes);
      (image ? decoded_count : rejected_count) += 1;
      if (image) {
        ASSERT_EQ(image->rgba.size(), std::size_t{4} * static_cast<std::size_t>(image->width) *
                                          static_cast<std::size_t>(image->height));
      }
    }
  }
  EXPECT_GT(decoded_count, 0);
  EXPECT_GT(rejected_count, 0);
}

TEST(DecodeImage, RejectsTextAndJunk) {
  const std::string unknown = "unknown picture format";
  std::string text;
  while (text.size() < 5000) text += "toon01.bmp is not here\n";
  EXPECT_EQ(error_of(as_byte_span(text)), unknown);
  EXPECT_EQ(error_of(as_byte_span("BMW is no bitmap, however it starts")), unknown);
  EXPECT_EQ(error_of(Bytes(5000)), unknown);
  EXPECT_EQ(error_of(Bytes(5000, std::byte{0xff})), unknown);
  EXPECT_THAT(error_of({}), HasSubstr("empty"));
}

TEST(DecodeImage, DoesNotTakeRandomBytesForTga) {
  std::mt19937 random(7);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    Bytes bytes(64);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    accepted += decode_image(bytes) ? 1 : 0;
  }
  EXPECT_EQ(accepted, 0);
}

TEST(DecodeImage, NamesTheFormatsThatItDoesNotKnow) {
  EXPECT_THAT(error_of(as_byte_span("8BPS|....")), HasSubstr("the file is a Photoshop picture"));
  EXPECT_THAT(error_of(as_byte_span("RIFF1234WEBPVP8 ")), HasSubstr("the file is a WebP picture"));
  EXPECT_THAT(error_of(as_byte_span("\n<!DOCTYPE html><html>")), HasSubstr("the file is a web page"));
  EXPECT_THAT(error_of(as_byte_span("PK\3\4....")), HasSubstr("the file is a ZIP archive"));
  const auto image = decode_image(as_byte_span("8BPS|...."));
  ASSERT_FALSE(image);
  EXPECT_FALSE(image.error().hint.empty());
}

/// The sample with width and height overwritten at `offset`.
Bytes with_size(Bytes bytes, std::size_t offset, std::initializer_list<int> size) {
  for (const int byte : size) bytes.at(offset++) = static_cast<std::byte>(byte);
  return bytes;
}

TEST(DecodeImage, RejectsHugeSizesBeforeAllocating) {
  const Picture picture = gradient(5, 3, false);
  const std::vector<Sample> huge = {
      {"png", with_size(test::png_file(picture), 16, {0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff})},
      {"bmp24", with_size(test::bmp24_file(picture), 18, {0xff, 0xff, 0, 0, 0xff, 0xff, 0, 0})},
      {"bmp from the top", with_size(test::bmp24_file(picture), 18, {5, 0, 0, 0, 0, 0, 0, 0x80})},
      {"tga rle", with_size(test::tga_rle_file(picture), 12, {0xff, 0xff, 0xff, 0xff})},
      {"tga", with_size(test::tga_file(picture), 12, {0xff, 0xff, 0xff, 0xff})},
      {"jpeg", with_size(test::grey_jpeg_file(), 76, {0xff, 0xff, 0xff, 0xff})},
      {"gif", with_size(test::animated_gif_file(), 6, {0xff, 0xff, 0xff, 0xff})},
  };
  for (const Sample& sample : huge) EXPECT_FALSE(decode_image(sample.bytes)) << sample.name;
  EXPECT_THAT(error_of(huge[0].bytes), HasSubstr("16384"));
  EXPECT_THAT(error_of(huge[5].bytes), HasSubstr("16384"));
}

TEST(DecodeImage, RejectsSizesBeyondTheDataAndEmptyPictures) {
  const Bytes gif = with_size(test::animated_gif_file(), 6, {0, 0x40, 0, 0x40});  // 16384x16384
  EXPECT_THAT(error_of(gif), HasSubstr("truncated"));
  const Picture picture = gradient(5, 3, false);
  EXPECT_NE(error_of(with_size(test::png_file(picture), 16, {0, 0, 0, 0})), "(none)");
  EXPECT_NE(error_of(with_size(test::bmp24_file(picture), 18, {0, 0, 0, 0})), "(none)");
  EXPECT_NE(error_of(with_size(test::tga_file(picture), 12, {0, 0})), "(none)");
  EXPECT_NE(error_of(with_size(test::animated_gif_file(), 8, {0, 0})), "(none)");
}

}  // namespace
}  // namespace mmd
