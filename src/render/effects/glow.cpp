#include <algorithm>

#include "base/errors.h"
#include "render/effects/effect_chain.h"

namespace mmd {
namespace {

/// A Gaussian blur reaches three deviations.
constexpr float deviations = 3.0f;

Result<void> blur(EffectCanvas& canvas, std::size_t what, std::size_t between, std::size_t into,
                  float deviation) {
  const EffectTexture& source = canvas.own(what);
  for (const std::size_t i : {between, into}) MMD_TRY(canvas.own(i).prepare(source.width(), source.height()));
  const float steps = std::ceil(deviations * deviation);
  const vec4 across[] = {vec4(1.0f / static_cast<float>(source.width()), 0.0f, deviation, steps)};
  MMD_TRY(canvas.draw(ProgramId::effect_blur, across, source.id(), 0, canvas.own(between)));
  const vec4 upwards[] = {vec4(0.0f, 1.0f / static_cast<float>(source.height()), deviation, steps)};
  return canvas.draw(ProgramId::effect_blur, upwards, canvas.own(between).id(), 0, canvas.own(into));
}

}  // namespace

float reach_of(const Effects::Glow& glow) {
  return glow.strength > 0.0f ? deviations * glow.radius / 100.0f : 0.0f;
}

Result<void> draw_glow(EffectCanvas& canvas) {
  const EffectView& view = canvas.view();
  const Effects::Glow& glow = view.effects().glow;
  if (glow.strength <= 0.0f) return {};
  // Blurred in a smaller picture, in which the deviation is a few pixels.
  const float radius = glow.radius / 100.0f * static_cast<float>(view.height);
  int smaller = 2;
  while (smaller < effect_grid && radius / static_cast<float>(smaller) > 8.0f) smaller *= 2;
  const auto side = [&](int pixels) { return (pixels + smaller - 1) / smaller; };
  MMD_TRY(canvas.own(0).prepare(side(view.part.width), side(view.part.height)));
  const vec4 bright[] = {vec4(glow.threshold, static_cast<float>(smaller), 0.0f, 0.0f)};
  MMD_TRY(canvas.draw(ProgramId::effect_glow_bright, bright, canvas.picture(), 0, canvas.own(0)));
  MMD_TRY(blur(canvas, 0, 1, 2, std::max(radius / static_cast<float>(smaller), 0.5f)));
  const vec2 shown(
      static_cast<float>(view.part.width) / static_cast<float>(smaller * canvas.own(2).width()),
      static_cast<float>(view.part.height) / static_cast<float>(smaller * canvas.own(2).height()));
  const vec4 values[] = {vec4(glow.strength, shown, 0.0f)};
  return canvas.draw(ProgramId::effect_glow, values, canvas.own(2).id());
}

}  // namespace mmd
