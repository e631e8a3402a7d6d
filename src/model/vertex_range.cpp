#include "model/vertex_range.h"

#include <algorithm>

#include "model/model.h"

namespace mmd {
namespace {

void add_ascending(std::uint32_t vertex, std::size_t first_range, std::vector<VertexRange>& ranges) {
  if (ranges.size() > first_range && ranges.back().last == vertex)
    ++ranges.back().last;
  else
    ranges.push_back({vertex, vertex + 1});
}

/// The smallest range that contains all.
VertexRange range_of(std::span<const std::uint32_t> triangles) {
  if (triangles.empty()) return {};
  const auto [first, last] = std::minmax_element(triangles.begin(), triangles.end());
  return {*first, *last + 1};
}

}  // namespace

MaterialVertices::MaterialVertices(const Model& model) {
  std::vector<char> has;
  std::vector<std::uint32_t> sorted;
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    const auto triangles = model.triangles_of(i);
    const VertexRange all = range_of(triangles);
    const std::size_t before = ranges_.size();
    if (all.count() <= triangles.size()) {
      has.assign(all.count(), 0);
      for (const std::uint32_t vertex : triangles) has[vertex - all.first] = 1;
      for (std::uint32_t vertex = all.first; vertex < all.last; ++vertex)
        if (has[vertex - all.first] != 0) add_ascending(vertex, before, ranges_);
    } else {  // a few scattered vertices
      sorted.assign(triangles.begin(), triangles.end());
      std::sort(sorted.begin(), sorted.end());
      sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
      for (const std::uint32_t vertex : sorted) add_ascending(vertex, before, ranges_);
    }
    ends_.push_back(ranges_.size());
  }
}

std::span<const VertexRange> MaterialVertices::of(std::size_t material) const {
  const std::size_t first = material == 0 ? 0 : ends_[material - 1];
  return std::span(ranges_).subspan(first, ends_[material] - first);
}

}  // namespace mmd
