#include <algorithm>

#include "base/errors.h"
#include "render/effects/effect_chain.h"

namespace mmd {

Result<void> draw_lines(EffectCanvas& canvas) {
  const EffectView& view = canvas.view();
  const float share = view.effects().lines;
  if (share <= 0.0f) return {};
  MMD_TRY(canvas.average());
  const vec4 values[] = {vec4(share, std::max(static_cast<float>(view.height) / 450.0f, 1.0f), 0.0f, 0.0f)};
  return canvas.draw(ProgramId::effect_lines, values);
}

}  // namespace mmd
