#include "export/alpha_mode.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

/// The left half opaque, the right one of `alpha`.
Image halves(std::uint8_t alpha) {
  Image out;
  out.width = out.height = 32;
  out.has_alpha = alpha < 255;
  for (int i = 0; i < 32 * 32; ++i)
    out.rgba.insert(out.rgba.end(), {0, 0, 0, i % 32 < 16 ? std::uint8_t{255} : alpha});
  return out;
}

/// A triangle from u = `left` to `right`, as high as the texture.
ExchangePart part_over(float left, float right) {
  ExchangePart out;
  out.indices = {0, 1, 2};
  out.uv = {{left, 0.0f}, {right, 0.0f}, {left, 1.0f}};
  return out;
}

AlphaMode mode_of(const ExchangePart& part, float alpha, const Image* texture,
                  BlendOrder order = BlendOrder::by_distance) {
  double work_left = most_texels_looked_at;
  return alpha_mode(part, alpha, texture, order, work_left);
}

TEST(AlphaMode, LooksAtNoMoreTexelsThanThereAreLeft) {
  const Image cut = halves(0), glass = halves(128);
  double work_left = 3000.0;  // a triangle over all of it counts for a little more than 1024
  int looked = 0;
  for (double before = work_left; looked < 10 && work_left > 0.0; ++looked, before = work_left) {
    EXPECT_EQ(alpha_mode(part_over(0, 1), 1.0f, &glass, BlendOrder::by_distance, work_left),
              AlphaMode::blend);
    EXPECT_LT(work_left, before);
  }
  EXPECT_LE(looked, 4);
  EXPECT_EQ(alpha_mode(part_over(0, 1), 1.0f, &glass, BlendOrder::by_distance, work_left), AlphaMode::mask)
      << "not looked at";
  EXPECT_EQ(alpha_mode(part_over(0, 1), 1.0f, &cut, BlendOrder::by_distance, work_left), AlphaMode::mask);
}

TEST(AlphaMode, WithoutAlphaItIsOpaque) {
  EXPECT_EQ(mode_of(part_over(0, 1), 1.0f, nullptr), AlphaMode::opaque);
  const Image opaque = halves(255);
  EXPECT_EQ(mode_of(part_over(0, 1), 1.0f, &opaque), AlphaMode::opaque);
}

TEST(AlphaMode, GoesByTheTexelsThatTheFacesShow) {
  const Image cut = halves(0);
  EXPECT_EQ(mode_of(part_over(0, 0.49f), 1.0f, &cut), AlphaMode::opaque);
  EXPECT_EQ(mode_of(part_over(1.01f, 1.49f), 1.0f, &cut), AlphaMode::opaque);  // repeated
  EXPECT_EQ(mode_of(part_over(0, 1), 1.0f, &cut), AlphaMode::mask);
}

TEST(AlphaMode, WhatIsSoftAllOverIsBlended) {
  const Image glass = halves(100);
  EXPECT_EQ(mode_of(part_over(0.5f, 1), 1.0f, &glass), AlphaMode::blend);
  EXPECT_EQ(mode_of(part_over(0, 0.2f), 0.5f, nullptr), AlphaMode::blend);
}

/// Opaque for `opaque` columns of 32, then fading, then clear for `clear` columns.
Image fading(int opaque, int clear) {
  Image out;
  out.width = out.height = 32;
  out.has_alpha = true;
  for (int i = 0; i < 32 * 32; ++i) {
    const int x = i % 32;
    out.rgba.insert(out.rgba.end(), {0, 0, 0,
                                     x < opaque       ? std::uint8_t{255}
                                     : x < 32 - clear ? std::uint8_t{120}
                                                      : std::uint8_t{0}});
  }
  return out;
}

TEST(AlphaMode, StrandsThatFadeOutAreAMaskAndDrawnLashesAreBlended) {
  const Image strand = fading(26, 0), lash = fading(16, 10);
  EXPECT_EQ(mode_of(part_over(0, 1), 1.0f, &strand), AlphaMode::mask);
  EXPECT_EQ(mode_of(part_over(0, 1), 1.0f, &lash), AlphaMode::blend);
}

TEST(AlphaMode, WhereMaterialsAreBlendedInTheirOrderStrandsThatFadeOutAreBlended) {
  constexpr BlendOrder order = BlendOrder::by_material;
  const Image strand = fading(26, 0), short_tips = fading(28, 0), cut = halves(0), lash = fading(16, 10);
  EXPECT_EQ(mode_of(part_over(0, 1), 1.0f, &strand, order), AlphaMode::blend);
  EXPECT_EQ(mode_of(part_over(0, 1), 1.0f, &short_tips, order), AlphaMode::blend);
  EXPECT_EQ(mode_of(part_over(0, 1), 1.0f, &lash, order), AlphaMode::blend);
  EXPECT_EQ(mode_of(part_over(0, 1), 1.0f, &cut, order), AlphaMode::mask) << "lace would hide what is behind";
  EXPECT_EQ(mode_of(part_over(0, 0.4f), 1.0f, &strand, order), AlphaMode::opaque);
}

TEST(AlphaMode, AFaceThatRepeatsATextureEndlesslyIsSoonDone) {
  const Image cut = halves(0);
  EXPECT_EQ(mode_of(part_over(-1e30f, 1e30f), 1.0f, &cut), AlphaMode::mask);
}

}  // namespace
}  // namespace mmd
