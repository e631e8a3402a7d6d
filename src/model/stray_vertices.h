#pragma once

// Vertices so far from all others that a view which included them would show nothing else: an editor's
// remains, or moved by a pose. They are drawn, but ignored when fitting a camera.

#include <cstdint>
#include <span>
#include <vector>

#include "model/model.h"

namespace mmd {

/// Boxes around the bulk of a model's vertices. The bulk is the box of their middle half along each axis; its
/// longest side, the interquartile range, is the unit of the margins.
struct Bulk {
  vec3 near_min, near_max;  ///< margin of 20 interquartile ranges
  vec3 far_min, far_max;    ///< margin of 1000
  /// Whether a point is inside the near box, or outside the far box; NaN counts as far.
  bool is_near(const vec3& p) const;
  bool is_far(const vec3& p) const;
};

/// Some vertices, evenly spread over the faces: enough to find the bulk, few enough for every frame.
class VertexSample {
 public:
  VertexSample() = default;
  explicit VertexSample(const Model& model);

  /// The sample's vertex indices.
  std::span<const std::uint32_t> vertices() const { return vertices_; }
  /// Whether the model can have stray vertices if its bounding box has this longest side. Fast.
  bool may_stray(float longest_side) const;
  /// The bulk of the sample's `positions`. With fewer than three quarters near it, all points count as near.
  static Bulk bulk_of(std::span<const vec3> positions);

 private:
  std::vector<std::uint32_t> vertices_;
  float spread_ = 0.0f;  ///< longest interquartile range at rest
};

/// Per vertex whether it is astray: far from the bulk, or not near and in a face with a near one. So a
/// stage's ground and sky, few distant vertices too, are not astray. `triangles`: the relevant face indices;
/// `positions`: one per vertex.
std::vector<bool> stray_vertices(std::span<const std::uint32_t> triangles, std::span<const vec3> positions,
                                 const Bulk& bulk);

}  // namespace mmd
