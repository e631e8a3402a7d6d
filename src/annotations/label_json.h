#pragma once

#include <array>
#include <cmath>
#include <span>
#include <string>

#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <nlohmann/json.hpp>

#include "annotations/seen_point.h"
#include "base/byte_io.h"
#include "base/json.h"
#include "base/math.h"

namespace mmd {

using Json = nlohmann::ordered_json;

/// Rounds pixels to thousandths; more digits carry no information.
inline double thousandths(double value) {
  return std::round(value * 1000.0) / 1000.0;
}

inline Json json_of(const glm::dvec2& v) {
  return {v.x, v.y};
}
inline Json json_of(const glm::dvec3& v) {
  return {v.x, v.y, v.z};
}
/// Matrices are written row by row.
inline Json json_of(const glm::dmat3& m) {
  Json out = Json::array();
  for (int row = 0; row < 3; ++row) out.push_back({m[0][row], m[1][row], m[2][row]});
  return out;
}
inline Json json_of(const glm::dmat4& m) {
  Json out = Json::array();
  for (int row = 0; row < 4; ++row) out.push_back({m[0][row], m[1][row], m[2][row], m[3][row]});
  return out;
}

/// An array with three entries per point: x and y in pixels, and the entry of `values` for its Visibility.
template <class Value>
Json points_json(std::span<const Keypoint> points, const std::array<Value, 3>& values) {
  Json out = Json::array();
  for (const Keypoint& p : points) {
    out.push_back(thousandths(p.pixel.x));
    out.push_back(thousandths(p.pixel.y));
    out.push_back(values[static_cast<std::size_t>(p.visibility)]);
  }
  return out;
}

/// The bytes of a JSON file.
inline Bytes file_of(const Json& json) {
  return bytes_of_text(json_text(json) + "\n");
}

}  // namespace mmd
