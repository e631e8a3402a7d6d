#include <algorithm>

#include "render/effects/effect_chain.h"

namespace mmd {

Result<void> draw_fog(EffectCanvas& canvas) {
  const Effects::Fog& fog = canvas.view().effects().fog;
  if (!fog.on) return {};
  const vec4 values[] = {vec4(fog.colour, 1.0f),
                         vec4(fog.begin, 1.0f / std::max(fog.end - fog.begin, 1e-3f), 0.0f, 0.0f)};
  return canvas.draw(ProgramId::effect_fog, values);
}

}  // namespace mmd
