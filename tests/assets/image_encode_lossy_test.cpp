#include <algorithm>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <webp/decode.h>

#include "assets/image.h"

namespace mmd {
namespace {

/// Slow changes, as lossy formats like them; alpha falls from the left to the right if asked for.
Image slope(int width, int height, bool with_alpha) {
  Image out;
  out.width = width;
  out.height = height;
  out.has_alpha = with_alpha;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      out.rgba.push_back(static_cast<std::uint8_t>(255 * x / width));
      out.rgba.push_back(static_cast<std::uint8_t>(255 * y / height));
      out.rgba.push_back(60);
      out.rgba.push_back(static_cast<std::uint8_t>(with_alpha ? 255 - 255 * x / width : 255));
    }
  }
  return out;
}

/// The largest difference of any colour channel.
int worst_colour(const Image& a, const Image& b) {
  int worst = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i) {
    if (i % 4 != 3) worst = std::max(worst, std::abs(a.rgba[i] - b.rgba[i]));
  }
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

TEST(EncodeJpeg, ComesBackAlmostAsItWas) {
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

TEST(EncodeJpeg, LaysWhatIsTransparentOverTheMatte) {
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

TEST(EncodeWebp, ComesBackAlmostAsItWasWithItsAlphaExact) {
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

TEST(EncodeLossy, RejectsWhatIsNoPicture) {
  Image image = slope(3, 3, false);
  image.rgba.pop_back();
  for (const Image& bad : {image, Image{}}) {
    EXPECT_FALSE(encode_jpeg(bad));
    EXPECT_FALSE(encode_webp(bad));
  }
}

TEST(EncodeLossy, ReportsSizesThatTheFormatCannotHold) {
  Image image;
  image.width = 70000;
  image.height = 1;
  image.rgba.resize(280000);
  for (const auto& failed : {encode_jpeg(image), encode_webp(image)}) {
    ASSERT_FALSE(failed);
    EXPECT_FALSE(failed.error().what.empty());
  }
}

}  // namespace
}  // namespace mmd
