#include <algorithm>
#include <cstdlib>

#include <gmock/gmock.h>
#include <webp/decode.h>

#include "assets/image.h"
#include "assets/image_kinds.h"
#include "tests/assets/pixels.h"

namespace mmd {
namespace {

/// Smooth, which lossy formats keep well; alpha falls from left to right if `with_alpha`.
Image slope(int width, int height, bool with_alpha) {
  return test::make_image(width, height, with_alpha, [&](int x, int y) {
    return std::array{255 * x / width, 255 * y / height, 60, with_alpha ? 255 - 255 * x / width : 255};
  });
}

/// The largest difference of any colour channel.
int worst_colour(const Image& a, const Image& b) {
  int worst = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i)
    if (i % 4 != 3) worst = std::max(worst, std::abs(a.rgba[i] - b.rgba[i]));
  return worst;
}

Image webp_decoded(const Bytes& bytes) {
  Image out;
  auto* pixels = WebPDecodeRGBA(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), &out.width,
                                &out.height);
  if (pixels == nullptr) return out;
  out.rgba.assign(pixels, pixels + 4 * out.width * out.height);
  WebPFree(pixels);
  return out;
}

TEST(EncodeJpeg, RoundTripsApproximately) {
  for (const auto& [width, height] : {std::pair(1, 1), {7, 5}, {64, 33}}) {
    const Image image = slope(width, height, false);
    const auto jpeg = encode_jpeg(image);
    ASSERT_TRUE(jpeg) << jpeg.error().what;
    const auto back = decode_image(*jpeg);
    ASSERT_TRUE(back) << back.error().what;
    ASSERT_EQ(back->rgba.size(), image.rgba.size());
    EXPECT_EQ(back->width, width);
    EXPECT_LE(worst_colour(*back, image), 14);
  }
}

TEST(EncodeJpeg, DrawsTransparentPixelsOverTheMatte) {
  Image image = slope(16, 16, true);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) image.rgba[i + 3] = 0;
  const auto centre = [&](const std::array<std::uint8_t, 3>& matte) {
    const auto back = decode_image(*encode_jpeg(image, matte));
    const std::size_t at = 4 * (8 * 16 + 8);
    return std::array<int, 3>{back->rgba[at], back->rgba[at + 1], back->rgba[at + 2]};
  };
  const auto white = centre({255, 255, 255}), colour = centre({20, 200, 90});
  for (const int channel : white) EXPECT_GE(channel, 253);
  EXPECT_NEAR(colour[0], 20, 3);
  EXPECT_NEAR(colour[1], 200, 3);
  EXPECT_NEAR(colour[2], 90, 3);
}

TEST(EncodeWebp, RoundTripsApproximatelyWithExactAlpha) {
  for (const bool with_alpha : {false, true}) {
    const Image image = slope(64, 33, with_alpha);
    const auto webp = encode_webp(image);
    ASSERT_TRUE(webp) << webp.error().what;
    WebPBitstreamFeatures features;
    ASSERT_EQ(WebPGetFeatures(reinterpret_cast<const std::uint8_t*>(webp->data()), webp->size(), &features),
              VP8_STATUS_OK);
    EXPECT_EQ(features.has_alpha != 0, with_alpha);
    const Image back = webp_decoded(*webp);
    ASSERT_EQ(back.rgba.size(), image.rgba.size());
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) ASSERT_EQ(back.rgba[i], image.rgba[i]) << i;
    if (!with_alpha) {
      EXPECT_LE(worst_colour(back, image), 20);
    }
  }
}

TEST(EncodeLossy, IsDeterministic) {
  const Image image = slope(100, 70, true);
  EXPECT_EQ(*encode_jpeg(image), *encode_jpeg(image));
  EXPECT_EQ(*encode_webp(image), *encode_webp(image));
}

TEST(Encode, RejectsInvalidPicturesAndSizesThatTheFormatCannotStore) {
  Image cut = slope(3, 3, false), negative = cut, large;
  cut.rgba.pop_back();
  negative.width = negative.height = -3;
  large.width = 1100000;  // the largest limit is that of libpng: a million
  large.height = 1;
  large.rgba.resize(4400000);
  for (const Image& bad : {Image{}, cut, negative, large})
    for (const auto& failed : {encode_png(bad), encode_jpeg(bad), encode_webp(bad)}) {
      ASSERT_FALSE(failed);
      EXPECT_FALSE(failed.error().what.empty());
    }
}

