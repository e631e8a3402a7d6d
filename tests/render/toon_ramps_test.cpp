#include "render/toon_ramps.h"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace mmd {
namespace {

using Colour = std::array<int, 3>;

/// The colour of each row, all pixels of which have to be the same.
std::vector<Colour> rows_of(int index) {
  const Image ramp = shared_toon_ramp(index);
  std::vector<Colour> rows;
  EXPECT_EQ(ramp.rgba.size(), static_cast<std::size_t>(ramp.width * ramp.height) * 4);
  for (int y = 0; y < ramp.height; ++y) {
    for (int x = 0; x < ramp.width; ++x) {
      const std::uint8_t* p = &ramp.rgba[static_cast<std::size_t>(y * ramp.width + x) * 4];
      const Colour colour{p[0], p[1], p[2]};
      if (x == 0) rows.push_back(colour);
      EXPECT_EQ(colour, rows.back()) << index << ' ' << y;
      EXPECT_EQ(p[3], 255);
    }
  }
  return rows;
}

struct Run {
  int rows;
  Colour colour;
};
std::vector<Colour> made_of(const std::vector<Run>& runs) {
  std::vector<Colour> rows;
  for (const Run& run : runs) rows.insert(rows.end(), static_cast<std::size_t>(run.rows), run.colour);
  return rows;
}

TEST(ToonRamps, TheFirstFourAreOneHardStepFromWhite) {
  const Colour white{255, 255, 255};
  const Colour shades[] = {{205, 205, 205}, {245, 225, 225}, {154, 154, 154}, {248, 239, 235}};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(rows_of(i), made_of({{16, white}, {16, shades[i]}})) << i;
}

TEST(ToonRamps, TheFifthTurnsIntoTheColourOfSkin) {
  EXPECT_EQ(rows_of(4), made_of({{19, {255, 255, 255}},
                                 {1, {255, 254, 254}},
                                 {1, {255, 250, 248}},
                                 {1, {255, 246, 242}},
                                 {1, {255, 240, 234}},
                                 {1, {255, 236, 229}},
                                 {1, {255, 233, 224}},
                                 {1, {255, 231, 222}},
                                 {4, {255, 231, 221}},
                                 {1, {255, 231, 222}},
                                 {1, {254, 232, 223}}}));
}

TEST(ToonRamps, TheSixthIsGoldWithALightBandAndADarkEnd) {
  EXPECT_EQ(rows_of(5), made_of({{8, {255, 237, 97}},
                                 {1, {255, 238, 106}},
                                 {1, {255, 246, 175}},
                                 {1, {255, 254, 242}},
                                 {1, {255, 242, 138}},
                                 {10, {255, 237, 97}},
                                 {1, {254, 235, 94}},
                                 {1, {238, 218, 69}},
                                 {1, {209, 187, 24}},
                                 {1, {197, 174, 6}},
                                 {6, {195, 172, 3}}}));
}

TEST(ToonRamps, TheRestAreWhite) {
  for (int i = 6; i < shared_toon_count; ++i) EXPECT_EQ(rows_of(i), made_of({{32, {255, 255, 255}}})) << i;
}

}  // namespace
}  // namespace mmd
