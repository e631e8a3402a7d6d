#include "scene/effect_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/colour_text.h"
#include "base/number_text.h"

namespace mmd {
namespace {

bool is_within(float value, float low, float high) {
  return value >= low && value <= high;
}

/// Reads 1 to N numbers that are separated by commas into the first of `values`; the others stay.
template <std::size_t N>
bool parse_some(std::string_view text, std::array<float, N>& values) {
  for (float& value : values) {
    const std::size_t comma = text.find(',');
    if (!parse_number(text.substr(0, comma), value)) return false;
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
  return false;
}

/// The text before the first comma, and what follows it.
std::pair<std::string_view, std::string_view> split_first(std::string_view text) {
  const std::size_t comma = std::min(text.find(','), text.size());
  return {text.substr(0, comma), text.substr(std::min(comma + 1, text.size()))};
}

std::string hex_of(const vec3& colour) {
  const auto byte = [](float v) { return std::lround(std::clamp(v, 0.0f, 1.0f) * 255.0f); };
  return fmt::format("{:02x}{:02x}{:02x}", byte(colour.r), byte(colour.g), byte(colour.b));
}

std::string read_depth_of_field(Effects& to, std::string_view text) {
  Effects::DepthOfField out;
  out.on = true;
  std::string_view what = text;
  const std::size_t comma = text.rfind(',');
  if (comma != std::string_view::npos) {
    what = text.substr(0, comma);
    if (!parse_number(text.substr(comma + 1), out.f_number) || !is_within(out.f_number, 0.1f, 64.0f))
      return "expected an f-number from 0.1 to 64 after the comma, for example face,1.4";
  }
  if (!parse_number(what, out.distance))
    out.bone = what;
  else if (!(out.distance > 0.0f))
    return "expected a distance above 0";
  if (what.empty()) return "expected face, a bone or a distance, and an f-number, for example face,1.4";
  to.depth_of_field = std::move(out);
  return {};
}

std::optional<std::string> write_depth_of_field(const Effects& effects) {
  const Effects::DepthOfField& shown = effects.depth_of_field;
  if (!shown.on) return std::nullopt;
  return fmt::format("{},{}", shown.bone.empty() ? fmt::format("{}", shown.distance) : shown.bone,
                     shown.f_number);
}

std::string read_glow(Effects& to, std::string_view text) {
  const Effects::Glow usual;
  std::array<float, 3> v{usual.strength, usual.threshold, usual.radius};
  if (!parse_some(text, v) || !is_within(v[0], 0.0f, 4.0f) || !is_within(v[1], 0.0f, 1.0f) ||
      !is_within(v[2], 0.1f, 10.0f))
    return "expected STRENGTH,THRESHOLD,RADIUS: 0 to 4, 0 to 1, 0.1 to 10 (% of the height), for example "
           "0.8,0.6,4";
  to.glow = {v[0], v[1], v[2]};
  return {};
}

std::optional<std::string> write_glow(const Effects& effects) {
  const Effects::Glow& glow = effects.glow;
  if (glow.strength <= 0.0f) return std::nullopt;
  return fmt::format("{},{},{}", glow.strength, glow.threshold, glow.radius);
}

std::string read_occlusion(Effects& to, std::string_view text) {
  const Effects::Occlusion usual;
  std::array<float, 2> v{usual.strength, usual.radius};
  if (!parse_some(text, v) || !is_within(v[0], 0.0f, 2.0f) || !is_within(v[1], 0.05f, 20.0f))
    return "expected STRENGTH,RADIUS: 0 to 2, 0.05 to 20 MMD units, for example 0.8,1.2";
  to.occlusion = {v[0], v[1]};
  return {};
}

std::optional<std::string> write_occlusion(const Effects& effects) {
  const Effects::Occlusion& occlusion = effects.occlusion;
  if (occlusion.strength <= 0.0f) return std::nullopt;
  return fmt::format("{},{}", occlusion.strength, occlusion.radius);
}

std::string read_fog(Effects& to, std::string_view text) {
  const auto [name, distances] = split_first(text);
  const auto colour = parse_colour(name);
  std::array<float, 2> v{};
  if (!colour || !parse_numbers(distances, v) || !(v[0] >= 0.0f) || !(v[1] > v[0]) || v[1] > 1e6f)
    return "expected RRGGBB,NEAR,FAR: a colour, and distances from the eye in MMD units, for example "
           "c8d8e8,40,150";
  to.fog = {true, vec3(*colour), v[0], v[1]};
  return {};
}

std::optional<std::string> write_fog(const Effects& effects) {
  const Effects::Fog& fog = effects.fog;
  if (!fog.on) return std::nullopt;
  return fmt::format("{},{},{}", hex_of(fog.colour), fog.begin, fog.end);
}

std::string read_rim(Effects& to, std::string_view text) {
  const auto [number, name] = split_first(text);
  Effects::Rim out;
  const bool has_colour = number.size() < text.size();
  const auto colour = has_colour ? parse_colour(name) : std::optional(vec4(1.0f));
  if (!parse_number(number, out.strength) || !is_within(out.strength, 0.0f, 4.0f) || !colour)
    return "expected STRENGTH,RRGGBB: 0 to 4 and a colour, for example 0.6,ffe0c0";
  out.colour = vec3(*colour);
  to.rim = out;
  return {};
}

std::optional<std::string> write_rim(const Effects& effects) {
  const Effects::Rim& rim = effects.rim;
  if (rim.strength <= 0.0f) return std::nullopt;
  return fmt::format("{},{}", rim.strength, hex_of(rim.colour));
}

std::string read_grade(Effects& to, std::string_view text) {
  std::array<float, 4> v{};
  if (!parse_numbers(text, v) || !is_within(v[0], -5.0f, 5.0f) || !is_within(v[1], 0.2f, 4.0f) ||
      !is_within(v[2], 0.0f, 4.0f) || !is_within(v[3], -1.0f, 1.0f))
    return "expected EXPOSURE,CONTRAST,SATURATION,TEMPERATURE: stops from -5 to 5, 0.2 to 4, 0 to 4, -1 to "
           "1, "
           "for example 0.3,1.1,1,0.2";
  to.grade = {v[0], v[1], v[2], v[3]};
  return {};
}

std::optional<std::string> write_grade(const Effects& effects) {
  const Effects::Grade& grade = effects.grade;
  if (!effects.grades()) return std::nullopt;
  return fmt::format("{},{},{},{}", grade.exposure, grade.contrast, grade.saturation, grade.temperature);
}

std::string read_lines(Effects& to, std::string_view text) {
  float share = 0.0f;
  if (!parse_number(text, share) || !is_within(share, 0.0f, 1.0f)) return "expected a number from 0 to 1";
  to.lines = share;
  return {};
}

std::optional<std::string> write_lines(const Effects& effects) {
  if (effects.lines == 0.0f) return std::nullopt;
  return fmt::format("{}", static_cast<double>(effects.lines));
}

constexpr EffectWords words[] = {
    {"depth-of-field", read_depth_of_field, write_depth_of_field},
    {"glow", read_glow, write_glow},
    {"occlusion", read_occlusion, write_occlusion},
    {"fog", read_fog, write_fog},
    {"rim", read_rim, write_rim},
    {"lines", read_lines, write_lines},
    {"grade", read_grade, write_grade},
};

}  // namespace

std::span<const EffectWords> effect_words() {
  return words;
}

const EffectWords* effect_called(std::string_view name) {
  const auto* const found = std::find_if(std::begin(words), std::end(words),
                                         [&](const EffectWords& one) { return one.name == name; });
  return found != std::end(words) ? found : nullptr;
}

std::string read_preset(Effects& to, std::string_view name) {
  std::vector<std::string_view> names;
  for (const EffectPreset& preset : effect_presets()) {
    if (preset.name == name) {
      to = preset.effects;
      return {};
    }
    names.push_back(preset.name);
  }
  return fmt::format("expected one of {}", fmt::join(names, ", "));
}

}  // namespace mmd
