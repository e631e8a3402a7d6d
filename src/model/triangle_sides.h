#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mmd {

/// The sides of triangles, each once, as pairs of indices: what materials that are drawn as lines show.
/// (Files draw lines as triangles with two equal corners.)
std::vector<std::uint32_t> triangle_sides(std::span<const std::uint32_t> triangles);

}  // namespace mmd
