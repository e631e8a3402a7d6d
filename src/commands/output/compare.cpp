#include "commands/output/compare.h"

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "commands/output/heat_legend.h"

namespace mmd {

Result<Image> draw_comparison(Renderer& renderer, Scene& scene, Comparison& comparison, int width, int height,
                              int samples, const Font* legend_font, const Renderer::TileProgress& progress) {
  constexpr int panels = 3;
  const RenderSettings settings = scene.settings;
  Image out;
  for (int i = 0; i < panels; ++i) {
    const bool is_first = i == 0, is_heat = i == 2;
    if (is_heat) scene.settings = heat_settings(settings);
    if (!is_first) comparison.exchange(scene, is_heat);
    const auto of_all = [&](std::size_t drawn, std::size_t all) {
      if (progress) progress(static_cast<std::size_t>(i) * all + drawn, panels * all);
    };
    auto drawn_panel = renderer.render(scene, width, height, samples, 0, of_all);
    if (!is_first) comparison.exchange(scene, is_heat);
    scene.settings = settings;
    MMD_TRY(Image panel, std::move(drawn_panel));
    if (is_heat) draw_heat_legend(panel, comparison.largest, legend_font);
    copy_columns(panel, 0, width, width * panels, out, i * width);
  }
  return out;
}

void copy_columns(const Image& from, int first, int count, int width, Image& to, int at) {
  if (to.rgba.empty()) {
    to.width = width;
    to.height = from.height;
    to.rgba.resize(4 * static_cast<std::size_t>(width) * static_cast<std::size_t>(from.height));
  }
  const auto bytes = [](int pixels) { return 4 * static_cast<std::size_t>(pixels); };
  for (std::size_t y = 0; y < static_cast<std::size_t>(from.height); ++y)
    std::copy_n(from.rgba.data() + y * bytes(from.width) + bytes(first), bytes(count),
                to.rgba.data() + y * bytes(to.width) + bytes(at));
  to.has_alpha = to.has_alpha || from.has_alpha;
}

}  // namespace mmd
