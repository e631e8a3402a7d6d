#include "scene/effects.h"

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
  out.grade = {0.15f, 0.95f, 1.0f, 0.06f};
  return out;
}

Effects line_art() {
  Effects out;
  out.lines = 1.0f;
  return out;
}

}  // namespace

const std::array<EffectPreset, 4>& effect_presets() {
  static const std::array<EffectPreset, 4> all = {
      {{"portrait", portrait()}, {"stage", stage()}, {"soft", soft()}, {"line-art", line_art()}}};
  return all;
}

}  // namespace mmd
