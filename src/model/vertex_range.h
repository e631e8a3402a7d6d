#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mmd {

class Model;

/// The vertices [first, last) of a model.
struct VertexRange {
  std::uint32_t first = 0, last = 0;
  bool empty() const { return first >= last; }
  std::size_t count() const { return empty() ? 0 : last - first; }
};

/// The vertices of each material's faces.
class MaterialVertices {
 public:
  explicit MaterialVertices(const Model& model);

  /// A material's vertices, ascending, as few disjoint ranges as possible.
  std::span<const VertexRange> of(std::size_t material) const;

 private:
  std::vector<VertexRange> ranges_;
  std::vector<std::size_t> ends_;  ///< by material: end of its part of ranges_
};

}  // namespace mmd
