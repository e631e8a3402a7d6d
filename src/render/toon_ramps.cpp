#include "render/toon_ramps.h"

#include <algorithm>
#include <array>

namespace mmd {
namespace {

using Colour = std::array<std::uint8_t, 3>;
constexpr int size = 32;
constexpr Colour white{255, 255, 255};

/// Colours from a row on, down to where the next band begins: one for each row, the last one for the rest.
struct Band {
  int begin = size;
  std::array<Colour, 13> colours{};
  int count = 0;
};

/// docs/dev/semantics.md, "The shared toon ramps". What is above the first band is white.
constexpr std::array<std::array<Band, 5>, shared_toon_count> ramps = {{
    {{{16, {{{205, 205, 205}}}, 1}}},
    {{{16, {{{245, 225, 225}}}, 1}}},
    {{{16, {{{154, 154, 154}}}, 1}}},
    {{{16, {{{248, 239, 235}}}, 1}}},
    {{{19,
       {{{255, 254, 254},
         {255, 250, 248},
         {255, 246, 242},
         {255, 240, 234},
         {255, 236, 229},
         {255, 233, 224},
         {255, 231, 222},
         {255, 231, 221},
         {255, 231, 221},
         {255, 231, 221},
         {255, 231, 221},
         {255, 231, 222},
         {254, 232, 223}}},
       13}}},
    {{{0, {{{255, 237, 97}}}, 1},
      {8, {{{255, 238, 106}, {255, 246, 175}, {255, 254, 242}, {255, 242, 138}}}, 4},
      {12, {{{255, 237, 97}}}, 1},
      {22, {{{254, 235, 94}, {238, 218, 69}, {209, 187, 24}, {197, 174, 6}, {195, 172, 3}}}, 5}}},
    {},
    {},
    {},
    {},
}};

Colour colour_of(const std::array<Band, 5>& ramp, int row) {
  Colour colour = white;
  for (const Band& band : ramp) {
    if (row < band.begin) break;
    colour = band.colours[static_cast<std::size_t>(std::min(row - band.begin, band.count - 1))];
  }
  return colour;
}

}  // namespace

Image shared_toon_ramp(int index) {
  const auto& ramp = ramps[static_cast<std::size_t>(std::clamp(index, 0, shared_toon_count - 1))];
  Image image;
  image.width = image.height = size;
  image.rgba.reserve(std::size_t{size} * size * 4);
  for (int y = 0; y < size; ++y) {
    const Colour colour = colour_of(ramp, y);
    for (int x = 0; x < size; ++x)
      image.rgba.insert(image.rgba.end(), {colour[0], colour[1], colour[2], 255});
  }
  return image;
}

}  // namespace mmd
