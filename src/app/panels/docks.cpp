#include "app/panels/docks.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

/// Of the window's width that a dock at a side gets at most: beside another one, and alone.
constexpr float most_of_two = 0.31f, most_of_one = 0.45f;
/// Of its height.
constexpr float most_at_bottom = 0.42f;

}  // namespace

DockPlan plan_docks(const Room& whole, float unit, const DockSizes& wanted,
                    const std::array<bool, dock_count>& open) {
  const auto is_open = [&](Dock dock) { return open[static_cast<std::size_t>(dock)]; };
  const auto size = [&](Dock dock, float most) {
    return is_open(dock) ? std::floor(std::min(wanted.of(dock) * unit, most)) : 0.0f;
  };
  const float most =
      whole.width() * (is_open(Dock::left) && is_open(Dock::right) ? most_of_two : most_of_one);
  const float left = size(Dock::left, most), right = size(Dock::right, most);
  const float bottom = size(Dock::bottom, most_at_bottom * whole.height());
  DockPlan plan;
  plan.picture = {whole.left + left, whole.top, whole.right - right, whole.bottom - bottom};
  const Room& picture = plan.picture;
  plan.docks = {Room{whole.left, whole.top, picture.left, picture.bottom},
                Room{picture.right, whole.top, whole.right, picture.bottom},
                Room{whole.left, picture.bottom, whole.right, whole.bottom}};
  return plan;
}

float dragged_dock_size(Dock dock, const Room& whole, float unit, const vec2& pointer) {
  const float points = dock == Dock::left    ? pointer.x - whole.left
                       : dock == Dock::right ? whole.right - pointer.x
                                             : whole.bottom - pointer.y;
  return std::clamp(points / unit, least_dock_size, largest_dock_size);
}

}  // namespace mmd
