#include "make_sample/sdf.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace mmd::sample {
namespace {

float smooth_min(float a, float b, float k) {
  const float h = std::max(k - std::abs(a - b), 0.0f) / k;
  return std::min(a, b) - h * h * k * 0.25f;
}

float round_cone_distance(const vec3& p, const vec3& a, const vec3& b, float ra, float rb) {
  const vec3 axis = b - a;
  const float length = glm::length(axis);
  const vec3 u = axis / length;
  const vec3 q = p - a;
  const float y = glm::dot(q, u);
  const float x = std::sqrt(std::max(glm::dot(q, q) - y * y, 0.0f));
  const float slope = (ra - rb) / length;
  const float cosine = std::sqrt(std::max(1.0f - slope * slope, 0.0f));
  const float k = -slope * x + cosine * y;
  if (k < 0.0f) return std::hypot(x, y) - ra;
  if (k > cosine * length) return std::hypot(x, y - length) - rb;
  return x * cosine + y * slope - ra;
}

/// Catmull-Rom, weighted by the distances of the places so that the curve has no waves where they are uneven;
/// clamped at both ends.
LimbSection section_at(const std::vector<LimbSection>& s, float at) {
  if (at <= s.front().at) return s.front();
  if (at >= s.back().at) return s.back();
  std::size_t i = 0;
  while (at > s[i + 1].at) ++i;
  const LimbSection &p0 = s[i == 0 ? 0 : i - 1], &p1 = s[i], &p2 = s[i + 1],
                    &p3 = s[std::min(i + 2, s.size() - 1)];
  const float step = p2.at - p1.at, t = (at - p1.at) / step;
  const auto curve = [&](float LimbSection::*of) {
    const float from = step * (p2.*of - p0.*of) / (p2.at - p0.at),
                to = step * (p3.*of - p1.*of) / (p3.at - p1.at);
    const float a = p1.*of, b = p2.*of;
    return a + t * (from + t * (3.0f * (b - a) - 2.0f * from - to + t * (from + to - 2.0f * (b - a))));
  };
  return {at, curve(&LimbSection::half_side), curve(&LimbSection::half_up), curve(&LimbSection::side),
          curve(&LimbSection::up)};
}

/// Catmull-Rom through the sections, clamped at both ends.
Section section_at(const std::vector<Section>& s, float y) {
  if (y <= s.front().y) return s.front();
  if (y >= s.back().y) return s.back();
  std::size_t i = 0;
  while (y > s[i + 1].y) ++i;
  const float t = (y - s[i].y) / (s[i + 1].y - s[i].y);
  const Section &p0 = s[i == 0 ? 0 : i - 1], &p1 = s[i], &p2 = s[i + 1],
                &p3 = s[std::min(i + 2, s.size() - 1)];
  const auto curve = [t](float a, float b, float c, float d) {
    return b + 0.5f * t * (c - a + t * (2.0f * a - 5.0f * b + 4.0f * c - d + t * (3.0f * (b - c) + d - a)));
  };
  return {y, curve(p0.half_width, p1.half_width, p2.half_width, p3.half_width),
          curve(p0.half_depth, p1.half_depth, p2.half_depth, p3.half_depth),
          curve(p0.centre_z, p1.centre_z, p2.centre_z, p3.centre_z)};
}

}  // namespace

float smoothstep(float from, float to, float x) {
  const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}

Sdf ellipsoid(vec3 centre, vec3 radii) {
  return [centre, radii](const vec3& p) {
    const vec3 q = p - centre;
    const float k0 = glm::length(q / radii);
    const float k1 = glm::length(q / (radii * radii));
    return k1 < 1e-6f ? -std::min({radii.x, radii.y, radii.z}) : k0 * (k0 - 1.0f) / k1;
  };
}

Sdf round_cone(vec3 a, vec3 b, float ra, float rb) {
  return [=](const vec3& p) { return round_cone_distance(p, a, b, ra, rb); };
}

Sdf strand(const std::vector<vec3>& points, const std::vector<float>& radii, float blend) {
  std::vector<Sdf> parts;
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    parts.push_back(round_cone(points[i], points[i + 1], radii[i], radii[i + 1]));
  return smooth_union(std::move(parts), blend);
}

Sdf tower(std::vector<Section> sections, float rounding) {
  return [sections = std::move(sections), rounding](const vec3& p) {
    const Section s = section_at(sections, p.y);
    const float around = (std::hypot(p.x / s.half_width, (p.z - s.centre_z) / s.half_depth) - 1.0f) *
                         std::min(s.half_width, s.half_depth);
    const float along = std::max(sections.front().y - p.y, p.y - sections.back().y);
    return -smooth_min(-around, -along, rounding);
  };
}

Sdf limb(Limb shape) {
  return [l = std::move(shape)](const vec3& p) {
    const vec3 q = p - l.origin;
    const float at = glm::dot(q, l.along);
    const LimbSection s = section_at(l.sections, at);
    const float u = std::abs(glm::dot(q, l.side) - s.side) / s.half_side,
                v = std::abs(glm::dot(q, l.up) - s.up) / s.half_up;
    const float n = l.squareness, size = std::pow(std::pow(u, n) + std::pow(v, n), 1.0f / n);
    float around = -std::min(s.half_side, s.half_up);
    if (size > 1e-4f) {
      // Divided by its slope, so that it is a distance near the surface.
      const float slope =
          std::hypot(std::pow(u / size, n - 1.0f) / s.half_side, std::pow(v / size, n - 1.0f) / s.half_up);
      around = (size - 1.0f) / slope;
    }
    const float along = std::max(l.sections.front().at - at, at - l.sections.back().at);
    return -smooth_min(-around, -along, l.rounding);
  };
}

Sdf half_space(vec3 normal, float offset) {
  return [=](const vec3& p) { return glm::dot(p, normal) - offset; };
}

Sdf rotated(Sdf shape, vec3 pivot, quat rotation) {
  const quat back = glm::conjugate(rotation);
  return [shape = std::move(shape), pivot, back](const vec3& p) { return shape(back * (p - pivot) + pivot); };
}

Sdf smooth_union(std::vector<Sdf> parts, float k) {
  return [parts = std::move(parts), k](const vec3& p) {
    float d = parts.front()(p);
    for (std::size_t i = 1; i < parts.size(); ++i) d = smooth_min(d, parts[i](p), k);
    return d;
  };
}

Sdf smooth_intersection(Sdf a, Sdf b, float k) {
  return [a = std::move(a), b = std::move(b), k](const vec3& p) { return -smooth_min(-a(p), -b(p), k); };
}

Sdf smooth_subtraction(Sdf from, Sdf what, float k) {
  return [from = std::move(from), what = std::move(what), k](const vec3& p) {
    return -smooth_min(-from(p), what(p), k);
  };
}

vec3 gradient(const Sdf& f, const vec3& p) {
  constexpr float h = 2e-3f;
  return vec3(f(p + vec3(h, 0, 0)) - f(p - vec3(h, 0, 0)), f(p + vec3(0, h, 0)) - f(p - vec3(0, h, 0)),
              f(p + vec3(0, 0, h)) - f(p - vec3(0, 0, h))) /
         (2.0f * h);
}

}  // namespace mmd::sample
