#include "render/toon_ramps.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace mmd {
namespace {

/// So many rows of one colour, 0xRRGGBB.
struct Rows {
  int count;
  std::uint32_t colour;
};

TEST(ToonRamps, AreThoseOfTheSemanticsFromTheTop) {
  const std::vector<Rows> white{{32, 0xffffff}};
  const std::vector<Rows> ramps[shared_toon_count] = {{{16, 0xffffff}, {16, 0xcdcdcd}},
                                                      {{16, 0xffffff}, {16, 0xf5e1e1}},
                                                      {{16, 0xffffff}, {16, 0x9a9a9a}},
                                                      {{16, 0xffffff}, {16, 0xf8efeb}},
                                                      {{19, 0xffffff},
                                                       {1, 0xfffefe},
                                                       {1, 0xfffaf8},
                                                       {1, 0xfff6f2},
                                                       {1, 0xfff0ea},
                                                       {1, 0xffece5},
                                                       {1, 0xffe9e0},
                                                       {1, 0xffe7de},
                                                       {4, 0xffe7dd},
                                                       {1, 0xffe7de},
                                                       {1, 0xfee8df}},
                                                      {{8, 0xffed61},
                                                       {1, 0xffee6a},
                                                       {1, 0xfff6af},
                                                       {1, 0xfffef2},
                                                       {1, 0xfff28a},
                                                       {10, 0xffed61},
                                                       {1, 0xfeeb5e},
                                                       {1, 0xeeda45},
                                                       {1, 0xd1bb18},
                                                       {1, 0xc5ae06},
                                                       {6, 0xc3ac03}},
                                                      white,
                                                      white,
                                                      white,
                                                      white};
  for (int i = 0; i < shared_toon_count; ++i) {
    const Image ramp = shared_toon_ramp(i);
    std::vector<std::uint8_t> expected;
    for (const Rows& rows : ramps[i])
      for (int x = 0; x < 32 * rows.count; ++x)
        for (const std::uint32_t value : {rows.colour >> 16, rows.colour >> 8, rows.colour, 255u})
          expected.push_back(static_cast<std::uint8_t>(value & 0xff));
    EXPECT_EQ(ramp.width, 32);
    EXPECT_EQ(ramp.height, 32);
    EXPECT_TRUE(std::equal(ramp.rgba.begin(), ramp.rgba.end(), expected.begin(), expected.end())) << i;
  }
}

}  // namespace
}  // namespace mmd
