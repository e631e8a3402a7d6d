#include "commands/heat_legend.h"

#include <algorithm>

#include <fmt/format.h>

#include "commands/picture_text.h"
#include "scene/comparison.h"

namespace mmd {
namespace {

constexpr Rgb dark{32, 32, 32}, light{255, 255, 255};

// Font pixels.
constexpr int margin = 3, gap = 3, bar_height = 5;
constexpr int heights_per_picture = 240;

Rgb bytes_of(const vec3& colour) {
  const auto byte = [](float v) {
    return static_cast<std::uint8_t>(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f);
  };
  return {byte(colour.r), byte(colour.g), byte(colour.b)};
}

}  // namespace

void draw_heat_legend(Image& image, float largest) {
  const int scale = std::max(1, image.height / heights_per_picture);
  const std::string title = fmt::format("max {} MMD units", heat_text(largest));
  const int inner = text_width(title) * scale;
  const int x = margin * scale;
  fill_box(image, 0, 0, inner + 2 * x, (2 * margin + 2 * letter_height + 2 * gap + bar_height) * scale, dark);
  int y = x;
  draw_text(image, x, y, scale, title, light);
  y += (letter_height + gap) * scale;
  for (int i = 0; i < inner; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(inner);
    fill_box(image, x + i, y, 1, bar_height * scale, bytes_of(heat_colour(share)));
  }
  y += (bar_height + gap) * scale;
  for (const HeatMark& mark : heat_marks(largest)) {
    const int room = inner - text_width(mark.text) * scale;
    draw_text(image, x + static_cast<int>(static_cast<float>(room) * mark.share), y, scale, mark.text, light);
  }
}

}  // namespace mmd