/// Opaque red on the left, transparent on the right.
Image halves(int width, int height) {
  return test::make_image(width, height, true, [&](int x, int) {
    return std::array{200, 30, 30, x < width / 2 ? 255 : 0};
  });
}

TEST(DecodeWebp, RoundTrips) {
  const auto bytes = encode_webp(halves(40, 24));
  ASSERT_TRUE(bytes);
  const auto back = decode_webp(*bytes);
  ASSERT_TRUE(back) << describe(back.error());
  ASSERT_TRUE(check_pixels(*back));
  EXPECT_EQ(back->width, 40);
  EXPECT_EQ(back->height, 24);
  EXPECT_TRUE(back->has_alpha);
  EXPECT_NEAR(back->rgba[4 * 405], 200, 12);
  EXPECT_EQ(back->rgba[4 * 405 + 3], 255);
  EXPECT_EQ(back->rgba[4 * 435 + 3], 0);
}

TEST(DecodeWebp, HalvesDownToTheRequestedSize) {
  const auto bytes = encode_webp(halves(64, 32));
  const auto half = decode_webp(bytes.value(), 20);
  ASSERT_TRUE(half);
  EXPECT_EQ(half->width, 32);
  EXPECT_EQ(half->height, 16);
  EXPECT_EQ(decode_webp(*bytes, 33)->width, 64);
}

TEST(DecodeWebp, RejectsEveryTruncatedLength) {
  const auto bytes = encode_webp(halves(8, 8));
  for (std::size_t size = 0; size + 1 < bytes->size(); ++size) {  // the last byte may be padding
    const Bytes cut(bytes->begin(), bytes->begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(decode_webp(cut)) << size;
  }
}

Image picture(bool has_alpha) {
  return test::make_image(9, 5, has_alpha, [&](int x, int y) {
    const int i = 4 * (9 * y + x);
    return std::array{3 * i, 3 * i + 3, 3 * i + 6, has_alpha ? i + 3 : 255};
  });
}

TEST(EmbeddedText, IsATextChunkInPngAndACommentInJpeg) {
  const auto png = encode_png(picture(true), {{"Software", "x"}, {"Key", "0123"}});
  ASSERT_TRUE(png);
  EXPECT_EQ(embedded_text(ByteSpan(*png), "Key"), "0123");
  EXPECT_EQ(embedded_text(ByteSpan(*png), "Ke"), std::nullopt);
  for (std::size_t length = 0; length < png->size(); ++length)
    EXPECT_EQ(embedded_text(ByteSpan(*png).first(length), "Key"), std::nullopt) << "truncated: " << length;
  const auto plain = encode_jpeg(picture(false));
  ASSERT_TRUE(plain);
  EXPECT_EQ(embedded_text(ByteSpan(*plain), "Key"), std::nullopt);
  const Bytes said = jpeg_with_comment(*plain, "Key: 0123");
  EXPECT_EQ(embedded_text(ByteSpan(said), "Key"), "0123");
  EXPECT_EQ(embedded_text(ByteSpan(said).first(said.size() - 1), "Key"), std::nullopt);
}

TEST(EmbeddedText, IsMetadataInWebp) {
  for (const bool has_alpha : {false, true}) {
    const auto plain = encode_webp(picture(has_alpha));
    ASSERT_TRUE(plain);
    const Bytes said = webp_with_metadata(*plain, "Key: 0123", 9, 5, has_alpha);
    EXPECT_EQ(embedded_text(ByteSpan(said), "Key"), "0123");
    EXPECT_EQ(embedded_text(ByteSpan(said).first(said.size() - 1), "Key"), std::nullopt);
    const Bytes odd = webp_with_metadata(*plain, "Key: 012", 9, 5, has_alpha);
    EXPECT_EQ(odd.size() % 2, 0u) << "chunks start at even offsets";
  }
}

TEST(EmbeddedText, IsMissingInOtherFiles) {
  for (const std::string_view text : {"", "x", "\x89PNG\r\n\x1a\n", "RIFF", "RIFF\x04\0\0\0WEBP", "\xFF\xD8"})
    EXPECT_EQ(embedded_text(as_byte_span(text), "Key"), std::nullopt);
  EXPECT_EQ(embedded_text(std::filesystem::path("/nowhere.png"), "Key"), std::nullopt);
}

}  // namespace
}  // namespace mmd
