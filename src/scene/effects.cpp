#include "scene/effects.h"

#include <algorithm>

namespace mmd {
namespace {

Effects portrait() {
  Effects out;
  out.occlusion = {0.6f, 1.0f};
  out.rim = {0.35f, vec3(1.0f, 0.94f, 0.88f)};
  out.depth_of_field.on = true;
  out.depth_of_field.bone = "face";
  out.depth_of_field.f_number = 1.4f;
  out.glow = {0.25f, 0.55f, 2.5f};
  out.grade = {0.1f, 1.05f, 1.05f, 0.1f};
  return out;
}

Effects stage() {
  Effects out;
  out.occlusion = {0.8f, 1.2f};
  out.rim = {0.9f, vec3(0.72f, 0.86f, 1.0f)};
  out.glow = {0.5f, 0.7f, 3.5f};
  out.grade = {-0.2f, 1.25f, 1.15f, -0.1f};
  return out;
}

Effects soft() {
  Effects out;
  out.occlusion = {0.4f, 1.0f};
  out.rim = {0.25f, vec3(1.0f)};
  out.glow = {0.5f, 0.25f, 2.0f};
  out.grade = {0.1f, 1.05f, 1.12f, 0.08f};
  return out;
}

Effects line_art() {
  Effects out;
  out.lines = 1.0f;
  return out;
}

}  // namespace

Effects scaled(const Effects& effects, float strength) {
  if (strength >= 1.0f) return effects;
  if (!(strength > 0.0f)) return {};
  constexpr float largest_f_number = 64.0f, farthest = 1e6f;
  const auto towards = [&](float usual, float value) { return usual + strength * (value - usual); };
  Effects out = effects;
  out.occlusion.strength *= strength;
  out.rim.strength *= strength;
  out.glow.strength *= strength;
  out.lines *= strength;
  out.fog.end = std::min(out.fog.begin + (out.fog.end - out.fog.begin) / strength, farthest);
  out.depth_of_field.f_number = std::min(out.depth_of_field.f_number / strength, largest_f_number);
  const Effects::Grade usual;
  out.grade.exposure = towards(usual.exposure, effects.grade.exposure);
  out.grade.contrast = towards(usual.contrast, effects.grade.contrast);
  out.grade.saturation = towards(usual.saturation, effects.grade.saturation);
  out.grade.temperature = towards(usual.temperature, effects.grade.temperature);
  return out;
}

const std::array<EffectPreset, 4>& effect_presets() {
  static const std::array<EffectPreset, 4> all = {
      {{"portrait", portrait()}, {"stage", stage()}, {"soft", soft()}, {"line-art", line_art()}}};
  return all;
}

}  // namespace mmd
