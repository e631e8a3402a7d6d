#pragma once

#include <string>
#include <vector>

#include "app/stage/dock.h"
#include "base/math.h"

namespace mmd {

/// The tooltip of an item, in the window's points.
struct Tip {
  std::vector<std::string> lines;
  Room item, panel;  ///< the item, and the window or handles that it belongs to
};

/// Seconds that the pointer rests on an item until its tooltip appears.
inline constexpr double rest_before_tip = 0.5;

/// Places a tooltip of that size within `screen`: beside the panel of its item, else below or above it, and
/// where all that has no space beside the item. `gap`: distance to the panel or item.
Room place_tip(const Room& item, const Room& panel, const vec2& size, const Room& screen, float gap);

}  // namespace mmd
