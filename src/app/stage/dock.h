#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/math.h"

namespace mmd {

/// A rectangle of the window, in points.
struct Room {
  float left = 0.0f, top = 0.0f, right = 0.0f, bottom = 0.0f;

  float width() const { return std::max(right - left, 0.0f); }
  float height() const { return std::max(bottom - top, 0.0f); }
  vec2 middle() const { return 0.5f * vec2(left + right, top + bottom); }
  bool operator==(const Room& other) const {
    return left == other.left && top == other.top && right == other.right && bottom == other.bottom;
  }
  bool operator!=(const Room& other) const { return !(*this == other); }
};

/// Docks for panels. The bottom one is as wide as the window.
enum class Dock : std::uint8_t { left, right, bottom, count };
constexpr std::size_t dock_count = static_cast<std::size_t>(Dock::count);

/// Panels and parts of the window that can be shown and hidden.
enum class Panel : std::uint8_t {
  menu_bar,
  tool_bar,
  status_bar,
  dock_tabs,  ///< tabs of folded docks
  help,
  palette,
  bones,
  morphs,
  hands,
  model,
  files,
  camera,
  light,
  look,
  history,
  figures,
  browser,
  motion,
  count
};

/// The dock of a panel; Dock::count: it is not in a dock.
constexpr Dock dock_of(Panel panel) {
  if (panel < Panel::bones || panel >= Panel::count) return Dock::count;
  return panel <= Panel::files ? Dock::left : panel <= Panel::figures ? Dock::right : Dock::bottom;
}

/// Requested width of the side docks and height of the bottom dock, in text lines.
struct DockSizes {
  std::array<float, dock_count> size{17.0f, 17.0f, 14.0f};

  float& of(Dock dock) { return size[static_cast<std::size_t>(dock)]; }
  float of(Dock dock) const { return size[static_cast<std::size_t>(dock)]; }
};
/// Limits of a dock's size.
inline constexpr float min_dock_size = 8.0f;
inline constexpr float largest_dock_size = 80.0f;

}  // namespace mmd
