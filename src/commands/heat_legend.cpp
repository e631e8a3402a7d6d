#include "commands/heat_legend.h"

#include <algorithm>

#include "commands/picture_text.h"
#include "scene/comparison.h"

namespace mmd {
namespace {

constexpr Rgb dark{32, 32, 32}, light{255, 255, 255};

// Font pixels.
constexpr int margin = 3, gap = 3, bar_width = 5, bar_height = 35;
constexpr int heights_per_picture = 240;

constexpr std::string_view title = "MMD units";

Rgb bytes_of(const vec3& colour) {
  const auto byte = [](float v) {
    return static_cast<std::uint8_t>(std::clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f);
  };
  return {byte(colour.r), byte(colour.g), byte(colour.b)};
}

/// In place of a bar whose numbers would all be 0.
void draw_stillness(Image& image, int scale) {
  constexpr std::string_view lines[] = {"no vertex", "moves"};
  const int width = 2 * margin + text_width(lines[0]), height = 2 * margin + gap + 2 * letter_height;
  const int top = image.height - height * scale;
  fill_box(image, 0, top, width * scale, height * scale, dark);
  int y = top + margin * scale;
  for (const std::string_view line : lines) {
    draw_text(image, margin * scale, y, scale, line, light);
    y += (letter_height + gap) * scale;
  }
}

}  // namespace

void draw_heat_legend(Image& image, float largest) {
  const int scale = std::max(1, image.height / heights_per_picture);
  if (!(largest > 0.0f)) return draw_stillness(image, scale);
  const auto marks = heat_marks(largest);
  int widest = text_width(title) - bar_width - gap;
  for (const HeatMark& mark : marks) widest = std::max(widest, text_width(mark.text));
  const int width = 2 * margin + bar_width + gap + widest;
  const int height = 2 * margin + letter_height + gap + bar_height;
  const int top = image.height - height * scale;
  fill_box(image, 0, top, width * scale, height * scale, dark);
  draw_text(image, margin * scale, top + margin * scale, scale, title, light);
  const int bar_top = top + (margin + letter_height + gap) * scale, bar_pixels = bar_height * scale;
  for (int i = 0; i < bar_pixels; ++i) {
    const float share = 1.0f - static_cast<float>(i) / static_cast<float>(bar_pixels);
    fill_box(image, margin * scale, bar_top + i, bar_width * scale, 1, bytes_of(heat_colour(share)));
  }
  const auto room = static_cast<float>((bar_height - letter_height) * scale);
  for (const HeatMark& mark : marks) {
    draw_text(image, (margin + bar_width + gap) * scale,
              bar_top + static_cast<int>(room * (1.0f - mark.share)), scale, mark.text, light);
  }
}

}  // namespace mmd
