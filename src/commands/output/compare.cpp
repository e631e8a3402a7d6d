#include "commands/output/compare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/errors.h"
#include "commands/output/picture_text.h"
#include "scene/scene_difference.h"

namespace mmd {

Result<Image> draw_comparison(Renderer& renderer, const Scene& first, Scene& second,
                              SceneDifference& difference, int width, int height, int samples,
                              const Font* legend_font, const Renderer::TileProgress& progress) {
  second.camera = difference.heat.camera = first.camera;
  const std::array<const Scene*, 3> panels{&first, &second, &difference.heat};
  Image out;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const auto of_all = [&](std::size_t drawn, std::size_t all) {
      if (progress) progress(i * all + drawn, panels.size() * all);
    };
    MMD_TRY(Image panel, renderer.render(*panels[i], width, height, samples, 0, of_all));
    if (i == 2) draw_heat_legend(panel, difference.largest, legend_font);
    copy_columns(panel, 0, width, width * static_cast<int>(panels.size()), out, static_cast<int>(i) * width);
  }
  return out;
}

void copy_columns(const Image& from, int first, int count, int width, Image& to, int at) {
  if (to.rgba.empty()) to = image_of_size(width, from.height);
  for (int y = 0; y < from.height; ++y) std::copy_n(from.at(first, y), 4 * count, to.at(at, y));
  to.has_alpha = to.has_alpha || from.has_alpha;
}

namespace {

constexpr Rgb legend_paper{32, 32, 32}, legend_ink{255, 255, 255};

// Sizes in pixels of a small picture; they grow with the picture.
constexpr int legend_margin = 3, legend_gap = 3, bar_width = 5, bar_height = 35;
constexpr int heights_per_picture = 240;

constexpr std::string_view legend_title = "MMD units";

Rgb bytes_of(const vec3& colour) {
  const auto byte = [](float v) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0f, 1.0f) * 255.0f));
  };
  return {byte(colour.r), byte(colour.g), byte(colour.b)};
}

/// Replaces the bar if all its numbers would be 0.
void draw_stillness(Image& image, int scale, const Lettering& letters) {
  constexpr std::string_view lines[] = {"no vertex", "moves"};
  const int width = 2 * legend_margin * scale + letters.width(lines[0]);
  const int height = (2 * legend_margin + legend_gap) * scale + 2 * letters.height();
  const int top = image.height - height;
  fill_box(image, 0, top, width, height, legend_paper);
  int y = top + legend_margin * scale;
  for (const std::string_view line : lines) {
    letters.draw(image, legend_margin * scale, y, line, legend_ink);
    y += legend_gap * scale + letters.height();
  }
}

}  // namespace

void draw_heat_legend(Image& image, float largest, const Font* font) {
  const int scale = std::max(1, image.height / heights_per_picture);
  const Lettering letters(font, letter_height * scale);
  if (!(largest > 0.0f)) return draw_stillness(image, scale, letters);
  const auto marks = heat_marks(largest);
  int widest = letters.width(legend_title) - (bar_width + legend_gap) * scale;
  for (const HeatMark& mark : marks) widest = std::max(widest, letters.width(mark.text));
  const int width = (2 * legend_margin + bar_width + legend_gap) * scale + widest;
  const int height = (2 * legend_margin + legend_gap + bar_height) * scale + letters.height();
  const int top = image.height - height;
  fill_box(image, 0, top, width, height, legend_paper);
  letters.draw(image, legend_margin * scale, top + legend_margin * scale, legend_title, legend_ink);
  const int bar_top = top + (legend_margin + legend_gap) * scale + letters.height(),
            bar_pixels = bar_height * scale;
  for (int i = 0; i < bar_pixels; ++i) {
    const float share = 1.0f - static_cast<float>(i) / static_cast<float>(bar_pixels);
    fill_box(image, legend_margin * scale, bar_top + i, bar_width * scale, 1, bytes_of(heat_colour(share)));
  }
  const auto room = static_cast<float>(bar_pixels - letters.height());
  for (const HeatMark& mark : marks) {
    letters.draw(image, (legend_margin + bar_width + legend_gap) * scale,
                 bar_top + static_cast<int>(room * (1.0f - mark.share)), mark.text, legend_ink);
  }
}

}  // namespace mmd
