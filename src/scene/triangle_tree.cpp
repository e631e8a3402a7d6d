#include "scene/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <glm/geometric.hpp>

namespace mmd {
namespace {

constexpr std::uint32_t triangles_of_leaf = 8;
/// A dipole counts for triangles within a ball from so many of its radii on: errors below a percent.
constexpr float far_in_radii = 2.5f;

float box_distance(const vec3& min, const vec3& max, const vec3& p) {
  return glm::length(glm::max(glm::max(min - p, p - max), vec3(0.0f)));
}

/// The shares of a triangle's corners in its point nearest to `p` (Ericson, Real-Time Collision Detection).
vec3 nearest_shares(const vec3& a, const vec3& b, const vec3& c, const vec3& p) {
  const vec3 ab = b - a, ac = c - a, ap = p - a;
  const float d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
  if (d1 <= 0.0f && d2 <= 0.0f) return {1, 0, 0};
  const vec3 bp = p - b;
  const float d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
  if (d3 >= 0.0f && d4 <= d3) return {0, 1, 0};
  const float vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0f && d1 >= 0.0f && d3 <= 0.0f) {
    const float v = d1 - d3 > 0.0f ? d1 / (d1 - d3) : 0.0f;
    return {1.0f - v, v, 0};
  }
  const vec3 cp = p - c;
  const float d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
  if (d6 >= 0.0f && d5 <= d6) return {0, 0, 1};
  const float vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0f && d2 >= 0.0f && d6 <= 0.0f) {
    const float w = d2 - d6 > 0.0f ? d2 / (d2 - d6) : 0.0f;
    return {1.0f - w, 0, w};
  }
  const float va = d3 * d6 - d5 * d4;
  if (va <= 0.0f && d4 - d3 >= 0.0f && d5 - d6 >= 0.0f) {
    const float sum = (d4 - d3) + (d5 - d6), w = sum > 0.0f ? (d4 - d3) / sum : 0.0f;
    return {0, 1.0f - w, w};
  }
  const float sum = va + vb + vc;
  return {va / sum, vb / sum, vc / sum};
}

/// The solid angle of a triangle as a share of the whole sphere (van Oosterom and Strackee).
float solid_angle(vec3 a, vec3 b, vec3 c, const vec3& p) {
  a -= p, b -= p, c -= p;
  const float la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
  const float volume = glm::dot(a, glm::cross(b, c));
  const float sum = la * lb * lc + glm::dot(a, b) * lc + glm::dot(b, c) * la + glm::dot(c, a) * lb;
  return std::atan2(volume, sum) / (2.0f * pi);
}

}  // namespace

TriangleTree::TriangleTree(std::span<const vec3> positions, std::vector<Corners> triangles)
    : triangles_(std::move(triangles)) {
  corners_.reserve(3 * triangles_.size());
  for (const Corners& t : triangles_)
    for (const std::uint32_t v : t) corners_.push_back(positions[v]);
  if (triangles_.empty()) {
    nodes_.emplace_back();
    return;
  }
  nodes_.reserve(triangles_.size());
  build(0, static_cast<std::uint32_t>(triangles_.size()));
}

void TriangleTree::measure(Node& node) const {
  node.min = node.max = corner(node.first, 0);
  float area = 0.0f;
  vec3 weighted(0.0f);
  for (std::uint32_t t = node.first; t < node.first + node.count; ++t) {
    const vec3 a = corner(t, 0), b = corner(t, 1), c = corner(t, 2);
    for (const vec3& p : {a, b, c}) node.min = glm::min(node.min, p), node.max = glm::max(node.max, p);
    const vec3 normal = 0.5f * glm::cross(b - a, c - a);
    node.dipole += normal;
    area += glm::length(normal);
    weighted += glm::length(normal) * (a + b + c) / 3.0f;
  }
  node.centre = area > 0.0f ? weighted / area : 0.5f * (node.min + node.max);
  for (std::uint32_t t = node.first; t < node.first + node.count; ++t)
    for (std::size_t i = 0; i < 3; ++i)
      node.radius = std::max(node.radius, glm::distance(node.centre, corner(t, i)));
}

void TriangleTree::build(std::uint32_t first, std::uint32_t count) {
  const std::size_t at = nodes_.size();
  Node node;
  node.first = first, node.count = count;
  measure(node);
  nodes_.push_back(node);
  if (count <= triangles_of_leaf) return;
  const vec3 size = node.max - node.min;
  const int axis = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
  const auto middle = [&](std::uint32_t t) {
    return corner(t, 0)[axis] + corner(t, 1)[axis] + corner(t, 2)[axis];
  };
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), first);
  const std::uint32_t half = count / 2;
  std::nth_element(order.begin(), order.begin() + half, order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return middle(a) < middle(b); });
  std::vector<Corners> triangles;
  std::vector<vec3> corners;
  for (const std::uint32_t t : order) {
    triangles.push_back(triangles_[t]);
    for (std::size_t i = 0; i < 3; ++i) corners.push_back(corner(t, i));
  }
  std::copy(triangles.begin(), triangles.end(), triangles_.begin() + first);
  std::copy(corners.begin(), corners.end(), corners_.begin() + 3 * static_cast<std::ptrdiff_t>(first));
  build(first, half);
  nodes_[at].right = static_cast<std::uint32_t>(nodes_.size());
  build(first + half, count - half);
}

std::optional<TriangleTree::Nearest> TriangleTree::nearest(const vec3& p, float within) const {
  Nearest best;
  best.distance = within;
  best.triangle = triangles_.size();
  search(0, p, best);
  if (best.triangle == triangles_.size()) return std::nullopt;
  return best;
}

void TriangleTree::search(std::uint32_t at, const vec3& p, Nearest& best) const {
  const Node& node = nodes_[at];
  if (node.right != 0) {
    std::uint32_t first = at + 1, second = node.right;
    float near = box_distance(nodes_[first].min, nodes_[first].max, p),
          far = box_distance(nodes_[second].min, nodes_[second].max, p);
    if (far < near) std::swap(first, second), std::swap(near, far);
    if (near < best.distance) search(first, p, best);
    if (far < best.distance) search(second, p, best);
    return;
  }
  for (std::uint32_t t = node.first; t < node.first + node.count; ++t) {
    const vec3 shares = nearest_shares(corner(t, 0), corner(t, 1), corner(t, 2), p);
    const vec3 point = shares.x * corner(t, 0) + shares.y * corner(t, 1) + shares.z * corner(t, 2);
    const float distance = glm::distance(point, p);
    if (distance < best.distance) best = {t, shares, point, distance};
  }
}

float TriangleTree::winding_number(const vec3& p) const {
  return wound(0, p);
}

float TriangleTree::wound(std::uint32_t at, const vec3& p) const {
  const Node& node = nodes_[at];
  const vec3 to = node.centre - p;
  const float distance = glm::length(to);
  if (distance > far_in_radii * node.radius)
    return glm::dot(node.dipole, to) / (4.0f * pi * distance * distance * distance);
  if (node.right != 0) return wound(at + 1, p) + wound(node.right, p);
  float out = 0.0f;
  for (std::uint32_t t = node.first; t < node.first + node.count; ++t)
    out += solid_angle(corner(t, 0), corner(t, 1), corner(t, 2), p);
  return out;
}

}  // namespace mmd
