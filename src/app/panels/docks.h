#pragma once

#include <array>

#include "app/stage/dock.h"

namespace mmd {

struct DockPlan {
  std::array<Room, dock_count> docks;
  Room picture;  ///< the remaining space

  const Room& of(Dock dock) const { return docks[static_cast<std::size_t>(dock)]; }
};

/// Divides the window between docks and the picture, which keeps at least half of each side. `whole`: the
/// area between tool bar and status bar; `unit`: the height of a text line in points; `folded`: the size of a
/// dock that is not open, in points.
DockPlan plan_docks(const Room& whole, float unit, const DockSizes& wanted,
                    const std::array<bool, dock_count>& open, float folded);

/// The size of a dock, in text lines, after its inner edge was dragged to the pointer.
float dragged_dock_size(Dock dock, const Room& whole, float unit, const vec2& pointer);

}  // namespace mmd
