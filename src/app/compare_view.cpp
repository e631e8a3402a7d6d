#include "app/compare_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "assets/file_set.h"

namespace mmd {
namespace {

constexpr std::array<CompareModeName, 4> modes{{{CompareMode::off, "off"},
                                                {CompareMode::side_by_side, "side by side"},
                                                {CompareMode::wipe, "wipe"},
                                                {CompareMode::heat, "heat map"}}};

StateNames on_and_off(const char* what, bool first_is_on) {
  const std::string on = std::string(what) + " on", off = std::string(what) + " off";
  return first_is_on ? StateNames{on, off} : StateNames{off, on};
}

}  // namespace

std::span<const CompareModeName> compare_modes() {
  return modes;
}

std::vector<Pane> panes_of(CompareMode mode, float divider, int width, int height) {
  const Tile all{0, 0, width, height};
  using State = Pane::State;
  switch (mode) {
    case CompareMode::side_by_side: {
      const Tile left{0, 0, width / 2, height}, right{width / 2, 0, width - width / 2, height};
      return {{State::first, {left, left}}, {State::other, {right, right}}};
    }
    case CompareMode::wipe: {
      const float at = std::clamp(divider, 0.0f, 1.0f) * static_cast<float>(width);
      const int x = static_cast<int>(std::lround(at));
      return {{State::first, {all, {0, 0, x, height}}}, {State::other, {all, {x, 0, width - x, height}}}};
    }
    case CompareMode::heat:
      return {{State::heat, {all, all}}};
    default:
      return {{State::first, {all, all}}};
  }
}

Placement moved(const Placement& placement, int x, int y) {
  Placement out = placement;
  for (Tile* tile : {&out.picture, &out.seen}) {
    tile->x += x;
    tile->y += y;
  }
  return out;
}

vec2 point_in_picture(std::span<const Pane> panes, const vec2& pixel) {
  for (const Pane& pane : panes) {
    const auto& [picture, seen] = pane.placement;
    if (pixel.x < static_cast<float>(seen.x) || pixel.x >= static_cast<float>(seen.x + seen.width)) continue;
    const vec2 middle(static_cast<float>(picture.x) + 0.5f * static_cast<float>(picture.width),
                      0.5f * static_cast<float>(picture.height));
    return vec2(pixel.x - middle.x, middle.y - pixel.y) / static_cast<float>(std::max(picture.height, 1));
  }
  return vec2(0.0f);
}

StateNames state_names(const std::string& compared, const EvaluationChoice& choice, bool simulates,
                       const std::string& pose) {
  if (compared == "append") return on_and_off("Append", choice.append);
  if (compared == "ik") return on_and_off("IK", choice.ik);
  if (compared == "physics") return on_and_off("Physics", simulates);
  return {pose.empty() ? "Rest pose" : pose, to_utf8(path_from_utf8(compared).filename())};
}

}  // namespace mmd
