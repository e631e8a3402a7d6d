#include <gmock/gmock.h>

#include "assets/image.h"
#include "tests/assets/pixels.h"
#include "tests/support/image_samples.h"
#include "tests/support/png_values.h"

namespace mmd {
namespace {

using test::gradient;
using test::Picture;
using testing::ElementsAre;

Image image_of(const Picture& picture, bool has_alpha) {
  return test::make_image(picture.width, picture.height, has_alpha, [&](int x, int y) {
    return picture.pixels[static_cast<std::size_t>(y * picture.width + x)];
  });
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < 4; ++i) out = out << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return out;
}

struct Chunk {
  std::string type, data;
};

std::vector<Chunk> chunks_of(const Bytes& png) {
  std::vector<Chunk> out;
  const std::string_view bytes = as_text(png);
  for (std::size_t at = 8; at + 12 <= bytes.size();) {
    const std::size_t size = big_endian(bytes, at);
    out.push_back({std::string(bytes.substr(at + 4, 4)), std::string(bytes.substr(at + 8, size))});
    at += 12 + size;
  }
  return out;
}

std::vector<std::string> texts_of(const Bytes& png) {
  std::vector<std::string> out;
  for (const Chunk& chunk : chunks_of(png)) {
    if (chunk.type == "tEXt" || chunk.type == "iTXt") out.push_back(chunk.type + ":" + chunk.data);
  }
  return out;
}

TEST(EncodePng, RoundTripsDeterministically) {
  for (const bool with_alpha : {false, true}) {
    for (const int size : {1, 2, 7, 100, 300}) {
      const Image image = image_of(gradient(size, size * 2, with_alpha), with_alpha);
      const auto png = encode_png(image);
      ASSERT_TRUE(png) << png.error().what;
      const auto back = decode_image(*png);
      ASSERT_TRUE(back) << back.error().what;
      EXPECT_EQ(back->width, image.width);
      EXPECT_EQ(back->height, image.height);
      EXPECT_EQ(back->has_alpha, with_alpha);
      EXPECT_EQ(back->rgba, image.rgba);
      EXPECT_EQ(*png, encode_png(image).value());
    }
  }
}

TEST(EncodePng, WritesAlphaOnlyIfRequested) {
  const std::size_t colour_type_at = 9;  // in IHDR
  const Picture picture = gradient(3, 3, true);
  const auto rgba = encode_png(image_of(picture, true)), rgb = encode_png(image_of(picture, false));
  ASSERT_TRUE(rgba && rgb);
  EXPECT_EQ(chunks_of(*rgba).at(0).data.at(colour_type_at), 6);
  EXPECT_EQ(chunks_of(*rgb).at(0).data.at(colour_type_at), 2);
}

TEST(EncodePng, WritesAsciiAsTextAndTheRestAsUtf8) {
  using namespace std::string_literals;
  const Image image = image_of(gradient(2, 2, false), false);
  const auto png = encode_png(image, {{"Software", "mmdview"}, {"Title", "\u521d\u97f3"}, {"Comment", ""}});
  ASSERT_TRUE(png);
  EXPECT_THAT(texts_of(*png),
              ElementsAre("tEXt:Software\0mmdview"s, "iTXt:Title\0\0\0\0\0\u521d\u97f3"s, "tEXt:Comment\0"s));
}

TEST(EncodePng, RejectsKeywordsAndTextsThatPngForbids) {
  const Image image = image_of(gradient(2, 2, false), false);
  for (const std::string& keyword :
       {std::string(), std::string(80, 'x'), std::string(" x"), std::string("a\nb")})
    EXPECT_FALSE(encode_png(image, {{keyword, "text"}})) << keyword;
  EXPECT_FALSE(encode_png(image, {{"Title", "\xff\xfe"}}));
  EXPECT_TRUE(encode_png(image, {{std::string(79, 'x'), "text"}}));
}

TEST(EncodePng, RoundTripsNumbers) {
  for (const PngKind kind : {PngKind::grey16, PngKind::rgb8, PngKind::rgb16, PngKind::indexed}) {
    PngPixels pixels;
    pixels.width = 5;
    pixels.height = 3;
    pixels.kind = kind;
    for (std::size_t i = 0; i < 15 * bytes_per_pixel(kind); ++i)
      pixels.bytes.push_back(static_cast<std::uint8_t>(kind == PngKind::indexed ? i % 3 : i * 37));
    if (kind == PngKind::indexed) pixels.palette = {{1, 2, 3}, {40, 50, 60}, {255, 0, 128}};
    const auto png = encode_png(pixels, {{"Unit", "metre"}});
    ASSERT_TRUE(png) << png.error().what;
    const test::PngValues back = test::png_values(*png);
    EXPECT_EQ(back.width, 5);
    EXPECT_EQ(back.height, 3);
    const bool wide = kind == PngKind::grey16 || kind == PngKind::rgb16;
    EXPECT_EQ(back.depth, wide ? 16 : 8);
    EXPECT_EQ(back.is_indexed, kind == PngKind::indexed);
    const std::size_t step = wide ? 2 : 1;
    ASSERT_EQ(back.values.size() * step, pixels.bytes.size());
    for (std::size_t i = 0; i < back.values.size(); ++i)
      EXPECT_EQ(back.values[i], wide ? pixels.bytes[2 * i] * 256 + pixels.bytes[2 * i + 1] : pixels.bytes[i]);
    EXPECT_EQ(back.palette.size(), pixels.palette.size());
    ASSERT_EQ(back.texts.size(), 1u);
    EXPECT_EQ(back.texts[0].second, "metre");
    EXPECT_EQ(*png, encode_png(pixels, {{"Unit", "metre"}}).value()) << "not deterministic";
  }
}

TEST(EncodePng, RejectsWrongNumberCountsAndPalettes) {
  PngPixels pixels;
  EXPECT_FALSE(encode_png(pixels));
  pixels.width = pixels.height = 2;
  pixels.bytes.assign(11, 0);
  EXPECT_FALSE(encode_png(pixels));
  pixels.kind = PngKind::indexed;
  pixels.bytes.assign(4, 0);
  EXPECT_FALSE(encode_png(pixels)) << "no palette";
  pixels.palette.resize(257);
  EXPECT_FALSE(encode_png(pixels));
  pixels.palette.resize(256);
  EXPECT_TRUE(encode_png(pixels));
}

}  // namespace
}  // namespace mmd
