#pragma once

// Vertices so far from all others that a picture which held them would show nothing else: left behind by an
// editor, or carried off by a pose. They are drawn like any other; cameras are fitted without them.

#include <cstdint>
#include <span>
#include <vector>

#include "model/model.h"

namespace mmd {

/// Where the bulk of a model's vertices is: a box around their middle half along each axis, and what counts
/// as near and as far from it, in terms of the longest side of that box (the interquartile range).
struct Bulk {
  vec3 near_min, near_max;  ///< 20 interquartile ranges around
  vec3 far_min, far_max;    ///< 1000
  bool is_near(const vec3& p) const;
  bool is_far(const vec3& p) const;
};

/// Some of the vertices that faces use, evenly spread over the faces: enough to tell where the bulk is, few
/// enough to be looked at in every frame.
class VertexSample {
 public:
  VertexSample() = default;
  explicit VertexSample(const Model& model);

  std::span<const std::uint32_t> vertices() const { return vertices_; }
  /// Whether a box with sides up to this one may hold stray vertices; without a look at any vertex.
  bool may_stray(float longest_side) const;
  /// `positions`: of the sample. Of fewer than three quarters in one place there is no telling which is
  /// astray: then everything is near.
  static Bulk bulk_of(std::span<const vec3> positions);

 private:
  std::vector<std::uint32_t> vertices_;
  float spread_ = 0.0f;  ///< longest interquartile range at rest
};

/// For every vertex whether it is astray: far from the bulk, or not near while a face ties it to what is. So
/// the ground and the sky of a stage, which are few vertices and far out too, are not. `triangles`: the
/// indices that count, `positions`: of all vertices.
std::vector<bool> stray_vertices(std::span<const std::uint32_t> triangles, std::span<const vec3> positions,
                                 const Bulk& bulk);

}  // namespace mmd
