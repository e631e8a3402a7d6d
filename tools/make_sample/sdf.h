#pragma once

// Signed distance functions (negative inside) in the model space of the sample: MMD units, left-handed, front
// = -Z. Distances are approximate away from the surface; the mesher only needs the zero set and a usable
// gradient.

#include <functional>
#include <vector>

#include "base/math.h"

namespace mmd::sample {

using Sdf = std::function<float(const vec3&)>;

Sdf ellipsoid(vec3 centre, vec3 radii);
/// A sphere swept from `a` to `b` while its radius goes from `ra` to `rb`.
Sdf round_cone(vec3 a, vec3 b, float ra, float rb);
/// Round cones through the points, one radius per point.
Sdf strand(const std::vector<vec3>& points, const std::vector<float>& radii, float blend);
/// An upright solid with elliptic cross-sections; `sections` are sorted by y, and sizes are interpolated
/// smoothly.
struct Section {
  float y, half_width, half_depth, centre_z;
};
Sdf tower(std::vector<Section> sections, float rounding);
/// Cross-section of a limb, `at` units along it: half thicknesses and its centre towards `side` and `up`.
struct LimbSection {
  float at, half_side, half_up, side, up;
};
/// A solid along an axis from `origin`, with round cross-sections (`squareness` 2) or squarer ones (above 2);
/// `sections` are sorted by place, and sizes are interpolated smoothly.
struct Limb {
  vec3 origin, along, side, up;  ///< the directions have unit length
  std::vector<LimbSection> sections;
  float squareness, rounding;
};
Sdf limb(Limb shape);
/// A half-space: inside where dot(p, normal) < offset; the normal has unit length.
Sdf half_space(vec3 normal, float offset);
/// `shape` rotated about `pivot`.
Sdf rotated(Sdf shape, vec3 pivot, quat rotation);

/// The union, with a fillet of about `k` units where parts meet.
Sdf smooth_union(std::vector<Sdf> parts, float k);
Sdf smooth_intersection(Sdf a, Sdf b, float k);
Sdf smooth_subtraction(Sdf from, Sdf what, float k);

/// The gradient by central differences.
vec3 gradient(const Sdf& f, const vec3& p);

float smoothstep(float from, float to, float x);

}  // namespace mmd::sample
