#include "options/option_values.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace mmd {

std::string set_text(std::string& to, Text text, const char* expected) {
  if (text.empty()) return expected;
  to = text;
  return {};
}

bool parse_number(Text text, float& out) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  return read_whole(text, out) && std::isfinite(out);
}

bool parse_number(Text text, int& out) {
  return read_whole(text, out);
}

bool parse_number(Text text, double& out) {
  return read_whole(text, out) && std::isfinite(out);
}

namespace {

struct NamedColour {
  std::string_view name;
  std::uint32_t rrggbb;
};

/// The sixteen colours of the first CSS, and later ones that suit a background.
constexpr NamedColour colours[] = {
    {"white", 0xffffff},      {"silver", 0xc0c0c0},    {"gray", 0x808080},     {"grey", 0x808080},
    {"black", 0x000000},      {"red", 0xff0000},       {"maroon", 0x800000},   {"yellow", 0xffff00},
    {"olive", 0x808000},      {"lime", 0x00ff00},      {"green", 0x008000},    {"aqua", 0x00ffff},
    {"cyan", 0x00ffff},       {"teal", 0x008080},      {"blue", 0x0000ff},     {"navy", 0x000080},
    {"fuchsia", 0xff00ff},    {"magenta", 0xff00ff},   {"purple", 0x800080},   {"orange", 0xffa500},
    {"pink", 0xffc0cb},       {"brown", 0xa52a2a},     {"gold", 0xffd700},     {"beige", 0xf5f5dc},
    {"ivory", 0xfffff0},      {"lavender", 0xe6e6fa},  {"skyblue", 0x87ceeb},  {"lightgray", 0xd3d3d3},
    {"lightgrey", 0xd3d3d3},  {"lightblue", 0xadd8e6}, {"darkgray", 0xa9a9a9}, {"darkgrey", 0xa9a9a9},
    {"lightgreen", 0x90ee90},
};

/// Each digit twice: "fc8" is "ffcc88".
std::string doubled(std::string_view digits) {
  std::string out;
  for (const char c : digits) out.append(2, c);
  return out;
}

vec4 from_rgba(std::uint32_t value) {
  const auto channel = [&](unsigned shift) { return static_cast<float>(value >> shift & 0xFF) / 255.0f; };
  return {channel(24), channel(16), channel(8), channel(0)};
}

}  // namespace

std::optional<vec4> parse_colour(std::string_view text) {
  const std::string word = small_letters(text);
  for (const NamedColour& colour : colours) {
    if (colour.name == word) return from_rgba(colour.rrggbb << 8 | 0xFF);
  }
  std::string digits = word.substr(word.rfind('#', 0) == 0 ? 1 : 0);
  if (digits.size() == 3 || digits.size() == 4) digits = doubled(digits);
  if (digits.size() == 6) digits += "ff";
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 8 || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return from_rgba(value);
}

std::string colour_names() {
  std::string out;
  for (const NamedColour& colour : colours) {
    if (!out.empty()) out += ", ";
    out += colour.name;
  }
  return out;
}

// Camera and light.

namespace {

/// Whether the vector has a direction: its length is not zero and fits a float.
bool is_usable_length(const vec3& way) {
  const float length = glm::length(way);
  return length > 1e-6f && std::isfinite(length);
}

}  // namespace

std::string set_light_colour(Options& o, Text text) {
  const auto colour = parse_colour(text);
  if (!colour || colour->a < 1.0f) return "expected RRGGBB, for example 9a9a9a, or one of " + colour_names();
  o.light.colour = vec3(*colour);
  return {};
}

std::string name_of(View view) {
  for (const ViewName& row : view_names())
    if (row.view == view) return std::string(row.name);
  return {};
}

std::string names_of_views() {
  std::string out;
  for (const ViewName& row : view_names()) out += fmt::format("{}{}", out.empty() ? "" : ", ", row.name);
  return out;
}

std::string set_view(Options& o, Text text) {
  o.camera.view = view_from_name(text);
  if (o.camera.view) return {};
  return "expected one of " + names_of_views();
}

std::string set_light_direction(Options& o, Text text) {
  std::array<float, 3> values{};
  if (!parse_numbers(text, values)) return "expected three numbers X,Y,Z, for example -0.5,-1,0.5";
  const vec3 direction(values[0], values[1], values[2]);
  if (!is_usable_length(direction)) return "direction must not be 0,0,0 or too large";
  o.light.direction = direction;
  return {};
}

std::string set_camera(Options& o, Text text) {
  std::array<float, 6> values{};
  if (!parse_numbers(text, values)) {
    return "expected six numbers EX,EY,EZ,TX,TY,TZ, for example 0,10,-45,0,10,0";
  }
  const vec3 eye(values[0], values[1], values[2]), target(values[3], values[4], values[5]);
  if (!is_usable_length(eye - target)) {
    return "eye and target must differ, and not be too far apart";
  }
  o.camera.eye_and_target = values;
  return {};
}

}  // namespace mmd
