#include "annotations/label_preview.h"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

namespace mmd {
namespace {

std::array<int, 4> pixel(const Image& image, std::size_t at) {
  std::array<int, 4> out{};
  for (std::size_t c = 0; c < 4; ++c) out[c] = image.rgba[4 * at + c];
  return out;
}

TEST(LabelPreview, ShowsNearDepthLightFarDepthDarkAndTheBackgroundBlack) {
  PngPixels depth{4, 1, PngKind::grey16, {}, {}};
  for (const int value : {0, 1000, 1500, 2000}) {
    depth.bytes.push_back(static_cast<std::uint8_t>(value >> 8));
    depth.bytes.push_back(static_cast<std::uint8_t>(value & 0xff));
  }
  const Image image = label_preview(depth);
  EXPECT_EQ(pixel(image, 0), (std::array{0, 0, 0, 255}));
  EXPECT_EQ(pixel(image, 1), (std::array{255, 255, 255, 255}));
  EXPECT_GT(pixel(image, 2)[0], pixel(image, 3)[0]);
  EXPECT_GT(pixel(image, 3)[0], 0) << "not the background";
}

TEST(LabelPreview, ShowsColoursAndPalettesAsTheyAre) {
  const Image colours = label_preview(PngPixels{1, 1, PngKind::rgb8, {1, 2, 3}, {}});
  EXPECT_EQ(pixel(colours, 0), (std::array{1, 2, 3, 255}));
  const Image wide = label_preview(PngPixels{1, 1, PngKind::rgb16, {1, 0, 2, 0, 3, 0}, {}});
  EXPECT_EQ(pixel(wide, 0), (std::array{1, 2, 3, 255}));
  const Image numbers = label_preview(PngPixels{2, 1, PngKind::indexed, {1, 0}, {{0, 0, 0}, {7, 8, 9}}});
  EXPECT_EQ(pixel(numbers, 0), (std::array{7, 8, 9, 255}));
}

TEST(LabelPreview, NeedsAnImage) {
  EXPECT_FALSE(label_preview(std::vector<LabelValue>{{".a.json", Bytes()}}));
}

TEST(LabelChoice, IsWrittenAsTheOptionTakesIt) {
  const LabelChoice choice = parse_labels("lines,depth").value();
  EXPECT_TRUE(parse_labels(label_list(choice)).value() == choice);
  EXPECT_EQ(label_list({}), "");
}

}  // namespace
}  // namespace mmd
