#include <gtest/gtest.h>

#include "assets/image_kinds.h"

namespace mmd {
namespace {

/// Opaque red on the left, transparent on the right.
Image halves(int width, int height) {
  Image out;
  out.width = width;
  out.height = height;
  out.has_alpha = true;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (const int value : {200, 30, 30, x < width / 2 ? 255 : 0})
        out.rgba.push_back(static_cast<std::uint8_t>(value));
  return out;
}

TEST(DecodeWebp, GivesBackWhatWasEncoded) {
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

TEST(DecodeWebp, IsHalvedNoFurtherThanIsAskedFor) {
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

}  // namespace
}  // namespace mmd
