#include "make_sample/graded.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

#include "make_sample/parts.h"

namespace mmd::sample {
namespace {

/// Maps the number of a cell along an axis to the place where it starts. The mesher works in cells of size 1;
/// the axis stretches them.
class Axis {
 public:
  explicit Axis(const Grading& grading) {
    float at = grading.front().at;
    for (std::size_t i = 0; at < grading.back().at;) {
      starts_.push_back(at);
      while (i + 2 < grading.size() && at > grading[i + 1].at) ++i;
      const CellSize &a = grading[i], &b = grading[i + 1];
      at += part * (a.size + (b.size - a.size) * (at - a.at) / (b.at - a.at));
    }
    starts_.push_back(at);
  }

  float cells() const { return part * static_cast<float>(starts_.size() - 1); }
  float place(float cell) const {
    const auto [i, t] = step(cell);
    return starts_[i] + t * (starts_[i + 1] - starts_[i]);
  }
  /// The size of the cell.
  float size(float cell) const {
    const auto [i, t] = step(cell);
    return (starts_[i + 1] - starts_[i]) / part;
  }

 private:
  static constexpr float part = 0.25f;  ///< of a cell, per entry of the table

  std::pair<std::size_t, float> step(float cell) const {
    const float at = cell / part;
    const auto last = static_cast<float>(starts_.size() - 2);
    const float i = std::clamp(std::floor(at), 0.0f, last);
    return {static_cast<std::size_t>(i), at - i};
  }

  std::vector<float> starts_;
};

}  // namespace

Mesh graded_nets(const Sdf& f, const Grading& x, const Grading& y, const Grading& z) {
  const std::array<Axis, 3> axes{Axis(x), Axis(y), Axis(z)};
  const auto placed = [&axes](const vec3& q) {
    return vec3(axes[0].place(q.x), axes[1].place(q.y), axes[2].place(q.z));
  };
  const vec3 high(axes[0].cells(), axes[1].cells(), axes[2].cells());
  Mesh m = surface_nets([&](const vec3& q) { return f(placed(q)); }, vec3(0.0f), high, 1.0f);
  for (std::size_t v = 0; v < m.size(); ++v) {
    const vec3 q = m.position[v];
    const vec3 size(axes[0].size(q.x), axes[1].size(q.y), axes[2].size(q.z));
    m.position[v] = placed(q);
    m.normal[v] = glm::normalize(m.normal[v] / size);
  }
  return m;
}

}  // namespace mmd::sample
