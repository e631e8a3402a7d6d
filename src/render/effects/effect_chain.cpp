#include "render/effects/effect_chain.h"

#include <algorithm>
#include <cmath>

#include "base/errors.h"

namespace mmd {

int reach_of(const Effects& effects, int height) {
  float share = reach_of(effects.occlusion) + reach_of(effects.depth_of_field) + reach_of(effects.glow);
  if (effects.rim.strength > 0.0f) share += reach_of_rim();
  if (effects.lines > 0.0f) share += 0.005f;
  // Smaller pictures spread each pixel over some more.
  constexpr int spread = 12;
  return share > 0.0f ? static_cast<int>(std::ceil(share * static_cast<float>(height))) + spread : 0;
}

Tile widened_for(const Effects& effects, const Tile& tile, int width, int height) {
  const int reach = reach_of(effects, height);
  if (reach == 0 || !is_within(tile, width, height) || (tile.width == width && tile.height == height))
    return tile;
  Tile out = widened(tile, reach, width, height);
  const int left = out.x % effect_grid, below = out.y % effect_grid;
  return {out.x - left, out.y - below, out.width + left, out.height + below};
}

int largest_side(const Effects& effects, int height, int whole, int tile) {
  const int reach = reach_of(effects, height);
  return std::min(whole, reach > 0 ? tile + 2 * reach + effect_grid : tile);
}

Result<void> draw_effects(EffectCanvas& canvas) {
  for (const auto draw :
       {draw_occlusion, draw_rim, draw_fog, draw_depth_of_field, draw_glow, draw_lines, draw_grade})
    MMD_TRY(draw(canvas));
  return {};
}

}  // namespace mmd
