#include "render/toon_ramps.h"

#include <algorithm>
#include <array>

namespace mmd {
namespace {

constexpr int size = 32;

/// A colour, 0xRRGGBB, that starts at a row.
struct Step {
  int row = size;
  std::uint32_t colour = 0;
};
constexpr std::uint32_t white = 0xffffff;

/// Source: docs/dev/semantics.md, "The shared toon ramps". Rows above the first step are white.
constexpr std::array<std::array<Step, 11>, shared_toon_count> ramps = {{
    {{{16, 0xcdcdcd}}},
    {{{16, 0xf5e1e1}}},
    {{{16, 0x9a9a9a}}},
    {{{16, 0xf8efeb}}},
    {{{19, 0xfffefe},
      {20, 0xfffaf8},
      {21, 0xfff6f2},
      {22, 0xfff0ea},
      {23, 0xffece5},
      {24, 0xffe9e0},
      {25, 0xffe7de},
      {26, 0xffe7dd},
      {30, 0xffe7de},
      {31, 0xfee8df}}},
    {{{0, 0xffed61},
      {8, 0xffee6a},
      {9, 0xfff6af},
      {10, 0xfffef2},
      {11, 0xfff28a},
      {12, 0xffed61},
      {22, 0xfeeb5e},
      {23, 0xeeda45},
      {24, 0xd1bb18},
      {25, 0xc5ae06},
      {26, 0xc3ac03}}},
}};

}  // namespace

Image shared_toon_ramp(int index) {
  const auto& ramp = ramps[static_cast<std::size_t>(std::clamp(index, 0, shared_toon_count - 1))];
  Image image;
  image.width = image.height = size;
  image.rgba.reserve(std::size_t{size} * size * 4);
  for (int y = 0; y < size; ++y) {
    std::uint32_t colour = white;
    for (const Step& step : ramp)
      if (y >= step.row) colour = step.colour;
    for (int x = 0; x < size; ++x)
      for (const std::uint32_t value : {colour >> 16, colour >> 8, colour, 255u})
        image.rgba.push_back(static_cast<std::uint8_t>(value & 0xff));
  }
  return image;
}

}  // namespace mmd
