// The rows of the effects on a finished picture.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "options/option_values.h"

namespace mmd {
namespace {

constexpr Text effects = "Effects";

bool is_within(float value, float low, float high) {
  return value >= low && value <= high;
}

/// Reads 1 to N numbers that are separated by commas into the first of `values`; the others stay.
template <std::size_t N>
bool parse_some(Text text, std::array<float, N>& values) {
  for (float& value : values) {
    const std::size_t comma = text.find(',');
    if (!parse_number(text.substr(0, comma), value)) return false;
    if (comma == Text::npos) return true;
    text.remove_prefix(comma + 1);
  }
  return false;
}

/// The text before the first comma, and what follows it.
std::pair<Text, Text> split_first(Text text) {
  const std::size_t comma = std::min(text.find(','), text.size());
  return {text.substr(0, comma), text.substr(std::min(comma + 1, text.size()))};
}

std::string hex_of(const vec3& colour) {
  const auto byte = [](float v) { return std::lround(std::clamp(v, 0.0f, 1.0f) * 255.0f); };
  return fmt::format("{:02x}{:02x}{:02x}", byte(colour.r), byte(colour.g), byte(colour.b));
}

std::string set_depth_of_field(Options& o, Text text) {
  Effects::DepthOfField out;
  out.on = true;
  Text what = text;
  const std::size_t comma = text.rfind(',');
  if (comma != Text::npos) {
    what = text.substr(0, comma);
    if (!parse_number(text.substr(comma + 1), out.f_number) || !is_within(out.f_number, 0.1f, 64.0f))
      return "expected an f-number from 0.1 to 64 after the comma, for example face,1.4";
  }
  if (!parse_number(what, out.distance))
    out.bone = what;
  else if (!(out.distance > 0.0f))
    return "expected a distance above 0";
  if (what.empty()) return "expected face, a bone or a distance, and an f-number, for example face,1.4";
  o.look.effects.depth_of_field = std::move(out);
  return {};
}

ShownValues shown_depth_of_field(const Options& o) {
  const Effects::DepthOfField& shown = o.look.effects.depth_of_field;
  if (!shown.on) return {};
  return {fmt::format("{},{}", shown.bone.empty() ? fmt::format("{}", shown.distance) : shown.bone,
                      shown.f_number)};
}

std::string set_glow(Options& o, Text text) {
  const Effects::Glow usual;
  std::array<float, 3> v{usual.strength, usual.threshold, usual.radius};
  if (!parse_some(text, v) || !is_within(v[0], 0.0f, 4.0f) || !is_within(v[1], 0.0f, 1.0f) ||
      !is_within(v[2], 0.1f, 10.0f))
    return "expected STRENGTH,THRESHOLD,RADIUS: 0 to 4, 0 to 1, 0.1 to 10 (% of the height), for example "
           "0.8,0.6,4";
  o.look.effects.glow = {v[0], v[1], v[2]};
  return {};
}

ShownValues shown_glow(const Options& o) {
  const Effects::Glow& glow = o.look.effects.glow;
  if (glow.strength <= 0.0f) return {};
  return {fmt::format("{},{},{}", glow.strength, glow.threshold, glow.radius)};
}

std::string set_occlusion(Options& o, Text text) {
  const Effects::Occlusion usual;
  std::array<float, 2> v{usual.strength, usual.radius};
  if (!parse_some(text, v) || !is_within(v[0], 0.0f, 2.0f) || !is_within(v[1], 0.05f, 20.0f))
    return "expected STRENGTH,RADIUS: 0 to 2, 0.05 to 20 MMD units, for example 0.8,1.2";
  o.look.effects.occlusion = {v[0], v[1]};
  return {};
}

ShownValues shown_occlusion(const Options& o) {
  const Effects::Occlusion& occlusion = o.look.effects.occlusion;
  if (occlusion.strength <= 0.0f) return {};
  return {fmt::format("{},{}", occlusion.strength, occlusion.radius)};
}

std::string set_fog(Options& o, Text text) {
  const auto [name, distances] = split_first(text);
  const auto colour = parse_colour(name);
  std::array<float, 2> v{};
  if (!colour || !parse_numbers(distances, v) || !(v[0] >= 0.0f) || !(v[1] > v[0]) || v[1] > 1e6f)
    return "expected RRGGBB,NEAR,FAR: a colour, and distances from the eye in MMD units, for example "
           "c8d8e8,40,150";
  o.look.effects.fog = {true, vec3(*colour), v[0], v[1]};
  return {};
}

ShownValues shown_fog(const Options& o) {
  const Effects::Fog& fog = o.look.effects.fog;
  return fog.on ? ShownValues{fmt::format("{},{},{}", hex_of(fog.colour), fog.begin, fog.end)} : ShownValues{};
}

std::string set_rim(Options& o, Text text) {
  const auto [number, name] = split_first(text);
  Effects::Rim out;
  const bool has_colour = number.size() < text.size();
  const auto colour = has_colour ? parse_colour(name) : std::optional(vec4(1.0f));
  if (!parse_number(number, out.strength) || !is_within(out.strength, 0.0f, 4.0f) || !colour)
    return "expected STRENGTH,RRGGBB: 0 to 4 and a colour, for example 0.6,ffe0c0";
  out.colour = vec3(*colour);
  o.look.effects.rim = out;
  return {};
}

ShownValues shown_rim(const Options& o) {
  const Effects::Rim& rim = o.look.effects.rim;
  return rim.strength > 0.0f ? ShownValues{fmt::format("{},{}", rim.strength, hex_of(rim.colour))}
                             : ShownValues{};
}

std::string set_grade(Options& o, Text text) {
  std::array<float, 4> v{};
  if (!parse_numbers(text, v) || !is_within(v[0], -5.0f, 5.0f) || !is_within(v[1], 0.2f, 4.0f) ||
      !is_within(v[2], 0.0f, 4.0f) || !is_within(v[3], -1.0f, 1.0f))
    return "expected EXPOSURE,CONTRAST,SATURATION,TEMPERATURE: stops from -5 to 5, 0.2 to 4, 0 to 4, -1 to "
           "1, "
           "for example 0.3,1.1,1,0.2";
  o.look.effects.grade = {v[0], v[1], v[2], v[3]};
  return {};
}

ShownValues shown_grade(const Options& o) {
  const Effects::Grade& grade = o.look.effects.grade;
  if (!o.look.effects.grades()) return {};
  return {fmt::format("{},{},{},{}", grade.exposure, grade.contrast, grade.saturation, grade.temperature)};
}

std::string set_preset(Options& o, Text text) {
  std::vector<Text> names;
  for (const EffectPreset& preset : effect_presets()) {
    if (preset.name == text) {
      o.look.effects = preset.effects;
      return {};
    }
    names.push_back(preset.name);
  }
  return fmt::format("expected one of {}", fmt::join(names, ", "));
}

constexpr OptionRow effect_rows[] = {
    {effects, "--preset", "", "NAME", "portrait, stage, soft or line-art; other options change it", "",
     pictures, on_view | on_shot, set_preset},
    in_scene({effects, "--depth-of-field", "", "WHAT[,F]",
              "sharp at face, BONE or a distance, blurred elsewhere; f-number", "off; F 2", pictures, 0,
              set_depth_of_field},
             shown_depth_of_field),
    in_scene({effects, "--glow", "", "N[,THRESHOLD[,RADIUS]]",
              "light around what is bright: strength; from which on; % of height", "off; 0.6,4", pictures, 0,
              set_glow},
             shown_glow),
    in_scene({effects, "--occlusion", "", "N[,RADIUS]", "shade in hollows: strength, MMD units around",
              "off; 1.2", pictures, 0, set_occlusion},
             shown_occlusion),
    in_scene({effects, "--fog", "", "RRGGBB,NEAR,FAR",
              "fade models into a colour from NEAR to FAR units away", "off", pictures, 0, set_fog},
             shown_fog),
    in_scene({effects, "--rim", "", "N[,RRGGBB]", "light along borders that face away from the light",
              "off; ffffff", pictures, 0, set_rim},
             shown_rim),
    in_scene(
        {effects, "--lines", "", "N", "how much gives way to lines on white paper, 0 to 1", "0", pictures, 0,
         [](Options& o, Text text) {
           return set_number(o.look.effects.lines, text, 0.0, 1.0, "expected a number from 0 to 1");
         }},
        [](const Options& o) { return shown_number(o.look.effects.lines, 0.0f); }),
    in_scene(
        {effects, "--grade", "", "EXP,CONTRAST,SAT,TEMP",
         "exposure (stops), contrast, saturation, temperature (-1 to 1)", "0,1,1,0", pictures, 0, set_grade},
        shown_grade),
};

}  // namespace

std::span<const OptionRow> effect_option_rows() {
  return effect_rows;
}

}  // namespace mmd
