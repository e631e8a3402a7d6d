#pragma once

#include <cstdint>

#include "app/actions/parts.h"

namespace mmd {

/// A figure under the pointer, by its place in the list, and a bone of it.
struct PickedFigure {
  std::int32_t figure = none, bone = none;
};

/// What of figures other than the active one is at a point of the window: a joint, where bones are shown, or
/// else the nearest surface of all figures, unless that is the active one's.
PickedFigure other_figure_at(const vec2& point, const Parts& parts);

}  // namespace mmd
