// Where the picture is taken from, and the light.

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "options/colour.h"
#include "options/option_values.h"

namespace mmd {
namespace {

/// Whether the way has a direction: neither no length nor one that is too large for a float.
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

std::string set_view(Options& o, Text text) {
  o.camera.view = view_from_name(text);
  if (o.camera.view) return {};
  std::vector<std::string_view> names;
  for (const ViewName& n : view_names()) names.push_back(n.name);
  return fmt::format("expected one of {}", fmt::join(names, ", "));
}

std::string set_light_direction(Options& o, Text text) {
  std::array<float, 3> values{};
  if (!parse_numbers(text, values)) return "expected three numbers X,Y,Z, for example -0.5,-1,0.5";
  const vec3 direction(values[0], values[1], values[2]);
  if (!is_usable_length(direction)) return "expected a direction, not 0,0,0 and not so large";
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
    return "expected six numbers EX,EY,EZ,TX,TY,TZ with eye and target apart, and not that far";
  }
  o.camera.eye_and_target = values;
  return {};
}

std::string set_fov(Options& o, Text text) {
  float degrees = 0.0f;
  if (!parse_number(text, degrees) || degrees < 1.0f || degrees > 170.0f)
    return "expected degrees from 1 to 170";
  o.camera.fov_degrees = degrees;
  return {};
}

std::string set_roll(Options& o, Text text) {
  float degrees = 0.0f;
  if (!parse_number(text, degrees) || std::abs(degrees) > 360.0f) return "expected degrees from -360 to 360";
  o.camera.roll_degrees = degrees;
  return {};
}

}  // namespace mmd
