#pragma once

// The left arm and its hand as one solid, ring by ring.

#include <cstdint>
#include <vector>

#include "make_sample/mesh.h"
#include "make_sample/rig.h"
#include "make_sample/sdf.h"

namespace mmd::sample {

/// A solid that grows from ring to ring. Rings run from the thumb's side over the back of the hand.
class Net {
 public:
  using Ring = std::vector<std::uint32_t>;
  /// What a vertex belongs to, for its weights: a finger by its number, or one of these.
  static constexpr int arm = -2, palm = -1;

  std::uint32_t add(vec3 position, int part);
  Ring add_ring(const std::vector<vec3>& positions, int part);
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);
  /// Joins two rings; they may have different numbers of vertices.
  void bridge(const Ring& from, const Ring& to);
  /// Closes the first (or last) ring.
  void cap(const Ring& ring, vec3 point, bool is_first);

  /// Moves the vertices from `first` on to the surface. Those of the palm are spread evenly on it.
  void fit(const Sdf& shape, std::uint32_t first);
  /// Positions, normals from the shape, and triangles.
  Mesh mesh(const Sdf& shape) const;

  const std::vector<int>& parts() const { return parts_; }

 private:
  std::vector<vec3> positions_;
  std::vector<int> parts_;
  std::vector<std::uint32_t> indices_;
};

/// A place in the left hand: units along it, towards the thumb and out of its back, from the wrist.
vec3 in_hand(float along, float thumb, float back);
/// Cross-sections from below the elbow to the knuckles, in units along the hand from the wrist; `side` is
/// towards the thumb, `up` out of the hand's back.
std::vector<LimbSection> forearm_and_palm();
/// Forearm, palm and fingers.
Sdf hand_shape();
/// Adds the hand to the arm's last ring.
void add_hand(Net& net, const Net::Ring& wrist);

}  // namespace mmd::sample
