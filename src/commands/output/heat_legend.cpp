#include "commands/output/heat_legend.h"

#include <algorithm>
#include <cmath>

#include "commands/output/picture_text.h"
#include "scene/comparison.h"

namespace mmd {
namespace {

constexpr Rgb dark{32, 32, 32}, light{255, 255, 255};

// Pixels of a small picture, which grow with it.
constexpr int margin = 3, gap = 3, bar_width = 5, bar_height = 35;
constexpr int heights_per_picture = 240;

constexpr std::string_view legend_title = "MMD units";

Rgb bytes_of(const vec3& colour) {
  const auto byte = [](float v) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0f, 1.0f) * 255.0f));
  };
  return {byte(colour.r), byte(colour.g), byte(colour.b)};
}

/// In place of a bar whose numbers would all be 0.
void draw_stillness(Image& image, int scale, const Lettering& letters) {
  constexpr std::string_view lines[] = {"no vertex", "moves"};
  const int width = 2 * margin * scale + letters.width(lines[0]);
  const int height = (2 * margin + gap) * scale + 2 * letters.height();
  const int top = image.height - height;
  fill_box(image, 0, top, width, height, dark);
  int y = top + margin * scale;
  for (const std::string_view line : lines) {
    letters.draw(image, margin * scale, y, line, light);
    y += gap * scale + letters.height();
  }
}

}  // namespace

void draw_heat_legend(Image& image, float largest, const Font* font) {
  const int scale = std::max(1, image.height / heights_per_picture);
  const Lettering letters(font, letter_height * scale);
  if (!(largest > 0.0f)) return draw_stillness(image, scale, letters);
  const auto marks = heat_marks(largest);
  int widest = letters.width(legend_title) - (bar_width + gap) * scale;
  for (const HeatMark& mark : marks) widest = std::max(widest, letters.width(mark.text));
  const int width = (2 * margin + bar_width + gap) * scale + widest;
  const int height = (2 * margin + gap + bar_height) * scale + letters.height();
  const int top = image.height - height;
  fill_box(image, 0, top, width, height, dark);
  letters.draw(image, margin * scale, top + margin * scale, legend_title, light);
  const int bar_top = top + (margin + gap) * scale + letters.height(), bar_pixels = bar_height * scale;
  for (int i = 0; i < bar_pixels; ++i) {
    const float share = 1.0f - static_cast<float>(i) / static_cast<float>(bar_pixels);
    fill_box(image, margin * scale, bar_top + i, bar_width * scale, 1, bytes_of(heat_colour(share)));
  }
  const auto room = static_cast<float>(bar_pixels - letters.height());
  for (const HeatMark& mark : marks) {
    letters.draw(image, (margin + bar_width + gap) * scale,
                 bar_top + static_cast<int>(room * (1.0f - mark.share)), mark.text, light);
  }
}

}  // namespace mmd
