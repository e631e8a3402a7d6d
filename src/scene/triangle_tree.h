#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/math.h"

namespace mmd {

/// Triangles in a hierarchy of boxes, for questions about points near them or inside them.
class TriangleTree {
 public:
  using Corners = std::array<std::uint32_t, 3>;  ///< indices of positions, counter-clockwise from outside

  TriangleTree(std::span<const vec3> positions, std::vector<Corners> triangles);

  bool empty() const { return triangles_.empty(); }
  /// In an order of its own.
  const Corners& operator[](std::size_t triangle) const { return triangles_[triangle]; }

  struct Nearest {
    std::size_t triangle = 0;
    vec3 shares{0.0f};  ///< of the triangle's corners; their sum is 1
    vec3 point{0.0f};
    float distance = 0.0f;
  };
  /// The point of the triangles nearest to `p`; nullopt: none is nearer than `within`.
  std::optional<Nearest> nearest(const vec3& p, float within) const;

  /// The generalised winding number: how often the triangles enclose a point, about 1 inside and 0 outside,
  /// also if the surface has holes. Triangles far away count as one dipole.
  float winding_number(const vec3& p) const;

  const vec3& min() const { return nodes_.front().min; }
  const vec3& max() const { return nodes_.front().max; }

 private:
  struct Node {
    vec3 min{0.0f}, max{0.0f};
    std::uint32_t first = 0, count = 0;  ///< triangles
    std::uint32_t right = 0;             ///< the second child, after the first one's nodes; 0: a leaf
    vec3 dipole{0.0f}, centre{0.0f};     ///< the sum of the areas' normals, and where it is
    float radius = 0.0f;
  };

  vec3 corner(std::size_t triangle, std::size_t i) const { return corners_[3 * triangle + i]; }
  void build(std::uint32_t first, std::uint32_t count);
  void measure(Node& node) const;
  void search(std::uint32_t node, const vec3& p, Nearest& best) const;
  float wound(std::uint32_t node, const vec3& p) const;

  std::vector<Corners> triangles_;
  std::vector<vec3> corners_;  ///< three per triangle
  std::vector<Node> nodes_;
};

}  // namespace mmd
