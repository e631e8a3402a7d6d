#include "options/option_values.h"

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/colour_text.h"

namespace mmd {

std::string set_text(std::string& to, Text text, const char* expected) {
  if (text.empty()) return expected;
  to = text;
  return {};
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
