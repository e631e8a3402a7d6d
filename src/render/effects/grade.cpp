#include <cmath>

#include "render/effects/effect_chain.h"

namespace mmd {

Result<void> draw_grade(EffectCanvas& canvas) {
  if (!canvas.view().effects().grades()) return {};
  const Effects::Grade& grade = canvas.view().effects().grade;
  // Stops double the light; colours are about its 2.2th root.
  const float gain = std::exp2(grade.exposure / 2.2f), warm = grade.temperature;
  const vec4 values[] = {vec4(gain * (1.0f + 0.18f * warm), gain * (1.0f + 0.02f * warm),
                              gain * (1.0f - 0.22f * warm), grade.contrast),
                         vec4(grade.saturation, 0.0f, 0.0f, 0.0f)};
  return canvas.draw(ProgramId::effect_grade, values);
}

}  // namespace mmd
